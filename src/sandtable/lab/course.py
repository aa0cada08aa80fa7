"""The course of a finished game on its map: the line between the armies, losses and want of supply turn by turn, and
where was fought and marched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import sqrt
from typing import Any

from sandtable.core.board import Board
from sandtable.core.game import Entry, Game
from sandtable.core.values import Value
from sandtable.kit.story import FOUGHT, LOST, heading
from sandtable.lab.experiments.columns import TABLES
from sandtable.lab.experiments.noting import REDUCED, SHORT, Notes
from sandtable.lab.report.history import days, line_on

LOOKED_AT = (FOUGHT, LOST)  # headings of events for which one has to know how the game stood before


class TurnOnTheMap(Value, frozen=True):
    """What a turn looked like from above."""

    turn: int
    front: float | None  # how far east the line ran when it began; nothing while one side is not on the map
    history: float | None  # how far east it ran in the war, where that is known
    losses: dict[str, int]  # counters that each side lost in it
    short: dict[str, int]  # of each side, short of supply when it began


class Course(Value, frozen=True):
    turns: tuple[TurnOnTheMap, ...]  # the last one is how it stood in the end
    places: tuple[tuple[str, float], ...]  # some towns, west to east, to read the line by
    battles: dict[str, int]  # by hex
    traffic: dict[str, int]


def course(game: Game[Any]) -> Course:
    notes = _noted(game)
    board, sides = game.title.rules.board(), game.title.sides
    began = {row["turn"]: row for row in _rows(notes, "turns")}
    lost = Counter((row["turn"], row["side"]) for row in _rows(notes, "losses") if row["kind"] != REDUCED)
    short = {(row["turn"], row["side"]): row["figure"] for row in _rows(notes, "supply") if row["label"] == SHORT}
    dates = days([row["date"] for row in began.values()])
    turns = [
        TurnOnTheMap(
            turn,
            row["front"],
            line_on(board, day) if day else None,
            {side: lost[turn, side] for side in sides},
            {side: int(short[turn, side]) for side in sides},
        )
        for (turn, row), day in zip(began.items(), dates, strict=True)
    ]
    battles = Counter(row["at"] for row in _rows(notes, "battles") if row["at"])
    traffic: Counter[str] = Counter()
    for row in _rows(notes, "traffic"):
        traffic[row["at"]] += row["passages"]
    return Course(tuple(turns), places(board), dict(battles), dict(traffic))


def _rows(notes: Notes, table: str) -> Iterator[dict[str, Any]]:
    names = [column.name for column in TABLES[table]]
    return (dict(zip(names, row, strict=True)) for row in notes.tables[table])


def places(board: Board) -> tuple[tuple[str, float], ...]:
    """Some of the towns and fortresses, west to east, far enough from each other to be read."""
    known = [(site.name, board.centre[site.hex][0]) for site in board.sites if len(site.name) > 2]
    known += [(place.name, board.centre[place.hex][0]) for place in board.places if place.kind in ("city", "fortress")]
    told: list[tuple[str, float]] = []
    width = max(x for x, _ in board.centre) - min(x for x, _ in board.centre)
    for name, x in known:
        if all(abs(x - other) > width / 14 for _, other in told):
            told.append((name, x))
    return tuple(sorted(told, key=lambda each: each[1]))


def _noted(game: Game[Any]) -> Notes:
    """The rows that an experiment would have written of it."""
    notes = Notes(game.title, 0, game.states[0])
    for number, entry in enumerate(game.entries):
        notes.saw(*_around(game, number, entry), entry.events)
    notes.end(game.states[-1])
    return notes


def _around(game: Game[Any], number: int, entry: Entry) -> tuple[Any, Any]:
    """The positions before and after an entry where somebody will look at them: of a long game most are packed."""
    kinds = [event.kind for event in entry.events]
    eventful = any(heading(kind) in LOOKED_AT or kind == REDUCED for kind in kinds)
    return game.states[number] if eventful else None, game.states[number + 1] if "turn" in kinds else None


def degrees(counts: Mapping[str, int]) -> dict[str, float]:
    """From 0 to 1; by the root, so that one crowded hex does not leave all others cold."""
    most = max(counts.values())
    return {at: sqrt(count / most) for at, count in counts.items()}
