"""A draw is offered and a game is given up on the screen."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from sandtable.table.bench.process import ServerProcess
from tests.browser.player import Player, make_table
from tests.browser.test_everyone import check_accessible

Sit = Callable[..., Player]


def test_a_draw_is_offered_to_the_other_and_after_that_the_game_is_given_up(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, seats={"axis": "human", "allied": "human"})
    player = sit(table["id"], table["token"])
    player.press("w")
    player.does('#sheet-table [data-parley="offer-draw"]')
    player.sees("#decision .parley", "The Axis player offers a draw")
    player.does('#decision [data-parley="decline-draw"]')
    player.page.once("dialog", lambda dialog: dialog.accept())
    player.does('#sheet-table [data-parley="resign"]')
    player.sees("#decision .phase", "Allied victory")
    player.sees("#decision .prompt", "The Axis player resigns")
    expect(player.find("#decision .prompt")).not_to_contain_text("You have")  # who plays both has won and lost
    expect(player.find("#sheet-table [data-relieve]")).to_have_count(0)  # and nobody plays on


def test_a_game_that_is_over_is_looked_back_on_and_played_on_from_a_moment(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, seats={"axis": "human", "allied": "human"}, seed=1)
    player = sit(table["id"], table["token"])
    player.page.once("dialog", lambda dialog: dialog.accept())
    player.press("w")
    player.does('#sheet-table [data-parley="resign"]')
    player.page.click("[data-look-back]")
    player.sees("#review [data-luck]", "No throw of this game could have changed anything.")
    check_accessible(player, "review")
    player.page.click("#review .ledger-head button")
    player.page.evaluate("location.hash = '#at=0'")
    player.page.reload()
    player.page.click("[data-play-on]")
    player.page.wait_for_url(lambda url: table["id"] not in url)
    player.sees("#decision .phase", "Movement")
