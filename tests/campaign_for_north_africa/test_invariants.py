"""What is true of every position, told by breaking it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.invariants import broken_invariants
from sandtable.games.campaign_for_north_africa.map import board
from tests.campaign_for_north_africa.positions import position, with_unit

HERE, THERE = board().hex("C3818"), board().hex("C3922")
SOUND = position("I/157 C3818", "6RTR C3922", supply={"CW-S1": ("C3922", 10, 10)})


@pytest.mark.parametrize(
    ("name", "changes", "told"),
    [
        ("I/157", {"at": THERE}, "stacked where it is not"),
        ("I/157", {"cohesion": 99}, "Cohesion Level of 99"),
        ("I/157", {"motors": -1}, "owes Motorization Points"),
        ("I/157", {"reserve": 3}, "no known Reserve"),
        ("I/157", {"attached": "6RTR"}, "attached and lies on the map"),
        ("6RTR", {"at": board().box("tripoli")}, "in an enemy box"),
    ],
)
def test_a_unit_that_cannot_be_there_is_found(name: str, changes: dict[str, Any], told: str) -> None:
    assert broken_invariants(SOUND) == []
    assert any(told in line for line in broken_invariants(with_unit(SOUND, name, **changes)))


@pytest.mark.case("8.13", "32.13")
def test_enemies_in_one_hex_are_found_and_supplies_among_them() -> None:
    both = position("I/157, 6RTR C3922")
    assert broken_invariants(both) == ["C3922 holds units of both sides"]
    assert broken_invariants(position("I/157 C3818", supply={"CW-S1": ("C3818", 1, 1)})) == [
        "CW-S1 lies among the enemy"
    ]
    assert any(
        "among the enemy" in line
        for line in broken_invariants(position("I/157 C3818", motors={"commonwealth": {"C3818": 1}}))
    )


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"stacks": {}}, "lies in no stack"),
        ({"stacks": SOUND.stacks | {HERE: ()}}, "empty stack"),
        ({"parts": {"6RTR": ("I/157",)}}, "not attached to 6RTR"),
        ({"supply": {"CW-S1": replace(SOUND.supply["CW-S1"], ammo=41)}}, "holds 41 Ammo"),
        ({"guards": {"nobody": "6RTR"}}, "a guard of nobody"),
        ({"prisoners": {"axis": -1}}, "prisoners to give"),
    ],
)
def test_wrong_books_are_found(changes: dict[str, Any], told: str) -> None:
    assert any(told in line for line in broken_invariants(replace(SOUND, **changes)))
