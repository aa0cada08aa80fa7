"""What may be laid over the map: ranges of headquarters, the active formation, supply, zones, objectives, the route."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.core.offers import Layer
from sandtable.games.tobruk.map import board, tobruk
from sandtable.games.tobruk.movement.supply import free_sources, path_of, supplied
from sandtable.games.tobruk.movement.zones import front
from sandtable.games.tobruk.pieces.command import headquarters_of
from sandtable.games.tobruk.pieces.counters import chits, counters, of_command
from sandtable.games.tobruk.pieces.tables import victory
from sandtable.games.tobruk.scenario.victory import supply_route
from sandtable.games.tobruk.state import SIDES, Tobruk, enemy_of, side_of


def layers(state: Tobruk) -> list[Layer]:
    return [
        *_formation(state),
        *(_supply(state, side) for side in SIDES),
        *(_short(state, side) for side in SIDES),
        *(_supplied(state, side) for side in SIDES),
        *(_zones(state, side) for side in SIDES),
        _route(state),
        _objectives(state),
        *_ranges(state),
    ]


def _named(hexes: Iterable[int]) -> tuple[str, ...]:
    return tuple(board().name(hexagon) for hexagon in hexes)


# --- command


def _within(state: Tobruk, headquarters: Iterable[str]) -> list[int]:
    """[6.0] The hexes in range of one of these, whatever lies between."""
    centres = [(state.units[name].at, counters()[name].range) for name in headquarters]
    return [
        hexagon
        for hexagon in range(len(board()))
        if board().playable[hexagon] and any(board().distance(at, hexagon) <= reach for at, reach in centres)
    ]


def _formation(state: Tobruk) -> Iterator[Layer]:
    """[6.0, 6.1] The range of the active corps, a line from each activated stack to its nearest headquarters, and
    crosses where units of the corps are out of range."""
    centres = headquarters_of(state, state.active) if state.active else []
    if not centres:
        return
    stands = [state.units[name].at for name in centres]
    active = sorted({state.units[name].at for name in state.formation if state.units[name].at >= 0})
    lines = [min((board().distance(at, here), at, here) for at in stands)[1:] for here in active]
    behind = {
        state.units[counter.id].at for counter in of_command(state.active)
        if counter.id in state.units and counter.id not in state.formation and state.units[counter.id].at >= 0
    }  # fmt: skip
    side = chits()[state.active].side
    yield Layer(
        "formation", f"Active formation: {chits()[state.active].name}",
        dict.fromkeys(_named(_within(state, centres)), side),
        tuple(_named(line) for line in lines if line[0] != line[1]), _named(sorted(behind)),
    )  # fmt: skip


def _ranges(state: Tobruk) -> Iterator[Layer]:
    """[6.0] Each headquarters on the map by itself."""
    for side in SIDES:
        for name in state.layout.headquarters[side]:
            counter = counters()[name]
            corps = chits()[str(counter.command)].name
            hexes = dict.fromkeys(_named(_within(state, (name,))), side_of(name))
            yield Layer(f"range-{name}", f"Range of {counter.name} ({corps})", hexes)


# --- supply


def _supply(state: Tobruk, side: str) -> Layer:
    """[5.1] The path of every stack to its source, and the stacks that have none now."""
    lines, broken = [], []
    for at in sorted(state.layout.held[side]):
        path = path_of(state, state.everybody(at, side)[0])
        if path is None:
            broken.append(at)
        elif len(path) > 1:
            lines.append(_named(path))
    sources = dict.fromkeys(_named(free_sources(state, side)), side)
    return Layer(f"supply-{side}", f"Supply paths, {side.title()}", sources, tuple(lines), _named(broken))


def _short(state: Tobruk, side: str) -> Layer:
    """[5.2] Where units bear a low or out of supply marker this turn."""
    hexes = sorted({state.units[name].at for name in state.layout.forces[side] if state.units[name].unsupplied})
    return Layer(f"short-{side}", f"Low or out of supply, {side.title()}", {}, (), _named(hexes))


def _supplied(state: Tobruk, side: str) -> Layer:
    """[5.1] Every hex that a supply path reaches."""
    hexes = sorted(supplied(state, side))
    return Layer(f"supplied-{side}", f"Hexes in supply, {side.title()}", dict.fromkeys(_named(hexes), side))


# --- zones and points


def _zones(state: Tobruk, side: str) -> Layer:
    """[8.0]"""
    zone = front(state, enemy_of(side)).zone
    hexes = [hexagon for hexagon in range(len(board())) if zone[hexagon]]
    return Layer(f"zones-{side}", f"Zones of control, {side.title()}", dict.fromkeys(_named(hexes), side))


def _route(state: Tobruk) -> Layer:
    """[15.1] The supply route to Tobruk, or a cross there."""
    route = supply_route(state)
    lines, broken = ((_named(route),), ()) if route else ((), (tobruk(),))
    ends = {board().name(tobruk()): "commonwealth"} if route else {}
    return Layer("route", "Supply route to Tobruk", ends, lines, _named(broken))


def _objectives(state: Tobruk) -> Layer:
    """[15.1] By who was there last."""
    hexes = {
        objective.hex: "commonwealth" if objective.hex in state.held else "axis" for objective in victory().objectives
    }
    return Layer("objectives", "Objectives by holder", hexes)
