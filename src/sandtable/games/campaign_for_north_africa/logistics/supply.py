"""[32.0, 32.1, 32.2] Drawing on the Supply Units within range: the Fuel that movement takes and the Ammo of combat.
Nothing else takes supplies: no Stores, no Water [32.11], and Patrols go without [32.25].

Distances are half points, Ammo and Fuel whole points. A plan is the Supply Units drawn upon, each with what is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.logistics.rationing import ration
from sandtable.games.campaign_for_north_africa.logistics.supply_range import in_range, reachable
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import limits
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.carriage import facts, is_motorised
from sandtable.games.campaign_for_north_africa.pieces.units import cpa, size
from sandtable.games.campaign_for_north_africa.raiders.commandos import is_self_supplied
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of, side_of
from sandtable.games.campaign_for_north_africa.verbs import change_supply, mark

Plan: TypeAlias = tuple[tuple[str, int], ...]
Combat = Literal["assault", "barrage"]
Store = Literal["ammo", "fuel"]

BEYOND = 2  # [32.23] allowances of Fuel of who exceeds his Allowance


# Fuel [32.23, 32.24]


def fuel_need(state: Campaign, name: str) -> int:
    """[32.24, 3.4] Fuel Points that one unit, without what is attached to it, takes for an allowance of movement;
    motorcycles use none."""
    key = "fuel need", name
    found: int | None = state.composition.get(key)
    if found is None:
        found = state.composition[key] = _fuel_need(state, name)
    return found


def _fuel_need(state: Campaign, name: str) -> int:
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
            unpaid = max(0, allowance - state.units[name].fuel)
            if need := fuel_need(state, name) * unpaid:
                due[name] = need
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
    if len(due) == 1:
        return {**due}
    return dict(sorted(due.items(), key=lambda each: cpa(state, each[0])))


def _no_fuel(name: str, need: int, named: tuple[str, ...]) -> str:
    where = f"left in {', '.join(named)}" if named else "in range"
    return f"{name} needs {need} Fuel Point{'s' if need > 1 else ''} to move, and there is not that much {where}"


def take_fuel(draft: Draft[Campaign], plan: Plan, counters: Iterable[str], allowance: int) -> None:
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
    for name, points in plan:
        unit = draft.state.supply[name]
        draft.note(
            "drawn",
            only=unit.side,
            side=unit.side,
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
