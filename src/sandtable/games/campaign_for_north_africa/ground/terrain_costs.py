"""[8.3, 8.4, 29.4, 29.5] What the ground costs: Capability Points and Breakdown Points of every step, in half points.

A `Ground` is the map as movers of some gaits meet it in one weather. Those who move together pay alike, what is dearest
for any of them, and go only where all of them may.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from sandtable.core.fields import Approach, Marked, PlainReach, Reach, numbers
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.ground.passage import (
    WALKING,
    Sky,
    breakdown,
    built_railway,
    costs,
    obstacle,
    passage,
    passages,
    restless,
    worked_on,
)
from sandtable.games.campaign_for_north_africa.map import board, neighbours, section
from sandtable.games.campaign_for_north_africa.pieces.units import GAITS, Gait
from sandtable.games.campaign_for_north_africa.state import Campaign, Weather

Costs = tuple[int | None, ...]  # of one step, for each of the gaits
Tolls = tuple[tuple[int, int], ...]  # hexes, and the half points that entering each of them costs besides
NOTHING: frozenset[int] = frozenset()
NO_HALTS = bytes(len(board()))
# skies, grounds, floods, fields: enough for a few Operations Stages, some megabytes
KEPT, GROUNDS, FLOODS, APPROACHES = 32, 128, 1000, 600


class Land:
    """The map under one sky, for all gaits. Steps are worked out when they are first asked for. Where a storm is far
    away, and whatever was built or destroyed, they are those of the land without it."""

    def __init__(self, sky: Sky) -> None:
        self.sky, self._bare = sky, Sky(sky.weather, sky.foul)
        self._worked_on = worked_on(sky)
        self._parts: dict[frozenset[str], Land] = {}
        self._rows: list[tuple[tuple[int, Costs], ...] | None] = [None] * len(board())

    def row(self, here: int) -> tuple[tuple[int, Costs], ...]:
        """The neighbours of a hex with what it costs to enter them."""
        found = self._rows[here]
        if found is None:
            found = self._rows[here] = self._work_out(here)
        return found

    def _work_out(self, here: int) -> tuple[tuple[int, Costs], ...]:
        near = self._over(sections_around()[here])
        if near is not self:
            return near.row(here)
        if self.sky != self._bare and here not in self._worked_on:
            return land(self._bare).row(here)
        return tuple((there, costs(step)) for there, step in passages(here, self.sky))

    def _over(self, sections: frozenset[str]) -> Land:
        """The land under that part of the sky which is over some map sections."""
        if not self.sky.foul:
            return self
        found = self._parts.get(sections)
        if found is None:
            foul = tuple(name for name in self.sky.foul if name in sections)
            part = self.sky._replace(foul=foul, weather=self.sky.weather if foul else "normal")
            found = self._parts[sections] = self if part == self.sky else land(part)
        return found


@lru_cache(maxsize=KEPT)
def land(sky: Sky) -> Land:
    return Land(sky)


@cache
def sections_around() -> tuple[frozenset[str], ...]:
    """For each hex the map sections on which it and its neighbours lie."""
    return tuple(
        frozenset((section(hex), *(section(near) for near in around))) for hex, around in enumerate(neighbours())
    )


class Ground:
    """The land for movers of these gaits. What some hexes cost them beyond that, whoever else pays it or not, is laid
    over it as tolls.

    Storms, works that come and go, and tolls make the ground restless around them. Elsewhere it is the `settled` ground
    without them, and what was found there holds from one Operations Stage to the next."""

    def __init__(self, gaits: tuple[Gait, ...], sky: Sky, tolls: Tolls = ()) -> None:
        self.gaits, self.sky, self.tolls = gaits, sky, dict(tolls)
        self._land = land(sky)
        self._columns = tuple(GAITS.index(gait) for gait in gaits)
        self._dear = _dear(self._columns)
        self._approaches: dict[int, tuple[tuple[int, int], ...]] = {}
        self.settled = None if _is_steady(sky, tolls) else _steady_ground(gaits, Sky(built=sky.built))
        mined = [near for hex in self.tolls for near in neighbours()[hex]]
        self.restless = _restless(sky).union(mined) if mined else _restless(sky)
        self._steps = self._first_steps()
        self._calm: dict[int, tuple[int, int | None]] = {}  # by goal how far it was looked, and what was found

    def _first_steps(self) -> list[tuple[tuple[int, int], ...] | None]:
        """What the settled ground knows already, and the rest when it is asked for."""
        if self.settled is None:
            return [None] * len(board())
        found = self.settled._steps[:]
        for hex in self.restless:
            found[hex] = None
        return found

    def steps(self, here: int) -> tuple[tuple[int, int], ...]:
        """The neighbours that may be entered from a hex, each with its cost."""
        found = self._steps[here]
        if found is None:
            found = self._steps[here] = self._work_out(here)
        return found

    def _work_out(self, here: int) -> tuple[tuple[int, int], ...]:
        if self.settled is not None and here not in self.restless:
            return self.settled.steps(here)
        return self._tolled(here) if self.tolls else self._open(here)

    def _open(self, here: int) -> tuple[tuple[int, int], ...]:
        row, dear = self._land.row(here), self._dear
        for _, step in row:
            if step not in dear:
                dear[step] = self._dearest(step)
        return _row([(there, cost) for there, step in row if (cost := dear[step]) is not None])

    def _tolled(self, here: int) -> tuple[tuple[int, int], ...]:
        tolls, free = self.tolls, self._untolled.steps(here)
        if tolls.keys().isdisjoint([there for there, _ in free]):
            return free
        return _row((there, cost + tolls.get(there, 0)) for there, cost in free)

    @cached_property
    def _untolled(self) -> Ground:
        return ground(self.gaits, self.sky)

    def cost(self, here: int, there: int) -> int | None:
        """[8.31] Of one step; None where it may not be taken."""
        for near, cost in self.steps(here):
            if near == there:
                return cost
        return None

    def paid(self, here: int, there: int) -> int:
        """[8.31] Of one step that may be taken."""
        cost = self.cost(here, there)
        if cost is None:
            raise ValueError(f"nobody goes from {board().name(here)} to {board().name(there)}")
        return cost

    def _dearest(self, costs: Costs) -> int | None:
        dearest = 0
        for column in self._columns:
            cost = costs[column]
            if cost is None:
                return None
            if cost > dearest:
                dearest = cost
        return dearest

    def breakdown(self, here: int, there: int) -> int:
        """[21.21, 8.41] Breakdown Points of one step, in half points."""
        return breakdown(passage(here, there, self.sky))

    def approaches(self, here: int) -> tuple[tuple[int, int], ...]:
        """The neighbours from which a hex may be entered, each with the cost."""
        found = self._approaches.get(here)
        if found is None:
            found = self._approaches[here] = self._work_out_approaches(here)
        return found

    def _work_out_approaches(self, here: int) -> tuple[tuple[int, int], ...]:
        if self.settled is not None and here not in self.unquiet:
            return self.settled.approaches(here)
        if self.tolls:
            free, toll = self._untolled.approaches(here), self.tolls.get(here, 0)
            return _row([(near, cost + toll) for near, cost in free]) if toll else free
        sides = [(near, self.cost(near, here)) for near in sorted(neighbours()[here])]
        return _row([(near, cost) for near, cost in sides if cost is not None])

    @cached_property
    def unquiet(self) -> frozenset[int]:
        """The hexes into which a step may be restless."""
        return _with_neighbours(self.restless)

    def approach(self, goal: int) -> Approach:
        """How far it is to a hex from those around it, where there is no enemy."""
        return _approach(self, goal)

    def calm(self, goal: int, most: int) -> int:
        """From how far the settled ground leads to a hex just as this one does: from less than so many points, at most
        from one more than was asked."""
        if self.settled is None or goal in self.restless:
            return 0
        looked, found = self._calm.get(goal, (-1, None))
        if found is None and looked < most:
            toward = self.settled.approach(goal)
            costs = toward.costs(most + 1)
            found = next((costs[hex] for hex in toward.within(most) if hex in self.unquiet), None)
            self._calm[goal] = most, found
        return most + 1 if found is None or found > most else found

    def reach(
        self,
        start: int,
        points: int,
        closed: frozenset[int],
        halting: frozenset[int] = NOTHING,
        first_barred: frozenset[int] = NOTHING,
    ) -> Reach:
        """The same as `flood`, remembered from each hex for whoever set out last: it holds for the next as long as
        nothing else is in the way as far as that one came."""
        first = first_barred.intersection(neighbours()[start]) if first_barred else NOTHING
        terms = Terms(points, closed, halting, first)
        settled = self.settled if start not in self.restless else None
        if settled is not None:
            there = _outings(settled, start).last
            if there is not None and there.found.misses(self.restless) and there.holds(start, terms):
                return there.within(points)
        here = _outings(self, start).last
        if here is None or not here.holds(start, terms):
            here = Outing(terms, self.flood(start, points, closed, _marked(halting), first))
            is_settled = settled is not None and here.found.misses(self.restless)
            _outings(settled if settled is not None and is_settled else self, start).last = here
        return here.within(points)

    def one_step(self, start: int, closed: frozenset[int]) -> Reach:
        """The neighbours, whatever they cost."""
        steps = [(there, cost) for there, cost in self.steps(start) if there not in closed]
        return PlainReach(start, dict(steps), {there: start for there, _ in steps})

    def flood(
        self,
        start: int,
        points: int,
        closed: Iterable[int],
        halting: Sequence[int] = NO_HALTS,
        first_barred: Iterable[int] = (),
    ) -> PlainReach:
        """Where so many half points lead: `closed` hexes are never entered, `halting` ones end the move, `first_barred`
        ones may not be the first step."""
        best: dict[int, int] = {}
        if points < 0:
            return PlainReach(start, best, {})
        known, steps = self._steps, self.steps
        spent = numbers(points + 1, len(known))
        for hex in closed:
            spent[hex] = 0
        spent[start] = 0
        came: dict[int, int] = {}
        rings: list[list[int]] = [[] for _ in range(points + 1)]
        barred = frozenset(first_barred)
        for there, cost in steps(start):
            if cost < spent[there] and there not in barred:
                spent[there], came[there] = cost, start
                rings[cost].append(there)
        for now, ring in enumerate(rings):  # no step is free, so that a ring is complete when it is read
            for here in ring:
                if now > spent[here]:
                    continue
                best[here] = now
                if now == points:
                    continue  # no step is free
                if halting[here]:
                    continue
                for there, cost in known[here] or steps(here):
                    after = now + cost
                    if after < spent[there]:
                        spent[there], came[there] = after, here
                        rings[after].append(there)
        return PlainReach(start, best, came)

    def around(self, starts: Iterable[int], points: int, closed: Sequence[int]) -> Marked:
        """The hexes within so many half points of any of the starts, these included: one flood from all of them."""
        spent = dict.fromkeys(starts, 0)
        rings: list[list[int]] = [[] for _ in range(points + 1)]
        rings[0] = list(spent)
        for now, ring in enumerate(rings):
            for here in ring:
                if now > spent[here]:
                    continue
                for there, cost in self.steps(here):
                    after = now + cost
                    if after <= points and after < spent.get(there, points + 1) and not closed[there]:
                        spent[there] = after
                        rings[after].append(there)
        found = bytearray(len(closed))
        for at in spent:
            found[at] = 1
        return Marked(bytes(found))


@lru_cache(maxsize=APPROACHES)
def _approach(ground: Ground, goal: int) -> Approach:
    return Approach(goal, len(board()), ground.approaches)


@lru_cache(maxsize=KEPT)
def _with_neighbours(hexes: frozenset[int]) -> frozenset[int]:
    return hexes.union(near for hex in hexes for near in neighbours()[hex])


def _row(steps: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Most steps cost most gaits the same in most weathers: all grounds share one row of them."""
    return _shared(tuple(steps))


@cache
def _dear(columns: tuple[int, ...]) -> dict[Costs, int | None]:
    """A place for what is dearest for some gaits, by what a step costs each: few steps differ."""
    return {}


@cache
def _shared(row: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    return row


class Terms(NamedTuple):
    """With how many half points somebody set out, and what was in his way: closed hexes, those that end a move, and
    those barred as a first step."""

    points: int
    closed: frozenset[int]
    halting: frozenset[int]
    first: frozenset[int]


class Outing(NamedTuple):
    """How far somebody came from a hex, and on which terms."""

    terms: Terms
    found: PlainReach

    def holds(self, start: int, terms: Terms) -> bool:
        """Whether one comes just as far on other terms: with no more points, where nothing that he entered is closed
        or ends the move otherwise than then, and nothing beside that was closed to him is open."""
        then, found = self.terms, self.found
        if terms.points > then.points or terms.first != then.first:
            return False
        if terms.halting is not then.halting and not found.misses(terms.halting ^ then.halting):
            return False
        if terms.closed is then.closed:
            return True
        beside = (near for hex in then.closed - terms.closed for near in neighbours()[hex])
        return found.misses(terms.closed) and not any(near == start or near in found for near in beside)

    def within(self, points: int) -> PlainReach:
        """As far as no more points than his lead."""
        return self.found if points == self.terms.points else self.found.within(points)


class Outings:
    """The last from a hex."""

    def __init__(self) -> None:
        self.last: Outing | None = None


@lru_cache(maxsize=FLOODS)
def _outings(ground: Ground, start: int) -> Outings:
    return Outings()


def _marked(hexes: Iterable[int]) -> bytearray:
    field = bytearray(len(board()))
    for hex in hexes:
        field[hex] = 1
    return field


@lru_cache(maxsize=GROUNDS)
def ground(gaits: tuple[Gait, ...], sky: Sky, tolls: Tolls = ()) -> Ground:
    return _steady_ground(gaits, sky) if _is_steady(sky, tolls) else Ground(gaits, sky, tolls)


def _is_steady(sky: Sky, tolls: Tolls) -> bool:
    """Whether there is nothing on the ground that comes and goes."""
    return not tolls and sky == Sky(built=sky.built)


@lru_cache(maxsize=KEPT)
def _restless(sky: Sky) -> frozenset[int]:
    """The hexes from which a step may differ from the same in fair weather and without works."""
    if not sky.foul:
        return restless(sky)
    stormy = (hex for hex, sections in enumerate(sections_around()) if not sections.isdisjoint(sky.foul))
    return restless(sky).union(stormy)


@lru_cache(maxsize=GROUNDS)
def _steady_ground(gaits: tuple[Gait, ...], sky: Sky) -> Ground:
    """Kept by itself, so that no number of grounds with works and tolls puts it out."""
    return Ground(gaits, sky)


def sky_of(state: Campaign) -> Sky:
    """Heat changes nothing on the ground [29.31], nor do fortifications [25.21]."""
    found: Sky | None = state.derived.get("sky")
    if found is None:
        weather: Weather = state.weather if state.foul else "normal"
        found = Sky(weather, state.foul, state.built, state.railway, state.ruined, state.cut, state.laid)
        state.derived["sky"] = found
    return found


def ground_of(state: Campaign, gaits: tuple[Gait, ...], tolls: Tolls = ()) -> Ground:
    """The map as these gaits meet it now, with what some hexes cost these movers besides."""
    return ground(gaits, sky_of(state), tolls)


def cost(here: int, there: int, gaits: tuple[Gait, ...], state: Campaign) -> int | None:
    """[8.31, 8.32] Half points of a step for all who take it together; None where one of them may not."""
    return ground_of(state, gaits).cost(here, there)


def why_closed(gaits: Iterable[Gait], here: int, there: int, sky: Sky) -> Refusal:
    """[8.32] The case that forbids a step between neighbours which somebody of these gaits may not take."""
    step = passage(here, there, sky)
    for gait in gaits:
        found = obstacle(gait, step)
        if found is not None:
            case, why = found
            return Refusal(case, f"from {board().name(here)} to {board().name(there)}: {why}")
    raise ValueError(f"{board().name(here)} to {board().name(there)} is open")


__all__ = [
    "WALKING",
    "Costs",
    "Ground",
    "Land",
    "Sky",
    "Tolls",
    "built_railway",
    "cost",
    "ground",
    "ground_of",
    "land",
    "sections_around",
    "sky_of",
    "why_closed",
]
