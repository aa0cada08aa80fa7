"""Declared combats on the map."""

from __future__ import annotations

import pytest

from sandtable.games.panzerarmee_afrika.sight.view import view
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from tests.panzerarmee_afrika.combats import ALLIED_DEPOTS, AXIS_DEPOT, phase
from tests.panzerarmee_afrika.positions import play

AXIS = f"de-104, de-5-1-a 1508, de-8 1408, {AXIS_DEPOT}"
ALLIED = f"uk-sg-2 1509, au-20 1608, {ALLIED_DEPOTS}"


def arrows(state: PanzerarmeeAfrika) -> list[tuple[tuple[str, ...], tuple[str, ...], str]]:
    return [(each.attackers, each.targets, each.odds) for each in view(state, "allied").battles]


@pytest.mark.case("12.2", "12.4")
def test_combats_are_shown_with_their_differential_until_they_are_called_off_or_fought() -> None:
    state = play(phase(AXIS, ALLIED), "attack 1509 with de-104, de-8", "attack 1608 with de-5-1-a")
    (first, second) = arrows(state)
    assert first[:2] == (("1508", "1408"), ("1509",)) and second[:2] == (("1508",), ("1608",))
    assert first[2].startswith(("+", "-"))
    resolving = play(state, "done", "done")
    assert [each[1] for each in arrows(resolving)] == [("1509",), ("1608",)]
    assert [each[1] for each in arrows(play(resolving, "cancel 2"))] == [("1509",)]
