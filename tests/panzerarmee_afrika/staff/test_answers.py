"""What the enemy could answer: who is ridden down, what supply is left, how boldly a turn is drafted."""

from __future__ import annotations

import pytest

from sandtable.games.panzerarmee_afrika.map import board, tobruk
from sandtable.games.panzerarmee_afrika.staff.attacks import Planner
from sandtable.games.panzerarmee_afrika.staff.chances import QUARTERS
from sandtable.games.panzerarmee_afrika.staff.forces import Force, Threats, next_turn
from sandtable.games.panzerarmee_afrika.staff.last_look import LastLook
from sandtable.games.panzerarmee_afrika.staff.lines import cuts, within_reach
from sandtable.games.panzerarmee_afrika.staff.placement import Placement
from sandtable.games.panzerarmee_afrika.staff.plans import Plan, attacks, draft, polish, tell_off
from sandtable.games.panzerarmee_afrika.staff.posture import Intent, manners, stances
from sandtable.games.panzerarmee_afrika.staff.survey import look, look_again
from sandtable.games.panzerarmee_afrika.staff.weights import weights
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, strength_of
from sandtable.kit.staff.courses import JUDGEMENT
from tests.panzerarmee_afrika.positions import position
from tests.panzerarmee_afrika.staff.test_last_look import advanced

PANZERS = "de-104, de-115, de-5-1-a 1115, axis-depot-1 1114, axis-depot-2 1109, axis-depot-3 0907, it-19 0702"


def threats(allied: str) -> tuple[PanzerarmeeAfrika, Threats]:
    state = position(PANZERS, f"{allied}, uk-22 1351", 4, "allied")
    return state, Threats(Force(next_turn(state, "axis"), "axis"))


@pytest.mark.parametrize(
    ("allied", "falls"), [("uk-sg-2", True), ("uk-3-a", False), ("uk-sg-2, uk-3-a, uk-7-a", False)]
)
def test_one_regiment_is_ridden_down_and_a_brigade_of_tanks_or_a_full_stack_is_not(allied: str, falls: bool) -> None:
    state, feared = threats(f"{allied} 1118")
    factors = tuple(sorted(strength_of(state, name) for name in state.at(board().hex("1118"), "allied")))
    assert feared.rides_down(board().hex("1118"), QUARTERS * sum(factors), factors) == falls


def test_nobody_is_ridden_down_in_a_fort_or_out_of_reach() -> None:
    _, feared = threats("uk-sg-2 1925")
    assert not feared.rides_down(board().hex("1925"), QUARTERS, (2,))
    assert not feared.rides_down(board().hex("1351"), QUARTERS * 2, (2,))


def test_a_guard_who_would_be_ridden_down_guards_nothing() -> None:
    state = position(
        PANZERS, "uk-sg-2 1119, allied-depot-1 1118, allied-depot-2 1622, au-24 1925, uk-22 1351", 4, "allied"
    )
    holdings = look(state, "allied", "hold").holdings
    site = board().hex("1118")
    assert holdings.places[site] > 0
    assert holdings.hold(site, (2,)) == 0 < holdings.hold(site, (3, 3, 3))
    assert holdings.danger(site, (2,)) == holdings.intent.alarm * 2


@pytest.mark.parametrize("garrison", ["", "in-3 1925, "])
def test_a_garrison_does_not_make_its_place_safe_to_leave(garrison: str) -> None:
    """Nobody can enter a hex in which somebody stands; on turn 2 the garrison of Tobruk went out, and the Axis in."""
    state = position(
        "de-104, de-115, de-5-1-a 2021, axis-depot-1 2022, axis-depot-2 2209, axis-depot-3 1906, it-19 0702",
        f"{garrison}uk-22 1351",
        2,
        "allied",
    )
    holdings = look(state, "allied", "hold").holdings
    assert holdings.threats.would_come(tobruk())
    assert holdings.hold(tobruk(), ()) == 0 < holdings.hold(tobruk(), (2,))


# --- supply


@pytest.mark.parametrize(
    ("guard", "turn", "sure"), [("", 4, False), ("in-3 1917, ", 4, True), ("in-3 1917, ", 18, False)]
)
def test_supply_from_an_installation_that_the_enemy_finds_alone_is_in_doubt(guard: str, turn: int, sure: bool) -> None:
    """On the first turns a whole desert army stood about Mechili for its installation, and was cut off for good. In the
    end a guard is not enough: the line must not run where the enemy can come."""
    allied = f"uk-3-a, uk-sg-2 1715, {guard}allied-depot-2 1917, au-24, au-18 1925, uk-22, uk-7-a, uk-4-a 1351"
    made = drafted(position(PANZERS, allied, turn), "hold")
    fixed = dict(made.picture.force.units)
    placement = Placement(made.picture.force, made.picture.intent, made.picture.holdings, fixed, {})
    assert made.picture.intent.closing == (turn == 18)
    assert made.picture.force.net.supplies(board().hex("1715"))
    assert placement.is_sure(board().hex("1715")) == sure
    assert placement.is_sure(board().hex("1351"))


def test_the_gaps_in_the_lines_of_the_plan_are_closed() -> None:
    state = position(PANZERS, "uk-3-a, uk-7-a, uk-4-a 1118, allied-depot-1 1119, allied-depot-2 1622, uk-22 1351", 6)
    made = drafted(state, "hold")
    before = dict(made.picture.holdings.posts)
    polish(made)
    worst = cuts(made.own, within_reach(made.enemy))[0]
    assert worst.gaps <= made.picture.holdings.posts.keys(), before


def drafted(state: PanzerarmeeAfrika, stance: str) -> Plan:
    picture = look(state, "allied", stance)
    told = tell_off(picture)
    return draft(picture, told, attacks(picture, told))


@pytest.mark.parametrize(("turn", "closing"), [(12, False), (18, True), (19, True), (20, False)])
def test_who_has_won_but_for_his_supply_goes_back_to_it(turn: int, closing: bool) -> None:
    state = position("it-19 0702", "uk-3-a, au-24, au-26 1118, uk-22 1351", turn, "allied")
    intent = look(state, "allied").intent
    assert intent.closing == closing
    assert (stances(closing=intent.closing) == ("back",)) == closing


@pytest.mark.parametrize(
    ("allied", "turn", "closing"),
    [("uk-3-a, uk-7-a, uk-4-a", 15, True), ("uk-3-a, uk-7-a, uk-4-a", 13, False), ("uk-22", 15, False)],
)
def test_who_would_win_and_is_not_clearly_the_stronger_goes_home_earlier(allied: str, turn: int, closing: bool) -> None:
    """[14.1] Half the enemy's factors are enough for the Axis, as long as nobody destroys them."""
    army = "de-104, de-115, de-5-1-a 1342, de-5-2-a, it-61, it-62 1341, axis-depot-1 1341, it-19 0702, it-20 1925"
    there = f"uk-sg-7, au-24, au-26 1350, sa-1, sa-2, sa-3 1451, {allied} 1351"
    state = position(army, there, turn, "axis", control={"1925": "axis"})
    assert look(state, "axis").intent.closing == closing


@pytest.mark.parametrize(("side", "turn", "last"), [("axis", 19, True), ("axis", 18, False), ("allied", 20, True)])
def test_whoever_is_cut_off_when_supply_is_judged_for_the_last_time_is_as_good_as_destroyed(
    side: str, turn: int, last: bool
) -> None:
    state = position("it-19 0702", "uk-22 1351", turn, "axis" if side == "axis" else "allied")
    intent = Intent(Force(state, state.phasing), Force(state, "allied" if side == "axis" else "axis"))
    assert (intent.sever == intent.weights.kill) == last


def test_an_installation_is_not_carried_off_twice() -> None:
    """The second lorry would set out from where the plan has brought it, and it is not there yet."""
    state = advanced("axis-depot-5, axis-lorry-1 1438, axis-lorry-2 1439")
    back = LastLook(look(state, "axis", "hold"), ("it-19", "it-15", "it-16", "it-27"))
    orders = [str(order) for order in back.orders()]
    assert sum("axis-depot-5" in order for order in orders) == 1, orders
    assert not back.may_go("axis-depot-5", back.map.at["axis-depot-5"])


def test_an_installation_costs_little_while_none_waits_to_arrive() -> None:
    every = "axis-depot-1, axis-lorry-1 1114, axis-depot-2 1109, axis-depot-3 0907, axis-depot-4 0803, "
    every += "axis-depot-5 0703, axis-depot-6 0701, "
    some = position(f"{every}de-104 1115, it-19 0702", "uk-sg-2 1117, uk-22 1351", 4, "axis")
    all_seven = position(f"{every}axis-depot-7 0602, de-104 1115, it-19 0702", "uk-sg-2 1117, uk-22 1351", 4, "axis")
    price = weights().postures["axis"].depot_cost
    for state, cost in ((some, price), (all_seven, price * weights().attack["plenty"])):
        picture = look(state, "axis")
        assert Planner(picture.force, picture.intent, picture.threats, {}).depot_cost() == pytest.approx(cost)


# --- boldly or with care


def test_a_careful_draft_fears_the_answer_more_and_wants_the_same() -> None:
    state = position(PANZERS, "uk-sg-2, uk-3-a, uk-7-a 1118, allied-depot-1 1119, allied-depot-2 1622, uk-22 1351", 4)
    first = look(state, "allied")
    bold, *careful = (look_again(first, "press", manner).intent for manner in manners(JUDGEMENT))
    assert bold.risk == first.intent.risk
    assert [intent.risk > bold.risk for intent in careful] == [True] * len(careful) != []
    assert {intent.goal for intent in careful} == {bold.goal}
