"""[11.0, 15.14] Force Assignment: both sides commit points to Anti-Armour and Close Assault in secret.

The Phasing Player names the hexes he attacks, the other his own hexes that he defends; what is not named is withheld.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from sandtable.core.frames import Draft, Sealed
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.combat.commitment import able, check_attack, check_defence, forces_of
from sandtable.games.campaign_for_north_africa.combat.obligations import obliging
from sandtable.games.campaign_for_north_africa.combat.onset import begin
from sandtable.games.campaign_for_north_africa.combat.orders import Commit
from sandtable.games.campaign_for_north_africa.combat.suggested_commitments import suggestions
from sandtable.games.campaign_for_north_africa.pieces.counters import SIDES
from sandtable.games.campaign_for_north_africa.state import Campaign


def open_commitment(draft: Draft[Campaign]) -> None:
    """[5.2 III G 3d] A side with nobody to commit is not asked; if nobody attacks, nobody defends."""
    state = draft.state
    obliged = tuple(at for at in obliging(state) if at not in state.segment.held_off)
    who = tuple(side for side in SIDES if able(state, side))
    if state.phasing in who:
        draft.push(ForceAssignment(who=who, obliged=obliged))
    else:
        settle(draft, {})


def settle(draft: Draft[Campaign], answers: Mapping[str, Action]) -> None:
    begin(draft, {side: forces_of(draft.state, side, answers[side]) for side in SIDES if side in answers})


class ForceAssignment(Sealed[Campaign], frozen=True):
    """[11.0, 15.14, 15.16] Everything that a side commits in this Combat Segment."""

    exhaustive: ClassVar[bool] = False
    secret: ClassVar[bool] = True
    answers: dict[str, Commit] = {}
    who: tuple[str, ...] = ()
    obliged: tuple[int, ...] = ()  # [10.31, 10.35, 10.6] the hexes that the Phasing Player must assault

    def sides(self, state: Campaign) -> tuple[str, ...]:
        return self.who

    def prompt(self, state: Campaign) -> str:
        return "Commit points to Close Assault (close) and Anti-Armour (anti) by hex; the rest is withheld."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return suggestions(state, side, self.obliged)

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if not isinstance(action, Commit):
            raise Refusal("15.14", "commit points by hex, or: commit none")
        if side == state.phasing:
            check_attack(state, side, action, self.obliged)
        else:
            check_defence(state, side, action)

    def reveal(self, draft: Draft[Campaign], answers: Mapping[str, Action]) -> None:
        settle(draft, answers)
