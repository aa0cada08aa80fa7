"""What a side wants: where it goes, what it holds, and how much it dares."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.games.panzerarmee_afrika.map import agheila, alexandria, tobruk
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.staff.forces import Force, total
from sandtable.games.panzerarmee_afrika.staff.ground import highway, travel
from sandtable.games.panzerarmee_afrika.staff.prospects import balance, forecast
from sandtable.games.panzerarmee_afrika.staff.weights import Posture, weights
from sandtable.kit.staff.courses import JUDGEMENT, Course, bent

STANCES = ("press", "hold", "back")
DRIVE = "drive"  # the goal of a course that leaves Tobruk aside


def stances(course: Course = JUDGEMENT, closing: bool = False) -> tuple[str, ...]:
    """What an army may try: all three, or what the course says. Who has only to stay in supply to win goes back."""
    if course.goal in STANCES:
        return (course.goal,)
    if course.goal == DRIVE:
        return ("press",)
    return ("back",) if closing else STANCES


def manners(course: Course) -> Iterator[Course]:
    """A course as it is, and with more care for what the enemy could do."""
    for times in weights().manners:
        yield replace(
            course, weights={**course.weights, **{key: course.weights.get(key, 1.0) * n for key, n in times.items()}}
        )


class Intent:
    """The goals of one player turn."""

    def __init__(self, force: Force, foe: Force, stance: str = "", course: Course = JUDGEMENT) -> None:
        self.force, self.foe, self.stance, self.course = force, foe, stance, course
        self.state, self.side = force.state, force.side
        self.weights: Posture = bent(weights().postures[self.side], course.weights)
        self.habits = weights().outlook
        self.own_base, self.enemy_base = (
            (alexandria(), agheila()) if self.side == "allied" else (agheila(), alexandria())
        )
        self.odds = total(force) / max(1, total(foe))
        self.last = self.state.turn >= limits().last_turn and self.side == "axis"  # nobody answers any more
        self.closing = self._closing()
        self.caution = self._caution()
        self.alarm = self.weights.risk * self.caution
        self.risk = self.alarm * self._attention()
        self.prizes = self._prizes()
        self.possessions = self._possessions()
        self.sever = self._sever()
        self.vital: set[int] = set()  # installations that others live on
        self.goal, self.sentence = self._goal()
        self.front = self._front()
        self.field = travel(self.goal)
        self.road = self._road()

    def _caution(self) -> float:
        """How much the enemy's answer is feared: the less, the stronger the own army."""
        if self.last:
            return 0.0
        fear = 1 / max(self.odds, 1 / self.weights.timid)
        return max(self.weights.bold, fear) * self._nerve()

    def _closing(self) -> bool:
        """[14.1] Whether the game is won, but for what the enemy destroys or cuts off: only factors in supply count. In
        the last turns, and earlier for who is not clearly the stronger: at his base the enemy comes from far."""
        left = limits().last_turn - self.state.turn
        late = self.weights.homeward if self.odds < self.habits["stronger"] else self.habits["closing"]
        return 0 < left <= late and forecast(self.state, self.side).winner == self.side

    def _nerve(self) -> float:
        """Who would win if nothing happened can wait; who would not must dare more the later it is."""
        late = self.state.turn / limits().last_turn
        if forecast(self.state, self.side).winner == self.side:
            return 1 + self.habits["patience"] * late
        return 1 - self.weights.daring * late

    def _attention(self) -> float:
        """The share of the own stacks that the enemy is strong enough to attack in one turn."""
        blows = self.habits["might"] * total(self.foe) / self.habits["blow"]
        stacks = sum(map(self.force.is_fit, self.force.units)) / limits().stacking
        return min(1.0, blows / max(1.0, stacks))

    def _prizes(self) -> dict[int, float]:
        """What clearing a hex of enemies brings beside the enemies."""
        w = self.weights
        prizes = {self.enemy_base: w.enemy_base}
        if self.state.holder(tobruk()) != self.side:
            prizes[tobruk()] = w.tobruk
        if self.state.holder(self.own_base) != self.side:
            prizes[self.own_base] = w.own_base
        return prizes

    def _possessions(self) -> dict[int, float]:
        """What holding a hex is worth."""
        w = self.weights
        held = {self.own_base: w.own_base}
        if self.state.holder(tobruk()) == self.side:
            held[tobruk()] = w.tobruk
        return held

    def _sever(self) -> float:
        """What putting an enemy factor out of supply is worth; in the end it is as good as destroyed [14.1]. The supply
        of the Allies is judged for the last time as the Axis begins its last turn."""
        last = self.state.turn >= limits().last_turn - (self.side == "axis")
        return self.weights.kill if last else weights().sites["cut"]

    def _goal(self) -> tuple[int, str]:
        """Where the army goes, by the stance that was chosen; without one, where it would like to go."""
        if self.stance == "back":
            return self.own_base, "back towards the own base"
        if self.stance == "hold":
            centre = self._centre()
            return (centre, "holding the ground") if centre >= 0 else (self.own_base, "staying near the base")
        target = self._target()
        return target, "on to the enemy's base" if target == self.enemy_base else "Tobruk first"

    def _front(self) -> int:
        """Where installations are brought: with the army, but for who holds his ground and will be outgrown to where he
        has to strike, before it is too late."""
        if self.stance == "hold" and balance(self.state, self.side) < self.odds:
            return self._target()
        return self.goal

    def _target(self) -> int:
        """[14] Where the army has to strike."""
        if self.state.holder(tobruk()) == self.side or self.course.goal == DRIVE:
            return self.enemy_base
        return tobruk()

    def _road(self) -> frozenset[int]:
        """The lorries' way from the own base to the front: whoever stands beside it behind the front blocks it."""
        way = travel(self.own_base)
        front = max((way[at] for at in self.force.units.values()), default=0)
        return frozenset(at for at in highway(self.own_base, self.enemy_base) if way[at] < front)

    def _centre(self) -> int:
        """The hex of the army's own centre of gravity, measured along the way between the bases."""
        way = travel(self.enemy_base)
        where = sorted((way[at], at) for name, at in self.force.units.items() for _ in range(self.force.strength[name]))
        return where[len(where) // 2][1] if where else -1
