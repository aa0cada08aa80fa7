"""Every game on the shelf passes the kit.

Whole games with a closer look, and many of them, are walked in the tests of each game: that is once, and a file a game,
so that they are shared out over the cores.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable import games
from sandtable.conformance import THOROUGH, check_same_everywhere, check_title, walk

KEYS = games.keys()
# One random game of these takes a minute and more: each has walks of its own in its tests, whole ones in the long tier.
GREAT = ("campaign-for-north-africa",)
SMALL = [key for key in KEYS if key not in GREAT]


@pytest.mark.parametrize("key", KEYS)
def test_title(key: str) -> None:
    check_title(games.title(key))


@pytest.mark.parametrize("key", KEYS)
def test_same_game_in_every_process(key: str) -> None:
    check_same_everywhere(games.title(key), 1, limit=120)


@pytest.mark.parametrize("key", SMALL)
def test_the_beginning_of_a_random_game_with_every_check_at_every_position(key: str) -> None:
    walk(games.title(key), 3, care=replace(THOROUGH, enough=60))
