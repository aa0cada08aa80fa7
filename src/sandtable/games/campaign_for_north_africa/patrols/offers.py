"""[16.12] What the screen offers to patrols."""

from __future__ import annotations

from sandtable.core.offers import Offer
from sandtable.core.values import may
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Done, Points
from sandtable.games.campaign_for_north_africa.patrols.orders import Patrol
from sandtable.games.campaign_for_north_africa.patrols.patrol_phase import (
    AGAINST_A_HEX,
    FROM_A_HEX,
    Patrols,
    may_patrol,
)
from sandtable.games.campaign_for_north_africa.selection import Selection, foe_hex, title_named, title_of, told
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of, top_of


def patrol_offers(state: Campaign, top: Patrols, chosen: Selection) -> list[Offer]:
    """With a counter chosen the hexes it can look at; with enemies as well the patrols of all that are chosen."""
    if not chosen.counters:
        return [Offer(str(Done()), "no more patrols")]
    if chosen.foes:
        return _joint_patrol(state, top, chosen)
    found: dict[tuple[str, str], Offer] = {}
    for action in top.actions(state, top.side):
        if not isinstance(action, Patrol):
            continue
        unit = action.points[0].unit
        if top_of(state, unit) not in chosen.counters:
            continue
        label = f"look at {title_named(action.at)} with {told(action.points)} (16.12)"
        found[unit, action.at] = Offer(str(action), label, chosen.counters, action.at)
    return list(found.values())


def _joint_patrol(state: Campaign, top: Patrols, chosen: Selection) -> list[Offer]:
    """[16.13, 16.14] Two points from a hex at most, three against one."""
    at = foe_hex(state, chosen)
    if at is None:
        return []
    sent, points = dict(top.sent), list[Points]()
    free = AGAINST_A_HEX - top.seen.get(at, 0)
    for name in (name for counter in chosen.counters for name in all_of(state, counter)):
        start = state.units[name].at
        for weapon, count in state.units[name].toe.items():
            some = min(count, free, FROM_A_HEX - sent.get(start, 0))
            if some < 1 or not may_patrol(state, name, weapon):
                continue
            points.append(Points(name, weapon, some))
            sent[start] = sent.get(start, 0) + some
            free -= some
    action = Patrol(board().name(at), tuple(points))
    if not points or not may(top.check, state, top.side, action):
        return []
    label = f"patrol {title_of(at)} with {told(action.points)} (16.12)"
    return [Offer(str(action), label, (*chosen.counters, *chosen.foes))]
