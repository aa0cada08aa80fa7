"""[8.5, 12.3, 12.4.2, 12.4.4] What units count for when they attack, defend and strike back, and why.

Factors are exact fractions until the two sums are compared.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cache

from sandtable.core.values import Explanation
from sandtable.games.panzerarmee_afrika.map import bardia, board, escarpments, tobruk
from sandtable.games.panzerarmee_afrika.pieces.counters import counters
from sandtable.games.panzerarmee_afrika.pieces.tables import (
    SupplyState,
    attack_column,
    counter_attack_column,
    counter_attack_factor,
    defence_factor,
    escarpment_factor,
    limits,
    supply,
)
from sandtable.games.panzerarmee_afrika.pieces.zones import is_supported, is_unreliable
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, enemy_of, side_of, strength_of, total_strength
from sandtable.games.panzerarmee_afrika.supply.network import attack_sources

SUPPLY_WORDS: Mapping[SupplyState, str] = {
    "out": "cannot attack",
    "general": "general supply",
    "attack": "attack supply",
    "maximum": "maximum attack supply",
}


# --- supply of attackers


def attack_supply(state: PanzerarmeeAfrika, name: str, spent: Collection[int] = ()) -> SupplyState:
    """[8.5, 12.3] Of an attacker where it stands; `spent` are the hexes of installations sacrificed. "out" for those
    who cannot attack at all: out of supply or command, or Italian infantry that no longer trusts its own side [15.2].
    """
    at = state.units[name].at
    return _attack_supply(state, name, at, spent, is_unreliable_alone(state, name, at))


def is_unreliable_alone(state: PanzerarmeeAfrika, name: str, hexagon: int) -> bool:
    """[15.2] Italian infantry without better troops, once enough of it is lost to hold back in general supply."""
    return is_unreliable(state, name, limits().reliability_attack) and not is_supported(state, hexagon)


def _attack_supply(
    state: PanzerarmeeAfrika, name: str, origin: int, spent: Collection[int], unreliable: bool
) -> SupplyState:
    unit = state.units[name]
    if unit.out or unit.dismounted or unit.adrift:
        return "out"
    sources = attack_sources(state, side_of(name), origin)
    if any(source in spent for source in sources):
        return "maximum"
    if sources:
        return "attack"
    # [8.4.2, 12.3] general supply is that of the start of the turn, wherever the unit has gone since
    return "out" if unreliable else "general"


# --- attack


def attack_factor(
    state: PanzerarmeeAfrika, name: str, state_of_supply: SupplyState, origin: int, hexes: Sequence[int]
) -> Fraction:
    """[12.4.2]"""
    return attack_value(strength_of(state, name), state_of_supply, is_uphill(origin, hexes))


@cache
def attack_value(strength: int, state_of_supply: SupplyState, uphill: bool) -> Fraction:
    """[12.4.2] At least one, except for those who cannot attack [8.5]."""
    if state_of_supply == "out":
        return Fraction(0)
    value = strength * supply(state_of_supply).attack
    if uphill:
        value *= escarpment_factor()
    return max(Fraction(limits().minimum_factor), value)


def is_uphill(origin: int, hexes: Sequence[int]) -> bool:
    """[12.4.2] Whether escarpments are all that lies between a hex and those attacked from it."""
    return all((origin, there) in escarpments() for there in hexes)


# --- defence


def defenders(state: PanzerarmeeAfrika, side: str, hexes: Sequence[int]) -> list[str]:
    """[12.2, 12.4.2] Everybody of a side who defends in these hexes: transport units only where they are alone."""
    lorries = state.layout.lorries[side]
    return [name for at in hexes for name in (state.at(at, side) or lorries.get(at, []))]


def defence_of(state: PanzerarmeeAfrika, name: str) -> Fraction:
    """[12.4.2] A defender's factor in its hex, by its supply as last judged."""
    unit = state.units[name]
    ground = defence_factor(side_of(name), board().terrain[unit.at], fort_name(unit.at))
    return defence_value(strength_of(state, name), unit.out or unit.dismounted, ground)


@cache
def defence_value(strength: int, out: bool, ground: int) -> Fraction:
    value = strength * supply("out" if out else "general").defence * ground
    return max(Fraction(limits().minimum_factor), value)


def fort_name(hexagon: int) -> str:
    """The fort in a hex, as the tables call it."""
    if hexagon == tobruk():
        return "tobruk"
    return "bardia" if hexagon == bardia() else ""


# --- the differential


def differential(
    state: PanzerarmeeAfrika, attackers: Mapping[str, SupplyState], hexes: Sequence[int], defending: Sequence[str]
) -> int:
    """[12.4.2, 12.4.3] Of an attack by units where they stand; below zero it is not permitted."""
    units = state.units
    attack = sum((attack_factor(state, n, how, units[n].at, hexes) for n, how in attackers.items()), Fraction(0))
    return attack_column(attack, defence_total(state, defending))


def defence_total(state: PanzerarmeeAfrika, defending: Sequence[str]) -> Fraction:
    return sum((defence_of(state, name) for name in defending), Fraction(0))


def stack_differential(state: PanzerarmeeAfrika, attackers: Sequence[str], hexagon: int, origin: int) -> int:
    """[11.4] Of a stack that would overrun a hex from `origin`: its supply is judged there, without maximum supply, and
    that of the defenders is as it was at the start of the movement phase."""
    side = side_of(attackers[0])
    alone = not any(_is_better(state, name) for name in attackers)
    attack = Fraction(0)
    for name in attackers:
        unreliable = alone and is_unreliable(state, name, limits().reliability_attack)
        how = _attack_supply(state, name, origin, (), unreliable)
        attack += attack_factor(state, name, how, origin, (hexagon,))
    return attack_column(attack, defence_total(state, defenders(state, enemy_of(side), (hexagon,))))


def _is_better(state: PanzerarmeeAfrika, name: str) -> bool:
    return not is_unreliable(state, name, limits().reliability_attack)


# --- the counter-attack


def striking_factor(state: PanzerarmeeAfrika, name: str) -> int:
    """[12.4.4] The full factor of a survivor, whatever its supply or command, times what its army makes of it."""
    return strength_of(state, name) * striking_multiplier(name)


def striking_multiplier(name: str) -> int:
    counter = counters().get(name)
    return counter_attack_factor("other" if counter is None else counter.nation)


def counter_differential(state: PanzerarmeeAfrika, survivors: Sequence[str], attackers: Sequence[str]) -> int:
    """[12.4.4] Without terrain; the first column serves even when nobody is left to strike."""
    attack = sum(striking_factor(state, name) for name in survivors)
    return counter_attack_column(Fraction(attack), Fraction(total_strength(state, attackers)))


# --- the ledger


def explain_differential(
    state: PanzerarmeeAfrika, attackers: Mapping[str, SupplyState], hexes: Sequence[int], defending: Sequence[str]
) -> Explanation:
    """Every factor with what changes it, and the column they make."""
    units = state.units
    attack = sum((attack_factor(state, n, how, units[n].at, hexes) for n, how in attackers.items()), Fraction(0))
    defence = defence_total(state, defending)
    column = attack_column(attack, defence)
    parts = [
        Explanation(
            f"attack {written(attack)}",
            "12.4.2",
            tuple(explain_attack(state, name, how, hexes) for name, how in attackers.items()),
        ),
        Explanation(f"defence {written(defence)}", "12.4.2", tuple(explain_defence(state, n) for n in defending)),
    ]
    difference = attack - defence
    if column < limits().minimum_differential:
        parts.append(Explanation(f"{written(difference)} is below zero: no permissible attack", "12.4.3"))
    elif difference != column:
        parts.append(Explanation(f"{written(difference)} is {column}, fractions dropped", "12.4.3"))
    return Explanation(f"differential {column:+d}", "12.4.2", tuple(parts))


def explain_attack(state: PanzerarmeeAfrika, name: str, how: SupplyState, hexes: Sequence[int]) -> Explanation:
    at = state.units[name].at
    value = attack_factor(state, name, how, at, hexes)
    head = f"{name} at {board().name(at)} attacks with {written(value)}"
    if how == "out":
        return Explanation(f"{head}: {_why_not(state, name)}", _case_why_not(state, name))
    parts = [Explanation(f"{strength_of(state, name)} on the counter", "2.3.1")]
    if supply(how).attack != 1 or how == "attack":
        parts.append(Explanation(f"×{written(supply(how).attack)} in {SUPPLY_WORDS[how]}", "12.3"))
    if is_uphill(at, hexes):
        parts.append(Explanation(f"×{written(escarpment_factor())}: only escarpment hexsides in front of it", "12.4.2"))
    if strength_of(state, name) * supply(how).attack * (escarpment_factor() if is_uphill(at, hexes) else 1) < value:
        parts.append(Explanation(f"never less than {limits().minimum_factor}", "12.4.2"))
    return Explanation(head, "12.4.2", tuple(parts))


def _why_not(state: PanzerarmeeAfrika, name: str) -> str:
    unit = state.units[name]
    if unit.dismounted:
        return "it is dismounted"
    if unit.out:
        return "it is out of supply"
    if unit.adrift:
        return "it is out of command"
    return "Italian infantry will not attack without attack supply or better troops adjacent"


def _case_why_not(state: PanzerarmeeAfrika, name: str) -> str:
    unit = state.units[name]
    if unit.dismounted:
        return "13.6"
    if unit.out:
        return "8.5"
    return "10.3" if unit.adrift else "15.2"


def explain_defence(state: PanzerarmeeAfrika, name: str) -> Explanation:
    unit, side = state.units[name], side_of(name)
    value, strength = defence_of(state, name), strength_of(state, name)
    out = unit.out or unit.dismounted
    ground = defence_factor(side, board().terrain[unit.at], fort_name(unit.at))
    parts = [Explanation(f"{strength} on the counter", "2.3.1")]
    if out:
        parts.append(Explanation(f"×{written(supply('out').defence)} out of supply", "8.5"))
    if ground != 1:
        parts.append(Explanation(f"×{ground} {_ground_word(unit.at)}", "12.4.2"))
    if strength * supply("out" if out else "general").defence * ground < value:
        parts.append(Explanation(f"never less than {limits().minimum_factor}", "12.4.2"))
    return Explanation(f"{name} at {board().name(unit.at)} defends with {written(value)}", "12.4.2", tuple(parts))


def _ground_word(hexagon: int) -> str:
    fort = fort_name(hexagon)
    return f"in {fort.title()}" if fort else f"in {board().terrain[hexagon]}"


def explain_counter(state: PanzerarmeeAfrika, survivors: Sequence[str], attackers: Sequence[str]) -> Explanation:
    """The ledger of a counter-attack."""
    attack = sum(striking_factor(state, name) for name in survivors)
    defence = total_strength(state, attackers)
    column = counter_differential(state, survivors, attackers)
    strikers = tuple(
        Explanation(
            f"{name} strikes with {striking_factor(state, name)}: "
            f"{strength_of(state, name)} ×{striking_multiplier(name)}",
            "12.4.4",
        )
        for name in survivors
    )
    parts = (
        Explanation(f"attack {attack}", "12.4.4", strikers),
        Explanation(f"defence {defence}, the plain factors of the attackers", "12.4.4"),
    )
    return Explanation(f"counter-attack {column:+d}", "12.4.4", parts)


def written(value: Fraction) -> str:
    """A number as players write it: 3½, not 7/2."""
    whole, rest = divmod(abs(value), 1)
    marks = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
    text = str(whole) if not rest else f"{whole or ''}{marks.get(rest, f' {rest}')}"
    return f"−{text}" if value < 0 else text
