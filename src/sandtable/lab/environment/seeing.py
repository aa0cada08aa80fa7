"""What a side may see as named arrays: planes of the map, boxes beside it, and figures about the whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sandtable.core.board import Board
from sandtable.core.hexes import Layout
from sandtable.core.title import Title
from sandtable.core.views import Piece, View
from sandtable.drawing.colours import PAPER, side_colour
from sandtable.drawing.sheet import WATER
from sandtable.lab.environment.menu import STAGES, Menu

Plane = NDArray[np.float32]
OWN, OTHER = 0, 1
GLOBALS = ("turn", "own units", "other units", "own strength", "other strength", *(f"stage {name}" for name in STAGES))
DOTS = 6  # of a hex in a picture, each way


class Sight:
    """The arrays of one title. A hex has its row and column; rows are shifted by half a hex, as on the map."""

    def __init__(self, title: Title[Any]) -> None:
        self.title = title
        self.rows, self.columns = _offsets(title.rules.board())
        self.shape = (int(self.rows.max()) + 1, int(self.columns.max()) + 1)
        self.verbs = tuple(title.rules.notation.classes)
        self.terrain = self._terrain()
        self.space = spaces.Dict(
            {
                "units": self._planes(2),
                "strength": self._planes(2),
                "supply": self._planes(2),
                "marked": self._planes(2),
                "terrain": spaces.Box(0, np.inf, self.shape, np.float32),
                "chosen": spaces.Box(0, 1, (2, *self.shape), np.float32),
                "boxes": spaces.Box(0, np.inf, (2, max(1, len(title.rules.board().boxes))), np.float32),
                "orders": spaces.Box(0, 1, (len(self.verbs),), np.float32),
                "globals": spaces.Box(0, np.inf, (len(GLOBALS),), np.float32),
            }
        )

    def _planes(self, number: int) -> spaces.Box:
        return spaces.Box(0, np.inf, (number, *self.shape), np.float32)

    def arrays(self, view: View, side: str, menu: Menu | None, chosen: str) -> dict[str, Plane]:
        """`chosen` is the counter that was chosen at the first stage, if any."""
        found: dict[str, Plane] = {
            name: np.zeros((2, *self.shape), np.float32) for name in ("units", "strength", "supply", "marked", "chosen")
        }
        found["boxes"] = np.zeros((2, max(1, len(self.title.rules.board().boxes))), np.float32)
        for piece in view.pieces:
            self._put(found, piece, OWN if piece.side == side else OTHER, piece.id == chosen)
        place = menu.place - 1 if menu else -1
        if 0 <= place < len(self.rows):
            found["chosen"][1, self.rows[place], self.columns[place]] = 1
        verbs = menu.verbs if menu else frozenset()
        found["orders"] = np.array([verb in verbs for verb in self.verbs], np.float32)
        found["terrain"] = self.terrain.copy()
        found["globals"] = self._globals(view, found, menu)
        return found

    def _put(self, found: dict[str, Plane], piece: Piece, whose: int, chosen: bool) -> None:
        board = self.title.rules.board()
        if piece.at in board.boxes:
            found["boxes"][whose, board.boxes.index(piece.at)] += 1
        at = board.index.get(piece.at)
        if at is None:
            return
        place = (whose, self.rows[at], self.columns[at])
        found["units"][place] += 1
        found["strength"][place] += max(0, piece.factors[0]) if piece.factors else 0
        found["supply"][place] += "supply" in piece.symbol or "depot" in piece.symbol
        found["marked"][place] += bool(piece.marks)
        if chosen:
            found["chosen"][0, self.rows[at], self.columns[at]] = 1

    def _globals(self, view: View, found: dict[str, Plane], menu: Menu | None) -> Plane:
        sums = [found[name][whose].sum() for name in ("units", "strength") for whose in (OWN, OTHER)]
        stages = [float(menu is not None and menu.stage == stage) for stage in range(len(STAGES))]
        return np.array([view.turn / max(1, view.last_turn), *sums, *stages], np.float32)

    def _terrain(self) -> Plane:
        """Kinds of terrain by number from 1, in the order of the alphabet; 0 is off the map."""
        board = self.title.rules.board()
        kinds = sorted(set(board.terrain))
        plane = np.zeros(self.shape, np.float32)
        plane[self.rows, self.columns] = [1 + kinds.index(kind) for kind in board.terrain]
        return plane

    # Pictures

    def picture(self, view: View) -> NDArray[np.uint8]:
        """Dots of land, water and counters in the colours of their sides."""
        board = self.title.rules.board()
        ground = np.zeros((*self.shape, 3), np.uint8) + np.array(_dots(PAPER.page), np.uint8)
        ground[self.rows, self.columns] = [
            _dots(PAPER.sea[0] if kind in WATER else PAPER.land) for kind in board.terrain
        ]
        large = ground.repeat(DOTS, 0).repeat(DOTS, 1)
        for piece in view.pieces:
            at = board.index.get(piece.at)
            if at is not None:
                top, left = self.rows[at] * DOTS, self.columns[at] * DOTS
                large[top + 1 : top + DOTS - 1, left + 1 : left + DOTS - 1] = _dots(side_colour(piece.side))
        return large


def _offsets(board: Board) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    axial = np.array(board.axial)
    q, r = axial[:, 0], axial[:, 1]
    rows, columns = (r, q + r // 2) if board.layout is Layout.POINTY else (r + q // 2, q)
    return rows - rows.min(), columns - columns.min()


def _dots(colour: str) -> Sequence[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
