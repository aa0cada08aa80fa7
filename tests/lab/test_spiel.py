"""Dice as moves of chance, and OpenSpiel's own programs on our games."""

from __future__ import annotations

import sys
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from sandtable import games
from sandtable.core.dice import Roll
from sandtable.core.game import Game
from sandtable.lab.spiel import register
from sandtable.lab.spiel.position import Position

TITLES = ["afrika-korps", "tobruk", "panzerarmee-afrika", "north-africa-41", "campaign-for-north-africa"]


def begun(key: str, limit: int = 10_000) -> Position:
    title = games.title(key)
    return Position(title, title.setup(), limit, 1_000)


class Written:
    """Dice that fall as they fell before."""

    def __init__(self, values: list[int]) -> None:
        self.values = values

    def roll(self, n: int, purpose: str, sides: int) -> int:
        return self.values.pop(0)


# Positions: without OpenSpiel


@pytest.mark.parametrize("key", TITLES[:4])
def test_a_game_with_told_dice_is_the_game_with_those_dice(key: str) -> None:
    position, random = begun(key), Random(4)
    values: list[int] = []
    orders: list[tuple[str, Any]] = []
    while position.actions < 25 and not position.over:
        if position.die is not None:
            values.append(random.randint(1, position.die.sides))
            position.fall(values[-1])
            continue
        before, side = position.actions, position.side
        position.choose(random.choice(position.menu.choices))
        if position.actions > before or position.die is not None:
            orders.append((side, None))
    assert values or key == "afrika-korps"
    game = replayed(key, position, values, len(orders))
    assert game.title.rules.encode(game.state) == game.title.rules.encode(position.state)


def replayed(key: str, position: Position, values: list[int], orders: int) -> Game[Any]:
    """The same choices in a game of ours."""
    from sandtable.lab.environment.menu import Menu, Slots

    title = games.title(key)
    game: Game[Any] = Game(title, title.setup(), Written(values))
    left = {player: list(numbers) for player, numbers in position.choices.items()}
    slots = Slots(1_000)
    for _ in range(orders):
        side = game.asked[0]
        menu, action = Menu(title, title.sight.observe(game.state, side), side, slots), None
        while action is None:
            action = menu.choose(left[title.rules.seat(game.state, side)].pop(0))
        game.play(action, side)
    assert not values and not any(left.values())
    return game


def test_a_copy_goes_its_own_way() -> None:
    first = begun("tobruk")
    while first.die is not None:
        first.fall(1)
    before = first.title.rules.encode(first.state)
    other = deepcopy(first)
    for _ in range(6):
        if other.die is not None:
            other.fall(1)
        else:
            other.choose(other.menu.choices[0])
    assert other.actions > 0 and any(other.choices.values())
    assert first.actions == 0 and not any(first.choices.values())
    assert first.title.rules.encode(first.state) == before
    assert first.menu.stage == 0


def test_a_player_sees_his_view_and_only_he_what_he_has_chosen() -> None:
    position = begun("afrika-korps")
    position.choose(next(number for number in position.menu.choices if number))
    assert position.menu.stage > 0
    assert position.seen("axis", recall=False).splitlines()[1].startswith("place ")
    assert len(position.seen("allied", recall=False).splitlines()) == 1
    assert position.seen("axis", recall=True).splitlines()[2] == str(position.choices["axis"][0])


def test_a_game_ends_at_its_limit_without_a_result() -> None:
    position, random = begun("afrika-korps", limit=2), Random(1)
    while not position.over:
        position.choose(random.choice(position.menu.choices))
    assert position.actions == 2 and position.returns() == [0.0, 0.0]


def test_rolls_of_a_record_have_the_sides_that_chance_is_told() -> None:
    position = begun("tobruk")
    game: Game[Any] = Game(position.title, position.title.setup(), Written([1] * 50))
    rolled = [
        Roll(0, str(event.facts["purpose"]), int(str(event.facts["sides"])), 1)
        for event in game.opening
        if event.kind == "roll"
    ]
    for roll in rolled:
        assert position.die is not None
        assert (position.die.purpose, position.die.sides) == (roll.purpose, roll.sides)
        position.fall(1)
    assert position.die is None


def test_without_open_spiel_one_line_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "sandtable.lab.spiel.adapter", raising=False)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ImportError, match=r"pip install 'sandtable\[spiel\]'"):
        register()


# OpenSpiel's own programs: it is large and in no list of ours


@pytest.fixture
def pyspiel() -> Any:
    found = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'sandtable[spiel]'")
    register()
    return found


@pytest.mark.long
@pytest.mark.parametrize("key", TITLES)
def test_the_simulation_test_passes(pyspiel: Any, key: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"sandtable(game={key},limit=25)"), 1, True, False)


@pytest.mark.long
@pytest.mark.parametrize("key", TITLES)
def test_a_playthrough_is_written(pyspiel: Any, key: str) -> None:
    from open_spiel.python.algorithms import generate_playthrough

    text = generate_playthrough.playthrough(f"sandtable(game={key},limit=3)", None)
    assert "GameType.chance_mode = ChanceMode.EXPLICIT_STOCHASTIC" in text
    assert "IsTerminal() = True" in text


@pytest.mark.long
@pytest.mark.parametrize("key", TITLES)
def test_tree_search_chooses_legal_actions(pyspiel: Any, key: str) -> None:
    import numpy as np
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game(f"sandtable(game={key},limit=6)")
    lot = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 5, mcts.RandomRolloutEvaluator(1, lot), random_state=lot)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(lot.choice([outcome for outcome, _ in state.chance_outcomes()]))
        else:
            chosen = bot.step(state)
            assert chosen in state.legal_actions()
            state.apply_action(chosen)
    assert state.returns() == [0.0, 0.0]


@pytest.mark.long
def test_a_whole_game_has_a_winner(pyspiel: Any) -> None:
    state, random = pyspiel.load_game("sandtable(game=afrika-korps)").new_initial_state(), Random(2)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    assert sorted(state.returns()) == [-1.0, 1.0]
