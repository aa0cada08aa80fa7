"""[24.0] What could be built or demolished in a hex, for the screen, for lists and for the staff."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

from sandtable.core.listing import rotated
from sandtable.core.values import may
from sandtable.games.campaign_for_north_africa.construction.crews import crew_of, crews_among, roles
from sandtable.games.campaign_for_north_africa.construction.dumps import check_dump, check_sham
from sandtable.games.campaign_for_north_africa.construction.orders import (
    Build,
    Cease,
    Demolish,
    Dump,
    Rebuild,
    Sham,
    WorkOrder,
)
from sandtable.games.campaign_for_north_africa.construction.tables import construction_table
from sandtable.games.campaign_for_north_africa.construction.works import (
    RAILWAY,
    ROAD,
    TRACK,
    check_work,
    railhead,
    workers,
)
from sandtable.games.campaign_for_north_africa.ground.passage import is_road_hex
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.map import board, neighbours, unfinished_hexes
from sandtable.games.campaign_for_north_africa.state import Campaign, everyone_at

ALL_WORKS = tuple(construction_table().works)
VERBS: dict[str, type[WorkOrder]] = {"build": Build, "rebuild": Rebuild, "demolish": Demolish}


def works_here(
    state: Campaign, side: str, names: Sequence[str], works: Sequence[str] = ALL_WORKS
) -> Iterator[WorkOrder]:
    """Every one of some works that units of a hex could begin, with the crew among them that does most."""
    free = [name for name in names if name not in workers(state) and not state.units[name].spent]
    able = [name for name in free if roles(state, name)]
    if not able:
        return
    at = state.units[able[0]].at
    for name in works:
        line = construction_table().works[name]
        for builders in crews_among(state, line, able):
            crew = crew_of(state, line, builders)
            hexes = hexes_for(state, name, at, 1 if crew is None else crew.hexes)
            action = _order(name, hexes, builders) if hexes else None
            if action is not None and is_lawful(state, side, action):
                yield action
                break


def _order(name: str, hexes: Sequence[int], builders: tuple[str, ...]) -> WorkOrder:
    verb, _, what = name.partition(" ")
    return VERBS[verb](what, tuple(board().name(hex) for hex in hexes), builders)


def hexes_for(state: Campaign, work: str, at: int, most: int) -> tuple[int, ...]:
    """[24.53, 24.63, 24.67] The hexes that a crew would work on from here."""
    if work == RAILWAY:
        head = railhead(state)
        return head[1:] if head is not None and at in head else ()
    if work == ROAD:
        return tuple(islice((hex for hex in (at, *neighbours()[at]) if lacks_road(state, hex)), most))
    if work == TRACK:
        return tuple(islice((hex for hex in (at, *neighbours()[at]) if hex in state.cut), most))
    return (at,)


def lacks_road(state: Campaign, hex: int) -> bool:
    """[24.51] Whether a road could be built or rebuilt in a hex."""
    return hex in state.ruined or (hex in _unfinished() and not is_road_hex(state, hex))


@cache
def _unfinished() -> frozenset[int]:
    return frozenset().union(*unfinished_hexes().values())


def is_lawful(state: Campaign, side: str, action: WorkOrder) -> bool:
    return may(check_work, state, side, action)


def projects_of(state: Campaign, side: str, at: int) -> Iterator[Cease]:
    """[24.16] What could be stopped in a hex."""
    for name, each in state.projects.items():
        if each.side == side and each.at == at and each.builders:
            yield Cease(name)


def dumps_here(state: Campaign, side: str, name: str) -> Iterator[Dump | Sham]:
    """[24.9] A dummy, or half of what a Supply Unit holds, set up by a unit."""
    sham = Sham(name)
    if may(check_sham, state, side, sham):
        yield sham
    for source in state.supply_at(state.units[name].at, side):
        unit = state.supply[source]
        dump = Dump(source, unit.ammo // 2, unit.fuel // 2, name)
        if may(check_dump, state, side, dump):
            yield dump


def listed_works(state: Campaign, side: str) -> Iterator[WorkOrder | Cease | Dump | Sham]:
    """For the list of orders: hex by hex, after every event from another on."""
    for at in rotated(stands(state, side), state.count):
        yield from projects_of(state, side, at)
        yield from works_here(state, side, tuple(everyone_at(state, at, side)))
        yield from dumps_here(state, side, state.at(at, side)[0])
