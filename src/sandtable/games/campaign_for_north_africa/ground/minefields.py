"""[26.1, 26.2] Minefields as those who move meet them: what they cost by side, engineers and the mover's own rating.

The counters are seen by all, and a dummy costs what a real one does [26.23]: nobody learns from a cost what lies there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from sandtable.games.campaign_for_north_africa.capability.action_costs import minefield_cost
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import WALKING, Ground, Tolls, ground_of
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.sameness import Same
from sandtable.games.campaign_for_north_africa.pieces.units import Gait, stack_cpa
from sandtable.games.campaign_for_north_africa.pieces.weapons import weapons
from sandtable.games.campaign_for_north_africa.state import Campaign, Weather, all_of
from sandtable.games.campaign_for_north_africa.terrain_chart import Mobility, minefield
from sandtable.games.campaign_for_north_africa.weather.weather import in_sandstorm

SCORPIONS = 6  # [23.15] points of flail tanks with which a battalion clears mines


# Who knows the way through [26.24]


def with_engineers(state: Campaign, names: Iterable[str]) -> bool:
    """[26.24] Whether an engineer battalion, a Commonwealth headquarters with engineers or enough flail tanks are among
    some counters; or nobody but engineers."""
    units = [unit for name in names for unit in all_of(state, name)]
    return any(leads_through(state, unit) for unit in units) or all(_is_engineer(unit) for unit in units)


def leads_through(state: Campaign, name: str) -> bool:
    """[26.24, 23.15] Whether a unit takes others through a minefield."""
    own = counters()[name]
    if _is_engineer(name):
        return own.side == "commonwealth" if own.is_hq else own.level != "company"
    flails = sum(points for weapon, points in state.units[name].toe.items() if weapon in _flails())
    return flails >= SCORPIONS


def _is_engineer(name: str) -> bool:
    """[23.13] Companies that work on railways, and battalions that work on roads, are none."""
    own = counters()[name]
    return own.engineers and own.kind != "construction"


@cache
def _flails() -> frozenset[str]:
    return frozenset(name for name, each in weapons().items() if each.clears_minefields)


# What it costs [26.21, 26.22, 26.23, 26.24]


def ground_for(state: Campaign, side: str, names: Sequence[str], gaits: tuple[Gait, ...]) -> Ground:
    """The map as these counters meet it who move together, minefields with it."""
    if not state.minefields:
        return ground_of(state, gaits)
    key = "mined ground", side, tuple(names), gaits
    found: Ground | None = state.derived.get(key)
    if found is None:
        engineers, allowance = with_engineers(state, names), stack_cpa(state, names)
        found = ground_of(state, gaits, tolls(state, side, mobility_of(gaits), allowance, engineers))
        state.derived[key] = found
    return found


def ground_alone(state: Campaign, side: str, gaits: tuple[Gait, ...], allowance: int) -> Ground:
    """The map as trucks without units meet it, or men without a unit of their own."""
    return ground_of(state, gaits, tolls(state, side, mobility_of(gaits), allowance))


def mobility_of(gaits: Iterable[Gait]) -> Mobility:
    """[8.92] Of those who move together: on foot only if all walk."""
    return "non_motorized" if all(gait in WALKING for gait in gaits) else "motorized"


def tolls(state: Campaign, side: str, mobility: Mobility, allowance: int, engineers: bool = False) -> Tolls:
    """[23.21, 26.12, 26.21, 26.22] Half points on top of the ground, hex by hex, by whose minefield it is."""
    if not state.minefields:
        return ()
    key = "tolls", side, mobility, allowance, engineers
    found: Tolls | None = state.derived.get(key)
    if found is None:
        mines = Same(state, state.minefields, state.foul)
        found = state.derived[key] = _tolls(mines, state.weather, side, mobility, allowance, engineers)
    return found


@lru_cache(maxsize=256)
def _tolls(mines: Same, weather: Weather, side: str, mobility: Mobility, allowance: int, engineers: bool) -> Tolls:
    """By all that it depends on: the minefields, and where a storm blows."""
    state = mines.take()
    own = minefield_cost("friendly", mobility, engineers, allowance)
    hostile = minefield_cost("enemy", mobility, engineers, allowance)
    costs = ((at, own if each.side == side else hostile) for at, each in sorted(state.minefields.items()))
    return tuple((at, 2 * cost if in_sandstorm(state, at) else cost) for at, cost in costs if cost)  # [29.44]


def wear(state: Campaign, side: str, hex: int) -> int:
    """[8.37, 26.21] Breakdown Points for entering an enemy minefield, half points as everywhere."""
    each = state.minefields.get(hex)
    return 0 if each is None else minefield("friendly" if each.side == side else "enemy").breakdown


# In combat [26.26]


def is_mined(state: Campaign, hex: int, side: str) -> bool:
    """Whether a real minefield lies in a hex that is the enemy's for this side."""
    each = state.minefields.get(hex)
    return each is not None and each.side != side and not each.dummy


def hampers(state: Campaign, side: str, at: int, origins: Iterable[int]) -> bool:
    """[26.26] Whether mines hamper those of a side who attack a hex: they stand in an enemy minefield, or the hex is
    one."""
    return any(is_mined(state, hex, side) for hex in (at, *origins))
