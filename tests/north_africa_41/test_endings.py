"""One whole game for each way in which North Africa '41 can end, played from the set-up and proved die by die.

In each game the players help each other to its ending. When a change of the rules leaves every order legal but changes
the positions, the saves are written anew by

    python -m tests.north_africa_41.test_endings
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.core.game import Game
from sandtable.core.journal import SaveError
from sandtable.games.north_africa_41.state import NorthAfrica
from sandtable.games.north_africa_41.title import title
from tests.endings import prove, prove_without_last_order, rewrite

FIXTURES = Path(__file__).parent / "fixtures"
LARGEST = 60_000  # bytes

ENDINGS = {
    "axis-at-alexandria": ("axis", "26.1.1", "a Combat Unit in Full Supply holds Alexandria"),
    "allied-at-el-agheila": ("allied", "26.1.2", "a Combat Unit in Full Supply holds El Agheila"),
    "rommel-succeeds": ("axis", "S1.3", "the Axis holds 9 of 10 objectives, the Allies 1"),
    "rommel-fails": ("allied", "S1.3", "the Axis holds 0 of 10 objectives, the Allies 10"),
    "twelve-for-the-axis": ("axis", "S2.3.2", "the VP marker has reached +12"),
    "twelve-for-the-allies": ("allied", "S2.3.2", "the VP marker has reached -12"),
    "axis-on-points": ("axis", "S2.3.3", "the VP marker stands at +4"),
    "allies-on-points": ("allied", "S2.3.3", "the VP marker stands at -4"),
    "tie": (None, "S2.3.3", "the VP marker stands at 0"),
    "crusader-fails": ("axis", "S3.3", "the Axis holds 4 of 5 objectives, the Allies 1"),
    "tobruk-is-relieved": ("allied", "S3.3", "the Axis holds 2 of 5 objectives, the Allies 3"),
}


def proved(name: str) -> Game[NorthAfrica]:
    return prove(title(), FIXTURES / f"{name}.json")


@pytest.mark.case("26.1.1", "26.1.2", "S1.3", "S2.3.2", "S2.3.3", "S3.3")
@pytest.mark.parametrize("name", ENDINGS)
def test_the_game_is_proved_and_ends_as_it_should(name: str) -> None:
    over = proved(name).outcome
    assert over is not None
    assert (over.winner, over.case, over.reason) == ENDINGS[name]


def test_every_fixture_is_one_of_the_endings_and_small() -> None:
    assert {path.stem for path in FIXTURES.glob("*.json")} == set(ENDINGS)
    assert all(path.stat().st_size < LARGEST for path in FIXTURES.glob("*.json"))


@pytest.mark.case("3.1", "S2.2")
def test_the_campaign_lasts_nineteen_turns_and_keeps_two_impulses_in_summer() -> None:
    game = proved("tie")
    told = [event.facts for event in game.events if event.kind == "player_turn"]
    impulses = {turn: sorted({int(str(f["impulse"])) for f in told if f["turn"] == turn}) for turn in range(1, 20)}
    summer = {turn for turn, found in impulses.items() if found == [1, 3]}
    assert impulses[1] == [3] and summer == {8, 9, 10, 11}
    assert [event.facts["points"] for event in game.events if event.kind == "scored"][-1] == 0


@pytest.mark.case("S2.3.1")
def test_the_marker_moves_by_the_airfields_of_every_turn() -> None:
    scored = [event.facts for event in proved("twelve-for-the-axis").events if event.kind == "scored"]
    points = 0
    for facts in scored:
        points += int(str(facts["airfields"])) - int(str(facts["benchmark"]))
        assert facts["points"] == min(12, points)


@pytest.mark.case("26.1.1", "S1.2")
def test_alexandria_falls_in_battle_and_is_held_through_an_allied_player_turn() -> None:
    game = proved("axis-at-alexandria")
    assert any(event.kind == "fought" and event.facts["at"] == "2478" for event in game.events)
    assert game.state.phasing == "allied" and game.state.control["2478"] == "axis"


@pytest.mark.parametrize("name", ENDINGS)
def test_a_game_with_an_order_missing_is_not_proved(name: str) -> None:
    with pytest.raises(SaveError):
        prove_without_last_order(title(), FIXTURES / f"{name}.json")


if __name__ == "__main__":
    rewrite(title(), FIXTURES)
