"""What the players see: the same for both, for nothing is hidden in this game but the dice to come."""

from __future__ import annotations

from sandtable.core.frames import Decision, Over
from sandtable.core.views import Fact, Piece, View
from sandtable.games.panzerarmee_afrika.counters import Echelon, Type, counters
from sandtable.games.panzerarmee_afrika.deployment import Deployment
from sandtable.games.panzerarmee_afrika.map import agheila, alexandria, bardia, board, tobruk
from sandtable.games.panzerarmee_afrika.movement import is_free
from sandtable.games.panzerarmee_afrika.schedule import turn
from sandtable.games.panzerarmee_afrika.state import (
    SIDES,
    PanzerarmeeAfrika,
    Unit,
    movement_of,
    role_of,
    side_of,
    strength_of,
)
from sandtable.games.panzerarmee_afrika.story import tell
from sandtable.games.panzerarmee_afrika.tables import limits
from sandtable.games.panzerarmee_afrika.victory import tally

__all__ = ["tell", "view"]

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
SIZES: dict[Echelon, str] = {"battalion": "II", "regiment": "III", "brigade": "X"}
PLACES = {"El Agheila": agheila, "Bardia": bardia, "Tobruk": tobruk, "Alexandria": alexandria}


def view(state: PanzerarmeeAfrika, side: str) -> View:
    top = state.stack[-1]
    decision = top if isinstance(top, Decision) else None
    over = top if isinstance(top, Over) else None
    whose = top.side if isinstance(top, Deployment) else state.phasing
    return View(
        game="panzerarmee-afrika",
        scenario=state.scenario,
        side=side,
        turn=state.turn,
        last_turn=limits().last_turn,
        date=turn(state.turn).month,
        phase=f"{whose.title()} {PHASES.get(type(top).__name__, 'Combat')}" if decision else "",
        prompt=decision.prompt(state) if decision else "",
        asked=decision.asked(state) if decision else (),
        pieces=tuple(_piece(state, name, unit) for name, unit in state.units.items()),
        facts=tuple(_facts(state)),
        over=over.reason if over else "",
        winner=over.winner if over else None,
        count=state.count,
    )


def _piece(state: PanzerarmeeAfrika, name: str, unit: Unit) -> Piece:
    counter = counters().get(name)
    at, marks = board().name(unit.at), tuple(_marks(state, name, unit))
    if counter is None: return _logistics(name, at, marks)
    return Piece(
        id=name,
        name=counter.name,
        side=counter.side,
        nation=counter.nation,
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
        nation="",
        symbol="transport" if lorry else "supply",
        size="",
        factors=(movement_of(name),) if lorry else (),
        at=at,
        marks=marks,
        title=f"{side.title()} {'transport unit' if lorry else 'supply installation'} {number}",
    )


def _marks(state: PanzerarmeeAfrika, name: str, unit: Unit) -> list[str]:
    marks = []
    if unit.at < 0: return []
    if unit.dismounted:
        marks.append("dismounted")
    elif unit.out:
        marks.append("out of supply")
    if unit.adrift: marks.append("out of command")
    if unit.step: marks.append("reinforced")
    if side_of(name) == state.phasing and role_of(name) != "depot" and not is_free(state, name): marks.append("moved")
    return marks


def _facts(state: PanzerarmeeAfrika) -> list[Fact]:
    facts = [
        Fact("Controls", ", ".join(place for place, at in PLACES.items() if state.holder(at()) == side), side)
        for side in SIDES if any(state.holder(at()) == side for at in PLACES.values())
    ]
    for side in SIDES:
        books, sum_of = state.books[side], tally(state, side)
        cost = f", {sum_of.penalty} off for options" if sum_of.penalty else ""
        facts.append(Fact("Factors in supply", f"{sum_of.on_map}{cost}", side))
        held = [f"{count} {pool.replace('-', ' ')}" for pool, count in books.points.items() if count]
        if held: facts.append(Fact("Replacement points", ", ".join(held), side))
        if books.taken: facts.append(Fact("Options exercised", ", ".join(books.taken), side))
        if books.tobruk: facts.append(Fact("Faction turns in Tobruk", str(books.tobruk), side))
    if state.option("reliability") and (lost := state.books["axis"].italian_losses):
        facts.append(Fact("Italian infantry factors lost", str(lost), "axis"))
    if state.turn >= limits().malta_turn: facts.append(Fact("Malta", state.malta.replace("-", " "), "axis"))
    return facts
