"""The position as the staff looks at it: strengths, reaches, and what the enemy could throw at a hex."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from sandtable.games.tobruk.command import formation_of, headquarters_of
from sandtable.games.tobruk.counters import chits, counters
from sandtable.games.tobruk.map import escarpment, into_fort, terrain
from sandtable.games.tobruk.movement import allowance, reach_of
from sandtable.games.tobruk.odds import attack_of, defence_of
from sandtable.games.tobruk.staff.chances import prospects
from sandtable.games.tobruk.staff.ground import around
from sandtable.games.tobruk.staff.weights import weights
from sandtable.games.tobruk.staff.worth import Stake, Steps, steps_of
from sandtable.games.tobruk.state import Tobruk, enemy_of, out_of_supply
from sandtable.games.tobruk.tables import hex_effect, hexside_effect, limits, scenarios


class Picture:
    """What is known of both armies at one moment."""

    def __init__(self, state: Tobruk, side: str) -> None:
        self.state, self.side, self.foe = state, side, enemy_of(side)
        self.left = scenarios()[state.scenario].last_turn - state.turn  # turns after this one
        self._attack: dict[str, int] = {}
        self._defence: dict[str, int] = {}
        self._steps: dict[str, Steps] = {}

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
        return Stake(self.steps(name) for name in names)


def shift_of(target: int, posts: Collection[int]) -> int:
    """[10.1] Columns of terrain against an attack from these hexes."""
    left = hex_effect(terrain(target)).shift
    if posts and all(into_fort(here, target) for here in posts):
        left += hexside_effect("fortification").shift
    if posts and all(escarpment(here, target) for here in posts):
        left += hexside_effect("escarpment").shift
    return left


class Corps:
    """One enemy chit: the units it would activate, by where they can go."""

    def __init__(self, state: Tobruk, picture: Picture, command: str, likely: float) -> None:
        self.command, self.likely = command, likely
        facts = counters()
        self.artillery = sum(
            facts[hq].artillery for hq in headquarters_of(state, command) if not out_of_supply(state, hq)
        )
        self.groups: list[tuple[frozenset[int], int, list[tuple[int, int]]]] = []
        side = enemy_of(picture.side)
        gathered: dict[tuple[int, bool, int], list[tuple[int, int]]] = {}
        for name in formation_of(replace(state, active=command, activated=())):
            counter = facts[name]
            if counter.is_combat:
                key = (state.units[name].at, counter.motorised, allowance(state, name))
                gathered.setdefault(key, []).append((picture.attack(name), counter.battalions))
        for (at, motorised, points), strengths in gathered.items():
            reached = reach_of(state, side, motorised, at, points, True).hexes
            self.groups.append((frozenset((at, *reached)), at, strengths))

    def against(self, hexagon: int, held: Collection[int], without: int) -> tuple[int, int, int]:
        """The factors this corps could bring to bear on a hex, from how many hexes, across what columns of terrain.
        Its units in the hex `without` are left out of account."""
        near = around(hexagon)
        posts: set[int] = set()
        strengths: list[tuple[int, int]] = []
        for reached, at, units in self.groups:
            if at != without and not near.isdisjoint(reached):
                posts |= near & reached
                strengths += units
        posts.difference_update(held)
        if not posts:
            return 0, 0, 0
        room, attack = limits().stacking * len(posts), 0
        for factors, battalions in sorted(strengths, reverse=True):
            if battalions <= room:
                room -= battalions
                attack += factors
        return attack, len(posts), shift_of(hexagon, posts)


class Threats:
    """What the enemy's corps could do to a hex once they are drawn."""

    def __init__(self, state: Tobruk, picture: Picture) -> None:
        self._picture, self._held = picture, state.layout.held[picture.side]
        self._weights = weights().danger
        self.corps = [
            Corps(state, picture, command, likely)
            for command, chit in chits().items()
            if chit.side == picture.foe and (likely := self._likely(state, command)) > 0
        ]
        pool = state.pool(picture.foe)
        self._air = min(self._weights.support, 2 * pool.support)
        self._known: dict[tuple[int, int], list[tuple[float, int, int, int, int]]] = {}

    def _likely(self, state: Tobruk, command: str) -> float:
        """Drawn chits are back in the cup next turn, if there is one."""
        if not headquarters_of(state, command):
            return 0.0
        if command in state.cup:
            return 1.0
        return self._weights.drawn if self._picture.left else 0.0

    def on(self, hexagon: int, without: int = -1) -> list[tuple[float, int, int, int, int]]:
        """For each corps that could attack there: how likely, its factors, its hexes, columns and dice."""
        key = (hexagon, without)
        found = self._known.get(key)
        if found is None:
            found = []
            for corps in self.corps:
                attack, posts, left = corps.against(hexagon, self._held, without)
                if attack:
                    found.append((corps.likely, attack, posts, left, corps.artillery + self._air))
            self._known[key] = found
        return found

    def reaches(self, hexagon: int) -> bool:
        """Whether an enemy unit could walk in if the hex were empty."""
        near = around(hexagon)
        return any(
            hexagon in reached or not near.isdisjoint(reached) for corps in self.corps for reached, _, _ in corps.groups
        )

    def cost(self, hexagon: int, defence: int, stake: Stake, without: int = -1) -> float:
        """What a stack with so much defence must expect to lose in this hex."""
        w = self._weights
        found = [
            likely * self._loss(attack, defence, posts, left, dice, stake)
            for likely, attack, posts, left, dice in self.on(hexagon, without)
        ]
        if not found:
            return 0.0
        worst = max(found)
        return worst + w.second * (sum(found) - worst)

    def _loss(self, attack: int, defence: int, posts: int, left: int, dice: int, stake: Stake) -> float:
        w, total = self._weights, 0.0
        cut = w.retreat * min(1.0, posts / 4)
        for chance, his, mine, hexes in prospects(attack, max(1, defence), left, dice):
            loss = stake.lost[mine]
            if hexes:
                loss += cut * stake.harried[mine]
            total += chance * (loss - w.caution * his)
        return max(0.0, total)


def load_of(names: Sequence[str]) -> int:
    facts = counters()
    return sum(facts[name].battalions for name in names)
