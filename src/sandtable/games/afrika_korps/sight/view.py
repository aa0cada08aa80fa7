"""What the players see: the same for both, for nothing is hidden in this game but the dice to come."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.core.frames import Decision, Over
from sandtable.core.values import Event
from sandtable.core.views import Fact, Piece, View
from sandtable.games.afrika_korps.combat.resolution import RESULTS
from sandtable.games.afrika_korps.ground.reach import can_move
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import date, limits
from sandtable.games.afrika_korps.sight.arrows import battles
from sandtable.games.afrika_korps.state import SIDES, AfrikaKorps, Unit
from sandtable.kit.names import first_clauses

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
    decision = top if isinstance(top, Decision) else None
    over = top if isinstance(top, Over) else None
    return View(
        game="afrika-korps",
        scenario=state.scenario,
        side=side,
        turn=state.turn,
        last_turn=limits().last_turn,
        date=date(state.turn),
        phase=f"{state.phasing.title()} {PHASES.get(type(top).__name__, 'Combat')}" if decision else "",
        prompt=decision.prompt(state) if decision else "",
        asked=decision.asked(state) if decision else (),
        pieces=tuple(_piece(state, name, unit) for name, unit in state.units.items()),
        facts=tuple(_facts(state)),
        battles=tuple(battles(state)),
        over=over.reason if over else "",
        winner=over.winner if over else None,
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


# --- the story


def called() -> Mapping[str, str]:
    """What players call the counters: units by their long names, supplies by their numbers."""
    every = counters().items()
    units = {name: counter.full_name for name, counter in every if counter.is_combat and not counter.substitute}
    return {**{name: counter.name for name, counter in every}, **first_clauses(units)}


def tell(event: Event) -> str:
    teller = TELLERS.get(event.kind)
    return teller(event.facts) if teller else ""


def _list(names: Any) -> str:
    return ", ".join(str(name) for name in names)


def _declared(facts: Mapping[str, Any]) -> str:
    if "seizes" in facts:
        return f"{_list(facts['attackers'])} will take {facts['seizes']}"
    text = f"{_list(facts['attackers'])} will attack {_list(facts['defenders'])} at {facts['odds']}"
    return f"{text}, supplied by {_list(facts['supplies'])}" if facts.get("supplies") else text


def _overwhelmed(facts: Mapping[str, Any]) -> str:
    text = f"Automatic victory of {_list(facts['attackers'])} over {_list(facts['defenders'])}"
    return f"{text}, retreat blocked by {_list(facts['blockers'])}" if facts.get("blockers") else text


def _fought(facts: Mapping[str, Any]) -> str:
    result = RESULTS.get(str(facts["result"]), "automatic victory: the defenders are eliminated")
    return f"{_list(facts['attackers'])} against {_list(facts['defenders'])} at {facts['odds']}: {result}"


def _over(facts: Mapping[str, Any]) -> str:
    winner = f"{str(facts['winner']).title()} victory" if facts["winner"] else "A draw"
    return f"{winner}: {facts['reason']} ({facts['case']})"


TELLERS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "turn": lambda f: f"--- Turn {f['turn']}, {f['date']}: {str(f['side']).title()} ---",
    "roll": lambda f: f"Die for {f['purpose']}: {f['value']}",
    "no_supply": lambda f: f"No {str(f['side']).title()} supply: {f['why']}",
    "sunk": lambda f: f"The {str(f['side']).title()} supply is sunk",
    "declined": lambda f: f"The {str(f['side']).title()} supply is declined",
    "landed": lambda f: f"{f['unit']} lands at {f['at']}",
    "raised": lambda f: f"{f['unit']} returns at {f['at']}",
    "moved": lambda f: f"{_list(f['units'])}: {f['path'][0]} to {f['path'][-1]}",
    "embarked": lambda f: f"{f['unit']} puts to sea from {f['at']}",
    "captured": lambda f: f"{f['supply']} is captured at {f['at']}",
    "eliminated": lambda f: f"{f['unit']} is eliminated at {f['at']}: {f['why']} ({f['case']})",
    "replacements": lambda f: f"{str(f['side']).title()} replacement factors in hand: {f['in_hand']}",
    "formed": lambda f: f"{_list(f['units'])} form {f['substitute']} at {f['at']}",
    "broken": lambda f: f"{f['substitute']} breaks down into {_list(f['into'])} at {f['at']}",
    "displaced": lambda f: f"Rommel, {f['why']}, joins the units at {f['at']}",
    "overwhelmed": _overwhelmed,
    "declared": _declared,
    "fought": _fought,
    "retreated": lambda f: f"{f['unit']} retreats along {'-'.join(f['path'])}",
    "advanced": lambda f: f"{f['unit']} advances to {f['at']}",
    "failed": lambda f: f"The automatic victory over {_list(f['defenders'])} no longer holds: now an ordinary attack",
    "lapsed": lambda f: f"Battle {f['battle']} is not fought: one side has left",
    "over": _over,
}
