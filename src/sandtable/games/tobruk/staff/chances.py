"""What the dice can bring: the exact outcomes of an attack, and of a dogfight."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from sandtable.games.tobruk.pieces.tables import COLUMNS, Edition, combat_results

DICE = tuple((roll, (6 - abs(roll - 7)) / 36) for roll in range(2, 13))
MOST_RETREAT = 3
LEAST_MODIFIER, MOST_MODIFIER = -12, 14  # beyond them the table says nothing new

# The chance of a result, and the reductions of attacker and defender and the hexes of the retreat.
Outcome = tuple[float, int, int, int]


@cache
def outcomes(results: Edition, column: int, modifier: int) -> tuple[Outcome, ...]:
    """[10.1] Every result of a column of the table, with all modifiers of the dice."""
    found: dict[tuple[int, int, int], float] = {}
    for roll, chance in DICE:
        result = combat_results(results).result(COLUMNS[column], roll + modifier)
        key = (result.attacker, result.defender, result.retreat)
        found[key] = found.get(key, 0.0) + chance
    return tuple((chance, *key) for key, chance in found.items())


def prospects(results: Edition, attack: int, defence: int, left: int, modifier: int) -> tuple[Outcome, ...]:
    """[10.1] The outcomes of so many factors against so many, `left` columns of terrain against the attacker."""
    column, more = ratio(attack, defence)
    return outcomes(results, max(0, column - left), min(max(modifier + more, LEAST_MODIFIER), MOST_MODIFIER))


def ratio(attack: int, defence: int) -> tuple[int, int]:
    """[10.1] The column by its place in the table, and what is added to the dice beyond the last one."""
    if attack >= 4 * defence:
        return 5, (attack // defence - 4 if defence else 0)
    if attack >= defence:
        return 1 + attack // defence, 0
    return (1 if 2 * attack >= defence else 0), 0


# --- in the air


@cache
def totals(dice: int) -> Mapping[int, float]:
    """The chance of each sum of so many dice."""
    found = {0: 1.0}
    for _ in range(dice):
        after: dict[int, float] = {}
        for total, chance in found.items():
            for face in range(1, 7):
                after[total + face] = after.get(total + face, 0.0) + chance / 6
        found = after
    return MappingProxyType(found)


@cache
def dogfight(ours: int, theirs: int) -> tuple[tuple[float, int, int], ...]:
    """[11.1] Chances of air units shot down on either side, by the number of fighters there."""
    found: dict[tuple[int, int], float] = {}
    for mine, likely in totals(ours).items():
        for his, chance in totals(theirs).items():
            key = (0, 0) if mine == his else (his // mine, 0) if mine < his else (0, mine // his)
            found[key] = found.get(key, 0.0) + likely * chance
    return tuple((chance, *key) for key, chance in found.items())
