"""[2.3] The pieces: Combat Units with all their steps, Artillery Support Units, trucks and replacements."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import Sourced, by_id, load

Side = Literal["axis", "allied"]
SIDES: tuple[Side, ...] = ("allied", "axis")  # in the order of their Player Turns [3.2]
NOUNS: Mapping[str, str] = {"axis": "the Axis", "allied": "the Allies"}  # in a sentence
Nation = Literal[
    "german",
    "italian",
    "british",
    "australian",
    "indian",
    "new-zealand",
    "south-african",
    "polish",
    "czech",
]
Colour = Literal[
    "wehrmacht",
    "luftwaffe",
    "italian",
    "british",
    "commonwealth",
    "south-african",
    "polish",
    "czech",
]
Size = Literal["battalion", "regiment", "brigade", "group", "corps"]
Type = Literal[
    "infantry",
    "machine-gun",
    "motorised-infantry",
    "motorised-machine-gun",
    "motorised-airborne",
    "motorcycle",
    "reconnaissance",
    "flak",
    "tank",
    "artillery-group",
    "headquarters",
]
Quality = Literal["elite", "normal", "low"]
RemnantKind = Literal["german-tank", "axis-infantry", "allied-infantry", "allied-motorised-infantry"]
ReplacementKind = Literal["tank", "heavy-tank", "infantry"]

NON_MECHANISED: tuple[Type, ...] = ("infantry", "machine-gun")
INFANTRY_TYPES: tuple[Type, ...] = (
    "infantry",
    "machine-gun",
    "motorised-infantry",
    "motorised-machine-gun",
    "motorised-airborne",
    "motorcycle",
)
VEHICLES: tuple[Type, ...] = ("tank", "flak", "reconnaissance")
SILHOUETTED: tuple[Type, ...] = ("tank", "flak")
SUPPORT: tuple[Type, ...] = ("artillery-group", "headquarters")


class Face(msgspec.Struct, frozen=True):
    """[2.3.2] One side of a counter: a Combat Unit with so many steps left."""

    attack: int
    defence: int
    movement: int
    tank_rating: int | None  # only tanks and 88mm Flak have one; 0 is a rating
    quality: Quality
    stacking: int  # [4.2]

    def __str__(self) -> str:
        rating = "" if self.tank_rating is None else f"({self.tank_rating})"
        return f"{self.attack}{rating}-{self.defence}-{self.movement}"


class Counter(msgspec.Struct, frozen=True):
    """[2.3.1] A Combat Unit, Artillery Support Units included."""

    id: str
    name: str  # as printed
    side: Side
    nation: Nation
    colour: Colour
    formation: str  # [15.4.2] the division; empty for a Formation of its own
    size: Size
    type: Type
    faces: tuple[Face, ...]  # full strength first; the last of three is the remnant's
    remnant: RemnantKind | Literal[""]  # [10.4] what stands for the third step; empty for up to two steps
    matilda: bool  # [19.2.5]
    range: int  # [17.3] of an Artillery Support Unit, otherwise 0
    artillery: bool  # [17.1.1] whether an S for Artillery Support and DD Support is printed on it
    source: str

    @property
    def steps(self) -> int:
        """[2.3.5]"""
        return len(self.faces)

    def face(self, steps: int | None = None) -> Face:
        """[2.3.2] The values with so many steps left; without a number at full strength."""
        if steps is None:
            return self.faces[0]
        if not 1 <= steps <= len(self.faces):
            raise ValueError(f"{self.id} has no {steps} steps")
        return self.faces[-steps]

    @property
    def mechanised(self) -> bool:
        """[2.3.3]"""
        return self.type not in NON_MECHANISED

    @property
    def infantry_type(self) -> bool:
        """[2.3.3] For combined arms and replacements."""
        return self.type in INFANTRY_TYPES

    @property
    def vehicle(self) -> bool:
        """[2.3.3]"""
        return self.type in VEHICLES

    @property
    def silhouetted(self) -> bool:
        """[2.3.3, 4.3]"""
        return self.type in SILHOUETTED

    @property
    def tank(self) -> bool:
        return self.type == "tank"

    @property
    def flak(self) -> bool:
        return self.type == "flak"

    @property
    def reconnaissance(self) -> bool:
        return self.type == "reconnaissance"

    @property
    def support(self) -> bool:
        """[17.1.1] Whether it is an Artillery Support Unit; its defence is parenthesised [8.6]."""
        return self.type in SUPPORT

    @property
    def headquarters(self) -> bool:
        """[17.1.1] A Corps HQ."""
        return self.type == "headquarters"

    @property
    def immobile(self) -> bool:
        """[17.1.2] The Tobruk artillery never moves."""
        return self.faces[0].movement == 0

    @property
    def replaced_by(self) -> tuple[ReplacementKind, ...]:
        """[19.1.2, 19.2.3, 19.2.5] The replacements that give it a step."""
        if self.support:
            return ()
        if not self.tank:
            return ("infantry",)
        return ("heavy-tank",) if self.matilda else ("tank", "heavy-tank")


class Remnant(msgspec.Struct, frozen=True):
    """[10.4] The last step of three-step units, as many as the display holds."""

    kind: RemnantKind
    count: int
    face: Face
    source: str


class Truck(msgspec.Struct, frozen=True):
    """[5.8, 17.2.4] A Truck; on its back a Mobile Supply Unit."""

    id: str
    side: Side
    number: int
    movement: int
    range: int  # [17.2.4] as an MSU
    captured: bool  # [27.1]
    source: str


class Replacement(msgspec.Struct, frozen=True):
    """[19.2] A Replacement Unit."""

    id: str
    side: Side
    nation: Nation
    kinds: tuple[ReplacementKind, ...]  # [19.2.5] front and back
    movement: int
    source: str

    @property
    def mechanised(self) -> bool:
        """[19.2.1] Those that are not need a Truck to leave a box."""
        return self.movement > _sheet().foot_movement.value


@functools.cache
def counters() -> Mapping[str, Counter]:
    """Every Combat Unit by its id, Axis first."""
    sheet = _sheet()
    return by_id(_counter(sheet, group, line) for group in sheet.groups for line in group.units)


@functools.cache
def remnants() -> Mapping[RemnantKind, Remnant]:
    """[10.4.1]"""
    return MappingProxyType(
        {
            kind: Remnant(
                kind=kind, count=line.count, face=_face(line.face, line.quality, line.stacking), source=line.source
            )
            for kind, line in _sheet().remnants.items()
        }
    )


@functools.cache
def trucks() -> Mapping[str, Truck]:
    """[5.8] Every Truck by its id, captured ones included."""
    every = [
        Truck(
            id=f"{group.prefix}{number}",
            side=group.side,
            number=number,
            movement=group.movement,
            range=group.range,
            captured=group.captured,
            source=group.source,
        )
        for group in _sheet().trucks
        for number in range(1, group.count + 1)
    ]
    return MappingProxyType({truck.id: truck for truck in every})


@functools.cache
def replacements() -> Mapping[str, Replacement]:
    """[19.2.2] Every Replacement Unit by its id: together the two pools."""
    every = [
        Replacement(
            id=f"{group.prefix}{number}",
            side=group.side,
            nation=group.nation,
            kinds=group.kinds,
            movement=group.movement,
            source=group.source,
        )
        for group in _sheet().replacements
        for number in range(1, group.count + 1)
    ]
    return MappingProxyType({unit.id: unit for unit in every})


@functools.cache
def side_of(piece: str) -> Side:
    """Whose counter, Truck or Replacement Unit this is."""
    for pieces in (counters(), trucks(), replacements()):
        if piece in pieces:
            return pieces[piece].side
    raise ValueError(f"there is no piece {piece}")


def same_formation(first: str, second: str) -> bool:
    """[15.4.2] Whether two units belong together for Breakthrough Combat, British armour apart."""
    if first == second:
        return True
    formation = counters()[first].formation
    return bool(formation) and formation == counters()[second].formation


@functools.cache
def british_mechanised_battalions() -> tuple[str, ...]:
    """[15.4.3] Those that make up a British armoured division in any mixture."""
    return tuple(
        each.id
        for each in counters().values()
        if each.nation == "british" and each.size == "battalion" and each.mechanised
    )


# The shape of counters.toml.


class _Line(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    id: str
    name: str
    size: Size
    type: Type
    quality: Quality
    stacking: int
    faces: tuple[tuple[int, ...], ...]  # attack, defence, movement and, where there is one, the tank rating
    remnant: RemnantKind | Literal[""]
    source: str


class _Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    nation: Nation
    colour: Colour
    formation: str
    units: tuple[_Line, ...]


class _Support(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    range: int
    artillery: bool


class _Remnant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    count: int
    face: tuple[int, ...]
    quality: Quality
    stacking: int
    source: str


class _Trucks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    prefix: str
    count: int
    movement: int
    range: int
    source: str
    captured: bool = False


class _Replacements(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    nation: Nation
    kinds: tuple[ReplacementKind, ...]
    prefix: str
    count: int
    movement: int
    source: str


class _Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    foot_movement: Sourced[int]
    sources: dict[str, str]
    matildas: Sourced[tuple[str, ...]]
    support: dict[str, _Support]
    remnants: dict[RemnantKind, _Remnant]
    trucks: tuple[_Trucks, ...]
    replacements: tuple[_Replacements, ...]
    groups: tuple[_Group, ...]


@functools.cache
def _sheet() -> _Sheet:
    return load(__package__, "counters.toml", _Sheet)


_NO_SUPPORT = _Support(range=0, artillery=False)


def _counter(sheet: _Sheet, group: _Group, line: _Line) -> Counter:
    support = sheet.support.get(line.id, _NO_SUPPORT)
    faces = tuple(_face(face, line.quality, line.stacking) for face in line.faces)
    if line.remnant:
        faces = (*faces, remnants()[line.remnant].face)
    return Counter(
        id=line.id,
        name=line.name,
        side=group.side,
        nation=group.nation,
        colour=group.colour,
        formation=group.formation,
        size=line.size,
        type=line.type,
        faces=faces,
        remnant=line.remnant,
        matilda=line.id in sheet.matildas.value,
        range=support.range,
        artillery=support.artillery,
        source=sheet.sources[line.source],
    )


def _face(values: tuple[int, ...], quality: Quality, stacking: int) -> Face:
    attack, defence, movement, *rating = values
    return Face(
        attack=attack,
        defence=defence,
        movement=movement,
        tank_rating=rating[0] if rating else None,
        quality=quality,
        stacking=stacking,
    )
