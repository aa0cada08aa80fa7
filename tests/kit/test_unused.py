"""Who could still act when a phase ends is told by name, in a few words."""

from __future__ import annotations

from sandtable import games
from sandtable.kit.staff.unused import unused
from tests.kit.test_warnings import EMPTY, HELD


def told(*idle: str) -> list[tuple[tuple[str, ...], str]]:
    return [(each.pieces, each.text) for each in unused(games.title("afrika-korps"), HELD, "axis", idle)]


def test_few_are_all_named() -> None:
    assert told("21/5") == [(("21/5",), "5th Panzer Regiment can still act")]
    assert told("21/5", "15/8") == [(("21/5", "15/8"), "5th Panzer Regiment, 8th Panzer Regiment can still act")]


def test_many_are_counted_and_those_beside_the_map_told_apart() -> None:
    beside = ["brescia", "ariete", "trenta", "pavia", "bologna"]
    (found,) = told(*beside)
    assert found[0] == tuple(beside) and found[1].endswith(" and 2 more can still act, beside the map")
    on_map = told("21/5", "brescia")
    assert [pieces for pieces, _ in on_map] == [("brescia",), ("21/5",)]


def test_neither_an_enemy_nor_what_nobody_knows_is_told_of() -> None:
    assert told("9A/20", "nobody") == [] == told()
    assert unused(games.title("afrika-korps"), EMPTY, "allied", ["21/5"]) == ()
