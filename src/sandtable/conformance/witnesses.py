"""Who can notice a fault: the tests that run its line. What no test of a case runs, none of them can judge."""

from __future__ import annotations

import ast
import sys
import threading
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from sandtable.conformance.mutation import Mutant

Line = tuple[str, int]  # of a module, as it is imported
Tracer = Callable[[FrameType, str, Any], Any]


def lines_of(mutant: Mutant) -> frozenset[Line]:
    """The statement that holds the fault; of one that has others below it, its head."""
    around = [lines for lines in _statements(mutant.path) if mutant.line in lines]
    return frozenset((mutant.module, line) for line in max(around, key=lambda lines: lines.start, default=range(0)))


@cache
def _statements(path: str) -> tuple[range, ...]:
    nodes = [node for node in ast.walk(ast.parse(Path(path).read_bytes())) if isinstance(node, ast.stmt)]
    return tuple(range(node.lineno, _end_of_head(node) + 1) for node in nodes)


def _end_of_head(node: ast.stmt) -> int:
    below: list[ast.stmt] = getattr(node, "body", [])
    return max(node.lineno, below[0].lineno - 1) if below else node.end_lineno or node.lineno


class Watch:
    """Notes which of some lines are run, each once, in this thread and in those that it starts."""

    def __init__(self, wanted: Iterable[Line]) -> None:
        self.wanted: dict[str, set[int]] = {}
        for module, line in wanted:
            self.wanted.setdefault(module, set()).add(line)
        self.seen: set[Line] = set()
        self.unseen: dict[CodeType, set[int]] = {}

    def begin(self) -> None:
        threading.settrace(self._enter)
        sys.settrace(self._enter)

    def end(self) -> None:
        sys.settrace(None)
        threading.settrace(None)

    def report(self) -> frozenset[Line]:
        """The lines that were run since the last report."""
        told = frozenset(self.seen)
        self.seen, self.unseen = set(), {}
        return told

    def _enter(self, frame: FrameType, event: str, _: Any) -> Tracer | None:
        code = frame.f_code
        unseen = self.unseen.get(code)
        if unseen is None:
            lines = self.wanted.get(frame.f_globals.get("__name__", ""), set())
            unseen = self.unseen[code] = lines & {line for *_, line in code.co_lines() if line is not None}
        return self._step if unseen else None

    def _step(self, frame: FrameType, event: str, _: Any) -> Tracer | None:
        unseen = self.unseen.get(frame.f_code, set())  # nothing, if the frame is older than the last report
        if frame.f_lineno in unseen:
            unseen.discard(frame.f_lineno)
            self.seen.add((frame.f_globals["__name__"], frame.f_lineno))
        return self._step if unseen else None
