"""[32.7] Axis air raids on the Commonwealth Fleet in the harbour of Alexandria."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sandtable.core.frames import Decision, Draft, Frame, Step
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.capability.held_units import has_rule
from sandtable.games.campaign_for_north_africa.dice import code
from sandtable.games.campaign_for_north_africa.fleet.orders import Raid
from sandtable.games.campaign_for_north_africa.fleet.ships import hit, in_harbour
from sandtable.games.campaign_for_north_africa.logistics.bombardment_tables import (
    bombardment_column_name,
    counted_column,
    points_hit,
)
from sandtable.games.campaign_for_north_africa.losses.orders import Lose
from sandtable.games.campaign_for_north_africa.order_forms import Done, Points
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
    """[32.73] The raid is plotted before the ships are assigned and flown afterwards."""
    draft.push(AirRaid())
    if assignment is not None:
        draft.push(assignment)
    if why_not_raid(draft.state) is None:
        draft.push(RaidPlot())


def why_not_raid(state: Campaign) -> Refusal | None:
    """[32.71, 32.72, 32.73, 32.75]"""
    if state.raids < 1:
        return Refusal("32.72", "no raids are left")
    if state.raid:
        return Refusal("32.73", "a raid is planned for this Operations Stage already")
    if state.weather in STORMS and OVER in state.foul:
        return Refusal("32.75", "there is a storm over Alexandria")
    if not in_harbour(state):
        return Refusal("32.71", "no ship is in the harbour")
    return None


class RaidPlot(Decision[Campaign], frozen=True):
    """[32.73] Whether a raid is flown in this Operations Stage."""

    secret: ClassVar[bool] = True
    side: ClassVar[Side] = AXIS

    def prompt(self, state: Campaign) -> str:
        return f"Plan a raid on the fleet in Alexandria? raids left: {state.raids}"

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return (Done(), Raid())

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if not isinstance(action, Done | Raid):
            raise Refusal("32.73", "plan a raid, or: done")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Raid):
            draft.change(raid=True, raids=draft.state.raids - 1)


class AirRaid(Step[Campaign], frozen=True):
    """[32.74] The raid that was planned: a die for its strength, two for what it does."""

    def run(self, draft: Draft[Campaign]) -> None:
        draft.pop()
        if not draft.state.raid:
            return
        draft.change(raid=False)
        strength = counted_column(draft.roll("strength of the raid on Alexandria") + _more(draft.state))
        dice = code(draft.roll("raid on Alexandria, tens"), draft.roll("raid on Alexandria, units"))
        there = in_harbour(draft.state)
        damage = min(points_hit(strength, dice), sum(there.values()))
        draft.note("raided", side=AXIS, points=bombardment_column_name("bomb", strength), dice=int(dice), damage=damage)
        if not damage:
            return
        if len(there) == 1 or damage == sum(there.values()):
            for name, guns in there.items():
                hit(draft, name, min(guns, damage))
        else:
            draft.push(RaidDamage(damage))


class RaidDamage(Decision[Campaign], frozen=True):
    """[32.74] Which ships in the harbour suffer."""

    damage: int
    exhaustive: ClassVar[bool] = False
    side: ClassVar[Side] = AXIS

    def prompt(self, state: Campaign) -> str:
        return f"Distribute {self.damage} Damage Points among the ships in Alexandria"

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        """The strongest ships first, or all on one that can bear it."""
        there, left, found = in_harbour(state), self.damage, list[Points]()
        for name, guns in sorted(there.items(), key=lambda each: -each[1]):
            if left:
                found.append(Points(name, "", min(guns, left)))
            left -= min(guns, left)
        alone = [Lose((Points(name, "", self.damage),)) for name, guns in there.items() if guns >= self.damage]
        return list(dict.fromkeys((Lose(tuple(found)), *alone)))

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if not isinstance(action, Lose):
            raise Refusal("32.74", "say which ships are damaged")
        there = in_harbour(state)
        if len({each.unit for each in action.points}) < len(action.points):
            raise Refusal("32.74", "the same thing is named twice")
        for each in action.points:
            if each.unit not in there:
                raise Refusal("32.74", f"{each.unit} is not in the harbour")
            if each.weapon or not 1 <= each.points <= there[each.unit]:
                raise Refusal("32.74", f"{each.unit} can take {there[each.unit]} Damage Points")
        if sum(each.points for each in action.points) != self.damage:
            raise Refusal("32.74", f"exactly {self.damage} Damage Points must be distributed")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        draft.pop()
        if not isinstance(action, Lose):
            return
        for each in action.points:
            hit(draft, each.unit, each.points)
