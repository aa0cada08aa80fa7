"""[9.14, 9.25, 9.3, 9.32] How much a hex holds when movement is over; friends are passed through freely.

[32.9] takes the limits of roads and tracks [8.34, 9.33, 9.34] out of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.map import board, terrain
from sandtable.games.campaign_for_north_africa.pieces.carriage import is_fixed
from sandtable.games.campaign_for_north_africa.pieces.counters import counters, is_guard, is_replacement
from sandtable.games.campaign_for_north_africa.pieces.parent_formations import formation_of
from sandtable.games.campaign_for_north_africa.pieces.units import COMPANY, facts, size, stacking
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.terrain_chart import terrain as chart

COMPANIES = 5  # [9.25] without Stacking Points of their own, beside everything else


def limit(hex: int) -> int | None:
    """[9.14, 8.37, 8.87] Stacking Points at the end of a Movement Segment; None for boxes, which hold any number."""
    return None if hex < 0 else chart(terrain(hex)).stacking


def points(state: Campaign, names: Iterable[str]) -> int:
    """[9.11] Of counters where they stand."""
    return sum(stacking(state, name) for name in names)


def companies(state: Campaign, names: Iterable[str]) -> int:
    """[9.25, 9.16, 9.28] Companies, batteries and shells of battalions that neither are part of another unit nor belong
    to a formation; headquarters, sited guns that nobody carries and guards [28.22] are none."""
    return sum(_is_company(state, name) for name in names)


def _is_company(state: Campaign, name: str) -> bool:
    own = facts(name)
    if own.counter.is_hq or size(state, name) > COMPANY or formation_of(state, name) or is_guard(name):
        return False
    return own.emplaced or not is_fixed(state, name)


def fits(state: Campaign, hex: int, names: Iterable[str]) -> bool:
    """[9.14, 9.25] Whether these counters may stand together in a hex."""
    return not excess(state, hex, names)


def excess(state: Campaign, hex: int, names: Iterable[str]) -> str:
    """What is too much for a hex, in words; nothing if it holds them."""
    room = limit(hex)
    if room is None:
        return ""
    names = tuple(names)
    weight = _most_points(state, names)
    if weight > room:
        weight = sum(_weight(state, name, hex) for name in names)
    return _too_much(state, hex, room, weight, names)


def _most_points(state: Campaign, names: Iterable[str]) -> int:
    """Stacking Points as printed, which is never less than what they have now; of Replacement Points what they have
    [20.45]."""
    facts_of = counters()
    return sum(stacking(state, name) if is_replacement(name) else facts_of[name].stacking for name in names)


def _too_much(state: Campaign, hex: int, room: int, weight: int, names: Sequence[str]) -> str:
    if weight > room:
        return f"{board().name(hex)} holds {plural(room, 'Stacking Point')}, not {weight}"
    if len(names) <= COMPANIES or terrain(hex) == "major_city":
        return ""
    small = companies(state, names)
    if small <= COMPANIES:
        return ""
    return f"{board().name(hex)} holds {plural(COMPANIES, 'company', 'companies')} by themselves, not {small}"


def _weight(state: Campaign, name: str, hex: int) -> int:
    """[9.16] Stacking Points that a counter will have in a hex: a garrison counts for nothing in its own."""
    unit = state.units[name]
    if unit.at == hex:
        return stacking(state, name)
    if facts(name).garrison == hex:
        return 0
    return counters()[name].stacking if facts(name).garrison == unit.at >= 0 else stacking(state, name)


def burdens(state: Campaign, hex: int) -> tuple[str, ...]:
    """[9.14, 9.16, 9.25] Who counts for what is too much in a hex: those with Stacking Points where there are too many,
    else the companies."""
    names = state.stacks[hex]
    if points(state, names) > (limit(hex) or 0):
        return tuple(name for name in names if stacking(state, name))
    return tuple(name for name in names if _is_company(state, name))


def check_room(state: Campaign, side: str, hex: int, coming: Iterable[str] = ()) -> None:
    """[9.31] Refuse to stop where the limit would be broken."""
    if found := crowd(state, side, hex, coming):
        raise Refusal("9.31", found)


def crowd(state: Campaign, side: str, hex: int, coming: Iterable[str] = ()) -> str:
    """What would be too much for a hex with those who come there, in words; nothing if all is well."""
    room = limit(hex)
    if room is None:
        return ""
    there = state.at(hex, side)
    others = [name for name in coming if name not in there]
    everybody = (*there, *others)
    weight = _most_points(state, everybody)
    if weight > room:
        weight = _standing(state, side, hex) + sum(_weight(state, name, hex) for name in others)
    return _too_much(state, hex, room, weight, everybody)


def _standing(state: Campaign, side: str, hex: int) -> int:
    """The Stacking Points of those in a hex, for all who might come there."""
    key = "standing", side, hex
    found: int | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = sum(_weight(state, name, hex) for name in state.at(hex, side))
    return found


def overstacked(state: Campaign, side: str) -> list[int]:
    """[9.14, 9.3] The hexes in which a side stands beyond the limit."""
    key = "overstacked", side
    found: list[int] | None = state.derived.get(key)
    if found is None:
        stacks = state.stacks
        full = [hex for hex in stands(state, side) if not _is_roomy(hex, stacks[hex])]
        found = state.derived[key] = sorted(hex for hex in full if excess(state, hex, stacks[hex]))
    return found


@lru_cache(maxsize=4096)
def _is_roomy(hex: int, names: tuple[str, ...]) -> bool:
    """Whether counters are not too much for a hex by what is printed on them."""
    if any(map(is_replacement, names)) or (len(names) > COMPANIES and terrain(hex) != "major_city"):
        return False
    facts_of, room = counters(), limit(hex)
    return room is None or sum(facts_of[name].stacking for name in names) <= room
