"""[16.5] Isolation Attrition: units that have long been Out of Supply starve and surrender."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.core.frames import Draft, Step
from sandtable.core.values import Action
from sandtable.games.north_africa_41.ground.zones import next_to_enemy
from sandtable.games.north_africa_41.lines.overland import Served
from sandtable.games.north_africa_41.lines.tracing import checked_units, ground
from sandtable.games.north_africa_41.map import airfields, board
from sandtable.games.north_africa_41.pieces.counters import Side, counters
from sandtable.games.north_africa_41.results.losses import Release, RemnantQuestion, becomes_remnant
from sandtable.games.north_africa_41.results.tables import isolation_modifier, starves
from sandtable.games.north_africa_41.state import (
    ELIMINATED,
    LONG_OUT,
    SURRENDERED,
    NorthAfrica,
    eliminate,
    face_of,
    lose_step,
    remove,
)


def open_attrition(draft: Draft[NorthAfrica], side: Side) -> None:
    """[16.5.2] Who must roll, and with which modifier, is settled before the first die."""
    state = draft.state
    draft.push(Attrition(side, tuple((name, modifier(state, name)) for name in starving(state, side))))


class Attrition(Step[NorthAfrica], frozen=True):
    """[16.5.2] One die for each isolated unit; then ASUs that nobody is left to protect are gone at once."""

    side: Side
    waiting: tuple[tuple[str, int], ...]  # units still to roll, each with its modifier

    def run(self, draft: Draft[NorthAfrica]) -> None:
        if not self.waiting:
            draft.pop()
            for name in unprotected(draft.state, self.side):
                eliminate(draft, name, "16.5.2", "no unit but other ASUs within a Line of Supply", SURRENDERED)
            return
        (name, added), *rest = self.waiting
        draft.swap(replace(self, waiting=tuple(rest)))
        die = draft.roll(f"isolation of {name}", by=self.side)
        lost = starves(die + added)  # [16.5.3, 16.5.4]
        draft.note("isolated", unit=name, die=die, modifier=added, lost=lost, case="16.5.3")
        if not lost:
            return
        if becomes_remnant(draft.state, name):
            draft.push(LastStep(name))
        else:
            _starve(draft, name)


def _starve(draft: Draft[NorthAfrica], name: str) -> None:
    """[16.5.2] The last step may go too; then the unit surrenders."""
    lose_step(draft, name, "16.5.3", "Isolation Attrition")
    if draft.state.units[name].at == ELIMINATED:
        remove(draft, name, SURRENDERED)


class LastStep(RemnantQuestion, frozen=True):
    """[10.4.2] A starving unit of three steps goes down to its last: as a remnant, or it surrenders."""

    def prompt(self, state: NorthAfrica) -> str:
        return f"{self.name} loses its second step to Isolation Attrition: keep a remnant, or release it?"

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Release):
            eliminate(draft, self.name, "10.4.2", "without a remnant", SURRENDERED)
        else:
            _starve(draft, self.name)


def starving(state: NorthAfrica, side: Side) -> list[str]:
    """[16.5.1] Who must roll: long Out of Supply, no ASU, next to the enemy, without a line to a unit in supply."""
    units = state.units
    fed = _served(state, side, {units[name].at for name in checked_units(state, side) if not units[name].out})
    return [
        name
        for name in _long_out(state, side)
        if not counters()[name].support
        if next_to_enemy(state, side, state.units[name].at) and state.units[name].at not in fed
    ]


def unprotected(state: NorthAfrica, side: Side) -> list[str]:
    """[16.5.2] ASUs long Out of Supply without a line to a Combat Unit that is not an ASU."""
    facts = counters()
    others = {at for at, names in state.layout.combat[side].items() if any(not facts[name].support for name in names)}
    guarded = _served(state, side, others)
    return [name for name in _long_out(state, side) if facts[name].support and state.units[name].at not in guarded]


def modifier(state: NorthAfrica, name: str) -> int:
    """[16.5.4] What is added to the die."""
    side, at = counters()[name].side, state.units[name].at
    flown = at in _served(state, side, _airheads(state, side))
    forts = {there for there, fort in state.forts.items() if fort.side == side and fort.complete}
    return isolation_modifier(face_of(state, name).quality, flown, at in _served(state, side, forts))


def _airheads(state: NorthAfrica, side: Side) -> set[int]:
    """[16.5.4, 17.1.2, 18.4] Own Airfields and Corps HQs that no enemy Combat Unit is next to."""
    fields = {at for at in airfields().values() if state.holder(at) == side}
    headquarters = {
        at for at, names in state.layout.combat[side].items() if any(counters()[name].headquarters for name in names)
    }
    return {at for at in fields | headquarters if not next_to_enemy(state, side, at)}


def _long_out(state: NorthAfrica, side: Side) -> list[str]:
    """[16.5.1] Combat Units with a red Out of Supply marker, from west to east."""
    layout = state.layout.combat[side]
    places = sorted((at for at in layout if at >= 0), key=lambda at: (board().centre[at][0], at))
    return [name for at in places for name in layout[at] if state.units[name].out == LONG_OUT]


def _served(state: NorthAfrica, side: Side, goals: set[int]) -> Served:
    return ground(state, side).served(frozenset(goals))
