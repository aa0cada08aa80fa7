"""[3.61, 3.62] What a side may see of the frames of Barrage, anti-armour fire and Close Assault: of the enemy no unit
and no strength, only where he fights and what everybody was told."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from sandtable.core.frames import Frame
from sandtable.games.campaign_for_north_africa.combat.anti_armour import AntiArmour
from sandtable.games.campaign_for_north_africa.combat.barrage.plot import Plot
from sandtable.games.campaign_for_north_africa.combat.barrage.targets import Stated
from sandtable.games.campaign_for_north_africa.combat.differential import Fight
from sandtable.games.campaign_for_north_africa.combat.force_assignment import ForceAssignment
from sandtable.games.campaign_for_north_africa.combat.resolution import Resolution
from sandtable.games.campaign_for_north_africa.combat.retreats import Rout
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import Absorbing, Toll
from sandtable.games.campaign_for_north_africa.losses.casualties import Losses
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.strength import Force
from sandtable.games.campaign_for_north_africa.state import enemy_of

NOTHING = Toll("", 0, ())


def seen_by(frame: Frame, side: str, phasing: str) -> Frame:
    """The same frame without what the side does not know; frames of other chapters as they are."""
    if isinstance(frame, Plot | ForceAssignment) and side != phasing:
        frame = replace(frame, obliged=())  # [10.32] whom it excuses is known to the Phasing Player
    if isinstance(frame, Plot):
        return replace(frame, told=_said_to(frame.told, side))
    if isinstance(frame, Absorbing):
        return frame if frame.side == side else replace(frame, toll=NOTHING)
    if isinstance(frame, Losses):
        if frame.side == side:
            return frame
        return replace(frame, toll=NOTHING, guns=(), assaulting=(), stage=0, taken=(), wrecked=())
    if isinstance(frame, AntiArmour):
        return replace(frame, halftracks={}, hurt=_own(frame.hurt, side))
    if isinstance(frame, Rout):
        return frame if frame.side == side else replace(frame, units=(), lost={})
    return _resolution(frame, side, phasing) if isinstance(frame, Resolution) else frame


def _resolution(frame: Resolution, side: str, phasing: str) -> Resolution:
    fight = frame.fight
    return replace(
        frame,
        attack=frame.attack if side == phasing else replace(frame.attack, percent=0),  # [15.95] less in a Probe
        helpless=frame.helpless and side == enemy_of(phasing),  # [15.18] by what the defenders are
        fight=Fight(fight.at, _forces(fight.attackers, side), _forces(fight.defenders, side)),  # nor if it is a Probe
        suffering=_own(frame.suffering, side),
        exposed=tuple(part for part in frame.exposed if counters()[part.unit].side == side),
        committed={who: points if who == side else 0 for who, points in frame.committed.items()},
        lost={who: points for who, points in frame.lost.items() if who == side},
    )


def _said_to(told: Mapping[str, tuple[Stated, ...]], side: str) -> dict[str, tuple[Stated, ...]]:
    return {who: stated if who == side else () for who, stated in told.items()}


def _own(names: tuple[str, ...], side: str) -> tuple[str, ...]:
    return tuple(name for name in names if counters()[name].side == side)


def _forces(forces: tuple[Force, ...], side: str) -> tuple[Force, ...]:
    return tuple(force for force in forces if counters()[force[0]].side == side)
