"""Mutants on trial: the tests of a case run against each of its mutants, and some mutants survive.

The court hears them all quickly; whom it can neither kill nor acquit is tried again in a process in which the mutated
module takes the place of the real one when it is imported. The working tree is not touched. Nothing may run for ever:
the tests of a case without a mutant say how long is long.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType
from typing import Literal

from sandtable.conformance.court import NOTHING_TO_RUN, PASSED, Trial, hearings, run_pytest
from sandtable.conformance.forks import forked, limit
from sandtable.conformance.mutation import Equivalent, Mutant
from sandtable.core.values import Value
from sandtable.parallel import Progress, cores, silent

Fate = Literal["killed", "lived", "equivalent"]


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
    trials = [Trial(mutant, tests_of(mutant, proofs), str(root)) for mutant in chosen if mutant not in excused]
    verdicts = [Verdict(mutant, "equivalent", reason) for mutant, reason in excused.items()]
    for verdict in judged(trials, cores() if workers is None else workers):
        verdicts.append(verdict)
        progress(len(verdicts), len(chosen))
    order = {mutant: i for i, mutant in enumerate(chosen)}
    return TrialReport(game, tuple(sorted(verdicts, key=lambda verdict: order[verdict.mutant])))


def tests_of(mutant: Mutant, proofs: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(test for case in mutant.cases for test in proofs.get(case, ())))


def judged(trials: Sequence[Trial], workers: int) -> Iterator[Verdict]:
    """As they come; who is neither killed nor acquitted by the court gets a whole trial."""
    again: list[Trial] = []
    for hearing in hearings(trials, workers):
        trial = trials[hearing.number]._replace(tests=hearing.tests, seconds=hearing.seconds)
        if hearing.tests:
            again.append(trial)
        else:
            yield Verdict(trial.mutant, "killed" if hearing.is_killed else "lived")
    for trial, code, _ in forked(whole_trial, again, workers):
        yield Verdict(trial.mutant, "lived" if code in (PASSED, NOTHING_TO_RUN) else "killed")


def whole_trial(trial: Trial, _: int) -> int:
    """The tests of a mutant, with everything imported anew."""
    limit(trial.seconds)
    sys.meta_path.insert(0, _Finder(trial.mutant))
    return run_pytest(trial, ["-x", *trial.tests])


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
