"""Without a mouse, on a phone, by touch, in the dark, for those who hear the page instead of seeing it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sandtable.table.process import ServerProcess
from tests.browser.player import Player, make_table
from tests.browser.test_play import TO_BENGASI

Sit = Callable[..., Player]


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
    expect(player.find("#sheet-rules input")).to_be_focused()


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
    for button in player.find("#fan .counter-button").all():
        box = button.bounding_box()
        assert box and min(box["width"], box["height"]) >= 44, "large enough for a finger"
    player.waits("sandtable.screen.play.offers.length > 0")
    player.press("Escape")
    player.page.touchscreen.tap(*player.hex("W9"))
    player.waits_for_entries(1)
    assert player.where("21/5") == "W9"


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


ROLES = """() => {
  const wrong = [];
  const named = (e) => (e.getAttribute("aria-label") || e.getAttribute("title") || e.textContent || "").trim()
    || [...(e.labels ?? [])].map((l) => l.textContent).join("");
  for (const e of document.querySelectorAll("button, a[href], input, select, [role=button], [role=tab], dialog, aside, section"))
    if (!named(e) && !e.getAttribute("aria-labelledby")) wrong.push("no name: " + e.outerHTML.slice(0, 90));
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) wrong.push("id twice: " + id);
  for (const e of document.querySelectorAll("[aria-controls], [aria-labelledby]"))
    for (const id of (e.getAttribute("aria-controls") ?? e.getAttribute("aria-labelledby")).split(" "))
      if (!document.getElementById(id)) wrong.push("points nowhere: " + id);
  if (document.querySelectorAll("[role=tab][aria-selected=true]").length > 1) wrong.push("two tabs selected");
  for (const img of document.querySelectorAll("img:not([alt])")) wrong.push("image without text: " + img.src);
  if (!document.documentElement.lang) wrong.push("no language");
  if (document.querySelectorAll("main").length !== 1) wrong.push("not one main part");
  return wrong;
}"""

CONTRAST = """() => {
  const parse = (c) => (c.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  const solid = (colour, under) => { canvas.fillStyle = `rgb(${under})`; canvas.fillRect(0, 0, 1, 1); canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3); };
  const ground = (e) => { const chain = []; for (; e; e = e.parentElement) chain.unshift(getComputedStyle(e).backgroundColor);
    return chain.reduce((under, colour) => solid(colour, under), [255, 255, 255]); };
  const wrong = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement;
    if (!node.textContent.trim() || !e || e.closest("svg, canvas, [hidden], .unseen, .skip, script, style, :disabled")) continue;
    const box = e.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const style = getComputedStyle(e);
    const back = ground(e);
    const [a, b] = [light(back), light(solid(style.color, back))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) wrong.push(`${ratio.toFixed(2)}: ${node.textContent.trim().slice(0, 40)} (${style.color} on ${back})`);
  }
  return [...new Set(wrong)];
}"""


@pytest.mark.parametrize("theme", ["paper", "night"])
def test_roles_names_and_contrast_on_every_sheet(sit: Sit, server: ServerProcess, theme: str) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"], theme=theme, guide=True)
    player.sees("#guide")
    assert player.run(ROLES) == []
    for key in "lftvrw":
        player.press("Escape")
        player.find("#map").focus()
        player.press(key)
        player.page.wait_for_timeout(60)
        assert player.run(ROLES) == []
        assert player.run(CONTRAST) == [], f"sheet {key} in {theme}"
    player.choose("21/5", "W6")
    assert player.run(ROLES) == []
    assert player.run(CONTRAST) == []
    player.page.goto(server.origin)
    player.sees(".game")
    assert player.run(ROLES) == []
    assert player.run(CONTRAST) == []


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
