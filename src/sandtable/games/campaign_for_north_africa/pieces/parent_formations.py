"""[19.1, 19.2, 19.3] Parent Formations: who is assigned to them and which places they have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.formation_charts import (
    Organization,
    Place,
    organization,
    organization_of,
    organizations,
    shifts,
    terms,
)
from sandtable.games.campaign_for_north_africa.pieces.weapons import Nation
from sandtable.games.campaign_for_north_africa.state import ELIMINATED, OUT_OF_PLAY, Campaign, side_of, toe_of

CHANGING = ("armoured_division", "armoured_brigade", "support_group")  # [19.25]


def formation_of(state: Campaign, name: str) -> str:
    """[19.11, 19.22] The Parent Formation a unit is assigned to; nothing once that is eliminated."""
    parent = state.units[name].assigned
    return parent if parent and state.units[parent].at != ELIMINATED else ""


def belongs_to(state: Campaign, name: str, parent: str) -> bool:
    """[19.14] Whether a unit is assigned to a formation, or to one that is assigned to it, and so on."""
    while name := formation_of(state, name):
        if name == parent:
            return True
    return False


def is_independent(state: Campaign, name: str) -> bool:
    """[19.22, 19.27, 19.28] Assigned to nobody; a unit whose Parent Formation never came is not."""
    if counters()[name].parent_absent:
        return False
    return not formation_of(state, name)


def assigned(state: Campaign, parent: str) -> tuple[str, ...]:
    """[19.11, 19.23] The units in play that are assigned to a formation itself, wherever they are."""
    if "assigned" not in state.derived:
        index: dict[str, list[str]] = {}
        for name, unit in state.units.items():
            if unit.at not in OUT_OF_PLAY:
                index.setdefault(unit.assigned, []).append(name)
        state.derived["assigned"] = index
    return tuple(state.derived["assigned"].get(parent, ()))


# Places [19.3]


def unplaced(nation: Nation, places: Iterable[Place], units: Iterable[str]) -> tuple[str, ...]:
    """[19.3] Those units for which no place is left. Who fits in fewer places chooses first."""
    rooms = [(place, [place.count * WHOLE]) for place in places]
    waiting = [
        (name, [(room, share) for place, room in rooms if (share := _share(nation, place, name))]) for name in units
    ]
    waiting.sort(key=lambda each: len(each[1]))
    left = []
    for name, choices in waiting:
        room = next((room for room, share in choices if room[0] >= share), None)
        if room is None:
            left.append(name)
        else:
            room[0] -= next(share for each, share in choices if each is room)
    return tuple(left)


WHOLE = 6  # parts of a place, so that halves and thirds of it are whole


@cache
def _share(nation: Nation, place: Place, name: str) -> int:
    """How much of a place a unit takes: all, a part where several may stand for one, nothing if it does not fit."""
    unit = counters()[name]
    known = terms(nation)
    if any(known[term].fits(unit) for term in place.terms):
        return WHOLE
    parts = [count for term in place.terms for other, count in known[term].instead.items() if known[other].fits(unit)]
    return WHOLE // max(parts) if parts else 0


def places(state: Campaign, parent: str) -> tuple[Place, ...]:
    """[19.3, 19.25] Those of the Formation Organization Chart in this Game-Turn."""
    found = organization_of(parent, state.turn)
    return found.places if found else ()


def has_place(state: Campaign, parent: str, name: str) -> bool:
    """[19.21, 19.23, 19.66] Whether one more unit can be assigned within the limits."""
    nation = counters()[parent].nation
    if counters()[name].nation != nation:
        return False
    others = [each for each in assigned(state, parent) if each != name]
    crowd = unplaced(nation, places(state, parent), others)
    return len(unplaced(nation, places(state, parent), [*others, name])) == len(crowd)


def substitutes(state: Campaign, parent: str, children: Iterable[str]) -> tuple[str, ...]:
    """[19.45] Of the units attached to a formation without being assigned to it, those that stand in for missing
    ones."""
    nation = counters()[parent].nation
    own = list(assigned(state, parent))
    found: list[str] = []
    for child in children:
        if not _keeps_limits(state, child):
            continue
        room = places(state, parent)
        if len(unplaced(nation, room, [*own, *found, child])) == len(unplaced(nation, room, [*own, *found])):
            found.append(child)
    return tuple(found)


def _keeps_limits(state: Campaign, child: str) -> bool:
    """[19.45] A formation with more battalions assigned than its chart allows stands in for nobody."""
    unit = counters()[child]
    below = [name for name in assigned(state, child) if counters()[name].level == "battalion"]
    return not unplaced(unit.nation, places(state, child), below)


# Changes [19.21, 19.24, 19.25, 19.26]


def excess(state: Campaign, parent: str) -> tuple[str, ...]:
    """[19.25] Units that had a place in a Commonwealth armoured formation before its chart changed, and have none
    now."""
    unit = counters()[parent]
    if unit.nation != "commonwealth" or unit.formation not in CHANGING:
        return ()
    former = _former(unit.formation, state.turn)
    if former is None:
        return ()
    everybody = assigned(state, parent)
    strangers = set(unplaced(unit.nation, former.places, everybody))
    return tuple(name for name in unplaced(unit.nation, places(state, parent), everybody) if name not in strangers)


def _former(formation: str, turn: int) -> Organization | None:
    """How it was organized before."""
    starts = sorted(
        {
            first
            for each in organizations()
            if each.nation == "commonwealth" and each.formation in CHANGING
            for first, _ in each.turns
            if first <= turn
        }
    )
    return organization("commonwealth", formation, starts[-1] - 1) if len(starts) > 1 else None


def overfull(state: Campaign, side: str) -> Iterator[tuple[str, str]]:
    """[19.25] Every formation of a side with a unit that must be unassigned from it."""
    if side != "commonwealth":
        return
    for parent in sorted(
        {
            unit.assigned
            for name, unit in state.units.items()
            if unit.assigned and unit.at not in OUT_OF_PLAY and side_of(name) == side
        }
    ):
        for name in excess(state, parent):
            yield parent, name


def may_be_shuffled(state: Campaign, name: str, parent: str) -> bool:
    """[19.26, 19.27] Commonwealth battalions go from brigade to brigade."""
    unit, brigade = counters()[name], counters()[parent]
    return unit.nation == "commonwealth" and unit.level == "battalion" and brigade.level == "brigade"


def relieved_by(state: Campaign, name: str, parent: str) -> str:
    """[19.26] The battalion of a full Commonwealth brigade whose place another may take: one that has been pulled out
    of it, of several the weakest."""
    if not may_be_shuffled(state, name, parent):
        return ""
    nation, room, own = counters()[parent].nation, places(state, parent), assigned(state, parent)
    crowd = len(unplaced(nation, room, own))
    pulled_out = [
        each
        for each in own
        if may_be_shuffled(state, each, parent)
        and state.units[each].attached != parent
        and len(unplaced(nation, room, [name, *(other for other in own if other != each)])) <= crowd
    ]
    return min(pulled_out, key=lambda each: (toe_of(state, each), each), default="")


def may_shift(state: Campaign, name: str, parent: str) -> bool:
    """[19.24] In the time in which it happened in history."""
    now = (state.turn, state.stage)
    return any(shift.unit == name and shift.to == parent and shift.first <= now <= shift.last for shift in shifts())
