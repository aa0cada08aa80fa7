"""Where the units that do not attack go: sites held, ground gained, nothing left where it is lost cheaply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import islice

from sandtable.games.panzerarmee_afrika.map import bardia, board, fort_zones
from sandtable.games.panzerarmee_afrika.staff.berths import berths
from sandtable.games.panzerarmee_afrika.staff.forces import Force, Threats
from sandtable.games.panzerarmee_afrika.staff.ground import cover, touching
from sandtable.games.panzerarmee_afrika.staff.lines import within_reach
from sandtable.games.panzerarmee_afrika.staff.posture import Intent
from sandtable.games.panzerarmee_afrika.staff.sites import Holdings
from sandtable.games.panzerarmee_afrika.staff.weights import weights
from sandtable.games.panzerarmee_afrika.state import room_in
from sandtable.games.panzerarmee_afrika.supply.network import Network, blocked_hexes, network_with, terminals

CHOICES = 12


class Placement:
    """An assignment of units to hexes, improved one unit at a time."""

    def __init__(
        self,
        force: Force,
        intent: Intent,
        holdings: Holdings,
        fixed: Mapping[str, int],
        ferries: Mapping[str, Iterable[int]],
    ) -> None:
        self.force, self.intent, self.holdings, self.ferries = force, intent, holdings, ferries
        self.weights, self.habits = intent.weights, weights().ground
        self.at: dict[str, int] = {}
        self.stacks: dict[int, list[str]] = {}
        self._seen: dict[frozenset[int], list[int]] = {}
        self._berths = berths(force.state, force.side) if intent.closing else {}
        self._ground, self._order = self._survey()
        for name, at in fixed.items():
            self._put(name, at)

    # --- the whole

    def place(self, names: Iterable[str], rounds: int = 1) -> None:
        order = sorted(names, key=lambda n: (-self.force.strength[n], n))
        self._seen.clear()
        for name in order:
            self._settle(name)
        for _ in range(rounds):
            before = dict(self.at)
            for name in order:
                self._lift(name)
                self._settle(name)
            if self.at == before:
                return

    def look_again(self, names: Iterable[str], threats: Threats) -> None:
        """With a better idea of what the enemy can do."""
        self.holdings.review(threats)
        self._seen.clear()
        for name in sorted(names, key=lambda n: (-self.force.strength[n], n)):
            here = self.at[name]
            self._lift(name)
            self._settle(name, here)

    def _put(self, name: str, at: int) -> None:
        self.at[name] = at
        self.stacks.setdefault(at, []).append(name)

    def _lift(self, name: str) -> None:
        self.stacks[self.at.pop(name)].remove(name)

    def _settle(self, name: str, here: int = -1) -> None:
        reach = self.reach(name)
        manned = (at for at, stack in self.stacks.items() if stack and at in reach)
        choices = dict.fromkeys((*([here] if here >= 0 else []), *self._choices(reach), *manned))
        open_choices = [at for at in choices if self._room(at) > self._berths.get(at, 0)]
        open_choices = open_choices or [at for at in reach if self._room(at) > self._berths.get(at, 0)]
        best = max(open_choices, key=lambda at: (self._value(name, at), at), default=self.force.units[name])
        self._put(name, best)

    def _room(self, at: int) -> int:
        return room_in(at) - len(self.stacks.get(at, ()))

    def reach(self, name: str) -> frozenset[int]:
        overseas = self.ferries.get(name)
        return self.force.reach(name) | frozenset(overseas) if overseas else self.force.reach(name)

    # --- one unit in one hex

    def _choices(self, reach: frozenset[int]) -> list[int]:
        """The hexes most worth looking at: those ahead, those where nobody attacks, and sites."""
        found = self._seen.get(reach)
        if found is None:
            threats = self.holdings.threats
            ahead = islice((at for at in self._order if at in reach), CHOICES)
            quiet = islice((at for at in self._order if at in reach and not threats.attack(at)), CHOICES)
            sites = (site for site in (*self.holdings.places, *self.holdings.posts) if site in reach)
            found = self._seen[reach] = list(dict.fromkeys((*ahead, *quiet, *sites)))
        return found

    def _survey(self) -> tuple[list[float], list[int]]:
        """What every hex is worth as ground, and the hexes in that order."""
        side, field, pull, habits = self.force.side, self.intent.field, self.weights.pull, self.habits
        ground = [-pull * far for far in field]
        for at, terrain in enumerate(board().terrain):
            if terrain != "clear" and cover(side, at) > 1:
                ground[at] += habits["cover"]
        for fort, zone in fort_zones().items():
            if fort not in self.force.state.layout.stands[self.force.foe]:
                continue
            for at in zone:
                ground[at] -= habits["besieging"]
        served = self.force.net.served
        rank = [2 * (at not in served) - value for at, value in enumerate(ground)]
        return ground, sorted(range(len(ground)), key=rank.__getitem__)

    def _supplied(self, at: int) -> bool:
        return self.force.net.supplies(at) or self._is_bardia(at)

    def is_sure(self, at: int) -> bool:
        """Whether a unit there will still be in supply when it moves again."""
        return self._sure.supplies(at) or self._is_bardia(at)

    def _is_bardia(self, at: int) -> bool:
        return self.force.side == "allied" and at == bardia()

    @cached_property
    def _sure(self) -> Network:
        """What is left of the own supply if the enemy takes every installation that he finds alone; when only supply
        counts any more, if he comes wherever he can."""
        state, side, threats = self.force.state, self.force.side, self.holdings.threats
        guarded = {*(at for at, stack in self.stacks.items() if stack), *self.holdings.needs}
        depots = frozenset(at for at in state.layout.depots[side] if at in guarded or not threats.comes(at))
        if not self.intent.closing:
            return network_with(state, side, depots)
        reached = within_reach(threats.force)
        zone = reached.union(*map(touching, reached)).difference(state.layout.stands[side])
        return Network(side, terminals(state, side), depots, blocked_hexes(state, side) | zone)

    def _care(self) -> float:
        """The part of a factor that supply in doubt costs; in the end one cut off is as good as destroyed [14.1]."""
        return self.weights.kill if self.intent.closing else self.habits["unsure"] * self.intent.caution

    def _value(self, name: str, at: int) -> float:
        """What adding the unit to the stack in this hex changes."""
        stack, holdings, strength = self.stacks.get(at, ()), self.holdings, self.force.strength
        before = tuple(sorted([strength[each] for each in stack])) if stack else ()
        after = tuple(sorted((*before, strength[name]))) if stack else (strength[name],)
        value = self._ground[at] - (holdings.danger(at, after) - holdings.danger(at, before))
        value += holdings.hold(at, after) - holdings.hold(at, before)
        if not self._supplied(at):
            value -= self.habits["unsupplied"] * strength[name]
        elif not self.is_sure(at):
            value -= self._care() * strength[name]
        return value + (self.weights.company if stack else 0.0)
