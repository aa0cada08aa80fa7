"""A court for mutants: one process in which every test is collected and the first has run, so that all is loaded.

Each trial is a fork of it with the fault swapped in, the quickest tests first. That convicts; it acquits only where the
line had not been run before the fault came in, for otherwise what was worked out then may hide it. So the tests of whom
it does not convict are watched: which lines they run.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, zip_longest
from typing import NamedTuple

import hypothesis  # noqa: F401 - imported once here, inherited by every trial
import msgspec
import pytest

from sandtable.conformance.forks import fork, forked, limit
from sandtable.conformance.mutation import Mutant
from sandtable.conformance.swapping import swap_in
from sandtable.conformance.witnesses import Line, Watch, lines_of
from sandtable.core.values import Value

PATIENCE = 4  # times as long as the tests take without a mutant
LEAST_SECONDS = 10
MOST_SECONDS = 600  # for the tests of one file without a mutant
PASSED, FAILED, NOTHING_TO_RUN = 0, 1, 5  # as pytest counts
NOT_IN_FORCE = 6


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
    """What came of the trial of this number: the mutant is dead, or these tests must try it again in so much work, or
    none need do so; or else the tests that do not pass as they are."""

    number: int = 0
    is_killed: bool = False
    tests: tuple[str, ...] = ()
    seconds: int = 0
    failing: str = ""


class Testimony(Value, frozen=True):
    """What a test does without a mutant."""

    seconds: float = 0.0
    lines: frozenset[Line] = frozenset()

    def __add__(self, more: Testimony) -> Testimony:
        return Testimony(self.seconds + more.seconds, self.lines | more.lines)


_TESTIMONIES = msgspec.json.Decoder(
    dict[str, Testimony]
)  # made now: where a trial sits, these modules are imported anew


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
        self.lines = [lines_of(trial.mutant) for trial in trials]
        self.watch = Watch(line for lines in self.lines for line in lines)
        self.run_before: frozenset[Line] = frozenset()  # when the tests were loaded
        self.items: dict[str, list[pytest.Item]] = {}  # of each test: one for each set of parameters
        self.by_file: dict[str, list[str]] = {}
        self.testimonies: dict[str, Testimony] = {}  # of each test
        self.has_failed = False
        self.writing = -1

    def sit(self, trial: Trial, writing: int) -> int:
        self.writing = writing
        tempfile.tempdir = self.folder  # which is gone afterwards, whatever the trials leave there
        self.watch.begin()
        return run_pytest(trial, sorted({test for trial in self.trials for test in trial.tests}), [self])

    def tell(self, hearing: Hearing) -> None:
        os.write(self.writing, msgspec.json.encode(hearing) + b"\n")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.tell(Hearing(failing=report.nodeid))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.has_failed |= report.failed
        self.hear_of(report.nodeid, Testimony(report.duration))

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.hear_of(nodeid, Testimony(lines=self.watch.report()))

    def hear_of(self, nodeid: str, more: Testimony) -> None:
        test = _bare(nodeid)
        self.testimonies[test] = self.testimonies.get(test, Testimony()) + more

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for item in session.items:
            self.items.setdefault(_bare(item.nodeid), []).append(item)
        for test in self.items:
            self.by_file.setdefault(_file(test), []).append(test)
        if not session.testsfailed:
            self.passes(session.items[:1])
            self.watch.end()
            gc.freeze()  # or each fork copies all that its collector looks through
            self.run_before = frozenset(line for said in self.testimonies.values() for line in said.lines)
            if self.pass_without_mutant():
                self.try_all()
        return True

    def pass_without_mutant(self) -> bool:
        """Whether all do; and how long each takes."""
        for file, code, told in forked(self.run_file, [*self.by_file], self.workers):
            if code != PASSED:
                self.tell(Hearing(failing=file))
                return False
            self.testimonies |= _TESTIMONIES.decode(told)
        return True

    def run_file(self, file: str, writing: int) -> int:
        limit(MOST_SECONDS)
        self.testimonies = {}
        is_passed = self.passes([item for test in self.by_file[file] for item in self.items[test]])
        os.write(writing, msgspec.json.encode(self.testimonies))
        return PASSED if is_passed else FAILED

    def try_all(self) -> None:
        left: dict[int, int] = {}
        for number, code, _ in forked(lambda number, _: self.hear(number), range(len(self.trials)), self.workers):
            if code in (PASSED, NOT_IN_FORCE):
                left[number] = code
            else:
                self.tell(Hearing(number, is_killed=True))
        self.watch_tests(left)
        for number, code in left.items():
            tests = self.left_to_try(number, code)
            self.tell(Hearing(number, tests=tests, seconds=self.patience(tests)))

    def hear(self, number: int) -> int:
        tests = sorted(self.tests_of(number), key=lambda test: self.testimonies[test].seconds)
        limit(self.patience(tests))
        if not swap_in(self.trials[number].mutant):
            return NOT_IN_FORCE
        return PASSED if self.passes([item for test in tests for item in self.items[test]]) else FAILED

    def tests_of(self, number: int) -> list[str]:
        """One by one, where a whole class or file is named."""
        named = set(self.trials[number].tests)
        return [test for test in self.items if not named.isdisjoint(accumulate(test.split("::"), "{}::{}".format))]

    def watch_tests(self, numbers: Iterable[int]) -> None:
        """Which lines the tests of these trials run."""
        files = sorted({_file(test) for number in numbers for test in self.tests_of(number)})
        self.watch.begin()
        for _, _, told in forked(self.run_file, files, self.workers):
            self.testimonies |= _TESTIMONIES.decode(told)
        self.watch.end()

    def left_to_try(self, number: int, code: int) -> tuple[str, ...]:
        """The tests that might still notice what the court did not: all, if the line was run before the fault came;
        none, if it was not, the fault being in force; else those that run the line, and their neighbours in the file,
        who may use what these worked out."""
        lines = self.lines[number]
        tests = self.tests_of(number)
        if not self.run_before.isdisjoint(lines):
            return tuple(tests)
        if code == PASSED:
            return ()
        files = {_file(test) for test in self.items if not lines.isdisjoint(self.testimonies[test].lines)}
        return tuple(test for test in tests if _file(test) in files)

    def patience(self, tests: Sequence[str]) -> int:
        return int(sum(self.testimonies[test].seconds for test in tests) * PATIENCE) + LEAST_SECONDS

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
