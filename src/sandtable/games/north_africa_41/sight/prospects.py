"""[3.1, 20, 26, S1.3, S2.3, S3.3] How the game stands, and the Turn Track with what each turn brings and takes."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.nouns import plural
from sandtable.core.standing import Due, Goal, Standing, TurnBox
from sandtable.games.north_africa_41.arrivals.scenarios import Objectives, Track, scenario_named
from sandtable.games.north_africa_41.lines.tracing import full_supply
from sandtable.games.north_africa_41.map import airfields, board
from sandtable.games.north_africa_41.pieces.counters import NOUNS
from sandtable.games.north_africa_41.pieces.schedule import Turn, returning, turn, turns
from sandtable.games.north_africa_41.pieces.selection import title_of
from sandtable.games.north_africa_41.state import SIDES, NorthAfrica, enemy_of
from sandtable.games.north_africa_41.victory.conditions import (
    PRIZES,
    counted_airfields,
    held_objectives,
    holds_prize,
    prize,
)


def standing(state: NorthAfrica, side: str) -> Standing:
    chosen = scenario_named(state.scenario)
    if chosen.objectives is not None:
        found = _by_objectives(state, chosen.objectives)
    else:
        assert chosen.victory_points is not None
        found = _by_points(state, chosen.victory_points)
    return Standing(found.verdict, found.ahead, (*found.goals, *_prizes(state)))


def _prizes(state: NorthAfrica) -> Iterator[Goal]:
    """[26.1] What wins at once."""
    for winner, case in PRIZES.values():
        at = prize(winner)
        held = holds_prize(state, winner)
        missing = "" if held else f"a unit of {NOUNS[winner]} in Full Supply there wins at once"
        yield Goal(title_of(at), "", winner if held else enemy_of(winner), missing, (board().name(at),), case)


# The hexes held at the end


def _by_objectives(state: NorthAfrica, objectives: Objectives) -> Standing:
    """[S1.3, S3.3]"""
    case = "S1.3" if objectives.side else "S3.3"
    counts = {side: len(held_objectives(state, side, objectives)) for side in SIDES}
    goals = [Goal(name, "", state.control.get(at) or "", "", (at,), case) for name, at in objectives.hexes.items()]
    wanting = [objectives.side] if objectives.side else list(SIDES)
    ahead = next((side for side in wanting if counts[side] >= objectives.needed), "")
    if not ahead and objectives.side:
        ahead = enemy_of(objectives.side)
    for side in wanting:
        short = objectives.needed - counts[side]
        text = f"{counts[side]} of the {objectives.needed} that are needed"
        missing = f"{short} more needed" if short > 0 else ""
        goals.insert(0, Goal(f"{side.title()} objectives", text, "" if missing else side, missing, (), case))
    told = f"{ahead.title()} victory" if ahead else "a draw"
    return Standing(f"If the game ended now: {told}", ahead, tuple(goals))


# Victory Points


def _by_points(state: NorthAfrica, track: Track) -> Standing:
    """[S2.3] The marker, this turn's award, and the airfields behind it."""
    held, benchmark, served = counted_airfields(state), turn(state.turn).benchmark, full_supply(state, "axis")
    change = held - benchmark
    ahead = "axis" if state.points > 0 else "allied" if state.points < 0 else ""
    need = f"the Axis wins at once at {track.axis:+d}, the Allies at {track.allied:+d}"
    airs = f"{held} count for the Axis against a benchmark of {benchmark}: {change:+d} at the end of the turn"
    goals = [
        Goal("Victory Point marker", f"{state.points:+d}; {need}", ahead, "", (), "S2.3.2"),
        Goal("Airfields", airs, "axis" if change > 0 else "allied" if change < 0 else "", "", (), "S2.3.1"),
    ]
    for name, at in airfields().items():
        holder = state.holder(at) or ""
        missing = "not in Full Supply: does not count" if holder == "axis" and at not in served else ""
        goals.append(Goal(name, "airfield", holder, missing, (board().name(at),), "S2.3.1"))
    told = f"{ahead.title()} victory" if ahead else "a draw"
    return Standing(f"If the game ended now: {told}", ahead, tuple(goals))


# The Turn Track


def calendar(state: NorthAfrica, side: str) -> tuple[TurnBox, ...]:
    chosen = scenario_named(state.scenario)
    return tuple(
        TurnBox(each.number, f"{each.label} 1941", f"{each.label.split()[0]} 1941", tuple(_dues(state, each)))
        for each in turns()
        if chosen.start.turn <= each.number <= chosen.last_turn
    )


def _dues(state: NorthAfrica, each: Turn) -> Iterator[Due]:
    unused = scenario_named(state.scenario).unused
    for side in SIDES:
        coming = [*each.reinforcements[side], *(each.upgrades if side == "allied" else ())]
        if units := [unit for unit in coming if unit not in unused]:
            yield Due("arrives", ", ".join(units), side)  # [20.1, 20.4.1]
        if each.replacements[side]:
            kinds = ", ".join(kind.replace("-", " ") for kind in each.replacements[side])
            yield Due("arrives", f"replacements: {kinds}", side)  # [19.1.1]
    if back := [departure.unit for departure in returning(each.number)]:
        yield Due("arrives", f"{', '.join(back)} again", "allied")  # [20.3]
    for departure in (*each.removals, *each.withdrawals):  # [20.2, 20.3]
        until = f", back on turn {departure.returns}" if departure.returns else ""
        yield Due("leaves", f"{departure.unit} or one like it{until}", "allied")
    for change in each.conversions:  # [20.4.2]
        yield Due("changes", f"{change.old} becomes {change.new}", "allied")
    air = "contested" if each.air == "contested" else each.air.title()
    summer = "; summer, two impulses" if each.summer else ""
    yield Due("changes", f"air superiority: {air}; benchmark {plural(each.benchmark, 'airfield')}{summer}")
