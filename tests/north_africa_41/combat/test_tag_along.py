"""[27.3] By option units go along with others who advance or retreat."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.north_africa_41.combat.breakthrough import Exploiting
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.state import DISRUPTED, FULL_RETREAT, GOOD, SURRENDERED, Shattering
from tests.north_africa_41.beaten import beaten, victorious
from tests.north_africa_41.positions import listed, play, position, refusal, where
from tests.playing import asked, top

OPTION: dict[str, Any] = {"options": ("tag-along",)}


@pytest.mark.case("27.3.1", "14.1")
def test_units_stacked_with_attackers_advance_with_the_option_only() -> None:
    pieces = ("ge-i-5, ge-mg8, axis-truck-1^ 2533, ge-mg2 2532", "", "ge-i-5")
    assert refusal(victorious(*pieces), "advance ge-mg8 2533-2534").case == "14.1"
    state = victorious(*pieces, **OPTION)
    after = play(state, "advance ge-i-5, ge-mg8, axis-truck-1 2533-2534-2535")
    assert where(after, "ge-mg8") == where(after, "axis-truck-1") == "2535"
    assert {"ge-mg8", "axis-truck-1"} <= set(after.fought)
    assert "advance axis-truck-1 2533-2534" in listed(state)
    assert where(play(state, "advance axis-truck-1 2533-2534"), "axis-truck-1") == "2534"
    assert refusal(state, "advance ge-mg2 2532-2531").case == "14.1"  # not stacked with an attacker


@pytest.mark.case("27.3.1", "19.5")
def test_only_those_in_good_order_who_have_not_fought_go_along() -> None:
    pieces = ("ge-i-5, ge-mg8~, ge-mg2+, ge-3rec, ge-k15 2533", "", "ge-i-5")
    state = victorious(*pieces, **OPTION)
    for name in ("ge-mg8", "ge-mg2"):
        assert refusal(state, f"advance {name} 2533-2534").case == "14.1"
    assert where(play(state, "advance ge-k15 2533-2534"), "ge-k15") == "2534"
    later = victorious("ge-i-5, ge-3rec 2533", "", "ge-i-5, ge-3rec", **OPTION)
    assert refusal(play(later, "advance ge-3rec 2533-2534"), "advance ge-3rec 2534-2535").case == "14.1"


@pytest.mark.case("27.3.1", "8.9.2", "8.9.1")
def test_units_marked_for_an_automatic_ds_keep_their_advance_for_it() -> None:
    shattered = (Shattering(board().hex("2432"), ("ge-mg8",)),)
    state = victorious("ge-i-5, ge-mg8, ge-3rec 2533", "", "ge-i-5", shattered=shattered, **OPTION)
    assert refusal(state, "advance ge-mg8 2533-2534").case == "14.1"
    assert where(play(state, "advance ge-3rec 2533-2534"), "ge-3rec") == "2534"


@pytest.mark.case("27.3.1", "15.2.3")
def test_those_who_go_along_may_be_all_of_the_breakthrough_group() -> None:
    state = victorious("ge-155, ge-i-5, ge-mg8 2533", "br-3hus-1 2535", "ge-155", supplied=True, **OPTION)
    grouped = play(state, "group ge-i-5, ge-mg8", "advance ge-i-5, ge-mg8 2533-2534")
    assert isinstance(top(grouped), Exploiting) and "break 2535" in listed(grouped)


@pytest.mark.case("27.3.1", "8.4.1", "15.2.3")
def test_germans_and_italians_go_along_but_attack_together_only_under_comando_supremo() -> None:
    pieces = ("ge-i-5, it-8ar 2533", "br-3hus-1 2535", "ge-i-5")
    orders = ("group ge-i-5, it-8ar", "advance ge-i-5, it-8ar 2533-2534")
    beside = play(victorious(*pieces, supplied=True, **OPTION), *orders)
    assert refusal(beside, "break 2535").case == "8.4.1"
    assert "break 2535" in listed(play(beside, "drop it-8ar"))
    allowed = play(victorious(*pieces, supplied=True, comando=True, **OPTION), *orders)
    assert "break 2535" in listed(allowed)
    marker = play(victorious(*pieces, supplied=True, assets={"axis": {"comando-supremo": 1}}, **OPTION), *orders)
    assert not marker.comando
    broken = play(marker, "break 2535")
    assert broken.comando and not broken.books["axis"].assets, "the attack takes the marker"


# --- retreats


@pytest.mark.case("27.3.2")
def test_retreating_units_pick_up_others_on_their_way() -> None:
    pieces = "br-3hus 2534, br-kdg, br-5rtr~, allied-truck-1 2535"
    order = "retreat br-3hus, br-kdg, br-5rtr, allied-truck-1 2534-2535-2536"
    after = play(beaten(position("ge-i-5 2533", pieces, **OPTION)), order)
    assert {where(after, name) for name in ("br-3hus", "br-kdg", "br-5rtr", "allied-truck-1")} == {"2536"}
    assert [after.units[name].order for name in ("br-kdg", "br-5rtr")] == [DISRUPTED, FULL_RETREAT]
    assert after.retreats == {"br-3hus": 1}
    assert refusal(beaten(position("ge-i-5 2533", pieces)), order).case == "12.1.2"
    alone = play(beaten(position("ge-i-5 2533", pieces, **OPTION)), "retreat br-3hus 2534-2535-2536")
    assert where(alone, "br-kdg") == "2535" and alone.units["br-kdg"].order == GOOD


@pytest.mark.case("27.3.2")
def test_nobody_next_to_an_enemy_or_off_the_way_is_picked_up() -> None:
    pieces = "br-3hus 2534, br-kdg 2535, br-trd 2434, repl-british-infantry-1 2535"
    state = beaten(position("ge-i-5 2533, ge-3rec~~ 2636", pieces, **OPTION))
    assert refusal(state, "retreat br-3hus, br-trd 2534-2535-2536").case == "27.3.2"
    assert refusal(state, "retreat br-3hus, repl-british-infantry-1 2534-2535-2536").case == "27.3.2"
    assert refusal(state, "retreat br-kdg 2534-2535-2536").case == "12.1.1"
    near = beaten(position("ge-i-5 2533, ge-3rec~~ 2635", pieces, **OPTION))
    assert refusal(near, "retreat br-3hus, br-kdg 2534-2535-2536").case == "27.3.2"


@pytest.mark.case("27.3.2", "12.2.1", "5.7")
def test_a_unit_with_vehicles_is_not_led_over_an_escarpment_that_those_on_foot_cross() -> None:
    state = beaten(position("ge-115 3529", "br-16 3628, br-14, br-3hus 3728", **OPTION), at="3628")
    assert refusal(state, "retreat br-16, br-3hus 3628-3728-3828").case == "12.2.1"
    after = play(state, "retreat br-16, br-14 3628-3728-3828")
    assert (where(after, "br-14"), where(after, "br-3hus")) == ("3828", "3728")


@pytest.mark.case("27.3.2", "12.5.1", "12.1.1", "12.1.5")
def test_trucks_on_the_way_carry_nobody_before_they_are_reached_and_only_one_unit_each() -> None:
    pieces = "br-16, br-14 2534, allied-truck-1, allied-truck-2 2536, allied-truck-3 2537"
    state = beaten(position("ge-i-5 2533", pieces, **OPTION), result="DR4")
    way = "2534-2535-2536-2537-2538"
    assert refusal(state, f"retreat br-16, allied-truck-3 {way}").case == "12.2.1"
    assert refusal(state, f"retreat br-16, br-14, allied-truck-1 {way}").case == "12.2.1"
    after = play(state, f"retreat br-16, br-14, allied-truck-1, allied-truck-2 {way}")
    assert where(after, "br-16") == where(after, "br-14") == "2538"


@pytest.mark.case("27.3.1", "13.3.2")
def test_trucks_that_advance_by_themselves_frighten_nobody_in_full_retreat() -> None:
    pieces = ("ge-i-5, axis-truck-1 2533", "br-3hus~~ 2535", "ge-i-5")
    alone = play(victorious(*pieces, **OPTION), "advance axis-truck-1 2533-2534")
    assert (where(alone, "axis-truck-1"), where(alone, "br-3hus")) == ("2534", "2535") and asked(alone) == "axis"
    assert asked(play(victorious(*pieces, **OPTION), "advance ge-i-5 2533-2534")) == "allied"


@pytest.mark.case("12.5.1", "12.1.2")
def test_only_the_units_that_must_retreat_surrender() -> None:
    pieces = "br-16, repl-british-infantry-1 2534, allied-truck-1 2536"
    state = beaten(position("ge-i-5 2533", pieces, **OPTION), result="DR4")
    assert refusal(state, "surrender repl-british-infantry-1").case == "12.5.1"
    assert play(state, "surrender br-16").units["br-16"].at == SURRENDERED


@pytest.mark.case("13.3.2", "27.3.1")
def test_a_truck_that_comes_after_alarms_nobody() -> None:
    state = victorious("ge-i-5, axis-truck-1 2533", "br-3hus~~ 2536", "ge-i-5", result="DR2", **OPTION)
    after = play(state, "advance axis-truck-1 2533-2534-2535")
    assert (where(after, "axis-truck-1"), where(after, "br-3hus")) == ("2535", "2536")
    assert where(play(state, "advance ge-i-5 2533-2534-2535"), "ge-i-5") == "2535"


@pytest.mark.case("27.3.2", "12.5.1", "12.1.1")
def test_a_truck_on_the_way_saves_a_unit_on_foot() -> None:
    pieces = "br-16 2534, allied-truck-1 2536"
    state = beaten(position("ge-i-5 2533", pieces, **OPTION), result="DR4")
    assert "surrender br-16" in listed(state)
    after = play(state, "retreat br-16, allied-truck-1 2534-2535-2536-2537-2538")
    assert where(after, "br-16") == where(after, "allied-truck-1") == "2538"
    assert refusal(state, "retreat br-16, allied-truck-1 2534-2535-2435-2436-2437").case == "27.3.2"
    for name in ("nobody", "axis-truck-1"):
        assert refusal(state, f"retreat br-16, {name} 2534-2535-2536-2537-2538").case == "12.1.1"
    assert beaten(position("ge-i-5 2533", pieces), result="DR4").units["br-16"].at == SURRENDERED
