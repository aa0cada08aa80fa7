"""[15.0, 15.1, 15.2, 15.3] Prepare for play."""

from __future__ import annotations

from sandtable.core.title import Setup
from sandtable.games.tobruk.arrivals.reinforcements import schedule
from sandtable.games.tobruk.combat.air import FirstAllotment
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.pieces import tables
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.saved_position import AnyFrame, Position
from sandtable.games.tobruk.scenario.opening import Bidding, Deployment
from sandtable.games.tobruk.state import DUE, SIDES, Air, Unit
from sandtable.games.tobruk.turn import GameTurn

FIRST_RESULTS = "first-results"  # [10.1] the option under which games begun under rules 1 and 2 go on


def start(setup: Setup) -> Position:
    """The set-up of a scenario; what is decided and rolled before its first turn lies on the stack."""
    scenario = tables.scenarios()[setup.scenario]
    units = {each.unit: Unit(board().hex(each.hex), reduced=each.depleted) for each in tables.setup(scenario.id)}
    for name, arrival in schedule(scenario.id).items():
        units.setdefault(name, Unit(DUE, due=arrival.turn))
    return Position(
        stack=_first_frames(scenario),
        scenario=scenario.id,
        results="first" if FIRST_RESULTS in setup.options else "second",
        turn=scenario.first_turn,
        units=units,
        margin=scenario.margin or 0,
        held=_first_held(scenario.id),
        air={side: Air() for side in SIDES},
    )


def _first_frames(scenario: tables.Scenario) -> tuple[AnyFrame, ...]:
    frames: list[AnyFrame] = [GameTurn(), FirstAllotment()]
    if scenario.displaced_garrison:
        frames.append(Deployment())
    if scenario.margin is None:
        frames.append(Bidding())
    return tuple(frames)


def _first_held(scenario: str) -> tuple[str, ...]:
    """[15.1] The objectives in which the Commonwealth sets up; all others are the Axis'."""
    towns, facts = {objective.hex for objective in tables.victory().objectives}, counters()
    return tuple(
        sorted({p.hex for p in tables.setup(scenario) if p.hex in towns and facts[p.unit].side == "commonwealth"})
    )
