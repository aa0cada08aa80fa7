"""The state with every frame its stack may hold, so that a saved position reads back as it was written."""

from __future__ import annotations

from sandtable.core.frames import Over
from sandtable.games.panzerarmee_afrika.advance import AdvanceAfterCombat, OfferAdvance
from sandtable.games.panzerarmee_afrika.combat_supply import CombatSupply, EndOfCombat
from sandtable.games.panzerarmee_afrika.declarations import Declarations
from sandtable.games.panzerarmee_afrika.deployment import Deployment
from sandtable.games.panzerarmee_afrika.losses import Losses
from sandtable.games.panzerarmee_afrika.malta import MaltaInvasion
from sandtable.games.panzerarmee_afrika.manoeuvre import Movement, Overstacked
from sandtable.games.panzerarmee_afrika.reaction import Reaction
from sandtable.games.panzerarmee_afrika.reinforcements import Reinforcements
from sandtable.games.panzerarmee_afrika.resolution import Engagement, NextCombat, Resolution, StrikeBack
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.turn import PlayerTurn
from sandtable.games.panzerarmee_afrika.withdrawals import WithdrawalOrders, Withdrawals

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
