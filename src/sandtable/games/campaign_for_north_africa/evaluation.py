"""How good a position is: a plain count of strength, supplies and the places that win, for players that look one move
ahead. It may be asked of a position as one side knows it."""

from __future__ import annotations

from functools import cache

from sandtable.core.tables import load
from sandtable.core.values import Value
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, ratings, sides
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, SIDES, Campaign, enemy_of


class Worth(Value, frozen=True):
    """The weights of data/evaluation.toml."""

    source: str
    strength: float
    cohesion: float
    supply: float
    far_supply: float
    motor: float
    wreck: float
    place: float
    goal: float
    nearer: float
    guarded: float


@cache
def worth() -> Worth:
    return load(__package__, "evaluation.toml", Worth)


def evaluate(state: Campaign, side: str) -> float:
    armies = _armies(state)
    own, foe = (armies[each] + _stores(state, each) + _places(state, each) for each in SIDES)
    return own - foe if side == SIDES[0] else foe - own


@cache
def _point(name: str, weapon: str) -> float:
    """What a TOE Strength Point is worth, by the ratings printed for it."""
    found = ratings(name, weapon, 1)
    every = (found.barrage, found.anti_armour, found.offence, found.defence)
    return 1.0 + sum(each.value for each in every if each is not None) / 4


def _armies(state: Campaign) -> dict[Side, float]:
    """The strength of both sides, in one go: this is asked of thousands of positions."""
    weigh, whose = worth(), sides()
    total = dict.fromkeys(SIDES, 0.0)
    for name, unit in state.units.items():
        if unit.at in OUT_OF_PLAY:
            continue
        if unit.motors:
            total[whose[name]] += weigh.motor * unit.motors  # as much as those that stand alone
        if not unit.toe:
            continue
        value = 0.0
        for weapon, points in unit.toe.items():
            value += _point(name, weapon) * points
        if unit.cohesion < 0:
            value *= max(0.3, 1 + weigh.cohesion * unit.cohesion)
        total[whose[name]] += weigh.strength * value
    return total


def _stores(state: Campaign, side: Side) -> float:
    weigh, total = worth(), 0.0
    for each in state.supply.values():
        if each.side != side:
            continue
        total += (weigh.supply if each.at >= 0 else weigh.far_supply) * (each.ammo + each.fuel)
        total += weigh.motor * each.motors
    total += weigh.motor * sum(state.motors.get(side, {}).values())
    return total + weigh.wreck * sum(wreck.points for wreck in state.wrecks.values() if wreck.side == side)


@cache
def _prizes(key: str) -> dict[Side, dict[int, float]]:
    """The places that a scenario asks of each side, and how much each means."""
    found: dict[Side, dict[int, float]] = {side: {} for side in SIDES}
    victory = scenario(key).victory
    for goal in victory.goals:
        for name in (*goal.all_of, *goal.any_of):
            at = board().hex(name)
            found[goal.side][at] = max(found[goal.side].get(at, 0.0), 1.0 + goal.rank / 3)
    most = victory.dearest
    for prize in victory.prizes:
        at = board().hex(prize.hex)
        for side in SIDES:
            points = prize.axis if side == "axis" else prize.commonwealth
            found[side][at] = 4 * points / most
    return found


def _places(state: Campaign, side: Side) -> float:
    """Places held, those that win above all, and how far the army stands from those it lacks."""
    weigh, total = worth(), 0.0
    total += weigh.place * sum(holder == side for holder in state.control.values())
    if not state.scenario:
        return total
    foe, missing = enemy_of(side), []
    for at, value in _prizes(state.scenario)[side].items():
        if state.control.get(board().name(at)) == side and state.holder(at) != foe:
            total += weigh.goal * value
            if state.holder(at) == side:
                total += weigh.guarded * value
        else:
            missing.append(at)
    return total - weigh.nearer * _distance(state, side, missing)


def _distance(state: Campaign, side: Side, goals: list[int]) -> float:
    """Hexes from each place that is lacking to the nearest counters of the side."""
    own = stands(state, side)
    if not goals or not own:
        return 0.0
    return sum(min(map(_far(goal).__getitem__, own)) for goal in goals) / len(goals)


@cache
def _far(goal: int) -> tuple[int, ...]:
    """How far every hex of the map is from one of the places."""
    return tuple(board().distance(goal, hex) for hex in range(len(board())))
