"""Mutants on trial: the tests of a case run against each of its mutants, and some mutants survive.

Every trial is a process of its own in which the mutated module takes the place of the real one when it is imported;
the working tree is not touched. Nothing may run for ever: the tests of a case without a mutant say how long is long.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import os
import resource
import signal
import sys
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from types import CodeType
from typing import Literal, NamedTuple

import hypothesis  # noqa: F401 - imported once here, inherited by every trial
import msgspec
import pytest

from sandtable.conformance.mutation import Equivalent, Mutant
from sandtable.core.values import Value
from sandtable.parallel import Progress, in_parallel, silent

Fate = Literal["killed", "lived", "equivalent"]

PATIENCE = 4  # times as long as the tests take without a mutant
LEAST_SECONDS = 10
PASSED, FAILED, NOTHING_TO_RUN = 0, 1, 5  # as pytest counts


class Hopeless(ValueError):
    """The tests of a case say nothing about its mutants."""


class Trial(NamedTuple):
    """One run of some tests, with a mutant or without."""

    tests: tuple[str, ...]
    root: str
    seconds: int = 600
    mutant: Mutant | None = None


class Verdict(Value, frozen=True):
    mutant: Mutant
    fate: Fate
    reason: str = ""

    def facts(self) -> dict[str, object]:
        mutant = self.mutant
        told = {"cases": mutant.cases, "at": mutant.place, "function": mutant.function}
        return {**told, "was": mutant.was, "now": mutant.now, "fate": self.fate, "reason": self.reason}

    def lines(self) -> list[str]:
        mutant = self.mutant
        where = f"{', '.join(mutant.cases)}  {mutant.place}  {mutant.function}"
        lines = [where, f"    - {mutant.was}", f"    + {mutant.now}"]
        return [*lines, f"    equivalent: {self.reason}"] if self.reason else lines


class TrialReport(Value, frozen=True):
    """What became of the mutants."""

    game: str
    verdicts: tuple[Verdict, ...]

    def of(self, fate: Fate) -> list[Verdict]:
        return [verdict for verdict in self.verdicts if verdict.fate == fate]

    @property
    def percent(self) -> float:
        """Killed of those that can be."""
        mortal = len(self.verdicts) - len(self.of("equivalent"))
        return round(100 * len(self.of("killed")) / mortal, 1) if mortal else 100.0

    def report(self) -> dict[str, object]:
        return {
            "game": self.game,
            "cases": len({case for verdict in self.verdicts for case in verdict.mutant.cases}),
            "mutants": len(self.verdicts),
            "killed": len(self.of("killed")),
            "equivalent": len(self.of("equivalent")),
            "percent": self.percent,
            "lived": [verdict.facts() for verdict in self.of("lived")],
        }

    def text(self) -> str:
        told = [line for verdict in self.of("lived") for line in verdict.lines()]
        told.append(
            f"{len(self.verdicts)} mutants: {len(self.of('killed'))} killed, {len(self.of('lived'))} lived,"
            f" {len(self.of('equivalent'))} equivalent; {self.percent} % of those that can be killed"
        )
        return "\n".join(told)


def try_mutants(
    game: str,
    chosen: Sequence[Mutant],
    proofs: Mapping[str, Sequence[str]],
    root: Path,
    known: Sequence[Equivalent] = (),
    workers: int | None = None,
    progress: Progress = silent,
) -> TrialReport:
    """Try each mutant against the tests of its cases, unless it is known to be equivalent. Raises `Hopeless`."""
    excused = {mutant: each.reason for mutant in chosen for each in known if each.is_of(mutant)}
    tested = {m: tuple(test for case in m.cases for test in proofs.get(case, ())) for m in chosen if m not in excused}
    lasted = times_without_mutant({test for tests in tested.values() for test in tests}, root, workers)
    trials = [Trial(tests, str(root), _patience(tests, lasted), mutant) for mutant, tests in tested.items()]
    verdicts = [Verdict(mutant, "equivalent", reason) for mutant, reason in excused.items()]
    verdicts += in_parallel(judge, trials, workers, progress)
    order = {mutant: i for i, mutant in enumerate(chosen)}
    return TrialReport(game, tuple(sorted(verdicts, key=lambda verdict: order[verdict.mutant])))


def times_without_mutant(tests: Collection[str], root: Path, workers: int | None) -> dict[str, float]:
    """How long each of these tests takes on the rules as they are, file by file. Raises `Hopeless`."""
    by_file: dict[str, list[str]] = {}
    for test in sorted(tests):
        by_file.setdefault(test.partition("::")[0], []).append(test)
    plain = [Trial(tuple(some), str(root)) for some in by_file.values()]
    return {test: seconds for times in in_parallel(time_plain, plain, workers) for test, seconds in times.items()}


def time_plain(trial: Trial) -> dict[str, float]:
    code, times = run(trial)
    if code not in (PASSED, NOTHING_TO_RUN):
        raise Hopeless(f"the tests of {trial.tests[0].partition('::')[0]} do not pass as they are (pytest says {code})")
    return times


def _patience(tests: Sequence[str], lasted: Mapping[str, float]) -> int:
    plain = sum(seconds for test, seconds in lasted.items() if test.startswith(tuple(tests)))
    return int(plain * PATIENCE) + LEAST_SECONDS


def judge(trial: Trial) -> Verdict:
    assert trial.mutant is not None
    code, _ = run(trial)
    return Verdict(trial.mutant, "lived" if code in (PASSED, NOTHING_TO_RUN) else "killed")


def run(trial: Trial) -> tuple[int, dict[str, float]]:
    """Run the tests in a child process: pytest's exit code, or -1 for a violent end, and how long each test took."""
    sys.stdout.flush()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = FAILED
        try:
            code = _in_child(trial, writing)
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        times = told.read()
    _, status = os.waitpid(child, 0)
    return max(os.waitstatus_to_exitcode(status), -1), msgspec.json.decode(times or b"{}", type=dict[str, float])


def _in_child(trial: Trial, writing: int) -> int:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (trial.seconds, trial.seconds))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(trial.seconds * 10)  # for one that sleeps; a busy machine is not the mutant's fault
    os.chdir(trial.root)
    _forget(("tests", trial.mutant.module.split(".")[0] if trial.mutant else "tests"))
    if trial.mutant:
        sys.meta_path.insert(0, _Finder(trial.mutant))
    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-m", "not long", "--rootdir", trial.root]
    watch = _Watch()
    code = int(pytest.main([*options, *trial.tests], [watch]))
    os.write(writing, msgspec.json.encode(watch.times))
    return code


class _Watch:
    """Listens to pytest for how long each test takes."""

    def __init__(self) -> None:
        self.times: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid.partition("[")[0]
        self.times[name] = self.times.get(name, 0.0) + report.duration


def _forget(packages: Sequence[str]) -> None:
    """Everything in these packages is imported again: it may have taken something from the mutated module."""
    for name in list(sys.modules):
        if name.split(".")[0] in packages:
            del sys.modules[name]


class _Finder(importlib.abc.MetaPathFinder):
    """Finds one module, the mutant."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        if name != self.mutant.module:
            return None
        loader = _Loader(name, self.mutant.path)
        loader.mutant = self.mutant
        return importlib.util.spec_from_file_location(name, self.mutant.path, loader=loader)


class _Loader(importlib.machinery.SourceFileLoader):
    """Compiles the mutated source and keeps no byte code of it."""

    mutant: Mutant

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = compile(self.mutant.source(), self.mutant.path, "exec", dont_inherit=True)
        return code
