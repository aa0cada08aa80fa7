"""[20.8] Mandatory Commonwealth withdrawals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.arrivals.orders import Substitute
from sandtable.games.campaign_for_north_africa.arrivals.reinforcements import in_play
from sandtable.games.campaign_for_north_africa.arrivals.schedules import withdrawals_on
from sandtable.games.campaign_for_north_africa.map import board, city
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.state import WITHDRAWN, Campaign, toe_of, top_of
from sandtable.games.campaign_for_north_africa.verbs import add_motors, join, leave, mark, place, remove

Names: TypeAlias = tuple[str, ...]
OWNER: Side = "commonwealth"
LEAST = 75  # [20.82] percent of the maximum strength
ANY = "any"  # [20.81] a withdrawal that names a type of unit only


def ports_of_withdrawal() -> tuple[int, ...]:
    """[20.83]"""
    return (*city("Cairo"), *city("Alexandria"))


def is_ready(state: Campaign, name: str) -> bool:
    """[20.83, 20.85] In Cairo or Alexandria with three quarters of its strength; a headquarters needs none."""
    unit, counter = state.units[name], counters()[name]
    if unit.at not in ports_of_withdrawal():
        return False
    return counter.is_hq or 100 * toe_of(state, name) >= LEAST * counter.maximum


def substitutes(state: Campaign, name: str, leaving: Names) -> list[str]:
    """[20.85] Units of a similar type that are ready and not leaving anyway; for `any`, infantry battalions."""
    facts = counters()
    wanted = facts.get(name)
    found = []
    for at in ports_of_withdrawal():
        for counter in state.at(at, OWNER):
            for each in _everybody(state, counter):
                other = facts[each]
                if each in leaving or other.is_hq or not is_ready(state, each):
                    continue
                if wanted is None:
                    alike = other.kind == "infantry" and other.level == "battalion"
                else:
                    alike = (other.kind, other.level) == (wanted.kind, wanted.level)
                if alike:
                    found.append(each)
    return found


def _everybody(state: Campaign, counter: str) -> list[str]:
    found = [counter]
    for part in state.parts.get(counter, ()):
        found += _everybody(state, part)
    return found


def open_withdrawals(draft: Draft[Campaign]) -> None:
    """[20.81, 20.83] What the schedule takes away in this Operations Stage."""
    for row in reversed(withdrawals_on(draft.state.turn, draft.state.stage)):
        leaving = in_play(draft.state, row.units)
        wanted = (*leaving, *(ANY,) * row.any_infantry_battalions)
        if leaving:
            draft.push(Departure(tuple(leaving), wanted, row.motorization_points))


class Departure(Step[Campaign], frozen=True):
    """[20.83, 20.84] One row: who is ready goes; for each other the player may send a substitute."""

    units: Names  # all the row names
    left: Names  # those not dealt with yet
    motors: int  # that go along
    gone: Names = ()
    side: ClassVar[Side] = OWNER

    def run(self, draft: Draft[Campaign]) -> None:
        draft.pop()
        if not self.left:
            _finish(draft, self)
            return
        name, rest = self.left[0], self.left[1:]
        if name != ANY and is_ready(draft.state, name):
            draft.push(Departure(self.units, rest, self.motors, (*self.gone, name)))
        elif substitutes(draft.state, name, (*self.units, *self.gone)):
            draft.push(self)
            draft.push(Substitution(name, (*self.units, *self.gone)))
        else:
            draft.push(Departure(self.units, rest, self.motors, self.gone))
            if name != ANY:
                eliminate(draft, name)


def eliminate(draft: Draft[Campaign], name: str) -> None:
    """[20.83, 3.62] Not there in time: it never returns. The enemy sees which counters go."""
    at = board().name(draft.state.units[name].at)
    remove(draft, name)
    draft.note("forfeited", only=OWNER, unit=name, at=at, case="20.83")


def _finish(draft: Draft[Campaign], row: Departure) -> None:
    """[20.84, 3.62] They leave together, with Motorization Points that are with them. The enemy sees which counters
    go."""
    motors = row.motors
    for name in row.gone:
        motors -= _detach(draft, name, motors)
    for name in row.gone:
        place(draft, name, WITHDRAWN)
    if row.gone:
        draft.note("withdrawn", only=OWNER, units=list(row.gone), case="20.84")


def _detach(draft: Draft[Campaign], name: str, motors: int) -> int:
    """Make a unit a counter without parts; the Motorization Points it leads go along as far as the row takes them."""
    top = top_of(draft.state, name)
    for part in draft.state.parts.get(name, ()):
        leave(draft, part)
        if top != name:
            join(draft, part, draft.state.units[name].attached)
    taken = 0
    if top == name:
        taken = min(motors, draft.state.units[name].motors)
        spare = draft.state.units[name].motors - taken
        mark(draft, name, motors=0)
        if spare:
            add_motors(draft, OWNER, draft.state.units[name].at, spare)
    if draft.state.units[name].attached:
        leave(draft, name)
    return taken


class Substitution(Decision[Campaign], frozen=True):
    """[20.85] A unit is not ready: another may go in its place, else it is eliminated [20.83]."""

    name: str
    leaving: Names
    side: ClassVar[Side] = OWNER

    def prompt(self, state: Campaign) -> str:
        if self.name == ANY:
            return "Choose an infantry battalion to be withdrawn."
        return f"{self.name} cannot be withdrawn: send another unit, or lose it."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        sent: list[Action] = [Substitute(each, self.name) for each in substitutes(state, self.name, self.leaving)]
        return sent if self.name == ANY else [*sent, Done()]

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done) and self.name != ANY:
            return
        if not isinstance(action, Substitute) or action.to != self.name:
            raise Refusal("20.85", f"name a unit to leave in place of {self.name}")
        if action.name not in substitutes(state, self.name, self.leaving):
            raise Refusal("20.85", f"{action.name} is not a unit of that type ready in Cairo or Alexandria")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        draft.pop()
        row = draft.top
        assert isinstance(row, Departure)
        rest = row.left[1:]
        if isinstance(action, Substitute):
            draft.swap(Departure(row.units, rest, row.motors, (*row.gone, action.name)))
        else:
            draft.swap(Departure(row.units, rest, row.motors, row.gone))
            eliminate(draft, self.name)
