"""North Africa '41 at the table: Trucks out of a box, markers from a panel, odds with support, a breakthrough."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from playwright.sync_api import expect

from sandtable.table.bench.process import ServerProcess
from tests.browser.player import Player, make_table
from tests.browser.test_everyone import check_accessible

Sit = Callable[..., Player]
GAME = "north-africa-41"
HOT_SEAT = {"axis": "human", "allied": "human"}
TO_MERSA_BREGA = ("tactical ge-i-5, ge-mg8, ge-3rec 1604-1606", "move ge-ii-5, ge-mg2, ge-i-33flak 1603-1606")


def hot_seat(server: ServerProcess, scenario: str = "enter-rommel", played: Iterable[str] = ()) -> dict[str, Any]:
    return make_table(server, played, game=GAME, scenario=scenario, seats=HOT_SEAT)


def test_a_truck_takes_a_regiment_out_of_its_box_by_two_clicks(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server)
    player = sit(table["id"], table["token"], game=GAME)
    player.find('[data-panel="boxes"] [data-unit="it-27pav"]').click()
    player.waits("sandtable.screen.play.offers.length > 0")
    player.click("1605")
    player.waits_for_entries(1)
    assert player.where("it-27pav") == "1605" and player.where("axis-truck-1") == "1605"
    player.sees(".log", "picks up 27 Pav (Pavia) at")


def test_a_fortification_is_taken_from_its_panel_and_set_down(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server)
    player = sit(table["id"], table["token"], game=GAME)
    player.find('[data-panel="resources"] [data-unit="fortification-axis"]').click()
    player.waits("sandtable.screen.play.offers.length > 0")
    player.click("1605")
    player.sees('.log [data-said*="begins to fortify 1605"]')
    expect(player.find('[data-panel="resources"]')).not_to_have_attribute("open", "")  # folded when nothing is left


def test_a_phase_in_which_somebody_has_not_moved_does_not_end_unasked(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server)
    player = sit(table["id"], table["token"], game=GAME, warnings=True)
    player.waits("sandtable.screen.roster.left.length && !sandtable.screen.roster.busy")
    player.find('#decision [data-action="done"]').click()
    player.sees("#decision .staff", "can still act, beside the map")
    player.find("[data-go-back]").click()
    player.plays("move ge-i-5 1604-1606")
    player.waits("!sandtable.screen.roster.busy")
    player.find('#decision [data-action="done"]').click()
    told = player.find("#decision .staff [data-warning]").nth(1)
    expect(told).to_contain_text("II/5 (5th Light)")  # who stands on the map is named as well
    expect(told).to_contain_text("more can still act")
    player.does("[data-end-anyway]")


def test_an_attack_shows_its_odds_with_and_without_support(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server, "crusader", played=("done",))
    player = sit(table["id"], table["token"], game=GAME)
    player.run("sandtable.screen.play.choose(['br-4rtr', 'br-14', 'br-23', 'it-39bol'])")
    player.sees('#odds [data-column="5-1"]')
    player.sees("#odds .ledger", "if the defender stands")
    expect(player.find("#odds .choices .button").first).to_contain_text("Without support: 2-1")
    check_accessible(player, "odds")
    player.find('#odds [data-action$="artillery al-tob"]').click()
    player.sees('[data-panel="battle"]', "Artillery Support by Tobruk")


def test_a_breakthrough_is_led_by_clicks(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server, played=(*TO_MERSA_BREGA, "done", "attack 1707 with ge-i-5, ge-ii-5, ge-mg8"))
    player = sit(table["id"], table["token"], game=GAME)
    player.find('#decision [data-action="group ge-i-5, ge-ii-5, ge-mg8"]').click()
    player.sees('[data-panel="battle"]', "4 left")
    player.sees('[data-reach="1707"]', "1")
    player.click("1707")
    player.sees('[data-panel="battle"]', "3 left")
    player.find('#decision [data-action="break 1708"]').click()
    player.sees(".log", "break through against 3 Hus (2nd Armoured)")


def test_nobody_who_must_retreat_is_told_that_he_may_stay(sit: Sit, server: ServerProcess) -> None:
    led = ("move ge-ii-5 1603-1607", "move ge-i-33flak 1603-1607", "move ge-mg8 1604-1607")
    table = hot_seat(server, played=(*led, "shatter 1708 with ge-ii-5, ge-mg8, ge-i-33flak"))
    player = sit(table["id"], table["token"], game=GAME)
    player.sees("#decision", "Retreat 3 Hus (2nd Armoured)")
    player.click("1708")
    player.sees('#decision [data-left="1"]', "1 can still act")
    expect(player.find('#decision [data-key="S"]')).to_have_count(0)
    player.press("s")
    player.click("2010")
    player.sees(".log", "3 Hus (2nd Armoured) retreats")


def test_delay_markers_are_placed_and_convoys_sail_on_a_telephone(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server, played=("move ge-i-5 1604-1606", "done", "done"))
    player = sit(table["id"], table["token"], game=GAME, size=(390, 844), touch=True)
    player.hex("1611")
    looks = "[sandtable.screen.map.camera.x, sandtable.screen.map.camera.y]"
    before = player.run(looks)
    player.find('[data-panel="events"] [data-unit="delay-axis-1"]').click()
    player.waits("sandtable.screen.play.offers.length > 0")
    assert player.run(looks) == before, "a hex where it may lie is in sight already"
    player.click("1611")
    player.waits("sandtable.game.now.view.pieces['delay-axis-1']?.at === '1611'")
