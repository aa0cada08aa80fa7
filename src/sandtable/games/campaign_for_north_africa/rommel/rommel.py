"""[31.0] General Rommel: where he is, who has him along, and his journeys to Germany.

His counter is the headquarters of the Afrika Korps; it moves like any counter, with an allowance of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Made
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Land
from sandtable.games.campaign_for_north_africa.state import (
    OUT_OF_PLAY,
    POINT,
    ROMMEL,
    TRIPOLI,
    WITHDRAWN,
    Campaign,
    everyone_at,
)
from sandtable.games.campaign_for_north_africa.verbs import leave, place

ALLOWANCE = 60  # [31.0] Capability Points, for movement alone
BONUS = 5  # [31.0] Capability Points of a unit that has him along for a whole Operations Stage
RECALL = 12  # [31.0] on two dice


def rommel_at(state: Campaign) -> int:
    return state.rommel


def rommel_is_away(state: Campaign) -> bool:
    """[31.0] In Germany for this Game-Turn."""
    return state.rommel == WITHDRAWN


def leads(state: Campaign, at: int) -> bool:
    """[31.0, 17.28] Whether he is in a hex where units fight."""
    return at == state.rommel and at not in OUT_OF_PLAY


def bonus(state: Campaign, name: str) -> int:
    """[31.0] Capability Points on top of the allowance of a unit with which he began the stage and still is."""
    here = name in state.escort and state.units[name].at == state.rommel
    return BONUS if here else 0


def check_parting(state: Campaign, leaving: Collection[str], allowances: dict[str, int]) -> None:
    """[31.0] A unit that has used what he adds to its allowance has him along to the end of the stage. `allowances` are
    those without him."""
    for name in state.escort:
        if (name in leaving) == (ROMMEL in leaving) or not bonus(state, name):
            continue
        if state.units[name].spent > POINT * allowances[name]:
            raise Refusal(
                "31.0", f"{name} has spent more than it could without Rommel, so he must stay with it in this stage"
            )


def begin_stage_with_rommel(draft: Draft[Campaign]) -> None:
    """[31.0] Whom he has with him when an Operations Stage starts."""
    at = draft.state.rommel
    there = () if at in OUT_OF_PLAY else everyone_at(draft.state, at, "axis")
    company = tuple(name for name in there if name != ROMMEL)
    if company != draft.state.escort:
        draft.change(escort=company)


# To Germany and back


def call_rommel(draft: Draft[Campaign]) -> None:
    """[31.0] Two dice at the beginning of each Game-Turn; a 12 takes him to Germany for the turn."""
    state = draft.state
    if state.rommel in OUT_OF_PLAY and not rommel_is_away(state):
        return
    was_away = rommel_is_away(state)
    if sum(draft.roll("Rommel's call to Germany", by="axis") for _ in range(2)) == RECALL:
        if not was_away:
            _depart(draft)
        draft.note("recalled", unit=ROMMEL)
    elif was_away:
        draft.push(RommelReturns())


def _depart(draft: Draft[Campaign]) -> None:
    if draft.state.units[ROMMEL].attached:
        leave(draft, ROMMEL)
    for part in draft.state.parts.get(ROMMEL, ()):
        leave(draft, part)
    place(draft, ROMMEL, WITHDRAWN)


class RommelReturns(Decision[Campaign], frozen=True):
    """[31.0] The Axis player puts him down with any of his units; the rule does not say where he lands."""

    def asked(self, state: Campaign) -> tuple[str, ...]:
        return ("axis",)

    def prompt(self, state: Campaign) -> str:
        return "Rommel is back: choose the unit he joins."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return Made(landings(state), _land)

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if not isinstance(action, Land) or action.name != ROMMEL:
            raise Refusal("31.0", "say where Rommel returns")
        at = board().named_location(action.to, "31.0")
        if at not in landings(state):
            raise Refusal("31.0", f"Rommel returns to an Axis unit, and {action.to} has none")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        assert isinstance(action, Land)
        draft.pop()
        place(draft, ROMMEL, board().location(action.to))
        draft.note("returned", unit=ROMMEL, at=action.to)


def _land(at: int) -> Action:
    return Land(ROMMEL, board().name(at))


def landings(state: Campaign) -> list[int]:
    """Tripoli, and wherever the Axis has units."""
    return [TRIPOLI, *(at for at in state.stacks if at != TRIPOLI and state.holder(at) == "axis")]
