"""[7.1, 18.1] Orders about the Initiative and about Reserves."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.order_forms import Names


class GoFirst(Action, frozen=True):
    """[7.11] Be Player A of this Operations Stage."""

    verb: ClassVar[str] = "first"


class GoLast(Action, frozen=True):
    """[7.11] Be Player B."""

    verb: ClassVar[str] = "last"


class Reserve(Names, frozen=True):
    """[18.12] Place units in Reserve I."""


class Release(Names, frozen=True):
    """[18.23, 18.24] Release units from Reserve."""
