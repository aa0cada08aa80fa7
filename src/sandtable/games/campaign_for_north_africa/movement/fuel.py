"""[32.23] The Fuel that a march takes: what is due before each step, and whether it can be paid."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sandtable.core.fields import Reach
from sandtable.core.frames import Draft
from sandtable.core.values import Refusal, may
from sandtable.games.campaign_for_north_africa.capability.cohesion import spent
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import Ground
from sandtable.games.campaign_for_north_africa.logistics.supply import fuel_plan, haul_plans, take_fuel
from sandtable.games.campaign_for_north_africa.movement.reach import (
    FAR,
    Party,
    Plan,
    burns_fuel,
    leaving_cost,
    party_ground,
)
from sandtable.games.campaign_for_north_africa.pieces.units import cpa
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign, all_of


def fuel_due(state: Campaign, party: Party, used: int) -> dict[int, tuple[str, ...]]:
    """[32.23] The allowances of Fuel still to be paid before so many half points are spent: by allowance, counters."""
    if not burns_fuel(party):
        return {}
    due: dict[int, tuple[str, ...]] = {}
    for counter in party.counters:
        total = spent(state, counter) + leaving_cost(state, party, counter) + used
        allowance = BEYOND_CPA if total > cpa(state, counter) * POINT else WITHIN_CPA
        if _paid(state, counter) < allowance:
            due[allowance] = (*due.get(allowance, ()), counter)
    return due


def fuel_lasts(state: Campaign, party: Party) -> int:
    """[32.23] The most half points before which no Fuel is due that has not been paid; less than none if some is."""
    if not burns_fuel(party):
        return NEVER
    return min((_lasts(state, party, counter) for counter in party.counters), default=NEVER)


def _lasts(state: Campaign, party: Party, counter: str) -> int:
    paid = _paid(state, counter)
    if paid >= BEYOND_CPA:
        return NEVER
    if paid < WITHIN_CPA:
        return -1
    return cpa(state, counter) * POINT - spent(state, counter) - leaving_cost(state, party, counter)


def _paid(state: Campaign, counter: str) -> int:
    """[32.23] The allowances of Fuel that everybody in a counter has paid; who was attached on the way may owe some."""
    if counter not in state.parts:
        return state.units[counter].fuel
    key = "fuel paid", counter
    found: int | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = min(state.units[name].fuel for name in all_of(state, counter))
    return found


def check_fuel(state: Campaign, found: Plan, named: Sequence[str]) -> None:
    """[32.23] Refuse a way whose first step nobody can pay."""
    hauled = haul_plans(state, found.party.train)  # [32.24] besides what the Supply Units burn that go along
    for allowance, counters in fuel_due(state, found.party, found.costs[0]).items():
        fuel_plan(state, counters, allowance, tuple(named), taken=hauled)


def can_start(state: Campaign, party: Party) -> bool:
    """[32.23] Whether the cheapest step there is could be paid."""
    return _can_pay_step(state, party, 1)


def can_pay(state: Campaign, party: Party, found: Reach, end: int) -> bool:
    """[32.23] Whether the first step of a way to one of its ends can be paid."""
    if _can_pay_all(state, party):
        return True
    steps, paid = _first_steps(state, party)
    return bool(paid) and (len(paid) == steps or found.path(end)[1] in paid)


def _first_steps(state: Campaign, party: Party) -> tuple[int, frozenset[int]]:
    """[32.23] How many steps there are from where they stand, and which of them can be paid: mostly all or none."""
    key = "first steps", party
    found: tuple[int, frozenset[int]] | None = state.derived.get(key)
    if found is None:
        steps = party_ground(state, party).steps(party.at)
        able = {cost: _can_pay_step(state, party, cost) for _, cost in steps}
        found = state.derived[key] = len(steps), frozenset(there for there, cost in steps if able[cost])
    return found


def _can_pay_step(state: Campaign, party: Party, cost: int) -> bool:
    return all(_is_paid(state, *due) for due in fuel_due(state, party, cost).items())


def goes_dry(state: Campaign, party: Party, found: Reach, end: int) -> int | None:
    """[32.23] Where on the way to one of its ends the Fuel for what is beyond an Allowance is due and out of range."""
    if not burns_fuel(party):
        return None
    known: dict[tuple[str, int], bool] = state.derived.setdefault(("dry", party), {})
    for counter in party.counters:
        room = cpa(state, counter) * POINT - spent(state, counter) - leaving_cost(state, party, counter)
        if found.points(end) <= room or _paid(state, counter) >= BEYOND_CPA:
            continue
        brink = _last_within(party_ground(state, party), found.path(end), room)
        if brink == party.at:
            continue  # due at the first step
        key = counter, brink
        if key not in known:
            known[key] = not _is_paid_at(state, party, counter, brink)
        if known[key]:
            return brink
    return None


def _last_within(ground: Ground, path: Sequence[int], room: int) -> int:
    """The last hex of a way that is reached for so many half points."""
    for here, there in pairwise(path):
        room -= ground.paid(here, there)
        if room < 0:
            return here
    return path[-1]


def _is_paid_at(state: Campaign, party: Party, counter: str, at: int) -> bool:
    """[32.23] Whether a counter that has come to the end of its Allowance finds Fuel to go on; what it and the others
    set out with is gone then."""
    fresh = [each for each in party.counters if _paid(state, each) < WITHIN_CPA]
    owed = WITHIN_CPA if counter in fresh else BEYOND_CPA
    return may(fuel_plan, state, (counter,), owed, at=at, taken=fuel_plan(state, fresh, WITHIN_CPA))


def _can_pay_all(state: Campaign, party: Party) -> bool:
    """[32.23] Whether there is Fuel for whatever they could spend, so that no way has to be looked at."""
    key = "fuel for all", party
    found: bool | None = state.derived.get(key)
    if found is None:
        due = fuel_due(state, party, FAR)
        found = state.derived[key] = all(_is_paid(state, *each) for each in due.items())
    return found


def _is_paid(state: Campaign, allowance: int, counters: tuple[str, ...]) -> bool:
    key = "paid", allowance, counters
    found: bool | None = state.derived.get(key)
    if found is None:
        try:
            fuel_plan(state, counters, allowance, ())
        except Refusal:
            found = False
        else:
            found = True
        state.derived[key] = found
    return found


def burn(
    draft: Draft[Campaign],
    counters: Sequence[str],
    allowance: int,
    named: Sequence[str],
    train: Sequence[str] = (),
) -> None:
    """[32.23] Take the Fuel that counters still owe for one or two allowances; from any Supply Unit in range when the
    named ones are not. What a train of theirs will burn is left to it."""
    hauled = haul_plans(draft.state, train)
    try:
        taken = fuel_plan(draft.state, counters, allowance, tuple(named), taken=hauled)
    except Refusal:
        if not named:
            raise
        taken = fuel_plan(draft.state, counters, allowance, (), taken=hauled)
    take_fuel(draft, taken, counters, allowance)


WITHIN_CPA, BEYOND_CPA = 1, 2  # [32.23] allowances of Fuel
NEVER = 1 << 20  # half points that nobody spends
