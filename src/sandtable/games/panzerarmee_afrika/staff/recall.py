"""Allied units that are wanted in the Alexandria base: to be withdrawn, or to be made stronger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.games.panzerarmee_afrika.arrivals.withdrawals import in_cadre
from sandtable.games.panzerarmee_afrika.map import base
from sandtable.games.panzerarmee_afrika.pieces.counters import Category, counters
from sandtable.games.panzerarmee_afrika.pieces.schedule import (
    points,
    pool_of,
    reinforcing_limit,
    scheduled,
    withdrawals,
)
from sandtable.games.panzerarmee_afrika.staff.forces import Force
from sandtable.games.panzerarmee_afrika.staff.ground import travel
from sandtable.games.panzerarmee_afrika.state import room_in

NEAR = 14  # movement factors from the base at which a unit goes back to be made stronger


def recalled(force: Force, told: Mapping[str, int]) -> dict[str, int]:
    """Who goes to which hex of the base; `told` units are bound elsewhere."""
    if force.side != "allied":
        return {}
    room = _room(force, told)
    found: dict[str, int] = {}
    for name in (*_leaving(force, told), *_refitting(force, told)):
        if name in found or name in told:
            continue
        hexes = [at for at in room if room[at] > 0 and at in force.reach(name)]
        if not hexes:
            continue
        at = force.units[name] if force.units[name] in hexes else hexes[0]
        found[name] = at
        room[at] -= 1
    return found


def _room(force: Force, told: Mapping[str, int]) -> dict[int, int]:
    """The places left in each hex of the base, some kept for those who arrive this turn."""
    taken: dict[int, int] = {}
    for at in told.values():
        taken[at] = taken.get(at, 0) + 1
    room = {at: room_in(at) - taken.get(at, 0) for at in base("allied")}
    coming = len(scheduled(force.state.turn, "allied"))
    for at in reversed(base("allied")):
        kept = min(coming, room[at])
        room[at] -= kept
        coming -= kept
    return room


def _leaving(force: Force, told: Mapping[str, int]) -> Iterator[str]:
    """[13.2.3] As many as must be withdrawn this turn and are not to be had in the cadre, the weakest first."""
    for order in withdrawals(force.state.turn):
        at_hand = [
            name for name, at in told.items() if at in base("allied") and counters()[name].category == order.category
        ]
        missing = order.count - len(at_hand) - (len(in_cadre(force.state, order.category)) if order.from_cadre else 0)
        free = [name for name in _of(force, order.category) if name not in told]
        yield from free[: max(0, missing)]


def _of(force: Force, category: Category) -> list[str]:
    far = travel(base("allied")[0])
    able = [
        name
        for name in force.units
        if counters()[name].category == category and not force.reach(name).isdisjoint(base("allied"))
    ]
    return sorted(able, key=lambda name: (force.strength[name], far[force.units[name]], name))


def _refitting(force: Force, told: Mapping[str, int]) -> Iterator[str]:
    """[13.4] As many as this turn's points can make stronger, those near the base."""
    state, far = force.state, travel(base("allied")[0])
    kinds: tuple[Category, Category] = ("armoured", "infantry")
    for category in kinds:
        most = reinforcing_limit(state.turn, category)
        able = [
            name
            for name in _of(force, category)
            if force.strength[name] < most
            and state.units[name].step < len(counters()[name].reinforced)
            and far[force.units[name]] <= NEAR
        ]
        if not able:
            continue
        pool = pool_of(counters()[able[0]])
        left = state.books["allied"].points[pool] + points(state.turn, "allied")[pool]
        for name in sorted(able, key=lambda each: (-force.strength[each], far[force.units[each]], each)):
            if left <= 0:
                break
            left -= most - force.strength[name]
            yield name
