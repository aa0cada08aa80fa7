"""The staff as a player: one answer for each kind of decision."""

from __future__ import annotations

from typing import Any

from sandtable.core.title import Title
from sandtable.core.values import Action
from sandtable.games.afrika_korps.arrivals.phase import Arrivals, FullStores, SupplyArrival
from sandtable.games.afrika_korps.arrivals.substitution import Substitution
from sandtable.games.afrika_korps.combat.aftermath import AdvanceAfterCombat, CapturedSupply
from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.combat.losses import ExchangeLosses
from sandtable.games.afrika_korps.combat.resolution import Resolution
from sandtable.games.afrika_korps.combat.retreats import OverstackLoss, RetreatRoute
from sandtable.games.afrika_korps.ground.rommel import RommelPlacement
from sandtable.games.afrika_korps.movement.phase import Movement, Overstacked
from sandtable.games.afrika_korps.movement.stacking import overstacked
from sandtable.games.afrika_korps.orders import Done
from sandtable.games.afrika_korps.staff import combat, landings
from sandtable.games.afrika_korps.staff.ground import travel
from sandtable.games.afrika_korps.staff.obedience import Orders, commanded, next_attack, next_move
from sandtable.games.afrika_korps.staff.orders import TurnPlan, drawn_up, next_order
from sandtable.games.afrika_korps.staff.weights import weights
from sandtable.games.afrika_korps.state import AfrikaKorps
from sandtable.kit.staff.courses import Course
from sandtable.kit.staff.marching import Way
from sandtable.kit.staff.plan import Plan, Task
from sandtable.kit.staff.player import StaffPlayer


class Staff(StaffPlayer):
    """Draws up a plan for each turn and carries it out; the plan of the turn before is kept as long as its reasons
    hold. A course makes it play otherwise than it would judge best."""

    sure = (Movement,)

    deliberates = (Movement,)

    def __init__(self, seed: int, course: str = "") -> None:
        super().__init__(seed, course)
        self._plan = TurnPlan(0, "")
        self._ordered_for: tuple[int, str, tuple[Task, ...]] = (0, "", ())
        self._ordered = Orders()

    @classmethod
    def known_courses(cls, side: str) -> tuple[Course, ...]:
        return weights().courses[side]

    def following(self, course: str) -> Staff:
        other = Staff(self._seed, course)
        other._plan = TurnPlan(0, self._plan.side, value=self._plan.value or self._plan.earlier)
        return other

    def prepare(self, observed: AfrikaKorps, side: str) -> None:
        if (self._plan.turn, self._plan.side) != (observed.turn, side) and observed.phasing == side:
            self._plan = self._new_plan(observed, side)

    def _new_plan(self, observed: AfrikaKorps, side: str) -> TurnPlan:
        earlier = self._plan.value if self._plan.side == side else None
        return TurnPlan(observed.turn, side, course=self.course_for(side), earlier=earlier)

    @property
    def written(self) -> Plan | None:
        """The plan that is being carried out, once it is complete."""
        return self._plan.value

    @property
    def intent(self) -> str:
        return self._plan.value.sentence() if self._plan.value else ""

    def plan(self, observed: AfrikaKorps, side: str) -> Plan:
        """What it means to do from here on."""
        return drawn_up(self._new_plan(observed, side), observed)

    def follow(self, plan: Plan) -> None:
        """Carry out this plan in its turn, whoever made it."""
        self._plan = TurnPlan(plan.turn, plan.side, "main", course=self.course_for(plan.side), value=plan)

    def way(self, title: Title[Any]) -> Way:
        return travel

    def obey(self, title: Title[Any], observed: AfrikaKorps, side: str) -> Action | None:
        """Moves and attacks of those who have orders; all else is the player's."""
        frame, tasks = observed.stack[-1], self.command.tasks if self.command else ()
        key = observed.turn, side, tasks
        if isinstance(frame, Movement):
            if self._ordered_for != key:
                self._ordered_for, self._ordered = key, commanded(observed, side, tasks)
            return next_move(self._ordered, observed, side)
        if isinstance(frame, Battles) and self._ordered_for[:2] == key[:2]:
            return next_attack(self._ordered, frame, observed, side)
        return None

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
