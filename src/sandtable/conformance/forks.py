"""Work in forked children, several at a time: each inherits what is loaded here and spoils nothing for the others."""

from __future__ import annotations

import os
import resource
import selectors
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

Task = TypeVar("Task")
Work = Callable[[Task, int], int]  # a task, and where to write what there is to tell; the exit code

VIOLENT = -1  # the code of a child that a signal ended


class Outcome(NamedTuple, Generic[Task]):
    task: Task
    code: int
    told: bytes


class _Child(NamedTuple, Generic[Task]):
    pid: int
    task: Task
    told: bytearray


def forked(work: Work[Task], tasks: Sequence[Task], workers: int) -> Iterator[Outcome[Task]]:
    """The outcomes as they come, in no order."""
    waiting = iter(tasks)
    with selectors.DefaultSelector() as listening:
        try:
            for task in islice(waiting, workers):
                _start(work, task, listening)
            while listening.get_map():
                for key, _ in listening.select():
                    child: _Child[Task] = key.data
                    child.told.extend(some := os.read(key.fd, 1 << 16))
                    if not some:
                        listening.unregister(key.fd)
                        os.close(key.fd)
                        _, status = os.waitpid(child.pid, 0)
                        for task in islice(waiting, 1):
                            _start(work, task, listening)
                        yield Outcome(child.task, max(os.waitstatus_to_exitcode(status), VIOLENT), bytes(child.told))
        finally:
            for key in list(listening.get_map().values()):
                os.kill(key.data.pid, signal.SIGKILL)
                os.waitpid(key.data.pid, 0)
                os.close(key.fd)


def _start(work: Work[Task], task: Task, listening: selectors.BaseSelector) -> None:
    pid, reading = fork(work, task)
    listening.register(reading, selectors.EVENT_READ, _Child(pid, task, bytearray()))


def fork(work: Work[Task], task: Task) -> tuple[int, int]:
    """Start one task in a child that neither reads nor prints: its number, and where to read what it tells."""
    sys.stdout.flush()
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            os.close(reading)
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            code = work(task, writing)
        finally:
            os._exit(code)
    os.close(writing)
    return pid, reading


def limit(seconds: int) -> None:
    """Let this process end after so much work; much later if it sleeps, for a busy machine is no fault."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(seconds * 60)
