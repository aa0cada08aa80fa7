"""Positions in a Movement Phase, for tests."""

from __future__ import annotations

from typing import Any

from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.positions import asking, position


def moving(axis: str = "", allied: str = "", **fields: Any) -> NorthAfrica:
    """A position in which the phasing side, the Axis unless told otherwise, is asked to move."""
    state = position(axis, allied, **fields)
    return asking(state, Movement(state.phasing))
