"""What is true of every position, whoever played it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.minefields import Minefield
from sandtable.games.tobruk.movement.phase import Movement
from sandtable.games.tobruk.pieces.counters import air_strength, chits, counters
from sandtable.games.tobruk.pieces.stacking import Overstacked, overstacked
from sandtable.games.tobruk.pieces.tables import scenarios, setup
from sandtable.games.tobruk.state import DEAD, DUE, SIDES, TURN_TRACK, Tobruk


def broken_invariants(state: Tobruk) -> list[str]:
    return [*_units(state), *_stacks(state), *_cup(state), *_air(state), *_activation(state)]


def _units(state: Tobruk) -> Iterator[str]:
    for name, unit in state.units.items():
        counter = counters()[name]
        if unit.at >= 0 and not board().playable[unit.at]:
            yield f"{name} stands on unplayable {board().name(unit.at)}"
        if unit.at < 0 and (unit.road or unit.unsupplied):
            yield f"{name} bears markers off the map"
        if unit.reduced and counter.reduced is None:
            yield f"{name} is reduced and has no reduced side"
        if (unit.at in (DUE, TURN_TRACK)) != bool(unit.due):
            yield f"{name} at {board().name(unit.at)} is due on turn {unit.due}"
        if unit.at == TURN_TRACK and not (counter.is_headquarters or counter.recovers):
            yield f"{name} waits on the Turn Track and cannot come back"


def _stacks(state: Tobruk) -> Iterator[str]:
    for at in sorted(state.layout.held["axis"] & state.layout.held["commonwealth"]):
        yield f"both sides are at {board().name(at)}"
    if any(isinstance(frame, Movement | Minefield | Overstacked) for frame in state.stack):
        return  # [7.1] limits are enforced when movement ends
    listed = {each.hex for each in setup(state.scenario)}
    for side in SIDES:
        for at in overstacked(state, side):
            if board().name(at) not in listed:  # a set-up stack stands as printed until it moves
                yield f"{side} is overstacked at {board().name(at)}"


def _cup(state: Tobruk) -> Iterator[str]:
    if set(state.cup) & set(state.drawn):
        yield "a chit is in the cup and drawn"
    if len(set(state.drawn)) < len(state.drawn) or not {*state.cup, *state.drawn} <= set(chits()):
        yield f"these chits were drawn: {', '.join(state.drawn)}"
    if state.active and state.active != state.drawn[-1]:
        yield f"{state.active} is active and was not drawn last"


def _air(state: Tobruk) -> Iterator[str]:
    for side in SIDES:
        pool = state.pool(side)
        flight = state.battle.flight(side) if state.battle else None
        fighters = pool.fighters + pool.lost_fighters + (flight.fighters if flight else 0)
        support = pool.support + pool.lost_support + (flight.support if flight else 0)
        if min(pool.fighters, pool.support, pool.lost_fighters, pool.lost_support) < 0:
            yield f"{side} has a negative number of air units"
        if fighters > air_strength(side, "fighter") or support > air_strength(side, "close_air_support"):
            yield f"{side} has more air units than there are"


def _activation(state: Tobruk) -> Iterator[str]:
    scenario = scenarios()[state.scenario]
    if not scenario.first_turn <= state.turn <= scenario.last_turn:
        yield f"turn {state.turn} is not in the scenario"
    for name in state.formation:
        if counters()[name].side != state.phasing:
            yield f"{name} is activated by the enemy"
    if state.battle and state.units and any(state.units[name].at == DUE for name in state.battle.defenders):
        yield "a reinforcement is attacked"
    for name in state.arrived:
        if state.units[name].at == DUE:
            yield f"{name} has arrived and is still due"
    if not state.active and (state.formation or state.treks or state.battle):
        yield "something is left of an activation that is over"
    if any(unit.at == DEAD and unit.due for unit in state.units.values()):
        yield "a dead unit is due"
