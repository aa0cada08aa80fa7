"""What is built and demolished: fortifications, roads, the railway, Repair Facilities, minefields."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.combat.barrage.targets import stated_in
from sandtable.games.campaign_for_north_africa.construction.choices import hexes_for
from sandtable.games.campaign_for_north_africa.construction.crews import crew_of
from sandtable.games.campaign_for_north_africa.construction.progress import count_construction
from sandtable.games.campaign_for_north_africa.construction.tables import construction_table
from sandtable.games.campaign_for_north_africa.construction.works import FACILITY
from sandtable.games.campaign_for_north_africa.contents import Minefield, Project, Wreck
from sandtable.games.campaign_for_north_africa.ground.passage import has_railway, has_road, works_at
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import ground_of
from sandtable.games.campaign_for_north_africa.map import board, railway_extension, unfinished_hexes
from sandtable.games.campaign_for_north_africa.movement.rail import line
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.repair.facilities import facilities, temporary
from sandtable.games.campaign_for_north_africa.repair.repair_phase import Maintenance, damage
from sandtable.games.campaign_for_north_africa.sight.layers import layers
from sandtable.games.campaign_for_north_africa.sight.view import view
from sandtable.games.campaign_for_north_africa.state import Campaign, Side
from tests.campaign_for_north_africa.positions import asking, play, refusal
from tests.campaign_for_north_africa.sites import hexes, only_project, site, stage_over
from tests.playing import draft_of

AXIS: Side = "axis"
CW: Side = "commonwealth"
ENEMY = "1KRRC, 2KRRC, 1Ranger"  # three battalions with a zone


def at(name: str) -> int:
    return board().hex(name)


def built(state: Campaign, order: str, stages: int) -> Campaign:
    """Not a stage too early."""
    before = play(state, order)
    assert stage_over(before, stages - 1).projects
    after = stage_over(before, stages)
    assert not after.projects
    return after


# Fortifications [24.4]


@pytest.mark.case("24.42", "24.41", "24.48")
def test_engineers_and_a_battalion_of_three_points_build_a_level_in_three_stages() -> None:
    order = "build fortification at C3818 with 64Eng, I/157"
    one = built(site("64Eng, I/157[3] C3818"), order, 3)
    assert works_at(one, at("C3818")) == 1
    two = built(one, order, 3)
    assert works_at(two, at("C3818")) == 2
    assert refusal(two, order).case == "24.48"


@pytest.mark.case("24.42")
@pytest.mark.parametrize("who", ["64Eng", "I/157", "64Eng, 62Eng", "I/157, II/157", "64Eng, I/157[2]", "64Eng, 1RNF"])
def test_neither_alone_nor_with_a_weaker_battalion(who: str) -> None:
    names = who.replace("[2]", "")
    state = site(f"{who} C3818") if "1RNF" not in who else site("64Eng C3818, 1RNF C3510")
    assert refusal(state, f"build fortification at C3818 with {names}").case in ("24.42", "24.11")


@pytest.mark.case("24.42", "23.14")
def test_a_headquarters_with_engineers_builds_like_any_engineers() -> None:
    state = site("7Arm, 2SctGds C3818", side=CW)
    assert works_at(built(state, "build fortification at C3818 with 7Arm, 2SctGds", 3), at("C3818")) == 1
    assert refusal(site("157Fant, I/157 C3818"), "build fortification at C3818 with 157Fant, I/157").case == "24.42"


@pytest.mark.case("24.44")
def test_no_fortification_in_mountain_marsh_desert_city_or_delta() -> None:
    for kind in ("mountain", "salt_marsh", "desert", "delta", "major_city"):
        there = next(hex for hex, name in enumerate(board().terrain) if name == kind and board().playable[hex])
        name = board().name(there)
        order = f"build fortification at {name} with 64Eng, I/157"
        expected = "24.48" if kind == "major_city" else "24.44"  # it has all its levels
        assert refusal(site(f"64Eng, I/157 {name}"), order).case == expected, kind


@pytest.mark.case("24.44", "24.45")
def test_no_new_one_in_an_enemy_zone_but_what_was_destroyed_is_rebuilt_there() -> None:
    order = "build fortification at C3818 with 64Eng, I/157"
    near = "64Eng, I/157 C3818", f"{ENEMY} C3819"
    assert refusal(site(*near), order).case == "24.44"
    for level in (0, 1):
        rebuilt = built(site(*near, forts={"C3818": level}), order, 3)
        assert works_at(rebuilt, at("C3818")) == level + 1


@pytest.mark.case("24.45", "24.48", "24.41")
def test_levels_of_a_city_are_rebuilt_one_at_a_time_and_no_higher_than_they_were() -> None:
    order = "build fortification at C4807 with 64Eng, I/157"
    state = site("64Eng, I/157 C4807", forts={"C4807": 0})
    for level in (1, 2):
        state = built(state, order, 3)
        assert works_at(state, at("C4807")) == level
    assert refusal(state, order).case == "24.48"
    cairo = built(site("7Arm, 2SctGds E1829", side=CW, forts={"E1829": 2}), order_at("E1829"), 3)
    assert works_at(cairo, at("E1829")) == 3


def order_at(name: str) -> str:
    return f"build fortification at {name} with 7Arm, 2SctGds"


@pytest.mark.case("24.46")
def test_nothing_else_is_built_where_a_fortification_is() -> None:
    state = site("64Eng, 62Eng, I/157 C3818")
    digging = play(state, "build fortification at C3818 with 64Eng, I/157")
    assert refusal(digging, "build minefield at C3818 with 62Eng").case == "24.46"
    mining = play(state, "build minefield at C3818 with 62Eng")
    assert refusal(mining, "build fortification at C3818 with 64Eng, I/157").case == "24.46"


@pytest.mark.case("24.47")
def test_nobody_takes_a_fortification_down() -> None:
    state = site("64Eng C3818", forts={"C3818": 2})
    assert refusal(state, "demolish fortification at C3818 with 64Eng").case == "24.47"


# Roads [24.5]: the Derna Bypass, from B5628 on the Via Balbia by B5627 and B5527 to B5526


@pytest.mark.case("24.53")
def test_a_battalion_of_infantry_builds_the_hex_it_stands_in() -> None:
    state = built(site("I/157 B5627"), "build road at B5627 with I/157", 1)
    assert state.laid == hexes("B5627") and has_road(state, at("B5627"))
    assert ground_of(state, ("motor",)).cost(at("B5628"), at("B5627")) == 1
    assert refusal(site("I/157[2] B5627"), "build road at B5627 with I/157").case == "24.53"
    assert refusal(site("I/157 B5627"), "build road at B5527 with I/157").case == "24.53"
    assert refusal(site("I/157 B5627"), "build road at B5627, B5527 with I/157").case == "24.53"


@pytest.mark.case("24.53")
@pytest.mark.parametrize("who", ["64Eng", "288Pio, I/157", "Ariete, I/157"])
def test_an_engineer_battalion_or_others_with_infantry_build_three_hexes_around_them(who: str) -> None:
    state = site(f"{who} B5527")
    done = built(state, f"build road at B5527, B5627, B5526 with {who}", 1)
    assert {*done.laid} == {*hexes("B5527", "B5627", "B5526")}
    assert refusal(state, f"build road at B5527, B5525 with {who}").case == "24.53"  # two hexes away
    far = f"build road at B5527, B5627, B5526, B5525 with {who}"
    assert refusal(state, far).case == "24.53"


@pytest.mark.case("24.53")
@pytest.mark.parametrize("who", ["288Pio", "Ariete"])
def test_a_company_or_headquarters_alone_builds_one(who: str) -> None:
    assert built(site(f"{who} B5527"), f"build road at B5527 with {who}", 1).laid == hexes("B5527")
    assert refusal(site(f"{who} B5527"), f"build road at B5527, B5627 with {who}").case == "24.53"


@pytest.mark.case("24.51")
def test_nobody_invents_a_road() -> None:
    assert refusal(site("64Eng C3510"), "build road at C3510 with 64Eng").case == "24.51"
    assert refusal(site("64Eng B5628"), "build road at B5628 with 64Eng").case == "24.51"  # it has one
    state = built(site("64Eng B5527"), "build road at B5527 with 64Eng", 1)
    assert refusal(state, "build road at B5527 with 64Eng").case == "24.51"
    assert refusal(site("64Eng B5527", built=("Derna Bypass",)), "build road at B5527 with 64Eng").case == "24.51"


@pytest.mark.case("24.51", "24.56")
def test_a_stretch_whose_last_hex_is_built_is_finished() -> None:
    rest = tuple(sorted(unfinished_hexes()["Derna Bypass"] - {at("B5527")}))
    state = built(site("I/157 B5527", laid=rest), "build road at B5527 with I/157", 1)
    assert state.built == ("Derna Bypass",) and state.laid == ()
    assert ground_of(state, ("motor",)).cost(at("B5526"), at("B5527")) == 1


@pytest.mark.case("24.51", "24.53")
def test_a_road_that_was_destroyed_is_rebuilt() -> None:
    state = site("64Eng B5627", laid=hexes("B5627"), ruined=hexes("B5627", "B5628"))
    assert not has_road(state, at("B5627"))
    done = built(state, "build road at B5627, B5628 with 64Eng", 1)
    assert done.ruined == () and done.laid == hexes("B5627") and has_road(done, at("B5628"))


@pytest.mark.case("24.55")
def test_no_road_where_the_enemy_controls_it() -> None:
    near = site("64Eng B5527", f"{ENEMY} B5426")  # next to B5527 and B5526, not to B5627
    assert refusal(near, "build road at B5527 with 64Eng").case == "24.55"
    beside = site("64Eng B5627", f"{ENEMY} B5426")
    assert refusal(beside, "build road at B5627, B5527 with 64Eng").case == "24.55"
    assert play(beside, "build road at B5627 with 64Eng").projects


@pytest.mark.case("24.55")
def test_a_stage_in_which_the_enemy_comes_to_control_it_does_not_count() -> None:
    state = play(site("64Eng B5627"), "build road at B5627, B5527 with 64Eng")
    seen = site("64Eng B5627", f"{ENEMY} B5426", projects=state.projects)
    assert only_project(stage_over(seen)).stages == 0 and stage_over(seen).laid == ()


@pytest.mark.case("24.18")
def test_no_unit_destroys_a_road() -> None:
    assert refusal(site("64Eng B5628"), "demolish road at B5628 with 64Eng").case == "24.18"


@pytest.mark.case("12.51", "24.53")
def test_a_road_built_in_play_is_a_target_for_guns() -> None:
    state = site("64Eng B5527", laid=hexes("B5527"))
    assert "road" in [each.target for each in stated_in(state, CW, hexes("B5527"))]
    assert "road" not in [each.target for each in stated_in(replace(state, laid=()), CW, hexes("B5527"))]


# The railway [24.6]: it ends at D3515, and D3514 is next


def railway(*units: str, **fields: Any) -> Campaign:
    return site(*units, side=CW, **{"railway": "D3714", **fields})


@pytest.mark.case("24.62", "24.67")
def test_one_company_lays_a_hex_in_two_stages_and_two_in_one() -> None:
    one = built(railway("10NZRR D3515"), "build railway at D3514 with 10NZRR", 2)
    both = built(railway("10NZRR, 13NZRR D3514"), "build railway at D3514 with 10NZRR, 13NZRR", 1)
    for state in (one, both):
        assert board().name(state.railway) == "D3514" and has_railway(state, at("D3514")) and at("D3514") in line(state)
    assert refusal(one, "build railway at D3514 with 10NZRR").case == "24.67"
    assert play(both, "build railway at D3613 with 10NZRR, 13NZRR").projects


@pytest.mark.case("24.67")
def test_the_line_grows_from_its_head_and_skips_no_hex() -> None:
    state = railway("10NZRR D3613")
    assert refusal(state, "build railway at D3613 with 10NZRR").case == "24.67"
    assert refusal(state, "build railway at D3514 with 10NZRR").case == "24.67"  # it does not stand there
    assert refusal(railway("10NZRR D3515"), "build railway at D3514, D3613 with 10NZRR").case == "24.62"
    complete = railway("10NZRR C4807", railway="C4807")
    assert refusal(complete, "build railway at C4807 with 10NZRR").case == "24.67"


@pytest.mark.case("24.61")
def test_only_the_new_zealanders_build_but_all_engineers_rebuild() -> None:
    broken = railway("7Arm, 10NZRR, 2/1AusP D3715", cut=hexes("D3715", "D3714", "D3516"))
    assert refusal(railway("7Arm D3515"), "build railway at D3514 with 7Arm").case == "24.61"
    for who in ("7Arm", "10NZRR", "2/1AusP"):
        assert built(broken, f"rebuild railway at D3715 with {who}", 1).cut == hexes("D3714", "D3516")
    axis = site("64Eng, Ariete D3715", railway="D3714", cut=hexes("D3715"))
    assert built(axis, "rebuild railway at D3715 with 64Eng", 1).cut == ()
    assert refusal(axis, "rebuild railway at D3715 with Ariete").case == "24.61"


@pytest.mark.case("24.63")
def test_a_unit_rebuilds_its_own_hex_and_two_next_to_it() -> None:
    state = railway("10NZRR D3715", cut=hexes("D3714", "D3715", "D3615"))
    assert built(state, "rebuild railway at D3714, D3715, D3615 with 10NZRR", 1).cut == ()
    farther = railway("10NZRR D3714", cut=hexes("D3714", "D3715", "D3615"))
    assert refusal(farther, "rebuild railway at D3714, D3615 with 10NZRR").case == "24.63"
    assert refusal(state, "rebuild railway at D3517 with 10NZRR").case in ("24.61", "24.63")


@pytest.mark.case("24.65")
def test_no_railway_where_the_enemy_is_or_controls_it() -> None:
    italians = "I/157, II/157, III/157"
    state = railway("10NZRR D3515", f"{italians} D3513")  # next to D3514
    assert refusal(state, "build railway at D3514 with 10NZRR").case == "24.65"
    held = railway("10NZRR D3715", "I/157 D3714", cut=hexes("D3714"))
    assert refusal(held, "rebuild railway at D3714 with 10NZRR").case == "24.65"


@pytest.mark.case("24.66", "24.18")
@pytest.mark.parametrize("who", ["64Eng", "I/157", "Ariete"])
def test_engineers_or_strong_infantry_destroy_it_in_a_stage(who: str) -> None:
    state = site(f"{who} D3715", railway="D3714")
    torn = built(state, f"demolish railway at D3715 with {who}", 1)
    assert torn.cut == hexes("D3715") and at("D3715") not in line(torn)
    assert refusal(torn, f"demolish railway at D3715 with {who}").case == "24.66"


@pytest.mark.case("24.66")
def test_what_is_not_built_or_too_weak_does_not_come_to_it() -> None:
    assert refusal(site("I/157[2] D3715", railway="D3714"), "demolish railway at D3715 with I/157").case == "24.66"
    assert refusal(site("I/157 D3613", railway="D3714"), "demolish railway at D3613 with I/157").case == "24.66"
    benghazi = site("64Eng A4829", railway="D3714")
    assert refusal(benghazi, "demolish railway at A4829 with 64Eng").case == "24.66"


# Repair Facilities [24.8]


@pytest.mark.case("24.81", "24.82", "24.83", "24.85")
def test_engineers_build_a_temporary_facility_in_a_village_in_three_stages() -> None:
    state = site("64Eng B5526", control={"B5526": AXIS})
    done = built(state, "build facility at B5526 with 64Eng", 3)
    assert facilities(done, AXIS)[at("B5526")] == "temporary" and not temporary(done, CW)
    assert "Temporary Repair Facility" in [piece.title for piece in view(done, CW).pieces]
    assert refusal(done, "build facility at B5526 with 64Eng").case == "24.81"
    assert refusal(site("64Eng C3510"), "build facility at C3510 with 64Eng").case == "24.85"
    assert refusal(site("I/157 B5526"), "build facility at B5526 with I/157").case == "24.82"


@pytest.mark.case("24.81", "24.82", "24.85")
def test_facilities_that_are_begun_count_but_neither_other_works_nor_the_enemys() -> None:
    one = {at("A2629"): "axis"}
    control = dict.fromkeys(("A2629", "B5229", "B5526"), AXIS)

    def refused(**projects: Project) -> bool:
        state = site("64Eng B5526", workshops=one, control=control, projects=projects)
        return not play_or_refused(state, "build facility at B5526 with 64Eng")

    begun = Project("axis", at("B5229"), FACILITY)
    assert not refused() and refused(P1=begun)
    assert not refused(P1=replace(begun, work="build road")) and not refused(P1=replace(begun, side="commonwealth"))


def play_or_refused(state: Campaign, order: str) -> bool:
    """Whether an order is carried out; otherwise it was refused because there are enough."""
    try:
        play(state, order)
    except Refusal as refused:
        assert refused.case == "24.85"
        return False
    return True


@pytest.mark.case("24.85")
def test_no_player_has_more_than_two() -> None:
    two = {at("A2629"): "axis", at("B5229"): "axis"}
    control = dict.fromkeys(("A2629", "B5229", "B5526"), AXIS)
    state = site("64Eng B5526", workshops=two, control=control)
    assert refusal(state, "build facility at B5526 with 64Eng").case == "24.85"
    lost = replace(state, control={**control, "B5229": CW})
    assert play(lost, "build facility at B5526 with 64Eng").projects


@pytest.mark.case("24.81")
def test_an_enemy_who_comes_there_destroys_it_for_good() -> None:
    state = site("2SctGds B5527", workshops={at("B5526"): "axis"}, control={"B5526": AXIS}, side=CW)
    moving = asking(replace(state, phasing=CW, cycle=1), Movement(CW))
    after = play(moving, "move 2SctGds B5527-B5526")
    assert not after.workshops
    matruh = site("I/157 D3715", scenario="grazianis-offensive", control={"D3714": CW})
    assert at("D3714") in facilities(matruh, CW)
    taken = play(asking(replace(matruh, phasing=AXIS, cycle=1), Movement(AXIS)), "move I/157 D3715-D3714")
    assert taken.razed == hexes("D3714")
    assert at("D3714") not in facilities(replace(taken, stacks={}, control={"D3714": CW}), CW)


@pytest.mark.case("24.84", "24.87")
def test_the_facility_of_a_city_is_rebuilt_level_by_level_after_the_city() -> None:
    order = "rebuild facility at C4807 with 64Eng"
    state = site("64Eng, I/157 C4807", f"{ENEMY} C4708", forts={"C4807": 0}, control={"C4807": AXIS})
    assert damage(state, at("C4807")) == 2 and refusal(state, order).case == "24.84"
    higher = built(state, "build fortification at C4807 with 64Eng, I/157", 3)
    assert works_at(higher, at("C4807")) == 1 and damage(higher, at("C4807")) == 2
    mended = built(higher, order, 1)
    assert damage(mended, at("C4807")) == 1 and refusal(mended, order).case == "24.84"


@pytest.mark.case("24.86", "24.87", "24.88")
def test_a_temporary_facility_is_dismantled_in_a_stage_and_repairs_nothing_meanwhile() -> None:
    wreck = Wreck(at("B5526"), "axis", "italian", "M13/40", 4, False)
    state = site("64Eng B5526", f"{ENEMY} B5426", workshops={at("B5526"): "axis"}, control={"B5526": AXIS})
    state = replace(state, wrecks={"W1": wreck})
    begun = play(state, "demolish facility at B5526 with 64Eng")
    quiet = replace(begun, stacks={hex: names for hex, names in begun.stacks.items() if hex != at("B5426")})
    assert refusal(asking(quiet, Maintenance(AXIS)), "repair W1").case == "24.88"
    done = stage_over(begun)
    assert not done.workshops and not done.projects
    assert refusal(done, "demolish facility at B5526 with 64Eng").case == "24.86"
    tobruk = site("64Eng C4807", control={"C4807": AXIS})
    assert refusal(tobruk, "demolish facility at C4807 with 64Eng").case == "24.86"  # a major one


@pytest.mark.case("24.87")
def test_none_is_built_in_an_enemy_zone() -> None:
    state = site("64Eng B5526", f"{ENEMY} B5426", control={"B5526": AXIS})
    assert refusal(state, "build facility at B5526 with 64Eng").case == "24.87"


# Minefields [24.3]


@pytest.mark.case("24.31", "24.32", "24.33", "24.34")
@pytest.mark.parametrize("who", ["64Eng", "288Pio"])
def test_engineers_lay_a_minefield_or_a_dummy_in_a_stage(who: str) -> None:
    for what in ("minefield", "dummy-minefield"):
        done = built(site(f"{who} C3818"), f"build {what} at C3818 with {who}", 1)
        assert done.minefields == {at("C3818"): Minefield("axis", dummy=what != "minefield")}


@pytest.mark.case("24.31")
def test_of_the_headquarters_only_those_of_the_commonwealth_lay_mines() -> None:
    assert built(site("7Arm C3818", side=CW), "build minefield at C3818 with 7Arm", 1).minefields
    assert refusal(site("Ariete C3818"), "build minefield at C3818 with Ariete").case == "24.31"
    assert refusal(site("I/157 C3818"), "build minefield at C3818 with I/157").case == "24.31"


@pytest.mark.case("24.35")
def test_minefields_lie_in_clear_gravel_or_rough_one_to_a_hex() -> None:
    for kind in ("clear", "gravel", "rough", "salt_marsh", "desert", "delta", "heavy_vegetation", "major_city"):
        there = next(hex for hex, name in enumerate(board().terrain) if name == kind and board().playable[hex])
        name = board().name(there)
        state, order = site(f"64Eng, 62Eng {name}"), f"build minefield at {name} with 64Eng"
        if kind in ("clear", "gravel", "rough"):
            laying = play(state, order)
            assert refusal(laying, f"build dummy-minefield at {name} with 62Eng").case == "24.35"
            assert refusal(stage_over(laying), order).case == "24.35"
        else:
            assert refusal(state, order).case == "24.35", kind


@pytest.mark.case("24.36")
def test_no_minefield_in_an_enemy_zone() -> None:
    assert refusal(site("64Eng C3818", f"{ENEMY} C3819"), "build minefield at C3818 with 64Eng").case == "24.36"


@pytest.mark.case("24.38", "23.22", "26.13")
@pytest.mark.parametrize("owner", ["axis", "commonwealth"])
def test_engineers_clear_a_minefield_in_a_stage_whose_ever_it_is(owner: str) -> None:
    field = Minefield("axis" if owner == "axis" else "commonwealth", revealed=True)
    state = site("64Eng C3818", minefields={"C3818": field})
    assert not built(state, "demolish minefield at C3818 with 64Eng", 1).minefields
    disturbed = play(state, "demolish minefield at C3818 with 64Eng")
    tired = replace(disturbed, units={**disturbed.units, "64Eng": replace(disturbed.units["64Eng"], spent=2)})
    assert stage_over(tired).minefields
    assert refusal(site("64Eng C3818"), "demolish minefield at C3818 with 64Eng").case == "24.38"
    own = site("64Eng C3818", minefields={"C3818": Minefield("axis", dummy=True)})
    assert refusal(own, "demolish minefield at C3818 with 64Eng").case == "24.38"
    theirs = site("64Eng C3818", minefields={"C3818": Minefield("commonwealth", dummy=True)})
    assert play(theirs, "demolish minefield at C3818 with 64Eng").projects, "nobody knows what it is"


@pytest.mark.case("24.35", "24.31", "24.33")
def test_a_minefield_under_way_elsewhere_hinders_nobody() -> None:
    laying = play(site("64Eng C3818, 62Eng C3616"), "build minefield at C3818 with 64Eng")
    both = stage_over(play(laying, "build minefield at C3616 with 62Eng"))
    assert sorted(both.minefields) == sorted(hexes("C3818", "C3616"))


@pytest.mark.case("23.22", "24.24", "24.11")
def test_a_minefield_is_cleared_at_the_end_of_the_stage_and_not_in_the_next_construction_segment() -> None:
    state = site("64Eng C3818", minefields={"C3818": Minefield("commonwealth", revealed=True)})
    draft = draft_of(play(state, "demolish minefield at C3818 with 64Eng"))
    count_construction(draft)
    assert not draft.state.minefields and not draft.state.projects


@pytest.mark.case("24.44", "24.35")
def test_a_fortification_that_stands_on_forbidden_ground_is_raised() -> None:
    there = next(hex for hex, name in enumerate(board().terrain) if name == "delta" and board().playable[hex])
    name = board().name(there)
    order = f"build fortification at {name} with 64Eng, I/157"
    assert works_at(built(site(f"64Eng, I/157 {name}", forts={name: 1}), order, 3), there) == 2
    city = site("64Eng, I/157 C4807", forts={"C4807": 0})
    assert refusal(city, order_at("C4807").replace("7Arm, 2SctGds", "64Eng")).case == "24.42"


@pytest.mark.case("24.55", "24.65", "24.12")
def test_a_stage_in_which_the_enemy_stands_in_one_of_the_hexes_does_not_count() -> None:
    state = play(site("64Eng B5627"), "build road at B5627, B5527 with 64Eng")
    held = site("64Eng B5627", "1KRRC B5527", projects=state.projects)
    assert stage_over(held).laid == () and stage_over(site("64Eng B5627", projects=state.projects)).laid != ()
    torn = play(railway("10NZRR D3715", cut=hexes("D3714", "D3715")), "rebuild railway at D3714, D3715 with 10NZRR")
    taken = railway("10NZRR D3715", "I/157[1] D3714", cut=hexes("D3714", "D3715"), projects=torn.projects)
    assert stage_over(taken).cut == hexes("D3714", "D3715") and stage_over(torn).cut == ()


@pytest.mark.case("24.61", "24.66")
def test_what_is_whole_is_not_rebuilt_and_what_was_never_built_neither() -> None:
    state = railway("10NZRR D3715", cut=hexes("D3714"))
    assert refusal(state, "rebuild railway at D3715 with 10NZRR").case == "24.61"
    assert refusal(railway("10NZRR D3613"), "rebuild railway at D3613 with 10NZRR").case == "24.61"


@pytest.mark.case("24.53", "24.63", "24.67")
def test_a_crew_works_at_the_head_of_the_line_or_on_what_lacks_a_road_or_was_torn_up_around_it() -> None:
    state = railway("10NZRR D3515", cut=hexes("D3715", "D3615"))
    assert hexes_for(state, "build railway", at("D3515"), 3) == hexes("D3514")
    assert hexes_for(state, "build railway", at("D3514"), 3) == hexes("D3514")
    assert hexes_for(state, "build railway", at("D3613"), 3) == ()
    assert hexes_for(railway(railway="C4807"), "build railway", at("C4807"), 3) == ()
    assert set(hexes_for(state, "rebuild railway", at("D3715"), 3)) == {*hexes("D3715", "D3615")}
    assert hexes_for(state, "rebuild railway", at("D3715"), 1) == hexes("D3715")
    assert hexes_for(site("64Eng B5627"), "build road", at("B5627"), 2)[0] == at("B5627")
    assert len(hexes_for(site("64Eng B5627"), "build road", at("B5627"), 2)) == 2
    assert hexes_for(state, "build minefield", at("C3818"), 3) == hexes("C3818")


@pytest.mark.case("24.17")
def test_a_crew_is_neither_more_nor_less_than_it_takes() -> None:
    state, work = site("64Eng, 62Eng, I/157, II/157 C3818"), construction_table().works["build fortification"]
    assert crew_of(state, work, ("64Eng", "I/157")) is not None and crew_of(state, work, ("I/157", "64Eng")) is not None
    for names in ((), ("64Eng",), ("I/157",), ("I/157", "II/157"), ("64Eng", "I/157", "II/157")):
        assert crew_of(state, work, names) is None, names
    road = construction_table().works["build road"]
    one, more = crew_of(state, road, ("I/157",)), crew_of(state, road, ("64Eng",))
    assert one is not None and more is not None and one.hexes < more.hexes
    pioneers = crew_of(site("2/1AusP C3818", side=CW), road, ("2/1AusP",))
    assert pioneers is not None and pioneers.hexes == more.hexes, "they are infantry too, but work as engineers"


# The map


def test_the_layers_show_what_was_built_and_destroyed() -> None:
    state = site("64Eng B5527", laid=hexes("B5627", "B5527"), ruined=hexes("B5628"), railway="D3514")
    shown = {layer.key: layer for layer in layers(state, CW)}
    assert {frozenset(pair) for pair in shown["roads"].lines} == {
        frozenset(("B5627", "B5527")),
        frozenset(("B5628", "B5627")),
    }
    assert "B5526" not in shown["roads"].hexes and "B5628" in shown["destroyed"].hexes
    assert "D3514" in shown["railway"].hexes and board().name(railway_extension()[2]) not in shown["railway"].hexes


# Who may begin, and where


@pytest.mark.case("24.11", "24.12", "24.15")
@pytest.mark.parametrize(
    ("units", "who", "case"),
    [
        ("64Eng C3818, 2/1AusP C3919", "2/1AusP", "24.11"),  # the enemy's
        ("64Eng tripoli", "64Eng", "24.11"),
        ("64Eng C3818, I/157 C3919", "64Eng, I/157", "24.11"),
        ("I/157 C3818", "64Eng", "24.11"),  # not in play
        ("64Eng C3818", "64Eng, 64Eng", "24.15"),
        ("64Eng C3818 spent=0.5", "64Eng", "24.12"),
        ("64Eng C3818 school=64Eng", "64Eng", "17.33"),
        ("64Eng C3818 cohesion=-26", "64Eng", "6.26"),
    ],
)
def test_who_does_not_begin_to_build(units: str, who: str, case: str) -> None:
    state = site(units)
    place = "C3919" if who == "2/1AusP" else "C3818"
    assert refusal(state, f"build minefield at {place} with {who}").case == case
    assert play(site("64Eng C3818 cohesion=-25"), "build minefield at C3818 with 64Eng").projects


@pytest.mark.case("24.53", "24.63", "24.67", "24.11")
def test_how_far_a_crew_works_from_where_it_stands() -> None:
    state = site("64Eng, I/157 B5627")
    for hexes_named, who, case in (
        ("B5627, B5627", "64Eng", "24.11"),
        ("B5627, B5527", "I/157", "24.53"),  # infantry does one hex
        ("B5527", "I/157", "24.53"),  # its own
        ("B5526", "64Eng", "24.53"),  # two hexes away
    ):
        assert refusal(state, f"build road at {hexes_named} with {who}").case == case, hexes_named
    assert play(state, "build road at B5627, B5527 with 64Eng").projects
    assert play(state, "build road at B5527 with 64Eng").projects
    mining = site("64Eng C3818")
    assert refusal(mining, "build minefield at C3819 with 64Eng").case == "24.11"
    line = railway("10NZRR D3515")
    assert refusal(line, "build railway at D3514, D3515 with 10NZRR").case == "24.62"


@pytest.mark.case("24.46", "24.15")
def test_works_of_one_side_hinder_each_other_only_at_the_same_hex() -> None:
    state = site("64Eng, 62Eng, I/157, II/157 B5627")
    digging = play(state, "build fortification at B5627 with 62Eng, II/157")
    assert refusal(digging, "build fortification at B5627 with 64Eng, I/157").case == "24.46"
    outward = play(state, "build road at B5527 with 64Eng")
    assert refusal(outward, "build fortification at B5627 with 62Eng, II/157").case == "24.46"
    assert refusal(outward, "build road at B5527, B5627 with 62Eng").case == "24.15"
    assert play(outward, "build road at B5627 with 62Eng").projects
    road = play(state, "build road at B5627 with I/157")
    assert len(play(road, "build minefield at B5627 with 64Eng").projects) == 2, "two works that are not the same"
    apart = site("62Eng, II/157 B5627, 64Eng, I/157 C3818", projects={"AX-P1": only_project(digging)})
    assert len(play(apart, "build fortification at C3818 with 64Eng, I/157").projects) == 2


@pytest.mark.case("24.46", "24.12")
def test_a_fortification_that_was_halted_is_taken_up_again_and_one_of_the_enemy_hinders_nobody() -> None:
    order = "build fortification at C3818 with 64Eng, I/157"
    halted = Project(AXIS, at("C3818"), "build fortification", (), hexes("C3818"), stages=1)
    assert only_project(play(site("64Eng, I/157 C3818", projects={"AX-P1": halted}), order)).stages == 1
    theirs = replace(halted, side=CW)
    assert len(play(site("64Eng, I/157 C3818", projects={"CW-P1": theirs}), order).projects) == 2


@pytest.mark.case("24.31", "24.33", "24.34", "24.35")
def test_a_minefield_that_the_enemy_did_not_finish_hinders_nobody() -> None:
    theirs = Project(CW, at("C3818"), "build minefield", (), hexes("C3818"))
    state = site("64Eng C3818", projects={"CW-P1": theirs})
    assert len(play(state, "build minefield at C3818 with 64Eng").projects) == 2
    road = Project(AXIS, at("B5627"), "build road", ("I/157",), hexes("B5627"))
    beside = site("64Eng, I/157 B5627", projects={"AX-P1": road})
    assert len(play(beside, "build minefield at B5627 with 64Eng").projects) == 2, "nor does a road"


@pytest.mark.case("24.44", "24.45", "24.48")
def test_a_whole_city_in_an_enemy_zone_is_refused_for_being_whole() -> None:
    state = site("64Eng, I/157 C4807", f"{ENEMY} C4708", control={"C4807": AXIS})
    assert refusal(state, "build fortification at C4807 with 64Eng, I/157").case == "24.48"
    field = site("64Eng, I/157 C3818", f"{ENEMY} C3819")
    assert refusal(field, "build fortification at C3818 with 64Eng, I/157").case == "24.44"


@pytest.mark.case("24.35", "24.44")
def test_other_works_are_done_on_any_ground() -> None:
    there = next(hex for hex, name in enumerate(board().terrain) if name == "delta" and board().playable[hex])
    name = board().name(there)
    state = site(f"64Eng {name}", minefields={name: Minefield(CW, revealed=True)})
    assert play(state, f"demolish minefield at {name} with 64Eng").projects


@pytest.mark.case("24.41", "24.48", "25.13")
def test_a_city_is_rebuilt_to_its_own_level_and_other_places_to_the_second() -> None:
    for name, level, allowed in (("E3613", 2, True), ("E3613", 3, False), ("C3818", 1, True), ("C3818", 2, False)):
        state = site(f"64Eng, I/157 {name}", forts={name: level})
        order = f"build fortification at {name} with 64Eng, I/157"
        if allowed:
            assert play(state, order).projects, (name, level)
        else:
            assert refusal(state, order).case == "24.48", (name, level)


@pytest.mark.case("24.81", "24.82", "24.85")
def test_a_facility_that_is_being_built_is_not_counted_twice() -> None:
    halted = Project(AXIS, at("B5526"), FACILITY, (), hexes("B5526"), stages=1)
    control = dict.fromkeys(("A2629", "B5526"), AXIS)
    state = site("64Eng B5526", workshops={at("A2629"): "axis"}, control=control, projects={"AX-P1": halted})
    assert only_project(play(state, "build facility at B5526 with 64Eng")).stages == 1


@pytest.mark.case("24.84")
def test_only_a_city_with_a_repair_facility_has_one_to_rebuild() -> None:
    state = site("64Eng A4827", unmended={at("A4827"): 1}, control={"A4827": AXIS})
    assert refusal(state, "rebuild facility at A4827 with 64Eng").case == "24.84"


@pytest.mark.case("24.88")
def test_a_facility_repairs_while_only_another_one_is_dismantled() -> None:
    tanks = {"W1": Wreck(at("B5526"), "axis", "italian", "M13/40", 4, False)}
    shops, control = {at("B5526"): "axis", at("A2629"): "axis"}, {"B5526": AXIS, "A2629": AXIS}
    here, there = (Project(AXIS, at(name), "demolish facility", ("64Eng",)) for name in ("B5526", "A2629"))
    for projects, is_idle in (({}, False), ({"P1": there}, False), ({"P1": there, "P2": here}, True)):
        state = site("64Eng B5526", workshops=shops, control=control, wrecks=tanks, projects=projects)
        state = asking(state, Maintenance(AXIS))
        if is_idle:
            assert refusal(state, "repair W1").case == "24.88"
        else:
            assert play(state, "repair W1", rolls=(1,)).spares
