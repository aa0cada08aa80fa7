"""One whole game for each way in which Tobruk can end, played from the set-up and proved die by die.

In each game the players help each other to its ending. When a change of the rules leaves every order legal but changes
the positions, the saves are written anew by

    python -m tests.tobruk.test_endings
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.core.game import Game
from sandtable.core.journal import SaveError
from sandtable.games.tobruk.scenario.victory import lead, points
from sandtable.games.tobruk.state import Tobruk
from sandtable.games.tobruk.title import title
from tests.endings import prove, prove_without_last_order, rewrite
from tests.tobruk.positions import facts

FIXTURES = Path(__file__).parent / "fixtures"
LARGEST = 20_000  # bytes

ENDINGS = {
    "axis-takes-tobruk": ("first-sidi-rezegh", "axis", "15.1"),
    "last-turn-axis": ("battle-for-tobruk", "axis", "15.3"),
    "last-turn-commonwealth": ("second-sidi-rezegh", "commonwealth", "15.2"),
    "last-turn-draw": ("first-sidi-rezegh", None, "15.1"),
}


def proved(name: str) -> Game[Tobruk]:
    return prove(title(), FIXTURES / f"{name}.json")


@pytest.mark.case("14.0", "15.1", "15.2", "15.3")
@pytest.mark.parametrize("name", ENDINGS)
def test_the_game_is_proved_and_ends_as_it_should(name: str) -> None:
    game = proved(name)
    over = game.outcome
    assert over is not None
    assert (game.setup.scenario, over.winner, over.case) == ENDINGS[name]


def test_every_fixture_is_one_of_the_endings_and_small() -> None:
    assert {path.stem for path in FIXTURES.glob("*.json")} == set(ENDINGS)
    assert all(path.stat().st_size < LARGEST for path in FIXTURES.glob("*.json"))


@pytest.mark.case("15.1")
def test_an_empty_town_is_lost_before_the_last_turn() -> None:
    """The garrison has gone to the western corner of its perimeter."""
    game = proved("axis-takes-tobruk")
    last = facts(game.events, "moved")[-1]
    assert last["path"][-1] == "2403" and game.state.turn < 4
    assert facts(game.events, "over")[0]["reason"] == "an Axis unit stands in the town of Tobruk"


@pytest.mark.case("15.1", "11.1")
def test_a_victory_that_cost_three_bombers_is_a_draw() -> None:
    game = proved("last-turn-draw")
    assert lead(game.state) >= 13
    assert (game.state.pool("commonwealth").lost, game.state.pool("axis").lost) == (3, 0)
    assert game.outcome is not None and game.outcome.reason.endswith("but lost too many air units")


@pytest.mark.case("15.2", "7.1")
def test_crowded_germans_lose_the_second_battle() -> None:
    game = proved("last-turn-commonwealth")
    assert {fact["case"] for fact in facts(game.events, "eliminated")} == {"7.1"}
    assert lead(game.state) >= 15 and points(game.state, "axis") == 0


@pytest.mark.case("15.3")
def test_the_loser_of_the_bid_wins_as_the_axis_where_nothing_happens() -> None:
    game = proved("last-turn-axis")
    assert (game.state.bidder, game.state.margin) == ("axis", 25)
    assert [fact["turn"] for fact in facts(game.events, "turn")] == list(range(1, 11))


@pytest.mark.parametrize("name", ENDINGS)
def test_a_game_with_an_order_missing_is_not_proved(name: str) -> None:
    with pytest.raises(SaveError):
        prove_without_last_order(title(), FIXTURES / f"{name}.json")


if __name__ == "__main__":
    rewrite(title(), FIXTURES)
