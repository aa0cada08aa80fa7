"""The Afrika Korps board: its terrain, its hexsides and the coast road."""

from __future__ import annotations

import pytest

from sandtable.core.board import is_reconstructed
from sandtable.games.afrika_korps import map as ak
from tests.afrika_korps.mapping import BOARD, hexes, pairs, road_crosses, with_numbers

# Terrain


@pytest.mark.case("1.1")
def test_esc_g24() -> None:
    assert BOARD.hex("G24") in ak.escarpments()
    assert BOARD.hex("G24") not in ak.coast_road()


@pytest.mark.case("1.1")
def test_esc_t29_is_no_pass() -> None:
    assert BOARD.hex("T29") in ak.escarpments()
    assert BOARD.hex("T29") not in ak.coast_road()


@pytest.mark.case("18.5")
def test_esc_others_with_and_without_the_road() -> None:
    assert hexes("H23 H24 H25 I26 I27") <= ak.coast_road_escarpments()
    assert BOARD.hex("I30") in ak.escarpments()
    assert BOARD.hex("I30") not in ak.coast_road()


@pytest.mark.case("18.4")
def test_coast_road_escarpments_are_all_known() -> None:
    assert ak.coast_road_escarpments() == hexes("C7 C8 C9 C10 C11 D6 F4 F5 H4 H23 H24 H25 H27 H28 I25 I26 I27 I28")


ESCARPMENTS = {
    "C": [6, 7, 8, 9, 10, 11],
    "D": [5, 6, 8, 9, 11],
    "E": [4, 5, 7, 9, 10, 11],
    "F": [4, 5, 8, 9, 10, 11, 17],
    "G": [4, 6, 7, 9, 18, 23, 24, 29, 30, 31],
    "H": [4, 6, 7, 8, 16, 17, 18, 19, 22, 23, 24, 25, 27, 28],
    "I": [4, 6, 7, 8, 25, 26, 27, 28, 29, 30, 31, 32],
    "J": [4, 6, 7, 8, 33],
    "K": [5, 7, 8, 18, 35, 36],
    "L": [19, 37, 38, 39, 40, 44, 45, 46],
    "M": [20, 21, 41, 42, 43, 44, 47, 48, 49],
    "N": [19, 20, 50, 51, 59, 61, 62],
    "O": [21, 52, 61, 62],
    "P": [18, 19, 22, 28, 29],
    "Q": [18, 20, 22, 28],
    "R": [19, 20, 23, 29],
    "S": [20, 24, 25, 29],
    "T": [26, 27, 28, 29],
    "U": [16, 17, 18, 19, 29],
    "V": [15, 16, 20, 29],
    "W": [15, 18],
    "X": [15, 19, 20, 21, 22, 23],
}


@pytest.mark.case("1.1")
def test_every_escarpment_hex() -> None:
    assert ak.escarpments() == with_numbers(ESCARPMENTS)


@pytest.mark.case("18.5")
def test_clear_h29_carries_the_road() -> None:
    assert BOARD.terrain[BOARD.hex("H29")] == "clear"
    assert BOARD.hex("H29") in ak.coast_road()


@pytest.mark.case("1.1", "5.6")
def test_qat_full_is_unplayable() -> None:
    for name in ("R60", "T61"):
        assert BOARD.hex(name) in ak.full_qattara()
        assert not BOARD.playable[BOARD.hex(name)]
        assert BOARD.adjacent[BOARD.hex(name)] == ()
    assert BOARD.hex("R60") not in BOARD.adjacent[BOARD.hex("Q60")]


@pytest.mark.case("5.6")
def test_qat_partial_is_playable() -> None:
    assert BOARD.hex("Q60") in BOARD.with_terrain("qattara_partial")
    assert BOARD.playable[BOARD.hex("Q60")]


@pytest.mark.case("5.6")
def test_every_full_qattara_hex() -> None:
    assert ak.full_qattara() == with_numbers(
        {
            "R": [60, 61, 62, 63, 64],
            "S": [59, 60],
            "T": [58, 59, 60, 61],
            "U": [57, 58, 59, 60, 61],
            "V": [56, 57, 58, 59, 60],
            "W": [56, 57, 58, 59, 60],
            "X": [55, 56, 57, 58, 59, 60, 61],
        }
    )


@pytest.mark.case("5.6")
def test_clar_partial_every_partial_qattara_hex() -> None:
    assert BOARD.with_terrain("qattara_partial") == with_numbers(
        {
            "Q": [59, 60, 61, 62, 63, 64],
            "R": [58, 59, 65],
            "S": [57, 58, 61, 62, 63, 64, 65],
            "T": [56, 57, 62],
            "U": [55, 56, 62],
            "V": [55, 61, 62],
            "W": [54, 55, 61, 62],
            "X": [54, 62, 63],
        }
    )
    assert all(BOARD.playable[hex] for hex in BOARD.with_terrain("qattara_partial"))


@pytest.mark.case("5.6")
def test_only_sea_and_full_qattara_are_unplayable() -> None:
    assert {hex for hex in range(len(BOARD)) if not BOARD.playable[hex]} == BOARD.with_terrain(
        "sea"
    ) | ak.full_qattara()


@pytest.mark.case("1.1")
def test_coast_hexes_are_those_that_border_the_sea() -> None:
    assert len(BOARD.coastal()) == 99
    assert hexes("G24 G25 H2 H26 J62 K61 W6 B6") <= BOARD.coastal()
    assert not BOARD.coastal() & hexes("W3 L59 H23 H24 H29 F1")


# Hexsides


def assert_prohibited(a: str, b: str, kind: str) -> None:
    x, y = BOARD.hex(a), BOARD.hex(b)
    assert y in BOARD.neighbours[x]
    assert BOARD.playable[x] and BOARD.playable[y]
    assert BOARD.prohibited(x, y) and BOARD.prohibited(y, x)
    assert y not in BOARD.adjacent[x] and x not in BOARD.adjacent[y]
    assert BOARD.features(x, y) == BOARD.features(y, x) == {kind}


@pytest.mark.case("5.7")
def test_side_water() -> None:
    assert_prohibited("E18", "F19", "all_water")


@pytest.mark.case("5.7")
def test_side_qattara() -> None:
    assert_prohibited("W62", "X62", "qattara")


@pytest.mark.case("5.7")
@pytest.mark.parametrize(("a", "b"), pairs("R65-S65 W61-X62"))
def test_clar_hexsides(a: str, b: str) -> None:
    assert_prohibited(a, b, "qattara")


@pytest.mark.case("5.7", "7.1", "13.3", "14.2", "15.21", "15.22")
def test_side_zoc_only_the_listed_hexsides_are_prohibited() -> None:
    """Zones, supply routes and captures all follow `adjacent`, so this list decides where they stop."""
    named = {frozenset((BOARD.name(a), BOARD.name(b))) for a, b in BOARD.prohibited_hexsides}
    assert named == {frozenset(pair) for pair in pairs("E18-F19 W62-X62 R65-S65 W61-X62")}
    for a, b in pairs("E17-F18 F18-F19 E18-F18 W62-X63 R65-S66 W61-W62"):
        assert BOARD.hex(b) in BOARD.adjacent[BOARD.hex(a)]


@pytest.mark.case("5.7")
@pytest.mark.parametrize(("a", "b"), pairs("Q59-Q60 S62-S63 Q58-R59 T56-T57 S64-S65 V61-W62 X62-X63"))
def test_doubtful_qattara_hexsides_are_open_and_recorded(a: str, b: str) -> None:
    x, y = BOARD.hex(a), BOARD.hex(b)
    assert y in BOARD.adjacent[x]
    assert any((x, y) in doubt.hexsides and doubt.taken == "open" for doubt in BOARD.doubts)


# Coast road


@pytest.mark.case("1.1")
def test_road_k61() -> None:
    assert BOARD.hex("K61") in ak.coast_road()
    assert BOARD.hex("L59") not in ak.coast_road()


@pytest.mark.case("17.2", "18.5")
@pytest.mark.parametrize(
    ("a", "b"), pairs("G22-H23 H23-H24 H24-H25 H24-I25 I25-I26 I26-J27 J27-I27 H26-H27 I27-I28 I28-H28 H28-H29")
)
def test_road_sides(a: str, b: str) -> None:
    assert road_crosses(a, b)


@pytest.mark.case("18.5")
@pytest.mark.parametrize(("a", "b"), pairs("H25-H26 H26-I27 I27-J28 G24-H24 I24-H24 F2-G2 G2-H2 I26-I27 I27-H27"))
def test_road_not_sides(a: str, b: str) -> None:
    assert BOARD.distance(BOARD.hex(a), BOARD.hex(b)) == 1
    assert not road_crosses(a, b)


@pytest.mark.case("17.3", "17.31", "17.32")
def test_road_i26_joins_each_road_to_j27_only() -> None:
    i25, h26, j27 = (BOARD.hex(name) for name in ("I25", "H26", "J27"))
    assert BOARD.through == {BOARD.hex("I26"): ((i25, j27), (h26, j27))}
    assert frozenset(ak.coast_road()[BOARD.hex("I26")]) == {i25, h26, j27}


@pytest.mark.case("17.2")
def test_the_coast_road_has_106_hexsides_in_105_hexes_and_is_one_network() -> None:
    road = ak.coast_road()
    assert sum(len(steps) for steps in road.values()) == 2 * 106
    assert len(road) == 105
    reached, todo = {ak.home_base("axis")}, [ak.home_base("axis")]
    while todo:
        for hex in road[todo.pop()]:
            if hex not in reached:
                reached.add(hex)
                todo.append(hex)
    assert reached == set(road)


@pytest.mark.case("17.2")
def test_the_coast_road_never_crosses_a_prohibited_hexside_or_leaves_playable_ground() -> None:
    for hex, steps in ak.coast_road().items():
        assert BOARD.playable[hex]
        assert set(steps) <= set(BOARD.adjacent[hex])


@pytest.mark.case("17.2")
def test_reasoned_road_hexsides_are_marked() -> None:
    """Six are reconstructed; H25-G25, hidden by the fortress art, follows from an example of the rulebook."""
    sources = {
        frozenset((BOARD.name(a), BOARD.name(b))): source
        for road in BOARD.roads
        for (a, b), source in zip(road.hexsides(), road.sources, strict=True)
    }
    assert len(sources) == 106
    marked = {side for side, source in sources.items() if is_reconstructed(source)}
    assert marked == {frozenset(pair) for pair in pairs("I2-H2 H2-H3 G25-H26 W3-W4 W4-W5 J62-J63")}
    assert sources[frozenset(("H25", "G25"))].startswith("rulebook 18.5")


@pytest.mark.case("17.2")
def test_the_branch_to_tocra_is_a_dead_end() -> None:
    ends = {BOARD.name(hex) for hex, steps in ak.coast_road().items() if len(steps) == 1}
    assert ends == {"W3", "F2", "I63"}
