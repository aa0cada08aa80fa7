"""[19.62, 19.63, 23.12] Headquarters and engineers that come back."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal, may
from sandtable.games.campaign_for_north_africa.contents import Unit
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.organisation.conversion import price
from sandtable.games.campaign_for_north_africa.organisation.orders import Revive
from sandtable.games.campaign_for_north_africa.pieces.counters import characteristics, counters
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import (
    class_named,
    points_in,
    replacements_of,
    use_up,
)
from sandtable.games.campaign_for_north_africa.state import DUE, ELIMINATED, OUT_OF_PLAY, WITHDRAWN, Campaign, side_of
from sandtable.games.campaign_for_north_africa.verbs import place


def check_revive(state: Campaign, side: str, action: Revive) -> None:
    """[19.63, 23.12, 20.3] A headquarters of which half is left, or engineers; it takes infantry points."""
    name, piece = action.name, action.to
    if name not in state.units or side_of(name) != side or not may_come_back(name):
        raise Refusal("19.63", f"{name} is neither a headquarters nor engineers of yours")
    if state.units[name].at != ELIMINATED:
        raise Refusal("19.63", f"{name} has not been eliminated")
    if counters()[name].is_hq:
        _check_units_of(state, name)
    if piece not in state.replacements or state.units[piece].at in OUT_OF_PLAY:
        raise Refusal("19.63", f"{piece} is not a counter of your Replacement Points")
    need = price(name)["infantry"]
    if class_named(piece) != "infantry" or counters()[piece].nation != counters()[name].nation:
        raise Refusal("19.63", f"{name} is formed out of infantry points of its own nation")
    if state.replacements[piece].left:
        raise Refusal("20.41", f"{piece} is not trained yet")
    if points_in(state, piece) < need:
        raise Refusal("19.63", f"it takes {plural(need, 'infantry point')}; {piece} has {points_in(state, piece)}")


@functools.cache
def may_come_back(name: str) -> bool:
    """[19.63, 23.12, 20.3] Headquarters, and engineers for whom the schedule has a price."""
    unit = counters()[name]
    return unit.is_hq or (unit.engineers and not unit.is_combat_unit and bool(price(name)))


def _check_units_of(state: Campaign, name: str) -> None:
    """[19.63] Half of what is assigned to it must still be there and not attached to others."""
    units = _assigned(state).get(name, ())
    free = [each for each in units if state.units[each].at != ELIMINATED and not state.units[each].attached]
    if not units or 2 * len(free) < len(units):
        raise Refusal(
            "19.63", f"{len(free)} of {plural(len(units), 'unit')} of {name} are left and free: it takes half of them"
        )


def _assigned(state: Campaign) -> dict[str, list[str]]:
    """[19.11] Units that are not away, by the formation they are assigned to."""
    found: dict[str, list[str]] | None = state.derived.get("not away")
    if found is None:
        found = state.derived["not away"] = {}
        for name, unit in state.units.items():
            if unit.at not in (DUE, WITHDRAWN):
                found.setdefault(unit.assigned, []).append(name)
    return found


def revive(draft: Draft[Campaign], side: str, action: Revive) -> None:
    """[19.63, 20.3] It stands where the points stood, with the one point of its own that some have."""
    at, old = draft.state.units[action.to].at, draft.state.units[action.name]
    use_up(draft, action.to, price(action.name)["infantry"])
    toe = {} if characteristics(action.name).ratings.blank else {"": 1}
    draft.amend("units", action.name, Unit(ELIMINATED, assigned=old.assigned, toe=toe, morale=old.morale))
    place(draft, action.name, at)
    draft.note("revived", side=side, unit=action.name, at=board().name(at))


def revivals(state: Campaign, side: str) -> Iterator[Revive]:
    """Everything that could come back, with the first points that would do."""
    men = [name for name in replacements_of(state, side) if class_named(name) == "infantry"]
    if not men:
        return
    for name, unit in state.units.items():
        if unit.at != ELIMINATED or not may_come_back(name) or side_of(name) != side:
            continue
        for piece in men:
            action = Revive(name, piece)
            if may(check_revive, state, side, action):
                yield action
                break
