"""Short words for tests of movement: who may walk where, and what a player is told."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.core.values import Refusal
from sandtable.games.afrika_korps.ground.reach import reach, walk
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.state import AfrikaKorps, AutomaticVictory, Trek
from tests.afrika_korps.positions import asking, orders, position


def moving(axis: str = "", allied: str = "", side: str = "axis", **fields: Any) -> AfrikaKorps:
    """A position in the movement portion of this side's turn."""
    return asking(position(axis, allied, phasing=side, **fields), Movement(side))


def with_trek(state: AfrikaKorps, name: str, **spent: Any) -> AfrikaKorps:
    """The same position after the unit has spent this much of its move."""
    return replace(state, treks={**state.treks, name: Trek(**spent)})


def beaten(state: AfrikaKorps, *defenders: str) -> AfrikaKorps:
    """The same position with these units under automatic victory, whoever gained it."""
    return replace(state, victories=(*state.victories, AutomaticVictory(defenders, (), ())))


def hexes(path: str) -> list[int]:
    return [board().hex(name) for name in path.split("-")]


def walked(state: AfrikaKorps, name: str, path: str, *company: str) -> Trek:
    """What a unit has spent after this path; a refusal fails the test."""
    return walk(state, name, hexes(path), (name, *company))


def barred(state: AfrikaKorps, name: str, path: str, *company: str) -> str:
    """The case that forbids this path, or nothing if it may be walked."""
    try:
        walked(state, name, path, *company)
    except Refusal as refusal:
        return refusal.case
    return ""


def reached(state: AfrikaKorps, name: str) -> set[str]:
    """The hexes to which the flood brings a unit."""
    return {board().name(hexagon) for hexagon in reach(state, name).hexes}


def ends(state: AfrikaKorps, *names: str) -> set[str]:
    """Where the player is offered to move exactly these units."""
    start = f"move {', '.join(names)} "
    return {order.removeprefix(start).split("-")[-1] for order in orders(state) if order.startswith(start)}


def overwhelms(state: AfrikaKorps) -> list[str]:
    """The automatic victories the player is offered."""
    return [order for order in orders(state) if order.startswith("av ")]
