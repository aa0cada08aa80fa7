"""[2] Movement."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core import fields
from sandtable.core.fields import Going, Reach
from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing, Made
from sandtable.core.values import Action, Refusal
from sandtable.template.actions import Done, Move
from sandtable.template.map import board, ground
from sandtable.template.state import Outpost, counters, place


def reach(state: Outpost, name: str) -> Reach:
    """[2] Where a unit can go: never into an occupied hex, and no further than the first hex beside an enemy."""
    counter, start = counters()[name], state.units[name]
    return fields.reach(ground(), start, Going(counter.movement, 0, state.stands, state.zones[counter.side]))


class Movement(Decision[Outpost], frozen=True):
    """Each unit moves once."""

    side: str
    moved: tuple[str, ...] = ()

    def prompt(self, state: Outpost) -> str:
        return "Move your units, then end the phase"

    def actions(self, state: Outpost, side: str) -> Sequence[Action]:
        ready = (name for name in state.on_map(side) if name not in self.moved)
        return Listing(*(self._moves(state, name) for name in ready), (Done(),))

    def _moves(self, state: Outpost, name: str) -> Sequence[Action]:
        return Made(tuple(reach(state, name)), lambda to: Move(name, board().name(to)))

    def check(self, state: Outpost, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Move):
            raise Refusal("2", "this is the movement phase")
        if action.unit not in state.on_map(side):
            raise Refusal("2", f"you have no unit {action.unit} on the map")
        if action.unit in self.moved:
            raise Refusal("2", f"{action.unit} has already moved")
        if action.to not in board().index or board().hex(action.to) not in reach(state, action.unit):
            raise Refusal("2", f"{action.unit} cannot reach {action.to}")

    def do(self, draft: Draft[Outpost], side: str, action: Action) -> None:
        if not isinstance(action, Move):
            draft.pop()
            return
        place(draft, action.unit, board().hex(action.to))
        draft.swap(Movement(self.side, (*self.moved, action.unit)))
