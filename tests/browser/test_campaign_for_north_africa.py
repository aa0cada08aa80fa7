"""The Campaign for North Africa at the table: a TOE sheet, a march with its way, a desk handed to the machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from sandtable.table.bench.process import ServerProcess
from tests.browser.clicks import DIVISIONS, march
from tests.browser.player import Player, make_table
from tests.browser.test_everyone import check_accessible

Sit = Callable[..., Player]
GAME = "campaign-for-north-africa"
HOT_SEAT = {"axis": "human", "commonwealth": "human"}


def hot_seat(server: ServerProcess, until: str = "") -> dict[str, Any]:
    """Everything left as it is until a phase comes."""
    return make_table(server, until=until, game=GAME, scenario="grazianis-offensive", seats=HOT_SEAT)


STICKS_OUT = "(body => body.scrollWidth - body.clientWidth)(document.querySelector('#ledger .ledger-body'))"


def test_a_division_that_is_chosen_shows_its_toe_sheet(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server)
    player = sit(table["id"], table["token"], game=GAME)
    expect(player.find('[data-panel="sheet-7Arm"]')).to_be_hidden()  # with the others, shut
    player.click("D3612")
    player.sees('[data-panel="sheet-7Arm"] thead', "TOE")
    player.sees('[data-panel="sheet-7Arm"] tr:has([data-piece="6RTR"])', "MarkVI")
    figures = player.find('[data-panel="sheet-7Arm"] tr:has([data-piece="6RTR"]) td').all_text_contents()
    assert figures[:2] == ["10", "10"], "TOE Strength Points, and the most it may have"
    check_accessible(player, "TOE sheet")
    player.press("Escape")
    player.find("#map").focus()
    player.press("f")
    player.find("#sheet-forces input").fill("royal tank")
    player.sees("#sheet-forces .within", "6th Royal Tank Regt")  # in a formation, and so no counter of its own
    player.press("Escape")
    player.find("#map").focus()
    player.press("b")
    player.find("#ledger select").select_option(label="TOE sheets")
    player.find('#ledger [data-sort="TOE"]').click()
    expect(player.find("#ledger tbody th").first).to_contain_text("6th Royal Tank Regt")  # the strongest
    player.find("#ledger input").fill("hussars")
    expect(player.find("#ledger tbody")).not_to_contain_text("Royal Tank")
    expect(player.find("#ledger tbody")).to_contain_text("8th Hussars")
    check_accessible(player, "TOE sheets in full")
    player.find("#ledger .name").first.click()
    expect(player.find("#ledger")).to_be_hidden()
    player.waits("sandtable.screen.play.chosen.size === 1")
    player.press("Escape", "Escape")
    player.find('[data-panel="group Ledgers"] > summary').click()
    player.find('[data-panel="supply"] > summary').click()
    player.sees('[data-panel="supply"] thead', "Fuel")
    player.run("sandtable.screen.ledger.open('sheet-7Arm')")
    heads = "document.querySelector('#ledger thead').getBoundingClientRect().bottom"
    there = "document.querySelector('#ledger [data-section$=\" D3612\"]').getBoundingClientRect().top"
    player.waits(f"{there} >= {heads} - 2 && {there} < {heads} + 60")
    player.press("Escape")
    player.page.set_viewport_size({"width": 360, "height": 780})
    player.find("#map").focus()
    player.press("b")
    for book in ("Order of battle", "TOE sheets"):
        player.find("#ledger select").select_option(label=book)
        player.sees("#ledger tbody th")
        assert player.run(STICKS_OUT) <= 0, f"{book}: wider than a telephone"


def test_the_screen_is_handed_over_between_two_who_share_it(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server)
    player = sit(table["id"], table["token"], game=GAME, handover=True)
    first = player.run("sandtable.game.now.you.side")
    player.waits("sandtable.screen.handover.hides")
    while player.run("sandtable.game.now.you.side") == first:
        offered = player.run("sandtable.game.now.offers.map((offer) => offer.action)")
        player.plays("done" if "done" in offered else offered[0])
    player.sees("#handover", "Hand over the screen")
    player.press("Escape")
    player.find("#handover [data-ready]").click()
    expect(player.find("#handover")).to_be_hidden()


def test_the_guide_speaks_of_the_phase_in_which_one_sits_down_and_goes_on_with_the_game(
    sit: Sit, server: ServerProcess
) -> None:
    table = hot_seat(server, until="Organization")
    player = sit(table["id"], table["token"], game=GAME, guide=True)
    player.sees("#guide h2", ": Organise")
    while "Axis Movement" not in player.run("sandtable.game.now.view.phase"):
        player.plays("done")
    expect(player.find("#guide h2")).to_contain_text(": March, but not to death")


def test_a_march_shows_its_way_and_what_it_costs(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server, until="Axis Movement")
    player = sit(table["id"], table["token"], game=GAME)
    player.click("C3918")
    player.sees('[data-reach="C3817"]', "2")
    expect(player.find(".left-line b")).not_to_contain_text("+")  # all are counted
    assert player.run("sandtable.screen.roster.left.every((id) => sandtable.game.now.view.pieces[id].size)")
    player.page.mouse.move(*player.hex("C3817"))
    player.waits('document.querySelector("[data-way]")?.getAttribute("data-way") === "C3918-C3817"')
    player.click("C3817")
    player.sees('.log [data-said="62Mrm: C3918 to C3817"]', "62nd Marmarica Div HQ: ")
    player.page.get_by_label("Find in the story").fill("62Mrm")
    expect(player.find("#sheet-log .log li:visible")).to_have_count(1)
    player.run("sandtable.screen.play.choose(['63Cir', '1Libyan'])")
    player.sees('#decision [data-idle="8.0"]', "different hexes")


def test_guns_of_two_divisions_are_collected_and_fire_at_the_target_that_is_chosen(
    sit: Sit, server: ServerProcess
) -> None:
    table = hot_seat(server, until="Axis Movement")
    player = sit(table["id"], table["token"], game=GAME)
    for start, goal in (*DIVISIONS.values(), ("C3918", "C3820")):
        march(player, start, goal)
    asked = "`${sandtable.game.now.you.side} ${sandtable.game.now.view.prompt}`"
    while not player.run(f"{asked}.startsWith('axis Plot your barrages')"):
        offered = player.run("sandtable.game.now.offers.map((offer) => offer.action)")
        player.plays("done" if "done" in offered else offered[0])
    before = player.entries()
    player.click("C4021")
    player.waits_for_offers()
    player.click("C4121")  # nobody is there: a slip of the hand fires no gun
    player.sees("#toast .refusal", "choose the enemies themselves")
    assert player.entries() == before
    player.click("C3921")
    player.waits("sandtable.screen.play.chosen.size === 2 && sandtable.screen.play.offers.length > 0")
    player.click("C3922")
    player.sees("#odds [data-cost]", "Ammo from")
    targets = player.run("sandtable.screen.play.offers.map((offer) => offer.action.match(/C\\d{4}/g)[0])")
    assert set(targets) == {"C3922"}, "what is offered follows the chosen target"
    player.click("C3820")
    player.waits("sandtable.screen.play.chosen.has('62Mrm')")
    player.click("C3721")
    both = "/barrage .*C3922.*C3721|barrage .*C3721.*C3922/"
    player.waits(f"sandtable.screen.play.offers.some((offer) => {both}.test(offer.action))")  # each at its own target


def test_a_desk_is_handed_to_the_machine_and_taken_back(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server, until="Tactical Shipping")
    player = sit(table["id"], table["token"], game=GAME)
    player.find('[data-hand-over="supply"]').click()
    player.sees("#decision .phase", "Initiative")  # the quartermaster has answered
    player.press("w")
    expect(player.find('[data-layer-box="desk-supply"]')).to_be_checked()
    player.find('[data-layer-box="desk-supply"]').uncheck()
    player.waits("sandtable.game.now.table.seats.axis.desks.length === 0")
    check_accessible(player, "desks")


@pytest.mark.long
def test_a_comrade_joins_by_link_and_decides_at_his_desk(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server, until="Tactical Shipping")
    anna = sit(table["id"], table["token"], game=GAME)
    anna.press("w")
    anna.find('[data-post="supply"]').check()
    anna.find("[data-appoint]").click()
    link = anna.find('[data-comrade="1"] a').get_attribute("href") or ""
    check_accessible(anna, "comrades")
    bruno = sit(table["id"], link.split("#seat=")[1], game=GAME)
    bruno.sees("#decision .prompt", "decide at: supply")
    bruno.find('[data-take-seat="axis"]').click()
    anna.sees("#decision .whose", "a comrade (supply desk)")
    expect(anna.find("#decision [data-action]")).to_have_count(0)
    bruno.sees("#decision .whose", "Your decision (Axis)")
    bruno.find('#decision [data-action="done"]').click()
    anna.sees("#decision .phase", "Initiative")
    bruno.sees("#decision .whose", "your commander")
    anna.find('[data-hand="supply"]').select_option("0")
    anna.waits("sandtable.game.now.table.seats.axis.comrades[0].desks.length === 0")
    bruno.waits("!sandtable.game.now.table.seats.axis.comrades[0].desks.length")
