"""[18.1] What the screen offers about Reserves."""

from __future__ import annotations

from sandtable.core.offers import Offer
from sandtable.core.values import Action, may
from sandtable.games.campaign_for_north_africa.capability.orders import Release, Reserve
from sandtable.games.campaign_for_north_africa.capability.reserves import Designation, ReserveRelease, held
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.selection import Selection, listed
from sandtable.games.campaign_for_north_africa.state import Campaign


def reserve_offers(state: Campaign, top: Designation | ReserveRelease, chosen: Selection) -> list[Offer]:
    """All counters that are chosen at once."""
    designating = isinstance(top, Designation)
    if not chosen.counters:
        end = "hold no more in Reserve" if designating else "keep the others in Reserve"
        found = [Offer(str(Done()), end)]
        if not designating:
            found += [_release((name,)) for name in held(state, top.side)]
        return found
    action: Action = Reserve(chosen.counters) if designating else Release(chosen.counters)
    if not may(top.check, state, top.side, action):
        return []
    if not designating:
        return [_release(chosen.counters)]
    return [Offer(str(action), f"hold {listed(chosen.counters)} in Reserve I (18.12)", chosen.counters)]


def _release(names: tuple[str, ...]) -> Offer:
    return Offer(str(Release(names)), f"release {listed(names)} from Reserve (18.23)", names)
