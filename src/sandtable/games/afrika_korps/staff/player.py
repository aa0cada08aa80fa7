"""The staff as a player: one answer for each kind of decision."""

from __future__ import annotations

from typing import Any

from sandtable.core.values import Action
from sandtable.games.afrika_korps.actions import Done
from sandtable.games.afrika_korps.aftermath import AdvanceAfterCombat, CapturedSupply
from sandtable.games.afrika_korps.arrivals import Arrivals, FullStores, SupplyArrival
from sandtable.games.afrika_korps.battles import Battles
from sandtable.games.afrika_korps.losses import ExchangeLosses
from sandtable.games.afrika_korps.manoeuvre import Movement, Overstacked
from sandtable.games.afrika_korps.resolution import Resolution
from sandtable.games.afrika_korps.retreats import OverstackLoss, RetreatRoute
from sandtable.games.afrika_korps.rommel import RommelPlacement
from sandtable.games.afrika_korps.stacking import overstacked
from sandtable.games.afrika_korps.staff import combat, landings
from sandtable.games.afrika_korps.staff.orders import TurnPlan, next_order
from sandtable.games.afrika_korps.state import AfrikaKorps
from sandtable.games.afrika_korps.substitution import Substitution
from sandtable.kit.staff.player import StaffPlayer


class Staff(StaffPlayer):
    """Plans a turn once and carries the plan out; `intent` says in a sentence what it is about."""

    sure = (Movement,)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._plan = TurnPlan(0, "")

    @property
    def intent(self) -> str:
        return self._plan.intent

    def prepare(self, observed: AfrikaKorps, side: str) -> None:
        if (self._plan.turn, self._plan.side) != (observed.turn, side) and observed.phasing == side:
            self._plan = TurnPlan(observed.turn, side)

    def answer(self, frame: Any, state: AfrikaKorps, side: str) -> Action:
        match frame:
            case FullStores():
                return Done()  # what is on the board is worth more than what may come
            case SupplyArrival():
                return landings.land_supply(state, side)
            case Arrivals():
                return landings.bring_ashore(state, side)
            case Movement():
                return next_order(self._plan, state)
            case Overstacked():
                return combat.lose_cheapest(state.at(overstacked(state, side)[0], side))
            case Substitution():
                return combat.substitute(frame, state, side)
            case Battles():
                return combat.declare(self._plan, frame, state, side)
            case Resolution():
                return combat.resolve(frame, state, side)
            case RetreatRoute():
                return combat.lead_retreat(frame, state)
            case OverstackLoss():
                return combat.lose_cheapest(frame.units)
            case ExchangeLosses():
                return combat.pay(frame, state)
            case AdvanceAfterCombat():
                return combat.advance(frame, state, side)
            case CapturedSupply():
                return combat.carry_off(frame, state)
            case RommelPlacement():
                return combat.station(state)
            case _:
                return combat.first_listed(frame, state, side)
