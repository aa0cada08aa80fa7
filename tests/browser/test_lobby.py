"""Strangers meet in a house: one invites, another accepts, and both find their game again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sandtable.table.bench.process import ServerProcess
from tests.table.cluster import Cluster

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize


PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[ServerProcess]:
    started = ServerProcess(tmp_path, None, ("sandtable", "serve"))
    yield started
    started.stop()


@pytest.fixture
def database() -> Iterator[str]:
    cluster = Cluster()
    yield cluster.fresh()
    cluster.stop()


def test_an_invitation_is_left_accepted_and_found_again(browser: Browser, house: ServerProcess) -> None:
    anna, ben = browser.new_context(), browser.new_context(viewport=PHONE)
    errors: list[str] = []
    try:
        here, there = anna.new_page(), ben.new_page()
        for page in (here, there):
            page.on("pageerror", lambda error: errors.append(str(error)))
        here.goto(house.origin)
        here.locator("input[name=rival][value=anybody]").check()
        here.get_by_role("button", name="Begin", exact=True).click()
        here.wait_for_url("**/t/*")
        here.locator("img.qr[src^='data:image/svg']").wait_for()
        there.goto(house.origin)
        assert there.locator("#resume").is_hidden(), "a stranger has no games here"
        there.goto(f"{house.origin}/invitations")
        there.locator("#invitations a.button.primary").click()
        there.wait_for_url("**/t/*")
        there.locator("[data-take-seat]").click()
        there.wait_for_function("() => sandtable.game.now.you.side && !sandtable.game.now.table.waiting.length")
        for page in (here, there):
            page.goto(house.origin)
            page.locator("#tables li").wait_for()
        assert here.locator("#tables .turn").inner_text() == "Your turn"
        assert there.locator("#tables .turn").inner_text() == "Axis to move", "it is her turn and not his"
        assert there.locator("#lobby").is_hidden(), "what somebody has taken is no longer offered"
    finally:
        anna.close()
        ben.close()
    assert errors == []


@pytest.mark.long
def test_two_browsers_on_two_servers_play_one_game(browser: Browser, database: str, tmp_path: Path) -> None:
    words = ("sandtable", "serve", "--database", database)
    servers = [ServerProcess(tmp_path / name, None, words) for name in ("one", "other")]
    anna, ben = browser.new_context(), browser.new_context(viewport=PHONE)
    try:
        here, there = anna.new_page(), ben.new_page()
        here.goto(servers[0].origin)
        here.locator("input[name=rival][value=open]").check()
        here.get_by_role("button", name="Begin", exact=True).click()
        here.wait_for_url("**/t/*")
        here.wait_for_function("() => sandtable.game.now?.you.links.allied")
        there.goto(servers[1].origin + here.evaluate("() => sandtable.game.now.you.links.allied"))
        there.locator("[data-take-seat]").click()
        for page in (here, there):
            page.wait_for_function("() => sandtable.game.now.you.side && !sandtable.game.now.table.waiting.length")
        here.evaluate("() => sandtable.screen.play.act('move 21/5 W6-O9')")
        moved = "() => sandtable.game.now.view.pieces['21/5'].at === 'O9'"
        for page in (here, there):
            page.wait_for_function(moved)
        servers[0].process.kill()
        assert there.evaluate(moved), "what was done on the server that has died is there"
        there.evaluate("() => sandtable.screen.line.ask({ type: 'chat', text: 'Are you there?' })")
    finally:
        anna.close()
        ben.close()
        for server in servers:
            server.stop()
