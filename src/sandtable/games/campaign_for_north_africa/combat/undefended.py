"""[15.15, 15.29, 15.54, 15.56] A hex whose Close Assault begins and to whose defence nobody was assigned.

Fire at armour is over by then: whoever fired does not defend for all that [14.0].
"""

from __future__ import annotations

from sandtable.core.frames import Draft, Step
from sandtable.games.campaign_for_north_africa.capability.cohesion import disorganise
from sandtable.games.campaign_for_north_africa.combat import retreats
from sandtable.games.campaign_for_north_africa.combat.differential import fight_for
from sandtable.games.campaign_for_north_africa.combat.firepower import supplied
from sandtable.games.campaign_for_north_africa.combat.resolution import hearten
from sandtable.games.campaign_for_north_africa.combat.segment import can_fight, defender, forces_at
from sandtable.games.campaign_for_north_africa.combat.surrender import surrender
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.strength import worth
from sandtable.games.campaign_for_north_africa.state import Campaign, everyone_at

SCATTERED = 3  # [15.29] hexes, and Disorganization Points


def is_undefended(state: Campaign, at: int) -> bool:
    """[15.29] Nobody was assigned to the Close Assault, though somebody might have been: a hex whose rated units are
    all unable, one of them pinned, stays to be assaulted, and so does one in which nobody has a rating."""
    side = defender(state)
    if forces_at(state, at, side, "close_assault"):
        return False
    rated = [name for name in everyone_at(state, at, side) if _is_rated(state, name)]
    if not rated:
        return False
    return any(can_fight(state, name) for name in rated) or not any(name in state.segment.pinned for name in rated)


def yield_hex(draft: Draft[Campaign], at: int) -> None:
    """[15.15, 15.29] Those without Ammo surrender, all others go; who assaulted is the better for it."""
    state = draft.state
    side = defender(state)
    draft.push(Yielded(at))
    if _has_no_ammo(state, at):
        surrender(draft, at, state.phasing)
        return
    draft.note("gave_up", at=board().name(at), side=side, hexes=SCATTERED, case="15.29")
    disorganise(draft, tuple(everyone_at(state, at, side)), SCATTERED)
    _scatter(draft, at, SCATTERED)


def _has_no_ammo(state: Campaign, at: int) -> bool:
    """[15.15] Nobody able has Ammo; what was spent on fire at armour was there."""
    side = defender(state)
    if forces_at(state, at, side, "anti_armour"):
        return False
    fit = [name for name in everyone_at(state, at, side) if _is_rated(state, name) and can_fight(state, name)]
    return bool(fit) and not any(supplied(state, side, (name,), "assault") for name in fit)


def _scatter(draft: Draft[Campaign], at: int, hexes: int) -> None:
    retreats.open_forced(draft, at, hexes, -1)


def _is_rated(state: Campaign, name: str) -> bool:
    """[15.54] Whether anything of it is worth something in defence; a printed nought is no rating."""
    return any(worth(state, name, weapon, "defence") for weapon in state.units[name].toe)


class Yielded(Step[Campaign], frozen=True):
    """[6.24] The hex was vacated because of the assault on it, unless somebody had to stand."""

    at: int

    def run(self, draft: Draft[Campaign]) -> None:
        draft.pop()
        if draft.state.holder(self.at) is None:
            hearten(draft, fight_for(draft.state, (self.at,)))
