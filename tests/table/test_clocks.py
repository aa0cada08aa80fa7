"""Clocks: their arithmetic, what a fallen flag brings at the table, and that they tell nobody's secret."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.core import journal
from sandtable.core.title import Title
from sandtable.core.values import BadNotation, Refusal
from sandtable.table.live import flags
from sandtable.table.live.table import LiveTable, Overtaken
from sandtable.table.pace import clock as clocks
from sandtable.table.pace import moment
from sandtable.table.pace.clock import DAY, Clock, Hand, Pace
from sandtable.table.stores.base import Row
from sandtable.table.stores.opening import opened
from tests.core.test_game import RED_FIRST, TITLE, game
from tests.table.cluster import Cluster
from tests.table.visitors import Table, Visitor

DAYS = Pace("days", each=3 * DAY, reserve=2 * DAY, leave=14 * DAY)
LIVE = Pace("clock", each=30, reserve=600)
WISH = {"kind": "days", "each": 3 * DAY, "reserve": 2 * DAY, "leave": 14 * DAY}
SEATS = {"red": "human", "blue": "human"}


class Later:
    """The time that tests say it is."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    clock = Later()
    monkeypatch.setattr(moment, "seconds", clock)
    return clock


def going(pace: Pace, *running: str, turn: int = 1, at: float = 100.0) -> Clock:
    return clocks.moved_on(clocks.begun(clocks.set_up(pace, ("red", "blue"))), pace, running, turn, at)


# Arithmetic


def test_a_clock_runs_for_the_side_that_is_asked_and_only_for_it() -> None:
    clock = going(DAYS, "red")
    assert clock.hands["red"].left(100 + DAY) == 4 * DAY and clock.hands["blue"].left(100 + DAY) == 5 * DAY
    assert clock.due == 100 + 5 * DAY
    clock = clocks.moved_on(clock, DAYS, ("blue",), 1, 100 + DAY)
    assert clock.hands["red"].left(100 + 9 * DAY) == 4 * DAY and clock.due == 100 + 6 * DAY


def test_by_the_day_a_turn_has_its_own_time_and_the_reserve_pays_for_more() -> None:
    clock = clocks.moved_on(going(DAYS, "red"), DAYS, ("blue",), 1, 100 + 4 * DAY)
    assert (clock.hands["red"].turn, clock.hands["red"].reserve) == (0, DAY)
    clock = clocks.moved_on(clock, DAYS, ("red",), 2, 100 + 4.5 * DAY)
    assert (clock.hands["red"].turn, clock.hands["red"].reserve) == (3 * DAY, DAY), "the reserve does not grow"
    assert (clock.hands["blue"].turn, clock.hands["blue"].reserve) == (3 * DAY, 2 * DAY), "nor what was saved"


def test_by_the_clock_every_turn_adds_its_time_to_what_is_left() -> None:
    clock = clocks.moved_on(going(LIVE, "red"), LIVE, ("blue",), 1, 110)
    assert clock.hands["red"].left(200) == 620
    assert clocks.moved_on(clock, LIVE, ("red",), 2, 110).hands["red"].left(110) == 650


def test_what_happens_while_the_same_sides_are_asked_moves_no_clock() -> None:
    clock = going(DAYS, "red")
    assert clocks.moved_on(clock, DAYS, ("red",), 1, 100 + DAY) is clock


def test_a_turn_that_is_taken_back_brings_its_time_only_once() -> None:
    clock = clocks.moved_on(going(LIVE, "red"), LIVE, ("red",), 2, 100)
    again = clocks.moved_on(clocks.moved_on(clock, LIVE, ("red",), 1, 100), LIVE, ("red",), 2, 100)
    assert again.hands["red"].left(100) == clock.hands["red"].left(100) == 660


def test_absence_stops_the_clock_out_of_what_was_agreed() -> None:
    clock = clocks.gone_away(going(DAYS, "red"), "red", 10 * DAY, 100 + DAY)
    red = clock.hands["red"]
    assert red.left(100 + 8 * DAY) == red.left(100 + DAY) == 4 * DAY and red.left(100 + 12 * DAY) == 3 * DAY
    assert clock.due == 100 + 15 * DAY
    with pytest.raises(ValueError, match="4 days of absence"):
        clocks.gone_away(clock, "red", 5 * DAY, 100 + 12 * DAY)
    back = clocks.gone_away(clock, "red", 0, 100 + 3 * DAY).hands["red"]
    assert back.leave == 12 * DAY and back.left(100 + 4 * DAY) == 3 * DAY
    with pytest.raises(ValueError, match="not away"):
        clocks.gone_away(clock, "blue", 0, 100)


@pytest.mark.parametrize("start", [0.0, 50.0, 100.0, 150.0, 400.0])
@pytest.mark.parametrize("length", [0.0, 30.0, 200.0])
def test_a_flag_falls_in_the_moment_in_which_nothing_is_left(start: float, length: float) -> None:
    hand = Hand(60, 40, 0, since=100, away=(start, start + length))
    assert hand.left(hand.due) == pytest.approx(0) and hand.left(hand.due - 1) == pytest.approx(1)


def test_after_so_many_extensions_the_flag_loses() -> None:
    pace = Pace("clock", reserve=60, flag="extension", extension=20, times=2)
    clock = going(pace, "red")
    for at in (160.0, 180.0):
        assert clock.fallen(at - 1) == () and clock.fallen(at) == ("red",)
        assert clocks.verdict(clock, pace, "red") == "extension"
        clock = clocks.after_the_fall(clock, pace, "red", at)
    assert clocks.verdict(clock, pace, "red") == "loss"


# The record


@pytest.mark.parametrize("verdict", ["loss", "machine", "extension"])
def test_the_fall_is_an_entry_that_the_record_replays(verdict: str) -> None:
    table = game(*RED_FIRST, f"red> flag {verdict}")
    assert (table.outcome is not None) == (verdict == "loss")
    record = journal.new(TITLE, TITLE.setup(), seed=3)
    record.game.play_text(f"flag {verdict}", "red")
    record.game.play_text("resign", "red") if verdict != "loss" else None
    save = record.save()
    assert journal.check(TITLE, save).outcome == journal.verify(TITLE, save).outcome == record.game.outcome


def test_whose_clock_does_not_run_has_no_flag_to_fall() -> None:
    with pytest.raises(Refusal, match="does not run"):
        game(*RED_FIRST, "blue> flag loss")
    with pytest.raises(BadNotation, match="one of loss, machine, extension"):
        game("red> flag nothing")


# At the table


def test_a_flag_that_falls_loses_and_is_told_once(table: Table, later: Later) -> None:
    made = table.make(game="wadi", seats=SEATS, pace=WISH)
    seen = table.get(f"/api/tables/{made['id']}")["table"]["clock"]
    assert seen["begun"] and {side: hand["since"] > 0 for side, hand in seen["hands"].items()} == {
        "red": True, "blue": True,
    }  # fmt: skip
    later.now += 5 * DAY
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        refused = visitor.ask("play", action="bet 1", count=visitor.mirror.count, side="red")
        assert refused["type"] == "refused"
        visitor.waits(lambda: visitor.mirror.known["view"]["over"] != "")
        assert "is up" in visitor.mirror.known["view"]["over"]
    record = table.get(f"/api/tables/{made['id']}/record", made["token"])
    assert [line[1] for line in record["lines"]] == ["flag loss"]


def test_nobody_says_himself_that_time_is_up(table: Table) -> None:
    made = table.make(game="wadi", seats=SEATS, pace=WISH)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        for verdict in ("loss", "extension"):
            answer = visitor.ask("play", action=f"flag {verdict}", count=visitor.mirror.count, side="red")
            assert answer["case"] == "message" and "clock alone" in answer["why"]


def test_a_secret_answer_moves_no_clock_but_the_own(table: Table, later: Later) -> None:
    """Both bid under seal; who has bid is no longer asked, which everybody sees, and nothing else moves."""
    made = table.make(game="wadi", seats=SEATS, pace=WISH)
    before = table.get(f"/api/tables/{made['id']}")["table"]["clock"]["hands"]
    later.now += 3600
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        assert visitor.ask("play", action="bet 1", count=visitor.mirror.count, side="red")["type"] == "played"
    after = table.get(f"/api/tables/{made['id']}")["table"]["clock"]["hands"]
    assert after["blue"] == before["blue"] and after["red"]["since"] == 0


def test_the_machine_takes_over_when_that_was_agreed_and_keeps_the_seat(table: Table, later: Later) -> None:
    made = table.make(game="wadi", seats=SEATS, pace={**WISH, "flag": "machine"})
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        visitor.ask("pause")
        visitor.ask("play", action="bet 1", count=visitor.mirror.count, side="blue")
        later.now += 5 * DAY + 1
        visitor.ask("play", action="offer-draw", count=0, side="blue")
        visitor.waits(lambda: visitor.mirror.known["table"]["seats"]["red"]["kind"] == "bot")
        assert visitor.mirror.known["table"]["clock"]["hands"]["red"]["since"] == 0, "machines have no clock"
        assert visitor.ask("relieve", side="red", machine=False)["case"] == "clock"
        assert visitor.mirror.known["view"]["over"] == ""


def test_clocks_stand_until_the_guest_has_sat_down(table: Table, later: Later) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "open"}, pace=WISH)
    later.now += 30 * DAY
    assert not table.get(f"/api/tables/{made['id']}")["table"]["clock"]["begun"]
    with table.socket(made["id"]) as session:
        guest = Visitor(session)
        seen = guest.sit(made["links"]["blue"].partition("#seat=")[2])
        clock = seen["table"]["clock"]
        assert clock["begun"] and clock["hands"]["blue"]["since"] == later.now
        assert guest.ask("away", days=15)["case"] == "clock"
        assert guest.ask("away", days=7)["type"] == "done"
        guest.waits(lambda: guest.mirror.known["table"]["clock"]["hands"]["blue"]["away"] > 0)
        assert "away for 7 days" in guest.ask("snapshot")["chat"][-1]["text"]
        later.now += 11 * DAY
        assert guest.ask("play", action="bet 1", count=guest.mirror.count, side="blue")["type"] == "refused", (
            "red's fell"
        )


def test_spectators_do_not_go_away(table: Table) -> None:
    made = table.make(game="wadi", seats=SEATS, pace=WISH)
    with table.socket(made["id"]) as session:
        watcher = Visitor(session)
        watcher.join()
        assert watcher.ask("away", days=1)["case"] == "seat"


@pytest.mark.parametrize(
    "pace",
    [
        {"kind": "days"}, {"kind": "clock", "reserve": 60, "flag": "extension"}, {"kind": "never"},
        {"kind": "days", "each": -1},
    ],
)  # fmt: skip
def test_a_pace_at_which_nobody_could_play_is_refused(table: Table, pace: dict[str, Any]) -> None:
    assert table.http.post("/api/tables", json={"game": "wadi", "pace": pace}).status_code == 400


# Nobody is there


def test_the_sweep_finds_tables_that_nobody_has_open_after_a_restart(
    tmp_path: Path, titles: dict[str, Title[Any]], fresh_address: Callable[[], str], later: Later
) -> None:
    address = fresh_address()
    with Table(tmp_path, titles, address=address) as first:
        made = first.make(game="wadi", seats=SEATS, pace=WISH)
        first.make(game="wadi", seats=SEATS)
    later.now += 5 * DAY + 1
    with Table(tmp_path, titles, address=address) as table:
        assert table.store.due(later.now - 2, 10) == [] and table.store.due(later.now, 10) == [made["id"]]
        app: Any = table.app.app
        assert table.http.portal is not None
        for _ in range(2):
            table.http.portal.call(app.state.house.sweep.all_tables)
        [over, _] = sorted(table.get("/api/tables")["tables"], key=lambda one: not one["over"])
        assert over["id"] == made["id"] and over["entries"] == 1
        assert table.store.due(later.now + 99 * DAY, 10) == [], "one verdict"


def test_two_servers_that_find_the_same_fallen_flag_write_one_verdict(
    cluster: Cluster, tmp_path: Path, titles: dict[str, Title[Any]], later: Later
) -> None:
    address = cluster.fresh()
    with Table(tmp_path, titles, address=address) as table:
        made = table.make(game="wadi", seats=SEATS, pace=WISH)
        stores = [opened(address) for _ in range(4)]
        lives = [LiveTable.open(titles["wadi"], _row(store, made["id"]), store) for store in stores]
        later.now += 6 * DAY
        together, outcomes = threading.Barrier(len(lives)), []

        def fall(live: LiveTable) -> None:
            together.wait()
            try:
                outcomes.append(
                    flags.let_flags_fall(
                        live,
                    )
                )
            except Overtaken:
                outcomes.append(False)

        threads = [threading.Thread(target=fall, args=(live,)) for live in lives]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(outcomes) == [False, False, False, True]
        assert [line.action for line in stores[0].lines(made["id"])] == ["flag loss"]
        assert all(live.game.outcome is not None for live in lives)
        for store in stores:
            store.close()


def _row(store: Any, table: str) -> Row:
    row = store.row(table)
    assert isinstance(row, Row)
    return row
