"""Supply lines: what they cost, how installations hang together, where lines end and what cuts them."""

from __future__ import annotations

import pytest

from sandtable.games.panzerarmee_afrika.map import base, board
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, Trek
from sandtable.games.panzerarmee_afrika.supply.network import (
    attack_sources,
    broken_line,
    dependants,
    in_supply,
    network,
    network_with,
    segment,
    terminals,
)
from tests.panzerarmee_afrika.positions import position

HEX = board().hex
GULF = "axis-depot-1 0703, axis-depot-2 1906"  # fifteen movement factors of road apart


def served(state: PanzerarmeeAfrika, side: Side, *hexes: str) -> list[bool]:
    return [network(state, side).supplies(HEX(at)) for at in hexes]


def factors(unit: str, source: str) -> int:
    return segment(HEX(source), ()).points(HEX(unit))


def way(state: PanzerarmeeAfrika, side: Side, at: str) -> str:
    return "-".join(board().name(each) for each in network(state, side).line(HEX(at)))


# --- what a line costs


@pytest.mark.case("8.1", "11.1.2")
@pytest.mark.parametrize(
    ("unit", "source", "cost"),
    [
        ("1906", "0702", 16),  # by road
        ("1610", "1606", 8),  # by track
        ("1609", "1509", 3),  # off the track into a clear hex
        ("1508", "1509", 8),  # around the escarpment between the two
    ],
)
def test_lines_are_measured_as_a_regular_unit_would_move(unit: str, source: str, cost: int) -> None:
    assert factors(unit, source) == cost


@pytest.mark.case("8.1")
def test_the_hex_of_the_target_is_paid_for_and_that_of_the_unit_is_not() -> None:
    assert (board().terrain[HEX("1224")], board().terrain[HEX("1225")]) == ("rough", "clear")
    assert factors("1224", "1225") == 3
    assert factors("1225", "1224") == 10


@pytest.mark.case("8.1", "11.1.2")
def test_a_line_pays_for_changing_to_a_track_that_is_not_connected() -> None:
    """Figure 6 read as a line: three hexes of road, then two for the change and two for the track."""
    assert factors("1826", "1723") == 7
    assert factors("1724", "1723") == 2  # who begins in the hex changes nothing


@pytest.mark.case("8.1", "11.1.2")
def test_a_line_may_end_by_any_road_in_a_hex_where_roads_do_not_meet() -> None:
    assert [factors(unit, "1724") for unit in ("1725", "1823", "1723", "1624")] == [1, 1, 2, 2]


# --- chains


@pytest.mark.case("8.2", "8.5")
def test_twenty_movement_factors_are_near_enough_and_twenty_one_are_not() -> None:
    state = position(f"{GULF}, axis-depot-3 2418")
    assert factors("1533", "2418") == 20
    assert served(state, "axis", "1533", "1534") == [True, False]


@pytest.mark.case("8.2", "8.4")
def test_a_network_of_three_installations_feeds_four_of_six_units() -> None:
    """In place of figure 5, which is lost: chains to the base, an installation too far, a unit cut off by a zone."""
    state = position(
        f"{GULF}, axis-depot-3 2418, axis-depot-4 1634, it-19 0907, it-20 2209, de-104 1922, de-8 1924, "
        "de-2 1534, it-27 1612",
        "au-20 1610",
    )
    net = network(state, "axis")
    assert {board().name(at): board().name(on) for at, on in net.live.items() if at != on} == {
        "1906": "0703",
        "2418": "1906",
    }
    found = {name: in_supply(state, name, "axis") for name in ("it-19", "it-20", "de-104", "de-8", "de-2", "it-27")}
    assert found == {"it-19": True, "it-20": True, "de-104": True, "de-8": True, "de-2": False, "it-27": False}


@pytest.mark.case("8.2")
def test_a_line_runs_from_installation_to_installation_to_the_terminal() -> None:
    state = position(f"{GULF}, axis-depot-3 2418")
    hexes = way(state, "axis", "2121").split("-")
    assert (hexes[0], hexes[-1]) == ("2121", "0703")
    assert hexes.index("2418") == 4 and hexes.index("1906") == 20


@pytest.mark.case("8.2")
def test_without_the_installation_in_the_middle_everything_beyond_is_out_of_supply() -> None:
    whole = position(f"{GULF}, axis-depot-3 2418")
    broken = position("axis-depot-1 0703, axis-depot-3 2418")
    assert served(whole, "axis", "1906", "2414", "2418", "1922") == [True] * 4
    assert served(broken, "axis", "1906", "2414", "2418", "1922") == [True, False, False, False]


@pytest.mark.case("8.2")
def test_nothing_limits_how_many_one_installation_feeds() -> None:
    crowd = "it-19, it-20, it-27 1007, it-28, it-39, it-40 1107, de-8, de-2, de-104 1207"
    state = position(f"axis-depot-1 0703, {crowd}, axis-lorry-1, axis-lorry-2 1307")
    net = network(state, "axis")
    assert all(net.supplies(unit.at) for unit in state.units.values() if unit.at >= 0)


# --- terminals


@pytest.mark.case("8.3.1", "8.2")
def test_the_axis_base_serves_units_only_through_an_installation() -> None:
    assert served(position("it-19 0702"), "axis", "0702", "0703") == [False, False]
    assert served(position("it-19 0702, axis-depot-1 0601"), "axis", "0702", "0703") == [True, True]


@pytest.mark.case("8.3.1", "5.1")
def test_all_hexes_of_a_base_are_terminals_while_its_centre_is_held() -> None:
    assert terminals(position(), "axis") == frozenset(base("axis"))
    assert len(base("axis")) == 5 and len(base("allied")) == 6
    lost = position(control={"0702": "allied"})
    assert terminals(lost, "axis") == frozenset()
    assert terminals(lost, "allied") == {*base("allied"), *base("axis"), HEX("1925")}


@pytest.mark.case("8.3.1")
def test_tobruk_and_alexandria_serve_the_axis_once_taken() -> None:
    state = position("axis-depot-1 1825", control={"1925": "axis", "1351": "axis"})
    assert terminals(state, "axis") == {*base("axis"), *base("allied"), HEX("1925")}
    assert served(state, "axis", "1826") == [True]
    assert served(position("axis-depot-1 1825"), "axis", "1826") == [False]


@pytest.mark.case("8.3.1")
def test_tobruk_in_axis_hands_does_not_serve_units_directly() -> None:
    assert served(position(control={"1925": "axis"}), "axis", "1925", "1825") == [False, False]
    state = position("axis-depot-1 1925", control={"1925": "axis"})
    assert served(state, "axis", "1925", "1825") == [True, True]


@pytest.mark.case("8.3.2")
def test_the_alexandria_base_and_tobruk_serve_the_allies_directly() -> None:
    state = position()
    assert served(state, "allied", "1351", "1352", "1249", "1925", "1825", "1730") == [True] * 6
    assert served(state, "allied", "1440", "1007") == [True, False]
    lost = position(control={"1925": "axis"})
    assert served(lost, "allied", "1925", "1825", "1730") == [False] * 3


@pytest.mark.case("8.3.2")
def test_el_agheila_serves_the_allies_as_a_terminal_only() -> None:
    state = position(control={"0702": "allied"})
    assert served(state, "allied", "0702", "0703") == [False, False]
    state = position("", "allied-depot-1 0803", control={"0702": "allied"})
    assert served(state, "allied", "0702", "0703") == [True, True]


@pytest.mark.case("8.3.2")
def test_bardia_serves_the_allied_units_in_it_and_nobody_else() -> None:
    around = "de-104 1629, de-115 1729, de-8 1828"
    state = position(around, "au-20, allied-lorry-1 1730, au-26 1531, allied-depot-1 1730", control={"1925": "axis"})
    assert [in_supply(state, name, "allied") for name in ("au-20", "allied-lorry-1", "au-26")] == [True, True, False]
    assert HEX("1730") not in network(state, "allied").live
    assert attack_sources(state, "allied", HEX("1730")) == [HEX("1730")]
    axis = position("de-104 1730", "au-20 1531", control={"1730": "axis"})
    assert not in_supply(axis, "de-104", "axis")


# --- what cuts a line


@pytest.mark.case("8.2", "3")
def test_an_enemy_zone_across_the_road_cuts_the_line() -> None:
    assert served(position(GULF), "axis", "1806", "1507") == [True, True]
    cut = position(GULF, "au-20 1308")
    assert served(cut, "axis", "1806", "1507", "1107") == [False, False, True]
    assert HEX("1906") not in network(cut, "axis").live


@pytest.mark.case("8.2")
def test_friendly_units_negate_the_zone_in_their_own_hexes() -> None:
    held = "it-19 1207, it-20 1307, it-27 1407"
    assert served(position(f"{GULF}, {held}", "au-20 1308"), "axis", "1806") == [True]
    assert served(position(f"{GULF}, it-19 1207, it-27 1407", "au-20 1308"), "axis", "1806") == [False]


@pytest.mark.case("8.2")
def test_a_transport_unit_negates_a_zone_and_an_installation_does_not() -> None:
    lorries = "it-19 1207, axis-lorry-1 1307, axis-lorry-2 1407"
    assert served(position(f"{GULF}, {lorries}", "au-20 1308"), "axis", "1806") == [True]
    depots = "it-19 1207, axis-depot-3 1307, it-27 1407"
    assert served(position(f"{GULF}, {depots}", "au-20 1308"), "axis", "1806") == [False]


@pytest.mark.case("8.2", "8.4", "10.3")
def test_enemies_cut_lines_even_out_of_supply_and_out_of_command() -> None:
    for mark in ("*", "!", "_"):
        assert served(position(GULF, f"au-20{mark} 1308"), "axis", "1806") == [False]


@pytest.mark.case("8.2", "3")
def test_enemy_lorries_close_only_their_own_hex_and_enemy_installations_nothing() -> None:
    assert served(position(GULF, "allied-lorry-1 1307"), "axis", "1806") == [True]  # around it
    assert "1307" not in way(position(GULF, "allied-lorry-1 1307"), "axis", "1806")
    assert "1307" in way(position("axis-depot-1 0703", "allied-depot-1 1307"), "axis", "1407")


@pytest.mark.case("8.2")
def test_a_line_does_not_end_at_an_installation_alone_in_an_enemy_zone_but_leads_out_of_it() -> None:
    alone = network(position("axis-depot-1 0703, axis-depot-2 1308", "au-20 1309"), "axis")
    assert HEX("1308") in alone.live and HEX("1308") not in alone.sources
    guarded = network(position("axis-depot-1 0703, axis-depot-2 1308, it-19 1308", "au-20 1309"), "axis")
    assert HEX("1308") in guarded.sources


@pytest.mark.case("8.2", "8.3.2")
def test_an_empty_terminal_in_an_enemy_zone_serves_nobody_until_a_unit_holds_it() -> None:
    siege = "de-104 1825"
    assert served(position(siege), "allied", "1923", "1925") == [False, False]
    assert served(position(siege, "au-24 1925"), "allied", "1923", "1925") == [True, True]


@pytest.mark.case("8.2", "8.3.2", "8.5")
def test_what_a_zone_closes_serves_whoever_would_come_into_the_hex() -> None:
    tobruk = network(position("de-104 1825"), "allied")
    assert tobruk.would_supply(HEX("1925")) and not tobruk.would_supply(HEX("1923"))
    depot = network(position("axis-depot-1 1308", "au-20 1309"), "axis")  # it hangs on El Agheila, which serves no unit
    assert depot.would_supply(HEX("1308")) and not depot.would_supply(HEX("1207"))
    state = position("axis-depot-1 1308", "au-20 1309")
    assert [attack_sources(state, "axis", HEX(at)) for at in ("1308", "1207")] == [[HEX("1308")], []]
    stray = network(position("axis-depot-1 1440", "au-20 1441"), "axis")
    assert not stray.would_supply(HEX("1440"))


@pytest.mark.case("8.2", "3")
def test_a_unit_in_an_enemy_zone_may_still_trace_from_its_own_hex() -> None:
    state = position("axis-depot-1 0703, it-19 1107", "au-20 1108")
    assert in_supply(state, "it-19", "axis")
    assert network(position("axis-depot-1 0703", "au-20 1108"), "axis").supplies(HEX("1107"))
    assert not in_supply(position("axis-depot-1 0703, de-104_ 1107"), "de-104", "axis"), "dismounted nobody is"


# --- attack supply


@pytest.mark.case("8.5", "12.3")
def test_attack_supply_reaches_eight_movement_factors() -> None:
    state = position("axis-depot-1 1007")
    assert attack_sources(state, "axis", HEX("1806")) == [HEX("1007")]
    assert attack_sources(state, "axis", HEX("1906")) == []
    assert served(state, "axis", "1906") == [True]


@pytest.mark.case("8.5")
def test_an_installation_that_was_carried_this_turn_gives_general_supply_only() -> None:
    state = position("axis-depot-1 1007", treks={"axis-depot-1": Trek(HEX("0702"))})
    assert attack_sources(state, "axis", HEX("1107")) == []
    assert served(state, "axis", "1107") == [True]


@pytest.mark.case("8.5", "8.3.2")
def test_tobruk_gives_the_allies_attack_supply_whatever_was_carried_into_it() -> None:
    state = position("", "allied-depot-1 1925", treks={"allied-depot-1": Trek(HEX("1351"))})
    assert attack_sources(state, "allied", HEX("1825")) == [HEX("1925")]
    bardia = position("", "allied-depot-1 1730", treks={"allied-depot-1": Trek(HEX("1351"))})
    assert HEX("1730") in attack_sources(bardia, "allied", HEX("1730"))


@pytest.mark.case("8.5")
def test_an_installation_cut_off_from_every_terminal_gives_nothing() -> None:
    state = position("axis-depot-1 1440")
    assert attack_sources(state, "axis", HEX("1440")) == []
    assert served(state, "axis", "1440") == [False]


# --- who would suffer


@pytest.mark.case("8.4.1", "8.4.2")
def test_only_allied_units_lorries_and_italians_are_bound_to_stay_in_supply() -> None:
    state = position(f"{GULF}, it-19, de-104, axis-lorry-1 2211", "au-20, allied-lorry-1 1440")
    without = network_with(state, "axis", frozenset({HEX("0703")}))
    assert dependants(state, "axis", without) == ["it-19"]
    none = network_with(position(control={"1351": "axis", "1925": "axis"}), "allied", frozenset())
    assert dependants(state, "allied", none) == ["au-20", "allied-lorry-1"]


@pytest.mark.case("8.4.1")
def test_who_is_out_of_supply_already_is_nobodys_loss() -> None:
    state = position(f"{GULF}, it-19* 2209")
    assert dependants(state, "axis", network_with(state, "axis", frozenset())) == []


@pytest.mark.case("8.2", "8.4")
def test_what_is_wrong_with_a_line_is_told() -> None:
    assert "cut at 1407 by an enemy zone" in broken_line(position(GULF, "au-20 1308"), "axis", HEX("1507"))
    far = broken_line(position("axis-depot-1 0703"), "axis", HEX("2211"))
    assert "at 0703, is 22 MF away" in far and "20 are allowed" in far
    assert "no installation in supply" in broken_line(position(control={"0702": "allied"}), "axis", HEX("1007"))


@pytest.mark.case("8.2")
def test_a_line_goes_to_the_nearest_installation() -> None:
    supply = network(position("axis-depot-1 0703, axis-depot-2 0704"), "axis")
    assert supply.nearest(HEX("0704")) == (0, HEX("0704")) and supply.nearest(HEX("0703")) == (0, HEX("0703"))
    assert supply.nearest(HEX("0702")) == (1, HEX("0703"))
