"""Counts the clicks of a player who uses only the mouse: `python -m tests.browser.clicks`.

A whole first turn of Afrika Korps as the Axis, in which every unit is moved and one attack is made; and a whole
Operations Stage of the Campaign as the Axis, in which two divisions move up and attack. Every press counts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser

from sandtable.table.bench.chromium import launched
from sandtable.table.bench.process import ServerProcess
from tests.browser.player import Player, make_table

# Where each unit goes when the table hands it over: the stack is clicked once, then only goals.
GOALS = {
    "21/5": "I3", "21/104": "I2", "21/3": "H3", "AxS1": "K3", "rommel": "M4", "ariete": "S9", "brescia": "W9",
    "pavia": "W8", "trenta": "W7", "bologna": "X8", "savena": "X9",
}  # fmt: skip
CAMPAIGN = "campaign-for-north-africa"
# Two divisions, where they stand and the hexes beside Halfaya Pass to which they go.
DIVISIONS = {"1Libyan": ("C4020", "C4021"), "63Cir": ("C4120", "C3921")}
SETTLED = "sandtable.screen.play.asked && !sandtable.screen.play.busy && !sandtable.screen.play.waiting"

BUTTONS = """[...document.querySelectorAll("#decision [data-action], #beside [data-action]")]
  .filter((each) => each.checkVisibility())
  .map((each) => ({ action: each.dataset.action, green: each.matches(".primary"), text: each.textContent }))"""


class Counting(Player):
    clicks = 0

    def click_at(self, x: float, y: float) -> None:
        self.clicks += 1
        super().click_at(x, y)

    @property
    def phase(self) -> str:
        return str(self.run("sandtable.game.now.view.phase"))


def first_turn(player: Counting) -> None:
    player.waits("sandtable.screen.roster.left.length > 0 && !sandtable.screen.roster.busy")
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


def operations_stage(player: Counting) -> None:
    """From the Initiative to the end of the Axis' own part of the first Operations Stage."""
    while "Operations Stage 1" not in player.phase:
        player.waits(SETTLED)
        offered = player.run("sandtable.game.now.offers.map((offer) => offer.action)")
        player.plays("done" if "done" in offered else offered[0])
    moved = False
    for _ in range(60):
        player.waits(f"({SETTLED}) || sandtable.game.now.view.phase.includes('Operations Stage 2')")
        if "Commonwealth" in player.phase.partition(":")[2] and moved and "Fleet" not in player.phase:
            return _check_assault(player)
        if player.phase.endswith("Axis Movement") and not moved:
            for start, goal in DIVISIONS.values():
                march(player, start, goal)
            moved = True
        _press_on(player)
    raise AssertionError("the stage does not end")


def _check_assault(player: Counting) -> None:
    actions = player.run("sandtable.game.now.log.entries.map((entry) => entry.action)")
    (commit,) = [action for action in actions if action.startswith("commit ")]
    assert all(f" {division}:" in commit for division in DIVISIONS), "both divisions assault"


def march(player: Player, start: str, goal: str) -> None:
    player.click(start)
    player.waits_for_offers()
    before = player.entries()
    player.click(goal)
    player.waits(f"sandtable.game.now.table.entries > {before} || document.querySelector('#fan .choices button')")
    if player.entries() == before:
        player.clicks_on("#fan .choices button:last-child")  # and announce the assault
        player.waits_for_entries(before + 1)
    player.waits(SETTLED)


def _press_on(player: Counting) -> None:
    """What is green, else what is suggested; where points are committed, the assault."""
    buttons = player.run(BUTTONS)
    order = sorted(
        buttons,
        key=lambda each: (
            not each["text"].startswith("Assault"),
            not each["green"],
            "(suggested)" not in each["text"],
            each["action"] != "done",
        ),
    )
    player.does_each(f"[data-action={_quoted(order[0]['action'])}]")


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def count(browser: Browser, server: ServerProcess, play: Callable[[Counting], None], **wish: Any) -> int:
    table = make_table(server, **wish)
    player = Counting(browser, server, game=wish.get("game", "afrika-korps"))
    player.join(table["id"], table["token"])
    play(player)
    player.leave()
    return player.clicks


def main() -> int:
    seats = {"axis": "human", "commonwealth": "bot:officer"}
    with TemporaryDirectory() as home, launched() as browser:
        server = ServerProcess(Path(home))
        try:
            turn = count(browser, server, first_turn)
            print(f"clicks for a first turn of the Axis: {turn} (goal: at most 18)", flush=True)
            stage = count(
                browser, server, operations_stage, game=CAMPAIGN, scenario="grazianis-offensive", seats=seats, seed=7
            )
            print(f"clicks for an Operations Stage with two divisions attacking: {stage} (goal: at most 25)")
        finally:
            server.stop()
    return 0 if turn <= 18 and stage <= 25 else 1


if __name__ == "__main__":
    sys.exit(main())
