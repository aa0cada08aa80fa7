"""What a side wants: the places that decide the scenario, those it lives on, and who goes where."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.north_africa_41.arrivals.scenarios import scenario_named
from sandtable.games.north_africa_41.ground.fitness import gait_of
from sandtable.games.north_africa_41.map import airfields, board, ports
from sandtable.games.north_africa_41.pieces.counters import counters
from sandtable.games.north_africa_41.pieces.schedule import turn
from sandtable.games.north_africa_41.staff.ground import FAR, around, travel
from sandtable.games.north_africa_41.staff.picture import Mover, Picture, pace, pieces
from sandtable.games.north_africa_41.staff.weights import weights
from sandtable.games.north_africa_41.staff.worth import worth
from sandtable.games.north_africa_41.state import SIDES, NorthAfrica, enemy_of, face_of
from sandtable.games.north_africa_41.victory.conditions import counted_airfields, held_objectives, prize

LEAST_DEMAND, MOST_DEMAND = 5.0, 40.0
SHARE = 0.5  # of the enemies near a place that are expected to come for it
HORIZON = 2.0  # impulses within which enemies count as near


def worth_of_places(state: NorthAfrica) -> dict[int, float]:
    """Every place that either side cares for."""
    w, chosen = weights().ground, scenario_named(state.scenario)
    found = dict.fromkeys(ports().values(), w.port)
    found[ports()["Tobruk"]] = found[ports()["Benghazi"]] = w.base
    if chosen.objectives is None:
        found |= dict.fromkeys(airfields().values(), w.airfield)
    else:
        found |= {board().hex(name): w.objective for name in chosen.objectives.hexes.values()}
    return found


class Intent:
    """The aims of one Player Turn."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        state, side, w = picture.state, picture.side, picture.weights.ground
        self.places = worth_of_places(state)
        main = {**airfields(), **ports()}.get(picture.course.goal)
        if main is not None:
            self.places[main] = self.places.get(main, w.port) * w.main_goal
        self.own = {at: prized for at, prized in self.places.items() if state.holder(at) == side}
        self.wanted = {at: prized for at, prized in self.places.items() if at not in self.own}
        if not state.at(prize(side), side):
            self.wanted[prize(side)] = w.victory  # [26.1]
        self._lost = prize(enemy_of(side))  # where the enemy wins at once
        if self._lost not in self.wanted:
            self.own[self._lost] = w.prize
        self.last = is_last(state)
        self.counted = self.last or (scenario_named(state.scenario).objectives is None and is_reckoning(state))
        ahead = is_ahead(state, side)
        self.take, self.guard = w.take, w.hold if ahead else w.guard
        late, price = self._lateness(), picture.weights.combat
        self.own_loss = price.own_loss + late * (price.late_loss - price.own_loss)
        if side == SIDES[-1]:
            self.take += late * (w.final_take - self.take)
        else:
            self.guard += late * (w.final_guard - self.guard)
        if self.counted and side == SIDES[-1]:
            self.take, self.guard = w.final_take, 0.0 if self.last else self.guard
        strength = ratio(state, side)
        d = picture.weights.danger
        self.caution = (d.timid if ahead else d.bold) * min(1.5, max(0.4, 1 / strength))
        self.drive = 1.0 if ahead else w.drive
        self._demands = self._count()
        self._goals: dict[str, tuple[int, float]] = {}

    def _lateness(self) -> float:
        """From 0 to 1 in the last impulses before places are counted for the only time: what is not taken now will not
        be taken, and a step that is saved serves no more."""
        state = self.picture.state
        if scenario_named(state.scenario).objectives is None:
            return float(self.last)
        return max(0.0, 1 - impulses_left(state) / self.picture.weights.ground.haste)

    # --- who is needed where

    def _count(self) -> dict[int, float]:
        """Strength that each place needs."""
        state, side, foe = self.picture.state, self.picture.side, self.picture.foe
        found: dict[int, float] = {}
        for at in self.wanted:
            held = sum(face_of(state, name).defence for near in (at, *around(at)) for name in state.at(near, foe))
            found[at] = min(MOST_DEMAND, max(LEAST_DEMAND, 2.5 * held))
        enemies = [(name, state.units[name].at) for name in pieces(state, foe) if face_of(state, name).attack]
        for at in self.own:
            coming = 0.0
            for name, start in enemies:
                way = travel(gait_of(name), at)[start]
                near = 1.0 if at == self._lost else HORIZON
                if way <= near * pace(state, name):
                    coming += face_of(state, name).attack
            found[at] = min(MOST_DEMAND / 2, SHARE * coming)
        # whoever cannot leave is there already
        for name in pieces(state, side):
            if name not in self.picture.movers and state.units[name].at in found:
                found[state.units[name].at] -= face_of(state, name).defence
        return found

    def assign(self, movers: Iterable[Mover]) -> None:
        """Share the units out over the places, the strongest first."""
        waiting = sorted(movers, key=lambda mover: (-mover.worth, mover.name))
        for mover in waiting:
            self._goals[mover.name] = self._choose(mover)

    def _choose(self, mover: Mover) -> tuple[int, float]:
        state, near = self.picture.state, self.picture.weights.ground.near
        gait, points = gait_of(mover.name), pace(state, mover.name)
        face = counters()[mover.name].face(state.units[mover.name].steps)
        offence = face.attack / max(1, face.attack + face.defence)  # who attacks well does not sit in garrisons
        best, goal = 0.0, -1
        fallback, nearest = -1.0, -1
        for at, prized in (*self.wanted.items(), *self.own.items()):
            way = travel(gait, at)[mover.at]
            if way >= FAR:
                continue
            fit = self.take * (0.5 + offence) if at in self.wanted else self.guard * (1.5 - offence)
            value = prized * fit * near ** (way / points)
            if at in self.wanted and value > fallback:
                fallback, nearest = value, at
            need = self._demands[at]
            if need <= 0:
                continue
            value *= min(1.0, 0.25 + need / LEAST_DEMAND)
            if value > best:
                best, goal = value, at
        if goal < 0:
            return nearest, max(fallback, 0.0)
        self._demands[goal] -= face.attack if goal in self.wanted else face.defence
        return goal, best

    def goal(self, mover: Mover) -> tuple[int, float]:
        """The place that a unit is for, and how much it draws; -1 for none."""
        found = self._goals.get(mover.name)
        if found is None:
            found = self._goals[mover.name] = self._choose(mover)
        return found

    def ground(self, at: int) -> float:
        """What it is worth to drive the enemy out of a hex."""
        return self.take * self.wanted.get(at, 0.0)


def is_ahead(state: NorthAfrica, side: str) -> bool:
    """Whether a side would win if nothing changed any more."""
    chosen = scenario_named(state.scenario)
    if chosen.objectives is None:
        now = turn(state.turn)
        left = chosen.last_turn - state.turn + 1
        axis = state.points + (counted_airfields(state) - now.benchmark) * left > 0
    else:
        axis = len(held_objectives(state, "axis", chosen.objectives)) >= chosen.objectives.needed
    return axis == (side == "axis")


def ratio(state: NorthAfrica, side: str) -> float:
    """How strong a side is on the map, to the other."""
    strength: dict[str, float] = {
        each: sum(worth(state, name) for name in pieces(state, each) if state.units[name].at >= 0) for each in SIDES
    }
    return max(1.0, strength[side]) / max(1.0, strength[enemy_of(side)])


def impulses_left(state: NorthAfrica) -> int:
    """How many impulses come after this one."""
    end = scenario_named(state.scenario).last_turn
    later = sum(impulse > state.impulse for impulse in turn(state.turn).impulses)
    return later + sum(len(turn(number).impulses) for number in range(state.turn + 1, end + 1))


def is_last(state: NorthAfrica) -> bool:
    """Whether this is the last impulse of the game."""
    return state.turn >= scenario_named(state.scenario).last_turn and is_reckoning(state)


def is_reckoning(state: NorthAfrica) -> bool:
    """Whether this is the last impulse of a turn."""
    return state.impulse == turn(state.turn).impulses[-1]
