"""Barring the way to the home base: cheap units on the road far forward, or else in the hexes next to it.

Zones stop whoever comes next to a unit, so that one brigade on the road costs an army a turn, and a supply if it is
attacked. Where the enemy could come next to the base all the same, the hexes around it are manned: from a hex that is
held nobody attacks the base.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import limits
from sandtable.games.afrika_korps.staff.ground import doubling, travel, worth
from sandtable.games.afrika_korps.staff.picture import Picture, screened_threats
from sandtable.games.afrika_korps.staff.weights import weights
from sandtable.games.afrika_korps.state import AfrikaKorps

POSTS = 5  # places on the road that are tried
APART = 2  # hexes between them
CLOSE = 2  # hexes from the enemy within which a post delays nobody


def shield(picture: Picture, base: int, placed: Mapping[str, int], free: Sequence[str]) -> dict[str, int]:
    """Who of the free bars the way instead of standing where he was placed; nobody while the enemy cannot come beside
    the base, or its garrison need not fear him, or nothing would help."""
    garrison = [name for name, at in placed.items() if at == base]
    cheap = sorted((name for name in free if name not in garrison), key=lambda name: (worth(name), name))
    if not picture.threats.attack(base) or _attack(picture, base, placed, {}) <= _harmless(garrison):
        return {}
    for at in _posts(picture, base):
        crew = _manned(picture, at, cheap, _room(placed, at, int(weights().ground["picket"])))
        if crew and not _attack(picture, base, placed, crew):
            return crew
    return _ring(picture, base, placed, cheap)


def _room(placed: Mapping[str, int], at: int, wanted: int) -> int:
    return min(wanted, limits().stacking - sum(there == at for there in placed.values()))


def _harmless(garrison: Sequence[str]) -> float:
    """[7] Attack factors that a garrison need not fear."""
    return weights().ground["no_threat"] * sum(counters()[name].defence for name in garrison)


def _attack(picture: Picture, base: int, placed: Mapping[str, int], barring: Mapping[str, int]) -> int:
    """What can come next to the base: as the enemy stands, and once Rommel has taken some along [22.1]."""
    after = {**placed, **barring}
    return max(screened_threats(state, picture.foe, after).attack(base) for state in _sallies(picture, base))


def _sallies(picture: Picture, base: int) -> Iterator[AfrikaKorps]:
    """The position, and the same with those who stand with Rommel as far ahead as he can take them."""
    state, way = picture.state, travel(base)
    yield state
    here = state.layout.rommel
    if picture.side != "allied" or here < 0:
        return
    there = here
    for _ in range(limits().rommel_bonus):
        there = min(board().adjacent[there], key=lambda at: (way[at], at))
    if not any(board().distance(there, at) <= 1 for at in picture.units.values()):
        riders = {name: replace(state.units[name], at=there) for name in state.at(here, picture.foe)}
        yield replace(state, units={**state.units, **riders})


def _posts(picture: Picture, base: int) -> Iterator[int]:
    """Hexes of the enemy's way to the base, the foremost first."""
    way = travel(base)
    strong = sorted(picture.enemies, key=lambda at: (way[at], at))
    if not strong:
        return
    here, found, last = strong[0], 0, -APART - 1
    for step in range(len(board())):
        if here == base or found == POSTS:
            return
        away = min(board().distance(here, at) for at in picture.enemies)
        if away > CLOSE and step - last > APART and not picture.front.zone[here] and _is_reached(picture, here):
            yield here
            found, last = found + 1, step
        here = min(board().adjacent[here], key=lambda at: (way[at], at))


def _is_reached(picture: Picture, at: int) -> bool:
    return any(at in picture.reach(name) for name in picture.free)


def _manned(picture: Picture, at: int, cheap: Sequence[str], count: int) -> dict[str, int]:
    """The cheapest who can be there; one is enough where the ground doubles it."""
    able = [name for name in cheap if at in picture.reach(name)]
    return dict.fromkeys(able[: 1 if doubling(at) > 1 else count], at)


def _ring(picture: Picture, base: int, placed: Mapping[str, int], cheap: Sequence[str]) -> dict[str, int]:
    """The hexes next to the base, those nearest to the enemy first, until he cannot come beside it."""
    sides = sorted(board().adjacent[base], key=lambda at: (_nearest(picture, at), at))
    found: dict[str, int] = {}
    for at in sides:
        if picture.front.zone[at] or at in placed.values():
            continue
        left = [name for name in cheap if name not in found]
        crew = _manned(picture, at, left[::-1], limits().stacking)
        if not crew:
            continue
        found.update(crew)
        if not _attack(picture, base, placed, found):
            break
    return found


def _nearest(picture: Picture, at: int) -> float:
    return min((travel(at)[there] for there in picture.enemies), default=0.0)
