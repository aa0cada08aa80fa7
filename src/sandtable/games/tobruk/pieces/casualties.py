"""[2.3, 2.4, 4.1, 10.2, 12.0] Losses: a combat unit is turned over and then gone, a headquarters is gone at once but
comes back, and Commonwealth and German armour may be recovered."""

from __future__ import annotations

from sandtable.core.frames import Draft
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.tables import recovery, scenarios
from sandtable.games.tobruk.state import DEAD, TURN_TRACK, Tobruk, Unit, amend


def steps_left(state: Tobruk, name: str) -> int:
    """[10.2] The reductions a unit takes until it is eliminated."""
    return 1 if state.units[name].reduced or counters()[name].reduced is None else 2


def reduce(draft: Draft[Tobruk], name: str, case: str, why: str) -> None:
    """[2.3, 10.2] One loss."""
    if steps_left(draft.state, name) == 1:
        eliminate(draft, name, case, why)
        return
    amend(draft, name, reduced=True)
    draft.note("reduced", unit=name, at=board().name(draft.state.units[name].at), case=case, why=why)


def eliminate(draft: Draft[Tobruk], name: str, case: str, why: str, recoverable: bool = True) -> None:
    """Take a unit off the map; what becomes of it depends on what it is."""
    at, counter = draft.state.units[name].at, counters()[name]
    draft.note("eliminated", unit=name, at=board().name(at), case=case, why=why)
    draft.amend("units", name, Unit(DEAD))
    if counter.is_headquarters:
        draft.amend("units", name, Unit(TURN_TRACK, due=draft.state.turn + 1))  # [2.4, 4.1]
    elif counter.recovers and recoverable:
        _send_to_workshop(draft, name)


def _send_to_workshop(draft: Draft[Tobruk], name: str) -> None:
    """[12.0] The turns that must elapse, and back on the turn after; not beyond the scenario."""
    die = draft.roll(f"recovery of {name}", by=counters()[name].side)
    elapse = recovery(counters()[name].nation, die)
    last = scenarios()[draft.state.scenario].last_turn
    if elapse is None or draft.state.turn + elapse >= last:
        draft.note("written_off", unit=name, case="12.0")
        return
    due = draft.state.turn + elapse + 1
    draft.amend("units", name, Unit(TURN_TRACK, reduced=True, due=due))
    draft.note("sent_to_workshop", unit=name, due=due, case="12.0")


def write_off(draft: Draft[Tobruk], name: str, case: str, why: str) -> None:
    """[4.1, 12.0] A unit that cannot come back is gone for good."""
    draft.amend("units", name, Unit(DEAD))
    draft.note("written_off", unit=name, case=case, why=why)
