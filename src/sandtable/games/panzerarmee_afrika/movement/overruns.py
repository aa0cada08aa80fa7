"""[11.4] Overruns: a stack that began the phase together rides down an enemy stack that cannot escape destruction."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.core.fields import Reach
from sandtable.core.frames import Draft
from sandtable.core.listing import Branch, Branches
from sandtable.core.values import Refusal, Value, may
from sandtable.games.panzerarmee_afrika.factors.strength import attack_value, defence_value, stack_differential
from sandtable.games.panzerarmee_afrika.map import board, forts, unconnected_hexes
from sandtable.games.panzerarmee_afrika.movement.capture import capture_depots, pass_through
from sandtable.games.panzerarmee_afrika.movement.orders import Overrun
from sandtable.games.panzerarmee_afrika.movement.reach import (
    check_border,
    check_fit,
    check_ground,
    full_path,
    points_left,
    reach,
    step,
    stranding_case,
    walk,
)
from sandtable.games.panzerarmee_afrika.pieces.counters import Side, counters
from sandtable.games.panzerarmee_afrika.pieces.reading import check_together, hexes_of
from sandtable.games.panzerarmee_afrika.pieces.routes import regular_routes
from sandtable.games.panzerarmee_afrika.pieces.tables import certain_loss, defence_factor, limits, regular_costs
from sandtable.games.panzerarmee_afrika.pieces.zones import Front, front, in_enemy_zone, is_supported, is_unreliable
from sandtable.games.panzerarmee_afrika.state import (
    CADRE,
    PanzerarmeeAfrika,
    Trek,
    eliminate,
    enemy_of,
    is_italian_infantry,
    place,
    role_of,
    strength_of,
    total_strength,
)
from sandtable.games.panzerarmee_afrika.supply.network import (
    attack_sources,
    broken_line,
    dependants,
    is_bound,
    network,
    network_after_leaving,
)


class Assault(Value, frozen=True):
    """An overrun worked out: the way, what it costs each, whom it hits."""

    path: tuple[int, ...]
    treks: dict[str, Trek]
    defenders: tuple[str, ...]  # those who must be certain to fall
    lorries: tuple[str, ...]  # [12.4.6] those who fall with them
    differential: int


def planned(state: PanzerarmeeAfrika, side: Side, action: Overrun) -> Assault:
    """An overrun checked and worked out, once for checking and once more for carrying it out."""
    found: Assault | None = state.layout.derived.get(action)
    if found is None:
        path = hexes_of(action.path, "11.4")
        check_together(state, side, action.units, path[0], "11.4")
        check_stack(state, side, action.units)
        check_target(state, side, path[-1])
        found = state.layout.derived[action] = _plan(state, side, action.units, path)
    return found


def _plan(state: PanzerarmeeAfrika, side: Side, names: tuple[str, ...], path: tuple[int, ...]) -> Assault:
    if len(path) > 2 or path[1] in board().neighbours[path[0]]:
        return _assault(state, side, names, (*full_path(state, names, path[:-1]), path[-1]))
    refusal = Refusal("11.4", f"{', '.join(names)} cannot move adjacent to {board().name(path[-1])}")
    left = min(points_left(state, name) for name in names) - overrun_cost(state, path[-1])
    came = state.trek(names[0]).came
    for way in approaches(front(state, side), reach(state, names), path[0], came, left, path[-1]):
        try:
            return _assault(state, side, names, way)
        except Refusal as reason:
            refusal = reason
    raise refusal


def _assault(state: PanzerarmeeAfrika, side: Side, names: tuple[str, ...], path: tuple[int, ...]) -> Assault:
    origin, target = path[-2:]
    treks = walk(state, names, path[:-1]) if len(path) > 2 else {name: state.trek(name) for name in names}
    casters = front(state, side).casters(origin)
    if len(casters) > 1:
        held = " and ".join(board().name(at) for at in casters)
        raise Refusal("11.4", f"{board().name(origin)} is in the zones of {held}; an overrun cannot start from there")
    check_ground(origin, target)
    check_border(state, names[0], origin, target)
    extra = overrun_cost(state, target)
    treks = {name: step(state, name, trek, origin, target, extra) for name, trek in treks.items()}
    check_reliable(state, side, names, origin)
    differential = check_certain(state, side, names, origin, target)
    check_supply_after(state, side, names, origin, target)
    defenders, lorries = opponents(state, side, target)
    return Assault(path, treks, defenders, lorries if defenders != lorries else (), differential)


def opponents(state: PanzerarmeeAfrika, side: Side, target: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Those of a hex who defend it, and its transport units, who defend it only when alone [12.4.2]."""
    foe = enemy_of(side)
    lorries = tuple(state.layout.lorries[foe].get(target, ()))
    return tuple(state.at(target, foe)) or lorries, lorries


# --- who, whom, and with what effect


def check_stack(state: PanzerarmeeAfrika, side: Side, names: Sequence[str]) -> None:
    if side == "allied" and state.turn < limits().first_allied_attack:
        raise Refusal("12", "the Allies may not attack on turn 1, not even by overrun")
    for name in names:
        if role_of(name) == "lorry":
            raise Refusal("11.4", f"{name} is a transport unit and cannot overrun")
        check_fit(state, name)
    starts = {state.trek(name).start for name in names}
    if len(starts) > 1:
        places = " and ".join(sorted(board().name(start) for start in starts))
        raise Refusal("11.4", f"only units that began the phase in one stack overrun together; these began at {places}")


def check_target(state: PanzerarmeeAfrika, side: Side, target: int) -> None:
    where = board().name(target)
    if target not in front(state, side).occupied:
        raise Refusal("11.4", f"there is no enemy at {where} to overrun")
    if target in forts():
        raise Refusal("11.4", f"{where} is a fort, and forts cannot be overrun")


def overrun_cost(state: PanzerarmeeAfrika, target: int) -> int:
    """[11.4] On top of the hex; [15.2] less for Italian infantry that nobody supports, once enough of it is lost."""
    units = state.at(target, "axis")
    shaken = bool(units) and is_unreliable(state, units[0], limits().reliability_stacked)
    if shaken and not is_supported(state, target):
        return limits().unreliable_overrun
    return regular_costs().overrun or 0


def check_reliable(state: PanzerarmeeAfrika, side: Side, names: Sequence[str], origin: int) -> None:
    """[15.2] Shaken Italian infantry attacks only in attack supply or beside those who support it."""
    shaken = [name for name in names if is_unreliable(state, name, limits().reliability_attack)]
    if not shaken or any(not is_italian_infantry(counters()[name]) for name in names):
        return
    if attack_sources(state, side, origin):
        return
    raise Refusal("15.2", f"{shaken[0]} attacks only in attack supply, or together with Germans or Italian armour")


def check_certain(state: PanzerarmeeAfrika, side: Side, names: Sequence[str], origin: int, target: int) -> int:
    """The differential must destroy everybody whatever a die would show."""
    defenders, _ = opponents(state, side, target)
    needed, differential = total_strength(state, defenders), stack_differential(state, names, target, origin)
    certain = certain_loss(differential)
    if certain >= needed:
        return differential
    why = f"a differential of {differential} guarantees {certain} CF, and {board().name(target)} holds {needed}"
    raise Refusal("11.4", why)


def check_supply_after(state: PanzerarmeeAfrika, side: Side, names: Sequence[str], origin: int, target: int) -> None:
    """[8.4.1, 8.4.2, 11.1.1] Judged when the enemy is gone, and his zone with him."""
    stranded = _stranded(state, side, names, origin, target)
    if not stranded:
        return
    name, after = stranded[0], _after(state, side, names, target)
    case = "11.1.1" if name in names else stranding_case(side)
    raise Refusal(case, f"{name} would be out of supply: {broken_line(after, side, after.units[name].at)}")


def _stranded(state: PanzerarmeeAfrika, side: Side, names: Sequence[str], origin: int, target: int) -> list[str]:
    if _is_plainly_supplied(state, side, names, origin, target):
        return []
    after = _after(state, side, names, target)
    return dependants(state, side, network(after, side), dict.fromkeys(names, target))


def _is_plainly_supplied(state: PanzerarmeeAfrika, side: Side, names: Sequence[str], origin: int, target: int) -> bool:
    """Whether a line back through the hex they come from will do and nobody lived on their standing there. No zone but
    the target's holds that hex, so that the way they came up has been looked at already and the rest opens."""
    if front(state, side).casters(origin) not in ([], [target]) or origin in unconnected_hexes():
        return False
    if not any(is_bound(name) for name in names):
        return True
    so_far = network_after_leaving(state, side, names).nearest(origin)
    back = regular_routes().cost(target, origin)
    return so_far is not None and back is not None and so_far[0] + back <= limits().supply_range


def _after(state: PanzerarmeeAfrika, side: Side, names: Sequence[str], target: int) -> PanzerarmeeAfrika:
    defenders, lorries = opponents(state, side, target)
    gone = {name: replace(state.units[name], at=CADRE) for name in (*defenders, *lorries)}
    there = {name: replace(state.units[name], at=target) for name in names}
    return replace(state, units={**state.units, **gone, **there})


# --- carrying it out


def overrun(draft: Draft[PanzerarmeeAfrika], side: Side, action: Overrun) -> list[str]:
    """Everything but the counter-attack; installations won."""
    assault = planned(draft.state, side, action)
    name_of, target = board().name, assault.path[-1]
    draft.note(
        "overran",
        units=list(action.units),
        path=[name_of(at) for at in assault.path],
        enemies=[*assault.defenders, *assault.lorries],
        differential=assault.differential,
    )
    prizes = pass_through(draft, action.units, assault.path[1:-1])
    for name in assault.defenders:
        eliminate(draft, name, "11.4", "overrun")
    for name in assault.lorries:
        eliminate(draft, name, "12.4.6", "overrun with its stack")
    for name in action.units:
        place(draft, name, target)
    prizes += capture_depots(draft, side, target)
    halted = in_enemy_zone(draft.state, side, target)
    for name, trek in assault.treks.items():
        draft.amend("treks", name, replace(trek, halted=halted))
    return prizes


# --- what the list offers


class Prey(NamedTuple):
    """An enemy hex that can fall to an overrun."""

    at: int
    factors: int  # of attack that it takes at least
    cost: int  # movement factors on top of the hex


def overruns(state: PanzerarmeeAfrika, side: Side) -> list[Overrun]:
    """For each whole stack that began together and each enemy it can overrun, the cheapest way to do so."""
    return list(Branches(*overruns_by_hex(state, side)))


def overruns_by_hex(state: PanzerarmeeAfrika, side: Side) -> Iterator[Branch[Overrun]]:
    if side == "allied" and state.turn < limits().first_allied_attack:
        return
    enemies, known, least = len(front(state, side).occupied), state.units, least_factors()
    for names in state.layout.stands[side].values():
        able = [name for name in names if not known[name].stuck]
        if not able or total_strength(state, able) < least:
            continue
        yield Branch(len(able) * enemies, partial(_overruns_from, state, side, able))


@cache
def least_factors() -> int:
    """The attack factors that the weakest enemy takes: one factor in the open and out of supply."""
    factors = _factors_for(((1, True),), 1)
    assert factors is not None
    return factors


def _overruns_from(state: PanzerarmeeAfrika, side: Side, units: Sequence[str]) -> list[Overrun]:
    return [offer for names in _stacks(state, units) for offer in _overruns_of(state, side, names)]


def overruns_by(state: PanzerarmeeAfrika, side: Side, names: tuple[str, ...]) -> list[Overrun]:
    """The same for some units of a stack."""
    if not may(check_stack, state, side, names):
        return []
    return list(_overruns_of(state, side, names))


def _overruns_of(state: PanzerarmeeAfrika, side: Side, names: tuple[str, ...]) -> Iterator[Overrun]:
    strengths = tuple(strength_of(state, name) for name in names)
    most, least = sum(strengths), _without_attack_supply(strengths)
    here, came = state.units[names[0]].at, state.trek(names[0]).came
    facing, left = front(state, side), min(points_left(state, name) for name in names)
    prey = [each for at in enemies_near(facing, here, left) if (each := _prey_at(state, side, at)) is not None]
    near = [each for each in prey if most >= each.factors]
    if not near:
        return
    reached = reach(state, names)
    for at, factors, cost in near:
        for path in approaches(facing, reached, here, came, left - cost, at):
            if least < factors and not _is_near_depot(state, side, path[-2]):
                continue
            if _succeeds(state, side, names, path[-2], at):
                yield Overrun(names, tuple(board().name(at) for at in path))
                break


def _succeeds(state: PanzerarmeeAfrika, side: Side, names: Sequence[str], origin: int, target: int) -> bool:
    """Whether an overrun whose way is open has everything else it needs."""
    if not may(check_border, state, names[0], origin, target):
        return False
    if not may(check_reliable, state, side, names, origin):
        return False
    if not may(check_certain, state, side, names, origin, target):
        return False
    return not _stranded(state, side, names, origin, target)


@cache
def _without_attack_supply(strengths: tuple[int, ...]) -> int:
    return math.ceil(sum((attack_value(strength, "general", False) for strength in strengths), Fraction(0)))


def _is_near_depot(state: PanzerarmeeAfrika, side: Side, origin: int) -> bool:
    key = ("attack supply", side, origin)
    if key not in state.layout.derived:
        state.layout.derived[key] = bool(attack_sources(state, side, origin))
    return bool(state.layout.derived[key])


def approaches(
    facing: Front, reached: Reach, here: int, came: int, left: int, target: int
) -> tuple[tuple[int, ...], ...]:
    """The ways into an enemy hex that movement factors and zones allow, the cheapest first."""
    key = (reached, here, came, left, target)
    found = facing.ways.get(key)
    if found is None:
        found = facing.ways[key] = tuple(_ways(facing, *key))
    return found


def _ways(facing: Front, reached: Reach, here: int, came: int, left: int, target: int) -> Iterator[tuple[int, ...]]:
    routes, costs = regular_routes(), dict[int, int]()
    for origin in board().adjacent[target]:
        if facing.zone[origin] > 1 or (origin != here and origin not in reached):
            continue
        by = came if origin == here else routes.came(reached.node(origin))
        costs[origin] = (routes.cost(origin, target, by) or 0) + (0 if origin == here else reached.points(origin))
    for origin in sorted(costs, key=lambda each: (costs[each], each)):
        if costs[origin] <= left:
            yield (*(reached.path(origin) if origin != here else (here,)), target)


def _stacks(state: PanzerarmeeAfrika, units: Sequence[str]) -> list[tuple[str, ...]]:
    """Those of the units of a hex that began the phase together and may still act."""
    by_start: dict[int, list[str]] = {}
    for name in units:
        if points_left(state, name) > 0 and may(check_fit, state, name):
            by_start.setdefault(state.trek(name).start, []).append(name)
    return [tuple(names) for names in by_start.values()]


def enemies_near(facing: Front, hexagon: int, points: int) -> tuple[int, ...]:
    """The enemy hexes that are no farther from this one by the map, whoever stands in the way."""
    found = facing.near.get((hexagon, points))
    if found is None:
        costs = regular_routes().distances.beyond(hexagon)[0].up_to(max(points, 0))
        found = facing.near[hexagon, points] = tuple(at for at in sorted(facing.occupied) if costs[at] <= points)
    return found


def _prey_at(state: PanzerarmeeAfrika, side: Side, target: int) -> Prey | None:
    """What an enemy hex takes, if it can fall at all."""
    if target in forts():
        return None
    known: dict[int, Prey | None] = state.layout.derived.setdefault(("prey", side), {})
    if target not in known:
        defenders, _ = opponents(state, side, target)
        ground = defence_factor(enemy_of(side), board().terrain[target])
        factors = _factors_for(tuple((strength_of(state, name), state.units[name].out) for name in defenders), ground)
        known[target] = None if factors is None else Prey(target, factors, overrun_cost(state, target))
    return known[target]


@cache
def _factors_for(defenders: tuple[tuple[int, bool], ...], ground: int) -> int | None:
    """The attack factors that make sure of all these, each with its strength and whether it is out of supply."""
    loss = sum(strength for strength, _ in defenders)
    column = next((column for column in range(11) if certain_loss(column) >= loss), None)
    if column is None:
        return None
    return math.ceil(sum((defence_value(strength, out, ground) for strength, out in defenders), Fraction(column)))
