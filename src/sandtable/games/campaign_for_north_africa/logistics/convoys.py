"""[5.2 III D, 32.42, 32.6] Supplies from overseas: Axis convoys on their lanes and the attacks on them, Commonwealth
Supply Units in the Delta."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing
from sandtable.core.values import Action, Refusal, Value
from sandtable.games.campaign_for_north_africa.capability.morale_tables import schooling
from sandtable.games.campaign_for_north_africa.dice import code
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.logistics.bombardment_tables import column_named, convoy_percent_lost
from sandtable.games.campaign_for_north_africa.logistics.depots import check_room, receive, room
from sandtable.games.campaign_for_north_africa.logistics.orders import Consign, Convoy, Forfeit, write_lots
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
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import muster
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import class_of
from sandtable.games.campaign_for_north_africa.pieces.units import facts, is_shell
from sandtable.games.campaign_for_north_africa.pieces.weapons import Nation, ReplacementClass
from sandtable.games.campaign_for_north_africa.state import (
    TRIPOLI,
    TUNIS,
    Campaign,
    Cargo,
    Consignment,
    add_motors,
    change_supply,
    mark,
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
    points = together(lot for each in cargo for lot in each.points)  # [20.64] supplies take no room from them
    draft.amend("plans", AXIS, _later(draft.state, AXIS))
    if not supply and not motors and not points:
        return
    lanes = open_lanes(draft.state)
    if len(lanes) > 1:
        draft.push(Sailing(AXIS, supply, motors, points))
    elif lanes:
        most = limits()
        send(draft, lanes[0], min(supply, most.lane_supply_units), min(motors, most.lane_motorization_points), points)


def send(draft: Draft[Campaign], number: int, supply: int, motors: int, points: tuple[Cargo, ...] = ()) -> None:
    state = draft.state
    convoy = Consignment(state.turn, supply, motors, number, points)
    draft.amend("plans", AXIS, (*state.plans.get(AXIS, ()), convoy))
    told = {"points": write_lots(points)} if points else {}
    draft.note("assigned_lane", only=AXIS, side=AXIS, lane=number, supply=supply, motors=motors, **told)


class Sailing(Decision[Campaign], frozen=True):
    """[32.61, 32.62] Supply Units, Motorization Points and Replacement Points are divided among the open lanes. Of the
    first two, what is left at the end does not sail; Replacement Points that were not named go by the first lane."""

    side: Side
    supply: int
    motors: int
    points: tuple[Cargo, ...] = ()
    secret: ClassVar[bool] = True

    def prompt(self, state: Campaign) -> str:
        men = sum(each.points for each in self.points)
        loads = ((self.supply, "Supply Unit"), (self.motors, "Motorization Point"), (men, "Replacement Point"))
        what = " and ".join(f"{count} {noun}{'s' * (count > 1)}" for count, noun in loads if count)
        return f"Send {what} by convoy lanes; whatever is left stays behind."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        orders = [
            Convoy(number, supply, motors)
            for number in open_lanes(state)
            for supply in range(self._supply_room(state, number), -1, -1)
            for motors in range(self._motor_room(state, number), -1, -1)
            if supply or motors
        ]
        embarking = [Consign((lot,), number) for number in open_lanes(state)[1:] for lot in self.points]
        return Listing[Action](orders, (Done(),), embarking)

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
        if not isinstance(action, Convoy | Consign):
            raise Refusal("32.61", "say what sails by which lane, or: done")
        if action.lane not in open_lanes(state):
            raise Refusal("32.61", f"lane {action.lane} is not open")
        if isinstance(action, Consign):
            check_part(action.lots, self.points, "32.61")
            return
        if not action.supply and not action.motors:
            raise Refusal("32.61", "say how much to send")
        supply, motors = self._supply_room(state, action.lane), self._motor_room(state, action.lane)
        if action.supply > supply or action.motors > motors:
            raise Refusal(
                "32.62",
                f"lane {action.lane} takes {supply} of the Supply Units and {motors} of the Motorization Points: "
                "by its own limit and the room in the port",
            )

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Convoy):
            send(draft, action.lane, action.supply, action.motors)
            left = replace(self, supply=self.supply - action.supply, motors=self.motors - action.motors)
        elif isinstance(action, Consign):
            send(draft, action.lane, 0, 0, action.lots)
            left = replace(self, points=without(self.points, action.lots))
        else:
            left = replace(self, supply=0, motors=0)
        if not isinstance(action, Done) and len(left.actions(draft.state, side)) > 1:
            draft.push(left)
        elif left.points:
            send(draft, open_lanes(draft.state)[0], 0, 0, left.points)


# Replacement Points as freight [20.62, 32.61]


def together(lots: Iterable[Cargo]) -> tuple[Cargo, ...]:
    """One lot for each line, in the order in which they come."""
    found: dict[tuple[Nation, str], int] = {}
    for each in lots:
        found[each.nation, each.item] = found.get((each.nation, each.item), 0) + each.points
    return tuple(Cargo(nation, item, points) for (nation, item), points in found.items() if points)


def without(lots: Iterable[Cargo], taken: Iterable[Cargo]) -> tuple[Cargo, ...]:
    return together((*lots, *(replace(each, points=-each.points) for each in taken)))


def check_part(some: Sequence[Cargo], lots: Iterable[Cargo], case: str) -> None:
    """Refuse lots that are not among these."""
    there = {(each.nation, each.item): each.points for each in lots}
    if not some or len({(each.nation, each.item) for each in some}) < len(some):
        raise Refusal(case, "name each line once")
    for each in some:
        if not 1 <= each.points <= there.get((each.nation, each.item), 0):
            left = there.get((each.nation, each.item), 0)
            raise Refusal(case, f"there are {left} points of {each.nation} {each.item}")


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


def attack(
    draft: Draft[Campaign], convoy: Consignment, division: Threshold | None
) -> tuple[Consignment, tuple[Due, ...]]:
    """[32.63, 32.64] One convoy under attack, whatever the weather; what is left of it, and what the Axis Player has
    still to choose of it."""
    points = convoy_bombing(convoy.lane, division) if division is not None else None
    if points is None:
        return convoy, ()
    dice = code(draft.roll(f"bombing of lane {convoy.lane}, tens"), draft.roll(f"bombing of lane {convoy.lane}, units"))
    percent = convoy_percent_lost(column_named(points), dice)
    draft.note("bombed", side=COMMONWEALTH, lane=convoy.lane, points=points, dice=int(dice), percent=percent)
    left = replace(
        convoy,
        supply=convoy.supply - supply_lost(percent, convoy.supply),
        motors=convoy.motors - motors_lost(percent, convoy.motors),
        points=without(convoy.points, plain_losses(convoy.points, percent)),
    )
    if left != convoy:
        gone = without(convoy.points, left.points)
        told = {"points": write_lots(gone)} if gone else {}
        draft.note(
            "sunk",
            only=AXIS,
            side=AXIS,
            lane=convoy.lane,
            supply=convoy.supply - left.supply,
            motors=convoy.motors - left.motors,
            **told,
        )
    return left, tuple(due for due in dues(convoy.points, percent) if len(due.items) > 1)


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


class Due(Value, frozen=True):
    """[32.65] Points of one nation and class that go down: any of the types that sail together."""

    nation: Nation
    items: tuple[str, ...]
    points: int


def dues(lots: Sequence[Cargo], percent: int) -> list[Due]:
    """[32.65] Within each nationality all tanks together, all guns together."""
    found: dict[tuple[Nation, ReplacementClass], list[Cargo]] = {}
    for each in lots:
        found.setdefault((each.nation, class_of(each.nation, each.item)), []).append(each)
    return [
        Due(nation, tuple(each.item for each in some), lost)
        for (nation, _), some in found.items()
        if (lost := replacements_lost(percent, sum(each.points for each in some)))
    ]


def plain_losses(lots: Sequence[Cargo], percent: int) -> list[Cargo]:
    """[32.65] Where there is nothing to choose."""
    return [Cargo(due.nation, due.items[0], due.points) for due in dues(lots, percent) if len(due.items) == 1]


class Foundering(Decision[Campaign], frozen=True):
    """[32.65] The Axis Player chooses which types of tanks and guns a convoy has lost; then the rest comes ashore."""

    side: Side
    convoy: Consignment
    owed: tuple[Due, ...]
    secret: ClassVar[bool] = True

    def prompt(self, state: Campaign) -> str:
        what = "; ".join(f"{due.points} of {due.nation} {', '.join(due.items)}" for due in self.owed)
        return f"Choose what the convoy of lane {self.convoy.lane} has lost: {what}."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        due = self.owed[0]
        there = {each.item: each.points for each in self.convoy.points if each.nation == due.nation}
        return [Forfeit((Cargo(due.nation, item, 1),)) for item in due.items if there.get(item)]

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if not isinstance(action, Forfeit):
            raise Refusal("32.65", "choose which points have gone down")
        check_part(action.lots, self.convoy.points, "32.65")
        left = {(due.nation, item): due for due in self.owed for item in due.items}
        for due in self.owed:
            some = sum(each.points for each in action.lots if left.get((each.nation, each.item)) == due)
            if some > due.points:
                raise Refusal("32.65", f"{due.points} of {due.nation} {', '.join(due.items)} are lost, not {some}")
        if any((each.nation, each.item) not in left for each in action.lots):
            raise Refusal("32.65", "nothing else has gone down")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        assert isinstance(action, Forfeit)
        draft.pop()
        draft.note("foundered", only=self.side, side=self.side, lane=self.convoy.lane, points=write_lots(action.lots))
        convoy = replace(self.convoy, points=without(self.convoy.points, action.lots))
        owed = []
        for due in self.owed:
            paid = sum(each.points for each in action.lots if each.nation == due.nation and each.item in due.items)
            if paid < due.points:
                owed.append(replace(due, points=due.points - paid))
        if owed:
            draft.push(Foundering(self.side, convoy, tuple(owed)))
        else:
            _land(draft, convoy)


# Arrival [5.2 III D, 32.42]


def open_convoy_arrival(draft: Draft[Campaign]) -> None:
    """[5.2 III D] Supplies come in the first Operations Stage of a Game-Turn; ships sail in every one [32.36]."""
    open_sea_transport(draft)
    land_motors(draft)
    land_production(draft)
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
        left, owed = attack(draft, convoy, division)
        if owed:
            draft.push(Foundering(AXIS, left, owed))
        else:
            _land(draft, left)


def _by_lane(cargo: Sequence[Consignment]) -> list[Consignment]:
    """[32.61] What goes by one lane is one convoy."""
    found: dict[int, Consignment] = {}
    for each in cargo:
        if not each.lane:
            continue
        other = found.get(each.lane, Consignment(each.turn, 0, 0, each.lane))
        found[each.lane] = replace(
            other,
            supply=other.supply + each.supply,
            motors=other.motors + each.motors,
            points=together((*other.points, *each.points)),
        )
    return [found[number] for number in sorted(found)]


def _land(draft: Draft[Campaign], convoy: Consignment) -> None:
    """What the port cannot take goes on to Tripoli."""
    at = port_of_lane(convoy.lane) if _is_open(draft.state, convoy.lane) else TRIPOLI
    landed = len(receive(draft, AXIS, at, convoy.supply))
    if landed < convoy.supply:
        receive(draft, AXIS, TRIPOLI, convoy.supply - landed)
    if convoy.motors:
        add_motors(draft, AXIS, at, convoy.motors)
    disembark(draft, AXIS, at, convoy.points)
    draft.note("landed_convoy", side=AXIS, lane=convoy.lane, at=board().name(at))


def disembark(draft: Draft[Campaign], side: Side, at: int, lots: Iterable[Cargo]) -> None:
    """[20.21, 20.43] Replacement Points are ashore, with their Training before them."""
    for each in lots:
        left = schooling(class_of(each.nation, each.item))
        name = muster(draft, each.nation, each.item, at, each.points, left)
        mark(draft, name, landed=True)
        place_name = board().name(at)
        draft.note("replaced", only=side, counter=name, item=each.item, points=each.points, at=place_name)
        draft.note("landed", side=side, units=[name], at=place_name)


# The Delta [32.42]


def city_hexes(name: str) -> tuple[int, ...]:
    """The hexes of a Major City, the one from which distances are measured first."""
    first = place(name)
    return (first, *(hex for hex, city in cities().items() if city == name and hex != first))


def land_in_the_delta(draft: Draft[Campaign]) -> None:
    """[32.42] In Cairo; of more than three, one in three may be put down in Alexandria."""
    cargo = _stores_of_this_turn(draft.state)
    if not cargo:
        return
    waiting = tuple(replace(each, supply=0) for each in cargo if each.motors)
    draft.amend("plans", COMMONWEALTH, (*waiting, *_besides_stores(draft.state)))
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
    cargo = _stores_of_this_turn(state)
    total = sum(each.motors for each in cargo)
    at = next((hex for hex in (*city_hexes("Cairo"), *city_hexes("Alexandria")) if _holds(state, hex)), None)
    if not total or at is None:
        return
    now = -(-total // (STAGES - state.stage + 1))
    supply = sum(each.supply for each in cargo)
    rest = (Consignment(state.turn, supply, total - now),) if supply or total > now else ()
    draft.amend("plans", COMMONWEALTH, (*rest, *_besides_stores(state)))
    add_motors(draft, COMMONWEALTH, at, now)
    draft.note("landed_motors", only=COMMONWEALTH, side=COMMONWEALTH, motors=now, at=board().name(at))
    frame = MotorLanding(COMMONWEALTH, at, total * limits().alexandria_motors_percent // 100)
    if state.stage == 1 and frame.points and len(frame.actions(draft.state, COMMONWEALTH)) > 1:
        draft.push(frame)


def _stores_of_this_turn(state: Campaign) -> tuple[Consignment, ...]:
    """Supply Units and Motorization Points of the Commonwealth; its Replacement Points are planned by themselves."""
    return tuple(each for each in of_this_turn(state, COMMONWEALTH) if not each.points)


def _besides_stores(state: Campaign) -> tuple[Consignment, ...]:
    return tuple(each for each in state.plans[COMMONWEALTH] if each.turn != state.turn or each.points)


def land_production(draft: Draft[Campaign]) -> None:
    """[20.74, 20.75, 20.76] Replacement Points of a Game-Turn come in the three Operations Stages alike, whatever their
    types, to the Delta."""
    state = draft.state
    lots = together(lot for each in of_this_turn(state, COMMONWEALTH) for lot in each.points)
    at = next((hex for hex in (*city_hexes("Cairo"), *city_hexes("Alexandria")) if _holds(state, hex)), None)
    if not lots or at is None:
        return
    left = -(-sum(each.points for each in lots) // (STAGES - state.stage + 1))
    now: list[Cargo] = []
    for each in lots:
        some = min(left, each.points)
        now.append(replace(each, points=some))
        left -= some
    others = tuple(each for each in state.plans[COMMONWEALTH] if each.turn != state.turn or not each.points)
    rest = without(lots, now)
    waiting = (Consignment(state.turn, 0, points=rest),) if rest else ()
    draft.amend("plans", COMMONWEALTH, (*waiting, *others))
    disembark(draft, COMMONWEALTH, at, together(now))


class MotorLanding(Decision[Campaign], frozen=True):
    """[32.52] Whether a part of the new Motorization Points is put down in Alexandria."""

    side: Side
    at: int
    points: int
    secret: ClassVar[bool] = True

    def prompt(self, state: Campaign) -> str:
        return f"Land {self.points} of the new Motorization Points at Alexandria."

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
        return f"Land up to {self.left} of the new Supply Units at Alexandria."

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
        at = board().named_location(action.to, "32.42")
        if cities().get(at) != "Alexandria" or not _holds(state, at):
            raise Refusal("32.42", f"new Supply Units arrive at Cairo or Alexandria, not at {action.to}")
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
