"""[14.5, 21.5, 21.6, 22.2] Orders about wrecks: capture, towing and repair."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.values import Action
from sandtable.core.wording import number, one, path
from sandtable.games.campaign_for_north_africa.order_forms import Names, To


class Capture(To, frozen=True):
    """[14.52, 21.52] Take or remove enemy wrecks just come upon: to a hex at most three away [14.53], or to `none`."""

    form: ClassVar[str] = "{name:W12} to {to:C3922}"


class Tow(Action, frozen=True):
    """[21.63] Tow wrecks along a path, all points of a marker or some of them [21.64]: `tow W12:3 C3922-C3921`."""

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

    form: ClassVar[str] = "{units:W12, W13}"
