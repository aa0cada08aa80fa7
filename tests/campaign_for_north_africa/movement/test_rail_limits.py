"""[8.7] What a train takes, from where and to where: one order after the other."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.orders import Rail
from sandtable.games.campaign_for_north_africa.movement.rail import RailMovement, check_rail, line
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal, where

WAY = ("D3714", "D3715", "D3615")  # the western end of the line and the next hexes


def railing(*units: str, **fields: Any) -> Campaign:
    return asking(position(*units, **fields), RailMovement("commonwealth"))


@pytest.mark.case("8.71", "8.73", "8.77", "8.76", "8.72", "8.75")
@pytest.mark.parametrize(
    ("unit", "text", "case"),
    [
        ("1KRRC D3714", "rail 1KRRC to D3615", ""),
        ("1KRRC D3714", "rail 1KRRC to D3714", "8.77"),  # it is there
        ("1KRRC D3714", "rail 1KRRC to C3510", "8.76"),
        ("1KRRC C3510", "rail 1KRRC to D3615", "8.73"),  # not on the line
        ("1KRRC D3714 spent=0.5", "rail 1KRRC to D3615", "8.73"),
        ("1KRRC D3714 landed=1", "rail 1KRRC to D3615", "8.73"),
        ("7Spt D3714, 1KRRC>7Spt spent=1", "rail 7Spt to D3615", "8.73"),  # one of them has
        ("7Spt D3714, 1KRRC>7Spt landed=1", "rail 7Spt to D3615", "8.73"),
        ("I/157 D3714", "rail I/157 to D3615", "8.71"),
        ("1KRRC D3714", "rail Nobody to D3615", "8.71"),
        ("1KRRC D3714", "rail AX-S1 to D3615", "8.71"),
        ("1KRRC D3714", "rail CW-S2 to D3615", "8.73"),  # it has moved
        ("1KRRC D3714 cohesion=-26", "rail 1KRRC to D3615", "8.17"),
    ],
)
def test_what_goes_by_rail(unit: str, text: str, case: str) -> None:
    supply = {"AX-S1": ("D3714", 5, 5), "CW-S2": ("D3714", 5, 5)}
    state = railing(unit, supply=supply)
    moved = replace(state.supply["CW-S2"], moved="convoy")
    state = replace(state, supply={**state.supply, "CW-S2": moved})
    if case:
        assert refusal(state, text).case == case
    else:
        assert where(play(state, text), "1KRRC") == "D3615"


@pytest.mark.case("8.71", "8.72", "8.73")
def test_the_axis_uses_no_railway_even_where_it_holds_it() -> None:
    state = position("I/157 D3714")
    with pytest.raises(Refusal, match=r"8\.71.*only the Commonwealth"):
        check_rail(state, "axis", Rail("I/157", "D3615"))


@pytest.mark.case("8.72", "8.75", "32.34")
@pytest.mark.parametrize(
    ("railed", "text", "case"),
    [
        ((), "rail CW-S1 to D3615", ""),
        (("east 1RNF",), "rail CW-S1 to D3615", "8.72"),  # units are on that train
        (("west 1RNF",), "rail CW-S1 to D3615", ""),
        (("east CW-S8",), "rail CW-S1 to D3615", ""),
        (("east CW-S8", "east CW-S9"), "rail CW-S1 to D3615", "32.34"),
        (("west CW-S8",), "rail CW-S1 to D3615", "32.34"),  # in one direction only
        (("east CW-S8",), "rail 1KRRC to D3615", "8.72"),
        (("east 1RNF",), "rail 1KRRC to D3615", ""),  # two battalions
        (("east 1RNF", "east 2RflBde"), "rail 1KRRC to D3615", "8.75"),
    ],
)
def test_units_or_supply_units_and_so_many_each_way(railed: tuple[str, ...], text: str, case: str) -> None:
    supply = {"CW-S1": ("D3714", 5, 5)}
    state = railing("1KRRC D3714, 1RNF, 2RflBde E3613", supply=supply, railed=railed)
    if case:
        assert refusal(state, text).case == case
    else:
        assert text in listed(state) and play(state, text).railed == (*railed, f"east {text.split()[1]}")


@pytest.mark.case("8.72", "8.73", "8.78")
def test_the_listing_offers_every_hex_of_the_line_that_can_be_reached_and_no_other() -> None:
    state = railing("1KRRC D3714")
    goals = {text.rpartition(" ")[2] for text in listed(state) if text.startswith("rail 1KRRC")}
    assert {"D3715", "E3613"} <= goals <= {board().name(at) for at in line(state)} - {"D3714"}
    full = railing("1KRRC E3613", railed=("west 1RNF", "west 2RflBde"))
    assert not [text for text in listed(full) if text.startswith("rail 1KRRC to D3714")]


@pytest.mark.case("8.73", "32.13")
def test_a_train_takes_what_the_enemy_left_on_the_line_if_it_carries_troops() -> None:
    supply = {"AX-S1": ("D3715", 5, 5), "AX-S2": ("D3615", 5, 5)}
    for unit, side in (("1KRRC D3714", "commonwealth"), ("7Arm[] D3714", "axis")):
        name = unit.split("[")[0].split()[0]
        after = play(railing(unit, supply=supply), f"rail {name} to D3615")
        assert {after.supply[each].side for each in ("AX-S1", "AX-S2")} == {side}, unit
