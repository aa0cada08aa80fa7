"""[20.1, 20.85, 32.42] Orders of the set-up, of arrivals and of withdrawals."""

from __future__ import annotations

from typing import ClassVar

from sandtable.games.campaign_for_north_africa.order_forms import To


class Deploy(To, frozen=True):
    """Put a counter that may stand in several hexes into one of them; of Motorization Points a part: `motors-1:30`."""

    form: ClassVar[str] = "{name:8Med} at {to:D3612}"


class Substitute(To, frozen=True):
    """[20.85] Send a unit of similar type away in place of the one that is to be withdrawn."""

    form: ClassVar[str] = "{name:1Buffs} for {to:1Essex}"
