"""[21.6, 21.5] Towing wrecks to a Repair Facility."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import compress, pairwise
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.fields import Reach
from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Branch, Branches, branch
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.contents import Wreck
from sandtable.games.campaign_for_north_africa.ground.minefields import ground_alone
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import Ground
from sandtable.games.campaign_for_north_africa.ground.zones import apparent, stands
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.units import Gait
from sandtable.games.campaign_for_north_africa.repair.facilities import facilities
from sandtable.games.campaign_for_north_africa.repair.orders import Tow
from sandtable.games.campaign_for_north_africa.repair.squadrons import pull, tractor
from sandtable.games.campaign_for_north_africa.repair.tables import squadron_table
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign, enemy_of
from sandtable.games.campaign_for_north_africa.verbs import add_wreck

TOW = 10 * POINT  # [21.63] Capability Points in a Repair Phase
GAIT: tuple[Gait, ...] = ("motor",)  # [21.63] as though it were a Medium Truck


def unsafe(state: Campaign, side: str) -> bytearray:
    """[21.64] Hexes that are controlled by the enemy, as far as one must expect it, and not held by a friendly unit; or
    occupied by him."""
    closed = bytearray(apparent(state, side))
    for at in stands(state, side):
        closed[at] = False
    for at in stands(state, enemy_of(side)):
        closed[at] = True
    return closed


def towable(state: Campaign, side: str) -> list[str]:
    """[21.61, 21.62, 21.64] Wrecks that may be towed now: there is a facility, they are not at one, nobody hinders."""
    places = facilities(state, side)
    if not places:
        return []
    closed = unsafe(state, side)
    return [
        name
        for name, wreck in state.wrecks.items()
        if wreck.side == side and wreck.at >= 0 and not wreck.towed and wreck.at not in places and not closed[wreck.at]
    ]


def nearest(state: Campaign, side: str, at: int) -> int:
    """[21.67] Hexes to the nearest facility on the map."""
    return min((board().distance(at, there) for there in facilities(state, side) if there >= 0), default=-1)


def _ground(state: Campaign, side: str) -> Ground:
    """[26.21] The map as those meet it who tow."""
    return ground_alone(state, side, GAIT, TOW // POINT)


def tow_reach(state: Campaign, wreck: Wreck) -> Reach:
    shut = unsafe(state, wreck.side)
    return _ground(state, wreck.side).flood(wreck.at, TOW, compress(range(len(shut)), shut), bytes(len(shut)))


class Towing(Decision[Campaign], frozen=True):
    """[21.62, 21.63, 21.65] The Towing Segment. The listing offers the way that leads nearest to a facility."""

    side: Side
    exhaustive: ClassVar[bool] = False

    def prompt(self, state: Campaign) -> str:
        return "Tow broken-down and destroyed vehicles."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        ways = (Branch(1, partial(self._way, state, name)) for name in towable(state, self.side))
        return Branches[Action](branch((Done(),)), *ways)

    def _way(self, state: Campaign, name: str) -> Sequence[Action]:
        wreck = state.wrecks[name]
        found = tow_reach(state, wreck)
        now = nearest(state, self.side, wreck.at)
        best = min(found, key=lambda at: (nearest(state, self.side, at), at), default=None)
        if best is None or nearest(state, self.side, best) >= now:
            return ()
        return (Tow(name, tuple(board().name(at) for at in found.path(best))),)

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Tow):
            raise Refusal("21.62", "tow wrecks, or: done")
        wreck = state.wrecks.get(action.name)
        if wreck is None or wreck.side != self.side:
            raise Refusal("22.11", f"{action.name} is not a wreck of yours")
        if wreck.towed:
            raise Refusal("21.63", f"{action.name} has been towed in this phase")
        if action.points > wreck.points:
            raise Refusal("21.64", f"{action.name} has {plural(wreck.points, 'point')}")
        if not facilities(state, self.side):
            raise Refusal("21.67", "there is no Repair Facility to tow it to")
        way = _hexes(action.path)
        if way[0] != wreck.at:
            raise Refusal("21.63", f"{action.name} is at {board().name(wreck.at)}")
        closed = unsafe(state, self.side)
        if any(closed[at] for at in way):
            raise Refusal("21.64", "the enemy controls the way")
        points = self._cost(state, way)
        if points > TOW and not (self._is_pulled(state, action) and points <= squadron_table().tow * POINT):
            raise Refusal("21.63", "wrecks may be towed only ten Capability Points in a phase, twenty by a squadron")
        if nearest(state, self.side, way[-1]) >= nearest(state, self.side, way[0]):
            raise Refusal("21.67", "wrecks must be towed towards the nearest Repair Facility")

    def _is_pulled(self, state: Campaign, action: Tow) -> bool:
        """[22.65]"""
        wreck = state.wrecks[action.name]
        return bool(tractor(state, self.side, wreck, action.points or wreck.points))

    def _cost(self, state: Campaign, way: Sequence[int]) -> int:
        points = 0
        for here, there in pairwise(way):
            if there not in neighbours()[here]:
                raise Refusal("8.13", f"{board().name(there)} is not next to it")
            cost = _ground(state, self.side).cost(here, there)
            if cost is None:
                raise Refusal("21.63", f"a truck cannot go to {board().name(there)}")
            points += cost
        return points

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if not isinstance(action, Tow):
            draft.pop()
            return
        wreck = draft.state.wrecks[action.name]
        if self._cost(draft.state, _hexes(action.path)) > TOW:  # [22.65] beyond what trucks do
            pull(draft, tractor(draft.state, self.side, wreck, action.points or wreck.points), _hexes(action.path)[-1])
        left = wreck.points - action.points if action.points else 0
        moved = replace(wreck, at=board().hex(action.path[-1]), points=wreck.points - left, towed=True)
        if left:  # [21.64] a marker of its own for those that are towed
            draft.amend("wrecks", action.name, replace(wreck, points=left))
            name = add_wreck(draft, moved)
        else:
            name = action.name
            draft.amend("wrecks", name, moved)
        draft.note("towed", wreck=name, path=list(action.path), side=self.side)


def _hexes(path: tuple[str, ...]) -> list[int]:
    return [board().named_hex(name, "21.63") for name in path]
