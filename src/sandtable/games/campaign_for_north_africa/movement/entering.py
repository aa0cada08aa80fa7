"""What combat units come upon when they enter a hex: Supply Units and loose Motorization Points in it, enemies next to
it who can fight no more, wrecks.

The chapters that own these cases do the rest: `depots.capture(draft, side, hex)` takes what lies in the hex [32.13],
`surrender.collapse(draft, names, to_side)` removes units that surrender or are captured,
`destroyed_tanks.come_upon(draft, side, counters, hex)` asks about wrecks.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.construction.progress import overrun
from sandtable.games.campaign_for_north_africa.ground.zones import controlled, stands
from sandtable.games.campaign_for_north_africa.logistics.depots import capture
from sandtable.games.campaign_for_north_africa.losses.surrender import collapse
from sandtable.games.campaign_for_north_africa.map import board, neighbours, place_kind
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.units import is_combat, is_defenceless
from sandtable.games.campaign_for_north_africa.prisoners.escapes import meet
from sandtable.games.campaign_for_north_africa.raiders.encounters import come_upon_raiders
from sandtable.games.campaign_for_north_africa.repair.destroyed_tanks import come_upon
from sandtable.games.campaign_for_north_africa.state import SPENT_FORCE, Campaign, all_of, enemy_of

HELD_PLACES = ("city", "village")


def enter(draft: Draft[Campaign], side: Side, counters: Sequence[str], hex: int) -> None:
    """Carry out what happens because these counters have just entered a hex in which no enemy stands."""
    if hex < 0 or not any(is_combat(draft.state, name) for name in counters):
        return
    seize(draft, side, counters, (hex,))
    if fallen := lost_to(draft.state, side, hex):
        collapse(draft, fallen, side)
    if hex in near_wrecks(draft.state, side):
        come_upon(draft, side, tuple(counters), hex)
    come_upon_raiders(draft, side, counters, hex)


def claim(draft: Draft[Campaign], side: Side, near: int | None = None) -> None:
    """[3.36, 10.29] During a player's Movement and Combat Phase he takes enemies without any strength who are alone in
    his zone, next to a hex or wherever they are."""
    state, foe = draft.state, enemy_of(side)
    around = stands(state, foe) if near is None else [hex for hex in neighbours()[near] if state.holder(hex) == foe]
    lost = [name for hex in around if is_helpless(state, hex, side) for name in state.stacks[hex]]
    if not lost:
        return
    collapse(draft, lost, side)


def seize(draft: Draft[Campaign], side: Side, counters: Sequence[str], hexes: Sequence[int]) -> None:
    """[32.13] Supply Units and loose Motorization Points in hexes that combat units enter, if only in passing."""
    if not any(is_combat(draft.state, name) for name in counters):
        return
    for hex in hexes:
        if hex >= 0 and hex in prizes(draft.state, side):
            capture(draft, side, hex)


def pass_through(draft: Draft[Campaign], side: Side, hexes: Sequence[int]) -> None:
    """Whom and what units come upon on their way, and who was last in its cities and villages."""
    meet(draft, side, hexes)  # [28.25]
    overrun(draft, side, hexes)  # [24.81]
    for hex in hexes:
        if place_kind(hex) not in HELD_PLACES:
            continue
        name = board().name(hex)
        if draft.state.control.get(name) != side:
            draft.amend("control", name, side)


def prizes(state: Campaign, side: str) -> frozenset[int]:
    """[32.13, 32.56] Hexes with enemy Supply Units or unattached Motorization Points."""
    key = "prizes", side
    found: frozenset[int] | None = state.derived.get(key)
    if found is None:
        foe = enemy_of(side)
        found = state.derived[key] = frozenset(
            (
                *(unit.at for unit in state.supply.values() if unit.side == foe),
                *state.motors.get(foe, {}),
            )
        )
    return found


def near_wrecks(state: Campaign, side: str) -> frozenset[int]:
    """[14.52, 21.52] Hexes with wrecks that the enemy holds, and those next to them."""
    if not state.wrecks:
        return frozenset()
    key = "wrecks", side
    found: frozenset[int] | None = state.derived.get(key)
    if found is None:
        lying = {wreck.at for wreck in state.wrecks.values() if wreck.side != side and wreck.at >= 0}
        found = state.derived[key] = frozenset({*lying, *(near for at in lying for near in neighbours()[at])})
    return found


def lost_to(state: Campaign, side: Side, hex: int) -> tuple[str, ...]:
    """[6.26, 10.29] Enemy units next to a hex that give up: without cohesion, or without strength in our zone. Rommel
    is asked first [31.0]."""
    found: list[str] = []
    foe = enemy_of(side)
    for near in neighbours()[hex]:
        if state.holder(near) != foe:
            continue
        found += _spent(state, near, foe)
        if near != state.rommel and is_helpless(state, near, side):
            found += (name for name in state.at(near, foe) if name not in found)
    return tuple(found)


def _spent(state: Campaign, hex: int, side: str) -> list[str]:
    """[6.26] By itself, wherever it is attached."""
    return [
        name
        for counter in state.at(hex, side)
        for name in all_of(state, counter)
        if state.units[name].cohesion <= SPENT_FORCE
    ]


def is_helpless(state: Campaign, hex: int, to: Side) -> bool:
    """[10.29, 3.36] Nobody there has any strength, and we control the hex."""
    return all(is_defenceless(state, name) for name in state.stacks[hex]) and controlled(state, hex, to)
