"""[6.1, 6.2] Spending Capability Points, and the Cohesion Level that suffers and recovers.

Points of Capability are half points here, as everywhere in the code; Disorganization Points are whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.pieces.units import base_cpa, cpa, size
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, POINT, SPENT_FORCE, Campaign, all_of, side_of
from sandtable.games.campaign_for_north_africa.verbs import mark

BEST = 10  # [6.23]
REST = 5  # [6.24]
TRUCKLESS = 10  # [8.17] the CPA up to which a unit counts as not motorised


# Spending [6.12, 6.14, 6.21, 6.22]


def spend(draft: Draft[Campaign], counters: Iterable[str], halves: int) -> None:
    """[6.12, 6.22] Charge every unit of some counters; each Capability Point over the Allowance of the counter costs a
    point of Cohesion at once."""
    for counter in counters:
        allowance = cpa(draft.state, counter) * POINT
        for name in tuple(all_of(draft.state, counter)):
            _charge(draft, name, allowance, halves)


def spend_alone(draft: Draft[Campaign], name: str, halves: int) -> None:
    """[19.41, 19.43] Charge one unit and nothing that is attached to it."""
    _charge(draft, name, cpa(draft.state, name) * POINT, halves)


def give_back(draft: Draft[Campaign], counters: Iterable[str], halves: int) -> None:
    """[11.27, 15.96] Undo a charge of this Operations Stage, with the Cohesion it cost."""
    for counter in counters:
        allowance = cpa(draft.state, counter) * POINT
        for name in tuple(all_of(draft.state, counter)):
            _charge(draft, name, allowance, -halves)


def _charge(draft: Draft[Campaign], name: str, allowance: int, halves: int) -> None:
    unit = draft.state.units[name]
    points = _over(unit.spent + halves, allowance) - _over(unit.spent, allowance)
    forced = unit.forced + halves if _is_enemys_part(draft.state, name) else unit.forced
    cohesion = unit.cohesion - points
    if points > 0 and name in draft.state.replacements:
        cohesion = min(cohesion, SPENT_FORCE)  # [20.42] whatever made them exceed it
    mark(draft, name, spent=unit.spent + halves, forced=forced, cohesion=cohesion)


def _is_enemys_part(state: Campaign, name: str) -> bool:
    """[8.17] Whether the enemy is moving and fighting; before the parts of the two players there is no cycle."""
    return state.cycle > 0 and side_of(name) != state.phasing


def _over(spent: int, allowance: int) -> int:
    """[6.21] Whole Capability Points over the Allowance."""
    return max(0, (spent - allowance) // POINT)


def spent(state: Campaign, counter: str) -> int:
    """[6.14] Half points used this Operations Stage by the unit of the counter that used most."""
    units = state.units
    return max([units[name].spent for name in all_of(state, counter)])


def left(state: Campaign, counter: str) -> int:
    """[6.13] Half points until the Allowance is passed; less than nothing when it has been."""
    return cpa(state, counter) * POINT - spent(state, counter)


# What may be spent by choice [6.26, 8.17, 17.33, 18.23, 18.24]


def voluntary_left(state: Campaign, counter: str) -> int | None:
    """Half points that the counter may still spend by its owner's choice; None for as many as he likes."""
    names = all_of(state, counter)
    limit = _limit(state, counter, names)
    return None if limit is None else max(0, limit - _counted(state, names))


def _counted(state: Campaign, names: Sequence[str]) -> int:
    """[8.17, 18.23, 18.24] What counts against the limit: of units on foot only what they spent in their own part, of
    those released from the Reserve all that they spent in the Operations Stage."""
    units = [state.units[name] for name in names]
    if any(unit.released for unit in units):
        return max(unit.spent for unit in units)
    return max(unit.spent - unit.forced for unit in units)


def _limit(state: Campaign, counter: str, names: Sequence[str]) -> int | None:
    """For these units of a counter."""
    if any(state.units[name].cohesion <= SPENT_FORCE or state.units[name].school for name in names):
        return 0
    released = max(state.units[name].released for name in names)
    allowance = cpa(state, counter)
    if released == 2:
        return allowance // 2 * POINT
    if released == 1 or counter in state.replacements or counter in state.squadrons:  # [20.42, 22.63]
        return allowance * POINT
    base = base_cpa(state, counter)
    return base * 3 * POINT // 2 if base <= TRUCKLESS else None


def may_spend_voluntarily(state: Campaign, counter: str, halves: int) -> bool:
    limit = voluntary_left(state, counter)
    return limit is None or halves <= limit


def check_spending(state: Campaign, counter: str, halves: int) -> None:
    """Refuse what the owner may not choose to spend, with the case that forbids it."""
    if not may_spend_voluntarily(state, counter, halves):
        raise _too_much(state, counter, all_of(state, counter))


def check_spending_alone(state: Campaign, name: str, halves: int) -> None:
    """[19.41, 19.43] The same for what a unit pays by itself, whatever has become of those attached to it."""
    limit = _limit(state, name, (name,))
    if limit is not None and _counted(state, (name,)) + halves > limit:
        raise _too_much(state, name, (name,))


def _too_much(state: Campaign, counter: str, names: Sequence[str]) -> Refusal:
    if any(state.units[name].cohesion <= SPENT_FORCE for name in names):
        return Refusal("6.26", f"{counter} has lost all cohesion and can do nothing")
    if any(state.units[name].school for name in names):
        return Refusal("17.33", f"{counter} is in training this Operations Stage")
    released = max(state.units[name].released for name in names)
    if released == 2:
        return Refusal("18.24", f"{counter} was released from Reserve II and may spend only half its Allowance")
    if released == 1:
        return Refusal("18.23", f"{counter} was released from Reserve I and may not exceed its Allowance")
    if counter in state.squadrons:
        return Refusal("22.63", f"{counter} never exceeds its Allowance by choice")
    if counter in state.replacements:
        return Refusal("20.42", f"{counter} consists of Replacement Points, which never exceed their Allowance")
    return Refusal("8.17", f"{counter} is on foot and may not spend more than one and a half times its Allowance")


# Cohesion [6.22, 6.23, 6.24]


def disorganise(draft: Draft[Campaign], units: Iterable[str], points: int) -> None:
    """[6.22] Disorganization Points for these very units."""
    for name in units:
        mark(draft, name, cohesion=draft.state.units[name].cohesion - points)


def reorganise(draft: Draft[Campaign], units: Iterable[str], points: int) -> None:
    """[6.23] Reorganization Points for these very units, up to plus ten."""
    for name in units:
        level = draft.state.units[name].cohesion
        mark(draft, name, cohesion=max(level, min(BEST, level + points)))


def riders(state: Campaign) -> frozenset[str]:
    """[8.73] Units that have gone by rail in this Operations Stage, who earn no Reorganization Points in it."""
    gone = (entry.partition(" ")[2] for entry in state.railed)
    return frozenset(name for counter in gone if counter in state.units for name in all_of(state, counter))


def rest(draft: Draft[Campaign]) -> None:
    """[6.24] At the end of an Operations Stage whoever spent nothing recovers, up to zero, unless he went by rail
    [8.73] or is in Training [17.34]."""
    rode = riders(draft.state)
    for name, unit in draft.state.units.items():
        if unit.cohesion >= 0 or unit.spent or unit.school or unit.at in OUT_OF_PLAY or name in rode:
            continue
        mark(draft, name, cohesion=min(0, unit.cohesion + REST))


def is_spent_force(state: Campaign, name: str) -> bool:
    """[6.26]"""
    return state.units[name].cohesion <= SPENT_FORCE


# The level of several units [6.27, 6.28, 6.29]


def level(state: Campaign, counters: Iterable[str]) -> int:
    """[6.27] Of counters that fight together: that of the largest, the mean of the largest if there are several."""
    return _mean([(size(state, counter), _level(state, counter)) for counter in counters])


def _level(state: Campaign, counter: str) -> int:
    """[6.28] Of a Parent Formation: the largest units in it prevail."""
    parts = state.parts.get(counter, ())
    if not parts:
        return state.units[counter].cohesion
    return _mean([(size(state, part), _level(state, part)) for part in parts])


def _mean(levels: list[tuple[int, int]]) -> int:
    """[6.27] Rounded to the nearest whole number."""
    largest = max(points for points, _ in levels)
    found = [level for points, level in levels if points == largest]
    return floor(sum(found) / len(found) + 0.5)
