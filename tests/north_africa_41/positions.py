"""Positions for tests: exactly the pieces a test names, everything else where it naturally waits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.core.frames import Frame
from sandtable.games.north_africa_41.map import airfields, board, cities, ports
from sandtable.games.north_africa_41.notation import NOTATION
from sandtable.games.north_africa_41.pieces.counters import counters, replacements, trucks
from sandtable.games.north_africa_41.state import (
    DUE,
    POOL,
    SIDES,
    Books,
    Fortification,
    NorthAfrica,
    Unit,
    is_combat,
    side_of,
)
from tests.playing import THE_END, Orders

ORDERS = Orders(NOTATION)
play, play_noting, refusal, listed = ORDERS.play, ORDERS.play_noting, ORDERS.refusal, ORDERS.listed
MARKS = ("~~", "~", "**", "*", "!", "^", "+")  # the longer of two first


def position(
    axis: str = "", allied: str = "", turn: int = 2, impulse: int = 2, phasing: str = "axis", **fields: Any
) -> NorthAfrica:
    """A state with the named pieces, written as "ge-i-5-1, ge-mg8~ 1604, axis-truck-1^ tripoli": a place holds for
    every piece listed since the place before it. Behind a name: -1 or -2 steps lost, then ~ disrupted, ~~ in Full
    Retreat, * out of supply, ** for long, ! depleted, ^ loaded (an MSU), + under a Replacement marker.

    Pieces not named are due, Replacements in their pool. By place and side: `supply` and `landed` Supply Points as
    {"axis": {"1604": 2}}, `forts` and `works` (under construction) as {"3138": "allied"}. By side: `resources`,
    `assets`, and markers on the map as `delays` {"axis": ("2011",)}, `strafing`, `patrols`. All cities, airfields and
    ports are Allied unless `control` names them as {"3212": "axis"}; ports are usable by whoever holds them. The stack
    holds only an end, on which `asking` puts frames.
    """
    units = {name: Unit(DUE, steps=counter.steps) for name, counter in counters().items()}
    units |= {name: Unit(DUE) for name in trucks()}
    units |= {name: Unit(POOL) for name in replacements()}
    for side, text in (("axis", axis), ("allied", allied)):
        for name, unit in _placements(text):
            if side_of(name) != side:
                raise ValueError(f"{name} is not on the {side} side")
            units[name] = unit
    counted = sorted(cities() | {*airfields().values(), *ports().values()})
    control = {board().name(at): "allied" for at in counted} | fields.pop("control", {})
    booked = {key: fields.pop(key, {}) for key in BOOKED}
    books = {side: _books({key: entry.get(side) for key, entry in booked.items()}) for side in SIDES}
    books = {side: replace(each, ports=_held(control, side)) for side, each in books.items()}
    works = {at: Fortification(side, complete=False) for at, side in _by_place(fields.pop("works", {})).items()}
    forts = {at: Fortification(side, complete=True) for at, side in _by_place(fields.pop("forts", {})).items()}
    given = {
        "stack": (THE_END,),
        "turn": turn,
        "impulse": impulse,
        "phasing": phasing,
        "units": units,
        "books": books,
        "control": control,
        "forts": works | forts,
    }
    return NorthAfrica(**given | fields)


def _placements(text: str) -> Iterator[tuple[str, Unit]]:
    pending: list[str] = []
    for words in (part.split() for part in text.split(",") if part.strip()):
        pending.append(words[0])
        if len(words) == 1:
            continue
        at = board().location(words[1])
        yield from (_unit(name, at) for name in pending)
        pending = []
    if pending:
        raise ValueError(f"no place is given for {', '.join(pending)}")


def _unit(word: str, at: int) -> tuple[str, Unit]:
    name = word.rstrip("~*!^+")
    marks = re.findall("|".join(map(re.escape, MARKS)), word[len(name) :])
    lost = 0
    if not _is_piece(name):
        name, _, figure = name.rpartition("-")
        lost = int(figure)
    if not _is_piece(name):
        raise ValueError(f"there is no piece {word}")
    steps = counters()[name].steps - lost if is_combat(name) else 0
    order = 2 if "~~" in marks else int("~" in marks)
    out = 2 if "**" in marks else int("*" in marks)
    return name, Unit(
        at, steps=steps, order=order, out=out, depleted="!" in marks, loaded="^" in marks, replaced="+" in marks
    )


def _is_piece(name: str) -> bool:
    return name in counters() or name in trucks() or name in replacements()


BOOKED = ("resources", "assets", "supply", "landed", "delays", "strafing", "patrols")


def _books(entries: Mapping[str, Any]) -> Books:
    markers = {key: _hexes(entries[key] or ()) for key in ("delays", "strafing", "patrols")}
    return Books(
        resources=entries["resources"] or 0,
        assets=entries["assets"] or {},
        stores=_by_place(entries["supply"] or {}),
        landed=_by_place(entries["landed"] or {}),
        delays=dict(enumerate(markers["delays"], 1)),
        strafing=markers["strafing"],
        patrols=markers["patrols"],
    )


def _held(control: Mapping[str, str], side: str) -> tuple[int, ...]:
    return tuple(at for at in sorted(ports().values()) if control[board().name(at)] == side)


def _hexes(names: Iterable[str]) -> tuple[int, ...]:
    return tuple(board().hex(name) for name in names)


def _by_place(named: Mapping[str, Any]) -> dict[int, Any]:
    return {board().location(name): what for name, what in named.items()}


def with_unit(state: NorthAfrica, name: str, **changes: Any) -> NorthAfrica:
    """The same position with one piece changed; `at` may be a name."""
    if isinstance(changes.get("at"), str):
        changes["at"] = board().location(changes["at"])
    return replace(state, units={**state.units, name: replace(state.units[name], **changes)})


def with_books(state: NorthAfrica, side: str, **entries: Any) -> NorthAfrica:
    """The same position with other entries in the books of one side."""
    return replace(state, books={**state.books, side: replace(state.books[side], **entries)})


def asking(state: NorthAfrica, *stack: Frame) -> NorthAfrica:
    """The same position with these frames on the stack, the last on top, above the end of the test."""
    return replace(state, stack=(THE_END, *stack))


def where(state: NorthAfrica, name: str) -> str:
    return board().name(state.units[name].at)


def supply_at(state: NorthAfrica, side: str, place: str) -> int:
    """Supply Points of a side in a hex or box, those under a transport marker included."""
    return state.books[side].stores.get(board().location(place), 0)
