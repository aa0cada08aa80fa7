"""What can be barraged in a hex and what the firer is told."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.combat.barrage.targets import (
    CLASSES,
    DECOY,
    Stated,
    column_shift,
    is_target,
    numbered,
    stated,
)
from sandtable.games.campaign_for_north_africa.contents import Report
from sandtable.games.campaign_for_north_africa.ground.passage import works_at
from sandtable.games.campaign_for_north_africa.map import board
from tests.campaign_for_north_africa.positions import position

AT = board().hex("C3818")
FRONT = board().hex("C3918")


@pytest.mark.case("12.21", "12.22")
def test_every_unit_of_a_formation_is_a_target_of_its_own() -> None:
    state = position("90Le+ C3818", "1RNF C3918", phasing="commonwealth")
    found = numbered(state, AT, "commonwealth")
    assert {target: len(names) for target, names in found.items()} == {"infantry": 8, "armour": 1, "gun": 3}
    assert "90Le" not in {name for names in found.values() for name in names}
    assert sum(len(names) for names in found.values()) == 12  # thirteen in the book, with the Flak that is out of play


@pytest.mark.case("12.22", "3.34", "3.35")
def test_headquarters_are_targets_only_with_points_that_fight_without_parentheses() -> None:
    state = position("Ariete, 16Pist, 65Fant, 16Eng C3818, 35Fant[] C3818", "1RNF C3918")
    assert [name for name in ("Ariete", "16Pist", "65Fant", "35Fant") if is_target(state, name)] == ["65Fant"]
    assert is_target(state, "16Eng")


@pytest.mark.case("3.22", "12.22")
def test_a_gun_unit_with_armoured_and_other_points_is_two_targets() -> None:
    state = position("33PzJg[3.7Pak:3, PzJgI:2] C3818", "1RNF C3918")
    assert numbered(state, AT, "commonwealth") == {"armour": ("33PzJg",), "gun": ("33PzJg",)}


@pytest.mark.case("12.23", "3.61", "3.62")
def test_only_counts_are_stated_of_what_is_attached() -> None:
    state = position("104Sch C3818, I/104>104Sch, II/104>104Sch", "1RNF C3918")
    told = stated(state, "commonwealth", (FRONT,))
    assert Stated(AT, "infantry", 2) in told
    assert Stated(AT, "gun", 1, ("104Sch",)) in told  # its counter can be read


@pytest.mark.case("12.23", "16.51")
def test_a_unit_known_to_be_in_the_hex_can_be_named() -> None:
    known = {"commonwealth": {"II/104": Report(1, 1, "C3818", 6)}}
    state = position("104Sch C3818, I/104>104Sch, II/104>104Sch", "1RNF C3918", known=known)
    assert Stated(AT, "infantry", 2, ("II/104",)) in stated(state, "commonwealth", (FRONT,))
    assert numbered(state, AT, "commonwealth")["infantry"] == ("II/104", "I/104")


@pytest.mark.case("12.23")
def test_what_was_learnt_in_another_hex_names_nothing() -> None:
    known = {"commonwealth": {"II/104": Report(1, 1, "C3719", 6)}}
    state = position("104Sch C3818, I/104>104Sch, II/104>104Sch", "1RNF C3918", known=known)
    assert Stated(AT, "infantry", 2) in stated(state, "commonwealth", (FRONT,))


@pytest.mark.case("12.24")
def test_numbers_stay_the_same_within_a_segment_and_change_with_the_next() -> None:
    state = position("90Le+ C3818", "1RNF C3918", cycle=1)
    again = position("90Le+ C3818", "1RNF C3918", cycle=1)
    later = position("90Le+ C3818", "1RNF C3918", cycle=2)
    assert numbered(state, AT, "commonwealth") == numbered(again, AT, "commonwealth")
    assert numbered(state, AT, "commonwealth") != numbered(later, AT, "commonwealth")


@pytest.mark.case("12.22", "3.22", "16.41", "12.24", "12.23")
def test_a_dummy_tank_battalion_is_stated_as_armour_and_is_given_away_by_nothing() -> None:
    decoys = {"axis": (AT,)}
    state = position("5Pz C3818, I/5Pz>5Pz, II/5Pz>5Pz", "1RNF C3918", decoys=decoys)
    assert Stated(AT, "armour", 3) in stated(state, "commonwealth", (FRONT,))
    alone = position("I/104 C3818", "1RNF C3918", decoys=decoys)
    assert Stated(AT, "armour", 1) in stated(alone, "commonwealth", (FRONT,))
    assert "armour" not in numbered(position("I/104 C3818", "1RNF C3918"), AT, "commonwealth")
    places = {
        numbered(position("5Pz C3818, I/5Pz>5Pz, II/5Pz>5Pz", decoys=decoys, cycle=cycle), AT, "commonwealth")[
            "armour"
        ].index(DECOY)
        for cycle in range(12)
    }
    assert places == {0, 1, 2}  # its number tells nothing


@pytest.mark.case("12.31", "12.23")
def test_only_hexes_next_to_the_guns_are_told_of() -> None:
    state = position("I/104 C3818, II/104 C3718", "1RNF C3918")
    assert {each.at for each in stated(state, "commonwealth", (FRONT,))} == {AT}


@pytest.mark.case("12.51")
def test_fortifications_and_dumps_are_targets_too() -> None:
    state = position("I/104 C3818", "1RNF C3918", forts={"C3818": 1}, supply={"AX-S1": ("C3818", 10, 10)})
    told = stated(state, "commonwealth", (FRONT,))
    assert Stated(AT, "fortification", 1) in told and Stated(AT, "dump", 1, ("AX-S1",)) in told


@pytest.mark.case("12.33", "12.34")
def test_the_best_of_terrain_and_fortification_counts_and_not_both() -> None:
    state = position("I/104 B6022", "1RNF C3918", forts={"B6022": 2, "B5822": 1, "C3818": 2})
    assert column_shift(state, board().hex("B6022"), "infantry") == -2
    assert column_shift(state, board().hex("B5822"), "infantry") == -1
    assert column_shift(state, board().hex("B5723"), "infantry") == -1
    assert column_shift(state, AT, "infantry") == -2
    assert column_shift(state, FRONT, "infantry") == 0


@pytest.mark.case("12.33", "12.34", "8.37", "25.22")
def test_works_shelter_armour_in_a_major_city_only() -> None:
    """Infantry and guns gain by any fortification; tanks by the ground they stand on, and by the walls of Tobruk."""
    state = position("I/104 C3818", "1RNF C3918", forts={"C3818": 2, "B5822": 2})
    assert [column_shift(state, AT, target) for target in CLASSES] == [-2, 0, -2]
    assert [column_shift(state, board().hex("B5822"), target) for target in CLASSES] == [-2, -1, -2]  # rough
    assert [column_shift(state, board().hex("C4321"), target) for target in CLASSES] == [-2, -2, -2]


@pytest.mark.case("12.34", "12.53", "25.12")
def test_a_major_city_is_a_fortification_until_barrages_reduce_it() -> None:
    state = position("I/104 C4321", "1RNF C4320")
    at = board().hex("C4321")
    assert works_at(state, at) == 2 and column_shift(state, at, "infantry") == -2
    reduced = position("I/104 C4321", "1RNF C4320", forts={"C4321": 0})
    assert works_at(reduced, at) == 0 and column_shift(reduced, at, "infantry") == 0
