"""[30.1, 30.5, 32.73] Orders to the fleet, to those who go by sea, and to those who bomb it."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.order_forms import SomePoints, To


class Sail(To, frozen=True):
    """[30.15] Assign a ship to a coastal hex, or send it to Alexandria or Valletta [30.18]."""

    form: ClassVar[str] = "{name:Valiant} to {to:C4807}"


class Raid(Action, frozen=True):
    """[32.73] Plan an air raid on the fleet in Alexandria for this Operations Stage."""


class Chariots(Action, frozen=True):
    """[30.42] Plan the raid of the chariots on Alexandria."""


class Embark(Phrase, frozen=True):
    """[30.51] Ship counters from the port in which they are to another."""

    form: ClassVar[str] = "{units:2KRRC, 1RNF} to {to:C4807}"
    units: tuple[str, ...]
    to: str


class Engage(Phrase, frozen=True):
    """[30.35, 30.39] Fire at a ship off the coast with guns ashore, or the San Giorgio."""

    form: ClassVar[str] = "{ship:Valiant} with {guns:1/TbrkCD:2, SanGiorgio:4}"
    ship: str
    guns: SomePoints
