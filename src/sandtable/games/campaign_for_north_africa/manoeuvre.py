"""[5.2 III G 1, 8.1, 8.2, 8.21] The Movement Segment: its player moves his units one after the other until he is done.

Trucks without a unit are not moved here [8.18]; they have a phase of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from sandtable.core.board import UnknownHex
from sandtable.core.fields import Reach
from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing, Made
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa import attaching, region, regrouping
from sandtable.games.campaign_for_north_africa.actions import Attach, Depart, Destroy, Detach, Done, Move, Surrender
from sandtable.games.campaign_for_north_africa.counters import Side, counters
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.march import NO_HEX, can_pay, can_start, check_fuel, set_out
from sandtable.games.campaign_for_north_africa.movement import (
    Party,
    Plan,
    check_able,
    has_room,
    may_part,
    most,
    named_way,
    party_of,
    plan,
    reach,
    reach_of,
)
from sandtable.games.campaign_for_north_africa.samples import rotated, spread
from sandtable.games.campaign_for_north_africa.stacking import overstacked
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of, enemy_of, mark
from sandtable.games.campaign_for_north_africa.zones import casters, near_enemy, stands, within_two

MOVERS, GOALS = 8, 4  # counters that are listed at a time, and hexes for each


class Order(NamedTuple):
    """What one kind of action needs: its legal instances, its refusals, its doing."""

    listed: Callable[[Campaign, Side], Sequence[Action]]
    check: Callable[[Campaign, Side, Any], None]
    do: Callable[[Draft[Campaign], Side, Any], None]


def _orders() -> Mapping[type[Action], Order]:
    """The other things that are done in this segment; their chapters are read when they are needed."""
    from sandtable.games.campaign_for_north_africa import depots, surrender

    return {
        Attach: Order(regrouping.listed_attach, regrouping.check_attach, attaching.do_attach),
        Detach: Order(regrouping.listed_detach, regrouping.check_detach, attaching.do_detach),
        Destroy: Order(depots.listed_destroy, depots.check_destroy, depots.do_destroy),
        Surrender: Order(_surrenders, surrender.check_surrender, surrender.do_surrender),
        Depart: Order(region.listed_depart, region.check_depart, region.do_depart),
    }


def _surrenders(state: Campaign, side: Side) -> Sequence[Action]:
    """[17.51] One order for each hex next to an enemy who would accept."""
    from sandtable.games.campaign_for_north_africa.surrender import taker

    near = near_enemy(state, side)
    return [Surrender(board().name(hex)) for hex in stands(state, side) if hex in near and taker(state, hex, side)]


def open_movement(draft: Draft[Campaign], side: Side) -> None:
    """[8.0, 8.22] A Movement Segment begins; what enemies have left since the last one may be entered [10.24]."""
    draft.push(Movement(side, left=draft.state.retreating))


class Movement(Decision[Campaign], frozen=True):
    """The Phasing Player moves as many of his units as he likes, singly or stacked."""

    # Several counters may move together along any way; the list offers some, each alone and to a few hexes.
    exhaustive: ClassVar[bool] = False
    side: Side
    done: tuple[str, ...] = ()  # counters that have stopped in this segment and move no further
    going: tuple[str, ...] = ()  # the counters that moved last: they may go on while nobody else has moved
    begun: bool = False  # [32.17] whether anybody has moved
    left: tuple[str, ...] = ()  # [10.24] hexes the enemy had left when the segment began

    def asked(self, state: Campaign) -> tuple[str, ...]:
        return (self.side,)

    def prompt(self, state: Campaign) -> str:
        text = "Move your units"
        if crowded := overstacked(state, self.side):
            text += f"; too many stand at {', '.join(board().name(at) for at in crowded)}"
        return f"{text}; `done` ends the segment."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return Listing(self.actions_without_moves(state, side), self.moves(state))

    def actions_without_moves(self, state: Campaign, side: str) -> Sequence[Action]:
        """All but movement over land."""
        done = () if self._why_not_done(state) else (Done(),)
        others = [order.listed(state, self.side) for kind, order in _orders().items() if not self._is_late(kind)]
        return Listing[Action](done, *others)

    def moves(self, state: Campaign) -> Sequence[Action]:
        """Some counters by themselves, each to a few of the hexes within its Allowance. First come those who must leave
        a hex that is too full and those who went last, then others, after every event different ones."""
        crowded = [name for hex in overstacked(state, self.side) for name in state.stacks[hex]]
        others = rotated([name for hex in stands(state, self.side) for name in state.stacks[hex]], state.count)
        free = (name for name in dict.fromkeys((*self.going, *others))
                if name not in crowded and self._may_move(state, name))
        blocks = (self._moves(state, name) for name in free)
        return Listing(*(self._must_leave(state, name) for name in crowded),
                       *islice((block for block in blocks if block), MOVERS))

    def movable(self, state: Campaign) -> list[str]:
        """Counters that may still move in this segment."""
        done = frozenset(self.done)
        return [
            name for hex in stands(state, self.side) for name in state.stacks[hex]
            if name not in done and _is_able(state, self.side, name)
        ]

    def _may_move(self, state: Campaign, name: str) -> bool:
        return name not in self.done and _is_able(state, self.side, name)

    def _moves(self, state: Campaign, name: str) -> Sequence[Action]:
        party = party_of(state, self.side, (name,), started=self.going)
        if not may_part(state, party) or not can_start(state, party): return ()
        found = reach(state, (name,), started=self.going)
        goals = [goal for goal in spread(found.hexes, GOALS, state.count) if _may_end(state, party, found, goal)]
        return Made(goals, lambda goal: Move((name,), named_way(found, party.at, goal)))

    def _must_leave(self, state: Campaign, name: str) -> Sequence[Action]:
        """[9.31] Every way out of a hex that is too full, whatever it costs."""
        if not self._may_move(state, name): return ()
        party = party_of(state, self.side, (name,), started=self.going)
        if not may_part(state, party) or not can_start(state, party): return ()
        found = reach_of(state, party, most(state, party))
        goals = (goal for goal in found if _may_end(state, party, found, goal))
        return [Move((name,), named_way(found, party.at, goal)) for goal in islice(goals, GOALS)]

    def plan(self, state: Campaign, action: Move) -> Plan:
        """[8.1] The way of a move, worked out once to check it and to carry it out."""
        known = state.derived.get(action)
        if isinstance(known, Plan): return known
        stopped = next((name for name in action.units if name in self.done), None)
        if stopped is not None: raise Refusal("8.14", f"{stopped} has stopped and moves no further in this segment")
        party = party_of(state, self.side, action.units, started=self.going)
        way, _ = _aim(state, self.side, action)
        found = plan(state, party, way)
        check_fuel(state, found, action.supply)
        state.derived[action] = found
        return found

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            if (refusal := self._why_not_done(state)) is not None: raise refusal
        elif isinstance(action, Move): self.plan(state, action)
        else:
            order = _orders().get(type(action))
            if order is None: raise Refusal("8.0", f"'{action}' does not belong to the Movement Segment")
            if self._is_late(type(action)): raise Refusal("32.17", "that is done before anybody moves")
            order.check(state, self.side, action)

    def _is_late(self, kind: type[Action]) -> bool:
        """[32.17] Supply Units are destroyed before any movement."""
        return kind is Destroy and self.begun

    def _why_not_done(self, state: Campaign) -> Refusal | None:
        """[9.14, 9.31] Not while a hex holds too much and somebody could still leave it."""
        for hex in overstacked(state, self.side):
            if any(self._must_leave(state, name) for name in state.stacks[hex]):
                return Refusal("9.31", f"too many units stand at {board().name(hex)}")
        return None

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if isinstance(action, Done):
            draft.pop()
            end_segment(draft, self.side, self.left)
        elif isinstance(action, Move): self._move(draft, action)
        else:
            if isinstance(action, Detach): self._inherit(draft, action)
            _orders()[type(action)].do(draft, self.side, action)

    def _move(self, draft: Draft[Campaign], action: Move) -> None:
        found, (_, target) = self.plan(draft.state, action), _aim(draft.state, self.side, action)
        stopped = tuple(name for name in self.going if name not in found.party.counters)
        draft.swap(replace(self, done=(*self.done, *stopped), going=found.party.counters, begun=True))
        set_out(draft, found, action.supply, target)

    def _inherit(self, draft: Draft[Campaign], action: Detach) -> None:
        """[19.44] A unit that leaves its parent has come as far as the parent, and only one of the two goes on."""
        tops = {_top(draft.state, name) for name in action.units}
        done = (*self.done, *(name for name in action.units if tops & {*self.done}))
        going = (*self.going, *(name for name in action.units if tops & {*self.going}))
        draft.swap(replace(self, done=done, going=going))


def _top(state: Campaign, name: str) -> str:
    while above := state.units[name].attached: name = above
    return name


def _may_end(state: Campaign, party: Party, found: Reach, goal: int) -> bool:
    return has_room(state, party, goal) and can_pay(state, party, found, goal)


def _is_able(state: Campaign, side: Side, name: str) -> bool:
    try: check_able(state, side, name)
    except Refusal: return False
    return True


def _aim(state: Campaign, side: Side, action: Move) -> tuple[tuple[str, ...], int]:
    """[8.53] The way of a move and the hex on which an assault is announced: the last one named if the enemy holds it,
    otherwise the only enemy hex next to the end."""
    if not action.assault: return action.path, NO_HEX
    foe = enemy_of(side)
    try: last = board().hex(action.path[-1])
    except UnknownHex as error: raise Refusal("8.13", str(error)) from None
    if state.holder(last) == foe:
        if len(action.path) < 3: raise Refusal("8.53", "an assault is announced by moving next to the enemy")
        return action.path[:-1], last
    near = casters(state, last, foe)
    if not near: raise Refusal("8.53", f"no enemy stands next to {action.path[-1]}")
    if len(near) > 1: raise Refusal("8.53", "several enemy hexes are next to it: name the one you will assault last")
    return action.path, near[0]


def close(draft: Draft[Campaign], names: Iterable[str]) -> None:
    """[8.14, 10.23] Counters have had to stop: write it into the segment that is under way."""
    stack = list(draft.state.stack)
    for place, frame in enumerate(stack):
        if not isinstance(frame, Movement): continue
        fresh = tuple(name for name in names if name not in frame.done)
        stack[place] = replace(frame, done=(*frame.done, *fresh))
    draft.change(stack=tuple(stack))


def end_segment(draft: Draft[Campaign], side: Side, left: Sequence[str] = ()) -> None:
    """[8.23, 10.24] Who is more than two hexes from every enemy moves no more in this phase, those in Reserve excepted;
    hexes that were open for an advance in this segment are not in the next."""
    state, near = draft.state, within_two(draft.state, side)
    units = state.units
    idle = [
        name for hex, counter in _counters(state, side) if hex not in near and not units[counter].reserve
        for name in all_of(state, counter) if not units[name].halted
    ]
    for name in idle: mark(draft, name, halted=True)
    kept = tuple(name for name in draft.state.retreating if name not in left)
    if kept != draft.state.retreating: draft.change(retreating=kept)


def _counters(state: Campaign, side: Side) -> list[tuple[int, str]]:
    facts = counters()
    return [(hex, name) for hex, names in state.stacks.items() for name in names if facts[name].side == side]
