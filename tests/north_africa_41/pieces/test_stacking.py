"""[4] Stacking."""

from __future__ import annotations

import pytest

from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.stacking import excess, fits, losable, overstacked
from sandtable.games.north_africa_41.state import ELIMINATED, stacking_points
from tests.north_africa_41.moving import moving
from tests.north_africa_41.positions import listed, play, position, refusal, where

HEX = board().hex("1604")


@pytest.mark.case("4.3", "4.2")
def test_the_example_of_five_points_in_which_the_first_tank_is_free() -> None:
    # two regiments of 2, a second tank for 1, one tank for nothing
    state = position("ge-115, ge-104-15, ge-i-5, ge-ii-5 1604")
    assert stacking_points(state, state.at(HEX, "axis")) == 5
    assert stacking_points(state, [*state.at(HEX, "axis"), "axis-truck-1"]) == 5, "Trucks count nothing"
    assert excess(state, "axis", HEX) == 0


@pytest.mark.case("4.1", "4.2")
def test_five_points_fit_and_six_do_not() -> None:
    state = position("ge-115, ge-104-15, ge-mg8, ge-mg2 1604")
    assert fits(state, ["ge-115", "ge-104-15", "ge-mg8"])
    assert not fits(state, ["ge-115", "ge-104-15", "ge-mg8", "ge-mg2"])
    assert overstacked(state, "axis") == [HEX]


@pytest.mark.case("4.3")
def test_flak_and_tanks_share_the_one_free_place() -> None:
    state = position("ge-i-5, ge-i-33flak, ge-ii-5 1604")
    assert stacking_points(state, state.at(HEX, "axis")) == 2


@pytest.mark.case("4.2", "17.1.2")
def test_support_units_and_non_combat_units_count_nothing() -> None:
    state = position(
        "ge-115, ge-104-15, ge-mg8, ge-dak, ge-arko104, axis-truck-1, repl-german-tank-1 1604",
        supply={"axis": {"1604": 3}},
    )
    assert excess(state, "axis", HEX) == 0


@pytest.mark.case("4.4.2")
def test_nations_of_one_side_stack_together() -> None:
    assert overstacked(position("ge-115, it-27pav, ge-mg8 1604"), "axis") == []
    assert overstacked(position("", "au-20, in-29, br-1thr 1604"), "allied") == []
    assert overstacked(position("", "au-20, in-29, nz-6, sa-3 1604"), "allied") == [HEX]


@pytest.mark.case("6.2")
def test_a_box_holds_any_number() -> None:
    state = position("ge-115, ge-104-15, ge-mg8, ge-mg2, it-27pav, it-28pav tripoli")
    assert overstacked(state, "axis") == []


@pytest.mark.case("4.4.1")
def test_a_hex_may_be_overfull_while_units_move() -> None:
    state = moving("ge-115, ge-104-15, ge-mg8 1605, ge-mg2 1604")
    assert where(play(state, "move ge-mg2 1604-1605"), "ge-mg2") == "1605"
    assert where(play(state, "move ge-mg2 1604-1605-1606"), "ge-mg2") == "1606"


@pytest.mark.case("4.4.1")
def test_at_the_end_of_the_phase_the_owner_loses_steps_until_the_rest_fits() -> None:
    state = play(moving("ge-115, ge-104-15, ge-mg8, ge-mg2 1604"), "done")
    assert sorted(listed(state)) == ["lose ge-104-15", "lose ge-115", "lose ge-mg2", "lose ge-mg8"]
    after = play(state, "lose ge-mg2")
    assert after.units["ge-mg2"].at == ELIMINATED
    assert overstacked(after, "axis") == []
    assert len(after.stack) == 1


@pytest.mark.case("4.4.1")
def test_a_step_that_leaves_the_stack_too_large_is_not_the_last() -> None:
    state = play(moving("ge-115, ge-104-15, ge-mg8, ge-mg2 1604"), "done", "lose ge-115")
    assert state.units["ge-115"].steps == 1
    assert len(state.stack) == 2
    assert len(play(state, "lose ge-115").stack) == 1


@pytest.mark.case("4.4.1")
def test_units_that_count_nothing_are_not_given_up() -> None:
    state = play(moving("ge-115, ge-104-15, ge-mg8, ge-mg2, ge-dak, ge-i-5 1604"), "done")
    assert "ge-dak" not in losable(state, "axis", HEX)
    assert refusal(state, "lose ge-dak").case == "4.4.1"
    assert refusal(state, "lose ge-i-5").case == "4.4.1"  # the one tank is free
    assert refusal(state, "done").case == "4.4.1"


@pytest.mark.case("4.4.1", "12.1.4")
def test_every_overfull_hex_is_cut_to_size() -> None:
    state = moving("ge-115, ge-104-15, ge-mg8, ge-mg2 1604, it-27pav, it-28pav, it-39bol 1707")
    state = play(state, "done", "lose ge-mg2", "lose it-39bol", "lose it-39bol")
    assert overstacked(state, "axis") == []
    assert len(state.stack) == 1
