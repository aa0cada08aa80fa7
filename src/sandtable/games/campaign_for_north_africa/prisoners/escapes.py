"""[28.23, 28.24, 28.25, 28.26] Prisoners without guards: they get away, find their own side, or are caught again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.calendar import date as date_of
from sandtable.games.campaign_for_north_africa.calendar import turn_of
from sandtable.games.campaign_for_north_africa.contents import Captives, Returning
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import ground_of
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.map import board, cities
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.units import Gait
from sandtable.games.campaign_for_north_africa.pieces.weapons import Nation
from sandtable.games.campaign_for_north_africa.prisoners.guards import guards_at
from sandtable.games.campaign_for_north_africa.prisoners.tables import prisoner_table
from sandtable.games.campaign_for_north_africa.state import POINT, SIDES, Campaign, enemy_of
from sandtable.games.campaign_for_north_africa.verbs import add_captives

ON_FOOT: tuple[Gait, ...] = ("foot",)
MONTHS_IN_YEAR = 12


# Who and where


def own_side(nation: Nation) -> Side:
    return "commonwealth" if nation == "commonwealth" else "axis"


def held_by(state: Campaign, side: Side) -> list[str]:
    """The markers of prisoners whom a side holds."""
    return [name for name, each in state.captives.items() if each.captor == side]


def escaped_of(state: Campaign, side: Side) -> list[str]:
    """The markers of a side's own men who have escaped."""
    return [name for name, each in state.captives.items() if each.captor is None and own_side(each.nation) == side]


def points_at(state: Campaign, at: int, side: Side) -> int:
    """[28.14] Prisoner Points of a captor in a hex."""
    return sum(each.points for each in state.captives.values() if each.at == at and each.captor == side)


def change_captives(draft: Draft[Campaign], name: str, points: int, **fields: Any) -> str:
    """Change so many points of a marker; the others stay as they were, under another."""
    each = draft.state.captives[name]
    if points < each.points:
        draft.amend("captives", name, replace(each, points=each.points - points))
        return add_captives(draft, replace(each, points=points, **fields))
    draft.amend("captives", name, replace(each, **fields))
    return name


# Getting away [28.23, 28.24]


def release_unguarded(draft: Draft[Campaign]) -> None:
    """[28.23] Wherever guards have gone, whatever made them go, their prisoners escape."""
    for side in SIDES:
        for name in held_by(draft.state, side):
            each = draft.state.captives[name]
            if not each.fresh and not guards_at(draft.state, each.at, side):
                escape(draft, name, each.points)


def settle(draft: Draft[Campaign], side: Side) -> None:
    """[28.17, 28.14, 28.23] When the captor's Truck Convoy Phase is over: one guard watches the prisoners who stand in
    a hex, up to its limit; all others escape."""
    for name in held_by(draft.state, side):
        change_captives(draft, name, draft.state.captives[name].points, fresh=False, free=False)
    release_unguarded(draft)
    most = prisoner_table().most_in_hex.value
    for name in held_by(draft.state, side):
        each = draft.state.captives[name]
        over = points_at(draft.state, each.at, side) - most
        if over > 0:
            escape(draft, name, min(over, each.points))


def escape(draft: Draft[Campaign], name: str, points: int) -> None:
    """[28.23, 28.24] They are free; who is near enough to his own side is back with it."""
    name = change_captives(draft, name, points, captor=None, free=False, fresh=False)
    each = draft.state.captives[name]
    draft.note("escaped", side=own_side(each.nation), points=points, at=board().name(each.at))
    if is_near_friends(draft.state, each):
        rejoin(draft, name)


def is_near_friends(state: Campaign, each: Captives) -> bool:
    """[28.24] Within eight Capability Points of a friendly unit, whatever enemy stands between."""
    friends = frozenset(stands(state, own_side(each.nation)))
    if each.at in friends:
        return True
    points = prisoner_table().refuge.value * POINT
    return not friends.isdisjoint(ground_of(state, ON_FOOT).reach(each.at, points, frozenset()))


def is_safe(state: Campaign, side: Side, at: int) -> bool:
    """[28.24] With a friendly unit, or in a friendly major city."""
    return state.holder(at) == side or (at in cities() and state.control.get(board().name(at)) == side)


def rejoin(draft: Draft[Campaign], name: str) -> None:
    """[28.24] Out of play for a month; then they are Replacement Points."""
    each = draft.state.captives[name]
    draft.strike("captives", name)
    back = Returning(each.nation, each.points, _a_month_after(draft.state.turn))
    draft.change(returning=(*draft.state.returning, back))
    draft.note("rejoined", side=own_side(each.nation), points=each.points, at=board().name(each.at), turn=back.turn)


def _a_month_after(turn: int) -> int:
    today = date_of(turn)
    years, month = divmod(today.month - 1 + prisoner_table().months_away.value, MONTHS_IN_YEAR)
    return turn_of(today.year + years, month + 1, today.week)


# Who comes upon them [28.25]


def meet(draft: Draft[Campaign], side: Side, hexes: Sequence[int]) -> None:
    """[28.24, 28.25] Units of a side enter hexes in which no enemy stands: they catch the escaped of the enemy, and
    their own men are with them again."""
    for name, each in tuple(draft.state.captives.items()):
        if each.at not in hexes or each.captor == side:
            continue
        if own_side(each.nation) == side:
            if each.captor is not None:
                draft.note("escaped", side=side, points=each.points, at=board().name(each.at))
            rejoin(draft, name)
        elif draft.state.holder(each.at) != enemy_of(side):
            draft.amend("captives", name, replace(each, captor=side, free=True, fresh=True))
            draft.note("recaptured", side=side, points=each.points, at=board().name(each.at))
