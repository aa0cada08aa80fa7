"""The quartermaster: where installations are wanted, and the lorries and trains that bring them there."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property

from sandtable.core.values import Action
from sandtable.games.panzerarmee_afrika.map import base, board
from sandtable.games.panzerarmee_afrika.movement import reach
from sandtable.games.panzerarmee_afrika.movement.haulage import open_railway
from sandtable.games.panzerarmee_afrika.movement.orders import Haul, Move, Rail
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.zones import front
from sandtable.games.panzerarmee_afrika.staff.forces import Force, Threats
from sandtable.games.panzerarmee_afrika.staff.ground import FAR, drive, is_paved, lorry_range, open_roads, travel
from sandtable.games.panzerarmee_afrika.staff.lines import stranded
from sandtable.games.panzerarmee_afrika.staff.weights import weights
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.supply.network import blocked_hexes, network_with, segment, terminals

LINKS = 6  # the longest chain that is planned
STRIDE = 6  # movement factors under which a step of the chain or a haul gains nothing
MAGAZINES = 2  # installations wanted at the front beside the last of the chain


class Quartermaster:
    """One look at the chain of installations, and the next order that improves it."""

    def __init__(
        self,
        force: Force,
        threats: Threats,
        goal: int,
        kept: Collection[int] = (),
        busy: Collection[str] = (),
        guarded: Collection[int] | None = None,
    ) -> None:
        """`kept`: hexes whose installations stay for this turn's attacks; `busy`: installations delivered already;
        `guarded`: where somebody will stand, if that is known."""
        self.state: PanzerarmeeAfrika = force.state
        self.side: Side = force.side
        self.force, self.threats, self.goal, self.kept = force, threats, goal, kept
        self.busy = busy
        self.figures = weights().stores
        self.field = travel(goal)
        self.blocked = blocked_hexes(self.state, self.side)
        self.facing = front(self.state, self.side)
        self.terminals = terminals(self.state, self.side) - self.blocked
        self.depots = {at: names[0] for at, names in self.state.layout.depots[self.side].items()}
        self.enemies = list(self.state.layout.stands[force.foe])
        self.guarded = self._within_reach() if guarded is None else guarded
        self.links: list[int] = []
        self.needs: list[int] = []
        self._plan()

    def _within_reach(self) -> frozenset[int]:
        force = self.force
        return frozenset().union(*(force.reach(name) for name in force.units if force.is_fit(name)))

    # --- where installations are wanted

    def _plan(self) -> None:
        """From the foremost terminal towards the goal, or from the own base while no lorry gets through to where that
        chain begins."""
        home = self.terminals.intersection(base(self.side))
        for starts in (self.terminals - home, home):
            if not starts:
                continue
            self.links, self.needs = [], []
            self._chain(min(starts, key=lambda at: (self.field[at], at)))
            if self.links or any(map(self._is_open_to_lorries, self.needs[:1])):
                return

    def _chain(self, here: int) -> None:
        """Link after link towards the goal, using what stands there already."""
        for _ in range(LINKS):
            if self.field[here] <= self.figures["front"]:
                break
            there = self._next(here)
            if there is None:
                break
            here = there
        self._stock(here)

    def _is_open_to_lorries(self, need: int) -> bool:
        """Whether an installation is no more than a turn's drive away."""
        return any(self._drive(at, need) <= lorry_range() for at in self.depots)

    def _next(self, here: int) -> int | None:
        """The next link: an installation that stands well, or the best place for one."""
        within = segment(here, self.blocked)
        ideal = next(filter(self._is_open, sorted(within, key=lambda at: (self.field[at], at))), here)
        standing = min((at for at in self.depots if at in within), key=lambda at: (self.field[at], at), default=here)
        if self.field[here] - self.field[standing] >= STRIDE and self.field[standing] - self.field[ideal] <= STRIDE:
            self.links.append(standing)
            return standing
        if self.field[here] - self.field[ideal] < STRIDE:
            return None
        self.needs.append(ideal)
        return ideal

    def _stock(self, last: int) -> None:
        """More of them close behind the last link, for attacks with everything."""
        within = segment(last, self.blocked)
        near = [
            at
            for at in within
            if within.points(at) <= STRIDE and self.field[at] >= self.field[last] and self._is_open(at)
        ]
        near.sort(key=lambda at: (within.points(at), at))
        self.needs += near[: max(0, MAGAZINES - sum(at in self.depots for at in near))]

    def _is_open(self, at: int) -> bool:
        """Whether an installation may be put here: on a road, away from the enemy, with somebody to guard it."""
        if not is_paved(at) or at in self.depots or at in self.blocked or at in self.needs:
            return False
        if at not in self.guarded and self.threats.comes(at):
            return False
        off = self.figures["keep_off"]
        return all(board().distance(at, enemy) >= off for enemy in self.enemies)

    # --- who brings them

    def orders(self) -> Iterator[Action]:
        """What would help, the most urgent first."""
        spare = [at for at in self.depots if self._is_spare(at)]
        lorries = [
            (name, at)
            for at, names in self.state.layout.lorries[self.side].items()
            for name in names
            if reach.is_free(self.state, name)
        ]
        for need in self.needs:
            yield from self._by_rail(need, spare)
            yield from self._by_lorry(need, spare, lorries)

    def _is_spare(self, at: int) -> bool:
        name = self.depots[at]
        unit = self.state.units[name]
        if at in self.links or at in self.kept or name in self.busy:
            return False
        return not unit.adrift and not self.state.trek(name).shipped

    def _by_rail(self, need: int, spare: list[int]) -> Iterator[Action]:
        if self.side != "allied":
            return
        line = open_railway(self.state)
        for at in sorted((at for at in spare if at in line), key=lambda at: (-self.field[at], at)):
            nearest = min(
                (stop for stop in line if stop not in self.depots),
                key=lambda stop: (drive(need).get(stop, FAR), stop),
                default=at,
            )
            if drive(need).get(at, FAR) - drive(need).get(nearest, FAR) >= STRIDE:
                yield Rail(self.depots[at], board().name(nearest))

    def _by_lorry(self, need: int, spare: list[int], lorries: list[tuple[str, int]]) -> Iterator[Action]:
        offers: list[tuple[int, int, str, int]] = []
        for name, here in lorries:
            left = reach.points_left(self.state, name)
            for at in spare:
                if self.field[at] <= self.field[need]:
                    continue
                fetching = self._drive(here, at)
                if fetching >= left:
                    continue
                there = self._as_far(at, need, left - fetching)
                if there != need and self.field[at] - self.field[there] < STRIDE:
                    continue
                offers.append((self.field[there] - self.field[need], fetching + self._drive(at, there), name, at))
        for _, _, name, at in sorted(offers):
            here, left = self.state.units[name].at, reach.points_left(self.state, name)
            if here == at:
                there = self._as_far(at, need, left)
                if not self._is_missed(at, there):
                    yield Haul(name, self.depots[at], self._path(at, there))
            else:
                yield Move((name,), self._path(here, at))

    def _as_far(self, start: int, need: int, points: int) -> int:
        """The hex nearest to where an installation is wanted that a lorry can reach past the enemy and leave it in."""
        served = network_with(self.state, self.side, frozenset(self.depots) - {start}).served
        for at in drive(need):  # the nearest first
            if at == start:
                break
            if self._drive(start, at) > points or not (at in served or at in self._within_terminals):
                continue
            if at == need or self._is_open(at):
                return at
        return start

    @cached_property
    def _within_terminals(self) -> frozenset[int]:
        """[8.2] Where an installation needs no other to hang on; away from all of them its lorry would be stranded."""
        return frozenset().union(*(segment(at, self.blocked).hexes for at in self.terminals))

    def _is_missed(self, at: int, there: int) -> bool:
        """[8.2] Whether somebody would be out of supply with an installation carried away to another hex."""
        return stranded(self.force, frozenset(self.depots) - {at} | {there}) > 0

    def _drive(self, start: int, end: int) -> int:
        ways = open_roads(start, self.facing)
        return 0 if start == end else ways.points(end) if end in ways else FAR

    def _path(self, start: int, end: int) -> tuple[str, ...]:
        return tuple(board().name(at) for at in open_roads(start, self.facing).path(end))

    # --- lorries with nothing to carry

    def idle_orders(self, homeward: bool) -> Iterator[Action]:
        """Out of danger, and back to where the next installation will be fetched: with an army that goes home, home."""
        home = [at for at in base(self.side) if is_paved(at)]
        spare = [] if homeward else [at for at in self.depots if self._is_spare(at)]
        for here, names in self.state.layout.lorries[self.side].items():
            goal = min(spare or home, key=lambda at: (drive(here).get(at, FAR), at), default=here)
            for name in names:
                if not reach.is_free(self.state, name):
                    continue
                if name in self.state.treks and self._is_safe(here):
                    continue
                reached = reach.reach(self.state, (name,))
                ends = [at for at in reached if self._is_safe(at)]
                end = min(
                    ends or ([] if spare else reached), key=lambda at: (drive(goal).get(at, FAR), at), default=here
                )
                nearer = drive(goal).get(end, FAR) < drive(goal).get(here, FAR)
                if end != here and (nearer or not self._is_safe(here)):
                    yield Move((name,), reach.written(reached, here, end))

    def _is_safe(self, at: int) -> bool:
        return at in self.state.layout.stands[self.side] or not self.threats.comes(at)
