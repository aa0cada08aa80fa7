"""Random and greedy players, and the loop in which they play."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from sandtable.bots import player, player_names
from sandtable.bots.greedy import PATIENCE, GreedyPlayer, plain_actions, resting
from sandtable.bots.random_player import RandomPlayer
from sandtable.bots.series import play_out, seed_for
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Decision, Draft, Over
from sandtable.core.game import Game
from sandtable.core.listing import Listing, Made
from sandtable.core.title import Player, Rules, UnknownChoice
from sandtable.core.values import Action, Refusal
from tests.core import toy
from tests.core.toy import Combat, Movement, Retreat, Wadi, WadiTitle
from tests.core.toy_actions import NOTATION, Attack, Done, Move, Stand, Withdraw
from tests.core.toy_board import board

TITLE = WadiTitle()


def new_game(seed: int = 1) -> Game[Wadi]:
    return Game(TITLE, TITLE.setup("long"), SecretDice(secret_of_seed(seed)))


def at(frame: Movement | Combat | Retreat, **places: str) -> Wadi:
    state = new_game().state
    units = {name: replace(state.units[name], at=board().hex(place)) for name, place in places.items()}
    return replace(state, units={**state.units, **units}, stack=(toy.Turn(3), frame))


def played(players: dict[str, Player], seed: int = 1) -> list[str]:
    game = new_game(seed)
    assert play_out(game, players).outcome is not None
    return [str(entry.action) for entry in game.entries]


# Names


def test_players_are_known_by_name() -> None:
    assert player_names(TITLE) == ("random", "greedy", "rude")
    assert isinstance(player(TITLE, "random", 1), RandomPlayer)
    assert isinstance(player(TITLE, "greedy", 1), GreedyPlayer)
    assert isinstance(player(TITLE, "rude", 1), toy.RudePlayer)
    with pytest.raises(UnknownChoice, match="no player 'genius'"):
        player(TITLE, "genius", 1)


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_same_seed_plays_the_same_game_and_another_another(name: str) -> None:
    def game(seed: int) -> list[str]:
        return played({side: player(TITLE, name, seed) for side in TITLE.sides})

    assert game(1) == game(1)
    assert len({tuple(game(seed)) for seed in range(5)}) > 1


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_finished_game_leaves_nothing_to_choose(name: str) -> None:
    over = replace(new_game().state, stack=(Over(None, "1", "time is up"),))
    with pytest.raises(ValueError, match="over"):
        player(TITLE, name, 1).choose(over, "red")


def test_random_player_is_uniform_over_the_listing() -> None:
    state, chooser = new_game().state, RandomPlayer(TITLE, 1)
    chosen = [str(chooser.choose(state, "red")) for _ in range(4000)]
    assert {text: 900 < chosen.count(text) < 1100 for text in set(chosen)} == {f"bet {n}": True for n in range(4)}


# Greedy


def test_greedy_takes_the_camp() -> None:
    state = at(Movement("red"), r2="C5", b1="A4", b2="A5")
    assert GreedyPlayer(TITLE, 1).choose(state, "red") == Move("r2", "C6")


def valued(evaluate: Callable[[Wadi, str], float]) -> WadiTitle:
    """The toy, where a position is worth something else."""
    title = WadiTitle()
    title.staff = dataclasses.replace(title.staff, evaluate=evaluate)
    return title


def test_greedy_does_nothing_when_everything_is_worse() -> None:
    def lazy(state: Wadi, side: str) -> float:
        return -float(sum(unit.at for unit in state.units.values() if unit.side == side))

    state = at(Movement("red", ("r2",)), r1="A1", r2="A2")
    assert len(Movement("red", ("r2",)).actions(state, "red")) > 1
    assert {str(GreedyPlayer(valued(lazy), seed).choose(state, "red")) for seed in range(5)} == {"done"}


def test_greedy_does_nothing_when_it_makes_no_difference() -> None:
    assert GreedyPlayer(valued(lambda state, side: 0.0), 1).choose(at(Movement("red")), "red") == Done()


def test_greedy_does_not_go_on_for_ever_because_the_end_of_the_phase_is_worse() -> None:
    def restless(state: Wadi, side: str) -> float:
        top = state.stack[-1]
        return 1.0 if isinstance(top, Movement) and top.side == "red" else 0.0

    assert GreedyPlayer(valued(restless), 1).choose(at(Movement("red")), "red") == Done()


def test_greedy_retreats_rather_than_lose_its_unit() -> None:
    state = at(Retreat("blue", "b2"), b2="B4", r1="B3")
    assert isinstance(GreedyPlayer(TITLE, 1).choose(state, "blue"), Withdraw)


def test_greedy_weighs_an_attack_by_several_throws() -> None:
    def bold(state: Wadi, side: str) -> float:
        return state.strength(side) - 3.0 * state.strength(toy.other(side))

    # Good on the average and lost on a throw of 1 or 2, by which a single look is put off.
    state = at(Combat("red"), r1="B3", b2="B4")

    def choices(throws: int) -> set[str]:
        return {str(GreedyPlayer(valued(bold), seed, throws=throws).choose(state, "red")) for seed in range(20)}

    assert choices(40) == {str(Attack("b2", ("r1",)))}
    assert choices(1) == {str(Attack("b2", ("r1",))), "done"}


def test_greedy_does_not_see_the_dice_of_the_game() -> None:
    # The dice of a game and the imagined dice of a player differ although both come from one seed.
    imagined = [dice.secret for dice in GreedyPlayer(TITLE, 1)._dice]
    assert secret_of_seed(1) not in imagined
    assert len(set(imagined)) == len(imagined)


class Count(Action, frozen=True):
    verb: ClassVar[str] = "count"
    to: int

    def words(self) -> str:
        return str(self.to)


class Counting(Decision[Wadi], frozen=True):
    """A decision that never ends by itself, with a long listing."""

    def asked(self, state: Wadi) -> tuple[str, ...]:
        return ("red",)

    def prompt(self, state: Wadi) -> str:
        return "count"

    def actions(self, state: Wadi, side: str) -> Sequence[Action]:
        return Listing(Made(range(1_000_000), Count), (Done(),))

    def check(self, state: Wadi, side: str, action: Action) -> None:
        if isinstance(action, Stand):
            raise Refusal("1", "count")

    def do(self, draft: Draft[Wadi], side: str, action: Action) -> None:
        if isinstance(action, Count):
            draft.change(turn=draft.state.turn + 1)
        else:
            draft.end("red", "1", "counted")


class EndlessRules(Rules[Wadi]):
    def outcome(self, state: Wadi) -> Over | None:
        return None


def test_greedy_looks_at_a_few_of_a_million_and_rests_at_last() -> None:
    looks: list[Wadi] = []

    def counted(state: Wadi, side: str) -> float:
        looks.append(state)
        return float(state.turn)

    title = valued(counted)
    title.rules = EndlessRules(Wadi, board, NOTATION, toy.start)
    state: Any = replace(new_game().state, stack=(Counting(),))
    greedy = GreedyPlayer(title, 1, breadth=10)
    assert isinstance(greedy.choose(state, "red"), Count)
    assert len(looks) <= 11
    for _ in range(PATIENCE - 1):
        assert isinstance(greedy.choose(state, "red"), Count)
    assert greedy.choose(state, "red") == Done()
    assert isinstance(greedy.choose(state, "red"), Count)


class Fidgeting(Counting, frozen=True):
    """A decision in which nobody may rest: to count to nothing leaves all as it is, to count on is worse."""

    def actions(self, state: Wadi, side: str) -> Sequence[Action]:
        return (Count(0), Count(1))

    def check(self, state: Wadi, side: str, action: Action) -> None:
        if not isinstance(action, Count):
            raise Refusal("1", "count")

    def do(self, draft: Draft[Wadi], side: str, action: Action) -> None:
        assert isinstance(action, Count)
        draft.change(turn=draft.state.turn + action.to)


def test_greedy_that_may_not_rest_does_not_fidget_for_ever() -> None:
    greedy = GreedyPlayer(valued(lambda state, side: -float(state.turn)), 1)
    state: Any = replace(new_game().state, stack=(Fidgeting(),))
    for _ in range(PATIENCE):
        assert greedy.choose(state, "red") == Count(0)
    assert greedy.choose(state, "red") == Count(1)


def test_resting_action_is_found_wherever_it_is_listed() -> None:
    plain = plain_actions(TITLE)
    assert plain == (Done(), Stand())
    state = at(Retreat("blue", "b2"), b2="B4", r1="B3")
    assert resting(Retreat("blue", "b2"), state, "blue", plain) == Stand()
    assert resting(Movement("red"), state, "red", plain) == Done()
    assert resting(toy.Bid(), state, "red", plain) is None


# The loop


def test_refused_player_is_counted_and_replaced() -> None:
    result = play_out(new_game(), {"red": toy.RudePlayer(), "blue": RandomPlayer(TITLE, 1)})
    assert result.outcome is not None
    assert result.refusals["blue"] == 0
    assert result.refusals["red"] == len(result.refused) >= 3
    assert result.refused[0] == "red> done: (2) a bid is asked for"


def test_loop_stops_at_its_limit() -> None:
    game = new_game()
    result = play_out(game, {side: RandomPlayer(TITLE, 1) for side in TITLE.sides}, limit=7)
    assert (result.outcome, result.actions, len(game.entries)) == (None, 7, 7)
    assert play_out(game, {side: RandomPlayer(TITLE, 1) for side in TITLE.sides}).outcome is not None


def test_players_see_only_what_they_may() -> None:
    class Curious:
        seen: ClassVar[list[Wadi]] = []

        def choose(self, observed: Wadi, side: str) -> Action:
            self.seen.append(observed)
            assert observed.purse["red" if side == "blue" else "blue"] == 0
            top = observed.stack[-1]
            assert not isinstance(top, toy.Bid) or set(top.answers) <= {side}
            return RandomPlayer(TITLE, len(self.seen)).choose(observed, side)

    play_out(new_game(), {"red": Curious(), "blue": Curious()})
    assert len(Curious.seen) > 10


def test_seeds_for_different_purposes_differ_and_stay() -> None:
    assert seed_for(1, 2, "dice") == seed_for(1, 2, "dice") == 239828676838935
    assert len({seed_for(1, game, side) for game in range(50) for side in ("red", "blue")}) == 100
