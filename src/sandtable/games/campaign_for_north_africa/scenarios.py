"""The scenarios of every group: who stands where, with what, and what wins.

Some stacks are set up where their player likes within a zone. Each of them has a hex that serves when nobody chooses.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from sandtable.games.campaign_for_north_africa.pieces.counters import TOE, Side, When
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
