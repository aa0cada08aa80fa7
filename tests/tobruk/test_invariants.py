"""What is true of every position, told by breaking it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.tobruk.invariants import broken_invariants
from sandtable.games.tobruk.state import DEAD
from tests.tobruk.positions import position, with_unit

SOUND = position("I/8/15 2820, 15PzHQ 2720", "2Kng/16 2504, 7ArmHQ 2706")


@pytest.mark.parametrize(
    ("name", "changes", "told"),
    [
        ("I/8/15", {"at": "2504"}, "both sides are at 2504"),
        ("15PzHQ", {"at": "2504"}, "both sides are at 2504"),
        ("15PzHQ", {"at": "2706"}, "both sides are at 2706"),
        ("I/8/15", {"at": DEAD, "road": True}, "markers off the map"),
        ("I/8/15", {"due": 4}, "is due on turn 4"),
        ("I/8/15", {"at": DEAD, "due": 4}, "a dead unit is due"),
    ],
)
def test_a_unit_that_cannot_be_there_is_found(name: str, changes: dict[str, Any], told: str) -> None:
    assert broken_invariants(SOUND) == []
    assert any(told in line for line in broken_invariants(with_unit(SOUND, name, **changes)))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"turn": 99}, "turn 99 is not in the scenario"),
        ({"cup": ("15PzHQ",), "drawn": ("15PzHQ",)}, "in the cup and drawn"),
        ({"drawn": ("nobody",)}, "these chits were drawn"),
        ({"formation": ("I/8/15",)}, "left of an activation"),
    ],
)
def test_wrong_books_are_found(changes: dict[str, Any], told: str) -> None:
    assert any(told in line for line in broken_invariants(replace(SOUND, **changes)))
