"""[10.0, 9.4, 9.5] The combat mode of an activation: attacks are declared and resolved one at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.combat.odds import odds
from sandtable.games.tobruk.combat.orders import Attack
from sandtable.games.tobruk.combat.resolution import Resolution
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.marching import note_active
from sandtable.games.tobruk.movement.overruns import OverrunMoves, check_overrun, may_overrun
from sandtable.games.tobruk.order_forms import Done
from sandtable.games.tobruk.pieces.command import may_attack_from
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.state import Battle, Tobruk, enemy_of, known


def open_combat(draft: Draft[Tobruk]) -> None:
    """[10.0] Who stands next to an enemy now may attack; [9.4] overrun movement follows the last attack."""
    state, side = draft.state, draft.state.phasing
    draft.push(OverrunMoves(side))
    draft.push(NextAttack(side, tuple(name for name in state.formation if _faces(state, side, name))))


def _faces(state: Tobruk, side: str, name: str) -> bool:
    at = state.units[name].at
    if at < 0 or not counters()[name].is_combat:
        return False
    return not state.layout.held[enemy_of(side)].isdisjoint(board().adjacent[at])


class NextAttack(Step[Tobruk], frozen=True):
    """Between attacks: ask for the next one, or end the mode when nobody is left who could attack."""

    side: str
    eligible: tuple[str, ...]

    def run(self, draft: Draft[Tobruk]) -> None:
        combat = Combat(self.side, self.eligible)
        if any(combat.targets(draft.state)):
            draft.swap(combat)
        else:
            draft.pop()


class Combat(Decision[Tobruk], frozen=True):
    """[10.0] The attacker attacks a hex with any of his eligible units next to it, or ends the mode."""

    # Any of the units around a hex may attack it together; the list offers all of them, each stack and each unit.
    exhaustive: ClassVar[bool] = False
    side: str
    eligible: tuple[str, ...]

    def prompt(self, state: Tobruk) -> str:
        hexes = ", ".join(board().name(target) for target, _ in self.targets(state))
        return f"Attack, or `done`. Within reach: {hexes}."

    def targets(self, state: Tobruk) -> Iterator[tuple[int, list[str]]]:
        """Enemy hexes, each with the units that could attack it now."""
        able = self.able(state)
        for target in sorted(state.layout.held[enemy_of(self.side)]):
            near = board().adjacent[target]
            attackers = [name for name in able if state.units[name].at in near]
            if attackers:
                yield target, attackers

    def able(self, state: Tobruk) -> list[str]:
        return [
            name
            for name in self.eligible
            if state.units[name].at >= 0 and name not in state.fought and may_attack_from(state, name)
        ]

    def actions(self, state: Tobruk, side: str) -> Sequence[Action]:
        found: dict[Action, None] = {}
        for target, attackers in self.targets(state):
            hexes = dict.fromkeys(state.units[name].at for name in attackers)
            stacks = [tuple(name for name in attackers if state.units[name].at == at) for at in hexes]
            for group in (tuple(attackers), *stacks, *((name,) for name in attackers)):
                found.setdefault(Attack(board().name(target), group))
                runners = tuple(name for name in group if may_overrun(state, self.side, name, target))
                if runners:
                    found.setdefault(Attack(board().name(target), group, runners))
        return [*found, Done()]

    def check(self, state: Tobruk, side: str, action: Action) -> None:
        match action:
            case Attack():
                self._check_attack(state, action)
            case Done():
                pass
            case _:
                raise Refusal("10.0", f"'{action}' does not belong to the combat mode")

    def _check_attack(self, state: Tobruk, action: Attack) -> None:
        target = board().index.get(action.target, -1)
        if target not in state.layout.held[enemy_of(self.side)]:
            raise Refusal("10.1", f"no enemy unit is at {action.target}")
        if len(set(action.attackers)) < len(action.attackers) or len(set(action.overrun)) < len(action.overrun):
            raise Refusal("10.0", "a unit is named twice")
        for name in action.attackers:
            self._check_attacker(state, name, target)
        for name in action.overrun:
            if name not in action.attackers:
                raise Refusal("9.4", f"{name} cannot overrun what it does not attack")
            check_overrun(state, self.side, name, target)

    def _check_attacker(self, state: Tobruk, name: str, target: int) -> None:
        counter = known(state, name, self.side)
        if counter is None:
            raise Refusal("10.0", f"{name} is not yours to attack with")
        if not counter.is_combat:
            raise Refusal("2.4", f"{name} is a headquarters and cannot attack")
        if name not in state.formation:
            raise Refusal("6.0", f"{name} is not activated: of another corps, or out of range of its headquarters")
        if name in state.fought:
            raise Refusal("10.0", f"{name} has already attacked")
        if name not in self.eligible:
            raise Refusal("10.0", f"{name} was not adjacent to an enemy when the combat mode began")
        if state.units[name].at not in board().adjacent[target]:
            raise Refusal("10.0", f"{name} is not next to {board().name(target)}")
        if not may_attack_from(state, name):
            raise Refusal("10.0", f"{name} is out of range of the headquarters of its corps")

    def do(self, draft: Draft[Tobruk], side: str, action: Action) -> None:
        if isinstance(action, Done):
            draft.pop()
            return
        assert isinstance(action, Attack)
        draft.swap(NextAttack(self.side, self.eligible))
        state, target = draft.state, board().hex(action.target)
        defenders = state.everybody(target, enemy_of(self.side))
        draft.change(
            fought=(*state.fought, *action.attackers),
            battle=Battle(target, action.attackers, defenders, action.overrun),
        )
        note_active(draft, action.attackers)
        draft.note(
            "attacked",
            target=action.target,
            attackers=list(action.attackers),
            defenders=list(defenders),
            overrun=list(action.overrun),
            odds=str(odds(state, action.attackers, defenders, target)),
            case="10.1",
        )
        draft.push(Resolution())
