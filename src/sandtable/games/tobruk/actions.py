"""What players of Tobruk decide, and its notation.

move 4RTR/32Tk, 1RTR/32Tk 2304-2406     attack 2506 with 4RTR/32Tk, 2BW/14 overrun 4RTR/32Tk
"""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.forms import Phrase, UnitOnPath, UnitsOnPath
from sandtable.core.values import Action, BadNotation, Notation
from sandtable.core.wording import names, number, one, split


def _number(text: str, usage: str) -> int:
    """Two digits are enough for every figure of the game, and no text makes a number that no state can store."""
    figure = number(text, usage)
    if len(text) > 2 or text != str(figure):
        raise BadNotation(f"write it as: {usage}")
    return figure


class Done(Action, frozen=True):
    """Nothing more here; go on."""

    verb: ClassVar[str] = "done"


# Before the first turn


class Bid(Action, frozen=True):
    """[15.3] The points by which one would beat the Axis."""

    verb: ClassVar[str] = "bid"
    points: int

    def words(self) -> str:
        return str(self.points)

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(_number(words, "bid 15"))


class _Spot(Phrase, frozen=True):
    keywords: ClassVar[tuple[str, ...]] = ("at",)
    examples: ClassVar[tuple[str, ...]] = ("1RTR/32Tk", "2304")
    unit: str
    at: str


class Place(_Spot, frozen=True):
    """[15.1, 4.1, 12.0] Put a garrison unit, a returning headquarters or recovered armour on the map."""

    verb: ClassVar[str] = "place"


# Activation and movement


class Begin(Phrase, frozen=True):
    """[3.2] What the formation does first: `begin move` or `begin combat`."""

    verb: ClassVar[str] = "begin"
    examples: ClassVar[tuple[str, ...]] = ("move, or: begin combat",)
    mode: str


class _March(UnitsOnPath, frozen=True):
    example: ClassVar[str] = "4RTR/32Tk, 1RTR/32Tk 2304-2406"
    least: ClassVar[int] = 1


class Move(_March, frozen=True):
    """[9.0, 9.3, 9.4] Move units together along a path; between hexes that are not adjacent the cheapest way is
    taken."""

    verb: ClassVar[str] = "move"


class Enter(_March, frozen=True):
    """[4.0] Bring reinforcements onto the map: the first hex of the path is where they enter."""

    verb: ClassVar[str] = "enter"


class _OneUnit(Phrase, frozen=True):
    examples: ClassVar[tuple[str, ...]] = ("1RTR/32Tk",)
    unit: str


class LeaveRoad(_OneUnit, frozen=True):
    """[9.2] Cancel a unit's road movement: its last step is paid in full and its marker comes off."""

    verb: ClassVar[str] = "off-road"


class Mine(_Spot, frozen=True):
    """[9.6] Declare that a moving unit has entered a minefield in this hex of its path."""

    verb: ClassVar[str] = "mine"


class Pass(Action, frozen=True):
    """[9.6] No minefield on this move."""

    verb: ClassVar[str] = "pass"


class Waive(Action, frozen=True):
    """[9.6] No minefield during the rest of this activation."""

    verb: ClassVar[str] = "waive"


# Combat


class Attack(Action, frozen=True):
    """[10.0, 9.4] Attack a hex with these units; those named after `overrun` attempt one."""

    verb: ClassVar[str] = "attack"
    target: str
    attackers: tuple[str, ...]
    overrun: tuple[str, ...] = ()

    def words(self) -> str:
        text = f"{self.target} with {', '.join(self.attackers)}"
        return f"{text} overrun {', '.join(self.overrun)}" if self.overrun else text

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "attack 2506 with 4RTR/32Tk, 2BW/14 overrun 4RTR/32Tk"
        target, rest = split(words, "with", usage)
        attackers, _, overrun = rest.partition(" overrun ")
        return cls(one(target, usage), names(attackers, usage), names(overrun, usage) if overrun else ())


class Fire(Phrase, frozen=True):
    """[13.0] An anti-tank gun fires at one of the attacking vehicles."""

    verb: ClassVar[str] = "fire"
    keywords: ClassVar[tuple[str, ...]] = ("at",)
    examples: ClassVar[tuple[str, ...]] = ("149AT", "I/8/15")
    gun: str
    unit: str


class Press(Action, frozen=True):
    """[13.0] Go on with an attack that anti-tank guns have hit."""

    verb: ClassVar[str] = "press"


class Cancel(Action, frozen=True):
    """[13.0] Call such an attack off."""

    verb: ClassVar[str] = "cancel"


class Fly(Action, frozen=True):
    """[10.1] Send air units to the battle: fighters and close air support."""

    verb: ClassVar[str] = "fly"
    fighters: int
    support: int

    def words(self) -> str:
        return f"{self.fighters} fighters {self.support} support"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "fly 2 fighters 1 support"
        parts = words.split(" ")
        if len(parts) != 4 or parts[1] != "fighters" or parts[3] != "support":
            raise BadNotation(f"write it as: {usage}")
        return cls(_number(parts[0], usage), _number(parts[2], usage))


class Down(Phrase, frozen=True):
    """[11.1] Choose what is shot down: `down fighter` or `down support`."""

    verb: ClassVar[str] = "down"
    examples: ClassVar[tuple[str, ...]] = ("fighter, or: down support",)
    kind: str


class Support(Action, frozen=True):
    """[10.1, 2.4] Give the attack so many artillery support markers."""

    verb: ClassVar[str] = "artillery"
    markers: int

    def words(self) -> str:
        return str(self.markers)

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(_number(words, "artillery 2"))


class Lose(_OneUnit, frozen=True):
    """[10.2, 7.1] Choose a unit that takes a loss."""

    verb: ClassVar[str] = "lose"


class _Way(UnitOnPath, frozen=True):
    example: ClassVar[str] = "II/361/Afk 2605-2504"


class Retreat(_Way, frozen=True):
    """[10.3] Take a beaten unit back along these hexes."""

    verb: ClassVar[str] = "retreat"


class Advance(_Way, frozen=True):
    """[10.4] Move an attacker into the hex the defender lost, and perhaps one hex on."""

    verb: ClassVar[str] = "advance"


NOTATION = Notation(
    Done, Bid, Place, Begin, Move, Enter, LeaveRoad, Mine, Pass, Waive, Attack, Fire, Press, Cancel, Fly, Down, Support,
    Lose, Retreat, Advance,
)  # fmt: skip
