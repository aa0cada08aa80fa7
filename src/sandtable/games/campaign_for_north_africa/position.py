"""The state with every frame its stack may hold, so that a saved position reads back as it was written."""

from __future__ import annotations

from sandtable.core.frames import Over
from sandtable.games.campaign_for_north_africa.anti_armour import AntiArmour, Damage
from sandtable.games.campaign_for_north_africa.arrivals_phase import Landing
from sandtable.games.campaign_for_north_africa.casualties import Battle, Casualties, Losses, Yielding
from sandtable.games.campaign_for_north_africa.close_assault import CloseAssaults, NextAssault
from sandtable.games.campaign_for_north_africa.combat import CombatSegment
from sandtable.games.campaign_for_north_africa.convoys import DeltaLanding, MotorLanding, Sailing
from sandtable.games.campaign_for_north_africa.deployment import Deployment, SettingUp
from sandtable.games.campaign_for_north_africa.destroyed_tanks import Spoils
from sandtable.games.campaign_for_north_africa.fleet import FleetAssignment
from sandtable.games.campaign_for_north_africa.force_assignment import ForceAssignment
from sandtable.games.campaign_for_north_africa.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.initiative import Declaration
from sandtable.games.campaign_for_north_africa.manoeuvre import Movement
from sandtable.games.campaign_for_north_africa.march import March
from sandtable.games.campaign_for_north_africa.mission import Mission, ObjectiveLoss, PatrolLoss, Revelation
from sandtable.games.campaign_for_north_africa.motorization import MonthlyLoss
from sandtable.games.campaign_for_north_africa.organisation import Organisation
from sandtable.games.campaign_for_north_africa.patrol import Patrols
from sandtable.games.campaign_for_north_africa.plot import Plot
from sandtable.games.campaign_for_north_africa.positions import Positions
from sandtable.games.campaign_for_north_africa.raids import AirRaid, RaidDamage, RaidPlot
from sandtable.games.campaign_for_north_africa.rail import RailMovement
from sandtable.games.campaign_for_north_africa.reaction import Reaction
from sandtable.games.campaign_for_north_africa.reassignment import Reassignment
from sandtable.games.campaign_for_north_africa.releases import Releasing
from sandtable.games.campaign_for_north_africa.repair import Maintenance, RepairPhase
from sandtable.games.campaign_for_north_africa.reserves import Designation, ReserveRelease
from sandtable.games.campaign_for_north_africa.resolution import Resolution
from sandtable.games.campaign_for_north_africa.retreats import Retreats, Rout, Settling
from sandtable.games.campaign_for_north_africa.rommel import RommelReturns
from sandtable.games.campaign_for_north_africa.salvo import Broadside, OffShore
from sandtable.games.campaign_for_north_africa.shipping import CoastalShipping, SeaTransport
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.surrender import Demolition
from sandtable.games.campaign_for_north_africa.toll import Absorbing
from sandtable.games.campaign_for_north_africa.towing import Towing
from sandtable.games.campaign_for_north_africa.turn import (
    GameTurn,
    MovementAndCombat,
    OperationsStage,
    PlayerPart,
    Repetition,
)
from sandtable.games.campaign_for_north_africa.undefended import Yielded
from sandtable.games.campaign_for_north_africa.withdrawal import RetreatBeforeAssault, Withdrawn
from sandtable.games.campaign_for_north_africa.withdrawals import Departure, Substitution

AnyFrame = (
    Absorbing
    | AirRaid
    | AntiArmour
    | Battle
    | Broadside
    | Casualties
    | CloseAssaults
    | CoastalShipping
    | CombatSegment
    | Damage
    | Declaration
    | DeltaLanding
    | Demolition
    | Departure
    | Deployment
    | Designation
    | FleetAssignment
    | ForceAssignment
    | GameTurn
    | Landing
    | Losses
    | Maintenance
    | March
    | Mission
    | MonthlyLoss
    | MotorLanding
    | Movement
    | MovementAndCombat
    | NextAssault
    | ObjectiveLoss
    | OperationsStage
    | OffShore
    | Organisation
    | PatrolLoss
    | Patrols
    | PlayerPart
    | Plot
    | Positions
    | RaidDamage
    | RaidPlot
    | RailMovement
    | Reaction
    | Reassignment
    | Releasing
    | RepairPhase
    | Repetition
    | ReserveRelease
    | Resolution
    | RetreatBeforeAssault
    | Retreats
    | Revelation
    | RommelReturns
    | Rout
    | Settling
    | Sailing
    | SeaTransport
    | SettingUp
    | Spoils
    | Substitution
    | Towing
    | TruckConvoys
    | Withdrawn
    | Yielded
    | Yielding
    | Over
)


class Position(Campaign, frozen=True, dict=True):
    """A game in progress, as it is stored."""

    stack: tuple[AnyFrame, ...] = ()
