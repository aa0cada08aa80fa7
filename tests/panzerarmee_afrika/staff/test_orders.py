"""Orders above the unit in Panzerarmee Afrika, where three units may stand in one hex."""

from __future__ import annotations

from sandtable import games
from sandtable.bots import player
from sandtable.games.panzerarmee_afrika.movement.phase import Movement
from sandtable.kit.staff.chief import ChiefOfStaff
from sandtable.kit.staff.order_book import OrderBook, given
from sandtable.kit.staff.situation import Situation
from tests.panzerarmee_afrika.positions import asking, position


def test_who_stands_beside_his_goal_goes_in_though_a_friend_stands_there() -> None:
    title = games.title("panzerarmee-afrika")
    state = asking(position("de-2 0701, it-19 0702", "uk-22 1351", 2, "axis"), Movement("axis"))
    orders: OrderBook = given((), Situation(title, state, "axis").understood("move de-2 to 0702"), state.turn)
    answer = ChiefOfStaff(title, player(title, "officer", 1)).answer(state, "axis", orders)
    assert str(answer.action) == "move de-2 0701-0702" and answer.orders[0].fate == "standing"
