"""Tanks that assault or defend without infantry beside them."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.combat.differential import attack_strength, defence_strength
from tests.campaign_for_north_africa.assaults import committed, fight


def attack(*units: str, orders: str) -> tuple[int, int, int]:
    """Raw points, unsupported tank points, and Actual Points."""
    state = committed(*units, "2SctGds C3818", attack=f"C3818 close {orders}", defence="C3818 close 2SctGds:6")
    found = attack_strength(state, fight(state, "C3818"))
    return found.raw, found.unsupported, found.points


@pytest.mark.case("15.4")
def test_two_tank_points_of_seven_alone_come_to_nothing() -> None:
    assert attack("I/5Pz[PzIIIJ:2] C3918", orders="I/5Pz:2") == (14, 2, 0)


@pytest.mark.case("15.4")
def test_four_tank_points_of_seven_alone_come_to_one() -> None:
    assert attack("I/5Pz[PzIIIJ:4] C3918", orders="I/5Pz:4") == (28, 4, 1)


@pytest.mark.case("15.4")
def test_no_more_than_four_points_are_lost() -> None:
    assert attack("I/5Pz[PzIIIJ:15] C3918", orders="I/5Pz:15") == (105, 15, 7)  # eleven, less four


@pytest.mark.case("15.4")
def test_an_equal_number_of_infantry_points_makes_up_for_it() -> None:
    assert attack("I/5Pz[PzIIIJ:7] C3918, I/125 C3918", orders="I/5Pz:7, I/125:7") == (63, 0, 6)
    assert attack("I/5Pz[PzIIIJ:7] C3918, I/125 C3918", orders="I/5Pz:7, I/125:4") == (57, 3, 5)


@pytest.mark.case("15.4")
def test_the_infantry_has_to_come_from_the_same_hex() -> None:
    assert attack("I/5Pz[PzIIIJ:4] C3918, I/125 C3919", orders="I/5Pz:4, I/125:7") == (42, 4, 2)


@pytest.mark.case("15.4")
def test_machineguns_and_heavy_weapons_are_infantry_but_guns_are_not() -> None:
    assert attack("I/5Pz[PzIIIJ:4], 8MG C3918", orders="I/5Pz:4, 8MG:4")[1] == 0
    assert attack("I/5Pz[PzIIIJ:4], 33PzJg C3918", orders="I/5Pz:4, 33PzJg:3.7Pak:5")[1] == 4


@pytest.mark.case("15.4")
def test_recce_and_self_propelled_guns_need_no_infantry() -> None:
    assert attack("33Aufk, V/3Art C3918", orders="33Aufk:8, V/3Art:2") == (30, 0, 3)


@pytest.mark.case("15.4")
def test_the_defender_suffers_alike() -> None:
    state = committed(
        "I/125 C3918", "1RTR, 2SctGds C3818", attack="C3818 close I/125:7", defence="C3818 close 1RTR:7, 2SctGds:4"
    )
    found = defence_strength(state, fight(state, "C3818"))
    assert (found.raw, found.unsupported, found.lost, found.points) == (29, 3, 1, 2)


@pytest.mark.case("15.4", "15.28")
def test_tanks_never_cost_more_than_they_bring() -> None:
    state = committed(
        "I/125 C3918, I(M)[M11/39:1] C3918",
        "2SctGds C3818",
        attack="C3818 close I(M):1, I/125:7",
        defence="C3818 close 2SctGds:6",
    )
    assert attack_strength(state, fight(state, "C3818")).points == 2
    alone = committed("I(M)[M11/39:1] C3918", "2SctGds C3818", attack="C3818 close I(M):1")
    assert attack_strength(alone, fight(alone, "C3818")).points == 0
