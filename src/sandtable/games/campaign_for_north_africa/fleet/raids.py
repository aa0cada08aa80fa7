"""[32.7] Axis air raids on the Commonwealth Fleet in the harbour of Alexandria."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sandtable.core.frames import Decision, Draft, Frame, Step
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.capability.held_units import has_rule
from sandtable.games.campaign_for_north_africa.dice import code
from sandtable.games.campaign_for_north_africa.fleet.chariots import open_chariots, plan_chariots, why_not_plan_chariots
from sandtable.games.campaign_for_north_africa.fleet.damage import spread
from sandtable.games.campaign_for_north_africa.fleet.orders import Chariots, Raid
from sandtable.games.campaign_for_north_africa.fleet.ships import in_harbour
from sandtable.games.campaign_for_north_africa.logistics.bombardment_tables import (
    bombardment_column_name,
    counted_column,
    points_hit,
)
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.state import Campaign

AXIS: Side = "axis"
OVER = "E"  # [32.75] the map section of Alexandria
IN_A_CAMPAIGN = 2  # [32.72, 32.74]
STORMS = ("rainstorm", "sandstorm")


def count_raids(draft: Draft[Campaign]) -> None:
    """[32.72] A secret die before the game: so many raids may be made in it, and two more in a Campaign Game."""
    draft.change(raids=draft.roll("raids on Alexandria", only=AXIS) + _more(draft.state))


def _more(state: Campaign) -> int:
    """[32.72, 32.74] What a Campaign Game adds to the dice."""
    return IN_A_CAMPAIGN if has_rule(state, "campaign_game") else 0


def open_raid(draft: Draft[Campaign], assignment: Frame | None) -> None:
    """[32.73, 30.43] The raid is plotted before the ships are assigned and flown afterwards, and so it is with that of
    the chariots."""
    open_chariots(draft)
    draft.push(AirRaid())
    if assignment is not None:
        draft.push(assignment)
    if may_plot(draft.state):
        draft.push(RaidPlot())


def may_plot(state: Campaign) -> bool:
    """Whether the Axis has anything to plan against the fleet."""
    return why_not_raid(state) is None or why_not_plan_chariots(state) is None


def why_not_raid(state: Campaign) -> Refusal | None:
    """[32.71, 32.72, 32.73, 32.75]"""
    if state.raids < 1:
        return Refusal("32.72", "no raids are left")
    if state.raid:
        return Refusal("32.73", "a raid is already planned for this Operations Stage")
    if state.weather in STORMS and OVER in state.foul:
        return Refusal("32.75", "there is a storm over Alexandria")
    if not in_harbour(state):
        return Refusal("32.71", "no ship is in the harbour")
    return None


class RaidPlot(Decision[Campaign], frozen=True):
    """[32.73, 30.42] Whether a raid is flown in this Operations Stage, and whether the chariots get ready."""

    secret: ClassVar[bool] = True
    side: ClassVar[Side] = AXIS

    def prompt(self, state: Campaign) -> str:
        chariots = why_not_plan_chariots(state) is None
        more = ", or one by chariots seven Operations Stages from now" if chariots else ""
        return f"Plan a raid on the fleet in Alexandria{more}? Raids left: {state.raids}."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        air = (Raid(),) if why_not_raid(state) is None else ()
        return (Done(), *air, *((Chariots(),) if why_not_plan_chariots(state) is None else ()))

    def check(self, state: Campaign, side: str, action: Action) -> None:
        match action:
            case Done():
                refusal = None
            case Raid():
                refusal = why_not_raid(state)
            case Chariots():
                refusal = why_not_plan_chariots(state)
            case _:
                refusal = Refusal("32.73", "plan a raid, or: done")
        if refusal is not None:
            raise refusal

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if isinstance(action, Raid):
            draft.change(raid=True, raids=draft.state.raids - 1)
        elif isinstance(action, Chariots):
            plan_chariots(draft)
        if isinstance(action, Done) or not may_plot(draft.state):
            draft.pop()


class AirRaid(Step[Campaign], frozen=True):
    """[32.74] The raid that was planned: a die for its strength, two for what it does."""

    def run(self, draft: Draft[Campaign]) -> None:
        draft.pop()
        if not draft.state.raid:
            return
        draft.change(raid=False)
        strength = counted_column(draft.roll("strength of the raid on Alexandria", by=AXIS) + _more(draft.state))
        dice = code(*(draft.roll(f"raid on Alexandria, {which}", by=AXIS) for which in ("tens", "units")))
        damage = min(points_hit(strength, dice), sum(in_harbour(draft.state).values()))
        draft.note("raided", side=AXIS, points=bombardment_column_name("bomb", strength), dice=int(dice), damage=damage)
        spread(draft, damage, "32.74")
