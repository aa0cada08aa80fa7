"""[11.3, 11.3.1] Carrying installations by transport unit and by rail."""

from __future__ import annotations

import pytest

from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement.haulage import open_railway, railway
from sandtable.games.panzerarmee_afrika.supply.network import attack_sources
from tests.panzerarmee_afrika.manoeuvres import allies_move, axis_moves, offered, refused, spent
from tests.panzerarmee_afrika.positions import play, play_noting, refusal, where, with_unit

# --- by transport unit


@pytest.mark.case("11.3", "2.3.2")
def test_a_transport_unit_goes_to_an_installation_loads_it_for_nothing_and_carries_it() -> None:
    state = axis_moves("axis-lorry-1 0703, axis-depot-1 0804")
    assert refused(state, "haul axis-depot-1 with axis-lorry-1 0703-0804") == "11.3"  # it is not there yet
    state = play(state, "move axis-lorry-1 0703-0803-0804")
    after, events = play_noting(state, "haul axis-depot-1 with axis-lorry-1 0804-0905-0906")
    assert where(after, "axis-depot-1") == where(after, "axis-lorry-1") == "0906"
    assert spent(after, "axis-lorry-1") == 2 + 2
    assert events[0].kind == "hauled" and events[0].facts["path"] == ["0804", "0905", "0906"]


@pytest.mark.case("11.3")
def test_it_unloads_where_it_likes_and_fetches_the_next_while_it_has_factors() -> None:
    state = axis_moves("axis-lorry-1, axis-depot-1, axis-depot-2 0703")
    state = play(state, "haul axis-depot-1 with axis-lorry-1 0703-0804", "move axis-lorry-1 0804-0703")
    state = play(state, "haul axis-depot-2 with axis-lorry-1 0703-0906")
    assert (where(state, "axis-depot-1"), where(state, "axis-depot-2")) == ("0804", "0906")
    assert spent(state, "axis-lorry-1") == 2 + 2 + 4


@pytest.mark.case("11.3")
def test_several_transport_units_carry_an_installation_in_turn() -> None:
    state = axis_moves("axis-lorry-1, axis-depot-1 0702, axis-lorry-2 1906")
    state = play(state, "haul axis-depot-1 with axis-lorry-1 0702-1906")
    state = play(state, "haul axis-depot-1 with axis-lorry-2 1906-2418")
    assert (where(state, "axis-depot-1"), where(state, "axis-lorry-1")) == ("2418", "1906")


@pytest.mark.case("11.3", "11.1.3", "11.1")
def test_a_haul_is_a_move_of_a_transport_unit() -> None:
    state = axis_moves("axis-lorry-1, axis-depot-1 1530", "au-18 1532")
    assert refused(state, "haul axis-depot-1 with axis-lorry-1 1530-1430") == "11.1.3"
    assert refused(state, "haul axis-depot-1 with axis-lorry-1 1530-1529-1628-1627-1626-1625-1624-1724") == "11.1"
    assert refused(state, "haul axis-depot-1 with axis-lorry-1 1530-1531-1532") == "11.1"  # the enemy
    assert refused(state, "haul axis-depot-1 with axis-lorry-1 1530-1531") == ""
    halted = play(state, "haul axis-depot-1 with axis-lorry-1 1530-1531")
    assert refused(halted, "haul axis-depot-1 with axis-lorry-1 1531-1530") == "11.1.4"


@pytest.mark.case("11.3")
def test_what_may_be_hauled_and_by_whom() -> None:
    state = axis_moves("axis-lorry-1, axis-depot-1, de-104 1530, axis-depot-2 1629", "allied-depot-1 1115")
    assert refused(state, "haul axis-depot-1 with de-104 1530-1629") == "11.3"
    assert refused(state, "haul de-104 with axis-lorry-1 1530-1629") == "11.3"
    assert refused(state, "haul axis-depot-2 with axis-lorry-1 1530-1531") == "11.3"
    assert refused(state, "haul allied-depot-1 with axis-lorry-1 1530-1531") == "11.3"
    assert refused(state, "haul axis-depot-3 with axis-lorry-1 1530-1531") == "11.3"  # not on the map
    assert refused(state, "haul axis-depot-99 with axis-lorry-1 1530-1531") == "11.3"  # there is no such thing
    assert refused(state, "haul axis-depot-1 with axis-lorry-1 1530-1629-1530") == "11.3"


@pytest.mark.case("11.3", "10.3", "11")
def test_out_of_command_neither_carries_nor_is_carried() -> None:
    order = "haul allied-depot-1 with allied-lorry-1 1248-1247"
    assert refused(allies_move(allied="allied-depot-1!, allied-lorry-1 1248"), order) == "10.3"
    assert refused(allies_move(allied="allied-depot-1, allied-lorry-1! 1248"), order) == "10.3"
    assert refused(allies_move(allied="allied-depot-1, allied-lorry-1* 1248"), order) == "11"
    assert refused(allies_move(allied="allied-depot-1, allied-lorry-1 1248"), order) == ""
    assert not offered(allies_move(allied="allied-depot-1!, allied-lorry-1 1248"), "haul")


@pytest.mark.case("11.3", "8.5", "12.3")
def test_an_installation_that_was_carried_gives_no_attack_supply_this_turn() -> None:
    state = axis_moves("axis-lorry-1, axis-depot-1 0804, axis-depot-2 0703, de-104 0907")
    here = board().hex("0907")
    assert board().hex("0804") in attack_sources(state, "axis", here)
    after = play(state, "haul axis-depot-1 with axis-lorry-1 0804-0906")
    assert board().hex("0906") not in attack_sources(after, "axis", here)
    back = play(after, "haul axis-depot-1 with axis-lorry-1 0906-0804")
    assert board().hex("0804") not in attack_sources(back, "axis", here)  # nor where it was before


@pytest.mark.case("11.3", "11.1.6")
def test_a_laden_transport_unit_captures_what_it_finds() -> None:
    state = axis_moves("axis-lorry-1, axis-depot-1 1530", "allied-depot-1 1531")
    after = play(state, "haul axis-depot-1 with axis-lorry-1 1530-1531-1532", rolls=(1,))
    assert (where(after, "axis-depot-2"), where(after, "axis-depot-1")) == ("1531", "1532")


# --- and never so that others go short


@pytest.mark.case("11.1.1", "8.4.1", "11.3")
def test_an_allied_installation_is_not_carried_away_from_those_who_need_it() -> None:
    state = allies_move(allied="allied-depot-1, allied-lorry-1 1924, au-18 1518")
    order = "haul allied-depot-1 with allied-lorry-1 1924-1925"
    why = refusal(state, order).why
    assert "with allied-depot-1 at 1925 au-18 would be out of supply" in why and "MF away" in why
    assert refused(state, order) == "8.4.1" and not offered(state, "haul")
    spare = with_unit(state, "allied-depot-2", at="1723")
    assert refused(spare, order) == "" and order in offered(spare, "haul")


@pytest.mark.case("11.1.1", "8.4.1")
def test_not_even_on_the_way() -> None:
    """From 1726 as from 1924 it reaches au-18; by way of Tobruk it does not all the time, by the by-pass it does."""
    state = allies_move(allied="allied-depot-1, allied-lorry-1 1924, au-18 1518")
    by_tobruk = "haul allied-depot-1 with allied-lorry-1 1924-1925-1825-1826-1726"
    assert refused(state, by_tobruk) == "8.4.1" and "at 1925 au-18" in refusal(state, by_tobruk).why
    assert refused(state, "haul allied-depot-1 with allied-lorry-1 1924-1923-1823-1724-1725-1726") == ""


@pytest.mark.case("8.4.2", "11.1.1")
def test_the_axis_minds_its_italians_and_not_its_germans() -> None:
    order = "haul axis-depot-1 with axis-lorry-1 1207-1107-1007-0907-0906-0905-0804-0803-0703"
    italians = axis_moves("axis-depot-1, axis-lorry-1 1207, axis-depot-2 0703, it-19 1213")
    assert refused(italians, order) == "8.4.2"
    assert refused(with_unit(italians, "it-19", out=True), order) == ""
    assert refused(axis_moves("axis-depot-1, axis-lorry-1 1207, axis-depot-2 0703, de-104 1213"), order) == ""


@pytest.mark.case("11.1.1", "8.4.1")
def test_a_carried_installation_serves_its_transport_unit_and_those_it_passes() -> None:
    """West of 1533 nothing but its load keeps the transport unit in supply."""
    state = allies_move(allied="allied-depot-1, allied-lorry-1 1533", control={"1925": "axis"})
    assert refused(state, "move allied-lorry-1 1533-1532") == ""  # drawing on the installation left behind
    assert refused(state, "haul allied-depot-1 with allied-lorry-1 1533-1532") == "11.1.1"  # out of reach of Alexandria
    chained = with_unit(state, "allied-depot-2", at="1535")
    assert refused(chained, "haul allied-depot-1 with allied-lorry-1 1533-1532-1531-1530") == ""


@pytest.mark.case("11.3")
def test_the_list_offers_what_nobody_would_miss() -> None:
    state = axis_moves("axis-lorry-1, axis-depot-1 0804, axis-depot-2 0906, it-19 0907")
    hauls = offered(state, "haul", "axis-depot-1")
    assert "haul axis-depot-1 with axis-lorry-1 0804-1207" in hauls
    assert all(refused(state, order) == "" for order in hauls)
    assert not [order for order in hauls if order.endswith("-0906")]  # one is there


# --- by rail


@pytest.mark.case("11.3.1")
def test_the_railroad_runs_from_1353_to_1440() -> None:
    assert (board().name(railway()[0]), board().name(railway()[-1]), len(railway())) == ("1353", "1440", 15)


@pytest.mark.case("11.3.1", "2.1.1")
def test_any_number_of_installations_go_any_distance_for_nothing() -> None:
    state = allies_move(allied="allied-depot-1 1353, allied-depot-2 1351, allied-depot-3 1440")
    state = play(state, "rail allied-depot-1 to 1440", "rail allied-depot-2 to 1343", "rail allied-depot-3 to 1353")
    assert [where(state, f"allied-depot-{n}") for n in (1, 2, 3)] == ["1440", "1343", "1353"]
    assert where(play(state, "rail allied-depot-1 to 1247"), "allied-depot-1") == "1247"  # and once more


@pytest.mark.case("11.3.1")
def test_only_installations_on_the_line_go_along_it() -> None:
    state = allies_move(allied="allied-depot-1 1353, allied-depot-2 1147, au-18, allied-lorry-1 1351")
    assert refused(state, "rail allied-depot-1 to 1439") == refused(state, "rail allied-depot-2 to 1351") == "11.3.1"
    assert refused(state, "rail au-18 to 1353") == refused(state, "rail allied-lorry-1 to 1353") == "11.3.1"
    assert refused(state, "rail allied-depot-1 to 1353") == "11.3.1"


@pytest.mark.case("11.3.1")
def test_the_axis_has_no_use_of_it() -> None:
    state = axis_moves("axis-depot-1 1440", control={"1351": "axis"})
    assert refused(state, "rail axis-depot-1 to 1353") == "11.3.1" and not offered(state, "rail")


@pytest.mark.case("11.3.1", "3")
def test_nothing_goes_through_or_west_of_an_axis_zone_whoever_stands_in_it() -> None:
    """it-19 at 1145 has 1244 and 1245 in its zone."""
    state = allies_move("it-19 1145", "allied-depot-1 1353, allied-depot-2 1343, au-18 1244, uk-22 1245")
    assert [board().name(at) for at in open_railway(state)][-1] == "1246"
    for goal in ("1245", "1244", "1243", "1440"):
        assert refused(state, f"rail allied-depot-1 to {goal}") == "11.3.1"
    assert refused(state, "rail allied-depot-2 to 1342") == "11.3.1"  # west of it all
    assert refused(state, "rail allied-depot-1 to 1246") == ""
    assert {order.split()[1] for order in offered(state, "rail")} == {"allied-depot-1"}


@pytest.mark.case("11.3.1", "15.2")
def test_nor_past_the_enemy_himself() -> None:
    state = allies_move("axis-lorry-1 1246", "allied-depot-1 1353")
    assert refused(state, "rail allied-depot-1 to 1243") == "11.3.1"
    depot = allies_move("axis-depot-1 1246", "allied-depot-1 1353")
    assert refused(depot, "rail allied-depot-1 to 1243") == "11.3.1", "nor past his installations"
    assert refused(state, "rail allied-depot-1 to 1247") == ""


@pytest.mark.case("11.3.1", "11.3")
def test_rail_and_transport_units_mix() -> None:
    state = allies_move(allied="allied-depot-1 1353, allied-lorry-1 1343, allied-lorry-2 1440")
    state = play(state, "rail allied-depot-1 to 1343", "haul allied-depot-1 with allied-lorry-1 1343-1342")
    state = play(state, "rail allied-depot-1 to 1440", "haul allied-depot-1 with allied-lorry-2 1440-1538")
    assert where(state, "allied-depot-1") == "1538"
    back = play(state, "haul allied-depot-1 with allied-lorry-2 1538-1440", "rail allied-depot-1 to 1351")
    assert where(back, "allied-depot-1") == "1351"


@pytest.mark.case("11.3.1", "10.3")
def test_rail_does_not_move_what_is_out_of_command() -> None:
    assert refused(allies_move(allied="allied-depot-1! 1353"), "rail allied-depot-1 to 1440") == "10.3"


@pytest.mark.case("11.3.1", "11.1.1", "8.4.1")
def test_rail_too_leaves_nobody_without_supply() -> None:
    state = allies_move(allied="allied-depot-1 1440, au-18 1532", control={"1925": "axis"})
    assert refused(state, "rail allied-depot-1 to 1353") == "8.4.1"
    assert "with allied-depot-1 at" in refusal(state, "rail allied-depot-1 to 1353").why
    assert not offered(state, "rail")
    assert refused(with_unit(state, "allied-depot-2", at="1438"), "rail allied-depot-1 to 1353") == ""


@pytest.mark.case("11.3.1")
def test_the_list_offers_a_ride_once_and_more_when_a_hex_is_crowded() -> None:
    state = allies_move(allied="allied-depot-1 1353, allied-depot-2 1351")
    once = play(state, "rail allied-depot-1 to 1440")
    assert not offered(once, "rail", "allied-depot-1") and offered(once, "rail", "allied-depot-2")
    crowded = play(state, "rail allied-depot-1 to 1351")
    assert offered(crowded, "rail", "allied-depot-1") and refused(crowded, "done") == "4"
