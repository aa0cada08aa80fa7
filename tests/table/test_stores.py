"""What every store promises, and what PostgreSQL adds: several servers on one database."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import psycopg
import pytest
from msgspec.structs import replace

from sandtable.core.title import Setup
from sandtable.table.messages.positions import ChatLine
from sandtable.table.messages.tables import Summary
from sandtable.table.stores import opening
from sandtable.table.stores.base import (
    Busy,
    EventStore,
    Kept,
    Line,
    News,
    Row,
    Seat,
    Seating,
    StoreError,
    Taken,
    Token,
    fresh_name,
)
from sandtable.table.stores.opening import opened
from sandtable.table.stores.postgres import PostgresStore
from sandtable.table.stores.schema import POSTGRES, SQLITE
from tests.table.cluster import Cluster

PATIENCE = 60
SUMMARY = Summary(entries=0, turn=1, last_turn=9, date="", phase="", asked=("red",), over="", winner=None, where={})
SEATS = {"red": Seat("human", name="Anna"), "blue": Seat("open", given=1)}
TOKENS = (Token("host-secret", ("red",), True), Token("guest-secret", ("blue",)))


def row_named(name: str) -> Row:
    at = "2026-11-17T04:00:00Z"
    return Row(name, "wadi", "1", Setup("first", ()), "promise", None, at, at, SEATS, SUMMARY)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'tables.sqlite'}"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.fresh()


@pytest.fixture
def store(address: str) -> Iterator[EventStore]:
    made = opened(address)
    made.create(row_named("t1"), b"dice", TOKENS)
    yield made
    made.close()


def line(n: int, action: str = "bet 1") -> Line:
    return Line(n, "play", "red", action)


def known(store: EventStore) -> Row:
    row = store.row("t1")
    assert row is not None
    return row


def append(store: EventStore, entry: Line, row: Row | None = None, **more: Any) -> None:
    store.append(row or known(store), entry, "now", "later", SUMMARY, **more)


def test_a_table_is_kept_with_all_that_belongs_to_it(store: EventStore) -> None:
    kept = Kept(64, "1", b"\x00packed\xff", (), 3)
    append(store, line(1), position=kept)
    store.say("t1", ChatLine(1, "Anna", "red", "Good luck", "now"))
    assert known(store) == replace(row_named("t1"), touched="later")
    assert store.lines("t1") == [line(1)] and store.secret("t1") == b"dice"
    assert store.positions("t1") == [kept] and [said.text for said in store.chat("t1")] == ["Good luck"]
    assert sorted(store.tokens("t1"), key=lambda token: token.secret) == sorted(TOKENS, key=lambda token: token.secret)


def test_an_entry_whose_number_is_taken_is_refused_and_changes_nothing(store: EventStore) -> None:
    append(store, line(1))
    with pytest.raises(Taken):
        append(store, line(1, "bet 2"), seating=Seating({}, ()))
    assert store.lines("t1") == [line(1)] and known(store).seats == SEATS


def test_seats_that_somebody_else_has_changed_are_refused(store: EventStore) -> None:
    old = known(store)
    store.seat(old, Seating({**SEATS, "blue": Seat("human", name="Ben")}, TOKENS))
    with pytest.raises(Taken):
        store.seat(old, Seating(SEATS, TOKENS))
    with pytest.raises(Taken):
        append(store, line(1), old)
    assert known(store).seats["blue"].name == "Ben" and store.lines("t1") == []
    append(store, line(1))


def test_an_entry_may_change_the_seats_with_it(store: EventStore) -> None:
    exchanged = Seating({"red": SEATS["blue"], "blue": SEATS["red"]}, TOKENS[:1])
    append(store, line(1), seating=exchanged)
    assert known(store).seats == exchanged.seats and store.tokens("t1") == list(TOKENS[:1])


def test_later_entries_and_talk_can_be_asked_for_alone(store: EventStore) -> None:
    for n in (1, 2, 3):
        append(store, line(n))
        store.say("t1", ChatLine(n, "Anna", "red", str(n), "now"))
    assert [entry.n for entry in store.lines("t1", 1)] == [2, 3]
    assert [said.n for said in store.chat("t1", 2)] == [3]
    with pytest.raises(Taken):
        store.say("t1", ChatLine(3, "Ben", "blue", "me too", "now"))


def test_tables_are_listed_the_last_used_first_and_removed_whole(store: EventStore) -> None:
    store.create(row_named("t2"), b"dice", ())
    append(store, line(1))
    assert [row.id for row in store.rows()] == ["t1", "t2"]
    store.may_think("t1", 10)
    store.remove("t1")
    assert [row.id for row in store.rows()] == ["t2"] and store.lines("t1") == [] and store.tokens("t1") == []


def test_an_entry_for_a_table_that_is_no_more_is_refused(store: EventStore) -> None:
    row = known(store)
    store.remove("t1")
    with pytest.raises(StoreError):
        append(store, line(1), row)


def test_what_was_written_is_there_after_it_was_closed(address: str) -> None:
    first = opened(address)
    first.create(row_named("t1"), b"dice", TOKENS)
    append(first, line(1))
    first.close()
    again = opened(address)
    assert again.lines("t1") == [line(1)]
    again.close()


# Schemas


def earlier(steps: tuple[str, ...], version: int, address: str) -> None:
    """A database as an earlier release has left it, with a table in it."""
    table = "insert into tables (id, game, rules, setup, commitment, created, touched, seats, summary) values "
    values = "('old', 'wadi', '1', '{\"scenario\": \"first\"}', 'promise', 'then', 'then', '{}', "
    ended = '\'{"entries": 0, "turn": 1, "last_turn": 9, "date": "", "phase": "", "asked": [], "over": ""}\')'
    if address.startswith("sqlite:"):
        old = sqlite3.connect(address.removeprefix("sqlite:"))
        old.executescript("".join(steps[:version]) + f"pragma user_version = {version};{table}{values}{ended};")
        old.close()
    else:
        with psycopg.connect(address) as connection:
            connection.execute("".join(steps[:version]).encode())
            connection.execute("create table schema_version (version integer not null)")
            connection.execute(f"insert into schema_version values ({version})".encode())
            connection.execute(f"{table}{values}{ended}".encode())


@pytest.mark.parametrize("version", range(1, len(SQLITE)))
def test_a_file_of_every_earlier_release_is_taken_over(tmp_path: Path, version: int) -> None:
    address = f"sqlite:{tmp_path / 'tables.sqlite'}"
    earlier(SQLITE, version, address)
    store = opened(address)
    row = store.row("old")
    assert row is not None and row.seated == 0
    append(store, line(1), row)
    assert store.positions("old") == []
    store.close()


@pytest.mark.parametrize("version", range(1, len(POSTGRES) + 1))
def test_a_database_of_every_earlier_release_is_taken_over(cluster: Cluster, version: int) -> None:
    address = cluster.fresh()
    earlier(POSTGRES, version, address)
    store = opened(address)
    row = store.row("old")
    assert row is not None
    append(store, line(1), row)
    store.close()


def test_a_database_of_a_later_release_is_left_alone(cluster: Cluster) -> None:
    address = cluster.fresh()
    opened(address).close()
    with psycopg.connect(address) as connection:
        connection.execute("update schema_version set version = 99")
    with pytest.raises(StoreError, match="another release"):
        opened(address)


# Addresses


def test_a_database_that_is_not_there_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.table.stores.postgres.PATIENCE", 0.3)
    with pytest.raises(StoreError, match="cannot be used") as told:
        opened(f"postgresql://nobody@/none?host={tmp_path}")
    assert "\n" not in str(told.value)


def test_postgresql_without_its_packages_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "sandtable.table.stores.postgres", None)
    with pytest.raises(StoreError, match=r"sandtable\[serve\]"):
        opened("postgresql:///any")


def test_only_postgresql_is_shared() -> None:
    assert opening.is_shared("postgresql:///any") and not opening.is_shared("tables.sqlite")


# Several servers


@pytest.fixture
def two(cluster: Cluster) -> Iterator[tuple[PostgresStore, PostgresStore]]:
    address = cluster.fresh()
    one, other = PostgresStore(address), PostgresStore(address)
    one.create(row_named("t1"), b"dice", TOKENS)
    yield one, other
    one.close()
    other.close()


class Ear:
    """Notes the tables that it is told of."""

    def __init__(self, store: EventStore) -> None:
        self.heard: list[str] = []
        self._news = Event()
        store.listen(self._hear)
        self.waits(lambda: "" in self.heard)

    def _hear(self, news: News) -> None:
        self.heard.append(f"{news.table} {news.text}".strip())
        self._news.set()

    def waits(self, condition: Callable[[], bool]) -> None:
        while not condition():
            assert self._news.wait(PATIENCE), self.heard
            self._news.clear()


def test_a_server_hears_of_what_others_write_and_not_of_its_own(two: tuple[PostgresStore, PostgresStore]) -> None:
    one, other = two
    ear, own = Ear(other), Ear(one)
    append(one, line(1))
    ear.waits(lambda: ear.heard[-1] == "t1")
    other.say("t1", ChatLine(1, "Ben", "blue", "thanks", "now"))
    own.waits(lambda: own.heard[-1] == "t1")
    assert own.heard == ["", "t1"], "the first was for what came before"


def test_what_is_whispered_is_heard_and_kept_nowhere(two: tuple[PostgresStore, PostgresStore]) -> None:
    one, other = two
    ear = Ear(other)
    one.whisper("t1", '{"here": {"red": 1}}')
    ear.waits(lambda: ear.heard[-1] == 't1 {"here": {"red": 1}}')
    assert Ear(one).heard == [""]


def test_a_refused_entry_is_told_to_nobody(two: tuple[PostgresStore, PostgresStore]) -> None:
    one, other = two
    ear = Ear(other)
    append(one, line(1))
    with pytest.raises(Taken):
        append(one, line(1))
    one.say("t1", ChatLine(1, "Anna", "red", "the end", "now"))
    ear.waits(lambda: ear.heard.count("t1") == 2)
    assert ear.heard == ["", "t1", "t1"]


def test_a_database_may_go_away_and_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever listens then hears that anything may have changed; meanwhile it is busy."""
    monkeypatch.setattr("sandtable.table.stores.postgres.PATIENCE", 0.5)
    cluster = Cluster()
    store = PostgresStore(cluster.fresh())
    try:
        store.create(row_named("t1"), b"dice", TOKENS)
        ear = Ear(store)
        cluster.restart()
        ear.waits(lambda: ear.heard == ["", ""])
        append(store, line(1))
        assert store.lines("t1") == [line(1)]
    finally:
        cluster.stop()
    with pytest.raises(Busy):
        store.ready()
    with pytest.raises(Busy):
        append(store, line(2), row_named("t1"))
    store.close()


def test_machines_think_on_one_server_until_it_leaves_or_is_gone(two: tuple[PostgresStore, PostgresStore]) -> None:
    one, other = two
    assert one.may_think("t1", 60) and one.may_think("t1", 60)
    assert not other.may_think("t1", 60)
    one.think_no_more("t1")
    assert other.may_think("t1", -1), "for a time that is over at once, as after a crash"
    assert one.may_think("t1", 60)


def test_what_a_host_writes_after_a_command_is_never_taken_for_a_flag() -> None:
    names = {fresh_name() for _ in range(2000)}
    assert len(names) == 2000 and not [name for name in names if name.startswith("-")]
