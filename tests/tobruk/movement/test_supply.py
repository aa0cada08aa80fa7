"""[3.1, 5.0, 5.1] Supply paths. Headquarters close a hex without casting a zone, so they serve to shut gaps."""

from __future__ import annotations

import pytest

from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.supply import (
    explain_supply,
    has_path,
    path_of,
    supplied,
    supplied_if_held,
    supply_phase,
)
from sandtable.games.tobruk.state import Tobruk
from tests.tobruk.positions import after, at, position

# The hexes around 2820 are all in the zones of these three.
RING = "Duke/1SA 2919, Irish/5SA 2922, 1RNC/1SA 2620"


def path(state: Tobruk, name: str) -> list[str]:
    found = path_of(state, name)
    assert found is not None
    return [board().name(hexagon) for hexagon in found]


@pytest.mark.case("5.1")
def test_a_path_of_any_length_to_an_own_entry_hex_is_supply() -> None:
    state = position("I/8/15 5020", "Duke/1SA 1019")
    assert path(state, "I/8/15")[0] == "5020" and path(state, "I/8/15")[-1] in ("0801", "0808", "0812")
    assert path(state, "Duke/1SA")[-1] in ("5214", "5215", "5216", "5217", "5219", "5221", "5224", "2403")
    assert len(path(state, "I/8/15")) > 40


@pytest.mark.case("5.1")
def test_a_source_that_an_enemy_occupies_is_none() -> None:
    two, third = "7ArmHQ 0801, 1SAHQ 0808", ", 4IndHQ 0812"
    assert path(position("I/8/15 2820", two), "I/8/15")[-1] == "0812"
    assert not has_path(position("I/8/15 2820", two + third), "I/8/15")


@pytest.mark.case("5.1", "8.0")
def test_a_source_in_an_enemy_zone_is_reached_only_where_a_friend_stands() -> None:
    held = "7ArmHQ 0801, 1SAHQ 0808, Duke/1SA 0912"
    assert not has_path(position("I/8/15 2820", held), "I/8/15")
    assert has_path(position("I/8/15 2820, 15PzHQ 0812", held), "I/8/15")


@pytest.mark.case("5.1", "7.0")
def test_no_path_passes_an_enemy_unit_whatever_it_is() -> None:
    five = "7ArmHQ 2819, 1SAHQ 2920, 4IndHQ 2921, 2NZHQ 2821, 70HQ 2721"
    assert path(position("I/8/15 2820", five), "I/8/15")[1] == "2720"
    assert not has_path(position("I/8/15 2820", five + ", 2SAHQ 2720"), "I/8/15")


@pytest.mark.case("5.1", "8.0")
def test_no_path_passes_an_enemy_zone_unless_a_friend_stands_there() -> None:
    assert not has_path(position("I/8/15 2820", RING), "I/8/15")
    opened = position("I/8/15 2820, 15PzHQ 2720", RING)
    assert path(opened, "I/8/15")[:2] == ["2820", "2720"]
    assert has_path(opened, "15PzHQ")


@pytest.mark.case("5.1", "8.0")
def test_a_unit_next_to_the_enemy_may_be_in_supply_all_the_same() -> None:
    assert has_path(position("I/8/15 2820", "Duke/1SA 2921"), "I/8/15")


@pytest.mark.case("5.1")
def test_no_path_enters_rough_ground_away_from_roads() -> None:
    gaps = "7ArmHQ 2722, 1SAHQ 2622, 4IndHQ 2721"
    assert path(position("I/8/15 2621", gaps), "I/8/15")[1] == "2620"
    assert not has_path(position("I/8/15 2621", gaps + ", 2NZHQ 2620"), "I/8/15")  # 2521 and 2522 are rough


@pytest.mark.case("5.1")
def test_a_trail_leads_through_rough_ground() -> None:
    state = position("I/8/15 1808", "7ArmHQ 1807, 1SAHQ 1908")
    assert path(state, "I/8/15")[:3] == ["1808", "1709", "1608"]


@pytest.mark.case("5.1")
def test_a_unit_in_rough_ground_traces_out_of_its_own_hex() -> None:
    state = position("I/8/15 2521", "")
    assert path(state, "I/8/15")[0] == "2521" and has_path(state, "I/8/15")


@pytest.mark.case("5.1")
def test_nobody_traces_through_a_friend_in_rough_ground_who_has_no_road_out() -> None:
    """A trail joins 1808 and 1908; only the second has open ground beside it."""
    state = position("I/8/15 1808, II/8/15 1908", "7ArmHQ 1709, 1SAHQ 1807, 4IndHQ 2008")
    assert has_path(state, "II/8/15") and not has_path(state, "I/8/15")


@pytest.mark.case("5.1")
def test_a_friend_who_leaves_rough_ground_the_short_way_shortens_nobodys_path() -> None:
    """A path enters 2413 after fourteen hexes; who stands there has twelve to go."""
    there, elsewhere = position("", "Duke/1SA 2413"), position("", "Duke/1SA 2820")
    lengths = [supplied(state, "commonwealth")[at("2413")] for state in (there, elsewhere)]
    assert lengths == [14, 14] and len(path(there, "Duke/1SA")) == 13


@pytest.mark.case("5.1")
def test_a_path_climbs_an_escarpment_only_by_road_or_trail() -> None:
    """South of 2206 the ground rises; the road goes up to 2307."""
    beside = "7ArmHQ 2106, 1SAHQ 2205, 4IndHQ 2306"
    assert path(position("I/8/15 2206", beside), "I/8/15")[1] == "2307"
    assert not has_path(position("I/8/15 2206", beside + ", 2NZHQ 2307"), "I/8/15")


@pytest.mark.case("5.1")
def test_no_path_crosses_the_sea() -> None:
    shore = position("I/8/15 3203", "7ArmHQ 3104, 1SAHQ 3204, 4IndHQ 3304")
    assert not has_path(shore, "I/8/15")
    assert has_path(position("I/8/15 3203", "7ArmHQ 3104, 1SAHQ 3204"), "I/8/15")


@pytest.mark.case("5.1", "10.3")
def test_the_port_of_tobruk_supplies_the_commonwealth() -> None:
    besieged = position("39/Bol 2704, 27/Pav 2207, 19/Bre 1802, 28/Pav 2407", "2YL/14 2305")
    assert path(besieged, "2YL/14")[-1] == "2403"
    assert path(position("AfkHQ 2403", "2YL/14 2305"), "2YL/14")[-1].startswith("52")
    assert path(position("I/8/15 2305", "1SAHQ 0801, 4IndHQ 0808"), "I/8/15")[-1] == "0812"  # no port of the Axis


@pytest.mark.case("5.0", "3.1")
def test_the_supply_phase_looks_into_every_unit_of_both_sides() -> None:
    state = position("I/8/15 2820, 15PzHQ! 5020", f"{RING}, 8Hus/4Arm! 3022, 70HQ due3")
    state = after(supply_phase, state)
    assert {name: unit.unsupplied for name, unit in state.units.items() if unit.unsupplied} == {"I/8/15": 1}


@pytest.mark.case("5.1", "5.2")
def test_the_path_or_the_want_of_one_is_explained() -> None:
    lacking = explain_supply(position("I/8/15!! 2820", RING), "I/8/15")
    assert lacking.text == "I/8/15 at 2820: out of supply"
    assert "no path" in lacking.parts[1].text
    assert {part.text for part in lacking.parts[0].parts} == {
        "attack and defence are halved, rounded down",
        "its movement is halved, rounded up",
        "it is reduced in the next Supply Phase without a path",
    }
    having = explain_supply(position("15PzHQ 2820", ""), "15PzHQ")
    assert having.text == "15PzHQ at 2820: in supply" and having.parts[1].text.startswith("its path is 2820-")


@pytest.mark.case("5.1", "8.0")
def test_whoever_enters_the_edge_of_an_enemy_zone_would_be_in_supply_there() -> None:
    empty = position("15PzHQ 1010", "Duke/1SA 2820")
    for hexagon, within in (("2720", True), ("2819", True), ("2820", False)):
        assert (at(hexagon) in supplied_if_held(empty, "axis")) == within
        assert at(hexagon) not in supplied(empty, "axis")
    ring = position("15PzHQ 1010", RING)
    assert at("2820") not in supplied_if_held(ring, "axis")
    assert has_path(position("15PzHQ 1010, I/8/15 2720", "Duke/1SA 2820"), "I/8/15")
