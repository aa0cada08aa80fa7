"""[11.2, 2.1.2] Sea transport."""

from __future__ import annotations

import pytest

from sandtable.games.panzerarmee_afrika.supply.network import in_supply
from tests.panzerarmee_afrika.combats import opened
from tests.panzerarmee_afrika.manoeuvres import allies_move, axis_moves, name_of_turn, offered, refused
from tests.panzerarmee_afrika.positions import listed, play, play_noting, refusal, where, with_unit

AXIS_PORTS = {"1925": "axis", "1730": "axis"}


# --- from where to where


@pytest.mark.case("11.2", "2.1.2")
def test_a_unit_sails_from_port_to_port() -> None:
    state = allies_move(allied="au-18 1351, au-20 1925")
    after, events = play_noting(state, "ship au-18 to 1925")
    assert where(after, "au-18") == "1925" and after.sailed == (("au-18", "1351", "1925"),)
    assert events[0].kind == "shipped" and events[0].facts == {"unit": "au-18", "start": "1351", "end": "1925"}
    assert {"ship au-18 to 1925", "ship au-18 to 1730", "ship au-20 to 1351", "ship au-20 to 1730"} <= {*listed(state)}


@pytest.mark.case("11.2")
def test_of_the_alexandria_base_only_the_centre_is_a_port() -> None:
    state = allies_move(allied="au-18 1350, au-20 1451")
    assert refused(state, "ship au-18 to 1925") == refused(state, "ship au-20 to 1925") == "11.2"
    assert refused(allies_move(allied="au-18 1925"), "ship au-18 to 1350") == "11.2"
    assert refused(allies_move(allied="au-18 1925"), "ship au-18 to 1906") == "11.2"  # Benghazi has no lane
    assert refused(allies_move(allied="au-18 1925"), "ship au-18 to 1925") == "11.2"


@pytest.mark.case("11.2", "5")
@pytest.mark.parametrize("lost", ["1925", "1351"])
def test_both_ports_must_be_under_control(lost: str) -> None:
    state = allies_move(allied="au-18 1925", control={lost: "axis"})
    assert refused(state, "ship au-18 to 1351") == "11.2" and "control" in refusal(state, "ship au-18 to 1351").why
    assert not [order for order in offered(state, "ship") if "1351" in order]


@pytest.mark.case("11.2")
@pytest.mark.parametrize("guest", ["axis-lorry-1", "axis-depot-1"])
def test_nothing_sails_into_a_port_with_the_enemy_in_it(guest: str) -> None:
    """Neither of these takes control of the hex it is in."""
    assert refused(allies_move(f"{guest} 1730", "au-18 1925"), "ship au-18 to 1730") == "11.2"


@pytest.mark.case("11.2", "8.2", "8.3.2")
def test_an_empty_port_in_an_enemy_zone_supplies_the_unit_that_lands_in_it() -> None:
    state = play(allies_move("de-104 1825", "au-18 1351"), "ship au-18 to 1925")
    assert where(state, "au-18") == "1925" and in_supply(state, "au-18", "allied")


# --- what sails, and what it does besides


@pytest.mark.case("11.2", "2.3.2")
def test_transport_units_do_not_go_by_sea() -> None:
    assert refused(allies_move(allied="allied-lorry-1 1351"), "ship allied-lorry-1 to 1925") == "11.2"


@pytest.mark.case("11.2", "10.3", "11", "13.6")
@pytest.mark.parametrize(("mark", "case"), [("*", "11"), ("!", "10.3"), ("_", "13.6")])
def test_units_out_of_supply_or_command_or_dismounted_stay_ashore(mark: str, case: str) -> None:
    assert refused(allies_move(allied=f"au-18{mark} 1351"), "ship au-18 to 1925") == case


@pytest.mark.case("11.2", "10.3")
def test_an_installation_out_of_command_stays_ashore() -> None:
    assert refused(allies_move(allied="allied-depot-1! 1351"), "ship allied-depot-1 to 1925") == "10.3"
    assert refused(allies_move(allied="allied-depot-1 1351"), "ship allied-depot-1 to 1925") == ""


@pytest.mark.case("11.2")
def test_only_what_began_the_phase_in_port_and_did_nothing_else_sails() -> None:
    state = allies_move(allied="au-18 1350, allied-depot-1 1352, au-20 1351")
    assert refused(play(state, "move au-18 1350-1351"), "ship au-18 to 1925") == "11.2"
    assert refused(play(state, "rail allied-depot-1 to 1351"), "ship allied-depot-1 to 1925") == "11.2"
    assert refused(state, "ship au-20 to 1925") == ""
    there_and_back = play(state, "move au-20 1351-1350", "move au-20 1350-1351")
    assert refused(there_and_back, "ship au-20 to 1925") == "11.2"


@pytest.mark.case("11.2", "11.1.6")
def test_an_installation_just_captured_in_port_did_not_begin_there() -> None:
    state = allies_move("axis-depot-1 1925", "au-18 1924, allied-depot-7 1351")
    after = play(state, "move au-18 1924-1925", rolls=(1,))
    assert where(after, "allied-depot-1") == "1925" and refused(after, "ship allied-depot-1 to 1351") == "11.2"
    assert not offered(after, "ship", "allied-depot-1") and offered(after, "ship", "allied-depot-7")


@pytest.mark.case("11.2")
def test_what_sailed_does_nothing_else_in_the_phase() -> None:
    state = allies_move(allied="au-18, allied-depot-1 1351, allied-lorry-1 1925")
    state = play(state, "ship au-18 to 1925", "ship allied-depot-1 to 1925")
    assert refused(state, "move au-18 1925-1924") == "11.2" and refused(state, "ship au-18 to 1351") == "11.2"
    assert refused(state, "haul allied-depot-1 with allied-lorry-1 1925-1924") == "11.2"
    assert not [order for order in listed(state) if "au-18" in order or "allied-depot-1" in order]


@pytest.mark.case("11.2", "12")
def test_what_sailed_may_fight_in_the_combat_phase() -> None:
    state = play(allies_move("it-19 1824", "au-18 1351"), "ship au-18 to 1925")
    assert "attack 1824 with au-18" in listed(opened(state))


# --- how much


@pytest.mark.case("11.2")
def test_two_units_and_an_installation_leave_and_as_many_arrive() -> None:
    east = "au-18, au-20, au-24, allied-depot-1, allied-depot-2 1351"
    west = "uk-7-a, uk-22, uk-4-a, allied-depot-3, allied-depot-4 1925"
    state = play(allies_move(allied=f"{east}, {west}"), "ship au-18 to 1925", "ship au-20 to 1925")
    assert refused(state, "ship au-24 to 1925") == refused(state, "ship au-24 to 1730") == "11.2"
    state = play(state, "ship allied-depot-1 to 1925")
    assert refused(state, "ship allied-depot-2 to 1925") == "11.2"
    state = play(state, "ship uk-7-a to 1351", "ship uk-22 to 1351", "ship allied-depot-3 to 1351")
    assert refused(state, "ship uk-4-a to 1351") == refused(state, "ship allied-depot-4 to 1351") == "11.2"
    assert not offered(state, "ship")


@pytest.mark.case("11.2")
def test_what_arrives_is_counted_over_all_lanes() -> None:
    state = allies_move(allied="au-18 1730, au-20, au-24, uk-7-a 1351")
    state = play(state, "ship au-18 to 1925", "ship au-20 to 1925")
    assert refused(state, "ship au-24 to 1925") == "11.2"


@pytest.mark.case("11.2")
@pytest.mark.parametrize("first", ["ship au-18 to 1351", "ship au-20 to 1730", "ship allied-depot-1 to 1925"])
def test_one_thing_leaves_bardia_or_arrives_there(first: str) -> None:
    state = play(allies_move(allied="au-18, au-24, allied-depot-1 1730, au-20, allied-depot-2 1351"), first)
    others = ("au-18 to 1351", "au-24 to 1351", "au-20 to 1730", "allied-depot-1 to 1925", "allied-depot-2 to 1730")
    for second in others:
        if second.split()[0] not in first:
            assert refused(state, f"ship {second}") == "11.2"
    assert not [order for order in offered(state, "ship") if "1730" in order]


# --- the Axis


@pytest.mark.case("11.2", "8.4")
def test_the_axis_sails_only_with_no_allied_unit_in_supply_within_twenty_hexes() -> None:
    """Of the two ports one is enough: 1440 is near Bardia only, Benghazi near Tobruk only."""
    for at in ("1440", "1906"):
        state = axis_moves("de-104 1925", f"au-18 {at}", control=AXIS_PORTS)
        assert refused(state, "ship de-104 to 1730") == "11.2" and not offered(state, "ship")
        assert refused(with_unit(state, "au-18", out=True), "ship de-104 to 1730") == ""
        assert refused(with_unit(state, "au-18", at=-1), "ship de-104 to 1730") == ""


@pytest.mark.case("11.2")
def test_twenty_hexes_are_nineteen_between() -> None:
    state = axis_moves("de-104 1925", "au-18 1247", control=AXIS_PORTS)
    assert refused(state, "ship de-104 to 1730") == "11.2"
    assert refused(with_unit(state, "au-18", at="1248"), "ship de-104 to 1730") == ""


@pytest.mark.case("9", "11.2")
def test_after_an_attempt_on_malta_no_axis_unit_sails_to_egypt() -> None:
    control = {**AXIS_PORTS, "1351": "axis"}
    state = axis_moves("de-104, axis-depot-1 1925", control=control, **name_of_turn("failure"))
    assert refused(state, "ship de-104 to 1351") == "9" and refused(state, "ship de-104 to 1730") == ""
    assert refused(state, "ship axis-depot-1 to 1351") == ""
    before = axis_moves("de-104, axis-depot-1 1925", control=control)
    assert refused(before, "ship de-104 to 1351") == ""  # no attempt has been made


# --- supply


@pytest.mark.case("11.2", "8.4.2", "11.1.1")
def test_an_italian_needs_supply_where_he_lands_and_a_german_does_not() -> None:
    """Tobruk is a terminal for the Axis, but units draw on installations only."""
    state = axis_moves("it-19, de-104 1925, axis-depot-1 0703, axis-depot-3 1925", control=AXIS_PORTS)
    assert refused(state, "ship it-19 to 1730") == ""  # Bardia is six factors from the installation in Tobruk
    bare = with_unit(state, "axis-depot-3", at=-1)
    assert refused(bare, "ship it-19 to 1730") == "11.1.1" and refused(bare, "ship de-104 to 1730") == ""


@pytest.mark.case("11.2", "8.4.1", "8.3.2")
def test_allied_units_in_any_port_are_in_supply() -> None:
    assert refused(allies_move(allied="au-18 1351"), "ship au-18 to 1730") == ""


@pytest.mark.case("11.2", "8.4.1", "11.1.1")
def test_an_installation_does_not_sail_from_those_who_live_on_it() -> None:
    allied = "allied-depot-1 1730, allied-depot-2 1440, au-18 1724"
    state = allies_move(allied=allied, control={"1925": "axis"})
    assert refused(state, "ship allied-depot-1 to 1351") == "8.4.1"
    why = refusal(state, "ship allied-depot-1 to 1351").why
    assert "au-18 would be out of supply" in why and "1440, is 21 MF away" in why
    assert not offered(state, "ship", "allied-depot-1")
    assert refused(with_unit(state, "au-18", at="1726"), "ship allied-depot-1 to 1351") == ""


@pytest.mark.case("11.2", "8.4.1", "8.2")
def test_a_unit_does_not_sail_from_a_port_that_it_keeps_open_for_others() -> None:
    state = allies_move("it-19 1824", "au-18 1925, au-20 1825")
    assert refused(state, "ship au-18 to 1351") == "8.4.1"
    assert refused(with_unit(state, "au-24", at="1925"), "ship au-18 to 1351") == ""
