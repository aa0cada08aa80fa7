"""A real server, a real browser, and a page with words for what a player does."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sandtable.table.bench.chromium import NoBrowser, launched
from sandtable.table.bench.process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.player import Player, Windows

# Without the extra 'browser' these tests are left out, except where nobody would notice.
if find_spec("playwright") is None and not os.environ.get("CI"):
    collect_ignore_glob = ["test_*.py"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    try:
        with launched() as started:
            yield started
    except NoBrowser as error:
        if os.environ.get("CI"):
            pytest.fail(str(error))
        pytest.skip(str(error))


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    started = ServerProcess(tmp_path_factory.mktemp("house"))
    yield started
    started.stop()


@pytest.fixture(scope="package")
def windows(browser: Browser, server: ServerProcess) -> Iterator[Windows]:
    from tests.browser.player import Windows

    kept = Windows(browser, server)
    yield kept
    kept.close()


@pytest.fixture
def sit(browser: Browser, server: ServerProcess, windows: Windows) -> Iterator[Callable[..., Player]]:
    """Opens a window on a table, or on a quiet page of the house; in none may there have been an error."""
    from tests.browser.player import Player

    players: list[tuple[Player, bool]] = []

    def open_window(table: str = "", token: str = "", touch: bool = False, **how: Any) -> Player:
        player = Player(browser, server, window=windows.take(touch), **how)
        players.append((player, touch))
        if table:
            player.join(table, token)
        return player

    yield open_window
    errors = [error for player, _ in players for error in player.errors]  # leaving may break off what is loading
    for player, touch in players:
        windows.give_back(player.window, touch)
    assert not errors
