"""[12, 12.2] The combat phase opens: all combats are declared before the first is resolved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Branches, Made, branch
from sandtable.core.values import Action, Refusal
from sandtable.games.panzerarmee_afrika.combat.eligibility import (
    Combat,
    able_units,
    attack_of,
    check_attack,
    forced_combats,
    plain_attacks,
    read_attack,
    title,
)
from sandtable.games.panzerarmee_afrika.combat.orders import Attack, Cancel, Destroy, Fight
from sandtable.games.panzerarmee_afrika.combat.supply import (
    check_destroy,
    demolitions,
    destroy,
    destroyable,
    open_supply,
)
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement.orders import Move, Overrun
from sandtable.games.panzerarmee_afrika.order_forms import Done
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.zones import fort_besieged_from
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, mark


def open_combat(draft: Draft[PanzerarmeeAfrika], side: Side) -> None:
    """Push the combat phase of a side; it passes by itself where there is nothing to decide and nobody must attack."""
    _forget_old_debts(draft, side)
    state = draft.state
    if able_units(state, side) or destroyable(state, side):
        draft.push(Declarations(side))
    else:
        close_declarations(draft, side, ())


def _forget_old_debts(draft: Draft[PanzerarmeeAfrika], side: Side) -> None:
    """[11.1.5] A unit owes no attack to a fort whose zone it is no longer in."""
    state = draft.state
    for name in state.layout.names(side):
        unit = state.units[name]
        if unit.owes >= 0 and fort_besieged_from(state, side, unit.at) != unit.owes:
            mark(draft, name, owes=-1)


def close_declarations(draft: Draft[PanzerarmeeAfrika], side: Side, combats: Sequence[Combat]) -> None:
    """[12.1.1] Add the attacks on forts that must be made, then go on to their supply [12.3]."""
    forced = tuple(forced_combats(draft.state, side, combats))
    for combat in forced:
        note_declared(draft, combat)
    if combats or forced:
        open_supply(draft, side, (*combats, *forced))


def note_declared(draft: Draft[PanzerarmeeAfrika], combat: Combat) -> None:
    draft.note(
        "declared",
        hexes=[board().name(at) for at in combat.hexes],
        attackers=list(combat.attackers),
        forced=combat.forced,
        case="12.1.1" if combat.forced else "12.2",
    )


class Declarations(Decision[PanzerarmeeAfrika], frozen=True):
    """[12.2] The attacker declares who attacks which hexes; installations can be given up here already [12.3]."""

    exhaustive: ClassVar[bool] = False  # any units next to any hexes may be a combat; the list offers plain ones
    side: Side
    combats: tuple[Combat, ...] = ()

    def prompt(self, state: PanzerarmeeAfrika) -> str:
        if not self.combats and not able_units(state, self.side):
            return "None of your units can attack from where it stands: `done` goes on."
        if not self.combats:
            return "Declare your combats: choose units and an enemy next to them; `done` when you have no more."
        combats = "; ".join(f"{number}: {title(combat)}" for number, combat in enumerate(self.combats, 1))
        return f"Declare further combats, or `done`. Declared: {combats}."

    def actions(self, state: PanzerarmeeAfrika, side: str) -> Sequence[Action]:
        engaged = {name for combat in self.combats for name in combat.attackers}
        taken = {at for combat in self.combats for at in combat.hexes}
        able = {name: how for name, how in able_units(state, self.side).items() if name not in engaged}
        return Branches[Action](
            branch(Made(plain_attacks(state, self.side, able, taken, ()), attack_of)),
            branch(Made(range(1, len(self.combats) + 1), Cancel)),
            demolitions(state, self.side),
            branch([Done()]),
        )

    def check(self, state: PanzerarmeeAfrika, side: str, action: Action) -> None:
        match action:
            case Attack():
                check_attack(state, self.side, read_attack(state, self.side, action), self.combats)
            case Cancel(combat=number):
                if not 1 <= number <= len(self.combats):
                    raise Refusal("12.4", f"there is no combat {number}")
            case Destroy(name=depot):
                check_destroy(state, self.side, depot)
            case Done():
                return
            case Fight():
                raise Refusal("12.2", "all combats are declared before the first is resolved")
            case Move() | Overrun():
                raise Refusal("7.1", "the movement phase is over")
            case _:
                raise Refusal("12.2", f"'{action}' does not belong here: combats are being declared")

    def do(self, draft: Draft[PanzerarmeeAfrika], side: str, action: Action) -> None:
        match action:
            case Attack():
                combat = read_attack(draft.state, self.side, action)
                draft.swap(replace(self, combats=(*self.combats, combat)))
                note_declared(draft, combat)
            case Cancel(combat=number):
                draft.swap(replace(self, combats=self.combats[: number - 1] + self.combats[number:]))
                draft.note("cancelled", combat=number, case="12.4")
            case Destroy(name=depot):
                destroy(draft, depot)
            case Done():
                draft.pop()
                close_declarations(draft, self.side, self.combats)
