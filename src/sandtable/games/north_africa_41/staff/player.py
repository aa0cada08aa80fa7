"""The staff as a player: one answer for each kind of decision."""

from __future__ import annotations

from typing import Any

from sandtable.core.frames import admits
from sandtable.core.values import Action
from sandtable.games.north_africa_41.arrivals.conversions import Conversions, Shortfall, Upgrades
from sandtable.games.north_africa_41.arrivals.reinforcements import Draftees, Leaving
from sandtable.games.north_africa_41.arrivals.replacements import Replacing
from sandtable.games.north_africa_41.combat.advance import Advancing
from sandtable.games.north_africa_41.combat.attacks import BreakthroughSupply, Excess
from sandtable.games.north_africa_41.combat.breakthrough import Exploiting
from sandtable.games.north_africa_41.combat.determined_defence import DefenceReroll, DesperateDefence, DeterminedDefence
from sandtable.games.north_africa_41.combat.phase import Combat
from sandtable.games.north_africa_41.combat.resolution import AttackReroll, DefensiveSupport
from sandtable.games.north_africa_41.lines.free_supply import FreeSupply
from sandtable.games.north_africa_41.lines.support_units import Ready
from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.order_forms import Done, Lose
from sandtable.games.north_africa_41.pieces.stacking import Overstacked, losable
from sandtable.games.north_africa_41.resources.delay import Delaying, Lifting
from sandtable.games.north_africa_41.resources.events import BombingRaid
from sandtable.games.north_africa_41.results.losses import Casualty, RemnantChoice
from sandtable.games.north_africa_41.results.retreats import RetreatRoute
from sandtable.games.north_africa_41.staff import battle, pursuit, replies
from sandtable.games.north_africa_41.staff.orders import Plan, drawn_up, next_order
from sandtable.games.north_africa_41.staff.weights import weights
from sandtable.games.north_africa_41.staff.worth import worth
from sandtable.games.north_africa_41.state import NorthAfrica
from sandtable.games.north_africa_41.supply.attrition import Forfeit
from sandtable.games.north_africa_41.supply.phase import Allotment, Refit
from sandtable.kit.staff.courses import Budget, Course
from sandtable.kit.staff.plan import Plan as Written
from sandtable.kit.staff.player import StaffPlayer


class Staff(StaffPlayer):
    """Plans a Player Turn and carries the plan out; `intent` says in a sentence what it is about. A course makes it
    play otherwise than it would judge best."""

    deliberates = (Movement,)
    budget = Budget(answers=1, first=1, best=3, more=3)

    def __init__(self, seed: int, course: str = "") -> None:
        super().__init__(seed, course)
        self._plan = Plan((0, 0), "axis")

    @classmethod
    def known_courses(cls, side: str) -> tuple[Course, ...]:
        return weights().courses

    def occasion(self, observed: NorthAfrica) -> object:
        return observed.turn, observed.impulse

    def following(self, course: str) -> Staff:
        return Staff(self._seed, course)

    @property
    def intent(self) -> str:
        return self._plan.intent

    def plan(self, observed: NorthAfrica, side: str) -> Written | None:
        """What it means to do with this Player Turn, while its units can still move."""
        frame = observed.stack[-1]
        return drawn_up(observed, frame.side, self.course_for(side)) if isinstance(frame, Movement) else None

    def answer(self, frame: Any, state: NorthAfrica, side: str) -> Action:
        match frame:
            case Movement():
                now = state.turn, state.impulse
                if (self._plan.turn, self._plan.side) != (now, frame.side):
                    self._plan = Plan(now, frame.side, self.course_for(side))
                return next_order(self._plan, state)
            case Combat():
                return battle.next_attack(frame, state, self.course_for(side))
            case Advancing():
                return pursuit.advance(frame, state)
            case Exploiting():
                return pursuit.exploit(frame, state)
            case RetreatRoute():
                return pursuit.fall_back(frame, state, side)
            case DeterminedDefence():
                return battle.defend(frame, state)
            case DefensiveSupport():
                return battle.support_defence(frame, state)
            case Casualty():
                return battle.choose_casualty(frame, state)
            case AttackReroll():
                return battle.reroll_attack(frame, state)
            case DefenceReroll():
                return battle.reroll_defence(frame, state)
            case DesperateDefence():
                return Lose(frame.lead)
            case RemnantChoice():
                return Lose(frame.name)
            case Overstacked():
                names = [name for at in frame.hexes for name in losable(state, side, at)]
                return battle.lose_cheapest(names, state)
            case _:
                return self._elsewhere(frame, state, side)

    def _elsewhere(self, frame: Any, state: NorthAfrica, side: str) -> Action:
        if isinstance(frame, Delaying):
            return self._delay(frame, state, side)
        if isinstance(frame, Lifting):
            return replies.lift(frame, state)
        if isinstance(frame, Upgrades):
            return replies.upgrade(frame, state)
        listed = list(frame.actions(state, side))
        match frame:
            case Replacing():
                return replies.replace_steps(listed, state)
            case Allotment():
                return replies.allot(listed, state)
            case Refit():
                return next((action for action in listed if isinstance(action, Ready)), Done())
            case FreeSupply():
                return replies.deposit(listed, state, side)
            case Forfeit():
                return replies.forfeit(listed, state)
            case Draftees():
                return replies.pick_nation(listed, state, side)
            case Leaving():
                return replies.let_go(listed, state)
            case Conversions():
                return replies.convert(listed)
            case BombingRaid():
                return replies.raid(listed, state, side)
            case BreakthroughSupply():
                return replies.pay_breakthrough(listed)
            case Excess() | Shortfall():
                chosen: Action = min(listed, key=lambda action: (worth(state, action.name), action.name))
                return chosen
            case _:
                return next((action for action in listed if isinstance(action, Done)), listed[0])

    def _delay(self, frame: Delaying, state: NorthAfrica, side: str) -> Action:
        return next((action for action in replies.delay(frame, state) if admits(state, side, action)), Done())
