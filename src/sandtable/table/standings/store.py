"""Results, ratings and tournaments in the database."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.core.typed import from_json
from sandtable.core.values import Value
from sandtable.table.pace.clock import Pace
from sandtable.table.standings.glicko import Rating, after
from sandtable.table.standings.pairing import Pairing
from sandtable.table.stores.base import Taken
from sandtable.table.stores.database import Database, Writing

RESULT = "table_id, side, game, scenario, player, name, score, rated, ended"
RATED = "select rating, deviation, volatility, games from ratings where player = ? and game = ?"
KEEP = """
insert into ratings (player, game, rating, deviation, volatility, games) values (?, ?, ?, ?, ?, ?)
on conflict (player, game) do update set rating = excluded.rating, deviation = excluded.deviation,
volatility = excluded.volatility, games = excluded.games
"""


class Result(Value, frozen=True):
    """What a side's player has got out of a game."""

    table: str
    side: str
    game: str
    scenario: str
    player: str  # a person's id, `bot:` and a machine's name, or nothing for a guest
    name: str
    score: float
    rated: bool
    ended: str


class Rated(Value, frozen=True):
    player: str
    game: str
    rating: Rating


class Tournament(Value, frozen=True):
    id: str
    name: str
    host: str  # the person who holds it
    game: str
    scenario: str
    system: str  # `swiss` or `round-robin`
    rounds: int
    created: str
    pace: Pace | None = None
    players: tuple[str, ...] = ()  # persons
    begun: bool = False
    played: tuple[tuple[Pairing, ...], ...] = ()
    version: int = 0

    @property
    def is_over(self) -> bool:
        done = all(pair.score is not None for pairs in self.played for pair in pairs)
        return self.begun and len(self.played) >= self.rounds and done


class StandingStore:
    """Every method may be called from any thread, and may raise `StoreError`."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def record(self, results: Sequence[Result]) -> bool:
        """Once for a table, however often it is tried; with it the ratings of two who are rated."""
        try:
            with self.database.transaction() as db:
                for each in results:
                    values = (
                        each.table, each.side, each.game, each.scenario, each.player, each.name, each.score,
                        int(each.rated), each.ended,
                    )  # fmt: skip
                    db.run(f"insert into results ({RESULT}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)", *values)
                if len(results) == 2 and all(each.rated for each in results):
                    _rate(db, results[0], results[1])
        except Taken:
            return False
        return True

    def unrecorded(self, since: str, most: int) -> list[str]:
        """Tables last used since then whose games are over without a result: their server ended in between."""
        query = """
        select id from tables where touched >= ? and summary not like '%"over":""%'
        and not exists (select 1 from results where table_id = tables.id) order by touched limit ?
        """
        return [str(table) for (table,) in self.database.read(query, since, most)]

    def of_player(self, player: str, most: int) -> list[list[Result]]:
        """The games of somebody, the last first: the results of all sides of each."""
        tables = self.database.read(
            "select table_id from results where player = ? order by ended desc, table_id limit ?", player, most
        )
        return [self.of_table(table) for (table,) in dict.fromkeys(tuple(row) for row in tables)]

    def length(self, table: str) -> int:
        """How many lines the record of a table has."""
        return int(self.database.read("select count(*) from entries where table_id = ?", table)[0][0])

    def of_table(self, table: str) -> list[Result]:
        found = self.database.read(f"select {RESULT} from results where table_id = ? order by side", table)
        return [_result(values) for values in found]

    def ratings(self, game: str, most: int) -> list[Rated]:
        """The best first."""
        query = "select player, game, rating, deviation, volatility, games from ratings where game = ?"
        found = self.database.read(f"{query} order by rating desc limit ?", game, most)
        return [Rated(player, key, Rating(*rest)) for player, key, *rest in found]

    def ratings_of(self, player: str) -> list[Rated]:
        query = "select player, game, rating, deviation, volatility, games from ratings where player = ? order by game"
        return [Rated(who, key, Rating(*rest)) for who, key, *rest in self.database.read(query, player)]

    # Tournaments

    def tournament(self, name: str) -> Tournament | None:
        found = self.database.read("select plan, version from tournaments where id = ?", name)
        return _tournament(*found[0]) if found else None

    def tournaments(self, most: int) -> list[Tournament]:
        """The newest first."""
        found = self.database.read("select plan, version from tournaments order by created desc, id limit ?", most)
        return [_tournament(*values) for values in found]

    def under_way(self) -> list[str]:
        """The tournaments that are not over, begun or not."""
        return [str(name) for (name,) in self.database.read("select id from tournaments where over = 0 order by id")]

    def add(self, tournament: Tournament) -> None:
        with self.database.transaction() as db:
            db.run(
                "insert into tournaments (id, created, plan, version) values (?, ?, ?, 0)",
                tournament.id, tournament.created, _json(tournament),
            )  # fmt: skip

    def keep(self, tournament: Tournament) -> None:
        """Raises `Taken` if somebody else has changed it meanwhile."""
        with self.database.transaction() as db:
            change = "update tournaments set plan = ?, over = ?, version = version + 1 where id = ? and version = ?"
            over = int(tournament.is_over)
            if not db.run(change, _json(tournament), over, tournament.id, tournament.version):
                raise Taken("the tournament has changed")


def _rate(db: Writing, one: Result, other: Result) -> None:
    first, second = _rating(db, one), _rating(db, other)
    for result, own, theirs in ((one, first, second), (other, second, first)):
        new = after(own, [(theirs, result.score)])
        db.run(KEEP, result.player, result.game, new.rating, new.deviation, new.volatility, new.games)


def _rating(db: Writing, result: Result) -> Rating:
    found = db.ask(RATED, result.player, result.game)
    return Rating(*found[0]) if found else Rating()


def _result(values: Sequence[object]) -> Result:
    table, side, game, scenario, player, name, score, rated, ended = values
    return Result(
        str(table), str(side), str(game), str(scenario), str(player), str(name), float(str(score)), bool(rated),
        str(ended),
    )  # fmt: skip


def _tournament(plan: str, version: int) -> Tournament:
    return msgspec.structs.replace(from_json(plan, Tournament), version=version)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
