"""What a player may ask of a position: odds, reach, supply, command, zones, losses to come, the standing."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core.nouns import plural
from sandtable.core.values import Explanation, Refusal
from sandtable.games.tobruk.combat.forecasts import forecast_attack
from sandtable.games.tobruk.combat.orders import Attack
from sandtable.games.tobruk.combat.retreats import retreat_paths
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.marching import marched
from sandtable.games.tobruk.movement.orders import Move
from sandtable.games.tobruk.movement.phase import destinations
from sandtable.games.tobruk.movement.reach import can_move, explain_reach, points_text, reach
from sandtable.games.tobruk.movement.supply import explain_supply, has_path, status
from sandtable.games.tobruk.movement.zones import front
from sandtable.games.tobruk.pieces.command import explain_command
from sandtable.games.tobruk.scenario.victory import explain_victory
from sandtable.games.tobruk.state import NOUNS, Tobruk, enemy_of, side_of
from sandtable.kit.questions import Topic, answered, by_cost, read_as, usages, zones_on

# --- reading


def _unit(state: Tobruk, name: str) -> str:
    if name not in state.units:
        raise Refusal("why", f"there is no unit called '{name}' in this scenario")
    if state.units[name].at < 0:
        raise Refusal("why", f"{name} is not on the map")
    return name


def _hex(name: str) -> int:
    return board().named_hex(name, "why")


# --- combat


def _odds(state: Tobruk, side: str, words: str) -> Explanation:
    where, _, who = words.partition(" with ")
    target = _hex(where.strip())
    defenders = state.everybody(target, enemy_of(side))
    if not defenders:
        raise Refusal("why", f"no enemy stands at {board().name(target)}")
    if who:
        attackers = read_as(Attack, words).attackers
        for name in attackers:
            if side_of(_unit(state, name)) != side:
                raise Refusal("why", f"{name} is not yours")
    else:
        attackers = tuple(name for there in board().adjacent[target] for name in state.at(there, side))
    if not attackers:
        raise Refusal("why", f"none of your units stands next to {board().name(target)}")
    weighed = forecast_attack(state, side, (*attackers, *defenders))
    chances = tuple(
        Explanation(f"{each.numerator}/{each.denominator} {each.result}: {each.text}", "10.1")
        for each in weighed.chances
    )
    expected = f"expected reductions: attacker {weighed.attacker_loss:.1f}, defender {weighed.defender_loss:.1f}"
    parts = (*weighed.ledger.parts, Explanation(expected, "10.2", chances))
    return Explanation(weighed.ledger.text, weighed.ledger.case, parts)


def _retreat(state: Tobruk, side: str, words: str) -> Explanation:
    """[10.3]"""
    name = _unit(state, words)
    paths, zone = retreat_paths(state, name, 2), front(state, side_of(name)).zone
    if not paths:
        return Explanation(f"{name} has no retreat and would be eliminated", "10.3")
    parts = tuple(
        Explanation("-".join(board().name(hexagon) for hexagon in path)
                    + (", an enemy zone: reduced there" if zone[path[-1]] else ""), "10.3")
        for path in paths
    )  # fmt: skip
    return Explanation(f"{name} could retreat two hexes via", "10.3", parts)


# --- movement


def _reach(state: Tobruk, side: str, words: str) -> Explanation:
    name, _, goal = words.partition(" ")
    _unit(state, name)
    if goal:
        return _way(state, name, goal.strip())
    summary = explain_reach(state, name)
    if not can_move(state, name):
        return summary
    found, ends = reach(state, name), destinations(state, (name,))
    lines = by_cost(((found.points(end), board().name(end)) for end in ends), points_text)
    return Explanation(summary.text, summary.case, (*summary.parts, *lines))


def _way(state: Tobruk, name: str, goal: str) -> Explanation:
    _hex(goal)
    here = board().name(state.units[name].at)
    path, treks = marched(state, side_of(name), Move((name,), (here, goal)))
    trek = treks[name]
    parts = [Explanation(plural(points_text(trek.points - state.trek(name).points), "movement point"), "9.0")]
    if trek.spared:
        parts.append(Explanation("it arrives by road and keeps a Road Movement marker", "9.2"))
    if trek.halted:
        parts.append(Explanation("it enters an enemy zone and stops there", "8.0"))
    return Explanation(f"{name} goes {'-'.join(board().name(hexagon) for hexagon in path)}", "9.0", tuple(parts))


# --- supply and zones


def _supply(state: Tobruk, side: str, words: str) -> Explanation:
    return explain_supply(state, _unit(state, words)) if words else _army(state, side)


def _army(state: Tobruk, side: str) -> Explanation:
    """[5.1, 5.2] Who bears a marker, and who has no path as things stand."""
    parts = []
    for name in state.layout.forces[side]:
        if state.units[name].unsupplied:
            parts.append(Explanation(f"{name} is {status(state, name)}", "5.2"))
        elif not has_path(state, name):
            parts.append(Explanation(f"{name} has no path as things stand", "5.1"))
    if not parts:
        return Explanation(f"Every unit of {NOUNS[side]} has a supply path", "5.1")
    return Explanation(f"Lacking supply, {side.title()}", "5.2", tuple(parts))


def _zones(state: Tobruk, side: str, words: str) -> Explanation:
    here = _hex(words)
    casters = front(state, side).casters(here)
    return zones_on(board(), words, NOUNS[side], casters, lambda there: state.at(there, enemy_of(side)), "8.0")


# What may be asked

TOPICS: Mapping[str, Topic[Tobruk, str]] = {
    "odds": Topic("odds 2506 (all units next to it) | odds 2506 with 4RTR/32Tk, 2BW/14", _odds),
    "reach": Topic(
        "reach I/8/15 (where it can go) | reach I/8/15 2708 (the route and its cost, or what forbids it)", _reach
    ),
    "supply": Topic("supply (the whole army) | supply I/8/15 (its status and its path)", _supply),
    "command": Topic(
        "command I/8/15 (which headquarters can activate it)",
        lambda state, side, words: explain_command(state, _unit(state, words)),
    ),
    "zones": Topic("zones 2708 (whose zones the hex lies in)", _zones),
    "retreat": Topic("retreat I/8/15 (its possible retreats of two hexes)", _retreat),
    "victory": Topic(
        "victory (the points as they stand and what is needed)", lambda state, side, words: explain_victory(state)
    ),
}
QUESTIONS = usages(TOPICS)


def explain(state: Tobruk, side: str, question: str) -> Explanation:
    return answered(TOPICS, state, side, question)
