"""[13.0] Retreat Before Assault: units of the non-phasing side that no barrage has pinned may leave before they are
assaulted. It is movement, with the costs of movement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import ClassVar

from sandtable.core.frames import NEVER, Decision, Draft, Step
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.combat.segment import defender
from sandtable.games.campaign_for_north_africa.ground.zones import expected, near_enemy, stands, within_two
from sandtable.games.campaign_for_north_africa.logistics.depots import check_destroy, do_destroy, listed_destroy
from sandtable.games.campaign_for_north_africa.logistics.orders import Destroy
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement import supply_retreats
from sandtable.games.campaign_for_north_africa.movement.fuel import check_fuel
from sandtable.games.campaign_for_north_africa.movement.march import set_out
from sandtable.games.campaign_for_north_africa.movement.orders import Withdraw
from sandtable.games.campaign_for_north_africa.movement.reach import (
    Party,
    Plan,
    budget,
    check_able,
    party_of,
    plan,
    reach,
)
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign, all_of, enemy_of
from sandtable.games.campaign_for_north_africa.verbs import record

FARTHER_BACK = 4 * POINT  # [13.24] for units that are not next to the enemy
LISTED, MOST_TRIED = 3, 8  # ways that are listed for each stack, and looked at
NOT_FAR = 8 * POINT  # how far those go that are listed
OUTNUMBERED = {"outnumbered-2": 2, "outnumbered-3": 3, "outnumbered-4": 4}  # standing answers
HOPELESS = 3  # times the Stacking Points, as printed: who faces so many leaves


def open_withdrawal(draft: Draft[Campaign]) -> None:
    """[5.2 III G 3c]"""
    side = defender(draft.state)
    waiting = any(may_withdraw(draft.state, side, name) for name in near_the_enemy(draft.state, side))
    if waiting or supply_retreats.threatened(draft.state, side):
        draft.push(RetreatBeforeAssault(side))


def near_the_enemy(state: Campaign, side: str) -> Iterator[str]:
    """The counters within two hexes of the enemy, who have a reason to go; all others may as well."""
    close = within_two(state, side)
    for at in stands(state, side):
        if at in close:
            yield from state.stacks[at]


def may_withdraw(state: Campaign, side: Side, name: str) -> bool:
    return may(check_may_withdraw, state, side, name)


def check_may_withdraw(state: Campaign, side: Side, name: str) -> None:
    """[13.1, 12.44, 6.26]"""
    check_able(state, side, name, "withdraw")
    for each in all_of(state, name):
        if each in state.segment.pinned:
            raise Refusal("12.44", f"{each} is pinned and cannot move")
    if name in state.segment.withdrew:
        raise Refusal("13.1", f"{name} has retreated before assault already")


class RetreatBeforeAssault(Decision[Campaign], frozen=True):
    """[13.1, 13.27] Voluntary; one stack after the other."""

    exhaustive: ClassVar[bool] = False
    side: Side

    def prompt(self, state: Campaign) -> str:
        return "Destroy supplies, then say which units retreat before assault; `done` ends the step."

    def interrupt(self, state: Campaign, side: str) -> str:
        return "retreat-before-assault"

    def settled(self, state: Campaign, side: str, choice: str) -> Action | None:
        """Where the odds are too bad the stacks go, one after the other, by the shortest way out."""
        if choice == NEVER:
            return Done()
        return suggest(state, side, OUTNUMBERED[choice]) if choice in OUTNUMBERED else None

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        burning = () if state.segment.withdrew else listed_destroy(state, self.side)
        return (Done(), *_listed(state, self.side), *supply_retreats.escapes(state, self.side), *burning)

    def check(self, state: Campaign, side: str, action: Action) -> None:
        match action:
            case Done():
                pass
            case Withdraw(units=units, path=path) if supply_retreats.is_train(state, units):
                supply_retreats.check_withdrawal(state, self.side, units, path)
            case Withdraw(units=units, path=path):
                check_way(state, self.side, units, path)
            case Destroy():
                check_burning(state, self.side, action)
            case _:
                raise Refusal("13.25", "in this step units may only retreat: withdraw 1RNF C3922-C3921, or: done")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if isinstance(action, Destroy):
            do_destroy(draft, self.side, action)
            return
        if not isinstance(action, Withdraw):
            draft.pop()
            return
        if supply_retreats.is_train(draft.state, action.units):
            supply_retreats.withdraw(draft, self.side, action.units, action.path)
            return
        found = check_way(draft.state, self.side, action.units, action.path)
        draft.push(Withdrawn(found.party.counters, found.path[0]))
        set_out(draft, found)


def check_burning(state: Campaign, side: Side, action: Destroy) -> None:
    """[13.25, 32.17] The one thing besides moving: Supply Units are blown up before anybody has gone."""
    if state.segment.withdrew:
        raise Refusal("32.17", "supplies must be destroyed before any unit retreats")
    check_destroy(state, side, action)


class Withdrawn(Step[Campaign], frozen=True):
    """[13.28] Who has got away neither fires nor fights in this Combat Segment."""

    units: tuple[str, ...]
    start: int

    def run(self, draft: Draft[Campaign]) -> None:
        draft.pop()
        gone = tuple(
            name
            for counter in self.units
            for name in all_of(draft.state, counter)
            if draft.state.units[counter].at != self.start
        )
        record(draft, withdrew=(*draft.state.segment.withdrew, *gone))


def check_way(state: Campaign, side: Side, units: Sequence[str], path: Sequence[str]) -> Plan:
    """[13.21, 13.22, 13.23, 13.24, 13.26] As any movement; those who are not next to the enemy go a little way only."""
    party = party_of(state, side, tuple(units), "withdraw")
    for name in party.counters:
        check_may_withdraw(state, side, name)
    found = plan(state, party, path)
    if not is_adjacent(state, party) and len(found.path) > 2 and sum(found.costs) > FARTHER_BACK:
        raise Refusal("13.24", "units not next to the enemy may retreat only four Capability Points or one hex")
    check_fuel(state, found, ())
    return found


def is_adjacent(state: Campaign, party: Party) -> bool:
    """[13.23]"""
    return party.at in near_enemy(state, party.side)


# Sensible ways


def _listed(state: Campaign, side: Side) -> Iterator[Withdraw]:
    """Some ways for each stack, one for each counter of it."""
    for _, stack in _stacks(state, side):
        yield from _ways(state, side, stack)
        if len(stack) > 1:
            for name in stack:
                yield from islice(_ways(state, side, (name,)), 1)


def _stacks(state: Campaign, side: Side) -> Iterator[tuple[int, tuple[str, ...]]]:
    front = near_enemy(state, side)
    for at in stands(state, side):
        if at not in front:
            continue
        stack = tuple(name for name in state.stacks[at] if may_withdraw(state, side, name))
        if stack:
            yield at, stack


def _ways(state: Campaign, side: Side, units: tuple[str, ...]) -> Iterator[Withdraw]:
    """The cheapest ways out of reach of the enemy, within the Allowance and not far."""
    try:
        party = party_of(state, side, units, "withdraw")
    except Refusal:
        return
    found = reach(state, units, min(NOT_FAR, budget(state, party)), "withdraw")
    front, zones = near_enemy(state, side), expected(state, side)[1]
    away = (hex for hex in found if hex not in front and hex not in zones)
    goals = sorted(away, key=lambda hex: (found.points(hex), hex))
    listed = 0
    for goal in goals[:MOST_TRIED]:
        if listed == LISTED:
            return
        way = tuple(board().name(hex) for hex in found.path(goal))
        try:
            check_way(state, side, units, way)
        except Refusal:
            continue
        listed += 1
        yield Withdraw(units, way)


def suggest(state: Campaign, side: str, times: int = HOPELESS) -> Withdraw | Done:
    """Leave a hopeless position, else stay."""
    own = defender(state)
    for at, stack in _stacks(state, own):
        mine = sum(counters()[name].stacking for name in stack)
        theirs = sum(counters()[name].stacking for near in _enemies(state, own, at) for name in state.stacks[near])
        if theirs >= times * max(1, mine):
            for way in _ways(state, own, stack):
                return way
    return Done()


def _enemies(state: Campaign, side: Side, at: int) -> Iterator[int]:
    return (near for near in board().neighbours[at] if state.holder(near) == enemy_of(side))
