"""[S1.1, S2.1, S3.1] Preparing for play."""

from __future__ import annotations

from sandtable.core.title import Setup
from sandtable.games.north_africa_41.arrivals.scenarios import Scenario, full_steps, scenario_named
from sandtable.games.north_africa_41.map import airfields, board, ports
from sandtable.games.north_africa_41.pieces.counters import Side, counters, replacements, trucks
from sandtable.games.north_africa_41.saved_position import Position
from sandtable.games.north_africa_41.sea.tables import ports as port_facts
from sandtable.games.north_africa_41.state import DUE, POOL, REMOVED, SIDES, Books, Fortification, Unit
from sandtable.games.north_africa_41.turn import PlayerTurn


def begin(setup: Setup) -> Position:
    """The chosen scenario before its first phase."""
    chosen = scenario_named(setup.scenario)
    control = first_control(chosen)
    return Position(
        stack=(PlayerTurn(chosen.start.side),),
        scenario=setup.scenario,
        options=setup.options,
        turn=chosen.start.turn,
        impulse=chosen.start.impulse,
        phasing=chosen.start.side,
        units=first_units(chosen),
        books={side: first_books(chosen, side) for side in SIDES},
        control=control,
        damage={
            board().name(ports()[name]): port_facts()[name].damage(capacity)
            for name, capacity in chosen.port_capacity.items()
        },
        forts={
            board().hex(at): Fortification(side, complete=True)
            for side, hexes in chosen.fortifications.items()
            for at in hexes
        },
        malta=chosen.malta,
        points=chosen.victory_points.start if chosen.victory_points else 0,
    )


def first_units(chosen: Scenario) -> dict[str, Unit]:
    """Pieces on the map and in boxes, those due later, those left out, and the pools of Replacements."""

    def at(name: str) -> int:
        if name in chosen.places:
            return board().location(chosen.places[name])
        return REMOVED if name in chosen.unused else DUE

    units = {name: Unit(at(name), steps=full_steps(chosen.key, name)) for name in counters()}
    units |= {name: Unit(at(name)) for name in trucks()}
    return units | {name: Unit(POOL) for name in replacements()}


def first_books(chosen: Scenario, side: Side) -> Books:
    stores: dict[int, int] = {}
    for stock in chosen.stocks:
        at = board().location(stock.place)
        if stock.side == side:
            stores[at] = stores.get(at, 0) + stock.points
    return Books(resources=chosen.resource_points[side], stores=stores)


def first_control(chosen: Scenario) -> dict[str, Side]:
    """[16.3.5, S3.3] Ports and airfields, and objectives that are neither: these are whose units stand nearest."""
    control: dict[str, Side] = {board().name(ports()[name]): side for name, side in chosen.ports.items()}
    control |= {board().name(airfields()[name]): side for name, side in chosen.airfields.items()}
    for at in chosen.objectives.hexes.values() if chosen.objectives else ():
        control.setdefault(at, _nearest(chosen, at))
    return control


def _nearest(chosen: Scenario, name: str) -> Side:
    at, stands = (
        board().hex(name),
        [(unit, board().location(place)) for unit, place in chosen.places.items() if unit in counters()],
    )
    unit = min((board().distance(at, there), unit) for unit, there in stands if there >= 0)[1]
    return counters()[unit].side
