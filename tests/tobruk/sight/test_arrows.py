"""The battle on the map."""

from __future__ import annotations

import pytest

from sandtable.core.views import Battle
from sandtable.games.tobruk.sight.view import view
from sandtable.games.tobruk.state import Air
from tests.tobruk.positions import fighting, play


@pytest.mark.case("10.1")
def test_the_attack_is_shown_with_its_odds_and_then_with_its_result() -> None:
    air = {"axis": Air(support=1), "commonwealth": Air()}
    state = fighting("15PzHQ, I/8/15, II/8/15 2820", "18/4NZ, 65AT* 2821", "15pz", air=air)
    assert view(state, "axis").battles == ()
    state = play(state, "attack 2821 with I/8/15, II/8/15", "fire 65AT at I/8/15", "fly 0 fighters 1 support",
                 rolls=(6,))  # fmt: skip
    assert view(state, "commonwealth").battles == (Battle("axis", ("2820",), ("2821",), "2:1"),)
    state = play(state, "artillery 0", rolls=(3, 3))
    assert [battle.odds for battle in view(state, "axis").battles] == ["-/R2"]
