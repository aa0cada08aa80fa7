"""[3.2, 8.1] The Combat Phase: attacks and attempts to disengage in any order, and what ends the phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.listing import Branches, branch
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41.combat.advance import open_advance
from sandtable.games.north_africa_41.combat.attacks import battle_of, begin, check_attack, read_attack
from sandtable.games.north_africa_41.combat.disengagement import check_disengage, do_disengage, listed_disengage
from sandtable.games.north_africa_41.combat.listed_attacks import has_attacks, listed_attacks
from sandtable.games.north_africa_41.combat.orders import Attack, Disengage
from sandtable.games.north_africa_41.combat.support import pay
from sandtable.games.north_africa_41.lines.free_supply import open_free_supply
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.stacking import open_stacking
from sandtable.games.north_africa_41.resources.any_time import ANY_TIME, at_any_time
from sandtable.games.north_africa_41.resources.orders import Choose
from sandtable.games.north_africa_41.results.battle import Awaiting, Battle, present
from sandtable.games.north_africa_41.state import NorthAfrica


def open_combat(draft: Draft[NorthAfrica], side: Side) -> None:
    """[3.2] The phase begins: nobody has fought yet."""
    draft.change(fought=(), struck=(), retreats={}, attack_supply=(), supplying=())
    draft.push(NextCombat(side))


class NextCombat(Step[NorthAfrica], frozen=True):
    """Between combats: ask for the next, or end the phase where nothing is left to decide."""

    side: Side

    def run(self, draft: Draft[NorthAfrica]) -> None:
        state = draft.state
        if has_attacks(state, self.side) or listed_disengage(state, self.side):
            draft.swap(Combat(self.side))
        else:
            draft.swap(Closing(self.side))


class Combat(Decision[NorthAfrica], frozen=True):
    """[8.1] The phasing player attacks, disengages, buys what he can use, or is done."""

    # Any units next to a hex may attack it, with any support in range; the list offers plain attacks.
    exhaustive: ClassVar[bool] = False
    side: Side

    def prompt(self, state: NorthAfrica) -> str:
        return "Attack adjacent enemies; `done` ends the phase."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        done: list[Action] = [Done()]
        return Branches(
            branch(done),
            branch(listed_attacks(state, self.side)),
            branch(listed_disengage(state, self.side)),
            *at_any_time(state, self.side),
        )

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if isinstance(action, Attack):
            check_attack(state, self.side, action)
        elif isinstance(action, Disengage):
            check_disengage(state, self.side, action)
        elif type(action) in ANY_TIME:
            ANY_TIME[type(action)].check(state, self.side, action)
        else:
            raise Refusal("3.2", f"'{action}' does not belong to the Combat Phase")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        if isinstance(action, Done):
            draft.swap(Closing(self.side))
        elif isinstance(action, Attack):
            draft.swap(NextCombat(self.side))
            draft.push(Victor())
            begin(draft, read_attack(draft.state, self.side, action))
        elif isinstance(action, Disengage):
            draft.swap(NextCombat(self.side))
            do_disengage(draft, self.side, action)
        else:
            ANY_TIME[type(action)].do(draft, self.side, action)


class Victor(Awaiting, frozen=True):
    """[8.3] The fifth step of a combat: the attackers that are left may advance."""

    def run(self, draft: Draft[NorthAfrica]) -> None:
        draft.pop()
        if self.outcome is not None:
            let_advance(draft, self.outcome)


def let_advance(draft: Draft[NorthAfrica], battle: Battle) -> None:
    """[14.1]"""
    if battle.allowance and present(draft.state, battle.attackers):
        open_advance(draft, battle)


# --- the end of the phase


class Closing(Step[NorthAfrica], frozen=True):
    """[3.2, 4.4.1, 8.5.1, 8.9.2, 17.4] What follows the last combat, one after the other."""

    side: Side
    stage: int = 0

    def run(self, draft: Draft[NorthAfrica]) -> None:
        if draft.state.shattered:
            _advance_shatterers(draft, self.side)
        elif self.stage < len(STAGES):
            draft.swap(replace(self, stage=self.stage + 1))
            STAGES[self.stage](draft, self.side)
        else:
            draft.pop()


def _forget(draft: Draft[NorthAfrica], side: Side) -> None:
    draft.change(fought=(), struck=(), retreats={})


STAGES: tuple[Callable[[Draft[NorthAfrica], Side], None], ...] = (pay, open_stacking, open_free_supply, _forget)


def _advance_shatterers(draft: Draft[NorthAfrica], side: Side) -> None:
    """[8.9.2] Units with Auto DS markers advance; their player says in which order."""
    shattered = draft.state.shattered
    if len(shattered) > 1:
        draft.push(NextAdvance(side))
    else:
        advance_from(draft, side, shattered[0].at)


def advance_from(draft: Draft[NorthAfrica], side: Side, at: int) -> None:
    """[8.9.2] Remove the markers of one Automatic DS and let its units advance."""
    chosen = next(each for each in draft.state.shattered if each.at == at)
    draft.change(shattered=tuple(each for each in draft.state.shattered if each is not chosen))
    battle = battle_of(draft.state, side, present(draft.state, chosen.units), at, "automatic")
    battle = replace(battle, result="DS", overwhelming=True, defenders=())
    let_advance(draft, replace(battle, allowance=battle.effect.advance))


class NextAdvance(Decision[NorthAfrica], frozen=True):
    """[8.9.2] Which of several Automatic DS is followed up next."""

    side: Side

    def prompt(self, state: NorthAfrica) -> str:
        return "Several Automatic DS are still to be followed up: choose the hex whose attackers advance next."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return [Choose(board().name(each.at)) for each in state.shattered]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if action not in self.actions(state, side):
            raise Refusal("8.9.2", "choose a hex in which an Automatic DS was made")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        assert isinstance(action, Choose)
        draft.pop()
        advance_from(draft, self.side, board().hex(action.name))
