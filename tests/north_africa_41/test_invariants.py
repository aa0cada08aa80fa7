"""What is true of every position, told by breaking it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.north_africa_41.invariants import broken_invariants
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.state import Fortification
from tests.north_africa_41.positions import position, with_books, with_unit

SOUND = position(
    "ge-mg8, axis-truck-1, repl-german-infantry-1 1604",
    "br-3hus, allied-truck-1, repl-british-infantry-1 1710",
    supply={"axis": {"1604": 1}, "allied": {"1710": 1}},
)


@pytest.mark.parametrize(
    ("name", "changes", "told"),
    [
        ("ge-mg8", {"at": "1710"}, "1710 holds units of both sides"),
        ("axis-truck-1", {"at": "1710"}, "1710 holds units of both sides"),
        ("allied-truck-1", {"at": "1604"}, "1604 holds units of both sides"),
        ("repl-british-infantry-1", {"at": "1604"}, "1604 holds units of both sides"),
        ("ge-mg8", {"at": "3211"}, "axis is in 3211 without control"),
        ("ge-mg8", {"at": "delta"}, "in an enemy box"),
        ("ge-mg8", {"at": "pool"}, "in the box"),
        ("ge-mg8", {"at": "eliminated", "out": 1}, "out of play and marked"),
        ("ge-mg8", {"steps": 0}, "0 steps"),
        ("ge-mg8", {"depleted": True}, "Depleted and no ASU"),
        ("ge-mg8", {"loaded": True}, "carries a Supply Point"),
        ("axis-truck-1", {"order": 1}, "marked like a Combat Unit"),
        ("repl-german-infantry-1", {"heavy": True}, "no heavy tanks"),
    ],
)
def test_a_piece_that_cannot_be_there_is_found(name: str, changes: dict[str, Any], told: str) -> None:
    assert broken_invariants(SOUND) == []
    assert any(told in line for line in broken_invariants(with_unit(SOUND, name, **changes)))


@pytest.mark.case("5.8.3", "17.2.3")
@pytest.mark.parametrize(
    ("axis", "allied", "stores"),
    [
        ("axis-truck-1 1604", "allied-truck-1 1604", {}),
        ("axis-truck-1 1604", "", {"allied": {"1604": 1}}),
        ("", "repl-british-infantry-1 1604", {"axis": {"1604": 1}}),
        ("", "", {"axis": {"1604": 1}, "allied": {"1604": 1}}),
        ("ge-mg8 1604", "", {"allied": {"1604": 1}}),
    ],
)
def test_enemies_in_one_hex_are_found_though_none_of_them_fights(
    axis: str, allied: str, stores: dict[str, Any]
) -> None:
    assert broken_invariants(position(axis, allied, supply=stores)) == ["1604 holds units of both sides"]


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ({"resources": 5}, "5 Resource Points"),
        ({"assets": {"air-transport": 9}}, "9 markers"),
        ({"stores": {1: 0}}, "0 Supply Points"),
        ({"landed": {board().hex("1605"): 1}}, "landed more"),
        ({"delays": {7: 1}}, "other numbers"),
    ],
)
def test_wrong_books_are_found(entries: dict[str, Any], told: str) -> None:
    assert any(told in line for line in broken_invariants(with_books(SOUND, "axis", **entries)))


@pytest.mark.case("9.5.7")
def test_nobody_stands_in_an_enemy_fortification() -> None:
    there = {board().hex("1604"): Fortification("allied", complete=True)}
    assert broken_invariants(replace(SOUND, forts=there)) == ["axis is in an enemy Fortification"]


def test_tracks_and_lists_that_cannot_be_are_found() -> None:
    wrong: tuple[dict[str, Any], ...] = ({"malta": 9}, {"damage": {"3211": 99}}, {"moved": ("nobody",)}, {"units": {}})
    assert all(broken_invariants(replace(SOUND, **each)) for each in wrong)
