"""Choosing pieces: from several hexes, out of a stack, by dragging; and who can still act."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sandtable.table.bench.process import ServerProcess
from tests.browser.player import Player, make_table
from tests.browser.test_play import TO_BENGASI

Sit = Callable[..., Player]

CHOSEN = "[...sandtable.screen.play.chosen].sort().join(' ')"
# Hexes that may be clicked next and lie under the fan.
COVERED = """(({ play, fan, map, board }) => {
  const box = fan.element.getBoundingClientRect();
  const hexes = [...play.offers.map((offer) => offer.at), ...play.partners.map((id) => play.now.view.pieces[id].at)];
  return [...new Set(hexes)].filter((name) => {
    const spot = board.hex(name) < 0 ? null : map.hexToScreen(name);
    return spot && spot.x > box.left && spot.x < box.right && spot.y > box.top && spot.y < box.bottom;
  });
})(sandtable.screen)"""
OVER_ZOOM = """(([zoom, fan]) =>
  fan.left < zoom.right && fan.right > zoom.left && fan.top < zoom.bottom && fan.bottom > zoom.top
)([".zoom", "#fan"].map((each) => document.querySelector(each).getBoundingClientRect()))"""


def gather_at_bengasi(sit: Sit, server: ServerProcess, touch: bool = False) -> Player:
    table = make_table(server, played=TO_BENGASI)
    return sit(table["id"], table["token"], touch=touch)


@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_attackers_are_collected_from_several_hexes_before_the_enemy_is_chosen(
    sit: Sit, server: ServerProcess, by: str
) -> None:
    player = gather_at_bengasi(sit, server, touch=by == "touch")
    point = player.page.touchscreen.tap if by == "touch" else player.page.mouse.click
    point(*player.hex("I3"))
    player.waits_for_offers()
    player.sees('[data-gather][aria-pressed="true"]')
    point(*player.hex("H3"))
    player.waits(f"{CHOSEN} === '21/3 21/5'")
    point(*player.hex("I2"))
    player.waits(f"{CHOSEN} === '21/104 21/3 21/5'")
    point(*player.hex("H2"))
    player.sees('#odds [data-column="6-1"]')
    point(*player.hex("I2"))
    player.sees('#odds [data-column="4-1"]')


def test_a_click_on_the_enemy_gathers_all_who_can_attack_it(sit: Sit, server: ServerProcess) -> None:
    player = gather_at_bengasi(sit, server)
    player.click("H2")
    player.sees('#odds [data-column="6-1"]')
    player.click("I2")
    player.sees('#odds [data-column="4-1"]')


def test_whether_another_stack_is_added_is_a_switch_one_can_see(sit: Sit, server: ServerProcess) -> None:
    player = gather_at_bengasi(sit, server)
    player.click("I3")
    player.waits_for_offers()
    player.find("[data-gather]").click()
    player.sees('[data-gather][aria-pressed="false"]')
    player.click("H3")
    player.waits(f"{CHOSEN} === '21/3'")
    player.page.keyboard.down("Shift")
    player.click("I3")
    player.page.keyboard.up("Shift")
    player.waits(f"{CHOSEN} === '21/3 21/5'")


def test_while_moving_another_stack_takes_the_place_of_the_first_unless_it_shall_join(
    sit: Sit, server: ServerProcess
) -> None:
    table = make_table(server, played=("move 21/3 W6-H3",))
    player = sit(table["id"], table["token"])
    player.choose("savena", "W6")
    player.click("H3")  # out of its reach
    player.waits(f"{CHOSEN} === '21/3'")
    player.find("[data-gather]").click()
    player.click("W6")
    player.waits(f"{CHOSEN} === '21/3 21/5'")


def test_all_of_a_stack_join_what_is_chosen(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, played=("move ariete W6-S9",))
    player = sit(table["id"], table["token"])
    player.run("sandtable.screen.play.choose(['ariete'])")
    player.run("sandtable.screen.fan.open(sandtable.screen.board.hex('W6'))")
    player.find("#fan [data-all]").click()
    player.waits("sandtable.screen.play.chosen.has('ariete') && sandtable.screen.play.chosen.size === 11")


def test_dragging_moves_exactly_what_is_chosen(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.choose("21/3", "W6")
    player.find('#fan [data-unit="rommel"]').click()
    player.waits(f"{CHOSEN} === '21/3 rommel' && sandtable.screen.play.offers.length > 0")
    start, end = player.hex("W6"), player.hex("P9")
    player.page.mouse.move(*start)
    player.page.mouse.down()
    player.page.mouse.move(*end, steps=4)
    player.page.mouse.up()
    player.waits_for_entries(1)
    assert player.where("21/3") == player.where("rommel") == "P9"
    assert player.where("21/5") == "W6"


@pytest.mark.parametrize("size", [(1366, 768), pytest.param((1920, 1080), marks=pytest.mark.long), (390, 780)])
def test_the_fan_covers_neither_where_one_may_go_nor_the_zoom(
    sit: Sit, server: ServerProcess, size: tuple[int, int]
) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"], size=size)
    for scale in (30, 50, 90):
        player.run(f"(c => {{ c.zoomTo({scale}, 200, 300); c.centre(12, 18); }})(sandtable.screen.map.camera)")
        player.click("W6")
        player.waits_for_offers()
        player.sees("#fan .counter-button")
        assert player.run(COVERED) == [], f"at {scale} pixels a hex"
        assert not player.run(OVER_ZOOM)
        player.press("Escape", "Escape")


def test_the_fan_leaves_an_enemy_two_hexes_away_in_sight(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, played=("move 21/5 W6-J3",))
    player = sit(table["id"], table["token"])
    player.run("sandtable.screen.fan.open(sandtable.screen.board.hex('J3'))")
    player.sees("#fan .counter-button")
    bengasi = player.run("sandtable.hexToScreen('H2')")
    kept_free = player.run("sandtable.screen.fan.goals()")
    assert (bengasi["x"], bengasi["y"]) in [(goal["x"], goal["y"]) for goal in kept_free]


def test_the_fan_is_put_away_when_the_other_side_is_asked(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, seats={"axis": "human", "allied": "open"}, played=TO_BENGASI)
    player = sit(table["id"], table["token"])
    player.run("sandtable.screen.fan.open(sandtable.screen.board.hex('W9'))")
    player.sees("#fan .counter-button")
    player.plays("done")
    player.waits("sandtable.game.now.view.asked.includes('allied')")
    expect(player.find("#fan")).to_be_hidden()


def test_after_a_move_the_next_unit_of_the_stack_is_at_hand(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.waits("sandtable.screen.roster.left.length === 11")
    player.click("W6")
    player.waits_for_offers()
    player.click("O9")
    player.waits_for_entries(1)
    player.waits("sandtable.screen.play.chosen.size === 1 && sandtable.screen.play.offers.length > 0")
    assert "21/5" not in player.run(CHOSEN)
    player.sees("#fan .counter-button")


def test_n_goes_through_all_who_can_still_act_and_counts_them(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.sees('[data-left="11"]', "11 can still act")
    expect(player.find(".stack .ready")).to_have_count(1)
    visited = set()
    for _ in range(11):
        player.press("n")
        visited.add(player.run(CHOSEN))
    assert len(visited) == 11
    player.press("s")
    player.sees('[data-left="10"]')
    player.plays("move ariete W6-S9")
    player.sees('[data-left="9"]')
    player.page.reload()
    player.ready()
    player.sees('[data-left="10"]')  # who has moved is known again; who only stayed is not


MIDDLE = """(() => { const { camera } = sandtable.screen.map, { left, top } = camera.inset;
  return camera.toMap(left + camera.freeWidth() / 2, top + camera.freeHeight() / 2); })()"""


def test_what_is_looked_at_stays_in_the_middle_when_a_telephone_is_turned(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"], size=(1366, 768))
    player.run(
        "sandtable.screen.map.camera.centre(...sandtable.screen.board.centre[sandtable.screen.board.hex('G25')])"
    )
    before = player.run(MIDDLE)
    for width, height in ((390, 844), (844, 390), (1366, 768)):
        player.page.set_viewport_size({"width": width, "height": height})
        player.waits(f"sandtable.screen.map.camera.width <= {width} && !sandtable.screen.outlook.middle")
        assert player.run(MIDDLE) == pytest.approx(before, abs=1.5), (width, height)


def test_a_long_line_about_a_hex_moves_nothing_beside_it(sit: Sit, server: ServerProcess) -> None:
    table = make_table(
        server, game="tobruk", scenario="first-sidi-rezegh", seats={"axis": "human", "commonwealth": "human"}
    )
    player = sit(table["id"], table["token"], game="tobruk")
    left = "document.querySelector('.minimap').getBoundingClientRect().left"
    player.run("sandtable.screen.furniture.say('')")
    before = player.run(left)
    player.run(
        "sandtable.screen.furniture.say('4 SE of Bir el Gubi (2916), clear, trail, might be sand, reconstructed')"
    )
    assert player.run(left) == before
