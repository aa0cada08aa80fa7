"""The long example of combat after 15.96, step by step; where it and the charts disagree, the charts [rulings]."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.combat.anti_armour import fire_at, targets
from sandtable.games.campaign_for_north_africa.combat.differential import attack_strength, defence_strength, reckon
from sandtable.games.campaign_for_north_africa.sight.veils import seen_by
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.assaults import HEX, committed, fight, fired, fought, prompt, toe, told
from tests.campaign_for_north_africa.combat_segments import options, order, ordered, refused, who
from tests.campaign_for_north_africa.positions import spent, where

A, B, C = "C4403", "C4503", "C4402"  # rough, and two clear hexes next to it and to each other
GERMANS = "morale=2 cohesion=-2"
BRITISH = "morale=1 cohesion=-3"
MORALE = (2, 1, 5, 3)


def example(crusaders: int = 7) -> Campaign:
    """When forces have been committed: the Stuarts are pinned, the 25-pounders stand Back."""
    return committed(
        f"5Pz {B} {GERMANS}, I/5Pz[PzIIIJ:8]>5Pz {GERMANS}, I/125>5Pz {GERMANS}, II/125>5Pz {GERMANS}, "
        f"I/220Art>5Pz {GERMANS}",
        f"III/125, I/75Art[10.5K18:4] {C} {GERMANS}",
        f"4ArmBde {A} {BRITISH}, 9Lancr[Stuart:8]>4ArmBde {BRITISH}, 4Hus[CrusaderII:{crusaders}]>4ArmBde {BRITISH}, "
        f"1RflBde[5]>4ArmBde {BRITISH}, 3RHA>4ArmBde {BRITISH}, 11RHA>4ArmBde {BRITISH}",
        attack=f"{A} close I/5Pz:3, I/125:7, II/125:7, III/125:7; {A} anti I/5Pz:5",
        defence=f"{A} close 1RflBde:5, 4Hus:{crusaders}; {A} anti 3RHA:6",
        pinned="9Lancr",
        back="11RHA",
        supply={"AX-S1": (B, 40, 60), "CW-S1": ("C4304", 40, 60)},
    )


# Anti-armour fire


@pytest.mark.case("15.96", "14.22", "14.32", "11.32")
def test_three_points_against_two_one_column_down_for_rough_ground() -> None:
    axis, commonwealth = (fire_at(example(), HEX(A), side) for side in ("axis", "commonwealth"))
    assert axis is not None and commonwealth is not None
    assert (axis.raw, axis.points, axis.shift) == (30, 3, -1)
    assert (commonwealth.raw, commonwealth.points, commonwealth.shift) == (24, 2, -1)


@pytest.mark.case("15.96", "14.21", "14.44")
def test_the_pinned_stuarts_do_not_enter_into_it() -> None:
    assert targets(example(), HEX(A), "commonwealth") == (("4Hus", "CrusaderII", 7),)
    assert targets(example(), HEX(A), "axis") == (("I/5Pz", "PzIIIJ", 8),)


@pytest.mark.case("15.96", "14.41", "14.43", "14.46")
def test_51_makes_four_and_55_three_damage_points() -> None:
    """By the chart one Crusader of four protection absorbs four; the example has two of three."""
    state, events = fired(example(), 5, 1, 5, 5, *MORALE, 6, 1, 6, 6)
    assert [event.facts["damage"] for event in events if event.kind == "fired"] == [4, 3]
    assert toe(state, "4Hus") == {"CrusaderII": 6}
    assert toe(state, "I/5Pz") == {"PzIIIJ": 7}
    assert {(wreck.weapon, wreck.points) for wreck in state.wrecks.values()} == {("CrusaderII", 1), ("PzIIIJ", 1)}


@pytest.mark.case("15.96", "14.43", "14.44", "15.26")
def test_the_axis_loses_a_tank_that_fired_rather_than_one_that_assaults() -> None:
    _, events = fired(example(), 5, 1, 5, 5, *MORALE, 6, 1, 6, 6)
    assert told(events, "assaulted")["attack"] == 6


# The differential


@pytest.mark.case("15.96", "15.26", "15.4", "11.34")
def test_63_raw_points_against_38_and_one_point_off_for_combined_arms() -> None:
    """As in the text, which forgets to take off the two Crusaders just lost."""
    state = example()
    ours, theirs = attack_strength(state, fight(state, A)), defence_strength(state, fight(state, A))
    assert (ours.raw, ours.lost, ours.points) == (63, 0, 6)
    assert (theirs.raw, theirs.unsupported, theirs.lost, theirs.points) == (38, 2, 1, 3)
    assert reckon(state, fight(state, A)).basic == 3


@pytest.mark.case("15.96", "15.62", "15.32", "17.2")
def test_morale_moves_it_three_columns_and_the_ground_two_back() -> None:
    _, events = fought(example(), *MORALE, 3, 2, 2, 1, 4)
    facts = told(events, "assaulted")
    assert facts["morale"] == {"axis": 2, "commonwealth": -1}
    assert facts["column"] == "+4"
    assert facts["ledger"][-2:] == ["  C4403 is rough: -2  (15.32)", "  Final Adjusted Morale: +3  (15.62)"]


# Results


def beaten() -> Campaign:
    """Five percent for the Axis; fifteen, some captured, and a retreat for the Commonwealth."""
    state, events = fought(example(), *MORALE, 3, 2, 2, 1, 4)
    results = [event.facts for event in events if event.kind == "result"]
    assert [(facts["percent"], facts["retreat"], facts["captured"]) for facts in results] == [(5, 0, 0), (15, 1, 50)]
    return state


@pytest.mark.case("15.96", "15.82")
def test_the_commonwealth_has_to_retreat_one_hex_or_lose_ten_percent_more() -> None:
    state = beaten()
    assert who(state) == ("commonwealth",)
    assert options(state, "commonwealth") == [
        "retreat 4ArmBde C4403-C4304",
        "retreat 4ArmBde C4403-C4404",
        "stand 4ArmBde",
    ]


@pytest.mark.case("15.96", "15.83", "15.84")
def test_the_axis_loses_four_raw_points_and_a_gun() -> None:
    state = order(beaten(), "commonwealth", "retreat 4ArmBde C4403-C4304")
    assert who(state) == ("axis",)
    assert "4 raw points" in prompt(state)
    assert refused(state, "axis", "lose I/125:1") == "15.83"
    state = order(state, "axis", "lose I/125:1, II/125:1")
    assert "2 Vulnerability Points" in prompt(state)
    state = order(state, "axis", "lose I/220Art:1")
    assert toe(state, "I/125") == toe(state, "II/125") == {"": 6}
    assert toe(state, "I/220Art") == {"10.5K18": 5}


@pytest.mark.case("15.96", "15.83", "15.85", "15.86", "15.12", "15.18")
def test_the_commonwealth_loses_ten_of_seventy_raw_points_half_of_them_captured() -> None:
    """Half by the chart, a third in the text; and Forward anti-tank guns are lost, which the text forgets."""
    state = order(beaten(), "commonwealth", "retreat 4ArmBde C4403-C4304")
    state = order(order(state, "axis", "lose I/125:1, II/125:1"), "axis", "lose I/220Art:1")
    assert "10 raw points" in prompt(state)
    state = order(state, "commonwealth", "lose 1RflBde:3, 9Lancr:1")
    assert toe(state, "3RHA") == {"2pdr": 3}
    assert refused(state, "commonwealth", "yield 1RflBde:2") == "15.86"
    state = order(state, "commonwealth", "yield 1RflBde:3")
    assert toe(state, "1RflBde") == {"": 2} and toe(state, "9Lancr") == {"Stuart": 7}
    assert state.prisoners == {"axis": 3}
    assert state.captured == {"axis": {"2pdr": 2}}


@pytest.mark.case("15.96", "6.24", "10.24")
def test_the_axis_is_the_better_for_it_and_the_commonwealth_pays_for_the_hex_it_went() -> None:
    state = order(beaten(), "commonwealth", "retreat 4ArmBde C4403-C4304")
    state = order(order(state, "axis", "lose I/125:1, II/125:1"), "axis", "lose I/220Art:1")
    state = order(state, "commonwealth", "lose 1RflBde:3, 9Lancr:1")
    state, events = ordered(state, "commonwealth", "yield 1RflBde:3")
    assert state.units["I/125"].cohesion == state.units["III/125"].cohesion == -2 + 3
    assert where(state, "4Hus") == "C4304" and spent(state, "4Hus") == 5  # three for the defence, two for the hex
    assert state.retreating == (A,)
    assert told(events, "assault_over")["probe"] is False


@pytest.mark.case("3.61", "3.62")
def test_neither_side_sees_the_forces_of_the_other_in_what_is_going_on() -> None:
    state = order(beaten(), "commonwealth", "retreat 4ArmBde C4403-C4304")
    for side, other in (("axis", "4Hus"), ("commonwealth", "I/5Pz")):
        seen = tuple(seen_by(frame, side, "axis") for frame in state.stack)
        assert other not in repr(seen) and other in repr(state.stack)
    top = state.stack[-1]
    assert seen_by(top, "axis", "axis") == top != seen_by(top, "commonwealth", "axis")
