"""A court for mutants: one process in which every test is collected and the first has run, so that all is loaded.

Each trial is a fork of it with the fault swapped in. That convicts, but it does not acquit: what was worked out before
the fault came in hides it.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

import hypothesis  # noqa: F401 - imported once here, inherited by every trial
import msgspec
import pytest

from sandtable.conformance.forks import fork, forked, limit
from sandtable.conformance.mutation import Mutant
from sandtable.conformance.swapping import swap_in
from sandtable.core.values import Value

PATIENCE = 4  # times as long as the tests take without a mutant
LEAST_SECONDS = 10
MOST_SECONDS = 600  # for the tests of one file without a mutant
PASSED, FAILED, NOTHING_TO_RUN = 0, 1, 5  # as pytest counts


class Hopeless(ValueError):
    """The tests of a case say nothing about its mutants."""


class Trial(NamedTuple):
    """A mutant and the tests that may notice it."""

    mutant: Mutant
    tests: tuple[str, ...]
    root: str
    seconds: int = 0  # of work that it may take

    @property
    def package(self) -> str:
        return self.mutant.module.split(".")[0]


class Hearing(Value, frozen=True):
    """What came of the trial of this number, and how much work a whole one may take; or the tests that do not pass."""

    number: int = 0
    seconds: int = 0
    is_killed: bool = False
    failing: str = ""


def hearings(trials: Sequence[Trial], workers: int) -> Iterator[Hearing]:
    """One for each trial, as they come. Raises `Hopeless`."""
    if not trials:
        return
    heard = 0
    with tempfile.TemporaryDirectory() as folder:
        court, reading = fork(Court(trials, workers, folder).sit, trials[0])
        try:
            with os.fdopen(reading, "rb") as lines:
                for hearing in (msgspec.json.decode(line, type=Hearing) for line in lines):
                    if hearing.failing:
                        raise Hopeless(f"the tests of {hearing.failing} do not pass as they are")
                    heard += 1
                    yield hearing
        finally:
            os.waitpid(court, 0)
    if heard < len(trials):
        raise Hopeless("the tests cannot be collected")


def run_pytest(trial: Trial, arguments: Sequence[str], plugins: Sequence[object] = ()) -> int:
    """Everything in the tests and in the package on trial is imported again: it may have taken something of the real
    module, or be of another place that has the same name."""
    os.chdir(trial.root)
    for name in list(sys.modules):
        if name.split(".")[0] in ("tests", trial.package):
            del sys.modules[name]
    options = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-m", "not long"]
    return int(pytest.main([*options, "--rootdir", trial.root, *arguments], plugins))


class Court:
    """A plugin of pytest that runs the trials in place of the tests."""

    def __init__(self, trials: Sequence[Trial], workers: int, folder: str) -> None:
        self.trials, self.workers, self.folder = trials, workers, folder
        self.items: dict[str, list[pytest.Item]] = {}
        self.times: dict[str, float] = {}  # of each test
        self.pace: dict[str, float] = {}  # of each file: the time of one of its tests
        self.has_failed = False
        self.writing = -1

    def sit(self, trial: Trial, writing: int) -> int:
        self.writing = writing
        tempfile.tempdir = self.folder  # which is gone afterwards, whatever the trials leave there
        return run_pytest(trial, sorted({test for trial in self.trials for test in trial.tests}), [self])

    def tell(self, hearing: Hearing) -> None:
        os.write(self.writing, msgspec.json.encode(hearing) + b"\n")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.tell(Hearing(failing=report.nodeid))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.has_failed |= report.failed
        name = _bare(report.nodeid)
        self.times[name] = self.times.get(name, 0.0) + report.duration

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for item in session.items:
            self.items.setdefault(_bare(item.nodeid), []).append(item)
        if not session.testsfailed:
            self.passes(session.items[:1])
            if self.pass_without_mutant():
                self.try_all()
        return True

    def pass_without_mutant(self) -> bool:
        """Whether all do; and how long each takes."""
        by_file: dict[str, list[str]] = {}
        for test in self.items:
            by_file.setdefault(_file(test), []).append(test)
        times: dict[str, float] = {}
        for file, code, told in forked(
            lambda file, writing: self.time(by_file[file], writing), [*by_file], self.workers
        ):
            if code != PASSED:
                self.tell(Hearing(failing=file))
                return False
            times |= msgspec.json.decode(told, type=dict[str, float])
        self.times = times
        self.pace = {file: sum(times.get(test, 0.0) for test in tests) / len(tests) for file, tests in by_file.items()}
        return True

    def time(self, tests: Sequence[str], writing: int) -> int:
        limit(MOST_SECONDS)
        self.times = {}
        is_passed = self.passes([item for test in tests for item in self.items[test]])
        os.write(writing, msgspec.json.encode(self.times))
        return PASSED if is_passed else FAILED

    def try_all(self) -> None:
        patience = [
            int(sum(self.times.get(test, 0.0) for test in trial.tests) * PATIENCE) + LEAST_SECONDS
            for trial in self.trials
        ]
        numbers = range(len(self.trials))
        for number, code, _ in forked(lambda number, _: self.hear(number, patience[number]), numbers, self.workers):
            self.tell(Hearing(number, patience[number], is_killed=code != PASSED))

    def hear(self, number: int, seconds: int) -> int:
        trial = self.trials[number]
        limit(seconds)
        if not swap_in(trial.mutant):
            return PASSED
        tests = sorted(trial.tests, key=lambda test: self.pace.get(_file(test), 0.0))
        return PASSED if self.passes([item for test in tests for item in self.items.get(test, ())]) else FAILED

    def passes(self, items: Sequence[pytest.Item]) -> bool:
        """Run the tests up to the first that fails."""
        self.has_failed = False
        for item, following in zip_longest(items, items[1:]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.has_failed:
                return False
        return True


def _bare(test: str) -> str:
    """Without its parameters."""
    return test.partition("[")[0]


def _file(test: str) -> str:
    return test.partition("::")[0]
