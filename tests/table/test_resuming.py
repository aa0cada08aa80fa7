"""Tables taken up again: from a kept position, checked, without holding up anybody; broken ones beside sound ones."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core import past
from sandtable.core.game import Game, Noted
from sandtable.core.journal import Record
from sandtable.core.title import Title
from sandtable.core.values import Action
from sandtable.table.house import house
from sandtable.table.house.house import House
from sandtable.table.house.limits import limits as limits_of_house
from sandtable.table.live import playing, records
from sandtable.table.live.holder import SPECTATOR, Holder
from sandtable.table.live.resuming import kept_at, replayed, resumed_before
from sandtable.table.live.sight import Sight
from sandtable.table.live.table import LiveTable
from sandtable.table.messages.answers import Chat
from sandtable.table.messages.requests import NewTable
from sandtable.table.people.visits import AT_HOME
from sandtable.table.rooms.room import Room
from sandtable.table.stores import sqlite
from sandtable.table.stores.base import Busy, Row
from sandtable.table.stores.schema import SCHEMA
from sandtable.table.stores.sql import SqlStore
from sandtable.table.stores.sqlite import SqliteStore
from sandtable.table.thinking.pool import Threads
from tests.core.toy import WadiTitle
from tests.core.toy_actions import Move
from tests.table.test_deltas import holders
from tests.table.visitors import PATIENCE, Table, Visitor

MACHINES = {"red": "bot:random", "blue": "bot:random"}


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "BLOCK", 4)
    monkeypatch.setattr(past, "WHOLE", 1)


def played(table: Table, entries: int) -> str:
    """A table at which machines have played so far."""
    made = table.make(game="wadi", scenario="long", seats=MACHINES, seed=3)
    with table.socket(made["id"]) as session:
        host = Visitor(session)
        host.join(made["token"])
        host.ask("speed", delay=0)
        host.waits(lambda: host.mirror.entries >= entries)
        host.ask("pause", paused=True)
        host.ask("snapshot")  # in its turn, after what was under way
    name: str = made["id"]
    return name


def row_of(store: SqlStore, name: str) -> Row:
    row = store.row(name)
    assert row is not None
    return row


def opened(store: SqlStore, name: str, title: Title[Any] | None = None) -> LiveTable:
    return LiveTable.open(title or WadiTitle(), row_of(store, name), store)


@contextmanager
def plays_counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    counted: list[str] = []
    play_text = Game.play_text

    def counting(self: Game[Any], text: str, side: str = "") -> Any:
        counted.append(text)
        return play_text(self, text, side)

    with monkeypatch.context() as patch:
        patch.setattr(Game, "play_text", counting)
        yield counted


def test_a_long_game_is_not_played_again_to_take_it_up(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    name = played(table, 30)
    with plays_counted(monkeypatch) as counted:
        live = opened(table.store, name)
    assert len(counted) < past.BLOCK and len(live.game.record) >= 30
    table.store.keep_positions(name, [])
    again = opened(table.store, name)
    assert again.game.state == live.game.state and again.game.entries == live.game.entries
    assert list(again.game.states) == list(live.game.states)
    with plays_counted(monkeypatch) as counted:
        opened(table.store, name)
    assert len(counted) < past.BLOCK, "positions that were missing are kept from then on"


def test_who_looks_on_later_sees_a_long_game_without_playing_it_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = played(table, 30)
    live, lines = opened(table.store, name), table.store.lines(name)
    for end in (22, len(lines)):
        with plays_counted(monkeypatch) as counted:
            then = resumed_before(live.title, live.row, live.dice, lines[:end], table.store)
        assert len(counted) < past.BLOCK
        whole = replayed(live.title, live.row, live.dice, lines[:end])
        assert then.state == whole.state and then.entries == whole.entries


def test_what_was_taken_back_since_is_seen_by_who_looks_on_later(table: Table) -> None:
    name = played(table, 14)
    live, before = opened(table.store, name), table.store.lines(name)
    for _ in range(6):
        live.keep("undo", live.game.take_back())
    random = Random(1)
    while len(live.game.record) < len(before):  # other positions are kept under the same numbers now
        side = live.game.asked[0]
        playing.act(live, side, random.choice(live.game.actions(side)))
    then = resumed_before(live.title, live.row, live.dice, before, table.store)
    assert then.state == replayed(live.title, live.row, live.dice, before).state != live.game.state


def test_a_position_that_cannot_be_read_is_done_without(table: Table) -> None:
    name = played(table, 20)
    sound = opened(table.store, name).game.state
    kept = table.store.positions(name)
    for damage in (b"", b"nonsense", kept[0].state[:-9]):
        table.tamper("update positions set state = ? where table_id = ? and entries = 16", damage, name)
        assert opened(table.store, name).game.state == sound


def test_what_was_taken_back_is_not_in_the_position_a_game_goes_on_from(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "human"}, seed=3)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        for action in ("bet 1", "bet 0"):
            visitor.play(action)
            visitor.ask("snapshot")
        for _ in range(2):
            move = next(action for action in opened(table.store, made["id"]).game.actions() if isinstance(action, Move))
            assert visitor.play(str(move))["type"] == "played"
            visitor.ask("snapshot")
        assert len(table.store.positions(made["id"])) == 1
        assert visitor.ask("undo")["type"] == "undone"
        standing = opened(table.store, made["id"]).game
        assert len(standing.record) == 3
        visitor.ask("snapshot")
        other = next(action for action in standing.actions() if isinstance(action, Move) and action != move)
        assert visitor.play(str(other))["type"] == "played"
    again = opened(table.store, made["id"]).game
    assert len(again.record) == 4 and again.states[3] == standing.state and again.state != standing.state


@pytest.fixture
def without_a_choice(titles: dict[str, Title[Any]], monkeypatch: pytest.MonkeyPatch) -> Title[Any]:
    """A game in which blue has no choice on the first turn."""
    wadi = titles["wadi"]
    nothing = wadi.rules.notation.parse("bet 0")

    def forced(state: Any, side: str) -> Action | None:
        return nothing if side == "blue" and state.turn == 1 else None

    monkeypatch.setattr(wadi, "rules", dataclasses.replace(wadi.rules, forced=forced))
    return wadi


def ended_after(store: SqlStore, name: str, title: Title[Any], monkeypatch: pytest.MonkeyPatch) -> LiveTable:
    """A server that ended once the action of red was written and before the answer that follows from it."""
    live = opened(store, name, title)
    with monkeypatch.context() as patch:
        patch.setattr(playing, "go_on", lambda _: None)
        playing.act(live, "red", title.rules.notation.parse("bet 3"))
    assert [line.action for line in store.lines(name)] == ["bet 3"]
    return live


def test_an_answer_without_a_choice_is_given_after_the_server_ended_before_it(
    table: Table, without_a_choice: Title[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "human"})
    ended_after(table.store, made["id"], without_a_choice, monkeypatch)
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        assert visitor.mirror.known["view"]["asked"] == ["red"]
    assert [line.action for line in table.store.lines(made["id"])] == ["bet 3", "bet 0"]


def test_an_answer_that_was_taken_back_is_not_given_again_by_the_next_server(
    table: Table, without_a_choice: Title[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "human"})
    live = ended_after(table.store, made["id"], without_a_choice, monkeypatch)
    playing.go_on(live)
    live.keep("undo", live.game.take_back())
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        assert visitor.mirror.known["view"]["asked"] == ["blue"]
    assert [line.kind for line in table.store.lines(made["id"])] == ["play", "play", "undo"]


def test_two_servers_that_give_the_same_answer_at_once_give_it_once(
    table: Table, without_a_choice: Title[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = table.make(game="wadi", seats={"red": "human", "blue": "human"})["id"]
    first = ended_after(table.store, name, without_a_choice, monkeypatch)
    second = opened(table.store, name, without_a_choice)
    assert playing.take_up(second) and not playing.take_up(opened(table.store, name, without_a_choice))
    playing.go_on(first)
    assert [line.action for line in table.store.lines(name)] == ["bet 3", "bet 0"]
    assert first.game.state == second.game.state and not first.lost


class LaterWadi(WadiTitle):
    """The same rules under another number."""

    rules_version = "later"


class FlatWadi(LaterWadi):
    """Rules by which hills cost something extra; they did not before."""

    rules = dataclasses.replace(WadiTitle.rules, implied={WadiTitle.rules_version: ("flat",)})


def start_without_a_unit(setup: Any) -> Any:
    state = WadiTitle.rules.start(setup)
    units = {name: unit for name, unit in state.units.items() if name != "r1"}
    return type(state)(**{**{key: getattr(state, key) for key in state.__struct_fields__}, "units": units})


class OtherWadi(LaterWadi):
    """Rules by which a game begins otherwise."""

    rules = dataclasses.replace(WadiTitle.rules, start=start_without_a_unit)


def test_a_game_goes_on_under_later_rules_if_they_change_nothing_in_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = played(table, 20)
    before = opened(table.store, name).game.state
    assert opened(table.store, name, LaterWadi()).game.state == before
    assert {position.rules for position in table.store.positions(name)} == {"later"}
    with plays_counted(monkeypatch) as counted:
        opened(table.store, name, LaterWadi())
    assert len(counted) < past.BLOCK


def test_a_game_goes_on_under_the_option_that_stands_for_its_rules(table: Table) -> None:
    name = table.make(game="wadi", scenario="long")["id"]
    assert opened(table.store, name).game.setup.options == ()
    assert opened(table.store, name, FlatWadi()).game.setup.options == ("flat",)


def test_the_option_that_stands_for_the_rules_of_a_game_is_shown(table: Table, tmp_path: Path) -> None:
    """On the page of the table, in the list and to whoever looks for a seat."""
    made = table.make(game="wadi", scenario="long", seats={"red": "human", "blue": "open"}, invite=True)
    later: dict[str, Title[Any]] = {"wadi": FlatWadi()}
    with Table(tmp_path, later, address=table.address) as twin:
        with twin.socket(made["id"]) as session:
            shown = Visitor(session).join(made["token"])["table"]
        assert shown["options"] == ["flat"] and shown["agreed"] == [WadiTitle.options["flat"]]
        assert [one["options"] for one in twin.get("/api/tables", "the-key-of-the-house")["tables"]] == [["flat"]]
        (invitation,) = twin.get("/api/invitations")["invitations"]
        assert invitation["options"] == ["flat"] and invitation["agreed"] == shown["agreed"]


def test_a_game_that_later_rules_change_says_why_it_does_not_go_on(table: Table, tmp_path: Path) -> None:
    name, sound = played(table, 20), table.make(game="wadi", scenario="long", seed=9)["id"]
    later: dict[str, Title[Any]] = {"wadi": OtherWadi()}
    with Table(tmp_path, later, address=table.address) as twin:
        answer = twin.http.get(f"/api/tables/{name}")
        assert answer.status_code == 500
        assert "begun under rules" in answer.json()["why"] and "later" in answer.json()["why"]
        listed = {one["id"]: one for one in twin.get("/api/tables")["tables"]}
        assert "begun under rules" in listed[name]["trouble"] and listed[sound]["trouble"] == ""


def test_dice_that_the_secret_does_not_give_are_found_on_opening(table: Table) -> None:
    name = played(table, 30)
    line = next(line for line in table.store.lines(name) if line.rolls)
    rolls = [[roll.n, roll.purpose, roll.sides, roll.value % roll.sides + 1] for roll in line.rolls]
    table.tamper("update entries set rolls = ? where table_id = ? and n = ?", json.dumps(rolls), name, line.n)
    with pytest.raises(ValueError, match=f"entry {line.n}.*the dice differ from the record"):
        opened(table.store, name)


def test_a_secret_that_was_not_promised_is_found_and_told(table: Table, tmp_path: Path, titles: Any) -> None:
    name, sound = played(table, 6), table.make(game="wadi")["id"]
    table.tamper("update secrets set secret = ? where table_id = ?", b"x" * 32, name)
    with Table(tmp_path, titles, address=table.address) as twin:
        listed = {one["id"]: one["trouble"] for one in twin.get("/api/tables")["tables"]}
        assert "not the one that was promised" in listed[name] and listed[sound] == ""
        assert "not the one that was promised" in twin.http.get(f"/api/tables/{name}").json()["why"]


@pytest.mark.parametrize("column", ["setup", "seats", "summary"])
def test_one_bad_row_does_not_hide_the_others(table: Table, column: str) -> None:
    bad, sound = table.make(game="wadi")["id"], table.make(game="wadi")["id"]
    table.tamper(f"update tables set {column} = '{{nonsense' where id = ?", bad)
    listed = {one["id"]: one for one in table.get("/api/tables", "the-key-of-the-house")["tables"]}
    assert "damaged" in listed[bad]["trouble"] and listed[sound]["trouble"] == ""
    assert table.http.get(f"/api/tables/{bad}").status_code == 500
    assert table.get(f"/api/tables/{sound}")


def test_damaged_tokens_hide_no_table(table: Table) -> None:
    bad = table.make(game="wadi")["id"]
    table.tamper("update tokens set sides = 'nonsense' where table_id = ?", bad)
    assert [one["id"] for one in table.get("/api/tables", "the-key-of-the-house")["tables"]] == [bad]


def test_the_opening_of_one_table_holds_up_no_other(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, quick = table.make(game="wadi")["id"], table.make(game="wadi")["id"]
    begun, go_on, open_table, was_let_go_on = Event(), Event(), House._open, list[bool]()

    def opening(self: House, name: str) -> LiveTable:
        if name == slow:
            begun.set()
            was_let_go_on.append(go_on.wait(PATIENCE))
        return open_table(self, name)

    monkeypatch.setattr(House, "_open", opening)
    asking = Thread(target=table.get, args=(f"/api/tables/{slow}",))
    asking.start()
    assert begun.wait(PATIENCE)
    with table.socket(quick) as session:
        assert Visitor(session).join()["table"]["id"] == quick
    assert table.get("/api/tables")["tables"]
    go_on.set()
    asking.join(PATIENCE)
    assert was_let_go_on == [True], "the others were answered meanwhile"
    assert table.get(f"/api/tables/{slow}")


def test_the_record_of_a_long_game_is_told_without_playing_it_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = opened(table.store, played(table, 30))
    assert sum(isinstance(told, Noted) for told in live.game.record) > 20

    def forbidden(*_: Any) -> Any:
        raise AssertionError("an entry was played again")

    with monkeypatch.context() as patch:
        patch.setattr(Game, "_carried_out", forbidden)
        patch.setattr(Game, "unpack", forbidden)
        found = {holder: records.record_for(live, holder)["lines"] for holder in holders(live.title)}
    assert len(found[Holder(("red", "blue"))]) == len(live.game.record)


def test_a_record_that_takes_long_holds_up_no_other_table(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, quick = table.make(game="wadi")["id"], table.make(game="wadi")["id"]
    begun, go_on, was_let_go_on = Event(), Event(), list[bool]()

    def looking(*_: Any) -> dict[str, Any]:
        begun.set()
        was_let_go_on.append(go_on.wait(PATIENCE))
        return {}

    monkeypatch.setattr(records, "record_for", looking)
    asking = Thread(target=table.get, args=(f"/api/tables/{slow}/record",))
    asking.start()
    assert begun.wait(PATIENCE)
    assert table.get(f"/api/tables/{quick}")["table"]["id"] == quick
    assert len(table.get("/api/tables")["tables"]) == 2
    go_on.set()
    asking.join(PATIENCE)
    assert was_let_go_on == [True], "the others were answered meanwhile"


def test_rooms_that_nobody_is_in_are_laid_aside(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = replace(limits_of_house(), tidy_seconds=0.01, idle_tables=2)
    monkeypatch.setattr(house, "limits", lambda: changed)
    names = [table.make(game="wadi")["id"] for _ in range(6)]
    open_rooms: set[str] = set()
    tidy = House.tidy

    def watched(self: House) -> None:
        tidy(self)
        open_rooms.clear()
        open_rooms.update(self.rooms)

    monkeypatch.setattr(House, "tidy", watched)
    with table.socket(names[0]) as session:
        Visitor(session).join()
        for name in names:
            table.get(f"/api/tables/{name}")
        ends = time.monotonic() + PATIENCE
        while open_rooms != {names[0], *names[-2:]} and time.monotonic() < ends:
            time.sleep(0.01)
        assert open_rooms == {names[0], *names[-2:]}
    assert table.get(f"/api/tables/{names[1]}")


def test_what_a_game_remembers_of_positions_is_given_up_when_nobody_plays_it(table: Table) -> None:
    forgotten: list[str] = []
    rules = dataclasses.replace(WadiTitle.rules, forgetting=(lambda: forgotten.append("wadi"),))
    title = WadiTitle()
    title.rules = rules
    row = table.store.row(table.make(game="wadi", seats={"red": "human", "blue": "human"})["id"])
    assert row is not None
    live = LiveTable.open(title, row, table.store)

    async def come_and_go() -> list[int]:
        here = House(table.store, {"wadi": title})
        room = here.rooms[row.id] = Room(live, Threads({"wadi": title}.__getitem__), ThreadPoolExecutor(1), print)
        here._prepare(title)
        found, guest = [], Onlooker()
        for act in (room.enter, room.leave):
            act(guest)
            for _ in range(1000):  # until those who play for machines, of which there are none, have gone home
                await asyncio.sleep(0.01)
                if room.idle or guest in room.guests:
                    break
            here.tidy()
            found.append(len(forgotten))
        return found

    assert asyncio.run(come_and_go()) == [0, 1]


class Onlooker:
    """A guest who only looks."""

    holder, visit = SPECTATOR, AT_HOME

    def stir(self) -> None: ...

    def hear(self, message: Chat) -> None: ...

    def dismiss(self) -> None: ...


def views_of(live: LiveTable) -> int:
    return len(live.sight(()).views)


class AtOnce(ThreadPoolExecutor):
    """Works at once, in the loop itself; what happens in the middle of the work happens before its end is heard of."""

    def __init__(self) -> None:
        super().__init__(1)
        self.meanwhile: Callable[[], None] = lambda: None

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done = Future[Any]()
        done.set_result(work(*args, **kwargs))
        self.meanwhile()
        return done


def test_a_table_keeps_its_views_while_somebody_is_there_to_look_and_none_afterwards(
    table: Table, titles: dict[str, Title[Any]]
) -> None:
    row = table.store.row(table.make(game="wadi", seats={"red": "human", "blue": "human"})["id"])
    assert row is not None
    live, hand = LiveTable.open(titles["wadi"], row, table.store), AtOnce()

    async def come_and_go() -> list[int]:
        asyncio.get_running_loop().set_default_executor(hand)
        room = Room(live, Threads(titles.__getitem__), hand, lambda _: None)
        found, guest = [], Onlooker()

        async def look() -> None:
            await room.run(lambda: live.sight(()).view)
            found.append(views_of(live))

        await look()  # from outside, as a page of others does
        room.enter(guest)
        await look()
        room.leave(guest)
        found.append(views_of(live))
        room.enter(guest)
        hand.meanwhile = lambda: room.leave(guest)  # in the middle of a look
        await look()
        await room.close()
        return found

    assert asyncio.run(come_and_go()) == [0, 1, 0, 0]


def test_who_comes_back_to_a_table_that_nobody_was_at_sees_the_same(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "human"})
    with table.socket(made["id"]) as session:
        first = Visitor(session).join()
    with table.socket(made["id"]) as session:
        assert Visitor(session).join()["view"] == first["view"]


# A store that others use


def test_a_store_that_another_program_holds_is_told_within_a_second_and_gone_on_with(
    in_a_file: Table, tmp_path: Path
) -> None:
    table = in_a_file
    made = table.make(game="wadi", seats={"red": "human", "blue": "human"})
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        other = sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)
        other.execute("begin immediate")
        begun = time.monotonic()
        assert visitor.play("bet 1")["case"] == "busy"
        assert time.monotonic() - begun < 1
        begun = time.monotonic()
        assert visitor.ask("chat", text="hello")["case"] == "busy"
        assert time.monotonic() - begun < 1
        begun = time.monotonic()
        refused = table.http.post("/api/tables", json={"game": "wadi"})
        assert refused.status_code == 503 and "another program" in refused.json()["why"]
        assert time.monotonic() - begun < 1
        assert table.get("/api/tables")["tables"]
        other.execute("rollback")
        other.close()
        time.sleep(sqlite.PATIENCE)
        assert visitor.play("bet 1")["type"] == "played"


def test_many_who_wait_for_a_held_store_are_all_told_within_a_second(tmp_path: Path) -> None:
    kept = SqliteStore(tmp_path / "tables.sqlite")
    other = sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)
    other.execute("begin immediate")
    begun = time.monotonic()
    waited: list[float] = []

    def write() -> None:
        with pytest.raises(Busy):
            kept.ready()
        waited.append(time.monotonic() - begun)

    writers = [Thread(target=write) for _ in range(20)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(PATIENCE)
    assert len(waited) == 20 and max(waited) < 1
    other.close()
    kept.close()


def test_a_machine_waits_for_a_store_that_another_program_holds(in_a_file: Table, tmp_path: Path) -> None:
    table = in_a_file
    made = table.make(game="wadi", seats=MACHINES)
    other = sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)
    other.execute("begin immediate")
    with table.socket(made["id"]) as session:
        host = Visitor(session)
        host.join(made["token"])
        host.ask("speed", delay=0)
        time.sleep(0.6)
        other.execute("rollback")
        other.close()
        host.waits(lambda: host.mirror.entries > 3)


def test_a_store_of_the_first_release_is_taken_over(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / "tables.sqlite")
    old.executescript(SCHEMA + "pragma user_version = 1;")
    old.close()
    store = SqliteStore(tmp_path / "tables.sqlite")
    assert store.rows() == [] and store.positions("any") == []
    store.close()


# What everybody may know of it


@pytest.mark.parametrize("sides", [(), ("red",), ("blue",), ("red", "blue")])
def test_a_game_taken_up_again_tells_everybody_what_it_told_before(table: Table, sides: tuple[str, ...]) -> None:
    name = played(table, 30)
    live = opened(table.store, name)
    assert any(isinstance(told, Noted) for told in live.game.record)
    again = replayed(WadiTitle(), live.row, live.dice, table.store.lines(name))
    resumed, fresh = Sight(live.game, sides), Sight(again, sides)
    assert any(isinstance(told, Noted) for told in live.game.record), (
        "to know who may read what, nothing is played again"
    )
    assert [told.marks for told in live.game.record] == [told.marks for told in again.record]
    assert (resumed.entries, resumed.log(0, resumed.entries)) == (fresh.entries, fresh.log(0, fresh.entries))
    save = Record(live.game, live.dice, None, {}).save()
    assert resumed.record(save) == fresh.record(save)


def test_a_game_taken_up_again_knows_when_players_changed_sides(table: Table) -> None:
    live = opened(table.store, played(table, 10))
    live.game.exchanged = 2
    table.store.keep_positions(
        live.row.id, [kept_at(live.game, entries) for entries in range(4, len(live.game.record) + 1, 4)]
    )
    assert opened(table.store, live.row.id).game.exchanged == 2


def test_the_first_table_of_a_game_prepares_it_and_no_other_does(
    tmp_path: Path, titles: dict[str, Title[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[str] = []
    done = Event()

    def prepare(key: str) -> None:
        prepared.append(key)
        done.set()

    for key, title in titles.items():
        monkeypatch.setattr(title, "rules", dataclasses.replace(title.rules, prepare=partial(prepare, key)))

    async def open_three() -> None:
        opened = House(SqliteStore(tmp_path / "tables.sqlite"), titles)
        for _ in range(3):
            await opened.room(opened.maker.make(NewTable(game="wadi")).id)
        await asyncio.to_thread(done.wait, 60)
        await opened.close()

    asyncio.run(open_three())
    assert prepared == ["wadi"]
