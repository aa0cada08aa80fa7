"""[16.0, 16.1, 16.2] Patrols: who may look at an enemy hex, and from where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import ground_of
from sandtable.games.campaign_for_north_africa.ground.zones import apparent, casters, stands
from sandtable.games.campaign_for_north_africa.map import away, board
from sandtable.games.campaign_for_north_africa.order_forms import Done, Points
from sandtable.games.campaign_for_north_africa.patrols.orders import Patrol
from sandtable.games.campaign_for_north_africa.patrols.patrol_results import Mission
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.pieces.units import gait, is_motorised
from sandtable.games.campaign_for_north_africa.pieces.weapons import weapons
from sandtable.games.campaign_for_north_africa.repair.repair_phase import is_storm
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of, everyone_at

FROM_A_HEX, AGAINST_A_HEX = 2, 3  # [16.13, 16.14] Patrol Points
TIRED = -8  # [16.15] Cohesion Level
RANGE = 5  # [16.22] hexes


# Who may patrol, and where


def may_patrol(state: Campaign, name: str, weapon: str) -> bool:
    """[16.11, 16.15] Recce-type units, light tanks, and infantry that is motorised or mechanised."""
    found, unit = counters()[name], state.units[name]
    if unit.cohesion <= TIRED or not unit.toe.get(weapon):
        return False
    if found.is_recce_type or (weapon and weapons()[weapon].may_patrol):
        return True
    return found.is_infantry_type and ("mechanised" in found.symbols or is_motorised(state, name))


def scouts(state: Campaign, at: int, side: str) -> list[Points]:
    """All points in a hex that may patrol."""
    return [
        Points(name, weapon, points)
        for name in everyone_at(state, at, side)
        for weapon, points in state.units[name].toe.items()
        if may_patrol(state, name, weapon)
    ]


def within_reach(state: Campaign, side: str, name: str, start: int, goal: int) -> bool:
    """[16.22] Five hexes at most over ground that the unit can pass, not through hexes that enemies hold or, as far as
    one must expect it, control, but for those who are looked at."""
    steps, edge = ground_of(state, (gait(state, name),)).steps, [start]
    for _ in range(RANGE):
        near = dict.fromkeys(there for here in edge for there, _ in steps(here))
        if goal in near:
            return True
        edge = [there for there in near if _open(state, side, there, goal)]
    return False


def _open(state: Campaign, side: str, at: int, goal: int) -> bool:
    if state.holder(at):
        return state.holder(at) == side  # [10.26]
    if not apparent(state, side)[at]:
        return True
    facts = counters()
    return not any(
        sum(facts[name].stacking for name in state.stacks[near]) > 1
        for near in casters(state, at, enemy_of(side))
        if near != goal
    )


def targets(state: Campaign, side: str, start: int) -> list[int]:
    """[16.17, 16.21, 16.22] Enemy hexes as the crow flies that may be looked at from here."""
    enemies = stands(state, enemy_of(side))
    if is_storm(state, start) or away(start, enemies) > RANGE:
        return []
    return [
        at
        for at in enemies
        if board().distance(start, at) <= RANGE and not is_storm(state, at) and at not in state.shelled
    ]


def open_patrols(draft: Draft[Campaign], side: Side) -> None:
    """[16.21, 5.2] For a player who has assaulted nobody in this Operations Stage."""
    if draft.state.fought.get(side):
        return
    frame = Patrols(side)
    if next(frame.single(draft.state), None):
        draft.push(frame)


class Patrols(Decision[Campaign], frozen=True):
    """[16.12, 16.21] As many patrols as the player wishes. The listing sends points of one unit."""

    side: Side
    sent: dict[int, int] = {}  # [16.13] Patrol Points by the hex they came from
    seen: dict[int, int] = {}  # [16.14] and by the hex they went to
    exhaustive: ClassVar[bool] = False

    def prompt(self, state: Campaign) -> str:
        return "Send patrols: choose a counter, then an enemy hex."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return [Done(), *self.single(state)]

    def single(self, state: Campaign) -> Iterator[Action]:
        for start in stands(state, self.side):
            left = FROM_A_HEX - self.sent.get(start, 0)
            there = targets(state, self.side, start) if left else []
            if not there:
                continue
            for scout in scouts(state, start, self.side):
                for at in there:
                    count = min(left, scout.points, AGAINST_A_HEX - self.seen.get(at, 0))
                    if count > 0 and within_reach(state, self.side, scout.unit, start, at):
                        yield Patrol(board().name(at), (replace(scout, points=count),))

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Patrol) or not action.points:
            raise Refusal("16.12", "send a patrol, or: done")
        at = board().named_hex(action.at, "16.22")
        if state.holder(at) != enemy_of(self.side):
            raise Refusal("16.22", f"no enemy is in {action.at}")
        if at in state.shelled:
            raise Refusal("16.21", f"{action.at} has been barraged in this Operations Stage")
        if is_storm(state, at):
            raise Refusal("16.17", f"there is a storm over {action.at}")
        for name in action.besides:
            found = counters().get(name)
            if found is None or found.side == self.side:
                raise Refusal("16.55", f"there is no enemy unit {name}")
        self._check_points(state, at, action.points)

    def _check_points(self, state: Campaign, at: int, points: tuple[Points, ...]) -> None:
        if len({(each.unit, each.weapon) for each in points}) != len(points):
            raise Refusal("16.12", "the same points are named twice")
        if self.seen.get(at, 0) + sum(each.points for each in points) > AGAINST_A_HEX:
            raise Refusal("16.14", "at most three Patrol Points may be sent to a hex")
        hexes = dict(self.sent)
        for each in points:
            start = self._check_scout(state, at, each)
            hexes[start] = hexes.get(start, 0) + each.points
            if hexes[start] > FROM_A_HEX:
                raise Refusal("16.13", "at most two Patrol Points may be sent from a hex")

    def _check_scout(self, state: Campaign, at: int, each: Points) -> int:
        unit = state.units.get(each.unit)
        if unit is None or counters()[each.unit].side != self.side or unit.at < 0:
            raise Refusal("16.12", f"{each.unit} is not a unit of yours on the map")
        if not 0 < each.points <= unit.toe.get(each.weapon, 0):
            raise Refusal("16.12", f"{each.unit} does not have that many points")
        if unit.cohesion <= TIRED:
            raise Refusal("16.15", f"{each.unit} is too disorganised to patrol")
        if not may_patrol(state, each.unit, each.weapon):
            raise Refusal("16.11", f"{each.unit} is not of a type that can patrol")
        if is_storm(state, unit.at):
            raise Refusal("16.17", f"there is a storm over {board().name(unit.at)}")
        if not within_reach(state, self.side, each.unit, unit.at, at):
            raise Refusal("16.22", f"{each.unit} has no route of five hexes there")
        return unit.at

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if not isinstance(action, Patrol):
            draft.pop()
            return
        at, sent = board().hex(action.at), dict(self.sent)
        total = sum(each.points for each in action.points)
        for each in action.points:
            start = draft.state.units[each.unit].at
            sent[start] = sent.get(start, 0) + each.points
        draft.swap(replace(self, sent=sent, seen={**self.seen, at: self.seen.get(at, 0) + total}))
        draft.note("patrolled", side=self.side, at=action.at, points=total)
        draft.push(Mission(self.side, at, action.points, action.besides))
