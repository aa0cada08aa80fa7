"""[8.5] Reaction: units that get out of the way of an enemy who moves next to them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.fields import Reach
from sandtable.core.frames import NEVER, Decision, Draft
from sandtable.core.listing import Listing, Made
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.ground.contact import is_engaged
from sandtable.games.campaign_for_north_africa.ground.zones import casters, controlled_without, controllers, named_way
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import limits
from sandtable.games.campaign_for_north_africa.logistics.truck_routes import Way, drive_allowance, drive_left
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.movement.fuel import can_pay, check_fuel
from sandtable.games.campaign_for_north_africa.movement.orders import React, Stay
from sandtable.games.campaign_for_north_africa.movement.reach import (
    Plan,
    budget,
    has_room,
    may_part,
    most,
    party_of,
    plan,
    reach_of,
)
from sandtable.games.campaign_for_north_africa.movement.supply_retreats import (
    MOTORS,
    can_roll,
    check_motors,
    check_train,
    drive_motors,
    drive_train,
    has_depot_room,
    motors_reach,
    train_reach,
)
from sandtable.games.campaign_for_north_africa.organisation.attaching import check_detach, do_detach
from sandtable.games.campaign_for_north_africa.organisation.orders import Detach
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.units import (
    BATTALION,
    BRIGADE,
    COMPANY,
    DIVISION,
    cpa,
    is_combat,
    is_immobile,
    is_motorised,
    motors_needed,
    size,
)
from sandtable.games.campaign_for_north_africa.state import (
    POINT,
    ROMMEL,
    SPENT_FORCE,
    Campaign,
    all_of,
    enemy_of,
    side_of,
    top_of,
)

NO_HEX = -1
FASTER = 6  # [8.53] Capability Points by which an attacker pins
ESCAPE = 6 * POINT  # half points that are offered to a unit with less left of its Allowance
FAR_ENOUGH = 20 * POINT  # half points that are listed for Rommel
AS_NEEDED = -1  # Motorization Points that go with a unit


# Who may react


def why_not_react(state: Campaign, name: str, movers: Sequence[str], target: int = NO_HEX) -> Refusal | None:
    """[8.53, 8.54, 6.26, 31.0] What keeps a unit with all that is attached to it where it is, when these counters have
    come next to it; `target` is the hex on which they have announced a Close Assault. Rommel goes from anybody."""
    if name in state.replacements:
        return Refusal("20.46", f"{name} consists of Replacement Points and cannot react")
    names = tuple(all_of(state, name))
    if any(state.units[each].cohesion <= SPENT_FORCE for each in names):
        return Refusal("6.26", f"{name} has lost all cohesion")
    if name == ROMMEL:
        return None
    if is_immobile(state, name) or not all(is_motorised(state, each) for each in names):
        return Refusal("8.53", f"{name} is not motorised and cannot react")
    if is_engaged(state, name):
        return Refusal("8.53", f"{name} is Engaged and cannot react")
    if is_zoned(state, name, movers):
        return Refusal("8.53", f"{name} is already in an enemy zone and cannot react")
    if state.units[name].at == target and is_pinned(state, name, movers):
        return Refusal("8.53", f"{name} is pinned by a faster enemy who will assault it")
    return None


def is_pinned(state: Campaign, name: str, movers: Sequence[str]) -> bool:
    """[8.53, 8.54] Whether one of the movers is so much faster, and not too small to pin."""
    own, large = cpa(state, name), size(state, name)
    return any(
        is_combat(state, mover) and cpa(state, mover) >= own + FASTER and can_pin(size(state, mover), large)
        for mover in movers
    )


def can_pin(pinning: int, pinned: int) -> bool:
    """[8.54] No battalion pins a division, and no company a brigade or more."""
    if pinned >= DIVISION:
        return pinning > BATTALION
    return pinning > COMPANY if pinned >= BRIGADE else True


def is_zoned(state: Campaign, name: str, movers: Sequence[str]) -> bool:
    """[8.53, 8.54] Whether it was in an enemy zone before they came, of units that are not too small to pin it."""
    at, foe, large = state.units[name].at, enemy_of(side_of(name)), size(state, name)
    return any(can_pin(size(state, other), large) for other in controllers(state, at, foe, movers))


def able(state: Campaign, side: Side, movers: Sequence[str], at: int, target: int) -> tuple[str, ...]:
    """[8.51, 8.53, 31.0] Counters next to a hex that may react to those who have come there: combat units, others that
    stand with them, and Rommel wherever he is."""
    return tuple(
        name
        for near in casters(state, at, side)
        for name in state.stacks[near]
        if (name == ROMMEL or _has_guard(state, near)) and why_not_react(state, name, movers, target) is None
    )


def able_parts(state: Campaign, side: Side, movers: Sequence[str], at: int, target: int) -> tuple[str, ...]:
    """[8.56] Units that may react if they are detached, of counters that stay or not."""
    return tuple(
        part
        for near in casters(state, at, side)
        for counter in state.stacks[near]
        for part in _below(state, counter)
        if is_combat(state, part)
        and motors_needed(state, part) <= state.units[counter].motors
        and why_not_react(_detached(state, part), part, movers, target) is None
    )


def _below(state: Campaign, name: str) -> Iterator[str]:
    for part in state.parts.get(name, ()):
        yield part
        yield from _below(state, part)


def able_trains(state: Campaign, side: Side, movers: Sequence[str], at: int) -> tuple[str, ...]:
    """[8.53, 32.58] Supply Units on Motorization Points with combat units in their hex, unless the enemy is fast."""
    if not state.supply:
        return ()
    fastest = max((cpa(state, mover) for mover in movers if is_combat(state, mover)), default=0)
    if fastest >= limits().reaction_allowance:
        return ()
    return tuple(
        name
        for near in casters(state, at, side)
        for name in state.supply_at(near, side)
        if can_roll(state.supply[name])
        and _has_guard(state, near)
        and not controlled_without(state, near, enemy_of(side), movers)
    )


def able_motors(state: Campaign, side: Side, movers: Sequence[str], at: int, target: int) -> tuple[int, ...]:
    """[8.53, 8.98] Hexes with unattached Motorization Points that stand with combat units and can still drive: not
    pinned by a much faster enemy who will assault the hex, and in no other enemy zone."""
    pool = state.motors.get(side)
    if not pool:
        return ()
    fastest = max((cpa(state, mover) for mover in movers if is_combat(state, mover)), default=0)
    pinning = fastest >= drive_allowance() // POINT + FASTER
    return tuple(
        near
        for near in casters(state, at, side)
        if pool.get(near)
        and _has_guard(state, near)
        and not (pinning and near == target)
        and not controlled_without(state, near, enemy_of(side), movers)
        and drive_left(state, side, near, 1) > 0
    )


def _has_guard(state: Campaign, hex: int) -> bool:
    return any(is_combat(state, name) for name in state.stacks[hex])


# The question


class Reacting(Decision[Campaign], frozen=True):
    """[8.51, 8.52] Somebody may get out of the way, one stack after the other. Whoever does marches in turn: `march`,
    where the question is asked, says how."""

    # Several counters of a hex may react together; the list offers each alone.
    exhaustive: ClassVar[bool] = False
    side: Side
    movers: tuple[str, ...]
    at: int
    target: int = NO_HEX
    tops: tuple[str, ...] = ()  # counters
    parts: tuple[str, ...] = ()  # [8.56] attached units
    trains: tuple[str, ...] = ()  # [32.58] Supply Units
    motors: tuple[int, ...] = ()  # [8.53] hexes with unattached Motorization Points

    def prompt(self, state: Campaign) -> str:
        points = (f"motors at {board().name(hex)}" for hex in self.motors)
        who = ", ".join((*self.tops, *self.parts, *self.trains, *points)) or "some unit"  # the mover is not told who
        return f"{', '.join(self.movers)} moved to {board().name(self.at)}: react with {who}, or stay."

    def interrupt(self, state: Campaign, side: str) -> str:
        return "reaction"

    def settled(self, state: Campaign, side: str, choice: str) -> Action | None:
        return Stay() if choice == NEVER else None

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return Listing[Action](
            (Stay(),),
            *(_escapes(state, name) for name in self.tops),
            *(_part_escapes(state, self, name) for name in self.parts),
            *(_train_escapes(state, self.side, name) for name in self.trains),
            *(_motor_escapes(state, self.side, hex) for hex in self.motors),
        )

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Stay):
            return
        if not isinstance(action, React):
            raise Refusal("8.51", "react, or stay")
        if action.units[0] in state.supply:
            _check_train(state, self, action)
        elif action.units[0] == MOTORS:
            _check_motors(state, self, action)
        else:
            _planned(state, self, action)

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if not isinstance(action, React):
            draft.pop()
            return
        state, first = draft.state, action.units[0]
        if first in state.supply:
            way = _check_train(state, self, action)
            self._go_on(draft, action.units)
            drive_train(draft, self.side, first, way.path, "react")
        elif first == MOTORS:
            count, way = _check_motors(state, self, action)
            self._go_on(draft, (), way.path[0])
            drive_motors(draft, self.side, count, way)
        else:
            found = _planned(state, self, action)
            self._go_on(draft, action.units)
            for name in action.units:
                if draft.state.units[name].attached:
                    do_detach(draft, self.side, _order(draft.state, name, action.motors))
            self.set_out(draft, found)

    @abstractmethod
    def set_out(self, draft: Draft[Campaign], found: Plan) -> None:
        """Start counters that react along their way."""

    def _go_on(self, draft: Draft[Campaign], gone: Sequence[str], emptied: int = NO_HEX) -> None:
        """Ask the others next, if there are any."""
        left = replace(
            self,
            tops=tuple(name for name in self.tops if name not in gone),
            parts=tuple(part for part in self.parts if part not in gone and top_of(draft.state, part) not in gone),
            trains=tuple(name for name in self.trains if name not in gone),
            motors=tuple(hex for hex in self.motors if hex != emptied),
        )
        if left.tops or left.parts or left.trains or left.motors:
            draft.swap(left)
        else:
            draft.pop()


def _escapes(state: Campaign, name: str) -> Sequence[Action]:
    try:
        party = party_of(state, side_of(name), (name,), "react")
    except Refusal:
        return ()
    if not may_part(state, party):
        return ()
    points = min(max(budget(state, party), ESCAPE), most(state, party))
    found = reach_of(state, party, min(points, FAR_ENOUGH) if name == ROMMEL else points)
    ends = [end for end in found if has_room(state, party, end) and can_pay(state, party, found, end)]
    return _reacts(name, party.at, found, ends)


def _part_escapes(state: Campaign, frame: Reacting, name: str) -> Sequence[Action]:
    """Only while the parent does not suffer from it [8.56]."""
    if _why_not_detach(state, frame, name) is not None:
        return ()
    return _escapes(_detached(state, name), name)


def _train_escapes(state: Campaign, side: Side, name: str) -> Sequence[Action]:
    found = train_reach(state, side, name)
    return _reacts(name, state.supply[name].at, found, [end for end in found if has_depot_room(state, side, name, end)])


def _motor_escapes(state: Campaign, side: Side, hex: int) -> Sequence[Action]:
    found = motors_reach(state, side, hex)
    return _reacts(MOTORS, hex, found, list(found))


def _reacts(name: str, at: int, found: Reach, ends: Sequence[int]) -> Sequence[Action]:
    return Made(ends, lambda end: React((name,), named_way(found, at, end)))


# Doing it


def _planned(state: Campaign, frame: Reacting, action: React) -> Plan:
    """[8.53, 8.55, 8.56] The way of counters that react, or of one unit that is detached for it."""
    known = state.derived.get(action)
    if isinstance(known, Plan):
        return known
    _check_load(frame, action)
    if len({*action.units}) < len(action.units):
        raise Refusal("8.56", "a unit is named twice")
    for name in action.units:
        if name in frame.tops:
            continue
        if name not in frame.parts:
            raise _why_not_asked(state, frame, name)
        if (refusal := _why_not_detach(state, frame, name, action.motors)) is not None:
            raise refusal
    trial = state
    for name in action.units:
        if name in frame.parts:
            trial = _detached(trial, name, action.motors)
    found = plan(trial, party_of(trial, frame.side, action.units, "react"), action.path)
    check_fuel(trial, found, ())
    state.derived[action] = found
    return found


def _check_load(frame: Reacting, action: React) -> None:
    """[8.56] Trucks are divided between a parent and a unit that leaves it."""
    if action.motors >= 0 and (len(action.units) > 1 or action.units[0] in frame.tops):
        raise Refusal("8.56", "Motorization Points may be divided only with a single unit that leaves its parent")


def _why_not_asked(state: Campaign, frame: Reacting, name: str) -> Refusal:
    if name not in state.units or side_of(name) != frame.side:
        return Refusal("8.51", f"{name} is not yours")
    if state.units[name].at not in neighbours()[frame.at]:
        return Refusal("8.51", "no enemy has moved next to it")
    return why_not_react(state, name, frame.movers, frame.target) or Refusal("8.56", f"{name} cannot react now")


def _why_not_detach(state: Campaign, frame: Reacting, name: str, motors: int = AS_NEEDED) -> Refusal | None:
    """[8.56, 19.44] Only what is assigned, and not so that the parent, a shell now, is pinned."""
    top = top_of(state, name)
    try:
        check_detach(state, frame.side, _order(state, name, motors), "reaction")
    except Refusal as refusal:
        return refusal
    after = _detached(state, name, motors)
    if not all(is_motorised(after, each) for each in all_of(after, name)):
        return Refusal("8.53", f"{name} does not have enough Motorization Points to react")
    if top not in frame.tops:
        return None
    pinned = after.units[top].at == frame.target and is_pinned(after, top, frame.movers)
    if not pinned and not is_zoned(after, top, frame.movers):
        return None
    return Refusal("8.56", f"{top} would be pinned without {name}")


def _order(state: Campaign, name: str, motors: int = AS_NEEDED) -> Detach:
    """[8.56, 8.97] To leave with the vehicles that carry it, or with as many as its owner says."""
    if motors < 0:
        motors = min(motors_needed(state, name), state.units[top_of(state, name)].motors)
    return Detach((name,), motors)


def _detached(state: Campaign, name: str, motors: int = AS_NEEDED) -> Campaign:
    """The position in which a unit has left its parent."""
    key = "detached", name, motors
    found: Campaign | None = state.derived.get(key)
    if found is None:
        draft = Draft(state, _NoDice())
        do_detach(draft, side_of(name), _order(state, name, motors))
        found = state.derived[key] = draft.state
    return found


class _NoDice:
    def roll(self, n: int, purpose: str, sides: int) -> int:
        raise AssertionError(f"nobody rolls for {purpose}")


def _check_train(state: Campaign, frame: Reacting, action: React) -> Way:
    """[32.58, 8.55] The way of a Supply Unit that reacts, by itself."""
    name = action.units[0]
    if len(action.units) > 1:
        raise Refusal("32.58", "Supply Units react one at a time")
    if name not in frame.trains:
        raise Refusal("32.58", f"{name} cannot react now")
    return check_train(state, frame.side, name, action.path)


def _check_motors(state: Campaign, frame: Reacting, action: React) -> tuple[int, Way]:
    """[8.53, 8.98] The way of unattached Motorization Points that react, all of a hex or some."""
    if len(action.units) > 1:
        raise Refusal("8.53", "unattached Motorization Points react by themselves")
    if board().index.get(action.path[0], NO_HEX) not in frame.motors:
        raise Refusal("8.53", f"no unattached Motorization Points react from {action.path[0]}")
    return check_motors(state, frame.side, action.path, action.motors)
