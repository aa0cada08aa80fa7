"""The map of The Campaign for North Africa: what the rulebook and the distance charts demand of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise

import pytest

from sandtable.core.board import UnknownHex, is_reconstructed
from sandtable.games.campaign_for_north_africa import map as cna

BOARD = cna.board()
FINISHED = BOARD.road_steps("road")
UNFINISHED = BOARD.road_steps("unfinished_road")

Net = Mapping[int, tuple[int, ...]]


def at(name: str) -> int:
    return BOARD.hex(name)


def around(name: str) -> list[str]:
    return [BOARD.name(near) for near in BOARD.neighbours[at(name)]]


def along(start: int, end: int, *nets: Net) -> int | None:
    """Hexes from one to the other along lines; None where they do not connect."""
    far = {start: 0}
    edge = [start]
    for hex in edge:
        for near in (near for net in nets for near in net.get(hex, ())):
            if near in far:
                continue
            far[near] = far[hex] + 1
            edge.append(near)
    return far.get(end)


def sides(pairs: Iterable[tuple[int, int]]) -> int:
    return len({frozenset(pair) for pair in pairs})


# Grid


def test_size_of_the_map() -> None:
    assert len(BOARD) == 8435
    assert Counter(map(cna.section, range(len(BOARD)))) == {"A": 1876, "B": 2015, "C": 1683, "D": 1386, "E": 1475}
    assert sum(BOARD.playable) == 6700


def test_terrain_of_the_map() -> None:
    assert Counter(map(cna.terrain, range(len(BOARD)))) == {
        "clear": 4201,
        "sea": 1730,
        "desert": 675,
        "rough": 641,
        "gravel": 444,
        "delta": 327,
        "salt_marsh": 269,
        "mountain": 108,
        "swamp": 17,
        "major_city": 11,
        "heavy_vegetation": 7,
        "lake": 5,
    }


def test_rows_count_northwards_and_columns_eastwards() -> None:
    assert around("C4807") == ["C4808", "C4708", "C4707", "C4806", "C4907", "C4908"]  # E SE SW W NW NE of an even row
    assert around("C4321") == ["C4322", "C4221", "C4220", "C4320", "C4420", "C4421"]  # of an odd row


@pytest.mark.case("4.1")
def test_a_hex_on_two_sections_answers_to_both_numbers() -> None:
    assert at("B4800") == at("A4833")
    assert at("E3600") == at("D3633")
    assert BOARD.name(at("B4800")) == "A4833"
    assert cna.section(at("B4800")) == "A"


@pytest.mark.case("4.1")
def test_every_even_row_that_two_sections_share_overlaps_in_one_hex() -> None:
    for west, east, rows in (("A", "B", 56), ("B", "C", 50), ("C", "D", 42), ("D", "E", 42)):
        for row in range(2, rows + 1, 2):
            assert at(f"{east}{row:02}00") == at(f"{west}{row:02}33")


@pytest.mark.case("4.1")
def test_odd_rows_run_on_into_the_next_section() -> None:
    assert around("A4933")[0] == "B4901"
    assert around("A4833")[0] == "B4801"
    assert around("D3733")[0] == "E3701"


@pytest.mark.parametrize("name", ["B5800", "B6000", "E4400"])
def test_where_the_western_section_ends_a_hex_has_the_eastern_number_only(name: str) -> None:
    assert BOARD.name(at(name)) == name


@pytest.mark.parametrize(
    "name", ["A5701", "B6201", "C5200", "B4900", "E4234", "D4301", "F0101", "4807", "C487", "Tobruk", ""]
)
def test_hexes_beyond_the_map_are_refused(name: str) -> None:
    with pytest.raises(UnknownHex):
        at(name)


@pytest.mark.parametrize(
    ("a", "b", "hexes"),
    [
        ("C4807", "B4809", 31),
        ("C4807", "B1725", 31),
        ("A2629", "E2629", 132),
        ("E2629", "E3425", 8),
        ("A2703", "A1816", 18),
        ("A4827", "B5925", 36),
        ("C4807", "C4321", 16),
        ("D3714", "E3613", 33),
        ("E3613", "E1829", 25),
        ("A4827", "C4807", 46),
        ("C1014", "C4807", 38),
    ],
)
def test_straight_distances_are_those_of_the_charts(a: str, b: str, hexes: int) -> None:
    assert BOARD.distance(at(a), at(b)) == hexes


@pytest.mark.case("8.98")
def test_trucks_go_east_along_one_row() -> None:
    row = [at(f"C25{column}") for column in range(10, 21)]
    assert all(b == BOARD.neighbours[a][0] and b in cna.neighbours()[a] for a, b in pairwise(row))


# Sea, land and countries


def test_sea_and_lakes_are_closed_to_land_units() -> None:
    for hex, around in enumerate(cna.neighbours()):
        if cna.terrain(hex) in ("sea", "lake"):
            assert around == ()
        assert not {cna.terrain(near) for near in around} & {"sea", "lake"}


def test_coastal_hexes() -> None:
    assert all(cna.is_coastal(at(name)) for name in ("C4807", "B5925", "E3613", "A2010"))
    assert not cna.is_coastal(at("C4507"))
    sea = next(hex for hex in range(len(BOARD)) if cna.terrain(hex) == "sea")
    assert not cna.is_coastal(sea)


def test_the_lake_of_the_faiyum_is_no_coast() -> None:
    shore = {near for hex in range(len(BOARD)) if cna.terrain(hex) == "lake" for near in BOARD.neighbours[hex]}
    assert shore.isdisjoint(cna.coastal())


@pytest.mark.parametrize(
    ("country", "names"),
    [
        ("libya", "C4020 C3618 C3419 C3019 C4321 C4807 C1014 C0918 B0513 A2802"),
        ("egypt", "C4021 C3922 C3821 C3721 C3029 C0127 C0224 C4131 D3714 E1829 E4123 E0923"),
    ],
)
def test_the_frontier_runs_between_capuzzo_and_sollum(country: str, names: str) -> None:
    assert {cna.country(at(name)) for name in names.split()} == {country}


def test_sections_to_the_west_are_libya_and_to_the_east_egypt() -> None:
    countries = {(cna.section(hex), cna.country(hex)) for hex in range(len(BOARD)) if cna.country(hex)}
    assert countries == {("A", "libya"), ("B", "libya"), ("C", "libya"), ("C", "egypt"), ("D", "egypt"), ("E", "egypt")}
    assert all((cna.country(hex) == "") == (cna.terrain(hex) == "sea") for hex in range(len(BOARD)))


@pytest.mark.case("8.19")
def test_marble_arch_is_the_western_limit_of_the_commonwealth() -> None:
    assert cna.place("Marble Arch") == at("A2109")
    assert at("A2109") not in cna.beyond_marble_arch()
    assert {at("A2108"), at("A2208"), at("A2802")} <= cna.beyond_marble_arch()
    assert at("A2209") not in cna.beyond_marble_arch() and at("C4807") not in cna.beyond_marble_arch()


@pytest.mark.case("8.37")
def test_delta_lies_in_the_east_only() -> None:
    assert {cna.section(hex) for hex in range(len(BOARD)) if cna.terrain(hex) == "delta"} == {"E"}


@pytest.mark.case("8.44")
def test_salt_marsh_lies_beside_wadi_natrun() -> None:
    natrun = cna.place("Wadi Natrun")
    assert cna.terrain(natrun) == "clear"
    assert "salt_marsh" in {cna.terrain(near) for near in cna.neighbours()[natrun]}


# Places


def test_major_cities_are_fortifications_by_themselves() -> None:
    assert Counter(cna.cities().values()) == {
        "Benghazi": 1,
        "Bardia": 1,
        "Tobruk": 1,
        "Helwan": 1,
        "Cairo": 5,
        "Alexandria": 2,
    }
    assert set(cna.cities()) == {hex for hex in range(len(BOARD)) if cna.terrain(hex) == "major_city"}
    levels = {
        name: {cna.city_level(hex) for hex in cna.cities() if cna.cities()[hex] == name}
        for name in cna.cities().values()
    }
    assert levels == {"Benghazi": {2}, "Bardia": {2}, "Tobruk": {2}, "Helwan": {2}, "Cairo": {3}, "Alexandria": {3}}
    assert cna.city_level(at("D3714")) == 0


@pytest.mark.case("30.23")
def test_derna_is_a_port_on_the_coast() -> None:
    assert cna.place("Derna") == at("B5925")
    assert cna.ports()[at("B5925")] == "Derna"


@pytest.mark.case("30.15", "30.23")
def test_derna_lies_west_of_the_limit_that_the_rulebook_sets_for_ships() -> None:
    """The rulebook contradicts itself here; the map follows the example, which names the hex."""
    assert BOARD.centre[cna.place("Derna")] < BOARD.centre[at("B5929")]


def test_ports_lie_on_the_coast_but_for_nofilia_which_is_in_doubt() -> None:
    assert len(cna.ports()) == 13
    assert [name for hex, name in cna.ports().items() if not cna.is_coastal(hex)] == ["Nofilia"]
    assert any(cna.place("Nofilia") in doubt.hexes and doubt.instead == ("no port",) for doubt in BOARD.doubts)
    assert set(cna.ports().values()) == {
        "Ras el Ali",
        "Nofilia",
        "Zuetina",
        "Benghazi",
        "Derna",
        "Sollum",
        "Bardia",
        "Tobruk",
        "Mersa Matruh",
        "Alexandria",
        "Aboukir",
        "Rosetta",
    }


@pytest.mark.case("17.32")
def test_training_areas_have_their_hexes() -> None:
    assert [BOARD.name(cna.place(name)) for name in ("Helwan", "Amiriya", "Aboukir", "Dekheila")] == [
        "E1430",
        "E3212",
        "E3815",
        "E3512",
    ]


@pytest.mark.parametrize(
    ("hex", "kind", "water"),
    [
        ("C4807", "city", "unlimited"),
        ("E1931", "city", "unlimited"),
        ("C0127", "oasis", "unlimited"),
        ("C1014", "village", "village"),
        ("C4108", "bir", "bir"),
        ("C3922", "pass", ""),
        ("C3821", "pass", ""),
        ("C3532", "landmark", ""),
        ("C2510", "", ""),
    ],
)
def test_kinds_of_places_and_their_water(hex: str, kind: str, water: str) -> None:
    assert (cna.place_kind(at(hex)), cna.water(at(hex))) == (kind, water)


def test_a_place_has_one_hex() -> None:
    assert len(cna.places()) == len(BOARD.places) == 83
    with pytest.raises(ValueError, match="El Dorado"):
        cna.place("El Dorado")


# Off the map


@pytest.mark.case("8.81")
def test_boxes_beside_the_map() -> None:
    assert cna.TRIPOLI_TUNISIA == ("tripolitania", "tripoli", "gabes", "tunis")
    assert BOARD.boxes == (*cna.TRIPOLI_TUNISIA, cna.DUE, cna.ELIMINATED, cna.WITHDRAWN)


@pytest.mark.case("8.84", "8.85")
def test_the_road_from_tripolitania_enters_at_the_western_edge() -> None:
    assert [BOARD.name(hex) for hex in cna.entry_road()[:3]] == ["A2802", "A2803", "A2804"]
    assert all(cna.link(a, b) == "road" for a, b in pairwise(cna.entry_road()))
    assert cna.link(at("A2802"), at("A2703")) == "road"  # the course of the redraw is there as well


# Roads and tracks


def test_lines_of_the_map() -> None:
    counts = Counter(road.kind for road in BOARD.roads for _ in road.hexsides())
    assert counts == {
        "road": 377,
        "unfinished_road": 75,
        "track": 1795,
        "railway": 131,
        "railway_extension": 53,
        "railway_without_effect": 16,
    }
    each_once = {(kind, frozenset((a, b))) for kind, net in BOARD.roads_by_kind.items() for a in net for b in net[a]}
    assert len(each_once) == counts.total()


def test_a_link_is_a_road_an_unfinished_road_or_a_track_whichever_way_one_goes() -> None:
    for a, b, link, stretch in (
        ("C4020", "C4021", "road", ""),
        ("C4021", "C3922", "unfinished", "Sollum - Sidi Barrani"),
        ("A0127", "A0227", "track", ""),
        ("A0101", "A0102", "", ""),
    ):
        assert cna.link(at(a), at(b)) == cna.link(at(b), at(a)) == link
        assert cna.stretch(at(a), at(b)) == cna.stretch(at(b), at(a)) == stretch


def test_unfinished_roads_by_stretch() -> None:
    assert {name: len(pairs) for name, pairs in cna.stretches().items()} == {
        "Derna Bypass": 12,
        "Mersa Matruh - Siwa": 39,
        "Sollum - Sidi Barrani": 11,
        "Tobruk network": 13,
    }
    for name, pairs in cna.stretches().items():
        assert all(cna.link(a, b) == "unfinished" and cna.stretch(a, b) == name for a, b in pairs)


def test_the_derna_bypass_keeps_away_from_derna() -> None:
    bypass = {hex for pair in cna.stretches()["Derna Bypass"] for hex in pair}
    assert cna.place("Derna") not in bypass
    assert {cna.section(hex) for hex in bypass} == {"B"}


def test_the_siwa_road_joins_siwa_to_the_road_of_mersa_matruh() -> None:
    assert along(cna.place("Mersa Matruh"), cna.place("Siwa"), FINISHED, UNFINISHED) == 41


def test_the_road_from_nofilia_to_cairo_lacks_only_sollum_to_sidi_barrani() -> None:
    nofilia, cairo = cna.place("Nofilia"), cna.place("Cairo")
    assert along(nofilia, cairo, FINISHED, UNFINISHED) is not None
    assert along(nofilia, cairo, FINISHED) is None
    assert along(nofilia, cna.place("Sollum"), FINISHED) is not None
    assert along(cna.place("Sidi Barrani"), cairo, FINISHED) is not None


@pytest.mark.parametrize(
    ("a", "b", "hexes", "printed"),
    [
        ("Nofilia", "Marble Arch", 9, 9),
        ("Marble Arch", "El Agheila", 10, 10),
        ("El Agheila", "Benghazi", 42, 42),
        ("Benghazi", "Derna", 36, 37),
        ("Derna", "Tobruk", 23, 23),
        ("Tobruk", "Bardia", 16, 17),
        ("Bardia", "Mersa Matruh", 36, 36),
        ("Mersa Matruh", "Alexandria", 39, 39),
        ("Mersa Matruh", "Cairo", 63, 65),
        ("Alexandria", "Cairo", 30, 31),
    ],
)
def test_road_distances_are_within_two_hexes_of_the_printed_table(a: str, b: str, hexes: int, printed: int) -> None:
    assert along(cna.place(a), cna.place(b), FINISHED, UNFINISHED) == hexes
    assert abs(hexes - printed) <= 2


# Railways


@pytest.mark.case("8.71")
def test_the_railway_runs_from_alexandria_to_mersa_matruh() -> None:
    assert along(cna.place("Alexandria"), cna.place("Mersa Matruh"), cna.railway()) == 39


def test_the_railway_may_be_built_on_to_tobruk_hex_by_hex() -> None:
    line = cna.railway_extension()
    assert BOARD.name(line[0]) == "D3515" and line[0] in cna.railway()
    assert line[-1] == cna.place("Tobruk")
    assert all(cna.rail(a, b) == cna.rail(b, a) == "unbuilt" for a, b in pairwise(line))
    unbuilt = BOARD.road_steps("railway_extension")
    assert along(cna.place("Mersa Matruh"), cna.place("Tobruk"), cna.railway(), unbuilt) == 56


@pytest.mark.case("8.71")
def test_the_line_of_benghazi_has_no_effect() -> None:
    line = BOARD.road_steps("railway_without_effect")
    assert {cna.place("Soluch"), cna.place("Benghazi")} <= set(line)
    assert {cna.rail(a, b) for a in line for b in line[a]} == {"none"}
    assert cna.rail(at("D3615"), at("D3515")) == "built"


# Hexsides


def test_hexsides_of_the_map() -> None:
    found = {
        feature: [pair for pair, there in BOARD.hexsides.items() if feature in there]
        for feature in ("escarpment", "slope", "ridge", "wadi", "major_river", "minor_river")
    }
    assert {feature: sides(pairs) for feature, pairs in found.items()} == {
        "escarpment": 202,
        "slope": 700,
        "ridge": 157,
        "wadi": 701,
        "major_river": 71,
        "minor_river": 220,
    }
    assert len(found["escarpment"]) == 202 and len(found["slope"]) == 700  # each is climbed one way only


@pytest.mark.case("8.42", "8.43")
@pytest.mark.parametrize(
    ("low", "high", "feature"),
    [
        ("C3822", "C3722", "escarpment"),
        ("C4021", "C3921", "escarpment"),
        ("C3922", "C3821", "slope"),
    ],
)
def test_an_escarpment_or_slope_is_climbed_one_way_and_descended_the_other(low: str, high: str, feature: str) -> None:
    assert cna.crossing(at(low), at(high)) == (f"up_{feature}",)
    assert cna.crossing(at(high), at(low)) == (f"down_{feature}",)


@pytest.mark.case("8.42")
def test_every_escarpment_and_slope_has_an_upper_side() -> None:
    for feature in ("escarpment", "slope"):
        up = {
            (a, b)
            for a in range(len(BOARD))
            for b in BOARD.neighbours[a]
            if b >= 0 and f"up_{feature}" in cna.crossing(a, b)
        }
        down = {
            (a, b)
            for a in range(len(BOARD))
            for b in BOARD.neighbours[a]
            if b >= 0 and f"down_{feature}" in cna.crossing(a, b)
        }
        assert up == {(b, a) for a, b in down} and up.isdisjoint(down)


@pytest.mark.case("15.35")
def test_a_hexside_may_be_slope_and_wadi_at_once() -> None:
    pair = at("B5810"), at("B5809")
    assert {cna.crossing(*pair), cna.crossing(*pair[::-1])} == {("up_slope", "wadi"), ("down_slope", "wadi")}


@pytest.mark.case("8.41")
def test_wadis_run_out_from_the_jebel_akhdar() -> None:
    assert (
        sum(
            cna.crossing(a, b) == ("wadi",)
            for a in range(len(BOARD))
            if cna.section(a) == "B"
            for b in cna.neighbours()[a]
        )
        > 800
    )


def test_the_frontier_is_no_obstacle() -> None:
    assert "border" in BOARD.features(at("C3019"), at("C3020"))
    assert cna.crossing(at("C3019"), at("C3020")) == ()


def test_ways_tell_all_about_a_step() -> None:
    ways = cna.ways()
    assert (at("C3922"), "unfinished", ()) in ways[at("C4021")]
    assert all(
        (near, cna.link(hex, near), cna.crossing(hex, near)) in ways[hex]
        for hex in map(at, ("C4807", "C3822", "E1829"))
        for near in cna.neighbours()[hex]
    )
    assert ways[next(hex for hex in range(len(BOARD)) if cna.terrain(hex) == "sea")] == ()


# Where it is known from


def test_what_was_reasoned_out_is_marked() -> None:
    assert sum(map(BOARD.reconstructed, range(len(BOARD)))) == 46
    doubtful = Counter(road.kind for road in BOARD.roads for source in road.sources if is_reconstructed(source))
    assert doubtful == {"road": 44, "unfinished_road": 1, "track": 94, "railway": 64, "railway_extension": 17}
    assert all(source for source in BOARD.hexside_sources.values())


def test_hexes_near_to_others_are_those_at_most_so_far_away() -> None:
    hexes, others = range(0, len(BOARD), 97), tuple(range(5, len(BOARD), 1801))
    for most in (0, 3, 10):
        assert cna.near_to(hexes, others, most) == [hex for hex in hexes if cna.away(hex, others) <= most]
    assert cna.near_to(hexes, (), 10) == []
    assert cna.near_to(others, others, 0) == list(others)
