"""The desks of a headquarters: parts of a command that a player may hand to the machine."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sandtable.core.frames import Frame
from sandtable.games.campaign_for_north_africa.arrivals.mandatory_withdrawals import Substitution
from sandtable.games.campaign_for_north_africa.arrivals.reinforcements import Landing
from sandtable.games.campaign_for_north_africa.arrivals.releases import Releasing
from sandtable.games.campaign_for_north_africa.capability.initiative import Declaration
from sandtable.games.campaign_for_north_africa.capability.reserves import Designation, ReserveRelease
from sandtable.games.campaign_for_north_africa.combat.barrage.gun_positions import Positions
from sandtable.games.campaign_for_north_africa.combat.barrage.plot import Plot
from sandtable.games.campaign_for_north_africa.combat.close_assault import NextAssault
from sandtable.games.campaign_for_north_africa.combat.force_assignment import ForceAssignment
from sandtable.games.campaign_for_north_africa.combat.reassignment import Reassignment
from sandtable.games.campaign_for_north_africa.combat.retreat_before_assault import RetreatBeforeAssault
from sandtable.games.campaign_for_north_africa.combat.retreats import Retreats
from sandtable.games.campaign_for_north_africa.fleet.damage import RaidDamage
from sandtable.games.campaign_for_north_africa.fleet.offshore_bombardment import OffShore
from sandtable.games.campaign_for_north_africa.fleet.raids import RaidPlot
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
from sandtable.games.campaign_for_north_africa.movement.march import Reaction
from sandtable.games.campaign_for_north_africa.movement.rail import RailMovement
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.patrols.patrol_phase import Patrols
from sandtable.games.campaign_for_north_africa.patrols.patrol_results import ObjectiveLoss, PatrolLoss, Revelation
from sandtable.games.campaign_for_north_africa.prisoners.phase import PrisonerMarches, Taking
from sandtable.games.campaign_for_north_africa.raiders.encounters import Encounter, Getaway
from sandtable.games.campaign_for_north_africa.repair.destroyed_tanks import Spoils
from sandtable.games.campaign_for_north_africa.repair.repair_phase import Maintenance
from sandtable.games.campaign_for_north_africa.repair.towing import Towing
from sandtable.games.campaign_for_north_africa.replacements.allotment import Allotment
from sandtable.games.campaign_for_north_africa.replacements.phase import ReplacementMarches
from sandtable.games.campaign_for_north_africa.replacements.planning import Planning
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.turn import Repetition

SUPPLY, REAR, COMBAT, REACTION, MARCH, CORPS = "supply", "rear", "combat", "reaction", "march", "corps"

DESKS: Mapping[str, str] = MappingProxyType(
    {
        SUPPLY: "Truck convoys, ships, trains and what arrives from overseas",
        REAR: "Organisation, training, repair, reinforcements and patrols",
        COMBAT: "Guns, barrages, what is committed, losses and retreats",
        REACTION: "Getting out of the way of an enemy who moves or assaults",
        MARCH: "Reserves, movement and further assaults as you have ordered; who has no orders stays where he is",
        CORPS: "Initiative; and with the march desk, formations without orders",
    }
)

FRAMES: Mapping[str, tuple[type[Frame], ...]] = MappingProxyType(
    {
        SUPPLY: (
            TruckConvoys,
            Taking,
            PrisonerMarches,
            Planning,
            ReplacementMarches,
            Foundering,
            RailMovement,
            CoastalShipping,
            SeaTransport,
            TroopTransport,
            Sailing,
            DeltaLanding,
            MotorLanding,
            MonthlyLoss,
            FleetAssignment,
            RaidPlot,
            RaidDamage,
        ),
        REAR: (
            Organisation,
            Allotment,
            Maintenance,
            Towing,
            Landing,
            Substitution,
            Releasing,
            Spoils,
            Patrols,
            PatrolLoss,
            ObjectiveLoss,
            Revelation,
        ),
        COMBAT: (Positions, OffShore, ShoreFire, Plot, ForceAssignment, Reassignment, NextAssault, Absorbing, Retreats),
        REACTION: (Reaction, RetreatBeforeAssault, Encounter, Getaway),
        MARCH: (Designation, Movement, ReserveRelease, Repetition),
        CORPS: (Declaration,),
    }
)


def desk_of(state: Campaign) -> str:
    """The desk on which the question on top of the stack lies; empty for the commander's own."""
    top = state.stack[-1]
    return next((desk for desk, kinds in FRAMES.items() if isinstance(top, kinds)), "")
