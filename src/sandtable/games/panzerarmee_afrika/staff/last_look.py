"""The last look before the movement ends: installations, lorries and places that the enemy could have next turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from sandtable.core.values import Action
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement import reach
from sandtable.games.panzerarmee_afrika.movement.orders import Haul, Move
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.zones import front
from sandtable.games.panzerarmee_afrika.staff.chances import QUARTERS
from sandtable.games.panzerarmee_afrika.staff.forces import MAXIMUM, Force, RoughForce, Threats
from sandtable.games.panzerarmee_afrika.staff.ground import cover, is_paved, open_roads
from sandtable.games.panzerarmee_afrika.staff.lines import stranded
from sandtable.games.panzerarmee_afrika.staff.survey import Picture
from sandtable.games.panzerarmee_afrika.staff.weights import weights
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, role_of, room_in
from sandtable.games.panzerarmee_afrika.supply.network import network_with
from sandtable.kit.staff.threat_map import Change, Exposure, Stake, ThreatMap

MOST = 6  # changes in one turn
REFUGES = 4  # places looked at for an installation to be carried to


class Answer:
    """The enemy as he finds the board, and as he comes once he has ridden down whoever is in his way [11.4]."""

    def __init__(self, foe: Force, strength: dict[str, int], side: Side) -> None:
        self._near, self._rough = Threats(foe), Threats(RoughForce(foe.state, foe.side))
        self._strength, self._side = strength, side
        self._figures = weights().sites

    def enters(self, at: int) -> float:
        if self._near.comes(at):
            return 1.0
        return self._figures["breakthrough"] if self._rough.comes(at) else 0.0

    def takes(self, at: int, guards: Sequence[str]) -> float:
        factors = tuple(sorted(self._strength[name] for name in guards))
        return self._near.loss(at, QUARTERS * cover(self._side, at) * sum(factors), factors, MAXIMUM)[1]


class LastLook:
    """One look at the board as it stands when everybody has moved; `busy` units have something better to do."""

    def __init__(self, picture: Picture, busy: Collection[str]) -> None:
        self.picture, self.force, self.busy = picture, picture.force, busy
        self.state: PanzerarmeeAfrika = picture.force.state
        self.side: Side = picture.force.side
        self.figures = weights().sites
        self.depots = frozenset(self.state.layout.depots[self.side])
        self.facing = front(self.state, self.side)
        self.answer = Answer(picture.foe, self.force.strength, self.side)
        self.map = ThreatMap(self.answer, self.force.units, self._stakes(), self._worth)

    def _worth(self, name: str) -> float:
        return self.picture.intent.risk * self.force.strength[name]

    def _stakes(self) -> Iterator[Stake]:
        layout = self.state.layout
        for at, names in layout.depots[self.side].items():
            worth = self.figures["depot"] + self.figures["dependant"] * stranded(self.force, self.depots - {at})
            yield from (Stake(name, at, worth) for name in names)
        for at, names in layout.lorries[self.side].items():
            yield from (Stake(name, at, self.figures["lorry"]) for name in names)
        for at, worth in self.picture.intent.possessions.items():
            if self.state.holder(at) == self.side:
                yield Stake(board().name(at), at, worth)

    # --- what can still be done

    def orders(self) -> list[Action]:
        """Guards for what can be guarded, and lorries for what can be carried off."""
        made = self.map.mend(self._offers, self.figures["least_saving"], MOST)
        return [order for change in made for order in self._orders(change)]

    def _offers(self, exposure: Exposure) -> Iterator[Change]:
        yield from self._guards(exposure.at)
        for name in exposure.stakes:
            if name in self.state.units and role_of(name) == "depot" and self.may_go(name, exposure.at):
                yield from self._salvages(name, exposure.at)

    def _guards(self, at: int) -> Iterator[Change]:
        """Whoever can still come, for what else he could do and how far back it takes him."""
        force, field, w = self.force, self.picture.intent.field, self.picture.intent.weights
        if len(self.map.guards(at)) >= room_in(at):
            return
        for name in force.units:
            here = self.map.at[name]
            if name in self.busy or here == at or here != force.units[name] or at not in force.reach(name):
                continue
            cost = self.figures["thrift"] * force.strength[name] + w.pull * max(0, field[at] - field[here])
            if not force.net.supplies(at):
                cost += weights().ground["unsupplied"] * force.strength[name]
            yield Change((name,), at, cost)

    def may_go(self, depot: str, at: int) -> bool:
        """Whether an installation can still be carried from where the plan has it: once is enough."""
        if self.state.units[depot].at != at:
            return False
        return not self.state.units[depot].adrift and not self.state.trek(depot).shipped

    def _salvages(self, depot: str, at: int) -> Iterator[Change]:
        """[11.3] Lorries that can still fetch an installation, and where they could leave it."""
        for here, names in self.state.layout.lorries[self.side].items():
            for name in names:
                if self.map.at[name] != here or not reach.is_free(self.state, name):
                    continue
                left = reach.points_left(self.state, name) - self._drive(here, at)
                for there in self._refuges(at, left):
                    yield Change((name, depot), there, self.picture.intent.weights.pull * self._drive(at, there))

    def _refuges(self, start: int, points: int) -> list[int]:
        """The nearest places within so many movement factors where an installation is safer."""
        if points <= 0:
            return []
        ways = open_roads(start, self.facing)
        served = network_with(self.state, self.side, self.depots - {start}).supplies
        here, taken = self.answer.enters(start), self._depots_after()
        safer = (
            at
            for at in ways
            if 0 < ways.points(at) <= points
            and is_paved(at)
            and at not in taken
            and (self.map.guards(at) or self.answer.enters(at) < here)
            and served(at)
        )
        near = sorted(safer, key=lambda at: (ways.points(at), at))[:REFUGES]
        return [at for at in near if not stranded(self.force, self.depots - {start} | {at})]

    def _depots_after(self) -> frozenset[int]:
        """[4] One installation has room in a hex: those that stand there, and those on their way."""
        return self.depots | {self.map.at[name] for names in self._every_depot for name in names}

    @property
    def _every_depot(self) -> Iterable[Sequence[str]]:
        return self.state.layout.depots[self.side].values()

    def _drive(self, start: int, end: int) -> int:
        ways = open_roads(start, self.facing)
        return 0 if start == end else ways.points(end) if end in ways else 1_000

    # --- as orders

    def _orders(self, change: Change) -> Iterator[Action]:
        first = change.names[0]
        here = self.state.units[first].at
        if len(change.names) == 1:
            reached = reach.reach(self.state, (first,))
            if change.to in reached:
                yield Move((first,), reach.written(reached, here, change.to))
            return
        depot = change.names[1]
        at = self.state.units[depot].at
        if here != at:
            yield Move((first,), self._path(here, at))
        yield Haul(first, depot, self._path(at, change.to))

    def _path(self, start: int, end: int) -> tuple[str, ...]:
        return tuple(board().name(at) for at in open_roads(start, self.facing).path(end))
