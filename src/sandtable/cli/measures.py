"""`fuzz`, `bench`, `arena`: measuring a game and its players."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from sandtable.cli.common import BadInput, home, print_json, title_of
from sandtable.cli.seats import opponent

if TYPE_CHECKING:
    from sandtable.bots.arena import MatchScore
    from sandtable.conformance.fuzz import Fault
    from sandtable.conformance.walk import Walked

FOUND_SOMETHING = 1


def show_progress(done: int, total: int) -> None:
    """One line that counts up, for a person only."""
    if not sys.stderr.isatty():
        return
    print(f"\r{done} of {total}", end="\n" if done == total else "", file=sys.stderr, flush=True)


class Diary:
    """What became of the games so far, told as it comes: a long run that is broken off has not been for nothing."""

    def __init__(self, first: int, games: int) -> None:
        self.first, self.games = first, games
        self.walked: dict[int, bool] = {}  # seeds, and whether the game was clean

    def hear(self, result: Walked | Fault) -> None:
        """One line a game, and at once what is wrong with one that was not clean."""
        self.walked[result.seed] = result.is_clean
        print(f"{len(self.walked)} of {self.games}, " + "\n".join(result.lines()), file=sys.stderr, flush=True)

    def broken_off(self) -> str:
        """How far it came, and how to go on."""
        last = self.first + self.games
        left = next((seed for seed in range(self.first, last) if seed not in self.walked), last)
        clean = sum(self.walked.values())
        return (
            f"broken off: {clean} of {len(self.walked)} games were clean; "
            f"go on with --seed {left} --games {last - left}"
        )


def fuzz(arguments: Namespace) -> int:
    from msgspec.structs import replace

    from sandtable.conformance import BRISK, LEAKS
    from sandtable.conformance import fuzz as walk_games

    title = title_of(arguments.game)
    dumps = Path(arguments.dumps) if arguments.dumps else home() / "dumps"
    scenario = title.setup(arguments.scenario).scenario if arguments.scenario else ""
    diary = Diary(arguments.seed, arguments.games)
    try:
        report = walk_games(
            title,
            arguments.games,
            arguments.seed,
            arguments.workers,
            scenario=scenario,
            care=replace(LEAKS if arguments.leaks else BRISK, enough=arguments.actions),
            dumps=dumps,
            heard=diary.hear,
        )
    except KeyboardInterrupt:
        print(diary.broken_off(), file=sys.stderr, flush=True)
        raise
    if arguments.json:
        print_json(report.report())
    else:
        print("\n".join(report.lines()))
    return 0 if report.clean else FOUND_SOMETHING


def bench(arguments: Namespace) -> int:
    figures = _figures_of(arguments)
    if arguments.json:
        print_json(figures)
    else:
        print("\n".join(f"{name:<22} {figure:>12,}" for name, figure in figures.items()))
    return 0


def _figures_of(arguments: Namespace) -> dict[str, float]:
    scenario = arguments.scenario or ""
    if arguments.game == "house":
        return _figures_of_house(arguments)
    if arguments.game != "table":
        from sandtable.bench import bench as measure
        from sandtable.compiled import running

        title = title_of(arguments.game)
        return {**measure(title, title.setup(scenario)), "compiled_modules": running()}
    if arguments.whole:
        from sandtable.table.bench.whole import bench_whole

        title = title_of(arguments.whole)
        return bench_whole(title.key, title.setup(scenario).scenario, arguments.seconds or 1800)
    from sandtable.table.bench.table import bench_table

    return bench_table()


def _figures_of_house(arguments: Namespace) -> dict[str, float]:
    from sandtable.table.bench.house import House, bench_house
    from sandtable.table.stores.opening import is_shared

    if not arguments.database:
        raise BadInput("say where the tables of the house go: --database postgresql://... or a new file")
    if arguments.servers > 1 and not is_shared(arguments.database):
        raise BadInput("several servers share a PostgreSQL, not a file")
    return bench_house(
        House(
            arguments.database, arguments.servers, arguments.tables, min(arguments.people, arguments.tables),
            seconds=arguments.seconds or 60,
        )
    )  # fmt: skip


def arena(arguments: Namespace) -> int:
    from sandtable.bots.arena import arena as play_games
    from sandtable.bots.arena import match

    title = title_of(arguments.game)
    setup = title.setup(arguments.scenario or "", arguments.option)
    counts = (arguments.games, arguments.seed, arguments.workers, setup)
    if arguments.match:
        paired = match(title, arguments.match[0], arguments.match[1], *counts, progress=show_progress)
        if arguments.json:
            print_json(paired.report())
        else:
            print("\n".join(match_lines(paired)))
        return 0
    named = {side: getattr(arguments, f"player_{side}") or opponent(title) for side in title.sides}
    score = play_games(title, named, *counts, progress=show_progress)
    if arguments.json:
        print_json(score.report())
    else:
        print("\n".join(score.lines()))
    return 0


def match_lines(paired: MatchScore) -> list[str]:
    low, high = paired.interval
    told = [
        f"{paired.player} beat {paired.opponent} in {paired.wins} of {paired.games} games, {paired.rate:.1%} "
        f"(95%: {low:.1%} to {high:.1%})"
    ]
    for side, score in paired.by_side.items():
        told += [f"{paired.player} as {side}:", *(f"  {line}" for line in score.lines())]
    return told
