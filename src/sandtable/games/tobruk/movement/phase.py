"""[9.0, 9.2, 9.3, 4.0, 6.0, 7.1] The move mode of an activation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Branch, Branches, Made, Without, branch
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal, may
from sandtable.games.tobruk.arrivals.reinforcements import entry_hexes
from sandtable.games.tobruk.map import board, road_steps
from sandtable.games.tobruk.movement.marching import carry_out, marched
from sandtable.games.tobruk.movement.minefields import Minefield, may_be_mined
from sandtable.games.tobruk.movement.orders import Enter, LeaveRoad, Move
from sandtable.games.tobruk.movement.reach import can_move, enter, points_left, reach, reach_from, reach_of
from sandtable.games.tobruk.order_forms import Done
from sandtable.games.tobruk.pieces.command import reinforcements_of
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.stacking import Overstacked, battalions, loads, overstacked_by
from sandtable.games.tobruk.pieces.tables import limits
from sandtable.games.tobruk.state import Tobruk, amend, enemy_of


def open_movement(draft: Draft[Tobruk]) -> None:
    draft.change(treks={}, moving=())
    draft.push(Movement(draft.state.phasing))


class Movement(Decision[Tobruk], frozen=True):
    """[9.0] The active formation moves, one unit or stack after the other."""

    # Stacks may move along any path, into full hexes, and on after a halt; the list offers units and whole stacks that
    # have not moved, and the hexes with room for them.
    exhaustive: ClassVar[bool] = False
    side: str

    def prompt(self, state: Tobruk) -> str:
        text = "Move the units of your formation; `done` when all have moved."
        if due := reinforcements_of(state, state.active):
            text += f" {plural(len(due), 'reinforcement')} may enter."
        if full := overstacked_by(state, self.side, state.formation):
            text += f" Overstacked as things stand: {', '.join(board().name(at) for at in full)}."
        return text

    def actions(self, state: Tobruk, side: str) -> Sequence[Action]:
        singles = [(name,) for name in state.formation if _to_be_listed(state, name)]
        return Branches[Action](
            branch(self.actions_without_moves(state)),
            *[_moves(state, names) for names in (*singles, *_stacks(state))],
            *[
                _entries(state, name, first)
                for name in reinforcements_of(state, state.active)
                for first in entry_hexes(state, name)
            ],
        )

    def actions_without_moves(self, state: Tobruk) -> list[Action]:
        """Leaving the road, the end of movement."""
        found: list[Action] = [LeaveRoad(name) for name in state.formation if _may_leave_road(state, name)]
        return [*found, Done()]

    def check(self, state: Tobruk, side: str, action: Action) -> None:
        match action:
            case Move() | Enter():
                marched(state, self.side, action)
            case LeaveRoad():
                check_leave_road(state, action)
            case Done():
                pass
            case _:
                raise Refusal("9.0", f"'{action}' does not belong to the move mode")

    def do(self, draft: Draft[Tobruk], side: str, action: Action) -> None:
        match action:
            case Move() | Enter():
                path, treks = marched(draft.state, self.side, action)
                if may_be_mined(draft.state, self.side):  # [9.6]
                    draft.push(Minefield(enemy_of(self.side), action.units, path, isinstance(action, Enter)))
                else:
                    carry_out(draft, self.side, path, treks, isinstance(action, Enter))
            case LeaveRoad(unit=name):
                leave_road(draft, name)
            case Done():
                draft.change(moving=())
                draft.pop()
                _spread_columns(draft, self.side)
                if overstacked_by(draft.state, self.side, draft.state.formation):
                    draft.push(Overstacked(self.side))


# --- what is listed


def _moves(state: Tobruk, names: tuple[str, ...]) -> Branch[Action]:
    return Branch(most_anywhere(), partial(_moves_of, state, names))


@cache
def most_anywhere() -> int:
    """The hexes that units enter. A closer look at what a move can list would cost as much as to list it, and would
    have to come out the same whatever has been looked at before."""
    return sum(board().playable)


def _moves_of(state: Tobruk, names: tuple[str, ...]) -> Sequence[Action]:
    start, name_of = board().name(state.units[names[0]].at), board().names
    return Made(destinations(state, names), lambda end: Move(names, (start, name_of[end])))


def _entries(state: Tobruk, name: str, first: int) -> Branch[Action]:
    return Branch(most_anywhere(), partial(_entries_of, state, name, first))


def _entries_of(state: Tobruk, name: str, first: int) -> Sequence[Action]:
    start, name_of = board().name(first), board().names
    ends = _ends_after_entry(state, name, first)
    return Made(ends, lambda end: Enter((name,), (start,) if end == first else (start, name_of[end])))


def _to_be_listed(state: Tobruk, name: str) -> bool:
    """Who has moved went where he wanted to, unless a minefield stopped him on the way."""
    if state.units[name].at < 0:
        return False
    return name not in state.treks or (name == state.mined and can_move(state, name))


def _stacks(state: Tobruk) -> list[tuple[str, ...]]:
    """[9.3] Units of one class that stand together and have not moved."""
    found: dict[tuple[int, bool], list[str]] = {}
    facts = counters()
    for name in state.formation:
        at = state.units[name].at
        if at >= 0 and facts[name].is_combat and name not in state.treks:
            found.setdefault((at, facts[name].motorised), []).append(name)
    return [tuple(names) for names in found.values() if len(names) > 1]


def destinations(state: Tobruk, names: tuple[str, ...]) -> Sequence[int]:
    """Where units of one class may go together and find room."""
    slowest = _slowest(state, names)
    found = reach(state, slowest)
    if len(names) > 1 and found.hexes and not state.trek(slowest).hexes:
        # [9.1] what is granted to one beyond its allowance is granted to all, but the others may be able to pay
        trek = state.trek(slowest)
        found = reach_of(
            state,
            counters()[slowest].side,
            counters()[slowest].motorised,
            state.units[slowest].at,
            points_left(state, slowest, trek),
            False,
        )
    full = found.among(_full(state, counters()[slowest].side, battalions(names)))
    return Without(found.hexes, full) if full else found.hexes


def _slowest(state: Tobruk, names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else min(names, key=lambda name: points_left(state, name, state.trek(name)))


def _full(state: Tobruk, side: str, coming: int) -> frozenset[int]:
    """[7.1] Hexes without room for so many battalions; on a road there is room for a column only."""
    if coming == 0:
        return frozenset()
    found: frozenset[int] | None = state.layout.derived.get(("full", side, coming))
    if found is None:
        column, roads = limits().road_stacking, road_steps()
        found = frozenset(
            at for at, (load, most) in loads(state, side).items() if load + coming > (column if at in roads else most)
        )
        if coming > column:
            found |= frozenset(roads)
        state.layout.derived["full", side, coming] = found
    return found


def _ends_after_entry(state: Tobruk, name: str, first: int) -> Sequence[int]:
    trek = enter(state, name, (first,))
    found = reach_from(state, name, first, trek)
    full = _full(state, counters()[name].side, counters()[name].battalions)
    shut = found.among(full) | full & {first}
    return Without((first, *found.hexes), shut)


# --- road columns


def check_leave_road(state: Tobruk, action: LeaveRoad) -> None:
    """[9.2] Road movement is cancelled as the unit moves: the last step is then paid at the rate of the ground."""
    name = action.unit
    if name not in state.formation:
        raise Refusal("9.2", f"{name} is not one of the units that move now")
    if not state.units[name].road:
        raise Refusal("9.2", f"{name} does not use road movement")
    if not _can_pay(state, name):
        raise Refusal("9.2", f"{name} does not have the movement points to pay for its last hex off the road")


def _can_pay(state: Tobruk, name: str) -> bool:
    """[9.2] Whether the points are there that the road spared in the last step."""
    trek = state.trek(name)
    return trek.spared <= points_left(state, name, trek)


def _may_leave_road(state: Tobruk, name: str) -> bool:
    if not state.units[name].road:
        return False
    return may(check_leave_road, state, LeaveRoad(name))


def leave_road(draft: Draft[Tobruk], name: str) -> None:
    trek = draft.state.treks.get(name)
    if trek is not None:
        draft.amend("treks", name, replace(trek, points=trek.points + trek.spared, spared=0))
    amend(draft, name, road=False)
    draft.note("left_road", unit=name, at=board().name(draft.state.units[name].at), case="9.2")


def _spread_columns(draft: Draft[Tobruk], side: str) -> None:
    """[7.1, 9.2] Nobody is lost to the limit of a road where cancelling road movement makes room. Columns of other
    corps make way too: they are not moving, so that it costs them nothing."""
    for at in overstacked_by(draft.state, side, draft.state.formation):
        for name in draft.state.at(at, side):
            if draft.state.units[name].road and _can_pay(draft.state, name):
                leave_road(draft, name)
