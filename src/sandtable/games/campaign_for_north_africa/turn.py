"""[5.1, 5.2] The sequence of play: Game-Turns of three Operations Stages, in each of which both players have a part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.arrivals.automatic_victory import judge_automatic_victory
from sandtable.games.campaign_for_north_africa.arrivals.mandatory_withdrawals import open_withdrawals
from sandtable.games.campaign_for_north_africa.arrivals.reinforcements import open_arrivals
from sandtable.games.campaign_for_north_africa.arrivals.releases import open_releases
from sandtable.games.campaign_for_north_africa.arrivals.victory import conclude, is_last_stage
from sandtable.games.campaign_for_north_africa.calendar import date
from sandtable.games.campaign_for_north_africa.capability.cohesion import rest
from sandtable.games.campaign_for_north_africa.capability.initiative import determine_initiative, open_declaration
from sandtable.games.campaign_for_north_africa.capability.reserves import open_designation, open_release
from sandtable.games.campaign_for_north_africa.combat_segment import open_combat
from sandtable.games.campaign_for_north_africa.construction.progress import count_construction
from sandtable.games.campaign_for_north_africa.contents import Segment
from sandtable.games.campaign_for_north_africa.fleet.phase import open_fleet
from sandtable.games.campaign_for_north_africa.fleet.troops import open_transport
from sandtable.games.campaign_for_north_africa.logistics.availability import open_naval_convoys
from sandtable.games.campaign_for_north_africa.logistics.convoys import open_convoy_arrival
from sandtable.games.campaign_for_north_africa.logistics.haulage import open_truck_convoys
from sandtable.games.campaign_for_north_africa.logistics.shipping import open_tactical_shipping
from sandtable.games.campaign_for_north_africa.movement.orders import Again
from sandtable.games.campaign_for_north_africa.movement.rail import open_rail
from sandtable.games.campaign_for_north_africa.movement.segment import open_movement
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.organisation.phase import open_organisation
from sandtable.games.campaign_for_north_africa.organisation.training import count_training
from sandtable.games.campaign_for_north_africa.patrols.decoys import forget
from sandtable.games.campaign_for_north_africa.patrols.patrol_phase import open_patrols
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import gather
from sandtable.games.campaign_for_north_africa.prisoners.phase import await_captors, merge, open_prisoners
from sandtable.games.campaign_for_north_africa.raiders.commandos import muster_commandos
from sandtable.games.campaign_for_north_africa.raiders.forming import begin_raiders_part, end_raiders_stage
from sandtable.games.campaign_for_north_africa.repair.breakdown import open_breakdown
from sandtable.games.campaign_for_north_africa.repair.repair_phase import open_repair
from sandtable.games.campaign_for_north_africa.repair.squadrons import end_squadrons_stage, open_squadrons
from sandtable.games.campaign_for_north_africa.replacements.allotment import open_allotment
from sandtable.games.campaign_for_north_africa.replacements.phase import open_marches
from sandtable.games.campaign_for_north_africa.replacements.planning import open_planning
from sandtable.games.campaign_for_north_africa.rommel.rommel import begin_stage_with_rommel, call_rommel
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of, side_of
from sandtable.games.campaign_for_north_africa.weather.weather import roll_weather

STAGES = 3  # [5.1]


# The Game-Turn


class GameTurn(Step[Campaign], frozen=True):
    """[5.2] What is done once in a Game-Turn, before its Operations Stages."""

    phase: int = 0

    def run(self, draft: Draft[Campaign]) -> None:
        draft.swap(replace(self, phase=self.phase + 1))
        GAME_TURN[self.phase](draft)


def begin_turn(draft: Draft[Campaign]) -> None:
    """[5.1] About a week."""
    day = date(draft.state.turn)
    draft.note("turn", turn=draft.state.turn, year=day.year, month=day.month, week=day.week)


def begin_stages(draft: Draft[Campaign]) -> None:
    draft.change(stage=1)
    draft.swap(OperationsStage())


GAME_TURN: tuple[Callable[[Draft[Campaign]], None], ...] = (
    begin_turn,
    call_rommel,  # [31.0]
    determine_initiative,  # I. [7.12]
    open_naval_convoys,  # II A. [32.4, 32.57]
    open_planning,  # [20.6, 20.7]
    open_tactical_shipping,  # II B. [32.35]
    begin_stages,
)


# The Operations Stage


class OperationsStage(Step[Campaign], frozen=True):
    """[5.2] The phases that both players share, then the part of each."""

    phase: int = 0

    def run(self, draft: Draft[Campaign]) -> None:
        draft.swap(replace(self, phase=self.phase + 1))
        OPERATIONS_STAGE[self.phase](draft)


def begin_stage(draft: Draft[Campaign]) -> None:
    draft.note("stage", turn=draft.state.turn, stage=draft.state.stage)
    begin_stage_with_rommel(draft)
    muster_commandos(draft)


def first_part(draft: Draft[Campaign]) -> None:
    draft.push(PlayerPart(draft.state.first))


def second_part(draft: Draft[Campaign]) -> None:
    draft.push(PlayerPart(enemy_of(draft.state.first)))


def end_stage(draft: Draft[Campaign]) -> None:
    """[5.2] The next stage, the next Game-Turn, or the end."""
    rest(draft)
    count_training(draft)
    end_raiders_stage(draft)
    count_construction(draft)
    end_squadrons_stage(draft)
    clear_stage(draft)
    merge(draft)
    gather(draft)
    forget(draft)
    judge_automatic_victory(draft)
    if not isinstance(draft.top, OperationsStage):
        return
    if is_last_stage(draft.state):
        conclude(draft)
    elif draft.state.stage < STAGES:
        draft.change(stage=draft.state.stage + 1)
        draft.swap(OperationsStage())
    else:
        draft.change(turn=draft.state.turn + 1, stage=1)
        draft.swap(GameTurn())


OPERATIONS_STAGE: tuple[Callable[[Draft[Campaign]], None], ...] = (
    begin_stage,
    open_declaration,  # A. [7.11]
    roll_weather,  # B. [29.1]
    open_organisation,  # C. [19.0, 17.3, 32.15]
    open_arrivals,  # D. [20.12]
    open_convoy_arrival,  # [32.6, 32.36]
    open_squadrons,  # [22.61]
    open_allotment,  # [20.41]
    open_withdrawals,  # [20.8]
    open_fleet,  # E. [30.1, 32.7]
    open_releases,  # [61.34] of this scenario alone
    first_part,  # F to L of Player A
    second_part,  # F to L of Player B
    end_stage,
)

STAGE_FIELDS: Mapping[str, object] = MappingProxyType(
    {  # what a unit has done or been in an Operations Stage
        "spent": 0,
        "forced": 0,
        "breakdown": 0,
        "checked": 0,
        "in_sand": 0,
        "marched": 0,
        "began": -1,
        "fuel": 0,
        "reserve": 0,
        "released": 0,
        "assaults": 0,
        "stirred": False,
        "halted": False,
        "landed": False,
        "engaged": False,
    }
)


def clear_stage(draft: Draft[Campaign]) -> None:
    """[6.16, 21.25, 18.14, 15.81] What has been done or spent in an Operations Stage is over with it, and nobody is
    engaged any longer."""
    state = draft.state
    done, nothing = attrgetter(*STAGE_FIELDS), tuple(STAGE_FIELDS.values())
    units = {
        name: replace(unit, **STAGE_FIELDS) if done(unit) != nothing else unit for name, unit in state.units.items()
    }
    supply = {name: replace(each, spent=0, moved="") for name, each in state.supply.items()}
    draft.change(
        units=units,
        supply=supply,
        fought={},
        idle=(),
        shelled=(),
        railed=(),
        shipped=0,
        sailings=(),
        gunned={},
        retreating=(),
        promised={},
        segment=Segment(),
        cycle=0,
        driven={},
    )


# One player's part


class PlayerPart(Step[Campaign], frozen=True):
    """[5.2] The phases of Player A or Player B."""

    side: Side
    phase: int = 0

    def run(self, draft: Draft[Campaign]) -> None:
        if await_captors(draft):
            return
        draft.swap(replace(self, phase=self.phase + 1))
        PLAYER_PART[self.phase](draft, self.side)


def begin_part(draft: Draft[Campaign], side: Side) -> None:
    """[8.23] A unit that had halted may move again."""
    state = draft.state
    units = {name: replace(unit, halted=False) if unit.halted else unit for name, unit in state.units.items()}
    draft.change(phasing=side, cycle=0, units=units, retreating=(), promised={}, segment=Segment())
    draft.note("part", side=side, turn=state.turn, stage=state.stage)
    begin_raiders_part(draft, side)


def move_and_fight(draft: Draft[Campaign], side: Side) -> None:
    draft.push(MovementAndCombat(side))


def open_truck_phase(draft: Draft[Campaign], side: Side) -> None:
    """[20.46, 28.13, 30.52] Replacement Points and prisoners march, troops are shipped when the trucks have driven."""
    open_prisoners(draft, side)
    open_marches(draft, side)
    open_transport(draft, side)
    open_truck_convoys(draft, side)


def end_part(draft: Draft[Campaign], side: Side) -> None:
    draft.pop()


PLAYER_PART: tuple[Callable[[Draft[Campaign], Side], None], ...] = (
    begin_part,
    open_designation,  # F. [18.12]
    move_and_fight,  # G.
    open_truck_phase,  # H. [32.33, 20.46, 28.13, 30.5]
    open_rail,  # J. [8.7]
    open_repair,  # K. [22.12]
    open_patrols,  # L. [16.21]
    end_part,
)


# The Movement and Combat Phase


class MovementAndCombat(Step[Campaign], frozen=True):
    """[5.2, 8.22] The four Segments, as often as the Phasing Player wishes."""

    side: Side
    segment: int = 0
    spent: int = 0  # by his units when this repetition began

    def run(self, draft: Draft[Campaign]) -> None:
        if await_captors(draft):
            return
        if self.segment == 0:
            draft.change(cycle=draft.state.cycle + 1)
            draft.swap(replace(self, segment=1, spent=total_spent(draft.state, self.side)))
        elif self.segment <= len(SEGMENTS):
            draft.swap(replace(self, segment=self.segment + 1))
            SEGMENTS[self.segment - 1](draft, self.side)
        else:
            draft.pop()
            if may_repeat(draft.state, self):
                draft.push(Repetition(self.side))


def check_breakdown(draft: Draft[Campaign], side: Side) -> None:
    """[5.2] Of both sides."""
    open_breakdown(draft)


SEGMENTS: tuple[Callable[[Draft[Campaign], Side], None], ...] = (
    open_movement,  # 1. [8.0]
    check_breakdown,  # 2. [21.24]
    open_combat,  # 3. [11.0]
    open_release,  # 4. [18.13]
)


def total_spent(state: Campaign, side: Side) -> int:
    """The Capability Points of a whole side: it grows when anybody moves or fights."""
    return sum(unit.spent for name, unit in state.units.items() if unit.spent and side_of(name) == side)


def may_repeat(state: Campaign, last: MovementAndCombat) -> bool:
    """[8.22, 8.23, 18.14, 18.25] After a repetition in which something was done, or Reserve I became Reserve II, while
    somebody is free to move or fight or can still be released."""
    here = [name for at, names in state.stacks.items() if at >= 0 for name in names if side_of(name) == last.side]
    waiting = any(state.units[name].reserve for name in here)
    free = [name for name in here if not state.units[name].halted]
    if any(state.units[name].released for name in free) or (waiting and state.cycle == 1):
        return True
    return (bool(free) or waiting) and total_spent(state, last.side) > last.spent


class Repetition(Decision[Campaign], frozen=True):
    """[8.22, 8.25] Whether to move and fight once more in this phase."""

    side: Side
    ANSWERS: ClassVar[tuple[Action, ...]] = (Done(), Again())  # [8.21] as often as one likes

    def prompt(self, state: Campaign) -> str:
        return "Repeat movement and combat, or end the phase."

    def actions(self, state: Campaign, side: str) -> tuple[Action, ...]:
        return self.ANSWERS

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if action not in self.ANSWERS:
            raise Refusal("8.22", "repeat the Segments, or: done")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Again):
            draft.push(MovementAndCombat(self.side))
