"""[2.4, 10.1] Artillery support of the activating headquarters."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Made
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.combat.odds import attacking_side
from sandtable.games.tobruk.combat.orders import Support
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.pieces.command import artillery_left
from sandtable.games.tobruk.state import Battle, Tobruk, write_battle


def give_artillery(draft: Draft[Tobruk], battle: Battle) -> None:
    """[10.1, 9.4] The attacker alone has it, and not in an overrun."""
    if not battle.overrun and artillery_left(draft.state):
        draft.push(ArtillerySupport(attacking_side(battle)))


class ArtillerySupport(Decision[Tobruk], frozen=True):
    """[2.4] How many of the markers that are left this attack receives."""

    side: str

    def prompt(self, state: Tobruk) -> str:
        battle = state.battle
        assert battle is not None
        left = artillery_left(state)
        return f"Attack on {board().name(battle.target)}: how many of the {plural(left, 'artillery support marker')}?"

    def actions(self, state: Tobruk, side: str) -> Sequence[Action]:
        return Made(range(artillery_left(state) + 1), Support)

    def check(self, state: Tobruk, side: str, action: Action) -> None:
        if not isinstance(action, Support):
            raise Refusal("10.1", "say how many artillery support markers the attack receives: artillery 0")
        if action.markers > artillery_left(state):
            raise Refusal("2.4", f"the headquarters of this corps have {plural(artillery_left(state), 'marker')} left")

    def do(self, draft: Draft[Tobruk], side: str, action: Action) -> None:
        assert isinstance(action, Support)
        draft.pop()
        draft.change(artillery=draft.state.artillery + action.markers)
        write_battle(draft, artillery=action.markers)
        if action.markers:
            draft.note("bombarded", markers=action.markers, case="10.1")
