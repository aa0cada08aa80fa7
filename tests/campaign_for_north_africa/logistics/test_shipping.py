"""[32.34, 32.35, 32.36] Supply Units by rail and by sea."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.games.campaign_for_north_africa.logistics.shipping import (
    CoastalShipping,
    SeaTransport,
    coastal_loads,
    efficiency,
    is_friendly,
    open_sea_transport,
    open_tactical_shipping,
    turn_tons,
)
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.rail import RailMovement
from sandtable.games.campaign_for_north_africa.state import TRIPOLI, TUNIS, Campaign
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal
from tests.playing import draft_of

HELD: dict[str, Any] = {"control": {"C4807": "commonwealth", "A4827": "commonwealth"}}


def place(state: Campaign, name: str) -> str:
    return board().name(state.supply[name].at)


# Ports


@pytest.mark.case("32.35")
def test_a_port_is_his_who_was_there_last() -> None:
    tobruk, alexandria = board().hex("C4807"), board().hex("E3613")
    assert is_friendly(position(), "axis", tobruk)
    assert is_friendly(position(), "commonwealth", alexandria)
    assert is_friendly(position(**HELD), "commonwealth", tobruk)
    assert is_friendly(position("I/157 C4807", **HELD), "axis", tobruk)
    assert is_friendly(position(), "axis", TRIPOLI)
    assert not is_friendly(position(), "axis", TUNIS)
    assert is_friendly(position(control={"tunis": "axis"}), "axis", TUNIS)
    assert not any(
        is_friendly(position(control={"tunis": "axis"}), "commonwealth", at) for at in (TUNIS, TRIPOLI, tobruk)
    )
    assert not is_friendly(position(), "commonwealth", TUNIS)
    assert not is_friendly(position(), "axis", alexandria) and not is_friendly(position(**HELD), "axis", tobruk)
    assert not is_friendly(position(), "axis", board().hex("B2222"))


@pytest.mark.case("32.36", "5.1")
def test_the_efficiency_of_ports_is_that_of_the_scenario() -> None:
    fox = position(scenario="race-for-tobruk")
    keys = {name: efficiency(fox, name) for name in ("Benghazi", "Tobruk", "Alexandria")}
    assert keys == {"Benghazi": 0, "Tobruk": Fraction(7, 10), "Alexandria": 1}
    assert efficiency(position(), "Tobruk") == 1
    assert (turn_tons(position(), "Tobruk"), turn_tons(fox, "Tobruk"), turn_tons(fox, "Benghazi")) == (5100, 3570, 0)


# Coastal shipping


def coast(**fields: Any) -> Campaign:
    return asking(position(**fields), CoastalShipping("axis"))


@pytest.mark.case("32.35")
def test_the_four_coastal_ships_carry_two_supply_units_a_game_turn() -> None:
    assert coastal_loads() == 2
    state = coast(supply={f"AX-S{n}": ("tripoli", 5, 60) for n in (1, 2, 3)})
    state = play(state, "ship AX-S1 to A4827", "ship AX-S2 to C4807")
    assert (place(state, "AX-S1"), place(state, "AX-S2")) == ("A4827", "C4807")
    assert len(state.stack) == 1


@pytest.mark.case("32.35", "32.31")
def test_what_carried_it_stays_behind() -> None:
    state = play(coast(supply={"AX-S1": ("tripoli", 5, 60, 30)}), "ship AX-S1 to A4827")
    assert state.supply["AX-S1"].motors == 0
    assert state.motors["axis"] == {TRIPOLI: 30}


@pytest.mark.case("32.35", "32.14")
def test_coastal_ships_call_at_own_ports_with_room_and_cranes() -> None:
    full = {f"AX-S{n}": ("C4807", 1, 1) for n in range(2, 7)}
    state = coast(
        supply={"AX-S1": ("tripoli", 5, 60), "AX-S8": ("B2222", 1, 1), "CW-S9": ("E3613", 1, 1), **full},
        control={"A4827": "commonwealth"},
    )
    for order, case in (
        ("ship AX-S1 to A4827", "32.35"),
        ("ship AX-S1 to C4807", "32.14"),
        ("ship AX-S1 to C4321", "32.35"),
        ("ship AX-S1 to B2222", "32.35"),
        ("ship AX-S1 to tripoli", "32.35"),
        ("ship AX-S8 to tripoli", "32.35"),
        ("ship CW-S9 to tripoli", "32.35"),
        ("ship AX-S1 to Z9999", "32.35"),
        ("first", "32.35"),
    ):
        assert refusal(state, order).case == case, order


@pytest.mark.case("32.35", "32.14")
def test_coastal_ships_fill_the_last_room_of_a_port() -> None:
    crowd = {f"AX-S{n}": ("C4807", 1, 1) for n in range(2, 6)}
    state = coast(supply={"AX-S1": ("tripoli", 5, 60), **crowd})
    assert place(play(state, "ship AX-S1 to C4807"), "AX-S1") == "C4807"


@pytest.mark.case("32.35")
def test_a_port_handles_what_it_can_in_a_game_turn() -> None:
    state = coast(supply={"AX-S1": ("tripoli", 5, 60), "AX-S2": ("tripoli", 5, 60)}, scenario="race-for-tobruk")
    assert refusal(state, "ship AX-S1 to A4827").case == "32.35"
    state = play(state, "ship AX-S1 to C4807")
    assert len(state.stack) == 1  # Tobruk has no room for another 2000 tons, and nobody is asked in vain


@pytest.mark.case("32.35")
def test_the_axis_is_asked_as_long_as_one_supply_unit_can_still_be_shipped() -> None:
    """With Tobruk lost the only Supply Unit could go back to where it came from."""
    state = coast(supply={"AX-S1": ("tripoli", 5, 60)}, control={"C4807": "commonwealth"})
    assert listed(play(state, "ship AX-S1 to A4827")) == ["done", "ship AX-S1 to tripoli"]


@pytest.mark.case("32.35", "5.2")
def test_nobody_is_asked_when_nothing_can_be_shipped() -> None:
    draft = draft_of(position(supply={"AX-S1": ("B2222", 1, 1), "CW-S2": ("C4807", 1, 1)}))
    open_tactical_shipping(draft)
    assert len(draft.state.stack) == 1
    draft = draft_of(position(supply={"AX-S1": ("tripoli", 1, 1)}))
    open_tactical_shipping(draft)
    assert draft.state.stack[-1] == CoastalShipping("axis")
    assert play(draft.state, "done").stack == position().stack


# Commonwealth transports


def sea(**fields: Any) -> Campaign:
    return asking(position(**fields), SeaTransport("commonwealth"))


@pytest.mark.case("32.36")
def test_one_supply_unit_a_stage_sails_between_alexandria_benghazi_and_tobruk() -> None:
    state = sea(supply={"CW-S1": ("E3613", 40, 60), "CW-S2": ("E3714", 40, 60, 30)}, **HELD)
    assert listed(state) == [
        "done",
        "ship CW-S1 to A4827",
        "ship CW-S1 to C4807",
        "ship CW-S2 to A4827",
        "ship CW-S2 to C4807",
    ]
    after = play(state, "ship CW-S2 to C4807")
    assert place(after, "CW-S2") == "C4807"
    assert (after.shipped, len(after.stack)) == (1, 1)
    again = sea(supply={"CW-S1": ("E3613", 40, 60)}, shipped=1, **HELD)
    assert refusal(again, "ship CW-S1 to C4807").case == "32.36"


@pytest.mark.case("32.36", "32.14", "8.84")
def test_no_transport_to_strange_ruined_or_crowded_ports() -> None:
    crowd = {f"CW-S{n}": ("C4807", 1, 1) for n in range(2, 7)}
    supply = {"CW-S1": ("E3613", 40, 60), "CW-S8": ("D3714", 1, 1), **crowd}
    state = sea(supply=supply, scenario="race-for-tobruk", **HELD)
    for order, case in (
        ("ship CW-S1 to A4827", "32.36"),
        ("ship CW-S1 to C4807", "32.14"),
        ("ship CW-S1 to D3714", "32.36"),
        ("ship CW-S8 to E3613", "32.36"),
        ("ship CW-S1 to E3714", "32.36"),
    ):
        assert refusal(state, order).case == case, order
    assert refusal(sea(supply={"CW-S1": ("E3613", 1, 1)}), "ship CW-S1 to C4807").case == "32.36"


@pytest.mark.case("32.36", "32.14")
def test_a_supply_unit_sails_into_the_last_room_of_a_port() -> None:
    crowd = {f"CW-S{n}": ("C4807", 1, 1) for n in range(2, 6)}
    state = sea(supply={"CW-S1": ("E3613", 40, 60), **crowd}, **HELD)
    assert place(play(state, "ship CW-S1 to C4807"), "CW-S1") == "C4807"


@pytest.mark.case("32.36")
def test_the_commonwealth_is_asked_only_when_something_can_sail() -> None:
    draft = draft_of(position(supply={"CW-S1": ("E3613", 40, 60)}))
    open_sea_transport(draft)
    assert len(draft.state.stack) == 1
    draft = draft_of(position(supply={"CW-S1": ("E3613", 40, 60)}, **HELD))
    open_sea_transport(draft)
    assert draft.state.stack[-1] == SeaTransport("commonwealth")
    stayed = play(draft.state, "done")
    assert stayed.stack == position().stack and (stayed.shipped, place(stayed, "CW-S1")) == (0, "E3613")


# Rail


@pytest.mark.case("32.34", "32.31", "8.72")
def test_two_supply_units_are_the_whole_load_of_the_railway() -> None:
    supply = {"CW-S1": ("E3613", 40, 60), "CW-S2": ("E3613",), "CW-S3": ("E3613", 40, 60), "CW-S4": ("D3714", 1, 1)}
    state = asking(position("1Buffs E3613", supply=supply), RailMovement("commonwealth"))
    state = play(state, "rail CW-S1 to D3714", "rail CW-S2 to D3714")
    assert (place(state, "CW-S1"), place(state, "CW-S2")) == ("D3714", "D3714")
    later = asking(state, RailMovement("commonwealth"))
    assert refusal(later, "rail CW-S3 to D3615").case == "32.34"
    assert refusal(later, "rail CW-S4 to E3613").case == "32.34"
    assert refusal(later, "rail 1Buffs to D3714").case == "8.72"
