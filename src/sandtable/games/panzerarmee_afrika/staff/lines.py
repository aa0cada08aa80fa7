"""Lines of supply as targets: where an enemy who comes there puts an army out of supply, and how to bar him."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from sandtable.games.panzerarmee_afrika.map import bardia
from sandtable.games.panzerarmee_afrika.staff.forces import Force
from sandtable.games.panzerarmee_afrika.staff.ground import touching
from sandtable.games.panzerarmee_afrika.supply.network import Network, blocked_hexes, network_with, terminals

MOST = 30  # places looked at


@dataclass(frozen=True)
class Cut:
    """A hex from which a unit's zone severs lines."""

    at: int
    factors: int  # that would be out of supply
    gaps: frozenset[int]  # hexes of the lines that it would close and a unit in each would keep open


def cuts(victim: Force, places: Collection[int]) -> list[Cut]:
    """Where among these places an enemy of the victim would cut it off, the worst first."""
    lines = _lines(victim)
    if not lines:
        return []
    state, side = victim.state, victim.side
    blocked = blocked_hexes(state, side)
    manned = {*state.layout.stands[side], *state.layout.lorries[side]}
    depots = frozenset(state.layout.depots[side])
    ends = terminals(state, side)
    effects: dict[frozenset[int], list[int]] = {}
    for at in places:
        if at in manned:
            continue
        gaps = frozenset(near for near in (at, *touching(at)) if near in lines and near not in manned)
        if gaps:
            effects.setdefault(gaps, []).append(at)
    found: list[Cut] = []
    for gaps, some in sorted(effects.items(), key=lambda item: (-len(item[0]), item[1]))[:MOST]:
        at = min(some)
        closed = blocked | ({at, *touching(at)} - manned)
        lost = _unsupplied(victim, Network(side, ends, depots - {at}, closed))
        if lost:
            found += (Cut(each, lost, gaps) for each in some)
    return sorted(found, key=lambda cut: (-cut.factors, cut.at))


class Lines:
    """The lines of both sides as they stand, each worked out when it is first asked for."""

    def __init__(self, own: Force, foe: Force) -> None:
        self._own, self._foe = own, foe

    @cached_property
    def endangered(self) -> list[Cut]:
        """Where the enemy can cut the own lines."""
        return cuts(self._own, within_reach(self._foe))

    @cached_property
    def openings(self) -> list[Cut]:
        """Where the enemy's lines can be cut."""
        return cuts(self._foe, within_reach(self._own))


def within_reach(force: Force) -> frozenset[int]:
    """Everywhere that somebody fit can go."""
    return frozenset().union(*(force.reach(name) for name in force.units if force.is_fit(name)))


def _lines(victim: Force) -> set[int]:
    """Every hex that a line of the victim passes."""
    net, hexes = victim.net, set[int]()
    for at in victim.state.layout.stands[victim.side]:
        if net.supplies(at):
            hexes.update(net.line(at))
    return hexes


def _unsupplied(victim: Force, net: Network) -> int:
    """The factors in supply now that this network would not reach."""
    return sum(
        strength
        for name, strength in victim.strength.items()
        if victim.net.supplies(at := victim.units[name])
        and not net.supplies(at)
        and not (victim.side == "allied" and at == bardia())
    )


def stranded(victim: Force, depots: frozenset[int]) -> int:
    """The factors that would be out of supply with only these installations."""
    return _unsupplied(victim, network_with(victim.state, victim.side, depots))
