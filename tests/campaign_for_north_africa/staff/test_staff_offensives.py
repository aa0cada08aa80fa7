"""The staff on the offensive: supplies go along with who strikes, no more are sent than pay, friends take away fear."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.combat.force_assignment import ForceAssignment
from sandtable.games.campaign_for_north_africa.combat.orders import Commit
from sandtable.games.campaign_for_north_africa.contents import Minefield
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.replacements.phase import ReplacementMarches
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.staff import Staff
from sandtable.games.campaign_for_north_africa.staff.aims import aims
from sandtable.games.campaign_for_north_africa.staff.assaults import strikes
from sandtable.games.campaign_for_north_africa.staff.garrison import garrisons
from sandtable.games.campaign_for_north_africa.staff.means import is_followed
from sandtable.games.campaign_for_north_africa.staff.orders import order
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.staff.planner import Plan, Task
from sandtable.games.campaign_for_north_africa.state import Side
from tests.campaign_for_north_africa.positions import asking, position, where
from tests.campaign_for_north_africa.staffwork import DUMPS, GRAZIANI, ITALIANS, carried_out, moved

CW: Side = "commonwealth"
BELT = {at: Minefield("axis") for at in ("C3315", "C3415", "C3515", "C3615", "C3715", "C3815", "C3915")}

# Supplies


@pytest.mark.case("32.33")
@pytest.mark.parametrize(("trucks", "goes"), [(30, True), (0, False)])
def test_supplies_on_trucks_go_along_with_a_division_that_leaves_their_range(trucks: int, goes: bool) -> None:
    state, orders = moved(
        "I/157 C3617",
        "4In+ C3614 motors=60",
        side="commonwealth",
        minefields=BELT,
        supply={"CW-S1": ("C3614", 40, 60, trucks)},
    )
    assert (board().name(state.supply["CW-S1"].at) == where(state, "4In") != "C3614") == goes, orders


@pytest.mark.case("32.33")
@pytest.mark.parametrize(("trucks", "struck"), [(30, True), (0, False)])
def test_ammo_that_can_be_taken_along_counts_when_an_assault_is_planned(trucks: int, struck: bool) -> None:
    """Beyond a belt of mines that an enemy has laid no line leads back to where the division stands."""
    state = position(
        "I/157 C3617",
        "4In+ C3614 motors=60",
        scenario=GRAZIANI,
        phasing="commonwealth",
        minefields=BELT,
        supply={"CW-S1": ("C3614", 40, 60, trucks)},
    )
    assert bool(strikes(Picture(observe(state, "commonwealth"), "commonwealth"), {}, {})) == struck


@pytest.mark.case("26.21")
@pytest.mark.parametrize("mined", [False, True])
def test_no_truck_follows_through_a_minefield(mined: bool) -> None:
    state = position(
        "I/157 C3620",
        "4In+ C3614",
        scenario=GRAZIANI,
        minefields=BELT if mined else {},
        supply={"CW-S1": ("C3613", 40, 60, 30)},
    )
    picture = Picture(state, "commonwealth")
    assert is_followed(picture, picture.force("4In"), board().hex("C3616")) != mined


@pytest.mark.parametrize("mined", [False, True])
def test_supplies_come_into_the_hex_of_a_division_that_has_a_minefield_before_it(mined: bool) -> None:
    state = position(
        "I/157 C3620",
        "4In+ C3614",
        scenario=GRAZIANI,
        minefields=BELT if mined else {},
        supply={"CW-S1": ("C3613", 40, 60, 30)} | {f"CW-S{number}": ("C3612", 40, 60) for number in (2, 3, 4)},
    )
    state, orders = carried_out(state, TruckConvoys("commonwealth"))
    assert (board().name(state.supply["CW-S1"].at) == "C3614") == mined, orders


# No more than is needed


def test_against_a_few_guns_one_battalion_of_a_division_is_sent_and_against_a_battalion_most_of_it() -> None:
    """[32.21] Each battalion that takes part needs Ammo."""
    sent = []
    for enemy in ("14BdeAT C3921", "2SctGds C3921"):
        state = position(
            "63Cir+ C4020",
            enemy,
            scenario=GRAZIANI,
            phasing="axis",
            supply={"AX-S1": ("C4020", 40, 60), "CW-S1": ("C3924", 40, 60)},
        )
        state = asking(state, ForceAssignment(who=("axis",)))
        answer = Staff(1).choose(observe(state, "axis"), "axis")
        assert isinstance(answer, Commit)
        sent.append(sum(len(force.points) for force in answer.forces if force.role == "close"))
    assert sent[0] == 1 < sent[1]


@pytest.mark.parametrize(("who", "stays"), [("2SctGds", True), ("7Arm", False)])
def test_a_battalion_guards_a_dump_and_an_armoured_division_has_better_things_to_do(who: str, stays: bool) -> None:
    state = position(
        "I/157 C4807, II/157 A4827, III/157 C4321, I/158 B5925, II/158 D3714, III/158 A2109, 63MG A1816",
        f"{who}+ E3101",
        scenario="long-retreat",
        supply={"CW-S1": ("E3101", 40, 60), "CW-S2": ("E3101", 40, 60)},
    )
    found = garrisons(Picture(state, "commonwealth"), aims("long-retreat", "commonwealth"))
    assert (who in found) == stays


# Fear


@pytest.mark.parametrize(("friends", "goes_on"), [("", False), (", 7Arm+ C3926", True)])
def test_a_brigade_goes_nearer_to_five_divisions_where_a_friend_stands_by(friends: str, goes_on: bool) -> None:
    state = position(
        "63Cir+ C4020, 62Mrm+ C3920, 64Cat+ C3921, 1Libyan+ C4019, 2Libyan+ C3919",
        f"16Bde+ C3928 motors=30{friends}",
        scenario=GRAZIANI,
        phasing="commonwealth",
        supply={"CW-S1": ("C3926", 40, 60)},
    )
    picture = Picture(observe(state, "commonwealth"), "commonwealth")
    march, plan = Task("16Bde", "march", board().hex("C3921")), Plan((1, 1, 1, "commonwealth"), picture)
    move = order(march, Movement("commonwealth"), picture, plan)
    near = move is not None and board().distance(board().hex(move.path[-1]), board().hex("C3921")) <= 5
    assert near == goes_on, move


# Who holds an army up

ROAD = {"AX-S1": ("C4028", 40, 60), "AX-S2": ("C4028", 40, 60)}


@pytest.mark.parametrize(("guns", "struck"), [("C4029", True), ("C3928", False)])
def test_guns_without_men_are_assaulted_where_they_bar_the_road_and_nowhere_else(guns: str, struck: bool) -> None:
    """[20.42] Replacement Points have no strength that counts, and nobody enters their hex."""
    state = position(
        f"63Cir+ C4028, CW-Gun7[3] {guns}, 2SctGds D3714",
        scenario=ITALIANS,
        phasing="axis",
        supply=ROAD | {"CW-S1": (guns, 40, 60)},
    )
    assert bool(strikes(Picture(observe(state, "axis"), "axis"), {}, {})) == struck


@pytest.mark.case("9.25")
@pytest.mark.parametrize(("enemy", "goes"), [("C3920", True), ("A4827", False)])
def test_captured_guns_that_nobody_wants_are_taken_out_of_the_way_of_an_army_at_the_front(
    enemy: str, goes: bool
) -> None:
    state = position(f"63Cir+ {enemy}, CW-Gun7[3], 7Arm+ C3922", scenario=GRAZIANI, phasing=CW, supply=DUMPS)
    state, orders = carried_out(state, ReplacementMarches(CW))
    assert (where(state, "CW-Gun7") != "C3922") == goes, orders


@pytest.mark.case("15.34")
@pytest.mark.parametrize(("trucks", "struck"), [("", True), ("motors=6", False)])
def test_only_men_on_foot_are_sent_into_a_salt_marsh(trucks: str, struck: bool) -> None:
    state = position(
        f"XXVCp D3331, 2SctGds D3231 {trucks}", scenario=ITALIANS, phasing=CW, supply={"CW-S1": ("D3231", 40, 60)}
    )
    assert bool(strikes(Picture(observe(state, CW), CW), {}, {})) == struck


@pytest.mark.case("15.34")
def test_a_battalion_gets_off_its_trucks_before_guns_in_a_salt_marsh_that_bar_the_road() -> None:
    state = position(
        "XXVCp D3331, 2SctGds D3231 motors=6",
        scenario="long-retreat",
        phasing=CW,
        supply={"CW-S1": ("D3231", 40, 60)},
    )
    after, orders = carried_out(state, Organisation(CW))
    assert not after.units["2SctGds"].motors, orders


# Supplies for the head of an army


def test_the_head_of_an_army_is_supplied_before_its_tail() -> None:
    state = position(
        "63Cir+ C4120, 4In+ C3714, 7Arm+ C3922", scenario=GRAZIANI, supply={"CW-S1": ("C3715", 40, 60, 30)}
    )
    state, orders = carried_out(state, TruckConvoys(CW))
    assert board().distance(state.supply["CW-S1"].at, board().hex("C3922")) <= 2, orders
