"""[7.5, 10.2, 21.3] The losses of an exchange: the weaker side loses all, the stronger at least as much."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing, Made
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.afrika_korps.arrivals.substitution import break_down, breakdowns, check_break
from sandtable.games.afrika_korps.combat.aftermath import AfterBattle
from sandtable.games.afrika_korps.combat.obligations import defence_of
from sandtable.games.afrika_korps.orders import Break, Lose
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.state import AfrikaKorps, attack_of, eliminate, side_of


def exchange(draft: Draft[AfrikaKorps], attackers: Sequence[str], defenders: Sequence[str]) -> None:
    """[7.5, 10.2] Remove the weaker side and let the stronger pay; at equal strength both are lost."""
    attack, defence = attack_of(attackers), defence_of(draft.state, defenders)
    if attack <= defence:
        _remove(draft, attackers)
    if defence <= attack:
        _remove(draft, defenders)
    if attack > defence:
        _pay(draft, ExchangeLosses(tuple(attackers), True, defence))
    if defence > attack:
        _pay(draft, ExchangeLosses(tuple(defenders), False, attack))


def _remove(draft: Draft[AfrikaKorps], names: Iterable[str]) -> None:
    for name in names:
        eliminate(draft, name, "7.5", "exchange")


def _pay(draft: Draft[AfrikaKorps], losses: ExchangeLosses) -> None:
    """Ask only if there is something to choose."""
    if losses.debt <= 0:
        return
    if losses.needs_all(draft.state) and not losses.substitutes:
        _remove(draft, losses.units)
    else:
        draft.push(losses)


class ExchangeLosses(Decision[AfrikaKorps], frozen=True):
    """The stronger side of an exchange chooses its losses, one unit at a time."""

    # A substitute may break into any few units of its kind: the plain ways are listed, all are checked.
    exhaustive: ClassVar[bool] = False
    units: tuple[str, ...]  # of the battle, not yet lost
    attacking: bool
    debt: int  # factors still to be lost
    least: int = 0  # the smallest unit lost so far, since a substitute was broken down; 0 for none

    @property
    def owner(self) -> str:
        return side_of(self.units[0])

    def asked(self, state: AfrikaKorps) -> tuple[str, ...]:
        return (self.owner,)

    def prompt(self, state: AfrikaKorps) -> str:
        factors = "attack" if self.attacking else "defence"
        return f"Exchange: eliminate units with at least {plural(self.debt, f'{factors} factor')}."

    def interrupt(self, state: AfrikaKorps, side: str) -> str:
        return "" if self.attacking else "exchange"

    @property
    def substitutes(self) -> list[str]:
        return [name for name in self.units if counters()[name].substitute]

    def worth(self, state: AfrikaKorps, name: str) -> int:
        """[7.5] The factors a unit has in this battle."""
        return counters()[name].attack if self.attacking else defence_of(state, [name])

    def needs_all(self, state: AfrikaKorps) -> bool:
        factors = [self.worth(state, name) for name in self.units]
        return sum(factors) - min(factors) < self.debt

    def choices(self, state: AfrikaKorps) -> list[str]:
        return [name for name in self.units if self._is_needed(state, name)]

    def _is_needed(self, state: AfrikaKorps, name: str) -> bool:
        """Whether the debt can be paid with this unit so that no lost unit could have been spared.

        A set of losses has nothing to spare when what it pays too much is less than its smallest unit.
        """
        mine = self.worth(state, name)
        others = [self.worth(state, other) for other in self.units if other != name]
        ceiling = min(mine, self.least or mine)
        for smallest in sorted({ceiling, *(factor for factor in others if factor < ceiling)}):
            sums = {0}
            for factor in others:
                if factor >= smallest:
                    sums |= {total + factor for total in sums}
            if any(0 <= total + mine - self.debt < smallest for total in sums):
                return True
        return False

    def actions(self, state: AfrikaKorps, side: str) -> Sequence[Action]:
        broken = [
            Break(name, parts)
            for name in self.substitutes
            for parts in breakdowns(state, name)
            if self._is_useful(state, name, parts)
        ]
        return Listing(Made(self.choices(state), Lose), broken)

    def check(self, state: AfrikaKorps, side: str, action: Action) -> None:
        if isinstance(action, Lose):
            self._check_loss(state, action.unit)
        elif isinstance(action, Break):
            if action.substitute not in self.units:
                raise Refusal("21.3", f"{action.substitute} is not one of the units that may be lost in this exchange")
            check_break(state, action.substitute, action.units)
            if not self._is_useful(state, action.substitute, action.units):
                raise Refusal("7.5", f"breaking {action.substitute} down into these parts would lose nothing")
        else:
            raise Refusal(
                "7.5", f"the exchange comes first: eliminate units with at least {plural(self.debt, 'factor')}"
            )

    def _check_loss(self, state: AfrikaKorps, name: str) -> None:
        if name not in self.units:
            raise Refusal("7.5", f"{name} is not one of the units that may be lost in this exchange")
        if not self._is_needed(state, name):
            raise Refusal(
                "7.5",
                f"with {name} the exchange would cost one unit more than the {plural(self.debt, 'factor')} require",
            )

    def _is_useful(self, state: AfrikaKorps, substitute: str, parts: Sequence[str]) -> bool:
        """[21.3] Breaking down pays the difference; parts of full strength change nothing by themselves."""
        return self._difference(state, substitute, parts) > 0 or len(parts) > 1

    def _difference(self, state: AfrikaKorps, substitute: str, parts: Sequence[str]) -> int:
        whole, facts = counters()[substitute], counters()
        if self.attacking:
            return whole.attack - attack_of(parts)
        doubling = defence_of(state, [substitute]) // whole.defence  # [10.2]
        return doubling * (whole.defence - sum(facts[part].defence for part in parts))

    def do(self, draft: Draft[AfrikaKorps], side: str, action: Action) -> None:
        state = draft.state
        draft.pop()
        if isinstance(action, Break):
            self._break(draft, action)
            return
        assert isinstance(action, Lose)
        paid = self.worth(state, action.unit)
        _remove(draft, [action.unit])
        left = tuple(unit for unit in self.units if unit != action.unit)
        _pay(draft, replace(self, units=left, debt=self.debt - paid, least=min(paid, self.least or paid)))

    def _break(self, draft: Draft[AfrikaKorps], action: Break) -> None:
        """[21.3] The difference is paid; the parts stay in the battle and may advance or be lost in its place."""
        name, parts = action.substitute, action.units
        paid = self._difference(draft.state, name, parts)
        break_down(draft, name, parts)
        if isinstance(draft.top, AfterBattle):
            draft.swap(draft.top.with_parts(name, parts))
        left = (*(unit for unit in self.units if unit != name), *parts)
        _pay(draft, replace(self, units=left, debt=self.debt - paid, least=0))
