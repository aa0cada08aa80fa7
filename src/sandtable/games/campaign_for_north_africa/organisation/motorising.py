"""[8.97, 32.5] Attaching Motorization Points to counters and taking them off, in the Organization Phase."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.capability.cohesion import level
from sandtable.games.campaign_for_north_africa.ground.contact import break_off_cost
from sandtable.games.campaign_for_north_africa.logistics.orders import Demotorise, Motorise
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.organisation.attaching import own
from sandtable.games.campaign_for_north_africa.pieces.carriage import carried, facts, is_motorised, motors_needed, need
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of, everyone_at, top_of
from sandtable.games.campaign_for_north_africa.verbs import add_motors, mark

SHAKEN = -5  # [8.97]


def check_motorise(state: Campaign, side: str, action: Motorise) -> None:
    """[8.97, 32.51, 32.53] From the unattached points of the hex."""
    own(state, side, action.name, "8.97")
    unit = state.units[action.name]
    if unit.attached:
        raise Refusal("8.96", f"its trucks are held by {top_of(state, action.name)}, of which it is a part")
    if not action.count:
        raise Refusal("8.97", "say how many Motorization Points")
    there = state.motors.get(side, {}).get(unit.at, 0)
    if action.count > there:
        raise Refusal("8.97", f"the hex has {plural(there, 'Motorization Point')}")
    if takes_from_the_historical(state, side, action):
        raise Refusal("32.54", "infantry that was historically motorised must be motorised first")


def takes_from_the_historical(state: Campaign, side: str, action: Motorise) -> bool:
    """[32.54] Whether other infantry would be carried while some in the hex waits that historically was."""
    counter = action.name
    parts = [(name, need(state, name)) for name in all_of(state, counter)]
    historical = sum(points for name, points in parts if facts(name).counter.plus)
    others = any(points and facts(name).on_foot and not facts(name).counter.plus for name, points in parts)
    if not others or state.units[counter].motors + action.count <= historical:
        return False
    waiting = (
        name
        for name in everyone_at(state, state.units[counter].at, side)
        if facts(name).counter.plus and top_of(state, name) != counter
    )
    return any(not is_motorised(state, name) for name in waiting)


def motorise(draft: Draft[Campaign], side: str, action: Motorise) -> None:
    unit = draft.state.units[action.name]
    add_motors(draft, side, unit.at, -action.count)
    mark(draft, action.name, motors=unit.motors + action.count)
    draft.note("motorised", unit=action.name, motors=action.count, at=board().name(unit.at), only=side)


def check_demotorise(state: Campaign, side: str, action: Demotorise) -> None:
    """[8.97] Not off a unit of a Cohesion Level of minus five or worse."""
    own(state, side, action.name, "8.97")
    unit = state.units[action.name]
    if not 0 < action.count <= unit.motors:
        raise Refusal("8.97", f"{action.name} has {plural(unit.motors, 'Motorization Point')}")
    if level(state, (action.name,)) <= SHAKEN:
        raise Refusal("8.97", f"{action.name} is too disorganised to give up trucks")


def demotorise(draft: Draft[Campaign], side: str, action: Demotorise) -> None:
    unit, cost = draft.state.units[action.name], break_off_cost(draft.state, action.name)
    mark(draft, action.name, motors=unit.motors - action.count)
    add_motors(draft, side, unit.at, action.count)
    if cost:
        _break_off(draft, side, unit.at, action.count, cost)
    draft.note("demotorised", unit=action.name, motors=action.count, at=board().name(unit.at), only=side)


def _break_off(draft: Draft[Campaign], side: str, at: int, points: int, cost: int) -> None:
    """[8.64] Trucks that leave a unit in Contact or Engaged pay for it with what they could have driven."""
    pool = draft.state.driven.get(side, {})
    before, spent = pool.get(at, (0, 0))
    draft.amend("driven", side, {**pool, at: (before + points, max(spent, cost))})


def motorizations(state: Campaign, side: str) -> Iterator[Motorise | Demotorise]:
    """What makes a difference: as many points as a counter still needs, and all of those that carry nobody."""
    for at, there in state.motors.get(side, {}).items():
        for counter in state.at(at, side):
            missing = motors_needed(state, counter) - state.units[counter].motors
            if 0 < missing <= there:
                yield Motorise(counter, missing)
    for stack in state.stacks.values():
        for counter in stack:
            unit = state.units[counter]
            if not unit.motors or facts(counter).counter.side != side or level(state, (counter,)) <= SHAKEN:
                continue
            idle = unit.motors - sum(need(state, name) for name in carried(state, counter))
            yield Demotorise(counter, idle or unit.motors)
