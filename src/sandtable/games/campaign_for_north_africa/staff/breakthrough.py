"""Over the line: where points of strength beyond it win, whoever can goes there before the game ends."""

from __future__ import annotations

from collections.abc import Callable, Collection

from sandtable.core.fields import Reach
from sandtable.core.values import may
from sandtable.games.campaign_for_north_africa.arrivals.victory import ACROSS, UNCOUNTED, is_last_stage
from sandtable.games.campaign_for_north_africa.ground.zones import expected
from sandtable.games.campaign_for_north_africa.map import away, neighbours, section
from sandtable.games.campaign_for_north_africa.movement.reach import Party, budget, has_room, most, party_of, reach_of
from sandtable.games.campaign_for_north_africa.pieces.counters import FOOT_CPA
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.staff.means import has_fuel
from sandtable.games.campaign_for_north_africa.staff.picture import Force, Picture
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign, all_of, toe_of


def goers(picture: Picture, busy: Collection[str]) -> list[str]:
    """[63.91] Who goes over the line: those on wheels, the fast and strong first, and in the last stage everybody whom
    the enemy does not hold, first who takes most points over for the Fuel that is left."""
    state = picture.state
    if not state.scenario or scenario(state.scenario).victory.kind != "breakthrough":
        return []
    last = is_last_stage(state)
    going = [
        force
        for force in picture.forces.values()
        if force.mobile
        and force.name not in busy
        and force.defence + force.offence > 0
        and section(force.at) != ACROSS[picture.side]
        and (last or (force.cpa > FOOT_CPA and not _holds_the_line(picture, force)))
    ]
    if last:
        return [force.name for force in sorted(going, key=lambda force: (_price(state, force), -force.cpa, force.name))]
    return [force.name for force in sorted(going, key=lambda force: (-force.cpa, -force.defence, force.name))]


def crossers(picture: Picture) -> list[str]:
    """[63.91] Who gets over in the last stage and so has no part in an assault: beyond the line every point counts."""
    state = picture.state
    if not state.scenario or not is_last_stage(state):
        return []
    return [
        name
        for name in goers(picture, ())
        if has_fuel(picture, picture.forces[name])
        and may(party_of, state, picture.side, (name,))
        and way_over(picture, party_of(state, picture.side, (name,)), lambda hex: True)
    ]


def _price(state: Campaign, force: Force) -> float:
    """[63.91, 32.24] Fuel for each of the points that count."""
    points = sum(toe_of(state, name) for name in all_of(state, force.name) if name not in UNCOUNTED)
    return force.petrol / max(1, points)


def _holds_the_line(picture: Picture, force: Force) -> bool:
    """Whether it stands next to the enemy and nobody else is with it."""
    alone = len(picture.at(force.at)) == 1
    return alone and any(near in picture.enemies for near in neighbours()[force.at])


def way_over(picture: Picture, party: Party, has_fuel: Callable[[int], bool]) -> tuple[int, ...]:
    """To the nearest hex beyond the line that no enemy zone covers, or any in the last stage; before that as near as
    one can wait for it and go on from."""
    state, left = picture.state, budget(picture.state, party)
    if is_last_stage(state):
        return _at_last(state, party, left) or _at_last(state, party, most(state, party))
    found = reach_of(state, party, left)
    zone, _ = expected(state, party.side)
    allowance = min(picture.force(name).cpa for name in party.counters) * POINT
    far = reach_of(state, party, left + weights().breakthrough.stages * allowance)
    near = min(((far.points(hex), hex) for hex in _beyond(far, party) if not zone[hex]), default=None)
    return _toward(picture, party, found, far.path(near[1]), has_fuel) if near else ()


def _at_last(state: Campaign, party: Party, points: int) -> tuple[int, ...]:
    """The way in the last stage: within the Allowance, or beyond it, since nobody spares his strength any more."""
    found = reach_of(state, party, points)
    zone, _ = expected(state, party.side)
    beyond = sorted((zone[hex], found.points(hex), hex) for hex in _beyond(found, party))
    best = next((hex for _, _, hex in beyond[: weights().breakthrough.tries] if has_room(state, party, hex)), -1)
    return found.path(best) if best >= 0 else ()


def _beyond(found: Reach, party: Party) -> list[int]:
    return [hex for hex in found if section(hex) == ACROSS[party.side]]


def _toward(
    picture: Picture, party: Party, found: Reach, path: tuple[int, ...], has_fuel: Callable[[int], bool]
) -> tuple[int, ...]:
    """As far along a way as it can be gone now and waited on, on one's own side of the line."""
    foes = tuple(picture.enemies)
    for end in range(len(path) - 1, 0, -1):
        hex = path[end]
        if hex not in found or section(hex) == ACROSS[party.side] or away(hex, foes) <= weights().breakthrough.close:
            continue
        if has_room(picture.state, party, hex) and has_fuel(hex):
            return found.path(hex)
    return ()
