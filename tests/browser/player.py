"""A person with a window of Chromium, with all that Playwright knows."""

from __future__ import annotations

from typing import Any, Literal

from playwright.sync_api import Browser, Error, Locator, Page, expect

from sandtable.table.process import ServerProcess
from tests.browser.person import GAME, PATIENCE, Person, make_table

__all__ = ["Player", "make_table"]

expect.set_options(timeout=PATIENCE * 1000)


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
    ) -> None:
        self.server = server
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=touch,
            reduced_motion="reduce" if calm else "no-preference",
        )  # fmt: skip
        self.context.set_default_timeout(PATIENCE * 1000)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        memory = f"localStorage.setItem('sandtable:theme', '{theme}');"
        if not warnings:
            memory += "localStorage.setItem('sandtable:warnings', '');"
        if not handover:
            memory += "localStorage.setItem('sandtable:handover', '');"
        if not guide:
            memory += f"localStorage.setItem('sandtable:guide:{game}', 'done');"
        self.page.add_init_script(f"try {{ {memory} }} catch {{}}")

    def goto(self, address: str) -> None:
        self.page.goto(address)

    def leave(self) -> None:
        self.context.close()

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
