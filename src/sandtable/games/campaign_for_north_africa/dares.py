"""Where random play seldom comes: up to the enemy, into battle with all that is there, away with the supplies, and to
whatever was left behind on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from sandtable.core.frames import admits
from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.combat.barrage.plot import Plot
from sandtable.games.campaign_for_north_africa.combat.force_assignment import ForceAssignment
from sandtable.games.campaign_for_north_africa.combat.retreats import Retreats
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.movement.march import Reaction
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.repair.destroyed_tanks import Spoils
from sandtable.games.campaign_for_north_africa.staff import battle
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of

LOOKED_AT = 200  # listed moves that are looked through for those that lead to the enemy


def dares(state: Campaign, side: Any) -> Sequence[Action]:
    top: Any = state.stack[-1]
    match top:
        case Movement():
            return _to_contact(islice(top.moves(state), LOOKED_AT), state, side)
        case Plot():
            return _admitted([battle.barrage(top, state, side)], state, side)
        case ForceAssignment():
            return _admitted([battle.commit(top, state, side)], state, side)
        case Retreats() | Reaction():
            return [action for action in islice(top.actions(state, side), LOOKED_AT) if _takes_supplies(action, state)]
        case Spoils():
            return list(islice(top.actions(state, side), LOOKED_AT))
        case _:
            return ()


def _to_contact(moves: Iterable[Action], state: Campaign, side: str) -> list[Action]:
    return [move for move in moves if any(state.holder(near) == enemy_of(side) for near in _around(move))]


def _around(move: Action) -> tuple[int, ...]:
    path = getattr(move, "path", ())
    return tuple(neighbours()[board().hex(path[-1])]) if path and path[-1] in board().index else ()


def _takes_supplies(action: Action, state: Campaign) -> bool:
    return not state.supply.keys().isdisjoint(getattr(action, "units", ()))


def _admitted(actions: Iterable[Action], state: Campaign, side: str) -> list[Action]:
    return [action for action in actions if admits(state, side, action)]
