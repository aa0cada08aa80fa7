"""Hundreds of random games on all cores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, ClassVar, NamedTuple, TypeAlias

from sandtable.conformance.failure import Failure
from sandtable.conformance.once import setups
from sandtable.conformance.walk import BRISK, Care, Walked, walk
from sandtable.core.title import Setup, Title
from sandtable.core.values import Value
from sandtable.parallel import Progress, in_parallel, silent

SHOWN = 12  # endings told to a reader: in some games every score is one


class Outing(NamedTuple):
    """One game to be walked: all that a worker has to know."""

    title: type[Title[Any]]
    seed: int
    setup: Setup
    care: Care
    dumps: Path | None


class Fault(Value, frozen=True):
    """A game that did not conform."""

    seed: int
    setup: Setup
    check: str
    text: str
    dump: str = ""
    is_clean: ClassVar[bool] = False

    def lines(self) -> list[str]:
        """For a reader."""
        told = [f"seed {self.seed}: {self.check}: {self.text}"]
        return [*told, f"  the game up to there: {self.dump}"] if self.dump else told


Heard: TypeAlias = Callable[["Walked | Fault"], None]  # is told of every game as soon as it has been walked


def nobody(result: Walked | Fault) -> None:
    """For those who wait for the report."""


class FuzzReport(Value, frozen=True):
    game: str
    games: int
    actions: int
    longest: int
    shortest: int
    looks: int  # positions that were looked at closely
    unlisted: int  # legal actions that were not listed and were tried
    outcomes: dict[str, int]  # winner, case and reason
    failures: tuple[Fault, ...]
    seconds: float

    @property
    def clean(self) -> bool:
        return not self.failures

    def report(self) -> dict[str, object]:
        """Plain facts for JSON."""
        return {
            "game": self.game,
            "games": self.games,
            "clean": self.clean,
            "actions": self.actions,
            "longest": self.longest,
            "shortest": self.shortest,
            "looks": self.looks,
            "unlisted": self.unlisted,
            "outcomes": self.outcomes,
            "failures": list(self.failures),
            "seconds": round(self.seconds, 3),
        }

    def lines(self) -> list[str]:
        """The same for a reader."""
        told = [
            f"{self.games} games in {self.seconds:.1f} s, {self.actions} actions"
            f" ({self.shortest} to {self.longest} a game), {self.looks} positions looked at closely",
            *(f"  {count} x {outcome}" for outcome, count in list(self.outcomes.items())[:SHOWN]),
        ]
        if len(self.outcomes) > SHOWN:
            told.append(f"  and {len(self.outcomes) - SHOWN} other endings")
        for fault in self.failures:
            told += fault.lines()
        told.append("clean" if self.clean else f"{len(self.failures)} games failed")
        return told


def walk_outing(outing: Outing) -> Walked | Fault:
    try:
        return walk(outing.title(), outing.seed, outing.setup, outing.care, outing.dumps)
    except Failure as failure:
        dump = str(failure.dump) if failure.dump else ""
        return Fault(outing.seed, outing.setup, failure.check, failure.text, dump)


def fuzz(
    title: Title[Any],
    games: int,
    seed: int,
    workers: int | None = None,
    *,
    scenario: str = "",
    setup: Setup | None = None,
    care: Care = BRISK,
    dumps: Path | None = None,
    progress: Progress = silent,
    heard: Heard = nobody,
) -> FuzzReport:
    """Walk games with seeds from `seed` on, in turn with every scenario, or the one named, and every option,
    unless a set-up is given. A seed is the same game whichever the first one was, so that a run can be taken up."""
    begun = perf_counter()
    rota = [setup] if setup else [each for each in setups(title) if scenario in ("", each.scenario)]
    outings = [Outing(type(title), n, rota[(n - 1) % len(rota)], care, dumps) for n in range(seed, seed + games)]
    results = []
    for result in in_parallel(walk_outing, outings, workers, progress, stop_at_once=True):
        heard(result)
        results.append(result)
    results.sort(key=lambda result: result.seed)
    walked = [result for result in results if isinstance(result, Walked)]
    lengths = [game.actions for game in walked] or [0]
    return FuzzReport(
        game=title.key,
        games=games,
        actions=sum(lengths),
        longest=max(lengths),
        shortest=min(lengths),
        looks=sum(game.looks for game in walked),
        unlisted=sum(game.unlisted for game in walked),
        outcomes=dict(Counter(_ending(each) for each in walked).most_common()),
        failures=tuple(result for result in results if isinstance(result, Fault)),
        seconds=perf_counter() - begun,
    )


def _ending(game: Walked) -> str:
    return f"{game.winner or 'draw'} ({game.case}) {game.reason}" if game.case else game.reason
