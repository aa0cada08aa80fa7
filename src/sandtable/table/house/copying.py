"""A copy of everything in a database, in one file that either kind of database takes in again.

Lines of JSON, packed: what it is, then a row a line, then how many there were, so that a torn file is noticed.
"""

from __future__ import annotations

import base64
import gzip
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from sandtable.core.journal import SaveError
from sandtable.core.title import Title
from sandtable.table.live.table import LiveTable
from sandtable.table.stores.base import Broken, StoreError
from sandtable.table.stores.database import Database
from sandtable.table.stores.sql import COLUMNS, SqlStore

FORMAT = "sandtable backup 1"
PARTS = {
    "tables": COLUMNS,
    "persons": "id, name, skeleton, password, created, settings, email, verified, banned",
    "secrets": "table_id, secret",
    "tokens": "secret, table_id, sides, host, person_id, desks, comrade",  # `desks` says nothing any more
    "blocks": "person_id, blocked_id, created",
    "reports": "id, person_id, about_id, table_id, text, created, settled",
    "notices": "id, text, created, until",
    "entries": "table_id, n, kind, side, action, rolls, at",
    "chat": "table_id, n, line",
    "positions": "table_id, entries, rules, state, marks, exchanged",
    "alerts": "person_id, table_id, noted, due, tries",
    "house_secrets": "name, value",
    "results": "table_id, side, game, scenario, player, name, score, rated, ended",
    "ratings": "player, game, rating, deviation, volatility, games",
    "tournaments": "id, created, plan, version, over",
}
LATER = {"alerts": 1, "tokens": 1, "tournaments": 1}  # columns at the end that backups of earlier releases lack


class BadCopy(Exception):
    """A file that is no backup, or not a whole one, in one line."""


def back_up(database: Database, path: Path) -> int:
    """All rows of one moment, into a file that its owner alone may read. How many there were."""
    scratch = path.with_name(path.name + ".part")
    with os.fdopen(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
        with gzip.open(raw, "wt", encoding="utf-8") as file:
            file.write(json.dumps({"format": FORMAT}) + "\n")
            rows = 0
            for part, values in _rows(database):
                file.write(json.dumps([part, *map(_written, values)]) + "\n")
                rows += 1
            file.write(json.dumps({"rows": rows}) + "\n")
        raw.flush()
        os.fsync(raw.fileno())
    scratch.rename(path)
    return rows


def _rows(database: Database) -> Iterator[tuple[str, Any]]:
    with database.snapshot() as stream:
        for part, columns in PARTS.items():
            order = database.order if part == "tables" else columns.partition(",")[0]
            for values in stream(f"select {columns} from {part} order by {order}"):
                yield part, values


def restore(path: Path, database: Database) -> int:
    """Take a copy in. Raises `BadCopy`, or `StoreError` if there is something in the database already."""
    with database.transaction() as db:
        if db.ask("select 1 from tables limit 1") or db.ask("select 1 from persons limit 1"):
            raise StoreError("there are tables in this database already: restore into an empty one")
        rows = 0
        for part, values in _read(path):
            columns = ", ".join(PARTS[part].split(", ")[: len(values)])
            marks = ", ".join("?" * len(values))
            db.run(f"insert into {part} ({columns}) values ({marks})", *values)
            rows += 1
    return rows


def _read(path: Path) -> Iterator[tuple[str, list[Any]]]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            if json.loads(file.readline()) != {"format": FORMAT}:
                raise BadCopy(f"{path} is no backup of tables")
            for rows, line in enumerate(file):
                told = json.loads(line)
                if isinstance(told, dict):
                    if told != {"rows": rows} or file.readline():
                        raise BadCopy(f"{path} is not whole")
                    return
                part, *values = told
                if part not in PARTS or len(values) not in _lengths(part):
                    raise BadCopy(f"{path} has a line that belongs to no table")
                yield part, [_kept(value) for value in values]
    except (OSError, EOFError, ValueError, TypeError, zlib.error) as error:
        raise BadCopy(f"{path} cannot be read: {error}") from None
    raise BadCopy(f"{path} is not whole")


def _lengths(part: str) -> range:
    """How many values a line may have."""
    columns = PARTS[part].count(",") + 1
    return range(columns - LATER.get(part, 0), columns + 1)


def _written(value: Any) -> Any:
    return {"bytes": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def _kept(value: Any) -> Any:
    return base64.b64decode(value["bytes"]) if isinstance(value, dict) else value


def troubles(store: SqlStore, titles: Mapping[str, Title[Any]]) -> Iterator[tuple[str, str]]:
    """Every table, opened as a player would open it, and what is wrong with it: nothing, as a rule."""
    for row in store.rows():
        if isinstance(row, Broken):
            yield row.id, row.why
        elif row.game not in titles:
            yield row.id, f"the game {row.game} is not installed here"
        else:
            try:
                LiveTable.open(titles[row.game], row, store)
            except (SaveError, StoreError, ValueError, msgspec.MsgspecError) as error:
                yield row.id, str(error)
            else:
                yield row.id, ""
