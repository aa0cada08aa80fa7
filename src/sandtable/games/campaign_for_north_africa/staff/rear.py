"""The rear area: organisation, repair, arrivals, and all the small questions."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.absorption import absorptions
from sandtable.games.campaign_for_north_africa.actions import Again, Attach, Done, GoFirst, GoLast, Release
from sandtable.games.campaign_for_north_africa.counters import counters
from sandtable.games.campaign_for_north_africa.initiative import Declaration
from sandtable.games.campaign_for_north_africa.organisation import Organisation
from sandtable.games.campaign_for_north_africa.releases import Releasing
from sandtable.games.campaign_for_north_africa.staff import stores
from sandtable.games.campaign_for_north_africa.staff.aims import aims
from sandtable.games.campaign_for_north_africa.staff.orders import admits
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.staff.planner import ASSAULT_COST, garrisons, strikes
from sandtable.games.campaign_for_north_africa.state import Campaign, Side
from sandtable.games.campaign_for_north_africa.turn import STAGES, Repetition
from sandtable.games.campaign_for_north_africa.zones import controlled, near_enemy, stands

MOST_CYCLES = 3  # Movement and Combat Segments in a phase


def organise(frame: Organisation, state: Campaign, side: Side) -> Action:
    """[19.0] Units to their headquarters, Supply Units on to trucks, repaired vehicles to who needs them."""
    for action in _useful(state, side):
        if admits(state, side, action): return action
    return Done()


def _useful(state: Campaign, side: Side) -> Iterator[Action]:
    yield from stores.loading(state, side)
    yield from gatherings(state, side)
    if state.spares: yield from absorptions(state, side)


def gatherings(state: Campaign, side: Side) -> Iterator[Action]:
    """[19.41] Who stands with the headquarters he is assigned to."""
    facts = counters()
    for at in stands(state, side):
        here = state.stacks[at]
        if len(here) < 2: continue
        for name in here:
            above = state.units[name].assigned
            if above in here and facts[above].is_hq and not state.units[name].spent: yield Attach(name, above)


def declare(frame: Declaration, state: Campaign, side: Side) -> Action:
    """[7.11] Whoever has the last move of the game keeps what he takes."""
    last = state.turn >= state.last_turn and state.stage >= STAGES
    return GoLast() if last else GoFirst()


def release(frame: Releasing, state: Campaign, side: Side) -> Action:
    """[61.3] The strongest."""
    offers = [action for action in frame.actions(state, side) if isinstance(action, Release)]
    return max(offers, key=lambda action: (sum(state.units[action.units[0]].toe.values()), action.units[0]),
               default=Done())


def repeat(frame: Repetition, state: Campaign, side: Side) -> Action:
    """[8.22] Once more while an assault promises well or the enemy has given way."""
    if state.cycle >= MOST_CYCLES: return Done()
    picture, places = Picture(state, side), aims(state.scenario, side)
    if any(_is_worn_out(picture, at) for at in stands(state, side)): return Done()
    if state.retreating: return Again()
    found = strikes(picture, garrisons(picture, places), {aim.at: aim.value for aim in places})
    return Again() if found else Done()


def _is_worn_out(picture: Picture, at: int) -> bool:
    """[10.31] Whether somebody in a hex would have to assault again and cannot without losing cohesion."""
    if at not in near_enemy(picture.state, picture.side) or not controlled(picture.state, at, picture.foe): return False
    return any(force.left < ASSAULT_COST and force.size > 1 for force in picture.at(at))
