"""[15.26, 12.43] An assault or a barrage weighed before it is ordered.

What is attached to enemy counters is not known: their strength is what was learnt of them, or what counters of their
size usually hold. Morale is thrown for and left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from sandtable.core.nouns import plural
from sandtable.core.offers import Chance, Forecast
from sandtable.core.values import Explanation, Refusal
from sandtable.games.campaign_for_north_africa.combat import tables as combat_tables
from sandtable.games.campaign_for_north_africa.combat.barrage.firing import can_barrage
from sandtable.games.campaign_for_north_africa.combat.barrage.plot import Plot
from sandtable.games.campaign_for_north_africa.combat.barrage.targets import column_shift
from sandtable.games.campaign_for_north_africa.combat.differential import (
    TINY,
    TWICE,
    Fight,
    Reckoning,
    Shift,
    Strength,
    attack_strength,
    terrain_shifts,
)
from sandtable.games.campaign_for_north_africa.combat.firepower import ammo_text
from sandtable.games.campaign_for_north_africa.combat.obligations import is_barred
from sandtable.games.campaign_for_north_africa.combat.segment import can_fight, cost_in_words
from sandtable.games.campaign_for_north_africa.combat.suggested_commitments import EXPECTED
from sandtable.games.campaign_for_north_africa.combat.tables import Target, column_of, shifted, size_shift
from sandtable.games.campaign_for_north_africa.dice import CODES, Code
from sandtable.games.campaign_for_north_africa.logistics.supply import Combat
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.strength import (
    Force,
    actual,
    forces_of,
    rating,
    raw,
    raw_attacked,
)
from sandtable.games.campaign_for_north_africa.pieces.units import facts, size
from sandtable.games.campaign_for_north_africa.selection import Selection, foe_hex, listed, title_of
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of, enemy_of

TARGETS: tuple[Target, ...] = ("infantry", "armour", "gun")


def forecast(state: Campaign, side: str, chosen: Selection) -> Forecast:
    """The chosen counters against the chosen enemies: by barrage while barrages are plotted, else in Close Assault."""
    at = foe_hex(state, chosen)
    if at is None or not chosen.foes:
        raise Refusal("15.21", "choose enemies in a single hex")
    if not chosen.counters:
        raise Refusal("15.21", "choose counters of yours to attack with")
    if isinstance(state.stack[-1], Plot):
        return _barrage(state, side, chosen.counters, at)
    return assault(state, side, chosen.counters, at)


# Close Assault


def assault(state: Campaign, side: str, names: Sequence[str], at: int) -> Forecast:
    found = reckon(state, side, names, at)
    losses = {who: [_result(who, found.column, code) for code in CODES] for who in ("attacker", "defender")}
    return Forecast(
        title=f"{listed(names)} on {title_of(at)}",
        column=found.name,
        ledger=explain(state, found, at),
        chances=(*_chances("defender", losses["defender"]), *_chances("attacker", losses["attacker"])),
        attacker_loss=_mean(losses["attacker"]) * found.attack.raw / 100,
        defender_loss=_mean(losses["defender"]) * found.defence.raw / 100,
        cost=_cost(state, side, (name for name, _, _ in attackers(state, names, at)), "assault"),
    )


def _cost(state: Campaign, side: str, names: Iterable[str], combat: Combat) -> str:
    """[11.2, 32.21] In Capability Points and Ammo."""
    units = tuple(dict.fromkeys(names))
    points = cost_in_words(state, units, "attack" if side == state.phasing else "defend")
    return "; ".join(filter(None, (points, ammo_text(state, side, units, combat))))


def _result(who: str, column: int, code: Code) -> combat_tables.Assault:
    return (
        combat_tables.attacker_result(column, code)
        if who == "attacker"
        else combat_tables.defender_result(column, code)
    )


def _mean(results: Sequence[combat_tables.Assault]) -> float:
    return sum(each.percent for each in results) / len(results)


def _chances(who: str, results: Sequence[combat_tables.Assault]) -> list[Chance]:
    """[15.73] By the share lost; each side throws its own dice."""
    found: dict[int, list[combat_tables.Assault]] = {}
    for each in results:
        found.setdefault(each.percent, []).append(each)
    return [_chance(who, percent, some, len(results)) for percent, some in sorted(found.items())]


def _chance(who: str, percent: int, some: Sequence[combat_tables.Assault], total: int) -> Chance:
    share = Fraction(len(some), total)
    parts = [f"the {who} loses {percent} percent"]
    retreats = sorted({each.retreat for each in some if each.retreat})
    often = sum(bool(each.retreat) for each in some)
    length = " to ".join(str(hexes) for hexes in dict.fromkeys((*retreats[:1], *retreats[-1:])))
    if retreats:
        parts.append(f"retreats {length} hex{'es' * (retreats[-1] > 1)} in {often} of {len(some)}")
    engaged = sum(each.engaged for each in some)
    if engaged:
        parts.append(f"is engaged in {engaged} of {len(some)}")
    return Chance(f"{who[0].upper()} {percent}%", ", ".join(parts), share.numerator, share.denominator)


def reckon(state: Campaign, side: str, names: Sequence[str], at: int) -> Reckoning:
    """[15.26, 15.27, 15.28] Without morale, against what must be expected."""
    forces = attackers(state, names, at)
    if not forces:
        raise Refusal("15.21", f"none of {listed(names)} can assault {board().name(at)}")
    fight = Fight((at,), forces, ())
    expected = expected_defence(state, enemy_of(side), at)
    tiny = raw(state, forces, "offence") < TINY and expected < TINY
    attack = attack_strength(state, fight, tiny)
    defence = Strength(expected, 0, 0, expected if tiny else actual(expected))
    shifts = [*terrain_shifts(state, fight), *_strength_shifts(attack.raw, expected), *_size_shifts(state, names, at)]
    basic = attack.points - defence.points
    column = shifted(column_of(basic), sum(shift.columns for shift in shifts))
    return Reckoning(attack, defence, basic, tuple(shifts), column)


def attackers(state: Campaign, names: Iterable[str], at: int) -> tuple[Force, ...]:
    """[15.21, 15.34] The points of counters next to a hex that could assault it."""
    units = (name for counter in names for name in all_of(state, counter) if _may_assault(state, name, at))
    return tuple(
        (name, weapon, points)
        for name, weapon, points in forces_of(state, units)
        if (found := rating(state, name, weapon, "offence")) is not None and not found.parenthesised
    )


def _may_assault(state: Campaign, name: str, at: int) -> bool:
    here = state.units[name].at
    if here < 0 or not can_fight(state, name):
        return False
    if at not in neighbours()[here]:
        return True  # weighed before they have come there
    return not is_barred(state, name, here, at)


def expected_defence(state: Campaign, foe: str, at: int) -> int:
    """Raw points behind the counters one sees."""
    total = 0
    for name in state.at(at, foe):
        if facts(name).counter.is_hq:
            total += EXPECTED[counters()[name].stacking]
        else:
            total += raw_attacked(state, forces_of(state, (name,)), "defence")
    return total


def _strength_shifts(attack: int, defence: int) -> list[Shift]:
    """[15.51]"""
    if attack and attack >= 2 * defence:
        return [Shift(TWICE, "twice the raw strength", "15.51")]
    if defence and defence >= 2 * attack:
        return [Shift(-TWICE, "twice the raw strength of the defender", "15.51")]
    return []


def _size_shifts(state: Campaign, names: Iterable[str], at: int) -> list[Shift]:
    """[15.53] By the counters of either side as they are, the enemy's as printed."""
    ours = max((size(state, name) for name in names), default=0)
    theirs = max((counters()[name].stacking for name in state.stacks.get(at, ())), default=0)
    columns = size_shift(max(ours, theirs), min(ours, theirs))
    if not columns:
        return []
    who = "attacker" if ours > theirs else "defender"
    return [Shift(columns if ours > theirs else -columns, f"the {who} has the larger organization", "15.53")]


def explain(state: Campaign, found: Reckoning, at: int) -> Explanation:
    """The ledger, and what it leaves out."""
    told = found.explain()
    guess = Explanation(f"an estimate for the defender: {plural(found.defence.raw, 'raw point')}", "3.6")
    without = Explanation("morale is rolled for and not included", "17.2")
    return Explanation(told.text, told.case, (*told.parts, guess, without))


# Barrage


def _barrage(state: Campaign, side: str, names: Sequence[str], at: int) -> Forecast:
    """[12.43] All guns of the counters at one target; for each class what it suffers."""
    guns = tuple(
        (name, weapon, points)
        for counter in names
        for name in all_of(state, counter)
        if can_barrage(state, name)
        for weapon, points in state.units[name].toe.items()
        if rating(state, name, weapon, "barrage") is not None
    )
    if not guns:
        raise Refusal("11.11", f"none of {listed(names)} has a Barrage Rating")
    total, shift = raw(state, guns, "barrage"), column_shift(state, at, "infantry")
    column = combat_tables.barrage_column(actual(total), shift)
    ledger = Explanation(
        plural(actual(total), "Actual Barrage Point"),
        "11.32",
        (
            Explanation(
                f"{plural(total, 'raw point')} of {listed(dict.fromkeys(name for name, _, _ in guns))}", "11.32"
            ),
            Explanation(f"{title_of(at)}: {plural(f'{shift:+d}', 'column')}", "12.33"),
        ),
    )
    chances = [
        chance
        for target in TARGETS
        for chance in _barrage_chances(
            target, combat_tables.barrage_column(actual(total), column_shift(state, at, target))
        )
    ]
    cost = _cost(state, side, (name for name, _, _ in guns), "barrage")
    if column is None:
        return Forecast(f"Barrage of {title_of(at)}", "no effect", ledger, tuple(chances), 0.0, 0.0, cost)
    lost = sum(combat_tables.barrage_in("infantry", column, code).lost for code in CODES) / len(CODES)
    name = combat_tables.barrage_column_name(column)
    return Forecast(f"Barrage of {title_of(at)}", name, ledger, tuple(chances), 0.0, lost, cost)


def _barrage_chances(target: Target, column: int | None) -> list[Chance]:
    if column is None:
        return []
    results = [combat_tables.barrage_in(target, column, code) for code in CODES]
    found: dict[str, int] = {}
    for each in results:
        text = ", ".join(filter(None, ("pinned" if each.pinned else "", f"loses {each.lost}" if each.lost else "")))
        if text:
            found[text] = found.get(text, 0) + 1
    shares = {text: Fraction(count, len(CODES)) for text, count in found.items()}
    return [Chance(target, f"{target} {text}", share.numerator, share.denominator) for text, share in shares.items()]
