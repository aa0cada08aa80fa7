"""[9.4, 9.5] Overruns: who may attempt one, and the movement that a successful one earns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.listing import Listing, Made
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal, may
from sandtable.games.tobruk.map import board, cities, escarpment, fort_owner, fortification
from sandtable.games.tobruk.movement.orders import Move
from sandtable.games.tobruk.movement.routes import Reach, flood, hex_ground
from sandtable.games.tobruk.movement.zones import front
from sandtable.games.tobruk.order_forms import Done
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.stacking import make_way, room_in_battle
from sandtable.games.tobruk.pieces.tables import limits
from sandtable.games.tobruk.state import Tobruk, enemy_of, known, occupy, place, present

# --- the attack


def check_overrun(state: Tobruk, side: str, name: str, target: int) -> None:
    """[9.4, 9.5] Armour, reconnaissance and motorised infantry only; nowhere that stops vehicles."""
    here, where = state.units[name].at, board().name(target)
    if not counters()[name].is_mechanised:
        raise Refusal("9.4", f"{name} is neither armour nor reconnaissance nor motorised infantry and cannot overrun")
    if target in cities():
        raise Refusal("9.4", f"{where} is a city and cannot be overrun")
    if escarpment(here, target):
        raise Refusal("9.5", f"an escarpment lies between {board().name(here)} and {where}: an overrun cannot cross it")
    if fortification(here, target) and enemy_of(side) in (fort_owner(here), fort_owner(target)):
        raise Refusal("9.4", f"enemy fortifications lie between {board().name(here)} and {where}")


def may_overrun(state: Tobruk, side: str, name: str, target: int) -> bool:
    return may(check_overrun, state, side, name, target)


# --- the movement


class OverrunMoves(Step[Tobruk], frozen=True):
    """[9.4] After the last attack of the mode: units with an Overrun marker may move on."""

    side: str

    def run(self, draft: Draft[Tobruk]) -> None:
        if present(draft.state, draft.state.overran):
            draft.swap(OverrunMovement(self.side))
        else:
            draft.change(overran=())
            draft.pop()


def overrun_reach(state: Tobruk, side: str, at: int) -> Reach:
    """[9.4] Four hexes whatever they cost; an enemy zone ends the move."""
    facing = front(state, side)
    key = ("overrun", at)
    found = facing.reaches.get(key)
    if found is None:
        found = facing.reaches[key] = flood(
            hex_ground(), at, limits().overrun_move, facing.zone, facing.held, facing.near, leaving=0, least=False
        )
    return found


class OverrunMovement(Decision[Tobruk], frozen=True):
    """[9.4] Units that overran the enemy move up to four hexes, singly or together."""

    # Units that stand together may move together along any path; the list offers each and all of a hex.
    exhaustive: ClassVar[bool] = False
    side: str

    def prompt(self, state: Tobruk) -> str:
        names = ", ".join(present(state, state.overran))
        return f"{names} may move on up to {limits().overrun_move} hexes after the overrun; `done` when they have."

    def actions(self, state: Tobruk, side: str) -> Sequence[Action]:
        stacks: dict[int, list[str]] = {}
        for name in present(state, state.overran):
            stacks.setdefault(state.units[name].at, []).append(name)
        blocks = [
            self._moves(state, group, at)
            for at, names in stacks.items()
            for group in dict.fromkeys((tuple(names), *((name,) for name in names)))
        ]
        return Listing(*blocks, [Done()])

    def _moves(self, state: Tobruk, names: tuple[str, ...], at: int) -> Sequence[Action]:
        ends = [
            hexagon
            for hexagon in overrun_reach(state, self.side, at).hexes
            if room_in_battle(state, self.side, hexagon, names)
        ]
        return Made(ends, lambda end: Move(names, (board().name(at), board().name(end))))

    def check(self, state: Tobruk, side: str, action: Action) -> None:
        match action:
            case Move():
                self.route(state, action)
            case Done():
                pass
            case _:
                raise Refusal("9.4", f"'{action}' is not possible now: units are moving on after an overrun")

    def route(self, state: Tobruk, action: Move) -> tuple[int, ...]:
        """The hexes of the move, or the refusal that says what is wrong with it."""
        if len(set(action.units)) < len(action.units):
            raise Refusal("9.4", "a unit is named twice")
        for name in action.units:
            if known(state, name, self.side) is None or name not in state.overran:
                raise Refusal("9.4", f"{name} has no Overrun marker")
            if board().name(state.units[name].at) != action.path[0]:
                raise Refusal("9.4", f"{name} is not at {action.path[0]}")
        path = self._path(state, action)
        most = limits().overrun_move
        if not 1 < len(path) <= most + 1 or path[-1] == path[0]:
            raise Refusal("9.4", f"a unit moves one to {plural(most, 'hex')} after an overrun")
        facing = front(state, self.side)
        for step, (here, there) in enumerate(pairwise(path)):
            if there not in board().adjacent[here]:
                raise Refusal("9.4", f"no unit can move from {board().name(here)} to {board().name(there)}")
            if there in facing.held:
                raise Refusal("7.0", f"{board().name(there)} is held by the enemy")
            if facing.zone[here] and step > 0:
                raise Refusal("8.0", f"an enemy zone ends the move at {board().name(here)}")
        if not room_in_battle(state, self.side, path[-1], action.units):
            raise Refusal("7.1", f"{board().name(path[-1])} has no room for {', '.join(action.units)}")
        return path

    def _path(self, state: Tobruk, action: Move) -> tuple[int, ...]:
        path = tuple(board().named_hex(name, "9.4") for name in action.path)
        found = overrun_reach(state, self.side, path[0])
        if len(path) == 2 and path[1] in found:
            return found.path(path[1])  # only the end is named: the shortest way
        return path

    def do(self, draft: Draft[Tobruk], side: str, action: Action) -> None:
        if not isinstance(action, Move):
            draft.change(overran=())
            draft.pop()
            return
        path = self.route(draft.state, action)
        for name in action.units:
            place(draft, name, path[-1])
        make_way(draft, self.side, path[-1])
        draft.change(overran=tuple(name for name in draft.state.overran if name not in action.units))
        draft.note("moved_on", units=list(action.units), path=[board().name(hexagon) for hexagon in path], case="9.4")
        draft.swap(OverrunMoves(self.side))
        occupy(draft, self.side, path)
