"""[13] The replacements and reinforcements phase: everything that is chosen in it, in any order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing
from sandtable.core.values import Action, Refusal
from sandtable.games.panzerarmee_afrika.arrivals import dismount, replacements, withdrawals
from sandtable.games.panzerarmee_afrika.arrivals import options as optional
from sandtable.games.panzerarmee_afrika.arrivals.orders import (
    Arrive,
    Dismount,
    Option,
    Rebuild,
    Reinforce,
    Reinstate,
    Remount,
)
from sandtable.games.panzerarmee_afrika.arrivals.places import (
    Muster,
    arrivals,
    arrive,
    bring_the_rest,
    check_arrival,
    waiting,
)
from sandtable.games.panzerarmee_afrika.map import base
from sandtable.games.panzerarmee_afrika.order_forms import Done
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.schedule import depots_arriving, pool_name
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika

Check = Callable[[PanzerarmeeAfrika, Muster, Any], None]
Do = Callable[[Draft[PanzerarmeeAfrika], Muster, Any], Muster]
Listed = Callable[[PanzerarmeeAfrika, Muster], Sequence[Action]]

ORDERS: Mapping[type[Action], tuple[Listed, Check, Do]] = {
    Arrive: (arrivals, check_arrival, arrive),  # [13.2]
    Reinstate: (withdrawals.reinstatings, withdrawals.check_reinstating, withdrawals.reinstate),  # [13.2.4]
    Rebuild: (replacements.rebuildings, replacements.check_rebuilding, replacements.rebuild),  # [13.3.2]
    Reinforce: (replacements.reinforcings, replacements.check_reinforcing, replacements.reinforce),  # [13.4]
    Option: (optional.choices, optional.check_option, optional.exercise),  # [13.5]
    Dismount: (dismount.dismountings, dismount.check_dismounting, dismount.dismount),  # [13.6]
    Remount: (dismount.remountings, dismount.check_remounting, dismount.remount),  # [13.6]
}


def open_arrivals(draft: Draft[PanzerarmeeAfrika], side: Side) -> None:
    """[13] After points and withdrawals: ask for the rest, unless nothing can be done."""
    withdrawals.allow_reinstatements(draft, side)
    state = draft.state
    present = tuple(name for at in base(side) for name in state.at(at, side))
    muster = Muster(side, present, depots_arriving(state.turn, side, state.malta))
    if offered(state, muster):
        draft.push(Reinforcements(muster))
    else:
        close(draft, muster)


def offered(state: PanzerarmeeAfrika, muster: Muster) -> Sequence[Action]:
    return Listing[Action](*(listed(state, muster) for listed, _, _ in ORDERS.values()))


def close(draft: Draft[PanzerarmeeAfrika], muster: Muster) -> None:
    """[13.1, 13.2.4, 13.3.1] What was not placed arrives by itself; points above ten are lost."""
    muster = bring_the_rest(draft, muster)
    withdrawals.reinstate_the_rest(draft, muster)
    replacements.lose_excess(draft, muster.side)


class Reinforcements(Decision[PanzerarmeeAfrika], frozen=True):
    """[13] Arrivals, replacements, reinforcing, options and dismounting, in any order."""

    exhaustive: ClassVar[bool] = False  # of the many ways to dismount the plain ones are listed
    muster: Muster

    def asked(self, state: PanzerarmeeAfrika) -> tuple[str, ...]:
        return (self.muster.side,)

    def prompt(self, state: PanzerarmeeAfrika) -> str:
        coming = waiting(state, self.muster)
        books = state.books[self.muster.side]
        parts = [f"arriving: {', '.join(coming)}"] if coming else []
        parts += [f"to be reinstated: {', '.join(books.reinstating)}"] if books.reinstating else []
        held = [f"{count} {pool_name(pool)}" for pool, count in books.points.items() if count]
        parts += [f"points: {', '.join(held)}"] if held else []
        last = " `done` places whatever has not arrived in the first base hexes with room." if coming else ""
        return f"Reinforcements and replacements ({'; '.join(parts) or 'nothing more due'}).{last}"

    def actions(self, state: PanzerarmeeAfrika, side: str) -> Sequence[Action]:
        return Listing[Action](offered(state, self.muster), [Done()])

    def check(self, state: PanzerarmeeAfrika, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        order = ORDERS.get(type(action))
        if order is None:
            raise Refusal("7.1", f"'{action.verb}' does not belong to the reinforcement phase")
        order[1](state, self.muster, action)  # [13.2, 13.3, 13.4, 13.5, 13.6] what each of them asks

    def do(self, draft: Draft[PanzerarmeeAfrika], side: str, action: Action) -> None:
        if isinstance(action, Done):
            draft.pop()
            close(draft, self.muster)
            return
        muster = ORDERS[type(action)][2](draft, self.muster, action)
        draft.swap(Reinforcements(muster))
        if isinstance(action, Option):  # [13.5]
            optional.exchange_units(draft, muster, action.name)
