"""Allied units that must leave, who chooses them, and their coming back."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.frames import Over
from sandtable.games.panzerarmee_afrika.arrivals.phase import Reinforcements
from sandtable.games.panzerarmee_afrika.arrivals.withdrawals import Withdrawals, open_withdrawals
from sandtable.games.panzerarmee_afrika.pieces.counters import counters
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from tests.panzerarmee_afrika.phases import after, mustering
from tests.panzerarmee_afrika.positions import (
    listed,
    play,
    play_noting,
    position,
    refusal,
    where,
    with_books,
    with_unit,
)
from tests.playing import THE_END, asked, top

GARRISON = "au-20 1351, au-26 1451, au-24 1250"


def ordered(allied: str, turn: int = 3, **fields: Any) -> PanzerarmeeAfrika:
    """Turn 3 demands two infantry units of the base, 7 three and 10 one armoured, of base or cadre."""
    return after(open_withdrawals, position("it-19 0702", allied, turn=turn, **fields), "allied")


# --- leaving


@pytest.mark.case("13.2.3")
def test_the_allies_choose_among_the_units_in_the_alexandria_base() -> None:
    state = ordered(f"{GARRISON}, au-18 1925")
    assert isinstance(top(state), Withdrawals) and asked(state) == "allied"
    assert listed(state) == ["withdraw au-20", "withdraw au-26", "withdraw au-24"]
    state = play(state, "withdraw au-26")
    assert listed(state) == ["withdraw au-20", "withdraw au-24"]
    state = play(state, "withdraw au-20")
    assert (where(state, "au-26"), where(state, "au-20"), where(state, "au-24")) == ("withdrawn", "withdrawn", "1250")
    assert state.stack == (THE_END,)


@pytest.mark.case("13.2.3", "2.3.1")
def test_only_units_of_the_category_at_hand_are_taken() -> None:
    state = ordered(f"{GARRISON}, uk-3-a 1351, allied-lorry-1 1351, au-18 1925")
    for name in ("uk-3-a", "allied-lorry-1", "au-18", "it-19", "uk-22", "nobody"):
        assert refusal(state, f"withdraw {name}").case == "13.2.3"
    assert "uk-3-a is not one" in refusal(state, "withdraw uk-3-a").why
    assert "not among those" in refusal(state, "withdraw au-18").why
    assert refusal(state, "done").case == "13.2.3"


@pytest.mark.case("13.2.3")
def test_nobody_is_asked_on_other_turns_nor_is_the_axis_ever() -> None:
    assert ordered(GARRISON, turn=4).stack == (THE_END,)
    state = position("it-19 0702", GARRISON, turn=3)
    assert after(open_withdrawals, state, "axis").stack == (THE_END,)


@pytest.mark.case("13.2.3")
def test_without_a_choice_the_units_leave_by_themselves() -> None:
    state = ordered("au-20 1351, au-26 1451, au-18 1925")
    assert state.stack == (THE_END,)
    assert (where(state, "au-20"), where(state, "au-26"), where(state, "au-18")) == ("withdrawn", "withdrawn", "1925")


@pytest.mark.case("13.2.3")
def test_the_cadre_serves_only_where_the_order_of_battle_says_so() -> None:
    here = ordered("au-20, au-26, au-24 1351, uk-22 1925", turn=7)
    assert "withdraw au-18" in listed(here) and where(here, "au-18") == "cadre"
    away = ordered("au-20, au-26, au-24 1351, uk-22 1925", turn=3)
    assert refusal(away, "withdraw au-18").case == "13.2.3"
    armour = ordered("uk-7-a 1351", turn=10)
    assert listed(armour) == ["withdraw uk-7-a", "withdraw uk-3-a"]
    assert where(play(armour, "withdraw uk-3-a"), "uk-3-a") == "withdrawn"


@pytest.mark.case("13.2.3", "8.4", "10.3", "13.4")
def test_units_out_of_supply_or_command_may_leave_and_reinforcements_are_lost() -> None:
    state = play(ordered("au-20+* 1351, au-26! 1451, au-24 1250"), "withdraw au-20", "withdraw au-26")
    assert state.units["au-20"] == state.units["au-26"]
    assert (state.units["au-20"].step, state.units["au-20"].out) == (0, False)


@pytest.mark.case("13.2.3")
def test_if_too_few_are_at_hand_the_axis_chooses_any_on_the_map() -> None:
    state, events = play_noting(ordered("au-20 1351, au-26 1925, au-24 1440, uk-3-a 1530"), "withdraw au-24")
    assert where(state, "au-20") == "withdrawn" and where(state, "au-24") == "withdrawn"
    assert where(state, "au-26") == "1925"
    asking_axis = ordered("au-20 1351, au-26 1925, au-24 1440, uk-3-a 1530")
    assert asked(asking_axis) == "axis" and listed(asking_axis) == ["withdraw au-26", "withdraw au-24"]
    assert refusal(asking_axis, "withdraw uk-3-a").case == "13.2.3"
    assert refusal(asking_axis, "withdraw au-18").case == "13.2.3"
    assert [event.facts["chosen_by"] for event in events if event.kind == "withdrawn"] == ["axis"]


@pytest.mark.case("13.2.3")
def test_if_there_are_not_enough_on_the_map_the_allies_lose_the_game() -> None:
    over = ordered("au-20 1351, uk-3-a 1440").stack[-1]
    assert isinstance(over, Over) and (over.winner, over.case) == ("axis", "13.2.3")


@pytest.mark.case("13.2.3")
def test_the_last_units_on_the_map_just_suffice() -> None:
    state = ordered("au-20 1925, au-26 1440, uk-3-a 1530")
    assert (where(state, "au-20"), where(state, "au-26")) == ("withdrawn", "withdrawn")
    assert state.stack == (THE_END,)


# --- coming back


def restored(turn: int, allied: str = "uk-22 1351") -> PanzerarmeeAfrika:
    state = position("it-19 0702", allied, turn=turn)
    for name in ("au-20", "uk-3-a"):
        state = with_unit(state, name, at="withdrawn")
    for name, counter in counters().items():
        if 0 < counter.arrives <= turn and not counter.option:
            state = with_unit(state, name, at="1925")
    return mustering(state, "allied")


@pytest.mark.case("13.2.4", "13")
def test_on_the_turns_named_units_of_the_category_come_back_from_withdrawal_or_cadre() -> None:
    state = restored(5)
    assert state.books["allied"].reinstating == ("infantry", "infantry")
    state = play(state, "reinstate au-20 at 1250", "reinstate au-24 at 1351")
    assert (where(state, "au-20"), where(state, "au-24")) == ("1250", "1351")
    assert state.books["allied"].reinstating == ()
    assert refusal(state, "reinstate au-26 at 1351").case == "13.2.4"


@pytest.mark.case("13.2.4")
def test_the_category_the_place_and_the_turn_are_checked() -> None:
    state = restored(5)
    assert refusal(state, "reinstate uk-3-a at 1351").case == "13.2.4"
    assert refusal(state, "reinstate uk-22 at 1351").case == "13.2.4"
    assert refusal(state, "reinstate au-20 at 1925").case == "13.1"
    assert refusal(restored(6), "reinstate au-20 at 1351").case == "13.2.4"


@pytest.mark.case("13.2.4", "13.2.2")
def test_done_reinstates_what_was_not_chosen_the_withdrawn_first() -> None:
    state = play(restored(5), "done")
    assert where(state, "au-20") == "1351"
    assert state.books["allied"].reinstating == ()


@pytest.mark.case("13.2.4")
def test_a_reinstatement_that_found_no_room_is_not_lost() -> None:
    state = with_books(position("it-19 0702", "uk-22 1351", turn=8), "allied", reinstating=("infantry",))
    state = mustering(with_unit(state, "au-20", at="withdrawn"), "allied")
    assert isinstance(top(state), Reinforcements)
    assert "reinstate au-20 at 1351" in listed(state)
    granted = with_books(restored(6), "allied", reinstating=("armoured",))
    assert where(play(granted, "done"), "uk-3-a") == "1351", "nor is one that no other could be chosen for"


@pytest.mark.case("13.2.4", "13.2.3")
def test_a_unit_may_be_withdrawn_and_reinstated_in_the_same_phase() -> None:
    """By order and, on a turn that grants it, at once back again."""
    state = with_books(ordered("au-20, au-26 1351, au-24 1925"), "allied", reinstating=("infantry",))
    state = play(mustering(state, "allied"), "reinstate au-26 at 1351")
    assert where(state, "au-26") == "1351"
