"""[20.4, 20.6, 20.7] Orders for Replacement Points."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.values import Action
from sandtable.core.wording import number, one, split
from sandtable.games.campaign_for_north_africa.logistics.orders import Lots
from sandtable.games.campaign_for_north_africa.order_forms import To


class Request(Lots, frozen=True):
    """[20.63, 20.72] Plan Replacement Points out of the Axis pool or Commonwealth production."""

    verb: ClassVar[str] = "request"


class Forward(To, frozen=True):
    """[20.44, 20.46] Replacement Points move by themselves."""

    verb: ClassVar[str] = "forward"
    examples: ClassVar[tuple[str, ...]] = ("CW-Tank7", "D3714")


class Crew(Action, frozen=True):
    """[22.5, 15.86] Put repaired or captured vehicles and guns on a counter of their own, so that they move."""

    verb: ClassVar[str] = "crew"
    weapon: str
    points: int
    at: str

    def words(self) -> str:
        return f"{self.weapon}:{self.points} at {self.at}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "crew A9:2 at C3922"
        what, at = split(words, "at", usage)
        weapon, _, points = what.rpartition(":")
        return cls(one(weapon, usage), number(points, usage), one(at, usage))


class Carry(To, frozen=True):
    """[20.44, 8.99] Replacement Points go on unattached Motorization Points of their hex."""

    verb: ClassVar[str] = "carry"
    examples: ClassVar[tuple[str, ...]] = ("CW-Inf7", "D3714")
