"""The desks of a headquarters: parts of a command that a player may hand to the machine."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sandtable.core.frames import Frame
from sandtable.games.campaign_for_north_africa.arrivals_phase import Landing
from sandtable.games.campaign_for_north_africa.close_assault import NextAssault
from sandtable.games.campaign_for_north_africa.convoys import DeltaLanding, MotorLanding, Sailing
from sandtable.games.campaign_for_north_africa.destroyed_tanks import Spoils
from sandtable.games.campaign_for_north_africa.fleet import FleetAssignment
from sandtable.games.campaign_for_north_africa.force_assignment import ForceAssignment
from sandtable.games.campaign_for_north_africa.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.mission import ObjectiveLoss, PatrolLoss, Revelation
from sandtable.games.campaign_for_north_africa.motorization import MonthlyLoss
from sandtable.games.campaign_for_north_africa.organisation import Organisation
from sandtable.games.campaign_for_north_africa.patrol import Patrols
from sandtable.games.campaign_for_north_africa.plot import Plot
from sandtable.games.campaign_for_north_africa.positions import Positions
from sandtable.games.campaign_for_north_africa.raids import RaidDamage, RaidPlot
from sandtable.games.campaign_for_north_africa.rail import RailMovement
from sandtable.games.campaign_for_north_africa.reaction import Reaction
from sandtable.games.campaign_for_north_africa.reassignment import Reassignment
from sandtable.games.campaign_for_north_africa.releases import Releasing
from sandtable.games.campaign_for_north_africa.repair import Maintenance
from sandtable.games.campaign_for_north_africa.retreats import Retreats
from sandtable.games.campaign_for_north_africa.salvo import OffShore
from sandtable.games.campaign_for_north_africa.shipping import CoastalShipping, SeaTransport
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.toll import Absorbing
from sandtable.games.campaign_for_north_africa.towing import Towing
from sandtable.games.campaign_for_north_africa.withdrawal import RetreatBeforeAssault
from sandtable.games.campaign_for_north_africa.withdrawals import Substitution

SUPPLY, REAR, COMBAT, REACTION = "supply", "rear", "combat", "reaction"

DESKS: Mapping[str, str] = MappingProxyType(
    {
        SUPPLY: "Truck convoys, ships, trains and what arrives from overseas",
        REAR: "Organisation, training, repair, reinforcements and patrols",
        COMBAT: "Guns, barrages, what is committed, losses and retreats",
        REACTION: "Getting out of the way of an enemy who moves or assaults",
    }
)

FRAMES: Mapping[str, tuple[type[Frame], ...]] = MappingProxyType(
    {
        SUPPLY: (
            TruckConvoys,
            RailMovement,
            CoastalShipping,
            SeaTransport,
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
        COMBAT: (Positions, OffShore, Plot, ForceAssignment, Reassignment, NextAssault, Absorbing, Retreats),
        REACTION: (Reaction, RetreatBeforeAssault),
    }
)


def desk_of(state: Campaign) -> str:
    """The desk on which the question on top of the stack lies; empty for the commander's own."""
    top = state.stack[-1]
    return next((desk for desk, kinds in FRAMES.items() if isinstance(top, kinds)), "")
