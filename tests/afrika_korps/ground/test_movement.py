"""[5, 6] Moving and stacking."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.values import Refusal
from sandtable.games.afrika_korps.ground.reach import points_left
from sandtable.games.afrika_korps.movement.phase import Movement, Overstacked
from sandtable.games.afrika_korps.orders import NOTATION
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.state import AutomaticVictory
from sandtable.games.afrika_korps.turn import PlayerTurn, begin_turn
from tests.afrika_korps.movement.moves import barred, ends, moving, reached, walked, with_trek
from tests.afrika_korps.positions import asking, at, draft_of, kinds, orders, play, play_noting, position, refused, top

# R36 lies in open desert: no road, escarpment, sea or edge within six hexes.

# --- who moves, and how far


@pytest.mark.case("5.1")
def test_all_some_or_none_of_the_units_move() -> None:
    state = moving("21/5 R36, brescia S36", "9A/20 J57")
    assert refused(state, "done") == ""
    some = play(state, "move 21/5 R36-R37")
    assert refused(some, "done") == ""
    every = play(some, "move brescia S36-S37")
    assert (at(every, "21/5"), at(every, "brescia")) == ("R37", "S37")
    assert refused(every, "done") == ""


@pytest.mark.case("5.1")
def test_only_own_units_move_and_only_from_where_they_are() -> None:
    state = moving("21/5 R36", "9A/20 R40")
    assert refused(state, "move 9A/20 R40-R41") == "5.1"
    assert refused(state, "move 21/5 R37-R38") == "5.1"
    assert refused(state, "move 15/8 R36-R37") == "5.1"  # still on its way from Italy
    assert refused(state, "move AxC1 R36-R37") == "5.1"  # no supply was captured yet
    assert refused(state, "move 21/5, 21/5 R36-R37") == "5.1"
    assert refused(state, "move 21/5 R36-R37") == ""
    assert not [order for order in orders(state) if "9A/20" in order]


@pytest.mark.case("5.2", "1.27")
@pytest.mark.parametrize(("unit", "factor"), [("brescia", 4), ("ariete", 6), ("21/5", 10), ("21/3", 12)])
def test_a_unit_goes_as_many_open_hexes_as_its_movement_factor(unit: str, factor: int) -> None:
    state = moving(f"{unit} R36")
    assert refused(state, f"move {unit} R36-R{36 + factor}") == ""
    assert refused(state, f"move {unit} R36-R{37 + factor}") == "5.2"


@pytest.mark.case("5.2")
@pytest.mark.parametrize("path", ["R36-Q36-Q37-R38-S38", "R36-R35-R36-R37-R38", "R36-S37-S36-R35-Q35"])
def test_a_move_goes_in_any_combination_of_directions(path: str) -> None:
    state = moving("brescia R36")
    after, events = play_noting(state, f"move brescia {path}")
    assert at(after, "brescia") == path[-3:]
    assert events[0].facts["path"] == path.split("-")
    assert not ends(after, "brescia")


@pytest.mark.case("5.2")
def test_a_written_path_is_followed_though_a_shorter_one_exists() -> None:
    state = moving("brescia R36")
    after = play(state, "move brescia R36-Q36-Q37-R38")  # three hexes to a hex two away
    assert ends(after, "brescia") == {"R37", "R39", "Q37", "Q38", "S38", "S39"}


@pytest.mark.case("5.2")
def test_a_step_from_hex_to_adjacent_hex_is_taken_as_that_step() -> None:
    """H25 to I26 is a step across open ground; the road leads there too, by way of H24."""
    after, events = play_noting(moving("21/5 H25"), "move 21/5 H25-I26")
    assert events[0].facts["path"] == ["H25", "I26"]
    assert (after.trek("21/5").points, after.trek("21/5").road) == (1, 0)


@pytest.mark.case("5.2")
def test_hexes_that_are_not_adjacent_are_no_step() -> None:
    state = moving("21/5 R36")
    assert barred(state, "21/5", "R36-R38") == "5.2"
    assert barred(state, "21/5", "R36-R37-R38") == ""


@pytest.mark.case("5.2")
def test_a_path_back_to_its_beginning_is_no_move() -> None:
    state = moving("21/5 R36")
    assert refused(state, "move 21/5 R36-R37-R36") == "5.2"
    assert refused(state, "move 21/5 R36-R36") == "5.2"


@pytest.mark.case("5.2", "5.1")
def test_a_move_in_parts_goes_no_farther_than_one_in_a_piece() -> None:
    state = play(moving("brescia R36"), "move brescia R36-R38", "move brescia R38-Q38")
    assert ends(state, "brescia") == {"P37", "P38", "Q37", "Q39", "R38", "R39"}
    state = play(state, "move brescia Q38-R38")
    assert not ends(state, "brescia")
    assert refused(state, "move brescia R38-R37") == "5.2"


@pytest.mark.case("5.2")
@pytest.mark.parametrize("far", ["B43", "B59", "C30", "D60", "F61"])
def test_a_hex_beyond_the_sea_is_refused_without_ado(far: str) -> None:
    """The map has gaps north of the coast; the way to the far side of one leads nowhere."""
    assert refused(moving("21/5 B6"), f"move 21/5 B6-{far}") in {"5.2", "5.7", "5.8"}


@pytest.mark.case("5.3")
def test_no_battle_before_all_movement_is_over_and_no_movement_after_it() -> None:
    state = asking(position("21/5 R37, AxS1 R39", "9A/20 R36, AlS1 J62"), PlayerTurn("axis", 4), Movement("axis"))
    assert refused(state, "attack 9A/20 with 21/5 supply AxS1") == "5.3"
    fighting = play(state, "done")
    assert refused(fighting, "attack 9A/20 with 21/5 supply AxS1") == ""
    assert refused(fighting, "move AxS1 R39-R40") == "5.3"


@pytest.mark.case("5.5")
def test_movement_is_neither_lent_nor_saved() -> None:
    state = play(moving("21/5, brescia R36, AxS1 W3"), "move brescia R36-R40")
    assert refused(state, "move brescia R40-R41") == "5.2"  # 21/5 has not moved at all
    assert points_left(state, "21/5", state.trek("21/5")) == 10
    draft = draft_of(state)
    begin_turn(draft, "axis")  # of the next turn
    for name in ("21/5", "brescia"):
        assert points_left(draft.state, name, draft.state.trek(name)) == counters()[name].movement


# --- where nobody goes


@pytest.mark.case("5.4", "15.1", "22.3")
def test_enemy_combat_units_bar_the_way_supplies_and_rommel_do_not() -> None:
    state = moving("21/5 R33", "9A/20 R36, AlS1 T33, AlS2 V33")
    assert refused(state, "move 21/5 R33-R36") == "5.4"
    assert "R36" not in reached(state, "21/5")
    assert refused(state, "move 21/5 R33-S33-T33-U33") == ""
    rommel = moving("rommel R34", "2/3 R32", side="allied")
    assert refused(rommel, "move 2/3 R32-R33-R34-R35") == ""
    guarded = moving("rommel, 21/5 R34", "2/3 R32", side="allied")
    assert refused(guarded, "move 2/3 R32-R33-R34") == "5.4"
    assert refused(guarded, "move 2/3 R32-R33") == ""


@pytest.mark.case("5.4")
def test_nobody_passes_through_the_hex_of_an_enemy_even_where_he_has_no_zone() -> None:
    """The garrison of Tobruch controls nothing around it but shuts the road through the town."""
    state = moving("21/5 H24", "9A/20 G25")
    assert barred(state, "21/5", "H24-H25-G25") == "5.4"
    assert barred(moving("21/5 H24"), "21/5", "H24-H25-G25-H26") == ""


@pytest.mark.case("5.6")
@pytest.mark.parametrize(("beside", "full"), [("Q60", "R60"), ("T62", "T61"), ("X54", "X55"), ("S58", "S59")])
def test_full_qattara_cannot_be_entered(beside: str, full: str) -> None:
    """R60 and T61 are named by the book; X55 and S59 stand for the others."""
    state = moving(f"21/5 {beside}")
    assert refused(state, f"move 21/5 {beside}-{full}") == "5.6"
    assert full not in reached(state, "21/5")


@pytest.mark.case("5.6")
def test_partial_qattara_is_clear_terrain() -> None:
    state = moving("brescia P60")
    assert walked(state, "brescia", "P60-Q60-Q61-Q62-Q63").points == 4
    assert {"Q60", "Q61", "Q62", "R59"} <= reached(state, "brescia")


@pytest.mark.case("5.7")
@pytest.mark.parametrize(
    "side", ["E18-F19", "F19-E18", "W62-X62", "X62-W62", "R65-S65", "S65-R65", "W61-X62", "X62-W61"]
)
def test_closed_hexsides_are_not_crossed(side: str) -> None:
    start = side[:3]
    assert barred(moving(f"21/5 {start}"), "21/5", side) == "5.7"


@pytest.mark.case("5.7")
@pytest.mark.parametrize("far", ["A1", "A12"])
def test_a_move_out_to_sea_is_refused_for_the_hex_it_names(far: str) -> None:
    state = moving("21/5 W6")
    with pytest.raises(Refusal, match=f"{far}: no unit may enter$") as told:
        frames.check(state, "axis", NOTATION.parse(f"move 21/5 W6-{far}"))
    assert told.value.case == "5.7"


@pytest.mark.case("5.7")
def test_a_closed_hexside_can_be_gone_around() -> None:
    state = moving("21/5 E18, 15/8 W62")
    assert walked(state, "21/5", "E18-F18-F19").road == 1  # F18-F19 is road
    assert walked(state, "15/8", "W62-X63-X62").points == 2
    after = play(state, "move 21/5 E18-F19", "move 15/8 W62-X62")
    assert (at(after, "21/5"), at(after, "15/8")) == ("F19", "X62")


@pytest.mark.case("5.7")
@pytest.mark.parametrize(("attacker", "victim"), [("F19", "E18"), ("X62", "W62"), ("X62", "W61"), ("R65", "S65")])
def test_nobody_fights_across_a_closed_hexside(attacker: str, victim: str) -> None:
    across = moving(f"21/5 {attacker}, AxS1 {attacker}", f"7A/2 {victim}")
    assert refused(across, "av 7A/2 with 21/5 supply AxS1") == "8.5"
    beside = moving("21/5 R36, AxS1 R37", "7A/2 R35")
    assert refused(beside, "av 7A/2 with 21/5 supply AxS1") == ""


@pytest.mark.case("5.7", "23.4")
def test_nobody_walks_into_the_sea() -> None:
    state = moving("21/5 G25")
    assert refused(state, "move 21/5 G25-G26") == "5.7"
    assert "G26" not in reached(state, "21/5")


@pytest.mark.case("5.8")
@pytest.mark.parametrize(
    ("start", "edge"),
    [("I62", "I63"), ("K63", "K64"), ("M64", "M65"), ("O65", "O66"), ("Q66", "Q67"), ("S67", "S68"), ("U68", "U69")],
)
def test_the_eastern_half_hexes_the_book_names_are_in_play(start: str, edge: str) -> None:
    assert refused(moving(f"21/5 {start}"), f"move 21/5 {start}-{edge}") == ""


@pytest.mark.case("5.8")
@pytest.mark.parametrize(
    ("start", "edge"),
    [("R67", "R68"), ("X69", "X70"), ("X69", "Y70"), ("X69", "Y69"), ("I63", "H63"), ("I63", "I64"), ("V2", "V1")],
)
def test_partial_hexes_and_hexes_without_coordinate_are_not(start: str, edge: str) -> None:
    assert refused(moving(f"21/5 {start}"), f"move 21/5 {start}-{edge}") == "5.8"


# --- stacking


@pytest.mark.case("6.1", "6.3")
@pytest.mark.parametrize(
    ("side", "three", "fourth"),
    [("axis", "21/5, 21/3, ariete", "brescia"), ("allied", "9A/20, 22gds, 7A/1", "7A/2")],
)
def test_three_combat_units_share_a_hex_when_movement_ends_and_a_fourth_does_not(
    side: str, three: str, fourth: str
) -> None:
    two = three.rpartition(",")[0]
    for units, case in ((two, ""), (three, "6.1")):
        text = f"{units} R36, {fourth} R37"
        state = moving(text if side == "axis" else "", text if side == "allied" else "", side=side)
        assert refused(play(state, f"move {fourth} R37-R36"), "done") == case
        assert "R36" in ends(state, fourth)


@pytest.mark.case("6.1")
def test_a_stack_counts_together_when_it_moves() -> None:
    state = moving("21/5, 21/3 R36, ariete, brescia R37")
    assert refused(play(state, "move ariete, brescia R37-R36"), "done") == "6.1"
    assert refused(play(state, "move ariete R37-R36"), "done") == ""
    assert refused(play(state, "move 21/5, 21/3 R36-R38"), "done") == ""


@pytest.mark.case("6.1", "22.2")
def test_supplies_and_rommel_come_on_top_of_the_three() -> None:
    state = moving("21/5, 21/3, ariete R36, rommel, AxS1, AxS2, AxS3 R37")
    after = play(state, "move rommel R37-R36", "move AxS1 R37-R36", "move AxS2 R37-R36", "move AxS3 R37-R36")
    assert {at(after, name) for name in ("rommel", "AxS1", "AxS2", "AxS3")} == {"R36"}
    assert refused(after, "done") == ""
    fourth = play(moving("21/5, 21/3, ariete, rommel, AxS1 R36, brescia R37"), "move brescia R37-R36")
    assert refused(fourth, "done") == "6.1"


@pytest.mark.case("6.2")
def test_a_stack_goes_no_farther_than_its_slowest_unit() -> None:
    state = moving("21/5, ariete, brescia R36")
    assert refused(state, "move 21/5, ariete, brescia R36-R40") == ""
    assert refused(state, "move 21/5, ariete, brescia R36-R41") == "5.2"
    assert refused(state, "move 21/5, ariete R36-R42") == ""


@pytest.mark.case("6.2", "5.5")
def test_a_stack_parts_on_the_way_and_each_unit_goes_on_with_its_own_rest() -> None:
    state = play(moving("21/5, ariete, brescia R36"), "move 21/5, ariete, brescia R36-R38", "move 21/5 R38-R46")
    assert at(state, "21/5") == "R46"
    assert not ends(state, "21/5")
    assert refused(state, "move ariete, brescia R38-R41") == "5.2"
    state = play(state, "move ariete, brescia R38-R40", "move ariete R40-R42")
    assert (at(state, "ariete"), at(state, "brescia")) == ("R42", "R40")
    assert not ends(state, "ariete") and not ends(state, "brescia")


@pytest.mark.case("6.2")
def test_units_join_on_the_way_and_go_on_together() -> None:
    state = play(moving("21/5 R33, ariete R36"), "move 21/5 R33-R36", "move 21/5, ariete R36-R42")
    assert (at(state, "21/5"), at(state, "ariete")) == ("R42", "R42")
    assert ends(state, "21/5") == {"R41", "R43", "Q41", "Q42", "S42", "S43"}
    assert refused(state, "move 21/5, ariete R42-R43") == "5.2"


@pytest.mark.case("6.3")
def test_a_full_hex_may_be_passed_and_ended_in_while_somebody_can_leave_it() -> None:
    state = moving("21/5, 21/3, ariete R36, brescia R34")
    assert refused(state, "move brescia R34-R35-R36-R37") == ""
    assert {"R36", "R37", "R38"} <= ends(state, "brescia")
    crowded = play(state, "move brescia R34-R35-R36")
    assert refused(crowded, "done") == "6.1" and "done" not in orders(crowded)
    assert refused(play(crowded, "move ariete R36-R37"), "done") == ""


@pytest.mark.case("6.3", "6.1", "2.3", "19.4")
def test_an_overfull_hex_must_be_cleared_before_movement_ends() -> None:
    state = moving("21/5, 21/3, ariete, brescia W3")
    assert refused(state, "done") == "6.1"
    assert "done" not in orders(state)
    after = play(state, "move brescia W3-W4")
    assert refused(after, "done") == ""


@pytest.mark.case("6.1", "6.3")
def test_what_cannot_leave_an_overfull_hex_is_lost_by_its_owners_choice() -> None:
    state = moving("21/5, 21/3, ariete, brescia R36")
    for name in ("21/5", "21/3", "ariete", "brescia"):
        state = with_trek(state, name, points=2, halted=True)
    state = play(state, "done")
    assert isinstance(top(state), Overstacked)
    assert refused(state, "lose 21/104") == "6.1"
    assert refused(state, "done") == "6.1"
    state = replace(state, victories=(AutomaticVictory(("7A/2",), ("21/5", "brescia"), ()),))
    after, events = play_noting(state, "lose brescia")
    assert at(after, "brescia") == "dead" and after.victories[0].attackers == ("21/5",)
    assert "eliminated" in kinds(events)
    assert not isinstance(after.stack[-1], Overstacked)
