"""What a side wants: where it goes, what it holds, and how much it dares."""

from __future__ import annotations

from sandtable.games.panzerarmee_afrika.map import agheila, alexandria, tobruk
from sandtable.games.panzerarmee_afrika.network import network, network_with
from sandtable.games.panzerarmee_afrika.staff.forces import Force, Threats, total
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
        if self.state.turn >= limits().last_turn and self.side == "axis": self.risk = 0.0  # nobody answers any more
        self.prizes = self._prizes()
        self.sites = self._sites()
        self.vital: set[int] = set()
        self.goal, self.sentence = self._goal()
        self.field = travel(self.goal)

    def _prizes(self) -> dict[int, float]:
        """What clearing a hex of enemies brings beside the enemies."""
        w = self.weights
        prizes = {self.enemy_base: w.enemy_base}
        if self.state.holder(tobruk()) != self.side: prizes[tobruk()] = w.tobruk
        if self.state.holder(self.own_base) != self.side: prizes[self.own_base] = w.own_base
        return prizes

    def _sites(self) -> dict[int, float]:
        """What holding a hex is worth."""
        w = self.weights
        sites = {self.own_base: w.own_base}
        if self.state.holder(tobruk()) == self.side: sites[tobruk()] = w.tobruk
        return sites

    def guard(self, threats: Threats) -> None:
        """Installations that the enemy can come to are sites too, and vital if many live on them."""
        state, side, figures = self.state, self.side, weights().sites
        for at in state.layout.depots[side]:
            lost = self._dependent(at)
            if lost: self.vital.add(at)
            if threats.comes(at):
                worth = figures["depot"] + figures["dependant"] * lost
                self.sites[at] = self.sites.get(at, 0.0) + worth

    def _dependent(self, depot: int) -> int:
        """The factors that would be out of supply without an installation."""
        state, side = self.state, self.side
        now = network(state, side)
        left = frozenset(at for at in state.layout.depots[side] if at != depot)
        then = network_with(state, side, left)
        if then is now: return 0
        return sum(
            self.force.strength[name] for name, at in self.force.units.items()
            if now.supplies(at) and not then.supplies(at)
        )

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
