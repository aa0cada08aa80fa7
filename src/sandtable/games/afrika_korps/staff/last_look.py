"""The last look at a plan: supplies and sites that the enemy could have next turn, and who can still help them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import limits
from sandtable.games.afrika_korps.staff.ground import travel, worth
from sandtable.games.afrika_korps.staff.picture import Picture, Threats
from sandtable.games.afrika_korps.staff.placement import Placement
from sandtable.games.afrika_korps.staff.posture import Intent
from sandtable.games.afrika_korps.staff.weights import weights
from sandtable.kit.staff.threat_map import Change, Exposure, Stake, ThreatMap

MOST = 6  # changes of a plan
REFUGES = 6  # places looked at for a supply


class Answer:
    """The enemy with one's own units, and their zones, in his way."""

    def __init__(self, threats: Threats) -> None:
        self._threats = threats

    def enters(self, at: int) -> float:
        """[15.21] A lone supply is taken by whoever comes next to it."""
        return weights().danger["unguarded"] if self._threats.reached(at) else 0.0

    def takes(self, at: int, guards: Sequence[str]) -> float:
        return self._threats.danger(at, sum(counters()[name].defence for name in guards))


class LastLook:
    """`free`: units that neither attack nor keep the home base; `bound`: supplies that sustain attacks."""

    def __init__(
        self,
        intent: Intent,
        placement: Placement,
        stores: dict[str, int],
        threats: Threats,
        free: Collection[str],
        bound: Collection[str],
    ) -> None:
        self.intent, self.picture, self.placement, self.stores = intent, intent.picture, placement, stores
        self.free, self.bound = free, bound
        self.answer = Answer(threats)
        self.map = ThreatMap(self.answer, placement.at, self._stakes(), self._worth)

    def _worth(self, name: str) -> float:
        return self.intent.risk * worth(name)

    def _stakes(self) -> Iterator[Stake]:
        value = weights().worth
        for name, at in self.stores.items():
            yield Stake(name, at, value.supply if len(self.stores) > 1 else value.last_supply)
        for at, price in self.intent.sites.items():
            if self.intent.held(at):
                yield Stake(board().name(at), at, price)

    def mend(self) -> None:
        """Change the plan where that saves more than it gives up."""
        for change in self.map.mend(self._offers, weights().danger["least_saving"], MOST):
            (name,) = change.names
            if name in self.stores:
                self.stores[name] = change.to
            else:
                self.placement.move(name, change.to)

    def _offers(self, exposure: Exposure) -> Iterator[Change]:
        yield from self._guards(exposure.at)
        for name in exposure.stakes:
            if name in self.stores and name not in self.bound:
                yield from self._refuges(name)

    def _guards(self, at: int) -> Iterator[Change]:
        picture: Picture = self.picture
        if picture.front.zone[at] or len(self.map.guards(at)) >= limits().stacking:
            return
        for name in self.free:
            here = self.map.at[name]
            if here != at and at in picture.reach(name):
                cost = self.intent.position(name, here) - self.intent.position(name, at)
                yield Change((name,), at, max(0.0, cost) + weights().danger["detached"])

    def _refuges(self, supply: str) -> Iterator[Change]:
        """Where it would stand better, the nearest first."""
        here, zone = self.map.at[supply], self.picture.front.zone
        way, pull = travel(here), weights().stores["pull"]
        reached = (at for at in self.picture.reach(supply) if not zone[at] and at != here)
        better = [at for at in reached if self.map.guards(at) or not self.answer.enters(at)]
        for at in sorted(better, key=lambda at: (way[at], at))[:REFUGES]:
            yield Change((supply,), at, pull * way[at])
