"""Where random play seldom comes: alone into a place of the enemy's that he has left, and by sea to where he has come
so himself."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from sandtable.core.frames import admits
from sandtable.core.values import Action
from sandtable.games.north_africa_41.ground.fitness import controllable, prey
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.convoys import listed_ship
from sandtable.games.north_africa_41.movement.orders import Move, Ship
from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.state import NorthAfrica, enemy_of


def dares(state: NorthAfrica, side: Any) -> Sequence[Action]:
    top = state.stack[-1]
    if not isinstance(top, Movement) or top.closing:
        return ()
    return [*_landings(state, side), *_intrusions(state, side)]


def _landings(state: NorthAfrica, side: Any) -> list[Action]:
    """[8.7, 21.1.1] Convoys to a port of one's own in which enemies are without a Combat Unit."""
    beset = {board().name(at) for at in prey(state, side).intersection(state.books[side].ports)}
    if not beset:
        return []
    return [action for action in listed_ship(state, side) if isinstance(action, Ship) and action.to in beset]


def _intrusions(state: NorthAfrica, side: Any) -> list[Action]:
    """[5.8, 16.3.5] Trucks and Replacements that go by themselves to a city, airfield or port of the enemy's."""
    layout, name_of = state.layout, board().name
    left = [at for at in controllable() if state.holder(at) == enemy_of(side)]
    groups = chain(layout.trucks[side].items(), layout.replacements[side].items())
    movers = [(name, at) for at, names in groups if at >= 0 for name in names if name not in state.moved]
    orders = (Move((name,), (name_of(at), name_of(goal))) for name, at in movers for goal in left if goal != at)
    return [order for order in orders if admits(state, side, order)]
