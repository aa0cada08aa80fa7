"""[21.2, 22.1, 22.2] Convoys at sea: what sails together, how big it is, and the attacks on it."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core.frames import Draft
from sandtable.core.values import Value
from sandtable.games.north_africa_41.map import airfields
from sandtable.games.north_africa_41.pieces.counters import Side, counters
from sandtable.games.north_africa_41.pieces.schedule import crete
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.sea.tables import anti_shipping, coastal_modifier, shipping_points, sinks
from sandtable.games.north_africa_41.state import (
    ELIMINATED,
    POOL,
    REMOVED,
    NorthAfrica,
    eliminate,
    is_combat,
    lose_step,
    mark,
    role_of,
)

SUPPLY = "supply"


class Cargo(Value, frozen=True):
    """[22.1] What sails together."""

    units: tuple[str, ...] = ()
    supply: int = 0

    def __bool__(self) -> bool:
        return bool(self.units) or self.supply > 0


def cargo_of(names: Iterable[str]) -> Cargo:
    every = tuple(names)
    return Cargo(tuple(name for name in every if name != SUPPLY), every.count(SUPPLY))


def written(cargo: Cargo) -> tuple[str, ...]:
    return (*cargo.units, *[SUPPLY] * cargo.supply)


def points_of(state: NorthAfrica, name: str) -> int:
    """[21.2] Shipping Points of a unit or, as `supply`, of a Supply Point."""
    if name == SUPPLY or role_of(name) == "replacement":
        return 1
    if role_of(name) == "truck":
        return limits().mobile_supply_points if state.units[name].loaded else 1
    return shipping_points(counters()[name], state.units[name].steps)


def cargo_points(state: NorthAfrica, cargo: Cargo) -> int:
    """[21.2]"""
    return cargo.supply + sum(points_of(state, name) for name in cargo.units)


# Attacks


def modifier(state: NorthAfrica, side: Side) -> int:
    """[22.2.2, 22.2.3] For Coastal Convoys: friendly Airfields, Crete and the moon."""
    fields = sum(state.holder(at) == side for at in airfields().values())
    return coastal_modifier(fields, crete(state.turn) == side, state.impulse)


def attack(draft: Draft[NorthAfrica], side: Side, cargo: Cargo, column: int, modified: int, where: str) -> Cargo:
    """[22.2.1, 22.2.4] Two dice on the Anti-Shipping Table, then one for everything aboard; what is left."""
    purpose = f"convoy to {where}" if where != "Malta" else "convoy past Malta"
    roll = draft.roll(purpose, by=side) + draft.roll(purpose, by=side)
    strength = anti_shipping(column, roll + modified)
    facts = {"side": side, "roll": roll, "modifier": modified, "strength": strength, "where": where}
    draft.note("spotted" if strength else "unseen", **facts, case="22.2.4")
    if not strength:
        return cargo
    units: list[str] = []
    supply = 0
    for name in cargo.units:
        salvaged = _suffer(draft, name, strength)
        if draft.state.units[name].at not in (ELIMINATED, POOL, REMOVED):
            units.append(name)
        supply += salvaged
    supply += sum(not _is_sunk(draft, SUPPLY, strength, troops=False) for _ in range(cargo.supply))
    return Cargo(tuple(units), supply)


def _suffer(draft: Draft[NorthAfrica], name: str, strength: int) -> int:
    """[22.2.4, 22.2.5] A die for each step of a Combat Unit, one higher; one for a Truck or Replacement, and one for
    the Supply Point of an MSU. Supply Points that are saved when their Truck is not are counted."""
    unit = draft.state.units[name]
    if is_combat(name):
        hits = sum(_is_sunk(draft, name, strength, troops=True) for _ in range(unit.steps))
        for _ in range(hits):
            if draft.state.units[name].at == unit.at:
                lose_step(draft, name, "22.2.4", "sunk at sea")
        return 0
    gone = _is_sunk(draft, name, strength, troops=False)
    saved = unit.loaded and not _is_sunk(draft, SUPPLY, strength, troops=False)
    if gone:
        eliminate(draft, name, "22.2.4", "sunk at sea")
    elif not saved:
        mark(draft, name, loaded=False)
    return int(gone and saved)


def _is_sunk(draft: Draft[NorthAfrica], what: str, strength: int, troops: bool) -> bool:
    sunk = sinks(draft.roll(f"{what} at sea"), strength, troops)
    if sunk and what == SUPPLY:
        draft.note("sunk", what=what, case="22.2.4")
    return sunk
