"""The state with every frame its stack may hold, so that a saved position reads back as it was written."""

from __future__ import annotations

from sandtable.core.frames import Over
from sandtable.games.afrika_korps.arrivals.phase import Arrivals, FullStores, SupplyArrival
from sandtable.games.afrika_korps.arrivals.substitution import Substitution
from sandtable.games.afrika_korps.combat.aftermath import AdvanceAfterCombat, AfterBattle, CapturedSupply, OfferMove
from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.combat.losses import ExchangeLosses
from sandtable.games.afrika_korps.combat.resolution import NextBattle, Resolution
from sandtable.games.afrika_korps.combat.retreats import OverstackLoss, Prize, RetreatRoute, Retreats
from sandtable.games.afrika_korps.ground.rommel import RommelPlacement
from sandtable.games.afrika_korps.movement.phase import Movement, Overstacked
from sandtable.games.afrika_korps.state import AfrikaKorps
from sandtable.games.afrika_korps.turn import PlayerTurn

AnyFrame = (
    PlayerTurn
    | FullStores
    | SupplyArrival
    | Arrivals
    | Movement
    | Overstacked
    | Substitution
    | Battles
    | NextBattle
    | Resolution
    | AfterBattle
    | Retreats
    | RetreatRoute
    | Prize
    | OverstackLoss
    | ExchangeLosses
    | AdvanceAfterCombat
    | OfferMove
    | CapturedSupply
    | RommelPlacement
    | Over
)


class Position(AfrikaKorps, frozen=True, dict=True):
    """A game in progress, as it is stored."""

    stack: tuple[AnyFrame, ...] = ()
