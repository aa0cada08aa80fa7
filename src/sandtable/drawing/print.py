"""For the printer: our SVG as PNG or PDF and our pages as PDF, drawn by a Chromium that is on the machine."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

Kind = Literal["png", "pdf"]

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Below the folder of browsers that Playwright keeps; newer versions end in higher numbers.
PLAYWRIGHT = (
    "chromium-*/chrome-*/chrome",
    "chromium-*/chrome-*/Chromium.app/Contents/MacOS/Chromium",
    "chromium-*/chrome-*/chrome.exe",
    "chromium_headless_shell-*/chrome-*/headless_shell*",
)
BEGINNINGS: dict[Kind, bytes] = {"png": b"\x89PNG\r\n", "pdf": b"%PDF-"}
PIXELS = 4961  # the long side of A3 at 300 dots an inch
PATIENCE = 180.0  # seconds

QUIET = (
    "--headless", "--disable-gpu", "--hide-scrollbars", "--mute-audio", "--disable-dev-shm-usage",
    "--disable-extensions", "--no-first-run", "--no-default-browser-check", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-quic", "--disable-default-apps",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)  # fmt: skip


class CannotPrint(ValueError):
    """Why there is no PNG or PDF, in one line."""


def find_chromium() -> Path:
    """From the PATH, else Playwright's own."""
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return Path(found)
    for folder in _playwright_folders():
        for pattern in PLAYWRIGHT:
            there = sorted(path for path in folder.glob(pattern) if os.access(path, os.X_OK))
            if there:
                return there[-1]
    raise CannotPrint(
        "PNG and PDF need Chromium, and there is none on this machine (chromium or google-chrome on the PATH, or "
        "Playwright's); an SVG does not: use --svg"
    )


def _playwright_folders() -> Iterator[Path]:
    chosen = os.environ.get("PLAYWRIGHT_BROWSERS_PATH", "")
    if chosen and chosen != "0":
        yield Path(chosen)
    with contextlib.suppress(RuntimeError):  # a user without a home
        for below in (".cache", "Library/Caches", "AppData/Local"):
            yield Path.home() / below / "ms-playwright"


def render(svg: str, kind: Kind, chromium: Path, patience: float = PATIENCE) -> bytes:
    """The picture as the bytes of a file; a PDF is one sheet of A3, broad side down."""
    width, height = _size(svg)
    if kind == "pdf":
        return render_page(_sheet(svg), chromium, patience)
    window = (f"--window-size={width},{height}", "--force-device-scale-factor=1")
    return _drawn(_screen(svg, width, height), "png", window, chromium, patience)


def render_page(page: str, chromium: Path, patience: float = PATIENCE) -> bytes:
    """A page of ours as a PDF, on as many sheets as it takes, of the size that its style says."""
    return _drawn(page, "pdf", ("--no-pdf-header-footer", "--print-to-pdf-no-header"), chromium, patience)


def _drawn(page: str, kind: Kind, wishes: tuple[str, ...], chromium: Path, patience: float) -> bytes:
    with tempfile.TemporaryDirectory(prefix="sandtable-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        read, made = folder / "page.html", folder / f"picture.{kind}"
        read.write_text(page, encoding="utf-8")
        target = f"--print-to-pdf={made}" if kind == "pdf" else f"--screenshot={made}"
        profile = f"--user-data-dir={folder / 'profile'}"
        command = [str(chromium), *QUIET, *_for_root(), profile, target, *wishes, read.as_uri()]
        code, told = _run(command, patience)
        drawn = made.read_bytes() if made.is_file() else b""
    if code != 0 or not drawn.startswith(BEGINNINGS[kind]):
        raise CannotPrint(f"{chromium} made no {kind.upper()} (exit code {code}{f': {told}' if told else ''})")
    return drawn


def _size(svg: str) -> tuple[int, int]:
    """Pixels of the PNG, in the proportions of the drawing."""
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    if not found:
        raise CannotPrint("this is not one of our drawings: it does not say how large it is")
    across, high = float(found[1]), float(found[2])
    scale = PIXELS / max(across, high)
    return round(across * scale), round(high * scale)


def _screen(svg: str, width: int, height: int) -> str:
    return _page(svg, f"svg{{display:block;width:{width}px;height:{height}px}}")


def _sheet(svg: str) -> str:
    """The paper colour of the drawing goes on to the edges of the sheet."""
    paper = re.search(r'<rect width="100%" height="100%" fill="(#[0-9a-f]{6})"/>', svg)
    return _page(
        svg,
        "@page{size:420mm 297mm;margin:0}*{-webkit-print-color-adjust:exact;print-color-adjust:exact}"
        f"body{{width:420mm;height:296.9mm;overflow:hidden;background:{paper[1] if paper else '#fff'};"
        "display:flex;align-items:center;justify-content:center}svg{width:408mm;height:285mm}",
    )


def _page(svg: str, style: str) -> str:
    style = f"html,body{{margin:0}}{style}"
    return f'<!doctype html><html><meta charset="utf-8"><style>{style}</style><body>{svg}</body></html>\n'


def _for_root() -> tuple[str, ...]:
    """Chromium refuses to run as root inside its sandbox; what it draws here is ours alone."""
    return ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()


def _run(command: list[str], patience: float) -> tuple[int, str]:
    """The exit code and the last line of complaint; after too long all its processes are ended."""
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        raise CannotPrint(f"{command[0]} cannot be run: {error.strerror}") from None
    try:
        _, told = process.communicate(timeout=patience)
    except BaseException as error:
        _end(process)
        if not isinstance(error, subprocess.TimeoutExpired):
            raise
        raise CannotPrint(f"{command[0]} took longer than {patience:.0f} seconds and was ended") from None
    lines = told.strip().splitlines()
    return process.returncode, lines[-1][:200] if lines else ""


def _end(process: subprocess.Popen[str]) -> None:
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.communicate()
