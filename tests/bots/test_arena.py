"""The arena: counts, intervals, pairing, and the same result on any number of cores."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.bots.arena import Score, arena, match, wilson
from sandtable.core.title import UnknownChoice
from tests.core.toy import WadiTitle

TITLE = WadiTitle()


def counted(score: Score) -> dict[str, object]:
    return {name: value for name, value in score.report().items() if name != "seconds"}


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_intervals_are_wilsons(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_without_games_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    score = arena(TITLE, {}, 0, 1, workers=1)
    assert (score.games, score.rate("red"), score.interval("red")) == (0, 0.0, (0.0, 1.0))


def test_every_game_is_won_drawn_or_unfinished() -> None:
    score = arena(TITLE, {"red": "random", "blue": "random"}, 40, 1, workers=1)
    assert score.games == 40
    assert sum(score.wins.values()) + score.draws == 40 and score.unfinished == 0
    assert sum(score.reasons.values()) == 40
    assert 0 < score.wins["red"] < 40 and score.draws > 0
    cut = arena(TITLE, {}, 5, 1, workers=1, limit=3)
    assert (cut.unfinished, cut.draws, sum(cut.wins.values())) == (5, 0, 0)


def test_report_has_the_promised_keys_and_is_json() -> None:
    told = msgspec.json.decode(msgspec.json.encode(arena(TITLE, {"red": "greedy"}, 6, 1, workers=1).report()))
    assert told["games"] == 6 == told["red_wins"] + told["blue_wins"] + told["draws"]
    assert told["players"] == {"red": "greedy", "blue": "random"}
    low, high = told["red_interval"]
    assert low <= told["red_rate"] <= high
    assert told["refusals"] == {"red": 0, "blue": 0}


def test_refused_player_is_shown_as_a_bug() -> None:
    score = arena(TITLE, {"red": "rude"}, 5, 1, workers=1)
    assert score.refusals["red"] >= 15 and score.refusals["blue"] == 0
    assert score.refused[0].startswith("game 0: red> done: (2)")
    assert any("each a bug" in line for line in score.lines())


def test_same_seed_gives_the_same_games_on_one_core_and_on_two() -> None:
    players = {"red": "greedy", "blue": "random"}
    one = arena(TITLE, players, 6, 7, workers=1)
    assert counted(one) == counted(arena(TITLE, players, 6, 7, workers=2))
    assert counted(one) != counted(arena(TITLE, players, 6, 8, workers=1))


def test_progress_counts_every_game() -> None:
    seen: list[tuple[int, int]] = []
    arena(TITLE, {}, 4, 1, workers=1, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize("players", [{"green": "random"}, {"red": "genius"}])
def test_unknown_side_or_player_is_refused_before_any_game(players: dict[str, str]) -> None:
    with pytest.raises(UnknownChoice):
        arena(TITLE, players, 1000, 1, workers=1)


def test_setup_is_used() -> None:
    short = arena(TITLE, {}, 10, 1, workers=1, setup=TITLE.setup("short"))
    long = arena(TITLE, {}, 10, 1, workers=1, setup=TITLE.setup("long"))
    assert long.actions > 1.3 * short.actions


def test_match_plays_both_sides_of_the_same_deals() -> None:
    seen: list[tuple[int, int]] = []
    result = match(TITLE, "greedy", "random", 21, 3, workers=1, progress=lambda *counts: seen.append(counts))
    assert {side: score.games for side, score in result.by_side.items()} == {"red": 11, "blue": 10}
    assert result.by_side["red"].players == {"red": "greedy", "blue": "random"}
    assert result.by_side["blue"].players == {"red": "random", "blue": "greedy"}
    assert result.games == 21
    assert result.wins == result.by_side["red"].wins["red"] + result.by_side["blue"].wins["blue"]
    assert result.rate == result.wins / 21 and result.interval == wilson(result.wins, 21)
    assert seen == [(i, 21) for i in range(1, 22)]
    assert result.report()["wins"] == result.wins


def test_greedy_beats_random() -> None:
    assert match(TITLE, "greedy", "random", 100, 1, workers=1, setup=TITLE.setup("long")).interval[0] > 0.5
