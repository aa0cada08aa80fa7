"""The units of the active formation: where each can go, and by which hex a reinforcement enters."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.tobruk.arrivals.reinforcements import entry_hexes
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.orders import Enter, Move
from sandtable.games.tobruk.movement.reach import allowance, can_move, enter, reach, reach_from
from sandtable.games.tobruk.movement.zones import front
from sandtable.games.tobruk.pieces.command import reinforcements_of
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.staff.ground import columns
from sandtable.games.tobruk.staff.picture import Picture
from sandtable.games.tobruk.state import Tobruk


class Mover:
    """A unit and the hexes it can reach, its own included."""

    def __init__(self, picture: Picture, name: str, at: int, reached: frozenset[int], firsts: dict[int, int]) -> None:
        counter = counters()[name]
        self.name, self.at, self.reach, self.firsts = name, at, reached, firsts
        self.attack = 0 if counter.is_headquarters else picture.attack(name)
        self.defence = picture.defence(name)
        self.battalions = counter.battalions
        self.is_headquarters = counter.is_headquarters
        self.free_range = counter.is_recon or bool(firsts)  # [6.0, 4.0] attacks at any distance
        self.tight: Collection[int] = ()  # hexes where it would have to stay in column
        # regiments take much room for their factors: battalions go first
        self.rank = (-self.attack / max(1, self.battalions), -self.attack, name)

    @property
    def may_leave(self) -> bool:
        return len(self.reach) > 1 or bool(self.firsts)

    @property
    def room(self) -> int:
        """What it takes up where it attacks from; who cannot leave his hex has his place in it already."""
        return self.battalions if self.may_leave else 0

    def order(self, there: int) -> Move | Enter | None:
        """The action that takes it there."""
        if self.firsts:
            first = self.firsts[there]
            return Enter((self.name,), tuple(board().name(h) for h in dict.fromkeys((first, there))))
        return Move((self.name,), (board().name(self.at), board().name(there))) if there != self.at else None


def movers_of(picture: Picture, moving: bool) -> list[Mover]:
    """Everybody the chit has activated; without moving all stay where they are."""
    state = picture.state
    found = []
    for name in state.formation:
        at = state.units[name].at
        if at < 0:
            continue
        if moving and can_move(state, name):
            found.append(_on_the_map(state, picture, name, at))
        else:
            found.append(Mover(picture, name, at, frozenset((at,)), {}))
    if moving:
        found += [_entering(state, picture, name) for name in reinforcements_of(state, state.active)]
    return found


def _on_the_map(state: Tobruk, picture: Picture, name: str, at: int) -> Mover:
    found = reach(state, name)
    key = ("staff reach", id(found))
    reached: frozenset[int] | None = state.layout.derived.get(key)
    if reached is None:
        reached = state.layout.derived[key] = frozenset((at, *found.hexes))
    mover = Mover(picture, name, at, reached, {})
    zone, points = front(state, picture.side).zone, allowance(state, name) - state.trek(name).points
    mover.tight = frozenset(h for h in found.hexes if columns(h) and not zone[h] and found.points(h) >= points)
    return mover


def _entering(state: Tobruk, picture: Picture, name: str) -> Mover:
    """[4.0] Where a reinforcement can get to, and the entry hex that takes it there."""
    firsts: dict[int, int] = {}
    for first in entry_hexes(state, name):
        trek = enter(state, name, (first,))
        firsts.setdefault(first, first)
        for there in reach_from(state, name, first, trek).hexes:
            firsts.setdefault(there, first)
    mover = Mover(picture, name, -1, frozenset(firsts), firsts)
    mover.tight = frozenset(h for h in firsts if columns(h))
    return mover
