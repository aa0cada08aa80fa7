"""[11.2, 11.4] What a Determined Defence promises: exact chances for each Lead Unit and each support."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.core.values import Explanation
from sandtable.games.north_africa_41.combat.determined_defence import leads, modifiers, outcome_of
from sandtable.games.north_africa_41.results.battle import Battle
from sandtable.games.north_africa_41.results.tables import Result, effect
from sandtable.games.north_africa_41.sea.convoy_chances import DICE, percent
from sandtable.games.north_africa_41.state import NorthAfrica


class Prospect(NamedTuple):
    """The chance to hold, and the steps that may be expected to go."""

    holds: Fraction
    attacker: Fraction
    lead: Fraction


def prospect(state: NorthAfrica, battle: Battle, lead: str, support: str) -> Prospect:
    """[11.4] One attempt; the battle has its result."""
    outcomes = [outcome_of(state, battle, lead, support, die) for die in DICE]
    return Prospect(
        Fraction(sum(each.holds for each in outcomes), 6),
        Fraction(sum(each.attacker_steps for each in outcomes if each.holds), 6),
        Fraction(sum(each.lead_steps for each in outcomes), 6),
    )


def told(found: Prospect) -> str:
    """For a reader."""
    return (
        f"holds {_sixths(found.holds)}, the Lead Unit loses a step {_sixths(found.lead)}, the attacker "
        f"{_sixths(found.attacker)}"
    )


def _sixths(chance: Fraction) -> str:
    return f"{chance.numerator * (6 // chance.denominator)} of 6"


def best_lead(state: NorthAfrica, battle: Battle) -> str:
    """[11.2.3] Who holds best without support; empty when nobody can lead."""
    return max(leads(state, battle), key=lambda name: prospect(state, battle, name, "").holds, default="")


def explain(state: NorthAfrica, battle: Battle, result: Result) -> Explanation:
    """What a Determined Defence could do against a result, before losses are taken."""
    rolled = replace(battle, result=result)
    if effect(result).background == "red":
        return Explanation(f"{result}: not allowed", "11.2.2")
    lead = best_lead(state, rolled)
    if not lead:
        return Explanation(f"{result}: no unit can lead it", "11.2.3")
    plain, helped = prospect(state, rolled, lead, ""), prospect(state, rolled, lead, "support")
    added = modifiers(state, rolled, lead, "")
    text = f"{result}: {lead} holds {percent(plain.holds)}, with support {percent(helped.holds)}"
    return Explanation(f"{text} ({added:+d})" if added else text, "11.4")
