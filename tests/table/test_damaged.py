"""A file of tables that something has happened to: told in one line, and what is whole is still there."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sandtable.core.title import Title
from sandtable.core.values import Refusal
from sandtable.table.house.house import House
from sandtable.table.live import showing
from sandtable.table.live.holder import SPECTATOR
from sandtable.table.live.showing import NOBODY
from sandtable.table.stores.base import StoreError
from sandtable.table.stores.sqlite import SqliteStore
from tests.damage import cut_off, flipped, sprinkled, torn
from tests.table.visitors import Table, Visitor

DAMAGES = (flipped, flipped, flipped, cut_off, torn, sprinkled)


@pytest.fixture
def whole(tmp_path: Path, titles: dict[str, Title[Any]]) -> bytes:
    """A file with three tables, one of them played for a while."""
    with Table(tmp_path, titles) as table:
        made = [table.make(game="wadi", name="Anna", seats={"red": "human", "blue": "human"}) for _ in range(3)]
        with table.socket(made[0]["id"]) as session:
            visitor = Visitor(session)
            visitor.join(made[0]["token"])
            visitor.ask("play", action="bet 1", count=visitor.mirror.count, side="red")
            visitor.ask("snapshot")
            visitor.ask("play", action="bet 2", count=visitor.mirror.count, side="blue")
            visitor.ask("chat", text="Good luck")
    return (tmp_path / "tables.sqlite").read_bytes()


async def looked_at(path: Path, titles: dict[str, Title[Any]]) -> int:
    """How many tables of a file can be opened. Whatever is wrong with it is a refusal or an error of the store."""
    opened = 0
    house = House(SqliteStore(path), titles)
    try:
        for listed in house.listing.listed(owner=True):
            try:
                room = await house.room(listed.id)
                showing.everything(room.table, SPECTATOR, NOBODY)
                opened += 1
            except (Refusal, StoreError) as error:
                assert "\n" not in str(error) and len(str(error)) < 1000
    finally:
        await house.close()
    return opened


def look_at_damage(whole: bytes, folder: Path, titles: dict[str, Title[Any]], number: int) -> None:
    kept = 0
    for seed in range(number):
        random = Random(seed)
        path = folder / f"damaged-{seed}.sqlite"
        path.write_bytes(random.choice(DAMAGES)(whole, random))
        try:
            kept += asyncio.run(looked_at(path, titles))
        except StoreError as error:
            assert "\n" not in str(error)
        except Exception as error:
            raise AssertionError(f"damage {seed} is not told but breaks") from error
        for rest in folder.glob(f"damaged-{seed}.sqlite*"):
            rest.unlink()
    assert kept > number // 4, "tables that are whole can still be opened"


def test_a_damaged_file_of_tables_is_told(whole: bytes, tmp_path: Path, titles: dict[str, Title[Any]]) -> None:
    look_at_damage(whole, tmp_path, titles, 40)


@pytest.mark.long
def test_no_damage_to_the_file_of_tables_breaks_the_server(
    whole: bytes, tmp_path: Path, titles: dict[str, Title[Any]]
) -> None:
    look_at_damage(whole, tmp_path, titles, 1500)


def test_a_schema_that_is_no_text_is_told(whole: bytes, tmp_path: Path) -> None:
    """The fault of such a file has a name that is no text either."""
    (tmp_path / "damaged.sqlite").write_bytes(whole.replace(b"CREATE TABLE tokens", b"CREATE T\xe4BLE tokens"))
    with pytest.raises(StoreError, match="cannot be used"):
        SqliteStore(tmp_path / "damaged.sqlite")
    (tmp_path / "other.sqlite").write_bytes(whole.replace(b"n integer not null", b"n 'nteger not null"))
    with pytest.raises(StoreError, match="cannot be used") as told:
        SqliteStore(tmp_path / "other.sqlite")
    assert "\n" not in str(told.value)


def test_a_start_with_a_file_that_is_no_store_ends_in_one_line(tmp_path: Path) -> None:
    data = b"SQLite format 3\x00" + b"\xff" * 4000
    (tmp_path / "tables.sqlite").write_bytes(data)
    settings = {**os.environ, "SANDTABLE_HOME": str(tmp_path)}
    started = subprocess.run(
        [sys.executable, "-m", "sandtable.table.serving.run"], env=settings, capture_output=True, text=True, timeout=60
    )
    assert (started.returncode, started.stdout, started.stderr.count("\n")) == (2, "", 1)
    assert "the table cannot be opened" in started.stderr and (tmp_path / "tables.sqlite").read_bytes() == data
