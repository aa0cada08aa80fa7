"""[3] Combat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from sandtable.core.frames import Decision, Draft
from sandtable.core.tables import OddsTable, load
from sandtable.core.values import Action, Refusal
from sandtable.template import actions
from sandtable.template.actions import Attack, Done
from sandtable.template.map import board
from sandtable.template.state import Outpost, counters, eliminate, enemy_of, place


@cache
def results() -> OddsTable:
    return load(__package__, "combat.toml", OddsTable)


def odds(units: Sequence[str], target: str) -> str:
    """[3] The column: strengths divided, rounded in the defender's favour, from 1-2 to 3-1."""
    attack = sum(counters()[name].strength for name in units)
    ratio = attack // counters()[target].strength
    return "1-2" if ratio == 0 else f"{min(ratio, 3)}-1"


class Combat(Decision[Outpost], frozen=True):
    """Each unit attacks once. Attacks by one unit are listed; several may attack together."""

    exhaustive: ClassVar[bool] = False
    side: str
    fought: tuple[str, ...] = ()

    def prompt(self, state: Outpost) -> str:
        return "Attack adjacent enemies, then end the phase"

    def actions(self, state: Outpost, side: str) -> Sequence[Action]:
        ready = [name for name in state.on_map(side) if name not in self.fought]
        attacks = [Attack(target, (name,)) for name in ready for target in _adjacent_enemies(state, name)]
        return [*attacks, Done()]

    def check(self, state: Outpost, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if not isinstance(action, Attack):
            raise Refusal("3", "this is the combat phase")
        if len(set(action.units)) != len(action.units):
            raise Refusal("3", "a unit is named twice")
        for name in action.units:
            if name not in state.on_map(side):
                raise Refusal("3", f"you have no unit {name} on the map")
            if name in self.fought:
                raise Refusal("3", f"{name} has already attacked")
            if action.target not in _adjacent_enemies(state, name):
                raise Refusal("3", f"{name} is not adjacent to {action.target}")

    def do(self, draft: Draft[Outpost], side: str, action: Action) -> None:
        if not isinstance(action, Attack):
            draft.pop()
            return
        draft.swap(Combat(self.side, (*self.fought, *action.units)))
        column = odds(action.units, action.target)
        result = results().result(column, draft.roll("combat"))
        draft.note("attack", target=action.target, odds=column, result=result)
        if result == "DE":
            eliminate(draft, action.target)
        elif result == "AE":
            for name in action.units:
                eliminate(draft, name)
        elif result == "DR":
            open_retreat(draft, action.target)


def _adjacent_enemies(state: Outpost, name: str) -> list[str]:
    near = (state.stands.get(at) for at in board().adjacent[state.units[name]])
    return [other for other in near if other and counters()[other].side != counters()[name].side]


# Retreat [3.1]


def open_retreat(draft: Draft[Outpost], name: str) -> None:
    """[3.1] The owner chooses the hex; where there is none the unit is eliminated."""
    if _open_hexes(draft.state, name):
        draft.push(RetreatAfterCombat(enemy_of(draft.state.phasing), name))
    else:
        eliminate(draft, name)


class RetreatAfterCombat(Decision[Outpost], frozen=True):
    side: str
    unit: str

    def prompt(self, state: Outpost) -> str:
        return f"{self.unit} must retreat one hex"

    def actions(self, state: Outpost, side: str) -> Sequence[Action]:
        return [actions.Retreat(self.unit, board().name(at)) for at in _open_hexes(state, self.unit)]

    def check(self, state: Outpost, side: str, action: Action) -> None:
        if not isinstance(action, actions.Retreat) or action.unit != self.unit:
            raise Refusal("3.1", f"{self.unit} must retreat first")
        if action.to not in board().index or board().hex(action.to) not in _open_hexes(state, self.unit):
            raise Refusal("3.1", f"{self.unit} cannot retreat to {action.to}")

    def do(self, draft: Draft[Outpost], side: str, action: Action) -> None:
        assert isinstance(action, actions.Retreat)
        draft.pop()
        place(draft, action.unit, board().hex(action.to))


def _open_hexes(state: Outpost, name: str) -> list[int]:
    zone = state.zones[counters()[name].side]
    return [at for at in board().adjacent[state.units[name]] if at not in state.stands and not zone[at]]
