"""Replacement Points: planned ahead, bombed at sea, trained where they land, sent to their units and taken up."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.capability.cohesion import spend
from sandtable.games.campaign_for_north_africa.combat.commitment import has_role
from sandtable.games.campaign_for_north_africa.combat.retreat_before_assault import RetreatBeforeAssault
from sandtable.games.campaign_for_north_africa.ground.zones import exerts
from sandtable.games.campaign_for_north_africa.logistics.convoy_attacks import Foundering, dues, plain_losses
from sandtable.games.campaign_for_north_africa.logistics.convoys import Sailing, land_convoys, open_sailing
from sandtable.games.campaign_for_north_africa.logistics.delta import land_production
from sandtable.games.campaign_for_north_africa.logistics.freight import open_lanes
from sandtable.games.campaign_for_north_africa.map import board, city
from sandtable.games.campaign_for_north_africa.movement.reaction import why_not_react
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.offers import offers, propose
from sandtable.games.campaign_for_north_africa.organisation.conversion import line_of, price
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.organisation.training import count_training
from sandtable.games.campaign_for_north_africa.pieces.parent_formations import assigned
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import gather
from sandtable.games.campaign_for_north_africa.pieces.units import cpa, size, stacking
from sandtable.games.campaign_for_north_africa.replacements.allotment import Allotment, open_allotment
from sandtable.games.campaign_for_north_africa.replacements.marches import carry_reach
from sandtable.games.campaign_for_north_africa.replacements.phase import ReplacementMarches, open_marches
from sandtable.games.campaign_for_north_africa.replacements.planning import Planning, draft_infantry, open_planning
from sandtable.games.campaign_for_north_africa.replacements.pool import available
from sandtable.games.campaign_for_north_africa.sight.observe import disguises, observe
from sandtable.games.campaign_for_north_africa.sight.questions import explain
from sandtable.games.campaign_for_north_africa.sight.view import view
from sandtable.games.campaign_for_north_africa.state import (
    ELIMINATED,
    POINT,
    TRIPOLI,
    TUNIS,
    Campaign,
    Cargo,
    Consignment,
    Drawn,
    Replacement,
    Returning,
)
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal, where
from tests.campaign_for_north_africa.staffwork import ITALIANS, carried_out
from tests.playing import draft_of

AXIS, CW = "axis", "commonwealth"
CAIRO, ALEXANDRIA = "E1730", "E3613"


def planning(side: str = AXIS, **fields: Any) -> Campaign:
    given = {"scenario": ITALIANS, "turn": 9, "last_turn": 20} | fields
    return asking(position(**given), Planning("axis" if side == AXIS else "commonwealth"))


def organising(*units: str, side: str = CW, **fields: Any) -> Campaign:
    return asking(position(*units, **fields), Organisation("axis" if side == AXIS else "commonwealth"))


def marching(*units: str, side: str = CW, **fields: Any) -> Campaign:
    return asking(position(*units, **fields), ReplacementMarches("axis" if side == AXIS else "commonwealth"))


def meant(**units: str) -> dict[str, Replacement]:
    """Trained points, by counter the unit they are meant for; a dash of the counter's name is written `_`."""
    return {name.replace("_", "-"): Replacement(unit) for name, unit in units.items()}


def points(state: Campaign, *names: str) -> list[int]:
    return [sum(state.units[name].toe.values()) for name in names]


def refused(state: Campaign, order: str) -> str:
    """The case that forbids an order."""
    return refusal(state, order).case


# Planning [20.6, 20.7]


@pytest.mark.case("20.21", "20.61", "20.62", "20.63", "20.72")
def test_the_axis_plans_two_turns_ahead() -> None:
    orders = listed(planning())
    assert orders[0] == "done" and {"request italian/infantry:10", "request italian/infantry:1"} <= {*orders}
    state = play(planning(), "request italian/infantry:10, italian/CV33:2")
    assert state.plans[AXIS] == (
        Consignment(11, 0, points=(Cargo("italian", "infantry", 10), Cargo("italian", "CV33", 2))),
    )


@pytest.mark.case("20.63")
def test_in_planning_nothing_else_is_ordered() -> None:
    assert refused(planning(), "stay") == "20.63"


@pytest.mark.case("20.21", "20.72")
def test_the_commonwealth_plans_four_turns_ahead() -> None:
    state = play(planning(CW), "request commonwealth/Matilda:2")
    assert [(each.turn, each.points) for each in state.plans[CW]] == [(13, (Cargo("commonwealth", "Matilda", 2),))]


@pytest.mark.case("20.23", "20.24", "20.61", "20.67")
@pytest.mark.parametrize(
    ("order", "case"),
    [
        ("request italian/infantry:11", "20.61"),  # ten a turn
        ("request italian/M11/39:1", "20.23"),  # no chart has it
        ("request german/PzII:1", "20.61"),  # not before turn 41
        ("request commonwealth/Matilda:1", "20.2"),
        ("request italian/CV33:1, italian/CV33:1", "20.2"),
        ("request italian/75/46:1", "20.23"),  # 32.83
    ],
)
def test_what_the_pool_does_not_give(order: str, case: str) -> None:
    assert refused(planning(), order) == case


@pytest.mark.case("20.23", "20.24", "20.61", "20.62", "20.63", "20.67")
def test_the_pool_is_never_overdrawn() -> None:
    """Of Italian infantry 100 points are to be had before turn 25."""
    state = planning(drawn={"italian/infantry": Drawn(97, 8, 10)})
    assert refused(state, "request italian/infantry:4") == "20.61"
    state = play(state, "request italian/infantry:3")
    assert "infantry" not in available(state, "italian")
    assert state.drawn["italian/infantry"] == Drawn(100, 9, 3)


@pytest.mark.case("20.23", "20.24", "20.61", "20.62", "20.63", "20.67", "20.72")
def test_any_classes_at_once_but_each_by_its_rate() -> None:
    state = play(planning(), "request italian/infantry:4, italian/75/27:1, italian/105/28:1")
    assert refused(state, "request italian/infantry:7") == "20.61"
    state = play(state, "request italian/infantry:6")
    assert "infantry" not in available(state, "italian"), "ten a turn, in however many orders"
    assert available(replace(state, turn=10), "italian")["infantry"] == 10
    assert "105/28" not in available(replace(state, turn=10), "italian"), "one a month"
    assert available(replace(state, turn=11), "italian")["105/28"] == 1


@pytest.mark.case("20.23", "20.24", "20.61", "20.63", "20.67", "20.72")
def test_production_is_read_by_the_turn_of_arrival() -> None:
    """Crusaders are on the chart from turn 31 to 76."""
    lines = available(planning(CW, turn=26, last_turn=111), "commonwealth")
    assert "CrusaderI" not in lines
    assert available(planning(CW, turn=27, last_turn=111), "commonwealth")["CrusaderI"] == 5
    assert refused(planning(CW), "request commonwealth/CrusaderI:1") == "20.24"
    assert refused(planning(CW), "request commonwealth/6pdr:1") == "20.24"


@pytest.mark.case("20.61", "20.63", "20.71", "20.72")
def test_nothing_is_planned_that_comes_too_late_or_that_the_scenario_excludes() -> None:
    assert available(planning(turn=19), "italian") == {}
    assert available(planning(CW, turn=2), "commonwealth") == {}, "none before turn 7 in this scenario"
    draft = draft_of(position(scenario=ITALIANS, turn=19, last_turn=20, drafted=20))
    open_planning(draft)
    assert not isinstance(draft.top, Planning)


@pytest.mark.case("20.63", "20.71", "20.72", "20.73")
def test_commonwealth_infantry_is_diced_once_for_every_turn() -> None:
    state = position(scenario=ITALIANS, turn=9, last_turn=20, drafted=12)
    draft = draft_of(state, 5, 6)
    draft_infantry(draft)
    assert draft.state.plans[CW] == (Consignment(13, 0, points=(Cargo("commonwealth", "infantry", 10),)),)
    assert draft.state.drafted == 13
    draft_infantry(draft)
    assert len(draft.state.plans[CW]) == 1
    opened = draft_of(state, 5, 6)
    open_planning(opened)
    assert opened.state.drafted == 13, "when the players begin to plan"


@pytest.mark.case("20.72", "20.73")
@pytest.mark.parametrize(
    ("turn", "last_turn", "diced", "drafted"),
    [
        (9, 20, [10, 11, 12, 13], 13),  # a month ahead
        (9, 11, [10, 11], 11),  # no further than the game goes
        (3, 20, [7], 7),  # nor before the scenario has Replacements
        (1, 20, [], 5),
    ],
)
def test_infantry_is_diced_for_the_turns_of_the_coming_month_that_have_any(
    turn: int, last_turn: int, diced: list[int], drafted: int
) -> None:
    draft = draft_of(position(scenario=ITALIANS, turn=turn, last_turn=last_turn), *[5, 6] * len(diced))
    draft_infantry(draft)
    assert [each.turn for each in draft.state.plans.get(CW, ())] == diced and draft.state.drafted == drafted


@pytest.mark.case("20.61", "20.62", "20.63", "20.66", "20.72")
def test_the_french_guns_of_tunis_are_there_at_once() -> None:
    state = play(planning(turn=39, last_turn=60), "request italian/Rimailho:2, italian/CV33:1")
    (name,) = state.replacements
    assert state.units[name].at == TUNIS and state.units[name].toe == {"Rimailho": 2}
    assert state.plans[AXIS] == (Consignment(41, 0, points=(Cargo("italian", "CV33", 1),)),), "the tank has to sail"


# At sea [32.61, 32.62, 32.65]


def freight(*lots: Cargo, lane: int = 0) -> dict[str, tuple[Consignment, ...]]:
    return {AXIS: (Consignment(12, 0, 0, lane, lots),)}


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
    assert refused(state, f"consign italian/infantry:26 by {second}") == "32.61"
    state = play(state, f"consign italian/infantry:5 by {second}", "done")
    assert {each.lane: each.points for each in state.plans[AXIS]} == {
        second: (Cargo("italian", "infantry", 5),),
        first: (Cargo("italian", "infantry", 20),),
    }


EXAMPLE = (  # 32.65
    Cargo("italian", "CV33", 1),
    Cargo("german", "PzII", 2),
    Cargo("german", "PzIIIE", 2),
    Cargo("german", "PzIVD", 2),
)


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


# For whom they are [20.41, 20.65]


def arrived(*units: str, side: str = CW, left: int = 3, **fields: Any) -> Campaign:
    """Counters of Replacement Points in these positions have just come ashore."""
    state = position(*units, **fields)
    fresh = {name: replace(state.units[name], landed=True) for name in state.replacements}
    state = replace(
        state, units={**state.units, **fresh}, replacements={name: Replacement(left=left) for name in fresh}
    )
    return asking(state, Allotment("axis" if side == AXIS else "commonwealth"))


@pytest.mark.case("20.41", "20.43", "20.65", "20.76", "20.3")
def test_points_are_meant_for_units_as_soon_as_they_arrive() -> None:
    state = arrived(f"CW-Inf7[5] {CAIRO}, 2SctGds[3] {ALEXANDRIA}, 1Buffs[4] D3714", serial=50)
    state = play(state, "allot CW-Inf7:2 to 1Buffs")
    assert state.replacements["CW-Inf51"] == Replacement("1Buffs", 3)
    assert points(state, "CW-Inf7", "CW-Inf51") == [3, 2]
    state = play(state, "done")
    assert {each.unit for each in state.replacements.values()} == {"1Buffs", "2SctGds"}, "who lacks most"


@pytest.mark.case("20.41", "20.65", "20.51")
@pytest.mark.parametrize(
    ("order", "case"),
    [
        ("allot CW-Inf7:6 to 1Buffs", "20.41"),
        ("allot CW-Inf9:1 to 1Buffs", "20.41"),
        ("allot CW-Inf7:1 to I/157", "20.41"),  # the enemy's
        ("allot CW-Inf7:1 to 3CldGds", "20.41"),  # not in play
        ("allot CW-Inf7:1 to 1RTR", "20.65"),  # tanks
        ("allot CW-Inf7:1 to 2SctGds", "20.65"),  # complete
    ],
)
def test_points_are_not_meant_for_who_cannot_have_them(order: str, case: str) -> None:
    state = arrived(f"CW-Inf7[5] {CAIRO}, 1Buffs[1], 2SctGds, 1RTR[A9:1] D3714, I/157[2] C4019")
    assert refused(state, order) == case


@pytest.mark.case("20.41")
def test_points_keep_their_unit_until_it_is_lost_or_complete() -> None:
    units = f"CW-Inf7[5] {CAIRO}, 1Buffs[1], 1RNF[1] D3714"
    state = organising(units, replacements=meant(CW_Inf7="1Buffs"))
    assert refused(state, "allot CW-Inf7:5 to 1RNF") == "20.41"
    gone = {**state.units, "1Buffs": replace(state.units["1Buffs"], at=ELIMINATED)}
    state = replace(state, units=gone, stacks={**state.stacks, board().hex("D3714"): ("1RNF",)})
    state = play(state, "allot CW-Inf7:5 to 1RNF")
    assert state.replacements["CW-Inf7"].unit == "1RNF"


@pytest.mark.case("28.24")
def test_escaped_prisoners_are_replacement_points_a_month_later() -> None:
    home = (Returning("italian", 4, 12), Returning("commonwealth", 2, 11), Returning("italian", 9, 13))
    draft = draft_of(position("1RNF[1] E1829", turn=12, returning=home))
    open_allotment(draft)
    state = draft.state
    found = {name: (points(state, name)[0], each.left) for name, each in state.replacements.items()}
    assert sorted(found.values()) == [(2, 3), (4, 3)] and state.returning == home[2:]
    assert {state.units[name].at for name in found} == {TRIPOLI, board().hex("E1829")}


# What they are like [20.42, 20.43, 20.45]


@pytest.mark.case("20.42")
def test_they_have_a_morale_of_minus_three_and_only_defend() -> None:
    draft = draft_of(position(turn=12, plans=freight(Cargo("german", "PzIIIH", 4), lane=1)))
    land_convoys(draft)
    (name,) = draft.state.replacements
    assert draft.state.units[name].morale == -3
    state = position("GE-Tank7[PzIIIH:8] C3918, 1RNF C3919", phasing=AXIS)
    assert not has_role(state, "GE-Tank7", "PzIIIH", "close_assault")
    assert not has_role(state, "GE-Tank7", "PzIIIH", "anti_armour")
    assert has_role(replace(state, phasing=CW), "GE-Tank7", "PzIIIH", "close_assault")
    assert not has_role(replace(state, phasing=CW), "GE-Tank7", "PzIIIH", "anti_armour")


@pytest.mark.case("20.42")
def test_twenty_of_their_points_exert_no_zone() -> None:
    state = position("IT-Inf7[20] C3918")
    assert stacking(state, "IT-Inf7") == 4 and not exerts(state, board().hex("C3918"))


@pytest.mark.case("20.42")
def test_whoever_exceeds_the_allowance_has_no_cohesion_left() -> None:
    draft = draft_of(position("CW-Tank7[A9:2], 1RTR D3714", replacements=meant(CW_Tank7="1RTR")))
    allowance = cpa(draft.state, "CW-Tank7")
    spend(draft, ("CW-Tank7",), 2 * allowance)
    assert draft.state.units["CW-Tank7"].cohesion == 0
    spend(draft, ("CW-Tank7",), 2)
    assert draft.state.units["CW-Tank7"].cohesion == -26


@pytest.mark.case("20.42")
def test_their_allowance_is_that_of_the_unit_they_are_meant_for() -> None:
    """The A9 has more than the Matildas of 7RTR."""
    units = "CW-Tank7[A9:2], 7RTR[Matilda:3] D3714"
    slow = cpa(position(units, replacements=meant(CW_Tank7="7RTR")), "CW-Tank7")
    assert slow == cpa(position(units), "7RTR") < cpa(position(units), "CW-Tank7")


@pytest.mark.case("20.43", "20.45")
@pytest.mark.parametrize(("strength", "battalions"), [(4, 0), (5, 1), (9, 1), (10, 2)])
def test_five_points_are_a_battalion(strength: int, battalions: int) -> None:
    assert stacking(position(f"IT-Inf7[{strength}] C3918"), "IT-Inf7") == battalions


# Training [20.43, 17.37, 19.84]


@pytest.mark.case("20.43")
@pytest.mark.parametrize(("item", "stages"), [("infantry", 3), ("CV33", 6), ("AB41", 6), ("47/32", 1), ("75/27", 1)])
def test_how_long_they_train(item: str, stages: int) -> None:
    draft = draft_of(position(turn=12, plans=freight(Cargo("italian", item, 3), lane=1)))
    land_convoys(draft)
    assert [each.left for each in draft.state.replacements.values()] == [stages]


@pytest.mark.case("20.43", "17.37", "17.33", "17.35")
def test_axis_infantry_trains_in_tripoli_or_a_major_city_under_a_battalion() -> None:
    untrained = {"IT-Inf7": Replacement(left=3)}
    in_tripoli = organising("IT-Inf7[5], I/157 tripoli", side=AXIS, replacements=untrained)
    state = play(in_tripoli, "train IT-Inf7 by I/157")
    draft = draft_of(state)
    count_training(draft)
    assert draft.state.replacements["IT-Inf7"].left == 2
    in_tobruk = organising("IT-Inf7[5], I/157 C4807", side=AXIS, replacements=untrained)
    play(in_tobruk, "train IT-Inf7 by I/157")
    elsewhere = organising("IT-Inf7[5], I/157 C3918", side=AXIS, replacements=untrained)
    assert refused(elsewhere, "train IT-Inf7 by I/157") == "17.37"
    assert refused(in_tobruk, "train I/157 by I/157") == "17.3"


@pytest.mark.case("20.43", "17.37")
def test_tanks_are_trained_by_tanks_and_nobody_by_replacements() -> None:
    untrained = {name: Replacement(left=6) for name in ("IT-Tank7", "IT-Inf8")}
    state = organising("IT-Tank7[CV33:5], IT-Inf8[9], I/157, IX(L) tripoli", side=AXIS, replacements=untrained)
    assert refused(state, "train IT-Tank7 by I/157") == "17.35"
    assert refused(state, "train IT-Tank7 by IT-Inf8") == "17.35"
    play(state, "train IT-Tank7 by IX(L)")


@pytest.mark.case("20.43")
def test_the_stage_of_arrival_counts() -> None:
    state = play(arrived("IT-Inf7[5], I/157 tripoli", side=AXIS), "train IT-Inf7 by I/157", "done")
    draft = draft_of(state)
    count_training(draft)
    assert draft.state.replacements["IT-Inf7"].left == 2


@pytest.mark.case("20.43", "17.33")
def test_points_that_moved_have_not_trained() -> None:
    tired = {"CW-Inf7": Replacement(left=3), "CW-Inf8": Replacement(left=3)}
    mixed = organising(f"CW-Inf7[5] {CAIRO} spent=2, CW-Inf8[5], 1RNF {CAIRO}", replacements=tired)
    assert refused(mixed, "train CW-Inf7 by 1RNF") == "17.33"
    state = organising(f"CW-Inf7[5], 1RNF {CAIRO}", replacements={"CW-Inf7": Replacement(left=3)})
    state = play(state, "train CW-Inf7 by 1RNF")
    assert refused(asking(state, ReplacementMarches("commonwealth")), "forward CW-Inf7 to E1829") == "17.33"


@pytest.mark.case("19.84", "20.43")
def test_anti_tank_guns_for_a_battery_are_uncrated_like_all_guns() -> None:
    draft = draft_of(
        position("IT-Gun7[47/32:3] tripoli, 157Fant+ C4807", replacements={"IT-Gun7": Replacement("157Fant", 1)})
    )
    count_training(draft)
    assert draft.state.replacements["IT-Gun7"].left == 0
    state = organising("IT-Gun7[47/32:3], I/157 tripoli", side=AXIS, replacements={"IT-Gun7": Replacement(left=1)})
    assert refused(state, "train IT-Gun7 by I/157") == "20.43"


# On the way [20.44, 20.45, 20.46]


@pytest.mark.case("20.46")
def test_they_move_with_the_truck_convoys_only() -> None:
    state = position("CW-Tank7[A9:2] D3714", "I/157 D3713", phasing=CW, supply={"CW-S1": ("D3714", 40, 60)})
    assert refused(asking(state, Movement("commonwealth")), "move CW-Tank7 D3714-D3715") == "20.46"
    found = why_not_react(state, "CW-Tank7", ("I/157",))
    assert found is not None and found.case == "20.46"
    withdrawing = asking(state, RetreatBeforeAssault("commonwealth"))
    assert refused(withdrawing, "withdraw CW-Tank7 D3714-D3715") == "20.46"
    box = asking(position("IT-Tank7[CV33:2] tripoli"), Movement("axis"))
    assert refused(box, "depart IT-Tank7 to map") == "20.46"


@pytest.mark.case("20.42", "20.44", "20.45", "20.46", "22.5")
def test_tanks_move_by_themselves_and_burn_fuel() -> None:
    units = "CW-Tank7[A9:2] D3714, 1RTR[A9:1] D3711"
    state = marching(units, replacements=meant(CW_Tank7="1RTR"), supply={"CW-S1": ("D3714", 40, 60)})
    after = play(state, "forward CW-Tank7 to D3711")
    assert where(after, "CW-Tank7") == "D3711" and after.supply["CW-S1"].fuel < 60
    assert after.units["CW-Tank7"].breakdown > 0
    dry = marching(units, replacements=meant(CW_Tank7="1RTR"))
    assert refused(dry, "forward CW-Tank7 to D3711") == "32.23"


@pytest.mark.case("20.45", "22.5", "20.44", "21.42")
def test_a_counter_whose_last_tank_breaks_down_is_taken_off() -> None:
    state = marching("CW-Tank7[A9:1] D3714 breakdown=40 marched=40, 1RNF D3714")
    after = play(state, "done", rolls=(6, 6))
    assert "CW-Tank7" not in after.units and not after.replacements
    assert [each.points for each in after.wrecks.values()] == [1]


@pytest.mark.case("20.42", "20.44", "20.45", "20.46")
def test_they_go_no_farther_than_their_allowance_and_not_next_to_the_enemy() -> None:
    state = marching("CW-Inf7[3] D3714, I/157+ D3711, 1RNF D3715")
    assert refused(state, "forward CW-Inf7 to C4131") == "20.42"
    zoned = marching("CW-Inf7[3] D3714, 7Arm+ D3714, 4/10Army, 157Fant+ D3712")
    assert refused(zoned, "forward CW-Inf7 to D3713") == "20.42"


@pytest.mark.case("20.42", "20.44", "20.46")
def test_infantry_is_carried_by_trucks_that_belong_to_nobody() -> None:
    state = marching("CW-Inf7[3] D3714, 1RNF[2] D3701", motors={"commonwealth": {"D3714": 3}})
    assert refused(state, "carry CW-Inf7 to E1730") == "20.42"
    after = play(state, "carry CW-Inf7 to D3705")
    assert where(after, "CW-Inf7") == "D3705" and after.motors[CW] == {board().hex("D3705"): 3}
    assert after.units["CW-Inf7"].cohesion == 0
    few = marching("CW-Inf7[3] D3714", motors={"commonwealth": {"D3714": 2}})
    assert refused(few, "carry CW-Inf7 to D3713") == "20.44"
    assert refused(marching("CW-Tank7[A9:1] D3714"), "carry CW-Tank7 to D3713") == "20.44"


@pytest.mark.case("20.46", "20.45", "8.83", "6.26")
def test_from_tripoli_they_set_out_for_the_map() -> None:
    state = marching("IT-Inf7[3] tripoli, I/157[2] C4807", side=AXIS)
    after = play(state, "forward IT-Inf7 to map")
    assert after.units["IT-Inf7"].journey is not None


@pytest.mark.case("20.46")
def test_nobody_is_asked_while_all_are_in_training() -> None:
    draft = draft_of(position(f"CW-Inf7[3] {CAIRO} school=1RNF, 1RNF {CAIRO}"))
    open_marches(draft, "commonwealth")
    assert not isinstance(draft.top, ReplacementMarches)


# Taken up [20.3, 20.41, 20.48, 20.49]


@pytest.mark.case("20.3", "20.41", "20.43", "20.48", "20.49")
def test_trained_points_become_part_of_the_unit_they_are_meant_for() -> None:
    units = "1Buffs[2] D3714 cohesion=-3, CW-Inf7[4], 1RNF[2] D3714"
    state = organising(units, replacements=meant(CW_Inf7="1Buffs"))
    assert refused(state, "absorb 1RNF:1") == "19.61"
    after = play(state, "absorb 1Buffs:3")
    assert points(after, "1Buffs", "CW-Inf7") == [5, 1]
    assert after.units["1Buffs"].spent == 4 and after.units["1Buffs"].cohesion == -3
    after = play(after, "absorb 1Buffs:1")
    assert "CW-Inf7" not in after.units and not after.replacements


@pytest.mark.case("20.3", "20.41", "20.43", "20.49")
def test_untrained_points_and_those_elsewhere_are_not_taken_up() -> None:
    raw = organising("CW-Inf7[4], 1Buffs[2] D3714", replacements={"CW-Inf7": Replacement("1Buffs", 1)})
    assert refused(raw, "absorb 1Buffs:1") == "19.61"
    away = organising("CW-Inf7[4] D3713, 1Buffs[2] D3714", replacements=meant(CW_Inf7="1Buffs"))
    assert refused(away, "absorb 1Buffs:1") == "19.61"


@pytest.mark.case("20.41")
def test_points_are_taken_up_even_next_to_the_enemy() -> None:
    units = "CW-Inf7[2], 1Buffs[2] C3818, 157Fant+ C3918"
    state = play(organising(units, replacements=meant(CW_Inf7="1Buffs")), "absorb 1Buffs:2")
    assert points(state, "1Buffs") == [4]


@pytest.mark.case("20.3")
@pytest.mark.parametrize(
    ("unit", "line", "cost"),
    [
        ("1Buffs", "other_infantry", {"infantry": 1}),
        ("2Ches", "machinegun", {"infantry": 2}),
        ("5/8Brs", "italian_bersaglieri", {"infantry": 2}),
        ("V/186", "paratroop_infantry", {"infantry": 2}),
        ("VBrc", "paratroop_infantry", {"infantry": 2}),
        ("3/288", "heavy_weapons", {"infantry": 1, "gun": 1}),
        ("Layforce", "commando", {"infantry": 3}),
        ("200Pio", "engineer_battalion", {"infantry": 2}),
        ("288Pio", "engineer_company", {"infantry": 1}),
        ("11Hus", "armoured_car", {"armoured_recce": 2}),
        ("3Aufk", "armoured_recce", {"armoured_recce": 1}),
        ("15Krad", "motorcycle_recce_camel_or_recce", {"infantry": 2}),
        ("1Sno", "motorcycle_recce_camel_or_recce", {"infantry": 2}),
        ("7Arm", "any_headquarters", {"infantry": 2}),
        ("1SARC", "road_or_railroad_construction", {}),
    ],
)
def test_what_a_point_costs(unit: str, line: str, cost: dict[str, int]) -> None:
    assert (line_of(unit), dict(price(unit))) == (line, cost)


@pytest.mark.case("20.3")
def test_machinegunners_and_heavy_weapons_cost_more() -> None:
    state = organising("CW-Inf7[3], 2Ches[1] D3714", replacements=meant(CW_Inf7="2Ches"))
    assert refused(state, "absorb 2Ches:2") == "19.61"
    assert points(play(state, "absorb 2Ches:1"), "2Ches", "CW-Inf7") == [2, 1]
    heavy = organising(
        "GE-Inf7[2], GE-Gun8[5Pak38:1], 3/288[1] C3918", side=AXIS, replacements=meant(GE_Inf7="3/288", GE_Gun8="3/288")
    )
    assert refused(heavy, "absorb 3/288:2") == "19.61"
    after = play(heavy, "absorb 3/288:1")
    assert points(after, "3/288", "GE-Inf7") == [2, 1] and "GE-Gun8" not in after.units


@pytest.mark.case("20.3")
def test_tanks_and_guns_are_what_they_are() -> None:
    state = organising(
        "CW-Tank7[A10:3], CW-Gun8[2pdr:2], 1RTR[A9:4], 65AT[2pdr:1] D3714",
        replacements=meant(CW_Tank7="1RTR", CW_Gun8="65AT"),
    )
    after = play(state, "absorb 1RTR:A10:3", "absorb 65AT:2pdr:2")
    assert after.units["1RTR"].toe == {"A9": 4, "A10": 3} and after.units["65AT"].toe == {"2pdr": 3}
    assert not after.replacements


# Headquarters [19.63]


@pytest.mark.case("19.63", "19.11")
def test_a_headquarters_is_formed_again_while_half_of_its_units_are_left_and_free() -> None:
    state = organising("CW-Inf7[3], 2Cmrn, 1/6RajRf D3714", "4/7Rajpt C3918")
    lost = {**state.units, "11In": replace(state.units["11In"], at=ELIMINATED)}
    state = replace(state, units=lost)
    after = play(state, "revive 11In with CW-Inf7")
    assert where(after, "11In") == "D3714" and points(after, "CW-Inf7") == [1]
    assert refused(after, "revive 11In with CW-Inf7") == "19.63"
    raw = replace(state, replacements={"CW-Inf7": Replacement(left=1)})
    assert refused(raw, "revive 11In with CW-Inf7") == "20.41"
    both_gone = {name: replace(lost[name], at=ELIMINATED) for name in ("2Cmrn", "1/6RajRf")}
    alone = replace(state, units={**lost, **both_gone}, stacks={board().hex("D3714"): ("CW-Inf7",)})
    assert refused(alone, "revive 11In with CW-Inf7") == "19.63"
    assert assigned(alone, "11In") == ("4/7Rajpt",)  # whoever asked this first
    assert refused(alone, "revive 11In with CW-Inf7") == "19.63"


@pytest.mark.case("19.63", "20.3")
def test_a_headquarters_takes_two_infantry_points_of_its_own_nation_and_nothing_else() -> None:
    own = "CW-Inf7[2], CW-Inf8[1], CW-Tank7[A9:3], 2Cmrn, 1/6RajRf, 7Arm D3714"
    state = organising(own, "4/7Rajpt C3918, IT-Inf1[5] C3930")
    lost = {name: replace(state.units[name], at=ELIMINATED) for name in ("11In", "157Fant")}
    state = replace(state, units={**state.units, **lost})
    for piece in ("CW-Inf8", "CW-Tank7", "IT-Inf1", "2Cmrn", "Nobody"):
        assert refused(state, f"revive 11In with {piece}") == "19.63", piece
    for name in ("7Arm", "157Fant", "Nobody"):  # not lost, the enemy's, and no unit
        assert refused(state, f"revive {name} with CW-Inf7") == "19.63", name
    after = play(state, "revive 11In with CW-Inf7")
    assert where(after, "11In") == "D3714" and "CW-Inf7" not in after.replacements


@pytest.mark.case("23.12", "19.63", "20.3")
def test_engineers_who_were_lost_are_rebuilt_out_of_infantry_points() -> None:
    state = organising("IT-Inf7[3] C3918", side=AXIS)
    lost = {name: replace(state.units[name], at=ELIMINATED) for name in ("64Eng", "I/157")}
    state = replace(state, units={**state.units, **lost})
    assert [order for order in listed(state) if order.startswith("revive")] == ["revive 64Eng with IT-Inf7"]
    after = play(state, "revive 64Eng with IT-Inf7")
    assert where(after, "64Eng") == "C3918" and points(after, "64Eng", "IT-Inf7") == [1, 1]
    assert refused(state, "revive I/157 with IT-Inf7") == "19.63"  # infantry that is gone stays gone


@pytest.mark.case("23.12", "19.63", "20.3")
def test_the_railway_and_road_companies_have_no_price_and_do_not_come_back() -> None:
    state = organising("CW-Inf7[3] D3714")
    state = replace(state, units={**state.units, "10NZRR": replace(state.units["10NZRR"], at=ELIMINATED)})
    assert refused(state, "revive 10NZRR with CW-Inf7") == "19.63"


# Counters that are made, put together and forgotten


@pytest.mark.case("20.42")
def test_counters_that_are_alike_become_one_and_lost_ones_are_forgotten() -> None:
    state = position(
        "CW-Inf7[3], CW-Inf8[2], CW-Inf9[1] D3714, 1RNF C3920",
        replacements=meant(CW_Inf7="1RNF", CW_Inf8="1RNF", CW_Inf9=""),
    )
    draft = draft_of(state)
    gather(draft)
    assert points(draft.state, "CW-Inf7", "CW-Inf9") == [5, 1] and "CW-Inf8" not in draft.state.units


@pytest.mark.case("20.41")
def test_points_whose_unit_is_lost_are_nobodys_and_go_together_with_others_of_that_kind() -> None:
    state = position("CW-Inf7[3], CW-Inf9[1] D3714", replacements=meant(CW_Inf7="1RNF", CW_Inf9=""))
    draft = draft_of(state)
    gather(draft)
    assert points(draft.state, "CW-Inf7") == [4] and draft.state.replacements == meant(CW_Inf7="")


@pytest.mark.case("21.42")
def test_a_counter_that_has_broken_down_altogether_is_forgotten() -> None:
    draft = draft_of(position("GE-Tank7[] C3918", replacements=meant(GE_Tank7="I/5Pz")))
    gather(draft)
    assert "GE-Tank7" not in draft.state.units and not draft.state.stacks


# What others see [3.6]


@pytest.mark.case("20.42")
def test_the_enemy_sees_a_counter_but_neither_its_points_nor_its_type_nor_its_unit() -> None:
    state = position(
        "GE-Tank7[PzIVD:3] C3918, 1RNF C3920",
        replacements={"GE-Tank7": Replacement("I/5Pz", 4)},
        drawn={"german/PzIVD": Drawn(3, 60, 3)},
        scenario=ITALIANS,
    )
    seen = observe(state, CW)
    assert seen.units["GE-Tank7"].toe == {"": 5} and seen.replacements["GE-Tank7"] == Replacement()
    assert not seen.drawn and observe(state, AXIS).drawn == state.drawn
    for other in disguises(state, CW):
        assert observe(other, CW) == seen
        assert view(other, CW) == view(state, CW)


@pytest.mark.case("20.42")
def test_what_a_convoy_has_lost_and_still_carries_is_for_the_axis_alone() -> None:
    owed = tuple(each for each in dues(EXAMPLE, 10) if len(each.items) > 1)
    state = asking(position(turn=12), Foundering("axis", Consignment(12, 2, 5, 1, EXAMPLE[1:]), owed))
    (frame,) = (each for each in observe(state, CW).stack if isinstance(each, Foundering))
    assert frame.convoy == Consignment(0, 0) and frame.owed == ()


def test_a_player_asks_about_his_replacements() -> None:
    state = position("CW-Inf7[3] D3714", replacements={"CW-Inf7": Replacement("1RNF", 2)}, scenario=ITALIANS)
    told = explain(state, CW, "replacements")
    assert "CW-Inf7: 3 infantry" in str(told) and "1RNF" in str(told)
    assert "CW-Inf7" not in str(explain(observe(state, AXIS), AXIS, "replacements"))


# The screen


def test_offers_for_replacement_points() -> None:
    state = marching("CW-Inf7[3] D3714, 1RNF[2] D3713", replacements=meant(CW_Inf7="1RNF"))
    assert [offer.action for offer in offers(state, CW, ())] == ["done"]
    goals = {offer.at for offer in offers(state, CW, ("CW-Inf7",))}
    assert "D3713" in goals
    assert str(propose(state, CW, ("CW-Inf7",), "D3713")) == "forward CW-Inf7 to D3713"
    labels = [offer.label for offer in offers(planning(), AXIS, ())]
    assert "plan 10 Italian infantry (20.6)" in labels


def test_offers_of_the_organization_phase() -> None:
    """[20.41, 20.9, 19.63]"""
    state = organising(f"CW-Inf7[3], 1Buffs {CAIRO}, 1RNF[1] D3714")
    assert "allot CW-Inf7:3 to 1RNF" in {offer.action for offer in offers(state, CW, ("CW-Inf7",))}
    assert "lend 1Buffs" in {offer.action for offer in offers(state, CW, ("1Buffs",))}
    assert any(offer.action.startswith("allot CW-Inf7:") for offer in offers(state, CW, ()))


# The staff


def test_the_staff_plans_what_its_units_lack() -> None:
    state = position("I/157[2], IX(L)[CV33:1] C4807", scenario=ITALIANS, turn=9, last_turn=20)
    after, orders = carried_out(state, Planning("axis"))
    assert orders[0].startswith("request italian/infantry:") and "CV33" in orders[0] and orders[-1] == "done"
    assert after.plans[AXIS]


def test_the_staff_trains_sends_and_takes_up() -> None:
    untrained = {"CW-Inf7": Replacement("1Buffs", 3)}
    _, orders = carried_out(
        position(f"CW-Inf7[2], 1RNF {CAIRO}, 1Buffs[2] D3714", replacements=untrained, scenario=ITALIANS),
        Organisation("commonwealth"),
    )
    assert "train CW-Inf7 by 1RNF" in orders
    near = position("CW-Inf7[2] D3714, 1Buffs[2] D3713", replacements=meant(CW_Inf7="1Buffs"), scenario=ITALIANS)
    after, orders = carried_out(near, ReplacementMarches("commonwealth"))
    assert orders == ["forward CW-Inf7 to D3713", "done"]
    after, orders = carried_out(replace(after, units=rested(after)), Organisation("commonwealth"))
    assert "absorb 1Buffs:2" in orders


def rested(state: Campaign) -> dict[str, Any]:
    return {name: replace(unit, spent=0) if unit.spent else unit for name, unit in state.units.items()}


@pytest.mark.case("20.41", "20.43", "20.76")
def test_arrivals_are_asked_about_and_the_list_can_be_played() -> None:
    draft = draft_of(arrived(f"CW-Inf7[5] {CAIRO}, 1RNF, 1Buffs[1] {CAIRO}"))
    open_allotment(draft)
    assert isinstance(draft.top, Allotment)
    state = arrived(f"CW-Inf7[5] {CAIRO}, 1RNF, 1Buffs[1] {CAIRO}")
    offered = listed(state)
    for order in offered:
        play(state, order)
    assert {"done", "allot CW-Inf7:5 to 1Buffs", "train CW-Inf7 by 1RNF", "land CW-Inf7 at E3613"} <= {*offered}
    assert f"land CW-Inf7 at {CAIRO}" not in offered and "land CW-Inf7 at C4807" not in offered
    trained = play(state, "allot CW-Inf7:5 to 1Buffs", "train CW-Inf7 by 1RNF")
    assert not any(order.startswith(("allot", "train", "land")) for order in listed(trained))
    assert refused(trained, "land CW-Inf7 at E3613") == "20.76"


@pytest.mark.case("20.43", "15.53")
def test_many_points_stack_as_so_many_battalions_and_fight_as_one() -> None:
    state = position("CW-Inf7[36] D3714")
    assert stacking(state, "CW-Inf7") == 7 and size(state, "CW-Inf7") == 1
    assert size(position("CW-Inf7[4] D3714"), "CW-Inf7") == 0


def test_the_staff_fetches_tanks_to_train_tanks_and_keeps_them_there() -> None:
    waiting = {"CW-Tank7": Replacement("1RTR", 6)}
    fields = {"scenario": ITALIANS, "phasing": CW, "first": CW, "replacements": waiting}
    state = position(
        f"CW-Tank7[A9:3] {CAIRO}, 7RTR E1930, 157Fant+ C4019", supply={"CW-S1": ("E1930", 40, 60)}, **fields
    )
    after, orders = carried_out(state, Movement("commonwealth"))
    assert where(after, "7RTR") == CAIRO, orders
    there = position(f"CW-Tank7[A9:3], 7RTR {CAIRO}, 157Fant+ C4019", supply={"CW-S1": (CAIRO, 40, 60)}, **fields)
    after, _ = carried_out(there, Movement("commonwealth"))
    assert where(after, "7RTR") == CAIRO
    box = {"scenario": ITALIANS, "replacements": {"IT-Tank7": Replacement(left=6)}}
    after, orders = carried_out(position("IT-Tank7[CV33:3], IX(L), I/157 tripoli", **box), Movement("axis"))
    assert "depart I/157 to map" in orders and "depart IX(L) to map" not in orders


@pytest.mark.case("19.63")
def test_units_attached_to_others_are_not_free_to_form_their_headquarters() -> None:
    state = organising("CW-Inf7[3] D3714, 4NZ D3714, 2Cmrn>4NZ, 1/6RajRf>4NZ", "4/7Rajpt C3918")
    state = replace(state, units={**state.units, "11In": replace(state.units["11In"], at=ELIMINATED)})
    assert refused(state, "revive 11In with CW-Inf7") == "19.63"
    assert refused(state, "revive 1RNF with CW-Inf7") == "19.63"  # neither a headquarters nor engineers
    assert refused(state, "revive 11In with 4/7Rajpt") == "19.63"  # no Replacement Points


@pytest.mark.case("20.63", "20.71", "20.72")
def test_the_axis_is_asked_while_one_of_its_nations_has_points_to_plan() -> None:
    draft = draft_of(position(scenario=ITALIANS, turn=9, last_turn=20, drafted=20))
    open_planning(draft)
    assert {frame.side for frame in draft.state.stack if isinstance(frame, Planning)} == {AXIS, CW}


@pytest.mark.case("6.17", "20.42", "20.44")
def test_trucks_that_have_nothing_left_carry_nobody() -> None:
    state = marching("CW-Inf7[3] D3714", motors={"commonwealth": {"D3714": 5}})
    tired = replace(state, driven={CW: {board().hex("D3714"): (5, 60)}})
    assert list(carry_reach(state, "commonwealth", "CW-Inf7"))
    assert not list(carry_reach(tired, "commonwealth", "CW-Inf7"))
    guns = marching("CW-Gun7[25pdr:2] D3714", motors={"commonwealth": {"D3714": 5}})
    far = [carry_reach(state, "commonwealth", "CW-Inf7"), carry_reach(guns, "commonwealth", "CW-Gun7")]
    assert [max(found.points(goal) for goal in found) for found in far] == [20 * POINT, 15 * POINT]
    assert refused(tired, "carry CW-Inf7 to D3713") == "20.42"


@pytest.mark.case("20.45", "21.11", "21.37")
def test_tanks_that_march_through_a_sandstorm_remember_it() -> None:
    units = "CW-Tank7[A9:2] D3714, 1RTR[A9:1] D3711"
    supply = {"CW-S1": ("D3714", 40, 60)}
    storm = marching(units, weather="sandstorm", foul=("D",), replacements=meant(CW_Tank7="1RTR"), supply=supply)
    after = play(storm, "forward CW-Tank7 to D3712").units["CW-Tank7"]
    assert 0 < after.in_sand <= after.marched


@pytest.mark.case("20.44", "20.46")
def test_marches_are_listed_for_who_can_go_and_every_one_of_them_is_accepted() -> None:
    state = marching(
        "CW-Inf7[3], CW-Inf8[2] D3714, CW-Gun7[Sited75:2] D3713 school=1RNF, 1RNF D3714",
        motors={"commonwealth": {"D3714": 3}},
    )
    orders = listed(state)
    assert orders[0] == "done" and any(order.startswith("forward CW-Inf7") for order in orders)
    assert any(order.startswith("carry CW-Inf7") for order in orders) and not any("CW-Gun7" in each for each in orders)
    for order in orders:
        play(state, order)
    boxes = marching("IT-Inf7[3] tripoli", side=AXIS)
    assert any(order.startswith("forward IT-Inf7 to") for order in listed(boxes))
    tired = marching("CW-Inf7[3] D3714 spent=20")
    assert listed(tired) == ["done"]
    assert refused(state, "stay") == "20.46" and play(state, "done").stack == state.stack[:-1]


@pytest.mark.case("20.46")
def test_nobody_is_asked_for_marches_who_has_nobody_to_send() -> None:
    for units, is_asked in (("CW-Inf7[3] D3714", True), ("CW-Inf7[3] D3714 spent=20", False), ("1RNF D3714", False)):
        draft = draft_of(position(units))
        open_marches(draft, "commonwealth")
        assert (len(draft.state.stack) == 2) is is_asked, units


@pytest.mark.case("20.44", "8.99")
def test_trucks_carry_only_who_has_not_moved_to_where_there_is_room_and_a_way() -> None:
    for units, order, case in (
        ("CW-Inf7[3] D3714 spent=2", "carry CW-Inf7 to D3713", "20.44"),
        ("CW-Inf7[3] D3714", "carry CW-Inf7 to D3714", "20.42"),
        ("CW-Inf7[3] D3714", "carry CW-Inf7 to A4827", "20.42"),
        ("CW-Inf7[3] D3714 school=1RNF", "carry CW-Inf7 to D3713", "17.33"),
        ("CW-Inf7[3] D3714 cohesion=-26", "carry CW-Inf7 to D3713", "6.26"),
        ("CW-Inf7[3] D3714, 1RNF D3714", "carry 1RNF to D3713", "20.46"),
    ):
        assert refused(marching(units, motors={"commonwealth": {"D3714": 3}}), order) == case, order


@pytest.mark.case("20.61", "20.62", "20.63", "20.41", "20.43", "20.76")
def test_planning_and_allotment_end_with_done_and_take_no_other_orders() -> None:
    state = planning()
    assert play(state, "done").stack == state.stack[:-1]
    waiting = position(f"CW-Inf7[4] {CAIRO}, 1RNF[3] {ALEXANDRIA}", replacements={"CW-Inf7": Replacement(left=3)})
    allotting = asking(waiting, Allotment("commonwealth"))
    assert refused(allotting, "stay") == "20.41"
