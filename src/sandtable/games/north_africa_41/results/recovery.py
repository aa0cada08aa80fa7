"""[13.4, 13.5] The Recovery Phase: units recover from Disruption and Full Retreat, under the enemy's eyes only if the
die is kind."""

from __future__ import annotations

from sandtable.core.frames import Draft
from sandtable.games.north_africa_41.ground.zones import in_any_enemy_zone
from sandtable.games.north_africa_41.map import board, ports
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.results.tables import rallies, rally_modifier
from sandtable.games.north_africa_41.state import DISRUPTED, GOOD, OFF_MAP, NorthAfrica, face_of, mark, side_of


def open_recovery(draft: Draft[NorthAfrica], side: Side) -> None:
    """[3.2, 13.4, 19.5] Everybody recovers who can; Replacement markers go. Nothing is to be decided."""
    for name in shaken(draft.state, side):
        recover(draft, side, name)
    units = draft.state.units.items()  # in reserve and withdrawn too [19.3.3]
    for name in [name for name, unit in units if unit.replaced and side_of(name) == side]:
        mark(draft, name, replaced=False)


def shaken(state: NorthAfrica, side: Side) -> list[str]:
    """[13.1.1] The Combat Units of a side in play that are not in Good Order."""
    places = state.layout.combat[side].items()
    return [
        name
        for at, names in places
        if at >= 0 or at in OFF_MAP[side]
        for name in names
        if state.units[name].order != GOOD
    ]


def recover(draft: Draft[NorthAfrica], side: Side, name: str) -> None:
    """[13.4] One level; in an enemy zone of either kind if it rallies."""
    unit = draft.state.units[name]
    if in_any_enemy_zone(draft.state, side, unit.at) and not _rallies(draft, side, name):
        return
    mark(draft, name, order=unit.order - 1)
    state = "disrupted" if unit.order - 1 == DISRUPTED else "good-order"
    draft.note("recovered", unit=name, at=board().name(unit.at), order=state, case="13.4")


def _rallies(draft: Draft[NorthAfrica], side: Side, name: str) -> bool:
    """[13.5]"""
    modifier = rally_modifier(face_of(draft.state, name).quality, is_sheltered(draft.state, side, name))
    die = draft.roll(f"rally of {name}", by=side)
    rallied = rallies(die + modifier)
    if not rallied:
        draft.note("wavered", unit=name, die=die, modifier=modifier, case="13.5")
    return rallied


def is_sheltered(state: NorthAfrica, side: Side, name: str) -> bool:
    """[13.5] In a port or in a Fortification of its own."""
    at = state.units[name].at
    fort = state.forts.get(at)
    return at in ports().values() or (fort is not None and fort.complete and fort.side == side)
