"""A game over days between two people in two browsers: each is told when it is his move, by letter and by push, and a
clock falls while nobody is there."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import pytest

from sandtable.table.bench.process import ServerProcess
from tests.table.notices.catching import Catcher, Postbox, PushingBrowser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}
WORDS = "a long sentence of mine"
PATIENCE = 60.0


class Town:
    """A house, a mail server and a push service, all of this machine."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.postbox, self.catcher = Postbox(), Catcher()
        os.environ["SANDTABLE_MAIL"] = f"smtp://127.0.0.1:{self.postbox.port}/?from=house@example.org"
        try:
            self.server = ServerProcess(folder, None, ("tests.browser.open_house",))
        finally:
            del os.environ["SANDTABLE_MAIL"]
        self._browser = browser
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def person(self, name: str, email: str = "") -> Page:
        """Somebody signs up in a browser of his own, and proves his address by the letter that comes."""
        context = self._browser.new_context(viewport=PHONE)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(f"{self.server.origin}/account")
        form = page.locator(".folder", has=page.get_by_role("heading", name="New here"))
        form.get_by_label("Name").fill(name)
        form.get_by_label("Password").fill(WORDS)
        form.get_by_role("button", name="Make an account").click()
        page.locator("#said", has_text="Welcome").wait_for()
        if email:
            self.ask(page, "POST", "/api/account/email", {"email": email, "password": WORDS})
            away(page)
            page.goto(self.link_in(self.letter_to(email)))
            page.locator("#said", has_text=re.compile("address", re.I)).wait_for()
        return page

    @staticmethod
    def ask(page: Page, method: str, path: str, body: Any) -> Any:
        return page.evaluate(
            """async ([method, path, body]) => {
              const answer = await fetch(path, { method, body: JSON.stringify(body) });
              if (!answer.ok) throw new Error(await answer.text());
              return answer.json();
            }""",
            [method, path, body],
        )

    def letter_to(self, email: str, number: int = 1) -> str:
        until(lambda: len(self._letters(email)) >= number)
        return self._letters(email)[number - 1]

    def _letters(self, email: str) -> list[str]:
        return [str(each.content.decode()) for each in self.postbox.letters if each.rcpt_tos == [email]]

    def link_in(self, letter: str) -> str:
        plain = letter.replace("=\r\n", "").replace("=3D", "=")
        found = re.search(re.escape(self.server.origin) + r"/(?:t/|account)\S+", plain)
        assert found, letter
        return found[0]

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.server.stop()
        self.catcher.close()
        self.postbox.close()


def until(so: Callable[[], bool]) -> None:
    ends = monotonic() + PATIENCE
    while not so():
        assert monotonic() < ends, "it did not come"
        sleep(0.05)


@pytest.fixture
def town(browser: Browser, tmp_path: Path) -> Iterator[Town]:
    opened = Town(browser, tmp_path)
    yield opened
    opened.close()
    assert opened.errors == []


def sit_down(page: Page) -> None:
    page.locator("[data-take-seat]").click()
    page.wait_for_function("() => sandtable.game.now.you.side && !sandtable.game.now.table.waiting.length")


def moves(page: Page) -> None:
    """Plays until somebody else is asked: whatever is there to begin, and its end, whatever the staff warns of. All
    chits of a side may come before the first of the other's."""
    mine = "globalThis.sandtable?.game.now?.view.asked.includes(sandtable.game.now.you.side)"
    page.wait_for_function(f"() => {mine}")
    for _ in range(60):
        if not page.evaluate(f"() => {mine}"):
            return
        page.wait_for_function("() => sandtable.screen && !sandtable.screen.play.busy")
        before = page.evaluate("() => sandtable.game.now.table.entries")
        offered = page.evaluate("() => sandtable.game.now.offers.map((offer) => offer.action)")
        action = next(each for each in ("begin move", "done", *offered) if each in offered)
        page.evaluate("(action) => sandtable.screen.play.act(action)", action)
        played = f"sandtable.game.now.table.entries > {before}"
        warned = "document.querySelector('[data-end-anyway]')"
        page.wait_for_function(f"() => {played} || {warned}")
        page.evaluate(f"() => {warned}?.click()")
        page.wait_for_function(f"() => {played}")
    raise AssertionError("the turn does not end")


def away(page: Page) -> None:
    page.goto("about:blank")


@pytest.mark.long
def test_three_moves_over_days_with_a_letter_and_a_push(town: Town) -> None:
    anna, ben = town.person("Anna"), town.person("Ben", "ben@example.org")
    phone = PushingBrowser(f"{town.catcher.url}/push/anna")
    town.ask(anna, "POST", "/api/account/push", phone.subscription)
    town.ask(ben, "POST", "/api/account/notices", {"mail": True})
    made = town.ask(anna, "POST", "/api/tables", {
        "game": "tobruk", "seats": {"commonwealth": "human", "axis": "open"}, "challenge": "Ben",
        "pace": {"kind": "days", "each": 259200, "reserve": 86400},
    })  # fmt: skip
    ben.goto(f"{town.server.origin}/t/{made['id']}")
    sit_down(ben)
    away(ben)
    anna.goto(f"{town.server.origin}/t/{made['id']}")
    anna.locator("[data-clock=commonwealth].running").wait_for()
    town.catcher.caught.clear()  # that the game has begun
    moves(anna)
    anna.locator(".waiting", has_text="Ben (Axis)").wait_for()
    away(anna)
    letter = town.letter_to("ben@example.org", 2)
    assert "your move" in letter
    ben.goto(town.link_in(letter))
    moves(ben)
    until(lambda: bool(town.catcher.caught))
    told = phone.read(town.catcher.caught[-1][2])
    assert "your move" in told["title"] and told["link"] == f"{town.server.origin}/t/{made['id']}"
    anna.goto(told["link"])
    moves(anna)
    ben.once("dialog", lambda dialog: dialog.accept())
    ben.keyboard.press("w")
    ben.locator('#sheet-table [data-parley="resign"]').click()
    anna.locator("#decision .phase", has_text="Commonwealth victory").wait_for()
    anna.goto(f"{town.server.origin}/standings#person=Ben")
    anna.locator("#person", has_text="lost").wait_for()


@pytest.mark.long
def test_a_clock_falls_while_both_are_away(town: Town) -> None:
    anna, ben = town.person("Anna"), town.person("Ben")
    made = town.ask(anna, "POST", "/api/tables", {
        "game": "tobruk", "seats": {"commonwealth": "human", "axis": "open"}, "challenge": "Ben",
        "pace": {"kind": "clock", "each": 0, "reserve": 2},
    })  # fmt: skip
    ben.goto(f"{town.server.origin}/t/{made['id']}")
    sit_down(ben)
    away(ben)
    away(anna)
    until(lambda: bool(town.server.request(f"/api/tables/{made['id']}")["view"]["over"]))
    ben.goto(f"{town.server.origin}/t/{made['id']}")
    ben.locator("#decision .phase", has_text="Axis victory").wait_for()
    ben.locator("#decision .prompt", has_text="time of the Commonwealth player is up").wait_for()


@pytest.mark.long
def test_a_person_is_challenged_by_name_and_finds_the_game_among_his_own(town: Town) -> None:
    anna, ben = town.person("Anna"), town.person("Ben")
    anna.goto(town.server.origin)
    anna.get_by_label("A person I challenge").check()
    anna.get_by_label("Whom you challenge").fill("Nobody-here")
    anna.get_by_role("button", name="Begin", exact=True).click()
    anna.locator(".problem", has_text="there is nobody called").wait_for()
    anna.get_by_label("Whom you challenge").fill("Ben")
    anna.get_by_role("button", name="Begin", exact=True).click()
    anna.wait_for_url("**/t/*")
    ben.goto(town.server.origin)
    ben.locator("#tables .turn", has_text="You are challenged").click()
    ben.wait_for_url("**/t/*")
    ben.locator("[data-take-seat]").click()
    ben.wait_for_function("() => sandtable.game.now.you.side")
    assert town.errors == []
