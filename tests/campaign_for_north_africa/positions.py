"""Positions for tests: exactly the units a test names, everything else where it naturally waits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.core.frames import Frame
from sandtable.games.campaign_for_north_africa.contents import Replacement, SupplyUnit, Unit, Wreck
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.pieces.counters import (
    assigned_to,
    counter,
    counters,
    in_land_game,
    is_replacement,
    land_toe,
)
from sandtable.games.campaign_for_north_africa.state import DUE, OUT_OF_PLAY, POINT, Campaign, all_of, side_of
from tests.playing import THE_END, Orders

ORDERS = Orders(NOTATION)
play, play_noting, refusal, listed = ORDERS.play, ORDERS.play_noting, ORDERS.refusal, ORDERS.listed

IN_POINTS = ("spent", "breakdown", "in_sand", "marched")  # written as points, kept in half points
FLAGS = ("engaged", "halted")
TEXTS = ("assigned", "school")


def position(*units: str, **fields: Any) -> Campaign:
    """A state with the named units, written as

        "7Arm+ C3922 cohesion=-2 spent=5, 1RNF>7Spt, 6RTR[A9:3, MarkVI:2] C3920 motors=6"

    A name with + brings everything first assigned to it, attached; `1RNF>7SG` (or `4NZ+>2NZ`) is attached to 7SG and
    stands where that stands, whatever was said of it before; points in brackets replace the strength at arrival, `[5]`
    for points of the ID Code. A place holds for every unit since the place before it. Behind the place: fields of
    Unit, Capability and Breakdown Points as points. Units not named are due.

    By place: `motors` as {"axis": {"C3922": 20}}, `forts` {"C3922": 2}, `minefields` {"C3922": Minefield("axis")}.
    `supply` as {"CW-S1": ("C3922", 40, 60)} with Ammo and Fuel, a dummy as ("C3922",), motors as a fourth figure.
    `wrecks` as {"W1": Wreck(...)}. Places in `rommel`, `railway` may be names.
    The stack holds only an end, on which `asking` puts frames.
    """
    placed: dict[str, Unit] = {name: fresh(name, DUE) for name in counters()}
    attached: dict[str, str] = {}
    for text in units:
        for name, parent, unit in _units(text):
            placed[name] = unit
            if parent:
                attached[name] = parent
            else:
                attached.pop(name, None)
    parts: dict[str, tuple[str, ...]] = {}
    for name, parent in attached.items():
        placed[name] = replace(placed[name], attached=parent)
        parts[parent] = (*parts.get(parent, ()), name)
    stacks: dict[int, tuple[str, ...]] = {}
    for name, unit in list(placed.items()):
        if name in attached or unit.at in OUT_OF_PLAY:
            continue
        stacks[unit.at] = (*stacks.get(unit.at, ()), name)
        for below in _below(parts, name):
            placed[below] = replace(placed[below], at=unit.at)
    points = {name: Replacement() for name in placed if is_replacement(name)}
    given = {"stack": (THE_END,), "units": placed, "stacks": stacks, "parts": parts, "replacements": points}
    return Campaign(**given | _places(fields))


def fresh(name: str, at: int) -> Unit:
    """A unit as it arrives, fully trained."""
    found = counter(name)
    toe = dict(land_toe(name)) if in_land_game(name) else {}
    return Unit(at, assigned=found.parent, toe=toe, morale=found.morale or 0)


def _units(text: str) -> Iterator[tuple[str, str, Unit]]:
    pending: list[str] = []
    for part in re.split(r",(?![^\[]*\])", text):
        found = re.fullmatch(r"\s*((?:[^\s\[]|\[[^\]]*\])+)\s*(.*?)\s*", part)
        if found is None:
            raise ValueError(f"{part} is no unit")
        word, rest = found[1], found[2].split()
        if ">" in word:  # stands where its parent stands
            yield from _named(word, DUE, dict(map(_change, rest)))
            continue
        pending.append(word)
        if not rest:
            continue
        at, changes = board().location(rest[0]), dict(map(_change, rest[1:]))
        for each in pending:
            yield from _named(each, at, changes)
        pending = []
    if pending:
        raise ValueError(f"no place is given for {', '.join(pending)}")


def _named(word: str, at: int, changes: Mapping[str, Any]) -> Iterator[tuple[str, str, Unit]]:
    found = re.fullmatch(r"([^\[>+]+)(?:\[([^\]]*)\])?(\+?)(?:>(.+))?", word)
    if found is None:
        raise ValueError(f"{word} is no unit")
    name, points, whole, parent = found.groups()
    unit = fresh(name, at)
    if points is not None:
        unit = replace(unit, toe=dict(_points(points)))
    yield name, parent or "", replace(unit, **changes)
    shared = {key: value for key, value in changes.items() if key not in ("motors", "assigned")}
    if whole:
        yield from _assigned(name, at, shared)


def _assigned(name: str, at: int, changes: Mapping[str, Any]) -> Iterator[tuple[str, str, Unit]]:
    for below in assigned_to(name):
        if not in_land_game(below):
            continue
        yield below, name, replace(fresh(below, at), **changes)
        yield from _assigned(below, at, changes)


def _points(text: str) -> Iterator[tuple[str, int]]:
    for part in filter(None, (each.strip() for each in text.split(","))):
        weapon, _, points = part.rpartition(":")
        yield weapon, int(points)


def _change(word: str) -> tuple[str, Any]:
    key, _, value = word.partition("=")
    if key in TEXTS:
        return key, value
    if key in FLAGS:
        return key, value in ("", "1")
    return key, round(float(value) * POINT) if key in IN_POINTS else int(value)


def _below(parts: Mapping[str, tuple[str, ...]], name: str) -> Iterator[str]:
    for part in parts.get(name, ()):
        yield part
        yield from _below(parts, part)


def _places(fields: dict[str, Any]) -> dict[str, Any]:
    for key in ("rommel", "railway"):
        if isinstance(fields.get(key), str):
            fields[key] = board().location(fields[key])
    if "motors" in fields:
        fields["motors"] = {side: _by_place(pool) for side, pool in fields["motors"].items()}
    for key in ("forts", "minefields"):
        if key in fields:
            fields[key] = _by_place(fields[key])
    dumps = fields.pop("supply", {})
    if dumps:
        fields["supply"] = {name: supply_unit(name, *each) for name, each in dumps.items()}
    return fields


def supply_unit(name: str, at: str, ammo: int = 0, fuel: int = 0, motors: int = 0) -> SupplyUnit:
    """AX- and CW- tell the side; without Ammo and Fuel it is a dummy."""
    side = {"AX": "axis", "CW": "commonwealth"}[name[:2]]
    return SupplyUnit(
        "axis" if side == "axis" else "commonwealth",
        board().location(at),
        ammo,
        fuel,
        dummy=not ammo and not fuel,
        motors=motors,
    )


def _by_place(named: Mapping[str, Any]) -> dict[int, Any]:
    return {board().location(name): what for name, what in named.items()}


def with_unit(state: Campaign, name: str, **changes: Any) -> Campaign:
    """The same position with one unit changed where it stands."""
    changes |= {key: round(changes[key] * POINT) for key in IN_POINTS if key in changes}
    return replace(state, units={**state.units, name: replace(state.units[name], **changes)})


def asking(state: Campaign, *stack: Frame) -> Campaign:
    """The same position with these frames on the stack, the last on top, above the end of the test."""
    return replace(state, stack=(THE_END, *stack))


def where(state: Campaign, name: str) -> str:
    return board().name(state.units[name].at)


def spent(state: Campaign, name: str) -> float:
    """In points."""
    return state.units[name].spent / POINT


def together(state: Campaign, name: str) -> set[str]:
    """A counter and everything attached to it."""
    return set(all_of(state, name))


__all__ = [
    "ORDERS",
    "Wreck",
    "asking",
    "fresh",
    "listed",
    "play",
    "play_noting",
    "position",
    "refusal",
    "side_of",
    "spent",
    "supply_unit",
    "together",
    "where",
    "with_unit",
]
