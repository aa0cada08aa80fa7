"""Programs that sit at the table beside people and machines of the house."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from sandtable.bots.roster import Roster
from sandtable.core.title import Title
from tests.table.visitors import Table, Visitor

MUDDLER = f"{sys.executable} {Path(__file__).parents[2] / 'docs' / 'examples' / 'muddler.py'}"


def play_out(table: Table, seats: dict[str, str]) -> Visitor:
    made = table.make(game="wadi", seats=seats, seed=1)
    with table.socket(made["id"]) as session:
        host = Visitor(session)
        host.join(made["token"])
        host.ask("speed", delay=0)
        host.waits(lambda: host.mirror.known["view"]["over"])
    return host


def test_a_program_plays_a_full_game_at_the_table(tmp_path: Path, titles: dict[str, Title[Any]]) -> None:
    with Table(tmp_path, titles, roster=Roster({"muddler": MUDDLER})) as table:
        assert "muddler" in table.get("/api/games/wadi")["players"]
        host = play_out(table, {"red": "bot:muddler", "blue": "bot:random"})
        assert not host.mirror.chat, "nothing went wrong"


def test_a_program_that_fails_is_replaced_and_the_table_says_so(tmp_path: Path, titles: dict[str, Title[Any]]) -> None:
    with Table(tmp_path, titles, roster=Roster({"dud": "no-such-program"})) as table:
        host = play_out(table, {"red": "bot:dud", "blue": "bot:random"})
        assert any(line["from"] == "the table" for line in host.mirror.chat)


def test_a_guest_cannot_have_a_program_run(tmp_path: Path, titles: dict[str, Title[Any]]) -> None:
    with Table(tmp_path, titles, roster=Roster({"muddler": MUDDLER})) as table:
        seats = {"red": f"bot:cmd:{MUDDLER}", "blue": "human"}
        response = table.http.post("/api/tables", json={"game": "wadi", "seats": seats})
        assert response.status_code == 404 and "no player" in response.text
