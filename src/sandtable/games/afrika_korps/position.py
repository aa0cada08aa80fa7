"""The state with every frame its stack may hold, so that a saved position reads back as it was written."""

from __future__ import annotations

from sandtable.core.frames import Over
from sandtable.games.afrika_korps.aftermath import AdvanceAfterCombat, AfterBattle, CapturedSupply, OfferMove
from sandtable.games.afrika_korps.arrivals import Arrivals, FullStores, SupplyArrival
from sandtable.games.afrika_korps.battles import Battles
from sandtable.games.afrika_korps.losses import ExchangeLosses
from sandtable.games.afrika_korps.manoeuvre import Movement, Overstacked
from sandtable.games.afrika_korps.resolution import NextBattle, Resolution
from sandtable.games.afrika_korps.retreats import OverstackLoss, Prize, RetreatRoute, Retreats
from sandtable.games.afrika_korps.rommel import RommelPlacement
from sandtable.games.afrika_korps.state import AfrikaKorps
from sandtable.games.afrika_korps.substitution import Substitution
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
