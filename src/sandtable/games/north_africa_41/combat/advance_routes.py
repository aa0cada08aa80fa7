"""[14] How far and where attackers advance: lengths, enemy zones, terrain.

Only full Zones of Control count; a Limited ZOC stops nobody on the move [7.3].
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.north_africa_41.ground.fitness import closed_to, gait_of, why_closed
from sandtable.games.north_africa_41.ground.routes import step_cost, steps_from
from sandtable.games.north_africa_41.ground.zones import FULL, Front, front
from sandtable.games.north_africa_41.map import board, climbs_escarpment, desert, escarpment, is_road, jebel
from sandtable.games.north_africa_41.pieces.counters import counters, trucks
from sandtable.games.north_africa_41.pieces.stacking import fits
from sandtable.games.north_africa_41.pieces.tables import limits, terrain
from sandtable.games.north_africa_41.results.battle import Battle
from sandtable.games.north_africa_41.state import NorthAfrica, is_combat, is_mechanised, side_of

Path = tuple[int, ...]


# --- how far


def are_carried(state: NorthAfrica, names: Sequence[str]) -> bool:
    """[5.8.1, 14.2.1] Whether there is an empty Truck for each unit on foot among these pieces."""
    walkers = [name for name in names if not is_mechanised(name)]
    return all(is_combat(name) for name in walkers) and len(walkers) <= len(empty_trucks(state, names))


def empty_trucks(state: NorthAfrica, names: Sequence[str]) -> list[str]:
    return [name for name in names if name in trucks() and not state.units[name].loaded]


def hexes_of(state: NorthAfrica, battle: Battle, names: Sequence[str]) -> int:
    """[14.2.1, 16.4] How many hexes these pieces may advance together."""
    return min(hexes_of_each(state, battle, names).values())


def hexes_of_each(state: NorthAfrica, battle: Battle, names: Sequence[str]) -> dict[str, int]:
    """[14.2.1, 16.4] How many hexes each of them may advance; Trucks carry those on foot if there are enough."""
    carried = are_carried(state, names)
    return {name: _hexes_of_one(state, battle, name, carried) for name in names}


def _hexes_of_one(state: NorthAfrica, battle: Battle, name: str, carried: bool) -> int:
    if state.units[name].out:
        return min(battle.allowance, limits().unsupplied_advance)
    slow = (is_combat(name) and counters()[name].matilda) or not (is_mechanised(name) or carried)
    return min(battle.allowance, limits().slow_advance) if slow else battle.allowance


# --- one hex more


def step_refusal(
    state: NorthAfrica, battle: Battle, names: Sequence[str], trail: Path, there: int, opened: int | None = None
) -> Refusal | None:
    """Why pieces that have come by a trail, its first hex the one they began in, may not advance to a place; None if
    they may. `opened` is the hex a Breakthrough Combat has just cleared."""
    name = next((name for name in names if there in closed_to(state, name, names)), None)
    if name is not None:
        return why_closed(state, name, there)
    if battle.limited and there != battle.at:
        return Refusal("14.2.2", f"a Limited Advance goes no farther than {board().name(battle.at)}")
    return ground_refusal(battle, names, trail, there) or _zone_refusal(state, battle, trail, there, opened)


def ground_refusal(battle: Battle, names: Sequence[str], trail: Path, there: int) -> Refusal | None:
    """[14.5] Why the ground does not let them go there."""
    here = trail[-1]
    way = f"{board().name(here)} to {board().name(there)}"
    if there not in steps_from(here):
        return Refusal("14.1", f"{way}: the hexes are not adjacent")
    if here < 0:
        return Refusal("6.3.1", f"a unit that enters {board().name(here)} must stop there")
    if _row(trail) >= terrain("trackless_desert").consecutive:
        return Refusal("14.5", f"an advance ends in its second desert hex in a row, {board().name(here)}")
    if len(trail) > 1 and here in jebel() and not is_road(here, there) and any(map(is_mechanised, names)):
        return Refusal("14.5", f"Mechanised units that enter Jebel at {board().name(here)} go on only along a road")
    for name in names:
        if step_cost(gait_of(name), here, there) is None:
            return Refusal("14.5", f"{name} may cross the escarpment between {way} only along a road")
        if not _may_climb(battle, name, trail, there):
            return Refusal("14.5", f"{name} may cross an escarpment only into the hex it attacked, as its first hex")
    return None


def _may_climb(battle: Battle, name: str, trail: Path, there: int) -> bool:
    here = trail[-1]
    if there < 0 or not escarpment(here, there) or is_road(here, there):
        return True
    return len(trail) == 1 and there == battle.at and name in battle.attackers


def _row(trail: Path) -> int:
    """[5.5] Desert hexes entered in a row."""
    row = 0
    for at in reversed(trail[1:]):
        if at not in desert():
            break
        row += 1
    return row


def _zone_refusal(state: NorthAfrica, battle: Battle, trail: Path, there: int, opened: int | None) -> Refusal | None:
    """[14.4, 15.2.12] Enemy zones stop an advance, and none leads from one into another of the same enemies, but for
    the hex that was vacated."""
    facing, here = front(state, battle.side), trail[-1]
    if there == opened:
        return None
    if len(trail) > 1 and facing.zone[here] == FULL and here != battle.at:
        return Refusal("14.4", f"an advance ends in the enemy zone at {board().name(here)}")
    if battle.at in (here, there):
        return None
    if not _full_casters(facing, here).isdisjoint(_full_casters(facing, there)):
        return Refusal("14.4", f"{board().name(here)} and {board().name(there)} are in the zone of the same enemies")
    return None


def _full_casters(facing: Front, at: int) -> frozenset[int]:
    """[7.3, 14.4] Enemy hexes in whose full zone a hex lies."""
    if facing.zone[at] != FULL:
        return frozenset()
    return frozenset(there for there in facing.casters(at) if not climbs_escarpment(there, at))


# --- where to


def reach(
    state: NorthAfrica, battle: Battle, names: Sequence[str], trail: Path, hexes: int, opened: int | None = None
) -> dict[int, Path]:
    """A way to every place where these pieces can end an advance, from the last hex of their trail on."""
    found: dict[int, Path] = {}
    seen: set[tuple[int, int]] = {(trail[-1], _row(trail))}
    waiting = [trail]
    for spent in range(hexes + 1):
        ring: list[Path] = []
        for way in waiting:
            for there in steps_from(way[-1]):
                free = there == opened and way == trail
                if free != (spent == 0):
                    continue  # [15.2.10] the hex that was cleared comes first and costs nothing
                onward = (*way, there)
                if (there, _row(onward)) in seen:
                    continue
                if step_refusal(state, battle, names, way, there, opened if free else None):
                    continue
                seen.add((there, _row(onward)))
                ring.append(onward)
                if has_room(state, names, there):
                    found.setdefault(there, onward[len(trail) - 1 :])
        waiting = [trail, *ring] if spent == 0 else ring
    return found


def has_room(state: NorthAfrica, names: Sequence[str], at: int) -> bool:
    """[4.1, 14.1] Whether the hex holds them with those already there."""
    if at < 0:
        return True
    there = state.at(at, side_of(names[0]))
    return fits(state, [*there, *(name for name in names if name not in there)])


def check_advance(
    state: NorthAfrica,
    battle: Battle,
    names: Sequence[str],
    trail: Path,
    path: Path,
    hexes: int,
    opened: int | None = None,
) -> None:
    """[14.1, 14.2] Refuse a way on from the last hex of a trail."""
    if len(path) < 2 or path[0] != trail[-1]:
        raise Refusal("14.1", f"the advance continues from {board().name(trail[-1])}")
    cost = price_of(path, opened)
    if cost > hexes:
        raise Refusal("14.2.1", f"they may advance {plural(hexes, 'hex')}, not {cost}")
    way = trail
    for i, there in enumerate(path[1:]):
        refused = step_refusal(state, battle, names, way, there, opened if i == 0 else None)
        if refused is not None:
            raise refused
        way = (*way, there)
    if not has_room(state, names, path[-1]):
        raise Refusal("14.1", f"{board().name(path[-1])} would be overstacked")


def price_of(path: Path, opened: int | None) -> int:
    """[15.2.10] What a way costs of the advance; into the hex just cleared nothing."""
    return len(path) - 1 - (path[1] == opened)
