"""[22.0] Repair: broken-down vehicles in the field and at facilities, destroyed tanks at facilities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.capability.held_units import has_rule
from sandtable.games.campaign_for_north_africa.contents import Wreck
from sandtable.games.campaign_for_north_africa.ground.passage import works_at
from sandtable.games.campaign_for_north_africa.ground.zones import apparent
from sandtable.games.campaign_for_north_africa.map import board, city_level, section, terrain
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.spares import add_spares
from sandtable.games.campaign_for_north_africa.pieces.weapons import weapons
from sandtable.games.campaign_for_north_africa.repair.facilities import facilities
from sandtable.games.campaign_for_north_africa.repair.orders import Repair
from sandtable.games.campaign_for_north_africa.repair.squadrons import end_towing, helpers
from sandtable.games.campaign_for_north_africa.repair.tables import RepairColumn, WreckColumn, repair, repaired
from sandtable.games.campaign_for_north_africa.repair.tables import wreck as wreck_result
from sandtable.games.campaign_for_north_africa.repair.towing import Towing, towable
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.state import Campaign

STORMS = ("sandstorm", "rainstorm")


def open_repair(draft: Draft[Campaign], side: Side) -> None:
    """[22.0, 22.12, 5.2, 62.3] Only the Phasing Player tows and repairs, in some scenarios not in the first stage."""
    if is_first_stage_without_repair(draft.state):
        return
    if any(wreck.side == side for wreck in draft.state.wrecks.values()):
        draft.push(RepairPhase(side))


def is_first_stage_without_repair(state: Campaign) -> bool:
    """[62.3]"""
    if not has_rule(state, "repair_from_second_stage"):
        return False
    return (state.turn, state.stage) == scenario(state.scenario).start


class RepairPhase(Step[Campaign], frozen=True):
    """[5.2 III K] First the Towing Segment, then the Maintenance Segment."""

    side: Side
    segment: int = 0

    def run(self, draft: Draft[Campaign]) -> None:
        draft.swap(replace(self, segment=self.segment + 1))
        if self.segment == 0:
            if towable(draft.state, self.side):
                draft.push(Towing(self.side))
        elif self.segment == 1:
            if repairable(draft.state, self.side, ()):
                draft.push(Maintenance(self.side))
        else:
            draft.pop()
            end_towing(draft, self.side)
            for name, wreck in draft.state.wrecks.items():
                if wreck.towed:
                    draft.amend("wrecks", name, replace(wreck, towed=False))


# Who may be repaired


def is_storm(state: Campaign, at: int) -> bool:
    """[22.13, 29.41] A rainstorm or sandstorm over the hex; the Tripoli/Tunisia boxes have none."""
    if at < 0 or state.weather not in STORMS or section(at) not in state.foul:
        return False
    return state.weather == "rainstorm" or terrain(at) != "delta"


def objection(state: Campaign, side: str, wreck: Wreck) -> Refusal | None:
    """[22.13, 22.21, 22.22, 22.27, 22.32, 22.36, 22.37, 22.41] Why a wreck cannot be repaired now."""
    if wreck.side != side:
        return Refusal("22.11", "it is not under your control")
    if wreck.towed:
        return Refusal("22.13", "it has been towed in this phase")
    facility = facilities(state, side).get(wreck.at)
    if facility == "major":
        return None
    if is_dismantled(state, side, wreck.at):
        return Refusal("24.88", "the Repair Facility is being dismantled")
    if facility and wreck.at in state.idle:
        return Refusal("22.34", "barrages have silenced the Repair Facility")
    if is_storm(state, wreck.at):
        return Refusal("22.13", "nothing is repaired in a storm")
    if wreck.at >= 0 and apparent(state, side)[wreck.at]:
        return Refusal("22.37" if facility else "22.13", "nothing is repaired in an enemy Zone of Control")
    if facility is None:
        if wreck.destroyed and not helpers(state, side, wreck):
            return Refusal("22.41", "destroyed tanks are repaired only in a Repair Facility")
        if not state.at(wreck.at, side):
            return Refusal("22.22", "no friendly unit is there to repair it")
    return None


def is_dismantled(state: Campaign, side: str, at: int) -> bool:
    """[24.88]"""
    return any((each.side, each.at, each.work) == (side, at, "demolish facility") for each in state.projects.values())


def repairable(state: Campaign, side: str, tried: Iterable[str]) -> list[str]:
    done = set(tried)
    return [
        name
        for name, wreck in state.wrecks.items()
        if wreck.side == side and name not in done and objection(state, side, wreck) is None
    ]


class Job(NamedTuple):
    """[22.14, 22.25, 22.33] What shares a die: a place, a nation, a type of vehicle, broken down or destroyed."""

    at: int
    nation: str
    kind: str
    destroyed: bool


def is_recce(wreck: Wreck) -> bool:
    """[22.24] Armoured cars and recce points are one type."""
    return weapons()[wreck.weapon].weapon_class == "recce" if wreck.weapon else True


def job_of(wreck: Wreck) -> Job:
    return Job(wreck.at, wreck.nation, "recce" if is_recce(wreck) else wreck.weapon, wreck.destroyed)


class Maintenance(Decision[Campaign], frozen=True):
    """[22.12, 22.26, 22.35, 22.42] Attempts to repair, each wreck once in a phase and after all towing is over [21.66].
    Supplies are not counted in the Land Game [32.11]."""

    side: Side
    tried: tuple[str, ...] = ()
    exhaustive: ClassVar[bool] = False

    def prompt(self, state: Campaign) -> str:
        return "Repair broken-down vehicles and destroyed tanks."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        names = repairable(state, self.side, self.tried)
        single: list[Action] = [Repair((name,)) for name in names] if len(names) > 1 else []
        return [*([Repair(tuple(names))] if names else []), Done(), *single]

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Repair):
            raise Refusal("22.12", "repair wrecks, or: done")
        if len(set(action.units)) != len(action.units):
            raise Refusal("22.12", "a wreck is named twice")
        for name in action.units:
            wreck = state.wrecks.get(name)
            if wreck is None:
                raise Refusal("22.11", f"there is no wreck {name}")
            if name in self.tried:
                raise Refusal("22.12", f"repairing {name} has already been tried in this phase")
            found = objection(state, self.side, wreck)
            if found is not None:
                raise found

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if not isinstance(action, Repair):
            draft.pop()
            return
        jobs: dict[Job, list[str]] = {}
        for name in action.units:
            jobs.setdefault(job_of(draft.state.wrecks[name]), []).append(name)
        for job, names in jobs.items():
            _work(draft, self.side, job, names)
        after = replace(self, tried=(*self.tried, *action.units))
        if repairable(draft.state, self.side, after.tried):
            draft.swap(after)
        else:
            draft.pop()


def _work(draft: Draft[Campaign], side: Side, job: Job, names: Sequence[str]) -> None:
    if job.destroyed:
        for name in names:
            _salvage(draft, side, job, name)
        return
    facility = facilities(draft.state, side).get(job.at)
    die = draft.roll("repair", only=side)
    total = sum(draft.state.wrecks[name].points for name in names)
    if facility:
        count = repaired(total, repair(_column(facility), die + damage(draft.state, job.at)))  # [22.34]
    elif job.kind == "recce":
        count = repair("field_recce", die).value  # [22.24]
    else:
        helped = bool(helpers(draft.state, side, draft.state.wrecks[names[0]]))
        count = repaired(total, repair("field_tank", die - helped))  # [22.25, 22.62]
    count = min(count, total)
    draft.note("mended", only=side, side=side, at=board().name(job.at), vehicles=job.kind, points=total, mended=count)
    for name in names:
        some = min(count, draft.state.wrecks[name].points)
        if some:
            _restore(draft, side, name, some)
        count -= some


def damage(state: Campaign, at: int) -> int:
    """[22.34, 24.84, 25.15] What is added to the die in a city that has lost levels of its fortification, until these
    and then the facility are rebuilt."""
    return min(2, max(0, city_level(at) - works_at(state, at)) + state.unmended.get(at, 0))


def _column(facility: str) -> RepairColumn:
    return "major_facility" if facility == "major" else "temporary_facility"


def _salvage(draft: Draft[Campaign], side: Side, job: Job, name: str) -> None:
    """[22.4, 22.43, 22.44] A die for each point: repaired, junked, or another time."""
    facility = facilities(draft.state, side).get(job.at)
    column = _salvage_column(side, job.nation) if facility else "field"  # [22.62]
    for _ in range(draft.state.wrecks[name].points):
        result = wreck_result(column, draft.roll("repair", only=side) + (facility == "temporary"))
        if result == "repaired":
            _restore(draft, side, name, 1)
        elif result == "junked":
            _take(draft, name, 1)
            draft.note("junked", only=side, wreck=name, at=board().name(job.at))


def _salvage_column(side: str, nation: str) -> WreckColumn:
    if side == "commonwealth":
        return "commonwealth_facility"
    if nation == "german":
        return "german_at_axis_facility"
    return "italian_at_axis_facility" if nation == "italian" else "commonwealth_at_axis_facility"


def _restore(draft: Draft[Campaign], side: Side, name: str, points: int) -> None:
    """[22.5] Repaired vehicles wait where they are to be taken up by a unit."""
    wreck = draft.state.wrecks[name]
    _take(draft, name, points)
    add_spares(draft, side, wreck.at, wreck.weapon or wreck.code, points, nation=wreck.nation)
    draft.note(
        "restored", only=side, wreck=name, at=board().name(wreck.at), weapon=wreck.weapon or wreck.code, points=points
    )


def _take(draft: Draft[Campaign], name: str, points: int) -> None:
    wreck = draft.state.wrecks[name]
    if wreck.points == points:
        draft.strike("wrecks", name)
    else:
        draft.amend("wrecks", name, replace(wreck, points=wreck.points - points))
