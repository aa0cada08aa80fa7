"""Morale at the instant of a Close Assault."""

from __future__ import annotations

import pytest

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.combat.morale import (
    Morale,
    adjusted,
    basic_morale,
    determine,
    is_overwhelmed,
    represented,
)
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.assaults import committed, fought, toe, told
from tests.campaign_for_north_africa.positions import position
from tests.playing import Rolls


def thrown(state: Campaign, side: Side, *names: str, dice: tuple[int, int], overwhelmed: bool = False) -> Morale:
    return determine(Draft(state, Rolls(*dice)), state, side, names, overwhelmed)


def battalion(level: int, morale: int = 1) -> Campaign:
    return position(f"I/125 C3918 cohesion={level} morale={morale}")


@pytest.mark.case("17.21", "17.22", "6.25")
def test_morale_17_22_a_plus_one_at_minus_four_with_42_is_minus_one() -> None:
    found = thrown(battalion(-4), "axis", "I/125", dice=(4, 2))
    assert (found.basic, found.cohesion, found.code, found.modifier, found.adjusted) == (1, -4, 42, -2, -1)
    assert found.explain("axis").lines()[0] == "axis: Adjusted Morale -1  (17.2)"


@pytest.mark.case("17.23")
def test_morale_cap_it_never_passes_three() -> None:
    assert adjusted(2, 4, 0) == 3 and adjusted(-2, -4, 0) == -3
    assert thrown(battalion(5, morale=2), "axis", "I/125", dice=(1, 1)).adjusted == 3


@pytest.mark.case("17.24")
def test_levels_beyond_the_table_use_its_ends() -> None:
    assert (
        thrown(battalion(10), "axis", "I/125", dice=(6, 6)).modifier
        == thrown(battalion(8), "axis", "I/125", dice=(6, 6)).modifier
    )
    assert thrown(battalion(-20), "axis", "I/125", dice=(1, 1)).surrendered


@pytest.mark.case("17.25", "17.26")
def test_poor_troops_surrender_and_good_ones_count_it_as_minus_four() -> None:
    assert thrown(battalion(-10, morale=0), "axis", "I/125", dice=(6, 1)).surrendered
    steady = thrown(battalion(-10, morale=1), "axis", "I/125", dice=(6, 1))
    assert not steady.surrendered and (steady.modifier, steady.adjusted) == (-4, -3)


@pytest.mark.case("17.26")
def test_good_troops_surrender_when_they_are_broken_or_overwhelmed() -> None:
    assert thrown(battalion(-11, morale=2), "axis", "I/125", dice=(6, 1)).surrendered
    assert thrown(battalion(-10, morale=2), "axis", "I/125", dice=(6, 1), overwhelmed=True).surrendered
    assert is_overwhelmed(10, 30) and not is_overwhelmed(10, 29) and is_overwhelmed(0, 1) and not is_overwhelmed(0, 0)


@pytest.mark.case("17.28", "31.0")
def test_morale_rommel_adds_one_even_beyond_three() -> None:
    with_him = position("I/125 C3918 morale=3, II/125 C3919 morale=3", rommel="C3918")
    assert thrown(with_him, "axis", "I/125", dice=(3, 1)).adjusted == 4
    assert thrown(with_him, "axis", "II/125", dice=(3, 1)).adjusted == 3
    assert thrown(with_him, "axis", "I/125", "II/125", dice=(3, 1)).adjusted == 4
    assert adjusted(0, 0, 1) == 1


@pytest.mark.case("15.63", "15.64", "6.27")
def test_morale_final_two_divisions_average_and_the_division_outweighs_a_battalion() -> None:
    axis = position("15PzDiv+ C3918 morale=3 cohesion=-4, Ariete+ C3918 morale=1 cohesion=-4")
    found = thrown(axis, "axis", "15PzDiv", "Ariete", dice=(4, 3))
    assert (found.basic, found.cohesion, found.modifier, found.adjusted) == (2, -4, -2, 0)
    allied = position("2NZ+ C3818 morale=1 cohesion=2, 1RNF C3818 morale=2")
    theirs = thrown(allied, "commonwealth", "2NZ", "1RNF", dice=(6, 3))
    assert (theirs.basic, theirs.cohesion, theirs.adjusted) == (1, 2, 1)
    assert found.adjusted - theirs.adjusted == -1


@pytest.mark.case("17.27", "6.27")
def test_of_different_levels_the_largest_unit_decides() -> None:
    state = position("I/125 C3918 cohesion=-4, 2MG[3] C3918 cohesion=5")
    assert thrown(state, "axis", "I/125", "2MG", dice=(3, 1)).cohesion == -4


@pytest.mark.case("17.1", "15.63")
def test_a_headquarters_without_a_rating_takes_that_of_its_units() -> None:
    state = position("Bach C3918, I/125>Bach morale=2, II/125>Bach morale=2")
    assert basic_morale(state, ("Bach",)) == 2
    assert basic_morale(position("Bach C3918"), ("Bach",)) == 0 == basic_morale(state, ())
    assert basic_morale(position("I/125 C3918 morale=2, II/125 C3918 morale=1"), ("I/125", "II/125")) == 2  # 1.5


@pytest.mark.case("15.52", "15.55")
def test_a_formation_stands_for_its_units_when_half_of_their_points_take_part() -> None:
    state = position("125PzGr+ C3918, 2MG C3918")
    assert represented(state, {"I/125": 7, "II/125": 7}) == ("125PzGr",)
    assert represented(state, {"I/125": 7}) == ("I/125",)
    led = position("7Arm C3818, 1RNF>7Arm")
    assert represented(led, {"7Arm": 1}) == ("7Arm",)  # its own points, and none of its parts
    assert represented(state, {"I/125": 7, "2MG": 9}) == ("I/125", "2MG")
    assert represented(state, {"I/125": 0}) == ()  # nothing is left of what was committed


# In the assault


@pytest.mark.case("15.61", "15.62", "17.21")
def test_the_difference_of_both_moves_the_column() -> None:
    state = committed(
        "I/125 C3918 morale=2", "2SctGds C3818 morale=-1", attack="C3818 close I/125:7", defence="C3818 close 2SctGds:6"
    )
    _, events = fought(state, 3, 1, 3, 1, 6, 1, 6, 6)
    facts = told(events, "assaulted")
    assert facts["morale"] == {"axis": 2, "commonwealth": -1} and facts["column"] == "+3"
    worse = committed(
        "I/125 C3918 morale=-1", "2SctGds C3818 morale=2", attack="C3818 close I/125:7", defence="C3818 close 2SctGds:6"
    )
    assert told(fought(worse, 3, 1, 3, 1, 6, 1, 6, 6)[1], "assaulted")["column"] == "-3"


@pytest.mark.case("17.25", "6.24", "10.24")
def test_a_defender_who_throws_surrender_is_taken_with_everything() -> None:
    state = committed(
        "I/125 C3918",
        "2SctGds, 11RHA C3818 morale=0 cohesion=-10",
        attack="C3818 close I/125:7",
        defence="C3818 close 2SctGds:6",
    )
    state, events = fought(state, 3, 1, 6, 1)
    assert state.prisoners == {"axis": 6} and state.captured == {"axis": {"25pdr": 6}}
    assert state.stacks.get(state.units["I/125"].at) == ("I/125",) and toe(state, "2SctGds") == {}
    assert state.retreating == ("C3818",) and state.units["I/125"].cohesion == 3
    assert told(events, "surrendered")["to"] == "axis"


@pytest.mark.case("17.25")
def test_attackers_who_throw_surrender_are_taken_themselves() -> None:
    state = committed(
        "I/125, II/125 C3918 morale=0 cohesion=-10",
        "2SctGds C3818",
        attack="C3818 close I/125:7",
        defence="C3818 close 2SctGds:6",
    )
    state, _ = fought(state, 6, 1, 3, 1)
    assert state.prisoners == {"commonwealth": 7}
    assert toe(state, "II/125") == {"": 7}  # took no part


@pytest.mark.case("17.25", "15.81", "17.28")
def test_if_both_throw_it_nobody_surrenders_and_both_are_engaged() -> None:
    state = committed(
        "I/125 C3918 morale=0 cohesion=-10",
        "2SctGds C3818 morale=0 cohesion=-10",
        attack="C3818 close I/125:7",
        defence="C3818 close 2SctGds:6",
    )
    state, events = fought(state, 6, 1, 6, 1)
    assert not state.prisoners
    assert state.units["I/125"].engaged and state.units["2SctGds"].engaged
    assert "assaulted" not in [event.kind for event in events]


@pytest.mark.case("3.61", "17.21")
def test_the_enemy_does_not_hear_cohesion_and_modifier() -> None:
    state = committed("I/125 C3918", "2SctGds C3818", attack="C3818 close I/125:7", defence="C3818 close 2SctGds:6")
    _, events = fought(state, 3, 1, 3, 1, 6, 1, 6, 6)
    heard = [event.facts["side"] for event in events if event.kind == "morale" and event.heard_by("axis")]
    assert heard == ["axis"]


@pytest.mark.case("17.1")
def test_a_headquarters_with_a_rating_of_its_own_keeps_it_whatever_its_units() -> None:
    state = position("Ariete C3918 morale=1, VII(M)>Ariete morale=-2")
    assert basic_morale(state, ("Ariete",)) == 1
