"""[7] Zones of Control."""

from __future__ import annotations

import pytest

from sandtable.games.north_africa_41.ground.zones import (
    FREE,
    FULL,
    LIMITED,
    front,
    in_any_enemy_zone,
    in_enemy_zone,
    in_overlapping_zone,
    next_to_enemy,
)
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.state import DELTA, TRIPOLI, NorthAfrica
from tests.north_africa_41.positions import position

AROUND_2314 = {"2315", "2214", "2213", "2313", "2413", "2414"}


def zoned(state: NorthAfrica, side: str = "axis") -> set[str]:
    return {board().name(at) for at, kind in enumerate(front(state, side).zone) if kind}


def kind(state: NorthAfrica, name: str, side: str = "axis") -> int:
    return front(state, side).zone[board().hex(name)]


@pytest.mark.case("7.1")
@pytest.mark.parametrize("unit", ["br-3hus", "br-3hus-1", "al-xiii", "br-22gds-2"])
def test_every_combat_unit_holds_the_six_hexes_around_it_in_its_zone(unit: str) -> None:
    assert zoned(position(allied=f"{unit} 2314")) == AROUND_2314


@pytest.mark.case("7.1")
def test_trucks_replacements_and_supply_points_have_no_zone() -> None:
    state = position(
        allied="allied-truck-1, allied-truck-2^, repl-british-infantry-1 2314", supply={"allied": {"2314": 2}}
    )
    assert zoned(state) == set()
    assert not next_to_enemy(state, "axis", board().hex("2315"))


@pytest.mark.case("13.3.2", "13.2.2")
def test_disrupted_units_keep_their_zone_and_units_in_full_retreat_lose_it() -> None:
    assert zoned(position(allied="br-3hus~ 2314")) == AROUND_2314
    gone = position(allied="br-3hus~~ 2314")
    assert zoned(gone) == set()
    assert next_to_enemy(gone, "axis", board().hex("2315"))
    assert zoned(position(allied="br-3hus~~, br-5rtr 2314")) == AROUND_2314


@pytest.mark.case("16.4")
def test_units_out_of_supply_keep_their_zone() -> None:
    assert zoned(position(allied="br-3hus** 2314")) == AROUND_2314


@pytest.mark.case("7.3")
def test_a_zone_up_an_escarpment_is_limited_and_one_down_it_is_not() -> None:
    below = position(allied="br-3hus 3113")
    assert kind(below, "3114") == LIMITED
    assert kind(below, "3112") == FULL
    assert not in_enemy_zone(below, "axis", board().hex("3114"))
    assert in_any_enemy_zone(below, "axis", board().hex("3114"))
    assert kind(position(allied="br-3hus 3114"), "3113") == FULL


@pytest.mark.case("7.3")
def test_the_zone_is_full_when_another_unit_casts_it_on_the_level() -> None:
    assert kind(position(allied="br-3hus 3113, br-5rtr 3115"), "3114") == FULL


@pytest.mark.case("7.3", "9.5.2")
def test_a_zone_into_a_fortification_of_the_other_side_is_limited() -> None:
    state = position("ge-mg8 2315", "br-3hus 2314", forts={"2315": "axis", "2413": "allied"})
    assert kind(state, "2315") == LIMITED  # occupied or not, the Fortification counts
    assert kind(state, "2413") == FULL  # his own Fortification does not shelter anybody from him
    assert kind(state, "2314", "allied") == FULL  # out of a Fortification the zone is full
    assert kind(position(allied="br-3hus 2314", forts={"2315": "axis"}), "2315") == LIMITED


@pytest.mark.case("7.3", "9.5.4")
def test_a_fortification_under_construction_shelters_nobody() -> None:
    assert kind(position(allied="br-3hus 2314", works={"2315": "axis"}), "2315") == FULL


@pytest.mark.case("7.4")
def test_zones_of_two_units_that_are_not_adjacent_overlap() -> None:
    apart = position(allied="br-3hus 2313, br-5rtr 2315")
    assert in_overlapping_zone(apart, "axis", board().hex("2314"))
    assert not in_overlapping_zone(apart, "axis", board().hex("2312"))
    adjacent = position(allied="br-3hus 2315, br-5rtr 2415")
    assert in_enemy_zone(adjacent, "axis", board().hex("2414"))
    assert not in_overlapping_zone(adjacent, "axis", board().hex("2414"))


@pytest.mark.case("7.4")
def test_units_in_one_hex_do_not_overlap() -> None:
    assert front(position(allied="br-3hus, br-5rtr 2315"), "axis").overlapping == frozenset()


@pytest.mark.case("7.4", "7.3")
def test_a_limited_zone_makes_no_overlap() -> None:
    # 3115 casts a full zone on 3114, 3113 below the escarpment a limited one, though they are not adjacent.
    state = position(allied="br-3hus 3113, br-5rtr 3115")
    assert not in_overlapping_zone(state, "axis", board().hex("3114"))


@pytest.mark.case("7.4", "13.3.3")
def test_a_friendly_unit_cancels_overlapping_zones_unless_it_is_in_full_retreat() -> None:
    apart = "br-3hus 2313, br-5rtr 2315"
    middle = board().hex("2314")
    assert not in_overlapping_zone(position("ge-mg8 2314", apart), "axis", middle)
    assert in_overlapping_zone(position("ge-mg8~~ 2314", apart), "axis", middle)
    assert in_overlapping_zone(position("axis-truck-1 2314", apart), "axis", middle)


@pytest.mark.case("6.2")
def test_zones_reach_neither_into_a_box_nor_out_of_it() -> None:
    state = position("ge-mg8 2480, ge-mg2 tripoli", "br-3hus 1701, br-5rtr delta")
    assert front(state, "axis").zone[TRIPOLI] == FREE
    assert front(state, "allied").zone[DELTA] == FREE
    assert zoned(state, "allied") == {"2380", "2479"}
    assert zoned(state, "axis") == {"1601"}
    corner = position("", "br-3hus 0579")  # the last hexes of the map are not taken for the boxes
    assert "0580" in zoned(corner, "axis") and front(corner, "axis").zone[TRIPOLI] == FREE
