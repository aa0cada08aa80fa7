"""The sheet of paper: which part of a board is drawn, and where its points fall on it."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from xml.sax.saxutils import escape, quoteattr

import msgspec

from sandtable.core import hexes
from sandtable.core.board import Board
from sandtable.core.hexes import Axial, Point
from sandtable.core.views import Piece, View
from sandtable.drawing.colours import Theme

UNIT = 64.0  # pixels across the flats of a hex
WATER = frozenset({"sea", "all_sea", "lake", "water"})
_BEYOND = 4  # hexes by which the ground goes on past the frame, so that no shore follows the frame

__all__ = ["UNIT", "WATER", "Sheet", "attributes", "element_id", "escape", "sheet_of", "strength"]


class Sheet(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """Everything a layer needs to draw itself. The frame is in board units, `hexes` are those within it."""

    board: Board
    view: View | None
    theme: Theme
    left: float
    top: float
    right: float
    bottom: float
    hexes: tuple[int, ...]
    whole: bool

    @property
    def width(self) -> float:
        return (self.right - self.left) * UNIT

    @property
    def height(self) -> float:
        return (self.bottom - self.top) * UNIT

    def at(self, point: Point) -> Point:
        return (point[0] - self.left) * UNIT, (point[1] - self.top) * UNIT

    def centre(self, hex: int) -> Point:
        return self.at(self.board.centre[hex])

    def corners(self, hex: int) -> list[Point]:
        return [self.at(corner) for corner in self.board.corners(hex)]

    def hexside(self, a: int, b: int) -> tuple[Point, Point]:
        """The ends of the hexside towards b, clockwise around a."""
        direction = self.board.direction(a, b)
        corners = self.corners(a)
        return corners[direction], corners[(direction + 1) % 6]

    def falls(self, a: int, b: int) -> bool:
        """Whether b is the lower of two neighbours: nearer to the sea, or as near and further north."""
        (_, here), (_, there) = self.board.centre[a], self.board.centre[b]
        return (self.sea_distance.get(b, 0), there) < (self.sea_distance.get(a, 0), here)

    @cached_property
    def sea_distance(self) -> Mapping[int, int]:
        """Hexes to the nearest sea."""
        return sea_distance(self.board)

    def contains(self, point: Point, margin: float = 0) -> bool:
        return -margin <= point[0] <= self.width + margin and -margin <= point[1] <= self.height + margin

    @cached_property
    def shown(self) -> frozenset[int]:
        return frozenset(self.hexes)

    @cached_property
    def stacks(self) -> Mapping[int, tuple[Piece, ...]]:
        """The pieces in each hex drawn, the strongest first."""
        found: dict[int, list[Piece]] = {}
        for piece in self.view.pieces if self.view else ():
            if piece.at in self.board.boxes:
                continue
            hex = self.board.hex(piece.at)
            if hex in self.shown:
                found.setdefault(hex, []).append(piece)
        for stack in found.values():
            stack.sort(key=_fighters_first)
        return MappingProxyType({hex: tuple(found[hex]) for hex in sorted(found)})

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Every piece drawn: those in the frame, and beside a whole map those in the boxes."""
        everywhere = self.view.pieces if self.view and self.whole else ()
        beside = (piece for piece in everywhere if piece.at in self.board.boxes)
        return (*(piece for stack in self.stacks.values() for piece in stack), *beside)

    @cached_property
    def ground(self) -> Mapping[Axial, bool]:
        """Whether it is land, for every hex in and around the frame; where the map is silent, as in the nearest hex."""
        ground = {
            coordinate: terrain not in WATER
            for coordinate, terrain in zip(self.board.axial, self.board.terrain, strict=True)
        }
        edge = list(ground)
        while edge:
            further: list[Axial] = []
            for coordinate in edge:
                for near in hexes.neighbours(coordinate):
                    if near in ground or not self._near_frame(near):
                        continue
                    ground[near] = ground[coordinate]
                    further.append(near)
            edge = further
        return MappingProxyType({place: land for place, land in ground.items() if self._near_frame(place)})

    def _near_frame(self, coordinate: Axial) -> bool:
        x, y = self.board.layout.centre(coordinate)
        return (self.left - _BEYOND <= x <= self.right + _BEYOND) and (self.top - _BEYOND <= y <= self.bottom + _BEYOND)


def sea_distance(board: Board) -> Mapping[int, int]:
    """Hexes to the nearest sea; nothing for a board without any."""
    distance = {hex: 0 for hex in range(len(board)) if board.terrain[hex] in WATER}
    edge: Iterable[int] = list(distance)
    while edge:
        further = {near for hex in edge for near in board.neighbours[hex] if near >= 0 and near not in distance}
        steps = 1 + max(distance.values())
        distance |= dict.fromkeys(further, steps)
        edge = further
    return distance


def strength(piece: Piece) -> int:
    """What it fights with; a piece with a single factor only moves."""
    return piece.factors[0] if len(piece.factors) > 1 else 0


def _fighters_first(piece: Piece) -> tuple[int, ...]:
    return (-strength(piece), -len(piece.factors), *(-factor for factor in piece.factors))


def sheet_of(board: Board, view: View | None, theme: Theme, around: int | None, radius: int | None) -> Sheet:
    """The whole board, or the hexes within a radius of one."""
    if around is None:
        part: tuple[int, ...] = tuple(range(len(board)))
    else:
        part = tuple(hex for hex in range(len(board)) if board.distance(around, hex) <= (radius or 0))
    xs, ys = array("d"), array("d")  # a large map has sixty thousand corners
    for hex in part:
        for x, y in board.corners(hex):
            xs.append(x)
            ys.append(y)
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    inside = tuple(
        hex for hex, (x, y) in enumerate(board.centre) if left - 0.5 < x < right + 0.5 and top - 0.5 < y < bottom + 0.5
    )
    return Sheet(
        board=board,
        view=view,
        theme=theme,
        left=left,
        top=top,
        right=right,
        bottom=bottom,
        hexes=inside,
        whole=around is None,
    )


def element_id(kind: str, name: str) -> str:
    """A name as the id of an element: any other sign than a letter or digit, a dot or a hyphen becomes its code."""
    return f"{kind}-" + re.sub(r"[^A-Za-z0-9.-]", lambda sign: f"_{ord(sign.group()):x}_", name)


def attributes(**values: str | float) -> str:
    return "".join(f" {name.rstrip('_').replace('_', '-')}={quoteattr(str(value))}" for name, value in values.items())
