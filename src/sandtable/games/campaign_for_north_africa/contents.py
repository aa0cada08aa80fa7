"""What the position is made of: counters and what they consist of, Supply Units, markers, and the books that each side
keeps."""

from __future__ import annotations

from typing import Literal

from sandtable.core.values import Value
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.weapons import Nation

IN_PORT = -1  # [30.18] where ships are that lie before no coast


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
