"""What units are: combat units and headquarters, their allowance, what carries them."""

import pytest

from sandtable.games.campaign_for_north_africa.logistics.transport_tables import truck
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.strength import armour, zone_strength
from sandtable.games.campaign_for_north_africa.pieces.units import (
    base_cpa,
    battalions,
    carried,
    combat_units_at,
    cpa,
    gait,
    gaits,
    is_combat,
    is_defenceless,
    is_immobile,
    is_motorised,
    motors_needed,
    spare_motors,
    stack_cpa,
    target_class,
)
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of, top_of
from tests.campaign_for_north_africa.positions import position, together, with_unit


def alone(unit: str, **fields: object) -> Campaign:
    return position(f"{unit} C3922", **fields)


# Combat units [3.2, 3.3]


@pytest.mark.case("3.21", "3.23")
def test_combat_units_are_those_of_the_six_types() -> None:
    state = position("1RNF, 6RTR, 11Hus, 4RHA, 3RHA, 63Eng C3922")
    assert [is_combat(state, name) for name in ("1RNF", "6RTR", "11Hus", "4RHA", "3RHA")] == [True] * 5
    assert not is_combat(state, "63Eng")


@pytest.mark.case("3.22")
def test_target_classes_of_units() -> None:
    assert target_class("1RNF", "") == "infantry"
    assert target_class("6RTR", "A9") == "armour"
    assert target_class("11Hus", "") == "armour"
    assert target_class("4RHA", "25pdr") == "gun"
    assert target_class("39PzJg", "PzJgI") == "armour"
    assert target_class("7Spt", "") is None


@pytest.mark.case("3.31", "4.25", "19.12")
def test_a_headquarters_stands_for_everything_attached_to_it_and_is_a_combat_unit_then() -> None:
    state = position("7Spt C3922, 1KRRC>7Spt, 4RHA>7Spt, 7ArmBde C3922")
    assert together(state, "7Spt") == {"7Spt", "1KRRC", "4RHA"}
    assert top_of(state, "4RHA") == "7Spt"
    assert is_combat(state, "7Spt")
    assert not is_combat(state, "7ArmBde")
    assert state.at(board().hex("C3922"), "commonwealth") == ("7ArmBde", "7Spt")


@pytest.mark.case("3.31", "3.33")
def test_a_headquarters_fights_with_all_that_is_attached_to_it_and_alone_with_nothing() -> None:
    def strength(units: str) -> int:
        return zone_strength(position(units), board().hex("C3922"), "commonwealth")

    assert strength("7Spt C3922") == 0
    assert strength("7Spt C3922, 1KRRC>7Spt") == strength("1KRRC C3922") == 12
    assert strength("7Spt C3922, 1KRRC>7Spt, 4RHA>7Spt") == 12 + strength("4RHA C3922") == 18
    deep = position("7Arm C3922, 7Spt>7Arm, 1KRRC>7Spt, 4ArmBde>7Arm")
    assert is_combat(deep, "7Arm") and is_combat(deep, "7Spt") and not is_combat(deep, "4ArmBde")
    trucks = position("7Spt C3922 motors=9, 16Eng>7Spt")
    assert not is_combat(trucks, "7Spt")  # neither trucks nor engineers make it one
    assert is_combat(position("1KRRC C3922"), "1KRRC") and not is_combat(position("16Eng C3922"), "16Eng")
    assert is_combat(position("65Fant C3922"), "65Fant")  # with guns of its own


@pytest.mark.case("3.31", "4.25")
def test_the_first_greek_brigade_is_one_counter_with_its_battalions_and_artillery() -> None:
    state = position("1GreekBde+ C3922")
    assert together(state, "1GreekBde") == {"1GreekBde", "1Greek", "2Greek", "3Greek", "1GrkFld"}
    assert state.stacks[board().hex("C3922")] == ("1GreekBde",)


@pytest.mark.case("3.34")
def test_a_headquarters_with_guns_fights_and_without_them_is_a_plain_headquarters() -> None:
    state = alone("157Fant")
    assert is_combat(state, "157Fant") and list(combat_units_at(state, board().hex("C3922"), "axis")) == ["157Fant"]
    assert not is_combat(with_unit(state, "157Fant", toe={}), "157Fant")


@pytest.mark.case("3.35")
def test_the_tank_of_an_armoured_headquarters_makes_it_no_combat_unit() -> None:
    assert not is_combat(alone("4ArmBde"), "4ArmBde")


@pytest.mark.case("3.36")
def test_only_a_headquarters_without_any_value_is_defenceless() -> None:
    state = position("7Spt C3922, 4ArmBde C3922, 63Cir C3920, 4NZ C3919, 18NZ>4NZ")
    assert is_defenceless(state, "7Spt")
    assert not is_defenceless(state, "4ArmBde")  # a tank in parentheses
    assert not is_defenceless(state, "63Cir")  # (1) in defence
    assert not is_defenceless(state, "4NZ")  # a battalion is with it
    assert not is_defenceless(state, "18NZ")


# The allowance [6.1]


@pytest.mark.case("6.11", "6.14", "3.5")
def test_cpa_1rnf_a_machinegun_battalion_on_foot_has_eight() -> None:
    assert cpa(alone("1RNF"), "1RNF") == 8


@pytest.mark.case("6.11", "3.4")
def test_guns_that_never_move_have_ten_for_everything_else() -> None:
    state = alone("1/TbrkCD")
    assert cpa(state, "1/TbrkCD") == 10
    assert is_immobile(state, "1/TbrkCD") and not is_motorised(state, "1/TbrkCD")
    assert not is_immobile(alone("V/31GaF"), "V/31GaF")  # coastal in name only
    assert is_immobile(position("157Fant C4807, I/157>157Fant, 1/TbrkCD>157Fant"), "157Fant")  # they keep it there


@pytest.mark.case("6.15", "3.32")
def test_cpa_1krrc_the_seventh_armoured_division_moves_like_its_slowest_unit() -> None:
    state = position("7Arm+ C3922, 4ArmBde>7Arm")
    assert cpa(state, "7Arm") == 10 == cpa(state, "1KRRC")
    assert cpa(state, "4ArmBde") > 10
    assert base_cpa(state, "7Arm") == 10


@pytest.mark.case("4.46")
def test_a_unit_has_the_allowance_of_its_slowest_points() -> None:
    assert cpa(alone("6RTR[A13:4]"), "6RTR") == 30
    assert cpa(alone("6RTR[A13:4, A10:1]"), "6RTR") == 15


@pytest.mark.case("4.46")
def test_a_headquarters_may_keep_its_allowance_whatever_it_has() -> None:
    assert cpa(alone("157Fant"), "157Fant") == 20  # with a 65/17 of 15
    assert cpa(alone("14Bde"), "14Bde") == 15  # without that privilege


@pytest.mark.case("19.85")
def test_a_headquarters_with_a_battery_has_the_allowance_of_the_guns() -> None:
    assert cpa(alone("Bach"), "Bach") == 30
    assert cpa(alone("Bach[5Pak38:3]"), "Bach") == 15
    assert cpa(alone("104Sch[7.5IG18:1, 5Pak38:3]"), "104Sch") == 15
    assert cpa(alone("8Brs[1, 47/32:1]"), "8Brs") == 15
    assert cpa(alone("8Brs"), "8Brs") == 30 and cpa(alone("4ArmBde[A10:1]"), "4ArmBde") == 30  # no battery
    assert cpa(alone("186Fant"), "186Fant") == 20  # its own gun is no battery


@pytest.mark.case("19.97")
def test_anti_tank_guns_of_infantry_keep_step_with_it() -> None:
    assert cpa(alone("1KRRC[6, 2pdr:2]"), "1KRRC") == 10
    assert cpa(position("1KRRC[6, 2pdr:2] C3922 motors=6"), "1KRRC") == 20


@pytest.mark.case("6.17", "8.92", "32.51")
def test_cpa_medium_truck_infantry_on_motorization_points_has_twenty() -> None:
    assert truck("medium").infantry == 20
    assert cpa(position("1RNF C3922 motors=3"), "1RNF") == 20
    assert cpa(position("1RNF C3922 motors=2"), "1RNF") == 8


@pytest.mark.case("6.16", "6.17")
def test_a_stack_has_the_allowance_of_the_slowest_and_nobody_lends_points() -> None:
    state = position("1RNF, 11Hus C3922")
    assert stack_cpa(state, ("1RNF", "11Hus")) == 8
    assert cpa(state, "11Hus") == 45


@pytest.mark.case("31.0")
def test_rommel_adds_five_while_he_stays_with_whom_he_began() -> None:
    near = position("I/5Pz C3922", rommel="C3922", escort=("I/5Pz",))
    gone = position("I/5Pz C3922", rommel="C3920", escort=("I/5Pz",))
    joined = position("I/5Pz C3922", rommel="C3922")
    base = base_cpa(near, "I/5Pz")
    assert [cpa(state, "I/5Pz") - base for state in (near, gone, joined)] == [5, 0, 0]


# Motorization [8.9, 32.5]


@pytest.mark.case("8.91", "3.4", "6.15")
def test_who_has_vehicles_of_its_own() -> None:
    state = position("1RNF, 6RTR, 11Hus, 4RHA C3922", "3/8Brs, Mhrsti, 63MG C3920")
    assert [is_motorised(state, name) for name in ("6RTR", "11Hus", "4RHA", "3/8Brs")] == [True] * 4
    assert [is_motorised(state, name) for name in ("1RNF", "Mhrsti", "63MG")] == [False] * 3
    assert is_motorised(with_unit(state, "1RNF", motors=3), "1RNF")
    assert not is_motorised(position("1/TbrkCD C4807"), "1/TbrkCD")  # emplaced
    assert gait(state, "1RNF") == "foot" and gait(with_unit(state, "1RNF", motors=3), "1RNF") == "motor"
    assert stack_cpa(state, ("6RTR", "1RNF")) == cpa(state, "1RNF") < cpa(state, "6RTR")


@pytest.mark.case("8.92")
def test_gaits() -> None:
    state = position("1RNF, 6RTR, 11Hus, 4RHA C3922", "3/8Brs, Mhrsti C3920")
    assert [gait(state, name) for name in ("1RNF", "6RTR", "11Hus", "4RHA")] == ["foot", "motor", "recce", "motor"]
    assert [gait(state, name) for name in ("3/8Brs", "Mhrsti")] == ["motorcycle", "camel"]
    assert gait(position("1RNF C3922 motors=3"), "1RNF") == "motor"
    assert gaits(state, ("1RNF", "11Hus")) == ("foot", "recce")


@pytest.mark.case("8.92")
def test_camels_are_never_carried() -> None:
    state = position("Mhrsti C3920 motors=5")
    assert motors_needed(state, "Mhrsti") == 0 and gait(state, "Mhrsti") == "camel" and cpa(state, "Mhrsti") == 15


@pytest.mark.case("8.95", "32.53")
def test_one_motorization_point_carries_one_point_of_infantry() -> None:
    state = position("157Fant+ C3920")
    assert motors_needed(state, "157Fant") == 21
    assert motors_needed(with_unit(state, "I/157", toe={"": 3}), "157Fant") == 17
    guns = position("TbrkLAA[Sited20:7] C4807")
    assert motors_needed(guns, "TbrkLAA") == 4, "two anti-air guns to a truck"


@pytest.mark.case("8.96", "8.95")
def test_motorization_points_of_a_formation_carry_any_of_its_units() -> None:
    state = position("157Fant+ C3920 motors=14")
    assert carried(state, "157Fant") == ("I/157", "II/157")
    assert is_motorised(state, "II/157") and not is_motorised(state, "III/157")
    assert cpa(state, "157Fant") == 10  # the third battalion walks
    assert cpa(position("157Fant+ C3920 motors=21"), "157Fant") == 20


@pytest.mark.case("8.93", "32.54")
def test_infantry_that_had_vehicles_in_history_is_carried_first() -> None:
    state = position("7Spt C3922 motors=6, 1RNF>7Spt, 1KRRC>7Spt")
    assert carried(state, "7Spt") == ("1KRRC",)


@pytest.mark.case("8.95")
def test_trucks_may_move_around_empty() -> None:
    assert spare_motors(position("1RNF C3922 motors=10"), "1RNF") == 7
    assert spare_motors(position("6RTR C3922 motors=4"), "6RTR") == 4


@pytest.mark.case("32.53", "6.17", "9.16")
def test_sited_guns_move_only_on_motorization_points_and_have_fifteen_then() -> None:
    unit = "VIICD[Sited75:4]"
    still = position(f"{unit} A4827")
    moving = position(f"{unit} A4827 motors=2")
    assert motors_needed(still, "VIICD") == 2  # anti-air guns go two to a truck
    assert is_immobile(still, "VIICD") and cpa(still, "VIICD") == 10
    assert not is_immobile(moving, "VIICD") and cpa(moving, "VIICD") == 15


@pytest.mark.case("8.94")
def test_a_motorised_unit_keeps_its_allowance_in_combat() -> None:
    state = position("I/104 C3922 motors=7 engaged=1", forts={"C3922": 2})
    assert cpa(state, "I/104") == 20


@pytest.mark.case("14.48", "11.14")
def test_halftracks_have_armour_only_while_they_are_carried() -> None:
    assert armour(position("I/104 C3922"), "I/104", "") is None
    assert armour(position("I/104 C3922 motors=7"), "I/104", "") == 1
    assert armour(position("1RNF C3922 motors=3"), "1RNF", "") is None  # on trucks


@pytest.mark.case("32.21", "9.23")
def test_battalion_equivalents_are_counted_by_counter() -> None:
    state = position("63Cir+ C3920")
    assert len(battalions(state, "63Cir")) == 8  # six of infantry, machineguns, artillery; no companies or engineers
    weak = with_unit(state, "I/157", toe={"": 3})
    assert len(battalions(weak, "63Cir")) == 7
    assert set(battalions(state, "157Fant")) == {"I/157", "II/157", "III/157"} < set(all_of(state, "157Fant"))
