"""The staff's installations: brought forward past the enemy, and never to where they are of no use."""

from __future__ import annotations

import pytest

from sandtable.games.panzerarmee_afrika.combat.declarations import Declarations
from sandtable.games.panzerarmee_afrika.map import base, board, tobruk
from sandtable.games.panzerarmee_afrika.movement.phase import Movement
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.pieces.zones import front
from sandtable.games.panzerarmee_afrika.staff.ground import highway, open_roads, travel
from sandtable.games.panzerarmee_afrika.staff.orders import drawn_up
from sandtable.games.panzerarmee_afrika.staff.stores import Quartermaster
from sandtable.games.panzerarmee_afrika.staff.survey import look
from sandtable.games.panzerarmee_afrika.staff.weights import weights
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.supply.network import network
from tests.panzerarmee_afrika.positions import position
from tests.panzerarmee_afrika.staff.test_staff import carried_out

BASE = "it-19, axis-depot-1, axis-lorry-1 0702, axis-depot-2, axis-lorry-2 0703, axis-depot-3 0701, "
JEBEL = (
    "it-20 0702, it-16, axis-depot-1 2208, axis-depot-2 2209, it-61, it-62, it-b7 2210, axis-lorry-1, axis-depot-3, "
    "de-5-1-a, de-5-2-a 2211, axis-lorry-2, axis-depot-4, it-132-a, it-b8-ai 2212, axis-lorry-3, axis-depot-5, "
    "de-115 2313, de-104, de-8-1-a, de-8-2-a 2316"
)
ARMY = "it-61, it-62, it-132-a 2209, it-20, it-27 2108, de-2, de-8 1925"


def before_tobruk(allied: str) -> PanzerarmeeAfrika:
    """The Axis holds Tobruk, its installations are in its base, and these enemies are somewhere between."""
    return position(BASE + ARMY, f"{allied}, uk-22, uk-3-a 1351", 4, "axis", control={"1925": "axis"})


@pytest.mark.parametrize("allied", ["allied-lorry-1 2317", "uk-sg-2 2317", "uk-sg-2 2022"])
def test_an_enemy_on_the_road_does_not_keep_the_installations_at_home(allied: str) -> None:
    state, orders = carried_out(before_tobruk(allied), Movement("axis"))
    far = travel(tobruk())
    assert min(far[at] for at in state.layout.depots["axis"]) < far[board().hex("0702")] - 20, orders
    assert network(state, "axis").live.keys() == state.layout.depots["axis"].keys(), orders


def test_a_lorry_that_cannot_carry_what_it_was_sent_for_is_not_sent_for_something_else() -> None:
    _, orders = carried_out(before_tobruk("uk-sg-2 0804"), Movement("axis"))
    for lorry in ("axis-lorry-1", "axis-lorry-2"):
        mine = [order.split()[0] for order in orders if lorry in order]
        assert mine.count("move") <= mine.count("haul") + 2, orders  # one to fetch, one out of danger


@pytest.mark.parametrize("allied", ["allied-lorry-1 2317", "uk-sg-2 2317"])
def test_lorries_stop_before_the_enemy_or_go_round_him(allied: str) -> None:
    home, block = board().hex("0702"), board().hex("2317")
    ways = open_roads(home, front(before_tobruk(allied), "axis"))
    assert block in highway(home, tobruk())
    assert block not in ways
    assert board().hex("2316") in ways
    assert tobruk() not in ways or block not in ways.path(tobruk())


@pytest.mark.parametrize(("side", "brought"), [("axis", True), ("allied", False)])
def test_who_will_be_outgrown_brings_up_installations_also_while_he_holds(side: Side, brought: bool) -> None:
    """One brigade held Tobruk for ten turns while seven installations lay about Maraua, eight hexes short of it."""
    state = position(JEBEL, "in-3 1925, uk-22, uk-sg-7, uk-3-a 1351, allied-depot-1 1350", 4, side)
    fronts = {stance: look(state, side, stance).intent.front for stance in ("press", "hold", "back")}
    assert (fronts["hold"] == fronts["press"]) == brought
    assert fronts["back"] == base(side)[0]


def test_an_army_that_holds_stands_where_it_can_strike_next_turn() -> None:
    state = position(JEBEL, "in-3 1925, uk-22, uk-sg-7, uk-3-a 1351, allied-depot-1 1350", 4, "axis")
    plan = drawn_up(state, "axis", next(course for course in weights().courses if course.name == "hold"))
    way = travel(tobruk())
    assert min(way[board().hex(store.at)] for store in plan.stores) <= limits().supply_range, plan.stores


def going_home(more: str) -> PanzerarmeeAfrika:
    """Turn 16, the game is won with what the Axis has [14.1], and its army has gone back from Egypt."""
    army = "de-104, de-115, de-5-1-a 0702, de-5-2-a, it-61, it-62 0803, axis-depot-1 0702, it-19 0601"
    allied = "uk-sg-7, au-24, au-26 1350, sa-1, sa-2, sa-3 1534, uk-3-a, uk-7-a, uk-4-a 1535, allied-depot-1 1535"
    return position(
        f"{army}, {more}", f"{allied}, allied-depot-2 1341, uk-22 1351", 16, "axis", control={"1925": "axis"}
    )


@pytest.mark.parametrize(("guard", "burnt"), [("", True), ("de-2, it-20, ", False)])
def test_who_goes_home_burns_what_he_has_left_to_the_enemy(guard: str, burnt: bool) -> None:
    state = going_home(f"{guard}axis-depot-2 1530, axis-depot-3 1729")
    assert look(state, "axis").intent.closing
    _, orders = carried_out(state, Declarations("axis"))
    assert ("destroy axis-depot-2" in orders) == burnt, orders


@pytest.mark.parametrize("homeward", [True, False])
def test_lorries_without_a_load_go_home_with_the_army(homeward: bool) -> None:
    picture = look(going_home("axis-lorry-1 2021, axis-depot-2 1922"), "axis")
    master = Quartermaster(picture.force, picture.threats, picture.intent.goal)
    way = travel(base("axis")[0])
    idle = [str(order) for order in master.idle_orders(homeward)]
    ends = [board().hex(order.split("-")[-1]) for order in idle if order.startswith("move axis-lorry-1")]
    assert any(way[at] < way[board().hex("2021")] - 20 for at in ends) == homeward, idle
