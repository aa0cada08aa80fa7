"""[15.1] Reaction movement: the defender hurries other units to a hex under attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from sandtable.core.frames import NEVER, Decision, Draft
from sandtable.core.listing import Listing
from sandtable.core.values import Action, Refusal, may
from sandtable.games.panzerarmee_afrika.combat.orders import React
from sandtable.games.panzerarmee_afrika.factors.losses import hex_names
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement.reach import reach
from sandtable.games.panzerarmee_afrika.order_forms import Done
from sandtable.games.panzerarmee_afrika.pieces.counters import Side, counters
from sandtable.games.panzerarmee_afrika.pieces.tables import limits, reacts
from sandtable.games.panzerarmee_afrika.pieces.zones import in_enemy_zone
from sandtable.games.panzerarmee_afrika.state import (
    PanzerarmeeAfrika,
    Trek,
    is_italian_infantry,
    place,
    role_of,
    room_in,
    side_of,
)


def allowance(name: str) -> int:
    """[15.1] The movement factors a unit may spend."""
    counter = counters()[name]
    swift = counter.category == "armoured" and counter.nation != "IT"
    return limits().reaction_armoured if swift else limits().reaction_other


def offer_reaction(draft: Draft[PanzerarmeeAfrika], frame: Reaction) -> None:
    """Ask only if somebody can come."""
    if next(frame.choices(draft.state), None) is not None:
        draft.push(frame)


class Reaction(Decision[PanzerarmeeAfrika], frozen=True):
    """[15.1] Just before a combat is resolved, unit by unit, each on its own roll."""

    side: Side  # the defender
    hexes: tuple[int, ...]  # under attack in this combat
    attacked: tuple[int, ...]  # every hex attacked in this phase
    tried: tuple[str, ...] = ()  # for this combat, in vain or not

    def prompt(self, state: PanzerarmeeAfrika) -> str:
        return f"{hex_names(self.hexes)} is under attack: send units by reaction movement, or `done`."

    def interrupt(self, state: PanzerarmeeAfrika, side: str) -> str:
        return "reaction"

    def settled(self, state: PanzerarmeeAfrika, side: str, choice: str) -> Action | None:
        return Done() if choice == NEVER else None

    def choices(self, state: PanzerarmeeAfrika) -> Iterator[React]:
        for goal in self.hexes:
            for at, names in state.layout.stands[self.side].items():
                if board().distance(at, goal) > limits().reaction_armoured:
                    continue
                for name in names:
                    action = React(name, board().name(goal))
                    if may(self.check, state, self.side, action):
                        yield action

    def actions(self, state: PanzerarmeeAfrika, side: str) -> Sequence[Action]:
        return Listing[Action](list(self.choices(state)), [Done()])

    def check(self, state: PanzerarmeeAfrika, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, React):
            raise Refusal("15.1", "the defender may react: react with units, or done")
        goal = board().index.get(action.at, -1)
        if goal not in self.hexes:
            raise Refusal("15.1", f"{action.at} is not under attack in this combat")
        self._check_unit(state, action.name)
        if len(state.at(goal, self.side)) >= room_in(goal):
            raise Refusal("4", f"{action.at} is full")
        self._check_way(state, action.name, goal)

    def _check_unit(self, state: PanzerarmeeAfrika, name: str) -> None:
        unit = state.units.get(name)
        if unit is None or side_of(name) != self.side or role_of(name) != "unit" or unit.at < 0:
            raise Refusal("15.1", f"{name} is not a regular unit of yours on the map")
        if unit.out or unit.dismounted:
            raise Refusal("15.1", f"{name} is out of supply and cannot react")
        if unit.adrift:
            raise Refusal("15.1", f"{name} is out of command and cannot react")
        if is_italian_infantry(counters()[name]):
            raise Refusal("15.1", f"{name} is Italian infantry and cannot react")
        if name in state.treks:
            raise Refusal("15.1", f"{name} has already made its reaction move this phase")
        if name in self.tried:
            raise Refusal("15.1", f"{name} has already tried to reach this combat")
        if unit.at in self.attacked:
            raise Refusal("15.1", f"{name} is under attack itself")
        if in_enemy_zone(state, self.side, unit.at):
            raise Refusal("15.1", f"{name} is in an enemy zone")

    def _check_way(self, state: PanzerarmeeAfrika, name: str, goal: int) -> None:
        found = reach(state, (name,))
        if goal not in found:
            raise Refusal("15.1", f"{name} cannot move to {board().name(goal)}")
        if found.points(goal) > allowance(name):
            why = f"{board().name(goal)} is {found.points(goal)} MF from {name}, which may spend {allowance(name)}"
            raise Refusal("15.1", why)

    def do(self, draft: Draft[PanzerarmeeAfrika], side: str, action: Action) -> None:
        draft.pop()
        if isinstance(action, Done):
            return
        assert isinstance(action, React)
        name, goal = action.name, board().index[action.at]
        path, spent = reach(draft.state, (name,)).path(goal), reach(draft.state, (name,)).points(goal)
        came = reacts(self.side, draft.roll(f"reaction of {name} to {action.at}", by=self.side))
        if came:
            draft.amend("treks", name, Trek(path[0], spent, halted=True))
            place(draft, name, goal)
        draft.note("reacted", unit=name, path=[board().name(at) for at in path], success=came, case="15.1")
        offer_reaction(draft, replace(self, tried=(*self.tried, name)))
