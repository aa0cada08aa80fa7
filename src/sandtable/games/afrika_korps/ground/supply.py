"""[14, 24.1] Lines of supply: five hexes for an attack, any length against isolation."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from operator import or_

from sandtable.core import fields
from sandtable.core.nouns import plural
from sandtable.core.values import Explanation
from sandtable.games.afrika_korps.ground.zones import front
from sandtable.games.afrika_korps.map import board, fortresses
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import limits
from sandtable.games.afrika_korps.state import SEA, AfrikaKorps, enemy_of


def cut_hexes(state: AfrikaKorps, side: str, against: Collection[str] = ()) -> bytes:
    """Hexes that a line of this side may not pass [14.2].

    `against` are the units under attack: by the tournament ruling their own zone does not cut the line that
    sustains the attack on them. Whoever shares their hex and is not attacked with them keeps his.
    """
    facing = front(state, side)
    if not (against and state.option("supply-zone")):
        return facing.cut
    stands, ignored = state.layout.combat[enemy_of(side)], state.defeated.union(against)
    live = frozenset(at for at in facing.live if not ignored.issuperset(stands[at]))
    others = fields.zones(board().adjacent, live, fortresses())
    return bytes(map(or_, others, facing.closed))


def served_by(state: AfrikaKorps, supply: str, side: str, against: Collection[str] = ()) -> dict[int, int]:
    """[14.2] The hexes whose units this supply can sustain, with the length of the line."""
    start = state.units[supply].at
    if start < 0:
        return {}
    return fields.spread(board().adjacent, [start], cut_hexes(state, side, against), limits().supply_radius)


def served_from(state: AfrikaKorps, side: str, names: Iterable[str]) -> frozenset[int]:
    """[14.2] The hexes from which a supply sustains at least one of these units."""
    cut, adjacent = cut_hexes(state, side), board().adjacent
    found: set[int] = set()
    for start in {state.units[name].at for name in names}:
        seen, ring = {start}, [start]  # the unit's own hex may lie in a zone
        for _ in range(limits().supply_radius):
            ring = sorted({there for here in ring for there in adjacent[here] if not cut[there]} - seen)
            seen.update(ring)
        found |= seen
    return frozenset(found)


def usable_supplies(state: AfrikaKorps, side: str) -> list[str]:
    return list(state.layout.supplies[side])


def sustaining(
    state: AfrikaKorps, side: str, attackers: Iterable[str], against: Collection[str] = (), barred: Collection[str] = ()
) -> tuple[str, ...] | None:
    """[14.1, 14.2, 14.3, 14.4] Few supplies that together reach every attacker, spent ones first; None if none do.

    `barred` supplies may not be used [15.33].
    """
    hexes = {state.units[name].at for name in attackers}
    candidates = [name for name in usable_supplies(state, side) if name not in barred]
    candidates.sort(key=lambda name: name not in state.spent)
    reached = {name: hexes & served_by(state, name, side, against).keys() for name in candidates}
    chosen: list[str] = []
    while hexes:
        best = max(candidates, key=lambda name: len(reached[name] & hexes), default=None)
        if best is None or not reached[best] & hexes:
            return None
        chosen.append(best)
        hexes -= reached[best]
    return _without_idle(chosen, reached)


def _without_idle(chosen: list[str], reached: dict[str, set[int]]) -> tuple[str, ...]:
    """[14.4] Less those whose attackers the others reach as well."""
    kept = list(chosen)
    for name in chosen:
        others = set[int]().union(*(reached[other] for other in kept if other != name))
        if reached[name] <= others:
            kept.remove(name)
    return tuple(kept)


def isolated_units(state: AfrikaKorps, side: str) -> list[str]:
    """[24.1, 24.4] Combat units without a line, however long, to a supply of their own."""
    supplies, facts = state.layout.supplies[side], counters()
    beyond = set(state.layout.combat[side])  # their hexes that no line has reached yet
    for ring in fields.rings(board().adjacent, supplies.values(), front(state, side).cut):
        beyond -= ring
        if not beyond:
            break
    afloat = any(u.at == SEA and facts[n].is_supply and facts[n].side == side for n, u in state.units.items())
    found = []
    for name, unit in state.units.items():
        counter = facts[name]
        if counter.side != side or not counter.is_combat:
            continue
        if (unit.at == SEA and not afloat) or unit.at in beyond:
            found.append(name)
    return found


def explain_supply(state: AfrikaKorps, name: str) -> Explanation:
    """The line of a unit to its nearest supply, or where there is none."""
    side, here = counters()[name].side, state.units[name].at
    if here < 0:
        return Explanation(f"{name} is not on the map", "24.1")
    goals = {at: supply for supply, at in state.layout.supplies[side].items()}
    line = fields.trace(board().adjacent, here, goals, cut_hexes(state, side))
    if line is None:
        return Explanation(
            f"{name} at {board().name(here)} is isolated: it cannot trace a line free of enemy zones to a supply",
            "24.1",
        )
    text = "-".join(board().name(h) for h in line)
    length = len(line) - 1
    radius = limits().supply_radius
    attack = (
        Explanation(f"it can attack at 1-2 or better: {plural(length, 'hex')}, {radius} allowed", "14.2")
        if length <= radius
        else Explanation(
            f"too far to sustain an attack at 1-2 or better: {plural(length, 'hex')}, {radius} allowed", "14.2"
        )
    )
    return Explanation(f"{name} traces to {goals[line[-1]]} along {text}", "24.1", (attack,))
