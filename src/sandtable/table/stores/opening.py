"""The store that an address names."""

from __future__ import annotations

from pathlib import Path

from sandtable.table.stores.base import StoreError
from sandtable.table.stores.sql import SqlStore
from sandtable.table.stores.sqlite import SqliteStore

POSTGRES = ("postgresql://", "postgres://")
SQLITE = "sqlite:"
NEEDED = "PostgreSQL needs the extra packages of a house: pip install 'sandtable[serve]'"


def is_shared(address: str) -> bool:
    """Whether several servers may use it at once."""
    return address.startswith(POSTGRES)


def opened(address: str) -> SqlStore:
    """`postgresql://...`, `sqlite:FILE` or a plain path. Raises `StoreError`."""
    if not is_shared(address):
        return SqliteStore(Path(address.removeprefix(SQLITE)))
    try:
        from sandtable.table.stores.postgres import PostgresStore
    except ImportError:
        raise StoreError(NEEDED) from None
    return PostgresStore(address)
