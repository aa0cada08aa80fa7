"""[30.5] Commonwealth units that go by sea from port to port, in the Truck Convoy Movement Phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil
from typing import ClassVar

from sandtable.core.frames import Decision, Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.capability.cohesion import check_spending, spend
from sandtable.games.campaign_for_north_africa.capability.held_units import check_free
from sandtable.games.campaign_for_north_africa.construction.works import check_at_leisure
from sandtable.games.campaign_for_north_africa.fleet.orders import Embark
from sandtable.games.campaign_for_north_africa.fleet.ships import OWNER
from sandtable.games.campaign_for_north_africa.fleet.tables import fleet_limits
from sandtable.games.campaign_for_north_africa.ground.stacking import check_room
from sandtable.games.campaign_for_north_africa.logistics.shipping import (
    SUPPLIES,
    TROOPS,
    efficiency,
    is_friendly,
    port_name,
)
from sandtable.games.campaign_for_north_africa.logistics.transport_tables import freight, port
from sandtable.games.campaign_for_north_africa.map import board, ports
from sandtable.games.campaign_for_north_africa.movement.entering import pass_through, seize
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters, is_replacement
from sandtable.games.campaign_for_north_africa.pieces.units import cpa, facts, size, spare_motors
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, POINT, Campaign, all_of, toe_of
from sandtable.games.campaign_for_north_africa.verbs import place

BY_SEA = "sea"
PERCENT = 100


# Ports [30.51, 30.52, 30.53, 30.56, 30.58]


def why_not_sail_from(state: Campaign, at: int) -> Refusal | None:
    """What keeps a port from sending troops in this Operations Stage."""
    found = _why_closed(state, at)
    if found is None and port(port_name(at)).stacking_out is None:
        return Refusal("30.54", f"no troops embark at {port_name(at)}")
    if found is None and any(cargo == SUPPLIES and start == port_name(at) for cargo, start, _ in state.sailings):
        return Refusal("30.53", f"supplies have been shipped from {port_name(at)} in this Operations Stage")
    return found


def why_not_land_at(state: Campaign, at: int) -> Refusal | None:
    """What keeps a port from receiving troops in this Operations Stage."""
    found = _why_closed(state, at)
    if found is None and port(port_name(at)).stacking_in is None:
        return Refusal("30.54", f"no troops land at {port_name(at)}")
    if found is None and any(cargo == SUPPLIES and goal == port_name(at) for cargo, _, goal in state.sailings):
        return Refusal("30.53", f"supplies have been shipped to {port_name(at)} in this Operations Stage")
    return found


def _why_closed(state: Campaign, at: int) -> Refusal | None:
    name = port_name(at)
    if not is_friendly(state, OWNER, at):
        return Refusal("30.56", f"{name} is not in Commonwealth hands")
    if ceil(efficiency(state, name) * PERCENT) < fleet_limits().troop_port:
        return Refusal("30.58", f"{name} works at less than two thirds of its capacity")
    if any(cargo == TROOPS and name in ends for cargo, *ends in state.sailings):
        return Refusal("30.52", f"{name} has handled troops in this Operations Stage")
    return None


def capacity(start: int, goal: int) -> int:
    """[30.54] Stacking Points from port to port: the smaller of the two sets the limit."""
    return min(port(port_name(start)).stacking_out or 0, port(port_name(goal)).stacking_in or 0)


def load(state: Campaign, name: str) -> Fraction:
    """[30.54, 54.5] What a counter counts in port: its size, even of a garrison, and trucks that carry nobody;
    Replacement Points a fifth each."""
    if is_replacement(name):
        return toe_of(state, name) * freight("replacement_point")
    own = size(state, name)
    weight = Fraction(own) if own else freight("zero_stacking_point_unit")
    return weight + spare_motors(state, name) * freight("truck_or_motorization_point")


# Who goes [30.55]


def why_not_embark(state: Campaign, name: str) -> Refusal | None:
    """[30.55] What keeps a counter ashore: it must have been in port since the stage began and have spent nothing."""
    unit = state.units[name]
    if unit.attached:
        return Refusal("4.25", f"{name} is attached to {unit.attached} and moves with it")
    for each in all_of(state, name):
        if facts(each).emplaced:
            return Refusal("3.4", f"{each} is emplaced and cannot move")
        if state.units[each].spent:
            return Refusal("30.55", f"{each} has spent Capability Points in this Operations Stage")
        if state.units[each].reserve:
            return Refusal("18.22", f"{each} is in Reserve and may not move")
        if state.units[each].landed:
            return Refusal("30.55", f"{each} has arrived in this Operations Stage and must wait for the next")
    try:
        check_free(state, (name,))
        check_at_leisure(state, all_of(state, name))
        check_spending(state, name, cpa(state, name) * POINT)
    except Refusal as found:
        return found
    return None


def waiting(state: Campaign) -> dict[int, list[str]]:
    """The counters in each port that could embark."""
    found: dict[int, list[str]] = {}
    for at in ports():
        names = state.at(at, OWNER)
        if not names or why_not_sail_from(state, at) is not None:
            continue
        ready = [name for name in names if why_not_embark(state, name) is None]
        if ready:
            found[at] = ready
    return found


def goals(state: Campaign, start: int) -> list[int]:
    """The ports to which troops could be shipped from another."""
    return [at for at in ports() if port_name(at) != port_name(start) and why_not_land_at(state, at) is None]


# The order


def check_embark(state: Campaign, action: Embark) -> tuple[int, int]:
    """[30.51] From which port to which."""
    start, goal = _start(state, action), _goal(action)
    if port_name(goal) == port_name(start):
        raise Refusal("30.51", "troops are shipped from one port to another")
    for found in (why_not_sail_from(state, start), why_not_land_at(state, goal)):
        if found is not None:
            raise found
    for name in action.units:
        if (refusal := why_not_embark(state, name)) is not None:
            raise refusal
    _check_load(state, action.units, start, goal)
    check_room(state, OWNER, goal, action.units)
    return start, goal


def _start(state: Campaign, action: Embark) -> int:
    if len({*action.units}) < len(action.units):
        raise Refusal("30.51", "a unit is named twice")
    places = set()
    for name in action.units:
        unit = state.units.get(name)
        if unit is None or counters()[name].side != OWNER or unit.at in OUT_OF_PLAY:
            raise Refusal("30.51", f"there is no Commonwealth unit {name} in play")
        places.add(unit.at)
    if len(places) > 1:
        raise Refusal("30.52", "only one transfer may leave a port, and all of it must be in that port")
    (start,) = places
    if not port_name(start):
        raise Refusal("30.55", f"{board().name(start)} is not a port")
    return start


def _goal(action: Embark) -> int:
    at = board().named_hex(action.to, "30.51")
    if not port_name(at):
        raise Refusal("30.51", f"{action.to} is not a port")
    return at


def _check_load(state: Campaign, names: Sequence[str], start: int, goal: int) -> None:
    most = capacity(start, goal)
    total = sum((load(state, name) for name in names), Fraction(0))
    lone = port(port_name(goal)).lands_zero_unit and len(names) == 1 and not size(state, names[0])
    if total > most and not lone:
        raise Refusal(
            "30.54",
            f"{port_name(start)} to {port_name(goal)} takes {plural(most, 'Stacking Point')}, not {float(total):g}",
        )


def embark(draft: Draft[Campaign], action: Embark) -> None:
    """[30.55, 32.13] Landed for the whole of their Allowance, where they take what the enemy has left; no Fuel is burnt
    at sea [32.23]."""
    start, goal = check_embark(draft.state, action)
    for name in action.units:
        place(draft, name, goal)
        spend(draft, (name,), cpa(draft.state, name) * POINT)
    draft.change(sailings=(*draft.state.sailings, (TROOPS, port_name(start), port_name(goal))))
    path = [board().name(start), board().name(goal)]
    draft.note("moved", units=list(action.units), path=path, mode=BY_SEA)
    pass_through(draft, OWNER, (goal,))
    seize(draft, OWNER, action.units, (goal,))


# The phase


def open_transport(draft: Draft[Campaign], side: Side) -> None:
    """[30.52] In the Commonwealth's part, if anybody could go."""
    if side == OWNER and next(transfers(draft.state), None) is not None:
        draft.push(TroopTransport())


def transfers(state: Campaign) -> Iterator[Embark]:
    """From every port to every other: one counter, and as many as the ports take together."""
    for start, ready in waiting(state).items():
        for goal in goals(state, start):
            alone = [
                action for name in ready if may(check_embark, state, action := Embark((name,), board().name(goal)))
            ]
            yield from alone
            if len(group := fill(state, start, goal, [action.units[0] for action in alone])) > 1:
                yield Embark(group, board().name(goal))


def fill(state: Campaign, start: int, goal: int, names: Sequence[str]) -> tuple[str, ...]:
    """As many of these counters, in this order, as the two ports and the room ashore allow."""
    found: tuple[str, ...] = ()
    for name in names:
        if may(check_embark, state, Embark((*found, name), board().name(goal))):
            found = (*found, name)
    return found


class TroopTransport(Decision[Campaign], frozen=True):
    """[30.52] Who goes by sea in this Operations Stage, and where to; each port once."""

    exhaustive: ClassVar[bool] = False
    side: ClassVar[Side] = OWNER

    def prompt(self, state: Campaign) -> str:
        return "Ship units from port to port, one transfer for each port; `done` ships nobody else."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return [Done(), *transfers(state)]

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Embark):
            raise Refusal("30.52", "ship units from port to port, or: done")
        check_embark(state, action)

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if isinstance(action, Embark):
            embark(draft, action)
            if next(transfers(draft.state), None) is not None:
                return
        draft.pop()
