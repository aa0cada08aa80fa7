"""[16.1, 16.42, 16.5] Orders to patrols, and to those who set up dummy tanks."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.values import Action
from sandtable.core.wording import names, one, split
from sandtable.games.campaign_for_north_africa.order_forms import Name, Points, Strengths, read_points, write_points


class Feign(Name, frozen=True):
    """[16.42] Set up a dummy tank battalion in a hex."""

    verb: ClassVar[str] = "feign"
    examples: ClassVar[tuple[str, ...]] = ("C3922",)


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
