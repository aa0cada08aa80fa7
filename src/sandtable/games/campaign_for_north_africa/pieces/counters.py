"""[4.2, 4.45] The counters with a historical designation: headquarters and combat units of the three nations; and those
that are made in play, whose names tell what they are."""

import functools
import re
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from sandtable.core.tables import load
from sandtable.games.campaign_for_north_africa.pieces import weapons as arms
from sandtable.games.campaign_for_north_africa.pieces.weapons import (
    ANTI_AIR_CLASSES,
    Characteristics,
    Kind,
    Nation,
    Ratings,
    ReplacementClass,
    WeaponClass,
)

Side = Literal["axis", "commonwealth"]
SIDES: tuple[Side, ...] = ("axis", "commonwealth")
NOUNS: Mapping[str, str] = {"axis": "the Axis", "commonwealth": "the Commonwealth"}  # in a sentence
Level = Literal["corps", "division", "brigade", "battalion", "company"]
Symbol = Literal[
    "motorised",
    "mechanised",
    "motorcycle",
    "camel",
    "machinegun",
    "heavy_weapons",
    "parachute",
    "marine",
    "commando",
    "mountain",
    "bersaglieri",
    "armoured_car",
    "armoured_recce",
    "self_propelled",
    "tank_destroyer",
    "coastal",
    "light",
    "heavy",
    "engineer",
    "railroad",
    "road",
    "infantry",
    "armour",
    "artillery",
    "battle_group",
]
TargetClass = Literal["infantry", "armour", "gun"]
When = tuple[int, int]  # Game-Turn and Operations Stage, written 26/3
TOE = tuple[tuple[str, int], ...]  # weapon and points; the weapon is empty for points rated by the unit's ID Code

DEPLOYED: When = (0, 0)  # [4.45] on the map when the first scenario begins, printed D
COMBAT_KINDS: tuple[Kind, ...] = ("infantry", "tank", "recce", "artillery", "anti_tank", "anti_air")
GUN_KINDS: tuple[Kind, ...] = ("artillery", "anti_tank", "anti_air")
FOOT_CPA = 10


class Counter(msgspec.Struct, frozen=True):
    """[4.21, 4.45] A counter and its line on the Organization at Arrival Chart."""

    name: str
    text: str  # as printed on the counter
    title: str  # historical name
    nation: Nation
    kind: Kind
    symbols: tuple[Symbol, ...]  # [4.22]
    level: Level
    code: str  # [4.46] ID Code; empty for the San Giorgio
    stacking: int  # [9.4] printed; parenthesised on a headquarters [9.12]
    parent: str  # [4.45] the headquarters it was first assigned to; empty for none
    parent_absent: bool  # [19.27] assigned to a formation that never came
    formation: str  # [19.3] type of formation a headquarters leads; empty for other units and for a corps
    garrison: str  # [3.4, 9.16] hex; empty for a unit that is no garrison
    morale: int | None  # [4.45] basic; None for a headquarters that takes the morale of its units
    untrained_morale: int | None  # [17.31] None where the unit needs no training
    arrival: When | None  # None for what no schedule brings
    toe: TOE  # at arrival
    maximum: int  # [4.46, 19.6]
    plus: bool  # [8.93] historically motorised
    engineers: bool  # [23.1] a headquarters with engineers, or an engineer unit
    replaces: str  # the counter it takes the place of
    note: str
    source: str

    @property
    def side(self) -> Side:
        return "commonwealth" if self.nation == "commonwealth" else "axis"

    @property
    def is_hq(self) -> bool:
        """[3.3]"""
        return self.kind == "headquarters"

    @property
    def is_combat_unit(self) -> bool:
        """[3.23] By its type; a headquarters becomes one while it has combat units attached [3.31]."""
        return self.kind in COMBAT_KINDS

    @property
    def is_infantry_type(self) -> bool:
        return self.kind == "infantry"

    @property
    def is_tank_type(self) -> bool:
        return self.kind == "tank"

    @property
    def is_recce_type(self) -> bool:
        return self.kind == "recce"

    @property
    def is_artillery_type(self) -> bool:
        return self.kind == "artillery"

    @property
    def is_anti_tank_type(self) -> bool:
        return self.kind == "anti_tank"

    @property
    def is_anti_air_type(self) -> bool:
        return self.kind == "anti_air"

    @property
    def is_garrison(self) -> bool:
        return bool(self.garrison)

    @property
    def is_battle_group(self) -> bool:
        """[19.71]"""
        return "battle_group" in self.symbols

    @property
    def supports_tanks(self) -> bool:
        """[15.4] Infantry, machinegun and heavy weapons points beside which tanks fight at full value."""
        return self.kind == "infantry"

    @property
    def is_gun_class(self) -> bool:
        """[3.22] Whether any point it arrives with is a gun for barrage and air attack."""
        return any(target_class(self.name, weapon) == "gun" for weapon, _ in self.toe)

    @property
    def emplaced(self) -> bool:
        """[3.4] Guns with a CPA of 0 never move."""
        return bool(self.code) and arms.code(self.nation, self.code).cpa == 0

    def is_sited(self, weapon: str) -> bool:
        """[3.4] Whether points of this weapon have a CPA of 0+: only trucks move them."""
        return bool(weapon) and not self.emplaced and arms.weapon(weapon).transport == "sited"

    @property
    def on_foot(self) -> bool:
        """[8.92] Whether its own points walk until trucks or Motorization Points carry them."""
        if not self.is_combat_unit or not self.code:
            return False
        if "commando" in self.symbols:
            return True
        return 0 < arms.code(self.nation, self.code).cpa <= FOOT_CPA


# Guards are made in play, as many as are needed, and called by nation and number: CW-G7 [28.22].
GUARD_NAMES: Mapping[Nation, str] = MappingProxyType({"italian": "IT-G", "german": "GE-G", "commonwealth": "CW-G"})
_GUARD = re.compile(r"(IT-G|GE-G|CW-G)[1-9][0-9]*")


@functools.lru_cache(maxsize=4096)
def is_guard(name: str) -> bool:
    """[28.22]"""
    return _GUARD.fullmatch(name) is not None


@functools.cache
def _guard(name: str) -> Counter:
    found = _GUARD.fullmatch(name)
    if found is None:
        raise KeyError(name)
    nation = next(nation for nation, start in GUARD_NAMES.items() if start == found[1])
    row = arms.code(nation, arms.GUARD)
    return Counter(
        name=name,
        text=name,
        title="Guards of prisoners",
        nation=nation,
        kind=row.kind,
        symbols=(),
        level="company",
        code=arms.GUARD,
        stacking=STACKING["company"],
        parent="",
        parent_absent=False,
        formation="",
        garrison="",
        morale=0,
        untrained_morale=None,
        arrival=None,
        toe=(("", row.maximum),),
        maximum=row.maximum,
        plus=False,
        engineers=False,
        replaces="",
        note="",
        source=row.source,
    )


# Replacement Points are made in play as well, and called by nation, class and number: CW-Tank7 [20.42].
_LETTERS: Mapping[Nation, str] = MappingProxyType({"italian": "IT", "german": "GE", "commonwealth": "CW"})
_WORDS: Mapping[ReplacementClass, str] = MappingProxyType(
    {"infantry": "Inf", "gun": "Gun", "tank": "Tank", "recce": "Recce"}
)
REPLACEMENT_NAMES: Mapping[tuple[Nation, ReplacementClass], str] = MappingProxyType(
    {(nation, kind): f"{letters}-{word}" for nation, letters in _LETTERS.items() for kind, word in _WORDS.items()}
)
_REPLACEMENT = re.compile(rf"({'|'.join(REPLACEMENT_NAMES.values())})[1-9][0-9]*")


@functools.lru_cache(maxsize=4096)
def is_replacement(name: str) -> bool:
    """[20.42]"""
    return _REPLACEMENT.fullmatch(name) is not None


def _replacement(name: str) -> Counter:
    found = _REPLACEMENT.fullmatch(name)
    if found is None:
        raise KeyError(name)
    nation, kind = next(key for key, start in REPLACEMENT_NAMES.items() if start == found[1])
    row = arms.code(nation, f"{arms.REPLACEMENT}-{kind}")
    return msgspec.structs.replace(
        _guard(f"{GUARD_NAMES[nation]}1"),
        name=name,
        text=name,
        title=f"{kind.title()} Replacement Points",
        kind=row.kind,
        code=row.code,
        toe=(("", row.maximum),),
        maximum=row.maximum,
        source=row.source,
    )


# [22.61, 22.7] Three Tank Delivery Squadrons, and the German Mobile Tank Repair Squad.
SQUADRONS: Mapping[str, Nation] = MappingProxyType(
    {"CW-TDS1": "commonwealth", "CW-TDS2": "commonwealth", "CW-TDS3": "commonwealth", "GE-TRS1": "german"}
)


def _squadron(name: str) -> Counter:
    nation = SQUADRONS[name]
    row = arms.code(nation, arms.SQUADRON)
    return msgspec.structs.replace(
        _guard(f"{GUARD_NAMES[nation]}1"),
        name=name,
        text=name,
        title="Tank Delivery Squadron" if nation == "commonwealth" else "Mobile Tank Repair Squad",
        kind=row.kind,
        code=row.code,
        toe=(),
        maximum=row.maximum,
        source=row.source,
    )


def is_made(name: str) -> bool:
    """Whether counters of this name are made in play."""
    return is_guard(name) or is_replacement(name) or name in SQUADRONS


@functools.lru_cache(maxsize=4096)
def _made(name: str) -> Counter:
    if name in SQUADRONS:
        return _squadron(name)
    return _replacement(name) if is_replacement(name) else _guard(name)


class _Catalogue(dict[str, Counter]):
    """The printed counters, over which one reads; those made in play are found by their names as well."""

    def __missing__(self, name: str) -> Counter:
        return _made(name)

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (isinstance(name, str) and is_made(name))

    def get(self, name: str, default: Any = None) -> Any:
        found = super().get(name)
        return _made(name) if found is None and is_made(name) else default if found is None else found


class _Sides(dict[str, Side]):
    """Whose each printed counter is, and each that is made in play, which is kept once it has been asked for."""

    def __missing__(self, name: str) -> Side:
        found = self[name] = _made(name).side
        return found

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (isinstance(name, str) and is_made(name))


@functools.cache
def counters() -> Mapping[str, Counter]:
    """[4.44b] Every printed counter by its name: Italian, German, Commonwealth; and guards and Replacement Points,
    which are not in the list but found by their names [28.22, 20.42]."""
    every = [
        _counter(nation, sheet, line) for nation in arms.NATIONS for sheet in _sheets(nation) for line in sheet.units
    ]
    return MappingProxyType(catalogue(every))


def catalogue(every: Collection[Counter]) -> dict[str, Counter]:
    """Counters by name, no two of which may be the same."""
    by_name = _Catalogue({counter.name: counter for counter in every})
    if len(by_name) != len(every):
        raise ValueError("two counters share a name")
    return by_name


@functools.cache
def sides() -> Mapping[str, Side]:
    """Whose each counter is, for those who ask it all day."""
    return MappingProxyType(_Sides({name: each.side for name, each in counters().items()}))


def counter(name: str) -> Counter:
    found = counters().get(name)
    if found is None:
        raise ValueError(f"there is no counter {name}")
    return found


@functools.cache
def assigned_to(headquarters: str) -> tuple[str, ...]:
    """[4.45] The counters first assigned to a headquarters, in the order of the chart; not those below them."""
    return tuple(each.name for each in counters().values() if each.parent == headquarters)


@functools.cache
def tree(headquarters: str) -> tuple[str, ...]:
    """[4.45] A counter and everything first assigned to it, down to the companies."""
    return (headquarters, *(below for each in assigned_to(headquarters) for below in tree(each)))


def characteristics(name: str) -> Characteristics:
    """[4.46] The row of a counter's ID Code."""
    found = counter(name)
    return arms.code(found.nation, found.code)


@functools.lru_cache(maxsize=4096)  # a turn or two of them
def ratings(name: str, weapon: str, turn: int) -> Ratings:
    """[4.46] What one point of the weapon is worth in the unit; the empty weapon is the ID Code's own row."""
    unit = counter(name)
    if not unit.code:
        return Ratings()
    row = arms.code(unit.nation, unit.code)
    if not weapon or row.code == arms.SQUADRON:  # [22.63]
        return row.ratings
    found = arms.weapon(weapon).ratings(turn)
    if weapon == arms.UPGRADED:  # [20.54]
        return msgspec.structs.replace(row.ratings, anti_armour=found.anti_armour, offence=found.offence)
    if row.code.startswith(arms.REPLACEMENT):  # [20.42] they only defend against Close Assault
        return Ratings(vulnerability=found.vulnerability, armour=found.armour, defence=found.defence)
    if unit.emplaced:
        found = msgspec.structs.replace(found, vulnerability=None)  # [3.4]
    return arms.parenthesised(found) if unit.is_hq and row.maximum_parenthesised else found


@functools.cache
def target_class(name: str, weapon: str) -> TargetClass | None:
    """[3.22] How points of this weapon in the unit count for barrage and air attack.

    A gun unit with both kinds of points is two targets. None is a headquarters without any rating.
    """
    unit = counter(name)
    values = ratings(name, weapon, 1)
    if unit.kind == "tank":
        return "armour"
    if unit.kind == "recce":
        return "infantry" if values.armour is None else "armour"
    if unit.kind in GUN_KINDS:
        return "gun" if values.armour is None else "armour"
    if unit.kind == "infantry":
        return "infantry" if arms.code(unit.nation, unit.code).ratings.barrage is None else "gun"
    if unit.kind == "headquarters":
        if values.armour is not None:
            return "armour"
        if values.barrage is not None:
            return "gun"
        return None if values.defence is None else "infantry"
    return None if unit.kind == "warship" else "infantry"


@functools.cache
def land_toe(name: str) -> TOE:
    """[32.81, 32.82, 32.83, 32.84] The points it arrives with once the anti-air points are out of play."""
    return without_anti_air(name, counter(name).toe)


def without_anti_air(name: str, toe: TOE) -> TOE:
    """[32.81, 32.82, 32.83, 32.84] What is left of some points of a unit."""
    unit = counter(name)
    rule = arms.removals()[unit.nation]
    if unit.code in rule.unit_codes:
        return ()
    lost: tuple[WeaponClass, ...] = (*rule.points, *rule.points_of_codes.get(unit.code, ()))
    return tuple(
        (weapon, points) for weapon, points in toe if not weapon or arms.weapon(weapon).weapon_class not in lost
    )


@functools.cache
def in_land_game(name: str) -> bool:
    """[32.81, 32.82, 32.83] Whether the unit is played at all without the Air Game."""
    unit = counter(name)
    if unit.code in arms.removals()[unit.nation].unit_codes:
        return False
    return unit.kind != "anti_air" or bool(land_toe(name))


def when(text: str) -> When:
    """26/3 is the third Operations Stage of Game-Turn 26."""
    turn, _, stage = text.partition("/")
    found = (int(turn), int(stage))
    if found[0] < 1 or found[1] not in (1, 2, 3):
        raise ValueError(f"{text} is no Operations Stage")
    return found


# The shape of units_italian.toml, units_german.toml and units_commonwealth.toml.


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    title: str
    code: str
    text: str
    level: Level
    arrival: str = ""
    parent: str = ""
    parent_absent: bool = False
    symbols: tuple[Symbol, ...] = ()
    formation: str = ""
    stacking: int | None = None  # where the level does not tell
    garrison: str = ""
    morale: int | None = None
    untrained_morale: int | None = None
    plus: bool = False
    engineers: bool = False
    replaces: str = ""
    toe: tuple[tuple[str, int], ...] | None = None  # None: the maximum of the ID Code [4.45]
    points: int | None = None  # of the ID Code's own, where over or under the maximum
    note: str = ""
    source: str = ""


class _Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    source: str
    units: tuple[_Line, ...]
    morale: int | None = None
    untrained_morale: int | None = None


class _Sheets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sources: dict[str, str]
    sheets: tuple[_Sheet, ...]


STACKING: Mapping[Level, int] = MappingProxyType(
    {"corps": 0, "division": 5, "brigade": 2, "battalion": 1, "company": 0},
)


@functools.cache
def _file(nation: Nation) -> _Sheets:
    return load(__package__, f"units_{nation}.toml", _Sheets)


def _sheets(nation: Nation) -> tuple[_Sheet, ...]:
    return _file(nation).sheets


def _counter(nation: Nation, sheet: _Sheet, line: _Line) -> Counter:
    row = arms.code(nation, line.code) if line.code else None
    kind: Kind = row.kind if row is not None else "warship"
    toe = _toe(row, line)
    return Counter(
        name=line.name,
        text=line.text,
        title=line.title,
        nation=nation,
        kind=kind,
        symbols=line.symbols,
        level=line.level,
        code=line.code,
        stacking=STACKING[line.level] if line.stacking is None else line.stacking,
        parent=line.parent,
        parent_absent=line.parent_absent,
        formation=line.formation,
        garrison=line.garrison,
        morale=sheet.morale if line.morale is None else line.morale,
        untrained_morale=sheet.untrained_morale if line.untrained_morale is None else line.untrained_morale,
        arrival=DEPLOYED if line.arrival == "D" else when(line.arrival) if line.arrival else None,
        toe=toe,
        maximum=_maximum(row, toe),
        plus=line.plus or (row is not None and row.plus),
        engineers=line.engineers or kind in ("engineer", "construction"),
        replaces=line.replaces,
        note=line.note,
        source=_file(nation).sources[line.source or sheet.source],
    )


def _toe(row: Characteristics | None, line: _Line) -> TOE:
    """[4.45] Normal strength is the maximum; otherwise as written."""
    weapons = line.toe or ()
    if line.points is not None:
        return (("", line.points), *weapons)
    if line.toe is not None:
        return weapons
    return () if row is None or not row.maximum else (("", row.maximum),)


def _maximum(row: Characteristics | None, toe: TOE) -> int:
    """[4.46] Emplaced guns stay as deployed; their maximum adds the anti-air points allowed."""
    if row is None:
        return 0
    deployed = "emplaced_guns" in row.assigned
    guns = sum(points for weapon, points in toe if weapon and arms.weapon(weapon).weapon_class not in ANTI_AIR_CLASSES)
    return row.maximum + (guns if deployed else row.assigned.get("airdroppable_artillery", 0))
