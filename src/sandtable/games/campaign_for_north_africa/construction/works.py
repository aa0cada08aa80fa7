"""[24.1, 24.3 to 24.8] What may be built or demolished where, and by whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.capability.cohesion import is_spent_force
from sandtable.games.campaign_for_north_africa.construction.crews import crew_of
from sandtable.games.campaign_for_north_africa.construction.orders import WorkOrder
from sandtable.games.campaign_for_north_africa.construction.tables import Crew, Work, construction_table, work
from sandtable.games.campaign_for_north_africa.ground.passage import has_railway, is_road_hex, works_at
from sandtable.games.campaign_for_north_africa.ground.zones import apparent, controlled
from sandtable.games.campaign_for_north_africa.map import (
    board,
    cities,
    city_level,
    place_kind,
    railway_extension,
    terrain,
    unfinished_hexes,
)
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.repair.facilities import facilities, temporary
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of

FORTIFICATION, ROAD, RAILWAY, TRACK, CUTTING = (
    "build fortification",
    "build road",
    "build railway",
    "rebuild railway",
    "demolish railway",
)
FACILITY, FACILITY_LEVEL, DISMANTLING = "build facility", "rebuild facility", "demolish facility"
MINEFIELD, DUMMY_MINEFIELD, CLEARING = "build minefield", "build dummy-minefield", "demolish minefield"


class Plan(NamedTuple):
    """An order that was looked at."""

    at: int  # where the builders stand
    hexes: tuple[int, ...]
    crew: Crew


def workers(state: Campaign) -> frozenset[str]:
    """[24.15, 5.2] Units that are at work, as far as one may know."""
    found: frozenset[str] | None = state.derived.get("workers")
    if found is None:
        builders = (name for each in state.projects.values() for name in each.builders)
        found = state.derived["workers"] = frozenset(builders)
    return found


def check_at_leisure(state: Campaign, names: Sequence[str]) -> None:
    """[5.2 III C 2] Who is at work does not move by choice in this Operations Stage."""
    busy = next((name for name in names if name in workers(state)), None) if state.projects else None
    if busy is not None:
        raise Refusal(
            "5.2", f"{busy} is at work this Operations Stage: it stops in the Organization Phase, with `cease`"
        )


# An order to build or to demolish


def check_work(state: Campaign, side: str, action: WorkOrder) -> Plan:
    """[24.1] A refusal, or what the order comes to."""
    line = work(action.work)
    if line is None:
        raise _unknown(action)
    at = _site(state, side, action.units)
    hexes = _hexes(action.hexes)
    crew = crew_of(state, line, action.units)
    if crew is None:
        raise _unfit(action)
    _check_extent(action, at, hexes, crew)
    for hex in hexes:
        _check_zone(state, side, action.work, line, hex)
        _check_terrain(action.work, line, hex, state)
        CHECKS[action.work](state, side, hex)
    if action.work == RAILWAY and at not in head_of_line(state):
        raise Refusal("24.67", f"{' and '.join(action.units)} must stand at the head of the line")
    _check_others(state, side, action.work, at, hexes)
    return Plan(at, hexes, crew)


def _unknown(action: WorkOrder) -> Refusal:
    match action.work:
        case "demolish fortification":
            return Refusal("24.47", "nobody takes a fortification down: only barrage reduces it")
        case "demolish road":
            return Refusal("24.18", "no unit destroys a road: only barrage does")
        case "build bridge" | "demolish bridge":
            return Refusal("23.26", "crossings of rivers and wadis are neither built nor destroyed")
        case "demolish escarpment" | "build escarpment":
            return Refusal("23.26", "engineers do not change an escarpment")
    known = sorted(name.partition(" ")[2] for name in construction_table().works if name.startswith(action.verb))
    return Refusal("24.17", f"what you can {action.verb}: {', '.join(known)}")


def _site(state: Campaign, side: str, units: Sequence[str]) -> int:
    """[24.12, 24.15] Where the builders stand, if they may begin."""
    if len({*units}) < len(units):
        raise Refusal("24.15", "a unit is named twice")
    for name in units:
        unit = state.units.get(name)
        if unit is None or counters()[name].side != side or unit.at < 0:
            raise Refusal("24.11", f"you have no unit {name} on the map")
        if unit.at != state.units[units[0]].at:
            raise Refusal("24.11", f"{name} is not in the same hex as {units[0]}")
        if name in workers(state):
            raise Refusal("24.15", f"{name} is at work on another project")
        if unit.spent:
            raise Refusal("24.12", f"{name} has spent Capability Points in this Operations Stage")
        if unit.school:
            raise Refusal("17.33", f"{name} is in Training this Operations Stage")
        if is_spent_force(state, name):
            raise Refusal("6.26", f"{name} has lost all cohesion and can do nothing")
    return state.units[units[0]].at


def _hexes(names: Sequence[str]) -> tuple[int, ...]:
    return tuple(board().named_hex(name, "24.11") for name in names)


def _unfit(action: WorkOrder) -> Refusal:
    """[24.17, 23.13] By the case that says who does this work."""
    who = " and ".join(action.units)
    return Refusal(BY_WHOM[action.work], f"{who} cannot {action.verb} a {action.what}")


BY_WHOM = {
    FORTIFICATION: "24.42",
    ROAD: "24.53",
    RAILWAY: "24.61",
    TRACK: "24.61",
    CUTTING: "24.66",
    FACILITY: "24.82",
    FACILITY_LEVEL: "24.82",
    DISMANTLING: "24.82",
    MINEFIELD: "24.31",
    DUMMY_MINEFIELD: "24.31",
    CLEARING: "24.38",
}


def _check_extent(action: WorkOrder, at: int, hexes: tuple[int, ...], crew: Crew) -> None:
    """[24.53, 24.63, 24.67] The hex of the builders, with hexes next to it if they can do so many; new railway at its
    head."""
    if len({*hexes}) < len(hexes):
        raise Refusal("24.11", "a hex is named twice")
    if action.work == RAILWAY:
        if len(hexes) > 1:
            raise Refusal("24.62", "railway is built one hex at a time")
        return
    case = {ROAD: "24.53", TRACK: "24.63"}.get(action.work, "24.11")
    if len(hexes) > crew.hexes:
        raise Refusal(case, f"{' and '.join(action.units)} can do {crew.hexes} at a time, not {len(hexes)}")
    if crew.hexes == 1 and hexes != (at,):
        raise Refusal(case, f"they work where they stand, at {board().name(at)}")
    far = next((hex for hex in hexes if hex != at and hex not in board().neighbours[at]), None)
    if far is not None:
        raise Refusal(case, f"{board().name(far)} is not next to {board().name(at)}")


def _check_zone(state: Campaign, side: str, name: str, line: Work, hex: int) -> None:
    """[24.36, 24.44, 24.45, 24.55, 24.65, 24.87] What was built once is rebuilt in an enemy zone as well."""
    if state.holder(hex) == enemy_of(side):
        raise Refusal(IN_ZONE[name], f"the enemy holds {board().name(hex)}")
    if not in_enemy_zone(state, side, hex):
        return
    if not line.in_zone or (name == FORTIFICATION and hex not in state.forts and hex not in cities()):
        raise Refusal(IN_ZONE[name], f"{board().name(hex)} is in an enemy Zone of Control")


IN_ZONE = {
    FORTIFICATION: "24.44",
    ROAD: "24.55",
    RAILWAY: "24.65",
    TRACK: "24.65",
    FACILITY: "24.87",
    MINEFIELD: "24.36",
    DUMMY_MINEFIELD: "24.36",
}


def in_enemy_zone(state: Campaign, side: str, hex: int) -> bool:
    """[10.6] In truth where one stands, which the enemy has to say; elsewhere as far as one must expect it."""
    if state.holder(hex) == side:
        return controlled(state, hex, enemy_of(side))
    return bool(apparent(state, side)[hex])


def _check_terrain(name: str, line: Work, hex: int, state: Campaign) -> None:
    """[24.35, 24.44]"""
    if name == FORTIFICATION and (hex in state.forts or hex in cities()):
        return
    kind = "major_city" if hex in cities() else terrain(hex)
    if kind in line.not_in or (line.only_in and kind not in line.only_in):
        case = "24.44" if name == FORTIFICATION else "24.35"
        raise Refusal(case, f"not in {kind.replace('_', ' ')}: {board().name(hex)}")


def _check_others(state: Campaign, side: str, name: str, at: int, hexes: tuple[int, ...]) -> None:
    """[24.46] Nothing else is built where a fortification is, and nothing twice."""
    for each in state.projects.values():
        if each.side != side:
            continue
        if each.work == name and not each.builders and each.hexes == hexes:
            continue  # [24.12] it is taken up again
        fortifying = FORTIFICATION in (name, each.work)
        if fortifying and (each.at == at or not {*each.hexes}.isdisjoint(hexes)):
            raise Refusal(
                "24.46", f"nothing else may be built at {board().name(at)} while a fortification is under construction"
            )
        if each.work == name and not {*each.hexes}.isdisjoint(hexes):
            raise Refusal("24.15", f"that is being done already at {board().name(each.at)}")


# What each work asks of its hex


def _check_fortification(state: Campaign, side: str, hex: int) -> None:
    """[24.41, 24.48, 25.13]"""
    highest = city_level(hex) or construction_table().highest_fortification.value
    if works_at(state, hex) >= highest:
        raise Refusal("24.48", f"{board().name(hex)} is fortified to Level {highest}, and no higher one is built there")


def _check_road(state: Campaign, side: str, hex: int) -> None:
    """[24.51]"""
    if hex in state.ruined:
        return
    if is_road_hex(state, hex):
        raise Refusal("24.51", f"{board().name(hex)} has its road")
    if not any(hex in hexes for hexes in unfinished_hexes().values()):
        raise Refusal("24.51", f"no unfinished road goes through {board().name(hex)}")


def _check_railway(state: Campaign, side: str, hex: int) -> None:
    """[24.67] The next hex of the line towards Tobruk; who builds it stands there or at the last one built."""
    _, ahead = head_of_line(state)
    if hex != ahead:
        raise Refusal("24.67", f"the line goes on only at {board().name(ahead)} from its head")


def head_of_line(state: Campaign) -> tuple[int, int]:
    """[24.67] As long as there is something to build."""
    found = railhead(state)
    if found is None:
        raise Refusal("24.67", "the line is complete")
    return found


def railhead(state: Campaign) -> tuple[int, int] | None:
    """[24.67] The last hex of the line that is built and the next one; nothing once it has come to Tobruk."""
    line = railway_extension()
    last = line.index(state.railway) if state.railway in line else 0
    return (line[last], line[last + 1]) if last + 1 < len(line) else None


def _check_track(state: Campaign, side: str, hex: int) -> None:
    """[24.61]"""
    if hex not in state.cut:
        raise Refusal("24.61", f"no railway was destroyed at {board().name(hex)}")


def _check_cutting(state: Campaign, side: str, hex: int) -> None:
    """[24.66]"""
    if not has_railway(state, hex):
        raise Refusal("24.66", f"there is no railway to destroy at {board().name(hex)}")


def _check_facility(state: Campaign, side: str, hex: int) -> None:
    """[24.81, 24.82, 24.85]"""
    if place_kind(hex) not in ("city", "village"):
        raise Refusal("24.85", f"{board().name(hex)} is neither a Major City nor a village")
    if hex in facilities(state, side):
        raise Refusal("24.81", f"there is a Repair Facility at {board().name(hex)}")
    begun = [each for each in state.projects.values() if (each.side, each.work) == (side, FACILITY) and each.at != hex]
    most = construction_table().most_facilities.value
    if len(temporary(state, side)) + len(begun) >= most:
        raise Refusal("24.85", f"no more than {most} temporary Repair Facilities at a time")


def _check_facility_level(state: Campaign, side: str, hex: int) -> None:
    """[24.84]"""
    if not state.unmended.get(hex):
        first = (
            "the city itself must be rebuilt first" if works_at(state, hex) < city_level(hex) else "nothing to rebuild"
        )
        raise Refusal("24.84", f"{board().name(hex)}: {first}")
    if hex not in facilities(state, side):
        raise Refusal("24.84", f"you have no Repair Facility at {board().name(hex)}")


def _check_dismantling(state: Campaign, side: str, hex: int) -> None:
    """[24.86]"""
    if hex not in temporary(state, side):
        raise Refusal("24.86", f"you have no temporary Repair Facility at {board().name(hex)}")


def _check_minefield(state: Campaign, side: str, hex: int) -> None:
    """[24.31, 24.33, 24.34, 24.35] Real or dummy, by engineers in the hex."""
    if hex in state.minefields:
        raise Refusal("24.35", f"there is a minefield at {board().name(hex)}")
    laying = (MINEFIELD, DUMMY_MINEFIELD)
    if any(each.side == side and each.work in laying and each.at == hex for each in state.projects.values()):
        raise Refusal("24.35", f"a minefield is being laid at {board().name(hex)}")


def _check_clearing(state: Campaign, side: str, hex: int) -> None:
    """[23.22, 24.38, 26.13] Whose ever it is."""
    found = state.minefields.get(hex)
    if found is None:
        raise Refusal("24.38", f"there is no minefield at {board().name(hex)}")
    if found.dummy and found.side == side:
        raise Refusal("24.38", "a dummy goes when the enemy finds out what it is")


CHECKS = {
    FORTIFICATION: _check_fortification,
    ROAD: _check_road,
    RAILWAY: _check_railway,
    TRACK: _check_track,
    CUTTING: _check_cutting,
    FACILITY: _check_facility,
    FACILITY_LEVEL: _check_facility_level,
    DISMANTLING: _check_dismantling,
    MINEFIELD: _check_minefield,
    DUMMY_MINEFIELD: _check_minefield,
    CLEARING: _check_clearing,
}
