"""What the players see: the same for both, for nothing is hidden in this game but the dice to come."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core.frames import Decision
from sandtable.core.views import Fact, Piece, View
from sandtable.games.afrika_korps.ground.reach import can_move
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import date, limits
from sandtable.games.afrika_korps.sight.arrows import battles
from sandtable.games.afrika_korps.state import SIDES, AfrikaKorps, Unit
from sandtable.kit.screen import Clock, seen
from sandtable.kit.story import first_clauses

PHASES = {
    "FullStores": "Supply",
    "SupplyArrival": "Supply",
    "Arrivals": "Reinforcements and replacements",
    "Movement": "Movement",
    "Overstacked": "Movement",
    "Substitution": "Substitution",
    "Battles": "Declaration of attacks",
}


def view(state: AfrikaKorps, side: str) -> View:
    top = state.stack[-1]
    phase = f"{state.phasing.title()} {PHASES.get(type(top).__name__, 'Combat')}" if isinstance(top, Decision) else ""
    return seen(
        "afrika-korps",
        state,
        side,
        Clock(state.turn, limits().last_turn, date(state.turn), phase),
        (_piece(state, name, unit) for name, unit in state.units.items()),
        _facts(state),
        battles=battles(state),
    )


def _piece(state: AfrikaKorps, name: str, unit: Unit) -> Piece:
    counter = counters()[name]
    return Piece(
        id=name,
        name=counter.name,
        side=counter.side,
        nation=counter.nation,
        symbol=counter.kind,
        size=counter.size,
        factors=(counter.attack, counter.defence, counter.movement) if counter.is_combat else (counter.movement,),
        at=board().name(unit.at),
        marks=tuple(_marks(state, name, unit)),
        title=counter.full_name,
    )


def _marks(state: AfrikaKorps, name: str, unit: Unit) -> list[str]:
    marks = []
    if unit.isolated:
        marks.append("isolated")
    if name in state.defeated:
        marks.append("defeated")
    if name in state.frozen:
        marks.append("frozen")
    if name in state.spent:
        marks.append("spent")
    if unit.at >= 0 and counters()[name].side == state.phasing and not can_move(state, name):
        marks.append("moved")
    return marks


def _facts(state: AfrikaKorps) -> list[Fact]:
    facts = []
    for side in SIDES:
        books = state.books[side]
        facts.append(Fact("Supplies on the board", str(len(state.layout.supplies[side])), side))
        if books.ports:
            facts.append(Fact("Ports", ", ".join(board().name(port) for port in books.ports), side))
        if books.replacements:
            facts.append(Fact("Replacement factors", str(books.replacements), side))
        if books.held_turns:
            facts.append(Fact("Turns holding all fortresses and bases", str(books.held_turns), side))
        if books.bare_turns:
            facts.append(Fact("Turns without supply", str(books.bare_turns), side))
    return facts


def called() -> Mapping[str, str]:
    """What players call the counters: units by their long names, supplies by their numbers."""
    every = counters().items()
    units = {name: counter.full_name for name, counter in every if counter.is_combat and not counter.substitute}
    return {**{name: counter.name for name, counter in every}, **first_clauses(units)}


def muster(state: AfrikaKorps, side: str) -> dict[str, list[str]]:
    """Units by name; a formation goes by the number before the stroke, or by its name."""
    found: dict[str, list[str]] = {}
    for piece in view(state, side).pieces:
        if piece.side == side and piece.at in board().index:
            formation, _, number = piece.id.partition("/")
            names = {piece.id, formation, piece.title.rpartition(", ")[2]} if number else {piece.id}
            for name in sorted(names):
                found.setdefault(name, []).append(piece.id)
    return found
