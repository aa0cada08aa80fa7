"""[7.0, 7.1] How many units a hex holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.core.frames import Decision, Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.order_forms import Lose
from sandtable.games.tobruk.pieces.casualties import eliminate
from sandtable.games.tobruk.pieces.counters import sizes
from sandtable.games.tobruk.pieces.tables import limits
from sandtable.games.tobruk.state import Tobruk, amend


def battalions(names: Iterable[str]) -> int:
    """[7.1] A regiment counts as three battalions, a headquarters not at all."""
    return sum(map(sizes().__getitem__, names))


def limit(state: Tobruk, names: Iterable[str]) -> int:
    """[7.1, 9.2] Six battalions, or three if one of them bears a Road Movement marker."""
    marked = any(state.units[name].road for name in names)
    return limits().road_stacking if marked else limits().stacking


def loads(state: Tobruk, side: str) -> dict[int, tuple[int, int]]:
    """For each hex of a side the battalions in it and how many may be."""
    found: dict[int, tuple[int, int]] | None = state.layout.derived.get(("loads", side))
    if found is None:
        found = state.layout.derived["loads", side] = {}
        size, units = sizes(), state.units
        column, most = limits().road_stacking, limits().stacking
        for at, names in state.layout.combat[side].items():  # `battalions` and `limit` in one go, for every state
            load, marked = 0, False
            for name in names:
                load += size[name]
                marked = marked or units[name].road
            found[at] = load, column if marked else most
    return found


def overstacked(state: Tobruk, side: str) -> list[int]:
    """[7.1] Hexes with too much in them, by the order of the map."""
    return sorted(at for at, (load, most) in loads(state, side).items() if load > most)


def overstacked_by(state: Tobruk, side: str, formation: Iterable[str]) -> list[int]:
    """[7.1] Of these the hexes in which the formation stands: it is its movement that has ended."""
    stands = {state.units[name].at for name in formation}
    return [at for at in overstacked(state, side) if at in stands]


def room_in_battle(state: Tobruk, side: str, hexagon: int, names: Iterable[str]) -> bool:
    """[10.3, 10.4] Whether these may retreat or advance into a hex: a column on the road makes way."""
    return battalions({*state.at(hexagon, side), *names}) <= limits().stacking


def make_way(draft: Draft[Tobruk], side: str, hexagon: int) -> None:
    """[9.2] Road movement is cancelled where more units have come in than it allows."""
    there = draft.state.at(hexagon, side)
    if battalions(there) > limit(draft.state, there):
        for name in there:
            if draft.state.units[name].road:
                amend(draft, name, road=False)


class Overstacked(Decision[Tobruk], frozen=True):
    """[7.1] The owner eliminates what a hex cannot hold when movement ends."""

    side: str

    def hexagon(self, state: Tobruk) -> int:
        return overstacked_by(state, self.side, state.formation)[0]

    def prompt(self, state: Tobruk) -> str:
        at = self.hexagon(state)
        names = state.at(at, self.side)
        return (
            f"{board().name(at)} holds {plural(battalions(names), 'battalion')} and {limit(state, names)} may stay:"
            " choose a unit to lose."
        )

    def actions(self, state: Tobruk, side: str) -> Sequence[Action]:
        return [Lose(name) for name in state.at(self.hexagon(state), self.side)]

    def check(self, state: Tobruk, side: str, action: Action) -> None:
        at = self.hexagon(state)
        if not isinstance(action, Lose) or action.unit not in state.at(at, self.side):
            raise Refusal("7.1", f"choose a combat unit at {board().name(at)} to lose")

    def do(self, draft: Draft[Tobruk], side: str, action: Action) -> None:
        assert isinstance(action, Lose)
        eliminate(draft, action.unit, "7.1", "no room in the stack")
        if not overstacked_by(draft.state, self.side, draft.state.formation):
            draft.pop()
