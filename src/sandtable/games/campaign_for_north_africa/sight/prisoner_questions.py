"""[28.0] What a player may ask about prisoners: both sides see them."""

from __future__ import annotations

from sandtable.core.nouns import plural
from sandtable.core.values import Explanation
from sandtable.games.campaign_for_north_africa.contents import Captives
from sandtable.games.campaign_for_north_africa.prisoners.escapes import own_side
from sandtable.games.campaign_for_north_africa.prisoners.guards import guards_at
from sandtable.games.campaign_for_north_africa.prisoners.tables import guards_needed
from sandtable.games.campaign_for_north_africa.selection import title_of
from sandtable.games.campaign_for_north_africa.state import Campaign


def explain_prisoners(state: Campaign) -> Explanation:
    """Who is held where, with the guards he takes, and who is on his way home."""
    parts = tuple(_lot(state, name, each) for name, each in state.captives.items())
    home = tuple(
        Explanation(f"{plural(back.points, f'{back.nation.title()} point')} back in turn {back.turn}", "28.24")
        for back in state.returning
        if back.turn >= state.turn
    )
    return Explanation(
        "prisoners and escapees" if parts or home else "there are no prisoners", "28.11", (*parts, *home)
    )


def _lot(state: Campaign, name: str, each: Captives) -> Explanation:
    who, at = f"{name}: {plural(each.points, f'{each.nation.title()} Prisoner Point')}", title_of(each.at)
    if each.captor is None:
        return Explanation(f"{who}, escaped, at {at}: they make for the {own_side(each.nation).title()} lines", "28.24")
    there = len(guards_at(state, each.at, each.captor))
    need = guards_needed(each.points)
    return Explanation(
        f"{who} at {at}: {plural(there, 'Guard Point')} there, one holds them and {need} march with them", "28.17"
    )
