"""[20.5, 20.77] Armoured cars to which light tanks are added, and infantry with more and better weapons."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal, may
from sandtable.games.campaign_for_north_africa.capability.cohesion import check_spending, spend
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.organisation.absorption import cost
from sandtable.games.campaign_for_north_africa.organisation.attaching import own
from sandtable.games.campaign_for_north_africa.organisation.orders import Upgrade
from sandtable.games.campaign_for_north_africa.pieces.counters import characteristics, counters
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import (
    class_named,
    item_in,
    points_in,
    replacements_of,
    use_up,
)
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import ARMOURED_RECCE, upgrade_turns
from sandtable.games.campaign_for_north_africa.pieces.units import maximum
from sandtable.games.campaign_for_north_africa.pieces.weapons import UPGRADED, Nation
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, Campaign, everyone_at, side_of, toe_of, top_of
from sandtable.games.campaign_for_north_africa.verbs import mark

LIGHT_TANKS: dict[Nation, tuple[str, ...]] = {  # [20.53]
    "commonwealth": ("Stuart",),
    "german": ("PzII",),
    "italian": ("M11/39", "L6/40", "AB41", ARMOURED_RECCE),
}
LIKE_A_DIVISION = "18Aus"  # [20.51]
POOR = (1, 2)  # [20.77] offensive and defensive rating of infantry that may be upgraded


@functools.cache
def is_upgradable_recce(name: str) -> bool:
    """[20.51] Armoured cars and recce without an Anti-Armour Rating, but not those of Commonwealth infantry
    divisions."""
    unit = counters()[name]
    if not {"armoured_car", "armoured_recce"} & {*unit.symbols}:
        return False
    rating = characteristics(name).ratings.anti_armour
    return rating is None and not (unit.nation == "commonwealth" and _is_of_infantry_division(name))


def _is_of_infantry_division(name: str) -> bool:
    above = counters()[name].parent
    while above:
        formation = counters()[above]
        if above == LIKE_A_DIVISION or (formation.level == "division" and "armoured" not in formation.formation):
            return True
        above = formation.parent
    return False


@functools.cache
def is_poor_infantry(name: str) -> bool:
    """[20.77] Commonwealth infantry with the ratings 1/2."""
    unit = counters()[name]
    if unit.nation != "commonwealth" or not unit.is_infantry_type:
        return False
    row = characteristics(name).ratings
    return tuple(each.value if each else 0 for each in (row.offence, row.defence)) == POOR


def check_upgrade(state: Campaign, side: str, action: Upgrade) -> None:
    name, piece = action.name, action.to
    own(state, side, name, "20.52")
    if piece not in state.replacements or side_of(piece) != side or state.units[piece].at in OUT_OF_PLAY:
        raise Refusal("20.52", f"{piece} is not a counter of your Replacement Points")
    if state.units[piece].at != state.units[name].at:
        raise Refusal("20.41", f"{piece} and {name} are not in the same hex")
    if counters()[name].is_infantry_type:
        _check_infantry(state, name, piece)
    else:
        _check_recce(state, name, piece)
    check_spending(state, top_of(state, name), cost(needed(state, name)))


def needed(state: Campaign, name: str) -> int:
    """[20.52, 20.77] One tank point, or an infantry point for each point of the unit."""
    return toe_of(state, name) if counters()[name].is_infantry_type else 1


def _check_recce(state: Campaign, name: str, piece: str) -> None:
    """[20.51, 20.52, 20.53, 20.55]"""
    if not is_upgradable_recce(name):
        raise Refusal("20.51", f"{name} is not one of the units that can be upgraded")
    if state.turn < upgrade_turns().armoured_cars:
        raise Refusal("20.55", f"nothing is upgraded before Game-Turn {upgrade_turns().armoured_cars}")
    nation = counters()[name].nation
    if counters()[piece].nation != nation or item_in(state, piece) not in LIGHT_TANKS[nation]:
        raise Refusal("20.53", f"{name} is upgraded with {', '.join(LIGHT_TANKS[nation])}")
    if state.replacements[piece].left:
        raise Refusal("20.43", f"{piece} is not trained yet")
    if not state.units[name].toe.get("") and toe_of(state, name) >= maximum(state, name):
        raise Refusal("20.52", f"all points of {name} have been upgraded")


def _check_infantry(state: Campaign, name: str, piece: str) -> None:
    """[20.77] Trained or not, but all at once."""
    if not is_poor_infantry(name):
        raise Refusal("20.77", f"{name} does not have the ratings of infantry that can be upgraded")
    if name in state.upgraded:
        raise Refusal("20.77", f"{name} has been upgraded already")
    if state.turn < upgrade_turns().infantry:
        raise Refusal("20.77", f"infantry is not upgraded before Game-Turn {upgrade_turns().infantry}")
    if class_named(piece) != "infantry" or points_in(state, piece) < needed(state, name):
        raise Refusal(
            "20.77", f"it takes {plural(needed(state, name), 'infantry point')}, one for each point of {name}"
        )


def upgrade(draft: Draft[Campaign], side: str, action: Upgrade) -> None:
    """[20.52, 20.54, 20.77] A tank takes the place of a lost point or else of one that is there."""
    name, points = action.name, needed(draft.state, action.name)
    use_up(draft, action.to, points)
    if counters()[name].is_infantry_type:
        draft.change(upgraded=(*draft.state.upgraded, name))
    else:
        toe = dict(draft.state.units[name].toe)
        if toe_of(draft.state, name) >= maximum(draft.state, name):
            toe[""] -= 1
        toe[UPGRADED] = toe.get(UPGRADED, 0) + 1
        mark(draft, name, toe={weapon: count for weapon, count in toe.items() if count})
    spend(draft, (name,), cost(points))
    draft.note("upgraded", only=side, unit=name, points=points, at=board().name(draft.state.units[name].at))


def better_units(state: Campaign, side: str) -> Iterator[Upgrade]:
    """Every unit that stands with points it could be upgraded with."""
    for piece in replacements_of(state, side):
        for name in everyone_at(state, state.units[piece].at, side):
            if is_upgradable_recce(name) or is_poor_infantry(name):
                action = Upgrade(name, piece)
                if may(check_upgrade, state, side, action):
                    yield action
