"""[5.2 II A, 32.4] The Naval Convoy Schedule Phase: supplies are planned turns ahead, convoys get their lanes, and once
a month Motorization Points are lost."""

from __future__ import annotations

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.calendar import month
from sandtable.games.campaign_for_north_africa.contents import Consignment
from sandtable.games.campaign_for_north_africa.logistics.convoys import open_sailing
from sandtable.games.campaign_for_north_africa.logistics.motorization_points import open_monthly_losses
from sandtable.games.campaign_for_north_africa.logistics.shipping import AXIS, BIZERTA, COMMONWEALTH
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import (
    axis_motors,
    axis_supply,
    commonwealth_motors,
    commonwealth_period,
    commonwealth_supply,
    convoy_letter,
    limits,
)
from sandtable.games.campaign_for_north_africa.logistics.transport_tables import port
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.scenario_files import scenarios
from sandtable.games.campaign_for_north_africa.state import TUNIS, Campaign

OPENING_ROLL = 12  # [55.3] with two dice, for Bizerta
FIRST_OF_1940, FIRST_OF_1942, MARCH = 7, 105, "1941-03"  # [32.52] where the scenarios begin and suspend Replacements


def open_naval_convoys(draft: Draft[Campaign]) -> None:
    """[5.2 II A] Frames that ask are answered from the last one pushed."""
    try_bizerta(draft)
    for side in (AXIS, COMMONWEALTH):
        plan_supply(draft, side)
    open_sailing(draft)
    open_monthly_losses(draft)


def plan_supply(draft: Draft[Campaign], side: Side) -> None:
    """[32.43] As many Game-Turns ahead as it takes for supplies to arrive in every turn after this one."""
    state = draft.state
    most = limits()
    ahead = most.axis_plans_ahead if side == AXIS else most.commonwealth_plans_ahead
    planned = {each.turn for each in state.plans.get(side, ())}
    first = state.turn + (0 if side not in state.plans and _has_begun(state) else 1)
    for turn in range(first, min(state.turn + ahead, state.last_turn) + 1):
        if turn not in planned:
            _plan(draft, side, turn)


def _has_begun(state: Campaign) -> bool:
    """Whether the scenario began in the midst of an earlier Game-Turn, after the time for planning."""
    return state.scenario in scenarios() and scenarios()[state.scenario].start[0] < state.turn


def _plan(draft: Draft[Campaign], side: Side, turn: int) -> None:
    units = _axis_units(draft, turn) if side == AXIS else _commonwealth_units(draft, turn)
    motors = axis_motors(turn - limits().axis_plans_ahead) if side == AXIS else _commonwealth_motors(draft, turn)
    draft.amend("plans", side, (*draft.state.plans.get(side, ()), Consignment(turn, units, motors)))
    draft.note("planned", only=side, side=side, arrives=turn, supply=units, motors=motors)


def _axis_units(draft: Draft[Campaign], turn: int) -> int:
    """[32.44] By the letter of the month in which they are planned."""
    letter = convoy_letter(draft.state.turn)
    if letter is None:
        return 0
    return axis_supply(letter, draft.roll(f"Supply Units for Game-Turn {turn}", only=AXIS))


def _commonwealth_units(draft: Draft[Campaign], turn: int) -> int:
    """[32.45] By the period in which they arrive."""
    period = commonwealth_period(turn)
    return commonwealth_supply(period, draft.roll(f"Supply Units for Game-Turn {turn}", only=COMMONWEALTH))


def _commonwealth_motors(draft: Draft[Campaign], turn: int) -> int:
    """[32.52] A die for the Medium Trucks of a Game-Turn, as soon as the scenario has Replacements."""
    if not has_replacements(draft.state, turn):
        return 0
    return commonwealth_motors(turn, draft.roll(f"Motorization Points for Game-Turn {turn}", only=COMMONWEALTH))


def has_replacements(state: Campaign, turn: int) -> bool:
    """[32.52] Whether the scenario lets Commonwealth Replacements arrive in a Game-Turn."""
    special = scenarios()[state.scenario].special if state.scenario in scenarios() else ()
    if "replacements_from_turn_7" in special and turn < FIRST_OF_1940:
        return False
    if "replacements_from_105_1" in special and turn < FIRST_OF_1942:
        return False
    return not ("no_replacements_in_march" in special and month(turn) == MARCH)


def try_bizerta(draft: Draft[Campaign]) -> None:
    """[55.3] From a certain Game-Turn on the French may open the port to Axis convoys."""
    opens = port(BIZERTA).opens_from
    if opens is None or draft.state.turn < opens or draft.state.control.get(board().name(TUNIS)) == AXIS:
        return
    if sum(draft.roll(f"opening Bizerta{which}", by=AXIS) for which in ("", ", second die")) < OPENING_ROLL:
        return
    draft.amend("control", board().name(TUNIS), AXIS)
    draft.note("opened", port=BIZERTA)
