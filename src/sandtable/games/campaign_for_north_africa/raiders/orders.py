"""[27.0] Orders to desert raiders, and to those who look for them."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase, UnitOnPath
from sandtable.games.campaign_for_north_africa.order_forms import Name, To


class Form(Name, frozen=True):
    """[27.13] Form a desert raider out of a point of an armoured car or reconnaissance unit."""

    form: ClassVar[str] = "{name:11Hus}"


class Prowl(UnitOnPath, frozen=True):
    """[27.32] Move a desert raider in secret. Between hexes that are not adjacent the cheapest way is taken."""

    form: ClassVar[str] = "{unit:LRDG1} {path:C3922-C3926}"


class Strike(Phrase, frozen=True):
    """[27.51] Raid a Supply Unit or Rommel, in the raider's hex or the next one."""

    form: ClassVar[str] = "{name:LRDG1} at {target:AX-S12}"
    name: str
    target: str


class Waylay(Phrase, frozen=True):
    """[27.57] Raid the trucks in the raider's hex, those with `ammo`, `fuel`, `men` or `nothing` aboard."""

    form: ClassVar[str] = "{name:LRDG1} with {load:fuel}"
    name: str
    load: str


class Ambush(Phrase, frozen=True):
    """[27.59] Lie in wait for convoys, for their `ammo` or `fuel`, or for `nothing` any more."""

    form: ClassVar[str] = "{name:LRDG1} for {load:fuel}"
    name: str
    load: str


class Spot(Name, frozen=True):
    """[27.44] A unit that has come upon a desert raider looks for it."""

    form: ClassVar[str] = "{name:I/157}"


class Disembark(To, frozen=True):
    """[27.72, 27.83] A commando unit in Alexandria is put ashore by a ship assigned to a coastal hex."""

    form: ClassVar[str] = "{name:Layforce} from {to:Valiant}"


class Board(Name, frozen=True):
    """[27.77] Layforce goes aboard the ship that has put it ashore, and back to Alexandria."""

    form: ClassVar[str] = "{name:Layforce}"


class Conceal(To, frozen=True):
    """[27.88] The SAS goes out of sight with a raiding group."""

    form: ClassVar[str] = "{name:SAS} with {to:LRDG1}"


class Disclose(Name, frozen=True):
    """[27.88] A raiding group puts the SAS on the map again."""

    form: ClassVar[str] = "{name:LRDG1}"
