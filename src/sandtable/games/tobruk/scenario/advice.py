"""[15.3] What the house would bid: shown to players, never a rule."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.core.tables import load


class BidAdvice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: int
    games: int  # of the machine against itself, with what each side wins of them at that margin
    commonwealth: int
    axis: int
    source: str


class Advice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bid: BidAdvice


@cache
def advice() -> Advice:
    return load(__package__, "advice.toml", Advice)
