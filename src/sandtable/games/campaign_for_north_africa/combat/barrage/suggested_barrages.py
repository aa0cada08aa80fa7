"""Sensible plots for barrages: for the listings of a question, and for a machine that plays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from sandtable.core.values import Refusal, may
from sandtable.games.campaign_for_north_africa.combat import tables as combat_tables
from sandtable.games.campaign_for_north_africa.combat.barrage.firing import check_plot, gunners
from sandtable.games.campaign_for_north_africa.combat.barrage.targets import CLASSES, Stated, column_shift
from sandtable.games.campaign_for_north_africa.combat.firepower import supplied, written
from sandtable.games.campaign_for_north_africa.combat.orders import Barrage, Fire
from sandtable.games.campaign_for_north_africa.combat.segment import check_free_choice
from sandtable.games.campaign_for_north_africa.dice import CODES
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.pieces.strength import Force, actual, rating, raw
from sandtable.games.campaign_for_north_africa.state import Campaign

NONE = Barrage(())
PIN = 1.0  # a pinned battalion is worth as much as a lost point
MOST_POINTS = 17  # [12.6] the last column


def suggestions(state: Campaign, side: str, told: Sequence[Stated], obliged: tuple[int, ...]) -> Sequence[Barrage]:
    """Everything at the best targets, everything at hexes that must be attacked, nothing."""
    found = [plan(state, side, told, obliged)]
    if side == state.phasing and obliged:
        found.append(plan(state, side, [each for each in told if each.at in obliged], obliged))
    return tuple(dict.fromkeys((*(each for each in found if may(check_plot, state, side, each, told, obliged)), NONE)))


def plan(state: Campaign, side: str, targets: Iterable[Stated], obliged: tuple[int, ...]) -> Barrage:
    """Each group of guns that can combine fires at what it is likeliest to hurt."""
    within = [each for each in targets if each.target in CLASSES]
    aimed: set[tuple[int, str, int, int]] = set()
    fires: list[Fire] = []
    for group in _groups(state, side):
        forces = _barrage_points(state, group)
        at = state.units[group[0]].at
        aim = _best(state, at, actual(raw(state, forces, "barrage")), within, aimed)
        if aim is None or not _may_choose(state, side, group, aim, obliged):
            continue
        aimed.add((*aim, at))
        fires.append(Fire(board().name(aim[0]), aim[1], aim[2], tuple(written(state, each) for each in forces)))
    return Barrage(tuple(fires))


def _may_choose(
    state: Campaign,
    side: str,
    group: Sequence[str],
    aim: tuple[int, str, int],
    obliged: tuple[int, ...],
) -> bool:
    if side != state.phasing or aim[0] in obliged:
        return True
    try:
        for name in group:
            check_free_choice(state, name, "attack")
    except Refusal:
        return False
    return True


def _groups(state: Campaign, side: str) -> list[tuple[str, ...]]:
    """Forward guns of a hex together, each gun in a Back position by itself, as far as Ammo goes."""
    able = supplied(state, side, sorted(gunners(state, side), key=lambda name: -_weight(state, name)), "barrage")
    forward: dict[int, list[str]] = {}
    back: list[tuple[str, ...]] = []
    for name in able:
        if name in state.segment.back:
            back.append((name,))
        else:
            forward.setdefault(state.units[name].at, []).append(name)
    return [*(tuple(names) for names in forward.values()), *back]


def _weight(state: Campaign, name: str) -> int:
    return raw(state, _barrage_points(state, (name,)), "barrage")


def _barrage_points(state: Campaign, names: Iterable[str]) -> tuple[Force, ...]:
    return tuple(
        (name, weapon, points)
        for name in names
        for weapon, points in state.units[name].toe.items()
        if rating(state, name, weapon, "barrage") is not None
    )


def _best(
    state: Campaign,
    origin: int,
    points: int,
    targets: Iterable[Stated],
    aimed: set[tuple[int, str, int, int]],
) -> tuple[int, str, int] | None:
    best, found = 0.0, None
    for each in targets:
        if each.at not in neighbours()[origin]:
            continue
        worth = _worth(each.target, min(points, MOST_POINTS), column_shift(state, each.at, each.target))
        free = next(
            (number for number in range(1, each.count + 1) if (each.at, each.target, number, origin) not in aimed), None
        )
        if free is not None and worth > best:
            best, found = worth, (each.at, each.target, free)
    return found


@cache
def _worth(target: str, points: int, shift: int) -> float:
    """The mean of pins and lost points."""
    column = combat_tables.barrage_column(points, shift)
    if column is None:
        return 0.0
    kind: combat_tables.Target = "infantry" if target == "infantry" else "armour" if target == "armour" else "gun"
    results = [combat_tables.barrage_in(kind, column, code) for code in CODES]
    return sum(PIN * each.pinned + each.lost for each in results) / len(CODES)
