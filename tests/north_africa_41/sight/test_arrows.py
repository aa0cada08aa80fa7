"""The combat on the map."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.north_africa_41.combat.resolution import DefensiveSupport
from sandtable.games.north_africa_41.results.losses import Casualty
from sandtable.games.north_africa_41.sight.view import view
from tests.north_africa_41.fighting import battle, phase
from tests.north_africa_41.positions import asking

FIELD = phase("ge-i-5 2929, ge-ii-5 2830, ge-arko104 2928", "br-16 2930", supply={"axis": {"2928": 1}})


@pytest.mark.case("8.3")
def test_the_attack_is_shown_from_the_hexes_it_came_from_with_odds_and_then_its_result() -> None:
    fought = battle(FIELD, "ge-i-5, ge-ii-5")
    (arrow,) = view(asking(FIELD, DefensiveSupport(fought)), "allied").battles
    assert arrow.attackers == ("2929", "2830") and arrow.targets == ("2930",) and "-" in arrow.odds
    beaten = replace(fought, result="DR2")
    assert [each.odds for each in view(asking(FIELD, Casualty(beaten, "axis", "axis")), "axis").battles] == ["DR2"]
    assert view(FIELD, "axis").battles == ()
