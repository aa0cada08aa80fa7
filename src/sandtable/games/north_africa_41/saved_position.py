"""The state with every frame its stack may hold, so that a saved position reads back as it was written."""

from __future__ import annotations

from sandtable.core.frames import Over
from sandtable.games.north_africa_41.arrivals.conversions import Conversions, Shortfall, Upgrades
from sandtable.games.north_africa_41.arrivals.reinforcements import Draftees, Leaving
from sandtable.games.north_africa_41.arrivals.replacements import Replacing
from sandtable.games.north_africa_41.combat.advance import Advancing, AfterCombat
from sandtable.games.north_africa_41.combat.attacks import Assault, BreakthroughSupply, Excess
from sandtable.games.north_africa_41.combat.automatic_ds import Shattered
from sandtable.games.north_africa_41.combat.breakthrough import BreakthroughGroup, Exploiting
from sandtable.games.north_africa_41.combat.determined_defence import (
    DefenceReroll,
    DesperateDefence,
    DeterminedDefence,
    Flight,
    Yielding,
)
from sandtable.games.north_africa_41.combat.disengagement import Composure, Disengaging, SlippingAway, Straggler
from sandtable.games.north_africa_41.combat.phase import Closing, Combat, NextAdvance, NextCombat, Victor
from sandtable.games.north_africa_41.combat.resolution import AttackReroll, DefensiveSupport, Engagement
from sandtable.games.north_africa_41.lines.free_supply import FreeSupply
from sandtable.games.north_africa_41.movement.convoys import Splitting
from sandtable.games.north_africa_41.movement.phase import EndOfMovement, Movement
from sandtable.games.north_africa_41.movement.rommel import Ride, RideOn
from sandtable.games.north_africa_41.pieces.stacking import Overstacked
from sandtable.games.north_africa_41.resources.delay import Delaying, Lifting
from sandtable.games.north_africa_41.resources.events import BombingRaid
from sandtable.games.north_africa_41.results.battle import Conclusion
from sandtable.games.north_africa_41.results.losses import Casualty, RemnantChoice, Toll
from sandtable.games.north_africa_41.results.march import March
from sandtable.games.north_africa_41.results.retreats import Alarm, FallingBack, RetreatRoute, Retreats
from sandtable.games.north_africa_41.state import NorthAfrica
from sandtable.games.north_africa_41.supply.attrition import Forfeit
from sandtable.games.north_africa_41.supply.isolation import Attrition, LastStep
from sandtable.games.north_africa_41.supply.phase import Aftermath, Allotment, Refit
from sandtable.games.north_africa_41.turn import EndOfTurn, PlayerTurn, Preparation

AnyFrame = (
    Advancing
    | AfterCombat
    | Aftermath
    | Alarm
    | Allotment
    | Assault
    | AttackReroll
    | Attrition
    | BombingRaid
    | BreakthroughGroup
    | BreakthroughSupply
    | Casualty
    | Closing
    | Combat
    | Composure
    | Conclusion
    | Conversions
    | DefenceReroll
    | DefensiveSupport
    | Delaying
    | DesperateDefence
    | DeterminedDefence
    | Disengaging
    | Draftees
    | EndOfMovement
    | EndOfTurn
    | Engagement
    | Excess
    | Exploiting
    | FallingBack
    | Flight
    | Forfeit
    | FreeSupply
    | LastStep
    | Leaving
    | Lifting
    | March
    | Movement
    | NextAdvance
    | NextCombat
    | Overstacked
    | PlayerTurn
    | Preparation
    | Refit
    | RemnantChoice
    | Replacing
    | RetreatRoute
    | Retreats
    | Ride
    | RideOn
    | Shattered
    | Shortfall
    | SlippingAway
    | Splitting
    | Straggler
    | Toll
    | Upgrades
    | Victor
    | Yielding
    | Over
)


class Position(NorthAfrica, frozen=True, dict=True):
    """A game in progress, as it is stored."""

    stack: tuple[AnyFrame, ...] = ()
