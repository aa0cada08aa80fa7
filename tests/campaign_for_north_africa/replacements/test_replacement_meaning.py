"""For whom Replacement Points are, and what they are like [20.41-20.45, 20.65]."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.capability.cohesion import spend
from sandtable.games.campaign_for_north_africa.combat.commitment import has_role
from sandtable.games.campaign_for_north_africa.contents import Cargo, Replacement, Returning
from sandtable.games.campaign_for_north_africa.ground.zones import exerts
from sandtable.games.campaign_for_north_africa.logistics.convoys import land_convoys
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.organisation.conversion import is_of_use
from sandtable.games.campaign_for_north_africa.organisation.designations import takes_as
from sandtable.games.campaign_for_north_africa.pieces.units import cpa, stacking
from sandtable.games.campaign_for_north_africa.pieces.weapons import UPGRADED
from sandtable.games.campaign_for_north_africa.replacements.allotment import open_allotment
from sandtable.games.campaign_for_north_africa.state import ELIMINATED, TRIPOLI
from tests.campaign_for_north_africa.positions import play, position, with_unit
from tests.campaign_for_north_africa.replacements.replacing import (
    ALEXANDRIA,
    AXIS,
    CAIRO,
    CW,
    arrived,
    freight,
    meant,
    organising,
    points,
    refused,
)
from tests.playing import draft_of

# For whom they are [20.41, 20.65]


@pytest.mark.case("20.41", "20.43", "20.65", "20.76", "20.3")
def test_points_are_meant_for_units_as_soon_as_they_arrive() -> None:
    state = arrived(f"CW-Inf7[5] {CAIRO}, 2SctGds[3] {ALEXANDRIA}, 1Buffs[4] D3714", serial=50)
    state = play(state, "allot CW-Inf7:2 to 1Buffs")
    assert state.replacements["CW-Inf51"] == Replacement("1Buffs", 3)
    assert points(state, "CW-Inf7", "CW-Inf51") == [3, 2]
    state = play(state, "done")
    assert {each.unit for each in state.replacements.values()} == {"1Buffs", "2SctGds"}, "who lacks most"


@pytest.mark.case("20.41", "20.65", "20.51")
@pytest.mark.parametrize(
    ("order", "case"),
    [
        ("allot CW-Inf7:6 to 1Buffs", "20.41"),
        ("allot CW-Inf9:1 to 1Buffs", "20.41"),
        ("allot CW-Inf7:1 to I/157", "20.41"),  # the enemy's
        ("allot CW-Inf7:1 to 3CldGds", "20.41"),  # not in play
        ("allot CW-Inf7:1 to 1RTR", "20.65"),  # tanks
        ("allot CW-Inf7:1 to 2SctGds", "20.65"),  # complete
    ],
)
def test_points_are_not_meant_for_who_cannot_have_them(order: str, case: str) -> None:
    state = arrived(f"CW-Inf7[5] {CAIRO}, 1Buffs[1], 2SctGds, 1RTR[A9:1] D3714, I/157[2] C4019")
    assert refused(state, order) == case


@pytest.mark.case("20.41")
def test_points_keep_their_unit_until_it_is_lost_or_complete() -> None:
    units = f"CW-Inf7[5] {CAIRO}, 1Buffs[1], 1RNF[1] D3714"
    state = organising(units, replacements=meant(CW_Inf7="1Buffs"))
    assert refused(state, "allot CW-Inf7:5 to 1RNF") == "20.41"
    gone = {**state.units, "1Buffs": replace(state.units["1Buffs"], at=ELIMINATED)}
    state = replace(state, units=gone, stacks={**state.stacks, board().hex("D3714"): ("1RNF",)})
    state = play(state, "allot CW-Inf7:5 to 1RNF")
    assert state.replacements["CW-Inf7"].unit == "1RNF"


@pytest.mark.case("28.24")
def test_escaped_prisoners_are_replacement_points_a_month_later() -> None:
    home = (Returning("italian", 4, 12), Returning("commonwealth", 2, 11), Returning("italian", 9, 13))
    draft = draft_of(position("1RNF[1] E1829", turn=12, returning=home))
    open_allotment(draft)
    state = draft.state
    found = {name: (points(state, name)[0], each.left) for name, each in state.replacements.items()}
    assert sorted(found.values()) == [(2, 3), (4, 3)] and state.returning == home[2:]
    assert {state.units[name].at for name in found} == {TRIPOLI, board().hex("E1829")}


# What they are like [20.42, 20.43, 20.45]


@pytest.mark.case("20.42")
def test_they_have_a_morale_of_minus_three_and_only_defend() -> None:
    draft = draft_of(position(turn=12, plans=freight(Cargo("german", "PzIIIH", 4), lane=1)))
    land_convoys(draft)
    (name,) = draft.state.replacements
    assert draft.state.units[name].morale == -3
    state = position("GE-Tank7[PzIIIH:8] C3918, 1RNF C3919", phasing=AXIS)
    assert not has_role(state, "GE-Tank7", "PzIIIH", "close_assault")
    assert not has_role(state, "GE-Tank7", "PzIIIH", "anti_armour")
    assert has_role(replace(state, phasing=CW), "GE-Tank7", "PzIIIH", "close_assault")
    assert not has_role(replace(state, phasing=CW), "GE-Tank7", "PzIIIH", "anti_armour")


@pytest.mark.case("20.42")
def test_twenty_of_their_points_exert_no_zone() -> None:
    state = position("IT-Inf7[20] C3918")
    assert stacking(state, "IT-Inf7") == 4 and not exerts(state, board().hex("C3918"))


@pytest.mark.case("20.42")
def test_whoever_exceeds_the_allowance_has_no_cohesion_left() -> None:
    draft = draft_of(position("CW-Tank7[A9:2], 1RTR D3714", replacements=meant(CW_Tank7="1RTR")))
    allowance = cpa(draft.state, "CW-Tank7")
    spend(draft, ("CW-Tank7",), 2 * allowance)
    assert draft.state.units["CW-Tank7"].cohesion == 0
    spend(draft, ("CW-Tank7",), 2)
    assert draft.state.units["CW-Tank7"].cohesion == -26


@pytest.mark.case("20.42")
def test_their_allowance_is_that_of_the_unit_they_are_meant_for() -> None:
    """The A9 has more than the Matildas of 7RTR."""
    units = "CW-Tank7[A9:2], 7RTR[Matilda:3] D3714"
    slow = cpa(position(units, replacements=meant(CW_Tank7="7RTR")), "CW-Tank7")
    assert slow == cpa(position(units), "7RTR") < cpa(position(units), "CW-Tank7")


@pytest.mark.case("20.43", "20.45")
@pytest.mark.parametrize(("strength", "battalions"), [(4, 0), (5, 1), (9, 1), (10, 2)])
def test_five_points_are_a_battalion(strength: int, battalions: int) -> None:
    assert stacking(position(f"IT-Inf7[{strength}] C3918"), "IT-Inf7") == battalions


@pytest.mark.case("19.64", "19.83", "20.3", "20.65")
def test_as_what_a_unit_takes_up_points() -> None:
    guns = position("Bach, 39PzJg[5Pak38:7], GE-Gun7[5Pak38:3] C3922")
    assert takes_as(guns, "Bach", "GE-Gun7") == takes_as(guns, "39PzJg", "GE-Gun7") == "5Pak38"
    assert takes_as(with_unit(guns, "39PzJg", toe={"5Pak38": 8}), "39PzJg", "GE-Gun7") is None  # it is complete
    cars = position("11Hus[5], 1RTR[A9:1], CW-Tank7[Stuart:2], CW-Recce7[2] C3922", turn=39)
    assert takes_as(cars, "11Hus", "CW-Tank7") == UPGRADED and takes_as(cars, "11Hus", "CW-Recce7") == ""
    assert takes_as(replace(cars, turn=38), "11Hus", "CW-Tank7") is None
    assert takes_as(cars, "1RTR", "CW-Tank7") == "Stuart" and takes_as(cars, "1RTR", "CW-Recce7") is None
    foot = position("1Buffs[3], CW-Gun7[2pdr:1], CW-Inf7[2] C3922", turn=80)
    assert takes_as(foot, "1Buffs", "CW-Gun7") == "2pdr" and takes_as(foot, "1Buffs", "CW-Inf7") == ""


@pytest.mark.case("20.3", "20.65")
def test_to_whom_points_are_of_use_at_all() -> None:
    assert is_of_use("1RNF", "CW-Inf7", "") and is_of_use("11In", "CW-Inf7", "")  # infantry and a headquarters
    assert not is_of_use("11Hus", "CW-Inf7", "") and is_of_use("11Hus", "CW-Recce7", "")
    assert not is_of_use("1RNF", "IT-Inf7", "")  # of another nation
    assert is_of_use("1RTR", "CW-Tank7", "A9") and not is_of_use("1RTR", "CW-Inf7", "")
