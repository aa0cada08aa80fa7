"""[22.2] How dangerous the sea is: the chance that a convoy is attacked, and what each Supply Point and step risks."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from sandtable.core.values import Explanation
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.sea.convoy_attacks import modifier
from sandtable.games.north_africa_41.sea.ports import harbours
from sandtable.games.north_africa_41.sea.tables import anti_shipping, convoy_column, sinks
from sandtable.games.north_africa_41.state import ITALY, TRIPOLI, NorthAfrica

DICE = range(1, 7)


class Risk(NamedTuple):
    """What a voyage threatens."""

    attacked: Fraction
    cargo: Fraction  # [22.2.4] each Supply Point, Truck or Replacement is lost
    troops: Fraction  # [22.2.5] each step of a Combat Unit is


@cache
def strengths(column: int, modified: int) -> dict[int, Fraction]:
    """[22.2.1] The chance of each strength of attack; 0 for none."""
    counted = Counter(anti_shipping(column, a + b + modified) for a, b in product(DICE, DICE))
    return {strength: Fraction(count, 36) for strength, count in sorted(counted.items())}


@cache
def risk(column: int, modified: int) -> Risk:
    """[22.2.4, 22.2.5] Of one passage."""
    cargo = troops = Fraction(0)
    for strength, chance in strengths(column, modified).items():
        if not strength:
            continue
        cargo += chance * Fraction(sum(sinks(die, strength, troops=False) for die in DICE), 6)
        troops += chance * Fraction(sum(sinks(die, strength, troops=True) for die in DICE), 6)
    return Risk(1 - strengths(column, modified).get(0, Fraction(0)), cargo, troops)


class Passage(NamedTuple):
    """A stretch of a voyage that is rolled for."""

    what: str
    column: int
    modifier: int


def passages(state: NorthAfrica, side: Side, start: int, goal: int) -> list[Passage]:
    """[22.2.1, 22.3.1, 22.3.5] One roll, or past Malta and again to Benghazi."""
    names = harbours()[start].name, harbours()[goal].name
    if start != ITALY:
        return [Passage("along the coast", convoy_column(side, *names), modifier(state, side))]
    found = [Passage("past Malta", convoy_column(side, "italy", "tripoli"), state.malta)]
    if goal != TRIPOLI:
        found.append(Passage("on to Benghazi", convoy_column(side, *names), modifier(state, side)))
    return found


def voyage(state: NorthAfrica, side: Side, start: int, goal: int) -> Risk:
    """What a convoy from one port to another risks in all."""
    safe = Risk(Fraction(1), Fraction(1), Fraction(1))
    for passage in passages(state, side, start, goal):
        one = risk(passage.column, passage.modifier)
        safe = Risk(*(kept * (1 - lost) for kept, lost in zip(safe, one, strict=True)))
    return Risk(*(1 - kept for kept in safe))


def told(found: Risk) -> str:
    """For a reader."""
    if not found.attacked:
        return "never attacked"
    lost = f"a Supply Point lost {percent(found.cargo)}, a step {percent(found.troops)}"
    return f"attacked {percent(found.attacked)}, {lost}"


def percent(chance: Fraction) -> str:
    return f"{round(100 * chance)}%"


def explain(state: NorthAfrica, side: Side, start: int, goal: int) -> Explanation:
    """Every roll of a voyage with its modifier and the chances of each strength."""
    parts = []
    for passage in passages(state, side, start, goal):
        chances = [
            Explanation(f"{percent(chance)} {_found(strength)}", "22.2.4")
            for strength, chance in strengths(passage.column, passage.modifier).items()
        ]
        case = "22.3.1" if passage.what == "past Malta" else "22.2.2"
        parts.append(Explanation(f"{passage.what}: {passage.modifier:+d} to two dice", case, tuple(chances)))
    way = f"{harbours()[start].title} to {harbours()[goal].title}"
    return Explanation(f"{way}: {told(voyage(state, side, start, goal))}", "22.2", tuple(parts))


def _found(strength: int) -> str:
    return f"attacked with strength {strength}" if strength else "not seen"
