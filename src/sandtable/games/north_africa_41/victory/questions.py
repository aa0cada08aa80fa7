"""[7, 26, S1, S2, S3] Questions of who controls what: zones, and what victory takes."""

from __future__ import annotations

from sandtable.core.nouns import plural
from sandtable.core.values import Explanation
from sandtable.games.north_africa_41.arrivals.scenarios import scenario_named
from sandtable.games.north_africa_41.ground.zones import FREE, LIMITED, front, in_overlapping_zone
from sandtable.games.north_africa_41.lines.tracing import full_supply
from sandtable.games.north_africa_41.map import airfields, board, climbs_escarpment
from sandtable.games.north_africa_41.pieces.counters import NOUNS, Side
from sandtable.games.north_africa_41.pieces.schedule import turn
from sandtable.games.north_africa_41.pieces.selection import title_of
from sandtable.games.north_africa_41.state import SIDES, NorthAfrica, enemy_of
from sandtable.games.north_africa_41.victory.conditions import counted_airfields, held_objectives, prize


def explain_zones(state: NorthAfrica, side: Side, at: int) -> Explanation:
    """[7.1, 7.3, 7.4] The enemies of a side in whose zones a hex lies."""
    facing, where = front(state, side), board().name(at)
    if facing.zone[at] == FREE:
        return Explanation(f"no enemy of {NOUNS[side]} exerts a zone on {where}", "7.1")
    parts = [
        Explanation(f"{', '.join(state.at(there, enemy_of(side)))} at {board().name(there)}, {_kind(there, at)}", "7.1")
        for there in facing.casters(at)
    ]
    if in_overlapping_zone(state, side, at):
        parts.append(Explanation("the zones overlap", "7.4"))
    kind = "a Limited Zone of Control" if facing.zone[at] == LIMITED else "an enemy Zone of Control"
    return Explanation(f"{where} is in {kind}", "7.3" if facing.zone[at] == LIMITED else "7.1", tuple(parts))


def _kind(caster: int, at: int) -> str:
    return "up an escarpment" if climbs_escarpment(caster, at) else "next to it"


def explain_victory(state: NorthAfrica) -> Explanation:
    """[26.1, S1.3, S2.3, S3.3]"""
    chosen, parts = scenario_named(state.scenario), list[Explanation]()
    if chosen.objectives:
        for side in SIDES:
            names = held_objectives(state, side, chosen.objectives)
            parts.append(Explanation(f"{side.title()} {len(names)}: {', '.join(names) or 'none'}", _case(state)))
        whose = NOUNS[chosen.objectives.side] if chosen.objectives.side else "a side"
        needed = f"{whose} needs {chosen.objectives.needed} of {len(chosen.objectives.hexes)}"
        parts.append(Explanation(needed, _case(state)))
    else:
        parts += _points(state)
    for winner in SIDES:
        case = "26.1.1" if winner == "axis" else "26.1.2"
        parts.append(Explanation(f"{winner.title()} at once: a unit in Full Supply at {title_of(prize(winner))}", case))
    return Explanation(f"Turn {state.turn} of {chosen.last_turn}", _case(state), tuple(parts))


def _case(state: NorthAfrica) -> str:
    return {"enter-rommel": "S1.3", "crusader": "S3.3"}.get(state.scenario, "S2.3.3")


def _points(state: NorthAfrica) -> list[Explanation]:
    """[S2.3.1]"""
    held, benchmark, served = counted_airfields(state), turn(state.turn).benchmark, full_supply(state, "axis")
    fields = tuple(
        Explanation(
            f"{name}: {(state.holder(at) or 'nobody').title()}"
            f"{'' if at in served or state.holder(at) != 'axis' else ', not in Full Supply'}",
            "S2.3.1",
        )
        for name, at in airfields().items()
    )
    text = (
        f"{plural(held, 'airfield')} for the Axis against a benchmark of {benchmark}: {held - benchmark:+d} this turn"
    )
    return [Explanation(f"the VP marker stands at {state.points:+d}", "S2.3.2"), Explanation(text, "S2.3.1", fields)]
