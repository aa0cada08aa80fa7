"""Behind a proxy: whose word about addresses is believed, and that sockets outlive a quiet hour."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest
import uvicorn

from sandtable.table.bench.process import ServerProcess
from sandtable.table.people.limits import limits
from sandtable.table.serving.public import server_for
from sandtable.table.stores.sqlite import SqliteStore
from tests.table.people.house import PASSWORD

QUIET = 30.0  # seconds after which the most impatient proxies give a silent connection up


def sign_ups(server: ServerProcess) -> list[int]:
    """One more than an address may make, each in the name of another."""
    found = []
    for n in range(limits().sign_ups.times + 1):
        body = json.dumps({"name": f"anna-{'abcdefgh'[n]}x", "password": PASSWORD}).encode()
        headers = {"Origin": server.origin, "X-Forwarded-For": f"192.0.2.{n}"}
        try:
            with urllib.request.urlopen(
                urllib.request.Request(f"{server.origin}/api/account", body, headers)
            ) as answer:
                found.append(answer.status)
        except urllib.error.HTTPError as error:
            found.append(error.code)
    return found


@pytest.mark.long
@pytest.mark.parametrize(("trusted", "last"), [("127.0.0.1", 201), ("192.0.2.77", 503)])
def test_only_a_trusted_proxy_says_who_asks(tmp_path: Path, trusted: str, last: int) -> None:
    server = ServerProcess(tmp_path, None, ("sandtable", "serve", "--trusted-proxy", trusted))
    try:
        assert sign_ups(server) == [201] * limits().sign_ups.times + [last]
    finally:
        server.stop()


def test_a_silent_socket_gives_a_sign_of_life_before_a_proxy_gives_it_up(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite")
    server = server_for(store, tmp_path, "https://house.example", "http://127.0.0.1:1", "127.0.0.1")
    store.close()
    assert isinstance(server, uvicorn.Server)
    assert server.config.ws_ping_interval is not None and server.config.ws_ping_interval < QUIET
    assert server.config.forwarded_allow_ips == "127.0.0.1" and server.config.proxy_headers
