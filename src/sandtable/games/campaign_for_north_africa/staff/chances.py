"""What a Close Assault promises: the column it is likely to be resolved in, and what that column brings on average."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from sandtable.games.campaign_for_north_africa.combat.tables import (
    attacker_result,
    column_of,
    defender_result,
    shifted,
    size_shift,
)
from sandtable.games.campaign_for_north_africa.dice import CODES
from sandtable.games.campaign_for_north_africa.ground.passage import works_at
from sandtable.games.campaign_for_north_africa.map import crossing, terrain
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.terrain_chart import fortification, hexside
from sandtable.games.campaign_for_north_africa.terrain_chart import terrain as chart

TWICE = 2  # [15.51]


class Mean(NamedTuple):
    """Shares of the raw points lost, and how likely the defender is to give way."""

    attacker: float
    defender: float
    retreat: float


@cache
def mean(column: int) -> Mean:
    attack, defence = ([read(column, code) for code in CODES] for read in (attacker_result, defender_result))
    count = len(CODES)
    return Mean(
        sum(each.percent for each in attack) / count / 100,
        sum(each.percent for each in defence) / count / 100,
        sum(each.retreat > 0 for each in defence) / count,
    )


def shifts(state: Campaign, at: int, origins: Iterable[int]) -> int:
    """[15.32, 15.33, 15.35] Columns for the ground."""
    found = chart(terrain(at)).shifts.close_assault or 0
    found += fortification(works_at(state, at)).close_assault or 0
    hard = 0
    for origin in origins:
        sides = [hexside(each).shifts.close_assault for each in crossing(origin, at)]
        hard = min(hard, sum(columns for columns in sides if columns < 0))
    return found + hard


def column(offence: float, defence: float, larger: int, smaller: int, ground: int) -> int:
    """The column of raw strengths, the sizes of attacker and defender and the ground."""
    basic = int(offence + 5) // 10 - int(defence + 5) // 10
    by = ground
    if offence >= 2 * defence:
        by += TWICE
    elif defence >= 2 * offence:
        by -= TWICE
    if larger > smaller:
        by += size_shift(larger, smaller)
    elif smaller > larger:
        by -= size_shift(smaller, larger)
    return shifted(column_of(basic), by)


def merit(offence: float, defence: float, at_column: int, ground: float) -> float:
    """Raw points gained on average; `ground` is what it is worth that the enemy leaves."""
    found, judge = mean(at_column), weights().combat
    gain = found.defender * defence + found.retreat * ground
    return gain - judge.own_loss * found.attacker * offence
