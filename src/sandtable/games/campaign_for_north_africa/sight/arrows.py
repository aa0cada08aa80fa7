"""[8.53, 15.2] Close Assaults that are announced or ordered and not yet fought, as arrows on the map. Who is told of an
assault by his enemy sees where it comes from; what it is worth only its own side knows."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.values import Refusal
from sandtable.core.views import Battle
from sandtable.games.campaign_for_north_africa.combat.close_assault import waiting
from sandtable.games.campaign_for_north_africa.combat.forecasts import reckon
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.state import Campaign, side_of, top_of


def battles(state: Campaign, side: str) -> Iterator[Battle]:
    """Of a position as the side knows it."""
    ordered = waiting(state)
    for at in ordered:
        names = dict.fromkeys(
            top_of(state, force.unit)
            for force in state.segment.forces
            if force.at == at and force.role == "close_assault" and side_of(force.unit) == state.phasing
        )
        yield _arrow(state, tuple(names), at, _odds(state, side, tuple(names), at))
    announced: dict[int, list[str]] = {}
    for name, at in state.promised.items():
        if at not in ordered:
            announced.setdefault(at, []).append(name)
    for at, units in announced.items():
        yield _arrow(state, tuple(units), at, "announced")


def _odds(state: Campaign, side: str, names: tuple[str, ...], at: int) -> str:
    if at in state.segment.probes:
        return "probe"
    try:
        return reckon(state, side, names, at).name
    except Refusal:
        return "assault"


def _arrow(state: Campaign, names: tuple[str, ...], at: int, odds: str) -> Battle:
    origins = dict.fromkeys(board().name(state.units[name].at) for name in names if state.units[name].at >= 0)
    return Battle(state.phasing, tuple(origins), (board().name(at),), odds)
