"""What players of Afrika Korps decide, and its notation.

move 21/5, rommel W6-W8          attack 9A/20 with 21/5, 15/8 supply AxS1
"""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase, UnitOnPath, UnitsOnPath
from sandtable.core.values import Action, Notation


class Done(Action, frozen=True):
    """Nothing more to do here; carry on."""


class Decline(Action, frozen=True):
    """[12.5] Decline the supply that is due."""


class _Placement(Phrase, frozen=True):
    form: ClassVar[str] = "{unit:15/8} at {at:W3}"
    unit: str
    at: str


class Land(_Placement, frozen=True):
    """[12.4, 19.2, 23.4] Land a supply, a reinforcement or a unit at sea."""


class Raise(_Placement, frozen=True):
    """[20] Spend replacement factors to bring back an eliminated unit."""


class Move(UnitsOnPath, frozen=True):
    """Move units together along a path; between hexes that are not adjacent the cheapest route is taken."""

    form: ClassVar[str] = "{units:21/5, rommel} {path:W6-W8}"


class _OneUnit(Phrase, frozen=True):
    form: ClassVar[str] = "{unit:9A/20}"
    unit: str


class Embark(_OneUnit, frozen=True):
    """[23.4] Put to sea from a port."""


class Destroy(_OneUnit, frozen=True):
    """[15.4] Destroy one of your own supplies."""


class Lose(_OneUnit, frozen=True):
    """[7.5, 7.61, 6.1] Choose a unit to eliminate."""


class Advance(_OneUnit, frozen=True):
    """[16.1] Advance into the hex the defender lost."""


class _Conversion(Phrase, frozen=True):
    substitute: str
    units: tuple[str, ...]


class Form(_Conversion, frozen=True):
    """[21.1] Exchange units for a substitute counter."""

    form: ClassVar[str] = "{substitute:sub_inf_3} from {units:4I/5, 4I/7}"


class Break(_Conversion, frozen=True):
    """[21.3] Exchange a substitute counter for smaller units."""

    form: ClassVar[str] = "{substitute:sub_inf_3} into {units:4I/5, 4I/7}"


class Attack(Phrase, frozen=True):
    """Declare a battle: these defenders, by these attackers, sustained by these supplies [14.6]."""

    form: ClassVar[str] = "{defenders:9A/20} with {attackers:21/5, 15/8} [supply {supplies:AxS1}]"
    defenders: tuple[str, ...]
    attackers: tuple[str, ...]
    supplies: tuple[str, ...] = ()


class Overwhelm(Phrase, frozen=True):
    """[9] Declare an automatic victory; blockers cut off the retreat of a surrounded defender."""

    verb: ClassVar[str] = "av"
    form: ClassVar[str] = "{defenders:7A/2} with {attackers:21/5} supply {supplies:AxS1} [blockers {blockers:ariete}]"
    defenders: tuple[str, ...]
    attackers: tuple[str, ...]
    supplies: tuple[str, ...]
    blockers: tuple[str, ...] = ()


class Seize(Phrase, frozen=True):
    """[15.23, 15.322] Take a supply: a guarded one while others fight its guards, or a lone one in a fortress."""

    form: ClassVar[str] = "{supply:AlS1} with {unit:21/5}"
    supply: str
    unit: str


class Scrap(Action, frozen=True):
    """Take back the declared attacks and redeclare them."""


class Fight(Phrase, frozen=True):
    """[8.6] Resolve one of the declared battles, in any order."""

    form: ClassVar[str] = "{battle:1}"
    battle: int


class Retreat(UnitOnPath, frozen=True):
    """[7.6] Retreat a beaten unit: the two hexes of its route, the second where it ends."""

    form: ClassVar[str] = "{unit:9A/20} {path:H26-I27}"


class Station(Phrase, frozen=True):
    """[22.42] Choose the combat units that a displaced Rommel joins."""

    form: ClassVar[str] = "{at:H25}"
    at: str


NOTATION = Notation(
    Done,
    Decline,
    Land,
    Raise,
    Move,
    Embark,
    Destroy,
    Lose,
    Advance,
    Form,
    Break,
    Attack,
    Overwhelm,
    Seize,
    Scrap,
    Fight,
    Retreat,
    Station,
)
