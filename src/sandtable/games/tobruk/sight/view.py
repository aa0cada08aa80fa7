"""What the players see: the same for both, for nothing is hidden in this game but the bid and the dice to come."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core.views import Fact, Piece, View
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.pieces.counters import chits, counters
from sandtable.games.tobruk.pieces.tables import date, scenarios
from sandtable.games.tobruk.scenario.victory import points
from sandtable.games.tobruk.sight.arrows import battles
from sandtable.games.tobruk.sight.panels import panels
from sandtable.games.tobruk.sight.standing import able, marks, phase, symbol
from sandtable.games.tobruk.state import SIDES, Tobruk, strength
from sandtable.kit.screen import Clock, seen
from sandtable.kit.story import first_clauses


def view(state: Tobruk, side: str) -> View:
    ready = able(state)
    return seen(
        "tobruk",
        state,
        side,
        Clock(state.turn, scenarios()[state.scenario].last_turn, date(state.turn), phase(state)),
        (_piece(state, name, ready) for name in state.units),
        _facts(state),
        panels(state),
        battles(state),
    )


def _piece(state: Tobruk, name: str, ready: tuple[str, ...]) -> Piece:
    """[2.3, 2.4] A headquarters shows artillery support, activation range and movement."""
    counter, unit, numbers = counters()[name], state.units[name], strength(state, name)
    if counter.is_headquarters:
        factors = (counter.artillery, counter.range, counter.movement)
    else:
        factors = (numbers.attack, numbers.defence, numbers.movement)
    return Piece(
        id=name,
        name=name if counter.is_headquarters else counter.name,
        side=counter.side,
        nation=counter.country,
        symbol=symbol(name),
        size=counter.size,
        factors=factors,
        at=board().name(unit.at),
        marks=marks(state, name, unit, ready),
        title=f"{counter.full_name} ({chits()[counter.command].name if counter.command else 'unassigned'})",
        stripe=chits()[counter.command].colour if counter.command else "",
    )


def _facts(state: Tobruk) -> list[Fact]:
    facts = []
    for side in SIDES:
        facts.append(Fact("Points", str(points(state, side)), side))
        lost = state.pool(side).lost
        if lost:
            facts.append(Fact("Air units lost", str(lost), side))
    if state.margin:
        facts.append(Fact("Lead the Commonwealth needs", str(state.margin)))
    return facts


def called() -> Mapping[str, str]:
    """What players call the counters."""
    return first_clauses({name: counter.full_name for name, counter in counters().items()})
