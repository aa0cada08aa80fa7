"""[27.36, 27.41, 27.44] Units come upon a desert raider: they may look for it, and it may slip away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import ClassVar

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import evenly_spaced
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.capability.action_costs import action as cost_of
from sandtable.games.campaign_for_north_africa.capability.cohesion import check_spending, spend
from sandtable.games.campaign_for_north_africa.ground.zones import named_way
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.units import is_combat
from sandtable.games.campaign_for_north_africa.raiders.orders import Prowl, Spot
from sandtable.games.campaign_for_north_africa.raiders.prowling import (
    ENDS,
    Way,
    challenge,
    follow,
    go,
    has_fuel,
    own_raider,
    points_left,
    quiet_reach,
    raiders_at,
    show,
)
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of


def lairs(state: Campaign, side: str) -> frozenset[int]:
    """[27.41] The hexes in which a side has desert raiders."""
    return frozenset(each.at for each in state.raiders.values() if each.side == side)


def come_upon_raiders(draft: Draft[Campaign], side: Side, counters: Sequence[str], hex: int) -> None:
    """[27.41, 27.43, 27.44] Combat units have entered a hex with a raider, which is announced; they may look for it."""
    for name in raiders_at(draft.state, hex, enemy_of(side)):
        show(draft, name)
        seekers = tuple(each for each in counters if is_combat(draft.state, each))
        encounter = Encounter(side, seekers, name)
        if next(encounter.seekers(draft.state), None) is not None:
            draft.push(encounter)


class Encounter(Decision[Campaign], frozen=True):
    """[27.44] Whether one of the units that have come upon a raider looks for it."""

    side: Side
    units: tuple[str, ...]
    raider: str

    def prompt(self, state: Campaign) -> str:
        return f"A desert raider is at {board().name(state.raiders[self.raider].at)}: look for it, or leave it alone."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        return [Done(), *map(Spot, self.seekers(state))]

    def seekers(self, state: Campaign) -> Iterator[str]:
        for name in self.units:
            try:
                self._check_spot(state, name)
            except Refusal:
                continue
            yield name

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Spot):
            raise Refusal("27.44", "spot the desert raider with one of your units, or: done")
        self._check_spot(state, action.name)

    def _check_spot(self, state: Campaign, name: str) -> None:
        if name not in self.units:
            raise Refusal("27.44", f"{name} has not come upon the raider")
        if name in state.seekers:
            raise Refusal("27.44", f"{name} has already looked for a raider in this Operations Stage")
        check_spending(state, name, cost_of("spot_desert_raider").cost)

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        draft.pop()
        if not isinstance(action, Spot):
            return
        spend(draft, (action.name,), cost_of("spot_desert_raider").cost)
        draft.change(seekers=(*draft.state.seekers, action.name))
        if not challenge(draft, self.raider):
            open_getaway(draft, self.raider, points_left(draft.state.raiders[self.raider]))


# Reaction [27.36]


def open_getaway(draft: Draft[Campaign], name: str, points: int) -> None:
    """[27.36, 27.59] If it can go anywhere."""
    raider = draft.state.raiders[name]
    points = min(points, points_left(raider))
    if points and has_fuel(draft.state, raider):
        draft.push(Getaway(raider.side, name, points))


class Getaway(Decision[Campaign], frozen=True):
    """[27.36, 27.59] A raider that was looked for, or has raided a convoy, may make off."""

    side: Side
    raider: str
    points: int  # half points that it may spend
    exhaustive: ClassVar[bool] = False
    secret: ClassVar[bool] = True

    def prompt(self, state: Campaign) -> str:
        return "The desert raider may make off; `done` keeps it where it is."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        raider = state.raiders[self.raider]
        ways = quiet_reach(state, raider, self.points)
        goals = evenly_spaced(ways.hexes, ENDS, state.count)
        return list(chain((Done(),), (Prowl(self.raider, named_way(ways, raider.at, goal)) for goal in goals)))

    def way(self, state: Campaign, action: Prowl) -> Way:
        if action.unit != self.raider:
            raise Refusal("27.36", f"it is {self.raider} that may make off")
        raider = own_raider(state, self.side, self.raider)
        return follow(state, raider, self.raider, action.path, self.points)

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Prowl):
            raise Refusal("27.36", "move the raider away, or: done")
        self.way(state, action)

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Prowl):
            go(draft, self.raider, self.way(draft.state, action).path)
