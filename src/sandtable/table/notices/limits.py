"""The figures by which people are told."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from sandtable.core.typed import from_toml
from sandtable.core.values import Value


class Limits(Value, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """As in `limits.toml`, which says what each is for."""

    grace_seconds: int
    look_seconds: float
    together_at_most: int
    again_seconds: Annotated[tuple[int, ...], Meta(min_length=1)]
    browsers_at_most: int


@cache
def limits() -> Limits:
    return from_toml((Path(__file__).parent / "limits.toml").read_bytes(), Limits)
