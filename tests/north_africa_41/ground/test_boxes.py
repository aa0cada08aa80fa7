"""[6] Off Map Boxes."""

from __future__ import annotations

import pytest

from tests.north_africa_41.moving import moving
from tests.north_africa_41.positions import listed, play, refusal, where


@pytest.mark.case("6.3.1", "6.3.3")
def test_a_unit_enters_its_box_from_the_edge_for_a_point() -> None:
    state = moving("it-27pav 1601, it-28pav 1602")
    assert where(play(state, "move it-27pav 1601-1701-tripoli"), "it-27pav") == "tripoli"
    assert where(play(state, "move it-28pav 1602-1601-1701-tripoli"), "it-28pav") == "tripoli"
    far = moving("it-27pav 1604")
    assert refusal(far, "move it-27pav 1604-1603-1602-1601-1701-tripoli").case == "5.1"


@pytest.mark.case("6.3.3", "5.4")
def test_by_tactical_movement_the_box_is_one_hex() -> None:
    state = moving("it-27pav~ 1601, ge-mg8 tripoli")
    assert where(play(state, "tactical it-27pav 1601-1701-tripoli"), "it-27pav") == "tripoli"
    assert where(play(state, "tactical ge-mg8 tripoli-1701-1601"), "ge-mg8") == "1601"
    assert refusal(state, "tactical ge-mg8 tripoli-1701-1601-1602").case == "5.4"


@pytest.mark.case("6.3.1")
def test_whoever_enters_a_box_stops_there() -> None:
    state = moving("ge-mg8 1701, ge-mg2 tripoli")
    assert refusal(state, "move ge-mg8 1701-tripoli-1601").case == "6.3.1"
    inside = play(state, "move ge-mg8 1701-tripoli")
    assert refusal(inside, "move ge-mg8 tripoli-1701").case == "5.1"
    assert where(play(inside, "move ge-mg2 tripoli-1701"), "ge-mg2") == "1701"  # who began there goes


@pytest.mark.case("6.3.3", "6.3.2")
def test_a_mechanised_unit_leaves_its_box_at_the_cost_of_the_first_hex() -> None:
    # the Via Balbia from Tripoli: 1701, 1601 ... for a quarter of a point each, 32 hexes with Extended Movement
    state = moving("ge-mg8 tripoli")
    assert where(play(state, "move ge-mg8 tripoli-1701-1601-1602"), "ge-mg8") == "1602"
    assert where(play(state, "move ge-mg8 tripoli-2711"), "ge-mg8") == "2711"
    assert where(play(moving(allied="br-3hus delta", phasing="allied"), "move br-3hus delta-2480"), "br-3hus") == "2480"


@pytest.mark.case("6.3.3")
def test_nobody_returns_to_the_box_he_has_just_left() -> None:
    assert refusal(moving("ge-mg8 tripoli"), "move ge-mg8 tripoli-1701-tripoli").case == "6.3.3"
    assert refusal(moving("ge-mg8 tripoli"), "move ge-mg8 tripoli-1701-1601-1501-tripoli").case == "6.3.3"


@pytest.mark.case("6.1.2", "5.6")
def test_the_boxes_of_the_enemy_are_closed() -> None:
    assert refusal(moving("ge-mg8 2480"), "move ge-mg8 2480-delta").case == "6.1.2"
    assert refusal(moving(allied="br-3hus 1701", phasing="allied"), "tactical br-3hus 1701-tripoli").case == "6.1.2"
    assert not any("delta" in order for order in listed(moving("ge-mg8 2480")))


@pytest.mark.case("6.3.4")
def test_only_units_in_good_order_leave_a_box() -> None:
    state = moving("ge-mg8~ tripoli, ge-mg2~~ tripoli")
    assert refusal(state, "tactical ge-mg8 tripoli-1701").case == "6.3.4"
    assert refusal(state, "move ge-mg2 tripoli-1701").case == "6.3.4"


@pytest.mark.case("6.3.4")
def test_units_on_foot_leave_a_box_only_with_help() -> None:
    state = moving("it-27pav, repl-italian-infantry-1 tripoli")
    assert refusal(state, "move it-27pav tripoli-1701").case == "6.3.4"
    assert refusal(state, "tactical it-27pav tripoli-1701").case == "6.3.4"
    assert refusal(state, "move repl-italian-infantry-1 tripoli-1701").case == "6.3.4"
    assert len(listed(state)) == 1


@pytest.mark.case("6.3.4", "6.3.2")
def test_a_truck_takes_a_unit_on_foot_or_a_supply_point_out_of_a_box() -> None:
    state = moving("it-27pav, axis-truck-1, axis-truck-2 tripoli", supply={"axis": {"tripoli": 1}})
    state = play(state, "carry it-27pav with axis-truck-1 tripoli-1604", "carry supply with axis-truck-2 tripoli-1707")
    assert (where(state, "it-27pav"), where(state, "axis-truck-1")) == ("1604", "1604")
    assert where(state, "axis-truck-2") == "1707"
    assert state.units["axis-truck-2"].loaded


@pytest.mark.case("6.3.2", "6.1.1")
def test_italy_is_left_only_by_sea_or_air() -> None:
    state = moving("ge-mg8, axis-truck-1 italy")
    assert refusal(state, "move ge-mg8 italy-tripoli").case == "6.3.2"
    assert refusal(state, "tactical ge-mg8 italy-tripoli").case == "6.3.2"
    assert refusal(state, "transfer axis-truck-1 to tripoli").case == "6.3.2"


@pytest.mark.case("5.1")
def test_pieces_out_of_play_do_not_move() -> None:
    state = moving("ge-mg8 eliminated, ge-mg2 surrendered, ge-i-8 due")
    for name in ("ge-mg8", "ge-mg2", "ge-i-8"):
        place = where(state, name)
        assert refusal(state, f"move {name} {place}-1701").case == "5.1"
    assert len(listed(state)) == 1
