"""Random positions: units thrown together around one hex, where they get in each other's way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import settings
from hypothesis import strategies as st

from sandtable.core.board import Board

FEW, MANY = settings(max_examples=6), settings(max_examples=200)
VERY_FEW = settings(max_examples=2)  # for a model that takes its time

Placed = Mapping[str, int]


def around(board: Board, centre: int, far: int) -> list[int]:
    """The playable hexes within so many hexes."""
    return [there for there in range(len(board)) if board.playable[there] and board.distance(centre, there) <= far]


@st.composite
def crowds(
    draw: st.DrawFn, board: Board, names: Sequence[str], most: int, far: int, centres: Sequence[int] = ()
) -> dict[str, int]:
    """Some of these units on hexes near each other."""
    playable = [there for there in range(len(board)) if board.playable[there]]
    ground = around(board, draw(st.sampled_from(list(centres) or playable)), far)
    chosen = draw(st.lists(st.sampled_from(list(names)), min_size=1, max_size=most, unique=True))
    return {name: draw(st.sampled_from(ground)) for name in chosen}


def without_meetings(placed: Placed, side_of: Mapping[str, str], limit: int = 99) -> dict[str, int]:
    """Less those who would stand in a hex of the enemy, or of more friends than it holds."""
    kept: dict[str, int] = {}
    for name, at in placed.items():
        there = [other for other, where in kept.items() if where == at]
        if all(side_of[other] == side_of[name] for other in there) and len(there) < limit:
            kept[name] = at
    return kept


def told(board: Board, placed: Placed, side_of: Mapping[str, str], side: str) -> str:
    """One side's units as tests write positions."""
    return ", ".join(f"{name} {board.name(at)}" for name, at in placed.items() if side_of[name] == side)
