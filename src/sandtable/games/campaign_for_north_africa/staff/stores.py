"""The supply desk: Supply Units follow the army by truck, rail and ship, and trucks go where Supply Units wait."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.actions import Convoy, Done, Drive, Haul, Motorise, Rail, Ship
from sandtable.games.campaign_for_north_africa.baggage import WITH_TRUCKS, allowance, carriers
from sandtable.games.campaign_for_north_africa.convoys import Sailing, open_lanes, port_of_lane
from sandtable.games.campaign_for_north_africa.depots import room
from sandtable.games.campaign_for_north_africa.ground import ground_of
from sandtable.games.campaign_for_north_africa.haulage import TruckConvoys, closed, drive_allowance
from sandtable.games.campaign_for_north_africa.map import board, entry_road
from sandtable.games.campaign_for_north_africa.rail import RailMovement, line
from sandtable.games.campaign_for_north_africa.shipping import CoastalShipping, SeaTransport
from sandtable.games.campaign_for_north_africa.staff.aims import aims
from sandtable.games.campaign_for_north_africa.staff.fields import FAR, MOTOR, field
from sandtable.games.campaign_for_north_africa.staff.orders import admits
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.state import REGION, Campaign, Side, SupplyUnit
from sandtable.games.campaign_for_north_africa.supply import in_range
from sandtable.games.campaign_for_north_africa.zones import stands

LOAD = 30  # [32.32] Motorization Points of a real Supply Unit
TRUCK_CPA = 15  # by which it is judged whether a Supply Unit is near enough
FULL = 100.0  # Ammo and Fuel in a Supply Unit
NEAR = 3 * TRUCK_CPA


class Want:
    """A stack that needs supplies: how much it lacks."""

    def __init__(self, at: int, lack: float) -> None:
        self.at, self.lack = at, lack


def wants(picture: Picture) -> list[Want]:
    """Stacks by what they lack, those near the enemy above all."""
    state, side = picture.state, picture.side
    distance = board().distance
    foes = tuple(picture.enemies)
    found: list[Want] = []
    for at in stands(state, side):
        strength = sum(force.offence + force.defence for force in picture.at(at) if force.size > 0)
        if strength < 20: continue
        away = min((distance(at, foe) for foe in foes), default=30)
        urgency = 1.0 if away <= 12 else 0.4
        have = sum(state.supply[name].ammo + state.supply[name].fuel
                   for name in in_range(state, side, at, TRUCK_CPA, False))
        lack = strength * urgency - 0.5 * have
        if away > 1 and lack > 0: found.append(Want(at, lack))
    return sorted(found, key=lambda want: (-want.lack, want.at))


# Trucks


def haul(frame: TruckConvoys, state: Campaign, side: Side) -> Action:
    """[32.33] One Supply Unit after the other to who lacks most, then the trucks to Supply Units that wait."""
    picture = Picture(state, side)
    lacking = wants(picture)
    for name, unit in state.supply.items():
        if not _may_roll(unit, side): continue
        action = _haul(picture, name, unit, lacking)
        if action is not None and admits(state, side, action): return action
    for action in _drives(frame, state, side):
        if admits(state, side, action): return action
    return Done()


def _may_roll(unit: SupplyUnit, side: str) -> bool:
    return (unit.side == side and not unit.dummy and unit.motors >= carriers(unit) and unit.moved in ("", WITH_TRUCKS)
            and unit.spent == 0)


def _haul(picture: Picture, name: str, unit: SupplyUnit, lacking: list[Want]) -> Action | None:
    state, side = picture.state, picture.side
    if unit.at < 0: return Haul((name,), (board().name(unit.at), board().name(entry_road()[0])))
    best, goal = 0.0, None
    for want in lacking:
        cost = field(state, want.at, MOTOR).cost[unit.at]
        if cost >= FAR or not room(state, side, want.at): continue
        value = want.lack / (allowance() + cost)
        if value > best: best, goal = value, want
    if goal is None or goal.at == unit.at: return None
    path = _way(picture, unit.at, goal.at, allowance() - unit.spent)
    if len(path) < 2: return None
    goal.lack -= unit.ammo + unit.fuel
    return Haul((name,), tuple(board().name(hex) for hex in path))


def _way(picture: Picture, start: int, goal: int, points: int) -> list[int]:
    """Along the shortest way, not past friends into the open near the enemy."""
    state, side = picture.state, picture.side
    ahead = field(state, goal, MOTOR).ahead
    shut, step = closed(state, side), ground_of(state, MOTOR).cost
    here, path = start, [start]
    while here != goal:
        there = ahead[here]
        cost = step(here, there)
        if cost is None or cost > points or there in shut: break
        points -= cost
        path.append(there)
        here = there
    while len(path) > 1 and not _is_safe(picture, path[-1]): path.pop()
    return path


def _is_safe(picture: Picture, hex: int) -> bool:
    state = picture.state
    if not room(state, picture.side, hex): return False
    own = picture.at(hex)
    if any(force.guards and force.defence >= 10 for force in own): return True
    distance = board().distance
    return all(distance(hex, foe) > 8 for foe in picture.enemies)


def _drives(frame: TruckConvoys, state: Campaign, side: Side) -> Iterator[Action]:
    """Loose trucks to the nearest Supply Unit that nothing carries."""
    waiting = [unit.at for unit in state.supply.values()
               if unit.side == side and not unit.dummy and unit.at >= 0 and unit.motors < carriers(unit)]
    for at, points in state.motors.get(side, {}).items():
        count = points - frame.driven.get(at, 0)
        if count < LOAD: continue
        if at < 0:
            yield Drive(count, (board().name(at), board().name(entry_road()[0])))
            continue
        if at in waiting: continue
        goal = min(waiting, key=lambda hex: (field(state, hex, MOTOR).cost[at], hex), default=-1)
        if goal < 0 or field(state, goal, MOTOR).cost[at] >= FAR: continue
        path = _way(Picture(state, side), at, goal, drive_allowance())
        if len(path) > 1: yield Drive(count, tuple(board().name(hex) for hex in path))


def load(state: Campaign, side: Side) -> Iterator[Action]:
    """[32.32] Supply Units on to the loose trucks that are with them."""
    for name, unit in state.supply.items():
        if unit.side != side or unit.dummy or unit.journey is not None: continue
        lacking = carriers(unit) - unit.motors
        if 0 < lacking <= state.motors.get(side, {}).get(unit.at, 0): yield Motorise(name, lacking)


# Ships and trains


def front(state: Campaign, side: Side) -> int:
    """The place where supplies are wanted: the stack that lacks most, else the dearest place."""
    found = wants(Picture(state, side))
    if found: return found[0].at
    places = aims(state.scenario, side)
    return places[0].at if places else entry_road()[0]


def rail(frame: RailMovement, state: Campaign, side: Side) -> Action:
    """[32.34] Supply Units as near to the front as the railway goes."""
    goal = front(state, side)
    cost = field(state, goal, MOTOR).cost
    track = line(state)
    ends = sorted((hex for hex in track if room(state, side, hex)), key=lambda hex: (cost[hex], hex))[:4]
    for name, unit in state.supply.items():
        if unit.side != side or unit.dummy or unit.moved or unit.at not in track: continue
        for end in ends:
            if cost[end] + allowance() > cost[unit.at]: continue
            if admits(state, side, action := Rail(name, board().name(end))): return action
    return Done()


def ship(frame: CoastalShipping | SeaTransport, state: Campaign, side: Side) -> Action:
    """[32.35, 32.36] To the port nearest to the front, if that is much nearer."""
    cost = field(state, front(state, side), MOTOR).cost
    best: Action = Done()
    most = allowance()
    for action in frame.actions(state, side):
        if not isinstance(action, Ship) or state.supply[action.name].dummy: continue
        goal, start = board().location(action.to), state.supply[action.name].at
        if goal < 0: continue
        gain = (cost[start] if start >= 0 else FAR) - cost[goal]
        if gain > most: best, most = action, gain
    return best


def sail(frame: Sailing, state: Campaign, side: Side) -> Action:
    """[32.61] By the lane that leads nearest to the front."""
    cost = field(state, front(state, side), MOTOR).cost

    def away(number: int) -> int:
        at = port_of_lane(number)
        return cost[at] if at >= 0 else FAR
    for number in sorted(open_lanes(state), key=lambda number: (away(number), number)):
        for supply in range(frame.supply, -1, -1):
            for motors in (frame.motors, frame.motors // 2, 0):
                action = Convoy(number, supply, motors)
                if (supply or motors) and admits(state, side, action): return action
    return Done()


__all__ = ["NEAR", "REGION", "haul", "load", "rail", "sail", "ship"]
