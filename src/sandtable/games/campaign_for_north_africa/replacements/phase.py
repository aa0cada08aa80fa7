"""[20.46] The Truck Convoy Movement Phase of Replacement Points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import ClassVar

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Branch, Branches, branch, evenly_spaced, rotated
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.capability.cohesion import is_spent_force, left
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.region import MAP
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import discard_empty, replacements_of
from sandtable.games.campaign_for_north_africa.pieces.units import is_immobile, need
from sandtable.games.campaign_for_north_africa.repair.breakdown import open_breakdown
from sandtable.games.campaign_for_north_africa.replacements.crews import check_crew, crew, ready_crews
from sandtable.games.campaign_for_north_africa.replacements.marches import (
    carry,
    carry_reach,
    check_carry,
    check_forward,
    forward,
    forward_reach,
)
from sandtable.games.campaign_for_north_africa.replacements.orders import Carry, Crew, Forward
from sandtable.games.campaign_for_north_africa.state import REGION, Campaign

LISTED, ENDS = 4, 3  # counters that are listed at a time, and hexes for each
OFF_MAP = (MAP, *map(board().name, REGION))  # [8.83] where journeys lead


def open_marches(draft: Draft[Campaign], side: Side) -> None:
    """[20.46] If there is anybody who could go."""
    if movable(draft.state, side) or next(ready_crews(draft.state, side), None) is not None:
        draft.push(ReplacementMarches(side))


def movable(state: Campaign, side: Side) -> list[str]:
    """Counters that are neither in Training nor at the end of their Allowance."""
    return [name for name in replacements_of(state, side) if _may_go(state, name)]


def _may_go(state: Campaign, name: str) -> bool:
    return not state.units[name].school and not is_spent_force(state, name) and left(state, name) > 0


class ReplacementMarches(Decision[Campaign], frozen=True):
    """The Replacement Points of a player, in his Truck Convoy Phase."""

    side: Side
    exhaustive: ClassVar[bool] = False

    def prompt(self, state: Campaign) -> str:
        return "Send Replacement Points to their units, by themselves or on trucks; `done` ends their moves."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        going = rotated(movable(state, self.side), state.count)[:LISTED]
        moves = (Branch(max(2 * ENDS, len(OFF_MAP)), partial(self._moves, state, name)) for name in going)
        return Branches[Action](branch((Done(),)), *moves, Branch(LISTED, partial(self._crews, state)))

    def _moves(self, state: Campaign, name: str) -> Sequence[Action]:
        return [action for action in self._ways(state, name) if is_lawful(self, state, action)]

    def _ways(self, state: Campaign, name: str) -> Iterator[Action]:
        if state.units[name].at < 0:
            yield from (Forward(name, to) for to in OFF_MAP)
            return
        if not is_immobile(state, name):
            ends = evenly_spaced(tuple(forward_reach(state, self.side, name)), ENDS, state.count)
            yield from (Forward(name, board().name(goal)) for goal in ends)
        if need(state, name):
            ends = evenly_spaced(tuple(carry_reach(state, self.side, name)), ENDS, state.count)
            yield from (Carry(name, board().name(goal)) for goal in ends)

    def _crews(self, state: Campaign) -> Sequence[Action]:
        return list(islice(ready_crews(state, self.side), LISTED))

    def check(self, state: Campaign, side: str, action: Action) -> None:
        match action:
            case Done():
                return
            case Forward():
                check_forward(state, self.side, action)  # [20.44]
            case Carry():
                check_carry(state, self.side, action)
            case Crew():
                check_crew(state, self.side, action)
            case _:
                raise Refusal("20.46", "only Replacement Points move now: forward or carry them, or: done")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        match action:
            case Forward():
                forward(draft, self.side, action)
            case Carry():
                carry(draft, self.side, action)
            case Crew():
                crew(draft, self.side, action)
            case _:
                draft.pop()
                open_breakdown(draft)  # [21.11, 21.24]
                discard_empty(draft)


def is_lawful(decision: ReplacementMarches, state: Campaign, action: Action) -> bool:
    return may(decision.check, state, decision.side, action)
