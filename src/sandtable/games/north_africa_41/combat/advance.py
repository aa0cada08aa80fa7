"""[14] Advance After Combat: the Breakthrough Group first, then the other units, each stack once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.listing import Listing, Made
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41.combat.advance_routes import Path, check_advance, empty_trucks, hexes_of, reach
from sandtable.games.north_africa_41.combat.advancers import advancers, check_company, engage
from sandtable.games.north_africa_41.combat.breakthrough import check_group, listed_groups, open_group
from sandtable.games.north_africa_41.combat.orders import Advance, Group
from sandtable.games.north_africa_41.ground.paths import places_of
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.results.battle import Battle
from sandtable.games.north_africa_41.results.march import March
from sandtable.games.north_africa_41.state import NorthAfrica, is_combat, is_mechanised


def open_advance(draft: Draft[NorthAfrica], battle: Battle) -> None:
    """[14.1] The attackers may advance; the defender's hex is vacated."""
    draft.push(AfterCombat(battle, advancers(draft.state, battle)))


class AfterCombat(Step[NorthAfrica], frozen=True):
    """[12.6, 15.2.1] Whoever may still advance, whether the defender retreated or fell; nobody is asked when nobody
    can."""

    battle: Battle
    waiting: tuple[str, ...]
    begun: bool = False  # [15.2.2] too late for a Breakthrough Group

    def run(self, draft: Draft[NorthAfrica]) -> None:
        waiting = tuple(name for name in self.waiting if draft.state.units[name].at >= 0)
        asking = Advancing(self.battle, waiting, self.begun)
        if asking.can_advance(draft.state) or asking.groups(draft.state):
            draft.swap(asking)
        else:
            draft.pop()


class Advancing(Decision[NorthAfrica], frozen=True):
    """[14.1, 14.3, 15.2.1] Advance units that stand together in any direction, name the Breakthrough Group, or stay."""

    exhaustive: ClassVar[bool] = False  # any units of a hex may go together, by any way
    battle: Battle
    waiting: tuple[str, ...]
    begun: bool = False

    def asked(self, state: NorthAfrica) -> tuple[str, ...]:
        return (self.battle.side,)

    def prompt(self, state: NorthAfrica) -> str:
        battle, where = self.battle, board().name(self.battle.at)
        if battle.limited:
            return f"The attackers may advance into {where}; `done` to stay."
        first = "" if self.begun else " Name a Breakthrough Group first, if you want one."
        length = plural(battle.allowance, "hex")
        return f"Choose units to advance after the combat at {where}, up to {length}.{first} `done` ends the advance."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return Listing[Action](self.advances(state), self.groups(state), [Done()])

    def advances(self, state: NorthAfrica) -> Sequence[Action]:
        return Listing[Action](*(_orders(names, self._ways(state, names)) for names in self._parties(state)))

    def can_advance(self, state: NorthAfrica) -> bool:
        """Whether anybody can advance at all."""
        return any(self._ways(state, names) for names in self._parties(state))

    def _ways(self, state: NorthAfrica, names: Sequence[str]) -> list[Path]:
        start = state.units[names[0]].at
        found = reach(state, self.battle, names, (start,), hexes_of(state, self.battle, names))
        return list(found.values())

    def _parties(self, state: NorthAfrica) -> Iterator[tuple[str, ...]]:
        """All fighting units of a hex, each by itself, those on foot with a Truck, and by option Trucks alone."""
        stacks: dict[int, list[str]] = {}
        for name in self.waiting:
            stacks.setdefault(state.units[name].at, []).append(name)
        for names in stacks.values():
            units = [name for name in names if is_combat(name)]
            if len(units) > 1:
                yield tuple(units)
            for name in units:
                yield (name,)
                if not is_mechanised(name):
                    yield from ((name, truck) for truck in empty_trucks(state, names)[:1])
            if state.option("tag-along"):
                yield from ((name,) for name in names if name not in units)

    def groups(self, state: NorthAfrica) -> Sequence[Action]:
        return [] if self.begun else listed_groups(state, self.battle, self.waiting)

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if isinstance(action, Advance):
            path = places_of(action.path, "14.1")
            check_company(state, action.units, self.waiting)
            for name in action.units:
                if state.units[name].at != path[0]:
                    raise Refusal("14.1", f"{name} is not at {action.path[0]}")
            check_advance(state, self.battle, action.units, path[:1], path, hexes_of(state, self.battle, action.units))
        elif isinstance(action, Group):
            if self.begun:
                raise Refusal("15.2.2", "the Breakthrough Group advances first, and there is only one")
            check_group(state, self.battle, self.waiting, action.units)
        elif not isinstance(action, Done):
            raise Refusal("14.1", "advance units, name a Breakthrough Group, or done")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        if not isinstance(action, Advance | Group):
            draft.pop()
            return
        left = tuple(name for name in self.waiting if name not in action.units)
        draft.swap(AfterCombat(self.battle, left, begun=True))  # [15.2.2]
        engage(draft, action.units)
        if isinstance(action, Group):
            open_group(draft, self.battle, action.units)
        else:
            draft.note("advanced", units=list(action.units), path=list(action.path), case="14.1")
            # [14.6] over Non-Combat Units as well
            draft.push(March(self.battle.side, action.units, places_of(action.path, "14.1")))


def _orders(names: tuple[str, ...], ways: Sequence[Path]) -> Sequence[Action]:
    return Made(ways, lambda path: Advance(names, tuple(board().name(at) for at in path)))
