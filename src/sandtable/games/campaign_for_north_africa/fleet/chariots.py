"""[30.4] The raid of the 10th Light Flotilla: frogmen on slow torpedoes in the harbour of Alexandria, once in a
Campaign Game."""

from __future__ import annotations

from sandtable.core.frames import Draft, Step
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.calendar import month
from sandtable.games.campaign_for_north_africa.capability.held_units import has_rule
from sandtable.games.campaign_for_north_africa.fleet.damage import spread
from sandtable.games.campaign_for_north_africa.fleet.ships import in_harbour
from sandtable.games.campaign_for_north_africa.fleet.tables import chariots
from sandtable.games.campaign_for_north_africa.state import CHARIOTS_SPENT, Campaign, enemy_of

STAGES = 3  # [5.1] in a Game-Turn


def stage_number(state: Campaign) -> int:
    """Operations Stages since the war began."""
    return state.turn * STAGES + state.stage


def why_not_plan_chariots(state: Campaign) -> Refusal | None:
    """[30.41, 30.45]"""
    if not has_rule(state, "campaign_game"):
        return Refusal("30.45", "chariots are used only in a Campaign Game")
    if state.chariots:
        return Refusal("30.45", "the chariots may raid only once")
    if month(state.turn) < chariots().first:
        return Refusal("30.41", "chariots are not ready before July 1941")
    return None


def plan_chariots(draft: Draft[Campaign]) -> None:
    """[30.42] The raid takes place in the seventh Operations Stage after this."""
    draft.change(chariots=stage_number(draft.state) + chariots().stages)


def open_chariots(draft: Draft[Campaign]) -> None:
    """[30.43] Once the ships have been sent out."""
    if draft.state.chariots == stage_number(draft.state):
        draft.push(ChariotRaid())


class ChariotRaid(Step[Campaign], frozen=True):
    """[30.44, 30.46] A die for how many dice of damage."""

    def run(self, draft: Draft[Campaign]) -> None:
        draft.pop()
        draft.change(chariots=CHARIOTS_SPENT)
        die = draft.roll("chariots in Alexandria")
        dice = [draft.roll("damage by chariots") for _ in range(chariots().dice[die - 1])]
        damage = min(sum(dice), sum(in_harbour(draft.state).values()))
        draft.note("chariots", side=enemy_of("commonwealth"), die=die, dice=dice, damage=damage, case="30.44")
        spread(draft, damage, "30.44")
