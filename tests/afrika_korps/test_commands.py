"""Orders above the unit: what the staff does with a player's divisions, and with nobody else."""

from __future__ import annotations

from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.staff import Staff
from sandtable.games.afrika_korps.state import AfrikaKorps
from sandtable.games.afrika_korps.title import title
from sandtable.kit.staff.chief import ChiefOfStaff
from sandtable.kit.staff.order_book import OrderBook, given, still_standing
from sandtable.kit.staff.situation import Situation
from tests.afrika_korps.positions import asking, at, play, position


def book(state: AfrikaKorps, *texts: str) -> OrderBook:
    orders: OrderBook = ()
    for text in texts:
        orders = given(orders, Situation(title(), state, "axis").understood(text), state.turn)
    return orders


def obeyed(
    state: AfrikaKorps, orders: OrderBook, chief: ChiefOfStaff | None = None
) -> tuple[AfrikaKorps, OrderBook, list[str]]:
    """All that is done before the decision is the player's."""
    chief, done = chief or ChiefOfStaff(title(), Staff(1)), list[str]()
    while True:
        action, orders = chief.answer(state, "axis", orders)
        if action is None:
            return state, orders, done
        done.append(str(action))
        state = play(state, str(action))


def moving(axis: str, allied: str = "", turn: int = 3) -> AfrikaKorps:
    return asking(position(axis, allied, turn), Movement("axis"))


def test_a_division_is_ordered_by_its_number_or_its_name() -> None:
    state = moving("21/5, 21/104, 21/3, AxS1 W6")
    for name in ("21", "21st Panzer Division"):
        [each] = book(state, f"move {name} to Mechili")
        assert Situation(title(), state, "axis").counters(each.order.units) == ["21/5", "21/104", "21/3"]


def test_a_march_of_two_turns_reaches_its_goal_and_nobody_else_moves() -> None:
    state = moving("21/5, brescia, AxS1 W6", "4I/5 J62")
    state, orders, done = obeyed(state, book(state, "move brescia to Msus"))
    assert len(done) == 1 and still_standing(orders) and at(state, "21/5") == "W6"
    for turn in (4, 5, 6):
        state = moving(f"21/5 W6, brescia {at(state, 'brescia')}, AxS1 W6", "4I/5 J62", turn)
        state, orders, _ = obeyed(state, orders)
    assert at(state, "brescia") == "L10" and not still_standing(orders)
    assert orders[0].why == "brescia is there"


def test_what_is_to_be_taken_is_attacked_with_supply_at_hand() -> None:
    """Two defenders in the open cannot stand against a whole division."""
    chief = ChiefOfStaff(title(), Staff(1))
    state = moving("21/5, 21/104, ariete, AxS1 J14, savena, AxS2 W3", "9A/20, 22gds H15")
    orders = book(state, "take H15 with 21, ariete")
    state, orders, done = obeyed(state, orders, chief)
    assert any(
        title().rules.board().distance(state.units[n].at, title().rules.board().hex("H15")) == 1
        for n in ("21/5", "ariete")
    ), done
    state = asking(state, Battles("axis"))
    _, _, fights = obeyed(state, orders, chief)
    assert fights and fights[0].startswith("attack 9A/20, 22gds with ")


def test_a_lone_defender_is_overwhelmed_before_the_moves_are_over() -> None:
    state = moving("21/5, 21/104, ariete, AxS1 J14, savena, AxS2 W3", "4I/5 H15")
    _, _, done = obeyed(state, book(state, "take H15 with 21, ariete"))
    assert any(action.startswith("av 4I/5 with ") for action in done)


def test_four_units_ordered_to_one_hex_do_not_overstack_it() -> None:
    state = moving("21/5, 21/104 W6, ariete, brescia W7, AxS1 W6", "4I/5 J62")
    state, _, _ = obeyed(state, book(state, "move 21/5, 21/104, ariete, brescia to W9"))
    assert len(state.at(title().rules.board().hex("W9"), "axis")) == 3


def test_supply_and_rommel_march_when_they_are_ordered() -> None:
    state = moving("21/5, rommel, AxS1 W6", "4I/5 J62")
    state, _, _ = obeyed(state, book(state, "move AxS1, rommel to Msus"))
    assert at(state, "AxS1") != "W6" and at(state, "rommel") != "W6" and at(state, "21/5") == "W6"
