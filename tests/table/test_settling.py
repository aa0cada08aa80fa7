"""Standing answers: given for a player in the other side's turn, a secret of his side, refused where they are not."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import games
from sandtable.bots.random_player import RandomPlayer
from sandtable.core.frames import NEVER
from sandtable.core.title import Title
from sandtable.core.values import Refusal
from sandtable.table.live import command, playing
from sandtable.table.live.holder import Holder
from sandtable.table.live.table import LiveTable
from sandtable.table.pace import settling
from sandtable.table.stores.base import Row
from tests.table.visitors import Table, Visitor

BLUE, RED = Holder(("blue",)), Holder(("red",))
GAMES = 40  # of random players, in which somebody has certainly been attacked


def table_of(house: Table, title: Title[Any], seed: int) -> LiveTable:
    made = house.make(game="wadi", seats={"red": "human", "blue": "human"}, seed=seed)
    row = house.store.row(made["id"])
    assert isinstance(row, Row)
    return LiveTable.open(title, row, house.store)


def questions(live: LiveTable, seed: int) -> set[str]:
    """Plays the game to its end; who was asked whether he retreats."""
    player, asked = RandomPlayer(live.title, seed), set()
    while live.game.outcome is None:
        side = live.game.asked[0]
        decision = live.title.rules.asks(live.game.state)
        if decision is not None and decision.interrupt(live.game.state, side):
            asked.add(side)
        playing.act(live, side, player.choose(live.title.sight.observe(live.game.state, side), side))
    return asked


def test_who_never_retreats_is_not_asked_and_stands(in_a_file: Table, titles: dict[str, Title[Any]]) -> None:
    asked, stood = set[str](), 0
    for seed in range(GAMES):
        live = table_of(in_a_file, titles["wadi"], seed)
        command.settle(live, BLUE, "retreat", NEVER)
        asked |= questions(live, seed)
        stood += sum(told.side == "blue" and str(told.action) == "stand" for told in live.game.record)
        if asked and stood:
            break
    assert asked == {"red"}, "who has left no answer is asked"
    assert stood > 0


def test_a_standing_answer_is_a_secret_of_its_side_and_in_its_record(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "open"})
    with table.socket(made["id"]) as session, table.socket(made["id"]) as other:
        guest, host = Visitor(session), Visitor(other)
        guest.sit(made["links"]["blue"].partition("#seat=")[2])
        assert guest.ask("settle", question="retreat", choice="never")["type"] == "done"
        assert guest.ask("snapshot")["you"]["settled"] == {"retreat": "never"}
        assert host.join(made["token"])["you"]["settled"] == {}
        own = table.get(f"/api/tables/{made['id']}/record", guest.token)
        assert own["settled"] == {"blue": {"retreat": "never"}}
        for token in (made["token"], ""):
            assert "settled" not in table.get(f"/api/tables/{made['id']}/record", token)
        assert guest.ask("settle", question="retreat", choice="ask")["type"] == "done"
        assert guest.ask("snapshot")["you"]["settled"] == {}
        assert guest.ask("settle", question="retreat", choice="always")["case"] == "unknown"
        assert guest.ask("settle", question="weather", choice="never")["case"] == "unknown"
    with table.socket(made["id"]) as session:
        watcher = Visitor(session)
        watcher.join()
        assert watcher.ask("settle", question="retreat", choice="never")["case"] == "seat"


def test_the_staff_answers_what_is_left_to_it_and_nothing_else(in_a_file: Table, titles: dict[str, Title[Any]]) -> None:
    for seed in range(GAMES):
        live = table_of(in_a_file, titles["wadi"], seed)
        command.settle(live, BLUE, "retreat", "staff")
        player = RandomPlayer(live.title, seed)
        while live.game.outcome is None:
            side, state = live.game.asked[0], live.game.state
            decision = live.title.rules.asks(state)
            assert decision is not None
            interrupted = bool(decision.interrupt(state, side))
            assert command.is_delegated(live, side) == (interrupted and side == "blue")
            if interrupted and side == "blue":
                return
            playing.act(live, side, player.choose(live.title.sight.observe(state, side), side))
    raise AssertionError("nobody was attacked")


def test_since_when_somebody_is_asked_is_told_and_moves_with_nothing_hidden(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "human"})
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        visitor.ask("play", action="bet 1", count=visitor.mirror.count, side="red")
        seen = visitor.ask("snapshot")["table"]["since"]
        assert set(seen) == {"blue"}
    [listed] = table.get("/api/tables")["tables"]
    assert listed["since"] == seen


@pytest.mark.parametrize("key", games.keys())
def test_every_game_offers_what_it_asks_in_the_other_sides_turn(key: str) -> None:
    title = games.title(key)
    assert title.rules.interrupts, "each has something that interrupts"
    for kind in title.rules.interrupts:
        assert {"ask", "staff"} <= set(settling.choices(title, kind))
    with pytest.raises(Refusal, match="no such question"):
        settling.choices(title, "weather")
