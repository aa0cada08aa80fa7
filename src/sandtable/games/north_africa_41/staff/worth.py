"""What units and their steps are worth, and what a stack has to lose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sandtable.games.north_africa_41.map import groundworks, terrain, towns
from sandtable.games.north_africa_41.pieces.counters import counters
from sandtable.games.north_africa_41.pieces.tables import DefenceColumn
from sandtable.games.north_africa_41.pieces.tables import terrain as terrain_effects
from sandtable.games.north_africa_41.staff.weights import weights
from sandtable.games.north_africa_41.state import FULL_RETREAT, GOOD, NorthAfrica, side_of


@cache
def worth_of(name: str, steps: int) -> float:
    """A Combat Unit with so many steps left."""
    if steps <= 0:
        return 0.0
    counter, w = counters()[name], weights().worth
    if counter.support:
        return w.support
    face = counter.face(steps)
    value = w.attack * face.attack + w.defence * face.defence + w.rating * (face.tank_rating or 0) + w.last_step
    return value * w.elite if face.quality == "elite" else value


def worth(state: NorthAfrica, name: str) -> float:
    return worth_of(name, state.units[name].steps)


def next_step(state: NorthAfrica, name: str) -> float:
    """What the next step that the unit loses is worth."""
    steps = state.units[name].steps
    return worth_of(name, steps) - worth_of(name, steps - 1)


def defence_ground(state: NorthAfrica, at: int, side: str) -> DefenceColumn:
    """[11.2.1] The column of a Determined Defence of a side in a hex."""
    fort = state.forts.get(at)
    ground = terrain_effects(terrain(at)).defence_column
    if (fort is not None and fort.complete and fort.side == side) or ground == "fortified":
        return "fortified"
    return "other" if at in towns() or at in groundworks() else ground


QUALITY = {"elite": 1, "normal": 0, "low": -1}


class Stake:
    """What an attack can cost the stack in a hex."""

    def __init__(self, state: NorthAfrica, at: int, names: Sequence[str]) -> None:
        facts, units = counters(), state.units
        side = side_of(names[0])
        counted = [n for n in names if not facts[n].support and units[n].order != FULL_RETREAT]
        steps = [next_step(state, name) for name in counted or names]
        self.cheap, self.dear = min(steps), max(steps)
        worths = {name: worth(state, name) for name in names}
        self.total = sum(worths.values())
        trucks = sum(not units[name].loaded for name in state.layout.trucks[side].get(at, ()))
        on_foot = sorted((worths[name] for name in names if not facts[name].mechanised), reverse=True)
        self.foot = sum(on_foot[trucks:])
        stores = state.books[side].stores.get(at, 0) if at >= 0 else 0
        self.baggage = weights().worth.supply * stores
        self.steps = sum(units[name].steps for name in counted or names)
        self.scouts = all(facts[name].reconnaissance for name in names)
        leads = [facts[n].face(units[n].steps).quality for n in counted if units[n].order == GOOD]
        self.lead = max((QUALITY[quality] for quality in leads), default=None)
        self.column = defence_ground(state, at, side)
