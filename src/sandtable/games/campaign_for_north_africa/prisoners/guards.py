"""[28.17, 28.22] Guards: units of one point that are made in play and go back to where they came from."""

from __future__ import annotations

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.contents import Unit
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.counters import GUARD_NAMES, Side, counters, is_guard, is_made
from sandtable.games.campaign_for_north_africa.pieces.units import maximum
from sandtable.games.campaign_for_north_africa.prisoners.orders import Dismiss, Guard
from sandtable.games.campaign_for_north_africa.state import DUE, OUT_OF_PLAY, Campaign, enemy_of, everyone_at
from sandtable.games.campaign_for_north_africa.verbs import lose_points, mark, place, unmake

INFANTRY = ""  # the points of the ID Code


def infantry(unit: Unit) -> int:
    return unit.toe.get(INFANTRY, 0)


def guards_at(state: Campaign, at: int, side: Side) -> list[str]:
    """The Guard Points of a side in a hex, those that have done least first."""
    here = [name for name in state.at(at, side) if is_guard(name)]
    return sorted(here, key=lambda name: (state.units[name].spent, name))


def check_guard(state: Campaign, side: Side, action: Guard) -> None:
    """[28.22] Any infantry-type unit may give up a point, but not its last."""
    unit = state.units.get(action.name)
    if unit is None or counters()[action.name].side != side or unit.at in OUT_OF_PLAY:
        raise Refusal("28.22", f"you have no unit {action.name} in play")
    if unit.at < 0:
        raise Refusal("28.22", f"{action.name} is not on the map")
    if not counters()[action.name].is_infantry_type or is_made(action.name):
        raise Refusal("28.22", f"{action.name} is not infantry, from which guards are formed")
    if infantry(unit) < 2:
        raise Refusal("28.22", f"{action.name} would give up its last infantry point")


def may_form(state: Campaign, at: int, side: Side) -> list[str]:
    """Units in a hex that could form a guard, the strongest first."""
    found = [
        name
        for name in everyone_at(state, at, side)
        if counters()[name].is_infantry_type and not is_made(name) and infantry(state.units[name]) >= 2
    ]
    return sorted(found, key=lambda name: (-state.units[name].toe[INFANTRY], name))


def form_guard(draft: Draft[Campaign], side: Side, action: Guard) -> str:
    """[28.22] One point becomes a guard in the same hex; it has done and is worth what its unit has and is."""
    unit = draft.state.units[action.name]
    serial = draft.state.serial + 1
    name = f"{GUARD_NAMES[counters()[action.name].nation]}{serial}"
    draft.change(serial=serial)
    lose_points(draft, action.name, INFANTRY, 1)
    made = Unit(
        DUE,
        toe={INFANTRY: 1},
        cohesion=unit.cohesion,
        morale=unit.morale,
        spent=unit.spent,
        halted=unit.halted,
    )
    draft.amend("units", name, made)
    place(draft, name, unit.at)
    draft.amend("guards", name, action.name)
    draft.note("guard_formed", only=side, unit=action.name, guard=name, at=board().name(unit.at))
    return name


def check_dismiss(state: Campaign, side: Side, action: Dismiss) -> None:
    """[28.22] Unused guards return to the unit of their origin, where it stands."""
    origin = state.guards.get(action.name)
    if origin is None or counters()[action.name].side != side or state.units[action.name].at in OUT_OF_PLAY:
        raise Refusal("28.22", f"you have no guard {action.name}")
    unit = state.units[origin]
    if unit.at != state.units[action.name].at:
        raise Refusal("28.22", f"{action.name} was formed from {origin}, which is not in the same hex")
    if infantry(unit) >= maximum(state, origin):
        raise Refusal("28.22", f"{origin} is at full strength")


def dismissible(state: Campaign, side: Side) -> list[str]:
    """Guards that could go back to their unit now."""
    found = []
    for name in state.guards:
        try:
            check_dismiss(state, side, Dismiss(name))
        except Refusal:
            continue
        found.append(name)
    return found


def dismiss(draft: Draft[Campaign], side: Side, action: Dismiss) -> None:
    """[28.22] The counter is taken off the map before the enemy's eyes, and its point goes back."""
    guard, origin = draft.state.units[action.name], draft.state.guards[action.name]
    unit = draft.state.units[origin]
    place(draft, action.name, DUE)
    unmake(draft, action.name)
    draft.strike("guards", action.name)
    known = draft.state.known.get(enemy_of(side), {})
    if action.name in known:
        draft.amend("known", enemy_of(side), {name: each for name, each in known.items() if name != action.name})
    toe = {**unit.toe, INFANTRY: infantry(unit) + 1}
    mark(draft, origin, toe=toe, spent=max(unit.spent, guard.spent), cohesion=min(unit.cohesion, guard.cohesion))
    draft.note("guard_dismissed", only=side, unit=origin, guard=action.name, at=board().name(unit.at))
