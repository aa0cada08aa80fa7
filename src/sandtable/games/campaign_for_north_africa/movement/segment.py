"""[5.2 III G 1, 8.1, 8.2, 8.21] The Movement Segment: its player moves his units one after the other until he is done.

Trucks without a unit are not moved here [8.18]; they have a phase of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, islice
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from sandtable.core.fields import Reach
from sandtable.core.frames import Draft
from sandtable.core.listing import Branch, Branches, Listing, Made, branch, by_turns, evenly_spaced, rotated
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.ground.contact import contacts, release_all
from sandtable.games.campaign_for_north_africa.ground.movement_record import MovementSegment
from sandtable.games.campaign_for_north_africa.ground.stacking import burdens, overstacked
from sandtable.games.campaign_for_north_africa.ground.zones import casters, named_way, near_enemy, stands, within_two
from sandtable.games.campaign_for_north_africa.logistics import depots
from sandtable.games.campaign_for_north_africa.logistics.orders import Destroy
from sandtable.games.campaign_for_north_africa.losses import surrender
from sandtable.games.campaign_for_north_africa.losses.mines import lift_dummies
from sandtable.games.campaign_for_north_africa.losses.orders import Surrender
from sandtable.games.campaign_for_north_africa.losses.surrender import takers
from sandtable.games.campaign_for_north_africa.map import board, near_to
from sandtable.games.campaign_for_north_africa.movement import region
from sandtable.games.campaign_for_north_africa.movement.entering import claim, enter
from sandtable.games.campaign_for_north_africa.movement.fuel import can_pay, can_start, check_fuel
from sandtable.games.campaign_for_north_africa.movement.march import set_out
from sandtable.games.campaign_for_north_africa.movement.orders import Depart, Move
from sandtable.games.campaign_for_north_africa.movement.reach import (
    Party,
    Plan,
    able_party,
    budget,
    check_able,
    has_room,
    is_fighting,
    may_part,
    most,
    party_of,
    plan,
    reach_of,
)
from sandtable.games.campaign_for_north_africa.movement.reaction import NO_HEX
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.organisation import attaching, regrouping
from sandtable.games.campaign_for_north_africa.organisation.orders import Attach, Detach
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.pieces.sameness import by_stacks
from sandtable.games.campaign_for_north_africa.raiders import commandos, interception, prowling, raids
from sandtable.games.campaign_for_north_africa.raiders.orders import (
    Ambush,
    Board,
    Conceal,
    Disclose,
    Prowl,
    Strike,
    Waylay,
)
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of, enemy_of
from sandtable.games.campaign_for_north_africa.verbs import mark

MOVERS, GOALS, CONTACTS = 6, 2, 2  # counters that are listed at a time, hexes for each, and next to the enemy
SELDOM = 5  # one in so many events
STACKS = 2  # and of whole stacks
MARCH = 10  # hexes within which units are sent at the enemy rather than elsewhere


class Order(NamedTuple):
    """What one kind of action needs: its legal instances, its refusals, its doing."""

    listed: Callable[[Campaign, Side], Sequence[Action]]
    check: Callable[[Campaign, Side, Any], object]
    do: Callable[[Draft[Campaign], Side, Any], None]


def _surrenders(state: Campaign, side: Side) -> Sequence[Action]:
    """A hex next to an enemy who may accept; listed seldom, for nobody gives up lightly."""
    if state.count % SELDOM:
        return ()
    near = near_enemy(state, side)
    offered = [hex for hex in stands(state, side) if hex in near and takers(state, hex, side)]
    orders = (Surrender(board().name(hex)) for hex in evenly_spaced(offered, 1, state.count))
    return [order for order in orders if not is_declined(state, order)]


def _disclose(draft: Draft[Campaign], side: Side, action: Disclose) -> None:
    """[27.88, 32.13] Back on the map, where he takes what the enemy has left."""
    raider = draft.state.raiders[action.name]
    commandos.do_disclose(draft, side, action)
    enter(draft, side, (raider.passenger,), raider.at)


ORDERS: Mapping[type[Action], Order] = MappingProxyType(
    {  # what is done in this segment besides moving
        Attach: Order(regrouping.listed_attach, regrouping.check_attach, attaching.do_attach),
        Detach: Order(regrouping.listed_detach, regrouping.check_detach, attaching.do_detach),
        Destroy: Order(depots.listed_destroy, depots.check_destroy, depots.do_destroy),
        Surrender: Order(_surrenders, surrender.check_surrender, surrender.do_surrender),
        Depart: Order(region.listed_depart, region.check_depart, region.do_depart),
        Prowl: Order(prowling.listed_prowls, prowling.check_prowl, prowling.do_prowl),
        Strike: Order(raids.listed_strikes, raids.check_strike, raids.do_strike),
        Waylay: Order(raids.listed_waylays, raids.check_waylay, raids.do_waylay),
        Board: Order(commandos.listed_boardings, commandos.check_board, commandos.do_board),
        Conceal: Order(commandos.listed_rides, commandos.check_conceal, commandos.do_conceal),
        Disclose: Order(lambda state, side: (), commandos.check_disclose, _disclose),
        Ambush: Order(interception.listed_ambushes, interception.check_ambush, interception.do_ambush),
    }
)


# How many orders a kind lists at most, where nobody looks for them before they are drawn.
UNSEEN: Mapping[type[Action], Callable[[Campaign, Side], int]] = MappingProxyType(
    {
        Attach: lambda state, side: regrouping.FEW,
        Detach: lambda state, side: regrouping.FEW,
        Destroy: lambda state, side: sum(unit.side == side for unit in state.supply.values()),
        Surrender: lambda state, side: 1,
        Depart: region.most_departures,
        Prowl: lambda state, side: prowling.ENDS * len(prowling.raiders_of(state, side)),
    }
)


def open_movement(draft: Draft[Campaign], side: Side) -> None:
    """[8.0, 8.22, 8.62, 10.24, 10.29] A Movement Segment begins: who is in an enemy zone now is in contact, and what
    enemies have left since the last may be entered."""
    release_all(draft)
    claim(draft, side)
    draft.push(Movement(side, left=draft.state.retreating, contact=contacts(draft.state, side)))


class Movement(MovementSegment, frozen=True):
    """The Phasing Player moves as many of his units as he likes, singly or stacked."""

    # Several counters may move together along any way; the list offers some, each alone and to a few hexes.
    exhaustive: ClassVar[bool] = False

    def prompt(self, state: Campaign) -> str:
        text = "Move your units"
        if crowded := overstacked(state, self.side):
            text += f"; overstacked: {', '.join(board().name(at) for at in crowded)}"
        return f"{text}; `done` ends the segment."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        others = (self._listed(state, kind, order) for kind, order in ORDERS.items() if not self._is_late(kind))
        return Branches[Action](Branch(1, partial(self._end, state)), *others, *self._marches(state))

    def _end(self, state: Campaign) -> Sequence[Action]:
        return () if self._why_not_done(state) else (Done(),)

    def _listed(self, state: Campaign, kind: type[Action], order: Order) -> Branch[Action]:
        most = UNSEEN.get(kind)
        if most is None:
            return branch(order.listed(state, self.side))
        return Branch(most(state, self.side), partial(order.listed, state, self.side))

    def moves(self, state: Campaign) -> Sequence[Action]:
        """Movement over land."""
        return Branches[Action](*self._marches(state))

    def _marches(self, state: Campaign) -> Iterator[Branch[Action]]:
        """Some counters by themselves and some whole stacks, each to a few of the hexes within its Allowance. First
        come those who must leave a hex that is too full and those who went last, then by turns units near the enemy
        and others, after every event different ones."""
        crowded = [name for hex in overstacked(state, self.side) for name in burdens(state, hex)]
        hexes = stands(state, self.side)
        front = rotated(_front(state, self.side), state.count)
        others = rotated(hexes, state.count)
        single = (
            name
            for name in by_turns(_counters_in(state, front), _counters_in(state, others))
            if name not in crowded and name not in self.going
        )
        free = (name for name in chain(self.going, single) if name not in crowded and self._may_move(state, name))
        alone = ((name,) for name in free if self._may_set_out(state, (name,)))
        stacks = (names for hex in front if self._may_set_out(state, names := self._stack(state, hex)))
        for name in crowded:
            yield Branch(GOALS, partial(self._must_leave, state, name))
        for names in chain(islice(alone, MOVERS), islice(stacks, STACKS)):
            yield Branch(2 * (CONTACTS + GOALS), partial(self._moves, state, names))

    def _stack(self, state: Campaign, hex: int) -> tuple[str, ...]:
        """The counters of a hex that may move together; none if it is only one."""
        found = tuple(name for name in state.stacks[hex] if self._may_move(state, name))
        return found if len(found) > 1 else ()

    def movable(self, state: Campaign) -> list[str]:
        """Counters that may still move in this segment."""
        return [name for hex in stands(state, self.side) for name in state.stacks[hex] if self._may_move(state, name)]

    def _may_move(self, state: Campaign, name: str) -> bool:
        """Remembered by the counter alone: a state has one Movement on its stack, whatever is asked in the middle of
        it, and what changes the one makes another of the other."""
        known: dict[str, bool] = state.derived.setdefault("may move", {})
        if name not in known:
            known[name] = not self._has_stopped(state, name) and may(check_able, state, self.side, name)
        return known[name]

    def _has_stopped(self, state: Campaign, name: str) -> bool:
        """[8.14, 19.44] A counter, or anything that it has taken up since, has come to its end in this segment."""
        return bool(self.done) and not _names(self.done).isdisjoint(all_of(state, name))

    def started(self) -> tuple[str, ...]:
        """[8.68] Who has come in this segment, so that nothing holds it: not who has taken up units that were there."""
        return tuple(name for name in self.going if name not in self.bound) if self.bound else self.going

    def _may_set_out(self, state: Campaign, names: tuple[str, ...]) -> bool:
        """Whether counters that may move have Capability Points and Fuel for it; in Reserve one hex may cost whatever
        it does [18.22]."""
        if not names:
            return False
        party = able_party(state, self.side, names, self.started())
        able = budget(state, party) > 0 or any(state.units[name].reserve for name in names)
        return able and may_part(state, party) and can_start(state, party)

    def _moves(self, state: Campaign, names: tuple[str, ...]) -> Sequence[Action]:
        party = able_party(state, self.side, names, self.started())
        found = reach_of(state, party, budget(state, party))
        near = near_enemy(state, self.side)
        wanted = (
            *evenly_spaced([hex for hex in found if hex in near], CONTACTS, state.count),
            *evenly_spaced(found.hexes, GOALS, state.count),
        )
        goals = [goal for goal in dict.fromkeys(wanted) if _may_end(state, party, found, goal)]
        assaults = [goal for goal in goals if self._may_announce(state, party, goal)]
        return Listing(
            Made(goals, lambda goal: Move(names, named_way(found, party.at, goal))),
            Made(assaults, lambda goal: Move(names, named_way(found, party.at, goal), assault=True)),
        )

    def _may_announce(self, state: Campaign, party: Party, goal: int) -> bool:
        """[8.53] Whether it is plain whom they would assault."""
        return len(casters(state, goal, enemy_of(self.side))) == 1 and is_fighting(state, party)

    def _must_leave(self, state: Campaign, name: str) -> Sequence[Action]:
        """[9.31] Every way out of a hex that is too full, whatever it costs."""
        if not self._may_move(state, name):
            return ()
        party = party_of(state, self.side, (name,), started=self.started())
        if not may_part(state, party) or not can_start(state, party):
            return ()
        found = reach_of(state, party, most(state, party))
        goals = (goal for goal in found if _may_end(state, party, found, goal))
        return [Move((name,), named_way(found, party.at, goal)) for goal in islice(goals, GOALS)]

    def plan(self, state: Campaign, action: Move) -> Plan:
        """[8.1] The way of a move, worked out once to check it and to carry it out."""
        known = state.derived.get(action)
        if isinstance(known, Plan):
            return known
        stopped = next((name for name in action.units if self._has_stopped(state, name)), None)
        if stopped is not None:
            raise Refusal("8.14", f"{stopped} has stopped and may move no further in this segment")
        party = party_of(state, self.side, action.units, started=self.started())
        way, _ = _aim(state, self.side, action)
        found = plan(state, party, way)
        check_fuel(state, found, action.supply)
        state.derived[action] = found
        return found

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            if (refusal := self._why_not_done(state)) is not None:
                raise refusal
        elif isinstance(action, Move):
            self.plan(state, action)
        else:
            order = ORDERS.get(type(action))
            if order is None:
                raise Refusal("8.0", f"'{action}' cannot be ordered in the Movement Segment")
            if self._is_late(type(action)):
                raise Refusal("32.17", "that must be done before any unit moves")
            if is_declined(state, action):
                raise Refusal("17.54", "no enemy next to them can spend Capability Points")
            order.check(state, self.side, action)

    def _is_late(self, kind: type[Action]) -> bool:
        """[32.17] Supply Units are destroyed before any movement."""
        return kind is Destroy and self.begun

    def _why_not_done(self, state: Campaign) -> Refusal | None:
        """[9.14, 9.31] Not while a hex holds too much and that can be remedied."""
        for hex in overstacked(state, self.side):
            if next(self._remedies_in(state, hex), None) is not None:
                return Refusal("9.31", f"{board().name(hex)} is overstacked")
        return None

    def remedies(self, state: Campaign) -> Iterator[Action]:
        """Whatever lightens a hex that holds too much."""
        return chain.from_iterable(self._remedies_in(state, hex) for hex in overstacked(state, self.side))

    def _remedies_in(self, state: Campaign, hex: int) -> Iterator[Action]:
        """[9.31, 19.41] Who counts for what is too much there is attached or leaves; Replacement Points stay, for they
        move with the Truck Convoys [20.46]."""
        heavy = burdens(state, hex)
        yield from (order for order in regrouping.attachments_at(state, self.side, hex) if order.name in heavy)
        for name in heavy:
            yield from self._must_leave(state, name)

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if isinstance(action, Done):
            draft.pop()
            end_segment(draft, self.side, self.left)
        elif isinstance(action, Move):
            self._move(draft, action)
        else:
            if isinstance(action, Detach):
                self._inherit(draft, action)
            if isinstance(action, Attach):
                self._bind(draft, action)
            ORDERS[type(action)].do(draft, self.side, action)

    def _move(self, draft: Draft[Campaign], action: Move) -> None:
        found, (_, target) = self.plan(draft.state, action), _aim(draft.state, self.side, action)
        stopped = tuple(name for name in self.going if name not in found.party.counters)
        draft.swap(replace(self, done=(*self.done, *stopped), going=found.party.counters, begun=True, bound=()))
        set_out(draft, found, action.supply, target)

    def _inherit(self, draft: Draft[Campaign], action: Detach) -> None:
        """[19.44] A unit that leaves its parent has come as far as the parent, and only one of the two goes on."""
        tops = {_top(draft.state, name) for name in action.units}
        done = (*self.done, *(name for name in action.units if tops & {*self.done}))
        going = (*self.going, *(name for name in action.units if tops & {*self.going}))
        bound = (*self.bound, *(name for name in action.units if tops & {*self.bound}))
        draft.swap(replace(self, done=done, going=going, bound=bound))

    def _bind(self, draft: Draft[Campaign], action: Attach) -> None:
        """[8.64, 8.68] Who takes up units on his way breaks off from the enemy as they have to."""
        top = _top(draft.state, action.to)
        if top in self.going and action.name not in self.going:
            draft.swap(replace(self, bound=(*self.bound, top)))


@lru_cache(maxsize=16)
def _names(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(names)


def _top(state: Campaign, name: str) -> str:
    while above := state.units[name].attached:
        name = above
    return name


def _front(state: Campaign, side: Side) -> list[int]:
    """The hexes of a side from which the enemy is not far."""
    known, key = by_stacks(state), ("front", side)
    found: list[int] | None = known.get(key)
    if found is None:
        foes = stands(state, enemy_of(side))
        found = known[key] = near_to(stands(state, side), foes, MARCH)
    return found


def _counters_in(state: Campaign, hexes: Iterable[int]) -> list[str]:
    return [name for hex in hexes for name in state.stacks[hex]]


def _may_end(state: Campaign, party: Party, found: Reach, goal: int) -> bool:
    return has_room(state, party, goal) and can_pay(state, party, found, goal)


def _aim(state: Campaign, side: Side, action: Move) -> tuple[tuple[str, ...], int]:
    """[8.53] The way of a move and the hex on which an assault is announced: the last one named if the enemy holds it,
    otherwise the only enemy hex next to the end."""
    if not action.assault:
        return action.path, NO_HEX
    foe = enemy_of(side)
    last = board().named_hex(action.path[-1], "8.13")
    if state.holder(last) == foe:
        if len(action.path) < 3:
            raise Refusal("8.53", "an assault is announced by moving next to the enemy")
        return action.path[:-1], last
    near = casters(state, last, foe)
    if not near:
        raise Refusal("8.53", f"no enemy is next to {action.path[-1]}")
    if len(near) > 1:
        raise Refusal("8.53", "several enemy hexes are next to it: end the path with the one you will assault")
    return action.path, near[0]


def is_declined(state: Campaign, action: Action) -> bool:
    top = state.stack[-1]
    return isinstance(action, Surrender) and isinstance(top, Movement) and action.name in top.declined


def end_segment(draft: Draft[Campaign], side: Side, left: Sequence[str] = ()) -> None:
    """[8.23, 10.24] Who is more than two hexes from every enemy moves no more in this phase, those in Reserve excepted;
    hexes that were open for an advance in this segment are not in the next; dummy mines are taken up."""
    state, near = draft.state, within_two(draft.state, side)
    units = state.units
    idle = [
        name
        for hex, counter in _counters(state, side)
        if hex not in near and not units[counter].reserve
        for name in all_of(state, counter)
        if not units[name].halted
    ]
    for name in idle:
        mark(draft, name, halted=True)
    prowling.halt_raiders(draft, side)
    kept = tuple(name for name in draft.state.retreating if name not in left)
    if kept != draft.state.retreating:
        draft.change(retreating=kept)
    lift_dummies(draft)  # [26.14]


def _counters(state: Campaign, side: Side) -> list[tuple[int, str]]:
    facts = counters()
    return [(hex, name) for hex, names in state.stacks.items() for name in names if facts[name].side == side]
