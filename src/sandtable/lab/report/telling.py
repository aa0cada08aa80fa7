"""A report in tables and sentences: rows for the page, and Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean

from sandtable.core.values import Value
from sandtable.lab.report.figures import Figures, SeriesFigures, TitleFigures
from sandtable.lab.report.statistics import ERROR, STRONGER, Interval

SHIPPING = {"landed": "landings", "sunk": "sinkings", "no_supply": "landings that were not possible"}


class Table(Value, frozen=True):
    title: str
    text: str  # how to read it
    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]


def percent(rate: Interval) -> str:
    return f"{rate.mean:.0%} ({max(0.0, rate.low):.0%} to {min(1.0, rate.high):.0%})"


def summary(found: Figures) -> str:
    rules = ", ".join(f"{key} {version}" for key, version in found.rules.items())
    return f"{found.games} games, seed {found.seed}; rules: {rules}."


def tables(found: TitleFigures) -> Iterator[Table]:
    yield _results(found)
    if found.verdicts:
        yield _verdicts(found)
    if found.ratings:
        yield _ratings(found)
    if found.differences:
        yield _differences(found)
    yield _endings(found)
    if found.supply:
        yield _supply(found)


def _results(found: TitleFigures) -> Table:
    first, second = found.sides
    return Table(
        "Results",
        "In brackets the 95% interval: where the true rate lies in 95 of 100 such experiments.",
        ("series", first, second, "games", f"{first} won", f"{second} won", "drawn", "turns", "not finished"),
        [_result(each, first, second) for each in found.series],
    )


def _result(each: SeriesFigures, first: str, second: str) -> tuple[str, ...]:
    left = f"{each.games - each.finished - each.crashed}" + (f", {each.crashed} crashed" if each.crashed else "")
    return (
        each.label,
        each.players[first],
        each.players[second],
        str(each.games),
        percent(each.rates[first]),
        percent(each.rates[second]),
        str(each.draws),
        f"{fmean(each.turns):.1f} ({each.turns[0]} to {each.turns[-1]})" if each.turns else "",
        left,
    )


def _verdicts(found: TitleFigures) -> Table:
    return Table(
        "Who is stronger",
        f"A sequential test of 'scores {STRONGER:.0%}' against 'scores a half', the games of one deal weighed "
        f"together; it errs in at most {ERROR:.0%} of cases either way.",
        ("players", "games", "score of the first", "verdict"),
        [
            (f"{each.player} against {each.opponent}", str(each.games), f"{each.score:.1%}", each.answer)
            for each in found.verdicts
        ],
    )


def _ratings(found: TitleFigures) -> Table:
    return Table(
        "Ratings",
        "By openskill (Bradley-Terry): everybody begins with 25; the second figure is the uncertainty.",
        ("player", "rating", "uncertainty"),
        [(each.player, f"{each.mean:.1f}", f"{each.deviation:.1f}") for each in found.ratings],
    )


def _differences(found: TitleFigures) -> Table:
    first = found.sides[0]
    return Table(
        "What the options change",
        f"How much more of the points {first} scores, deal by deal with the same dice. An interval that holds 0 shows "
        "no difference.",
        ("series", "against", "deals", f"{first} scores more by"),
        [
            (
                each.label,
                each.base,
                str(each.deals),
                f"{100 * each.change.mean:+.0f} points ({100 * each.change.low:+.0f} to {100 * each.change.high:+.0f})",
            )
            for each in found.differences
        ],
    )


def _endings(found: TitleFigures) -> Table:
    return Table(
        "How games end",
        "Alike but for their figures they are one row; the sentence is an example.",
        ("series", "winner", "games", "how"),
        [
            (
                f"{each.label}, {' – '.join(each.players.values())}",
                ending.winner or "nobody",
                str(ending.games),
                f"{ending.case} {ending.reason}",
            )
            for each in found.series
            for ending in each.endings
        ],
    )


def _supply(found: TitleFigures) -> Table:
    return Table(
        "Supply and winning",
        "A turn on average, in games that a side won and in games it lost. The last column says how often a game that "
        "was won had more of it than one that was lost: 50% means no connection. It does not say which caused which.",
        ("side", "what", "when won", "when lost", "more when won"),
        [
            (
                each.side,
                SHIPPING.get(each.label, each.label),
                f"{each.won:.2f}",
                f"{each.lost:.2f}",
                f"{each.more:.0%}",
            )
            for each in found.supply
        ],
    )


CAPTIONS = {
    "win-rates": "Win rates with their intervals.",
    "lengths": "How long games last.",
    "losses": "Counters lost until the end of each turn, on average over the games that lasted so long.",
    "front": "Where a line from north to south leaves the fewest counters on the wrong side, when each turn began.",
}


def markdown(found: Figures, plots: dict[str, Sequence[str]]) -> str:
    """`plots` has the files of each title, by its key."""
    parts = [f"# {found.name}", found.text, summary(found)]
    for title in found.titles:
        parts.append(f"## {title.name}")
        for path in plots.get(title.key, ()):
            caption = next(text for name, text in CAPTIONS.items() if path.endswith(f"{name}.svg"))
            parts.append(f"![{caption}]({path})")
            parts.append(f"*{caption}*")
        parts += [_markdown(table) for table in tables(title)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _markdown(table: Table) -> str:
    lines = [f"### {table.title}", "", table.text, "", _row(table.heads), "|" + "---|" * len(table.heads)]
    return "\n".join([*lines, *map(_row, table.rows)])


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
