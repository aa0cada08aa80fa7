"""What a side may lay over its map: zones, supply, contact, weather, the railway, what decides the game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

from sandtable.core.offers import Layer
from sandtable.games.campaign_for_north_africa.ground.passage import is_road_hex
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import ground_of
from sandtable.games.campaign_for_north_africa.ground.zones import apparent, near_enemy, stands, zone
from sandtable.games.campaign_for_north_africa.logistics.supply_lines import FOOT, TRUCK
from sandtable.games.campaign_for_north_africa.logistics.supply_range import (
    is_barred,
    is_foot_infantry,
    reachable,
    supply_range,
)
from sandtable.games.campaign_for_north_africa.map import board, neighbours, section, stretches
from sandtable.games.campaign_for_north_africa.movement.rail import line
from sandtable.games.campaign_for_north_africa.pieces.carriage import Gait
from sandtable.games.campaign_for_north_africa.pieces.counters import FOOT_CPA
from sandtable.games.campaign_for_north_africa.pieces.units import CARRIED_CPA, cpa, is_combat
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.selection import named, title_of
from sandtable.games.campaign_for_north_africa.state import SIDES, Campaign, enemy_of

SECTIONS = ("A", "B", "C", "D", "E")
Ways: TypeAlias = dict[int, tuple[int, int]]  # for each hex its distance in half points and the next one


def layers(state: Campaign, side: str) -> list[Layer]:
    """From what this side sees; a spectator sees what both do."""
    found: list[Layer] = []
    if side in SIDES:
        found += [
            _enemy_zones(state, side),
            _own_zones(state, side),
            _contact(state, side),
            _engaged(state, side),
            _lines(state, side),
        ]
        found += _ranges(state, side)
        found.append(_halted(state, side))
    found += [*_weather(state), _railway(state), *_roads(state), _control(state), _objectives(state)]
    return found


def _of(hexes: Iterable[int], side: str) -> dict[str, str]:
    return dict.fromkeys(named(hexes), side)


# Zones [10.1]


def _enemy_zones(state: Campaign, side: str) -> Layer:
    """[10.6] What must be expected of the counters one sees."""
    foe, field = enemy_of(side), apparent(state, side)
    return Layer("enemy-zones", "Expected enemy zones", _of((at for at, on in enumerate(field) if on), foe))


def _own_zones(state: Campaign, side: str) -> Layer:
    """[10.11] The zones that one's own units exert."""
    return Layer("own-zones", "Own Zones of Control", _of((at for at, on in enumerate(zone(state, side)) if on), side))


# Contact [8.62, 15.81]


def _contact(state: Campaign, side: str) -> Layer:
    """Own units next to the enemy, in his zone as far as one must expect it or not."""
    front, zones = near_enemy(state, side), apparent(state, side)
    held = {board().name(at): side if zones[at] else "" for at in stands(state, side) if at in front}
    return Layer("contact", "Contact with the enemy", held)


def _engaged(state: Campaign, side: str) -> Layer:
    hexes = {
        board().name(at): state.holder(at) or ""
        for at, names in state.stacks.items()
        if at >= 0 and any(state.units[name].engaged for name in names)
    }
    return Layer("engaged", "Engaged units", dict(hexes))


def _halted(state: Campaign, side: str) -> Layer:
    """[8.23] Own stacks in which somebody may still move in this phase."""
    free = [
        at
        for at in stands(state, side)
        if any(not state.units[name].halted and not state.units[name].reserve for name in state.at(at, side))
    ]
    return Layer("free", "Own units that may still move", _of(free, side))


# Supply [32.16]


def ways_to(state: Campaign, side: str, goals: Iterable[int], gaits: tuple[Gait, ...], limit: int) -> Ways:
    """The hexes from which a line of supply of so many half points leads to one of the goals. A line enters neither
    enemies nor their zones; it may begin in one."""
    cost, around = ground_of(state, gaits).cost, neighbours()
    found: Ways = {}
    rings: list[list[tuple[int, int]]] = [[] for _ in range(limit + 1)]
    rings[0] = [(at, at) for at in goals if at >= 0]
    for spent, ring in enumerate(rings):
        for here, ahead in ring:
            if here in found:
                continue
            found[here] = spent, ahead
            if is_barred(state, side, here):
                continue
            for behind in around[here]:
                step = None if behind in found else cost(behind, here)
                if step is not None and spent + step <= limit:
                    rings[spent + step].append((behind, here))
    return found


def _dumps(state: Campaign, side: str) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for name, unit in state.supply.items():
        if unit.side == side and not unit.dummy and unit.at >= 0:
            found.setdefault(unit.at, []).append(name)
    return found


def _ranges(state: Campaign, side: str) -> list[Layer]:
    """Everything in range of supply, by truck and on foot, and the range of each dump by itself."""
    dumps = _dumps(state, side)
    motor, foot = supply_range(CARRIED_CPA), supply_range(FOOT_CPA)
    found = [
        Layer(
            "supply-motor",
            f"Supply in range of motorised units (CPA {CARRIED_CPA})",
            _of(ways_to(state, side, dumps, TRUCK, motor), side),
        ),
        Layer(
            "supply-foot",
            f"Supply in range of infantry on foot (CPA {FOOT_CPA})",
            _of(ways_to(state, side, dumps, FOOT, foot), side),
        ),
    ]
    for at, names in sorted(dumps.items()):
        label = f"Range of {', '.join(names)} at {title_of(at)}"
        found.append(Layer(f"dump-{board().name(at)}", label, _of(ways_to(state, side, (at,), TRUCK, motor), side)))
    return found


def _lines(state: Campaign, side: str) -> Layer:
    """[32.16] The line of every stack to the nearest dump it can draw on; broken where a combat unit has none."""
    fighting = {at: [name for name in state.at(at, side) if is_combat(state, name)] for at in stands(state, side)}
    farthest = max((cpa(state, name) for names in fighting.values() for name in names), default=0)
    dumps = _dumps(state, side)
    by_gait = {gaits: ways_to(state, side, dumps, gaits, supply_range(farthest)) for gaits in (TRUCK, FOOT)}
    lines: list[tuple[int, ...]] = []
    hungry: list[int] = []
    for at, names in fighting.items():
        if not all(reachable(state, name) for name in names):
            hungry.append(at)
        best = max(names, key=lambda name: cpa(state, name), default="")
        ways = by_gait[FOOT if best and is_foot_infantry(state, best) else TRUCK]
        if best and at in ways and ways[at][0] <= supply_range(cpa(state, best)):
            lines.append(_line(ways, at))
    drawn = tuple(named(way) for way in lines if len(way) > 1)
    return Layer("supply-lines", "Lines of supply", {}, drawn, named(hungry))


def _line(ways: Ways, at: int) -> tuple[int, ...]:
    found = [at]
    while ways[found[-1]][1] != found[-1]:
        found.append(ways[found[-1]][1])
    return tuple(found)


# The sky and the ground


def _weather(state: Campaign) -> list[Layer]:
    """[29.1]"""
    if not state.foul:
        return []
    hexes = [at for name in state.foul for at in _section(name)]
    return [Layer("weather", f"{state.weather.title()} over {', '.join(state.foul)}", _of(hexes, ""))]


@cache
def _section(name: str) -> tuple[int, ...]:
    return tuple(at for at in range(len(board())) if board().playable[at] and section(at) == name)


def _railway(state: Campaign) -> Layer:
    """[8.71, 8.76, 8.78]"""
    steps = line(state)
    pairs = tuple(named((a, b)) for a, near in steps.items() for b in near if a < b)
    return Layer("railway", "Usable railway", _of(steps, ""), pairs)


def _roads(state: Campaign) -> list[Layer]:
    """[24.5, 24.52, 24.66] Roads that were unfinished in print and are built, and what was destroyed."""
    built = [
        (a, b)
        for name, sides in stretches().items()
        for a, b in sides
        if name in state.built or (is_road_hex(state, a) and is_road_hex(state, b))
    ]
    found = []
    if built:
        hexes = sorted({hex for side in built for hex in side})
        found.append(Layer("roads", "Roads built since September 1940", _of(hexes, ""), tuple(map(named, built))))
    if state.ruined or state.cut:
        found.append(Layer("destroyed", "Destroyed roads and railway", _of((*state.ruined, *state.cut), "")))
    return found


def _control(state: Campaign) -> Layer:
    return Layer("control", "Control of cities and villages", dict(state.control))


def _objectives(state: Campaign) -> Layer:
    """[60.81, 60.82, 61.8] The hexes that decide the game, by who holds them."""
    if not state.scenario:
        return Layer("objectives", "Objectives")
    victory = scenario(state.scenario).victory
    hexes = dict.fromkeys(
        [
            *(name for goal in victory.goals for name in (*goal.all_of, *goal.any_of)),
            *(name for prize in victory.prizes for name in (prize.hex, *prize.also)),
        ]
    )
    return Layer("objectives", "Objectives", {name: holder(state, name) for name in hexes})


def holder(state: Campaign, name: str) -> str:
    """Whose units stand in a place, else whose it was last."""
    there = state.holder(board().hex(name))
    return state.control.get(name, "") if there is None else there
