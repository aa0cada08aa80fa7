"""Breakdown, towing and repair at their limits: who is counted, who is left out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.contents import Minefield, Squadron
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.repair.breakdown import open_breakdown, rating, vehicles_of
from sandtable.games.campaign_for_north_africa.repair.destroyed_tanks import Spoils, found_by, within_pull
from sandtable.games.campaign_for_north_africa.repair.facilities import facilities, workshops_of
from sandtable.games.campaign_for_north_africa.repair.repair_phase import RepairPhase, job_of, open_repair
from sandtable.games.campaign_for_north_africa.repair.squadrons import open_squadrons, tractor
from sandtable.games.campaign_for_north_africa.repair.tables import share
from sandtable.games.campaign_for_north_africa.repair.towing import Towing, nearest, towable
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.state import ELIMINATED, TRIPOLI, Campaign
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal, where, with_unit
from tests.campaign_for_north_africa.repair.test_breakdown import broken, checked
from tests.campaign_for_north_africa.repair.test_repair import SIXTY, lying, repairing, wreck
from tests.campaign_for_north_africa.repair.test_squadrons import standing
from tests.playing import THE_END, Rolls, draft_of

CW: Side = "commonwealth"


def towing(state: Campaign) -> Campaign:
    return asking(state, Towing("commonwealth"))


# Breakdown [21.0]


@pytest.mark.case("21.11", "21.12", "21.13", "21.14")
def test_cars_break_down_by_the_rating_of_recce_and_guns_that_are_towed_do_not() -> None:
    cars, guns = counters()["3Hus"], counters()["31Fld"]
    assert [rating(cars, system, 30) for system in ("Upgraded", "AB41", "MarkVI")] == [-1, -1, 0]
    assert [rating(guns, system, 30) is None for system in ("25pdr", "Bishop", "Deacon")] == [True, False, False]
    state = position("3Hus[MarkVI:4, 2pdr:3, Upgraded:2] C3922")
    assert vehicles_of(state, "3Hus") == {"MarkVI": 4, "Upgraded": 2}


@pytest.mark.case("21.15", "21.26", "21.27", "21.32", "21.37")
def test_of_guns_and_tanks_the_tanks_alone_check_and_heat_is_a_column_more_for_them() -> None:
    """On a 32 nothing breaks down in the column of fifteen points, and a tenth in the next."""
    state = position("3Hus[MarkVI:10, 2pdr:10] C3922 breakdown=15 marched=9")
    assert broken(checked(state, 3, 2)) == []
    assert broken(checked(replace(state, weather="hot"), 3, 2)) == [("C3922", "MarkVI", 1)]


@pytest.mark.case("5.2", "21.24", "21.41", "21.42", "21.44")
def test_who_comes_back_to_where_he_began_leaves_one_marker_there() -> None:
    state = with_unit(position("3Hus[MarkVI:10] C3922 breakdown=35 marched=30"), "3Hus", began=board().hex("C3922"))
    draft = Draft(state, Rolls(5, 4))
    open_breakdown(draft)
    assert broken(draft.state) == [("C3922", "MarkVI", 3)]
    assert [event.facts["points"] for event in draft.events if event.kind == "broke_down"] == [3]
    assert draft.state.units["3Hus"].began == -1


@pytest.mark.case("21.42")
def test_a_marker_of_its_own_for_every_unit_weapon_and_hex() -> None:
    both = position("3Hus[MarkVI:10], 6RTR[MarkVI:10] C3922 breakdown=35 marched=30")
    assert broken(checked(both, 5, 4)) == [("C3922", "MarkVI", 3), ("C3922", "MarkVI", 2)]


@pytest.mark.case("21.34", "21.35")
@pytest.mark.parametrize(
    ("points", "percent", "lost"), [(10, 10, 1), (11, 10, 2), (3, 33, 1), (4, 33, 2), (404, 25, 101)]
)
def test_a_percentage_is_of_a_hundred_with_fractions_up_and_33_is_a_third(points: int, percent: int, lost: int) -> None:
    assert share(points, percent) == lost


# Enemy wrecks [14.5, 21.5]


@pytest.mark.case("14.53", "21.55")
def test_in_open_desert_a_wreck_is_pulled_to_every_hex_within_three_and_no_farther() -> None:
    start = board().hex("C3818")
    assert {board().distance(start, hex) for hex in within_pull(position("2SctGds C3818"), CW, start)} == {0, 1, 2, 3}
    ring = [hex for hex in range(len(board())) if board().distance(start, hex) <= 3]
    assert len(within_pull(position("2SctGds C3818"), CW, start)) == len(ring) == 37


@pytest.mark.case("21.52", "21.53", "21.54")
def test_vehicles_are_seized_from_the_next_hex_by_a_battalion_that_could_go_there() -> None:
    tanks = wreck("C3818", "M13/40", 2, side="axis", nation="italian")
    state = position("2SctGds C3817", "1RTR C3816", wrecks={"W1": tanks})
    at, far = board().hex("C3817"), board().hex("C3816")
    assert found_by(state, "commonwealth", ("2SctGds",), at) == ("W1",)
    assert found_by(state, "commonwealth", ("1RTR",), far) == ()  # two hexes away
    assert found_by(state, "commonwealth", (), board().hex("C3818")) == ()


@pytest.mark.case("21.52", "21.53", "21.54")
def test_one_of_several_that_could_go_there_is_enough() -> None:
    """Infantry climbs from A5432 to A5433; tanks do not."""
    tanks = wreck("A5433", "M13/40", 2, side="axis", nation="italian")
    state = position("2SctGds, 1RTR A5432", wrecks={"W1": tanks})
    here = board().hex("A5432")
    assert found_by(state, "commonwealth", ("1RTR",), here) == ()
    assert found_by(state, "commonwealth", ("2SctGds",), here) == ("W1",)
    assert found_by(state, "commonwealth", ("1RTR", "2SctGds"), here) == ("W1",)


@pytest.mark.case("14.52", "14.53", "21.55")
def test_of_several_wrecks_each_is_decided_about() -> None:
    tanks = {name: wreck("C3818", "M13/40", 2, side="axis", nation="italian", destroyed=True) for name in ("W1", "W2")}
    state = asking(position("2SctGds C3818", wrecks=tanks), Spoils("commonwealth", ("W1", "W2")))
    state = play(state, "capture W1 to none")
    assert state.stack[-1] == Spoils("commonwealth", ("W2",)) and list(state.wrecks) == ["W2"]
    assert play(state, "capture W2 to C3816").stack == (THE_END,)


# Facilities [22.31, 24.81]


@pytest.mark.case("22.31", "24.81")
def test_a_facility_that_the_enemy_has_taken_or_built_is_not_ones_own() -> None:
    state = lying()
    names = [board().name(at) for at in facilities(state, CW) if at >= 0]
    assert names and not facilities(replace(state, control=dict.fromkeys(names, "axis")), CW)
    built = replace(state, workshops={board().hex("C3922"): "axis", board().hex("C3520"): CW})
    assert board().hex("C3520") in workshops_of(built, CW) and board().hex("C3922") not in workshops_of(built, CW)
    assert board().hex("C3922") in workshops_of(built, "axis") and board().hex("C3520") not in workshops_of(
        built, "axis"
    )


@pytest.mark.case("62.3", "22.12")
def test_only_where_the_scenario_says_so_nothing_is_repaired_in_its_first_stage() -> None:
    for name in ("operation-crusader", SIXTY):
        turn, stage = scenario(name).start
        draft = draft_of(replace(lying(wreck("C3922")), scenario=name, turn=turn, stage=stage))
        open_repair(draft, "commonwealth")
        assert isinstance(draft.top, RepairPhase) == (name == SIXTY), name


# Towing [21.6]


@pytest.mark.case("21.61", "21.62", "21.64")
def test_which_wrecks_may_be_towed() -> None:
    """W1 may. The others are the enemy's, in a box, towed already, at a facility, and in the enemy's zone."""
    state = lying(
        wreck("D3612"),
        wreck("D3610", side="axis"),
        wreck("tunis"),
        wreck("D3611", towed=True),
        wreck("D3714"),
        wreck("C3923"),
        units="157Fant+ C3922",
    )
    assert towable(state, CW) == ["W1"]
    assert towable(replace(state, control={}), CW) == []  # there is no facility


@pytest.mark.case("21.64")
def test_nothing_is_towed_into_a_hex_of_the_enemy_even_if_he_controls_nothing() -> None:
    way = "tow W1 D3604-D3605"
    assert refusal(towing(lying(wreck("D3604"), units="3Hus D3604, 157Fant D3605")), way).case == "21.64"
    assert play(towing(lying(wreck("D3604"), units="3Hus D3604")), way).wrecks["W1"].at == board().hex("D3605")


@pytest.mark.case("21.62", "21.67")
def test_without_a_facility_there_is_no_towing_and_the_refusal_says_so() -> None:
    lost = lying(wreck("D3612"), units="3Hus D3612")
    lost = replace(lost, control={})
    draft = draft_of(lost)
    open_repair(draft, "commonwealth")
    assert isinstance(draft.top, RepairPhase)
    draft.settle()
    assert not isinstance(draft.top, Towing)
    assert "there is no Repair Facility" in str(refusal(towing(lost), "tow W1 D3612-D3613"))
    assert nearest(lost, CW, board().hex("D3612")) == -1
    assert facilities(lost, "axis") == {TRIPOLI: "major"} and nearest(lost, "axis", board().hex("D3612")) == -1


@pytest.mark.case("21.62", "21.63", "21.65", "21.64")
def test_a_marker_that_is_towed_whole_stays_one_marker() -> None:
    after = play(towing(lying(wreck("D3604"))), "tow W1 D3604-D3605")
    assert {name: (each.points, board().name(each.at)) for name, each in after.wrecks.items()} == {"W1": (4, "D3605")}


@pytest.mark.case("21.62", "21.63", "21.65")
def test_the_listing_offers_no_way_that_leads_no_nearer() -> None:
    """The way to the facility is in the enemy's zone, the way back and aside is open."""
    enemy = "157Fant D3613, I/157>157Fant, II/157>157Fant"
    guarded = towing(lying(wreck("D3612"), units=f"{enemy}, 3Hus D3612"))
    assert listed(guarded) == ["done"]


@pytest.mark.case("26.21", "21.63")
def test_a_minefield_costs_those_who_tow_what_it_costs_trucks() -> None:
    """Two hexes of four Capability Points; an enemy minefield in the second is not crossed with what is left."""
    state = lying(wreck("D3604"))
    way = "tow W1 D3604-D3605-D3606"
    assert play(towing(state), way).wrecks["W1"].at == board().hex("D3606")
    mined = replace(state, minefields={board().hex("D3605"): Minefield("axis")})
    assert refusal(towing(mined), way).case == "21.63"


# Squadrons [22.6]


@pytest.mark.case("21.62", "21.63", "21.65", "22.65")
def test_a_squadron_tows_exactly_twenty_points_and_not_half_a_point_more() -> None:
    way = (
        "D3602-D3603-D3604-D3605-D3606-D3607-D3608-D3609-D3610-D3611"  # twenty Capability Points; D3612 is half of one
    )
    state = standing("CW-TDS1 D3602", wrecks={"W1": wreck("D3602", points=3)}, scenario=SIXTY, control={"D3714": CW})
    after = play(towing(state), f"tow W1 {way}")
    assert where(after, "CW-TDS1") == "D3611" and after.wrecks["W1"].at == board().hex("D3611")
    assert refusal(towing(state), f"tow W1 {way}-D3612").case == "21.63"


@pytest.mark.case("21.62", "21.63", "21.64", "21.65", "22.65")
def test_of_a_larger_marker_a_squadron_tows_the_three_points_that_it_can() -> None:
    way = "D3602-D3603-D3604-D3605-D3606-D3607-D3608"
    tanks = {"W1": wreck("D3602", points=5)}
    state = standing("CW-TDS1 D3602", wrecks=tanks, scenario=SIXTY, control={"D3714": CW}, serial=1)
    assert refusal(towing(state), f"tow W1 {way}").case == "21.63"
    assert refusal(towing(state), f"tow W1:4 {way}").case == "21.63"
    after = play(towing(state), f"tow W1:3 {way}")
    assert where(after, "CW-TDS1") == "D3608" and after.squadrons["CW-TDS1"].towed
    assert sorted((each.points, board().name(each.at)) for each in after.wrecks.values()) == [
        (2, "D3602"),
        (3, "D3608"),
    ]


@pytest.mark.case("21.62", "22.65")
def test_a_whole_marker_of_four_points_is_towed_without_the_squadron_beside_it() -> None:
    tanks = {"W1": wreck("D3604", points=4)}
    state = standing("CW-TDS1 D3604", wrecks=tanks, scenario=SIXTY, control={"D3714": CW}, serial=1)
    after = play(towing(state), "tow W1 D3604-D3605")
    assert after.wrecks["W1"].at == board().hex("D3605") and where(after, "CW-TDS1") == "D3604"


@pytest.mark.case("22.65")
def test_a_squadron_tows_tanks_and_once_a_phase() -> None:
    state = standing("CW-TDS1, CW-TDS2 D3604", squadrons={"CW-TDS1": Squadron(towed=True), "CW-TDS2": Squadron()})
    assert tractor(state, CW, wreck("D3604", points=3), 3) == "CW-TDS2"
    assert tractor(state, "axis", wreck("D3604", points=3), 3) == ""
    for other in (wreck("D3604", "Bishop", 1), wreck("D3604", "", 1, code="ll"), wreck("D3605", points=1)):
        assert tractor(state, CW, other, 1) == ""


@pytest.mark.case("22.61", "22.63", "22.7")
def test_a_squadron_just_lost_does_not_come_back_at_once() -> None:
    state = standing("CW-TDS1 D3604", turn=30, stage=1)
    lost = with_unit(state, "CW-TDS1", at=ELIMINATED)
    draft = draft_of(lost)
    open_squadrons(draft)
    assert draft.state.units["CW-TDS1"].at == ELIMINATED
    there = draft_of(state)
    open_squadrons(there)
    assert where(there.state, "CW-TDS1") == "D3604"


# Repair [22.1, 22.2]


@pytest.mark.case("22.13", "22.21", "22.22")
def test_beside_the_map_no_enemy_is_near_those_who_repair() -> None:
    state = lying(
        wreck("tripolitania", "M13/40", side="axis", nation="italian"),
        wreck("E0132", "M13/40", side="axis", nation="italian"),
        units="IX(L) tripolitania, I/157 E0132, 4ArmBde+ E0133",
    )
    assert listed(repairing(state, "axis")) == ["repair W1", "done"]
    assert refusal(repairing(state, "axis"), "repair W2").case == "22.13"


@pytest.mark.case("22.24", "22.14")
def test_all_recce_of_a_nation_shares_a_die_and_every_tank_has_its_own() -> None:
    kinds = [
        job_of(each).kind for each in (wreck("C3922", "A9"), wreck("C3922", "AB41"), wreck("C3922", "", code="ll"))
    ]
    assert kinds == ["A9", "recce", "recce"]


@pytest.mark.case("22.12", "21.66")
def test_the_listing_has_all_together_and_each_alone_and_the_phase_ends_with_the_last() -> None:
    one = repairing(lying(wreck("C3922")))
    assert listed(one) == ["repair W1", "done"]
    assert play(one, "repair W1", rolls=(6,)).stack == (THE_END,)
    two = repairing(lying(wreck("C3922"), wreck("C3922", "A9")))
    assert listed(two) == ["repair W1, W2", "done", "repair W1", "repair W2"]
    assert play(two, "repair W1", "repair W2", rolls=(6, 6)).stack == (THE_END,)
