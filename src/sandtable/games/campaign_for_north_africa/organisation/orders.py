"""[8.97, 19.2, 19.4, 20.49, 32.32] Orders of the Organization Phase: who belongs to whom, and on whose trucks."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.forms import Phrase
from sandtable.core.values import Action
from sandtable.core.wording import one, split
from sandtable.games.campaign_for_north_africa.order_forms import Name, Points, To, one_points


class Attach(To, frozen=True):
    """[19.41, 19.42] Make a unit part of a Parent Unit in its hex."""

    verb: ClassVar[str] = "attach"


class Detach(Phrase, frozen=True):
    """[19.43, 19.44] Make attached units counters of their own, with some of the Motorization Points [8.97]. Several
    may leave so that they end attached to the first one [19.47]."""

    verb: ClassVar[str] = "detach"
    keywords: ClassVar[tuple[str, ...]] = ("with",)
    examples: ClassVar[tuple[str, ...]] = ("1RNF", "6")
    units: tuple[str, ...]
    motors: int = 0


class Assign(To, frozen=True):
    """[19.21] Make an independent unit part of a Parent Formation to which it is attached."""

    verb: ClassVar[str] = "assign"


class Absorb(Action, frozen=True):
    """[20.49, 22.5] A unit takes repaired points of its hex."""

    verb: ClassVar[str] = "absorb"
    points: Points

    def words(self) -> str:
        return str(self.points)

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(one_points(words, "absorb 6RTR:A9-Cruiser:2"))


class Allot(Action, frozen=True):
    """[20.41] Say for which unit Replacement Points are meant, all of a counter or some."""

    verb: ClassVar[str] = "allot"
    points: Points
    to: str

    def words(self) -> str:
        return f"{self.points} to {self.to}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "allot CW-Tank7:3 to 7RTR"
        points, to = split(words, "to", usage)
        return cls(one_points(points, usage), one(to, usage))


class Revive(To, frozen=True):
    """[19.63] Two infantry Replacement Points become a headquarters that was lost."""

    verb: ClassVar[str] = "revive"
    keywords: ClassVar[tuple[str, ...]] = ("with",)
    examples: ClassVar[tuple[str, ...]] = ("11In", "CW-Inf7")


class Upgrade(To, frozen=True):
    """[20.52, 20.77] A tank point makes an armoured car point more effective, infantry points a whole battalion."""

    verb: ClassVar[str] = "upgrade"
    keywords: ClassVar[tuple[str, ...]] = ("with",)
    examples: ClassVar[tuple[str, ...]] = ("11Hus", "CW-Tank7")


class Lend(Name, frozen=True):
    """[20.9] Send a Commonwealth battalion away from Cairo or Alexandria by choice."""

    verb: ClassVar[str] = "lend"
    examples: ClassVar[tuple[str, ...]] = ("1RNF",)


class Recall(To, frozen=True):
    """[20.9] Bring a battalion back that was sent away by choice."""

    verb: ClassVar[str] = "recall"
    examples: ClassVar[tuple[str, ...]] = ("1RNF", "E3613")


class Train(Phrase, frozen=True):
    """[17.33, 17.35] Counters spend this Operations Stage training under a battalion that instructs them."""

    verb: ClassVar[str] = "train"
    keywords: ClassVar[tuple[str, ...]] = ("by",)
    examples: ClassVar[tuple[str, ...]] = ("16Aus, 17Aus", "1RNF")
    units: tuple[str, ...]
    by: str
