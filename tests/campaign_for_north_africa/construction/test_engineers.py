"""[23.0] Engineers: which units they are, what they may do and what not."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.combat.differential import terrain_shifts
from sandtable.games.campaign_for_north_africa.construction.crews import is_engineer, roles
from sandtable.games.campaign_for_north_africa.construction.tables import construction_table
from sandtable.games.campaign_for_north_africa.contents import Minefield, Segment
from sandtable.games.campaign_for_north_africa.ground.zones import exerts
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.pieces.strength import worth
from sandtable.games.campaign_for_north_africa.pieces.units import is_combat
from sandtable.games.campaign_for_north_africa.state import Campaign, Side
from tests.campaign_for_north_africa.assaults import committed, fight
from tests.campaign_for_north_africa.positions import asking, play, position, refusal, where
from tests.campaign_for_north_africa.sites import hexes, site, stage_over

AXIS: Side = "axis"
CW: Side = "commonwealth"


def moving(*units: str) -> Campaign:
    return asking(position(*units, phasing=AXIS, cycle=1, supply={"AX-S1": ("C3817", 40, 60)}), Movement(AXIS))


@pytest.mark.case("23.11")
def test_engineers_are_no_combat_units_and_exert_no_zone() -> None:
    state = position("64Eng, 62Eng, 63Eng, 61Eng C3818")
    assert not is_combat(state, "64Eng") and not exerts(state, board().hex("C3818"))


@pytest.mark.case("23.11")
def test_they_enter_an_enemy_zone_only_where_friends_are() -> None:
    enemy = "1KRRC, 2KRRC, 1Ranger C3919"
    state = play(moving("64Eng C3717", enemy), "move 64Eng C3717-C3817-C3818 from AX-S1")
    assert where(state, "64Eng") == "C3817"  # they go no farther when the enemy speaks up
    state = play(moving("64Eng C3817", "I/157 C3818", enemy), "move 64Eng C3817-C3818 from AX-S1")
    assert where(state, "64Eng") == "C3818"


@pytest.mark.case("23.11")
def test_they_defend_with_their_parentheses_only_where_no_combat_unit_is_with_them() -> None:
    alone, helped = position("64Eng C3818"), position("64Eng, I/157 C3818")
    assert worth(alone, "64Eng", "", "defence") > 0 and worth(helped, "64Eng", "", "defence") == 0


@pytest.mark.case("23.13")
def test_the_new_zealanders_work_on_railways_alone_and_the_south_africans_on_roads() -> None:
    state = site("10NZRR, 13NZRR, 1SARC, 2SctGds B5527", side=CW, railway="D3714")
    assert refusal(state, "build road at B5527 with 10NZRR").case == "24.53"
    assert refusal(state, "build minefield at B5527 with 10NZRR").case == "24.31"
    assert refusal(state, "build fortification at B5527 with 1SARC, 2SctGds").case == "24.42"
    done = stage_over(play(state, "build road at B5527, B5627, B5526 with 1SARC"))
    assert {*done.laid} == {*hexes("B5527", "B5627", "B5526")}
    cut = site("1SARC, 10NZRR D3715", side=CW, railway="D3714", cut=hexes("D3715"))
    assert refusal(cut, "rebuild railway at D3715 with 1SARC").case == "24.61"
    assert play(cut, "rebuild railway at D3715 with 10NZRR").projects


@pytest.mark.case("23.14")
def test_a_headquarters_marked_with_e_has_engineers_and_others_have_none() -> None:
    state = position("7Arm, 1Army C3818", "Ariete, 157Fant C3510")
    assert [name for name in ("7Arm", "1Army", "Ariete", "157Fant") if is_engineer(state, name)] == ["7Arm", "Ariete"]
    assert not is_combat(state, "7Arm")  # a headquarters otherwise


@pytest.mark.case("23.15")
def test_a_battalion_of_six_scorpions_clears_mines_and_does_nothing_else() -> None:
    mined = {"C3818": Minefield("axis", revealed=True)}
    order = "demolish minefield at C3818 with 42RTR"
    strong = site("42RTR[Scorpion:6], 2SctGds C3818", side=CW, minefields=mined)
    assert roles(strong, "42RTR") == {"scorpions"} and not is_engineer(strong, "42RTR")
    assert not stage_over(play(strong, order)).minefields
    assert refusal(site("42RTR[Scorpion:5] C3818", side=CW, minefields=mined), order).case == "24.38"
    assert refusal(strong, "build fortification at C3818 with 42RTR, 2SctGds").case == "24.42"
    assert refusal(replace(strong, minefields={}), "build minefield at C3818 with 42RTR").case == "24.31"


@pytest.mark.case("23.23")
def test_engineers_have_a_part_in_every_work() -> None:
    """Each in its own case: here one battalion does them one after the other."""
    state = site("64Eng, I/157 B5526", control={"B5526": AXIS}, ruined=hexes("B5628"))
    for order in (
        "build road at B5526 with 64Eng",
        "build fortification at B5526 with 64Eng, I/157",
        "build facility at B5526 with 64Eng",
        "demolish facility at B5526 with 64Eng",
    ):
        state = stage_over(play(state, order), 3)
        assert not state.projects
    assert state.forts and state.laid and not state.workshops


def assaulting(
    *units: str, segment: Segment | None = None, forts: dict[str, int] | None = None
) -> list[tuple[str, int]]:
    state = committed(
        "I/125, II/125, III/125 C3918",
        *units,
        "2SctGds, 3CldGds C3818",
        attack="C3818 close I/125:7",
        defence="C3818 close 2SctGds:6",
        forts=forts or {"C3818": 2},
    )
    if segment is not None:
        state = replace(state, segment=replace(state.segment, pinned=segment.pinned))
    return [(shift.case, shift.columns) for shift in terrain_shifts(state, fight(state, "C3818"))]


@pytest.mark.case("23.24")
def test_an_engineer_battalion_attached_to_the_assault_shifts_a_column_against_works() -> None:
    with_them = "33Pio>15PzDiv, I/125>15PzDiv, 15PzDiv C3918"
    assert ("23.24", 1) in assaulting(with_them)
    assert ("23.24", 1) not in assaulting(with_them, segment=Segment(pinned=("33Pio",)))
    assert ("23.24", 1) not in assaulting("33Pio C3918")  # in the hex, but not attached
    assert ("23.24", 1) not in assaulting(with_them, forts={"C3510": 1})  # no works there
    assert ("23.24", 1) not in assaulting("288Pio>15PzDiv, I/125>15PzDiv, 15PzDiv C3918")  # a company


@pytest.mark.case("23.26")
def test_bridges_and_escarpments_are_left_as_they_are() -> None:
    state = site("64Eng C3818")
    for order in ("build bridge", "demolish bridge", "demolish escarpment"):
        assert refusal(state, f"{order} at C3818 with 64Eng").case == "23.26"
    assert refusal(state, "build castle at C3818 with 64Eng").case == "24.17"


@pytest.mark.case("23.15", "23.11", "23.14")
def test_infantry_builds_with_just_enough_points_and_nobody_has_scorpions_without_any() -> None:
    least = construction_table().least_infantry.value
    for points, is_enough in ((least, True), (least - 1, False)):
        state = position(f"2SctGds[{points}] C3922")
        assert ("infantry" in roles(state, "2SctGds")) == is_enough
    assert "scorpions" not in roles(position("2SctGds C3922"), "2SctGds")
