"""[10.0, 11.0, 13.0] Orders of the combat mode."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.core.values import Action
from sandtable.games.tobruk.order_forms import SmallNumber, Way


class Attack(Phrase, frozen=True):
    """[10.0, 9.4] Attack a hex with these units; those named after `overrun` attempt one."""

    form: ClassVar[str] = "{target:2506} with {attackers:4RTR/32Tk, 2BW/14} [overrun {overrun:4RTR/32Tk}]"
    target: str
    attackers: tuple[str, ...]
    overrun: tuple[str, ...] = ()


class Fire(Phrase, frozen=True):
    """[13.0] An anti-tank gun fires at one of the attacking vehicles."""

    form: ClassVar[str] = "{gun:149AT} at {unit:I/8/15}"
    gun: str
    unit: str


class Press(Action, frozen=True):
    """[13.0] Press on with an attack that anti-tank guns have hit."""


class Cancel(Action, frozen=True):
    """[13.0] Call such an attack off."""


class Fly(Phrase, frozen=True):
    """[10.1] Send air units to the battle: fighters and close air support."""

    form: ClassVar[str] = "{fighters:2} fighters {support:1} support"
    fighters: SmallNumber
    support: SmallNumber


class Down(Phrase, frozen=True):
    """[11.1] Choose what is shot down: `down fighter` or `down support`."""

    form: ClassVar[str] = "{kind:fighter, or: down support}"
    kind: str


class Support(Phrase, frozen=True):
    """[10.1, 2.4] Commit this many artillery support markers to the attack."""

    verb: ClassVar[str] = "artillery"
    form: ClassVar[str] = "{markers:2}"
    markers: SmallNumber


class Retreat(Way, frozen=True):
    """[10.3] Retreat a unit along these hexes."""


class Advance(Way, frozen=True):
    """[10.4] Move an attacker into the hex the defender lost, and perhaps one hex further."""
