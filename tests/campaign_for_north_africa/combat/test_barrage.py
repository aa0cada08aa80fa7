"""Barrage: who may fire at what, with whom, and what it does."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.frames import veiled
from sandtable.core.values import Event
from sandtable.games.campaign_for_north_africa.capability.action_costs import action
from sandtable.games.campaign_for_north_africa.combat.barrage.firing import can_barrage, suffer
from sandtable.games.campaign_for_north_africa.combat.barrage.gun_positions import Positions, is_gun
from sandtable.games.campaign_for_north_africa.combat.barrage.plot import Plot
from sandtable.games.campaign_for_north_africa.combat.barrage.shelling import _lose, _share, resolve
from sandtable.games.campaign_for_north_africa.combat.barrage.suggested_barrages import suggestions
from sandtable.games.campaign_for_north_africa.combat.barrage.targets import is_target, numbered
from sandtable.games.campaign_for_north_africa.combat.orders import Back
from sandtable.games.campaign_for_north_africa.combat.segment import COSTS
from sandtable.games.campaign_for_north_africa.contents import Segment, Shot
from sandtable.games.campaign_for_north_africa.ground.passage import works_at
from sandtable.games.campaign_for_north_africa.map import board, crossing
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.carriage import need
from sandtable.games.campaign_for_north_africa.pieces.counters import TargetClass
from sandtable.games.campaign_for_north_africa.pieces.units import target_class
from sandtable.games.campaign_for_north_africa.state import ELIMINATED, Campaign
from tests.campaign_for_north_africa.combat_segments import BARRAGE, kinds, options, order, ordered, refused, scene, who
from tests.campaign_for_north_africa.positions import position, spent
from tests.playing import draft_of

AT = board().hex("C3818")
GUNS = "I/104, I/220Art, II/220Art C3918, 140Art C3919"  # 6 points of 9, 2 of 15, 3 of 15
TARGETS = "1RNF, 2SctGds, 6RTR, 11RHA C3818"


def plotting(*units: str, back: tuple[str, ...] = (), **fields: Any) -> Campaign:
    state = scene(*units, step=BARRAGE, segment=Segment(back=back), **fields)
    assert isinstance(state.stack[-1], Plot)
    return state


def shot(state: Campaign, text: str, *rolls: int) -> tuple[Campaign, list[Event]]:
    """The Axis barrages, the Commonwealth does not."""
    if "commonwealth" in who(state):
        state = order(state, "commonwealth", "barrage none")
    return ordered(state, "axis", f"barrage {text}", rolls)


def fired(state: Campaign, text: str, *rolls: int) -> Campaign:
    return shot(state, text, *rolls)[0]


def report(events: list[Event]) -> dict[str, object]:
    """What is told of the only barrage."""
    (told,) = (event for event in events if event.kind == "barraged")
    return told.facts


# Who may fire


@pytest.mark.case("12.31", "12.35")
def test_guns_reach_the_next_hex_and_no_farther() -> None:
    state = plotting(GUNS, TARGETS, "1Buffs C3718")
    assert refused(state, "axis", "barrage C3718 infantry 1 with I/220Art:6") == "12.31"
    assert refused(state, "axis", "barrage C3919 infantry 1 with I/220Art:6") == "12.31"
    apart = plotting("I/220Art C3918, 140Art C3817", "1RNF C3919")
    assert refused(apart, "axis", "barrage C3919 infantry 1 with 140Art:3") in ("12.31", "12.23")


@pytest.mark.case("12.31", "12.35")
@pytest.mark.parametrize(("here", "there"), [("A5533", "A5433"), ("A5433", "A5533"), ("C4603", "C4504")])
def test_neither_escarpments_nor_ridges_hide_a_target(here: str, there: str) -> None:
    """Up an escarpment, down it, and across a ridge: fire at armour goes nowhere there."""
    assert set(crossing(board().hex(here), board().hex(there))) & {"up_escarpment", "down_escarpment", "ridge"}
    state = plotting(f"I/220Art {here}", f"1RNF {there}", supply={"AX-S1": (here, 40, 0)})
    assert report(shot(state, f"{there} infantry 1 with I/220Art:6", 1, 1)[1])["points"] == 5


@pytest.mark.case("11.11", "12.0", "12.15", "12.23", "12.24", "12.31")
@pytest.mark.parametrize(
    "text, case",
    [
        ("C3818 infantry 1 with I/220Art:5; C3818 infantry 2 with I/220Art:2", "12.15"),
        ("C3818 infantry 1 with I/104:7", "11.11"),
        ("C3818 infantry 1 with I/220Art:7", "12.15"),
        ("C3818 infantry 1 with 11RHA:1", "12.23"),
        ("C3818 infantry 3 with I/220Art:6", "12.24"),
        ("C3818 infantry 0 with I/220Art:6", "12.24"),
        ("C3818 trucks 1 with I/220Art:6", "12.31"),
        ("C3818 infantry 1 with none", "12.23"),
    ],
)
def test_a_plot_names_points_that_exist_and_targets_that_were_stated(text: str, case: str) -> None:
    assert refused(plotting(GUNS, TARGETS), "axis", f"barrage {text}") == case


@pytest.mark.case("12.13", "12.15")
def test_forward_guns_combine_from_several_hexes_and_split() -> None:
    state = plotting(GUNS, TARGETS)
    text = "C3818 infantry 1 with I/220Art:4, 140Art:3; C3818 infantry 2 with I/220Art:2, II/220Art:2"
    state = fired(state, text, 1, 1, 1, 1)
    assert AT in state.segment.barraged


@pytest.mark.case("12.14")
def test_italian_guns_combine_only_within_their_hex() -> None:
    state = plotting("1LibArt, I/220Art C3918, 26Art C3919", TARGETS)
    assert refused(state, "axis", "barrage C3818 infantry 1 with 1LibArt:6, 26Art:100/17:3") == "12.14"
    assert refused(state, "axis", "barrage C3818 infantry 1 with I/220Art:6, 26Art:100/17:3") == "12.14"
    fired(
        state,
        "C3818 infantry 1 with 1LibArt:6, I/220Art:6; C3818 infantry 2 with 26Art:75/27:6, 26Art:100/17:3",
        1,
        1,
        1,
        1,
    )


@pytest.mark.case("12.16")
def test_guns_in_back_positions_fire_alone_at_one_target() -> None:
    state = plotting(GUNS, TARGETS, back=("I/220Art",))
    assert refused(state, "axis", "barrage C3818 infantry 1 with I/220Art:6, 140Art:3") == "12.16"
    split = "barrage C3818 infantry 1 with I/220Art:3; C3818 infantry 2 with I/220Art:3"
    assert refused(state, "axis", split) == "12.16"
    fired(state, "C3818 infantry 1 with I/220Art:6; C3818 infantry 2 with II/220Art:2, 140Art:3", 1, 1, 1, 1)


@pytest.mark.case("12.32")
def test_a_target_is_barraged_once_from_each_hex() -> None:
    state = plotting(GUNS, TARGETS)
    twice = "barrage C3818 infantry 1 with I/220Art:6; C3818 infantry 1 with II/220Art:2"
    assert refused(state, "axis", twice) == "12.32"
    combined = "barrage C3818 infantry 1 with I/220Art:3, 140Art:2; C3818 infantry 1 with I/220Art:3"
    assert refused(state, "axis", combined) == "12.32"
    fired(state, "C3818 infantry 1 with I/220Art:6; C3818 infantry 1 with 140Art:3", 1, 1, 1, 1)


@pytest.mark.case("32.21", "12.0", "32.22")
def test_each_unit_that_fires_needs_ammunition() -> None:
    state = plotting(GUNS, TARGETS, supply={"AX-S1": ("C3918", 7, 0)})
    assert refused(state, "axis", "barrage C3818 infantry 1 with I/220Art:6, II/220Art:2") == "32.21"
    state = fired(state, "C3818 infantry 1 with I/220Art:6", 1, 1)
    assert state.supply["AX-S1"].ammo == 3


@pytest.mark.case("6.26")
def test_a_spent_force_fires_no_guns() -> None:
    state = plotting("II/220Art C3918, I/220Art C3918 cohesion=-26", TARGETS)
    assert refused(state, "axis", "barrage C3818 infantry 1 with I/220Art:6") == "6.26"


@pytest.mark.case("18.23", "18.24", "10.31", "12.15")
def test_a_unit_in_reserve_fires_only_at_what_must_be_attacked() -> None:
    free = plotting("I/220Art C3918 reserve=1", "1RNF C3818")
    assert refused(free, "axis", "barrage C3818 infantry 1 with I/220Art:6") == "18.23"
    bound = plotting("I/104, II/104 C3918, I/220Art C3918 reserve=1", TARGETS)
    fired(bound, "C3818 infantry 1 with I/220Art:6", 1, 1)


# What it does


@pytest.mark.case("12.41", "12.42", "12.43", "12.44", "11.32", "11.34")
def test_a_pin_of_a_battalion_in_a_formation_pins_that_battalion_only() -> None:
    state = plotting("I/220Art C3918", "1Spt C3818, 2KRRC>1Spt, 1RNF>1Spt")
    state, events = shot(state, "C3818 infantry 2 with I/220Art:6", 5, 4)
    assert len(state.segment.pinned) == 1 and state.segment.pinned[0] in ("2KRRC", "1RNF")
    told = report(events)
    assert (told["points"], told["column"], told["dice"]) == (5, "5-6", 54)
    assert told["pinned"] is True and told["lost"] == 0


@pytest.mark.case("12.44", "3.61")
def test_the_firer_learns_the_result_but_not_the_name() -> None:
    state = plotting("I/220Art C3918", "1Spt C3818, 2KRRC>1Spt, 1RNF>1Spt")
    _, events = shot(state, "C3818 infantry 2 with I/220Art:6", 6, 6)
    heard = [event for event in events if event.heard_by("axis")]
    assert not any(name in str(event.facts) for event in heard for name in ("2KRRC", "1RNF"))
    assert {"pinned", "lost"} <= {event.kind for event in events if event.heard_by("commonwealth")}


@pytest.mark.case("12.45", "12.44")
def test_infantry_that_loses_points_is_pinned_as_well() -> None:
    state = fired(plotting("I/220Art C3918", "1RNF C3818"), "C3818 infantry 1 with I/220Art:6", 6, 6)
    assert state.units["1RNF"].toe == {"": 2} and state.segment.pinned == ("1RNF",)


@pytest.mark.case("12.44", "12.41")
def test_guns_are_never_pinned() -> None:
    state = fired(plotting(GUNS, TARGETS), "C3818 gun 1 with I/220Art:6, 140Art:3", 6, 6)
    assert state.segment.pinned == () and state.units["11RHA"].toe == {"25pdr": 5}


@pytest.mark.case("12.44", "25.24", "25.12")
def test_nobody_in_a_city_of_level_three_is_pinned_until_it_is_reduced() -> None:
    """Twelve points at Alexandria: what would pin anywhere else does not, though losses are lost."""
    units = "149Art, 140Art, I/220Art E3614", "1RNF E3613"
    supply = {"AX-S1": ("E3614", 40, 0)}
    fire = "E3613 infantry 1 with 149Art:3, I/220Art:5, 140Art:3"
    city = plotting(*units, supply=supply)
    assert works_at(city, board().hex("E3613")) == 3
    state, events = shot(city, fire, 6, 6)
    assert state.segment.pinned == () and report(events)["pinned"] is False
    assert state.units["1RNF"].toe == {"": 2}
    reduced = plotting(*units, supply=supply, forts={"E3613": 2})
    assert fired(reduced, fire, 6, 6).segment.pinned == ("1RNF",)
    assert fired(reduced, fire, 1, 1).segment.pinned == ()


@pytest.mark.case("12.22", "16.41", "3.22")
def test_fire_at_a_dummy_is_told_like_any_other_and_hurts_nobody() -> None:
    state = plotting("I/220Art C3918", "1RNF C3818", decoys={"commonwealth": (AT,)})
    after, events = shot(state, "C3818 armour 1 with I/220Art:6", 6, 6)
    told = report(events)
    assert (told["target"], told["pinned"]) == ("armour", True) and told["dice"] == 66
    assert after.units["1RNF"].toe == {"": 3} and after.segment.pinned == () and after.decoys == state.decoys


@pytest.mark.case("12.45", "12.0")
def test_results_are_applied_after_all_barrages() -> None:
    """The guns that are hit have fired at full strength."""
    state = plotting("I/104, I/220Art C3918", "1RNF, 11RHA C3818")
    state = order(state, "axis", "barrage C3818 gun 1 with I/220Art:6")
    state, events = ordered(state, "commonwealth", "barrage C3918 gun 1 with 11RHA:6", (6, 6, 6, 6))
    assert [event.facts["points"] for event in events if event.kind == "barraged"] == [5, 5]
    assert state.units["11RHA"].toe == {"25pdr": 5} and state.units["I/220Art"].toe == {"10.5K18": 5}
    assert kinds(events).index("lost") > max(i for i, kind in enumerate(kinds(events)) if kind == "barraged")


@pytest.mark.case("12.45")
def test_a_unit_without_points_is_gone_with_the_trucks_that_carried_it() -> None:
    state = plotting("I/220Art C3918", "1Spt C3818 motors=9, 2KRRC>1Spt, 1RNF[1]>1Spt")
    number = 1 + numbered(state, AT, "axis")["infantry"].index("1RNF")
    state = fired(state, f"C3818 infantry {number} with I/220Art:6", 6, 6)
    assert state.units["1RNF"].at < 0 and state.parts["1Spt"] == ("2KRRC",)
    assert state.units["1Spt"].motors == 8


@pytest.mark.case("3.34", "12.45")
def test_a_headquarters_that_loses_its_guns_is_not_destroyed() -> None:
    state = plotting("104Sch, I/104 C3918", "1RNF C3818", "11RHA C3817", phasing="commonwealth")
    state = order(order(state, "axis", "barrage none"), "commonwealth", "barrage C3918 gun 1 with 11RHA:6", (6, 6))
    assert state.units["104Sch"].toe == {} and state.units["104Sch"].at == board().hex("C3918")


@pytest.mark.case("12.46", "32.56")
def test_trucks_are_not_hit_by_themselves() -> None:
    state = fired(plotting("I/220Art C3918", "1RNF C3818 motors=3"), "C3818 infantry 1 with I/220Art:6", 6, 6)
    assert state.units["1RNF"].toe == {"": 2} and state.units["1RNF"].motors == 3


@pytest.mark.case("12.33", "12.34")
def test_twelve_points_against_a_level_two_fortification_use_the_column_of_seven_and_eight() -> None:
    """barrage-level2"""
    state = plotting("149Art, 140Art, I/220Art C3918", "1RNF C3818", forts={"C3818": 2})
    told = report(shot(state, "C3818 infantry 1 with 149Art:3, I/220Art:5, 140Art:3", 1, 1)[1])
    assert told["points"] == 12 and told["column"] == "7-8" and told["shift"] == -2


@pytest.mark.case("12.34", "11.33")
def test_a_shift_beyond_the_first_column_means_no_effect_and_no_roll() -> None:
    state = plotting("I/220Art C3918", "1RNF C3818", forts={"C3818": 2})
    state = fired(state, "C3818 infantry 1 with I/220Art:2")
    assert state.segment.pinned == () and state.segment.barraged == (AT,)
    weak = plotting("1LibRgt C3918", "1RNF C3818")
    assert fired(weak, "C3818 infantry 1 with 1LibRgt:1", 1, 1).segment.pinned == ()


@pytest.mark.case("11.35", "11.31", "11.32")
def test_the_guns_of_the_90_leichte_make_eleven_points() -> None:
    """90-leichte-barrage"""
    state = plotting("90Le+ C3918", "1RNF C3818", turn=60)
    told = report(shot(state, "C3818 infantry 1 with 361Art:3, 190Art:10.5K18:3, 190Art:21Mrs18:3", 1, 1)[1])
    assert told["points"] == 11


@pytest.mark.case("15.96", "12.13", "12.43", "12.23")
def test_barrages_of_the_long_example() -> None:
    """Ten guns of 105mm against one tank battalion in rough ground, six 25-pounders against infantry: 9 points in the
    column 7-8, 5 in the column 5-6. The book reads its dice upside down: its 25 is a 52 here, its 61 a 16."""
    state = plotting(
        "II/104, I/220Art[10.5leFH18:6] B5923, I/104, I/155Art[10.5leFH18:4] B5922",
        "6RTR[Stuart:8], 2RTR[CrusaderII:7], 2KRRC[5], 3RHA, 11RHA B6022",
        back=("11RHA",),
        turn=60,
        supply={"AX-S1": ("B5923", 40, 0), "CW-S1": ("B6022", 40, 0)},
    )
    rough = board().hex("B6022")
    number = 1 + numbered(state, rough, "axis")["armour"].index("6RTR")
    state = order(state, "axis", f"barrage B6022 armour {number} with I/220Art:6, I/155Art:4")
    state, events = ordered(state, "commonwealth", "barrage B5923 infantry 1 with 11RHA:6", (5, 2, 1, 6))
    axis, allied = (event.facts for event in events if event.kind == "barraged")
    assert (axis["points"], axis["column"], axis["pinned"]) == (9, "7-8", True)
    assert (allied["points"], allied["column"], allied["pinned"]) == (5, "5-6", False)
    assert state.segment.pinned == ("6RTR",)


# Facilities


@pytest.mark.case("12.51", "12.52", "12.53", "25.14", "25.16", "12.0")
def test_a_barrage_takes_a_level_off_a_fortification() -> None:
    state = plotting("I/220Art C3918", "1RNF C3818", forts={"C3818": 2})
    assert fired(state, "C3818 fortification 1 with I/220Art:6", 6, 1).forts == {AT: 1}
    assert fired(state, "C3818 fortification 1 with I/220Art:6", 5, 6).forts == {AT: 2}
    last = plotting("I/220Art C3918, 140Art C3919", "1RNF C3818", forts={"C3818": 1})
    twice = "C3818 fortification 1 with I/220Art:6; C3818 fortification 1 with 140Art:3"
    assert fired(last, twice, 6, 6, 6, 6).forts == {AT: 0}


@pytest.mark.case("12.53", "12.51", "12.0")
def test_a_major_city_is_reduced_like_a_fortification() -> None:
    state = plotting("I/220Art C4320", "1RNF C4321", supply={"AX-S1": ("C4320", 40, 0)})
    assert fired(state, "C4321 fortification 1 with I/220Art:6", 6, 6).forts == {board().hex("C4321"): 1}


@pytest.mark.case("12.54", "12.52", "12.0", "11.32")
def test_raw_points_burn_part_of_a_supply_unit() -> None:
    """54 raw points use the column 41-80."""
    state = plotting("I/220Art C3918", "1RNF C3818")
    state = fired(state, "C3818 dump 1 with I/220Art:6", 5, 1)
    assert (state.supply["CW-S1"].ammo, state.supply["CW-S1"].fuel) == (36, 54)


@pytest.mark.case("12.54", "32.18")
def test_a_dummy_that_is_hit_is_found_out() -> None:
    state = plotting("I/220Art C3918", "1RNF C3818", supply={"AX-S1": ("C3918", 40, 0), "CW-S2": ("C3818",)})
    assert "CW-S2" not in fired(state, "C3818 dump 1 with I/220Art:6", 5, 1).supply
    assert "CW-S2" in fired(state, "C3818 dump 1 with I/220Art:6", 1, 1).supply


# The question


@pytest.mark.case("12.23", "3.61")
def test_plots_stay_hidden_and_names_are_not_revealed() -> None:
    state = order(plotting(GUNS, TARGETS), "axis", "barrage C3818 gun 1 with I/220Art:6")
    top = veiled(state, "commonwealth").stack[-1]
    assert isinstance(top, Plot) and top.answers == {}
    _, events = ordered(state, "commonwealth", "barrage none", (1, 1))
    assert [event.facts for event in events if event.kind == "reveal"] == [{}]
    assert not any("I/220Art" in str(event.facts) for event in events if event.heard_by("commonwealth"))


@pytest.mark.case("12.23", "12.16", "12.32")
def test_what_is_listed_is_legal() -> None:
    state = plotting(GUNS, "1RNF, 2SctGds, 6RTR, 11RHA, 2RHA C3818", back=("11RHA", "2RHA"))
    assert len(options(state, "axis")) == 2 and options(state, "axis")[-1] == "barrage none"
    plot = state.stack[-1]
    assert isinstance(plot, Plot)
    planned = suggestions(state, "commonwealth", plot.told["commonwealth"], ())
    assert options(state, "commonwealth")[0] == str(planned[0]) != "barrage none"


@pytest.mark.case("16.21", "11.21")
def test_hexes_under_barrage_are_remembered_for_the_stage() -> None:
    state = fired(plotting(GUNS, TARGETS), "C3818 infantry 1 with I/220Art:6", 1, 1)
    assert state.shelled == (AT,)


@pytest.mark.case("6.26", "12.0", "11.11")
def test_guns_without_any_cohesion_do_not_barrage() -> None:
    for level, able in ((-25, True), (-26, False), (-27, False)):
        state = plotting(f"I/104, I/220Art C3918, 140Art C3919 cohesion={level}", TARGETS)
        assert can_barrage(state, "140Art") == able, level
        if not able:
            assert refused(state, "axis", "barrage C3818 infantry 1 with 140Art:3") == "6.26"


@pytest.mark.case("12.45", "12.46", "32.56", "3.34")
def test_what_a_barrage_destroys_of_a_unit_and_of_the_trucks_that_carry_it() -> None:
    def after(units: str, name: str, target: TargetClass, points: int) -> tuple[Campaign, list[Event]]:
        draft = draft_of(position(units))
        _lose(draft, name, target, points)
        return draft.state, draft.events

    guns, events = after("30Art[75/27:1, 100/17:3] C3922", "30Art", "gun", 2)
    assert guns.units["30Art"].toe == {"100/17": 2} and not kinds(events).count("eliminated")
    riding, events = after("7Spt C3922 motors=10, 1KRRC[2]>7Spt", "1KRRC", "infantry", 2)
    assert riding.units["1KRRC"].at == ELIMINATED and riding.units["7Spt"].motors == 10 - need_of("1KRRC[2]")
    assert not next(event for event in events if event.kind == "eliminated").heard_by("axis"), "a part is hidden"
    alone, events = after("1RNF[1] C3922 motors=3", "1RNF", "infantry", 1)
    assert alone.units["1RNF"].at == ELIMINATED
    assert next(event for event in events if event.kind == "eliminated").heard_by("axis")


def need_of(unit: str) -> int:
    """Motorization Points that carry a unit."""
    return need(position(f"{unit} C3922"), unit.partition("[")[0])


@pytest.mark.case("12.53", "25.14")
def test_fire_too_weak_for_a_single_point_wrecks_nothing_and_throws_no_dice() -> None:
    state = position("I/220Art C3918", "1RNF C3818", forts={"C3818": 2}, phasing="axis")
    for target in ("fortification", "road", "railway"):
        draft = draft_of(state)
        resolve(draft, {"axis": (Shot(AT, target, 1, ()),)})
        assert (draft.state.forts, draft.state.ruined, draft.state.cut) == ({AT: 2}, (), ())


# To the point


@pytest.mark.case("6.26", "12.0", "30.35")
def test_a_unit_barrages_with_whatever_of_it_has_a_rating() -> None:
    state = position("30Art[75/27:1, Breda20:2], I/104, 33PzJg C3918")
    assert can_barrage(state, "30Art") and not can_barrage(state, "I/104") and not can_barrage(state, "33PzJg")


@pytest.mark.case("11.0", "12.0", "12.16")
def test_what_can_barrage_takes_a_position_though_it_is_no_gun() -> None:
    state = position("V/3Art, I/220Art, 33PzJg, I/104 C3918")
    assert [is_gun(state, name) for name in ("V/3Art", "I/220Art", "33PzJg", "I/104")] == [True, True, True, False]
    assert target_class("V/3Art", "Semovente") != "gun"  # self-propelled


@pytest.mark.case("11.21", "11.22", "11.25", "32.22", "18.24")
def test_what_firing_costs_those_who_fire_and_what_is_written_down() -> None:
    state = plotting("I/104, I/220Art C3918 released=2, 140Art C3919", TARGETS)
    after = fired(state, "C3818 infantry 1 with I/220Art:6", 1, 1)
    assert after.supply["AX-S1"].ammo < 40 == after.supply["CW-S1"].ammo
    assert after.segment.fired == (board().hex("C3918"),) and after.segment.barraged == (AT,) == after.shelled
    assert after.units["I/220Art"].stirred and after.units["I/220Art"].cohesion == -1
    assert not after.units["I/104"].stirred and after.units["I/104"].cohesion == 0  # it did not fire
    answer = plotting("I/104, I/220Art C3918", "1RNF C3818, 11RHA C3818 released=2")
    answer = order(answer, "axis", "barrage none")
    answer = order(answer, "commonwealth", "barrage C3918 infantry 1 with 11RHA:6", (1, 1))
    assert answer.units["11RHA"].cohesion == 0 and answer.segment.fired == (AT,)  # who defends disturbs nobody
    assert [spent(answer, name) for name in ("I/104", "1RNF")] == [3, 3]


@pytest.mark.case("11.21", "11.23")
def test_who_is_barraged_pays_as_a_defender_or_as_one_who_is_shelled() -> None:
    for side, name, kind in (("axis", "1RNF", "defend"), ("commonwealth", "I/104", "barraged")):
        draft = draft_of(position("I/104 C3918", "1RNF C3818", phasing="axis"))
        at = draft.state.units[name].at
        suffer(draft, side, (Shot(at, "infantry", 1, ()),))
        cost = action(COSTS[kind]).cost  # type: ignore[index]
        assert draft.state.units[name].spent == cost == draft.state.segment.charged[name]


@pytest.mark.case("12.11", "12.12")
def test_where_only_one_side_names_guns_the_others_stay_forward() -> None:
    draft = draft_of(position("I/220Art C3918", "11RHA C3818", phasing="axis"))
    Positions(who=("axis",)).reveal(draft, {"axis": Back(("I/220Art",)), "commonwealth": Done()})
    assert draft.state.segment.back == ("I/220Art",)


@pytest.mark.case("12.45", "12.46", "32.56", "3.34")
@pytest.mark.parametrize(
    ("units", "name", "target", "points", "motors"),
    [
        ("7Spt C3922 motors=2, 1KRRC[2]>7Spt", "1KRRC", "infantry", 2, 0),  # all the trucks there were
        ("7Spt C3922 motors=1, 1KRRC[2]>7Spt", "1KRRC", "infantry", 2, 1),  # they were too few to carry it
        ("7Spt C3922 motors=10, 1KRRC[2]>7Spt", "1KRRC", "infantry", 1, 10),  # somebody is left
        ("7Spt C3922 motors=10, 6RTR[A9:1]>7Spt", "6RTR", "armour", 1, 10),  # tanks ride on no trucks
    ],
)
def test_trucks_go_only_with_those_they_carried(
    units: str, name: str, target: TargetClass, points: int, motors: int
) -> None:
    draft = draft_of(position(units))
    _lose(draft, name, target, points)
    assert draft.state.units["7Spt"].motors == motors


@pytest.mark.case("12.45", "32.56", "3.34")
def test_the_trucks_of_a_counter_of_its_own_are_not_lost_twice() -> None:
    draft = draft_of(position("1KRRC[2] C3922 motors=2, 7Spt C3922 motors=5"))
    _lose(draft, "1KRRC", "infantry", 2)
    assert draft.state.units["1KRRC"].at == ELIMINATED and draft.state.units["7Spt"].motors == 5


@pytest.mark.case("12.45", "12.46", "3.34", "32.56")
def test_a_barrage_of_guns_leaves_the_armour_of_the_same_unit_alone() -> None:
    draft = draft_of(position("33PzJg[3.7Pak:3, PzJgI:2] C3922"))
    _lose(draft, "33PzJg", "gun", 4)
    assert draft.state.units["33PzJg"].toe == {"PzJgI": 2}


@pytest.mark.case("12.54", "11.32")
@pytest.mark.parametrize(
    ("held", "percent", "left"), [(50, 1, 49), (49, 1, 49), (10, 5, 9), (9, 5, 9), (40, 100, 0), (7, 50, 3)]
)
def test_what_burns_of_a_dump_is_rounded_to_the_nearest_half_up(held: int, percent: int, left: int) -> None:
    assert held - _share(held, percent) == left


@pytest.mark.case("12.54")
def test_the_second_dump_of_a_hex_is_the_second_and_fire_of_nothing_burns_nothing() -> None:
    supply = {"CW-S1": ("C3818", 40, 60), "CW-S2": ("C3818", 20, 20)}
    state = position("I/220Art C3918", "1RNF C3818", phasing="axis", supply=supply)
    guns = (("I/220Art", "10.5K18", 6),)
    draft = draft_of(state, 6, 6)
    resolve(draft, {"axis": (Shot(AT, "dump", 2, guns),)})
    assert draft.state.supply["CW-S1"] == state.supply["CW-S1"]
    assert draft.state.supply["CW-S2"].fuel < 20
    idle = draft_of(state)
    resolve(idle, {"axis": (Shot(AT, "dump", 1, ()),)})
    assert idle.state.supply == state.supply
    assert [event.facts["percent"] for event in idle.events if event.kind == "shelled"] == [0]


@pytest.mark.case("12.21", "12.22")
def test_headquarters_without_points_or_with_parentheses_only_are_no_targets() -> None:
    state = position("104Sch[7.5IG18:1, LightFlak:1], 1RNF, 2SctGds[] C3818")
    assert is_target(state, "1RNF") and not is_target(state, "2SctGds")
    assert is_target(state, "104Sch")  # one of its points fights without parentheses
    assert not is_target(position("7Arm C3818"), "7Arm") and not is_target(position("104Sch[] C3818"), "104Sch")
