"""The staff in whole games: never refused, the same for the same seed, better than players without a plan."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from sandtable.bots.arena import arena, match
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import admits
from sandtable.core.game import Game
from sandtable.core.title import Setup
from sandtable.games.tobruk.staff import Staff
from sandtable.games.tobruk.state import Tobruk
from sandtable.games.tobruk.title import title

COMMON_KINDS = {
    "AirAllocation",
    "Advances",
    "ArtillerySupport",
    "Bidding",
    "Combat",
    "Deployment",
    "HeadquartersReturn",
    "Losses",
    "Minefield",
    "Movement",
    "Order",
    "RetreatRoute",
}  # fmt: skip; the rarer ones have tests of their own
OFTEN = 4  # times that a kind of decision is put before the staff in one game
SHORT = ("first-sidi-rezegh", "second-sidi-rezegh")


def selfplay(scenario: str, seed: int, turns: int) -> tuple[Game[Tobruk], dict[str, Staff]]:
    game = Game(title(), Setup(scenario), SecretDice(secret_of_seed(seed)))
    staffs = {side: Staff(seed) for side in title().sides}
    last = game.state.turn + turns
    while game.outcome is None and game.state.turn < last:
        side = game.asked[0]
        game.play(staffs[side].choose(game.state, side), side)
    return game, staffs


@pytest.mark.long
def test_common_decisions_are_answered_by_the_rules() -> None:
    """Games at random bring up positions that nobody would plan; the staff is asked now and then what it would do."""
    seen: Counter[str] = Counter()
    for seed, scenario in enumerate(("battle-for-tobruk", "second-sidi-rezegh", "battle-for-tobruk")):
        game, chance = Game(title(), Setup(scenario), SecretDice(secret_of_seed(seed))), Random(seed)
        while game.outcome is None:
            side = game.asked[0]
            kind = type(game.state.stack[-1]).__name__
            if seen[kind] < OFTEN * (seed + 1) and (kind not in ("Movement", "Minefield") or chance.random() < 0.1):
                seen[kind] += 1
                staff = Staff(seed)
                assert admits(game.state, side, staff.choose(title().sight.observe(game.state, side), side))
                assert not staff.strayed
            game.play(chance.choice(game.actions(side)), side)
    assert set(seen) >= COMMON_KINDS


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (selfplay(SHORT[0], 5, 1)[0] for _ in range(2))
    assert [str(entry.action) for entry in first.entries] == [str(entry.action) for entry in second.entries]


@pytest.mark.parametrize("scenario", SHORT)
def test_it_never_strays_and_says_what_it_intends(scenario: str) -> None:
    game, staffs = selfplay(scenario, 2, 2)
    assert game.entries
    for staff in staffs.values():
        assert not staff.strayed
        assert staff.intent


@pytest.mark.long
@pytest.mark.parametrize("scenario", list(title().scenarios))
def test_a_whole_game_is_played_without_a_refusal(scenario: str) -> None:
    players = dict.fromkeys(title().sides, "staff")
    score = arena(title(), players, 2, 11, setup=title().setup(scenario))
    assert score.unfinished == 0
    assert sum(score.refusals.values()) == 0


@pytest.mark.long
@pytest.mark.parametrize("scenario", list(title().scenarios))
def test_it_beats_a_random_player_from_both_sides(scenario: str) -> None:
    score = match(title(), "staff", "random", 8, 7, setup=title().setup(scenario))
    assert score.wins >= 7
    assert score.refusals == 0


@pytest.mark.long
@pytest.mark.parametrize("scenario", SHORT)
def test_it_beats_the_greedy_player(scenario: str) -> None:
    score = match(title(), "staff", "greedy", 12, 3, setup=title().setup(scenario))
    assert score.rate >= 0.7
    assert score.refusals == 0


@pytest.mark.long
@pytest.mark.parametrize("scenario", SHORT)
def test_neither_side_is_lost_from_the_start(scenario: str) -> None:
    score = arena(title(), dict.fromkeys(title().sides, "staff"), 30, 3, setup=title().setup(scenario))
    assert all(score.rate(side) <= 0.8 for side in title().sides)
