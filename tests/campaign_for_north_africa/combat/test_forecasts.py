"""Assaults and barrages weighed before they are ordered, and the guide of the first turn."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.core.offers import Forecast
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa import offers
from sandtable.games.campaign_for_north_africa.combat.differential import Fight, reckon
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.strength import everything
from sandtable.games.campaign_for_north_africa.sight.observe import disguises, observe
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.title import title
from tests.campaign_for_north_africa.combat_segments import BARRAGE, COMMITMENT, scene
from tests.campaign_for_north_africa.positions import position


def weighed(state: Campaign, *pieces: str, side: str = "axis") -> Forecast:
    return offers.forecast(observe(state, side), side, pieces)


def not_weighed(state: Campaign, *pieces: str, side: str = "axis") -> str:
    with pytest.raises(Refusal) as caught:
        weighed(state, *pieces, side=side)
    return caught.value.case


@pytest.mark.case("15.26", "15.27", "15.51", "15.53")
def test_an_assault_on_whole_units_is_weighed_as_it_would_be_reckoned() -> None:
    state = scene("I/104, II/104 C3918", "1RNF C3818", step=COMMITMENT)
    found = weighed(state, "I/104", "II/104", "1RNF")
    at = board().hex("C3818")
    attack, defence = everything(state, board().hex("C3918"), "axis"), everything(state, at, "commonwealth")
    assert found.column == reckon(state, Fight((at,), attack, defence)).name
    assert found.title == "I/104, II/104 on C3818" and "15.26" in str(found.ledger)
    for letter in "AD":
        some = [each for each in found.chances if each.result.startswith(letter)]
        assert sum(Fraction(each.numerator, each.denominator) for each in some) == 1
    assert found.attacker_loss > 0 and found.defender_loss > 0


@pytest.mark.case("3.6", "15.26")
def test_what_is_attached_to_an_enemy_headquarters_is_not_weighed_but_expected() -> None:
    state = scene("27Bre+ C3918", "7Arm+ C3818", step=COMMITMENT)
    found = weighed(state, "27Bre", "7Arm")
    assert "an estimate for the defender" in str(found.ledger)
    for hidden in disguises(state, "axis"):
        assert weighed(hidden, "27Bre", "7Arm") == found


@pytest.mark.case("15.21", "11.11")
def test_what_cannot_be_weighed_is_refused() -> None:
    state = position("I/104 C3918, I/220Art C3918", "1RNF C3818, 1Buffs C3717", phasing="axis")
    assert not_weighed(state, "I/104") == "15.21" and not_weighed(state, "1RNF") == "15.21"
    assert not_weighed(state, "I/104", "1RNF", "1Buffs") == "15.21"
    assert not_weighed(scene("I/104, I/220Art C3918", "1RNF C3818", step=BARRAGE), "I/104", "1RNF") == "11.11"


@pytest.mark.case("12.43", "11.32")
def test_while_barrages_are_plotted_guns_are_weighed() -> None:
    found = weighed(scene("I/104, I/220Art C3918", "1RNF C3818", step=BARRAGE), "I/220Art", "1RNF")
    assert found.title == "Barrage of C3818" and "Actual Barrage Points" in found.ledger.text
    assert any("infantry pinned" in each.text for each in found.chances)


@pytest.mark.case("32.21", "11.22")
def test_what_an_assault_or_a_barrage_takes_is_told_before_it_is_ordered() -> None:
    units, foe, stores = "I/104, I/220Art C3918", "1RNF C3818", {"AX-S24": ("C3918", 40, 0), "CW-S1": ("C3818", 40, 0)}
    assault = weighed(scene(units, foe, step=COMMITMENT, supply=stores), "I/104", "1RNF").cost
    assert assault.startswith("5 CP each (11.2); ") and "Ammo from AX-S24 (32.21)" in assault
    assert "Ammo from AX-S24" in weighed(scene(units, foe, step=BARRAGE, supply=stores), "I/220Art", "1RNF").cost
    found = scene(units, foe, step=COMMITMENT, supply=stores)
    hungry = replace(found, supply={"CW-S1": found.supply["CW-S1"]})
    assert "none in reach for I/104 (32.21)" in weighed(hungry, "I/104", "1RNF").cost


@pytest.mark.case("12.23", "32.21")
def test_a_plan_for_the_segment_says_what_ammo_it_takes() -> None:
    state = scene("I/104, I/220Art C3918", "1RNF C3818", step=BARRAGE)
    labels = [offer.label for offer in offers.offers(observe(state, "axis"), "axis", ())]
    assert any("barrage" in label and "Ammo from" in label for label in labels)


def test_the_guide_speaks_to_both_sides() -> None:
    guide = title().book.guide()
    assert guide.introduction and {step.side for step in guide.first_turn} == {"axis", "commonwealth"}
