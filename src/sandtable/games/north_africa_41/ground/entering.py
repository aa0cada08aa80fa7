"""[8.7, 17.2.3, 27.1] Pieces come to a place, in whatever way, and what Combat Units find there: Non-Combat Units,
Supply Points, Trucks of the enemy."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Draft
from sandtable.games.north_africa_41.ground.fitness import is_prey
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import Side, trucks
from sandtable.games.north_africa_41.pieces.tables import captures_supply
from sandtable.games.north_africa_41.state import (
    DUE,
    REMOVED,
    NorthAfrica,
    Unit,
    add_supply,
    eliminate,
    enemy_of,
    is_combat,
    take_control,
    take_supply,
)


def put_down(draft: Draft[NorthAfrica], side: Side, names: Sequence[str], at: int) -> None:
    """[5.8.3, 8.7, 16.3.5] Pieces of a side come to a place together: the one way of any piece that is in play to
    another place. Combat Units take the hex and what is unguarded in it; whoever lets others go sees to it that
    there is nothing for them to meet."""
    overtaking = is_prey(draft.state, side, at)
    if overtaking and not any(map(is_combat, names)):
        raise ValueError(f"{', '.join(names)} meet enemies at {board().name(at)} without a Combat Unit")
    for name in names:
        draft.alter("units", name, at=at)
        if at >= 0 and is_combat(name):
            take_control(draft, at, side)
    if overtaking:
        enter(draft, side, at)


def is_barred(state: NorthAfrica, side: Side, names: Sequence[str], at: int) -> bool:
    """[5.8.3] Whether an enemy whom only Combat Units could overtake keeps these pieces out of a hex."""
    return not any(map(is_combat, names)) and is_prey(state, side, at)


def enter(draft: Draft[NorthAfrica], side: Side, at: int) -> None:
    """[8.7] Combat Units of a side have come into a hex: what is there unguarded is lost or taken."""
    foe = enemy_of(side)
    if draft.state.at(at, foe):
        return
    seize_supply(draft, side, at)
    for name in sorted(draft.state.non_combat_at(at, foe)):
        if draft.state.units[name].loaded:
            seize(draft, side, at)  # the Truck itself cannot be captured
        eliminate(draft, name, "8.7", "overtaken by enemy Combat Units")


def seize_supply(draft: Draft[NorthAfrica], side: Side, at: int) -> None:
    """[17.2.3] A die for each enemy Supply Point in a hex says whether this side captures it."""
    foe = enemy_of(side)
    count = draft.state.books[foe].stores.get(at, 0)
    if count == 0:
        return
    take_supply(draft, foe, at, count)
    for _ in range(count):
        seize(draft, side, at)


def seize(draft: Draft[NorthAfrica], side: Side, at: int) -> bool:
    """[17.2.3] Roll for one Supply Point that the enemy has lost to this side."""
    taken = captures_supply(draft.roll(f"capture of a Supply Point at {board().name(at)}", by=side))
    draft.note("captured" if taken else "destroyed", what="supply", at=board().name(at), side=side, case="17.2.3")
    if taken:
        add_supply(draft, side, at)
    return taken


def capture_trucks(draft: Draft[NorthAfrica], at: int) -> None:
    """[27.1] With the option: for each Allied Truck in the hex of a surrender the Axis gains one there, two in play at
    the most, and for the Supply Point of an MSU a die is rolled. Called before Non-Combat Units are lost."""
    if not draft.state.option("truck-capture"):
        return
    for name in sorted(draft.state.layout.trucks["allied"].get(at, ())):
        prize = spare(draft.state)
        if prize is None:
            return
        loaded = draft.state.units[name].loaded
        eliminate(draft, name, "27.1", "captured")
        draft.amend("units", prize, Unit(at))
        draft.note("captured", what=prize, at=board().name(at), side="axis", case="27.1")
        if loaded:
            seize(draft, "axis", at)


def spare(state: NorthAfrica) -> str | None:
    """A Captured Truck that is not in play."""
    return next(
        (name for name, truck in trucks().items() if truck.captured and state.units[name].at in (DUE, REMOVED)), None
    )
