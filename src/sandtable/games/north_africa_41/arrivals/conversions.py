"""[20.4] Tank upgrades, and units that become others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.core.frames import Decision, Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal, may
from sandtable.games.north_africa_41.arrivals.orders import Convert, Upgrade
from sandtable.games.north_africa_41.arrivals.scenarios import full_steps, scenario_named
from sandtable.games.north_africa_41.lines.tracing import in_full_supply
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.pieces.counters import Side, counters
from sandtable.games.north_africa_41.pieces.schedule import Amalgamation, amalgamations, turn, turns
from sandtable.games.north_africa_41.resources.orders import Choose
from sandtable.games.north_africa_41.state import (
    DELTA,
    DUE,
    ELIMINATED,
    GOOD,
    OFF_MAP,
    REMOVED,
    NorthAfrica,
    Unit,
    mark,
    remove,
    side_of,
)

# Tank upgrades


def pending_upgrades(state: NorthAfrica) -> list[str]:
    """[20.4.1] Upgrades of this turn, and of earlier ones that were put off."""
    return [name for each in turns()[: state.turn] for name in each.upgrades if state.units[name].at == DUE]


def crews(state: NorthAfrica) -> list[str]:
    """[20.4.1] Allied Tank Units that may leave: eliminated, or in Full Supply."""
    return [name for name, counter in counters().items() if counter.tank and may(_check_crew, state, name)]


def _check_crew(state: NorthAfrica, name: str) -> None:
    if name not in counters() or not counters()[name].tank or side_of(name) != "allied":
        raise Refusal("20.4.1", f"{name} is not an Allied Tank Unit")
    at = state.units[name].at
    if at == ELIMINATED:
        return
    if at < 0 and at != DELTA:
        raise Refusal("20.4.1", f"{name} is not in play")
    if not in_full_supply(state, name):
        raise Refusal("20.4.1", f"{name} is not in Full Supply")


def receivers(state: NorthAfrica, crew: str) -> list[str]:
    """[20.4.1] Tank Units that may take the old tanks of a unit."""
    if state.units[crew].at == ELIMINATED:
        return []
    return [name for name, counter in counters().items() if counter.tank and may(_check_receiver, state, crew, name)]


def _check_receiver(state: NorthAfrica, crew: str, name: str) -> None:
    """[20.4.1, 13.2.1, 16.4, 19.2.5]"""
    if name == crew:
        raise Refusal("20.4.1", f"{name} is the unit being removed")
    if name not in counters() or not counters()[name].tank or side_of(name) != "allied":
        raise Refusal("20.4.1", f"{name} is not an Allied Tank Unit")
    if state.units[crew].at == ELIMINATED:
        raise Refusal("20.4.1", f"{crew} has no tanks left to pass on")
    old, new, unit = counters()[crew], counters()[name], state.units[name]
    if (new.face().tank_rating or 0) > (old.face().tank_rating or 0):
        raise Refusal("20.4.1", f"{name} has a better Tank Rating than {crew}")
    if new.matilda and not old.matilda:
        raise Refusal("19.2.5", f"{name} takes only heavy tanks")
    if unit.at == ELIMINATED:
        return
    if unit.at < 0 and unit.at != DELTA:
        raise Refusal("20.4.1", f"{name} is not in play")
    if unit.steps >= new.steps:
        raise Refusal("20.4.1", f"{name} is at full strength")
    if not in_full_supply(state, name):
        raise Refusal("20.4.1", f"{name} is not in Full Supply")
    if unit.order != GOOD:
        raise Refusal("13.2.1", f"{name} is not in Good Order")
    if unit.out:
        raise Refusal("16.4", f"{name} is Out of Supply")


def open_upgrades(draft: Draft[NorthAfrica]) -> None:
    """[20.4.1]"""
    if pending_upgrades(draft.state) and crews(draft.state):
        draft.push(Upgrades())


class Upgrades(Decision[NorthAfrica], frozen=True):
    """[20.4.1] New tanks wait in the Nile Delta for the crews of others; they may be put off."""

    def asked(self, state: NorthAfrica) -> tuple[str, ...]:
        return ("allied",)

    def prompt(self, state: NorthAfrica) -> str:
        waiting = ", ".join(pending_upgrades(state))
        return f"New tanks: {waiting}. Which unit provides the crews, and which takes its old tanks? `done` to wait."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        pairs = [(crew, ("", *receivers(state, crew))) for crew in crews(state)]
        found = [
            Upgrade(name, crew, tanks) for name in pending_upgrades(state) for crew, takers in pairs for tanks in takers
        ]
        return [*found, Done()]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Upgrade):
            raise Refusal("20.4.1", "upgrade a unit, or done to wait")
        if action.name not in pending_upgrades(state):
            raise Refusal("20.4.1", f"{action.name} is not due")
        _check_crew(state, action.crew)
        if action.tanks_to:
            _check_receiver(state, action.crew, action.tanks_to)

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        if isinstance(action, Upgrade):
            upgrade(draft, action)
        if isinstance(action, Done) or not pending_upgrades(draft.state):
            draft.pop()


def upgrade(draft: Draft[NorthAfrica], action: Upgrade) -> None:
    """[20.4.1] The three steps."""
    crew, key = draft.state.units[action.crew], scenario_named(draft.state.scenario).key
    draft.amend("units", action.name, Unit(DELTA, steps=full_steps(key, action.name)))
    remove(draft, action.crew, REMOVED)
    draft.note("upgraded", unit=action.name, crew=action.crew, at=board().name(DELTA), case="20.4.1")
    if action.tanks_to:
        _pass_on(draft, action.tanks_to, crew.steps)


def _pass_on(draft: Draft[NorthAfrica], name: str, steps: int) -> None:
    """[20.4.1] The old tanks, under a Replacement marker; an eliminated unit is formed anew in the Nile Delta."""
    unit, full = draft.state.units[name], counters()[name].steps
    if unit.at == ELIMINATED:
        unit = Unit(DELTA)
    left = min(full, unit.steps + steps)
    draft.amend("units", name, unit)
    mark(draft, name, steps=left, replaced=True)
    draft.note("replaced", unit=name, by="old tanks", steps=left, case="20.4.1")


# Conversions where they stand


def convert_units(draft: Draft[NorthAfrica]) -> None:
    """[20.4.2, 20.4.4] Each becomes the other wherever it is, with the same steps and markers."""
    for conversion in turn(draft.state.turn).conversions:
        _become(draft, conversion.old, conversion.new)


def _become(draft: Draft[NorthAfrica], old: str, new: str) -> None:
    unit = draft.state.units[old]
    if unit.at in (DUE, REMOVED):
        return
    steps = min(unit.steps, counters()[new].steps)
    draft.amend("units", new, unit)
    mark(draft, new, steps=steps)
    remove(draft, old, REMOVED)
    draft.note("converted", units=[old], into=[new], at=board().name(unit.at), case="20.4.2")


# Two units that become others


def possible_conversions(state: NorthAfrica) -> list[str]:
    """[20.4.3] The conversions that can be made now, each by its first new unit."""
    return [each.new[0] for each in amalgamations() if may(_check_pair, state, each)]


def _check_pair(state: NorthAfrica, pair: Amalgamation) -> None:
    """[20.4.3] Stacked together in Full Supply; one or both may be in the Eliminated Box."""
    if state.turn < pair.turn:
        raise Refusal("20.4.3", f"this conversion is for turn {pair.turn} or later")
    present = [name for name in pair.old if state.units[name].at != ELIMINATED]
    for name in present:
        at = state.units[name].at
        if at < 0 and at not in OFF_MAP[side_of(name)]:
            raise Refusal("20.4.3", f"{name} is not in play")
        if not in_full_supply(state, name):
            raise Refusal("20.4.3", f"{name} is not in Full Supply")
    if len({state.units[name].at for name in present}) > 1:
        raise Refusal("20.4.3", f"{' and '.join(pair.old)} are not stacked together")


def _pair_of(name: str) -> Amalgamation:
    found = next((each for each in amalgamations() if name in (*each.new, *each.old)), None)
    if found is None:
        raise Refusal("20.4.3", f"{name} is not part of a conversion")
    return found


def open_amalgamations(draft: Draft[NorthAfrica]) -> None:
    """[20.4.3]"""
    if possible_conversions(draft.state):
        draft.push(Conversions())


class Conversions(Decision[NorthAfrica], frozen=True):
    """[20.4.3] New units from pairs of old ones, on turn 13 or whenever the Axis likes."""

    exhaustive: ClassVar[bool] = False  # any unit of a conversion names it; the list has the first new one

    def asked(self, state: NorthAfrica) -> tuple[str, ...]:
        return ("axis",)

    def prompt(self, state: NorthAfrica) -> str:
        pairs = (_pair_of(name) for name in possible_conversions(state))
        listed = "; ".join(f"{' and '.join(pair.old)} into {' and '.join(pair.new)}" for pair in pairs)
        return f"You may convert {listed}. `done` to wait."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return [*map(Convert, possible_conversions(state)), Done()]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Convert):
            raise Refusal("20.4.3", "convert a pair of units, or done")
        _check_pair(state, _pair_of(action.name))

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        if isinstance(action, Convert):
            _amalgamate(draft, _pair_of(action.name))
        else:
            draft.pop()


def _settle(draft: Draft[NorthAfrica]) -> None:
    """Nobody is asked for conversions when there is none left."""
    if isinstance(draft.top, Conversions) and not possible_conversions(draft.state):
        draft.pop()


def _amalgamate(draft: Draft[NorthAfrica], pair: Amalgamation) -> None:
    """[20.4.3] As many steps as the two had; what is missing falls on whom the owner chooses."""
    state = draft.state
    present = [name for name in pair.old if state.units[name].at != ELIMINATED]
    total = sum(state.units[name].steps for name in present)
    pattern = max((state.units[name] for name in present), key=_trouble, default=Unit(ELIMINATED))
    for name in pair.old:
        remove(draft, name, REMOVED)
    missing = -total
    for name in pair.new:
        full = counters()[name].steps
        missing += full
        draft.amend("units", name, pattern)
        mark(draft, name, steps=full)
    draft.note("converted", units=list(pair.old), into=list(pair.new), at=board().name(pattern.at), case="20.4.3")
    if present:
        _shorten(draft, pair, missing)
        return
    for name in pair.new:
        remove(draft, name, ELIMINATED)
    _settle(draft)


def _trouble(unit: Unit) -> tuple[int, int]:
    """Two that differ make units of the worse order."""
    return unit.order, unit.out


def _shorten(draft: Draft[NorthAfrica], pair: Amalgamation, missing: int) -> None:
    """Take away the steps that the new units are short of; the owner is asked where it could be either."""
    while missing > 0:
        left = list(_with_steps(draft.state, pair))
        if len(left) > 1:
            draft.push(Shortfall("axis", pair.new[0], missing))
            return
        _lose(draft, left[0])
        missing -= 1
    _settle(draft)


def _with_steps(state: NorthAfrica, pair: Amalgamation) -> Iterator[str]:
    return (name for name in pair.new if state.units[name].at != ELIMINATED)


def _lose(draft: Draft[NorthAfrica], name: str) -> None:
    left = draft.state.units[name].steps - 1
    if left:
        mark(draft, name, steps=left)
    else:
        remove(draft, name, ELIMINATED)
    draft.note("weakened", unit=name, steps=left, case="20.4.3")


class Shortfall(Decision[NorthAfrica], frozen=True):
    """[20.4.3] The old units had fewer steps than the new ones can have: which of these is weaker?"""

    side: Side
    conversion: str  # its first new unit
    missing: int

    def prompt(self, state: NorthAfrica) -> str:
        return f"The new units are {plural(self.missing, 'step')} short: choose which unit goes without."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return [Choose(name) for name in _with_steps(state, _pair_of(self.conversion))]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        found = list(_with_steps(state, _pair_of(self.conversion)))
        if not isinstance(action, Choose) or action.name not in found:
            raise Refusal("20.4.3", f"choose one of: {', '.join(found)}")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        assert isinstance(action, Choose)
        draft.pop()
        _lose(draft, action.name)
        _shorten(draft, _pair_of(self.conversion), self.missing - 1)
