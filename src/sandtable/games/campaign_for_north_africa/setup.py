"""[60.3, 60.4, 61.3, 61.4, 62.3, 62.4] Preparing for play: everything at the place that serves when nobody chooses."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sandtable.core.dice import SecretDice
from sandtable.core.frames import Draft
from sandtable.core.title import Setup
from sandtable.games.campaign_for_north_africa.arrivals.deployment import SettingUp
from sandtable.games.campaign_for_north_africa.arrivals.reinforcements import fresh_unit, give_motors
from sandtable.games.campaign_for_north_africa.arrivals.schedules import arrivals
from sandtable.games.campaign_for_north_africa.contents import Captives, Unit, Wreck
from sandtable.games.campaign_for_north_africa.map import board, cities, place_kind, places
from sandtable.games.campaign_for_north_africa.map import place as named_place
from sandtable.games.campaign_for_north_africa.pieces.counters import (
    DEPLOYED,
    TOE,
    Side,
    counters,
    in_land_game,
    land_toe,
    without_anti_air,
)
from sandtable.games.campaign_for_north_africa.pieces.spares import add_spares
from sandtable.games.campaign_for_north_africa.repair.breakdown import leave_wreck
from sandtable.games.campaign_for_north_africa.replacements.earlier_draws import drawn_before
from sandtable.games.campaign_for_north_africa.saved_position import Position
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.scenarios import Scenario, Stack
from sandtable.games.campaign_for_north_africa.state import DUE, ELIMINATED, SIDES, WITHDRAWN, Campaign
from sandtable.games.campaign_for_north_africa.turn import GameTurn, OperationsStage
from sandtable.games.campaign_for_north_africa.verbs import add_captives, add_motors, join, lose_points, mark, place


@lru_cache(maxsize=8)  # tables at which the same scenario was begun share the units that have not changed
def begin(setup: Setup) -> Position:
    """The chosen scenario before anybody has deployed."""
    chosen = scenario(setup.scenario)
    turn, stage = chosen.start
    first = GameTurn() if stage == 1 else OperationsStage()
    draft: Draft[Campaign] = Draft(
        Position(
            stack=(first, SettingUp()),
            scenario=setup.scenario,
            options=setup.options,
            turn=turn,
            stage=stage,
            last_turn=chosen.end[0],
            initiative=chosen.initiative,
            first=chosen.initiative,
            phasing=chosen.initiative,
            units={name: Unit(_waits(chosen, name), assigned=counters()[name].parent) for name in counters()},
            built=chosen.roads_built,
            laid=tuple(board().hex(name) for name in chosen.roads_laid),
            railway=board().hex(chosen.railway_end),
            cut=tuple(board().hex(name) for name in chosen.railway_cut),
            motors={side: {} for side in SIDES},
            drawn=drawn_before(chosen),
            forts={  # [61.6, 62.5]
                board().hex(at): each.level for each in chosen.fortifications for at in each.at
            },
            prisoners={"commonwealth": chosen.prisoners} if chosen.prisoners else {},
        ),
        SecretDice(b""),
    )  # nothing is rolled before the first step
    for stack in chosen.stacks:
        _stack(draft, chosen, stack)
    for pool in chosen.pools:  # [60.33, 60.43, 61.71, 62.34, 62.44, 63.34, 63.44]
        if pool.shared_by is None:
            add_motors(draft, pool.side, board().location(pool.at), pool.points)
    for at, toe in chosen.spare.items():
        for weapon, points in toe:
            add_spares(draft, "axis", board().hex(at), weapon, points)
    _break_down(draft, chosen)
    if chosen.prisoners:
        camp = named_place(chosen.prisoners_at)
        add_captives(draft, Captives("italian", camp, chosen.prisoners, "commonwealth", fresh=True))
    draft.change(control=first_control(draft.state), count=0)
    found = draft.state
    assert isinstance(found, Position)
    return found


def _waits(chosen: Scenario, name: str) -> int:
    """Where a unit is that is not set up: due by the schedule, away until it returns, or lost before."""
    arrival = counters()[name].arrival
    if name in chosen.eliminated:
        return ELIMINATED
    if name in chosen.placed or arrival is None:
        return DUE
    if arrival != DEPLOYED and arrival >= chosen.start:
        return DUE
    returns = any(row.kind == "return" and name in row.units and row.when >= chosen.start for row in arrivals())
    return WITHDRAWN if returns else ELIMINATED


def _stack(draft: Draft[Campaign], chosen: Scenario, stack: Stack) -> None:
    """[4.25, 32.8] Units that stand together are attached to what they are assigned to; anti-air is left out."""
    at = board().location(stack.at)
    units = [name for name in stack.units if in_land_game(name)]
    for name in units:
        unit = fresh_unit(name, draft.state.units[name].at, _strength(chosen, name))
        draft.amend("units", name, unit)
        mark(draft, name, assigned=chosen.assigned.get(name, unit.assigned))
        place(draft, name, at)
    for name in units:
        parent = chosen.attached.get(name) or draft.state.units[name].assigned
        if parent in units:
            join(draft, name, parent)
    tops = [name for name in units if not draft.state.units[name].attached]
    give_motors(draft, stack.side, tops, at, stack.motorization_points)
    spare = draft.state.motors[stack.side].get(at, 0)
    if spare and tops:  # [8.96] first-line transport stays with a counter even if it carries nobody
        add_motors(draft, stack.side, at, -spare)
        mark(draft, tops[0], motors=draft.state.units[tops[0]].motors + spare)


def _strength(chosen: Scenario, name: str) -> TOE | None:
    """[62.3, 62.4, 63.3, 63.4] Where it is not that of the arrival chart; anti-air points are out of play [32.8]."""
    if name in chosen.toe:
        return without_anti_air(name, chosen.toe[name])
    unit = counters()[name]
    if not unit.is_infantry_type:
        return None
    if unit.side == "axis":
        depleted = tuple((weapon, -(-2 * points // 3)) for weapon, points in land_toe(name))
        return depleted if "axis_infantry_at_two_thirds" in chosen.special else None
    return (*land_toe(name), ("6pdr", 2 if unit.plus else 1)) if "six_pounders" in chosen.special else None


def _break_down(draft: Draft[Campaign], chosen: Scenario) -> None:
    """[61.3, 60.4, 21.4] Vehicles that lie broken down when the game begins, out of the points of their units."""
    for lying in chosen.broken_down:
        at = draft.state.units[lying.unit].at if lying.unit else board().hex(lying.at)
        nation = counters()[lying.unit].nation if lying.unit else lying.nation
        side: Side = "commonwealth" if nation == "commonwealth" else "axis"
        if lying.unit:
            lose_points(draft, lying.unit, lying.weapon, lying.points)
        wreck = Wreck(at, side, nation, lying.weapon, lying.points, destroyed=False, unit=lying.unit)
        leave_wreck(draft, wreck)


def first_control(state: Campaign) -> dict[str, Side]:
    """Cities, villages and oases belong to whose units stand nearest."""
    hexes = {at for at in places().values() if place_kind(at) in ("city", "village", "oasis")} | set(cities())
    stands = [(at, state.holder(at)) for at in state.stacks if at >= 0]
    return {board().name(at): _nearest(at, stands) for at in sorted(hexes)}


def _nearest(at: int, stands: Iterable[tuple[int, Side | None]]) -> Side:
    _, side = min((board().distance(at, there), side or "axis") for there, side in stands)
    return "commonwealth" if side == "commonwealth" else "axis"
