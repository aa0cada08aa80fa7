"""[22.62] Squadrons that repair tanks go where most of them lie and a friend stands, out of the enemy's reach."""

from __future__ import annotations

from sandtable.games.campaign_for_north_africa.ground.zones import apparent, within_two
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.weapons import weapons
from sandtable.games.campaign_for_north_africa.repair.facilities import facilities
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.state import side_of

FAR = 40  # hexes beyond which nobody sets out for a wreck


def journeys(picture: Picture) -> list[tuple[str, int]]:
    """Each to another place, the richest first."""
    state, side, distance = picture.state, picture.side, board().distance
    taken: set[int] = set()
    found = []
    for name in state.squadrons:
        unit = state.units[name]
        if side_of(name) != side or unit.at < 0 or name not in picture.forces:
            continue
        lying = _tanks(picture, counters()[name].nation)
        near = [at for at in lying if at not in taken and distance(unit.at, at) <= FAR]
        if near:
            goal = max(near, key=lambda at: (lying[at], -distance(unit.at, at), at))
            taken.add(goal)
            found.append((name, goal))
    return found


def _tanks(picture: Picture, nation: str) -> dict[int, int]:
    """Tank points of a nation that wait for repair, by hex; not where there is a workshop already."""
    state, side = picture.state, picture.side
    close, zone, shops = within_two(state, side), apparent(state, side), facilities(state, side)
    found: dict[int, int] = {}
    for wreck in state.wrecks.values():
        if wreck.side != side or wreck.nation != nation or wreck.at < 0 or wreck.at in shops or wreck.at in close:
            continue
        if wreck.weapon and weapons()[wreck.weapon].weapon_class == "tank" and not zone[wreck.at]:
            found[wreck.at] = found.get(wreck.at, 0) + wreck.points
    return {at: points for at, points in found.items() if state.holder(at) == side}
