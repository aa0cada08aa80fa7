"""The supply desk: Supply Units follow the army by truck, and trucks go where Supply Units wait."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.actions import Demotorise, Drive, Haul, Motorise
from sandtable.games.campaign_for_north_africa.baggage import WITH_TRUCKS, allowance, carriers
from sandtable.games.campaign_for_north_africa.depots import room
from sandtable.games.campaign_for_north_africa.haulage import drive_allowance, reach
from sandtable.games.campaign_for_north_africa.map import board, entry_road
from sandtable.games.campaign_for_north_africa.staff.aims import aims, front
from sandtable.games.campaign_for_north_africa.staff.fields import FOOT, MOTOR, field
from sandtable.games.campaign_for_north_africa.staff.means import sources
from sandtable.games.campaign_for_north_africa.staff.picture import Force, Picture
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import TRIPOLI, TRIPOLITANIA, Campaign, Side, SupplyUnit
from sandtable.games.campaign_for_north_africa.units import motors_needed, size
from sandtable.games.campaign_for_north_africa.zones import near_enemy, stands

LOAD = 30  # [32.32] Motorization Points of a real Supply Unit
NEAR = 7  # hexes within which a Supply Unit serves a stack
RANGE = 15  # hexes that make a stack half as attractive
TRIES = 12  # places that are looked at on the way to a stack
OPEN = 8  # hexes from the enemy beyond which a Supply Unit may stand alone


class Want:
    """A stack that needs supplies: how much Ammo and Fuel it lacks."""

    def __init__(self, at: int, ammo: float, fuel: float) -> None:
        self.at, self.ammo, self.fuel = at, ammo, fuel

    def worth(self, unit: SupplyUnit) -> float:
        """Of a Supply Unit that comes."""
        return 2 * min(self.ammo, unit.ammo) + min(self.fuel, unit.fuel)

    def serve(self, unit: SupplyUnit) -> None:
        self.ammo, self.fuel = max(0.0, self.ammo - unit.ammo), max(0.0, self.fuel - unit.fuel)


def wants(picture: Picture) -> list[Want]:
    """Stacks that lack supplies, those near the enemy most."""
    state, side, judge = picture.state, picture.side, weights().stores
    distance = board().distance
    foes = tuple(picture.enemies)
    depots = [(unit.at, unit.ammo, unit.fuel) for unit in state.supply.values()
              if unit.side == side and not unit.dummy and unit.at >= 0]
    held = {aim.at for aim in aims(state.scenario, side) if aim.value >= 1}
    found: list[Want] = []
    for at in stands(state, side):
        strength: float = sum(force.offence + force.defence for force in picture.at(at) if force.size > 0)
        if at in held: strength = max(strength, judge.least) + judge.place
        if strength < judge.least: continue
        away = min((distance(at, foe) for foe in foes), default=30)
        stranded = _is_stranded(picture, at)
        if away > judge.far and not stranded: continue
        urgency = 1.0 if away <= judge.front else judge.rear
        ammo, fuel = strength * urgency * judge.ammo, strength * urgency * judge.fuel
        if stranded: ammo, fuel = 0.0 if away > judge.far else ammo, strength * judge.stranded
        for there, some, other in depots:
            if distance(at, there) <= NEAR: ammo, fuel = ammo - some, fuel - other
        if ammo > 0 or fuel > 0: found.append(Want(at, max(0.0, ammo), max(0.0, fuel)))
    return sorted(found, key=lambda want: (-want.ammo - want.fuel, want.at))


def is_spent(state: Campaign, unit: SupplyUnit) -> bool:
    """Whether it is hardly worth its trucks: what is left will be used where it lies, above all while others wait."""
    judge = weights().stores
    if unit.fuel < judge.least_fuel: return True
    return unit.ammo < judge.load and (unit.fuel < judge.empty_fuel or _others_wait(state, unit))


def _others_wait(state: Campaign, unit: SupplyUnit) -> bool:
    """Whether better ones that nothing carries are not far."""
    least, distance = 2 * weights().stores.load, board().distance
    return any(other.side == unit.side and not other.dummy and other.at >= 0 and other.ammo >= least
               and other.motors < carriers(other) and unit.at >= 0 and distance(unit.at, other.at) <= 2 * RANGE
               for other in state.supply.values())


def _is_stranded(picture: Picture, at: int) -> bool:
    """Whether somebody large who needs Fuel has none in range."""
    return any(force.gaits != FOOT and force.size > 1 and not _has_fuel(picture, force) for force in picture.at(at))


def _has_fuel(picture: Picture, force: Force) -> bool:
    return any(picture.state.supply[name].fuel > 1 for name in sources(picture, force, force.at))


# Trucks


def convoys(state: Campaign, side: Side) -> list[Action]:
    """[32.33] Supply Units to who lacks most, then loose trucks to Supply Units that wait."""
    picture = Picture(state, side)
    lacking = wants(picture)
    rolling = [(name, unit) for name, unit in state.supply.items() if _may_roll(unit, side)]
    rolling.sort(key=lambda each: (-each[1].ammo, each[0]))
    hauls = [_haul(picture, name, unit, lacking) for name, unit in rolling]
    return [*(action for action in hauls if action is not None), *_drives(picture)]


def _may_roll(unit: SupplyUnit, side: str) -> bool:
    return (unit.side == side and not unit.dummy and unit.motors >= carriers(unit) and unit.moved in ("", WITH_TRUCKS)
            and unit.spent == 0)


def _haul(picture: Picture, name: str, unit: SupplyUnit, lacking: list[Want]) -> Action | None:
    state, side = picture.state, picture.side
    if unit.at < 0: return Haul((name,), (board().name(unit.at), board().name(entry_road()[0])))
    distance = board().distance
    best, goal = 0.0, None
    for want in lacking:
        value = want.worth(unit) / (RANGE + distance(unit.at, want.at))
        if value > best and (want.at == unit.at or room(state, side, want.at)): best, goal = value, want
    if goal is None: return None
    goal.serve(unit)
    if goal.at == unit.at: return None
    path = _way(picture, unit.at, goal.at, allowance() - unit.spent, room(state, side, goal.at) > 0)
    return Haul((name,), path) if path else None


def _way(picture: Picture, start: int, goal: int, points: int, welcome: bool) -> tuple[str, ...]:
    """To the goal if it is welcome there, or as near as it gets, but not into the open near the enemy."""
    found = reach(picture.state, picture.side, start, points)
    distance = board().distance
    if welcome and goal in found and _is_safe(picture, goal): return board().name(start), board().name(goal)
    left = _left(picture, start, goal)
    near = sorted((left[hex] if left else distance(hex, goal), hex) for hex in found)
    now = left[start] if left else distance(start, goal)
    best = next((hex for far, hex in near[:TRIES] if far < now and _is_safe(picture, hex)
                 and room(picture.state, picture.side, hex)), -1)
    return (board().name(start), board().name(best)) if best >= 0 else ()


def _left(picture: Picture, start: int, goal: int) -> list[int]:
    """Half points still to go to the known place nearest to a goal; nothing when one is about there."""
    places = [aim.at for aim in aims(picture.state.scenario, picture.side)]
    hub = min((*places, entry_road()[0]), key=lambda at: (board().distance(at, goal), at))
    cost = field(picture.state, hub, MOTOR).cost
    return cost if cost[start] > allowance() else []


def _is_safe(picture: Picture, hex: int) -> bool:
    """Far from the enemy, or with a guard that is large enough."""
    guard = sum(force.defence for force in picture.at(hex) if force.guards)
    close = hex in near_enemy(picture.state, picture.side)
    if guard >= (weights().stores.strong_guard if close else weights().stores.guard): return True
    distance = board().distance
    return all(distance(hex, foe) > OPEN for foe in picture.enemies)


def _drives(picture: Picture) -> Iterator[Action]:
    """Loose trucks to Supply Units that are worth fetching and that nothing carries, near to them and to the front."""
    state, side, distance = picture.state, picture.side, board().distance
    waiting = {unit.at for unit in state.supply.values()
               if unit.side == side and not unit.dummy and unit.motors < carriers(unit) and not is_spent(state, unit)}
    loose, aim = state.motors.get(side, {}), front(state, side)
    goals = sorted(hex for hex in waiting if hex >= 0)
    stranded = [at for at in stands(state, side) if _is_stranded(picture, at)]
    for at, count in loose.items():
        if at in waiting and count >= LOAD and any(distance(at, hex) < 2 * RANGE for hex in stranded): continue
        def away(hex: int, at: int = at) -> tuple[int, int]:
            return (distance(hex, at) if at >= 0 else 0) + distance(hex, aim) - min(loose.get(hex, 0), LOAD), hex
        goal = min(goals, key=away, default=-1)
        if goal < 0 and count >= LOAD and min(waiting, default=0) < 0: yield from _go_to_the_boxes(picture, at, count)
        elif at < 0: yield Drive(count, (board().name(at), board().name(entry_road()[0])))
        elif goal not in (-1, at) and (path := _way(picture, at, goal, drive_allowance(), True)):
            yield Drive(count, path)


def _go_to_the_boxes(picture: Picture, at: int, count: int) -> Iterator[Action]:
    """[8.84] To Tripoli, where ships unload, a box in each stage."""
    edge, name = entry_road()[0], board().name
    if at == edge: yield Drive(count, (name(at), name(TRIPOLITANIA)))
    elif at < 0: yield Drive(count, (name(at), name(TRIPOLI)))
    elif path := _way(picture, at, edge, drive_allowance(), True): yield Drive(count, path)


def loading(state: Campaign, side: Side) -> Iterator[Action]:
    """[32.32] Trucks off Supply Units that are nearly empty and on to others that are with them."""
    loose = state.motors.get(side, {})
    for name, unit in state.supply.items():
        if unit.side == side and not unit.dummy and unit.journey is None and unit.motors and is_spent(state, unit):
            yield Demotorise(name, unit.motors)
    for name, unit in state.supply.items():
        if unit.side != side or unit.dummy or unit.journey is not None or is_spent(state, unit): continue
        lacking = carriers(unit) - unit.motors
        if 0 < lacking <= loose.get(unit.at, 0): yield Motorise(name, lacking)
    yield from _lifts(state, side)


def _lifts(state: Campaign, side: Side) -> Iterator[Action]:
    """[32.53] Trucks that no Supply Unit needs carry infantry, if there is Fuel for it."""
    fuel = sum(unit.fuel for unit in state.supply.values() if unit.side == side and not unit.dummy and unit.at >= 0)
    if fuel < weights().stores.plenty: return
    for at, count in state.motors.get(side, {}).items():
        if at < 0: continue
        for name in state.at(at, side):
            lacking = motors_needed(state, name) - state.units[name].motors
            if size(state, name) > 1 and 0 < lacking <= count: yield Motorise(name, lacking)
