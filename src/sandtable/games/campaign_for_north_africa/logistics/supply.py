"""[32.0, 32.1, 32.2] Drawing on Supply Units: which are within range, the Fuel that movement takes and the Ammo of
combat. Nothing else takes supplies: no Stores, no Water [32.11], and Patrols go without [32.25].

Distances are half points, Ammo and Fuel whole points. A plan is the Supply Units drawn upon, each with what is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Literal, TypeAlias

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.ground.minefields import mobility_of, tolls
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import (
    Ground,
    Sky,
    Tolls,
    ground,
    sections_around,
    sky_of,
)
from sandtable.games.campaign_for_north_africa.ground.zones import apparent, casting, controlled, hexes_around, stands
from sandtable.games.campaign_for_north_africa.logistics.rationing import ration
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import limits
from sandtable.games.campaign_for_north_africa.logistics.transport_tables import truck
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.carriage import Gait, facts, gait, is_motorised
from sandtable.games.campaign_for_north_africa.pieces.units import cpa, size
from sandtable.games.campaign_for_north_africa.raiders.commandos import is_self_supplied
from sandtable.games.campaign_for_north_africa.state import (
    POINT,
    Campaign,
    all_of,
    change_supply,
    enemy_of,
    everyone_at,
    mark,
    side_of,
)

Plan: TypeAlias = tuple[tuple[str, int], ...]
Lines: TypeAlias = dict[int, tuple[int, int]]
Bars: TypeAlias = Callable[[Campaign, str, int], bool]
Combat = Literal["assault", "barrage"]
Store = Literal["ammo", "fuel"]

FOOT: tuple[Gait, ...] = ("foot",)
TRUCK: tuple[Gait, ...] = ("motor",)
BANDS = {FOOT: (8 * POINT, 33 * POINT), TRUCK: (13 * POINT, 33 * POINT)}  # how far one looks: mostly, and at the most
REACHING = {FOOT: 8 * POINT, TRUCK: 33 * POINT}  # and how far anybody draws
NO_WAY: Mapping[str, int] = {}
WALKERS = 10  # [6.11] the Allowance of infantry
BEYOND = 2  # [32.23] allowances of Fuel of who exceeds his Allowance


# Range [32.16]


def supply_range(allowance: int) -> int:
    """[32.16] Half points: half the Capability Point Allowance, rounded up to a whole point."""
    return -(-allowance // 2) * POINT


def in_range(state: Campaign, side: str, hex: int, cpa: int, foot: bool) -> Mapping[str, int]:
    """[32.16] The real Supply Units on which a combat unit in a hex or box may draw, the nearest first, and how far
    they are. `foot` traces as infantry walks, else as a medium truck drives."""
    key = "in range", side, hex, cpa, foot
    found: Mapping[str, int] | None = state.derived.get(key)
    if found is None:
        gaits = FOOT if foot else TRUCK
        found = state.derived[key] = _in_range(state, side, hex, supply_range(cpa), gaits)
    return found


def _in_range(state: Campaign, side: str, hex: int, limit: int, gaits: tuple[Gait, ...]) -> Mapping[str, int]:
    """[32.16, 10.6] Lines around the zones that must be expected; where there is none and units stand to draw, through
    hexes of which the enemy has to say that they are not in his zone."""
    stores = _stores(state, side)
    if hex < 0:
        return dict.fromkeys(stores.get(hex, ()), 0)
    distances, lost = _expected_lines(state, side, hex, limit, gaits)
    if lost and state.holder(hex) == side:
        distances = distances | _detours(state, side, gaits, hex, limit, lost, is_barred)
    near = sorted(distances.items(), key=lambda each: each[1])
    return {name: distance for at, distance in near for name in stores[at]}


def _expected_lines(
    state: Campaign, side: str, hex: int, limit: int, gaits: tuple[Gait, ...]
) -> tuple[dict[int, int], dict[int, Lines]]:
    """How far the places within range are around all zones that must be expected, and which of them these cut off."""
    ways = _shortest(state, side, hex, limit, gaits)
    distances = {at: lines[hex][0] for at, lines in ways.items() if _is_open(state, side, lines, hex, at)}
    if len(distances) == len(ways):
        return distances, {}
    cut = {at: lines for at, lines in ways.items() if at not in distances}
    distances |= _detours(state, side, gaits, hex, limit, cut, is_expected_barred)
    return distances, {at: lines for at, lines in cut.items() if at not in distances}


def _stores(state: Campaign, side: str) -> dict[int, list[str]]:
    """The real Supply Units of a side by place."""
    key = "stores", side
    found: dict[int, list[str]] | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = {}
        for name, unit in state.supply.items():
            if unit.side == side and not unit.dummy and unit.journey is None:
                found.setdefault(unit.at, []).append(name)
    return found


def _shortest(state: Campaign, side: str, hex: int, limit: int, gaits: tuple[Gait, ...]) -> dict[int, Lines]:
    """The places that would be within range if there were no enemy."""
    farthest = next(band for band in BANDS[gaits] if limit <= band)
    near = _all_lines(state, side, gaits, farthest)
    return {at: lines for at, lines in near if hex in lines and lines[hex][0] <= limit}


def _all_lines(state: Campaign, side: str, gaits: tuple[Gait, ...], farthest: int) -> list[tuple[int, Lines]]:
    """The places with Supply Units on the map, each with its lines."""
    key = "lines", side, gaits, farthest
    found: list[tuple[int, Lines]] | None = state.derived.get(key)
    if found is None:
        sky, mined = sky_of(state), _mined(state, side, gaits)
        found = state.derived[key] = [
            (at, _lines(gaits, sky, mined, at, farthest)) for at in _stores(state, side) if at >= 0
        ]
    return found


@lru_cache(maxsize=2048)
def _lines(gaits: tuple[Gait, ...], sky: Sky, mined: Tolls, goal: int, farthest: int) -> Lines:
    """The hexes from which a Supply Unit could be reached if there were no enemy: the distance and the next hex. A
    storm far away changes nothing."""
    if sky.foul:
        dry = _lines(gaits, sky._replace(weather="normal", foul=()), mined, goal, farthest)
        if all(sections_around()[hex].isdisjoint(sky.foul) for hex in dry):
            return dry
    return _work_out_lines(ground(gaits, sky, mined), goal, farthest)


def _mined(state: Campaign, side: str, gaits: tuple[Gait, ...]) -> Tolls:
    """[32.16, 26.21] What minefields cost where a line is traced as a medium truck drives, or as infantry walks."""
    if not state.minefields:
        return ()
    allowance = truck("medium").supplies if gaits == TRUCK else WALKERS
    return tolls(state, side, mobility_of(gaits), allowance)


def _work_out_lines(ground: Ground, goal: int, farthest: int) -> Lines:
    found: Lines = {}
    rings: list[list[tuple[int, int]]] = [[] for _ in range(farthest + 1)]
    rings[0].append((goal, goal))
    for now, ring in enumerate(rings):
        for here, ahead in ring:
            if here in found:
                continue
            found[here] = now, ahead
            for behind, step in ground.approaches(here):
                if behind not in found and now + step <= farthest:
                    rings[now + step].append((behind, here))
    return found


def _is_open(state: Campaign, side: str, lines: Lines, start: int, goal: int) -> bool:
    """Whether the shortest line meets no enemy and no zone that must be expected."""
    here = start
    while here != goal:
        here = lines[here][1]
        if is_expected_barred(state, side, here):
            return False
    return True


def is_barred(state: Campaign, side: str, hex: int) -> bool:
    """[32.16] Whether a supply line may not enter a hex: enemies hold it, or their zone where no friend stands."""
    holder = state.holder(hex)
    return holder != side if holder is not None else controlled(state, hex, enemy_of(side))


def is_expected_barred(state: Campaign, side: str, hex: int) -> bool:
    """The same by the counters that the side sees."""
    holder = state.holder(hex)
    return holder != side if holder is not None else bool(apparent(state, side)[hex])


def _is_held(state: Campaign, side: str, hex: int) -> bool:
    return state.holder(hex) == enemy_of(side)


def _detours(
    state: Campaign,
    side: str,
    gaits: tuple[Gait, ...],
    start: int,
    limit: int,
    goals: Mapping[int, Lines],
    bars: Bars,
) -> dict[int, int]:
    """Distances to places whose shortest line is cut, as far as there is another within range."""
    found = _flood(state, side, gaits, start, limit, goals, bars)
    return {at: found[at] for at in goals if at in found}


def _flood(
    state: Campaign,
    side: str,
    gaits: tuple[Gait, ...],
    start: int,
    limit: int,
    goals: Mapping[int, Lines],
    bars: Bars,
) -> dict[int, int]:
    """The hexes that lines from here may pass, and how far they are: only those from which one of the places could
    still be reached if there were no enemy."""
    steps, lines = ground(gaits, sky_of(state), _mined(state, side, gaits)).steps, tuple(goals.values())
    found: dict[int, int] = {}
    rings: list[list[int]] = [[] for _ in range(limit + 1)]
    rings[0].append(start)
    for now, ring in enumerate(rings):
        for here in ring:
            if here in found:
                continue
            found[here] = now
            for there, step in steps(here):
                left = limit - now - step
                if there in found or left < 0:
                    continue
                if not any(there in line and line[there][0] <= left for line in lines):
                    continue
                if not bars(state, side, there):
                    rings[now + step].append(there)
    return found


# What the enemy is asked for it [10.6]


def asked_for_lines(state: Campaign, side: str) -> frozenset[int]:
    """[10.6, 32.16] The hexes of which the enemy has to say whether they are in his zone: those through which alone a
    unit that stands somewhere could still draw on a Supply Unit."""
    field = apparent(state, side)
    return frozenset(
        there
        for hex in _cut_off(state, side)
        for allowance, foot in {_tracing(state, name) for name in everyone_at(state, hex, side)}
        for there in _passable(state, side, hex, supply_range(allowance), FOOT if foot else TRUCK)
        if field[there] and state.holder(there) is None
    )


def _tracing(state: Campaign, name: str) -> tuple[int, bool]:
    """The Allowance by which a unit draws, and whether as infantry walks."""
    return cpa(state, name), is_foot_infantry(state, name)


def _passable(state: Campaign, side: str, hex: int, limit: int, gaits: tuple[Gait, ...]) -> Iterable[int]:
    """Where lines to the places that are cut off could run if there were no zones."""
    _, lost = _expected_lines(state, side, hex, limit, gaits)
    return _flood(state, side, gaits, hex, limit, lost, _is_held) if lost else ()


def _cut_off(state: Campaign, side: str) -> tuple[int, ...]:
    """Where units stand from which enemies or an expected zone cut the shortest line to a Supply Unit."""
    enemies, own = stands(state, enemy_of(side)), stands(state, side)
    stores = tuple(at for at in _stores(state, side) if at >= 0)
    mined = tuple(_mined(state, side, gaits) for gaits in REACHING)
    return _cut(enemies, casting(state, side), own, stores, sky_of(state), mined)


@lru_cache(maxsize=256)
def _cut(
    enemies: tuple[int, ...],
    zoned: tuple[int, ...],
    own: tuple[int, ...],
    stores: tuple[int, ...],
    sky: Sky,
    mined: tuple[Tolls, ...],
) -> tuple[int, ...]:
    """The same by the places of all: most decisions move nobody."""
    barred = {*enemies, *hexes_around(zoned)}.difference(own)
    found: set[int] = set()
    for (gaits, farthest), laid in zip(REACHING.items(), mined, strict=True):
        for at in stores:
            if near := barred & _lines(gaits, sky, laid, at, farthest).keys():
                found |= _shadow(gaits, sky, laid, at, farthest, frozenset(near))
    return tuple(sorted(found.intersection(own)))


@lru_cache(maxsize=512)
def _shadow(
    gaits: tuple[Gait, ...], sky: Sky, mined: Tolls, goal: int, farthest: int, barred: frozenset[int]
) -> frozenset[int]:
    """The hexes whose shortest line goes through one of those that are barred; nearer hexes come first in the lines."""
    found: set[int] = set()
    for hex, (_, ahead) in _lines(gaits, sky, mined, goal, farthest).items():
        if hex != goal and (ahead in barred or ahead in found):
            found.add(hex)
    return frozenset(found)


def reachable(state: Campaign, name: str, at: int | None = None) -> Mapping[str, int]:
    """[32.16] The Supply Units on which a unit may draw, by its own Capability Point Allowance, where it is or from
    another place that it has come to."""
    where = state.units[name].at if at is None else at
    return in_range(state, side_of(name), where, cpa(state, name), is_foot_infantry(state, name))


def is_foot_infantry(state: Campaign, name: str) -> bool:
    """[32.16] Who traces as infantry moves."""
    return facts(name).counter.is_infantry_type and gait(state, name) == "foot"


# Fuel [32.23, 32.24]


def fuel_need(state: Campaign, name: str) -> int:
    """[32.24, 3.4] Fuel Points that one unit, without what is attached to it, takes for an allowance of movement;
    motorcycles use none."""
    own = facts(name)
    if own.counter.is_hq or own.own_gait == "motorcycle":
        return 0
    is_battalion = size(state, name) >= 1
    if own.counter.is_tank_type:
        return limits().tank_battalion_fuel if is_battalion else limits().tank_company_fuel
    return limits().battalion_fuel if is_battalion and is_motorised(state, name) else 0


def fuel_due(state: Campaign, counters: Iterable[str], allowance: int) -> dict[str, int]:
    """[32.23] What each unit of some counters still owes for moving: allowance 1 up to the CPA, 2 beyond it."""
    due: dict[str, int] = {}
    for counter in counters:
        for name in all_of(state, counter):
            unpaid = allowance - state.units[name].fuel
            if unpaid > 0 and (need := fuel_need(state, name)):
                due[name] = need * unpaid
    return due


def fuel_plan(
    state: Campaign,
    counters: Iterable[str],
    allowance: int,
    named: tuple[str, ...] = (),
    at: int | None = None,
    taken: Plan = (),
) -> Plan:
    """[32.23, 32.15] The Supply Units that pay for the movement of some counters, the nearest first or as they are
    named. `at` is where the counters are when they pay, if they have moved on; `taken` is Fuel promised before."""
    due = fuel_due(state, counters, allowance)
    if not due:
        return ()
    side = side_of(next(iter(due)))
    for supply in named:
        check_own(state, side, supply)
    left = _contents(state, side, "fuel", taken)
    plan: dict[str, int] = {}
    for name, need in _nearest_first(state, due).items():
        sources = reachable(state, name, at)
        for supply in named:
            if supply not in sources:
                raise Refusal("32.16", f"{supply} is out of range of {name}")
        if not _draw(need, named or tuple(sources), left, plan):
            raise Refusal("32.23", _no_fuel(name, need, named))
    return tuple(plan.items())


def _nearest_first(state: Campaign, due: Mapping[str, int]) -> dict[str, int]:
    """The narrowest range first."""
    return dict(sorted(due.items(), key=lambda each: cpa(state, each[0])))


def _no_fuel(name: str, need: int, named: tuple[str, ...]) -> str:
    where = f"left in {', '.join(named)}" if named else "in range"
    return f"{name} needs {need} Fuel Point{'s' if need > 1 else ''} to move, and there is not that much {where}"


def take_fuel(draft: Draft[Campaign], plan: Plan, counters: Iterable[str] = (), allowance: int = 1) -> None:
    """[32.23] Take the Fuel and write down that the counters have paid for this allowance."""
    names = tuple(counters)
    due = _nearest_first(draft.state, fuel_due(draft.state, names, allowance))
    shares = share_out(draft.state, plan, due)
    for counter in names:
        for name in all_of(draft.state, counter):
            mark(draft, name, fuel=max(allowance, draft.state.units[name].fuel))
    _take(draft, plan, "fuel", shares, "to move" if allowance < BEYOND else "to move beyond the Allowance")


def burn_hauling(draft: Draft[Campaign], plan: Plan, supply: str) -> None:
    """[32.24] Take the Fuel of those who carry a Supply Unit."""
    _take(draft, plan, "fuel", {name: {supply: points} for name, points in plan}, "to haul it")


def haul_plan(state: Campaign, supply: str) -> Plan:
    """[32.24, 32.15] The Fuel of the Motorization Points that carry a real Supply Unit, once in an Operations Stage:
    its own first, then of others within range."""
    return haul_plans(state, (supply,))


def haul_plans(state: Campaign, train: Iterable[str]) -> Plan:
    """[32.24] The same for several that move together."""
    together: dict[str, int] = {}
    for plan in haul_plan_of_each(state, train).values():
        for name, points in plan:
            together[name] = together.get(name, 0) + points
    return tuple(together.items())


def haul_plan_of_each(state: Campaign, train: Iterable[str]) -> Mapping[str, Plan]:
    """[32.24] The Fuel for each of several that move together, so that no point is counted on twice."""
    plans: dict[str, Plan] = {}
    left: dict[str, int] = {}
    for name in train:
        unit, plan = state.supply[name], dict[str, int]()
        if not unit.dummy and not unit.spent:
            left = left or _contents(state, unit.side, "fuel", ())
            near = in_range(state, unit.side, unit.at, limits().transport_allowance, False)
            if not _draw(limits().battalion_fuel, dict.fromkeys((name, *near)), left, plan):
                raise Refusal("32.24", f"there is no Fuel within range for the Motorization Points of {name}")
        plans[name] = tuple(plan.items())
    return plans


# Ammo [32.21, 32.22]


def ammo_need(state: Campaign, name: str, combat: Combat, is_phasing: bool) -> int:
    """[32.21, 27.74, 27.84] Ammo Points of one unit; only battalion-equivalents need any, and commandos just ashore
    have their own."""
    if facts(name).counter.is_hq or size(state, name) < 1 or is_self_supplied(state, name):
        return 0
    table = limits()
    need = table.assault_ammunition if combat == "assault" else table.barrage_ammunition
    return need * table.phasing_factor if is_phasing else need


def ammo_plan(state: Campaign, side: str, needs: Mapping[str, int]) -> tuple[Mapping[str, int], Plan]:
    """[32.21, 32.15] Which of these units can be supplied with what they need, and out of which Supply Units. When
    there is not enough for all, those named first are served first."""
    served, plan = _serve(state, side, sorted(needs.items(), key=lambda need: len(reachable(state, need[0]))))
    if len(served) == len(needs):
        return {name: needs[name] for name in needs}, plan
    left = _contents(state, side, "ammo", ())
    shares = ration(needs.items(), lambda name: reachable(state, name), left)
    total: dict[str, int] = {}
    for drawn in shares.values():
        for name, points in drawn.items():
            total[name] = total.get(name, 0) + points
    return {name: needs[name] for name in shares}, tuple((name, total[name]) for name in left if total.get(name))


def _serve(state: Campaign, side: str, needs: list[tuple[str, int]]) -> tuple[dict[str, int], Plan]:
    left = _contents(state, side, "ammo", ())
    plan: dict[str, int] = {}
    served = {name: need for name, need in needs if _draw(need, reachable(state, name) if need else (), left, plan)}
    return served, tuple(plan.items())


def take_ammo(draft: Draft[Campaign], plan: Plan, served: Mapping[str, int], combat: Combat = "assault") -> None:
    """[32.22] At the instant of combat."""
    state, left = draft.state, dict(plan)
    shares = ration(served.items(), lambda name: [each for each in reachable(state, name) if each in left], left)
    by_store = {name: {unit: drawn[name] for unit, drawn in shares.items() if drawn.get(name)} for name, _ in plan}
    _take(draft, plan, "ammo", by_store, f"for {combat}")


# Drawing


def check_own(state: Campaign, side: str, supply: str) -> None:
    """Refuse the name of what is no Supply Unit of this side, or a dummy [32.18]."""
    unit = state.supply.get(supply)
    if unit is None or unit.side != side:
        raise Refusal("32.15", f"there is no Supply Unit {supply} of yours")
    if unit.dummy:
        raise Refusal("32.18", f"{supply} is a dummy and holds nothing")


def _contents(state: Campaign, side: str, store: Store, taken: Plan) -> dict[str, int]:
    key = "contents", side, store
    found: dict[str, int] | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = {
            name: unit.fuel if store == "fuel" else unit.ammo
            for name, unit in state.supply.items()
            if unit.side == side and not unit.dummy
        }
    left = dict(found)
    for name, points in taken:
        left[name] -= points
    return left


def _draw(need: int, sources: Iterable[str], left: dict[str, int], plan: dict[str, int]) -> bool:
    """Take points from the sources in order, all or nothing."""
    drawn: list[tuple[str, int]] = []
    for supply in sources:
        if not need:
            break
        points = min(need, left[supply])
        if points:
            drawn.append((supply, points))
        need -= points
    if need:
        return False
    for supply, points in drawn:
        left[supply] -= points
        plan[supply] = plan.get(supply, 0) + points
    return True


def share_out(state: Campaign, plan: Plan, needs: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Who draws how much from each Supply Unit of a plan: the units in the order in which it served them."""
    left, found = dict(plan), {name: dict[str, int]() for name, _ in plan}
    for unit, need in needs.items():
        for name in dict.fromkeys((*(each for each in reachable(state, unit) if each in left), *left)):
            points = min(need, left[name])
            if not points:
                continue
            found[name][unit] = points
            left[name] -= points
            need -= points
    return found


def _take(
    draft: Draft[Campaign],
    plan: Plan,
    store: Store,
    shares: Mapping[str, Mapping[str, int]],
    why: str,
) -> None:
    """[32.2] What each Supply Unit gives, to whom and what for, is written down."""
    if not plan:
        return
    side = draft.state.supply[plan[0][0]].side
    for name, points in plan:
        unit = draft.state.supply[name]
        draft.note(
            "drawn",
            only=side,
            side=side,
            supply=name,
            at=board().name(unit.at),
            store=store,
            points=points,
            units=dict(shares[name]),
            why=why,
        )
        if store == "fuel":
            change_supply(draft, name, fuel=unit.fuel - points)
        else:
            change_supply(draft, name, ammo=unit.ammo - points)
