"""What the players see: the same for both, for nothing is hidden in this game but the dice to come."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core.frames import Decision
from sandtable.core.views import Piece, View
from sandtable.games.panzerarmee_afrika.deployment import Deployment
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement.phase import Movement
from sandtable.games.panzerarmee_afrika.movement.reach import is_free
from sandtable.games.panzerarmee_afrika.pieces.counters import Echelon, Nation, Type, counters
from sandtable.games.panzerarmee_afrika.pieces.schedule import turn
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.sight.arrows import battles
from sandtable.games.panzerarmee_afrika.sight.panels import panels
from sandtable.games.panzerarmee_afrika.state import (
    SIDES,
    PanzerarmeeAfrika,
    Unit,
    movement_of,
    role_of,
    side_of,
    strength_of,
)
from sandtable.games.panzerarmee_afrika.victory.standing import facts
from sandtable.kit.screen import Clock, seen
from sandtable.kit.story import first_clauses

PHASES = {
    "Deployment": "Set-up",
    "MaltaInvasion": "Supply",
    "Movement": "Movement",
    "Overstacked": "Movement",
    "Declarations": "Declaration of combats",
    "CombatSupply": "Combat supply",
    "Withdrawals": "Withdrawals",
    "Reinforcements": "Reinforcements and replacements",
}
SYMBOLS: dict[Type, str] = {
    "infantry": "infantry",
    "motorised": "motorised_infantry",
    "airborne": "paratroop",
    "air-assault": "glider",
    "mechanised": "armoured_infantry",
    "reconnaissance": "armoured_recce",
    "armoured": "armour",
}
NATIONS: dict[Nation, str] = {
    "DE": "German",
    "IT": "Italian",
    "UK": "British",
    "IN": "Indian",
    "US": "American",
    "AU": "Australian",
    "NZ": "New Zealand",
    "SA": "South African",
    "FR": "Free French",
    "PL": "Polish",
    "GK": "Greek",
    "BE": "Belgian",
}
SIZES: dict[Echelon, str] = {"battalion": "II", "regiment": "III", "brigade": "X"}


def view(state: PanzerarmeeAfrika, side: str) -> View:
    top = state.stack[-1]
    whose = top.side if isinstance(top, Deployment) else state.phasing
    phase = f"{whose.title()} {PHASES.get(type(top).__name__, 'Combat')}" if isinstance(top, Decision) else ""
    return seen(
        "panzerarmee-afrika",
        state,
        side,
        Clock(state.turn, limits().last_turn, turn(state.turn).month, phase),
        (_piece(state, name, unit) for name, unit in state.units.items()),
        facts(state),
        panels(state),
        battles(state),
    )


def _piece(state: PanzerarmeeAfrika, name: str, unit: Unit) -> Piece:
    counter = counters().get(name)
    at, marks = board().name(unit.at), tuple(_marks(state, name, unit))
    if counter is None:
        return _logistics(name, at, marks)
    return Piece(
        id=name,
        name=counter.name,
        side=counter.side,
        nation=NATIONS[counter.nation],
        symbol=SYMBOLS[counter.type],
        size=SIZES[counter.echelon],
        factors=(strength_of(state, name), counter.movement_factor),
        at=at,
        marks=marks,
        title=counter.full_name,
    )


def _logistics(name: str, at: str, marks: tuple[str, ...]) -> Piece:
    side, number = side_of(name), name.rpartition("-")[2]
    lorry = role_of(name) == "lorry"
    return Piece(
        id=name,
        name=number,
        side=side,
        nation=side.title(),
        symbol="transport" if lorry else "supply",
        size="",
        factors=(movement_of(name),) if lorry else (),
        at=at,
        marks=marks,
        title=f"{side.title()} {'transport unit' if lorry else 'supply installation'} {number}",
    )


def _marks(state: PanzerarmeeAfrika, name: str, unit: Unit) -> list[str]:
    marks: list[str] = []
    if unit.at < 0:
        return marks
    if unit.dismounted:
        marks.append("dismounted")
    elif unit.out:
        marks.append("out of supply")
    if unit.adrift:
        marks.append("out of command")
    if unit.step:
        marks.append("reinforced" if unit.step == 1 else "reinforced twice")
    if mark := _movement_mark(state, name, unit):
        marks.append(mark)
    return marks


def _movement_mark(state: PanzerarmeeAfrika, name: str, unit: Unit) -> str:
    """What a counter of the phasing side has done of its move. [8.5] An installation that was carried gives no attack
    supply; [11.1.5] a unit may be held before a fort."""
    if side_of(name) != state.phasing:
        return ""
    if role_of(name) == "depot":
        return "moved" if name in state.treks else ""
    if not isinstance(state.stack[-1], Movement):
        return ""
    if unit.dismounted or unit.out or unit.adrift or is_free(state, name):
        return ""
    return "moved" if name in state.treks else "halted"


def called() -> Mapping[str, str]:
    """What players call the counters."""
    units = first_clauses({name: counter.full_name for name, counter in counters().items()})
    trains = {"lorry": "transport unit", "depot": "supply installation"}
    return units | {f"{side}-{kind}-#": f"{side.title()} {what} #" for side in SIDES for kind, what in trains.items()}
