"""The state with every frame its stack may hold, so that a saved position reads back as it was written."""

from __future__ import annotations

from sandtable.core.frames import Over
from sandtable.games.north_africa_41.advance import Advancing, AfterCombat
from sandtable.games.north_africa_41.attacks import Assault, BreakthroughSupply, Excess
from sandtable.games.north_africa_41.automatic import Shattered
from sandtable.games.north_africa_41.battle import Conclusion
from sandtable.games.north_africa_41.breakthrough import BreakthroughGroup, Exploiting
from sandtable.games.north_africa_41.combat import Closing, Combat, NextAdvance, NextCombat, Victor
from sandtable.games.north_africa_41.conversions import Conversions, Shortfall, Upgrades
from sandtable.games.north_africa_41.convoys import Splitting
from sandtable.games.north_africa_41.delay import Delaying, Lifting
from sandtable.games.north_africa_41.determined import (
    DefenceReroll,
    DesperateDefence,
    DeterminedDefence,
    Flight,
    Yielding,
)
from sandtable.games.north_africa_41.disengagement import Composure, Disengaging, SlippingAway, Straggler
from sandtable.games.north_africa_41.events import BombingRaid
from sandtable.games.north_africa_41.free_supply import FreeSupply
from sandtable.games.north_africa_41.isolation import Attrition, LastStep
from sandtable.games.north_africa_41.losses import Casualty, RemnantChoice, Toll
from sandtable.games.north_africa_41.manoeuvre import EndOfMovement, Movement
from sandtable.games.north_africa_41.march import March
from sandtable.games.north_africa_41.reinforcements import Draftees, Leaving
from sandtable.games.north_africa_41.replacements import Replacing
from sandtable.games.north_africa_41.resolution import AttackReroll, DefensiveSupport, Engagement
from sandtable.games.north_africa_41.retreats import Alarm, FallingBack, RetreatRoute, Retreats
from sandtable.games.north_africa_41.rommel import Ride, RideOn
from sandtable.games.north_africa_41.stacking import Overstacked
from sandtable.games.north_africa_41.state import NorthAfrica
from sandtable.games.north_africa_41.supply import Aftermath, Allotment, Refit
from sandtable.games.north_africa_41.supply_attrition import Forfeit
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
