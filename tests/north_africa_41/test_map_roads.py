"""Highways, tracks, the railway, the way off the map and the sections of the map."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from heapq import heappop, heappush

import pytest

from sandtable.games.north_africa_41 import map as na

BOARD = na.board()


def reached(start: str, lines: Mapping[int, tuple[int, ...]]) -> set[int]:
    found, todo = {BOARD.hex(start)}, [BOARD.hex(start)]
    while todo:
        for near in lines[todo.pop()]:
            if near not in found:
                found.add(near)
                todo.append(near)
    return found


# Roads


@pytest.mark.case("5.2.1")
def test_the_via_balbia_runs_from_the_western_edge_to_sollum() -> None:
    (road,) = (road for road in BOARD.roads if road.id == "via_balbia")
    assert [BOARD.name(hex) for hex in (road.hexes[0], road.hexes[-1])] == ["1701", "2746"]
    for name in ("El Agheila", "Agedabia", "Benghazi", "Barce", "Derna", "Tobruk", "Gambut", "Bardia", "Fort Capuzzo"):
        assert na.place(name) in road.hexes
    assert all(na.is_highway(a, b) and na.is_road(b, a) for a, b in road.hexsides())


@pytest.mark.case("5.2.1")
def test_tracks_are_roads_but_no_highways() -> None:
    capuzzo, azeiz = na.place("Fort Capuzzo"), na.place("Sidi Azeiz")
    assert na.is_road(capuzzo, azeiz) and not na.is_highway(capuzzo, azeiz)
    assert azeiz in na.track()[capuzzo] and azeiz not in na.highway().get(capuzzo, ())
    assert not na.is_road(azeiz, BOARD.hex("2743"))


@pytest.mark.case("5.2.1", "16.3.3")
def test_all_roads_are_one_network() -> None:
    assert reached("1701", na.roads()) == set(na.roads())


def test_roads_stay_on_land_and_join_neighbours_both_ways() -> None:
    for lines in (na.highway(), na.track(), na.railway(extended=True)):
        for hex, nearby in lines.items():
            assert set(nearby) <= set(BOARD.adjacent[hex])
            assert all(hex in lines[near] for near in nearby)


@pytest.mark.case("5.7")
def test_roads_cross_escarpments_at_these_passes_only() -> None:
    passes = [(a, b) for a, b in BOARD.hexsides if na.climbs_escarpment(a, b) and na.is_road(a, b)]
    assert {(BOARD.name(a), BOARD.name(b)) for a, b in passes} == {
        ("3614", "3615"), ("3212", "3213"), ("2813", "2814"),  # Tocra, Er Regima, Sceleidima
        ("3828", "3827"), ("3828", "3729"),  # Derna
        ("2746", "2745"), ("2746", "2646"), ("2647", "2646"), ("2549", "2448"),  # Sollum, Halfaya, Sofafi
    }  # fmt: skip


@pytest.mark.case("5.2.1", "5.3")
def test_from_tripoli_to_msus_takes_fourteen_hexes_of_highway_and_nine_of_track() -> None:
    """A reported move of eight Movement Points fits at a quarter and a half of a point."""
    start, end = BOARD.hex("1701"), na.place("Msus")
    highway, track = Fraction(1, 4), Fraction(1, 2)
    heap = [(highway, 1, 0, start)]
    done: set[int] = set()
    while heap:
        cost, fast, slow, hex = heappop(heap)
        if hex == end:
            break
        if hex in done:
            continue
        done.add(hex)
        for near in na.roads()[hex]:
            if na.is_highway(hex, near):
                heappush(heap, (cost + highway, fast + 1, slow, near))
            else:
                heappush(heap, (cost + track, fast, slow + 1, near))
    assert (cost, fast, slow) == (Fraction(8), 14, 9)


@pytest.mark.case("16.3.3")
def test_a_track_goes_around_tobruk() -> None:
    """Without the perimeter the roads on both sides of it still meet."""
    open_roads = {
        hex: tuple(near for near in nearby if near not in na.perimeter())
        for hex, nearby in na.roads().items() if hex not in na.perimeter()
    }  # fmt: skip
    assert na.place("Bardia") in reached("3233", open_roads)


# Railway


@pytest.mark.case("5.9.1")
def test_the_railway_leads_from_the_delta_to_mersa_matruh() -> None:
    line = na.railway(extended=False)
    assert reached("2480", line) == set(line)
    ends = {BOARD.name(hex) for hex, nearby in line.items() if len(nearby) == 1}
    assert ends == {"2480", "2560"} and na.place("Alexandria") in line


@pytest.mark.case("5.9.2")
def test_from_turn_17_it_reaches_misheifa() -> None:
    assert na.EXTENSION_TURN == 17
    line = na.railway(extended=True)
    assert {BOARD.name(hex) for hex, nearby in line.items() if len(nearby) == 1} == {"2480", "2351"}
    assert BOARD.hex("2351") not in na.railway(extended=False)


@pytest.mark.case("5.9.1")
def test_units_entrain_and_detrain_in_named_hexes_only() -> None:
    names = {
        "Alexandria",
        "Amiriya",
        "Burg el Arab",
        "El Hammam",
        "El Alamein",
        "El Daba",
        "Fuka",
        "Maaten Bagush",
        "Mersa Matruh",
    }
    assert na.rail_stops(extended=False) == {na.place(name) for name in names}
    assert na.rail_stops(extended=True) == {na.place(name) for name in names | {"Misheifa"}}
    assert BOARD.hex("2267") in na.railway(extended=False) and BOARD.hex("2267") not in na.rail_stops(extended=True)


# Off the map


@pytest.mark.case("6.1.2", "6.3.3")
def test_tripoli_adjoins_the_western_edge_and_the_delta_the_eastern() -> None:
    assert {BOARD.name(hex) for hex in na.edge(na.TRIPOLI)} == {f"{row:02}01" for row in range(5, 18)}
    assert {BOARD.name(hex) for hex in na.edge(na.NILE_DELTA)} == {f"{row:02}80" for row in range(5, 25)}
    assert na.edge(na.ITALY) == frozenset()
    with pytest.raises(ValueError, match="'Malta'"):
        na.edge("Malta")


@pytest.mark.case("6.3.3")
def test_one_road_leads_into_each_box() -> None:
    assert na.road_edge(na.TRIPOLI) == {BOARD.hex("1701")}
    assert na.road_edge(na.NILE_DELTA) == {BOARD.hex("2480")}
    assert na.road_edge(na.ITALY) == frozenset()


# Sections


@pytest.mark.case("25.1.1")
def test_sections_from_west_to_east() -> None:
    assert na.sections() == ("Benghazi", "Tobruk", "Mersa Matruh", "Alexandria")
    for name in na.sections():
        assert na.section(na.place(name)) == name
    assert na.section(na.place("Derna")) == na.section(na.place("Sollum")) == "Tobruk"
    assert na.section(na.place("Giovanni Berta")) == "Benghazi"
    assert na.section(na.place("Sidi Barrani")) == na.section(na.place("Fuka")) == "Mersa Matruh"
    with pytest.raises(ValueError, match="'Cairo'"):
        na.section_hexes("Cairo")


@pytest.mark.case("25.1.1")
def test_every_hex_in_play_is_in_one_section() -> None:
    counted = [hex for name in na.sections() for hex in na.section_hexes(name)]
    assert sorted(counted) == [hex for hex in range(len(BOARD)) if BOARD.playable[hex]]
