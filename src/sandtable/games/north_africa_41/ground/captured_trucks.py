"""[27.1] Allied Trucks that fall into Axis hands when their stack surrenders."""

from __future__ import annotations

from sandtable.core.frames import Draft
from sandtable.games.north_africa_41.ground.entering import seize
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import trucks
from sandtable.games.north_africa_41.state import DUE, REMOVED, NorthAfrica, Unit, eliminate


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
