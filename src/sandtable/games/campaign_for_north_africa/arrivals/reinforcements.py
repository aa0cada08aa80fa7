"""[20.1] Reinforcements: whole units that enter at the beginning of a Naval Convoy Arrival Phase."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing, Made
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.arrivals.schedules import Arrival, arrivals_on
from sandtable.games.campaign_for_north_africa.capability.held_units import has_rule
from sandtable.games.campaign_for_north_africa.contents import Cargo, Unit
from sandtable.games.campaign_for_north_africa.ground.stacking import crowd
from sandtable.games.campaign_for_north_africa.logistics.freight import disembark
from sandtable.games.campaign_for_north_africa.map import board, city
from sandtable.games.campaign_for_north_africa.map import place as named_place
from sandtable.games.campaign_for_north_africa.movement.entering import seize
from sandtable.games.campaign_for_north_africa.order_forms import Done, Land
from sandtable.games.campaign_for_north_africa.pieces.counters import TOE, Side, counters, in_land_game, land_toe
from sandtable.games.campaign_for_north_africa.pieces.units import is_combat, motors_needed, size
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.state import (
    DUE,
    OUT_OF_PLAY,
    SIDES,
    TRIPOLI,
    WITHDRAWN,
    Campaign,
    top_of,
)
from sandtable.games.campaign_for_north_africa.verbs import add_motors, join, leave, mark, place

MOTORS_TO_BENGHAZI = 10  # [20.15]
LEAST_EFFICIENCY = 3  # [20.15]


def fresh_unit(name: str, at: int, toe: TOE | None = None) -> Unit:
    """[4.45, 17.31] A unit as it arrives: without anti-air points [32.8], untrained if the chart says so."""
    found = counters()[name]
    strength = dict(land_toe(name) if toe is None else toe)
    morale = found.morale if found.untrained_morale is None else found.untrained_morale
    return Unit(at, assigned=found.parent, toe=strength, morale=morale or 0)


# Receiving


def open_arrivals(draft: Draft[Campaign]) -> None:
    """[20.11, 20.12, 20.13] All that is due now, at its usual place; where a player has a choice he is asked."""
    state = draft.state
    if has_rule(state, "no_reinforcements"):  # [63.91]
        return
    landed: dict[Side, list[str]] = {side: [] for side in SIDES}
    for row in arrivals_on(state.turn, state.stage):
        landed[row.side] += receive(draft, row)
    deliver(draft)  # [62.3]
    for side in reversed(SIDES):
        units = tuple(name for name in landed[side] if _may_choose(draft.state, name))
        if any(len(choices(draft.state, name)) > 1 for name in units):
            draft.push(Landing(side, units))


def deliver(draft: Draft[Campaign]) -> None:
    """[62.3] Points that the scenario gives a unit once play has begun: later if it has left its place."""
    now = draft.state.turn, draft.state.stage
    for each in scenario(draft.state.scenario).deliveries if draft.state.scenario else ():
        if each.unit in draft.state.delivered or not in_play(draft.state, (each.unit,)):
            continue
        unit = draft.state.units[each.unit]
        if now != each.otherwise and (now != each.when or board().name(unit.at) != each.still_at):
            continue
        toe = dict(unit.toe)
        for weapon, points in each.toe:
            toe[weapon] = toe.get(weapon, 0) + points
        mark(draft, each.unit, toe=toe)
        draft.change(delivered=(*draft.state.delivered, each.unit))
        side = counters()[each.unit].side
        draft.note("arrived", only=side, side=side, units=[each.unit], at=board().name(unit.at), motors=0)


def _may_choose(state: Campaign, name: str) -> bool:
    """[20.15] A counter, or what arrives attached to one and may be diverted by itself."""
    if not state.units[name].attached:
        return True
    return counters()[name].side == "axis" and may_divert(state, name)


def receive(draft: Draft[Campaign], row: Arrival) -> list[str]:
    """One row of the schedule; the units that came."""
    at = {"alexandria": city("Alexandria"), "tripoli": (TRIPOLI,)}.get(row.place, city("Cairo"))[0]
    if row.kind == "counter_change":
        for name in row.units:
            exchange(draft, name)
        return []
    came = [name for name in row.units if _comes(draft.state, row, name)]
    for name in came:
        _enter(draft, row, name, at)
    for name in came:
        _attach(draft, row, name)
    tops = [name for name in came if not draft.state.units[name].attached]
    give_motors(draft, row.side, tops, at, row.motorization_points if came or row.kind == "material" else 0)
    for weapon, points in row.replacements:  # [20.22, 20.75] of the very type that the track names
        disembark(draft, row.side, at, (Cargo("commonwealth", weapon, points),))
    if came or row.motorization_points or row.replacements:
        draft.note(
            "arrived", only=row.side, side=row.side, units=came, at=board().name(at), motors=row.motorization_points
        )
    if tops:
        draft.note("landed", side=row.side, units=tops, at=board().name(at))
    seize(draft, row.side, tops, (at,))
    return came


def _comes(state: Campaign, row: Arrival, name: str) -> bool:
    """[20.83] A unit that was not in its port when it was to be withdrawn never comes back."""
    if not in_land_game(name):
        return False
    return state.units[name].at == (WITHDRAWN if row.kind == "return" else DUE)


def _enter(draft: Draft[Campaign], row: Arrival, name: str, at: int) -> None:
    toe = row.toe.get(name)
    unit = draft.state.units[name]
    if row.kind == "return" and toe is None and unit.toe:
        kept = replace(unit, attached="", cohesion=0, motors=0)
        draft.amend("units", name, kept)
    else:
        draft.amend("units", name, fresh_unit(name, unit.at, toe))
    draft.strike("parts", name)
    place(draft, name, at)
    mark(draft, name, landed=True)


def _attach(draft: Draft[Campaign], row: Arrival, name: str) -> None:
    """[4.45] Units arrive attached to the headquarters that arrives with them."""
    state = draft.state
    parent = row.attached.get(name) or counters()[name].parent
    if not parent or parent not in state.units:
        return
    if parent in row.units and state.units[parent].at == state.units[name].at:
        join(draft, name, parent)


def give_motors(draft: Draft[Campaign], side: Side, tops: Sequence[str], at: int, points: int) -> None:
    """[32.52, 8.96] Motorization Points come with the counters that need them, in order; the rest stay unattached."""
    for name in tops:
        some = min(points, motors_needed(draft.state, name))
        if not some:
            continue
        mark(draft, name, motors=draft.state.units[name].motors + some)
        points -= some
    if points:
        add_motors(draft, side, at, points)


def exchange(draft: Draft[Campaign], name: str) -> None:
    """A new counter takes the place, the points and the state of the one it replaces."""
    old = counters()[name].replaces
    unit = draft.state.units.get(old)
    if not old or unit is None or unit.at in OUT_OF_PLAY:
        return
    parts, above, motors = draft.state.parts.get(old, ()), unit.attached, unit.motors
    for part in parts:
        leave(draft, part)
    if above:
        leave(draft, old)
    waiting = draft.state.units[name].at
    draft.amend("units", name, replace(draft.state.units[old], at=waiting, attached="", motors=motors))
    place(draft, name, unit.at)
    place(draft, old, WITHDRAWN)
    draft.amend("units", old, Unit(WITHDRAWN, assigned=unit.assigned, morale=unit.morale))
    for part in parts:
        join(draft, part, name)
    if above:
        join(draft, name, above)
    secret = {"only": counters()[name].side} if above else {}  # [3.62]
    draft.note("renamed", **secret, units=[old], into=[name], at=board().name(unit.at))


# Where


def choices(state: Campaign, name: str) -> tuple[int, ...]:
    """[20.14, 20.15] Where a unit that has just landed may stand instead, the usual place first."""
    row = next(each for each in arrivals_on(state.turn, state.stage) if name in each.units)
    if row.place == "alexandria":
        return city("Alexandria")
    if row.place == "cairo":
        return city("Cairo")
    if row.place == "cairo_or_alexandria":
        return (*city("Cairo"), *city("Alexandria"))
    if row.place == "tripoli" and may_divert(state, name):
        return (TRIPOLI, benghazi())
    return (TRIPOLI,)


@cache
def benghazi() -> int:
    return named_place("Benghazi")


def may_divert(state: Campaign, name: str) -> bool:
    """[20.15] A battalion, or a company beside another, may land at Benghazi while no Commonwealth combat unit is at
    Mersa Matruh or west of it and the port works."""
    if size(state, name) > 1 or state.parts.get(name) or not is_combat(state, name):
        return False
    if crowd(state, "axis", benghazi(), (name,)):
        return False
    if state.holder(benghazi()) == "commonwealth" or state.control.get(board().name(benghazi())) == "commonwealth":
        return False
    return port_works(state) and not commonwealth_is_west(state)


@cache
def _matruh_x() -> float:
    return board().centre[named_place("Mersa Matruh")][0]


def commonwealth_is_west(state: Campaign) -> bool:
    centre = board().centre
    west = [at for at in state.stacks if at >= 0 and centre[at][0] <= _matruh_x()]
    return any(is_combat(state, name) for at in west for name in state.at(at, "commonwealth"))


def port_works(state: Campaign) -> bool:
    """[20.15] Benghazi at an efficiency of three at least."""
    return scenario(state.scenario).ports.get("Benghazi", LEAST_EFFICIENCY) >= LEAST_EFFICIENCY


def diverted(state: Campaign, units: Iterable[str]) -> int:
    """[20.15] What has landed at Benghazi, in halves of a battalion."""
    return sum(2 if size(state, name) else 1 for name in units if state.units[name].at == benghazi())


class Landing(Decision[Campaign], frozen=True):
    """[20.14, 20.15] Where reinforcements land; done leaves those that are not named at the usual place."""

    side: Side
    units: tuple[str, ...]

    def prompt(self, state: Campaign) -> str:
        return "Choose where reinforcements land."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        ways = [(name, at) for name in self.units for at in choices(state, name) if self._allowed(state, name, at)]
        return Listing[Action]((Done(),), Made(ways, lambda way: Land(way[0], board().name(way[1]))))

    def _allowed(self, state: Campaign, name: str, at: int) -> bool:
        if at == state.units[name].at:
            return False
        if at != benghazi() or counters()[name].side != "axis":
            return True
        return diverted(state, self.units) + (2 if size(state, name) else 1) <= 2

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Land):
            raise Refusal("20.14", "say where a reinforcement lands, or: done")
        if action.name not in self.units:
            raise Refusal("20.12", f"{action.name} is not landing now")
        at = board().named_location(action.to, "20.14")
        case = "20.15" if self.side == "axis" else "20.14"
        if at not in choices(state, action.name):
            raise Refusal(case, f"{action.name} cannot land at {action.to}")
        if at == state.units[action.name].at:
            raise Refusal(case, f"{action.name} has already landed there")
        if not self._allowed(state, action.name, at):
            raise Refusal("20.15", "only one battalion or two companies may land at Benghazi in an Operations Stage")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if not isinstance(action, Land):
            draft.pop()
            return
        at = board().location(action.to)
        if draft.state.units[action.name].attached:
            _split_off(draft, action.name)
        place(draft, action.name, at)
        motors = draft.state.units[action.name].motors
        if at == benghazi() and motors > MOTORS_TO_BENGHAZI:  # [20.15]
            mark(draft, action.name, motors=MOTORS_TO_BENGHAZI)
            add_motors(draft, self.side, TRIPOLI, motors - MOTORS_TO_BENGHAZI)
        draft.note("landed", side=self.side, units=[action.name], at=action.to)
        seize(draft, self.side, (action.name,), (at,))


def _split_off(draft: Draft[Campaign], name: str) -> None:
    """[20.15] A unit that is diverted without its parent, with Motorization Points that came with the parent."""
    state = draft.state
    motors = min(MOTORS_TO_BENGHAZI, motors_needed(state, name), state.units[top_of(state, name)].motors)
    leave(draft, name, motors)


def in_play(state: Campaign, names: Iterable[str]) -> list[str]:
    return [name for name in names if name in state.units and state.units[name].at not in OUT_OF_PLAY]
