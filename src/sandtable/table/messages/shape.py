"""What every part of an answer has in common."""

from __future__ import annotations

from sandtable.core.values import Value


class Shape(Value, frozen=True, forbid_unknown_fields=True):
    """Something the table tells."""
