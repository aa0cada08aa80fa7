"""`serve`, `worker`, `backup`, `restore`: a house on the internet."""

from __future__ import annotations

import tempfile
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from sandtable.cli.common import BadInput, home

if TYPE_CHECKING:
    from sandtable.table.stores.sql import SqlStore


def serve(arguments: Namespace) -> int:
    try:
        from sandtable.table.serving.public import Plan, serve
    except ImportError as error:
        raise BadInput(f"a house needs more packages: pip install 'sandtable[serve]' ({error})") from None
    return serve(Plan(
        arguments.database, arguments.public_url, arguments.host, arguments.port, arguments.trusted_proxy,
        arguments.workers,
    ))  # fmt: skip


def worker(arguments: Namespace) -> int:
    """Thinks for the machines of a house, on any machine that reaches its database."""
    from sandtable.table.stores.opening import NEEDED, is_shared

    if not is_shared(arguments.database):
        raise BadInput("a worker takes its jobs from PostgreSQL: --database postgresql://...")
    try:
        from sandtable.table.thinking.hired import work
    except ImportError:
        raise BadInput(NEEDED) from None
    return work(arguments.database, arguments.processes or 0)


def backup(arguments: Namespace) -> int:
    """A copy of all tables. It is taken in again, in a place of its own, and every table in it is opened."""
    from sandtable.table.house.copying import back_up, restore
    from sandtable.table.stores.sqlite import SqliteStore

    path = Path(arguments.file)
    if path.exists():
        raise BadInput(f"{path} is there already; nothing was changed")
    store = open_store(arguments.database)
    try:
        rows = back_up(store.database, path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error}") from None
    finally:
        store.close()
    with tempfile.TemporaryDirectory() as folder:
        copy = SqliteStore(Path(folder) / "tables.sqlite")
        restore(path, copy.database)
        code = _told(copy, f"{path}: {rows} rows")
        copy.close()
    return code


def restore(arguments: Namespace) -> int:
    """Take a copy in, into an empty database, and open every table."""
    from sandtable.table.house.copying import BadCopy, restore
    from sandtable.table.stores.base import StoreError

    store = open_store(arguments.database)
    try:
        rows = restore(Path(arguments.file), store.database)
        code = _told(store, f"{rows} rows taken in")
        print("nobody's session was in the copy: everybody signs in again")
        return code
    except (BadCopy, StoreError) as error:
        raise BadInput(str(error)) from None
    finally:
        store.close()


def open_store(address: str) -> SqlStore:
    from sandtable.table.stores.base import StoreError
    from sandtable.table.stores.opening import opened

    try:
        return opened(address or str(home() / "tables.sqlite"))
    except StoreError as error:
        raise BadInput(str(error)) from None


def _told(store: SqlStore, done: str) -> int:
    """What was done, and what is wrong with any table: 1 if something is."""
    from sandtable import games
    from sandtable.table.house.copying import troubles

    found = list(troubles(store, {title.key: title for title in games.titles()}))
    bad = [(table, why) for table, why in found if why]
    print(f"{done}; {len(found) - len(bad)} of {len(found)} tables were opened")
    for table, why in bad:
        print(f"table {table} cannot be opened: {why}")
    return 1 if bad else 0
