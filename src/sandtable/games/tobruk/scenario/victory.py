"""[14.0, 15.1, 15.2, 15.3] Victory points and the end of a scenario."""

from __future__ import annotations

from sandtable.core import fields
from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Explanation
from sandtable.games.tobruk.map import board, entries, tobruk
from sandtable.games.tobruk.movement.zones import front
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.tables import casualty_points, scenarios, victory
from sandtable.games.tobruk.state import DEAD, TURN_TRACK, Tobruk, enemy_of


def supply_route(state: Tobruk) -> tuple[int, ...] | None:
    """[15.1] A way overland from Tobruk to a Commonwealth entry hex, every hex free of enemies and their zones."""
    facing = front(state, "commonwealth")
    closed = bytearray(facing.zone)
    for hexagon in facing.held:
        closed[hexagon] = 1
    if closed[tobruk()]:
        return None
    return fields.trace(board().adjacent, tobruk(), frozenset(entries("commonwealth").values()), closed)


def lost_units(state: Tobruk, side: str) -> list[str]:
    """[15.1] The units of a side that lie eliminated now, whether or not they might still come back."""
    return [
        name for name, unit in state.units.items() if unit.at in (DEAD, TURN_TRACK) and counters()[name].side == side
    ]


def casualties(state: Tobruk, side: str) -> int:
    """[15.1] What the enemy earns for them."""
    facts = counters()
    return sum(casualty_points(facts[name].nation, facts[name].is_armour) for name in lost_units(state, side))


def objective_points(state: Tobruk) -> int:
    """[15.1] The table of towns, for those last occupied by the Commonwealth."""
    return sum(objective.points for objective in victory().objectives if objective.hex in state.held)


def points(state: Tobruk, side: str) -> int:
    """[14.0] As if the scenario ended now."""
    earned = casualties(state, enemy_of(side))
    if side == "commonwealth":
        earned += objective_points(state) + (victory().supply_route if supply_route(state) else 0)
    return earned


def lead(state: Tobruk) -> int:
    """By how much the Commonwealth is ahead of the Axis."""
    return points(state, "commonwealth") - points(state, "axis")


def air_losses_spoil(state: Tobruk) -> bool:
    """[15.1] A Commonwealth victory becomes a draw when it lost too many more air units than the Axis."""
    return state.pool("commonwealth").lost - state.pool("axis").lost >= victory().draw_air_losses


def winner(state: Tobruk) -> str | None:
    """Who would win if the scenario ended now."""
    if lead(state) < state.margin:
        return "axis"
    return None if air_losses_spoil(state) else "commonwealth"


def judge(draft: Draft[Tobruk]) -> None:
    """At the end of the last turn."""
    state = draft.state
    case = f"15.{scenarios()[state.scenario].number}"
    ours, theirs = points(state, "commonwealth"), points(state, "axis")
    text = f"the Commonwealth has {plural(ours, 'point')} to {theirs} and needs {state.margin} more than the Axis"
    draft.note("scored", commonwealth=ours, axis=theirs, margin=state.margin, case=case)
    won = winner(state)
    if won is None:
        text += ", but lost too many air units"
    draft.end(won, case, text)


def explain_victory(state: Tobruk) -> Explanation:
    """The points of both sides as if the scenario ended now."""
    held = tuple(
        Explanation(f"{objective.name} {objective.points}", "15.1")
        for objective in victory().objectives
        if objective.hex in state.held
    )
    route = supply_route(state)
    way = f"{victory().supply_route} for the supply route" if route else "no supply route to Tobruk"
    ours = Explanation(
        f"Commonwealth {points(state, 'commonwealth')}",
        "14.0",
        (
            Explanation(way, "15.1"),
            Explanation(f"objectives {objective_points(state)}", "15.1", held),
            Explanation(f"Axis units lost {casualties(state, 'axis')}", "15.1"),
        ),
    )
    lost = Explanation(f"Commonwealth units lost {casualties(state, 'commonwealth')}", "15.1")
    theirs = Explanation(f"Axis {points(state, 'axis')}", "14.0", (lost,))
    text = f"the Commonwealth leads by {lead(state)} and needs {state.margin}"
    parts = [ours, theirs]
    if air_losses_spoil(state):
        parts.append(Explanation("so many air units are lost that a victory would be a draw", "15.1"))
    return Explanation(text, "14.0", tuple(parts))
