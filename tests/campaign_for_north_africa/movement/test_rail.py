"""[8.7] The railway from the Delta."""

from typing import Any

import pytest

from sandtable.games.campaign_for_north_africa.arrivals.reinforcements import open_arrivals
from sandtable.games.campaign_for_north_africa.capability.cohesion import riders
from sandtable.games.campaign_for_north_africa.invariants import broken_invariants
from sandtable.games.campaign_for_north_africa.map import board, railway, railway_extension
from sandtable.games.campaign_for_north_africa.movement.rail import EAST, WEST, RailMovement, direction, line, open_rail
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.turn import clear_stage
from sandtable.games.campaign_for_north_africa.verbs import place
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal, spent, where
from tests.playing import draft_of

WEST_END = "D3714"  # Mersa Matruh; E3613 is Alexandria


def railing(*units: str, **fields: Any) -> Campaign:
    return asking(position(*units, **fields), RailMovement("commonwealth"))


def hex(name: str) -> int:
    return board().hex(name)


def on_line(name: str) -> bool:
    return hex(name) in line(position())


@pytest.mark.case("8.71")
def test_the_line_runs_from_alexandria_to_mersa_matruh() -> None:
    assert on_line("E3613") and on_line(WEST_END)
    assert not on_line("A4827")  # Benghazi's line does nothing


@pytest.mark.case("8.71", "8.72")
def test_the_phase_is_the_commonwealths_and_passes_when_nothing_can_go() -> None:
    for side, units, asked in (
        ("commonwealth", "1KRRC D3714", True),
        ("commonwealth", "1KRRC C3510", False),
        ("axis", "I/157 D3714", False),
    ):
        draft = draft_of(position(units))
        open_rail(draft, "axis" if side == "axis" else "commonwealth")
        assert isinstance(draft.state.stack[-1], RailMovement) is asked


@pytest.mark.case("8.72", "8.73")
def test_a_unit_goes_any_distance_along_the_line_for_nothing() -> None:
    state = play(railing("1KRRC E3613"), f"rail 1KRRC to {WEST_END}")
    assert (where(state, "1KRRC"), spent(state, "1KRRC")) == (WEST_END, 0)


@pytest.mark.case("8.73")
def test_going_by_rail_keeps_a_unit_from_reorganising() -> None:
    from sandtable.games.campaign_for_north_africa.capability.cohesion import rest

    state = play(railing("1KRRC E3613 cohesion=-7, 1RNF D3714 cohesion=-7"), f"rail 1KRRC to {WEST_END}")
    assert riders(state) == {"1KRRC"}
    draft = draft_of(state)
    rest(draft)
    assert (draft.state.units["1KRRC"].cohesion, draft.state.units["1RNF"].cohesion) == (-7, -2)


@pytest.mark.case("8.73")
@pytest.mark.parametrize(
    ("units", "case"),
    [
        ("1KRRC E3613 spent=1", "8.73"),
        ("1KRRC C3510", "8.73"),
        ("7Spt+ E3613", "8.75"),
        ("1KRRC>7Spt, 7Spt E3613", "4.25"),
    ],
)
def test_a_unit_starts_on_the_rail_with_all_its_points_and_fits_the_train(units: str, case: str) -> None:
    state = railing(f"{units}, 1RNF E3613") if "+" in units else railing(units)
    name = "7Spt" if "+" in units else "1KRRC"
    if "+" in units:
        state = play(state, f"rail 1RNF to {WEST_END}")
    assert refusal(state, f"rail {name} to {WEST_END}").case == case


@pytest.mark.case("8.73")
def test_who_lands_in_this_stage_takes_no_train_before_the_next() -> None:
    draft = draft_of(position(turn=28, stage=2))
    open_arrivals(draft)  # the 42nd Royal Tank Regiment
    at = draft.state.units["42RTR"].at
    moved = draft_of(asking(draft.state))
    if at not in line(moved.state):
        place(moved, "42RTR", hex("E3613"))
    order, rail = f"rail 42RTR to {WEST_END}", RailMovement("commonwealth")
    assert refusal(asking(moved.state, rail), order).case == "8.73"
    clear_stage(moved)
    assert where(play(asking(moved.state, rail), order), "42RTR") == WEST_END


@pytest.mark.case("8.73", "8.17", "17.33", "61.3")
def test_a_train_takes_nobody_who_may_not_move() -> None:
    held: dict[str, Any] = {"held": ("1KRRC",), "turn": 26}
    for state, case in (
        (railing("1KRRC E3613 cohesion=-26"), "8.17"),
        (railing("1KRRC E3613 school=1RNF"), "17.33"),
        (railing("1KRRC E3613", **held), "61.3"),
    ):
        assert refusal(state, f"rail 1KRRC to {WEST_END}").case == case and listed(state) == ["done"]


@pytest.mark.case("8.73")
def test_a_unit_in_an_enemy_zone_does_not_board_and_no_train_enters_one() -> None:
    near = next(name for name in ("D3613", "D3614", "D3615", "D3713", "D3715") if name not in ("D3714",))
    state = railing(f"1KRRC {WEST_END}", f"I/157, II/157 {near}")
    assert refusal(state, "rail 1KRRC to E3613").case == "8.73"
    coming = play(railing("1KRRC E3613", f"I/157, II/157 {near}"), f"rail 1KRRC to {WEST_END}")
    assert where(coming, "1KRRC") not in (WEST_END, "E3613")  # it stops before the zone


@pytest.mark.case("8.74", "8.75", "8.77")
def test_two_stacking_points_go_in_each_direction_from_and_to_anywhere_on_the_line() -> None:
    stop = next(board().name(each) for each in line(position()) if board().name(each).startswith("D342"))
    units = f"1KRRC, 1RNF, 2KRRC E3613, 1RflBde {WEST_END}"
    state = play(railing(units), f"rail 1KRRC to {WEST_END}", f"rail 1RNF to {stop}")
    assert (where(state, "1KRRC"), where(state, "1RNF")) == (WEST_END, stop)
    assert refusal(state, f"rail 2KRRC to {stop}").case == "8.75"
    assert where(play(state, f"rail 1RflBde to {stop}"), "1RflBde") == stop  # the other way


@pytest.mark.case("8.74")
def test_every_journey_goes_east_or_west() -> None:
    ends = [board().hex(name) for name in (WEST_END, "E3613")]
    assert (direction(*ends), direction(*reversed(ends))) == (EAST, WEST)
    assert direction(board().hex("E3815"), board().hex("E3415")) == WEST  # due north or south is no way east


@pytest.mark.case("8.72")
def test_a_unit_goes_by_rail_once() -> None:
    state = play(railing("1KRRC, 1RNF E3613"), f"rail 1KRRC to {WEST_END}")
    assert refusal(state, "rail 1KRRC to E3613").case == "8.72"


@pytest.mark.case("8.76", "8.47")
def test_railway_that_is_not_built_cannot_be_used() -> None:
    line_west = railway_extension()
    far = board().name(line_west[5])
    assert refusal(railing("1KRRC E3613"), f"rail 1KRRC to {far}").case == "8.76"
    built = railing("1KRRC E3613", railway=far)
    assert where(play(built, f"rail 1KRRC to {far}"), "1KRRC") == far


@pytest.mark.case("8.78")
def test_nothing_west_of_a_rail_hex_that_the_axis_holds_is_used() -> None:
    mid = next(each for each in line(position()) if board().name(each).startswith("D342"))
    state = railing(f"1KRRC E3613, 1RNF {WEST_END}", f"I/157 {board().name(mid)}")
    assert refusal(state, f"rail 1KRRC to {WEST_END}").case == "8.76"
    assert refusal(state, "rail 1RNF to E3613").case == "8.73"
    (last,) = (at for at in railway()[mid] if at in line(state))  # just east of him
    assert where(play(state, f"rail 1KRRC to {board().name(last)}"), "1KRRC") == board().name(last)


@pytest.mark.case("8.78")
def test_what_lies_due_south_of_a_rail_hex_that_the_axis_holds_is_not_west_of_it() -> None:
    state = railing("1KRRC E3418", "I/157 E3615")
    assert hex("E3415") in line(state) and hex("E3415") in line(state)[hex("E3516")]
    assert hex("E3414") not in line(state) and hex("E3414") not in line(state)[hex("E3415")]


@pytest.mark.case("8.73")
def test_no_train_passes_enemies_even_where_they_are_no_combat_units() -> None:
    mid = next(board().name(each) for each in line(position()) if board().name(each).startswith("D342"))
    assert refusal(railing("1KRRC E3613", f"60Eng {mid}"), f"rail 1KRRC to {WEST_END}").case == "8.73"
    aside = railing("1KRRC E3613", "60Eng C3510")
    assert where(play(aside, f"rail 1KRRC to {WEST_END}"), "1KRRC") == WEST_END


@pytest.mark.case("8.78", "3.62")
def test_a_headquarters_on_the_line_counts_as_a_combat_unit_whatever_it_leads() -> None:
    mid = next(each for each in line(position()) if board().name(each).startswith("D342"))
    for leader in ("157Fant", "157Fant+"):
        state = railing("1KRRC E3613", f"{leader} {board().name(mid)}")
        for known in (state, observe(state, "commonwealth")):
            assert refusal(known, f"rail 1KRRC to {WEST_END}").case == "8.76"


@pytest.mark.case("8.73", "10.6")
def test_the_owner_is_told_which_supply_units_on_the_line_are_in_an_enemy_zone() -> None:
    supply = {"CW-S1": (WEST_END, 40, 60), "CW-S2": ("E3613", 40, 60)}
    for foe, told in (("157Fant+", True), ("157Fant", False)):  # with its battalions, and a bare headquarters
        state = railing("1KRRC E3613", f"{foe} D3613", supply=supply)
        seen = observe(state, "commonwealth")
        assert seen.told[hex(WEST_END)] is told
        for known in (state, seen):
            assert ("rail CW-S1 to E3613" in listed(known)) is not told
            assert "rail CW-S2 to E3513" in listed(known)


@pytest.mark.case("32.34", "8.72")
def test_two_supply_units_go_in_one_direction_instead_of_units() -> None:
    supply = {"CW-S1": ("E3613", 40, 60), "CW-S2": ("E3613", 40, 60), "CW-S3": ("E3613", 1, 1), "CW-S4": ("D3714",)}
    state = railing("1KRRC E3613, 1RNF D3714", supply=supply)
    state = play(state, f"rail CW-S1 to {WEST_END}", f"rail CW-S2 to {WEST_END}")
    assert state.supply["CW-S1"].at == hex(WEST_END) and state.supply["CW-S1"].moved == "rail"
    assert refusal(state, f"rail CW-S3 to {WEST_END}").case == "32.34"
    assert refusal(state, "rail CW-S4 to E3613").case == "32.34"  # the other direction
    assert refusal(state, f"rail 1KRRC to {WEST_END}").case == "8.72"
    assert where(play(state, "rail 1RNF to E3613"), "1RNF") == "E3613"
    assert refusal(state, "rail CW-S1 to E3613").case == "8.73"


@pytest.mark.case("32.34", "32.32", "32.13", "32.14")
def test_a_supply_unit_leaves_the_points_that_carried_it_at_the_station() -> None:
    state = play(railing(supply={"CW-S1": ("E3613", 40, 60, 30)}), f"rail CW-S1 to {WEST_END}")
    assert state.supply["CW-S1"].motors == 0
    assert state.motors["commonwealth"] == {hex("E3613"): 30}


@pytest.mark.case("9.31")
def test_a_train_stops_where_there_is_room() -> None:
    full = "2KRRC, 2RflBde, 1RflBde, 1Ches, 2Ches, 1Ranger"
    assert refusal(railing(f"1KRRC E3613, {full} {WEST_END}"), f"rail 1KRRC to {WEST_END}").case == "9.31"


@pytest.mark.case("8.72", "8.77")
def test_the_list_holds_what_is_accepted_and_done_ends_the_phase() -> None:
    state = railing("1KRRC E3613")
    orders = listed(state)
    assert orders[0] == "done" and f"rail 1KRRC to {WEST_END}" in orders and len(orders) > 50
    assert not isinstance(play(state, "done").stack[-1], RailMovement)
    assert refusal(state, "stay").case == "8.72"
    assert refusal(state, "rail 1KRRC to C9999").case == "8.77"
    assert refusal(state, "rail 1KRRC to E3613").case == "8.77"
    assert refusal(state, "rail I/157 to E3613").case == "8.71"


@pytest.mark.case("8.73", "32.13")
def test_who_arrives_by_rail_takes_what_the_enemy_left_at_the_station() -> None:
    state = railing("1KRRC E3613", supply={"AX-S1": (WEST_END, 20, 20)}, motors={"axis": {WEST_END: 9}})
    after = play(state, f"rail 1KRRC to {WEST_END}")
    assert after.supply["AX-S1"].side == "commonwealth"
    assert after.motors == {"axis": {}, "commonwealth": {hex(WEST_END): 9}}
    assert broken_invariants(after) == []
