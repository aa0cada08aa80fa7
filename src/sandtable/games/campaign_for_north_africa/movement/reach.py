"""[8.1, 8.2, 8.3, 10.2] Where counters may go, as far as their owner can tell.

`plan` follows one way step by step and refuses with the case that forbids it: it knows the ground, the enemy counters
that all can see, and everything about the movers. What only the enemy knows, his true zones, is met on the way, in
`march`. `reach` floods the map under the zones that must be expected, for lists and for finding a way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from sandtable.core.fields import Reach
from sandtable.core.values import Refusal, may
from sandtable.games.campaign_for_north_africa.capability.cohesion import (
    check_spending,
    is_spent_force,
    left,
    spent,
    voluntary_left,
)
from sandtable.games.campaign_for_north_africa.capability.held_units import check_free
from sandtable.games.campaign_for_north_africa.construction.works import check_at_leisure
from sandtable.games.campaign_for_north_africa.ground.contact import break_off_cost, in_zone
from sandtable.games.campaign_for_north_africa.ground.minefields import ground_alone, ground_for
from sandtable.games.campaign_for_north_africa.ground.movement_record import MovementSegment
from sandtable.games.campaign_for_north_africa.ground.stacking import crowd
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import NOTHING, WALKING, Ground, sky_of, why_closed
from sandtable.games.campaign_for_north_africa.ground.zones import closed_to, expected
from sandtable.games.campaign_for_north_africa.logistics.baggage import (
    check_baggage,
    check_depot_room,
    check_phase,
    split,
)
from sandtable.games.campaign_for_north_africa.logistics.transport_tables import truck
from sandtable.games.campaign_for_north_africa.map import beyond_marble_arch, board, neighbours, terrain
from sandtable.games.campaign_for_north_africa.organisation.regrouping import joined
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.pieces.units import Gait, base_cpa, cpa, gaits, is_combat, is_immobile
from sandtable.games.campaign_for_north_africa.rommel.rommel import check_parting
from sandtable.games.campaign_for_north_africa.state import POINT, ROMMEL, SPENT_FORCE, Campaign, all_of, enemy_of
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words

Kind = Literal["move", "react", "withdraw"]  # [8.11] the three kinds of movement by one's own will
FAR = 200 * POINT  # farther than anybody goes
NOWHERE = Reach({}, ())


class Party(NamedTuple):
    """Counters that move together, and Supply Units they have along [32.33]."""

    side: Side
    counters: tuple[str, ...]
    train: tuple[str, ...]
    at: int
    gaits: tuple[Gait, ...]
    kind: Kind
    started: tuple[str, ...] = ()  # who of them has moved in this segment already, so that nothing holds it [8.68]


class Plan(NamedTuple):
    """A way that was looked at, with the half points of every step."""

    party: Party
    path: tuple[int, ...]
    costs: tuple[int, ...]


# Who moves


def party_of(
    state: Campaign, side: Side, names: Sequence[str], kind: Kind = "move", started: Sequence[str] = ()
) -> Party:
    """[8.0] Counters that stand together and may move, or the reason why not."""
    company, train = split(state, names)
    if not company:
        raise Refusal("32.33", "a Supply Unit may not move by itself in this phase")
    if len({*names}) < len(names):
        raise Refusal("8.0", "a unit is named twice")
    for name in company:
        check_able(state, side, name, kind)
    at = state.units[company[0]].at
    apart = next((name for name in company if state.units[name].at != at), None)
    if apart is not None:
        raise Refusal("8.0", f"{apart} is not in the same hex as {company[0]}")
    return _party(state, side, company, train, kind, started)


def able_party(state: Campaign, side: Side, names: Sequence[str], started: Sequence[str]) -> Party:
    """[8.0] Counters of one hex of which it is known that each of them may move."""
    return _party(state, side, tuple(names), (), "move", started)


def _party(
    state: Campaign, side: Side, company: tuple[str, ...], train: tuple[str, ...], kind: Kind, started: Sequence[str]
) -> Party:
    begun = tuple([name for name in company if name in started])
    return Party(side, company, train, state.units[company[0]].at, _gaits(state, company, train), kind, begun)


def _gaits(state: Campaign, company: Sequence[str], train: Sequence[str]) -> tuple[Gait, ...]:
    found = gaits(state, company)
    return found if not train or "motor" in found else (*found, "motor")


def check_able(state: Campaign, side: Side, name: str, kind: Kind = "move") -> None:
    """[6.26, 8.17, 8.23, 18.22] Whether a counter may move at all."""
    unit = state.units.get(name)
    if unit is None:
        raise Refusal("8.0", f"there is no unit called {name}")
    if counters()[name].side != side:
        raise Refusal("8.0", f"{name} is not yours")
    if name in state.replacements:
        raise Refusal("20.46", f"{name} consists of Replacement Points, which move with the Truck Convoys")
    if unit.attached:
        raise Refusal("4.25", f"{name} is attached to {unit.attached} and moves with it")
    if unit.at < 0 or unit.journey is not None:
        raise Refusal("8.83", f"{name} is not on the map")
    whole = all_of(state, name)
    if any(is_spent_force(state, each) for each in whole):
        raise Refusal("6.26", f"{name} has lost all cohesion and cannot move")
    if is_immobile(state, name):
        raise Refusal("3.4", f"{name} has guns and no transport for them")
    if kind != "move":
        return
    check_free(state, (name,))
    check_at_leisure(state, whole)
    for each in whole:  # [19.41] what has been attached since is bound as it was
        if state.units[each].reserve == 2:
            raise Refusal("18.22", f"{each} is in Reserve II and may not move")
        if state.units[each].halted:
            raise Refusal("8.23", f"{each} ended a Movement Segment more than two hexes from every enemy")


def party_ground(state: Campaign, party: Party) -> Ground:
    """[8.31, 26.22] The map as they meet it."""
    if not party.counters:  # [32.58] trucks by themselves
        return ground_alone(state, party.side, party.gaits, truck("medium").supplies)
    return ground_for(state, party.side, party.counters, party.gaits)


def burns_fuel(party: Party) -> bool:
    """[32.24] Men on foot and camels need none."""
    return any(gait not in WALKING for gait in party.gaits)


def is_fighting(state: Campaign, party: Party) -> bool:
    """[8.51, 10.29] Whether there is a combat unit among them."""
    return any(is_combat(state, name) for name in party.counters)


def leaving_cost(state: Campaign, party: Party, counter: str) -> int:
    """[8.24, 8.52, 8.64, 8.68] Half points to break off; none for Reaction, nor for who has come in this segment."""
    if counter in party.started or party.kind == "react" or passes_zones(party):
        return 0
    return break_off_cost(state, counter)


# How far


def stamina(state: Campaign, counter: str) -> int:
    """[6.26] Half points after which no further step may be begun, for somebody has lost all cohesion."""
    allowance = cpa(state, counter) * POINT
    return min(
        _stamina(allowance, state.units[name].spent, state.units[name].cohesion) for name in all_of(state, counter)
    )


def _stamina(allowance: int, used: int, cohesion: int) -> int:
    lost = max(0, used - allowance) // POINT
    return allowance + (lost + cohesion - SPENT_FORCE) * POINT - used


def budget(state: Campaign, party: Party) -> int:
    """[6.13, 8.17, 18.23] Half points for movement within the Allowance of all."""
    return min(_budget(state, party, counter) for counter in party.counters)


def _budget(state: Campaign, party: Party, counter: str) -> int:
    found = left(state, counter)
    limit = voluntary_left(state, counter) if party.kind == "move" else None
    if limit is not None:
        found = min(found, limit)
    return found - leaving_cost(state, party, counter)


def most(state: Campaign, party: Party) -> int:
    """[8.16, 8.17] Half points for movement if the Allowance counts for nothing."""
    return min(_most(state, party, counter) for counter in party.counters)


def _most(state: Campaign, party: Party, counter: str) -> int:
    found = stamina(state, counter)
    limit = voluntary_left(state, counter) if party.kind == "move" else None
    if limit is not None:
        found = min(found, limit)
    return found - leaving_cost(state, party, counter)


def reach(
    state: Campaign, names: Sequence[str], limit: int | None = None, kind: Kind = "move", started: Sequence[str] = ()
) -> Reach:
    """[8.1] Where counters can go together, under the zones they must expect: within their Allowance, or with so many
    half points. Nowhere if one of them may not move."""
    key = "reach", tuple(names), limit, kind, tuple(started)
    found: Reach | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = _reach(state, names, limit, kind, started)
    return found


def _reach(state: Campaign, names: Sequence[str], limit: int | None, kind: Kind, started: Sequence[str]) -> Reach:
    company, _ = split(state, names)
    if not company:
        return NOWHERE
    try:
        party = party_of(state, counters()[company[0]].side, names, kind, started)
    except Refusal:
        return NOWHERE
    return reach_of(state, party, budget(state, party) if limit is None else limit)


def reach_of(state: Campaign, party: Party, points: int) -> Reach:
    hexes = NOTHING if passes_zones(party) else expected(state, party.side)[1]
    closed = closed_to(state, party.side)
    if shuns_zones(state, party):
        closed |= hexes
    ground = party_ground(state, party)
    if _is_reserve(state, party):  # [18.22] one hex, whatever it costs
        return NOWHERE if party.started else ground.one_step(party.at, closed)
    if points <= 0:
        return NOWHERE
    barred = hexes - vacated(state, party) if is_held(state, party) else NOTHING
    return ground.reach(party.at, points, closed, hexes, barred)


def shuns_zones(state: Campaign, party: Party) -> bool:
    """[8.55, 10.29, 18.22] Whether they never enter an enemy zone: in Reaction, without combat units, in Reserve."""
    if passes_zones(party):
        return False
    return party.kind == "react" or _is_reserve(state, party) or not is_fighting(state, party)


def passes_zones(party: Party) -> bool:
    """[31.0] Rommel, by himself, gets away through enemy zones with impunity."""
    return party.kind != "move" and party.counters == (ROMMEL,)


def _is_reserve(state: Campaign, party: Party) -> bool:
    return party.kind == "move" and any(
        state.units[name].reserve for counter in party.counters for name in all_of(state, counter)
    )


def is_held(state: Campaign, party: Party) -> bool:
    """[8.15, 10.24] Whether they begin in an enemy zone, which they may not leave straight into another."""
    if len(party.started) == len(party.counters) or passes_zones(party):
        return False
    return in_zone(state, party.counters[0])


def vacated(state: Campaign, party: Party) -> frozenset[int]:
    """[10.24] Hexes that the enemy had left by combat, Retreat Before Assault or Reaction when this segment began. Only
    the Phasing Player advances; what is left by Reaction in this segment waits for the next."""
    if party.kind != "move":
        return NOTHING
    frames = (frame for frame in reversed(state.stack) if isinstance(frame, MovementSegment))
    return frozenset(board().hex(name) for frame in frames for name in frame.left)


# One way


def plan(state: Campaign, party: Party, way: Sequence[str]) -> Plan:
    """[8.1] Follow a way that may leave out hexes; a refusal changes nothing."""
    places = _places(way)
    if places[0] != party.at:
        raise Refusal("8.13", f"{party.counters[0]} is at {board().name(party.at)}, not {way[0]}")
    path = full_path(state, party, places)
    if path[-1] == path[0]:
        raise Refusal("8.13", "the route ends where it begins")
    costs = step_costs(state, party, path)
    _check_reserve(state, party, path)
    _check_points(state, party, costs)
    check_baggage(state, party.side, party.counters, party.train, party.at, sum(costs))
    if party.kind == "move":
        check_phase(state, party.train)
    check_depot_room(state, party.side, party.train, path[-1])
    _check_end(state, party, path[-1], sum(costs))
    _check_rommel(state, party)
    return Plan(party, path, costs)


def _check_end(state: Campaign, party: Party, hex: int, cost: int) -> None:
    """[9.31, 19.41] Nobody stops where the limit is broken, unless he joins the formation he belongs to."""
    if not (found := crowd(state, party.side, hex, party.counters)):
        return
    if party.kind == "move" and joined(state, party.side, party.counters, hex, cost):
        return
    raise Refusal("9.31", found)


def has_room(state: Campaign, party: Party, hex: int) -> bool:
    """[9.31] Whether they may stop in a hex."""
    if hex not in state.stacks and terrain(hex) != "mountain" and len(party.counters) == 1:
        return True
    return not crowd(state, party.side, hex, party.counters)


def _places(way: Iterable[str]) -> tuple[int, ...]:
    return tuple(board().named_hex(name, "8.13") for name in way)


def step_costs(state: Campaign, party: Party, path: Sequence[int]) -> tuple[int, ...]:
    """[8.13, 8.19, 8.31, 8.32] The half points of each step, for all of them alike."""
    ground = party_ground(state, party)
    return tuple(_step_cost(state, party, here, there, ground.cost(here, there)) for here, there in pairwise(path))


def _step_cost(state: Campaign, party: Party, here: int, there: int, cost: int | None) -> int:
    where = board().name(there)
    if there not in board().neighbours[here]:
        raise Refusal("8.13", f"{where} is not next to {board().name(here)}")
    if state.holder(there) == enemy_of(party.side):
        raise Refusal("8.13", f"the enemy holds {where}")
    if party.side == "commonwealth" and there in beyond_marble_arch():
        raise Refusal("8.19", f"{where} is west of Marble Arch")
    if cost is None:
        if there not in neighbours()[here]:
            raise Refusal("8.32", f"{where}: no unit may enter")
        raise why_closed(party.gaits, here, there, sky_of(state))
    return cost


def _check_reserve(state: Campaign, party: Party, path: Sequence[int]) -> None:
    if _is_reserve(state, party) and (len(path) > 2 or party.started):
        raise Refusal("18.22", "units in Reserve I may move only one hex")


def _check_points(state: Campaign, party: Party, costs: Sequence[int]) -> None:
    """[6.26, 8.16, 8.17, 18.23, 18.24]"""
    total = sum(costs)
    for counter in party.counters:
        off = leaving_cost(state, party, counter)
        if party.kind == "move" and not _is_reserve(state, party):
            check_spending(state, counter, off + total)
        if off + total - costs[-1] >= stamina(state, counter):
            raise Refusal("6.26", f"{counter} would lose all its cohesion on the way: {in_words(off + total)} CP")


def may_part(state: Campaign, party: Party) -> bool:
    """[31.0] Whether Rommel does not hold anybody."""
    return may(_check_rommel, state, party)


def _check_rommel(state: Campaign, party: Party) -> None:
    """[31.0]"""
    if party.at != state.rommel or not state.escort or passes_zones(party):
        return
    leaving = frozenset(name for counter in party.counters for name in all_of(state, counter))
    check_parting(state, leaving, {name: base_cpa(state, name) for name in state.escort})


# Ways with gaps


def full_path(state: Campaign, party: Party, places: Sequence[int]) -> tuple[int, ...]:
    """Every hex of a way: the cheapest between those that are not neighbours, and between two that are all of the way
    when the step between them cannot be taken."""
    around = board().neighbours
    if all(there in around[here] for here, there in pairwise(places)):
        return tuple(places)
    path = [places[0]]
    for there in places[1:]:
        if there in around[path[-1]]:
            path.append(there)
        else:
            path += way_to(state, _moved_on(party, path), there)[1:]
    return tuple(path)


def _moved_on(party: Party, path: Sequence[int]) -> Party:
    return party._replace(at=path[-1], started=party.counters) if len(path) > 1 else party


def way_to(state: Campaign, party: Party, goal: int) -> tuple[int, ...]:
    """[8.1] The cheapest way from where they are, around the zones they must expect where that is possible."""
    for points in (budget(state, party), most(state, party)):
        found = reach_of(state, party, points)
        if goal in found:
            return found.path(goal)
    raise why_not(state, party, goal)


def why_not(state: Campaign, party: Party, goal: int) -> Refusal:
    """Why they cannot get to a hex: by the cheapest way there if no enemy stood in it, where that breaks."""
    first, where = party.counters[0], board().name(goal)
    open_way = party_ground(state, party).flood(party.at, FAR, ())
    if goal not in open_way:
        return Refusal("8.32", f"there is no route for {first} to {where}")
    try:
        costs = step_costs(state, party, open_way.path(goal))
    except Refusal as refusal:
        return refusal
    try:
        _check_points(state, party, costs)
    except Refusal as refusal:
        return refusal
    used = max(spent(state, counter) for counter in party.counters)
    return Refusal("8.14", f"no route to {where} avoids the enemy's zones; {first} has spent {in_words(used)} CP")
