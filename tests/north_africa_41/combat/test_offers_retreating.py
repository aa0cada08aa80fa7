"""What the screen is offered after a combat: ends of a retreat to click, advances, the Breakthrough Group."""

from __future__ import annotations

import pytest

from tests.north_africa_41.beaten import beaten, victorious
from tests.north_africa_41.fighting import phase
from tests.north_africa_41.positions import play, position
from tests.north_africa_41.screens import by_hex, deeds, label, not_proposed, offered, proposed


@pytest.mark.case("12.1.1", "12.1.2", "12.1.3")
def test_a_single_unit_is_led_back_by_a_click_on_the_end() -> None:
    state = beaten(position("ge-i-5 2433", "br-3hus 2534"))
    found = by_hex(state)
    assert found and all(offer.pieces == ("br-3hus",) and offer.cost == "2" for offer in found.values())
    assert all(offer.path[0] == "2534" and len(offer.path) == 3 for offer in found.values())
    end = next(iter(found))
    assert proposed(state, "br-3hus", at=end) == found[end].action
    assert not_proposed(state, "br-3hus", at="2433").case.startswith("12.")


@pytest.mark.case("12.1.2")
def test_a_stack_goes_together_by_a_click_or_each_by_himself() -> None:
    state = beaten(position("ge-i-5 2433", "br-3hus, br-5rtr 2534"))
    spots = [offer for offer in offered(state) if offer.at and not offer.pieces]
    assert spots and all(offer.action.startswith("retreat br-3hus, br-5rtr") for offer in spots)
    assert {offer.pieces for offer in offered(state, "br-5rtr")} == {("br-5rtr",)}


@pytest.mark.case("12.1.1", "12.1.5", "12.5.1")
def test_units_on_foot_are_saved_by_a_truck() -> None:
    state = beaten(position("ge-i-5 2433", "br-16, allied-truck-1 2534"), result="DR4")
    found = offered(state, "br-16")
    assert found and all(offer.action.startswith("retreat br-16, allied-truck-1") for offer in found)


@pytest.mark.case("14.1", "14.2.1", "14.4")
def test_attackers_advance_to_the_hex_that_is_pointed_at() -> None:
    state = victorious("ge-i-5 2533, ge-mg8 2633", "br-3hus 2536", "ge-i-5, ge-mg8", result="DR2")
    found = by_hex(state, "ge-i-5")
    assert found["2534"].action == "advance ge-i-5 2533-2534" and found["2534"].cost == "1"
    assert "14.4" in found["2535"].stop
    assert proposed(state, "ge-i-5", at="2534") == "advance ge-i-5 2533-2534"
    assert not_proposed(state, "ge-i-5", at="2536").case.startswith(("5.", "14."))
    assert label(state, "done") == "end the advance"
    mixed = victorious("ge-i-5, ge-ii-5 2533", "br-3hus 2536", "ge-i-5", result="DR2")
    assert {offer.pieces for offer in offered(mixed, "ge-i-5", "ge-ii-5")} == {("ge-i-5",)}  # the other did not attack


@pytest.mark.case("15.2.2", "15.2.4")
def test_a_breakthrough_group_is_named_by_a_button_for_those_chosen() -> None:
    state = victorious("ge-i-5 2533, ge-mg8 2633", "br-3hus 2536", "ge-i-5, ge-mg8")
    assert deeds(state, "ge-i-5", "ge-mg8") == ["group ge-i-5, ge-mg8"]  # from two hexes: they gather
    assert "group ge-i-5" in deeds(state, "ge-i-5") and "group ge-i-5, ge-mg8" in deeds(state)
    limited = victorious("ge-i-5 2533", "br-3hus 2536", "ge-i-5", result="EX", limited=True, allowance=1)
    assert [offer.at for offer in offered(limited) if offer.at] == ["2534"]


@pytest.mark.case("15.2.6", "15.2.7", "15.2.8", "15.2.10", "15.2.13")
def test_the_group_is_led_by_clicks_attacks_whom_it_met_and_drops_off() -> None:
    state = play(
        victorious("ge-i-5, ge-ii-5, ge-mg8 2533", "br-kdg 2536", "ge-i-5, ge-ii-5, ge-mg8"),
        "group ge-i-5, ge-ii-5, ge-mg8",
    )
    spots = by_hex(state)
    assert spots["2535"].pieces == () and spots["2535"].cost == "2"
    assert "break 2536" not in deeds(state)
    near = play(state, spots["2535"].action)
    assert "15.2.6" in label(near, "break 2536") and "10-1" in label(near, "break 2536")
    assert deeds(near, "ge-i-5", "br-kdg") == ["break 2536"]
    assert proposed(near, "ge-i-5", "ge-ii-5", "ge-mg8", "br-kdg") == "break 2536"
    assert deeds(near, "ge-mg8") == ["drop ge-mg8"]
    assert by_hex(state, "ge-i-5", "ge-ii-5", "ge-mg8").keys() == spots.keys()


@pytest.mark.case("27.5.4")
def test_those_who_disengage_are_led_away_too() -> None:
    state = play(phase("ge-i-5 2929", "br-16, br-14 2930", options=("disengagement",)), "disengage ge-i-5", rolls=(6,))
    assert by_hex(state) and label(state, "done") == "leave the rest"
    away = play(state, next(iter(by_hex(state).values())).action)
    assert label(away, "flee ge-i-5").endswith("Full Retreat instead") and label(away, "done") == "stay Disrupted"
