"""Holding a tournament: who takes part, the rounds, and the tables they are played on."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from sandtable.core.title import Title, UnknownChoice
from sandtable.core.values import Refusal
from sandtable.table.messages.text import plain
from sandtable.table.pace.clock import Pace
from sandtable.table.people.values import Who
from sandtable.table.standings.pairing import Pairing, round_robin, swiss
from sandtable.table.standings.store import StandingStore, Tournament
from sandtable.table.stores.base import Taken, fresh_name

log = logging.getLogger("sandtable.table")

MOST_PLAYERS, LEAST_PLAYERS = 64, 2
TRIES = 5


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request for one."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    game: Annotated[str, Meta(max_length=200)]
    system: Literal["swiss", "round-robin"] = "swiss"
    scenario: Annotated[str, Meta(max_length=200)] = ""
    rounds: Annotated[int, Meta(ge=1, le=20)] = 3
    pace: Pace | None = None


class Tournaments:
    """`table` makes a table of this id for two persons, by side, unless there is one already: of all servers that try
    at once, one does."""

    def __init__(
        self,
        store: StandingStore,
        title: Callable[[str], Title],  # type: ignore[type-arg]
        table: Callable[[Tournament, str, Mapping[str, str]], None],
        now: Callable[[], str],
    ) -> None:
        self.store, self._title, self._table, self._now = store, title, table, now

    def open(self, wish: NewTournament, who: Who) -> Tournament:
        title = self._title(wish.game)
        try:
            scenario = title.setup(wish.scenario, ()).scenario
        except UnknownChoice as error:
            raise Refusal("unknown", plain(str(error), 300)) from None
        if wish.pace is not None and (fault := wish.pace.fault()):
            raise Refusal("clock", fault)
        made = Tournament(
            fresh_name(6), plain(wish.name, 80), who.id, wish.game, scenario, wish.system, wish.rounds,
            self._now(), wish.pace,
        )  # fmt: skip
        self.store.add(made)
        return made

    def join(self, name: str, who: Who, leave: bool = False) -> Tournament:
        def change(found: Tournament) -> Tournament:
            if found.begun:
                raise Refusal("tournament", "the tournament has begun")
            others = tuple(each for each in found.players if each != who.id)
            if not leave and len(others) >= MOST_PLAYERS:
                raise Refusal("tournament", "the tournament is full")
            return replace(found, players=others if leave else (*others, who.id))

        return self._changed(name, change)

    def begin(self, name: str, who: Who) -> Tournament:
        """The first round."""

        def change(found: Tournament) -> Tournament:
            if found.host != who.id:
                raise Refusal("seat", "whoever holds the tournament begins it")
            if found.begun:
                raise Refusal("tournament", "the tournament has begun")
            if len(found.players) < LEAST_PLAYERS:
                raise Refusal("tournament", "a tournament needs two players at least")
            longest = len(found.players) - 1 + len(found.players) % 2
            rounds = longest if found.system == "round-robin" else min(found.rounds, longest)
            return self._next_round(replace(found, begun=True, rounds=rounds))

        return self._changed(name, change)

    def look(self, name: str) -> Tournament:
        """With the results that are in by now; the next round when all of this one are. It may be asked at any time."""

        def change(found: Tournament) -> Tournament:
            if not found.played:
                return found
            last = tuple(self._scored(found, pair) for pair in found.played[-1])
            found = replace(found, played=(*found.played[:-1], last))
            if all(pair.score is not None for pair in last) and len(found.played) < found.rounds:
                return self._next_round(found)
            return found

        return self._changed(name, change)

    def look_at_all(self) -> None:
        """The next rounds of all that are under way; whoever comes by sees them, and who plays in them is told."""
        for name in self.store.under_way():
            try:
                self.look(name)
            except Refusal as refusal:
                log.info("tournament %s was not looked at: %s", name, refusal)

    def _scored(self, found: Tournament, pair: Pairing) -> Pairing:
        if pair.score is not None or not pair.table:
            return pair
        score = next((each.score for each in self.store.of_table(pair.table) if each.player == pair.first), None)
        return replace(pair, score=score)

    def _next_round(self, found: Tournament) -> Tournament:
        if found.system == "swiss":
            pairs = swiss(found.players, found.played)
        else:
            pairs = round_robin(found.players)[len(found.played)]
        number = len(found.played) + 1
        placed = tuple(self._placed(found, pair, f"{found.id}-{number}-{n}") for n, pair in enumerate(pairs, 1))
        return replace(found, played=(*found.played, placed))

    def _placed(self, found: Tournament, pair: Pairing, table: str) -> Pairing:
        if not pair.second:
            return pair
        first, second = self._title(found.game).sides[:2]
        self._table(found, table, {first: pair.first, second: pair.second})
        return replace(pair, table=table)

    def _changed(self, name: str, change: Callable[[Tournament], Tournament]) -> Tournament:
        """Whoever is first has changed it; the others look again."""
        for _ in range(TRIES):
            found = self.store.tournament(name)
            if found is None:
                raise Refusal("unknown", "there is no such tournament")
            new = change(found)
            if new == found:
                return found
            try:
                self.store.keep(new)
                return replace(new, version=found.version + 1)
            except Taken:
                continue
        raise Refusal("busy", "too many change this tournament at once: try again")
