"""[4, 11] The movement phase: what the phasing player may do in it, and how it ends."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from sandtable.core.fields import Reach
from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Branch, Branches, Made
from sandtable.core.values import Action, Refusal, may
from sandtable.games.panzerarmee_afrika.factors.losses import Lose, strike_back
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement.capture import pass_through
from sandtable.games.panzerarmee_afrika.movement.haulage import check_rail, haul, hauled, hauls, rail, rails
from sandtable.games.panzerarmee_afrika.movement.orders import Haul, Move, Overrun, Rail, Ship
from sandtable.games.panzerarmee_afrika.movement.overruns import overrun, overruns_by_hex, planned
from sandtable.games.panzerarmee_afrika.movement.reach import (
    ends_by_map,
    ends_of,
    full_path,
    is_shut_to,
    most_ends,
    reach,
    walk,
    way,
    written,
)
from sandtable.games.panzerarmee_afrika.movement.sea import check_ship, ship, ships, voyages
from sandtable.games.panzerarmee_afrika.order_forms import Done
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.reading import check_together, hexes_of
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.pieces.zones import front
from sandtable.games.panzerarmee_afrika.state import (
    PanzerarmeeAfrika,
    Trek,
    eliminate,
    enemy_of,
    least_room,
    place,
    role_of,
    room_in,
)


class Movement(Decision[PanzerarmeeAfrika], frozen=True):
    """The phasing player moves all, some or none of his units, in any order and in instalments.

    The list offers each unit by itself, whole stacks for overruns, and no end in a hex that is full; more units
    together, other paths and second instalments are taken when they are ordered.
    """

    exhaustive: ClassVar[bool] = False
    side: Side
    going_on: tuple[str, ...] = ()  # [11.1.6, 11.4] they overran or captured, and may move on with what they have left
    prizes: tuple[str, ...] = ()  # [11.1.6] installations won in this phase

    def prompt(self, state: PanzerarmeeAfrika) -> str:
        text = "Move your units; `done` when all have moved."
        if crowded := dict.fromkeys(board().name(crowd.at) for crowd in crowds(state, self.side)):
            text += f" Overstacked: {', '.join(crowded)}."
        return text

    def actions(self, state: PanzerarmeeAfrika, side: str) -> Sequence[Action]:
        crowded = {crowd.at for crowd in crowds(state, self.side)}
        return Branches[Action](
            *_moves(state, self.side, crowded, self.going_on),
            *overruns_by_hex(state, self.side),
            voyages(state, self.side, self.prizes),
            *rails(state, self.side, crowded),
            *hauls(state, self.side),
            Branch(1, partial(self._end, state)),
        )

    def _end(self, state: PanzerarmeeAfrika) -> Sequence[Action]:
        return [Done()] if may(check_done, state, self.side, self.prizes) else []

    def check(self, state: PanzerarmeeAfrika, side: str, action: Action) -> None:
        match action:
            case Move():
                marched(state, self.side, action)
            case Overrun():
                planned(state, self.side, action)
            case Ship():
                check_ship(state, self.side, action, self.prizes)
            case Rail():
                check_rail(state, self.side, action)
            case Haul():
                hauled(state, self.side, action)
            case Done():
                check_done(state, self.side, self.prizes)
            case _:
                raise Refusal("11", f"'{action}' does not belong to the movement phase")

    def do(self, draft: Draft[PanzerarmeeAfrika], side: str, action: Action) -> None:
        match action:
            case Move():
                finds = finds_on(draft.state, self.side, marched(draft.state, self.side, action)[0])
                self._note(draft, action.units if finds else (), move(draft, self.side, action))
            case Overrun():
                self._note(draft, action.units, overrun(draft, self.side, action))
                strike_back(draft, action.units, ())  # [11.4] in the column of 0, for nobody is left
            case Ship():
                ship(draft, self.side, action)
            case Rail():
                rail(draft, self.side, action)
            case Haul():
                self._note(draft, (), haul(draft, self.side, action))
            case Done():
                draft.pop()
                open_overstacked(draft, self.side)

    def _note(self, draft: Draft[PanzerarmeeAfrika], names: Iterable[str], prizes: Iterable[str]) -> None:
        """Keep in mind who may go on and what was won."""
        going_on = tuple(dict.fromkeys((*self.going_on, *names)))
        after = replace(self, going_on=going_on, prizes=(*self.prizes, *prizes))
        if after != self:
            draft.swap(after)


# --- moving


def marched(state: PanzerarmeeAfrika, side: Side, action: Move) -> tuple[tuple[int, ...], dict[str, Trek]]:
    """[11.1] The path of a move and what each unit will have spent, worked out once to check it and carry it out."""
    found: tuple[tuple[int, ...], dict[str, Trek]] | None = state.layout.derived.get(action)
    if found is None:
        points = hexes_of(action.path, "11.1")
        check_together(state, side, action.units, points[0], "11.1")
        if points[-1] == points[0]:
            raise Refusal("11.1", f"the path ends where it begins, at {action.path[0]}")
        path = full_path(state, action.units, points)
        found = state.layout.derived[action] = path, walk(state, action.units, path)
    return found


def move(draft: Draft[PanzerarmeeAfrika], side: Side, action: Move) -> list[str]:
    """Move units; the installations won on the way."""
    path, treks = marched(draft.state, side, action)
    draft.note("moved", units=list(action.units), path=[board().name(at) for at in path])
    for name, trek in treks.items():
        draft.amend("treks", name, trek)
        place(draft, name, path[-1])
    return pass_through(draft, action.units, path[1:])


def finds_on(state: PanzerarmeeAfrika, side: Side, path: Sequence[int]) -> bool:
    """[11.1.6] Whether enemy installations are on the way."""
    return any(at in state.layout.depots[enemy_of(side)] for at in path[1:])


def _moves(
    state: PanzerarmeeAfrika, side: Side, crowded: Collection[int], going_on: Collection[str]
) -> Iterator[Branch[Action]]:
    units, treks = state.units, state.treks
    for group in (state.layout.stands[side], state.layout.lorries[side]):
        for at, names in group.items():
            for name in names:
                if (name in treks and name not in going_on and at not in crowded) or units[name].stuck:
                    continue
                yield Branch(
                    most_ends(state, name), partial(_moves_of, state, side, name), partial(_move_of, state, side, name)
                )


def _moves_of(state: PanzerarmeeAfrika, side: Side, name: str) -> Sequence[Action]:
    reached, here = reach(state, (name,)), state.units[name].at
    ends = reached.hexes if role_of(name) == "lorry" else _with_room(state, side, reached)
    return Made(ends, lambda end: Move((name,), written(reached, here, end)))


def _move_of(state: PanzerarmeeAfrika, side: Side, name: str, number: int) -> Action | None:
    """One of these without the others, by its number among the hexes that the map allows."""
    end = ends_by_map(state, name)[number]
    if role_of(name) == "unit" and end in full_hexes(state, side):
        return None
    if is_shut_to(state, name, end):
        return None
    path = way(state, (name,), end)
    return Move((name,), ends_of(path)) if path else None


def _with_room(state: PanzerarmeeAfrika, side: Side, reached: Reach) -> Sequence[int]:
    """Many units share a flood, and few moves fill a hex."""
    facing = front(state, side)
    shut = tuple(at for at in full_hexes(state, side) if at in reached)
    found = facing.ends.get((reached, shut))
    if found is None:
        found = facing.ends[reached, shut] = tuple(at for at in reached if at not in shut)
    return found


# --- stacking


def full_hexes(state: PanzerarmeeAfrika, side: Side) -> tuple[int, ...]:
    """[4] The hexes that take no more units of a side."""
    found: tuple[int, ...] | None = state.layout.derived.get(("full", side))
    if found is None:
        stands, few = state.layout.stands[side], least_room()
        found = tuple(at for at, names in stands.items() if len(names) >= few and len(names) >= room_in(at))
        state.layout.derived["full", side] = found
    return found


class Crowd(NamedTuple):
    """[4] Regular units or installations in a hex that may not all stay there."""

    at: int
    names: tuple[str, ...]
    room: int

    @property
    def surplus(self) -> int:
        return len(self.names) - self.room


def crowds(state: PanzerarmeeAfrika, side: Side) -> list[Crowd]:
    """[4] Where there are too many regular units, or more than one installation."""
    layout, one = state.layout, limits().depots_in_a_hex
    full = (at for at in full_hexes(state, side) if len(layout.stands[side][at]) > room_in(at))
    units = [Crowd(at, tuple(layout.stands[side][at]), room_in(at)) for at in full]
    depots = [Crowd(at, tuple(names), one) for at, names in layout.depots[side].items() if len(names) > one]
    return sorted((*units, *depots), key=lambda crowd: crowd.at)


def check_done(state: PanzerarmeeAfrika, side: Side, prizes: Collection[str] = ()) -> None:
    """[4] The phase ends within the limits, unless nothing can leave any more."""
    for crowd in crowds(state, side):
        where, held = board().name(crowd.at), len(crowd.names)
        if any(_can_leave(state, side, crowd.at, name, prizes) for name in crowd.names):
            raise Refusal("4", f"{where} holds {held}, {', '.join(crowd.names)}; {crowd.room} may stay")


def _can_leave(state: PanzerarmeeAfrika, side: Side, at: int, name: str, prizes: Collection[str]) -> bool:
    """Whether the list offers something that takes this away."""
    if any(offer.name == name for offer in ships(state, side, prizes)):
        return True
    if role_of(name) == "depot":
        carriages = Branches(*hauls(state, side), *rails(state, side, (at,)))
        return any(_carries(offer, name) for offer in carriages)
    stands = state.layout.stands[side]
    return any(len(stands.get(end, ())) < room_in(end) for end in reach(state, (name,)))


def _carries(offer: Action, depot: str) -> bool:
    return depot in (offer.depot if isinstance(offer, Haul) else "", offer.name if isinstance(offer, Rail) else "")


def open_overstacked(draft: Draft[PanzerarmeeAfrika], side: Side) -> None:
    """[4] At the end of a phase: ask for what a hex cannot hold."""
    if crowds(draft.state, side):
        draft.push(Overstacked(side))


class Overstacked(Decision[PanzerarmeeAfrika], frozen=True):
    """[4] A hex holds too many and nobody can leave: the owner gives up the surplus."""

    side: Side

    def prompt(self, state: PanzerarmeeAfrika) -> str:
        crowd = crowds(state, self.side)[0]
        return f"{board().name(crowd.at)} holds more than its limit of {crowd.room}: choose {crowd.surplus} to lose."

    def actions(self, state: PanzerarmeeAfrika, side: str) -> Sequence[Action]:
        crowd = crowds(state, self.side)[0]
        return [Lose(chosen) for chosen in combinations(crowd.names, crowd.surplus)]

    def check(self, state: PanzerarmeeAfrika, side: str, action: Action) -> None:
        crowd = crowds(state, self.side)[0]
        chosen = set(action.units) if isinstance(action, Lose) else set()
        if len(chosen) != crowd.surplus or not chosen <= {*crowd.names}:
            raise Refusal("4", f"choose {crowd.surplus} of {', '.join(crowd.names)} to lose")

    def do(self, draft: Draft[PanzerarmeeAfrika], side: str, action: Action) -> None:
        assert isinstance(action, Lose)
        for name in dict.fromkeys(action.units):
            eliminate(draft, name, "4", "no room in the hex")
        if not crowds(draft.state, self.side):
            draft.pop()
