"""What is true of every position, told by breaking it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.afrika_korps.invariants import broken_invariants
from sandtable.games.afrika_korps.state import DEAD, AutomaticVictory
from tests.afrika_korps.positions import position, with_books, with_unit

SOUND = position("21/5, rommel W6", "9A/20 H26", turn=3)


@pytest.mark.parametrize(
    ("name", "changes", "told"),
    [
        ("21/5", {"at": "H26"}, "both sides hold H26"),
        ("9A/20", {"at": "W6"}, "both sides hold W6"),
        ("rommel", {"at": DEAD}, "Rommel is dead"),
        ("21/5", {"made_of": ("9A/20",)}, "part of a substitute and somewhere else"),
    ],
)
def test_a_unit_that_cannot_be_there_is_found(name: str, changes: dict[str, Any], told: str) -> None:
    assert broken_invariants(SOUND) == []
    assert any(told in line for line in broken_invariants(with_unit(SOUND, name, **changes)))


@pytest.mark.case("6.1", "2.3")
def test_too_many_in_a_hex_are_found_unless_their_side_is_moving() -> None:
    state = position("21/5, 21/3, 21/104, 15/8 W6", "9A/20 H26", turn=3)
    assert broken_invariants(state) == []
    assert broken_invariants(replace(state, phasing="allied")) == ["axis is overstacked at W6"]


def test_wrong_books_and_victories_are_found() -> None:
    assert any("replacement factors" in line for line in broken_invariants(with_books(SOUND, "axis", replacements=-1)))
    late = replace(SOUND, phasing="allied", victories=(AutomaticVictory(("9A/20",), ("21/5",), ()),))
    assert any("out of turn" in line for line in broken_invariants(late))
    fewer = {name: unit for name, unit in SOUND.units.items() if name != "21/5"}
    assert broken_invariants(replace(SOUND, units=fewer)) == ["21/5 has vanished"]
