"""[12.1, 27.3.2] Orders to retreat: who goes together, with which Trucks, and whom they pick up on their way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from sandtable.core.listing import Listing, Made
from sandtable.core.values import Action, Refusal, may
from sandtable.games.north_africa_41.ground.fitness import gait_of
from sandtable.games.north_africa_41.ground.paths import places_of
from sandtable.games.north_africa_41.ground.zones import next_to_enemy
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.order_forms import Names, Together
from sandtable.games.north_africa_41.pieces.counters import counters, trucks
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.results.retreat_routes import SUPPLY, Path, Terms, check_way, open_steps, ways_of
from sandtable.games.north_africa_41.state import NorthAfrica, is_combat, is_mechanised, role_of, side_of


class Retreat(Together, frozen=True):
    """[12] Retreat units along a path, the hex they leave first."""


class Surrender(Names, frozen=True):
    """[12.2, 12.5] Surrender units that have no retreat."""


class Order:
    """An order to retreat, read: those who set out and those who join on the way."""

    def __init__(self, state: NorthAfrica, terms: Terms, action: Retreat) -> None:
        self.path = places_of(action.path, "12.1.1")
        self.names = action.units
        pieces = [name for name in action.units if name != SUPPLY]
        self.core = tuple(name for name in pieces if name in state.units and state.units[name].at == terms.start)
        self.joining = tuple(name for name in pieces if name not in self.core)


def check_retreat(state: NorthAfrica, terms: Terms, leaving: Sequence[str], action: Retreat) -> None:
    """[12.1.1, 12.1.5] `leaving` are the units and Non-Combat Units that are to leave the hex, or may."""
    order = Order(state, terms, action)
    if order.path[0] != terms.start:
        raise Refusal("12.1.1", f"the retreat begins at {board().name(terms.start)}")
    pieces = (*order.core, *order.joining)
    if len(set(pieces)) < len(pieces):
        raise Refusal("12.1.1", "a unit is named twice")
    for name in order.core:
        if name not in leaving:
            raise Refusal("12.1.1", f"{name} does not retreat; these do: {', '.join(leaving)}")
    if not order.core:
        raise Refusal("12.1.1", f"name units that retreat: {', '.join(leaving)}")
    _check_load(state, terms, order)
    for name in order.joining:
        check_joining(state, terms, name, order.path)
    check_way(state, terms, action.units, order.path)


def _check_load(state: NorthAfrica, terms: Terms, order: Order) -> None:
    """[12.1.5] Each Supply Point needs an empty Truck and must lie on the way."""
    count = order.names.count(SUPPLY)
    if not count:
        return
    empty = [name for name in order.core if name in trucks() and not state.units[name].loaded]
    if count > len(empty):
        raise Refusal("12.1.5", "a Supply Point retreats only on an empty Truck")
    if count > sum(state.stores_at(at, terms.side) for at in order.path if at >= 0):
        raise Refusal("12.1.5", "there are not that many Supply Points on the way")


def check_joining(state: NorthAfrica, terms: Terms, name: str, path: Path) -> None:
    """[27.3.2] Combat Units, Trucks and MSUs on the way, not next to an enemy."""
    if name not in state.units or side_of(name) != terms.side:
        raise Refusal("12.1.1", f"{name} is not yours")
    if not state.option("tag-along"):
        raise Refusal("12.1.2", f"{name} is not at {board().name(terms.start)} and does not retreat")
    at = state.units[name].at
    if at < 0 or at not in path[1:-1]:
        raise Refusal("27.3.2", f"{name} is not on the way")
    if role_of(name) == "replacement":
        raise Refusal("27.3.2", f"{name} is a Replacement and is not picked up")
    if next_to_enemy(state, terms.side, at):
        raise Refusal("27.3.2", f"{name} is next to an enemy unit")
    if is_combat(name) and counters()[name].immobile:
        raise Refusal("17.1.2", f"{name} cannot move")
    for here, there in pairwise(path[path.index(at) :]):
        if there not in open_steps(frozenset((gait_of(name),)), here):
            raise Refusal("12.2.1", f"{name} may not cross from {board().name(here)} to {board().name(there)}")


# --- what is listed


def listed_retreats(state: NorthAfrica, terms: Terms, units: Sequence[str], train: Sequence[str]) -> Sequence[Action]:
    """One way for each end: for all together, for each unit, with a Truck for those on foot, at last for the train."""
    parties = dict.fromkeys(_parties(state, terms, units, train))
    return Listing[Action](*(_orders(names, _ends(state, terms, names)) for names in parties))


def _orders(names: tuple[str, ...], ends: Mapping[int, Path]) -> Sequence[Action]:
    return Made(list(ends.values()), lambda path: order_for(names, path))


def _ends(state: NorthAfrica, terms: Terms, names: tuple[str, ...]) -> Mapping[int, Path]:
    """One allowed way for each end, past those who are to join."""
    ways = ways_of(state, terms, names)
    joining = [name for name in names if state.units[name].at != terms.start]
    if not joining:
        return ways.ends()
    return {
        way.end: way.path
        for way in reversed(ways.allowed)
        if all(may(check_joining, state, terms, name, way.path) for name in joining)
    }


def order_for(names: Sequence[str], path: Path) -> Retreat:
    return Retreat(tuple(names), tuple(board().name(at) for at in path))


def _parties(state: NorthAfrica, terms: Terms, units: Sequence[str], train: Sequence[str]) -> Iterator[tuple[str, ...]]:
    if not units:
        if train:
            yield tuple(train)
        yield from ((name,) for name in train)
        return
    yield (*units, *train)
    yield tuple(units)
    for name in units:
        yield (name,)
        if not is_mechanised(name):
            yield from ((name, truck) for truck in carriers(state, terms, train))


def carriers(state: NorthAfrica, terms: Terms, train: Sequence[str]) -> list[str]:
    """[12.1.5, 27.3.2] A Truck that could carry a unit on foot: one of those at hand and, by option, one from each hex
    near enough to be reached on foot."""
    found = [name for name in train if name in trucks() and not state.units[name].loaded][:1]
    if not state.option("tag-along"):
        return found
    for at, names in state.layout.trucks[terms.side].items():
        if at < 0 or at == terms.start or board().distance(at, terms.start) > limits().foot_retreat:
            continue
        if next_to_enemy(state, terms.side, at):
            continue
        found += [name for name in names if not state.units[name].loaded][:1]
    return found


def has_way(state: NorthAfrica, terms: Terms, name: str, train: Sequence[str]) -> bool:
    """Whether a unit can survive by itself or with a Truck."""
    if ways_of(state, terms, (name,)).allowed:
        return True
    if is_mechanised(name):
        return False
    return any(_ends(state, terms, (name, truck)) for truck in carriers(state, terms, train))


def only_way(state: NorthAfrica, terms: Terms, name: str) -> Path | None:
    """The way of a unit that has no choice."""
    allowed = ways_of(state, terms, (name,)).allowed
    if len(allowed) != 1:
        return None
    path = allowed[0].path
    return None if state.option("tag-along") and _passes_friends(state, terms, path) else path


def _passes_friends(state: NorthAfrica, terms: Terms, path: Path) -> bool:
    return any(at >= 0 and (state.at(at, terms.side) or state.non_combat_at(at, terms.side)) for at in path[1:-1])
