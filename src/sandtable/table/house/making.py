"""Making tables: for a person, between persons, of a record that somebody brings along."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec.structs import replace

from sandtable import bots
from sandtable.bots.roster import Roster
from sandtable.core import journal
from sandtable.core.dice import SecretDice, commitment, fresh_secret, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.journal import SaveError
from sandtable.core.title import Title, UnknownChoice
from sandtable.core.values import Refusal
from sandtable.table.house.importing import imported
from sandtable.table.house.limits import limits as house_limits
from sandtable.table.live import desks
from sandtable.table.live.resuming import keep_all
from sandtable.table.live.showing import links_to, places_at
from sandtable.table.live.sight import Sight
from sandtable.table.live.table import asked_since, now
from sandtable.table.live.timekeeper import time_after
from sandtable.table.messages.requests import NewTable
from sandtable.table.messages.tables import Made
from sandtable.table.messages.text import plain
from sandtable.table.pace.clock import set_up
from sandtable.table.people.allowance import Allowance
from sandtable.table.people.limits import limits
from sandtable.table.people.values import GUEST, Who
from sandtable.table.stores.base import Comrade, EventStore, Manners, Row, Seat, Taken, Token, fresh_name, fresh_token

if TYPE_CHECKING:  # it needs the packages of a house
    from sandtable.table.people.people import People
    from sandtable.table.standings.store import Tournament


log = logging.getLogger("sandtable.table")

Posts: TypeAlias = Mapping[str, Sequence[tuple[str, ...]]]  # the desks of everybody beside a commander, by side


class Maker:
    """Who makes the tables of a house."""

    def __init__(
        self,
        store: EventStore,
        title: Callable[[str], Title[Any]],
        roster: Roster,
        people: People | None,
        is_public: bool,
    ) -> None:
        self._store, self._title, self._roster, self._people = store, title, roster, people
        self._is_public = is_public
        self._made: deque[float] = deque()  # when the last tables were made
        self.strangers = Allowance(limits().tables, "you have made many tables in a short time")

    def guest_named(self, name: str) -> str:
        """The name of somebody without an account, if he may have it. Raises `Refusal`."""
        name = plain(name, 40)
        if self._people is not None:
            self._people.accounts.check_guest(name)
        return name

    def make(self, wish: NewTable, who: Who = GUEST) -> Made:
        """A new table. Raises `Refusal`."""
        return self.make_again(wish, who, {})

    def make_again(self, wish: NewTable, who: Who, posts: Posts) -> Made:
        """A table for those who have played before; `posts`: the desks of each whom a commander had appointed then, by
        side. Raises `Refusal`."""
        self._count_made()
        return self._make(wish, who, fresh_name(), {}, posts)

    def _make(self, wish: NewTable, who: Who, table: str, players: Mapping[str, str], posts: Posts) -> Made:
        """`players`: the persons whom open seats are kept for, by side."""
        title = self._title(wish.game)
        try:
            setup = title.setup(wish.scenario, wish.options)
        except UnknownChoice as error:
            raise Refusal("unknown", plain(str(error), 300)) from None
        seats = chosen_seats(title, wish.seats, who or Who("", self.guest_named(wish.name)), self._roster)
        seats = {side: _shared_out(title, wish, side, seat) for side, seat in seats.items()}
        seats |= {side: _with_comrades(seats[side], each) for side, each in posts.items()}
        if wish.invite and not any(seat.kind == "open" or seat.comrades for seat in seats.values()):
            raise Refusal("message", "an invitation needs an open seat")
        if wish.pace is not None and (fault := wish.pace.fault()):
            raise Refusal("clock", fault)
        secret = fresh_secret() if wish.seed is None else secret_of_seed(wish.seed)
        held = tuple(side for side, seat in seats.items() if seat.kind == "human")
        host = Token(fresh_token(), held, True, who.id)
        guest = self._challenged(wish.challenge, who, seats)
        guests = [
            Token(fresh_token(), (side,), person=players.get(side, guest))
            for side, seat in seats.items()
            if seat.kind == "open"
        ]
        guests += [
            Token(fresh_token(), (side,), comrade=each.n) for side, seat in seats.items() for each in seat.comrades
        ]
        start: Game[Any] = Game(title, setup, SecretDice(secret))
        at = now()
        row = Row(
            table, title.key, title.rules_version, setup, commitment(secret), wish.seed, at, at, seats,
            asked_since(Sight(start, ()).summary(), at), invited=wish.invite, pace=wish.pace,
            manners=Manners(wish.spectators, wish.delay),
            clock=set_up(wish.pace, title.sides) if wish.pace else None,
        )  # fmt: skip
        row = replace(row, clock=time_after(row, row.summary, seats, waiting=False))
        self._store.create(row, secret, [host, *guests])
        log.info("table %s: made, %s", table, title.key)
        links = links_to(table, seats, {token.secret: token for token in guests})
        places = tuple(place for _, place in places_at(row, guests))
        return Made(table, f"/t/{table}", host.secret, host.sides, links, places)

    def _challenged(self, name: str, who: Who, seats: Mapping[str, Seat]) -> str:
        """The person whom the open seats are kept for, if any. Raises `Refusal`."""
        if not name:
            return ""
        person = self._people.store.named(name) if self._people is not None else None
        if person is None or person.banned:
            raise Refusal("unknown", f"there is nobody called '{plain(name, 60)}' here")
        if person.id == who.id:
            raise Refusal("message", "nobody challenges himself")
        if not any(seat.kind == "open" for seat in seats.values()):
            raise Refusal("message", "a challenge needs an open seat")
        return person.id

    def make_between(self, tournament: Tournament, table: str, players: Mapping[str, str]) -> None:
        """A table for persons, each of whom finds his seat among his own tables; once, however often it is asked."""
        wish = NewTable(
            game=tournament.game, scenario=tournament.scenario, seats=dict.fromkeys(players, "open"),
            pace=tournament.pace,
        )  # fmt: skip
        with suppress(Taken):
            self._make(wish, GUEST, table, players, {})

    def take_in(self, data: bytes) -> Made:
        """A table with the game of a record that somebody brings along. Raises `Refusal`."""
        if self._is_public:  # to play it through takes as long as its author wishes
            raise Refusal("seat", "records are brought to a table on one's own machine")
        self._count_made()
        try:
            save = journal.written(data, "this file")
            row, secret, lines, game = imported(self._title(save.game), save, self._roster, journal.Keyring())
        except SaveError as error:
            raise Refusal("message", plain(str(error), 300)) from None
        host = Token(fresh_token(), tuple(side for side, seat in row.seats.items() if seat.kind == "human"), True)
        self._store.create(row, secret, [host], lines)
        keep_all(game, row, self._store)
        log.info("table %s: imported, %s", row.id, row.game)
        return Made(row.id, f"/t/{row.id}", host.secret, host.sides, {})

    def _count_made(self) -> None:
        now = monotonic()
        while self._made and self._made[0] < now - 60:
            self._made.popleft()
        if len(self._made) >= house_limits().tables_a_minute:
            raise Refusal("busy", "too many tables were made in the last minute: wait a little")
        self._made.append(now)


def chosen_seats(title: Title[Any], wished: Mapping[str, str], maker: Who, roster: Roster) -> dict[str, Seat]:
    """Who plays which side; a side not named is a machine's, except the first side when nothing was chosen."""
    for side in wished:
        if side not in title.sides:
            raise Refusal("unknown", f"{title.name} has no side '{plain(side, 60)}'; it has: {', '.join(title.sides)}")
    usual = {side: f"bot:{bots.suggested(title)}" for side in title.sides}
    if not wished:
        usual[title.sides[0]] = "human"
    return {side: _seat(title, wished.get(side, usual[side]), maker, roster) for side in title.sides}


def _shared_out(title: Title[Any], wish: NewTable, side: str, seat: Seat) -> Seat:
    """With seats for comrades beside the maker's own. Nobody makes any beside another: they see what its side sees."""
    wished = wish.comrades.get(side, ())
    if wished and seat.kind != "human":
        raise Refusal("desk", f"who commands {title.screen.the(side)} appoints comrades himself")
    posts = [desks.checked(title.staff.desks, title.name, each) for each in wished]
    if len({desk for post in posts for desk in post}) < sum(map(len, posts)):
        raise Refusal("desk", "a desk is held by one player")
    return _with_comrades(seat, posts, wish.invite)


def _with_comrades(seat: Seat, posts: Sequence[tuple[str, ...]], public: bool = False) -> Seat:
    return replace(seat, comrades=tuple(Comrade(n, "open", post, public=public) for n, post in enumerate(posts, 1)))


def _seat(title: Title[Any], wish: str, maker: Who, roster: Roster) -> Seat:
    kind, _, bot = wish.partition(":")
    if wish == "human":
        return Seat("human", name=maker.name, person=maker.id)
    if wish == "open":
        return Seat("open", given=1)
    if kind != "bot":
        raise Refusal("message", f"a seat is human, open or bot:NAME, not '{plain(wish, 60)}'")
    if not roster.is_known(title, bot):
        known = ", ".join(roster.names(title))
        raise Refusal("unknown", f"{title.name} has no player '{plain(bot, 60)}'; it has: {known}")
    return Seat("bot", bot)
