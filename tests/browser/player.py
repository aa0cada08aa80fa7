"""A person with a window of Chromium, with all that Playwright knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from playwright.sync_api import Browser, Error, Locator, Page, expect

from sandtable.table.bench.process import ServerProcess
from tests.browser.person import GAME, PATIENCE, Person, make_table

__all__ = ["Player", "Window", "Windows", "make_table"]

QUIET = "/client/offline.html"  # a page of the house on which nothing goes on

expect.set_options(timeout=PATIENCE * 1000)


class Window:
    """A page of its own, which several people may use, one after the other: each finds it as if nobody had been there.

    A new window costs as much as all that is done in it, so those that are as every other are kept (see `Windows`).
    """

    def __init__(self, browser: Browser, touch: bool = False, keeps_shell: bool = False) -> None:
        self.context = browser.new_context(has_touch=touch, service_workers="allow" if keeps_shell else "block")
        self.context.set_default_timeout(PATIENCE * 1000)
        self.page: Page = self.context.new_page()
        self.tools = self.context.new_cdp_session(self.page)
        self.tools.send("Page.enable")
        self.remembered = ""
        self.heard: list[tuple[Any, Any]] = []

    def remembers(self, script: str) -> None:
        """What is run before every page."""
        self.remembered = self.tools.send("Page.addScriptToEvaluateOnNewDocument", {"source": script})["identifier"]

    def hears(self, event: Any, answer: Callable[[Any], None]) -> None:
        self.page.on(event, answer)
        self.heard.append((event, answer))

    def cleared(self, origin: str) -> None:
        """On a page of the house where nothing goes on, with nothing remembered."""
        for event, answer in self.heard:
            self.page.remove_listener(event, answer)
        self.heard.clear()
        self.page.unroute_all()
        self.tools.send("Page.removeScriptToEvaluateOnNewDocument", {"identifier": self.remembered})
        self.page.goto(origin + QUIET)
        self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
        self.page.mouse.move(0, 0)

    def close(self) -> None:
        self.context.close()


class Windows:
    """Windows that somebody has left and another may have."""

    def __init__(self, browser: Browser, server: ServerProcess) -> None:
        self.browser = browser
        self.server = server
        self.free: dict[bool, list[Window]] = {False: [], True: []}

    def take(self, touch: bool) -> Window:
        if kept := self.free[touch]:
            return kept.pop()
        window = Window(self.browser, touch)
        window.page.goto(self.server.origin + QUIET)
        return window

    def give_back(self, window: Window, touch: bool) -> None:
        window.cleared(self.server.origin)
        self.free[touch].append(window)

    def close(self) -> None:
        for window in [*self.free[False], *self.free[True]]:
            window.close()


class Player(Person):
    def __init__(
        self,
        browser: Browser,
        server: ServerProcess,
        size: tuple[int, int] = (1400, 860),
        guide: bool = False,
        theme: Literal["paper", "night"] = "paper",
        touch: bool = False,
        calm: bool = True,
        game: str = GAME,
        warnings: bool = False,
        handover: bool = False,
        window: Window | None = None,
    ) -> None:
        self.server = server
        self.window = window or Window(browser, touch)
        self.page = self.window.page
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.emulate_media(reduced_motion="reduce" if calm else "no-preference")
        self.errors: list[str] = []
        self.window.hears("pageerror", lambda error: self.errors.append(str(error)))
        self.window.hears("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        memory = f"localStorage.setItem('sandtable:theme', '{theme}');"
        if not warnings:
            memory += "localStorage.setItem('sandtable:warnings', '');"
        if not handover:
            memory += "localStorage.setItem('sandtable:handover', '');"
        if not guide:
            memory += f"localStorage.setItem('sandtable:guide:{game}', 'done');"
        self.window.remembers(f"try {{ {memory} }} catch {{}}")

    def goto(self, address: str) -> None:
        self.page.goto(address)

    def leave(self) -> None:
        self.window.close()

    # Looking

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def sees(self, selector: str, text: str = "") -> None:
        expect(self.find(selector).first).to_be_visible()
        if text:
            expect(self.find(selector).first).to_contain_text(text)

    def run(self, script: str) -> Any:
        return self.page.evaluate(script)

    def rest(self) -> None:
        self.page.wait_for_timeout(25)

    def is_so(self, script: str) -> bool:
        try:
            return super().is_so(script)
        except Error as error:
            if "context was destroyed" in error.message:
                return False  # the window is on its way to another page
            raise

    # Doing

    def hover_at(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y)

    def click_at(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def choose(self, piece: str, name: str) -> None:
        """A piece out of the stack in a hex, by the fan."""
        self.click(name)
        self.waits("!sandtable.screen.play.waiting")
        self.sees(f'#fan [data-unit="{piece}"]')
        while others := self.find(f'#fan [aria-pressed="true"]:not([data-unit="{piece}"])').all():
            others[0].click()
        button = self.find(f'#fan [data-unit="{piece}"]')
        if button.get_attribute("aria-pressed") != "true":
            button.click()
        self.waits_for_offers()

    def does(self, *buttons: str) -> None:
        """Press buttons that act, each when what the one before did is told."""
        for button in buttons:
            before = self.entries()
            self.find(button).click()
            self.waits_for_entries(before + 1)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
