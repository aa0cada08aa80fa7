"""[11.4] Overruns: a stack that began the phase together rides down an enemy stack that cannot escape destruction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

from msgspec.structs import replace

from sandtable.core.fields import Reach
from sandtable.core.frames import Draft
from sandtable.core.values import Refusal, Value
from sandtable.games.panzerarmee_afrika.actions import Overrun
from sandtable.games.panzerarmee_afrika.capture import capture_depots, pass_through
from sandtable.games.panzerarmee_afrika.counters import Side, counters
from sandtable.games.panzerarmee_afrika.map import board, forts
from sandtable.games.panzerarmee_afrika.movement import (
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
from sandtable.games.panzerarmee_afrika.network import attack_sources, broken_line, dependants, network
from sandtable.games.panzerarmee_afrika.orders import check_together, hexes_of, may
from sandtable.games.panzerarmee_afrika.routes import regular_routes
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
from sandtable.games.panzerarmee_afrika.strength import attack_value, defence_total, stack_differential
from sandtable.games.panzerarmee_afrika.tables import certain_loss, limits, regular_costs
from sandtable.games.panzerarmee_afrika.zones import front, in_enemy_zone, is_supported, is_unreliable


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
    refusal = Refusal("11.4", f"{', '.join(names)} cannot come up to {board().name(path[-1])}")
    for way in approaches(state, side, names, reach(state, names), path[-1]):
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
        raise Refusal("11.4", f"{board().name(origin)} lies in the zones of {held}; no overrun starts from there")
    check_ground(origin, target)
    check_border(state, names[0], origin, target)
    extra = overrun_cost(state, target)
    treks = {name: step(state, name, trek, origin, target, extra) for name, trek in treks.items()}
    check_reliable(state, side, names, origin)
    differential = check_certain(state, side, names, origin, target)
    check_supply_after(state, side, names, target)
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
        raise Refusal("12", "the Allies do not attack on the first turn, nor by overrun")
    for name in names:
        if role_of(name) == "lorry": raise Refusal("11.4", f"{name} is a transport unit and overruns nobody")
        check_fit(state, name)
    starts = {state.trek(name).start for name in names}
    if len(starts) > 1:
        places = " and ".join(sorted(board().name(start) for start in starts))
        raise Refusal("11.4", f"only units that began the phase in one stack overrun together; these began at {places}")


def check_target(state: PanzerarmeeAfrika, side: Side, target: int) -> None:
    where = board().name(target)
    if target not in front(state, side).occupied: raise Refusal("11.4", f"there is no enemy at {where} to overrun")
    if target in forts(): raise Refusal("11.4", f"{where} is a fort, and forts cannot be overrun")


def overrun_cost(state: PanzerarmeeAfrika, target: int) -> int:
    """[11.4] On top of the hex; [15.2] less for Italian infantry that nobody supports, once enough of it is lost."""
    units = state.at(target, "axis")
    shaken = bool(units) and is_unreliable(state, units[0], limits().reliability_stacked)
    if shaken and not is_supported(state, target): return limits().unreliable_overrun
    return regular_costs().overrun or 0


def check_reliable(state: PanzerarmeeAfrika, side: Side, names: Sequence[str], origin: int) -> None:
    """[15.2] Shaken Italian infantry attacks only in attack supply or beside those who support it."""
    shaken = [name for name in names if is_unreliable(state, name, limits().reliability_attack)]
    if not shaken or any(not is_italian_infantry(counters()[name]) for name in names): return
    if attack_sources(state, side, origin): return
    raise Refusal("15.2", f"{shaken[0]} attacks only in attack supply, or together with Germans or Italian armour")


def check_certain(state: PanzerarmeeAfrika, side: Side, names: Sequence[str], origin: int, target: int) -> int:
    """The differential must destroy everybody whatever a die would show."""
    defenders, _ = opponents(state, side, target)
    needed, differential = total_strength(state, defenders), stack_differential(state, names, target, origin)
    certain = certain_loss(differential)
    if certain >= needed: return differential
    why = f"a differential of {differential} makes sure of {certain} CF and {board().name(target)} holds {needed}"
    raise Refusal("11.4", why)


def check_supply_after(state: PanzerarmeeAfrika, side: Side, names: Sequence[str], target: int) -> None:
    """[8.4.1, 8.4.2, 11.1.1] Judged when the enemy is gone, and his zone with him."""
    defenders, lorries = opponents(state, side, target)
    gone = {name: replace(state.units[name], at=CADRE) for name in (*defenders, *lorries)}
    there = {name: replace(state.units[name], at=target) for name in names}
    after = replace(state, units={**state.units, **gone, **there})
    stranded = dependants(state, side, network(after, side), dict.fromkeys(names, target))
    if not stranded: return
    name = stranded[0]
    case = "11.1.1" if name in names else stranding_case(side)
    raise Refusal(case, f"{name} would be out of supply: {broken_line(after, side, after.units[name].at)}")


# --- carrying it out


def overrun(draft: Draft[PanzerarmeeAfrika], side: Side, action: Overrun) -> list[str]:
    """Everything but the counter-attack; installations won."""
    assault = planned(draft.state, side, action)
    name_of, target = board().name, assault.path[-1]
    draft.note(
        "overran", units=list(action.units), path=[name_of(at) for at in assault.path],
        enemies=[*assault.defenders, *assault.lorries], differential=assault.differential,
    )
    prizes = pass_through(draft, action.units, assault.path[1:-1])
    for name in assault.defenders: eliminate(draft, name, "11.4", "overrun")
    for name in assault.lorries: eliminate(draft, name, "12.4.6", "overrun with its stack")
    for name in action.units: place(draft, name, target)
    prizes += capture_depots(draft, side, target)
    halted = in_enemy_zone(draft.state, side, target)
    for name, trek in assault.treks.items(): draft.amend("treks", name, replace(trek, halted=halted))
    return prizes


# --- what the list offers


def overruns(state: PanzerarmeeAfrika, side: Side) -> list[Overrun]:
    """For each whole stack that began together and each enemy it can overrun, the cheapest way to do so."""
    if side == "allied" and state.turn < limits().first_allied_attack: return []
    targets = _weak_enough(state, side)
    return [offer for names in _stacks(state, side) for offer in _overruns_of(state, side, names, targets)]


def _overruns_of(
    state: PanzerarmeeAfrika, side: Side, names: tuple[str, ...], targets: Mapping[int, Fraction]
) -> Iterator[Overrun]:
    most, least = total_strength(state, names), _without_attack_supply(state, names)
    within = {target: needed for target, needed in targets.items() if most >= needed}
    if not within: return
    reached = reach(state, names)
    for target, needed in within.items():
        for path in approaches(state, side, names, reached, target):
            if least < needed and not _is_near_depot(state, side, path[-2]): continue
            action = Overrun(names, tuple(board().name(at) for at in path))
            if may(planned, state, side, action):
                yield action
                break


def _without_attack_supply(state: PanzerarmeeAfrika, names: Sequence[str]) -> Fraction:
    return sum((attack_value(strength_of(state, name), "general", False) for name in names), Fraction(0))


def _is_near_depot(state: PanzerarmeeAfrika, side: Side, origin: int) -> bool:
    key = ("attack supply", side, origin)
    if key not in state.layout.derived: state.layout.derived[key] = bool(attack_sources(state, side, origin))
    return bool(state.layout.derived[key])


def approaches(
    state: PanzerarmeeAfrika, side: Side, names: tuple[str, ...], reached: Reach, target: int
) -> Iterator[tuple[int, ...]]:
    """The ways into an enemy hex that movement factors and zones allow, the cheapest first."""
    here, left = state.units[names[0]].at, min(points_left(state, name) for name in names)
    if board().distance(here, target) > left: return
    facing, routes = front(state, side), regular_routes()
    ways: list[tuple[int, int]] = []
    for origin in board().adjacent[target]:
        if facing.zone[origin] > 1 or (origin != here and origin not in reached): continue
        node = routes.node(here, state.trek(names[0]).came) if origin == here else reached.node(origin)
        cost = routes.cost(origin, target, routes.came(node)) or 0
        cost += overrun_cost(state, target) + (0 if origin == here else reached.points(origin))
        if cost <= left: ways.append((cost, origin))
    for _, origin in sorted(ways):
        yield (*(reached.path(origin) if origin != here else (here,)), target)


def _stacks(state: PanzerarmeeAfrika, side: Side) -> list[tuple[str, ...]]:
    """Units together in a hex that began the phase together and may still act."""
    stacks: list[tuple[str, ...]] = []
    for names in state.layout.stands[side].values():
        by_start: dict[int, list[str]] = {}
        for name in names:
            if points_left(state, name) > 0 and may(check_fit, state, name):
                by_start.setdefault(state.trek(name).start, []).append(name)
        stacks += map(tuple, by_start.values())
    return stacks


def _weak_enough(state: PanzerarmeeAfrika, side: Side) -> dict[int, Fraction]:
    """Enemy hexes that can fall to an overrun, with the attack factors it takes."""
    found: dict[int, Fraction] = {}
    for target in sorted(front(state, side).occupied):
        if target in forts(): continue
        defenders, _ = opponents(state, side, target)
        column = _column_for(total_strength(state, defenders))
        if column is not None: found[target] = column + defence_total(state, defenders)
    return found


@cache
def _column_for(loss: int) -> int | None:
    """The least differential that makes sure of a loss."""
    return next((column for column in range(11) if certain_loss(column) >= loss), None)
