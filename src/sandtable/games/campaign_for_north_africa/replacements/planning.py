"""[5.2 II A, 20.6, 20.7] In the Naval Convoy Schedule Phase both players plan Replacement Points ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from sandtable.core.frames import Decision, Draft
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.contents import Cargo, Consignment
from sandtable.games.campaign_for_north_africa.logistics.availability import has_replacements
from sandtable.games.campaign_for_north_africa.logistics.freight import disembark, together
from sandtable.games.campaign_for_north_africa.logistics.orders import write_lots
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import SIDES, Side
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import (
    INFANTRY,
    commonwealth_infantry,
    delay,
    land_items,
)
from sandtable.games.campaign_for_north_africa.replacements.orders import Request
from sandtable.games.campaign_for_north_africa.replacements.pool import (
    NATIONS_OF,
    arrival_of,
    available,
    check_lots,
    draw,
    has_lines,
)
from sandtable.games.campaign_for_north_africa.state import TUNIS, Campaign

COMMONWEALTH: Final = "commonwealth"


def open_planning(draft: Draft[Campaign]) -> None:
    """[20.63, 20.71, 20.72] Infantry of the Commonwealth is diced for; for the rest the players are asked."""
    draft_infantry(draft)
    for side in reversed(SIDES):
        if any(has_lines(draft.state, nation) for nation in NATIONS_OF[side]):
            draft.push(Planning(side))


def draft_infantry(draft: Draft[Campaign]) -> None:
    """[20.72, 20.73] Two dice for the infantry of every Game-Turn up to a month ahead that has not been diced yet."""
    state = draft.state
    last = min(state.turn + delay(COMMONWEALTH), state.last_turn)
    for turn in range(max(state.drafted, state.turn) + 1, last + 1):
        if has_replacements(state, turn):
            purpose = f"infantry for Game-Turn {turn}"
            dice = draft.roll(purpose, only=COMMONWEALTH) + draft.roll(f"{purpose}, second die", only=COMMONWEALTH)
            points = commonwealth_infantry(turn, dice)
            if points:
                schedule(draft, COMMONWEALTH, turn, (Cargo(COMMONWEALTH, INFANTRY, points),))
        draft.change(drafted=turn)


def schedule(draft: Draft[Campaign], side: Side, turn: int, lots: tuple[Cargo, ...]) -> None:
    """[20.21] Replacement Points of a Game-Turn, beside the stores that were planned for it."""
    plans = draft.state.plans.get(side, ())
    before = next((each for each in plans if each.turn == turn and each.points and not each.lane), None)
    others = tuple(each for each in plans if each is not before)
    points = together((*before.points, *lots)) if before else lots
    draft.amend("plans", side, (*others, Consignment(turn, 0, points=points)))
    draft.note("requested", only=side, side=side, arrives=turn, points=write_lots(lots))


class Planning(Decision[Campaign], frozen=True):
    """[20.61, 20.62, 20.63, 20.72] Replacement Points of any lines, as far as the charts go. Nobody else is told."""

    side: Side
    secret: ClassVar[bool] = True
    exhaustive: ClassVar[bool] = False

    def prompt(self, state: Campaign) -> str:
        turn = arrival_of(state, NATIONS_OF[self.side][0])
        return f"Plan Replacement Points that arrive in Game-Turn {turn}, or `done`."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        lots = [
            Cargo(nation, item, count)
            for nation in NATIONS_OF[self.side]
            for item, most in available(state, nation).items()
            for count in dict.fromkeys((most, 1))
        ]
        return [Done(), *(Request((lot,)) for lot in lots)]

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Request):
            raise Refusal("20.63", "request Replacement Points, or: done")
        check_lots(state, self.side, action.lots)

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if isinstance(action, Request):
            draw(draft, action.lots)
            here = tuple(each for each in action.lots if land_items(each.nation)[each.item].tunis_box)
            disembark(draft, self.side, TUNIS, here)  # [20.66] the French guns are there at once
            sailing = tuple(each for each in action.lots if each not in here)
            if sailing:
                schedule(draft, self.side, arrival_of(draft.state, sailing[0].nation), sailing)
        else:
            draft.pop()
