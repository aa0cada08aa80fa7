"""The shelf of games."""

import subprocess
import sys

import pytest

from sandtable import games
from sandtable.core.title import UnknownChoice


def test_every_game_is_found_by_its_key() -> None:
    shelf = games.keys()
    assert "afrika-korps" in shelf
    assert tuple(title.key for title in games.titles()) == shelf


@pytest.mark.parametrize("key", ["chess", "", "afrika_korps", "../afrika-korps", "afrika-korps.title"])
def test_unknown_game_is_told_with_those_there_are(key: str) -> None:
    with pytest.raises(UnknownChoice, match=r"there is: .*afrika-korps"):
        games.title(key)


def test_looking_at_the_shelf_loads_no_game() -> None:
    code = "import sys; from sandtable import games; games.keys(); print([m for m in sys.modules if '.games.' in m])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "title" not in loaded and "map" not in loaded
