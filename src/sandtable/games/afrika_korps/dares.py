"""Where random play rarely goes: automatic victories, and units around a fortress when they are won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.frames import admits
from sandtable.core.values import Action
from sandtable.games.afrika_korps.map import board, fortresses
from sandtable.games.afrika_korps.movement.automatic_victory import candidates
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.movement.stacking import destinations
from sandtable.games.afrika_korps.orders import Move, Overwhelm
from sandtable.games.afrika_korps.state import AfrikaKorps, enemy_of


def dares(state: AfrikaKorps, side: str) -> list[Action]:
    """Automatic victories, also with one attacker less; where none can be had, steps to a contested fortress."""
    if not isinstance(state.stack[-1], Movement):
        return []
    found: list[Action] = [action for action in _victories(state, side) if admits(state, side, action)]
    return found or [action for action in _approaches(state, side) if admits(state, side, action)]


def _victories(state: AfrikaKorps, side: str) -> Iterator[Overwhelm]:
    for action in candidates(state, side):
        yield action
        for name in action.attackers if len(action.attackers) > 1 else ():
            fewer = tuple(other for other in action.attackers if other != name)
            yield Overwhelm(action.defenders, fewer, action.supplies, action.blockers)


def _approaches(state: AfrikaKorps, side: str) -> Iterator[Move]:
    for fortress in sorted(fortresses()):
        ring = (fortress, *board().adjacent[fortress])
        if any(state.at(hexagon, enemy_of(side)) for hexagon in ring):
            yield from _steps(state, side, ring)


def _steps(state: AfrikaKorps, side: str, ring: Sequence[int]) -> Iterator[Move]:
    for at, names in sorted(state.layout.combat[side].items()):
        for name in names if at not in ring else ():
            ends = set(destinations(state, name))
            yield from (Move((name,), (board().name(at), board().name(end))) for end in ring if end in ends)
