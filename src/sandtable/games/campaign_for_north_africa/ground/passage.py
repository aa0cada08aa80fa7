"""[8.3, 8.4, 29.4, 29.5] What a step from one hex to the next meets, and what that costs, in half points.

Thousands of steps on the map are alike: what they cost depends on a `Passage` only, and is worked out once for each.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from sandtable.games.campaign_for_north_africa.map import (
    Link,
    board,
    city_level,
    crossing,
    neighbours,
    rail,
    railway,
    railway_extension,
    road_hexes,
    section,
    stretch,
    stretches,
    terrain,
    ways,
)
from sandtable.games.campaign_for_north_africa.pieces.carriage import GAITS, Gait
from sandtable.games.campaign_for_north_africa.state import Campaign, Weather
from sandtable.games.campaign_for_north_africa.terrain_chart import (
    Hexside,
    Mobility,
    hexside,
    on_track,
    road_breakdown,
    road_cost,
)
from sandtable.games.campaign_for_north_africa.terrain_chart import terrain as chart

WALKING: tuple[Gait, ...] = ("foot", "camel")  # [8.92] no vehicles
FREE_IN_MARSH: tuple[Gait, ...] = ("recce", "motorcycle")  # [8.44] of the vehicles
RIVERS = ("major_river", "minor_river")
SANDSTORM_FACTOR = 2  # [29.44]
_ROAD, _TRACK, _NO_WAY = 2, 1, 0
_SWAMP_AS = "delta"  # what a swamp costs along a railway


class Sky(NamedTuple):
    """All that changes the ground in play for everybody: the weather, and what was built or destroyed: finished roads,
    how far the railway is built, hexes whose road or railway was destroyed, hexes that have become road."""

    weather: Weather = "normal"
    foul: tuple[str, ...] = ()
    built: tuple[str, ...] = ()
    railway: int = -1
    ruined: tuple[int, ...] = ()
    cut: tuple[int, ...] = ()
    laid: tuple[int, ...] = ()


class Passage(NamedTuple):
    """All that matters of a step between neighbours."""

    start: str  # terrain
    goal: str
    way: int  # [8.33] road, track or none
    bridged: bool  # [8.37, 29.57] a road or railway crosses the hexside
    crossed: tuple[str, ...]
    wet: bool  # [29.51] rain where it leads
    sand: bool  # [29.41] a sandstorm there
    wet_delta: bool  # [29.58] rain over a delta at either end


def passages(here: int, sky: Sky) -> list[tuple[int, Passage]]:
    """The steps from a hex to all land beside it."""
    return [(there, _passage(here, there, link, crossed, sky)) for there, link, crossed in ways()[here]]


def passage(here: int, there: int, sky: Sky) -> Passage:
    """The step between two neighbours."""
    for near, link, crossed in ways()[here]:
        if near == there:
            return _passage(here, there, link, crossed, sky)
    raise KeyError(there)


def _passage(here: int, there: int, link: Link, crossed: tuple[str, ...], sky: Sky) -> Passage:
    kinds = board().terrain
    start, goal, way = kinds[here], kinds[there], _way(here, there, link, sky)
    bridged = way == _ROAD or _is_railed(here, there, sky)
    if not sky.foul:
        return Passage(start, goal, way, bridged, crossed, False, False, False)
    wet, sand = _has(sky, "rainstorm", there), _has(sky, "sandstorm", there)
    wet_delta = (goal == "delta" and wet) or (start == "delta" and _has(sky, "rainstorm", here))
    return Passage(start, goal, way, bridged, crossed, wet, sand, wet_delta)


def _way(here: int, there: int, link: Link, sky: Sky) -> int:
    """[8.33, 8.47, 24.52] The road or track from one hex to the next; a road that is not finished is a track, and so is
    one that was destroyed at either end."""
    if not link:
        return _NO_WAY
    if here in sky.ruined or there in sky.ruined:
        return _TRACK
    if link == "road":
        return _ROAD
    return _ROAD if link == "unfinished" and _is_finished(here, there, sky) else _TRACK


def _is_finished(here: int, there: int, sky: Sky) -> bool:
    """[24.53] A road is built hex by hex: it leads from one to the next where both have it."""
    if stretch(here, there) in sky.built:
        return True
    roads = road_hexes()
    return (here in sky.laid or here in roads) and (there in sky.laid or there in roads)


def worked_on(sky: Sky) -> frozenset[int]:
    """The hexes from which a step may meet something that was built or destroyed in play."""
    return restless(sky).union(hex for name in sky.built for side in stretches()[name] for hex in side)


def restless(sky: Sky) -> frozenset[int]:
    """Of these the hexes near works that change from one Operations Stage to the next; finished roads stay."""
    changed = (*sky.ruined, *sky.cut, *sky.laid)
    around = (near for hex in changed for near in neighbours()[hex])
    return frozenset((*changed, *around)) | (_bridging() & built_railway(sky.railway))


@cache
def _bridging() -> frozenset[int]:
    """The hexes between which the railway to be built would be a bridge, or a causeway through swamp or wet delta."""
    found: set[int] = set()
    for a, b in pairwise(railway_extension()):
        waters = (name for side in ((a, b), (b, a)) for name in crossing(*side))
        soft = {terrain(a), terrain(b)} & {"swamp", "delta"}
        if soft or any(name in RIVERS or hexside(name).rain_extra is not None for name in waters):
            found |= {a, b}
    return frozenset(found)


def _is_railed(here: int, there: int, sky: Sky) -> bool:
    """[8.47, 8.71, 8.76] Railway that is not built, or destroyed, counts for nothing."""
    found = rail(here, there)
    if found == "none" or here in sky.cut or there in sky.cut:
        return False
    done = built_railway(sky.railway)
    return found == "built" or (here in done and there in done)


@lru_cache(maxsize=64)
def built_railway(end: int) -> frozenset[int]:
    """[8.76] The hexes of the extension that are finished when its western end is here."""
    line = railway_extension()
    return frozenset(line[: line.index(end) + 1]) if end in line else frozenset()


def _has(sky: Sky, weather: Weather, hex: int) -> bool:
    """[29.41, 29.51] Whether this kind of storm is over a hex."""
    if sky.weather != weather or section(hex) not in sky.foul:
        return False
    return weather != "sandstorm" or terrain(hex) != "delta"


# What it costs


@lru_cache(maxsize=4096)
def costs(step: Passage) -> tuple[int | None, ...]:
    """[8.31, 8.37] In half points, for each of the gaits; None where it may not be taken."""
    return tuple(_cost(gait, step) for gait in GAITS)


def _cost(gait: Gait, step: Passage) -> int | None:
    if obstacle(gait, step) is not None:
        return None
    mobility = mobility_of(gait)
    total = _hex_cost(mobility, step) + sum(_crossing_cost(name, mobility, step) for name in step.crossed)
    return total * SANDSTORM_FACTOR if step.sand else total


def mobility_of(gait: Gait) -> Mobility:
    """[8.37, 8.92] The column of the chart; camels are no vehicles."""
    return "non_motorized" if gait in WALKING else "motorized"


def _hex_cost(mobility: Mobility, step: Passage) -> int:
    if step.way == _ROAD and not step.wet:
        return road_cost(mobility)  # [8.33]
    plain = chart(step.goal).cost(mobility)
    if plain is None:
        plain = chart(_SWAMP_AS).cost(mobility)
    assert plain is not None
    return on_track(plain) if step.way != _NO_WAY else plain  # [8.37, 29.56]


def _crossing_cost(name: str, mobility: Mobility, step: Passage) -> int:
    """[8.33, 8.37, 8.41, 8.42, 29.55] What a hexside adds; a road or a bridge cancels it, a track halves it. What a
    vehicle pays to go down an escarpment is the same by either."""
    side = hexside(name)
    if name in RIVERS and step.bridged:
        return 0
    if step.wet and side.rain_extra is not None:
        return side.rain_extra
    steep = side.track_only and mobility == "motorized"
    if step.way == _ROAD and not step.wet and not steep:
        return 0
    found = side.cost(mobility) if step.way == _NO_WAY else side.track_cost(mobility)
    assert found is not None
    return found


@lru_cache(maxsize=4096)
def breakdown(step: Passage) -> int:
    """[8.33, 8.37, 8.41, 8.42, 8.46, 29.56] A road has a rate of its own and cancels hexsides but escarpments, a track
    halves all."""
    if step.way == _ROAD and not step.wet:
        steep = (hexside(name) for name in step.crossed)
        return road_breakdown() + sum(side.track_breakdown() for side in steep if side.track_only)
    plain = chart(step.goal).breakdown or chart(_SWAMP_AS).breakdown
    total = on_track(plain) if step.way != _NO_WAY else plain
    return total + sum(_crossing_breakdown(name, step) for name in step.crossed)


def _crossing_breakdown(name: str, step: Passage) -> int:
    side = hexside(name)
    if step.bridged and (name in RIVERS or side.rain_extra is not None):
        return 0
    return side.breakdown if step.way == _NO_WAY else side.track_breakdown()


# Where one may not go [8.32]


def obstacle(gait: Gait, step: Passage) -> tuple[str, str] | None:
    """The case that forbids a step and why, if one does."""
    walks = gait in WALKING
    start, goal = chart(step.start), chart(step.goal)
    if goal.cost(mobility_of(gait)) is None and not step.bridged:
        return "8.37", "swamps may be entered only by road or railway"
    if gait == "motorcycle" and goal.closed_to_light:
        return "8.45", "motorcycles may not enter the desert"
    marsh = start.paths_only or goal.paths_only
    if marsh and not walks and gait not in FREE_IN_MARSH and step.way == _NO_WAY:
        return "8.44", "vehicles enter and leave a salt marsh only by road or track"
    if not walks and not step.bridged and step.wet_delta:
        return "29.58", "in the rain vehicles enter and leave the delta only by road or railway"
    for name in step.crossed:
        found = _barrier(hexside(name), name, walks, step)
        if found is not None:
            return found
    return None


def _barrier(side: Hexside, name: str, walks: bool, step: Passage) -> tuple[str, str] | None:
    if step.wet and not step.bridged:
        if name in RIVERS:
            return "29.57", "in the rain rivers are crossed only by road or railway"
        if side.rain_extra is not None:
            return "29.55", "in the rain wadis are crossed only by road or railway"
    if walks:
        return None
    if side.bridged and not step.bridged:
        return "8.37", "vehicles cross a major river only by road or railway"
    if side.motorized is None and not side.bridged:
        return "8.42", "vehicles cannot climb an escarpment"
    if side.track_only and step.way == _NO_WAY:
        return "8.42", "vehicles go down an escarpment only by track"
    return None


def has_road(state: Campaign, at: int) -> bool:
    """[12.51, 24.52] A finished road that has not been destroyed; tracks are no facility."""
    return at not in state.ruined and is_road_hex(state, at)


def is_road_hex(state: Campaign, at: int) -> bool:
    """[24.51, 24.53] Whether a road goes through a hex, from the start or since it was built; destroyed or not."""
    if at in road_hexes() or at in state.laid:
        return True
    return any(link == "unfinished" and stretch(at, there) in state.built for there, link, _ in ways()[at])


def has_railway(state: Campaign, at: int) -> bool:
    """[12.51, 8.71, 8.76] The line from Alexandria, as far as it is built and whole."""
    return at not in state.cut and is_railway_hex(state, at)


def is_railway_hex(state: Campaign, at: int) -> bool:
    """[8.71, 24.67] Whether the line has been built here, destroyed or not."""
    return at in railway() or at in built_railway(state.railway)


def works_at(state: Campaign, at: int) -> int:
    """[25.12, 25.14] The level of fortification in a hex, built or by being a major city, as barrages have left it."""
    return state.forts.get(at, city_level(at))
