"""[17.2, 15.6] Morale at the instant of a Close Assault: the largest units' Basic Morale, and their cohesion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import floor

from sandtable.core.frames import Draft
from sandtable.core.values import Explanation, Value
from sandtable.games.campaign_for_north_africa.capability import cohesion
from sandtable.games.campaign_for_north_africa.capability.morale_tables import morale_modifier
from sandtable.games.campaign_for_north_africa.dice import code
from sandtable.games.campaign_for_north_africa.pieces.counters import GUN_KINDS, Side, counters
from sandtable.games.campaign_for_north_africa.pieces.units import size
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of, toe_of, top_of

BEST, WORST = 3, -3  # [17.23]
STEADY = 1  # [17.26] the Basic Morale that ignores surrender
UNSTEADY = -4  # [17.26] what it counts for instead
BROKEN = -11  # [17.26] the Cohesion Level at which it does not
OVERWHELMED = 3  # [17.26] times the strength


class Morale(Value, frozen=True):
    """What a side's morale came to."""

    basic: int
    cohesion: int
    code: int
    modifier: int
    rommel: int
    adjusted: int
    surrendered: bool

    def explain(self, side: str) -> Explanation:
        parts = [
            Explanation(f"Basic Morale {self.basic:+}", "15.63"),
            Explanation(f"Cohesion Level {self.cohesion:+}, dice {self.code}: {self.modifier:+}", "17.22"),
        ]
        if self.rommel:
            parts.append(Explanation(f"General Rommel {self.rommel:+}", "17.28"))
        return Explanation(f"{side}: Adjusted Morale {self.adjusted:+}", "17.2", tuple(parts))


# Who stands for a side


def represented(state: Campaign, committed: Mapping[str, int]) -> tuple[str, ...]:
    """[15.52, 15.55] The formations and units that take part, by the points committed of each unit: a formation counts
    as a whole when half its points or more take part, guns apart, else its parts by themselves."""
    tops = dict.fromkeys(top_of(state, name) for name, points in committed.items() if points)
    return tuple(name for top in tops for name in _represented(state, top, committed)) or tuple(tops)


def _represented(state: Campaign, node: str, committed: Mapping[str, int]) -> Iterator[str]:
    parts = state.parts.get(node, ())
    names = tuple(all_of(state, node))
    if not any(committed.get(name) for name in names):
        return
    fighting = [name for name in names if counters()[name].kind not in GUN_KINDS]
    here = sum(committed.get(name, 0) for name in fighting)
    if not parts or (here and 2 * here >= sum(toe_of(state, name) for name in fighting)):
        yield node
        return
    for part in parts:
        yield from _represented(state, part, committed)


def largest(state: Campaign, names: Iterable[str]) -> tuple[str, ...]:
    """[6.27, 15.52, 15.63]"""
    names = tuple(names)
    most = max((size(state, name) for name in names), default=0)
    return tuple(name for name in names if size(state, name) == most)


# Basic Morale [17.1]


def basic_morale(state: Campaign, names: Iterable[str]) -> int:
    """[15.63, 6.27] Of the largest; of several the mean, to the nearest whole number."""
    found = [_basic(state, name) for name in largest(state, names)]
    return floor(sum(found) / len(found) + 0.5) if found else 0


def _basic(state: Campaign, name: str) -> int:
    """[17.1] A headquarters without a rating of its own has that of its units."""
    parts = state.parts.get(name, ())
    if counters()[name].morale is None:
        return basic_morale(state, parts)
    return state.units[name].morale


# The adjustment [17.2]


def adjusted(basic: int, modifier: int, rommel: int) -> int:
    """[17.23, 17.28] Never beyond three either way, except for Rommel."""
    return min(BEST, max(WORST, basic + modifier)) + rommel


def is_overwhelmed(own_raw: int, enemy_raw: int) -> bool:
    """[17.26] Whether the enemy has three times the strength."""
    return enemy_raw > 0 and enemy_raw >= OVERWHELMED * own_raw


def determine(draft: Draft[Campaign], state: Campaign, side: Side, names: Sequence[str], overwhelmed: bool) -> Morale:
    """[17.21, 17.22, 17.25, 17.26, 17.27] Throw the dice for a side, as it stands at the instant of the assault."""
    basic, level = basic_morale(state, names), cohesion.level(state, names)
    reading = code(*(draft.roll(f"morale of the {side}", by=side) for _ in range(2)))
    found = morale_modifier(level, reading)
    steady = basic >= STEADY and level > BROKEN and not overwhelmed
    modifier = UNSTEADY if found == "surrender" else found
    rommel = rommel_bonus(state, names)
    return Morale(
        basic,
        level,
        reading,
        modifier,
        rommel,
        adjusted(basic, modifier, rommel),
        surrendered=found == "surrender" and not steady,
    )


def rommel_bonus(state: Campaign, names: Iterable[str]) -> int:
    """[17.28, 31.0] One for Axis units with whom General Rommel is; the largest decide, as for all morale."""
    return int(any(state.units[name].at == state.rommel for name in largest(state, names)))
