"""A game as a film: the map once, and on it one position after another. It needs no script: notebooks show it."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.board import Board
from sandtable.core.views import View
from sandtable.drawing.colours import PAPER
from sandtable.drawing.counters import counter_defs, counter_style, draw_stacks
from sandtable.drawing.geometry import number
from sandtable.drawing.sheet import escape, sheet_of
from sandtable.drawing.svg import draw_map

NOBODY = '<g id="units"></g>'  # where a map without a position has its counters


def draw_film(board: Board, views: Sequence[View], *, seconds: float = 0.8, title: str = "") -> str:
    """So many seconds for each position, round and round."""
    sheets = [sheet_of(board, view, PAPER, None, None) for view in views]
    pieces = list({piece.id: piece for sheet in sheets for piece in sheet.pieces}.values())
    frames = "".join(
        f'<g class="frame" visibility="hidden">{_shown(place, len(views), seconds)}{draw_stacks(sheet)}'
        f'<text class="title" x="{number(sheet.width / 2)}" y="{number(sheet.height - 30)}" font-size="48">'
        f"{escape(view.date)}</text></g>"
        for place, (sheet, view) in enumerate(zip(sheets, views, strict=True))
    )
    svg = draw_map(board, legend=False, title=title)
    svg = svg.replace("</style>", f"{counter_style(PAPER, pieces)}</style>", 1)
    svg = svg.replace("</defs>", f"{counter_defs(pieces)}</defs>", 1)
    return svg.replace(NOBODY, f'<g id="units">{frames}</g>', 1)


def _shown(place: int, count: int, seconds: float) -> str:
    """When this frame is seen."""
    begin, end = place / count, (place + 1) / count
    values, times = ["visible"], [begin]
    if begin > 0:
        values, times = ["hidden", *values], [0.0, *times]
    if end < 1:
        values, times = [*values, "hidden"], [*times, end]
    told = ";".join(f"{time:.4f}" for time in times)
    return (
        f'<animate attributeName="visibility" values="{";".join(values)}" keyTimes="{told}" '
        f'dur="{count * seconds:.2f}s" calcMode="discrete" repeatCount="indefinite"/>'
    )
