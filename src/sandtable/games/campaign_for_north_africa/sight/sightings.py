"""[3.61, 3.62] The units of both sides as one of them sees them.

One's own are known. Of the enemy the counters on the map are seen, with the strength that was learnt of them or that
their counter and the charts lead one to expect; of all others nothing is known. From one look to the next most units
stay the very same, and so does what is seen of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.contents import Report, Unit
from sandtable.games.campaign_for_north_africa.pieces.counters import counters, land_toe, sides
from sandtable.games.campaign_for_north_africa.pieces.sameness import Kept
from sandtable.games.campaign_for_north_africa.state import DUE, OUT_OF_PLAY, Campaign, is_composed_alike


class Look(NamedTuple):
    """What there was, and what was seen of it."""

    units: Kept[str, Unit]
    known: Mapping[str, Report]
    own: frozenset[str]
    seen: dict[str, Unit]
    joined: tuple[object, ...]  # how units are put together, and the Game-Turn
    composition: dict[object, Any]


class Sightings:
    """What one side saw when it last looked."""

    def __init__(self) -> None:
        self._last = Look(Kept({}), {}, frozenset(), {}, (), {})

    def look(
        self, units: Kept[str, Unit], known: Mapping[str, Report], own: frozenset[str], joined: tuple[object, ...]
    ) -> tuple[dict[str, Unit], dict[object, Any]]:
        """Every unit as the side sees it that has these reports, and whose own are these; and what was worked out of
        their composition, if the side has seen nothing of that change."""
        then, table = self._last, units.table
        others = _others(then, units, known, own)
        if others is None:
            seen = {name: _seen(name, unit, known, own) for name, unit in table.items()}
            composition: dict[object, Any] = {}
        else:
            renewed = {name: _seen(name, table[name], known, own) for name in others}
            alike = joined == then.joined and all(is_composed_alike(then.seen[name], renewed[name]) for name in others)
            seen, composition = {**then.seen, **renewed}, then.composition if alike else {}
        self._last = Look(units, known, own, seen, joined, composition)
        return seen, composition


def _others(then: Look, units: Kept[str, Unit], known: Mapping[str, Report], own: frozenset[str]) -> list[str] | None:
    """Whom the side sees in another way than at the last look; nothing if there are other units now."""
    table = units.table
    if own is not then.own or len(table) != len(then.units.table):
        return None
    others = list(units.since(then.units))
    if not all(name in table and name in then.units.table for name in others):
        return None
    if known is not then.known:
        named = known.keys() | then.known.keys()
        others += [name for name in named if name in table and known.get(name) != then.known.get(name)]
    return others


@cache
def sightings(side: str) -> Sightings:
    return Sightings()


def army(state: Campaign, side: str) -> frozenset[str]:
    """Every unit of a side, guards and Replacement Points that were made in play among them [28.22, 20.42]."""
    key = "army", side
    found: frozenset[str] | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = _army(side, (*state.guards, *state.replacements, *state.squadrons))
    return found


@lru_cache(maxsize=64)
def _army(side: str, made: tuple[str, ...]) -> frozenset[str]:
    whose = sides()
    return _with(side, frozenset(name for name in made if whose[name] == side))


@lru_cache(maxsize=64)
def _with(side: str, made: frozenset[str]) -> frozenset[str]:
    """The very same army, whatever the other side makes and in whichever order."""
    return _printed(side).union(made)


@cache
def _printed(side: str) -> frozenset[str]:
    return frozenset(name for name, counter in counters().items() if counter.side == side)


def _seen(name: str, unit: Unit, known: Mapping[str, Report], own: frozenset[str]) -> Unit:
    """One's own unit; an enemy counter with the strength one expects, or nothing at all."""
    if name in own:
        return unit
    expected = _expected(name, known[name].toe if name in known else -1)
    if unit.attached or unit.at in OUT_OF_PLAY:
        return expected
    return replace(expected, at=unit.at, reserve=unit.reserve, engaged=unit.engaged, journey=unit.journey)


@lru_cache(maxsize=4096)
def _expected(name: str, reported: int) -> Unit:
    found = counters()[name]
    toe = dict(land_toe(name))
    total = sum(toe.values())
    if reported >= 0 and total:
        toe = {weapon: max(1, round(points * reported / total)) for weapon, points in toe.items()} if reported else {}
    return Unit(DUE, assigned=found.parent, toe=toe, morale=found.morale or 0)
