"""[30.1, 32.73] Orders to the fleet, and to those who bomb it."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.order_forms import To


class Sail(To, frozen=True):
    """[30.15] Assign a ship to a coastal hex, or send it to Alexandria or Valletta [30.18]."""

    verb: ClassVar[str] = "sail"
    examples: ClassVar[tuple[str, ...]] = ("Valiant", "C4807")


class Raid(Action, frozen=True):
    """[32.73] Plan an air raid on the fleet in Alexandria for this Operations Stage."""

    verb: ClassVar[str] = "raid"
