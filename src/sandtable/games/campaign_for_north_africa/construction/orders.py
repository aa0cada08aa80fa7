"""[24.0] Orders to build and to demolish."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.games.campaign_for_north_africa.order_forms import Name


class WorkOrder(Phrase, frozen=True):
    """Units that stand together begin a work, or go on with one that was halted."""

    form: ClassVar[str] = "{what:road} at {hexes:C3922, C3823} with {units:64Eng}"
    what: str
    hexes: tuple[str, ...]
    units: tuple[str, ...]

    @property
    def work(self) -> str:
        """The line of the chart."""
        return f"{self.verb} {self.what}"


class Build(WorkOrder, frozen=True):
    """[24.17] Build a fortification, road, railway, facility, minefield or dummy-minefield."""


class Rebuild(WorkOrder, frozen=True):
    """[24.63, 24.84] Rebuild a destroyed railway or a level of a Repair Facility."""

    form: ClassVar[str] = "{what:railway} at {hexes:D3613, D3612} with {units:64Eng}"


class Demolish(WorkOrder, frozen=True):
    """[24.18] Demolish a railway, dismantle a temporary Repair Facility or clear a minefield."""

    form: ClassVar[str] = "{what:railway} at {hexes:D3613} with {units:64Eng}"


class Cease(Name, frozen=True):
    """[24.16] The builders of a project stop."""

    form: ClassVar[str] = "{name:CW-P7}"


class Dump(Phrase, frozen=True):
    """[24.9] A unit sets up a Supply Dump with some of what another in its hex holds."""

    form: ClassVar[str] = "{source:CW-S1} ammo {ammo:10} fuel {fuel:20} by {by:2SctGds}"
    source: str
    ammo: int
    fuel: int
    by: str


class Sham(Name, frozen=True):
    """[24.9, 32.18] A unit sets up a dummy Supply Dump in its hex."""

    form: ClassVar[str] = "{name:2SctGds}"
