"""The position as the staff looks at it: where everybody can go, and what the enemy could throw at a hex."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from sandtable.core.values import Action
from sandtable.games.north_africa_41.ground.fitness import gait_of
from sandtable.games.north_africa_41.ground.ranges import Mode
from sandtable.games.north_africa_41.ground.reach import options
from sandtable.games.north_africa_41.ground.routes import Gait
from sandtable.games.north_africa_41.ground.zones import front
from sandtable.games.north_africa_41.lines.support_units import attack_sources, source_at
from sandtable.games.north_africa_41.lines.tracing import full_supply, in_supply
from sandtable.games.north_africa_41.map import board, enters_perimeter, terrain
from sandtable.games.north_africa_41.movement.orders import Move, Tactical
from sandtable.games.north_africa_41.pieces.counters import Side, counters
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.pieces.tables import terrain as terrain_effects
from sandtable.games.north_africa_41.results.tables import odds
from sandtable.games.north_africa_41.staff.chances import Promise, judge
from sandtable.games.north_africa_41.staff.ground import FOOT_POINTS, around, travel
from sandtable.games.north_africa_41.staff.weights import weights_for
from sandtable.games.north_africa_41.staff.worth import Stake, next_step, worth
from sandtable.games.north_africa_41.state import GOOD, OFF_MAP, NorthAfrica, enemy_of, face_of, movement_of
from sandtable.kit.staff.courses import JUDGEMENT, Course

OVERRUN = 0.999  # chance of losing a hex that only an Automatic DS gives


class Mover:
    """An own unit that may still move, and where to."""

    def __init__(self, state: NorthAfrica, name: str) -> None:
        found = options(state, name)
        self.name, self.at = name, state.units[name].at
        self.marching, self.tactical = found.marching, found.tactical
        ends = {*found.marching.ends, *found.tactical.ends}
        if self.at >= 0:
            ends.add(self.at)
        self.reach = frozenset(at for at in ends if at >= 0)
        self.attack = face_of(state, name).attack if state.units[name].order == GOOD else 0
        if state.units[name].transport or state.units[name].replaced:
            self.attack = 0
        self.worth = worth(state, name)

    def mode(self, at: int) -> Mode:
        return self.marching.mode(at) if at in self.marching else "tactical"

    def order(self, at: int) -> Action | None:
        """How it gets there; nothing when it is there."""
        if at == self.at:
            return None
        path = board().name(self.at), board().name(at)
        return Move((self.name,), path) if at in self.marching else Tactical((self.name,), path)

    def way(self, at: int) -> tuple[int, ...]:
        if at == self.at:
            return (at,)
        return self.marching.path(at) if at in self.marching else self.tactical.path(at)


def pieces(state: NorthAfrica, side: str) -> list[str]:
    """The Combat Units of a side on the map and in its boxes."""
    stands = state.layout.combat[side]
    return [name for at in sorted(stands) if at >= 0 or at in OFF_MAP[side] for name in stands[at]]


def pace(state: NorthAfrica, name: str) -> float:
    """Movement Points of an impulse, Extended Movement included."""
    if gait_of(name) == "foot":
        return float(FOOT_POINTS)
    return float(max(1, movement_of(state, name) + limits().extended_movement))


class Picture:
    """What is known of both armies at one moment."""

    def __init__(self, state: NorthAfrica, side: Side, course: Course = JUDGEMENT) -> None:
        self.course, self.weights = course, weights_for(course)
        self.state, self.side, self.foe = state, side, enemy_of(side)
        self.facing = front(state, side)
        self._stakes: dict[tuple[int, tuple[str, ...]], Stake] = {}

    @cached_property
    def movers(self) -> dict[str, Mover]:
        moved = {*self.state.moved, *(name for each in self.state.shattered for name in each.units)}
        return {name: Mover(self.state, name) for name in pieces(self.state, self.side) if name not in moved}

    def stake(self, at: int, names: Sequence[str]) -> Stake:
        key = at, tuple(sorted(names))
        found = self._stakes.get(key)
        if found is None:
            found = self._stakes[key] = Stake(self.state, at, key[1])
        return found

    @cached_property
    def served(self) -> Collection[int]:
        return full_supply(self.state, self.side)

    def is_served(self, name: str, at: int) -> bool:
        """Whether the unit would be in supply in a hex, as far as that can be said before others have moved."""
        if at in self.served:
            return True
        return at == self.state.units[name].at and in_supply(self.state, name)


class Blow:
    """An attack that the enemy could make on a hex."""

    def __init__(self, state: NorthAfrica, names: Sequence[str], posts: int, walled: bool) -> None:
        self.names, self.posts, self.walled = names, posts, walled
        facts = counters()
        tanks, room, free = 0, limits().stacking * posts, posts
        self.strong = self.weak = 0.0  # with vehicles at full strength, and halved
        self.rating: int | None = None
        elite_tank = elite_infantry = False
        allied = bool(names) and facts[names[0]].side == "allied"
        steps: list[float] = []
        for name in names:  # the strongest first
            counter, face = facts[name], face_of(state, name)
            if allied and counter.tank and tanks >= limits().tanks_in_attack:
                continue
            taken = face.stacking
            if counter.silhouetted:
                taken = 0 if free else limits().silhouetted_stacking
                free -= taken == 0
            if taken > room:
                continue
            room -= taken
            tanks += counter.tank
            self.strong += face.attack
            self.weak += (face.attack + 1) // 2 if counter.vehicle else face.attack
            if counter.tank:
                self.rating = max(self.rating or 0, face.tank_rating or 0)
            elite = face.quality == "elite"
            elite_tank = elite_tank or (elite and counter.tank)
            elite_infantry = elite_infantry or (elite and counter.infantry_type)
            steps.append(next_step(state, name))
        self.combined = elite_tank and elite_infantry
        self.cheap, self.dear = min(steps, default=0.0), max(steps, default=0.0)


class Threats:
    """What the enemy could do in his next Player Turn, as things stand."""

    def __init__(self, picture: Picture) -> None:
        self.picture, state, foe = picture, picture.state, picture.foe
        facts = counters()
        self._fighters: dict[int, list[str]] = {}
        self.raided: set[int] = set()  # hexes that he can enter
        for name in pieces(state, foe):
            unit = state.units[name]
            found = options(state, name)
            ends = (*found.marching.ends, *(end for end in found.tactical.ends if end not in found.marching))
            self.raided.update(end for end in ends if end >= 0)
            if facts[name].support or face_of(state, name).attack == 0 or unit.order != GOOD:
                continue
            normal = [end for end in ends if end not in found.marching or found.marching.mode(end) == "normal"]
            for end in (*normal, unit.at):
                if end >= 0:
                    self._fighters.setdefault(end, []).append(name)
        self._strength = {name: face_of(state, name).attack for names in self._fighters.values() for name in names}
        self._sources = [at for name in attack_sources(state, foe) if (at := source_at(state, name)) >= 0]
        self._blows: dict[tuple[int, frozenset[int]], list[Blow]] = {}
        self._promises: dict[tuple[int, tuple[str, ...], frozenset[int]], Promise] = {}

    def blows(self, at: int, friends: frozenset[int]) -> list[Blow]:
        """The attacks that could be made on a hex with own units in these hexes near it: one by each nation of the
        Axis, one by the Allies."""
        key = at, friends
        found = self._blows.get(key)
        if found is None:
            found = self._blows[key] = self._find(at, friends)
        return found

    def _find(self, at: int, friends: frozenset[int]) -> list[Blow]:
        posts = [post for post in board().adjacent[at] if post in self._fighters and post not in friends]
        if not posts:
            return []
        walled = all(enters_perimeter(post, at) for post in posts)
        names = dict.fromkeys(name for post in posts for name in self._fighters[post])
        ranked = sorted(names, key=lambda name: (-self._strength[name], name))
        if self.picture.foe == "allied":
            return [Blow(self.picture.state, ranked, len(posts), walled)]
        facts = counters()
        groups = ([name for name in ranked if facts[name].nation == nation] for nation in ("german", "italian"))
        return [Blow(self.picture.state, group, len(posts), walled) for group in groups if group]

    def reaches(self, at: int) -> bool:
        """Whether the enemy could enter the hex if it were empty; where own units stand now, who comes next to it."""
        if at in self.raided:
            return True
        return bool(self.picture.state.at(at, self.picture.side)) and not around(at).isdisjoint(self.raided)

    def approaches(self, at: int) -> bool:
        """Whether the enemy could enter the hex or come next to it: who is alone there is attacked."""
        return at in self.raided or not around(at).isdisjoint(self.raided)

    def coming(self, at: int, impulses: int = 1) -> float:
        """The strength of those who could come as far as that in so many impulses if nobody were in their way."""
        riders = self._riders
        return sum(attack for start, gait, points, attack in riders if travel(gait, at)[start] <= impulses * points)

    def nearby(self, at: int) -> float:
        """About the same for any hex: who has as many Movement Points as he is hexes away."""
        return sum(attack for start, _, points, attack in self._riders if board().distance(start, at) <= points)

    @cached_property
    def _riders(self) -> list[tuple[int, Gait, float, int]]:
        state = self.picture.state
        fit = [name for name in self._strength if state.units[name].at >= 0]
        return [(state.units[name].at, gait_of(name), pace(state, name), self._strength[name]) for name in fit]

    def promise(self, at: int, names: Sequence[str], friends: Collection[int]) -> Promise:
        """The worst that the enemy can do to a stack in a hex."""
        near = around(at).intersection(friends)
        key = at, tuple(sorted(names)), frozenset(near)
        found = self._promises.get(key)
        if found is None:
            found = Promise(0.0, 0.0, 0.0)
            stake = self.picture.stake(at, key[1])
            for blow in self.blows(at, key[2]):
                place = self._place(blow, at, names)
                trapped = blow.posts >= 3 and len(near) == 0
                firm = 1.0
                this = judge(place, stake, blow.cheap, blow.dear, False, firm)
                if trapped:
                    worse = judge(place, stake, blow.cheap, blow.dear, True, firm)
                    part = self.picture.weights.danger.trapped
                    this = Promise(*(a + part * (b - a) for a, b in zip(this, worse, strict=True)))
                if this.gain - this.loss > found.gain - found.loss or this.clears > found.clears:
                    found = this
            self._promises[key] = found
        return found

    def fear(self, at: int, names: Sequence[str], friends: Collection[int]) -> float:
        """What a stack must expect to lose; the enemy attacks where it pays him."""
        found = self.promise(at, names, friends)
        return max(0.0, found.gain - 0.5 * found.loss)

    def danger(self, at: int, names: Sequence[str], friends: Collection[int], caution: float) -> float:
        """What a stack must fear, to a side that is as cautious as that. Who can be overrun is: that costs the enemy
        neither supply nor a step [8.9], so no boldness helps."""
        sure = self.promise(at, names, friends).clears >= OVERRUN
        return (max(caution, self.picture.weights.danger.overrun) if sure else caution) * self.fear(at, names, friends)

    def clears(self, at: int, names: Sequence[str], friends: Collection[int]) -> float:
        """The chance that the enemy takes a hex held by these units, or by nobody."""
        if not names:
            return float(self.reaches(at))
        return self.promise(at, names, friends).clears

    def _place(self, blow: Blow, at: int, names: Sequence[str]) -> int:
        """[8.3] The odds of a blow, about."""
        state, facts = self.picture.state, counters()
        fort = state.forts.get(at)
        walls = fort is not None and fort.complete and fort.side == self.picture.side
        ground = terrain_effects(terrain(at))
        fighting = [name for name in names if not facts[name].support] or list(names[:1])
        defence, rating, tanks = 0, 0, False
        for name in fighting:
            face, counter = face_of(state, name), facts[name]
            doubled = (walls or ground.doubled) and not counter.vehicle
            defence += face.defence * (2 if doubled else 1)
            rating = max(rating, face.tank_rating or 0)
            tanks = tanks or counter.tank
        supplied = self._is_supplied(at)
        attack = blow.weak if walls or blow.walled else blow.strong
        cap = limits().attack_cap if supplied else limits().unsupplied_attack_cap
        place = odds(max(1, int(min(attack, cap))), max(1, min(defence, limits().defence_cap)))
        if ground.tank_shifts and not walls:
            if blow.rating is not None:
                if supplied and not blow.walled:
                    place += max(0, min(limits().tank_shifts, blow.rating - rating))
            elif tanks:
                place -= 1
        return place + ground.shift + blow.combined

    def _is_supplied(self, at: int) -> bool:
        near = self.picture.weights.danger.supplied
        return any(board().distance(at, source) <= near for source in self._sources)
