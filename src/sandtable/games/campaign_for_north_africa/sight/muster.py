"""Whom a player may command: every unit in play, and each formation with the counters that answer to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, Campaign, side_of


def muster(state: Campaign, side: str) -> Mapping[str, Sequence[str]]:
    """[4.25, 19.2] A unit that is attached goes with its counter; a headquarters commands what is assigned to it."""
    found: dict[str, list[str]] = {}
    for name, unit in state.units.items():
        if side_of(name) != side or unit.at in OUT_OF_PLAY:
            continue
        found.setdefault(name, [])
        if not unit.attached:
            for above in _chain(state, name):
                found.setdefault(above, []).append(name)
    return found


def _chain(state: Campaign, name: str) -> Iterator[str]:
    """A unit and the headquarters above it, up to the highest."""
    seen: set[str] = set()
    while name and name not in seen:
        seen.add(name)
        yield name
        name = state.units[name].assigned
