"""[4] Stacking: how much a hex holds, and who goes when it holds too much."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Decision, Draft
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.order_forms import Lose
from sandtable.games.north_africa_41.pieces.counters import counters
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.state import NorthAfrica, face_of, lose_step, stacking_points


def excess(state: NorthAfrica, side: str, hexagon: int) -> int:
    """[4.1, 4.4.2] Stacking Points beyond what the hex holds, of whatever nations; boxes hold any number [6.2]."""
    if hexagon < 0:
        return 0
    return max(0, stacking_points(state, state.at(hexagon, side)) - limits().stacking)


def fits(state: NorthAfrica, names: Sequence[str]) -> bool:
    """[4.1] Whether these units may stand together in a hex."""
    return stacking_points(state, names) <= limits().stacking


def overstacked(state: NorthAfrica, side: str) -> list[int]:
    """[4.4.1] The hexes in which a side stands beyond the limit."""
    return sorted(
        at for at, names in state.layout.combat[side].items() if len(names) > 2 and excess(state, side, at) > 0
    )


def losable(state: NorthAfrica, side: str, hexagon: int) -> list[str]:
    """[4.4.1] The units whose steps count towards the limit: without those that stack for nothing."""
    facts, names = counters(), state.at(hexagon, side)
    silhouetted = sum(facts[name].silhouetted for name in names)
    return [
        name
        for name in names
        if (silhouetted > limits().free_silhouetted if facts[name].silhouetted else face_of(state, name).stacking > 0)
    ]


def open_stacking(draft: Draft[NorthAfrica], side: str, hexes: Sequence[int] | None = None) -> None:
    """[4.4.1] At the end of a phase, or in these hexes at once, a side gives up what stands beyond the limit."""
    found = overstacked(draft.state, side)
    chosen = tuple(at for at in found if hexes is None or at in hexes)
    if chosen:
        draft.push(Overstacked(side, chosen))


class Overstacked(Decision[NorthAfrica], frozen=True):
    """[4.4.1] Hexes with too many units: their owner chooses, step by step, what is lost."""

    side: str
    hexes: tuple[int, ...]

    def prompt(self, state: NorthAfrica) -> str:
        stacks = (f"{board().name(at)} ({stacking_points(state, state.at(at, self.side))})" for at in self.hexes)
        return f"A hex holds {limits().stacking} Stacking Points; choose who loses a step at {', '.join(stacks)}."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return [Lose(name) for at in self.hexes for name in losable(state, side, at)]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if not isinstance(action, Lose) or not any(action.name in losable(state, side, at) for at in self.hexes):
            where = ", ".join(board().name(at) for at in self.hexes)
            raise Refusal("4.4.1", f"choose a unit that counts towards the limit at {where}")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        assert isinstance(action, Lose)
        lose_step(draft, action.name, "4.4.1", "no room in the stack")
        left = tuple(at for at in self.hexes if excess(draft.state, side, at) > 0)
        draft.pop()
        if left:
            draft.push(Overstacked(self.side, left))
