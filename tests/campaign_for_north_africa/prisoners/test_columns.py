"""Prisoners at the limits of what they, their guards and their trucks may do."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.contents import Captives, Replacement, Returning
from sandtable.games.campaign_for_north_africa.logistics.truck_routes import reach
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.prisoners.escapes import (
    escaped_of,
    held_by,
    is_near_friends,
    is_safe,
    meet,
    release_unguarded,
    settle,
)
from sandtable.games.campaign_for_north_africa.prisoners.guards import dismissible, guards_at, may_form
from sandtable.games.campaign_for_north_africa.prisoners.marches import distance_to_friends, fleeing_reach
from sandtable.games.campaign_for_north_africa.prisoners.phase import (
    PrisonerMarches,
    Taking,
    await_captors,
    merge,
    open_prisoners,
)
from sandtable.games.campaign_for_north_africa.prisoners.tables import guards_needed
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign
from tests.campaign_for_north_africa.positions import (
    asking,
    listed,
    play,
    play_noting,
    refusal,
    spent,
    where,
    with_unit,
)
from tests.campaign_for_north_africa.prisoners.test_prisoners import (
    AXIS,
    CW,
    GUARDED,
    held,
    lot,
    lots_at,
    marching,
    taking,
)
from tests.playing import THE_END, draft_of


def captors(state: Campaign) -> dict[str, tuple[str | None, int]]:
    return {name: (each.captor, each.points) for name, each in state.captives.items()}


# Whom an order names [28.11, 28.12, 28.13, 28.18, 28.24]

TWO_HEXES = {"POW-1": lot("C3718", 5), "POW-2": lot("C3717", 5), "POW-3": lot("C3718", 5, "commonwealth")}
NAMED = ["POW-1:2, POW-1:2", "POW-9:1", "POW-3:1", "POW-1:0", "POW-1:6", "POW-1:2, POW-2:2", "POW-1:A9:2"]


@pytest.mark.case("28.13", "28.18")
@pytest.mark.parametrize("named", NAMED)
def test_an_order_names_markers_of_one_hex_that_one_holds_once_each_and_no_more_than_there_are(named: str) -> None:
    state = marching("IT-G1 C3718", "IT-G2 C3717", lots=TWO_HEXES, guards=GUARDED, motors={"axis": {"C3718": 20}})
    assert refusal(state, f"escort {named} to C3716").case == "28.13"
    assert refusal(state, f"cart {named} to C3716").case == "28.18"
    for points in (1, 5):
        assert lots_at(play(state, f"escort POW-1:{points} to C3716"), "C3716") == points


@pytest.mark.case("28.12", "28.24")
@pytest.mark.parametrize("named", NAMED)
def test_who_is_led_away_or_flees_is_named_in_the_same_way(named: str) -> None:
    taken = {name: replace(each, free=True) for name, each in TWO_HEXES.items()}
    assert refusal(taking("I/157 C3719", lots=taken), f"lead {named} to C3716").case == "28.12"
    fled = {"POW-1": lot("C3718", 5, None), "POW-2": lot("C3717", 5, None), "POW-3": lot("C3718", 5)}
    state = marching("2SctGds C3725", lots=fled, side="commonwealth")
    assert refusal(state, f"flee {named} to C3720").case == "28.24"
    assert lots_at(play(state, "flee POW-1:1 to C3720"), "C3720") == 1


@pytest.mark.case("28.12", "28.13", "28.18", "28.24")
def test_they_go_to_a_hex_that_there_is() -> None:
    state = marching("IT-G1 C3718", lots={"POW-1": lot("C3718", 5)}, guards=GUARDED)
    assert refusal(state, "escort POW-1:5 to C9999").case == "28.13"
    assert refusal(state, "escort POW-1:5 to C3718").case == "28.13"  # where they are


# Led away [28.12, 28.14]


@pytest.mark.case("28.12", "28.14")
def test_no_more_than_forty_are_led_to_a_hex() -> None:
    lots = {"POW-1": lot("C3918", 6, free=True, fresh=True), "POW-2": lot("C3916", 35)}
    state = taking("I/157 C3918", "IT-G1 C3916", lots=lots, guards=GUARDED)
    assert refusal(state, "lead POW-1:6 to C3916").case == "28.14"
    assert lots_at(play(state, "lead POW-1:5 to C3916"), "C3916") == 40


@pytest.mark.case("28.12")
def test_who_has_been_led_stays_and_the_rest_is_still_asked_about() -> None:
    lots = {"POW-1": lot("C3918", 6, free=True, fresh=True), "POW-2": lot("C3917", 2), "POW-3": lot("C3918", 1)}
    state = taking("I/157 C3918", lots=lots)
    assert refusal(state, "lead POW-2:2 to C3916").case == "28.12"  # taken some time ago
    assert refusal(state, "lead POW-1:6, POW-3:1 to C3916").case == "28.12"
    assert [order.split()[1] for order in listed(state) if order.startswith("lead")] == ["POW-1:6"] * 3
    state = play(state, "lead POW-1:4 to C3916")
    assert isinstance(state.stack[-1], Taking)
    state = play(state, "done")
    assert state.stack == (THE_END,) and not any(each.free for each in state.captives.values())
    assert [each.points for each in state.captives.values() if each.fresh] == [2, 4]


@pytest.mark.case("28.12")
def test_prisoners_are_led_the_shortest_way() -> None:
    state = taking("I/157 C3918", lots={"POW-1": lot("C3918", 6, free=True, fresh=True)})
    _, events = play_noting(state, "lead POW-1:6 to C3917")
    assert [event.facts["path"] for event in events if event.kind == "led"] == [["C3918", "C3917"]]


@pytest.mark.case("28.12", "28.22")
def test_a_guard_may_be_formed_while_prisoners_are_led_away() -> None:
    state = taking("I/157[3] C3918", lots={"POW-1": lot("C3918", 6, free=True, fresh=True)})
    state = play(state, "guard I/157")
    assert isinstance(state.stack[-1], Taking) and where(state, "IT-G51") == "C3918"
    assert refusal(state, "guard 2SctGds").case == "28.22"


@pytest.mark.case("28.12", "28.16")
def test_prisoners_led_to_the_departure_point_are_gone() -> None:
    state = taking("I/157 A2803", lots={"POW-1": lot("A2803", 6, free=True, fresh=True)})
    state = play(state, "lead POW-1:6 to A2802")
    assert not state.captives and state.stack == (THE_END,)


@pytest.mark.case("28.16", "28.14")
def test_any_number_goes_to_the_departure_point() -> None:
    state = taking("I/157 A2803", lots={"POW-1": lot("A2803", 41, free=True, fresh=True)})
    assert not play(state, "lead POW-1:41 to A2802").captives
    assert refusal(state, "lead POW-1:41 to A2804").case == "28.14"


@pytest.mark.case("28.16")
def test_only_the_captors_own_departure_point_takes_prisoners_off_the_map() -> None:
    lots = {"POW-1": lot("A2802", 5, "commonwealth"), "POW-2": lot("A2803", 2), "POW-3": lot("A2802", 3, None)}
    draft = draft_of(held("CW-G1 A2802", "IT-G1 A2803", lots=lots, guards={"CW-G1": "2SctGds", "IT-G1": "I/157"}))
    assert not await_captors(draft) and draft.state.captives == lots
    gone = draft_of(held("IT-G1 A2802", lots={"POW-1": lot("A2802", 5)}, guards=GUARDED))
    assert not await_captors(gone) and not gone.state.captives


@pytest.mark.case("28.12", "28.23")
def test_captors_are_asked_only_about_those_just_taken() -> None:
    lots = {"POW-1": lot("C3718", 5, free=True, fresh=True)}
    draft = draft_of(held("I/157 C3718", lots=lots))
    assert await_captors(draft) and draft.top == Taking("axis")
    theirs = {"POW-1": lot("C3718", 5, "commonwealth", free=True, fresh=True)}
    draft = draft_of(held("2SctGds C3718", lots=theirs))
    assert await_captors(draft) and draft.top == Taking("commonwealth")
    draft = draft_of(held("I/157 C3718", lots={}))
    assert not await_captors(draft)


# On the march [28.13, 28.17]


@pytest.mark.case("28.13")
@pytest.mark.parametrize(("done", "far"), [(0, "C3923"), (2, "C3922"), (4, "C3720"), (7, None), (8, None)])
def test_prisoners_march_with_what_their_allowance_leaves_them(done: int, far: str | None) -> None:
    """C3717 and C3719 are two points away, C3720 four, C3922 six, C3923 eight."""
    lots = {"POW-1": lot("C3718", 3, spent=done * POINT), "POW-2": lot("C3718", 2)}
    state = marching("IT-G1 C3718", lots=lots, guards=GUARDED)
    if far is None:
        assert refusal(state, "escort POW-1:3 to C3717").case == "28.13"
        return
    for order in (f"escort POW-1:3 to {far}", f"escort POW-1:3, POW-2:2 to {far}"):  # the tired set the pace
        assert lots_at(play(state, order), far) in (3, 5)
    if done:
        assert refusal(state, "escort POW-1:3, POW-2:2 to C3923").case == "28.13"
    assert lots_at(play(state, "escort POW-2:2 to C3923"), "C3923") == 2


@pytest.mark.case("28.13", "28.17")
def test_the_guards_who_have_done_least_go_and_none_beyond_what_it_may_do() -> None:
    lots = {"POW-1": lot("C3718", 5)}
    state = marching("IT-G1 C3718 spent=4, IT-G2 C3718 spent=2", lots=lots, guards=GUARDED)
    assert guards_at(state, board().hex("C3718"), "axis") == ["IT-G2", "IT-G1"]
    gone = play(state, "escort POW-1:5 to C3717")
    assert (where(gone, "IT-G1"), where(gone, "IT-G2")) == ("C3718", "C3717") and spent(gone, "IT-G2") == 4
    assert gone.captives["POW-1"].spent == 2 * POINT


@pytest.mark.case("28.13", "28.18", "32.13", "32.56")
@pytest.mark.parametrize("order", ["escort", "cart"])
def test_guards_take_the_trucks_that_the_enemy_has_left_on_their_way(order: str) -> None:
    left = {"axis": {"C3718": 20}, "commonwealth": {"C3719": 3}}
    state = marching("IT-G1 C3718", lots={"POW-1": lot("C3718", 5)}, guards=GUARDED, motors=left)
    state = play(state, f"{order} POW-1:5 to C3720")
    assert not state.motors["commonwealth"] and state.motors["axis"][board().hex("C3719")] == 3


@pytest.mark.case("28.17")
@pytest.mark.parametrize(("points", "guards"), [(1, 1), (5, 1), (6, 2), (10, 2), (11, 3), (40, 8)])
def test_a_guard_marches_with_every_five_points_begun(points: int, guards: int) -> None:
    assert guards_needed(points) == guards


@pytest.mark.case("28.17", "28.13")
def test_guards_of_the_enemy_and_of_another_hex_escort_nobody() -> None:
    lots = {"POW-1": lot("C3718", 5)}
    state = marching("IT-G1 C3717", "I/157 C3718", lots=lots, guards=GUARDED)
    assert refusal(state, "escort POW-1:5 to C3719").case == "28.17"


@pytest.mark.case("28.17", "28.18")
@pytest.mark.parametrize(("done", "may_march"), [(13, True), (14, False)])
def test_a_guard_on_foot_goes_half_as_far_again_as_its_allowance_of_ten_but_rides_beyond_that(
    done: int, may_march: bool
) -> None:
    lots = {"POW-1": lot("C3718", 5)}
    state = marching(f"IT-G1 C3718 spent={done}", lots=lots, guards=GUARDED, motors={"axis": {"C3718": 6}})
    if may_march:
        assert where(play(state, "escort POW-1:5 to C3717"), "IT-G1") == "C3717"
    else:
        assert refusal(state, "escort POW-1:5 to C3717").case == "28.17"
    assert where(play(state, "cart POW-1:5 to C3717"), "IT-G1") == "C3717"


@pytest.mark.case("28.14", "28.13")
def test_only_ones_own_prisoners_count_towards_the_forty_of_a_hex() -> None:
    lots = {"POW-1": lot("C3718", 5), "POW-2": lot("C3717", 35), "POW-3": lot("C3717", 9, None)}
    state = marching("IT-G1 C3718", "IT-G2 C3717", lots=lots, guards=GUARDED)
    assert lots_at(play(state, "escort POW-1:5 to C3717"), "C3717") == 49


@pytest.mark.case("28.13", "28.17", "28.18", "28.22", "28.24")
def test_the_listing_has_marches_carriage_and_flight() -> None:
    lots = {"POW-1": lot("C3718", 5), "POW-2": lot("C3718", 2, "commonwealth"), "POW-3": lot("C3718", 3, None)}
    units = ("IT-G1 C3718", "2SctGds C3725")
    state = marching(*units, lots=lots, guards={"IT-G1": "I/157"}, motors={"axis": {"C3718": 6}})
    kinds = [order.partition(" to ")[0] for order in listed(state)]
    assert kinds == ["done", *["escort POW-1:5"] * 3, *["cart POW-1:5"] * 3]
    own = [order.partition(" to ")[0] for order in listed(asking(state, PrisonerMarches("commonwealth")))]
    assert own == ["done", *["flee POW-3:3"] * 3]


# On trucks [28.18, 6.17]


@pytest.mark.case("28.18", "6.17")
def test_who_has_walked_is_not_carried_and_who_was_carried_walks_no_more() -> None:
    lots = {"POW-1": lot("C3718", 5), "POW-2": lot("C3718", 1, spent=POINT)}
    state = marching("IT-G1, IT-G2 C3718", lots=lots, guards=GUARDED, motors={"axis": {"C3718": 8}})
    assert refusal(state, "cart POW-1:5, POW-2:1 to C3717").case == "28.18"
    gone = play(state, "cart POW-1:5 to C3717")
    assert gone.captives["POW-1"].spent == 8 * POINT and spent(gone, "IT-G1") <= 8
    assert gone.motors[AXIS] == {board().hex("C3718"): 2, board().hex("C3717"): 6}
    assert refusal(gone, "cart POW-1:5 to C3716").case == "28.18"


@pytest.mark.case("28.18", "6.17", "28.17")
def test_a_motorization_point_for_every_prisoner_point_and_every_guard() -> None:
    lots = {"POW-1": lot("C3718", 6)}
    state = marching("IT-G1, IT-G2 C3718", lots=lots, guards=GUARDED, motors={"axis": {"C3718": 8}})
    assert play(state, "cart POW-1:6 to C3717").motors[AXIS] == {board().hex("C3717"): 8}
    few = replace(state, motors={"axis": {board().hex("C3718"): 7}})
    assert refusal(few, "cart POW-1:6 to C3717").case == "28.18"
    assert lots_at(play(few, "cart POW-1:5 to C3717"), "C3717") == 5
    alone = marching("IT-G1 C3718", lots=lots, guards=GUARDED, motors={"axis": {"C3718": 8}})
    assert refusal(alone, "cart POW-1:6 to C3717").case == "28.17"


@pytest.mark.case("28.18", "6.17")
def test_trucks_carry_prisoners_twenty_capability_points_and_no_farther() -> None:
    state = marching("IT-G1 C3718", lots={"POW-1": lot("C3718", 5)}, guards=GUARDED, motors={"axis": {"C3718": 6}})
    far = reach(state, "axis", board().hex("C3718"), 21 * POINT)
    by_cost = {far.points(hex): board().name(hex) for hex in far}
    for cost in (19 * POINT, 20 * POINT):
        assert lots_at(play(state, f"cart POW-1:5 to {by_cost[cost]}"), by_cost[cost]) == 5
    assert refusal(state, f"cart POW-1:5 to {by_cost[21 * POINT]}").case == "28.18"


@pytest.mark.case("28.18", "28.14")
def test_trucks_bring_no_more_than_forty_to_a_hex_and_none_to_where_they_are() -> None:
    lots = {"POW-1": lot("C3718", 5), "POW-2": lot("C3717", 36)}
    state = marching("IT-G1 C3718", "IT-G2 C3717", lots=lots, guards=GUARDED, motors={"axis": {"C3718": 8}})
    assert refusal(state, "cart POW-1:5 to C3717").case == "28.14"
    assert refusal(state, "cart POW-1:5 to C3718").case == "28.18"
    assert refusal(state, "cart POW-1:5 to C2010").case == "28.18"
    assert lots_at(play(state, "cart POW-1:4 to C3717"), "C3717") == 40


@pytest.mark.case("28.18", "28.16")
def test_trucks_bring_prisoners_to_the_departure_point() -> None:
    state = marching("IT-G1 A2803", lots={"POW-1": lot("A2803", 5)}, guards=GUARDED, motors={"axis": {"A2803": 6}})
    assert not play(state, "cart POW-1:5 to A2802").captives


# Guards [28.22]


@pytest.mark.case("28.22")
def test_a_guard_is_as_tired_as_shaken_and_as_able_as_its_unit() -> None:
    state = marching("I/157[2] C3718 cohesion=-3 spent=4 morale=-1", lots={"POW-1": lot("C3718", 5)})
    made = play(state, "guard I/157").units["IT-G51"]
    assert (made.cohesion, made.spent, made.morale, made.toe) == (-3, 4 * POINT, -1, {"": 1})
    assert refusal(play(state, "guard I/157"), "guard I/157").case == "28.22"  # it has one point left


@pytest.mark.case("28.22")
def test_guards_are_formed_on_the_map_from_infantry_of_ones_own() -> None:
    away = marching("I/157 tripoli", "2SctGds, 3CldGds C3718", lots={"POW-1": lot("C3718", 5)})
    for order in ("guard I/157", "guard II/157", "guard 2SctGds", "guard Nobody"):
        assert refusal(away, order).case == "28.22"


@pytest.mark.case("28.22", "28.17")
def test_the_listing_offers_guards_where_more_are_needed_the_strongest_unit_first() -> None:
    lots = {"POW-1": lot("C3718", 6), "POW-2": lot("C3717", 5)}
    units = ("I/157[5], II/157[6], XXI(M), 45Art, I/158[1], IT-G1 C3718", "III/157[4], IT-G2 C3717")
    state = marching(*units, lots=lots, guards=GUARDED)
    assert [order for order in listed(state) if order.startswith("guard")] == ["guard II/157", "guard I/157"]
    assert may_form(state, board().hex("C3718"), "axis") == ["II/157", "I/157"]
    few = with_unit(state, "I/157", toe={"": 2})
    assert may_form(few, board().hex("C3718"), "axis") == ["II/157", "I/157"]


@pytest.mark.case("28.22")
def test_a_guard_that_returns_brings_what_it_has_been_through() -> None:
    state = marching("I/157[5] C3718 cohesion=-1 spent=3, IT-G1 C3718 cohesion=-4 spent=6", lots={}, guards=GUARDED)
    back = play(state, "dismiss IT-G1").units["I/157"]
    assert (back.cohesion, back.spent, back.toe) == (-4, 6 * POINT, {"": 6})
    assert play(state, "dismiss IT-G1").stacks[board().hex("C3718")] == ("I/157",)
    other = marching("I/157[5] C3718 cohesion=-5 spent=7, IT-G1 C3718 cohesion=-4 spent=6", lots={}, guards=GUARDED)
    back = play(other, "dismiss IT-G1").units["I/157"]
    assert (back.cohesion, back.spent) == (-5, 7 * POINT)


@pytest.mark.case("28.22")
def test_only_ones_own_guards_in_play_return() -> None:
    guards = {"IT-G1": "I/157", "CW-G2": "2SctGds"}
    state = marching("I/157[5], IT-G1 C3718", "2SctGds[5], CW-G2 C3725", lots={}, guards=guards)
    assert dismissible(state, "axis") == ["IT-G1"] and dismissible(state, "commonwealth") == ["CW-G2"]
    for order in ("dismiss CW-G2", "dismiss I/157", "dismiss IT-G9"):
        assert refusal(state, order).case == "28.22"
    assert [order for order in listed(state) if order.startswith("dismiss")] == ["dismiss IT-G1"]


# Who is asked in the Truck Convoy Phase [28.13, 28.24]


@pytest.mark.case("28.13", "28.24")
@pytest.mark.parametrize(
    ("lots", "guards", "axis", "commonwealth"),
    [
        ({"POW-1": lot("C3718", 5)}, {}, True, False),
        ({"POW-1": lot("C3718", 5, "commonwealth")}, {}, False, True),
        ({"POW-1": lot("C3718", 5, None)}, {}, False, True),
        ({}, {"IT-G1": "I/157"}, True, False),
        ({}, {}, False, False),
    ],
)
def test_a_player_with_prisoners_escaped_men_or_idle_guards_is_asked(
    lots: dict[str, Captives], guards: dict[str, str], axis: bool, commonwealth: bool
) -> None:
    state = held("I/157[5], IT-G1 C3718", lots=lots, guards=guards)
    for side, is_asked in ((AXIS, axis), (CW, commonwealth)):
        draft = draft_of(state)
        open_prisoners(draft, "axis" if side == AXIS else "commonwealth")
        assert isinstance(draft.top, PrisonerMarches) == is_asked, side


@pytest.mark.case("28.13", "28.17", "28.18", "28.22", "28.24")
def test_nothing_else_is_ordered_among_prisoners() -> None:
    state = marching("I/157 C3718", lots={"POW-1": lot("C3718", 5)})
    assert refusal(state, "lead POW-1:5 to C3717").case == "28.13"
    assert refusal(state, "move I/157 C3718-C3717").case == "28.13"


@pytest.mark.case("28.11")
def test_markers_of_a_kind_become_one_when_the_stage_is_over() -> None:
    lots = {
        "POW-1": lot("C3718", 5, spent=POINT),
        "POW-2": lot("C3718", 2),
        "POW-3": lot("C3717", 1),
        "POW-4": lot("C3718", 3, None),
        "POW-5": lot("C3718", 4, "commonwealth"),
        "POW-6": lot("C3718", 6, fresh=True),
        "POW-7": lot("C3718", 7, free=True, fresh=True),
    }
    draft = draft_of(held(lots=lots))
    merge(draft)
    assert draft.state.captives == {
        "POW-1": lot("C3718", 7),
        **{name: each for name, each in lots.items() if name not in ("POW-1", "POW-2")},
    }


# Getting away [28.23, 28.24]


@pytest.mark.case("28.23")
def test_prisoners_escape_where_no_guard_of_their_captor_is() -> None:
    lots = {"POW-1": lot("C3718", 5), "POW-2": lot("C3712", 4, "commonwealth"), "POW-3": lot("C3706", 3)}
    units = ("I/157 C3718", "2SctGds E1829", "CW-G1 C3712", "IT-G1 C3707")
    draft = draft_of(held(*units, lots=lots, guards={"CW-G1": "2SctGds", "IT-G1": "I/157"}))
    release_unguarded(draft)
    assert captors(draft.state) == {"POW-1": (None, 5), "POW-2": (CW, 4), "POW-3": (None, 3)}
    assert not any(each.free or each.fresh for each in draft.state.captives.values())


@pytest.mark.case("28.24")
@pytest.mark.parametrize(("at", "is_near"), [("C3923", True), ("C3216", False), ("C3718", True)])
def test_friends_are_near_within_eight_capability_points(at: str, is_near: bool) -> None:
    state = held(f"2SctGds {at}", "I/157, II/157, III/157 C3720", lots={})
    assert is_near_friends(state, lot("C3718", 5, None)) == is_near
    assert not is_near_friends(held(f"I/157 {at}", lots={}), lot("C3718", 5, None))


@pytest.mark.case("28.14", "28.17", "28.23")
def test_of_several_markers_as_many_escape_as_a_hex_holds_too_many() -> None:
    lots = {"POW-1": lot("C3718", 3, fresh=True), "POW-2": lot("C3718", 38, free=True), "POW-3": lot("C3717", 40)}
    state = held("IT-G1 C3718", "IT-G2 C3717", "2SctGds E1829", lots=lots, guards=GUARDED)
    draft = draft_of(state)
    settle(draft, "axis")
    now = sorted((board().name(each.at), each.captor or "", each.points) for each in draft.state.captives.values())
    assert now == [("C3717", AXIS, 40), ("C3718", "", 1), ("C3718", AXIS, 2), ("C3718", AXIS, 38)]
    assert not any(each.fresh or each.free for each in draft.state.captives.values())


@pytest.mark.case("28.24")
@pytest.mark.parametrize(("turn", "back"), [(1, 5), (3, 7)])
def test_who_is_back_is_a_replacement_a_month_later(turn: int, back: int) -> None:
    state = held("2SctGds C3719", lots={"POW-1": lot("C3718", 5)}, turn=turn)
    draft = draft_of(state)
    release_unguarded(draft)
    assert draft.state.returning == (Returning("commonwealth", 5, back),) and not draft.state.captives


@pytest.mark.case("28.24")
def test_a_friendly_unit_or_a_friendly_major_city_is_safe() -> None:
    tobruk = board().hex("C4807")
    state = held("2SctGds C3719", "I/157 C3722", lots={}, control={"C4807": "commonwealth", "C3718": "commonwealth"})
    assert is_safe(state, "commonwealth", tobruk) and not is_safe(state, "axis", tobruk)
    assert is_safe(state, "commonwealth", board().hex("C3719")) and not is_safe(state, "axis", board().hex("C3719"))
    assert not is_safe(state, "commonwealth", board().hex("C3718"))  # no city
    assert not is_safe(state, "commonwealth", board().hex("C3722"))


@pytest.mark.case("28.24")
def test_escapees_go_nearer_to_their_own_side_and_not_beyond_their_points() -> None:
    lots = {"POW-1": lot("C3718", 5, None), "POW-2": lot("C3718", 5, None, spent=6 * POINT)}
    state = marching("2SctGds C3725", lots=lots, side="commonwealth")
    assert distance_to_friends(state, "commonwealth", board().hex("C3718")) == 7
    near = {board().name(hex) for hex in fleeing_reach(state, state.captives["POW-2"])}
    assert "C3719" in near and "C3717" not in near and "C3718" not in near and "C3720" not in near
    assert refusal(state, "flee POW-1:5, POW-2:5 to C3722").case == "28.24"
    here, friends = board().hex("C3718"), board().hex("C3725")
    level = [board().name(at) for at in board().adjacent[here] if board().distance(at, friends) == 7]
    assert level and near.isdisjoint(level)
    assert lots_at(play(state, "flee POW-1:5, POW-2:5 to C3719"), "C3719") == 10


@pytest.mark.case("28.24")
def test_held_men_do_not_flee_and_escapees_are_not_escorted() -> None:
    lots = {"POW-1": lot("C3718", 5, None), "POW-2": lot("C3718", 5)}
    own = marching("2SctGds C3725", "IT-G1 C3718", lots=lots, side="commonwealth", guards=GUARDED)
    assert refusal(own, "flee POW-2:5 to C3719").case == "28.24"
    theirs = asking(own, PrisonerMarches("axis"))
    assert refusal(theirs, "escort POW-1:5 to C3717").case == "28.13"
    mixed = replace(own, captives={**lots, "POW-3": replace(lots["POW-1"], nation="italian")})
    assert refusal(mixed, "flee POW-1:5, POW-3:5 to C3719").case == "28.24"
    assert escaped_of(own, "commonwealth") == ["POW-1"] and not escaped_of(own, "axis")
    assert held_by(own, "axis") == ["POW-2"] and not held_by(own, "commonwealth")


# Who comes upon them [28.24, 28.25]


@pytest.mark.case("28.25", "28.24")
def test_who_enters_a_hex_catches_the_enemys_men_frees_his_own_and_leaves_his_prisoners() -> None:
    lots = {"POW-1": lot("C3718", 5, None), "POW-2": lot("C3718", 4, "commonwealth"), "POW-3": lot("C3717", 3)}
    state = held("2SctGds E1829", lots=lots, turn=3)
    axis = draft_of(state)
    meet(axis, "axis", [board().hex("C3718")])
    assert axis.state.captives == {"POW-1": lot("C3718", 5, free=True, fresh=True), "POW-3": lots["POW-3"]}
    assert axis.state.returning == (Returning("italian", 4, 7),)
    own = draft_of(state)
    meet(own, "commonwealth", [board().hex("C3718"), board().hex("C3717")])
    assert own.state.captives == {"POW-2": lots["POW-2"]}
    assert {each.points for each in own.state.returning} == {5, 3}


@pytest.mark.case("28.25")
def test_escapees_with_a_unit_of_their_own_are_not_caught() -> None:
    state = held("2SctGds C3718", lots={"POW-1": lot("C3718", 5, None)})
    draft = draft_of(state)
    meet(draft, "axis", [board().hex("C3718")])
    assert captors(draft.state) == {"POW-1": (None, 5)}


@pytest.mark.case("28.22")
def test_neither_recce_nor_replacement_points_become_guards() -> None:
    lots = {"POW-1": lot("C3718", 5)}
    state = marching("3Aufk, IT-Inf1[5], I/157 C3718", lots=lots, replacements={"IT-Inf1": Replacement()})
    assert state.units["3Aufk"].toe[""] > 1
    for name in ("3Aufk", "IT-Inf1"):
        assert refusal(state, f"guard {name}").case == "28.22"
    assert may_form(state, board().hex("C3718"), "axis") == ["I/157"]
