"""[16.1, 21.6, 22.2, 30.1, 32.3, 32.6] Orders to the quartermaster: ships and convoys, trucks and trains, wrecks; and
to patrols."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.forms import Phrase
from sandtable.core.values import Action
from sandtable.core.wording import names, number, one, path, split
from sandtable.games.campaign_for_north_africa.order_forms import (
    Names,
    Points,
    Strengths,
    To,
    Way,
    read_points,
    write_points,
)

# Convoys and shipping [5.2 II, 32.35, 32.36, 32.61]


class Convoy(Phrase, frozen=True):
    """[32.61] Send Supply Units and Motorization Points of this Game-Turn by a Convoy Lane."""

    verb: ClassVar[str] = "convoy"
    keywords: ClassVar[tuple[str, ...]] = ("supply", "motors")
    examples: ClassVar[tuple[str, ...]] = ("2", "1", "10")
    lane: int
    supply: int
    motors: int


class Ship(To, frozen=True):
    """[32.35, 32.36] Carry a Supply Unit by sea to a port."""

    verb: ClassVar[str] = "ship"
    examples: ClassVar[tuple[str, ...]] = ("CW-S1", "C4807")


class Sail(To, frozen=True):
    """[30.15] Assign a ship to a coastal hex, or send it to Alexandria or Valletta [30.18]."""

    verb: ClassVar[str] = "sail"
    examples: ClassVar[tuple[str, ...]] = ("Valiant", "C4807")


class Raid(Action, frozen=True):
    """[32.73] Plan an air raid on the fleet in Alexandria for this Operations Stage."""

    verb: ClassVar[str] = "raid"


# The phases after combat [5.2 III H to L]


class Haul(Way, frozen=True):
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


class Rail(To, frozen=True):
    """[8.72, 32.34] Move a unit or a Supply Unit along the railway."""

    verb: ClassVar[str] = "rail"
    examples: ClassVar[tuple[str, ...]] = ("2RTR", "D3714")


class Capture(To, frozen=True):
    """[14.52, 21.52] Take or remove enemy wrecks just come upon: to a hex at most three away [14.53], or to `none`."""

    verb: ClassVar[str] = "capture"
    examples: ClassVar[tuple[str, ...]] = ("W12", "C3922")


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


class Repair(Names, frozen=True):
    """[22.2] Try to repair wrecks."""

    verb: ClassVar[str] = "repair"
    examples: ClassVar[tuple[str, ...]] = ("W12, W13",)


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


class Reveal(Strengths, frozen=True):
    """[16.51, 16.52] Tell the enemy about units: each with its strength, give or take two."""

    verb: ClassVar[str] = "reveal"
    example: ClassVar[str] = "I/157:6"
