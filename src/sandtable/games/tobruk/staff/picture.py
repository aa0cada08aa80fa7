"""The position as the staff looks at it: strengths, reaches, and what the enemy could throw at a hex."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache, cached_property

from msgspec.structs import replace

from sandtable.games.tobruk.combat.odds import attack_of, defence_of
from sandtable.games.tobruk.combat.retreats import havens
from sandtable.games.tobruk.map import escarpment, into_fort, terrain, tobruk
from sandtable.games.tobruk.movement.reach import allowance, reach_of
from sandtable.games.tobruk.pieces.command import formation_of, headquarters_of
from sandtable.games.tobruk.pieces.counters import chits, counters
from sandtable.games.tobruk.pieces.tables import hex_effect, hexside_effect, limits, scenarios
from sandtable.games.tobruk.scenario.victory import lead
from sandtable.games.tobruk.staff.chances import prospects
from sandtable.games.tobruk.staff.ground import around, first_steps, inner_ring, outer_ring
from sandtable.games.tobruk.staff.weights import Weights, weights
from sandtable.games.tobruk.staff.worth import Stake, Steps, steps_of
from sandtable.games.tobruk.state import Tobruk, enemy_of, out_of_supply


class Picture:
    """What is known of both armies at one moment, and how it is weighed."""

    def __init__(self, state: Tobruk, side: str, values: Weights | None = None) -> None:
        self.weights = values or weights()
        self.state, self.side, self.foe = state, side, enemy_of(side)
        self.left = scenarios()[state.scenario].last_turn - state.turn  # turns after this one
        self._attack: dict[str, int] = {}
        self._defence: dict[str, int] = {}
        self._steps: dict[str, Steps] = {}
        self._stakes: dict[tuple[str, ...], Stake] = {}

    @cached_property
    def behind(self) -> bool:
        """Whether this side would lose if the war went on as it does."""
        expected = lead(self.state)
        if self.side == "axis":
            return expected + self.weights.danger.drift * self.left >= self.state.margin
        return expected < self.state.margin

    @cached_property
    def fear(self) -> float:
        """How much of the enemy's replies counts: the less, the less time is left to a side that would lose."""
        if not self.behind:
            return 1.0
        w = self.weights.danger
        return w.desperate if self.left == 0 else w.late if self.left == 1 else w.behind

    def attack(self, name: str) -> int:
        found = self._attack.get(name)
        if found is None:
            found = self._attack[name] = attack_of(self.state, name)
        return found

    def defence(self, name: str) -> int:
        found = self._defence.get(name)
        if found is None:
            found = self._defence[name] = defence_of(self.state, name)
        return found

    def steps(self, name: str) -> Steps:
        found = self._steps.get(name)
        if found is None:
            found = self._steps[name] = steps_of(self.state, name)
        return found

    def defence_of_stack(self, names: Iterable[str]) -> int:
        """[2.4] Headquarters count only where they stand alone."""
        facts = counters()
        fighting = [name for name in names if facts[name].is_combat]
        return max(1, sum(self.defence(name) for name in fighting or names))

    def stake(self, names: Iterable[str]) -> Stake:
        key = tuple(sorted(names))
        found = self._stakes.get(key)
        if found is None:
            found = self._stakes[key] = Stake(self.steps(name) for name in key)
        return found


def shift_of(target: int, posts: Iterable[int]) -> int:
    """[10.1] Columns of terrain against an attack from these hexes."""
    works = scarp = True
    for here in posts:
        fort, cliff = hexside(here, target)
        works, scarp = works and fort, scarp and cliff
    found, fort_shift, cliff_shift = _shifts(target)
    return found + (fort_shift if works else 0) + (cliff_shift if scarp else 0)


@cache
def hexside(here: int, target: int) -> tuple[bool, bool]:
    return into_fort(here, target), escarpment(here, target)


@cache
def _shifts(target: int) -> tuple[int, int, int]:
    return hex_effect(terrain(target)).shift, hexside_effect("fortification").shift, hexside_effect("escarpment").shift


class Corps:
    """One enemy chit: the units it would activate, by where they can go."""

    def __init__(self, state: Tobruk, picture: Picture, command: str, likely: float) -> None:
        self.command, self.likely = command, likely
        facts = counters()
        self.artillery = sum(
            facts[hq].artillery for hq in headquarters_of(state, command) if not out_of_supply(state, hq)
        )
        self.groups: list[tuple[frozenset[int], int, list[tuple[int, int]]]] = []
        side = picture.foe
        gathered: dict[tuple[int, bool, int], list[tuple[int, int]]] = {}
        for name in formation_of(replace(state, active=command, activated=())):
            counter = facts[name]
            if counter.is_combat:
                key = (state.units[name].at, counter.motorised, allowance(state, name))
                gathered.setdefault(key, []).append((picture.attack(name), counter.battalions))
        for (at, motorised, points), strengths in gathered.items():
            reached = reach_of(state, side, motorised, at, points, True).hexes
            self.groups.append((frozenset((at, *reached)), at, strengths))

    def against(self, hexagon: int, without: int) -> Blow | None:
        """What this corps could bring to bear on a hex. Its units in the hex `without` are left out of account."""
        near = around(hexagon)
        posts: set[int] = set()
        strengths: list[tuple[int, int]] = []
        for reached, at, units in self.groups:
            if at != without and not near.isdisjoint(reached):
                posts |= near & reached
                strengths += units
        return Blow(self, hexagon, frozenset(posts), sorted(strengths, reverse=True)) if posts else None


class Blow:
    """An attack that a corps could make on a hex."""

    def __init__(self, corps: Corps, hexagon: int, posts: frozenset[int], strengths: list[tuple[int, int]]) -> None:
        self.likely, self.artillery = corps.likely, corps.artillery
        self._hexagon, self.posts, self._strengths = hexagon, posts, strengths
        self._attack = sum(factors for factors, _ in strengths)
        self._size = sum(battalions for _, battalions in strengths)

    def attack(self, posts: int) -> int:
        """The factors that find room in so many hexes."""
        room = limits().stacking * posts
        if self._size <= room:
            return self._attack
        attack = 0
        for factors, battalions in self._strengths:
            if battalions <= room:
                room -= battalions
                attack += factors
        return attack

    def units(self) -> int:
        return len(self._strengths)


class Threats:
    """What the enemy's corps could do to a hex once they are drawn."""

    def __init__(self, state: Tobruk, picture: Picture) -> None:
        self.picture = picture
        self._weights = picture.weights.danger
        self.corps = [
            Corps(state, picture, command, likely)
            for command, chit in chits().items()
            if chit.side == picture.foe and (likely := self._likely(state, command)) > 0
        ]
        pool = state.pool(picture.foe)
        self._air = min(self._weights.support, 2 * pool.support)
        self._foes = state.layout.held[picture.foe]
        self._havens = tuple(havens(state, picture.side))
        self._known: dict[tuple[int, int], list[Blow]] = {}
        # every hex that an enemy unit can enter
        self.open = frozenset[int]().union(*(reached for corps in self.corps for reached, _, _ in corps.groups))

    def _likely(self, state: Tobruk, command: str) -> float:
        """Drawn chits are back in the cup next turn, if there is one."""
        if not headquarters_of(state, command):
            return 0.0
        if command in state.cup:
            return 1.0
        return self._weights.drawn if self.picture.left else 0.0

    def on(self, hexagon: int, without: int = -1) -> list[Blow]:
        """The attacks that could be made on a hex."""
        key = (hexagon, without)
        found = self._known.get(key)
        if found is None:
            blows = (corps.against(hexagon, without) for corps in self.corps)
            found = self._known[key] = [blow for blow in blows if blow]
        return found

    def reaches(self, hexagon: int) -> bool:
        """Whether an enemy unit could come next to the hex."""
        return bool(self.on(hexagon))

    def doors(self, hexagon: int) -> frozenset[int]:
        """[10.3] The hexes by which a beaten unit could leave this one."""
        return first_steps(hexagon, self._havens) - self._foes

    def cost(self, hexagon: int, defence: int, stake: Stake, friends: Collection[int], without: int = -1) -> float:
        """What a stack with so much defence must fear in this hex, with friends in these hexes. The enemy can strike
        everywhere but not at once: he chooses the best targets, so that danger is felt by a power of the loss."""
        blows = self.on(hexagon, without)
        if not blows:
            return 0.0
        doors, w = self.doors(hexagon), self._weights
        barred = 0.0  # the chance that the last way back is barred when the blow falls
        if doors.isdisjoint(friends):
            every = frozenset[int]().union(*(blow.posts for blow in blows))
            barred = w.trap_by_two if doors <= every else 0.0
        found = [blow.likely * self._loss(blow, hexagon, defence, stake, friends, doors, barred) for blow in blows]
        worst = max(found)
        loss = min(stake.whole + self.prize(hexagon), worst + w.second * (sum(found) - worst))
        return min(loss, float(w.felt * loss**w.power))

    def prize(self, hexagon: int) -> float:
        """What the enemy gains by the hex itself. Who fears less for his army fears no less for the town."""
        if self.picture.side != "commonwealth":
            return 0.0
        w = self.picture.weights.ground
        worth = w.town if hexagon == tobruk() else w.ring if hexagon in inner_ring() else 0.0
        return (w.wall if hexagon in outer_ring() else worth) / self.picture.fear

    def _loss(
        self,
        blow: Blow,
        hexagon: int,
        defence: int,
        stake: Stake,
        friends: Collection[int],
        doors: frozenset[int],
        barred: float,
    ) -> float:
        posts = blow.posts.difference(friends)
        if not posts:
            return 0.0
        w, total = self._weights, 0.0
        if barred and doors <= posts and blow.units() >= len(doors):
            barred = w.trap
        cut = (1 - barred) * w.retreat * min(1.0, len(posts) / 4)
        dice = blow.artillery + self._air
        left, results, prize = shift_of(hexagon, posts), self.picture.state.results, self.prize(hexagon)
        for chance, his, mine, hexes in prospects(results, blow.attack(len(posts)), max(1, defence), left, dice):
            loss = stake.lost[mine]
            if hexes or not stake.left[mine]:
                loss += prize
            if hexes:
                loss += barred * stake.trapped[mine] + cut * stake.harried[mine]
            total += chance * (loss - w.caution * his)
        return max(0.0, total)


def load_of(names: Sequence[str]) -> int:
    facts = counters()
    return sum(facts[name].battalions for name in names)
