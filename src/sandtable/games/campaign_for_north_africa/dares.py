"""Where random play seldom comes: up to the enemy and into his minefields, into battle with all that is there, to sea,
away with the supplies, to whatever was left behind on the way, after prisoners, out with the desert raiders, and to
work with the engineers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

from sandtable.core.frames import admits
from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.combat.barrage.plot import Plot
from sandtable.games.campaign_for_north_africa.combat.force_assignment import ForceAssignment
from sandtable.games.campaign_for_north_africa.combat.orders import Retreat
from sandtable.games.campaign_for_north_africa.combat.retreats import Retreats
from sandtable.games.campaign_for_north_africa.construction.choices import listed_works
from sandtable.games.campaign_for_north_africa.fleet.offshore_bombardment import NONE, OffShore
from sandtable.games.campaign_for_north_africa.fleet.ships import FleetAssignment
from sandtable.games.campaign_for_north_africa.fleet.shore_guns import ShoreFire
from sandtable.games.campaign_for_north_africa.fleet.troops import TroopTransport
from sandtable.games.campaign_for_north_africa.ground.zones import named_way
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.movement.march import Reaction
from sandtable.games.campaign_for_north_africa.movement.orders import Move, React
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.prisoners.phase import PrisonerMarches, Taking
from sandtable.games.campaign_for_north_africa.raiders.commandos import listed_boardings, listed_rides
from sandtable.games.campaign_for_north_africa.raiders.encounters import Encounter, Getaway, lairs
from sandtable.games.campaign_for_north_africa.raiders.forming import formations
from sandtable.games.campaign_for_north_africa.raiders.orders import Prowl
from sandtable.games.campaign_for_north_africa.raiders.prowling import has_fuel, points_left, raiders_of, reach
from sandtable.games.campaign_for_north_africa.raiders.raids import listed_strikes, listed_waylays
from sandtable.games.campaign_for_north_africa.repair.destroyed_tanks import Spoils
from sandtable.games.campaign_for_north_africa.staff import battle
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of

WORKS = 10  # orders to build, to stop and to set up dumps
LOOKED_AT = 200  # listed moves that are looked through for those that lead to the enemy
FEW = 4  # ways for each raider


def dares(state: Campaign, side: Any) -> Sequence[Action]:
    top: Any = state.stack[-1]
    match top:
        case Movement():
            moves = islice(top.moves(state), LOOKED_AT)
            mined = _admitted(_on_to_mines(state, side), state, side)
            return [*_raids(state, side), *_to_contact(moves, state, side), *mined]
        case Organisation():
            works = islice(listed_works(state, side), WORKS)
            return _admitted((*formations(state, side), *works), state, side)
        case Plot():
            return _admitted([battle.barrage(top, state, side)], state, side)
        case ForceAssignment():
            return _admitted([battle.commit(top, state, side)], state, side)
        case Retreats() | Reaction():
            return [action for action in islice(top.actions(state, side), LOOKED_AT) if _takes_supplies(action, state)]
        case Spoils():
            return list(islice(top.actions(state, side), LOOKED_AT))
        case Taking() | PrisonerMarches() | Encounter() | Getaway():
            return [action for action in top.actions(state, side) if not isinstance(action, Done)]
        case FleetAssignment():
            return [*_admitted(top.landings(state), state, side), *_but_nothing(top, state, side)]
        case OffShore() | ShoreFire() | TroopTransport():
            return _but_nothing(top, state, side)
        case _:
            return ()


def _to_contact(moves: Iterable[Action], state: Campaign, side: Side) -> list[Action]:
    """Moves that end next to the enemy, or cross a raider of his, whom nobody looks for by chance."""
    hidden = lairs(state, enemy_of(side))
    return [
        move for move in moves if isinstance(move, Move) and _is_bold(state, side, board().hex(move.path[-1]), hidden)
    ]


def _is_bold(state: Campaign, side: Side, end: int, hidden: frozenset[int]) -> bool:
    return end in hidden or any(state.holder(near) == enemy_of(side) for near in neighbours()[end])


def _but_nothing(top: Any, state: Campaign, side: str) -> list[Action]:
    """Everything that is listed but to leave it."""
    return [action for action in islice(top.actions(state, side), LOOKED_AT) if action not in (Done(), NONE)]


def _on_to_mines(state: Campaign, side: str) -> Iterator[Action]:
    """[26.25] Whoever stands next to an enemy minefield, into it."""
    for at, field in state.minefields.items():
        for near in neighbours()[at] if field.side != side else ():
            for name in state.at(near, side):
                yield Move((name,), (board().name(near), board().name(at)))


def _takes_supplies(action: Action, state: Campaign) -> bool:
    return isinstance(action, Retreat | React) and not state.supply.keys().isdisjoint(action.units)


def _raids(state: Campaign, side: Side) -> list[Action]:
    """Raids where there is something to raid, else on to where there is, zones or not."""
    if not state.raiders and not state.commandos:
        return []
    deeds = chain(listed_strikes(state, side), listed_waylays(state, side), listed_rides(state, side))
    found = [*deeds, *listed_boardings(state, side)]
    for name in raiders_of(state, side):
        raider = state.raiders[name]
        if raider.halted or not has_fuel(state, raider):
            continue
        ways, foe = reach(state, raider, points_left(raider)), enemy_of(side)
        dumps = {each.at for each in state.supply.values() if each.side == foe and each.at in ways}
        trucks = {at for at in state.motors.get(foe, {}) if at in ways}
        goals = islice(sorted(dumps | trucks), FEW)
        found += (Prowl(name, named_way(ways, raider.at, goal)) for goal in goals)
    return _admitted(found, state, side)


def _admitted(actions: Iterable[Action], state: Campaign, side: str) -> list[Action]:
    return [action for action in actions if admits(state, side, action)]
