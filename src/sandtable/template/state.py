"""The state of a game in progress, and the verbs that change it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property

from msgspec.structs import replace

from sandtable.core import fields
from sandtable.core.frames import Draft, State
from sandtable.core.tables import load
from sandtable.core.values import Value
from sandtable.template.map import board

SIDES = ("red", "blue")
NOUNS: Mapping[str, str] = {"red": "Red", "blue": "Blue"}  # in a sentence
DEAD = board().box("dead")
LAST_TURN = 8


def enemy_of(side: str) -> str:
    return "blue" if side == "red" else "red"


class Counter(Value, frozen=True):
    """What is printed on a counter, and where it begins."""

    name: str
    side: str
    symbol: str
    strength: int
    movement: int
    at: str


class CounterSheet(Value, frozen=True):
    """The shape of data/counters.toml."""

    source: str
    counter: tuple[Counter, ...]


@cache
def counters() -> dict[str, Counter]:
    sheet = load(__package__, "counters.toml", CounterSheet)
    return {counter.name: counter for counter in sheet.counter}


class Outpost(State, frozen=True, dict=True):
    """A game in progress: where each counter stands, and whose turn it is."""

    scenario: str = "skirmish"
    options: tuple[str, ...] = ()
    turn: int = 1
    phasing: str = "red"
    units: dict[str, int] = {}  # counter -> hex

    @cached_property
    def stands(self) -> dict[int, str]:
        """Hex -> the counter on it."""
        return {at: name for name, at in self.units.items() if at >= 0}

    @cached_property
    def zones(self) -> dict[str, bytearray]:
        """Side -> the hexes beside its enemies."""
        return {side: fields.zones(board().adjacent, self.hexes(enemy_of(side))) for side in SIDES}

    def hexes(self, side: str) -> list[int]:
        return [at for name, at in self.units.items() if at >= 0 and counters()[name].side == side]

    def on_map(self, side: str) -> list[str]:
        return [name for name, at in self.units.items() if at >= 0 and counters()[name].side == side]


def place(draft: Draft[Outpost], name: str, at: int) -> None:
    draft.amend("units", name, at)
    draft.note("moved", unit=name, to=board().name(at))


def eliminate(draft: Draft[Outpost], name: str) -> None:
    draft.amend("units", name, DEAD)
    draft.note("eliminated", unit=name)


def next_player_turn(draft: Draft[Outpost]) -> None:
    state = draft.state
    turn = state.turn + (state.phasing == "blue")
    draft.state = replace(state, phasing=enemy_of(state.phasing), turn=turn)
    draft.note("turn", turn=turn, side=draft.state.phasing)
