"""The coast: ships where the armies meet, troops by sea, raids on the fleet, and guns ashore against it."""

from __future__ import annotations

from collections.abc import Mapping, Set

from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.combat.segment import fronts
from sandtable.games.campaign_for_north_africa.fleet.chariots import why_not_plan_chariots
from sandtable.games.campaign_for_north_africa.fleet.orders import Chariots, Raid, Sail
from sandtable.games.campaign_for_north_africa.fleet.raids import why_not_raid
from sandtable.games.campaign_for_north_africa.fleet.ships import FleetAssignment, in_harbour, in_reach
from sandtable.games.campaign_for_north_africa.fleet.shore_guns import ShoreFire, at_sea
from sandtable.games.campaign_for_north_africa.fleet.troops import transfers
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.units import facts, is_combat, size
from sandtable.games.campaign_for_north_africa.staff.aims import front
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import Campaign, Side, enemy_of


def ferry(state: Campaign, side: Side) -> Action:
    """[30.51] The largest load of combat units that comes nearer by the most."""
    aim, distance = front(state, side), board().distance
    best: Action = Done()
    most = (weights().navy.nearer, 0)
    for action in transfers(state):
        if not all(is_combat(state, name) for name in action.units):
            continue
        gain = distance(state.units[action.units[0]].at, aim) - distance(board().hex(action.to), aim)
        worth = gain, sum(size(state, name) for name in action.units)
        if worth > most:
            best, most = action, worth
    return best


def sail(frame: FleetAssignment, state: Campaign, side: Side) -> Action:
    """[30.23] Each ship with guns enough where it reaches most of the enemies who face our troops; not under emplaced
    guns [30.35]."""
    met = {hex for hexes in fronts(state, side).values() for hex in hexes}
    if not met:
        return Done()
    for name, coasts in frame.goals(state).items():
        if state.ships[name].guns < weights().navy.guns:
            continue
        worth = {at: _reached(name, at, met) for at in coasts if not _is_sited(state, side, at)}
        best = max(worth, key=lambda at: (worth[at], at), default=None)
        if best is not None and worth[best]:
            return Sail(name, board().name(best))
    return Done()


def _reached(name: str, at: int, met: Set[int]) -> int:
    """[30.22] The hexes of enemies that a ship bombards, twice the one off which it lies."""
    return sum(2 if hex == at else 1 for hex in in_reach(name, at) if hex in met)


def _is_sited(state: Campaign, side: Side, at: int) -> bool:
    """Whether emplaced guns of the enemy are seen there."""
    return any(facts(name).emplaced for name in state.at(at, enemy_of(side)))


def raid(state: Campaign) -> Action:
    """[30.42, 32.73] The chariots as soon as they are ready; from the air while there is something to hit."""
    if why_not_plan_chariots(state) is None:
        return Chariots()
    worth = why_not_raid(state) is None and sum(in_harbour(state).values()) >= weights().navy.raid
    return Raid() if worth else Done()


def shore_fire(frame: ShoreFire, state: Campaign) -> Action:
    """[30.35, 30.17] Everything at the strongest ship, unless enemies ashore are next to the guns; the San Giorgio at
    whatever is next to her."""
    ashore, ships = fronts(state, frame.side), at_sea(state)
    strong = _strongest(state, ships)
    for order in frame.engagements(state):
        if order.ship == strong and ships[strong] not in ashore:
            return order
    return next(iter(frame.barrages(state)), Done())


def _strongest(state: Campaign, ships: Mapping[str, int]) -> str:
    return max(ships, key=lambda name: (state.ships[name].guns, name), default="")
