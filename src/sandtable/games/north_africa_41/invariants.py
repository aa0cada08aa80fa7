"""What is true of every position, whoever played it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.phase import EndOfMovement, Movement
from sandtable.games.north_africa_41.pieces.counters import counters, remnants, replacements, trucks
from sandtable.games.north_africa_41.pieces.resource_tables import delay_ids, marker_limit
from sandtable.games.north_africa_41.pieces.stacking import Overstacked, overstacked
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.sea.ports import harbours
from sandtable.games.north_africa_41.sea.tables import MALTA_BOXES
from sandtable.games.north_africa_41.state import (
    CAPTIVE,
    DELTA,
    DUE,
    ELIMINATED,
    GOOD,
    ITALY,
    OFF_MAP,
    POOL,
    REMOVED,
    RESERVE,
    SIDES,
    SURRENDERED,
    TRIPOLI,
    WITHDRAWN,
    NorthAfrica,
    Unit,
    enemy_of,
    is_combat,
    remnants_left,
    role_of,
    side_of,
)
from sandtable.games.north_africa_41.supply.phase import open_supply
from sandtable.games.north_africa_41.turn import SEQUENCE_OF_PLAY, PlayerTurn

WAITING = (RESERVE, WITHDRAWN)  # out of play with the steps they have
GONE = (SURRENDERED, CAPTIVE, ELIMINATED, REMOVED, DUE)


def broken_invariants(state: NorthAfrica) -> list[str]:
    return [*_pieces(state), *_hexes(state), *_stacks(state), *_books(state), *_tracks(state), *_remnants(state)]


def _pieces(state: NorthAfrica) -> Iterator[str]:
    if state.units.keys() != {*counters(), *trucks(), *replacements()}:
        yield "a piece has vanished or appeared from nowhere"
    for name, unit in state.units.items():
        if unit.at >= 0 and not board().playable[unit.at]:
            yield f"{name} stands on unplayable {board().name(unit.at)}"
        if unit.at < 0:
            yield from _boxed(name, unit)
        if is_combat(name):
            yield from _combat(name, unit)
        elif unit.steps or unit.order != GOOD or unit.depleted:
            yield f"{name} is marked like a Combat Unit"
        if unit.loaded and name not in trucks():
            yield f"{name} carries a Supply Point"
        if unit.heavy and "heavy-tank" not in getattr(replacements().get(name), "kinds", ()):
            yield f"{name} has no heavy tanks on its back"


def _boxed(name: str, unit: Unit) -> Iterator[str]:
    """Off the map a piece is in a box of its own side and its own kind."""
    if unit.at in (TRIPOLI, ITALY, DELTA):
        if unit.at not in OFF_MAP[side_of(name)]:
            yield f"{name} is in an enemy box"  # [6.1.2]
        return
    allowed = {"combat": (*WAITING, *GONE), "truck": GONE, "replacement": (POOL,)}[role_of(name)]
    if unit.at not in allowed:
        yield f"{name} is in the box {board().name(unit.at)}"
    if unit.transport or unit.loaded or unit.out or unit.order != GOOD or unit.depleted:
        yield f"{name} is out of play and marked"


def _combat(name: str, unit: Unit) -> Iterator[str]:
    counter = counters()[name]
    if not 1 <= unit.steps <= counter.steps:
        yield f"{name} has {unit.steps} steps"
    if unit.depleted and not counter.support:
        yield f"{name} is Depleted and no ASU"


def _hexes(state: NorthAfrica) -> Iterator[str]:
    layout = state.layout
    for at in sorted(_held(state, "axis") & _held(state, "allied")):
        yield f"{board().name(at)} holds units of both sides"  # [5.1, 5.8.3, 8.7]
    for side in SIDES:
        foe = enemy_of(side)
        for at in layout.combat[side]:
            if at >= 0 and state.holder(at) == foe:
                yield f"{side} is in {board().name(at)} without control"
            fort = state.forts.get(at)
            if fort is not None and fort.side == foe:
                yield f"{side} is in an enemy Fortification"  # [9.5.7]


def _held(state: NorthAfrica, side: str) -> set[int]:
    """The hexes where a side has anything, Combat Units or not."""
    layout = state.layout
    groups = (layout.combat[side], layout.trucks[side], layout.replacements[side], state.books[side].stores)
    return {at for group in groups for at in group if at >= 0}


def _stacks(state: NorthAfrica) -> Iterator[str]:
    """[4.4.1] When a player's Supply Phase has come, his stacks keep the limit."""
    for frame in state.stack:
        if not isinstance(frame, PlayerTurn) or frame.phase <= SETTLED:
            continue
        if any(isinstance(other, Movement | EndOfMovement | Overstacked) for other in state.stack):
            continue
        for at in overstacked(state, frame.side):
            yield f"{frame.side} has too much in {board().name(at)}"


SETTLED = SEQUENCE_OF_PLAY.index(open_supply)  # [4.4.1] the phases in which units move, fight and recover are over


def _books(state: NorthAfrica) -> Iterator[str]:
    for side in SIDES:
        books = state.books[side]
        if not 0 <= books.resources <= limits().resource_points:
            yield f"{side} has {books.resources} Resource Points"
        for marker, count in books.assets.items():
            if not 0 < count <= marker_limit(marker, side):
                yield f"{side} has {count} markers {marker}"
        for at, count in books.stores.items():
            if count < 1:
                yield f"{side} has {count} Supply Points at {board().name(at)}"
            if at < 0 and at not in OFF_MAP[side]:
                yield f"{side} has Supply Points in {board().name(at)}"
        for at, count in books.landed.items():
            if count > books.stores.get(at, 0):
                yield f"{side} landed more Supply Points than are at {board().name(at)}"
        if not set(books.delays) <= set(delay_ids()):
            yield f"{side} has Delay markers of other numbers"
        if len(books.strafing) > marker_limit("strafing", side):
            yield f"{side} has too many Strafing markers"
        if sum(fort.side == side for fort in state.forts.values()) > limits().fortifications:
            yield f"{side} has too many Fortifications"  # [9.5.6]


def _tracks(state: NorthAfrica) -> Iterator[str]:
    if state.malta not in MALTA_BOXES:
        yield f"the Malta Status marker is at {state.malta}"
    for name, damage in state.damage.items():
        port = harbours()[board().location(name)]
        if not 0 <= damage <= port.worst:
            yield f"{port.title} has damage {damage}"
    if any(name not in state.units for name in state.moved):
        yield "somebody unknown has moved"


def _remnants(state: NorthAfrica) -> Iterator[str]:
    """[10.4] There are never more in play than the display holds."""
    for kind in remnants():
        example = next((counter for counter in counters().values() if counter.remnant == kind), None)
        if example is not None and remnants_left(state, example) < 0:
            yield f"there are too many {kind} remnants"
