"""[15.2, 15.3, 15.4, 15.5] The Assault Differential: strengths, what shifts the column, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.core.nouns import plural
from sandtable.core.values import Explanation, Value
from sandtable.games.campaign_for_north_africa.combat.morale import largest, represented
from sandtable.games.campaign_for_north_africa.combat.segment import defender, forces_at
from sandtable.games.campaign_for_north_africa.combat.tables import column_name, column_of, overrun, shifted, size_shift
from sandtable.games.campaign_for_north_africa.construction.crews import SAPPERS, roles
from sandtable.games.campaign_for_north_africa.ground.minefields import hampers
from sandtable.games.campaign_for_north_africa.ground.passage import works_at
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import merge
from sandtable.games.campaign_for_north_africa.map import board, cities, crossing, terrain
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.pieces.strength import (
    Force,
    Role,
    actual,
    armour,
    everything,
    rating,
    raw,
    raw_attacked,
)
from sandtable.games.campaign_for_north_africa.pieces.units import SHELLS, maximum, size, target_class
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of, everyone_at, side_of, top_of
from sandtable.games.campaign_for_north_africa.terrain_chart import fortification, hexside, minefield
from sandtable.games.campaign_for_north_africa.terrain_chart import terrain as chart

TINY = 10  # [15.28] raw points below which both sides use them as they are
PER_POINT, AT_MOST = 3, 4  # [15.4] unsupported tank points for each Actual Point lost, and how many of these
TWICE, PINNED, UNRATED = 2, 2, 3  # [15.51, 15.56, 15.54] columns


class Fight(Value, frozen=True):
    """One Close Assault: the hexes attacked together, and the points committed on either side."""

    at: tuple[int, ...]
    attackers: tuple[Force, ...]
    defenders: tuple[Force, ...]
    probe: bool = False


class Strength(Value, frozen=True):
    """[15.26, 15.4] What a side's points come to."""

    raw: int
    unsupported: int  # [15.4] tank points
    lost: int  # [15.4] Actual Points for them
    points: int  # Actual, after that

    def explain(self, who: str) -> Explanation:
        parts = [Explanation(plural(self.raw, "raw point"), "11.32")]
        if self.lost:
            parts.append(Explanation(f"tanks without infantry: -{self.lost}", "15.4"))
        return Explanation(f"{who} {self.points}", "15.26", tuple(parts))


class Shift(Value, frozen=True):
    """[15.27] Columns to the right, below zero to the left, and why."""

    columns: int
    text: str
    case: str

    def explain(self) -> Explanation:
        return Explanation(f"{self.text}: {self.columns:+}", self.case)


class Reckoning(Value, frozen=True):
    """[15.26, 15.27] The Basic Differential, all that shifts its column, and where it ends."""

    attack: Strength
    defence: Strength
    basic: int
    shifts: tuple[Shift, ...]
    column: int

    @property
    def name(self) -> str:
        return column_name(self.column)

    @property
    def is_overrun(self) -> bool:
        """[15.77]"""
        return overrun(self.column)

    def explain(self) -> Explanation:
        """The ledger, line by line."""
        sides = (self.attack.explain("attack"), self.defence.explain("defence"))
        basic = Explanation(f"Basic Differential {self.basic:+}", "15.26", sides)
        return Explanation(f"column {self.name}", "15.27", (basic, *(shift.explain() for shift in self.shifts)))


# Who fights


def fight_for(state: Campaign, at: Sequence[int]) -> Fight:
    """[15.14, 15.24, 15.91] What both sides have committed to the assault on some hexes."""
    return Fight(
        tuple(at),
        _committed(state, at, state.phasing),
        _committed(state, at, defender(state)),
        probe=all(hex in state.segment.probes for hex in at),
    )


def _committed(state: Campaign, at: Sequence[int], side: Side) -> tuple[Force, ...]:
    found = merge(
        (force.unit, force.weapon, force.points) for hex in at for force in forces_at(state, hex, side, "close_assault")
    )
    return merge((name, weapon, min(points, state.units[name].toe.get(weapon, 0))) for name, weapon, points in found)


def origins(state: Campaign, forces: Iterable[Force]) -> tuple[int, ...]:
    """The hexes from which points come."""
    return tuple(dict.fromkeys(state.units[name].at for name, _, _ in forces))


# Strength [15.26, 15.4]


def attack_strength(state: Campaign, fight: Fight, tiny: bool = False) -> Strength:
    return _strength(state, fight.attackers, raw(state, fight.attackers, "offence"), "offence", tiny)


def defence_strength(state: Campaign, fight: Fight, tiny: bool = False) -> Strength:
    return _strength(state, fight.defenders, raw_attacked(state, fight.defenders, "defence"), "defence", tiny)


def _strength(state: Campaign, forces: Sequence[Force], total: int, role: Role, tiny: bool) -> Strength:
    """[11.32, 15.28, 15.4] Raw points divided by ten, or as they are where both sides have very few, less what tanks
    without infantry cost."""
    unsupported = lost = 0
    for hex in origins(state, forces):
        here = [force for force in forces if state.units[force[0]].at == hex]
        bare = unsupported_tanks(state, here)
        tanks = [force for force in here if is_tank(state, force[0], force[1])]
        worth = raw(state, tanks, role)
        unsupported += bare
        lost += min(-(-bare // PER_POINT), worth if tiny else actual(worth))
    lost = min(lost, AT_MOST)
    return Strength(total, unsupported, lost, max(0, (total if tiny else actual(total)) - lost))


def unsupported_tanks(state: Campaign, here: Sequence[Force]) -> int:
    """[15.4] Tank points of a hex beyond the infantry points beside them."""
    tanks = sum(points for name, weapon, points in here if is_tank(state, name, weapon))
    infantry = sum(points for name, weapon, points in here if counters()[name].supports_tanks and not weapon)
    return max(0, tanks - infantry)


def is_tank(state: Campaign, name: str, weapon: str) -> bool:
    """[15.4] Tanks only: no recce, no self-propelled guns."""
    unit = counters()[name]
    return unit.is_tank_type or (unit.is_hq and bool(armour(state, name, weapon)))


# The ledger


def reckon(state: Campaign, fight: Fight, morale: Iterable[Shift] = ()) -> Reckoning:
    """[15.26, 15.27, 15.28] Everything but the dice."""
    attack, defence = attack_strength(state, fight), defence_strength(state, fight)
    if attack.raw < TINY and defence.raw < TINY:
        attack, defence = attack_strength(state, fight, tiny=True), defence_strength(state, fight, tiny=True)
    basic = attack.points - defence.points
    shifts = (
        *terrain_shifts(state, fight),
        *_strength_shifts(state, fight, attack.raw, defence.raw),
        *_size_shifts(state, fight),
        *morale,
    )
    column = shifted(column_of(basic), sum(shift.columns for shift in shifts))
    return Reckoning(attack, defence, basic, shifts, column)


def _strength_shifts(state: Campaign, fight: Fight, attack: int, defence: int) -> tuple[Shift, ...]:
    """[15.51, 15.54, 15.56] One of the three at most."""
    if is_unrated(state, fight.at):
        return (Shift(UNRATED, "nobody there can defend", "15.54"),)
    if is_pinned(state, fight.at):
        return (Shift(PINNED, "all defenders are pinned", "15.56"),)
    if attack and attack >= 2 * defence:
        return (Shift(TWICE, "twice the raw strength", "15.51"),)
    if defence and defence >= 2 * attack:
        return (Shift(-TWICE, "twice the raw strength of the defender", "15.51"),)
    return ()


def is_unrated(state: Campaign, at: Iterable[int]) -> bool:
    """[15.54] Nobody in the hex has any Defensive Close Assault Rating that counts."""
    return not any(raw_attacked(state, everything(state, hex, defender(state)), "defence") for hex in at)


def is_pinned(state: Campaign, at: Iterable[int]) -> bool:
    """[15.56] All who can be pinned are: guns never are."""
    able = [name for hex in at for name in everyone_at(state, hex, defender(state)) if _can_be_pinned(state, name)]
    return bool(able) and all(name in state.segment.pinned for name in able)


def _can_be_pinned(state: Campaign, name: str) -> bool:
    return any(
        target_class(name, weapon) in ("infantry", "armour") and not _is_closed(state, name, weapon)
        for weapon in state.units[name].toe
    )


def _is_closed(state: Campaign, name: str, weapon: str) -> bool:
    found = rating(state, name, weapon, "defence")
    return found is None or found.parenthesised


# Terrain [15.3]


def terrain_shifts(state: Campaign, fight: Fight) -> tuple[Shift, ...]:
    """[15.31, 15.32, 15.33, 15.35, 15.36] The hex, its works, and the hexsides; of several hexes attacked together the
    one that is hardest."""
    found = (_shifts_into(state, fight, hex) for hex in fight.at)
    return min(found, key=lambda shifts: sum(shift.columns for shift in shifts))


def _shifts_into(state: Campaign, fight: Fight, at: int) -> tuple[Shift, ...]:
    found: list[Shift] = []
    name = board().name(at)
    if columns := chart(terrain(at)).shifts.close_assault:
        found.append(Shift(columns, f"{name} is {terrain(at).replace('_', ' ')}", "15.32"))
    if columns := fortification(works_at(state, at)).close_assault:
        found.append(Shift(columns, f"{name} is fortified, level {works_at(state, at)}", "15.35"))
        if at not in cities() and _has_sappers(state, fight):
            found.append(Shift(1, "engineers are with the assault", "23.24"))
    hard = easy = 0
    for origin in origins(state, fight.attackers):
        sides = [hexside(each).shifts.close_assault for each in crossing(origin, at)]
        hard = min(hard, sum(columns for columns in sides if columns < 0))
        easy = max(easy, sum(columns for columns in sides if columns > 0))
    if hard:
        found.append(Shift(hard, "through a hexside that favours the defender", "15.33"))
    if easy:
        found.append(Shift(easy, "downhill", "15.36"))
    attacker = side_of(fight.attackers[0][0]) if fight.attackers else state.phasing
    if hampers(state, attacker, at, origins(state, fight.attackers)):
        found.append(Shift(minefield("friendly").shifts.close_assault, "minefield", "26.26"))
    return tuple(found)


def _has_sappers(state: Campaign, fight: Fight) -> bool:
    """[23.24] Whether an engineer battalion or a headquarters with engineers is attached to those who assault, and not
    pinned."""
    tops = dict.fromkeys(top_of(state, name) for name, _, _ in fight.attackers)
    company = (name for counter in tops for name in all_of(state, counter) if name not in state.segment.pinned)
    return any(not SAPPERS.isdisjoint(roles(state, name)) for name in company)


# Size [15.52, 15.53]


def attacking_units(state: Campaign, fight: Fight) -> tuple[str, ...]:
    """The formations and units that the attacker's points stand for."""
    return represented(state, _points(fight.attackers))


def defending_units(state: Campaign, fight: Fight) -> tuple[str, ...]:
    """All that is in the hexes."""
    return tuple(name for hex in fight.at for name in state.at(hex, defender(state)))


def _points(forces: Iterable[Force]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, _, points in forces:
        found[name] = found.get(name, 0) + points
    return found


def _size_shifts(state: Campaign, fight: Fight) -> tuple[Shift, ...]:
    """[15.52, 15.53]"""
    sent = _points(fight.attackers)
    ours = max((_size_of_part(state, name, sent.get(name, 0)) for name in attacking_units(state, fight)), default=0)
    theirs = _largest_size(state, defending_units(state, fight))
    columns = size_shift(max(ours, theirs), min(ours, theirs))
    if not columns:
        return ()
    _, who, favour = max((ours, "attacker", 1), (theirs, "defender", -1))
    return (Shift(favour * columns, f"the {who} has the larger organization", "15.53"),)


def _size_of_part(state: Campaign, name: str, points: int) -> int:
    """[15.53, 9.26, 9.28] A battalion of which less than half attacks there (of artillery less than a quarter) counts
    as a shell; formations by what is attached to them."""
    unit = counters()[name]
    whole = size(state, name)
    if unit.is_hq or whole < unit.stacking:
        return whole
    return SHELLS[whole] if points * (4 if unit.is_artillery_type else 2) < maximum(state, name) else whole


def _largest_size(state: Campaign, names: Iterable[str]) -> int:
    return max((size(state, name) for name in largest(state, names)), default=0)
