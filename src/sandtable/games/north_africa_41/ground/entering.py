"""[8.7, 17.2.3] What happens to Non-Combat Units and Supply Points when an enemy Combat Unit enters their hex."""

from __future__ import annotations

from sandtable.core.frames import Draft
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.tables import captures_supply
from sandtable.games.north_africa_41.state import NorthAfrica, add_supply, eliminate, enemy_of, take_supply


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
    taken = captures_supply(draft.roll(f"capture of a Supply Point at {board().name(at)}"))
    draft.note("captured" if taken else "destroyed", what="supply", at=board().name(at), side=side, case="17.2.3")
    if taken:
        add_supply(draft, side, at)
    return taken
