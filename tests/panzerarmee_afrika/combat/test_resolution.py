"""Resolving combats: order, cancelling, the defender's supply, figures 9 and 10, attacks on forts in vain."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.panzerarmee_afrika.combat.eligibility import Combat
from sandtable.games.panzerarmee_afrika.combat.resolution import Resolution
from sandtable.games.panzerarmee_afrika.state import CADRE, PanzerarmeeAfrika
from tests.panzerarmee_afrika.combats import (
    ALLIED_DEPOTS,
    AXIS_DEPOT,
    at,
    facts,
    figure_8,
    is_over,
    opened,
    opened_noting,
    phase,
)
from tests.panzerarmee_afrika.positions import asking, listed, play, play_noting, position, refusal, where, with_unit
from tests.playing import asked, top

FIGURE = ("attack 1509, 1608 with de-104, de-5-1-a", "done", "sacrifice axis-depot-1", "done")


# --- the example of the book


@pytest.mark.case("12.4", "12.4.3", "12.4.4", "12.4.5")
def test_figures_8_to_10_from_the_declaration_to_the_counter_attack() -> None:
    state = play(opened(figure_8()), *FIGURE)
    assert "at +3" in top(state).prompt(state)
    state, events = play_noting(state, "fight 1", rolls=(2,))
    (fought,) = facts(events, "fought")
    assert (fought["differential"], fought["loss"]) == (3, 3)
    assert asked(state) == "allied"
    state, events = play_noting(state, "lose uk-sg-2", rolls=(1,))
    (countered,) = facts(events, "countered")
    assert (countered["differential"], countered["loss"], countered["defenders"]) == (0, 2, ["au-20"])
    assert [where(state, name) for name in ("de-104", "de-5-1-a")] == ["1508", "1508"]


@pytest.mark.case("12.4.3")
@pytest.mark.parametrize(("die", "left"), [(1, []), (2, ["au-20"]), (6, ["au-20"])])
def test_the_die_decides_how_many_factors_fall(die: int, left: list[str]) -> None:
    state = play(opened(figure_8()), *FIGURE)
    orders = ("fight 1", "lose uk-sg-2") if left else ("fight 1",)
    state = play(state, *orders, rolls=(die, 6))
    assert state.layout.names("allied") == left


@pytest.mark.case("12.4.4")
def test_attackers_fall_to_the_counter_attack() -> None:
    state = phase(f"it-61 1408, {AXIS_DEPOT}", f"uk-sg-2 1409, {ALLIED_DEPOTS}")
    state = play(state, "attack 1409 with it-61", "done", "done", "fight 1", rolls=(6, 1))
    assert state.units["it-61"].at == CADRE  # 4 to 2: three factors
    assert where(state, "uk-sg-2") == "1409"
    assert is_over(state)


@pytest.mark.case("12.2")
def test_units_beside_the_attackers_suffer_nothing() -> None:
    state = phase(f"it-61, it-19 1408, {AXIS_DEPOT}", f"uk-sg-2 1409, {ALLIED_DEPOTS}")
    state = play(state, "attack 1409 with it-61", "done", "done", "fight 1", rolls=(6, 1))
    assert where(state, "it-19") == "1408"


# --- order and cancelling


TWO = ("attack 1509 with de-104", "attack 1608 with de-5-1-a", "done", "sacrifice axis-depot-1", "done")


@pytest.mark.case("12.4")
def test_combats_are_resolved_in_any_order_each_to_its_end() -> None:
    state = play(opened(figure_8()), *TWO)
    assert listed(state) == ["fight 1", "fight 2", "cancel 1", "cancel 2"]
    state = play(state, "fight 2", rolls=(6, 6))
    assert refusal(state, "fight 2").case == "12.2"
    assert refusal(state, "fight 3").case == "12.4"
    assert refusal(state, "done").case == "12.4"
    assert listed(state) == ["fight 1", "cancel 1"]
    state = play(state, "fight 1", rolls=(1, 6))
    assert listed(state) == ["advance de-104 to 1509", "done"]
    assert is_over(play(state, "done"))


@pytest.mark.case("12.4")
def test_a_voluntary_combat_can_be_called_off_until_it_is_fought() -> None:
    state, events = play_noting(play(opened(figure_8()), *TWO), "cancel 2", "cancel 1")
    assert is_over(state)
    assert [fact["combat"] for fact in facts(events, "cancelled")] == [2, 1]
    assert state.layout.names("allied") == ["uk-sg-2", "au-20"]


@pytest.mark.case("12.4")
def test_other_orders_do_not_belong_to_the_resolution() -> None:
    state = play(opened(figure_8()), *TWO)
    assert refusal(state, "advance de-104 to 1509").case == "12.4"
    assert refusal(state, "attack 1509 with de-104").case == "12.2"


@pytest.mark.case("12.4.3", "12.2")
def test_an_attack_below_zero_is_refused_while_others_are_left_and_then_lapses() -> None:
    axis = f"it-19, de-104 1508, {AXIS_DEPOT}"
    state = phase(axis, f"uk-sg-2 1509, au-20 1608, {ALLIED_DEPOTS}")
    state = play(state, "attack 1509 with it-19", "attack 1608 with de-104", "done", "done")
    assert listed(state) == ["fight 2", "cancel 1", "cancel 2"]
    assert refusal(state, "fight 1").case == "12.4.3"
    state, events = play_noting(state, "fight 2", rolls=(6, 6))
    assert [fact["combat"] for fact in facts(events, "lapsed")] == [1]
    assert is_over(state)


@pytest.mark.case("12.3", "12.4")
def test_the_supply_of_attackers_stays_as_it_was_settled() -> None:
    combat = Combat(at("1409"), ("de-104",), supply=("attack",))
    state = position("de-104 1408", f"uk-sg-2 1409, {ALLIED_DEPOTS}", phasing="axis")
    state = asking(state, Resolution("axis", (combat,)))
    _, events = play_noting(state, "fight 1", rolls=(6, 6))  # its installation is gone by now
    assert [fact["differential"] for fact in facts(events, "fought")] == [4 - 2]


# --- the defender's supply


@pytest.mark.case("12.4.1")
def test_an_advance_that_cuts_the_defender_off_halves_him_in_the_next_combat() -> None:
    state = phase("de-104 1408, de-115, de-155 1407", f"au-20 1409, uk-3-a 1307, allied-depot-3 1409, {ALLIED_DEPOTS}")
    state = play(state, "attack 1409 with de-104", "attack 1307 with de-115, de-155", "done")
    assert "2: de-115, de-155 on 1307 at +0" in top(state).prompt(state)
    state = play(state, "fight 1", "advance de-104 to 1409", rolls=(1, 6, 6))  # and the installation is destroyed
    assert not state.units["uk-3-a"].out
    assert "2: de-115, de-155 on 1307 at +2" in top(state).prompt(state)
    state, events = play_noting(state, "fight 2", rolls=(6, 6))
    assert facts(events, "judged") == [{"unit": "uk-3-a", "out": True, "case": "12.4.1"}]
    assert state.units["uk-3-a"].out


@pytest.mark.case("12.4.1", "13.6")
@pytest.mark.parametrize(("mark", "out", "differential"), [("*", False, 2), ("_", True, 3)])
def test_a_defender_who_has_come_into_supply_is_whole_again_unless_dismounted(
    mark: str, out: bool, differential: int
) -> None:
    state = phase(f"de-104 1408, {AXIS_DEPOT}", f"uk-sg-2{mark} 1409, {ALLIED_DEPOTS}")
    state, events = play_noting(state, "attack 1409 with de-104", "done", "done", "fight 1", rolls=(6, 6))
    assert [fact["differential"] for fact in facts(events, "fought")] == [differential]
    assert state.units["uk-sg-2"].at == CADRE or state.units["uk-sg-2"].out == out


# --- forts


def before_bardia(axis: str, allied: str = "uk-sg-2 1730", **fields: Any) -> PanzerarmeeAfrika:
    return position(
        f"{axis}, axis-depot-1 1925, axis-depot-2 1628", allied, phasing="axis", control={"1925": "axis"}, **fields
    )


@pytest.mark.case("12.1.1", "12.4.4")
def test_an_attack_on_a_fort_below_zero_does_nothing_and_is_answered() -> None:
    state = opened(before_bardia("it-61 1729"))
    state, events = play_noting(state, "done", "done", rolls=(2,))
    (vain,) = facts(events, "ineffective")
    assert (vain["differential"], vain["loss"], vain["case"]) == (-2, 0, "12.1.1")
    (countered,) = facts(events, "countered")
    assert (countered["differential"], countered["loss"]) == (2, 3)
    assert state.units["it-61"].at == CADRE
    assert is_over(state)


@pytest.mark.case("12.1.1", "12.4")
def test_the_attack_on_a_fort_cannot_be_cancelled() -> None:
    state = opened(before_bardia("de-104 1729, de-8 1628", "uk-sg-2 1730, au-20 1528"))
    state = play(state, "attack 1528 with de-8", "done", "done")
    assert listed(state) == ["fight 1", "fight 2", "cancel 1"]
    assert refusal(state, "cancel 2").case == "12.1.1"


@pytest.mark.case("12.1.1", "12.4", "12.4.3")
def test_an_attack_on_a_fort_can_be_fought_at_any_differential() -> None:
    state = opened(before_bardia("it-61 1729, de-8 1628", "uk-sg-2 1730, au-20 1528"))
    state = play(state, "attack 1528 with de-8", "done", "done")
    assert listed(state) == ["fight 1", "fight 2", "cancel 1"] and "at -2" in top(state).prompt(state)


@pytest.mark.case("12.1.1")
def test_a_besieger_out_of_supply_counts_for_nothing_but_can_be_lost() -> None:
    state = opened(before_bardia("de-104, it-61* 1729"))
    state, events = play_noting(state, "done", "done", rolls=(6, 1))
    (fought,) = facts(events, "fought")
    assert fought["differential"] == 4 - 2 * 2
    assert sorted(fought["attackers"]) == ["de-104", "it-61"]
    assert state.units["it-61"].at == CADRE  # a loss of two fits nobody else


@pytest.mark.case("12.1.1", "12", "12.4.4")
def test_even_on_the_first_turn_allies_before_a_fort_are_struck() -> None:
    state = position("de-8 1730", "uk-3-a, uk-7-a 1729", turn=1, phasing="allied")
    state, events = opened_noting(state, 6)
    assert [fact["differential"] for fact in facts(events, "ineffective")] == [-2]
    assert [fact["differential"] for fact in facts(events, "countered")] == [8 - 6]
    assert is_over(state)


@pytest.mark.case("11.1.5")
def test_the_attack_on_the_fort_pays_the_debt_of_units_that_advanced_into_its_zone() -> None:
    state = with_unit(before_bardia("de-104 1729"), "de-104", owes=at("1730")[0])
    state = play(opened(state), "done", "done", rolls=(6, 6))
    assert state.units["de-104"].owes == -1
