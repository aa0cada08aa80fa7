"""[11] Orders of the movement phase; losses, which other phases ask for as well."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.values import Action
from sandtable.core.wording import one, path, split
from sandtable.games.panzerarmee_afrika.order_forms import Placement, Together


class Move(Together, frozen=True):
    """[11.1] Move regular units together, or a transport unit; the path names every hex, or only where it turns:
    between hexes that are not adjacent the cheapest route is taken."""

    verb: ClassVar[str] = "move"


class Overrun(Together, frozen=True):
    """[11.4] Move a stack up to an enemy stack and into its hex, the last of the path."""

    verb: ClassVar[str] = "overrun"


class Ship(Placement, frozen=True):
    """[11.2] Carry a unit or an installation from port to port."""

    verb: ClassVar[str] = "ship"
    keywords: ClassVar[tuple[str, ...]] = ("to",)


class Rail(Placement, frozen=True):
    """[11.3.1] Carry an installation along the Egyptian railroad."""

    verb: ClassVar[str] = "rail"
    keywords: ClassVar[tuple[str, ...]] = ("to",)


class Haul(Action, frozen=True):
    """[11.3] Carry an installation with a transport unit that is in its hex."""

    verb: ClassVar[str] = "haul"
    lorry: str
    depot: str
    path: tuple[str, ...]

    def words(self) -> str:
        return f"{self.depot} with {self.lorry} {'-'.join(self.path)}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "haul axis-depot-1 with axis-lorry-1 0702-0803"
        depot, rest = split(words, "with", usage)
        lorry, _, way = rest.rpartition(" ")
        return cls(one(lorry, usage), one(depot, usage), path(way, usage, least=2))
