"""[12.2, 12.5] What can be barraged in a hex, and what the firer is told of it: classes and numbers, seldom a name."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

from sandtable.core.values import Value
from sandtable.games.campaign_for_north_africa import terrain_chart
from sandtable.games.campaign_for_north_africa.ground.passage import has_railway, has_road, works_at
from sandtable.games.campaign_for_north_africa.map import board, cities, neighbours, terrain
from sandtable.games.campaign_for_north_africa.patrols.decoys import decoys
from sandtable.games.campaign_for_north_africa.pieces.counters import TargetClass
from sandtable.games.campaign_for_north_africa.pieces.strength import rating
from sandtable.games.campaign_for_north_africa.pieces.units import facts, target_class
from sandtable.games.campaign_for_north_africa.repair.facilities import facilities
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of, everyone_at

CLASSES: tuple[TargetClass, ...] = ("infantry", "armour", "gun")
DECOY = ""  # [16.41, 3.22] a dummy tank battalion has no counter, and so no name
FACILITIES = FORTIFICATION, ROAD, RAILWAY, DUMP = "fortification", "road", "railway", "dump"  # [12.51]


class Stated(Value, frozen=True):
    """[12.23] Told to whoever may barrage a hex: how many targets of a class there are, those he can name first."""

    at: int
    target: str
    count: int
    named: tuple[str, ...] = ()  # numbers 1, 2, ...


# Units [12.22]


def is_target(state: Campaign, name: str) -> bool:
    """[12.21, 12.22] Every unit with points, attached or not; no headquarters that fights with parentheses only."""
    toe = state.units[name].toe
    if not toe or not facts(name).counter.is_hq:
        return bool(toe)
    return any((found := rating(state, name, weapon, "defence")) is None or not found.parenthesised for weapon in toe)


def classes_of(state: Campaign, name: str) -> Iterator[TargetClass]:
    """[3.22] A gun unit with armoured and unarmoured points is two targets."""
    found = {target_class(name, weapon) for weapon in state.units[name].toe}
    yield from (each for each in CLASSES if each in found)


def numbered(state: Campaign, at: int, firer: str) -> dict[TargetClass, tuple[str, ...]]:
    """[12.22, 12.24] The targets of each class in a hex in the order of their numbers: first those the firer can name,
    then the others in an order that tells nothing. Dummy tanks are among the armour."""
    found: dict[TargetClass, list[str]] = {each: [] for each in CLASSES}
    if at in decoys(state, enemy_of(firer)):
        found["armour"].append(DECOY)
    for name in everyone_at(state, at, enemy_of(firer)):
        if not is_target(state, name):
            continue
        for each in classes_of(state, name):
            found[each].append(name)
    return {
        each: tuple(sorted(names, key=lambda name: _order(state, at, firer, name)))
        for each, names in found.items()
        if names
    }


def _order(state: Campaign, at: int, firer: str, name: str) -> tuple[bool, str]:
    if is_named(state, at, firer, name):
        return False, name
    lot = f"{name}:{state.turn}:{state.stage}:{state.phasing}:{state.cycle}:{at}"
    return True, blake2b(lot.encode(), digest_size=8).hexdigest()


def is_named(state: Campaign, at: int, firer: str, name: str) -> bool:
    """[12.23, 3.62, 16.51] Counters on the map can be read; of attached units one knows those found in this hex."""
    if name == DECOY:
        return False
    if not state.units[name].attached:
        return True
    report = state.known.get(firer, {}).get(name)
    return report is not None and report.at == board().name(at)


# What is stated [12.23]


def stated(state: Campaign, firer: str, hexes: tuple[int, ...]) -> tuple[Stated, ...]:
    """[12.31, 12.35] What can be barraged from some hexes: anything next to them, whatever lies between."""
    around = dict.fromkeys(near for at in hexes for near in neighbours()[at])
    return tuple(each for at in around for each in _stated(state, firer, at))


def stated_in(state: Campaign, firer: str, hexes: tuple[int, ...]) -> tuple[Stated, ...]:
    """[30.21] What can be barraged in these very hexes."""
    return tuple(each for at in hexes if board().playable[at] for each in _stated(state, firer, at))


def _stated(state: Campaign, firer: str, at: int) -> Iterator[Stated]:
    if state.holder(at) == firer:
        return
    for target, names in numbered(state, at, firer).items():
        yield Stated(at, target, len(names), tuple(name for name in names if is_named(state, at, firer, name)))
    if works_at(state, at) or at in facilities(state, enemy_of(firer)):
        yield Stated(at, FORTIFICATION, 1)  # [22.34]
    if has_road(state, at):
        yield Stated(at, ROAD, 1)
    if has_railway(state, at):
        yield Stated(at, RAILWAY, 1)
    if dumps := state.supply_at(at, enemy_of(firer)):
        yield Stated(at, DUMP, len(dumps), dumps)


# Terrain [12.33, 12.34]


def column_shift(state: Campaign, at: int, target: str) -> int:
    """[12.33, 12.34, 8.37, 25.22] The best of terrain and fortification, not both. Works shelter armour in major cities
    only."""
    ground = terrain_chart.terrain(terrain(at)).shifts.barrage
    if target == "armour" and at not in cities():
        return ground
    return min(ground, terrain_chart.fortification(works_at(state, at)).barrage)
