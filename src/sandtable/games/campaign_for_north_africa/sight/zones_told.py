"""[10.6] What the enemy has to say of his zones, to whoever asks him."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.combat.retreat_routes import within_reach
from sandtable.games.campaign_for_north_africa.combat.retreats import Retreats
from sandtable.games.campaign_for_north_africa.ground.zones import apparent, controlled, stands
from sandtable.games.campaign_for_north_africa.logistics.supply_range import asked_for_lines
from sandtable.games.campaign_for_north_africa.state import SIDES, Campaign, enemy_of


class Told(Mapping[int, bool]):
    """What the enemy says, worked out when somebody wants to know: few who look at a position ask about zones."""

    __slots__ = ("_answers", "_question")

    def __init__(self, state: Campaign, side: str) -> None:
        self._answers: dict[int, bool] = {}
        # a copy, which has no part in what is derived from the state: that holds these answers themselves
        self._question: tuple[Campaign, str] | None = (replace(state), side)

    def _said(self) -> dict[int, bool]:
        question = self._question
        if question is not None:
            self._answers = zones_told(*question)
            self._question = None  # after the answers are there, for others may be asking as well
        return self._answers

    def __getitem__(self, hex: int) -> bool:
        return self._said()[hex]

    def __iter__(self) -> Iterator[int]:
        return iter(self._said())

    def __len__(self) -> int:
        return len(self._said())

    def __repr__(self) -> str:
        return repr(self._said())


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
        top = state.stack[-1] if state.stack else None
        if isinstance(top, Retreats) and top.terms.side == side:
            mine.update(within_reach(top.terms))
        found = state.derived[key] = frozenset(mine)
    return found
