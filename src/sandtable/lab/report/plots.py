"""Plots of a report as SVG, in the colours of the maps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sandtable.drawing.colours import PAPER, side_colour
from sandtable.lab.experiments.parquet import NoLab
from sandtable.lab.report.figures import TitleFigures
from sandtable.lab.report.statistics import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 8.6  # inches
GAP = 5  # turns between scenarios that are still drawn as one
DASHES = ("-", "--")  # sides with one colour are told apart by their lines


def drawn(found: TitleFigures) -> dict[str, str]:
    """Every plot that the figures of a title allow, by its name. Raises `NoLab`."""
    wanted: dict[str, tuple[bool, Callable[[], str]]] = {
        "win-rates": (True, lambda: win_rates(found)),
        "lengths": (any(len(set(each.turns)) > 1 for each in found.series), lambda: lengths(found)),
        "losses": (any(found.losses.values()) and joined(found), lambda: losses(found)),
        "front": (len(found.front) > 2 and joined(found), lambda: front(found)),
    }
    return {name: draw() for name, (possible, draw) in wanted.items() if possible}


def joined(found: TitleFigures) -> bool:
    """Whether the games are of one time of the war: a line from September 1940 to October 1942 would say nothing."""
    return all(after - before <= GAP for (before, *_), (after, *_) in pairwise(found.front))


def win_rates(found: TitleFigures) -> str:
    """A row for each series: how often the first side won, with its interval; with draws among them, the second too."""
    drawn = any(each.draws for each in found.series)
    sides = found.sides if drawn else found.sides[:1]
    rows = [f"{each.label}\n{' – '.join(each.players.values())}" for each in found.series]
    with _axes((0.95 if drawn else 0.62) * len(rows) + 0.9) as (axes, finish):
        for row, each in enumerate(found.series):
            for number, side in enumerate(sides):
                _rate(axes, row + 0.42 * (number - (len(sides) - 1) / 2), each.rates[side], side)
        axes.axvline(0.5, color=PAPER.grid, linewidth=1, linestyle=":")
        axes.set_yticks(range(len(rows)), rows)
        axes.set_ylim(len(rows) - 0.4, -0.7)
        axes.set_xlim(-0.02, 1.02)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
        won = f"{_name(sides[0])} (above) and by {_name(sides[1])}" if drawn else _name(sides[0])
        axes.set_xlabel(f"games won by {won}; bars are 95% intervals")
        return finish()


def _rate(axes: Axes, place: float, rate: Interval, side: str) -> None:
    axes.plot([rate.low, rate.high], [place, place], color=side_colour(side), linewidth=5, alpha=0.35)
    axes.plot([rate.mean], [place], "o", color=side_colour(side), markersize=8)
    axes.annotate(f"{rate.mean:.0%}", (rate.mean, place), (0, 6), textcoords="offset points", ha="center", fontsize=9)


def lengths(found: TitleFigures) -> str:
    """In which turns games ended."""
    turns = [turn for each in found.series for turn in each.turns]
    with _axes(2.6) as (axes, finish):
        bins = [turn - 0.5 for turn in range(min(turns), max(turns) + 2)]
        axes.hist(turns, bins=bins, color=PAPER.relief, edgecolor=PAPER.panel)
        axes.set_xlabel("turn in which a game ended")
        axes.set_ylabel("games")
        _whole_numbers(axes)
        return finish()


def losses(found: TitleFigures) -> str:
    with _axes(3.2) as (axes, finish):
        for place, (side, curve) in enumerate(found.losses.items()):
            turns, lost = zip(*curve, strict=True) if curve else ((), ())
            axes.plot(turns, lost, DASHES[place % 2], color=side_colour(side), linewidth=2.5, label=_name(side))
        axes.set_xlabel("turn")
        axes.set_ylabel("counters lost so far")
        axes.set_ylim(bottom=0)
        _whole_numbers(axes)
        axes.legend(frameon=False, loc="upper left")
        return finish()


def front(found: TitleFigures) -> str:
    """Median and middle half of the games, with history where it is known."""
    with _axes(3.8) as (axes, finish):
        turns = [turn for turn, *_ in found.front]
        axes.fill_between(
            turns, [low for _, low, _, _ in found.front], [high for *_, high in found.front],
            color=PAPER.look, alpha=0.25, linewidth=0, label="the middle half of the games",
        )  # fmt: skip
        axes.plot(turns, [middle for _, _, middle, _ in found.front], color=PAPER.ink, linewidth=2.5, label="median")
        if found.history:
            past = [turn for turn, _ in found.history]
            axes.plot(past, [x for _, x in found.history], "--", color=PAPER.road, linewidth=2, label="history")
        axes.set_yticks([x for _, x in found.places], [name for name, _ in found.places])
        axes.grid(axis="y", color=PAPER.grid, alpha=0.25)
        axes.set_xlabel("turn")
        axes.set_ylabel("west to east")
        _whole_numbers(axes, y=False)
        axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(0, 1.14), ncols=3)
        return finish()


def _name(side: str) -> str:
    return side.capitalize()


@contextmanager
def _axes(height: float) -> Iterator[tuple[Axes, Callable[[], str]]]:
    with canvas(height) as (figure, finish):
        yield figure.subplots(), finish


@contextmanager
def canvas(height: float) -> Iterator[tuple[Figure, Callable[[], str]]]:
    """A figure in our colours, and what makes an SVG of it: the same figures make the same bytes."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise NoLab("plots need matplotlib: pip install 'sandtable[lab]'") from None
    settings: dict[str, Any] = {
        "svg.hashsalt": "sandtable", "svg.fonttype": "path", "font.family": "serif", "font.size": 11,
        "text.color": PAPER.ink, "axes.labelcolor": PAPER.quiet_ink, "axes.edgecolor": PAPER.grid,
        "xtick.color": PAPER.quiet_ink, "ytick.color": PAPER.ink, "axes.facecolor": PAPER.panel,
        "figure.facecolor": PAPER.panel, "axes.spines.top": False, "axes.spines.right": False,
    }  # fmt: skip
    with matplotlib.rc_context(settings):  # type: ignore[arg-type]  # its stubs name every key in a literal
        figure = Figure(figsize=(WIDTH, height), layout="constrained")

        def finish() -> str:
            page = StringIO()
            figure.savefig(page, format="svg", metadata={"Date": None})
            return re.sub(r"<metadata>.*?</metadata>", "", page.getvalue(), flags=re.DOTALL)

        yield figure, finish


def _whole_numbers(axes: Axes, y: bool = True) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if y:
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
