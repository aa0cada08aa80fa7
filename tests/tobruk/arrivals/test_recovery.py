"""[12.0, 10.3] Armour recovery."""

from __future__ import annotations

import pytest

from sandtable.games.tobruk.activation import Order
from sandtable.games.tobruk.arrivals.recovery import Recovery, end_recovery, hexes_for_armour
from sandtable.games.tobruk.pieces.casualties import eliminate
from sandtable.games.tobruk.pieces.command import recovered_armour
from sandtable.games.tobruk.state import DEAD, TURN_TRACK, Tobruk
from tests.playing import asked, draft_of, top
from tests.tobruk.positions import (
    activated,
    after,
    at,
    attacking,
    facts,
    kinds,
    listed,
    noting,
    play,
    play_noting,
    position,
    refusal,
    where,
    with_unit,
)

WHOLE = "battle-for-tobruk"


def lost(name: str, turn: int, *rolls: int, scenario: str = WHOLE) -> Tobruk:
    """The state after a unit is eliminated on this turn."""
    sides = (f"{name} 2820", "") if "15" in name or "Art" in name else ("", f"{name} 2820")
    draft = draft_of(position(*sides, turn=turn, scenario=scenario), *rolls)
    eliminate(draft, name, "10.2", "test")
    return draft.state


def due(name: str, turn: int, *rolls: int, scenario: str = WHOLE) -> int:
    """The turn of its return; 0 if it is gone."""
    unit = lost(name, turn, *rolls, scenario=scenario).units[name]
    assert (unit.at == TURN_TRACK) == bool(unit.due) and unit.at in (TURN_TRACK, DEAD)
    return unit.due


@pytest.mark.case("12.0")
def test_armour_returns_the_turn_after_the_last_that_must_elapse() -> None:
    """A German roll of three on turn 3: turns 4 and 5 elapse."""
    assert due("I/8/15", 3, 3) == 6
    assert [due("I/8/15", 1, die) for die in range(1, 7)] == [3, 3, 4, 4, 5, 0]
    assert [due("8Hus/4Arm", 1, die) for die in range(1, 7)] == [3, 4, 5, 0, 0, 0]


@pytest.mark.case("12.0")
def test_only_commonwealth_and_german_armour_is_recovered() -> None:
    for name in ("7Md/Art", "33Rc/15", "33Pi/15", "18/4NZ"):  # no die is thrown
        assert lost(name, 1).units[name].at == DEAD


@pytest.mark.case("12.0")
def test_armour_due_after_the_scenario_is_gone() -> None:
    """The last turn that must elapse may not be the last of the scenario."""
    assert due("I/8/15", 2, 1, scenario="first-sidi-rezegh") == 4
    assert due("I/8/15", 3, 1, scenario="first-sidi-rezegh") == 0
    assert due("I/8/15", 2, 3, scenario="first-sidi-rezegh") == 0
    assert due("I/8/15", 8, 1) == 10 and due("I/8/15", 9, 1) == 0


@pytest.mark.case("12.0", "10.2")
def test_the_die_is_thrown_at_once_in_the_battle() -> None:
    state = attacking("I/8/15* 2820", "18/4NZ 2821", "15pz")  # 5 to 5
    state, events = play_noting(state, "attack 2821 with I/8/15", rolls=(2, 2, 1))
    assert kinds(events)[-3:] == ["eliminated", "roll", "sent_to_workshop"]
    assert state.units["I/8/15"].at == TURN_TRACK and state.units["I/8/15"].reduced


@pytest.mark.case("12.0", "10.3")
def test_armour_that_finds_no_way_is_never_recovered() -> None:
    closed = "XXIHQ 2922, 21PzHQ 2921, AfkHQ 2822, AriHQ 2721"
    state = attacking(f"33Rc/15, 33Pi/15, I/115/15, 2/15 2820, {closed}", "8Hus/4Arm 2821", "15pz")
    state = play(state, "attack 2821 with 33Rc/15, 33Pi/15, I/115/15, 2/15", rolls=(2, 3))
    assert state.units["8Hus/4Arm"].at == DEAD  # 17 to 4; and nobody threw a die for it


@pytest.mark.case("12.0", "10.3", "8.0")
def test_armour_lost_in_a_zone_on_its_retreat_may_be_recovered() -> None:
    axis = "I/8/15*, II/8/15* 2820, I/5/21 2923, AfkHQ 2921, 21PzHQ 2721"
    state = attacking(axis, "8Hus/4Arm* 2821", "15pz")  # 10 to 2: 4:1 and one
    state, events = play_noting(state, "attack 2821 with I/8/15, II/8/15", rolls=(1, 3, 1))
    assert facts(events, "retreated") and facts(events, "eliminated")[0]["case"] == "10.3"
    assert state.units["8Hus/4Arm"].at == TURN_TRACK


# The return


@pytest.mark.case("12.0", "6.0", "3.2")
def test_recovered_armour_is_placed_when_its_chit_is_drawn_and_is_activated_with_it() -> None:
    state = activated("15PzHQ 2820, I/8/15* track3, I/5/21* track3", "", "15pz", turn=3)
    assert isinstance(top(state), Recovery) and asked(state) == "axis"
    assert {order.rpartition(" ")[2] for order in listed(state)} == {
        "2820",
        "2819",
        "2920",
        "2921",
        "2821",
        "2721",
        "2720",
    }
    assert refusal(state, "place I/8/15 at 2818").case == "12.0"
    assert refusal(state, "place I/5/21 at 2820").case == "12.0"  # of another corps
    assert refusal(state, "begin move").case == "12.0"
    state = play(state, "place I/8/15 at 2819")
    assert isinstance(top(state), Order)
    assert where(state, "I/8/15") == "2819" and state.units["I/8/15"].reduced and state.units["I/8/15"].due == 0
    assert state.formation == ("15PzHQ", "I/8/15")
    assert where(play(state, "begin move", "move I/8/15 2819-2818"), "I/8/15") == "2818"


@pytest.mark.case("12.0")
def test_it_waits_for_its_turn() -> None:
    state = activated("15PzHQ 2820, I/8/15* track4", "", "15pz", turn=3)
    assert isinstance(top(state), Order) and state.units["I/8/15"].at == TURN_TRACK


@pytest.mark.case("12.0")
def test_any_headquarters_of_the_corps_receives_it() -> None:
    state = activated("", "7ArmHQ 2820, 1SAHQ 4020, 8Hus/4Arm* track3", "xxx", turn=3)
    assert "place 8Hus/4Arm at 4020" in listed(state) and "place 8Hus/4Arm at 2820" in listed(state)


@pytest.mark.case("12.0")
def test_it_is_not_placed_next_to_an_enemy_not_even_a_headquarters() -> None:
    state = position("15PzHQ 2820, I/8/15* track2", "7ArmHQ 2822")
    assert at("2821") not in hexes_for_armour(state, "I/8/15") and len(hexes_for_armour(state, "I/8/15")) == 6
    assert len(hexes_for_armour(position("15PzHQ 2820, I/8/15* track2", ""), "I/8/15")) == 7


@pytest.mark.case("12.0", "7.1")
def test_it_is_not_placed_where_there_is_no_room_nor_into_the_sea() -> None:
    six = "I/361/Afk, II/361/Afk, I/155/Afk, II/155/Afk, III/155/Afk, 900/Afk"
    state = activated(f"15PzHQ, {six} 2820, I/8/15* track3", "", "15pz", turn=3)
    assert refusal(state, "place I/8/15 at 2820").case == "12.0"
    shore = activated("15PzHQ 3203, I/8/15* track3", "", "15pz", turn=3)
    assert refusal(shore, "place I/8/15 at 3202").case == "12.0"


@pytest.mark.case("12.0")
def test_it_is_not_placed_behind_enemy_fortifications() -> None:
    state = activated("15PzHQ 2306, I/8/15* track3", "", "15pz", turn=3)
    assert refusal(state, "place I/8/15 at 2305").case == "12.0"
    own = activated("", "70HQ 2306, 1RTR/32Tk* track3", "tobruk", turn=3)
    assert where(play(own, "place 1RTR/32Tk at 2305"), "1RTR/32Tk") == "2305"


@pytest.mark.case("12.0")
def test_armour_without_a_place_is_gone() -> None:
    """Every hex around the headquarters touches an enemy."""
    cramped = "18/4NZ 2919, 19/4NZ 2922, 20/4NZ 2620, 21/5NZ 2821"
    state = activated("15PzHQ 2820, I/8/15* track3", cramped, "15pz", turn=3)
    assert isinstance(top(state), Order) and state.units["I/8/15"].at == DEAD


@pytest.mark.case("12.0")
def test_without_a_headquarters_on_the_map_it_is_gone() -> None:
    state, events = noting(end_recovery, position("15PzHQ track4, I/8/15* track3, I/5/21* track4", "", turn=3))
    assert state.units["I/8/15"].at == DEAD and state.units["I/5/21"].at == TURN_TRACK
    assert [fact["case"] for fact in facts(events, "written_off")] == ["12.0"]
    assert state.units["15PzHQ"].at == TURN_TRACK  # headquarters return by their own rule


@pytest.mark.case("12.0")
def test_two_battalions_are_placed_one_after_the_other() -> None:
    state = activated("15PzHQ 2820, I/8/15* track3, II/8/15* track3", "", "15pz", turn=3)
    state = play(state, "place II/8/15 at 2820")
    assert isinstance(top(state), Recovery)
    state = play(state, "place I/8/15 at 2820")
    assert isinstance(top(state), Order) and not after(end_recovery, state).units["I/8/15"].due


@pytest.mark.case("12.0", "15.1")
def test_armour_that_comes_back_in_an_objective_takes_it() -> None:
    state = activated("15PzHQ 2607, I/8/15* track3", "", "15pz", turn=3, held=("2607", "4417"))
    assert play(state, "place I/8/15 at 2607").held == ("4417",)


@pytest.mark.case("12.0")
def test_only_armour_on_the_turn_track_is_recovered_and_one_that_waits_is_placed() -> None:
    here = with_unit(position("15PzHQ, I/8/15 2820, II/8/15* track3", "", "15pz", turn=3), "I/8/15", due=3)
    assert recovered_armour(here, "15pz") == ["II/8/15"]
    assert recovered_armour(position("", "1SAHQ 2820, 7ArmHQ track3", turn=3), "xxx") == [], "headquarters return"
    state = activated("15PzHQ, I/8/15 2820, II/8/15* track3", "", "15pz", turn=3)
    refused = refusal(state, "place I/8/15 at 2819")
    assert refused.case == "12.0" and "II/8/15" in refused.why


@pytest.mark.case("12.0", "9.2")
def test_a_column_on_the_road_makes_way_for_recovered_armour_if_it_must() -> None:
    column = "33Rc/15=, 33Pi/15=, I/115/15="
    state = activated(f"15PzHQ 2820, {column} 2819, I/8/15* track3", "", "15pz", turn=3)
    state = play(state, "place I/8/15 at 2819")
    assert not any(unit.road for unit in state.units.values())
    two = activated("15PzHQ 2820, 33Rc/15=, 33Pi/15= 2819, I/8/15* track3", "", "15pz", turn=3)
    assert play(two, "place I/8/15 at 2819").units["33Rc/15"].road
