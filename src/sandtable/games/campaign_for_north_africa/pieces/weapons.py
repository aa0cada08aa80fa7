"""[4.46, 4.47, 4.48, 4.49] What one TOE Strength Point can do: the ID Codes of the units and the tanks and guns."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import load

Nation = Literal["italian", "german", "commonwealth"]
NATIONS: tuple[Nation, ...] = ("italian", "german", "commonwealth")
Kind = Literal[
    "headquarters",
    "infantry",
    "tank",
    "recce",
    "artillery",
    "anti_tank",
    "anti_air",
    "engineer",
    "construction",
    "warship",
]
WeaponClass = Literal["tank", "recce", "artillery", "anti_tank", "light_aa", "heavy_aa"]
Allotment = Literal[
    "tank",
    "recce",
    "artillery",
    "airdroppable_artillery",
    "emplaced_guns",
    "anti_tank",
    "light_aa",
    "heavy_aa",
    "aa",
]
GUARD = "guard"  # [28.22] stands where other units have an ID Code
ReplacementClass = Literal["infantry", "gun", "tank", "recce"]  # [20.2]
SQUADRON = "squadron"  # [22.63] stands where other units have an ID Code
UPGRADED = "Upgraded"  # [20.54] the weapon of armoured car points that were made more effective
REPLACEMENT = "replacement"  # [20.42] stands with its class, `replacement-tank`, where other units have an ID Code
Equivalent = Literal["hq", "brigade", "battalion", "company", "by_unit"]
Transport = Literal["own", "sited", "emplaced"]  # [3.4] a CPA of its own, 0+ or 0

ANTI_AIR_CLASSES: tuple[WeaponClass, ...] = ("light_aa", "heavy_aa")
GUN_CLASSES: tuple[WeaponClass, ...] = ("artillery", "anti_tank", "light_aa", "heavy_aa")


class Rating(msgspec.Struct, frozen=True):
    """[3.5] A printed rating; a parenthesised one counts only for a unit alone or among its like [3.4]."""

    value: int
    parenthesised: bool = False

    def __str__(self) -> str:
        return f"({self.value})" if self.parenthesised else str(self.value)


class Ratings(msgspec.Struct, frozen=True):
    """[3.5] The ratings of one TOE Strength Point; None where a dash is printed."""

    barrage: Rating | None = None
    anti_armour: Rating | None = None
    vulnerability: Rating | None = None
    armour: Rating | None = None
    offence: Rating | None = None
    defence: Rating | None = None
    anti_air: Rating | None = None

    @property
    def blank(self) -> bool:
        """Whether nothing is printed at all: the points assigned give the ratings, or there are none [3.36]."""
        return self == Ratings()


class Characteristics(msgspec.Struct, frozen=True):
    """[4.46] One row of a Unit Characteristics Chart."""

    nation: Nation
    code: str
    kind: Kind
    equivalent: Equivalent
    cpa: int
    plus: bool  # [8.93] historically motorised
    keeps_cpa: bool  # whatever points are assigned
    halftracks: bool  # [14.48] armour counts only while carried
    ratings: Ratings
    maximum: int  # [4.46] TOE Strength Points; 0 where none are printed
    maximum_parenthesised: bool  # [4.46] assigned points then fight with parenthesised values
    maximum_us_tanks: int  # [4.46] 0 where the same
    assigned: Mapping[Allotment, int]  # what may fill it; empty for a code with ratings of its own; 0 is as deployed
    anti_tank_augmentation: bool  # [19.81]
    breakdown_adjustment: int | None  # [21.14] None where it never breaks down
    source: str


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a chart prints for the time before the first Operations Stage of a Game-Turn."""

    before_turn: int
    anti_armour: int | None = None
    breakdown_adjustment: int | None = None


class Weapon(msgspec.Struct, frozen=True):
    """[4.47, 4.48, 4.49] One row of a Tank and Gun Characteristics Chart."""

    name: str
    title: str
    nations: tuple[Nation, ...]
    weapon_class: WeaponClass
    cpa: int
    transport: Transport
    printed: Ratings
    printed_breakdown: int | None  # [21.12] None for towed guns, which never break down
    may_patrol: bool  # [16.11]
    us_tank: bool  # [4.46]
    airdroppable: bool
    clears_minefields: bool  # [23.15]
    changes: tuple[Change, ...]
    source: str

    def ratings(self, turn: int) -> Ratings:
        """[4.48, 4.49] As they stand in a Game-Turn."""
        found = self.printed
        for change in self.changes:
            if turn < change.before_turn and change.anti_armour is not None:
                found = msgspec.structs.replace(found, anti_armour=Rating(change.anti_armour))
        return found

    def breakdown_adjustment(self, turn: int) -> int | None:
        """[21.12, 4.49]"""
        for change in self.changes:
            if turn < change.before_turn and change.breakdown_adjustment is not None:
                return change.breakdown_adjustment
        return self.printed_breakdown


@functools.cache
def weapons() -> Mapping[str, Weapon]:
    """Every tank and gun by its short name, and the armoured car points of the Italian recce codes."""
    sheet = load(__package__, "weapons.toml", _Weapons)
    every = [_weapon(line, sheet.sources) for line in sheet.weapons]
    by_name = {weapon.name: weapon for weapon in every}
    if len(by_name) != len(every):
        raise ValueError("two weapons share a name")
    return MappingProxyType(by_name)


def weapon(name: str) -> Weapon:
    found = weapons().get(name)
    if found is None:
        raise ValueError(f"there is no weapon {name}")
    return found


@functools.cache
def codes() -> Mapping[tuple[Nation, str], Characteristics]:
    """[4.46] Every ID Code, by nation and letters."""
    sheet = load(__package__, "characteristics.toml", _Codes)
    every = [
        _characteristics(nation, line, sheet.sources[nation]) for nation in NATIONS for line in sheet.codes[nation]
    ]
    by_code = {(each.nation, each.code): each for each in every}
    if len(by_code) != len(every):
        raise ValueError("two rows share an ID Code")
    return MappingProxyType(by_code)


def code(nation: Nation, letters: str) -> Characteristics:
    found = codes().get((nation, letters))
    if found is None and letters == GUARD:
        return _guard(nation)
    if found is None and letters == SQUADRON:
        return _squadron(nation)
    if found is None and letters.startswith(REPLACEMENT):
        return _replacement(nation, letters)
    if found is None:
        raise ValueError(f"there is no {nation} ID Code {letters}")
    return found


@functools.cache
def _guard(nation: Nation) -> Characteristics:
    """[28.22] Guards of prisoners, which no chart of a nation lists."""
    sheet = load(__package__, "characteristics.toml", _Codes)
    return _characteristics(nation, sheet.guard, sheet.guard_source)


@functools.cache
def _squadron(nation: Nation) -> Characteristics:
    """[22.63] Tank Delivery Squadrons, which no chart of a nation lists."""
    sheet = load(__package__, "characteristics.toml", _Codes)
    return _characteristics(nation, sheet.squadron, sheet.squadron_source)


@functools.cache
def _replacement(nation: Nation, letters: str) -> Characteristics:
    """[20.42] Replacement Points of a class until a unit has taken them up."""
    sheet = load(__package__, "characteristics.toml", _Codes)
    line = next((each for each in sheet.replacements if each.code == letters), None)
    if line is None:
        raise ValueError(f"there is no {letters}")
    return _characteristics(nation, line, sheet.replacement_source)


def parenthesised(ratings: Ratings) -> Ratings:
    """[4.46] The combat values of points in a headquarters whose maximum is parenthesised."""
    return msgspec.structs.replace(
        ratings,
        barrage=_closed(ratings.barrage),
        anti_armour=_closed(ratings.anti_armour),
        offence=_closed(ratings.offence),
        defence=_closed(ratings.defence),
        anti_air=_closed(ratings.anti_air),
    )


class Removal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[32.81, 32.82, 32.83] What a nation loses when the Air Game is left out."""

    unit_codes: tuple[str, ...]
    points: tuple[WeaponClass, ...]  # lost wherever they are assigned
    points_of_codes: dict[str, tuple[WeaponClass, ...]]  # lost by units of these codes
    source: str


@functools.cache
def removals() -> Mapping[Nation, Removal]:
    """[32.8]"""
    return MappingProxyType(load(__package__, "characteristics.toml", _Codes).without_air_game)


# The shape of weapons.toml and characteristics.toml: a figure in brackets, as printed, is a parenthesised one.


class _Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    barrage: int | str | None = None
    anti_armour: int | str | None = None
    vulnerability: int | str | None = None
    armour: int | str | None = None
    offence: int | str | None = None
    defence: int | str | None = None
    anti_air: int | str | None = None


class _Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: str
    kind: Kind
    equivalent: Equivalent
    cpa: int
    plus: bool = False
    keeps_cpa: bool = False
    halftracks: bool = False
    maximum: int | str = 0
    maximum_us_tanks: int = 0
    assigned: dict[Allotment, int] = {}
    anti_tank_augmentation: bool = False
    breakdown_adjustment: int | None = None
    ratings: _Printed = _Printed()


class _Codes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    guard: _Code
    guard_source: str
    squadron: _Code
    squadron_source: str
    replacements: tuple[_Code, ...]
    replacement_source: str
    sources: dict[Nation, str]
    without_air_game: dict[Nation, Removal]
    codes: dict[Nation, tuple[_Code, ...]]


class _Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    title: str
    nations: tuple[Nation, ...]
    weapon_class: WeaponClass
    cpa: int | str  # "0+" for a sited gun
    ratings: _Printed
    source: str
    breakdown_adjustment: int | None = None
    may_patrol: bool = False
    us_tank: bool = False
    airdroppable: bool = False
    clears_minefields: bool = False
    changes: tuple[Change, ...] = ()


class _Weapons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sources: dict[str, str]
    weapons: tuple[_Weapon, ...]


def _weapon(line: _Weapon, sources: dict[str, str]) -> Weapon:
    sited = line.cpa == "0+"
    return Weapon(
        name=line.name,
        title=line.title,
        nations=line.nations,
        weapon_class=line.weapon_class,
        cpa=0 if sited else int(line.cpa),
        transport="sited" if sited else "own",
        printed=_ratings(line.ratings),
        printed_breakdown=line.breakdown_adjustment,
        may_patrol=line.may_patrol,
        us_tank=line.us_tank,
        airdroppable=line.airdroppable,
        clears_minefields=line.clears_minefields,
        changes=line.changes,
        source=sources[line.source],
    )


def _characteristics(nation: Nation, line: _Code, source: str) -> Characteristics:
    maximum = _rating(line.maximum) or Rating(0)
    return Characteristics(
        nation=nation,
        code=line.code,
        kind=line.kind,
        equivalent=line.equivalent,
        cpa=line.cpa,
        plus=line.plus,
        keeps_cpa=line.keeps_cpa,
        halftracks=line.halftracks,
        ratings=_ratings(line.ratings),
        maximum=maximum.value,
        maximum_parenthesised=maximum.parenthesised,
        maximum_us_tanks=line.maximum_us_tanks,
        assigned=MappingProxyType(line.assigned),
        anti_tank_augmentation=line.anti_tank_augmentation,
        breakdown_adjustment=line.breakdown_adjustment,
        source=source,
    )


def _ratings(printed: _Printed) -> Ratings:
    return Ratings(
        barrage=_rating(printed.barrage),
        anti_armour=_rating(printed.anti_armour),
        vulnerability=_rating(printed.vulnerability),
        armour=_rating(printed.armour),
        offence=_rating(printed.offence),
        defence=_rating(printed.defence),
        anti_air=_rating(printed.anti_air),
    )


def _rating(printed: int | str | None) -> Rating | None:
    if printed is None:
        return None
    if isinstance(printed, int):
        return Rating(printed)
    if not (printed.startswith("(") and printed.endswith(")")):
        raise ValueError(f"{printed} is no rating")
    return Rating(int(printed[1:-1]), parenthesised=True)


def _closed(rating: Rating | None) -> Rating | None:
    return None if rating is None else Rating(rating.value, parenthesised=True)
