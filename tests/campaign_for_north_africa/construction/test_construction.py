"""How work begins, goes on, is halted and ends, and what the enemy sees of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.construction.progress import (
    complete_construction,
    count_construction,
    overrun,
    shake,
)
from sandtable.games.campaign_for_north_africa.construction.tables import construction_table
from sandtable.games.campaign_for_north_africa.contents import Minefield, Project
from sandtable.games.campaign_for_north_africa.map import board, unfinished_hexes
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.offers import offers, propose
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation, open_organisation
from sandtable.games.campaign_for_north_africa.sight.observe import disguises, observe
from sandtable.games.campaign_for_north_africa.sight.questions import explain
from sandtable.games.campaign_for_north_africa.sight.story import tell
from sandtable.games.campaign_for_north_africa.sight.view import view
from sandtable.games.campaign_for_north_africa.state import Campaign, Side
from sandtable.games.campaign_for_north_africa.turn import OperationsStage, end_stage
from tests.campaign_for_north_africa.combat_segments import BARRAGE, ordered, scene
from tests.campaign_for_north_africa.positions import asking, play, play_noting, position, refusal, with_unit
from tests.campaign_for_north_africa.sites import hexes, only_project, site, stage_over
from tests.playing import draft_of

AXIS: Side = "axis"
CW: Side = "commonwealth"
DIG = "build fortification at C3818 with 64Eng, I/157"


def digging() -> Campaign:
    """64Eng and I/157 at work on a fortification."""
    return play(site("64Eng, I/157 C3818"), DIG)


# The Construction Segment [24.11]


@pytest.mark.case("24.11")
def test_work_begins_in_the_construction_segment_and_is_done_at_the_start_of_a_later_one() -> None:
    state = digging()
    assert only_project(state) == Project(
        AXIS, board().hex("C3818"), "build fortification", ("64Eng", "I/157"), hexes("C3818")
    )
    assert not stage_over(state, 2).forts and only_project(stage_over(state, 2)).stages == 2
    done = stage_over(state, 3)
    assert done.forts == {board().hex("C3818"): 1} and not done.projects


@pytest.mark.case("24.11")
def test_the_end_of_a_stage_and_the_next_organization_phase_bring_work_to_its_end() -> None:
    state = play(site("64Eng C3818", scenario="grazianis-offensive"), "build minefield at C3818 with 64Eng")
    draft = draft_of(replace(state, stack=(state.stack[0], OperationsStage())))
    end_stage(draft)
    assert draft.state.stage == 2 and only_project(draft.state).stages == 1
    open_organisation(draft)
    assert not draft.state.projects and board().hex("C3818") in draft.state.minefields
    assert isinstance(draft.state.stack[-1], Organisation)
    (told,) = (event for event in draft.events if event.kind == "completed_work")
    assert tell(told) == "The Axis builds a minefield at C3818"


@pytest.mark.case("24.11")
def test_nothing_is_built_in_any_other_phase() -> None:
    state = asking(position("64Eng, I/157 C3818", phasing=AXIS, cycle=1), Movement(AXIS))
    assert refusal(state, DIG)


# Builders [24.12, 24.15, 24.16, 24.24]


@pytest.mark.case("24.12")
def test_a_stage_in_which_a_builder_spends_anything_does_not_count() -> None:
    state = stage_over(with_unit(digging(), "I/157", spent=1))
    assert only_project(state).stages == 0 and only_project(state).builders == ("64Eng", "I/157")
    assert only_project(stage_over(state)).stages == 1


@pytest.mark.case("24.12")
def test_who_has_spent_anything_in_this_stage_does_not_begin() -> None:
    assert refusal(site("64Eng, I/157 C3818 spent=2"), DIG).case == "24.12"


@pytest.mark.case("24.12", "24.16")
def test_what_was_done_before_a_halt_waits_for_builders() -> None:
    state = stage_over(digging(), 2)
    halted = play(state, "cease AX-P11")
    assert only_project(halted).builders == () and only_project(stage_over(halted)).stages == 2
    others = replace(halted, units={**halted.units, "II/157": replace(halted.units["II/157"], at=board().hex("C3818"))})
    again = play(others, "build fortification at C3818 with 64Eng, II/157")
    assert only_project(again).stages == 2 and stage_over(again).forts == {board().hex("C3818"): 1}


@pytest.mark.case("24.16")
def test_who_ceases_before_anything_is_done_leaves_nothing_behind() -> None:
    assert not play(digging(), "cease AX-P11").projects
    assert refusal(digging(), "cease AX-P12").case == "24.16"
    assert refusal(asking(digging(), Organisation(CW)), "cease AX-P11").case == "24.16"
    assert refusal(play(stage_over(digging()), "cease AX-P11"), "cease AX-P11").case == "24.16"


@pytest.mark.case("24.15", "24.17")
def test_a_unit_works_on_one_project_at_a_time() -> None:
    state = play(site("64Eng, 62Eng, I/157 C3818"), DIG)
    assert refusal(state, "build minefield at C3818 with 64Eng").case == "24.15"


@pytest.mark.case("24.12", "24.15", "5.2")
def test_builders_do_not_move_by_choice_until_they_cease() -> None:
    state = asking(replace(digging(), phasing=AXIS, cycle=1), Movement(AXIS))
    assert refusal(state, "move I/157 C3818-C3819").case == "5.2"
    free = play(digging(), "cease AX-P11")
    moving = asking(replace(free, phasing=AXIS, cycle=1), Movement(AXIS))
    assert play(moving, "move I/157 C3818-C3819").units["I/157"].at == board().hex("C3819")


@pytest.mark.case("24.24")
def test_friends_who_do_not_build_change_nothing() -> None:
    state = play(site("64Eng, I/157, II/157 C3818"), DIG)
    assert only_project(stage_over(with_unit(state, "II/157", spent=8))).stages == 1


@pytest.mark.case("32.11")
def test_the_land_game_asks_no_supplies_for_building() -> None:
    state = site("64Eng, I/157 C3818", supply={"AX-S1": ("C3818", 3, 4)})
    assert stage_over(play(state, DIG), 3).supply == state.supply


# Storms and fire [24.22, 24.23, 29.42, 29.54]


@pytest.mark.case("24.22", "29.42", "29.54")
@pytest.mark.parametrize("storm", ["sandstorm", "rainstorm"])
def test_a_stage_of_storm_over_the_hex_does_not_count(storm: str) -> None:
    state = stage_over(digging(), weather=storm, foul=("C",))
    assert only_project(state).stages == 0
    assert only_project(stage_over(state, weather=storm, foul=("A",))).stages == 1
    assert only_project(stage_over(state, weather="hot", foul=())).stages == 1


@pytest.mark.case("24.22")
def test_who_leaves_the_hex_in_a_storm_has_to_begin_again() -> None:
    begun = stage_over(digging(), 2)
    gone = replace(begun, units={**begun.units, "I/157": replace(begun.units["I/157"], at=board().hex("C3819"))})
    assert not stage_over(gone, weather="sandstorm", foul=("C",)).projects
    assert only_project(stage_over(gone)) == replace(only_project(begun), builders=())


@pytest.mark.case("24.23")
def test_a_stage_in_which_a_builder_is_pinned_does_not_count() -> None:
    draft = draft_of(digging())
    shake(draft, ["I/157"])
    state = stage_over(asking(draft.state, Organisation(AXIS)))
    assert only_project(state).stages == 0 and not only_project(state).shaken
    assert only_project(stage_over(state)).stages == 1


@pytest.mark.case("24.23")
def test_a_barrage_that_pins_a_builder_shakes_the_work() -> None:
    guns = scene("I/220Art C3918", "2/1AusP C3818", step=BARRAGE, supply={"AX-S1": ("C3918", 40, 0)})
    road = Project(CW, board().hex("C3818"), "build minefield", ("2/1AusP",), hexes("C3818"))
    fire = "barrage C3818 infantry 1 with I/220Art:6"
    state, _ = ordered(replace(guns, projects={"CW-P1": road}), AXIS, fire, (6, 6))
    assert state.segment.pinned == ("2/1AusP",) and only_project(state).shaken
    missed, _ = ordered(replace(guns, projects={"CW-P1": road}), AXIS, fire, (1, 1))
    assert not only_project(missed).shaken


# What the enemy sees [3.62]


@pytest.mark.case("3.62", "24.11")
def test_the_enemy_of_a_site_can_think_a_stage_through_to_its_end() -> None:
    draft = draft_of(observe(digging(), CW))
    count_construction(draft)
    complete_construction(draft)
    assert only_project(draft.state) == Project(AXIS, board().hex("C3818"), "")


@pytest.mark.case("24.33", "24.42")
def test_the_enemy_sees_a_marker_and_not_what_is_built() -> None:
    state = digging()
    (seen,) = observe(state, CW).projects.values()
    assert seen == Project(AXIS, board().hex("C3818"), "")
    (piece,) = (each for each in view(state, CW).pieces if each.id == "AX-P11")
    assert (piece.title, piece.at) == ("Under Construction", "C3818")
    (own,) = (each for each in view(state, AXIS).pieces if each.id == "AX-P11")
    assert "fortification" in own.title and "64Eng" in own.title and "0 of 3" in own.title


def test_no_disguise_of_what_is_built_shows_in_the_view_of_the_enemy() -> None:
    state = replace(digging(), minefields={board().hex("C3510"): Minefield(AXIS, dummy=True)})
    others = [each for each in disguises(state, CW) if each.projects != state.projects]
    assert [each.minefields for each in others] == [{board().hex("C3510"): Minefield(AXIS)}]
    for other in others:
        assert view(other, CW) == view(state, CW) and observe(other, CW) == observe(state, CW)


@pytest.mark.case("24.31", "24.34")
def test_neither_map_nor_record_tells_a_dummy_from_a_real_minefield() -> None:
    seen, told = [], []
    for what in ("minefield", "dummy-minefield"):
        state, begun = play_noting(site("64Eng C3818"), f"build {what} at C3818 with 64Eng")
        assert not any(event.heard_by(CW) for event in begun)
        draft = draft_of(state)
        count_construction(draft)
        complete_construction(draft)
        seen.append(observe(draft.state, CW).minefields)
        told.append([event.facts for event in draft.events if event.heard_by(CW)])
        assert draft.state.minefields == {board().hex("C3818"): Minefield(AXIS, dummy=what != "minefield")}
    assert seen[0] == seen[1] and told[0] == told[1] != []


@pytest.mark.case("24.81")
def test_where_the_enemy_comes_what_was_under_construction_is_gone() -> None:
    begun = stage_over(digging(), 2)
    alone = play(begun, "cease AX-P11")
    units = {
        name: replace(unit, at=board().hex("B5527")) if unit.at == board().hex("C3818") else unit
        for name, unit in alone.units.items()
    }
    units["2SctGds"] = replace(units["2SctGds"], at=board().hex("C3819"))
    stacks = {board().hex("B5527"): ("64Eng", "I/157"), board().hex("C3819"): ("2SctGds",)}
    state = asking(replace(alone, units=units, stacks=stacks, phasing=CW, cycle=1), Movement(CW))
    assert not play(state, "move 2SctGds C3819-C3818").projects


# The screen


@pytest.mark.case("24.16", "24.51", "24.9", "24.53", "24.63", "24.67")
def test_builders_are_offered_what_they_can_build_and_to_stop() -> None:
    state = site("64Eng, I/157 C3818")
    found = {offer.action: offer.label for offer in offers(state, AXIS, ("64Eng",))}
    assert DIG in found and "build minefield at C3818 with 64Eng" in found
    assert "3 Operations Stages" in found[DIG]
    assert str(propose(state, AXIS, ("64Eng", "I/157"), "C3818")).startswith("build fortification")
    assert "cease AX-P11" in [offer.action for offer in offers(digging(), AXIS, ("AX-P11",))]
    assert "cease AX-P11" in [offer.action for offer in offers(digging(), AXIS, ("64Eng",))]


@pytest.mark.case("24.17", "24.18")
def test_every_line_of_the_charts_has_its_source_and_crews() -> None:
    for name, line in construction_table().works.items():
        assert line.crews and line.stages and "24." in line.source, name


def test_the_story_tells_of_work() -> None:
    _, events = play_noting(site("64Eng, I/157 C3818"), DIG)
    assert "64Eng, I/157 begin to build fortification" in tell(events[-1])


def test_a_player_may_ask_what_is_under_construction_and_what_could_be_begun() -> None:
    state = replace(digging(), railway=board().hex("D3714"), weather="sandstorm", foul=("C",))
    own = "\n".join(explain(observe(state, AXIS), AXIS, "works").lines())
    assert "build fortification at C3818, 0 of 3 stages; 64Eng, I/157; the storm" in own
    assert "the railway ends at D3515; D3514 is next" in own and "Derna Bypass: 0 of" in own
    seen = "\n".join(explain(observe(state, CW), CW, "works").lines())
    assert "the enemy builds or demolishes something at C3818" in seen and "fortification" not in seen
    other = site("64Eng, I/157 C3818", railway="D3714")
    assert any(DIG in line for line in explain(other, AXIS, "works").lines())


def test_who_is_at_work_is_marked_for_its_owner() -> None:
    pieces = {piece.id: piece.marks for piece in view(digging(), AXIS).pieces}
    assert "at work" in pieces["64Eng"] and "at work" in pieces["I/157"]
    assert not any("at work" in piece.marks for piece in view(digging(), CW).pieces)


@pytest.mark.case("24.16")
def test_nobody_ceases_what_is_halted_already() -> None:
    halted = play(stage_over(digging()), "cease AX-P11")
    assert refusal(halted, "cease AX-P11").case == "24.16"


@pytest.mark.case("24.23")
def test_only_the_work_of_whoever_is_pinned_is_shaken() -> None:
    state = play(site("64Eng, I/157 C3818, 62Eng C3616"), DIG, "build minefield at C3616 with 62Eng")
    draft = draft_of(state)
    shake(draft, ["62Eng", "II/157"])
    assert [each.shaken for each in draft.state.projects.values()] == [False, True]


@pytest.mark.case("24.81")
def test_friends_and_those_who_pass_elsewhere_leave_work_alone() -> None:
    workshops = {board().hex("B5526"): "axis"}
    state = replace(digging(), workshops=workshops)
    for side, hexes_passed, is_gone in ((AXIS, "C3818", False), (CW, "C3819", False), (CW, "C3818", True)):
        draft = draft_of(state)
        overrun(draft, side, hexes(hexes_passed))
        assert (not draft.state.projects) is is_gone and draft.state.workshops == workshops


@pytest.mark.case("24.11", "24.12", "24.24")
def test_a_crew_that_has_become_too_small_for_its_hexes_leaves_the_work() -> None:
    """A company of engineers builds three hexes of road with a battalion, and one without it."""
    state = play(site("288Pio, I/157 B5627"), "build road at B5627, B5527 with 288Pio, I/157")
    gone = replace(state, units={**state.units, "I/157": replace(state.units["I/157"], at=board().hex("C3819"))})
    assert not stage_over(gone).laid and not stage_over(gone).projects
    assert stage_over(state).laid == tuple(sorted(hexes("B5627", "B5527")))


@pytest.mark.case("24.55", "24.65", "24.12")
def test_a_stage_in_an_enemy_zone_counts_only_for_what_is_done_there_too() -> None:
    enemy = "1KRRC, 2KRRC, 1Ranger"
    road = play(site("64Eng B5627"), "build road at B5627 with 64Eng").projects
    assert stage_over(site("64Eng B5627", projects=road)).laid != ()
    assert stage_over(site("64Eng B5627", f"{enemy} B5626", projects=road)).laid == ()
    torn = play(site("64Eng D3715", railway="D3714"), "demolish railway at D3715 with 64Eng").projects
    assert stage_over(site("64Eng D3715", f"{enemy} D3714", railway="D3714", projects=torn)).cut == hexes("D3715")


@pytest.mark.case("24.42", "24.84")
def test_only_the_facility_of_a_city_that_has_one_is_left_to_be_rebuilt() -> None:
    for name, unmended in (("C4807", {board().hex("C4807"): 1}), ("A4827", {}), ("C3818", {})):
        state = site(f"64Eng, I/157 {name}", forts={name: 0}, control={name: AXIS})
        done = stage_over(play(state, f"build fortification at {name} with 64Eng, I/157"), 3)
        assert done.forts == {board().hex(name): 1} and done.unmended == unmended, name


@pytest.mark.case("24.51", "24.53", "24.56")
def test_a_destroyed_road_is_mended_and_a_whole_stretch_becomes_a_road_for_good() -> None:
    via = board().hex("B5628")
    mended = stage_over(play(site("64Eng B5628", ruined=(via,)), "build road at B5628 with 64Eng"))
    assert (mended.ruined, mended.laid, mended.built) == ((), (), ())
    name, stretch = next((name, hexes) for name, hexes in unfinished_hexes().items() if board().hex("B5627") in hexes)
    rest = tuple(sorted(stretch - {board().hex("B5627")}))
    done = stage_over(play(site("64Eng B5627", laid=rest), "build road at B5627 with 64Eng"))
    assert (done.laid, done.built) == ((), (name,))
