"""Screens: cheap units put in the enemy's way when a site is in danger, kept only if the whole is better for it."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from sandtable.games.afrika_korps import movement
from sandtable.games.afrika_korps.counters import counters
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.staff.ground import travel, worth
from sandtable.games.afrika_korps.staff.picture import Picture, Threats, screened_threats
from sandtable.games.afrika_korps.staff.placement import Placement
from sandtable.games.afrika_korps.staff.posture import Intent
from sandtable.games.afrika_korps.staff.weights import weights

MOST_TRIES, MOST_SCREENS, SPOTS = 8, 2, 4


def put_screens(
    picture: Picture,
    intent: Intent,
    placement: Placement,
    others: list[str],
    gone: Collection[int],
    threats: Threats,
) -> Threats:
    """Improve the placement and return the threats that are left."""
    stake, site = placement.stake(threats)
    tries = 0
    for _ in range(MOST_SCREENS):
        if stake < weights().danger["stake"]:
            break
        best = placement.total(threats)
        kept: Threats | None = None
        for name, spot in _candidates(picture, intent, placement, others, site):
            if tries >= MOST_TRIES:
                break
            tries += 1
            before = placement.at[name]
            placement.shift(name, spot)
            after = screened_threats(picture.state, picture.foe, placement.at, gone, picture.threats)
            value = placement.total(after)
            if value > best + 0.1:
                best, kept = value, after
            else:
                placement.shift(name, before)
        if kept is None:
            break
        threats = kept
        stake, site = placement.stake(threats)
    return threats


def _candidates(
    picture: Picture, intent: Intent, placement: Placement, others: list[str], site: int
) -> list[tuple[str, int]]:
    """The cheapest units that reach the route of the strongest enemy stack, at a few places along it."""
    route = _route(picture, placement, site)
    zone, found = picture.front.zone, list[tuple[str, int]]()
    seen: set[tuple[int, str]] = set()
    for name in sorted(others, key=lambda n: (worth(n), n)):
        at = placement.at[name]
        kind = (picture.units[name], counters()[name].factors)
        if kind in seen or (at in intent.sites and len(placement.stacks[at]) == 1):
            continue
        seen.add(kind)
        reach = picture.reach(name)
        spots = [h for h in route if h in reach and not zone[h] and not placement.stacks.get(h)]
        step = max(1, len(spots) // SPOTS)
        found += [(name, spot) for spot in spots[::step][:SPOTS]]
        if len(seen) >= 3:
            break
    return found


def _route(picture: Picture, placement: Placement, site: int) -> list[int]:
    """The way of the strongest enemy stack towards the site as things would stand, from the middle to the end."""
    state = picture.state
    units = dict(state.units)
    for name, at in placement.at.items():
        units[name] = replace(units[name], at=at)
    after = replace(state, units=units, treks={}, victories=())
    stacks = sorted(
        picture.enemies.items(), key=lambda item: (-sum(counters()[n].attack for n in item[1]), item[0])
    )
    field = travel(site)
    for _, names in stacks[:3]:
        if not names:
            continue
        reach = movement.reach(after, min(names, key=lambda n: counters()[n].movement))
        goals = [h for h in (*board().adjacent[site], site) if h in reach]
        if goals:
            path = reach.path(min(goals, key=lambda h: (field[h], h)))
            return list(path[max(3, len(path) // 3) :])
    return []
