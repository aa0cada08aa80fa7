"""The staff and the places that win: who is sent there, with what, and how long he stays."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.combat.retreat_before_assault import RetreatBeforeAssault
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.staff.aims import aims
from sandtable.games.campaign_for_north_africa.staff.garrison import garrisons, watches
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from tests.campaign_for_north_africa.positions import position, where
from tests.campaign_for_north_africa.staffwork import GRAZIANI, carried_out, moved

SIWA, SOLLUM = "C0127", "C4021"
AT_THE_FRONT = "4In+ C4021, 16Bde+ C3922"


def away(name: str, other: str) -> int:
    return board().distance(board().hex(name), board().hex(other))


# Siwa, far from everybody


@pytest.mark.parametrize(("at", "stays"), [(SIWA, 2), (SOLLUM, 1)])
def test_two_battalions_stay_where_nobody_is_near_and_one_where_help_is(at: str, stays: int) -> None:
    state = position("63Cir+ C4807", f"1Wlch, 2KOR {at}, 4In+ C3823", scenario=GRAZIANI)
    found = garrisons(Picture(state, "commonwealth"), aims(GRAZIANI, "commonwealth"))
    assert sum(found.get(name) == board().hex(at) for name in ("1Wlch", "2KOR")) == stays


@pytest.mark.parametrize(("scenario", "stay"), [("italian-campaign", 2), (GRAZIANI, 1)])
def test_a_place_that_wins_for_the_enemy_alone_is_held_as_if_one_needed_it(scenario: str, stay: int) -> None:
    """Matruh is worth a hundred points to the Axis in the Italian campaign, and little in Graziani's offensive."""
    state = position("63Cir+ C4807", "1Wlch, 2KOR D3714", scenario=scenario)
    found = watches(Picture(state, "commonwealth"), aims(scenario, "commonwealth"))
    assert sum(found.get(name) == board().hex("D3714") for name in ("1Wlch", "2KOR")) == stay


def test_a_supply_unit_goes_to_who_is_on_his_way_to_an_empty_place() -> None:
    """And not to the army, which has one already."""
    state = position(
        "63Cir+ C4807, Sahara C0716",
        f"1Wlch D2002, {AT_THE_FRONT}",
        scenario=GRAZIANI,
        supply={"CW-S1": ("D3714", 40, 60, 30), "CW-S2": ("C4021", 40, 60, 30)},
    )
    state, orders = carried_out(state, TruckConvoys("commonwealth"))
    assert away(board().name(state.supply["CW-S1"].at), "D2002") < away("D3714", "D2002"), orders
    assert state.supply["CW-S2"].at == board().hex("C4021")


@pytest.mark.parametrize(("another", "leaves"), [("E3613", False), (SIWA, True)])
def test_the_only_supply_unit_of_a_garrison_stays_with_it(another: str, leaves: bool) -> None:
    state = position(
        "63Cir+ C4807, Sahara C0716",
        f"1Wlch {SIWA}, 11Hus C0728, {AT_THE_FRONT}",
        scenario=GRAZIANI,
        supply={"CW-S1": (SIWA, 40, 60, 30), "CW-S2": (another, 40, 60), "CW-S3": ("C4021", 40, 60)},
    )
    state, orders = carried_out(state, TruckConvoys("commonwealth"))
    assert (state.supply["CW-S1"].at != board().hex(SIWA)) == leaves, orders


# Fuel


@pytest.mark.parametrize(("dump", "walks"), [("D3714", True), ("C3823", False)])
def test_infantry_at_the_frontier_without_ammo_or_fuel_leaves_its_trucks_behind(dump: str, walks: bool) -> None:
    """It would surrender where it stands [15.15]; on foot it gets away."""
    state = position("63Cir+ C4019", "1KRRC C3922", scenario=GRAZIANI, supply={"CW-S1": (dump, 40, 60)})
    trucks = replace(state.units["1KRRC"], motors=6)
    state = replace(state, units={**state.units, "1KRRC": trucks})
    state, orders = carried_out(state, Organisation("commonwealth"))
    assert ("demotorise 1KRRC 6" in orders) == walks, orders


def test_whoever_can_withdraws_from_a_stack_whose_guns_have_no_fuel() -> None:
    state = position("63Cir+ C4021", "1KRRC, 4RHA C3922", scenario=GRAZIANI, phasing="axis", first="axis")
    state, orders = carried_out(state, RetreatBeforeAssault("commonwealth"))
    assert where(state, "1KRRC") != "C3922", orders
    assert where(state, "4RHA") == "C3922"


@pytest.mark.parametrize(("dump", "parts"), [("D3714", True), ("E2123", False)])
def test_a_division_on_foot_leaves_vehicles_behind_that_have_no_fuel_and_walks(dump: str, parts: bool) -> None:
    state = position(
        "63Cir+ C4807",
        "6Aus+ E2123",
        scenario=GRAZIANI,
        phasing="commonwealth",
        first="commonwealth",
        supply={"CW-S1": (dump, 40, 60)},
    )
    state, orders = carried_out(state, Organisation("commonwealth"))
    assert ("detach 6AusCav with 0" in orders) == parts
    state, orders = carried_out(state, Movement("commonwealth"))
    assert where(state, "6Aus") != "E2123", "its headquarters on wheels needs no Fuel"
    if parts:
        assert where(state, "6AusCav") == "E2123"


# Dumps


@pytest.mark.parametrize(("ammo", "guarded"), [(40, True), (20, False)])
def test_a_great_dump_that_raiders_may_reach_is_guarded(ammo: int, guarded: bool) -> None:
    state = position(
        "63Cir+ C4120",
        "1Wlch D3714",
        scenario=GRAZIANI,
        supply={"CW-S1": ("D3612", ammo, 60), "CW-S2": ("D3612", ammo, 60)},
    )
    found = garrisons(Picture(observe(state, "commonwealth"), "commonwealth"), ())
    assert found == ({"1Wlch": board().hex("D3612")} if guarded else {})


# The end


def test_a_place_that_wins_is_left_without_ammo_but_not_on_the_last_turn() -> None:
    for turn, leaves in ((5, True), (6, False)):
        state = position(
            "63Cir+ C3923",
            "2SctGds C3922 motors=6",
            scenario=GRAZIANI,
            turn=turn,
            last_turn=6,
            phasing="axis",
            supply={"AX-S1": ("C3923", 40, 60), "CW-S1": ("C3922", 0, 60)},
        )
        state, orders = carried_out(state, RetreatBeforeAssault("commonwealth"))
        assert (where(state, "2SctGds") != "C3922") == leaves, orders


def test_on_the_last_turn_nobody_is_called_away_from_a_place_that_wins() -> None:
    for turn, stay in ((5, 1), (6, 3)):
        state = position(
            "63Cir+ C4807", "1Wlch, 2KOR, 2SctGds C4021, 4In+ C3823", scenario=GRAZIANI, turn=turn, last_turn=6
        )
        assert len(watches(Picture(state, "commonwealth"), aims(GRAZIANI, "commonwealth"))) == stay


def test_on_the_last_turn_a_brigade_goes_into_an_empty_place_whoever_stands_near() -> None:
    """On another it stops short of a place where it would be overwhelmed."""
    for turn, enters in ((5, False), (6, True)):
        state, orders = moved(
            "63Cir+ C3921, 1Libyan+ C4020, 2Libyan+ C3920, 62Mrm+ C4019",
            "16Bde+ C3826 motors=30",
            side="commonwealth",
            turn=turn,
            last_turn=6,
            supply={"AX-S1": ("C3920", 40, 60), "CW-S1": ("C3826", 4, 60)},
        )
        assert (where(state, "16Bde") in (SOLLUM, "C3922")) == enters, orders
