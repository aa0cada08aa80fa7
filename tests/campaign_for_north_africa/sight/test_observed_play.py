"""[3.61] A player acts on what he may know: whatever he is offered by it he may do, and he can think it through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from sandtable.bots import player
from sandtable.bots.greedy import GreedyPlayer
from sandtable.core import frames
from sandtable.core.dice import SecretDice
from sandtable.core.game import Game
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.title import title

TITLE = title()
LOOKED_AT = 6  # actions of a listing
FOUGHT = ("Positions", "Plot", "ForceAssignment")


def decisions(scenario: str, name: str, count: int, seed: int) -> Iterator[tuple[Campaign, str]]:
    """The positions of a game before each of its first decisions, with the side that is asked. Both sides are played
    by the same kind of player, who may do nothing that is not lawful."""
    game = Game(TITLE, TITLE.setup(scenario), SecretDice(bytes([seed])))
    players = {side: player(TITLE, name, seed) for side in TITLE.sides}
    for _ in range(count):
        if game.outcome is not None:
            return
        side = game.asked[0]
        yield game.state, side
        game.play(players[side].choose(TITLE.sight.observe(game.state, side), side), side)


def some(listed: Sequence[Action], random: Random) -> list[Action]:
    return [listed[i] for i in sorted(random.sample(range(len(listed)), min(len(listed), LOOKED_AT)))]


def check_offers(scenario: str, name: str, count: int, seed: int = 1) -> None:
    random, wrong = Random(seed), []
    for state, side in decisions(scenario, name, count, seed):
        known = TITLE.sight.observe(state, side)
        decision = TITLE.rules.asks(known)
        assert decision is not None
        for action in some(decision.actions(known, side), random):
            for where, each in (("in truth", state), ("by what is seen", known)):
                try:
                    frames.check(each, side, action)
                except Refusal as refusal:
                    wrong.append(f"{side}> {action} {where}: {refusal}")
    assert not wrong


@pytest.mark.case("3.61")
@pytest.mark.parametrize("name", ["random", "staff"])
@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_what_a_player_is_offered_by_what_he_sees_is_lawful(scenario: str, name: str) -> None:
    check_offers(scenario, name, 60)


@pytest.mark.long
@pytest.mark.case("3.61")
@pytest.mark.parametrize("name", ["random", "staff"])
@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_what_a_player_is_offered_by_what_he_sees_is_lawful_for_a_long_time(scenario: str, name: str) -> None:
    check_offers(scenario, name, 500, seed=2)


def think_through(scenario: str, count: int, seed: int = 1) -> set[str]:
    """Play on from what is seen, as far as the next question; which questions were met."""
    random, met = Random(seed), set[str]()
    for state, side in decisions(scenario, "staff", count, seed):
        known = TITLE.sight.observe(state, side)
        decision = TITLE.rules.asks(known)
        assert decision is not None
        met.add(type(decision).__name__)
        for action in some(decision.actions(known, side), random)[:2]:
            after, _ = frames.play(known, side, action, SecretDice(random.randbytes(8)))
            assert TITLE.staff.evaluate(after, side) == TITLE.staff.evaluate(after, side)  # it is a number
    return met


@pytest.mark.case("3.61")
def test_a_player_can_think_through_what_he_sees() -> None:
    assert think_through("race-for-tobruk", 120)


@pytest.mark.long
@pytest.mark.case("3.61", "3.62")
@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_a_player_can_think_through_whole_battles(scenario: str) -> None:
    assert think_through(scenario, 800) >= {*FOUGHT}


@pytest.mark.parametrize("scenario", TITLE.scenarios)
def test_a_player_that_looks_one_move_ahead_finds_its_way(scenario: str) -> None:
    greedy = {side: GreedyPlayer(TITLE, 1, breadth=6, throws=1) for side in TITLE.sides}
    game = Game(TITLE, TITLE.setup(scenario), SecretDice(b"1"))
    for _ in range(60):
        side = game.asked[0]
        game.play(greedy[side].choose(TITLE.sight.observe(game.state, side), side), side)
    assert game.state.turn


@pytest.mark.long
@pytest.mark.parametrize("opponent", ["staff", "random"])
@pytest.mark.parametrize("scenario", ["grazianis-offensive"])
def test_a_player_that_looks_one_move_ahead_plays_a_whole_game(scenario: str, opponent: str) -> None:
    from sandtable.bots.series import play_out

    game = Game(TITLE, TITLE.setup(scenario), SecretDice(b"2"))
    played = play_out(game, {"axis": player(TITLE, "greedy", 2), "commonwealth": player(TITLE, opponent, 2)})
    assert played.outcome is not None and not played.refused
