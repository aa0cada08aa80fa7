"""[3.1, 12.5.2, 19.1.1, 20.1, 20.2, 20.3, S2.2] The Preparation Phase: what comes into play and what leaves it."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Decision, Draft
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41.arrivals.orders import Remove
from sandtable.games.north_africa_41.arrivals.scenarios import full_steps, scenario_named
from sandtable.games.north_africa_41.lines.tracing import in_supply
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import ReplacementKind, Side, counters
from sandtable.games.north_africa_41.pieces.counters import replacements as pieces
from sandtable.games.north_africa_41.pieces.schedule import (
    Departure,
    Received,
    alike,
    arrival_place,
    choices,
    reserves,
    returning,
    turn,
)
from sandtable.games.north_africa_41.resources.orders import Choose
from sandtable.games.north_africa_41.state import (
    BASES,
    CAPTIVE,
    DELTA,
    DUE,
    ELIMINATED,
    OFF_MAP,
    POOL,
    REMOVED,
    RESERVE,
    SIDES,
    SURRENDERED,
    WITHDRAWN,
    NorthAfrica,
    Unit,
    add_supply,
    is_combat,
    is_remnant,
    remove,
    side_of,
    to_box,
)

# Arrivals


def receive_supply(draft: Draft[NorthAfrica]) -> None:
    """[3.1] Supply Points for each side in its base."""
    count = turn(draft.state.turn).supply_points
    for side in SIDES:
        if not count:
            continue
        add_supply(draft, side, BASES[side], count)
        draft.note("delivered", side=side, count=count, at=board().name(BASES[side]), case="3.1")


def receive_reinforcements(draft: Draft[NorthAfrica]) -> None:
    """[20.1, 20.3] The units of this turn, at full strength but for those printed reduced, and units that return."""
    for side in SIDES:
        for name in turn(draft.state.turn).reinforcements[side]:
            if draft.state.units[name].at == DUE:
                _arrive(draft, side, name)
    for departure in returning(draft.state.turn):
        back = next((name for name in alike(departure.unit) if draft.state.units[name].at == WITHDRAWN), None)
        if back is None:
            continue
        to_box(draft, back, DELTA)
        draft.note("arrived", side=side_of(back), unit=back, at=board().name(DELTA), case="20.3")


def _arrive(draft: Draft[NorthAfrica], side: Side, name: str) -> None:
    at, case = BASES[side], "20.1"
    if arrival_place(name) == "reserve" and not _is_free(draft.state, name):
        at, case = RESERVE, "S2.2"
    steps = full_steps(scenario_named(draft.state.scenario).key, name) if is_combat(name) else 0
    draft.amend("units", name, Unit(at, steps=steps))
    draft.note("arrived", side=side, unit=name, at=board().name(at), case=case)


# Reserves


def _is_free(state: NorthAfrica, name: str) -> bool:
    return any(name in reserve.units and reserve.hex in state.released for reserve in reserves())


def release_reserves(draft: Draft[NorthAfrica]) -> None:
    """[S2.2] Brigades in reserve come to the Nile Delta on their turn, or when an Axis unit enters a certain hex."""
    for reserve in reserves():
        state = draft.state
        if reserve.hex in state.released:
            continue
        if state.turn < reserve.turn and state.holder(board().hex(reserve.hex)) != "axis":
            continue
        draft.change(released=(*state.released, reserve.hex))
        for name in reserve.units:
            if state.units[name].at != RESERVE:
                continue
            to_box(draft, name, DELTA)
            draft.note("released", unit=name, at=board().name(DELTA), case="S2.2")


# Prisoners and the rest of those who surrendered


def advance_surrendered(draft: Draft[NorthAfrica]) -> None:
    """[12.5.2] From the right half of the Surrender Box to the Eliminated Box, from the left to the right."""
    for name, unit in list(draft.state.units.items()):
        if unit.at == CAPTIVE:
            to_box(draft, name, ELIMINATED)
        elif unit.at == SURRENDERED:
            to_box(draft, name, CAPTIVE)


# Replacements


def receive_replacements(draft: Draft[NorthAfrica]) -> None:
    """[19.1.1] The Replacements of this turn."""
    given = turn(draft.state.turn).replacements
    _receive(draft, tuple((side, each) for side in SIDES for each in given[side]))


def _receive(draft: Draft[NorthAfrica], waiting: tuple[tuple[Side, Received], ...]) -> None:
    """[19.2.2, 19.2.4] One after the other; where the player may pick, he is asked."""
    while waiting:
        (side, what), waiting = waiting[0], waiting[1:]
        found = available(draft.state, what)
        if not found:
            draft.note("wasted", side=side, what=f"{what} replacement", case="19.2.2")
        elif len(found) == 1:
            _take(draft, side, *found[0])
        else:
            draft.push(Draftees(side, what, waiting))
            return


def available(state: NorthAfrica, what: Received) -> list[tuple[str, ReplacementKind]]:
    """[2.2.3, 19.2.2] The nations, with the kind, of which the pool has one."""
    return [(nation, kind) for nation, kind in choices(what) if _in_pool(state, nation, kind) is not None]


def _in_pool(state: NorthAfrica, nation: str, kind: ReplacementKind) -> str | None:
    return next(
        (
            name
            for name, piece in pieces().items()
            if piece.nation == nation and kind in piece.kinds and state.units[name].at == POOL
        ),
        None,
    )


def _take(draft: Draft[NorthAfrica], side: Side, nation: str, kind: ReplacementKind) -> None:
    """[6.1.3, 19.2.5] From the pool to the base; Heavy Tanks with their back up."""
    name = _in_pool(draft.state, nation, kind)
    assert name is not None
    draft.amend("units", name, Unit(BASES[side], heavy=kind == "heavy-tank"))
    draft.note("arrived", side=side, unit=name, at=board().name(BASES[side]), case="19.1.1")


class Draftees(Decision[NorthAfrica], frozen=True):
    """[19.2.4] The nationality of a Replacement is the player's to choose."""

    side: Side
    received: Received
    waiting: tuple[tuple[Side, Received], ...] = ()

    def prompt(self, state: NorthAfrica) -> str:
        return "An Infantry Replacement arrives: choose its nationality."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return [Choose(nation) for nation, _ in available(state, self.received)]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        nations = [nation for nation, _ in available(state, self.received)]
        if not isinstance(action, Choose) or action.name not in nations:
            raise Refusal("19.2.4", f"choose one of: {', '.join(nations)}")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        assert isinstance(action, Choose)
        kinds = dict(available(draft.state, self.received))
        draft.pop()
        _take(draft, self.side, action.name, kinds[action.name])
        _receive(draft, self.waiting)


# Removals and Withdrawals


def open_departures(draft: Draft[NorthAfrica]) -> None:
    """[20.2, 20.3] Whoever the Turn Track calls away; the owner picks among those of the first priority."""
    _depart(draft, tuple(_departures(draft.state)))


def _departures(state: NorthAfrica) -> dict[str, Departure]:
    """Those of this turn by the unit that the Turn Track names."""
    now = turn(state.turn)
    return {departure.unit: departure for departure in (*now.removals, *now.withdrawals)}


def _depart(draft: Draft[NorthAfrica], waiting: tuple[str, ...]) -> None:
    while waiting:
        called, waiting = waiting[0], waiting[1:]
        found = candidates(draft.state, called)
        if len(found) == 1:
            _leave(draft, called, found[0])
        elif found:
            draft.push(Leaving(side_of(called), called, waiting))
            return


def candidates(state: NorthAfrica, unit: str) -> list[str]:
    """[20.2] Units like the one called away, of the first priority that anybody has."""
    like = [name for name in alike(unit) if _priority(state, name) is not None]
    best = min((_priority(state, name) or 0 for name in like), default=0)
    return [name for name in like if _priority(state, name) == best]


def _priority(state: NorthAfrica, name: str) -> int | None:
    """[20.2] In supply, out of supply, remnants likewise, then those in the Eliminated and the Surrender Box."""
    at = state.units[name].at
    if at in (ELIMINATED, SURRENDERED, CAPTIVE):
        return 4
    if at < 0 and at not in (*OFF_MAP[side_of(name)], RESERVE):
        return None
    served = at < 0 or in_supply(state, name)
    return (0 if served else 1) + (2 if is_remnant(state, name) else 0)


def _leave(draft: Draft[NorthAfrica], called: str, name: str) -> None:
    """[20.2, 20.3] Out of the game, or to the Withdrawn Units Box with the steps it has."""
    unit, returns = draft.state.units[name], _departures(draft.state)[called].returns
    if returns:
        draft.amend("units", name, Unit(WITHDRAWN, steps=unit.steps))
    else:
        remove(draft, name, REMOVED)
    case = "20.3" if returns else "20.2"
    draft.note("withdrawn", unit=name, at=board().name(unit.at), returns=returns, case=case)


class Leaving(Decision[NorthAfrica], frozen=True):
    """[20.2, 20.3] Which of several like units leaves."""

    side: Side
    called: str  # the unit that the Turn Track names
    waiting: tuple[str, ...] = ()

    def prompt(self, state: NorthAfrica) -> str:
        name, back = counters()[self.called].name, _departures(state)[self.called].returns
        until = f"is withdrawn until turn {back}" if back else "is removed from play"
        return f"{name}, or a unit like it, {until}. Which one?"

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return [Remove(name) for name in candidates(state, self.called)]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if not isinstance(action, Remove):
            raise Refusal("20.2", "choose one of the units that may be removed")
        found = candidates(state, self.called)
        if action.name in found:
            return
        case = "20.3" if _departures(state)[self.called].returns else "20.2"
        raise Refusal(case, f"{action.name} may not leave now; one of these must: {', '.join(found)}")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        assert isinstance(action, Remove)
        draft.pop()
        _leave(draft, self.called, action.name)
        _depart(draft, self.waiting)
