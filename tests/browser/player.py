"""What a player does with a window: look, click a hex, press a key."""

from __future__ import annotations

from time import monotonic
from typing import Any, Literal

from playwright.sync_api import Browser, Error, Locator, Page, expect

from sandtable.table.process import ServerProcess

GAME = "afrika-korps"
PATIENCE = 60  # seconds; a machine with other things to do is slow, and nobody waits for what comes at once
expect.set_options(timeout=PATIENCE * 1000)

# Where a hex is when it is in sight and the map is at rest; what is drawn in the next frame may still move it.
PLACE = """async (name) => {
  const { screen } = sandtable, frame = () => new Promise((done) => requestAnimationFrame(done));
  screen.map.camera.reveal(...screen.board.centre[screen.board.hex(name)]);
  do { await frame(); await frame(); } while (screen.map.frame);
  return sandtable.hexToScreen(name);
}"""


def make_table(server: ServerProcess, **wishes: Any) -> dict[str, Any]:
    """Open dice, so that every run is the same."""
    seats = {"axis": "human", "allied": "bot:random"}
    made: dict[str, Any] = server.request("/api/tables", {"game": GAME, "seed": 7, "seats": seats, **wishes})
    return made


class Player:
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
        if not guide:
            memory += f"localStorage.setItem('sandtable:guide:{game}', 'done');"
        self.page.add_init_script(f"try {{ {memory} }} catch {{}}")

    def join(self, table: str, token: str = "", at: str = "") -> None:
        words = [f"seat={token}"] if token else []
        words += [at] if at else []
        self.page.goto(f"{self.server.origin}/t/{table}" + ("#" + "&".join(words) if words else ""))
        self.ready()

    def ready(self) -> None:
        self.waits("globalThis.sandtable?.screen?.map.frames > 0")

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

    def waits(self, script: str, timeout: float = PATIENCE) -> None:
        """Until it is so. Asked from outside, for the page itself may evaluate nothing."""
        end = monotonic() + timeout
        while not self._is_so(script):
            if monotonic() > end:
                raise AssertionError(f"waited in vain for: {script}")
            self.page.wait_for_timeout(25)

    def _is_so(self, script: str) -> bool:
        try:
            return bool(self.run(f"!!({script})"))
        except Error as error:
            if "context was destroyed" in error.message:
                return False  # the window is on its way to another page
            raise

    def where(self, piece: str) -> str:
        return str(self.run(f"sandtable.game.now.view.pieces['{piece}']?.at ?? ''"))

    def entries(self) -> int:
        return int(self.run("sandtable.game.now.table.entries"))

    def waits_for_entries(self, count: int) -> None:
        self.waits(f"sandtable.game.now.table.entries >= {count}")

    # Doing

    def hex(self, name: str) -> tuple[float, float]:
        """Where a hex is in the window, brought into sight first."""
        point = self.page.evaluate(PLACE, name)
        return point["x"], point["y"]

    def click(self, name: str) -> None:
        self.page.mouse.click(*self.hex(name))

    def choose(self, piece: str, name: str) -> None:
        """A piece out of the stack in a hex, by the fan."""
        self.click(name)
        button = self.find(f'#fan [data-unit="{piece}"]')
        if button.get_attribute("aria-pressed") != "true":
            for other in self.find('#fan [aria-pressed="true"]').all():
                other.click()
            button.click()
        self.waits("sandtable.screen.play.offers.length > 0")

    def does(self, *buttons: str) -> None:
        """Press buttons that act, each when what the one before did is told."""
        for button in buttons:
            before = self.entries()
            self.find(button).click()
            self.waits_for_entries(before + 1)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def plays(self, *actions: str) -> None:
        """Actions in notation, to come to a position quickly."""
        for action in actions:
            before = self.entries()
            self.run(f"sandtable.screen.play.act({action!r})")
            self.waits_for_entries(before + 1)
