"""[28.0] Orders for prisoners and their guards."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.values import Action
from sandtable.core.wording import one, split
from sandtable.games.campaign_for_north_africa.order_forms import Name, Points, read_points, write_points


class Guard(Name, frozen=True):
    """[28.22] Form a Guard Point out of an infantry unit."""

    verb: ClassVar[str] = "guard"
    examples: ClassVar[tuple[str, ...]] = ("2SctGds",)


class Dismiss(Name, frozen=True):
    """[28.22] Send a Guard Point back to the unit from which it was formed."""

    verb: ClassVar[str] = "dismiss"
    examples: ClassVar[tuple[str, ...]] = ("CW-G7",)


class Column(Action, frozen=True):
    """Prisoner Points of one hex that go to another."""

    points: tuple[Points, ...]
    to: str

    def words(self) -> str:
        return f"{write_points(self.points)} to {self.to}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = f"{cls.verb} POW-3:10 to C3922"
        points, to = split(words, "to", usage)
        return cls(read_points(points, usage), one(to, usage))


class Lead(Column, frozen=True):
    """[28.12] Lead prisoners away who have just been taken."""

    verb: ClassVar[str] = "lead"


class Escort(Column, frozen=True):
    """[28.13] March prisoners under guard."""

    verb: ClassVar[str] = "escort"


class Cart(Column, frozen=True):
    """[28.18] Carry prisoners and their guards on unattached Motorization Points."""

    verb: ClassVar[str] = "cart"


class Flee(Column, frozen=True):
    """[28.24] Escaped prisoners make their way."""

    verb: ClassVar[str] = "flee"
