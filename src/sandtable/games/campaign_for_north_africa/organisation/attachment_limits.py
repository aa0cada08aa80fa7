"""[19.4, 19.5, 19.7] How much may be attached to a formation over and above what is assigned to it."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.pieces.counters import Counter, counters, is_guard
from sandtable.games.campaign_for_north_africa.pieces.formation_charts import (
    Attachment,
    BattleGroups,
    attachment,
    battle_groups,
)
from sandtable.games.campaign_for_north_africa.pieces.parent_formations import belongs_to, substitutes
from sandtable.games.campaign_for_north_africa.state import DUE, Campaign

Parts = Mapping[str, tuple[str, ...]]

RANKS = {"company": 0, "battalion": 1, "brigade": 2, "division": 3, "corps": 4}
COMPANIES_IN_BATTALION = 3  # [19.5]
ITALIANS_IN_GROUPS = 3  # [4.45] in all German battle groups together
ARTILLERY_IN_GROUP = 2  # [4.45] in one German battle group
ARTILLERY_HEADQUARTERS = ("1Afr", "2Afr")  # [4.45] whose units do not count for that


def check_attachment(state: Campaign, name: str, parent: str) -> None:
    """[19.4, 19.46] Refuse an attachment for which the formation, or one that it is itself attached to, has no room."""
    if is_guard(name):
        raise Refusal("28.22", "guards go back to the unit from which they were formed, and to no other")
    if name in state.replacements:
        raise Refusal("20.49", f"{name} consists of Replacement Points; a unit absorbs them")
    check_rank(state, name, parent)
    after = dict(state.parts)
    after[parent] = (*after.get(parent, ()), name)
    above: str = parent
    while above:
        _check_room(state, above, after)
        above = state.units[above].attached


def check_rank(state: Campaign, name: str, parent: str) -> None:
    """[19.0, 19.73] Smaller units to larger ones, of one nation; Italians join German battle groups."""
    unit, above = counters()[name], counters()[parent]
    if unit.level in ("division", "corps"):
        raise Refusal("19.0", f"{name} is always independent")
    if above.kind == "warship" or unit.kind == "warship":
        raise Refusal("19.0", "a ship cannot be part of a formation")
    if unit.nation != above.nation and not (above.is_battle_group and above.nation == "german"):
        raise Refusal("19.3", f"{name} and {parent} are of different nations")
    if unit.is_battle_group and above.is_battle_group:
        raise Refusal("19.71", "a battle group holds no other")
    if RANKS[unit.level] < RANKS[above.level]:
        return
    if name in substitutes(state, parent, (name,)) or belongs_to(state, name, parent):
        return
    raise Refusal("19.0", f"{name} is not smaller than {parent}")


def _check_room(state: Campaign, parent: str, after: Parts) -> None:
    extra, brigades = extras(state, parent, after)
    before, before_brigades = extras(state, parent, state.parts)
    if len(extra) <= len(before) and len(brigades) <= len(before_brigades):
        return
    why = surplus(state, parent, extra, brigades)
    if why:
        raise Refusal(
            "19.7" + ("2" if counters()[parent].nation == "german" else "3")
            if counters()[parent].is_battle_group
            else "19.5",
            f"{parent} {why}",
        )


def extras(state: Campaign, parent: str, parts: Parts) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """[19.46, 19.45] What is attached to a formation without being part of it or standing in for a part: battalions and
    companies at any depth, and the headquarters of brigades."""
    strangers = [child for child in parts.get(parent, ()) if not belongs_to(state, child, parent)]
    standing_in = substitutes(state, parent, strangers)
    units: list[str] = []
    brigades: list[str] = []
    for child in parts.get(parent, ()):
        if child in standing_in:
            continue
        for name in _below(parts, child):
            if belongs_to(state, name, parent):
                continue
            (brigades if counters()[name].level == "brigade" else units).append(name)
    return tuple(units), tuple(brigades)


def _below(parts: Parts, name: str) -> Iterator[str]:
    yield name
    for part in parts.get(name, ()):
        yield from _below(parts, part)


def surplus(state: Campaign, parent: str, units: tuple[str, ...], brigades: tuple[str, ...]) -> str:
    """Why so much is too much; nothing if it is not."""
    above = counters()[parent]
    if above.is_battle_group:
        return _too_much_for_group(state, parent, units, brigades)
    limit = attachment(parent, state.turn)
    if limit is None:
        return "may attach nothing"
    if limit.or_brigades and brigades:
        besides = _battalions(_outside(state, units, brigades), limit)
        if len(brigades) <= limit.or_brigades and besides <= limit.or_units:
            return ""
        return "may attach one brigade, but not that many other units"
    if any(not counters()[name].is_hq for name in brigades):
        return "has no room for a whole regiment"
    if _battalions(units, limit) > limit.units:
        return f"may attach {plural(limit.units, 'unit')} besides its own"
    return _wrong_kind(units, limit)


def _outside(state: Campaign, units: tuple[str, ...], brigades: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in units if state.units[name].attached not in brigades)


def _battalions(units: tuple[str, ...], limit: Attachment) -> int:
    """[19.5] Two companies are free, three of the others count as a battalion."""
    companies = sum(counters()[name].level == "company" for name in units)
    paid = max(0, companies - limit.companies)
    return len(units) - companies + -(-paid // COMPANIES_IN_BATTALION)


def _wrong_kind(units: tuple[str, ...], limit: Attachment) -> str:
    if limit.only and any(counters()[name].kind not in limit.only for name in units):
        return f"may attach {' and '.join(limit.only)} only"
    for kind, most in limit.most.items():
        found = [counters()[name].level for name in units if _is_of(counters()[name], kind)]
        count = found.count("battalion") + -(-found.count("company") // COMPANIES_IN_BATTALION)
        if count > most:
            return f"may attach {plural(most, 'unit')} of {kind.replace('_', ' ')} besides its own"
    return ""


def _is_of(unit: Counter, kind: str) -> bool:
    """[19.5] Machinegun and heavy weapons units are no infantry here."""
    infantry = unit.is_infantry_type and not {"machinegun", "heavy_weapons"} & set(unit.symbols)
    return {
        "infantry": infantry,
        "tank": unit.is_tank_type,
        "recce": unit.is_recce_type,
        "gun_class": unit.is_gun_class,
        "infantry_or_tank": infantry or unit.is_tank_type,
    }[kind]


# Battle groups [19.7]


def _too_much_for_group(state: Campaign, parent: str, units: tuple[str, ...], brigades: tuple[str, ...]) -> str:
    """[19.72, 19.73]"""
    nation = counters()[parent].nation
    rule = battle_groups(nation)
    assert rule is not None
    if any(name not in ARTILLERY_HEADQUARTERS for name in brigades):
        return "holds battalions and companies"
    facts = [counters()[name] for name in units]
    whole = [unit for unit in facts if unit.level != "company"]
    if len(whole) > rule.units:
        return f"holds {plural(rule.units, 'battalion')}"
    if sum(unit.is_tank_type for unit in whole) > rule.tank:
        return f"holds {rule.tank} battalion of tanks"
    if sum(unit.is_infantry_type for unit in whole) > rule.infantry:
        return f"holds {plural(rule.infantry, 'infantry battalion')}"
    if len(facts) - len(whole) > rule.companies:
        return f"holds {plural(rule.companies, 'company', 'companies')} besides"
    return _arrival_chart(state, parent, units, rule) if nation == "german" else ""


def _arrival_chart(state: Campaign, parent: str, units: tuple[str, ...], rule: BattleGroups) -> str:
    """[4.45] The notes on the German battle groups."""
    guns = sum(
        counters()[name].is_artillery_type for name in units if state.units[name].attached not in ARTILLERY_HEADQUARTERS
    )
    if guns > ARTILLERY_IN_GROUP:
        return f"holds {plural(ARTILLERY_IN_GROUP, 'artillery unit')}"
    elsewhere = sum(
        counters()[name].nation == "italian"
        for group in groups_in_play(state, "german")
        if group != parent
        for name in _below(state.parts, group)
    )
    italians = sum(counters()[name].nation == "italian" for name in units)
    if italians and italians + elsewhere > ITALIANS_IN_GROUPS:
        return f"would make more than {plural(ITALIANS_IN_GROUPS, 'Italian unit')} in German battle groups"
    return ""


@functools.cache
def groups(nation: str) -> tuple[str, ...]:
    """[19.71] All battle groups that can be formed."""
    return tuple(name for name, unit in counters().items() if unit.is_battle_group and unit.nation == nation)


def groups_in_play(state: Campaign, nation: str) -> tuple[str, ...]:
    return tuple(name for name in groups(nation) if state.units[name].at != DUE)
