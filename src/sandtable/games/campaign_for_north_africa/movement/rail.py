"""[8.7, 32.34] The Commonwealth railway from the Delta: one load in each direction in an Operations Stage."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import ClassVar, NamedTuple

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing, Made
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.capability.cohesion import is_spent_force, riders
from sandtable.games.campaign_for_north_africa.capability.held_units import check_free
from sandtable.games.campaign_for_north_africa.construction.works import check_at_leisure
from sandtable.games.campaign_for_north_africa.ground.stacking import check_room, crowd
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import built_railway
from sandtable.games.campaign_for_north_africa.ground.zones import controlled
from sandtable.games.campaign_for_north_africa.logistics.baggage import check_depot_room
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import limits
from sandtable.games.campaign_for_north_africa.map import board, railway, railway_extension
from sandtable.games.campaign_for_north_africa.movement.entering import pass_through, seize
from sandtable.games.campaign_for_north_africa.movement.orders import Rail
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.pieces.units import facts, is_combat, may_fight, stacking
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of, enemy_of
from sandtable.games.campaign_for_north_africa.verbs import add_motors, change_supply, place

LOAD = 2  # [8.75] Stacking Points
OWNER: Side = "commonwealth"  # [8.71]
EAST, WEST = "east", "west"
BY_RAIL = "rail"  # [32.33] the phase in which a Supply Unit has moved


# The line


class Extent(NamedTuple):
    """What of the railway is there to be used."""

    limit: float  # nothing west of it
    western_end: int  # of what was built
    cut: tuple[int, ...]


def line(state: Campaign) -> dict[int, tuple[int, ...]]:
    """[8.47, 8.71, 8.76, 8.78] The railway that may be used now: for each hex, those it leads to."""
    return _usable(_extent(state))


def _extent(state: Campaign) -> Extent:
    found: Extent | None = state.derived.get("railway")
    if found is None:
        found = state.derived["railway"] = Extent(_western_limit(state), state.railway, state.cut)
    return found


@lru_cache(maxsize=16)
def _usable(extent: Extent) -> dict[int, tuple[int, ...]]:
    limit, western_end, cut = extent
    steps = {hex: set(near) for hex, near in railway().items()}
    for a, b in _extension(western_end):
        steps.setdefault(a, set()).add(b)
        steps.setdefault(b, set()).add(a)
    return {
        hex: tuple(sorted(there for there in near if _x(there) >= limit and there not in cut))
        for hex, near in sorted(steps.items())
        if _x(hex) >= limit and hex not in cut
    }


def _extension(western_end: int) -> list[tuple[int, int]]:
    done, whole = built_railway(western_end), railway_extension()
    return [(a, b) for a, b in pairwise(whole) if a in done and b in done]


def _x(hex: int) -> float:
    return board().centre[hex][0]


def _western_limit(state: Campaign) -> float:
    """[8.78, 3.62] Nothing west of the easternmost rail hex that an Axis combat unit holds, by what one sees of it."""
    rails = {*railway(), *built_railway(state.railway)}
    held = (hex for hex in rails if any(may_fight(name) for name in state.at(hex, enemy_of(OWNER))))
    return max((_x(hex) for hex in held), default=float("-inf"))


def ways(state: Campaign, start: int) -> dict[int, tuple[int, ...]]:
    """[8.73] Along the line from a hex to all others, not through enemies."""
    key = "rail ways", start
    found: dict[int, tuple[int, ...]] | None = state.derived.get(key)
    if found is None:
        steps, foe = line(state), enemy_of(OWNER)
        barred = frozenset(hex for hex in steps if state.holder(hex) == foe)
        found = state.derived[key] = _ways(start, _extent(state), barred)
    return found


@lru_cache(maxsize=256)
def _ways(start: int, extent: Extent, barred: frozenset[int]) -> dict[int, tuple[int, ...]]:
    steps = _usable(extent)
    found: dict[int, tuple[int, ...]] = {start: (start,)}
    waiting = [start]
    for here in waiting:
        for there in steps.get(here, ()):
            if there in found or there in barred:
                continue
            found[there] = (*found[here], there)
            waiting.append(there)
    return found


def direction(start: int, goal: int) -> str:
    """[8.74]"""
    return EAST if _x(goal) > _x(start) else WEST


# What has gone this Operations Stage is kept as `direction name`


def _loaded(state: Campaign, way: str) -> list[str]:
    return [entry.removeprefix(f"{way} ") for entry in state.railed if entry.startswith(f"{way} ")]


def _check_load(state: Campaign, way: str, name: str) -> None:
    """[8.72, 8.75, 32.34] Units of two Stacking Points, or two Supply Units, in each direction; these in one only."""
    gone = _loaded(state, way)
    units, supplies = [each for each in gone if each in counters()], [each for each in gone if each not in counters()]
    if name in state.supply:
        if units:
            raise Refusal("8.72", f"the train {way} carries units")
        if len(supplies) >= limits().rail_supply_units:
            raise Refusal("32.34", f"the train {way} is full")
        if any(each not in counters() for each in _loaded(state, WEST if way == EAST else EAST)):
            raise Refusal("32.34", "Supply Units may go by rail in one direction only")
        return
    if supplies:
        raise Refusal("8.72", f"the train {way} carries Supply Units")
    weight = sum(stacking(state, each) for each in (*units, name))
    if weight > LOAD:
        raise Refusal("8.75", f"a train carries {plural(LOAD, 'Stacking Point')}, not {weight}")


def check_rail(state: Campaign, side: Side, action: Rail) -> None:
    """[8.71, 8.72, 8.73, 8.75, 8.76, 8.77]"""
    if side != OWNER:
        raise Refusal("8.71", "only the Commonwealth uses the railway")
    start = _check_freight(state, action.name)
    goal = board().named_hex(action.to, "8.77")
    if goal == start:
        raise Refusal("8.77", f"{action.name} is already there")
    if goal not in line(state):
        raise Refusal("8.76", f"no usable railway leads to {action.to}")
    if goal not in ways(state, start):
        raise Refusal("8.73", f"the enemy blocks the line to {action.to}")
    _check_load(state, direction(start, goal), action.name)
    check_end(state, action.name, goal)


def check_end(state: Campaign, name: str, goal: int) -> None:
    """[9.31, 32.14] Whether there is room for it."""
    if name in state.units:
        check_room(state, OWNER, goal, (name,))
    else:
        check_depot_room(state, OWNER, (name,), goal)


def _check_freight(state: Campaign, name: str) -> int:
    """[8.73] Where something waits for a train."""
    if name in state.supply:
        supply = state.supply[name]
        if supply.side != OWNER:
            raise Refusal("8.71", f"{name} is not yours")
        if supply.moved:
            raise Refusal("8.73", f"{name} has moved in this Operations Stage")
        at = supply.at
    else:
        unit = state.units.get(name)
        if unit is None or counters()[name].side != OWNER:
            raise Refusal("8.71", f"{name} is not yours")
        if unit.attached:
            raise Refusal("4.25", f"{name} is attached to {unit.attached} and moves with it")
        if any(state.units[each].spent for each in all_of(state, name)):
            raise Refusal("8.73", f"{name} has spent Capability Points in this Operations Stage")
        if any(state.units[each].landed for each in all_of(state, name)):
            raise Refusal("8.73", f"{name} has arrived in this Operations Stage and must wait for the next")
        _check_able(state, name)
        if name in riders(state):
            raise Refusal("8.72", f"{name} has already moved by rail in this Operations Stage")
        at = unit.at
    if at not in line(state):
        raise Refusal("8.73", f"{name} is not on a usable railway")
    if controlled(state, at, enemy_of(OWNER)):
        raise Refusal("8.73", f"{name} is in an enemy zone")
    return at


def _check_able(state: Campaign, name: str) -> None:
    """[3.4, 5.2, 8.17, 60.4, 61.3] It is movement: not of emplaced guns, of units in Training, of those without any
    cohesion, nor of those whom the scenario holds."""
    check_free(state, (name,))
    check_at_leisure(state, all_of(state, name))
    for each in all_of(state, name):
        if facts(each).emplaced:
            raise Refusal("3.4", f"{each} is emplaced and cannot move")
        if is_spent_force(state, each):
            raise Refusal("8.17", f"{each} has lost all cohesion and cannot move")
        if state.units[each].school:
            raise Refusal("17.33", f"{each} is in Training this Operations Stage")


def do_rail(draft: Draft[Campaign], side: Side, action: Rail) -> None:
    """[8.73, 32.13] Along the line to the goal, or to the last hex before an enemy zone; what the enemy left on it is
    captured."""
    name, state = action.name, draft.state
    start = state.supply[name].at if name in state.supply else state.units[name].at
    whole = ways(state, start)[board().hex(action.to)]
    path = _open_part(state, name, whole)
    if len(path) < len(whole):
        draft.note("stopped", units=[name], at=board().name(path[-1]), case="8.73")
    draft.change(railed=(*state.railed, f"{direction(start, whole[-1])} {name}"))
    if len(path) == 1:
        return
    if name in state.supply:
        _send_supply(draft, name, path[-1])
    else:
        place(draft, name, path[-1])
    draft.note("moved", units=[name], path=[board().name(hex) for hex in path], mode=BY_RAIL)
    if name in state.units and is_combat(state, name):
        pass_through(draft, side, path[1:])
        seize(draft, side, (name,), path[1:])


def _send_supply(draft: Draft[Campaign], name: str, to: int) -> None:
    """[32.34] What carried it stays behind."""
    unit = draft.state.supply[name]
    if unit.motors:
        add_motors(draft, unit.side, unit.at, unit.motors)
    change_supply(draft, name, at=to, moved=BY_RAIL, motors=0)


def _open_part(state: Campaign, name: str, path: tuple[int, ...]) -> tuple[int, ...]:
    end = 0
    while end + 1 < len(path) and not controlled(state, path[end + 1], enemy_of(OWNER)):
        end += 1
    if end + 1 < len(path) and name in state.units:
        while end and crowd(state, OWNER, path[end], (name,)):
            end -= 1
    return path[: end + 1]


# The phase


def open_rail(draft: Draft[Campaign], side: Side) -> None:
    """[8.72, 5.2 III J] In his part of the Operations Stage, if there is anything that could go."""
    if side == OWNER and waiting(draft.state):
        draft.push(RailMovement(side))


def waiting(state: Campaign) -> list[str]:
    """[8.73] Units and Supply Units that may board a train."""
    found = [name for hex in line(state) for name in (*state.at(hex, OWNER), *state.supply_at(hex, OWNER))]
    return [name for name in found if _may_board(state, name)]


def _may_board(state: Campaign, name: str) -> bool:
    try:
        _check_freight(state, name)
    except Refusal:
        return False
    return any(may(_check_load, state, way, name) for way in (EAST, WEST))


class RailMovement(Decision[Campaign], frozen=True):
    """[8.72] The Commonwealth player sends what he likes along the railway."""

    exhaustive: ClassVar[bool] = True
    side: Side

    def prompt(self, state: Campaign) -> str:
        return "Send units or Supply Units by rail; `done` ends the phase."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return Listing[Action]((Done(),), *(self._trains(state, name) for name in waiting(state)))

    def _trains(self, state: Campaign, name: str) -> Sequence[Action]:
        start = state.supply[name].at if name in state.supply else state.units[name].at
        open_ways = [way for way in (EAST, WEST) if may(_check_load, state, way, name)]
        goals = [
            goal
            for goal in (ways(state, start) if open_ways else ())
            if goal != start and direction(start, goal) in open_ways and may(check_end, state, name, goal)
        ]
        return Made(goals, lambda goal: Rail(name, board().name(goal)))

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Rail):
            raise Refusal("8.72", "send something by rail, or: done")
        check_rail(state, self.side, action)

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if isinstance(action, Rail):
            do_rail(draft, self.side, action)
            if waiting(draft.state):
                return
        draft.pop()
