"""[3.2, 3.3, 6.1, 9.1, 9.2] What a unit is at this moment: combat unit or not, how much it can do, how large it counts.

`name` is any unit; `counter` is a unit on the map with everything attached to it. Allowances are in points, not halves.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from sandtable.games.campaign_for_north_africa.pieces.carriage import (
    GAITS,
    Facts,
    Gait,
    carried,
    facts,
    gait,
    gaits,
    is_fixed,
    is_immobile,
    is_motorised,
    motors_needed,
    need,
    spare_motors,
    weapon_cpas,
)
from sandtable.games.campaign_for_north_africa.pieces.counters import (
    assigned_to,
    counters,
    land_toe,
    ratings,
    target_class,
)
from sandtable.games.campaign_for_north_africa.pieces.formation_charts import Place, attachment, organization_of, terms
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import replacement_figures
from sandtable.games.campaign_for_north_africa.pieces.weapons import Characteristics, Nation, code, weapons
from sandtable.games.campaign_for_north_africa.rommel.rommel import bonus
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of, everyone_at, toe_of, top_of

STATIONARY_CPA = 10  # [6.11] guns that cannot move
CARRIED_CPA, TOWED_CPA = 20, 15  # [6.17, 32.51, 54.2] infantry and guns on Medium Trucks
DIVISION, SUPER_BRIGADE, BRIGADE, BATTALION, COMPANY = 5, 3, 2, 1, 0  # [9.4]
SHELLS: Mapping[int, int] = MappingProxyType(  # [9.28, 9.4] what each size counts for as a shell
    {DIVISION: SUPER_BRIGADE, SUPER_BRIGADE: BATTALION, BRIGADE: BATTALION, BATTALION: COMPANY, COMPANY: COMPANY},
)


# Combat units [3.2, 3.3]


def is_combat(state: Campaign, name: str) -> bool:
    """[3.21, 3.23, 3.31, 3.34] A headquarters is one while it has combat units attached or guns of its own."""
    own = facts(name)
    return own.combat or (own.counter.is_hq and (leads(state, name) or has_guns(state, name)))


def may_fight(name: str) -> bool:
    """[3.62] Whether a counter is a combat unit as far as the enemy can see: whether a headquarters leads any he is not
    told."""
    own = facts(name)
    return own.combat or own.counter.is_hq


def leads(state: Campaign, name: str) -> bool:
    """[3.31, 9.12] Whether combat units are attached to it, at any depth."""
    return any(facts(part).combat or leads(state, part) for part in state.parts.get(name, ()))


def has_guns(state: Campaign, name: str) -> bool:
    """[3.34] Whether any of its own points fights without parentheses."""
    return any(_fights(name, weapon, state.turn) for weapon in state.units[name].toe)


@functools.cache
def _fights(name: str, weapon: str, turn: int) -> bool:
    found = ratings(name, weapon, turn)
    return any(
        each and each.value and not each.parenthesised
        for each in (found.barrage, found.anti_armour, found.offence, found.defence)
    )


def is_defenceless(state: Campaign, name: str) -> bool:
    """[3.36, 30.17] A headquarters with no combat values at all: an enemy Zone of Control captures it; and so it does
    the San Giorgio."""
    return (
        (facts(name).counter.is_hq or facts(name).counter.kind == "warship")
        and not leads(state, name)
        and not any(target_class(name, weapon) for weapon in state.units[name].toe)
    )


# Capability Point Allowance [6.1]


def cpa(state: Campaign, counter: str) -> int:
    """[3.32, 6.15, 8.94] The slowest of all that is attached, with what Rommel adds [31.0]."""
    return base_cpa(state, counter) + bonus(state, top_of(state, counter))


def base_cpa(state: Campaign, counter: str) -> int:
    """[3.32, 6.15] Without Rommel."""
    key = ("cpa", counter)
    found: int | None = state.composition.get(key)
    if found is None:
        on_trucks = carried(state, top_of(state, counter))
        found = min(_own_cpa(state, name, name in on_trucks) for name in all_of(state, counter))
        state.composition[key] = found
    return found


def _own_cpa(state: Campaign, name: str, is_carried: bool) -> int:
    """[4.46, 6.11, 6.17, 8.92] The slowest of its points; guns that infantry takes up keep step with it [19.97]."""
    if name in state.replacements:  # [20.42]
        return _replacement_cpa(state, name, is_carried)
    return _points_cpa(state, name, is_carried)


def _replacement_cpa(state: Campaign, name: str, is_carried: bool) -> int:
    """[20.42] Of the unit that Replacement Points are meant for, once it has them."""
    own, meant = _points_cpa(state, name, is_carried), state.replacements[name].unit
    if meant not in state.units:
        return own
    return min(own, _points_cpa(state, meant, facts(meant).on_foot and is_carried))


def _points_cpa(state: Campaign, name: str, is_carried: bool) -> int:
    return _slowest(name, tuple(state.units[name].toe), is_carried)


@functools.lru_cache(maxsize=4096)
def _slowest(name: str, toe: tuple[str, ...], is_carried: bool) -> int:
    """Of a unit with points of these weapons."""
    own = facts(name)
    if own.emplaced:
        return STATIONARY_CPA
    walking = CARRIED_CPA if own.on_foot and is_carried else own.cpa
    if own.keeps_cpa:
        toe = tuple(weapon for weapon in toe if _augments(name, weapon))
    cpas = weapon_cpas()
    towed = TOWED_CPA if is_carried else STATIONARY_CPA
    found = [walking if not weapon or (own.on_foot and cpas[weapon]) else cpas[weapon] or towed for weapon in toe]
    return min(found, default=walking)


@functools.cache
def _augments(name: str, weapon: str) -> bool:
    """[19.85] Whether these are anti-tank guns that a headquarters did not arrive with."""
    is_gun = bool(weapon) and weapons()[weapon].weapon_class == "anti_tank"
    return is_gun and weapon not in dict(facts(name).counter.toe)


def stack_cpa(state: Campaign, stack: Iterable[str]) -> int:
    """[6.15] Of counters that do something together."""
    return min(cpa(state, counter) for counter in stack)


# Size [9.1, 9.2]


def size(state: Campaign, name: str) -> int:
    """[9.21, 9.22, 9.23, 9.24, 9.25, 9.28] 5 division, 3 super brigade, 2 brigade, 1 battalion, 0 company: as printed,
    one level lower as a shell. A headquarters without combat units counts for nothing [9.12]."""
    key = ("size", name)
    found: int | None = state.composition.get(key)
    if found is None:
        found = state.composition[key] = _size(state, name)
    return found


def _size(state: Campaign, name: str) -> int:
    unit = facts(name).counter
    if name in state.replacements:
        return min(1, _battalions_of_points(state, name))  # [20.43] so many battalions, not a larger formation
    if unit.is_hq and not leads(state, name):
        return COMPANY
    return SHELLS[unit.stacking] if is_shell(state, name) else unit.stacking


def _battalions_of_points(state: Campaign, name: str) -> int:
    """[20.43, 20.45] What Replacement Points count for."""
    return toe_of(state, name) // replacement_figures().battalion


def is_shell(state: Campaign, name: str) -> bool:
    """[9.26, 9.27] Whether too little of a unit is left, or too little attached to a formation."""
    unit = facts(name).counter
    if not unit.is_hq:
        return _is_depleted(state, name)
    if unit.level == "division":
        brigades = sum(size(state, part) >= BRIGADE for part in state.parts.get(name, ()))
        return 2 * brigades <= _brigade_places(name, state.turn)
    below = battalions(state, name)
    places = _battalion_places(name, state.turn)
    if places == 2:
        return len(_whole_battalions(state, name)) < 2 or not below  # [9.26] one of two may be a shell
    return 3 * len(below) < 2 * places


def _is_depleted(state: Campaign, name: str) -> bool:
    """[9.26, 19.98] Less than half of the maximum, of artillery less than a quarter; anti-tank guns that augment
    infantry do not count."""
    infantry, share, most = _full_strength(name)
    toe = state.units[name].toe
    points = toe.get("", 0) if infantry else sum(toe.values())
    return points * share < (maximum(state, name) if most is None else most)


@functools.cache
def _full_strength(name: str) -> tuple[bool, int, int | None]:
    """[9.26] Whether only its infantry counts, of how many parts one has to be left, and its maximum, if that is the
    same whatever it has."""
    unit = facts(name).counter
    most = _land_maximum(name) if _with_american_tanks(name) is None else None
    return unit.is_infantry_type, 4 if unit.is_artillery_type else 2, most


def maximum(state: Campaign, name: str) -> int:
    """[4.46, 19.6] TOE Strength Points at the most; a Commonwealth battalion of American tanks only has nine."""
    toe, row = state.units[name].toe, _with_american_tanks(name)
    if row is None or not toe:
        return _land_maximum(name)
    return row.maximum_us_tanks if all(weapons()[weapon].us_tank for weapon in toe) else row.maximum


@functools.cache
def _with_american_tanks(name: str) -> Characteristics | None:
    """The line of a battalion that has another maximum with American tanks."""
    unit = facts(name).counter
    row = code(unit.nation, unit.code) if unit.code else None
    return row if row is not None and row.maximum_us_tanks else None


@functools.cache
def _land_maximum(name: str) -> int:
    """[32.82, 32.83] Without room for the anti-air points that are out of play."""
    unit = facts(name).counter
    kept = land_toe(name)
    if facts(name).emplaced:
        return sum(points for _, points in kept)
    return max(0, unit.maximum - sum(points for _, points in unit.toe) + sum(points for _, points in kept))


def _whole_battalions(state: Campaign, name: str) -> tuple[str, ...]:
    """Combat units of battalion size by print, shells or not."""
    return tuple(each for each in all_of(state, name) if facts(each).combat and facts(each).counter.stacking >= 1)


@functools.cache
def _brigade_places(name: str, turn: int) -> int:
    """[9.26] Brigade-equivalents that may be assigned to a division."""
    organization = organization_of(name, turn)
    nation = facts(name).counter.nation
    if organization is None:
        return sum(counters()[each].stacking >= BRIGADE for each in assigned_to(name))
    return sum(place.count for place in organization.places if _leads_to(nation, place))


def _leads_to(nation: Nation, place: Place) -> bool:
    return any(terms(nation)[term].formations for term in place.terms)


@functools.cache
def _battalion_places(name: str, turn: int) -> int:
    """[9.26] Combat battalions that may be assigned to a brigade; for one to which none are, those it may attach."""
    organization = organization_of(name, turn)
    if organization is None:
        return sum(facts(each).combat for each in assigned_to(name))
    nation = facts(name).counter.nation
    if facts(name).counter.formation == REGIMENTS_IN_BRIGADE:
        return BATTALIONS_IN_REGIMENTS
    found = sum(place.count for place in organization.places if _is_battalion(nation, place))
    if found:
        return found
    limit = attachment(name, turn)
    return limit.units if limit else 0


REGIMENTS_IN_BRIGADE = "15th_infantry_brigade"  # [19.33] three regiments, but never more than six battalions in all
BATTALIONS_IN_REGIMENTS = 6


def _is_battalion(nation: Nation, place: Place) -> bool:
    """Whether only battalions of combat units fit."""
    found = [terms(nation)[term] for term in place.terms]
    return all("company" not in term.levels and not set(term.kinds) <= {"engineer", "construction"} for term in found)


def stacking(state: Campaign, counter: str) -> int:
    """[9.11, 9.12, 9.13, 9.16, 9.25, 17.35, 19.87] Stacking Points at this moment: none for a garrison in its place,
    for sited guns that nobody carries, for a battalion that instructs. Trucks and markers have none [9.15, 9.29]."""
    own = facts(counter)
    unit = state.units[counter]
    if 0 <= own.garrison == unit.at or unit.school == counter:
        return 0
    if not state.parts.get(counter) and is_fixed(state, counter):
        return 0
    # [20.43, 20.45] Replacement Points by their number
    return _battalions_of_points(state, counter) if counter in state.replacements else size(state, counter)


def battalions(state: Campaign, counter: str) -> tuple[str, ...]:
    """[9.23, 9.28, 32.21] The battalion-equivalents in a counter: its combat units that count for a battalion or more.
    A battalion that is a shell counts for a company."""
    return tuple(name for name in all_of(state, counter) if facts(name).combat and size(state, name) >= BATTALION)


def combat_units_at(state: Campaign, place: int, side: str) -> Iterator[str]:
    """Every combat unit of a side in a place, attached or not; headquarters only with guns of their own."""
    for name in everyone_at(state, place, side):
        if facts(name).combat or (facts(name).counter.is_hq and has_guns(state, name)):
            yield name


__all__ = [
    "GAITS",
    "Facts",
    "Gait",
    "base_cpa",
    "battalions",
    "carried",
    "combat_units_at",
    "cpa",
    "facts",
    "gait",
    "gaits",
    "has_guns",
    "is_combat",
    "is_defenceless",
    "is_immobile",
    "is_motorised",
    "is_shell",
    "leads",
    "maximum",
    "motors_needed",
    "need",
    "ratings",
    "size",
    "spare_motors",
    "stack_cpa",
    "stacking",
    "target_class",
]
