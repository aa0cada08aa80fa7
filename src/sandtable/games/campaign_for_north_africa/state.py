"""The position of a game in progress; `contents` says what it is made of, and the `verbs` alone change it.

Capability Points and Breakdown Points are kept in half points, so that a road costs one and everything is whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any, Literal, Self

from sandtable.core.frames import State
from sandtable.games.campaign_for_north_africa.contents import (
    Captives,
    Commando,
    Consignment,
    Drawn,
    Loan,
    Minefield,
    Project,
    Raider,
    Replacement,
    Report,
    Returning,
    Segment,
    Ship,
    Squadron,
    SupplyUnit,
    Unit,
    Wreck,
)
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.counters import SIDES, Side, sides
from sandtable.games.campaign_for_north_africa.terrain_chart import POINT

TRIPOLITANIA, TRIPOLI, GABES, TUNIS = (
    board().box(name)
    for name in ("tripolitania", "tripoli", "gabes", "tunis")  # [8.81]
)
DUE, ELIMINATED, WITHDRAWN = (board().box(name) for name in ("due", "eliminated", "withdrawn"))
REGION = (TRIPOLITANIA, TRIPOLI, GABES, TUNIS)  # [8.81] in play, off the map
OUT_OF_PLAY = (DUE, ELIMINATED, WITHDRAWN)

CHARIOTS_SPENT = -1  # [30.45] they have made their raid
AT_SHIPS, AT_LAND = "ships", "land"  # [30.35] at what guns have fired in an Operations Stage
ROMMEL = "DAK"  # [31.0] his counter stands for the headquarters of the Afrika Korps
SPENT_FORCE = -26  # [6.26] the Cohesion Level at which a unit can do nothing

Weather = Literal["normal", "hot", "sandstorm", "rainstorm"]


def enemy_of(side: str) -> Side:
    return "commonwealth" if side == "axis" else "axis"


class Campaign(State, frozen=True, dict=True):
    """A game in progress; `saved_position` adds the frames its stack may hold."""

    scenario: str = ""
    options: tuple[str, ...] = ()
    turn: int = 1
    stage: int = 1
    last_turn: int = 6
    initiative: Side = "axis"  # [7.12] for this Game-Turn
    first: Side = "axis"  # [7.16] Player A of this Operations Stage
    phasing: Side = "axis"
    cycle: int = 0  # [8.22] which repetition of the four Segments this is
    weather: Weather = "normal"
    foul: tuple[str, ...] = ()  # [29.1] the map sections of a sandstorm or rainstorm
    units: dict[str, Unit] = {}
    stacks: dict[int, tuple[str, ...]] = {}  # counters in play by place; attached units are not counters [4.25]
    parts: dict[str, tuple[str, ...]] = {}  # units attached to each Parent Unit
    supply: dict[str, SupplyUnit] = {}
    motors: dict[str, dict[int, int]] = {}  # [32.51] unattached Motorization Points of each side by place
    driven: dict[str, dict[int, tuple[int, int]]] = {}  # [8.98] how many drove this stage, half points of the farthest
    plans: dict[str, tuple[Consignment, ...]] = {}  # [32.43]
    received: dict[str, int] = {}  # [32.18] real Supply Units that each side has received since the game began
    wrecks: dict[str, Wreck] = {}
    spares: dict[str, int] = {}  # [22.5] repaired or spare points, by `place/nation/weapon`
    known: dict[str, dict[str, Report]] = {}  # [3.61] what each side has learnt
    prisoners: dict[str, int] = {}  # [28.11] Prisoner Points taken by each side since the game began
    captives: dict[str, Captives] = {}  # [28.1] Prisoner Points on the map, and those who have escaped
    guards: dict[str, str] = {}  # [28.22] guards in play, and the units from which they were formed
    returning: tuple[Returning, ...] = ()  # [28.24]
    raiders: dict[str, Raider] = {}  # [27.1, 27.2] desert raiders in play
    reforming: dict[str, int] = {}  # [27.16] the first Operations Stage of the war in which a lost raider may return
    commandos: dict[str, Commando] = {}  # [27.7, 27.8]
    seekers: tuple[str, ...] = ()  # [27.44] who has tried to spot a raider in this Operations Stage
    hunts: int = 0  # [27.64] Raids on Rommel so far
    wounded: int = 0  # [27.92] the last Game-Turn in which a wound of Rommel's tells
    replacements: dict[str, Replacement] = {}  # [20.42] counters of Replacement Points
    drawn: dict[str, Drawn] = {}  # [20.61, 20.78] lines of the pool and of production, by `nation/item`
    squadrons: dict[str, Squadron] = {}  # [22.6, 22.7] that have come
    loans: tuple[Loan, ...] = ()  # [20.9]
    upgraded: tuple[str, ...] = ()  # [20.77] Commonwealth battalions with an offensive rating of two
    drafted: int = 0  # [20.73] the last Game-Turn for which Commonwealth infantry has been diced
    captured: dict[str, dict[str, int]] = {}  # [15.86] guns and tanks taken by each side, by weapon
    forts: dict[int, int] = {}  # [25.1] levels of built fortifications
    built: tuple[str, ...] = ()  # [24.5] stretches of road that are finished
    laid: tuple[int, ...] = ()  # [24.53] hexes of unfinished stretches that have become road
    railway: int = -1  # [8.76] the western end of the railway
    ruined: tuple[int, ...] = ()  # [12.53, 24.52] hexes whose road was destroyed: a track
    cut: tuple[int, ...] = ()  # [12.53, 8.76] hexes whose railway was destroyed
    projects: dict[str, Project] = {}  # [24.11] under construction or demolition
    minefields: dict[int, Minefield] = {}  # [26.11]
    workshops: dict[int, Side] = {}  # [24.83] temporary Repair Facilities built in play
    razed: tuple[int, ...] = ()  # [24.81, 24.86] those of the scenario that exist no more
    unmended: dict[int, int] = {}  # [24.84] levels that a Repair Facility lost with its city and has not got back
    control: dict[str, Side] = {}  # who was last in each city and village, by hex
    rommel: int = DUE  # [31.0] where his counter is; in Germany it is withdrawn
    delivered: tuple[str, ...] = ()  # [62.3] units that have had the points which the scenario promises them
    seized: int = 0  # [64.71] Operations Stages in a row at whose end the Axis had Cairo and Alexandria
    held: tuple[str, ...] = ()  # [60.4, 61.3] units that the scenario does not let move yet
    escort: tuple[str, ...] = ()  # [31.0] counters with which Rommel began this Operations Stage
    fought: dict[str, bool] = {}  # [16.21] whether a side has assaulted this Operations Stage
    decoys: dict[str, tuple[int, ...]] = {}  # [16.41] hexes with dummy tanks of each side
    ships: dict[str, Ship] = {}  # [30.1]
    gunned: dict[str, str] = {}  # [30.35] units in hexes with ships that have fired this stage, and at what
    chariots: int = 0  # [30.42] the stage, counted through, in which they raid Alexandria
    raids: int = 0  # [32.72] air raids on Alexandria that the Axis may still make
    raid: bool = False  # [32.73] whether one is planned for this Operations Stage
    idle: tuple[int, ...] = ()  # [22.34] Repair Facilities that barrages have silenced in this Operations Stage
    shelled: tuple[int, ...] = ()  # [16.21] hexes that underwent barrage this Operations Stage
    lifted: dict[str, int] = {}  # [32.37] the Game-Turn of each side's last air transport
    railed: tuple[str, ...] = ()  # [8.74] directions in which the railway was used this Operations Stage
    shipped: int = 0  # [32.36, 32.35] tons or units moved by sea this Operations Stage
    sailings: tuple[tuple[str, str, str], ...] = ()  # [30.52, 30.53] by sea this stage: cargo, from port, to port
    retreating: tuple[str, ...] = ()  # [10.24] hexes vacated by the enemy in the last Combat Segment or by Reaction
    promised: dict[str, int] = {}  # [8.53b] units whose owner has announced a Close Assault, and on which hex
    segment: Segment = Segment()
    serial: int = 0  # names of supply units and wrecks
    # Only in what a side may know of a game [3.61]
    viewer: str = ""  # the side
    told: dict[int, bool] = {}  # [10.6] of which hexes that could be it was told whether they are in an enemy zone

    @cached_property
    def derived(self) -> dict[object, Any]:
        """What rules worked out from this very state and may be asked for again."""
        return {}

    @cached_property
    def composition(self) -> dict[object, Any]:
        """What rules worked out from nothing but what units consist of, how they are put together and the Game-Turn:
        states in which that is the same share it. Bounded by the units there are."""
        return {}

    def come_of(self, before: Self) -> None:
        if self.turn == before.turn:
            self.__dict__["composition"] = before.composition

    def written(self, table: str, before: Any, after: Any) -> None:
        if table not in COMPOSED or (table == "units" and is_composed_alike(before, after)):
            return
        self.__dict__.pop("composition", None)

    def at(self, place: int, side: str) -> tuple[str, ...]:
        """The counters of a side in a hex or box."""
        here = self.stacks.get(place)
        return _those_of(here, side) if here else ()

    def holder(self, place: int) -> Side | None:
        """Who has units there."""
        here = self.stacks.get(place)
        return sides()[here[0]] if here else None

    def supply_at(self, place: int, side: str) -> tuple[str, ...]:
        index: dict[tuple[int, str], tuple[str, ...]] | None = self.derived.get("supply")
        if index is None:
            index = self.derived["supply"] = {}
            for name, unit in self.supply.items():
                index[unit.at, unit.side] = (*index.get((unit.at, unit.side), ()), name)
        return index.get((place, side), ())


COMPOSED = frozenset(("units", "parts", "replacements"))  # the tables on which composition rests


def is_composed_alike(one: Unit | None, other: Unit | None) -> bool:
    """Whether a unit still consists of the same and is attached as it was, wherever it has gone."""
    if one is None or other is None:
        return False
    return (
        (one.toe is other.toe or one.toe == other.toe) and one.motors == other.motors and one.attached == other.attached
    )


@lru_cache(maxsize=4096)
def _those_of(names: tuple[str, ...], side: str) -> tuple[str, ...]:
    whose = sides()
    return tuple([name for name in names if whose[name] == side])


# Armies as trees [19.1]


def top_of(state: Campaign, name: str) -> str:
    """[4.25] The counter that represents a unit on the map."""
    while above := state.units[name].attached:
        name = above
    return name


def all_of(state: Campaign, name: str) -> tuple[str, ...]:
    """[3.31] A counter and everything attached to it, at any depth."""
    below = state.parts
    parts = below.get(name)
    if not parts:
        return (name,)
    if below.keys().isdisjoint(parts):
        return (name, *parts)
    found = [name]
    for part in parts:
        if part in below:
            found += all_of(state, part)
        else:
            found.append(part)
    return tuple(found)


def everyone_at(state: Campaign, place: int, side: str) -> Iterator[str]:
    """Every unit of a side in a place, attached or not."""
    for counter in state.at(place, side):
        yield from all_of(state, counter)


def toe_of(state: Campaign, name: str) -> int:
    """[3.5] TOE Strength Points of all systems."""
    return sum(state.units[name].toe.values())


def side_of(name: str) -> Side:
    return sides()[name]


__all__ = ["POINT", "SIDES", "Side"]
