"""The figures by which workers are kept."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sandtable.core.typed import from_toml
from sandtable.core.values import Value


class Limits(Value, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """As in `limits.toml`, which says what each is for."""

    workers_at_most: int
    megabytes_at_most: int
    seconds_at_most: float
    workers_for_a_job: int
    lease_seconds: float
    idle_seconds: float
    warning_seconds: float
    throws_at_most: int
    niceness: int


@cache
def limits() -> Limits:
    return from_toml((Path(__file__).parent / "limits.toml").read_bytes(), Limits)
