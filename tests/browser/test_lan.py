"""The living room: a guest points a phone at what `play --lan` prints, gives a name, takes the seat, moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sandtable.table.bench.process import ServerProcess
from tests.browser.living_room import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

SIZE: ViewportSize = {"width": 390, "height": 844}
BEGUN = "() => sandtable.game.now?.you.side && !sandtable.game.now.table.waiting.length"


@pytest.fixture
def living_room(tmp_path: Path) -> Iterator[ServerProcess]:
    started = ServerProcess(tmp_path, None, ("tests.browser.living_room",))
    yield started
    started.stop()


def printed_link(server: ServerProcess) -> str:
    """The last address before the owner's own, which has his key in it."""
    *_, link, _ = [line.split()[-1] for line in server.said if "http://" in line]
    return link


def invites(page: Page, origin: str) -> None:
    """Somebody makes a table against whoever comes, and leaves the first move to him."""
    page.goto(origin)
    page.locator("input[name=rival][value=anybody]").check()
    page.locator("input[name=side][value=allied]").first.check()
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_url("**/t/*")


@pytest.mark.long
def test_a_guest_follows_the_printed_link_on_a_phone_gives_a_name_takes_the_seat_and_moves(
    browser: Browser, living_room: ServerProcess
) -> None:
    link = printed_link(living_room)
    assert link == f"{living_room.origin}/invitations" and "#" not in link
    anna = browser.new_context()
    ben = browser.new_context(viewport=SIZE, has_touch=True, user_agent=PHONE, service_workers="block")
    errors: list[str] = []
    try:
        here, there = anna.new_page(), ben.new_page()
        for page in (here, there):
            page.on("pageerror", lambda error: errors.append(str(error)))
        there.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        invites(here, living_room.origin)
        there.goto(link)
        there.locator("#invitations a.button.primary").tap()
        there.wait_for_url("**/t/*")
        there.get_by_label("Your name").fill("Ben")
        there.locator("[data-take-seat]").tap()
        for page in (here, there):
            page.wait_for_function(BEGUN)
            page.wait_for_function("() => sandtable.game.now.table.seats.axis.name === 'Ben'")
        there.evaluate("() => sandtable.screen.play.act('move 21/5 W6-O9')")
        for page in (here, there):
            page.wait_for_function("() => sandtable.game.now.view.pieces['21/5'].at === 'O9'")
        assert errors == []
        assert there.evaluate("() => fetch('/api/tables').then((answer) => answer.status)") == 403
        assert here.evaluate("() => fetch('/api/tables').then((answer) => answer.status)") == 200
    finally:
        anna.close()
        ben.close()
