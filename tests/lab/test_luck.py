"""Luck is what the dice gave against what they could have given."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from sandtable.core.dice import Roll
from sandtable.core.frames import Decision, Draft, State
from sandtable.core.values import Action
from sandtable.lab.luck import SAMPLES, Throw, Way, fallen, percentile


class Gamble(Action, frozen=True):
    verb = "gamble"
    dice: int = 1


class Table(Decision["Purse"], frozen=True):
    """So many dice are added up; one more for a six on the first."""

    side: str = "axis"

    def prompt(self, state: Purse) -> str:
        return "Gamble."

    def actions(self, state: Purse, side: str) -> Sequence[Action]:
        return [Gamble()]

    def check(self, state: Purse, side: str, action: Action) -> None:
        return

    def do(self, draft: Draft[Purse], side: str, action: Action) -> None:
        assert isinstance(action, Gamble)
        values = [draft.roll("gamble") for _ in range(action.dice)]
        if values[0] == 6:
            values.append(draft.roll("once more"))
        draft.change(money=draft.state.money + sum(values))


class Purse(State, frozen=True):
    money: int = 0


START = Purse((Table(),))


def worth(state: Any) -> float:
    return float(state.money)


def rolled(*values: int) -> tuple[Roll, ...]:
    return tuple(Roll(number, "gamble", 6, value) for number, value in enumerate(values))


def test_every_way_in_which_a_die_can_fall_is_found_with_its_chance() -> None:
    ways, exact = fallen(START, "axis", Gamble(), rolled(3), worth)
    assert exact and len(ways) == 11  # one to five, and a six with each of six
    assert sum(way.chance for way in ways) == pytest.approx(1)
    chances = {way.worth: way.chance for way in ways}
    assert chances[2] == pytest.approx(1 / 6) and chances[12] == pytest.approx(1 / 36)
    assert sum(way.chance * way.worth for way in ways) == pytest.approx(float(Fraction(7, 2) + Fraction(7, 12)))


def test_of_many_dice_some_ways_are_drawn_by_lot_the_same_every_time() -> None:
    ways, exact = fallen(START, "axis", Gamble(4), rolled(1, 2, 3, 4), worth, 7)
    assert not exact and len(ways) == SAMPLES
    assert ways == fallen(START, "axis", Gamble(4), rolled(1, 2, 3, 4), worth, 7)[0]


def throw(came: float, *worths: float) -> Throw:
    ways = tuple(Way(1 / len(worths), each) for each in worths)
    return Throw(0, "axis", "gamble", rolled(1), came, ways, True)


def test_luck_is_what_came_less_what_comes_on_average() -> None:
    assert throw(6, 1, 2, 3, 4, 5, 6).luck == pytest.approx(2.5)
    assert throw(1, 1, 2, 3, 4, 5, 6).luck == pytest.approx(-2.5)


def test_of_a_hundred_games_most_are_less_lucky_than_the_luckiest() -> None:
    assert percentile([throw(6, 1, 2, 3, 4, 5, 6)] * 3) > 99
    assert percentile([throw(1, 1, 2, 3, 4, 5, 6)] * 3) < 1
    assert percentile([throw(3.5, 3, 4)]) == pytest.approx(50, abs=4)
    assert percentile([]) == 50
