"""[4.0, 4.1, 15.4, 15.5] Units that enter the map, and headquarters that come back to it."""

from __future__ import annotations

import pytest

from sandtable.games.tobruk.activation import fill_cup
from sandtable.games.tobruk.arrivals.reinforcements import (
    HeadquartersReturn,
    entry_hexes,
    hexes_for_headquarters,
    return_headquarters,
)
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.state import DEAD, DUE, TURN_TRACK, Tobruk
from tests.playing import asked, top
from tests.tobruk.positions import (
    activated,
    after,
    facts,
    is_over,
    listed,
    moving,
    noting,
    play,
    play_noting,
    position,
    refusal,
    where,
)


def entries(state: Tobruk, name: str) -> list[str]:
    return [board().name(hexagon) for hexagon in entry_hexes(state, name)]


# Entering


@pytest.mark.case("4.0", "15.4", "15.5")
@pytest.mark.parametrize(
    ("name", "turn", "hexes"),
    [
        ("8Hus/4Arm", 1, ["5221", "5222", "5223", "5224"]),
        ("Duke/1SA", 1, ["5224"]),
        ("18/4NZ", 1, ["5219"]),
        ("1Bfs/5Ind", 4, ["5217"]),
        ("ILH/3SA", 9, ["5216"]),
        ("3CG/22Gd", 9, ["5217"]),
        ("65/Tri", 3, ["0801"]),
        ("3Lt/Tri", 5, ["0801"]),
    ],
)
def test_where_each_reinforcement_enters(name: str, turn: int, hexes: list[str]) -> None:
    due = f"{name} due{turn}"
    axis, commonwealth = (due, "") if name.endswith("Tri") else ("", due)
    assert entries(position(axis, commonwealth, turn=turn, scenario="battle-for-tobruk"), name) == hexes


@pytest.mark.case("4.0", "15.4", "6.0")
def test_reinforcements_enter_in_a_move_mode_of_their_corps_without_any_range() -> None:
    state = moving("", "8Hus/4Arm due1, Duke/1SA due1, 18/4NZ due1, ILH/3SA due9", "xxx", turn=1)
    assert state.formation == ()
    assert refusal(state, "enter 18/4NZ 5219").case == "4.0"  # another corps
    assert refusal(state, "enter ILH/3SA 5216").case == "4.0"  # another turn
    assert refusal(state, "enter 8Hus/4Arm 5219").case == "4.0"  # another entry
    assert refusal(state, "move 8Hus/4Arm 5224-5124").case == "9.0"
    state, events = play_noting(state, "enter 8Hus/4Arm 5222-4822", "enter Duke/1SA 5224")
    assert (where(state, "8Hus/4Arm"), where(state, "Duke/1SA")) == ("4822", "5224")
    assert state.arrived == state.formation == ("8Hus/4Arm", "Duke/1SA")
    assert state.units["8Hus/4Arm"].due == 0
    assert facts(events, "entered")[1] == {"units": ["Duke/1SA"], "path": ["5224"]}
    assert refusal(state, "enter Duke/1SA 5224").case == "4.0"


@pytest.mark.case("4.0", "10.0")
def test_on_their_turn_of_entry_they_attack_out_of_range_too() -> None:
    """The headquarters stays behind; twelve hexes on the tanks attack."""
    state = activated("15/Sav 3922", "7ArmHQ due1, 8Hus/4Arm due1", "xxx", turn=1, unmined=True)
    state = play(state, "begin move", "enter 7ArmHQ 5222", "enter 8Hus/4Arm 5222-4022", "done")
    assert "attack 3922 with 8Hus/4Arm" in listed(state)


@pytest.mark.case("4.0", "9.0", "9.2")
def test_the_entry_hex_costs_its_road_rate() -> None:
    """Entry 1 lies on the coast road, E at the end of a trail, the edge beside G in the open."""
    trieste = play(moving("65/Tri due3", "", "cam", turn=3), "enter 65/Tri 0801")
    assert trieste.treks["65/Tri"].points == 1 and trieste.units["65/Tri"].road
    zealand = play(moving("", "18/4NZ due1", "xiii"), "enter 18/4NZ 5219")
    assert zealand.treks["18/4NZ"].points == 2 and not zealand.units["18/4NZ"].road
    tanks = play(moving("", "8Hus/4Arm due1", "xxx"), "enter 8Hus/4Arm 5223-5123")
    assert tanks.treks["8Hus/4Arm"].points == 4


@pytest.mark.case("4.0", "8.0", "9.2")
def test_an_entry_hex_in_an_enemy_zone_ends_the_move_and_has_no_road_rate() -> None:
    state = moving("65/Tri due3", "8Hus/4Arm 0902", "cam", turn=3)
    assert refusal(state, "enter 65/Tri 0801-0901").case == "8.0"
    state = play(state, "enter 65/Tri 0801")
    assert state.treks["65/Tri"].points == 2 and state.treks["65/Tri"].halted and not state.units["65/Tri"].road


@pytest.mark.case("4.0")
def test_an_enemy_in_the_entry_hex_turns_units_aside() -> None:
    """To the nearest map-edge hexes with no enemy in them, on either hand."""
    assert entries(position("I/8/15 5219", "18/4NZ due1"), "18/4NZ") == ["5218", "5220"]
    assert entries(position("I/8/15 5219, 15PzHQ 5218", "18/4NZ due1"), "18/4NZ") == ["5220"]
    state = moving("I/8/15 5219", "18/4NZ due1", "xiii")
    assert refusal(state, "enter 18/4NZ 5219").case == "4.0"
    assert where(play(state, "enter 18/4NZ 5220"), "18/4NZ") == "5220"


@pytest.mark.case("4.0", "15.4")
def test_a_stretch_of_the_edge_is_closed_only_hex_by_hex() -> None:
    assert entries(position("I/8/15 5222", "8Hus/4Arm due1"), "8Hus/4Arm") == ["5221", "5223", "5224"]
    closed = "I/8/15 5221, II/8/15 5222, I/5/21 5223, II/5/21 5224"
    assert entries(position(closed, "8Hus/4Arm due1"), "8Hus/4Arm") == ["5124", "5220"]


@pytest.mark.case("4.0")
def test_units_not_brought_on_may_enter_later() -> None:
    state = moving("", "8Hus/4Arm due1, 7ArmHQ due1", "xxx", turn=2)
    assert "enter 8Hus/4Arm 5224" in listed(state)
    assert after(fill_cup, state).cup == ("xxx",)
    state = play(state, "done")
    assert is_over(state) and state.units["8Hus/4Arm"].at == DUE


@pytest.mark.case("4.0", "9.3", "7.1")
def test_a_stack_may_enter_together() -> None:
    state = play(moving("", "8Hus/4Arm due1, 3RTR/4Arm due1", "xxx"), "enter 8Hus/4Arm, 3RTR/4Arm 5222-5022")
    assert where(state, "8Hus/4Arm") == where(state, "3RTR/4Arm") == "5022"


# Headquarters


@pytest.mark.case("4.1", "2.4")
def test_a_headquarters_returns_in_or_next_to_a_unit_of_its_colour() -> None:
    state = after(return_headquarters, position("15PzHQ track2, I/8/15 2820, I/5/21 3020", ""))
    assert isinstance(top(state), HeadquartersReturn) and asked(state) == "axis"
    hexes = {order.rpartition(" ")[2] for order in listed(state)}
    assert hexes == {"2820", "2819", "2920", "2921", "2821", "2721", "2720"}
    assert refusal(state, "place 15PzHQ at 3020").case == "4.1"
    assert refusal(state, "place I/8/15 at 2820").case == "4.1"
    assert refusal(state, "done").case == "4.1"
    state, events = play_noting(state, "place 15PzHQ at 2920")
    assert is_over(state) and where(state, "15PzHQ") == "2920" and state.units["15PzHQ"].due == 0
    assert facts(events, "returned") == [{"unit": "15PzHQ", "at": "2920", "case": "4.1"}]


@pytest.mark.case("4.1", "7.0")
def test_no_headquarters_returns_into_an_enemy_hex() -> None:
    state = after(return_headquarters, position("15PzHQ track2, I/8/15 2820", "7ArmHQ 2821, Duke/1SA 2819"))
    assert refusal(state, "place 15PzHQ at 2821").case == "4.1"
    assert where(play(state, "place 15PzHQ at 2721"), "15PzHQ") == "2721"


@pytest.mark.case("4.1", "15.1")
def test_a_headquarters_that_returns_in_an_objective_holds_it() -> None:
    state = after(return_headquarters, position("15PzHQ track2, I/8/15 4914", "", held=("4915",)))
    assert play(state, "place 15PzHQ at 4914").held == ("4915",)
    assert play(state, "place 15PzHQ at 4915").held == ()


@pytest.mark.case("4.1")
def test_without_a_unit_of_its_colour_it_is_gone_for_good() -> None:
    state, events = noting(return_headquarters, position("15PzHQ track2, I/5/21 2820", "8Hus/4Arm dead"))
    assert is_over(state) and state.units["15PzHQ"].at == DEAD
    assert [fact["case"] for fact in facts(events, "written_off")] == ["4.1"]


@pytest.mark.case("4.1")
def test_it_waits_until_the_turn_after_it_was_lost() -> None:
    state = after(return_headquarters, position("15PzHQ track3, I/8/15 2820", ""))
    assert is_over(state) and state.units["15PzHQ"].at == TURN_TRACK


@pytest.mark.case("4.1")
def test_both_sides_bring_theirs_back_the_commonwealth_first() -> None:
    axis = "15PzHQ track2, 21PzHQ track2, I/8/15 2820, I/5/21 3020"
    state = after(return_headquarters, position(axis, "7ArmHQ track2, 8Hus/4Arm 4020"))
    assert asked(state) == "commonwealth"
    state = play(state, "place 7ArmHQ at 4020", "place 21PzHQ at 3020", "place 15PzHQ at 2820")
    assert is_over(state) and where(state, "21PzHQ") == "3020"


@pytest.mark.case("4.1", "6.0", "3.2")
def test_it_is_back_in_time_for_its_chit() -> None:
    state = play(after(return_headquarters, position("15PzHQ track2, I/8/15 2820", "")), "place 15PzHQ at 2820")
    assert after(fill_cup, state).cup == ("15pz",)


@pytest.mark.case("4.1")
def test_a_headquarters_returns_beside_a_unit_in_the_corner_of_the_map() -> None:
    state = position("19/Bre 0801, XXIHQ track3", "")
    assert board().hex("0801") in hexes_for_headquarters(state, "XXIHQ")


@pytest.mark.case("4.0")
def test_nobody_enters_by_a_hex_that_the_enemy_holds() -> None:
    state = moving("19/Bre 5224", "1SAHQ 4820, Duke/1SA due1", "xxx", turn=1)
    assert refusal(state, "enter Duke/1SA 5224").case == "4.0"
    free = moving("", "1SAHQ 4820, Duke/1SA due1", "xxx", turn=1)
    assert where(play(free, "enter Duke/1SA 5224"), "Duke/1SA") == "5224"


@pytest.mark.case("4.1")
def test_a_headquarters_does_not_come_back_to_another_nor_to_units_off_the_map() -> None:
    assert hexes_for_headquarters(position("", "7ArmHQ track2, 1SAHQ 2820, 8Hus/4Arm dead"), "7ArmHQ") == ()
    assert len(hexes_for_headquarters(position("", "7ArmHQ track2, 8Hus/4Arm 2820"), "7ArmHQ")) == 7
