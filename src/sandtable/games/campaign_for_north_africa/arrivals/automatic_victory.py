"""[60.82, 64.71, 64.72] Winning before the end: the Delta is taken, or an army is cut off from its supplies."""

from __future__ import annotations

from collections.abc import Collection, Set

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.arrivals.supply_lines import (
    fed_dumps,
    joined_stores,
    near_supply,
    within,
)
from sandtable.games.campaign_for_north_africa.arrivals.victory import STAGES, fighters
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.counters import counters, when
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.scenarios import Seizure, Starvation
from sandtable.games.campaign_for_north_africa.state import Campaign

SEIZED, STARVED = "64.71", "64.72"


def judge_automatic_victory(draft: Draft[Campaign]) -> None:
    """At the end of every Operations Stage."""
    victory = scenario(draft.state.scenario).victory
    if victory.out_of_supply_wins and not italians_in_supply(draft.state):
        told = "strategic victory: no Italian combat unit on the map can trace supply"
        draft.end("commonwealth", victory.case, told)
    elif victory.seizure is not None and _is_seized_for_a_turn(draft, victory.seizure):
        draft.end("axis", SEIZED, "Cairo and Alexandria have been in Axis hands for a whole Game-Turn")
    elif victory.starvation is not None and is_starved(draft.state, victory.starvation):
        draft.end("commonwealth", STARVED, "no Axis combat unit on the map can trace supply to Tobruk or Tripoli")


# The Italians of 1940


def italians_in_supply(state: Campaign) -> bool:
    """[60.82] Who stands with a dump is asked first, for that is soon found out."""
    nations = ("italian",)
    return _are_in(state, joined_stores(state, "axis"), nations) or _are_in(state, near_supply(state, "axis"), nations)


def _are_in(state: Campaign, hexes: Set[int], nations: Collection[str]) -> bool:
    """Whether an Axis combat unit of one of these nations is on the map in one of the hexes."""
    facts = counters()
    return any(
        at in hexes and any(facts[name].nation in nations for name in fighters(state, at, "axis"))
        for at in state.stacks
        if at >= 0
    )


# The campaign


def _is_seized_for_a_turn(draft: Draft[Campaign], wanted: Seizure) -> bool:
    """[64.71] Held at the end of a stage and of the three after it."""
    seized = draft.state.seized + 1 if is_seized(draft.state, wanted) else 0
    if seized != draft.state.seized:
        draft.change(seized=seized)
    return seized > STAGES


def is_seized(state: Campaign, wanted: Seizure) -> bool:
    """[64.71] An Axis combat unit in every hex of both cities, near a dump that Tobruk or Tripoli feeds."""
    hexes = [board().hex(name) for name in wanted.hexes]
    if not all(any(fighters(state, at, "axis")) for at in hexes):
        return False
    near = within(state, "axis", fed_dumps(state, "axis"), wanted.reach)
    return all(at in near for at in hexes)


def is_starved(state: Campaign, wanted: Starvation) -> bool:
    """[64.72] Who stands with a dump is asked first, for that is soon found out."""
    if (state.turn, state.stage) < when(wanted.first):
        return False
    dumps, nations = fed_dumps(state, "axis"), ("italian", "german")
    if _are_in(state, dumps, nations):
        return False
    return not _are_in(state, within(state, "axis", dumps, wanted.reach), nations)
