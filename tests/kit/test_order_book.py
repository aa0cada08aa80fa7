"""Orders above the unit: a value, its text both ways, what is refused, what becomes of it, who carries it out."""

from __future__ import annotations

import pytest

from sandtable.bots import player
from sandtable.core.values import Refusal
from sandtable.kit.staff.chief import ChiefOfStaff
from sandtable.kit.staff.order_book import (
    KEPT,
    BadOrder,
    GivenOrder,
    Order,
    OrderBook,
    cancelled,
    given,
    read_orders,
    still_standing,
    written,
)
from sandtable.kit.staff.situation import Situation
from sandtable.template.state import Outpost
from sandtable.template.title import title
from tests.template.test_rules import ORDERS, at, position

PLACE = position("red-1 0501, red-4 0502, blue-1 1010")
BOOK: OrderBook = (
    GivenOrder(1, Order("take", "0304", ("red-1", "red-4")), 1),
    GivenOrder(2, Order("move", "0501", ("red-1",)), 2, "done", 3, "red-1 is there"),
    GivenOrder(3, Order("supply", "red-4"), 2, "impossible", 4, "red-4 is lost"),
    GivenOrder(4, Order("follow", "red-1", ("red-4",)), 2, "cancelled", 2, "you took it back"),
)


def ordered(state: Outpost, *texts: str) -> OrderBook:
    """The book of red with these orders."""
    orders: OrderBook = ()
    for text in texts:
        orders = given(orders, Situation(title(), state, "red").understood(text), state.turn)
    return orders


def refused(text: str, places: str = "red-1 0501, red-4 0502, blue-1 1001") -> str:
    with pytest.raises(Refusal) as caught:
        Situation(title(), position(places), "red").understood(text)
    assert caught.value.case == "order"
    return caught.value.why


def test_orders_are_text_both_ways() -> None:
    assert read_orders(written(BOOK)) == BOOK
    assert str(BOOK[0]) == "1. take 0304 with red-1, red-4; since turn 1"
    assert str(BOOK[1]) == "2. move red-1 to 0501; since turn 2; done in turn 3: red-1 is there"


@pytest.mark.parametrize("line", ["", "1. take", "take 0304 with red-1", "1. take 0304 with red-1; since turn x"])
def test_a_line_that_is_no_order_is_refused(line: str) -> None:
    with pytest.raises(BadOrder):
        GivenOrder.read(line)


def test_orders_are_understood_in_any_capitals_and_a_hex_means_who_is_there() -> None:
    situation = Situation(title(), position("red-1 0501, red-4 0502, blue-1 1001"), "red")
    assert str(situation.understood("TAKE 0304 with RED-1,red-4")) == "take 0304 with red-1, red-4"
    assert str(situation.understood("move 0501 to 0304")) == "move red-1 to 0304"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("storm 0304", "'storm' is not an order to a formation; the orders are: take, hold, screen, move, follow, "),
        ("take 0304", "say it like this: take PLACE with UNITS"),
        ("move red-1", "say it like this: move UNITS to PLACE"),
        ("take Atlantis with red-1", "there is no place or hex called 'Atlantis' on the map"),
        ("take 0304 with red-9", "you have no unit or formation called 'red-9' in play"),
        ("take 0304 with blue-1", "blue-1 is not yours to command"),
        ("follow red-1 with red-1", "red-1 cannot follow itself"),
        ("hold 1001 with red-1", "the enemy is in 1001: it has to be taken before it can be held"),
    ],
)
def test_nonsense_is_refused_in_one_line(text: str, why: str) -> None:
    assert refused(text).startswith(why)


def test_who_is_out_of_the_game_cannot_be_ordered() -> None:
    assert refused("take 0304 with red-4", "red-1 0501, blue-1 1001").startswith("you have no unit")


def test_an_order_is_cancelled_once() -> None:
    orders = cancelled(BOOK, 1, 5)
    assert str(orders[0]).endswith("; cancelled in turn 5: you took it back")
    for number, why in ((1, "order 1 no longer stands"), (9, "there is no order 9")):
        with pytest.raises(BadOrder, match=why):
            cancelled(orders, number, 5)


def test_only_old_finished_orders_are_forgotten() -> None:
    orders: OrderBook = BOOK
    for _ in range(KEPT):
        orders = given(orders, Order("hold", "0304", ("red-1",)), 6)
    assert len(orders) == KEPT + 1 and len(still_standing(orders)) == KEPT + 1


# What becomes of it


def test_what_is_taken_is_done_and_who_is_lost_makes_it_impossible() -> None:
    state = position("red-1 0501, red-4 0502, blue-1 1001")
    orders = ordered(state, "take 0501 with red-1", "hold 0505 with red-4", "follow red-4 with red-1")
    assert [each.fate for each in Situation(title(), state, "red").reviewed(orders)] == [
        "cancelled",  # red-1 has a later order
        "standing",
        "standing",
    ]
    later = position("red-1 0501, blue-1 1001", turn=3)
    fates = Situation(title(), later, "red").reviewed(orders[1:])
    assert [str(each).partition("; ")[2] for each in fates] == [
        "since turn 1; impossible in turn 3: red-4 is lost",
        "since turn 1; impossible in turn 3: red-4 is lost",
    ]
    assert Situation(title(), state, "red").reviewed(orders[:1])[0].why == "0501 is taken"


def test_a_place_that_the_enemy_enters_is_no_longer_held() -> None:
    orders = ordered(position("red-1 0501, blue-1 1001"), "hold 0502 with red-1")
    [judged] = Situation(title(), position("red-1 0501, blue-1 0502"), "red").reviewed(orders)
    assert (judged.fate, judged.why) == ("impossible", "the enemy is in 0502")


def test_a_screen_stands_between_a_place_and_the_enemy() -> None:
    state = position("red-1 0501, red-4 0502, blue-1 0508")
    tasks = Situation(title(), state, "red").tasks(ordered(state, "screen 0502 with red-1, red-4"))
    assert [(task.verb, task.units) for task in tasks] == [("screen", ("red-1",)), ("screen", ("red-4",))]
    assert tasks[0].at == "0505" and tasks[0].at != tasks[1].at


# Carried out, in a game whose staff knows nothing of orders


def obeyed(state: Outpost, orders: OrderBook) -> tuple[Outpost, OrderBook, list[str]]:
    """All that the chief of staff does before he leaves the decision to the player."""
    chief, done = ChiefOfStaff(title(), player(title(), "greedy", 1)), list[str]()
    while True:
        action, orders = chief.answer(state, "red", orders)
        if action is None:
            return state, orders, done
        done.append(str(action))
        state = ORDERS.play(state, str(action))


def test_an_order_is_carried_out_over_two_turns_and_the_rest_is_left_to_the_player() -> None:
    state = position("red-1 0501, red-4 1004, blue-1 1010")
    state, orders, done = obeyed(state, ordered(state, "move red-1 to 0506"))
    assert done == ["move red-1 to 0504"] and still_standing(orders)
    state, orders, done = obeyed(position(f"red-1 {at(state, 'red-1')}, blue-1 1010", turn=2), orders)
    assert done == ["move red-1 to 0506"]
    assert str(orders[0]) == "1. move red-1 to 0506; since turn 1; done in turn 2: red-1 is there"


def test_where_one_unit_fills_a_place_who_stands_beside_it_is_there() -> None:
    _, orders, done = obeyed(PLACE, ordered(PLACE, "move red-1 to 0502"))
    assert not done and orders[0].why == "red-1 is there"


def test_without_orders_the_staff_touches_nothing() -> None:
    assert obeyed(position("red-1 0501, blue-1 1001"), ())[2] == []
