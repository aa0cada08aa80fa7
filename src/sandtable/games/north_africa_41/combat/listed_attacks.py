"""[8.2] The attacks worth listing: against every enemy hex all units that may attack it together and each stack by
itself, with the support that changes their odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from sandtable.core.listing import Made
from sandtable.core.values import Action
from sandtable.games.north_africa_41.combat.attacks import battle_of, can_be_attacked, can_cross, is_able, may_mix
from sandtable.games.north_africa_41.combat.orders import Attack
from sandtable.games.north_africa_41.combat.strength import nations_of, weigh, weigh_supplied
from sandtable.games.north_africa_41.combat.support import air_support, artillery, payers
from sandtable.games.north_africa_41.ground.zones import front
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import Side, counters
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.results.tables import LOWEST
from sandtable.games.north_africa_41.state import NorthAfrica, face_of

Plain = tuple[int, tuple[str, ...], str, str, str]  # hex, units, supply, artillery, air


def listed_attacks(state: NorthAfrica, side: Side) -> Sequence[Action]:
    """The plain attacks of a side, made when they are asked for."""
    found = [plain for at, names in reach(state, side).items() for plain in attacks_on(state, side, at, names)]
    return Made(found, _attack)


def has_attacks(state: NorthAfrica, side: Side) -> bool:
    """Whether there is any attack to make."""
    return any(True for at, names in reach(state, side).items() for _ in attacks_on(state, side, at, names))


def _attack(plain: Plain) -> Attack:
    at, units, supply, guns, planes = plain
    return Attack(board().name(at), units, supply, guns, planes)


def reach(state: NorthAfrica, side: Side) -> dict[int, list[str]]:
    """Every enemy hex that may be attacked, with all units able to attack it."""
    facing, found = front(state, side), dict[int, list[str]]()
    for origin, names in state.layout.combat[side].items():
        if origin < 0:
            continue
        targets = [at for at in board().adjacent[origin] if at in facing.occupied]
        if not targets:
            continue
        able = [name for name in names if is_able(state, side, name)]
        for at in targets if able else ():
            ready = [name for name in able if can_cross(name, origin, at)]
            if ready and can_be_attacked(state, side, at):
                found.setdefault(at, []).extend(ready)
    return found


def sets_of(state: NorthAfrica, side: Side, names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """[8.4] All who may attack together, then each hex by itself."""
    stacks: dict[int, list[str]] = {}
    for name in names:
        stacks.setdefault(state.units[name].at, []).append(name)
    seen: list[tuple[str, ...]] = []
    for group in (names, *(stacks.values() if len(stacks) > 1 else ())):
        for units in commanded(state, side, group):
            if units in seen:
                continue
            seen.append(units)
            yield units


def commanded(state: NorthAfrica, side: Side, names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """[8.4.1, 8.4.2] The strongest selections of these units that command and control allows."""
    nations = nations_of(names)
    if side == "axis":
        if len(nations) == 1 or may_mix(state):
            yield tuple(names)
        if len(nations) == 1:
            return
        for nation in sorted(nations):
            yield tuple(name for name in names if counters()[name].nation == nation)
        return
    strength = {nation: sum(_attack_of(state, names, nation)) for nation in sorted(nations)}
    chosen = sorted(strength, key=lambda nation: -strength[nation])[: limits().nations_in_attack]
    allowed = [name for name in names if counters()[name].nation in chosen]
    tanks = sorted((name for name in allowed if counters()[name].tank), key=partial(_tank_value, state))
    left_out = tanks[limits().tanks_in_attack :]
    yield tuple(name for name in allowed if name not in left_out)


def _attack_of(state: NorthAfrica, names: Iterable[str], nation: str) -> Iterator[int]:
    return (face_of(state, name).attack for name in names if counters()[name].nation == nation)


def _tank_value(state: NorthAfrica, name: str) -> tuple[int, int]:
    face = face_of(state, name)
    return -(face.tank_rating or 0), -face.attack


def attacks_on(state: NorthAfrica, side: Side, at: int, names: Sequence[str]) -> Iterator[Plain]:
    for units in sets_of(state, side, names):
        yield from _variants(state, side, at, units)


def _variants(state: NorthAfrica, side: Side, at: int, units: tuple[str, ...]) -> Iterator[Plain]:
    """Without support; with Attack Supply where it helps; and with the better of these artillery, aircraft, both."""
    battle = battle_of(state, side, units, at)
    bare, best = weigh(state, battle), weigh_supplied(state, battle)
    supply = ""
    if best.overwhelming or bare.place >= LOWEST:
        yield at, units, "", "", ""
    if best.place > bare.place:
        for payer in payers(state, side, units, battle.origins):
            supply = supply or payer
            if best.place >= LOWEST:
                yield at, units, payer, "", ""
    place = best.place if supply else bare.place
    if best.overwhelming or place + 2 < LOWEST:
        return
    guns = artillery(state, side, units, battle.origins, supply)[:1]
    planes = air_support(state, side, units, at)
    if place + 1 >= LOWEST:
        yield from ((at, units, supply, gun, "") for gun in guns)
        yield from ((at, units, supply, "", plane) for plane in planes)
    yield from ((at, units, supply, gun, plane) for gun in guns for plane in planes)
