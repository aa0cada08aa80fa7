"""[5, 6, 8, 13, 17, 18, 22.1] Where a unit may go.

`reach` floods the board and is what lists and screens use; `walk` follows one path step by step, refuses with the
case that forbids it, and is what decides. Tests hold the two equal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.core import fields
from sandtable.core.fields import Going, Reach
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.core.ways import way
from sandtable.games.afrika_korps.ground.routes import routes
from sandtable.games.afrika_korps.ground.zones import Front, front
from sandtable.games.afrika_korps.map import board, coast_road, coast_road_escarpments, escarpments, fortresses
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import limits
from sandtable.games.afrika_korps.state import ROMMEL, AfrikaKorps, Trek, enemy_of

FAR = 120  # movement factors: more than any unit could spend

# --- allowance


def rommel_bonus(state: AfrikaKorps, together: int) -> int:
    """[22.1] Two hexes more once Rommel has moved two hexes with the unit; by the tournament ruling one for one."""
    if not together:
        return 0
    most = limits().rommel_bonus
    if together >= most:
        return most
    return together if state.option("rommel-partial") else 0


def points_left(state: AfrikaKorps, name: str, trek: Trek) -> int:
    return counters()[name].movement + rommel_bonus(state, trek.together) - trek.points


def road_left(trek: Trek) -> int:
    return limits().road_bonus - trek.road


# --- where supplies and Rommel may not go


def near_enemy_supply(state: AfrikaKorps, side: str) -> frozenset[int]:
    """[13.3, 15.1] Hexes next to an enemy supply, where supplies and Rommel go only with a combat unit.

    A fortress shelters its supply, and no prohibited hexside is crossed."""
    found: set[int] = set()
    for at in state.layout.supplies[enemy_of(side)].values():
        if at not in fortresses():
            found.update(board().adjacent[at])
        found.add(at)
    return frozenset(found)


def zone_entry(state: AfrikaKorps, side: str, hexagon: int) -> bool:
    """[13.2] A supply enters a zone only to sustain an attack on the enemies who cast it: each must be faced."""
    return all(_faced(state, side, caster) for caster in front(state, side).casters(hexagon))


def _faced(state: AfrikaKorps, side: str, foe: int) -> bool:
    stands = state.layout.combat[side]
    return any(there in stands for there in board().adjacent[foe])


def escorted(state: AfrikaKorps, side: str, hexagon: int) -> bool:
    return hexagon in state.layout.combat[side]


def _closed_to(state: AfrikaKorps, name: str, company: bool) -> frozenset[int]:
    """The hexes this unit may not enter. `company`: a combat unit goes along."""
    counter = counters()[name]
    if counter.is_combat or (company and name == ROMMEL):
        return front(state, counter.side).live
    key = ("closed", counter.kind, counter.side, company)
    if key not in state.layout.derived:
        state.layout.derived[key] = _closed_to_the_shy(state, name, company)
    found: frozenset[int] = state.layout.derived[key]
    return found


def _closed_to_the_shy(state: AfrikaKorps, name: str, company: bool) -> frozenset[int]:
    side = counters()[name].side
    facing = front(state, side)
    stands = state.layout.combat[side]
    shy = frozenset() if company else near_enemy_supply(state, side).difference(stands)
    if name == ROMMEL:
        return shy | facing.live | facing.controlled.difference(stands)  # [15.1, 22.41]
    near_the_faced = {h for foe in facing.live if _faced(state, side, foe) for h in board().adjacent[foe]}
    entered = {h for h in near_the_faced & facing.controlled if zone_entry(state, side, h)}
    return shy | facing.live | (facing.controlled - entered)


# --- the flood


def reach(state: AfrikaKorps, name: str, company: Sequence[str] = ()) -> Reach:
    """Every hex this unit can still move to, alone or together with others from the same hex."""
    at, trek, counter = state.units[name].at, state.trek(name), counters()[name]
    if company or not counter.is_combat:
        return reach_from(state, name, at, trek, company)
    known = front(state, counter.side).reaches  # a combat unit alone: nothing else matters for it
    key = (at, counter.movement, trek, state.options)
    found = known.get(key)
    if found is None:
        found = known[key] = reach_from(state, name, at, trek)
    return found


class Terms(NamedTuple):
    """What counts for a flood but the enemy: where it begins, with how much movement, whether anything is spent, and
    the hexes that may not be entered."""

    node: int
    points: int
    road: int
    fresh: bool
    closed: frozenset[int]


def _terms(state: AfrikaKorps, name: str, at: int, trek: Trek, company: Sequence[str]) -> Terms:
    if not company:
        closed = _closed_to(state, name, company=False)
        node, points = routes().node(at, trek), points_left(state, name, trek)
        return Terms(node, points, road_left(trek), _is_fresh(trek), closed)
    treks = {**{other: state.trek(other) for other in company}, name: trek}
    points, road = _joint_allowance(state, treks)
    fresh = all(_is_fresh(each) for each in treks.values())
    beside, halted = any(t.off_road for t in treks.values()), any(t.halted for t in treks.values())
    node = routes().node(at, replace(trek, off_road=beside, halted=halted))
    return Terms(node, points, road, fresh, _closed_to_all(state, tuple(treks)))


def _spendable(facing: Front, at: int, terms: Terms) -> tuple[int, int]:
    """[8.1] Points and road for the way from here: nothing for who has entered a zone."""
    return (0, 0) if facing.zone[at] and not terms.fresh else (max(terms.points, 0), terms.road)


def reach_from(state: AfrikaKorps, name: str, at: int, trek: Trek, company: Sequence[str] = ()) -> Reach:
    facing = front(state, counters()[name].side)
    terms = _terms(state, name, at, trek, company)
    found = facing.reaches.get(terms)
    if found is None:
        barred = facing.same_zone(at) if facing.zone[at] else frozenset()  # [8.3]
        points, road = _spendable(facing, at, terms)
        live, beaten = _within(facing.live, at, points, road), _within(facing.beaten, at, points, road)
        shut = live if terms.closed is facing.live else terms.closed
        found = facing.reaches[terms] = _flood(terms.node, points, road, live, beaten, shut, barred)
    return found


def way_from(
    state: AfrikaKorps, name: str, at: int, trek: Trek, there: int, company: Sequence[str] = ()
) -> tuple[int, ...]:
    """The path that the flood has to one hex, or nothing: read from it if it was made, else found by itself."""
    facing = front(state, counters()[name].side)
    terms = _terms(state, name, at, trek, company)
    known = facing.reaches.get(terms)
    if known is not None:
        return known.path(there) if there in known else ()
    key = (there, terms)
    found: tuple[int, ...] | None = state.layout.derived.get(key)
    if found is None:
        barred = facing.same_zone(at) if facing.zone[at] else frozenset()  # [8.3]
        points, road = _spendable(facing, at, terms)
        going = Going(points, road, terms.closed, facing.zone, barred, facing.beaten)
        found = state.layout.derived[key] = way(routes().graph, routes().distances, terms.node, there, going)
    return found


def ends_by_map(state: AfrikaKorps, name: str) -> Sequence[int]:
    """Hexes among which are all that a unit can move to alone: told by the map, whoever is on it."""
    trek = state.trek(name)
    return routes().distances.ends(state.units[name].at, points_left(state, name, trek), road_left(trek))


def most_ends(state: AfrikaKorps, name: str, company: Sequence[str] = ()) -> int:
    """As many hexes as a unit can move to at most, alone or with others, told by the map."""
    trek = state.trek(name)
    points, road = points_left(state, name, trek), road_left(trek)
    if company:
        points, road = _joint_allowance(state, {each: state.trek(each) for each in (name, *company)})
    return routes().distances.most_ends(state.units[name].at, points, road)


def _joint_allowance(state: AfrikaKorps, treks: Mapping[str, Trek]) -> tuple[int, int]:
    """[6.2] Points and road that all of them have; [22.1] with Rommel as if the bonus were earned on the way."""
    points = {name: points_left(state, name, trek) for name, trek in treks.items()}
    if ROMMEL in treks:
        for name in treks.keys() - {ROMMEL}:
            points[name] += limits().rommel_bonus - rommel_bonus(state, treks[name].together)
    # factors pay for road as well, so what binds on the road is the sum of the two
    together = min(points[name] + road_left(trek) for name, trek in treks.items())
    least = min(points.values())
    return least, together - least


def _closed_to_all(state: AfrikaKorps, names: Sequence[str]) -> frozenset[int]:
    """The hexes that one of these units may not enter in the company of the others."""
    escort = any(counters()[name].is_combat for name in names)
    closed = _closed_to(state, names[0], escort)
    for name in names[1:]:
        more = _closed_to(state, name, escort)
        closed = closed if more is closed else closed | more
    return closed


def _within(hexes: frozenset[int], at: int, points: int, road: int) -> frozenset[int]:
    """Those that a move from here could meet: the enemy far away changes nothing."""
    far = points + 1 + (road if _to_the_road()[at] <= points else 0)
    distance = board().distance
    return frozenset(hexagon for hexagon in hexes if distance(at, hexagon) <= far)


@cache
def _to_the_road() -> dict[int, int]:
    return fields.spread(board().adjacent, coast_road(), bytes(len(board())))


def open_way(at: int, trek: Trek, there: int) -> tuple[int, ...]:
    """The way to a hex if nobody stood in it and there were no end to movement, the cheapest if one move could go it;
    empty if there is none over land. Where it breaks is why one cannot get there."""
    start = routes().node(at, replace(trek, halted=False))
    found = fields.reach(routes().graph, start, Going(FAR, road_left(trek), (), bytes(len(board()))))
    if there in found:
        return found.path(there)
    return tuple(fields.trace(board().adjacent, at, {there}, bytes(len(board()))) or ())


@lru_cache(maxsize=1024)  # some fifty kilobytes each
def _flood(
    node: int,
    points: int,
    road: int,
    live: frozenset[int],
    beaten: frozenset[int],
    closed: frozenset[int],
    barred: frozenset[int],
) -> Reach:
    zone = fields.zones(board().adjacent, live, fortresses())
    return fields.reach(routes().graph, node, Going(points, road, closed, zone, barred, beaten))


def forget_floods() -> None:
    """Start cold: to measure, or because nobody plays."""
    _flood.cache_clear()


def can_move(state: AfrikaKorps, name: str) -> bool:
    """Whether anything of this unit's move is left."""
    if name in state.frozen:
        return False
    trek = state.treks.get(name)
    if trek is None:
        return True
    return not trek.halted and (points_left(state, name, trek) > 0 or road_left(trek) > 0)


def _is_fresh(trek: Trek) -> bool:
    return trek.points == 0 and trek.road == 0


# --- one step after the other


def walk(state: AfrikaKorps, name: str, path: Sequence[int], company: Sequence[str]) -> Trek:
    """Follow a path and return what the unit will have spent, or refuse with the case that forbids it."""
    trek = follow(state, name, path, company)
    _check_allowance(state, name, trek, path)
    if path[-1] in front(state, counters()[name].side).beaten:
        raise Refusal("9.1", f"{name} may pass over the defeated units at {board().name(path[-1])} but not stop there")
    return trek


def follow(state: AfrikaKorps, name: str, path: Sequence[int], company: Sequence[str]) -> Trek:
    """The same for the beginning of a longer path: where it ends and what it costs so far is not judged yet."""
    trek, facing = state.trek(name), front(state, counters()[name].side)
    if name in state.frozen:
        raise Refusal("9.2", f"{name} takes part in an automatic victory and stays where it is")
    for here, there in pairwise(path):
        _check_ground(here, there)
        _check_enemies(facing, there)
        _check_zones(state, facing, name, here, there, trek)
        _check_shy(state, name, there, company)
        trek = _step(facing, name, here, there, trek, company)
    return trek


def _check_ground(here: int, there: int) -> None:
    if there in board().adjacent[here]:
        return
    names = f"{board().name(here)} to {board().name(there)}"
    if there not in board().neighbours[here]:
        raise Refusal("5.2", f"{names} is not one step: the hexes are not adjacent")
    check_land(there)
    raise Refusal("5.7", f"no unit may cross the hexside {names}")


def check_land(there: int) -> None:
    """Whether there is ground in a hex that any unit could enter."""
    terrain = board().terrain[there]
    if terrain == "qattara_full":
        raise Refusal("5.6", f"{board().name(there)} is a full Qattara Depression hex")
    if terrain == "sea":
        raise Refusal("5.7", f"{board().name(there)}: no unit may enter")


def _check_enemies(facing: Front, there: int) -> None:
    if facing.closed[there]:
        raise Refusal("5.4", f"{board().name(there)} is held by enemy combat units")


def _check_zones(state: AfrikaKorps, facing: Front, name: str, here: int, there: int, trek: Trek) -> None:
    if trek.halted:
        # [8.1, 18.1] a zone that vanished since [9.1] leaves no trace but the halt
        slope = here in escarpments() and not facing.zone[here]
        case, where = ("18.1", "on an escarpment") if slope else ("8.1", "in an enemy zone")
        raise Refusal(case, f"{name} must stop at {board().name(here)}, {where}, and goes no further this turn")
    if not facing.zone[here]:
        return
    if not _is_fresh(trek):
        raise Refusal("8.1", f"{name} must stop at {board().name(here)}, in an enemy zone")
    if there in facing.same_zone(here):
        shared = next(c for c in facing.casters(here) if there in board().adjacent[c])
        foe = ", ".join(state.at(shared, enemy_of(counters()[name].side)))
        raise Refusal("8.3", f"{name} starts in the zone of {foe} and may not step into another hex of that zone")


def _check_shy(state: AfrikaKorps, name: str, there: int, company: Sequence[str]) -> None:
    """[13.2, 13.3, 15.1, 22.41] What supplies and Rommel dare not do alone."""
    facts = counters()
    counter = facts[name]
    if counter.is_combat:
        return
    side = counter.side
    with_combat = any(facts[other].is_combat for other in company) or escorted(state, side, there)
    if not with_combat and there in near_enemy_supply(state, side):
        case = "15.1" if name == ROMMEL else "13.3"
        raise Refusal(
            case, f"{name} needs a combat unit with it to move next to an enemy supply, at {board().name(there)}"
        )
    if not front(state, side).zone[there]:
        return
    if name == ROMMEL and not with_combat:
        raise Refusal("22.41", f"Rommel may not enter an enemy zone at {board().name(there)} without a combat unit")
    if counter.is_supply and not zone_entry(state, side, there):
        raise Refusal(
            "13.2",
            f"{name} enters the zone at {board().name(there)} only to sustain an attack on the unit whose zone it is",
        )


def _step(facing: Front, name: str, here: int, there: int, trek: Trek, company: Sequence[str]) -> Trek:
    """[17.1, 17.2, 18.1, 18.2, 18.3] What one step costs and what it leaves open."""
    together = trek.together + (1 if ROMMEL in company and name != ROMMEL else 0)
    off_road, halted, points, road = trek.off_road, False, trek.points, trek.road
    if there in coast_road().get(here, ()):
        origin = trek.road_from
        if here in routes().separate and origin in routes().separate[here]:  # [17.32]
            changes = there != origin and there not in routes().separate[here][origin]
            if changes and off_road:
                raise Refusal("17.32", f"{name} cannot change roads inside {board().name(here)} again this turn")
            if changes:
                off_road, points = True, points + 1
        if road < limits().road_bonus:  # [17.1] the bonus pays first: factors serve everywhere
            road += 1
        else:
            points += 1
        road_from = here if there in routes().separate else -1
    else:
        road_from, points = -1, points + 1
        leaves, enters = here in coast_road_escarpments(), there in coast_road_escarpments()
        if leaves and off_road:
            raise Refusal(
                "18.5",
                f"{name} has already crossed off the road this turn and may not leave {board().name(here)} that way",
            )
        halted = there in escarpments() and (not enters or off_road)
        off_road = off_road or ((leaves or enters) and not halted) or leaves
    if facing.zone[there]:  # [8.1]
        halted = True
    return replace(
        trek, points=points, road=road, together=together, off_road=off_road, road_from=road_from, halted=halted
    )


def _check_allowance(state: AfrikaKorps, name: str, trek: Trek, path: Sequence[int]) -> None:
    short = -points_left(state, name, trek)
    if short > 0:
        factor = counters()[name].movement
        besides = f" besides {plural(trek.road, 'hex')} of road" if trek.road else ""
        raise Refusal(
            "5.2",
            f"{name} cannot go as far as {board().name(path[-1])}: that takes {plural(trek.points, 'movement factor')}"
            f"{besides}, and it has {factor}",
        )
