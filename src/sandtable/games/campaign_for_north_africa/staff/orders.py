"""Carrying the plan of a Movement Segment out, one order at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from sandtable.core.frames import admits
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.ground.stacking import burdens, overstacked
from sandtable.games.campaign_for_north_africa.ground.zones import expected, stands, within_two
from sandtable.games.campaign_for_north_africa.logistics.supply import fuel_need
from sandtable.games.campaign_for_north_africa.logistics.supply_range import in_range
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.orders import Depart, Move
from sandtable.games.campaign_for_north_africa.movement.reach import (
    Party,
    budget,
    has_room,
    party_ground,
    party_of,
    reach_of,
)
from sandtable.games.campaign_for_north_africa.movement.region import MAP
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.units import cpa, size
from sandtable.games.campaign_for_north_africa.staff import replacements
from sandtable.games.campaign_for_north_africa.staff.assaults import (
    ASSAULT_COST,
    column,
    largest_morale,
    shifts,
    spirit,
)
from sandtable.games.campaign_for_north_africa.staff.breakthrough import way_over
from sandtable.games.campaign_for_north_africa.staff.fields import Approach, field
from sandtable.games.campaign_for_north_africa.staff.means import (
    ATTACK,
    baggage,
    can_defend,
    has_along,
    is_followed,
    rounds,
    sources,
)
from sandtable.games.campaign_for_north_africa.staff.picture import Enemy, Force, Picture
from sandtable.games.campaign_for_north_africa.staff.planner import Plan, Task, fuel_of
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import REGION, Campaign, all_of, enemy_of

Near: TypeAlias = Callable[[int], list[Enemy]]  # the enemies who could come to a hex


def key_of(state: Campaign, side: str) -> tuple[int, int, int, str]:
    return state.turn, state.stage, state.cycle, side


def next_order(plan: Plan, frame: Movement, state: Campaign) -> Action:
    """The next task that can be carried out, else done."""
    action = next_task(plan, frame, state)
    if action is not None:
        return action
    for action in departures(state, frame.side):
        if admits(state, frame.side, action):
            return action
    return finish(frame, state)


def next_task(plan: Plan, frame: Movement, state: Campaign) -> Action | None:
    """The next task that can be carried out, if any is left."""
    picture = Picture(state, frame.side)
    while plan.tasks:
        task = plan.tasks.pop(0)
        if task.name in frame.done:
            continue
        action = order(task, frame, picture, plan)
        if action is None:
            continue
        train = along(picture, action)
        for each in (Move((*action.units, *train), action.path), action):
            if admits(state, frame.side, each):
                return each
    return None


def departures(state: Campaign, side: Side) -> Iterator[Action]:
    """[8.84] From the boxes to the front."""
    if side != "axis":
        return
    teaching = replacements.schoolmasters(state, side)
    for box in REGION:
        for name in state.at(box, side):
            if name not in teaching:
                yield Depart(name, MAP)


def finish(frame: Movement, state: Campaign) -> Action:
    """[9.31] Done, once nobody stands where there is no room for him."""
    if admits(state, frame.side, Done()):
        return Done()
    for action in spread(frame, state):
        if admits(state, frame.side, action):
            return action
    return next(frame.remedies(state))


def spread(frame: Movement, state: Campaign) -> Iterator[Action]:
    """Out of hexes that hold too much, the small ones first, to the nearest hex with room."""
    zone, _ = expected(state, frame.side)
    for at in overstacked(state, frame.side):
        for name in sorted(burdens(state, at), key=lambda name: (size(state, name), name)):
            if name in frame.done:
                continue
            try:
                party = party_of(state, frame.side, (name,), started=frame.going)
            except Refusal:
                continue
            found = reach_of(state, party, budget(state, party))
            near = sorted((found.points(hex), hex) for hex in found if not zone[hex])
            ends = [hex for _, hex in near if has_room(state, party, hex)][:2]
            for end in ends:
                yield Move((name,), tuple(board().name(hex) for hex in found.path(end)))


def order(task: Task, frame: Movement, picture: Picture, plan: Plan) -> Move | None:
    state = picture.state
    try:
        party = party_of(state, frame.side, (task.name,), started=frame.going)
    except Refusal:
        return None
    if task.kind == "strike":
        path = _strike(task, state, party)
    elif task.kind in ("march", "guard"):
        path = _march(task, picture, party, plan)
    elif task.kind == "cross":
        path = ()
        if _is_fuelled(state, party):
            path = way_over(picture, party, lambda hex: _has_fuel(state, party, hex))
    elif task.kind == "rally":
        path = _rally(picture, party)
    else:
        path = _leave(picture, party)
    if len(path) < 2:
        return None
    return Move((task.name,), tuple(board().name(hex) for hex in path))


def along(picture: Picture, action: Move) -> tuple[str, ...]:
    """[32.33] Supply Units that are taken along, as many as are needed where there is too little Ammo or Fuel at the
    end of the way, and no more than those who stay can spare."""
    state, force, judge = picture.state, picture.force(action.units[0]), weights().stores
    ready = baggage(picture, force)
    if not ready:
        return ()
    end = [state.supply[name] for name in sources(picture, force, board().hex(action.path[-1]))]
    lacking = (ATTACK + judge.reserve) * rounds(state, force.name) - sum(unit.ammo for unit in end)
    thirst = judge.marches * force.petrol - sum(unit.fuel for unit in end)
    stay = [each for each in picture.at(force.at) if each.name not in action.units]
    spare = sum(state.supply[name].ammo for name in ready) - judge.rounds * sum(
        rounds(state, each.name) for each in stay
    )
    taken: list[str] = []
    for name in ready:
        unit = state.supply[name]
        if (lacking <= 0 and thirst <= 0) or unit.ammo > spare:
            break
        lacking, thirst, spare = lacking - unit.ammo, thirst - unit.fuel, spare - unit.ammo
        taken.append(name)
    return tuple(taken)


def _strike(task: Task, state: Campaign, party: Party) -> tuple[int, ...]:
    """Next to an enemy who is still there."""
    if party.at == task.goal or state.holder(task.target) != enemy_of(party.side):
        return ()
    found = reach_of(state, party, budget(state, party) - ASSAULT_COST)  # as it was planned
    return found.path(task.goal) if task.goal in found else ()


def _march(task: Task, picture: Picture, party: Party, plan: Plan) -> tuple[int, ...]:
    """Along the shortest way, as far as the Allowance goes and no enemy is to be expected."""
    state = picture.state
    if not _is_fuelled(state, party):
        return ()
    toward = field(state, task.goal, party.gaits)
    path = _along(toward, state, party, task.goal)
    if len(path) == 1:
        return _around(toward, state, party)
    near: Near = plan.near
    if task.kind == "guard" and state.turn >= state.last_turn:
        near = _nobody  # there is nothing more to lose
    elif task.kind == "guard" and picture.force(task.name).size <= 1:
        near = _close(path, plan)
    path = _as_far_as_one_may(path, task.goal, picture, party, near)
    if len(path) == 1 and _are_guns(picture, party):
        return _to_friends(toward, picture, party)
    return tuple(path) if _is_worth_fuel(state, party, path, task.goal) else ()


def _as_far_as_one_may(path: list[int], goal: int, picture: Picture, party: Party, near: Near) -> list[int]:
    """Back along a way to where one may stop, or to another hex that is nearer to the goal: where all take one road its
    hexes are soon full."""
    whole, back = len(path), 1
    while len(path) > 1 and not _may_stop(picture, party, path[-1], goal, near):
        del path[max(1, len(path) - back) :]
        back += 1
    return path if len(path) == whole else _beside(path, goal, picture, party, near)


def _beside(path: list[int], goal: int, picture: Picture, party: Party, near: Near) -> list[int]:
    """To the hex nearest to the goal, short of it, in which one may stop, on the way or off it, if any is nearer than
    its end now."""
    state, toward = picture.state, field(picture.state, goal, party.gaits)
    zone, _ = expected(state, party.side)
    found = reach_of(state, party, budget(state, party))
    now = toward.cost(path[-1])
    costs = toward.costs(now)
    ways = sorted([(costs[hex], hex) for hex in found if costs[hex] < now and not zone[hex] and hex != goal])
    better = islice((hex for _, hex in ways if has_room(state, party, hex)), weights().marches.tries)
    best = next((hex for hex in better if _may_stop(picture, party, hex, goal, near)), -1)
    return list(found.path(best)) if best >= 0 else path


def _is_worth_fuel(state: Campaign, party: Party, path: list[int], goal: int) -> bool:
    """[32.23] A stage of movement costs the same however short it is; where there is plenty, that does not matter."""
    if (
        fuel_of(state, party.side) >= weights().stores.plenty
        or len(path) > weights().marches.worthwhile
        or path[-1] == goal
        or not _petrol(state, party)
    ):
        return True
    return all(state.units[name].fuel for name in party.counters)


def _along(toward: Approach, state: Campaign, party: Party, goal: int) -> list[int]:
    zone, _ = expected(state, party.side)
    foe = enemy_of(party.side)
    step = party_ground(state, party).cost
    left = budget(state, party)
    here, path = party.at, [party.at]
    while here != goal:
        there = toward.ahead(here)
        cost = step(here, there)
        if cost is None or cost > left or state.holder(there) == foe or (zone[there] and there != goal):
            break
        left -= cost
        path.append(there)
        here = there
    return path


def _around(toward: Approach, state: Campaign, party: Party) -> tuple[int, ...]:
    """A detour where the next hex is barred."""
    (zone, _), judge = expected(state, party.side), weights().marches
    found = reach_of(state, party, budget(state, party))
    here = toward.cost(party.at)
    costs = toward.costs(here)
    near = sorted([(costs[hex], hex) for hex in found if costs[hex] + judge.gain < here and not zone[hex]])
    best = next((hex for _, hex in near[: judge.tries] if has_room(state, party, hex)), -1)
    return found.path(best) if best >= 0 else ()


def _nobody(hex: int) -> list[Enemy]:
    return []


def _close(path: list[int], plan: Plan) -> Near:
    """Enemies of whom even a battalion on its way to an empty place takes notice."""
    distance, least = board().distance, weights().marches.close
    close = {foe.at for hex in path for foe in plan.near(hex) if distance(foe.at, hex) <= least}
    return lambda hex: [foe for foe in plan.near(hex) if foe.at in close]


def _may_stop(picture: Picture, party: Party, hex: int, goal: int, near: Near) -> bool:
    state = picture.state
    if not has_room(state, party, hex):
        return False
    if hex == goal and not _are_guns(picture, party):
        return not expected(state, party.side)[0][hex] or not _is_exposed(picture, party, hex, near(hex))
    if _is_exposed(picture, party, hex, near(hex)):
        return False
    if state.turn >= state.last_turn:
        return True  # nobody will miss it
    return _has_fuel(state, party, hex) or any(has_along(picture, picture.force(name)) for name in party.counters)


def _is_exposed(picture: Picture, party: Party, hex: int, near: list[Enemy]) -> bool:
    """Whether enemies near a hex could overwhelm whoever stops there, or take guns that stand alone or men without
    Ammo."""
    near = [foe for foe in near if foe.offence > 0]
    if not near:
        return False
    going = [picture.force(name) for name in party.counters]
    own = [*picture.at(hex), *going]
    if all(force.guns for force in own):
        return True
    if not any(
        can_defend(picture, force, hex) or is_followed(picture, force, hex) or has_along(picture, force)
        for force in going
    ):
        return True
    return _feared(picture, hex, own, near) >= weights().combat.exposed


def _feared(picture: Picture, hex: int, own: Sequence[Force], near: Sequence[Enemy]) -> int:
    """The column of the assault that one must expect in a hex: friends nearby keep some of the enemies busy."""
    judge = weights().combat
    offence = judge.share * sum(foe.offence for foe in near) - judge.friends * _friends(picture, hex, own)
    return column(
        max(0.0, offence),
        sum(force.defence for force in own),
        max(foe.size for foe in near),
        max(force.size for force in own),
        shifts(picture.state, hex, ()) + spirit(largest_morale(near), largest_morale(own)),
    )


def _friends(picture: Picture, hex: int, own: Sequence[Force]) -> int:
    """What stands near a hex besides those who will be in it, raw points of defence."""
    distance, close = board().distance, weights().marches.close
    hexes = (at for at in stands(picture.state, picture.side) if at != hex and distance(at, hex) <= close)
    near = sum(force.defence for at in hexes for force in picture.at(at))
    return near - sum(force.defence for force in own if force.at != hex and distance(force.at, hex) <= close)


def _are_guns(picture: Picture, party: Party) -> bool:
    return all(picture.force(name).guns for name in party.counters)


def _to_friends(toward: Approach, picture: Picture, party: Party) -> tuple[int, ...]:
    """Guns to infantry or tanks that are nearer to their goal, if they are with none."""
    if any(not force.guns and force.defence for force in picture.at(party.at)):
        return ()
    found = reach_of(picture.state, party, budget(picture.state, party))
    friends = (hex for hex in stands(picture.state, party.side) if hex in found and hex != party.at)
    near = sorted((toward.cost(hex), hex) for hex in friends)
    for away, hex in near[: weights().marches.tries]:
        if away >= toward.cost(party.at):
            break
        if any(not force.guns and force.defence for force in picture.at(hex)) and has_room(picture.state, party, hex):
            return found.path(hex)
    return ()


def _rally(picture: Picture, party: Party) -> tuple[int, ...]:
    """To the nearest hex with Ammo in range; where none is within reach, nearer to some."""
    state = picture.state
    if not _is_fuelled(state, party):
        return ()
    (zone, _), distance, judge = expected(state, party.side), board().distance, weights().marches
    force = picture.force(party.counters[0])
    least = min(rounds(state, force.name), judge.ammo)
    depots = sorted(
        (distance(party.at, unit.at), unit.at)
        for unit in state.supply.values()
        if unit.side == party.side and not unit.dummy and unit.at >= 0 and unit.ammo >= least
    )[: judge.depots]
    if not depots:
        return ()
    found = reach_of(state, party, budget(state, party))
    away = {hex: min(distance(hex, depot) for _, depot in depots) for hex in found if not zone[hex]}
    near = sorted((found.points(hex), hex) for hex in away if away[hex] < judge.range)
    best = next((hex for _, hex in near if can_defend(picture, force, hex) and has_room(state, party, hex)), -1)
    if best >= 0:
        return found.path(best)
    far = sorted((each, found.points(hex), hex) for hex, each in away.items() if each + 2 < depots[0][0])
    best = next((hex for _, _, hex in far[: judge.tries] if has_room(state, party, hex)), -1)
    return found.path(best) if best >= 0 else ()


def _is_fuelled(state: Campaign, party: Party) -> bool:
    """Whether it has paid for its march or can."""
    return all(state.units[name].fuel for name in party.counters) or _has_fuel(state, party, party.at)


def _petrol(state: Campaign, party: Party) -> int:
    """[32.24] Fuel for a march; headquarters need none."""
    return sum(fuel_need(state, name) for counter in party.counters for name in all_of(state, counter))


def _has_fuel(state: Campaign, party: Party, hex: int) -> bool:
    """Whether one can go on from a hex: nobody burns Fuel, or there is some within range."""
    if not _petrol(state, party):
        return True
    allowance = min(cpa(state, name) for name in party.counters)
    return any(state.supply[name].fuel > 2 for name in in_range(state, party.side, hex, allowance, False))


def _leave(picture: Picture, party: Party) -> tuple[int, ...]:
    """Out of reach of the enemy, to where there are supplies if possible."""
    state = picture.state
    zone, _ = expected(state, party.side)
    found = reach_of(state, party, budget(state, party))
    close = within_two(state, party.side)
    near = sorted((hex in close, found.points(hex), hex) for hex in found if not zone[hex])
    ends = [hex for _, _, hex in near[: weights().marches.tries] if has_room(state, party, hex)]
    force = picture.force(party.counters[0])
    good = (hex for hex in ends if can_defend(picture, force, hex) and _has_fuel(state, party, hex))
    best = next(good, ends[0] if ends else -1)
    return found.path(best) if best >= 0 else ()
