"""The state with every frame its stack may hold, so that a saved position reads back as it was written."""

from __future__ import annotations

from sandtable.core.frames import Over
from sandtable.games.tobruk.activation import Activation, ChitDraw, Order
from sandtable.games.tobruk.arrivals.recovery import Recovery
from sandtable.games.tobruk.arrivals.reinforcements import HeadquartersReturn
from sandtable.games.tobruk.combat.advance import Advances
from sandtable.games.tobruk.combat.air import AirAllocation, FirstAllotment
from sandtable.games.tobruk.combat.anti_tank import AntiTankFire, PressOn
from sandtable.games.tobruk.combat.artillery import ArtillerySupport
from sandtable.games.tobruk.combat.dogfights import AirLoss
from sandtable.games.tobruk.combat.losses import Losses
from sandtable.games.tobruk.combat.phase import Combat, NextAttack
from sandtable.games.tobruk.combat.resolution import Resolution
from sandtable.games.tobruk.combat.retreats import RetreatRoute, Retreats
from sandtable.games.tobruk.movement.minefields import Minefield
from sandtable.games.tobruk.movement.overruns import OverrunMovement, OverrunMoves
from sandtable.games.tobruk.movement.phase import Movement
from sandtable.games.tobruk.pieces.stacking import Overstacked
from sandtable.games.tobruk.scenario.opening import Bidding, Deployment
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
