"""What the screen is offered in a Combat Segment: complete plans, plans changed for some counters, losses, retreats."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.campaign_for_north_africa.combat.close_assault import NextAssault
from sandtable.games.campaign_for_north_africa.combat.reassignment import Reassignment
from sandtable.games.campaign_for_north_africa.combat.retreat_routes import Terms
from sandtable.games.campaign_for_north_africa.combat.retreats import Retreats
from sandtable.games.campaign_for_north_africa.contents import Commitment, Segment
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import Share, Toll
from sandtable.games.campaign_for_north_africa.losses.casualties import Casualties
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.combat_segments import BARRAGE, COMMITMENT, POSITIONS, scene
from tests.campaign_for_north_africa.positions import asking, position
from tests.campaign_for_north_africa.screens import by_hex, deeds, labels, not_proposed, offered, proposed, row

AXIS = "I/104, I/220Art C3918, I/5Pz C3919"
ALLIES = "1RNF, 2SctGds, 11RHA, 3RHA C3818"
AT = board().hex("C3818")


def fighting(step: int, **fields: Any) -> Campaign:
    return scene(AXIS, ALLIES, step=step, **fields)


@pytest.mark.case("12.11")
def test_positions_are_a_few_plans_and_any_choice_of_counters() -> None:
    state = fighting(POSITIONS)
    for side, gun in (("axis", "I/220Art"), ("commonwealth", "11RHA")):
        plans = offered(state, side=side)
        assert "(suggested)" in plans[0].label and "back none" in [offer.action for offer in plans]
        assert f"back {gun}" in deeds(state, gun, side=side)
    assert deeds(state, "I/104", side="axis") == []


@pytest.mark.case("12.23", "12.31")
def test_barrages_are_plans_and_blocks_against_a_chosen_stack() -> None:
    state = fighting(BARRAGE)
    plans = offered(state, side="axis")
    assert plans[0].action.startswith("barrage C3818 ") and "(suggested)" in plans[0].label
    assert plans[-1].action == "barrage none"
    blocks = deeds(state, "I/220Art", "1RNF", side="axis")
    assert {text.split()[2] for text in blocks} >= {"infantry", "gun"}
    assert proposed(state, "I/220Art", "1RNF", side="axis") == blocks[0]
    assert "do not fire" in labels(state, "I/220Art", side="axis")[0]
    assert not_proposed(state, "I/104", "1RNF", side="axis") == "15.21"


@pytest.mark.case("12.15", "15.21")
def test_two_divisions_fire_and_assault_at_different_targets_in_one_segment() -> None:
    axis, allies = "I/104, I/220Art C3918, I/5Pz, 1/1AR C3920", "1RNF C3817, 2SctGds C3819"
    barrage = scene(axis, allies, step=BARRAGE)
    chosen = ("I/220Art", "1/1AR", "1RNF", "2SctGds")
    order = proposed(barrage, *chosen, side="axis")
    assert "C3817 infantry 1 with I/220Art" in order and "C3819 infantry 1 with 1/1AR" in order
    one = proposed(barrage, "I/220Art", "1RNF", side="axis")
    assert "C3817" in one and "I/220Art" not in one.partition("C3819")[2], "the guns fire at the chosen target"
    assault = proposed(scene(axis, allies, step=COMMITMENT), "I/104", "I/5Pz", "1RNF", "2SctGds", side="axis")
    assert "C3817" in assault and "C3819" in assault


@pytest.mark.case("12.13", "12.15")
def test_guns_in_two_hexes_fire_at_one_target_each_by_themselves() -> None:
    state = scene("I/104, I/220Art C3918, I/5Pz, 1/1AR C3817", "1RNF C3818", step=BARRAGE)
    order = proposed(state, "I/220Art", "1/1AR", "1RNF", side="axis")
    assert "C3818 infantry 1 with I/220Art" in order and "C3818 infantry 1 with 1/1AR" in order


@pytest.mark.case("12.15", "15.21")
@pytest.mark.parametrize(("step", "counter"), [(BARRAGE, "I/220Art"), (COMMITMENT, "I/104")])
def test_the_targets_beside_a_counter_are_offered_before_one_is_chosen(step: int, counter: str) -> None:
    state = scene("I/104, I/220Art C3918", "1RNF C3817, 2SctGds C3818", step=step)
    targets = {offer.pieces[1:] for offer in offered(state, counter, side="axis")}
    assert targets == {(), ("1RNF",), ("2SctGds",)}
    assert not_proposed(state, counter, at="C3919", side="axis") == "15.21", "an empty hex is no order to fire"


@pytest.mark.case("15.14", "15.21", "14.11", "15.91")
def test_an_attack_is_changed_for_the_counters_chosen() -> None:
    state = fighting(COMMITMENT)
    plans = offered(state, side="axis")
    assert "assault C3818" in plans[0].label and "(suggested)" in plans[0].label
    alone = [text for text in labels(state, "I/104", "1RNF", side="axis") if "nobody else" in text]
    assert any(text.startswith("assault C3818 with I/104") for text in alone)
    blocks = labels(state, "I/5Pz", "1RNF", side="axis")
    for verb in ("probe C3818", "withhold"):
        assert any(text.startswith(verb) for text in blocks)
    assert "commit C3818 close I/104:7" in deeds(state, "I/104", "1RNF", side="axis")
    assert proposed(state, "I/104", "1RNF", side="axis").startswith("commit C3818 close I/104:7")


@pytest.mark.case("15.14", "14.11")
def test_a_defence_is_changed_for_the_counters_chosen() -> None:
    state = fighting(COMMITMENT)
    plans = offered(state, side="commonwealth")
    assert plans[0].action.startswith("commit C3818 ") and plans[-1].action == "commit none"
    guns = labels(state, "3RHA", side="commonwealth")
    assert any("guns at armour" in text for text in guns) and any(text.startswith("withhold 3RHA") for text in guns)
    assert "commit C3818 close 1RNF:3" in deeds(state, "1RNF", side="commonwealth")


@pytest.mark.case("12.44", "13.28")
def test_pinned_units_and_those_who_have_left_are_not_committed() -> None:
    segment = Segment(pinned=("1RNF",), withdrew=("2SctGds",))
    state = fighting(COMMITMENT, segment=segment)
    assert deeds(state, "1RNF", side="commonwealth") == [] and deeds(state, "2SctGds", side="commonwealth") == []


@pytest.mark.case("14.23")
def test_guns_without_targets_may_join_the_assault() -> None:
    forces = (Commitment(AT, "anti_armour", "I/220Art", "", 3), Commitment(AT, "close_assault", "I/104", "", 7))
    toe = position(AXIS, ALLIES).units["I/220Art"].toe
    weapon = next(iter(toe))
    forces = (Commitment(AT, "anti_armour", "I/220Art", weapon, toe[weapon]), forces[1])
    state = asking(position(AXIS, ALLIES, phasing="axis", segment=Segment(forces=forces)), Reassignment("axis", AT))
    assert "join the Close Assault" in labels(state)[0] and deeds(state)[-1] == "commit none"


LOSS = Toll("15.83", 10, (Share("1RNF", "", 3, 6, price=9), Share("2SctGds", "", 6, 2, price=3)))


@pytest.mark.case("15.83")
def test_losses_are_suggested_and_taken_from_whom_one_points_at() -> None:
    state = asking(position(AXIS, ALLIES), Casualties("commonwealth", (AT,), LOSS))
    assert "(suggested)" in labels(state)[0]
    assert deeds(state, "1RNF") == ["lose 1RNF:2"] and deeds(state, "2SctGds") == ["lose 2SctGds:5"]
    assert deeds(state, "3RHA", side="commonwealth") == [], "it has no part in the loss"


@pytest.mark.case("15.82")
def test_retreats_are_hexes_for_all_for_one_or_a_button_to_stand() -> None:
    terms = Terms("commonwealth", AT, 1, (board().hex("C3918"),))
    state = asking(
        position("I/104, II/104 C3918", "1RNF, 2SctGds C3818", supply={"CW-S1": ("C3818", 40, 60)}),
        Retreats(terms, ("1RNF", "2SctGds")),
    )
    assert "stand 1RNF, 2SctGds" in deeds(state)
    both = by_hex(state, "1RNF", "2SctGds")
    assert both and all(set(offer.pieces) == {"1RNF", "2SctGds"} for offer in both.values())
    goal = next(iter(both))
    assert proposed(state, "1RNF", "2SctGds", at=goal) == both[goal].action
    assert "stand 1RNF" in deeds(state, "1RNF")
    assert not_proposed(state, "1RNF", at="C3918").startswith(("15.82", "8.13", "9.35"))


@pytest.mark.case("15.22", "15.24")
def test_the_next_assault_is_pointed_at() -> None:
    forces = (
        Commitment(AT, "close_assault", "I/104", "", 4),
        Commitment(board().hex("C3819"), "close_assault", "I/104", "", 3),
    )
    field = position("I/104 C3918", "1RNF C3818, 1Buffs C3819", phasing="axis", segment=Segment(forces=forces))
    state = asking(field, NextAssault())
    assert by_hex(state)["C3818"].action == "assault C3818"
    assert len(offered(state)) >= 2


@pytest.mark.case("12.23", "10.31", "15.26")
def test_the_panel_of_a_segment_tells_targets_duties_and_what_to_expect() -> None:
    state = fighting(BARRAGE)
    told = row(state, "axis", "combat", "Targets at C3818")
    assert "infantry" in told.text and "1RNF" in told.text and told.side == "commonwealth"
    front = row(fighting(COMMITMENT), "axis", "combat", "C3818")
    assert "raw points of defence" in front.text and {"I/104", "1RNF"} <= set(front.pieces)
    own = row(fighting(COMMITMENT), "commonwealth", "combat", "C3818")
    assert "actual; enemies at C3918, C3919" in own.text
