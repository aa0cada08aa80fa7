"""Only a game's own package knows its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import games

HOUSE = Path(__file__).parent.parent / "src" / "sandtable"
ROOMS = ("core", "client", "table", "bots", "cli", "drawing", "conformance")


@pytest.mark.parametrize("room", ROOMS)
def test_no_game_is_named_in_the_rooms_that_serve_all(room: str) -> None:
    words = {word for title in games.titles() for word in (title.key, title.key.replace("-", "_"), title.name)}
    files = [path for path in (HOUSE / room).rglob("*") if path.suffix in (".py", ".js", ".css", ".html")]
    assert files
    found = [f"{path.name}: {word}" for path in files for word in words if word in path.read_text(encoding="utf-8")]
    assert not found
