"""[10.1, 10.2] Zones of Control: which stacks exert one, and into which hexes.

What a stack truly exerts depends on what its owner keeps hidden: its strength, its cohesion, what is attached to a
headquarters. `apparent` is what the enemy must expect from the counters he sees; it is never less than the truth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from msgspec.structs import replace

from sandtable.core.fields import Reach
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import Sky, ground_of, sky_of
from sandtable.games.campaign_for_north_africa.map import beyond_marble_arch, board, neighbours, ways
from sandtable.games.campaign_for_north_africa.pieces.carriage import facts as unit_facts
from sandtable.games.campaign_for_north_africa.pieces.counters import counters, sides
from sandtable.games.campaign_for_north_africa.pieces.sameness import Same, by_stacks, known_by_stacks, same_units
from sandtable.games.campaign_for_north_africa.pieces.strength import zone_strength
from sandtable.games.campaign_for_north_africa.pieces.units import GAITS, gait, is_combat, size, stacking
from sandtable.games.campaign_for_north_africa.state import SIDES, SPENT_FORCE, Campaign, all_of, enemy_of, side_of

LEAST_STRENGTH = 10  # [10.15] raw points of defence in Close Assault
ONE_BATTALION = 1  # [10.11] Stacking Points that are not enough
BARRIERS = frozenset(("major_river", "up_escarpment", "down_escarpment"))  # [10.21]


# The truth


def exerts(state: Campaign, hex: int, without: Iterable[str] = ()) -> bool:
    """[10.11, 10.12, 10.13, 10.14, 10.15] Whether the units in a hex exert a Zone of Control, if need be without some
    counters; trucks, Supply Units and markers never do."""
    able = _able(state, hex, without)
    if _weight(state, able) <= ONE_BATTALION:
        return False
    side = side_of(able[0])
    if not set(state.stacks[hex]).isdisjoint(without):
        return _strength_without(state, hex, side, without) >= LEAST_STRENGTH
    return zone_strength(state, hex, side) >= LEAST_STRENGTH


def _able(state: Campaign, hex: int, without: Iterable[str]) -> list[str]:
    """[10.11, 10.14] Combat counters that have not lost all cohesion."""
    left_out = frozenset(without)
    return [
        name
        for name in state.stacks.get(hex, ())
        if name not in left_out
        and name not in state.replacements  # [20.42] they take part in no combat but their own defence
        and is_combat(state, name)
        and not _is_spent(state, name)
    ]


def _is_spent(state: Campaign, counter: str) -> bool:
    units = state.units
    if units[counter].cohesion > SPENT_FORCE:
        return False
    return all(units[name].cohesion <= SPENT_FORCE for name in all_of(state, counter))


def _weight(state: Campaign, names: Iterable[str]) -> int:
    """[10.11, 9.16] Stacking Points by which a zone is judged: garrisons stack freely at home, but count as what they
    are."""
    return sum(size(state, name) if _is_at_home(state, name) else stacking(state, name) for name in names)


def _is_at_home(state: Campaign, name: str) -> bool:
    return 0 <= unit_facts(name).garrison == state.units[name].at


def _strength_without(state: Campaign, hex: int, side: str, without: Iterable[str]) -> int:
    left_out = frozenset(without)
    names = tuple(name for name in state.stacks[hex] if name not in left_out)
    if not names:
        return 0
    return zone_strength(replace(state, stacks={hex: names}), hex, side)


def controlled_from(state: Campaign, hex: int) -> tuple[int, ...]:
    """[10.0, 10.21] The hexes that the stack in a hex controls."""
    key = "controls", hex
    found: tuple[int, ...] | None = state.derived.get(key)
    if found is None:
        units = same_units(state, hex, state.segment.back)
        found = state.derived[key] = _controlled_by(units, hex, state.turn, sky_of(state))
    return found


@lru_cache(maxsize=256)  # the stacks of some positions; each keeps its units, also those of a game that was laid aside
def _controlled_by(units: Same, hex: int, turn: int, sky: Sky) -> tuple[int, ...]:
    """The same by all that it depends on: the units, the ratings of the Game-Turn and the ground."""
    state = units.take()
    return tuple(_controlled(state, hex, ())) if exerts(state, hex) else ()


def forget_zones() -> None:
    """Give up those of the positions seen last."""
    _controlled_by.cache_clear()


def _controlled(state: Campaign, hex: int, without: Iterable[str]) -> list[int]:
    """[10.21] Not through barriers, nor where so many of the units as a zone takes could not go."""
    able, easy = _able(state, hex, without), dict(ground_of(state, GAITS).steps(hex))
    return [
        there
        for there, _, crossed in ways()[hex]
        if BARRIERS.isdisjoint(crossed) and (there in easy or _could_enter(state, able, hex, there))
    ]


def _could_enter(state: Campaign, able: Iterable[str], hex: int, there: int) -> bool:
    going = [
        name
        for name in able
        if any(ground_of(state, (gait(state, unit),)).cost(hex, there) is not None for unit in all_of(state, name))
    ]
    return _weight(state, going) > ONE_BATTALION


def controlled(state: Campaign, hex: int, by: str) -> bool:
    """[10.27, 10.28] Whether a hex lies in a Zone of Control of this side; whose view this is knows it where he was
    told [10.6], and must expect it elsewhere."""
    foe = enemy_of(by)
    if hex < 0 or not is_apparent(state, foe, hex):
        return False
    if state.viewer == foe:
        return state.told.get(hex, True)
    return any(hex in controlled_from(state, near) for near in casters(state, hex, by))


def controlled_without(state: Campaign, hex: int, by: str, without: Iterable[str]) -> bool:
    """[8.53] The same as if some counters were not there."""
    return next(controllers(state, hex, by, without), None) is not None


def controllers(state: Campaign, hex: int, by: str, without: Iterable[str]) -> Iterator[str]:
    """[10.1, 8.53] The counters of a side in whose zone a hex lies, as if some others were not there."""
    left_out = frozenset(without)
    for near in casters(state, hex, by):
        if left_out.isdisjoint(state.stacks[near]):
            held = hex in controlled_from(state, near)
        else:
            held = exerts(state, near, left_out) and hex in _controlled(state, near, left_out)
        if held:
            yield from _able(state, near, left_out)


def casters(state: Campaign, hex: int, by: str) -> list[int]:
    """The hexes next to this one in which the side has units."""
    return [near for near in neighbours()[hex] if state.holder(near) == by]


def hinders(state: Campaign, side: str, hex: int) -> bool:
    """[10.26] Whether an enemy zone stops units of a side that enter the hex: not where a friendly combat unit is."""
    return controlled(state, hex, enemy_of(side)) and not has_friends(state, side, hex)


def zone(state: Campaign, side: str) -> bytearray:
    """[10.0] Every hex that the side controls; a copy, for one may go on writing in it."""
    key = "zone", side
    found: bytearray | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = bytearray(len(board()))
        for hex in stands(state, side):
            for there in controlled_from(state, hex):
                found[there] = 1
    return bytearray(found)


# What one must expect


def apparent(state: Campaign, side: str) -> bytes:
    """[10.6, 10.11] The hexes that this side must expect to be controlled by the enemy, by the counters it sees."""
    known, key = by_stacks(state), ("apparent", side)
    found: bytes | None = known.get(key)
    if found is None:
        found = known[key] = _field(casting(state, side))
    return found


def is_apparent(state: Campaign, side: str, hex: int) -> bool:
    """[10.6, 10.11] The same of one hex, by the stacks beside it: few ask for more of a position on the way."""
    field: bytes | None = known_by_stacks(state).get(("apparent", side))
    if field is not None:
        return field[hex] == 1
    stacks, foe, whose = state.stacks, enemy_of(side), sides()
    return any(
        whose[stacks[near][0]] == foe and _may_cast(stacks[near]) for near in _open_from()[hex] if near in stacks
    )


def expected(state: Campaign, side: str) -> tuple[bytes, frozenset[int]]:
    """[10.26] The hexes in which units of this side must expect to be stopped, as a field and by themselves."""
    key = "expected", side
    found: tuple[bytes, frozenset[int]] | None = state.derived.get(key)
    if found is None:
        stacks = casting(state, side)
        own = hexes_around(stacks).intersection(stands(state, side))
        held = frozenset(hex for hex in own if has_friends(state, side, hex))
        found = state.derived[key] = _stopping(stacks, held)
    return found


@lru_cache(maxsize=64)
def _stopping(casting: tuple[int, ...], held: frozenset[int]) -> tuple[bytes, frozenset[int]]:
    """What the zones of some stacks stop, except where we are ourselves."""
    field = bytearray(_field(casting))
    for hex in held:
        field[hex] = 0
    return bytes(field), hexes_around(casting) - held


def casting(state: Campaign, side: str) -> tuple[int, ...]:
    """[10.11] The enemy stacks that may exert a zone, by the Stacking Points printed on their counters."""
    known, key = by_stacks(state), ("casting", side)
    found: tuple[int, ...] | None = known.get(key)
    if found is None:
        stacks = state.stacks
        found = known[key] = tuple([hex for hex in stands(state, enemy_of(side)) if _may_cast(stacks[hex])])
    return found


@lru_cache(maxsize=4096)
def _may_cast(names: tuple[str, ...]) -> bool:
    printed = _printed()
    return sum(printed.get(name, 0) for name in names) > ONE_BATTALION


@cache
def _printed() -> dict[str, int]:
    """The Stacking Points on each counter; guards, which are not printed, have none [28.22]."""
    return {name: each.stacking for name, each in counters().items()}


@lru_cache(maxsize=256)
def hexes_around(casting: tuple[int, ...]) -> frozenset[int]:
    """[10.21] Where the zones of some stacks reach, if they have any."""
    return frozenset(there for hex in casting for there, _, crossed in ways()[hex] if BARRIERS.isdisjoint(crossed))


@cache
def _open_from() -> tuple[tuple[int, ...], ...]:
    """[10.21] For each hex those beside it whose zone could reach it."""
    found: list[list[int]] = [[] for _ in range(len(board()))]
    for hex, around in enumerate(ways()):
        for there, _, crossed in around:
            if BARRIERS.isdisjoint(crossed):
                found[there].append(hex)
    return tuple(tuple(each) for each in found)


@lru_cache(maxsize=256)
def _field(casting: tuple[int, ...]) -> bytes:
    field = bytearray(len(board()))
    for hex in hexes_around(casting):
        field[hex] = 1
    return bytes(field)


# Where units stand


def stands(state: Campaign, side: str) -> tuple[int, ...]:
    """The hexes of the map in which a side has units."""
    known, key = by_stacks(state), ("stands", side)
    found: tuple[int, ...] | None = known.get(key)
    if found is None:
        whose = sides()
        there: dict[str, list[int]] = {each: [] for each in SIDES}
        for hex, names in state.stacks.items():
            if hex >= 0:
                there[whose[names[0]]].append(hex)
        for each, hexes in there.items():
            known["stands", each] = tuple(hexes)
        found = known.get(key, ())
    return found


def has_friends(state: Campaign, side: str, hex: int) -> bool:
    """[10.26] Whether a side has combat units in a hex."""
    return hex >= 0 and state.holder(hex) == side and any(is_combat(state, name) for name in state.stacks[hex])


def near_enemy(state: Campaign, side: str) -> frozenset[int]:
    """The land next to enemy units."""
    return beside(tuple(stands(state, enemy_of(side))))


@lru_cache(maxsize=256)
def beside(hexes: tuple[int, ...]) -> frozenset[int]:
    return frozenset(there for hex in hexes for there in neighbours()[hex])


def within_two(state: Campaign, side: str) -> frozenset[int]:
    """[8.23] The hexes at most two from an enemy unit, over whatever ground."""
    return _within_two(tuple(stands(state, enemy_of(side))))


@lru_cache(maxsize=64)
def _within_two(hexes: tuple[int, ...]) -> frozenset[int]:
    around = board().neighbours
    ring = {there for hex in hexes for there in around[hex] if there >= 0}
    return frozenset(ring | set(hexes) | {there for hex in ring for there in around[hex] if there >= 0})


def closed_to(state: Campaign, side: str) -> frozenset[int]:
    """[8.13, 8.19] Hexes with enemy units, and for the Commonwealth those west of Marble Arch."""
    return _closed(stands(state, enemy_of(side)), side)


@lru_cache(maxsize=64)
def _closed(enemies: tuple[int, ...], side: str) -> frozenset[int]:
    return frozenset(enemies) | beyond_marble_arch() if side == "commonwealth" else frozenset(enemies)


def named_way(found: Reach, start: int, goal: int) -> tuple[str, ...]:
    """[8.32] A way within reach as it is ordered: by its ends, hex by hex if they are neighbours and it goes around."""
    path = found.path(goal) if goal in board().neighbours[start] else (start, goal)
    return tuple(board().name(hex) for hex in path)
