"""The addresses of results, ratings and tournaments. What they tell is public in the house: names, games and scores."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sandtable.core.values import Refusal
from sandtable.table.doors.accounts import Threshold
from sandtable.table.doors.speech import answer, read_as, read_body
from sandtable.table.messages.text import plain
from sandtable.table.people.values import Who
from sandtable.table.standings.pairing import Pairing, standings
from sandtable.table.standings.store import Rated, Result, StandingStore, Tournament
from sandtable.table.standings.tournaments import NewTournament, Tournaments

if TYPE_CHECKING:
    from sandtable.table.people.values import Person

SHOWN = 100


class StandingDoors(Threshold):
    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/ratings/{game}", self.ratings),
            Route("/api/persons/{name}/results", self.results),
            Route("/api/tournaments", self.tournaments),
            Route("/api/tournaments", self.open, methods=["POST"]),
            Route("/api/tournaments/{tournament}", self.tournament),
            Route("/api/tournaments/{tournament}/players", self.join, methods=["POST"]),
            Route("/api/tournaments/{tournament}/players", self.leave, methods=["DELETE"]),
            Route("/api/tournaments/{tournament}/rounds", self.begin, methods=["POST"]),
        ]

    @property
    def store(self) -> StandingStore:
        return self._events.store

    @property
    def _events(self) -> Tournaments:
        if self.house.tournaments is None:
            raise Refusal("unknown", "this table needs no accounts and has none")
        return self.house.tournaments

    # Results

    async def ratings(self, request: Request) -> Response:
        title = self.house.title(request.path_params["game"])
        found = await asyncio.to_thread(lambda: [self._rated(each) for each in self.store.ratings(title.key, SHOWN)])
        return answer({"game": title.key, "ratings": found})

    async def results(self, request: Request) -> Response:
        def work() -> dict[str, Any]:
            person = self.people.store.named(request.path_params["name"])
            if person is None:
                raise Refusal("unknown", "there is nobody of this name here")
            games = [self._played(person, each) for each in self.store.of_player(person.id, SHOWN)]
            rated = [self._rated(each) for each in self.store.ratings_of(person.id)]
            return {"name": person.name, "ratings": rated, "games": games}

        return answer(await asyncio.to_thread(work))

    def _rated(self, rated: Rated) -> dict[str, Any]:
        rating = rated.rating
        return {
            "name": self._name(rated.player), "machine": rated.player.startswith("bot:"), "game": rated.game,
            "rating": round(rating.rating), "deviation": round(rating.deviation), "games": rating.games,
            "provisional": rating.is_provisional,
        }  # fmt: skip

    @staticmethod
    def _played(person: Person, results: list[Result]) -> dict[str, Any]:
        own = next(each for each in results if each.player == person.id)
        return {
            "table": own.table, "game": own.game, "scenario": own.scenario, "side": own.side, "score": own.score,
            "rated": own.rated, "ended": own.ended,
            "against": [{"side": each.side, "name": each.name} for each in results if each is not own],
        }  # fmt: skip

    def _name(self, player: str) -> str:
        if player.startswith("bot:"):
            return player.removeprefix("bot:")
        person = self.people.store.person(player)
        return person.name if person else "somebody who has left"

    # Tournaments

    async def tournaments(self, request: Request) -> Response:
        found = await asyncio.to_thread(lambda: [self._brief(each) for each in self.store.tournaments(SHOWN)])
        return answer({"tournaments": found})

    async def tournament(self, request: Request) -> Response:
        name = request.path_params["tournament"]
        return answer(await asyncio.to_thread(lambda: self._whole(self._events.look(name))))

    async def open(self, request: Request) -> Response:
        who = (await self.person(request)).who
        wish = read_as(await read_body(request), NewTournament)
        if self.house.is_public:
            self.house.maker.strangers.take(who.id)
        return answer(await asyncio.to_thread(lambda: self._whole(self._events.open(wish, who))), 201)

    async def join(self, request: Request) -> Response:
        return await self._taking_part(request, leave=False)

    async def leave(self, request: Request) -> Response:
        return await self._taking_part(request, leave=True)

    async def _taking_part(self, request: Request, leave: bool) -> Response:
        who: Who = (await self.person(request)).who
        name = request.path_params["tournament"]
        return answer(await asyncio.to_thread(lambda: self._whole(self._events.join(name, who, leave))))

    async def begin(self, request: Request) -> Response:
        who = (await self.person(request)).who
        name = request.path_params["tournament"]
        return answer(await asyncio.to_thread(lambda: self._whole(self._events.begin(name, who))))

    def _brief(self, found: Tournament) -> dict[str, Any]:
        return {
            "id": found.id, "name": found.name, "host": self._name(found.host), "game": found.game,
            "scenario": found.scenario, "system": found.system, "rounds": found.rounds, "created": found.created,
            "players": len(found.players), "begun": found.begun, "over": found.is_over,
        }  # fmt: skip

    def _whole(self, found: Tournament) -> dict[str, Any]:
        names = {player: self._name(player) for player in found.players}
        table = standings(found.players, found.played)
        return {
            **self._brief(found), "pace": found.pace,
            "standings": [
                {"name": names[each.player], "points": each.points, "buchholz": each.buchholz, "wins": each.wins}
                for each in table
            ],
            "pairings": [[_pairing(pair, names) for pair in pairs] for pairs in found.played],
        }  # fmt: skip


def _pairing(pair: Pairing, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "first": plain(names.get(pair.first, ""), 60), "second": plain(names.get(pair.second, ""), 60),
        "table": pair.table, "score": pair.score,
    }  # fmt: skip
