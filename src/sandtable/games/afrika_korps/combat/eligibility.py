"""[8.5, 11.32, 14.1, 14.2] Who may attack whom, and which supplies sustain it: for battles and automatic victories."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.values import Refusal
from sandtable.games.afrika_korps.ground.supply import served_by
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.state import AfrikaKorps, enemy_of


def check_sides(state: AfrikaKorps, side: str, attackers: Sequence[str], defenders: Sequence[str]) -> None:
    """Known combat units on the map, each attacker next to each defender [8.5, 11.32]."""
    if not attackers or not defenders:
        raise Refusal("8.5", "an attack needs both attackers and defenders")
    for names, owner in ((attackers, side), (defenders, enemy_of(side))):
        for name in names:
            unit = state.units.get(name)
            if unit is None or name not in state.at(unit.at, owner):
                raise Refusal("8.5", f"{name} is not an {owner.title()} combat unit on the map")
        if len(set(names)) < len(names):
            raise Refusal("11.7", "a unit is named twice; its factors cannot be split")
    for name in attackers:
        here = state.units[name].at
        for foe in defenders:
            there = state.units[foe].at
            if there not in board().adjacent[here]:
                raise Refusal("8.5", f"{name} at {board().name(here)} is not next to {foe} at {board().name(there)}")


def check_supplies(
    state: AfrikaKorps, side: str, attackers: Sequence[str], defenders: Sequence[str], supplies: Sequence[str]
) -> None:
    """[14.2] Every attacker within five hexes of one of the supplies named."""
    reached: set[int] = set()
    for supply in supplies:
        unit = state.units.get(supply)
        if unit is None or supply not in state.layout.supplies[side]:
            raise Refusal("14.1", f"{supply} is not an {side.title()} supply on the map")
        reached |= served_by(state, supply, side, defenders).keys()
    for name in attackers:
        if state.units[name].at not in reached:
            raise Refusal("14.2", f"{name} cannot trace a free line of five hexes to {' or '.join(supplies)}")
