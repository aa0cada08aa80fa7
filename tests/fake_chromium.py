"""A browser that only pretends, to see how the real one would be called."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path

MAKES = """
for word in words:
    flag, _, value = word.partition('=')
    if flag == '--screenshot': pathlib.Path(value).write_bytes(b'\\x89PNG\\r\\n\\x1a\\n and so on')
    if flag == '--print-to-pdf': pathlib.Path(value).write_bytes(b'%PDF-1.4 and so on')
"""


def fake(folder: Path, name: str = "chromium", *, does: str = "") -> Path:
    """A browser that writes down how it was called and what page it saw, and makes a file with the right beginning."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(
        f"#!{sys.executable}\n"
        "import json, sys, pathlib, time\n"
        "words = sys.argv[1:]\n"
        "page = pathlib.Path(words[-1].removeprefix('file://')).read_text()\n"
        f"pathlib.Path({str(folder / 'calls.json')!r}).write_text(json.dumps([words, page]))\n"
        f"{does or MAKES}\n"
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def called(folder: Path) -> tuple[list[str], str]:
    words, page = json.loads((folder / "calls.json").read_text())
    return words, page
