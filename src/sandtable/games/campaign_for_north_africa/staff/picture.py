"""What a side knows when it plans: its own counters, and the enemy stacks with the strength one must expect."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from sandtable.games.campaign_for_north_africa.capability.cohesion import left, level, voluntary_left
from sandtable.games.campaign_for_north_africa.capability.held_units import is_free
from sandtable.games.campaign_for_north_africa.capability.morale_tables import morale_modifier
from sandtable.games.campaign_for_north_africa.combat.differential import is_tank
from sandtable.games.campaign_for_north_africa.combat.morale import BEST, WORST, basic_morale
from sandtable.games.campaign_for_north_africa.construction.works import workers
from sandtable.games.campaign_for_north_africa.contents import Unit
from sandtable.games.campaign_for_north_africa.dice import CODES
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.logistics.supply import fuel_need
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.carriage import Gait, facts, gaits, is_immobile
from sandtable.games.campaign_for_north_africa.pieces.counters import GUN_KINDS, Side, counters, is_guard, ratings, tree
from sandtable.games.campaign_for_north_africa.pieces.sameness import Kept, Same, kept_units
from sandtable.games.campaign_for_north_africa.pieces.units import cpa, size
from sandtable.games.campaign_for_north_africa.prisoners.escapes import points_at
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, SPENT_FORCE, Campaign, all_of, enemy_of, top_of

ON_FOOT: tuple[Gait, ...] = ("foot",)


class Force(NamedTuple):
    """An own counter with all that is attached to it."""

    name: str
    at: int
    offence: int  # raw points; guns support an assault and do not take part
    defence: int
    size: int
    left: int  # half points within the Allowance, and within what it may spend
    cpa: int
    gaits: tuple[Gait, ...]
    mobile: bool
    guards: bool  # holds ground: somebody has a close assault rating without parentheses
    guns: bool  # nothing but guns
    cohesion: int
    petrol: int  # [32.24] Fuel that it burns on a march
    morale: float  # [17.2] to be expected, with what its cohesion does to it
    bare: int  # [15.4] tank points beyond the infantry points that are with them; below zero infantry to spare


class Enemy(NamedTuple):
    """An enemy stack as one must expect it."""

    at: int
    offence: float
    defence: float
    size: int
    guns_only: bool
    fast: bool
    morale: float  # [17.1] as printed: his cohesion is not known


@lru_cache(maxsize=2048)  # a turn or two of them
def worth(name: str, weapon: str, turn: int) -> tuple[int, int, bool]:
    """Offence and defence of a point in raw points, and whether either is rated without parentheses."""
    found = ratings(name, weapon, turn)
    offence = found.offence.value if found.offence is not None and not found.offence.parenthesised else 0
    defence = found.defence.value if found.defence is not None else 0
    plain = offence > 0 or (found.defence is not None and not found.defence.parenthesised and defence > 0)
    if found.defence is not None and found.defence.parenthesised:
        defence = 0
    return offence, defence, plain


class Mustered(NamedTuple):
    """Counters as they were, and all else on which it rests what they can do."""

    units: Kept[str, Unit]
    rest: tuple[object, ...]
    forces: dict[str, Force]
    when: tuple[int, int]  # Game-Turn and Operations Stage
    expected: dict[str, tuple[float, float]]  # of enemy counters, raw points of offence and defence


class Muster:
    """The counters of both sides when one of them last looked. Bounded by the counters there are."""

    def __init__(self) -> None:
        self._last = Mustered(Kept({}), (), {}, (0, 0), {})

    def look(self, state: Campaign) -> Mustered:
        """With those that are still what they were."""
        then, units, now = self._last, state.units, kept_units(state)
        rest = (
            *(state.turn, state.parts, state.replacements, state.projects),
            *(state.held, state.captives, state.escort, state.rommel),
        )
        when = state.turn, state.stage
        forces: dict[str, Force] = {}
        expected: dict[str, tuple[float, float]] = {}
        if len(units) == len(then.units.table):
            others = now.since(then.units)
            if rest == then.rest:
                forces = dict(then.forces)
                _forget_forces(forces, others, state)
            if when == then.when:
                expected = dict(then.expected)
                _forget_expected(expected, others)
        self._last = Mustered(now, rest, forces, when, expected)
        return self._last


def _forget_forces(forces: dict[str, Force], others: Collection[str], state: Campaign) -> None:
    units = state.units
    for name in others:
        forces.pop(top_of(state, name) if name in units else name, None)
    for name, each in state.replacements.items():  # [20.42] what they are meant for tells on them
        if each.unit in others:
            forces.pop(top_of(state, name), None)


def _forget_expected(expected: dict[str, tuple[float, float]], others: Collection[str]) -> None:
    """What stands behind a headquarters is told by the units assigned to it, at any depth."""
    printed = counters()
    for name in others:
        above = name
        while above in printed:
            expected.pop(above, None)
            above = printed[above].parent


@cache
def _muster(side: str) -> Muster:
    return Muster()


def _mustered(state: Campaign, side: str) -> Mustered:
    key = "mustered", side
    found: Mustered | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = _muster(side).look(state)
    return found


class Picture:
    """Worked out when asked for; all who look at one state share what was found."""

    def __init__(self, state: Campaign, side: Side) -> None:
        self.state, self.side, self.foe = state, side, enemy_of(side)
        mustered = _mustered(state, side)
        self._known, self._known_of_enemies = mustered.forces, mustered.expected
        self._threats: dict[tuple[int, int, int], float] = state.derived.setdefault(("threats", side), {})

    @cached_property
    def forces(self) -> dict[str, Force]:
        """Own counters on the map."""
        key = "forces", self.side
        found: dict[str, Force] | None = self.state.derived.get(key)
        if found is None:
            found = {force.name: force for at in stands(self.state, self.side) for force in self.at(at)}
            self.state.derived[key] = found
        return found

    @cached_property
    def defences(self) -> dict[int, int]:
        """By hex what they defend it with, raw points."""
        found: dict[int, int] = {}
        for force in self.forces.values():
            found[force.at] = found.get(force.at, 0) + force.defence
        return found

    def among(self, names: Collection[str]) -> Picture:
        """The same position, as if one had only these counters to plan for."""
        other = Picture(self.state, self.side)
        other.forces = {name: force for name, force in self.forces.items() if name in names}
        return other

    def force(self, name: str) -> Force:
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = self._force(name)
        return found

    def _force(self, name: str) -> Force:
        """By all that it depends on: the units, for whom Replacement Points are meant [20.42], the Game-Turn, and where
        Rommel is, if he is with it."""
        state = self.state
        names = all_of(state, name)
        units = [state.units[each] for each in names]
        meant = state.units.get(state.replacements[name].unit) if name in state.replacements else None
        rommel = state.rommel if name in state.escort else 0
        return _force_of(Same(state, *units, meant), name, state.turn, rommel, self._is_bound(name, names))

    def _is_bound(self, name: str, names: tuple[str, ...]) -> bool:
        """Whether something besides its own condition keeps a counter where it is."""
        state = self.state
        return (
            not workers(state).isdisjoint(names)
            or not is_free(state, name)
            or name in state.replacements  # [20.46]
            or (is_guard(name) and points_at(state, state.units[name].at, self.side) > 0)  # [28.23]
        )

    @cached_property
    def enemies(self) -> dict[int, Enemy]:
        """Enemy stacks on the map."""
        state, key = self.state, ("enemies", self.side)
        found: dict[int, Enemy] | None = state.derived.get(key)
        if found is None:
            found = state.derived[key] = {at: self._enemy(at, state.stacks[at]) for at in stands(state, self.foe)}
        return found

    def _enemy(self, at: int, names: Iterable[str]) -> Enemy:
        facts_of = counters()
        offence = defence = 0.0
        largest, guns, fast = 0, True, False
        for name in names:
            found = facts_of[name]
            a, d = self._expected(name)
            offence += a
            defence += d
            largest = max(largest, found.stacking)
            guns = guns and not found.is_hq and facts(name).counter.is_artillery_type
            fast = fast or found.is_tank_type or found.is_recce_type or found.nation != "italian"
        return Enemy(at, offence, defence, largest, guns, fast, self._spirit(names, largest))

    def _spirit(self, names: Iterable[str], largest: int) -> float:
        """[15.63, 17.1] Basic Morale of the largest counters; of a headquarters without one that of its units."""
        printed, units = counters(), self.state.units
        great = [name for name in names if printed[name].stacking == largest]
        rated = [
            units[each].morale
            for name in great
            for each in ((name,) if printed[name].morale is not None else tree(name))
            if printed[each].morale is not None
        ]
        return sum(rated) / len(rated) if rated else 0.0

    def _expected(self, name: str) -> tuple[float, float]:
        found = self._known_of_enemies.get(name)
        if found is None:
            found = self._known_of_enemies[name] = self._reckoned(name)
        return found

    def _reckoned(self, name: str) -> tuple[float, float]:
        """[3.62] Of a counter by itself what was learnt or is printed; behind a headquarters what is assigned to it and
        not seen elsewhere."""
        state = self.state
        if not counters()[name].is_hq:
            return _raw(name, state.units[name].toe.items(), state.turn)
        offence = defence = 0.0
        for each in tree(name):
            seen = state.units[each].at not in OUT_OF_PLAY
            if each != name and (seen or not has_come(each, state.turn, state.stage)):
                continue
            a, d = _raw(each, state.units[each].toe.items(), state.turn)
            offence += a
            defence += d
        share = weights().enemy.headquarters
        return offence * share, defence * share

    def at(self, hex: int) -> list[Force]:
        """Own counters in a hex."""
        if self.state.holder(hex) != self.side:
            return []
        return [self.force(name) for name in self.state.stacks[hex]]

    def enemy(self, hex: int) -> Enemy | None:
        """The enemy stack in a hex."""
        if self.state.holder(hex) != self.foe:
            return None
        return self._enemy(hex, self.state.stacks[hex])

    def threat(self, hex: int, fast: int, slow: int) -> float:
        """The offence of enemies who may come to a hex soon."""
        key = hex, fast, slow
        found = self._threats.get(key)
        if found is None:
            found = self._threats[key] = sum(enemy.offence for enemy in within(self.enemies.values(), hex, fast, slow))
        return found


# How the armies compare


def balance(picture: Picture) -> float:
    """Times the enemy's offence on the map that one has oneself, each by its morale."""
    key = "balance", picture.side
    found: float | None = picture.state.derived.get(key)
    if found is None:
        own = _weight(force for at in stands(picture.state, picture.side) for force in picture.at(at))
        found = picture.state.derived[key] = own / max(1.0, _weight(picture.enemies.values()))
    return found


def _weight(stacks: Iterable[Force | Enemy]) -> float:
    spirit = weights().balance.morale
    return sum(each.offence * (1 + spirit * each.morale) for each in stacks)


def is_superior(picture: Picture) -> bool:
    """Whether the own army is so much the stronger that it can do without some battalions."""
    return balance(picture) >= weights().balance.superior


def within(enemies: Iterable[Enemy], hex: int, fast: int, slow: int) -> list[Enemy]:
    """Those who may come to a hex soon."""
    distance = board().distance
    return [enemy for enemy in enemies if distance(enemy.at, hex) <= (fast if enemy.fast else slow)]


@lru_cache(maxsize=4096)
def _force_of(units: Same, name: str, turn: int, rommel: int, bound: bool) -> Force:
    state = units.take()
    offence = defence = 0
    guards, guns, mobile, cohesion = False, True, not bound, 99
    bare = 0
    for each in all_of(state, name):
        unit = state.units[each]
        if unit.cohesion < cohesion:
            cohesion = unit.cohesion
        if unit.school:
            mobile = False
        if not facts(each).combat:
            continue
        kind = facts(each).counter
        guns = guns and (kind.kind in GUN_KINDS or not unit.toe)
        for weapon, points in unit.toe.items():
            a, d, plain = worth(each, weapon, turn)
            if is_tank(state, each, weapon):
                bare += points
            elif kind.supports_tanks and not weapon:
                bare -= points
            if not kind.is_artillery_type:
                offence += a * points
            defence += d * points
            guards = guards or plain
    unit = state.units[name]
    mobile = mobile and cohesion > SPENT_FORCE and not unit.halted and not unit.reserve and not is_immobile(state, name)
    halves = left(state, name) if mobile else 0
    if mobile and (limit := voluntary_left(state, name)) is not None:
        halves = min(halves, limit)
    ways = gaits(state, (name,))
    petrol = sum(fuel_need(state, each) for each in all_of(state, name)) if ways != ON_FOOT else 0
    return Force(
        name,
        unit.at,
        offence,
        defence,
        size(state, name),
        halves,
        cpa(state, name),
        ways,
        mobile,
        guards,
        guns,
        cohesion,
        petrol,
        _morale(state, name),
        bare,
    )


def _morale(state: Campaign, name: str) -> float:
    """[17.2] What its morale comes to on average."""
    return min(BEST, max(WORST, basic_morale(state, (name,)) + _modifier(level(state, (name,)))))


@cache
def _modifier(cohesion: int) -> float:
    """[17.22, 17.25] By the Cohesion Level; who may surrender has the worst."""
    read = [morale_modifier(cohesion, code) for code in CODES]
    return sum(2 * WORST if each == "surrender" else each for each in read) / len(read)


def has_come(name: str, turn: int, stage: int) -> bool:
    """Whether the schedule has brought a unit."""
    when = counters()[name].arrival
    return when is not None and when <= (turn, stage)


def _raw(name: str, toe: Iterable[tuple[str, int]], turn: int) -> tuple[int, int]:
    offence = defence = 0
    assaults = not facts(name).counter.is_artillery_type
    for weapon, points in toe:
        a, d, _ = worth(name, weapon, turn)
        if assaults:
            offence += a * points
        defence += d * points
    return offence, defence
