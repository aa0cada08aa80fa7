"""A place where machines think, as the table knows it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol

from sandtable.core.title import Title
from sandtable.parallel import cores
from sandtable.table.thinking.jobs import AnyReply, Job
from sandtable.table.thinking.limits import Limits, limits
from sandtable.table.thinking.thinker import Thinker


class Pool(Protocol):
    """Somebody who thinks. A future that is not running yet waits for a worker to be free."""

    def think(self, job: Job) -> Future[AnyReply]: ...

    def warm_up(self) -> None:
        """Somebody has sat down at a table: there will be something to think about soon."""

    def tidy(self) -> None:
        """From time to time."""

    def close(self) -> None:
        """For good, and without waiting for what is being thought."""


def usual_workers(most: Limits | None = None) -> int:
    """As many as there are cores; more would only make each slower."""
    return max(2, min((most or limits()).workers_at_most, cores()))


class Threads:
    """Thinks in threads of this process, on these games: for tests, and for whoever has no other processes."""

    def __init__(self, title: Callable[[str], Title[Any]], workers: int | None = None) -> None:
        self._thinker = Thinker(title)
        self._threads = ThreadPoolExecutor(workers or usual_workers(), thread_name_prefix="thinker")

    def think(self, job: Job) -> Future[AnyReply]:
        return self._threads.submit(self._thinker.do, job)

    def warm_up(self) -> None: ...

    def tidy(self) -> None: ...

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
