"""[12.4] Resolving the declared combats one after the other, in any order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.listing import Listing, Made
from sandtable.core.values import Action, Refusal
from sandtable.games.panzerarmee_afrika.combat.advance import OfferAdvance
from sandtable.games.panzerarmee_afrika.combat.eligibility import (
    Combat,
    Plain,
    attack_of,
    check_attack,
    differential_now,
    judged,
    plain_attacks,
    read_attack,
    title,
)
from sandtable.games.panzerarmee_afrika.combat.orders import Attack, Cancel, Fight, Sacrifice
from sandtable.games.panzerarmee_afrika.combat.reaction import Reaction, offer_reaction
from sandtable.games.panzerarmee_afrika.combat.surrender import offer_surrender
from sandtable.games.panzerarmee_afrika.factors.losses import hex_names, present, strike_back, take_losses
from sandtable.games.panzerarmee_afrika.factors.strength import attack_supply, defenders, differential
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.order_forms import Done
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.tables import SupplyState, combat_results, limits
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, enemy_of, mark


class Resolution(Decision[PanzerarmeeAfrika], frozen=True):
    """[12.4] The attacker resolves his combats in the order he likes, and calls off those that are no obligation."""

    exhaustive: ClassVar[bool] = False  # [15.3] attackers set free by a surrender may declare anew
    side: Side
    combats: tuple[Combat, ...]  # numbered from 1 as declared
    fought: tuple[int, ...] = ()  # the numbers of those resolved
    dropped: tuple[int, ...] = ()  # the numbers of those that did not take place
    pressed: int = 0  # [15.1] the combat before which the defender has reacted: it is next, or never
    free: tuple[str, ...] = ()  # [15.3] attackers whose enemies all surrendered
    spent: tuple[str, ...] = ()  # [12.3] installations sacrificed

    @property
    def left(self) -> dict[int, Combat]:
        over = {*self.fought, *self.dropped}
        return {number: combat for number, combat in enumerate(self.combats, 1) if number not in over}

    @property
    def attacked(self) -> tuple[int, ...]:
        """Every hex that is or will be attacked."""
        going = (combat for number, combat in enumerate(self.combats, 1) if number not in self.dropped)
        return tuple(sorted({at for combat in going for at in combat.hexes}))

    def ready(self, state: PanzerarmeeAfrika) -> list[int]:
        """[12.4.3] The combats that can be fought: permissible ones and those that must be."""
        left = self.left
        numbers = [self.pressed] if self.pressed in left else list(left)
        return [number for number in numbers if left[number].forced or _is_permissible(state, left[number])]

    def prompt(self, state: PanzerarmeeAfrika) -> str:
        left = self.left
        if not left:
            return "All combats are resolved: attack with units freed by a surrender, or `done`."
        if self.pressed in left:
            combat = left[self.pressed]
            return f"The defender has reacted: fight or cancel {self.pressed}, {_told(state, combat)}."
        combats = "; ".join(f"{number}: {_told(state, combat)}" for number, combat in left.items())
        return f"Fight or cancel a combat. {combats}."

    def actions(self, state: PanzerarmeeAfrika, side: str) -> Sequence[Action]:
        left = self.left
        voluntary = [n for n in left if not left[n].forced and self.pressed in (0, n)]
        return Listing[Action](
            Made(self.ready(state), Fight),
            Made(voluntary, Cancel),
            Made(self.new_attacks(state), attack_of),
            [] if left else [Done()],
        )

    def check(self, state: PanzerarmeeAfrika, side: str, action: Action) -> None:
        match action:
            case Fight(combat=number):
                self._check_number(number)
                combat = self.left[number]
                if combat.forced or _is_permissible(state, combat):
                    return
                raise Refusal("12.4.3", f"{_told(state, combat)} is not a permissible attack; cancel it or wait")
            case Cancel(combat=number):
                self._check_number(number)
                if self.left[number].forced:
                    raise Refusal("12.1.1", f"the attack on {hex_names(self.left[number].hexes)} must be made")
            case Attack():
                self._check_attack(state, action)
            case Done():
                if self.left:
                    numbers = ", ".join(str(number) for number in self.left)
                    raise Refusal("12.4", f"fight or cancel every combat; left: {numbers}")
            case Sacrifice():
                raise Refusal("12.3", "supply is settled before the first combat is resolved")
            case _:
                raise Refusal("12.4", f"'{action}' does not belong here: combats are being resolved")

    def _check_number(self, number: int) -> None:
        if number in self.fought:
            raise Refusal("12.2", f"combat {number} is already resolved")
        if number not in self.left:
            raise Refusal("12.4", f"there is no combat {number} left")
        if self.pressed and number != self.pressed:
            raise Refusal("12.4", f"combat {self.pressed} is under way: fight or cancel it first")

    def _check_attack(self, state: PanzerarmeeAfrika, action: Attack) -> None:
        """[15.3] Only those may still declare whose enemies surrendered."""
        for name in action.units:
            if name not in self.free:
                raise Refusal("12.2", f"combats have been declared; {name} cannot attack again")
        if self.pressed:
            raise Refusal("12.4", f"combat {self.pressed} is under way: fight or cancel it first")
        check_attack(state, self.side, read_attack(state, self.side, action), self._standing)

    @property
    def _standing(self) -> tuple[Combat, ...]:
        """[15.3] What was declared, without the units set free since."""
        kept = (combat for number, combat in enumerate(self.combats, 1) if number not in self.dropped)
        return tuple(replace(c, attackers=tuple(n for n in c.attackers if n not in self.free)) for c in kept)

    def new_attacks(self, state: PanzerarmeeAfrika) -> list[Plain]:
        """[15.3]"""
        if self.pressed:
            return []
        ways: dict[str, SupplyState] = {name: attack_supply(state, name) for name in present(state, self.free)}
        able = {name: how for name, how in ways.items() if how != "out"}
        hexes = {state.units[depot].at for depot in self.spent}
        return plain_attacks(state, self.side, able, self.attacked, hexes)

    def do(self, draft: Draft[PanzerarmeeAfrika], side: str, action: Action) -> None:
        match action:
            case Fight(combat=number):
                self.fight(draft, number)
            case Cancel(combat=number):
                draft.swap(NextCombat(self.without(number)))
                draft.note("cancelled", combat=number, case="12.4")
            case Attack():
                self._declare(draft, action)
            case Done():
                draft.pop()

    def without(self, *numbers: int) -> Resolution:
        return replace(self, dropped=(*self.dropped, *numbers), pressed=0)

    def _declare(self, draft: Draft[PanzerarmeeAfrika], action: Attack) -> None:
        state = draft.state
        combat = read_attack(state, self.side, action)
        spent = [state.units[depot].at for depot in self.spent]
        supply = tuple(attack_supply(state, name, spent) for name in combat.attackers)
        free = tuple(name for name in self.free if name not in combat.attackers)
        draft.swap(NextCombat(replace(self, combats=(*self.combats, replace(combat, supply=supply)), free=free)))
        draft.note("declared", hexes=list(action.hexes), attackers=list(action.units), forced=False, case="15.3")

    def fight(self, draft: Draft[PanzerarmeeAfrika], number: int) -> None:
        combat, foe = self.combats[number - 1], enemy_of(self.side)
        draft.swap(Engagement(replace(self, pressed=0), number, tuple(defenders(draft.state, foe, combat.hexes))))
        if draft.state.option("reaction") and number != self.pressed:
            offer_reaction(draft, Reaction(foe, combat.hexes, self.attacked))


class NextCombat(Step[PanzerarmeeAfrika], frozen=True):
    """Between combats: ask for the next, or go on where there is nothing to decide."""

    resolution: Resolution

    def run(self, draft: Draft[PanzerarmeeAfrika]) -> None:
        resolution, state = self.resolution, draft.state
        left = resolution.left
        ready = resolution.ready(state)
        if resolution.new_attacks(state):
            draft.swap(resolution)
        elif len(left) == 1 and left[next(iter(left))].forced:  # neither an order to choose nor a way out
            resolution.fight(draft, next(iter(left)))
        elif ready:
            draft.swap(resolution)
        else:
            self._let_lapse(draft)

    def _let_lapse(self, draft: Draft[PanzerarmeeAfrika]) -> None:
        """[12.4.3] Combats without a permissible differential do not take place."""
        resolution = self.resolution
        left = resolution.left
        gone = (resolution.pressed,) if resolution.pressed in left else tuple(left)
        for number in gone:
            draft.note("lapsed", combat=number, why=_told(draft.state, left[number]), case="12.4.3")
        if gone:
            draft.swap(NextCombat(resolution.without(*gone)))
        else:
            draft.pop()


class Engagement(Step[PanzerarmeeAfrika], frozen=True):
    """[12.4] One combat, once the defender's reaction is over."""

    resolution: Resolution
    number: int
    before: tuple[str, ...]  # the defenders when the attacker chose to fight

    @property
    def combat(self) -> Combat:
        return self.resolution.combats[self.number - 1]

    def run(self, draft: Draft[PanzerarmeeAfrika]) -> None:
        resolution, combat, state = self.resolution, self.combat, draft.state
        defending = tuple(defenders(state, enemy_of(resolution.side), combat.hexes))
        if defending != self.before and not combat.forced:  # [12.4] a voluntary combat may be cancelled at any time
            draft.swap(NextCombat(replace(resolution, pressed=self.number)))
            return
        surrendered = offer_surrender(draft, defending) if _is_permissible(state, combat) else []
        standing = present(draft.state, defending)
        after = replace(resolution, fought=(*resolution.fought, self.number))
        if surrendered and not standing:  # [15.3] they have conducted no combat
            after = replace(after, free=(*after.free, *combat.attackers))
        draft.swap(NextCombat(after))
        draft.push(OfferAdvance(resolution.side, combat.attackers, combat.hexes))
        if standing:
            self._attack(draft, standing)

    def _attack(self, draft: Draft[PanzerarmeeAfrika], defending: tuple[str, ...]) -> None:
        combat, foe = self.combat, enemy_of(self.resolution.side)
        for name, out in judged(draft.state, foe, combat.hexes).items():  # [12.4.1]
            mark(draft, name, out=out)
            draft.note("judged", unit=name, out=out, case="12.4.1")
        column = differential(draft.state, combat.supplied(), combat.hexes, defending)
        loss = self._roll(draft, column)
        draft.note(
            "fought" if column >= limits().minimum_differential else "ineffective",
            combat=self.number,
            attackers=list(combat.attackers),
            defenders=list(defending),
            hexes=[board().name(at) for at in combat.hexes],
            differential=column,
            loss=loss,
            case="12.4.3" if column >= limits().minimum_differential else "12.1.1",
        )
        self._pay_debts(draft)
        draft.push(StrikeBack(combat.attackers, defending))
        take_losses(draft, defending, loss)

    def _roll(self, draft: Draft[PanzerarmeeAfrika], column: int) -> int:
        """[12.1.1, 12.4.3] Below zero only a fort is attacked, and in vain."""
        if column < limits().minimum_differential:
            return 0
        die = draft.roll(f"combat {self.number}, {title(self.combat)} at {column:+d}")
        return combat_results(column, die)

    def _pay_debts(self, draft: Draft[PanzerarmeeAfrika]) -> None:
        """[11.1.5] Whoever has attacked the fort may leave its zone again."""
        for name in self.combat.attackers:
            if draft.state.units[name].owes in self.combat.hexes:
                mark(draft, name, owes=-1)


class StrikeBack(Step[PanzerarmeeAfrika], frozen=True):
    """[12.4.4] When the defender has taken his losses he counter-attacks."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]

    def run(self, draft: Draft[PanzerarmeeAfrika]) -> None:
        draft.pop()
        strike_back(draft, self.attackers, present(draft.state, self.defenders))


def _is_permissible(state: PanzerarmeeAfrika, combat: Combat) -> bool:
    foe_is_there = combat.attackers and defenders(state, enemy_of(state.phasing), combat.hexes)
    return bool(foe_is_there) and differential_now(state, combat) >= limits().minimum_differential


def _told(state: PanzerarmeeAfrika, combat: Combat) -> str:
    if not combat.attackers:
        return f"no units on {hex_names(combat.hexes)}"
    return f"{title(combat)} at {differential_now(state, combat):+d}"
