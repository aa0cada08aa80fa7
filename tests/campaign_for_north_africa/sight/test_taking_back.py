"""[3.61] What an order has uncovered is not taken back: once one has looked one cannot unsee it."""

from __future__ import annotations

import pytest

from sandtable.core.dice import SecretDice
from sandtable.core.game import Game
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.title import title
from tests.campaign_for_north_africa.combat.test_retreats import beaten
from tests.campaign_for_north_africa.combat_segments import STORES, who
from tests.campaign_for_north_africa.repair.test_destroyed_tanks import BROKEN, TANKS, entered


@pytest.fixture(scope="module")
def begun() -> Game[Campaign]:
    return Game(title(), title().setup("grazianis-offensive"), SecretDice(b"1"))


def may_take_back(begun: Game[Campaign], state: Campaign, order: str) -> bool:
    """Whether the Commonwealth, which is still asked, gets back what it has just done."""
    game = begun.still()
    game.state = state
    game.play_text(order, "commonwealth")
    assert who(game.state) == ("commonwealth",) and not game.entries[-1].final, "no die, and nobody else is asked"
    try:
        game.undo("commonwealth")
    except Refusal as refusal:
        assert refusal.case == "undo" and "revealed" in refusal.why
        return False
    assert game.state is state
    return True


@pytest.mark.case("3.61", "3.62", "14.52")
def test_wrecks_that_were_captured_have_been_looked_at_and_those_removed_have_not(begun: Game[Campaign]) -> None:
    state = entered("C3818", wrecks={"W1": TANKS, "W2": BROKEN})
    assert not may_take_back(begun, state, "capture W1 to C3818")
    assert not may_take_back(begun, state, "capture W2 to C3717")
    assert may_take_back(begun, state, "capture W1 to none")


@pytest.mark.case("3.61", "3.62", "15.82", "32.13")
def test_a_retreat_that_takes_an_enemy_supply_unit_has_looked_into_it(begun: Game[Campaign]) -> None:
    guards = "2SctGds, 3CldGds C3818"
    taking = beaten(guards, "I/125 C3918", supply=STORES | {"AX-S2": ("C3718", 3, 4)})
    assert not may_take_back(begun, taking, "retreat 2SctGds C3818-C3718")
    assert may_take_back(begun, taking, "retreat 2SctGds C3818-C3817")
