"""[12.4, 12.5] Barrages are rolled for one by one; pins and losses are applied when all have been."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.combat import tables as combat_tables
from sandtable.games.campaign_for_north_africa.combat.barrage.targets import (
    DECOY,
    DUMP,
    FACILITIES,
    FORTIFICATION,
    RAILWAY,
    ROAD,
    column_shift,
    numbered,
)
from sandtable.games.campaign_for_north_africa.construction.progress import shake
from sandtable.games.campaign_for_north_africa.contents import Shot
from sandtable.games.campaign_for_north_africa.dice import Code, code
from sandtable.games.campaign_for_north_africa.ground.passage import works_at
from sandtable.games.campaign_for_north_africa.logistics import bombardment_tables
from sandtable.games.campaign_for_north_africa.losses.casualties import take
from sandtable.games.campaign_for_north_africa.map import board, cities
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.pieces.carriage import carried, need
from sandtable.games.campaign_for_north_africa.pieces.counters import TargetClass
from sandtable.games.campaign_for_north_africa.pieces.strength import actual, rating, raw
from sandtable.games.campaign_for_north_africa.pieces.units import facts, target_class
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of, side_of, top_of
from sandtable.games.campaign_for_north_africa.verbs import change_supply, mark, record, remove

UNSHAKEN = 3  # [25.24] the level of the cities in which nobody is pinned
RAW = 10  # [11.32, 12.55] Raw Points of an Actual Point, for ships that fire at dumps
Losses = dict[tuple[str, TargetClass], int]
WRECKS: Mapping[str, Callable[[int, Code], bool]] = MappingProxyType(
    {
        FORTIFICATION: bombardment_tables.fortification_reduced,
        ROAD: bombardment_tables.road_destroyed,
        RAILWAY: bombardment_tables.railroad_destroyed,
    }
)


def resolve(draft: Draft[Campaign], shots: Mapping[str, tuple[Shot, ...]]) -> None:
    """[12.0, 12.45, 11.31, 11.36] Every barrage by the state before any of them, its Actual Points told; results
    afterwards, all together."""
    before = draft.state
    pinned: dict[str, None] = {}
    losses: Losses = {}
    levels: dict[int, int] = {}
    dumps: dict[str, int] = {}
    torn: dict[str, list[int]] = {ROAD: [], RAILWAY: []}
    for side, fired in shots.items():
        for shot in fired:
            if shot.target not in FACILITIES:
                _shell(draft, before, side, shot, pinned, losses)
            elif shot.target == DUMP:
                _shell_dump(draft, before, side, shot, dumps)
            elif _is_wrecked(draft, before, side, shot):
                if shot.target == FORTIFICATION:
                    levels[shot.at] = levels.get(shot.at, 0) + 1
                else:
                    torn[shot.target].append(shot.at)
    for name in pinned:
        draft.note("pinned", only=side_of(name), unit=name, at=board().name(before.units[name].at), case="12.44")
    record(draft, pinned=tuple(pinned))
    shake(draft, pinned)
    for (name, target), points in losses.items():
        _lose(draft, name, target, points)
    for at, lost in levels.items():
        _ruin(draft, before, at, lost)
    for name, percent in dumps.items():
        _burn(draft, name, percent)
    if any(torn.values()):
        _tear_up(draft, torn[ROAD], torn[RAILWAY])


def _actual_points(before: Campaign, shot: Shot) -> int:
    """[11.31, 30.22] Of guns, and of ships."""
    return actual(raw(before, shot.guns, "barrage")) + shot.shells


# Units [12.41, 12.43, 12.44, 12.45]


def _shell(
    draft: Draft[Campaign],
    before: Campaign,
    side: str,
    shot: Shot,
    pinned: dict[str, None],
    losses: Losses,
) -> None:
    target: TargetClass = "infantry" if shot.target == "infantry" else "armour" if shot.target == "armour" else "gun"
    name = _aimed_at(before, side, shot, target)
    points = _actual_points(before, shot)
    shift = column_shift(before, shot.at, target)
    column = combat_tables.barrage_column(points, shift)
    facts = {"side": side, "at": board().name(shot.at), "target": target, "number": shot.number, "points": points}
    if column is None:
        draft.note("barraged", **facts, shift=shift, pinned=False, lost=0, case="12.34")
        return
    dice = _roll(draft, side, shot)
    result = combat_tables.barrage_in(target, column, dice)
    pinning = result.pinned and works_at(before, shot.at) < UNSHAKEN  # [25.24]
    draft.note(
        "barraged",
        **facts,
        shift=shift,
        column=combat_tables.barrage_column_name(column),
        dice=dice,
        pinned=pinning,
        lost=result.lost,
        case="12.43",
    )
    if name == DECOY:
        return
    if pinning:
        pinned[name] = None
    if result.lost:
        losses[name, target] = losses.get((name, target), 0) + result.lost


def _aimed_at(before: Campaign, side: str, shot: Shot, target: TargetClass) -> str:
    """[12.23, 3.61] The unit that has this number; none if it is a dummy, or where the firer, by what he knows, cannot
    say who it is."""
    names = numbered(before, shot.at, side).get(target, ())
    return names[shot.number - 1] if shot.number <= len(names) else DECOY


def _roll(draft: Draft[Campaign], side: str, shot: Shot) -> Code:
    """[12.42] The first die is read first."""
    aim = f"{board().name(shot.at)} {shot.target} {shot.number}"
    return code(*(draft.roll(f"barrage of {aim}, {which} die", by=side) for which in ("first", "second")))


def _lose(draft: Draft[Campaign], name: str, target: TargetClass, points: int) -> None:
    """[12.45] The least of what the target consists of goes first. Who has nothing left is gone, a headquarters
    apart [3.34], and with him the trucks that carried him; no others are lost [12.46, 32.56]."""
    state = draft.state
    at, top, toe = state.units[name].at, top_of(state, name), state.units[name].toe
    trucks = need(state, name) if top != name and name in carried(state, top) else 0
    lost: list[Points] = []
    hit = (weapon for weapon in toe if target_class(name, weapon) == target)
    for weapon in sorted(hit, key=lambda weapon: (_worth(state, name, weapon), weapon)):
        if count := min(points, toe[weapon]):
            lost.append(Points(name, weapon, count))
        points -= count
    take(draft, side_of(name), (at,), lost)
    if draft.state.units[name].toe or facts(name).counter.is_hq:
        return
    if trucks:
        mark(draft, top, motors=max(0, draft.state.units[top].motors - trucks))
    secret = {"only": side_of(name)} if top != name else {}
    remove(draft, name)
    draft.note("eliminated", **secret, unit=name, at=board().name(at))


def _worth(state: Campaign, name: str, weapon: str) -> int:
    found = (
        rating(state, name, weapon, "barrage"),
        rating(state, name, weapon, "anti_armour"),
        rating(state, name, weapon, "defence"),
    )
    return sum(each.value for each in found if each is not None)


# Facilities [12.51, 12.52, 12.53, 12.54]


def _is_wrecked(draft: Draft[Campaign], before: Campaign, side: str, shot: Shot) -> bool:
    """[12.53, 25.14] Actual points on the table of bombardment take a level off a fortification or major city, or
    destroy the road or railway of a hex."""
    points = _actual_points(before, shot)
    hit = False
    if points:
        column = bombardment_tables.bombardment_column("barrage", points)
        hit = WRECKS[shot.target](column, _roll(draft, side, shot))
    draft.note(
        "battered", side=side, at=board().name(shot.at), target=shot.target, points=points, reduced=hit, case="12.53"
    )
    return hit


def _tear_up(draft: Draft[Campaign], roads: Iterable[int], railways: Iterable[int]) -> None:
    """[12.53, 24.52, 8.76] Destroyed roads are tracks, and no train enters a hex whose railway is destroyed."""
    state = draft.state
    draft.change(ruined=tuple(sorted({*state.ruined, *roads})), cut=tuple(sorted({*state.cut, *railways})))


def _ruin(draft: Draft[Campaign], before: Campaign, at: int, lost: int) -> None:
    """[25.14, 25.16, 22.34] Levels of a fortification or city, down to none; a Repair Facility outside a city rests for
    this stage."""
    if works_at(before, at):
        draft.amend("forts", at, max(0, works_at(before, at) - lost))
    if at not in cities():
        draft.change(idle=tuple(dict.fromkeys((*draft.state.idle, at))))


def _shell_dump(draft: Draft[Campaign], before: Campaign, side: str, shot: Shot, dumps: dict[str, int]) -> None:
    """[12.54] Raw points on the scale of bombs burn a percentage of what a Supply Unit holds."""
    name = before.supply_at(shot.at, enemy_of(side))[shot.number - 1]
    points = raw(before, shot.guns, "barrage") + RAW * shot.shells
    percent = 0
    if points:
        column = bombardment_tables.bombardment_column("bomb", points)
        percent = bombardment_tables.dump_percent_lost(column, _roll(draft, side, shot))
    dumps[name] = min(100, dumps.get(name, 0) + percent)
    where = board().name(shot.at)
    draft.note("shelled", side=side, at=where, supply=name, points=points, percent=percent, case="12.54")


def _burn(draft: Draft[Campaign], name: str, percent: int) -> None:
    unit = draft.state.supply[name]
    if not percent:
        return
    if unit.dummy:  # [32.18] discovered
        draft.strike("supply", name)
        draft.note("discovered", supply=name, at=board().name(unit.at), case="32.18")
        return
    change_supply(draft, name, ammo=unit.ammo - _share(unit.ammo, percent), fuel=unit.fuel - _share(unit.fuel, percent))


def _share(points: int, percent: int) -> int:
    """[11.32] Rounded to the nearest, half up."""
    return (points * percent + 50) // 100
