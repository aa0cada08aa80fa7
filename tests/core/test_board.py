"""Boards from map files: what they hold, that they never change, and which files are refused."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from sandtable.core.board import OFF_MAP, Board, UnknownHex
from sandtable.core.map_file import BadMap, load_board
from sandtable.core.values import Refusal

TOY = """
boxes = ["due", "sea"]
rows = [
    { first = "A1", cells = "~..." },
    { first = "B1", cells = ".^. ~" },
    { first = "C1", cells = "...." },
]

[grid]
layout = "pointy"
source = "toy"
numbering = { scheme = "letter-diagonal", letters = "ABC", numbers = [1, 6] }

[[terrain]]
symbol = "."
terrain = "clear"
[[terrain]]
symbol = "^"
terrain = "hill"
[[terrain]]
symbol = "~"
terrain = "sea"
playable = false

[default]
source = "published: toy"
confidence = "good"

[[sources]]
hexes = ["B2"]
source = "reconstructed: toy hill"
confidence = "medium"

[[prohibited]]
kind = "river"
pairs = [["A2", "A3"]]
source = "toy"

[[hexsides]]
feature = "ridge"
pairs = [["B1", "B2"]]
steps = [["B2", "B3"]]
source = "toy"

[[roads]]
id = "main"
kind = "road"
name = "main road"
hexes = ["C1", "C2", "B2", "A2"]
source = "published: toy"
except_for = [{ hexside = ["B2", "C2"], source = "reconstructed: guess" }]

[[roads]]
id = "side"
kind = "track"
name = "side track"
hexes = ["B1", "B2", "B3"]
source = "published: toy"

[[crossings]]
hex = "B2"
through = [["C2", "A2"], ["B1", "B3"]]
source = "toy"

[[places]]
name = "Hilltop"
hex = "B2"
confidence = "certain"
source = "toy"

[[sites]]
hex = "C1"
kind = "fort"
name = "Fort"
side = "red"
source = "toy"

[[areas]]
kind = "base"
name = "Fort"
side = "red"
hexes = ["C1", "B1"]
source = "toy"

[[beyond]]
hexes = ["A5"]
why = "it is half a hex"
source = "toy"
"""


@pytest.fixture(scope="module")
def toy() -> Board:
    return load_board(TOY)


def named(board: Board, hexes: tuple[int, ...]) -> list[str]:
    return sorted(board.name(hex) for hex in hexes)


def test_hexes_are_numbered_in_the_order_of_the_file(toy: Board) -> None:
    assert len(toy) == 12
    assert toy.names == ("A1", "A2", "A3", "A4", "B1", "B2", "B3", "B5", "C1", "C2", "C3", "C4")
    assert [toy.hex(name) for name in toy.names] == list(range(12))
    assert toy.terrain[toy.hex("B2")] == "hill"
    assert toy.axial[toy.hex("B2")] == (1, 1)
    assert toy.centre[toy.hex("B2")] == pytest.approx((1.5, 0.8660254))


def test_neighbours_stand_in_direction_order_with_a_mark_where_the_map_ends(toy: Board) -> None:
    around = [near if near == OFF_MAP else toy.name(near) for near in toy.neighbours[toy.hex("B3")]]
    assert around == [OFF_MAP, "C4", "C3", "B2", "A2", "A3"]
    assert toy.direction(toy.hex("B3"), toy.hex("A3")) == 5
    with pytest.raises(ValueError, match="C1 does not border A1"):
        toy.direction(toy.hex("A1"), toy.hex("C1"))


def test_adjacent_leaves_out_unplayable_hexes_and_prohibited_hexsides(toy: Board) -> None:
    assert named(toy, toy.adjacent[toy.hex("A2")]) == ["B2", "B3"]
    assert named(toy, toy.adjacent[toy.hex("B2")]) == ["A2", "B1", "B3", "C2", "C3"]
    assert toy.adjacent[toy.hex("A1")] == ()


def test_a_prohibited_hexside_is_shut_both_ways_and_named_by_its_kind(toy: Board) -> None:
    a, b = toy.hex("A2"), toy.hex("A3")
    assert toy.prohibited(a, b) and toy.prohibited(b, a)
    assert toy.features(a, b) == toy.features(b, a) == {"river"}
    assert not toy.prohibited(toy.hex("A2"), toy.hex("B2"))


def test_a_feature_may_be_met_in_one_direction_only(toy: Board) -> None:
    west, hill, east = (toy.hex(name) for name in ("B1", "B2", "B3"))
    assert toy.features(west, hill) == toy.features(hill, west) == {"ridge"}
    assert toy.features(hill, east) == {"ridge"}
    assert toy.features(east, hill) == frozenset()
    assert east in toy.adjacent[hill] and hill in toy.adjacent[east]


def test_roads_are_followed_by_kind(toy: Board) -> None:
    road, track = toy.road_steps("road"), toy.road_steps("track")
    assert named(toy, road[toy.hex("B2")]) == ["A2", "C2"]
    assert named(toy, track[toy.hex("B2")]) == ["B1", "B3"]
    assert toy.hex("B1") not in road
    with pytest.raises(ValueError, match="no road of kind 'railway'"):
        toy.road_steps("railway")


def test_a_road_knows_the_source_of_each_hexside(toy: Board) -> None:
    assert toy.roads[0].sources == ("published: toy", "reconstructed: guess", "published: toy")
    assert len(toy.roads[0].hexsides()) == 3


def test_a_crossing_lists_the_pairs_it_joins(toy: Board) -> None:
    c2, a2, b1, b3 = (toy.hex(name) for name in ("C2", "A2", "B1", "B3"))
    assert toy.through == {toy.hex("B2"): ((c2, a2), (b1, b3))}


def test_boxes_are_negative_and_have_names(toy: Board) -> None:
    assert (toy.box("due"), toy.box("sea")) == (-1, -2)
    assert (toy.name(-1), toy.name(-2)) == ("due", "sea")
    assert toy.on_map(0) and not toy.on_map(-1)
    assert (toy.location("sea"), toy.location("B2")) == (-2, 5)
    with pytest.raises(UnknownHex, match="no box 'dead'"):
        toy.box("dead")
    with pytest.raises(IndexError):
        toy.name(-3)


@pytest.mark.parametrize(
    ("name", "why"),
    [("A5", "A5 is not in play: it is half a hex"), ("B4", "no hex B4 on this map"), ("D1", "a letter from A to C")],
)
def test_an_unknown_hex_is_refused_with_a_reason(toy: Board, name: str, why: str) -> None:
    with pytest.raises(UnknownHex, match=why):
        toy.hex(name)


def test_a_hex_that_an_order_names_is_refused_under_its_case(toy: Board) -> None:
    assert (toy.named_hex("B2", "5.8"), toy.named_location("sea", "5.8")) == (5, -2)
    for named in (toy.named_hex, toy.named_location):
        with pytest.raises(Refusal, match="no hex B4 on this map") as refused:
            named("B4", "5.8")
        assert refused.value.case == "5.8"
    with pytest.raises(Refusal):
        toy.named_hex("sea", "5.8")


def test_places_sites_and_sources(toy: Board) -> None:
    hill, fort = toy.hex("B2"), toy.hex("C1")
    place, site = toy.place_at(hill), toy.site_at(fort)
    assert place is not None and place.name == "Hilltop"
    assert site is not None and (site.kind, site.side, site.port) == ("fort", "red", False)
    assert toy.place_at(fort) is None and toy.site_at(hill) is None
    assert toy.reconstructed(hill) and toy.confidence(hill) == "medium"
    assert not toy.reconstructed(fort) and toy.source(fort) == "published: toy"


def test_named_hexes_are_found_by_their_name(toy: Board) -> None:
    assert toy.place("Hilltop") == toy.hex("B2")
    assert toy.site("fort", "Fort") == toy.hex("C1") and not toy.sites_of("port")
    with pytest.raises(ValueError, match="no place called 'Valley'"):
        toy.place("Valley")


def test_land_beside_the_sea_is_coastal(toy: Board) -> None:
    assert named(toy, tuple(toy.with_terrain("sea"))) == ["A1", "B5"]
    assert named(toy, tuple(toy.coastal())) == ["A2", "A4", "B1", "B2"]


def test_what_hexsides_cut_off_is_not_joined(toy: Board) -> None:
    hill = toy.hex("B2")
    assert toy.joined(hill, lambda a, b: hill in (a, b)) == {hill}
    everywhere = toy.joined(hill, lambda a, b: False)
    assert len(everywhere) == sum(toy.playable)


def test_an_area_is_found_from_its_hexes(toy: Board) -> None:
    (area,) = toy.areas
    assert (area.kind, area.name, area.side, area.hexes) == ("base", "Fort", "red", (toy.hex("C1"), toy.hex("B1")))
    assert toy.areas_at(toy.hex("B1")) == (area,) and toy.areas_at(toy.hex("B2")) == ()


def test_distance_goes_straight_over_sea_and_gaps(toy: Board) -> None:
    assert toy.distance(toy.hex("A1"), toy.hex("B5")) == 4
    assert toy.distance(toy.hex("C1"), toy.hex("A3")) == 4


def test_a_flat_map_draws_its_columns_downwards() -> None:
    board = load_board(
        """
        rows = [{ first = "0101", cells = ".. ." }, { first = "0201", cells = "..." }]
        terrain = [{ symbol = ".", terrain = "clear" }]
        default = { source = "toy", confidence = "good" }
        [grid]
        layout = "flat"
        source = "toy"
        [grid.numbering]
        scheme = "row-column"
        layout = "flat"
        columns = [1, 9]
        rows = [1, 9]
        shifted = "even"
        """
    )
    assert board.names == ("0101", "0102", "0104", "0201", "0202", "0203")
    assert named(board, board.adjacent[board.hex("0201")]) == ["0101", "0102", "0202"]


def test_a_hex_on_two_map_sections_is_found_by_either_name() -> None:
    board = load_board(
        """
        rows = [{ first = "A0102", cells = "....." }]
        terrain = [{ symbol = ".", terrain = "clear" }]
        default = { source = "toy", confidence = "good" }
        [grid]
        layout = "pointy"
        source = "toy"
        [grid.numbering]
        scheme = "sectioned"
        [[grid.numbering.sections]]
        prefix = "A"
        numbering = { layout = "pointy", columns = [0, 4], rows = [1, 1], shifted = "odd", order = "row-column" }
        [[grid.numbering.sections]]
        prefix = "B"
        numbering = { layout = "pointy", columns = [0, 4], rows = [1, 1], shifted = "odd", order = "row-column" }
        offset = [4, 0]
        """
    )
    assert board.names == ("A0102", "A0103", "A0104", "B0101", "B0102")
    assert board.hex("B0100") == board.hex("A0104")
    assert board.hex("B0101") in board.adjacent[board.hex("B0100")]
    with pytest.raises(UnknownHex, match="no hex B0103 on this map"):
        board.hex("B0103")


def cannot_change(value: object) -> bool:
    if isinstance(value, MappingProxyType):
        return all(map(cannot_change, value.values()))
    if isinstance(value, tuple | frozenset):
        return all(map(cannot_change, value))
    return not isinstance(value, list | dict | set)


def test_a_board_cannot_be_changed(toy: Board) -> None:
    for field in toy.__struct_fields__:
        with pytest.raises(AttributeError):
            setattr(toy, field, None)
        assert cannot_change(getattr(toy, field)), field
    for field in toy.places[0].__struct_fields__:
        with pytest.raises(AttributeError):
            setattr(toy.places[0], field, None)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('cells = ".^. ~"', 'cells = ".^? ~"', r"hex B3: the symbol '\?' is not in the terrain legend"),
        ('first = "C1", cells = "...."', 'first = "B3", cells = "...."', "hex B3 is drawn twice"),
        ('first = "C1"', 'first = "D1"', "the row from D1: 'D1' is not a hex"),
        ('cells = "~..."', 'cells = "~......"', "the row from A1: no letter and number"),
        ('hexes = ["C1", "C2", "B2", "A2"]', 'hexes = ["C1", "C3", "B2", "A2"]', "road main: C1 and C3 are not adj"),
        ('hexes = ["C1", "C2", "B2", "A2"]', 'hexes = ["C1"]', "road main: a road needs at least two hexes"),
        ('hexside = ["B2", "C2"]', 'hexside = ["B2", "C3"]', "road main: a source is given for a hexside"),
        ('through = [["C2", "A2"]', 'through = [["C3", "A2"]', "crossing B2: no road joins B2 and C3"),
        ('pairs = [["A2", "A3"]]', 'pairs = [["A2", "A4"]]', "prohibited river: A2 and A4 are not adjacent"),
        ('steps = [["B2", "B3"]]', 'steps = [["B2", "B4"]]', "hexside ridge: there is no hex B4"),
        ('hexes = ["B2"]', 'hexes = ["B2", "B2"]', "B2 has a source already"),
        ('hexes = ["B2"]', 'hexes = ["B4"]', "source 'reconstructed: toy hill': there is no hex B4"),
        ('hexes = ["C1", "B1"]', 'hexes = ["C1", "C1"]', "base Fort: a hex is named twice"),
        ('hexes = ["C1", "B1"]', 'hexes = ["C1", "B4"]', "base Fort: there is no hex B4"),
        ('hexes = ["A5"]', 'hexes = ["A4"]', "beyond: A4 is drawn in the rows"),
        ('boxes = ["due", "sea"]', 'boxes = ["due", "due"]', "two boxes have the same name"),
        ('symbol = "^"', 'symbol = "."', r"two terrains have the symbol '\.'"),
        ('symbol = "^"', 'symbol = "^^"', "terrain hill: the symbol must be one visible character"),
        ('name = "Hilltop"', 'nmae = "Hilltop"', r"not a map file: .*nmae"),
        ('layout = "pointy"', 'layout = "round"', "not a map file: .*round"),
        ('hex = "C1"', "hex = 3", r"not a map file: .*sites"),
        ("[grid]", "[grid", "not a map file"),
    ],
)
def test_a_map_file_that_contradicts_itself_is_refused(old: str, new: str, why: str) -> None:
    assert TOY.count(old) == 1
    with pytest.raises(BadMap, match=why):
        load_board(TOY.replace(old, new))


COAST = 'source = "toy atlas"\nlines = [[[0.0, 0.0], [2, 0.5], [1.0, 3]]]\n'


def test_a_coast_stands_in_the_map_file_or_in_one_of_its_own() -> None:
    assert load_board(TOY).coast is None
    inline = TOY + "\n[coast]\n" + COAST
    for board in (load_board(inline), load_board(TOY, coast=COAST)):
        assert board.coast is not None
        assert board.coast.source == "toy atlas"
        assert board.coast.lines == (((0.0, 0.0), (2.0, 0.5), (1.0, 3.0)),)


@pytest.mark.parametrize(
    ("coast", "why"),
    [
        (COAST.replace(", [1.0, 3]", ""), "coast: a closed line needs at least three points"),
        (COAST.replace("source", "sauce"), "not a coast file: .*sauce"),
        (COAST.replace("[2, 0.5]", "[2]"), "not a coast file: .*lines"),
        ("lines = [", "not a coast file"),
    ],
)
def test_a_coast_that_cannot_be_drawn_is_refused(coast: str, why: str) -> None:
    with pytest.raises(BadMap, match=why):
        load_board(TOY, coast=coast)
