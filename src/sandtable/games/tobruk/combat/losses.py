"""[10.2] Reductions: the owner chooses, a headquarters only when nothing else is left in its hex."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Decision, Draft
from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.combat.odds import counted
from sandtable.games.tobruk.order_forms import Lose
from sandtable.games.tobruk.pieces.casualties import reduce, steps_left
from sandtable.games.tobruk.state import Tobruk, present, side_of


def take_losses(draft: Draft[Tobruk], names: Sequence[str], losses: int) -> None:
    """So many reductions among these; nobody is asked where nothing can be chosen."""
    while losses > 0:
        state = draft.state
        able = counted(present(state, names))
        if not able:
            return
        if len(able) > 1 and losses < sum(steps_left(state, name) for name in able):
            draft.push(Losses(side_of(able[0]), tuple(names), losses))
            return
        reduce(draft, able[0], "10.2", "combat")
        losses -= 1


class Losses(Decision[Tobruk], frozen=True):
    """[10.2] The owner chooses which unit takes the next reduction."""

    side: str
    units: tuple[str, ...]
    losses: int

    def prompt(self, state: Tobruk) -> str:
        return f"Your units suffer {self.losses} {'loss' if self.losses == 1 else 'losses'}: choose who takes the next."

    def actions(self, state: Tobruk, side: str) -> Sequence[Action]:
        return [Lose(name) for name in counted(present(state, self.units))]

    def check(self, state: Tobruk, side: str, action: Action) -> None:
        able = counted(present(state, self.units))
        if not isinstance(action, Lose) or action.unit not in able:
            raise Refusal("10.2", f"choose who takes the loss: {', '.join(able)}")

    def do(self, draft: Draft[Tobruk], side: str, action: Action) -> None:
        assert isinstance(action, Lose)
        draft.pop()
        reduce(draft, action.unit, "10.2", "combat")
        take_losses(draft, self.units, self.losses - 1)
