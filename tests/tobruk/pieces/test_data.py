"""The counters: what the lists print, and what the rules read from it."""

from collections import Counter as Tally
from collections.abc import MutableMapping

import pytest

from sandtable.games.tobruk.pieces.counters import (
    Counter,
    Strength,
    air_strength,
    air_units,
    chits,
    counters,
    headquarters,
    of_command,
)


def unit(name: str) -> Counter:
    return counters()[name]


def units(nation: str, kind: str) -> list[str]:
    return [each.id for each in counters().values() if each.nation == nation and each.kind == kind]


@pytest.mark.case("2.3")
def test_the_land_units_of_the_game() -> None:
    assert len(counters()) == 154
    assert Tally(each.nation for each in counters().values()) == {"commonwealth": 87, "german": 33, "italian": 34}
    assert Tally(each.size for each in counters().values()) == {"II": 130, "HQ": 12, "III": 12}
    assert Tally(each.country for each in counters().values()) == {
        "British": 40,
        "South African": 19,
        "New Zealand": 12,
        "Indian": 8,
        "Polish": 5,
        "Australian": 2,
        "Czech": 1,
        "German": 33,
        "Italian": 34,
    }
    assert Tally(each.kind for each in counters().values()) == {
        "infantry": 78,
        "armour": 25,
        "headquarters": 12,
        "motorised_infantry": 12,
        "recon": 9,
        "anti_tank": 8,
        "flak": 4,
        "machine_gun": 3,
        "pioneer": 3,
    }


@pytest.mark.case("2.3")
def test_land_units_air_units_and_chits_leave_room_for_the_markers_among_228_counters() -> None:
    assert len(counters()) + len(air_units()) + len(chits()) == 228 - 36


@pytest.mark.case("2.3")
@pytest.mark.parametrize(
    ("side", "count", "sums"), [("commonwealth", 81, (323, 345, 1084)), ("axis", 61, (215, 232, 812))]
)
def test_the_factors_of_each_side_add_up(side: str, count: int, sums: tuple[int, int, int]) -> None:
    fighters = [each for each in counters().values() if each.side == side and each.is_combat]
    assert len(fighters) == count
    assert sums == (
        sum(each.attack for each in fighters),
        sum(each.defence for each in fighters),
        sum(each.movement for each in fighters),
    )


@pytest.mark.case("2.3")
def test_the_factors_of_each_side_are_spread_as_listed() -> None:
    spread = {
        side: Tally(each.factors for each in counters().values() if each.side == side and each.is_combat)
        for side in ("commonwealth", "axis")
    }
    assert spread["commonwealth"] == {
        "4-5-12": 31,
        "3-4-12": 17,
        "4-3-18": 7,
        "6-4-16": 7,
        "5-4-12": 5,
        "4-5-18": 5,
        "2-3-12": 4,
        "5-3-16": 3,
        "7-5-12": 1,
        "3-2-12": 1,
    }
    assert spread["axis"] == {
        "2-3-8": 10,
        "3-4-12": 9,
        "3-4-8": 8,
        "3-4-18": 7,
        "9-6-18": 4,
        "5-4-18": 4,
        "3-2-16": 4,
        "2-3-12": 4,
        "4-3-16": 3,
        "6-5-18": 2,
        "4-5-18": 2,
        "4-5-12": 2,
        "4-3-18": 1,
        "3-4-16": 1,
    }


@pytest.mark.case("2.3")
def test_a_loss_halves_a_unit_and_leaves_its_movement() -> None:
    for each in counters().values():
        if each.is_headquarters:
            continue
        assert each.reduced == Strength((each.attack + 1) // 2, (each.defence + 1) // 2, each.movement), each.id
    assert str(unit("I/8/15").full) == "9-6-18" and str(unit("I/8/15").reduced) == "5-3-18"


@pytest.mark.case("2.4", "6.0")
def test_headquarters_command_nine_hexes_around_and_one_to_three_batteries() -> None:
    found = [each for each in counters().values() if each.is_headquarters]
    assert {each.id: each.factors for each in found} == {
        "70HQ": "3-9-12",
        "4IndHQ": "2-9-12",
        "2NZHQ": "2-9-12",
        "7ArmHQ": "3-9-18",
        "1SAHQ": "2-9-12",
        "2SAHQ": "2-9-12",
        "15PzHQ": "1-9-18",
        "21PzHQ": "2-9-18",
        "AfkHQ": "1-9-12",
        "AriHQ": "1-9-16",
        "TriHQ": "1-9-12",
        "XXIHQ": "3-9-12",
    }
    for each in found:
        assert each.range == 9 and each.artillery in (1, 2, 3) and each.motorised
        assert (each.attack, each.defence, each.reduced, each.battalions) == (0, 0, None, 0)
        assert not each.is_combat
    assert all(each.range == each.artillery == 0 for each in counters().values() if each.is_combat)


@pytest.mark.case("2.3", "2.6")
def test_every_corps_has_a_chit_headquarters_and_units() -> None:
    assert {chit.id: chit.side for chit in chits().values()} == {
        "tobruk": "commonwealth",
        "xiii": "commonwealth",
        "xxx": "commonwealth",
        "15pz": "axis",
        "21pz": "axis",
        "afrika": "axis",
        "cam": "axis",
        "xxi": "axis",
    }
    assert {command: [each.id for each in headquarters(command)] for command in chits()} == {
        "tobruk": ["70HQ"],
        "xiii": ["4IndHQ", "2NZHQ"],
        "xxx": ["7ArmHQ", "1SAHQ", "2SAHQ"],
        "15pz": ["15PzHQ"],
        "21pz": ["21PzHQ"],
        "afrika": ["AfkHQ"],
        "cam": ["AriHQ", "TriHQ"],
        "xxi": ["XXIHQ"],
    }
    for chit in chits().values():
        assert {each.nation for each in of_command(chit.id)} == {chit.nation}
    assert sum(len(of_command(command)) for command in chits()) == 151


@pytest.mark.case("6.1")
def test_two_germans_and_an_italian_are_unassigned() -> None:
    assert {each.id: each.nation for each in of_command(None)} == {
        "III/255": "german",
        "III/347": "german",
        "1Mil": "italian",
    }


@pytest.mark.case("6.0", "9.4", "13.0")
def test_kinds_and_what_they_can_do() -> None:
    assert units("german", "recon") == ["33Rc/15", "3/21"]
    assert units("italian", "recon") == []
    assert len(units("commonwealth", "recon")) == 7
    for each in counters().values():
        assert each.is_mechanised == (each.is_armour or each.is_recon or each.kind == "motorised_infantry")
        assert not each.is_mechanised or each.motorised
    assert not unit("33Pi/15").is_mechanised and unit("33Pi/15").motorised
    assert not unit("2YL/14").motorised and unit("4RTR/32Tk").motorised


@pytest.mark.case("13.0")
def test_anti_tank_guns_of_both_sides() -> None:
    guns = {
        nation: [each.id for each in counters().values() if each.gun and each.nation == nation]
        for nation in ("commonwealth", "german", "italian")
    }
    assert guns == {
        "commonwealth": ["149AT", "65AT", "3RHA/7Sup", "102/7Arm"],
        "italian": ["1Mil"],
        "german": ["33AT/15", "605/21", "39/21", "606/DAK", "617/DAK", "I/33/LW", "I/18/LW"],
    }
    assert {each.kind for each in counters().values() if each.gun} == {"anti_tank", "flak"}


@pytest.mark.case("12.0")
def test_italian_armour_is_never_recovered() -> None:
    assert {each.nation for each in counters().values() if each.recovers} == {"commonwealth", "german"}
    assert Tally(each.nation for each in counters().values() if each.is_armour) == {
        "commonwealth": 14,
        "german": 4,
        "italian": 7,
    }
    assert all(each.is_armour for each in counters().values() if each.recovers)


@pytest.mark.case("7.1")
def test_a_regiment_counts_as_three_battalions() -> None:
    assert unit("19/Bre").battalions == 3 and unit("27/Bre").battalions == 1 and unit("XXIHQ").battalions == 0
    assert {each.nation for each in counters().values() if each.size == "III"} == {"italian"}
    assert {str(each.full)[:3] for each in counters().values() if each.size == "III"} == {"3-4"}


@pytest.mark.case("2.3")
def test_three_units_of_one_name_are_told_apart() -> None:
    assert {each.id: (each.factors, each.kind) for each in counters().values() if each.name == "33/15"} == {
        "33Pi/15": ("3-4-18", "pioneer"),
        "33Rc/15": ("5-4-18", "recon"),
        "33AT/15": ("3-4-18", "anti_tank"),
    }
    names = Tally(each.name for each in counters().values())
    assert {name for name, count in names.items() if count > 1} == {"33/15"}


@pytest.mark.case("2.5")
@pytest.mark.parametrize(
    ("nation", "fighters", "support"), [("commonwealth", 10, 7), ("german", 6, 3), ("italian", 2, 2)]
)
def test_the_air_units_of_each_nation(nation: str, fighters: int, support: int) -> None:
    kinds = Tally(each.kind for each in air_units().values() if each.nation == nation)
    assert kinds == {"fighter": fighters, "close_air_support": support}


@pytest.mark.case("2.5")
def test_the_air_units_of_each_side() -> None:
    assert air_strength("axis", "fighter") == 8 and air_strength("axis", "close_air_support") == 5
    assert air_strength("commonwealth", "fighter") == 10 and air_strength("commonwealth", "close_air_support") == 7
    assert len(air_units()) == 30
    assert list(air_units())[:2] == ["CwF1", "CwF2"] and air_units()["ItB2"].side == "axis"


def test_ids_can_be_typed_and_never_stand_for_two_things() -> None:
    ids = [*counters(), *air_units(), *chits()]
    assert len(set(ids)) == len(ids)
    assert all(" " not in each and "&" not in each and "*" not in each and "+" not in each for each in ids)


def test_every_counter_names_the_source_of_each_of_its_parts() -> None:
    for each in counters().values():
        source = each.source
        assert all((source.factors, source.kind, source.size, source.command, source.reduced, source.full_name))
    assert all(each.source for each in air_units().values())
    assert all(each.source for each in chits().values())


def test_what_the_rulebook_does_not_print_is_marked_as_reconstructed() -> None:
    assert unit("2YL/14").source.factors.startswith("rulebook")
    assert unit("2YL/14").source.reduced.startswith("reconstructed")
    assert unit("2SAHQ").source.command.startswith("reconstructed")
    assert unit("33AT/15").source.kind.startswith("rulebook")
    assert "15.2 prints 3-4-18" in unit("Lnr/Car").source.factors


def test_neither_a_counter_nor_the_list_of_them_can_be_changed() -> None:
    for field in ("attack", "side", "source"):
        with pytest.raises(AttributeError):
            setattr(unit("I/8/15"), field, 9)
    assert not any(isinstance(table, MutableMapping) for table in (counters(), air_units(), chits()))
