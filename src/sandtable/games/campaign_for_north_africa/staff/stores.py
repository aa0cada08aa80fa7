"""The supply desk: Supply Units follow the army by truck, and trucks go where Supply Units wait."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.contents import SupplyUnit
from sandtable.games.campaign_for_north_africa.ground.zones import near_enemy, stands
from sandtable.games.campaign_for_north_africa.logistics.baggage import WITH_TRUCKS, allowance, carriers
from sandtable.games.campaign_for_north_africa.logistics.depots import room
from sandtable.games.campaign_for_north_africa.logistics.orders import Demotorise, Drive, Haul, Motorise
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import limits
from sandtable.games.campaign_for_north_africa.logistics.truck_routes import drive_allowance, reach
from sandtable.games.campaign_for_north_africa.map import away, board, entry_road
from sandtable.games.campaign_for_north_africa.pieces.units import motors_needed, size
from sandtable.games.campaign_for_north_africa.staff.aims import aims, front
from sandtable.games.campaign_for_north_africa.staff.fields import MOTOR, field
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.staff.wants import Want, is_stranded, wants
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import TRIPOLI, TRIPOLITANIA, Campaign, Side


def is_spent(state: Campaign, unit: SupplyUnit) -> bool:
    """Whether it is hardly worth its trucks: what is left will be used where it lies, above all while others wait."""
    judge = weights().stores
    if unit.fuel < judge.least_fuel:
        return True
    return unit.ammo < judge.load and (unit.fuel < judge.empty_fuel or _others_wait(state, unit))


def _others_wait(state: Campaign, unit: SupplyUnit) -> bool:
    """Whether better ones that nothing carries are not far."""
    least, distance = 2 * weights().stores.load, board().distance
    return any(
        other.side == unit.side
        and not other.dummy
        and other.at >= 0
        and other.ammo >= least
        and other.motors < carriers(other)
        and unit.at >= 0
        and distance(unit.at, other.at) <= 2 * weights().convoys.range
        for other in state.supply.values()
    )


# Trucks


def convoys(state: Campaign, side: Side, fed: Collection[int] = ()) -> list[Action]:
    """[32.33] Supply Units to who lacks most or is to be supplied by order, then loose trucks to those that wait."""
    picture = Picture(state, side)
    rolling = [(name, unit) for name, unit in state.supply.items() if _may_roll(unit, side)]
    lacking = wants(picture, {name for name, _ in rolling}, fed)
    rolling.sort(key=lambda each: (-each[1].ammo, each[0]))
    hauls = [_haul(picture, name, unit, lacking) for name, unit in rolling]
    return [*(action for action in hauls if action is not None), *_drives(picture)]


def _may_roll(unit: SupplyUnit, side: str) -> bool:
    return (
        unit.side == side
        and not unit.dummy
        and unit.motors >= carriers(unit)
        and unit.moved in ("", WITH_TRUCKS)
        and unit.spent == 0
    )


def _haul(picture: Picture, name: str, unit: SupplyUnit, lacking: list[Want]) -> Action | None:
    state, side = picture.state, picture.side
    if unit.at < 0:
        return Haul((name,), (board().name(unit.at), board().name(entry_road()[0])))
    distance = board().distance
    best, goal = 0.0, None
    for want in lacking:
        away = distance(unit.at, want.at)
        value = want.worth(unit) / (weights().convoys.range + away)
        if value > best and (away <= want.span or room(state, side, want.at)):
            best, goal = value, want
    if goal is None:
        return None
    goal.serve(unit)
    if distance(unit.at, goal.at) <= goal.span:
        return None
    path = _way(
        picture,
        unit.at,
        goal.at,
        allowance() - unit.spent,
        room(state, side, goal.at) > 0,
        _is_bearable if goal.urgent else _is_safe,
    )
    return Haul((name,), path) if path else None


def _way(
    picture: Picture,
    start: int,
    goal: int,
    points: int,
    welcome: bool,
    may_stand: Callable[[Picture, int], bool],
) -> tuple[str, ...]:
    """To the goal if it is welcome there, or as near as it gets, but not where it may not stand."""
    found = reach(picture.state, picture.side, start, points)
    distance = board().distance
    if welcome and goal in found and may_stand(picture, goal):
        return board().name(start), board().name(goal)
    left = _left(picture, start, goal)
    near = sorted((left(hex) if left else distance(hex, goal), hex) for hex in found)
    now = left(start) if left else distance(start, goal)
    best = next(
        (
            hex
            for far, hex in near[: weights().convoys.tries]
            if far < now and may_stand(picture, hex) and room(picture.state, picture.side, hex)
        ),
        -1,
    )
    return (board().name(start), board().name(best)) if best >= 0 else ()


def _left(picture: Picture, start: int, goal: int) -> Callable[[int], int] | None:
    """Half points still to go to the known place nearest to a goal; nothing when one is about there."""
    places = [aim.at for aim in aims(picture.state.scenario, picture.side)]
    hub = min((*places, entry_road()[0]), key=lambda at: (board().distance(at, goal), at))
    cost = field(picture.state, hub, MOTOR).cost
    return cost if cost(start) > allowance() else None


def _is_safe(picture: Picture, hex: int) -> bool:
    """Far from every enemy who could come, or with a guard."""
    if _is_guarded(picture, hex):
        return True
    armed = tuple(at for at, foe in picture.enemies.items() if foe.offence > 0)
    return _is_apart(picture, hex) and (not armed or away(hex, armed) > weights().convoys.open)


def _is_bearable(picture: Picture, hex: int) -> bool:
    """Where one that is badly needed stands: not beside the enemy, or with a guard."""
    return _is_guarded(picture, hex) or _is_apart(picture, hex)


def _is_guarded(picture: Picture, hex: int) -> bool:
    """Whether those who stand in a hex are enough to guard it, more of them next to the enemy."""
    guard = sum(force.defence for force in picture.at(hex) if force.guards)
    close = hex in near_enemy(picture.state, picture.side)
    return guard >= (weights().stores.strong_guard if close else weights().stores.guard)


def _is_apart(picture: Picture, hex: int) -> bool:
    """Whether nobody of the enemy stands close to a hex."""
    return away(hex, stands(picture.state, picture.foe)) > weights().convoys.daring


def _drives(picture: Picture) -> Iterator[Action]:
    """Loose trucks to Supply Units that are worth fetching and that nothing carries, as many as those need, near to
    them and to the front."""
    state, side, aim, distance = picture.state, picture.side, front(picture.state, picture.side), board().distance
    lacking = _lacking(state, side)
    free, load = _idle(picture, lacking), limits().real_unit_transport

    def gathered(at: int, goal: int) -> int:
        return state.motors[side].get(goal, 0) + (free[at] if at != goal else 0)

    for at, count in state.motors.get(side, {}).items():
        if count >= load and lacking and max(lacking) < 0:
            free.pop(at, None)
            yield from _go_to_the_boxes(picture, at, count)
        elif at < 0:
            yield Drive(count, (board().name(at), board().name(entry_road()[0])))
    while ways := [
        (distance(at, goal) + distance(goal, aim) + 2 * max(0, load - gathered(at, goal)), goal, at)
        for at in free
        for goal, lack in lacking.items()
        if goal >= 0 and lack > 0
    ]:
        _, goal, at = min(ways)
        count = _share(free[at], lacking[goal])
        lacking[goal] -= count
        free[at] -= count
        if not free[at]:
            del free[at]
        if at != goal and (path := _way(picture, at, goal, drive_allowance(), True, _is_safe)):
            yield Drive(count, path)


def _lacking(state: Campaign, side: Side) -> dict[int, int]:
    """By place the trucks that are needed to carry what is worth fetching there."""
    found: dict[int, int] = {}
    for unit in state.supply.values():
        lack = carriers(unit) - unit.motors
        if unit.side == side and not unit.dummy and lack > 0 and unit.journey is None and not is_spent(state, unit):
            found[unit.at] = found.get(unit.at, 0) + lack
    return found


def _idle(picture: Picture, lacking: dict[int, int]) -> dict[int, int]:
    """By hex the trucks that nothing there needs; those they find there lack as many fewer. Small lots gather, and near
    who is stranded nobody goes away."""
    state, side, distance = picture.state, picture.side, board().distance
    stranded = [at for at in stands(state, side) if is_stranded(picture, at)]
    load, near = limits().real_unit_transport, 2 * weights().convoys.range
    free: dict[int, int] = {}
    for at, count in state.motors.get(side, {}).items():
        if at < 0 or (at in lacking and count >= load and any(distance(at, hex) < near for hex in stranded)):
            continue
        stay = min(count, lacking.get(at, 0)) if count >= load else 0
        if at in lacking:
            lacking[at] -= stay
        if count > stay:
            free[at] = count - stay
    return free


def _share(count: int, lack: int) -> int:
    """Of so many trucks those that go, and no handful stays behind."""
    return count if count - lack < limits().real_unit_transport else lack


def _go_to_the_boxes(picture: Picture, at: int, count: int) -> Iterator[Action]:
    """[8.84] To Tripoli, where ships unload, a box in each stage."""
    edge, name = entry_road()[0], board().name
    if at == edge:
        yield Drive(count, (name(at), name(TRIPOLITANIA)))
    elif at < 0:
        yield Drive(count, (name(at), name(TRIPOLI)))
    elif path := _way(picture, at, edge, drive_allowance(), True, _is_safe):
        yield Drive(count, path)


def loading(state: Campaign, side: Side) -> Iterator[Action]:
    """[32.32] Trucks off Supply Units that are nearly empty and on to others that are with them."""
    loose = state.motors.get(side, {})
    for name, unit in state.supply.items():
        if unit.side == side and not unit.dummy and unit.journey is None and unit.motors and is_spent(state, unit):
            yield Demotorise(name, unit.motors)
    for name, unit in state.supply.items():
        if unit.side != side or unit.dummy or unit.journey is not None or is_spent(state, unit):
            continue
        lacking = carriers(unit) - unit.motors
        if 0 < lacking <= loose.get(unit.at, 0):
            yield Motorise(name, lacking)
    yield from _lifts(state, side)


def _lifts(state: Campaign, side: Side) -> Iterator[Action]:
    """[32.53] Trucks that no Supply Unit needs carry infantry, if there is Fuel for it."""
    fuel = sum(unit.fuel for unit in state.supply.values() if unit.side == side and not unit.dummy and unit.at >= 0)
    if fuel < weights().stores.plenty:
        return
    for at, count in state.motors.get(side, {}).items():
        if at < 0:
            continue
        for name in state.at(at, side):
            lacking = motors_needed(state, name) - state.units[name].motors
            if size(state, name) > 1 and 0 < lacking <= count:
                yield Motorise(name, lacking)
