"""The state with every frame its stack may hold, so that a saved position reads back as it was written."""

from __future__ import annotations

from sandtable.core.frames import Over
from sandtable.games.panzerarmee_afrika.arrivals.phase import Reinforcements
from sandtable.games.panzerarmee_afrika.arrivals.withdrawals import WithdrawalOrders, Withdrawals
from sandtable.games.panzerarmee_afrika.combat.advance import AdvanceAfterCombat, OfferAdvance
from sandtable.games.panzerarmee_afrika.combat.declarations import Declarations
from sandtable.games.panzerarmee_afrika.combat.reaction import Reaction
from sandtable.games.panzerarmee_afrika.combat.resolution import Engagement, NextCombat, Resolution, StrikeBack
from sandtable.games.panzerarmee_afrika.combat.supply import CombatSupply, EndOfCombat
from sandtable.games.panzerarmee_afrika.deployment import Deployment
from sandtable.games.panzerarmee_afrika.factors.losses import Losses
from sandtable.games.panzerarmee_afrika.movement.phase import Movement, Overstacked
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.supply.malta import MaltaInvasion
from sandtable.games.panzerarmee_afrika.turn import PlayerTurn

AnyFrame = (
    Deployment
    | PlayerTurn
    | MaltaInvasion
    | Movement
    | Overstacked
    | Declarations
    | CombatSupply
    | EndOfCombat
    | Resolution
    | NextCombat
    | Engagement
    | Reaction
    | StrikeBack
    | Losses
    | OfferAdvance
    | AdvanceAfterCombat
    | WithdrawalOrders
    | Withdrawals
    | Reinforcements
    | Over
)


class Position(PanzerarmeeAfrika, frozen=True, dict=True):
    """A game in progress, as it is stored."""

    stack: tuple[AnyFrame, ...] = ()
