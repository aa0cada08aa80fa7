"""The arena: many games between machine players, on all cores, with the uncertainty that remains.

Game number i has the same dice whoever plays it, so that two runs with one seed are paired.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import sqrt
from time import perf_counter
from typing import Any, NamedTuple

from sandtable.bots.roster import typed_player
from sandtable.bots.series import LIMIT, play_out, seed_for
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Setup, Title, UnknownChoice
from sandtable.core.values import Value
from sandtable.kit.staff.blunders import Blunder, Watch, counted, lines
from sandtable.parallel import Progress, in_parallel, silent

SHOWN = 10  # refusals told in full
Z = 1.959964  # 95 in 100 under the normal curve


class Bout(NamedTuple):
    """One game to be played: all that a worker has to know."""

    title: type[Title[Any]]
    setup: Setup
    players: dict[str, str]
    seed: int
    number: int
    limit: int


class Finished(Value, frozen=True):
    """One game that was played."""

    number: int
    winner: str | None  # by the side that player sat down as
    reason: str  # empty when the limit came first
    actions: int
    refused: tuple[str, ...]
    refusals: dict[str, int]
    blunders: tuple[Blunder, ...] = ()


def play_bout(bout: Bout) -> Finished:
    title = bout.title()
    dice = SecretDice(secret_of_seed(seed_for(bout.seed, bout.number, "dice")))
    players = {
        side: typed_player(title, name, seed_for(bout.seed, bout.number, side, name))
        for side, name in bout.players.items()
    }
    game = Game(title, bout.setup, dice)
    watch = Watch(title, game.state)
    played = play_out(game, players, bout.limit, seed_for(bout.seed, bout.number, "stand-in"), watch.saw)
    over = played.outcome
    return Finished(
        bout.number,
        played.winner,
        f"{over.case} {over.reason}" if over else "",
        played.actions,
        tuple(f"game {bout.number}: {text}" for text in played.refused[:SHOWN]),
        played.refusals,
        tuple(watch.blunders),
    )


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95% confidence interval of a win rate (Wilson score)."""
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    spread = Z * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    middle, scale = rate + Z * Z / (2 * games), 1 + Z * Z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


class Score(Value, frozen=True):
    """The result of the arena."""

    game: str
    players: dict[str, str]
    games: int
    wins: dict[str, int]
    draws: int
    unfinished: int
    actions: int
    refusals: dict[str, int]
    refused: tuple[str, ...]  # the first few, in full
    reasons: dict[str, int]
    seconds: float
    blunders: dict[str, dict[str, int]] = {}  # of each side, by kind
    blundered: tuple[str, ...] = ()  # the first few, in full

    def rate(self, side: str) -> float:
        return self.wins[side] / self.games if self.games else 0.0

    def interval(self, side: str) -> tuple[float, float]:
        return wilson(self.wins[side], self.games)

    def report(self) -> dict[str, object]:
        """Plain facts for JSON."""
        told: dict[str, object] = {"game": self.game, "players": self.players, "games": self.games}
        for side in self.wins:
            told[f"{side}_wins"] = self.wins[side]
        told["draws"] = self.draws
        for side in self.wins:
            told[f"{side}_rate"] = round(self.rate(side), 4)
            told[f"{side}_interval"] = [round(end, 4) for end in self.interval(side)]
        return {
            **told,
            "unfinished": self.unfinished,
            "actions": self.actions,
            "refusals": self.refusals,
            "refused": list(self.refused),
            "reasons": self.reasons,
            "blunders": self.blunders,
            "blundered": list(self.blundered),
            "seconds": round(self.seconds, 3),
        }

    def lines(self) -> list[str]:
        """The same for a reader."""
        told = [f"{self.games} games in {self.seconds:.1f} s"]
        for side, name in self.players.items():
            low, high = self.interval(side)
            told.append(f"{side} ({name}): {self.wins[side]} won, {self.rate(side):.1%} (95%: {low:.1%} to {high:.1%})")
        told.append(f"drawn: {self.draws}")
        if self.unfinished:
            told.append(f"not finished: {self.unfinished}")
        told += [f"  {count} x {reason}" for reason, count in self.reasons.items()]
        told += lines(self.blunders, self.games)
        told += [f"  {text}" for text in self.blundered]
        if any(self.refusals.values()):
            told.append(f"refused actions, each a bug of its player: {sum(self.refusals.values())}")
            told += [f"  {text}" for text in self.refused]
        return told


def arena(
    title: Title[Any],
    players: Mapping[str, str],
    games: int,
    seed: int,
    workers: int | None = None,
    setup: Setup | None = None,
    progress: Progress = silent,
    limit: int = LIMIT,
) -> Score:
    """Let the named player of each side play the others `games` times."""
    chosen = _complete(title, players)
    bouts = [Bout(type(title), setup or title.setup(), chosen, seed, i, limit) for i in range(games)]
    return _score(title, chosen, bouts, workers, progress)


def _complete(title: Title[Any], players: Mapping[str, str]) -> dict[str, str]:
    """One known player for each side, in the order of the sides; the refusal comes before any game is played."""
    for side in players:
        if side not in title.sides:
            raise UnknownChoice(f"{title.name} has no side '{side}'; it has: {', '.join(title.sides)}")
    chosen = {side: players.get(side, "random") for side in title.sides}
    for name in chosen.values():
        typed_player(title, name, 0)
    return chosen


def _score(
    title: Title[Any], players: dict[str, str], bouts: list[Bout], workers: int | None, progress: Progress
) -> Score:
    begun = perf_counter()
    finished = sorted(in_parallel(play_bout, bouts, workers, progress), key=lambda game: game.number)
    winners = Counter(game.winner for game in finished)
    unfinished = sum(not game.reason for game in finished)
    refused = [text for game in finished for text in game.refused]
    return Score(
        game=title.key,
        players=players,
        games=len(finished),
        wins={side: winners[side] for side in title.sides},
        draws=winners[None] - unfinished,
        unfinished=unfinished,
        actions=sum(game.actions for game in finished),
        refusals={side: sum(game.refusals[side] for game in finished) for side in title.sides},
        refused=tuple(refused[:SHOWN]),
        reasons=dict(Counter(game.reason or "not finished" for game in finished).most_common()),
        seconds=perf_counter() - begun,
        blunders={side: counted((b for game in finished for b in game.blunders), side) for side in title.sides},
        blundered=tuple(f"game {game.number} {blunder}" for game in finished for blunder in game.blunders)[:SHOWN],
    )


class MatchScore(Value, frozen=True):
    """How one player fared against another, both playing every side with the same dice."""

    player: str
    opponent: str
    by_side: dict[str, Score]  # the side that the player had

    @property
    def games(self) -> int:
        return sum(score.games for score in self.by_side.values())

    @property
    def wins(self) -> int:
        return sum(score.wins[side] for side, score in self.by_side.items())

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)

    @property
    def refusals(self) -> int:
        return sum(sum(score.refusals.values()) for score in self.by_side.values())

    def report(self) -> dict[str, object]:
        """Plain facts for JSON."""
        return {
            "player": self.player,
            "opponent": self.opponent,
            "games": self.games,
            "wins": self.wins,
            "rate": round(self.rate, 4),
            "interval": [round(end, 4) for end in self.interval],
            "refusals": self.refusals,
            "by_side": {side: score.report() for side, score in self.by_side.items()},
        }


def match(
    title: Title[Any],
    a: str,
    b: str,
    games: int,
    seed: int,
    workers: int | None = None,
    setup: Setup | None = None,
    progress: Progress = silent,
    limit: int = LIMIT,
) -> MatchScore:
    """`games` games of a against b, shared out evenly over the sides that a plays; each deal is played from each."""
    share, rest = divmod(games, len(title.sides))
    by_side: dict[str, Score] = {}
    before = 0
    for i, side in enumerate(title.sides):
        number = share + (i < rest)
        players = {each: a if each == side else b for each in title.sides}

        def shifted(done: int, total: int, before: int = before) -> None:
            progress(before + done, games)

        by_side[side] = arena(title, players, number, seed, workers, setup, shifted, limit)
        before += number
    return MatchScore(a, b, by_side)
