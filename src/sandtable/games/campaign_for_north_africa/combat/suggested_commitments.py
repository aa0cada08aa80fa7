"""Sensible commitments: for the listings of a question, and for a machine that plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from sandtable.core.values import Refusal, may
from sandtable.games.campaign_for_north_africa.combat.anti_armour import hexside_shift
from sandtable.games.campaign_for_north_africa.combat.commitment import (
    Role,
    able,
    check_attack,
    check_defence,
    has_role,
)
from sandtable.games.campaign_for_north_africa.combat.firepower import supplied, written
from sandtable.games.campaign_for_north_africa.combat.obligations import is_barred, must_fight
from sandtable.games.campaign_for_north_africa.combat.orders import Commit, Force
from sandtable.games.campaign_for_north_africa.combat.segment import check_free_choice, fronts
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.strength import forces_of, rating, raw
from sandtable.games.campaign_for_north_africa.pieces.units import facts
from sandtable.games.campaign_for_north_africa.state import Campaign, top_of

Sent = dict[tuple[int, Role], list[str]]  # units with all their points, by hex and role
EXPECTED: Mapping[int, int] = MappingProxyType({0: 4, 1: 14, 2: 45, 3: 60, 5: 130})  # raw points behind a counter
PRUDENT, RECKLESS = 1.5, 0.0  # the attacker's raw points for each that must be expected
AGAINST_TANKS = 4  # the rating from which guns are better used against armour


def suggestions(state: Campaign, side: str, obliged: tuple[int, ...]) -> Sequence[Commit]:
    """Attacked: all that makes sense, everything to Close Assault, nothing. Attacking: all that makes sense, as little
    as must be, everything everywhere, nothing; whatever of it is legal."""
    if side != state.phasing:
        found = [_order(state, defence(state, side, True)), _order(state, defence(state, side, False)), Commit(())]
    else:
        least = demanded(state, side, obliged)
        sent = [attack(state, side, obliged, least, odds) for odds in (PRUDENT, RECKLESS)]
        found = [_order(state, sent[0]), _order(state, least), _order(state, sent[1]), Commit(())]
    return tuple(each for each in dict.fromkeys(found) if _is_legal(state, side, each, obliged))


def _is_legal(state: Campaign, side: str, action: Commit, obliged: tuple[int, ...]) -> bool:
    try:
        if side == state.phasing:
            check_attack(state, side, action, obliged)
        else:
            check_defence(state, side, action)
    except Refusal:
        return False
    return True


def _order(state: Campaign, sent: Sent) -> Commit:
    forces = []
    for (at, role), names in sent.items():
        points = tuple(each for name in names for each in _points(state, name, role))
        if points:
            forces.append(Force(board().name(at), "anti" if role == "anti_armour" else "close", points))
    return Commit(tuple(forces))


def _points(state: Campaign, name: str, role: Role) -> Iterator[Points]:
    for weapon, points in state.units[name].toe.items():
        if has_role(state, name, weapon, role):
            yield written(state, (name, weapon, points))


# Attacking


def demanded(state: Campaign, side: str, obliged: tuple[int, ...]) -> Sent:
    """[8.53, 10.31] What has been announced, and one unit against every other hex that must be assaulted."""
    free = [name for name in able(state, side) if _can_assault(state, name)]
    sent: Sent = {}
    for counter, at in state.promised.items():
        for name in tuple(free):
            if top_of(state, name) != counter or not _can_reach(state, side, name, at):
                continue
            if _has_ammo(state, side, sent, name):
                _send(sent, free, at, name)
    for at in sorted(obliged, key=lambda hex: (sum(_can_reach(state, side, name, hex) for name in free), hex)):
        if (at, "close_assault") in sent:
            continue
        for name in tuple(free):
            if not must_fight(state, name) or not _can_reach(state, side, name, at):
                continue
            if not _has_ammo(state, side, sent, name):
                continue
            _send(sent, free, at, name)
            break
    return sent


def _has_ammo(state: Campaign, side: str, sent: Sent, name: str) -> bool:
    """Whether there is enough for a unit besides those that are sent."""
    used = [each for names in sent.values() for each in names]
    return name in supplied(state, side, (*used, name), "assault")


def _send(sent: Sent, free: list[str], at: int, name: str) -> None:
    sent.setdefault((at, "close_assault"), []).append(name)
    free.remove(name)


def _can_assault(state: Campaign, name: str) -> bool:
    return any(has_role(state, name, weapon, "close_assault") for weapon in state.units[name].toe)


def _can_reach(state: Campaign, side: str, name: str, at: int) -> bool:
    here = state.units[name].at
    return at in fronts(state, side).get(here, ()) and not is_barred(state, name, here, at)


def attack(state: Campaign, side: str, obliged: tuple[int, ...], least: Sent, odds: float) -> Sent:
    """Whoever is left joins an assault that must be made or that promises well; guns fire at armour there."""
    sent: Sent = {key: list(names) for key, names in least.items()}
    used = [name for names in sent.values() for name in names]
    free = [name for name in able(state, side) if name not in used]
    hexes = dict.fromkeys((*obliged, *(at for at, _ in sent), *_chances(state, side, free, odds)))
    goals = {at: _expected(state, at) for at in hexes}
    strength = {at: raw(state, forces_of(state, sent.get((at, "close_assault"), ())), "offence") for at in goals}
    for name in supplied(state, side, (*used, *free), "assault"):
        if name in used:
            continue
        role: Role = "anti_armour" if is_for_tanks(state, name) else "close_assault"
        if role == "close_assault" and not _is_for_assault(state, name):
            continue
        near = [at for at in goals if _can_join(state, side, name, at, role, obliged)]
        if not near:
            continue
        at = min(near, key=lambda hex: (strength[hex] / goals[hex], hex))
        strength[at] += raw(state, forces_of(state, (name,)), "offence") if role == "close_assault" else 0
        sent.setdefault((at, role), []).append(name)
    return {key: names for key, names in sent.items() if key[1] == "close_assault" or (key[0], "close_assault") in sent}


def _can_join(state: Campaign, side: str, name: str, at: int, role: Role, obliged: tuple[int, ...]) -> bool:
    here = state.units[name].at
    if at not in fronts(state, side).get(here, ()):
        return False
    if role == "anti_armour" and hexside_shift(here, at) is None:
        return False
    if role == "close_assault" and is_barred(state, name, here, at):
        return False
    unit = state.units[name]
    if unit.released and unit.assaults and at not in obliged:
        return False
    return at in obliged or _is_free(state, name)


def _is_free(state: Campaign, name: str) -> bool:
    return may(check_free_choice, state, name, "attack")


def _chances(state: Campaign, side: str, free: Iterable[str], odds: float) -> list[int]:
    """Hexes that can be assaulted with so many times the strength that must be expected there."""
    against: dict[int, list[str]] = {}
    for name in free:
        if not _is_for_assault(state, name):
            continue
        for at in fronts(state, side).get(state.units[name].at, ()):
            if _can_reach(state, side, name, at):
                against.setdefault(at, []).append(name)
    return [
        at
        for at, names in sorted(against.items())
        if raw(state, forces_of(state, names), "offence") >= odds * _expected(state, at)
    ]


def _expected(state: Campaign, at: int) -> int:
    """By the counters that can be seen."""
    return max(1, sum(EXPECTED[counters()[name].stacking] for name in state.stacks[at]))


def _is_for_assault(state: Campaign, name: str) -> bool:
    return not facts(name).counter.is_artillery_type and _can_assault(state, name)


def is_for_tanks(state: Campaign, name: str) -> bool:
    """Whether it is of more use against armour."""
    unit = facts(name).counter
    if not (unit.is_anti_tank_type or unit.is_artillery_type or unit.is_anti_air_type):
        return False
    return any(
        (found := rating(state, name, weapon, "anti_armour")) is not None
        and found.value >= AGAINST_TANKS
        and has_role(state, name, weapon, "anti_armour")
        for weapon in state.units[name].toe
    )


# Defending


def defence(state: Campaign, side: str, against_tanks: bool) -> Sent:
    """Everybody who can defends; guns fire at armour if so wished."""
    sent: Sent = {}
    by_hex: dict[int, list[str]] = {}
    for name in able(state, side):
        by_hex.setdefault(state.units[name].at, []).append(name)
    for at, names in by_hex.items():
        for name in supplied(state, side, names, "assault"):
            fires = against_tanks and is_for_tanks(state, name)
            if fires or not _can_assault(state, name):
                sent.setdefault((at, "anti_armour"), []).append(name)
            else:
                sent.setdefault((at, "close_assault"), []).append(name)
    return sent
