"""The map of the Crusader battlefield: what the rulebook fixes about it, and what was made of the rest."""

from __future__ import annotations

from collections import Counter as Tally
from importlib import resources
from pathlib import Path

import pytest

from sandtable.core.board import UnknownHex, is_reconstructed
from sandtable.core.map_file import load_board
from sandtable.games.tobruk import map as ground
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.pieces.tables import victory

DATA = Path(str(resources.files("sandtable.games.tobruk"))) / "data"

PLACES = {
    "Tobruk": "2403",
    "Belhammed": "2607",
    "Sidi Rezegh": "2708",
    "Gambut": "3306",
    "Sidi Omar": "4417",
    "Sollum": "4813",
    "Bardia": "4709",
    "Halfaya Pass": "4915",
}
GARRISON = "2102 2103 2104 2205 2303 2304 2305 2403 2405 2504"
BESIEGERS = "1802 1803 1804 2006 2007 2106 2207 2208 2407 2506 2606 2607 2704 2705"


def hexes(names: str) -> frozenset[int]:
    return frozenset(board().hex(name) for name in names.split())


def named(found: frozenset[int]) -> str:
    return " ".join(sorted(board().name(hex) for hex in found))


def around(name: str) -> list[str]:
    """The neighbours by compass: SE S SW NW N NE."""
    return [board().name(near) if near >= 0 else "" for near in board().neighbours[board().hex(name)]]


# The grid


@pytest.mark.case("2.1")
def test_size_of_the_map() -> None:
    assert len(board()) == 45 * 24
    assert Tally(board().terrain) == {"clear": 822, "sea": 139, "rough": 116, "city": 3}
    assert sum(board().playable) == 941
    assert board().miles_per_hex == 4


@pytest.mark.case("2.1")
@pytest.mark.parametrize("name", ["0701", "5301", "0800", "0825", "801", "08 1", "A801", ""])
def test_hexes_are_columns_8_to_52_and_rows_1_to_24(name: str) -> None:
    with pytest.raises(UnknownHex):
        board().hex(name)


@pytest.mark.case("2.1")
def test_even_columns_stand_half_a_hex_further_south() -> None:
    assert around("2407") == ["2508", "2408", "2308", "2307", "2406", "2507"]
    assert around("2507") == ["2607", "2508", "2407", "2406", "2506", "2606"]
    assert around("0801") == ["0902", "0802", "", "", "", "0901"]


@pytest.mark.case("2.1")
@pytest.mark.parametrize(
    ("a", "b", "count"),
    [("2607", "2708", 1), ("4813", "4915", 2), ("2403", "2607", 5), ("4709", "4813", 5), ("2403", "4709", 23)],
)
def test_distances_between_named_hexes(a: str, b: str, count: int) -> None:
    assert board().distance(board().hex(a), board().hex(b)) == count


# Places, cities and forts


@pytest.mark.case("15.1")
@pytest.mark.parametrize(("name", "hex"), PLACES.items())
def test_named_hexes_are_the_rulebooks(name: str, hex: str) -> None:
    place = board().place_at(board().hex(hex))
    assert place is not None and place.name == name and place.confidence == "certain"
    assert not is_reconstructed(place.source) and ground.place(name) == board().hex(hex)


@pytest.mark.case("15.1")
def test_objectives_bear_their_names_on_the_map() -> None:
    for each in victory().objectives:
        assert ground.place(each.name) == board().hex(each.hex)


def test_a_place_that_is_not_on_the_map_is_refused() -> None:
    with pytest.raises(ValueError, match="Cairo"):
        ground.place("Cairo")


@pytest.mark.case("8.0", "9.4")
def test_the_towns_with_streets_are_cities() -> None:
    assert ground.cities() == hexes("2403 4709 4813")
    assert {ground.terrain(hex) for hex in ground.cities()} == {"city"}
    assert ground.tobruk() == board().hex("2403")


@pytest.mark.case("15.1")
def test_the_perimeter_holds_the_garrison_and_keeps_the_besiegers_out() -> None:
    assert hexes(GARRISON) <= ground.perimeter()
    assert ground.perimeter().isdisjoint(hexes(BESIEGERS))
    assert named(ground.perimeter()) == (
        "2102 2103 2104 2202 2203 2204 2205 2303 2304 2305 2403 2404 2405 2504 2505 2604"
    )


@pytest.mark.case("15.2")
def test_the_corridor_of_the_break_out_lies_outside_the_perimeter() -> None:
    assert ground.perimeter().isdisjoint(hexes("2406 2407"))


@pytest.mark.case("8.0")
def test_forts_are_enclosed_by_their_hexsides_and_the_sea() -> None:
    assert set(ground.forts()) == {"Tobruk", "Bardia"}
    assert named(ground.forts()["Bardia"]) == "4609 4610 4709 4710"
    assert ground.fort_hexes() == ground.perimeter() | ground.forts()["Bardia"]
    for name, count in (("Tobruk", 21), ("Bardia", 10)):
        inside = ground.forts()[name]
        gates = [(near, hex) for hex in inside for near in board().adjacent[hex] if near not in inside]
        assert len(gates) == count
        assert all(ground.into_fort(out, within) and not ground.into_fort(within, out) for out, within in gates)
        assert all(ground.fortification(out, within) and ground.fortification(within, out) for out, within in gates)


@pytest.mark.case("9.4")
def test_each_fort_has_the_owner_who_built_it() -> None:
    assert ground.fort_owner(board().hex("2305")) == "commonwealth"
    assert ground.fort_owner(board().hex("4610")) == "axis"
    assert ground.fort_owner(board().hex("2407")) is None


# Entry hexes


@pytest.mark.case("4.0", "15.4", "15.5")
def test_entries_are_numbered_in_the_west_and_lettered_in_the_east() -> None:
    assert list(ground.entries("axis")) == ["1", "2", "3"]
    assert list(ground.entries("commonwealth")) == list("ABCDEFG")
    assert {board().name(hex)[:2] for hex in ground.entries("axis").values()} == {"08"}
    assert {board().name(hex)[:2] for hex in ground.entries("commonwealth").values()} == {"52"}
    assert ground.entry("G") == board().hex("5224") and ground.entry("1") == board().hex("0801")
    with pytest.raises(ValueError, match="'H'"):
        ground.entry("H")
    with pytest.raises(ValueError, match="'allied'"):
        ground.entries("allied")


@pytest.mark.case("4.0")
def test_every_entry_is_a_road_hex_at_the_edge() -> None:
    for side in ("axis", "commonwealth"):
        for hex in ground.entries(side).values():
            assert hex in ground.road_steps() or hex in ground.trail_steps()
            assert hex in ground.edge()


@pytest.mark.case("5.1")
def test_sources_of_supply_are_the_entries_and_for_the_commonwealth_the_port() -> None:
    assert ground.supply_sources("axis") == frozenset(ground.entries("axis").values())
    assert ground.supply_sources("commonwealth") - {ground.tobruk()} == frozenset(
        ground.entries("commonwealth").values()
    )
    assert ground.tobruk() in ground.supply_sources("commonwealth")


@pytest.mark.case("15.4")
def test_the_edge_between_g_and_f() -> None:
    assert [board().name(hex) for hex in ground.edge_between("G", "F")] == ["5221", "5222", "5223", "5224"]
    assert ground.edge_between("F", "G") == ground.edge_between("G", "F")


@pytest.mark.case("4.0")
def test_map_edge_hexes_by_distance_from_an_entry() -> None:
    assert [board().name(hex) for hex in ground.edge_by_distance("E")][:5] == ["5219", "5218", "5220", "5217", "5221"]
    assert set(ground.edge_by_distance("E")) == set(ground.edge())


@pytest.mark.case("4.0")
def test_the_edge_is_the_outer_ring_without_the_sea() -> None:
    names = [board().name(hex) for hex in ground.edge()]
    assert names[:2] == ["0801", "0901"] and names[-1] == "0802" and len(set(names)) == len(names)
    ring = {name for name in board().names if name[:2] in ("08", "52") or name[2:] in ("01", "24")}
    assert set(names) == {name for name in ring if board().playable[board().hex(name)]}


# Roads, trails, escarpments


def connected(start: int, *kinds: str) -> frozenset[int]:
    found, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for kind in kinds:
            for near in board().road_steps(kind).get(here, ()):
                if near not in found:
                    found.add(near)
                    waiting.append(near)
    return frozenset(found)


@pytest.mark.case("9.2")
def test_the_coast_road_runs_from_the_western_edge_to_the_eastern() -> None:
    reached = connected(ground.entry("1"), "road")
    assert reached == frozenset(ground.road_steps())
    assert {ground.tobruk(), ground.place("Bardia"), ground.place("Sollum"), ground.entry("A")} <= reached


@pytest.mark.case("5.1", "9.2")
def test_roads_and_trails_make_one_network_with_every_entry() -> None:
    reached = connected(ground.entry("1"), "road", "trail")
    assert reached == frozenset(ground.road_steps()) | frozenset(ground.trail_steps())
    assert {*ground.entries("axis").values(), *ground.entries("commonwealth").values()} <= reached


@pytest.mark.case("9.2")
def test_a_road_is_met_both_ways_and_only_where_it_crosses() -> None:
    a, b, c = (board().hex(name) for name in ("2307", "2406", "2306"))
    assert ground.road(a, b) and ground.road(b, a) and ground.road(a, c)
    assert not ground.road(b, c)  # both on roads, but none joins them
    assert not ground.trail(a, b) and ground.trail(board().hex("2207"), board().hex("2308"))


@pytest.mark.case("5.1", "9.5", "10.5")
def test_an_escarpment_is_met_from_above_and_from_below() -> None:
    low, high = board().hex("2706"), board().hex("2707")
    assert ground.escarpment(low, high) and ground.escarpment(high, low)
    assert not ground.escarpment(low, board().hex("2705"))
    assert not ground.fortification(low, high)


def test_the_low_side_of_an_escarpment_faces_the_sea() -> None:
    """The great escarpments fall to the north, that of Sollum to the north-east."""
    climbs = [pair for pair, features in board().hexsides.items() if "escarpment" in features]
    assert len(climbs) == 152
    assert not [pair for pair in climbs if pair[::-1] in climbs]
    for low, high in climbs:
        (x0, y0), (x1, y1) = board().centre[low], board().centre[high]
        assert y0 < y1 or x0 > x1, (board().name(low), board().name(high))


def test_no_road_trail_or_hexside_touches_the_sea() -> None:
    on = {hex for road in board().roads for hex in road.hexes} | {hex for pair in board().hexsides for hex in pair}
    assert on.isdisjoint(board().with_terrain("sea"))


# Provenance and the drawn coast


def test_what_the_rulebook_does_not_say_is_marked_as_reconstructed() -> None:
    assert all(is_reconstructed(source) for road in board().roads for source in road.sources)
    assert all(is_reconstructed(source) for source in board().hexside_sources.values())
    assert board().source(board().hex("2403")).startswith("rulebook 15.1")
    assert board().reconstructed(board().hex("0812"))
    assert not board().reconstructed(board().hex("3417"))  # [15.2] units are set up there, so it is land


def test_the_fit_puts_every_named_hex_within_a_hex_of_its_true_place() -> None:
    fit = board().fit
    assert fit is not None
    assert {check.place: check.hex for check in fit.anchors} == PLACES
    assert all(check.dx**2 + check.dy**2 < 1 for check in fit.anchors)


def test_the_drawn_coast_is_the_one_of_this_map() -> None:
    coast = board().coast
    assert coast is not None and "Natural Earth" in coast.source
    assert load_board((DATA / "map.toml").read_bytes()).coast is None
    xs, ys = zip(*coast.lines[0], strict=True)
    assert min(xs) < min(x for x, _ in board().centre) and max(xs) > max(x for x, _ in board().centre)
    assert max(ys) > max(y for _, y in board().centre)
