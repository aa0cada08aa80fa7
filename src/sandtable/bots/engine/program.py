"""A program that is spoken to line by line, and is ended when it is too slow, too loud or gone."""

from __future__ import annotations

import shlex
import subprocess
import weakref
from collections.abc import Sequence
from queue import Empty, Full, Queue
from threading import Thread
from time import monotonic
from typing import IO

from sandtable.core.title import PlayerFault

LONGEST_LINE = 100_000  # bytes
MOST_WAITING = 1_000  # lines that nobody has read yet
CLOSING = 1.0  # seconds in which a program that is told to quit may do so


def words_of(command: str) -> list[str]:
    """A command line in its words; no shell reads it. Raises `PlayerFault`."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise PlayerFault(f"'{command}' is not a command: {error}") from None
    if not words:
        raise PlayerFault("no command is given for the engine")
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
        self._stdin = self._process.stdin
        self._lines: Queue[bytes] = Queue(MOST_WAITING)
        Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True).start()
        self._end = weakref.finalize(self, _end, self._process)

    def tell(self, line: str) -> None:
        try:
            self._stdin.write(f"{line}\n".encode())
            self._stdin.flush()
        except (OSError, ValueError):
            raise PlayerFault(f"{self.name} has stopped") from None

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


def _end(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    try:
        process.stdin.write(b"quit\n")
        process.stdin.close()
    except OSError:
        pass  # it no longer listens
    try:
        process.wait(CLOSING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    assert process.stdout is not None
    process.stdout.close()
