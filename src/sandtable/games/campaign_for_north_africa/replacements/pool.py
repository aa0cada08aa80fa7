"""[20.6, 20.7] What each side may still plan: the Axis out of its pool, the Commonwealth out of production."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.contents import Cargo, Drawn
from sandtable.games.campaign_for_north_africa.logistics.availability import has_replacements
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import Item, delay, land_items, window
from sandtable.games.campaign_for_north_africa.pieces.weapons import Nation
from sandtable.games.campaign_for_north_africa.state import Campaign

NATIONS_OF: dict[Side, tuple[Nation, ...]] = {"axis": ("italian", "german"), "commonwealth": ("commonwealth",)}


def arrival_of(state: Campaign, nation: Nation) -> int:
    """[20.21, 20.63, 20.72] The Game-Turn in which what is planned now arrives."""
    return state.turn + delay(nation)


def dated(state: Campaign, nation: Nation) -> int:
    """[20.63, 20.72] The Game-Turn by which the lines are read: of planning for the Axis, of arrival for the
    Commonwealth."""
    return arrival_of(state, nation) if nation == "commonwealth" else state.turn


def line(nation: Nation, item: str) -> str:
    return f"{nation}/{item}"


def is_open(state: Campaign, nation: Nation) -> bool:
    """Whether anything planned now still arrives in the game, and the scenario has Replacements then."""
    arrives = arrival_of(state, nation)
    if arrives > state.last_turn:
        return False
    return nation != "commonwealth" or has_replacements(state, arrives)


def has_lines(state: Campaign, nation: Nation) -> bool:
    """Whether the charts have anything now, whoever has planned what: all can see that somebody is asked."""
    turn = dated(state, nation)
    return is_open(state, nation) and any(item.period(turn) for item in land_items(nation).values())


def available(state: Campaign, nation: Nation) -> dict[str, int]:
    """[20.23, 20.24, 20.61, 20.67] Points of each line that may be planned now."""
    if not is_open(state, nation):
        return {}
    found = {name: _allowed(state, nation, name, item) for name, item in land_items(nation).items()}
    return {name: points for name, points in found.items() if points > 0}


def _allowed(state: Campaign, nation: Nation, name: str, item: Item) -> int:
    turn = dated(state, nation)
    period = item.period(turn)
    if period is None:
        return 0
    drawn = state.drawn.get(line(nation, name), Drawn(0, 0, 0))
    count = drawn.count if drawn.window == window(period.per, turn) else 0
    return min(period.most - count, item.ceiling(turn) - drawn.total)


def check_lots(state: Campaign, side: Side, lots: Iterable[Cargo]) -> None:
    """[20.23, 20.24, 20.61, 20.67]"""
    named: set[str] = set()
    for each in lots:
        key = line(each.nation, each.item)
        if each.nation not in NATIONS_OF[side]:
            raise Refusal("20.2", f"{each.nation.title()} Replacement Points are not yours")
        if each.item not in land_items(each.nation):
            raise Refusal("20.24" if side == "commonwealth" else "20.23", f"no chart has {each.nation} {each.item}")
        if key in named:
            raise Refusal("20.2", f"{each.nation} {each.item} is named twice")
        named.add(key)
        most = available(state, each.nation).get(each.item, 0)
        if not 1 <= each.points <= most:
            case = "20.24" if side == "commonwealth" else "20.61"
            raise Refusal(
                case, f"{plural(most, 'point')} of {each.nation} {each.item} may be planned now, not {each.points}"
            )


def draw(draft: Draft[Campaign], lots: Iterable[Cargo]) -> None:
    """[20.61, 20.67] Write down what has been planned."""
    for each in lots:
        item, turn = land_items(each.nation)[each.item], dated(draft.state, each.nation)
        period = item.period(turn)
        now = window(period.per, turn) if period else 0
        key = line(each.nation, each.item)
        drawn = draft.state.drawn.get(key, Drawn(0, now, 0))
        count = drawn.count if drawn.window == now else 0
        draft.amend("drawn", key, Drawn(drawn.total + each.points, now, count + each.points))
