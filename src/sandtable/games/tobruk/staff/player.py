"""The staff as a player: one answer for each kind of decision."""

from __future__ import annotations

from typing import Any

from sandtable.core.values import Action
from sandtable.games.tobruk.activation import Order
from sandtable.games.tobruk.arrivals.recovery import Recovery
from sandtable.games.tobruk.arrivals.reinforcements import HeadquartersReturn
from sandtable.games.tobruk.combat.advance import Advances
from sandtable.games.tobruk.combat.air import AirAllocation
from sandtable.games.tobruk.combat.anti_tank import AntiTankFire, PressOn
from sandtable.games.tobruk.combat.artillery import ArtillerySupport
from sandtable.games.tobruk.combat.dogfights import AirLoss
from sandtable.games.tobruk.combat.losses import Losses
from sandtable.games.tobruk.combat.phase import Combat
from sandtable.games.tobruk.combat.retreats import RetreatRoute
from sandtable.games.tobruk.movement.minefields import Minefield
from sandtable.games.tobruk.movement.overruns import OverrunMovement
from sandtable.games.tobruk.movement.phase import Movement
from sandtable.games.tobruk.pieces.command import recovered_armour
from sandtable.games.tobruk.pieces.stacking import Overstacked
from sandtable.games.tobruk.scenario.opening import Bidding, Deployment
from sandtable.games.tobruk.staff import battle, garrison, orders, replies, sorties
from sandtable.games.tobruk.staff.orders import Plan
from sandtable.games.tobruk.staff.weights import weights, weights_for
from sandtable.games.tobruk.state import Tobruk
from sandtable.kit.staff.courses import Budget, Course
from sandtable.kit.staff.plan import Plan as Written
from sandtable.kit.staff.player import StaffPlayer


class Staff(StaffPlayer):
    """Plans an activation once and carries the plan out; `intent` says in a sentence what it is about. A course makes
    it play otherwise than it would judge best."""

    deliberates = (Order,)
    budget = Budget(answers=1, first=1, best=3, more=2)

    def __init__(self, seed: int, course: str = "") -> None:
        super().__init__(seed, course)
        self._plan = Plan(0, "")

    @classmethod
    def known_courses(cls, side: str) -> tuple[Course, ...]:
        return weights().courses

    def occasion(self, observed: Tobruk) -> object:
        return observed.turn, observed.active

    def following(self, course: str) -> Staff:
        other = Staff(self._seed, course)
        other._plan = Plan(0, "", earlier=self._plan.value or self._plan.earlier)
        return other

    @property
    def intent(self) -> str:
        return self._plan.intent

    def plan(self, observed: Tobruk, side: str) -> Written | None:
        """What it means to do with the formation that is active, while it can still move."""
        if not isinstance(observed.stack[-1], Order | Movement):
            return None
        return orders.drawn_up(observed, side, self.course_for(side), self._plan.value or self._plan.earlier)

    def prepare(self, observed: Tobruk, side: str) -> None:
        if (self._plan.turn, self._plan.chit) != (observed.turn, observed.active) and observed.phasing == side:
            earlier = self._plan.value or self._plan.earlier
            self._plan = Plan(observed.turn, observed.active, self.course_for(side), earlier=earlier)

    def answer(self, frame: Any, state: Tobruk, side: str) -> Action:
        match frame:
            case Bidding():
                return replies.bid()
            case Deployment():
                return garrison.man_the_walls(frame, state)
            case HeadquartersReturn():
                return replies.return_headquarters(frame, state, side)
            case Recovery():
                return replies.place_armour(recovered_armour(state, state.active)[0], state, side)
            case Order():
                return orders.choose_order(self._plan, state, side)
            case Movement():
                return orders.next_order(self._plan, state, side)
            case Minefield():
                return replies.lay_mines(frame, state, side)
            case Overstacked():
                return battle.give_up(state.at(frame.hexagon(state), side), state, side)
            case _:
                return self._in_battle(frame, state, side)

    def _in_battle(self, frame: Any, state: Tobruk, side: str) -> Action:
        match frame:
            case Combat():
                return battle.next_attack(frame, state, side, weights_for(self._plan.course))
            case AntiTankFire():
                return battle.open_fire(state, side)
            case PressOn():
                return battle.press_on(state, side)
            case AirAllocation():
                return sorties.send(state, side)
            case AirLoss():
                return sorties.shoot(frame, state, side)
            case ArtillerySupport():
                return battle.bombard(state, side)
            case Losses():
                return battle.take_loss(frame, state, side)
            case RetreatRoute():
                return battle.fall_back(frame, state, side)
            case Advances():
                return battle.follow(frame, state, side)
            case OverrunMovement():
                return battle.move_on(frame, state, side)
            case _:
                return self.first_listed(frame, state, side)
