"""[10.3] Who must attack: hexes whose zones lie on phasing combat units are assaulted or held off, or one gives way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.capability.cohesion import disorganise
from sandtable.games.campaign_for_north_africa.combat import retreats
from sandtable.games.campaign_for_north_africa.combat.segment import can_fight, defender, fronts
from sandtable.games.campaign_for_north_africa.ground.zones import controlled_from
from sandtable.games.campaign_for_north_africa.map import board, crossing, terrain
from sandtable.games.campaign_for_north_africa.pieces.counters import GUN_KINDS
from sandtable.games.campaign_for_north_africa.pieces.units import facts, is_motorised, size
from sandtable.games.campaign_for_north_africa.state import SPENT_FORCE, Campaign, everyone_at
from sandtable.games.campaign_for_north_africa.verbs import record

FORCED_RETREAT, BARRED_RETREAT = 3, 1  # [10.36, 15.34] hexes
DISORGANISATION = 3  # [10.36]
MARSH = "salt_marsh"


def obliging(state: Campaign) -> Mapping[int, tuple[int, ...]]:
    """[10.3, 10.31, 10.6] The enemy hexes that must be attacked, each with the phasing hexes on which its zone lies."""
    found: dict[int, list[int]] = {}
    for at, enemies in fronts(state, state.phasing).items():
        if is_excused(state, at):  # [10.32]
            continue
        for enemy in enemies:
            if at in controlled_from(state, enemy):
                found.setdefault(enemy, []).append(at)
    return {enemy: tuple(found[enemy]) for enemy in sorted(found)}


def is_excused(state: Campaign, at: int) -> bool:
    """[10.32] Only guns and units that do not fight are there, or all others are pinned."""
    return not any(must_fight(state, name) for name in everyone_at(state, at, state.phasing))


def must_fight(state: Campaign, name: str) -> bool:
    """[10.32, 6.26] Neither a gun unit nor pinned, nor beyond any use."""
    own = facts(name)
    if not own.combat or own.counter.kind in GUN_KINDS or name in state.segment.pinned:
        return False
    return state.units[name].cohesion > SPENT_FORCE


# Holding off [10.33, 10.34]


def battalions_to_hold_off(state: Campaign, at: int) -> int:
    """[10.34] Battalion-equivalents in a hex, guns apart: so many Actual Barrage Points hold them off."""
    return sum(_is_battalion(state, name) for name in everyone_at(state, at, defender(state)))


def _is_battalion(state: Campaign, name: str) -> bool:
    own = facts(name)
    return own.combat and own.counter.kind not in GUN_KINDS and size(state, name) >= 1


def holds_off(state: Campaign, at: int, barrage_points: int) -> bool:
    """[10.34] Whether so many Actual Barrage Points are enough."""
    return barrage_points >= max(1, battalions_to_hold_off(state, at))


# Ground that forbids a Close Assault [15.34]


def is_barred(state: Campaign, name: str, here: int, there: int) -> bool:
    """[15.34, 8.44, 8.37] Motorised units assault neither up an escarpment nor into a salt marsh or out of it."""
    if "up_escarpment" not in crossing(here, there) and MARSH not in (terrain(here), terrain(there)):
        return False
    return is_motorised(state, name)


# Who can do neither [10.36]


def find_unmet(state: Campaign, attacked: Iterable[int]) -> tuple[tuple[int, int, int], ...]:
    """[10.36, 15.34] The phasing hexes under zones of hexes that are neither assaulted nor held off, and how far their
    units go; one hex is enough where the ground forbade them to assault."""
    met = {*attacked, *state.segment.held_off}
    return tuple(
        (at, enemy, BARRED_RETREAT if _was_barred(state, at, enemy) else FORCED_RETREAT)
        for enemy, hexes in obliging(state).items()
        if enemy not in met
        for at in hexes
    )


def _was_barred(state: Campaign, at: int, enemy: int) -> bool:
    everyone = everyone_at(state, at, state.phasing)
    able = [name for name in everyone if must_fight(state, name) and can_fight(state, name)]
    return bool(able) and all(is_barred(state, name, at, enemy) for name in able)


def fail_probe(draft: Draft[Campaign], at: int) -> None:
    """[10.31] A Probe with a Basic Differential worse than minus four does not count as an attack."""
    state = draft.state
    new = tuple((near, at, FORCED_RETREAT) for near in obliging(state).get(at, ()))
    record(draft, unmet=(*state.segment.unmet, *new))


def open_unmet(draft: Draft[Campaign]) -> None:
    """[10.36] Units that neither assaulted nor held off an enemy whose zone still lies on them fall back."""
    farthest: dict[int, tuple[int, int]] = {}
    for at, enemy, hexes in draft.state.segment.unmet:
        if at not in controlled_from(draft.state, enemy) or draft.state.holder(enemy) == draft.state.phasing:
            continue
        if at not in farthest or hexes > farthest[at][0]:
            farthest[at] = hexes, enemy
    for at, (hexes, enemy) in reversed(farthest.items()):
        _fall_back(draft, at, enemy, hexes)


def _fall_back(draft: Draft[Campaign], at: int, enemy: int, hexes: int) -> None:
    side = draft.state.phasing
    draft.note(
        "gave_way",
        at=board().name(at),
        enemy=board().name(enemy),
        hexes=hexes,
        side=side,
        case="10.36" if hexes == FORCED_RETREAT else "15.34",
    )
    if hexes == FORCED_RETREAT:
        disorganise(draft, tuple(everyone_at(draft.state, at, side)), DISORGANISATION)
    _retreat(draft, at, hexes, enemy)


def _retreat(draft: Draft[Campaign], at: int, hexes: int, enemy: int) -> None:
    retreats.open_forced(draft, at, hexes, enemy)
