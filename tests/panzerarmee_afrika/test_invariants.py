"""What is true of every position, told by breaking it; and the worth of a position."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.panzerarmee_afrika.invariants import broken_invariants
from sandtable.games.panzerarmee_afrika.movement.phase import Movement
from sandtable.games.panzerarmee_afrika.victory.evaluation import evaluate
from tests.panzerarmee_afrika.positions import asking, position, with_books, with_unit

SOUND = position("it-19 0702, axis-lorry-1 0702", "au-20 1351, uk-3-a+ 1351", turn=8)


@pytest.mark.parametrize(
    ("name", "changes", "told"),
    [
        ("it-19", {"at": "2001"}, "unplayable"),
        ("it-19", {"at": "1351"}, "both sides"),
        ("it-19", {"at": "withdrawn"}, "withdrawn"),
        ("axis-lorry-1", {"at": "cadre"}, "in the box"),
        ("axis-lorry-1", {"at": "1351"}, "both sides"),
        ("allied-lorry-1", {"at": "0702"}, "transport units of both sides"),
        ("allied-depot-1", {"at": "0702"}, "both sides"),
        ("it-20", {"out": True}, "off the map and marked"),
        ("it-20", {"due": 9}, "no transport unit"),
        ("it-19", {"dismounted": True}, "dismounted and in supply"),
        ("it-19", {"adrift": True}, "out of command"),
        ("uk-3-a", {"step": 2}, "reinforced beyond 4"),
    ],
)
def test_a_counter_in_an_impossible_state_is_found(name: str, changes: dict[str, Any], told: str) -> None:
    assert broken_invariants(SOUND) == []
    assert any(told in line for line in broken_invariants(with_unit(SOUND, name, **changes)))


@pytest.mark.case("4")
def test_too_many_in_a_hex_are_found_unless_their_side_is_moving() -> None:
    state = position("it-19, it-20, it-27, it-28 0702", "au-20 1351")
    assert broken_invariants(state) == ["axis has too much in 0702"]
    assert broken_invariants(asking(state, Movement("axis"))) == []
    assert broken_invariants(asking(state, Movement("allied"))) != []


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ({"points": {"allied-infantry": 11, "allied-armoured": 0}}, "saved more than"),
        ({"points": {"allied-infantry": -1, "allied-armoured": 0}}, "did not have"),
        ({"points": {}}, "other pools"),
        ({"taken": {"B": 13, "C": 15}}, "took the option"),
        ({"taken": {"F": 16}}, "took the option"),
        ({"tobruk": 3}, "longer than ever"),
    ],
)
def test_wrong_books_are_found(entries: dict[str, Any], told: str) -> None:
    assert any(told in line for line in broken_invariants(with_books(SOUND, "allied", **entries)))


@pytest.mark.case("5")
def test_a_unit_in_a_hex_that_counts_controls_it() -> None:
    assert "without control" in broken_invariants(position("it-19 1925"))[0]
    assert broken_invariants(replace(SOUND, units={})) != []


@pytest.mark.parametrize(
    "better",
    [
        position("it-19 0702", "au-20+ 1351"),
        position("it-19* 0702", "au-20 1351"),
        position("", "au-20 1351"),
        position("it-19 0702", "au-20 1351", control={"0702": "allied"}),
        position("it-19 0702", "au-20, allied-depot-1 1351"),
        position("it-19 0702", "au-20, allied-lorry-1 1351"),
    ],
)
def test_what_is_better_for_one_side_is_worth_more_to_it_and_less_to_the_other(better: Any) -> None:
    plain = position("it-19 0702", "au-20 1351")
    assert evaluate(better, "allied") > evaluate(plain, "allied")
    assert evaluate(better, "axis") == -evaluate(better, "allied")
