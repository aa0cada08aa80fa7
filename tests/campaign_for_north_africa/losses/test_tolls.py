"""[14.43, 15.83] A loss that points absorb: how much there is to absorb, and which answers are enough and no more."""

from __future__ import annotations

import pytest

from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import Share, Toll, check, forced, suggest
from sandtable.games.campaign_for_north_africa.order_forms import read_points

MEN = Share("I/125", "", 6, 2)
TANKS = Share("I/5Pz", "", 4, 3)
CREWS = Share("16Eng", "", 6, 1)


def flak(points: int, worth: int = 1, name: str = "606Flak") -> Share:
    return Share(name, "", points, worth, limited=True)


def answered(toll: Toll, text: str) -> str:
    """The case by which an answer is refused; nothing if it is legal."""
    try:
        check(toll, read_points(text, ""))
    except Refusal as refused:
        return refused.case
    return ""


# How much there is to absorb


@pytest.mark.case("14.43", "14.45", "15.83", "15.17", "14.48")
@pytest.mark.parametrize(
    ("shares", "limit", "most"),
    [
        ((MEN,), 0, 12),
        ((MEN, TANKS), 0, 24),
        ((MEN, flak(6)), 2, 14),  # of those in parentheses no more than the limit
        ((MEN, flak(1)), 3, 13),  # and no more than there are
        ((MEN, flak(6, 2)), 3, 14),  # whole points only
        ((MEN, flak(6, 2)), 4, 16),
        ((MEN, flak(1, 2), flak(5, 2, "609Flak")), 3, 14),  # the limit is for all of them together
        ((MEN, flak(1, 2), flak(5, 2, "609Flak")), 4, 16),
        ((MEN, flak(6, 0)), 2, 12),  # who is worth nothing absorbs nothing
        ((MEN, Share("16Eng", "", 6, 0)), 5, 12),
    ],
)
def test_no_more_is_lost_than_can_be_absorbed(shares: tuple[Share, ...], limit: int, most: int) -> None:
    assert Toll("15.83", 99, shares, limit).need == most
    assert Toll("15.83", most - 1, shares, limit).need == most - 1


@pytest.mark.case("15.83", "15.17", "14.43")
def test_points_in_parentheses_absorb_up_to_the_limit_and_not_a_point_more() -> None:
    toll = Toll("15.83", 8, (MEN, flak(6)), 2)
    assert answered(toll, "I/125:3, 606Flak:2") == "" == answered(toll, "I/125:4")
    assert answered(toll, "I/125:3, 606Flak:3") == "15.83"
    for points in (suggest(toll), suggest(toll, lambda share: 1), suggest(toll, lambda share: -share.worth)):
        check(toll, points)


@pytest.mark.case("14.43", "15.83")
@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("I/125:2", ""),  # four of four
        ("I/125:1", "15.83"),  # two of four
        ("I/125:3", "15.83"),  # two would have done
        ("I/5Pz:2", ""),  # six, but three were too few
        ("I/5Pz:1, 16Eng:1", ""),
        ("I/5Pz:1, 16Eng:2", "15.83"),  # without one of the engineers it is still four
        ("I/5Pz:1, I/125:1", ""),  # five, of which neither can be spared
        ("16Eng:4", ""),
        ("16Eng:0, I/125:2", "15.83"),
        ("16Eng:7", "15.83"),
        ("I/125:1, I/125:1", "15.83"),
        ("II/125:2", "15.83"),
        ("none", "15.83"),
    ],
)
def test_enough_points_are_named_and_none_that_could_be_spared(text: str, case: str) -> None:
    assert answered(Toll("15.83", 4, (MEN, TANKS, CREWS)), text) == case


@pytest.mark.case("14.43", "15.83")
def test_where_nothing_is_lost_nothing_is_named() -> None:
    nothing = Toll("15.83", 0, (MEN, TANKS))
    assert answered(nothing, "none") == "" and answered(nothing, "I/125:1") == "15.83" and forced(nothing) == ()


# Shared between hexes

HERE, MORTARS = Share("I/125", "", 6, 2, 0), Share("2MG", "", 4, 1, 0)
THERE, FEW = Share("III/125", "", 6, 2, 1), Share("III/125", "", 1, 2, 1)


@pytest.mark.case("15.83")
@pytest.mark.parametrize(
    ("shares", "parts", "quota", "text", "case"),
    [
        # a hex gives another point only when the other has borne its part
        ((HERE, THERE), (600, 300), 9, "I/125:3, III/125:2", ""),
        ((HERE, THERE), (600, 300), 9, "I/125:4, III/125:1", "15.83"),
        ((HERE, THERE), (601, 300), 9, "I/125:4, III/125:1", ""),  # it had borne six of 6.01
        ((HERE, THERE), (600, 200), 9, "I/125:4, III/125:1", ""),  # the other has borne two of two
        ((HERE, THERE), (600, 201), 9, "I/125:4, III/125:1", "15.83"),
        # or has nothing left to give
        ((HERE, FEW), (600, 400), 10, "I/125:4, III/125:1", ""),
        ((HERE, FEW), (600, 400), 8, "I/125:4", "15.83"),
        # what others of the hex could have given does not count
        ((HERE, MORTARS, THERE), (500, 300), 8, "I/125:3, III/125:1", ""),
        ((HERE, MORTARS, THERE), (500, 300), 8, "I/125:2, 2MG:2, III/125:1", "15.83"),
    ],
)
def test_hexes_bear_their_parts_of_the_loss(
    shares: tuple[Share, ...], parts: tuple[int, ...], quota: int, text: str, case: str
) -> None:
    assert answered(Toll("15.83", quota, shares, parts=parts), text) == case
