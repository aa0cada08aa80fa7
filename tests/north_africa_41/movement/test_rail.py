"""[5.9] Rail Movement."""

from __future__ import annotations

from typing import Any

import pytest

from tests.north_africa_41.moving import moving
from tests.north_africa_41.positions import listed, play, play_noting, refusal, supply_at, where

BRIGADE = "br-22gds"


@pytest.mark.case("5.9.1", "6.3.2", "6.3.4")
def test_a_unit_on_foot_goes_by_rail_from_the_delta_to_mersa_matruh() -> None:
    state = moving(allied=f"{BRIGADE} delta", phasing="allied")
    after, events = play_noting(state, f"rail {BRIGADE} to 2560")
    assert where(after, BRIGADE) == "2560"
    assert after.units[BRIGADE].transport == "rail"
    assert after.books["allied"].restful  # [17.4]
    assert str(events[0].facts["path"]).startswith("['delta', '2480', '2479', '2478'")
    assert refusal(after, f"move {BRIGADE} 2560-2559").case == "5.1"


@pytest.mark.case("5.9.1")
def test_one_unit_replacement_or_supply_point_a_phase() -> None:
    state = moving(
        allied=f"{BRIGADE}, repl-british-infantry-1 delta, br-7rtr 2268",
        phasing="allied",
        supply={"allied": {"delta": 2}},
    )
    for first in (f"rail {BRIGADE} to 2478", "rail repl-british-infantry-1 to 2560", "rail supply@delta to 2268"):
        after = play(state, first)
        assert refusal(after, "rail br-7rtr to 2560").case == "5.9.1"
        assert not any(order.startswith("rail") for order in listed(after))


@pytest.mark.case("5.9.1", "17.2.1")
def test_a_supply_point_under_the_rail_marker_is_there_but_of_no_use_yet() -> None:
    state = play(moving(phasing="allied", supply={"allied": {"delta": 2}}), "rail supply@delta to 2560")
    assert supply_at(state, "allied", "2560") == 1
    assert supply_at(state, "allied", "delta") == 1
    assert state.stores_at(state.units[BRIGADE].at, "allied") == 0
    assert state.books["allied"].landed and sum(state.books["allied"].landed.values()) == 1


@pytest.mark.case("5.9.1")
def test_trains_stop_in_cities_towns_and_landmarks_and_in_the_delta() -> None:
    state = moving(allied=f"{BRIGADE} 2560, br-3hus 2361, br-5rtr 2478", phasing="allied")
    goals = {order.split()[-1] for order in listed(state) if order.startswith(f"rail {BRIGADE}")}
    assert goals == {"2172", "2175", "2176", "2268", "2277", "2363", "2365", "2478", "delta"}
    assert refusal(state, f"rail {BRIGADE} to 2361").case == "5.9.1"
    assert refusal(state, "rail br-3hus to 2560").case == "5.9.1"
    assert refusal(state, "rail br-5rtr to 2478").case == "5.9.1"
    assert where(play(state, f"rail {BRIGADE} to delta"), BRIGADE) == "delta"


@pytest.mark.case("5.9.2")
def test_the_line_reaches_misheifa_from_turn_17_whoever_is_near() -> None:
    early = moving(allied=f"{BRIGADE} delta", phasing="allied", turn=16)
    assert refusal(early, f"rail {BRIGADE} to 2351").case == "5.9.1"
    late = moving(allied=f"{BRIGADE} delta", phasing="allied", turn=17)
    assert where(play(late, f"rail {BRIGADE} to 2351"), BRIGADE) == "2351"


@pytest.mark.case("5.9.1", "7.3")
def test_rail_movement_neither_enters_nor_leaves_an_enemy_zone() -> None:
    state = moving("ge-mg8 2166", f"{BRIGADE} delta, br-3hus 2365", phasing="allied")  # its zone holds 2266 and 2267
    assert refusal(state, f"rail {BRIGADE} to 2560").case == "5.9.1"
    assert where(play(state, f"rail {BRIGADE} to 2268"), BRIGADE) == "2268"
    assert where(play(state, "rail br-3hus to 2560"), "br-3hus") == "2560"
    caught = moving("ge-mg8 2169", "br-3hus 2268", phasing="allied")
    assert refusal(caught, "rail br-3hus to delta").case == "5.9.1"
    assert "2268 is in an enemy zone" in refusal(caught, "rail br-3hus to delta").why


@pytest.mark.case("5.9.1", "16.3.5")
def test_trains_do_not_run_through_what_the_enemy_holds() -> None:
    state = moving(allied=f"{BRIGADE} delta", phasing="allied", control={"2365": "axis"})
    assert refusal(state, f"rail {BRIGADE} to 2560").case == "5.9.1"
    assert where(play(state, f"rail {BRIGADE} to 2268"), BRIGADE) == "2268"


@pytest.mark.case("27.4", "5.9.1")
def test_by_option_trains_run_into_a_port_that_the_enemy_has_left() -> None:
    lost: dict[str, Any] = {"phasing": "allied", "control": {"2560": "axis"}}
    left = moving(allied=f"{BRIGADE} delta", options=("port-garrisons",), **lost)
    assert where(play(left, f"rail {BRIGADE} to 2560"), BRIGADE) == "2560"
    assert refusal(moving(allied=f"{BRIGADE} delta", **lost), f"rail {BRIGADE} to 2560").case == "5.9.1"


@pytest.mark.case("5.9.1")
def test_the_axis_has_no_railway_and_trucks_do_not_ride() -> None:
    assert refusal(moving("ge-mg8 2560"), "rail ge-mg8 to 2268").case == "5.9.1"
    state = moving(allied="allied-truck-1, allied-truck-2^ delta", phasing="allied")
    assert refusal(state, "rail allied-truck-1 to 2560").case == "5.9.1"
    assert refusal(state, "rail allied-truck-2 to 2560").case == "5.9.1"


@pytest.mark.case("5.9.1", "13.2.1", "16.4", "19.5")
def test_units_that_are_hindered_do_not_go_by_rail() -> None:
    state = moving(allied=f"{BRIGADE}~ 2560, br-3hus~~ 2560, br-5rtr* 2560, br-6rtr+ 2560", phasing="allied")
    cases = [refusal(state, f"rail {name} to delta").case for name in (BRIGADE, "br-3hus", "br-5rtr", "br-6rtr")]
    assert cases == ["13.2.1", "13.2.1", "16.4", "19.5"]


@pytest.mark.case("5.9.1", "5.1")
def test_rail_movement_costs_the_whole_movement() -> None:
    state = play(moving(allied="br-3hus 2480, br-5rtr 2478", phasing="allied"), "move br-5rtr 2478-2378")
    assert refusal(state, "rail br-5rtr to delta").case == "5.1"
