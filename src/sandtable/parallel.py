"""Many independent tasks on all cores."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import TypeVar

from sandtable.memory import look_seldom

Task = TypeVar("Task")
Result = TypeVar("Result")
Progress = Callable[[int, int], None]  # tasks done, tasks in all


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def silent(done: int, total: int) -> None:
    """Progress for those who do not want to know."""


def in_parallel(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    workers: int | None = None,
    progress: Progress = silent,
    stop_at_once: bool = False,
) -> Iterator[Result]:
    """The results as they come, in no order. One worker, or one task, needs no other process. With `stop_at_once`
    whoever ends before the last result does not wait for tasks that are being worked on."""
    workers = min(cores() if workers is None else workers, len(tasks))
    results = map(work, tasks) if workers <= 1 else _spawned(work, tasks, workers, stop_at_once)
    for done, result in enumerate(results, 1):
        progress(done, len(tasks))
        yield result


def _spawned(
    work: Callable[[Task], Result], tasks: Sequence[Task], workers: int, stop_at_once: bool
) -> Iterator[Result]:
    # Spawned and not forked: the same on every system, and nothing half-made is inherited.
    others = set(active_children())
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin, initargs=(stop_at_once,))
    ended = False
    try:
        for future in as_completed([pool.submit(work, task) for task in tasks]):
            yield future.result()
        ended = True
    finally:
        if stop_at_once and not ended:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in set(active_children()) - others:
                child.kill()
        pool.shutdown(cancel_futures=True)


def _begin(stop_at_once: bool) -> None:
    look_seldom()
    if stop_at_once:
        _attach()


def _attach() -> None:
    """Ctrl-C in a terminal reaches every process of a command; whoever started this one ends it, also by being
    killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
