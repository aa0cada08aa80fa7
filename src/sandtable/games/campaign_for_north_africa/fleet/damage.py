"""[30.46, 32.74] Damage Points in the harbour of Alexandria: the Axis says which ships suffer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sandtable.core.frames import Decision, Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.fleet.ships import hit, in_harbour
from sandtable.games.campaign_for_north_africa.losses.orders import Lose
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.state import Campaign


def spread(draft: Draft[Campaign], damage: int, case: str) -> None:
    """So much, as far as there are ships: at once where there is no choice, else as the Axis likes."""
    there = in_harbour(draft.state)
    damage = min(damage, sum(there.values()))
    if not damage:
        return
    if len(there) == 1 or damage == sum(there.values()):
        for name, guns in there.items():
            hit(draft, name, min(guns, damage))
    else:
        draft.push(RaidDamage(damage, case))


class RaidDamage(Decision[Campaign], frozen=True):
    """[30.44, 32.74] Which ships in the harbour suffer."""

    damage: int
    case: str = "32.74"
    exhaustive: ClassVar[bool] = False
    side: ClassVar[Side] = "axis"

    def prompt(self, state: Campaign) -> str:
        return f"Distribute {plural(self.damage, 'Damage Point')} among the ships in Alexandria."

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
            raise Refusal(self.case, "say which ships are damaged")
        there = in_harbour(state)
        if len({each.unit for each in action.points}) < len(action.points):
            raise Refusal(self.case, "the same thing is named twice")
        for each in action.points:
            if each.unit not in there:
                raise Refusal(self.case, f"{each.unit} is not in the harbour")
            if each.weapon or not 1 <= each.points <= there[each.unit]:
                raise Refusal(self.case, f"{each.unit} can take {plural(there[each.unit], 'Damage Point')}")
        if sum(each.points for each in action.points) != self.damage:
            raise Refusal(self.case, f"exactly {plural(self.damage, 'Damage Point')} must be distributed")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        draft.pop()
        if not isinstance(action, Lose):
            return
        for each in action.points:
            hit(draft, each.unit, each.points)
