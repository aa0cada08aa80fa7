"""Units that take up spare TOE Strength Points."""

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.contents import Replacement, Squadron
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.pieces.counters import counter
from sandtable.games.campaign_for_north_africa.pieces.strength import rating
from sandtable.games.campaign_for_north_africa.pieces.weapons import code
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal, spent, with_unit


def organising(units: str, spares: str, side: str = "commonwealth", turn: int = 20) -> Campaign:
    """Spare points in C3922 as "commonwealth/A9:4"."""
    lots = {f"C3922/{lot.strip().rpartition(':')[0]}": int(lot.rpartition(":")[2]) for lot in spares.split(",")}
    state = position(units, turn=turn, spares=lots)
    return asking(state, Organisation("axis" if side == "axis" else "commonwealth"))


@pytest.mark.case("19.61", "19.68", "20.48", "20.49", "22.5")
def test_a_unit_takes_spare_points_for_a_point_for_every_two() -> None:
    state = play(organising("4ArmBde C3922, 6RTR[A9:5]>4ArmBde", "commonwealth/A9:4"), "absorb 6RTR:A9:3")
    assert state.units["6RTR"].toe == {"A9": 8} and state.spares == {"C3922/commonwealth/A9": 1}
    assert (spent(state, "6RTR"), spent(state, "4ArmBde")) == (2, 2)


@pytest.mark.case("19.68", "6.21", "20.48", "20.49", "20.42", "19.0")
def test_every_two_points_or_one_left_over_cost_a_point_and_may_disorganise() -> None:
    state = organising("4ArmBde C3922, 6RTR[A9:2]>4ArmBde", "commonwealth/A9:8")
    for points, price in ((1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)):
        after = play(state, f"absorb 6RTR:A9:{points}")
        assert (spent(after, "6RTR"), spent(after, "4ArmBde")) == (price, price), points
    alone = play(organising("6RTR[A9:2] C3922", "commonwealth/A9:8"), "absorb 6RTR:A9:6")
    assert (spent(alone, "6RTR"), alone.units["6RTR"].cohesion) == (3, 0)
    tired = organising("6RTR[A9:2] C3922 spent=23", "commonwealth/A9:8")
    assert play(tired, "absorb 6RTR:A9:6").units["6RTR"].cohesion == -1  # 26 of 25
    other = play(organising("6RTR[A9:2] C3922", "commonwealth/A10:2"), "absorb 6RTR:A10:2")
    assert other.units["6RTR"].toe == {"A9": 2, "A10": 2} and other.spares == {}
    men = organising("1RNF[1] C3922 spent=12", f"commonwealth/{counter('1RNF').code}:2")
    assert refusal(men, "absorb 1RNF:1").case == "8.17"  # on foot, at its limit
    assert play(with_unit(men, "1RNF", spent=11), "absorb 1RNF:2").units["1RNF"].toe == {"": 3}


@pytest.mark.case("19.68", "19.0")
def test_nobody_is_rebuilt_outside_the_organization_phase() -> None:
    state = organising("6RTR[A9:2] C3922", "commonwealth/A9:8")
    assert refusal(asking(state, Movement("commonwealth")), "absorb 6RTR:A9:2").case
    play(state, "absorb 6RTR:A9:2")


@pytest.mark.case("15.86", "14.54", "28.3", "19.64", "20.49", "19.63", "19.71")
def test_captured_tanks_and_guns_are_taken_up_by_units_of_their_kind_and_fight() -> None:
    state = organising(
        "I/5Pz[PzII:4], I/104 C3922", "commonwealth/Matilda:2, german/PzII:1, commonwealth/25pdr:3", "axis"
    )
    assert (
        refusal(state, "absorb I/104:Matilda:1").case == "19.64"
        and refusal(state, "absorb I/5Pz:25pdr:1").case == "19.64"
    )
    assert refusal(state, "absorb I/5Pz:Matilda:3").case == "19.61"
    assert "absorb I/5Pz:Matilda:2" in listed(state)
    after = play(state, "absorb I/5Pz:Matilda:2", "absorb I/5Pz:PzII:1")
    assert after.units["I/5Pz"].toe == {"PzII": 5, "Matilda": 2}
    assert after.spares == {"C3922/commonwealth/25pdr": 3}
    assert rating(after, "I/5Pz", "Matilda", "anti_armour") == rating(after, "7RTR", "Matilda", "anti_armour")


@pytest.mark.case("15.86", "19.86")
def test_captured_anti_tank_guns_do_not_make_a_battery_of_a_headquarters() -> None:
    state = organising("Bach C3922, I/104>Bach, 39PzJg[5Pak38:6] C3922", "commonwealth/2pdr:4", "axis")
    assert refusal(state, "absorb Bach:2pdr:3").case == "19.86"
    assert play(state, "absorb 39PzJg:2pdr:2").units["39PzJg"].toe == {"5Pak38": 6, "2pdr": 2}


@pytest.mark.case("19.61", "19.68")
def test_the_points_must_be_in_its_hex() -> None:
    assert refusal(organising("6RTR[A9:5] C3922", "commonwealth/A9:1"), "absorb 6RTR:A9:2").case == "19.61"
    assert refusal(organising("6RTR[A9:5] C3921", "commonwealth/A9:1"), "absorb 6RTR:A9:1").case == "19.61"


@pytest.mark.case("19.6", "19.61", "19.68")
def test_nobody_is_filled_beyond_its_maximum() -> None:
    assert refusal(organising("6RTR[A9:8] C3922", "commonwealth/A9:4"), "absorb 6RTR:A9:3").case == "19.61"
    assert refusal(organising("IX(L)[CV33:7] C3922", "italian/CV33:4", "axis"), "absorb IX(L):CV33:3").case == "19.61"
    play(organising("IX(L)[CV33:7] C3922", "italian/CV33:4", "axis"), "absorb IX(L):CV33:2")


@pytest.mark.case("19.62", "19.68")
def test_what_is_eliminated_is_not_rebuilt() -> None:
    assert refusal(organising("1RNF C3922", "commonwealth/A9:4"), "absorb 6RTR:A9:3").case == "19.62"


@pytest.mark.case("19.64")
def test_any_tank_for_tank_units_and_any_gun_for_artillery() -> None:
    play(organising("6RTR[A9:5] C3922", "commonwealth/Matilda:2"), "absorb 6RTR:Matilda:2")
    play(organising("4RHA[25pdr:3] C3922", "commonwealth/60pdr:2"), "absorb 4RHA:60pdr:2")
    assert refusal(organising("4RHA[25pdr:3] C3922", "commonwealth/A9:2"), "absorb 4RHA:A9:2").case == "19.64"
    assert refusal(organising("6RTR[A9:5] C3922", "commonwealth/25pdr:2"), "absorb 6RTR:25pdr:2").case == "19.64"


@pytest.mark.case("19.65", "19.68")
def test_reconnaissance_takes_points_of_its_own_kind() -> None:
    state = organising("11Hus[5] C3922", f"commonwealth/{counter('11Hus').code}:2, commonwealth/A9:2")
    assert refusal(state, "absorb 11Hus:A9:1").case == "19.65"
    assert play(state, "absorb 11Hus:2").units["11Hus"].toe == {"": 7}


@pytest.mark.case("3.35", "19.67")
def test_a_headquarters_that_lost_its_tank_takes_another() -> None:
    state = play(organising("4ArmBde[] C3922", "commonwealth/MarkVI:1"), "absorb 4ArmBde:MarkVI:1")
    assert state.units["4ArmBde"].toe == {"MarkVI": 1}


@pytest.mark.case("19.64")
def test_emplaced_guns_take_no_more() -> None:
    state = organising("1/TbrkCD C3922", "italian/100/17:2", "axis")
    assert refusal(state, "absorb 1/TbrkCD:100/17:1").case == "19.64"


def test_the_list_offers_what_can_be_taken() -> None:
    state = organising("6RTR[A9:8], 1RNF C3922", "commonwealth/A9:4")
    assert [order for order in listed(state) if order.startswith("absorb")] == ["absorb 6RTR:A9:2"]


# Axis batteries [19.8]


@pytest.mark.case("19.8", "19.81", "19.83", "19.87")
def test_an_infantry_headquarters_forms_a_battery_of_three_to_six_points() -> None:
    state = organising("Bach C3922, I/104>Bach", "german/5Pak38:9", "axis")
    assert refusal(state, "absorb Bach:5Pak38:2").case == "19.83"
    assert refusal(state, "absorb Bach:5Pak38:7").case == "19.81"
    state = play(state, "absorb Bach:5Pak38:3", "absorb Bach:5Pak38:1")
    assert state.units["Bach"].toe == {"5Pak38": 4}
    tanks = organising("5Pz C3922", "german/5Pak38:9", "axis")
    assert refusal(tanks, "absorb 5Pz:5Pak38:3").case == "19.64"


@pytest.mark.case("19.82", "19.86")
def test_only_while_all_anti_tank_units_have_two_thirds() -> None:
    weak = organising("Bach C3922, 39PzJg[PzJgI:4] C3930", "german/5Pak38:9", "axis")
    assert refusal(weak, "absorb Bach:5Pak38:3").case == "19.82"
    play(with_unit(weak, "39PzJg", toe={"PzJgI": 6}), "absorb Bach:5Pak38:3")
    play(organising("Bach C3922, 7NZAT[2pdr:1] C3930", "german/5Pak38:9", "axis"), "absorb Bach:5Pak38:3")


@pytest.mark.case("19.86")
def test_a_battery_has_guns_of_one_type() -> None:
    state = organising("Bach[5Pak38:3] C3922", "german/7.62PakR:3", "axis")
    assert refusal(state, "absorb Bach:7.62PakR:1").case == "19.86"


# Commonwealth battalions [19.9]


@pytest.mark.case("19.91", "19.93", "19.94", "19.95", "19.64")
def test_from_turn_75_infantry_takes_anti_tank_guns() -> None:
    early = organising("1KRRC, 1Buffs C3922", "commonwealth/2pdr:4", turn=74)
    assert refusal(early, "absorb 1KRRC:2pdr:1").case == "19.91"
    state = organising("1KRRC, 1Buffs C3922", "commonwealth/2pdr:6", turn=75)
    assert refusal(state, "absorb 1KRRC:2pdr:3").case == "19.94"
    assert refusal(state, "absorb 1Buffs:2pdr:2").case == "19.94"
    state = play(state, "absorb 1KRRC:2pdr:2", "absorb 1Buffs:2pdr:1")
    assert state.units["1KRRC"].toe == {"": 6, "2pdr": 2} and state.units["1Buffs"].toe["2pdr"] == 1


@pytest.mark.case("19.64", "19.92")
def test_infantry_takes_no_field_guns() -> None:
    state = organising("1KRRC C3922", "commonwealth/25pdr:4", turn=75)
    assert refusal(state, "absorb 1KRRC:25pdr:1").case == "19.64"


@pytest.mark.case("19.61")
def test_whoever_takes_points_says_how_many() -> None:
    state = organising("6RTR[A9:5] C3922", "commonwealth/A9:4")
    assert refusal(state, "absorb 6RTR:A9:0").case == "19.61"
    assert play(state, "absorb 6RTR:A9:1").units["6RTR"].toe == {"A9": 6}


@pytest.mark.case("19.92", "19.64")
def test_only_battalions_of_the_common_kind_do() -> None:
    state = organising("1RNF, RYugGd C3922", "commonwealth/2pdr:4", turn=75)
    assert refusal(state, "absorb 1RNF:2pdr:1").case == "19.92"  # machineguns
    assert refusal(state, "absorb RYugGd:2pdr:1").case == "19.92"  # 1/1


@pytest.mark.case("19.64", "19.92")
def test_replacement_points_take_no_guns() -> None:
    """They are no battalion yet."""
    state = organising("CW-Inf7[2] C3922", "commonwealth/2pdr:4", turn=75)
    state = replace(state, replacements={"CW-Inf7": Replacement()})
    assert refusal(state, "absorb CW-Inf7:2pdr:1").case == "19.64"
    assert not [order for order in listed(state) if order.startswith("absorb")]


@pytest.mark.case("19.96")
def test_not_before_the_anti_tank_regiment_of_its_formation_is_full() -> None:
    state = organising("18NZ C3922, 4NZ, 2NZ, 7NZAT[2pdr:7] C3930", "commonwealth/2pdr:4", turn=75)
    assert refusal(state, "absorb 18NZ:2pdr:1").case == "19.96"
    play(with_unit(state, "7NZAT", toe={"2pdr": 8}), "absorb 18NZ:2pdr:1")
    weak = organising("18NZ C3922, 4NZ, 2NZ, 19NZ[1], 7NZAT[2pdr:8] C3930", "commonwealth/2pdr:4", turn=75)
    play(weak, "absorb 18NZ:2pdr:1")  # the other battalions need not be full


@pytest.mark.case("19.61", "19.64", "19.65", "4.46")
def test_room_is_counted_by_the_class_of_weapon() -> None:
    """A regiment of eight anti-tank guns and three others."""
    state = organising("73AT[18pdr:2, 2pdr:8] C3922", "commonwealth/18pdr:2")
    assert play(state, "absorb 73AT:18pdr:1").units["73AT"].toe == {"18pdr": 3, "2pdr": 8}
    assert refusal(state, "absorb 73AT:18pdr:2").case == "19.61"


@pytest.mark.case("19.81", "19.82", "19.83", "19.86")
def test_a_tank_of_the_headquarters_is_no_gun_of_its_battery() -> None:
    state = organising("Bach[PzII:1] C3922, I/104>Bach", "german/5Pak38:9", "axis")
    assert play(state, "absorb Bach:5Pak38:6").units["Bach"].toe == {"PzII": 1, "5Pak38": 6}
    assert refusal(state, "absorb Bach:5Pak38:2").case == "19.83"
    assert refusal(state, "absorb Bach:5Pak38:7").case == "19.81"


@pytest.mark.case("19.81", "19.83")
def test_the_men_of_a_headquarters_are_no_guns_of_its_battery() -> None:
    state = organising("8Brs C3922", "italian/47/32:4", "axis")
    assert play(state, "absorb 8Brs:47/32:3").units["8Brs"].toe == {"": 1, "47/32": 3}
    assert refusal(state, "absorb 8Brs:47/32:2").case == "19.83"


@pytest.mark.case("19.82")
def test_four_guns_of_six_are_less_than_67_percent() -> None:
    state = organising("Bach C3922, 605PzJg[PzJgI:4] C3930", "german/5Pak38:9", "axis")
    assert refusal(state, "absorb Bach:5Pak38:3").case == "19.82"
    play(with_unit(state, "605PzJg", toe={"PzJgI": 5}), "absorb Bach:5Pak38:3")


@pytest.mark.case("20.49", "22.64")
def test_loose_points_of_the_hex_are_taken_before_those_of_a_squadron() -> None:
    state = organising("CW-TDS1[A9:3], 1RTR[A9:1] C3922", "commonwealth/A9:2")
    after = play(replace(state, squadrons={"CW-TDS1": Squadron()}), "absorb 1RTR:A9:4")
    assert after.units["1RTR"].toe == {"A9": 5} and not after.spares
    assert after.units["CW-TDS1"].toe == {"A9": 1}


@pytest.mark.case("19.61", "15.86", "14.54")
def test_points_of_its_own_nation_come_first_then_captured_ones_and_those_of_an_ally_never() -> None:
    state = organising("I/5Pz[PzII:4] C3922", "commonwealth/PzII:1, german/PzII:1, italian/M13/40:1", "axis")
    assert refusal(state, "absorb I/5Pz:M13/40:1").case == "19.61"
    assert refusal(state, "absorb I/5Pz:PzII:0").case == "19.61" == refusal(state, "absorb I/5Pz:PzII:3").case
    ally = {"C3922/italian/M13/40": 1}
    assert play(state, "absorb I/5Pz:PzII:1").spares == ally | {"C3922/commonwealth/PzII": 1}
    assert play(state, "absorb I/5Pz:PzII:2").spares == ally
    men = organising("I/104[3] C3922", f"commonwealth/{counter('I/104').code}:2", "axis")
    assert refusal(men, "absorb I/104:1").case == "19.61", "prisoners do not join"


@pytest.mark.case("19.86", "19.81", "19.82", "19.83")
def test_a_battery_has_no_captured_guns_even_of_its_own_type() -> None:
    state = organising("Bach C3922", "german/5Pak38:3, commonwealth/5Pak38:3", "axis")
    assert refusal(state, "absorb Bach:5Pak38:4").case == "19.86"
    assert play(state, "absorb Bach:5Pak38:3").spares == {"C3922/commonwealth/5Pak38": 3}
    begun = organising("Bach[5Pak38:3] C3922", "commonwealth/5Pak38:1", "axis")
    assert refusal(begun, "absorb Bach:5Pak38:1").case == "19.86"
    sent = replace(
        organising("Bach, GE-Gun7[5Pak38:3] C3922", "commonwealth/5Pak38:1", "axis"),
        replacements={"GE-Gun7": Replacement("Bach")},
    )
    assert play(sent, "absorb Bach:5Pak38:3").units["Bach"].toe == {"5Pak38": 3}
    captured = organising("104Sch[] C3922", "commonwealth/25pdr:1", "axis")
    assert play(captured, "absorb 104Sch:25pdr:1").units["104Sch"].toe == {"25pdr": 1}, "a field gun is no battery"
    men = organising("I/104[3], I/5Pz[PzII:4] C3922", f"german/{counter('I/104').code}:2", "axis")
    assert play(men, "absorb I/104:2").units["I/104"].toe == {"": 5}


@pytest.mark.case("19.64", "19.65", "20.3")
def test_what_takes_no_points_at_all_or_none_without_a_weapon() -> None:
    ship = organising("SanGiorgio C3922", "italian/100/17:2", "axis")
    assert refusal(ship, "absorb SanGiorgio:100/17:1").case == "19.64"
    tanks = organising("6RTR[A9:2] C3922", f"commonwealth/{counter('6RTR').code}:2")
    assert refusal(tanks, "absorb 6RTR:1").case == "19.64"
    railwaymen = organising("10NZRR[] C3922", f"commonwealth/{counter('10NZRR').code}:2")
    assert refusal(railwaymen, "absorb 10NZRR:1").case == "20.3"


@pytest.mark.case("4.46", "19.64")
def test_paratroops_take_guns_that_can_be_dropped_and_no_others() -> None:
    room = dict(code("german", counter("IKroh").code).assigned)["airdroppable_artillery"]
    guns = f"german/ParaArt:{room + 1}, german/10.5leFH18:1, german/2.8PzB41:1"
    state = organising("IKroh[3] C3922", guns, "axis")
    assert play(state, f"absorb IKroh:ParaArt:{room}").units["IKroh"].toe["ParaArt"] == room
    assert refusal(state, f"absorb IKroh:ParaArt:{room + 1}").case == "19.61"
    assert refusal(state, "absorb IKroh:10.5leFH18:1").case == "19.64"
    assert refusal(state, "absorb IKroh:2.8PzB41:1").case == "19.64"  # dropped, but no artillery


@pytest.mark.case("4.46", "19.64")
def test_anti_air_guns_that_stay_in_play_go_to_units_of_their_kind_and_not_to_others() -> None:
    state = organising("606Flak[88mm:2], 39PzJg[5Pak38:2] C3922", "german/88mm:2", "axis")
    assert play(state, "absorb 606Flak:88mm:1").units["606Flak"].toe == {"88mm": 3}
    assert refusal(state, "absorb 39PzJg:88mm:1").case == "19.64"


@pytest.mark.case("4.46", "19.6", "19.61")
def test_nine_american_tanks_are_all_but_another_tank_makes_room_for_a_tenth() -> None:
    state = organising("6RTR[Stuart:9] C3922", "commonwealth/Stuart:1, commonwealth/A9:2")
    assert refusal(state, "absorb 6RTR:Stuart:1").case == "19.61"
    assert play(state, "absorb 6RTR:A9:1").units["6RTR"].toe == {"Stuart": 9, "A9": 1}
    assert refusal(state, "absorb 6RTR:A9:2").case == "19.61"
    men = organising("1RNF[1] C3922", f"commonwealth/{counter('1RNF').code}:3")
    assert play(men, "absorb 1RNF:2").units["1RNF"].toe == {"": 3}
    assert refusal(men, "absorb 1RNF:3").case == "19.61"


@pytest.mark.case("19.81", "19.64", "19.65")
@pytest.mark.parametrize("name", ["1Libyan", "I/104", "4NZ"])
def test_neither_divisions_nor_battalions_nor_the_commonwealth_form_batteries(name: str) -> None:
    nation = counter(name).nation
    gun = {"italian": "47/32", "german": "5Pak38", "commonwealth": "2pdr"}[nation]
    side = counter(name).side
    assert refusal(organising(f"{name} C3922", f"{nation}/{gun}:3", side), f"absorb {name}:{gun}:3").case == "19.64"


@pytest.mark.case("19.92", "19.93", "19.94", "19.95", "19.91")
def test_battalions_of_either_common_rating_take_guns_and_commandos_do_not() -> None:
    state = organising("1KRRC, 2KRRC, Layforce C3922", "commonwealth/2pdr:4", turn=75)
    after = play(state, "absorb 1KRRC:2pdr:1", "absorb 2KRRC:2pdr:1")  # 1/2 and 2/2
    assert after.units["1KRRC"].toe["2pdr"] == after.units["2KRRC"].toe["2pdr"] == 1
    assert refusal(state, "absorb Layforce:2pdr:1").case == "19.92"  # 2/2, but too quick


@pytest.mark.case("20.41", "22.64")
def test_only_what_has_come_is_offered_and_squadrons_fill_units_and_not_each_other() -> None:
    far = replace(
        organising("1Buffs[3] C3922, CW-Inf7[2] C3930", "italian/CV33:1"),
        replacements={"CW-Inf7": Replacement("1Buffs")},
    )
    assert not [order for order in listed(far) if order.startswith("absorb 1Buffs")]
    near = with_unit(far, "CW-Inf7", at=far.units["1Buffs"].at)
    assert [order for order in listed(near) if order.startswith("absorb 1Buffs")]
    state = organising("CW-TDS1[A9:3], CW-TDS2[A9:1], 1RTR[A9:1], 2RTR[Matilda:1] C3922", "italian/CV33:1")
    state = replace(state, squadrons={"CW-TDS1": Squadron(), "CW-TDS2": Squadron()})
    found = [order for order in listed(state) if order.startswith("absorb")]
    assert "absorb 1RTR:A9:3" in found and not [order for order in found if "TDS" in order]
