"""Attacks planned as whole operations: the hexes around a target, who goes where, and which attacks go together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from itertools import combinations

from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.pieces.command import artillery_left
from sandtable.games.tobruk.pieces.counters import chits
from sandtable.games.tobruk.pieces.tables import limits
from sandtable.games.tobruk.staff.assault import Force, Target, clearing, judge
from sandtable.games.tobruk.staff.chances import ratio
from sandtable.games.tobruk.staff.ground import around, zone_of
from sandtable.games.tobruk.staff.intent import Intent
from sandtable.games.tobruk.staff.movers import Mover
from sandtable.games.tobruk.staff.picture import Picture, Threats, load_of, shift_of
from sandtable.games.tobruk.staff.weights import weights
from sandtable.games.tobruk.state import Tobruk

MOST_POSTS, MOST_ATTACKS, AGAIN = 6, 7, 6
CLOSER = 4  # attacks on one hex that are looked at with what comes after them
STRONGEST = 5  # the best modifier of artillery and aircraft that one attack is planned with


@dataclass
class Operation:
    """One target and the units that attack it, each from its hex."""

    target: Target
    posts: dict[str, int]
    score: float  # what it brings, less what the attackers have to fear afterwards
    dice: int
    gain: float  # what it brings
    chance: float  # of clearing the hex


@dataclass
class Offensive:
    operations: list[Operation] = field(default_factory=list)

    @property
    def score(self) -> float:
        return sum(operation.score for operation in self.operations)

    def places(self) -> dict[str, int]:
        return {name: at for operation in self.operations for name, at in operation.posts.items()}


class Planner:
    """Lists operations and chooses among them. `movers` are the units that may take part and where they can go."""

    def __init__(self, picture: Picture, threats: Threats, intent: Intent, movers: Sequence[Mover]) -> None:
        self.picture, self.threats, self.intent = picture, threats, intent
        self.weights = picture.weights.combat
        self.movers = {mover.name: mover for mover in movers if mover.attack}
        state, side = picture.state, picture.side
        moving = {mover.name for mover in movers if mover.may_leave}
        self.stays: dict[int, list[str]] = {
            at: staying
            for at, names in state.layout.combat[side].items()
            if (staying := [name for name in names if name not in moving])
        }
        self._zone = zone_of(picture.side, self.stays)
        self._held = frozenset(self.stays)
        self._targets: dict[int, Target] = {}
        self._fears: dict[str, float] = {}
        self.support = support_at_hand(state, side)

    # --- choosing

    def offensive(self, apart: int = -1) -> Offensive:
        """The best operations that go together, found one after the other; none against the hex `apart`."""
        chosen, free = Offensive(), dict(self.movers)
        crowd = {at: load_of(names) for at, names in self.stays.items()}
        support = self.support
        hexes = [hexagon for hexagon in self._hexes() if hexagon != apart]
        ranked = self._ranked(hexes, free, crowd, support, 0)
        while ranked and len(chosen.operations) < MOST_ATTACKS:
            best = ranked[0]
            if best.score < self.weights.threshold:
                break
            chosen.operations.append(best)
            for name, at in best.posts.items():
                crowd[at] = crowd.get(at, 0) + free.pop(name).room
            support = max(0, support - best.dice)
            again = [operation.target.hexagon for operation in ranked[1:] if operation.score > 0]
            ranked = self._ranked(again, free, crowd, support, AGAIN)
        return chosen

    def _hexes(self) -> list[int]:
        """Enemy hexes that anybody can attack."""
        near: set[int] = set()
        seen: set[frozenset[int]] = set()
        for mover in self.movers.values():
            if mover.reach not in seen:
                seen.add(mover.reach)
                near |= mover.reach
        return [h for h in sorted(self.picture.state.layout.held[self.picture.foe]) if not around(h).isdisjoint(near)]

    def _ranked(
        self, hexes: Iterable[int], free: dict[str, Mover], crowd: dict[int, int], support: int, most: int
    ) -> list[Operation]:
        found = []
        for hexagon in hexes:
            operation = self._against(hexagon, free, crowd, min(STRONGEST, (support + 1) // 2))
            if operation is not None:
                found.append(operation)
                if most and len(found) >= most:
                    break
        return sorted(found, key=lambda each: (-each.score, each.target.hexagon))

    def target(self, hexagon: int) -> Target:
        found = self._targets.get(hexagon)
        if found is None:
            names = self.picture.state.everybody(hexagon, self.picture.foe)
            found = Target(self.picture, hexagon, names, self.intent.ground(hexagon), self.intent.beyond(hexagon))
            self._targets[hexagon] = found
        return found

    # --- one target

    def _against(self, hexagon: int, free: dict[str, Mover], crowd: dict[int, int], dice: int) -> Operation | None:
        foes = self.picture.state.layout.held[self.picture.foe]
        able: dict[int, list[Mover]] = {}
        for post in board().adjacent[hexagon]:
            if post in foes:
                continue
            left = limits().stacking - crowd.get(post, 0)
            there = [mover for mover in free.values() if post in mover.reach and mover.room <= left]
            if there:
                able[post] = sorted(there, key=lambda mover: mover.rank)
        if not able:
            return None
        target = self.target(hexagon)
        everybody = {mover.name: mover.attack for movers in able.values() for mover in movers}
        column, _ = ratio(sum(everybody.values()), target.defence)
        if column + dice // 2 < 2:
            return None
        posts = sorted(able, key=lambda post: (-sum(mover.attack for mover in able[post]), post))[:MOST_POSTS]
        found = []
        for size in (1, 2, 3):
            for subset in combinations(posts, size):
                operation = self._from(target, subset, able, crowd, dice)
                if operation is not None:
                    found.append(operation)
        promising = nlargest(CLOSER, found, key=lambda each: each.score)
        for operation in promising:
            fear = self.exposure(operation.posts, hexagon) - sum(map(self._baseline, operation.posts))
            operation.score -= self.weights.exposure * self.intent.patience * fear
        return max(promising, key=lambda each: each.score, default=None)

    def _from(
        self, target: Target, subset: Sequence[int], able: dict[int, list[Mover]], crowd: dict[int, int], dice: int
    ) -> Operation | None:
        """The best force from these hexes, each of them manned."""
        filled = _fill(subset, able, crowd)
        if filled is None:
            return None
        left = shift_of(target.hexagon, subset)
        zone, held = self._zone | zone_of(self.picture.side, subset), self._held | set(subset)
        ways = target.ways_out(zone, held)
        air = dice - self.reply()
        best, score, seen = 0, -99.0, None
        names: list[str] = []
        for i, (mover, _) in enumerate(filled):
            names.append(mover.name)
            if i + 1 < len(subset):
                continue
            column = ratio(sum(m.attack for m, _ in filled[: i + 1]), target.defence)
            if column == seen:
                continue
            seen = column
            worth = judge(target, Force(self.picture, names, target), left, air, ways) - self.weights.use * (i + 1)
            if worth > score:
                best, score = i + 1, worth
        if score <= 0:
            return None
        posts = {mover.name: at for mover, at in filled[:best]}
        force = Force(self.picture, posts, target)
        return Operation(target, posts, score, dice, score, clearing(target, force, left, air))

    def reply(self) -> int:
        """What the enemy's aircraft are expected to take off the dice."""
        return round(self.weights.enemy_air * min(2, self.picture.state.pool(self.picture.foe).support))

    def _baseline(self, name: str) -> float:
        """What the unit has to fear where it stands now."""
        found = self._fears.get(name)
        if found is None:
            at, picture = self.movers[name].at, self.picture
            names = picture.state.at(at, picture.side) if at >= 0 else []
            fear = 0.0
            if names:
                friends = picture.state.layout.fronts[picture.side]
                stake, defence = picture.stake(names), picture.defence_of_stack(names)
                fear = self.threats.cost(at, defence, stake, friends) / len(names)
            found = self._fears[name] = fear
        return found

    def exposure(self, posts: dict[str, int], target: int) -> float:
        """What the attackers would have to fear where they stand afterwards."""
        stacks: dict[int, list[str]] = {}
        for name, at in posts.items():
            stacks.setdefault(at, []).append(name)
        total, friends = 0.0, self._held | stacks.keys()
        for at, names in stacks.items():
            together = {*names, *self.stays.get(at, ())}
            stake = self.picture.stake(together)
            defence = self.picture.defence_of_stack(together)
            total += self.threats.cost(at, defence, stake, friends, target)
        return total


def _fill(subset: Sequence[int], able: dict[int, list[Mover]], crowd: dict[int, int]) -> list[tuple[Mover, int]] | None:
    """Units for the hexes, the most useful first; one for each hex to begin with."""
    room = {post: limits().stacking - crowd.get(post, 0) for post in subset}
    filled: list[tuple[Mover, int]] = []
    taken: set[str] = set()
    for post in sorted(subset, key=lambda each: len(able[each])):
        mover = next((m for m in able[post] if m.name not in taken and m.room <= room[post]), None)
        if mover is None:
            return None
        filled.append((mover, post))
        taken.add(mover.name)
        room[post] -= mover.room
    rest = sorted(
        {mover.name: mover for post in subset for mover in able[post] if mover.name not in taken}.values(),
        key=lambda mover: mover.rank,
    )
    for mover in rest:
        post = next((p for p in subset if p in mover.reach and mover.room <= room[p]), -1)
        if post >= 0:
            filled.append((mover, post))
            room[post] -= mover.room
    return filled


def support_at_hand(state: Tobruk, side: str) -> int:
    """Modifiers of the dice that artillery and aircraft can give the attacks of this activation."""
    to_come = sum(chits()[chit].side == side for chit in state.cup)
    pool = state.pool(side)
    planes = 2 * pool.support + pool.fighters // 2  # the other fighters are wanted against his
    share = weights().air.planned
    # no attack to come is as good as the one at hand
    return artillery_left(state) + math.ceil(share * 2 * planes / (to_come + 2))
