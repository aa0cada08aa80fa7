"""How often the forecasts of our curves came true: a picture of every curve that a game has."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt
from typing import TYPE_CHECKING

from sandtable import games
from sandtable.bots.arena import wilson
from sandtable.core.values import Value
from sandtable.drawing.colours import PAPER, side_colour
from sandtable.kit.staff.chances import Curve, curves
from sandtable.lab.report.plots import canvas

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROW = 3  # curves beside each other
LARGEST = 14.0  # points across, of the mark that stands for the most positions
TICKS = ([0, 0.5, 1], ["0%", "50%", "100%"])


class Tried(Value, frozen=True):
    """A curve, and whose chances it tells."""

    game: str
    scenario: str
    side: str
    curve: Curve


def all_tried() -> Iterator[Tried]:
    for title in games.titles():
        for scenario, curve in curves(title).items():
            yield Tried(title.name, scenario, title.sides[0], curve)


def reliability() -> str:
    """As SVG. Raises `NoLab`."""
    found = list(all_tried())
    rows = ceil(len(found) / ROW)
    with canvas(3.1 * rows + 0.3) as (figure, finish):
        grid = figure.subplots(rows, ROW, squeeze=False)
        for axes in grid.flat[len(found) :]:
            axes.set_visible(False)
        for axes, each in zip(grid.flat, found, strict=False):
            _panel(axes, each)
        figure.supxlabel("predicted chance to win", color=PAPER.quiet_ink, fontsize=11)
        figure.supylabel("share that was won", color=PAPER.quiet_ink, fontsize=11)
        return finish()


def _panel(axes: Axes, each: Tried) -> None:
    colour, most = side_colour(each.side), max((band.samples for band in each.curve.tried), default=1)
    axes.plot([0, 1], [0, 1], color=PAPER.grid, linewidth=1, linestyle=":")
    for band in each.curve.tried:
        low, high = wilson(round(band.came * band.games), band.games)
        axes.plot([band.forecast] * 2, [low, high], color=colour, linewidth=4, alpha=0.3, solid_capstyle="butt")
        size = max(4.0, LARGEST * sqrt(band.samples / most))
        axes.plot([band.forecast], [band.came], "o", color=colour, markersize=size)
        above = band.came < 0.5
        axes.annotate(
            f"{band.samples}", (band.forecast, high if above else low), (0, 4 if above else -4), fontsize=8,
            textcoords="offset points", ha="center", va="bottom" if above else "top",
        )  # fmt: skip
    axes.set_title(f"{each.game}\n{each.scenario}: {each.side.capitalize()}", fontsize=9.5)
    axes.set_xlim(-0.06, 1.06)
    axes.set_ylim(-0.13, 1.13)
    axes.set_xticks(*TICKS)
    axes.set_yticks(*TICKS)
    axes.tick_params(labelsize=9)
    axes.set_box_aspect(1)
