"""What becomes of the beaten and of the victors, told apart from the combat that beat them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sandtable.core.frames import Draft
from sandtable.games.north_africa_41.ground.entering import put_down
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.results.battle import Battle
from sandtable.games.north_africa_41.state import NorthAfrica, side_of


class Fates:
    """Retreats and advances as a combat orders them; whoever retreats is simply put far away."""

    REFUGE = "2560"

    def __init__(self) -> None:
        self.retreats: list[tuple[tuple[str, ...], int, int, int]] = []  # units, shortest, longest, order
        self.advances: list[Battle] = []
        self.way_out = True  # whether the beaten could retreat

    def open_retreat(
        self, draft: Draft[NorthAfrica], battle: Battle, units: Sequence[str], shortest: int, longest: int, order: int
    ) -> None:
        self.retreats.append((tuple(units), shortest, longest, order))
        if units:
            put_down(draft, side_of(units[0]), units, board().hex(self.REFUGE))

    def open_advance(self, draft: Draft[NorthAfrica], battle: Battle) -> None:
        self.advances.append(battle)

    def has_way_out(
        self, state: NorthAfrica, battle: Battle, units: Sequence[str], shortest: int, longest: int
    ) -> bool:
        return self.way_out


@pytest.fixture
def fates(monkeypatch: pytest.MonkeyPatch) -> Fates:
    found = Fates()
    game = "sandtable.games.north_africa_41"
    monkeypatch.setattr(f"{game}.results.retreats.open_retreat", found.open_retreat)
    monkeypatch.setattr(f"{game}.results.retreats.has_way_out", found.has_way_out)
    monkeypatch.setattr(f"{game}.combat.phase.open_advance", found.open_advance)
    return found
