"""The last look before everybody moves: Trucks, Supply Points and places that the enemy could have next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import counters
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.staff.intent import Intent
from sandtable.games.north_africa_41.staff.picture import Mover, Picture, Threats
from sandtable.games.north_africa_41.staff.placement import Placement
from sandtable.games.north_africa_41.staff.worth import worth
from sandtable.games.north_africa_41.state import stacking_points
from sandtable.kit.staff.threat_map import Change, Stake, ThreatMap

MOST = 6  # changes in one phase
BAGGAGE = "baggage@"  # what lies in a hex, as a stake of the map


def threats_to(placement: Placement) -> Threats:
    """What the enemy could do once everybody stands where he is meant to."""
    picture = placement.picture
    units = dict(picture.state.units)
    for name, at in placement.at.items():
        units[name] = replace(units[name], at=at)
    return Threats(Picture(replace(picture.state, units=units), picture.side, picture.course))


class Answer:
    """The enemy as he can come, and as he comes once he has ridden down whoever is in his way [14.1, 15.1]."""

    def __init__(self, placement: Placement) -> None:
        self._placement, self._threats = placement, threats_to(placement)
        self._danger = placement.picture.weights.danger

    def enters(self, at: int) -> float:
        if self._threats.reaches(at):
            return 1.0
        return self._danger.breakthrough * min(1.0, self._threats.coming(at) / self._danger.host)

    def takes(self, at: int, guards: Sequence[str]) -> float:
        return self._threats.clears(at, guards, self._placement.stacks)


class LastLook:
    """One look at a placement; only who is placed by it can still go elsewhere."""

    def __init__(self, placement: Placement, movers: dict[str, Mover]) -> None:
        self.placement, self.movers = placement, movers
        self.intent: Intent = placement.intent
        facts = counters()
        guards = {
            name: at for at, names in placement.stacks.items() for name in names if at >= 0 and not facts[name].support
        }
        self.map = ThreatMap(Answer(placement), guards, self._stakes(), self._worth)

    def _worth(self, name: str) -> float:
        return self.intent.caution * worth(self.placement.picture.state, name)

    def _stakes(self) -> Iterator[Stake]:
        for at, prized in self.intent.own.items():
            if at >= 0:
                yield Stake(board().name(at), at, self.intent.guard * prized)
        for at, value in self.placement.baggage.items():
            yield Stake(f"{BAGGAGE}{board().name(at)}", at, value)

    def mend(self) -> None:
        """Guards go where they save more than what they were to do elsewhere."""
        least = self.placement.picture.weights.danger.least_saving
        for change in self.map.mend(lambda exposure: self.offers(exposure.at), least, MOST):
            (name,) = change.names
            self.placement.take_away(name)
            self.placement.put(name, change.to)

    def offers(self, at: int) -> Iterator[Change]:
        """Who could still go there, and what that gives up."""
        placement = self.placement
        for name, mover in self.movers.items():
            here = self.map.at.get(name)
            if here is None or here == at or at not in mover.reach or here in self.intent.wanted:
                continue
            if not self._has_room(name, at):
                continue
            pull = placement.pull(mover)
            cost = max(0.0, pull[here] - pull[at])
            if not placement.picture.is_served(name, at):
                cost += placement.weights.unsupplied * mover.worth
            yield Change((name,), at, cost)

    def _has_room(self, name: str, at: int) -> bool:
        """[4.4.1] With those who were told to go there, and without those who were told to leave."""
        staying = (each for each in self.placement.stacks.get(at, ()) if self.map.at.get(each, at) == at)
        there = {*staying, *self.map.guards(at), name}
        return stacking_points(self.placement.picture.state, sorted(there)) <= limits().stacking
