"""[32.23, 32.24] Fuel for movement."""

from __future__ import annotations

import pytest

from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.logistics.supply import (
    fuel_due,
    fuel_need,
    fuel_plan,
    haul_plan,
    take_fuel,
)
from tests.campaign_for_north_africa.marches import moving
from tests.campaign_for_north_africa.positions import play, position, refusal, where, with_unit
from tests.playing import draft_of

FULL = {"CW-S1": ("B2212", 40, 60)}


@pytest.mark.case("32.24", "32.23", "3.4")
@pytest.mark.parametrize(
    ("unit", "points"),
    [
        ("6RTR B2212", 2),  # a tank battalion
        ("6RTR[MarkVI:4] B2212", 1),  # a shell counts for a company
        ("4RHA B2212", 1),  # guns
        ("11Hus B2212", 1),  # reconnaissance
        ("1KRRC B2212 motors=6", 1),  # infantry that is carried
        ("1KRRC B2212 motors=5", 0),  # not all of it
        ("1KRRC B2212", 0),  # on foot
        ("1KRRC[2] B2212 motors=6", 0),  # a company
        ("63AT B2212", 0),  # a battery
        ("1Sno B2212", 0),  # camels
        ("3/8Brs B2212", 0),  # motorcycles [3.4]
        ("7Arm B2212", 0),  # a headquarters by itself
    ],
)
def test_fuel_for_one_allowance(unit: str, points: int) -> None:
    name = unit.partition(" ")[0].partition("[")[0]
    assert fuel_need(position(unit), name) == points


@pytest.mark.case("32.23", "32.24")
def test_a_formation_pays_for_each_of_its_units() -> None:
    state = position("7Spt B2212 motors=12, 1KRRC>7Spt, 4RHA>7Spt, 6RTR>7Spt", supply=FULL)
    assert fuel_due(state, ("7Spt",), 1) == {"1KRRC": 1, "4RHA": 1, "6RTR": 2}
    assert fuel_plan(state, ("7Spt",), 1) == (("CW-S1", 4),)


@pytest.mark.case("32.23", "32.2")
def test_fuel_is_paid_once_up_to_the_allowance_and_once_more_beyond_it() -> None:
    draft = draft_of(position("6RTR B2212", supply=FULL))
    take_fuel(draft, fuel_plan(draft.state, ("6RTR",), 1), ("6RTR",), 1)
    assert draft.state.supply["CW-S1"].fuel == 58
    assert fuel_plan(draft.state, ("6RTR",), 1) == ()
    take_fuel(draft, fuel_plan(draft.state, ("6RTR",), 2), ("6RTR",), 2)
    assert draft.state.supply["CW-S1"].fuel == 56
    assert fuel_plan(draft.state, ("6RTR",), 2) == ()


@pytest.mark.case("32.23")
def test_who_is_beyond_his_allowance_before_he_moves_pays_twice_at_once() -> None:
    state = position("6RTR B2212 spent=30", supply=FULL)
    assert fuel_plan(state, ("6RTR",), 2) == (("CW-S1", 4),)


@pytest.mark.case("32.23", "32.11", "32.0")
def test_without_fuel_in_range_nobody_who_needs_it_moves() -> None:
    state = position("6RTR, 1KRRC B2212", supply={"CW-S1": ("B2212", 40, 1)})
    with pytest.raises(Refusal, match=r"32\.23.*6RTR needs 2"):
        fuel_plan(state, ("6RTR",), 1)
    assert fuel_plan(state, ("1KRRC",), 1) == ()


@pytest.mark.case("32.15", "32.23")
def test_the_nearest_supply_units_pay_and_several_may_share() -> None:
    state = position("6RTR B2212", supply={"CW-S1": ("B2214", 40, 60), "CW-S2": ("B2212", 0, 1)})
    assert fuel_plan(state, ("6RTR",), 1) == (("CW-S2", 1), ("CW-S1", 1))


@pytest.mark.case("32.23", "32.15")
def test_the_player_may_name_who_pays() -> None:
    state = position(
        "6RTR B2212",
        supply={
            "CW-S1": ("B2214", 40, 60),
            "CW-S2": ("B2212", 0, 9),
            "CW-S3": ("B2233", 1, 1),
            "CW-S4": ("B2212",),
            "AX-S5": ("B2230", 1, 1),
        },
    )
    assert fuel_plan(state, ("6RTR",), 1, ("CW-S1",)) == (("CW-S1", 2),)
    for named, case in (("CW-S3", "32.16"), ("CW-S4", "32.18"), ("AX-S5", "32.15"), ("CW-S9", "32.15")):
        with pytest.raises(Refusal) as refusal:
            fuel_plan(state, ("6RTR",), 1, (named,))
        assert refusal.value.case == case


@pytest.mark.case("32.16", "32.23")
def test_units_of_short_range_are_served_first_so_that_all_are() -> None:
    """The lorried infantry reaches only what lies at hand; the armoured cars can fetch theirs far away."""
    state = position("11Hus, 1KRRC B2212 motors=6", supply={"CW-S1": ("B2212", 0, 1), "CW-S2": ("B2220", 0, 1)})
    assert fuel_plan(state, ("11Hus", "1KRRC"), 1) == (("CW-S1", 1), ("CW-S2", 1))


@pytest.mark.case("32.23")
def test_fuel_is_drawn_from_where_the_unit_has_come_to_and_promises_are_kept() -> None:
    from sandtable.games.campaign_for_north_africa.map import board

    state = position("6RTR B2212 fuel=1", supply={"CW-S1": ("B2230", 40, 3)})
    with pytest.raises(Refusal):
        fuel_plan(state, ("6RTR",), 2)
    there = board().hex("B2229")
    assert fuel_plan(state, ("6RTR",), 2, at=there) == (("CW-S1", 2),)
    with pytest.raises(Refusal):
        fuel_plan(state, ("6RTR",), 2, at=there, taken=(("CW-S1", 2),))


@pytest.mark.case("32.15", "32.23")
def test_an_empty_supply_unit_is_removed_and_its_carriers_stay() -> None:
    draft = draft_of(position("6RTR B2212", supply={"CW-S1": ("B2212", 0, 2, 30)}))
    take_fuel(draft, fuel_plan(draft.state, ("6RTR",), 1), ("6RTR",), 1)
    assert draft.state.supply == {}
    assert list(draft.state.motors["commonwealth"].values()) == [30]


@pytest.mark.case("32.2", "32.23", "32.16")
def test_it_is_written_down_who_drew_from_which_supply_unit_and_why() -> None:
    """The infantry has to draw at hand, the armoured cars take what is left there and fetch the rest."""
    state = position(
        "11Hus, 1KRRC, 6RTR B2212 motors=6",
        supply={"CW-S1": ("B2212", 0, 2), "CW-S2": ("B2214", 0, 9), "CW-S3": ("B2233", 0, 9)},
    )
    draft = draft_of(state)
    counters = ("11Hus", "1KRRC", "6RTR")
    take_fuel(draft, fuel_plan(draft.state, counters, 1), counters, 1)
    drawn = {event.facts["supply"]: event.facts for event in draft.events if event.kind == "drawn"}
    assert {name: facts["units"] for name, facts in drawn.items()} == {
        "CW-S1": {"1KRRC": 1, "6RTR": 1},
        "CW-S2": {"6RTR": 1, "11Hus": 1},
    }
    assert {facts["why"] for facts in drawn.values()} == {"to move"}
    assert {name: facts["points"] for name, facts in drawn.items()} == {"CW-S1": 2, "CW-S2": 2}
    take_fuel(draft, fuel_plan(draft.state, ("6RTR",), 2), ("6RTR",), 2)
    assert draft.events[-1].facts["why"] == "to move beyond the Allowance"


@pytest.mark.case("32.24")
def test_carriers_of_a_real_supply_unit_burn_a_point_of_its_own_or_of_others() -> None:
    state = position(
        supply={
            "CW-S1": ("B2212", 40, 60, 30),
            "CW-S2": ("B2212", 40, 0, 30),
            "CW-S3": ("B2212", 0, 0, 6),
            "CW-S4": ("B2230", 40, 0, 30),
        }
    )
    assert haul_plan(state, "CW-S1") == (("CW-S1", 1),)
    assert haul_plan(state, "CW-S2") == (("CW-S1", 1),)
    assert haul_plan(state, "CW-S3") == ()
    with pytest.raises(Refusal, match=r"32\.24"):
        haul_plan(state, "CW-S4")


@pytest.mark.case("32.24", "32.53")
def test_spare_motorization_points_need_no_fuel() -> None:
    state = with_unit(position("7Arm B2212"), "7Arm", motors=40)
    assert fuel_due(state, ("7Arm",), 1) == {}


@pytest.mark.case("32.24", "32.23")
def test_men_on_foot_do_not_take_tanks_along_without_fuel() -> None:
    dry = moving("6RTR, 1RNF C3510", supply={})
    assert refusal(dry, "move 6RTR, 1RNF C3510-C3511").case == "32.23"
    assert where(play(dry, "move 1RNF C3510-C3511"), "1RNF") == "C3511"
