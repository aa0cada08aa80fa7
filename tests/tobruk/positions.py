"""Positions for tests: exactly the units a test names, and nobody else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Frame
from sandtable.core.values import Event
from sandtable.games.tobruk.activation import Activation, Order
from sandtable.games.tobruk.combat.phase import open_combat
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.phase import open_movement
from sandtable.games.tobruk.notation import NOTATION
from sandtable.games.tobruk.pieces.command import formation_of
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.state import DEAD, DUE, SIDES, TURN_TRACK, Air, Tobruk, Unit, side_of
from tests.playing import THE_END, Orders, draft_of

ORDERS = Orders(NOTATION)
play, play_noting, refusal, listed = ORDERS.play, ORDERS.play_noting, ORDERS.refusal, ORDERS.listed
BOXES = {"due": DUE, "track": TURN_TRACK, "dead": DEAD}
SCENARIO = "first-sidi-rezegh"


def position(axis: str = "", commonwealth: str = "", active: str = "", turn: int = 2, **fields: Any) -> Tobruk:
    """A state with the named units, written as "I/8/15, 33AT/15* 2820, 15PzHQ 2720": a place holds for every unit
    listed since the place before it. Behind a name: * reduced, ! a turn without supply, = a Road Movement marker.
    A place may be `due4`, `track3` (entering or returning on that turn) or `dead`.

    `active` is the command whose chit is in play; its formation is whoever its headquarters activate, unless given.
    Nobody has air units unless `air` says so. The stack holds only an end, on which `asking` puts frames.
    """
    units: dict[str, Unit] = {}
    for side, text in (("axis", axis), ("commonwealth", commonwealth)):
        for name, unit in _placements(text):
            if side_of(name) != side:
                raise ValueError(f"{name} is not on the {side} side")
            units[name] = unit
    given = {
        "stack": (THE_END,), "scenario": SCENARIO, "results": "second", "turn": turn, "units": units, "margin": 13,
        "active": active, "drawn": (active,) if active else (), "air": {side: Air() for side in SIDES}, **fields,
    }  # fmt: skip
    state = Tobruk(**given)
    return state if "formation" in fields or not active else replace(state, formation=formation_of(state))


def _placements(text: str) -> Iterator[tuple[str, Unit]]:
    pending: list[str] = []
    for words in (part.split() for part in text.split(",") if part.strip()):
        pending.append(words[0])
        if len(words) == 1:
            continue
        yield from (_unit(name, words[1]) for name in pending)
        pending = []
    if pending:
        raise ValueError(f"no place is given for {', '.join(pending)}")


def _unit(name: str, at: str) -> tuple[str, Unit]:
    plain = name.rstrip("*!=")
    marks = name[len(plain) :]
    if plain not in counters():
        raise ValueError(f"there is no unit {plain}")
    box = re.fullmatch(r"(due|track|dead)(\d*)", at)
    place, due = (BOXES[box[1]], int(box[2] or 0)) if box else (board().hex(at), 0)
    return plain, Unit(place, "*" in marks, marks.count("!"), "=" in marks, due)


def asking(state: Tobruk, *stack: Frame) -> Tobruk:
    """The same position with these frames on the stack, the last on top, above the end of the test."""
    return replace(state, stack=(THE_END, *stack))


def with_unit(state: Tobruk, name: str, **changes: Any) -> Tobruk:
    """The same position with one unit changed; `at` may be a name."""
    if isinstance(changes.get("at"), str):
        changes["at"] = board().hex(changes["at"])
    return replace(state, units={**state.units, name: replace(state.units[name], **changes)})


def after(phase: Callable[[Draft[Tobruk]], None], state: Tobruk, *rolls: int) -> Tobruk:
    """The state once this has run, as far as the next question."""
    return noting(phase, state, *rolls)[0]


def noting(phase: Callable[[Draft[Tobruk]], None], state: Tobruk, *rolls: int) -> tuple[Tobruk, list[Event]]:
    draft = draft_of(asking(state, *state.stack[1:]), *rolls)
    phase(draft)
    draft.settle()
    return draft.state, draft.events


def activated(axis: str, commonwealth: str, active: str, *rolls: int, **fields: Any) -> Tobruk:
    """The chit has just been drawn: its owner is asked for the order of the modes."""
    state = asking(position(axis, commonwealth, active, **{"formation": (), **fields}), Activation())
    return after(lambda draft: None, state, *rolls)


def ordered(state: Tobruk) -> bool:
    """Whether the next question is what the formation does first."""
    return isinstance(state.stack[-1], Order)


def moving(axis: str, commonwealth: str, active: str, mines: bool = False, **fields: Any) -> Tobruk:
    """The move mode; without mines the Axis has laid the minefield of this turn already."""
    state = after(open_movement, position(axis, commonwealth, active, **fields))
    return state if mines else replace(state, unmined=True)


def fighting(axis: str, commonwealth: str, active: str, **fields: Any) -> Tobruk:
    """The combat mode, with its first question if there is one."""
    return after(open_combat, position(axis, commonwealth, active, **fields))


def attacking(axis: str, commonwealth: str, active: str, **fields: Any) -> Tobruk:
    """The combat mode of a corps whose units have all just arrived: nobody needs a headquarters, whose artillery would
    be asked for in every battle."""
    side = "axis" if active in ("15pz", "21pz", "afrika", "cam", "xxi") else "commonwealth"
    names = tuple(name for name, unit in _placements(axis if side == "axis" else commonwealth) if unit.at >= 0)
    return fighting(axis, commonwealth, active, **{"formation": names, "arrived": names, **fields})


def is_over(state: Tobruk) -> bool:
    """Whether nobody is asked any more."""
    return not isinstance(state.stack[-1], Decision)


def where(state: Tobruk, name: str) -> str:
    return board().name(state.units[name].at)


def at(name: str) -> int:
    return board().hex(name)


def facts(events: list[Event], kind: str) -> list[dict[str, Any]]:
    return [dict(event.facts) for event in events if event.kind == kind]


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]
