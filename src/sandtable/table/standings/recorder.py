"""What a finished game comes to: a result for every side, and ratings where both are somebody."""

from __future__ import annotations

from sandtable.table.standings.pairing import DRAW, WIN
from sandtable.table.standings.store import Result, StandingStore
from sandtable.table.stores.base import Row, Seat

LEAST = 5  # lines in the record of a game that counts: one that was left at once says nothing


class Recorder:
    def __init__(self, store: StandingStore) -> None:
        self.store = store

    def moved(self, before: Row, row: Row, at: str) -> None:
        """A table has changed; if its game is over, that is recorded, once."""
        if row.summary.over and not before.summary.over:
            self.store.record(results_of(row, at, self.store.length(row.id)))


def results_of(row: Row, at: str, lines: int) -> list[Result]:
    players = {side: player_of(seat) for side, seat in row.seats.items()}
    known = all(players.values()) and len(set(players.values())) == len(players) == 2
    shared = any(seat.comrades for seat in row.seats.values())  # nobody has won that alone
    rated = (
        known and not shared and row.seed is None and lines >= LEAST and any(seat.person for seat in row.seats.values())
    )
    return [
        Result(
            row.id, side, row.game, row.setup.scenario, players[side], seat.name or seat.bot,
            DRAW if row.summary.winner is None else WIN if row.summary.winner == side else 0.0, rated, at,
        )
        for side, seat in row.seats.items()
    ]  # fmt: skip


def player_of(seat: Seat) -> str:
    """Who is rated: a person, or a machine that has played from the start; a guest is nobody."""
    if seat.kind == "bot" and not seat.person:
        return f"bot:{seat.bot}"
    return seat.person
