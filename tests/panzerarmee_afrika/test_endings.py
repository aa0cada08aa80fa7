"""One whole game for each way in which Panzerarmee Afrika can end, played from the set-up and proved die by die.

In each game the players help each other to its ending. When a change of the rules leaves every order legal but changes
the positions, the saves are written anew by

    python -m tests.panzerarmee_afrika.test_endings
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.core.game import Game
from sandtable.core.journal import SaveError
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, role_of
from sandtable.games.panzerarmee_afrika.title import title
from sandtable.games.panzerarmee_afrika.victory.conditions import tally
from tests.endings import prove, prove_without_last_order, rewrite

FIXTURES = Path(__file__).parent / "fixtures"
LARGEST = 20_000  # bytes

ENDINGS = {
    "allied-cannot-withdraw": ("axis", "13.2.3", "the Allies lack infantry to withdraw (Syria campaign)"),
    "axis-takes-alexandria": ("axis", "14", "the Axis took Alexandria: a decisive Axis victory"),
    "last-turn-allied": ("allied", "14.1", "the last turn is over: a decisive Allied victory"),
    "last-turn-axis": ("axis", "14.1", "the last turn is over: a marginal Axis victory"),
    "last-turn-draw": (None, "14.1", "the last turn is over: a draw"),
}


def proved(name: str) -> Game[PanzerarmeeAfrika]:
    return prove(title(), FIXTURES / f"{name}.json")


@pytest.mark.case("14", "14.1", "13.2.3")
@pytest.mark.parametrize("name", ENDINGS)
def test_the_game_is_proved_and_ends_as_it_should(name: str) -> None:
    over = proved(name).outcome
    assert over is not None
    assert (over.winner, over.case, over.reason) == ENDINGS[name]


def test_every_fixture_is_one_of_the_endings_and_small() -> None:
    assert {path.stem for path in FIXTURES.glob("*.json")} == set(ENDINGS)
    assert all(path.stat().st_size < LARGEST for path in FIXTURES.glob("*.json"))


@pytest.mark.case("13.2.3", "12.1.1", "12.4.4")
def test_an_army_that_broke_before_tobruk_cannot_send_troops_to_syria() -> None:
    """Nine brigades go into the zone of the fort, attack in vain and fall to its counter-attack."""
    game = proved("allied-cannot-withdraw")
    assert {event.facts["case"] for event in game.events if event.kind == "ineffective"} == {"12.1.1"}
    assert [event.facts["loss"] for event in game.events if event.kind == "countered"] == [8, 10]
    lost = [event.facts["unit"] for event in game.events if event.kind == "eliminated"]
    assert len([name for name in lost if role_of(str(name)) == "unit"]) == 9
    assert [event.facts["unit"] for event in game.events if event.kind == "withdrawn"] == ["sa-1"]
    assert game.state.turn == 3


@pytest.mark.case("14", "5", "8.3.1")
def test_an_open_road_brings_the_axis_to_alexandria_on_the_second_turn() -> None:
    game = proved("axis-takes-alexandria")
    taken = [event.facts["at"] for event in game.events if event.kind == "controlled"]
    assert set(taken) == {"1925", "1730", "1351"}
    assert (game.state.turn, game.state.control["0702"], game.state.control["1351"]) == (2, "axis", "axis")


@pytest.mark.case("14.1")
def test_the_same_game_is_a_draw_or_an_axis_victory_by_the_award_for_tobruk() -> None:
    with_award, without = proved("last-turn-draw"), proved("last-turn-axis")
    for game in (with_award, without):
        allied, axis = tally(game.state, "allied").adjusted, tally(game.state, "axis").adjusted
        assert axis < allied <= 2 * axis
        assert game.state.books["allied"].tobruk_best == 40


@pytest.mark.case("13.5.3", "14.1", "9")
def test_options_of_little_use_cost_the_axis_the_game() -> None:
    game = proved("last-turn-allied")
    assert {"F", "G"} & game.state.books["axis"].taken.keys()
    assert tally(game.state, "axis").penalty > 0


@pytest.mark.case("7", "7.1", "14")
def test_the_campaign_lasts_twenty_turns_of_two_halves() -> None:
    game = proved("last-turn-draw")
    turns = [(event.facts["turn"], event.facts["side"]) for event in game.events if event.kind == "turn"]
    assert turns == [(turn, side) for turn in range(1, 21) for side in ("allied", "axis")]


@pytest.mark.parametrize("name", ENDINGS)
def test_a_game_with_an_order_missing_is_not_proved(name: str) -> None:
    with pytest.raises(SaveError):
        prove_without_last_order(title(), FIXTURES / f"{name}.json")


if __name__ == "__main__":
    rewrite(title(), FIXTURES)
