"""The state with every frame its stack may hold, so that a saved position reads back as it was written."""

from __future__ import annotations

from sandtable.core.frames import Over
from sandtable.games.campaign_for_north_africa.arrivals.deployment import Deployment, SettingUp
from sandtable.games.campaign_for_north_africa.arrivals.mandatory_withdrawals import Departure, Substitution
from sandtable.games.campaign_for_north_africa.arrivals.reinforcements import Landing
from sandtable.games.campaign_for_north_africa.arrivals.releases import Releasing
from sandtable.games.campaign_for_north_africa.capability.initiative import Declaration
from sandtable.games.campaign_for_north_africa.capability.reserves import Designation, ReserveRelease
from sandtable.games.campaign_for_north_africa.combat.anti_armour import AntiArmour, Damage
from sandtable.games.campaign_for_north_africa.combat.barrage.gun_positions import Positions
from sandtable.games.campaign_for_north_africa.combat.barrage.plot import Plot
from sandtable.games.campaign_for_north_africa.combat.close_assault import CloseAssaults, NextAssault, Yielded
from sandtable.games.campaign_for_north_africa.combat.force_assignment import ForceAssignment
from sandtable.games.campaign_for_north_africa.combat.reassignment import Reassignment
from sandtable.games.campaign_for_north_africa.combat.resolution import Resolution
from sandtable.games.campaign_for_north_africa.combat.retreat_before_assault import RetreatBeforeAssault, Withdrawn
from sandtable.games.campaign_for_north_africa.combat.retreats import Retreats, Rout, Settling
from sandtable.games.campaign_for_north_africa.combat_segment import CombatSegment
from sandtable.games.campaign_for_north_africa.fleet.chariots import ChariotRaid
from sandtable.games.campaign_for_north_africa.fleet.damage import RaidDamage
from sandtable.games.campaign_for_north_africa.fleet.offshore_bombardment import Broadside, OffShore
from sandtable.games.campaign_for_north_africa.fleet.raids import AirRaid, RaidPlot
from sandtable.games.campaign_for_north_africa.fleet.ships import FleetAssignment
from sandtable.games.campaign_for_north_africa.fleet.shore_guns import ShoreFire
from sandtable.games.campaign_for_north_africa.fleet.troops import TroopTransport
from sandtable.games.campaign_for_north_africa.logistics.convoy_attacks import Foundering
from sandtable.games.campaign_for_north_africa.logistics.convoys import Sailing
from sandtable.games.campaign_for_north_africa.logistics.delta import DeltaLanding, MotorLanding
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.logistics.motorization_points import MonthlyLoss
from sandtable.games.campaign_for_north_africa.logistics.shipping import CoastalShipping, SeaTransport
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import Absorbing
from sandtable.games.campaign_for_north_africa.losses.casualties import Battle, Casualties, Losses, Yielding
from sandtable.games.campaign_for_north_africa.losses.surrender import Demolition
from sandtable.games.campaign_for_north_africa.movement.march import March, Reaction
from sandtable.games.campaign_for_north_africa.movement.rail import RailMovement
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.patrols.patrol_phase import Patrols
from sandtable.games.campaign_for_north_africa.patrols.patrol_results import (
    Mission,
    ObjectiveLoss,
    PatrolLoss,
    Revelation,
)
from sandtable.games.campaign_for_north_africa.prisoners.phase import PrisonerMarches, Taking
from sandtable.games.campaign_for_north_africa.raiders.encounters import Encounter, Getaway
from sandtable.games.campaign_for_north_africa.repair.destroyed_tanks import Spoils
from sandtable.games.campaign_for_north_africa.repair.repair_phase import Maintenance, RepairPhase
from sandtable.games.campaign_for_north_africa.repair.towing import Towing
from sandtable.games.campaign_for_north_africa.replacements.allotment import Allotment
from sandtable.games.campaign_for_north_africa.replacements.phase import ReplacementMarches
from sandtable.games.campaign_for_north_africa.replacements.planning import Planning
from sandtable.games.campaign_for_north_africa.rommel.rommel import RommelReturns
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.turn import (
    GameTurn,
    MovementAndCombat,
    OperationsStage,
    PlayerPart,
    Repetition,
)

AnyFrame = (
    Absorbing
    | AirRaid
    | Allotment
    | AntiArmour
    | Battle
    | Broadside
    | Casualties
    | ChariotRaid
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
    | Encounter
    | FleetAssignment
    | ForceAssignment
    | Foundering
    | GameTurn
    | Getaway
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
    | Planning
    | PlayerPart
    | Plot
    | Positions
    | PrisonerMarches
    | RaidDamage
    | RaidPlot
    | RailMovement
    | Reaction
    | Reassignment
    | Releasing
    | RepairPhase
    | ReplacementMarches
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
    | ShoreFire
    | Spoils
    | Substitution
    | Taking
    | Towing
    | TroopTransport
    | TruckConvoys
    | Withdrawn
    | Yielded
    | Yielding
    | Over
)


class Position(Campaign, frozen=True, dict=True):
    """A game in progress, as it is stored."""

    stack: tuple[AnyFrame, ...] = ()
