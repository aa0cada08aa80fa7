"""Positions in which a combat is decided: units are to retreat, or attackers may advance.

The plain around 2534 is clear and without roads; from the east clockwise 2535, 2434, 2433, 2533, 2633 and 2634 surround
it.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.core.values import Event
from sandtable.games.north_africa_41.combat.advance import open_advance
from sandtable.games.north_africa_41.combat.attacks import battle_of
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.results.retreats import alarm, has_way_out, open_retreat
from sandtable.games.north_africa_41.results.tables import Result, effect
from sandtable.games.north_africa_41.state import DISRUPTED, FULL_RETREAT, NorthAfrica, enemy_of, side_of
from tests.north_africa_41.positions import asking, position
from tests.playing import draft_of


def beaten(
    state: NorthAfrica, at: str = "2534", result: Result = "DR2", rolls: tuple[int, ...] = (), **kind: Any
) -> NorthAfrica:
    """The position in which the enemies of the phasing side in a hex retreat by a result of the CRT."""
    return beaten_noting(state, at, result, rolls, **kind)[0]


def beaten_noting(
    state: NorthAfrica, at: str = "2534", result: Result = "DR2", rolls: tuple[int, ...] = (), **kind: Any
) -> tuple[NorthAfrica, list[Event]]:
    battle, told = battle_of(state, state.phasing, (), board().hex(at), **kind), effect(result)
    draft = draft_of(asking(state), *rolls)
    order = FULL_RETREAT if told.order == "full-retreat" else DISRUPTED
    open_retreat(draft, battle, battle.defenders, told.shortest_retreat, told.longest_retreat, order)
    draft.settle()
    return draft.state, draft.events


def can_retreat(state: NorthAfrica, at: str = "2534", result: Result = "DR2") -> bool:
    """Whether one of the enemies of the phasing side in a hex could survive a retreat."""
    battle, told = battle_of(state, state.phasing, (), board().hex(at)), effect(result)
    return has_way_out(state, battle, battle.defenders, told.shortest_retreat, told.longest_retreat)


def alarmed(state: NorthAfrica, at: str, rolls: tuple[int, ...] = ()) -> NorthAfrica:
    """The position after a unit of the phasing side has come to a hex."""
    draft = draft_of(asking(state), *rolls)
    alarm(draft, state.phasing, board().hex(at))
    draft.settle()
    return draft.state


def victorious(
    axis: str, allied: str, units: str, at: str = "2534", result: Result = "D1", **fields: Any
) -> NorthAfrica:
    """A position in which these units, named with commas, have just cleared a hex."""
    names = tuple(units.split(", "))
    keys = ("limited", "supplied", "artillery", "allowance")
    ours: dict[str, Any] = {key: fields.pop(key) for key in keys if key in fields}
    state = asking(position(axis, allied, phasing=side_of(names[0]), fought=names, rommel=False, **fields))
    told: dict[str, Any] = {"result": result, "allowance": effect(result).advance, **ours}
    battle = replace(battle_of(state, side_of(names[0]), names, board().hex(at)), **told)
    assert not state.at(battle.at, enemy_of(battle.side))
    draft = draft_of(state)
    open_advance(draft, battle)
    draft.settle()
    return draft.state
