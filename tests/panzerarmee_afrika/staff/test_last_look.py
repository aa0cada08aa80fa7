"""The last look before the movement ends: installations and lorries that the enemy could have next turn."""

from __future__ import annotations

from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.staff.last_look import LastLook
from sandtable.games.panzerarmee_afrika.staff.survey import look
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from tests.panzerarmee_afrika.positions import position

CHAIN = "it-19, axis-depot-1 0702, it-15, axis-depot-2 1828, it-16, axis-depot-3 1925, it-27, axis-depot-4 1536"
RAIDERS = "uk-3-a, uk-32-a 1342"


def advanced(axis: str, allied: str = RAIDERS) -> PanzerarmeeAfrika:
    """The Axis has come into Egypt with a chain of guarded installations, and has these besides."""
    return position(
        f"{CHAIN}, {axis}", f"uk-22, uk-23, allied-depot-1 1351, {allied}", 6, "axis", control={"1925": "axis"}
    )


def looked(state: PanzerarmeeAfrika, *busy: str) -> tuple[LastLook, list[str]]:
    back = LastLook(look(state, "axis", "hold"), ("it-19", "it-15", "it-16", "it-27", *busy))
    return back, [str(order) for order in back.orders()]


def test_an_installation_in_reach_of_the_enemy_gets_a_guard() -> None:
    back, orders = looked(advanced("axis-depot-5 1438, de-104, de-115 1534"))
    assert back.map.guards(board().hex("1438")), orders
    assert {"move de-104 1534-1438", "move de-115 1534-1438"} & set(orders), orders


def test_nobody_is_sent_where_the_enemy_does_not_come() -> None:
    _, orders = looked(advanced("axis-depot-5 1917, de-104, de-115 1534"))
    assert not any("1917" in order for order in orders), orders


def test_who_is_to_attack_guards_nothing() -> None:
    _, orders = looked(advanced("axis-depot-5 1438, de-104, de-115 1534"), "de-104", "de-115")
    assert orders == []


def test_a_lorry_carries_off_what_nobody_can_guard() -> None:
    back, orders = looked(advanced("axis-depot-5, axis-lorry-1 1438"))
    assert orders[0].startswith("haul axis-depot-5 with axis-lorry-1"), orders
    assert back.answer.enters(back.map.at["axis-depot-5"]) < back.answer.enters(board().hex("1438"))


def test_two_installations_are_not_carried_to_the_same_hex() -> None:
    back, orders = looked(advanced("axis-depot-5, axis-lorry-1 1438, axis-depot-6, axis-lorry-2 1439"))
    assert back.map.at["axis-depot-5"] != back.map.at["axis-depot-6"], orders
    assert sum(order.startswith("haul") for order in orders) == 2, orders
