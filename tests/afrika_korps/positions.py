"""Positions for tests: exactly the units a test names, everything else where it naturally waits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.frames import Frame
from sandtable.core.values import Event, Refusal
from sandtable.games.afrika_korps.arrivals.phase import ports_controlled
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.orders import NOTATION
from sandtable.games.afrika_korps.pieces.counters import Counter, counters, printed_counters
from sandtable.games.afrika_korps.state import DEAD, DUE, POOL, SIDES, AfrikaKorps, Books, Unit
from tests.playing import THE_END, Orders, Rolls, asked, draft_of, top

__all__ = [
    "THE_END",
    "Rolls",
    "asked",
    "asking",
    "at",
    "draft_of",
    "kinds",
    "orders",
    "play",
    "play_noting",
    "position",
    "refusal",
    "refused",
    "top",
    "with_books",
    "with_unit",
]

ORDERS = Orders(NOTATION)
play, play_noting, orders, refusal = ORDERS.play, ORDERS.play_noting, ORDERS.listed, ORDERS.refusal


def position(axis: str = "", allied: str = "", turn: int = 1, phasing: str = "axis", **fields: Any) -> AfrikaKorps:
    """A state with the named units, written as "21/5, rommel W6, AxS1 W3, 15/8 sea": a place holds for every unit
    listed since the place before it.

    Units not named: reinforcements are due, units of the set-up dead, own supplies, Rommel and substitutes in the
    pool, captured supplies nowhere. The books of both sides hold the ports controlled, unless `books` is given. The
    stack holds only an end, on which `asking` puts frames.
    """
    units = {counter.id: Unit(_waiting(counter)) for counter in printed_counters() if not counter.captured}
    for side, text in (("axis", axis), ("allied", allied)):
        for name, at in _placements(text):
            if counters()[name].side != side:
                raise ValueError(f"{name} is not on the {side} side")
            units[name] = Unit(at)
    state = AfrikaKorps(**{"stack": (THE_END,), "turn": turn, "phasing": phasing, "units": units, **fields})
    if state.books:
        return state
    return replace(state, books={side: Books(ports=ports_controlled(state, side)) for side in SIDES})


def _waiting(counter: Counter) -> int:
    if not counter.is_combat or counter.substitute:
        return POOL
    return DUE if counter.arrives else DEAD


def _placements(text: str) -> Iterator[tuple[str, int]]:
    pending: list[str] = []
    for words in (part.split() for part in text.split(",") if part.strip()):
        pending.append(words[0])
        if len(words) == 1:
            continue
        at = board().location(words[1])
        yield from ((name, at) for name in pending)
        pending = []
    if pending:
        raise ValueError(f"no place is given for {', '.join(pending)}")


def with_unit(state: AfrikaKorps, name: str, **changes: Any) -> AfrikaKorps:
    """The same position with one unit changed: at (a name or a number), isolated, cut_off, made_of."""
    if isinstance(changes.get("at"), str):
        changes["at"] = board().location(changes["at"])
    return replace(state, units={**state.units, name: replace(state.units[name], **changes)})


def with_books(state: AfrikaKorps, side: str, **entries: Any) -> AfrikaKorps:
    """The same position with other entries in the books of one side; ports may be given as names."""
    if "ports" in entries:
        entries["ports"] = tuple(sorted(board().location(p) if isinstance(p, str) else p for p in entries["ports"]))
    return replace(state, books={**state.books, side: replace(state.books[side], **entries)})


def asking(state: AfrikaKorps, *stack: Frame) -> AfrikaKorps:
    """The same position with these frames on the stack, the last on top, above the end of the test."""
    return replace(state, stack=(THE_END, *stack))


def refused(state: AfrikaKorps, order: str) -> str:
    """The case that forbids this order of whoever is asked, or nothing if it is permitted."""
    try:
        frames.check(state, asked(state), NOTATION.parse(order))
    except Refusal as refusal:
        return refusal.case
    return ""


def at(state: AfrikaKorps, name: str) -> str:
    """Where a unit is: the name of a hex or of a box, or nothing if it is not in the game."""
    return board().name(state.units[name].at) if name in state.units else ""


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]
