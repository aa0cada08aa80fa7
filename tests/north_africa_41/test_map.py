"""The map of North Africa '41: what the rulebook fixes about its hexes, and what was reasoned out and must stay so."""

from __future__ import annotations

import pytest

from sandtable.core.board import UnknownHex, is_reconstructed
from sandtable.games.north_africa_41 import map as na

BOARD = na.board()


def hexes(names: str) -> frozenset[int]:
    return frozenset(BOARD.hex(name) for name in names.split())


def around(name: str) -> list[str]:
    return [BOARD.name(near) for near in BOARD.neighbours[BOARD.hex(name)]]


# Grid


@pytest.mark.case("2.2.1")
def test_a_hex_is_about_eight_miles_across_and_the_fit_agrees() -> None:
    assert BOARD.miles_per_hex == 8
    assert BOARD.fit is not None
    miles_to_a_degree = 69.0  # of latitude
    assert miles_to_a_degree / abs(BOARD.fit.y[2]) * 3**0.5 / 2 == pytest.approx(8, abs=0.3)


def test_rows_count_northwards_and_columns_eastwards() -> None:
    assert around("3138") == ["3139", "3038", "3037", "3137", "3237", "3238"]  # E SE SW W NW NE of an odd row
    assert around("2640") == ["2641", "2541", "2540", "2639", "2740", "2741"]  # of an even row
    x, y = zip(*(BOARD.centre[BOARD.hex(name)] for name in ("1604", "3138", "2478")), strict=True)
    assert x[0] < x[1] < x[2] and y[1] < y[2] < y[0]


def test_size_of_the_map() -> None:
    assert len(BOARD) == 35 * 80
    assert sum(BOARD.playable) == 1894
    assert BOARD.names[0] == "3901" and BOARD.names[-1] == "0580"


@pytest.mark.parametrize("name", ["0401", "4001", "3081", "3000", "310", "31380", "Tobruk", ""])
def test_hexes_beyond_the_map_are_refused(name: str) -> None:
    with pytest.raises(UnknownHex):
        BOARD.hex(name)


# Places the rulebook names with their hexes


@pytest.mark.case("5.9.2", "26.1.1", "26.1.2", "S3.3")
@pytest.mark.parametrize(
    ("name", "hex"),
    [
        ("Alexandria", "2478"),
        ("El Agheila", "1604"),
        ("Tobruk", "3138"),
        ("El Adem", "2937"),
        ("Gambut", "3041"),
        ("Martuba", "3629"),
        ("Tmimi", "3332"),
        ("Benina", "3212"),
        ("Misheifa", "2351"),
    ],
)
def test_a_hex_that_the_rulebook_names(name: str, hex: str) -> None:
    place = BOARD.place_at(BOARD.hex(hex))
    assert place is not None
    assert (place.name, place.confidence) == (name, "certain")
    assert na.place(name) == BOARD.hex(hex)


def test_only_those_nine_places_are_certain() -> None:
    assert len(BOARD.places) == len({place.name for place in BOARD.places}) == 68
    assert len({place.hex for place in BOARD.places}) == 68
    assert sum(place.confidence == "certain" for place in BOARD.places) == 9
    for place in BOARD.places:
        assert BOARD.playable[place.hex], place.name
        assert is_reconstructed(place.source) == (place.confidence != "certain"), place.name


def test_an_unknown_place_is_refused() -> None:
    with pytest.raises(ValueError, match="'Cairo'"):
        na.place("Cairo")


def test_the_fit_misses_no_place_by_a_hex() -> None:
    assert BOARD.fit is not None
    for check in (*BOARD.fit.anchors, *BOARD.fit.checks):
        assert abs(check.dx) < 0.6 and abs(check.dy) < 0.6, check.place
    assert {anchor.place for anchor in BOARD.fit.anchors} == {
        place.name for place in BOARD.places if place.confidence == "certain"
    }


# Cities, towns, ports, airfields, oases


@pytest.mark.case("9.6")
def test_alexandria_is_the_only_city() -> None:
    assert na.cities() == hexes("2478")
    assert [place.name for place in BOARD.places if place.kind == "city"] == ["Alexandria"]


@pytest.mark.case("11.2.1")
def test_towns_and_landmarks_share_no_hex() -> None:
    assert hexes("3138 3211 2945 2560 3828 1604") <= na.towns()
    assert hexes("2937 2939 2351 3041") <= na.landmarks()
    assert not na.towns() & na.landmarks() and not na.cities() & (na.towns() | na.landmarks())


@pytest.mark.case("22.2.2", "S1.3", "S2.3.1")
def test_the_map_has_five_airfields() -> None:
    assert list(na.airfields()) == ["Benina", "Martuba", "Gambut", "Sidi Barrani", "Fuka"]
    assert frozenset(na.airfields().values()) == hexes("3212 3629 3041 2751 2365")


@pytest.mark.case("21.4.2", "S1.3")
def test_five_ports_can_be_damaged_and_alexandria_cannot() -> None:
    assert list(na.damageable_ports()) == ["Benghazi", "Derna", "Tobruk", "Bardia", "Mersa Matruh"]
    assert na.ports().keys() - na.damageable_ports().keys() == {"Alexandria"}
    assert frozenset(na.ports().values()) == hexes("3211 3828 3138 2945 2560 2478")


@pytest.mark.case("21.1.1")
def test_ports_lie_on_the_sea() -> None:
    assert frozenset(na.ports().values()) <= BOARD.coastal()


@pytest.mark.case("S1.3")
def test_there_are_ten_objectives_of_the_first_scenario() -> None:
    assert len({*na.airfields().values(), *na.damageable_ports().values()}) == 10


@pytest.mark.case("27.2")
def test_oases_that_supply_a_unit() -> None:
    assert dict(na.oases()) == {"Jarabub": BOARD.hex("1141"), "Siwa": BOARD.hex("0748"), "Jalo": BOARD.hex("0520")}
    doubted = {hex for doubt in BOARD.doubts for hex in doubt.hexes if "oasis" in doubt.instead}
    assert doubted == hexes("0704 0618 1054")


@pytest.mark.case("9.5.5")
def test_five_hexes_have_existing_groundworks() -> None:
    assert na.groundworks() == hexes("3137 3037 3038 3139 2945")


# Tobruk


@pytest.mark.case("2.2.4", "9.6")
def test_the_perimeter_is_the_harbour_and_its_land_neighbours() -> None:
    assert na.perimeter() == hexes("3138 3137 3037 3038 3139")
    assert frozenset(BOARD.adjacent[BOARD.hex("3138")]) == na.perimeter() - hexes("3138")


@pytest.mark.case("9.6")
def test_the_perimeter_is_met_going_in_and_never_going_out_or_about() -> None:
    steps = {(a, b) for a in range(len(BOARD)) for b in BOARD.adjacent[a] if na.enters_perimeter(a, b)}
    assert steps == {(a, b) for b in na.perimeter() for a in BOARD.adjacent[b] if a not in na.perimeter()}
    assert {a for a, _ in steps} == hexes("3136 3036 2937 2938 2939 3039 3140")
    assert len(steps) == 10


# Terrain


def test_ground_around_known_places() -> None:
    terrain = {name: na.terrain(na.place(name)) for name in ("Maraua", "Mechili", "Msus", "El Abiar", "Siwa", "Bardia")}
    assert terrain == {
        "Maraua": "jebel",
        "Mechili": "clear",
        "Msus": "clear",
        "El Abiar": "jebel",
        "Siwa": "rough",
        "Bardia": "clear",
    }


@pytest.mark.case("9.6", "14.5")
def test_the_jebel_lies_between_er_regima_and_derna() -> None:
    assert len(na.jebel()) == 46
    names = {BOARD.name(hex) for hex in na.jebel()}
    assert {int(name[:2]) for name in names} == set(range(32, 39))
    assert min(int(name[2:]) for name in names) == 14 and max(int(name[2:]) for name in names) == 28


@pytest.mark.case("5.5")
def test_trackless_desert_is_deeper_than_two_hexes_and_no_road_enters_it() -> None:
    inner = [hex for hex in na.desert() if set(BOARD.neighbours[hex]) <= na.desert()]
    assert any(set(BOARD.neighbours[hex]) <= set(inner) for hex in inner)
    assert not na.desert() & (frozenset(na.roads()) | frozenset(na.railway(extended=True)))
    assert hexes("1230 1270 0668") <= na.desert()


@pytest.mark.case("5.5")
def test_the_way_south_of_el_alamein_ends_at_the_depression() -> None:
    down = [na.terrain(BOARD.hex(name)) for name in ("2171", "2071", "1971", "1871", "1771", "1671")]
    assert down == ["clear", "clear", "rough", "clear", "trackless_desert", "trackless_desert"]


def test_only_the_sea_is_out_of_play() -> None:
    assert {hex for hex in range(len(BOARD)) if not BOARD.playable[hex]} == BOARD.with_terrain("sea")
    assert len(BOARD.coastal()) == 109


def test_all_land_hangs_together() -> None:
    start = na.place("Tobruk")
    reached, todo = {start}, [start]
    while todo:
        for hex in BOARD.adjacent[todo.pop()]:
            if hex not in reached:
                reached.add(hex)
                todo.append(hex)
    assert reached == {hex for hex in range(len(BOARD)) if BOARD.playable[hex]}
    assert not BOARD.prohibited_hexsides


def test_what_is_reconstructed_says_so() -> None:
    assert not BOARD.reconstructed(BOARD.hex("2478")) and BOARD.source(BOARD.hex("2478")).startswith("rulebook 9.6")
    assert BOARD.reconstructed(BOARD.hex("2640")) and BOARD.reconstructed(BOARD.hex("3140"))
    assert len(BOARD.doubts) == 3


# Escarpments and ridges


@pytest.mark.case("5.7", "9.6")
def test_the_frontier_escarpment_is_climbed_from_the_east() -> None:
    sollum, capuzzo, halfaya = (na.place(name) for name in ("Sollum", "Fort Capuzzo", "Halfaya Pass"))
    below = BOARD.hex("2647")
    assert na.climbs_escarpment(sollum, capuzzo) and not na.climbs_escarpment(capuzzo, sollum)
    assert na.climbs_escarpment(below, halfaya) and na.climbs_escarpment(sollum, halfaya)
    assert na.escarpment(capuzzo, sollum) and na.escarpment(sollum, capuzzo)
    assert not na.escarpment(halfaya, BOARD.hex("2645"))


@pytest.mark.case("9.6")
def test_the_plain_of_benghazi_is_left_uphill() -> None:
    assert na.climbs_escarpment(na.place("Benina"), na.place("Er Regima"))
    assert na.climbs_escarpment(BOARD.hex("2813"), na.place("Sceleidima"))
    assert not na.escarpment(na.place("Benghazi"), na.place("Benina"))


@pytest.mark.case("5.7")
def test_an_escarpment_is_never_climbed_both_ways() -> None:
    for a, b in BOARD.hexsides:
        assert not (na.climbs_escarpment(a, b) and na.climbs_escarpment(b, a))
        assert not (na.climbs_ridge(a, b) and na.climbs_ridge(b, a))


@pytest.mark.case("9.6")
def test_no_escarpment_lies_on_the_perimeter() -> None:
    """The doubt about the step south of Tobruk is recorded."""
    for a, b in BOARD.hexsides:
        if na.enters_perimeter(a, b):
            assert not na.escarpment(a, b)
    (doubt,) = (doubt for doubt in BOARD.doubts if doubt.hexsides)
    assert all(na.enters_perimeter(b, a) for a, b in doubt.hexsides)


@pytest.mark.case("9.6")
def test_ridges() -> None:
    assert na.climbs_ridge(na.place("Sidi Omar"), na.place("Fort Capuzzo"))
    assert na.climbs_ridge(BOARD.hex("2313"), na.place("Antelat"))
    assert not na.climbs_ridge(na.place("Fort Capuzzo"), na.place("Sidi Omar"))
