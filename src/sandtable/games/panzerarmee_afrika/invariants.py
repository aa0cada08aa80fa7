"""What is true of every position, whoever played it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.panzerarmee_afrika.arrivals.phase import Reinforcements
from sandtable.games.panzerarmee_afrika.arrivals.withdrawals import WithdrawalOrders, Withdrawals
from sandtable.games.panzerarmee_afrika.deployment import Deployment
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement.phase import Movement, Overstacked, crowds
from sandtable.games.panzerarmee_afrika.pieces.counters import counters, logistics
from sandtable.games.panzerarmee_afrika.pieces.schedule import POOLS, options, reinforcing_limit
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.state import (
    CADRE,
    DUE,
    SIDES,
    WITHDRAWN,
    PanzerarmeeAfrika,
    Unit,
    counted_hexes,
    enemy_of,
    role_of,
    side_of,
)


def broken_invariants(state: PanzerarmeeAfrika) -> list[str]:
    return [*_counters(state), *_hexes(state), *_stacks(state), *_books(state), *_treks(state)]


def _counters(state: PanzerarmeeAfrika) -> Iterator[str]:
    if state.units.keys() != {*counters(), *logistics()}:
        yield "a counter has vanished or appeared from nowhere"
    for name, unit in state.units.items():
        if unit.at < 0:
            yield from _boxed(name, unit)
        elif not board().playable[unit.at]:
            yield f"{name} stands on unplayable {board().name(unit.at)}"
        yield from _marks(state, name, unit)


def _boxed(name: str, unit: Unit) -> Iterator[str]:
    """[12.4.5, 12.4.6, 13.2.3] Off the map nothing is marked; only regular units are eliminated or withdrawn."""
    boxes = (DUE, CADRE, WITHDRAWN) if role_of(name) == "unit" else (DUE,)
    if unit.at not in boxes:
        yield f"{name} is in the box {board().name(unit.at)}"
    if unit != Unit(unit.at, due=unit.due):
        yield f"{name} is off the map and marked"
    if unit.due and role_of(name) != "lorry":
        yield f"{name} waits for turn {unit.due} and is no transport unit"
    if unit.at == WITHDRAWN and side_of(name) != "allied":
        yield f"{name} is withdrawn"


def _marks(state: PanzerarmeeAfrika, name: str, unit: Unit) -> Iterator[str]:
    if unit.dismounted and not unit.out:
        yield f"{name} is dismounted and in supply"  # [13.6]
    if unit.adrift and (state.phasing, side_of(name)) != ("allied", "allied"):  # [10.3]
        yield f"{name} is out of command outside the Allied turn"
    if unit.step:
        counter = counters()[name]
        most = reinforcing_limit(state.turn, counter.category)
        if unit.step > len(counter.reinforced) or counter.strength(unit.step) > most:
            yield f"{name} is reinforced beyond {most}"  # [13.4]


def _hexes(state: PanzerarmeeAfrika) -> Iterator[str]:
    layout = state.layout
    for side in SIDES:
        foe = enemy_of(side)
        for group in (layout.stands, layout.lorries, layout.depots):
            for at in layout.stands[side].keys() & group[foe].keys():
                yield f"{board().name(at)} holds units of both sides"
    for at in layout.lorries["allied"].keys() & layout.lorries["axis"].keys():
        yield f"{board().name(at)} holds transport units of both sides"
    for at in counted_hexes():
        for side in SIDES:
            if state.at(at, side) and state.holder(at) != side:
                yield f"{side} is in {board().name(at)} without control"


def _stacks(state: PanzerarmeeAfrika) -> Iterator[str]:
    """[4] Within the limits, save for the side that is moving or setting up."""
    for side in SIDES:
        if any(isinstance(frame, Deployment | Movement | Overstacked) and frame.side == side for frame in state.stack):
            continue
        for crowd in crowds(state, side):
            yield f"{side} has too much in {board().name(crowd.at)}"


def _books(state: PanzerarmeeAfrika) -> Iterator[str]:
    receiving = any(isinstance(frame, Reinforcements | WithdrawalOrders | Withdrawals) for frame in state.stack)
    for side in SIDES:
        books = state.books[side]
        if books.points.keys() != set(POOLS[side]):
            yield f"{side} keeps points of other pools than its own"
        if any(count < 0 for count in books.points.values()):
            yield f"{side} has spent points it did not have"
        if any(count > limits().most_points for count in books.points.values()) and not (
            receiving and side == state.phasing
        ):
            yield f"{side} has saved more than {limits().most_points} points"  # [13.3.1]
        if books.tobruk > books.tobruk_best:
            yield f"{side} has held Tobruk longer than ever"
        for letter in books.taken:
            if options()[letter].side != side or set(options()[letter].excludes) & books.taken.keys():
                yield f"{side} took the option {letter}"


def _treks(state: PanzerarmeeAfrika) -> Iterator[str]:
    for name in state.treks:
        if side_of(name) != state.phasing and any(isinstance(frame, Movement) for frame in state.stack):
            yield f"{name} has moved in the enemy's turn"
