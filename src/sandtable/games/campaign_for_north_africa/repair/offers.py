"""[21.63, 22.2] What the screen offers about wrecks: where they are towed, and which are repaired."""

from __future__ import annotations

from sandtable.core.offers import Offer
from sandtable.core.values import may
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.repair.orders import Repair, Tow
from sandtable.games.campaign_for_north_africa.repair.repair_phase import Maintenance
from sandtable.games.campaign_for_north_africa.repair.towing import Towing, nearest, tow_reach
from sandtable.games.campaign_for_north_africa.selection import Selection, listed, named, title_named
from sandtable.games.campaign_for_north_africa.state import Campaign


def towing_offers(state: Campaign, top: Towing, chosen: Selection) -> list[Offer]:
    """With nothing chosen the best way of each; with a wreck every hex nearer to a facility."""
    if not chosen.wrecks:
        return [
            Offer(str(Done()), "end towing"),
            *(_tow(action) for action in top.actions(state, top.side) if isinstance(action, Tow)),
        ]
    name = chosen.wrecks[0]
    wreck = state.wrecks[name]
    found, now = tow_reach(state, wreck), nearest(state, top.side, wreck.at)
    goals = [end for end in found if nearest(state, top.side, end) < now]
    actions = [Tow(name, named(found.path(end))) for end in goals]
    return [_tow(action) for action in actions if may(top.check, state, top.side, action)]


def _tow(action: Tow) -> Offer:
    goal = action.path[-1]
    label = f"tow {action.name} to {title_named(goal)} (21.63)"
    return Offer(str(action), label, (action.name,), goal, "", "", action.path)


def repair_offers(state: Campaign, top: Maintenance, chosen: Selection) -> list[Offer]:
    if chosen.wrecks:
        action = Repair(chosen.wrecks)
        return [_repair(action)] if may(top.check, state, top.side, action) else []
    return [
        _repair(each) if isinstance(each, Repair) else Offer(str(each), "end repairs")
        for each in top.actions(state, top.side)
    ]


def _repair(action: Repair) -> Offer:
    what = "everything that can be" if len(action.units) > 6 else listed(action.units)
    return Offer(str(action), f"repair {what} (22.2)")
