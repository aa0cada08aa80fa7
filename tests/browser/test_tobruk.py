"""Tobruk at the table: reinforcements from a panel, the minefield, odds and overruns, air units by a form, the bid."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from playwright.sync_api import expect

from sandtable.table.bench.process import ServerProcess
from tests.browser.player import Player, make_table
from tests.browser.test_everyone import check_accessible

Sit = Callable[..., Player]
GAME = "tobruk"
HOT_SEAT = {"axis": "human", "commonwealth": "human"}

# From the opening to the combat mode of XXX Corps around Sidi Omar.
TO_SIDI_OMAR = (
    "done", "begin move", "enter 7ArmHQ 5221-4418", "waive", "enter 8Hus/4Arm, 3RTR/4Arm, 5RTR/4Arm 5221-4518",
    "enter 2RTR/7Arm, 6RTR/7Arm 5221-4317", "done",
)  # fmt: skip


def hot_seat(server: ServerProcess, played: Iterable[str] = ()) -> dict[str, Any]:
    return make_table(server, played, game=GAME, scenario="first-sidi-rezegh", seats=HOT_SEAT)


def test_reinforcements_are_chosen_in_their_panel_and_enter_by_a_click(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server, played=TO_SIDI_OMAR[:2])
    player = sit(table["id"], table["token"], game=GAME)
    panel = '[data-panel="arrivals"]'
    player.waits("sandtable.screen.roster.left.length > 20 && !sandtable.screen.roster.busy")
    expect(player.find('#decision [data-action="done"]:not(.primary)')).to_be_visible()  # nobody is left behind by it
    for unit in ("8Hus/4Arm", "3RTR/4Arm"):
        player.find(f'{panel} [data-unit="{unit}"]').click()
    player.waits("sandtable.screen.play.chosen.size === 2 && sandtable.screen.play.offers.length > 0")
    player.sees('[data-reach="5121"]', "2")
    player.waits("!sandtable.screen.map.frame")
    where = player.run("sandtable.hexToScreen('5221')")
    assert 0 < where["x"] < player.find("#panels").bounding_box()["x"] and 0 < where["y"] < 860  # type: ignore[index]
    player.click("5121")
    player.waits_for_entries(3)
    expect(player.find('.over-way [data-way="5221-5121"]')).to_have_count(1)  # the minefield question shows the way
    player.click("5121")
    player.find('#fan [data-action="mine 8Hus/4Arm at 5121"]').click()
    player.waits_for_entries(4)
    player.sees('.log [data-said*="runs into a minefield at 5121"]')
    assert player.where("8Hus/4Arm") == player.where("3RTR/4Arm") == "5121"


def test_an_attack_is_weighed_and_may_be_made_an_overrun(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server, played=TO_SIDI_OMAR)
    player = sit(table["id"], table["token"], game=GAME)
    player.sees('#decision [data-action^="attack 4417 with "]', " at ")
    expect(player.find('#decision [data-action="done"]:not(.primary)')).to_be_visible()  # nothing green lets it go
    player.find('[data-panel="targets"] [data-unit="2RTR/7Arm"]').click()
    player.find('[data-panel="targets"] [data-unit="15/Sav"]').click()
    player.sees('#odds [data-column="1:1"]')
    player.sees("#odds .ledger", "with 3 artillery markers")
    expect(player.find("#odds .attack")).to_have_text("Attack at 1:1")
    player.find('#odds [data-action$="overrun 2RTR/7Arm"]').click()
    player.sees('[data-panel="battle"]', "Overrun")


@pytest.mark.parametrize("clicks", [("4417",), ("4518", "4417")], ids=["the enemy", "a stack, then the enemy"])
def test_who_can_attack_together_does(sit: Sit, server: ServerProcess, clicks: tuple[str, ...]) -> None:
    table = hot_seat(server, played=TO_SIDI_OMAR)
    player = sit(table["id"], table["token"], game=GAME)
    player.waits("sandtable.screen.roster.left.length && !sandtable.screen.roster.busy")
    for each in clicks:
        player.click(each)
        player.waits("!sandtable.screen.play.waiting && sandtable.screen.play.chosen.size > 1")
    player.sees("#odds .attack")
    stack = {"8Hus/4Arm", "3RTR/4Arm", "5RTR/4Arm"}
    everybody = {*stack, "2RTR/7Arm", "6RTR/7Arm"}
    assert {*player.run("[...sandtable.screen.play.chosen]")} == {"15/Sav", *(stack if len(clicks) > 1 else everybody)}


def test_air_units_are_sent_by_a_form(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server, played=(*TO_SIDI_OMAR, "attack 4417 with 2RTR/7Arm, 6RTR/7Arm"))
    player = sit(table["id"], table["token"], game=GAME)
    form = '[data-panel="air"] form'
    player.sees('[data-panel="air"]', "The battle as it stands: 12 to 4, column 3:1; driven back")
    expect(player.find(f"{form} [type=submit]")).to_have_text("Send none")
    player.find(f'{form} [aria-label="More fighters"]').click()
    player.find(f'{form} [data-figure="support"]').fill("2")
    expect(player.find(f"{form} [type=submit]")).to_contain_text(
        "1 fighter and 2 close air support units: +5 on the dice"
    )
    player.find(f'{form} [data-figure="support"]').fill("70")
    expect(player.find(f"{form} [type=submit]")).to_be_disabled()
    player.find(f'{form} [data-figure="support"]').fill("2")
    check_accessible(player, "air form")
    player.find(f"{form} [type=submit]").click()
    player.sees(".log", "The Commonwealth sends 1 fighter and 2 close air support")
    player.sees('[data-panel="air"]', "1 over the battle, 9 ready")


def test_the_range_of_the_active_formation_lies_over_the_map(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server, played=TO_SIDI_OMAR)
    player = sit(table["id"], table["token"], game=GAME)
    player.press("v")
    player.find('[data-layer-box="formation"]').check()
    expect(player.find('[data-layer="formation"]').first).to_be_attached()
    assert player.run("sandtable.screen.map.stacks.ready.has('2RTR/7Arm')"), "who may attack is underlined"


def test_the_bid_gives_the_commonwealth_to_the_higher_bidder(sit: Sit, server: ServerProcess) -> None:
    seats = {"axis": "human", "commonwealth": "bot:officer"}
    table = make_table(server, game=GAME, scenario="battle-for-tobruk", seats=seats)
    player = sit(table["id"], table["token"], game=GAME, size=(390, 844), touch=True)
    player.sees('[data-panel="bid"] form [type=submit]', "Bid")
    player.find('[data-panel="bid"] [data-figure="bid"]').fill("99")
    player.find('[data-panel="bid"] form [type=submit]').click()
    player.waits("sandtable.game.now.you.side === 'commonwealth'")
    player.sees("#decision .phase", "Set-up of the garrison")


def test_a_figure_is_typed_to_its_end_while_the_panel_is_drawn_anew(sit: Sit, server: ServerProcess) -> None:
    """The other has bid meanwhile: the field keeps what is marked in it and what was typed."""
    seats = {"axis": "human", "commonwealth": "human"}
    table = make_table(server, game=GAME, scenario="battle-for-tobruk", seats=seats)
    player = sit(table["id"], table["token"], game=GAME, size=(390, 844), touch=True)
    field = player.find('[data-panel="bid"] [data-figure="bid"]')
    drawn = "sandtable.screen.drawPlayNow()"
    field.press("9")
    field.press("9")
    field.select_text()  # all of it, to write another
    moved_on = "sandtable.game.now.view = {...sandtable.game.now.view, count: sandtable.game.now.view.count + 1}"
    player.run(f"void ({moved_on}, {drawn})")
    player.press("4")
    player.run(f"void {drawn}")
    player.press("2")
    expect(player.find('[data-panel="bid"] [data-figure="bid"]')).to_have_value("42")
    expect(player.find('[data-panel="bid"] form [type=submit]')).to_contain_text("42")


def test_on_a_telephone_the_button_of_the_air_form_is_in_sight(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server, played=(*TO_SIDI_OMAR, "attack 4417 with 2RTR/7Arm, 6RTR/7Arm"))
    player = sit(table["id"], table["token"], game=GAME, size=(390, 844), touch=True)
    expect(player.find('[data-panel="air"] form [type=submit]')).to_be_in_viewport(ratio=1)
