"""What a side wants: the sites it must hold, who goes where, and what ground is worth."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from sandtable.core.nouns import plural
from sandtable.games.afrika_korps.map import board, fortresses, home_base, ports
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import limits
from sandtable.games.afrika_korps.staff.ground import doubling, travel, worth
from sandtable.games.afrika_korps.staff.picture import Picture
from sandtable.games.afrika_korps.staff.weights import Posture, weights
from sandtable.games.afrika_korps.state import side_of
from sandtable.kit.staff.courses import JUDGEMENT, Course, bent
from sandtable.kit.staff.plan import Plan


@cache
def position_field(w: Posture, goal: int, near: float = 0.0) -> tuple[float, ...]:
    """The worth of every hex on the way to a goal: nearer is better, doubled is better, at the walls best."""
    way = travel(goal)
    walls = frozenset(board().adjacent[goal]) if goal in fortresses() else frozenset()
    return tuple(
        -w.pull * max(near, way[h]) + (w.doubled if doubling(h) > 1 else 0.0) + (w.besiege if h in walls else 0.0)
        for h in range(len(board()))
    )


class Stance(NamedTuple):
    """A posture: where the army goes, what for, and why."""

    name: str
    main: int
    aim: str
    why: str


class Intent:
    """The goals of one player turn: kept from the plan before as long as its reasons hold."""

    def __init__(self, picture: Picture, course: Course = JUDGEMENT, earlier: Plan | None = None) -> None:
        self.picture, self.course, self.earlier = picture, course, earlier
        self.weights: Posture = bent(weights().postures[picture.side], course.weights)
        self.habits = weights().ground
        self.own_base, self.enemy_base = home_base(picture.side), home_base(picture.foe)
        self.citadel = next(iter(ports() & fortresses()))  # the fortress that is a port
        self.outpost = next(iter(fortresses() - ports()))
        self.sites = {
            self.own_base: self.weights.own_base,
            self.enemy_base: self.weights.enemy_base,
            self.citadel: self.weights.port_fortress,
            self.outpost: self.weights.fortress,
        }
        self._fields: dict[int, tuple[float, ...]] = {}
        self.desperate = self._is_desperate()
        self.loss = self.weights.loss * (self.weights.desperate if self.desperate else 1.0)
        self.goals: dict[str, int] = {}
        if picture.side == "axis":
            self._garrison_conquests()
            self.stance = self._chosen(self._attacker)
        else:
            self._garrison_ports()
            self.stance = self._chosen(self._defender)
        self.main = self.stance.main
        self.risk = self.weights.risk * (self.habits["bold"] if self._is_bold() else 1.0)
        for name in picture.free:
            self.goals.setdefault(name, self.main)

    def _chosen(self, judged: Callable[[], Stance]) -> Stance:
        """The staff's own judgement, unless the course names a goal that is still to be had."""
        goal = self.course.goal
        if goal == "citadel" and not self.held(self.citadel):
            return Stance("siege", self.citadel, "take the fortress port", "it is the course that is being followed")
        if goal == "enemy_base" and not self.held(self.enemy_base):
            return Stance("drive", self.enemy_base, "reach the enemy's base", "it is the course that is being followed")
        if goal == "own_base":
            return Stance("delay", self.own_base, "cover the own base", "it is the course that is being followed")
        if goal == "army":
            name = "hunt" if self.picture.side == "axis" else "attack"
            return Stance(name, self._nearest_enemy(), "destroy his army", "it is the course that is being followed")
        return judged()

    def _was(self, posture: str) -> bool:
        return self.earlier is not None and self.earlier.posture == posture

    def _is_bold(self) -> bool:
        """So superior a side risks more, unless it means to give ground."""
        ours, theirs = self.strengths()
        return self.stance.name == "attack" or (self.stance.name != "delay" and ours > self.habits["superior"] * theirs)

    def strengths(self) -> tuple[int, int]:
        """Attack factors on the map, own and enemy."""
        return self.picture.strength(self.picture.side), self.picture.strength(self.picture.foe)

    # --- what a hex is worth to a unit

    def field(self, name: str) -> tuple[float, ...]:
        """What each hex is worth to this unit as ground."""
        goal = self.goals.get(name, self.main)
        found = self._fields.get(goal)
        if found is None:
            near = self.habits["spring"] if self.strikes(name) else 0.0
            found = self._fields[goal] = position_field(self.weights, goal, near)
        return found

    def strikes(self, name: str) -> bool:
        """Whether the unit is to fall on the enemy's base from as far as it can go in a turn, with a supply."""
        return self.stance.name == "stroke" and self.goals.get(name, self.main) == self.enemy_base

    def is_patient(self) -> bool:
        """Whether time is on the attacker's side: nothing lands in a home base that is lost, or is to be taken soon."""
        return self.stance.name == "stroke" or (self.picture.side == "axis" and self.held(self.enemy_base))

    def position(self, name: str, hexagon: int) -> float:
        return self.field(name)[hexagon]

    def best_position(self, name: str) -> float:
        zone, field = self.picture.front.zone, self.field(name)
        return max((field[h] for h in self.picture.reach(name) if not zone[h]), default=0.0)

    def _is_desperate(self) -> bool:
        """The enemy holds every site, or time runs out."""
        state = self.picture.state
        lost = all(any(side_of(n) == self.picture.foe for n in state.layout.stacks.get(s, ())) for s in self.sites)
        return lost or state.turn >= self.weights.last_act

    # --- who holds what

    def held(self, site: int) -> bool:
        return site in self.picture.state.layout.combat[self.picture.side]

    def hostile(self, site: int) -> bool:
        return site in self.picture.state.layout.combat[self.picture.foe]

    def _garrison(self, site: int, count: int = 1) -> None:
        """Give the cheapest units that can be there soonest the site for their goal."""
        facts = counters()
        free = [name for name in self.picture.free if name not in self.goals]

        def cost(name: str) -> float:
            turns = travel(site)[self.picture.units[name]] / (facts[name].movement + self.habits["stride"])
            return worth(name) + self.habits["haste"] * turns - (self.habits["kept"] if self._had(name, site) else 0.0)

        for name in sorted(free, key=lambda n: (cost(n), n))[:count]:
            self.goals[name] = site

    def _had(self, name: str, site: int) -> bool:
        """Whether the plan before gave the unit this site."""
        task = self.earlier.task_of(name) if self.earlier else None
        return task is not None and task.at == board().name(site)

    # --- the attacker

    def _garrison_conquests(self) -> None:
        self._garrison(self.own_base)
        if not self.hostile(self.outpost):
            self._garrison(self.outpost)
        else:
            self._besiege_outpost()

    def _attacker(self) -> Stance:
        stance = self._attack_posture()
        if self.held(self.citadel):
            self._garrison(self.citadel)
        if self.held(self.enemy_base):
            self._garrison(self.enemy_base)
        return stance

    def _attack_posture(self) -> Stance:
        ours, theirs = self.strengths()
        wanted = self.habits["inferior"] / (self.habits["persist"] if self._was("hold") else 1.0)
        if ours < wanted * theirs and not self.desperate:
            why = f"{plural(ours, 'attack factor')} against {theirs} are not enough to go on, and more are to come"
            return Stance("hold", self._foremost(), "hold what is ours", why)
        if self._can_be_surprised():
            self._send_to_the_fortress()
            why = "his army in the field is no match for our fastest units, and nothing lands in a lost base"
            return Stance("stroke", self.enemy_base, "take the enemy's base before more of his units land", why)
        if self.held(self.enemy_base) and not self.held(self.citadel) and self._field_army() >= self.habits["hunted"]:
            self._send_to_the_fortress()
            why = "nothing lands in his base any more, so that whoever falls is not replaced"
            return Stance("hunt", self._nearest_enemy(), "destroy his army in the field", why)
        if not self.held(self.citadel) and self._storm_possible(self.citadel):
            why = "the army is strong enough to close in on it and storm it"
            return Stance("siege", self.citadel, "take the fortress port", why)
        if not self.held(self.enemy_base):
            why = "the fortress port is ours" if self.held(self.citadel) else "the fortress port is too strong to storm"
            return Stance("drive", self.enemy_base, "reach the enemy's base", why)
        return Stance("hunt", self._nearest_enemy(), "destroy what is left of him", "the bases are ours")

    def _can_be_surprised(self) -> bool:
        """[4.3, 19.2] Nothing lands in a home base that is lost. Whether the fastest units, as many as one hex holds,
        are a match for the army that covers it."""
        if self.held(self.enemy_base):
            return False
        swift = sorted((counters()[name].defence for name in self._swift()), reverse=True)
        wanted = self.habits["outmatched"] * (self.habits["persist"] if self._was("stroke") else 1.0)
        return sum(swift[: limits().stacking]) >= wanted * self._field_army()

    def _swift(self) -> list[str]:
        facts = counters()
        return [name for name in self.picture.units if facts[name].movement >= self.habits["swift"]]

    def _field_army(self) -> int:
        """The enemy's attack factors outside the fortress port."""
        facts, stands = counters(), self.picture.state.layout.combat[self.picture.foe]
        return sum(facts[name].attack for at, names in stands.items() if at != self.citadel for name in names)

    def _send_to_the_fortress(self) -> None:
        """Those who are too slow for the enemy's base keep the fortress port's garrison busy."""
        swift = self._swift()
        for name in self.picture.free:
            if name not in swift:
                self.goals.setdefault(name, self.citadel)

    def _foremost(self) -> int:
        """The own site nearest to the enemy's base."""
        way = travel(self.enemy_base)
        return min((site for site in self.sites if self.held(site)), key=lambda site: way[site], default=self.own_base)

    def _besiege_outpost(self) -> None:
        """Slow units take the outpost in passing: enough of them for three to one."""
        picture, facts = self.picture, counters()
        names = picture.state.layout.combat[picture.foe].get(self.outpost, [])
        need = self.habits["outpost_odds"] * doubling(self.outpost) * sum(facts[n].defence for n in names)
        slow = [n for n in picture.free if n not in self.goals and facts[n].movement <= 6]
        slow.sort(key=lambda n: (travel(self.outpost)[picture.units[n]] + self.habits["slow"] * worth(n), n))
        for name in slow:
            if need <= 0:
                break
            self.goals[name] = self.outpost
            need -= facts[name].attack

    def _storm_possible(self, fortress: int) -> bool:
        picture, facts = self.picture, counters()
        defence = doubling(fortress) * sum(
            facts[n].defence for n in picture.state.layout.combat[picture.foe].get(fortress, [])
        )
        near = sorted((facts[n].attack for n in picture.free if n not in self.goals), reverse=True)
        room = limits().stacking * len(board().adjacent[fortress])
        wanted = self.weights.storm_odds * (self.habits["persist"] if self._was("siege") else 1.0)
        return sum(near[:room]) >= wanted * defence

    def _nearest_enemy(self) -> int:
        picture = self.picture
        hexes = [at for at in picture.enemies if at not in fortresses()] or list(picture.enemies)
        if not hexes:
            return self.enemy_base
        strong = max(
            picture.units.values(),
            key=lambda at: sum(worth(n) for n in picture.state.layout.combat[picture.side].get(at, [])),
        )
        return min(hexes, key=lambda h: (travel(h)[strong], h))

    # --- the defender

    def _garrison_ports(self) -> None:
        if not self.hostile(self.citadel):
            self._hold_citadel()
        self._garrison(self.own_base, 2)

    def _defender(self) -> Stance:
        ours, theirs = self.strengths()
        wanted = self.habits["superior"] * (self.habits["persist"] if self._was("attack") else 1.0)
        if ours > wanted * theirs:
            why = f"{plural(ours, 'attack factor')} against {theirs}"
            return Stance("attack", self._nearest_enemy(), "destroy his army", why)
        why = f"{plural(ours, 'attack factor')} against {theirs} are not enough to attack, and time is on our side"
        return Stance("delay", self.own_base, "hold the ports and give ground", why)

    def _hold_citadel(self) -> None:
        """The strongest units that can be there in time."""
        picture, facts = self.picture, counters()

        def merit(name: str) -> float:
            turns = travel(self.citadel)[picture.units[name]] / (facts[name].movement + self.habits["stride"])
            kept = self.habits["kept"] if self._had(name, self.citadel) else 0.0
            return facts[name].defence - self.habits["distance"] * turns + kept

        for name in sorted(picture.free, key=lambda n: (-merit(n), n))[: limits().stacking]:
            self.goals[name] = self.citadel
