"""[17, 18] The coast road and the escarpments."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.map import board, coast_road, coast_road_escarpments, escarpments
from tests.afrika_korps.movement.moves import barred, ends, moving, reached, walked, with_trek
from tests.afrika_korps.positions import at, play, refused

# --- the bonus

GULF = "W6-W7-W8-W9-W10-W11-V11-U11-T10-S9-R9-Q8-P7-O6-N5-M4-L3-K3"
TO_ALAMEIN = "L52-K52-J52-J53-J54-J55-J56-J57-K58-K59-L59-L60-L61-K60-K61-K62-J62"


def steps(path: str, count: int) -> str:
    """The beginning of a path: this many steps of it."""
    return "-".join(path.split("-")[: count + 1])


@pytest.mark.case("17.1")
def test_the_example_of_a_2_2_6_with_two_seven_four_and_three_hexes() -> None:
    """Two clear hexes to the road, seven along it, four across clear ground back to it, three more along it."""
    state = moving(allied="9A/20 L52", side="allied")
    spent = [walked(state, "9A/20", steps(TO_ALAMEIN, count)) for count in (2, 9, 13, 16)]
    assert [(trek.points, trek.road) for trek in spent] == [(2, 0), (2, 7), (6, 7), (6, 10)]
    after = play(state, f"move 9A/20 {TO_ALAMEIN}")
    assert at(after, "9A/20") == "J62"
    assert not ends(after, "9A/20")
    assert barred(state, "9A/20", f"{TO_ALAMEIN}-K62") == "5.2"


@pytest.mark.case("17.1")
def test_the_four_hexes_of_the_example_may_be_road_as_well() -> None:
    state = moving(allied="9A/20 L47", side="allied")
    path = "L47-K47-J47-I47-I48-J49-J50-J51-J52-J53-J54-J55-J56-J57-K58-K59-K60"  # 2 clear and 14 road hexes
    assert (walked(state, "9A/20", path).points, walked(state, "9A/20", path).road) == (6, 10)
    assert barred(state, "9A/20", f"{path}-K61") == "5.2"


@pytest.mark.case("17.1")
@pytest.mark.parametrize(("unit", "factor"), [("brescia", 4), ("ariete", 6), ("AxS1", 10), ("rommel", 12)])
def test_every_kind_of_unit_has_ten_more_hexes_on_the_road(unit: str, factor: int) -> None:
    road = f"{GULF}-J3-I2-H2-H3-H4-H5-G5"
    state = moving(f"{unit} W6")
    assert walked(state, unit, steps(road, 10)).points == 0
    assert barred(state, unit, steps(road, factor + 10)) == ""
    assert barred(state, unit, steps(road, factor + 11)) == "5.2"


@pytest.mark.case("17.1")
def test_the_bonus_is_no_use_off_the_road() -> None:
    state = moving("brescia T32")
    assert refused(state, "move brescia T32-T36") == ""
    assert refused(state, "move brescia T32-T37") == "5.2"


@pytest.mark.case("17.1")
def test_the_bonus_is_used_before_factors_and_is_ten_hexes_in_all_parts_together() -> None:
    state = play(moving("brescia W6"), f"move brescia {steps(GULF, 6)}", "move brescia V11-S9")
    assert (state.trek("brescia").points, state.trek("brescia").road) == (0, 9)
    state = play(state, "move brescia S9-Q8")
    assert (state.trek("brescia").points, state.trek("brescia").road) == (1, 10)
    assert refused(state, "move brescia Q8-M4") == "5.2"
    assert refused(state, "move brescia Q8-N5") == ""


@pytest.mark.case("17.1", "17.2")
def test_a_listed_move_takes_the_way_with_the_fewest_factors() -> None:
    state = play(moving("brescia W6"), "move brescia W6-U11")
    assert (state.trek("brescia").points, state.trek("brescia").road) == (0, 7)


@pytest.mark.case("17.2")
def test_a_road_hex_entered_across_a_side_without_road_costs_a_factor() -> None:
    """I46 and I47 are both road hexes and adjacent; the road between them goes by J47."""
    state = moving(allied="9A/20 I46", side="allied")
    across, along = walked(state, "9A/20", "I46-I47"), walked(state, "9A/20", "I46-J47-I47")
    assert (across.points, across.road) == (1, 0)
    assert (along.points, along.road) == (0, 2)


@pytest.mark.case("17.2", "18.1")
def test_a_road_hex_left_and_entered_off_the_road_is_its_other_terrain() -> None:
    """C11 carries the road and is an escarpment; from D12 it is entered like one, at one factor."""
    state = moving("brescia D12")
    assert (walked(state, "brescia", "D12-C11").points, walked(state, "brescia", "D12-C11").road) == (1, 0)
    assert walked(state, "brescia", "D12-C12").points == 1  # clear, with road


@pytest.mark.case("17.2")
def test_the_road_crosses_the_sides_the_book_implies_and_no_others() -> None:
    crossed = ["G22-H23", "H23-H24", "H24-H25", "H24-I25", "I25-I26", "I26-J27", "J27-I27", "H26-H27", "I27-I28"]
    crossed += ["I28-H28", "H28-H29"]
    for side in crossed:
        here, there = (board().hex(name) for name in side.split("-"))
        assert there in coast_road()[here] and here in coast_road()[there], side
    for side in ["H25-H26", "H26-I27", "I27-J28", "G24-H24", "I24-H24"]:
        here, there = (board().hex(name) for name in side.split("-"))
        assert there not in coast_road().get(here, ()), side


# --- the two roads of I26


@pytest.mark.case("17.3", "17.31")
@pytest.mark.parametrize("way", ["I26-I25", "I26-H26", "I26-J27", "I26-H26-H27", "I26-I25-H24"])
def test_a_unit_that_begins_in_i26_takes_either_road(way: str) -> None:
    trek = walked(moving("21/5 I26"), "21/5", way)
    assert (trek.points, trek.road) == (0, way.count("-"))


@pytest.mark.case("17.3", "17.32")
@pytest.mark.parametrize(("start", "by_road", "other"), [("I25", "J27", "H26"), ("H26", "J27", "I25")])
def test_a_unit_that_comes_by_one_road_pays_to_change_to_the_other(start: str, by_road: str, other: str) -> None:
    state = moving(f"21/5 {start}")
    straight, changed = walked(state, "21/5", f"{start}-I26-{by_road}"), walked(state, "21/5", f"{start}-I26-{other}")
    assert (straight.points, straight.road) == (0, 2)
    assert (changed.points, changed.road) == (1, 2)


@pytest.mark.case("17.32")
def test_stepping_out_to_j27_and_back_changes_roads_without_penalty() -> None:
    trek = walked(moving("21/5 I25"), "21/5", "I25-I26-J27-I26-H26")
    assert (trek.points, trek.road, trek.off_road) == (0, 4, False)


@pytest.mark.case("17.32", "17.3")
def test_the_road_a_unit_came_by_is_remembered_between_parts_of_its_move() -> None:
    state = play(moving("21/5 I25"), "move 21/5 I25-I26")
    assert walked(state, "21/5", "I26-H26").points == 1
    assert walked(state, "21/5", "I26-J27").points == 0
    assert walked(state, "21/5", "I26-I25").points == 0


@pytest.mark.case("17.32", "18.5")
def test_changing_roads_is_the_one_step_onto_a_road_escarpment() -> None:
    """From I24 onto H24 is that step already, so the roads of I26 cannot be changed inside the hex as well."""
    assert barred(moving("21/5 I24"), "21/5", "I24-H24-I25-I26-H26") == "17.32"
    assert barred(moving("21/5 I24"), "21/5", "I24-H24-I25-I26-J27-I26-H26") == ""
    changed = moving("21/5 I25")
    assert barred(changed, "21/5", "I25-I26-H26-H27-I28") == "18.5"
    assert barred(changed, "21/5", "I25-I26-J27-I26-H26-H27-I28") == ""


@pytest.mark.case("17.32", "18.1")
def test_after_changing_roads_another_step_onto_a_road_escarpment_ends_the_move() -> None:
    state = moving("21/5 I25")
    assert walked(state, "21/5", "I25-I26-H26-I27").halted
    assert barred(state, "21/5", "I25-I26-H26-I27-J27") == "18.1"


@pytest.mark.case("17.3", "18.41")
def test_a_unit_that_enters_i26_across_open_ground_takes_either_road() -> None:
    state = moving("21/5 J26")
    assert walked(state, "21/5", "J26-I26-H26").points == 1
    assert walked(state, "21/5", "J26-I26-I25").points == 1


# --- escarpments off the road


@pytest.mark.case("18.1", "1.1")
@pytest.mark.parametrize(("start", "escarpment", "beyond"), [("T30", "T29", "S28"), ("R30", "R29", "R28")])
def test_entering_an_escarpment_costs_one_factor_and_ends_the_move(start: str, escarpment: str, beyond: str) -> None:
    """T29 is no pass, whatever the print looks like."""
    state = moving(f"21/5 {start}")
    assert walked(state, "21/5", f"{start}-{escarpment}").points == 1
    assert barred(state, "21/5", f"{start}-{escarpment}-{beyond}") == "18.1"
    assert barred(state, "21/5", f"{start}-{escarpment}-{start}") == "18.1"
    after = play(state, f"move 21/5 {start}-{escarpment}")
    assert not ends(after, "21/5")
    assert refused(after, f"move 21/5 {escarpment}-{beyond}") == "18.1"


@pytest.mark.case("18.1")
@pytest.mark.parametrize("unit", ["rommel", "AxS1"])
def test_supplies_and_rommel_stop_on_escarpments_too(unit: str) -> None:
    assert barred(moving(f"{unit} T30"), unit, "T30-T29-S28") == "18.1"


@pytest.mark.case("18.2")
def test_a_unit_leaves_an_escarpment_at_its_normal_rate() -> None:
    state = moving("brescia R29")
    assert walked(state, "brescia", "R29-R30-R31-R32-R33").points == 4
    assert barred(state, "brescia", "R29-R30-R31-R32-R33-R34") == "5.2"


@pytest.mark.case("18.3")
def test_a_unit_goes_from_escarpment_to_escarpment_one_hex_a_turn() -> None:
    state = moving("21/5 P28")
    assert barred(state, "21/5", "P28-P29") == ""
    assert barred(state, "21/5", "P28-P29-P30") == "18.1"
    assert {"P28", "P29", "Q28"} <= {board().name(h) for h in escarpments()}


@pytest.mark.case("18.1", "18.3")
def test_an_escarpment_cannot_be_crossed_in_a_turn() -> None:
    """L37 to L40 shut off the desert around M39 from the coast; the way round by L36 is too long."""
    state = moving("brescia M39")
    assert {"L37", "L38", "L39", "L40", "K36"} <= reached(state, "brescia")
    assert not {"K37", "K38", "K39", "K40", "K41"} & reached(state, "brescia")
    assert {"K38", "K39"} <= reached(moving("brescia L39"), "brescia")  # the turn after


# --- escarpments on the road


@pytest.mark.case("18.4")
def test_the_road_leads_through_escarpments_without_a_stop() -> None:
    state = moving("21/5 G22")
    trek = walked(state, "21/5", "G22-H23-H24-H25-G25")
    assert (trek.points, trek.road, trek.halted) == (0, 4, False)


@pytest.mark.case("18.4", "17.1")
def test_factors_serve_on_the_road_through_escarpments_as_the_bonus_does() -> None:
    """With the bonus used up the five road escarpments of the Jebel cost a factor each and no delay."""
    state = with_trek(moving("ariete D7"), "ariete", road=10)
    trek = walked(state, "ariete", "D7-C7-C8-C9-C10-C11-C12")
    assert (trek.points, trek.road, trek.halted) == (6, 10, False)
    assert barred(state, "ariete", "D7-C7-C8-C9-C10-C11-C12-C13") == "5.2"


@pytest.mark.case("18.41", "18.5", "18.4")
@pytest.mark.parametrize("start", ["G24", "I24"])
@pytest.mark.parametrize("onwards", ["H23-G22-G21", "H25-G25-H26-H27", "I25-I26-J27-I27"])
def test_from_g24_or_i24_straight_onto_h24_and_along_the_road(start: str, onwards: str) -> None:
    trek = walked(moving(f"21/5 {start}"), "21/5", f"{start}-H24-{onwards}")
    assert (trek.points, trek.halted) == (1, False)


@pytest.mark.case("18.41", "18.5")
@pytest.mark.parametrize("start", ["G24", "I24"])
def test_who_came_onto_h24_beside_the_road_does_not_leave_h25_beside_it(start: str) -> None:
    state = moving(f"21/5 {start}")
    assert barred(state, "21/5", f"{start}-H24-H25") == ""
    assert barred(state, "21/5", f"{start}-H24-H25-H26") == "18.5"
    assert barred(state, "21/5", f"{start}-H24-H25-G25-H26") == ""


@pytest.mark.case("18.5", "18.1")
def test_the_long_example_ends_on_the_escarpment_i30_entered_from_clear_h29() -> None:
    state = moving("21/5 G24")
    path = "G24-H24-I25-I26-J27-I27-I28-H28-H29-I30"
    trek = walked(state, "21/5", path)
    assert (trek.points, trek.road, trek.halted) == (2, 7, True)
    assert barred(state, "21/5", f"{path}-J31") == "18.1"


@pytest.mark.case("18.42", "18.5")
def test_from_g22_along_the_road_and_off_at_h25() -> None:
    state = moving("21/5 G22")
    trek = walked(state, "21/5", "G22-H23-H24-H25-H26-H27-H28")
    assert (trek.points, trek.road, trek.halted) == (1, 5, False)
    assert barred(state, "21/5", "G22-H23-H24-H25-H26-H27-I28") == "18.5"


@pytest.mark.case("18.42")
@pytest.mark.parametrize("off", ["I24", "G23", "G24"])
def test_who_came_by_the_road_leaves_a_road_escarpment_in_any_direction(off: str) -> None:
    assert barred(moving("21/5 G22"), "21/5", f"G22-H23-H24-{off}" if off != "G23" else "G22-H23-G23") == ""


@pytest.mark.case("18.42", "18.1")
def test_leaving_the_road_for_a_plain_escarpment_ends_there() -> None:
    state = moving("21/5 G22")
    assert walked(state, "21/5", "G22-H23-H24-G24").halted
    assert barred(state, "21/5", "G22-H23-H24-G24-G25") == "18.1"


@pytest.mark.case("18.5")
def test_from_tobruch_by_h26_onto_i27_and_on_by_j27_but_not_straight_off_to_j28() -> None:
    state = moving("21/5 G25")
    assert barred(state, "21/5", "G25-H26-I27-J27-J28") == ""
    assert barred(state, "21/5", "G25-H26-I27-J28") == "18.5"
    assert walked(state, "21/5", "G25-H26-I27-J27-J28").points == 2


@pytest.mark.case("18.5")
def test_a_step_straight_between_two_road_escarpments_counts_once() -> None:
    """H25 to I26 is off one and onto another; the second such step is one too many."""
    state = moving("21/5 H25")
    assert walked(state, "21/5", "H25-I26-J27-I27").points == 1
    assert barred(state, "21/5", "H25-I26-I27") == "18.5"
    assert barred(state, "21/5", "H25-I26-J27-I27-H27") == "18.5"


@pytest.mark.case("18.5", "18.1")
def test_a_second_step_onto_a_road_escarpment_is_an_ordinary_escarpment_move() -> None:
    """From I24 onto H24, along the road to clear J27, and from open J28 onto I28: there it ends."""
    state = moving("21/5 I24")
    path = "I24-H24-I25-I26-J27-J28-I28"
    assert walked(state, "21/5", path).halted
    assert barred(state, "21/5", f"{path}-H28") == "18.1"
    once = moving("21/5 J27")
    assert barred(once, "21/5", "J27-J28-I28-H28") == ""


@pytest.mark.case("18.5", "18.2")
def test_a_unit_that_begins_on_a_road_escarpment_and_steps_off_beside_the_road_has_taken_its_step() -> None:
    state = moving("21/5 H24")
    assert barred(state, "21/5", "H24-I24-I23") == ""
    assert walked(state, "21/5", "H24-I24-H23").halted
    assert barred(state, "21/5", "H24-I24-H23-G22") == "18.1"


@pytest.mark.case("18.5")
def test_the_step_beside_the_road_is_remembered_between_parts_of_a_move() -> None:
    state = play(moving("21/5 I24"), "move 21/5 I24-H24", "move 21/5 H24-H25")
    assert "H26" in ends(state, "21/5")  # through Tobruch, by road
    assert barred(state, "21/5", "H25-H26") == "18.5"
    assert at(play(state, "move 21/5 H25-H26"), "21/5") == "H26"


@pytest.mark.case("18.5", "18.3")
def test_the_privilege_is_for_road_escarpments_only() -> None:
    assert board().hex("I30") in escarpments() - coast_road_escarpments()
    assert barred(moving("21/5 J30"), "21/5", "J30-I30-H29") == "18.1"
    assert barred(moving("21/5 J28"), "21/5", "J28-I28-H28-H29") == ""
