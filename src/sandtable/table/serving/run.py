"""Start the server and open a browser on it."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
import os
import secrets
import socket
import sys
import time
import urllib.request
import webbrowser
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

import uvicorn

from sandtable.bots.roster import Roster
from sandtable.memory import keep_what_is_there, share_one_heap
from sandtable.table.doors.app import make_app
from sandtable.table.doors.qr import as_text
from sandtable.table.messages.requests import MESSAGE_BYTES
from sandtable.table.serving.alone import Folder, Taken, address_in
from sandtable.table.serving.patience import PatientProtocol
from sandtable.table.stores.base import StoreError
from sandtable.table.stores.sqlite import SqliteStore
from sandtable.table.thinking.processes import Processes

HOST = "127.0.0.1"
USUAL_PORT = 8741  # the same each time if it is free, as what a browser remembers belongs to an address
PATIENCE = 120.0  # seconds until a silent guest counts as gone; a loaded machine may be slow to answer
WELCOME = """\
The door to the local network is open. Make a table against "Whoever comes", and a guest who points a phone at this code
can take the seat; or send the link of an open seat to the one who is to have it. What is sent can be read on this
network. Guests can neither list nor make tables."""
STARTING = 10.0  # seconds that a server may take to start
LOG_BYTES = 1_000_000  # of the log, and as many of the one before it
SWITCH = 0.001  # seconds; what takes long at one table must not make people wait at others

log = logging.getLogger("sandtable.table")


def home() -> Path:
    """Where tables, the owner's key and the log are kept."""
    folder = os.environ.get("SANDTABLE_HOME")
    return Path(folder) if folder else Path.home() / ".local" / "share" / "sandtable"


def house_key(folder: Path) -> str:
    """The owner's key: made once, readable to the owner alone."""
    path = folder / "table.key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        found = path.read_bytes().decode("ascii", "ignore").strip()
        if found:
            return found
        path.unlink()
        return house_key(folder)
    with os.fdopen(descriptor, "w") as file:
        key = secrets.token_urlsafe(24)
        file.write(key)
    return key


def lan_address() -> str:
    """The address of this machine on its local network, or nothing. No packet is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # an address of nobody: only the way there is looked up
            found = str(asked.getsockname()[0])
        except OSError:
            return ""
    return "" if ipaddress.ip_address(found).is_loopback else found


def listen(port: int, host: str = HOST) -> socket.socket:
    """A socket on this machine alone, or on the address that is named: on the port that is asked for, else the usual
    one, else any that is free."""
    for wanted in [port] if port else [USUAL_PORT, 0]:
        # The protocol is named because asyncio sends small messages at once only on sockets that say they are TCP.
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, wanted))
        except OSError as error:
            listener.close()
            if wanted in (port, 0):
                raise OSError(error.errno, f"port {wanted}: {error.strerror}") from None
            continue
        listener.listen(128)
        return listener
    raise OSError("there is no free port")


def keep_log(folder: Path) -> None:
    handler = RotatingFileHandler(folder / "table.log", maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False


class StrangersFaults(logging.Filter):
    """Anybody can send what is not a request, not a text or not for this server, as often as he likes: that goes into
    the log, which is bounded, and not to the terminal, which is not. It is turned away and worth a line, no more."""

    def filter(self, record: logging.LogRecord) -> bool:
        told = record.getMessage()
        if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
            log.info("a socket sent text that is not UTF-8, and was closed")
        elif told.startswith("Invalid HTTP request"):
            log.info("a malformed request was refused")
        elif told.startswith("Unsupported upgrade request"):
            log.info("a request for another protocol was refused")
        else:
            return True
        return False


def server_for(
    store: SqliteStore, key: str, folder: Path, roster: Roster | None = None, lan: str = ""
) -> uvicorn.Server:
    app = make_app(store, key=key, mishaps=folder / "mishaps", roster=roster, lan=lan, pool=Processes())
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, ws_max_size=MESSAGE_BYTES,
        http=PatientProtocol, ws_ping_timeout=PATIENCE, server_header=False, timeout_graceful_shutdown=2, lifespan="on",
    )  # fmt: skip
    logging.getLogger("uvicorn.error").addFilter(StrangersFaults())
    return uvicorn.Server(config)


async def _serve(server: uvicorn.Server, listener: socket.socket, address: str, browser: bool) -> None:
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        print(f"The table is open: {address}\nStop it with Ctrl+C; every game is saved.", flush=True)
        if browser:
            await asyncio.to_thread(open_browser, *address.split("/#key="))
    await serving


def open_browser(origin: str, key: str) -> None:
    """On a ticket for one visit: everybody on this machine can read what a browser is started with."""
    try:
        asked = urllib.request.Request(
            f"{origin}/api/tickets", b"", {"Origin": origin, "Authorization": f"Bearer {key}"}
        )
        with urllib.request.urlopen(asked, timeout=STARTING) as response:
            ticket = json.load(response)["ticket"]
    except (OSError, ValueError) as error:
        print(f"no browser was opened ({error}); open the address above", file=sys.stderr)
        return
    webbrowser.open(f"{origin}/#ticket={ticket}")


def visit(folder: Path, browser: bool) -> int:
    """Another server has the folder: go there."""
    ends = time.monotonic() + STARTING
    while not (origin := address_in(folder)) and time.monotonic() < ends:
        time.sleep(0.05)
    if not origin:
        print(f"the table cannot be opened: another server is using {folder}", file=sys.stderr)
        return 2
    key = house_key(folder)
    print(f"The table is already open: {origin}/#key={key}", flush=True)
    if browser:
        open_browser(origin, key)
    return 0


def run(port: int = 0, browser: bool = True, roster: Roster | None = None, lan: str = "") -> int:
    """Serve until interrupted, on this machine alone or on its address on the local network as well. The exit code: 2
    when it could not start."""
    folder = home()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        ours = Folder(folder)
    except Taken:
        return visit(folder, browser)
    except OSError as error:
        print(f"the table cannot be opened: {error}", file=sys.stderr)
        return 2
    try:
        return _run(folder, ours, port, browser, roster, lan)
    finally:
        ours.leave()


def _run(folder: Path, ours: Folder, port: int, browser: bool, roster: Roster | None, lan: str) -> int:
    try:
        store = SqliteStore(folder / "tables.sqlite")
        listener = listen(port, lan or HOST)
        key = house_key(folder)
        keep_log(folder)
    except (OSError, StoreError) as error:
        print(f"the table cannot be opened: {error}", file=sys.stderr)
        return 2
    sys.setswitchinterval(SWITCH)
    share_one_heap()
    origin = f"http://{lan or HOST}:{listener.getsockname()[1]}"
    ours.tell(origin)
    if lan:
        print(f"{WELCOME}\n\n{as_text(f'{origin}/invitations')}\n{origin}/invitations", flush=True)
    server = server_for(store, key, folder, roster, lan)
    keep_what_is_there()
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(server, listener, f"{origin}/#key={key}", browser))
    return 0


if __name__ == "__main__":
    sys.exit(run(int(os.environ.get("SANDTABLE_PORT", "0")), browser=False))
