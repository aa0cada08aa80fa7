"""The garrison of Tobruk: who must stay so that no enemy comes next to the town in one move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from sandtable.core.values import Action
from sandtable.games.tobruk.map import board, perimeter, tobruk
from sandtable.games.tobruk.movement.zones import covered
from sandtable.games.tobruk.order_forms import Done, Place
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.scenario.opening import Deployment, garrison, garrison_hexes
from sandtable.games.tobruk.staff.ground import inner_ring
from sandtable.games.tobruk.staff.movers import Mover
from sandtable.games.tobruk.staff.picture import Picture, Threats
from sandtable.games.tobruk.staff.weights import weights
from sandtable.games.tobruk.state import Tobruk


@cache
def shields() -> tuple[tuple[int, ...], ...]:
    """The smallest sets of fort hexes whose zones, with that of the town, stop whoever comes nearer than two hexes."""
    town, cover = tobruk(), covered("commonwealth")
    inner = frozenset(board().adjacent[town])
    outer = {there for here in inner for there in board().adjacent[here]} - inner - {town}
    for count in range(1, weights().garrison.gates + 1):
        found = []
        for gates in combinations(sorted(perimeter() - {town}), count):
            stopped = {*gates, *cover[town], *(there for here in gates for there in cover[here])}
            if outer <= stopped:
                found.append(gates)
        if found:
            return tuple(found)
    return (tuple(sorted(inner & perimeter())),)


def guard(picture: Picture, movers: Sequence[Mover]) -> dict[str, int]:
    """Who holds the town and the hexes that shield it; only for the side that owns them."""
    if picture.side != "commonwealth":
        return {}
    state, moving = picture.state, {mover.name: mover for mover in movers if not mover.is_headquarters}
    if not any(mover.at in perimeter() for mover in moving.values()):
        return {}
    stands = {at: list(state.at(at, picture.side)) for at in state.layout.fronts["commonwealth"] & perimeter()}
    gates = max(shields(), key=lambda each: (_manned(picture, each, stands), [-h for h in each]))
    found: dict[str, int] = {}
    wanted = weights().garrison
    wants = [(h, count) for count in range(1, wanted.at_gate + 1) for h in (tobruk(), *gates)]
    wants += [(tobruk(), count) for count in range(wanted.at_gate + 1, wanted.in_town + 1)]
    for hexagon, count in wants:
        others = sum(name not in moving for name in stands.get(hexagon, ()))
        here = others + sum(at == hexagon for at in found.values())
        if here >= count:
            continue
        able = [m for m in moving.values() if m.name not in found and hexagon in m.reach]
        if able:
            best = min(able, key=lambda m: _fitness(picture, m, hexagon))
            found[best.name] = hexagon
    return found


def _manned(picture: Picture, gates: Sequence[int], stands: dict[int, list[str]]) -> float:
    foes = picture.state.layout.held[picture.foe]
    value = 0.0
    for gate in gates:
        if gate in foes:
            value -= 10
        value += min(weights().garrison.at_gate, len(stands.get(gate, ())))
    return value


def _fitness(picture: Picture, mover: Mover, hexagon: int) -> tuple[bool, bool, int, int, str]:
    """Infantry that is there already, strong on the defence."""
    counter = counters()[mover.name]
    return counter.is_mechanised, mover.at != hexagon, -mover.defence, mover.attack, mover.name


# --- before the first turn


@cache
def walls() -> tuple[int, ...]:
    """The fort hexes behind the fortifications of Tobruk."""
    return tuple(sorted(h for h in perimeter() if any(near not in perimeter() for near in board().adjacent[h])))


def man_the_walls(frame: Deployment, state: Tobruk) -> Action:
    """[15.1] Units from full hexes go to empty ones next to them, so that nobody walks in; then to where the most is
    to be feared from a storm."""
    able = [
        (name, there)
        for name in garrison(state.scenario)
        if name not in frame.placed and counters()[name].is_combat and _spare(state, name)
        for there in garrison_hexes(state, name)
    ]
    posts = (*walls(), tobruk())
    threats = Threats(state, Picture(state, "commonwealth"))
    empty = next((at for at in posts if not state.at(at, "commonwealth") and any(there == at for _, there in able)), -1)
    if empty >= 0:
        name = min(
            (name for name, there in able if there == empty),
            key=lambda each: (storm_fear(threats, state, each, empty), each),
        )
        return Place(name, board().name(empty))
    able = [(name, there) for name, there in able if there in posts or there in inner_ring()]
    best = min(able, key=lambda each: (storm_fear(threats, state, *each), each), default=None)
    if best is None or storm_fear(threats, state, *best) > -weights().garrison.relief:
        return Done()
    return Place(best[0], board().name(best[1]))


def storm_fear(threats: Threats, state: Tobruk, name: str, there: int) -> float:
    """How much more is to be feared in the two hexes once the unit has gone from one to the other."""
    here, side = state.units[name].at, "commonwealth"
    left, right = state.at(here, side), state.at(there, side)
    friends = state.layout.fronts[side]

    def fear(hexagon: int, names: Sequence[str]) -> float:
        picture = threats.picture
        return threats.cost(hexagon, picture.defence_of_stack(names), picture.stake(names), friends) if names else 0.0

    after = fear(here, [each for each in left if each != name]) + fear(there, [*right, name])
    return after - fear(here, left) - fear(there, right)


def _spare(state: Tobruk, name: str) -> bool:
    return len(state.at(state.units[name].at, "commonwealth")) > 1
