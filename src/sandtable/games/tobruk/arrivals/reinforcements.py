"""[4.0, 4.1, 15.4, 15.5] Units that come onto the map: where they enter, and headquarters that return."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Made
from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.map import board, edge_between, edge_by_distance, entry
from sandtable.games.tobruk.order_forms import Place
from sandtable.games.tobruk.pieces.casualties import write_off
from sandtable.games.tobruk.pieces.counters import counters, of_command
from sandtable.games.tobruk.pieces.tables import Arrival, arrivals
from sandtable.games.tobruk.state import SIDES, TURN_TRACK, Tobruk, enemy_of, occupy, place, side_of


@cache
def schedule(scenario: str) -> Mapping[str, Arrival]:
    """[15.4, 15.5] By unit."""
    return MappingProxyType({unit: arrival for arrival in arrivals(scenario) for unit in arrival.units})


def entry_hexes(state: Tobruk, name: str) -> tuple[int, ...]:
    """[4.0, 15.4] Where a reinforcement may enter. An enemy in the entry hex turns it aside to the nearest free edge
    hexes; the nearest to either end where a stretch of the edge is given."""
    arrival, held = schedule(state.scenario)[name], state.layout.held[enemy_of(side_of(name))]
    named = edge_between(*arrival.entries) if arrival.along_edge else (entry(arrival.entries[0]),)
    free = tuple(hexagon for hexagon in named if hexagon not in held)
    return free or tuple(dict.fromkeys(near for label in arrival.entries for near in _nearest(label, held)))


def _nearest(label: str, held: frozenset[int]) -> tuple[int, ...]:
    free = [hexagon for hexagon in edge_by_distance(label) if hexagon not in held]
    home = entry(label)
    return tuple(hexagon for hexagon in free if board().distance(home, hexagon) == board().distance(home, free[0]))


# --- headquarters


def return_headquarters(draft: Draft[Tobruk]) -> None:
    """[4.1] At the beginning of the Activation Phase; those without a combat unit of their colour are gone."""
    for side in reversed(SIDES):
        for name in _waiting(draft.state, side):
            if not hexes_for_headquarters(draft.state, name):
                write_off(draft, name, "4.1", "no combat unit of its corps is left")
    for side in SIDES:  # the Commonwealth on top: it places first
        if _waiting(draft.state, side):
            draft.push(HeadquartersReturn(side))


def _waiting(state: Tobruk, side: str) -> list[str]:
    return [
        name
        for name, unit in state.units.items()
        if unit.at == TURN_TRACK
        and unit.due <= state.turn
        and side_of(name) == side
        and counters()[name].is_headquarters
    ]


def hexes_for_headquarters(state: Tobruk, name: str) -> tuple[int, ...]:
    """[4.1] In or next to a combat unit of the same colour."""
    held = state.layout.held[enemy_of(side_of(name))]
    found: dict[int, None] = {}
    for counter in of_command(counters()[name].command):
        unit = state.units.get(counter.id)
        if unit is not None and unit.at >= 0 and counter.is_combat:
            found.update(dict.fromkeys((unit.at, *board().adjacent[unit.at])))
    return tuple(sorted(hexagon for hexagon in found if hexagon not in held))


class HeadquartersReturn(Decision[Tobruk], frozen=True):
    """[4.1] The owner puts an eliminated headquarters back on the map."""

    side: str

    def prompt(self, state: Tobruk) -> str:
        return f"Place {', '.join(_waiting(state, self.side))} in or next to a combat unit of its corps."

    def actions(self, state: Tobruk, side: str) -> Sequence[Action]:
        keys = [(hq, at) for hq in _waiting(state, self.side) for at in hexes_for_headquarters(state, hq)]
        return Made(keys, lambda key: Place(key[0], board().name(key[1])))

    def check(self, state: Tobruk, side: str, action: Action) -> None:
        if not isinstance(action, Place) or action.unit not in _waiting(state, self.side):
            raise Refusal("4.1", f"headquarters to place: {', '.join(_waiting(state, self.side))}")
        if board().index.get(action.at, -1) not in hexes_for_headquarters(state, action.unit):
            raise Refusal("4.1", f"{action.at} is neither the hex of a combat unit of its corps nor next to one")

    def do(self, draft: Draft[Tobruk], side: str, action: Action) -> None:
        assert isinstance(action, Place)
        place(draft, action.unit, board().hex(action.at))
        draft.note("returned", unit=action.unit, at=action.at, case="4.1")
        if not _waiting(draft.state, self.side):
            draft.pop()
        occupy(draft, self.side, (board().hex(action.at),))
