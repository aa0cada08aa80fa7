"""[32.61, 32.62, 32.42] What sails this turn on which lane, and how it comes ashore."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.capability.morale_tables import schooling
from sandtable.games.campaign_for_north_africa.contents import Cargo, Consignment
from sandtable.games.campaign_for_north_africa.logistics.depots import capture, receive
from sandtable.games.campaign_for_north_africa.logistics.shipping import AXIS, BIZERTA, efficiency, is_friendly
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import LANES, lane
from sandtable.games.campaign_for_north_africa.map import board, place
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import muster
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import class_of
from sandtable.games.campaign_for_north_africa.pieces.weapons import Nation
from sandtable.games.campaign_for_north_africa.state import TRIPOLI, TUNIS, Campaign
from sandtable.games.campaign_for_north_africa.verbs import add_motors, mark


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


def of_later_turns(state: Campaign, side: Side) -> tuple[Consignment, ...]:
    return tuple(each for each in state.plans[side] if each.turn != state.turn)


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
            raise Refusal(case, f"you have {plural(left, 'point')} of {each.nation} {each.item}")


def land_convoy(draft: Draft[Campaign], convoy: Consignment) -> None:
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
    """[20.21, 20.43, 32.13] Replacement Points are ashore, with their Training before them, and have what the enemy has
    left there."""
    for each in lots:
        left = schooling(class_of(each.nation, each.item))
        name = muster(draft, each.nation, each.item, at, each.points, left)
        mark(draft, name, landed=True)
        place_name = board().name(at)
        draft.note("replaced", only=side, counter=name, item=each.item, points=each.points, at=place_name)
        draft.note("landed", side=side, units=[name], at=place_name)
        capture(draft, side, at)
