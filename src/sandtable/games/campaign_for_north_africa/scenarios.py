"""The scenarios of every group: who stands where, with what, and what wins.

Some stacks are set up where their player likes within a zone. Each of them has a hex that serves when nobody chooses.
"""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec
from msgspec.structs import replace

from sandtable.core.tables import Sourced, load
from sandtable.games.campaign_for_north_africa.pieces.counters import TOE, Side, When, when
from sandtable.games.campaign_for_north_africa.pieces.weapons import Nation

SpecialRule = Literal[
    "matruh_garrison_stands",  # it moves only from 12/2 on, or once it is close assaulted
    "autoblinda_points",  # two points of AB40 for two different units, or spare in Tobruk
    "germans_mixed_freely",  # they may begin in any formations, battle groups included
    "egypt_held_in_26_3",  # nothing in Cairo or Alexandria moves in 26/3
    "one_battalion_released",  # then one battalion an Operations Stage; headquarters free, 22 Guards as one
    "18_australian_at_alexandria",  # it stands there from 27/1 and moves from the next stage on, without a release
    "7_armoured_refits",  # tank battalions go at 75 percent repaired, one a stage, and one other battalion, from 27/1
    "no_replacements_in_march",  # none for the Commonwealth in March 1941
    "replacements_from_turn_7",  # for the Commonwealth
    "fleet_stays_at_first",  # it does not sail in the first Game-Turn
    "axis_infantry_at_two_thirds",  # of its maximum, fractions up
    "six_pounders",  # a point for each Commonwealth infantry battalion, two for a motorised one
    "no_raid_on_rommel",
    "no_reinforcements",  # for either side
    "replacements_from_105_1",  # for the Commonwealth
    "campaign_game",  # the whole war: what the rules allow in a Campaign Game only
    "repair_from_second_stage",  # nothing is repaired in the first Operations Stage of the scenario
]
VictoryKind = Literal["levels", "points", "ratio", "breakthrough"]
SupplyLine = Literal["section_d", "tobruk", "alexandria_or_cairo", "none"]


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where something may be set up: every condition written has to hold."""

    hexes: tuple[str, ...] = ()  # one of these
    or_in: tuple[str, ...] = ()  # or anywhere in these sections
    but_not: tuple[str, ...] = ()  # these hexes
    box: str = ""  # in this box
    within: int = 0  # so many hexes
    of: tuple[str, ...] = ()  # of this place
    beyond: int = 0  # more than so many hexes from it
    not_east: bool = False  # of it
    country: str = ""
    sections: tuple[str, ...] = ()  # of the map
    along: tuple[str, ...] = ()  # on the road between these two hexes
    corners: tuple[str, ...] = ()  # within the triangle of these hexes
    west_of: str = ""  # this hex
    clear_of_enemy: int = 0  # no enemy unit within so many hexes
    apart: int = 0  # divisions that share the zone keep so many hexes between them
    together: str = ""  # stacks with the same word share a hex

    @property
    def fixed(self) -> str:
        """The only hex or box there is; empty where there is a choice."""
        if self.box:
            return self.box
        return self.hexes[0] if len(self.hexes) == 1 and not self.or_in else ""


class Stack(msgspec.Struct, frozen=True):
    """Units that are set up together, with their Motorization Points."""

    side: Side
    units: tuple[str, ...]
    zone: Zone
    at: str  # the hex or box of the set-up, or what serves when nobody chooses
    motorization_points: int
    training: bool
    joins: tuple[str, ...]  # it stands with one of these headquarters and is attached to it when play begins
    note: str
    source: str

    @property
    def free(self) -> bool:
        """Whether the player has a choice."""
        return not self.zone.fixed


class Pool(msgspec.Struct, frozen=True):
    """[32.52] Motorization Points that belong to no unit, or that units of a nation share as they like."""

    side: Side
    points: int
    zone: Zone
    at: str
    shared_by: Nation | None  # None: unattached; their default share already stands with the stacks
    source: str


class Supplies(msgspec.Struct, frozen=True):
    """[32.12, 32.18] Supply Units that are set up alike, dummies among them."""

    side: Side
    count: int
    dummies: int
    ammo: int
    fuel: int
    zone: Zone
    most_in_a_hex: int  # 0 for any number
    at: tuple[str, ...]  # one place for each of them, the dummies last
    source: str


class Fortification(msgspec.Struct, frozen=True):
    """[25.1] Fortifications of a level: in the hexes of their zone, or some of them where their player likes."""

    side: Side
    level: int
    zone: Zone
    at: tuple[str, ...]  # one hex for each of them
    source: str

    @property
    def free(self) -> bool:
        """Whether the player has a choice."""
        return set(self.at) != set(self.zone.hexes)


class Minefields(msgspec.Struct, frozen=True):
    """[26.11] Minefields that are laid before the game: which of them are dummies the dice decide."""

    side: Side
    real: int
    dummies: int
    at: tuple[str, ...]  # a hex for each
    source: str


class Delivery(msgspec.Struct, frozen=True):
    """Points that a unit receives in play: at one time if it has stayed where it stands, else at another."""

    unit: str
    toe: TOE
    when: When
    still_at: str
    otherwise: When
    source: str


class Lying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[21.4] Points that begin broken down: of a unit, or lying in a hex."""

    weapon: str
    points: int
    unit: str = ""
    at: str = ""
    nation: Nation = "commonwealth"  # of those that lie in a hex


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level of victory: every hex of `all_of`, any of `any_of`, and so many places of Egypt."""

    side: Side
    level: str
    rank: int  # 1 is the least
    all_of: tuple[str, ...] = ()
    any_of: tuple[str, ...] = ()
    places_in_egypt: int = 0
    supply: SupplyLine = "none"


class Prize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for who holds a place at the end."""

    name: str
    hex: str
    axis: int
    commonwealth: int
    also: tuple[str, ...] = ()  # hexes that have to be held with it


class Margin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level of victory by how many points one side has more than the other."""

    level: str
    least: int


class Ratio(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level of victory by how many times the points of the other side one side has."""

    level: str
    above: float


class Seizure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Axis wins at once with all these hexes for a whole Game-Turn, each within so many points of a dump."""

    hexes: tuple[str, ...]
    reach: int


class Starvation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Commonwealth wins at once, from a stage on, when no Axis combat unit is within so many points of a dump."""

    first: str
    reach: int


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the winner is found: the best level met, the most points, or their ratio."""

    kind: VictoryKind
    case: str
    source: str
    goals: tuple[Goal, ...] = ()
    prizes: tuple[Prize, ...] = ()
    margins: tuple[Margin, ...] = ()  # the least first; without any, more points simply win
    ratios: tuple[Ratio, ...] = ()  # the least first
    seizure: Seizure | None = None
    starvation: Starvation | None = None
    march: int = 0  # Capability Points for which the garrison of a place needs Fuel
    rounds: int = 0  # of Ammo that the garrison of a place needs; without any it needs a line of supply
    out_of_supply_wins: bool = False  # the Commonwealth, once no Italian combat unit on the map can trace supply
    otherwise: Side | None = None  # who wins when no level is met

    @property
    def dearest(self) -> int:
        """The points of the place that brings most."""
        return max((max(prize.axis, prize.commonwealth) for prize in self.prizes), default=1)


class Scenario(msgspec.Struct, frozen=True):
    """A scenario: dates, set-up and victory."""

    key: str
    name: str
    group: int
    case: str  # of the set-up
    start: When
    end: When
    initiative: Side
    initiative_until: int  # the last Game-Turn before the dice decide
    stacks: tuple[Stack, ...]
    pools: tuple[Pool, ...]
    supplies: tuple[Supplies, ...]
    assigned: Mapping[str, str]  # [19.1] where it differs from the arrival chart; empty for independent
    attached: Mapping[str, str]  # [4.25] besides units in one stack with what they are assigned to
    toe: Mapping[str, TOE]  # where it differs from arrival
    eliminated: tuple[str, ...]  # lost before; may be rebuilt
    broken_down: tuple[Lying, ...]  # [21.4] out of the points the units have
    spare: Mapping[str, TOE]  # [20.2] trained points lying in a hex
    raiders: tuple[str, ...]  # [27.1] hexes of Long Range Desert Group units
    railway_end: str  # [8.76]
    railway_cut: tuple[str, ...]  # [24.6] hexes whose railway is destroyed
    fleet: tuple[str, ...]  # [30.1] ships, where they are not all that the schedule has brought
    minefields: tuple[Minefields, ...]
    roads_built: tuple[str, ...]  # [24.5] stretches
    roads_laid: tuple[str, ...]  # [24.53] hexes of others that are road already
    fortifications: tuple[Fortification, ...]
    deliveries: tuple[Delivery, ...]
    ports: Mapping[str, int]  # [55.3] efficiency where it is not the listed one
    repair_major: Mapping[Side, tuple[str, ...]]  # [22.1]
    repair_temporary: Mapping[Side, tuple[str, ...]]
    halved_through: Mapping[Nation, int]  # [64.53] half of what could have been planned to a Game-Turn is gone
    points_left: Mapping[str, int]  # [64.53, 64.54] of a line of the pool or of production, as `nation/item`
    percent_left: Mapping[Nation, int]  # [63.92] of every line
    prisoners: int  # [28.1] Italian ones that the Commonwealth holds
    prisoners_at: str  # a place
    special: tuple[SpecialRule, ...]
    victory: Victory
    source: str

    @property
    def placed(self) -> tuple[str, ...]:
        """Every unit that is set up, in the order of the stacks."""
        return tuple(unit for stack in self.stacks for unit in stack.units)

    def place_of(self, unit: str) -> str:
        """Where a unit is set up when nobody chooses; empty for one that is not."""
        return next((stack.at for stack in self.stacks if unit in stack.units), "")


FILES = ("scenario_60.toml", "scenario_61.toml", "scenario_62.toml", "scenario_63.toml")
CAMPAIGNS = "scenario_64.toml"


@functools.cache
def scenarios() -> Mapping[str, Scenario]:
    """Every scenario by its key, in the order of the book."""
    every = [_scenario(group, line) for group in (_group(name) for name in FILES) for line in group.scenarios]
    every += _campaigns()
    return MappingProxyType({each.key: each for each in every})


def scenario(key: str) -> Scenario:
    found = scenarios().get(key)
    if found is None:
        raise ValueError(f"there is no scenario {key}")
    return found


# The shape of scenario_60.toml and the files after it.


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    name: str
    start: str
    end: str
    victory: Victory
    special: tuple[SpecialRule, ...] = ()
    percent_left: dict[Nation, int] = {}


class _Stack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    units: tuple[str, ...]
    zone: Zone
    source: str
    at: str = ""  # for a choice
    motorization_points: int = 0
    training: bool = False
    joins: tuple[str, ...] = ()
    note: str = ""


class _Pool(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    points: int
    zone: Zone
    source: str
    at: str = ""
    shared_by: Nation | None = None


class _Supplies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    zone: Zone
    source: str
    count: int = 0
    dummies: int = 0
    ammo: int = 0
    fuel: int = 0
    most_in_a_hex: int = 0
    at: tuple[str, ...] = ()  # for a choice: one place, or one for each


class _Fortification(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    level: int
    zone: Zone
    at: tuple[str, ...]
    source: str


class _Minefields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    real: int
    dummies: int
    at: tuple[str, ...]
    source: str


class _Delivery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unit: str
    toe: TOE
    when: str
    still_at: str
    otherwise: str
    source: str


class _Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    group: int
    case: str
    sources: dict[str, str]
    initiative: Side
    initiative_until: int
    scenarios: tuple[_Line, ...]
    stacks: tuple[_Stack, ...]
    pools: tuple[_Pool, ...]
    supplies: tuple[_Supplies, ...]
    assigned: dict[str, str]
    attached: dict[str, str]
    railway_end: str
    ports: dict[str, int]
    repair_major: dict[Side, tuple[str, ...]]
    repair_temporary: dict[Side, tuple[str, ...]]
    special: tuple[SpecialRule, ...]
    toe: dict[str, TOE] = {}
    eliminated: tuple[str, ...] = ()
    broken_down: tuple[Lying, ...] = ()
    spare: dict[str, TOE] = {}
    raiders: tuple[str, ...] = ()
    roads_built: tuple[str, ...] = ()
    roads_laid: tuple[str, ...] = ()
    fortifications: tuple[_Fortification, ...] = ()
    minefields: tuple[_Minefields, ...] = ()
    railway_cut: tuple[str, ...] = ()
    fleet: tuple[str, ...] = ()
    deliveries: tuple[_Delivery, ...] = ()
    prisoners: int = 0
    prisoners_at: str = ""


@functools.cache
def _group(name: str) -> _Group:
    return load(__package__, name, _Group)


def _scenario(group: _Group, line: _Line) -> Scenario:
    return Scenario(
        key=line.key,
        name=line.name,
        group=group.group,
        case=group.case,
        start=when(line.start),
        end=when(line.end),
        initiative=group.initiative,
        initiative_until=group.initiative_until,
        stacks=tuple(_stack(group, stack) for stack in group.stacks),
        pools=tuple(_pool(group, pool) for pool in group.pools),
        supplies=tuple(_supplies(group, supplies) for supplies in group.supplies),
        assigned=MappingProxyType(group.assigned),
        attached=MappingProxyType(group.attached),
        toe=MappingProxyType(group.toe),
        eliminated=group.eliminated,
        broken_down=group.broken_down,
        spare=MappingProxyType(group.spare),
        raiders=group.raiders,
        railway_end=group.railway_end,
        railway_cut=group.railway_cut,
        fleet=group.fleet,
        minefields=tuple(_minefields(group, each) for each in group.minefields),
        roads_built=group.roads_built,
        roads_laid=group.roads_laid,
        fortifications=tuple(_fortification(group, each) for each in group.fortifications),
        deliveries=tuple(_delivery(group, each) for each in group.deliveries),
        ports=MappingProxyType(group.ports),
        repair_major=MappingProxyType(group.repair_major),
        repair_temporary=MappingProxyType(group.repair_temporary),
        halved_through=MappingProxyType({}),
        points_left=MappingProxyType({}),
        percent_left=MappingProxyType(line.percent_left),
        prisoners=group.prisoners,
        prisoners_at=group.prisoners_at,
        special=(*group.special, *line.special),
        victory=line.victory,
        source=group.sources["scenario"],
    )


class _Campaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    name: str
    set_up: str  # the file of the group with which it begins
    start: str
    end: str
    source: str
    halved_through: dict[Nation, int] = {}
    points_left: dict[str, int] = {}


class _Campaigns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    group: int
    campaigns: tuple[_Campaign, ...]
    lifted: Sourced[tuple[SpecialRule, ...]]
    victory: Victory


def _campaigns() -> list[Scenario]:
    """[64.0] The set-up of another group, without what is forbidden there for the sake of a shorter game."""
    sheet = load(__package__, CAMPAIGNS, _Campaigns)
    found = []
    for line in sheet.campaigns:
        begun = _scenario(_group(line.set_up), _Line(line.key, line.name, line.start, line.end, sheet.victory))
        special = tuple(rule for rule in begun.special if rule not in sheet.lifted.value)
        found.append(
            replace(
                begun,
                group=sheet.group,
                special=(*special, "campaign_game"),
                halved_through=MappingProxyType(line.halved_through),
                points_left=MappingProxyType(line.points_left),
                source=line.source,
            )
        )
    return found


def _stack(group: _Group, line: _Stack) -> Stack:
    return Stack(
        side=line.side,
        units=line.units,
        zone=line.zone,
        at=line.zone.fixed or line.at,
        motorization_points=line.motorization_points,
        training=line.training,
        joins=line.joins,
        note=line.note,
        source=group.sources[line.source],
    )


def _pool(group: _Group, line: _Pool) -> Pool:
    return Pool(
        side=line.side,
        points=line.points,
        zone=line.zone,
        at=line.zone.fixed or line.at,
        shared_by=line.shared_by,
        source=group.sources[line.source],
    )


def _fortification(group: _Group, line: _Fortification) -> Fortification:
    return Fortification(line.side, line.level, line.zone, line.at, group.sources[line.source])


def _minefields(group: _Group, line: _Minefields) -> Minefields:
    if len(line.at) != line.real + line.dummies:
        raise ValueError("every minefield has a hex")
    return Minefields(line.side, line.real, line.dummies, line.at, group.sources[line.source])


def _delivery(group: _Group, line: _Delivery) -> Delivery:
    first, second = when(line.when), when(line.otherwise)
    return Delivery(line.unit, line.toe, first, line.still_at, second, group.sources[line.source])


def _supplies(group: _Group, line: _Supplies) -> Supplies:
    total = line.count + line.dummies
    places = (line.zone.fixed,) if line.zone.fixed else line.at
    return Supplies(
        side=line.side,
        count=line.count,
        dummies=line.dummies,
        ammo=line.ammo,
        fuel=line.fuel,
        zone=line.zone,
        most_in_a_hex=line.most_in_a_hex,
        at=places * total if len(places) == 1 else places,
        source=group.sources[line.source],
    )
