"""[18.0] Reserve Status: units held back, and released at a price that grows with the time they waited."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing, Made, evenly_spaced
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.capability.orders import Release, Reserve
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of
from sandtable.games.campaign_for_north_africa.verbs import mark

FIRST, SECOND = 1, 2  # [18.21] the two sides of the marker
LISTED = 6  # counters that are listed at a time


def counters_on_map(state: Campaign, side: str) -> list[str]:
    facts = counters()
    return [name for at, names in state.stacks.items() if at >= 0 for name in names if facts[name].side == side]


def eligible(state: Campaign, side: str) -> list[str]:
    """[18.11] Any unit of the Phasing Player that is not in Reserve yet."""
    return [name for name in counters_on_map(state, side) if not state.units[name].reserve]


def held(state: Campaign, side: str) -> list[str]:
    return [name for name in counters_on_map(state, side) if state.units[name].reserve]


def open_designation(draft: Draft[Campaign], side: Side) -> None:
    """[18.12, 18.15] The one time at which units are placed in Reserve."""
    if eligible(draft.state, side):
        draft.push(Designation(side))


class Designation(Decision[Campaign], frozen=True):
    """[18.12] Which units are held back. Any number of counters may be named at once."""

    exhaustive: ClassVar[bool] = False
    side: Side

    def prompt(self, state: Campaign) -> str:
        return "Choose counters to hold in Reserve I."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return Listing[Action](
            (Done(),), Made(evenly_spaced(eligible(state, self.side), LISTED, state.count), _reserve)
        )

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Reserve):
            raise Refusal("18.12", "name units for the Reserve, or: done")
        _check_named(state, self.side, action.units)
        for name in action.units:
            if state.units[name].reserve:
                raise Refusal("18.12", f"{name} is already in Reserve")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if not isinstance(action, Reserve):
            draft.pop()
            return
        for counter in action.units:
            _set(draft, counter, reserve=FIRST)  # [18.26] at no cost
        draft.note("reserved", side=self.side, units=list(action.units))


def _reserve(name: str) -> Action:
    return Reserve((name,))


def _release(name: str) -> Action:
    return Release((name,))


def _check_named(state: Campaign, side: str, names: tuple[str, ...]) -> None:
    if len(set(names)) != len(names):
        raise Refusal("18.12", "a unit is named twice")
    for name in names:
        unit = state.units.get(name)
        if unit is None:
            raise Refusal("18.11", f"there is no unit called {name}")
        if counters()[name].side != side:
            raise Refusal("18.11", f"{name} is not yours")
        if unit.attached:
            raise Refusal("4.25", f"{name} is attached to {unit.attached}")
        if unit.at < 0:
            raise Refusal("18.11", f"{name} is not on the map")


def _set(draft: Draft[Campaign], counter: str, **fields: object) -> None:
    """The marker lies on the counter and holds for everything in it."""
    for name in tuple(all_of(draft.state, counter)):
        mark(draft, name, **fields)


# Release


def open_release(draft: Draft[Campaign], side: Side) -> None:
    """[18.13, 18.14] The Reserve Release Segment."""
    if held(draft.state, side):
        draft.push(ReserveRelease(side))


class ReserveRelease(Decision[Campaign], frozen=True):
    """[18.23, 18.24] Which units leave their Reserve; the others wait on, from the first segment on in Reserve II."""

    exhaustive: ClassVar[bool] = False
    side: Side

    def prompt(self, state: Campaign) -> str:
        return "Release units from Reserve."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return Listing[Action]((Done(),), Made(evenly_spaced(held(state, self.side), LISTED, state.count), _release))

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Release):
            raise Refusal("18.13", "name units to be released, or: done")
        _check_named(state, self.side, action.units)
        for name in action.units:
            if not state.units[name].reserve:
                raise Refusal("18.23", f"{name} is not in Reserve")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if not isinstance(action, Release):
            draft.pop()
            if draft.state.cycle == 1:
                turn_over(draft, held(draft.state, self.side))
            return
        for counter in action.units:  # [18.25] free to move wherever they stand
            _set(draft, counter, released=draft.state.units[counter].reserve, reserve=0, halted=False)
        draft.note("released", side=self.side, units=list(action.units))
        if not held(draft.state, self.side):
            draft.pop()


def turn_over(draft: Draft[Campaign], names: Iterable[str]) -> None:
    """[18.13] Who is still in Reserve I is in Reserve II."""
    for counter in names:
        _set(draft, counter, reserve=SECOND)
