"""[8, 9, 11, 13.3.4, 14, 15] Orders of combat and of what follows it."""

from __future__ import annotations

from typing import Annotated, ClassVar

from sandtable.core.forms import Phrase, Text, or_none
from sandtable.core.values import Action
from sandtable.core.wording import names
from sandtable.games.north_africa_41.order_forms import Names, Together, Where


class Shatter(Phrase, frozen=True):
    """[8.9] Declare an Automatic DS against a hex by these units."""

    form: ClassVar[str] = "{at:2011} with {units:GE-I-5, GE-MG8}"
    at: str
    units: tuple[str, ...]


class Flee(Names, frozen=True):
    """[13.3.4] Put units into Full Retreat voluntarily."""


class Attack(Phrase, frozen=True):
    """[8.3] Attack a hex. `supply` names the source of Attack Supply (an ASU, an MSU or the place of a Supply Point),
    `artillery` the ASU of an Artillery Support, `air` an Air Support marker."""

    form: ClassVar[str] = (
        "{at:2011} with {units:GE-I-5, GE-MG8}"
        " [supply {supply:GE-DAK}] [artillery {artillery:GE-ARKO104}] [air {air:german-air}]"
    )
    at: str
    units: tuple[str, ...]
    supply: str = ""
    artillery: str = ""
    air: str = ""


class Support(Phrase, frozen=True):
    """[8.3, 9.4, 11.3, 18.7.4] The defender's Artillery Support and Air Support, or DD Support; `none` for neither."""

    form: ClassVar[str] = "{by:BR-XIII, allied-air-1}"
    by: Annotated[tuple[str, ...], or_none(Text(names, ", ".join))] = ()


class Reroll(Action, frozen=True):
    """[18.5] Rommel rolls the die again."""


class Accept(Action, frozen=True):
    """Let a result stand."""


class Stand(Phrase, frozen=True):
    """[11] Try a Determined Defence with a Lead Unit and perhaps DD Support."""

    form: ClassVar[str] = "{lead:IT-27BRE} [support {support:IT-XXI}]"
    lead: str
    support: str = ""


class Advance(Together, frozen=True):
    """[14] Advance units together along a path."""


class Group(Names, frozen=True):
    """[15.2] Name the Breakthrough Group; those not yet there gather in the defender's vacated hex."""


class Break(Where, frozen=True):
    """[15.2.6] Breakthrough Combat against an adjacent hex."""


class Drop(Names, frozen=True):
    """[15.2.13] Units leave the Breakthrough Group."""


class Disengage(Names, frozen=True):
    """[27.5] Try to disengage units as a group."""
