"""Prisoners on the map: led away, guarded, marched to the Departure Points, escaped and caught again."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.contents import Captives, Report, Returning
from sandtable.games.campaign_for_north_africa.ground.stacking import fits
from sandtable.games.campaign_for_north_africa.losses.captives import take_captives
from sandtable.games.campaign_for_north_africa.losses.surrender import surrender
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.offers import offers, propose
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.organisation.attachment_limits import check_attachment
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters, ratings
from sandtable.games.campaign_for_north_africa.pieces.units import cpa, stacking
from sandtable.games.campaign_for_north_africa.prisoners.escapes import settle
from sandtable.games.campaign_for_north_africa.prisoners.phase import (
    PrisonerMarches,
    Taking,
    await_captors,
    merge,
    open_prisoners,
)
from sandtable.games.campaign_for_north_africa.prisoners.tables import departure_points
from sandtable.games.campaign_for_north_africa.sight.observe import disguises, observe
from sandtable.games.campaign_for_north_africa.sight.questions import explain
from sandtable.games.campaign_for_north_africa.sight.view import view
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.turn import MovementAndCombat, open_truck_phase
from tests.campaign_for_north_africa.positions import asking, play, play_noting, position, refusal, spent, where
from tests.campaign_for_north_africa.staffwork import carried_out
from tests.playing import THE_END, Rolls, draft_of, top

AXIS, CW = "axis", "commonwealth"


def lot(at: str, points: int, captor: Side | None = "axis", **fields: Any) -> Captives:
    """Prisoner Points of the Commonwealth whom the Axis holds, or the other way round."""
    nation = "italian" if captor == "commonwealth" else "commonwealth"
    return Captives("italian" if nation == "italian" else "commonwealth", board().hex(at), points, captor, **fields)


def held(*units: str, lots: dict[str, Captives], guards: dict[str, str] | None = None, **fields: Any) -> Campaign:
    return position(*units, captives=lots, guards=guards or {}, serial=50, **fields)


def marching(*units: str, lots: dict[str, Captives], side: Side = "axis", **fields: Any) -> Campaign:
    return asking(held(*units, lots=lots, **fields), PrisonerMarches(side))


def taking(*units: str, lots: dict[str, Captives], **fields: Any) -> Campaign:
    return asking(held(*units, lots=lots, **fields), Taking("axis"))


def lots_at(state: Campaign, at: str) -> int:
    return sum(each.points for each in state.captives.values() if each.at == board().hex(at))


# Taken [28.11, 28.12]


@pytest.mark.case("28.11")
def test_infantry_that_surrenders_lies_as_prisoners_in_its_hex_and_tanks_do_not() -> None:
    draft = draft_of(position("2SctGds, 1RTR C3818", "I/157 C3918"))
    surrender(draft, board().hex("C3818"), "axis")
    (prisoners,) = draft.state.captives.values()
    assert prisoners == lot("C3818", 6, free=True, fresh=True)
    assert draft.state.prisoners == {AXIS: 6} and "A9" in draft.state.captured[AXIS]


@pytest.mark.case("28.11")
def test_prisoners_of_a_hex_that_holds_out_are_with_their_captors() -> None:
    draft = draft_of(position("2SctGds, 3CldGds C3818", "I/157 C3918"))
    take_captives(draft, "axis", board().hex("C3818"), (Points("2SctGds", "", 2),))
    assert [board().name(each.at) for each in draft.state.captives.values()] == ["C3918"]


@pytest.mark.case("28.12")
def test_captors_are_asked_when_the_segment_is_over_in_which_prisoners_were_taken() -> None:
    state = asking(
        held("I/157 C3918", lots={"POW-1": lot("C3918", 3, free=True, fresh=True)}), MovementAndCombat("axis", 4)
    )
    state, _ = frames.begin(state, Rolls())
    assert isinstance(top(state), Taking)
    state = play(state, "lead POW-1:3 to C3916")
    assert lots_at(state, "C3916") == 3 and not isinstance(state.stack[-1], Taking)


@pytest.mark.case("28.12")
def test_prisoners_just_taken_are_led_up_to_three_hexes() -> None:
    state = taking("I/157 C3918", lots={"POW-1": lot("C3918", 8, free=True, fresh=True)})
    assert lots_at(play(state, "lead POW-1:8 to C4219"), "C4219") == 8
    assert refusal(state, "lead POW-1:8 to C3914").case == "28.12"  # four hexes
    assert refusal(state, "lead POW-1:9 to C3916").case == "28.12"
    parted = play(state, "lead POW-1:5 to C3916")
    assert (lots_at(parted, "C3916"), lots_at(parted, "C3918")) == (5, 3)
    assert refusal(parted, "lead POW-51:5 to C3915").case == "28.12"  # once only
    assert refusal(state, "escort POW-1:5 to C3917").case == "28.12"


@pytest.mark.case("28.12")
def test_prisoners_are_not_led_to_the_enemy_nor_into_his_zone() -> None:
    state = taking(
        "I/157 C3918", "2SctGds, 3CldGds, 1RNF C3818", lots={"POW-1": lot("C3918", 3, free=True, fresh=True)}
    )
    assert refusal(state, "lead POW-1:3 to C3818").case == "28.12"
    assert refusal(state, "lead POW-1:3 to C3817").case == "28.12"
    assert lots_at(play(state, "lead POW-1:3 to C4018"), "C4018") == 3


@pytest.mark.case("28.12")
def test_prisoners_are_not_led_over_closed_ground() -> None:
    state = taking("I/157 C4807", lots={"POW-1": lot("C4807", 3, free=True, fresh=True)})
    sea = next(
        board().name(hex) for hex in board().neighbours[board().hex("C4807")] if hex >= 0 and not board().playable[hex]
    )
    assert refusal(state, f"lead POW-1:3 to {sea}").case == "28.12"


# On the march [28.13, 28.14, 28.16, 28.17, 28.18]

GUARDED = {"IT-G1": "I/157", "IT-G2": "I/157"}


@pytest.mark.case("28.13", "28.11")
def test_prisoners_march_eight_capability_points_and_never_more() -> None:
    state = marching("IT-G1 C3718", lots={"POW-1": lot("C3718", 5)}, guards=GUARDED)
    assert refusal(state, "escort POW-1:5 to C3216").case == "28.13"  # nine
    state = play(state, "escort POW-1:5 to C3923")
    assert lots_at(state, "C3923") == 5 and where(state, "IT-G1") == "C3923" and spent(state, "IT-G1") == 8
    assert play(state, "done").stack == (THE_END,)
    assert refusal(state, "escort POW-1:5 to C3922").case == "28.13"
    rested = draft_of(state)
    merge(rested)
    assert [each.spent for each in rested.state.captives.values()] == [0]


@pytest.mark.case("28.13")
def test_prisoners_march_in_their_captors_truck_convoy_phase() -> None:
    draft = draft_of(held(lots={"POW-1": lot("C3718", 5)}))
    open_prisoners(draft, "commonwealth")
    assert not isinstance(draft.top, PrisonerMarches)
    open_prisoners(draft, "axis")
    assert isinstance(draft.top, PrisonerMarches)
    whole = draft_of(held(lots={"POW-1": lot("C3718", 5)}))
    open_truck_phase(whole, "axis")
    assert any(isinstance(frame, PrisonerMarches) for frame in whole.state.stack)


@pytest.mark.case("28.13", "28.22")
def test_prisoners_stand_still_when_their_guards_go() -> None:
    state = held("IT-G1 C3718", lots={"POW-1": lot("C3718", 5)}, guards=GUARDED, phasing="axis")
    state = play(asking(state, Movement("axis")), "move IT-G1 C3718-C3717")
    assert where(state, "IT-G1") == "C3717" and lots_at(state, "C3718") == 5


@pytest.mark.case("28.14")
def test_a_hex_holds_forty_prisoner_points() -> None:
    lots = {"POW-1": lot("C3718", 5), "POW-2": lot("C3717", 36)}
    state = marching("IT-G1 C3718", "IT-G2 C3717", lots=lots, guards=GUARDED)
    assert refusal(state, "escort POW-1:5 to C3717").case == "28.14"
    assert lots_at(play(state, "escort POW-1:4 to C3717"), "C3717") == 40


@pytest.mark.case("28.14")
def test_more_than_five_points_that_stand_are_a_camp_which_both_sides_see() -> None:
    state = held("IT-G1 C3718", lots={"POW-1": lot("C3718", 6), "POW-2": lot("C3717", 5)}, guards=GUARDED)
    for side in (AXIS, CW):
        shown = {piece.id: piece for piece in view(asking(state, PrisonerMarches("axis")), side).pieces}
        assert "camp" in shown["POW-1"].marks and "camp" not in shown["POW-2"].marks
        assert shown["POW-1"].factors == (6,)


@pytest.mark.case("28.16")
def test_prisoners_leave_the_game_at_their_captors_departure_point() -> None:
    state = marching("IT-G1 A2803", lots={"POW-1": lot("A2803", 5)}, guards=GUARDED)
    state, events = play_noting(state, "escort POW-1:5 to A2802")
    assert not state.captives and where(state, "IT-G1") == "A2802"
    assert [event.facts["points"] for event in events if event.kind == "departed"] == [5]
    lots = {"POW-1": lot("E1729", 5, "commonwealth")}
    state = marching("CW-G1 E1729", lots=lots, guards={"CW-G1": "2SctGds"}, side="commonwealth")
    assert not play(state, "escort POW-1:5 to E1829").captives


@pytest.mark.case("28.16")
def test_no_other_city_is_a_departure_point() -> None:
    assert board().hex("C4807") not in departure_points("commonwealth") | departure_points("axis")
    assert not departure_points("axis") & departure_points("commonwealth")


@pytest.mark.case("28.17")
def test_five_prisoner_points_on_the_march_need_a_guard_and_six_need_two() -> None:
    state = marching("IT-G1 C3718", lots={"POW-1": lot("C3718", 6)}, guards=GUARDED)
    assert refusal(state, "escort POW-1:6 to C3717").case == "28.17"
    assert lots_at(play(state, "escort POW-1:5 to C3717"), "C3717") == 5
    state = marching("IT-G1, IT-G2 C3718", lots={"POW-1": lot("C3718", 6)}, guards=GUARDED)
    state = play(state, "escort POW-1:6 to C3717")
    assert where(state, "IT-G1") == where(state, "IT-G2") == "C3717"


@pytest.mark.case("28.17")
def test_one_guard_holds_a_camp_of_any_size() -> None:
    state = marching("IT-G1 C3718", "2SctGds C4018", lots={"POW-1": lot("C3718", 40, fresh=True)}, guards=GUARDED)
    state = play(state, "done")
    assert lots_at(state, "C3718") == 40 and [each.captor for each in state.captives.values()] == [AXIS]


@pytest.mark.case("28.18", "6.17")
def test_trucks_carry_prisoners_and_their_guards() -> None:
    state = marching(
        "IT-G1 C3718",
        lots={"POW-1": lot("C3718", 5)},
        guards=GUARDED,
        motors={"axis": {"C3718": 6}, "commonwealth": {}},
    )
    gone = play(state, "cart POW-1:5 to C3216")
    assert lots_at(gone, "C3216") == 5 and where(gone, "IT-G1") == "C3216"
    assert gone.motors[AXIS] == {board().hex("C3216"): 6}
    assert refusal(gone, "escort POW-1:5 to C3217").case == "28.13"
    few = replace(state, motors={"axis": {board().hex("C3718"): 5}})
    assert refusal(few, "cart POW-1:5 to C3216").case == "28.18"


# Guards [28.22]


@pytest.mark.case("28.22")
def test_a_guard_is_one_point_of_an_infantry_unit() -> None:
    state = marching("I/157[7] C3718", lots={"POW-1": lot("C3718", 5)})
    state = play(state, "guard I/157")
    assert state.units["I/157"].toe == {"": 6} and state.units["IT-G51"].toe == {"": 1}
    assert where(state, "IT-G51") == "C3718" and state.guards == {"IT-G51": "I/157"}
    found = ratings("IT-G51", "", 1)
    assert found.offence is not None and found.offence.value == 0
    assert found.defence is not None and found.defence.value == 1
    assert cpa(state, "IT-G51") == 10 and stacking(state, "IT-G51") == 0
    assert refusal(state, "guard 2SctGds").case == "28.22"


@pytest.mark.case("28.22")
def test_no_guard_from_tanks_from_the_last_point_or_from_a_guard() -> None:
    state = marching("I/157[1], IT-G1, XXI(M) C3718", lots={"POW-1": lot("C3718", 5)}, guards=GUARDED)
    assert counters()["XXI(M)"].is_tank_type
    for name in ("I/157", "IT-G1", "XXI(M)"):
        assert refusal(state, f"guard {name}").case == "28.22"


@pytest.mark.case("28.22")
def test_as_many_guards_as_are_needed_can_be_made() -> None:
    state = marching("I/157[7], II/157[7] C3718", lots={"POW-1": lot("C3718", 40)})
    for _ in range(6):
        state = play(state, "guard I/157", "guard II/157")
    assert len(state.guards) == 12 and state.units["I/157"].toe == {"": 1}


@pytest.mark.case("28.22", "9.25")
def test_guards_do_not_count_among_the_companies_and_are_attached_to_nobody() -> None:
    guards = [f"IT-G{number}" for number in range(1, 9)]
    state = position(f"{', '.join(guards)}, 157Fant C3718", guards=dict.fromkeys(guards, "I/157"))
    assert fits(state, board().hex("C3718"), state.stacks[board().hex("C3718")])
    with pytest.raises(Refusal, match=r"28\.22"):
        check_attachment(state, "IT-G1", "157Fant")


@pytest.mark.case("28.22")
def test_an_unused_guard_returns_to_its_unit() -> None:
    state = marching("I/157[6], IT-G1 C3718", "IT-G2 C3717", lots={}, guards=GUARDED)
    assert refusal(state, "dismiss IT-G2").case == "28.22"
    state = replace(state, known={CW: {"IT-G1": Report(1, 1, "C3718"), "I/157": Report(1, 1, "C3718")}})
    back = play(state, "dismiss IT-G1")
    assert back.known == {CW: {"I/157": Report(1, 1, "C3718")}}
    assert back.units["I/157"].toe == {"": 7} and "IT-G1" not in back.units and back.guards == {"IT-G2": "I/157"}
    assert refusal(marching("I/157[7], IT-G1 C3718", lots={}, guards=GUARDED), "dismiss IT-G1").case == "28.22"


# Escapes [28.23, 28.24, 28.25]


@pytest.mark.case("28.23", "28.24")
def test_prisoners_whose_guards_have_gone_escape_and_rejoin_friends_within_eight_points() -> None:
    state = held("IT-G1 C3717", "2SctGds C3923", lots={"POW-1": lot("C3718", 5)}, guards=GUARDED, turn=3)
    draft = draft_of(state)
    assert not await_captors(draft)
    assert not draft.state.captives and draft.state.returning == (Returning("commonwealth", 5, 7),)


@pytest.mark.case("28.23")
def test_prisoners_under_guard_and_those_just_taken_do_not_escape() -> None:
    lots = {"POW-1": lot("C3718", 5), "POW-2": lot("C3717", 2, fresh=True)}
    draft = draft_of(held("IT-G1 C3718", "2SctGds C3719", lots=lots, guards=GUARDED))
    assert not await_captors(draft) and draft.state.captives == lots


@pytest.mark.case("28.23", "28.17")
def test_without_a_guard_when_the_truck_convoy_phase_ends_they_escape() -> None:
    state = marching("I/157 C3718", "2SctGds E1829", lots={"POW-1": lot("C3718", 5, fresh=True)})
    state = play(state, "done")
    assert [(each.captor, each.points) for each in state.captives.values()] == [(None, 5)]


@pytest.mark.case("28.23", "28.14")
def test_prisoners_beyond_the_forty_of_a_hex_escape() -> None:
    draft = draft_of(held("IT-G1 C3718", "2SctGds E1829", lots={"POW-1": lot("C3718", 43, fresh=True)}, guards=GUARDED))
    settle(draft, "axis")
    assert sorted((each.captor or "", each.points) for each in draft.state.captives.values()) == [("", 3), (AXIS, 40)]


@pytest.mark.case("28.24")
def test_escapees_make_for_their_own_side_on_foot_past_the_enemy() -> None:
    lots = {"POW-1": lot("C3718", 5, None)}
    state = marching("2SctGds C3725", "I/157, II/157 C3721", lots=lots, side="commonwealth", turn=3)
    assert refusal(state, "flee POW-1:5 to C3717").case == "28.24"  # away from them
    assert refusal(state, "flee POW-1:5 to C3721").case == "28.24"  # the enemy
    assert refusal(state, "flee POW-1:5 to C3725").case == "28.24"  # too far
    state = play(state, "flee POW-1:5 to C3722")
    assert lots_at(state, "C3722") == 5 and not state.returning
    rested = draft_of(state)
    merge(rested)
    state = play(asking(rested.state, PrisonerMarches("commonwealth")), "flee POW-1:5 to C3725")
    assert not state.captives and state.returning == (Returning("commonwealth", 5, 7),)


@pytest.mark.case("28.24")
def test_only_their_own_side_moves_escapees() -> None:
    lots = {"POW-1": lot("C3718", 5, None), "POW-2": lot("C3717", 1)}
    state = marching("2SctGds C3726", lots=lots)
    assert refusal(state, "flee POW-1:5 to C3722").case == "28.24"


@pytest.mark.case("28.24")
def test_escapees_who_reach_a_friendly_city_are_safe() -> None:
    state = marching(
        "2SctGds E1829", lots={"POW-1": lot("C4708", 5, None)}, side="commonwealth", control={"C4807": "commonwealth"}
    )
    assert not play(state, "flee POW-1:5 to C4807").captives


@pytest.mark.case("28.25")
def test_an_enemy_unit_that_enters_the_hex_recaptures_escapees() -> None:
    lots = {"POW-1": lot("C3718", 5, None), "POW-2": lot("C3520", 5, None)}
    state = held("I/157 C3719", "2SctGds E1829", lots=lots, phasing="axis")
    state = play(asking(state, Movement("axis")), "move I/157 C3719-C3718")
    assert state.captives == lots | {"POW-1": lot("C3718", 5, "axis", free=True, fresh=True)}  # and no others


@pytest.mark.case("28.25", "28.24")
def test_a_friendly_unit_that_enters_the_hex_sets_prisoners_free() -> None:
    state = held("2SctGds C3719", lots={"POW-1": lot("C3718", 5, fresh=True)}, phasing="commonwealth", turn=3)
    state = play(asking(state, Movement("commonwealth")), "move 2SctGds C3719-C3718")
    assert not state.captives and state.returning == (Returning("commonwealth", 5, 7),)


# What everybody sees


@pytest.mark.case("28.14", "3.62")
def test_both_see_prisoners_but_not_from_which_unit_the_enemys_guards_come() -> None:
    state = asking(
        held("IT-G1 C3718", "2SctGds E1829", lots={"POW-1": lot("C3718", 5)}, guards={"IT-G1": "I/157"}),
        PrisonerMarches("axis"),
    )
    assert observe(state, AXIS).guards == {"IT-G1": "I/157"} and observe(state, CW).guards == {"IT-G1": "IT-G1"}
    assert observe(state, CW).captives == state.captives
    assert all(observe(other, CW) == observe(state, CW) for other in disguises(state, CW))


@pytest.mark.case("28.17", "28.24")
def test_a_player_may_ask_who_is_held_where() -> None:
    lots = {"POW-1": lot("C3718", 12), "POW-2": lot("C3717", 2, None)}
    answer = str(explain(held("IT-G1 C3718", lots=lots, guards={"IT-G1": "I/157"}), CW, "prisoners"))
    assert "1 Guard Point there, one holds them and 3 march with them" in answer and "POW-2: 2 Commonwealth" in answer
    assert "no prisoners" in str(explain(position(), AXIS, "prisoners"))


@pytest.mark.case("28.12", "28.13", "28.22")
def test_the_screen_offers_what_can_be_done_with_prisoners() -> None:
    state = taking("I/157 C3918", lots={"POW-1": lot("C3918", 3, free=True, fresh=True)})
    assert {offer.action for offer in offers(state, AXIS, [])} == {"guard I/157", "done"}
    assert "lead POW-1:3 to C3916" in {offer.action for offer in offers(state, AXIS, ["POW-1"])}
    assert str(propose(state, AXIS, ["POW-1"], "C3916")) == "lead POW-1:3 to C3916"
    state = marching("IT-G1 C3718", lots={"POW-1": lot("C3718", 6)}, guards=GUARDED)
    assert "escort POW-1:5 to C3717" in {offer.action for offer in offers(state, AXIS, ["POW-1"])}
    with pytest.raises(Refusal, match=r"28\.13"):
        propose(state, AXIS, ["POW-1"], "C2010")


# The staff


def test_the_staff_forms_a_guard_and_marches_prisoners_to_the_departure_point() -> None:
    state = held(
        "I/157 B4827", "2SctGds E1829", lots={"POW-1": lot("B4827", 4, fresh=True)}, scenario="grazianis-offensive"
    )
    state, orders = carried_out(state, PrisonerMarches("axis"))
    assert orders[0] == "guard I/157" and orders[1].startswith("escort POW-1:4 to ") and orders[-1] == "done"
    assert [each.captor for each in state.captives.values()] == [AXIS]


def test_near_the_front_the_staff_spares_one_guard_for_a_camp() -> None:
    state = held(
        "I/157, II/157 C3718",
        "2SctGds C3722",
        lots={"POW-1": lot("C3718", 12, fresh=True)},
        scenario="grazianis-offensive",
    )
    state, orders = carried_out(state, PrisonerMarches("axis"))
    assert orders == ["guard I/157", "done"] and lots_at(state, "C3718") == 12


def test_the_staff_leads_no_more_to_a_hex_than_it_holds() -> None:
    state = held("I/157 C3916", lots={"POW-1": lot("C3918", 44, free=True, fresh=True)}, scenario="grazianis-offensive")
    _, orders = carried_out(state, Taking("axis"))
    assert orders == ["lead POW-1:40 to C3916", "done"]


def test_the_staff_leads_prisoners_to_infantry_that_can_guard_them() -> None:
    state = held("I/157 C3916", lots={"POW-1": lot("C3918", 3, free=True, fresh=True)}, scenario="grazianis-offensive")
    _, orders = carried_out(state, Taking("axis"))
    assert orders == ["lead POW-1:3 to C3916"]
