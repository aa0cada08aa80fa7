"""WebKit, driven over WebDriver by the few commands a journey needs.

The WebKit is GTK's, with the driver that comes with it (Debian's package `webkit2gtk-driver`), on a screen that nobody
sees (`xvfb`): those of this machine, or the distribution's if we may install them.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sandtable.table.bench.chromium import NoBrowser, installed, on_path
from sandtable.table.bench.process import ServerProcess
from tests.browser.person import PATIENCE, Person

DRIVER, SCREEN = ("WebKitWebDriver",), ("Xvfb",)
PACKAGES = ("webkit2gtk-driver", "xvfb", "fonts-liberation")
BROWSERS = "/usr/lib"  # the small browser that comes with the library lies somewhere below
KEYS = {"Escape": "\ue00c", "Enter": "\ue007", "ArrowRight": "\ue014", "ArrowLeft": "\ue012"}
ERRORS = """(() => {
  if (globalThis.complaints) return;
  globalThis.complaints = [];
  addEventListener("error", (event) => complaints.push(event.message));
  addEventListener("unhandledrejection", (event) => complaints.push(String(event.reason)));
})()"""


def find() -> tuple[str, str, str]:
    """Driver, screen and browser."""
    driver = on_path(DRIVER) or installed(PACKAGES, DRIVER)
    browser = next(map(str, Path(BROWSERS).glob("*/webkit2gtk-4.*/MiniBrowser")), "")
    return driver, on_path(SCREEN), browser


class WebKit:
    """One browser with one session."""

    def __init__(self, address: str, browser: str) -> None:
        self.address = address
        options = {"binary": browser, "args": ["--automation"]}
        wishes = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self.session = f"/session/{self._say('POST', '/session', wishes)['sessionId']}"
        self.errors: list[str] = []

    def command(self, method: str, path: str, body: Any = None) -> Any:
        return self._say(method, self.session + path, body)

    def _say(self, method: str, path: str, body: Any) -> Any:
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.read().decode()}") from error

    def close(self) -> None:
        self._say("DELETE", self.session, None)


@contextmanager
def launched_webkit() -> Iterator[WebKit]:
    driver, screen, browser = find()
    if not (driver and screen and browser):
        raise NoBrowser(f"there is no WebKit: install the packages {', '.join(PACKAGES)} of your system")
    with _screen(screen) as display:
        port = _free_port()
        settings = {**os.environ, "DISPLAY": display, "GTK_A11Y": "none", "LIBGL_ALWAYS_SOFTWARE": "1"}
        process = subprocess.Popen(
            [driver, f"--port={port}", "--host=127.0.0.1"], env=settings, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            _answers(port)
            webkit = WebKit(f"http://127.0.0.1:{port}", browser)
            try:
                yield webkit
            finally:
                webkit.close()
        finally:
            process.terminate()
            process.wait(PATIENCE)


@contextmanager
def _screen(program: str) -> Iterator[str]:
    """A display, by its name."""
    reading, writing = os.pipe()
    words = [program, "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"]
    process = subprocess.Popen(words, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield ":" + told.readline().strip()
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def _answers(port: int) -> None:
    end = monotonic() + PATIENCE
    while monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        sleep(0.05)
    raise NoBrowser("the driver of WebKit did not start")


class WebKitPlayer(Person):
    """A person with a window of WebKit."""

    def __init__(self, webkit: WebKit, server: ServerProcess, size: tuple[int, int] = (1400, 860)) -> None:
        self.webkit = webkit
        self.server = server
        webkit.command("POST", "/window/rect", {"x": 0, "y": 0, "width": size[0], "height": size[1]})

    def goto(self, address: str) -> None:
        self.webkit.command("POST", "/url", {"url": address})
        self.run(ERRORS)

    def run(self, script: str) -> Any:
        """What a script comes to; it is carried as text, as from the other browsers."""
        told = f"const told = arguments[0]; (async () => JSON.stringify(await ({script})) ?? 'null')().then(told)"
        return json.loads(self.webkit.command("POST", "/execute/async", {"script": told, "args": []}))

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
        self.webkit.command("POST", "/actions", {"actions": [source]})

    def leave(self) -> None:
        self.webkit.errors.extend(self.run("globalThis.complaints ?? []"))
