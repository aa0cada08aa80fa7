"""[17.4] The free Supply Point of a side that neither attacked nor moved but by Tactical Movement or transport."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Decision, Draft
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41.lines.tracing import in_full_supply
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.order_forms import Done, Where
from sandtable.games.north_africa_41.pieces.counters import Side, counters
from sandtable.games.north_africa_41.state import OFF_MAP, NorthAfrica, add_supply


class Deposit(Where, frozen=True):
    """[17.4] Place the free Supply Point; [25.1.1] or say where one is lost."""


def open_free_supply(draft: Draft[NorthAfrica], side: Side) -> None:
    """[17.4] At the end of the Combat Phase."""
    if draft.state.books[side].restful:
        draft.push(FreeSupply(side))


def depots(state: NorthAfrica, side: str) -> list[int]:
    """[17.4] Where it may be placed: own Off Map Boxes and Corps HQs in Full Supply, judged at this instant."""
    headquarters = [
        at
        for at, names in state.layout.combat[side].items()
        if at >= 0
        if any(counters()[name].headquarters and in_full_supply(state, name) for name in names)
    ]
    return [*OFF_MAP[side], *headquarters]


class FreeSupply(Decision[NorthAfrica], frozen=True):
    """[17.4] Where the free Supply Point goes."""

    side: Side

    def prompt(self, state: NorthAfrica) -> str:
        return "A turn without attacks or movement earns a Supply Point. Where do you place it?"

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return [*(Deposit(board().name(at)) for at in depots(state, side)), Done()]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Deposit):
            raise Refusal("17.4", "deposit the Supply Point, or done to go without")
        if action.at not in map(board().name, depots(state, side)):
            raise Refusal("17.4", f"{action.at} is neither one of your Off Map Boxes nor a Corps HQ in Full Supply")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        draft.pop()
        if not isinstance(action, Deposit):
            return
        add_supply(draft, side, board().location(action.at))
        draft.note("deposited", side=side, at=action.at, case="17.4")
