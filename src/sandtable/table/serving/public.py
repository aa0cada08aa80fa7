"""A house on the internet: one of any number of servers on one database, behind a proxy that speaks TLS."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn

from sandtable import games
from sandtable.bots.roster import Roster
from sandtable.core.values import Value
from sandtable.memory import keep_what_is_there, share_one_heap
from sandtable.table.doors.app import app_of, people_in
from sandtable.table.doors.operations import Operations, request_name
from sandtable.table.doors.security import NAMES
from sandtable.table.house.house import House
from sandtable.table.messages.requests import MESSAGE_BYTES
from sandtable.table.people.mail import BadMailServer, named_mail_server
from sandtable.table.serving.alone import Folder, Taken
from sandtable.table.serving.patience import PatientProtocol
from sandtable.table.serving.run import HOST, PATIENCE, SWITCH, StrangersFaults, home, listen
from sandtable.table.stores.base import StoreError
from sandtable.table.stores.opening import is_shared, opened
from sandtable.table.stores.sql import SqlStore
from sandtable.table.thinking.pool import Pool
from sandtable.table.thinking.processes import Processes

log = logging.getLogger("sandtable.table")

DRAINING = 10  # seconds for what is under way when the server is told to stop


class BadAddress(ValueError):
    """A public address that cannot be one, in one line."""


class Plan(Value, frozen=True):
    """Where a house is and how it is reached."""

    database: str = ""  # a file in the usual folder unless another is named
    public: str = ""  # the address that browsers use; this machine's own, to try the house out, unless another is named
    host: str = HOST
    port: int = 0
    proxies: str = HOST  # whose forwarded headers are believed
    workers: int | None = None  # processes that think here; with none, `sandtable worker` does


def origin_of(address: str) -> str:
    """The origin of a public address. Raises `BadAddress`."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/") or parts.query:
        raise BadAddress(f"'{address}' is no address of a house: write it as https://house.example")
    if parts.scheme == "http" and parts.hostname not in NAMES:
        raise BadAddress("a house on the internet speaks https only: what is sent would be read on the way")
    return f"{parts.scheme}://{parts.netloc.lower()}"


class Journal(logging.Formatter):
    """One line of JSON for each event, for whatever collects them."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z"
        told = {"at": at, "level": record.levelname.lower(), "text": record.getMessage()}
        if name := request_name.get():
            told["request"] = name
        if record.exc_info:
            told["fault"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def keep_journal() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Journal())
    for name in ("sandtable.table", "uvicorn.error", "psycopg.pool"):
        logger = logging.getLogger(name)
        logger.addHandler(handler)
        logger.propagate = False
    log.setLevel(logging.INFO)


class Draining(uvicorn.Server):
    """Told to stop, it ends as a program that has done its work, not as one that was shot."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        usual = {each: signal.signal(each, self.handle_exit) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for each, handler in usual.items():
                signal.signal(each, handler)


def pool_for(plan: Plan) -> Pool:
    """Where machines think: in processes of this server, or wherever a worker takes what is in the database. Raises
    `StoreError`."""
    if plan.workers != 0:
        return Processes(plan.workers or 0)
    if not is_shared(plan.database):
        raise StoreError("workers elsewhere take their jobs from PostgreSQL: name it with --database, or think here")
    from sandtable.table.thinking.shared import SharedQueue

    return SharedQueue(plan.database)


def server_for(
    store: SqlStore, folder: Path, public: str, here: str, proxies: str, pool: Pool | None = None
) -> uvicorn.Server:
    titles = {title.key: title for title in games.titles()}
    roster = Roster()
    people = people_in(store, public, titles, roster, named_mail_server())
    house = House(store, titles, "", folder / "mishaps", roster, True, people, pool or Processes())
    app = Operations(app_of(house, public=public), house, here.partition("://")[2])
    config = uvicorn.Config(
        app, log_config=None, log_level="warning", access_log=False, ws_max_size=MESSAGE_BYTES, http=PatientProtocol,
        ws_ping_timeout=PATIENCE, server_header=False, timeout_graceful_shutdown=DRAINING, lifespan="on",
        proxy_headers=True, forwarded_allow_ips=proxies,
    )  # fmt: skip
    logging.getLogger("uvicorn.error").addFilter(StrangersFaults())
    return Draining(config)


def serve(plan: Plan) -> int:
    """Until it is told to stop. The exit code: 2 when it could not start."""
    folder = home()
    database = plan.database or str(folder / "tables.sqlite")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        ours = None if is_shared(database) else Folder(folder)
    except (Taken, OSError) as error:
        print(f"the house cannot be opened: {str(error) or 'another server is using the tables'}", file=sys.stderr)
        return 2
    try:
        return _serve(plan, folder, database)
    except (OSError, StoreError, BadAddress, BadMailServer) as error:
        print(f"the house cannot be opened: {error}", file=sys.stderr)
        return 2
    finally:
        if ours is not None:
            ours.leave()


def _serve(plan: Plan, folder: Path, database: str) -> int:
    public = origin_of(plan.public) if plan.public else ""
    pool = pool_for(plan)
    store = opened(database)
    listener = listen(plan.port, plan.host)
    here = f"http://{plan.host}:{listener.getsockname()[1]}"
    keep_journal()
    sys.setswitchinterval(SWITCH)
    share_one_heap()
    server = server_for(store, folder, public or here, here, plan.proxies, pool)
    keep_what_is_there()
    asyncio.run(_run(server, listener, public or here))
    return 0


async def _run(server: uvicorn.Server, listener: socket.socket, address: str) -> None:
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        print(f"The house is open: {address}", flush=True)
    await serving
