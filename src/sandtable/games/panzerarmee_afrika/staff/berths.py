"""Places in the own base that stay free for those who arrive at the end of the turn."""

from __future__ import annotations

from sandtable.games.panzerarmee_afrika.arrivals.places import expected, open_hexes
from sandtable.games.panzerarmee_afrika.map import base
from sandtable.games.panzerarmee_afrika.pieces.counters import Side, counters
from sandtable.games.panzerarmee_afrika.pieces.schedule import points, pool_of
from sandtable.games.panzerarmee_afrika.staff.ground import travel
from sandtable.games.panzerarmee_afrika.state import CADRE, PanzerarmeeAfrika, enemy_of, role_of, room_in, side_of


def berths(state: PanzerarmeeAfrika, side: Side) -> dict[int, int]:
    """[13.1] How many places are kept in which hexes of the base, those farthest from the enemy first. Whom nobody has
    room for does not arrive, and who never arrives is as good as dead."""
    centre, far = base(side)[0], travel(base(enemy_of(side))[0])
    coming, kept = _coming(state, side), dict[int, int]()
    for at in sorted(open_hexes(state, side), key=lambda at: (at == centre, -far[at], at)):
        kept[at] = min(coming, room_in(at))
        coming -= kept[at]
    return kept


def _coming(state: PanzerarmeeAfrika, side: Side) -> int:
    """[13.2.2, 13.3.2] Units that are due, and the dead whom the points at hand will bring back."""
    due = sum(role_of(name) == "unit" for name in expected(state, side))
    held = state.books[side].points
    left = {pool: held[pool] + more for pool, more in points(state.turn, side).items()}
    back = 0
    dead = (name for name, unit in state.units.items() if unit.at == CADRE and side_of(name) == side)
    for name in sorted(dead, key=lambda each: (-counters()[each].combat_factor, each)):
        counter = counters()[name]
        if counter.combat_factor <= left[pool_of(counter)]:
            left[pool_of(counter)] -= counter.combat_factor
            back += 1
    return due + back
