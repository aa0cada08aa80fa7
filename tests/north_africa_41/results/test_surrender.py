"""[12.5] Units that surrender, and what becomes of them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.north_africa_41.state import ELIMINATED, SURRENDERED
from tests.north_africa_41.beaten import beaten, can_retreat
from tests.north_africa_41.positions import listed, play, position, refusal, where
from tests.playing import THE_END

RING = "ge-i-5 2535, ge-mg8 2433, ge-mg2 2633"


@pytest.mark.case("12.5.1", "12.5.2")
def test_units_on_foot_surrender_if_they_must_retreat_more_than_two_hexes() -> None:
    state = beaten(position("ge-i-5 2533", "br-16, br-3hus 2534"), result="DR4")
    assert state.units["br-16"].at == SURRENDERED
    assert state.units["br-3hus"].at >= 0
    after = beaten(position("ge-i-5 2533", "br-16 2534"), result="D1")
    assert where(play(after, "retreat br-16 2534-2535-2536"), "br-16") == "2536"


@pytest.mark.case("12.5.1", "12.4")
def test_a_port_within_two_hexes_saves_them() -> None:
    after = beaten(position("ge-i-5 3036", "br-16 3037"), "3037", "DR4")
    assert where(after, "br-16") == "3138" and after.stack == (THE_END,)


@pytest.mark.case("12.5.1", "15.3")
def test_units_on_foot_surrender_if_forced_to_retreat_twice_in_a_combat_phase() -> None:
    fields: dict[str, Any] = {"retreats": {"br-16": 1, "br-3hus": 1}}
    state = beaten(position("ge-i-5 2533", "br-16~, br-3hus~ 2534", **fields), kind="breakthrough")
    assert state.units["br-16"].at == SURRENDERED
    assert where(play(state, "retreat br-3hus 2534-2535-2536"), "br-3hus") == "2536"


@pytest.mark.case("12.5.1", "12.1.1", "12.1.2", "12.1.5")
def test_a_truck_saves_one_of_them_and_the_owner_says_which() -> None:
    state = beaten(position("ge-i-5 2533", "br-16, br-14, allied-truck-1 2534"), result="DR4")
    assert "surrender br-16" in listed(state) and "surrender br-14" in listed(state)
    after = play(state, "surrender br-16", "retreat br-14, allied-truck-1 2534-2535-2536-2537-2538")
    assert after.units["br-16"].at == SURRENDERED and where(after, "br-14") == "2538"
    twice: dict[str, Any] = {"retreats": {"br-16": 1}}
    again = beaten(position("ge-i-5 2533", "br-16~, allied-truck-1 2534", **twice), kind="breakthrough")
    after = play(again, "retreat br-16, allied-truck-1 2534-2535-2536")
    assert where(after, "br-16") == "2536"


@pytest.mark.case("12.5.1")
def test_nobody_surrenders_who_has_a_way() -> None:
    state = beaten(position("ge-i-5 2533", "br-16, br-3hus, allied-truck-1 2534"))
    assert refusal(state, "surrender br-16").case == "12.5.1"
    assert refusal(state, "surrender ge-i-5").case == "12.5.1" == refusal(state, "surrender au-20").case


@pytest.mark.case("12.5.1", "12.1.2")
def test_nobody_surrenders_who_is_not_among_the_beaten() -> None:
    """au-20 at 2636 goes on foot like those who must retreat four hexes."""
    state = beaten(position("ge-i-5 2533", "br-16, br-14, allied-truck-1 2534, au-20 2636"), result="DR4")
    assert refusal(state, "surrender au-20").case == "12.5.1"
    assert refusal(state, "surrender br-16, au-20").case == "12.5.1"


@pytest.mark.case("12.5.1", "12.2.1")
def test_units_eliminated_in_retreat_surrender_if_its_last_hex_is_out_of_supply() -> None:
    supplied = beaten(position(RING, "br-3hus 2534"))
    assert supplied.units["br-3hus"].at == ELIMINATED
    outside = "ge-3rec 2536, ge-115 2335, ge-i-8 2332, ge-k15 2431, ge-33rec 2631, ge-ii-8 2732, ge-200 2735"
    cut_off = beaten(position(f"{RING}, {outside}", "br-3hus 2534"))
    assert cut_off.units["br-3hus"].at == SURRENDERED


@pytest.mark.case("12.5.1")
def test_no_retreat_ends_in_supply_where_the_enemy_stands() -> None:
    # From 2633, where the enemy stands, a line of supply would lead away; from the hexes that are free none does.
    outside = "ge-3rec 2536, ge-i-8 2332, ge-33rec 2631, ge-200 2735"
    assert beaten(position(f"{RING}, {outside}", "br-3hus 2534")).units["br-3hus"].at == SURRENDERED
    assert beaten(position(f"{RING}, ge-3rec 2536", "br-3hus 2534")).units["br-3hus"].at == ELIMINATED


@pytest.mark.case("11.5.2", "12.5.1")
def test_surrender_for_want_of_trucks_is_not_a_retreat_without_a_way() -> None:
    assert can_retreat(position("ge-i-5 2533", "br-16 2534"), result="DR4")
    assert not can_retreat(position(RING, "br-16 2534"), result="DR4")


@pytest.mark.case("27.1", "12.5.1")
def test_by_option_the_axis_captures_a_truck_of_a_stack_that_surrenders() -> None:
    pieces = "br-16, br-14, allied-truck-1 2534"
    orders = ("surrender br-16, br-14",)
    option = beaten(position("ge-i-5 2533", pieces, options=("truck-capture",)), result="DR4")
    after = play(option, *orders)
    assert where(after, "captured-truck-1") == "2534" and after.units["allied-truck-1"].at == ELIMINATED
    plain = play(beaten(position("ge-i-5 2533", pieces), result="DR4"), *orders)
    assert plain.units["captured-truck-1"].at < 0 and plain.units["allied-truck-1"].at == ELIMINATED
