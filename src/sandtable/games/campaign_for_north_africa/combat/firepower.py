"""[11.0, 32.21] TOE Strength Points as orders name them, and the Ammo that they take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.logistics.supply import Combat, ammo_need, ammo_plan, take_ammo
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.strength import Force
from sandtable.games.campaign_for_north_africa.state import Campaign


def named(state: Campaign, side: str, points: Points, case: str) -> Force:
    """The points that an order names; the only weapon system of a unit need not be written."""
    unit = state.units.get(points.unit)
    if unit is None or counters()[points.unit].side != side or unit.at < 0:
        raise Refusal(case, f"you have no unit {points.unit} on the map")
    weapon = points.weapon
    if not weapon and "" not in unit.toe:
        if len(unit.toe) != 1:
            raise Refusal(case, f"which points of {points.unit}? {', '.join(unit.toe) or 'none'}")
        weapon = next(iter(unit.toe))
    if weapon not in unit.toe:
        raise Refusal(case, f"{points.unit} has no {weapon or 'such points'}")
    if points.points < 1:
        raise Refusal(case, f"name at least one point of {points.unit}")
    return points.unit, weapon, points.points


def written(state: Campaign, force: Force) -> Points:
    """The same points as an order writes them."""
    name, weapon, points = force
    return Points(name, "" if len(state.units[name].toe) == 1 else weapon, points)


def check_used(state: Campaign, used: Mapping[tuple[str, str], int], case: str) -> None:
    """[14.26] No TOE Strength Point does two things."""
    for (name, weapon), points in used.items():
        has = state.units[name].toe[weapon]
        if points > has:
            what = f" of {weapon}" if weapon else ""
            raise Refusal(case, f"{name} has {plural(has, 'point')}{what}, not {points}")


# Ammo [15.15, 32.21, 32.22]


def ammo_needs(state: Campaign, side: str, names: Iterable[str], combat: Combat) -> dict[str, int]:
    """[32.21] Once for each unit, however its points are split."""
    is_phasing = side == state.phasing
    return {name: ammo_need(state, name, combat, is_phasing) for name in dict.fromkeys(names)}


def supplied(state: Campaign, side: str, names: Iterable[str], combat: Combat) -> tuple[str, ...]:
    """[15.15] Those of some units for whom there is Ammo, the first served first."""
    served, _ = ammo_plan(state, side, ammo_needs(state, side, names, combat))
    return tuple(served)


def check_ammo(state: Campaign, side: str, names: Iterable[str], combat: Combat) -> None:
    """[15.15, 32.21]"""
    needs = ammo_needs(state, side, names, combat)
    served, _ = ammo_plan(state, side, needs)
    for name, need in needs.items():
        if name not in served:
            raise Refusal("32.21", f"{name} needs {plural(need, 'Ammo Point')} and cannot draw that many")


def ammo_text(state: Campaign, side: str, names: Iterable[str], combat: Combat) -> str:
    """In words, what some units would spend, out of which Supply Units, and for whom there is none."""
    needs = {name: need for name, need in ammo_needs(state, side, names, combat).items() if need}
    served, plan = ammo_plan(state, side, needs)
    parts = [f"{points} Ammo from {supply}" for supply, points in plan]
    short = [name for name in needs if name not in served]
    if short:
        parts.append(f"none in reach for {', '.join(short)}")
    return f"{', '.join(parts)} (32.21)" if parts else ""


def pay_ammo(draft: Draft[Campaign], side: str, names: Iterable[str], combat: Combat) -> None:
    """[32.22]"""
    needs = ammo_needs(draft.state, side, names, combat)
    served, plan = ammo_plan(draft.state, side, needs)
    take_ammo(draft, plan, {name: need for name, need in served.items() if need}, combat)
