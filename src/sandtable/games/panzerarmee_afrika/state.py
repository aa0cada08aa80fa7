"""The position: units, what they did of their moves, the books each side keeps, and the verbs that change them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.values import Value
from sandtable.games.panzerarmee_afrika.map import agheila, alexandria, bardia, board, tobruk
from sandtable.games.panzerarmee_afrika.pieces.counters import Counter, Side, counters, logistics
from sandtable.games.panzerarmee_afrika.pieces.schedule import Malta
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.kit.layout import Following, Gathered, by_place

SIDES: tuple[Side, Side] = ("allied", "axis")  # [7.1] the order of the faction turns
NOUNS: Mapping[str, str] = {"axis": "the Axis", "allied": "the Allies"}  # in a sentence
DUE, CADRE, WITHDRAWN = (board().box(name) for name in ("due", "cadre", "withdrawn"))


def enemy_of(side: str) -> Side:
    return "allied" if side == "axis" else "axis"


class Unit(Value, frozen=True):
    """Where a counter is and in which state."""

    at: int  # a hex, or one of the boxes
    step: int = 0  # [13.4] how many times it is reinforced
    out: bool = False  # [8.4] out of supply, as last judged
    adrift: bool = False  # [10.3] out of command this turn
    dismounted: bool = False  # [13.6]
    owes: int = -1  # [11.1.5] the fort it must attack before it leaves the zone, having advanced into it
    due: int = 0  # [12.4.6] the turn on which an eliminated transport unit comes back

    @property
    def stuck(self) -> bool:
        """[10.3, 11, 13.6] Whether it performs no manoeuvre in this phase, whatever happens."""
        return self.dismounted or self.out or self.adrift


class Trek(Value, frozen=True):
    """What a unit has done of its move this phase. An installation has one as soon as it was carried."""

    start: int  # [11.4] the hex in which it began the phase
    spent: int = 0  # movement factors
    came: int = -1  # [11.1.2] the hex it came from by road or track, where roads pass that do not meet
    halted: bool = False  # [11.1.4] has entered an enemy zone
    shipped: bool = False  # [11.2] was carried by sea


class Books(Value, frozen=True):
    """What one side writes down."""

    points: dict[str, int] = {}  # [13.3.1] replacement points by pool
    taken: dict[str, int] = {}  # [13.5] reinforcement options exercised, with the turn
    reinstating: tuple[str, ...] = ()  # [13.2.4] the categories of units that may still be reinstated
    italian_losses: int = 0  # [15.2] Italian infantry factors ever eliminated
    tobruk: int = 0  # [14.1] faction turns in a row that ended with Tobruk in hand
    tobruk_best: int = 0  # the longest such row


Role = Literal["unit", "lorry", "depot"]


@cache
def _roles() -> dict[str, tuple[Side, Role]]:
    roles: dict[str, tuple[Side, Role]] = {name: (each.side, "unit") for name, each in counters().items()}
    roles |= {name: (each.side, each.kind) for name, each in logistics().items()}
    return roles


Group: TypeAlias = tuple[Side, Role]


class Layout(Gathered[Unit, Group]):
    """Who stands where, by what the units of a side are."""

    def __init__(self, units: Mapping[str, Unit], former: Layout | None = None) -> None:
        self._groups: dict[Group, dict[int, list[str]]] = {}
        super().__init__(units, _roles(), former)
        # what hangs on nothing but where the units and lorries of a side are, kept until one of them goes anywhere
        self.derived_of: dict[str, dict[object, Any]] = {
            side: former.derived_of[side] if former is not None and self._is_as_in(former, side) else {}
            for side in SIDES
        }
        self.stands = self._of_role("unit")  # regular units
        self.lorries = self._of_role("lorry")
        self.depots = self._of_role("depot")

    def _keep(self, known: Layout, group: Group) -> None:
        self._groups[group] = known._groups[group]

    def _gather(self, group: Group) -> None:
        units = self._units
        self._groups[group] = by_place(units, (name for name in self._members[group] if units[name].at >= 0))

    def _is_as_in(self, former: Layout, side: Side) -> bool:
        roles: tuple[Role, ...] = ("unit", "lorry")
        return all(self._groups[side, role] is former._groups[side, role] for role in roles)

    def _of_role(self, role: Role) -> dict[str, dict[int, list[str]]]:
        return {side: self._groups[side, role] for side in SIDES}

    def names(self, side: str) -> list[str]:
        """Every regular unit of a side on the map."""
        return [name for names in self.stands[side].values() for name in names]


class PanzerarmeeAfrika(Following, frozen=True, dict=True):
    """A game in progress; `position` adds the frames its stack may hold."""

    scenario: str = "campaign"
    options: tuple[str, ...] = ()
    turn: int = 1
    phasing: Side = "allied"
    units: dict[str, Unit] = {}
    treks: dict[str, Trek] = {}
    books: dict[str, Books] = {}
    control: dict[str, Side] = {}  # [5] of the hexes that count: both bases, Tobruk, Bardia; by name
    malta: Malta = "not-attempted"  # [9]
    sailed: tuple[tuple[str, str, str], ...] = ()  # [11.2] this phase: what, from port, to port

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.units, self.take_former())

    def option(self, name: str) -> bool:
        return name in self.options

    def at(self, hexagon: int, side: str) -> list[str]:
        """The regular units of a side in a hex."""
        return self.layout.stands[side].get(hexagon, [])

    def trek(self, name: str) -> Trek:
        found = self.treks.get(name)
        return Trek(self.units[name].at) if found is None else found

    def holder(self, hexagon: int) -> Side:
        """[5] Who controls one of the hexes that count."""
        return self.control[board().name(hexagon)]


@cache
def counted_hexes() -> tuple[int, ...]:
    """[5, 5.1] The hexes whose control matters."""
    return agheila(), bardia(), tobruk(), alexandria()


@cache
def side_of(name: str) -> Side:
    return _roles()[name][0]


@cache
def role_of(name: str) -> Role:
    return _roles()[name][1]


def strength_of(state: PanzerarmeeAfrika, name: str) -> int:
    """[2.3.1, 13.4] The nominal combat factor of a unit, with its reinforcements; of a transport unit one [12.4.2]."""
    return _strength(name, state.units[name].step)


@cache
def _strength(name: str, step: int) -> int:
    return limits().lorry_factor if role_of(name) == "lorry" else counters()[name].strength(step)


def total_strength(state: PanzerarmeeAfrika, names: Iterable[str]) -> int:
    units = state.units
    return sum([_strength(name, units[name].step) for name in names])


@cache
def movement_of(name: str) -> int:
    counter = counters().get(name)
    return logistics()[name].movement_factor if counter is None else counter.movement_factor


def is_german(name: str) -> bool:
    counter = counters().get(name)
    return counter is not None and counter.nation == "DE"


def is_italian_infantry(counter: Counter) -> bool:
    return counter.nation == "IT" and counter.category == "infantry"


def is_enemy_in(state: PanzerarmeeAfrika, side: str, hexagon: int) -> bool:
    """Whether anything of the other side is in a hex, installations included."""
    layout, foe = state.layout, enemy_of(side)
    return any(hexagon in group[foe] for group in (layout.stands, layout.lorries, layout.depots))


def room_in(hexagon: int) -> int:
    """[4] How many regular units of one side a hex holds."""
    return limits().bardia_stacking if hexagon == bardia() else limits().stacking


@cache
def least_room() -> int:
    """[4] How many every hex holds."""
    return min(limits().stacking, limits().bardia_stacking)


# Verbs: the only ways in which rules change units.


def place(draft: Draft[PanzerarmeeAfrika], name: str, at: int) -> None:
    """Put a counter somewhere else, keeping what is known of it."""
    draft.amend("units", name, replace(draft.state.units[name], at=at))
    if at >= 0 and role_of(name) == "unit":
        take_control(draft, at, side_of(name))


def mark(draft: Draft[PanzerarmeeAfrika], name: str, **fields: Any) -> None:
    """Change what is known of a counter, where it stands."""
    draft.alter("units", name, **fields)


def take_control(draft: Draft[PanzerarmeeAfrika], at: int, side: Side) -> None:
    """[5] A regular unit that enters or passes a hex takes it."""
    if at not in counted_hexes():
        return
    name = board().name(at)
    if draft.state.control[name] == side:
        return
    draft.amend("control", name, side)
    draft.note("controlled", at=name, side=side)


def eliminate(draft: Draft[PanzerarmeeAfrika], name: str, case: str, why: str) -> None:
    """[12.4.5] Into the cadre, without reinforcements; [12.4.6] a transport unit waits two turns; an installation goes
    back to the order of battle."""
    state = draft.state
    draft.note("eliminated", unit=name, at=board().name(state.units[name].at), case=case, why=why)
    role = role_of(name)
    if role == "unit":
        draft.amend("units", name, Unit(CADRE))
        counter = counters()[name]
        if is_italian_infantry(counter):  # [15.2]
            lost = state.books["axis"].italian_losses + counter.combat_factor
            write_books(draft, "axis", italian_losses=lost)
    elif role == "lorry":
        draft.amend("units", name, Unit(DUE, due=state.turn + limits().lorry_return))
    else:
        draft.amend("units", name, Unit(DUE))  # [11.1.6]
    draft.strike("treks", name)


def write_books(draft: Draft[PanzerarmeeAfrika], side: str, **entries: Any) -> None:
    draft.amend("books", side, replace(draft.state.books[side], **entries))
