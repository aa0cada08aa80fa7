"""The position: units, the chit cup, the active formation, the air pools, and the verbs that change them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.values import Value
from sandtable.games.tobruk.map import board, tobruk
from sandtable.games.tobruk.pieces.counters import Counter, Strength, chits, counters
from sandtable.games.tobruk.pieces.tables import Edition, limits, scenarios, victory
from sandtable.kit.layout import Following, Gathered, by_place

SIDES = ("axis", "commonwealth")
NOUNS: Mapping[str, str] = {"axis": "the Axis", "commonwealth": "the Commonwealth"}  # in a sentence
DUE, TURN_TRACK, DEAD = (board().box(name) for name in ("due", "turn_track", "dead"))


def enemy_of(side: str) -> str:
    return "commonwealth" if side == "axis" else "axis"


class Unit(Value, frozen=True, gc=False):
    """Where a counter is and in what state. What the printed markers say is kept here and in the state [2.7]."""

    at: int  # a hex, or one of the boxes
    reduced: bool = False  # [2.3] on its back side
    unsupplied: int = 0  # [5.2] turns in a row without a supply path: 1 is low supply, 2 and more out of supply
    road: bool = False  # [9.2] bears a Road Movement marker
    due: int = 0  # the turn on which it enters [4.0], returns [4.1] or is recovered [12.0]


class Trek(Value, frozen=True):
    """What a unit has done of its move in this activation."""

    points: int = 0  # movement spent, in half points
    hexes: int = 0  # hexes entered
    halted: bool = False  # may move no further: an enemy zone [8.0] or a minefield [9.6]
    spared: int = 0  # [9.2] half points that the road rate spared in the last step


FRESH = Trek()


class Air(Value, frozen=True):
    """[2.5, 11.0] The air units of one side."""

    fighters: int = 0  # ready: allotted and not yet flown this turn
    support: int = 0
    lost_fighters: int = 0  # eliminated, for good [11.1]
    lost_support: int = 0

    @property
    def ready(self) -> int:
        return self.fighters + self.support

    @property
    def lost(self) -> int:
        return self.lost_fighters + self.lost_support


class Flight(Value, frozen=True):
    """[10.1] The air units of one side in a battle."""

    fighters: int = 0
    support: int = 0
    fought: bool = False  # its fighters were in a dogfight and give no cover [11.1]

    @property
    def size(self) -> int:
        return self.fighters + self.support


class Battle(Value, frozen=True):
    """[10.1] The attack that is being resolved."""

    target: int
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]  # everybody in the hex when the attack was declared, headquarters included
    overrun: tuple[str, ...] = ()  # [9.4] the attackers who attempt an overrun
    guns: tuple[str, ...] = ()  # [13.0] anti-tank guns that are still to fire
    hit: bool = False  # [13.0] one of them hit, so that the attack may be cancelled
    flights: dict[str, Flight] = {}  # by side
    artillery: int = 0
    result: str = ""  # as the Combat Results Table prints it

    def flight(self, side: str) -> Flight:
        return self.flights.get(side, Flight())


@cache
def _roles() -> dict[str, tuple[str, bool]]:
    return {counter.id: (counter.side, counter.is_combat) for counter in counters().values()}


@cache
def _sides() -> dict[str, str]:
    return {name: side for name, (side, _) in _roles().items()}


class Layout(Gathered[Unit, str]):
    """Who stands where, by sides."""

    def __init__(self, units: dict[str, Unit], former: Layout | None = None) -> None:
        self.forces: dict[str, list[str]] = {}  # everybody on the map
        self.combat: dict[str, dict[int, list[str]]] = {}
        self.headquarters: dict[str, dict[str, int]] = {}
        self.fronts: dict[str, frozenset[int]] = {}  # that cast zones [8.0]
        self.held: dict[str, frozenset[int]] = {}  # [7.0] closed to the enemy: a lone headquarters holds its hex too
        super().__init__(units, _sides(), former)

    def _keep(self, known: Layout, group: str) -> None:
        self.forces[group], self.combat[group] = known.forces[group], known.combat[group]
        self.headquarters[group] = known.headquarters[group]
        self.fronts[group], self.held[group] = known.fronts[group], known.held[group]

    def _gather(self, group: str) -> None:
        units, roles = self._units, _roles()
        forces = [name for name in self._members[group] if units[name].at >= 0]
        combat = by_place(units, (name for name in forces if roles[name][1]))
        headquarters = {name: units[name].at for name in forces if not roles[name][1]}
        self.forces[group], self.combat[group], self.headquarters[group] = forces, combat, headquarters
        self.fronts[group] = frozenset(combat)
        self.held[group] = self.fronts[group].union(headquarters.values())


class Tobruk(Following, frozen=True, dict=True):
    """A game in progress."""

    stack: tuple[Any, ...] = ()
    scenario: str = ""
    results: Edition = "first"  # [10.1] the table of results; a position of rules 1 and 2 does not say which
    turn: int = 1
    units: dict[str, Unit] = {}  # those that take part in the scenario
    margin: int = 0  # the points the Commonwealth needs more than the Axis; in scenario 3 the winning bid [15.3]
    bidder: str = ""  # [15.3] the side at which the player sat down who outbid the other and plays the Commonwealth
    held: tuple[str, ...] = ()  # objective hexes last occupied by the Commonwealth [15.1]
    air: dict[str, Air] = {}
    # the turn
    cup: tuple[str, ...] = ()  # chits still to be drawn [2.6]
    drawn: tuple[str, ...] = ()  # those drawn this turn, the active one last
    activated: tuple[str, ...] = ()  # [6.1] unassigned units with an Activated marker
    arrived: tuple[str, ...] = ()  # [4.0] reinforcements that entered this turn: no range is asked of them
    mined: str = ""  # [9.6] the unit that met the minefield of this turn
    # the activation
    active: str = ""  # the command whose chit is in play
    formation: tuple[str, ...] = ()  # [6.0] the units it has activated
    treks: dict[str, Trek] = {}
    moving: tuple[str, ...] = ()  # [9.0, 9.3] the stack whose move is not completed yet
    fought: tuple[str, ...] = ()  # [10.0] units that had their attack
    overran: tuple[str, ...] = ()  # [9.4] units with an Overrun marker
    artillery: int = 0  # [2.4] support markers used
    unmined: bool = False  # [9.6] the Axis lays no minefield during this activation
    battle: Battle | None = None

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.units, self.take_former())

    @property
    def phasing(self) -> str:
        """The activated player [3.2]; nobody between two chits."""
        return chits()[self.active].side if self.active else ""

    def at(self, hexagon: int, side: str) -> list[str]:
        """The combat units of a side in a hex."""
        return self.layout.combat[side].get(hexagon, [])

    def everybody(self, hexagon: int, side: str) -> tuple[str, ...]:
        """The same with the headquarters."""
        return tuple(name for name in self.layout.stacks.get(hexagon, ()) if side_of(name) == side)

    def trek(self, name: str) -> Trek:
        return self.treks.get(name, FRESH)

    def pool(self, side: str) -> Air:
        return self.air.get(side, Air())


def side_of(name: str) -> str:
    return _roles()[name][0]


def present(state: Tobruk, names: Iterable[str]) -> tuple[str, ...]:
    """Those who are still on the map."""
    return tuple(name for name in names if state.units[name].at >= 0)


def strength(state: Tobruk, name: str) -> Strength:
    """[2.3] The numbers of the side that lies up; a headquarters has only its movement."""
    counter = counters()[name]
    return counter.reduced if state.units[name].reduced and counter.reduced else counter.full


@cache
def movement_of(name: str, reduced: bool) -> int:
    """The movement alone, of which every list of moves asks."""
    counter = counters()[name]
    return (counter.reduced if reduced and counter.reduced else counter.full).movement


def out_of_supply(state: Tobruk, name: str) -> bool:
    """[5.2]"""
    return state.units[name].unsupplied >= limits().out_of_supply_turns


def low_on_supply(state: Tobruk, name: str) -> bool:
    """[5.2]"""
    return limits().low_supply_turns <= state.units[name].unsupplied < limits().out_of_supply_turns


def known(state: Tobruk, name: str, side: str) -> Counter | None:
    """The counter of that name, if it is one of this side's on the map."""
    unit, counter = state.units.get(name), counters().get(name)
    return counter if unit is not None and counter is not None and counter.side == side and unit.at >= 0 else None


# Verbs: the ways in which rules change units, beside losses (`casualties`).


def amend(draft: Draft[Tobruk], name: str, **changes: Any) -> None:
    draft.amend("units", name, replace(draft.state.units[name], **changes))


def place(draft: Draft[Tobruk], name: str, at: int, road: bool = False) -> None:
    """Put a unit into a hex: where it stands on the map it is owed nothing more."""
    amend(draft, name, at=at, road=road, due=0)


@cache
def objectives() -> frozenset[int]:
    return frozenset(board().hex(objective.hex) for objective in victory().objectives)


def occupy(draft: Draft[Tobruk], side: str, hexes: Sequence[int]) -> None:
    """[15.1, 15.2, 15.3] Whoever was last in an objective holds it. An Axis unit in the town of Tobruk ends the game,
    so this is the last thing a decision does."""
    held = draft.state.held
    for hexagon in objectives().intersection(hexes):
        name = board().name(hexagon)
        if (side == "commonwealth") != (name in held):
            held = tuple(sorted({*held, name})) if side == "commonwealth" else tuple(h for h in held if h != name)
            draft.note("seized", hex=name, side=side, case="15.1")
    if held != draft.state.held:
        draft.change(held=held)
    if side == "axis" and tobruk() in hexes:
        case = f"15.{scenarios()[draft.state.scenario].number}"
        draft.end("axis", case, "an Axis unit stands in the town of Tobruk")


def write_air(draft: Draft[Tobruk], side: str, **entries: Any) -> None:
    draft.amend("air", side, replace(draft.state.pool(side), **entries))


def write_battle(draft: Draft[Tobruk], **entries: Any) -> None:
    assert draft.state.battle is not None
    draft.change(battle=replace(draft.state.battle, **entries))
