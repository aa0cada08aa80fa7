"""The staff as a player: one answer for each kind of decision."""

from __future__ import annotations

from typing import Any

from sandtable.core.frames import admits
from sandtable.core.title import Title
from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.arrivals.releases import Releasing
from sandtable.games.campaign_for_north_africa.capability.initiative import Declaration
from sandtable.games.campaign_for_north_africa.capability.orders import Release, Reserve
from sandtable.games.campaign_for_north_africa.capability.reserves import Designation, ReserveRelease, held
from sandtable.games.campaign_for_north_africa.combat.barrage.gun_positions import Positions
from sandtable.games.campaign_for_north_africa.combat.barrage.gun_positions import suggest as suggest_positions
from sandtable.games.campaign_for_north_africa.combat.barrage.plot import Plot
from sandtable.games.campaign_for_north_africa.combat.force_assignment import ForceAssignment
from sandtable.games.campaign_for_north_africa.combat.retreat_before_assault import RetreatBeforeAssault
from sandtable.games.campaign_for_north_africa.combat.retreats import Retreats
from sandtable.games.campaign_for_north_africa.fleet.raids import RaidPlot
from sandtable.games.campaign_for_north_africa.fleet.ships import FleetAssignment
from sandtable.games.campaign_for_north_africa.fleet.shore_guns import ShoreFire
from sandtable.games.campaign_for_north_africa.fleet.troops import TroopTransport
from sandtable.games.campaign_for_north_africa.logistics.convoy_attacks import Foundering
from sandtable.games.campaign_for_north_africa.logistics.convoys import Sailing
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.logistics.shipping import CoastalShipping, SeaTransport
from sandtable.games.campaign_for_north_africa.movement.march import Reaction
from sandtable.games.campaign_for_north_africa.movement.rail import RailMovement
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.patrols.patrol_phase import Patrols
from sandtable.games.campaign_for_north_africa.prisoners.phase import PrisonerMarches, Taking
from sandtable.games.campaign_for_north_africa.raiders.encounters import Encounter, Getaway
from sandtable.games.campaign_for_north_africa.repair.repair_phase import Maintenance
from sandtable.games.campaign_for_north_africa.replacements.allotment import Allotment
from sandtable.games.campaign_for_north_africa.replacements.phase import ReplacementMarches, movable
from sandtable.games.campaign_for_north_africa.replacements.planning import Planning
from sandtable.games.campaign_for_north_africa.staff import (
    battle,
    captors,
    engineers,
    navy,
    raiding,
    rear,
    replacements,
    stores,
    transports,
)
from sandtable.games.campaign_for_north_africa.staff.desks import CORPS
from sandtable.games.campaign_for_north_africa.staff.obedience import (
    DrawUp,
    amended,
    commanded,
    departures,
    fed,
    under_orders,
)
from sandtable.games.campaign_for_north_africa.staff.orders import finish, key_of, next_order, next_task
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.staff.planner import Plan, keep_back
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.turn import Repetition
from sandtable.kit.staff.plan import Task
from sandtable.kit.staff.player import Command, StaffPlayer

CHECKED = (Movement, TruckConvoys, RailMovement, Organisation)  # whose answers were tried before they are given


class Staff(StaffPlayer):
    """Plans a Movement Segment and carries the plan out; everything else is answered as it comes."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._plan = Plan((0, 0, 0, ""))
        self._convoy_key: tuple[int, int, int, str] = (0, 0, 0, "")
        self._orders: list[Action] = []
        self._works_key: tuple[int, int, int, str] = (0, 0, 0, "")
        self._works: list[Action] = []
        self._march_key: tuple[int, int, int, str] = (0, 0, 0, "")
        self._raided_key: tuple[int, int, int, str] = (0, 0, 0, "")
        self._waiting: list[str] = []  # Replacement Points that have not been tried in this phase
        self._planned_for: tuple[Command | None, DrawUp] = (None, amended)

    @property
    def intent(self) -> str:
        return self._plan.intent

    def choose(self, observed: Campaign, side: str) -> Action:
        frame: Any = observed.stack[-1]
        action = self._answer(frame, observed, side)
        if action is not None and isinstance(frame, CHECKED):
            return action
        if action is not None and admits(observed, side, action):
            return action
        if action is not None:
            self.strayed.append(f"{observed.turn}/{observed.stage} {side}> {action}")
        if admits(observed, side, Done()):
            return Done()
        listed = frame.actions(observed, side)
        chosen: Action = next(iter(listed))
        return chosen

    def _answer(self, frame: Any, state: Campaign, side: Any) -> Action | None:
        match frame:
            case Movement() if self._only_obeys:
                return self._ordered(frame, state) or finish(frame, state)
            case Movement():
                self._make_plan(state, frame.side, key_of(state, frame.side), amended)
                return self._raid(frame, state) or next_order(self._plan, frame, state)
            case Designation():
                return self._designate(state, frame.side)
            case Reaction():
                return battle.react(frame, state, side)
            case Positions():
                return suggest_positions(state, side)
            case Plot():
                return battle.barrage(frame, state, side)
            case RetreatBeforeAssault():
                return battle.withdraw(frame, state, side)
            case ForceAssignment():
                return battle.commit(frame, state, side)
            case Retreats():
                return battle.give_way(frame, state, side)
            case TruckConvoys():
                return self._convoys(state, side)
            case RailMovement():
                return transports.rail(frame, state, side)
            case CoastalShipping() | SeaTransport():
                return transports.ship(frame, state, side)
            case Sailing():
                return transports.sail(frame, state, side)
            case _:
                return self._elsewhere(frame, state, side)

    # A player beside whom it works

    @property
    def _tasks(self) -> tuple[Task, ...]:
        return self.command.tasks if self.command else ()

    @property
    def _only_obeys(self) -> bool:
        """Whether those stay who have no orders."""
        return self.command is not None and CORPS not in self.command.desks

    def _make_plan(self, state: Campaign, side: Any, key: tuple[int, int, int, str], draw_up: DrawUp) -> None:
        """The plan of a segment, once, unless the orders change in it."""
        if self._plan.key != key or self._planned_for != (self.command, draw_up):
            self._plan = draw_up(state, side, key, self._tasks)
            self._planned_for = self.command, draw_up

    def _ordered(self, frame: Movement, state: Campaign) -> Action | None:
        """The next move of those who have orders."""
        self._make_plan(state, frame.side, key_of(state, frame.side), commanded)
        going = next_task(self._plan, frame, state)
        if going is not None:
            return going
        leaving = departures(state, frame.side, under_orders(self._tasks))
        return next((action for action in leaving if admits(state, frame.side, action)), None)

    def obey(self, title: Title[Any], observed: Campaign, side: str) -> Action | None:
        frame: Any = observed.stack[-1]
        return self._ordered(frame, observed) if isinstance(frame, Movement) else None

    def _raid(self, frame: Movement, state: Campaign) -> Action | None:
        """[27.3] Raiders go first; when nothing is left for them to do, they are done for the segment."""
        key = key_of(state, frame.side)
        if self._raided_key == key or not (state.raiders or state.commandos):
            return None
        order = raiding.raid(state, frame.side)
        if order is None:
            self._raided_key = key
        return order

    def _designate(self, state: Campaign, side: Any) -> Action:
        """[18.12] The plan of the first Movement Segment says who is held in Reserve."""
        turn, stage, cycle, who = key_of(state, side)
        key = turn, stage, cycle + 1, who
        if self._plan.key == key:
            return Done()
        self._make_plan(state, side, key, commanded if self._only_obeys else amended)
        names = keep_back(self._plan, state, side)
        return Reserve(names) if names else Done()

    def _convoys(self, state: Campaign, side: Any) -> Action:
        """The orders of a Truck Convoy Movement Phase are worked out once; those that no longer hold are dropped."""
        key = key_of(state, side)
        if self._convoy_key != key:
            self._convoy_key, self._orders = key, stores.convoys(state, side, fed(self._tasks))
        while self._orders:
            action = self._orders.pop(0)
            if admits(state, side, action):
                return action
        return Done()

    def _organise(self, frame: Organisation, state: Campaign, side: Any) -> Action:
        """[24.0] What engineers begin is worked out once in an Organization Phase, before anybody is regrouped."""
        key = key_of(state, side)
        if self._works_key != key:
            self._works_key, self._works = key, list(engineers.works(Picture(state, side)))
        while self._works:
            action = self._works.pop(0)
            if admits(state, side, action):
                return action
        return rear.organise(frame, state, side)

    def _replacements(self, state: Campaign, side: Any) -> Action:
        """[20.46] Each counter of them is looked at once in a phase."""
        key = key_of(state, side)
        if self._march_key != key:
            self._march_key, self._waiting = key, list(movable(state, side))
        return replacements.march(state, side, self._waiting)

    def _elsewhere(self, frame: Any, state: Campaign, side: Any) -> Action | None:
        match frame:
            case Organisation():
                return self._organise(frame, state, side)
            case Declaration():
                return rear.declare(frame, state, side)
            case ReserveRelease():
                return Release(tuple(held(state, side)))
            case Taking():
                return captors.take(state, side)
            case PrisonerMarches():
                return captors.march(state, side)
            case TroopTransport():
                return navy.ferry(state, side)
            case FleetAssignment():
                return raiding.land(frame, state) or navy.sail(frame, state, side)
            case Encounter():
                return raiding.look(frame, state)
            case Getaway():
                return raiding.make_off(frame, state)
            case RaidPlot():
                return navy.raid(state)
            case ShoreFire():
                return navy.shore_fire(frame, state)
            case Planning():
                return replacements.plan(frame, state, side)
            case Allotment():
                return replacements.receive(frame, state, side)
            case ReplacementMarches():
                return self._replacements(state, side)
            case Foundering():
                return replacements.founder(frame, state, side)
            case Releasing():
                return rear.release(frame, state, side)
            case Patrols():
                return rear.patrol(frame, state, side)
            case Repetition():
                return rear.repeat(frame, state, side, under_orders(self._tasks) if self._only_obeys else None)
            case Maintenance():
                return next(iter(frame.actions(state, side)))
            case _:
                return None
