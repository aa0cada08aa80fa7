"""Pictures of every screen for the documents: `python -m tests.browser.screenshots [FOLDER]`."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser

from sandtable.table.chromium import launched
from sandtable.table.process import ServerProcess
from tests.browser.player import Player, make_table
from tests.browser.test_campaign_for_north_africa import goes_on_to
from tests.browser.test_play import TO_BENGASI

WIDE = (1440, 860)
PHONE = (390, 780)
SHEETS, THEATRE = (1100, 740), (1440, 440)


class Album:
    """A folder of pictures, and a window for each."""

    def __init__(self, browser: Browser, server: ServerProcess, folder: Path) -> None:
        self.browser = browser
        self.server = server
        self.folder = folder

    def window(self, table: dict[str, Any] | None = None, **how: Any) -> Player:
        player = Player(self.browser, self.server, **{"size": WIDE, **how})
        if table:
            player.join(table["id"], table["token"])
        return player

    def keep(self, player: Player, name: str) -> None:
        player.page.wait_for_timeout(450)
        player.page.screenshot(path=self.folder / f"{name}.png")
        player.leave()
        print(self.folder / f"{name}.png")


def take(album: Album) -> None:
    start = album.window()
    start.page.goto(album.server.origin)
    start.sees(".game")
    album.keep(start, "start")
    _opening(album)
    _battle(album)
    _later(album)
    _campaign(album)


def _opening(album: Album) -> None:
    table = make_table(album.server)
    moving = album.window(table, guide=True)
    moving.choose("21/5", "W6")
    moving.press("Escape")
    moving.page.mouse.move(*moving.hex("N10"))
    album.keep(moving, "moving")
    phone = album.window(table, size=PHONE, touch=True)
    phone.choose("21/5", "W6")
    album.keep(phone, "phone")
    refusal = album.window(table)
    refusal.choose("21/5", "W6")
    refusal.press("Escape")
    refusal.click("C12")
    refusal.sees("#toast .refusal")
    album.keep(refusal, "refusal")


def _battle(album: Album) -> None:
    table = make_table(album.server)
    player = album.window(table)
    player.plays(*TO_BENGASI)
    player.run("(s => s.map.camera.zoomTo(64, 500, 300))(sandtable.screen)")
    for place in ("I3", "H2", "H3", "I2"):
        player.click(place)
    player.sees("#odds .attack")
    album.keep(player, "odds")


def _later(album: Album) -> None:
    """A game between machines, some turns on."""
    table = make_table(album.server, seats={"axis": "bot:officer", "allied": "bot:officer"}, seed=3)
    watcher = album.window(table)
    watcher.waits("sandtable.game.now.view.turn >= 7 || sandtable.game.now.view.over", timeout=300)
    watcher.run("sandtable.line.ask({type: 'pause', paused: true})")
    watcher.waits("sandtable.game.now.table.machines.paused")
    watcher.run("sandtable.screen.outlook.fitAll()")
    album.keep(watcher, "whole-map")
    legend = album.window(table)
    legend.press("g")
    album.keep(legend, "legend")
    night = album.window(table, theme="night")
    night.press("v")
    for layer in ("zones-axis", "zones-allied", "supply-axis", "supply-allied"):
        night.find(f'[data-layer-box="{layer}"]').check()
    night.run("(s => { s.map.camera.zoomTo(45, 500, 400); s.map.camera.centre(26, 8); })(sandtable.screen)")
    album.keep(night, "night-layers")
    forces = album.window(table)
    forces.press("f")
    album.keep(forces, "forces")
    replay = album.window(table)
    replay.press("p")
    replay.page.get_by_role("slider", name="Moment of the game").fill("20")
    replay.waits("sandtable.screen.past?.at === 20")
    album.keep(replay, "replay")
    rules = album.window(table)
    rules.press("r")
    rules.find("#sheet-rules input[type=search]").fill("7.61")
    rules.find('#sheet-rules [data-case="7.61"]').first.click()
    album.keep(rules, "rules")


def _campaign(album: Album) -> None:
    """A division with its TOE sheet and its reach, and the whole theatre."""
    game = "campaign-for-north-africa"
    table = make_table(album.server, game=game, seats={"axis": "human", "commonwealth": "human"})
    player = album.window(table, game=game, size=SHEETS)
    goes_on_to(player, "Axis Movement")
    player.click("C4120")
    player.sees('[data-panel="sheet-63Cir"] thead')
    player.sees('[data-reach="C3820"]')
    player.page.mouse.move(*player.hex("C3820"))
    player.waits('document.querySelector("[data-way]")')
    album.keep(player, "campaign-toe")
    theatre = album.window(table, game=game, size=THEATRE)
    theatre.run("sandtable.screen.outlook.fitAll()")
    album.keep(theatre, "campaign-theatre")


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as home, launched() as browser:
        server = ServerProcess(Path(home))
        try:
            take(Album(browser, server, folder))
        finally:
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
