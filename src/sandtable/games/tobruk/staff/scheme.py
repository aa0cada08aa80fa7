"""One way to use a formation: its attacks, its headquarters, everybody else; and what the enemy could do about it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from heapq import nlargest

from msgspec.structs import replace

from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.staff.garrison import guard
from sandtable.games.tobruk.staff.ground import around
from sandtable.games.tobruk.staff.intent import Intent
from sandtable.games.tobruk.staff.movers import Mover, movers_of
from sandtable.games.tobruk.staff.picture import Picture, Threats
from sandtable.games.tobruk.staff.placement import Placement
from sandtable.games.tobruk.staff.planner import Offensive, Operation, Planner
from sandtable.games.tobruk.staff.weights import Weights
from sandtable.games.tobruk.state import DEAD, Tobruk

ROUNDS = 1  # times that the line is looked at again
SPOTS = 25  # hexes ahead that are looked at for a headquarters
LIKELY = 0.55  # chance of clearing a hex from which its defenders are taken for gone


class Prepared:
    """The position as an activation finds it, and the attacks that a move would allow."""

    def __init__(self, state: Tobruk, side: str, values: Weights | None = None) -> None:
        self.state = state
        self.picture = Picture(state, side, values)
        self.threats = Threats(state, self.picture)
        self.intent = Intent(self.picture, self.threats)
        self.movers = movers_of(self.picture, moving=True)
        self.held = _holders(self.picture, self.intent, self.movers)

    def offensive(self) -> Offensive:
        """Those who must hold their place may only fight from there."""
        released = [
            Mover(self.picture, mover.name, mover.at, frozenset((self.held[mover.name],)), {})
            if mover.name in self.held
            else mover
            for mover in self.movers
        ]
        return Planner(self.picture, self.threats, self.intent, released).offensive()

    def at_once(self) -> Offensive:
        """The attacks that need no move."""
        standing = movers_of(self.picture, moving=False)
        return Planner(self.picture, self.threats, self.intent, standing).offensive()


def _holders(picture: Picture, intent: Intent, movers: Sequence[Mover]) -> dict[str, int]:
    """Who stays where he is, or goes to the town of Tobruk."""
    state, found = picture.state, dict[str, int]()
    names = [mover.name for mover in movers if mover.at >= 0]
    mine = set(names)
    pinned = intent.pinned(names)
    for at in _headquarters_of_others(picture, mine):
        if intent.threats.reaches(at):
            pinned.setdefault(at, 1)
    for at, count in pinned.items():
        there = state.at(at, picture.side)
        others = sum(name not in mine for name in there)
        able = sorted((n for n in there if n in mine), key=lambda n: (-picture.defence(n), picture.attack(n), n))
        found.update(dict.fromkeys(able[: max(0, count - others)], at))
    found.update(guard(picture, movers))
    return found


def _headquarters_of_others(picture: Picture, mine: Collection[str]) -> list[int]:
    """Where the headquarters of formations stand that do not move now: whoever leaves them leaves them alone."""
    units, facts = picture.state.units, counters()
    return sorted(
        {
            unit.at
            for name, unit in units.items()
            if unit.at >= 0 and name not in mine and facts[name].side == picture.side and not facts[name].is_combat
        }
    )


class Scheme:
    """A complete plan of the move mode."""

    def __init__(self, prepared: Prepared, offensive: Offensive) -> None:
        self.prepared, self.offensive = prepared, offensive
        picture, movers = prepared.picture, prepared.movers
        self.placement = Placement(picture, prepared.threats, prepared.intent, movers)
        by_name = {mover.name: mover for mover in movers}
        self._station()
        for operation in offensive.operations:
            for name, at in operation.posts.items():
                self.placement.put(by_name[name], at)
        for name, at in prepared.held.items():
            if name not in self.placement.at:
                self.placement.put(by_name[name], at)
        self._others = [m for m in movers if m.name not in self.placement.at and not m.is_headquarters]
        self._others.sort(key=lambda mover: (-mover.defence, mover.name))
        self._spread()
        self._rejoin()

    def _spread(self) -> None:
        """Everybody who does not attack: first where he is, then where he serves best."""
        placement = self.placement
        for mover in self._others:
            if mover.at >= 0 and placement.has_room(mover, mover.at):
                placement.put(mover, mover.at)
            else:
                placement.place(mover)
        for _ in range(ROUNDS if self._others else 1):
            placement.look_again(self._reply())
            for mover in self._others:
                placement.take_away(mover)
                placement.place(mover)

    def _reply(self) -> Threats:
        """What the enemy could do to the line as it will stand."""
        state = self.prepared.state
        units = dict(state.units)
        for name, at in self.placement.at.items():
            units[name] = replace(units[name], at=at)
        for operation in self.offensive.operations:
            if operation.chance > LIKELY:
                for name in operation.target.names:
                    units[name] = replace(units[name], at=DEAD)
        return Threats(replace(state, units=units), self.prepared.picture)

    def worth(self) -> float:
        """What the attacks bring and the ground is worth, less what is to be feared."""
        placement = self.placement
        value = sum(operation.gain for operation in self.offensive.operations)
        for mover in self.prepared.movers:
            if not mover.is_headquarters:
                value += placement.merit(mover, placement.at[mover.name])
        return value - placement.caution * placement.danger_to_all()

    # --- headquarters

    def _station(self) -> None:
        """Headquarters first: every attacker must be in range, then as many others as can be. Attacks out of range
        of all of them are given up."""
        movers, operations = self.prepared.movers, self.offensive.operations
        uncovered = list(operations)
        exempt = frozenset(mover.name for mover in movers if mover.free_range)
        for mover in movers:
            if not mover.is_headquarters:
                continue
            far = counters()[mover.name].range
            spots = self._spots(mover, uncovered)
            best = max(spots, key=lambda h: (self._post(mover, uncovered, exempt, h, far), -h))
            self.placement.put(mover, best)
            self.placement.posts.append((best, far))
            uncovered = [op for op in uncovered if not _covers(op, exempt, best, far)]
        for operation in uncovered:
            if any(name not in exempt for name in operation.posts):
                operations.remove(operation)

    def _rejoin(self) -> None:
        """A headquarters that would stand alone within reach of the enemy goes to its troops or out of his reach, as
        far as its attackers stay in range."""
        placement, exempt = self.placement, frozenset(m.name for m in self.prepared.movers if m.free_range)
        for mover in self.prepared.movers:
            here = placement.at.get(mover.name, mover.at)
            if not mover.is_headquarters or here in placement.stacks or not placement.threats.on(here):
                continue
            far = counters()[mover.name].range
            bound = [op for op in self.offensive.operations if _covers(op, exempt, here, far)]
            spots = [h for h in sorted(mover.reach) if h in placement.stacks or not placement.threats.on(h)]
            spots = [h for h in spots if all(_covers(op, exempt, h, far) for op in bound) and not placement.in_zone(h)]
            if spots:
                placement.put(mover, max(spots, key=lambda h: (self._company(h, far), -board().distance(here, h), -h)))

    def _company(self, hexagon: int, far: int) -> int:
        """How many units of the corps would be in range of a headquarters here, those beside it counting double."""
        own = {mover.name for mover in self.prepared.movers if not mover.is_headquarters}
        near = [at for name, at in self.placement.at.items() if name in own and board().distance(at, hexagon) <= far]
        return len(near) + sum(at == hexagon for at in near)

    def _spots(self, mover: Mover, operations: Sequence[Operation]) -> list[int]:
        """Hexes worth looking at: with friends, near the attacks, and on the way ahead."""
        posts = {post for operation in operations for post in operation.posts.values()}
        near = posts.union(*(around(post) for post in posts), self.placement.stacks)
        ahead = nlargest(SPOTS, ((self.placement.pull(mover, h), h) for h in mover.reach))
        own = [mover.at] if mover.at >= 0 else []
        return list(dict.fromkeys((*own, *sorted(mover.reach.intersection(near)), *(h for _, h in ahead))))

    def _post(
        self, mover: Mover, operations: Sequence[Operation], exempt: frozenset[str], hexagon: int, far: int
    ) -> float:
        """What a hex is worth to a headquarters: attackers in range, then the others, then safety."""
        placement, picture = self.placement, self.prepared.picture
        w = picture.weights
        value = sum(op.score + 1.0 for op in operations if _covers(op, exempt, hexagon, far))
        friends = hexagon in placement.stacks or any(hexagon in op.posts.values() for op in operations)
        if placement.in_zone(hexagon) and not friends:
            return value - 1000.0
        lone = w.danger.lone_headquarters * (1 if picture.left else 3)
        value -= len(placement.threats.on(hexagon)) * (lone / 2 if friends else lone)
        value += w.ground.company * sum(
            board().distance(each.at, hexagon) <= far
            for each in self.prepared.movers
            if each.at >= 0 and not each.is_headquarters
        )
        return value + placement.pull(mover, hexagon)


def _covers(operation: Operation, exempt: frozenset[str], at: int, far: int) -> bool:
    return all(name in exempt or board().distance(post, at) <= far for name, post in operation.posts.items())
