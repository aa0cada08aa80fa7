"""[12.4] The chances of a combat: attack and counter-attack together, exactly, and the best units to send.

Both dice are enumerated. Where the defender can choose his losses he is taken to keep what strikes back hardest, that
is to lose others before Germans; the attacker's choice among equal losses changes no figure here. Reactions [15.1] and
surrenders [15.3] are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sandtable.core.nouns import plural
from sandtable.core.offers import Chance, Forecast
from sandtable.core.values import Explanation
from sandtable.games.panzerarmee_afrika.combat.eligibility import Combat, able_units, as_judged, besiegers, may_attack
from sandtable.games.panzerarmee_afrika.factors.losses import greatest_loss, hex_names, sums_of
from sandtable.games.panzerarmee_afrika.factors.strength import (
    attack_supply,
    attack_value,
    defence_total,
    defenders,
    differential,
    explain_counter,
    explain_differential,
    is_uphill,
    striking_factor,
)
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.tables import SupplyState, chances, limits, results
from sandtable.games.panzerarmee_afrika.pieces.zones import fort_besieged_from, front
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, enemy_of, side_of, strength_of, total_strength

MOST = 9  # units among which the best are looked for; of more the strongest
ROLLS = 36  # of both dice
PAYABLE = (1 << 11) - 1  # sums of factors that a result of the table can ask for, as bits


@dataclass(frozen=True)
class Odds:
    """What a combat comes to. Losses are combat factors."""

    differential: int
    joint: Mapping[tuple[int, int], Fraction]  # (lost by the defender, lost by the attacker) -> chance
    clears: Fraction  # the chance that no defender is left

    @property
    def permissible(self) -> bool:
        return self.differential >= limits().minimum_differential

    @property
    def defender_loss(self) -> Fraction:
        """Expected."""
        return sum((chance * lost for (lost, _), chance in self.joint.items()), Fraction(0))

    @property
    def attacker_loss(self) -> Fraction:
        """Expected."""
        return sum((chance * lost for (_, lost), chance in self.joint.items()), Fraction(0))


@dataclass(frozen=True)
class Advice:
    """The units to send against some hexes."""

    units: tuple[str, ...]
    odds: Odds
    explanation: Explanation


def supply_of(
    state: PanzerarmeeAfrika, attackers: Sequence[str], sacrificed: Sequence[str] = ()
) -> dict[str, SupplyState]:
    """[12.3] The attackers' supply if these installations were spent."""
    side = side_of(attackers[0])
    if not may_attack(state, side):
        return dict.fromkeys(attackers, "out")
    spent = [state.units[depot].at for depot in sacrificed]
    return {name: attack_supply(state, name, spent) for name in attackers}


def joint_odds(
    state: PanzerarmeeAfrika, attackers: Sequence[str], hexes: Sequence[int], sacrificed: Sequence[str] = ()
) -> Odds:
    """Of an attack not yet declared, as things stand."""
    return _odds(state, supply_of(state, attackers, sacrificed), hexes)


def combat_odds(state: PanzerarmeeAfrika, combat: Combat) -> Odds:
    """Of a combat that waits to be resolved."""
    return _odds(state, combat.supplied(), combat.hexes)


def _odds(state: PanzerarmeeAfrika, supplied: Mapping[str, SupplyState], hexes: Sequence[int]) -> Odds:
    foe = enemy_of(side_of(next(iter(supplied))))
    state = as_judged(state, foe, hexes)
    defending = defenders(state, foe, hexes)
    column = differential(state, supplied, hexes, defending)
    if column < limits().minimum_differential and not _is_forced(state, foe, hexes):
        return Odds(column, {(0, 0): Fraction(1)}, Fraction(0))
    defence = _Defence(state, defending)
    attackers = list(supplied)
    plain, sums = total_strength(state, attackers), sums_of([strength_of(state, name) for name in attackers])
    joint: dict[tuple[int, int], Fraction] = {}
    for weight, lost, striking in defence.outcomes(column):
        for number in results(max(0, striking - plain)):
            key = (lost, _most(sums, number))
            joint[key] = joint.get(key, Fraction(0)) + Fraction(weight, ROLLS)
    clears = sum((chance for (lost, _), chance in joint.items() if lost == defence.total), Fraction(0))
    return Odds(column, joint, clears)


def _is_forced(state: PanzerarmeeAfrika, foe: Side, hexes: Sequence[int]) -> bool:
    """[12.1.1]"""
    return any(fort in hexes for fort in front(state, enemy_of(foe)).forts())


def _most(sums: int, number: int) -> int:
    """[12.4.5] The greatest of these sums that does not exceed the number."""
    return (sums & ((2 << number) - 1)).bit_length() - 1


class _Defence:
    """What each result of the attack leaves of the defenders."""

    def __init__(self, state: PanzerarmeeAfrika, defending: Sequence[str]) -> None:
        self.factors = [strength_of(state, name) for name in defending]
        self.total = sum(self.factors)
        self.striking = sum(striking_factor(state, name) for name in defending)
        self.given_up = {0: 0}  # sum of factors lost -> the least striking strength that goes with it
        for name in defending:
            factor, blow = strength_of(state, name), striking_factor(state, name)
            for lost, blows in list(self.given_up.items()):
                least = self.given_up.get(lost + factor, blows + blow)
                self.given_up[lost + factor] = min(least, blows + blow)
        self._known: dict[int, tuple[tuple[int, int, int], ...]] = {}

    def outcomes(self, column: int) -> tuple[tuple[int, int, int], ...]:
        """(how many of six rolls, factors lost, striking strength left), below the first column no loss."""
        column = min(column, 10)
        found = self._known.get(column)
        if found is None:
            weights: dict[int, int] = {}
            for number in results(column) if column >= limits().minimum_differential else (0,) * 6:
                lost = greatest_loss(self.factors, number)
                weights[lost] = weights.get(lost, 0) + 1
            found = self._known[column] = tuple(
                (weight, lost, self.striking - self.given_up[lost]) for lost, weight in weights.items()
            )
        return found


# --- the best units to send


def best_stack(
    state: PanzerarmeeAfrika, side: Side, hexes: Sequence[int], sacrificed: Sequence[str] = ()
) -> Advice | None:
    """Of the units next to all these hexes those whose attack promises the best exchange of factors; if two sets
    promise the same, the likelier to clear the hexes, then the smaller. None where no attack is permissible. Before a
    fort everybody must attack [12.1.1]."""
    near = set.intersection(*(set(board().adjacent[at]) for at in hexes))
    bound = [name for fort in front(state, side).forts() if fort in hexes for name in besiegers(state, side, fort)]
    if bound:
        return _advice(state, bound, hexes, sacrificed, "all units in the zone of the fort must attack")
    able = [
        name
        for name in able_units(state, side)
        if (at := state.units[name].at) in near and fort_besieged_from(state, side, at) < 0
    ]
    if not able:
        return None
    supplied = supply_of(state, able, sacrificed)
    seen = as_judged(state, enemy_of(side), hexes)
    chosen = _Search(seen, side, supplied, hexes).best()
    if not chosen:
        return None
    return _advice(state, chosen, hexes, sacrificed, f"best of {2 ** min(len(able), MOST) - 1} choices of units")


def _advice(
    state: PanzerarmeeAfrika, units: Sequence[str], hexes: Sequence[int], sacrificed: Sequence[str], why: str
) -> Advice:
    odds = joint_odds(state, units, hexes, sacrificed)
    return Advice(tuple(units), odds, Explanation(f"{', '.join(units)} on {hex_names(hexes)}: {_summary(odds)}; {why}"))


def _summary(odds: Odds) -> str:
    return (
        f"{odds.differential:+d}, expects to destroy {float(odds.defender_loss):.1f} and to lose "
        f"{float(odds.attacker_loss):.1f}, clears the hex {percent(odds.clears)}"
    )


class _Search:
    """Every subset of a few units, each built from a smaller one; factors are counted in quarters."""

    def __init__(
        self, state: PanzerarmeeAfrika, side: Side, supplied: Mapping[str, SupplyState], hexes: Sequence[int]
    ) -> None:
        defending = defenders(state, enemy_of(side), hexes)
        self.defence = _Defence(state, defending)
        self.wall = _quarters(defence_total(state, defending))
        attack = {
            name: _quarters(attack_value(strength_of(state, name), how, is_uphill(state.units[name].at, hexes)))
            for name, how in supplied.items()
        }
        self.units = sorted(attack, key=lambda name: -attack[name])[:MOST]
        self.attack = [attack[name] for name in self.units]
        self.plain = [strength_of(state, name) for name in self.units]
        self._known: dict[tuple[int, int], int] = {}

    def best(self) -> tuple[str, ...]:
        count = 1 << len(self.units)
        attack, plain, sums = [0] * count, [0] * count, [1] * count
        found, best = 0, (0, 0, 0)
        for each in range(1, count):
            low = (each & -each).bit_length() - 1
            rest = each & (each - 1)
            attack[each] = attack[rest] + self.attack[low]
            plain[each] = plain[rest] + self.plain[low]
            sums[each] = (sums[rest] | sums[rest] << self.plain[low]) & PAYABLE
            column = (attack[each] - self.wall) // 4
            if column < 0:
                continue
            score = (*self._exchange(column, plain[each], sums[each]), -each.bit_count())
            if not found or score > best:
                found, best = each, score
        return tuple(name for place, name in enumerate(self.units) if found >> place & 1)

    def _exchange(self, column: int, plain: int, sums: int) -> tuple[int, int]:
        """Factors gained less factors lost, and how often the hexes are cleared, in 36 pairs of rolls."""
        gain = clears = 0
        for weight, lost, striking in self.defence.outcomes(column):
            gain += weight * (6 * lost - self._paid(max(0, striking - plain), sums))
            if lost == self.defence.total:
                clears += 6 * weight
        return gain, clears

    def _paid(self, column: int, sums: int) -> int:
        key = (min(column, 10), sums)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = sum(_most(sums, number) for number in results(key[0]))
        return found


def _quarters(value: Fraction) -> int:
    """[12.4.2] No factor is smaller than a half of a half."""
    return int(value * 4)


# --- in words


def explain_odds(
    state: PanzerarmeeAfrika, attackers: Sequence[str], hexes: Sequence[int], sacrificed: Sequence[str] = ()
) -> Explanation:
    """The ledger of the attack, its chances, the counter-attack if nobody falls, and what both come to."""
    foe = enemy_of(side_of(attackers[0]))
    seen = as_judged(state, foe, hexes)
    defending = defenders(seen, foe, hexes)
    supplied = supply_of(state, attackers, sacrificed)
    odds = _odds(state, supplied, hexes)
    parts = [explain_differential(seen, supplied, hexes, defending)]
    if odds.permissible:
        lines = tuple(
            Explanation(f"{percent(chance)} {_loss(loss)}", "12.4.3")
            for loss, chance in chances(odds.differential).items()
        )
        parts.append(Explanation(f"the defender loses, in the column {odds.differential:+d}", "12.4.3", lines))
        parts.append(Explanation("if no defender is lost", "12.4.4", (explain_counter(seen, defending, attackers),)))
    pairs = sorted(odds.joint.items(), key=lambda item: (-item[1], item[0]))
    lines = tuple(
        Explanation(f"{percent(chance)} the defender loses {lost} and the attacker {paid}", "12.4.5")
        for (lost, paid), chance in pairs
    )
    parts.append(Explanation("both rolls together, in factors of whole units", "12.4.5", lines))
    return Explanation(f"{', '.join(attackers)} on {hex_names(hexes)}: {_summary(odds)}", "12.4", tuple(parts))


def forecast(
    state: PanzerarmeeAfrika, attackers: Sequence[str], hexes: Sequence[int], sacrificed: Sequence[str] = ()
) -> Forecast:
    """The same for a screen; the chances are those of both rolls together."""
    odds = joint_odds(state, attackers, hexes, sacrificed)
    pairs = sorted(odds.joint.items(), key=lambda item: (-item[1], item[0]))
    return Forecast(
        title=f"{', '.join(attackers)} on {hex_names(hexes)}",
        column=f"{odds.differential:+d}",
        ledger=explain_odds(state, attackers, hexes, sacrificed),
        chances=tuple(
            Chance(f"{lost}-{paid}", _losses(lost, paid), chance.numerator, chance.denominator)
            for (lost, paid), chance in pairs
        ),
        attacker_loss=float(odds.attacker_loss),
        defender_loss=float(odds.defender_loss),
        cost=", ".join(sacrificed),
    )


def _losses(lost: int, paid: int) -> str:
    return f"defender loses {lost or 'nothing'}, attacker {paid or 'nothing'}"


def _loss(loss: int) -> str:
    return plural(loss, "factor") if loss else "nothing"


def percent(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator} ({float(chance):.0%})"
