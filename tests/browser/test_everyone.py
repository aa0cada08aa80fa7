"""Without a mouse, on a phone, by touch, in the dark, for those who hear the page instead of seeing it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

import pytest
from playwright.sync_api import expect

from sandtable.table.bench.process import ServerProcess
from tests.browser.player import Player, make_table
from tests.browser.test_play import TO_BENGASI

Sit = Callable[..., Player]

BUTTONS = "[...document.querySelectorAll('#fan .counter-button')]"
BUTTON_SIDES = f"{BUTTONS}.map(each => each.getBoundingClientRect()).flatMap(box => [box.width, box.height])"


BOXES = """[".zoom", "#replay"].map((each) => document.querySelector(each).getBoundingClientRect().toJSON())"""


def test_the_replay_leaves_the_zoom_of_a_telephone_free(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, played=("move 21/5 W6-J3",))
    player = sit(table["id"], table["token"], size=(390, 844), touch=True)
    player.find("#map").focus()
    player.press("p")
    player.sees("[data-close-replay]")
    zoom, replay = player.run(BOXES)
    assert zoom["top"] >= replay["bottom"]


def test_a_turn_by_keyboard_alone(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.find("#map").focus()
    expect(player.find("#live")).to_contain_text("El Agheila (W6)")
    player.press("Enter")
    player.waits("sandtable.screen.play.offers.length > 0")
    player.press("Escape")  # closes the fan, keeps the choice
    for _ in range(3):
        player.press("ArrowRight")
    expect(player.find("#live")).to_contain_text("Mersa Brega (W9)")
    expect(player.find("#live")).to_contain_text("You may act here, cost 0")
    player.press("Enter")
    player.waits_for_entries(1)
    assert player.where("21/5") == "W9"
    player.press("u")
    player.waits("sandtable.game.now.table.entries === 0")
    player.plays(*TO_BENGASI[:-1])
    player.press("d")  # an automatic victory is on offer, so that nothing is pressed by default
    expect(player.find('#decision [data-action="done"]')).to_be_focused()
    player.press("Enter")
    player.sees("#decision .phase", "attack")
    player.press("n")
    player.waits("sandtable.screen.play.chosen.size === 1")
    player.press("?")
    player.sees("#help", "move from hex to hex")
    player.press("Escape")
    player.press("r")
    expect(player.find("#sheet-rules input[type=search]")).to_be_focused()
    player.press("Escape", "k")
    expect(player.find("#palette input")).to_be_focused()
    player.page.keyboard.type("reach 21/5")
    player.press("Enter")
    player.sees("#palette .ledger li", "5th Panzer Regiment")
    check_accessible(player, "palette")
    player.find("#palette input").fill("layers")
    player.press("ArrowDown", "Enter")
    player.sees("#sheet-layers")


def test_a_whole_turn_with_nothing_but_keys(sit: Sit, server: ServerProcess) -> None:
    """Every unit along the coast road, one hex further each, until the hex is no longer overfull; then no attack."""
    table = make_table(server)
    player = sit(table["id"], table["token"])
    for _ in range(20):
        if player.run("document.activeElement?.id") == "map":
            break
        player.press("Tab")
    player.press("Enter")
    player.waits_for_offers()
    player.press("Escape")
    while not player.run("sandtable.game.now.offers.some((offer) => offer.action === 'done')"):
        before = player.entries()
        assert before < 11, "all have moved, and the hex is still overfull"
        player.press("ArrowRight", "Enter")
        player.waits_for_entries(before + 1)
        player.waits("sandtable.screen.play.chosen.size === 1 && sandtable.screen.play.offers.length > 0")
    while player.run("sandtable.game.now.view.phase.startsWith('Axis') && sandtable.game.now.view.turn === 1"):
        before = player.entries()
        player.waits("!sandtable.screen.play.busy && !sandtable.screen.roster.busy")
        green = player.run("!!document.querySelector('#decision .primary')")
        player.press("d", *(() if green else ("Enter",)))  # while somebody can act, ending is at hand but not pressed
        player.waits_for_entries(before + 1)
    player.waits("sandtable.screen.play.asked && sandtable.game.now.view.turn === 2")


def test_a_unit_joins_another_by_keys(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, played=("move 21/5 W6-W9",))
    player = sit(table["id"], table["token"])
    player.find("#map").focus()
    player.press("n")
    player.waits("sandtable.screen.play.chosen.size === 1 && sandtable.screen.play.offers.length > 0")
    player.run("sandtable.screen.play.choose(['21/104'])")
    player.waits_for_offers()
    player.run("sandtable.screen.cursor.set(sandtable.screen.board.hex('W8'))")
    player.press("ArrowRight", "Enter")  # the stack there is fanned out
    player.waits("document.activeElement.dataset.action?.endsWith('W9')")  # and the way to it comes before its counters
    player.press("Enter")
    player.waits_for_entries(2)


def test_the_panels_are_drawn_wider_and_put_away(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    width = "document.querySelector('#panels').offsetWidth"
    before = player.run(width)
    edge = player.find("#edge").bounding_box()
    assert edge
    player.page.mouse.move(edge["x"] + 3, 300)
    player.page.mouse.down()
    player.page.mouse.move(edge["x"] - 297, 300, steps=3)
    player.page.mouse.up()
    player.waits(f"Math.abs({width} - {before} - 300) < 8")
    player.waits("document.querySelector('#panels.two')")  # room for two columns
    log, decision = player.find("#tabs").bounding_box(), player.find("#decision").bounding_box()
    assert log and decision and log["x"] >= decision["x"] + decision["width"] - 1
    player.find("#edge").focus()
    player.press("ArrowRight")
    player.waits(f"{width} < {before} + 290")
    player.find("#map").focus()
    player.press("c")
    expect(player.find("#panels")).to_be_hidden()
    assert player.run("sandtable.screen.map.camera.inset.right") == 0
    player.press("c")
    player.sees("#panels")


def test_arrows_walk_straight_and_stay_on_the_map(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.find("#map").focus()
    start = player.run("sandtable.screen.board.centre[sandtable.screen.cursor.hex]")
    player.press(*["ArrowUp"] * 6)
    end = player.run("sandtable.screen.board.centre[sandtable.screen.cursor.hex]")
    assert abs(end[0] - start[0]) < 0.6 and end[1] < start[1] - 4
    player.press(*["ArrowDown"] * 20)
    assert player.run("sandtable.screen.cursor.hex") >= 0


STACK_IN_SIGHT = """() => {
  const buttons = [...document.querySelectorAll("#fan .counter-button")];
  return buttons.length > 1 && buttons.every((each) => each.getBoundingClientRect().bottom <= innerHeight);
}"""


def test_a_phone_shows_the_map_and_plays_by_touch(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"], size=(390, 780), touch=True)
    tools = player.find("#tools").bounding_box()
    assert tools and tools["x"] + tools["width"] <= 390, "nothing sticks out"
    chip = player.find(".open-dice").bounding_box()
    assert chip and chip["x"] + chip["width"] <= tools["x"], "not even the chip that says the dice are open"
    panel = player.find("#panels").bounding_box()
    assert panel and panel["width"] >= 388 and panel["y"] > 780 * 0.4, "panels are a sheet at the bottom"
    player.page.touchscreen.tap(*player.hex("W6"))
    player.page.wait_for_function(STACK_IN_SIGHT)  # the fan is drawn anew when the offers arrive
    sheet = player.find("#panels").bounding_box()
    assert sheet and player.run("sandtable.hexToScreen('W6').y") < sheet["y"], "and so is its hex"
    assert min(player.run(BUTTON_SIDES)) >= 44, "large enough for a finger"
    player.waits("sandtable.screen.play.offers.length > 0")
    player.press("Escape")
    player.page.touchscreen.tap(*player.hex("W9"))
    player.waits_for_entries(1)
    assert player.where("21/5") == "W9"


def test_a_press_is_not_lost_when_news_come_under_the_finger(sit: Sit, server: ServerProcess) -> None:
    """What may be done with a counter is told while a button is pressed: it is drawn when the finger has gone."""
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.click("W6")
    player.waits("sandtable.screen.play.offers.length > 0")
    player.find('#fan [data-unit="rommel"]').hover()
    player.page.mouse.down()
    player.run("globalThis.before = document.querySelector('#fan [data-unit=rommel]')")
    player.run("sandtable.screen.play.tell(); sandtable.screen.fan.map.ondraw()")
    assert player.run("before.isConnected && !sandtable.screen.play.chosen.has('rommel')")
    player.page.mouse.up()
    assert player.run("!before.isConnected && sandtable.screen.play.chosen.has('rommel')")
    player.find('#fan [data-unit="rommel"]').hover()
    player.page.mouse.down()
    player.run("sandtable.screen.play.clear()")
    player.page.mouse.move(5, 5)  # and thought better of it
    player.page.mouse.up()
    expect(player.find('#fan [aria-pressed="true"]')).to_have_count(0)


def test_a_button_means_the_position_it_was_drawn_for(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, seats={"axis": "human", "allied": "human"}, played=TO_BENGASI)
    player = sit(table["id"], table["token"])
    player.find('#decision [data-action="done"]').hover()
    player.page.mouse.down()
    meant = "count: sandtable.game.now.view.count, side: 'axis'"
    player.run(f"sandtable.line.ask({{type: 'play', action: 'done', {meant}}})")
    player.waits_for_entries(len(TO_BENGASI) + 1)
    player.page.mouse.up()
    player.sees("#decision .refusal", "The position has changed")
    assert player.entries() == len(TO_BENGASI) + 1


def test_zoom_keeps_the_hex_under_the_pointer(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    x, y = player.hex("S9")
    player.page.mouse.move(x, y)
    before = player.run("sandtable.screen.map.camera.k")
    for _ in range(3):
        player.page.mouse.wheel(0, -120)
    player.waits(f"sandtable.screen.map.camera.k > 2 * {before} && !sandtable.screen.map.moving")
    after = player.run("sandtable.hexToScreen('S9')")
    assert abs(after["x"] - x) < 12 and abs(after["y"] - y) < 12
    player.press("0")
    assert player.run("sandtable.screen.map.camera.k") < 30


# What a sheet shows when it is full.
SHEETS = {
    "l": "#sheet-log .log li", "f": "#sheet-forces .counter-button", "t": "#sheet-turns .dues",
    "o": "#sheet-victory .goals [data-goal=G25]",
    "v": '#sheet-layers [data-layer-box="zones-allied"]', "r": "#sheet-rules .rule", "w": "#sheet-table .commitment",
}  # fmt: skip
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]


def check_accessible(player: Player, where: str) -> None:
    """Roles, names, contrast and all else that axe knows of the Web Content Accessibility Guidelines."""
    player.page.evaluate((resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    found = player.run(f"axe.run({{runOnly: {TAGS}}}).then(results => results.violations)")
    wrong = [f"{rule['id']}: {rule['help']}: {rule['nodes'][0]['html'][:120]}" for rule in found]
    assert wrong == [], where


@pytest.mark.parametrize("theme", ["paper", pytest.param("night", marks=pytest.mark.long)])
def test_every_sheet_is_accessible(sit: Sit, server: ServerProcess, theme: str) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"], theme=theme, guide=True)
    player.sees("#guide")
    for key, there in SHEETS.items():
        player.find("#map").focus()
        player.press(key)
        player.sees(there)
        check_accessible(player, f"sheet {key}")
    player.choose("21/5", "W6")
    check_accessible(player, "a stack fanned out")
    player.press("Escape", "?")
    check_accessible(player, "help")
    player.page.goto(server.origin)
    player.sees(".game")
    check_accessible(player, "start page")


def test_the_odds_are_accessible(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, played=TO_BENGASI)
    player = sit(table["id"], table["token"])
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
    player.sees('#legend [data-emblem="infantry"]', "Infantry")
    expect(player.find('#legend [data-emblem="isolated"]')).to_have_text("Isolated")  # under those not on the map now
    check_accessible(player, "legend")
    player.press("h")
    assert player.run("sandtable.screen.show.ids") is True
    player.press("g")
    player.hover("W6")
    player.sees("#hovercard", "5th Panzer Regiment 7-7-10")
    small, before = player.find(".minimap"), player.run("sandtable.screen.map.camera.x")
    expect(small).to_be_visible()
    box = small.bounding_box()
    assert box
    player.click_at(box["x"] + box["width"] * 0.8, box["y"] + box["height"] * 0.4)
    assert player.run("sandtable.screen.map.camera.x") > before + 10


def test_a_refusal_is_told_once_on_a_telephone_and_a_sheet_has_the_room_it_needs(
    sit: Sit, server: ServerProcess
) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"], size=(390, 844), touch=True)
    player.run("sandtable.screen.play.choose(['21/5'])")
    player.waits_for_offers()
    player.run("sandtable.screen.play.point(sandtable.screen.board.hex('C12'))")
    player.sees("#toast .refusal")
    expect(player.find("#decision .refusal")).to_have_count(0)
    player.press("Escape")
    player.find("#grip").click()
    for tab in ("#tab-victory", "#tab-log"):
        player.find(tab).click()
        tabs, grip = player.find("#tabs").bounding_box(), player.find("#grip").bounding_box()
        assert tabs and grip and abs(tabs["y"] - grip["y"] - grip["height"]) < 1, "nothing is left between them"


NEWEST = """(() => { const last = document.querySelector("#sheet-log .log").lastElementChild.getBoundingClientRect();
  const tabs = document.querySelector("#tabs").getBoundingClientRect();
  return last.bottom <= innerHeight && last.top >= tabs.bottom - 1 && tabs.top > 0; })()"""


def test_the_log_opens_at_its_newest_line_on_a_telephone_too(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, played=TO_BENGASI)
    player = sit(table["id"], table["token"], size=(390, 844), touch=True)
    player.find("#grip").click()
    player.find("#tab-forces").click()
    player.find("#tab-log").click()
    player.waits(NEWEST)
    player.page.touchscreen.tap(*(player.find("#tab-victory").bounding_box()[key] + 12 for key in ("x", "y")))  # type: ignore[index]
    player.sees("#sheet-victory .goals")
