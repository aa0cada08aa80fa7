"""What the dice can bring: every result of an attack, what it gains and what it costs."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sandtable.games.north_africa_41.pieces.tables import DefenceColumn
from sandtable.games.north_africa_41.results.tables import (
    AUTOMATIC,
    HIGHEST,
    LOWEST,
    Effect,
    Result,
    chances,
    determined_defence,
    effect,
)
from sandtable.games.north_africa_41.staff.weights import weights
from sandtable.games.north_africa_41.staff.worth import Stake

DICE = range(1, 7)


class Promise(NamedTuple):
    """What an attack may be expected to bring."""

    gain: float  # worth that the defender loses
    loss: float  # worth that the attacker loses
    clears: float  # the chance that the hex is vacated


@cache
def results(place: int) -> tuple[tuple[float, Result, Effect], ...]:
    """Every result at these odds with its chance."""
    limited = place if place >= AUTOMATIC else max(LOWEST, min(HIGHEST, place))
    return tuple((float(chance), result, effect(result)) for result, chance in chances(limited).items())


@cache
def stand(column: DefenceColumn, modifier: int) -> tuple[float, float, float]:
    """[11.4] The chance to hold, and the steps that attacker and Lead Unit may be expected to lose."""
    rows = [determined_defence(column, die + modifier) for die in DICE]
    holds = sum(row.holds for row in rows) / 6
    return holds, sum(row.attacker_steps for row in rows) / 6, sum(row.lead_steps for row in rows) / 6


def judge(place: int, stake: Stake, cheap: float, dear: float, trapped: bool, firm: float) -> Promise:
    """An attack at these odds on a stack; `cheap` and `dear` are the steps of the attacker that he or the defender
    would choose, `firm` how likely the defender is to try and hold."""
    w = weights().combat
    gain = loss = clears = 0.0
    if place < LOWEST:
        return Promise(gain, loss, clears)
    for chance, result, told in results(place):
        his = 0.0
        if told.defender_steps and not (stake.scouts and result in ("D1", "DS")):
            his = stake.dear if told.opponent_chooses else stake.cheap
        mine = (dear if told.opponent_chooses else cheap) * told.attacker_steps
        if stake.steps <= told.defender_steps and his:
            gain, loss, clears = gain + chance * (stake.total + stake.baggage), loss + chance * mine, clears + chance
            continue
        if told.retreats:
            holds = beaten = struck = 0.0
            if told.background != "red" and stake.lead is not None:
                tries = 1.0 if trapped else firm
                modifier = stake.lead - (told.background == "orange")
                holds, beaten, struck = (tries * each for each in stand(stake.column, modifier))
            rest = max(0.0, stake.total - his)
            if trapped:
                driven = rest
            elif told.order == "full-retreat":
                foot = min(rest, stake.foot)
                driven = foot + w.routed * (rest - foot)
            else:
                driven = w.disrupted * rest
            his += (1 - holds) * (driven + stake.baggage) + struck * stake.cheap
            mine += beaten * cheap
            clears += chance * (1 - holds)
        gain, loss = gain + chance * his, loss + chance * mine
    return Promise(gain, loss, clears)
