"""The position: pieces, Supply Points, markers, the books each side keeps, and the verbs that change them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.values import Value
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import (
    SIDES,
    Counter,
    Face,
    Side,
    counters,
    remnants,
    replacements,
    side_of,
    trucks,
)
from sandtable.kit.layout import Following, Gathered, by_place

TRIPOLI, ITALY, DELTA = (board().box(name) for name in ("tripoli", "italy", "delta"))  # [6.1] Off Map Boxes
RESERVE, WITHDRAWN, SURRENDERED, CAPTIVE = (
    board().box(name)
    for name in ("reserve", "withdrawn", "surrendered", "captive")  # [12.5.2] left and right half
)
ELIMINATED, DUE, POOL, REMOVED = (board().box(name) for name in ("eliminated", "due", "pool", "removed"))
BASES: Mapping[str, int] = {"axis": ITALY, "allied": DELTA}  # [6.1.3]
OFF_MAP: Mapping[str, tuple[int, ...]] = {"axis": (TRIPOLI, ITALY), "allied": (DELTA,)}  # [6.1.2]

GOOD, DISRUPTED, FULL_RETREAT = range(3)  # [13.1.1]
IN_SUPPLY, OUT, LONG_OUT = range(3)  # [16.1] no marker, white, red

Transport = Literal["", "rail", "sea", "air"]
Role = Literal["combat", "truck", "replacement"]
ROLES: tuple[Role, ...] = ("combat", "truck", "replacement")
Group: TypeAlias = tuple[Side, Role]  # the pieces of a side that do alike


def enemy_of(side: str) -> Side:
    return "allied" if side == "axis" else "axis"


class Unit(Value, frozen=True, gc=False):
    """Where a piece is and in which state."""

    at: int  # a hex, or one of the boxes
    steps: int = 0  # [2.3.5] left to a Combat Unit
    order: int = GOOD  # [13.1] Good Order, Disrupted or in Full Retreat
    out: int = IN_SUPPLY  # [16.1] Supply Phases in a row without a Line of Supply, at most two
    replaced: bool = False  # [19.5] under a Replacement marker
    transport: Transport = ""  # [5.9, 18.7.6, 21.1.5] under a Rail, Air or Naval Transport marker
    depleted: bool = False  # [17.1.4] an ASU on its Depleted side
    loaded: bool = False  # [17.2.4] a Truck with a Supply Point: an MSU
    heavy: bool = False  # [19.2.5] a Tank Replacement on its back: a Heavy Tank


class Fortification(Value, frozen=True):
    """[9.5] A marker in a hex."""

    side: Side
    complete: bool


class Books(Value, frozen=True):
    """What one side keeps on its tracks and displays."""

    resources: int = 0  # [23.1] Resource Points
    owes: bool = False  # [21.4.3] loses the next one it receives
    assets: dict[str, int] = {}  # [23.2.3] ready markers on the Available Assets disk, by name
    stores: dict[int, int] = {}  # [17.2] Supply Points on the map and in boxes, by place; those of MSUs not counted
    landed: dict[int, int] = {}  # [5.9, 21.1.5] of these, how many are under a transport marker
    delays: dict[int, int] = {}  # [24] hex of each Delay marker on the map, by its number
    strafing: tuple[int, ...] = ()  # [18.7.5] hexes
    patrols: tuple[int, ...] = ()  # [18.8] hexes of the Long Range Desert Group
    convoys: int = 0  # [21.1.2] Coastal Convoys sailed this impulse
    embarked: dict[int, int] = {}  # [21.3.2] Shipping Points that left each port or box this phase
    debarked: dict[int, int] = {}  # [21.3.2] and that came ashore there
    repaired: str = ""  # [21.4.4] the port repaired this impulse, whose new box may not be used yet
    demolished: tuple[int, ...] = ()  # [21.4.2] ports in which charges were set off this phase
    ports: tuple[int, ...] = ()  # [21.1.4] controlled at the start of the Movement Phase
    restful: bool = True  # [17.4] neither attacked nor moved but tactically this Player Turn


class Shattering(Value, frozen=True):
    """[8.9] An Automatic DS of this Movement Phase; its units advance at the end of the Combat Phase."""

    at: int  # the defender's vacated hex
    units: tuple[str, ...]


@cache
def _roles() -> dict[str, Group]:
    roles: dict[str, Group] = {name: (each.side, "combat") for name, each in counters().items()}
    roles |= {name: (each.side, "truck") for name, each in trucks().items()}
    roles |= {name: (each.side, "replacement") for name, each in replacements().items()}
    return roles


class Layout(Gathered[Unit, Group]):
    """Who stands where, by what the pieces of a side are: on the map and, under negative numbers, in the boxes."""

    def __init__(self, units: Mapping[str, Unit], former: Layout | None = None) -> None:
        self._groups: dict[Group, dict[int, list[str]]] = {}
        # by side the hexes with steady Combat Units, and those with none but units in Full Retreat
        self.postures: dict[str, tuple[frozenset[int], frozenset[int]]] = {}
        super().__init__(units, _roles(), former)
        self.combat, self.trucks, self.replacements = map(self._by_side, ROLES)

    def _by_side(self, role: Role) -> dict[str, dict[int, list[str]]]:
        return {side: self._groups[side, role] for side in SIDES}

    def _follow(self, known: Layout, group_of: Mapping[str, Group]) -> list[str]:
        altered = super()._follow(known, group_of)
        fighters = {group_of[name] for name in altered}
        self.postures = {side: held for side, held in known.postures.items() if (side, "combat") not in fighters}
        return altered

    def _keep(self, known: Layout, group: Group) -> None:
        self._groups[group] = known._groups[group]

    def _gather(self, group: Group) -> None:
        self._groups[group] = by_place(self._units, self._members[group])


class NorthAfrica(Following, frozen=True, dict=True):
    """A game in progress; `position` adds the frames its stack may hold."""

    scenario: str = "campaign"
    options: tuple[str, ...] = ()
    turn: int = 1
    impulse: int = 1
    phasing: Side = "allied"
    units: dict[str, Unit] = {}
    books: dict[str, Books] = {}
    control: dict[str, Side] = {}  # [16.3.5] of cities, airfields and ports, by the name of the hex
    damage: dict[str, int] = {}  # [21.3.2] boxes the marker of a port has moved to the right
    forts: dict[int, Fortification] = {}  # [9.5] by hex
    malta: int = 0  # [22.3.2] the Malta Convoy Modifier
    rommel: bool = True  # [18.5] ready
    points: int = 0  # [S2.3] the VP marker
    comando: bool = False  # [8.4.1] Comando Supremo in effect this impulse
    released: tuple[str, ...] = ()  # [S2.2] hexes whose loss, or turn, has set the brigades in reserve free
    # this phase
    moved: tuple[str, ...] = ()  # [5.1] whatever has completed its movement
    railed: bool = False  # [5.9.1] whether the railway has carried something
    shattered: tuple[Shattering, ...] = ()  # [8.9]
    fought: tuple[str, ...] = ()  # [8.1] units that attacked, advanced or tried to disengage this Combat Phase
    struck: tuple[str, ...] = ()  # [8.1] units that were attacked
    retreats: dict[str, int] = {}  # [12.3, 12.5.1] how often each unit has retreated this Combat Phase
    attack_supply: tuple[int, ...] = ()  # [8.5.1] places whose Supply Point pays for attacks; taken when the phase ends
    supplying: tuple[str, ...] = ()  # [8.5.1] ASUs and MSUs that do

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.units, self.take_former())

    def option(self, name: str) -> bool:
        return name in self.options

    def at(self, hexagon: int, side: str) -> list[str]:
        """The Combat Units of a side in a hex."""
        return self.layout.combat[side].get(hexagon, [])

    def non_combat_at(self, hexagon: int, side: str) -> list[str]:
        """Trucks, MSUs and Replacements of a side in a hex; Supply Points are in the books."""
        layout = self.layout
        return [*layout.trucks[side].get(hexagon, ()), *layout.replacements[side].get(hexagon, ())]

    def holder(self, hexagon: int) -> Side | None:
        """[16.3.5] Who controls a city, airfield or port; None for other hexes."""
        return self.control.get(board().name(hexagon))

    def stores_at(self, place: int, side: str) -> int:
        """[17.2] Supply Points there that may be used."""
        books = self.books[side]
        return books.stores.get(place, 0) - books.landed.get(place, 0)


def role_of(name: str) -> Role:
    return _roles()[name][1]


def is_combat(name: str) -> bool:
    """[2.3.1]"""
    return name in counters()


def face_of(state: NorthAfrica, name: str) -> Face:
    """[2.3.2] The values of a Combat Unit with the steps it has left."""
    return counters()[name].face(state.units[name].steps)


def movement_of(state: NorthAfrica, name: str) -> int:
    """[5.1] The Movement Allowance."""
    if is_combat(name):
        return face_of(state, name).movement
    if name in trucks():
        return trucks()[name].movement
    return replacements()[name].movement


def is_mechanised(name: str) -> bool:
    """[2.3.3] Trucks are; a Combat Unit with a Truck moves as if it were [5.8.1]."""
    if is_combat(name):
        return counters()[name].mechanised
    return name in trucks() or replacements()[name].mechanised


def is_remnant(state: NorthAfrica, name: str) -> bool:
    """[10.4]"""
    return bool(counters()[name].remnant) and state.units[name].steps == 1


def remnants_left(state: NorthAfrica, counter: Counter) -> int:
    """[10.4.2] How many remnants of the kind this unit would need are still in the display."""
    kind = counter.remnant
    if not kind:
        return 0
    used = sum(
        1
        for name, unit in state.units.items()
        if unit.steps == 1 and unit.at >= OFF_MAP_LEAST and counters()[name].remnant == kind
    )
    return remnants()[kind].count - used


OFF_MAP_LEAST = min(TRIPOLI, ITALY, DELTA)  # the boxes in which units are in play come first


def in_good_order(state: NorthAfrica, name: str) -> bool:
    """[13.1.1] Non-Combat Units always are [13.2.3]."""
    return state.units[name].order == GOOD


# Verbs: the only ways in which rules change the position.


def mark(draft: Draft[NorthAfrica], name: str, **fields: Any) -> None:
    """Change what is known of a piece, where it stands."""
    draft.alter("units", name, **fields)


def to_box(draft: Draft[NorthAfrica], name: str, box: int) -> None:
    """Put a piece into a box, keeping what is known of it."""
    draft.alter("units", name, at=box)


def take_control(draft: Draft[NorthAfrica], at: int, side: Side) -> None:
    """[16.3.5, 9.5.7] A Combat Unit that enters or passes a hex takes it and removes an enemy Fortification."""
    name = board().name(at)
    if draft.state.control.get(name, side) != side:
        draft.amend("control", name, side)
        draft.note("controlled", at=name, side=side)
    fort = draft.state.forts.get(at)
    if fort is not None and fort.side != side:
        draft.strike("forts", at)
        draft.note("dismantled", at=name, side=fort.side)


def lose_step(draft: Draft[NorthAfrica], name: str, case: str, why: str) -> None:
    """[10.3, 10.4] One step less; the last one sends the unit to the Eliminated Box, as does a second of three when no
    remnant is left."""
    state = draft.state
    unit, counter = state.units[name], counters()[name]
    left = unit.steps - 1
    if left == 1 and counter.remnant and remnants_left(state, counter) <= 0:
        left = 0
    draft.note("reduced", unit=name, at=board().name(unit.at), steps=left, case=case, why=why)
    if left == 0:
        remove(draft, name, ELIMINATED)
    else:
        mark(draft, name, steps=left)


def eliminate(draft: Draft[NorthAfrica], name: str, case: str, why: str, box: int = ELIMINATED) -> None:
    """Take a piece out of play whole: to the Eliminated Box, or to the Surrender Box [12.5.2]; Replacements to their
    pool [19.2.2], captured Trucks out of the game [27.1]."""
    draft.note("eliminated", unit=name, at=board().name(draft.state.units[name].at), case=case, why=why)
    if role_of(name) == "replacement":
        box = POOL
    elif name in trucks():
        box = REMOVED if trucks()[name].captured else ELIMINATED
    remove(draft, name, box)


def remove(draft: Draft[NorthAfrica], name: str, box: int) -> None:
    """Clear a piece of all markers and put it into a box; a Combat Unit keeps one step for its return [19.1.1]."""
    draft.amend("units", name, Unit(box, steps=1 if is_combat(name) else 0))


def add_supply(draft: Draft[NorthAfrica], side: str, at: int, count: int = 1, landed: bool = False) -> None:
    """[17.2] Put down Supply Points; `landed` ones are under a transport marker."""
    books = draft.state.books[side]
    stores = {**books.stores, at: books.stores.get(at, 0) + count}
    under = {**books.landed, at: books.landed.get(at, 0) + count} if landed else books.landed
    write_books(draft, side, stores=stores, landed=under)


def take_supply(draft: Draft[NorthAfrica], side: str, at: int, count: int = 1) -> None:
    """[17.2.2] Take Supply Points away, those not under a marker first."""
    books = draft.state.books[side]
    stores = dict(books.stores)
    left = stores.pop(at, 0) - count
    if left < 0:
        raise ValueError(f"there are not {count} Supply Points at {board().name(at)}")
    if left:
        stores[at] = left
    landed = {place: min(n, stores.get(place, 0)) for place, n in books.landed.items() if stores.get(place, 0)}
    write_books(draft, side, stores=stores, landed=landed)


def write_books(draft: Draft[NorthAfrica], side: str, **entries: Any) -> None:
    draft.amend("books", side, replace(draft.state.books[side], **entries))


def stacking_points(state: NorthAfrica, names: Iterable[str]) -> int:
    """[4.2, 4.3] What units count together: the first silhouetted unit is free, each other counts one."""
    facts = counters()
    combat = [name for name in names if name in facts]
    silhouetted = sum(facts[name].silhouetted for name in combat)
    return sum(face_of(state, name).stacking for name in combat) + max(0, silhouetted - 1)


__all__ = [
    "BASES",
    "CAPTIVE",
    "DELTA",
    "DISRUPTED",
    "DUE",
    "ELIMINATED",
    "FULL_RETREAT",
    "GOOD",
    "IN_SUPPLY",
    "ITALY",
    "LONG_OUT",
    "OFF_MAP",
    "OUT",
    "POOL",
    "REMOVED",
    "RESERVE",
    "SIDES",
    "SURRENDERED",
    "TRIPOLI",
    "WITHDRAWN",
    "Books",
    "Fortification",
    "Layout",
    "NorthAfrica",
    "Shattering",
    "Unit",
    "add_supply",
    "eliminate",
    "enemy_of",
    "face_of",
    "in_good_order",
    "is_combat",
    "is_mechanised",
    "is_remnant",
    "lose_step",
    "mark",
    "movement_of",
    "remnants_left",
    "remove",
    "role_of",
    "side_of",
    "stacking_points",
    "take_control",
    "take_supply",
    "to_box",
    "write_books",
]
