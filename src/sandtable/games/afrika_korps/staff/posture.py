"""What a side wants: the sites it must hold, who goes where, and what ground is worth."""

from __future__ import annotations

from functools import cache

from sandtable.games.afrika_korps.counters import counters
from sandtable.games.afrika_korps.map import board, fortresses, home_base, ports
from sandtable.games.afrika_korps.staff.ground import doubling, travel, worth
from sandtable.games.afrika_korps.staff.picture import Picture
from sandtable.games.afrika_korps.staff.weights import Posture, weights
from sandtable.games.afrika_korps.state import side_of
from sandtable.games.afrika_korps.tables import limits


@cache
def position_field(side: str, goal: int) -> tuple[float, ...]:
    """The worth of every hex on the way to a goal: nearer is better, doubled is better, at the walls best."""
    w, way = weights().postures[side], travel(goal)
    walls = frozenset(board().adjacent[goal]) if goal in fortresses() else frozenset()
    return tuple(
        -w.pull * way[h] + (w.doubled if doubling(h) > 1 else 0.0) + (w.besiege if h in walls else 0.0)
        for h in range(len(board()))
    )


class Intent:
    """The goals of one player turn."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.weights: Posture = weights().postures[picture.side]
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
        self.desperate = self._is_desperate()
        self.loss = self.weights.loss * (self.weights.desperate if self.desperate else 1.0)
        self.superior = picture.strength(picture.side) > self.habits["superior"] * picture.strength(picture.foe)
        self.risk = self.weights.risk * (self.habits["bold"] if self.superior else 1.0)
        self.goals: dict[str, int] = {}
        self.main = self.enemy_base
        self.sentence = ""
        if picture.side == "axis":
            self._attack_goals()
        else:
            self._defence_goals()

    # --- what a hex is worth to a unit

    def field(self, name: str) -> tuple[float, ...]:
        """What each hex is worth to this unit as ground."""
        return position_field(self.picture.side, self.goals.get(name, self.main))

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
            return worth(name) + self.habits["haste"] * turns

        for name in sorted(free, key=lambda n: (cost(n), n))[:count]:
            self.goals[name] = site

    # --- the attacker

    def _attack_goals(self) -> None:
        self._garrison(self.own_base)
        if not self.hostile(self.outpost):
            self._garrison(self.outpost)
        else:
            self._besiege_outpost()
        picture = self.picture
        if not self.held(self.citadel) and self._storm_possible(self.citadel):
            self.main, self.sentence = self.citadel, "closing on the fortress port"
        elif not self.held(self.enemy_base):
            self.main, self.sentence = self.enemy_base, "driving on the enemy's base"
        else:
            self.main, self.sentence = self._nearest_enemy(), "hunting down what is left"
        if self.held(self.citadel):
            self._garrison(self.citadel)
        if self.held(self.enemy_base):
            self._garrison(self.enemy_base)
        for name in picture.free:
            self.goals.setdefault(name, self.main)

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
        return sum(near[:room]) >= self.weights.storm_odds * defence

    def _nearest_enemy(self) -> int:
        picture = self.picture
        hexes = list(picture.enemies)
        if not hexes:
            return self.enemy_base
        strong = max(
            picture.units.values(),
            key=lambda at: sum(worth(n) for n in picture.state.layout.combat[picture.side].get(at, [])),
        )
        return min(hexes, key=lambda h: (travel(h)[strong], h))

    # --- the defender

    def _defence_goals(self) -> None:
        picture = self.picture
        if not self.hostile(self.citadel):
            self._hold_citadel()
        self._garrison(self.own_base, 2)
        if self.superior:
            self.main, self.sentence = self._nearest_enemy(), "going over to the attack"
        else:
            self.main, self.sentence = self.own_base, "holding the ports and giving ground"
        for name in picture.free:
            self.goals.setdefault(name, self.main)

    def _hold_citadel(self) -> None:
        """The strongest units that can be there in time."""
        picture, facts = self.picture, counters()

        def merit(name: str) -> float:
            turns = travel(self.citadel)[picture.units[name]] / (facts[name].movement + self.habits["stride"])
            return facts[name].defence - self.habits["distance"] * turns

        for name in sorted(picture.free, key=lambda n: (-merit(n), n))[: limits().stacking]:
            self.goals[name] = self.citadel
