"""What the screen is offered in the Organization Phase, for Reserves and in the set-up."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.title import Setup
from sandtable.games.campaign_for_north_africa.arrivals.deployment import Deployment
from sandtable.games.campaign_for_north_africa.capability.reserves import Designation, ReserveRelease
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import limits
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.setup import begin
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import asking, play, position
from tests.campaign_for_north_africa.screens import by_hex, deeds, labels, offered


def organising(*units: str, **fields: Any) -> Campaign:
    side = fields.pop("side", "axis")
    return asking(position(*units, **fields), Organisation(side))


@pytest.mark.case("19.41", "19.43")
def test_a_counter_is_attached_to_whoever_leads_in_its_hex() -> None:
    state = organising("19Fant, I/19 C3918, II/19 C3818")
    assert deeds(state)[0] == "done"
    assert "attach I/19 to 19Fant" in deeds(state, "I/19") and "attach I/19 to 19Fant" in deeds(state, "I/19", "19Fant")
    assert "attach II/19 to 19Fant" not in deeds(state, "II/19")
    whole = organising("27Bre+ C3918")
    parts = [text for text in deeds(whole, "27Bre") if text.startswith("detach")]
    assert parts and all(text.endswith(" with 0") for text in parts)


@pytest.mark.case("8.97", "32.53", "32.32")
def test_trucks_are_given_and_taken_in_lots_that_make_sense() -> None:
    state = organising("I/157 C3918", motors={"axis": {"C3918": 60}}, supply={"AX-S1": ("C3918", 40, 60)})
    need = state.units["I/157"].toe[""]
    assert {f"motorise I/157 {need}", "motorise I/157 60"} <= set(deeds(state, "I/157"))
    assert any("as it needs" in text for text in labels(state, "I/157"))
    carriers = f"motorise AX-S1 {limits().real_unit_transport}"
    assert carriers in deeds(state, "AX-S1")
    assert {f"motorise I/157 {need}", carriers} <= set(deeds(state, "motors@C3918"))
    riding = organising(f"I/157 C3918 motors={need + 3}")
    assert "demotorise I/157 3" in deeds(riding, "I/157")


@pytest.mark.case("32.15")
def test_supply_units_are_rearranged_by_a_button() -> None:
    state = organising("I/157 C3918", supply={"AX-S1": ("C3918", 40, 60), "AX-S2": ("C3918", 10, 20)})
    assert "rearrange AX-S1 to AX-S2 ammo 30 fuel 40" in deeds(state, "AX-S1")


@pytest.mark.case("19.71")
def test_a_battle_group_is_formed_by_a_button() -> None:
    state = organising("I/104, 8MG, 3Aufk C3918", turn=30)
    assert any("battle group" in text for text in labels(state, "I/104"))


@pytest.mark.case("18.12", "18.23")
def test_reserves_are_named_all_at_once_and_released_by_buttons() -> None:
    state = asking(position("I/157, II/157 C3918"), Designation("axis"))
    assert deeds(state) == ["done"] and deeds(state, "I/157", "II/157") == ["reserve I/157, II/157"]
    held = play(state, "reserve I/157, II/157")
    waiting = asking(held, ReserveRelease("axis"))
    assert deeds(waiting, "I/157") == ["release I/157"] and "done" in deeds(waiting)


@pytest.mark.case("60.3", "60.4")
def test_the_set_up_marks_the_hexes_where_a_stack_may_stand() -> None:
    state, _ = frames.begin(begin(Setup("grazianis-offensive")), SecretDice(secret_of_seed(1)))
    assert deeds(state)[0] == "done"
    top = state.stack[-1]
    assert isinstance(top, Deployment)
    stack = counter = next(name for name in top.items(state) if name in state.units)
    marked = by_hex(state, counter)
    assert marked and all(offer.action == f"deploy {stack} at {hex}" for hex, offer in marked.items())


@pytest.mark.case("60.3")
def test_who_may_have_armoured_cars_lies_under_one_title() -> None:
    state, _ = frames.begin(begin(Setup("grazianis-offensive")), SecretDice(secret_of_seed(1)))
    axis, _ = frames.play(state, "commonwealth", Done(), SecretDice(secret_of_seed(1)))
    cars = [offer for offer in offered(axis, "63Cir") if "armoured cars" in offer.label]
    assert len(cars) > 5 and {offer.folded for offer in cars} == {"Armoured cars"}
