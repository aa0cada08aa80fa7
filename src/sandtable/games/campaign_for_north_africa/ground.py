"""[8.3, 8.4, 29.4, 29.5] What the ground costs: Capability Points and Breakdown Points of every step, in half points.

A `Ground` is the map as movers of some gaits meet it in one weather. Those who move together pay alike, what is dearest
for any of them, and go only where all of them may.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.core.fields import Label, Reach
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.map import (
    board,
    crossing,
    link,
    neighbours,
    rail,
    railway_extension,
    section,
    stretch,
    terrain,
)
from sandtable.games.campaign_for_north_africa.state import Campaign, Weather
from sandtable.games.campaign_for_north_africa.tables import (
    Hexside,
    Mobility,
    Terrain,
    hexside,
    on_track,
    road_breakdown,
    road_cost,
)
from sandtable.games.campaign_for_north_africa.tables import terrain as chart
from sandtable.games.campaign_for_north_africa.units import Gait

WALKING: tuple[Gait, ...] = ("foot", "camel")  # [8.92] no vehicles
FREE_IN_MARSH: tuple[Gait, ...] = ("recce", "motorcycle")  # [8.44] of the vehicles
RIVERS = ("major_river", "minor_river")
SANDSTORM_FACTOR = 2  # [29.44]
_ROAD, _TRACK, _NO_WAY = 2, 1, 0
_SWAMP_AS = "delta"  # what a swamp costs along a railway


class Sky(NamedTuple):
    """All that changes the ground in play: the weather, finished roads, and how far the railway is built."""

    weather: Weather = "normal"
    foul: tuple[str, ...] = ()
    built: tuple[str, ...] = ()
    railway: int = -1


class Ground:
    """The map for movers of these gaits under one sky. Steps are worked out when they are first asked for."""

    def __init__(self, gaits: tuple[Gait, ...], sky: Sky) -> None:
        self.gaits, self.sky = gaits, sky
        self._steps: list[tuple[tuple[int, int], ...] | None] = [None] * len(board())

    def steps(self, here: int) -> tuple[tuple[int, int], ...]:
        """The neighbours that may be entered from a hex, each with its cost."""
        found = self._steps[here]
        if found is None:
            costs = ((there, self._cost(here, there)) for there in neighbours()[here])
            found = self._steps[here] = tuple((there, cost) for there, cost in costs if cost is not None)
        return found

    def cost(self, here: int, there: int) -> int | None:
        """[8.31] Of one step; None where it may not be taken."""
        for near, cost in self.steps(here):
            if near == there: return cost
        return None

    def _cost(self, here: int, there: int) -> int | None:
        dearest = 0
        for gait in self.gaits:
            cost = _step_cost(gait, here, there, self.sky)
            if cost is None: return None
            dearest = max(dearest, cost)
        return dearest

    def breakdown(self, here: int, there: int) -> int:
        """[21.21, 8.41] Breakdown Points of one step, in half points."""
        return _step_breakdown(here, there, self.sky)

    def flood(
        self, start: int, points: int, closed: Iterable[int], halting: Sequence[int], first_barred: Iterable[int] = (),
    ) -> Reach:
        """Where so many half points lead: `closed` hexes are never entered, `halting` ones end the move, `first_barred`
        ones may not be the first step."""
        best: dict[int, Label] = {}
        if points >= 0: self._spread(best, start, points, closed, halting, frozenset(first_barred))
        best.pop(start, None)
        return Reach(best, range(len(board())))

    def _spread(
        self, best: dict[int, Label], start: int, points: int, closed: Iterable[int], halting: Sequence[int],
        first_barred: frozenset[int],
    ) -> None:
        known = self._steps
        spent = [points + 1] * len(known)
        for hex in closed: spent[hex] = -1
        origin: Label = (start, 0, 0, None)
        spent[start] = 0
        best[start] = origin
        rings: list[list[Label]] = [[] for _ in range(points + 1)]
        for there, cost in self.steps(start):
            if cost < spent[there] and there not in first_barred:
                spent[there] = cost
                rings[cost].append((there, cost, 0, origin))
        for now, ring in enumerate(rings):  # no step is free, so that a ring is complete when it is read
            for label in ring:
                here = label[0]
                if now > spent[here]: continue
                best[here] = label
                if halting[here]: continue
                for there, cost in known[here] or self.steps(here):
                    after = now + cost
                    if after < spent[there]:
                        spent[there] = after
                        rings[after].append((there, after, 0, label))


@lru_cache(maxsize=128)
def ground(gaits: tuple[Gait, ...], sky: Sky) -> Ground:
    return Ground(gaits, sky)


def sky_of(state: Campaign) -> Sky:
    """Heat changes nothing on the ground [29.31]."""
    weather: Weather = state.weather if state.foul else "normal"
    return Sky(weather, state.foul, state.built, state.railway)


def ground_of(state: Campaign, gaits: tuple[Gait, ...]) -> Ground:
    """The map as these gaits meet it now."""
    return ground(gaits, sky_of(state))


def cost(here: int, there: int, gaits: tuple[Gait, ...], state: Campaign) -> int | None:
    """[8.31, 8.32] Half points of a step for all who take it together; None where one of them may not."""
    return ground_of(state, gaits).cost(here, there)


def is_bridged(here: int, there: int, sky: Sky) -> bool:
    """[8.37, 29.57] Whether a road or railway crosses the hexside."""
    return _way(here, there, sky) == _ROAD or _is_railed(here, there, sky)


# One step of one gait


def _step_cost(gait: Gait, here: int, there: int, sky: Sky) -> int | None:
    if _why_closed(gait, here, there, sky) is not None: return None
    mobility = mobility_of(gait)
    hex, way = _hex_cost(gait, here, there, sky), _way(here, there, sky)
    total = hex
    for name in crossing(here, there): total += _crossing_cost(name, mobility, here, there, way, sky)
    return total * SANDSTORM_FACTOR if _has(sky, "sandstorm", there) else total


def mobility_of(gait: Gait) -> Mobility:
    """[8.37, 8.92] The column of the chart; camels are no vehicles."""
    return "non_motorized" if gait in WALKING else "motorized"


def _hex_cost(gait: Gait, here: int, there: int, sky: Sky) -> int:
    mobility, way = mobility_of(gait), _way(here, there, sky)
    wet = _has(sky, "rainstorm", there)
    if way == _ROAD and not wet: return road_cost(mobility)  # [8.33]
    plain = _terrain_of(there).cost(mobility)
    if plain is None: plain = chart(_SWAMP_AS).cost(mobility)
    assert plain is not None
    return on_track(plain) if way != _NO_WAY else plain  # [8.37, 29.56]


def _crossing_cost(name: str, mobility: Mobility, here: int, there: int, way: int, sky: Sky) -> int:
    """[8.33, 8.37, 8.41, 8.42, 29.55] What a hexside adds; a road or a bridge cancels it, a track halves it."""
    side = hexside(name)
    wet = _has(sky, "rainstorm", there)
    if name in RIVERS and is_bridged(here, there, sky): return 0
    if wet and side.rain_extra is not None: return side.rain_extra
    if way == _ROAD and not wet: return 0
    found = side.cost(mobility) if way == _NO_WAY else side.track_cost(mobility)
    assert found is not None
    return found


def _step_breakdown(here: int, there: int, sky: Sky) -> int:
    """[8.37, 8.41, 8.42, 8.46, 29.56] A road has a rate of its own and cancels hexsides, a track halves all."""
    way, wet = _way(here, there, sky), _has(sky, "rainstorm", there)
    if way == _ROAD and not wet: return road_breakdown()
    plain = _terrain_of(there).breakdown or chart(_SWAMP_AS).breakdown
    total = on_track(plain) if way != _NO_WAY else plain
    for name in crossing(here, there): total += _crossing_breakdown(name, here, there, way, sky)
    return total


def _crossing_breakdown(name: str, here: int, there: int, way: int, sky: Sky) -> int:
    side = hexside(name)
    if is_bridged(here, there, sky) and (name in RIVERS or side.rain_extra is not None): return 0
    return side.breakdown if way == _NO_WAY else side.track_breakdown()


# Where one may not go [8.32]


def why_closed(gaits: Iterable[Gait], here: int, there: int, sky: Sky) -> Refusal:
    """The case that forbids a step between neighbours which somebody of these gaits may not take."""
    for gait in gaits:
        found = _why_closed(gait, here, there, sky)
        if found is not None:
            case, why = found
            return Refusal(case, f"from {board().name(here)} to {board().name(there)}: {why}")
    raise ValueError(f"{board().name(here)} to {board().name(there)} is open")


def _why_closed(gait: Gait, here: int, there: int, sky: Sky) -> tuple[str, str] | None:
    way, bridged = _way(here, there, sky), is_bridged(here, there, sky)
    walks = gait in WALKING
    place = _terrain_of(there)
    if place.cost(mobility_of(gait)) is None and not bridged: return "8.37", "swamps are entered by road or railway"
    if gait == "motorcycle" and place.closed_to_light: return "8.45", "motorcycles do not enter the desert"
    if not walks and gait not in FREE_IN_MARSH and way == _NO_WAY and (_is_marsh(here) or _is_marsh(there)):
        return "8.44", "vehicles enter and leave a salt marsh only by road or track"
    if not walks and not bridged and _has_wet_delta(here, there, sky):
        return "29.58", "in the rain vehicles enter and leave the delta only by road or railway"
    for name in crossing(here, there):
        found = _why_barred(hexside(name), name, walks, way, bridged, _has(sky, "rainstorm", there))
        if found is not None: return found
    return None


def _why_barred(side: Hexside, name: str, walks: bool, way: int, bridged: bool, wet: bool) -> tuple[str, str] | None:
    if wet and name in RIVERS and not bridged: return "29.57", "in the rain rivers are crossed only by road or railway"
    if wet and side.rain_extra is not None and not bridged:
        return "29.55", "in the rain wadis are crossed only by road or railway"
    if walks: return None
    if side.bridged and not bridged: return "8.37", "vehicles cross a major river only by road or railway"
    if side.motorized is None and not side.bridged: return "8.42", "no vehicle goes up an escarpment"
    if side.track_only and way == _NO_WAY: return "8.42", "vehicles go down an escarpment only by track"
    return None


def _is_marsh(hex: int) -> bool:
    return _terrain_of(hex).paths_only


def _has_wet_delta(here: int, there: int, sky: Sky) -> bool:
    """[29.58]"""
    return any(terrain(hex) == "delta" and _has(sky, "rainstorm", hex) for hex in (here, there))


# What the map shows under a sky


def _terrain_of(hex: int) -> Terrain:
    return chart(terrain(hex))


def _way(here: int, there: int, sky: Sky) -> int:
    """[8.33, 8.47] The road or track from one hex to the next; a road that is not finished is a track."""
    found = link(here, there)
    if found == "road": return _ROAD
    if found == "unfinished": return _ROAD if stretch(here, there) in sky.built else _TRACK
    return _TRACK if found == "track" else _NO_WAY


def _is_railed(here: int, there: int, sky: Sky) -> bool:
    """[8.47, 8.71] Railway that is not built counts for nothing."""
    found = rail(here, there)
    if found == "built": return True
    if found != "unbuilt": return False
    done = built_railway(sky.railway)
    return here in done and there in done


@lru_cache(maxsize=64)
def built_railway(end: int) -> frozenset[int]:
    """[8.76] The hexes of the extension that are finished when its western end is here."""
    line = railway_extension()
    return frozenset(line[: line.index(end) + 1]) if end in line else frozenset()


def _has(sky: Sky, weather: Weather, hex: int) -> bool:
    """[29.41, 29.51] Whether this kind of storm is over a hex."""
    if sky.weather != weather or section(hex) not in sky.foul: return False
    return weather != "sandstorm" or terrain(hex) != "delta"
