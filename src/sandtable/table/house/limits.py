"""The figures by which a house is kept."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sandtable.core.typed import from_toml
from sandtable.core.values import Value


class Limits(Value, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """As in `limits.toml`, which says what each is for."""

    idle_tables: int
    tidy_seconds: float
    programs_at_once: int
    tables_a_minute: int
    ticket_seconds: float
    sweep_seconds: float
    open_sweep_seconds: float
    swept_at_most: int
    results_days: int
    sockets_at_a_table: int
    sockets_in_all: int
    invitations_shown: int
    invitation_days: int


@cache
def limits() -> Limits:
    return from_toml((Path(__file__).parent / "limits.toml").read_bytes(), Limits)
