"""[12.4.4, 12.4.5, 12.4.6] Counter-attacks and losses: as near to the number as whole units come, never past it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Made
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.panzerarmee_afrika.factors.strength import counter_differential
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.pieces.tables import combat_results
from sandtable.games.panzerarmee_afrika.state import (
    PanzerarmeeAfrika,
    eliminate,
    enemy_of,
    role_of,
    side_of,
    strength_of,
    total_strength,
)


class Lose(Phrase, frozen=True):
    """[12.4.5] Choose the units that make up a loss; [4] or those over the stacking limit."""

    form: ClassVar[str] = "{units:uk-sg-2, au-20}"
    units: tuple[str, ...]


LISTED = 200  # of the ways to pay a loss; more are as good and still accepted


def present(state: PanzerarmeeAfrika, names: Sequence[str]) -> tuple[str, ...]:
    """Those of the units that are still on the map."""
    return tuple(name for name in names if state.units[name].at >= 0)


def strike_back(draft: Draft[PanzerarmeeAfrika], attackers: Sequence[str], survivors: Sequence[str]) -> None:
    """[12.4.4] The counter-attack on these attackers; it is always made, for it costs nothing."""
    state = draft.state
    attacked = present(state, attackers)
    if not attacked:
        return
    column = counter_differential(state, survivors, attacked)
    striking = ", ".join(survivors) or "nobody left"
    purpose = f"counter-attack, {striking} on {', '.join(attacked)} at {column:+d}"
    die = draft.roll(purpose, by=enemy_of(side_of(attacked[0])))
    loss = combat_results(column, die)
    draft.note(
        "countered", attackers=list(attacked), defenders=list(survivors), differential=column, loss=loss, case="12.4.4"
    )
    take_losses(draft, attacked, loss)


def take_losses(draft: Draft[PanzerarmeeAfrika], units: Sequence[str], number: int) -> None:
    """[12.4.5] Let the owner of these units lose so many factors; he is asked only if there is something to choose."""
    state = draft.state
    due = greatest_loss([strength_of(state, name) for name in units], number)
    if not due:
        return
    ways = list(islice(loss_sets(state, units, due), 2))
    if len(ways) == 1:
        remove(draft, ways[0])
    else:
        draft.push(Losses(tuple(units), due))


def greatest_loss(factors: Sequence[int], number: int) -> int:
    """[12.4.5] The most that whole units come to without exceeding the number."""
    return (sums_of(factors) & ((2 << number) - 1)).bit_length() - 1


def sums_of(factors: Sequence[int]) -> int:
    """Every sum that some of these factors make, as the bits of a number."""
    sums = 1
    for factor in factors:
        sums |= sums << factor
    return sums


def loss_sets(state: PanzerarmeeAfrika, units: Sequence[str], due: int) -> Iterator[tuple[str, ...]]:
    """Every set of units that makes exactly this sum."""
    factors = [strength_of(state, name) for name in units]
    rest = [sums_of(factors[start:]) for start in range(len(units) + 1)]

    def choose(start: int, left: int, chosen: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if not left:
            yield chosen
            return
        for here in range(start, len(units)):
            if not rest[here] >> left & 1:
                return
            if factors[here] <= left and rest[here + 1] >> (left - factors[here]) & 1:
                yield from choose(here + 1, left - factors[here], (*chosen, units[here]))

    return choose(0, due, ())


def remove(draft: Draft[PanzerarmeeAfrika], names: Sequence[str], why: str = "combat") -> None:
    """[12.4.5, 12.4.6] Eliminate units, and the transport units that are left without any in their hexes."""
    hexes = sorted({draft.state.units[name].at for name in names})
    side = side_of(names[0])
    for name in names:
        case = "12.4.5" if role_of(name) == "unit" else "12.4.6"
        eliminate(draft, name, case, why)
    for at in hexes:
        if draft.state.at(at, side):
            continue
        for lorry in tuple(draft.state.layout.lorries[side].get(at, ())):
            eliminate(draft, lorry, "12.4.6", "stacked with units that were all lost")


class Losses(Decision[PanzerarmeeAfrika], frozen=True):
    """[12.4.5] The loser chooses which units make up his loss."""

    exhaustive: ClassVar[bool] = False  # many small units have too many equal ways to list them all
    units: tuple[str, ...]  # of the combat
    due: int  # the factors that whole units can make up

    @property
    def owner(self) -> str:
        return side_of(self.units[0])

    def asked(self, state: PanzerarmeeAfrika) -> tuple[str, ...]:
        return (self.owner,)

    def prompt(self, state: PanzerarmeeAfrika) -> str:
        hexes = hex_names(sorted({state.units[name].at for name in self.units}))
        return f"Lose {plural(self.due, 'combat factor')} from {', '.join(self.units)} at {hexes}."

    def actions(self, state: PanzerarmeeAfrika, side: str) -> Sequence[Action]:
        return Made(list(islice(loss_sets(state, self.units, self.due), LISTED)), Lose)

    def check(self, state: PanzerarmeeAfrika, side: str, action: Action) -> None:
        if not isinstance(action, Lose):
            raise Refusal("12.4.5", f"take the loss first: {plural(self.due, 'combat factor')}")
        if len(set(action.units)) < len(action.units):
            raise Refusal("12.4.5", "a unit can be lost only once")
        for name in action.units:
            if name not in self.units:
                raise Refusal("12.4.5", f"{name} is not one of the units of this combat")
        lost = total_strength(state, action.units)
        if lost > self.due:
            raise Refusal("12.4.5", f"these are {plural(lost, 'combat factor')}, more than the {self.due} to be lost")
        if lost < self.due:
            raise Refusal(
                "12.4.5",
                f"these are {plural(lost, 'combat factor')}; other units add up to {self.due} and must be lost instead",
            )

    def do(self, draft: Draft[PanzerarmeeAfrika], side: str, action: Action) -> None:
        assert isinstance(action, Lose)
        draft.pop()
        remove(draft, action.units)


def vacated(state: PanzerarmeeAfrika, side: str, hexes: Sequence[int]) -> tuple[int, ...]:
    """[12.4, 12.4.7] The hexes that hold nobody of a side any more, save installations."""
    layout = state.layout
    return tuple(at for at in hexes if at not in layout.stands[side] and at not in layout.lorries[side])


def hex_names(hexes: Sequence[int]) -> str:
    return ", ".join(board().name(at) for at in hexes)
