"""One whole game for each way in which Afrika Korps can end, played from the set-up and proved die by die.

In each game the players help each other to its ending. When a change of the rules leaves every order legal but changes
the positions, the saves are written anew by

    python -m tests.afrika_korps.test_endings
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.core.game import Game
from sandtable.core.journal import SaveError
from sandtable.games.afrika_korps.state import AfrikaKorps
from sandtable.games.afrika_korps.title import title
from tests.endings import prove, prove_without_last_order, rewrite

FIXTURES = Path(__file__).parent / "fixtures"
LARGEST = 60_000  # bytes

ENDINGS = {
    "axis-annihilates": ("axis", "4.1", "no combat unit of the Allies is left on the board"),
    "allied-annihilate": ("allied", "4.2", "no combat unit of the Axis is left on the board"),
    "axis-holds-everything": ("axis", "4.1", "the Axis held both fortresses and both home bases for two turns"),
    "allied-holds-everything": ("allied", "4.2", "the Allies held both fortresses and both home bases for two turns"),
    "axis-starves": ("allied", "24.5", "the Axis had no supply on the board for two turns"),
    "allied-starves": ("axis", "24.5", "the Allies had no supply on the board for two turns"),
    "last-turn": ("allied", "4.2", "the Axis did not reach its goals by the last October 1942 turn"),
}


def proved(name: str) -> Game[AfrikaKorps]:
    return prove(title(), FIXTURES / f"{name}.json")


@pytest.mark.case("4.1", "4.2", "24.5")
@pytest.mark.parametrize("name", ENDINGS)
def test_the_game_is_proved_and_ends_as_it_should(name: str) -> None:
    over = proved(name).outcome
    assert over is not None
    assert (over.winner, over.case, over.reason) == ENDINGS[name]


def test_every_fixture_is_one_of_the_endings_and_small() -> None:
    assert {path.stem for path in FIXTURES.glob("*.json")} == set(ENDINGS)
    assert all(path.stat().st_size < LARGEST for path in FIXTURES.glob("*.json"))


@pytest.mark.case("4.1", "23.4")
def test_the_allies_are_annihilated_in_bengasi_while_their_army_is_at_sea() -> None:
    game = proved("axis-annihilates")
    assert [event.facts["unit"] for event in game.events if event.kind == "eliminated"] == ["2/2sg"]
    assert [event.facts["result"] for event in game.events if event.kind == "fought"] == ["automatic"]


@pytest.mark.case("4.2", "23.42", "22.5")
def test_the_axis_is_annihilated_in_battle_after_its_army_was_lost_at_sea() -> None:
    game = proved("allied-annihilate")
    cases = [event.facts["case"] for event in game.events if event.kind == "eliminated"]
    assert cases == ["23.42"] * 8 + ["7.5"]
    assert game.state.units["rommel"].at >= 0


@pytest.mark.case("4.1", "4.2", "4.3")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_everything_is_held_at_four_instants(side: str) -> None:
    game = proved(f"{side}-holds-everything")
    held = [state for state in game.states if state.books[side].holds_all and state.phasing == side]
    assert len({state.turn for state in held}) == 2
    assert game.state.books[side].held_turns == 2


@pytest.mark.case("24.5")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_an_army_that_burnt_its_only_supply_is_lost_two_turns_later(side: str) -> None:
    game = proved(f"{side}-starves")
    burnt = [event for event in game.events if event.kind == "eliminated" and event.facts["case"] == "15.4"]
    assert len(burnt) == 1
    assert game.state.turn == 3 and game.state.layout.combat[side] == {}


@pytest.mark.case("4.2", "3", "3.5", "1.5")
def test_the_campaign_lasts_thirty_eight_turns_of_two_halves() -> None:
    game = proved("last-turn")
    turns = [(event.facts["turn"], event.facts["side"]) for event in game.events if event.kind == "turn"]
    assert turns == [(turn, side) for turn in range(1, 39) for side in ("axis", "allied")]
    assert game.state.units["NZ/2"].at < 0  # never landed, and lost on the last turn [19.8]


@pytest.mark.parametrize("name", ENDINGS)
def test_a_game_with_an_order_missing_is_not_proved(name: str) -> None:
    with pytest.raises(SaveError):
        prove_without_last_order(title(), FIXTURES / f"{name}.json")


if __name__ == "__main__":
    rewrite(title(), FIXTURES)
