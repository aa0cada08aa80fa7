"""[10.6] What the enemy has to say of his zones, to whoever asks him."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.combat.retreat_routes import within_reach
from sandtable.games.campaign_for_north_africa.combat.retreats import Retreats
from sandtable.games.campaign_for_north_africa.ground.zones import apparent, controlled, is_apparent, stands
from sandtable.games.campaign_for_north_africa.logistics.supply_range import asked_for_lines, is_asked_for_lines
from sandtable.games.campaign_for_north_africa.state import SIDES, Campaign, enemy_of


class Told(Mapping[int, bool]):
    """What the enemy says, worked out when somebody wants to know: few who look at a position ask about zones, and most
    of them about one or two hexes."""

    __slots__ = ("_answers", "_side", "_state", "_whole")

    def __init__(self, state: Campaign, side: str) -> None:
        # a copy, which has no part in what is derived from the state: that holds these answers themselves
        self._state, self._side = replace(state), side
        self._answers: dict[int, bool | None] = {}
        self._whole: dict[int, bool] | None = None

    def __getitem__(self, hex: int) -> bool:
        if hex not in self._answers:
            self._answers[hex] = _zone_told(self._state, self._side, hex)
        answer = self._answers[hex]
        if answer is None:
            raise KeyError(hex)
        return answer

    def _said(self) -> dict[int, bool]:
        if self._whole is None:
            self._whole = zones_told(self._state, self._side)
        return self._whole

    def __iter__(self) -> Iterator[int]:
        return iter(self._said())

    def __len__(self) -> int:
        return len(self._said())

    def __repr__(self) -> str:
        return repr(self._said())


def _zone_told(state: Campaign, side: str, hex: int) -> bool | None:
    """[10.6] What he says of one hex, if he has to say anything."""
    if side not in SIDES or hex < 0 or not is_apparent(state, side, hex):
        return None
    return controlled(state, hex, enemy_of(side)) if _is_asked_about(state, side, hex) else None


def _is_asked_about(state: Campaign, side: str, hex: int) -> bool:
    """The same as `asked_about` of one hex."""
    if state.holder(hex) == side or state.supply_at(hex, side) or is_asked_for_lines(state, side, hex):
        return True
    return hex in _retreated_to(state, side)


def zones_told(state: Campaign, side: str) -> dict[int, bool]:
    """[10.6] The enemy says which units of a player are in his zones, and where none keeps those out that retreat."""
    if side not in SIDES:
        return {}
    fields = apparent(state, side)
    hexes = sorted(hex for hex in asked_about(state, side) if hex >= 0 and fields[hex])
    return {hex: controlled(state, hex, enemy_of(side)) for hex in hexes}


def asked_about(state: Campaign, side: str) -> frozenset[int]:
    """[10.6] Where a player has units or Supply Units, and where his supply lines must run [32.16]; while he leads a
    retreat, all around it [10.23]."""
    key = "asked about", side
    found: frozenset[int] | None = state.derived.get(key)
    if found is None:
        mine = set(stands(state, side))
        mine.update(each.at for each in state.supply.values() if each.side == side)
        mine.update(asked_for_lines(state, side))
        mine.update(_retreated_to(state, side))
        found = state.derived[key] = frozenset(mine)
    return found


def _retreated_to(state: Campaign, side: str) -> tuple[int, ...]:
    """[10.23] All around a retreat that the side leads."""
    top = state.stack[-1] if state.stack else None
    return tuple(within_reach(top.terms)) if isinstance(top, Retreats) and top.terms.side == side else ()
