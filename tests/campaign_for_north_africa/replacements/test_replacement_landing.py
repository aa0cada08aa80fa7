"""Replacement Points at sea and in the Delta [20.74-20.76, 32.6]."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.contents import Cargo, Consignment, Replacement
from sandtable.games.campaign_for_north_africa.logistics.convoy_attacks import Due, Foundering, dues, plain_losses
from sandtable.games.campaign_for_north_africa.logistics.convoys import (
    Sailing,
    land_convoys,
    open_convoy_arrival,
    open_sailing,
)
from sandtable.games.campaign_for_north_africa.logistics.delta import land_production
from sandtable.games.campaign_for_north_africa.logistics.freight import disembark, open_lanes
from sandtable.games.campaign_for_north_africa.map import board, city
from sandtable.games.campaign_for_north_africa.replacements.allotment import Allotment, open_allotment
from sandtable.games.campaign_for_north_africa.state import TRIPOLI
from tests.campaign_for_north_africa.positions import asking, listed, play, position, where
from tests.campaign_for_north_africa.replacements.replacing import (
    ALEXANDRIA,
    AXIS,
    CAIRO,
    CW,
    EXAMPLE,
    freight,
    refused,
)
from tests.campaign_for_north_africa.staffwork import ITALIANS
from tests.playing import THE_END, draft_of

# At sea [32.61, 32.62, 32.65]


@pytest.mark.case("20.64", "32.61")
def test_replacement_points_sail_whatever_supplies_do() -> None:
    """With three Supply Units in every lane there is still room: nothing limits Replacement Points."""
    plans = {AXIS: (Consignment(12, 3, 20, points=(Cargo("italian", "infantry", 25),)),)}
    draft = draft_of(position(turn=12, plans=plans, control={"Tripoli": AXIS}, scenario=ITALIANS))
    open_sailing(draft)
    frame = draft.top
    assert isinstance(frame, Sailing) and frame.points == (Cargo("italian", "infantry", 25),)
    state = asking(draft.state, frame)
    first, second = open_lanes(state)[:2]
    assert f"consign italian/infantry:25 by {second}" in listed(state)
    assert refused(state, f"consign italian/infantry:26 by {second}") == "32.61"
    state = play(state, f"consign italian/infantry:5 by {second}", "done")
    assert {each.lane: each.points for each in state.plans[AXIS]} == {
        second: (Cargo("italian", "infantry", 5),),
        first: (Cargo("italian", "infantry", 20),),
    }
    assert [(each.supply, each.motors) for each in state.plans[AXIS]] == [(0, 0), (0, 0)]


@pytest.mark.case("32.65")
def test_ten_percent_of_a_convoy_of_tanks() -> None:
    """The example of the case: the CV 33, and one German tank of the Axis Player's choice."""
    assert plain_losses(EXAMPLE, 10) == [Cargo("italian", "CV33", 1)]
    (due,) = (each for each in dues(EXAMPLE, 10) if len(each.items) > 1)
    assert (due.nation, due.items, due.points) == ("german", ("PzII", "PzIIIE", "PzIVD"), 1)


@pytest.mark.case("32.65")
def test_the_axis_player_chooses_which_tanks_have_gone_down() -> None:
    owed = tuple(each for each in dues(EXAMPLE, 10) if len(each.items) > 1)
    state = asking(position(turn=12), Foundering("axis", Consignment(12, 0, 0, 1, EXAMPLE[1:]), owed))
    assert refused(state, "forfeit german/PzII:2") == "32.65"
    assert refused(state, "forfeit italian/CV33:1") == "32.65"
    state = play(state, "forfeit german/PzIIIE:1")
    landed = {next(iter(state.units[name].toe.items())) for name in state.replacements}
    assert landed == {("PzII", 2), ("PzIIIE", 1), ("PzIVD", 2)}
    assert {state.units[name].at for name in state.replacements} == {TRIPOLI}


@pytest.mark.case("32.65")
def test_the_losses_of_each_nation_are_chosen_until_all_are_paid() -> None:
    points = (Cargo("german", "PzII", 2), Cargo("german", "PzIIIE", 2), Cargo("italian", "CV33", 2))
    owed = Due("german", ("PzII", "PzIIIE", "PzIVD"), 2), Due("italian", ("CV33", "M13/40"), 1)
    state = asking(position(turn=12), Foundering("axis", Consignment(12, 0, 0, 1, points), owed))
    assert listed(state) == ["forfeit german/PzII:1", "forfeit german/PzIIIE:1"]
    state = play(state, "forfeit german/PzII:1, italian/CV33:1")
    assert refused(state, "forfeit german/PzII:2") == "32.65" == refused(state, "forfeit italian/CV33:1")
    state = play(state, "forfeit german/PzII:1")
    landed = {next(iter(state.units[name].toe.items())) for name in state.replacements}
    assert landed == {("PzIIIE", 2), ("CV33", 1)} and state.stack == (THE_END,)


@pytest.mark.case("32.65")
def test_who_has_paid_for_tanks_still_owes_guns_of_the_same_nation() -> None:
    points = (Cargo("german", "PzII", 2), Cargo("german", "PzIIIE", 2), Cargo("german", "5Pak38", 2))
    owed = Due("german", ("PzII", "PzIIIE"), 1), Due("german", ("5Pak38", "7.62PakR"), 1)
    state = asking(position(turn=12), Foundering("axis", Consignment(12, 0, 0, 1, points), owed))
    state = play(state, "forfeit german/PzII:1")
    assert listed(state) == ["forfeit german/5Pak38:1"]


@pytest.mark.case("32.65")
def test_nothing_goes_down_that_is_not_there_or_not_owed() -> None:
    points = (Cargo("german", "PzII", 1), Cargo("german", "PzIIIE", 2), Cargo("italian", "CV33", 2))
    owed = (Due("german", ("PzII", "PzIIIE"), 2),)
    state = asking(position(turn=12), Foundering("axis", Consignment(12, 0, 0, 1, points), owed))
    assert refused(state, "forfeit german/PzII:2") == "32.65"
    assert refused(state, "forfeit german/PzII:1, italian/CV33:1") == "32.65"
    assert play(state, "forfeit german/PzII:1, german/PzIIIE:1").stack == (THE_END,)


@pytest.mark.case("20.74", "20.75", "20.76", "32.36")
def test_points_land_in_the_delta_when_convoys_arrive() -> None:
    plans = {CW: (Consignment(12, 0, points=(Cargo("commonwealth", "Matilda", 3),)),)}
    draft = draft_of(position(turn=12, stage=2, plans=plans))
    open_convoy_arrival(draft)
    assert len(draft.state.replacements) == 1


@pytest.mark.case("20.21", "20.41", "20.43", "32.61", "20.23")
def test_what_is_left_comes_ashore_in_the_first_stage() -> None:
    lots = (Cargo("italian", "infantry", 10), Cargo("italian", "47/32", 2))
    draft = draft_of(position(turn=12, plans=freight(*lots, lane=1)))
    land_convoys(draft)
    open_allotment(draft)
    assert isinstance(draft.top, Allotment)
    pieces = {name: each.left for name, each in draft.state.replacements.items()}
    assert sorted(pieces.values()) == [1, 3]
    assert all(draft.state.units[name].at == TRIPOLI for name in pieces)


# In the Delta [20.74, 20.75, 20.76]


@pytest.mark.case("20.74", "20.75", "20.76")
def test_the_points_of_a_turn_are_divided_among_the_stages_whatever_their_types() -> None:
    lots = (Cargo("commonwealth", "infantry", 5), Cargo("commonwealth", "Matilda", 2))
    state = position(f"1RNF {CAIRO}", turn=13, stage=1, plans={CW: (Consignment(13, 0, points=lots),)})
    arrived = []
    for stage in (1, 2, 3):
        draft = draft_of(replace(state, stage=stage))
        before = sum(sum(state.units[name].toe.values()) for name in state.replacements)
        land_production(draft)
        state = draft.state
        arrived.append(sum(sum(state.units[name].toe.values()) for name in state.replacements) - before)
    assert arrived == [3, 2, 2] and not state.plans[CW]


@pytest.mark.case("20.74", "20.75")
def test_when_points_land_the_rest_of_them_and_whatever_else_is_planned_stays_planned() -> None:
    lots = (Cargo("commonwealth", "infantry", 5), Cargo("commonwealth", "Matilda", 2))
    stores, later = Consignment(13, 2), Consignment(14, 0, points=lots)
    plans = {CW: (stores, Consignment(13, 0, points=lots), later)}
    left = (Cargo("commonwealth", "infantry", 2), Cargo("commonwealth", "Matilda", 2))
    for stage, kept in ((1, (Consignment(13, 0, points=left), stores, later)), (3, (stores, later))):
        draft = draft_of(position(turn=13, stage=stage, plans=plans))
        land_production(draft)
        assert draft.state.plans[CW] == kept


@pytest.mark.case("20.74", "20.76")
def test_points_land_in_alexandria_when_cairo_is_lost_and_nowhere_when_both_are() -> None:
    plans = {CW: (Consignment(13, 0, points=(Cargo("commonwealth", "infantry", 3),)),)}
    for lost, places in (((), {"E1829"}), (("Cairo",), {"E3613"}), (("Cairo", "Alexandria"), set())):
        control = {board().name(at): AXIS for name in lost for at in city(name)}
        draft = draft_of(position(turn=13, stage=3, plans=plans, control=control))
        land_production(draft)
        assert {where(draft.state, name) for name in draft.state.replacements} == places
        assert (draft.state.plans == plans) is (not places)


@pytest.mark.case("20.41", "32.13", "32.56")
def test_whoever_comes_ashore_takes_the_trucks_that_the_enemy_has_left_there() -> None:
    left = position(motors={"axis": {CAIRO: 4, ALEXANDRIA: 2}})
    draft = draft_of(left)
    disembark(draft, "commonwealth", board().hex(CAIRO), (Cargo("commonwealth", "infantry", 3),))
    assert draft.state.motors == {"axis": {board().hex(ALEXANDRIA): 2}, "commonwealth": {board().hex(CAIRO): 4}}
    (name,) = draft.state.replacements
    state = play(asking(draft.state, Allotment("commonwealth")), f"land {name} at {ALEXANDRIA}")
    assert state.motors == {"axis": {}, "commonwealth": {board().hex(CAIRO): 4, board().hex(ALEXANDRIA): 2}}


@pytest.mark.case("20.41", "20.43", "20.76")
def test_they_land_in_any_hex_of_cairo_or_alexandria() -> None:
    state = position(f"CW-Inf7[4] {CAIRO}, 1RNF[3] {ALEXANDRIA}")
    units = {**state.units, "CW-Inf7": replace(state.units["CW-Inf7"], landed=True)}
    state = asking(
        replace(state, units=units, replacements={"CW-Inf7": Replacement(left=3)}), Allotment("commonwealth")
    )
    assert refused(state, "land CW-Inf7 at C4807") == "20.76"
    state = play(state, f"land CW-Inf7 at {ALEXANDRIA}")
    assert where(state, "CW-Inf7") == ALEXANDRIA
