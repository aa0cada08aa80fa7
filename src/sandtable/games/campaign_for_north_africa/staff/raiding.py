"""Desert raiders and commandos: out to what nobody guards, home to water the same day, and never for nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sandtable.core.fields import Reach
from sandtable.core.frames import admits
from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.capability.action_costs import action as cost_of
from sandtable.games.campaign_for_north_africa.capability.cohesion import left
from sandtable.games.campaign_for_north_africa.contents import Raider
from sandtable.games.campaign_for_north_africa.fleet.landings import ready_commandos
from sandtable.games.campaign_for_north_africa.fleet.orders import Sail
from sandtable.games.campaign_for_north_africa.fleet.ships import FleetAssignment, roads, why_not_sail
from sandtable.games.campaign_for_north_africa.ground.zones import named_way, stands
from sandtable.games.campaign_for_north_africa.logistics.orders import Destroy
from sandtable.games.campaign_for_north_africa.map import board, cities, neighbours, place_kind
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.raiders.commandos import LAYFORCE, OWNER, may_board
from sandtable.games.campaign_for_north_africa.raiders.encounters import Encounter, Getaway
from sandtable.games.campaign_for_north_africa.raiders.forming import STAGES, WELLS, formations
from sandtable.games.campaign_for_north_africa.raiders.orders import (
    Ambush,
    Board,
    Disembark,
    Form,
    Prowl,
    Spot,
    Strike,
    Waylay,
)
from sandtable.games.campaign_for_north_africa.raiders.prowling import (
    has_fuel,
    points_left,
    quiet_reach,
    raiders_of,
    reach,
)
from sandtable.games.campaign_for_north_africa.raiders.raids import (
    TARGET,
    hunt_cost,
    hunts_left,
    is_lawful_strike,
    is_lawful_waylay,
    raid_cost,
)
from sandtable.games.campaign_for_north_africa.raiders.tables import raider_table
from sandtable.games.campaign_for_north_africa.staff.fields import FAR, MOTOR, field
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import POINT, ROMMEL, Campaign, enemy_of

# Forming


def forming(state: Campaign, side: Side) -> Iterator[Form]:
    """[27.13] Where there is a well or dump at hand and something to raid."""
    judge = weights().raids
    for action in formations(state, side):
        unit = state.units[action.name]
        if sum(unit.toe.values()) < judge.spared or _way_home(state, side, unit.at) > POINT * judge.base:
            continue
        if any(board().distance(unit.at, at) <= judge.range for at in _targets(state, side)):
            yield action


# Raiding


def raid(state: Campaign, side: Side) -> Action | None:
    """The next order to raiders or commandos in a Movement Segment, if there is any."""
    found = _take_off(state, side)
    if found is not None:
        return found
    for name in raiders_of(state, side):
        for action in _orders(state, side, name):
            if admits(state, side, action):
                return action
    return None


def _orders(state: Campaign, side: Side, name: str) -> Iterator[Action]:
    raider = state.raiders[name]
    if raider.halted or not has_fuel(state, raider):
        return
    if raider.watered < state.turn and state.stage > 1:  # [27.35] before anything else
        yield from _to_water(state, name, raider)
    yield from _strikes(state, side, name, raider)
    ways = quiet_reach(state, raider, points_left(raider))
    for goal in (_hunt(state, raider, ways), _dump(state, raider, ways), _base(state, raider, ways)):
        if goal is not None and goal != raider.at:
            yield Prowl(name, named_way(ways, raider.at, goal))
    if not raider.ambush:
        yield Ambush(name, "fuel")


def _to_water(state: Campaign, name: str, raider: Raider) -> Iterator[Action]:
    """The nearest well or dump, in the last stage through enemy zones if need be."""
    if raider.at in _springs(state, raider.side):
        return
    found = [quiet_reach(state, raider, points_left(raider))]
    if state.stage == STAGES:
        found.append(reach(state, raider, points_left(raider)))
    for ways in found:
        near = [at for at in _springs(state, raider.side) if at in ways]
        for at in sorted(near, key=lambda at: (ways.points(at), at))[:1]:
            yield Prowl(name, named_way(ways, raider.at, at))


def _strikes(state: Campaign, side: Side, name: str, raider: Raider) -> Iterator[Action]:
    """What nobody guards in its own hex, with enough left to get home; Rommel if he is alone."""
    if _is_alone(state, raider) and is_lawful_strike(state, side, Strike(name, TARGET)):
        yield Strike(name, TARGET)
    if state.holder(raider.at) is not None or not _gets_home(state, raider, raider.at, raid_cost()):
        return
    for dump in state.supply_at(raider.at, enemy_of(side)):
        yield Strike(name, dump)
    for load in ("fuel", "nothing"):
        if is_lawful_waylay(state, side, Waylay(name, load)):
            yield Waylay(name, load)


def _gets_home(state: Campaign, raider: Raider, at: int, cost: int) -> bool:
    return cost + _way_home(state, raider.side, at) + POINT * weights().raids.slack <= points_left(raider)


def _dump(state: Campaign, raider: Raider, ways: Reach) -> int | None:
    """The nearest dump without guards, if it can be raided and left in the same Operations Stage."""
    able = [at for at in _targets(state, raider.side) if at in ways and not _is_raided(state, raider, at)]
    near = sorted(able, key=lambda at: (ways.points(at), at))[: weights().raids.targets]
    return next((at for at in near if _gets_home(state, raider, at, ways.points(at) + raid_cost())), None)


def _is_raided(state: Campaign, raider: Raider, at: int) -> bool:
    return all(name in raider.raided for name in state.supply_at(at, enemy_of(raider.side)))


def _hunt(state: Campaign, raider: Raider, ways: Reach) -> int | None:
    """[27.61] A hex next to Rommel, if nobody is with him."""
    if raider.side != OWNER or hunts_left(state) < 1 or not _stands_alone(state):
        return None
    beside = [at for at in neighbours()[state.rommel] if at in ways and at != raider.at]
    price = hunt_cost() + POINT * weights().raids.slack
    near = [at for at in beside if ways.points(at) + price < points_left(raider)]
    return min(near, key=lambda at: (ways.points(at), at), default=None)


def _stands_alone(state: Campaign) -> bool:
    return state.rommel >= 0 and state.stacks.get(state.rommel) == (ROMMEL,)


def _is_alone(state: Campaign, raider: Raider) -> bool:
    near = raider.at in neighbours()[state.rommel] if state.rommel >= 0 else False
    return near and _stands_alone(state) and points_left(raider) > hunt_cost() + POINT * weights().raids.slack


def _base(state: Campaign, raider: Raider, ways: Reach) -> int | None:
    """Home for water and Fuel, or to a well or dump from which more can be raided."""
    sources = [at for at in _sources(state, raider.side) if at == raider.at or at in ways]
    cost = {at: 0 if at == raider.at else ways.points(at) for at in sources}
    dumps = [at for at in sources if _is_depot(state, raider.side, at)]
    if raider.fuelled < state.turn and dumps:
        return min(dumps, key=lambda at: (cost[at], at))
    thirsty = raider.watered < state.turn or raider.at not in sources
    home = min(sources, key=lambda at: (cost[at], at), default=None)
    if thirsty or home is None:
        return home
    aims, distance = _targets(state, raider.side), board().distance
    if not aims or not dumps:
        return None
    best = min(dumps, key=lambda at: (min(distance(at, aim) for aim in aims), at))
    gain = min(distance(raider.at, aim) for aim in aims) - min(distance(best, aim) for aim in aims)
    return best if gain >= weights().raids.nearer else None


def _targets(state: Campaign, side: Side) -> list[int]:
    """Hexes with Supply Units of the enemy that nobody guards."""
    foe = enemy_of(side)
    found = {each.at for each in state.supply.values() if each.side == foe and each.at >= 0}
    return sorted(at for at in found if state.holder(at) is None and at not in cities())


# Water [27.35]


def _sources(state: Campaign, side: Side) -> list[int]:
    dumps = {each.at for each in state.supply.values() if each.side == side and each.at >= 0}
    depots = {at for at in dumps if _is_depot(state, side, at)}
    return sorted(depots | {at for at in _wells() if state.holder(at) != enemy_of(side)})


def _springs(state: Campaign, side: Side) -> list[int]:
    """Every place with water: dumps give it even without the Fuel."""
    dumps = {each.at for each in state.supply.values() if each.side == side and each.at >= 0 and not each.dummy}
    return sorted(dumps | {at for at in _wells() if state.holder(at) != enemy_of(side)})


def _is_depot(state: Campaign, side: Side, at: int) -> bool:
    table = raider_table()
    ammo, fuel = table.ammo.value, table.fuel.value
    here = (state.supply[name] for name in state.supply_at(at, side))
    return any(each.ammo >= ammo and each.fuel >= fuel for each in here)


@cache
def _wells() -> frozenset[int]:
    return frozenset(at for at in range(len(board())) if place_kind(at) in WELLS)


def _way_home(state: Campaign, side: Side, at: int) -> int:
    """Half points to the nearest well or dump, in dry weather and without an enemy."""
    distance = board().distance
    near = sorted(_sources(state, side), key=lambda there: (distance(at, there), there))[: weights().raids.sources]
    return min((field(state, there, MOTOR).cost(at) for there in near), default=FAR)


# Who comes upon whom [27.44, 27.36]


def look(frame: Encounter, state: Campaign) -> Action:
    """With whoever has a point to spare."""
    price = cost_of("spot_desert_raider").cost
    return next((Spot(name) for name in frame.seekers(state) if left(state, name) >= price), Done())


def make_off(frame: Getaway, state: Campaign) -> Action:
    """Away from the enemy, towards home."""
    raider, distance = state.raiders[frame.raider], board().distance
    safe = weights().raids.safe
    ways, foes = quiet_reach(state, raider, frame.points), stands(state, enemy_of(frame.side))
    if not ways:
        return Done()

    def danger(at: int) -> tuple[int, int, int]:
        far = min((distance(at, foe) for foe in foes), default=safe)
        return max(0, safe - far), _way_home(state, frame.side, at) if far >= safe else 0, at

    best = min(ways, key=danger)
    return Prowl(frame.raider, named_way(ways, raider.at, best))


# Landings [27.72]


def land(frame: FleetAssignment, state: Campaign) -> Action | None:
    """Layforce to a dump on the coast without an enemy far and wide, to blow it up and be taken off again."""
    if LAYFORCE not in ready_commandos(state):
        return None
    lonely = [at for at in _targets(state, OWNER) if at in roads() and _is_lonely(state, at)]
    for ship in frame.sent:
        if state.ships[ship].at in lonely:
            return Disembark(LAYFORCE, ship)
    if not lonely:
        return None
    ship = next((name for name in state.ships if name not in frame.sent and why_not_sail(state, name) is None), "")
    return Sail(ship, board().name(min(lonely, key=lambda at: (roads()[at], at)))) if ship else None


def _is_lonely(state: Campaign, at: int) -> bool:
    distance, lonely = board().distance, weights().raids.lonely
    return all(distance(at, foe) > lonely for foe in stands(state, enemy_of(OWNER)))


def _take_off(state: Campaign, side: Side) -> Action | None:
    """[32.17, 27.77] What it has taken is destroyed, and Layforce goes aboard."""
    if side != OWNER or not may_board(state, LAYFORCE):
        return None
    for name in state.supply_at(state.units[LAYFORCE].at, side):
        if admits(state, side, Destroy(name)):
            return Destroy(name)
    return Board(LAYFORCE)
