"""A review as one page that needs nothing beside it: the curve of the game, its throws, and what the staff would have
done."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from sandtable.core.board import Board
from sandtable.core.title import Title
from sandtable.drawing import draw_map
from sandtable.drawing.colours import PAPER, Theme
from sandtable.drawing.svg import SANS, SERIF
from sandtable.lab.course import TurnOnTheMap, degrees
from sandtable.lab.review import Review, ThrowReview, TurnReview
from sandtable.lab.telling import luck_in_words, measure, signed, throw_in_words

WIDTH, HEIGHT, MARGIN = 860, 260, 44


def page(title: Title[Any], found: Review) -> str:
    won = f"{found.winner.title()} victory" if found.winner else "A draw"
    throws = "".join(_throw(title, found, throw) for throw in found.telling)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title.name)}: a game reviewed</title><style>{_style(PAPER)}</style></head><body><main>"
        f"<h1>{escape(title.name)}</h1><p class='quiet'>{escape(title.book.guide().scenario(found.scenario).name)}</p>"
        f"<p><b>{won}</b>: {escape(found.ending)}</p>"
        f"<h2>The course of the game</h2><p>{escape(measure(title, found))}</p>{curve(title, found)}{_turns(found)}"
        f"{on_the_map(title.rules.board(), found)}"
        f"<h2>Luck</h2><p>{escape(luck_in_words(title, found))}</p>"
        + (f"<h2>The throws that mattered most</h2><ol>{throws}</ol>" if throws else "")
        + "".join(
            f"<h2>Turn {each.turn}: what the staff would have done for {title.screen.the(each.side)}</h2>"
            f"<pre>{escape(each.text)}</pre>"
            for each in found.turning
        )
        + "</main></body></html>\n"
    )


def on_paper(written: str) -> str:
    """The same page for the printer: nothing is folded away, and colours are kept."""
    kept = "<style>@page{size:A4;margin:12mm}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}</style>"
    return written.replace("<details>", "<details open>").replace("</head>", f"{kept}</head>")


# The curve


def curve(title: Title[Any], found: Review) -> str:
    """How the game stood turn by turn, each turn's share of the dice as a bar from where it began."""
    stood = [turn.stood for turn in found.turns] + [found.turns[-1].stood + found.turns[-1].change]
    low, high = (0.0, 1.0) if found.in_chances else (min(0.0, *stood), max(0.0, *stood))
    step = (WIDTH - 2 * MARGIN) / max(1, len(found.turns))

    def x(number: float) -> float:
        return round(MARGIN + number * step, 1)

    def y(value: float) -> float:
        return round(HEIGHT - MARGIN - (value - low) / ((high - low) or 1) * (HEIGHT - 2 * MARGIN), 1)

    middle = 0.5 if found.in_chances else 0.0
    points = " ".join(f"{x(number)},{y(value)}" for number, value in enumerate(stood))
    every = max(1, len(found.turns) // 12)
    labels = "".join(
        f'<text x="{x(number)}" y="{HEIGHT - MARGIN + 18}">{turn.turn}</text>'
        for number, turn in enumerate(found.turns)
        if number % every == 0
    )
    bars = "".join(
        f'<line class="{"helped" if turn.luck >= 0 else "hurt"}" x1="{x(number + 0.5)}" x2="{x(number + 0.5)}" '
        f'y1="{y(turn.stood)}" y2="{y(min(high, max(low, turn.stood + turn.luck)))}"/>'
        for number, turn in enumerate(found.turns)
    )
    ends = "".join(
        f'<text class="end" x="{MARGIN - 8}" y="{y(value) + 4}">{_level(found, value)}</text>'
        for value in (low, middle, high)
    )
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{escape(measure(title, found))}</title>'
        f'<line class="middle" x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y(middle)}" y2="{y(middle)}"/>'
        f'{bars}<polyline points="{points}"/>{labels}{ends}</svg>'
        "<p class='quiet'>The line is how the game stood when each turn began; the bars are what the dice of the turn "
        "brought.</p>"
    )


def _level(found: Review, value: float) -> str:
    return f"{100 * value:.0f}" if found.in_chances else f"{value:.0f}"


# The map


def on_the_map(board: Board, found: Review) -> str:
    """The front line by turn, and where was fought and marched."""
    fought, marched = found.course.battles, found.course.traffic
    return (
        (
            f"<h2>The front line</h2>{front(board, found)}"
            if any(t.front is not None for t in found.course.turns)
            else ""
        )
        + (f"<h2>Where it was fought</h2>{_heat(board, 'battles', fought)}" if fought else "")
        + (f"<h2>Where units marched</h2>{_heat(board, 'traffic', marched)}" if marched else "")
    )


def front(board: Board, found: Review) -> str:
    """How far east the line ran when each turn began, and in the war; the names of towns say how far that is."""
    turns = found.course.turns
    west, east = min(x for x, _ in board.centre), max(x for x, _ in board.centre)
    left = 3 * MARGIN  # room for the names
    step = (WIDTH - left - MARGIN) / max(1, len(turns) - 1)

    def x(number: int) -> float:
        return round(left + number * step, 1)

    def y(place: float) -> float:
        return round(HEIGHT - MARGIN - (place - west) / (east - west) * (HEIGHT - 2 * MARGIN), 1)

    def line(kind: str, places: Sequence[float | None]) -> str:
        points = " ".join(f"{x(number)},{y(place)}" for number, place in enumerate(places) if place is not None)
        return f'<polyline class="{kind}" points="{points}"/>' if points else ""

    towns = "".join(
        f'<line class="middle" x1="{left}" x2="{WIDTH - MARGIN}" y1="{y(at)}" y2="{y(at)}"/>'
        f'<text class="end" x="{left - 8}" y="{y(at) + 4}">{escape(name)}</text>'
        for name, at in found.course.places
    )
    every = max(1, len(turns) // 12)
    labels = "".join(
        f'<text x="{x(number)}" y="{HEIGHT - MARGIN + 18}">{turn.turn}</text>'
        for number, turn in enumerate(turns[:-1])
        if number % every == 0
    )
    past = line("history", [turn.history for turn in turns])
    told = "; the broken line is where it ran in the war" if past else ""
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>The front line by turn</title>'
        f"{towns}{past}{line('front', [turn.front for turn in turns])}{labels}</svg>"
        f"<p class='quiet'>West is below, east above: where a line from north to south leaves the fewest units on the "
        f"wrong side when each turn begins{told}.</p>"
    )


def _heat(board: Board, name: str, counts: Mapping[str, int]) -> str:
    drawn = draw_map(board, legend=False, title=name.capitalize(), heat=degrees(counts))
    return f'<img alt="Map of {name}" src="data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}">'


# Tables


def _turns(found: Review) -> str:
    counted = [f"{side.capitalize()} {what}" for what in ("units", "losses", "short") for side in found.sides]
    heads = "".join(f"<th>{head}</th>" for head in ("Turn", "", "Stood", "Change", "Dice", "Play", *counted))
    above = {each.turn: each for each in found.course.turns}
    rows = "".join(f"<tr>{_cells(found, turn, above[turn.turn])}</tr>" for turn in found.turns)
    return (
        f"<details><summary>Turn by turn</summary><table><tr>{heads}</tr>{rows}</table>"
        "<p class='quiet'>Units on the map when the turn began, counters lost in it, and units short of supply when it "
        "began.</p></details>"
    )


def _cells(found: Review, turn: TurnReview, above: TurnOnTheMap) -> str:
    figures = [signed(found, each) for each in (turn.change, turn.luck, turn.play)]
    counted = [str(row[side]) for row in (turn.units, above.losses, above.short) for side in found.sides]
    cells = (str(turn.turn), escape(turn.date), _level(found, turn.stood), *figures, *counted)
    return "".join(f"<td>{cell}</td>" for cell in cells)


def _throw(title: Title[Any], found: Review, throw: ThrowReview) -> str:
    story = "".join(f"<br>{escape(line)}" for line in throw.story)
    return (
        f"<li><b>Turn {throw.turn}</b>: {escape(throw_in_words(title, found, throw))}"
        f"<span class='quiet'>{story}<br>entry {throw.entry + 1}, {throw.side}: {escape(throw.action)}</span></li>"
    )


def _style(theme: Theme) -> str:
    return (
        f"body{{background:{theme.page};color:{theme.ink};font:16px/1.5 {SERIF};margin:0}}"
        f"main{{max-width:{WIDTH}px;margin:2em auto;padding:1.5em 2em;background:{theme.panel}}}"
        f"h1,h2{{font-weight:600}}h2{{margin-top:1.6em}}.quiet{{color:{theme.quiet_ink};font-size:.9em}}"
        f"svg{{width:100%;height:auto;font:12px {SANS};fill:{theme.quiet_ink}}}text{{text-anchor:middle}}"
        f"text.end{{text-anchor:end}}polyline{{fill:none;stroke:{theme.ink};stroke-width:2.5;stroke-linejoin:round}}"
        f"polyline.history{{stroke:{theme.road};stroke-dasharray:6 5}}img{{width:100%}}"
        f".middle{{stroke:{theme.grid};stroke-dasharray:3 4}}.helped{{stroke:{theme.may};stroke-width:9}}"
        f".hurt{{stroke:{theme.may_not};stroke-width:9}}table{{border-collapse:collapse;font:14px {SANS};width:100%}}"
        f"td,th{{text-align:right;padding:.15em .6em;border-bottom:1px solid {theme.grid}44}}"
        "td:nth-child(2),th:nth-child(2){text-align:left}li{margin:.6em 0}"
        f"pre{{white-space:pre-wrap;font:14px/1.45 {SANS};border-left:3px solid {theme.look};padding-left:1em}}"
        "summary{cursor:pointer}@media print{main{margin:0;max-width:none}}"
        "@media(max-width:600px){main{margin:0;padding:1em}td,th{padding:.15em .3em}}"
    )
