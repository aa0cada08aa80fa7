"""Panzerarmee Afrika at the table: a move, a refusal with its broken line, the supply network, panels of two phases."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from playwright.sync_api import expect

from sandtable.table.bench.process import ServerProcess
from tests.browser.player import Player, make_table

Sit = Callable[..., Player]
GAME = "panzerarmee-afrika"

# From the opening to the first Axis movement, the forward brigade having come out to meet it.
TO_THE_AXIS = ("done", "done", "move uk-sg-2 0803-0805", "done", "done")
TO_AGEDABIA = (
    *TO_THE_AXIS,
    "overrun de-5-1-a, de-5-2-a, de-3-ar 0702-0805",
    "move de-5-1-a, de-5-2-a 0805-0907",
    "done",
)


def hot_seat(server: ServerProcess, played: Iterable[str]) -> dict[str, Any]:
    return make_table(server, played, game=GAME, seats={"allied": "human", "axis": "human"})


def look_at(player: Player, place: str) -> None:
    player.run(f"(s => s.map.camera.centre(...s.board.centre[s.board.hex('{place}')]))(sandtable.screen)")


def test_a_unit_moves_and_one_that_would_leave_its_supply_is_shown_where_the_line_breaks(
    sit: Sit, server: ServerProcess
) -> None:
    table = hot_seat(server, played=TO_THE_AXIS)
    player = sit(table["id"], table["token"], game=GAME)
    look_at(player, "0906")
    player.choose("it-132-a", player.where("it-132-a"))
    player.find("#fan .close").click()
    player.click("1012")
    player.sees('#toast [data-refusal="11.1.1"]', "out of supply")
    expect(player.find(".over-way [data-line]")).to_have_count(1)
    player.click("0604")
    player.waits_for_entries(len(TO_THE_AXIS) + 1)
    assert player.where("it-132-a") == "0604"
    player.sees(".log", "132nd Tank Regiment")


def test_a_stack_overruns_by_a_click_on_the_enemy(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server, played=TO_THE_AXIS)
    player = sit(table["id"], table["token"], game=GAME)
    look_at(player, "0906")
    player.choose("de-5-1-a", "0702")
    for other in ("de-5-2-a", "de-3-ar"):
        player.find(f'#fan [data-unit="{other}"]').click()
    player.waits("sandtable.screen.play.chosen.size === 3 && sandtable.screen.play.offers.length > 0")
    player.find("#fan .close").click()
    player.click("0805")
    player.waits_for_entries(len(TO_THE_AXIS) + 1)
    assert player.where("de-5-1-a") == "0805" and player.where("uk-sg-2") == "cadre"


def test_the_supply_network_lies_over_the_map(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server, played=("done", "done"))
    player = sit(table["id"], table["token"], game=GAME)
    player.press("v")
    player.find('[data-layer-box="network-allied"]').check()
    player.waits("document.querySelectorAll('path.supply[data-layer=\"network-allied\"]').length >= 5")
    player.find('[data-layer-box="attack-allied"]').check()
    player.sees('path.zone[data-layer="attack-allied"]')


def test_an_attack_is_declared_from_its_odds_and_fought_in_the_panel(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server, played=TO_AGEDABIA)
    player = sit(table["id"], table["token"], game=GAME)
    player.sees("#decision .phase", "Declaration of combats")
    player.click("1007")  # an enemy stands for the best attack on it
    player.sees("#odds [data-column]", "+")
    player.sees("#decision .chosen-line", "I Battalion, 5th Panzer Regiment")
    player.press("Escape")
    player.choose("de-5-1-a", "0907")
    player.find("#fan [data-all]").click()
    player.find("#fan .close").click()
    player.click("1007")
    player.sees("#odds [data-column]", "+")
    player.find("#odds .attack").click()
    player.sees('#beside [data-panel="combats"] [data-hex="1007"]')
    player.does('#decision [data-action="done"]', '#decision [data-action="done"]', '#beside [data-action="fight 1"]')
    player.sees(".log .die")


def test_reinforcements_are_chosen_in_their_panel_and_placed_on_the_map(sit: Sit, server: ServerProcess) -> None:
    table = hot_seat(server, played=("done", "done", "done"))
    player = sit(table["id"], table["token"], game=GAME)
    player.sees("#decision .phase", "Reinforcements")
    player.find('#beside [data-choose="in-11"]').click()
    player.waits("sandtable.screen.play.offers.length > 1")
    player.sees("#decision .chosen-line", "choose a marked hex")
    player.click("1250")
    player.waits("sandtable.game.now.view.pieces['in-11'].at === '1250'")
    player.sees('#beside [data-panel="arrivals"]', "Arrived")
