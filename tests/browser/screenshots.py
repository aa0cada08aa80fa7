"""Pictures of every screen for the documents: `python -m tests.browser.screenshots [FOLDER [NAME...]]`.

All screens at all sizes: as they are on a desk and on a telephone, and all five on one sheet.
"""

from __future__ import annotations

import sys
from base64 import b64encode
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import Browser

from sandtable.table.bench.chromium import launched
from sandtable.table.bench.process import ServerProcess
from tests.browser.player import Player, Window, make_table
from tests.browser.test_account import enter, said
from tests.browser.test_panzerarmee_afrika import TO_AGEDABIA
from tests.browser.test_play import TO_BENGASI
from tests.browser.test_tobruk import TO_SIDI_OMAR

DESK, PHONE = (1440, 900), (390, 844)
OTHERS = ((1366, 768), (1920, 1080), (2560, 1440))
QUALITY, FINE, SHEET_QUALITY = 50, 85, 42  # of the pictures, in hundredths: lettering stays clear
SHEET, SCALE = 1920, 0.42  # the width of a sheet with all sizes, and how large they are on it
CAMPAIGN, TOBRUK, PANZERARMEE, NORTH_AFRICA = (
    "campaign-for-north-africa", "tobruk", "panzerarmee-afrika", "north-africa-41",
)  # fmt: skip
AXIS_ALLIED = {"axis": "human", "allied": "human"}
AXIS_COMMONWEALTH = {"axis": "human", "commonwealth": "human"}


class Album:
    """A folder of pictures, and the tables that they are taken at."""

    def __init__(self, browser: Browser, server: ServerProcess, folder: Path, rough: Path) -> None:
        self.browser, self.server, self.folder, self.rough = browser, server, folder, rough
        self.tables: dict[str, dict[str, Any]] = {}
        self.guest: list[Any] = []  # the cookies of whoever looks at the pages of a house

    @cached_property
    def house(self) -> ServerProcess:
        return ServerProcess(self.rough / "house", None, ("sandtable", "serve"))

    def table(self, name: str, bring: Callable[[Player], None], **wishes: Any) -> dict[str, Any]:
        """A table, brought to its position by whoever comes first."""
        if name not in self.tables:
            self.tables[name] = made = make_table(self.server, **wishes)
            if bring is not nothing:
                player = Player(self.browser, self.server, game=str(wishes.get("game", "afrika-korps")))
                player.join(made["id"], made["token"])
                bring(player)
                player.leave()
        return self.tables[name]

    def keep(self, player: Player, name: str, size: tuple[int, int]) -> Path:
        player.page.wait_for_timeout(450)
        whole = size in (DESK, PHONE)
        path = (self.folder if whole else self.rough) / f"{name}-{size[0]}x{size[1]}.jpg"
        player.page.screenshot(path=path, type="jpeg", quality=QUALITY if whole else FINE)
        player.leave()
        print(path, flush=True)
        return path

    def sheet(self, name: str, pictures: dict[tuple[int, int], Path]) -> None:
        """All sizes of a screen side by side, each as wide as it is on the same desk."""
        page = self.browser.new_page(viewport={"width": SHEET, "height": 600})
        shown = "".join(
            f'<figure><img width="{round(size[0] * SCALE)}" src="data:image/jpeg;base64,'
            f'{b64encode(path.read_bytes()).decode()}"><figcaption>{size[0]} x {size[1]}</figcaption></figure>'
            for size, path in sorted(pictures.items())
        )
        style = "body{margin:8px;font:14px sans-serif;display:flex;flex-wrap:wrap;gap:8px}figure{margin:0}"
        page.set_content(f"<style>{style}</style>{shown}")
        path = self.folder / f"{name}-sizes.jpg"
        page.screenshot(path=path, type="jpeg", quality=SHEET_QUALITY, full_page=True)
        page.close()
        print(path, flush=True)


def nothing(player: Player) -> None:
    """The table as it is."""


def opening(album: Album) -> dict[str, Any]:
    return album.table("opening", nothing)


def bengasi(album: Album) -> dict[str, Any]:
    return album.table("bengasi", nothing, played=TO_BENGASI, seats=AXIS_ALLIED)


def supply_astray(album: Album) -> dict[str, Any]:
    """The supply of the spearhead stands alone where the enemy can take it."""
    moves = [order for order in TO_BENGASI[:-1] if "AxS1" not in order]
    return album.table("supply astray", nothing, played=("move AxS1 W6-L12", *moves), seats=AXIS_ALLIED)


def answered(album: Album) -> dict[str, Any]:
    """The machine has had its turn, and it is one's own again."""

    def bring(player: Player) -> None:
        player.plays(*TO_BENGASI, "done")
        player.waits("sandtable.screen.play.asked && sandtable.game.now.view.turn === 2", timeout=300)

    return album.table("answered", bring, seats={"axis": "human", "allied": "bot:officer"})


def later(album: Album) -> dict[str, Any]:
    """A game between machines, some turns on."""

    def bring(watcher: Player) -> None:
        watcher.waits("sandtable.game.now.view.turn >= 7 || sandtable.game.now.view.over", timeout=300)
        watcher.run("sandtable.line.ask({type: 'pause', paused: true})")
        watcher.waits("sandtable.game.now.table.machines.paused")

    return album.table("later", bring, seats={"axis": "bot:officer", "allied": "bot:officer"}, seed=3)


def ended(album: Album) -> dict[str, Any]:
    """The same game, played to its end."""

    def bring(watcher: Player) -> None:
        watcher.run("sandtable.line.ask({type: 'speed', delay: 0})")
        watcher.waits("sandtable.game.now.view.over", timeout=300)

    return album.table("ended", bring, seats={"axis": "bot:officer", "allied": "bot:officer"}, seed=3)


def frontier(album: Album) -> dict[str, Any]:
    return album.table(
        "frontier", nothing, until="Axis Movement", game=CAMPAIGN, scenario="grazianis-offensive",
        seats=AXIS_COMMONWEALTH,
    )  # fmt: skip


def agedabia(album: Album) -> dict[str, Any]:
    return album.table("agedabia", nothing, played=TO_AGEDABIA, game=PANZERARMEE, seats=AXIS_ALLIED)


def network(album: Album) -> dict[str, Any]:
    return album.table("network", nothing, played=("done", "done"), game=PANZERARMEE, seats=AXIS_ALLIED)


def sidi_omar(album: Album) -> dict[str, Any]:
    orders = (*TO_SIDI_OMAR, "attack 4417 with 2RTR/7Arm, 6RTR/7Arm")
    return album.table(
        "sidi omar", nothing, played=orders, game=TOBRUK, scenario="first-sidi-rezegh",
        seats=AXIS_COMMONWEALTH,
    )  # fmt: skip


def crusader(album: Album) -> dict[str, Any]:
    return album.table("crusader", nothing, played=("done",), game=NORTH_AFRICA, scenario="crusader", seats=AXIS_ALLIED)


# What the player does before the picture is taken


def moving(player: Player) -> None:
    player.click("W6")
    player.waits_for_offers()
    player.press("Escape")
    player.hover("N10")


def stack(player: Player) -> None:
    player.click("W6")
    player.waits_for_offers()
    player.sees("#fan .counter-button")


def refusal(player: Player) -> None:
    player.choose("21/5", "W6")
    player.press("Escape")
    player.click("C12")
    player.sees("#toast .refusal")


def odds(player: Player) -> None:
    player.click("H2")
    player.sees("#odds .attack")


def sheet(key: str, shows: str) -> Callable[[Player], None]:
    def do(player: Player) -> None:
        player.find("#map").focus()
        player.press(key)
        player.sees(shows)

    return do


def staff_plan(player: Player) -> None:
    sheet("e", "[data-ask-plan]")(player)
    player.find("[data-ask-plan]").click()
    player.sees("[data-plan]")
    player.run("(s => { s.map.camera.zoomTo(34, 300, 300); s.map.camera.centre(9, 12); })(sandtable.screen)")


def plan_changed(player: Player) -> None:
    staff_plan(player)
    player.find("[data-edit]").first.click()
    player.sees("[data-editing]")


# What the staff finds is asked for before, so that the picture does not depend on how long it takes.
STAFF_HAS_LOOKED = """(async () => {
  const { line } = sandtable, ask = line.ask.bind(line), told = await ask({ type: "warnings" });
  line.ask = (message) => (message.type === "warnings" ? Promise.resolve(told) : ask(message));
})()"""


def warned(player: Player) -> None:
    player.waits("sandtable.screen.roster.left.length + sandtable.screen.roster.done.size > 0")
    player.run(STAFF_HAS_LOOKED)
    player.find('#decision [data-action="done"]').click()
    player.sees("#decision [data-warning]")


def looked_back(player: Player) -> None:
    player.find("[data-look-back]").click()
    player.sees("#review [data-luck]")


def whole_map(player: Player) -> None:
    player.run("sandtable.screen.outlook.fitAll()")


def legend(player: Player) -> None:
    player.press("g")
    player.sees("#legend")


def night(player: Player) -> None:
    player.press("v")
    for layer in ("zones-axis", "zones-allied", "supply-axis", "supply-allied"):
        player.find(f'[data-layer-box="{layer}"]').check()
    player.run("(s => { s.map.camera.zoomTo(45, 500, 400); s.map.camera.centre(26, 8); })(sandtable.screen)")


def replay(player: Player) -> None:
    player.press("p")
    player.page.get_by_role("slider", name="Moment of the game").fill("20")
    player.waits("sandtable.screen.past?.at === 20")


def rules(player: Player) -> None:
    player.press("r")
    player.find("#sheet-rules input[type=search]").fill("7.61")
    player.find('#sheet-rules [data-case="7.61"]').first.click()


def palette(player: Player) -> None:
    player.find("#map").focus()
    player.press("k")
    player.find("#palette input").fill("supply 21/5")
    player.press("Enter")
    player.sees("#palette .ledger li")


def toe_sheet(player: Player) -> None:
    player.click("C4120")
    player.sees('[data-panel="sheet-63Cir"] thead')
    player.waits("document.querySelector('[data-reach=\"C3820\"]')")
    if player.page.viewport_size != {"width": PHONE[0], "height": PHONE[1]}:
        player.hover("C3820")
        player.waits('document.querySelector("[data-way]")')


def books(player: Player) -> None:
    player.find("#map").focus()
    player.press("b")
    player.find("#ledger select").select_option(label="TOE sheets")
    player.sees("#ledger tbody th")


def panzerarmee_odds(player: Player) -> None:
    player.click("1007")
    player.sees("#odds .attack")


def panzerarmee_network(player: Player) -> None:
    player.press("v")
    player.find('[data-layer-box="network-allied"]').check()
    player.waits("document.querySelectorAll('path.supply[data-layer=\"network-allied\"]').length >= 5")
    whole_map(player)


def air_form(player: Player) -> None:
    player.find('[data-panel="air"] form [aria-label="More fighters"]').click()
    player.find('[data-panel="air"] form [data-figure="support"]').fill("2")


def north_africa_odds(player: Player) -> None:
    player.run("sandtable.screen.play.choose(['br-4rtr', 'br-14', 'br-23', 'it-39bol'])")
    player.sees("#odds .attack")


# What strangers see in a house that is open to them


def open_house(album: Album) -> None:
    """Two people have accounts, one invites whoever comes and holds a tournament; the pictures are hers."""
    for name in ("Ben", "Anna"):
        player = Player(album.browser, album.house, window=Window(album.browser))
        player.goto(f"{album.house.origin}/account")
        enter(player.page, "New here", "Make an account", name)
        said(player.page, "Welcome")
        album.guest = player.page.context.cookies()
        if name == "Ben":
            player.goto(album.house.origin)
            player.find("input[name=rival][value=anybody]").check()
            player.page.get_by_role("button", name="Begin", exact=True).click()
            player.page.wait_for_url("**/t/*")
        else:
            player.goto(f"{album.house.origin}/standings")
            player.find("#hold [name=name]").fill("Winter in the desert")
            player.page.get_by_role("button", name="Open it").click()
            player.sees("#tournaments li", "Winter")
        player.leave()


def sees(selector: str) -> Callable[[Player], None]:
    return lambda player: player.sees(selector)


class Screen(NamedTuple):
    """What is seen, where, and how one gets there."""

    name: str
    table: Callable[[Album], dict[str, Any]] | None
    do: Callable[[Player], None]
    game: str = "afrika-korps"
    how: dict[str, Any] = {}
    page: str = ""  # of a house


SCREENS = (
    Screen("start", None, nothing),
    Screen("moving", opening, moving, how={"guide": True}),
    Screen("stack", opening, stack),
    Screen("refusal", opening, refusal),
    Screen("odds", bengasi, odds),
    Screen("report", answered, nothing),
    Screen("staff-orders", opening, plan_changed),
    Screen("log", later, sheet("l", "#sheet-log .log li")),
    Screen("layers", later, sheet("v", "#sheet-layers input")),
    Screen("warnings", supply_astray, warned, how={"warnings": True}),
    Screen("forces", later, sheet("f", "#sheet-forces .counter-button")),
    Screen("victory", later, sheet("o", "#sheet-victory .goals")),
    Screen("turns", later, sheet("t", "#sheet-turns .dues")),
    Screen("staff", opening, staff_plan),
    Screen("night-layers", later, night, how={"theme": "night"}),
    Screen("rules", later, rules),
    Screen("table", later, sheet("w", "#sheet-table .commitment")),
    Screen("legend", later, legend),
    Screen("whole-map", later, whole_map),
    Screen("replay", later, replay),
    Screen("review", ended, looked_back),
    Screen("palette", opening, palette),
    Screen("campaign-toe", frontier, toe_sheet, CAMPAIGN),
    Screen("campaign-books", frontier, books, CAMPAIGN),
    Screen("campaign-theatre", frontier, whole_map, CAMPAIGN),
    Screen("panzerarmee-odds", agedabia, panzerarmee_odds, PANZERARMEE),
    Screen("panzerarmee-network", network, panzerarmee_network, PANZERARMEE),
    Screen("tobruk-air", sidi_omar, air_form, TOBRUK),
    Screen("north-africa-odds", crusader, north_africa_odds, NORTH_AFRICA),
    Screen("house-account", None, sees("[data-session]"), page="/account"),
    Screen("house-invitations", None, sees("#invitations a.button"), page="/invitations"),
    Screen("house-standings", None, sees("#tournaments li"), page="/standings"),
)


def take(album: Album, screen: Screen, size: tuple[int, int]) -> Path:
    how = {"touch": size == PHONE, **screen.how}
    table = screen.table(album) if screen.table else None
    player = Player(album.browser, album.server, size=size, game=screen.game, **how)
    if screen.page:
        player.page.context.add_cookies(album.guest)
        player.goto(album.house.origin + screen.page)
    elif table:
        player.join(table["id"], table["token"])
    else:
        player.goto(album.server.origin)
        player.sees(".game")
    screen.do(player)
    return album.keep(player, screen.name, size)


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [screen for screen in SCREENS if screen.name in sys.argv[2:]] or SCREENS
    with TemporaryDirectory() as home, launched() as browser:
        server = ServerProcess(Path(home))
        album = Album(browser, server, folder, Path(home))
        try:
            if any(screen.page for screen in wanted):
                open_house(album)
            for screen in wanted:
                album.sheet(screen.name, {size: take(album, screen, size) for size in (DESK, PHONE, *OTHERS)})
        finally:
            server.stop()
            if "house" in vars(album):
                album.house.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
