"""The figures of the rules for desert raiders."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Literal

import msgspec

from sandtable.core.tables import Sourced, load
from sandtable.games.campaign_for_north_africa.pieces.counters import Side

RommelResult = Literal["none", "wounded", "repelled", "removed"]


class DumpRaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[27.55] One die: up to `succeeds` a share is destroyed; at a guarded dump the raider is lost from
    `guarded_loss`."""

    succeeds: Sourced[int]
    percent: Sourced[int]
    guarded_loss: Sourced[int]


class TruckRaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[27.58] One die, with more on it where Replacement Points ride along."""

    succeeds: Sourced[int]
    points: Sourced[int]
    replacements_modifier: Sourced[int]
    replacements_loss: Sourced[int]


class RommelRaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[27.92] By two dice, from 2."""

    results: Sourced[tuple[RommelResult, ...]]
    initiative: Sourced[int]
    turns: Sourced[int]

    def result(self, dice: int) -> RommelResult:
        return self.results.value[dice - 2]


class CommandoTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[27.7, 27.8]"""

    landing_hexes: Sourced[int]
    self_supplied: Sourced[int]
    with_raiders: Sourced[int]


class RaiderTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of raiders.toml."""

    counters: Sourced[dict[Side, tuple[str, ...]]]
    allowance: Sourced[int]
    ammo: Sourced[int]
    fuel: Sourced[int]
    spotted_on: Sourced[int]
    interception: Sourced[int]
    convoy_delay: Sourced[int]
    getaway: Sourced[int]
    hunts: Sourced[Mapping[Literal["campaign", "scenario"], int]]
    dump: DumpRaid
    trucks: TruckRaid
    rommel: RommelRaid
    commandos: CommandoTable


@functools.cache
def raider_table() -> RaiderTable:
    return load(__package__, "raiders.toml", RaiderTable)


def raider_names(side: Side) -> tuple[str, ...]:
    """[27.11, 27.2] The counters of a side."""
    return raider_table().counters.value[side]
