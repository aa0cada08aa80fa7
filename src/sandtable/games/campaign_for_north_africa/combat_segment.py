"""[5.2] The Combat Segment: its steps in order. What each side does in a step is told in the step's own module."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.core.frames import Draft, Step
from sandtable.games.campaign_for_north_africa.combat import anti_armour, close_assault
from sandtable.games.campaign_for_north_africa.combat.barrage.gun_positions import open_positions
from sandtable.games.campaign_for_north_africa.combat.barrage.plot import open_barrage
from sandtable.games.campaign_for_north_africa.combat.force_assignment import open_commitment
from sandtable.games.campaign_for_north_africa.combat.obligations import open_unmet
from sandtable.games.campaign_for_north_africa.combat.reassignment import open_reassignment, unmask
from sandtable.games.campaign_for_north_africa.combat.retreat_before_assault import open_withdrawal
from sandtable.games.campaign_for_north_africa.combat.segment import fronts
from sandtable.games.campaign_for_north_africa.contents import Segment
from sandtable.games.campaign_for_north_africa.fleet.offshore_bombardment import open_salvo, ready
from sandtable.games.campaign_for_north_africa.fleet.shore_guns import can_engage
from sandtable.games.campaign_for_north_africa.ground.contact import forget_probes
from sandtable.games.campaign_for_north_africa.movement.entering import claim
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.state import Campaign


def open_combat(draft: Draft[Campaign], side: Side) -> None:
    """[11.0] A Combat Segment; where no opponents are adjacent nothing happens."""
    draft.change(segment=Segment())
    forget_probes(draft)
    if fronts(draft.state, side) or ready(draft.state) or can_engage(draft.state):
        draft.push(CombatSegment())
    else:
        close(draft)


class CombatSegment(Step[Campaign], frozen=True):
    """[5.2] From the positions of the guns to the last Close Assault."""

    step: int = 0

    def run(self, draft: Draft[Campaign]) -> None:
        if self.step == len(STEPS):
            draft.pop()
            close(draft)
            return
        draft.swap(CombatSegment(self.step + 1))
        STEPS[self.step](draft)


def close(draft: Draft[Campaign]) -> None:
    """[12.44, 12.12, 10.29] Pins and positions are over with the Combat Segment; who is left in a zone without any
    strength is taken."""
    draft.change(segment=Segment(), promised={})
    claim(draft, draft.state.phasing)


def _barrage(draft: Draft[Campaign]) -> None:
    open_salvo(draft, open_barrage)


def _close_assault(draft: Draft[Campaign]) -> None:
    unmask(draft)
    close_assault.open_assaults(draft)


STEPS: tuple[Callable[[Draft[Campaign]], None], ...] = (  # [5.2 III G 3]
    open_positions,  # a.
    _barrage,  # b.
    open_withdrawal,  # c.
    open_commitment,  # d.
    open_reassignment,  # [14.23]
    anti_armour.open_fire,  # e.
    _close_assault,  # f.
    open_unmet,  # [10.36]
)
