"""The state with every frame its stack may hold, so that a saved position reads back as it was written."""

from __future__ import annotations

from sandtable.core.frames import Over
from sandtable.games.tobruk.activation import Activation, ChitDraw, Order
from sandtable.games.tobruk.advances import Advances
from sandtable.games.tobruk.air import AirAllocation, FirstAllotment
from sandtable.games.tobruk.anti_tank import AntiTankFire, PressOn
from sandtable.games.tobruk.artillery import ArtillerySupport
from sandtable.games.tobruk.combat import Combat, NextAttack
from sandtable.games.tobruk.dogfights import AirLoss
from sandtable.games.tobruk.losses import Losses
from sandtable.games.tobruk.manoeuvre import Movement
from sandtable.games.tobruk.minefields import Minefield
from sandtable.games.tobruk.opening import Bidding, Deployment
from sandtable.games.tobruk.overruns import OverrunMovement, OverrunMoves
from sandtable.games.tobruk.recovery import Recovery
from sandtable.games.tobruk.reinforcements import HeadquartersReturn
from sandtable.games.tobruk.resolution import Resolution
from sandtable.games.tobruk.retreats import RetreatRoute, Retreats
from sandtable.games.tobruk.stacking import Overstacked
from sandtable.games.tobruk.state import Tobruk
from sandtable.games.tobruk.turn import GameTurn

AnyFrame = (
    Bidding
    | Deployment
    | FirstAllotment
    | GameTurn
    | HeadquartersReturn
    | ChitDraw
    | Activation
    | Recovery
    | Order
    | Movement
    | Minefield
    | Overstacked
    | NextAttack
    | Combat
    | OverrunMoves
    | OverrunMovement
    | Resolution
    | AntiTankFire
    | PressOn
    | AirAllocation
    | AirLoss
    | ArtillerySupport
    | Losses
    | Retreats
    | RetreatRoute
    | Advances
    | Over
)


class Position(Tobruk, frozen=True, dict=True):
    """A game in progress, as it is stored."""

    stack: tuple[AnyFrame, ...] = ()
