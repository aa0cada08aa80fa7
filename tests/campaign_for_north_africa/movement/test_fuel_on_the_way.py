"""[32.23] Fuel for movement: when it is due, and whether it is there where it is due.

A tank battalion needs two Fuel Points for its Allowance of 35 and two for what is beyond it, armoured cars (45) one.
Every hex from C3510 to C3515 costs two Capability Points."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.fuel import can_pay, can_start, fuel_due, goes_dry
from sandtable.games.campaign_for_north_africa.movement.reach import party_of, reach_of
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign
from tests.campaign_for_north_africa.positions import position

HEX = board().hex


def standing(*units: str, fuel: int = 0, **fields: Any) -> Campaign:
    supply = {"CW-S1": ("C3510", 0, fuel)} if fuel else {}
    return position(*units, supply=supply, **fields)


def due(state: Campaign, names: str, points: float) -> dict[int, tuple[str, ...]]:
    """The allowances that are due before so many Capability Points are spent."""
    return fuel_due(state, party_of(state, "commonwealth", names.split()), round(points * POINT))


def dry(state: Campaign, names: str, goal: str, points: int = 60) -> str:
    """Where they run out of Fuel on their way."""
    party = party_of(state, "commonwealth", names.split())
    found = goes_dry(state, party, reach_of(state, party, points * POINT), HEX(goal))
    return "" if found is None else board().name(found)


@pytest.mark.case("32.23")
@pytest.mark.parametrize(
    ("unit", "points", "owed"),
    [
        ("1KRRC C3510", 99, {}),  # on foot
        ("6RTR C3510", 35, {1: ("6RTR",)}),
        ("6RTR C3510", 35.5, {2: ("6RTR",)}),
        ("6RTR C3510 spent=30", 5, {1: ("6RTR",)}),
        ("6RTR C3510 spent=30", 5.5, {2: ("6RTR",)}),
        ("6RTR C3510 fuel=1", 35, {}),
        ("6RTR C3510 fuel=1", 35.5, {2: ("6RTR",)}),
        ("6RTR C3510 fuel=2", 99, {}),
    ],
)
def test_fuel_is_due_once_within_the_allowance_and_again_beyond_it(
    unit: str, points: float, owed: dict[int, tuple[str, ...]]
) -> None:
    assert due(standing(unit), unit.split()[0], points) == owed


@pytest.mark.case("32.23", "8.64")
def test_breaking_off_counts_towards_the_allowance() -> None:
    """Two points to leave a hex in contact."""
    state = standing("6RTR C3510", "I/157, II/157 C3509")
    assert [*due(state, "6RTR", 33)] == [1] and [*due(state, "6RTR", 33.5)] == [2]


@pytest.mark.case("32.23")
def test_a_formation_has_paid_when_everybody_in_it_has() -> None:
    for fuel, owed in ((0, [1]), (1, [])):
        state = standing(f"7Spt C3510 fuel=1, 6RTR>7Spt fuel=1, 11Hus>7Spt fuel={fuel}")
        assert [*due(state, "7Spt", 20)] == owed


@pytest.mark.case("32.23")
@pytest.mark.parametrize(
    ("units", "fuel", "is_able"),
    [
        ("6RTR C3510", 2, True),
        ("6RTR C3510", 1, False),
        ("6RTR C3510 spent=34.5 fuel=1", 0, True),  # half a point is left of what was paid for
        ("6RTR C3510 spent=35 fuel=1", 0, False),
        ("6RTR C3510 spent=35 fuel=1", 2, True),
        ("1KRRC C3510", 0, True),
    ],
)
def test_who_can_set_out(units: str, fuel: int, is_able: bool) -> None:
    state = standing(units, fuel=fuel)
    assert can_start(state, party_of(state, "commonwealth", (units.split()[0],))) is is_able


@pytest.mark.case("32.23")
def test_of_two_who_set_out_together_both_must_be_able_to_pay() -> None:
    """The armoured cars owe one point, the tanks two for what is beyond."""
    for fuel, is_able in ((1, False), (2, True)):
        state = standing("11Hus C3510, 6RTR C3510 spent=35 fuel=1", fuel=fuel)
        party = party_of(state, "commonwealth", ("11Hus", "6RTR"))
        assert can_start(state, party) is is_able
        assert can_pay(state, party, reach_of(state, party, 40), HEX("C3512")) is is_able


@pytest.mark.case("32.23")
def test_the_first_step_is_what_has_to_be_paid() -> None:
    """Half a point is left within the Allowance: the first hex is beyond it."""
    for spent, is_able in ((33, True), (33.5, False)):
        state = standing(f"6RTR C3510 spent={spent} fuel=1")
        party = party_of(state, "commonwealth", ("6RTR",))
        found = reach_of(state, party, 40)
        assert can_pay(state, party, found, HEX("C3511")) is is_able
        assert can_pay(state, party, found, HEX("C3513")) is is_able  # what comes later is paid on the way


@pytest.mark.case("32.23")
@pytest.mark.parametrize(
    ("unit", "fuel", "goal", "brink"),
    [
        ("6RTR C3510 spent=25 fuel=1", 0, "C3515", ""),  # ten points within the Allowance
        ("6RTR C3510 spent=25 fuel=1", 0, "C3516", "C3515"),
        ("6RTR C3510 spent=25 fuel=1", 1, "C3516", "C3515"),
        ("6RTR C3510 spent=25 fuel=1", 2, "C3516", ""),
        ("6RTR C3510 spent=25 fuel=2", 0, "C3516", ""),
        ("6RTR C3510 spent=25", 2, "C3516", "C3515"),  # with which it sets out
        ("6RTR C3510 spent=25", 3, "C3516", "C3515"),
        ("6RTR C3510 spent=25", 4, "C3516", ""),
        ("6RTR C3510 spent=29 fuel=1", 0, "C3516", "C3513"),
        ("6RTR C3510 spent=34 fuel=1", 0, "C3516", ""),  # due at the first step, which is asked before
        ("1KRRC C3510", 0, "C3516", ""),
    ],
)
def test_where_a_way_goes_dry(unit: str, fuel: int, goal: str, brink: str) -> None:
    assert dry(standing(unit, fuel=fuel), unit.split()[0], goal) == brink


@pytest.mark.case("32.23", "8.64")
def test_who_breaks_off_goes_dry_the_sooner() -> None:
    state = standing("6RTR C3510 spent=25 fuel=1", "I/157, II/157 C3509")
    assert dry(state, "6RTR", "C3516") == "C3514"


@pytest.mark.case("32.23")
@pytest.mark.parametrize(("fuel", "brink"), [(2, "C3515"), (3, "")])
def test_what_the_others_set_out_with_is_gone(fuel: int, brink: str) -> None:
    state = standing("6RTR C3510 spent=25 fuel=1, 11Hus C3510", fuel=fuel)
    assert dry(state, "6RTR 11Hus", "C3516") == brink
