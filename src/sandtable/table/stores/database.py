"""A database with SQL, whichever it is: transactions, reads, and news of what other servers have changed.

Queries are written with `?` for values, and in the words that SQLite and PostgreSQL share.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

from sandtable.table.stores.base import News

Stream: TypeAlias = Callable[[str], Iterator[Any]]  # the rows of a query, one after the other


class Writing(Protocol):
    """A transaction under way."""

    def run(self, query: str, *values: Any) -> int:
        """How many rows it has changed."""

    def run_all(self, query: str, rows: Iterable[Sequence[Any]]) -> None: ...

    def ask(self, query: str, *values: Any) -> list[Any]: ...

    def tell(self, table: str) -> None:
        """Other servers hear, when all is written, that this table has changed."""


class Database(ABC):
    """Every method may be called from any thread."""

    order: str  # the column that tells in which order tables were made
    shared: bool  # whether other servers may write to it

    @abstractmethod
    def transaction(self) -> AbstractContextManager[Writing]:
        """All of it or nothing. Raises `Busy`, `Taken` where a key is already there, or another `StoreError`."""

    @abstractmethod
    def read(self, query: str, *values: Any) -> list[Any]: ...

    @abstractmethod
    def snapshot(self) -> AbstractContextManager[Stream]:
        """Reads of one and the same moment, however long they take."""

    @abstractmethod
    def waits_for_disk(self) -> bool:
        """Whether what is said to be written survives a power cut."""

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def listen(self, heard: Callable[[News], None]) -> None:
        """See `EventStore.listen`."""

    @abstractmethod
    def whisper(self, table: str, text: str) -> None:
        """See `EventStore.whisper`."""

    @abstractmethod
    def lease(self, table: str, seconds: float) -> bool:
        """See `EventStore.may_think`."""

    @abstractmethod
    def release(self, table: str) -> None:
        """See `EventStore.think_no_more`."""
