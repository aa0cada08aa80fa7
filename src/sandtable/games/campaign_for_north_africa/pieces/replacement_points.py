"""[20.2, 20.42] Replacement Points as counters: they are made where they come ashore or are repaired, divided, put
together and used up."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.contents import Replacement, Unit
from sandtable.games.campaign_for_north_africa.pieces.counters import REPLACEMENT_NAMES
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import (
    ARMOURED_RECCE,
    INFANTRY,
    class_of,
    replacement_figures,
    weapon_of,
)
from sandtable.games.campaign_for_north_africa.pieces.weapons import Nation, ReplacementClass, weapons
from sandtable.games.campaign_for_north_africa.state import DUE, ELIMINATED, OUT_OF_PLAY, Campaign, side_of
from sandtable.games.campaign_for_north_africa.verbs import mark, place, unmake

# What lies where


@functools.cache
def class_named(name: str) -> ReplacementClass:
    """[20.2] The class that a counter of Replacement Points shows."""
    return next(
        kind
        for (_, kind), start in REPLACEMENT_NAMES.items()
        if name.startswith(start) and name[len(start) :].isdigit()
    )


def weapon_in(state: Campaign, name: str) -> str:
    """[20.23, 20.24] The one weapon of the points; empty for infantry and recce points without one."""
    return next(iter(state.units[name].toe), "")


def points_in(state: Campaign, name: str) -> int:
    return sum(state.units[name].toe.values())


def replacements_of(state: Campaign, side: str) -> Iterator[str]:
    """The counters of a side that are in play."""
    return (name for name in state.replacements if side_of(name) == side and state.units[name].at not in OUT_OF_PLAY)


def item_in(state: Campaign, name: str) -> str:
    """How the pool and production call the points."""
    kind = class_named(name)
    return weapon_in(state, name) or (INFANTRY if kind == "infantry" else ARMOURED_RECCE)


# Making and using them


def muster(draft: Draft[Campaign], nation: Nation, item: str, at: int, points: int, left: int) -> str:
    """[20.21, 22.5] Points of a line are there, so many Operations Stages of Training before them; the name of their
    counter."""
    kind = class_of(nation, item)
    serial = draft.state.serial + 1
    name = f"{REPLACEMENT_NAMES[nation, kind]}{serial}"
    draft.change(serial=serial)
    toe = {weapon_of(nation, item): points}
    draft.amend("units", name, Unit(DUE, toe=toe, morale=replacement_figures().morale))
    draft.amend("replacements", name, Replacement(left=left))
    place(draft, name, at)
    return name


def item_of_vehicles(weapon: str) -> str:
    """[22.5] The line to which repaired vehicles belong: their weapon, or recce points by whatever ID Code."""
    return weapon if weapon in weapons() else ARMOURED_RECCE


def divide(draft: Draft[Campaign], name: str, points: int) -> str:
    """Some of the points as a counter of their own, in every way like the rest; the whole if all are meant."""
    unit, each = draft.state.units[name], draft.state.replacements[name]
    weapon, total = weapon_in(draft.state, name), points_in(draft.state, name)
    if points >= total:
        return name
    serial = draft.state.serial + 1
    other = f"{name.rstrip('0123456789')}{serial}"
    draft.change(serial=serial)
    mark(draft, name, toe={weapon: total - points})
    draft.amend("units", other, replace(unit, at=DUE, toe={weapon: points}))
    draft.amend("replacements", other, each)
    place(draft, other, unit.at)
    return other


def use_up(draft: Draft[Campaign], name: str, points: int) -> None:
    """[20.49] Points that have gone into a unit; a counter without any is taken off the map."""
    left = points_in(draft.state, name) - points
    if left:
        mark(draft, name, toe={weapon_in(draft.state, name): left})
        return
    _discard(draft, name)


def discard_empty(draft: Draft[Campaign]) -> None:
    """[21.42] Counters that were lost, and those all of whose vehicles lie broken down."""
    for name in tuple(draft.state.replacements):
        if not draft.state.units[name].toe or draft.state.units[name].at in OUT_OF_PLAY:
            _discard(draft, name)


def _discard(draft: Draft[Campaign], name: str) -> None:
    if draft.state.units[name].at not in OUT_OF_PLAY:
        place(draft, name, ELIMINATED)
    _forget(draft, name)


def _forget(draft: Draft[Campaign], name: str) -> None:
    unmake(draft, name)
    draft.strike("replacements", name)
    for side, reports in draft.state.known.items():
        if name in reports:
            draft.amend("known", side, {other: report for other, report in reports.items() if other != name})


def gather(draft: Draft[Campaign]) -> None:
    """[20.42] When an Operations Stage is over: counters that were lost are forgotten, and those that are alike in all
    become one."""
    discard_empty(draft)
    _release(draft)
    kept: dict[tuple[object, ...], str] = {}
    for name in tuple(draft.state.replacements):
        unit, each = draft.state.units[name], draft.state.replacements[name]
        key = name.rstrip("0123456789"), weapon_in(draft.state, name), each, unit.at, unit.cohesion, unit.journey
        first = kept.setdefault(key, name)
        if first != name:
            total = points_in(draft.state, first) + points_in(draft.state, name)
            mark(draft, first, toe={weapon_in(draft.state, name): total})
            use_up(draft, name, points_in(draft.state, name))


def _release(draft: Draft[Campaign]) -> None:
    """[20.41] Points whose unit is out of play are nobody's until they are allotted anew."""
    for name, each in tuple(draft.state.replacements.items()):
        if each.unit and (each.unit not in draft.state.units or draft.state.units[each.unit].at in OUT_OF_PLAY):
            mean_for(draft, name, "")


def mean_for(draft: Draft[Campaign], name: str, unit: str) -> None:
    """[20.41] Say for which unit points are meant."""
    draft.amend("replacements", name, replace(draft.state.replacements[name], unit=unit))
