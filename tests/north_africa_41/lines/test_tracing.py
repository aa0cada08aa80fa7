"""[16.2, 16.3, 17.3] Lines of Supply: overland, by road, by MSU, and ranges."""

from itertools import pairwise

import pytest

from sandtable.games.north_africa_41.lines import tracing
from sandtable.games.north_africa_41.map import board, edge
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.positions import position, with_unit

# West of the Siwa track (1855 is on it) lies open country; the track leads by Mersa Matruh to the Nile Delta.
BESET = "ge-i-5 1858, ge-ii-5 1957, ge-mg8 1757"  # every second hex around 1857


def at(name: str) -> int:
    return board().hex(name)


def supplied(state: NorthAfrica, side: str, where: str) -> bool:
    return at(where) in tracing.full_supply(state, side)


def counts(start: str, end: str, limit: int = 5, state: NorthAfrica | None = None) -> int | None:
    """What an Overland Portion of the Allies counts."""
    return tracing.overland(state or position(), "allied", at(start), limit).get(at(end))


# The Overland Portion


@pytest.mark.case("16.3.1", "16.3.2", "16.2")
def test_five_hexes_of_open_ground_lead_to_a_road_and_so_to_the_box() -> None:
    assert supplied(position(), "allied", "1761")
    assert not supplied(position(), "allied", "1763")


@pytest.mark.case("16.3.1", "16.3.2", "16.3.3")
def test_a_line_runs_overland_to_the_road_and_along_it_to_the_edge_of_the_box() -> None:
    line = tracing.line_of_supply(position(), "allied", at("1761"))
    assert line is not None and line[0] == at("1761") and line[-1] in edge("delta")
    assert at("1855") not in line[:3] and all(there in board().adjacent[here] for here, there in pairwise(line))


@pytest.mark.case("16.3.1", "16.3.3")
def test_a_line_takes_the_other_road_where_the_enemy_stands_on_the_shorter() -> None:
    free = tracing.line_of_supply(position(), "allied", at("2651"))
    assert free is not None and at("2653") in free
    raided = tracing.line_of_supply(position("ge-i-5 2653"), "allied", at("2651"))
    assert raided is not None and at("2352") in raided
    assert at("2653") not in raided and raided[-1] in edge("delta")


@pytest.mark.case("16.3.1", "16.2")
def test_a_unit_on_a_road_needs_no_overland_portion() -> None:
    assert supplied(position(), "allied", "1855")
    assert supplied(position(), "axis", "1604")


@pytest.mark.case("16.3.1", "6.3.3")
def test_the_box_beside_the_map_counts_as_one_hex_of_an_overland_portion() -> None:
    cut = position("", "br-kdg 1503")  # its zone lies on the road at 1602, 1603 and 1504
    line = tracing.line_of_supply(cut, "axis", at("1305"))
    assert line is not None and len(line) == 5 and line[-1] in edge("tripoli")
    assert not supplied(cut, "axis", "1306")


@pytest.mark.case("16.3.2")
def test_jebel_counts_two_off_the_road_and_one_along_it() -> None:
    assert counts("3617", "3619") == 4
    assert counts("3617", "3620") is None
    assert counts("3518", "3521") == 3


@pytest.mark.case("16.3.2")
def test_no_more_than_two_desert_hexes_are_entered_in_a_row() -> None:
    assert counts("1720", "1717") == 3
    assert counts("1721", "1718", limit=4) is None  # 1720 and 1719 were two
    assert counts("1722", "1720") == 2
    assert counts("1722", "1719") is None
    assert counts("2625", "2127") == 5, "two, a hex that is none, and two again"


@pytest.mark.case("16.3.2")
def test_a_cliff_is_crossed_by_road_or_by_the_unit_next_to_it() -> None:
    assert counts("3314", "3212", limit=2) == 2  # the Regima track
    assert counts("3013", "3012", limit=1) == 1
    assert counts("3014", "3012", limit=2) is None


@pytest.mark.case("16.3.2")
def test_a_line_never_crosses_the_sea() -> None:
    around = tracing.overland(position(), "allied", at("3138"), 5)
    assert all(board().playable[there] for there in around)
    assert at("3238") not in around


@pytest.mark.case("16.3.2")
def test_a_line_does_not_enter_a_hex_with_enemy_combat_units_in_whatever_order() -> None:
    fleeing = position("it-19bre~~ 1856")
    assert counts("1857", "1856", state=fleeing) is None
    assert counts("1857", "1857", state=fleeing) == 0
    assert counts("1857", "1856", state=position("axis-truck-1 1856")) == 1


@pytest.mark.case("16.3.2", "7.4")
def test_only_the_first_hex_may_lie_in_an_enemy_zone() -> None:
    between = position("ge-i-5 1856, ge-ii-5 1858")  # no two of their zones overlap around 1857
    assert counts("1857", "1957", state=between) == 1
    assert counts("1857", "2056", state=between) == 2
    assert counts("2058", "1957", state=between) is None
    assert supplied(between, "allied", "1857")


@pytest.mark.case("16.3.2", "7.4")
def test_overlapping_zones_close_even_the_first_hex_unless_a_friend_stands_there() -> None:
    assert not supplied(position(BESET), "allied", "1857")
    assert supplied(position(BESET, "br-kdg 1856"), "allied", "1857")
    assert not supplied(position(BESET, "allied-truck-1 1856"), "allied", "1857")
    assert not supplied(position(BESET, "br-kdg~~ 1856"), "allied", "1857")


@pytest.mark.case("16.3.2", "16.3.3", "7.3")
def test_a_limited_zone_closes_the_road_but_not_the_open_ground() -> None:
    below = position("ge-i-5 3012", "")  # 3013 lies above the cliff
    assert counts("3014", "3013", state=below) == 1
    assert counts("3015", "3013", limit=2, state=below) == 2
    above = position("ge-i-5 3013", "")  # and casts a full zone over it
    assert counts("3011", "3012", state=above) == 1
    assert counts("3010", "3012", limit=2, state=above) is None
    assert not supplied(position("", "br-kdg 1506", forts={"1605": "axis", "1606": "axis"}), "axis", "2411")


@pytest.mark.case("16.3.2", "7.3", "9.5.2")
def test_a_garrison_traces_past_the_enemy_before_its_own_fortification() -> None:
    assert counts("2055", "1957", limit=2, state=position("ge-i-5 1958")) is None
    assert counts("2055", "1957", limit=2, state=position("ge-i-5 1958", forts={"1957": "allied"})) == 2
    assert counts("2055", "1957", limit=2, state=position("ge-i-5 1958", forts={"1957": "axis"})) is None


@pytest.mark.case("16.3.2", "16.3.5", "9.5.4")
def test_enemy_airfields_ports_and_fortifications_are_closed_to_the_overland_portion() -> None:
    assert counts("2651", "2751") == 1
    assert counts("2651", "2751", state=position(control={"2751": "axis"})) is None
    assert counts("2944", "2945", state=position(control={"2945": "axis"})) is None
    assert counts("1857", "1856", state=position(forts={"1856": "axis"})) is None
    assert counts("1857", "1856", state=position(forts={"1856": "allied"})) == 1
    assert counts("1857", "1856", state=position(works={"1856": "axis"})) == 1


@pytest.mark.case("24.2", "18.7.5", "18.8")
def test_delay_and_strafing_markers_do_not_touch_lines() -> None:
    marked = position(delays={"axis": ("1856", "1756")}, strafing={"axis": ("1956",)})
    assert counts("1857", "1856", state=marked) == 1
    assert supplied(marked, "allied", "1857")


# The Road Portion


@pytest.mark.case("16.3.3", "7.3")
def test_enemy_units_and_zones_of_any_type_cut_the_road() -> None:
    assert supplied(position("", "br-kdg 1405"), "axis", "2411")
    assert not supplied(position("", "br-kdg 1707"), "axis", "2411")
    assert not supplied(position("", "br-kdg 1607"), "axis", "2411")
    assert not supplied(position("", "br-kdg 1506", forts={"1605": "axis", "1606": "axis"}), "axis", "2411")


@pytest.mark.case("16.3.3")
def test_a_friend_on_the_road_negates_the_zone_there() -> None:
    assert not supplied(position("", "br-kdg 1506"), "axis", "1808")  # 1605 and 1606
    assert not supplied(position("it-7ar 1606", "br-kdg 1506"), "axis", "1808")
    assert supplied(position("it-7ar 1606, it-8ar 1605", "br-kdg 1506"), "axis", "1808")


@pytest.mark.case("16.3.3", "16.3.5")
def test_vacant_enemy_ports_airfields_and_fortifications_cut_the_road() -> None:
    assert supplied(position(), "allied", "2460")
    assert not supplied(position(control={"2365": "axis"}), "allied", "2460")
    assert not supplied(position(forts={"2268": "axis"}), "allied", "2460")
    assert supplied(position(works={"2268": "axis"}), "allied", "2460")


@pytest.mark.case("16.3.5", "27.4")
def test_a_port_that_nobody_controls_lets_lines_pass() -> None:
    garrisons = ("port-garrisons",)
    assert supplied(position(), "allied", "2453")
    assert not supplied(position(control={"2560": "axis"}), "allied", "2453")
    assert supplied(position(control={"2560": "axis"}, options=garrisons), "allied", "2453")
    assert not supplied(position("it-7ar 2459", control={"2560": "axis"}, options=garrisons), "allied", "2453")


@pytest.mark.case("27.4", "16.2")
def test_by_option_a_port_without_a_garrison_supplies_nobody() -> None:
    control, garrisons = dict.fromkeys(("2945", "2560", "3828", "3211"), "axis"), ("port-garrisons",)
    near = position("it-7ar 2560", "au-20 3037", control=control, options=garrisons)
    assert tracing.in_supply(near, "au-20")
    assert not tracing.in_supply(with_unit(near, "au-20", at="2937"), "au-20")


@pytest.mark.case("16.3.3", "16.3.2")
def test_the_example_of_four_units_behind_enemy_zones() -> None:
    """A steps through a zone that no other overlaps, B has a friend in a zone on its way, C crosses five hexes of open
    ground; D finds overlapping zones all round."""
    axis = "it-7ar 1354, it-8ar 1356, ge-i-5 1858, ge-ii-5 1957, ge-mg8 1757, it-9ar 1558, it-19bre 1656, it-20bre 1456"
    a, b, friend, c, d = "br-kdg 1355", "br-trd 1557", "br-12rl 1556", "in-cih 1761", "in-5 1857"
    state = position(axis, ", ".join((a, b, friend, c, d)))
    assert all(supplied(state, "allied", where) for where in ("1355", "1557", "1761"))
    assert not supplied(state, "allied", "1857")
    assert not supplied(with_unit(state, "br-12rl", at="eliminated"), "allied", "1557")


# MSUs


@pytest.mark.case("16.3.4", "17.2.4")
def test_an_msu_in_full_supply_extends_the_line() -> None:
    assert not supplied(position("", "allied-truck-1 1759"), "allied", "1763")
    assert supplied(position("", "allied-truck-1^ 1759"), "allied", "1763")
    assert not supplied(position("axis-truck-1^ 1759"), "allied", "1763")


@pytest.mark.case("16.3.4")
def test_msus_form_a_chain_whose_last_must_have_a_line() -> None:
    assert not supplied(position("", "allied-truck-1^ 1660"), "allied", "1662")
    chain = position("", "allied-truck-1^ 1660, allied-truck-2^ 1657")
    assert supplied(chain, "allied", "1662")
    line = tracing.line_of_supply(chain, "allied", at("1662"))
    assert line is not None and {at("1660"), at("1657")} <= set(line) and line[-1] == at("2480")


@pytest.mark.case("16.3.4", "21.1.5")
def test_an_msu_under_a_transport_marker_extends_nothing() -> None:
    landed = with_unit(position("", "allied-truck-1^ 1759"), "allied-truck-1", transport="sea")
    assert not supplied(landed, "allied", "1763")


# At this instant


@pytest.mark.case("16.2", "6.2")
def test_units_in_an_off_map_box_are_in_full_supply() -> None:
    state = position("it-19bre tripoli, it-20bre italy, it-27pav eliminated")
    assert tracing.in_full_supply(state, "it-19bre") and tracing.in_supply(state, "it-20bre")
    assert not tracing.in_full_supply(state, "it-27pav")


@pytest.mark.case("16.2")
def test_a_port_supplies_where_no_line_leads_to_a_box() -> None:
    besieged = position("", "au-20 3037", control=dict.fromkeys(("2945", "2560", "3828", "3211"), "axis"))
    assert tracing.in_supply(besieged, "au-20") and not tracing.in_full_supply(besieged, "au-20")
    ruined = position("", "au-20 3037", control=besieged.control, damage={"3138": 4})
    assert not tracing.in_supply(ruined, "au-20")


@pytest.mark.case("16.2", "12.5.1")
def test_between_supply_phases_units_without_a_marker_keep_their_places_at_a_port() -> None:
    control = dict.fromkeys(("2945", "2560", "3828", "3211"), "axis")
    crowd = position("", "au-20, au-26 3138, au-24* 3037", control=control, damage={"3138": 3})  # supplies two
    assert tracing.in_supply(crowd, "au-20") and not tracing.in_supply(crowd, "au-24")
    assert tracing.in_supply(with_unit(crowd, "au-26", at="eliminated"), "au-24")
    assert tracing.in_supply(with_unit(crowd, "au-26", out=1), "au-24"), "a marker holds no place"
    assert tracing.in_supply(with_unit(crowd, "au-26", at="1763"), "au-24"), "nor does who has no line to the port"


@pytest.mark.case("16.2")
def test_alexandria_has_a_place_for_everybody_although_the_way_to_the_delta_is_cut() -> None:
    others = dict.fromkeys(("2560", "2945", "3138", "3828", "3211"), "axis")
    cut = position("ge-i-5 2479, ge-ii-5 2379", "au-20* 2478", control=others)
    assert tracing.in_supply(cut, "au-20") and not tracing.in_full_supply(cut, "au-20")


@pytest.mark.case("12.1.3", "12.5.1")
def test_a_unit_that_leaves_its_hex_no_longer_negates_the_zone_there() -> None:
    state = position("ge-i-5 1757, ge-ii-5 1957", "br-kdg 1856, br-trd 1857")
    assert tracing.would_be_in_supply(state, "br-trd", at("2055"))
    ringed = position(BESET, "br-kdg 1856")
    assert supplied(ringed, "allied", "1857")
    assert not tracing.would_be_in_supply(ringed, "br-kdg", at("1857"))


@pytest.mark.case("27.2", "16.2")
def test_by_option_an_oasis_supplies_one_unit() -> None:
    raiders = "ge-i-5 1251, ge-ii-5 1342"  # on both roads that lead to Siwa
    assert not tracing.in_supply(position(raiders, "in-3mot 0747"), "in-3mot")
    optional = position(raiders, "in-3mot 0747", options=("oasis-supply",))
    assert tracing.in_supply(optional, "in-3mot") and not tracing.in_full_supply(optional, "in-3mot")


# Range


@pytest.mark.case("17.3")
def test_range_is_counted_from_the_unit_as_an_overland_portion() -> None:
    state = position()
    assert tracing.in_range(state, "allied", at("1855"), 3, [at("1858")])
    assert not tracing.in_range(state, "allied", at("1855"), 3, [at("1859")])
    assert tracing.in_range(state, "allied", at("1855"), 3, [at("1859"), at("1857")])
    delta = board().location("delta")
    assert tracing.in_range(state, "allied", delta, 3, [delta])
    assert not tracing.in_range(state, "allied", delta, 3, list(edge("delta")))
    assert not any(tracing.in_range(state, "allied", source, 3, [delta]) for source in edge("delta"))


@pytest.mark.case("17.3", "16.3.2")
def test_in_range_zones_bar_all_but_the_first_hex_from_the_unit() -> None:
    state = position("", "br-kdg 2057")
    assert tracing.in_range(state, "axis", at("1957"), 3, [at("1857")])
    assert not tracing.in_range(state, "axis", at("1957"), 3, [at("1858")])
    assert tracing.in_range(state, "axis", at("1858"), 3, [at("1957")])  # the other way round it is the start


@pytest.mark.case("17.3")
def test_the_example_of_one_unit_in_range_of_a_supply_point() -> None:
    """The Supply Point reaches the tank; two others attack from too far away, which does not matter."""
    state = position("ge-i-5 1856, ge-mg8 1958, ge-mg2 1858", "in-5 1857", supply={"axis": {"1853": 1}})
    source, tank, others = at("1853"), at("1856"), [at("1958"), at("1858")]
    assert tracing.in_range(state, "axis", source, 3, [tank])
    assert not tracing.in_range(state, "axis", source, 3, others)
    assert tracing.in_range(state, "axis", source, 3, [tank, *others])


@pytest.mark.case("16.3.4", "17.2.4")
def test_a_loaded_truck_is_a_source_on_the_map_alone() -> None:
    state = position("axis-truck-1^ tripoli, axis-truck-2^ 2930, axis-truck-3 2934")
    assert tracing.mobile_supply(state, "axis") == {board().hex("2930")}
    mixed = position("axis-truck-1^, axis-truck-2 2930")  # an empty one beside it is in nobody's way
    assert tracing.mobile_supply(mixed, "axis") == {board().hex("2930")}
