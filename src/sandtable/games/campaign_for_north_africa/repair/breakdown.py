"""[21.0] Breakdown: the vehicles that a march leaves behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.contents import Wreck
from sandtable.games.campaign_for_north_africa.dice import code
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.counters import Counter, Side, characteristics, counters
from sandtable.games.campaign_for_north_africa.pieces.weapons import weapon
from sandtable.games.campaign_for_north_africa.repair.tables import (
    adjustment,
    breakdown_column,
    breakdown_column_name,
    breakdown_percent,
    broken_down,
)
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.verbs import add_wreck, lose_points, mark


class Vehicles(NamedTuple):
    """TOE Strength Points of one weapon system of a unit that may break down."""

    unit: str
    weapon: str
    points: int


class Check(NamedTuple):
    """[21.28, 21.29] Vehicles that share a roll: one hex, one side, one kind, one rating, one column."""

    at: int
    side: Side
    kind: str
    column: int


def rating(unit: Counter, system: str, turn: int) -> int | None:
    """[21.11, 21.12, 21.13, 21.14] Columns by which vehicles are better or worse; None for what never breaks down."""
    if unit.is_hq:
        return None
    if system:
        found = weapon(system)
        is_recce = found.weapon_class == "recce"
        return adjustment("armoured_cars_and_recce") if is_recce else found.breakdown_adjustment(turn)
    return characteristics(unit.name).breakdown_adjustment if unit.code else None


def kind_of(unit: Counter, system: str) -> str:
    """[21.28] Tanks with the self-propelled guns, armoured cars with recce."""
    if system:
        return "recce" if weapon(system).weapon_class == "recce" else "tank"
    return "recce" if unit.kind == "recce" else "tank"


def open_breakdown(draft: Draft[Campaign]) -> None:
    """[21.24, 5.2] All vehicles of both sides that have ceased to move."""
    marched = [name for name, unit in draft.state.units.items() if unit.marched or unit.began != -1]
    for check, vehicles in _checks(draft.state, marched).items():
        _roll(draft, check, vehicles)
    for name in marched:
        unit = draft.state.units[name]
        base = breakdown_column(unit.breakdown, 0)
        mark(draft, name, marched=0, in_sand=0, began=-1, checked=max(unit.checked, base))


def _checks(state: Campaign, marched: Iterable[str]) -> dict[Check, list[Vehicles]]:
    """[21.15, 21.26, 21.27] Who has come into a higher column since the last check, by roll."""
    found: dict[Check, list[Vehicles]] = {}
    facts = counters()
    for name in marched:
        unit, counter = state.units[name], facts[name]
        if unit.at < 0 or breakdown_column(unit.breakdown, 0) <= unit.checked:  # [21.27] none up to three points
            continue
        for system, points in unit.toe.items():
            shift = rating(counter, system, state.turn)
            if shift is None:
                continue
            column = breakdown_column(unit.breakdown, shift + weather_shift(state, name))
            kind = f"{kind_of(counter, system)}s{shift:+d}"
            found.setdefault(Check(unit.at, counter.side, kind, column), []).append(Vehicles(name, system, points))
    return found


def weather_shift(state: Campaign, name: str) -> int:
    """[21.32, 21.37, 29.33, 29.45] One column higher in the heat, or after a march half of it in a sandstorm."""
    if state.weather == "hot":
        return 1
    unit = state.units[name]
    return int(state.weather == "sandstorm" and unit.in_sand > 0 and 2 * unit.in_sand >= unit.marched)


def _roll(draft: Draft[Campaign], check: Check, vehicles: list[Vehicles]) -> None:
    """[21.31, 21.33, 21.34] Two dice read one after the other, and a percentage of all that share them."""
    if check.column == 0:
        return  # [21.33] adjusted below the table
    first, second = (draft.roll("breakdown", only=check.side) for _ in range(2))
    percent = breakdown_percent(check.column, code(first, second))
    total = sum(each.points for each in vehicles)
    lost = broken_down(total, percent)
    draft.note(
        "strained",
        only=check.side,
        at=board().name(check.at),
        vehicles=check.kind,
        percent=percent,
        lost=lost,
        points=total,
        column=breakdown_column_name(check.column),
    )
    for each, points in shares(vehicles, lost):
        _break(draft, each, points)


def shares(vehicles: list[Vehicles], lost: int) -> Iterator[tuple[Vehicles, int]]:
    """[21.36] As evenly as possible: each in proportion, what is left over to the largest remainders."""
    total = sum(each.points for each in vehicles)
    parts = [divmod(each.points * lost, total) for each in vehicles]
    over = lost - sum(whole for whole, _ in parts)
    order = sorted(range(len(vehicles)), key=lambda place: -parts[place][1])
    extra = set(order[:over])
    for place, each in enumerate(vehicles):
        points = parts[place][0] + (place in extra)
        if points:
            yield each, points


def _break(draft: Draft[Campaign], vehicles: Vehicles, points: int) -> None:
    """[21.41, 21.42, 21.44] A marker where the march ended; half of it where it began if that was near the enemy."""
    unit, counter = draft.state.units[vehicles.unit], counters()[vehicles.unit]
    lose_points(draft, vehicles.unit, vehicles.weapon, points)
    behind = -(-points // 2) if unit.began not in (-1, unit.at) else 0
    for at, some in ((unit.began, behind), (unit.at, points - behind)):
        if some:
            leave_wreck(
                draft,
                Wreck(
                    at,
                    counter.side,
                    counter.nation,
                    vehicles.weapon,
                    some,
                    destroyed=False,
                    unit=vehicles.unit,
                    code="" if vehicles.weapon else counter.code,
                ),
            )


def leave_wreck(draft: Draft[Campaign], wreck: Wreck) -> str:
    """[21.42] A marker, or more of the same under one that is there already."""
    for name, other in draft.state.wrecks.items():
        if other.at == wreck.at and _kin(other) == _kin(wreck):
            draft.amend("wrecks", name, replace(other, points=other.points + wreck.points))
            break
    else:
        name = add_wreck(draft, wreck)
    draft.note(
        "broke_down",
        only=wreck.side,
        unit=wreck.unit,
        at=board().name(wreck.at),
        points=wreck.points,
        weapon=wreck.weapon or wreck.code,
        wreck=name,
    )
    return name


def _kin(wreck: Wreck) -> tuple[object, ...]:
    return wreck.side, wreck.nation, wreck.weapon, wreck.code, wreck.unit, wreck.destroyed, wreck.towed


def vehicles_of(state: Campaign, name: str) -> Mapping[str, int]:
    """[21.11] The points of a unit that can break down, by weapon system."""
    counter = counters()[name]
    return {
        system: points
        for system, points in state.units[name].toe.items()
        if rating(counter, system, state.turn) is not None
    }
