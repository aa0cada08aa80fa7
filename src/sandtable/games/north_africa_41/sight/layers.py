"""What may be laid over the map: supply, zones of each kind, control, ranges, Fortifications, sections, objectives."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from sandtable.core.offers import Layer
from sandtable.games.north_africa_41.arrivals.scenarios import scenario_named
from sandtable.games.north_africa_41.ground.fitness import controllable
from sandtable.games.north_africa_41.ground.zones import front
from sandtable.games.north_africa_41.lines.support_units import (
    attack_sources,
    gives_artillery,
    is_support,
    source_at,
    source_range,
)
from sandtable.games.north_africa_41.lines.tracing import (
    checked_units,
    full_supply,
    ground,
    in_range,
    in_supply,
    line_of_supply,
    mobile_supply,
    usable_ports,
)
from sandtable.games.north_africa_41.map import board, groundworks, section_hexes, sections
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.resources.air import in_air_range
from sandtable.games.north_africa_41.state import SIDES, NorthAfrica, enemy_of
from sandtable.games.north_africa_41.victory.conditions import prize


def layers(state: NorthAfrica) -> list[Layer]:
    return [
        *(_lines_layer(state, side) for side in SIDES),
        *(_full_layer(state, side) for side in SIDES),
        *(_port_layer(state, side) for side in SIDES),
        *(layer for side in SIDES for layer in _zone_layers(state, side)),
        *(_attack_supply_layer(state, side) for side in SIDES),
        *(_artillery_layer(state, side) for side in SIDES),
        *(_air_layer(state, side) for side in SIDES),
        _control_layer(state),
        _forts_layer(state),
        _objectives_layer(state),
        *(_section_layer(name) for name in sections()),
    ]


def _named(hexes: Iterable[int]) -> tuple[str, ...]:
    return tuple(board().name(at) for at in hexes)


def _of(hexes: Iterable[int], side: str) -> dict[str, str]:
    return dict.fromkeys(_named(hexes), side)


# --- supply


def _lines_layer(state: NorthAfrica, side: Side) -> Layer:
    """[16.3] The line of every stack to its source, hex by hex; broken where somebody has none at this instant."""
    stacks = sorted({state.units[name].at for name in checked_units(state, side)})
    lines = [line for at in stacks if (line := line_of_supply(state, side, at)) and len(line) > 1]
    hungry = sorted({state.units[name].at for name in checked_units(state, side) if not in_supply(state, name)})
    return Layer(f"supply-{side}", f"Lines of supply, {side.title()}", {}, tuple(map(_named, lines)), _named(hungry))


def _full_layer(state: NorthAfrica, side: Side) -> Layer:
    """[16.2] Where a unit of the side is or would be in Full Supply."""
    enemies = front(state, side).occupied
    served = (at for at in full_supply(state, side) if at not in enemies)
    return Layer(f"full-supply-{side}", f"Full Supply, {side.title()}", _of(served, side))


def _port_layer(state: NorthAfrica, side: Side) -> Layer:
    """[16.2, 27.2] Where a unit has no Full Supply but a line to a port or, by option, an oasis."""
    full, there, sources = full_supply(state, side), ground(state, side), frozenset(usable_ports(state, side))
    served = there.served(sources | there.chained(sources, None, mobile_supply(state, side)))
    enemies = front(state, side).occupied
    rest = (at for at in _land() if at not in full and at not in enemies and at in served)
    return Layer(f"port-supply-{side}", f"Port Supply only, {side.title()}", _of(rest, side))


@cache
def _land() -> tuple[int, ...]:
    return tuple(at for at in range(len(board())) if board().playable[at])


# --- zones


def _zone_layers(state: NorthAfrica, side: Side) -> list[Layer]:
    """[7.1, 7.3, 7.4] Full, limited and overlapping zones of a side."""
    facing = front(state, enemy_of(side))
    kinds = (
        ("zones", "Zones of Control", facing.full),
        ("limited", "Limited zones", facing.limited),
        ("overlapping", "Overlapping zones", facing.overlapping),
    )
    return [Layer(f"{key}-{side}", f"{label}, {side.title()}", _of(sorted(hexes), side)) for key, label, hexes in kinds]


# --- ranges


def _attack_supply_layer(state: NorthAfrica, side: Side) -> Layer:
    """[8.5.1, 17.3] Hexes in range of a Supply Point, MSU or Ready ASU."""
    reached = _reached(
        state, side, [(source_at(state, name), source_range(state, side, name)) for name in attack_sources(state, side)]
    )
    return Layer(f"attack-supply-{side}", f"Range of Attack Supply, {side.title()}", _of(reached, side))


def _artillery_layer(state: NorthAfrica, side: Side) -> Layer:
    """[9.4.1, 17.3] Hexes in range of an ASU that may fire."""
    guns = [
        name
        for at, names in state.layout.combat[side].items()
        if at >= 0
        for name in names
        if is_support(name) and gives_artillery(state, name)
    ]
    reached = _reached(state, side, [(source_at(state, name), source_range(state, side, name)) for name in guns])
    return Layer(f"artillery-{side}", f"Range of Artillery Support, {side.title()}", _of(reached, side))


def _reached(state: NorthAfrica, side: Side, sources: list[tuple[int, int]]) -> list[int]:
    """The hexes in which a unit would be in range of one of the sources."""
    found: set[int] = set()
    for source, limit in dict.fromkeys(sources):
        near = (at for at in _disc(source, limit) if at not in found)
        found.update(at for at in near if in_range(state, side, source, limit, (at,)))
    return sorted(found)


@cache
def _disc(centre: int, limit: int) -> tuple[int, ...]:
    return tuple(at for at in _land() if board().distance(at, centre) <= limit)


def _air_layer(state: NorthAfrica, side: Side) -> Layer:
    """[18.7.3]"""
    hexes = (at for at in _land() if in_air_range(state, side, at))
    return Layer(f"air-{side}", f"Range of aircraft, {side.title()}", _of(hexes, side))


# --- places


def _control_layer(state: NorthAfrica) -> Layer:
    """[16.3.5]"""
    held = {board().name(at): state.holder(at) or "" for at in controllable()}
    return Layer("control", "Control of ports, airfields and cities", dict(held))


def _forts_layer(state: NorthAfrica) -> Layer:
    """[9.5, 9.5.5] Fortifications by owner, and Existing Groundworks without one."""
    held = _of(sorted(groundworks()), "") | {board().name(at): fort.side for at, fort in state.forts.items()}
    return Layer("forts", "Fortifications and Existing Groundworks", held)


def _objectives_layer(state: NorthAfrica) -> Layer:
    """[26.1, S1.3, S2.3.1, S3.3] The hexes that decide the game, by who holds them."""
    objectives = scenario_named(state.scenario).objectives
    hexes = list(objectives.hexes.values()) if objectives else []
    every = dict.fromkeys([*hexes, *_named(prize(side) for side in SIDES)])
    return Layer("objectives", "Objectives", {name: state.control.get(name, "") for name in every})


def _section_layer(name: str) -> Layer:
    """[25.1.1]"""
    key = f"section-{name.lower().replace(' ', '-')}"
    return Layer(key, f"Map section {name}", _of(sorted(section_hexes(name)), ""))
