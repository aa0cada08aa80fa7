"""The chances of a combat, held against the dice one by one, and the units to send."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest

from sandtable.core import frames
from sandtable.games.panzerarmee_afrika.combat.calculator import (
    best_stack,
    combat_odds,
    explain_odds,
    forecast,
    joint_odds,
)
from sandtable.games.panzerarmee_afrika.combat.eligibility import Combat
from sandtable.games.panzerarmee_afrika.factors.losses import Losses
from sandtable.games.panzerarmee_afrika.notation import NOTATION
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, total_strength
from tests.panzerarmee_afrika.combats import ALLIED_DEPOTS, AXIS_DEPOT, at, figure_8, opened
from tests.panzerarmee_afrika.positions import listed, play, position, with_unit
from tests.playing import Rolls, asked

GERMANS = ("de-104", "de-5-1-a")
BOTH = at("1509", "1608")


# --- the joint distribution


@pytest.mark.case("12.4.3", "12.4.4", "12.4.5")
def test_figure_8_with_maximum_supply_clears_both_hexes_on_a_one() -> None:
    odds = joint_odds(figure_8(), GERMANS, BOTH, ("axis-depot-1",))
    assert odds.differential == 3
    assert odds.joint == {(4, 0): Fraction(1, 6), (2, 0): Fraction(5, 6)}
    assert odds.clears == Fraction(1, 6)
    assert odds.defender_loss == Fraction(4 + 5 * 2, 6)
    assert odds.attacker_loss == 0


@pytest.mark.case("12.4.3")
def test_an_attack_that_is_not_permissible_costs_nobody_anything() -> None:
    odds = joint_odds(figure_8(), GERMANS, BOTH)
    assert not odds.permissible
    assert odds.joint == {(0, 0): 1}


def played(state: PanzerarmeeAfrika, dice: tuple[int, int]) -> tuple[int, int]:
    """The losses of both sides when combat 1 is fought with these dice; the defender saves his Germans."""
    axis, allied = state.layout.names("axis"), state.layout.names("allied")
    before = total_strength(state, axis), total_strength(state, allied)
    first = play_one(state, "fight 1", list(dice))
    after = [sum(total_strength(first, [n]) for n in names if first.units[n].at >= 0) for names in (axis, allied)]
    return before[0] - after[0], before[1] - after[1]


def play_one(state: PanzerarmeeAfrika, order: str, dice: list[int]) -> PanzerarmeeAfrika:
    rolls = Rolls(*dice)
    state = frames.play(state, asked(state), NOTATION.parse(order), rolls)[0]
    while isinstance(state.stack[-1], Losses):
        choice = min(listed(state), key=lambda each: each.count("de-"))
        state = frames.play(state, asked(state), NOTATION.parse(choice), rolls)[0]
    return state


@pytest.mark.case("12.4.4", "12.4.5")
@pytest.mark.parametrize("units", ["uk-3-a", "uk-3-a, uk-7-a", "uk-3-a, uk-sg-2, au-20"])
def test_the_chances_are_those_of_all_thirty_six_pairs_of_dice(units: str) -> None:
    allied = f"{units} 1409, allied-depot-3 1410, {ALLIED_DEPOTS}"
    state = position(f"de-8, it-61 1408, {AXIS_DEPOT}", allied, phasing="allied")
    attackers = tuple(units.split(", "))
    declared = play(opened(state), f"attack 1408 with {units}", "done", "sacrifice allied-depot-3", "done")
    counted: dict[tuple[int, int], Fraction] = {}
    for dice in product(range(1, 7), range(1, 7)):
        losses = played(declared, dice)
        counted[losses] = counted.get(losses, Fraction(0)) + Fraction(1, 36)
    odds = joint_odds(state, attackers, at("1408"), ("allied-depot-3",))
    assert odds.permissible
    assert odds.joint == counted
    assert sum(odds.joint.values()) == 1


@pytest.mark.case("12.1.1", "12.4.4")
def test_besiegers_below_zero_are_struck_all_the_same() -> None:
    state = position("it-61 1729", "uk-sg-2 1730", phasing="axis")
    odds = joint_odds(state, ("it-61",), at("1730"))
    assert odds.differential == -3
    assert odds.joint == {(0, 2): Fraction(4, 6), (0, 0): Fraction(2, 6)}


@pytest.mark.case("12.4.1")
def test_the_forecast_judges_the_defender_as_the_lines_run_now() -> None:
    state = position(f"de-104 1408, {AXIS_DEPOT}", "uk-sg-2 1409", phasing="axis")  # without an installation
    assert joint_odds(state, ("de-104",), at("1409")).differential == 4 - 1
    supplied = position(f"de-104 1408, {AXIS_DEPOT}", f"uk-sg-2* 1409, {ALLIED_DEPOTS}", phasing="axis")
    assert joint_odds(supplied, ("de-104",), at("1409")).differential == 4 - 2


@pytest.mark.case("12")
def test_on_the_first_turn_the_allies_have_no_odds() -> None:
    state = position("it-61 1408", f"uk-3-a, uk-7-a 1409, allied-depot-3 1410, {ALLIED_DEPOTS}", turn=1)
    assert not joint_odds(state, ("uk-3-a", "uk-7-a"), at("1408")).permissible
    assert best_stack(state, "allied", at("1408")) is None


@pytest.mark.case("12.3")
def test_a_settled_combat_keeps_its_supply() -> None:
    combat = Combat(BOTH, GERMANS, supply=("maximum", "maximum"))
    assert combat_odds(figure_8(), combat) == joint_odds(figure_8(), GERMANS, BOTH, ("axis-depot-1",))


# --- the best stack


def value(state: PanzerarmeeAfrika, units: tuple[str, ...], hexes: tuple[int, ...]) -> tuple[Fraction, Fraction, int]:
    odds = joint_odds(state, units, hexes)
    return odds.defender_loss - odds.attacker_loss, odds.clears, -len(units)


@pytest.mark.case("12.4", "12.4.2")
@pytest.mark.parametrize(
    "axis",
    [
        "de-8, it-61 1408",
        "it-61, it-62, it-19 1408",
        "it-19 1408",
        "de-104, de-115 1408",
        "it-61* 1408",
    ],
)
def test_the_best_stack_is_the_best_of_all_subsets(axis: str) -> None:
    near = ("uk-3-a", "uk-7-a", "uk-sg-2", "au-20", "au-24", "in-3")
    state = position(
        f"{axis}, {AXIS_DEPOT}",
        f"uk-3-a, uk-7-a, uk-sg-2 1409, au-20, au-24, in-3 1309, allied-depot-3 1410, {ALLIED_DEPOTS}",
        phasing="allied",
    )
    sets = [each for size in range(1, len(near) + 1) for each in combinations(near, size)]
    lawful = [each for each in sets if joint_odds(state, each, at("1408")).permissible]
    advice = best_stack(state, "allied", at("1408"))
    assert (advice is None) == (not lawful)
    if advice is None:
        return
    assert value(state, advice.units, at("1408")) == max(value(state, each, at("1408")) for each in lawful)
    assert "expects to destroy" in advice.explanation.text


@pytest.mark.case("12.1.1")
def test_before_a_fort_everybody_is_sent() -> None:
    state = position("de-104, it-19* 1729, de-8 1629", "uk-sg-2 1730", phasing="axis")
    advice = best_stack(state, "axis", at("1730"))
    assert advice is not None
    assert set(advice.units) == {"de-104", "it-19", "de-8"}
    beside = with_unit(state, "au-20", at="1829")
    assert best_stack(beside, "axis", at("1829")) is None


@pytest.mark.case("12.2")
def test_only_units_next_to_all_hexes_are_sent() -> None:
    state = position(f"de-104, de-5-1-a 1508, de-115 1408, {AXIS_DEPOT}", "uk-sg-2* 1509, au-20* 1608", phasing="axis")
    advice = best_stack(state, "axis", BOTH)
    assert advice is not None
    assert set(advice.units) <= set(GERMANS)
    assert best_stack(state, "axis", at("1510")) is None


# --- in words


@pytest.mark.case("12.4")
def test_the_explanation_shows_ledger_chances_and_counter_attack() -> None:
    text = str(explain_odds(figure_8(), GERMANS, BOTH, ("axis-depot-1",)))
    for words in (
        "differential +3",
        "×2 in maximum attack supply  (12.3)",
        "×½: only escarpment hexsides in front of it",
        "1/6 (17%) 4 factors",
        "if no defender is lost",
        "uk-sg-2 strikes with 4",
        "the defender loses 4 and the attacker 0",
    ):
        assert words in text, words


@pytest.mark.case("12.4")
def test_a_screen_gets_the_same_as_a_forecast() -> None:
    shown = forecast(figure_8(), GERMANS, BOTH, ("axis-depot-1",))
    assert shown.column == "+3"
    assert [(chance.result, chance.numerator, chance.denominator) for chance in shown.chances] == [
        ("2-0", 5, 6),
        ("4-0", 1, 6),
    ]
    assert shown.defender_loss == pytest.approx(14 / 6)
