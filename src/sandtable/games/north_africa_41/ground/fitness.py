"""Who may move at all in a Movement Phase, in which way, and which places are closed to whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from sandtable.core.values import Refusal
from sandtable.games.north_africa_41.ground.routes import Gait
from sandtable.games.north_africa_41.ground.zones import front, steady_hexes
from sandtable.games.north_africa_41.map import airfields, board, cities, ports
from sandtable.games.north_africa_41.pieces.counters import counters, trucks
from sandtable.games.north_africa_41.pieces.schedule import confinements
from sandtable.games.north_africa_41.sea.ports import is_garrisoned
from sandtable.games.north_africa_41.state import (
    DISRUPTED,
    FULL_RETREAT,
    GOOD,
    IN_SUPPLY,
    ITALY,
    OFF_MAP,
    NorthAfrica,
    Unit,
    enemy_of,
    is_combat,
    is_mechanised,
    side_of,
)

TRANSPORT_CASES = {"rail": "5.9.1", "sea": "21.1.4", "air": "18.7.6"}


@cache
def gait_of(name: str) -> Gait:
    """[2.3.3] How a piece pays for its steps; Trucks bear the mark of vehicles."""
    if name in trucks():
        return "vehicle"
    if is_combat(name) and counters()[name].vehicle:
        return "vehicle"
    return "mechanised" if is_mechanised(name) else "foot"


# --- who may move


def check_own(state: NorthAfrica, side: str, name: str) -> None:
    """[6.1.2] Refuse what is no piece of this side on the map or in one of its Off Map Boxes."""
    unit = state.units.get(name)
    if unit is None or side_of(name) != side:
        raise Refusal("5.1", f"{name} is not yours")
    if unit.at < 0 and unit.at not in OFF_MAP[side]:
        raise Refusal("5.1", f"{name} is not in play")


def check_together(state: NorthAfrica, side: str, names: Sequence[str], place: int) -> None:
    """[5.1] Refuse pieces that do not all stand where their order begins."""
    for name in names:
        check_own(state, side, name)
        at = state.units[name].at
        if at != place:
            raise Refusal("5.1", f"{name} is at {board().name(at)}, not at {board().name(place)}")
    if len(set(names)) < len(names):
        raise Refusal("5.1", "a unit is named twice")


def check_movable(state: NorthAfrica, side: str, name: str) -> None:
    """[5.1, 5.9.1, 8.9.1, 17.1.2, 21.1.4, S1.2] Refuse a piece that has moved, or that may not move this phase."""
    check_own(state, side, name)
    unit = state.units[name]
    if name in state.moved:
        raise Refusal("5.1", f"{name} has completed its movement")
    if unit.transport:
        raise Refusal(TRANSPORT_CASES[unit.transport], f"{name} has been transported and cannot move further")
    if state.shattered and any(name in each.units for each in state.shattered):
        raise Refusal("8.9.1", f"{name} takes part in an Automatic DS and cannot move further")
    if is_combat(name) and counters()[name].immobile:
        raise Refusal("17.1.2", f"{name} cannot move")
    if is_confined(state, name):
        raise Refusal("S1.2", f"{name} must stay at {board().name(unit.at)} for now")


def is_confined(state: NorthAfrica, name: str) -> bool:
    """[S1.2] Whether a unit may not leave its hex of its own will yet."""
    held = _confined().get(name, ())
    return any(state.turn < turn and state.units[name].at == at for at, turn in held)


@cache
def _confined() -> Mapping[str, Sequence[tuple[int, int]]]:
    """[S1.2] By unit: the hex, and the turn from which on it may leave."""
    found: dict[str, list[tuple[int, int]]] = {}
    for each in confinements():
        found.setdefault(each.unit, []).append((board().hex(each.hex), each.turn))
    return MappingProxyType(found)


def is_able_to_march(unit: Unit) -> bool:
    """Whether more than Tactical Movement is left to a piece."""
    return unit.order != DISRUPTED and unit.out == IN_SUPPLY and not unit.replaced


def check_able_to_march(state: NorthAfrica, name: str) -> None:
    """[13.2.1, 13.3.1, 16.4, 19.5] Refuse a piece to which only Tactical Movement is left; Full Retreat is no bar."""
    unit = state.units[name]
    if unit.order == DISRUPTED:
        raise Refusal("13.2.1", f"{name} is Disrupted and may only move tactically")
    if unit.out:
        raise Refusal("16.4", f"{name} is Out of Supply and may only move tactically")
    if unit.replaced:
        raise Refusal("19.5", f"{name} has received a Replacement: one hex, by Tactical Movement")


def check_leaving_box(state: NorthAfrica, name: str) -> None:
    """[6.3.2, 6.3.4, 13.2.1, 19.5] Refuse a piece that may not leave its Off Map Box by itself."""
    unit = state.units[name]
    if unit.at >= 0:
        return
    check_fit_to_leave_box(state, name)
    if gait_of(name) == "foot":
        raise Refusal("6.3.4", f"{name} may leave {board().name(unit.at)} only with a Truck, or by rail, air or sea")


def check_fit_to_leave_box(state: NorthAfrica, name: str) -> None:
    """[6.1.1, 6.3.2, 6.3.4, 19.5] The same for a piece that a Truck or the railway would take along."""
    unit = state.units[name]
    if unit.at >= 0:
        return
    if unit.at == ITALY:
        raise Refusal("6.3.2", f"{name} may leave Italy only by sea or air")
    if unit.order != GOOD:
        raise Refusal("6.3.4", f"{name} is not in Good Order and stays in {board().name(unit.at)}")
    if unit.replaced:
        raise Refusal("19.5", f"{name} has received a Replacement and stays in {board().name(unit.at)}")


# --- closed places


def closed_to(state: NorthAfrica, name: str, company: Iterable[str] = ()) -> frozenset[int]:
    """The places a piece may not enter when it moves with this company."""
    side, order = side_of(name), state.units[name].order
    if order == FULL_RETREAT:
        escorted = any(is_combat(other) and state.units[other].order != FULL_RETREAT for other in company)
        return _derived(state, side, _closed_to_escorted if escorted else _closed_to_fleeing)
    if is_combat(name) or any(is_combat(other) for other in company):
        return front(state, side).closed
    return _derived(state, side, _closed_to_unguarded)


def _derived(state: NorthAfrica, side: str, make: Callable[[NorthAfrica, str], frozenset[int]]) -> frozenset[int]:
    derived, key = state.layout.derived, (make, side)
    found: frozenset[int] | None = derived.get(key)
    if found is None:
        found = derived[key] = make(state, side)
    return found


def _closed_to_unguarded(state: NorthAfrica, side: str) -> frozenset[int]:
    """[5.8.3] Non-Combat Units by themselves: also enemy Non-Combat Units and units in Full Retreat."""
    facing = front(state, side)
    return facing.closed | facing.fleeing | prey(state, side)


def _closed_to_escorted(state: NorthAfrica, side: str) -> frozenset[int]:
    """[13.3.2] Units in Full Retreat: also all that the enemy holds."""
    return _closed_to_unguarded(state, side) | enemy_holdings(state, side)


def _closed_to_fleeing(state: NorthAfrica, side: str) -> frozenset[int]:
    """[13.3.2] Without company also enemy zones in which no friend stands."""
    return _closed_to_escorted(state, side) | (front(state, side).full - steady_hexes(state, side))


def prey(state: NorthAfrica, side: str) -> frozenset[int]:
    """[8.7] The hexes where enemy Non-Combat Units or Supply Points are without a Combat Unit."""
    foe, layout = enemy_of(side), state.layout
    places = {*layout.trucks[foe], *layout.replacements[foe], *state.books[foe].stores}
    return frozenset(at for at in places if at >= 0 and at not in layout.combat[foe])


def is_prey(state: NorthAfrica, side: str, at: int) -> bool:
    """Whether this hex is one of them."""
    foe, layout = enemy_of(side), state.layout
    if at < 0 or at in layout.combat[foe]:
        return False
    return at in layout.trucks[foe] or at in layout.replacements[foe] or at in state.books[foe].stores


def enemy_holdings(state: NorthAfrica, side: str) -> frozenset[int]:
    """[13.3.2, 16.3.2, 16.3.3, 16.3.5] Enemy-controlled ports, airfields and cities, and enemy Fortifications; by
    option not his ports without a garrison [27.4]."""
    foe = enemy_of(side)
    sites = {at for at in controllable() if state.holder(at) == foe}
    if state.option("port-garrisons"):
        sites.difference_update(at for at in ports().values() if not is_garrisoned(state, foe, at))
    return frozenset(sites.union(at for at, fort in state.forts.items() if fort.complete and fort.side == foe))


@cache
def controllable() -> tuple[int, ...]:
    """[16.3.5] The hexes that one side or the other controls."""
    return tuple(sorted({*cities(), *ports().values(), *airfields().values()}))


def why_closed(state: NorthAfrica, name: str, there: int) -> Refusal:
    """Why a piece may not enter a place that is closed to it."""
    side, where = side_of(name), board().name(there)
    if there < 0:
        return Refusal("6.1.2", f"{where} belongs to the enemy")
    facing = front(state, side)
    if there in facing.casting:
        return Refusal("5.1", f"{where} is held by enemy Combat Units")
    if state.units[name].order != FULL_RETREAT:
        if there in facing.fleeing:
            return Refusal("5.1", f"{where} is held by enemy Combat Units")
        return Refusal("5.8.3", f"{name} needs a Combat Unit to enter {where}, where enemy Non-Combat Units are")
    if there in facing.occupied or there in prey(state, side):
        return Refusal("13.3.2", f"{name} is in Full Retreat and enemy units are at {where}")
    if there in enemy_holdings(state, side):
        return Refusal("13.3.2", f"{name} is in Full Retreat and {where} is in enemy hands")
    return Refusal("13.3.2", f"{name} is in Full Retreat and {where} is in an enemy Zone of Control")
