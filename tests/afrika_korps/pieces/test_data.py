"""The counters and the set-up agree with what the rulebook says of them."""

from collections import Counter as Tally
from collections.abc import MutableMapping

import pytest

from sandtable.games.afrika_korps.pieces.counters import (
    Counter,
    captured_supplies,
    counters,
    own_supplies,
    printed_counters,
    reinforcements,
    substitutes,
)
from sandtable.games.afrika_korps.pieces.tables import WORSE_THAN_1_6, Odds, limits, setup, time_record


def unit(name: str) -> Counter:
    return counters()[name]


def with_factors(side: str, factors: str) -> list[str]:
    return [counter.id for counter in printed_counters() if counter.side == side and counter.factors == factors]


def sums(side: str, substitute: bool) -> tuple[int, int, int, int]:
    chosen = [
        counter
        for counter in printed_counters()
        if counter.is_combat and counter.side == side and counter.substitute == substitute
    ]
    return (
        len(chosen),
        sum(counter.attack for counter in chosen),
        sum(counter.defence for counter in chosen),
        sum(counter.movement for counter in chosen),
    )


def odds(attackers: list[str], defenders: list[str], defence_times: int = 1) -> str:
    attack = sum(unit(name).attack for name in attackers)
    return str(Odds.of(attack, defence_times * sum(unit(name).defence for name in defenders)))


# The counters as a whole


@pytest.mark.case("1.2", "2.2")
def test_the_sheet_holds_a_hundred_counters() -> None:
    assert len(printed_counters()) == 100
    assert Tally(counter.side for counter in printed_counters()) == {"axis": 33, "allied": 67}
    assert Tally(counter.kind for counter in printed_counters()) == {
        "infantry": 63,
        "armour": 15,
        "supply": 11,
        "armoured_infantry": 5,
        "recce": 5,
        "headquarters": 1,
    }
    assert Tally(counter.size for counter in printed_counters()) == {
        "X": 54,
        "": 17,
        "XX": 13,
        "III": 10,
        "II": 5,
        "XXX": 1,
    }
    assert Tally(counter.nation for counter in printed_counters()) == {
        "British": 27,
        "German": 15,
        "Italian": 13,
        "Indian": 12,
        "South African": 10,
        "Allied": 6,
        "Axis": 5,
        "Australian": 5,
        "New Zealand": 4,
        "Polish": 1,
        "Free French": 1,
        "Palestinian Jewish": 1,
    }


@pytest.mark.case("1.25", "1.26", "1.27")
def test_the_factors_of_each_side_add_up() -> None:
    assert sums("axis", substitute=False) == (27, 73, 80, 186)
    assert sums("allied", substitute=False) == (55, 81, 81, 353)
    assert sums("allied", substitute=True) == (6, 20, 20, 48)


@pytest.mark.case("1.25", "1.26", "1.27")
def test_the_factors_of_each_side_are_spread_as_printed() -> None:
    spread = {
        side: Tally(counter.factors for counter in printed_counters() if counter.is_combat and counter.side == side)
        for side in ("axis", "allied")
    }
    assert spread["axis"] == {
        "7-7-10": 2,
        "3-3-10": 2,
        "2-2-12": 3,
        "4-5-6": 2,
        "2-3-4": 4,
        "2-2-4": 5,
        "3-3-7": 1,
        "3-4-6": 1,
        "2-2-7": 5,
        "4-4-7": 1,
        "1-1-7": 1,
    }
    assert spread["allied"] == {
        "1-1-6": 36,
        "2-2-6": 6,
        "4-4-7": 4,
        "3-3-7": 7,
        "2-2-7": 2,
        "1-1-7": 2,
        "1-1-12": 2,
        "4-4-10": 2,
    }


@pytest.mark.case("1.22")
@pytest.mark.parametrize(
    ("name", "nation"),
    [
        ("9A/20", "Australian"),
        ("2NZ/4", "New Zealand"),
        ("NZ/2", "New Zealand"),
        ("4I/5", "Indian"),
        ("7/3I", "Indian"),
        ("1SA/1", "South African"),
        ("ariete", "Italian"),
        ("21/5", "German"),
        ("32", "British"),
    ],
)
def test_the_marks_tell_the_nations(name: str, nation: str) -> None:
    assert unit(name).nation == nation


def test_every_counter_names_the_source_of_each_of_its_parts() -> None:
    for counter in counters().values():
        source = counter.source
        assert all((source.factors, source.kind, source.size, source.arrives, source.full_name)), counter.id


def test_what_was_not_read_from_the_counters_is_marked_as_such() -> None:
    assert unit("21/5").source.kind.startswith("history")
    assert unit("21/3").source.kind.startswith("published: boardgamers.org")
    assert unit("15/33").source.kind.startswith("published: vsav-engine")
    assert unit("1SA/1").source.size.startswith("published")
    assert unit("1SA/3R").source.size.startswith("history")
    assert unit("sub_arm_1").source.size.startswith("gap")
    assert "rulebook 9.7" in unit("21/5").source.factors
    assert "rulebook" not in unit("pavia").source.factors
    assert {counter.source.full_name for counter in counters().values()} == {"history"}


def test_neither_a_counter_nor_the_list_of_them_can_be_changed() -> None:
    for field in ("attack", "side", "source"):
        with pytest.raises(AttributeError):
            setattr(unit("21/5"), field, 9)
    assert not isinstance(counters(), MutableMapping) and not isinstance(setup(), MutableMapping)


@pytest.mark.case("5.4", "22.3")
def test_supplies_and_rommel_are_no_combat_units() -> None:
    assert not unit("rommel").is_combat and unit("rommel").is_rommel and not unit("rommel").is_supply
    assert not unit("AxS1").is_combat and unit("AxS1").is_supply and not unit("AxS1").is_rommel
    assert unit("21/5").is_combat and not unit("21/5").is_rommel and not unit("21/5").is_supply
    assert unit("rommel").movement == 12
    assert {counter.movement for counter in counters().values() if counter.is_supply} == {10}
    assert [counter.id for counter in counters().values() if counter.is_rommel] == ["rommel"]


# Reinforcements and substitutes


ORDER_OF_APPEARANCE = {
    (3, "axis"): ["15/8", "15/115", "15/33"],
    (5, "allied"): ["7/4", "7/7", "7/7sg", "7/4SA", "4I/23"],
    (7, "allied"): ["50/6SA", "2SA/4", "2SA/6", "2SA/7", "9A/18", "50/69", "50/150", "50/151"],
    (9, "allied"): ["70/23", "5I/29", "5I/9", "5I/10"],
    (15, "axis"): ["90/361", "trieste", "sabratha", "facists"],
    (15, "allied"): [
        "1SA/1",
        "1SA/2",
        "1SA/3",
        "1SA/5",
        "1SA/3R",
        "1arm",
        "1/2",
        "1/22",
        "1/201",
        "2NZ/4",
        "2NZ/5",
        "2NZ/6",
        "32",
    ],
    (21, "axis"): ["90/55", "90/200", "90/580"],
    (27, "allied"): ["8I/18", "10I/21", "10I/25", "ff", "jews"],
    (29, "axis"): ["51fj", "centor", "pistolio", "164/125", "164/382", "164/433"],
    (33, "axis"): ["littorio", "folgere"],
    (33, "allied"): ["10/8", "10/23", "9A/24", "8I/161", "44/61", "44/132"],
    (37, "allied"): ["51/1", "51/2", "NZ/2"],
}


@pytest.mark.case("19.1")
def test_reinforcements_arrive_by_the_order_of_appearance() -> None:
    arrivals = {
        (turn, side): [counter.id for counter in reinforcements(turn, side)]
        for turn in range(39)
        for side in ("axis", "allied")
        if reinforcements(turn, side)
    }
    assert arrivals == ORDER_OF_APPEARANCE
    assert sum(len(names) for (_, side), names in arrivals.items() if side == "axis") == 18
    assert sum(len(names) for (_, side), names in arrivals.items() if side == "allied") == 44


@pytest.mark.case("2.2", "2.3", "2.4")
def test_every_counter_begins_in_the_set_up_on_the_order_of_appearance_or_aside() -> None:
    for counter in printed_counters():
        aside = counter.is_supply or counter.substitute
        assert aside or (counter.id in setup()) != (counter.arrives > 0), counter.id


@pytest.mark.case("2.4", "21.1", "21.7")
def test_there_are_two_armour_and_four_infantry_substitutes() -> None:
    assert [(counter.id, counter.factors) for counter in substitutes()] == [
        ("sub_arm_1", "4-4-10"),
        ("sub_arm_2", "4-4-10"),
        ("sub_inf_3", "3-3-7"),
        ("sub_inf_4", "3-3-7"),
        ("sub_inf_5", "3-3-7"),
        ("sub_inf_6", "3-3-7"),
    ]
    assert {counter.side for counter in substitutes()} == {"allied"}
    assert {counter.arrives for counter in substitutes()} == {limits().first_substitute_turn}
    assert not any(counter.id.startswith("sub_") for counter in reinforcements(33, "allied"))


@pytest.mark.case("21.1")
def test_armour_and_armoured_infantry_go_together_for_substitution() -> None:
    assert unit("32").is_armour and unit("7/7sg").is_armour and unit("sub_arm_1").is_armour
    assert not unit("1SA/3R").is_armour and not unit("9A/20").is_armour and not unit("sub_inf_3").is_armour


# Supplies


@pytest.mark.case("2.4", "12.1", "12.2")
def test_supply_counters() -> None:
    for side, printed, own in (("axis", 5, ["AxS1", "AxS2", "AxS3"]), ("allied", 6, ["AlS1", "AlS2", "AlS3", "AlS4"])):
        on_sheet = [counter.id for counter in printed_counters() if counter.is_supply and counter.side == side]
        at_start = [name for name in on_sheet if name in setup()]
        assert len(on_sheet) == printed
        assert len(at_start) == 1 and len(on_sheet) - len(at_start) == printed - 1
        assert [counter.id for counter in own_supplies(side)] == own
        assert len(own) == limits().own_supplies[side]
    assert limits().supplies_per_turn == 1


@pytest.mark.case("12.3")
@pytest.mark.parametrize(("side", "prefix"), [("axis", "AxC"), ("allied", "AlC")])
def test_captured_supplies_outnumber_all_that_the_enemy_can_land(side: str, prefix: str) -> None:
    assert [counter.id for counter in captured_supplies(side)] == [f"{prefix}{number}" for number in range(1, 41)]
    assert len(captured_supplies(side)) > 1 + limits().last_turn * limits().supplies_per_turn
    assert {counter.factors for counter in captured_supplies(side)} == {"0-0-10"}
    assert captured_supplies(side)[39].name == f"{'Axis' if side == 'axis' else 'Allied'} captured supply 40"
    assert len([counter for counter in printed_counters() if counter.captured and counter.side == side]) == 2
    assert not any(counter.captured for counter in own_supplies(side))


# Units the rulebook's examples speak of


@pytest.mark.case("7.3")
def test_unit_7_7_is_a_3_3_7_of_armoured_infantry() -> None:
    assert (unit("7/7").factors, unit("7/7").kind, unit("7/7").nation) == ("3-3-7", "armoured_infantry", "British")


@pytest.mark.case("7.3")
def test_unit_savena_is_a_2_2_4_and_meets_7_7_at_1_1() -> None:
    assert (unit("savena").factors, unit("savena").nation) == ("2-2-4", "Italian")
    assert odds(["7/7"], ["savena"]) == "1-1"


@pytest.mark.case("7.5")
def test_unit_2_3_4_exists_and_seven_allied_1_1_6_attack_it_doubled_at_1_1() -> None:
    assert "brescia" in with_factors("axis", "2-3-4")
    seven = with_factors("allied", "1-1-6")[:7]
    assert len(seven) == 7 and odds(seven, ["brescia"], defence_times=2) == "1-1"


@pytest.mark.case("7.5")
def test_unit_3_4_6_exists_and_attacks_four_1_1_6_at_1_2() -> None:
    assert with_factors("axis", "3-4-6") == ["trieste"]
    assert odds(["trieste"], with_factors("allied", "1-1-6")[:4]) == "1-2"


@pytest.mark.case("9.7")
def test_unit_21_5_attacks_7a_2_at_7_1() -> None:
    assert (unit("21/5").attack, unit("7A/2").defence) == (7, 1)
    assert odds(["21/5"], ["7A/2"]) == "7-1"


@pytest.mark.case("9.6", "14.3")
def test_unit_15_115_attacks_1_22_and_32_at_1_2_and_one_more_factor_would_make_it_1_3() -> None:
    assert odds(["15/115"], ["1/22", "32"]) == "1-2"
    assert str(Odds.of(unit("15/115").attack, unit("1/22").defence + 3)) == "1-3"


@pytest.mark.case("9.6")
def test_unit_21_104_and_brescia_attack_1sa_1_at_5_1() -> None:
    assert odds(["21/104", "brescia"], ["1SA/1"]) == "5-1"


@pytest.mark.case("15.34")
def test_unit_15_8_is_attacked_by_32_at_1_4_and_with_1_at_1_2() -> None:
    assert unit("32").factors == unit("1arm").factors == "2-2-7"
    assert odds(["32"], ["15/8"]) == "1-4"
    assert odds(["32", "1arm"], ["15/8"]) == "1-2"


@pytest.mark.case("15.34")
def test_unit_2sa_4_exists() -> None:
    assert (unit("2SA/4").side, unit("2SA/4").nation, unit("2SA/4").factors) == ("allied", "South African", "1-1-6")


@pytest.mark.case("24.2")
def test_unit_15_33_attacks_1sa_3_at_2_1_and_there_are_four_brigades_of_1sa() -> None:
    assert odds(["15/33"], ["1SA/3"]) == "2-1"
    brigades = [counter.id for counter in printed_counters() if counter.id.startswith("1SA/") and counter.size == "X"]
    assert brigades == ["1SA/1", "1SA/2", "1SA/3", "1SA/5"]


@pytest.mark.case("11.6")
def test_unit_2nd_and_24th_brigades_meet_a_2_2_12_at_1_3() -> None:
    assert with_factors("axis", "2-2-12") == ["21/3", "15/33", "90/580"]
    assert unit("1/2").defence + unit("9A/24").defence == 6
    assert odds(["21/3"], ["1/2", "9A/24"]) == "1-3"


@pytest.mark.case("11.6")
def test_unit_nz_2_exists_and_a_red_1_1_7_cannot_soak_off_at_1_8() -> None:
    assert unit("NZ/2").factors == "1-1-6"
    assert with_factors("axis", "1-1-7") == ["folgere"]
    assert Odds.of(unit("folgere").attack, 8) == WORSE_THAN_1_6


@pytest.mark.case("11.6", "10.2")
def test_unit_2_2_7_soaks_off_against_a_doubled_4_4_7_at_1_4() -> None:
    assert "90/55" in with_factors("axis", "2-2-7") and "2/3" in with_factors("allied", "4-4-7")
    assert odds(["90/55"], ["2/3"], defence_times=2) == "1-4"


@pytest.mark.case("11.6")
def test_unit_free_french_exists() -> None:
    assert (unit("ff").nation, unit("ff").side) == ("Free French", "allied")


@pytest.mark.case("23.7")
def test_unit_4_5_6_with_a_2_2_12_attacks_a_doubled_1_1_6_at_3_1() -> None:
    assert with_factors("axis", "4-5-6") == ["ariete", "littorio"]
    assert odds(["ariete", "21/3"], ["7A/1"], defence_times=2) == "3-1"
    assert odds(["folgere"], ["7/7"], defence_times=2) == "1-6"


@pytest.mark.case("21.3")
def test_unit_sub_4_4_10_can_break_down_to_a_1_1_7() -> None:
    assert unit("sub_arm_1").factors == "4-4-10" and unit("sub_arm_1").kind == "armour"
    assert with_factors("allied", "1-1-7") == ["2/2sg", "7/7sg"]
    assert all(unit(name).is_armour for name in ("2/2sg", "7/7sg"))


@pytest.mark.case("17.1", "21.7")
def test_unit_2_2_6_and_1_1_6_exist_for_the_allies() -> None:
    assert with_factors("allied", "2-2-6") == ["7/3I", "9A/20", "22gds", "9A/18", "1/201", "9A/24"]
    assert len(with_factors("allied", "1-1-6")) == 36


@pytest.mark.case("21.1")
def test_unit_types_of_the_allies_are_the_four_that_substitution_knows() -> None:
    kinds = {counter.kind for counter in printed_counters() if counter.side == "allied" and counter.is_combat}
    assert kinds == {"armour", "armoured_infantry", "infantry", "recce"}


# The set-up


@pytest.mark.case("2.3")
def test_the_situation_of_march_1941() -> None:
    by_hex: dict[str, list[str]] = {}
    for name, place in setup().items():
        by_hex.setdefault(place, []).append(name)
    assert by_hex == {
        "W6": ["21/5", "21/104", "21/3", "ariete", "brescia", "pavia", "trenta", "bologna", "savena", "rommel", "AxS1"],
        "G25": ["9A/20", "AlS1"],
        "H2": ["2/2sg"],
        "H15": ["2/3", "7/3I"],
        "I33": ["22gds"],
        "I48": ["7A/1", "7A/2"],
        "L59": ["4I/5", "4I/7", "4I/11", "pol"],
    }
    assert set(setup()) <= set(counters())


@pytest.mark.case("12.2", "4.3")
def test_no_port_turn1_for_the_axis() -> None:
    held = {place for name, place in setup().items() if unit(name).side == "axis"}
    assert not held & {"W3", "G25"}
    assert [turn.number for turn in time_record() if "no_axis_supply" in turn.announces] == [1]


@pytest.mark.case("4.3", "12.1")
def test_allied_port_at_start_is_tobruch_alone() -> None:
    held = {place for name, place in setup().items() if unit(name).side == "allied"}
    assert held & {"J62", "G25"} == {"G25"}


@pytest.mark.case("2.3", "6.1")
def test_setup_overstack_at_agheila_and_alamein_only() -> None:
    stacks = Tally(place for name, place in setup().items() if unit(name).is_combat)
    assert {place: size for place, size in stacks.items() if size > limits().stacking} == {"W6": 9, "L59": 4}
