"""Every game on the shelf passes the kit."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable import games
from sandtable.conformance import BRISK, THOROUGH, check_same_everywhere, check_title, fuzz, setups, walk

KEYS = games.keys()
# One random game of these takes a minute and more: each has walks of its own in its tests, whole ones in the long tier.
GREAT = ("campaign-for-north-africa",)
SMALL = [key for key in KEYS if key not in GREAT]
SLOW = (
    "afrika-korps",
    "north-africa-41",
    "panzerarmee-afrika",
)  # a game with each of their options takes a minute or near it


@pytest.mark.parametrize("key", KEYS)
def test_title(key: str) -> None:
    check_title(games.title(key))


@pytest.mark.parametrize("key", KEYS)
def test_same_game_in_every_process(key: str) -> None:
    check_same_everywhere(games.title(key), 1, limit=120)


@pytest.mark.parametrize("key", SMALL)
def test_the_beginning_of_a_random_game_with_every_check_at_every_position(key: str) -> None:
    walk(games.title(key), 3, care=replace(THOROUGH, enough=120))


@pytest.mark.long
@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize("key", SMALL)
def test_random_game_with_every_check_at_every_position(key: str, seed: int) -> None:
    walk(games.title(key), seed, care=THOROUGH)


@pytest.mark.parametrize("key", [pytest.param(key, marks=pytest.mark.long if key in SLOW else ()) for key in SMALL])
def test_random_games_with_every_option(key: str) -> None:
    title = games.title(key)
    for seed, setup in enumerate(setups(title), 100):
        walk(title, seed, setup, care=BRISK)


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
def test_many_random_games(key: str) -> None:
    care = replace(BRISK, enough=2_000) if key in GREAT else BRISK
    report = fuzz(games.title(key), 12 if key in GREAT else 100, 1000, care=care)
    assert report.clean, "\n".join(report.lines())
