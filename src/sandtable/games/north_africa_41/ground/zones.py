"""[7] Zones of Control as one side meets them: a `Front` for each arrangement of the enemy."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from sandtable.core.fields import Going
from sandtable.games.north_africa_41.ground.ranges import Marches, Options, Range
from sandtable.games.north_africa_41.map import board, climbs_escarpment
from sandtable.games.north_africa_41.pieces.tables import POINT, limits
from sandtable.games.north_africa_41.state import FULL_RETREAT, OFF_MAP, NorthAfrica, enemy_of

FREE, LIMITED, FULL = range(3)  # [7.3] kinds of enemy zone in a hex

_BOXES = len(board().boxes)
_ONLY_FULL = bytes(kind == FULL for kind in range(256))  # what `bytes.translate` makes of each kind


class Front:
    """The enemy's Combat Units, what they close and what they hold in their zones, and the markers that slow a move.

    It depends on nothing but the enemy and one's own Fortifications, so it serves for every own move until one of his
    units goes; `marches` and `ranges` keep the floods already made across it, and `options` what single pieces make of
    them.

    `zone` and `halting` may be asked for the number of an Off Map Box too: it reads one of the entries at their end.
    """

    def __init__(
        self,
        side: str,
        casting: frozenset[int],
        fleeing: frozenset[int],
        shelters: frozenset[int],
        tolls: Mapping[int, int],
    ) -> None:
        self.side = side
        self.casting = casting  # hexes with Combat Units that exert a zone
        self.fleeing = fleeing  # [13.3.2] hexes with none but units in Full Retreat, which exert none
        self.occupied = casting | fleeing
        self.closed = casting.union(OFF_MAP[enemy_of(side)])  # [5.1, 6.1.2] units in Full Retreat give way [13.3.2]
        self.tolls = tolls  # [18.7.5, 18.8, 24.2] parts of a Movement Point more for entering a hex
        zone = bytearray(len(board()) + _BOXES)  # [6.2] no zone reaches into a box
        casters: dict[int, list[int]] = {}
        for at in sorted(casting):  # [7.1]
            for there in board().adjacent[at]:
                kind = LIMITED if there in shelters or climbs_escarpment(at, there) else FULL  # [7.3, 9.5.2]
                zone[there] = max(zone[there], kind)
                if kind == FULL:
                    casters.setdefault(there, []).append(at)
        self.zone = bytes(zone)
        self.full = frozenset(casters)
        beside = frozenset(there for at in casting for there in board().adjacent[at])
        self.limited = frozenset(at for at in beside if zone[at] == LIMITED)
        self.overlapping = frozenset(at for at, near in casters.items() if _overlap(near))
        self.near = frozenset(there for at in self.occupied for there in board().adjacent[at])
        halts = zone.translate(_ONLY_FULL)
        halts[-_BOXES:] = b"\1" * _BOXES  # [6.3.1] whoever enters a box stops
        self.halting = bytes(halts)
        leave, leave_limited = limits().leave_zone * POINT, limits().leave_limited_zone * POINT
        self.leaving = dict.fromkeys(sorted(self.full), leave) | dict.fromkeys(sorted(self.limited), leave_limited)
        self.marches: dict[tuple[str, int, int, frozenset[int]], Marches] = {}
        self.ranges: dict[Any, Range] = {}
        self.options: dict[str, Options] = {}
        self.listed: dict[str, Any] = {}  # by piece: what is listed for it with these options
        self.same: dict[frozenset[int], frozenset[int]] = {}  # one of each, so that equal ones are told at a glance

    def going(self, allowance: int, closed: Collection[int]) -> Going:
        """With so many parts of a Movement Point, past what is closed and at the price of zones and markers."""
        return Going(allowance, 0, closed, self.halting, entering=self.tolls, leaving=self.leaving)

    def casters(self, hexagon: int) -> list[int]:
        """The enemy hexes in whose zone, full or limited, this hex lies."""
        return [there for there in board().adjacent[hexagon] if there in self.casting] if self.zone[hexagon] else []


def _overlap(casters: list[int]) -> bool:
    """[7.4] Whether two of these do not stand next to one another; units in one hex count as adjacent."""
    return any(b not in board().neighbours[a] for i, a in enumerate(casters) for b in casters[i + 1 :])


@lru_cache(maxsize=8)  # both sides, a few positions back: each keeps some megabytes of floods
def _front(
    side: str,
    casting: frozenset[int],
    fleeing: frozenset[int],
    shelters: frozenset[int],
    tolls: tuple[tuple[int, int], ...],
) -> Front:
    return Front(side, casting, fleeing, shelters, dict(tolls))


def forget_fronts() -> None:
    """Give up those of the positions seen last."""
    _front.cache_clear()


def front(state: NorthAfrica, side: str) -> Front:
    """What this side has before it."""
    derived = state.layout.derived
    found: Front | None = derived.get(side)
    if found is None:
        casting, fleeing = _posture(state, enemy_of(side))
        found = derived[side] = _front(side, casting, fleeing, _shelters(state, side), _tolls(state, side))
    return found


def steady_hexes(state: NorthAfrica, side: str) -> frozenset[int]:
    """[13.2.2, 13.3.2, 13.3.3] Where the side has Combat Units not in Full Retreat: they exert zones, and cancel enemy
    ones in their own hex where a rule says that friendly units do."""
    return _posture(state, side)[0]


def _posture(state: NorthAfrica, side: str) -> tuple[frozenset[int], frozenset[int]]:
    """The hexes with Combat Units not in Full Retreat, and those with others alone."""
    postures = state.layout.postures
    found = postures.get(side)
    if found is None:
        units, steady, fleeing = state.units, list[int](), list[int]()
        for at, names in state.layout.combat[side].items():
            if at >= 0:
                runs = all(units[name].order == FULL_RETREAT for name in names)
                (fleeing if runs else steady).append(at)
        found = postures[side] = frozenset(steady), frozenset(fleeing)
    return found


def in_enemy_zone(state: NorthAfrica, side: str, hexagon: int) -> bool:
    """[7.2] Whether a hex lies in an enemy zone that is not a limited one."""
    return front(state, side).zone[hexagon] == FULL


def in_any_enemy_zone(state: NorthAfrica, side: str, hexagon: int) -> bool:
    """[7.2, 7.3] Whether a hex lies in an enemy zone, full or limited."""
    return front(state, side).zone[hexagon] != FREE


def in_overlapping_zone(state: NorthAfrica, side: str, hexagon: int) -> bool:
    """[7.4] Whether enemy zones overlap in a hex and no friendly unit there cancels them."""
    return hexagon in front(state, side).overlapping and hexagon not in steady_hexes(state, side)


def next_to_enemy(state: NorthAfrica, side: str, hexagon: int) -> bool:
    """Whether an enemy Combat Unit, in whatever order, stands in an adjacent hex."""
    return hexagon in front(state, side).near


def _shelters(state: NorthAfrica, side: str) -> frozenset[int]:
    """[7.3] The side's own Fortifications; one under construction has no effect [9.5.4]."""
    return frozenset(at for at, fort in state.forts.items() if fort.complete and fort.side == side)


def _tolls(state: NorthAfrica, side: str) -> tuple[tuple[int, int], ...]:
    """[18.7.5, 18.8, 24.2] What the enemy's Delay, Strafing and LRDG markers add to the cost of their hexes."""
    books, costs = state.books[enemy_of(side)], limits()
    tolls: dict[int, int] = {}
    for hexes, cost in (
        (books.delays.values(), costs.delay_cost),
        (books.strafing, costs.strafing_cost),
        (books.patrols, costs.lrdg_cost),
    ):
        for at in hexes:
            tolls[at] = tolls.get(at, 0) + cost * POINT
    return tuple(sorted(tolls.items()))
