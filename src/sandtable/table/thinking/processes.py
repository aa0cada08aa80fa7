"""Thinks in worker processes of this server. They are started when there is something to think about, replaced when
they die, retired when they have grown large, and end with the server however that ends."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from threading import Condition, Thread, Timer, current_thread

import msgspec

from sandtable.table.thinking.child import Done
from sandtable.table.thinking.frames import Ended, receive, send
from sandtable.table.thinking.jobs import AnyReply, Failed, Job, packed, reply_in
from sandtable.table.thinking.limits import Limits, limits
from sandtable.table.thinking.pool import usual_workers

log = logging.getLogger("sandtable.table")

CHILD = (sys.executable, "-m", "sandtable.table.thinking.child")
PATIENCE = 5.0  # seconds for a worker to end that was told to
AGAIN = 1.0  # seconds after which another attempt is made to start one
APART = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # what a session of its own is on Windows
_DONE: msgspec.msgpack.Decoder[Done] = msgspec.msgpack.Decoder(Done)


class Worker:
    """One process. Raises `OSError` when it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        # A session of its own: Ctrl-C in the terminal is for the server alone.
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, creationflags=APART
        )
        self.bytes_held = 0

    def ask(self, job: bytes, seconds: float) -> AnyReply:
        """Raises `Ended` when the worker dies over it, or takes longer than it may."""
        timer = Timer(seconds, self.process.kill)
        timer.daemon = True
        timer.start()
        try:
            assert self.process.stdin is not None and self.process.stdout is not None
            send(self.process.stdin, job)
            done = _DONE.decode(receive(self.process.stdout))
            self.bytes_held = done.bytes_held
            return reply_in(done.reply)
        except msgspec.MsgspecError as error:
            raise Ended(f"it does not speak our language: {error}") from None
        finally:
            timer.cancel()

    def end(self) -> None:
        """At once: it holds nothing that is not held elsewhere."""
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was still to be written has nobody to read it
                    pipe.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            log.error("worker %d does not end", self.process.pid)


class Processes:
    """A thread waits beside each worker, so that nothing else has to."""

    def __init__(self, workers: int = 0, most: Limits | None = None, command: Sequence[str] = CHILD) -> None:
        self.limits = most or limits()
        self._most = workers or usual_workers(self.limits)
        self._command = command
        self._changed = Condition()
        self._jobs: deque[tuple[Future[AnyReply], bytes]] = deque()
        self._keepers: list[Thread] = []
        self._workers: dict[Thread, Worker] = {}
        self._idle = 0
        self._closed = False

    # For the table

    def think(self, job: Job) -> Future[AnyReply]:
        waiting: Future[AnyReply] = Future()
        with self._changed:
            if self._closed:
                waiting.set_result(Failed("the table is being closed"))
                return waiting
            self._jobs.append((waiting, packed(job)))
            if len(self._jobs) > self._idle:
                self._engage()
            self._changed.notify()
        waiting.add_done_callback(self._forget)
        return waiting

    def _forget(self, done: Future[AnyReply]) -> None:
        """A job that was given up lies in nobody's way; with its position it may be large."""
        if done.cancelled():
            with self._changed:
                self._jobs = deque(each for each in self._jobs if each[0] is not done)

    @property
    def waiting(self) -> int:
        """Jobs that no worker has taken yet."""
        with self._changed:
            return len(self._jobs)

    def warm_up(self) -> None:
        with self._changed:
            if not self._keepers and not self._closed:
                self._engage()

    def tidy(self) -> None: ...

    def close(self) -> None:
        with self._changed:
            self._closed = True
            jobs, self._jobs = self._jobs, deque()
            workers, keepers = list(self._workers.values()), list(self._keepers)
            self._changed.notify_all()
        for waiting, _ in jobs:
            waiting.cancel()
        for worker in workers:
            worker.process.kill()
        for keeper in keepers:
            keeper.join(PATIENCE)

    @property
    def processes(self) -> tuple[int, ...]:
        """Of the workers there are now."""
        with self._changed:
            return tuple(worker.process.pid for worker in self._workers.values())

    # Beside a worker

    def _engage(self) -> None:
        """One worker more, if there may be one."""
        if len(self._keepers) < self._most:
            keeper = Thread(target=self._keep, name="worker's keeper", daemon=True)
            self._keepers.append(keeper)
            keeper.start()

    def _keep(self) -> None:
        worker: Worker | None = self._started()
        try:
            while (taken := self._next()) is not None:
                waiting, job = taken
                if waiting.set_running_or_notify_cancel():
                    worker = self._carried_out(worker, waiting, job)
                del waiting, job, taken
        finally:
            self._dismissed(worker)

    def _next(self) -> tuple[Future[AnyReply], bytes] | None:
        """A job; nothing when the worker is to end, because all do or because there is nothing to do."""
        with self._changed:
            self._idle += 1
            try:
                self._changed.wait_for(lambda: self._closed or bool(self._jobs), self.limits.idle_seconds)
            finally:
                self._idle -= 1
            if self._jobs and not self._closed:
                return self._jobs.popleft()
            self._keepers.remove(current_thread())  # from here on another may be engaged in its place
            return None

    def _carried_out(self, worker: Worker | None, waiting: Future[AnyReply], job: bytes) -> Worker | None:
        """The job done by this worker, or by the next where it dies over it; the one that is there afterwards."""
        for _ in range(self.limits.workers_for_a_job):
            worker = worker or self._started()
            if self._closed:
                break
            if worker is None:
                with self._changed:
                    self._changed.wait_for(lambda: self._closed, AGAIN)
                continue
            try:
                reply = worker.ask(job, self.limits.seconds_at_most)
            except Ended as error:
                if not self._closed:
                    log.warning("worker %d ended in the middle of a thought: %s", worker.process.pid, error)
                self._dismissed(worker)
                worker = None
                continue
            waiting.set_result(reply)
            return self._retired(worker)
        waiting.set_result(Failed("no worker could finish this thought"))
        return worker

    def _started(self) -> Worker | None:
        try:
            worker = Worker(self._command)
        except OSError as error:
            log.error("no worker can be started: %s", error)
            return None
        with self._changed:
            self._workers[current_thread()] = worker
            closed = self._closed
        if closed:
            worker.process.kill()
        return worker

    def _retired(self, worker: Worker) -> Worker | None:
        if worker.bytes_held <= self.limits.megabytes_at_most * 1_000_000:
            return worker
        log.info("worker %d held %d MB and is replaced", worker.process.pid, worker.bytes_held // 1_000_000)
        self._dismissed(worker)
        return None

    def _dismissed(self, worker: Worker | None) -> None:
        if worker is not None:
            worker.end()
            with self._changed:
                self._workers.pop(current_thread(), None)
