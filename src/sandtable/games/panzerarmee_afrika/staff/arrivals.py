"""Set-up, Malta, withdrawals, reinforcements and replacements."""

from __future__ import annotations

from sandtable.core.values import Action
from sandtable.games.panzerarmee_afrika.arrivals.orders import Arrive, Rebuild, Reinforce, Reinstate, Withdraw
from sandtable.games.panzerarmee_afrika.arrivals.places import Muster, rooms, waiting
from sandtable.games.panzerarmee_afrika.arrivals.replacements import rebuildable, reinforceable
from sandtable.games.panzerarmee_afrika.arrivals.withdrawals import Withdrawals, reinstatable
from sandtable.games.panzerarmee_afrika.map import base, board, roads
from sandtable.games.panzerarmee_afrika.order_forms import Done
from sandtable.games.panzerarmee_afrika.pieces.counters import counters
from sandtable.games.panzerarmee_afrika.pieces.schedule import withdrawals
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.staff.combat import worth
from sandtable.games.panzerarmee_afrika.staff.ground import travel
from sandtable.games.panzerarmee_afrika.state import CADRE, PanzerarmeeAfrika, enemy_of, role_of, side_of, strength_of
from sandtable.games.panzerarmee_afrika.supply.malta import Decline


def withdraw(frame: Withdrawals, state: PanzerarmeeAfrika, side: str) -> Action:
    """The Allies give up the least, dead units first; the Axis takes away the most."""

    def value(name: str) -> tuple[float, str]:
        return (0.0 if state.units[name].at == CADRE else worth(state, name), name)

    choices = frame.choices(state)
    return Withdraw(min(choices, key=value) if side == "allied" else max(choices, key=value))


def reinforce(muster: Muster, state: PanzerarmeeAfrika) -> Action:
    """Arrivals first, then the dead, then better units; never an option: its price is more than its worth."""
    for name in waiting(state, muster):
        if hexes := rooms(state, name):
            return Arrive(name, _place(state, muster, name, hexes))
    for name in reinstatable(state, muster):
        if hexes := rooms(state, name):
            return Reinstate(name, hexes[0])
    for name in sorted(rebuildable(state, muster.side), key=lambda n: (-counters()[n].combat_factor, n)):
        if _is_promised(state, muster, name):
            continue
        if hexes := rooms(state, name):
            return Rebuild(name, _place(state, muster, name, hexes))
    better = reinforceable(state, muster)
    if better:
        return Reinforce(max(better, key=lambda n: (strength_of(state, n), n)))
    return Done()


def _place(state: PanzerarmeeAfrika, muster: Muster, name: str, hexes: list[str]) -> str:
    """Installations where lorries and trains fetch them, nearest to the enemy; units in the centre first."""
    if role_of(name) == "unit":
        return hexes[0]
    far = travel(base(enemy_of(muster.side))[0])
    return min(hexes, key=lambda at: (board().hex(at) not in roads(), far[board().hex(at)], at))


def _is_promised(state: PanzerarmeeAfrika, muster: Muster, name: str) -> bool:
    """[13.2.3] Eliminated Allied units that will do for the next withdrawals are left where they are."""
    if muster.side != "allied" or state.turn >= limits().last_turn:
        return False
    category = counters()[name].category
    soon = sum(
        order.count
        for turn in range(state.turn + 1, min(state.turn + 4, limits().last_turn) + 1)
        for order in withdrawals(turn)
        if order.category == category and order.from_cadre
    )
    dead = [
        each
        for each, unit in state.units.items()
        if unit.at == CADRE and side_of(each) == "allied" and counters()[each].category == category
    ]
    return len(dead) <= soon


def malta() -> Action:
    """[9] More is lost by a failure than won by a success."""
    return Decline()
