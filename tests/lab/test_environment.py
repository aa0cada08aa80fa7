"""Games as environments: PettingZoo's own tests, what an agent sees and chooses, and one side against a machine."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from copy import copy
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, seed_test
from pettingzoo.test.render_test import render_test

from sandtable import games
from sandtable.core.values import Action
from sandtable.lab import env, gym_env, vector_env
from sandtable.lab.environment.menu import MOST_LISTED, Menu, Slots
from sandtable.lab.environment.session import Session

SLOW = "campaign-for-north-africa"
TITLES = [key for key in games.keys() if key != SLOW]  # noqa: SIM118  # a module, not a dictionary
EVERY = [*TITLES, pytest.param(SLOW, marks=pytest.mark.long)]


def drawn(mask: Any, random: Random) -> int:
    return random.choice(np.flatnonzero(mask).tolist())


# PettingZoo's own tests


@pytest.mark.parametrize("cycles", [20, pytest.param(1000, marks=pytest.mark.long)])  # the latter is its default
@pytest.mark.parametrize("key", EVERY)
def test_the_test_of_the_interface_passes(key: str, cycles: int) -> None:
    with warnings.catch_warnings():
        # Our agents go by the names of sides, and what they see is a dictionary of arrays.
        warnings.filterwarnings("ignore", message="We recommend agents|Observation")
        warnings.filterwarnings("error", message=".*(mask|NaN|inf|different)")
        api_test(env(key), num_cycles=cycles)


@pytest.mark.parametrize("cycles", [15, pytest.param(500, marks=pytest.mark.long)])  # the latter is its default
@pytest.mark.parametrize("key", EVERY)
def test_the_test_of_seeds_passes(key: str, cycles: int) -> None:
    seed_test(lambda: env(key), num_cycles=cycles)


@pytest.mark.parametrize("key", EVERY)
def test_the_test_of_pictures_passes(key: str) -> None:
    render_test(lambda render_mode: env(key, render_mode=render_mode))


@pytest.mark.long
@pytest.mark.parametrize("key", EVERY)
def test_the_test_of_performance_passes(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(env(key))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("key", "scenario"),
    [
        pytest.param(title.key, scenario, marks=[pytest.mark.long] if title.key == SLOW else [])
        for title in games.titles()
        for scenario in title.scenarios
    ],
)
def test_every_scenario_can_be_begun_and_chosen_in(key: str, scenario: str) -> None:
    played, random = env(key, scenario=scenario), Random(1)
    played.reset(seed=1)
    for _ in range(8):
        seen = played.last()[0]
        assert seen is not None
        assert played.observation_space(played.agent_selection).contains(seen)
        played.step(drawn(seen["action_mask"], random))
    assert played.session.actions > 1


# Whole games


def test_a_game_is_played_to_its_end_and_what_one_wins_the_other_loses() -> None:
    played, random = env("afrika-korps"), Random(3)
    played.reset(seed=3)
    rewards: dict[str, float] = {}
    for agent in played.agent_iter():
        seen, reward, ended, cut, _ = played.last()
        assert seen is not None and not cut
        rewards[agent] = float(reward)
        played.step(None if ended else drawn(seen["action_mask"], random))
    over = played.session.game.outcome
    assert over is not None and over.winner is not None
    assert rewards == {side: 1.0 if side == over.winner else -1.0 for side in ("axis", "allied")}


def test_a_game_that_takes_too_long_is_cut_short_without_a_reward() -> None:
    played, random = env("tobruk", limit=3), Random(1)
    played.reset(seed=1)
    for _agent in played.agent_iter():
        seen, reward, ended, cut, _ = played.last()
        assert seen is not None and reward == 0 and not ended
        played.step(None if cut else drawn(seen["action_mask"], random))
    assert played.session.actions == 3


# What is chosen


def leaves(menu: Menu) -> Iterator[Action]:
    """Every action that choices lead to."""
    for number in menu.choices:
        branch = copy(menu)
        action = branch.choose(number)
        if action is not None:
            yield action
        else:
            yield from leaves(branch)


@pytest.mark.parametrize("key", TITLES)
def test_choices_lead_to_every_listed_action_once(key: str) -> None:
    session, random = Session(key, "", (), 10_000), Random(2)
    for _ in range(200):
        side = session.game.asked[0]
        listed = list(session.game.actions(side)[: MOST_LISTED + 1])
        if session.menu.stage == 0 and 20 < len(listed) <= MOST_LISTED and session.actions > 5:
            break
        session.choose(random.choice(session.menu.choices))
    observed = session.title.sight.observe(session.game.state, side)
    assert 20 < len(listed) <= MOST_LISTED
    found = [str(action) for action in leaves(Menu(session.title, observed, side, Slots(10_000)))]
    assert sorted(found) == sorted(map(str, listed))


def test_a_choice_that_the_mask_does_not_have_is_refused() -> None:
    played = env("tobruk")
    played.reset(seed=1)
    barred = np.flatnonzero(played.observe(played.agent_selection)["action_mask"] == 0)[0]
    with pytest.raises(ValueError, match="not among the choices"):
        played.step(int(barred))


def test_counters_beyond_the_room_share_the_last_number() -> None:
    slots = Slots(3)
    assert [slots.number(name) for name in ("a", "b", "a", "c", "d", "e", "b")] == [1, 2, 1, 3, 3, 3, 2]


# What is seen


def test_planes_hold_what_the_view_of_the_side_shows() -> None:
    played = env("afrika-korps")
    played.reset(seed=1)
    session = played.session
    seen, view = session.seen("axis")["observation"], session.game.view("axis")
    board, sight = session.title.rules.board(), session.sight
    for whose, sides in ((0, {"axis"}), (1, {"allied"})):
        here = [piece for piece in view.pieces if piece.side in sides and piece.at in board.index]
        assert seen["units"][whose].sum() == len(here)
        for piece in here:
            at = board.index[piece.at]
            assert seen["strength"][whose, sight.rows[at], sight.columns[at]] >= piece.factors[0]
    assert len({*zip(sight.rows.tolist(), sight.columns.tolist(), strict=True)}) == len(board)


def test_a_sealed_bid_is_not_seen() -> None:
    seen = []
    for bid in (0, 9):
        played = env("tobruk", scenario="battle-for-tobruk")
        played.reset(seed=1)
        played.step(bid)
        other = played.agent_selection
        assert other == "commonwealth"
        seen.append(played.observe(other))
    assert all(
        np.array_equal(seen[0]["observation"][name], seen[1]["observation"][name]) for name in seen[0]["observation"]
    )
    assert np.array_equal(seen[0]["action_mask"], seen[1]["action_mask"])


def test_players_keep_their_names_when_a_bid_swaps_their_sides() -> None:
    played = env("tobruk", scenario="battle-for-tobruk")
    played.reset(seed=1)
    played.step(20)  # of whoever sits down as Axis: the higher bid commands the Commonwealth
    played.step(3)
    assert played.session.side_of("axis") == "commonwealth"
    assert played.agent_selection == "axis"  # the garrison is placed by the Commonwealth


# One side against a machine


def test_gymnasium_finds_nothing_wrong() -> None:
    """Its checker draws without a mask."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*(infinity|Box|render)")
        check_env(gym_env("afrika-korps", forgiving=True), skip_render_check=True)


def test_only_a_forgiving_environment_takes_the_next_choice_for_one_that_is_not_legal() -> None:
    strict, forgiving = gym_env("afrika-korps"), gym_env("afrika-korps", forgiving=True)
    for played in (strict, forgiving):
        played.reset(seed=1)
    choices = strict.session.menu.choices
    barred = next(number for number in range(strict.session.size) if number not in choices)
    with pytest.raises(ValueError, match="not among the choices"):
        strict.step(barred)
    strict.step(min(number for number in choices if number > barred))
    assert all(
        np.array_equal(one, other)
        for one, other in zip(
            forgiving.step(barred)[0]["observation"].values(),
            strict.session.seen("axis")["observation"].values(),
            strict=True,
        )
    )


def test_the_machine_answers_until_the_side_is_asked_again() -> None:
    played, random = gym_env("afrika-korps", side="allied", opponent="cadet", limit=40), Random(1)
    seen, _ = played.reset(seed=1)
    assert played.session.actions > 0  # the Axis has moved
    ended = cut = False
    while not (ended or cut):
        assert played.session.asked == "allied"
        seen, reward, ended, cut, _ = played.step(drawn(seen["action_mask"], random))
    assert reward == played.session.reward("allied")


def test_an_unknown_opponent_or_side_is_refused_at_once() -> None:
    for settings in ({"opponent": "napoleon"}, {"side": "prussia"}):
        with pytest.raises(ValueError, match=r"napoleon|prussia"):
            gym_env("tobruk", **settings)


def test_several_processes_play_at_once() -> None:
    played = vector_env("afrika-korps", 2)
    try:
        seen, _ = played.reset(seed=[1, 2])
        random = Random(1)
        for _ in range(3):
            assert seen["action_mask"].shape[0] == 2
            choices = np.array([drawn(mask, random) for mask in seen["action_mask"]])
            seen, rewards, *_ = played.step(choices)
            assert rewards.tolist() == [0.0, 0.0]
    finally:
        played.close()


def test_without_the_packages_one_line_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("several", "single"):
        monkeypatch.setitem(sys.modules, f"sandtable.lab.environment.{module}", None)
    monkeypatch.setitem(sys.modules, "gymnasium.vector", None)
    for make in (lambda: env("tobruk"), lambda: gym_env("tobruk"), lambda: vector_env("tobruk", 2)):
        with pytest.raises(ImportError, match=r"pip install 'sandtable\[env\]'"):
            make()
