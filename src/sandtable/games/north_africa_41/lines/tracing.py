"""[16.2, 16.3, 17.3] Lines of Supply to an Off Map Box, to a port or to an MSU, and what they supply.

What the lines of a side may cross is its `Ground`. It depends only on the enemy, on own units within his zones, on who
controls what and on Fortifications, so that it serves for most moves of a phase; questions already answered stay with
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from sandtable.games.north_africa_41.ground.fitness import enemy_holdings
from sandtable.games.north_africa_41.ground.zones import front, steady_hexes
from sandtable.games.north_africa_41.lines.overland import Ground, Served
from sandtable.games.north_africa_41.map import board, oases
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.sea.ports import controlled_ports, supplied_units
from sandtable.games.north_africa_41.state import DELTA, OFF_MAP, TRIPOLI, NorthAfrica, side_of

NOWHERE = -1
LAND_BOXES: Mapping[str, int] = {"axis": TRIPOLI, "allied": DELTA}  # [6.3.3] the Off Map Box a line can reach by land


# The ground of a side


def ground(state: NorthAfrica, side: str, left: int = NOWHERE) -> Ground:
    """What the lines of a side may cross now, or once it has left a hex."""
    hostile = enemy_holdings(state, side)
    derived, key = state.layout.derived, ("ground", side, left, hostile)
    found: Ground | None = derived.get(key)
    if found is None:
        before = front(state, side)
        friends = frozenset(at for at in steady_hexes(state, side) if before.zone[at]) - {left}
        found = derived[key] = _ground(
            before.full, before.limited, before.overlapping, friends, before.occupied | hostile
        )
    return found


@lru_cache(maxsize=4)  # both sides now and a position ago; each keeps half a megabyte of lines
def _ground(
    full: frozenset[int],
    limited: frozenset[int],
    overlapping: frozenset[int],
    friends: frozenset[int],
    closed: frozenset[int],
) -> Ground:
    """[16.3.2, 16.3.3] Enemy zones but where own units negate them; those of any type are for the Road Portion."""
    return Ground(closed, full - friends, limited - friends, overlapping - friends)


def forget_lines() -> None:
    """Give up those of the positions seen last."""
    _ground.cache_clear()


# Sources


def mobile_supply(state: NorthAfrica, side: str) -> frozenset[int]:
    """[16.3.4, 17.2.4] The hexes of MSUs that may be used."""
    units, places = state.units, state.layout.trucks[side]
    return frozenset(
        at
        for at, names in places.items()
        if at >= 0 and any(units[name].loaded and not units[name].transport for name in names)
    )


def full_supply(state: NorthAfrica, side: str) -> Served:
    """[16.2, 16.3.4] The hexes from which a unit of the side is in Full Supply."""
    return _full(ground(state, side), side, mobile_supply(state, side))


def _full(there: Ground, side: str, links: frozenset[int]) -> Served:
    box = LAND_BOXES[side]
    return there.served(there.chained(frozenset(), box, links), box)


def usable_ports(state: NorthAfrica, side: str) -> dict[int, int | None]:
    """[16.2, 27.2] Where Port Supply comes from: how many units each port of the side, and by option each oasis,
    supplies; None for any number."""
    places = {at: supplied_units(state, at) for at in controlled_ports(state, side)}
    if state.option("oasis-supply"):
        places |= dict.fromkeys(oases().values(), limits().oasis_units)
    return {at: units for at, units in places.items() if units != 0}


def port_supply(state: NorthAfrica, side: str, port: int, links: frozenset[int] | None = None) -> Served:
    """[16.2, 16.3.4] The hexes from which a line leads to a port, by any MSU on the way or by these alone."""
    return _to_port(ground(state, side), port, mobile_supply(state, side) if links is None else links)


def _to_port(there: Ground, port: int, links: frozenset[int]) -> Served:
    goals = frozenset((port,))
    return there.served(goals | there.chained(goals, None, links))


def in_full_supply(state: NorthAfrica, name: str) -> bool:
    """[16.2] Judged at this instant; always so in an Off Map Box [6.2]."""
    side, at = side_of(name), state.units[name].at
    return at in OFF_MAP[side] or at in full_supply(state, side)


def in_supply(state: NorthAfrica, name: str) -> bool:
    """[16.1, 16.2] Whether a unit is in Full or Port Supply at this instant."""
    return _supplied_at(state, name, state.units[name].at, NOWHERE)


def would_be_in_supply(state: NorthAfrica, name: str, at: int) -> bool:
    """[12.1.3, 12.5.1] The same for a unit that leaves its hex, with all who are in it, for another."""
    return _supplied_at(state, name, at, state.units[name].at)


def _supplied_at(state: NorthAfrica, name: str, at: int, left: int) -> bool:
    side = side_of(name)
    if at in OFF_MAP[side]:
        return True
    there, links = ground(state, side, left), mobile_supply(state, side)
    return at in _full(there, side, links) or any(
        at in _to_port(there, port, links) and _has_room(state, name, port, places)
        for port, places in usable_ports(state, side).items()
    )


def _has_room(state: NorthAfrica, name: str, port: int, places: int | None) -> bool:
    """[16.2] Outside the Supply Phase nobody allots a port: units without a marker keep their places, one with a marker
    takes a place that is left."""
    if places is None or not state.units[name].out:
        return True
    served = port_supply(state, side_of(name), port)
    taken = sum(
        not state.units[each].out for each in checked_units(state, side_of(name)) if state.units[each].at in served
    )
    return taken < places


def checked_units(state: NorthAfrica, side: str) -> list[str]:
    """[16.1] Combat Units, Trucks and Replacements of a side on the map."""
    layout = state.layout
    groups = (layout.combat[side], layout.trucks[side], layout.replacements[side])
    return [name for group in groups for at, names in group.items() if at >= 0 for name in names]


# Single lines


def overland(state: NorthAfrica, side: str, start: int, limit: int) -> Mapping[int, int]:
    """[16.3.2] The hexes an Overland Portion from a unit reaches within a limit, with what it counts to each."""
    return ground(state, side).overland(start, limit)


def in_range(state: NorthAfrica, side: str, source: int, limit: int, hexes: Iterable[int]) -> bool:
    """[17.3, 19.3.1] Whether an SP, MSU, ASU or Replacement is in range of a unit in one of the hexes, where the line
    starts; in a box they are together."""
    if source < 0:
        return source in hexes
    there = ground(state, side)
    near = (at for at in hexes if at >= 0 and board().distance(at, source) <= limit)
    return any(source in there.overland(at, limit) for at in near)


def traces(state: NorthAfrica, side: str, start: int, goals: Iterable[int]) -> bool:
    """[16.3.1] Whether a Line of Supply leads from a unit to one of these hexes."""
    return start in ground(state, side).served(frozenset(goals))


def line_of_supply(state: NorthAfrica, side: str, start: int) -> tuple[int, ...] | None:
    """[16.3] A line from a hex to its source, hex by hex, MSU by MSU, for a reader; None without supply."""
    there, links = ground(state, side), mobile_supply(state, side)
    sources: list[tuple[frozenset[int], int | None]] = [(frozenset(), LAND_BOXES[side])]
    sources += [(frozenset((port,)), None) for port in usable_ports(state, side)]
    for goals, box in sources:
        line = _line(there, start, goals, box, there.chained(goals, box, links))
        if line is not None:
            return line
    return None


def _line(
    there: Ground, start: int, goals: frozenset[int], box: int | None, links: frozenset[int]
) -> tuple[int, ...] | None:
    """Straight to a goal, or to an MSU that has a line without the MSUs passed."""
    direct = there.line(start, goals, box)
    if direct is not None:
        return direct
    for link in sorted(links):
        first = there.line(start, frozenset((link,)))
        onward = first and _line(there, link, goals, box, links - {link})
        if first and onward:
            return (*first, *onward[1:])
    return None
