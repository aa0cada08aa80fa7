"""What the screen is offered: clicks, odds, layers."""

from __future__ import annotations

import pytest

from sandtable.core.frames import check
from sandtable.core.values import Refusal
from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.orders import NOTATION, Attack, Move, Overwhelm
from sandtable.games.afrika_korps.sight.offers import forecast, layers, offers, path_of, propose
from sandtable.games.afrika_korps.state import AfrikaKorps
from tests.afrika_korps.positions import asking, position


def moving(axis: str, allied: str = "") -> AfrikaKorps:
    return asking(position(axis, allied), Movement("axis"))


def test_a_chosen_unit_is_offered_hexes_with_cost_way_and_reason_to_stop() -> None:
    state = moving("21/5 W6, AxS1 W6", "2/2sg W12")
    found = {offer.at: offer for offer in offers(state, "axis", ["21/5"]) if offer.at}
    assert found["W9"].cost == "0" and found["W9"].path == ("W6", "W7", "W8", "W9") and not found["W9"].stop
    assert "8.1" in found["W11"].stop
    assert all(check(state, "axis", NOTATION.parse(offer.action)) for offer in found.values())


def test_nothing_is_offered_to_the_side_that_is_not_asked() -> None:
    assert offers(moving("21/5 W6"), "allied", []) == []


def test_without_a_choice_everything_but_moves_is_offered() -> None:
    actions = [offer.action for offer in offers(moving("21/5, AxS1 W6"), "axis", [])]
    assert actions == ["destroy AxS1", "done"]


def test_a_stack_is_offered_where_all_can_go() -> None:
    state = moving("21/5, savena W6")
    together = {offer.at for offer in offers(state, "axis", ["21/5", "savena"]) if offer.at}
    slow = {offer.at for offer in offers(state, "axis", ["savena"]) if offer.at}
    assert together == slow


def test_a_click_on_a_hex_is_a_move_and_a_wrong_one_teaches() -> None:
    state = moving("21/5 W6", "2/2sg W12")
    action = propose(state, "axis", ["21/5"], "W9")
    assert action == Move(("21/5",), ("W6", "W9"))
    assert path_of(state, "axis", action) == ("W6", "W7", "W8", "W9")
    with pytest.raises(Refusal) as refused:
        propose(state, "axis", ["21/5"], "W12")
    assert refused.value.case == "5.4"


@pytest.mark.case("5.2", "18.1")
@pytest.mark.parametrize(("goal", "case"), [("L3", ""), ("L4", "5.2"), ("L5", "5.2"), ("J7", "18.1")])
def test_what_lies_too_far_is_refused_for_the_way_there_and_not_for_the_sea_beside_it(goal: str, case: str) -> None:
    state = moving("savena W6")
    if not case:
        assert propose(state, "axis", ["savena"], goal)
        return
    with pytest.raises(Refusal) as refused:
        propose(state, "axis", ["savena"], goal)
    assert refused.value.case == case and "sea" not in refused.value.why


@pytest.mark.case("9.1")
def test_the_odds_of_an_automatic_victory_at_five_to_one_are_certain_while_units_move() -> None:
    pieces = ["21/5", "21/104", "2/2sg"]
    ring, behind = moving("21/5 S19, 21/104 S21, AxS1 S18", "2/2sg S20"), moving("21/5, 21/104 S19", "2/2sg S20")
    certain, open_behind = forecast(ring, "axis", pieces), forecast(behind, "axis", pieces)
    assert certain.column == open_behind.column == "5-1"
    assert [(chance.numerator, chance.denominator) for chance in certain.chances] == [(1, 1)]
    assert "automatic victory" in certain.chances[0].text
    assert len(open_behind.chances) > 1, "it could still retreat"
    declared = asking(position("21/5 S19, 21/104 S21, AxS1 S18", "2/2sg S20"), Battles("axis"))
    assert len(forecast(declared, "axis", pieces).chances) > 1, "too late: it is declared in movement"


def test_own_and_enemy_units_chosen_mean_an_attack_or_an_automatic_victory() -> None:
    axis, allied = "21/5, AxS1 W11", "2/2sg W12"
    assert isinstance(propose(moving(axis, allied), "axis", ["21/5", "2/2sg"]), Overwhelm)
    battles = asking(position(axis, allied), Battles("axis"))
    assert propose(battles, "axis", ["21/5", "2/2sg"]) == Attack(("2/2sg",), ("21/5",))


def test_a_forecast_gives_exact_chances_and_expected_losses() -> None:
    weighed = forecast(moving("21/104, AxS1 W11", "9A/20 W12"), "axis", ["21/104", "9A/20"])
    assert weighed.column == "1-1"
    assert sum(c.numerator / c.denominator for c in weighed.chances) == pytest.approx(1)
    # 1-1: one in six eliminates the defender, one exchanges, one drives him back, two eliminate the attacker
    assert weighed.attacker_loss == pytest.approx((3 + 3 + 3) / 6)  # in the exchange the whole unit pays
    assert weighed.defender_loss == pytest.approx((2 + 2) / 6)
    with pytest.raises(Refusal):
        forecast(moving("21/104 W11"), "axis", ["21/104"])


def test_a_forecast_names_the_supply_that_would_be_spent() -> None:
    pieces = ["21/104", "9A/20"]
    assert forecast(moving("21/104, AxS1 W11", "9A/20 W12"), "axis", pieces).cost == "AxS1 (14.4)"
    assert "none is in reach" in forecast(moving("21/104 W11", "9A/20 W12"), "axis", pieces).cost
    weak = ["21/3", "2/3", "7/4"]
    assert forecast(moving("21/3 W11", "2/3, 7/4 W12"), "axis", weak).cost == "no supply (14.3)"


def test_layers_show_zones_supply_control_and_ground() -> None:
    found = {layer.key: layer for layer in layers(moving("21/5 W11, AxS1 W3", "9A/20 G25, 2/2sg W20"))}
    assert found["zones-axis"].hexes["W12"] == "axis"
    assert found["supply-axis"].lines[0][0] == "W11" and found["supply-axis"].lines[0][-1] == "W3"
    assert set(found["supply-allied"].broken) == {"G25", "W20"}
    assert found["control"].hexes == {"W3": "axis", "G25": "allied"}
    assert "G24" in found["terrain-strong"].hexes and "R60" in found["terrain-closed"].hexes
