"""[15.82, 9.35, 10.36, 10.23] Where beaten units may go: away from the enemy, not into his zones, to where is room."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise

from sandtable.core.board import UnknownHex
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal, Value, may
from sandtable.games.campaign_for_north_africa.capability.cohesion import check_spending, is_spent_force
from sandtable.games.campaign_for_north_africa.ground.minefields import ground_for
from sandtable.games.campaign_for_north_africa.ground.stacking import crowd
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import Ground, sky_of, why_closed
from sandtable.games.campaign_for_north_africa.ground.zones import expected, hinders
from sandtable.games.campaign_for_north_africa.logistics.supply import fuel_plan
from sandtable.games.campaign_for_north_africa.map import beyond_marble_arch, board, cities, neighbours
from sandtable.games.campaign_for_north_africa.movement.fuel import fuel_due
from sandtable.games.campaign_for_north_africa.movement.reach import Party, party_ground
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.units import gaits, is_immobile
from sandtable.games.campaign_for_north_africa.state import ROMMEL, Campaign, all_of, enemy_of

LISTED = 3  # ways
DETOUR = 2  # further hexes that a listing looks


class Terms(Value, frozen=True):
    """[15.82] Who retreats from where, how far, and from whom."""

    side: Side
    start: int
    hexes: int
    foes: tuple[int, ...]
    forced: bool = False  # [10.36] whoever cannot go surrenders, and nobody may choose to stay


Through = Mapping[int, tuple[str, ...]]  # [9.35] counters that have retreated by way of a hex
Held = Callable[[Campaign, str, int], bool]  # whether an enemy zone keeps units of a side out of a hex


def is_city(at: int) -> bool:
    """[15.82] Units in a major city may ignore what is left of a retreat."""
    return at in cities()


def missing(terms: Terms, at: int) -> int:
    """[15.82] Hexes of the retreat not yet made by who stands here; a city makes up for them."""
    return 0 if is_city(at) else short(terms, at)


def short(terms: Terms, at: int) -> int:
    """[15.82] The same for those who might stay in the city where they are."""
    away = min([board().distance(terms.start, at), *(board().distance(foe, at) for foe in terms.foes)])
    return max(0, terms.hexes - away)


def cannot_move(state: Campaign, counter: str) -> bool:
    """[3.4, 6.26] Guns that nothing carries, and units without any cohesion."""
    return is_immobile(state, counter) or any(is_spent_force(state, name) for name in all_of(state, counter))


# One way


def check_way(state: Campaign, terms: Terms, names: Sequence[str], path: Sequence[str], through: Through) -> None:
    """[15.82, 9.35, 10.23, 10.26] Whether these units may retreat so."""
    way = hexes_of(path)
    if way[0] != terms.start:
        raise Refusal("15.82", f"they retreat from {board().name(terms.start)}")
    for name in names:
        if cannot_move(state, name):
            raise Refusal("15.82", f"{name} cannot move and must stand")
    ground = ground_for(state, terms.side, names, gaits(state, names))
    for here, there in pairwise(way):
        if there not in neighbours()[here]:
            raise Refusal("15.82", f"{board().name(here)} and {board().name(there)} are not adjacent")
        if ground.cost(here, there) is None:
            raise why_closed(ground.gaits, here, there, sky_of(state))
        if (found := _why_shut(state, terms, names, there, through)) is not None:
            raise Refusal(*found)
    if short(terms, way[-1]) >= terms.hexes:
        raise Refusal("15.82", "a retreat must lead away from the enemy")
    if terms.forced and missing(terms, way[-1]):
        raise Refusal("10.36", f"they must end {plural(terms.hexes, 'hex')} away")
    _check_extra(state, terms, names, way, ground)
    check_fuel(state, party(state, terms, names), _cost(ground, way))


def hexes_of(path: Sequence[str]) -> tuple[int, ...]:
    try:
        return tuple(board().hex(name) for name in path)
    except UnknownHex as unknown:
        raise Refusal("15.82", "that is not a hex of the map") from unknown


def _why_shut(
    state: Campaign, terms: Terms, names: Sequence[str], hex: int, through: Through, is_held: Held = hinders
) -> tuple[str, str] | None:
    where = board().name(hex)
    if state.holder(hex) == enemy_of(terms.side):
        return "8.13", f"the enemy is in {where}"
    if terms.side == "commonwealth" and hex in beyond_marble_arch():
        return "8.19", f"{where} is west of Marble Arch"
    if tuple(names) != (ROMMEL,) and is_held(state, terms.side, hex):  # [31.0]
        return "10.23", f"no unit may retreat into {where}, which the enemy controls"
    if found := crowd(state, terms.side, hex, (*through.get(hex, ()), *names)):
        return "9.35", found
    return None


def _check_extra(state: Campaign, terms: Terms, names: Sequence[str], way: tuple[int, ...], ground: Ground) -> None:
    """[15.82, 8.17] One may go further than one must, as far as one could by one's own will."""
    enough = next((i for i in range(1, len(way)) if not missing(terms, way[i])), len(way))
    if len(way[enough:]) < 2:
        return
    for name in names:
        check_spending(state, name, _cost(ground, way))


def _cost(ground: Ground, way: Sequence[int]) -> int:
    return sum(ground.paid(here, there) for here, there in pairwise(way))


# Fuel [32.23]


def party(state: Campaign, terms: Terms, names: Sequence[str]) -> Party:
    return Party(terms.side, tuple(names), (), terms.start, gaits(state, names), "withdraw", tuple(names))


def check_fuel(state: Campaign, moving: Party, cost: int) -> None:
    """[32.23] Vehicles without fuel do not retreat either."""
    for allowance, counters in fuel_due(state, moving, cost).items():
        fuel_plan(state, counters, allowance)


# Finding ways


def within_reach(terms: Terms) -> Iterator[int]:
    """The hexes that a retreat may come to, of whose zones the enemy tells."""
    ring, seen = {terms.start}, {terms.start}
    for _ in range(terms.hexes + DETOUR):
        ring = {there for here in ring for there in neighbours()[here]} - seen
        seen |= ring
        yield from ring


def must_expect(state: Campaign, side: str, hex: int) -> bool:
    """[10.6] Whether one must expect an enemy zone there, by the counters that one sees."""
    return bool(expected(state, side)[0][hex])


def find_ways(
    state: Campaign, terms: Terms, names: Sequence[str], through: Through, is_held: Held = must_expect
) -> Iterator[tuple[int, ...]]:
    """The ways by which some units get as far as they can, a few of the best first: towards a Supply Unit or a city of
    theirs [15.82], and short. A listing keeps clear of zones that one must expect, though the true ones count."""
    if any(cannot_move(state, name) for name in names):
        return
    moving = party(state, terms, names)
    found = sorted(
        _flood(state, terms, names, through, is_held),
        key=lambda way: (missing(terms, way[-1]), _home(state, terms.side, way[-1]), len(way), way[-1]),
    )
    if not found:
        return
    best = missing(terms, found[0][-1])
    if terms.forced and best:
        return
    ground, listed = party_ground(state, moving), 0
    for way in found:
        if missing(terms, way[-1]) > best or listed == LISTED:
            return
        if not may(check_fuel, state, moving, _cost(ground, way)):
            continue
        listed += 1
        yield way


def _flood(
    state: Campaign, terms: Terms, names: Sequence[str], through: Through, is_held: Held
) -> list[tuple[int, ...]]:
    """The cheapest way to every hex within reach; none leads on from where the retreat may end."""
    ground = ground_for(state, terms.side, names, gaits(state, names))
    heap: list[tuple[int, tuple[int, ...]]] = [(0, (terms.start,))]
    seen: set[int] = set()
    shut: dict[int, bool] = {}
    found: list[tuple[int, ...]] = []
    while heap:
        cost, way = heappop(heap)
        here = way[-1]
        if here in seen:
            continue
        seen.add(here)
        if here != terms.start:
            found.append(way)
        if (here != terms.start and not missing(terms, here)) or len(way) > terms.hexes + DETOUR:
            continue
        for there, step in ground.steps(here):
            if there in seen:
                continue
            if there not in shut:
                shut[there] = _why_shut(state, terms, names, there, through, is_held) is not None
            if not shut[there]:
                heappush(heap, (cost + step, (*way, there)))
    return found


def _home(state: Campaign, side: Side, at: int) -> int:
    """[15.82] Hexes to the nearest Supply Unit or city of the side."""
    return min((board().distance(at, there) for there in _homes(state, side)), default=0)


def _homes(state: Campaign, side: Side) -> Iterable[int]:
    key = "homes", side
    if key not in state.derived:
        state.derived[key] = (
            *{unit.at for unit in state.supply.values() if unit.side == side and unit.at >= 0 and not unit.dummy},
            *(at for at in cities() if state.control.get(board().name(at)) == side),
        )
    found: tuple[int, ...] = state.derived[key]
    return found
