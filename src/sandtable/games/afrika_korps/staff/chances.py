"""Exact expectations from the combat results table."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sandtable.games.afrika_korps.pieces.tables import Odds, combat_results
from sandtable.games.afrika_korps.staff.weights import weights


class Column(NamedTuple):
    """The chance of each result at some odds."""

    attackers_lost: float
    attackers_back: float
    exchange: float
    defenders_back: float
    defenders_lost: float


def odds_index(attack: int, defence: int) -> int:
    """[7.3] As `Odds.of`, without making one."""
    if attack >= defence:
        return min(attack // defence, 7)
    if attack <= 0:
        return -7
    return max(-defence // attack, -7)


@cache
def column(index: int) -> Column:
    if index >= 7:
        return Column(0.0, 0.0, 0.0, 0.0, 1.0)
    if index <= -7:
        return Column(1.0, 0.0, 0.0, 0.0, 0.0)
    chances = combat_results().chances(str(Odds(index)))
    return Column(*(float(chances.get(result, 0)) for result in ("AE", "AB2", "EX", "DB2", "DE")))


class Forecast(NamedTuple):
    """What an attack brings on average, in shares: of the defenders and of the attackers lost."""

    cleared: float  # chance that the hex is empty afterwards
    defenders_lost: float
    attackers_lost: float


def forecast(attack: int, defence: int, sealed: bool) -> Forecast:
    """An attack at these factors; `sealed` defenders do not survive a retreat."""
    chance = column(odds_index(attack, defence))
    defenders = chance.defenders_lost + (chance.defenders_back if sealed else 0.0)
    attackers = chance.attackers_lost
    cleared = chance.defenders_lost + chance.defenders_back
    if chance.exchange:
        small = min(attack, defence)
        defenders += chance.exchange * (1.0 if attack >= defence else min(1.0, small / defence))
        attackers += chance.exchange * (1.0 if attack <= defence else min(1.0, small / attack))
        cleared += chance.exchange if attack >= defence else 0.0
    return Forecast(cleared, defenders, attackers)


@cache
def danger(index: int, trapped: bool) -> float:
    """The share of a stack that its owner must fear for when it can be attacked at these odds."""
    fear, chance = weights().danger, column(index)
    retreat = chance.defenders_back * (1.0 if trapped else fear["retreat"])
    if index <= 0:
        return max(0.0, 0.5 * (chance.defenders_lost + retreat + chance.exchange - chance.attackers_lost))
    lost = chance.defenders_lost + retreat + chance.exchange
    return max(0.0, lost - fear["reluctance"] * (chance.attackers_lost + 0.5 * chance.exchange))


@cache
def fear(attack: int, defence: int, trapped: bool) -> float:
    """As `danger`, but shading from one column into the next: every factor more is worth having."""
    index = odds_index(attack, defence)
    if index >= 7 or index <= -7:
        return danger(index, trapped)
    if index >= 1:
        here, better, share = index, index + 1, attack / defence - index
    else:
        here, better, share = index, index + 1 if index < -2 else 1, -index - defence / attack
    lower, upper = danger(here, trapped), danger(better, trapped)
    return lower + (upper - lower) * min(1.0, max(0.0, share))
