"""[32.33, 8.98] Trucks over land: how far they can go, which hexes are closed to them, what a route costs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.core.fields import Reach
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.ground.minefields import ground_alone
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import Ground, sky_of, why_closed
from sandtable.games.campaign_for_north_africa.ground.zones import closed_to, expected
from sandtable.games.campaign_for_north_africa.logistics.motorization_points import FRESH, loose
from sandtable.games.campaign_for_north_africa.logistics.supply_lines import TRUCK
from sandtable.games.campaign_for_north_africa.logistics.transport_tables import truck
from sandtable.games.campaign_for_north_africa.map import beyond_marble_arch, board, neighbours
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign, enemy_of
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words


class Way(NamedTuple):
    """A way that was looked at, with its cost in half points."""

    path: tuple[int, ...]
    cost: int


def drive_allowance() -> int:
    """[32.51, 54.2] Half points of Motorization Points that carry nothing."""
    return truck("medium").supplies * POINT


def drive_left(state: Campaign, side: str, at: int, count: int) -> int:
    """[6.14, 8.98] Half points that so many unattached points of a place have left in this Operations Stage: those that
    have not driven go first, and of the others the one that drove farthest counts for all."""
    tired, spent = state.driven.get(side, {}).get(at, FRESH)
    return drive_allowance() - (spent if count > loose(state, side, at) - tired else 0)


def closed(state: Campaign, side: str) -> frozenset[int]:
    """[8.13, 8.19, 10.29, 32.13] Where trucks do not go: to enemies, their Supply Units, zones without friends."""
    key = "closed to trucks", side
    found: frozenset[int] | None = state.derived.get(key)
    if found is None:
        foe = enemy_of(side)
        depots = frozenset(unit.at for unit in state.supply.values() if unit.side == foe and unit.at >= 0)
        found = state.derived[key] = _closed(closed_to(state, side), expected(state, side)[1], depots)
    return found


@lru_cache(maxsize=64)
def _closed(enemies: frozenset[int], zones: frozenset[int], depots: frozenset[int]) -> frozenset[int]:
    """One and the same for all positions in which nothing of it has changed."""
    return enemies | zones | depots


def reach(state: Campaign, side: str, start: int, points: int) -> Reach:
    return truck_ground(state, side).reach(start, points, closed(state, side))


def truck_ground(state: Campaign, side: str) -> Ground:
    """[26.21] The map as trucks meet it that no unit goes with."""
    return ground_alone(state, side, TRUCK, truck("medium").supplies)


def follow(state: Campaign, side: str, way: Sequence[str], points: int) -> Way:
    """[8.98, 8.31] Follow a way that may leave out hexes; a refusal when it is barred or too long."""
    places = places_on(way)
    if any(at < 0 for at in places):
        raise Refusal("8.83", "a route over land runs through hexes")
    path, cost = [places[0]], 0
    for there in places[1:]:
        leg = _leg(state, side, path[-1], there, points)
        path += leg.path[1:]
        cost += leg.cost
    if path[-1] == path[0]:
        raise Refusal("8.98", "the route ends where it begins")
    if cost > points:
        raise _too_far(cost, points)
    return Way(tuple(path), cost)


def _too_far(cost: int, points: int) -> Refusal:
    return Refusal(
        "8.98", f"the route costs {plural(in_words(cost), 'Capability Point')} and only {in_words(points)} are left"
    )


def places_on(way: Sequence[str]) -> tuple[int, ...]:
    return tuple(board().named_location(name, "8.98") for name in way)


def _leg(state: Campaign, side: str, here: int, there: int, points: int) -> Way:
    if there in neighbours()[here]:
        return step(state, side, here, there)
    found = reach(state, side, here, max(0, points))
    if there in found:
        return Way(found.path(there), found.points(there))
    _check_open(state, side, there)
    raise Refusal(
        "8.98",
        f"trucks have no route of {plural(in_words(max(0, points)), 'Capability Point')} to {board().name(there)}",
    )


def step(state: Campaign, side: str, here: int, there: int) -> Way:
    _check_open(state, side, there)
    cost = truck_ground(state, side).cost(here, there)
    if cost is None:
        raise why_closed(TRUCK, here, there, sky_of(state))
    return Way((here, there), cost)


def _check_open(state: Campaign, side: str, hex: int) -> None:
    if hex not in closed(state, side):
        return
    where = board().name(hex)
    if state.holder(hex) == enemy_of(side):
        raise Refusal("8.13", f"the enemy holds {where}")
    if side == "commonwealth" and hex in beyond_marble_arch():
        raise Refusal("8.19", f"{where} is west of Marble Arch")
    if hex in expected(state, side)[1]:
        raise Refusal("10.29", f"trucks may enter {where}, next to the enemy, only if a combat unit is there")
    raise Refusal("32.13", f"an enemy Supply Unit lies at {where}")
