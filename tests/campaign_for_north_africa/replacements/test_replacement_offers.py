"""What others see of Replacement Points, what the screen offers and what the staff does with them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.contents import Consignment, Drawn, Replacement
from sandtable.games.campaign_for_north_africa.logistics.convoy_attacks import Foundering, dues
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.offers import offers, propose
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.pieces.units import size, stacking
from sandtable.games.campaign_for_north_africa.replacements.allotment import Allotment, open_allotment
from sandtable.games.campaign_for_north_africa.replacements.marches import carry_reach
from sandtable.games.campaign_for_north_africa.replacements.phase import ReplacementMarches, open_marches
from sandtable.games.campaign_for_north_africa.replacements.planning import Planning, open_planning
from sandtable.games.campaign_for_north_africa.sight.observe import disguises, observe
from sandtable.games.campaign_for_north_africa.sight.questions import explain
from sandtable.games.campaign_for_north_africa.sight.view import view
from sandtable.games.campaign_for_north_africa.state import ELIMINATED, POINT, Campaign
from tests.campaign_for_north_africa.positions import asking, listed, play, position, where, with_unit
from tests.campaign_for_north_africa.replacements.replacing import (
    ALEXANDRIA,
    AXIS,
    CAIRO,
    CW,
    EXAMPLE,
    arrived,
    marching,
    meant,
    organising,
    planning,
    refused,
)
from tests.campaign_for_north_africa.staffwork import ITALIANS, carried_out
from tests.playing import draft_of

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


@pytest.mark.case("20.41", "20.43", "20.76", "17.35")
def test_only_points_that_have_just_come_are_allotted_landed_and_trained() -> None:
    state = arrived(f"CW-Inf7[5], CW-Inf8[5], 1RNF, 1Buffs[1] {CAIRO}, I/157 E3613")
    state = with_unit(state, "CW-Inf8", landed=False)
    for order in ("allot CW-Inf8:1 to 1Buffs", "land CW-Inf8 at E3714", "train CW-Inf8 by 1RNF"):
        assert refused(state, order) == "20.41", order
        play(state, order.replace("Inf8", "Inf7"))
    assert refused(state, "train CW-Inf7 by 1Buffs") == "17.35"  # less than a third of its strength
    assert refused(state, "land CW-Inf7 at E3613") == "20.76"  # the enemy is there
    assert play(state, "done").stack == state.stack[:-1]


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


@pytest.mark.case("20.42", "20.44", "32.13", "32.56")
@pytest.mark.parametrize("order", ["forward", "carry"])
def test_replacement_points_take_the_trucks_that_the_enemy_has_left_on_their_way(order: str) -> None:
    state = marching("CW-Inf7[3] D3714", motors={"commonwealth": {"D3714": 3}, "axis": {"D3713": 4}})
    state = play(state, f"{order} CW-Inf7 to D3713")
    assert not state.motors["axis"] and state.motors["commonwealth"][board().hex("D3713")] in (4, 7)


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
