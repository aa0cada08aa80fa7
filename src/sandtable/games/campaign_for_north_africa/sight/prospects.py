"""[20.1, 20.8, 60.8, 61.8, 62.8, 63.9, 64.7] How the war stands as far as a player can know, and the schedules as a
calendar. What the enemy's garrisons are worth rests on what is known of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sandtable.core.nouns import plural
from sandtable.core.standing import Due, Goal, Standing, TurnBox
from sandtable.games.campaign_for_north_africa.arrivals.automatic_victory import SEIZED, STARVED
from sandtable.games.campaign_for_north_africa.arrivals.schedules import arrivals_on, withdrawals_on
from sandtable.games.campaign_for_north_africa.arrivals.victory import (
    STAGES,
    campaign_points,
    held,
    margin_of,
    meets,
    places_in_egypt,
    points,
    prizes_of,
    ratio_of,
    strength_on,
)
from sandtable.games.campaign_for_north_africa.calendar import date
from sandtable.games.campaign_for_north_africa.map import board, cities
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.scenarios import Goal as Level
from sandtable.games.campaign_for_north_africa.scenarios import Prize, SupplyLine, Victory
from sandtable.games.campaign_for_north_africa.selection import listed, title_of
from sandtable.games.campaign_for_north_africa.sight.layers import holder
from sandtable.games.campaign_for_north_africa.sight.story import MONTHS
from sandtable.games.campaign_for_north_africa.sight.view import day
from sandtable.games.campaign_for_north_africa.state import SIDES, Campaign

SUPPLIED: Mapping[SupplyLine, str] = {
    "none": "",
    "tobruk": ", in supply from Tobruk",
    "alexandria_or_cairo": ", in supply from Alexandria or Cairo",
    "section_d": ", in supply from a dump on map D",
}


def standing(state: Campaign, side: str) -> Standing:
    """Of a position as the side knows it; a spectator learns who stands where, and no more."""
    if not state.scenario:
        return Standing()
    victory = scenario(state.scenario).victory
    goals = (*_levels(state, side, victory), *_prizes(state, side, victory), *_at_once(state, victory))
    if side not in SIDES:
        return Standing("", "", goals)
    ahead, told = _tally(state, victory)
    return Standing(f"If it ended now, as far as you know: {told}", ahead, goals)


def _tally(state: Campaign, victory: Victory) -> tuple[str, str]:
    """Who would win, and why."""
    match victory.kind:
        case "levels":
            return _by_levels(state, victory)
        case "ratio":
            return _by_ratio(state, victory)
        case "breakthrough":
            axis, commonwealth = strength_on(state, "axis", "E"), strength_on(state, "commonwealth", "D")
            told = (
                f"the Axis has {plural(axis, 'TOE Strength Point')} on map E, the Commonwealth {commonwealth} on map D"
            )
        case "points":
            total = points(state)
            axis, commonwealth = total["axis"], total["commonwealth"]
            level = margin_of(victory, abs(axis - commonwealth))
            told = f"{f'{level} victory, ' if level else ''}Axis {plural(axis, 'point')}, Commonwealth {commonwealth}"
    return _larger(axis, commonwealth) or victory.otherwise or "", told


def _larger(axis: float, commonwealth: float) -> str:
    return "axis" if axis > commonwealth else "commonwealth" if commonwealth > axis else ""


def _by_ratio(state: Campaign, victory: Victory) -> tuple[str, str]:
    """[64.76]"""
    total = campaign_points(state)
    axis, commonwealth = total["axis"], total["commonwealth"]
    level = ratio_of(victory, max(axis, commonwealth), min(axis, commonwealth))
    won = f"{level} victory" if level else "a draw"
    told = f"{won}, Axis {plural(f'{axis:g}', 'point')}, Commonwealth {commonwealth:g}"
    return _larger(axis, commonwealth) if level else "", told


def _by_levels(state: Campaign, victory: Victory) -> tuple[str, str]:
    """[60.81, 61.8] The higher level wins."""
    ranks = {
        side: max((goal.rank for goal in victory.goals if _is_met(state, goal, side)), default=0) for side in SIDES
    }
    best = max(ranks.values())
    leaders = [side for side in SIDES if ranks[side] == best]
    if len(leaders) == 1:
        level = next(goal.level for goal in victory.goals if goal.side == leaders[0] and goal.rank == best)
        return leaders[0], f"{leaders[0].title()} {level}{'' if level == 'victory' else ' victory'}"
    if best or victory.otherwise is None:
        return "", "a draw"
    return victory.otherwise, f"{victory.otherwise.title()} victory, for nobody has reached a level"


def _is_met(state: Campaign, goal: Level, side: str) -> bool:
    return goal.side == side and meets(state, goal)


# What counts


def _levels(state: Campaign, side: str, victory: Victory) -> Iterator[Goal]:
    """[60.81, 61.8, 63.91]"""
    for goal in victory.goals:
        label = f"{goal.side.title()}: {goal.level}{'' if goal.level == 'victory' else ' victory'}"
        hexes = (*goal.all_of, *goal.any_of)
        if side not in SIDES:
            yield Goal(label, _wanted(goal), "", "", hexes, victory.case)
            continue
        met = meets(state, goal)
        missing = "" if met else _lacking(state, goal)
        yield Goal(label, _wanted(goal), goal.side if met else "", missing, hexes, victory.case)


def _wanted(goal: Level) -> str:
    parts = [_places(goal.all_of)] if goal.all_of else []
    if goal.any_of:
        parts.append(f"one of {_places(goal.any_of)}")
    if goal.places_in_egypt:
        parts.append(f"{plural(goal.places_in_egypt, 'place')} of Egypt")
    return f"{' and '.join(parts)}{SUPPLIED[goal.supply]}"


def _lacking(state: Campaign, goal: Level) -> str:
    now = held(state, goal)
    parts = [_places([name for name in goal.all_of if name not in now])]
    if goal.any_of and not set(goal.any_of) & set(now):
        parts.append("any of the others" if goal.all_of else _places(goal.any_of))
    short = goal.places_in_egypt - len(places_in_egypt(state, goal.side)) if goal.places_in_egypt else 0
    if short > 0:
        parts.append(f"{plural(short, 'more place')} of Egypt")
    return f"still needed: {', '.join(filter(None, parts))}"


def _places(names: Sequence[str]) -> str:
    """Cities of several hexes once."""
    hexes = [board().hex(name) for name in names]
    return ", ".join(dict.fromkeys(cities().get(at) or title_of(at) for at in hexes))


def _prizes(state: Campaign, side: str, victory: Victory) -> Iterator[Goal]:
    """[60.82, 62.8, 64.73]"""
    scoring = [prize for each in SIDES if each == side for prize in prizes_of(state, each)]
    for prize in victory.prizes:
        whose = holder(state, prize.hex)
        text = f"{plural(prize.axis, 'point')} for the Axis, {prize.commonwealth} for the Commonwealth"
        missing = ""
        if whose == side and prize not in scoring:
            missing = "does not count yet: its garrison lacks strength, supply or stores"
        name = title_of(board().hex(prize.hex))
        yield Goal(name, text, whose, missing, _hexes(prize), victory.case)


def _hexes(prize: Prize) -> tuple[str, ...]:
    return (prize.hex, *prize.also)


def _at_once(state: Campaign, victory: Victory) -> Iterator[Goal]:
    """[60.82, 64.71, 64.72] What ends the game before its time."""
    if victory.seizure is not None:
        stages = f"{min(state.seized, STAGES)} of {plural(STAGES, 'Operations Stage')} so far"
        hexes = victory.seizure.hexes
        yield Goal("Cairo and Alexandria", f"the Axis wins with both for a whole Game-Turn; {stages}",
                   "axis" if state.seized else "commonwealth", "", hexes, SEIZED)  # fmt: skip
    if victory.starvation is not None:
        text = "the Commonwealth wins when no Axis combat unit can trace supply to Tobruk or Tripoli"
        yield Goal("Axis supply", text, "", "", (), STARVED)
    if victory.out_of_supply_wins:
        text = "the Commonwealth wins when no Italian combat unit on the map can trace supply"
        yield Goal("Italian supply", text, "", "", (), victory.case)


# The schedules


def calendar(state: Campaign, side: str) -> tuple[TurnBox, ...]:
    """[4.43, 20.1, 20.8] One's own arrivals and withdrawals."""
    first = scenario(state.scenario).start[0] if state.scenario else 1
    return tuple(_box(number, side) for number in range(min(first, state.turn), state.last_turn + 1))


def _box(number: int, side: str) -> TurnBox:
    today = date(number)
    dues = tuple(due for stage in range(1, STAGES + 1) for due in _dues(number, stage, side))
    return TurnBox(number, day(number), f"{MONTHS[today.month - 1]} {today.year}", dues)


def _dues(number: int, stage: int, side: str) -> Iterator[Due]:
    shown = (side,) if side in SIDES else SIDES
    for each in arrivals_on(number, stage):
        if each.side not in shown:
            continue
        what = listed(each.units, len(each.units)) if each.units else ""
        motors = plural(each.motorization_points, "Motorization Point") if each.motorization_points else ""
        points_of = ", ".join(f"{points} {weapon}" for weapon, points in each.replacements)
        text = ", ".join(filter(None, (what, motors, points_of)))
        if text:
            yield Due("changes" if each.kind == "counter_change" else "arrives", f"Stage {stage}: {text}", each.side)
    if "commonwealth" in shown:
        for going in withdrawals_on(number, stage):
            yield Due("leaves", f"Stage {stage}: {listed(going.lead, len(going.lead))}", "commonwealth")
