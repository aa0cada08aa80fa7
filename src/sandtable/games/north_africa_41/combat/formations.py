"""[15.2.3, 15.4.1] Formations: who may belong to one Breakthrough Group."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.north_africa_41.pieces.counters import british_mechanised_battalions, same_formation
from sandtable.games.north_africa_41.pieces.tables import limits


def largest_formation(units: Sequence[str]) -> int:
    """[15.4.2, 15.4.3] How many of these Combat Units belong to one Formation: of a division, or up to six British
    Mechanised battalions whatever their divisions."""
    of_division = max((sum(same_formation(name, other) for other in units) for name in units), default=0)
    battalions = sum(name in british_mechanised_battalions() for name in units)
    return max(of_division, min(limits().british_division, battalions))


def is_one_formation(units: Sequence[str]) -> bool:
    """[15.2.3] All but one Attached Unit."""
    return len(units) - largest_formation(units) <= limits().attached_units


def by_formation(units: Sequence[str]) -> list[tuple[str, ...]]:
    """The units of each Formation among these, the British battalions together as well."""
    found = [tuple(other for other in units if same_formation(name, other)) for name in units]
    found.append(tuple(name for name in units if name in british_mechanised_battalions())[: limits().british_division])
    return [names for names in dict.fromkeys(found) if names]
