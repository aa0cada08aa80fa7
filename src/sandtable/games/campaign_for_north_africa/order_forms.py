"""The forms that orders share: a name, some names, one thing to another, a path, TOE Strength Points."""

from __future__ import annotations

from typing import Annotated, ClassVar

from sandtable.core.forms import Phrase, Text, UnitsOnPath
from sandtable.core.values import Action, BadNotation, Value
from sandtable.core.wording import names, number


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
    if text == "none":
        return ()
    return tuple(one_points(part, usage) for part in names(text, usage))


def one_points(text: str, usage: str) -> Points:
    """The points of a single weapon system."""
    pieces = text.split(":")
    if len(pieces) not in (2, 3) or not all(pieces):
        raise BadNotation(f"write it as: {usage}")
    return Points(pieces[0], pieces[1] if len(pieces) == 3 else "", number(pieces[-1], usage))


def write_points(points: tuple[Points, ...]) -> str:
    return ", ".join(map(str, points)) or "none"


OnePoints = Annotated[Points, Text(one_points)]
SomePoints = Annotated[tuple[Points, ...], Text(read_points, write_points)]


class Done(Action, frozen=True):
    """Nothing more here; go on."""


class Name(Phrase, frozen=True):
    """A single name: of a unit, a Supply Unit or a hex."""

    form: ClassVar[str] = "{name:7Arm}"
    name: str


class Names(Phrase, frozen=True):
    """Names of units or wrecks."""

    form: ClassVar[str] = "{units:7Arm, 4Ind}"
    units: tuple[str, ...]


class To(Phrase, frozen=True):
    """One thing brought to another, or to a place."""

    form: ClassVar[str] = "{name:1RNF} to {to:7SG}"
    name: str
    to: str


class Way(UnitsOnPath, frozen=True):
    """Units on a path; its first hex is where they stand."""

    form: ClassVar[str] = "{units:7Arm} {path:C3922-C3923}"


class Count(Phrase, frozen=True):
    """A name and a number."""

    form: ClassVar[str] = "{name:7Arm} {count:12}"
    name: str
    count: int


class Strengths(Phrase, frozen=True):
    """TOE Strength Points, or `none`."""

    form: ClassVar[str] = "{points:I/157:2, 6RTR:A9-Cruiser:1}"
    points: SomePoints


class Land(To, frozen=True):
    """[20.14, 20.15, 32.42] Choose where a reinforcement or Supply Unit arrives."""

    form: ClassVar[str] = "{name:2RTR} at {to:E1829}"
