"""The position: counters and what they consist of, Supply Units, the books each side keeps, and the verbs that change
them.

Capability Points and Breakdown Points are kept in half points, so that a road costs one and everything is whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any, Literal, Self

from msgspec.structs import replace

from sandtable.core.frames import Draft, State
from sandtable.core.values import Value
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.counters import SIDES, Side, sides
from sandtable.games.campaign_for_north_africa.pieces.weapons import Nation

TRIPOLITANIA, TRIPOLI, GABES, TUNIS = (
    board().box(name)
    for name in ("tripolitania", "tripoli", "gabes", "tunis")  # [8.81]
)
DUE, ELIMINATED, WITHDRAWN = (board().box(name) for name in ("due", "eliminated", "withdrawn"))
REGION = (TRIPOLITANIA, TRIPOLI, GABES, TUNIS)  # [8.81] in play, off the map
OUT_OF_PLAY = (DUE, ELIMINATED, WITHDRAWN)

IN_PORT = -1  # [30.18] where ships are that lie before no coast
CHARIOTS_SPENT = -1  # [30.45] they have made their raid
AT_SHIPS, AT_LAND = "ships", "land"  # [30.35] at what guns have fired in an Operations Stage
POINT = 2  # half points in a Capability Point or Breakdown Point
ROMMEL = "DAK"  # [31.0] his counter stands for the headquarters of the Afrika Korps
SPENT_FORCE = -26  # [6.26] the Cohesion Level at which a unit can do nothing

Weather = Literal["normal", "hot", "sandstorm", "rainstorm"]


def enemy_of(side: str) -> Side:
    return "commonwealth" if side == "axis" else "axis"


class Journey(Value, frozen=True):
    """[8.84] On the way between the boxes of the Tripoli/Tunisia region, or between them and A2802."""

    start: int
    goal: int
    stages: int  # Operations Stages of movement done


class Unit(Value, frozen=True):
    """A counter: where it is, what it consists of, and what it has done this Operations Stage."""

    at: int  # a hex or a box; an attached unit is where its Parent Unit is
    attached: str = ""  # [19.12] the Parent Unit whose counter represents it
    assigned: str = ""  # [19.11] its Parent Formation
    toe: dict[str, int] = {}  # [4.46] TOE Strength Points by weapon system; "" has the ratings of the ID code
    cohesion: int = 0  # [6.2]
    morale: int = 0  # [17.1] Basic Morale, as far as it is trained
    motors: int = 0  # [32.53] Motorization Points, all with the highest counter [8.96]
    # this Operations Stage
    spent: int = 0  # [6.14] Capability Points
    forced: int = 0  # [8.17] of these, the ones spent in the enemy's part
    breakdown: int = 0  # [21.25] Breakdown Points
    checked: int = 0  # [21.26] the highest column of the Breakdown Table checked so far, from 1; 0 is none
    in_sand: int = 0  # [21.37d] of the Capability Points for movement, how many in a sandstorm
    marched: int = 0  # Capability Points for movement since the last check
    began: int = -1  # [21.41] the hex near the enemy where it began to move and half of what breaks down is left
    fuel: int = 0  # [32.23] allowances of Fuel paid: 1 up to the CPA, 2 beyond it
    reserve: int = 0  # [18.21] Reserve I or II
    released: int = 0  # [18.23, 18.24] from which Reserve it was released
    assaults: int = 0  # [18.23] Close Assaults made
    stirred: bool = False  # [18.24] has earned the Disorganization Point of Reserve II
    landed: bool = False  # [8.73] has only arrived in this Operations Stage
    engaged: bool = False  # [15.81]
    probed: tuple[int, ...] = ()  # [15.93] enemy hexes to or from which it was in a Probe in the last segment
    halted: bool = False  # [8.23] may not move again in this Movement and Combat Phase
    training: int = 0  # [17.34] Operations Stages of Training towards the next point of morale
    school: str = ""  # [17.35] in Training this Operations Stage: who instructs it, itself if it instructs
    journey: Journey | None = None  # [8.84]


class SupplyUnit(Value, frozen=True):
    """[32.12] A Supply Dump counter of the abstract game, real or dummy."""

    side: Side
    at: int
    ammo: int = 0
    fuel: int = 0
    dummy: bool = False  # [32.18]
    motors: int = 0  # [32.32] Motorization Points that carry it
    spent: int = 0  # [32.58] Capability Points this Operations Stage
    moved: str = ""  # [32.33] how it moved this stage: movement, convoy, rail, sea, air, or just loaded [8.88]
    tried: str = ""  # [32.17] the Movement Segment of the last attempt to destroy it
    journey: Journey | None = None  # [8.84]


class Wreck(Value, frozen=True):
    """[14.46, 21.42] A Destroyed Tank or Broken Down Vehicle marker: what lies there and who holds it."""

    at: int
    side: Side  # who may repair it
    nation: str  # of the vehicles
    weapon: str  # "" stands for the points of an ID code, named by `code`
    points: int
    destroyed: bool  # else broken down
    unit: str = ""  # whose they were
    code: str = ""
    towed: bool = False  # [22.13] this Repair Phase


class Captives(Value, frozen=True):
    """[28.11] Prisoner Points of a nation in a hex, and who holds them."""

    nation: Nation
    at: int
    points: int
    captor: Side | None = None  # nobody, once they have escaped [28.23]
    spent: int = 0  # [28.13] Capability Points this Operations Stage
    free: bool = False  # [28.12] just taken, and not yet led away
    fresh: bool = False  # [28.17] without need of guards until the captor's next Truck Convoy Phase is over


class Project(Value, frozen=True):
    """[24.11] What is built or demolished in a hex. All see the marker, its owner alone what it stands for [3.62]."""

    side: Side
    at: int  # where the builders stand
    work: str  # as it is ordered: build road, demolish railway
    builders: tuple[str, ...] = ()  # nobody while it is halted [24.12]
    hexes: tuple[int, ...] = ()  # [24.53, 24.63] what is worked on
    stages: int = 0  # Operations Stages that count
    shaken: bool = False  # [24.23] a builder was pinned in this Operations Stage


class Minefield(Value, frozen=True):
    """[26.11] The counter is seen by all; whether it is real, by the enemy only once he has entered it [26.15]."""

    side: Side
    dummy: bool = False
    revealed: bool = False


class Returning(Value, frozen=True):
    """[28.24] Escaped prisoners who are with their own side again, and the Game-Turn in which they count as
    Replacement Points."""

    nation: Nation
    points: int
    turn: int


class Raider(Value, frozen=True):
    """[27.1, 27.2] A desert raider: where it is, and whether its counter lies on the map."""

    side: Side
    at: int
    shown: bool = True  # [27.32, 27.33] until it moves on
    fuelled: int = 0  # [27.35] the Game-Turn in which it last drew Ammo and Fuel
    watered: int = 0  # [27.35] and Water
    ambush: str = ""  # [27.59] which load of convoys it lies in wait for, ammo or fuel
    # this Operations Stage
    spent: int = 0  # [27.14] Capability Points
    halted: bool = False  # [8.23]
    raided: tuple[str, ...] = ()  # [27.91] what it has raided
    passenger: str = ""  # [27.88] the SAS, if it is along
    ridden: int = 0  # [27.88] Capability Points of the passenger


class Commando(Value, frozen=True):
    """[27.7, 27.8] Layforce or the SAS, and the sea; Operations Stages are counted from the first of the war."""

    since: int = 0  # [27.73] the stage at whose beginning it first stood in Alexandria, and ever since
    landed: int = 0  # [27.74, 27.84] the stage in which it was last put ashore
    ship: str = ""  # [27.77] the one that did it


class Report(Value, frozen=True):
    """[16.51] What was last learnt about an enemy unit."""

    turn: int
    stage: int
    at: str
    toe: int = -1  # -1 when only its presence is known
    motorised: bool = False


class Cargo(Value, frozen=True):
    """[20.2] Replacement Points on their way: infantry, or a line of the pool or of production."""

    nation: Nation
    item: str
    points: int


class Consignment(Value, frozen=True):
    """[32.43, 20.21] Planned to arrive in a Game-Turn: Supply Units, Motorization Points, Replacement Points."""

    turn: int
    supply: int
    motors: int = 0
    lane: int = 0  # [32.61] of an Axis convoy; 0 while none is chosen
    points: tuple[Cargo, ...] = ()


class Replacement(Value, frozen=True):
    """[20.41, 20.43] What is known of Replacement Points besides their counter."""

    unit: str = ""  # for which they are meant; nobody yet, or nobody any longer
    left: int = 0  # Operations Stages of Training that they still need


class Squadron(Value, frozen=True):
    """[22.63, 22.65, 22.66] What is known of a Tank Delivery Squadron besides its counter."""

    due: int = 0  # the Game-Turn in which it returns after it was lost
    tired: bool = False  # exceeded its Allowance in the last Operations Stage
    towed: bool = False  # in this phase


class Loan(Value, frozen=True):
    """[20.9] A unit that the Commonwealth has sent away by choice, and the Game-Turn in which it came back."""

    unit: str
    turn: int
    back: int = 0  # not yet


class Drawn(Value, frozen=True):
    """[20.61, 20.67] How many points of a line have been planned in all, and in the turn, fortnight or month."""

    total: int
    window: int
    count: int


class Shot(Value, frozen=True):
    """[12.23] TOE Strength Points that barrage one target: the hex, its class and its number there."""

    at: int
    target: str  # infantry, armour or gun
    number: int
    guns: tuple[tuple[str, str, int], ...]  # unit, weapon, points
    shells: int = 0  # [30.22] Actual Points of ships


class Commitment(Value, frozen=True):
    """[11.0] TOE Strength Points of a unit sent against (or defending) a hex in a role."""

    at: int
    role: Literal["anti_armour", "close_assault"]
    unit: str
    weapon: str
    points: int


class Ship(Value, frozen=True):
    """[30.1] A warship of the Commonwealth fleet."""

    guns: int  # [30.13] Gun Rating left; none when it is sunk
    at: int = IN_PORT  # the coastal hex before which it lies
    port: str = "alexandria"  # [30.18] or valletta
    sea: int = 0  # [30.16] Operations Stages at sea in a row
    owed: int = 0  # [30.16] Operations Stages that it has to spend in port
    mending: int = 0  # [30.37] Operations Stages under repair
    crippled: bool = False  # [30.36] fallen below half its guns and not yet repaired beyond that
    fired: bool = False  # [30.24] in this Operations Stage


class Segment(Value, frozen=True):
    """What a Combat Segment has come to; empty outside one."""

    back: tuple[str, ...] = ()  # [12.11] gun units in Back positions; others are Forward
    pinned: tuple[str, ...] = ()  # [12.44]
    withdrew: tuple[str, ...] = ()  # [13.28] retreated before assault
    barraged: tuple[int, ...] = ()  # hexes that underwent barrage
    fired: tuple[int, ...] = ()  # [11.27] hexes whose guns barraged
    salvo: tuple[Shot, ...] = ()  # [30.23] what ships have fired at, until the barrages are resolved
    coast: tuple[Shot, ...] = ()  # [30.17] what the San Giorgio has fired at, likewise
    at_ships: tuple[tuple[str, int], ...] = ()  # [30.35] Bomb Points of guns ashore at ships, likewise
    manned: tuple[str, ...] = ()  # [30.35] who fired them
    held_off: tuple[int, ...] = ()  # [10.33] hexes
    unmet: tuple[tuple[int, int, int], ...] = ()  # [10.36, 15.34] who must retreat, from whom, how many hexes
    charged: dict[str, int] = {}  # [11.24] half points charged for combat, by unit
    forces: tuple[Commitment, ...] = ()  # [11.0] of both sides, once revealed
    probes: tuple[int, ...] = ()  # [15.91] hexes that are only probed
    fought: tuple[int, ...] = ()  # [15.23] hexes whose Assault is over


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


# Verbs: the only ways in which rules change the position.


def mark(draft: Draft[Campaign], name: str, **fields: Any) -> None:
    """Change what is known of a unit where it stands; place and attachment have verbs of their own."""
    unit = draft.state.units[name]
    changed = replace(unit, **fields)
    if changed != unit:
        draft.amend("units", name, changed)


def place(draft: Draft[Campaign], counter: str, at: int) -> None:
    """Put a counter with all that is attached to it somewhere else."""
    before = draft.state.units[counter].at
    for name in tuple(all_of(draft.state, counter)):
        draft.amend("units", name, replace(draft.state.units[name], at=at))
        if name == ROMMEL:
            draft.change(rommel=at)
    _unstack(draft, counter, before)
    if at not in OUT_OF_PLAY:
        draft.amend("stacks", at, (*draft.state.stacks.get(at, ()), counter))


def _unstack(draft: Draft[Campaign], counter: str, at: int) -> None:
    if at in OUT_OF_PLAY:
        return
    left = tuple(name for name in draft.state.stacks.get(at, ()) if name != counter)
    if left:
        draft.amend("stacks", at, left)
    else:
        draft.strike("stacks", at)


def join(draft: Draft[Campaign], name: str, parent: str) -> None:
    """[19.12] A counter becomes part of another; its Motorization Points go to the highest counter [8.96]."""
    unit = draft.state.units[name]
    _unstack(draft, name, unit.at)
    draft.amend("parts", parent, (*draft.state.parts.get(parent, ()), name))
    mark(draft, name, attached=parent, motors=0)
    if unit.motors:
        top = top_of(draft.state, parent)
        mark(draft, top, motors=draft.state.units[top].motors + unit.motors)


def leave(draft: Draft[Campaign], name: str, motors: int = 0) -> None:
    """[19.43] A unit becomes a counter of its own in the same hex, with some of the Motorization Points [8.97]."""
    unit = draft.state.units[name]
    parent = unit.attached
    if motors:
        top = top_of(draft.state, parent)
        mark(draft, top, motors=draft.state.units[top].motors - motors)
    left = tuple(each for each in draft.state.parts[parent] if each != name)
    if left:
        draft.amend("parts", parent, left)
    else:
        draft.strike("parts", parent)
    mark(draft, name, attached="", motors=motors)
    draft.amend("stacks", unit.at, (*draft.state.stacks.get(unit.at, ()), name))


def lose_points(draft: Draft[Campaign], name: str, weapon: str, points: int) -> None:
    """Take TOE Strength Points off a unit. Who has none left is removed by `sweep`."""
    toe = dict(draft.state.units[name].toe)
    left = toe[weapon] - points
    if left < 0:
        raise ValueError(f"{name} has not {points} points of '{weapon}'")
    if left:
        toe[weapon] = left
    else:
        del toe[weapon]
    mark(draft, name, toe=toe)


def remove(draft: Draft[Campaign], name: str, box: int = ELIMINATED) -> None:
    """Take one unit out of play. What is attached to it stays where it is, as counters or with its parent."""
    state = draft.state
    above = state.units[name].attached
    for part in state.parts.get(name, ()):
        leave(draft, part)
        if above:
            join(draft, part, above)
    if draft.state.units[name].attached:
        leave(draft, name)
    place(draft, name, box)
    unit = draft.state.units[name]
    draft.amend("units", name, Unit(box, assigned=unit.assigned, morale=unit.morale))


def unmake(draft: Draft[Campaign], name: str) -> None:
    """[20.44, 28.22] A unit that was made in play and is out of it exists no more, not even as Rommel's company."""
    draft.strike("units", name)
    if name in draft.state.escort:
        draft.change(escort=tuple(each for each in draft.state.escort if each != name))


def change_supply(draft: Draft[Campaign], name: str, **fields: Any) -> None:
    """[32.15] Change a Supply Unit; a real one without Ammo and Fuel is removed."""
    unit = replace(draft.state.supply[name], **fields)
    if unit.dummy or unit.ammo or unit.fuel:
        draft.amend("supply", name, unit)
        return
    draft.strike("supply", name)
    if unit.motors:
        add_motors(draft, unit.side, unit.at, unit.motors)
    draft.note("emptied", supply=name, at=board().name(unit.at))


def add_supply(draft: Draft[Campaign], unit: SupplyUnit) -> str:
    """[32.12] A new Supply Unit; its name."""
    serial = draft.state.serial + 1
    name = f"{'AX' if unit.side == 'axis' else 'CW'}-S{serial}"
    draft.change(serial=serial)
    draft.amend("supply", name, unit)
    return name


def add_motors(draft: Draft[Campaign], side: str, at: int, points: int) -> None:
    """[32.51] Put down unattached Motorization Points, or with a minus take them away."""
    pool = dict(draft.state.motors.get(side, {}))
    left = pool.pop(at, 0) + points
    if left < 0:
        raise ValueError(f"there are not {-points} Motorization Points at {board().name(at)}")
    if left:
        pool[at] = left
    draft.amend("motors", side, pool)


def add_wreck(draft: Draft[Campaign], wreck: Wreck) -> str:
    serial = draft.state.serial + 1
    name = f"W{serial}"
    draft.change(serial=serial)
    draft.amend("wrecks", name, wreck)
    return name


def add_captives(draft: Draft[Campaign], each: Captives) -> str:
    """[28.11] Prisoner Points that are put down; the name of their marker."""
    serial = draft.state.serial + 1
    name = f"POW-{serial}"
    draft.change(serial=serial)
    draft.amend("captives", name, each)
    return name


def learn(
    draft: Draft[Campaign],
    side: str,
    name: str,
    toe: int = -1,
    motorised: bool = False,
    at: int | None = None,
) -> None:
    """[3.61, 16.51] A side learns about an enemy unit, where it is or is said to be."""
    state = draft.state
    where = board().name(state.units[name].at if at is None else at)
    report = Report(state.turn, state.stage, where, toe, motorised)
    draft.amend("known", side, {**state.known.get(side, {}), name: report})


__all__ = [
    "AT_LAND",
    "AT_SHIPS",
    "CHARIOTS_SPENT",
    "DUE",
    "ELIMINATED",
    "GABES",
    "IN_PORT",
    "OUT_OF_PLAY",
    "POINT",
    "REGION",
    "ROMMEL",
    "SIDES",
    "SPENT_FORCE",
    "TRIPOLI",
    "TRIPOLITANIA",
    "TUNIS",
    "WITHDRAWN",
    "Campaign",
    "Captives",
    "Cargo",
    "Commando",
    "Commitment",
    "Consignment",
    "Drawn",
    "Journey",
    "Loan",
    "Minefield",
    "Project",
    "Raider",
    "Replacement",
    "Report",
    "Returning",
    "Segment",
    "Ship",
    "Shot",
    "Side",
    "Squadron",
    "SupplyUnit",
    "Unit",
    "Weather",
    "Wreck",
    "add_captives",
    "add_motors",
    "add_supply",
    "add_wreck",
    "all_of",
    "change_supply",
    "enemy_of",
    "everyone_at",
    "join",
    "learn",
    "leave",
    "lose_points",
    "mark",
    "place",
    "remove",
    "side_of",
    "toe_of",
    "top_of",
    "unmake",
]


def record(draft: Draft[Campaign], **fields: Any) -> None:
    """Change what the Combat Segment has come to."""
    draft.change(segment=replace(draft.state.segment, **fields))
