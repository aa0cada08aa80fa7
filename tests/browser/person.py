"""What a person does with a window, in any browser: look, click a hex, press a key."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable
from contextlib import suppress
from time import monotonic, sleep
from typing import Any

from sandtable.table.bench.process import ServerProcess
from tests.browser.opening import open_with

GAME = "afrika-korps"
PATIENCE = 60  # seconds; a machine with other things to do is slow, and nobody waits for what comes at once
AGAIN = 10.0  # seconds after which somebody presses once more

# Where a hex is when it is in sight and the map is at rest; what is drawn in the next frame may still move it.
PLACE = """(async (name) => {
  const { screen } = sandtable, frame = () => new Promise((done) => requestAnimationFrame(done));
  screen.map.camera.reveal(...screen.board.centre[screen.board.hex(name)]);
  do { await frame(); await frame(); } while (screen.map.frame);
  return sandtable.hexToScreen(name);
})"""
# The middle of an element that can be seen, once it is in sight and at rest; where something else lies over it, that is
# said.
MIDDLE = """(async (selector) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const find = () => [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
  find()?.scrollIntoView({ block: "nearest" });
  const before = find()?.getBoundingClientRect();
  await frame();
  await frame();
  const found = find(), box = found?.getBoundingClientRect();
  if (!found || !before || !box) return null;
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const top = document.elementFromPoint(x, y), rests = box.top === before.top && box.left === before.left;
  return { x, y, free: rests && !!top && (found.contains(top) || top.contains(found)), text: found.textContent };
})"""


def make_table(server: ServerProcess, played: Iterable[str] = (), until: str = "", **wishes: Any) -> dict[str, Any]:
    """Open dice, so that every run is the same; with some actions played, then led on to a phase."""
    seats = {"axis": "human", "allied": "bot:random"}
    made: dict[str, Any] = server.request("/api/tables", {"game": GAME, "seed": 7, "seats": seats, **wishes})
    if played or until:
        open_with(server, made, played, until)
    return made


class Person(ABC):
    server: ServerProcess

    # What a browser must be able to do

    @abstractmethod
    def goto(self, address: str) -> None: ...

    @abstractmethod
    def run(self, script: str) -> Any: ...

    @abstractmethod
    def hover_at(self, x: float, y: float) -> None: ...

    @abstractmethod
    def click_at(self, x: float, y: float) -> None: ...

    @abstractmethod
    def press(self, *keys: str) -> None: ...

    @abstractmethod
    def leave(self) -> None: ...

    # Looking

    def join(self, table: str, token: str = "", at: str = "") -> None:
        words = [f"seat={token}"] if token else []
        words += [at] if at else []
        self.goto(f"{self.server.origin}/t/{table}" + ("#" + "&".join(words) if words else ""))
        self.ready()

    def ready(self) -> None:
        self.waits("globalThis.sandtable?.screen?.map.frames > 0")

    def waits(self, script: str, timeout: float = PATIENCE) -> None:
        """Until it is so. Asked from outside, for the page itself may evaluate nothing."""
        end = monotonic() + timeout
        while not self.is_so(script):
            if monotonic() > end:
                raise AssertionError(f"waited in vain for: {script}")
            self.rest()

    def rest(self) -> None:
        sleep(0.025)

    def is_so(self, script: str) -> bool:
        return bool(self.run(f"!!({script})"))

    def shows(self, selector: str, text: str = "") -> None:
        """An element is there for the eye, with this text in it."""
        words, chosen = json.dumps(text), json.dumps(selector)
        seen = f"each => each.checkVisibility() && each.textContent.includes({words})"
        self.waits(f"[...document.querySelectorAll({chosen})].some({seen})")

    def where(self, piece: str) -> str:
        return str(self.run(f"sandtable.game.now.view.pieces['{piece}']?.at ?? ''"))

    def entries(self) -> int:
        return int(self.run("sandtable.game.now.table.entries"))

    def waits_for_entries(self, count: int) -> None:
        self.waits(f"sandtable.game.now.table.entries >= {count}")

    def waits_for_offers(self) -> None:
        self.waits("sandtable.screen.play.offers.length > 0")

    # Doing

    def hex(self, name: str) -> tuple[float, float]:
        """Where a hex is in the window, brought into sight first."""
        point = self.run(f"{PLACE}({json.dumps(name)})")
        return point["x"], point["y"]

    def click(self, name: str) -> None:
        self.click_at(*self.hex(name))

    def hover(self, name: str) -> None:
        self.hover_at(*self.hex(name))

    def clicks_on(self, selector: str) -> None:
        """An element is clicked where it is, and nothing may lie over it."""
        where = f"{MIDDLE}({json.dumps(selector)})"
        end = monotonic() + PATIENCE
        while not ((found := self.run(where)) and found["free"]):
            if monotonic() > end:
                raise AssertionError(f"nobody can click on {selector}: {found}")
            self.rest()
        self.click_at(found["x"], found["y"])

    def does_each(self, *selectors: str) -> None:
        """Press what acts, each when what the one before did is told."""
        for selector in selectors:
            before = self.entries()
            self.clicks_on(selector)
            with suppress(AssertionError):  # the panel may have been laid out anew under the pointer: press once more
                self.waits(f"sandtable.game.now.table.entries > {before}", AGAIN)
                continue
            self.clicks_on(selector)
            self.waits_for_entries(before + 1)

    def plays(self, *actions: str) -> None:
        """Actions in notation, to come to a position quickly."""
        for action in actions:
            before = self.entries()
            self.run(f"sandtable.screen.play.act({action!r})")
            self.waits_for_entries(before + 1)
