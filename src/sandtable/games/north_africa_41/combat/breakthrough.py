"""[15] Breakthrough Combat: one group of the attackers goes on and attacks again during its advance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Listing, Made
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal, may
from sandtable.games.north_africa_41.combat.advance_routes import (
    are_carried,
    check_advance,
    empty_trucks,
    ground_refusal,
    has_room,
    hexes_of,
    hexes_of_each,
    price_of,
    reach,
    step_refusal,
)
from sandtable.games.north_africa_41.combat.advancers import by_formation, check_company, is_one_formation
from sandtable.games.north_africa_41.combat.attacks import (
    battle_of,
    call_comando,
    check_command,
    may_mix,
    open_breakthrough,
    received_replacement,
)
from sandtable.games.north_africa_41.combat.orders import Advance, Break, Drop, Group
from sandtable.games.north_africa_41.combat.strength import nations_of, weigh_best
from sandtable.games.north_africa_41.ground.paths import places_of
from sandtable.games.north_africa_41.ground.routes import steps_from
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.pieces.stacking import fits
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.results.battle import Awaiting, Battle
from sandtable.games.north_africa_41.results.march import March
from sandtable.games.north_africa_41.results.tables import LOWEST, odds_name
from sandtable.games.north_africa_41.state import NorthAfrica, face_of, is_combat, is_mechanised

# --- the group


def check_group(state: NorthAfrica, battle: Battle, waiting: Sequence[str], units: Sequence[str]) -> None:
    """[15.1, 15.2.3, 15.2.4]"""
    if battle.allowance < limits().breakthrough_advance:
        raise Refusal(
            "15.1", f"Breakthrough Combat needs an advance of {plural(limits().breakthrough_advance, 'hex')} or more"
        )
    check_company(state, units, waiting)
    fighters = [name for name in units if is_combat(name)]
    if not fighters:
        raise Refusal("15.2.3", "a Breakthrough Group needs a Combat Unit")
    if not are_carried(state, units):
        raise Refusal("15.2.3", "every unit in a Breakthrough Group must be Mechanised or carried by a Truck")
    if not fits(state, units):
        raise Refusal("15.2.3", f"a group may have at most {plural(limits().stacking, 'Stacking Point')}")
    if not is_one_formation(fighters):
        raise Refusal("15.2.3", "all but one Attached Unit must belong to the same Formation")
    mixed = battle.side == "axis" and len(nations_of(fighters)) > 1
    if mixed and not may_mix(state) and not state.option("tag-along"):
        raise Refusal("15.2.3", "Germans and Italians may form a group only with Comando Supremo")
    _check_gathering(state, battle, units)


def _check_gathering(state: NorthAfrica, battle: Battle, units: Sequence[str]) -> None:
    """[15.2.4] Units from several hexes gather in the defender's vacated hex."""
    stacks = stacks_of(state, units)
    if len(stacks) == 1:
        return
    for at, names in stacks.items():
        refused = step_refusal(state, battle, names, (at,), battle.at)
        if refused is not None:
            raise refused
    where = board().name(battle.at)
    if not has_room(state, units, battle.at):
        raise Refusal("14.1", f"{where} would be overstacked")


def stacks_of(state: NorthAfrica, units: Sequence[str]) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for name in units:
        found[state.units[name].at] = (*found.get(state.units[name].at, ()), name)
    return found


def listed_groups(state: NorthAfrica, battle: Battle, waiting: Sequence[str]) -> list[Action]:
    """The stack of each hex and all together, whole or by Formation, with Trucks for those on foot."""
    if battle.allowance < limits().breakthrough_advance:
        return []
    found = dict.fromkeys(_possible_groups(state, waiting))
    return [Group(units) for units in found if may(check_group, state, battle, waiting, units)]


def _possible_groups(state: NorthAfrica, waiting: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for names in (*stacks_of(state, waiting).values(), tuple(waiting)):
        fighters = tuple(name for name in names if is_combat(name))
        for units in (fighters, *by_formation(fighters)):
            walkers = [name for name in units if not is_mechanised(name)]
            yield (*units, *empty_trucks(state, names)[: len(walkers)])
            if walkers:
                yield tuple(name for name in units if is_mechanised(name))


def open_group(draft: Draft[NorthAfrica], battle: Battle, units: Sequence[str]) -> None:
    """[15.2.1, 15.2.4] The group sets out from where it stands, or gathers first for one hex of its advance."""
    stacks = stacks_of(draft.state, units)
    draft.note("grouped", units=list(units), at=[board().name(at) for at in stacks], case="15.2.2")
    first = next(iter(stacks))
    if len(stacks) == 1:
        draft.push(BreakthroughGroup(battle=battle, units=tuple(units), trail=(first,)))
        return
    draft.push(BreakthroughGroup(battle=battle, units=tuple(units), trail=(first, battle.at), spent=1))
    for at, names in stacks.items():
        draft.push(March(battle.side, names, (at, battle.at)))


class BreakthroughGroup(Awaiting, frozen=True, kw_only=True):
    """[15.2.2] The group on its advance, between one thing it does and the next."""

    battle: Battle  # the attack that began the advance
    units: tuple[str, ...]
    trail: tuple[int, ...]  # hexes of the advance so far, the one where it began first
    spent: int = 0  # [15.2.6] hexes of the allowance
    target: int | None = None  # the hex it is attacking
    opened: int | None = None  # [15.2.10] the hex it has just cleared
    halting: bool = False  # [14.2.2] after a Limited Advance nothing but that hex is left

    @property
    def at(self) -> int:
        return self.trail[-1]

    def run(self, draft: Draft[NorthAfrica]) -> None:
        here = replace(self, units=tuple(name for name in self.units if draft.state.units[name].at == self.at))
        if self.target is not None:
            here = here.concluded(self.outcome)
        if here.can_go_on(draft.state):
            draft.swap(Exploiting(here))
        else:
            draft.pop()

    def can_go_on(self, state: NorthAfrica) -> bool:
        """[15.2.7] Whether there is anything left to do, perhaps without those who have come as far as they may."""
        hexes = hexes_of_each(state, self.battle, self.units)
        fast = tuple(name for name in self.units if hexes[name] > self.spent)
        possible = [units for units in dict.fromkeys((self.units, fast)) if any(map(is_combat, units))]
        asking = [Exploiting(replace(self, units=units)) for units in possible]
        return any(each.ways(state) or each.targets(state) for each in asking)

    def concluded(self, outcome: Battle | None) -> BreakthroughGroup:
        """[15.2.9, 15.2.10] After a Breakthrough Combat: the end, or the hex that was cleared lies open."""
        if outcome is None or not outcome.allowance:
            return replace(self, units=())
        return replace(self, target=None, outcome=None, opened=self.target, halting=outcome.limited)

    def hexes_left(self, state: NorthAfrica) -> int:
        """[14.2.1, 15.2.11] What is left of the allowance to the slowest of the group."""
        return 0 if self.halting else max(0, hexes_of(state, self.battle, self.units) - self.spent)


class Exploiting(Decision[NorthAfrica], frozen=True):
    """[15.2.6, 15.2.10, 15.2.13] The group advances, attacks, drops units off, or ends its advance."""

    exhaustive: ClassVar[bool] = False  # any units may be dropped off together, and any way may be taken
    group: BreakthroughGroup

    def asked(self, state: NorthAfrica) -> tuple[str, ...]:
        return (self.group.battle.side,)

    def prompt(self, state: NorthAfrica) -> str:
        group = self.group
        where, left = board().name(group.at), group.hexes_left(state)
        hexes = plural(left, "hex")
        text = f"The Breakthrough Group is at {where} with {hexes} left: advance, break through again (`break`),"
        text += " leave units behind (`drop`), or `done`."
        if group.opened is not None:
            text += f" {board().name(group.opened)} may be entered free."
        return text

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        drops = [Drop((name,)) for name in self.group.units if may(self._check_drop, state, (name,))]
        return Listing[Action](self.ways(state), self.targets(state), drops, [Done()])

    def ways(self, state: NorthAfrica) -> Sequence[Action]:
        group = self.group
        found = reach(state, group.battle, group.units, group.trail, group.hexes_left(state), group.opened)
        return Made(list(found.values()), lambda path: Advance(group.units, tuple(board().name(at) for at in path)))

    def targets(self, state: NorthAfrica) -> list[Action]:
        near = [at for at in steps_from(self.group.at) if at >= 0]
        return [Break(board().name(at)) for at in near if may(check_break, state, self.group, at)]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        group = self.group
        if isinstance(action, Advance):
            if sorted(action.units) != sorted(group.units):
                raise Refusal(
                    "15.2.2", f"the whole group advances: {', '.join(group.units)}; drop any that are to stay"
                )
            path = places_of(action.path, "14.1")
            hexes = group.hexes_left(state)
            check_advance(state, group.battle, group.units, group.trail, path, hexes, group.opened)
        elif isinstance(action, Break):
            check_break(state, group, _read(action))
        elif isinstance(action, Drop):
            self._check_drop(state, action.units)
        elif not isinstance(action, Done):
            raise Refusal("15.2.2", "the Breakthrough Group completes its advance first")

    def _check_drop(self, state: NorthAfrica, units: Sequence[str]) -> None:
        """[15.2.13]"""
        left = [name for name in self.group.units if name not in units]
        if len(left) + len(set(units)) != len(self.group.units) or len(set(units)) < len(units):
            raise Refusal("15.2.13", f"drop units of the group: {', '.join(self.group.units)}")
        if not any(map(is_combat, left)):
            raise Refusal("15.2.13", "a Combat Unit must remain in the group; `done` ends the advance")
        if not are_carried(state, left):
            raise Refusal("15.2.3", "the rest of the group needs a Truck for each unit on foot")

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        group = self.group
        if isinstance(action, Advance):
            path = places_of(action.path, "14.1")
            spent = group.spent + price_of(path, group.opened)
            draft.swap(replace(group, trail=(*group.trail, *path[1:]), spent=spent, opened=None))
            draft.note("advanced", units=list(group.units), path=list(action.path), case="15.2.1")
            draft.push(March(group.battle.side, group.units, path))
        elif isinstance(action, Break):
            at = _read(action)
            draft.swap(replace(group, spent=group.spent + 1, target=at, opened=None))
            call_comando(draft, fighters_of(draft.state, group))
            open_breakthrough(draft, group.battle, fighters_of(draft.state, group), at)
        elif isinstance(action, Drop):
            draft.note("dropped", units=list(action.units), at=board().name(group.at), case="15.2.13")
            draft.swap(replace(group, units=tuple(name for name in group.units if name not in action.units)))
        else:
            draft.pop()


def _read(action: Break) -> int:
    return board().named_hex(action.at, "15.2.7")


def fighters_of(state: NorthAfrica, group: BreakthroughGroup) -> tuple[str, ...]:
    """The units of a group that attack: all but ASUs and Non-Combat Units."""
    return tuple(name for name in group.units if is_combat(name) and face_of(state, name).attack > 0)


def check_break(state: NorthAfrica, group: BreakthroughGroup, at: int) -> None:
    """[15.2.6, 15.2.7, 15.2.8]"""
    battle, where = group.battle, board().name(at)
    if len(group.trail) == 1:
        raise Refusal("15.2.7", "the group may attack only enemies it has moved next to")
    if not state.at(at, battle.foe):
        raise Refusal("15.2.7", f"no enemy Combat Unit is at {where}")
    refused = ground_refusal(battle, group.units, group.trail, at)
    if refused is not None:
        raise Refusal("15.2.7", f"the group may not advance into {where}: {refused.why}")
    if group.hexes_left(state) < 1:
        raise Refusal("15.2.6", "Breakthrough Combat costs a hex, and none is left")
    if received_replacement(state, battle.side, group.at):
        raise Refusal("19.5", f"a Replacement was received at {board().name(group.at)}: no unit may attack from there")
    fighters = fighters_of(state, group)
    if not fighters:
        raise Refusal("15.2.8", "no unit in the group has Attack Strength")
    check_command(state, battle.side, fighters)
    assault = battle_of(state, battle.side, fighters, at, "breakthrough")
    odds = weigh_best(state, replace(assault, supplied=battle.supplied))
    if odds.place < LOWEST:
        raise Refusal("8.8.3", f"odds of {odds_name(odds.place)} are not allowed")
