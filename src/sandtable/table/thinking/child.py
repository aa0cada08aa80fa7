"""A worker: reads jobs from its standard input, one at a time, and writes each reply to its standard output. It ends
when its input does, so that none is left behind whatever becomes of the server."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from functools import cache
from queue import SimpleQueue
from threading import Thread

import msgspec

from sandtable import games
from sandtable.core.values import Value
from sandtable.memory import held, look_seldom
from sandtable.table.thinking.frames import Ended, receive, send
from sandtable.table.thinking.jobs import AnyReply, Failed, job_in, packed
from sandtable.table.thinking.limits import limits
from sandtable.table.thinking.thinker import Thinker


class Done(Value, frozen=True, array_like=True):
    """A reply as it goes through the pipe, and how much memory the worker holds after it."""

    reply: bytes
    bytes_held: int


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends its workers
    look_seldom()
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(limits().niceness)
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints does not speak to the server
    jobs: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(jobs,), daemon=True).start()
    thinker = Thinker(cache(games.title))
    while True:
        reply = packed(_done(thinker, jobs.get()))
        try:
            send(replies, msgspec.msgpack.encode(Done(reply, held())))
        except Ended:
            os._exit(0)


def _read(jobs: SimpleQueue[bytes]) -> None:
    """Beside the thinking, so that a worker also ends in the middle of a thought."""
    try:
        while True:
            jobs.put(receive(sys.stdin.buffer))
    except Ended:
        os._exit(0)


def _done(thinker: Thinker, data: bytes) -> AnyReply:
    try:
        return thinker.do(job_in(data))
    except msgspec.MsgspecError as error:
        return Failed(f"not a job: {error}")


if __name__ == "__main__":
    main()
