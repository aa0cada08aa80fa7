"""[10.4, 10.5] Advance after combat: into the hex that was won, vehicles one hex on, nobody over an escarpment."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing, Made
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.combat.orders import Advance
from sandtable.games.tobruk.map import board, escarpment
from sandtable.games.tobruk.order_forms import Done
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.stacking import make_way, room_in_battle
from sandtable.games.tobruk.pieces.tables import limits
from sandtable.games.tobruk.state import Tobruk, enemy_of, occupy, place

Path = tuple[int, ...]


def longest_advance(name: str) -> int:
    """[10.4] Two hexes for mechanised and motorised units, but not Italian ones."""
    counter = counters()[name]
    far = counter.motorised and counter.nation != "italian"
    return limits().mechanised_advance if far else limits().advance


def advance_paths(state: Tobruk, side: str, name: str, target: int) -> list[Path]:
    """[10.4, 10.5] Zones are ignored; room, enemies and escarpments are not."""
    if escarpment(state.units[name].at, target):
        return []
    found: list[Path] = [(target,)] if room_in_battle(state, side, target, (name,)) else []
    if longest_advance(name) > 1:
        held = state.layout.held[enemy_of(side)]
        found += [
            (target, there)
            for there in board().adjacent[target]
            if there not in held and not escarpment(target, there) and room_in_battle(state, side, there, (name,))
        ]
    return found


def open_advance(draft: Draft[Tobruk], side: str, names: Sequence[str], target: int) -> None:
    """Ask while somebody can advance."""
    units = tuple(name for name in names if advance_paths(draft.state, side, name, target))
    if units:
        draft.push(Advances(side, units, target))


class Advances(Decision[Tobruk], frozen=True):
    """[10.4] Any of the attackers, one after the other, or none."""

    side: str
    units: tuple[str, ...]  # that have not advanced yet
    target: int

    def prompt(self, state: Tobruk) -> str:
        return f"{board().name(self.target)} is clear: advance {', '.join(self.units)}? `done` to stay."

    def actions(self, state: Tobruk, side: str) -> Sequence[Action]:
        keys = [(name, path) for name in self.units for path in advance_paths(state, self.side, name, self.target)]
        made = Made(keys, lambda key: Advance(key[0], tuple(board().name(hexagon) for hexagon in key[1])))
        return Listing(made, [Done()])

    def check(self, state: Tobruk, side: str, action: Action) -> None:
        match action:
            case Done():
                pass
            case Advance(unit=name):
                self._check_advance(state, name, action)
            case _:
                raise Refusal("10.4", f"advance into {board().name(self.target)}, or done")

    def _check_advance(self, state: Tobruk, name: str, action: Advance) -> None:
        if name not in self.units:
            raise Refusal("10.4", f"{name} cannot advance; these can: {', '.join(self.units)}")
        path = tuple(board().index.get(hexagon, -1) for hexagon in action.path)
        if path in advance_paths(state, self.side, name, self.target):
            return
        if path[0] != self.target:
            raise Refusal("10.4", f"an advance must enter {board().name(self.target)} first")
        if len(path) > longest_advance(name):
            raise Refusal("10.4", f"{name} advances {plural(longest_advance(name), 'hex')} at most")
        if len(path) > 1 and path[1] in board().adjacent[self.target] and escarpment(self.target, path[1]):
            raise Refusal("10.5", f"an escarpment lies between {action.path[0]} and {action.path[1]}")
        raise Refusal(
            "10.4", f"{name} cannot advance to {action.path[-1]}: it is not an adjacent hex free of the enemy with room"
        )

    def do(self, draft: Draft[Tobruk], side: str, action: Action) -> None:
        draft.pop()
        if not isinstance(action, Advance):
            return
        path = tuple(board().hex(name) for name in action.path)
        place(draft, action.unit, path[-1])
        make_way(draft, self.side, path[-1])
        draft.note("advanced", unit=action.unit, path=list(action.path), case="10.4")
        left = replace(self, units=tuple(name for name in self.units if name != action.unit))
        open_advance(draft, self.side, left.units, self.target)
        occupy(draft, self.side, path)
