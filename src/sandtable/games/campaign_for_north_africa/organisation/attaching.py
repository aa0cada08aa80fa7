"""[19.4, 19.7, 8.56] Attaching units to Parent Units and detaching them, when organising, moving and reacting."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.capability.action_costs import action as cost_of
from sandtable.games.campaign_for_north_africa.capability.cohesion import (
    check_spending,
    check_spending_alone,
    is_spent_force,
    spend,
    spend_alone,
)
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.organisation.attachment_limits import check_attachment, groups_in_play
from sandtable.games.campaign_for_north_africa.organisation.orders import Attach, Detach
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.formation_charts import battle_groups
from sandtable.games.campaign_for_north_africa.pieces.parent_formations import belongs_to
from sandtable.games.campaign_for_north_africa.state import DUE, OUT_OF_PLAY, Campaign, all_of, side_of, top_of
from sandtable.games.campaign_for_north_africa.verbs import join, leave, mark, place

Time = Literal["organization", "movement", "reaction"]


def own(state: Campaign, side: str, name: str, case: str = "19.4") -> None:
    """Refuse a name that is no unit of the side in play."""
    if name not in state.units or side_of(name) != side:
        raise Refusal(case, f"{name} is not a unit of yours")
    if state.units[name].at in OUT_OF_PLAY:
        raise Refusal(case, f"{name} is not in play")


# Attaching [19.41, 19.42, 19.71]


def check_attach(state: Campaign, side: str, action: Attach, time: Time) -> None:
    """[19.41, 19.42] In the same hex; at any time what is assigned, the rest in the Organization Phase only."""
    own(state, side, action.name)
    unit = state.units[action.name]
    if unit.attached:
        raise Refusal("19.13", f"{action.name} is attached to {unit.attached} already")
    forming = _is_forming(state, side, action)
    if not forming:
        own(state, side, action.to)
    if action.to in all_of(state, action.name):
        raise Refusal("19.12", f"{action.to} is part of {action.name}")
    if not forming and state.units[action.to].at != unit.at:
        raise Refusal("19.12", f"{action.name} and {action.to} are not in the same place")
    if time == "reaction":
        raise Refusal("8.56", "in Reaction units may only be detached")
    if time != "organization" and not belongs_to(state, action.name, action.to):
        raise Refusal("19.42", f"{action.name} is not assigned to {action.to}: only in the Organization Phase")
    if forming:
        check_forming(state, action)
    check_attachment(state, action.name, action.to)
    cost = attaching_cost(state, action.name, action.to)
    check_spending(state, action.name, cost)
    if not forming:
        check_spending_alone(state, action.to, cost)


def _is_forming(state: Campaign, side: str, action: Attach) -> bool:
    """[19.71] Whether a battle group that does not exist yet is called for."""
    known = counters().get(action.to)
    return known is not None and known.is_battle_group and known.side == side and state.units[action.to].at == DUE


def check_forming(state: Campaign, action: Attach) -> None:
    """[19.71, 19.73] A battle group is formed around a unit of its nation; two Italian ones at a time."""
    unit, group = counters()[action.name], counters()[action.to]
    if unit.nation != group.nation:
        raise Refusal("19.71", f"{action.to} must be formed by a {group.nation} unit")
    rule = battle_groups(group.nation)
    assert rule is not None
    if rule.in_play and len(groups_in_play(state, group.nation)) >= rule.in_play:
        raise Refusal("19.73", f"there are {rule.in_play} {group.nation.capitalize()} battle groups already")


def attaching_cost(state: Campaign, name: str, parent: str) -> int:
    """[19.41, 19.42] Half points for each of the two."""
    kind = "attach_assigned_unit" if belongs_to(state, name, parent) else "attach_unassigned_unit"
    return cost_of(kind).cost


def do_attach(draft: Draft[Campaign], side: str, action: Attach) -> None:
    """[19.41, 19.42]"""
    cost = attaching_cost(draft.state, action.name, action.to)
    spend(draft, (action.name,), cost)
    if draft.state.units[action.to].at == DUE:
        place(draft, action.to, draft.state.units[action.name].at)
    else:
        spend_alone(draft, action.to, cost)
    join(draft, action.name, action.to)
    draft.note("attached", unit=action.name, to=action.to, at=_at(draft.state, action.to), only=side)


# Detaching [19.43, 19.44, 19.47, 8.97]


def check_detach(state: Campaign, side: str, action: Detach, time: Time) -> None:
    """[19.43, 19.44, 19.47, 8.97] `time` is the Segment: unassigned units leave in the first two only. A unit without
    any cohesion is left behind, or leaves others free: that is neither moving nor fighting [6.26]."""
    if not action.units:
        raise Refusal("19.43", "name the units that leave")
    for name in action.units:
        own(state, side, name)
        if not state.units[name].attached:
            raise Refusal("19.43", f"{name} is not attached to anything")
        if time == "reaction":
            _check_reaction(state, action, name)
    first, *others = action.units
    if len(set(action.units)) != len(action.units):
        raise Refusal("19.43", "a unit is named twice")
    top = top_of(state, first)
    if any(top_of(state, name) != top for name in others):
        raise Refusal("19.47", "they are not attached to the same counter")
    if any(name in all_of(state, each) for name in action.units for each in action.units if name != each):
        raise Refusal("19.47", "a unit leaves with what is attached to it")
    for name in others:
        check_attachment(state, name, first)
    if action.motors > state.units[top].motors:
        raise Refusal("8.97", f"{top} has {plural(state.units[top].motors, 'Motorization Point')}")
    cost = cost_of("detach_unit").cost
    if time == "reaction":
        return  # [8.56] not a matter of choice
    for name in action.units:
        if not any(is_spent_force(state, each) for each in all_of(state, name)):
            check_spending(state, name, cost)
    for parent, count in Counter(state.units[name].attached for name in action.units).items():
        if not is_spent_force(state, parent):
            check_spending_alone(state, parent, cost * count)


def _check_reaction(state: Campaign, action: Detach, name: str) -> None:
    """[8.56, 19.44] A brigade leaves a division only with all of its units."""
    parent = state.units[name].attached
    if not belongs_to(state, name, parent):
        raise Refusal("19.44", f"{name} is not assigned to {parent} and may not leave it in Reaction")


def do_detach(draft: Draft[Campaign], side: str, action: Detach) -> None:
    """[19.43, 19.47, 8.97] The first becomes a counter of its own, the others become part of it."""
    cost = cost_of("detach_unit").cost
    first = action.units[0]
    at = draft.state.units[first].at
    for name in action.units:
        parent = draft.state.units[name].attached
        spend(draft, (name,), cost)
        spend_alone(draft, parent, cost)
        leave(draft, name, action.motors if name == first else 0)
        if name != first:
            join(draft, name, first)
    draft.note("detached", units=list(action.units), at=board().name(at), motors=action.motors, only=side)
    if side == "axis":  # [19.71] battle groups are German and Italian
        disband(draft)


def disband(draft: Draft[Campaign]) -> None:
    """[19.71, 4.45] A battle group without units of its nation is no more; who is left in it stands alone."""
    for nation in ("german", "italian"):
        for group in groups_in_play(draft.state, nation):
            parts = draft.state.parts.get(group, ())
            if any(counters()[name].nation == nation for name in parts):
                continue
            _dissolve(draft, group)


def _dissolve(draft: Draft[Campaign], group: str) -> None:
    unit = draft.state.units[group]
    at, motors, is_hidden = unit.at, unit.motors, unit.attached or unit.at in OUT_OF_PLAY
    secret = {"only": counters()[group].side} if is_hidden else {}  # [3.62]
    for name in draft.state.parts.get(group, ()):
        leave(draft, name, motors)
        motors = 0
    if draft.state.units[group].attached:
        leave(draft, group)
    place(draft, group, DUE)
    mark(draft, group, toe={}, spent=0, cohesion=0, motors=0)
    draft.note("disbanded", **secret, unit=group, at=board().name(at))


def _at(state: Campaign, name: str) -> str:
    return board().name(state.units[name].at)
