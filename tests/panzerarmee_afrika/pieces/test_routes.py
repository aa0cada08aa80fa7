"""[11.1.2, 11.1.3] What a step costs regular units and transport units."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandtable.core import fields
from sandtable.games.panzerarmee_afrika.map import RoadDistance, board, road_distances
from sandtable.games.panzerarmee_afrika.movement.reach import reach, walk
from sandtable.games.panzerarmee_afrika.pieces.routes import regular_routes, transport_routes
from tests.panzerarmee_afrika.manoeuvres import allies_move, axis_moves, ends, refused, spent
from tests.panzerarmee_afrika.positions import play


def cost(step: str) -> int | None:
    """Of a regular unit for "here-there"."""
    here, there = (board().hex(name) for name in step.split("-"))
    return regular_routes().cost(here, there)


# --- regular units


@pytest.mark.case("11.1.2")
@pytest.mark.parametrize(
    ("step", "factors"),
    [
        ("1115-1116", 3),  # clear
        ("1223-1224", 10),
        ("1224-1223", 3),  # rough: the hex that is entered counts
        ("0708-0609", 10),
        ("0609-0708", 3),  # swamp
        ("1508-1509", 13),
        ("1509-1508", 13),
        ("1508-1608", 13),  # an escarpment on top, both ways
        ("2109-2008", 10),
        ("2108-2109", 20),  # rough behind an escarpment
    ],
)
def test_what_the_ground_costs(step: str, factors: int) -> None:
    assert cost(step) == factors


@pytest.mark.case("11.1.2", "2.1.1")
@pytest.mark.parametrize(
    ("step", "factors"),
    [
        ("1924-1925", 1),
        ("1925-1924", 1),  # into a fort and out of it
        ("1824-1925", 13),
        ("1629-1630", 13),  # forts and their zones cost what the ground does
        ("0804-0905", 1),
        ("0805-0905", 10),  # a road through the swamp
        ("2210-2211", 1),  # and through the hills
        ("1826-1726", 1),
        ("1826-1727", 13),  # and down the escarpment
        ("1618-1617", 2),
        ("1530-1529", 2),
        ("1625-1525", 2),  # tracks
        ("1247-1248", 1),  # beside the railroad, which is nothing to them
        ("1352-1353", 3),
    ],
)
def test_along_roads_and_tracks_nothing_else_counts(step: str, factors: int) -> None:
    assert cost(step) == factors


@pytest.mark.case("11.1.2")
def test_nothing_crosses_a_prohibited_hexside_nor_enters_the_sea() -> None:
    state = axis_moves("de-104 0841, de-8 0906")
    assert refused(state, "move de-104 0841-0742") == "2.1.1"
    assert refused(state, "move de-8 0906-0905-0904") == "11.1"


@pytest.mark.case("11.1.2")
def test_the_move_of_figure_6() -> None:
    """Three hexes by road to 1724, then by the track that does not meet it there: 1 + 1 + 1 + 2 + 2."""
    state = allies_move(allied="uk-7-a 1826")
    by_road = play(state, "move uk-7-a 1826-1726-1725-1724")
    assert spent(by_road, "uk-7-a") == 3
    assert spent(play(by_road, "move uk-7-a 1724-1723"), "uk-7-a") == 7
    assert spent(play(state, "move uk-7-a 1826-1726-1725-1724-1723"), "uk-7-a") == 7


@pytest.mark.case("11.1.2")
@pytest.mark.parametrize(
    ("path", "factors"),
    [
        ("1724-1723", 2),  # a unit that begins there takes either
        ("1725-1724-1823", 2),  # the road goes on
        ("1723-1724-1624", 4),  # so does the track
        ("1723-1724-1725", 5),
        ("1624-1724-1823", 5),  # from the track to the road
        ("1725-1724-1624", 5),
        ("1823-1724-1723", 5),  # and back
        ("1623-1724-1723", 5),  # who comes across country changes nothing
        ("1725-1724-1623", 4),  # nor who leaves across country
        ("1625-1624-1525", 4 + 10 - 2),  # leaving a track where it goes on
    ],
)
def test_changing_between_lines_that_do_not_meet_costs_two_more(path: str, factors: int) -> None:
    start = path[:4]
    state = axis_moves(f"de-104 {start}")
    assert spent(play(state, f"move de-104 {path}"), "de-104") == factors
    hexes, moved = path.split("-"), state
    for here, there in pairwise(hexes):
        moved = play(moved, f"move de-104 {here}-{there}")
    assert spent(moved, "de-104") == factors  # in instalments as in one go


@pytest.mark.case("11.1.2")
def test_the_cheapest_way_minds_the_change() -> None:
    state = axis_moves("de-104 1725")
    reached = reach(state, ("de-104",))
    for end in ("1723", "1722", "1624", "1823", "1923"):
        at = board().hex(end)
        assert walk(state, ("de-104",), reached.path(at))["de-104"].spent == reached.points(at)
    assert reached.points(board().hex("1723")) == 5


@pytest.mark.case("11.1.2")
@pytest.mark.parametrize("entry", road_distances(), ids=lambda entry: f"{entry.west}-{entry.east}")
def test_the_printed_distances_along_the_coast(entry: RoadDistance) -> None:
    places = {place.name: place.hex for place in board().places}
    graph = transport_routes().graph
    found = fields.reach(graph, places[entry.west], fields.Going(entry.factors, 0, (), bytes(len(board()))))
    assert found.points(places[entry.east]) == entry.factors


# --- transport units


@pytest.mark.case("11.1.3", "2.3.2")
def test_a_transport_unit_pays_one_by_road_and_eight_by_track() -> None:
    state = axis_moves("axis-lorry-1 1530")
    assert spent(play(state, "move axis-lorry-1 1530-1629"), "axis-lorry-1") == 1
    assert spent(play(state, "move axis-lorry-1 1530-1529-1628"), "axis-lorry-1") == 16
    assert refused(state, "move axis-lorry-1 1530-1529-1628-1627-1626-1625-1624") == ""
    assert refused(state, "move axis-lorry-1 1530-1529-1628-1627-1626-1625-1624-1724") == "11.1"  # 56 of 50


@pytest.mark.case("11.1.3")
def test_a_transport_unit_leaves_neither_road_nor_track() -> None:
    state = axis_moves("axis-lorry-1 1530")
    assert refused(state, "move axis-lorry-1 1530-1430") == "11.1.3"
    assert not ends(state, "axis-lorry-1") & {"1329", "1630"}
    assert {"1529", "1629", "1925", "1440"} <= ends(state, "axis-lorry-1")


@pytest.mark.case("11.1.3")
def test_a_transport_unit_changes_between_lines_only_where_they_meet() -> None:
    state = axis_moves("axis-lorry-1 1725, axis-lorry-2 1625, axis-lorry-3 1724")
    assert refused(state, "move axis-lorry-1 1725-1724-1723") == "11.1.3"
    assert refused(play(state, "move axis-lorry-1 1725-1724"), "move axis-lorry-1 1724-1624") == "11.1.3"
    assert not ends(state, "axis-lorry-1") & {"1723", "1624"}
    assert refused(state, "move axis-lorry-2 1625-1525") == refused(state, "move axis-lorry-2 1625-1624") == ""
    for there in ("1723", "1725", "1624", "1823"):
        assert refused(state, f"move axis-lorry-3 1724-{there}") == ""


@pytest.mark.case("11.1.3")
def test_transport_units_and_regular_units_move_by_separate_orders() -> None:
    state = axis_moves("axis-lorry-1, axis-lorry-2, de-104 1530")
    assert refused(state, "move axis-lorry-1, de-104 1530-1529") == "11.1.3"
    assert refused(state, "move axis-lorry-1, axis-lorry-2 1530-1529") == ""


@pytest.mark.case("11.1.3", "11.1.1", "8.4.1")
def test_an_allied_transport_unit_stays_in_supply_and_an_axis_one_need_not() -> None:
    allied = allies_move(allied="allied-lorry-1 1530")
    assert refused(allied, "move allied-lorry-1 1530-1531") == ""
    assert refused(allied, "move allied-lorry-1 1530-1531-1532-1533-1534-1634-1535-1536-1537-1538-1438-1439") == ""
    cut = allies_move("it-19 1629", "allied-lorry-1 1438", control={"1925": "axis"})
    assert refused(cut, "move allied-lorry-1 1438-1538-1537-1536-1535-1634-1534-1533-1532") == "11.1.1"
    axis = axis_moves("axis-lorry-1 1438")
    assert refused(axis, "move axis-lorry-1 1438-1538-1537-1536-1535-1634-1534-1533-1532") == ""


@pytest.mark.case("11.1.3", "8.4.1")
def test_a_transport_unit_too_holds_a_line_open() -> None:
    state = allies_move("it-19 1145", "allied-lorry-1 1244, uk-22 1245, au-18 1342")
    assert refused(state, "move allied-lorry-1 1244-1243") == "8.4.1"
