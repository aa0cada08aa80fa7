"""[9.6] The minefield of the turn."""

from __future__ import annotations

import pytest

from sandtable.games.tobruk.activation import fill_cup
from sandtable.games.tobruk.movement.minefields import Minefield
from sandtable.games.tobruk.movement.phase import Movement
from sandtable.games.tobruk.state import Tobruk
from tests.playing import asked, top
from tests.tobruk.positions import after, facts, listed, moving, play, play_noting, refusal, where


def hussars(more: str = "") -> Tobruk:
    """Sixteen points of movement, in open ground."""
    return moving("", f"7ArmHQ, 8Hus/4Arm, 3RTR/4Arm{more} 2810", "xxx", mines=True)


@pytest.mark.case("9.6")
def test_the_axis_is_asked_about_every_commonwealth_move() -> None:
    state = play(hussars(), "move 8Hus/4Arm 2810-2820")
    assert isinstance(top(state), Minefield) and asked(state) == "axis"
    assert where(state, "8Hus/4Arm") == "2810"  # the move is announced and not yet made
    assert listed(state)[:2] == ["pass", "waive"] and len(listed(state)) == 2 + 10
    state = play(state, "pass")
    assert where(state, "8Hus/4Arm") == "2820" and isinstance(top(state), Movement)
    assert asked(play(state, "move 3RTR/4Arm 2810-2811")) == "axis"


@pytest.mark.case("9.6")
def test_nobody_mines_the_axis() -> None:
    state = moving("15PzHQ, I/8/15 2820", "", "15pz", mines=True)
    assert asked(play(state, "move I/8/15 2820-2819")) == "axis"
    assert isinstance(top(play(state, "move I/8/15 2820-2819")), Movement)


@pytest.mark.case("9.6")
def test_the_axis_stops_a_unit_in_a_hex_of_its_path() -> None:
    """At 2820 it has gone ten points, beyond half of sixteen."""
    state = play(hussars(), "move 8Hus/4Arm 2810-2823")
    state, events = play_noting(state, "mine 8Hus/4Arm at 2820")
    assert where(state, "8Hus/4Arm") == "2820" and state.treks["8Hus/4Arm"].halted
    assert facts(events, "mined") == [{"unit": "8Hus/4Arm", "at": "2820", "case": "9.6"}]
    assert refusal(state, "move 8Hus/4Arm 2820-2821").case == "8.0"
    assert not any(order.startswith("move 8Hus") for order in listed(state))


@pytest.mark.case("9.6")
def test_a_unit_short_of_half_its_movement_may_go_on_to_the_half() -> None:
    state = play(hussars(), "move 8Hus/4Arm 2810-2823", "mine 8Hus/4Arm at 2815")
    assert where(state, "8Hus/4Arm") == "2815"
    assert "move 8Hus/4Arm 2815-2818" in listed(state)
    assert refusal(state, "move 8Hus/4Arm 2815-2819").case == "9.0"
    state = play(state, "move 8Hus/4Arm 2815-2818")
    assert where(state, "8Hus/4Arm") == "2818"


@pytest.mark.case("9.6", "9.3")
def test_the_others_of_its_stack_go_on() -> None:
    state = play(hussars(), "move 8Hus/4Arm, 3RTR/4Arm 2810-2820", "mine 3RTR/4Arm at 2811")
    assert (where(state, "8Hus/4Arm"), where(state, "3RTR/4Arm")) == ("2820", "2811")
    assert where(play(state, "move 3RTR/4Arm 2811-2818"), "3RTR/4Arm") == "2818"


@pytest.mark.case("9.6")
def test_one_minefield_a_turn() -> None:
    state = play(hussars(), "move 8Hus/4Arm 2810-2820", "mine 8Hus/4Arm at 2811", "move 3RTR/4Arm 2810-2820")
    assert where(state, "3RTR/4Arm") == "2820"  # nobody was asked, and no hex is mined for others
    assert after(fill_cup, state).mined == ""  # the next turn has its own


@pytest.mark.case("9.6")
def test_a_waived_minefield_is_not_asked_for_again_in_this_activation() -> None:
    state = play(hussars(), "move 8Hus/4Arm 2810-2820", "waive", "move 3RTR/4Arm 2810-2820")
    assert where(state, "3RTR/4Arm") == "2820" and state.mined == ""
    assert state.unmined and not play(state, "done").stack[1:]


@pytest.mark.case("9.6", "4.0")
def test_a_reinforcement_may_be_mined_in_the_hex_it_enters_by() -> None:
    state = moving("", "8Hus/4Arm due2", "xxx", mines=True)
    state = play(state, "enter 8Hus/4Arm 5224-4724", "mine 8Hus/4Arm at 5224")
    assert where(state, "8Hus/4Arm") == "5224" and state.treks["8Hus/4Arm"].points == 2
    assert "8Hus/4Arm" in state.arrived


@pytest.mark.case("9.6")
def test_only_a_moving_unit_in_a_hex_that_it_enters() -> None:
    state = play(hussars(), "move 8Hus/4Arm 2810-2820")
    assert refusal(state, "mine 3RTR/4Arm at 2815").case == "9.6"
    assert refusal(state, "mine 8Hus/4Arm at 2810").case == "9.6"
    assert refusal(state, "mine 8Hus/4Arm at 2821").case == "9.6"
    assert refusal(state, "done").case == "9.6"


@pytest.mark.case("9.6")
def test_every_moving_unit_is_listed_in_every_hex_it_enters() -> None:
    state = play(moving("", "2NZHQ, 18/4NZ, 19/4NZ 2820", "xiii", mines=True), "move 18/4NZ, 19/4NZ 2820-2821-2822")
    mines = [f"mine {name} at {at}" for name in ("18/4NZ", "19/4NZ") for at in ("2821", "2822")]
    assert listed(state) == ["pass", "waive", *mines]
