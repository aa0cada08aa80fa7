"""What is true of every position, whoever played it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.afrika_korps.arrivals.phase import own_supplies_on_board
from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.combat.resolution import Resolution
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.movement.stacking import overstacked
from sandtable.games.afrika_korps.pieces.counters import counters, printed_counters
from sandtable.games.afrika_korps.pieces.tables import limits
from sandtable.games.afrika_korps.state import DEAD, EXCHANGED, ROMMEL, SIDES, AfrikaKorps


def broken_invariants(state: AfrikaKorps) -> list[str]:
    return [*_counters(state), *_stacks(state), *_books(state), *_substitutes(state), *_victories(state)]


def _counters(state: AfrikaKorps) -> Iterator[str]:
    for counter in printed_counters():
        if counter.id not in state.units and not counter.captured:
            yield f"{counter.id} has vanished"
    for name, unit in state.units.items():
        if unit.at >= 0 and not board().playable[unit.at]:
            yield f"{name} stands on unplayable {board().name(unit.at)}"
    if state.units[ROMMEL].at == DEAD:
        yield "Rommel is dead"  # [22.4]


def _stacks(state: AfrikaKorps) -> Iterator[str]:
    for at in sorted(state.layout.combat["axis"].keys() & state.layout.combat["allied"].keys()):
        yield f"both sides hold {board().name(at)}"
    for side in SIDES:
        if not _may_overstack(state, side):
            for at in overstacked(state, side):
                yield f"{side} is overstacked at {board().name(at)}"


def _may_overstack(state: AfrikaKorps, side: str) -> bool:
    """[2.3, 19.4] In the set-up until one has moved, and with arrivals until one's movement is over."""
    if side == state.phasing:
        return not any(isinstance(frame, Battles | Resolution) for frame in state.stack)
    return state.turn == 1 and side == SIDES[-1]


def _books(state: AfrikaKorps) -> Iterator[str]:
    for side in SIDES:
        if own_supplies_on_board(state, side) > limits().own_supplies[side]:
            yield f"{side} has too many own supplies on the board"
        if state.books[side].replacements < 0:
            yield f"{side} has spent replacement factors it did not have"


def _substitutes(state: AfrikaKorps) -> Iterator[str]:
    inside = [part for unit in state.units.values() for part in unit.made_of]
    for part in inside:
        if state.units[part].at != EXCHANGED:
            yield f"{part} is part of a substitute and somewhere else too"
    if len(set(inside)) < len(inside):
        yield "a unit is part of two substitutes"


def _victories(state: AfrikaKorps) -> Iterator[str]:
    for victory in state.victories:
        for name in victory.attackers:
            if counters()[name].side != state.phasing:
                yield f"{name} gained an automatic victory out of turn"
