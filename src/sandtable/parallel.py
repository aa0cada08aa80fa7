"""Many independent tasks on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
Progress = Callable[[int, int], None]  # tasks done, tasks in all


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def silent(done: int, total: int) -> None:
    """Progress for those who do not want to know."""


def in_parallel(
    work: Callable[[Task], Result], tasks: Sequence[Task], workers: int | None = None, progress: Progress = silent
) -> Iterator[Result]:
    """The results as they come, in no order. One worker, or one task, needs no other process."""
    workers = min(cores() if workers is None else workers, len(tasks))
    results = map(work, tasks) if workers <= 1 else _spawned(work, tasks, workers)
    for done, result in enumerate(results, 1):
        progress(done, len(tasks))
        yield result


def _spawned(work: Callable[[Task], Result], tasks: Sequence[Task], workers: int) -> Iterator[Result]:
    # Spawned and not forked: the same on every system, and nothing half-made is inherited.
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        for future in as_completed([pool.submit(work, task) for task in tasks]):
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)
