"""Positions in a Combat Phase, for tests.

The plain around 2930 is clear and without roads; 2929, 2829, 2830, 2931, 3030 and 3029 surround it.
"""

from __future__ import annotations

from typing import Any

from sandtable.core.frames import Decision
from sandtable.core.values import Event
from sandtable.games.north_africa_41.combat.attacks import battle_of
from sandtable.games.north_africa_41.combat.phase import open_combat
from sandtable.games.north_africa_41.combat.strength import Odds, weigh, weigh_supplied
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.results.battle import Battle
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.positions import asking, position, with_books
from tests.playing import draft_of


def phase(axis: str, allied: str, **fields: Any) -> NorthAfrica:
    """A position in which the phasing side, the Axis unless told otherwise, has moved and is asked for its combats.
    Rommel has been used unless told otherwise."""
    state = position(axis, allied, **{"rommel": False} | fields)
    return opened(with_books(state, state.phasing, restful=False))


def opened(state: NorthAfrica) -> NorthAfrica:
    draft = draft_of(asking(state))
    open_combat(draft, state.phasing)
    draft.settle()
    return draft.state


def battle(state: NorthAfrica, units: str, at: str = "2930", **fields: Any) -> Battle:
    """A combat of these units, named with commas, as it would be declared."""
    return battle_of(state, state.phasing, tuple(units.split(", ")), board().hex(at), **fields)


def with_supply(state: NorthAfrica, units: str, at: str = "2930") -> Odds:
    """The odds with Attack Supply."""
    return weigh_supplied(state, battle(state, units, at))


def without_supply(state: NorthAfrica, units: str, at: str = "2930") -> Odds:
    return weigh(state, battle(state, units, at))


def is_over(state: NorthAfrica) -> bool:
    """Whether the Combat Phase has passed."""
    return not isinstance(state.stack[-1], Decision)


def facts(events: list[Event], kind: str) -> list[dict[str, Any]]:
    return [dict(event.facts) for event in events if event.kind == kind]
