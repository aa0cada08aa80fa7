"""[32.42] What the Commonwealth lands in the Delta: supplies, Motorization Points, production."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.contents import Cargo, Consignment
from sandtable.games.campaign_for_north_africa.logistics.depots import check_room, receive, room
from sandtable.games.campaign_for_north_africa.logistics.freight import disembark, of_this_turn, together, without
from sandtable.games.campaign_for_north_africa.logistics.shipping import COMMONWEALTH, STAGES
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import limits
from sandtable.games.campaign_for_north_africa.map import board, cities, place
from sandtable.games.campaign_for_north_africa.order_forms import Done, Land
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.verbs import add_motors, change_supply

MOTORS = "motors"  # how an order names Motorization Points that land


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
    if len(frame.actions(draft.state, COMMONWEALTH)) > 1:
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
