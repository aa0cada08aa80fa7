"""[3, 11.1.5, 15.2] Zones of control as one side meets them: a `Front` for each arrangement of the enemy."""

from __future__ import annotations

from functools import lru_cache

from sandtable.core import fields
from sandtable.core.fields import Reach
from sandtable.games.panzerarmee_afrika.map import board, fort_zones, forts
from sandtable.games.panzerarmee_afrika.pieces.counters import counters
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, enemy_of, is_italian_infantry


class Front:
    """The enemy's hexes, what they close and what they hold in their zones.

    It depends on nothing but where the enemy is, so it serves for every own move until one of his units dies;
    `reaches` keeps the floods already made across it, `latest` the last from each place with the hexes without supply
    that bound it, `ends` those of their hexes that have room, `ways` the approaches to enemy hexes, `closed` what the
    enemy closes together with hexes without supply, `blocked` what bars lines of supply by the zones that are negated,
    `near` the enemy hexes within so many movement factors of a hex.
    """

    def __init__(self, casting: frozenset[int], occupied: frozenset[int]) -> None:
        self.casting, self.occupied = casting, occupied
        # [3] not over prohibited hexsides nor into the sea, neither of which is adjacent
        self.zone = bytes(fields.zones(board().adjacent, casting))
        self.controlled = frozenset(h for at in casting for h in board().adjacent[at])
        self.reaches: dict[tuple[object, ...], Reach] = {}
        self.latest: dict[tuple[object, ...], tuple[frozenset[int], Reach]] = {}
        self.ends: dict[tuple[Reach, tuple[int, ...]], tuple[int, ...]] = {}
        self.ways: dict[tuple[object, ...], tuple[tuple[int, ...], ...]] = {}
        self.closed: dict[frozenset[int], frozenset[int]] = {}
        self.blocked: dict[frozenset[int], frozenset[int]] = {}
        self.near: dict[tuple[int, int], tuple[int, ...]] = {}

    def closed_beside(self, unserved: frozenset[int]) -> frozenset[int]:
        """[11.1.1] The hexes that may not be entered where these may not be either."""
        found = self.closed.get(unserved)
        if found is None:
            found = self.closed[unserved] = self.occupied | unserved
        return found

    def blocking(self, negated: frozenset[int]) -> frozenset[int]:
        """[8.2] The hexes that no line of supply passes when own units negate the zone in these."""
        found = self.blocked.get(negated)
        if found is None:
            found = self.blocked[negated] = (self.controlled - negated) | self.occupied
        return found

    def casters(self, hexagon: int) -> list[int]:
        """The enemy hexes in whose zone this hex lies."""
        return [there for there in board().adjacent[hexagon] if there in self.casting] if self.zone[hexagon] else []

    def forts(self) -> list[int]:
        """[3, 12.1.1] The forts that the enemy's regular units hold."""
        return [fort for fort in fort_zones() if fort in self.casting]


@lru_cache(maxsize=8)  # both sides, a few positions back: each keeps its floods
def _front(casting: frozenset[int], occupied: frozenset[int]) -> Front:
    return Front(casting, occupied)


def forget_fronts() -> None:
    """Give up those of the positions seen last."""
    _front.cache_clear()


def front(state: PanzerarmeeAfrika, side: str) -> Front:
    """What this side has before it."""
    layout, foe = state.layout, enemy_of(side)
    found: Front | None = layout.derived_of[foe].get("front")  # what else it hangs on changes when one of them is lost
    if found is None:
        stands = layout.stands[foe]
        casting = frozenset(stands) - _unreliable_hexes(state, foe)
        occupied = frozenset(stands).union(layout.lorries[foe])
        found = layout.derived_of[foe]["front"] = _front(casting, occupied)
    return found


def in_enemy_zone(state: PanzerarmeeAfrika, side: str, hexagon: int) -> bool:
    return bool(front(state, side).zone[hexagon])


def fort_besieged_from(state: PanzerarmeeAfrika, side: str, hexagon: int) -> int:
    """[11.1.5, 12.1.1] The enemy-held fort in whose zone this hex lies, or -1."""
    return next((fort for fort in front(state, side).forts() if hexagon in fort_zones()[fort]), -1)


def is_unreliable(state: PanzerarmeeAfrika, name: str, threshold: int) -> bool:
    """[15.2] Italian infantry once the army has lost this many of their factors, by the optional rule."""
    if not state.option("reliability") or state.books["axis"].italian_losses < threshold:
        return False
    counter = counters().get(name)
    return counter is not None and is_italian_infantry(counter)


def is_supported(state: PanzerarmeeAfrika, hexagon: int) -> bool:
    """[15.2] Whether a German unit or Italian armour stands in the hex."""
    return any(not is_italian_infantry(counters()[name]) for name in state.at(hexagon, "axis"))


def _unreliable_hexes(state: PanzerarmeeAfrika, side: str) -> frozenset[int]:
    """[15.2] Italian infantry by themselves cast no zone once enough of them are lost; that of a fort is the fort's own
    [3], whoever holds it."""
    if side != "axis" or not state.option("reliability"):
        return frozenset()
    if state.books["axis"].italian_losses < limits().reliability_near:
        return frozenset()
    alone = (at for at in state.layout.stands["axis"] if not is_supported(state, at))
    return frozenset(at for at in alone if at not in forts())
