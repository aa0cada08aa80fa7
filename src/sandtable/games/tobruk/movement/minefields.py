"""[9.6] Once a turn the Axis lets a moving Commonwealth unit run into a minefield."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing, Made
from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.marching import carry_out, treks_along
from sandtable.games.tobruk.movement.orders import Mine, Pass, Waive
from sandtable.games.tobruk.state import Tobruk, Trek, enemy_of


def may_be_mined(state: Tobruk, side: str) -> bool:
    return side == "commonwealth" and not state.mined and not state.unmined


class Minefield(Decision[Tobruk], frozen=True):
    """[9.6] The Axis sees a move as it is announced and may stop one of the units in a hex of its path."""

    side: str
    units: tuple[str, ...]
    path: tuple[int, ...]
    entering: bool

    @property
    def hexes(self) -> tuple[int, ...]:
        """Where a unit can be declared in a minefield: every hex it enters."""
        return self.path if self.entering else self.path[1:]

    def prompt(self, state: Tobruk) -> str:
        way = f"from {board().name(self.path[0])} to {board().name(self.path[-1])}"
        moves = "moves" if len(self.units) == 1 else "move"
        return f"{', '.join(self.units)} {moves} {way}. A minefield on the way? Choose its hex, or `pass`."

    def actions(self, state: Tobruk, side: str) -> Sequence[Action]:
        keys = [(name, hexagon) for name in self.units for hexagon in dict.fromkeys(self.hexes)]
        return Listing([Pass(), Waive()], Made(keys, lambda key: Mine(key[0], board().name(key[1]))))

    def check(self, state: Tobruk, side: str, action: Action) -> None:
        match action:
            case Pass() | Waive():
                pass
            case Mine(unit=name, at=at):
                if name not in self.units:
                    raise Refusal("9.6", f"{name} is not moving; these are: {', '.join(self.units)}")
                if board().index.get(at, -1) not in self.hexes:
                    raise Refusal("9.6", f"{name} does not enter {at} on this move")
            case _:
                raise Refusal("9.6", "mine one of the moving units in a hex of its path, pass, or waive")

    def do(self, draft: Draft[Tobruk], side: str, action: Action) -> None:
        draft.pop()
        mover = enemy_of(self.side)
        match action:
            case Mine(unit=name, at=at):
                until = self.path.index(board().hex(at), 0 if self.entering else 1)
                carry_out(draft, mover, self.path, self._treks(draft.state), self.entering, name, until)
            case _:
                if isinstance(action, Waive):
                    draft.change(unmined=True)
                carry_out(draft, mover, self.path, self._treks(draft.state), self.entering)

    def _treks(self, state: Tobruk) -> dict[str, Trek]:
        return treks_along(state, self.units, self.path, self.entering)
