"""[10.0, 11.0, 13.0] Orders of the combat mode."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.forms import Phrase
from sandtable.core.values import Action, BadNotation
from sandtable.core.wording import names, one, split
from sandtable.games.tobruk.order_forms import Way, small_number


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
    """[13.0] Press on with an attack that anti-tank guns have hit."""

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
        return cls(small_number(parts[0], usage), small_number(parts[2], usage))


class Down(Phrase, frozen=True):
    """[11.1] Choose what is shot down: `down fighter` or `down support`."""

    verb: ClassVar[str] = "down"
    examples: ClassVar[tuple[str, ...]] = ("fighter, or: down support",)
    kind: str


class Support(Action, frozen=True):
    """[10.1, 2.4] Commit this many artillery support markers to the attack."""

    verb: ClassVar[str] = "artillery"
    markers: int

    def words(self) -> str:
        return str(self.markers)

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(small_number(words, "artillery 2"))


class Retreat(Way, frozen=True):
    """[10.3] Retreat a unit along these hexes."""

    verb: ClassVar[str] = "retreat"


class Advance(Way, frozen=True):
    """[10.4] Move an attacker into the hex the defender lost, and perhaps one hex further."""

    verb: ClassVar[str] = "advance"
