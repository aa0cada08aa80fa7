"""What players of North Africa '41 decide, and its notation.

move ge-i-5, ge-mg8 1604-1605-1706        attack 2011 with ge-i-5, ge-mg8 supply GE-DAK
"""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.forms import Phrase, UnitsOnPath
from sandtable.core.values import Action, Notation
from sandtable.core.wording import names, number, one, path, split


class Done(Action, frozen=True):
    """Nothing more here; go on."""

    verb: ClassVar[str] = "done"


class _OneName(Phrase, frozen=True):
    examples: ClassVar[tuple[str, ...]] = ("GE-I-5",)
    name: str


class _Names(Phrase, frozen=True):
    examples: ClassVar[tuple[str, ...]] = ("GE-I-5, GE-MG8",)
    units: tuple[str, ...]


class _Placement(Phrase, frozen=True):
    keywords: ClassVar[tuple[str, ...]] = ("at",)
    examples: ClassVar[tuple[str, ...]] = ("GE-I-5", "1604")
    name: str
    at: str


class _Together(UnitsOnPath, frozen=True):
    example: ClassVar[str] = "GE-I-5, GE-MG8 1604-1605"


class _Where(Phrase, frozen=True):
    examples: ClassVar[tuple[str, ...]] = ("3138",)
    at: str


# Movement [5, 6, 8.9, 13.3.4, 17.1.4, 21]


class Move(_Together, frozen=True):
    """[5.1] Move units together: by Movement Allowance, with the road bonus [5.2.2], or extended [5.3], whichever the
    way needs. Between hexes that are not adjacent the cheapest way is taken."""

    verb: ClassVar[str] = "move"


class Tactical(_Together, frozen=True):
    """[5.4] Move one or two hexes by Tactical Movement."""

    verb: ClassVar[str] = "tactical"


class Carry(Action, frozen=True):
    """[5.8.1] A Truck fetches a Combat Unit, a Replacement or (as `supply`) a Supply Point on its way, the hex of the
    load being the first of the path or on it, and takes it along."""

    verb: ClassVar[str] = "carry"
    truck: str
    load: str
    path: tuple[str, ...]

    def words(self) -> str:
        return f"{self.load} with {self.truck} {'-'.join(self.path)}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "carry IT-27BRE with AX-T1 tripoli-1701"
        load, rest = split(words, "with", usage)
        truck, _, way = rest.rpartition(" ")
        return cls(one(truck, usage), one(load, usage), path(way, usage))


class Unload(_OneName, frozen=True):
    """[17.2.4] A Mobile Supply Unit puts down its Supply Point before it moves or instead of moving."""

    verb: ClassVar[str] = "unload"
    examples: ClassVar[tuple[str, ...]] = ("AX-T1",)


class Transfer(_Placement, frozen=True):
    """[5.8.4] Truck Special Transfer."""

    verb: ClassVar[str] = "transfer"
    keywords: ClassVar[tuple[str, ...]] = ("to",)


class Rail(_Placement, frozen=True):
    """[5.9] Move a unit, a Replacement or (as `supply@PLACE`) a Supply Point by rail."""

    verb: ClassVar[str] = "rail"
    keywords: ClassVar[tuple[str, ...]] = ("to",)


class Fly(_Placement, frozen=True):
    """[18.7.6] Axis Air Transport."""

    verb: ClassVar[str] = "fly"
    keywords: ClassVar[tuple[str, ...]] = ("to",)


class Ship(Phrase, frozen=True):
    """[21.1] Sail a convoy: units, and Supply Points as `supply` (once for each), from a port or box to another."""

    verb: ClassVar[str] = "ship"
    keywords: ClassVar[tuple[str, ...]] = ("from", "to")
    examples: ClassVar[tuple[str, ...]] = ("GE-I-8, supply, supply", "italy", "tripoli")
    units: tuple[str, ...]
    start: str
    to: str


class Shatter(Phrase, frozen=True):
    """[8.9] Declare an Automatic DS against a hex by these units."""

    verb: ClassVar[str] = "shatter"
    keywords: ClassVar[tuple[str, ...]] = ("with",)
    examples: ClassVar[tuple[str, ...]] = ("2011", "GE-I-5, GE-MG8")
    at: str
    units: tuple[str, ...]


class Flee(_Names, frozen=True):
    """[13.3.4] Put units into Full Retreat of one's own will."""

    verb: ClassVar[str] = "flee"


class Ready(_OneName, frozen=True):
    """[17.1.4] Flip an ASU to its Ready side for a Supply Point stacked with it."""

    verb: ClassVar[str] = "ready"
    examples: ClassVar[tuple[str, ...]] = ("GE-DAK",)


class Burn(_Where, frozen=True):
    """[17.2.3] Destroy one's own Supply Point."""

    verb: ClassVar[str] = "burn"


class Rommel(_Together, frozen=True):
    """[18.5] Move a German mechanised stack with Rommel, two Movement Points more."""

    verb: ClassVar[str] = "rommel"


class Fortify(_Where, frozen=True):
    """[9.5.3] Begin a Fortification."""

    verb: ClassVar[str] = "fortify"


class Dismantle(_Where, frozen=True):
    """[9.5.7] Remove one's own Fortification."""

    verb: ClassVar[str] = "dismantle"


class Demolish(Action, frozen=True):
    """[21.4.2] Roll so many dice of Port Demolition."""

    verb: ClassVar[str] = "demolish"
    at: str
    dice: int

    def words(self) -> str:
        return f"{self.at} {self.dice}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "demolish 3212 4"
        at, _, dice = words.rpartition(" ")
        return cls(one(at, usage), number(dice, usage))


class Repair(_Where, frozen=True):
    """[21.4.4] Raise the capacity of a port by one box."""

    verb: ClassVar[str] = "repair"


class Release(_OneName, frozen=True):
    """[10.4.2] Do without a remnant: send a reduced unit to the Eliminated Box when it must lose a step."""

    verb: ClassVar[str] = "release"


# Resource Points, events, replacements, preparation [18, 19, 20, 23, 24]


class Buy(Action, frozen=True):
    """[23.2] Spend Resource Points on an item of the Resource List; some items name a place or a piece."""

    verb: ClassVar[str] = "buy"
    item: str
    what: str = ""

    def words(self) -> str:
        return f"{self.item} {self.what}".strip()

    @classmethod
    def read(cls, words: str) -> Self:
        item, _, what = words.partition(" ")
        usage = "buy bombing-raid 3138"
        return cls(one(item, usage), one(what, usage) if what else "")


class Choose(_OneName, frozen=True):
    """Settle a choice that an event or a table leaves open, such as the target of a raid."""

    verb: ClassVar[str] = "choose"
    examples: ClassVar[tuple[str, ...]] = ("3138",)


class Replace(_Placement, frozen=True):
    """[19.3] Give a Replacement to a unit."""

    verb: ClassVar[str] = "replace"
    keywords: ClassVar[tuple[str, ...]] = ("with",)


class Rebuild(Phrase, frozen=True):
    """[19.4] Bring a unit out of the Eliminated Box where the Replacement is."""

    verb: ClassVar[str] = "rebuild"
    keywords: ClassVar[tuple[str, ...]] = ("with",)
    examples: ClassVar[tuple[str, ...]] = ("GE-I-5", "GE-REPL-TANK-1")
    name: str
    replacement: str


class Remove(_OneName, frozen=True):
    """[20.2, 20.3, 20.4.1] Choose the unit that is removed, withdrawn or gives its crew to an upgrade."""

    verb: ClassVar[str] = "remove"


class Upgrade(Action, frozen=True):
    """[20.4.1] Take a tank upgrade: the unit that leaves and, if any, the one that gets its old tanks."""

    verb: ClassVar[str] = "upgrade"
    name: str
    crew: str
    tanks_to: str = ""

    def words(self) -> str:
        text = f"{self.name} from {self.crew}"
        return f"{text} tanks {self.tanks_to}" if self.tanks_to else text

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "upgrade BR-6RTR-2 from BR-3HUS tanks BR-7HUS"
        name, rest = split(words, "from", usage)
        crew, _, tanks = rest.partition(" tanks ")
        return cls(one(name, usage), one(crew, usage), one(tanks, usage) if tanks else "")


class Convert(_OneName, frozen=True):
    """[20.4.3] Make the units of a conversion from the pair stacked together."""

    verb: ClassVar[str] = "convert"


class Delay(Phrase, frozen=True):
    """[24.3.1, 18.7.5, 18.8] Place a marker: delay 1-6, strafing or lrdg."""

    verb: ClassVar[str] = "delay"
    keywords: ClassVar[tuple[str, ...]] = ("at",)
    examples: ClassVar[tuple[str, ...]] = ("2", "2011")
    marker: str
    at: str


class Lift(_OneName, frozen=True):
    """[24.3.3] Take back one's own Delay marker."""

    verb: ClassVar[str] = "lift"
    examples: ClassVar[tuple[str, ...]] = ("2",)


class Supply(_Names, frozen=True):
    """[16.2] Name the units that a port supplies."""

    verb: ClassVar[str] = "supply"


class Deposit(_Where, frozen=True):
    """[17.4] Place the free Supply Point; [25.1.1] or say where one is lost."""

    verb: ClassVar[str] = "deposit"


class Deplete(_OneName, frozen=True):
    """[25.1.1] Give up a Supply Point (a place) or flip an ASU (its name)."""

    verb: ClassVar[str] = "deplete"


# Combat [8-15, 27]


class Attack(Action, frozen=True):
    """[8.3] Attack a hex. `supply` names who pays for Attack Supply (an ASU, an MSU or the place of a Supply Point),
    `artillery` the ASU of an Artillery Support, `air` an Air Support marker."""

    verb: ClassVar[str] = "attack"
    at: str
    units: tuple[str, ...]
    supply: str = ""
    artillery: str = ""
    air: str = ""

    def words(self) -> str:
        text = f"{self.at} with {', '.join(self.units)}"
        for keyword, value in (("supply", self.supply), ("artillery", self.artillery), ("air", self.air)):
            if value:
                text += f" {keyword} {value}"
        return text

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "attack 2011 with GE-I-5, GE-MG8 supply GE-DAK artillery GE-ARKO104 air german-air"
        at, rest = split(words, "with", usage)
        rest, _, air = rest.partition(" air ")
        rest, _, artillery = rest.partition(" artillery ")
        rest, _, supply = rest.partition(" supply ")
        optional = (one(text, usage) if text else "" for text in (supply, artillery, air))
        return cls(one(at, usage), names(rest, usage), *optional)


class Support(Action, frozen=True):
    """[8.3, 9.4, 11.3, 18.7.4] The defender's Artillery Support and Air Support, or DD Support; `none` for neither."""

    verb: ClassVar[str] = "support"
    by: tuple[str, ...] = ()

    def words(self) -> str:
        return ", ".join(self.by) if self.by else "none"

    @classmethod
    def read(cls, words: str) -> Self:
        return cls() if words == "none" else cls(names(words, "support BR-XIII, allied-air-1"))


class Reroll(Action, frozen=True):
    """[18.5] Rommel rolls the die again."""

    verb: ClassVar[str] = "reroll"


class Accept(Action, frozen=True):
    """Let a result stand."""

    verb: ClassVar[str] = "accept"


class Lose(_OneName, frozen=True):
    """[10.2] Choose the unit that loses a step; [4.4.1] or one too many for its hex."""

    verb: ClassVar[str] = "lose"


class Stand(Action, frozen=True):
    """[11] Try a Determined Defence with a Lead Unit and perhaps DD Support."""

    verb: ClassVar[str] = "stand"
    lead: str
    support: str = ""

    def words(self) -> str:
        return f"{self.lead} support {self.support}" if self.support else self.lead

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "stand IT-27BRE support IT-XXI"
        lead, _, support = words.partition(" support ")
        return cls(one(lead, usage), one(support, usage) if support else "")


class Retreat(_Together, frozen=True):
    """[12] Retreat units along a path, the hex they leave first."""

    verb: ClassVar[str] = "retreat"


class Surrender(_Names, frozen=True):
    """[12.2, 12.5] Give up units that have no way to retreat."""

    verb: ClassVar[str] = "surrender"


class Advance(_Together, frozen=True):
    """[14] Advance units together along a path."""

    verb: ClassVar[str] = "advance"


class Group(_Names, frozen=True):
    """[15.2] Name the Breakthrough Group; those not yet there gather in the defender's vacated hex."""

    verb: ClassVar[str] = "group"


class Break(_Where, frozen=True):
    """[15.2.6] Breakthrough Combat against an adjacent hex."""

    verb: ClassVar[str] = "break"


class Drop(_Names, frozen=True):
    """[15.2.13] Units leave the Breakthrough Group."""

    verb: ClassVar[str] = "drop"


class Disengage(_Names, frozen=True):
    """[27.5] Try to disengage units as a group."""

    verb: ClassVar[str] = "disengage"


NOTATION = Notation(
    Done,
    Move,
    Tactical,
    Carry,
    Unload,
    Transfer,
    Rail,
    Fly,
    Ship,
    Shatter,
    Flee,
    Ready,
    Burn,
    Rommel,
    Fortify,
    Dismantle,
    Demolish,
    Repair,
    Release,
    Buy,
    Choose,
    Replace,
    Rebuild,
    Remove,
    Upgrade,
    Convert,
    Delay,
    Lift,
    Supply,
    Deposit,
    Deplete,
    Attack,
    Support,
    Reroll,
    Accept,
    Lose,
    Stand,
    Retreat,
    Surrender,
    Advance,
    Group,
    Break,
    Drop,
    Disengage,
)
