"""[24.1, 24.2] How work goes on from one Operations Stage to the next, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.construction.crews import crew_of
from sandtable.games.campaign_for_north_africa.construction.orders import Cease, WorkOrder
from sandtable.games.campaign_for_north_africa.construction.tables import Work, construction_table
from sandtable.games.campaign_for_north_africa.construction.works import (
    CLEARING,
    CUTTING,
    DISMANTLING,
    DUMMY_MINEFIELD,
    FACILITY,
    FACILITY_LEVEL,
    FORTIFICATION,
    MINEFIELD,
    RAILWAY,
    ROAD,
    TRACK,
    check_work,
)
from sandtable.games.campaign_for_north_africa.contents import Minefield, Project
from sandtable.games.campaign_for_north_africa.ground.passage import works_at
from sandtable.games.campaign_for_north_africa.ground.zones import controlled
from sandtable.games.campaign_for_north_africa.map import board, cities, unfinished_hexes
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.repair.facilities import facilities, workshops_of
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of
from sandtable.games.campaign_for_north_africa.weather.weather import may_build

NAMES: Mapping[Side, str] = {"axis": "AX-P", "commonwealth": "CW-P"}


# The Construction Segment [5.2 III C 2]


def begin_work(draft: Draft[Campaign], side: str, action: WorkOrder) -> None:
    """[24.11, 24.12] Put down the marker, or take up what was halted."""
    plan = check_work(draft.state, side, action)
    owner = counters()[action.units[0]].side
    name = _halted(draft.state, owner, action.work, plan.hexes)
    if name:
        draft.amend("projects", name, replace(draft.state.projects[name], at=plan.at, builders=action.units))
    else:
        name = f"{NAMES[owner]}{draft.state.serial + 1}"
        draft.change(serial=draft.state.serial + 1)
        draft.amend("projects", name, Project(owner, plan.at, action.work, action.units, plan.hexes))
    where = [board().name(hex) for hex in plan.hexes]
    draft.note("began_work", only=side, project=name, work=action.work, hexes=where, units=list(action.units))


def _halted(state: Campaign, side: Side, work: str, hexes: tuple[int, ...]) -> str:
    for name, each in state.projects.items():
        if (each.side, each.work, each.hexes, each.builders) == (side, work, hexes, ()):
            return name
    return ""


def check_cease(state: Campaign, side: str, action: Cease) -> None:
    """[24.16]"""
    each = state.projects.get(action.name)
    if each is None or each.side != side:
        raise Refusal("24.16", f"you have no project {action.name}")
    if not each.builders:
        raise Refusal("24.16", f"nobody works on {action.name}")


def cease(draft: Draft[Campaign], side: str, action: Cease) -> None:
    """[24.16] Without any penalty: what has been done waits for others."""
    draft.note("ceased_work", only=side, project=action.name, units=list(draft.state.projects[action.name].builders))
    halt(draft, action.name)


def halt(draft: Draft[Campaign], name: str) -> None:
    """[24.12] Nobody works on it; where nothing has been done the marker goes."""
    each = draft.state.projects[name]
    if each.stages:
        draft.amend("projects", name, replace(each, builders=()))
    else:
        draft.strike("projects", name)


# The Operations Stage


def shake(draft: Draft[Campaign], pinned: Iterable[str]) -> None:
    """[24.23] Who is pinned does no work in this Operations Stage."""
    hit = set(pinned)
    for name, each in tuple(draft.state.projects.items()):
        if not hit.isdisjoint(each.builders):
            draft.amend("projects", name, replace(each, shaken=True))


def overrun(draft: Draft[Campaign], side: Side, hexes: Sequence[int]) -> None:
    """[24.81] Where the enemy comes, his foe's work ends and his temporary Repair Facilities are destroyed."""
    foe = enemy_of(side)
    for name, each in tuple(draft.state.projects.items()):
        if each.side == foe and each.at in hexes:
            draft.strike("projects", name)
            draft.note("overran_work", at=board().name(each.at), side=side)
    for at in workshops_of(draft.state, foe):
        if at in hexes:
            raze(draft, at)
            draft.note("razed", at=board().name(at), side=foe)


def raze(draft: Draft[Campaign], at: int) -> None:
    """[24.81, 24.86] A temporary Repair Facility exists no more."""
    if at in draft.state.workshops:
        draft.strike("workshops", at)
    else:
        draft.change(razed=(*draft.state.razed, at))


def count_construction(draft: Draft[Campaign]) -> None:
    """[24.11, 24.12, 24.22, 24.23, 24.24] At the end of an Operations Stage: it counts where the builders were at work
    all the time, whatever others did."""
    for name, each in _known(draft.state):
        line = construction_table().works[each.work]
        builders = tuple(unit for unit in each.builders if draft.state.units[unit].at == each.at)
        crew = crew_of(draft.state, line, builders) if builders else None
        if each.builders and (crew is None or crew.hexes < len(each.hexes)):
            _leave(draft, name)
            continue
        pace = crew.pace if crew is not None and _counts(draft.state, each, line) else 0
        stages = min(line.stages, each.stages + pace)
        draft.amend("projects", name, replace(each, builders=builders, stages=stages, shaken=False))
        if each.work == CLEARING and stages == line.stages:  # [23.22] at once
            _finish(draft, name)


def _known(state: Campaign) -> list[tuple[str, Project]]:
    """[3.62] Works of which one knows what they will be: to who thinks ahead, those of the enemy are only sites."""
    return [(name, each) for name, each in state.projects.items() if each.work]


def _leave(draft: Draft[Campaign], name: str) -> None:
    """[24.22, 24.23] Who leaves in a storm or under fire gives the work up; otherwise it waits."""
    each = draft.state.projects[name]
    if each.shaken or not may_build(draft.state, each.at):
        draft.strike("projects", name)
    else:
        halt(draft, name)


def _counts(state: Campaign, each: Project, line: Work) -> bool:
    """[24.12, 24.22, 24.23, 24.55, 24.65] No storm, nobody pinned, nothing spent, no enemy zone where none may be."""
    if each.shaken or not may_build(state, each.at) or any(state.units[name].spent for name in each.builders):
        return False
    foe = enemy_of(each.side)
    if any(state.holder(hex) == foe for hex in each.hexes):
        return False
    return line.in_zone or not any(controlled(state, hex, foe) for hex in each.hexes)


def complete_construction(draft: Draft[Campaign]) -> None:
    """[24.11] At the beginning of the next Construction Segment what is done is done, and its builders are free."""
    for name, each in _known(draft.state):
        if each.stages == construction_table().works[each.work].stages:
            _finish(draft, name)


# What comes of it


def _finish(draft: Draft[Campaign], name: str) -> None:
    each = draft.state.projects[name]
    draft.strike("projects", name)
    RESULTS[each.work](draft, each)
    told = "build minefield" if each.work == DUMMY_MINEFIELD else each.work
    where = [board().name(hex) for hex in each.hexes]
    draft.note("completed_work", side=each.side, work=told, hexes=where)


def _raise_fortification(draft: Draft[Campaign], each: Project) -> None:
    """[24.42, 24.84] One level more; the Repair Facility of a city is still to be rebuilt."""
    at = each.at
    draft.amend("forts", at, works_at(draft.state, at) + 1)
    if at in cities() and at in facilities(draft.state, each.side):
        draft.amend("unmended", at, draft.state.unmended.get(at, 0) + 1)


def _lay_road(draft: Draft[Campaign], each: Project) -> None:
    """[24.51, 24.53, 24.56] Destroyed hexes are whole again, others become road, and a complete stretch is built."""
    state = draft.state
    laid = {*state.laid, *each.hexes}.difference(state.ruined).union(state.laid)
    done = [name for name, hexes in unfinished_hexes().items() if hexes <= laid]
    finished = {hex for name in done for hex in unfinished_hexes()[name]}
    draft.change(
        ruined=tuple(hex for hex in state.ruined if hex not in each.hexes),
        laid=tuple(sorted(laid - finished)),
        built=(*state.built, *done),
    )


def _lay_railway(draft: Draft[Campaign], each: Project) -> None:
    """[24.67]"""
    draft.change(railway=each.hexes[0])


def _mend_railway(draft: Draft[Campaign], each: Project) -> None:
    """[24.63]"""
    draft.change(cut=tuple(hex for hex in draft.state.cut if hex not in each.hexes))


def _cut_railway(draft: Draft[Campaign], each: Project) -> None:
    """[24.66]"""
    draft.change(cut=tuple(sorted({*draft.state.cut, *each.hexes})))


def _found_facility(draft: Draft[Campaign], each: Project) -> None:
    """[24.83]"""
    draft.amend("workshops", each.at, each.side)


def _mend_facility(draft: Draft[Campaign], each: Project) -> None:
    """[24.84]"""
    left = draft.state.unmended[each.at] - 1
    if left:
        draft.amend("unmended", each.at, left)
    else:
        draft.strike("unmended", each.at)


def _dismantle(draft: Draft[Campaign], each: Project) -> None:
    """[24.86] What it gives back, Stores and Fuel, is not counted in the Land Game [32.11]."""
    raze(draft, each.at)


def _lay_mines(draft: Draft[Campaign], each: Project) -> None:
    """[24.32]"""
    draft.amend("minefields", each.at, Minefield(each.side, dummy=each.work == DUMMY_MINEFIELD))


def _clear_mines(draft: Draft[Campaign], each: Project) -> None:
    """[23.22, 24.38]"""
    if each.at in draft.state.minefields:
        draft.strike("minefields", each.at)


RESULTS: Mapping[str, Callable[[Draft[Campaign], Project], None]] = {
    FORTIFICATION: _raise_fortification,
    ROAD: _lay_road,
    RAILWAY: _lay_railway,
    TRACK: _mend_railway,
    CUTTING: _cut_railway,
    FACILITY: _found_facility,
    FACILITY_LEVEL: _mend_facility,
    DISMANTLING: _dismantle,
    MINEFIELD: _lay_mines,
    DUMMY_MINEFIELD: _lay_mines,
    CLEARING: _clear_mines,
}
