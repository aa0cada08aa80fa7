"""[16, 17] Questions of supply: the line of a unit as it runs now, and who of an army has none."""

from __future__ import annotations

from sandtable.core.values import Explanation
from sandtable.games.north_africa_41.combat.support import gives_attack_supply
from sandtable.games.north_africa_41.lines.support_units import attack_sources
from sandtable.games.north_africa_41.lines.tracing import (
    checked_units,
    full_supply,
    in_full_supply,
    in_supply,
    line_of_supply,
    port_supply,
    usable_ports,
)
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import NOUNS, Side
from sandtable.games.north_africa_41.pieces.selection import title_of
from sandtable.games.north_africa_41.state import LONG_OUT, NorthAfrica, side_of

MARKERS = ("", "it bears an Out of Supply marker", "it bears a red Out of Supply marker and may starve")


def supply_of(state: NorthAfrica, name: str) -> Explanation:
    """[16.2, 16.3, 17.3] Full, by a port, or none; its line; and who could give it Attack Supply."""
    side, at = side_of(name), state.units[name].at
    parts = [_line(state, side, at)]
    if state.units[name].out:
        parts.append(Explanation(MARKERS[state.units[name].out], _case(state, name)))
    sources = (
        [each for each in attack_sources(state, side) if gives_attack_supply(state, each, (name,), (at,))]
        if name in state.layout.combat[side].get(at, ())
        else []
    )
    if sources:
        parts.append(Explanation(f"Attack Supply could come from {', '.join(sources)}", "8.5.1"))
    return Explanation(f"{name} at {title_of(at)} is {status(state, name)}", "16.2", tuple(parts))


def _case(state: NorthAfrica, name: str) -> str:
    return "16.5.1" if state.units[name].out == LONG_OUT else "16.4"


def status(state: NorthAfrica, name: str) -> str:
    """At this instant."""
    if in_full_supply(state, name):
        return "in Full Supply"
    return "in Port Supply" if in_supply(state, name) else "Out of Supply"


def _line(state: NorthAfrica, side: Side, at: int) -> Explanation:
    line = line_of_supply(state, side, at)
    if line is None:
        return Explanation("no line can be traced to a box, a port or a Mobile Supply Unit", "16.3.1")
    where = "-".join(map(board().name, line))
    if at in full_supply(state, side):
        return Explanation(f"its line: {where}", "16.3.1")
    served = [port for port in usable_ports(state, side) if at in port_supply(state, side, port)]
    places = {port: usable_ports(state, side)[port] for port in served}
    rooms = ", ".join(f"{title_of(port)} for {'any number' if room is None else room}" for port, room in places.items())
    return Explanation(f"its line: {where}; ports in reach: {rooms}", "16.2")


def army(state: NorthAfrica, side: Side) -> Explanation:
    """Who would be Out of Supply at this instant, and who lives on a port."""
    by_status: dict[str, list[str]] = {}
    for name in checked_units(state, side):
        by_status.setdefault(status(state, name), []).append(name)
    hungry = by_status.get("Out of Supply", [])
    parts = [Explanation(f"{name} at {title_of(state.units[name].at)}", "16.1") for name in hungry]
    ported = by_status.get("in Port Supply", [])
    if ported:
        parts.append(Explanation(f"in Port Supply: {', '.join(ported)}", "16.2"))
    if not hungry:
        return Explanation(f"Every unit of {NOUNS[side]} is in supply", "16.1", tuple(parts))
    return Explanation(f"Out of Supply, {side.title()}", "16.1", tuple(parts))
