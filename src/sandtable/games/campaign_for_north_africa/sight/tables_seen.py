"""[3.61] Tables of a state as one side sees them: what has not changed since the last look is the very same.

Most tables stay as they are from one action to the next. Then nobody works out again what the side sees of them, and
what rules have worked out of the very same table holds as well.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, NamedTuple, TypeVar

Key = TypeVar("Key", bound=Hashable)
Each = TypeVar("Each")
Table = dict[Key, Each]


class Look(NamedTuple):
    """A table as it was, what else mattered, and what was seen of it."""

    table: dict[Any, Any]
    matters: object
    seen: dict[Any, Any]


class TablesSeen:
    """What one side saw of each table when it last looked."""

    def __init__(self) -> None:
        self._looks: dict[str, Look] = {}

    def look(
        self, field: str, table: dict[Key, Each], matters: object, see: Callable[[dict[Key, Each]], dict[Key, Each]]
    ) -> dict[Key, Each]:
        """What the side sees of a table, which depends on the table and on what `matters` besides."""
        then = self._looks.get(field)
        if then is not None and (then.matters is matters or then.matters == matters) and is_same(table, then.table):
            return then.seen
        seen = see(table)
        self._looks[field] = Look(dict(table), matters, seen)  # a copy: a draft may still write in the table itself
        return seen


def is_same(one: dict[Any, Any], other: dict[Any, Any]) -> bool:
    """Whether two tables hold the same in the same order."""
    return one == other and list(one) == list(other)


@cache
def tables_seen(side: str) -> TablesSeen:
    return TablesSeen()
