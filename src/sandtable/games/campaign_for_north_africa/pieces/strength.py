"""[3.4, 11.3, 15.17] Raw and Actual strength: TOE Strength Points times their ratings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.units import facts, is_motorised, ratings
from sandtable.games.campaign_for_north_africa.pieces.weapons import Rating
from sandtable.games.campaign_for_north_africa.state import SPENT_FORCE, Campaign, everyone_at

Role = Literal["barrage", "anti_armour", "offence", "defence", "anti_air"]
UPGRADED_OFFENCE = 2  # [20.77]
RAW = 10  # [11.32] in an Actual Point
Force = tuple[str, str, int]  # unit, weapon and points


def rating(state: Campaign, name: str, weapon: str, role: Role) -> Rating | None:
    """[3.5] As printed, with its parentheses; None for a dash."""
    if role == "offence" and not weapon and name in state.upgraded:  # [20.77]
        return Rating(UPGRADED_OFFENCE)
    found: Rating | None = getattr(ratings(name, weapon, state.turn), role)
    return found


def vulnerability(state: Campaign, name: str, weapon: str) -> int | None:
    """[11.12, 11.38] None for what is no gun, and for emplaced guns [3.4]."""
    found = ratings(name, weapon, state.turn).vulnerability
    return None if found is None else found.value


def armour(state: Campaign, name: str, weapon: str) -> int | None:
    """[11.14, 14.48] Armour Protection; halftracks have it only while the unit is carried. None for what has none."""
    found = ratings(name, weapon, state.turn).armour
    return found.value if found is not None and is_motorised(state, name) else None


def raw(state: Campaign, forces: Iterable[Force], role: Role) -> int:
    """[11.32, 11.34, 11.35] Raw Points of forces that attack: parenthesised ratings count for nothing [3.4]."""
    return sum(_plain(rating(state, name, weapon, role)) * points for name, weapon, points in forces)


def raw_attacked(state: Campaign, forces: Iterable[Force], role: Role) -> int:
    """[3.4, 3.35, 15.17] Raw Points of forces whose hex is attacked: parenthesised ratings count where they may."""
    return sum(worth(state, name, weapon, role) * points for name, weapon, points in forces)


def worth(state: Campaign, name: str, weapon: str, role: Role) -> int:
    """What a point is worth to a unit whose hex is attacked."""
    found = rating(state, name, weapon, role)
    if found is None:
        return 0
    return found.value if not found.parenthesised or may_use_parentheses(state, name, role) else 0


def may_use_parentheses(state: Campaign, name: str, role: Role) -> bool:
    """[3.4, 3.33, 3.35, 15.17] A unit that is no combat unit uses parenthesised ratings only in a hex without combat
    units; a combat unit only where nobody has such a rating without parentheses."""
    at, side = state.units[name].at, counters()[name].side
    key = ("parentheses", at, side, role if facts(name).combat else "")
    if key not in state.derived:
        others = everyone_at(state, at, side)
        state.derived[key] = (
            not any(_has_plain(state, each, role) for each in others)
            if key[3]
            else not any(facts(each).combat for each in others)
        )
    found: bool = state.derived[key]
    return found


def _has_plain(state: Campaign, name: str, role: Role) -> bool:
    return any(_plain(rating(state, name, weapon, role)) for weapon in state.units[name].toe)


def _plain(found: Rating | None) -> int:
    return 0 if found is None or found.parenthesised else found.value


def actual(raw_points: int) -> int:
    """[11.32, 11.33] A tenth, rounded to the nearest, five up."""
    return (raw_points + RAW // 2) // RAW


def forces_of(state: Campaign, names: Iterable[str]) -> tuple[Force, ...]:
    """All points of some units."""
    return tuple((name, weapon, points) for name in names for weapon, points in state.units[name].toe.items())


def everything(state: Campaign, place: int, side: str) -> tuple[Force, ...]:
    """All points of a side in a hex."""
    return forces_of(state, everyone_at(state, place, side))


def zone_strength(state: Campaign, place: int, side: str) -> int:
    """[10.14, 10.15] Raw Defensive Close Assault Points for a Zone of Control: anti-tank guns are always Forward,
    artillery in a Back position does not count, nor does a spent force."""
    names = (
        name
        for name in everyone_at(state, place, side)
        if state.units[name].cohesion > SPENT_FORCE and not _is_back(state, name)
    )
    return raw_attacked(state, forces_of(state, names), "defence")


def _is_back(state: Campaign, name: str) -> bool:
    return name in state.segment.back and facts(name).counter.is_artillery_type
