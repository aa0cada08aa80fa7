"""Close Assaults on the map, as far as a side knows of them."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.combat.close_assault import NextAssault
from sandtable.games.campaign_for_north_africa.contents import Commitment, Segment
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.sight.view import view
from tests.campaign_for_north_africa.positions import asking, position

AT, BESIDE = board().hex("C3818"), board().hex("C3819")


@pytest.mark.case("15.22", "15.91", "3.62")
def test_assaults_that_wait_are_shown_to_their_own_side_with_the_column_expected() -> None:
    forces = (Commitment(AT, "close_assault", "I/104", "", 4), Commitment(BESIDE, "close_assault", "I/104", "", 3))
    segment = Segment(forces=forces, probes=(BESIDE,))
    state = asking(position("I/104 C3918", "1RNF C3818, 1Buffs C3819", phasing="axis", segment=segment), NextAssault())
    first, second = view(state, "axis").battles
    assert (first.attackers, first.targets) == (("C3918",), ("C3818",)) and first.odds.startswith(("+", "-", "0"))
    assert second.odds == "probe"
    assert view(state, "commonwealth").battles == () and view(state, "").battles == ()


@pytest.mark.case("8.53")
def test_an_announced_assault_is_shown_to_both_sides() -> None:
    state = position("I/104 C3918", "1RNF C3818", phasing="axis", promised={"I/104": AT})
    for side in ("axis", "commonwealth"):
        assert [(each.targets, each.odds) for each in view(state, side).battles] == [(("C3818",), "announced")]
