"""[6] Placing the units that begin in a base."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing, Made
from sandtable.core.values import Action, Refusal
from sandtable.games.panzerarmee_afrika.arrivals.orders import Place
from sandtable.games.panzerarmee_afrika.arrivals.places import crowded
from sandtable.games.panzerarmee_afrika.map import base, board
from sandtable.games.panzerarmee_afrika.order_forms import Done
from sandtable.games.panzerarmee_afrika.pieces.counters import Side, setup
from sandtable.games.panzerarmee_afrika.pieces.reading import check_counter, hex_of
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.state import (
    SIDES,
    PanzerarmeeAfrika,
    enemy_of,
    place,
    role_of,
    room_in,
    side_of,
)
from sandtable.games.panzerarmee_afrika.turn import PlayerTurn


def base_units(side: str) -> list[str]:
    """[6] Everything of a side that begins in its base, in any of its hexes."""
    centre = board().name(base(side)[0])
    return [name for name, at in setup().items() if at == centre and side_of(name) == side]


def first_places() -> Mapping[str, int]:
    """[4, 6] Where everything stands before anybody rearranges it: three units to a base hex, the centre first."""
    places = {name: board().hex(at) for name, at in setup().items()}
    for side in SIDES:
        regular = [name for name in base_units(side) if role_of(name) == "unit"]
        for number, name in enumerate(regular):
            places[name] = base(side)[number // limits().stacking]
    return places


class Deployment(Decision[PanzerarmeeAfrika], frozen=True):
    """[4, 6] Each side may put the units of its base into other hexes of the base, each once; the Allies first.

    A hex may be overfull until the side is done, so that units can change places.
    """

    side: Side
    placed: tuple[str, ...] = ()

    def prompt(self, state: PanzerarmeeAfrika) -> str:
        text = "Place the units that begin in your base in any of its hexes; `done` when you are satisfied."
        if full := self._overfull(state):
            text += f" Overstacked: {', '.join(map(board().name, full))}."
        return text

    def actions(self, state: PanzerarmeeAfrika, side: str) -> Sequence[Action]:
        free = [name for name in base_units(side) if name not in self.placed]
        pairs = [
            (name, board().name(at))
            for name in free
            for at in base(side)
            if at != state.units[name].at and not self._why_not(state, name, at)
        ]
        finish = [] if self._overfull(state) else [Done()]
        return Listing[Action](Made(pairs, lambda pair: Place(*pair)), finish)

    def check(self, state: PanzerarmeeAfrika, side: str, action: Action) -> None:
        if isinstance(action, Done):
            if full := self._overfull(state):
                raise Refusal("4", f"{board().name(full[0])} is overstacked")
            return
        if not isinstance(action, Place):
            raise Refusal("6", "the game begins when both sides have set up")
        name = check_counter(state, self.side, action.name, "6")
        if name not in base_units(side):
            raise Refusal(
                "6", f"{name} does not begin in the base: {board().name(state.units[name].at)} is its starting hex"
            )
        if name in self.placed:
            raise Refusal("6", f"{name} has already been placed")
        at = hex_of(action.at, "6")
        if at not in base(side):
            raise Refusal("6", f"{action.at} is not a hex of the base")
        if at == state.units[name].at:
            raise Refusal("6", f"{name} is already at {action.at}")
        if why := self._why_not(state, name, at):
            raise Refusal("4", f"{action.at} has {why}")

    def _why_not(self, state: PanzerarmeeAfrika, name: str, at: int) -> str:
        """[4, 11.1.3] Units that may still leave do not take up room."""
        if role_of(name) != "unit":
            return crowded(state, self.side, role_of(name), at)
        movable = set(base_units(self.side)) - set(self.placed)
        staying = [each for each in state.at(at, self.side) if each not in movable]
        return "as many units as may stack" if len(staying) >= room_in(at) else ""

    def _overfull(self, state: PanzerarmeeAfrika) -> list[int]:
        return [at for at in base(self.side) if len(state.at(at, self.side)) > room_in(at)]

    def do(self, draft: Draft[PanzerarmeeAfrika], side: str, action: Action) -> None:
        if isinstance(action, Place):
            at = board().hex(action.at)
            place(draft, action.name, at)
            draft.note("placed", side=side, unit=action.name, at=board().name(at), case="6")
            draft.swap(replace(self, placed=(*self.placed, action.name)))
        elif self.side == SIDES[0]:
            draft.swap(Deployment(enemy_of(self.side)))
        else:
            draft.swap(PlayerTurn(SIDES[0]))
