"""People of a house in a real browser: an account, its sessions, a guest's game claimed, and somebody banned."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sandtable.table.bench.process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}
WORDS = "a long sentence of mine"


class House:
    """A house, and windows of people who come to it."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.folder = folder
        self.server = ServerProcess(folder, None, ("sandtable", "serve"))
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def window(self, path: str = "/account") -> Page:
        context = self._browser.new_context(viewport=PHONE)
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(self.server.origin + path)
        return page

    def admin(self, *words: str) -> None:
        file = str(self.folder / "tables.sqlite")
        command = [sys.executable, "-m", "sandtable", "admin", "--database", file, *words]
        subprocess.run(command, check=True, capture_output=True)

    def close(self) -> None:
        for context in self._contexts:
            context.close()
        self.server.stop()


@pytest.fixture
def house(browser: Browser, tmp_path: Path) -> Iterator[House]:
    opened = House(browser, tmp_path)
    yield opened
    opened.close()
    assert opened.errors == []


def enter(page: Page, folder: str, deed: str, name: str = "Anna") -> None:
    form = page.locator(".folder", has=page.get_by_role("heading", name=folder))
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(WORDS)
    form.get_by_role("button", name=deed).click()


def said(page: Page, text: str) -> None:
    page.locator("#said", has_text=text).wait_for()


def test_somebody_signs_up_in_and_out_and_ends_a_session(house: House) -> None:
    here, there = house.window(), house.window()
    enter(here, "New here", "Make an account")
    said(here, "Welcome")
    enter(there, "Sign in", "Sign in", "Anna B")
    there.locator(".problem", has_text="wrong").wait_for()
    enter(there, "Sign in", "Sign in")
    said(there, "signed in")
    here.reload()
    here.locator("[data-session]").get_by_role("button", name="End it").click()
    said(here, "has ended")
    assert here.locator("[data-session]").count() == 1
    there.reload()
    there.get_by_role("heading", name="New here").wait_for()
    here.goto(house.server.origin)
    here.locator("#account", has_text="Anna").click()
    here.get_by_role("button", name="Sign out here").click()
    said(here, "signed out")


def test_a_guest_claims_his_game_and_plays_it_on_in_another_browser(house: House) -> None:
    guest, other = house.window("/"), house.window()
    guest.get_by_role("button", name="Begin", exact=True).click()
    guest.wait_for_url("**/t/*")
    guest.wait_for_function("() => sandtable.game.now?.you.side")
    table = guest.url.split("#")[0]
    guest.goto(f"{house.server.origin}/account")
    enter(guest, "New here", "Make an account")
    guest.get_by_role("button", name="Take it to my account").click()
    said(guest, "1 game is yours now")
    enter(other, "Sign in", "Sign in")
    said(other, "signed in")
    other.goto(house.server.origin)
    other.locator("#tables li").wait_for()
    other.goto(table)
    other.wait_for_function("() => sandtable.game.now?.you.side && sandtable.game.now.you.name === 'Anna'")


def test_the_host_bans_somebody_who_is_at_a_table(house: House) -> None:
    page = house.window()
    enter(page, "New here", "Make an account")
    said(page, "Welcome")
    page.goto(house.server.origin)
    page.locator("#account", has_text="Anna").wait_for()
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_function("() => window.sandtable?.game?.now?.you.side")
    house.admin("ban", "Anna", "spoils games")
    page.get_by_text("This seat belongs to an account").wait_for()
    page.goto(f"{house.server.origin}/account")
    enter(page, "Sign in", "Sign in")
    page.locator(".problem", has_text="spoils games").wait_for()
