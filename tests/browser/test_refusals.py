"""Why not, and what is certain: refusals and odds that name what the player can do something about."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from sandtable.table.bench.process import ServerProcess
from tests.browser.player import Player, make_table
from tests.browser.test_play import TO_BENGASI

Sit = Callable[..., Player]

CAMPAIGN = "campaign-for-north-africa"


def test_a_hex_one_point_too_far_is_refused_for_its_distance_and_not_for_the_sea_on_the_way(
    sit: Sit, server: ServerProcess
) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.choose("21/5", "W6")
    player.press("Escape")
    player.click("F4")
    player.sees('#toast [data-refusal="5.2"]', "that takes 11 movement factors besides 10 hexes of road, and it has 10")
    expect(player.find("#toast .refusal")).not_to_contain_text("sea")
    player.click("T6")
    player.sees('#toast [data-refusal="5.7"]', "A sea hex ")
    player.sees('#toast [data-refusal="5.7"]', "no unit may enter")
    assert "not in play" not in player.find(".hex-line").inner_text()  # the sea is the sea
    player.hover("O9")
    player.waits("document.querySelector('[data-way$=\"-O9\"]')")  # whoever was refused looks elsewhere


def test_the_odds_say_that_a_victory_is_automatic_while_units_still_move_and_not_later(
    sit: Sit, server: ServerProcess
) -> None:
    table = make_table(server, played=TO_BENGASI[:-1])
    player = sit(table["id"], table["token"])
    attack = "sandtable.screen.play.choose(['21/5', '21/104', '21/3', '2/2sg'])"
    player.run(attack)
    player.sees("#odds .chances", "automatic victory: eliminated without a die roll")
    player.sees("#odds .chances .figure", "certain")
    expect(player.find("#odds .attack")).to_have_text("Automatic victory at 6-1")
    player.press("Escape")
    player.plays("done")
    player.run(attack)
    player.sees('#odds .chances tr:has-text("DE") .figure', "5/6")
    expect(player.find("#odds .chances")).not_to_contain_text("automatic victory")


def test_a_supply_unit_that_cannot_move_by_itself_says_so(sit: Sit, server: ServerProcess) -> None:
    seats = {"axis": "human", "commonwealth": "human"}
    table = make_table(server, until="Axis Movement", game=CAMPAIGN, scenario="grazianis-offensive", seats=seats)
    player = sit(table["id"], table["token"], game=CAMPAIGN)
    player.run("sandtable.screen.play.choose(['AX-S24'])")
    player.sees('#decision [data-idle="32.33"]', "moves with a counter here, or by itself in the Truck Convoy Phase")
