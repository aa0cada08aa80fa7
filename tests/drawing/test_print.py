"""PNG and PDF: which browser is called and how, and what is told when there is none or it fails."""

from __future__ import annotations

import os
import shutil
import struct
import time
from pathlib import Path

import pytest

from sandtable.drawing import draw_map
from sandtable.drawing.print import NAMES, PIXELS, CannotPrint, find_chromium, render
from tests.core.toy_board import board
from tests.fake_chromium import MAKES, called, fake

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def drawn() -> str:
    return draw_map(board(), title="Wadi")


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any browser: an empty PATH and an empty home."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    monkeypatch.delenv("PLAYWRIGHT_BROWSERS_PATH", raising=False)
    return tmp_path


def test_png_is_a_screenshot_as_large_as_a3_without_network_in_a_folder_of_its_own(tmp_path: Path, drawn: str) -> None:
    picture = render(drawn, "png", fake(tmp_path / "bin"))
    words, page = called(tmp_path / "bin")
    assert picture.startswith(PNG)
    flags = dict(word.partition("=")[::2] for word in words[:-1])
    for flag in (
        "--headless",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--disable-quic",
    ):
        assert flag in flags
    assert "NOTFOUND" in flags["--host-resolver-rules"]
    assert ("--no-sandbox" in flags) == (os.geteuid() == 0)
    width, height = map(int, flags["--window-size"].split(","))
    assert max(width, height) == PIXELS
    assert f"width:{width}px;height:{height}px" in page and drawn.strip() in page
    profile = Path(flags["--user-data-dir"])
    assert profile.parent == Path(flags["--screenshot"]).parent and not profile.parent.exists()


def test_pdf_is_a_sheet_of_a3_without_header_and_margin(tmp_path: Path, drawn: str) -> None:
    assert render(drawn, "pdf", fake(tmp_path / "bin")).startswith(b"%PDF-")
    words, page = called(tmp_path / "bin")
    assert "--no-pdf-header-footer" in words and not [word for word in words if word.startswith("--screenshot")]
    assert "@page{size:420mm 297mm;margin:0}" in page and drawn.strip() in page


@pytest.mark.parametrize(
    ("does", "complaint"),
    [
        ("sys.exit('no display')", "made no PNG (exit code 1: no display)"),
        ("pass", "made no PNG (exit code 0)"),
        (MAKES.replace("PNG", "GIF"), "made no PNG"),
        (MAKES + "sys.exit(3)", "exit code 3"),
    ],
)
def test_failing_browser_is_told_in_one_line(tmp_path: Path, drawn: str, does: str, complaint: str) -> None:
    with pytest.raises(CannotPrint) as error:
        render(drawn, "png", fake(tmp_path / "bin", does=does))
    assert complaint in str(error.value) and "\n" not in str(error.value)


def test_browser_that_never_ends_is_ended_with_its_children(tmp_path: Path, drawn: str) -> None:
    child = tmp_path / "child"
    does = (
        f"import subprocess\nkept = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"pathlib.Path({str(child)!r}).write_text(str(kept.pid))\ntime.sleep(600)"
    )
    with pytest.raises(CannotPrint, match="took longer than 3 seconds"):
        render(drawn, "png", fake(tmp_path / "bin", does=does), patience=3)
    if child.exists() and (kept := child.read_text()):
        for _ in range(600):
            if gone(int(kept)):
                break
            time.sleep(0.1)
        assert gone(int(kept))


def gone(process: int) -> bool:
    """Ended, or ended and not yet collected by whoever inherits it."""
    state = Path(f"/proc/{process}/stat")
    if state.exists():
        return state.read_text().rpartition(")")[2].split()[0] == "Z"
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return Path("/proc").is_dir()


def test_what_is_not_a_program_or_not_a_drawing_is_refused(tmp_path: Path, drawn: str) -> None:
    (tmp_path / "chromium").write_text("not a program")
    with pytest.raises(CannotPrint, match="cannot be run"):
        render(drawn, "png", tmp_path / "chromium")
    with pytest.raises(CannotPrint, match="not one of our drawings"):
        render("<svg/>", "png", fake(tmp_path / "bin"))


@pytest.mark.parametrize("name", NAMES)
def test_browser_on_the_path_is_found_by_any_of_its_names(bare: Path, name: str) -> None:
    there = fake(bare / "bin", name)
    assert find_chromium() == there


def test_newest_browser_of_playwright_is_found_when_the_path_has_none(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = bare / "home" / ".cache" / "ms-playwright"
    fake(kept / "chromium-1100" / "chrome-linux", "chrome")
    newest = fake(kept / "chromium-1200" / "chrome-linux64", "chrome")
    assert find_chromium() == newest
    elsewhere = fake(bare / "browsers" / "chromium-1000" / "chrome-linux", "chrome")
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(bare / "browsers"))
    assert find_chromium() == elsewhere


@pytest.mark.usefixtures("bare")
def test_machine_without_browser_is_told_what_needs_one_and_what_does_not() -> None:
    with pytest.raises(CannotPrint, match=r"^PNG and PDF need Chromium[^\n]*an SVG does not[^\n]*$"):
        find_chromium()


@pytest.mark.long
def test_real_browser_draws_the_board(drawn: str) -> None:
    """Where there is a Chromium; everything but the drawing itself is proven without one above."""
    if not any(shutil.which(name) for name in NAMES):
        pytest.skip("there is no Chromium on this machine")
    picture = render(drawn, "png", find_chromium(), patience=900)
    width, height = struct.unpack(">II", picture[16:24])
    assert max(width, height) == PIXELS and picture.startswith(PNG)
    assert len(picture) > 20_000, "an empty page is smaller"
    sheet = render(drawn, "pdf", find_chromium(), patience=900)
    assert sheet.count(b"/Type /Page\n") + sheet.count(b"/Type /Page ") + sheet.count(b"/Type/Page/") <= 1
    assert sheet.rstrip().endswith(b"%%EOF")
