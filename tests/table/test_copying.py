"""Backup and restore: from either kind of database into either, and every table is opened."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from sandtable.cli import main
from sandtable.core.title import Title
from sandtable.table.house.copying import FORMAT, PARTS, BadCopy, back_up, restore, troubles
from sandtable.table.stores.base import StoreError
from sandtable.table.stores.opening import opened
from tests.table.cluster import Cluster
from tests.table.visitors import Table, Visitor

# What lasts for seconds, what every database has of its own, and what a restored copy must not bring back to life.
NOT_COPIED = {"jobs", "leases", "schema_version", "sessions", "letters"}


@pytest.fixture
def addresses(tmp_path: Path, cluster: Cluster) -> dict[str, Callable[[], str]]:
    files = iter(range(100))
    return {"sqlite": lambda: str(tmp_path / f"{next(files)}.sqlite"), "postgresql": cluster.fresh}


def played(address: str, folder: Path, titles: dict[str, Title[Any]]) -> list[str]:
    """Two tables, one of them with something in every part of the store."""
    with Table(folder, titles, address=address) as table:
        made = [table.make(game="wadi", seats={"red": "human", "blue": "human"}) for _ in range(2)]
        with table.socket(made[0]["id"]) as session:
            visitor = Visitor(session)
            visitor.join(made[0]["token"])
            visitor.ask("play", action="bet 1", count=visitor.mirror.count, side="red")
            visitor.ask("chat", text="Good luck")
        return [one["id"] for one in made]


def everything(address: str) -> dict[str, list[Any]]:
    store = opened(address)
    try:
        return {
            part: [tuple(row) for row in store.database.read(f"select {columns} from {part} order by 1, 2")]
            for part, columns in PARTS.items()
        }
    finally:
        store.close()


@pytest.mark.parametrize("source", ["sqlite", "postgresql"])
@pytest.mark.parametrize("target", ["sqlite", "postgresql"])
def test_a_copy_has_every_row_and_every_table_opens(
    source: str, target: str, addresses: dict[str, Callable[[], str]], tmp_path: Path, titles: dict[str, Title[Any]]
) -> None:
    before, after = addresses[source](), addresses[target]()
    names = played(before, tmp_path, titles)
    store, copy = opened(before), opened(after)
    rows = back_up(store.database, tmp_path / "copy")
    assert restore(tmp_path / "copy", copy.database) == rows
    assert sorted(troubles(copy, titles)) == sorted((name, "") for name in names)
    store.close()
    copy.close()
    assert everything(after) == everything(before)


def test_the_list_of_what_is_copied_is_whole(addresses: dict[str, Callable[[], str]]) -> None:
    file, address = addresses["sqlite"](), addresses["postgresql"]()
    opened(file).close()
    opened(address).close()
    with sqlite3.connect(file) as db:
        tables = [name for (name,) in db.execute("select name from sqlite_master where type = 'table'")]
        found = {name: [row[1] for row in db.execute(f"pragma table_info({name})")] for name in tables}
    with psycopg.connect(address) as connection:
        query = "select table_name, column_name from information_schema.columns where table_schema = current_schema()"
        columns = connection.execute(query).fetchall()
    for name, columns_here in [(name, set(names)) for name, names in found.items()] + [
        (name, {column for table, column in columns if table == name} - {"made"})
        for name in {row[0] for row in columns}
    ]:
        if name not in NOT_COPIED:
            assert set(PARTS[name].split(", ")) == columns_here, name


def test_a_backup_is_for_its_owner_alone_and_overwrites_nothing(
    tmp_path: Path, titles: dict[str, Title[Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "tables.sqlite")
    played(file, tmp_path, titles)
    assert main(["backup", "--database", file, str(tmp_path / "copy")]) == 1, "wadi is not installed outside the tests"
    assert "2 tables" in capsys.readouterr().out
    assert (tmp_path / "copy").stat().st_mode & 0o077 == 0
    assert main(["backup", "--database", file, str(tmp_path / "copy")]) == 2
    assert main(["restore", "--database", file, str(tmp_path / "copy")]) == 2
    assert "empty" in capsys.readouterr().err


def test_what_the_commands_copy_is_opened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Table(tmp_path) as table:
        table.make(game="afrika-korps")
    file, copy, again = (str(tmp_path / name) for name in ("tables.sqlite", "copy", "again.sqlite"))
    assert main(["backup", "--database", file, copy]) == 0
    assert main(["restore", "--database", again, copy]) == 0
    told = capsys.readouterr().out
    assert told.count("1 of 1 tables were opened") == 2 and told.count("everybody signs in again") == 1


def test_a_backup_of_an_earlier_release_is_taken_in(tmp_path: Path) -> None:
    """It has no column that says how often a message was tried."""
    lines = [{"format": FORMAT}, ["alerts", "anna", "a table", 1, 2], {"rows": 1}]
    path = tmp_path / "copy"
    path.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))
    store = opened(str(tmp_path / "tables.sqlite"))
    assert restore(path, store.database) == 1
    assert store.database.read("select person_id, due, tries from alerts") == [("anna", 2, 0)]
    store.close()


@pytest.mark.parametrize("damage", ["torn", "cut", "text", "foreign", "missing"])
def test_a_file_that_is_not_a_whole_backup_is_told_and_takes_nothing_in(
    damage: str, tmp_path: Path, titles: dict[str, Title[Any]]
) -> None:
    played(str(tmp_path / "tables.sqlite"), tmp_path, titles)
    store = opened(str(tmp_path / "tables.sqlite"))
    path = tmp_path / "copy"
    back_up(store.database, path)
    store.close()
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    path.write_bytes({
        "torn": path.read_bytes()[:-20],
        "cut": gzip.compress(b"".join(lines[:-1])),
        "text": b"no backup at all",
        "foreign": gzip.compress(b"".join([lines[0], b'["people", 1]\n', *lines[1:]])),
        "missing": gzip.compress(b"".join([*lines[:3], *lines[4:]])),
    }[damage])  # fmt: skip
    copy = opened(str(tmp_path / "again.sqlite"))
    with pytest.raises((BadCopy, StoreError)) as told:
        restore(path, copy.database)
    assert "\n" not in str(told.value) and copy.rows() == []
    copy.close()


def test_a_backup_of_a_damaged_table_says_which(tmp_path: Path, titles: dict[str, Title[Any]]) -> None:
    name, sound = played(str(tmp_path / "tables.sqlite"), tmp_path, titles)
    store = opened(str(tmp_path / "tables.sqlite"))
    with store.database.transaction() as db:
        db.run("update entries set action = 'bet 77' where table_id = ?", name)
    found = dict(troubles(store, titles))
    assert "entry 1" in found[name] and found[sound] == ""
    store.close()
