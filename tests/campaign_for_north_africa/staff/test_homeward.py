"""The staff obeys the withdrawals of the schedule."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.map import board, cities
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from tests.campaign_for_north_africa.positions import position, where
from tests.campaign_for_north_africa.staffwork import ITALIANS, carried_out

CW = "commonwealth"


@pytest.mark.case("20.83")
def test_a_brigade_that_is_to_leave_comes_out_of_its_division() -> None:
    """5th Indian Brigade leaves in 13/3."""
    state = position("4In+ D3714", scenario=ITALIANS, turn=11, stage=1, first=CW)
    after, orders = carried_out(state, Organisation("commonwealth"))
    assert any(order.startswith("detach 5InBde") for order in orders)
    assert not after.units["5InBde"].attached
    early, orders = carried_out(position("4In+ D3714", scenario=ITALIANS, turn=9), Organisation("commonwealth"))
    assert not any(order.startswith("detach 5InBde") for order in orders) and early.units["5InBde"].attached


@pytest.mark.case("20.83")
def test_it_marches_to_the_delta_and_stays_there() -> None:
    fields = {"scenario": ITALIANS, "turn": 12, "phasing": CW, "first": CW}
    state = position("5InBde+ D3714, 157Fant+ C4019", **fields)
    after, _ = carried_out(state, Movement("commonwealth"))
    alexandria = next(hex for hex, name in cities().items() if name == "Alexandria")
    distance = board().distance
    assert distance(after.units["5InBde"].at, alexandria) < distance(board().hex("D3714"), alexandria)
    there = position("5InBde+ E3613, 157Fant+ C4019", **fields)
    after, _ = carried_out(there, Movement("commonwealth"))
    assert where(after, "5InBde") == "E3613"
