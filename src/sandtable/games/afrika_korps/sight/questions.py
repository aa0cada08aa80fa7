"""What a player may ask of a position: odds, reach, supply, zones, dangers, victory."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core.nouns import plural
from sandtable.core.standing import Goal
from sandtable.core.values import Explanation, Refusal
from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.combat.obligations import forced_losses
from sandtable.games.afrika_korps.combat.resolution import explain_odds
from sandtable.games.afrika_korps.ground.reach import reach
from sandtable.games.afrika_korps.ground.supply import explain_supply, isolated_units
from sandtable.games.afrika_korps.ground.zones import front
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.movement.phase import check_move
from sandtable.games.afrika_korps.movement.stacking import destinations
from sandtable.games.afrika_korps.orders import Attack, Move
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.sight.prospects import standing
from sandtable.games.afrika_korps.state import NOUNS, AfrikaKorps, enemy_of, side_of
from sandtable.kit.questions import Topic, answered, by_cost, read_as, usages, zones_on


def _unit(state: AfrikaKorps, name: str) -> str:
    if name not in state.units:
        raise Refusal("why", f"there is no unit '{name}' in play")
    return name


def _hex(name: str) -> int:
    return board().named_hex(name, "why")


def _odds(state: AfrikaKorps, side: str, words: str) -> Explanation:
    if " with " in words:
        action = read_as(Attack, words)
        attackers, defenders = action.attackers, action.defenders
    else:
        at = _hex(words)
        defenders = tuple(state.at(at, enemy_of(side)))
        attackers = tuple(name for there in board().adjacent[at] for name in state.at(there, side))
        if not defenders or not attackers:
            raise Refusal("why", f"none of your units is next to an enemy at {words}")
    for name in (*attackers, *defenders):
        if not counters()[_unit(state, name)].is_combat:
            raise Refusal("why", f"{name} is not a combat unit")
        if state.units[name].at < 0:
            raise Refusal("why", f"{name} is not on the map")
    if {side_of(name) for name in attackers} & {side_of(name) for name in defenders}:
        raise Refusal("why", "units of one side do not attack each other")
    return explain_odds(state, attackers, defenders)


def _reach(state: AfrikaKorps, side: str, asked: str) -> Explanation:
    words = asked.split()
    if len(words) not in (1, 2):
        raise Refusal("why", f"ask: {QUESTIONS['reach']}")
    name = _unit(state, words[0])
    here = state.units[name].at
    if here < 0:
        raise Refusal("why", f"{name} is not on the map")
    if len(words) == 1:
        found = reach(state, name)
        ends = destinations(state, name)
        parts = by_cost((found.points(end), board().name(end)) for end in ends)
        text = f"{name} at {board().name(here)} can reach {plural(len(ends), 'hex')}; movement factors spent"
        return Explanation(text, "5.2", parts)
    there = _hex(words[1])
    check_move(state, counters()[name].side, Move((name,), (board().name(here), words[1])))
    found = reach(state, name)
    way = "-".join(board().name(h) for h in found.path(there))
    cost = (
        f"{plural(found.points(there), 'movement factor')}, {plural(found.road_left(there), 'hex')} of road bonus left"
    )
    return Explanation(f"{name} goes {way}", "5.2", (Explanation(cost, "17.1"),))


def _supply(state: AfrikaKorps, side: str, words: str) -> Explanation:
    if words:
        return explain_supply(state, _unit(state, words))
    cut = set(isolated_units(state, side))
    parts = [
        Explanation(f"{supply} at {board().name(at)}{' (spent this turn)' if supply in state.spent else ''}", "14.1")
        for supply, at in sorted(state.layout.supplies[side].items())
    ]
    parts += [
        Explanation(f"{name} is isolated, for {plural(state.units[name].isolated, 'full turn')} so far", "24.2")
        for name in sorted(cut)
    ]
    nothing = (Explanation("no supply on the map", "24.5"),)
    return Explanation(f"{side.title()} supplies", "24.1", tuple(parts) or nothing)


def _zones(state: AfrikaKorps, side: str, words: str) -> Explanation:
    here = _hex(words)
    casters = front(state, side).casters(here)
    return zones_on(board(), words, NOUNS[side], casters, lambda there: state.at(there, enemy_of(side)), "7.1")


def _dangers(state: AfrikaKorps, side: str, words: str) -> Explanation:
    parts = [Explanation(f"{name}: {why}", case) for name, case, why in forced_losses(state, side)]
    if not parts and side == state.phasing and (doomed := Battles.of(state, side).doomed(state)):
        parts.append(Explanation(f"not every unit can be given an attack: eliminate one of {', '.join(doomed)}", "7.4"))
    parts += [Explanation(f"{name} is isolated", "24.2") for name in isolated_units(state, side)]
    return Explanation("Units in danger" if parts else "No unit is in danger", "", tuple(parts))


def _victory(state: AfrikaKorps, side: str, words: str) -> Explanation:
    told = standing(state, side)
    return Explanation(told.verdict, "4.3", tuple(_goal(goal) for goal in told.goals))


def _goal(goal: Goal) -> Explanation:
    holder = f"held by {NOUNS[goal.side]}" if goal.side and goal.at else ""
    return Explanation(f"{goal.label}: {', '.join(filter(None, (goal.text, holder, goal.missing)))}", goal.case)


# What may be asked

TOPICS: Mapping[str, Topic[AfrikaKorps, str]] = {
    "odds": Topic("odds 9A/20 with 21/5, 15/8 | odds G25 (with every unit next to it)", _odds),
    "reach": Topic(
        "reach 21/5 (where it can go) | reach 21/5 G25 (the route and its cost, or what rules it out)", _reach
    ),
    "supply": Topic("supply (the whole army) | supply 21/5 (its line)", _supply),
    "zones": Topic("zones H25 (who controls the hex)", _zones),
    "dangers": Topic("dangers (units that would be eliminated before combat, units that are isolated)", _dangers),
    "victory": Topic("victory (what each side holds and needs)", _victory),
}
QUESTIONS = usages(TOPICS)


def explain(state: AfrikaKorps, side: str, question: str) -> Explanation:
    return answered(TOPICS, state, side, question)
