"""Troops by sea: whoever is idle far behind goes to the port that lies nearest to the front."""

from __future__ import annotations

from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.fleet.troops import transfers
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.units import is_combat, size
from sandtable.games.campaign_for_north_africa.staff.aims import front
from sandtable.games.campaign_for_north_africa.state import Campaign, Side

NEARER = 30  # hexes by which a passage has to lead nearer to the front


def ferry(state: Campaign, side: Side) -> Action:
    """[30.51] The largest load of combat units that comes nearer by the most."""
    aim, distance = front(state, side), board().distance
    best: Action = Done()
    most = (NEARER, 0)
    for action in transfers(state):
        if not all(is_combat(state, name) for name in action.units):
            continue
        gain = distance(state.units[action.units[0]].at, aim) - distance(board().hex(action.to), aim)
        worth = gain, sum(size(state, name) for name in action.units)
        if worth > most:
            best, most = action, worth
    return best
