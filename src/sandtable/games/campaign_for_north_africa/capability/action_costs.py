"""[6.3] What actions cost in Capability Points, counted in half points."""

import functools
from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from types import MappingProxyType

import msgspec

from sandtable.core.tables import load
from sandtable.games.campaign_for_north_africa.terrain_chart import POINT, Mobility, Owner, halves


class Action(msgspec.Struct, frozen=True):
    """What something costs, in half points."""

    cost: int
    terrain: bool  # the hex on top
    allowance: Fraction  # this share of the Capability Point Allowance on top
    refund: int  # to a defender whom the assault hardly touched
    charged_to: tuple[str, ...]

    def charge(self, allowance: int) -> int:
        """Without terrain, for a unit of this Capability Point Allowance; a share of it is rounded up."""
        return self.cost + POINT * ceil(self.allowance * allowance)


@functools.cache
def action(name: str) -> Action:
    """[6.3, 6.12] What an action costs. KeyError for one that nobody knows."""
    line = _costs().actions[name]
    return Action(halves(line.points), line.terrain, Fraction(line.allowance), halves(line.refund), line.charged_to)


def actions() -> tuple[str, ...]:
    """The names of all actions."""
    return tuple(_costs().actions)


def minefield_cost(owner: Owner, mobility: Mobility, engineers: bool, allowance: int) -> int:
    """[6.3, 26.21, 26.24] On top of the hex, for a unit of this Capability Point Allowance."""
    if owner == "friendly" and engineers:
        return action("enter_friendly_minefield_with_engineer").charge(allowance)
    return action(f"enter_{owner}_minefield_{mobility}{'_with_engineer' if engineers else ''}").charge(allowance)


@functools.cache
def cost_sources() -> Mapping[str, str]:
    return MappingProxyType({name: line.source for name, line in _costs().actions.items()})


# The shape of costs.toml.


class _Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: float
    source: str
    terrain: bool = False
    allowance: str = "0"
    refund: float = 0
    charged_to: tuple[str, ...] = ()


class _Costs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    actions: dict[str, _Action]


@functools.cache
def _costs() -> _Costs:
    return load(__package__, "costs.toml", _Costs)
