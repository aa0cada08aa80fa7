"""Reinforcement options: when they are open, what they exclude and what leaves for them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.panzerarmee_afrika.arrivals.phase import Reinforcements
from sandtable.games.panzerarmee_afrika.arrivals.places import expected
from sandtable.games.panzerarmee_afrika.arrivals.withdrawals import Withdrawals
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.victory.conditions import penalty
from tests.panzerarmee_afrika.phases import mustering
from tests.panzerarmee_afrika.positions import listed, play, position, refusal, where, with_books
from tests.playing import top

INDIANS = "in-3 1351, in-5 1451, in-7 1250"


def phase(
    side: Side, turn: int, allied: str = "uk-22 1351", taken: dict[str, int] | None = None, **fields: Any
) -> PanzerarmeeAfrika:
    state = position("it-19 0702, axis-depot-1 0703", allied, turn=turn, **fields)
    return mustering(with_books(state, side, taken=taken or {}), side)


def letters(state: PanzerarmeeAfrika) -> str:
    return "".join(order.split()[1] for order in listed(state) if order.startswith("option"))


@pytest.mark.case("13.5", "13.2.2")
def test_an_option_brings_its_units_like_reinforcements() -> None:
    state = phase("allied", 8)
    assert refusal(state, "arrive uk-53 at 1351").case == "13.2.2"
    state = play(state, "option A")
    assert state.books["allied"].taken == {"A": 8}
    assert set(expected(state, "allied")) >= {"uk-53", "uk-54", "uk-55"}
    assert where(play(state, "arrive uk-53 at 1351"), "uk-53") == "1351"


@pytest.mark.case("13.5")
def test_nobody_need_take_an_option() -> None:
    state = play(phase("allied", 8), "done")
    assert state.books["allied"].taken == {} and where(state, "uk-53") == "due"


@pytest.mark.case("13.5")
def test_an_option_is_exercised_once_by_its_own_side() -> None:
    state = play(phase("allied", 8), "option A")
    assert refusal(state, "option A").case == "13.5"
    assert refusal(state, "option F").case == "13.5"
    assert refusal(state, "option Z").case == "13.5"


# --- Allied


@pytest.mark.case("13.5.1")
@pytest.mark.parametrize(
    ("turn", "open_letters"),
    [
        (7, ""),
        (8, "A"),
        (9, ""),
        (12, ""),
        (13, "B"),
        (14, "D"),
        (15, "BCD"),
        (16, "D"),
        (17, "DE"),
        (18, "D"),
        (20, "D"),
    ],
)
def test_each_allied_option_has_its_turns(turn: int, open_letters: str) -> None:
    state = phase("allied", turn, INDIANS)
    assert letters(state) == open_letters
    for letter in set("ABCDE") - set(open_letters):
        assert refusal(state, f"option {letter}").case == "13.5.1"


@pytest.mark.case("13.5.1")
@pytest.mark.parametrize("first", ["B", "C", "D"])
def test_of_b_c_and_d_only_one(first: str) -> None:
    state = phase("allied", 15, INDIANS, taken={first: 14 if first == "D" else 13})
    assert letters(state) == ""
    for letter in set("BCD") - {first}:
        assert refusal(state, f"option {letter}").case == "13.5.1"


@pytest.mark.case("13.5.1")
def test_e_goes_with_any_of_them() -> None:
    assert letters(phase("allied", 17, taken={"C": 15})) == "E"


@pytest.mark.case("13.5", "13.5.1", "13.2.3")
def test_for_d_the_player_chooses_two_indian_infantry_brigades_of_the_base() -> None:
    state = play(phase("allied", 14, f"{INDIANS}, uk-22 1351, in-11 1925"), "option D")
    assert isinstance(top(state), Withdrawals)
    assert listed(state) == ["withdraw in-3", "withdraw in-5", "withdraw in-7"]
    assert refusal(state, "withdraw in-11").case == "13.2.3"
    assert refusal(state, "withdraw uk-22").case == "13.2.3"
    assert refusal(state, "done").case == "13.2.3"
    state = play(state, "withdraw in-7", "withdraw in-3")
    assert isinstance(top(state), Reinforcements)
    assert (where(state, "in-3"), where(state, "in-7"), where(state, "in-5")) == ("withdrawn", "withdrawn", "1451")
    assert "arrive uk-4 at 1351" in listed(state)


@pytest.mark.case("13.5.1")
@pytest.mark.parametrize("allied", ["in-3 1351, in-5 1925", "uk-22, au-20, au-24 1351", "in-3 1351"])
def test_without_two_indian_brigades_in_the_base_d_is_not_available(allied: str) -> None:
    state = phase("allied", 14, allied)
    assert refusal(state, "option D").case == "13.5.1"
    assert letters(state) == ""


@pytest.mark.case("13", "13.5.1", "13.2.3", "13.2.4")
def test_for_d_a_brigade_must_have_been_there_from_the_start_or_been_reinstated() -> None:
    state = play(phase("allied", 14, "in-3 1351"), "arrive in-20 at 1351")
    assert refusal(state, "option D").case == "13.5.1"
    late = position("it-19 0702", "in-5 1351", turn=14)
    late = mustering(with_books(late, "allied", reinstating=("infantry",)), "allied")
    state = play(late, "reinstate in-3 at 1351", "option D")
    assert (where(state, "in-3"), where(state, "in-5")) == ("withdrawn", "withdrawn")


# --- Axis


@pytest.mark.case("13.5.2")
def test_the_axis_takes_no_option_before_turn_16() -> None:
    state = phase("axis", 15)
    assert letters(state) == ""
    for letter in "FGHJKL":
        assert refusal(state, f"option {letter}").case == "13.5.2"
    assert letters(phase("axis", 16)) == "FGHJKL"


@pytest.mark.case("13.5.2")
def test_without_malta_one_of_two_and_one_of_four() -> None:
    state = play(phase("axis", 16), "option F")
    assert refusal(state, "option G").case == "13.5.2"
    state = play(state, "option L")
    for letter in "HJK":
        assert refusal(state, f"option {letter}").case == "13.5.2"
    later = phase("axis", 18, taken={"F": 16})
    assert letters(later) == "HJKL"


@pytest.mark.case("13.5.2")
def test_after_a_success_all_but_l_two_a_turn() -> None:
    state = phase("axis", 16, malta="success")
    assert letters(state) == "FGHJK"
    assert refusal(state, "option L").case == "13.5.2"
    state = play(state, "option F", "option H")
    assert letters(state) == ""
    assert refusal(state, "option G").case == "13.5.2"
    assert letters(phase("axis", 17, malta="success", taken={"F": 16, "H": 16})) == "GJK"


@pytest.mark.case("13.5.2")
def test_after_a_failure_one_of_three() -> None:
    state = phase("axis", 17, malta="failure")
    assert letters(state) == "FGK"
    for letter in "HJL":
        assert refusal(state, f"option {letter}").case == "13.5.2"
    assert letters(play(state, "option K")) == ""


@pytest.mark.case("13.5.2", "13.5.3")
def test_m_is_nobodys_choice_and_costs_nothing() -> None:
    state = phase("axis", 16)
    assert refusal(state, "option M").case == "13.5.2"
    state = play(state, "arrive de-r1 at 0702")
    assert where(state, "de-r1") == "0702" and penalty(state, "axis") == 0
