"""[16.0] Patrols and reconnaissance."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.contents import Wreck
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.patrols.patrol_phase import (
    Patrols,
    may_patrol,
    open_patrols,
    targets,
    within_reach,
)
from sandtable.games.campaign_for_north_africa.patrols.patrol_results import (
    ObjectiveLoss,
    PatrolLoss,
    Revelation,
    defenders,
    reportable,
    victims,
)
from sandtable.games.campaign_for_north_africa.state import Campaign, Side
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal, with_unit
from tests.playing import THE_END, Rolls

CW: Side = "commonwealth"
ITALIANS = "157Fant C3920, I/157>157Fant, II/157>157Fant, 63AT>157Fant"


def patrolling(*units: str, **fields: Any) -> Campaign:
    return asking(
        position(ITALIANS, *(units or ("11Hus C3922",)), phasing="commonwealth", **fields), Patrols("commonwealth")
    )


# Who and where


@pytest.mark.case("16.11")
def test_recce_light_tanks_and_motorised_infantry_patrol() -> None:
    state = position("11Hus, 3Hus, 1RTR, 1RNF, 31Fld C3922, 2SctGds C3922 motors=6, IX(L) C3920")
    assert may_patrol(state, "11Hus", "") and may_patrol(state, "3Hus", "MarkVI") and may_patrol(state, "IX(L)", "CV33")
    assert may_patrol(state, "2SctGds", "") and not may_patrol(state, "1RNF", "")
    assert not may_patrol(state, "1RTR", "A9") and not may_patrol(state, "31Fld", "25pdr")
    asked = patrolling("1RNF C3922")
    assert refusal(asked, "patrol C3920 with 1RNF:1").case == "16.11"


@pytest.mark.case("16.12", "16.13", "16.14", "16.21")
def test_two_points_come_from_a_hex_and_three_go_to_one() -> None:
    state = patrolling("11Hus C3922, 3Hus C3922, KDGd C3721, 6RTR C3721")
    assert "patrol C3920 with 11Hus:2" in listed(state)
    assert refusal(state, "patrol C3920 with 11Hus:3").case == "16.13"
    assert refusal(state, "patrol C3920 with 11Hus:1, 3Hus:MarkVI:2").case == "16.13"
    assert refusal(state, "patrol C3920 with 11Hus:2, KDGd:2").case == "16.14"
    assert refusal(state, "patrol C3920 with 11Hus:9").case in ("16.12", "16.14")
    assert refusal(state, "patrol C3920 with 11Hus:1, 11Hus:1").case == "16.12"
    assert refusal(state, "patrol C3920 with I/157:1").case == "16.12"
    assert refusal(state, "patrol C3920 with none").case == "16.12"
    after = play(state, "patrol C3920 with 11Hus:2", rolls=(1, 1, 1))  # unhurt, learns nothing, hurts nobody
    assert not [order for order in listed(after) if "11Hus" in order]
    assert refusal(after, "patrol C3920 with 3Hus:MarkVI:1").case == "16.13"
    assert refusal(after, "patrol C3920 with KDGd:2").case == "16.14"


@pytest.mark.case("16.12", "16.33")
def test_points_on_patrol_stay_points_of_their_unit_which_alone_bears_the_loss() -> None:
    state = patrolling("11Hus C3922, 3Hus C3922")
    before = {name: state.units[name].toe for name in ("11Hus", "3Hus")}
    unhurt = play(state, "patrol C3920 with 11Hus:1, 3Hus:MarkVI:1", rolls=(1, 1, 1))
    assert {name: unhurt.units[name].toe for name in before} == before
    lost = play(state, "patrol C3920 with 11Hus:1", rolls=(6,))
    assert listed(lost) == ["lose 11Hus:1"]
    after = play(lost, "lose 11Hus:1", rolls=(1,))
    assert after.units["11Hus"].toe == {"": 5} and after.units["3Hus"].toe == before["3Hus"]
    few = patrolling("11Hus[1] C3922")
    assert refusal(few, "patrol C3920 with 11Hus:2").case == "16.12"  # more than it has
    assert refusal(few, "patrol C3920 with 11Hus:0").case == "16.12"
    assert refusal(few, "patrol C3920 with 6RTR:A9:1").case == "16.12"  # not on the map


@pytest.mark.case("16.15")
def test_a_unit_of_cohesion_minus_eight_sends_nobody() -> None:
    assert refusal(patrolling("11Hus C3922 cohesion=-8"), "patrol C3920 with 11Hus:1").case == "16.15"
    assert listed(patrolling("11Hus C3922 cohesion=-7"))[1:]


@pytest.mark.case("16.16", "32.25")
def test_patrols_use_no_supplies() -> None:
    state = patrolling(supply={"CW-S1": ("C3922", 10, 10)})
    after = play(state, "patrol C3920 with 11Hus:1", rolls=(1, 1, 1))
    assert after.supply == state.supply and after.units["11Hus"].spent == 0


@pytest.mark.case("16.17")
def test_no_patrol_in_a_storm() -> None:
    state = patrolling(weather="rainstorm", foul=("C",))
    assert listed(state) == ["done"] and refusal(state, "patrol C3920 with 11Hus:1").case == "16.17"


@pytest.mark.case("16.21", "16.0")
def test_who_has_assaulted_does_not_patrol_and_shelled_hexes_are_not_looked_at() -> None:
    state = patrolling()
    shelled = replace(state, shelled=(board().hex("C3920"),))
    assert refusal(shelled, "patrol C3920 with 11Hus:1").case == "16.21" and listed(shelled) == ["done"]
    for fought, frames in (({"commonwealth": True}, 1), ({"axis": True}, 2)):
        draft = Draft(replace(state, stack=(THE_END,), fought=fought), Rolls())
        open_patrols(draft, "commonwealth")
        assert len(draft.state.stack) == frames


@pytest.mark.case("16.22")
def test_five_hexes_at_most_around_other_enemies() -> None:
    assert refusal(patrolling("11Hus C3926"), "patrol C3920 with 11Hus:1").case == "16.22"
    assert refusal(patrolling(), "patrol C3919 with 11Hus:1").case == "16.22"
    assert refusal(patrolling(), "patrol ZZ with 11Hus:1").case == "16.22"
    assert listed(patrolling("11Hus C3923"))[1:] == ["patrol C3920 with 11Hus:2"]


@pytest.mark.case("16.55")
def test_only_enemy_units_can_be_left_out() -> None:
    assert refusal(patrolling(), "patrol C3920 with 11Hus:1 except 3Hus").case == "16.55"
    after = play(patrolling(), "patrol C3920 with 11Hus:2 except I/157", rolls=(1, 4))
    assert listed(after) == ["reveal II/157:7"]
    assert refusal(after, "reveal I/157:7").case == "16.53"


# What becomes of it


@pytest.mark.case("16.31", "16.33", "16.34")
def test_recce_is_harder_to_catch_and_the_captured_are_prisoners() -> None:
    state = patrolling("3Hus C3922")
    lost = play(state, "patrol C3920 with 3Hus:MarkVI:2", rolls=(6,))  # one killed, one captured
    assert isinstance(lost.stack[-1], PatrolLoss) and listed(lost) == ["lose 3Hus:MarkVI:2"]
    after = play(lost, "lose 3Hus:MarkVI:2", rolls=(5,))  # a capture becomes a kill when the patrol is gone
    assert after.units["3Hus"].toe == {"MarkVI": 8} and after.prisoners == {"axis": 1}
    assert isinstance(after.stack[-1], ObjectiveLoss)
    done = play(after, "lose I/157:1")
    assert done.units["I/157"].toe == {"": 6} and done.prisoners == {"axis": 1}
    recce = play(patrolling(), "patrol C3920 with 11Hus:2", rolls=(4, 1, 1))  # a 3 for recce: unhurt
    assert recce.units["11Hus"].toe == {"": 6}


@pytest.mark.case("16.33", "32.56")
def test_the_truck_of_a_captured_patrol_is_the_enemys_and_that_of_a_killed_one_is_gone() -> None:
    lost = play(patrolling("1KRRC C3922 motors=6"), "patrol C3920 with 1KRRC:2", rolls=(6,))  # killed and captured
    after = play(lost, "lose 1KRRC:2", rolls=(1,))
    assert after.units["1KRRC"].motors == 4 and after.motors["axis"] == {board().hex("C3920"): 1}


@pytest.mark.case("16.33")
def test_the_owner_chooses_whom_he_loses() -> None:
    state = patrolling("11Hus C3922, 3Hus C3922")
    lost = play(state, "patrol C3920 with 11Hus:1, 3Hus:MarkVI:1", rolls=(5,))
    assert set(listed(lost)) == {"lose 11Hus:1", "lose 3Hus:MarkVI:1"}
    assert refusal(lost, "lose 11Hus:2").case == "16.33" and refusal(lost, "lose 2RTR:1").case == "16.33"
    after = play(lost, "lose 3Hus:MarkVI:1", rolls=(1, 1))
    assert after.units["3Hus"].toe == {"MarkVI": 9} and after.units["11Hus"].toe == {"": 6}


@pytest.mark.case("16.32")
def test_where_no_combat_unit_is_nobody_is_hurt_by_survival() -> None:
    state = asking(position("157Fant C3920, 63Eng>157Fant", "11Hus C3922"), Patrols("commonwealth"))
    after = play(state, "patrol C3920 with 11Hus:2", rolls=(1, 1))  # straight to reconnaissance
    assert after.units["11Hus"].toe == {"": 6}


@pytest.mark.case("16.5", "16.52", "16.53", "16.54", "16.7")
def test_recon_2_4_two_battalions_are_told_of_by_the_owners_choice() -> None:
    told = play(patrolling(), "patrol C3920 with 11Hus:2", rolls=(1, 4))
    assert isinstance(told.stack[-1], Revelation) and listed(told) == ["reveal I/157:7, II/157:7"]
    assert refusal(told, "reveal I/157:7").case == "16.5"
    assert refusal(told, "reveal I/157:7, 157Fant:1").case == "16.53"  # a headquarters
    assert refusal(told, "reveal I/157:7, 63AT:2").case == "16.53"  # a company beside battalions
    after = play(told, "reveal I/157:7, II/157:7", rolls=(1,))
    assert set(after.known["commonwealth"]) == {"I/157", "II/157"}


@pytest.mark.case("16.51")
def test_recon_toe_margin_the_strength_is_told_within_two() -> None:
    told = play(patrolling(), "patrol C3920 with 11Hus:2 except II/157", rolls=(1, 3))
    for points in (5, 6, 7, 8, 9):
        after = play(told, f"reveal I/157:{points}", rolls=(1,))
        report = after.known["commonwealth"]["I/157"]
        assert report.toe == points and report.at == "C3920" and not report.motorised
    for points in (4, 10):
        assert refusal(told, f"reveal I/157:{points}").case == "16.51"


@pytest.mark.case("16.53", "16.54")
def test_smaller_or_larger_units_and_headquarters_are_told_of_only_alone() -> None:
    state = position("157Fant C3920, 63AT>157Fant")
    assert reportable(state, board().hex("C3920"), "axis", ()) == ["63AT"]
    bare = position("63Cir C3920")
    assert reportable(bare, board().hex("C3920"), "axis", ()) == ["63Cir"]
    assert "63Eng" in reportable(position("63Eng C3920"), board().hex("C3920"), "axis", ())


@pytest.mark.case("16.34", "16.8")
def test_the_loss_comes_from_combat_units_then_trucks_engineers_and_headquarters() -> None:
    at = board().hex("C3920")
    assert {each.unit for each in victims(position(ITALIANS), at, "axis")} == {"I/157", "II/157", "63AT"}
    trucks = position("157Fant C3920 motors=3, 63Eng>157Fant")
    assert [str(each) for each in victims(trucks, at, "axis")] == ["157Fant:motors:1"]
    engineers = with_unit(trucks, "157Fant", motors=0)
    assert [each.unit for each in victims(engineers, at, "axis")] == ["63Eng"]
    asked = asking(trucks, ObjectiveLoss("axis", at, captured=True))
    assert play(asked, "lose 157Fant:motors:1").units["157Fant"].motors == 2
    assert refusal(asked, "lose 63Eng:1").case == "16.34"
    pool = position("157Fant C3920", motors={"axis": {"C3920": 2}})
    assert play(asking(pool, ObjectiveLoss("axis", at, True)), "lose unattached:motors:1").motors["axis"] == {at: 1}


@pytest.mark.case("16.33", "16.34")
def test_a_unit_that_has_lost_its_last_point_is_gone() -> None:
    state = asking(position("63AT[1] C3920", "11Hus C3922"), ObjectiveLoss("axis", board().hex("C3920"), False))
    order = listed(state)[0]
    assert board().name(play(state, order).units["63AT"].at) == "eliminated"


@pytest.mark.case("16.51")
def test_only_units_that_are_there_are_told_of() -> None:
    told = play(patrolling(), "patrol C3920 with 11Hus:2", rolls=(1, 4))
    assert refusal(told, "reveal I/157:7, I(M):7").case == "16.53"


@pytest.mark.case("16.12", "16.21", "16.55", "16.43", "16.5", "16.51", "16.52")
def test_names_that_are_nobodys_and_reports_of_the_same_unit_twice_are_refused() -> None:
    state = patrolling("11Hus C3922, 3Hus C3922")
    assert refusal(state, "patrol C3920 with 11Hus:2 except Nobody").case == "16.55"
    assert refusal(state, "patrol C3920 with 11Hus:2 except 3Hus").case == "16.55"
    assert refusal(state, "patrol C3920 with Nobody:1").case == "16.12"
    told = play(state, "patrol C3920 with 11Hus:2", rolls=(1, 4))
    assert refusal(told, "reveal I/157:7, I/157:7").case == "16.5"
    assert refusal(told, "reveal I/157:7, II/157:7, I/157:7").case == "16.5"
    assert refusal(told, "reveal I/157:7, II/157:7, 63AT:1").case == "16.5"
    assert refusal(told, "reveal I(M):7, VIII(M):7").case == "16.43"
    assert refusal(told, "reveal I(M):7, I/157:7").case == "16.53"  # one name might be a dummy, if one were there


@pytest.mark.case("16.32")
def test_flak_headquarters_and_units_without_strength_inflict_no_losses_on_a_patrol() -> None:
    state = position("157Fant C3920, I/157>157Fant, II/157[]>157Fant, I/33Flak C3920, 63Eng C3920")
    assert defenders(state, board().hex("C3920"), "axis") == ["I/157"]


@pytest.mark.case("16.53", "16.54", "16.55")
def test_a_bare_headquarters_is_told_of_but_neither_empty_units_nor_flak_beside_others() -> None:
    def told(units: str, *besides: str) -> list[str]:
        return reportable(position(f"{units} C3920"), board().hex("C3920"), "axis", besides)

    assert told("Fabrizi") == ["Fabrizi"] and told("I/157[]") == []
    assert told("606Flak, 63AT") == ["63AT"] and told("606Flak") == ["606Flak"]
    assert told("I/157, II/157", "I/157") == ["II/157"]


@pytest.mark.case("16.11", "16.15")
def test_mechanised_infantry_patrols_on_foot_too_but_nobody_with_points_he_has_not() -> None:
    state = position("11Hus C3922, 1KRRC C3922, KDGd C3922 cohesion=-8, I/104, I/125 C3930")
    assert may_patrol(state, "I/104", "") and not may_patrol(state, "I/125", "")
    assert not may_patrol(state, "11Hus", "A9") and not may_patrol(state, "KDGd", "")


@pytest.mark.case("16.22", "16.21", "16.17")
def test_a_patrol_looks_five_hexes_far_and_not_into_a_storm_nor_out_of_one() -> None:
    for at, is_near in (("C3515", True), ("C3516", False)):
        state = asking(position("I/157 C3510", f"11Hus {at}"), Patrols("commonwealth"))
        assert (listed(state)[1:] == ["patrol C3510 with 11Hus:2"]) is is_near
        assert within_reach(state, "commonwealth", "11Hus", board().hex(at), board().hex("C3510")) is is_near
        assert (targets(state, "commonwealth", board().hex(at)) == [board().hex("C3510")]) is is_near
    border = position("I/157 C3933", "11Hus D3801", weather="rainstorm")
    for foul, is_seen in ((("A",), True), (("C",), False), (("D",), False)):
        state = asking(replace(border, foul=foul), Patrols("commonwealth"))
        assert bool(targets(state, "commonwealth", board().hex("D3801"))) is is_seen
        if is_seen:
            assert listed(state)[1:]
        else:
            assert refusal(state, "patrol C3933 with 11Hus:1").case == "16.17"


@pytest.mark.case("16.22")
def test_a_patrol_goes_round_other_enemies_if_the_way_is_no_longer_than_five_hexes() -> None:
    """A brigade controls all around it, a company no more than the hex in which it stands."""
    goal, start = board().hex("C3510"), board().hex("C3515")
    for wall, is_open in (("158Fant+ C3513", False), ("64AT C3613", True), ("1KRRC, 2KRRC C3513", True)):
        state = position("I/157 C3510", "11Hus C3515", wall)
        assert within_reach(state, "commonwealth", "11Hus", start, goal) is is_open, wall


@pytest.mark.case("16.33", "16.31")
def test_a_single_point_is_lost_once_and_the_losses_are_named_once() -> None:
    one = play(patrolling("3Hus C3922"), "patrol C3920 with 3Hus:MarkVI:1", rolls=(6,))  # killed; nobody is captured
    assert listed(one) == ["lose 3Hus:MarkVI:1"] and refusal(one, "done").case == "16.33"
    assert play(one, "lose 3Hus:MarkVI:1", rolls=(1,)).prisoners == {}
    two = play(patrolling("3Hus C3922"), "patrol C3920 with 3Hus:MarkVI:2", rolls=(6,))
    for order in ("lose 3Hus:MarkVI:1, 3Hus:MarkVI:1", "lose 3Hus:MarkVI:1", "lose 3Hus:MarkVI:3"):
        assert refusal(two, order).case == "16.33", order


@pytest.mark.case("16.33", "32.56")
def test_who_loses_his_last_point_on_patrol_stays_only_while_vehicles_of_his_lie_somewhere() -> None:
    for wrecks, is_gone in (
        ({}, True),
        ({"W1": Wreck(board().hex("C3930"), CW, CW, "MarkVI", 2, False, "3Hus")}, False),
    ):
        state = patrolling("3Hus[MarkVI:1] C3922", wrecks=wrecks)
        lost = play(state, "patrol C3920 with 3Hus:MarkVI:1", rolls=(5,))
        after = play(lost, "lose 3Hus:MarkVI:1", rolls=(1,))
        assert (board().name(after.units["3Hus"].at) == "eliminated") is is_gone


@pytest.mark.case("16.5", "16.33", "16.7")
def test_three_points_and_a_six_see_everything_and_a_one_may_see_nothing() -> None:
    state = patrolling("11Hus C3922, KDGd C3721")
    all_told = play(state, "patrol C3920 with 11Hus:2, KDGd:1", rolls=(1, 6))
    assert listed(all_told) == ["reveal I/157:7, II/157:7"]
    nothing = play(state, "patrol C3920 with 11Hus:1", rolls=(1, 1, 1))
    assert isinstance(nothing.stack[-1], Patrols) and not nothing.known.get("commonwealth")


@pytest.mark.case("16.51", "16.52")
def test_a_report_is_of_strength_and_nothing_else() -> None:
    told = play(patrolling(), "patrol C3920 with 11Hus:2 except II/157", rolls=(1, 3))
    assert refusal(told, "done").case == "16.51" == refusal(told, "reveal I/157:M13/40:7").case


@pytest.mark.case("16.34")
def test_the_captured_of_the_objective_are_prisoners_of_the_patrol_and_others_are_dead() -> None:
    at = board().hex("C3920")
    for captured, prisoners in ((True, {"commonwealth": 1}), (False, {})):
        asked = asking(position(ITALIANS, "11Hus C3922"), ObjectiveLoss("axis", at, captured))
        assert play(asked, "lose I/157:1").prisoners == prisoners
        assert refusal(asked, "lose I/157:2").case == "16.34" == refusal(asked, "lose I/157:1, II/157:1").case
        assert refusal(asked, "done").case == "16.34"
    bare = asking(position("157Fant[] C3920", "11Hus C3922"), ObjectiveLoss("axis", at, True))
    assert listed(bare) == ["done"] and play(bare, "done").units["157Fant"].at == at


# To the point


@pytest.mark.case("16.12", "16.21")
def test_the_listing_sends_what_is_still_allowed_from_a_hex_and_against_one() -> None:
    state = patrolling("11Hus C3922, KDGd C3721", "IX(L) C3623")
    assert {"patrol C3920 with 11Hus:2", "patrol C3920 with KDGd:2"} <= set(listed(state))
    second = play(state, "patrol C3920 with 11Hus:2", rolls=(1, 1, 1))
    there = {order for order in listed(second) if order.startswith("patrol C3920")}
    assert there == {"patrol C3920 with KDGd:1"}  # the third point against C3920; 11Hus has sent both of its hex
    third = play(second, "patrol C3920 with KDGd:1", rolls=(1, 1, 1))
    assert listed(third) == ["done", "patrol C3623 with KDGd:1"]
    split = play(state, "patrol C3920 with 11Hus:1", rolls=(1, 1, 1))
    assert "patrol C3623 with 11Hus:1" in listed(split)  # the other point of its hex may go elsewhere
    assert isinstance(play(split, "patrol C3920 with 11Hus:1", rolls=(1, 1, 1)).stack[-1], Patrols)


@pytest.mark.case("16.12", "16.21", "16.22")
def test_a_patrol_is_of_points_that_are_there_against_enemies_that_are_there() -> None:
    state = patrolling("11Hus[2] C3922")
    assert play(state, "patrol C3920 with 11Hus:2", rolls=(1, 1, 1)).units["11Hus"].toe == {"": 2}  # all that it has
    assert refusal(state, "patrol C3920 with 11Hus:A9:1").case == "16.12"  # a weapon that it has not
    assert refusal(state, "patrol C3920 with KDGd:1").case == "16.12"  # not on the map
    assert refusal(state, "patrol C3924 with 11Hus:1").case == "16.22"  # nobody is there
    assert refusal(state, "lose 11Hus:1").case == "16.12"
    assert play(state, "done").stack == (THE_END,)


@pytest.mark.case("16.12", "16.22", "10.26")
def test_a_patrol_passes_its_own_units_under_the_enemys_nose_but_no_enemy() -> None:
    """The only way of five hexes leads through C3513 and C3514, which a brigade controls where no friends are."""
    goal, start = board().hex("C3510"), board().hex("C3515")
    for units, is_open in (("1KRRC C3513, 2KRRC C3514", True), ("1KRRC C3513", False)):
        state = position("I/157 C3510", "158Fant+ C3613", "11Hus C3515", units)
        assert within_reach(state, CW, "11Hus", start, goal) is is_open, units
        asked = asking(state, Patrols("commonwealth"))
        assert ("patrol C3510 with 11Hus:2" in listed(asked)) is is_open


@pytest.mark.case("16.32", "16.33")
def test_one_point_that_is_not_of_recce_makes_the_whole_patrol_easier_to_catch() -> None:
    mixed = patrolling("11Hus C3922, 3Hus C3922")
    caught = play(mixed, "patrol C3920 with 11Hus:1, 3Hus:MarkVI:1", rolls=(4,))  # a captured point
    assert isinstance(caught.stack[-1], PatrolLoss)
    assert play(caught, "lose 11Hus:1", rolls=(1, 1)).prisoners == {"axis": 1}


@pytest.mark.case("16.32")
def test_light_flak_inflicts_no_losses_on_a_patrol() -> None:
    state = position("606Flak, 63AT C3920")
    assert state.units["606Flak"].toe and defenders(state, board().hex("C3920"), "axis") == ["63AT"]


@pytest.mark.case("16.34", "16.8", "16.33")
@pytest.mark.parametrize(
    ("die", "lost", "prisoners"), [(1, 0, {}), (4, 0, {}), (5, 1, {"commonwealth": 1}), (6, 1, {})]
)
def test_a_patrol_that_comes_back_takes_a_prisoner_on_a_five_and_kills_on_a_six(
    die: int, lost: int, prisoners: dict[str, int]
) -> None:
    after = play(patrolling(), "patrol C3920 with 11Hus:1", rolls=(1, 1, die))
    assert isinstance(after.stack[-1], ObjectiveLoss) is bool(lost)
    if lost:
        after = play(after, "lose I/157:1")
    assert after.units["I/157"].toe == {"": 7 - lost} and after.prisoners == prisoners
    assert isinstance(after.stack[-1], Patrols)


@pytest.mark.case("16.33", "28.11", "32.56")
def test_a_patrol_is_caught_where_it_looked_and_what_is_killed_leaves_no_truck() -> None:
    state = patrolling("1KRRC C3922 motors=6")
    for die, motors, trucks, captives in ((4, 5, 1, 1), (5, 5, 0, 0), (6, 4, 1, 1)):
        lost = play(state, "patrol C3920 with 1KRRC:2", rolls=(die,))
        order = f"lose 1KRRC:{6 - motors}"
        after = play(lost, order, rolls=(1, 1) if die != 6 else (1,))
        assert after.units["1KRRC"].motors == motors
        assert after.motors.get("axis", {}) == ({board().hex("C3920"): trucks} if trucks else {})
        assert [(each.at, each.points) for each in after.captives.values()] == [(board().hex("C3920"), 1)] * captives


@pytest.mark.case("16.34", "28.11", "32.56")
def test_the_truck_of_a_point_that_a_patrol_takes_at_its_goal_is_nobodys() -> None:
    asked = asking(position("I/157 C3920 motors=7", "11Hus C3922"), ObjectiveLoss("axis", board().hex("C3920"), True))
    after = play(asked, "lose I/157:1")
    assert after.units["I/157"].motors == 6 and not after.motors.get("commonwealth")
    assert [(each.at, each.points) for each in after.captives.values()] == [
        (board().hex("C3922"), 1)
    ]  # with the captors
    assert after.stack == (THE_END,)


@pytest.mark.case("16.33")
def test_the_captured_of_a_patrol_are_counted_once_over_all_its_units() -> None:
    state = patrolling("3Hus C3922, 6RTR C3922")
    lost = play(state, "patrol C3920 with 3Hus:MarkVI:1, 6RTR:MarkVI:1", rolls=(6,))  # one killed, one captured
    for zero in ("lose 3Hus:MarkVI:2, 6RTR:MarkVI:0", "lose 3Hus:MarkVI:1, 6RTR:MarkVI:1, 3Hus:A9:0"):
        assert refusal(lost, zero).case == "16.33"
    after = play(lost, "lose 3Hus:MarkVI:1, 6RTR:MarkVI:1", rolls=(1,))
    assert after.prisoners == {"axis": 1}


@pytest.mark.case("16.34", "32.56")
def test_a_headquarters_that_lost_its_own_points_to_a_patrol_stays() -> None:
    asked = asking(position("63Cir[1] C3920", "11Hus C3922"), ObjectiveLoss("axis", board().hex("C3920"), False))
    after = play(asked, "lose 63Cir:1")
    assert after.units["63Cir"].toe == {} and after.units["63Cir"].at == board().hex("C3920")
    bare = asking(position("157Fant[] C3920", "11Hus C3922"), ObjectiveLoss("axis", board().hex("C3920"), True))
    assert refusal(bare, "lose 157Fant:1").case == "16.34"  # nothing is there to be lost


@pytest.mark.case("16.51", "16.52")
def test_a_company_of_two_points_may_be_called_one_of_none() -> None:
    asked = asking(position("63AT[47/32:2] C3920", "11Hus C3922"), Revelation("axis", board().hex("C3920"), 1))
    for points in (0, 4):
        assert play(asked, f"reveal 63AT:{points}").known["commonwealth"]["63AT"].toe == points
    assert refusal(asked, "reveal 63AT:5").case == "16.51"
