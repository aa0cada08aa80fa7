"""[13.2.3, 13.2.4] Allied units that must leave, and those that come back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.listing import Made
from sandtable.core.values import Action, Refusal
from sandtable.games.panzerarmee_afrika.arrivals.orders import Reinstate, Withdraw
from sandtable.games.panzerarmee_afrika.arrivals.places import Muster, bring, check_room, rooms, with_arrival
from sandtable.games.panzerarmee_afrika.map import base, board
from sandtable.games.panzerarmee_afrika.pieces.counters import Category, Side, counters
from sandtable.games.panzerarmee_afrika.pieces.reading import check_counter
from sandtable.games.panzerarmee_afrika.pieces.schedule import reinstatements, withdrawals
from sandtable.games.panzerarmee_afrika.state import (
    CADRE,
    WITHDRAWN,
    PanzerarmeeAfrika,
    Unit,
    role_of,
    side_of,
    write_books,
)

# --- leaving


def open_withdrawals(draft: Draft[PanzerarmeeAfrika], side: Side) -> None:
    """[13.2.3] What the order of battle demands of this turn, one order after the other."""
    if side == "allied" and withdrawals(draft.state.turn):
        draft.push(WithdrawalOrders())


class WithdrawalOrders(Step[PanzerarmeeAfrika], frozen=True):
    """[13.2.3] The orders of one turn."""

    number: int = 0

    def run(self, draft: Draft[PanzerarmeeAfrika]) -> None:
        orders = withdrawals(draft.state.turn)
        if self.number == len(orders):
            draft.pop()
            return
        draft.swap(replace(self, number=self.number + 1))
        order = orders[self.number]
        at_hand = in_base(draft.state, order.category)
        if order.from_cadre:
            at_hand += in_cadre(draft.state, order.category)
        demand(draft, Withdrawals(order.category, order.count, tuple(at_hand), order.reason))


def in_base(state: PanzerarmeeAfrika, category: Category) -> list[str]:
    """[13.2.3] Regular units of a category in the hexes of the Alexandria base, whatever their supply and command."""
    return [name for at in base("allied") for name in state.at(at, "allied") if counters()[name].category == category]


def in_cadre(state: PanzerarmeeAfrika, category: Category) -> list[str]:
    return [
        name
        for name, unit in state.units.items()
        if unit.at == CADRE and side_of(name) == "allied" and counters()[name].category == category
    ]


def on_map(state: PanzerarmeeAfrika, category: Category) -> list[str]:
    return [name for name in state.layout.names("allied") if counters()[name].category == category]


class Withdrawals(Decision[PanzerarmeeAfrika], frozen=True):
    """[13.2.3] The Allies choose among the units at hand; when these have run out, the Axis among all on the map."""

    category: Category
    count: int  # still to leave
    at_hand: tuple[str, ...]
    reason: str

    def asked(self, state: PanzerarmeeAfrika) -> tuple[str, ...]:
        return ("allied",) if self.at_hand else ("axis",)

    def choices(self, state: PanzerarmeeAfrika) -> Sequence[str]:
        return self.at_hand or on_map(state, self.category)

    def prompt(self, state: PanzerarmeeAfrika) -> str:
        units = f"{self.count} {self.category} unit{'s' if self.count > 1 else ''}"
        if self.at_hand:
            return f"Withdraw {units} ({self.reason})."
        return f"The Allies have none available: choose {units} on the map that they must withdraw ({self.reason})."

    def actions(self, state: PanzerarmeeAfrika, side: str) -> Sequence[Action]:
        return Made(self.choices(state), Withdraw)

    def check(self, state: PanzerarmeeAfrika, side: str, action: Action) -> None:
        if not isinstance(action, Withdraw):
            raise Refusal("13.2.3", f"first choose what to withdraw: {self.count} more {self.category}")
        name = check_counter(state, "allied", action.name, "13.2.3")
        if name in self.choices(state):
            return
        if role_of(name) != "unit" or counters()[name].category != self.category:
            raise Refusal("13.2.3", f"{self.category} must be withdrawn, and {name} is not one")
        where = "among those that may be withdrawn" if self.at_hand else "on the map"
        raise Refusal("13.2.3", f"{name}, at {board().name(state.units[name].at)}, is not {where}")

    def do(self, draft: Draft[PanzerarmeeAfrika], side: str, action: Action) -> None:
        assert isinstance(action, Withdraw)
        draft.pop()
        withdraw(draft, action.name, side)
        left = tuple(name for name in self.at_hand if name != action.name)
        demand(draft, replace(self, count=self.count - 1, at_hand=left))


def demand(draft: Draft[PanzerarmeeAfrika], order: Withdrawals) -> None:
    """[13.2.3] Withdraw what leaves no choice, then ask; without enough units on the map the game is lost."""
    if order.at_hand and len(order.at_hand) <= order.count:
        for name in order.at_hand:
            withdraw(draft, name, "allied")
        order = replace(order, count=order.count - len(order.at_hand), at_hand=())
    if not order.count:
        return
    if not order.at_hand:
        others = on_map(draft.state, order.category)
        if len(others) < order.count:
            draft.end("axis", "13.2.3", f"the Allies lack {order.category} to withdraw ({order.reason})")
            return
        if len(others) == order.count:
            for name in others:
                withdraw(draft, name, "axis")
            return
    draft.push(order)


def withdraw(draft: Draft[PanzerarmeeAfrika], name: str, by: str) -> None:
    """[13.2.3, 13.4] It loses its reinforcements."""
    at = draft.state.units[name].at
    draft.amend("units", name, Unit(WITHDRAWN))
    draft.strike("treks", name)
    draft.note("withdrawn", unit=name, at=board().name(at), chosen_by=by, case="13.2.3")


# --- coming back


def allow_reinstatements(draft: Draft[PanzerarmeeAfrika], side: Side) -> None:
    """[13.2.4] What the order of battle grants stays open until it is used."""
    granted = [each.category for each in reinstatements(draft.state.turn) for _ in range(each.count)]
    if side == "allied":
        write_books(draft, side, reinstating=(*draft.state.books[side].reinstating, *granted))


def reinstatable(state: PanzerarmeeAfrika, muster: Muster) -> list[str]:
    """[13.2.4] Withdrawn units, then those in the cadre, of a category that is granted."""
    wanted = state.books[muster.side].reinstating
    if not wanted:
        return []
    return [
        name
        for box in (WITHDRAWN, CADRE)
        for name, unit in state.units.items()
        if unit.at == box and side_of(name) == muster.side and counters()[name].category in wanted
    ]


def reinstatings(state: PanzerarmeeAfrika, muster: Muster) -> Sequence[Action]:
    pairs = [pair for name in reinstatable(state, muster) for pair in product([name], rooms(state, name))]
    return Made(pairs, lambda pair: Reinstate(*pair))


def check_reinstating(state: PanzerarmeeAfrika, muster: Muster, action: Reinstate) -> None:
    name = check_counter(state, muster.side, action.name, "13.2.4")
    if state.units[name].at not in (WITHDRAWN, CADRE):
        raise Refusal("13.2.4", f"{name} is neither withdrawn nor in the cadre")
    wanted, category = state.books[muster.side].reinstating, counters()[name].category
    if category not in wanted:
        raise Refusal("13.2.4", f"no {category} unit may be reinstated now")
    check_room(state, name, action.at)


def reinstate(draft: Draft[PanzerarmeeAfrika], muster: Muster, action: Reinstate) -> Muster:
    wanted = list(draft.state.books[muster.side].reinstating)
    wanted.remove(counters()[action.name].category)
    write_books(draft, muster.side, reinstating=tuple(wanted))
    bring(draft, action.name, action.at)
    draft.note("reinstated", side=muster.side, unit=action.name, at=action.at, case="13.2.4")
    return replace(with_arrival(muster, action.name), reinstated=(*muster.reinstated, action.name))


def reinstate_the_rest(draft: Draft[PanzerarmeeAfrika], muster: Muster) -> Muster:
    """[13.2.4] Like arrivals: into the first hex with room, withdrawn units first."""
    while True:
        names = reinstatable(draft.state, muster)
        hexes = rooms(draft.state, names[0]) if names else []
        if not hexes:
            return muster
        muster = reinstate(draft, muster, Reinstate(names[0], hexes[0]))
