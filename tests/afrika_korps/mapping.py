"""The map in short words, for tests of it."""

from __future__ import annotations

from sandtable.games.afrika_korps import map as ak

BOARD = ak.board()

Pair = tuple[str, str]


def hexes(names: str) -> frozenset[int]:
    return frozenset(BOARD.hex(name) for name in names.split())


def pairs(text: str) -> list[Pair]:
    """Pairs written as the rulebook writes a move: 'E18-F19 W62-X62'."""
    return [(a, b) for a, b in (word.split("-") for word in text.split())]


def road_crosses(a: str, b: str) -> bool:
    road = ak.coast_road()
    there, back = (BOARD.hex(y) in road.get(BOARD.hex(x), ()) for x, y in ((a, b), (b, a)))
    assert there == back
    return there


def with_numbers(rows: dict[str, list[int]]) -> frozenset[int]:
    return frozenset(BOARD.hex(f"{letter}{number}") for letter, numbers in rows.items() for number in numbers)
