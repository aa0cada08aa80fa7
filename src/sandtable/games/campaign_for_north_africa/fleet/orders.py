"""[30.1, 30.5, 32.73] Orders to the fleet, to those who go by sea, and to those who bomb it."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.order_forms import To


class Sail(To, frozen=True):
    """[30.15] Assign a ship to a coastal hex, or send it to Alexandria or Valletta [30.18]."""

    verb: ClassVar[str] = "sail"
    examples: ClassVar[tuple[str, ...]] = ("Valiant", "C4807")


class Raid(Action, frozen=True):
    """[32.73] Plan an air raid on the fleet in Alexandria for this Operations Stage."""

    verb: ClassVar[str] = "raid"


class Embark(Phrase, frozen=True):
    """[30.51] Ship counters from the port in which they are to another."""

    verb: ClassVar[str] = "embark"
    keywords: ClassVar[tuple[str, ...]] = ("to",)
    examples: ClassVar[tuple[str, ...]] = ("2KRRC, 1RNF", "C4807")
    units: tuple[str, ...]
    to: str
