"""A view in words: the heading, the ledger, the units. No side and no game is known by name here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.core.cases import CaseTable
    from sandtable.core.title import Title
    from sandtable.core.values import Event
    from sandtable.core.views import Piece, View


def heading(view: View) -> str:
    """`turn 3 of 38, 1 May 1941, movement`."""
    turn = f"turn {view.turn} of {view.last_turn}" if view.last_turn else f"turn {view.turn}"
    return ", ".join(part for part in (turn, view.date, view.phase) if part)


def waiting(view: View) -> str:
    """Who is asked what, or how it ended."""
    if view.over:
        return ending(view)
    return f"{' and '.join(view.asked)}: {view.prompt}" if view.asked else view.prompt


def ending(view: View) -> str:
    won = f"{view.winner.title()} victory" if view.winner else "a draw"
    return f"the game is over, {won}: {view.over}"


def ledger(view: View) -> list[str]:
    return [f"{f'{fact.side} ' if fact.side else ''}{fact.label}: {fact.text}" for fact in view.facts]


def unit_line(piece: Piece) -> str:
    factors = "-".join(str(factor) for factor in piece.factors)
    kind = " ".join(part for part in (piece.nation, piece.size, piece.symbol) if part)
    marks = f"  [{', '.join(piece.marks)}]" if piece.marks else ""
    return f"{piece.id:<12} {factors:<8} {piece.at:<8} {kind}{marks}".rstrip()


def roster(pieces: Iterable[Piece], board_names: Sequence[str]) -> list[str]:
    """One line per unit, in order of location, those off the map last."""
    order = {name: number for number, name in enumerate(board_names)}
    return [unit_line(piece) for piece in sorted(pieces, key=lambda piece: (order.get(piece.at, len(order)), piece.at))]


def beside(pieces: Iterable[Piece], boxes: Sequence[str]) -> list[str]:
    """One line for each box that holds units."""
    inside = {box: [piece.id for piece in pieces if piece.at == box] for box in boxes}
    return [f"{box}: {', '.join(units)}" for box, units in inside.items() if units]


def speaks_of(piece: Piece, word: str) -> bool:
    """Whether a filter word is about this unit."""
    wanted = word.casefold()
    exact = (piece.at, piece.side, piece.nation, piece.symbol, *piece.marks)
    return wanted in (text.casefold() for text in exact) or any(
        wanted in text.casefold() for text in (piece.id, piece.name, piece.title)
    )


def story(title: Title[Any], events: Iterable[Event]) -> list[str]:
    """What is worth reporting of these events."""
    from sandtable.core.parley import tell

    return [line for event in events if (line := tell(title, event))]


def case_lines(table: CaseTable, number: str) -> list[str]:
    """A case for somebody who plays: what it says and how its doubts were settled."""
    case = table[number]
    lines = [f"{case.number}  {case.title}", f"    {case.summary}"]
    for ruling in table.rulings_on(number):
        lines += [f"    ruling {ruling.id}: {ruling.question}", f"        {ruling.enforced}"]
    return lines
