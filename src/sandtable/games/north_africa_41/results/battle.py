"""[8.3] A combat while it is fought: what combat, retreat and advance pass along from frame to frame.

Whoever opens a combat (`resolution.open_battle`, `attacks.open_breakthrough`) has pushed a frame derived from
`Awaiting` below it; when losses, Determined Defence and retreats are over, the battle as it ended is handed to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from sandtable.core.frames import Draft, Step
from sandtable.core.values import Value
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.results.tables import Effect, Result, effect
from sandtable.games.north_africa_41.state import NorthAfrica, enemy_of

Kind = Literal["attack", "breakthrough", "automatic"]  # [8.3], [15.2.8], [8.9]


class Battle(Value, frozen=True):
    """One combat. `attackers` and `defenders` are those it began with; `present` and `holding` tell who is left."""

    side: Side  # of the attacker
    at: int  # the defender's hex
    attackers: tuple[str, ...]
    origins: tuple[int, ...]  # [8.5.3] where each of them was at the start of the combat
    kind: Kind = "attack"
    defenders: tuple[str, ...] = ()  # every Combat Unit in the hex
    inert: tuple[str, ...] = ()  # [12.3, 15.3] of these, who add nothing to the defence
    payer: str = ""  # [8.5.1] who is to pay for Attack Supply: an ASU, an MSU or the place of a Supply Point
    supplied: bool = False  # [8.5.1, 15.2.8] whether it has Attack Supply, for Breakthrough Combat to come as well
    overwhelming: bool = False  # [8.5.3] whether it went through at 10-1, without Attack Supply
    artillery: str = ""  # [9.4] the attacker's ASU
    air: str = ""  # [18.7.4] the attacker's Air Support marker
    answer: tuple[str, ...] = ()  # [9.4, 18.7.4] the defender's ASU and Air Support marker
    result: Result | Literal[""] = ""  # [10.1] once the die has fallen
    allowance: int = 0  # [14.2.1] hexes the attackers may advance, if the defender's hex was vacated; otherwise 0
    limited: bool = False  # [14.2.2] into the defender's vacated hex alone

    @property
    def foe(self) -> Side:
        """The side that defends."""
        return enemy_of(self.side)

    @property
    def effect(self) -> Effect:
        """[10.1] What its result does."""
        assert self.result, self.title
        return effect(self.result)

    @property
    def title(self) -> str:
        return f"{', '.join(self.attackers)} on {board().name(self.at)}"


class Awaiting(Step[NorthAfrica], frozen=True):
    """A step that goes on when the combat above it is over, with the outcome."""

    outcome: Battle | None = None


class Conclusion(Step[NorthAfrica], frozen=True):
    """[8.3] The end of a combat: whether the attacker may advance is known, and handed to whoever opened it."""

    battle: Battle

    def run(self, draft: Draft[NorthAfrica]) -> None:
        battle = self.battle
        if not is_vacated(draft.state, battle):
            battle = replace(battle, allowance=0, limited=False)
        draft.pop()
        below = draft.top
        assert isinstance(below, Awaiting), below
        draft.swap(replace(below, outcome=battle))


def present(state: NorthAfrica, names: Iterable[str]) -> tuple[str, ...]:
    """Those of the units that are still on the map."""
    return tuple(name for name in names if state.units[name].at >= 0)


def holding(state: NorthAfrica, battle: Battle) -> tuple[str, ...]:
    """The defenders that are still in their hex."""
    return tuple(name for name in battle.defenders if state.units[name].at == battle.at)


def is_vacated(state: NorthAfrica, battle: Battle) -> bool:
    """[10.1, 14.1] Whether the defender's hex is clear of his Combat Units."""
    return not state.at(battle.at, battle.foe)
