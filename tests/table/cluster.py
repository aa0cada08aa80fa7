"""A PostgreSQL of the tests' own: a cluster in a temporary folder, without a port, that ends with the tests."""

from __future__ import annotations

import getpass
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import psycopg

PATIENCE = 60.0  # seconds
UNPRIVILEGED = "postgres"  # Debian's package makes this user; the server refuses to run as root
SMALL = ("shared_buffers=16MB", "max_connections=60")
QUICK = (*SMALL, "fsync=off", "synchronous_commit=off", "full_page_writes=off")


class NoPostgres(Exception):
    """There is none on this machine."""


def programs() -> Path:
    """Where the newest server on this machine has its programs. Raises `NoPostgres`."""
    found = list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if elsewhere := shutil.which("initdb"):
        found.append(Path(elsewhere))
    if not found:
        raise NoPostgres("there is no PostgreSQL on this machine; on Debian: apt install postgresql")
    return max(found, key=lambda path: [int(n) for n in path.parts if n.isdigit()]).parent


class Cluster:
    """Started when made; `stop` ends it and takes everything away."""

    def __init__(self, settings: Sequence[str] = QUICK) -> None:
        self._bin, self._settings = programs(), settings
        self.user = UNPRIVILEGED if os.geteuid() == 0 else getpass.getuser()
        self.folder = Path(tempfile.mkdtemp(prefix="pg-"))
        if os.geteuid() == 0:
            os.chown(self.folder, pwd.getpwnam(self.user).pw_uid, -1)
        self._numbers = count(1)
        self._run("initdb", "-D", str(self.folder / "data"), "-A", "trust", "-U", self.user, "--no-sync", "-E", "UTF8")
        self.process = self._started()

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [self._bin / program, *words], capture_output=True, text=True, cwd="/", user=self._as_user
        )
        assert done.returncode == 0, done.stderr

    @property
    def _as_user(self) -> str | None:
        return self.user if os.geteuid() == 0 else None

    def _started(self) -> subprocess.Popen[bytes]:
        settings = [word for each in (*self._settings, "listen_addresses=") for word in ("-c", each)]
        log = (self.folder / "log").open("wb")
        process = subprocess.Popen(
            [self._bin / "postgres", "-D", self.folder / "data", "-k", self.folder, *settings],
            stdout=log, stderr=log, cwd="/", user=self._as_user,
        )  # fmt: skip
        log.close()
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends and process.poll() is None:
            try:
                psycopg.connect(self.url).close()
                return process
            except psycopg.OperationalError:
                time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text())

    @property
    def url(self) -> str:
        return f"postgresql://{self.user}@/postgres?host={self.folder}"

    def fresh(self) -> str:
        """The address of a database that nobody has used: a schema of its own, which takes no time to make."""
        name = f"tables_{next(self._numbers)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"create schema {name}".encode())
        return f"{self.url}&options=-csearch_path%3D{name}"

    def restart(self) -> None:
        self._end(signal.SIGINT)
        self.process = self._started()

    def stop(self) -> None:
        self._end(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _end(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
