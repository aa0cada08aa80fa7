"""Attacks planned as whole operations: the hexes around a target, who goes where, and what pays for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from sandtable.games.north_africa_41.combat.attacks import can_cross, may_mix
from sandtable.games.north_africa_41.combat.strength import Odds, weigh
from sandtable.games.north_africa_41.combat.support import serves
from sandtable.games.north_africa_41.ground.reach import options
from sandtable.games.north_africa_41.ground.zones import FREE
from sandtable.games.north_africa_41.lines.support_units import attack_sources, source_at, source_range
from sandtable.games.north_africa_41.lines.tracing import in_range
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import counters
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.results.battle import Battle
from sandtable.games.north_africa_41.results.tables import AUTOMATIC, LOWEST
from sandtable.games.north_africa_41.staff.chances import Promise, judge
from sandtable.games.north_africa_41.staff.ground import around, disc
from sandtable.games.north_africa_41.staff.intent import Intent
from sandtable.games.north_africa_41.staff.picture import Mover, Picture, Threats
from sandtable.games.north_africa_41.staff.retreating import is_trapped
from sandtable.games.north_africa_41.staff.worth import next_step
from sandtable.games.north_africa_41.state import FULL_RETREAT, NorthAfrica, face_of, stacking_points

MOST_POSTS, MOST_ATTACKS, AGAIN = 6, 6, 6
LEAST_FORCE = 3  # units that attack together even if fewer would do, so that there is somebody to lose
NEAR_ENOUGH = 3  # hexes from the attackers to which a source of Attack Supply is brought


@dataclass
class Operation:
    """One target and the units that attack it, each from its hex."""

    target: int
    posts: dict[str, int]
    score: float
    place: int
    promise: Promise
    source: str = ""  # who gives Attack Supply
    depot: int = -1  # and from where

    @property
    def automatic(self) -> bool:
        return self.place >= AUTOMATIC


@dataclass
class Source:
    """Something that can pay for Attack Supply, where it is and where it can go."""

    name: str
    at: int
    range: int
    reach: frozenset[int] = frozenset()


@dataclass
class Offensive:
    operations: list[Operation] = field(default_factory=list)

    def places(self) -> dict[str, int]:
        return {name: at for operation in self.operations for name, at in operation.posts.items()}


def sources_of(state: NorthAfrica, picture: Picture, movable: bool) -> list[Source]:
    """Everything that can pay for attacks; ASUs and MSUs can be brought nearer while units move."""
    found = []
    for name in attack_sources(state, picture.side):
        source = Source(name, source_at(state, name), source_range(state, picture.side, name))
        if movable and name in state.units and name not in state.moved:
            ends = options(state, name).marching.ends
            source.reach = frozenset(at for at in ends if at >= 0 and picture.facing.zone[at] == FREE)
        found.append(source)
    return found


class Planner:
    """Lists operations and chooses among them; `free` are the units that may take part."""

    def __init__(self, picture: Picture, intent: Intent, threats: Threats, free: Mapping[str, Mover]) -> None:
        self.picture, self.intent, self.threats, self.state = picture, intent, threats, picture.state
        self.free = {name: mover for name, mover in free.items() if mover.attack > 0}
        self.stays = {
            at: [name for name in names if name not in self.free]
            for at, names in self.state.layout.combat[picture.side].items()
            if at >= 0
        }
        self.sources = sources_of(self.state, picture, movable=True)
        self.paying: dict[str, int] = {}  # sources that pay for an operation already chosen, and from where
        self._w = picture.weights.combat

    # --- choosing

    def offensive(self) -> Offensive:
        """The best operations that go together, one after the other."""
        chosen, free = Offensive(), dict(self.free)
        crowd = {at: list(names) for at, names in self.stays.items()}
        ranked = self._ranked(self._targets(), free, crowd, 0)
        while ranked and len(chosen.operations) < MOST_ATTACKS:
            best = ranked[0]
            if best.score < self._w.threshold:
                break
            chosen.operations.append(best)
            if best.source:
                self.paying[best.source] = best.depot
            for name, at in best.posts.items():
                del free[name]
                crowd.setdefault(at, []).append(name)
            again = [each.target for each in ranked[1:] if each.score > 0]
            ranked = self._ranked(again, free, crowd, AGAIN)
        return chosen

    def _targets(self) -> list[int]:
        reached: set[int] = set()
        for mover in self.free.values():
            reached |= mover.reach
        return sorted(at for at in self.picture.facing.casting if not around(at).isdisjoint(reached))

    def _ranked(
        self, targets: Iterable[int], free: Mapping[str, Mover], crowd: Mapping[int, list[str]], most: int
    ) -> list[Operation]:
        found: list[Operation] = []
        for at in targets:
            operation = self._against(at, free, crowd)
            if operation is None:
                continue
            found.append(operation)
            if most and len(found) >= most:
                break
        return sorted(found, key=lambda each: (-each.score, each.target))

    # --- one target

    def _against(self, at: int, free: Mapping[str, Mover], crowd: Mapping[int, list[str]]) -> Operation | None:
        able: dict[int, list[str]] = {}
        for post in board().adjacent[at]:
            if post in self.picture.facing.casting:
                continue
            there = [name for name, mover in free.items() if post in mover.reach and can_cross(name, post, at)]
            if there:
                able[post] = there
        if not able:
            return None
        best: Operation | None = None
        for party in self._parties(able):
            best = self._by(at, party, able, crowd, best)
        if best is not None:
            self._trim(best)
        return best

    def _parties(self, able: Mapping[int, list[str]]) -> Iterator[frozenset[str]]:
        """[8.4.1] Who may attack together: the nations of the Axis by themselves, without Comando Supremo."""
        everybody = frozenset(name for names in able.values() for name in names)
        if self.picture.side == "allied" or may_mix(self.state):
            yield everybody
            return
        for nation in ("german", "italian"):
            own = frozenset(name for name in everybody if counters()[name].nation == nation)
            if own:
                yield own

    def _by(
        self,
        at: int,
        party: frozenset[str],
        able: Mapping[int, list[str]],
        crowd: Mapping[int, list[str]],
        best: Operation | None,
    ) -> Operation | None:
        strength = {name: face_of(self.state, name).attack for name in party}
        defenders = [n for n in self.state.at(at, self.picture.foe) if self.state.units[n].order != FULL_RETREAT]
        if 3 * sum(strength.values()) < sum(face_of(self.state, name).defence for name in defenders):
            return best
        manned = {post: [name for name in names if name in party] for post, names in able.items()}
        posts = sorted(manned, key=lambda post: (-sum(strength[name] for name in manned[post]), post))
        posts = [post for post in posts if manned[post]][:MOST_POSTS]
        for size in (1, 2, 3):
            for subset in combinations(posts, size):
                operation = self._from(at, subset, manned, crowd)
                if operation is not None and (best is None or operation.score > best.score):
                    best = operation
        return best

    def _from(
        self, at: int, posts: Sequence[int], manned: Mapping[int, list[str]], crowd: Mapping[int, list[str]]
    ) -> Operation | None:
        force = self._fill(posts, manned, crowd)
        return None if force is None else self.weigh(at, force)

    def _fill(
        self, posts: Sequence[int], manned: Mapping[int, list[str]], crowd: Mapping[int, list[str]]
    ) -> dict[str, int] | None:
        """As many as find room, the strongest first, every post manned."""
        force: dict[str, int] = {}
        stacks = {post: list(crowd.get(post, ())) for post in posts}
        nations: list[str] = []
        tanks = 0
        allied = self.picture.side == "allied"
        order = sorted({name for post in posts for name in manned[post]}, key=self._rank)
        for name in order:
            counter = counters()[name]
            if allied:
                if counter.tank and tanks >= limits().tanks_in_attack:
                    continue
                if counter.nation not in nations and len(nations) >= limits().nations_in_attack:
                    continue
            open_posts = [post for post in posts if name in manned[post]]
            open_posts.sort(key=lambda post: (post in force.values(), post != self.free[name].at, post))
            for post in open_posts:
                if stacking_points(self.state, [*stacks[post], name]) > limits().stacking:
                    continue
                force[name] = post
                stacks[post].append(name)
                tanks += counter.tank
                if counter.nation not in nations:
                    nations.append(counter.nation)
                break
        return force if set(force.values()) == set(posts) else None

    def _rank(self, name: str) -> tuple[float, str]:
        face = face_of(self.state, name)
        return -(face.attack + 2 * (face.tank_rating or 0)), name

    def battle(self, at: int, force: Mapping[str, int], supplied: bool) -> Battle:
        return Battle(
            side=self.picture.side,
            at=at,
            attackers=tuple(force),
            origins=tuple(force.values()),
            defenders=tuple(self.state.at(at, self.picture.foe)),
            supplied=supplied,
        )

    def odds(self, at: int, force: Mapping[str, int], supplied: bool) -> Odds:
        return weigh(self.state, self.battle(at, force, supplied))

    def weigh(self, at: int, force: Mapping[str, int]) -> Operation | None:
        """The attack with Attack Supply where it pays and can be had, or without."""
        fed = self.odds(at, force, True)
        if fed.place >= AUTOMATIC:
            return self._operation(at, force, fed.place, None)
        bare = self.odds(at, force, False)
        best = None
        if bare.place >= LOWEST:
            best = self._operation(at, force, bare.place, None)
        if fed.place > max(bare.place, LOWEST - 1):
            source = self._source(force)
            if source is not None:
                supplied = self._operation(at, force, fed.place, source)
                if best is None or supplied.score > best.score:
                    best = supplied
        return best

    def _operation(self, at: int, force: Mapping[str, int], place: int, source: tuple[str, int] | None) -> Operation:
        state, w = self.state, self._w
        stake = self.picture.stake(at, state.at(at, self.picture.foe))
        steps = [next_step(state, name) for name in force]
        trapped = is_trapped(self.picture, at, frozenset(force.values()), self.stays)
        promise = judge(place, stake, min(steps), max(steps), trapped, w.stubborn)
        own = self.intent.own_loss
        score = promise.gain - own * promise.loss + promise.clears * self.intent.ground(at)
        score -= w.effort * sum(face_of(state, name).attack for name in force)
        score -= (1 - promise.clears) * self._exposure(force)
        if source is None:
            return Operation(at, dict(force), score, place, promise)
        if source[0] not in self.paying:
            score -= w.supply
        return Operation(at, dict(force), score, place, promise, *source)

    def _exposure(self, force: Mapping[str, int]) -> float:
        """What the enemy's answer can cost the attackers where they stand."""
        if self.intent.last:
            return 0.0
        stacks: dict[int, list[str]] = {}
        for name, post in force.items():
            stacks.setdefault(post, list(self.stays.get(post, ()))).append(name)
        caution = self.intent.caution
        feared = sum(self.threats.danger(post, names, stacks, caution) for post, names in stacks.items())
        return self.picture.weights.danger.exposed * feared

    # --- Attack Supply

    def _source(self, force: Mapping[str, int]) -> tuple[str, int] | None:
        """Who can give Attack Supply to this force, and from which hex: first who pays already, then whoever need not
        move."""
        state, side = self.state, self.picture.side
        units, hexes = tuple(force), tuple(dict.fromkeys(force.values()))
        usable = [source for source in self.sources if serves(source.name, units)]
        for source in usable:
            if source.name in self.paying and in_range(state, side, self.paying[source.name], source.range, hexes):
                return source.name, self.paying[source.name]
        for source in usable:
            if source.name not in self.paying and in_range(state, side, source.at, source.range, hexes):
                return source.name, source.at
        near = frozenset[int]().union(*(disc(at, NEAR_ENOUGH) for at in hexes))
        for source in usable:
            if source.name in self.paying:
                continue
            ends = [
                at
                for at in source.reach & near
                if at not in self.picture.facing.near and in_range(state, side, at, source.range, hexes)
            ]
            if ends:
                return source.name, min(ends, key=lambda at: (not self._is_safe(at), at))
        return None

    def _is_safe(self, at: int) -> bool:
        return bool(self.stays.get(at))

    def _trim(self, operation: Operation) -> None:
        """Send home whoever is not needed."""
        supplied = bool(operation.source) or operation.automatic
        force = dict(operation.posts)
        for name in sorted(force, key=self._rank, reverse=True):
            if len(force) <= LEAST_FORCE:
                break
            rest = {each: at for each, at in force.items() if each != name}
            if set(rest.values()) != set(force.values()):
                continue
            if self.odds(operation.target, rest, supplied).place >= operation.place:
                force = rest
        if len(force) == len(operation.posts):
            return
        smaller = self.weigh(operation.target, force)
        if smaller is not None and smaller.score >= operation.score - 0.5:
            operation.posts, operation.score = smaller.posts, smaller.score
            operation.source, operation.depot = smaller.source, smaller.depot
