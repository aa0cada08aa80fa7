"""[5.2, 8.98, 32.31, 32.32, 32.33, 32.58] The Truck Convoy Movement Phase."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys, open_truck_convoys, stages
from sandtable.games.campaign_for_north_africa.logistics.truck_routes import closed
from sandtable.games.campaign_for_north_africa.map import board, entry_road
from sandtable.games.campaign_for_north_africa.state import GABES, POINT, TRIPOLI, TRIPOLITANIA, TUNIS, Campaign
from sandtable.games.campaign_for_north_africa.verbs import change_supply
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal
from tests.playing import draft_of


def convoys(*units: str, side: Any = "commonwealth", **fields: Any) -> Campaign:
    return asking(position(*units, **fields), TruckConvoys(side))


def place(state: Campaign, name: str) -> str:
    return board().name(state.supply[name].at)


# Supply Units


@pytest.mark.case("32.33", "32.58", "32.31", "32.24")
def test_a_supply_unit_goes_fifteen_points_and_burns_one_fuel_point() -> None:
    state = convoys(supply={"CW-S1": ("B2221", 40, 60, 30)})
    state = play(state, "haul CW-S1 B2221-B2225")
    unit = state.supply["CW-S1"]
    assert (place(state, "CW-S1"), unit.spent, unit.fuel) == ("B2225", 8 * POINT, 59)
    state = play(state, "haul CW-S1 B2225-B2226-B2227")
    assert (state.supply["CW-S1"].spent, state.supply["CW-S1"].fuel) == (12 * POINT, 59)
    assert refusal(state, "haul CW-S1 B2227-B2327-B2326").case == "8.98"
    tired = replace(state, supply={"CW-S1": replace(state.supply["CW-S1"], spent=13 * POINT)})
    assert play(tired, "haul CW-S1 B2227-B2226").supply["CW-S1"].spent == 15 * POINT


@pytest.mark.case("32.32")
def test_with_fewer_than_thirty_points_it_stays_and_a_dummy_needs_six() -> None:
    state = convoys(supply={"CW-S1": ("B2221", 40, 60, 29), "CW-S2": ("B2221", 0, 0, 6), "CW-S3": ("B2221", 0, 0, 5)})
    assert refusal(state, "haul CW-S1 B2221-B2222").case == "32.32"
    assert refusal(state, "haul CW-S3 B2221-B2222").case == "32.32"
    assert place(play(state, "haul CW-S2 B2221-B2222"), "CW-S2") == "B2222"


@pytest.mark.case("32.33")
def test_it_moves_with_units_or_with_trucks_but_not_both() -> None:
    draft = draft_of(convoys(supply={"CW-S1": ("B2221", 40, 60, 30)}))
    change_supply(draft, "CW-S1", moved="movement")
    assert refusal(draft.state, "haul CW-S1 B2221-B2222").case == "32.33"


@pytest.mark.case("32.33", "32.58", "32.31")
def test_supply_units_go_together_as_far_as_the_one_that_has_least_left() -> None:
    state = convoys(supply={"CW-S1": ("B2221", 40, 60, 30), "CW-S2": ("B2225", 40, 60, 30)})
    state = play(state, "haul CW-S2 B2225-B2221")  # eight of its fifteen points
    for names in ("CW-S1, CW-S2", "CW-S2, CW-S1"):
        assert refusal(state, f"haul {names} B2221-B2225").case == "8.98"
        together = play(state, f"haul {names} B2221-B2224")
        assert {place(together, name) for name in ("CW-S1", "CW-S2")} == {"B2224"}
    assert refusal(state, "haul CW-S1, CW-S1 B2221-B2222").case == "32.33"


@pytest.mark.case("32.37", "8.88")
def test_what_was_flown_or_loaded_in_a_box_does_not_move() -> None:
    draft = draft_of(convoys(side="axis", supply={"AX-S1": ("tripoli", 40, 60, 30), "AX-S2": ("C4807", 40, 60, 30)}))
    change_supply(draft, "AX-S1", moved="loaded")
    change_supply(draft, "AX-S2", moved="air")
    assert refusal(draft.state, "haul AX-S1 tripoli-tripolitania").case == "8.88"
    assert refusal(draft.state, "haul AX-S2 C4807-C4806").case == "32.33"


@pytest.mark.case("32.14", "32.33")
def test_supply_units_move_together_to_where_there_is_room() -> None:
    supply = {
        "CW-S1": ("B2221", 40, 60, 30),
        "CW-S2": ("B2221", 40, 60, 30),
        "CW-S3": ("B2223", 1, 1),
        "CW-S4": ("B2223", 1, 1),
    }
    state = convoys(supply=supply)
    assert refusal(state, "haul CW-S1, CW-S2 B2221-B2223").case == "32.14"
    after = play(state, "haul CW-S1, CW-S2 B2221-B2224")
    assert place(after, "CW-S2") == "B2224"
    assert refusal(state, "haul CW-S1, CW-S1 B2221-B2222").case == "32.33"
    assert refusal(state, "haul CW-S3, CW-S1 B2221-B2222").case == "32.33"


@pytest.mark.case("32.24")
def test_without_fuel_within_range_it_stays() -> None:
    state = convoys(supply={"CW-S1": ("B2221", 40, 0, 30)})
    assert refusal(state, "haul CW-S1 B2221-B2222").case == "32.24"
    assert listed(state) == ["done"]
    marsh = {"CW-S1": ("B5529", 40, 0, 30), "CW-S2": ("B5530", 40, 60)}  # men could walk there, trucks cannot drive
    assert refusal(convoys(supply=marsh), "haul CW-S1 B5529-B5528").case == "32.24"


@pytest.mark.case("10.29", "8.13", "32.13")
def test_trucks_keep_away_from_the_enemy() -> None:
    state = convoys("157Fant+ B2224", "1Buffs B2323", supply={"CW-S1": ("B2222", 40, 60, 30), "AX-S2": ("B2321", 1, 1)})
    assert refusal(state, "haul CW-S1 B2222-B2223").case == "10.29"
    assert refusal(state, "haul CW-S1 B2222-B2223-B2224").case == "10.29"
    assert refusal(state, "haul CW-S1 B2222-B2321").case == "32.13"
    beside = convoys("157Fant+ B2223", supply={"CW-S1": ("B2222", 40, 60, 30)})
    assert refusal(beside, "haul CW-S1 B2222-B2223").case == "8.13"
    assert place(play(state, "haul CW-S1 B2222-B2323"), "CW-S1") == "B2323"
    assert "haul CW-S1 B2222-B2223" not in listed(state)


@pytest.mark.case("8.98", "8.31")
def test_a_way_with_gaps_is_the_cheapest_and_goes_around() -> None:
    state = convoys("157Fant+ B2224", supply={"CW-S1": ("B2222", 40, 60, 30)})
    state = play(state, "haul CW-S1 B2222-B2226")
    assert state.supply["CW-S1"].spent > 8 * POINT
    assert refusal(convoys(supply={"CW-S1": ("B2222", 1, 1, 30)}), "haul CW-S1 B2222-C2222").case == "8.98"


@pytest.mark.case("32.33", "8.19")
def test_strangers_and_forbidden_ground_are_refused() -> None:
    state = convoys(supply={"AX-S1": ("B2222", 1, 1, 30), "CW-S2": ("A2109", 1, 1, 30)})
    assert refusal(state, "haul AX-S1 B2222-B2223").case == "32.33"
    assert refusal(state, "haul CW-S9 B2222-B2223").case == "32.33"
    assert refusal(state, "haul CW-S2 A2109-A2208").case == "8.19"
    near = convoys("157Fant+ B2224", supply={"CW-S1": ("B2222", 40, 60, 30)})
    assert refusal(near, "haul CW-S1 B2222-B2223").case == "10.29"
    axis = convoys("7Arm+ A2109", side="axis", supply={"AX-S1": ("A2307", 40, 60, 30)})
    assert refusal(axis, "haul AX-S1 A2307-A2308-A2208").case == "10.29"
    assert refusal(state, "haul CW-S2 A2109-tripoli").case == "8.82"


@pytest.mark.case("32.33")
def test_every_listed_order_is_legal() -> None:
    state = convoys(
        "157Fant+ B2224",
        "1Buffs B2323",
        supply={"CW-S1": ("B2222", 40, 60, 30)},
        motors={"commonwealth": {"B2222": 20}},
    )
    orders = {order for count in range(30) for order in listed(replace(state, count=count))}
    assert len(orders) > 40
    for order in sorted(orders)[:60]:
        play(state, order)


# The region


@pytest.mark.case("8.84", "8.83", "8.89")
def test_stages_of_supply_units_between_the_boxes() -> None:
    assert [stages(*ends, 15) for ends in ((TRIPOLI, TRIPOLITANIA), (TUNIS, GABES), (TRIPOLITANIA, 0))] == [1, 2, 1]


@pytest.mark.case("8.81", "8.83", "8.84", "8.85", "32.31")
def test_a_supply_unit_comes_from_tripoli_to_the_map_box_by_box() -> None:
    state = convoys(side="axis", supply={"AX-S1": ("tripoli", 40, 60, 30)})
    assert "haul AX-S1 tripoli-tripolitania" in listed(state)
    state = play(state, "haul AX-S1 tripoli-tripolitania")
    unit = state.supply["AX-S1"]
    assert (place(state, "AX-S1"), unit.spent, unit.fuel) == ("tripolitania", 15 * POINT, 59)
    assert refusal(state, "haul AX-S1 tripolitania-A2802").case == "8.83"
    assert refusal(state, "haul AX-S1 tripolitania-withdrawn").case == "8.81"  # no box of the region
    state = convoys(side="axis", supply={"AX-S1": ("tripolitania", 40, 60, 30)})
    assert place(play(state, "haul AX-S1 tripolitania-A2802"), "AX-S1") == "A2802"
    assert refusal(state, "haul AX-S1 tripolitania-A2804").case == "8.85"


@pytest.mark.case("8.85", "32.14", "32.33")
def test_a_crowded_entry_strings_them_out_along_the_road() -> None:
    supply = {f"AX-S{n}": ("A2802", 1, 1) for n in (2, 3, 4)}
    state = convoys(side="axis", supply={"AX-S1": ("tripolitania", 40, 60, 30), **supply})
    assert place(play(state, "haul AX-S1 tripolitania-A2802"), "AX-S1") == "A2803"


@pytest.mark.case("8.85", "32.14")
def test_a_road_that_is_full_to_where_the_enemy_stands_is_closed_there() -> None:
    """Past the enemy at Marble Arch it comes to the first hex beyond his zone; on a road without room it stays."""
    road = [board().name(hex) for hex in entry_road()]
    heap = {f"AX-S{n}": (road[n // 5], 1, 1) for n in range(5 * len(road))}
    coming = {"AX-S999": ("tripolitania", 40, 60, 30)}
    first = road.index("A2109")
    state = convoys("7Arm+ A2109", side="axis", supply={**dict(list(heap.items())[: 5 * first]), **coming})
    came = place(play(state, "haul AX-S999 tripolitania-A2802"), "AX-S999")
    assert road.index(came) > first and board().distance(board().hex(came), board().hex("A2109")) > 1
    assert refusal(convoys(side="axis", supply=heap | coming), "haul AX-S999 tripolitania-A2802").case == "8.85"


@pytest.mark.case("8.84")
def test_a_long_journey_takes_two_stages_and_may_turn_back() -> None:
    state = convoys(side="axis", supply={"AX-S1": ("tunis", 40, 60, 30)})
    state = play(state, "haul AX-S1 tunis-gabes")
    unit = state.supply["AX-S1"]
    assert (place(state, "AX-S1"), unit.journey is not None) == ("tunis", True)
    rested = replace(state, supply={"AX-S1": replace(unit, spent=0, moved="")})
    assert refusal(rested, "haul AX-S1 tunis-tripoli").case == "8.84"
    on = play(rested, "haul AX-S1 tunis-gabes").supply["AX-S1"]
    assert (board().name(on.at), on.journey) == ("gabes", None)
    back = play(rested, "haul AX-S1 tunis-tunis").supply["AX-S1"]
    assert (board().name(back.at), back.journey) == ("tunis", None)


@pytest.mark.case("8.84", "8.83")
def test_who_turns_back_has_as_far_to_go_as_he_has_come() -> None:
    """From Tunis to Tripoli it takes three stages; after two of them, two more lead back."""
    state = convoys(side="axis", supply={"AX-S1": ("tunis", 40, 60, 30)})
    for way in ("tunis-tripoli", "tunis-tripoli", "tunis-tunis"):
        state = play(state, f"haul AX-S1 {way}")
        unit = state.supply["AX-S1"]
        assert unit.journey is not None, way
        state = replace(state, supply={"AX-S1": replace(unit, spent=0, moved="")})
    home = play(state, "haul AX-S1 tripoli-tunis").supply["AX-S1"]
    assert (board().name(home.at), home.journey) == ("tunis", None)


@pytest.mark.case("8.84", "8.83")
def test_who_leaves_the_map_for_long_is_in_a_box_on_the_way() -> None:
    state = play(convoys(side="axis", supply={"AX-S1": ("A2802", 40, 60, 30)}), "haul AX-S1 A2802-tripoli")
    assert place(state, "AX-S1") == "tripoli" and state.supply["AX-S1"].journey is not None


@pytest.mark.case("8.84")
def test_a_journey_is_named_by_its_two_ends() -> None:
    state = convoys(side="axis", supply={"AX-S1": ("tripoli", 40, 60, 30)}, motors={"axis": {"tripoli": 5}})
    assert refusal(state, "haul AX-S1 tripoli-tripolitania-A2802").case == "8.84"
    assert refusal(state, "drive 5 tripoli-gabes-tripolitania").case == "8.84"


@pytest.mark.case("32.33")
def test_who_is_elsewhere_or_strange_is_refused_for_that_alone() -> None:
    """What he has done before is not told."""
    draft = draft_of(convoys(supply={"AX-S1": ("tripoli", 40, 60, 30)}))
    change_supply(draft, "AX-S1", moved="loaded")
    assert refusal(draft.state, "haul AX-S1 tripoli-tripolitania").case == "32.33"
    away = convoys(side="axis", supply={"AX-S1": ("B2222", 40, 60, 30)})
    assert refusal(away, "haul AX-S1 tripoli-tripolitania").case == "32.33"


@pytest.mark.case("32.24", "32.15", "32.33")
def test_no_point_of_fuel_moves_two_supply_units_and_one_that_gave_its_last_is_gone() -> None:
    state = convoys(supply={"CW-S1": ("B2221", 5, 1, 30), "CW-S2": ("B2221", 5, 0, 30)})
    assert refusal(state, "haul CW-S1, CW-S2 B2221-B2222").case == "32.24"
    assert place(play(state, "haul CW-S2 B2221-B2222"), "CW-S2") == "B2222"
    supply = {"CW-S1": ("B2221", 5, 0, 30), "CW-S2": ("B2221", 0, 1, 30), "CW-S3": ("B2221", 1, 5, 30)}
    after = play(convoys(supply=supply), "haul CW-S1, CW-S2 B2221-B2222")
    assert "CW-S2" not in after.supply and place(after, "CW-S1") == "B2222"
    box = {"AX-S1": ("tripoli", 5, 0, 30), "AX-S2": ("tripoli", 0, 1, 30), "AX-S3": ("tripoli", 1, 5, 30)}
    gone = play(convoys(side="axis", supply=box), "haul AX-S1, AX-S2 tripoli-tripolitania")
    assert "AX-S2" not in gone.supply and place(gone, "AX-S1") == "tripolitania"


@pytest.mark.case("8.85")
def test_the_map_is_left_from_its_edge_only() -> None:
    state = convoys(side="axis", supply={"AX-S1": ("A2802", 40, 60, 30), "AX-S2": ("A2803", 40, 60, 30)})
    assert place(play(state, "haul AX-S1 A2802-tripolitania"), "AX-S1") == "tripolitania"
    assert refusal(state, "haul AX-S2 A2803-tripolitania").case == "8.85"


# Unattached Motorization Points


@pytest.mark.case("8.98", "32.51", "32.24")
def test_unattached_points_drive_thirty_points_without_fuel_and_once() -> None:
    state = convoys(motors={"commonwealth": {"B2220": 20}})
    state = play(state, "drive 15 B2220-B2227")
    assert state.motors["commonwealth"] == {board().hex("B2220"): 5, board().hex("B2227"): 15}
    assert refusal(state, "drive 15 B2227-B2226").case == "8.98"
    assert refusal(state, "drive 6 B2220-B2221").case == "8.98"
    assert refusal(state, "drive 0 B2220-B2221").case == "8.98"
    state = play(state, "drive 5 B2220-B2227")
    assert state.motors["commonwealth"] == {board().hex("B2227"): 20}


@pytest.mark.case("8.98", "10.29")
def test_they_neither_exceed_their_allowance_nor_enter_zones() -> None:
    state = convoys("157Fant+ B2224", motors={"commonwealth": {"B2222": 20}})
    assert refusal(state, "drive 5 B2222-B2223").case == "10.29"
    assert refusal(state, "drive 5 B2222-B2122-B2222").case == "8.98"
    assert refusal(state, "drive 5 B2222-B2222").case == "8.98"
    far = convoys(motors={"commonwealth": {"B2222": 20}})
    assert refusal(far, "drive 5 B2222-C2224").case == "8.98"


@pytest.mark.case("8.84", "8.82", "32.24", "8.83", "8.98")
def test_points_drive_between_neighbouring_boxes() -> None:
    state = convoys(side="axis", motors={"axis": {"tripoli": 20}})
    orders = listed(state)
    assert "drive 20 tripoli-tripolitania" in orders
    assert "drive 20 tripoli-A2802" not in orders
    assert refusal(state, "drive 20 tripoli-A2802").case == "8.84"
    assert play(state, "drive 20 tripoli-tripolitania").motors["axis"] == {TRIPOLITANIA: 20}
    british = convoys(motors={"commonwealth": {"A2802": 5}})
    assert refusal(british, "drive 5 A2802-tripolitania").case == "8.82"


@pytest.mark.case("8.84")
def test_nothing_travels_from_a_box_to_itself() -> None:
    state = convoys(side="axis", supply={"AX-S1": ("gabes", 40, 60, 30)}, motors={"axis": {"tripoli": 20}})
    assert refusal(state, "haul AX-S1 gabes-gabes").case == "8.84"
    assert refusal(state, "drive 20 tripoli-tripoli").case == "8.84"
    assert not [order for order in listed(state) if order.endswith("gabes-gabes")]
    edge = convoys(side="axis", supply={"AX-S1": ("A2802", 40, 60, 30)})
    assert refusal(edge, "haul AX-S1 A2802-A2802").case == "8.98"
    assert "haul AX-S1 A2802-A2802" not in listed(edge)
    going = play(state, "haul AX-S1 gabes-tunis")
    assert going.supply["AX-S1"].journey is not None


# The phase


@pytest.mark.case("5.2", "8.98")
def test_nobody_is_asked_when_nothing_can_move() -> None:
    draft = draft_of(position(supply={"CW-S1": ("B2222", 40, 60, 29)}))
    open_truck_convoys(draft, "commonwealth")
    assert len(draft.state.stack) == 1
    draft = draft_of(position(supply={"CW-S1": ("B2222", 40, 60, 30)}))
    open_truck_convoys(draft, "axis")
    assert len(draft.state.stack) == 1
    open_truck_convoys(draft, "commonwealth")
    assert draft.state.stack[-1] == TruckConvoys("commonwealth")


@pytest.mark.case("5.2")
def test_units_do_not_move_in_this_phase() -> None:
    state = convoys("6RTR B2222", motors={"commonwealth": {"B2222": 1}})
    assert refusal(state, "move 6RTR B2222-B2223").case == "5.2"
    assert len(play(state, "done").stack) == 1


@pytest.mark.case("8.13", "10.29", "32.13")
def test_trucks_go_to_their_own_depots_and_not_to_those_of_the_enemy() -> None:
    state = position("2SctGds C3922", supply={"CW-S1": ("C3818", 40, 60), "AX-S1": ("C3616", 40, 60)})
    assert board().hex("C3616") in closed(state, "commonwealth")
    assert board().hex("C3818") not in closed(state, "commonwealth")
    far = position("2SctGds C3922", supply={"CW-S1": ("C3818", 40, 60), "AX-S1": ("tripoli", 40, 60)})
    assert min(closed(far, "commonwealth")) >= 0
