"""The client's own sums, done in the browser: hexes from points, deltas, names without overlap, a painted map."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path

import pytest

import sandtable
from sandtable.table.bench.process import ServerProcess
from tests.browser.player import Player, make_table
from tests.browser.test_play import TO_BENGASI

Sit = Callable[..., Player]

CLIENT = Path(sandtable.__file__).parent / "client"

HEXES = """async (layout) => {
  const { Board } = await import("/client/js/map/board.js");
  const axial = [], names = [];
  for (let q = -9; q < 9; q++) for (let r = -9; r < 9; r++) { axial.push([q, r]); names.push(`${q},${r}`); }
  const none = names.map(() => false);
  const data = { layout, terrains: ["clear"], places: [], sites: [], roads: [], doubts: [], hexes: { names, axial,
    centre: axial.map(([q, r]) => layout === "pointy" ? [q + r / 2, r * 0.75 ** 0.5] : [q * 0.75 ** 0.5, r + q / 2]),
    terrain: names.map(() => 0), playable: none, reconstructed: none } };
  const board = new Board(data);
  const wrong = [];
  names.forEach((name, hex) => {
    for (const [x, y] of [board.centre[hex], ...board.corners(hex, 0.97)])
      if (board.hexAt(x, y) !== hex) wrong.push(name);
    for (let d = 0; d < 6; d++) {
      const near = board.neighbour(hex, d);
      if (near >= 0 && (board.steps(hex, near) !== 1 || board.neighbour(near, (d + 3) % 6) !== hex)) wrong.push(name);
    }
  });
  return wrong;
}"""


@pytest.mark.parametrize("layout", ["pointy", "flat"])
def test_the_hex_under_a_point_is_found_by_arithmetic(sit: Sit, server: ServerProcess, layout: str) -> None:
    player = sit()
    assert player.page.evaluate(HEXES, layout) == []


CHIPS = """async (k) => {
  const { overlay } = sandtable.screen.map;
  const places = ["G25", "G26", "H26", "H25", "F25", "G24"];
  const assaults = places.map((at, i) => ({ at, odds: i % 2 ? "3-1" : "automatic" }));
  overlay.showPlan({ line: [], objectives: [], assaults }, k);
  const battles = [1, 2].map(() => ({ side: "axis", attackers: ["H26"], targets: ["G25"], odds: "2-1" }));
  overlay.showBattles(battles, ["axis", "allied"], k);
  const number = (rect, name) => Number(rect.getAttribute(name));
  return [...document.querySelectorAll(".odds-chip rect")].map((rect) =>
    ["x", "y", "width", "height"].map((name) => number(rect, name) * k));
}"""


@pytest.mark.parametrize("k", [7, 15, 26, 40, 90])
def test_the_odds_of_attacks_side_by_side_are_read_at_every_scale(sit: Sit, server: ServerProcess, k: int) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.waits("sandtable.screen")
    chips = player.page.evaluate(CHIPS, k)
    assert len(chips) == 8 and all(height >= 12 for *_, height in chips)
    for (x, y, w, h), (x2, y2, w2, h2) in combinations(chips, 2):
        assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y


ORDER = """async () => {
  const { byStrength } = await import("/client/js/map/counters.js");
  const piece = (id, size, factors) => ({ id, size, factors });
  return [piece("dump", "", [40, 60]), piece("company", "I", []), piece("division", "XX", []),
    piece("weak", "II", [1, 5]), piece("strong", "II", [7, 5])].sort(byStrength).map((each) => each.id);
}"""
NOUNS = """async (words) => (await import("/client/js/panels/forms.js")).nouns(words)"""


SORTED = """async (actions) => {
  const { sorted } = await import("/client/js/panels/forms.js");
  const offers = actions.map((action) => ({ action, label: action, pieces: [], at: "", panel: "plans" }));
  const { forms, rest } = sorted(offers, { board: { hex: () => -1 } });
  return [forms.map((some) => some.length), rest.length];
}"""


def test_a_figure_in_a_name_makes_no_form(sit: Sit, server: ServerProcess) -> None:
    page = sit().page
    guns = [f"request italian/{gun}:1" for gun in ("47/32", "65/17", "75/27", "75/18", "100/17", "105/28")]
    sent = [f"fly {fighters} fighters {support} support" for fighters in (0, 1, 2) for support in (0, 1)]
    assert page.evaluate(SORTED, [*guns, *sent]) == [[6], 6]


STANDING = """async (goals) => {
  const { drawStanding } = await import("/client/js/panels/prospects.js");
  const sheet = document.createElement("div"), how = { sides: ["axis", "allied"], goTo() {}, point() {} };
  drawStanding(sheet, { verdict: "", ahead: "", goals }, how);
  return [...sheet.querySelectorAll("li")].map((line) => line.textContent.trim());
}"""


def test_whose_a_goal_is_stands_in_its_line_once(sit: Sit, server: ServerProcess) -> None:
    def goal(label: str, text: str) -> dict[str, object]:
        return {"label": label, "text": text, "side": "axis", "missing": "", "at": [], "case": ""}

    goals = [goal("Axis army", "7 combat units"), goal("Airfields", "4 held"), goal("Lost units", "3 to the Axis")]
    told = ["Axis army 7 combat units", "Airfields Axis 4 held", "Lost units 3 to the Axis"]
    assert sit().page.evaluate(STANDING, goals) == told


GREEN = """async ({ counting, left }) => {
  const { list } = await import("/client/js/panels/buttons.js");
  const done = { action: "done", label: "end movement", pieces: [], at: "", path: [] };
  const view = { panels: [], pieces: { a: { at: "1" } } };
  const play = { now: { offers: [done], view }, mixed: false, board: { hex: Number } };
  return list([done], play, { hover() {}, left, counting }, true).querySelectorAll(".primary").length;
}"""


def test_ending_is_not_the_thing_to_press_while_it_is_counted_who_can_act(sit: Sit, server: ServerProcess) -> None:
    page = sit().page
    assert page.evaluate(GREEN, {"counting": True, "left": []}) == 0
    assert page.evaluate(GREEN, {"counting": False, "left": []}) == 1


def test_ending_is_not_the_thing_to_press_while_somebody_on_the_map_can_act(sit: Sit, server: ServerProcess) -> None:
    assert sit().page.evaluate(GREEN, {"counting": False, "left": ["a"]}) == 0


HASHES = """async (sizes) => {
  const { sha256 } = await import("/client/js/company/sha256.js");
  return sizes.map((size) => Array.from(sha256(new Uint8Array(size).map((_, i) => (i * 7) % 256))));
}"""


def test_the_hash_of_a_share_is_sha_256(sit: Sit, server: ServerProcess) -> None:
    player, sizes = sit(), [0, 1, 32, 55, 56, 64, 120]
    made = [bytes(i * 7 % 256 for i in range(size)) for size in sizes]
    assert player.page.evaluate(HASHES, sizes) == [list(hashlib.sha256(each).digest()) for each in made]


def test_units_lie_on_top_of_their_dumps_and_large_ones_on_small_ones(sit: Sit, server: ServerProcess) -> None:
    player = sit()
    assert player.page.evaluate(ORDER) == ["strong", "weak", "division", "company", "dump"]


def test_the_fields_of_a_form_are_named_after_what_they_count(sit: Sit, server: ServerProcess) -> None:
    player = sit()
    for words, named in (
        ("convoy # supply # motors #", ["convoy", "supply", "motors"]),
        ("bid #", ["bid"]),
        ("use # support # steps", ["support", "steps"]),
    ):
        assert player.page.evaluate(NOUNS, words.split(" ")) == named


def test_deltas_lead_to_the_same_position_as_a_new_snapshot(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, played=TO_BENGASI[:4])
    player = sit(table["id"], table["token"])
    player.page.get_by_role("button", name="Undo").click()
    player.waits("sandtable.game.now.table.entries === 3")
    player.plays(*TO_BENGASI[3:])
    kept = "JSON.stringify([n.view, n.offers, n.log.entries, n.you, n.table])"
    told = player.run(f"(n => {kept})(sandtable.game.now)")
    fresh = player.run(f"sandtable.line.ask({{type: 'snapshot'}}).then(n => {kept})")
    assert told == fresh


OVERLAPS = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const boxes = (selector) => all(selector).map((e) => [e.textContent, e.getBoundingClientRect()]);
  const along = (a, b, from, to, slack) => a[from] + slack < b[to] && b[from] + slack < a[to];
  const touch = (a, b, slack) => along(a, b, "left", "right", slack) && along(a, b, "top", "bottom", slack);
  const names = boxes(".place"), cards = boxes(".stack .card .edge");
  const wrong = [];
  names.forEach(([name, box], i) => {
    for (const [other, its] of names.slice(i + 1)) if (touch(box, its, 3)) wrong.push(`${name} on ${other}`);
    for (const [, its] of cards) if (touch(box, its, 4)) wrong.push(`${name} under a counter`);
  });
  return wrong;
}"""


def test_names_overlap_neither_each_other_nor_counters(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    for scale, (x, y) in product((22, 34, 64, 110), ((2, 6), (24, 8), (50, 10))):
        player.run(f"(c => {{ c.zoomTo({scale}, 400, 300); c.centre({x}, {y}); }})(sandtable.screen.map.camera)")
        player.waits("sandtable.screen.map.frame === 0")
        assert player.find(".place").count() > 0
        assert player.run(OVERLAPS) == [], f"at {x}, {y}, scale {scale}"


def test_sea_land_and_road_are_painted_in_their_colours(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.run("(c => { c.zoomTo(64, 400, 300); c.centre(5, 12); })(sandtable.screen.map.camera)")
    player.waits("sandtable.screen.map.frame === 0")
    colour = """(name) => {
      const { board, map } = sandtable.screen, [x, y] = map.camera.toScreen(...board.centre[board.hex(name)]);
      return [...map.tiles.ctx.getImageData(Math.round(x), Math.round(y), 1, 1).data]; }"""
    sea = player.run(
        "(({ board, map }) => board.names[board.within(map.camera.box()).find("
        "hex => board.terrain[hex] === 'sea' && board.neighbours(hex).length === 6)])(sandtable.screen)"
    )
    red, green, blue, _ = player.page.evaluate(colour, sea)
    assert blue > red, "sea"
    red, green, blue, _ = player.page.evaluate(colour, "N10")
    assert red > 225 and red > blue, "paper"
    red, green, blue, _ = player.page.evaluate(colour, "O6")
    assert red > 1.6 * green and red > 1.6 * blue, "road"


def test_a_question_about_the_position_is_answered_with_its_cases(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.press("r")
    player.page.get_by_label("Ask about the position").fill("supply 21/5")
    player.page.get_by_role("button", name="Ask", exact=True).click()
    player.sees("#sheet-rules .ledger", "Axis supply 1")
