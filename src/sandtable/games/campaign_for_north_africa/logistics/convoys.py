"""[5.2 III D, 32.61, 32.62] The convoys of the Axis: what is sent on which lane, and when it arrives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.contents import Cargo, Consignment
from sandtable.games.campaign_for_north_africa.logistics.convoy_attacks import Foundering, attack, qualifying_division
from sandtable.games.campaign_for_north_africa.logistics.delta import land_in_the_delta, land_motors, land_production
from sandtable.games.campaign_for_north_africa.logistics.depots import room
from sandtable.games.campaign_for_north_africa.logistics.freight import (
    check_part,
    land_convoy,
    of_later_turns,
    of_this_turn,
    open_lanes,
    port_of_lane,
    together,
    without,
)
from sandtable.games.campaign_for_north_africa.logistics.orders import Consign, Convoy, write_lots
from sandtable.games.campaign_for_north_africa.logistics.shipping import AXIS, open_sea_transport
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import limits
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.state import Campaign


def open_sailing(draft: Draft[Campaign]) -> None:
    """[5.2 II A, 32.61] The Axis convoys of this Game-Turn are given their lanes; with one lane nobody is asked."""
    cargo = of_this_turn(draft.state, AXIS)
    if not cargo:
        return
    supply, motors = sum(each.supply for each in cargo), sum(each.motors for each in cargo)
    points = together(lot for each in cargo for lot in each.points)  # [20.64] supplies take no room from them
    draft.amend("plans", AXIS, of_later_turns(draft.state, AXIS))
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
            each.supply for each in of_this_turn(state, AXIS) if port_of_lane(each.lane) == port_of_lane(number)
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
        left = self
        if isinstance(action, Convoy):
            send(draft, action.lane, action.supply, action.motors)
            left = replace(self, supply=self.supply - action.supply, motors=self.motors - action.motors)
        elif isinstance(action, Consign):
            send(draft, action.lane, 0, 0, action.lots)
            left = replace(self, points=without(self.points, action.lots))
        if not isinstance(action, Done) and len(left.actions(draft.state, side)) > 1:
            draft.push(left)
        elif left.points:
            send(draft, open_lanes(draft.state)[0], 0, 0, left.points)


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
    draft.amend("plans", AXIS, of_later_turns(draft.state, AXIS))
    draft.note("announced", side=AXIS, lanes=[each.lane for each in convoys])
    division = qualifying_division(draft.state)
    for convoy in convoys:
        left, owed = attack(draft, convoy, division)
        if owed:
            draft.push(Foundering(AXIS, left, owed))
        else:
            land_convoy(draft, left)


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
