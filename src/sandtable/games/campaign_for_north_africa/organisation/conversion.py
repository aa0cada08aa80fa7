"""[20.3] What a TOE Strength Point of a unit costs in Replacement Points, and who in its hex can pay."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import class_named, points_in, weapon_in
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import Cost, conversion
from sandtable.games.campaign_for_north_africa.pieces.weapons import ReplacementClass, code
from sandtable.games.campaign_for_north_africa.state import Campaign

CLASS_OF_COST: dict[str, ReplacementClass] = {"infantry": "infantry", "gun": "gun", "armoured_recce": "recce"}
BY_SYMBOL = (  # the first that a unit shows
    ("commando", "commando"),
    ("parachute", "paratroop_infantry"),
    ("heavy_weapons", "heavy_weapons"),
    ("bersaglieri", "italian_bersaglieri"),
    ("machinegun", "machinegun"),
    ("armoured_recce", "armoured_recce"),
    ("armoured_car", "armoured_car"),
    ("motorcycle", "motorcycle_recce_camel_or_recce"),
    ("camel", "motorcycle_recce_camel_or_recce"),
)


@functools.cache
def line_of(name: str) -> str:
    """[20.3] The line of the chart for the points of a unit that have no weapon of their own."""
    unit = counters()[name]
    if unit.is_hq:
        return "any_headquarters"
    if unit.kind == "construction":
        return "road_or_railroad_construction"
    if unit.kind == "engineer" or "engineer" in unit.symbols:
        return "engineer_company" if unit.level == "company" else "engineer_battalion"
    symbols = unit.symbols if unit.kind != "recce" else tuple(each for each in unit.symbols if each != "bersaglieri")
    for symbol, line in BY_SYMBOL:
        if symbol in symbols:
            return line
    return "motorcycle_recce_camel_or_recce" if unit.kind == "recce" else "other_infantry"


def price(name: str) -> Cost:
    """[20.3] Of one point without a weapon: Replacement Points by class; nothing for what cannot be replaced."""
    return next(iter(conversion(line_of(name))), {})


def meant_here(state: Campaign, name: str) -> Iterator[str]:
    """[20.41, 20.43] Trained Replacement Points in the hex of a unit that are meant for it."""
    at = state.units[name].at
    for each, meant in state.replacements.items():
        if meant.unit == name and not meant.left and state.units[each].at == at:
            yield each


def on_hand(state: Campaign, name: str, weapon: str) -> int:
    """How many TOE Strength Points of a kind the Replacement Points for a unit in its hex would make."""
    if weapon:
        found = sum(points_in(state, each) for each in meant_here(state, name) if weapon_in(state, each) == weapon)
        return found + sum(state.units[each].toe[weapon] for each in reserves(state, name, weapon))
    cost = price(name)
    if not cost:
        return 0
    return min(_of_class(state, name, CLASS_OF_COST[kind]) // points for kind, points in cost.items())


def reserves(state: Campaign, name: str, weapon: str) -> list[str]:
    """[22.64] Squadrons in the hex of a unit of their nation that hold tanks of a type for whoever needs them."""
    at, nation = state.units[name].at, counters()[name].nation
    return [
        each
        for each in state.squadrons
        if each != name
        and state.units[each].at == at
        and counters()[each].nation == nation
        and weapon in state.units[each].toe
    ]


def _of_class(state: Campaign, name: str, kind: ReplacementClass) -> int:
    return sum(points_in(state, each) for each in meant_here(state, name) if class_named(each) == kind)


def payment(state: Campaign, name: str, weapon: str, points: int) -> Iterator[tuple[str, int]]:
    """[20.3] Which counters give how many Replacement Points for so many points of a unit."""
    if weapon:
        found = [each for each in meant_here(state, name) if weapon_in(state, each) == weapon]
        yield from _drawn([*found, *reserves(state, name, weapon)], state, points)
        return
    for kind, each in price(name).items():
        found = [one for one in meant_here(state, name) if class_named(one) == CLASS_OF_COST[kind]]
        yield from _drawn(found, state, each * points)


def _drawn(names: list[str], state: Campaign, points: int) -> Iterator[tuple[str, int]]:
    for name in names:
        some = min(points, points_in(state, name))
        if some:
            yield name, some
        points -= some


def is_of_use(name: str, piece: str, weapon: str) -> bool:
    """[20.3, 20.41, 20.65] Whether Replacement Points could become part of a unit at all, by the chart: tanks and
    batteries have no point without a weapon for which infantry would pay."""
    unit = counters()[name]
    if unit.nation != counters()[piece].nation:
        return False
    kind = class_named(piece)
    has_place = unit.is_hq or not (unit.code and code(unit.nation, unit.code).ratings.blank)
    paid = has_place and any(CLASS_OF_COST[each] == kind for each in price(name))
    return paid or bool(weapon)
