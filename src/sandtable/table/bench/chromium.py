"""A Chromium to drive: the one on this machine, Playwright's own, or the distribution's if we may install it.

For tests, pictures and measurements only: Playwright comes with the extra `browser`, and playing never needs it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


class NoBrowser(Exception):
    """There is no Chromium, or nothing to drive one with."""


@contextmanager
def launched() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise NoBrowser("the extra 'browser' is not installed") from error
    with sync_playwright() as playwright:
        path = find(playwright)
        if not path:
            raise NoBrowser("there is no Chromium: install the package 'chromium' of your system")
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


def find(playwright: Playwright) -> str:
    """The path of a browser, or an empty text."""
    return on_path(NAMES) or _playwrights_own(playwright) or installed(("chromium", "fonts-liberation"), NAMES)


def on_path(names: tuple[str, ...]) -> str:
    return next((found for name in names if (found := shutil.which(name))), "")


def _playwrights_own(playwright: Playwright) -> str:
    path = playwright.chromium.executable_path
    return path if Path(path).exists() else ""


def installed(packages: tuple[str, ...], names: tuple[str, ...]) -> str:
    """On Debian and its relatives, for the superuser: the distribution's own package."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("apt-get"):
        return ""
    import fcntl  # which other systems do not have

    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with (Path(tempfile.gettempdir()) / "sandtable-browser.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several may want it at once, and the first installs it for all
        if found := on_path(names):
            return found
        for words in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
            if subprocess.run(["apt-get", "-qq", *words], env=quiet, capture_output=True).returncode != 0:
                return ""
    return on_path(names)
