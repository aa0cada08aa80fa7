"""The supply desk: Supply Units follow the army by truck, rail and ship, and trucks go where Supply Units wait."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.actions import (
    Convoy,
    Demotorise,
    Done,
    Drive,
    Haul,
    Motorise,
    Rail,
    Ship,
)
from sandtable.games.campaign_for_north_africa.baggage import WITH_TRUCKS, allowance, carriers
from sandtable.games.campaign_for_north_africa.convoys import Sailing, open_lanes, port_of_lane
from sandtable.games.campaign_for_north_africa.depots import room
from sandtable.games.campaign_for_north_africa.haulage import drive_allowance, reach
from sandtable.games.campaign_for_north_africa.map import board, entry_road
from sandtable.games.campaign_for_north_africa.rail import RailMovement, line
from sandtable.games.campaign_for_north_africa.shipping import CoastalShipping, SeaTransport
from sandtable.games.campaign_for_north_africa.staff.aims import aims
from sandtable.games.campaign_for_north_africa.staff.fields import FAR, MOTOR, field
from sandtable.games.campaign_for_north_africa.staff.orders import admits
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import TRIPOLI, TRIPOLITANIA, Campaign, Side, SupplyUnit
from sandtable.games.campaign_for_north_africa.zones import apparent, stands

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
    found: list[Want] = []
    for at in stands(state, side):
        strength = sum(force.offence + force.defence for force in picture.at(at) if force.size > 0)
        if strength < judge.least: continue
        away = min((distance(at, foe) for foe in foes), default=30)
        if away <= 1: continue
        urgency = 1.0 if away <= judge.front else judge.rear
        ammo, fuel = strength * urgency * judge.ammo, strength * urgency * judge.fuel
        for there, some, other in depots:
            if distance(at, there) <= NEAR: ammo, fuel = ammo - some, fuel - other
        if ammo > 0 or fuel > 0: found.append(Want(at, max(0.0, ammo), max(0.0, fuel)))
    return sorted(found, key=lambda want: (-want.ammo - want.fuel, want.at))


def is_spent(unit: SupplyUnit) -> bool:
    """Whether it is hardly worth its trucks: what is left will be used where it lies."""
    judge = weights().stores
    return unit.fuel < judge.least_fuel or (unit.ammo < judge.empty_ammo and unit.fuel < judge.empty_fuel)


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
    if any(force.guards and force.defence >= 10 for force in picture.at(hex)): return True
    distance = board().distance
    return all(distance(hex, foe) > OPEN for foe in picture.enemies)


def _drives(picture: Picture) -> Iterator[Action]:
    """Loose trucks to the nearest Supply Unit that is worth fetching and that nothing carries; few go to many."""
    state, side, distance = picture.state, picture.side, board().distance
    waiting = {unit.at for unit in state.supply.values()
               if unit.side == side and not unit.dummy and unit.motors < carriers(unit) and not is_spent(unit)}
    loose = state.motors.get(side, {})
    lots = [at for at, count in loose.items() if count >= LOAD and at >= 0]
    for at, count in loose.items():
        if at in waiting and count >= LOAD: continue
        goals = [hex for hex in (sorted(waiting) if count >= LOAD else lots) if hex >= 0 and hex != at]
        goal = min(goals, key=lambda hex: (distance(hex, at) if at >= 0 else 0, hex), default=-1)
        if goal < 0 and count >= LOAD and min(waiting, default=0) < 0: yield from _go_to_the_boxes(picture, at, count)
        elif at < 0: yield Drive(count, (board().name(at), board().name(entry_road()[0])))
        elif goal >= 0 and (path := _way(picture, at, goal, drive_allowance(), True)): yield Drive(count, path)


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
        if unit.side == side and not unit.dummy and unit.journey is None and unit.motors and is_spent(unit):
            yield Demotorise(name, unit.motors)
    for name, unit in state.supply.items():
        if unit.side != side or unit.dummy or unit.journey is not None or is_spent(unit): continue
        lacking = carriers(unit) - unit.motors
        if 0 < lacking <= loose.get(unit.at, 0): yield Motorise(name, lacking)


# Ships and trains


def front(state: Campaign, side: Side) -> int:
    """The place for which supplies are wanted: the dearest that is not in own hands, else the dearest."""
    places = aims(state.scenario, side)
    if not places: return entry_road()[0]
    wanted = [aim.at for aim in places if state.control.get(board().name(aim.at)) != side]
    return wanted[0] if wanted else places[0].at


def rail(frame: RailMovement, state: Campaign, side: Side) -> Action:
    """[32.34] Supply Units as near to the front as the railway goes."""
    goal = front(state, side)
    track, distance, zone = line(state), board().distance, apparent(state, side)
    ends = sorted((hex for hex in track if room(state, side, hex)), key=lambda hex: (distance(hex, goal), hex))[:4]
    for name, unit in state.supply.items():
        if unit.side != side or unit.dummy or unit.moved or unit.at not in track or zone[unit.at]: continue
        for end in ends:
            if distance(end, goal) + RANGE > distance(unit.at, goal): continue
            if admits(state, side, action := Rail(name, board().name(end))): return action
    return Done()


def ship(frame: CoastalShipping | SeaTransport, state: Campaign, side: Side) -> Action:
    """[32.35, 32.36] To the port nearest to the front, if that is much nearer."""
    aim, distance = front(state, side), board().distance
    best: Action = Done()
    most = 2 * RANGE
    for action in frame.actions(state, side):
        if not isinstance(action, Ship) or state.supply[action.name].dummy: continue
        goal, start = board().location(action.to), state.supply[action.name].at
        if goal < 0: continue
        gain = (distance(start, aim) if start >= 0 else FAR) - distance(goal, aim)
        if gain > most: best, most = action, gain
    return best


def sail(frame: Sailing, state: Campaign, side: Side) -> Action:
    """[32.61] By the lane that leads nearest to the front."""
    aim = front(state, side)

    def away(number: int) -> int:
        at = port_of_lane(number)
        return board().distance(at, aim) if at >= 0 else FAR
    for number in sorted(open_lanes(state), key=lambda number: (away(number), number)):
        for supply in range(frame.supply, -1, -1):
            for motors in (frame.motors, frame.motors // 2, 0):
                action = Convoy(number, supply, motors)
                if (supply or motors) and admits(state, side, action): return action
    return Done()
