"""Declared attacks on the map."""

from __future__ import annotations

import pytest

from sandtable.core.views import Battle
from sandtable.games.afrika_korps.sight.view import view
from sandtable.games.afrika_korps.state import AfrikaKorps, AutomaticVictory
from tests.afrika_korps.combat.declarations import declaring
from tests.afrika_korps.positions import play, position


def arrows(state: AfrikaKorps) -> tuple[Battle, ...]:
    return view(state, "allied").battles


@pytest.mark.case("8.4", "8.6")
def test_an_attack_is_shown_with_its_odds_from_its_declaration_until_it_is_fought() -> None:
    state = declaring("15/8, 21/5 P40, AxS1 P39", "9A/20 P41, AlS1 J60")
    assert arrows(state) == ()
    state = play(state, "attack 9A/20 with 15/8, 21/5")
    assert arrows(state) == (Battle("axis", ("P40",), ("P41",), "7-1"),)
    state = play(state, "done")
    assert [battle.odds for battle in arrows(state)] == ["7-1"], "to be resolved"
    assert arrows(play(state, "fight 1")) == ()


@pytest.mark.case("9.1")
def test_an_automatic_victory_is_shown_while_units_still_move() -> None:
    won = AutomaticVictory(("9A/20",), ("15/8", "21/5"), ("AxS1",))
    state = position("15/8 P40, 21/5 Q41, AxS1 P39", "9A/20 P41", victories=(won,))
    assert arrows(state) == (Battle("axis", ("P40", "Q41"), ("P41",), "automatic"),)
