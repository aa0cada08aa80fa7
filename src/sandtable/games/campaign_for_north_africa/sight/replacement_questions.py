"""[20.0] What a player may ask about Replacement Points: his own, and what he may still plan."""

from __future__ import annotations

from sandtable.core.nouns import plural
from sandtable.core.values import Explanation
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import item_in, points_in, replacements_of
from sandtable.games.campaign_for_north_africa.replacements.pool import NATIONS_OF, available
from sandtable.games.campaign_for_north_africa.selection import title_of
from sandtable.games.campaign_for_north_africa.state import SIDES, Campaign, Side


def explain_replacements(state: Campaign, side: str) -> Explanation:
    """[20.47] Where they are, for whom, how far they are trained, and which lines of the charts are open."""
    own = next((each for each in SIDES if each == side), None)
    if own is None:
        return Explanation("Replacement Points are known to their own side only", "3.6")
    parts = tuple(Explanation(text_of(state, name), "20.41") for name in replacements_of(state, own))
    return Explanation(
        "Replacement Points" if parts else "no Replacement Points", "20.42", (*parts, *_open(state, own))
    )


def text_of(state: Campaign, name: str) -> str:
    """A counter of Replacement Points in a line."""
    each, at = state.replacements[name], title_of(state.units[name].at)
    whom = f"for {each.unit}" if each.unit else "for nobody yet"
    trained = f"{plural(each.left, 'Operations Stage')} of Training to come" if each.left else "trained"
    return f"{name}: {points_in(state, name)} {item_in(state, name).replace('_', ' ')} at {at}, {whom}, {trained}"


def _open(state: Campaign, side: Side) -> tuple[Explanation, ...]:
    lines = [
        f"{points} {nation.title()} {item.replace('_', ' ')}"
        for nation in NATIONS_OF[side]
        for item, points in available(state, nation).items()
    ]
    return (Explanation(f"may be planned now: {', '.join(lines)}", "20.61"),) if lines else ()
