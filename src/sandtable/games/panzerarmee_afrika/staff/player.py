"""The staff as a player: one answer for each kind of decision."""

from __future__ import annotations

from typing import Any

from sandtable.core.values import Action
from sandtable.games.panzerarmee_afrika.arrivals.phase import Reinforcements
from sandtable.games.panzerarmee_afrika.arrivals.withdrawals import Withdrawals
from sandtable.games.panzerarmee_afrika.combat.advance import AdvanceAfterCombat
from sandtable.games.panzerarmee_afrika.combat.declarations import Declarations
from sandtable.games.panzerarmee_afrika.combat.reaction import Reaction
from sandtable.games.panzerarmee_afrika.combat.resolution import Resolution
from sandtable.games.panzerarmee_afrika.combat.supply import CombatSupply
from sandtable.games.panzerarmee_afrika.deployment import Deployment
from sandtable.games.panzerarmee_afrika.factors.losses import Losses
from sandtable.games.panzerarmee_afrika.movement.phase import Movement, Overstacked
from sandtable.games.panzerarmee_afrika.order_forms import Done
from sandtable.games.panzerarmee_afrika.staff import arrivals, combat
from sandtable.games.panzerarmee_afrika.staff.orders import TurnPlan, drawn_up, next_order
from sandtable.games.panzerarmee_afrika.staff.weights import weights
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.supply.malta import MaltaInvasion
from sandtable.kit.staff.courses import Budget, Course
from sandtable.kit.staff.plan import Plan
from sandtable.kit.staff.player import StaffPlayer


class Staff(StaffPlayer):
    """Draws up a plan for each turn and carries it out; the stance of the turn before is kept unless another is clearly
    better. A course makes it play otherwise than it would judge best."""

    sure = (Movement,)

    deliberates = (Movement,)
    budget = Budget(answers=2, first=1, best=3, more=2)

    def __init__(self, seed: int, course: str = "") -> None:
        super().__init__(seed, course)
        self._plan = TurnPlan(0, "allied")
        self._battle: combat.Battle | None = None

    @classmethod
    def known_courses(cls, side: str) -> tuple[Course, ...]:
        return weights().courses

    def following(self, course: str) -> Staff:
        other = Staff(self._seed, course)
        other._plan = TurnPlan(0, self._plan.side, value=self._plan.value or self._plan.earlier)
        return other

    @property
    def intent(self) -> str:
        return self._plan.value.sentence() if self._plan.value else ""

    def plan(self, observed: PanzerarmeeAfrika, side: str) -> Plan:
        """What it means to do with this turn, before anything has been struck or hauled."""
        return drawn_up(observed, observed.phasing, self.course_for(side), self._plan.value or self._plan.earlier)

    def prepare(self, observed: PanzerarmeeAfrika, side: str) -> None:
        if (self._plan.turn, self._plan.side) != (observed.turn, side) and observed.phasing == side:
            earlier = self._plan.value if self._plan.side == side else None
            self._plan = TurnPlan(observed.turn, observed.phasing, self.course_for(side), earlier=earlier)
            self._battle = None

    def answer(self, frame: Any, state: PanzerarmeeAfrika, side: str) -> Action:
        match frame:
            case Deployment():
                return Done()
            case MaltaInvasion():
                return arrivals.malta()
            case Movement():
                return next_order(self._plan, state)
            case Overstacked():
                return combat.lose_cheapest(state, frame.actions(state, side))
            case Declarations():
                return combat.declare(self._battle_of(frame, state), frame, state)
            case CombatSupply():
                return combat.supply(self._battle or combat.Battle(), frame, state)
            case Resolution():
                return combat.resolve(frame, state)
            case Losses():
                return combat.pay(frame, state)
            case AdvanceAfterCombat():
                return combat.advance(frame, state)
            case Reaction():
                return combat.react(frame, state)
            case Withdrawals():
                return arrivals.withdraw(frame, state, side)
            case Reinforcements():
                return arrivals.reinforce(frame.muster, state)
            case _:
                return self.first_listed(frame, state, side)

    def _battle_of(self, frame: Declarations, state: PanzerarmeeAfrika) -> combat.Battle:
        if self._battle is None:
            self._battle = combat.Battle()
            self._battle.plan(frame, state, self._plan.course)
        return self._battle
