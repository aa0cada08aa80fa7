"""Construction and dumps at their limits: whose work it is, where it lies, who can pay."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.construction.choices import (
    dumps_here,
    hexes_for,
    lacks_road,
    projects_of,
)
from sandtable.games.campaign_for_north_africa.construction.dumps import most_dummies
from sandtable.games.campaign_for_north_africa.construction.progress import overrun, shake
from sandtable.games.campaign_for_north_africa.construction.works import in_enemy_zone, railhead
from sandtable.games.campaign_for_north_africa.contents import Project
from sandtable.games.campaign_for_north_africa.ground.zones import apparent, controlled
from sandtable.games.campaign_for_north_africa.map import board, railway_extension, unfinished_hexes
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.construction.test_works import AXIS, CW, ENEMY, at
from tests.campaign_for_north_africa.positions import listed, play, position, refusal, spent
from tests.campaign_for_north_africa.sites import hexes, only_project, site, stage_over
from tests.playing import draft_of

# Dumps [24.9, 32.14, 32.15, 32.18]

SUPPLY = {"AX-S1": ("C3818", 5, 4), "CW-S2": ("C3818", 5, 4), "AX-S3": ("C3510", 5, 4)}


@pytest.mark.case("24.9", "32.14", "32.15", "32.18")
@pytest.mark.parametrize(
    ("order", "case"),
    [
        ("dump AX-S9 ammo 1 fuel 0 by I/157", "24.9"),  # there is none
        ("dump CW-S2 ammo 1 fuel 0 by I/157", "24.9"),  # the enemy's
        ("dump AX-S3 ammo 1 fuel 0 by I/157", "24.9"),  # elsewhere
        ("dump AX-S1 ammo 0 fuel 5 by I/157", "32.15"),
        ("dump AX-S1 ammo 6 fuel 0 by I/157", "32.15"),
        ("dump AX-S1 ammo 5 fuel 4 by I/157", "24.9"),
        ("dump AX-S1 ammo 1 fuel 0 by Nobody", "24.9"),
        ("dump AX-S1 ammo 1 fuel 0 by 2SctGds", "24.9"),
        ("dump AX-S1 ammo 1 fuel 0 by III/157", "24.9"),  # not in play
        ("dump AX-S1 ammo 1 fuel 0 by I/158", "24.9"),  # in Tripoli
    ],
)
def test_a_dump_comes_out_of_ones_own_supplies_by_ones_own_unit_on_the_spot(order: str, case: str) -> None:
    state = site("I/157 C3818", "2SctGds C3718", "I/158 tripoli", supply=SUPPLY)
    assert refusal(state, order).case == case
    for ammo, fuel in ((1, 0), (0, 1), (5, 0), (0, 4), (5, 3)):
        made = play(state, f"dump AX-S1 ammo {ammo} fuel {fuel} by I/157")
        assert (made.supply["AX-S11"].ammo, made.supply["AX-S11"].fuel) == (ammo, fuel)


@pytest.mark.case("24.9", "32.18", "32.14", "32.15")
def test_nothing_comes_out_of_a_dummy() -> None:
    state = site("I/157 C3818", supply={"AX-S1": ("C3818",)})
    assert refusal(state, "dump AX-S1 ammo 1 fuel 0 by I/157").case == "32.18"


@pytest.mark.case("24.9", "32.14", "32.18")
@pytest.mark.parametrize("order", ["dump AX-S1 ammo 1 fuel 1 by I/157", "sham I/157"])
def test_the_third_supply_unit_of_a_hex_is_set_up_and_the_fourth_is_not(order: str) -> None:
    two = {f"AX-S{number}": ("C3818", 5, 5) for number in (1, 2)}
    assert len(play(site("I/157 C3818", supply=two, received={AXIS: 3}), order).supply) == 3
    three = {**two, "AX-S3": ("C3818", 5, 5)}
    assert refusal(site("I/157 C3818", supply=three, received={AXIS: 3}), order).case == "32.14"


@pytest.mark.case("24.9", "19.41", "19.43")
@pytest.mark.parametrize(("done", "may"), [(12, True), (12.5, False)])
def test_who_sets_one_up_can_pay_three_points_of_what_infantry_may_spend(done: float, may: bool) -> None:
    """Ten Capability Points, and half as many again by choice; a single point of strength will do."""
    state = site(f"I/157[1] C3818 spent={done}", supply=SUPPLY, received={AXIS: 3})
    for order in ("sham I/157", "dump AX-S1 ammo 1 fuel 0 by I/157"):
        if may:
            assert spent(play(state, order), "I/157") == 15
        else:
            assert refusal(state, order).case == "8.17"


@pytest.mark.case("32.18")
def test_a_dummy_for_every_three_supply_units_begun_with_or_received() -> None:
    name = "grazianis-offensive"
    for side in (AXIS, CW):
        first = sum(row.count for row in scenario(name).supplies if row.side == side)
        assert most_dummies(position(scenario=name), side) == first // 3
        assert most_dummies(position(scenario=name, received={side: 3}), side) == first // 3 + 1
    assert [most_dummies(position(received={AXIS: count}), AXIS) for count in (0, 2, 3, 5, 6)] == [0, 0, 1, 1, 2]
    assert most_dummies(position(), AXIS) == 0


@pytest.mark.case("24.9")
def test_a_dummy_and_half_of_each_supply_unit_are_listed_where_they_are_allowed() -> None:
    def named(state: Campaign) -> list[str]:
        return [str(order) for order in dumps_here(state, AXIS, "I/157")]

    full = {"AX-S1": ("C3818", 5, 4), "AX-S2": ("C3818", 1, 1)}
    assert named(site("I/157 C3818", supply=full)) == ["dump AX-S1 ammo 2 fuel 2 by I/157"]
    assert named(site("I/157 C3818", received={AXIS: 3})) == ["sham I/157"]
    assert named(site("I/157 tripoli", received={AXIS: 3})) == []
    assert "sham I/157" in listed(site("I/157 C3818", received={AXIS: 3}))


# Roads and the railway [24.5, 24.6]


@pytest.mark.case("24.51", "24.53", "24.63", "24.67")
def test_where_a_road_is_lacking() -> None:
    stretch = sorted(unfinished_hexes()["Derna Bypass"])
    state = site()
    bare = next(hex for hex in stretch if lacks_road(state, hex))
    assert not lacks_road(replace(state, laid=(bare,)), bare)
    assert lacks_road(replace(state, laid=(bare,), ruined=(bare,)), bare)
    assert not lacks_road(state, at("C3818"))  # open desert
    chosen = hexes_for(state, "build road", bare, 7)
    assert chosen[0] == bare and all(lacks_road(state, hex) for hex in chosen) and len(chosen) < 7


@pytest.mark.case("24.67")
def test_the_line_goes_on_at_its_next_hex_until_the_last() -> None:
    line = railway_extension()
    state = site(railway=board().name(line[-2]))
    assert railhead(state) == (line[-2], line[-1])
    assert railhead(replace(state, railway=line[-1])) is None and railhead(replace(state, railway=line[1])) == line[1:3]


@pytest.mark.case("24.67")
def test_a_crew_at_the_head_builds_no_other_hex() -> None:
    line = [board().name(hex) for hex in railway_extension()]
    state = site(f"10NZRR {line[3]}", side=CW, railway=line[3])
    assert play(state, f"build railway at {line[4]} with 10NZRR").projects
    for other in (line[5], line[2], line[3]):
        assert refusal(state, f"build railway at {other} with 10NZRR").case == "24.67"
    done = site(f"10NZRR {line[-1]}", side=CW, railway=line[-1])
    assert "complete" in str(refusal(done, f"build railway at {line[-1]} with 10NZRR"))


@pytest.mark.case("24.53", "24.63", "24.67")
def test_engineers_rebuild_three_hexes_of_a_line_and_not_four() -> None:
    near = [board().name(hex) for hex in board().neighbours[at("D3615")] if hex >= 0]
    state = site("64Eng D3615", cut=hexes("D3615", *near))
    assert refusal(state, f"rebuild railway at D3615, {', '.join(near[:3])} with 64Eng").case == "24.63"
    assert play(state, f"rebuild railway at D3615, {', '.join(near[:2])} with 64Eng").projects


# Works and their sites [24.1, 24.4]


@pytest.mark.case("24.16")
def test_only_what_is_worked_on_here_by_ones_own_can_be_stopped() -> None:
    dig = Project(AXIS, at("C3818"), "build fortification", ("64Eng", "I/157"), hexes("C3818"))
    projects = {
        "AX-P1": dig,
        "AX-P2": replace(dig, at=at("C3819")),
        "AX-P3": replace(dig, builders=()),
        "CW-P4": replace(dig, side=CW),
    }
    assert [each.name for each in projects_of(site(projects=projects), AXIS, at("C3818"))] == ["AX-P1"]


@pytest.mark.case("24.11", "24.12", "24.15")
def test_nobody_builds_who_is_not_there() -> None:
    state = site("64Eng C3818")
    for name in ("Nobody", "62Eng"):
        assert refusal(state, f"build minefield at C3818 with {name}").case == "24.11"


@pytest.mark.case("24.11", "24.12")
def test_every_work_has_a_number_of_its_own() -> None:
    state = site("64Eng, 62Eng, I/157 C3818, 61Eng C3819")
    state = play(state, "build minefield at C3818 with 64Eng", "build minefield at C3819 with 61Eng")
    assert list(state.projects) == ["AX-P11", "AX-P12"] and state.serial == 12


@pytest.mark.case("24.46", "24.15")
def test_a_work_of_the_enemy_or_of_another_kind_that_rests_here_hinders_nobody() -> None:
    rests = Project(AXIS, at("B5627"), "build minefield", (), hexes("B5627"), stages=0)
    theirs = Project(CW, at("B5627"), "build fortification", ("2/1AusP",), hexes("B5627"))
    for project in (rests, theirs):
        state = site("64Eng B5627", projects={"P1": project})
        assert len(play(state, "build road at B5627 with 64Eng").projects) == 2


@pytest.mark.case("24.46")
def test_a_fortification_that_rests_and_one_whose_hex_a_road_enters_bar_other_works() -> None:
    rests = Project(AXIS, at("B5627"), "build fortification", (), hexes("B5627"), stages=1)
    state = site("64Eng B5627", "62Eng B5527", projects={"AX-P1": rests})
    assert refusal(state, "build road at B5627 with 64Eng").case == "24.46"
    assert refusal(state, "build road at B5527, B5627 with 62Eng").case == "24.46"
    assert play(state, "build road at B5527 with 62Eng").projects
    other = replace(rests, work="build road", hexes=hexes("B5527"))
    again = site("64Eng B5627", projects={"AX-P1": other})
    assert refusal(again, "build road at B5527, B5627 with 64Eng").case == "24.15"


@pytest.mark.case("24.35", "24.44")
def test_no_minefield_in_a_major_city() -> None:
    assert refusal(site("64Eng C4807"), "build minefield at C4807 with 64Eng").case == "24.35"


@pytest.mark.case("10.6")
def test_whether_a_hex_is_in_an_enemy_zone_the_enemy_says_where_one_stands() -> None:
    """Three battalions that have lost their cohesion look like a zone; who stands next to them learns better."""
    state = position("I/157 C3818", f"{ENEMY} C3919 cohesion=-26")
    here, there = at("C3818"), at("C4019")
    assert apparent(state, AXIS)[here] and not controlled(state, here, CW)
    assert not in_enemy_zone(state, AXIS, here) and in_enemy_zone(state, AXIS, there)
    strong = position("I/157 C3818", f"{ENEMY} C3919")
    assert in_enemy_zone(strong, AXIS, here)


# While it goes on [24.2, 24.8]

DIGGING = Project(AXIS, at("C3818"), "build fortification", ("64Eng", "I/157"), hexes("C3818"), stages=1)


@pytest.mark.case("24.22", "24.23", "24.11", "24.12", "24.24")
@pytest.mark.parametrize(
    ("builders", "moved", "shaken", "weather", "stages"),
    [
        (("64Eng", "I/157"), False, False, "normal", 2),
        (("64Eng", "I/157"), False, True, "normal", 1),
        (("64Eng", "I/157"), True, False, "normal", 1),  # it waits
        (("64Eng", "I/157"), True, True, "normal", None),  # given up
        (("64Eng", "I/157"), True, False, "sandstorm", None),
        ((), False, False, "sandstorm", 1),  # it waits, whatever the weather
    ],
)
def test_what_becomes_of_a_work_when_the_stage_ends(
    builders: tuple[str, ...], moved: bool, shaken: bool, weather: str, stages: int | None
) -> None:
    project = replace(DIGGING, builders=builders, shaken=shaken)
    where = "C3819" if moved else "C3818"
    state = site(f"64Eng {where}", "I/157 C3818", projects={"AX-P1": project}, weather=weather, foul=("C",))
    after = stage_over(state)
    assert (only_project(after).stages if after.projects else None) == stages


@pytest.mark.case("24.23")
def test_who_is_pinned_twice_is_shaken_once() -> None:
    draft = draft_of(site("64Eng, I/157 C3818", projects={"AX-P1": DIGGING}))
    for _ in range(2):
        shake(draft, ["I/157"])
        assert only_project(draft.state).shaken


@pytest.mark.case("24.81")
def test_whoever_comes_ends_the_works_of_his_foe_there_and_his_facility() -> None:
    projects = {"AX-P1": DIGGING, "AX-P2": replace(DIGGING, at=at("C3819")), "CW-P3": replace(DIGGING, side=CW)}
    workshops = {at("C3818"): AXIS, at("C3819"): AXIS, at("C3820"): CW}
    draft = draft_of(site(projects=projects, workshops=workshops))
    overrun(draft, CW, hexes("C3818", "C3820"))
    assert list(draft.state.projects) == ["AX-P2", "CW-P3"]
    assert draft.state.workshops == {at("C3819"): AXIS, at("C3820"): CW}


@pytest.mark.case("24.42", "24.84")
def test_only_the_facility_of_a_city_is_rebuilt_with_its_levels() -> None:
    done = replace(DIGGING, stages=2)
    village = site(
        "64Eng, I/157 C3818", projects={"AX-P1": done}, workshops={at("C3818"): AXIS}, control={"C3818": AXIS}
    )
    after = stage_over(village)
    assert after.forts == {at("C3818"): 1} and not after.unmended


@pytest.mark.case("24.84")
def test_a_facility_that_lost_two_levels_is_rebuilt_one_by_one() -> None:
    state = site("64Eng C4807", control={"C4807": AXIS}, unmended={at("C4807"): 2})
    for left in ({at("C4807"): 1}, {}):
        state = stage_over(play(state, "rebuild facility at C4807 with 64Eng"))
        assert state.unmended == left


@pytest.mark.case("24.51", "24.53", "24.56")
def test_a_built_stretch_that_is_repaired_is_not_built_twice() -> None:
    (name, stretch) = next(iter(unfinished_hexes().items()))
    hex = next(each for each in sorted(stretch) if each not in {at("B5627")})
    state = site(f"64Eng {board().name(hex)}", built=(name,), ruined=(hex,))
    after = stage_over(play(state, f"build road at {board().name(hex)} with 64Eng"), 9)
    assert after.built == (name,) and after.ruined == ()
