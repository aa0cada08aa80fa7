"""What stands between the players of a table, and is nobody's secret but for the links."""

from __future__ import annotations

from sandtable.core.values import Value


class Accord(Value, frozen=True):
    undo: str = ""  # the side that asks to take back
    adjourn: str = ""  # the side that asks to adjourn
    next: str = ""  # the table on which they play again
    links: dict[str, str] = {}  # by the seat at this table: the invitation to that one
