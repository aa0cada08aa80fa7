"""`lab run`, `lab report`: experiments. `lab chances`: how far forecasts are to be trusted."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from sandtable.cli.common import BadInput, command_name
from sandtable.cli.engines import engines_of

if TYPE_CHECKING:
    from sandtable.lab.experiments.playing import Finished
    from sandtable.lab.experiments.running import Players

CRASHED = 1
SELDOM = 10.0  # seconds between lines where nobody watches a terminal


def overview(arguments: Namespace) -> int:
    raise BadInput(
        f"say what the lab shall do: {command_name()} lab run FILE, lab report FOLDER or lab chances --svg OUT"
    )


def run(arguments: Namespace) -> int:
    """Exit code 1 when a game crashed."""
    from sandtable.lab.experiments import design
    from sandtable.lab.experiments.design import BadExperiment
    from sandtable.lab.experiments.parquet import NoLab
    from sandtable.lab.experiments.running import run as play_on

    path = Path(arguments.file)
    folder = Path(arguments.out) if arguments.out else path.with_suffix("")
    if folder == path:
        raise BadInput(f"{path} has no ending such as .toml: name the folder of its results with --out")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read: {error}") from None
    progress = Progress()
    try:
        experiment = design.read(text, str(path))
        ran = play_on(experiment, folder, _players(arguments), engines_of(arguments.engine), progress.tell)
    except (BadExperiment, NoLab) as error:
        raise BadInput(str(error)) from None
    except KeyboardInterrupt:
        progress.end_line()
        print(f"interrupted: {progress.done} of {progress.total} games are finished; the same command carries on")
        raise
    progress.end_line()
    before = f", {ran.found} of them found here" if ran.found else ""
    print(f"{ran.games} games are in {folder}{before}; {command_name()} lab report {folder} tells about them")
    for number in ran.crashed:
        print(f"game {number} crashed: {folder}/crashes/game-{number}.json and .txt")
    return CRASHED if ran.crashed else 0


def report(arguments: Namespace) -> int:
    from sandtable.lab.experiments.design import BadExperiment
    from sandtable.lab.experiments.parquet import NoLab
    from sandtable.lab.report.page import write_report

    try:
        page, text = write_report(Path(arguments.folder), not arguments.no_maps)
    except (BadExperiment, NoLab) as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"the report cannot be written: {error}") from None
    print(f"{page} and {text} are written")
    return 0


def chances(arguments: Namespace) -> int:
    from sandtable.cli.showing import MADE_BY, may_write
    from sandtable.lab.experiments.parquet import NoLab
    from sandtable.lab.report.reliability import reliability

    out = Path(arguments.svg)
    may_write("svg", out, force=False)
    try:
        out.write_text(f"{reliability().rstrip()}\n{MADE_BY}\n", encoding="utf-8")
    except NoLab as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error}") from None
    print(f"drawn: {out}")
    return 0


def _players(arguments: Namespace) -> Players:
    if arguments.ray is None:
        from sandtable.lab.experiments.running import on_this_machine

        return on_this_machine(arguments.workers)
    from sandtable.lab.experiments.cluster import on_cluster

    return on_cluster(arguments.ray)


class Progress:
    """How many are finished and how long the rest will take; on a terminal in one line that changes."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.done = self.total = 0
        self._clock, self._begun, self._found, self._said = clock, clock(), 0, 0.0
        self._watched = sys.stderr.isatty()
        self._open = False  # whether the line has no end yet

    def tell(self, done: int, total: int, finished: Finished | None) -> None:
        now = self._clock()
        if finished is None:
            self._begun, self._found = now, done
        self.done, self.total = done, total
        if self._watched:
            print(f"\r{self.line(now)}\x1b[K", end="", file=sys.stderr, flush=True)
            self._open = True
        elif done == total or now - self._said >= SELDOM:
            print(self.line(now), file=sys.stderr, flush=True)
            self._said = now

    def line(self, now: float) -> str:
        played, elapsed = self.done - self._found, now - self._begun
        told = f"{self.done} of {self.total} games"
        if not played or self.done == self.total:
            return told
        return f"{told}, about {in_words(elapsed / played * (self.total - self.done))} left"

    def end_line(self) -> None:
        if self._open:
            print(file=sys.stderr)
            self._open = False


def in_words(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
