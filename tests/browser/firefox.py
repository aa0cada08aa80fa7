"""Firefox, driven over WebDriver BiDi by the few commands a journey needs: no driver program, nothing but a socket.

The Firefox is the one on this machine, or the distribution's if we may install it.
"""

from __future__ import annotations

import base64
import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import IO, Any

from websockets.sync.client import ClientConnection, connect

from sandtable.table.bench.chromium import NoBrowser, installed, on_path
from sandtable.table.bench.process import ServerProcess
from tests.browser.person import PATIENCE, Person

NAMES = ("firefox-esr", "firefox")
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
KEYS = {"Escape": "\ue00c", "Enter": "\ue007", "ArrowRight": "\ue014", "ArrowLeft": "\ue012"}

# Quiet, without motion, and with no way out: whatever is not this machine goes to a port where nobody listens.
PREFERENCES = {
    "ui.prefersReducedMotion": 1, "network.proxy.type": 1, "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9, "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9,
    "app.update.enabled": False, "app.normandy.enabled": False, "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False, "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore", "browser.startup.page": 0,
}  # fmt: skip


def find() -> str:
    return on_path(NAMES) or installed(("firefox-esr", "fonts-liberation"), NAMES)


class Firefox:
    """One browser with one session."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.said = 0
        self.errors: list[str] = []
        self.command("session.new", {"capabilities": {}})
        self.command("session.subscribe", {"events": ["log.entryAdded"]})

    def command(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """Say one thing and wait for its answer; what the page complains of meanwhile is kept."""
        self.said += 1
        self.socket.send(json.dumps({"id": self.said, "method": method, "params": parameters}))
        end = monotonic() + PATIENCE
        while monotonic() < end:
            heard = json.loads(self.socket.recv(timeout=PATIENCE))
            if heard.get("method") == "log.entryAdded" and heard["params"]["level"] == "error":
                self.errors.append(heard["params"]["text"])
            if heard.get("id") == self.said:
                if heard["type"] == "error":
                    raise AssertionError(f"{method}: {heard['message']}")
                return dict(heard["result"])
        raise AssertionError(f"Firefox does not answer {method}")


@contextmanager
def launched_firefox() -> Iterator[Firefox]:
    path = find()
    if not path:
        raise NoBrowser("there is no Firefox: install the package 'firefox-esr' of your system")
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in PREFERENCES.items()]
        (Path(folder) / "user.js").write_text("\n".join(lines), encoding="utf-8")
        words = [path, "--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            assert process.stderr
            with connect(_address(process.stderr) + "/session", proxy=None, max_size=None) as socket:
                yield Firefox(socket)
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _address(told: IO[str]) -> str:
    for line in told:
        if found := LISTENING.search(line):
            return found[1]
    raise NoBrowser("Firefox did not start")


class FirefoxPlayer(Person):
    """A person with a window of Firefox."""

    def __init__(self, firefox: Firefox, server: ServerProcess, size: tuple[int, int] = (1400, 860)) -> None:
        self.firefox = firefox
        self.server = server
        self.context = firefox.command("browsingContext.create", {"type": "tab"})["context"]
        viewport = {"width": size[0], "height": size[1]}
        self._command("browsingContext.setViewport", {"viewport": viewport})

    def _command(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        return self.firefox.command(method, {"context": self.context, **parameters})

    def goto(self, address: str) -> None:
        self._command("browsingContext.navigate", {"url": address, "wait": "complete"})

    def run(self, script: str) -> Any:
        """What a script comes to; it is carried as text, for the page's values have a form of their own."""
        told = f"(async () => JSON.stringify(await ({script})) ?? 'null')()"
        target = {"target": {"context": self.context}, "awaitPromise": True}
        answer = self.firefox.command("script.evaluate", {"expression": told, **target})
        if answer["type"] == "exception":
            raise AssertionError(f"{answer['exceptionDetails']['text']} in {script}")
        return json.loads(answer["result"]["value"])

    def hover_at(self, x: float, y: float) -> None:
        self._mouse([{"type": "pointerMove", "x": round(x), "y": round(y)}])

    def click_at(self, x: float, y: float) -> None:
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._mouse([{"type": "pointerMove", "x": round(x), "y": round(y)}, *press])

    def _mouse(self, actions: list[dict[str, Any]]) -> None:
        self._perform({"type": "pointer", "id": "mouse", "actions": actions})

    def press(self, *keys: str) -> None:
        for key in keys:
            value = KEYS.get(key, key)
            strokes = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
            self._perform({"type": "key", "id": "keys", "actions": strokes})

    def _perform(self, source: dict[str, Any]) -> None:
        self._command("input.performActions", {"actions": [source]})

    def picture(self, path: Path) -> None:
        shot = self._command("browsingContext.captureScreenshot", {})
        path.write_bytes(base64.b64decode(shot["data"]))

    def leave(self) -> None:
        self._command("browsingContext.close", {})
