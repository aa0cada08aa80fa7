"""What must be held: bases, Tobruk, installations, gaps in the own lines and places that cut the enemy's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from sandtable.games.panzerarmee_afrika.map import tobruk
from sandtable.games.panzerarmee_afrika.staff.chances import QUARTERS
from sandtable.games.panzerarmee_afrika.staff.forces import ATTACK, MAXIMUM, Force, Threats
from sandtable.games.panzerarmee_afrika.staff.ground import cover
from sandtable.games.panzerarmee_afrika.staff.lines import Cut, stranded
from sandtable.games.panzerarmee_afrika.staff.posture import Intent
from sandtable.games.panzerarmee_afrika.staff.weights import weights
from sandtable.games.panzerarmee_afrika.state import room_in

GAPS, CUTS = 3, 3  # places looked at: where the own lines can be cut, and where the enemy's
Factors = tuple[int, ...]
Ferries = Mapping[str, Iterable[int]]  # [11.2] units in port and where they can be shipped


class Holdings:
    """What each site is worth with each garrison, as far as an enemy threatens it."""

    def __init__(self, force: Force, intent: Intent, threats: Threats) -> None:
        self.force, self.intent, self.threats = force, intent, threats
        self.figures = weights().sites
        self.places: dict[int, float] = dict(intent.possessions)  # worth having, empty or not
        self.posts: dict[int, float] = {}  # worth standing in
        self.needs: set[int] = set()  # where an installation will be
        self._lost: dict[tuple[int, Factors], float] = {}
        self._held: dict[tuple[int, Factors], float] = {}
        self._feared: dict[tuple[int, Factors], float] = {}

    def review(self, threats: Threats) -> None:
        """With a better idea of what the enemy can do."""
        self.threats = threats
        self._lost.clear()
        self._held.clear()
        self._feared.clear()

    # --- finding them

    def add_depots(self) -> set[int]:
        """Installations that the enemy can come to; those that others live on are returned."""
        state, side = self.force.state, self.force.side
        every, vital = frozenset(state.layout.depots[side]), set[int]()
        for at in every:
            lost = stranded(self.force, every - {at})
            if lost:
                vital.add(at)
            if self.threats.would_come(at) and self.intent.stance != "back":
                worth = self.figures["depot"] + self.figures["dependant"] * lost
                self.places[at] = self.places.get(at, 0.0) + worth
        return vital

    def add_needs(self, needs: Iterable[int]) -> None:
        """Places where an installation is wanted."""
        for at in needs:
            self.posts[at] = self.posts.get(at, 0.0) + self.figures["need"]
            self.needs.add(at)

    def add_gaps(self, endangered: Iterable[Cut]) -> None:
        """The hexes where the enemy's zone would cut the own lines."""
        for cut in islice((cut for cut in endangered if cut.factors >= self.figures["least_cut"]), GAPS):
            for gap in cut.gaps:
                worth = self.figures["gap"] * cut.factors / len(cut.gaps)
                self.posts[gap] = max(self.posts.get(gap, 0.0), worth)

    def add_cuts(self, openings: Iterable[Cut]) -> None:
        """The hexes from which the enemy's lines can be cut."""
        for cut in islice((cut for cut in openings if cut.factors >= self.figures["least_cut"]), CUTS):
            self.posts[cut.at] = self.posts.get(cut.at, 0.0) + self.intent.sever * cut.factors

    # --- what a garrison is worth

    def loss(self, at: int, factors: Factors) -> float:
        """The factors that a stack there must be expected to lose."""
        if not factors:
            return 0.0
        found = self._lost.get((at, factors))
        if found is None:
            defence = QUARTERS * cover(self.force.side, at) * sum(factors)
            found = self._lost[at, factors] = self.threats.loss(at, defence, factors, ATTACK)[0]
        return found

    def danger(self, at: int, factors: Factors) -> float:
        """The price of what a stack there must be expected to lose; an overrun costs the enemy no attack [11.4]."""
        found = self._feared.get((at, factors))
        if found is None:
            found = self.intent.risk * self.loss(at, factors)
            if self._falls(at, factors):
                found = max(found, self.intent.alarm * sum(factors))
            self._feared[at, factors] = found
        return found

    def _falls(self, at: int, factors: Factors) -> bool:
        """[11.4] Whether the enemy can ride a stack down on his way."""
        return self.threats.rides_down(at, QUARTERS * cover(self.force.side, at) * sum(factors), factors)

    def hold(self, at: int, factors: Factors) -> float:
        """What is kept of a site with this garrison."""
        if at not in self.places and at not in self.posts:
            return 0.0
        found = self._held.get((at, factors))
        if found is None:
            found = self._held[at, factors] = self._holding(at, factors)
        return found

    def _holding(self, at: int, factors: Factors) -> float:
        place, post, shade = self.places.get(at, 0.0), self.posts.get(at, 0.0), self.figures["shade"]
        if not factors:
            return 0.0 if self.threats.would_come(at) else place
        if self._falls(at, factors):
            return 0.0
        attack = self.threats.attack(at, MAXIMUM)
        defence = QUARTERS * cover(self.force.side, at) * sum(factors)
        wiped = self.threats.loss(at, defence, factors, MAXIMUM)[1]
        weak = max(0.0, 1 - defence / attack) if attack else 0.0
        kept = 1 - shade * weak - (1 - shade) * wiped
        lookout = self.figures["lookout"] if place else 0.0
        # The enemy has to come and fight for a site; a picket that he rides down has barred and cut nothing.
        return place * max(self.figures["stand"], kept) + post * max(0.0, kept) + lookout

    # --- who stays there

    def garrisons(self, ferries: Ferries) -> dict[str, int]:
        """Units told off for the own base and Tobruk before anything else is planned."""
        return self.man([at for at in (self.intent.own_base, tobruk()) if at in self.places], {}, ferries)

    def guards(self, told: Mapping[str, int]) -> dict[str, int]:
        """Units told off for installations, those there and those to come."""
        sites = {*self.posts, *(at for at in self.places if at not in self.intent.possessions)}
        return self.man(sorted(sites, key=self._rank), told, {})

    def pickets(self, told: Mapping[str, int]) -> dict[str, int]:
        """Units told off to keep the own lines open and to cut the enemy's."""
        return self.man(sorted(self.posts, key=self._rank), told, {})

    def _rank(self, at: int) -> tuple[float, int]:
        return -self.places.get(at, 0.0) - self.posts.get(at, 0.0), at

    def man(self, sites: Iterable[int], told: Mapping[str, int], ferries: Ferries) -> dict[str, int]:
        """Site after site the units whose presence is worth most; `told` ones are not to be had any more."""
        found = dict(told)
        for at in sites:
            staying = [name for name, there in found.items() if there == at]
            able = [
                name
                for name in self.force.units
                if name not in found and (at in self.force.reach(name) or at in ferries.get(name, ()))
            ]
            found.update(dict.fromkeys(self._crew(at, staying, able), at))
        return found

    def _crew(self, at: int, staying: list[str], able: list[str]) -> list[str]:
        """The best of a few ways to man a site, none included."""
        bound = [name for name in able if self.force.reach(name) == frozenset((at,))]
        able = [name for name in able if name not in bound]
        stack = [*staying, *bound]
        room = room_in(at) - len(stack)
        before = self._net(at, stack)
        best, crew = 0.0, list[str]()
        for order in self._orders(at, able):
            for count in range(1, min(room, len(order)) + 1):
                value = self._net(at, [*stack, *order[:count]]) - before - self._price(at, order[:count])
                if value > best + 1e-9:
                    best, crew = value, order[:count]
        return [*bound, *crew]

    def _orders(self, at: int, able: list[str]) -> Iterator[list[str]]:
        strength, units = self.force.strength, self.force.units
        yield sorted(able, key=lambda name: (-strength[name], units[name] != at, name))
        yield sorted(able, key=lambda name: (strength[name], units[name] != at, name))
        yield sorted(able, key=lambda name: (units[name] != at, -strength[name], name))

    def _net(self, at: int, names: list[str]) -> float:
        factors = tuple(sorted(self.force.strength[name] for name in names))
        return self.hold(at, factors) - self.danger(at, factors)

    def _price(self, at: int, names: list[str]) -> float:
        """What else these units could do, and what it costs to be out of supply there."""
        total = sum(self.force.strength[name] for name in names)
        cost = self.figures["thrift"] * total
        if at not in self.needs and not self.force.net.supplies(at):
            cost += weights().ground["unsupplied"] * total
        return cost
