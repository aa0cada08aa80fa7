"""The figures by which people are treated."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sandtable.core.typed import from_toml
from sandtable.core.values import Value


class Rate(Value, frozen=True, forbid_unknown_fields=True):
    """So often in so many seconds."""

    times: int
    seconds: float


class PasswordLimits(Value, frozen=True, forbid_unknown_fields=True):
    shortest: int
    longest: int
    at_once: int
    rounds: int
    kilobytes: int


class Limits(Value, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """As in `limits.toml`, which says what each is for."""

    sign_ups: Rate
    sign_ins: Rate
    sign_ins_from_one_address: Rate
    sign_ins_under_one_name: Rate
    letters: Rate
    letters_from_one_address: Rate
    reports: Rate
    trials: Rate
    tables: Rate
    lines: Rate
    looks: Rate
    thinking: Rate
    blocks_at_most: int
    session_days: int
    session_noted_hours: int
    passwords: PasswordLimits


@cache
def limits() -> Limits:
    return from_toml((Path(__file__).parent / "limits.toml").read_bytes(), Limits)
