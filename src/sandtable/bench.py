"""How fast a game is: the figures that a computer opponent lives on."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from sandtable.bots import player
from sandtable.bots.random_player import RandomPlayer
from sandtable.bots.series import play_out, seed_for
from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Player, Setup, Title
from sandtable.kit.staff.ranks import OFFICER

RANDOM_SECONDS = 5.0  # how long random games are played at least, in all rounds
RANDOM_GAMES = 3  # in a round, but for games that last longer than
PATIENCE = 10.0  # seconds
STAFF_GAMES = 2
STAFF_TURNS = 3  # from a position of full size
STARTS = 4  # from there
SAMPLES = 2_000  # copies in one measurement
ROUNDS = 5  # measurements; for rates the quickest counts, for it was disturbed least


def bench(
    title: Title[Any], setup: Setup | None = None, seconds: float = RANDOM_SECONDS, seed: int = 1
) -> dict[str, float]:
    """Figures for `bench --json`. What a game does not have is left out."""
    setup = setup or title.setup()
    rate, game_time = _random_games(title, setup, seconds, seed)
    figures = {"random_actions_per_s": round(rate, 1), "random_game_s": round(game_time, 4)}
    if OFFICER in title.staff.players:
        game, turn = _staff_games(title, setup, seed)
        if (full := title.trials.bench_start()) is not None:
            turn = _staff_turn(title, full, seed)
        figures |= {"staff_game_s": round(game, 3), "staff_turn_s": round(turn, 4)}
    figures["copy_us"] = round(_copy(title, setup, seed), 2)
    if title.trials.bench_reach():
        figures["reach_us"] = round(_microseconds(title.trials.bench_reach), 2)
    return figures


def _game(title: Title[Any], setup: Setup, seed: int) -> Game[Any]:
    return Game(title, setup, SecretDice(secret_of_seed(seed)))


def _randoms(title: Title[Any], seed: int) -> dict[str, Player]:
    return {side: RandomPlayer(title, seed_for(seed, side)) for side in title.sides}


def _random_games(title: Title[Any], setup: Setup, seconds: float, seed: int) -> tuple[float, float]:
    """Whole games between random players, finding the legal actions included: actions a second in the quickest round,
    and seconds a game in all rounds, for games are of very different lengths."""
    play_out(_game(title, setup, seed), _randoms(title, seed))  # tables and caches that are made once
    rounds = []
    game = seed
    for _ in range(ROUNDS):
        actions = games = 0
        begun = perf_counter()
        while _goes_on(games, perf_counter() - begun, seconds / ROUNDS):
            games, game = games + 1, game + 1
            actions += play_out(_game(title, setup, game), _randoms(title, game)).actions
        rounds.append((actions, games, perf_counter() - begun))
    rate = max(actions / spent for actions, _, spent in rounds)
    return rate, sum(spent for _, _, spent in rounds) / sum(games for _, games, _ in rounds)


def _goes_on(games: int, spent: float, seconds: float) -> bool:
    """Whether a round of random games has another one."""
    return not games or spent < seconds or (games < RANDOM_GAMES and spent < PATIENCE)


def _staff_games(title: Title[Any], setup: Setup, seed: int) -> tuple[float, float]:
    """Seconds for a game between staffs, and for a turn of it."""
    turns = 0
    begun = perf_counter()
    for number in range(STAFF_GAMES):
        game = _game(title, setup, seed + number)
        first = game.view("").turn
        play_out(game, {side: player(title, OFFICER, seed_for(seed, number, side)) for side in title.sides})
        turns += game.view("").turn - first + 1
    spent = perf_counter() - begun
    return spent / STAFF_GAMES, spent / turns


def _staff_turn(title: Title[Any], start: Any, seed: int) -> float:
    """Seconds for a turn between staffs from a position of full size, the mean of the first few in some games, once
    tables and caches are made."""
    _play_turns(title, start, seed)
    return sum(_play_turns(title, start, seed + 1 + number) for number in range(STARTS)) / STARTS / STAFF_TURNS


def _play_turns(title: Title[Any], start: Any, seed: int) -> float:
    """Seconds of the first few turns between staffs. To look at the calendar is no part of it."""
    dice = SecretDice(secret_of_seed(seed))
    players = {side: player(title, OFFICER, seed_for(seed, side)) for side in title.sides}
    state, _ = frames.begin(start, dice)
    last = title.sight.view(state, "").turn + STAFF_TURNS
    spent = 0.0
    while (decision := title.rules.asks(state)) is not None and title.sight.view(state, "").turn < last:
        begun = perf_counter()
        side = decision.asked(state)[0]
        state, _ = frames.play(state, side, players[side].choose(title.sight.observe(state, side), side), dice)
        spent += perf_counter() - begun
    return spent


def _copy(title: Title[Any], setup: Setup, seed: int) -> float:
    """Microseconds for a state with one entry of its largest table changed, as players who search make them."""
    game = _game(title, setup, seed)
    play_out(game, _randoms(title, seed))
    state = game.states[len(game.states) // 2]
    tables = [name for name in state.__struct_fields__ if isinstance(getattr(state, name), dict)]
    table = max(tables, key=lambda name: len(getattr(state, name)))
    key, value = next(iter(getattr(state, table).items()))

    def copies() -> int:
        for _ in range(SAMPLES):
            entries = dict(getattr(state, table))
            entries[key] = replace(value) if hasattr(value, "__struct_fields__") else value
            replace(state, **{table: entries})
        return SAMPLES

    return _microseconds(copies)


def _microseconds(work: Callable[[], int]) -> float:
    """For one of the things that `work` says it has done."""
    best = float("inf")
    for _ in range(ROUNDS):
        begun = perf_counter()
        done = work()
        best = min(best, (perf_counter() - begun) / done)
    return best * 1e6
