"""Without a mouse, on a phone, by touch, in the dark, for those who hear the page instead of seeing it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

import pytest
from playwright.sync_api import expect

from sandtable.table.process import ServerProcess
from tests.browser.player import Player, make_table
from tests.browser.test_play import TO_BENGASI

Sit = Callable[..., Player]

BUTTONS = "[...document.querySelectorAll('#fan .counter-button')]"
BUTTON_SIDES = f"{BUTTONS}.map(each => each.getBoundingClientRect()).flatMap(box => [box.width, box.height])"


def test_a_turn_by_keyboard_alone(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.find("#map").focus()
    expect(player.find("#live")).to_contain_text("W6, El Agheila")
    player.press("Enter")
    player.waits("sandtable.screen.play.offers.length > 0")
    player.press("Escape")  # closes the fan, keeps the choice
    for _ in range(3): player.press("ArrowRight")
    expect(player.find("#live")).to_contain_text("W9, Mersa Brega")
    expect(player.find("#live")).to_contain_text("You may act here, cost 0")
    player.press("Enter")
    player.waits_for_entries(1)
    assert player.where("21/5") == "W9"
    player.press("u")
    player.waits("sandtable.game.now.table.entries === 0")
    player.plays(*TO_BENGASI[:-1])
    player.press("d")
    player.sees("#decision .phase", "attack")
    player.press("n", "Enter")
    player.waits("sandtable.screen.play.chosen.size === 1")
    player.press("?")
    player.sees("#help", "walk over the hexes")
    player.press("Escape")
    player.press("r")
    expect(player.find("#sheet-rules input[type=search]")).to_be_focused()


def test_arrows_walk_straight_and_stay_on_the_map(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.find("#map").focus()
    start = player.run("sandtable.screen.board.centre[sandtable.screen.cursor]")
    player.press(*["ArrowUp"] * 6)
    end = player.run("sandtable.screen.board.centre[sandtable.screen.cursor]")
    assert abs(end[0] - start[0]) < 0.6 and end[1] < start[1] - 4
    player.press(*["ArrowDown"] * 20)
    assert player.run("sandtable.screen.cursor") >= 0


def test_a_phone_shows_the_map_and_plays_by_touch(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"], size=(390, 780), touch=True)
    tools = player.find("#tools").bounding_box()
    assert tools and tools["x"] + tools["width"] <= 390, "nothing sticks out"
    panel = player.find("#panels").bounding_box()
    assert panel and panel["width"] >= 388 and panel["y"] > 780 * 0.4, "panels are a sheet at the bottom"
    player.page.touchscreen.tap(*player.hex("W6"))
    player.sees("#fan .counter-button")
    assert min(player.run(BUTTON_SIDES)) >= 44, "large enough for a finger"
    player.waits("sandtable.screen.play.offers.length > 0")
    player.press("Escape")
    player.page.touchscreen.tap(*player.hex("W9"))
    player.waits_for_entries(1)
    assert player.where("21/5") == "W9"


def test_a_finger_on_a_counter_is_not_left_in_the_air_by_news(sit: Sit, server: ServerProcess) -> None:
    """News of what may be done draws the fan again; the buttons that look the same stay where a finger lies on them."""
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.click("W6")
    player.run(f"globalThis.before = {BUTTONS}")
    player.waits("sandtable.screen.play.offers.length > 0")
    player.run("sandtable.screen.fan.draw()")
    assert player.run(f"before.length > 1 && {BUTTONS}.every((each, i) => each === before[i])")
    player.run("before[1].click()")
    assert player.run(f"{BUTTONS}[0] === before[0] && {BUTTONS}[1] !== before[1]"), "what is chosen now looks so"


def test_zoom_keeps_the_hex_under_the_pointer(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    x, y = player.hex("S9")
    player.page.mouse.move(x, y)
    for _ in range(3): player.page.mouse.wheel(0, -120)
    player.waits("!sandtable.screen.map.moving")
    after = player.run("sandtable.hexToScreen('S9')")
    assert abs(after["x"] - x) < 12 and abs(after["y"] - y) < 12
    player.press("0")
    assert player.run("sandtable.screen.map.camera.k") < 30


TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]


def check_accessible(player: Player, where: str) -> None:
    """Roles, names, contrast and all else that axe knows of the Web Content Accessibility Guidelines."""
    player.page.evaluate((resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    found = player.run(f"axe.run({{runOnly: {TAGS}}}).then(results => results.violations)")
    wrong = [f"{rule['id']}: {rule['help']}: {rule['nodes'][0]['html'][:120]}" for rule in found]
    assert wrong == [], where


@pytest.mark.parametrize("theme", ["paper", "night"])
def test_every_sheet_is_accessible(sit: Sit, server: ServerProcess, theme: str) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"], theme=theme, guide=True)
    player.sees("#guide")
    for key in "lftvrw":
        player.find("#map").focus()
        player.press(key)
        player.page.wait_for_timeout(80)
        check_accessible(player, f"sheet {key}")
    player.choose("21/5", "W6")
    check_accessible(player, "a stack fanned out")
    player.press("Escape", "?")
    check_accessible(player, "help")
    player.page.goto(server.origin)
    player.sees(".game")
    check_accessible(player, "start page")


def test_the_odds_are_accessible(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.plays(*TO_BENGASI)
    player.click("I3")
    player.click("H2")
    player.sees("#odds .attack")
    check_accessible(player, "odds")


def test_motion_is_left_out_for_those_who_ask(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    other = sit(table["id"], calm=True)
    player.plays("move 21/5 W6-O9")
    other.waits_for_entries(1)
    assert other.run("sandtable.screen.animation.running") is False
    assert other.find(".over-trail .trail").count() == 1, "where it came from is shown without motion"


def test_hex_numbers_and_the_legend_come_on_demand(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    expect(player.find("#legend")).to_be_hidden()
    player.find("#map").focus()
    player.press("g")
    player.sees("#legend", "escarpment")
    player.sees("#legend", "reconstructed")
    player.press("h")
    assert player.run("sandtable.screen.show.ids") is True
