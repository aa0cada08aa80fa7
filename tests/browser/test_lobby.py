"""Strangers meet in a house: one invites, another accepts, and both find their game again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sandtable.table.bench.process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize


PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[ServerProcess]:
    started = ServerProcess(tmp_path, None, ("sandtable", "serve"))
    yield started
    started.stop()


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
