"""What a side wants: where it goes, what it holds, and how much it dares."""

from __future__ import annotations

from sandtable.games.panzerarmee_afrika.map import agheila, alexandria, tobruk
from sandtable.games.panzerarmee_afrika.staff.forces import Force, total
from sandtable.games.panzerarmee_afrika.staff.ground import travel
from sandtable.games.panzerarmee_afrika.staff.weights import Posture, weights
from sandtable.games.panzerarmee_afrika.tables import limits


class Intent:
    """The goals of one player turn."""

    def __init__(self, force: Force, foe: Force) -> None:
        self.force, self.foe = force, foe
        self.state, self.side = force.state, force.side
        self.weights: Posture = weights().postures[self.side]
        self.own_base, self.enemy_base = (
            (alexandria(), agheila()) if self.side == "allied" else (agheila(), alexandria())
        )
        self.odds = total(force) / max(1, total(foe))
        self.kill = self.loss = 1.0
        self.risk = self.weights.risk
        self.last = self.state.turn >= limits().last_turn and self.side == "axis"  # nobody answers any more
        if self.last: self.risk = 0.0
        self.prizes = self._prizes()
        self.possessions = self._possessions()
        self.sever = self._sever()
        self.vital: set[int] = set()  # installations that others live on
        self.goal, self.sentence = self._goal()
        self.field = travel(self.goal)

    def _prizes(self) -> dict[int, float]:
        """What clearing a hex of enemies brings beside the enemies."""
        w = self.weights
        prizes = {self.enemy_base: w.enemy_base}
        if self.state.holder(tobruk()) != self.side: prizes[tobruk()] = w.tobruk
        if self.state.holder(self.own_base) != self.side: prizes[self.own_base] = w.own_base
        return prizes

    def _possessions(self) -> dict[int, float]:
        """What holding a hex is worth."""
        w = self.weights
        held = {self.own_base: w.own_base}
        if self.state.holder(tobruk()) == self.side: held[tobruk()] = w.tobruk
        return held

    def _sever(self) -> float:
        """What putting an enemy factor out of supply is worth; in the end it is as good as destroyed [14.1]."""
        last = self.side == "allied" and self.state.turn >= limits().last_turn
        return self.weights.kill if last else weights().sites["cut"]

    def _goal(self) -> tuple[int, str]:
        held = self.state.holder(tobruk()) == self.side
        if self.side == "axis":
            return (self.enemy_base, "on to Alexandria") if held else (tobruk(), "Tobruk first")
        if self.odds >= self.weights.bold:
            return (self.enemy_base, "driving the enemy west") if held else (tobruk(), "back to Tobruk")
        if held and self.odds >= self.weights.timid: return tobruk(), "holding the frontier and Tobruk"
        return self.own_base, "keeping the army together before Alexandria"

    def ground(self, name: str, hexagon: int) -> float:
        """What a hex is worth to a unit as ground."""
        return -self.weights.pull * self.field[hexagon]
