"""[8.5] Reaction: units that get out of the way of an enemy who moves next to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.fields import Reach
from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing, Made
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.actions import Detach, React, Stay
from sandtable.games.campaign_for_north_africa.attaching import check_detach, do_detach
from sandtable.games.campaign_for_north_africa.baggage import (
    allowance,
    carriers,
    carry,
    check_carried,
    check_depot_room,
)
from sandtable.games.campaign_for_north_africa.contact import is_engaged
from sandtable.games.campaign_for_north_africa.counters import Side
from sandtable.games.campaign_for_north_africa.ground import ground_of
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.march import NO_HEX, can_pay, check_fuel, set_out
from sandtable.games.campaign_for_north_africa.movement import (
    Party,
    Plan,
    budget,
    closed_to,
    has_room,
    most,
    named_way,
    party_of,
    plan,
    reach_of,
    step_costs,
)
from sandtable.games.campaign_for_north_africa.state import (
    POINT,
    SPENT_FORCE,
    Campaign,
    all_of,
    enemy_of,
    side_of,
    top_of,
)
from sandtable.games.campaign_for_north_africa.supply_tables import limits
from sandtable.games.campaign_for_north_africa.units import (
    BATTALION,
    BRIGADE,
    COMPANY,
    DIVISION,
    Gait,
    cpa,
    is_combat,
    is_immobile,
    is_motorised,
    motors_needed,
    size,
)
from sandtable.games.campaign_for_north_africa.zones import casters, controlled_without, expected, hinders

FASTER = 6  # [8.53] Capability Points by which an attacker pins
ESCAPE = 6 * POINT  # half points that are offered to a unit with less left of its Allowance
TRUCK: tuple[Gait, ...] = ("motor",)


# Who may react


def why_not_react(state: Campaign, name: str, movers: Sequence[str], target: int = NO_HEX) -> Refusal | None:
    """[8.53, 8.54, 6.26] What keeps a unit with all that is attached to it where it is, when these counters have come
    next to it; `target` is the hex on which they have announced a Close Assault."""
    names = tuple(all_of(state, name))
    if any(state.units[each].cohesion <= SPENT_FORCE for each in names):
        return Refusal("6.26", f"{name} has lost all cohesion")
    if is_immobile(state, name) or not all(is_motorised(state, each) for each in names):
        return Refusal("8.53", f"{name} is not motorised and does not react")
    if is_engaged(state, name): return Refusal("8.53", f"{name} is Engaged and does not react")
    if is_zoned(state, name, movers): return Refusal("8.53", f"{name} is in an enemy zone already and does not react")
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
    if pinned >= DIVISION: return pinning > BATTALION
    return pinning > COMPANY if pinned >= BRIGADE else True


def is_zoned(state: Campaign, name: str, movers: Sequence[str]) -> bool:
    """[8.53, 8.54] Whether it was in an enemy zone before they came, of units that are not too small to pin it."""
    at, foe, large = state.units[name].at, enemy_of(side_of(name)), size(state, name)
    if not controlled_without(state, at, foe, movers): return False
    return any(
        can_pin(size(state, other), large)
        for near in casters(state, at, foe) for other in state.stacks[near] if other not in movers
    )


def able(state: Campaign, side: Side, movers: Sequence[str], at: int, target: int) -> tuple[str, ...]:
    """[8.51] Counters next to a hex that may react to those who have come there."""
    return tuple(
        name for near in casters(state, at, side) for name in state.stacks[near]
        if is_combat(state, name) and why_not_react(state, name, movers, target) is None
    )


def able_parts(state: Campaign, side: Side, movers: Sequence[str], at: int, target: int) -> tuple[str, ...]:
    """[8.56] Units that may react if they are detached, of counters that stay or not."""
    return tuple(
        part for near in casters(state, at, side) for counter in state.stacks[near]
        for part in _below(state, counter)
        if is_combat(state, part) and motors_needed(state, part) <= state.units[counter].motors
        and why_not_react(_detached(state, part), part, movers, target) is None
    )


def _below(state: Campaign, name: str) -> Iterator[str]:
    for part in state.parts.get(name, ()):
        yield part
        yield from _below(state, part)


def able_trains(state: Campaign, side: Side, movers: Sequence[str], at: int) -> tuple[str, ...]:
    """[8.53, 32.58] Supply Units on Motorization Points with combat units in their hex, unless the enemy is fast."""
    if not state.supply: return ()
    fastest = max((cpa(state, mover) for mover in movers if is_combat(state, mover)), default=0)
    if fastest >= limits().reaction_allowance: return ()
    return tuple(
        name for near in casters(state, at, side) for name in state.supply_at(near, side)
        if state.supply[name].motors >= carriers(state.supply[name]) and _has_guard(state, near)
        and not controlled_without(state, near, enemy_of(side), movers)
    )


def _has_guard(state: Campaign, hex: int) -> bool:
    return any(is_combat(state, name) for name in state.stacks[hex])


# The question


def open_reaction(draft: Draft[Campaign], mover: Side, movers: Sequence[str], at: int, target: int = NO_HEX) -> None:
    """[8.51] Combat units have moved into a hex: ask the enemies next to it who may react."""
    state, side = draft.state, enemy_of(mover)
    if not any(is_combat(state, name) for name in movers): return
    tops = able(state, side, movers, at, target)
    parts = able_parts(state, side, movers, at, target)
    trains = able_trains(state, side, movers, at)
    if tops or parts or trains: draft.push(Reaction(side, tuple(movers), at, target, tops, parts, trains))


class Reaction(Decision[Campaign], frozen=True):
    """[8.51, 8.52] Somebody may get out of the way, one stack after the other."""

    # Several counters of a hex may react together; the list offers each alone.
    exhaustive: ClassVar[bool] = False
    side: Side
    movers: tuple[str, ...]
    at: int
    target: int = NO_HEX
    tops: tuple[str, ...] = ()  # counters
    parts: tuple[str, ...] = ()  # [8.56] attached units
    trains: tuple[str, ...] = ()  # [32.58] Supply Units

    def asked(self, state: Campaign) -> tuple[str, ...]:
        return (self.side,)

    def prompt(self, state: Campaign) -> str:
        who = ", ".join((*self.tops, *self.parts, *self.trains))
        return f"{', '.join(self.movers)} came to {board().name(self.at)}: react with {who}, or stay."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return Listing[Action](
            (Stay(),), *(_escapes(state, name) for name in self.tops),
            *(_part_escapes(state, self, name) for name in self.parts),
            *(_train_escapes(state, self.side, name) for name in self.trains),
        )

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Stay): return
        if not isinstance(action, React): raise Refusal("8.51", "react, or stay")
        if action.units[0] in state.supply: _check_train(state, self, action)
        else: _planned(state, self, action)

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if not isinstance(action, React):
            draft.pop()
            return
        state = draft.state
        if action.units[0] in state.supply: path = _check_train(state, self, action)
        else: found = _planned(state, self, action)
        self._go_on(draft, action.units)
        if action.units[0] in state.supply:
            _drive(draft, self.side, action.units[0], path)
            return
        for name in action.units:
            if draft.state.units[name].attached: do_detach(draft, self.side, _order(draft.state, name))
        set_out(draft, found)

    def _go_on(self, draft: Draft[Campaign], gone: Sequence[str]) -> None:
        """Ask the others next, if there are any."""
        left = replace(
            self, tops=tuple(name for name in self.tops if name not in gone),
            parts=tuple(part for part in self.parts if part not in gone and top_of(draft.state, part) not in gone),
            trains=tuple(name for name in self.trains if name not in gone),
        )
        if left.tops or left.parts or left.trains: draft.swap(left)
        else: draft.pop()


def _escapes(state: Campaign, name: str) -> Sequence[Action]:
    try: party = party_of(state, side_of(name), (name,), "react")
    except Refusal: return ()
    found = reach_of(state, party, min(max(budget(state, party), ESCAPE), most(state, party)))
    ends = [end for end in found if has_room(state, party, end) and can_pay(state, party, found, end)]
    return _reacts(name, party.at, found, ends)


def _part_escapes(state: Campaign, frame: Reaction, name: str) -> Sequence[Action]:
    """Only while the parent does not suffer from it [8.56]."""
    if _why_not_detach(state, frame, name) is not None: return ()
    return _escapes(_detached(state, name), name)


def _train_escapes(state: Campaign, side: Side, name: str) -> Sequence[Action]:
    unit = state.supply[name]
    found = _train_reach(state, side, name)
    return _reacts(name, unit.at, found, [end for end in found if _has_depot_room(state, side, name, end)])


def _train_reach(state: Campaign, side: Side, name: str) -> Reach:
    """[8.55, 32.58] Never into a zone that must be expected."""
    unit, (_, hexes) = state.supply[name], expected(state, side)
    return ground_of(state, TRUCK).reach(unit.at, allowance() - unit.spent, hexes | closed_to(state, side))


def _has_depot_room(state: Campaign, side: Side, name: str, hex: int) -> bool:
    try: check_depot_room(state, side, (name,), hex)
    except Refusal: return False
    return True


def _reacts(name: str, at: int, found: Reach, ends: Sequence[int]) -> Sequence[Action]:
    return Made(ends, lambda end: React((name,), named_way(found, at, end)))


# Doing it


def _planned(state: Campaign, frame: Reaction, action: React) -> Plan:
    """[8.53, 8.55, 8.56] The way of counters that react, or of one unit that is detached for it."""
    known = state.derived.get(action)
    if isinstance(known, Plan): return known
    for name in action.units:
        if name in frame.tops: continue
        if name not in frame.parts: raise _why_not_asked(state, frame, name)
        if (refusal := _why_not_detach(state, frame, name)) is not None: raise refusal
    trial = state
    for name in action.units:
        if name in frame.parts: trial = _detached(trial, name)
    found = plan(trial, party_of(trial, frame.side, action.units, "react"), action.path)
    check_fuel(trial, found, ())
    state.derived[action] = found
    return found


def _why_not_asked(state: Campaign, frame: Reaction, name: str) -> Refusal:
    if name not in state.units or side_of(name) != frame.side: return Refusal("8.51", f"{name} is not yours")
    if state.units[name].at not in neighbours()[frame.at]: return Refusal("8.51", "no enemy has moved next to it")
    return why_not_react(state, name, frame.movers, frame.target) or Refusal("8.56", f"{name} does not react now")


def _why_not_detach(state: Campaign, frame: Reaction, name: str) -> Refusal | None:
    """[8.56, 19.44] Only what is assigned, and not so that the parent, a shell now, is pinned."""
    top = top_of(state, name)
    try: check_detach(state, frame.side, _order(state, name), "reaction")
    except Refusal as refusal: return refusal
    if top not in frame.tops or why_not_react(_detached(state, name), top, frame.movers, frame.target) is None:
        return None
    return Refusal("8.56", f"{top} would be pinned without {name}")


def _order(state: Campaign, name: str) -> Detach:
    """[8.56, 8.97] To leave with the vehicles that carry it."""
    motors = min(motors_needed(state, name), state.units[top_of(state, name)].motors)
    return Detach((name,), motors)


def _detached(state: Campaign, name: str) -> Campaign:
    """The position in which a unit has left its parent."""
    key = "detached", name
    found: Campaign | None = state.derived.get(key)
    if found is None:
        draft = Draft(state, _NoDice())
        do_detach(draft, side_of(name), _order(state, name))
        found = state.derived[key] = draft.state
    return found


class _NoDice:
    def roll(self, n: int, purpose: str, sides: int) -> int:
        raise AssertionError(f"nobody rolls for {purpose}")


def _check_train(state: Campaign, frame: Reaction, action: React) -> tuple[int, ...]:
    """[32.58, 8.55] The way of a Supply Unit that reacts, by itself."""
    name = action.units[0]
    if len(action.units) > 1: raise Refusal("32.58", "Supply Units react one by one")
    if name not in frame.trains: raise Refusal("32.58", f"{name} does not react now")
    unit = state.supply[name]
    party = Party(frame.side, (), (name,), unit.at, TRUCK, "react")
    places = tuple(board().hex(each) for each in action.path)
    if places[0] != unit.at: raise Refusal("8.13", f"{name} is at {board().name(unit.at)}")
    path = places
    if len(places) == 2 and places[1] not in board().neighbours[places[0]]:
        found = _train_reach(state, frame.side, name)
        if places[1] not in found: raise Refusal("32.58", f"{name} does not get to {action.path[1]}")
        path = found.path(places[1])
    costs = step_costs(state, party, path)
    check_carried(state, frame.side, name, unit.at, sum(costs))
    check_depot_room(state, frame.side, (name,), path[-1])
    return path


def _drive(draft: Draft[Campaign], side: Side, name: str, path: Sequence[int]) -> None:
    """[8.55] As far as no zone bars the way."""
    state, end = draft.state, 0
    while end + 1 < len(path) and not hinders(state, side, path[end + 1]): end += 1
    if not end: return
    ground = ground_of(state, TRUCK)
    cost = sum(ground.cost(path[i], path[i + 1]) or 0 for i in range(end))
    carry(draft, (name,), path[end], cost, state.supply[name].moved)
    draft.note("moved", units=[name], path=[board().name(hex) for hex in path[: end + 1]], mode="react")


