"""The Panzerarmee Afrika board: what the rulebook, its figures and its table of distances fix about the map."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from itertools import pairwise

import pytest

from sandtable.core.board import UnknownHex
from sandtable.drawing.sheet import WATER
from sandtable.games.panzerarmee_afrika import map as paa

BOARD = paa.board()


def hexes(names: str) -> frozenset[int]:
    return frozenset(BOARD.hex(name) for name in names.split())


def hexside(a: str, b: str) -> tuple[int, int]:
    return BOARD.hex(a), BOARD.hex(b)


def steps_along(lines: Mapping[int, tuple[int, ...]], start: int, end: int) -> int:
    """The fewest hexsides from one hex to another that a line crosses."""
    reached, steps = {start}, 0
    while end not in reached:
        further = {near for hex in reached for near in lines.get(hex, ())} - reached
        assert further, f"no line leads from {BOARD.name(start)} to {BOARD.name(end)}"
        reached, steps = reached | further, steps + 1
    return steps


# Grid


@pytest.mark.case("2.1")
def test_rows_come_before_columns_and_run_north() -> None:
    assert len(BOARD) == 25 * 53
    assert BOARD.centre[BOARD.hex("1925")][1] < BOARD.centre[BOARD.hex("1825")][1]
    assert BOARD.centre[BOARD.hex("1926")][0] - BOARD.centre[BOARD.hex("1925")][0] == 1


@pytest.mark.case("2.1")
@pytest.mark.parametrize("name", ["0001", "0100", "2601", "0154", "101", "A12", ""])
def test_grid_refuses_what_is_no_row_and_column(name: str) -> None:
    with pytest.raises(UnknownHex):
        BOARD.hex(name)


@pytest.mark.case("2.1")
@pytest.mark.parametrize("pair", ["0906 1006", "0906 1005", "0907 1006", "1724 1723", "1508 1509", "1508 1608"])
def test_hexes_that_the_figures_show_side_by_side_are_neighbours(pair: str) -> None:
    a, b = hexside(*pair.split())
    assert b in BOARD.neighbours[a] and a in BOARD.neighbours[b]


@pytest.mark.case("2.1")
@pytest.mark.parametrize("pair", ["0906 1007", "0907 1005"])
def test_hexes_that_the_figures_show_apart_are_no_neighbours(pair: str) -> None:
    a, b = hexside(*pair.split())
    assert b not in BOARD.neighbours[a]


# Terrain


@pytest.mark.case("2.1.1")
def test_hexes_named_by_the_rulebook_are_land() -> None:
    named = hexes(
        "0702 0807 0906 0907 1005 1006 1007 1341 1351 1353 1406 1440 1508 1509 1531 0130 1608 1723 1724 1730 1826 1925"
    )
    assert all(BOARD.playable[hex] for hex in named)
    assert named.isdisjoint(BOARD.with_terrain("sea"))


@pytest.mark.case("2.1.1")
def test_there_is_clear_rough_and_swamp_and_nothing_else_to_enter() -> None:
    entered = {there for there, playable in zip(BOARD.terrain, BOARD.playable, strict=True) if playable}
    assert entered == {"clear", "rough", "swamp"}
    assert {
        "rough": len(BOARD.with_terrain("rough")),
        "swamp": len(BOARD.with_terrain("swamp")),
        "sea": len(BOARD.with_terrain("sea")),
    } == {
        "rough": 80,
        "swamp": 7,
        "sea": 434,
    }
    assert not any(BOARD.playable[hex] for hex in BOARD.with_terrain("sea"))


@pytest.mark.case("2.1.1", "12.4.2")
def test_defenders_of_figures_7_and_8_are_not_doubled() -> None:
    assert (BOARD.with_terrain("rough") | BOARD.with_terrain("swamp")).isdisjoint(hexes("1006 1509 1608"))
    assert hexside("0906", "1006") not in paa.escarpments()


@pytest.mark.case("12.3", "8.5")
def test_depot_of_figure_8_is_within_attack_supply_over_open_ground() -> None:
    way = [BOARD.hex(name) for name in ("1508", "1407", "1406")]
    for a, b in pairwise(way):
        assert b in BOARD.adjacent[a] and BOARD.terrain[b] == "clear" and (a, b) not in paa.escarpments()


@pytest.mark.case("3")
def test_figure_4_has_a_hex_with_four_neighbours_and_one_with_six_around_1341() -> None:
    around = {BOARD.name(hex): len(BOARD.adjacent[hex]) for hex in BOARD.adjacent[BOARD.hex("1341")]}
    assert around["1342"] == 4 and around["1240"] == 6


def test_coastal_hexes_border_the_sea_and_can_be_entered() -> None:
    assert hexes("0702 1351 1730 1925") <= BOARD.coastal()
    assert hexes("1724 1917").isdisjoint(BOARD.coastal()) and BOARD.with_terrain("sea").isdisjoint(BOARD.coastal())


# Roads and tracks


@pytest.mark.case("11.1.2")
@pytest.mark.parametrize("entry", paa.road_distances(), ids=lambda entry: f"{entry.west} - {entry.east}")
def test_coastal_road_is_as_long_as_printed(entry: paa.RoadDistance) -> None:
    places = {place.name: place.hex for place in BOARD.places}
    assert steps_along(paa.roads(), places[entry.west], places[entry.east]) == entry.factors


@pytest.mark.case("11.1.2")
def test_table_of_distances_has_every_pair_of_its_nine_places() -> None:
    pairs = {frozenset((entry.west, entry.east)) for entry in paa.road_distances()}
    assert len(pairs) == len(paa.road_distances()) == 36
    assert len(frozenset().union(*pairs)) == 9


@pytest.mark.case("11.1.2")
def test_figure_6_goes_three_hexes_by_road_and_then_by_track() -> None:
    assert steps_along(paa.roads(), *hexside("1826", "1724")) == 3
    assert hexside("1724", "1723") in paa.track_sides() and hexside("1724", "1723") not in paa.road_sides()


@pytest.mark.case("11.1.2", "11.1.3")
def test_road_and_track_do_not_meet_in_1724_and_nowhere_else_apart() -> None:
    changes = {tuple(BOARD.name(hex) for hex in change) for change in paa.unconnected()}
    assert ("1725", "1724", "1723") in changes and ("1723", "1724", "1725") in changes
    assert ("1725", "1724", "1823") not in changes and ("1624", "1724", "1723") not in changes
    assert changes == {
        (a, "1724", b)
        for road in ("1725", "1823")
        for track in ("1624", "1723")
        for a, b in ((road, track), (track, road))
    }
    assert paa.unconnected_hexes() == hexes("1724")


@pytest.mark.case("11.1.2")
def test_no_hexside_has_both_a_road_and_a_track() -> None:
    assert paa.road_sides().isdisjoint(paa.track_sides())


@pytest.mark.case("2.1.1")
def test_every_road_and_track_runs_over_land_that_can_be_entered_and_past_no_bar() -> None:
    for a, b in paa.road_sides() | paa.track_sides() | {(x, y) for x, near in paa.railroad().items() for y in near}:
        assert b in BOARD.adjacent[a]


@pytest.mark.case("11.3.1")
def test_railroad_runs_from_1353_to_1440_without_a_branch() -> None:
    ends = {hex for hex, near in paa.railroad().items() if len(near) == 1}
    assert ends == hexes("1353 1440") and max(map(len, paa.railroad().values())) == 2
    assert steps_along(paa.railroad(), *hexside("1353", "1440")) == len(paa.railroad()) - 1
    assert frozenset(paa.railroad()) <= paa.egypt()


# Hexsides and countries


@pytest.mark.case("2.1.1", "12.4.2")
def test_escarpments_of_figure_8_and_that_they_hinder_both_ways() -> None:
    assert {hexside("1508", "1509"), hexside("1508", "1608")} <= paa.escarpments()
    assert all((b, a) in paa.escarpments() for a, b in paa.escarpments())
    assert hexside("1508", "1407") not in paa.escarpments()


@pytest.mark.case("2.1.1")
def test_prohibited_hexsides_close_off_the_depression() -> None:
    for a, b in paa.prohibited():
        assert (b, a) in paa.prohibited() and b not in BOARD.adjacent[a]
    inside = {hex for hex, terrain in enumerate(BOARD.terrain) if terrain == "depression"}
    rim = {(a, b) for a in inside for b in BOARD.neighbours[a] if b >= 0 and b not in inside}
    assert rim <= paa.prohibited() and not any(BOARD.playable[hex] for hex in inside)


@pytest.mark.case("2.1.1", "9")
def test_border_divides_the_land_from_1531_to_0130() -> None:
    assert paa.libya().isdisjoint(paa.egypt())
    assert paa.libya() | paa.egypt() == {hex for hex in range(len(BOARD)) if BOARD.playable[hex]}
    assert hexes("1531 0130 1351 1440 1634") <= paa.egypt()
    assert hexes("1530 0129 0702 1925 1730") <= paa.libya()


@pytest.mark.case("9")
def test_steps_into_egypt_are_those_across_the_border_one_way() -> None:
    assert len(paa.into_egypt()) * 2 == len(paa.border())
    assert hexside("1530", "1531") in paa.into_egypt() and hexside("1531", "1530") not in paa.into_egypt()
    across = {(a, b) for a in paa.libya() for b in BOARD.adjacent[a] if b in paa.egypt()}
    assert across == paa.into_egypt()


# Forts, bases, ports


@pytest.mark.case("2.1.1")
def test_forts_are_bardia_and_tobruk() -> None:
    assert (paa.tobruk(), paa.bardia()) == hexside("1925", "1730") and set(paa.forts()) == hexes("1925 1730")


@pytest.mark.case("3", "12.1.1")
def test_zone_of_a_fort_is_the_land_around_it() -> None:
    assert set(paa.fort_zones()) == set(paa.forts())
    for fort, zone in paa.fort_zones().items():
        assert set(zone) == set(BOARD.adjacent[fort])
    assert {fort: len(zone) for fort, zone in paa.fort_zones().items()} == {paa.tobruk(): 3, paa.bardia(): 4}
    assert paa.fort_of_zone()[BOARD.hex("1824")] == paa.tobruk() and BOARD.hex("1724") not in paa.fort_of_zone()


@pytest.mark.case("5.1", "8.3.1", "8.3.2")
@pytest.mark.parametrize(("side", "centre", "count"), [("axis", "0702", 5), ("allied", "1351", 6)])
def test_base_is_its_centre_and_the_land_around_it(side: str, centre: str, count: int) -> None:
    base = paa.base(side)
    assert len(base) == len(set(base)) == count and base[0] == BOARD.hex(centre)
    assert set(base) == {base[0], *BOARD.adjacent[base[0]]}


@pytest.mark.case("5.1")
def test_there_is_no_base_of_a_third_side() -> None:
    assert (paa.agheila(), paa.alexandria()) == hexside("0702", "1351")
    with pytest.raises(ValueError, match="no base of a side called 'neutral'"):
        paa.base("neutral")


@pytest.mark.case("2.1.2", "11.2")
def test_sea_lanes_join_every_two_of_three_ports_and_cross_the_sea() -> None:
    assert paa.ports() == hexes("1351 1730 1925")
    assert {port: set(reached) for port, reached in paa.sea_lanes().items()} == {
        port: set(paa.ports() - {port}) for port in paa.ports()
    }
    for lane in (road for road in BOARD.roads if road.kind == paa.SEA_LANE):
        assert set(lane.hexes[1:-1]) <= BOARD.with_terrain("sea")


# Sources and the drawn coast


def test_places_the_rulebook_gives_are_certain_and_others_say_that_they_are_reconstructed() -> None:
    certain = {place.name for place in BOARD.places if place.confidence == "certain"}
    assert certain == {"El Agheila", "Alexandria", "Tobruk", "Bardia"}
    for place in BOARD.places:
        assert place.name in certain or place.source.startswith("reconstructed")


def test_every_hex_lies_on_its_side_of_the_coast() -> None:
    assert BOARD.coast is not None
    sides = [side for line in BOARD.coast.lines for side in pairwise([*line, line[0]])]
    for hex, (x, y) in enumerate(BOARD.centre):
        turns = sum(
            1 if b[1] > a[1] else -1
            for a, b in sides
            if (a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
        )
        assert (turns != 0) == (BOARD.terrain[hex] not in WATER), BOARD.name(hex)


def test_coast_and_shore_are_small_and_name_their_source() -> None:
    data = resources.files("sandtable.games.panzerarmee_afrika") / "data"
    for name in ("coast.toml", "shore.toml"):
        text = (data / name).read_bytes()
        assert len(text) < 60_000 and b"Natural Earth" in text and b"public domain" in text
