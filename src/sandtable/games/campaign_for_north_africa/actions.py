"""What players of the Campaign for North Africa decide, and its notation.

    move 7Arm C3922-C3923 from CW-S3        barrage C3922 infantry 2 with 4RHA:6, 7Med:4; C3923 gun 1 with 31Fld:6
    attach 1RNF to 7SG                      commit C3922 close I/157:7, II/157:7; C3922 anti 63AT:3
    lose I/157:2, 6RTR:A9-Cruiser:1         retreat 7Arm, 4Ind C3922-C3921

A unit's TOE Strength Points are written unit:points, or unit:weapon:points where it has several weapon systems; blanks
in the names of weapons are written as dashes.
"""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.values import Action, BadNotation, Notation, Value
from sandtable.core.wording import names, number, one, path, split


class Points(Value, frozen=True):
    """TOE Strength Points of one weapon system of a unit; "" is the only one it has, or the one of its ID code."""

    unit: str
    weapon: str
    points: int

    def __str__(self) -> str:
        weapon = f":{self.weapon.replace(' ', '-')}" if self.weapon else ""
        return f"{self.unit}{weapon}:{self.points}"


def read_points(text: str, usage: str) -> tuple[Points, ...]:
    """Points with commas between them; `none` for none."""
    if text == "none": return ()
    return tuple(_one_points(part, usage) for part in names(text, usage))


def _one_points(text: str, usage: str) -> Points:
    pieces = text.split(":")
    if len(pieces) not in (2, 3) or not all(pieces): raise BadNotation(f"write it as: {usage}")
    return Points(pieces[0], pieces[1] if len(pieces) == 3 else "", number(pieces[-1], usage))


def write_points(points: tuple[Points, ...]) -> str:
    return ", ".join(map(str, points)) or "none"


class Done(Action, frozen=True):
    """Nothing more here; go on."""

    verb: ClassVar[str] = "done"


class _Name(Action, frozen=True):
    example: ClassVar[str] = "7Arm"
    name: str

    def words(self) -> str:
        return self.name

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(one(words, f"{cls.verb} {cls.example}"))


class _Names(Action, frozen=True):
    example: ClassVar[str] = "7Arm, 4Ind"
    units: tuple[str, ...]

    def words(self) -> str:
        return ", ".join(self.units)

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(names(words, f"{cls.verb} {cls.example}"))


class _To(Action, frozen=True):
    """One thing brought to another, or to a place."""

    keyword: ClassVar[str] = "to"
    example: ClassVar[str] = "1RNF to 7SG"
    name: str
    to: str

    def words(self) -> str:
        return f"{self.name} {self.keyword} {self.to}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = f"{cls.verb} {cls.example}"
        name, to = split(words, cls.keyword, usage)
        return cls(one(name, usage), one(to, usage))


class _Way(Action, frozen=True):
    """Units on a path; its first hex is where they stand."""

    example: ClassVar[str] = "7Arm C3922-C3923"
    units: tuple[str, ...]
    path: tuple[str, ...]

    def words(self) -> str:
        return f"{', '.join(self.units)} {'-'.join(self.path)}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = f"{cls.verb} {cls.example}"
        units, _, way = words.rpartition(" ")
        return cls(names(units, usage), path(way, usage, least=2))


class _Count(Action, frozen=True):
    """A name and a number."""

    example: ClassVar[str] = "7Arm 12"
    name: str
    count: int

    def words(self) -> str:
        return f"{self.name} {self.count}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = f"{cls.verb} {cls.example}"
        name, _, count = words.partition(" ")
        return cls(one(name, usage), number(count, usage))


# Set-up


class Deploy(_To, frozen=True):
    """Put a counter that may stand in several hexes into one of them; of Motorization Points a part: `motors-1:30`."""

    verb: ClassVar[str] = "deploy"
    keyword: ClassVar[str] = "at"
    example: ClassVar[str] = "8Med at D3612"


# Initiative [7]


class GoFirst(Action, frozen=True):
    """[7.11] Be Player A of this Operations Stage."""

    verb: ClassVar[str] = "first"


class GoLast(Action, frozen=True):
    """[7.11] Be Player B."""

    verb: ClassVar[str] = "last"


class Again(Action, frozen=True):
    """[8.22] Repeat the Segments of the Movement and Combat Phase."""

    verb: ClassVar[str] = "again"


# Organization [5.2 III C, 19, 32.15, 32.32, 32.37, 17.3]


class Attach(_To, frozen=True):
    """[19.41, 19.42] Make a unit part of a Parent Unit in its hex."""

    verb: ClassVar[str] = "attach"


class Detach(Action, frozen=True):
    """[19.43, 19.44] Make attached units counters of their own, with some of the Motorization Points [8.97]. Several
    may leave so that they end attached to the first one [19.47]."""

    verb: ClassVar[str] = "detach"
    units: tuple[str, ...]
    motors: int = 0

    def words(self) -> str:
        return f"{', '.join(self.units)} with {self.motors}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "detach 1RNF with 6"
        units, motors = split(words, "with", usage)
        return cls(names(units, usage), number(motors, usage))


class Assign(_To, frozen=True):
    """[19.21] Make an independent unit part of a Parent Formation to which it is attached."""

    verb: ClassVar[str] = "assign"


class Motorise(_Count, frozen=True):
    """[8.97, 32.53] Attach unattached Motorization Points of the hex to a counter or Supply Unit [32.32]."""

    verb: ClassVar[str] = "motorise"


class Demotorise(_Count, frozen=True):
    """[8.97] Take Motorization Points off a counter or Supply Unit and leave them in the hex."""

    verb: ClassVar[str] = "demotorise"


class Rearrange(Action, frozen=True):
    """[32.15] Move Ammo and Fuel from one Supply Unit to another in the same hex."""

    verb: ClassVar[str] = "rearrange"
    source: str
    target: str
    ammo: int
    fuel: int

    def words(self) -> str:
        return f"{self.source} to {self.target} ammo {self.ammo} fuel {self.fuel}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "rearrange CW-S1 to CW-S2 ammo 10 fuel 20"
        source, rest = split(words, "to", usage)
        target, rest = split(rest, "ammo", usage)
        ammo, fuel = split(rest, "fuel", usage)
        return cls(one(source, usage), one(target, usage), number(ammo, usage), number(fuel, usage))


class Airlift(_To, frozen=True):
    """[32.37] Carry a Supply Unit by air."""

    verb: ClassVar[str] = "airlift"
    example: ClassVar[str] = "CW-S1 to C4807"


class Absorb(Action, frozen=True):
    """[20.49, 22.5] A unit takes repaired points of its hex."""

    verb: ClassVar[str] = "absorb"
    points: Points

    def words(self) -> str:
        return str(self.points)

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(_one_points(words, "absorb 6RTR:A9-Cruiser:2"))


class Feign(_Name, frozen=True):
    """[16.42] Set up a dummy tank battalion in a hex."""

    verb: ClassVar[str] = "feign"
    example: ClassVar[str] = "C3922"


class Train(Action, frozen=True):
    """[17.33, 17.35] Counters spend this Operations Stage training under a battalion that instructs them."""

    verb: ClassVar[str] = "train"
    units: tuple[str, ...]
    by: str

    def words(self) -> str:
        return f"{', '.join(self.units)} by {self.by}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "train 16Aus, 17Aus by 1RNF"
        units, by = split(words, "by", usage)
        return cls(names(units, usage), one(by, usage))


# Convoys and shipping [5.2 II, 32.35, 32.36, 32.61]


class Convoy(Action, frozen=True):
    """[32.61] Send Supply Units and Motorization Points of this Game-Turn by a Convoy Lane."""

    verb: ClassVar[str] = "convoy"
    lane: int
    supply: int
    motors: int

    def words(self) -> str:
        return f"{self.lane} supply {self.supply} motors {self.motors}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "convoy 2 supply 1 motors 10"
        lane, rest = split(words, "supply", usage)
        supply, motors = split(rest, "motors", usage)
        return cls(number(lane, usage), number(supply, usage), number(motors, usage))


class Ship(_To, frozen=True):
    """[32.35, 32.36] Carry a Supply Unit by sea to a port."""

    verb: ClassVar[str] = "ship"
    example: ClassVar[str] = "CW-S1 to C4807"


class Sail(_To, frozen=True):
    """[30.15] Assign a ship to a coastal hex, or send it to Alexandria or Valletta [30.18]."""

    verb: ClassVar[str] = "sail"
    example: ClassVar[str] = "Valiant to C4807"


class Raid(Action, frozen=True):
    """[32.73] Plan an air raid on the fleet in Alexandria for this Operations Stage."""

    verb: ClassVar[str] = "raid"


class Land(_To, frozen=True):
    """[20.14, 20.15, 32.42] Choose where a reinforcement or Supply Unit arrives."""

    verb: ClassVar[str] = "land"
    keyword: ClassVar[str] = "at"
    example: ClassVar[str] = "2RTR at E1829"


class Substitute(_To, frozen=True):
    """[20.85] Send a unit of similar type away in place of the one that is to be withdrawn."""

    verb: ClassVar[str] = "substitute"
    keyword: ClassVar[str] = "for"
    example: ClassVar[str] = "1Buffs for 1Essex"


# Reserve [18]


class Reserve(_Names, frozen=True):
    """[18.12] Place units in Reserve I."""

    verb: ClassVar[str] = "reserve"


class Release(_Names, frozen=True):
    """[18.23, 18.24] Release units from Reserve."""

    verb: ClassVar[str] = "release"


# Movement [8]


class Move(Action, frozen=True):
    """[8.1] Move counters together. Between hexes that are not adjacent the cheapest way is taken. `supply` names the
    Supply Units for the Fuel [32.23], the nearest if none is named; `assault` announces a Close Assault, which pins
    slower units [8.53b]."""

    verb: ClassVar[str] = "move"
    units: tuple[str, ...]
    path: tuple[str, ...]
    supply: tuple[str, ...] = ()
    assault: bool = False

    def words(self) -> str:
        source = f" from {', '.join(self.supply)}" if self.supply else ""
        return f"{', '.join(self.units)} {'-'.join(self.path)}{source}{' to assault' if self.assault else ''}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "move 7Arm C3922-C3923 from CW-S3 to assault"
        assault = words.endswith(" to assault")
        words, _, source = words.removesuffix(" to assault").partition(" from ")
        units, _, way = words.rpartition(" ")
        supply = names(source, usage) if source else ()
        return cls(names(units, usage), path(way, usage, least=2), supply, assault)


class React(Action, frozen=True):
    """[8.51] Units get out of the way of an enemy who has moved next to them. `with` tells how many Motorization Points
    a unit takes along that leaves its parent [8.56]; `react motors ... with 12` is for unattached ones [8.53]."""

    verb: ClassVar[str] = "react"
    units: tuple[str, ...]
    path: tuple[str, ...]
    motors: int = -1  # as many as carry the unit; of unattached points all

    def words(self) -> str:
        load = f" with {self.motors}" if self.motors >= 0 else ""
        return f"{', '.join(self.units)} {'-'.join(self.path)}{load}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "react 1KRRC C3922-C3923 with 6"
        words, _, load = words.partition(" with ")
        units, _, way = words.rpartition(" ")
        return cls(names(units, usage), path(way, usage, least=2), number(load, usage) if load else -1)


class Stay(Action, frozen=True):
    """[8.52] Nobody reacts to this move."""

    verb: ClassVar[str] = "stay"


class Destroy(_Name, frozen=True):
    """[32.17] Try to destroy a Supply Unit."""

    verb: ClassVar[str] = "destroy"
    example: ClassVar[str] = "CW-S1"


class Surrender(_Name, frozen=True):
    """[17.51] Surrender everything in a hex."""

    verb: ClassVar[str] = "surrender"
    example: ClassVar[str] = "C4807"


class Depart(_To, frozen=True):
    """[8.84] Move on in the Tripoli/Tunisia region: from a box or from A2802 towards a box or `map`."""

    verb: ClassVar[str] = "depart"
    example: ClassVar[str] = "2CCNN to tripolitania"


class Capture(Action, frozen=True):
    """[14.52, 21.52] Take or remove enemy wrecks just come upon."""

    verb: ClassVar[str] = "capture"
    name: str
    to: str  # [14.53] a hex at most three away, or `none` to remove them

    def words(self) -> str:
        return f"{self.name} to {self.to}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "capture W12 to C3922"
        name, to = split(words, "to", usage)
        return cls(one(name, usage), one(to, usage))


# Combat [11-15]


class Back(_Names, frozen=True):
    """[12.11] These gun units take Back positions, all others Forward ones; `back none`."""

    verb: ClassVar[str] = "back"
    example: ClassVar[str] = "4RHA, 7Med"

    def words(self) -> str:
        return super().words() or "none"

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(()) if words == "none" else super().read(words)


class Fire(Value, frozen=True):
    """[12.23] One barrage: the target by hex, class and number, and the points that fire at it."""

    at: str
    target: str
    number: int
    guns: tuple[Points, ...]

    def __str__(self) -> str:
        return f"{self.at} {self.target} {self.number} with {write_points(self.guns)}"


class Barrage(Action, frozen=True):
    """[12.23] All barrages of a side in this Combat Segment; `barrage none`."""

    verb: ClassVar[str] = "barrage"
    fires: tuple[Fire, ...]

    def words(self) -> str:
        return "; ".join(map(str, self.fires)) or "none"

    @classmethod
    def read(cls, words: str) -> Self:
        if words == "none": return cls(())
        return cls(tuple(_fire(part.strip()) for part in words.split(";")))


def _fire(text: str) -> Fire:
    usage = "barrage C3922 infantry 2 with 4RHA:6; C3923 gun 1 with 31Fld:6"
    aim, guns = split(text, "with", usage)
    pieces = aim.split()
    if len(pieces) != 3: raise BadNotation(f"write it as: {usage}")
    return Fire(pieces[0], pieces[1], number(pieces[2], usage), read_points(guns, usage))


class Withdraw(_Way, frozen=True):
    """[13.1] Retreat before assault."""

    verb: ClassVar[str] = "withdraw"


ROLES = {"close": "close_assault", "anti": "anti_armour"}


class Force(Value, frozen=True):
    """[11.0] Points committed to a role against a hex, or in its defence."""

    at: str
    role: str  # close or anti
    points: tuple[Points, ...]

    def __str__(self) -> str:
        return f"{self.at} {self.role} {write_points(self.points)}"


class Commit(Action, frozen=True):
    """[11.0] All that a side commits in this Combat Segment; the rest is withheld. `commit none`."""

    verb: ClassVar[str] = "commit"
    forces: tuple[Force, ...]

    def words(self) -> str:
        return "; ".join(map(str, self.forces)) or "none"

    @classmethod
    def read(cls, words: str) -> Self:
        if words == "none": return cls(())
        return cls(tuple(_force(part.strip()) for part in words.split(";")))


def _force(text: str) -> Force:
    usage = "commit C3922 close I/157:7, II/157:7; C3922 anti 63AT:3"
    at, _, rest = text.partition(" ")
    role, _, points = rest.partition(" ")
    if role not in ROLES: raise BadNotation(f"write it as: {usage}")
    return Force(one(at, usage), role, read_points(points, usage))


class Assault(_Name, frozen=True):
    """[15.22] Resolve the Close Assault on a hex next."""

    verb: ClassVar[str] = "assault"
    example: ClassVar[str] = "C3922"


class Lose(Action, frozen=True):
    """[14.43, 15.83] The TOE Strength Points that absorb a loss."""

    verb: ClassVar[str] = "lose"
    points: tuple[Points, ...]

    def words(self) -> str:
        return write_points(self.points)

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(read_points(words, "lose I/157:2, 6RTR:A9-Cruiser:1"))


class Yield(Action, frozen=True):
    """[15.86] Which of the lost TOE Strength Points are captured."""

    verb: ClassVar[str] = "yield"
    points: tuple[Points, ...]

    def words(self) -> str:
        return write_points(self.points)

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(read_points(words, "yield I/157:1"))


class Retreat(_Way, frozen=True):
    """[15.82] Some counters of a beaten stack retreat along a way."""

    verb: ClassVar[str] = "retreat"


class Stand(_Names, frozen=True):
    """[15.82] They do not, or no further, and lose ten percent for each hex."""

    verb: ClassVar[str] = "stand"


# The other phases [5.2 III H to L]


class Haul(_Way, frozen=True):
    """[32.33] Move Supply Units by their Motorization Points."""

    verb: ClassVar[str] = "haul"
    example: ClassVar[str] = "CW-S1 D3714-D3713"


class Drive(Action, frozen=True):
    """[8.98] Move unattached Motorization Points."""

    verb: ClassVar[str] = "drive"
    count: int
    path: tuple[str, ...]

    def words(self) -> str:
        return f"{self.count} {'-'.join(self.path)}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "drive 20 D3714-D3713"
        count, _, way = words.partition(" ")
        return cls(number(count, usage), path(way, usage, least=2))


class Rail(_To, frozen=True):
    """[8.72, 32.34] Move a unit or a Supply Unit along the railway."""

    verb: ClassVar[str] = "rail"
    example: ClassVar[str] = "2RTR to D3714"


class Tow(Action, frozen=True):
    """[21.63] Tow wrecks along a path, all points of a marker or some of them [21.64]: `tow W12:3 C3922-C3921`."""

    verb: ClassVar[str] = "tow"
    name: str
    path: tuple[str, ...]
    points: int = 0  # 0 for all

    def words(self) -> str:
        return f"{self.name}{f':{self.points}' if self.points else ''} {'-'.join(self.path)}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "tow W12 C3922-C3921"
        marker, _, way = words.partition(" ")
        name, _, points = marker.partition(":")
        return cls(one(name, usage), path(way, usage, least=2), number(points, usage) if points else 0)


class Repair(_Names, frozen=True):
    """[22.2] Try to repair wrecks."""

    verb: ClassVar[str] = "repair"
    example: ClassVar[str] = "W12, W13"


class Patrol(Action, frozen=True):
    """[16.12] Send Patrol Points to an enemy hex; units one knows enough about may be excepted [16.55]."""

    verb: ClassVar[str] = "patrol"
    at: str
    points: tuple[Points, ...]
    besides: tuple[str, ...] = ()

    def words(self) -> str:
        besides = f" except {', '.join(self.besides)}" if self.besides else ""
        return f"{self.at} with {write_points(self.points)}{besides}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "patrol C3922 with 11H:2 except I/157"
        words, _, besides = words.partition(" except ")
        at, points = split(words, "with", usage)
        return cls(one(at, usage), read_points(points, usage), names(besides, usage) if besides else ())


class Reveal(Action, frozen=True):
    """[16.51, 16.52] Tell the enemy about units: each with its strength, give or take two."""

    verb: ClassVar[str] = "reveal"
    points: tuple[Points, ...]

    def words(self) -> str:
        return write_points(self.points)

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(read_points(words, "reveal I/157:6"))


NOTATION = Notation(
    Absorb, Again, Airlift, Assault, Assign, Attach, Back, Barrage, Capture, Commit, Convoy, Demotorise, Depart, Deploy,
    Destroy, Detach, Done, Drive, Feign, GoFirst, GoLast, Haul, Land, Lose, Motorise, Move, Patrol, Raid, Rail, React,
    Rearrange, Release, Repair, Reserve, Retreat, Reveal, Sail, Ship, Stand, Stay, Substitute, Surrender, Tow, Train,
    Withdraw, Yield,
)  # fmt: skip
