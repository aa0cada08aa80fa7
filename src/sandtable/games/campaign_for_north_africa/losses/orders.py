"""[14.43, 15.83, 15.86, 17.51] Orders about losses: what absorbs them, what is captured, and who surrenders."""

from __future__ import annotations

from typing import ClassVar

from sandtable.games.campaign_for_north_africa.order_forms import Name, Strengths


class Lose(Strengths, frozen=True):
    """[14.43, 15.83] The TOE Strength Points that absorb a loss."""


class Yield(Strengths, frozen=True):
    """[15.86] Which of the lost TOE Strength Points are captured."""

    form: ClassVar[str] = "{points:I/157:1}"


class Surrender(Name, frozen=True):
    """[17.51] Surrender everything in a hex."""

    form: ClassVar[str] = "{name:C4807}"
