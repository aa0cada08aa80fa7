"""A real server, a real browser, and a page with words for what a player does."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="the extra 'browser' is not installed")

from playwright.sync_api import Browser, Playwright, sync_playwright

from sandtable.table.process import ServerProcess
from tests.browser import chromium
from tests.browser.player import Player


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents: item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started: yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    path = chromium.find(playwright)
    if not path:
        why = "there is no Chromium: install the package 'chromium' of your system"
        if os.environ.get("CI"): pytest.fail(why)
        pytest.skip(why)
    launched = playwright.chromium.launch(executable_path=path, args=list(chromium.ARGUMENTS))
    yield launched
    launched.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    started = ServerProcess(tmp_path_factory.mktemp("house"))
    yield started
    started.stop()


@pytest.fixture
def sit(browser: Browser, server: ServerProcess) -> Iterator[Callable[..., Player]]:
    """Opens a window on a table; every window is closed and none may have had an error."""
    players: list[Player] = []

    def open_window(table: str = "", token: str = "", **how: object) -> Player:
        player = Player(browser, server, **how)
        players.append(player)
        if table: player.join(table, token)
        return player

    yield open_window
    for player in players: player.leave()
    assert not [error for player in players for error in player.errors]
