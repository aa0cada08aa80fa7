"""The pieces agree with what the rulebook says of them."""

from collections import Counter as Tally
from collections.abc import MutableMapping
from typing import cast

import pytest

from sandtable.games.north_africa_41.pieces.counters import (
    SIDES,
    Counter,
    british_mechanised_battalions,
    counters,
    remnants,
    replacements,
    same_formation,
    side_of,
    trucks,
)


def unit(name: str) -> Counter:
    return counters()[name]


def values(name: str, steps: int | None = None) -> tuple[int, int | None, int, int]:
    face = unit(name).face(steps)
    return face.attack, face.tank_rating, face.defence, face.movement


# The sheet as a whole


@pytest.mark.case("2.1", "2.3")
def test_the_sheet_holds_56_axis_and_68_allied_combat_units() -> None:
    assert Tally(each.side for each in counters().values()) == {"axis": 56, "allied": 68}


@pytest.mark.case("2.3.4")
def test_units_are_counted_by_nationality_and_colour() -> None:
    assert Tally(each.nation for each in counters().values()) == {
        "german": 28,
        "italian": 28,
        "british": 43,
        "australian": 4,
        "indian": 6,
        "new-zealand": 4,
        "south-african": 9,
        "polish": 1,
        "czech": 1,
    }
    colours = {
        each.nation: {other.colour for other in counters().values() if other.nation == each.nation}
        for each in counters().values()
    }
    assert colours["german"] == {"wehrmacht", "luftwaffe"}
    assert colours["australian"] == colours["indian"] == colours["new-zealand"] == {"commonwealth"}
    assert colours["south-african"] == {"south-african"}


@pytest.mark.case("2.3.4", "2.3.1")
def test_the_luftwaffe_sends_the_two_flak_battalions() -> None:
    assert {each.id for each in counters().values() if each.flak} == {"ge-i-33flak", "ge-i-18flak"}
    assert {each.id for each in counters().values() if each.colour == "luftwaffe"} == {"ge-i-33flak", "ge-i-18flak"}


@pytest.mark.case("2.3.1")
def test_every_combat_unit_has_a_defence_and_no_other_piece_is_among_them() -> None:
    assert all(face.defence >= 1 for each in counters().values() for face in each.faces)
    assert not set(counters()) & {*trucks(), *replacements()}


@pytest.mark.case("2.3.1")
def test_a_piece_is_of_one_side() -> None:
    assert (side_of("ge-i-5"), side_of("allied-truck-1"), side_of("repl-italian-tank-2")) == ("axis", "allied", "axis")
    with pytest.raises(ValueError, match="no piece"):
        side_of("ge-i-6")


@pytest.mark.case("2.3.2")
def test_every_value_has_a_source() -> None:
    told = [each.source for each in counters().values()] + [each.source for each in remnants().values()]
    told += [each.source for each in trucks().values()] + [each.source for each in replacements().values()]
    assert all(source.startswith(("rulebook", "published", "history", "reconstructed")) for source in told)


@pytest.mark.case("2.3.2")
def test_the_sheet_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        cast(MutableMapping[str, Counter], counters())["ge-i-5"] = unit("ge-i-8")


# Types


@pytest.mark.case("2.3.3")
def test_infantry_and_machine_guns_on_foot_are_the_only_units_that_are_not_mechanised() -> None:
    on_foot = {each.type for each in counters().values() if not each.mechanised}
    assert on_foot == {"infantry"}
    assert all(unit(name).mechanised for name in ("br-1rnf", "it-rc", "ge-k15", "al-tob", "ge-dak", "br-7rtr"))


@pytest.mark.case("2.3.3")
def test_vehicles_silhouettes_and_infantry_types_are_told_apart() -> None:
    by_type = {each.type: (each.vehicle, each.silhouetted, each.infantry_type) for each in counters().values()}
    assert by_type == {
        "tank": (True, True, False),
        "flak": (True, True, False),
        "reconnaissance": (True, False, False),
        "infantry": (False, False, True),
        "motorised-infantry": (False, False, True),
        "motorised-machine-gun": (False, False, True),
        "motorised-airborne": (False, False, True),
        "motorcycle": (False, False, True),
        "artillery-group": (False, False, False),
        "headquarters": (False, False, False),
    }


@pytest.mark.case("2.3.2")
def test_units_on_foot_have_an_allowance_of_three() -> None:
    assert {each.face().movement for each in counters().values() if not each.mechanised} == {3}


@pytest.mark.case("4.2", "17.1.2")
def test_support_units_have_no_stacking_value_and_every_other_at_most_two() -> None:
    support = [each for each in counters().values() if each.support]
    assert {each.face().stacking for each in support} == {0}
    assert {face.stacking for each in counters().values() for face in each.faces} == {0, 1, 2}


@pytest.mark.case("4.3")
def test_silhouetted_units_show_no_stacking_value_of_their_own() -> None:
    assert {each.face().stacking for each in counters().values() if each.silhouetted} == {0}


@pytest.mark.case("2.3.2", "9.2.4")
def test_only_tanks_and_flak_have_a_tank_rating() -> None:
    for each in counters().values():
        assert all((face.tank_rating is not None) == each.silhouetted for face in each.faces), each.id


# Steps and remnants


@pytest.mark.case("2.3.5", "10.3")
def test_steps_run_from_one_to_three_and_never_grow_stronger() -> None:
    assert {each.steps for each in counters().values()} == {1, 2, 3}
    for each in counters().values():
        assert [face.attack for face in each.faces] == sorted((face.attack for face in each.faces), reverse=True)
        assert [face.defence for face in each.faces] == sorted((face.defence for face in each.faces), reverse=True)


@pytest.mark.case("2.3.5")
def test_the_sixth_new_zealand_brigade_has_three_steps() -> None:
    assert unit("nz-6").steps == 3
    assert unit("nz-6").face(3).defence > unit("nz-6").face(2).defence > unit("nz-6").face(1).defence


@pytest.mark.case("2.3.5")
def test_there_is_no_fourth_step_and_no_face_without_steps() -> None:
    for steps in (0, 4):
        with pytest.raises(ValueError, match="steps"):
            unit("nz-6").face(steps)


@pytest.mark.case("2.3.5", "10.4.1")
def test_three_step_units_and_they_alone_end_as_a_remnant() -> None:
    for each in counters().values():
        assert bool(each.remnant) == (each.steps == 3), each.id
    assert unit("ge-i-8").face(1) == remnants()["german-tank"].face


@pytest.mark.case("10.4.1")
def test_four_german_tank_remnants_stand_for_the_last_step_of_the_panzer_battalions() -> None:
    remnant = remnants()["german-tank"]
    assert remnant.count == 4
    assert (remnant.face.attack, remnant.face.tank_rating, remnant.face.defence, remnant.face.movement) == (3, 2, 2, 5)


@pytest.mark.case("10.4.1")
def test_the_axis_infantry_remnant_is_a_single_battalion() -> None:
    remnant = remnants()["axis-infantry"]
    assert (remnant.count, remnant.face.attack, remnant.face.defence, remnant.face.movement) == (1, 1, 3, 3)


@pytest.mark.case("10.4.2")
def test_remnants_can_run_out() -> None:
    wanting = Tally(each.remnant for each in counters().values() if each.remnant)
    assert wanting["axis-infantry"] > remnants()["axis-infantry"].count
    assert wanting["allied-infantry"] > remnants()["allied-infantry"].count


@pytest.mark.case("10.4.1")
def test_a_remnant_is_as_mobile_as_the_unit_it_stands_for() -> None:
    for each in counters().values():
        if each.remnant and not each.tank:
            assert each.face(1).movement == each.face(3).movement


# Units the book describes


@pytest.mark.case("2.3.2", "20.4.1")
def test_the_sixth_royal_tanks_before_and_after_their_crusaders() -> None:
    assert values("br-6rtr") == (5, 1, 4, 4)
    assert values("br-6rtr-u") == (6, 2, 4, 5)


@pytest.mark.case("20.4.1")
@pytest.mark.parametrize("name", ["br-3hus", "br-7hus"])
def test_the_light_tanks_have_a_rating_of_zero_and_a_reduced_side(name: str) -> None:
    assert values(name) == (2, 0, 2, 5)
    assert unit(name).steps == 2


@pytest.mark.case("2.3.2", "22.2.5")
def test_the_first_panzer_battalion_of_the_convoy_example() -> None:
    assert values("ge-i-8") == (9, 3, 6, 5)
    assert unit("ge-i-8").steps == 3


@pytest.mark.case("2.3.2", "21.2")
def test_the_rifle_regiment_of_the_convoy_example() -> None:
    counter = unit("ge-104-15")
    assert (counter.face().attack, counter.face().movement, counter.steps, counter.face().stacking) == (5, 5, 2, 2)


@pytest.mark.case("8.9.1")
def test_a_british_battalion_falls_to_one_step_with_a_defence_of_three() -> None:
    assert (unit("br-1thr").face().defence, unit("br-1thr").steps) == (3, 1)


@pytest.mark.case("11.5.3")
def test_the_defenders_of_the_desperate_example_are_on_the_sheet() -> None:
    assert (unit("it-19bre").face().quality, unit("it-19bre").steps) == ("low", 2)
    assert unit("it-7ar").face(1).quality == "normal"


@pytest.mark.case("18.2", "9.2.4")
def test_two_flak_battalions_match_the_best_tanks() -> None:
    flak = [each for each in counters().values() if each.flak]
    assert len(flak) == 2
    best = max(each.face().tank_rating or 0 for each in counters().values() if each.tank)
    assert {each.face().tank_rating for each in flak} == {best}


@pytest.mark.case("19.2.5")
def test_four_battalions_have_matildas_and_take_heavy_tanks_only() -> None:
    assert {each.id for each in counters().values() if each.matilda} == {"br-4rtr", "br-7rtr", "br-42rtr", "br-44rtr"}
    assert unit("br-7rtr").replaced_by == ("heavy-tank",)


@pytest.mark.case("19.2.3", "19.1.2")
def test_replacements_fit_by_type() -> None:
    assert unit("ge-i-5").replaced_by == ("tank", "heavy-tank")
    assert {unit(name).replaced_by for name in ("ge-3rec", "ge-i-33flak", "it-8b", "au-20")} == {("infantry",)}
    assert unit("ge-dak").replaced_by == unit("al-7med").replaced_by == ()


# Artillery Support Units


@pytest.mark.case("17.1", "17.1.1")
def test_five_axis_and_four_allied_support_units() -> None:
    assert {each.id for each in counters().values() if each.headquarters} == {
        "ge-dak",
        "it-x",
        "it-xxi",
        "it-xx",
        "al-xiii",
        "al-xxx",
    }
    assert {each.id for each in counters().values() if each.support and not each.headquarters} == {
        "ge-arko104",
        "al-tob",
        "al-7med",
    }


@pytest.mark.case("17.1.1", "17.3")
def test_support_units_have_a_range_and_one_step() -> None:
    for each in counters().values():
        assert (each.range > 0) == each.support
        if each.support:
            assert (each.steps, each.face().attack, each.face().defence) == (1, 0, 1)


@pytest.mark.case("18.4")
def test_the_afrika_korps_alone_has_no_artillery() -> None:
    assert [each.id for each in counters().values() if each.support and not each.artillery] == ["ge-dak"]


@pytest.mark.case("17.1.2")
def test_the_tobruk_artillery_is_the_one_unit_that_never_moves() -> None:
    assert [each.id for each in counters().values() if each.immobile] == ["al-tob"]


# Formations


@pytest.mark.case("15.4.2", "15.4.1")
def test_units_of_a_division_are_one_formation_and_independent_ones_are_alone() -> None:
    assert same_formation("ge-i-5", "ge-mg8")
    assert not same_formation("ge-i-5", "ge-i-8")
    assert not same_formation("br-1rtr", "br-7rtr")
    assert same_formation("br-1rtr", "br-1rtr")


@pytest.mark.case("15.4.3")
def test_british_mechanised_battalions_make_up_any_armoured_division() -> None:
    battalions = british_mechanised_battalions()
    assert {"br-3hus", "br-kdg", "br-2rb", "br-1rnf", "br-7rtr"} <= set(battalions)
    assert not {"br-22gds-m", "in-cih", "ge-i-5", "al-xiii"} & set(battalions)


@pytest.mark.case("20.4.2")
def test_the_same_battalions_serve_in_two_divisions() -> None:
    assert unit("ge-i-5").formation == "5th Light"
    assert unit("ge-i-5-21").formation == "21st Panzer"
    assert values("ge-i-5") == values("ge-i-5-21")


ABBREVIATIONS = [
    "TRD",
    "Aosta",
    "Ar",
    "Arko",
    "Bach",
    "Bol",
    "Bre",
    "Carp",
    "CLY",
    "DAK",
    "GAF",
    "Gds",
    "GGFF",
    "Hus",
    "KDG",
    "KRRC",
    "L",
    "Oa",
    "Pav",
    "QuBay",
    "RB",
    "RC",
    "RE",
    "RG",
    "RL",
    "RNF",
    "RTR",
    "Sav",
    "THR",
    "Tren",
    "Triest",
    "Aus",
    "Ind",
    "NZ",
    "SA",
]


@pytest.mark.case("2.3.2")
@pytest.mark.parametrize("word", ABBREVIATIONS)
def test_every_abbreviation_of_the_list_stands_on_a_unit(word: str) -> None:
    assert any(word in part.replace("/", " ").split() for part in (each.name for each in counters().values()))


# Pieces that do not fight


@pytest.mark.case("5.8.1", "17.2.4")
def test_each_side_has_five_trucks_that_reach_five_hexes_with_supply() -> None:
    own = [truck for truck in trucks().values() if not truck.captured]
    assert Tally(truck.side for truck in own) == {"axis": 5, "allied": 5}
    assert {truck.range for truck in trucks().values()} == {5}


@pytest.mark.case("27.1")
def test_two_captured_trucks_wait_for_the_axis() -> None:
    assert [truck.id for truck in trucks().values() if truck.captured] == ["captured-truck-1", "captured-truck-2"]
    assert {truck.side for truck in trucks().values() if truck.captured} == {"axis"}


@pytest.mark.case("19.2.2")
def test_the_replacement_pools_hold_twelve_axis_and_ten_allied_units() -> None:
    assert Tally(each.side for each in replacements().values()) == {"axis": 12, "allied": 10}


@pytest.mark.case("19.2.3", "19.2.5")
def test_allied_tank_replacements_have_heavy_tanks_on_the_back() -> None:
    assert replacements()["repl-allied-tank-1"].kinds == ("tank", "heavy-tank")
    assert all(len(each.kinds) == 1 for each in replacements().values() if each.side == "axis")


@pytest.mark.case("19.2.1")
def test_tank_replacements_drive_and_italian_infantry_walks() -> None:
    assert replacements()["repl-german-tank-1"].movement == 5
    assert replacements()["repl-italian-tank-1"].mechanised
    assert not replacements()["repl-italian-infantry-1"].mechanised


@pytest.mark.case("3.2")
def test_the_allies_come_first() -> None:
    assert SIDES == ("allied", "axis")
