"""docs/hosting.md, followed on this machine as far as one can without a domain: the wheel in an environment of its own,
PostgreSQL, and Caddy with its internal authority on localhost."""

from __future__ import annotations

import json
import os
import re
import shutil
import site
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.table.cluster import Cluster

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
PATIENCE = 120.0  # seconds
WORDS = "a long sentence of mine"

pytestmark = pytest.mark.long


def fenced(heading: str) -> str:
    """What stands between the fences under a heading of the page."""
    part = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    found = re.search(r"^```[a-z]*\n(.*?)^```", part, re.MULTILINE | re.DOTALL)
    assert found, heading
    return found.group(1)


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


class Machine:
    """What the page installs: the program, the database, the service and the proxy."""

    def __init__(self, folder: Path, cluster: Cluster) -> None:
        self.folder, self.cluster = folder, cluster
        self.database = cluster.fresh()
        self.port, self.proxy_port = free_port(), free_port()
        self.public = f"https://localhost:{self.proxy_port}"
        self.program = self._installed()
        self.journal = (folder / "journal").open("wb")
        self.service = self._service()
        self.proxy = self._proxy()
        self.trust = self._authority()

    def _installed(self) -> Path:
        """The wheel, in an environment that has the packages of this one."""
        built = subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(self.folder / "dist")],
            cwd=ROOT, capture_output=True, text=True,
        )  # fmt: skip
        assert built.returncode == 0, built.stderr
        (wheel,) = (self.folder / "dist").glob("sandtable-*.whl")
        environment = self.folder / "environment"
        subprocess.run([sys.executable, "-m", "venv", environment], check=True, capture_output=True)
        command = [
            str(environment / "bin" / "python"),
            "-m",
            "pip",
            "install",
            "--no-deps",
            "--no-index",
            "-q",
            str(wheel),
        ]
        subprocess.run(command, check=True, capture_output=True)
        (packages,) = (environment / "lib").glob("python*/site-packages")
        (packages / "elsewhere.pth").write_text("\n".join(site.getsitepackages()), encoding="utf-8")
        return environment / "bin" / "sandtable"

    def _service(self) -> subprocess.Popen[bytes]:
        """The command of the unit on the page."""
        line = next(line for line in fenced("The service").splitlines() if line.startswith("ExecStart="))
        words = line.removeprefix("ExecStart=").split()
        assert words[0] == "/usr/local/bin/sandtable"
        changed = {
            words[0]: str(self.program), "postgresql:///sandtable": self.database,
            "https://house.example": self.public, "8741": str(self.port),
        }  # fmt: skip
        assert set(changed) <= set(words), "the page has another command"
        clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        process = subprocess.Popen(
            [changed.get(word, word) for word in words], env={**clean, "SANDTABLE_HOME": str(self.folder / "home")},
            stdout=subprocess.PIPE, stderr=self.journal, cwd=self.folder,
        )  # fmt: skip
        assert process.stdout is not None
        assert b"The house is open" in process.stdout.readline(), (self.folder / "journal").read_text()
        return process

    def _proxy(self) -> subprocess.Popen[bytes]:
        """The file on the page; the authority is Caddy's own, and it changes nothing outside its folder."""
        written = fenced("The proxy")
        assert "house.example {" in written and "127.0.0.1:8741" in written
        here = written.replace("house.example {", f"{self.public} {{\n\ttls internal")
        here = here.replace("127.0.0.1:8741", f"127.0.0.1:{self.port}")
        settings = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
        (self.folder / "Caddyfile").write_text(settings + here, encoding="utf-8")
        return subprocess.Popen(
            ["caddy", "run", "--config", str(self.folder / "Caddyfile"), "--adapter", "caddyfile"],
            env={**os.environ, "XDG_DATA_HOME": str(self.folder / "data"), "HOME": str(self.folder)},
            stdout=subprocess.DEVNULL, stderr=(self.folder / "caddy").open("wb"),
        )  # fmt: skip

    def _authority(self) -> ssl.SSLContext:
        root = self.folder / "data" / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends and self.proxy.poll() is None:
            try:
                trust = ssl.create_default_context(cafile=str(root))
                with socket.create_connection(("127.0.0.1", self.proxy_port)) as plain:
                    trust.wrap_socket(plain, server_hostname="localhost").close()
                return trust
            except OSError:
                time.sleep(0.1)
        raise AssertionError((self.folder / "caddy").read_text())

    def ask(self, path: str, body: Any = None, **headers: str) -> tuple[int, Any, Any]:
        """Over TLS, as a browser does: the status, the headers and what was answered."""
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self.public + path, data, {"Origin": self.public, **headers})
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE, context=self.trust) as response:
                return response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def run(self, *words: str) -> str:
        done = subprocess.run([self.program, *words], capture_output=True, text=True, cwd=self.folder)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def stop(self) -> int:
        self.proxy.terminate()
        self.proxy.wait(PATIENCE)
        self.service.terminate()
        return self.service.wait(PATIENCE)


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    if shutil.which("caddy") is None:
        if os.environ.get("CI"):
            pytest.fail("there is no Caddy on this machine; on Debian: apt install caddy")
        pytest.skip("there is no Caddy on this machine; on Debian: apt install caddy")
    cluster = Cluster()
    try:
        running = Machine(tmp_path_factory.mktemp("machine"), cluster)
        yield running
        assert running.stop() == 0, "told to stop, it ends as a program that has done its work"
    finally:
        cluster.stop()


def test_the_house_of_the_page_is_reached_over_tls_and_played_in(machine: Machine) -> None:
    status, headers, page = machine.ask("/")
    assert status == 200 and b"Sandtable" in page
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    assert f"wss://localhost:{machine.proxy_port}" in headers["Content-Security-Policy"]
    status, headers, _ = machine.ask("/api/account", {"name": "Anna", "password": WORDS})
    cookie = headers["Set-Cookie"]
    assert status == 201 and cookie.startswith("__Host-sandtable=") and "Secure" in cookie and "HttpOnly" in cookie
    (morsel,) = SimpleCookie(cookie).values()
    signed = {"Cookie": f"{morsel.key}={morsel.value}"}
    wish = {"game": "afrika-korps", "seats": {"axis": "human", "allied": "human"}}
    status, _, made = machine.ask("/api/tables", wish, **signed)
    table = json.loads(made)["id"]
    address = f"wss://localhost:{machine.proxy_port}/api/tables/{table}/socket"
    with connect(address, ssl=machine.trust, additional_headers={"Origin": machine.public, **signed}) as opened:
        opened.send(json.dumps({"type": "join", "id": 1}))
        seen = json.loads(opened.recv(PATIENCE))
        assert seen["you"]["name"] == "Anna" and seen["you"]["sides"] == ["axis", "allied"]


def test_a_page_of_another_site_reaches_nothing_through_the_proxy(machine: Machine) -> None:
    status, _, told = machine.ask("/api/tables", {"game": "afrika-korps"}, Origin="https://evil.example")
    assert (status, json.loads(told)["case"]) == (403, "origin")
    assert machine.ask("/api/games", Host="evil.example")[2] == b"", "Caddy knows no such house"


def test_what_the_house_says_of_itself_is_for_its_own_machine(machine: Machine) -> None:
    for door in ("/healthz", "/readyz", "/metrics"):
        with urllib.request.urlopen(f"http://127.0.0.1:{machine.port}{door}", timeout=PATIENCE) as response:
            assert response.status == 200
        assert machine.ask(door)[0] == 404


def test_nobody_pretends_to_be_another_address_through_the_proxy(machine: Machine) -> None:
    answers = [
        machine.ask("/api/account", {"name": f"carl-{sign}x", "password": WORDS}, **{"X-Forwarded-For": f"192.0.2.{n}"})
        for n, sign in enumerate("abcdefg")
    ]
    assert answers[-1][0] == 503, "all of them are one address to the house"


def test_the_backup_of_the_page_is_restored_elsewhere(machine: Machine) -> None:
    assert "sandtable backup --database postgresql:///sandtable" in PAGE
    copy, elsewhere = str(machine.folder / "copy.gz"), machine.cluster.fresh()
    assert "tables were opened" in machine.run("backup", "--database", machine.database, copy)
    assert "tables were opened" in machine.run("restore", "--database", elsewhere, copy)
    assert "Anna" in machine.run("admin", "users", "--database", elsewhere)
