"""Lines of supply that the victory conditions ask for: the way of a convoy of medium trucks.

A convoy goes over passable ground, not through hexes with enemy units, and not through enemy Zones of Control where no
friendly unit stands. It is traced from its source to the unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from sandtable.core.fields import Marked
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import Sky, ground
from sandtable.games.campaign_for_north_africa.ground.zones import stands, zone
from sandtable.games.campaign_for_north_africa.map import board, cities, city, entry_road, place, section
from sandtable.games.campaign_for_north_africa.pieces.units import Gait
from sandtable.games.campaign_for_north_africa.scenarios import SupplyLine
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign, enemy_of

TRUCK: tuple[Gait, ...] = ("motor",)
ONE_TURN = 3 * 15  # [60.82, 32.58] the way of a Supply Unit in the three Operations Stages of a Game-Turn


def barred(state: Campaign, side: str) -> bytearray:
    """Hexes that a convoy of this side may not enter."""
    closed = zone(state, enemy_of(side))
    for at in stands(state, side):
        closed[at] = 0
    for at in stands(state, enemy_of(side)):
        closed[at] = 1
    return closed


def reached(state: Campaign, side: str, sources: Iterable[int]) -> Set[int]:
    """Every hex to which a convoy from one of the sources can come, however long it takes; whatever the weather."""
    key = "reached", side, tuple(sources)
    found: Set[int] | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = _reached(state, side, key[2])
    return found


def _reached(state: Campaign, side: str, sources: tuple[int, ...]) -> Marked:
    closed = barred(state, side)
    steps = ground(TRUCK, Sky(built=state.built, railway=state.railway, laid=state.laid)).steps
    found = bytearray(len(closed))
    edge = [at for at in sources if not closed[at]]
    for at in edge:
        found[at] = 1
    while edge:
        for there, _ in steps(edge.pop()):
            if found[there] or closed[there]:
                continue
            found[there] = 1
            edge.append(there)
    return Marked(bytes(found))


def sources(state: Campaign, side: str, line: SupplyLine) -> tuple[int, ...]:
    """[60.81] Where a line has to begin: what the side holds of it."""
    if line == "tobruk":
        found: Iterable[int] = (place("Tobruk"),)
    elif line == "alexandria_or_cairo":
        found = (*city("Alexandria"), *city("Cairo"))
    elif line == "section_d":
        found = {
            unit.at
            for unit in state.supply.values()
            if unit.side == side and not unit.dummy and unit.at >= 0 and section(unit.at) == "D"
        }
    else:
        found = ()
    foe = enemy_of(side)
    return tuple(at for at in sorted(found) if state.holder(at) != foe)


def home(side: str) -> tuple[int, ...]:
    """[60.82] Cairo, or the hex where the road from Tripoli comes on to the map."""
    return city("Cairo") if side == "commonwealth" else (entry_road()[0],)


def joined_stores(state: Campaign, side: str) -> frozenset[int]:
    """[60.82] The hexes of dumps and cities that are joined to the home of the side."""
    joined = reached(state, side, home(side))
    dumps = {unit.at for unit in state.supply.values() if unit.side == side and not unit.dummy}
    return frozenset(at for at in dumps.union(_held_cities(state, side)) if at in joined)


def near_supply(state: Campaign, side: str) -> Set[int]:
    """[60.82] The hexes within a Game-Turn of a dump or city that is joined to the home of the side."""
    key = "near supply", side
    found: Set[int] | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = within(state, side, joined_stores(state, side), ONE_TURN)
    return found


def fed_dumps(state: Campaign, side: str) -> frozenset[int]:
    """[64.71, 64.72] The hexes of dumps to which a convoy can come from Tobruk or from Tripoli."""
    joined = reached(state, side, (*sources(state, side, "tobruk"), entry_road()[0]))
    dumps = {unit.at for unit in state.supply.values() if unit.side == side and not unit.dummy}
    return frozenset(at for at in dumps if at in joined)


def within(state: Campaign, side: str, dumps: Iterable[int], reach: int) -> Set[int]:
    """[64.71, 64.72] The hexes within so many points of a truck from one of these dumps."""
    moving = ground(TRUCK, Sky(built=state.built, railway=state.railway, laid=state.laid))
    return moving.around(dumps, reach * POINT, barred(state, side))


def _held_cities(state: Campaign, side: str) -> list[int]:
    return [hex for hex in cities() if state.control.get(board().name(hex)) == side]
