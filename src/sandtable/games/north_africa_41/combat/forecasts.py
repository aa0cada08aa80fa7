"""[8.3] An attack weighed before it is made. Losses are steps; Determined Defence and the defender's support, which are
still to be decided, are left out."""

from __future__ import annotations

from fractions import Fraction

from sandtable.core.nouns import plural
from sandtable.core.offers import Chance, Forecast
from sandtable.games.north_africa_41.combat.ledger import explain, told
from sandtable.games.north_africa_41.combat.strength import weigh_best
from sandtable.games.north_africa_41.results.battle import Battle
from sandtable.games.north_africa_41.results.losses import shrugs_off
from sandtable.games.north_africa_41.results.tables import Effect, Result, chances, effect
from sandtable.games.north_africa_41.state import NorthAfrica


def forecast(state: NorthAfrica, battle: Battle) -> Forecast:
    """What an attack promises as it would be declared."""
    odds = weigh_best(state, battle)
    found = chances(odds.place if odds.overwhelming else odds.column)
    attacker = sum((chance * effect(result).attacker_steps for result, chance in found.items()), Fraction(0))
    defender = sum((chance * _defender_steps(state, battle, result) for result, chance in found.items()), Fraction(0))
    return Forecast(
        title=battle.title,
        column=told(odds),
        ledger=explain(state, battle),
        chances=tuple(
            Chance(result, meaning(effect(result)), chance.numerator, chance.denominator)
            for result, chance in found.items()
        ),
        attacker_loss=float(attacker),
        defender_loss=float(defender),
    )


def _defender_steps(state: NorthAfrica, battle: Battle, result: Result) -> int:
    """[18.1]"""
    return 0 if shrugs_off(state, battle, result) else effect(result).defender_steps


def meaning(of: Effect) -> str:
    """[10.1] A result in a few words."""
    lost = [
        f"the {party}" for party, steps in (("attacker", of.attacker_steps), ("defender", of.defender_steps)) if steps
    ]
    parts = [f"{' and '.join(lost)} lose{'' if len(lost) > 1 else 's'} a step"] if lost else []
    if of.retreats:
        length = (
            f"{of.shortest_retreat} to {of.longest_retreat}"
            if of.longest_retreat > of.shortest_retreat
            else f"{of.longest_retreat}"
        )
        retreat = f"retreats {plural(length, 'hex')}"
        parts = [f"{parts[0]} and {retreat}"] if lost == ["the defender"] else [*parts, f"the defender {retreat}"]
    if of.advance:
        parts.append(f"advance up to {of.advance}")
    return ", ".join(parts)
