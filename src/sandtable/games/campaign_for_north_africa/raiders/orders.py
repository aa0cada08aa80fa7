"""[27.0] Orders to desert raiders, and to those who look for them."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase, UnitOnPath
from sandtable.games.campaign_for_north_africa.order_forms import Name, To


class Form(Name, frozen=True):
    """[27.13] Form a desert raider out of a point of an armoured car or reconnaissance unit."""

    verb: ClassVar[str] = "form"
    examples: ClassVar[tuple[str, ...]] = ("11Hus",)


class Prowl(UnitOnPath, frozen=True):
    """[27.32] Move a desert raider in secret. Between hexes that are not adjacent the cheapest way is taken."""

    verb: ClassVar[str] = "prowl"
    example: ClassVar[str] = "LRDG1 C3922-C3926"


class Strike(Phrase, frozen=True):
    """[27.51] Raid a Supply Unit or Rommel, in the raider's hex or the next one."""

    verb: ClassVar[str] = "strike"
    keywords: ClassVar[tuple[str, ...]] = ("at",)
    examples: ClassVar[tuple[str, ...]] = ("LRDG1", "AX-S12")
    name: str
    target: str


class Waylay(Phrase, frozen=True):
    """[27.57] Raid the trucks in the raider's hex, those with `ammo`, `fuel`, `men` or `nothing` aboard."""

    verb: ClassVar[str] = "waylay"
    keywords: ClassVar[tuple[str, ...]] = ("with",)
    examples: ClassVar[tuple[str, ...]] = ("LRDG1", "fuel")
    name: str
    load: str


class Ambush(Phrase, frozen=True):
    """[27.59] Lie in wait for convoys, for their `ammo` or `fuel`, or for `nothing` any more."""

    verb: ClassVar[str] = "ambush"
    keywords: ClassVar[tuple[str, ...]] = ("for",)
    examples: ClassVar[tuple[str, ...]] = ("LRDG1", "fuel")
    name: str
    load: str


class Spot(Name, frozen=True):
    """[27.44] A unit that has come upon a desert raider looks for it."""

    verb: ClassVar[str] = "spot"
    examples: ClassVar[tuple[str, ...]] = ("I/157",)


class Disembark(To, frozen=True):
    """[27.72, 27.83] A commando unit in Alexandria is put ashore by a ship assigned to a coastal hex."""

    verb: ClassVar[str] = "disembark"
    keywords: ClassVar[tuple[str, ...]] = ("from",)
    examples: ClassVar[tuple[str, ...]] = ("Layforce", "Valiant")


class Board(Name, frozen=True):
    """[27.77] Layforce goes aboard the ship that has put it ashore, and back to Alexandria."""

    verb: ClassVar[str] = "board"
    examples: ClassVar[tuple[str, ...]] = ("Layforce",)


class Conceal(To, frozen=True):
    """[27.88] The SAS goes out of sight with a raiding group."""

    verb: ClassVar[str] = "conceal"
    keywords: ClassVar[tuple[str, ...]] = ("with",)
    examples: ClassVar[tuple[str, ...]] = ("SAS", "LRDG1")


class Disclose(Name, frozen=True):
    """[27.88] A raiding group puts the SAS on the map again."""

    verb: ClassVar[str] = "disclose"
    examples: ClassVar[tuple[str, ...]] = ("LRDG1",)
