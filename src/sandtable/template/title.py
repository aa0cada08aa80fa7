"""The game as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from sandtable.core.title import Rulebook, Rules, Setup, Sight, Title, Trials
from sandtable.core.views import Piece, View
from sandtable.kit.screen import Clock, seen
from sandtable.kit.wargame import plain_screen, plain_staff
from sandtable.template.actions import NOTATION
from sandtable.template.combat import Combat
from sandtable.template.map import board, well
from sandtable.template.state import LAST_TURN, NOUNS, SIDES, Outpost, counters, enemy_of
from sandtable.template.turn import Position, Turn

KEY = "outpost"


def start(setup: Setup) -> Outpost:
    units = {name: board().hex(counter.at) for name, counter in counters().items()}
    return Position(stack=(Turn(),), scenario=setup.scenario, options=setup.options, units=units)


def view(state: Outpost, side: str) -> View:
    phase = "Combat" if isinstance(state.stack[-1], Combat) else "Movement"
    clock = Clock(min(state.turn, LAST_TURN), LAST_TURN, f"Turn {state.turn}", phase)
    return seen(KEY, state, side, clock, (_piece(name, at) for name, at in state.units.items()))


def _piece(name: str, at: int) -> Piece:
    counter = counters()[name]
    factors = (counter.strength, counter.movement)
    return Piece(name, name, counter.side, counter.side, counter.symbol, "III", factors, board().name(at))


def evaluate(state: Outpost, side: str) -> float:
    return _worth(state, side) - _worth(state, enemy_of(side))


def _worth(state: Outpost, side: str) -> float:
    """Strength counts most, then being near the well."""
    strength = sum(counters()[name].strength for name in state.on_map(side))
    near = sum(board().distance(at, well()) for at in state.hexes(side))
    return 10.0 * strength - near


def broken_invariants(state: Outpost) -> list[str]:
    on_map = [at for at in state.units.values() if at >= 0]
    return ["two units share a hex"] if len(set(on_map)) < len(on_map) else []


class OutpostTitle(Title[Outpost]):
    key: ClassVar[str] = KEY
    name: ClassVar[str] = "Outpost"
    rules_version: ClassVar[str] = "1"
    sides: ClassVar[tuple[str, ...]] = SIDES
    scenarios: ClassVar[Mapping[str, str]] = {"skirmish": "eight turns, four units a side, one well to hold"}
    book: ClassVar[Rulebook] = Rulebook(Path(__file__).parent)

    rules = Rules[Outpost](Position, board, NOTATION, start)
    sight = Sight(view)
    staff = replace(plain_staff(__package__, rules, sight), evaluate=evaluate)
    screen = plain_screen(NOUNS, rules, sight, staff)
    trials = Trials(broken_invariants)


def title() -> OutpostTitle:
    return OutpostTitle()
