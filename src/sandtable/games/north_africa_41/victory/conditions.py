"""[26, S1.3, S2.3, S3.3] Winning: at once, by Victory Points, or by the hexes held at the end."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.games.north_africa_41.arrivals.scenarios import Objectives, scenario_named
from sandtable.games.north_africa_41.lines.tracing import full_supply, in_full_supply
from sandtable.games.north_africa_41.map import airfields, board
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.schedule import turn
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.state import SIDES, NorthAfrica, enemy_of

PRIZES: Mapping[str, tuple[Side, str]] = {  # [26.1] whose prize is judged at the end of whose Supply Phase
    "allied": ("axis", "26.1.1"),
    "axis": ("allied", "26.1.2"),
}


def prize(side: Side) -> int:
    """[26.1] The hex that wins the game for a side."""
    return board().hex(limits().alexandria if side == "axis" else limits().el_agheila)


def judge_automatic_victory(draft: Draft[NorthAfrica], side: Side) -> None:
    """[26.1.1, 26.1.2] At the end of a Supply Phase the other side may have won."""
    winner, case = PRIZES[side]
    if not holds_prize(draft.state, winner):
        return
    place = "Alexandria" if winner == "axis" else "El Agheila"
    draft.end(winner, case, f"a Combat Unit in Full Supply holds {place}")


def holds_prize(state: NorthAfrica, side: Side) -> bool:
    """[26.1] A Combat Unit in Full Supply is there."""
    return any(in_full_supply(state, name) for name in state.at(prize(side), side))


# Victory Points


def counted_airfields(state: NorthAfrica) -> int:
    """[S2.3.1] Airfields on the map that the Axis controls in Full Supply."""
    served = full_supply(state, "axis")
    return sum(state.holder(at) == "axis" and at in served for at in airfields().values())


def award_points(draft: Draft[NorthAfrica]) -> None:
    """[S2.3.1, S2.3.2] One for each Airfield above the benchmark of the turn, or below it; twelve end the game."""
    state = draft.state
    track = scenario_named(state.scenario).victory_points
    if track is None:
        return
    held, benchmark = counted_airfields(state), turn(state.turn).benchmark
    points = max(track.allied, min(track.axis, state.points + held - benchmark))
    draft.change(points=points)
    draft.note("scored", airfields=held, benchmark=benchmark, change=held - benchmark, points=points, case="S2.3.1")
    if points >= track.axis:
        draft.end("axis", "S2.3.2", f"the VP marker has reached {points:+d}")
    elif points <= track.allied:
        draft.end("allied", "S2.3.2", f"the VP marker has reached {points:+d}")


# The end of a scenario


def is_last_turn(state: NorthAfrica) -> bool:
    return state.turn >= scenario_named(state.scenario).last_turn


def conclude(draft: Draft[NorthAfrica]) -> None:
    """[S1.3, S2.3.3, S3.3] Who has won when the last turn is over."""
    objectives = scenario_named(draft.state.scenario).objectives
    if objectives is None:
        _conclude_by_points(draft)
    else:
        _conclude_by_objectives(draft, objectives)


def _conclude_by_points(draft: Draft[NorthAfrica]) -> None:
    points = draft.state.points
    winner: Side | None = "axis" if points > 0 else "allied" if points < 0 else None
    draft.end(winner, "S2.3.3", f"the VP marker stands at {points:+d}" if points else "the VP marker stands at 0")


def held_objectives(state: NorthAfrica, side: str, objectives: Objectives) -> list[str]:
    """[S1.3, S3.3] The names of the hexes that a side controls."""
    return [name for name, at in objectives.hexes.items() if state.control.get(at) == side]


def _conclude_by_objectives(draft: Draft[NorthAfrica], objectives: Objectives) -> None:
    sides = [objectives.side] if objectives.side else list(SIDES)
    counts = {side: len(held_objectives(draft.state, side, objectives)) for side in SIDES}
    total, case = len(objectives.hexes), "S1.3" if objectives.side else "S3.3"
    winner: Side | None = next((side for side in SIDES if side in sides and counts[side] >= objectives.needed), None)
    if winner is None and objectives.side:
        winner = enemy_of(objectives.side)
    draft.end(
        winner, case, f"the Axis holds {counts['axis']} of {plural(total, 'objective')}, the Allies {counts['allied']}"
    )
