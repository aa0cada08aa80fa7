"""[7.0, 7.1] How many units a hex holds, and what becomes of the others."""

from __future__ import annotations

import pytest

from sandtable.games.tobruk.map import board, road_steps, rough
from sandtable.games.tobruk.pieces.stacking import Overstacked, battalions, limit, overstacked
from sandtable.games.tobruk.state import DEAD
from tests.playing import asked, top
from tests.tobruk.positions import at, is_over, listed, moving, play, play_noting, position, refusal, where

SIX = "18/4NZ, 19/4NZ, 20/4NZ, 21/5NZ, 22/5NZ, 23/5NZ"


def full(axis: str = "", commonwealth: str = "") -> bool:
    state = position(axis, commonwealth)
    return bool(overstacked(state, "axis") or overstacked(state, "commonwealth"))


@pytest.mark.case("7.1", "2.3")
def test_a_hex_holds_two_regiments_or_a_regiment_and_three_battalions_or_six_battalions() -> None:
    assert not full("19/Bre, 20/Bre 2820")
    assert not full("19/Bre, 27/Bre, Aos/Pav, Det/Sav 2820")
    assert not full("", f"{SIX} 2820")
    assert full("19/Bre, 20/Bre, 27/Bre 2820")
    assert full("", f"{SIX}, 24/6NZ 2820")


@pytest.mark.case("7.1", "9.2")
def test_on_road_movement_a_hex_holds_one_regiment_or_three_battalions_of_any_strength() -> None:
    assert not full("19/Bre= 2820") and not full("", "18/4NZ=, 19/4NZ=*, 20/4NZ=* 2820")
    assert full("19/Bre=, 27/Bre 2820")
    assert full("", "18/4NZ=, 19/4NZ*, 20/4NZ*, 21/5NZ* 2820")


@pytest.mark.case("7.1", "2.4")
def test_headquarters_do_not_count() -> None:
    state = position("", f"{SIX}, 2NZHQ, 4IndHQ 2820")
    assert overstacked(state, "commonwealth") == []
    assert battalions(state.layout.stacks[at("2820")]) == 6
    assert limit(position("15PzHQ=, I/8/15 2820"), ["I/8/15"]) == 6


@pytest.mark.case("7.0")
def test_neither_terrain_nor_kind_changes_the_limit() -> None:
    assert at("2521") in rough()
    for place in ("2820", "2521", "4813"):
        assert not full("I/8/15, 33Pi/15, 33AT/15, 3/21, I/115/15, 605/21 " + place)
        assert full("I/8/15, 33Pi/15, 33AT/15, 3/21, I/115/15, 605/21, 39/21 " + place)


@pytest.mark.case("7.0")
def test_nobody_enters_a_hex_with_an_enemy_in_it_not_even_a_lone_headquarters() -> None:
    state = moving("15PzHQ, I/8/15 2820", "7ArmHQ 2819", "15pz")
    assert refusal(state, "move I/8/15 2820-2819").case == "7.0"


@pytest.mark.case("7.1")
def test_units_of_different_colours_stack_but_move_with_their_own_chit() -> None:
    state = moving("15PzHQ, I/8/15, I/5/21, 7Md/Art 2820", "", "15pz")
    assert not overstacked(state, "axis")
    assert refusal(state, "move I/8/15, I/5/21 2820-2819").case == "6.0"
    assert where(play(state, "move I/8/15 2820-2819"), "I/8/15") == "2819"


@pytest.mark.case("7.1")
def test_too_many_may_pass_and_stop_while_movement_goes_on() -> None:
    state = moving("", f"2NZHQ, {SIX} 2820, 24/6NZ 2819", "xiii")
    state = play(state, "move 24/6NZ 2819-2820-2821")
    assert where(state, "24/6NZ") == "2821"
    state = moving("", f"2NZHQ, {SIX} 2820, 24/6NZ 2819", "xiii")
    state = play(state, "move 24/6NZ 2819-2820", "move 18/4NZ 2820-2821", "done")
    assert is_over(state) and not overstacked(state, "commonwealth")


@pytest.mark.case("7.1")
def test_the_owner_eliminates_what_a_hex_cannot_hold() -> None:
    state = moving("", f"2NZHQ, {SIX} 2820, 24/6NZ 2819, 18/4NZ 2821", "xiii")
    state = play(state, "move 24/6NZ 2819-2820", "move 18/4NZ 2821-2820", "done")
    assert isinstance(top(state), Overstacked) and asked(state) == "commonwealth"
    assert len(listed(state)) == 7
    assert refusal(state, "lose 2NZHQ").case == "7.1"
    assert refusal(state, "done").case == "7.1"
    state, events = play_noting(state, "lose 20/4NZ")
    assert is_over(state) and state.units["20/4NZ"].at == DEAD
    assert [event.facts["case"] for event in events if event.kind == "eliminated"] == ["7.1"]


@pytest.mark.case("7.1", "15.2")
def test_a_printed_stack_stands_until_its_corps_has_moved() -> None:
    """Trieste is set up with two regiments and a battalion in one hex."""
    trieste = "TriHQ, 9Brs/Tri, 65/Tri, 66/Tri 2408, XXIHQ, 27/Pav 2208"
    assert is_over(play(moving(trieste, "", "xxi"), "done"))
    state = moving(trieste, "", "cam")
    assert isinstance(top(play(state, "done")), Overstacked)
    assert is_over(play(state, "move 66/Tri 2408-2409", "done"))


@pytest.mark.case("7.1", "9.2")
def test_three_battalions_are_offered_a_road_hex_and_four_are_not() -> None:
    three = moving("15PzHQ 2820, I/8/15, II/8/15, 33AT/15 2820", "", "15pz")
    four = moving("15PzHQ 2820, I/8/15, II/8/15, 33AT/15, 2/15 2820", "", "15pz")
    roads = set(road_steps())
    for state, names, room in ((three, 3, True), (four, 4, False)):
        ends = [order.split("-")[-1] for order in listed(state) if order.count(", ") == names - 1]
        assert ends and any(board().hex(end) in roads for end in ends) == room
