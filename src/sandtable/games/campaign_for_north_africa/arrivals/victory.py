"""[60.81, 60.82, 61.8, 62.8, 63.91, 63.92, 64.73, 64.76] Winning when a scenario ends: levels, places or strength."""

from __future__ import annotations

from collections.abc import Iterable, Set

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.games.campaign_for_north_africa.arrivals.supply_lines import near_supply, reached, sources
from sandtable.games.campaign_for_north_africa.logistics.supply import BEYOND, ammo_need, fuel_need
from sandtable.games.campaign_for_north_africa.logistics.supply_range import reachable
from sandtable.games.campaign_for_north_africa.map import board, cities, country, place_kind, places, section
from sandtable.games.campaign_for_north_africa.organisation.loans import loan_points
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters, ratings
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import land_items
from sandtable.games.campaign_for_north_africa.pieces.units import cpa, is_combat, stacking
from sandtable.games.campaign_for_north_africa.replacements.pool import NATIONS_OF, line
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.scenarios import Goal, Prize, Victory
from sandtable.games.campaign_for_north_africa.state import SIDES, Campaign, enemy_of, everyone_at, toe_of

STAGES = 3  # [5.1]
BRIGADE = 2  # [9.13] Stacking Points
UNCOUNTED = ("Layforce", "SAS")  # [63.91]
ACROSS: dict[str, str] = {"axis": "E", "commonwealth": "D"}  # [63.91] the map on which the strength of each counts


def is_last_stage(state: Campaign) -> bool:
    """Whether the scenario ends with this Operations Stage."""
    stage = scenario(state.scenario).end[1] if state.scenario else STAGES
    return (state.turn, state.stage) >= (state.last_turn, stage)


# Holding a place


def fighters(state: Campaign, at: int, side: str) -> Iterable[str]:
    """Combat units in a place, attached or not, that have points left."""
    facts = counters()
    return (name for name in everyone_at(state, at, side) if facts[name].is_combat_unit and state.units[name].toe)


def garrisons(state: Campaign, at: int, side: str) -> bool:
    """[60.82] A combat unit with a Close Assault rating that is not in parentheses."""
    for name in fighters(state, at, side):
        for weapon in state.units[name].toe:
            found = ratings(name, weapon, state.turn)
            for rating in (found.offence, found.defence):
                if rating is not None and not rating.parenthesised and rating.value:
                    return True
    return False


def holds(state: Campaign, side: Side, name: str) -> bool:
    """[60.81, 61.8] A combat unit stands there, or was there last and no enemy has come since; a city of several hexes
    is named by each of them."""
    at = board().hex(name)
    if state.holder(at) == enemy_of(side):
        return False
    return any(fighters(state, at, side)) or state.control.get(board().name(at)) == side


def occupies(state: Campaign, side: Side, name: str, supplied: Set[int]) -> bool:
    """[60.81] A combat unit is there to which the convoy comes."""
    at = board().hex(name)
    return at in supplied and any(fighters(state, at, side))


def held(state: Campaign, goal: Goal) -> list[str]:
    """[60.81, 61.8] The places of a level of victory that count for it now."""
    wanted = (*goal.all_of, *goal.any_of)
    if goal.supply == "none":
        return [name for name in wanted if holds(state, goal.side, name)]
    supplied = reached(state, goal.side, sources(state, goal.side, goal.supply))
    return [name for name in wanted if occupies(state, goal.side, name, supplied)]


def meets(state: Campaign, goal: Goal) -> bool:
    """[60.81, 61.8] Whether a side has reached a level of victory."""
    now = held(state, goal)
    if not set(goal.all_of) <= set(now):
        return False
    if goal.any_of and not set(goal.any_of) & set(now):
        return False
    return len(places_in_egypt(state, goal.side)) >= goal.places_in_egypt


def places_in_egypt(state: Campaign, side: Side) -> list[str]:
    """[61.8] Villages and cities of Egypt that a side holds."""
    found = [name for name, at in places().items() if place_kind(at) in ("village", "city") and country(at) == "egypt"]
    return [name for name in found if _holds_place(state, side, name)]


def _holds_place(state: Campaign, side: Side, name: str) -> bool:
    at = places()[name]
    hexes = [hex for hex, of in cities().items() if of == name] or [at]
    return all(holds(state, side, board().name(hex)) for hex in hexes)


def best_goal(state: Campaign, side: Side) -> Goal | None:
    goals = [goal for goal in scenario(state.scenario).victory.goals if goal.side == side and meets(state, goal)]
    return max(goals, key=lambda goal: goal.rank, default=None)


def points(state: Campaign) -> dict[Side, int]:
    """[60.82, 62.8, 64.73] For places held."""
    return {
        side: sum(prize.axis if side == "axis" else prize.commonwealth for prize in prizes_of(state, side))
        for side in SIDES
    }


def prizes_of(state: Campaign, side: Side) -> list[Prize]:
    """[60.82, 62.8, 64.73] The places that count for a side now."""
    victory = scenario(state.scenario).victory
    if victory.rounds:
        return [prize for prize in victory.prizes if _is_stocked(state, side, prize, victory)]
    supplied = near_supply(state, side)
    hexes = {prize: board().hex(prize.hex) for prize in victory.prizes}
    return [prize for prize, at in hexes.items() if at in supplied and garrisons(state, at, side)]


def _is_stocked(state: Campaign, side: Side, prize: Prize, victory: Victory) -> bool:
    """[62.8, 64.73] In every hex of the place a combat unit that could fire and march so much. Stores and Water are not
    used. [32.11]"""
    hexes = [board().hex(name) for name in (prize.hex, *prize.also)]
    return all(any(_is_ready(state, name, victory) for name in fighters(state, at, side)) for at in hexes)


def _is_ready(state: Campaign, name: str, victory: Victory) -> bool:
    return can_fire(state, name, victory.rounds) and can_march(state, name, victory.march)


def can_fire(state: Campaign, name: str, rounds: int) -> bool:
    """[62.8, 32.21] Whether the Supply Units in range of a unit hold Ammo for it to defend itself so often."""
    need = rounds * ammo_need(state, name, "assault", is_phasing=False)
    return sum(state.supply[each].ammo for each in reachable(state, name)) >= need


def can_march(state: Campaign, name: str, march: int) -> bool:
    """[64.73, 32.23] Whether they hold Fuel for it to spend so many Capability Points in a stage; a unit is supplied up
    to its Allowance by one allowance of Fuel, beyond it by two."""
    allowances = 0 if not march else 1 if march <= cpa(state, name) else BEYOND
    need = allowances * fuel_need(state, name)
    return sum(state.supply[each].fuel for each in reachable(state, name)) >= need


# The end


def conclude(draft: Draft[Campaign]) -> None:
    """[60.81, 60.82, 61.8, 62.8, 63.91, 64.76] When the last Operations Stage is over."""
    victory = scenario(draft.state.scenario).victory
    if victory.kind == "points":
        _conclude_by_points(draft, victory)
    elif victory.kind == "ratio":
        _conclude_by_ratio(draft, victory)
    elif victory.kind == "breakthrough":
        _conclude_by_breakthrough(draft, victory)
    else:
        _conclude_by_levels(draft, victory)


def _conclude_by_points(draft: Draft[Campaign], victory: Victory) -> None:
    """[60.82, 62.8, 63.92] More points win; where the scenario says so, the margin is the level."""
    total = points(draft.state)
    axis, commonwealth = total["axis"], total["commonwealth"]
    winner = _larger(axis, commonwealth) or victory.otherwise
    tally = f"the Axis has {plural(axis, 'point')}, the Commonwealth {commonwealth}"
    level = margin_of(victory, abs(axis - commonwealth))
    draft.end(winner, victory.case, f"{level} victory: {tally}" if level else tally)


def _larger(axis: float, commonwealth: float) -> Side | None:
    return None if axis == commonwealth else "axis" if axis > commonwealth else "commonwealth"


def margin_of(victory: Victory, difference: int) -> str:
    """[62.8] The level of victory; empty for a draw, and where a scenario has no levels."""
    reached_now = [margin.level for margin in victory.margins if difference >= margin.least]
    return reached_now[-1] if reached_now else ""


def _conclude_by_ratio(draft: Draft[Campaign], victory: Victory) -> None:
    """[64.76] The larger total against the smaller one."""
    total = campaign_points(draft.state)
    axis, commonwealth = total["axis"], total["commonwealth"]
    tally = f"the Axis has {plural(f'{axis:g}', 'point')}, the Commonwealth {commonwealth:g}"
    level = ratio_of(victory, max(axis, commonwealth), min(axis, commonwealth))
    winner = _larger(axis, commonwealth) if level else None
    draft.end(winner, victory.case, f"{level} victory: {tally}" if level else tally)


def campaign_points(state: Campaign) -> dict[Side, float]:
    """[64.73, 64.74, 64.75] Places, Replacement Points that were never used, and battalions sent elsewhere."""
    places_held = points(state)
    return {
        "axis": places_held["axis"] + unused(state, "axis"),
        "commonwealth": max(0.0, places_held["commonwealth"] + unused(state, "commonwealth") + loan_points(state)),
    }


def unused(state: Campaign, side: Side) -> int:
    """[64.74] Points of its own charts that a side has never planned; trucks and Commonwealth infantry, for which dice
    are thrown, are not on them."""
    lines = [(line(nation, name), item) for nation in NATIONS_OF[side] for name, item in land_items(nation).items()]
    return sum(item.total - (state.drawn[key].total if key in state.drawn else 0) for key, item in lines)


def ratio_of(victory: Victory, larger: float, smaller: float) -> str:
    """[64.76] The level of victory; empty for a draw."""
    reached_now = [ratio.level for ratio in victory.ratios if larger > ratio.above * smaller]
    return reached_now[-1] if reached_now else ""


def _conclude_by_breakthrough(draft: Draft[Campaign], victory: Victory) -> None:
    """[63.91] A brigade in Alexandria, whatever its supply; else who has more beyond the line."""
    (goal,) = victory.goals
    if any(has_brigade(draft.state, board().hex(name), "axis") for name in goal.any_of):
        draft.end("axis", victory.case, f"{goal.level} victory: a brigade is in Alexandria")
        return
    axis, commonwealth = (strength_on(draft.state, side, ACROSS[side]) for side in SIDES)
    tally = f"the Axis has {plural(axis, 'TOE Strength Point')} on map E, the Commonwealth {commonwealth} on map D"
    winner = _larger(axis, commonwealth)
    draft.end(winner, victory.case, f"tactical victory: {tally}" if winner else tally)


def has_brigade(state: Campaign, at: int, side: Side) -> bool:
    """[63.91, 9.13] Whether combat units of a side in a hex are a brigade or as much."""
    return sum(stacking(state, name) for name in state.at(at, side) if is_combat(state, name)) >= BRIGADE


def strength_on(state: Campaign, side: Side, part: str) -> int:
    """[63.91] TOE Strength Points of a side on a section of the map; commandos are not counted."""
    hexes = [at for at in state.stacks if at >= 0 and section(at) == part]
    return sum(toe_of(state, name) for at in hexes for name in fighters(state, at, side) if name not in UNCOUNTED)


def _conclude_by_levels(draft: Draft[Campaign], victory: Victory) -> None:
    """Both may have reached a level: the higher one wins, and like levels are a draw."""
    case, otherwise = victory.case, victory.otherwise
    reached_by = {side: best_goal(draft.state, side) for side in SIDES}
    ranks = {side: goal.rank if goal else 0 for side, goal in reached_by.items()}
    if ranks["axis"] == ranks["commonwealth"]:
        if ranks["axis"] or otherwise is None:
            draft.end(None, case, "both sides have reached the same level" if ranks["axis"] else "no level is reached")
        else:
            draft.end(otherwise, case, "the other side has reached no level of victory")
        return
    winner: Side = "axis" if ranks["axis"] > ranks["commonwealth"] else "commonwealth"
    goal = reached_by[winner]
    assert goal is not None
    draft.end(winner, case, f"{goal.level} victory" if goal.level != "victory" else "Tobruk is held")
