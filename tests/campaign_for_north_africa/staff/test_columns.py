"""The staff goes deep: lanes through minefields, and fast battalions to places that the enemy holds weakly."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.contents import Minefield
from sandtable.games.campaign_for_north_africa.map import board, terrain
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.staff.columns import columns
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.state import Campaign, Side
from tests.campaign_for_north_africa.positions import position, where
from tests.campaign_for_north_africa.staffwork import ITALIANS, carried_out

CW: Side = "commonwealth"
DUMP = {"CW-S1": ("C3515", 40, 60)}
AHEAD = {
    board().name(hex): Minefield("axis")
    for hex in range(len(board()))
    if board().distance(hex, board().hex("C3515")) == 2
}


def deep(*units: str, **fields: object) -> Campaign:
    return position(*units, scenario=ITALIANS, phasing=CW, first=CW, supply=DUMP, **fields)


def sent(state: Campaign) -> list[tuple[str, str]]:
    return [(name, board().name(at)) for name, at in columns(Picture(observe(state, CW), CW))]


@pytest.mark.case("26.13")
@pytest.mark.parametrize(("whose", "cleared"), [("axis", True), (CW, False)])
def test_engineers_who_stand_in_a_minefield_of_the_enemy_clear_it(whose: Side, cleared: bool) -> None:
    state = deep("4In+ C3515", minefields={"C3515": Minefield(whose)})
    _, orders = carried_out(state, Organisation(CW))
    assert any(order.startswith("demolish minefield at C3515") for order in orders) == cleared, orders


@pytest.mark.parametrize(("garrison", "goes"), [("GrbubMG C1014", True), ("63Cir+ C1014", False), ("", False)])
def test_fast_battalions_go_to_a_place_that_is_held_weakly(garrison: str, goes: bool) -> None:
    state = deep("1RTR C3515, 6RTR C3515", garrison) if garrison else deep("1RTR C3515, 6RTR C3515")
    assert (("1RTR", "C1014") in sent(state)) == goes, sent(state)


@pytest.mark.case("19.43")
def test_it_leaves_its_formation_and_marches() -> None:
    state = deep("7Arm+ C3515, GrbubMG C1014")
    (name, _), *_ = sent(state)
    after, orders = carried_out(state, Organisation(CW))
    assert f"detach {name}" in " ".join(orders) and not after.units[name].attached
    gone, _ = carried_out(after, Movement(CW))
    distance = board().distance
    assert distance(gone.units[name].at, board().hex("C1014")) < distance(board().hex("C3515"), board().hex("C1014"))
    assert where(gone, "7Arm") == "C3515" or not gone.units[name].attached


@pytest.mark.case("8.97")
def test_men_whose_trucks_belong_to_their_division_stay_with_it() -> None:
    assert not sent(deep("4In+ C3515 motors=60, GrbubMG C1014"))
    _, orders = carried_out(deep("4In+ C3515 motors=60, GrbubMG C1014"), Organisation(CW))
    assert not any(order.startswith("detach") for order in orders), orders


@pytest.mark.parametrize(("cars", "go"), [("1RTR, 6RTR, 7Hus", True), ("11Hus[2]", False)])
def test_a_town_is_for_as_many_as_an_assault_on_it_needs(cars: str, go: bool) -> None:
    assert bool(sent(deep(f"{cars} C3515, GrbubMG B5925"))) == go


@pytest.mark.case("26.21")
@pytest.mark.parametrize("mined", [False, True])
def test_nobody_leaves_his_formation_before_a_belt_of_mines(mined: bool) -> None:
    state = deep("7Arm+ C3515, GrbubMG C1014", minefields=AHEAD if mined else {})
    assert bool(sent(state)) != mined


def test_who_has_come_near_a_place_waits_there_whatever_bars_the_last_hexes() -> None:
    """He was sent off to the next place as soon as he stood before the mines, and called back from there."""
    town = board().hex("C1014")
    belt = {board().name(hex): Minefield("axis") for hex in range(len(board())) if board().distance(hex, town) == 2}
    near = next(board().name(hex) for hex in open_ground(town, 3))
    state = deep(f"1RTR, 6RTR {near}, GrbubMG C1014", minefields=belt)
    assert sorted(sent(state)) == [("1RTR", "C1014"), ("6RTR", "C1014")]


@pytest.mark.parametrize(("there", "goes"), [("6RTR", False), ("6RTR, 4CLY", True)])
def test_who_alone_holds_a_town_that_only_the_enemy_needs_stays_in_it(there: str, goes: bool) -> None:
    state = position(f"{there} B5925, 533Art C4807", scenario="long-retreat", phasing=CW, first=CW)
    assert bool(sent(state)) == goes


def open_ground(town: int, far: int) -> list[int]:
    """Hexes so far from a town on open ground."""
    return [hex for hex in range(len(board())) if board().distance(hex, town) == far and terrain(hex) == "clear"]
