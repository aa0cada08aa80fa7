"""Attacks as whole operations: the hexes around a target, who goes where, with which supply, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sandtable.games.panzerarmee_afrika.factors.strength import defence_of, defenders, striking_factor
from sandtable.games.panzerarmee_afrika.map import forts
from sandtable.games.panzerarmee_afrika.pieces.counters import logistics
from sandtable.games.panzerarmee_afrika.staff.chances import (
    NOTHING,
    QUARTERS,
    TOP,
    Defender,
    Exchange,
    column,
    exchange,
)
from sandtable.games.panzerarmee_afrika.staff.forces import ATTACK, MAXIMUM, Force, Threats
from sandtable.games.panzerarmee_afrika.staff.ground import cover, touching, zone_of
from sandtable.games.panzerarmee_afrika.staff.posture import Intent
from sandtable.games.panzerarmee_afrika.staff.weights import weights
from sandtable.games.panzerarmee_afrika.state import role_of, room_in, side_of, strength_of
from sandtable.games.panzerarmee_afrika.supply.network import attack_sources

LEAST = 2  # below this column an attack is hardly ever worth its danger


@dataclass
class Operation:
    """One target and everything its attack takes."""

    target: int
    posts: dict[str, int]  # attackers and where they stand
    column: int
    promise: Exchange
    score: float
    spent: tuple[str, ...] = ()  # [12.3] installations to be sacrificed for it


@dataclass
class Offensive:
    """The operations of one turn."""

    operations: list[Operation] = field(default_factory=list)

    def places(self) -> dict[str, int]:
        return {name: at for operation in self.operations for name, at in operation.posts.items()}

    def sources(self, force: Force) -> set[int]:
        """The hexes of installations on whose attack supply the operations count."""
        return {source for at in set(self.places().values()) for source in attack_sources(force.state, force.side, at)}


@dataclass
class Target:
    """An enemy stack."""

    at: int
    names: tuple[str, ...]
    defence: int  # quarters
    makeup: tuple[Defender, ...]
    prize: float  # for clearing the hex


class Planner:
    """Lists operations and chooses among them."""

    def __init__(self, force: Force, intent: Intent, threats: Threats | None, told: Mapping[str, int]) -> None:
        """`threats`: what the enemy can do afterwards, if the attackers still choose where to stand; `told`: units that
        will be in these hexes and nowhere else."""
        self.force, self.intent, self.weights, self.threats = force, intent, intent.weights, threats
        self.used: set[str] = set()
        self.crowd: dict[int, int] = {}
        self.by_post: dict[int, list[str]] = {}
        self.told = told
        wanted = {near for at in self._enemy_hexes() for near in touching(at)}
        for name in force.units:
            here = told.get(name, -1 if force.is_fit(name) else force.units[name])
            if here >= 0:
                self.crowd[here] = self.crowd.get(here, 0) + 1
            if not force.is_fit(name):
                continue
            hexes = {told[name]} if name in told else force.reach(name)
            for post in wanted.intersection(hexes):
                self.by_post.setdefault(post, []).append(name)

    def _enemy_hexes(self) -> set[int]:
        layout = self.force.state.layout
        return {*layout.stands[self.force.foe], *layout.lorries[self.force.foe]}

    # --- choosing

    def offensive(self) -> Offensive:
        """The best operations that go together, one after the other."""
        chosen = Offensive()
        targets = {target.at: target for target in self.targets()}
        pending = {at: self.best_against(target) for at, target in targets.items()}
        while True:
            best = max(
                (op for op in pending.values() if op is not None), key=lambda op: (op.score, op.target), default=None
            )
            if best is None or best.score < self.weights.threshold:
                return chosen
            chosen.operations.append(best)
            self._take(best)
            del pending[best.target]
            for at, operation in pending.items():
                if operation is not None and self._collides(operation, best):
                    pending[at] = self.best_against(targets[at])

    def _take(self, operation: Operation) -> None:
        self.used.update(operation.posts)
        for name, at in operation.posts.items():
            if name not in self.told:
                self.crowd[at] = self.crowd.get(at, 0) + 1

    def _collides(self, operation: Operation, taken: Operation) -> bool:
        posts = set(taken.posts.values())
        return any(name in taken.posts or at in posts for name, at in operation.posts.items())

    # --- targets

    def targets(self) -> Iterator[Target]:
        """The enemies that somebody can come next to."""
        state, foe = self.force.state, self.force.foe
        for at in sorted(self._enemy_hexes()):
            if touching(at).isdisjoint(self.by_post):
                continue
            names = tuple(defenders(state, foe, (at,)))
            makeup = tuple(sorted((strength_of(state, name), striking_factor(state, name)) for name in names))
            defence = int(QUARTERS * sum(defence_of(state, name) for name in names))
            yield Target(at, names, defence, makeup, self._prize(at))

    def _prize(self, at: int) -> float:
        prize = self.intent.prizes.get(at, 0.0)
        if at in self.force.state.layout.depots[self.force.foe]:
            prize += weights().attack["ground"]
        if not self.intent.road.isdisjoint((at, *touching(at))):
            prize += weights().attack["roadblock"]
        return prize

    # --- the best attack on one of them

    def best_against(self, target: Target) -> Operation | None:
        posts = [post for post in touching(target.at) if post in self.by_post]
        if not posts:
            return None
        best: Operation | None = None
        for rate, spent in self._supplies(target, posts):
            for names in self._line_ups(target, posts, rate):
                operation = self._judge(target, names, rate, spent)
                if operation is not None and (best is None or operation.score > best.score):
                    best = operation
        return best

    def _supplies(self, target: Target, posts: list[int]) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Without and with the sacrifice of the installation that serves most posts."""
        yield ATTACK, ()
        if not any(self.force.level(post) == MAXIMUM for post in posts):
            return
        counts: dict[int, int] = {}
        for post in posts:
            for source in attack_sources(self.force.state, self.force.side, post):
                if self.force.spendable(source) and source not in self.intent.vital:
                    counts[source] = counts.get(source, 0) + 1
        for source in sorted(counts, key=lambda at: (-counts[at], at))[:1]:
            yield MAXIMUM, (self.force.spendable(source)[0],)

    def _line_ups(self, target: Target, posts: list[int], rate: int) -> Iterator[dict[str, int]]:
        """All who find room, and then fewer, as few as each column takes."""
        full = self._fill(target, posts, rate)
        if not full:
            return
        attack = {name: self.force.attack(name, post, target.at, rate) for name, post in full.items()}
        most = column(sum(attack.values()), target.defence)
        if most < 0:
            return
        yield full
        if target.at in forts():
            return  # [12.1.1] everybody in the zone attacks
        ranked = sorted(full, key=lambda name: (-attack[name], -self.force.strength[name], name))
        for wanted in range(min(most, TOP + 1), LEAST - 1, -1):
            chosen: dict[str, int] = {}
            sum_so_far = 0
            for name in ranked:
                if column(sum_so_far, target.defence) >= wanted:
                    break
                chosen[name] = full[name]
                sum_so_far += attack[name]
            if len(chosen) < len(full):
                yield chosen

    def _fill(self, target: Target, posts: list[int], rate: int) -> dict[str, int]:
        """As many factors as the posts hold: strong units first, each where it attacks best and fewest others can."""
        room = {post: room_in(post) - self.crowd.get(post, 0) for post in posts}
        options: dict[str, list[int]] = {}
        for post in posts:
            for name in self.by_post[post]:
                if name not in self.used and (room[post] > 0 or name in self.told):
                    options.setdefault(name, []).append(post)
        force, chosen = self.force, dict[str, int]()
        value = {
            name: max(force.attack(name, post, target.at, rate) for post in some) for name, some in options.items()
        }
        rivals = {post: len(self.by_post[post]) for post in posts}
        for name in sorted(options, key=lambda n: (-value[n], len(options[n]), n)):
            if name in self.told:
                chosen[name] = self.told[name]
                continue
            open_posts = [post for post in options[name] if room[post] > 0]
            if not open_posts:
                continue
            here = force.units[name]
            post = min(
                open_posts,
                key=lambda p: (-force.attack(name, p, target.at, rate), p != here, -cover(force.side, p), rivals[p], p),
            )
            chosen[name] = post
            room[post] -= 1
        return chosen

    # --- judging

    def _judge(self, target: Target, posts: dict[str, int], rate: int, spent: tuple[str, ...]) -> Operation | None:
        force, w = self.force, self.weights
        attack = sum(
            force.attack(name, post, target.at, rate if self._drawing(post, spent) else ATTACK)
            for name, post in posts.items()
        )
        index = column(attack, target.defence)
        if index < 0:
            return None
        if self._draws_fire(target, posts):
            return None
        factors = tuple(sorted(force.strength[name] for name in posts))
        promise = exchange(index, target.makeup, factors)
        score = w.kill * promise.gain - w.loss * promise.loss
        score += promise.clears * target.prize - w.effort * sum(factors)
        score -= self.depot_cost() * len(spent) + self._stranded(posts)
        score -= w.exposure * self._exposed(posts)
        return Operation(target.at, posts, index, promise, score, spent) if promise != NOTHING else None

    def depot_cost(self) -> float:
        """[13.2.1] While every installation is on the map none arrives: one that is spent is soon there again."""
        mine = (name for name in logistics() if side_of(name) == self.force.side and role_of(name) == "depot")
        waits = any(self.force.state.units[name].at < 0 for name in mine)
        return self.weights.depot_cost * (1.0 if waits else weights().attack["plenty"])

    def _stranded(self, posts: Mapping[str, int]) -> float:
        """The price of attackers who will be out of supply next turn."""
        if self.threats is None or self.intent.last:
            return 0.0
        lost = sum(self.force.strength[name] for name, at in posts.items() if not self.force.net.supplies(at))
        return weights().ground["unsupplied"] * lost

    def _drawing(self, post: int, spent: tuple[str, ...]) -> bool:
        if not spent:
            return False
        at = self.force.state.units[spent[0]].at
        return at in attack_sources(self.force.state, self.force.side, post)

    def _draws_fire(self, target: Target, posts: Mapping[str, int]) -> bool:
        """[12.1.1] Whether somebody would stand in the zone of another fort that the enemy holds."""
        holds = self.force.state.layout.stands[self.force.foe]
        return any((fort := zone_of(at)) >= 0 and fort != target.at and fort in holds for at in posts.values())

    def _exposed(self, posts: Mapping[str, int]) -> float:
        """What the enemy's answer may cost the attackers where they stand."""
        if self.threats is None or self.intent.last:
            return 0.0
        stacks: dict[int, list[int]] = {}
        for name, at in posts.items():
            stacks.setdefault(at, []).append(self.force.strength[name])
        lost = 0.0
        for at, strengths in stacks.items():
            factors = tuple(sorted(strengths))
            lost += self.threats.loss(at, QUARTERS * cover(self.force.side, at) * sum(factors), factors)[0]
        return lost
