"""[5.2 III D, 32.42, 32.6] Supplies from overseas: Axis convoys on their lanes and the attacks on them, Commonwealth
Supply Units in the Delta."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.core.board import UnknownHex
from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.dice import code
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.logistics.bombardment_tables import (
    column_named,
    convoy_percent_lost,
)
from sandtable.games.campaign_for_north_africa.logistics.depots import check_room, receive, room
from sandtable.games.campaign_for_north_africa.logistics.orders import Convoy
from sandtable.games.campaign_for_north_africa.logistics.shipping import (
    AXIS,
    BIZERTA,
    COMMONWEALTH,
    STAGES,
    efficiency,
    is_friendly,
    open_sea_transport,
)
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import (
    LANES,
    Threshold,
    convoy_bombing,
    lane,
    limits,
)
from sandtable.games.campaign_for_north_africa.map import board, cities, place
from sandtable.games.campaign_for_north_africa.order_forms import Done, Land
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.units import facts, is_shell
from sandtable.games.campaign_for_north_africa.state import (
    TRIPOLI,
    TUNIS,
    Campaign,
    Consignment,
    add_motors,
    change_supply,
)

MOTORS = "motors"  # how an order names Motorization Points that land


# Lanes [32.61, 32.62]


def port_of_lane(number: int) -> int:
    """The hex or box in which what sails by a lane comes ashore."""
    name = lane(number).port
    if name == "Tripoli":
        return TRIPOLI
    return TUNIS if name == BIZERTA else place(name)


def open_lanes(state: Campaign) -> tuple[int, ...]:
    """[32.61] The lanes that exist by now and lead to a port that works and is in Axis hands."""
    return tuple(number for number in LANES if lane(number).first <= state.turn and _is_open(state, number))


def _is_open(state: Campaign, number: int) -> bool:
    return is_friendly(state, AXIS, port_of_lane(number)) and efficiency(state, lane(number).port) > 0


def of_this_turn(state: Campaign, side: str) -> tuple[Consignment, ...]:
    """[32.43] What was planned to arrive in this Game-Turn."""
    return tuple(each for each in state.plans.get(side, ()) if each.turn == state.turn)


def _later(state: Campaign, side: Side) -> tuple[Consignment, ...]:
    return tuple(each for each in state.plans[side] if each.turn != state.turn)


def open_sailing(draft: Draft[Campaign]) -> None:
    """[5.2 II A, 32.61] The Axis convoys of this Game-Turn are given their lanes; with one lane nobody is asked."""
    cargo = of_this_turn(draft.state, AXIS)
    if not cargo:
        return
    supply, motors = sum(each.supply for each in cargo), sum(each.motors for each in cargo)
    draft.amend("plans", AXIS, _later(draft.state, AXIS))
    if not supply and not motors:
        return
    lanes = open_lanes(draft.state)
    if len(lanes) > 1:
        draft.push(Sailing(AXIS, supply, motors))
    elif lanes:
        most = limits()
        send(draft, lanes[0], min(supply, most.lane_supply_units), min(motors, most.lane_motorization_points))


def send(draft: Draft[Campaign], number: int, supply: int, motors: int) -> None:
    state = draft.state
    convoy = Consignment(state.turn, supply, motors, number)
    draft.amend("plans", AXIS, (*state.plans.get(AXIS, ()), convoy))
    draft.note("assigned_lane", only=AXIS, side=AXIS, lane=number, supply=supply, motors=motors)


class Sailing(Decision[Campaign], frozen=True):
    """[32.61, 32.62] Supply Units and Motorization Points are divided among the open lanes; what is left at the end
    does not sail."""

    side: Side
    supply: int
    motors: int
    secret = True

    def prompt(self, state: Campaign) -> str:
        loads = ((self.supply, "Supply Unit"), (self.motors, "Motorization Point"))
        what = " and ".join(f"{count} {noun}{'s' * (count > 1)}" for count, noun in loads if count)
        return f"Send {what} by convoy lanes; whatever is left stays behind"

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        orders = [
            Convoy(number, supply, motors)
            for number in open_lanes(state)
            for supply in range(self._supply_room(state, number), -1, -1)
            for motors in range(self._motor_room(state, number), -1, -1)
            if supply or motors
        ]
        return Listing[Action](orders, (Done(),))

    def _supply_room(self, state: Campaign, number: int) -> int:
        """[32.62, 32.14]"""
        used = sum(each.supply for each in of_this_turn(state, AXIS) if each.lane == number)
        ashore = sum(
            each.supply
            for each in of_this_turn(state, AXIS)
            if each.lane and port_of_lane(each.lane) == port_of_lane(number)
        )
        there = room(state, AXIS, port_of_lane(number)) - ashore
        return max(0, min(self.supply, limits().lane_supply_units - used, there))

    def _motor_room(self, state: Campaign, number: int) -> int:
        used = sum(each.motors for each in of_this_turn(state, AXIS) if each.lane == number)
        return min(self.motors, limits().lane_motorization_points - used)

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Convoy):
            raise Refusal("32.61", "say what sails by which lane, or: done")
        if action.lane not in open_lanes(state):
            raise Refusal("32.61", f"lane {action.lane} is not open")
        if not action.supply and not action.motors:
            raise Refusal("32.61", "say how much to send")
        if action.supply > self.supply or action.motors > self.motors:
            raise Refusal("32.62", f"{self.supply} Supply Units and {self.motors} Motorization Points are left")
        supply, motors = self._supply_room(state, action.lane), self._motor_room(state, action.lane)
        if action.supply > supply or action.motors > motors:
            most = limits()
            raise Refusal(
                "32.62",
                f"a lane takes {most.lane_supply_units} Supply Units and "
                f"{most.lane_motorization_points} Motorization Points, as far as the port has room",
            )

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        draft.pop()
        if not isinstance(action, Convoy):
            return
        send(draft, action.lane, action.supply, action.motors)
        left = replace(self, supply=self.supply - action.supply, motors=self.motors - action.motors)
        if len(left.actions(draft.state, side)) > 1:
            draft.push(left)


# Attacks [32.63, 32.64, 32.65]


def qualifying_division(state: Campaign) -> Threshold | None:
    """[32.64, 32.66] Where the second most westerly Commonwealth division stands that is no shell."""
    places = sorted(
        (
            _threshold(hex)
            for hex in stands(state, COMMONWEALTH)
            for name in state.stacks[hex]
            if facts(name).counter.is_hq and facts(name).counter.level == "division" and not is_shell(state, name)
        ),
        key=lambda where: where.easting,
    )
    return places[1] if len(places) > 1 else None


def _threshold(hex: int) -> Threshold:
    name = board().name(hex)
    return Threshold(name[0], int(name[3:]))


def attack(draft: Draft[Campaign], convoy: Consignment, division: Threshold | None) -> Consignment:
    """[32.63, 32.64] One convoy under attack, whatever the weather; what is left of it."""
    points = convoy_bombing(convoy.lane, division) if division is not None else None
    if points is None:
        return convoy
    dice = code(draft.roll(f"bombing of lane {convoy.lane}, tens"), draft.roll(f"bombing of lane {convoy.lane}, units"))
    percent = convoy_percent_lost(column_named(points), dice)
    draft.note("bombed", side=COMMONWEALTH, lane=convoy.lane, points=points, dice=int(dice), percent=percent)
    left = replace(
        convoy,
        supply=convoy.supply - supply_lost(percent, convoy.supply),
        motors=convoy.motors - motors_lost(percent, convoy.motors),
    )
    if left != convoy:
        draft.note(
            "sunk",
            only=AXIS,
            side=AXIS,
            lane=convoy.lane,
            supply=convoy.supply - left.supply,
            motors=convoy.motors - left.motors,
        )
    return left


def supply_lost(percent: int, units: int) -> int:
    """[32.65] None by a small result; by a great one at least one."""
    if percent < limits().great_convoy_loss or not units:
        return 0
    return max(1, units * percent // 100)


def motors_lost(percent: int, points: int) -> int:
    """[32.65] Rounded down; by a great result at least one."""
    if not points:
        return 0
    least = 1 if percent >= limits().great_convoy_loss else 0
    return max(least, points * percent // 100)


def replacements_lost(percent: int, points: int) -> int:
    """[32.65] Of the Replacement Points of one nationality and class together: rounded up by a small result, down by a
    great one but never to nothing."""
    if percent >= limits().great_convoy_loss:
        return motors_lost(percent, points)
    return -(-points * percent // 100)


# Arrival [5.2 III D, 32.42]


def open_convoy_arrival(draft: Draft[Campaign]) -> None:
    """[5.2 III D] Supplies come in the first Operations Stage of a Game-Turn; ships sail in every one [32.36]."""
    open_sea_transport(draft)
    land_motors(draft)
    if draft.state.stage == 1:
        land_convoys(draft)
        land_in_the_delta(draft)


def land_convoys(draft: Draft[Campaign]) -> None:
    """[32.63] The Axis names the lanes in use, each convoy is attacked, and the rest comes ashore."""
    convoys = _by_lane(of_this_turn(draft.state, AXIS))
    if not convoys:
        return
    draft.amend("plans", AXIS, _later(draft.state, AXIS))
    draft.note("announced", side=AXIS, lanes=[each.lane for each in convoys])
    division = qualifying_division(draft.state)
    for convoy in convoys:
        _land(draft, attack(draft, convoy, division))


def _by_lane(cargo: Sequence[Consignment]) -> list[Consignment]:
    """[32.61] What goes by one lane is one convoy."""
    found: dict[int, Consignment] = {}
    for each in cargo:
        if not each.lane:
            continue
        other = found.get(each.lane, Consignment(each.turn, 0, 0, each.lane))
        found[each.lane] = replace(other, supply=other.supply + each.supply, motors=other.motors + each.motors)
    return [found[number] for number in sorted(found)]


def _land(draft: Draft[Campaign], convoy: Consignment) -> None:
    """What the port cannot take goes on to Tripoli."""
    at = port_of_lane(convoy.lane) if _is_open(draft.state, convoy.lane) else TRIPOLI
    landed = len(receive(draft, AXIS, at, convoy.supply))
    if landed < convoy.supply:
        receive(draft, AXIS, TRIPOLI, convoy.supply - landed)
    if convoy.motors:
        add_motors(draft, AXIS, at, convoy.motors)
    draft.note("landed_convoy", side=AXIS, lane=convoy.lane, at=board().name(at))


# The Delta [32.42]


def city_hexes(name: str) -> tuple[int, ...]:
    """The hexes of a Major City, the one from which distances are measured first."""
    first = place(name)
    return (first, *(hex for hex, city in cities().items() if city == name and hex != first))


def land_in_the_delta(draft: Draft[Campaign]) -> None:
    """[32.42] In Cairo; of more than three, one in three may be put down in Alexandria."""
    cargo = of_this_turn(draft.state, COMMONWEALTH)
    if not cargo:
        return
    waiting = tuple(replace(each, supply=0) for each in cargo if each.motors)
    draft.amend("plans", COMMONWEALTH, (*waiting, *_later(draft.state, COMMONWEALTH)))
    count = sum(each.supply for each in cargo)
    names: list[str] = []
    for hex in (*city_hexes("Cairo"), *city_hexes("Alexandria")):
        if _holds(draft.state, hex):
            names += receive(draft, COMMONWEALTH, hex, count - len(names))
    every = limits().cairo_supply_units
    to_alexandria = count // every if count > every else 0
    frame = DeltaLanding(COMMONWEALTH, tuple(names), to_alexandria)
    if to_alexandria and len(frame.actions(draft.state, COMMONWEALTH)) > 1:
        draft.push(frame)


def land_motors(draft: Draft[Campaign]) -> None:
    """[32.52, 20.74, 20.76] Motorization Points of a Game-Turn come in the three Operations Stages alike, to Cairo; in
    the first a quarter of all may be put down in Alexandria."""
    state = draft.state
    cargo = of_this_turn(state, COMMONWEALTH)
    total = sum(each.motors for each in cargo)
    at = next((hex for hex in (*city_hexes("Cairo"), *city_hexes("Alexandria")) if _holds(state, hex)), None)
    if not total or at is None:
        return
    now = -(-total // (STAGES - state.stage + 1))
    supply = sum(each.supply for each in cargo)
    rest = (Consignment(state.turn, supply, total - now),) if supply or total > now else ()
    draft.amend("plans", COMMONWEALTH, (*rest, *_later(state, COMMONWEALTH)))
    add_motors(draft, COMMONWEALTH, at, now)
    draft.note("landed_motors", only=COMMONWEALTH, side=COMMONWEALTH, motors=now, at=board().name(at))
    frame = MotorLanding(COMMONWEALTH, at, total * limits().alexandria_motors_percent // 100)
    if state.stage == 1 and frame.points and len(frame.actions(draft.state, COMMONWEALTH)) > 1:
        draft.push(frame)


class MotorLanding(Decision[Campaign], frozen=True):
    """[32.52] Whether a part of the new Motorization Points is put down in Alexandria."""

    side: Side
    at: int
    points: int
    secret = True

    def prompt(self, state: Campaign) -> str:
        return f"Land {self.points} of the new Motorization Points at Alexandria"

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        goals = [hex for hex in city_hexes("Alexandria") if _holds(state, hex) and hex != self.at]
        return Listing[Action]((Done(),), [Land(MOTORS, board().name(hex)) for hex in goals])

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if action in self.actions(state, side):
            return
        raise Refusal("32.52", f"new Motorization Points arrive at Cairo or, {self.points} of them, at Alexandria")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        draft.pop()
        if not isinstance(action, Land):
            return
        add_motors(draft, self.side, self.at, -self.points)
        add_motors(draft, self.side, board().location(action.to), self.points)
        draft.note("landed_motors", only=self.side, side=self.side, motors=self.points, at=action.to)


def _holds(state: Campaign, hex: int) -> bool:
    holder = state.holder(hex) or state.control.get(board().name(hex), COMMONWEALTH)
    return holder == COMMONWEALTH


class DeltaLanding(Decision[Campaign], frozen=True):
    """[32.42] Which of the new Supply Units are put down in Alexandria and not in Cairo."""

    side: Side
    units: tuple[str, ...]
    left: int

    def prompt(self, state: Campaign) -> str:
        return f"Land up to {self.left} of the new Supply Units at Alexandria"

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        goals = [hex for hex in city_hexes("Alexandria") if _holds(state, hex) and room(state, self.side, hex)]
        waiting = [name for name in self.units if cities().get(state.supply[name].at) == "Cairo"]
        orders = [Land(name, board().name(hex)) for name in waiting for hex in goals]
        return Listing[Action]((Done(),), orders if self.left else ())

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Land):
            raise Refusal("32.42", "say which Supply Unit goes to Alexandria, or: done")
        if action.name not in self.units:
            raise Refusal("32.42", f"{action.name} is not new")
        if cities().get(state.supply[action.name].at) != "Cairo":
            raise Refusal("32.42", f"{action.name} is already there")
        try:
            at = board().location(action.to)
        except UnknownHex as error:
            raise Refusal("32.42", str(error)) from error
        if cities().get(at) != "Alexandria" or not _holds(state, at):
            raise Refusal("32.42", f"new Supply Units arrive at Cairo or Alexandria, not at {action.to}")
        if self.left < 1:
            raise Refusal("32.42", "only one in three may go to Alexandria")
        check_room(state, self.side, at, 1)

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        draft.pop()
        if not isinstance(action, Land):
            return
        change_supply(draft, action.name, at=board().location(action.to))
        draft.note("landed_supply", side=self.side, supply=action.name, at=action.to)
        left = replace(self, left=self.left - 1)
        if len(left.actions(draft.state, side)) > 1:
            draft.push(left)
