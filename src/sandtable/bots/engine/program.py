"""A program that is spoken to line by line, and is ended when it is too slow, too loud or gone."""

from __future__ import annotations

import shlex
import subprocess
import weakref
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Full, Queue, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO

from sandtable.core.title import PlayerFault, UnknownChoice

LONGEST_LINE = 100_000  # bytes
MOST_WAITING = 1_000  # lines that nobody has read yet
CLOSING = 1.0  # seconds in which a program that is told to quit may do so


def words_of(command: str) -> list[str]:
    """A command line in its words; no shell reads it. Raises `UnknownChoice`."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UnknownChoice(f"'{command}' is not a command: {error}") from None
    if not words:
        raise UnknownChoice("no command is given for the engine")
    return words


class Program:
    """One running program."""

    def __init__(self, words: Sequence[str]) -> None:
        self.name = shlex.join(words)[:60]
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise PlayerFault(f"{self.name} does not start: {error.strerror}") from None
        assert self._process.stdin is not None and self._process.stdout is not None
        self._told: SimpleQueue[bytes] = SimpleQueue()
        self._lines: Queue[bytes] = Queue(MOST_WAITING)
        Thread(target=_write, args=(self._process.stdin, self._told), daemon=True).start()
        Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True).start()
        self._end = weakref.finalize(self, _end, self._process, self._told)

    def tell(self, line: str) -> None:
        """Never waits: a program that does not listen is noticed because it does not answer."""
        self._told.put(f"{line}\n".encode())

    def hear(self, deadline: float) -> str:
        """The next line. Raises `PlayerFault` when none comes in time."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - monotonic()))
        except Empty:
            raise PlayerFault(f"{self.name} has not answered in time") from None
        if line is _GONE:
            raise PlayerFault(f"{self.name} has stopped")
        if line is _LOUD:
            raise PlayerFault(f"{self.name} writes too much")
        return line.decode("utf-8", "replace").strip()

    def end(self) -> None:
        """Ask it to quit, and end it if it does not."""
        self._end()

    def kill(self) -> None:
        self._process.kill()
        self._end()


_GONE, _LOUD = b"gone", b"loud"  # told apart from lines by identity


def _write(listening: IO[bytes], told: SimpleQueue[bytes]) -> None:
    """Until the program no longer listens or is ended."""
    try:
        while line := told.get():
            listening.write(line)
            listening.flush()
    except (OSError, ValueError):
        return  # whoever waits for its answer hears that it has stopped


def _read(output: IO[bytes], lines: Queue[bytes]) -> None:
    """Until the program stops, or says more than anybody wants to hear."""
    last = _GONE
    while line := output.readline(LONGEST_LINE):
        if len(line) >= LONGEST_LINE:
            last = _LOUD
            break
        try:
            lines.put_nowait(line)
        except Full:
            last = _LOUD
            break
    if last is _LOUD:
        while not lines.empty():
            lines.get_nowait()
    lines.put(last)


def _end(process: subprocess.Popen[bytes], told: SimpleQueue[bytes]) -> None:
    told.put(b"quit\n")
    told.put(b"")  # the last word
    try:
        process.wait(CLOSING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    assert process.stdin is not None and process.stdout is not None
    with suppress(OSError):  # what it was told and never read
        process.stdin.close()
    process.stdout.close()
