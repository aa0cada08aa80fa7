"""[2.4, 5.2, 10.1] Strengths, the ratio, terrain shifts and the modifiers of the dice."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.values import Explanation, Value
from sandtable.games.tobruk.map import ESCARPMENT, FORTIFICATION, board, escarpment, into_fort, terrain
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.tables import Ratio, air_modifier, hex_effect, hexside_effect, modifiers
from sandtable.games.tobruk.state import Battle, Tobruk, enemy_of, low_on_supply, out_of_supply, side_of, strength


def attack_of(state: Tobruk, name: str) -> int:
    """[5.2] Halved up on low supply, down without any."""
    attack = strength(state, name).attack
    if out_of_supply(state, name):
        return attack // 2
    return (attack + 1) // 2 if low_on_supply(state, name) else attack


def defence_of(state: Tobruk, name: str) -> int:
    """[5.2] Halved down without supply; a headquarters defends with its artillery number, which is then zero."""
    counter = counters()[name]
    if counter.is_headquarters:
        return 0 if out_of_supply(state, name) else counter.artillery
    defence = strength(state, name).defence
    return defence // 2 if out_of_supply(state, name) else defence


def counted(names: Sequence[str]) -> tuple[str, ...]:
    """[2.4] The defenders whose strength counts: headquarters only where they stand alone."""
    fighting = tuple(name for name in names if counters()[name].is_combat)
    return fighting or tuple(names)


class Odds(Value, frozen=True):
    """The column of an attack before dice and support."""

    attack: int
    defence: int
    shift: int  # columns to the left
    column: str
    modifier: int  # for ratios beyond 4:1

    def __str__(self) -> str:
        return f"{self.column}{f' +{self.modifier}' if self.modifier else ''}"


def odds(state: Tobruk, attackers: Sequence[str], defenders: Sequence[str], target: int) -> Odds:
    """[10.1] Sums compared, fractions to the defender, then the shifts of terrain. Who has nothing left to defend
    with counts as one point."""
    attack = sum(attack_of(state, name) for name in attackers)
    defence = max(1, sum(defence_of(state, name) for name in counted(defenders)))
    left = shift(state, attackers, target)
    ratio = Ratio.of(attack, defence).shifted(left)
    return Odds(attack, defence, left, ratio.column, ratio.modifier)


def shift(state: Tobruk, attackers: Sequence[str], target: int) -> int:
    return sum(columns for _, columns in shifts(state, attackers, target))


def shifts(state: Tobruk, attackers: Sequence[str], target: int) -> list[tuple[str, int]]:
    """[10.1] Cumulative; a hexside counts only if every attacker attacks across such a one."""
    froms = {state.units[name].at for name in attackers}
    found = [(terrain(target), hex_effect(terrain(target)).shift)]
    if froms and all(into_fort(here, target) for here in froms):
        found.append((FORTIFICATION, hexside_effect(FORTIFICATION).shift))
    if froms and all(escarpment(here, target) for here in froms):
        found.append((ESCARPMENT, hexside_effect(ESCARPMENT).shift))
    return [(what, columns) for what, columns in found if columns]


def support(battle: Battle, side: str) -> list[tuple[str, int]]:
    """[10.1, 9.4, 11.1] What artillery and air units add to the dice, the attacker being `side`.

    An overrun has none of its own; fighters that were in a dogfight give no cover."""
    found: list[tuple[str, int]] = []
    if not battle.overrun:
        found.append(("artillery", battle.artillery * modifiers().artillery))
    for flyer in (side, enemy_of(side)):
        attacking, flight = flyer == side, battle.flight(flyer)
        if attacking and battle.overrun:
            continue
        found.append((f"{flyer} close air support", flight.support * air_modifier("close_air_support", attacking)))
        if not flight.fought:
            found.append((f"{flyer} fighter cover", flight.fighters * air_modifier("fighter", attacking)))
    return [(what, modifier) for what, modifier in found if modifier]


def explain_odds(state: Tobruk, attackers: Sequence[str], defenders: Sequence[str], target: int) -> Explanation:
    """Every strength and what changes it, the ratio, the shifts and the column."""
    found = odds(state, attackers, defenders, target)
    ratio = Ratio.of(found.attack, found.defence)
    moved = tuple(
        Explanation(f"{what}: {columns} to the left", "10.1") for what, columns in shifts(state, attackers, target)
    )
    parts = [
        Explanation(f"attack {found.attack}", "10.1", tuple(_explain_attack(state, name) for name in attackers)),
        Explanation(
            f"defence {found.defence}", "10.1", tuple(_explain_defence(state, name) for name in counted(defenders))
        ),
        Explanation(f"{found.attack} to {found.defence} is {ratio.column}, fractions dropped", "10.1"),
    ]
    if found.modifier:
        parts.append(Explanation(f"beyond 4:1: +{found.modifier} on the dice", "10.1"))
    if moved:
        parts.append(Explanation(f"terrain shifts the column to {found.column}", "10.1", moved))
    text = f"{', '.join(attackers)} against {', '.join(defenders)} at {board().name(target)}: {found}"
    return Explanation(text, "10.1", tuple(parts))


def _explain_attack(state: Tobruk, name: str) -> Explanation:
    printed, counts = strength(state, name).attack, attack_of(state, name)
    return _explain_strength(state, name, "attacks", printed, counts)


def _explain_defence(state: Tobruk, name: str) -> Explanation:
    counter = counters()[name]
    printed = counter.artillery if counter.is_headquarters else strength(state, name).defence
    return _explain_strength(state, name, "defends", printed, defence_of(state, name))


def _explain_strength(state: Tobruk, name: str, does: str, printed: int, counts: int) -> Explanation:
    if printed == counts:
        return Explanation(f"{name} {does} with {counts}", "2.3")
    status = "out of supply" if out_of_supply(state, name) else "low supply"
    return Explanation(f"{name} {does} with {counts}: {printed}, {status}", "5.2")


def attacking_side(battle: Battle) -> str:
    return side_of(battle.attackers[0])
