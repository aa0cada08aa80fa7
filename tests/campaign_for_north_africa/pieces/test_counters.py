"""The counters and what a TOE Strength Point of each is worth."""

from collections import Counter as Tally

import pytest

from sandtable.core.title import Setup
from sandtable.games.campaign_for_north_africa.arrivals.schedules import arrivals_on, withdrawals_on
from sandtable.games.campaign_for_north_africa.pieces import weapons as arms
from sandtable.games.campaign_for_north_africa.pieces.carriage import need, weapon_cpas
from sandtable.games.campaign_for_north_africa.pieces.counters import (
    DEPLOYED,
    assigned_to,
    catalogue,
    characteristics,
    counter,
    counters,
    in_land_game,
    land_toe,
    ratings,
    target_class,
    tree,
    when,
    without_anti_air,
)
from sandtable.games.campaign_for_north_africa.pieces.units import is_defenceless
from sandtable.games.campaign_for_north_africa.pieces.weapons import Rating, Ratings, code, weapon
from sandtable.games.campaign_for_north_africa.setup import begin
from tests.campaign_for_north_africa.positions import position

ANY_TURN = 80


def raw(rating: str, toe: dict[str, int], turn: int = ANY_TURN) -> int:
    """Raw Points of so many points of these weapons."""
    return sum(getattr(weapon(name).ratings(turn), rating).value * points for name, points in toe.items())


# The pieces


def test_every_counter_of_the_three_nations_is_there() -> None:
    tally = Tally(each.nation for each in counters().values())
    assert tally == {"italian": 436 + 9, "german": 148 + 8, "commonwealth": 435}  # and battle groups without counters


@pytest.mark.case("4.45")
def test_so_many_counters_begin_on_the_map() -> None:
    tally = Tally(each.nation for each in counters().values() if each.arrival == DEPLOYED)
    assert tally == {"italian": 218, "commonwealth": 68}
    assert counter("6RTR").is_tank_type and not counter("1RNF").is_tank_type


def test_only_battle_groups_and_a_renamed_battalion_have_no_arrival() -> None:
    never = [each.name for each in counters().values() if each.arrival is None and not each.is_battle_group]
    assert never == ["II/155Art"]


def test_names_can_be_written_in_the_notation() -> None:
    folded = [name.casefold() for name in counters()]
    assert len(set(folded)) == len(folded)
    for name in counters():
        assert not set(name) & set(" ,:;*-"), name
        assert not name.isdigit(), name


@pytest.mark.case("3.3", "4.45")
def test_every_parent_is_a_headquarters_of_the_same_nation_and_a_higher_or_equal_level() -> None:
    order = ("corps", "division", "brigade", "battalion", "company")
    for each in counters().values():
        if not each.parent:
            continue
        above = counter(each.parent)
        assert above.is_hq and above.nation == each.nation, each.name
        assert order.index(above.level) <= order.index(each.level), each.name
        assert not each.parent_absent


def test_every_code_and_every_weapon_is_on_a_chart() -> None:
    for each in counters().values():
        if each.name == "SanGiorgio":
            continue
        assert characteristics(each.name).kind == each.kind
        for name, points in each.toe:
            assert points > 0
            if name:
                assert weapon(name).name == name


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="no counter"):
        counter("8thArmy")
    with pytest.raises(ValueError, match="no weapon"):
        weapon("Tiger")
    with pytest.raises(ValueError, match="no german ID Code"):
        code("german", "zz")
    with pytest.raises(ValueError, match="no Operations Stage"):
        when("26/4")


# [3.4, 9.1] What is printed on them


@pytest.mark.case("9.11", "9.12", "9.13", "9.22", "9.24", "9.25", "3.33")
@pytest.mark.parametrize(
    ("name", "stacking"),
    [
        ("15PzDiv", 5),
        ("8Pz", 2),
        ("I/8Pz", 1),
        ("Polish", 3),
        ("18Aus", 3),
        ("Aresca", 3),
        ("Ramcke", 3),
        ("RECAM", 2),
        ("Sahara", 2),
        ("4RHA", 1),
        ("60AT", 0),
        ("1FrMar", 0),
        ("54Ter", 2),
        ("7RflBde", 1),
        ("Bach", 2),
        ("DAK", 0),
    ],
)
def test_stacking_points_printed(name: str, stacking: int) -> None:
    assert counter(name).stacking == stacking


@pytest.mark.case("3.4", "9.16")
def test_the_frontier_guards_of_bardia_are_its_garrison() -> None:
    for name in ("30GaF", "I/30GaF", "II/30GaF", "III/30GaF"):
        assert counter(name).garrison == "C4321"
    assert counter("FtMad").garrison == "C3019"
    assert counter("Selby").garrison == "D3714"
    assert not counter("I(M)").is_garrison


@pytest.mark.case("4.25", "4.45")
def test_the_greek_brigade_has_three_battalions_and_its_artillery() -> None:
    assert assigned_to("1GreekBde") == ("1Greek", "2Greek", "3Greek", "1GrkFld")


@pytest.mark.case("4.42")
def test_the_18th_australian_brigade_arrives_with_all_its_units() -> None:
    assert len(tree("18Aus")) == 8
    assert {counter(name).arrival for name in tree("18Aus")} == {(14, 3)}


@pytest.mark.case("19.11")
def test_the_8th_panzer_regiment_is_assigned_to_the_15th_panzer_division() -> None:
    assert counter("8Pz").parent == "15PzDiv"
    assert counter("8Pz").level == "brigade"


@pytest.mark.case("4.22")
def test_symbols_tell_garrisons_independents_and_parents_that_never_came() -> None:
    assert counter("I/30GaF").garrison == "C4321"
    assert counter("8Med").parent == "" and not counter("8Med").parent_absent
    assert any(each.parent_absent for each in counters().values())
    kinds = {counter(name).kind for name in ("6RTR", "4RHA", "11Hus", "1RNF")}
    assert kinds == {"tank", "artillery", "recce", "infantry"}


@pytest.mark.case("4.44b")
def test_three_divisions_are_added_and_the_marines_start_deployed() -> None:
    for division in ("61Srt", "62Mrm", "63Cir"):
        assert counter(division).level == "division" and len(tree(division)) > 10
    assert counter("1FrMar").arrival == DEPLOYED
    assert counter("362Art").kind == "artillery"
    for scenario in ("grazianis-offensive", "italian-campaign"):
        state = begin(Setup(scenario))
        assert {state.units[name].assigned for name in ("1Buffs", "1Hamp")} == {"Selby"}, scenario
        assert {"62Mrm", "63Cir", "1FrMar"} <= {name for names in state.stacks.values() for name in names}, scenario
    assert any("61Srt" in each.units for each in arrivals_on(10, 3))


@pytest.mark.case("4.43a")
def test_the_32nd_army_tank_brigade_withdraws_in_64_2_and_the_42nd_tanks_arrive_in_28_2() -> None:
    assert any("32Army" in each.units for each in withdrawals_on(64, 2))
    assert any("42RTR" in each.units for each in arrivals_on(28, 2))


@pytest.mark.case("4.43")
def test_the_42nd_tanks_come_early_to_the_1st_army_tank_brigade() -> None:
    assert counter("42RTR").parent == "1Army"
    assert counter("42RTR").arrival == (28, 2)


@pytest.mark.case("4.44")
def test_what_the_corrections_to_the_arrival_charts_say() -> None:
    assert counter("1FrMar").arrival == DEPLOYED
    for name in ("61Srt", "62Mrm", "63Cir"):
        assert counter(name).level == "division"
    # the letters of the correction look swapped: x is an anti-tank row
    assert counter("362Art").code == "w" and counter("362Art").kind == "artillery"


@pytest.mark.case("19.27")
def test_some_units_belong_to_formations_that_never_came() -> None:
    assert counter("XVIIILib").parent_absent
    assert counter("I/722Art").parent_absent
    assert not counter("1RNF").parent_absent


@pytest.mark.case("17.31")
def test_untrained_morale_stands_beside_the_basic_one() -> None:
    assert (counter("2/1Aus").morale, counter("2/1Aus").untrained_morale) == (1, -3)
    assert (counter("2/13Aus").morale, counter("2/13Aus").untrained_morale) == (1, 0)
    assert (counter("2/23Aus").morale, counter("2/23Aus").untrained_morale) == (1, None)
    assert counter("XVIIILib").morale == -2
    assert counter("22Gds").morale is None
    assert all(each.untrained_morale is None for each in counters().values() if each.side == "axis")


@pytest.mark.case("4.45", "19.6")
def test_strength_at_arrival_is_normal_under_or_over() -> None:
    assert counter("1RNF").toe == (("", 3),)
    assert counter("11Hus").toe == (("", 6),) and counter("11Hus").maximum == 8
    assert counter("I/382").toe == (("", 8),) and counter("I/382").maximum == 7
    assert counter("I/5Pz").toe == (("PzI", 1), ("PzII", 4), ("PzIIIE", 1), ("PzIIIH", 7), ("PzIVD", 1))
    assert counter("IKroh").toe == (("", 7), ("7.5IG18", 1)) and counter("IKroh").maximum == 8
    assert counter("2/TbrkCD").maximum == 14
    assert counter("7Spt").toe == ()


def test_who_has_engineers() -> None:
    for name in ("7Arm", "1Libyan", "60Eng", "10NZRR", "2/1AusP"):
        assert counter(name).engineers
    assert not counter("1RNF").engineers
    assert counter("10NZRR").symbols == ("railroad",) and counter("1SARC").symbols == ("road",)
    assert weapon("Scorpion").clears_minefields


# [3.2] Kinds and classes


@pytest.mark.case("3.21", "3.23")
@pytest.mark.parametrize(
    ("name", "kind", "fights"),
    [
        ("7Arm", "headquarters", False),
        ("1RNF", "infantry", True),
        ("6RTR", "tank", True),
        ("11Hus", "recce", True),
        ("4RHA", "artillery", True),
        ("3RHA", "anti_tank", True),
        ("606Flak", "anti_air", True),
        ("200Pio", "engineer", False),
        ("13NZRR", "construction", False),
        ("SanGiorgio", "warship", False),
    ],
)
def test_kinds_of_units(name: str, kind: str, fights: bool) -> None:
    assert counter(name).kind == kind
    assert counter(name).is_combat_unit is fights


@pytest.mark.case("3.22", "3.34", "3.35", "3.36")
@pytest.mark.parametrize(
    ("name", "by", "expected"),
    [
        ("1RNF", "", "infantry"),
        ("200Pio", "", "infantry"),
        ("Mhrsti", "", "infantry"),
        ("60Sab", "", "infantry"),
        ("6RTR", "MarkVI", "armour"),
        ("11Hus", "", "armour"),
        ("7Arm", "MarkVI", "armour"),
        ("605PzJg", "PzJgI", "armour"),
        ("DLIV", "Semovente", "armour"),
        ("4RHA", "18/25pdr", "gun"),
        ("85Fant", "65/17", "gun"),
        ("FtMad", "", "gun"),
        ("606Flak", "88mm", "gun"),
        ("39PzJg", "5Pak38", "gun"),
        ("IKroh", "7.5IG18", "infantry"),
        ("7Spt", "", None),
    ],
)
def test_target_classes(name: str, by: str, expected: str | None) -> None:
    assert target_class(name, by) == expected


@pytest.mark.case("3.22", "3.36")
def test_a_ship_is_no_target_and_tanks_that_lie_broken_down_are_not_helpless() -> None:
    assert target_class("SanGiorgio", "") is None
    state = position("6RTR[], 1Spt C3922")
    assert not is_defenceless(state, "6RTR") and is_defenceless(state, "1Spt")


@pytest.mark.case("3.22")
def test_a_gun_unit_with_armoured_and_other_points_is_two_targets() -> None:
    assert {target_class("102AT", name) for name in ("2pdr", "Deacon")} == {"gun", "armour"}
    assert counter("4RHA").is_gun_class and not counter("605PzJg").is_gun_class and not counter("11In").is_gun_class


@pytest.mark.case("15.4")
def test_infantry_machineguns_and_heavy_weapons_support_tanks() -> None:
    for name in ("1RNF", "I/157", "101HW", "15Krad"):
        assert counter(name).supports_tanks
    for name in ("11Hus", "4RHA", "200Pio", "7Arm"):
        assert not counter(name).supports_tanks


@pytest.mark.case("3.4", "4.46")
def test_points_of_a_headquarters_with_a_bracketed_maximum_fight_in_brackets() -> None:
    tank = ratings("7Arm", "MarkVI", 1)
    assert tank.offence == Rating(2, parenthesised=True) and tank.armour == Rating(1)
    assert ratings("85Fant", "65/17", 1).barrage == Rating(5)
    assert str(ratings("60Sab", "", 1).defence) == "(1)"


@pytest.mark.case("3.4")
def test_emplaced_guns_never_move_and_have_no_vulnerability() -> None:
    assert counter("1/TbrkCD").emplaced and not counter("V/31GaF").emplaced
    assert ratings("1/TbrkCD", "149/13", 1).vulnerability is None
    assert ratings("VII/31GaF", "149/13", 1).vulnerability == Rating(5)
    assert ratings("SanGiorgio", "", 1) == Ratings()


# [8.9, 32.5] Transport


@pytest.mark.case("8.91", "8.92", "8.93", "32.53")
@pytest.mark.parametrize(
    ("name", "on_foot", "plus"),
    [
        ("I/157", True, False),
        ("1KRRC", True, True),
        ("2MG", True, True),
        ("I/61", True, True),
        ("Layforce", True, False),
        ("15Krad", False, False),
        ("Mhrsti", False, False),
        ("6RTR", False, False),
        ("4RHA", False, False),
        ("2/TbrkCD", False, False),
        ("I/104", True, True),
        ("1Oasis", False, False),
    ],
)
def test_who_walks_and_who_was_historically_motorised(name: str, on_foot: bool, plus: bool) -> None:
    assert counter(name).on_foot is on_foot
    assert counter(name).plus is plus


@pytest.mark.case("8.95", "32.51", "32.53", "4.45", "3.4", "8.92")
def test_motorization_points_that_carry_a_unit() -> None:
    state = position(
        "I/157[7], 4RHA[18/25pdr:6], 15Krad[6] C3922", "TbrkLAA[Sited20:7], 2/TbrkCD[100/17:6, Sited20:6] C4807"
    )
    assert need(state, "I/157") == 7 and need(state, "4RHA") == 0
    assert need(state, "15Krad") == 0  # on motorcycles
    assert need(state, "TbrkLAA") == 4 and need(state, "2/TbrkCD") == 0  # two to a truck; emplaced


# [32.8] Anti-air units


@pytest.mark.case("32.81")
def test_the_commonwealth_loses_every_anti_air_unit_and_point() -> None:
    assert not any(
        in_land_game(each.name)
        for each in counters().values()
        if each.nation == "commonwealth" and each.kind == "anti_air"
    )
    assert land_toe("102(NH)") == (("2pdr", 2),) and in_land_game("102(NH)")


@pytest.mark.case("32.82")
def test_the_germans_keep_their_heavy_guns_only() -> None:
    assert not in_land_game("613Flak") and not in_land_game("I/33Flak")
    assert not in_land_game("211Flak")  # ID Code aa: nothing but light points
    assert in_land_game("606Flak") and land_toe("606Flak") == (("88mm", 4),)
    assert land_toe("613Flak") == ()  # the unit is out of play with its infantry guns


@pytest.mark.case("32.83", "32.84")
def test_what_the_italians_lose() -> None:
    for name in ("TbrkLAA", "XVCD", "Benina"):
        assert not in_land_game(name)
    assert land_toe("2/TbrkCD") == (("100/17", 6),)
    assert land_toe("42Art") == (("75/27", 6), ("100/17", 3))
    assert land_toe("203Art")[-1] == ("Breda20", 3)  # light points stay with the divisional artillery
    assert land_toe("SaharaArt") == counter("SaharaArt").toe
    assert land_toe("101HW") == counter("101HW").toe  # it has an anti-air rating but no anti-air points


# [4.46, 4.47, 4.48, 4.49] The charts


def test_charts_are_whole() -> None:
    tally = Tally(nation for nation, _ in arms.codes())
    assert tally == {"italian": 50, "german": 31, "commonwealth": 43}
    assert len(arms.weapons()) == 82 + 1  # the charts, and upgraded points [20.54]


@pytest.mark.case("6.14", "6.15", "19.6")
def test_the_codes_named_in_the_rules() -> None:
    assert characteristics("1RNF").cpa == 8
    assert (characteristics("1KRRC").cpa, characteristics("1KRRC").plus) == (10, True)
    assert characteristics("XXI(L)").maximum == 9
    assert (code("commonwealth", "g").maximum, code("commonwealth", "g").maximum_us_tanks) == (10, 9)
    assert dict(code("italian", "kk").assigned) == {"artillery": 9, "aa": 3}


@pytest.mark.case("4.46")
def test_mixed_artillery_fires_with_the_ratings_of_its_points() -> None:
    assert raw("barrage", {"18pdr": 2, "25pdr": 4}) == 46


@pytest.mark.case("11.35")
def test_the_90th_light_division_of_the_example() -> None:
    assert [counter(name).toe for name in ("361Art", "190Art")] == [
        (("10.5K18", 3),),
        (("21Mrs18", 3), ("10.5K18", 3)),
    ]
    assert raw("barrage", {"10.5K18": 6, "21Mrs18": 3}) == 108
    schutzen = [counter(name) for name in assigned_to("155Sch")]
    assert sum(points for each in schutzen for _, points in each.toe) == 21
    assert ratings("I/155", "", ANY_TURN).offence == Rating(2)
    afrika = sum(points for name in ("I/361", "II/361") for _, points in counter(name).toe)
    assert (afrika, ratings("I/361", "", ANY_TURN).offence, ratings("I/361", "", ANY_TURN).defence) == (
        9,
        Rating(1),
        Rating(2),
    )
    assert sum(points for name in ("III/255", "III/347") for _, points in counter(name).toe) == 14


@pytest.mark.case("14.43", "15.96", "21.12")
@pytest.mark.parametrize(
    ("name", "rating", "value"),
    [
        ("M13/40", "armour", 3),
        ("M11/39", "armour", 2),
        ("PzIIIJ", "armour", 4),
        ("PzIIIJ", "offence", 7),
        ("10.5K18", "vulnerability", 9),
        ("Stuart", "defence", 4),
        ("CrusaderII", "armour", 4),
        ("A9", "armour", 1),
    ],
)
def test_ratings_of_weapons(name: str, rating: str, value: int) -> None:
    assert getattr(weapon(name).ratings(ANY_TURN), rating) == Rating(value)


@pytest.mark.case("15.96")
def test_raw_points_of_the_combat_example() -> None:
    assert raw("barrage", {"10.5K18": 10}) == 90
    assert raw("barrage", {"25pdr": 6}) == 48
    assert raw("anti_armour", {"PzIIIJ": 5}) == 30
    assert raw("anti_armour", {"2pdr": 6}) == 24


@pytest.mark.case("4.47", "4.48", "4.49")
def test_corrected_and_dated_figures() -> None:
    assert (weapon("7.62PakR").cpa, weapon("Marder").cpa) == (15, 25)
    third = weapon("PzIIIE")
    assert (third.cpa, third.printed.armour, third.printed.offence, third.printed.defence) == (
        25,
        Rating(3),
        Rating(4),
        Rating(4),
    )
    assert weapon_cpas()["PzIIIE"] == 25 == weapon_cpas()["A9"] and weapon_cpas()["Sited20"] == 0
    assert [weapon("75/27").ratings(turn).anti_armour for turn in (62, 63)] == [Rating(0), Rating(2)]
    assert [weapon("7.5IG18").ratings(turn).anti_armour for turn in (62, 63)] == [Rating(0), Rating(3)]
    assert weapon("PzII").ratings(30) == weapon("PzII").ratings(31)  # of tanks only the breakdowns are dated


@pytest.mark.case("21.12", "21.14")
def test_breakdown_adjustments() -> None:
    assert weapon("M13/40").breakdown_adjustment(1) == 1
    assert weapon("Sherman").breakdown_adjustment(90) == 0
    assert [weapon("PzIIIH").breakdown_adjustment(turn) for turn in (30, 31)] == [1, 0]
    assert weapon("25pdr").breakdown_adjustment(1) is None
    assert characteristics("11Hus").breakdown_adjustment == -1
    assert characteristics("15Krad").breakdown_adjustment is None


@pytest.mark.case("16.11")
def test_light_tanks_that_may_patrol() -> None:
    tanks = [each.name for each in arms.weapons().values() if each.may_patrol and each.weapon_class == "tank"]
    assert tanks == ["MarkVI", "Stuart", "CV33", "L6/40", "PzI"]


def test_recce_codes_that_may_be_upgraded_are_recce() -> None:
    assert code("italian", "ww").kind == "recce"
    assert code("german", "ff").kind == "recce"  # the rule prints gg, which is the engineers' row
    for letters in ("hh", "jj", "kk", "ll", "mm", "nn", "pp", "qq", "rr", "ss", "tt"):
        assert code("commonwealth", letters).kind == "recce"


@pytest.mark.case("32.81", "32.82", "32.83", "32.84")
def test_anti_air_points_are_left_out_and_nothing_else() -> None:
    assert without_anti_air("30Art", (("75/27", 3), ("75/46", 2))) == (("75/27", 3),)
    assert without_anti_air("I/157", (("", 7),)) == (("", 7),)


@pytest.mark.case("3.36", "3.5")
def test_only_ratings_without_any_figure_are_blank() -> None:
    assert Ratings().blank and not Ratings(defence=Rating(1)).blank


@pytest.mark.case("4.44b")
def test_no_two_counters_share_a_name() -> None:
    two = [counters()["1RNF"], counters()["2SctGds"]]
    assert list(catalogue(two)) == ["1RNF", "2SctGds"]
    with pytest.raises(ValueError, match="share a name"):
        catalogue([*two, counters()["1RNF"]])
