"""[2.6, 3.2, 6.0, 6.1, 6.2, 12.0] The chit cup and what a drawn chit sets in motion."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.arrivals.recovery import open_recovery
from sandtable.games.tobruk.combat.phase import open_combat
from sandtable.games.tobruk.movement.phase import open_movement
from sandtable.games.tobruk.order_forms import Begin
from sandtable.games.tobruk.pieces.command import activates, formation_of, has_business
from sandtable.games.tobruk.pieces.counters import chits
from sandtable.games.tobruk.pieces.tables import scenarios
from sandtable.games.tobruk.state import Tobruk

MODES = ("move", "combat")


def fill_cup(draft: Draft[Tobruk]) -> None:
    """[2.6, 3.2] The chits of both sides, those of reinforcements included."""
    cup = tuple(command for command in chits() if has_business(draft.state, command))
    draft.change(cup=cup, drawn=(), activated=(), arrived=(), mined="")
    draft.note("filled_cup", chits=list(cup), case="3.2")


class ChitDraw(Step[Tobruk], frozen=True):
    """[3.2] One chit after the other until the cup is empty."""

    def run(self, draft: Draft[Tobruk]) -> None:
        state = draft.state
        if not state.cup:
            draft.pop()
            return
        command = self._forced(state) or state.cup[draft.roll("activation chit", len(state.cup)) - 1]
        draft.change(
            cup=tuple(chit for chit in state.cup if chit != command), drawn=(*state.drawn, command), active=command
        )
        draft.note("drawn", chit=command, side=chits()[command].side, case="3.2")
        draft.push(Activation())

    def _forced(self, state: Tobruk) -> str | None:
        """[15.1, 15.3] The chit that must be played first on the first turn."""
        scenario = scenarios()[state.scenario]
        first = scenario.first_chit
        return first if state.turn == scenario.first_turn and not state.drawn else None


class Activation(Step[Tobruk], frozen=True):
    """[3.2] Recovered armour comes back, then the formation moves and fights, or fights and moves."""

    stage: int = 0
    modes: tuple[str, ...] = ()

    def run(self, draft: Draft[Tobruk]) -> None:
        draft.swap(replace(self, stage=self.stage + 1))
        match self.stage:
            case 0:
                open_recovery(draft)
            case 1:
                self._call_up(draft)
            case 2 | 3:
                self._enter(draft, self.modes[self.stage - 2])
            case _:
                draft.pop()
                stand_down(draft)

    def _call_up(self, draft: Draft[Tobruk]) -> None:
        draft.change(formation=formation_of(draft.state))
        if draft.state.formation or activates(draft.state):
            draft.push(Order(draft.state.phasing))
        else:
            draft.note("idle", chit=draft.state.active, case="6.0")
            draft.pop()
            stand_down(draft)

    def _enter(self, draft: Draft[Tobruk], mode: str) -> None:
        draft.note("mode", chit=draft.state.active, mode=mode, case="3.2")
        if mode == "move":
            open_movement(draft)
        else:
            open_combat(draft)


def stand_down(draft: Draft[Tobruk]) -> None:
    draft.change(active="", formation=(), treks={}, moving=(), fought=(), overran=(), artillery=0, unmined=False)


class Order(Decision[Tobruk], frozen=True):
    """[3.2] Move and then combat, or combat and then move: for the whole formation, and for good."""

    side: str

    def prompt(self, state: Tobruk) -> str:
        return f"The chit of {chits()[state.active].name} is drawn: shall its formation move or fight first?"

    def actions(self, state: Tobruk, side: str) -> Sequence[Action]:
        return [Begin(mode) for mode in MODES]

    def check(self, state: Tobruk, side: str, action: Action) -> None:
        if not isinstance(action, Begin) or action.mode not in MODES:
            raise Refusal("3.2", "choose what the formation does first: begin move, or begin combat")

    def do(self, draft: Draft[Tobruk], side: str, action: Action) -> None:
        assert isinstance(action, Begin)
        draft.pop()
        activation = draft.top
        assert isinstance(activation, Activation)
        draft.swap(replace(activation, modes=MODES if action.mode == MODES[0] else MODES[::-1]))
        draft.note("ordered", chit=draft.state.active, first=action.mode, case="3.2")
