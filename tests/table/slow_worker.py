"""A worker for tests that speaks like a real one and thinks as it is told by the name of the player: `sleep` for ever,
`die`, be `large`, `sleep once` while a file is not there; else it answers at once with the number of its process."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import msgspec

from sandtable.table.thinking.child import Done
from sandtable.table.thinking.frames import Ended, receive, send
from sandtable.table.thinking.jobs import Choose, Chosen, job_in, packed

try:
    while True:
        job = job_in(receive(sys.stdin.buffer))
        assert isinstance(job, Choose)
        how, _, where = job.player.partition(":")
        if how == "die":
            os._exit(3)
        if how == "sleep" or (how == "sleep once" and not Path(where).exists()):
            if where:
                Path(where).touch()
            time.sleep(600)
        reply = packed(Chosen(str(os.getpid()), job.memory))
        send(sys.stdout.buffer, msgspec.msgpack.encode(Done(reply, 10**9 if how == "large" else 10**7)))
except Ended:
    pass
