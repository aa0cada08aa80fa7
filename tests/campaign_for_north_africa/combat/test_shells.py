"""Stacking Points, the sizes of units, and shells."""

import pytest

from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.units import is_shell, maximum, size, stacking
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import position, with_unit


def without(state: Campaign, *names: str) -> Campaign:
    """The same with nothing left of these units."""
    for name in names:
        state = with_unit(state, name, toe={})
    return state


# Stacking Points [9.1]


@pytest.mark.case("9.11", "9.4")
def test_units_have_the_printed_points() -> None:
    state = position("I/8Pz, 1RNF, 63AT, 54Ter C3922")
    assert [stacking(state, name) for name in ("I/8Pz", "1RNF", "63AT", "54Ter")] == [1, 1, 0, 2]


@pytest.mark.case("9.12", "3.33", "9.25")
def test_a_headquarters_counts_nothing_without_combat_units() -> None:
    state = position("7Arm C3922, 157Fant C3920, Bach[5Pak38:3] C3921")
    assert [stacking(state, name) for name in ("7Arm", "157Fant", "Bach")] == [0, 0, 0]


@pytest.mark.case("9.13", "9.21", "3.33", "9.26")
def test_a_full_division_counts_five_whatever_it_holds() -> None:
    state = position("63Cir+ C3920, 7Arm+ C3922")
    assert stacking(state, "63Cir") == 5 == stacking(state, "7Arm")


@pytest.mark.case("9.21")
def test_what_is_merely_stacked_with_a_division_is_no_part_of_it() -> None:
    state = position("63Cir+ C3920, 157Fant C3920, I/157>157Fant, II/157>157Fant, III/157>157Fant")
    assert stacking(state, "63Cir") == 3  # one of two regiments
    assert stacking(state, "157Fant") == 2


@pytest.mark.case("9.22", "9.23", "9.24")
def test_the_printed_points_tell_the_size_and_not_the_name() -> None:
    state = position("157Fant+ C3920, 7RflBde C3922, 7Mtr C3921, 2RflBde>7Mtr, 4RHA>7Mtr, 1KRRC>7Mtr, 3RHA>7Mtr")
    assert (size(state, "157Fant"), size(state, "7RflBde"), size(state, "7Mtr")) == (2, 1, 2)
    assert size(state, "45Art") == 1  # a regiment by name


@pytest.mark.case("9.16", "3.4")
def test_garrison_sp_a_garrison_stacks_freely_in_its_own_place_only() -> None:
    home, away = position("I/30GaF C4321"), position("I/30GaF C4320")
    assert (stacking(home, "I/30GaF"), stacking(away, "I/30GaF")) == (0, 1)
    assert size(home, "I/30GaF") == 1


@pytest.mark.case("9.16")
def test_sited_guns_that_nobody_carries_have_no_points() -> None:
    assert stacking(position("VIICD[Sited75:4] A4826"), "VIICD") == 0
    assert stacking(position("VIICD[Sited75:4] A4826 motors=2"), "VIICD") == 1
    group = position("Bach[Sited75:1] C3922, I/5Pz>Bach, I/104>Bach, 39PzJg>Bach")
    assert stacking(group, "Bach") == 2  # a formation counts for what is attached, whatever guns its headquarters has


@pytest.mark.case("17.35")
def test_a_battalion_that_instructs_does_not_count() -> None:
    assert stacking(position("1RNF C3922 school=1RNF"), "1RNF") == 0
    assert stacking(position("1RNF C3922 school=2KOR"), "1RNF") == 1


@pytest.mark.case("9.29", "9.15")
def test_trucks_and_markers_do_not_count() -> None:
    state = position("157Fant+ C3920 motors=40", supply={"AX-S1": ("C3920", 40, 60)}, motors={"axis": {"C3920": 30}})
    assert sum(stacking(state, name) for name in state.stacks[board().hex("C3920")]) == 2


# Shells [9.26, 9.27, 9.28]


@pytest.mark.case("9.26", "9.28")
def test_a_battalion_with_less_than_half_is_a_shell_and_counts_for_a_company() -> None:
    half, less = position("1KRRC[3] C3922"), position("1KRRC[2] C3922")
    assert (size(half, "1KRRC"), size(less, "1KRRC")) == (1, 0)


@pytest.mark.case("9.26", "9.24")
def test_artillery_is_a_shell_below_a_quarter() -> None:
    assert not is_shell(position("4RHA[25pdr:2] C3922"), "4RHA")
    assert is_shell(position("4RHA[25pdr:1] C3922"), "4RHA")


@pytest.mark.case("9.26")
def test_a_brigade_needs_two_thirds_of_its_battalions() -> None:
    state = position("157Fant+ C3920")
    assert size(state, "157Fant") == 2
    assert size(without(state, "I/157"), "157Fant") == 2
    assert size(without(state, "I/157", "II/157"), "157Fant") == 1


@pytest.mark.case("9.26")
def test_a_brigade_of_two_is_whole_with_two_of_which_one_may_be_a_shell() -> None:
    state = position("5Pz+ C3922")
    assert size(state, "5Pz") == 2
    weak = with_unit(state, "I/5Pz", toe={"PzII": 3})
    assert size(weak, "5Pz") == 2
    assert size(with_unit(weak, "II/5Pz", toe={"PzII": 3}), "5Pz") == 1
    assert size(position("5Pz C3922, I/5Pz>5Pz"), "5Pz") == 1


@pytest.mark.case("9.26")
def test_a_division_with_half_of_its_brigades_or_less_is_a_shell() -> None:
    state = position("63Cir+ C3920")
    assert size(without(state, "I/157", "II/157"), "63Cir") == 3
    three = position("4In+ C3922")
    one_less = without(three, "1RFslr", "3/1Pjb")
    assert size(one_less, "4In") == 5
    assert size(without(one_less, "1RSsx", "4/11Skh"), "4In") == 3


@pytest.mark.case("9.27")
def test_shells_do_not_count_for_their_formation() -> None:
    state = position("4In+ C3922")  # three brigades attached, two of them shells
    shells = without(state, "1RFslr", "3/1Pjb", "1RSsx", "4/11Skh")
    assert [is_shell(shells, name) for name in ("5InBde", "7In", "11In", "4In")] == [True, True, False, True]
    weak = position("157Fant+ C3920")
    for name in ("I/157", "II/157"):
        weak = with_unit(weak, name, toe={"": 3})
    assert is_shell(weak, "157Fant")


@pytest.mark.case("9.28", "9.4")
def test_each_shell_ranks_one_level_lower() -> None:
    division = position("63Cir C3920, I/157>63Cir")
    brigade = position("157Fant C3920, I/157>157Fant")
    battalion = position("I/157[1] C3920")
    super_brigade = position("Polish C3922, 1Pol>Polish")
    assert (size(division, "63Cir"), size(brigade, "157Fant"), size(battalion, "I/157")) == (3, 1, 0)
    assert size(super_brigade, "Polish") == 1


@pytest.mark.case("9.26", "19.25")
def test_what_a_formation_needs_changes_with_the_chart() -> None:
    names = "4ArmBde C3922, 6RTR>4ArmBde, 7Hus>4ArmBde"
    assert not is_shell(position(names, turn=1), "4ArmBde")  # two of three battalions
    assert is_shell(position(names, turn=19), "4ArmBde")  # two of four


@pytest.mark.case("9.26", "19.72")
def test_a_battle_group_is_measured_by_what_it_may_attach() -> None:
    three = "Bach C3922, I/5Pz>Bach, I/104>Bach, 39PzJg>Bach"
    assert size(position(three), "Bach") == 2
    assert size(position("Bach C3922, I/5Pz>Bach, I/104>Bach"), "Bach") == 1


@pytest.mark.case("9.26")
def test_the_fifteenth_schuetzen_brigade_is_measured_by_six_battalions() -> None:
    state = position("15SchBde+ C3922")
    assert size(state, "15SchBde") == 3
    assert size(without(state, "I/104"), "15SchBde") == 1


@pytest.mark.case("9.26")
def test_a_regiment_that_is_one_unit_is_a_shell_below_half_and_counts_for_a_battalion() -> None:
    assert size(position("54Ter[4] C3922"), "54Ter") == 1


@pytest.mark.case("19.98")
def test_anti_tank_guns_of_infantry_do_not_keep_it_from_being_a_shell() -> None:
    assert is_shell(position("1KRRC[2, 2pdr:2] C3922"), "1KRRC")
    assert is_shell(position("60MG[47/32:1] C3922"), "60MG")  # of two points of infantry nothing is left


@pytest.mark.case("4.46", "19.6")
def test_a_battalion_of_american_tanks_only_has_nine_points() -> None:
    assert maximum(position("6RTR[Stuart:4] C3922"), "6RTR") == 9
    assert maximum(position("6RTR[Stuart:4, A9:1] C3922"), "6RTR") == 10
    assert maximum(position("6RTR[] C3922"), "6RTR") == 10  # of no tanks none are American
    assert maximum(position("1/TbrkCD C4807, 1KRRC C3922"), "1KRRC") == 6


@pytest.mark.case("19.6")
def test_it_light_tank_max_nine_points() -> None:
    assert maximum(position("IX(L) C3922"), "IX(L)") == 9


@pytest.mark.case("32.83")
def test_points_that_are_out_of_play_leave_no_gap_in_the_strength() -> None:
    state = position("30Art C3922, 1/TbrkCD C4807")
    assert maximum(state, "30Art") == 9 and not is_shell(state, "1/TbrkCD")
