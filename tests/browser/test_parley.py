"""A draw is offered and a game is given up on the screen."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.table.process import ServerProcess
from tests.browser.player import Player, make_table

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
    player.sees("#decision .phase", "Allied wins")
    player.sees("#decision .prompt", "The Axis player resigns")
