"""Attacks as whole operations: the hexes around a target, who goes where, soak-offs, supply, what it brings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from msgspec.structs import replace

from sandtable.core import fields
from sandtable.games.afrika_korps.combat.retreats import ways_out
from sandtable.games.afrika_korps.ground.reach import can_move, reach
from sandtable.games.afrika_korps.ground.zones import front
from sandtable.games.afrika_korps.map import board, fortresses
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import limits, sunk_on
from sandtable.games.afrika_korps.staff.chances import column, forecast, odds_index
from sandtable.games.afrika_korps.staff.ground import FAR, doubling, worth, worth_of
from sandtable.games.afrika_korps.staff.picture import Picture, Threats, free_threats
from sandtable.games.afrika_korps.staff.posture import Intent
from sandtable.games.afrika_korps.staff.weights import weights
from sandtable.games.afrika_korps.state import AutomaticVictory

MOST_POSTS, MOST_SUBSETS, MOST_SOAKS = 5, 30, 2
MOST_OPENINGS = 4


@dataclass
class Operation:
    """One target and everything its attack takes."""

    target: int
    defenders: tuple[str, ...]
    posts: dict[str, int]  # attackers of the target
    soaks: dict[int, dict[str, int]]  # other enemies that have to be fought, by whom from where
    index: int
    sealed: bool
    sources: frozenset[int]  # where a supply sustains every attacker of the target
    score: float
    automatic: bool
    cost: float = 0.0  # of the supply, part of the score

    def places(self) -> dict[str, int]:
        found = dict(self.posts)
        for soakers in self.soaks.values():
            found.update(soakers)
        return found


@dataclass
class Offensive:
    """The operations of one turn, with the supplies they use and where those must be."""

    operations: list[Operation] = field(default_factory=list)
    supplies: dict[str, frozenset[int]] = field(default_factory=dict)  # supply -> hexes that serve all it sustains

    def places(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for operation in self.operations:
            found.update(operation.places())
        return found

    def shaken(self, stacks: Mapping[int, Sequence[str]]) -> dict[int, float]:
        """The hexes where everybody attacks, and the chance that the attack is lost and nobody is left there."""
        found: dict[int, float] = {}
        for operation in self.operations:
            lost = 0.0 if operation.automatic else column(operation.index).attackers_lost
            for at in set(operation.posts.values()):
                if operation.posts.keys() >= set(stacks.get(at, ())):
                    found[at] = max(found.get(at, 0.0), lost)
        return found

    def battles(self) -> dict[int, list[str]]:
        """The attackers of each enemy hex."""
        found: dict[int, list[str]] = {}
        for operation in self.operations:
            found.setdefault(operation.target, []).extend(operation.posts)
            for hexagon, soakers in operation.soaks.items():
                found.setdefault(hexagon, []).extend(soakers)
        return found


class Planner:
    """Lists operations and chooses among them."""

    def __init__(self, picture: Picture, intent: Intent, units: Sequence[str]) -> None:
        self.picture, self.intent, self.weights = picture, intent, intent.weights
        self.habits = weights().attack
        self.units = list(units)
        self.facts = counters()
        self._served: dict[int, frozenset[int]] = {}
        self._best: dict[str, float] = {}
        self._threats: dict[int, Threats] = {}
        self._famine = self._price_of_the_last()
        self._army = max(1.0, worth_of(tuple(picture.units)))
        self._supply_reach = {name: frozenset(picture.reach(name)) for name in picture.supplies}

    def _price_of_the_last(self) -> float:
        """[24.5] What spending the only supply risks: that two turns bring none."""
        state, side = self.picture.state, self.picture.side
        if not state.books[side].ports:
            return self.weights.last_supply_cost
        sunk = len(sunk_on(min(state.turn + 1, limits().last_turn))) / 6
        missing = sunk if side == "axis" else self.habits["no_landing"]
        return self.weights.last_supply_cost * missing**2

    # --- choosing

    def offensive(self, held: dict[int, int]) -> Offensive:
        """The best operations that go together. `held` counts the own units that stay in a hex."""
        chosen = Offensive()
        listed = self._with_openings(sorted(self.operations(), key=lambda op: (-op.score, op.target)))
        busy: set[str] = set()
        crowd = dict(held)
        targets: set[int] = set()
        for operation in listed:
            places = operation.places()
            if operation.target in targets or not busy.isdisjoint(places):
                continue
            if operation.score < self.weights.attack_threshold:
                break
            if not self._fits(places, crowd) or not self._sustain(operation, chosen):
                continue
            chosen.operations.append(operation)
            busy.update(places)
            targets.add(operation.target)
            for at in places.values():
                crowd[at] = crowd.get(at, 0) + 1
        return chosen

    def _with_openings(self, listed: list[Operation]) -> list[Operation]:
        """Automatic victories count for the way they open too, the most promising one for each target."""
        seen: set[int] = set()
        most = self.habits["opened"]
        for operation in listed:
            if not operation.automatic or operation.target in seen:
                continue
            if len(seen) >= MOST_OPENINGS or operation.score < self.weights.attack_threshold - most:
                break
            seen.add(operation.target)
            operation.score += min(most, self._opening(operation))
        return sorted(listed, key=lambda op: (-op.score, op.target))

    def _opening(self, operation: Operation) -> float:
        """[9.1] How much better the units that are left could stand if the victims' zones were gone."""
        state = self.picture.state
        victory = AutomaticVictory(operation.defenders, tuple(operation.posts), ())
        after = replace(state, victories=(*state.victories, victory))
        zone = front(after, self.picture.side).zone
        busy, gain = operation.places(), 0.0
        known: dict[tuple[int, int, int | None], float] = {}
        for name in self.units:
            if name in busy or not can_move(state, name):
                continue
            key = (self.picture.units[name], self.facts[name].movement, self.intent.goals.get(name))
            better = known.get(key)
            if better is None:
                field = self.intent.field(name)
                best = max((field[h] for h in reach(after, name).hexes if not zone[h]), default=-FAR)
                better = known[key] = max(0.0, best - self._best_of(name))
            gain += better
        return gain

    def _fits(self, places: dict[str, int], crowd: dict[int, int]) -> bool:
        count = dict(crowd)
        for at in places.values():
            count[at] = count.get(at, 0) + 1
            if count[at] > limits().stacking:
                return False
        return True

    def _sustain(self, operation: Operation, chosen: Offensive) -> bool:
        """Give the operation a supply: one already in use if it can serve both, else a fresh one."""
        if operation.index < -2:
            return True
        for supply, sources in chosen.supplies.items():
            both = sources & operation.sources
            if both & self._supply_reach[supply]:
                chosen.supplies[supply] = both & self._supply_reach[supply]
                return True
        if chosen.supplies and len(self.picture.supplies) - len(chosen.supplies) < 2:
            return False  # one more would be the last
        for supply in sorted(self.picture.supplies):
            there = operation.sources & self._supply_reach[supply]
            if supply not in chosen.supplies and there:
                chosen.supplies[supply] = there
                return True
        return False

    # --- listing

    def operations(self) -> Iterable[Operation]:
        for target, names in self.picture.enemies.items():
            if names:
                yield from self._against(target, tuple(names))

    def _against(self, target: int, names: tuple[str, ...]) -> Iterable[Operation]:
        picture = self.picture
        defence = doubling(target) * sum(self.facts[n].defence for n in names)
        arrivals: dict[int, list[str]] = {}
        for post in board().adjacent[target]:
            if picture.front.closed[post] or post in picture.front.beaten:
                continue
            able = [name for name in self.units if post in picture.reach(name)]
            if able:
                arrivals[post] = able
        everyone = {name for able in arrivals.values() for name in able}
        total = sum(self.facts[n].attack for n in everyone)
        if total < defence and not (self.intent.desperate and target in self.intent.sites):
            return
        ranked = sorted(arrivals, key=lambda p: (len(self._others(p, target)), -len(arrivals[p]), p))[:MOST_POSTS]
        seen: set[tuple[tuple[str, int], ...]] = set()
        subsets = [s for size in (1, 2, 3) for s in combinations(ranked, size)][:MOST_SUBSETS]
        for subset in subsets:
            for operation in self._with_posts(target, names, defence, subset, arrivals):
                key = tuple(sorted(operation.places().items()))
                if key not in seen:
                    seen.add(key)
                    yield operation

    def _others(self, post: int, target: int) -> list[int]:
        return [caster for caster in self.picture.front.casters(post) if caster != target]

    def _with_posts(
        self,
        target: int,
        names: tuple[str, ...],
        defence: int,
        subset: Sequence[int],
        arrivals: dict[int, list[str]],
    ) -> Iterable[Operation]:
        others = sorted({other for post in subset for other in self._others(post, target)})
        if len(others) > MOST_SOAKS:
            return
        soaks = self._soaks(others, subset, arrivals)
        if soaks is None:
            return
        taken = {name for soakers in soaks.values() for name in soakers}
        room = dict.fromkeys(subset, limits().stacking)
        for soakers in soaks.values():
            for at in soakers.values():
                room[at] -= 1
        full = self._fill(subset, arrivals, room, taken)
        attack = sum(self.facts[n].attack for n in full)
        best = odds_index(attack, defence)
        if best < 1:
            if self.intent.desperate and best > -7 and target in self.intent.sites:
                operation = self._judge(target, names, defence, full, soaks)
                if operation is not None:
                    yield operation
            return
        made: set[int] = set()
        for index in range(best, 0, -1):
            if index < 3 and target not in fortresses() and best >= 3:
                break
            posts = self._trim(full, index * defence, subset)
            total = sum(self.facts[n].attack for n in posts)
            if total in made:
                continue
            made.add(total)
            operation = self._judge(target, names, defence, posts, soaks)
            if operation is not None:
                yield operation

    def _soaks(
        self, others: list[int], subset: Sequence[int], arrivals: dict[int, list[str]]
    ) -> dict[int, dict[str, int]] | None:
        """The cheapest unit that may attack each further enemy at 1-6 or better."""
        found: dict[int, dict[str, int]] = {}
        used: set[str] = set()
        for other in others:
            defence = doubling(other) * sum(self.facts[n].defence for n in self.picture.enemies[other])
            choices = [
                (worth(name), name, post)
                for post in subset
                if other in board().adjacent[post]
                for name in arrivals[post]
                if name not in used and 6 * self.facts[name].attack >= defence
            ]
            if not choices:
                return None
            _, name, post = min(choices)
            used.add(name)
            found[other] = {name: post}
        return found

    def _fill(
        self, subset: Sequence[int], arrivals: dict[int, list[str]], room: dict[int, int], taken: set[str]
    ) -> dict[str, int]:
        """As many attack factors as the posts hold: strong units first, each where fewest others can go."""
        room = dict(room)
        options: dict[str, list[int]] = {}
        for post in subset:
            for name in arrivals[post]:
                if name not in taken:
                    options.setdefault(name, []).append(post)
        posts: dict[str, int] = {}
        for name in sorted(options, key=lambda n: (-self.facts[n].attack, len(options[n]), n)):
            open_posts = [post for post in options[name] if room[post] > 0]
            if open_posts:
                post = min(open_posts, key=lambda p: (len(arrivals[p]), -room[p], p))
                posts[name] = post
                room[post] -= 1
        return posts

    def _trim(self, full: dict[str, int], need: int, subset: Sequence[int]) -> dict[str, int]:
        """Drop what is not needed for these factors, dear units first, but leave every post manned if that costs
        nothing."""
        posts = dict(full)
        total = sum(self.facts[n].attack for n in posts)
        for name in sorted(full, key=lambda n: (-self._cost_of_use(n, full[n]) - self.habits["thrift"] * worth(n), n)):
            last = sum(at == posts[name] for at in posts.values()) == 1
            if total - self.facts[name].attack >= need and not (last and len(subset) > 1):
                total -= self.facts[name].attack
                del posts[name]
        return posts

    def _cost_of_use(self, name: str, post: int) -> float:
        return self._best_of(name) - self.intent.position(name, post)

    def _best_of(self, name: str) -> float:
        best = self._best.get(name)
        if best is None:
            best = self._best[name] = self.intent.best_position(name)
        return best

    # --- judging

    def _judge(
        self,
        target: int,
        names: tuple[str, ...],
        defence: int,
        posts: dict[str, int],
        soaks: dict[int, dict[str, int]],
    ) -> Operation | None:
        w, facts = self.weights, self.facts
        hexes = sorted({*posts.values(), *(at for s in soaks.values() for at in s.values())})
        used_others = {other for at in hexes for other in self._others(at, target)}
        soaks = {other: s for other, s in soaks.items() if other in used_others}
        attack = sum(facts[n].attack for n in posts)
        index = odds_index(attack, defence)
        sealed = self._is_sealed(target, hexes)
        automatic = index >= 7 or (sealed and index >= limits().surrounded_automatic)
        sources = self._sources(sorted(set(posts.values())))
        if index >= -2 and not any(sources & reach for reach in self._supply_reach.values()):
            return None
        outcome = forecast(attack, defence, sealed)
        if automatic:
            outcome = outcome._replace(cleared=1.0, defenders_lost=1.0, attackers_lost=0.0)
        own = worth_of(tuple(posts))
        if self._is_rash(target, index, own):
            return None
        gain = w.kill * outcome.defenders_lost * worth_of(names)
        gain += self.habits["driven_back"] * column(index).defenders_back * worth_of(names) * (not sealed)
        gain += outcome.cleared * self._prize(target)
        loss = outcome.attackers_lost * own
        for other, soakers in soaks.items():
            factor = doubling(other) * sum(facts[n].defence for n in self.picture.enemies[other])
            soak = forecast(sum(facts[n].attack for n in soakers), factor, False)
            loss += soak.attackers_lost * worth_of(tuple(soakers))
        cost = w.supply_cost + (self._famine if len(self.picture.supplies) < 2 else 0.0)
        drift = sum(max(0.0, self._cost_of_use(n, at)) for n, at in posts.items())
        exposed = (1 - outcome.attackers_lost) * self._exposure(target, posts, soaks)
        score = gain - self.intent.loss * loss - cost - drift - w.exposure * exposed
        score -= 0.0 if automatic else self._ruin(column(index).attackers_lost, own)
        return Operation(target, names, posts, soaks, index, sealed, sources, score, automatic, cost)

    def _is_rash(self, target: int, index: int, stake: float) -> bool:
        """Whether a storm at such odds stakes too much of the army: at 1-1 more is lost than won. Who has time on his
        side stakes nothing at all."""
        if index >= self.habits["storm"] or self.intent.desperate:
            return False
        if self.intent.is_patient():
            return True
        return target in fortresses() and stake > self.habits["storm_share"] * self._army

    def _ruin(self, lost: float, stake: float) -> float:
        """What it costs to stake most of the army on one throw: who loses it has lost the game as well [4.1]."""
        if self.intent.desperate:
            return 0.0
        share = stake / self._army - self.habits["spared"]
        return self.habits["ruin"] * lost * stake * share if share > 0 else 0.0

    def _prize(self, target: int) -> float:
        picture = self.picture
        prize = self.intent.sites.get(target, 0.0) * (1.0 if target in fortresses() else self.habits["out_of_reach"])
        if target in board().adjacent[self.intent.own_base] and target not in fortresses():
            prize += self.habits["open_port"] * self.weights.own_base  # [4.3] its zone closes the port
        held = sum(at == target for at in picture.state.layout.supplies[picture.foe].values())
        return prize + held * weights().worth.supply

    def _is_sealed(self, target: int, hexes: Collection[int]) -> bool:
        held = frozenset(hexes)
        zone = fields.zones(board().adjacent, held, fortresses())
        return not ways_out(target, zone, held)

    def _exposure(self, target: int, posts: dict[str, int], soaks: dict[int, dict[str, int]]) -> float:
        threats = self._threats.get(target)
        if threats is None:
            threats = self._threats[target] = free_threats(self.picture.state, self.picture.foe, {target})
        stacks: dict[int, list[str]] = {}
        for name, at in posts.items():
            stacks.setdefault(at, []).append(name)
        return sum(
            threats.danger(at, sum(self.facts[n].defence for n in stack)) * worth_of(stack)
            for at, stack in stacks.items()
        )

    # --- supply

    def _sources(self, hexes: Sequence[int]) -> frozenset[int]:
        found: frozenset[int] | None = None
        for hexagon in hexes:
            served = self._served.get(hexagon)
            if served is None:
                served = self._served[hexagon] = self._serving(hexagon)
            found = served if found is None else found & served
        return found or frozenset()

    def _serving(self, hexagon: int) -> frozenset[int]:
        """[14.2] The hexes from which a supply sustains a unit here: within five, by a line free of enemy zones."""
        cut, adjacent = self.picture.front.cut, board().adjacent
        found, ring = {hexagon}, [hexagon]
        for _ in range(limits().supply_radius):
            ring = sorted({there for here in ring for there in adjacent[here] if not cut[there]} - found)
            found.update(ring)
        return frozenset(found)
