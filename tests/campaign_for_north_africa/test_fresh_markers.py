"""What has just come into play has done nothing, owes nothing and hides nothing, until something says so."""

from __future__ import annotations

import pytest
from msgspec.structs import asdict

from sandtable.core.values import Value
from sandtable.games.campaign_for_north_africa.contents import (
    IN_PORT,
    Captives,
    Commando,
    Consignment,
    Loan,
    Minefield,
    Project,
    Raider,
    Replacement,
    Report,
    Ship,
    Shot,
    Squadron,
    SupplyUnit,
    Unit,
    Wreck,
)


def unset(value: Value, *given: str) -> dict[str, object]:
    """Everything but what was given."""
    return {name: each for name, each in asdict(value).items() if name not in given}


@pytest.mark.case("6.2", "6.14", "8.17", "8.23", "8.73", "8.84", "15.81", "15.93", "17.1", "17.34", "17.35", "18.21")
@pytest.mark.case("18.23", "18.24", "19.11", "19.12", "21.25", "21.26", "21.37", "21.41", "32.23", "32.53", "4.46")
def test_a_unit_that_has_just_come_has_done_nothing_and_suffered_nothing() -> None:
    figures = dict.fromkeys(
        ("cohesion", "morale", "motors", "spent", "forced", "breakdown", "checked", "in_sand", "marched", "fuel"), 0
    )
    more = dict.fromkeys(("reserve", "released", "assaults", "training"), 0)
    flags = dict.fromkeys(("stirred", "landed", "engaged", "halted"), False)
    rest = {"attached": "", "assigned": "", "toe": {}, "began": -1, "probed": (), "school": "", "journey": None}
    assert unset(Unit(7), "at") == figures | more | flags | rest


@pytest.mark.case("32.12", "32.18", "32.32", "32.58", "32.33", "32.17", "8.84")
def test_a_supply_unit_is_real_and_stands_on_the_ground_until_something_carries_it() -> None:
    expected = {
        "ammo": 0,
        "fuel": 0,
        "dummy": False,
        "motors": 0,
        "spent": 0,
        "moved": "",
        "tried": "",
        "journey": None,
    }
    assert unset(SupplyUnit("axis", 7), "side", "at") == expected


@pytest.mark.case("14.46", "21.42", "22.13")
def test_a_wreck_lies_where_it_was_left() -> None:
    wreck = Wreck(7, "axis", "german", "PzII", 2, destroyed=True)
    assert unset(wreck, "at", "side", "nation", "weapon", "points", "destroyed") == {
        "unit": "",
        "code": "",
        "towed": False,
    }


@pytest.mark.case("28.11", "28.12", "28.13", "28.17", "28.23")
def test_prisoner_points_are_nobodys_and_have_marched_nowhere() -> None:
    expected = {"captor": None, "spent": 0, "free": False, "fresh": False}
    assert unset(Captives("italian", 7, 5), "nation", "at", "points") == expected


@pytest.mark.case("24.11", "24.12", "24.23", "24.53", "24.63")
def test_a_work_that_was_just_begun_has_no_stage_behind_it() -> None:
    expected = {"builders": (), "hexes": (), "stages": 0, "shaken": False}
    assert unset(Project("axis", 7, "build road"), "side", "at", "work") == expected


@pytest.mark.case("26.11", "26.15")
def test_a_minefield_is_real_and_nobody_knows() -> None:
    assert unset(Minefield("axis"), "side") == {"dummy": False, "revealed": False}


@pytest.mark.case("27.1", "27.2", "27.32", "27.33", "27.35", "27.59", "27.14", "8.23", "27.91", "27.88")
def test_a_desert_raider_that_was_just_formed_is_seen_and_has_all_its_points() -> None:
    figures = dict.fromkeys(("fuelled", "watered", "spent", "ridden"), 0)
    rest = {"shown": True, "ambush": "", "halted": False, "raided": (), "passenger": ""}
    assert unset(Raider("axis", 7), "side", "at") == figures | rest


@pytest.mark.case("27.7", "27.8", "27.73", "27.74", "27.77", "27.84")
def test_commandos_have_neither_waited_nor_landed_at_first() -> None:
    assert unset(Commando()) == {"since": 0, "landed": 0, "ship": ""}


@pytest.mark.case("16.51", "20.21", "32.43", "32.61", "20.41", "20.43", "20.9")
def test_reports_consignments_replacements_and_loans_say_no_more_than_they_must() -> None:
    assert unset(Report(1, 2, "C3922"), "turn", "stage", "at") == {"toe": -1, "motorised": False}
    assert unset(Consignment(3, 1), "turn", "supply") == {"motors": 0, "lane": 0, "points": ()}
    assert unset(Replacement()) == {"unit": "", "left": 0} and Loan("2SctGds", 3).back == 0


@pytest.mark.case("22.63", "22.65", "22.66", "12.23", "30.22")
def test_a_squadron_is_rested_and_a_barrage_of_guns_has_no_shells_of_ships() -> None:
    assert unset(Squadron()) == {"due": 0, "tired": False, "towed": False}
    assert Shot(7, "infantry", 1, ()).shells == 0


@pytest.mark.case("30.1", "30.13", "30.16", "30.18", "30.24", "30.36", "30.37")
def test_a_ship_that_joins_lies_sound_and_rested_in_alexandria() -> None:
    figures = dict.fromkeys(("sea", "owed", "mending"), 0)
    rest = {"at": IN_PORT, "port": "alexandria", "crippled": False, "fired": False}
    assert unset(Ship(6), "guns") == figures | rest
