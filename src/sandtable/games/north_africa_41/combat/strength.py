"""[8.3, 8.5.1, 8.6, 8.8.1, 9.1] What attackers and defenders count for, the odds and column shifts, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.north_africa_41.lines.support_units import is_support
from sandtable.games.north_africa_41.map import climbs_escarpment, climbs_ridge, enters_perimeter, escarpment, terrain
from sandtable.games.north_africa_41.pieces.counters import Counter, counters
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.pieces.tables import terrain as terrain_effects
from sandtable.games.north_africa_41.results.battle import Battle
from sandtable.games.north_africa_41.results.tables import (
    AUTOMATIC,
    LOWEST,
    Ratings,
    odds,
    tank_shift,
    tanks_outclassed,
)
from sandtable.games.north_africa_41.state import DISRUPTED, FULL_RETREAT, NorthAfrica, face_of

TRANSPORT = {"rail": ("came by rail", "5.9.1"), "sea": ("came by sea", "21.1.5"), "air": ("came by air", "18.7.6")}


class Reason(NamedTuple):
    """Why a unit is halved or doubled, or why the column is shifted."""

    why: str
    case: str


class Shift(NamedTuple):
    """[8.8.4] Columns to the right, below zero to the left."""

    columns: int
    why: str
    case: str


class Odds(NamedTuple):
    """[8.3, 8.8] Two strengths, capped, and the column they are compared in."""

    attack: int
    defence: int
    ratio: int  # rounded in the defender's favour
    shifts: tuple[Shift, ...]

    @property
    def place(self) -> int:
        """[8.8.4] The odds after all shifts."""
        return self.ratio + sum(shift.columns for shift in self.shifts)

    @property
    def overwhelming(self) -> bool:
        """[8.8.3] Ten to one needs no die."""
        return self.place >= AUTOMATIC

    @property
    def column(self) -> int:
        """[8.8.3] Where the die is read; support of the defender cannot push it below the first column."""
        return max(LOWEST, self.place)


# --- approaches


class Approach(NamedTuple):
    """[9.6] What lies between an attacker's hex and the defender's."""

    up: str  # the hexside that is attacked up, if any
    down: str
    escarpment: bool
    perimeter: bool  # inwards


@cache
def approach(origin: int, at: int) -> Approach:
    up = _climbed(origin, at)
    return Approach(up, "" if up else _climbed(at, origin), escarpment(origin, at), enters_perimeter(origin, at))


def _climbed(a: int, b: int) -> str:
    if climbs_escarpment(a, b):
        return "an escarpment"
    return "a ridge" if climbs_ridge(a, b) else ""


# --- halving and doubling


def modified(strength: int, halved: bool, doubled: bool) -> int:
    """[9.1] Never more than once each, and both together cancel; halves are rounded up."""
    if halved == doubled:
        return strength
    return (strength + 1) // 2 if halved else strength * 2


def attack_halvings(state: NorthAfrica, battle: Battle, name: str, origin: int, outclassed: bool) -> Iterator[Reason]:
    """[9.1, 9.5.1, 9.6]"""
    counter, way = counters()[name], approach(origin, battle.at)
    if counter.vehicle:
        if way.perimeter:
            yield Reason("across the Tobruk Perimeter", "9.6")
        if is_fortified(state, battle):
            yield Reason("against a Fortification", "9.5.1")
    if way.up:
        yield Reason(f"up {way.up}", "9.6")
    if outclassed and counter.tank:
        yield Reason("against the better Tank Rating", "9.2.3")
    if state.units[name].out:
        yield Reason("Out of Supply", "16.4")


def attack_doublings(battle: Battle, origin: int) -> Iterator[Reason]:
    """[9.6]"""
    way = approach(origin, battle.at)
    if way.down:
        yield Reason(f"down {way.down}", "9.6")


def attack_of(state: NorthAfrica, battle: Battle, name: str, origin: int, outclassed: bool) -> int:
    """[9.1] What one attacker counts for."""
    halved = any(attack_halvings(state, battle, name, origin, outclassed))
    return modified(face_of(state, name).attack, halved, any(attack_doublings(battle, origin)))


def defence_halvings(state: NorthAfrica, name: str) -> Iterator[Reason]:
    """[9.1, 13.2.1, 5.9.1, 18.7.6, 21.1.5]"""
    unit = state.units[name]
    if unit.order == DISRUPTED:
        yield Reason("Disrupted", "13.2.1")
    if unit.transport:
        yield Reason(*TRANSPORT[unit.transport])


def defence_doublings(state: NorthAfrica, battle: Battle, name: str) -> Iterator[Reason]:
    """[9.1, 9.5.1, 9.6] Fortification and city are not cumulative."""
    if counters()[name].vehicle:
        return
    if is_fortified(state, battle):
        yield Reason("in a Fortification", "9.5.1")
    if terrain_effects(terrain(battle.at)).doubled:
        yield Reason("in a city", "9.6")


def defence_of(state: NorthAfrica, battle: Battle, name: str) -> int:
    """[9.1] What one defender counts for."""
    halved = any(defence_halvings(state, name))
    return modified(face_of(state, name).defence, halved, any(defence_doublings(state, battle, name)))


def is_fortified(state: NorthAfrica, battle: Battle) -> bool:
    """[9.5.1, 9.5.4] Whether the defender has a completed Fortification."""
    fort = state.forts.get(battle.at)
    return fort is not None and fort.complete and fort.side == battle.foe


# --- who counts


def contributors(state: NorthAfrica, battle: Battle) -> list[str]:
    """[8.6, 10.2.2, 12.3, 13.3.2, 15.3] The defenders whose strength counts: those in parentheses only if nobody else
    does, and then only one of them."""
    steady = [name for name in battle.defenders if name not in battle.inert and state.units[name].order != FULL_RETREAT]
    others = [name for name in steady if not is_support(name)]
    return others or steady[:1]


def attack_ratings(state: NorthAfrica, names: Sequence[str]) -> Ratings:
    """[9.2.3] The best Tank Ratings among units."""
    facts = counters()
    return Ratings(
        tanks=max((_rating(state, name) for name in names if facts[name].tank), default=None),
        flak=max((_rating(state, name) for name in names if facts[name].flak), default=None),
    )


def _rating(state: NorthAfrica, name: str) -> int:
    rating = face_of(state, name).tank_rating
    assert rating is not None, name
    return rating


# --- shifts


def shifts_of(state: NorthAfrica, battle: Battle) -> Iterator[Shift]:
    """[8.3, 9.7] All column shifts, in the order of the procedure."""
    defenders = attack_ratings(state, contributors(state, battle))
    yield from _tank_shifts(state, battle, defenders)
    if is_combined(state, battle.attackers):
        yield Shift(1, "Elite tanks and Elite infantry together", "9.3")
    ground = terrain_effects(terrain(battle.at)).shift
    if ground:  # [9.6]
        yield Shift(ground, f"the defender in {terrain(battle.at)}", "9.6")
    yield from _support_shifts(battle)


def _tank_shifts(state: NorthAfrica, battle: Battle, defenders: Ratings) -> Iterator[Shift]:
    """[8.5.1, 9.2.1, 9.2.2, 9.2.3, 9.5.1]"""
    if not allows_tank_shifts(state, battle):
        return
    usable = [
        name
        for name, origin in zip(battle.attackers, battle.origins, strict=True)
        if not counters()[name].tank or gains_tank_shift(origin, battle.at)
    ]
    gaining, all_of_them = attack_ratings(state, usable), attack_ratings(state, battle.attackers)
    earned = tank_shift(gaining, defenders)
    if earned > 0 and battle.supplied:
        yield Shift(earned, f"Tank Rating {gaining.tanks} against {defenders.best}", "9.2.3")
    if earned < 0 and all_of_them.tanks is None:
        yield Shift(earned, "no tanks against tanks", "9.2.3")


def allows_tank_shifts(state: NorthAfrica, battle: Battle) -> bool:
    """[9.2.2, 9.5.1] Never in a Fortification, Jebel or a city, for either side."""
    return terrain_effects(terrain(battle.at)).tank_shifts and not is_fortified(state, battle)


def gains_tank_shift(origin: int, at: int) -> bool:
    """[9.2.2] Not across an escarpment or into the Tobruk Perimeter."""
    way = approach(origin, at)
    return not way.escarpment and not way.perimeter


def is_combined(state: NorthAfrica, names: Sequence[str]) -> bool:
    """[9.3] An Elite tank and an Elite infantry-type unit take part, with Attack Supply or without."""
    elite: list[Counter] = [counters()[name] for name in names if face_of(state, name).quality == "elite"]
    return any(counter.tank for counter in elite) and any(counter.infantry_type for counter in elite)


def _support_shifts(battle: Battle) -> Iterator[Shift]:
    """[9.4.1, 18.7.4] One of each for either side; two of a kind cancel out."""
    guns = next((name for name in battle.answer if is_support(name)), "")
    planes = next((name for name in battle.answer if not is_support(name)), "")
    if battle.artillery:
        yield Shift(1, f"Artillery Support by {battle.artillery}", "9.4.1")
    if guns:
        yield Shift(-1, f"Artillery Support of the defender by {guns}", "9.4.1")
    if battle.air:
        yield Shift(1, f"Air Support by {battle.air}", "18.7.4")
    if planes:
        yield Shift(-1, f"Air Support of the defender by {planes}", "18.7.4")


# --- the odds


def weigh(state: NorthAfrica, battle: Battle) -> Odds:
    """[8.3, 8.5.1, 8.8] The odds of a battle as it is declared, with Attack Supply only if it is `supplied`."""
    attack = min(attack_cap(battle), sum(attack_strengths(state, battle)))
    defence = min(limits().defence_cap, defence_total(state, battle))
    return Odds(attack, defence, odds(attack, defence), tuple(shifts_of(state, battle)))


def weigh_supplied(state: NorthAfrica, battle: Battle) -> Odds:
    """[8.5.3] The odds with Attack Supply, which an attack at 10-1 has for nothing."""
    return weigh(state, battle if battle.supplied else replace(battle, supplied=True))


def weigh_best(state: NorthAfrica, battle: Battle) -> Odds:
    """[8.5.3] The odds at which a battle is resolved: if they come to 10-1 with Attack Supply, none is needed."""
    supplied = weigh_supplied(state, battle)
    return supplied if battle.supplied or supplied.overwhelming else weigh(state, battle)


def attack_cap(battle: Battle) -> int:
    """[8.5.1, 8.8.1] After halving and doubling."""
    return limits().attack_cap if battle.supplied else limits().unsupplied_attack_cap


def attack_strengths(state: NorthAfrica, battle: Battle) -> list[int]:
    outclassed = is_outclassed(state, battle)
    return [
        attack_of(state, battle, name, origin, outclassed)
        for name, origin in zip(battle.attackers, battle.origins, strict=True)
    ]


def is_outclassed(state: NorthAfrica, battle: Battle) -> bool:
    """[9.1, 9.2.3] Whether the defender has the better Tank Rating, whatever the ground."""
    facts = counters()
    if not any(facts[name].tank for name in battle.attackers):
        return False
    return tanks_outclassed(attack_ratings(state, battle.attackers), attack_ratings(state, contributors(state, battle)))


def defence_total(state: NorthAfrica, battle: Battle) -> int:
    return sum(defence_of(state, battle, name) for name in contributors(state, battle))


def nations_of(names: Sequence[str]) -> frozenset[str]:
    """[8.4] The nations of units."""
    return frozenset(counters()[name].nation for name in names)
