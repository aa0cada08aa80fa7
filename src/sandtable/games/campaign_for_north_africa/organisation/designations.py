"""[20.41, 20.65] For which units Replacement Points are meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.capability.morale_tables import training
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.organisation.absorption import unfit
from sandtable.games.campaign_for_north_africa.organisation.conversion import is_of_use, price
from sandtable.games.campaign_for_north_africa.organisation.orders import Allot
from sandtable.games.campaign_for_north_africa.organisation.upgrading import LIGHT_TANKS, is_upgradable_recce
from sandtable.games.campaign_for_north_africa.pieces.counters import counters, is_made
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import (
    class_named,
    divide,
    item_in,
    mean_for,
    points_in,
    replacements_of,
    weapon_in,
)
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import upgrade_turns
from sandtable.games.campaign_for_north_africa.pieces.units import maximum
from sandtable.games.campaign_for_north_africa.pieces.weapons import UPGRADED, Nation, weapons
from sandtable.games.campaign_for_north_africa.raiders.commandos import COMMANDOS
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, Campaign, everyone_at, side_of, toe_of


def takes_as(state: Campaign, unit: str, piece: str) -> str | None:
    """[20.3, 19.64, 20.65] The weapon as which a unit could take up Replacement Points now; None if it has no use or no
    room for them."""
    weapon = weapon_in(state, piece)
    if is_made(unit) or not is_of_use(unit, piece, weapon):
        return None
    if is_upgradable_recce(unit) and item_in(state, piece) in LIGHT_TANKS[counters()[unit].nation]:
        return UPGRADED if state.turn >= upgrade_turns().armoured_cars else None
    if _pays(unit, piece) and unfit(state, unit, "", 1) is None:
        return ""
    for points in (1, 3):  # [19.83] a battery begins with three
        if unfit(state, unit, weapon, points) is None:
            return weapon
    return None


def _pays(unit: str, piece: str) -> bool:
    """[20.3] Whether the class of the points is part of what a point of the unit costs."""
    kind = {"recce": "armoured_recce"}.get(class_named(piece), class_named(piece))
    return kind in price(unit)


def is_astray(state: Campaign, name: str) -> bool:
    """[20.41] Whether points are meant for nobody, or for a unit that is out of play or complete."""
    unit = state.replacements[name].unit
    if unit not in state.units or state.units[unit].at in OUT_OF_PLAY:
        return True
    return takes_as(state, unit, name) is None


def check_meaning(state: Campaign, side: str, action: Allot) -> None:
    """[20.41] The points are there, and the unit is one that could have them."""
    name, points = action.points.unit, action.points.points
    if name not in state.replacements or side_of(name) != side or state.units[name].at in OUT_OF_PLAY:
        raise Refusal("20.41", f"{name} is not a counter of your Replacement Points")
    if action.points.weapon or not 1 <= points <= points_in(state, name):
        raise Refusal("20.41", f"{name} has {plural(points_in(state, name), 'Replacement Point')}")
    unit = state.units.get(action.to)
    if unit is None or action.to not in counters() or side_of(action.to) != side or unit.at in OUT_OF_PLAY:
        raise Refusal("20.41", f"you have no unit {action.to} in play")
    if takes_as(state, action.to, name) is None:
        raise Refusal("20.65", f"{action.to} has no use or no room for {name}")


def check_allot(state: Campaign, side: str, action: Allot) -> None:
    """[20.41] Once points have a unit they keep it, as long as it is in play and not complete."""
    check_meaning(state, side, action)
    if not is_astray(state, action.points.unit):
        raise Refusal("20.41", f"{action.points.unit} is meant for {state.replacements[action.points.unit].unit}")


def allot(draft: Draft[Campaign], side: str, action: Allot) -> None:
    name = divide(draft, action.points.unit, action.points.points)
    mean_for(draft, name, action.to)
    if action.to in COMMANDOS:  # [27.76, 27.89] all their Training is with it
        draft.amend("replacements", name, replace(draft.state.replacements[name], left=training("commando")))
    draft.note("allotted", only=side, counter=name, points=action.points.points, unit=action.to)


def needy(state: Campaign, piece: str) -> list[str]:
    """[20.65] The units that could take up points, those who lack most first."""
    key = "needy", *_kind_of(state, piece)
    found: list[str] | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = list(_takers(state, piece))
    return found


def _neediest(state: Campaign, piece: str) -> str:
    """[20.65] The first of them, if there is any."""
    key = "neediest", *_kind_of(state, piece)
    found: str | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = next(_takers(state, piece), "")
    return found


def _takers(state: Campaign, piece: str) -> Iterator[str]:
    return (name for name in _short_units(state, side_of(piece)) if takes_as(state, name, piece) is not None)


def _kind_of(state: Campaign, piece: str) -> tuple[str, str, str]:
    """Points of the same kind are taken by the same units."""
    return counters()[piece].nation, class_named(piece), weapon_in(state, piece)


def _short_units(state: Campaign, side: str) -> list[str]:
    """[20.65] Units in play that are short of points, those who lack most first."""
    key = "short units", side
    found: list[str] | None = state.derived.get(key)
    if found is None:
        coming = _coming(state)
        units = (name for at in state.stacks for name in everyone_at(state, at, side) if not is_made(name))
        lacking = [(-short, name) for name in units if (short := _lack(state, name, coming)) > 0]
        found = state.derived[key] = [name for _, name in sorted(lacking)]
    return found


def has_takers(state: Campaign, side: str, nation: Nation, weapon: str) -> bool:
    """Whether any unit of a nation is short of points of a weapon, or for those of an ID Code of recce
    points, besides what is meant for it."""
    key = "takers", nation, weapon
    found: bool | None = state.derived.get(key)
    if found is None:
        kind = weapon if weapon in weapons() else ""
        found = state.derived[key] = any(
            counters()[name].nation == nation and _takes(state, name, kind) for name in _short_units(state, side)
        )
    return found


def _takes(state: Campaign, name: str, weapon: str) -> bool:
    return bool(weapon or "armoured_recce" in price(name)) and unfit(state, name, weapon, 1) is None


def lack(state: Campaign, name: str) -> int:
    """How many points a unit is short of, besides those that are already meant for it."""
    return _lack(state, name, _coming(state))


def _lack(state: Campaign, name: str, coming: Mapping[str, int]) -> int:
    return maximum(state, name) - toe_of(state, name) - coming.get(name, 0)


def _coming(state: Campaign) -> Mapping[str, int]:
    """By unit the Replacement Points that are meant for it."""
    found: dict[str, int] | None = state.derived.get("coming")
    if found is None:
        found = state.derived["coming"] = {}
        for piece, meant in state.replacements.items():
            if meant.unit:
                found[meant.unit] = found.get(meant.unit, 0) + points_in(state, piece)
    return found


def suggested(state: Campaign, name: str) -> Allot | None:
    """[20.41] To the unit that lacks most, as much as it lacks."""
    unit = _neediest(state, name)
    if not unit:
        return None
    each = max(price(unit).values()) if takes_as(state, unit, name) == "" and price(unit) else 1
    return Allot(Points(name, "", min(points_in(state, name), max(1, lack(state, unit) * each))), unit)


def allotments(state: Campaign, side: str) -> Iterator[Allot]:
    """[20.41] Points that have to be meant for somebody else."""
    for name in replacements_of(state, side):
        if is_astray(state, name) and (action := suggested(state, name)) is not None:
            yield action
