"""[16.1, 16.42, 16.5] Orders to patrols, and to those who set up dummy tanks."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.games.campaign_for_north_africa.order_forms import Name, SomePoints, Strengths


class Feign(Name, frozen=True):
    """[16.42] Set up a dummy tank battalion in a hex."""

    form: ClassVar[str] = "{name:C3922}"


class Patrol(Phrase, frozen=True):
    """[16.12] Send Patrol Points to an enemy hex; units one knows enough about may be excepted [16.55]."""

    form: ClassVar[str] = "{at:C3922} with {points:11H:2} [except {besides:I/157}]"
    at: str
    points: SomePoints
    besides: tuple[str, ...] = ()


class Reveal(Strengths, frozen=True):
    """[16.51, 16.52] Tell the enemy about units: each with its strength, give or take two."""

    form: ClassVar[str] = "{points:I/157:6}"
