"""Counts the clicks of a whole first turn of Afrika Korps as the Axis: `python -m tests.browser.clicks`.

Every unit is moved, one attack is made; only the mouse is used, and every press of it counts.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from sandtable.table.chromium import launched
from sandtable.table.process import ServerProcess
from tests.browser.player import Player, make_table

GOAL = 18
# Where each unit goes when the table hands it over: the stack is clicked once, then only goals.
GOALS = {
    "21/5": "I3", "21/104": "I2", "21/3": "H3", "AxS1": "K3", "rommel": "M4", "ariete": "S9", "brescia": "W9",
    "pavia": "W8", "trenta": "W7", "bologna": "X8", "savena": "X9",
}  # fmt: skip


class Counting(Player):
    clicks = 0

    def click_at(self, x: float, y: float) -> None:
        self.clicks += 1
        super().click_at(x, y)


def first_turn(player: Counting) -> None:
    player.click("W6")
    for _ in range(len(GOALS)):
        player.waits_for_offers()
        (piece,) = player.run("[...sandtable.screen.play.chosen]")
        before = player.entries()
        player.click(GOALS[piece])
        player.waits_for_entries(before + 1)
        if not player.run("sandtable.screen.roster.left.length"):
            break
        player.waits("sandtable.screen.play.chosen.size === 1")
    player.shows(".left-line", "All have acted")
    player.does_each('#decision [data-action="done"]')
    player.click("H2")
    player.shows('#odds [data-column="6-1"]')
    player.clicks_on("#odds .attack")
    player.waits("sandtable.game.now.offers.some(o => o.action === 'scrap')")
    player.does_each('#decision [data-action="done"]', '#decision [data-action="fight 1"]')


def main() -> int:
    with TemporaryDirectory() as home, launched() as browser:
        server = ServerProcess(Path(home))
        try:
            table = make_table(server)
            player = Counting(browser, server)
            player.join(table["id"], table["token"])
            player.waits("sandtable.screen.roster.left.length > 0 && !sandtable.screen.roster.busy")
            first_turn(player)
            player.leave()
        finally:
            server.stop()
    print(f"clicks for a first turn of the Axis: {player.clicks} (goal: at most {GOAL})")
    return 0 if player.clicks <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
