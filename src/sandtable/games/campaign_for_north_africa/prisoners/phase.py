"""[28.12, 28.13, 28.24] When players are asked about prisoners: when some have been taken, and in the Truck Convoy
Phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Branch, Branches, branch, evenly_spaced, rotated
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Done, Points
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.prisoners.escapes import (
    escaped_of,
    held_by,
    points_at,
    release_unguarded,
    settle,
)
from sandtable.games.campaign_for_north_africa.prisoners.guards import (
    check_dismiss,
    check_guard,
    dismiss,
    dismissible,
    form_guard,
    guards_at,
    may_form,
)
from sandtable.games.campaign_for_north_africa.prisoners.marches import (
    cart,
    check_cart,
    check_escort,
    check_flee,
    check_lead,
    depart,
    escort,
    flee,
    fleeing_reach,
    lead,
    leading_ways,
    marching_reach,
)
from sandtable.games.campaign_for_north_africa.prisoners.orders import Cart, Column, Dismiss, Escort, Flee, Guard, Lead
from sandtable.games.campaign_for_north_africa.prisoners.tables import guards_needed, prisoner_table
from sandtable.games.campaign_for_north_africa.state import SIDES, Campaign

LISTED, ENDS = 4, 3  # markers that are listed at a time, and hexes for each


def await_captors(draft: Draft[Campaign]) -> bool:
    """[28.12, 28.23] Between two segments or phases: prisoners whose guards have gone escape, and those who have just
    been taken are led away first. Whether somebody is asked."""
    release_unguarded(draft)
    for side in SIDES:
        depart(draft, side)
        if just_taken(draft.state, side):
            draft.push(Taking(side))
            return True
    return False


def just_taken(state: Campaign, side: Side) -> list[str]:
    """[28.12] Those whom their captor may still lead away."""
    return [name for name in held_by(state, side) if state.captives[name].free]


def open_prisoners(draft: Draft[Campaign], side: Side) -> None:
    """[28.13, 28.24] If there is anybody to guard, to march or to come home."""
    state = draft.state
    if held_by(state, side) or escaped_of(state, side) or dismissible(state, side):
        draft.push(PrisonerMarches(side))


def merge(draft: Draft[Campaign]) -> None:
    """[28.11] When an Operations Stage is over, markers of the same kind in a hex become one, fresh for the next."""
    kept: dict[tuple[object, ...], str] = {}
    for name, each in tuple(draft.state.captives.items()):
        key = each.nation, each.at, each.captor, each.fresh, each.free
        if key in kept:
            first = draft.state.captives[kept[key]]
            draft.amend("captives", kept[key], replace(first, points=first.points + each.points))
            draft.strike("captives", name)
            continue
        kept[key] = name
        if each.spent:
            draft.amend("captives", name, replace(each, spent=0))


class Taking(Decision[Campaign], frozen=True):
    """[28.12, 28.22] Prisoners have been taken: they are led up to three hexes away, and guards are formed for them."""

    side: Side
    exhaustive: ClassVar[bool] = False

    def prompt(self, state: Campaign) -> str:
        hexes = prisoner_table().free_hexes.value
        return f"Lead the new prisoners up to {plural(hexes, 'hex')} away, form guards; `done` leaves them there."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return [Done(), *self._leads(state), *guard_orders(state, self.side)]

    def _leads(self, state: Campaign) -> Iterator[Action]:
        for name in just_taken(state, self.side)[:LISTED]:
            each = state.captives[name]
            for goal in evenly_spaced(tuple(leading_ways(state, self.side, each.at)), ENDS, state.count):
                action = Lead((Points(name, "", each.points),), board().name(goal))
                if is_lawful(self, state, action):
                    yield action

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if isinstance(action, Lead):
            check_lead(state, self.side, action)
        elif isinstance(action, Guard):
            check_guard(state, self.side, action)
        else:
            raise Refusal("28.12", "prisoners are led away and guards formed now; they march in the Truck Convoy Phase")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if isinstance(action, Lead):
            lead(draft, self.side, action)
        elif isinstance(action, Guard):
            form_guard(draft, self.side, action)
        if isinstance(action, Done) or not just_taken(draft.state, self.side):
            draft.pop()
            for name in just_taken(draft.state, self.side):
                draft.amend("captives", name, replace(draft.state.captives[name], free=False))


class PrisonerMarches(Decision[Campaign], frozen=True):
    """[28.13, 28.17, 28.18, 28.22, 28.24] The prisoners of a player and his own men who have escaped, in his Truck
    Convoy Phase."""

    side: Side
    exhaustive: ClassVar[bool] = False

    def prompt(self, state: Campaign) -> str:
        return "Guard and march prisoners, move your own men who have escaped; `done` leaves the unguarded to escape."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        led = rotated(held_by(state, self.side), state.count)[:LISTED]
        fleeing = rotated(escaped_of(state, self.side), state.count)[:LISTED]
        return Branches[Action](
            branch((Done(),)),
            branch(list(guard_orders(state, self.side))),
            branch([Dismiss(name) for name in dismissible(state, self.side)[:LISTED]]),
            *(Branch(2 * ENDS, partial(self._led, state, name)) for name in led),
            *(Branch(ENDS, partial(self._fleeing, state, name)) for name in fleeing),
        )

    def _led(self, state: Campaign, name: str) -> Sequence[Action]:
        each = state.captives[name]
        goals = tuple(marching_reach(state, self.side, each.at, each.spent))
        return [*self._listed(state, Escort, name, goals), *self._listed(state, Cart, name, goals)]

    def _fleeing(self, state: Campaign, name: str) -> Sequence[Action]:
        return list(self._listed(state, Flee, name, tuple(fleeing_reach(state, state.captives[name]))))

    def _listed(self, state: Campaign, kind: type[Column], name: str, goals: Sequence[int]) -> Iterator[Action]:
        points = (Points(name, "", state.captives[name].points),)
        for goal in evenly_spaced(goals, ENDS, state.count):
            action = kind(points, board().name(goal))
            if is_lawful(self, state, action):
                yield action

    def check(self, state: Campaign, side: str, action: Action) -> None:
        match action:
            case Done():
                return
            case Guard():
                check_guard(state, self.side, action)
            case Dismiss():
                check_dismiss(state, self.side, action)
            case Escort():
                check_escort(state, self.side, action)
            case Cart():
                check_cart(state, self.side, action)
            case Flee():
                check_flee(state, self.side, action)
            case _:
                raise Refusal("28.13", "only prisoners, guards and those who have escaped move now")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        match action:
            case Guard():
                form_guard(draft, self.side, action)
            case Dismiss():
                dismiss(draft, self.side, action)
            case Escort():
                escort(draft, self.side, action)
            case Cart():
                cart(draft, self.side, action)
            case Flee():
                flee(draft, self.side, action)
            case _:
                draft.pop()
                settle(draft, self.side)


def guard_orders(state: Campaign, side: Side) -> Iterator[Guard]:
    """[28.17] A guard where prisoners lie that still need one to march."""
    hexes = dict.fromkeys(state.captives[name].at for name in held_by(state, side))
    for at in islice(hexes, LISTED):
        if len(guards_at(state, at, side)) >= guards_needed(points_at(state, at, side)):
            continue
        yield from map(Guard, may_form(state, at, side)[:ENDS])


def is_lawful(decision: Decision[Campaign], state: Campaign, action: Action) -> bool:
    return may(decision.check, state, decision.asked(state)[0], action)
