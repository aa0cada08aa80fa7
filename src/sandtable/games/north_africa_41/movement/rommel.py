"""[18.5] Rommel leads a mechanised German stack farther than it would go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.listing import Branch, Listing, Made, branch
from sandtable.core.values import Action, Refusal, may
from sandtable.games.north_africa_41.ground.fitness import check_able_to_march, check_movable, check_together, gait_of
from sandtable.games.north_africa_41.ground.paths import full_path, is_written_out, places_of
from sandtable.games.north_africa_41.ground.ranges import Range
from sandtable.games.north_africa_41.ground.reach import beyond, mover_of, onward, options, reach, trail_of, walk
from sandtable.games.north_africa_41.ground.routes import march_routes
from sandtable.games.north_africa_41.ground.zones import front
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.moves import pieces_in_play
from sandtable.games.north_africa_41.movement.orders import Rommel
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.pieces.counters import Side, counters, replacements
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.results.march import complete, disturb, set_out
from sandtable.games.north_africa_41.state import GOOD, NorthAfrica, is_combat, movement_of, role_of


def check_rommel(state: NorthAfrica, side: Side, action: Rommel) -> None:
    """[18.5] Once a turn, for units that all go by vehicle and of which none is hindered."""
    if side != "axis":
        raise Refusal("18.5", "only the Axis has Rommel")
    if not state.rommel:
        raise Refusal("18.5", "the Rommel marker has been used this turn")
    _path(state, side, action)


def _path(state: NorthAfrica, side: Side, action: Rommel) -> tuple[int, ...]:
    found: tuple[int, ...] | None = state.layout.derived.get(action)
    if found is None:
        places = places_of(action.path, "18.5")
        check_together(state, side, action.units, places[0])
        walkers = check_stack(state, action.units)
        found = full_path(state, walkers, places, limits().rommel_movement)
        walk(state, walkers, found, limits().rommel_movement)
        if found[-1] == found[0]:
            raise Refusal("5.1", f"the path ends where it begins, at {action.path[0]}")
        state.layout.derived[action] = found
    return found


def check_stack(state: NorthAfrica, names: Sequence[str]) -> tuple[str, ...]:
    """[5.8.1, 18.5] Those of a stack who go by themselves; units on foot ride on its empty Trucks, one on each."""
    for name in names:
        check_led(state, name)
    riders = [name for name in names if gait_of(name) == "foot"]
    empty = [name for name in names if role_of(name) == "truck" and not state.units[name].loaded]
    if len(riders) > len(empty):
        raise Refusal("18.5", f"{riders[len(empty)]} is not mechanised and has no Truck")
    for name in riders:
        check_movable(state, "axis", name)
        check_able_to_march(state, name)
    return tuple(name for name in names if name not in riders)


def check_led(state: NorthAfrica, name: str) -> None:
    """[18.5] Refuse who gains nothing from Rommel; the markers that forbid all but Tactical Movement are looked for
    when the unit walks."""
    if role_of(name) != "truck":
        nation = (counters() if is_combat(name) else replacements())[name].nation
        if nation != "german":
            raise Refusal("18.5", f"{name} is not German")
    if state.units[name].order != GOOD:
        raise Refusal("18.5", f"{name} is not in Good Order")


def do_rommel(draft: Draft[NorthAfrica], side: Side, action: Rommel) -> None:
    path = _path(draft.state, side, action)
    draft.change(rommel=False)
    disturb(draft, side)
    draft.push(Ride(side, action.units, path))
    set_out(draft, side, action.units, path, "rommel")


def rommel_moves(state: NorthAfrica, side: Side) -> Iterator[Branch[Action]]:
    """For every stack of those he can lead, all of them together: the places where they only get with him."""
    if side != "axis" or not state.rommel:
        return
    stacks: dict[int, list[str]] = {}
    for name in pieces_in_play(state, side):
        if gait_of(name) != "foot" and may(check_led, state, name) and options(state, name).marching.ends:
            stacks.setdefault(state.units[name].at, []).append(name)
    for at, names in stacks.items():
        yield branch(_moves(state, at, tuple(names)))


def _moves(state: NorthAfrica, at: int, names: tuple[str, ...]) -> Sequence[Action]:
    more = limits().rommel_movement
    facing, mover = front(state, "axis"), mover_of(state, names[0], names)
    key = "led", at, tuple((name, movement_of(state, name)) for name in names), mover.closed
    led = facing.ranges.get(key)
    if led is None:
        without, along = reach(state, names), reach(state, names, more)
        beyond = [end for end in along.ends if end not in without]
        led = facing.ranges[key] = Range({end: (along.mode(end), along.reach(end)) for end in beyond})
    return Made(led.ends, lambda end: Rommel(names, (board().name(at), board().name(end))))


# --- dropping units off


class Ride(Step[NorthAfrica], frozen=True):
    """[18.5] A stack has come to the end of its path with Rommel; some of it may go on with him."""

    side: Side
    units: tuple[str, ...]
    path: tuple[int, ...]

    def run(self, draft: Draft[NorthAfrica]) -> None:
        state = draft.state
        stopped = any(state.units[name].at != self.path[-1] for name in self.units)
        if stopped or len(self.units) == 1 or not any(_onward(state, name, self.path).ends for name in self.walkers()):
            draft.pop()
            complete(draft, self.units)
        else:
            draft.swap(RideOn(self.side, self.units, self.path))

    def walkers(self) -> list[str]:
        return [name for name in self.units if gait_of(name) != "foot"]


class RideOn(Decision[NorthAfrica], frozen=True):
    """[18.5] Rommel may go on with part of the stack; those who stay have completed their movement."""

    exhaustive: ClassVar[bool] = False  # any part of the stack may go on
    side: Side
    units: tuple[str, ...]
    path: tuple[int, ...]

    def prompt(self, state: NorthAfrica) -> str:
        return "Rommel may go on with some of these units and drop off the others; `done` to stop here."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        here = board().name(self.path[-1])
        blocks: list[Sequence[Action]] = [[Done()]]
        for name in self.units:
            if gait_of(name) == "foot":
                continue
            ends = [(name, end) for end in _onward(state, name, self.path).ends if end not in self.path]
            blocks.append(Made(ends, lambda pair: Rommel((pair[0],), (here, board().name(pair[1])))))
        return Listing(*blocks)

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Rommel):
            raise Refusal("18.5", "go on with Rommel, or done")
        self._way(state, action)

    def _way(self, state: NorthAfrica, action: Rommel) -> tuple[int, ...]:
        """The whole path, that which lies behind included."""
        places = places_of(action.path, "18.5")
        check_together(state, self.side, action.units, self.path[-1])
        strangers = [name for name in action.units if name not in self.units]
        if strangers:
            raise Refusal("18.5", f"{strangers[0]} did not move with Rommel")
        if places[0] != self.path[-1]:
            raise Refusal("18.5", f"Rommel is at {board().name(self.path[-1])}")
        walkers, refused = check_stack(state, action.units), None
        for way in self._ways(state, walkers[0], places):
            try:
                walk(state, walkers, way, limits().rommel_movement)
            except Refusal as refusal:
                refused = refused or refusal
            else:
                return way
        raise refused or Refusal("18.5", f"name every hex of the path from {board().name(self.path[-1])}")

    def _ways(self, state: NorthAfrica, leader: str, places: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """The way as it is written; to a single place also the cheapest one."""
        written = (*self.path, *places[1:])
        if is_written_out(written):
            yield written
        if len(places) != 2:
            return
        found = _onward(state, leader, self.path)
        if places[1] in found:
            yield (*self.path, *found.path(places[1])[1:])

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Rommel):
            way = self._way(draft.state, action)
            complete(draft, [name for name in self.units if name not in action.units])
            draft.push(Ride(self.side, action.units, way))
            set_out(draft, self.side, action.units, way[len(self.path) - 1 :], "rommel")
        else:
            complete(draft, self.units)


def _onward(state: NorthAfrica, name: str, path: Sequence[int]) -> Range:
    """Where a unit still gets from the end of the path along which Rommel has led it."""
    mover = mover_of(state, name, (), limits().rommel_movement)
    try:
        trail = trail_of(state, mover, path)
        facing = front(state, mover.side)
        if trail.here < 0 or facing.halting[trail.here]:
            return Range({})
        found = onward(facing, mover, march_routes(mover.gait).node(trail.here, trail.row), trail.spent)
    except Refusal:
        return Range({})
    return beyond(facing, path, found)
