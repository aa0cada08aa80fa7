"""The Afrika Korps board: what the rulebook and the tournament clarifications fix about its grid and its places."""

from __future__ import annotations

import pytest

from sandtable.core.board import UnknownHex, is_reconstructed
from sandtable.games.afrika_korps import map as ak
from tests.afrika_korps.mapping import BOARD, hexes, pairs

# Grid and edges


@pytest.mark.case("1.1")
def test_size_of_the_board() -> None:
    assert len(BOARD) == 1385
    assert sum(BOARD.playable) == 1086


@pytest.mark.case("1.1", "5.8")
@pytest.mark.parametrize("name", ["Y1", "Y70", "Z5", "W70", "A0", "W100", "w3", "W03", "3W", ""])
def test_grid_letters_refuses_names_outside_a_to_x_and_1_to_69(name: str) -> None:
    with pytest.raises(UnknownHex):
        BOARD.hex(name)


@pytest.mark.case("1.1", "5.8")
def test_grid_letters_reach_from_a_to_x_and_1_to_69() -> None:
    assert {name[0] for name in BOARD.names} == set("ABCDEFGHIJKLMNOPQRSTUVWX")
    assert {int(name[1:]) for name in BOARD.names} == set(range(1, 70))


@pytest.mark.case("5.7", "18.5")
@pytest.mark.parametrize(
    ("a", "b"),
    pairs(
        "E18-F19 W62-X62 G22-H23 H23-H24 H24-H25 H24-I25 I25-I26 I26-J27 J27-I27 I27-I28 I28-H28 H28-H29 H29-I30"
        " H25-H26 H26-H27 G25-H26 H26-I27 I27-J28 J27-J28 G24-H24 I24-H24"
    ),
)
def test_grid_adjacent(a: str, b: str) -> None:
    assert BOARD.distance(BOARD.hex(a), BOARD.hex(b)) == 1
    assert BOARD.hex(b) in BOARD.neighbours[BOARD.hex(a)]
    assert BOARD.hex(a) in BOARD.neighbours[BOARD.hex(b)]


@pytest.mark.case("18.5")
@pytest.mark.parametrize(("a", "b"), pairs("G25-I27 G24-I25"))
def test_grid_not_adjacent(a: str, b: str) -> None:
    assert BOARD.distance(BOARD.hex(a), BOARD.hex(b)) == 2
    assert BOARD.hex(b) not in BOARD.neighbours[BOARD.hex(a)]


@pytest.mark.case("1.1")
@pytest.mark.parametrize(
    ("a", "b", "count"), [("W6", "L59", 64), ("W6", "H2", 15), ("G25", "L59", 34), ("W3", "W6", 3), ("L59", "J62", 5)]
)
def test_distance_in_hexes(a: str, b: str, count: int) -> None:
    assert BOARD.distance(BOARD.hex(a), BOARD.hex(b)) == count


@pytest.mark.case("1.1")
def test_compass_points_around_a_hex() -> None:
    around = [BOARD.name(near) for near in BOARD.neighbours[BOARD.hex("N30")]]
    assert around == ["N31", "O31", "O30", "N29", "M29", "M30"]  # E SE SW W NW NE


@pytest.mark.case("5.8")
def test_edge_playable_hexes_stand_in_one_straight_line() -> None:
    edge = hexes("I63 K64 M65 O66 Q67 S68 U69")
    assert len(edge) == 7
    assert all(BOARD.playable[hex] for hex in edge)
    assert len({BOARD.centre[hex][0] for hex in edge}) == 1


@pytest.mark.case("5.8")
@pytest.mark.parametrize("name", ["R68", "X70", "Y70"])
def test_edge_unplayable_partial_and_unnumbered_hexes(name: str) -> None:
    with pytest.raises(UnknownHex):
        BOARD.hex(name)


@pytest.mark.case("5.8")
@pytest.mark.parametrize(
    "name",
    [
        "H63",
        "I64",
        "J64",
        "K65",
        "L65",
        "M66",
        "N66",
        "O67",
        "P67",
        "Q68",
        "R68",
        "S69",
        "T69",
        "U70",
        "V70",
        "W70",
        "X70",
    ],
)
def test_clar_edge_hexes_are_out_of_play_and_say_so(name: str) -> None:
    with pytest.raises(UnknownHex, match=rf"{name} is not in play: .* eastern edge"):
        BOARD.hex(name)


@pytest.mark.case("5.8")
@pytest.mark.parametrize("name", ["V1", "X2"])
def test_half_hexes_of_the_western_edge_are_out_of_play_and_say_so(name: str) -> None:
    with pytest.raises(UnknownHex, match=rf"{name} is not in play: .* western edge"):
        BOARD.hex(name)


@pytest.mark.case("5.8")
def test_last_playable_number_of_each_row_from_i_to_x() -> None:
    last = {name[0]: int(name[1:]) for hex, name in enumerate(BOARD.names) if BOARD.playable[hex]}
    expected = [63, 63, 64, 64, 65, 65, 66, 66, 67, 67, 68, 68, 69, 69, 69, 69]
    assert [last[letter] for letter in "IJKLMNOPQRSTUVWX"] == expected


# Places and sites


def certain_place(hex: str) -> str:
    place = BOARD.place_at(BOARD.hex(hex))
    assert place is not None and place.confidence == "certain"
    return place.name


@pytest.mark.case("1.1")
def test_place_agheila() -> None:
    assert certain_place("W6") == "El Agheila"


@pytest.mark.case("1.1")
def test_place_alamein() -> None:
    assert certain_place("L59") == "El Alamein"


@pytest.mark.case("1.1")
def test_place_names_of_the_fortresses() -> None:
    assert certain_place("H2") == "Bengasi"
    assert certain_place("G25") == "Tobruch"


@pytest.mark.case("1.1")
def test_places_are_named_once_and_stand_on_playable_hexes() -> None:
    assert len(BOARD.places) == len({place.name for place in BOARD.places}) == 45
    assert all(BOARD.playable[place.hex] and place.source for place in BOARD.places)


@pytest.mark.case("1.1")
def test_a_place_fixed_by_the_rulebook_is_certain_and_the_rest_are_reconstructed() -> None:
    certain = {BOARD.name(place.hex) for place in BOARD.places if place.confidence == "certain"}
    assert certain == {"W6", "L59", "H2", "G25", "W3", "J62"}
    for place in BOARD.places:
        assert is_reconstructed(place.source) == (place.confidence != "certain")


@pytest.mark.case("1.1")
def test_fortresses_are_exactly_bengasi_and_tobruch() -> None:
    assert ak.fortresses() == hexes("H2 G25")
    assert {hex for hex, terrain in enumerate(BOARD.terrain) if terrain == "fortress"} == ak.fortresses()


@pytest.mark.case("1.1")
def test_home_bases_are_w3_for_the_axis_and_j62_for_the_allies() -> None:
    assert ak.home_base("axis") == BOARD.hex("W3")
    assert ak.home_base("allied") == BOARD.hex("J62")
    assert ak.home_bases() == hexes("W3 J62")
    assert {hex for hex, terrain in enumerate(BOARD.terrain) if terrain == "home_base"} == ak.home_bases()
    with pytest.raises(ValueError, match="'french'"):
        ak.home_base("french")


@pytest.mark.case("23.3", "23.4")
def test_tobruch_is_a_port_and_bengasi_is_not() -> None:
    assert ak.ports() == hexes("W3 J62 G25")
    assert ak.is_port(BOARD.hex("G25"))
    assert not ak.is_port(BOARD.hex("H2"))


@pytest.mark.case("1.1")
def test_board_span_from_agheila_to_alamein() -> None:
    """About 700 miles at about ten miles a hex."""
    assert BOARD.distance(BOARD.hex("W6"), BOARD.hex("L59")) == 64
    east = [BOARD.centre[hex][0] for hex in range(len(BOARD)) if BOARD.playable[hex]]
    assert max(east) - min(east) + 1 == 69


@pytest.mark.case("19.5", "23.1", "23.7")
def test_tobruch_siege_neighbours() -> None:
    tobruch = BOARD.hex("G25")
    assert frozenset(BOARD.adjacent[tobruch]) == hexes("G24 H25 H26")
    assert frozenset(BOARD.neighbours[tobruch]) & BOARD.with_terrain("sea") == hexes("F24 F25 G26")


# The whole


@pytest.mark.case("5.6", "5.7")
def test_map_connected_without_prohibited_hexsides() -> None:
    start = BOARD.hex("W3")
    reached, todo = {start}, [start]
    while todo:
        for hex in BOARD.adjacent[todo.pop()]:
            if hex not in reached:
                reached.add(hex)
                todo.append(hex)
    assert reached == {hex for hex in range(len(BOARD)) if BOARD.playable[hex]}


@pytest.mark.case("1.1")
def test_reconstructed_terrain_is_marked_and_doubts_are_recorded() -> None:
    assert {hex for hex in range(len(BOARD)) if BOARD.reconstructed(hex)} == hexes("N61 N62 O61 O62")
    assert BOARD.confidence(BOARD.hex("H26")) == "disputed"
    doubted = frozenset(hex for doubt in BOARD.doubts for hex in doubt.hexes)
    assert doubted == hexes("H26 N61 N62 O61 O62 T62")
    for doubt in BOARD.doubts:
        assert doubt.taken not in doubt.instead
        assert all(BOARD.terrain[hex] == doubt.taken for hex in doubt.hexes)


@pytest.mark.case("1.1")
def test_the_fit_puts_the_anchors_within_a_hex_of_their_places() -> None:
    assert BOARD.fit is not None
    for anchor in BOARD.fit.anchors:
        place = BOARD.place_at(BOARD.hex(anchor.hex))
        assert place is not None and place.name == anchor.place
        assert abs(anchor.dx) < 1 and abs(anchor.dy) < 1
    x, y = BOARD.fit.point(23.98, 32.08)  # the town of Tobruk
    at_x, at_y = BOARD.centre[BOARD.hex("G25")]
    assert abs(x - at_x) < 1 and abs(y - at_y) < 1


def test_boxes_beside_the_map() -> None:
    assert [BOARD.name(location) for location in (-1, -2, -3, -4, -5)] == ["due", "sea", "dead", "pool", "exchanged"]
    assert BOARD.box("exchanged") == -5
