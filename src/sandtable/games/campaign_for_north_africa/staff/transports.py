"""Ships and trains: supplies and units as near to the front as they go, and dumps along the railway for who marches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.core.frames import admits
from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.ground.zones import apparent, stands
from sandtable.games.campaign_for_north_africa.logistics.convoys import Sailing
from sandtable.games.campaign_for_north_africa.logistics.depots import room
from sandtable.games.campaign_for_north_africa.logistics.freight import open_lanes, port_of_lane
from sandtable.games.campaign_for_north_africa.logistics.orders import Convoy, Ship
from sandtable.games.campaign_for_north_africa.logistics.shipping import CoastalShipping, SeaTransport
from sandtable.games.campaign_for_north_africa.map import board, cities
from sandtable.games.campaign_for_north_africa.movement.orders import Rail
from sandtable.games.campaign_for_north_africa.movement.rail import LOAD, RailMovement, line, ways
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.staff.aims import front
from sandtable.games.campaign_for_north_africa.staff.fields import FAR
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import Campaign, Side

# Trains


def rail(frame: RailMovement, state: Campaign, side: Side) -> Action:
    """[8.7, 32.34] Dumps where a column comes to a halt for want of Fuel, then battalions, if there are supplies enough
    at the railhead, else Supply Units."""
    for action in _trains(state, side):
        if admits(state, side, action):
            return action
    return Done()


def _trains(state: Campaign, side: Side) -> Iterator[Action]:
    goal, track, distance, judge = front(state, side), line(state), board().distance, weights().transports
    ends = sorted((hex for hex in track if room(state, side, hex)), key=lambda hex: (distance(hex, goal), hex))
    loads = [name for name in _freight(state, side) if distance(state.supply[name].at, goal) > judge.range]
    if not ends:
        return
    for station in _bare_stations(state, side, ends[0]):
        yield from (
            Rail(name, board().name(station))
            for name in loads
            if distance(state.supply[name].at, goal) > distance(station, goal)
        )
    if _is_stocked(state, side, ends[0]):
        for name in _passengers(state, side, goal):
            yield from (Rail(name, board().name(end)) for end in ends[: judge.ends])
    for name in loads:
        for end in ends[: judge.ends]:
            if distance(end, goal) + judge.range <= distance(state.supply[name].at, goal):
                yield Rail(name, board().name(end))


def _freight(state: Campaign, side: Side) -> list[str]:
    """Supply Units in the cities from which the railway leads; those along the line are there for who marches."""
    track, zone = {*line(state)} & {*cities()}, apparent(state, side)
    return [
        name
        for name, unit in state.supply.items()
        if unit.side == side and not unit.dummy and not unit.moved and unit.at in track and not zone[unit.at]
    ]


def _bare_stations(state: Campaign, side: Side, railhead: int) -> list[int]:
    """Stations without Fuel between columns on vehicles and the railhead, those next to a column first."""
    distance, picture = board().distance, Picture(state, side)
    stores, judge = weights().stores, weights().transports
    tracks = ways(state, railhead)
    columns = [
        at
        for at in stands(state, side)
        if distance(at, railhead) > judge.stage
        and any(force.petrol and force.defence >= stores.least for force in picture.at(at))
    ]
    fuel = [
        unit.at
        for unit in state.supply.values()
        if unit.side == side and not unit.dummy and unit.at >= 0 and unit.fuel >= stores.load
    ]
    found: list[int] = []
    for at in columns:
        start = _nearest(tuple(tracks), at)
        if distance(start, at) > judge.near:
            continue
        for hex in reversed(tracks[start]):
            if room(state, side, hex) and all(distance(hex, other) >= judge.stage for other in (*fuel, *found)):
                found.append(hex)
    return found


@lru_cache(maxsize=512)
def _nearest(track: tuple[int, ...], at: int) -> int:
    """The hex of a line that is nearest to a column."""
    distance = board().distance
    return min(track, key=lambda hex: (distance(hex, at), hex))


def _is_stocked(state: Campaign, side: Side, railhead: int) -> bool:
    """Whether more supplies wait at the railhead than trucks will soon carry off."""
    near = [
        unit
        for unit in state.supply.values()
        if unit.side == side
        and not unit.dummy
        and unit.at >= 0
        and unit.ammo >= weights().stores.load
        and board().distance(unit.at, railhead) <= weights().transports.stage // 2
    ]
    return len(near) >= weights().stores.stock


def _passengers(state: Campaign, side: Side, goal: int) -> list[str]:
    """Units that a train carries, far from the front and not spent, the strongest first."""
    picture, distance = Picture(state, side), board().distance
    forces = [
        force
        for hex in line(state)
        for force in picture.at(hex)
        if force.name not in state.replacements
        and force.guards
        and 0 < force.size <= LOAD
        and distance(hex, goal) > 2 * weights().transports.range
    ]
    return [force.name for force in sorted(forces, key=lambda force: (-force.defence, force.name))]


# Ships


def ship(frame: CoastalShipping | SeaTransport, state: Campaign, side: Side) -> Action:
    """[32.35, 32.36] To the port nearest to the front, if that is much nearer."""
    aim, distance = front(state, side), board().distance
    best: Action = Done()
    most = 2 * weights().transports.range
    for action in frame.actions(state, side):
        if not isinstance(action, Ship) or state.supply[action.name].dummy:
            continue
        goal, start = board().location(action.to), state.supply[action.name].at
        if goal < 0:
            continue
        gain = (distance(start, aim) if start >= 0 else FAR) - distance(goal, aim)
        if gain > most:
            best, most = action, gain
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
                if (supply or motors) and admits(state, side, action):
                    return action
    return Done()
