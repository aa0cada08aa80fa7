"""[8.8] Tripoli and Tunisia."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.contents import Journey
from sandtable.games.campaign_for_north_africa.map import board, entry_road
from sandtable.games.campaign_for_north_africa.movement.region import stages
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.state import GABES, TRIPOLI, TRIPOLITANIA, TUNIS, Campaign
from tests.campaign_for_north_africa import marches
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal, spent, where, with_unit

FUEL = {"AX-S1": ("tripoli", 40, 60), "AX-S2": ("A2802", 40, 60)}
EDGE = board().hex("A2802")


def moving(*units: str, side: Side = "axis", **fields: Any) -> Campaign:
    return marches.moving(*units, side=side, **{"supply": FUEL} | fields)


def next_stage(state: Campaign, name: str, fuel: int = 0) -> Campaign:
    """The same position with the points of a unit restored, in a Movement Segment."""
    return asking(with_unit(state, name, spent=0, halted=False, fuel=fuel), Movement("axis"))


@pytest.mark.case("8.81", "8.83", "8.84")
@pytest.mark.parametrize(
    ("start", "goal", "unit", "number"),
    [
        (TUNIS, GABES, "I/157", 5),
        (TUNIS, GABES, "I/5Pz", 2),
        (TUNIS, GABES, "3Aufk", 1),
        (TUNIS, TRIPOLI, "I/157", 8),
        (TUNIS, TRIPOLITANIA, "I/157", 11),
        (TRIPOLITANIA, EDGE, "I/157", 3),
        (TRIPOLI, EDGE, "3Aufk", 2),
    ],
)
def test_the_way_is_counted_in_stages_by_the_allowance(start: int, goal: int, unit: str, number: int) -> None:
    state = position(f"{unit} tripoli")
    assert stages(state, unit, start, goal) == stages(state, unit, goal, start) == number


@pytest.mark.case("8.83", "8.84", "8.86")
def test_a_journey_of_one_stage_goes_straight_to_its_box_for_the_whole_allowance_and_fuel() -> None:
    assert any(order.startswith("depart 3Aufk") for order in listed(moving("3Aufk tripoli")))
    for tired in ("spent=1", "halted"):
        assert not any(order.startswith("depart 3Aufk") for order in listed(moving(f"3Aufk tripoli {tired}")))
    state = play(moving("3Aufk tripoli"), "depart 3Aufk to tripolitania")
    assert (where(state, "3Aufk"), spent(state, "3Aufk"), state.units["3Aufk"].journey) == ("tripolitania", 45, None)
    assert state.supply["AX-S1"].fuel == 59
    assert (state.units["3Aufk"].breakdown, state.units["3Aufk"].cohesion) == (0, 0)


@pytest.mark.case("8.84")
def test_a_longer_one_goes_stage_by_stage_and_may_wait() -> None:
    state = play(moving("I/157 tripoli"), "depart I/157 to tripolitania")
    assert state.units["I/157"].journey == Journey(TRIPOLI, TRIPOLITANIA, 1)
    state = play(next_stage(state, "I/157"), "done")  # it waits
    assert state.units["I/157"].journey == Journey(TRIPOLI, TRIPOLITANIA, 1)
    state = play(next_stage(state, "I/157"), "depart I/157 to tripolitania")
    state = play(next_stage(state, "I/157"), "depart I/157 to tripolitania")
    assert (where(state, "I/157"), state.units["I/157"].journey) == ("tripolitania", None)


@pytest.mark.case("8.84")
def test_a_unit_in_transit_turns_back_and_goes_nowhere_else() -> None:
    state = play(moving("I/157 tunis"), "depart I/157 to gabes")
    state = play(next_stage(state, "I/157"), "depart I/157 to gabes")
    assert refusal(next_stage(state, "I/157"), "depart I/157 to tripoli").case == "8.84"
    state = play(next_stage(state, "I/157"), "depart I/157 to tunis")
    assert state.units["I/157"].journey == Journey(GABES, TUNIS, 4)
    state = play(next_stage(state, "I/157"), "depart I/157 to tunis")
    assert (where(state, "I/157"), state.units["I/157"].journey) == ("tunis", None)


@pytest.mark.case("8.84", "3.4")
def test_guns_that_nothing_draws_stay_in_their_box() -> None:
    assert refusal(moving("VCD tripoli"), "depart VCD to tripolitania").case == "3.4"


@pytest.mark.case("8.82")
def test_the_boxes_are_closed_to_the_commonwealth() -> None:
    assert refusal(moving("1KRRC A2109", side="commonwealth"), "depart 1KRRC to tripoli").case == "8.82"


@pytest.mark.case("8.85")
def test_a_unit_leaves_the_map_only_from_its_first_hex_and_with_all_its_points() -> None:
    assert refusal(moving("3Aufk A2803"), "depart 3Aufk to tripolitania").case == "8.85"
    assert refusal(moving("3Aufk A2802 spent=1"), "depart 3Aufk to tripolitania").case == "8.83"
    assert where(play(moving("3Aufk A2802"), "depart 3Aufk to tripolitania"), "3Aufk") == "tripolitania"
    walking = play(moving("I/157 A2802"), "depart I/157 to tripolitania")
    assert where(walking, "I/157") == "tripolitania"
    assert walking.units["I/157"].journey == Journey(EDGE, TRIPOLITANIA, 1)


@pytest.mark.case("8.85")
def test_arrivals_are_strung_out_along_the_road_five_points_to_a_hex() -> None:
    full = "I/157, II/157, III/157, I/158, II/158"
    state = play(
        moving(f"{full} A2802, 3Aufk tripolitania", supply={"AX-S1": ("tripolitania", 40, 60)}), "depart 3Aufk to map"
    )
    assert where(state, "3Aufk") == board().name(entry_road()[1])
    free = play(moving("3Aufk tripolitania", supply={"AX-S1": ("tripolitania", 40, 60)}), "depart 3Aufk to map")
    assert where(free, "3Aufk") == "A2802"


@pytest.mark.case("8.83")
def test_who_has_come_on_to_the_map_moves_no_further_in_that_stage() -> None:
    state = play(moving("3Aufk tripolitania", supply={"AX-S1": ("tripolitania", 40, 60)}), "depart 3Aufk to map")
    assert refusal(state, "move 3Aufk A2802-A2803").case == "8.23"


@pytest.mark.case("8.83", "32.23")
def test_motorised_units_need_fuel_and_men_on_foot_none() -> None:
    assert refusal(moving("3Aufk tunis"), "depart 3Aufk to gabes").case == "32.23"
    assert play(moving("I/157 tunis"), "depart I/157 to gabes").units["I/157"].journey is not None


@pytest.mark.case("8.84", "8.81")
@pytest.mark.parametrize(
    ("units", "order", "case"),
    [
        ("I/157 tripoli", "depart I/157 to tripoli", "8.84"),
        ("I/157 tripoli", "depart I/157 to algiers", "8.81"),
        ("I/157 tripoli", "depart 1KRRC to gabes", "8.84"),
        ("157Fant+ tripoli", "depart I/157 to gabes", "4.25"),
        ("I/157 tripoli cohesion=-26", "depart I/157 to gabes", "6.26"),
        ("I/157 tripoli", "move I/157 A2802-A2803", "8.83"),
    ],
)
def test_other_departures_are_refused(units: str, order: str, case: str) -> None:
    assert refusal(moving(units), order).case == case


@pytest.mark.case("8.86")
def test_reinforcements_that_have_just_landed_may_move_in_the_same_stage() -> None:
    """Nothing about a unit that has just arrived in Tunis or Tripoli holds it there, as the correction says."""
    assert "depart I/157 to gabes" in listed(moving("I/157 tripoli"))


@pytest.mark.case("8.87")
def test_any_number_may_be_in_a_box() -> None:
    state = play(moving("Ariete+, 63Cir+, 64Cat+ tripoli, I/104 gabes"), "depart I/104 to tripoli")
    assert state.units["I/104"].journey is not None


@pytest.mark.case("8.82", "8.84")
def test_the_list_holds_every_box_and_the_map() -> None:
    orders = [order for order in listed(moving("I/157 tripoli")) if order.startswith("depart")]
    goals = ("tripolitania", "gabes", "tunis", "map")
    assert sorted(orders) == sorted(f"depart I/157 to {goal}" for goal in goals)


@pytest.mark.case("8.85")
def test_nobody_sets_out_for_the_map_while_its_road_is_full() -> None:
    state = moving("I/157 tripolitania, 1RNF C3922")
    play(state, "depart I/157 to map")
    barred = replace(state, stacks={**state.stacks, **dict.fromkeys(entry_road(), ("1RNF",))})
    assert refusal(barred, "depart I/157 to map").case == "8.85"


# To the point


@pytest.mark.case("8.82", "8.83", "8.84", "8.85", "6.26", "17.33", "8.23")
@pytest.mark.parametrize(
    ("units", "case"),
    [
        ("157Fant tripoli, I/157>157Fant", ""),
        ("157Fant tripoli, I/157>157Fant cohesion=-26", "6.26"),  # one of them is enough
        ("157Fant tripoli, I/157>157Fant school=x", "17.33"),
        ("157Fant tripoli, I/157>157Fant spent=0.5", "8.83"),
        ("157Fant tripoli reserve=1, I/157>157Fant", "8.23"),
        ("157Fant tripoli halted, I/157>157Fant", "8.23"),
    ],
)
def test_who_sets_out_in_the_region(units: str, case: str) -> None:
    state = moving(units)
    text = "depart 157Fant to tripolitania"
    assert (text in listed(state)) is not bool(case)
    if case:
        assert refusal(state, text).case == case
    else:
        assert play(state, text).units["157Fant"].journey == Journey(TRIPOLI, TRIPOLITANIA, 1)


@pytest.mark.case("8.84", "8.82", "8.86")
def test_nobody_sends_units_that_are_not_his_or_not_there() -> None:
    state = moving("I/157 tripoli", "11Hus C3922")
    assert refusal(state, "depart Nobody to tripolitania").case == "8.84"
    assert refusal(state, "depart 11Hus to tripolitania").case == "8.84"
    other = moving("I/157 tripoli", "11Hus C3922", side="commonwealth")
    assert refusal(other, "depart 11Hus to tripolitania").case == "8.82"
    assert not [text for text in listed(other) if text.startswith("depart")]
