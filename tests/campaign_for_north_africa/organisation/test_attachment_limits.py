"""How much may be attached to a formation besides what is assigned to it."""

import pytest

from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.contents import Replacement
from sandtable.games.campaign_for_north_africa.organisation.attachment_limits import (
    check_attachment,
    check_rank,
    extras,
    surplus,
)
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.pieces.formation_charts import organization
from sandtable.games.campaign_for_north_africa.pieces.parent_formations import (
    belongs_to,
    has_place,
    substitutes,
    unplaced,
)
from sandtable.games.campaign_for_north_africa.state import ELIMINATED, Campaign
from tests.campaign_for_north_africa.positions import asking, play, position, refusal, with_unit


def refused(state: Campaign, name: str, parent: str) -> str:
    with pytest.raises(Refusal) as error:
        check_attachment(state, name, parent)
    return error.value.case


# Who may be attached to whom


@pytest.mark.case("19.0")
def test_smaller_units_are_attached_to_larger_ones() -> None:
    state = position("7Arm, 7Spt, 1KRRC, 14BdeAT, 1RNF C3922")
    check_attachment(state, "14BdeAT", "1RNF")  # a company to a battalion
    assert refused(state, "1KRRC", "1RNF") == "19.0"
    assert refused(state, "7Spt", "1RNF") == "19.0"
    assert refused(state, "7Arm", "7Spt") == "19.0"
    with pytest.raises(Refusal, match="always independent"):
        check_rank(state, "5Le", "DAK")
    check_rank(state, "7Spt", "7Arm")


@pytest.mark.case("19.0")
def test_divisions_are_always_independent() -> None:
    assert refused(position("7Arm, 2NZ C3922"), "7Arm", "2NZ") == "19.0"


@pytest.mark.case("19.3", "19.73")
def test_italians_are_not_attached_to_germans_except_in_battle_groups() -> None:
    state = position("90Le, I/157, II/157, III/157, I/158, Bach C3922, I/104>Bach")
    assert refused(state, "I/157", "90Le") == "19.3"
    check_attachment(state, "I/157", "Bach")


@pytest.mark.case("19.14", "19.0")
def test_regiments_are_attached_to_the_brigade_that_has_places_for_them() -> None:
    state = position("15SchBde, 104Sch, 5Pz C3922")
    check_attachment(state, "104Sch", "15SchBde")
    assert refused(state, "5Pz", "15SchBde") == "19.0"


# Additional attachments [19.5]


@pytest.mark.case("19.5", "19.4")
def test_assigned_units_are_attached_freely_even_beyond_the_chart() -> None:
    state = position("1FreeFr C3922, 2LgEtr>1FreeFr, 3LgEtr>1FreeFr, 2Mrch>1FreeFr, 1Marine>1FreeFr, 1Pacf C3922")
    check_attachment(state, "1Pacf", "1FreeFr")


@pytest.mark.case("19.5")
def test_a_commonwealth_brigade_attaches_one_unit_besides_its_own() -> None:
    state = position("4NZ+ C3922, 1RNF, 2KOR C3922")
    check_attachment(state, "1RNF", "4NZ")
    full = position("4NZ+ C3922, 1RNF>4NZ, 2KOR C3922")
    assert refused(full, "2KOR", "4NZ") == "19.5"


@pytest.mark.case("19.5")
def test_companies_are_free_up_to_two_and_three_more_are_a_battalion() -> None:
    units = "4NZ+ C3922, 14BdeAT>4NZ, 16BdeAT>4NZ"
    check_attachment(position(f"{units}, 1RNF C3922"), "1RNF", "4NZ")
    third = position(f"{units}, 23BdeAT>4NZ, 1RNF C3922")
    assert refused(third, "1RNF", "4NZ") == "19.5"


@pytest.mark.case("19.5")
def test_the_kind_of_units_is_limited() -> None:
    state = position("2NZ+ C3922, 7RTR, 2KOR, 1Buffs, 1RNF, 1Ches C3922")
    assert refused(state, "7RTR", "2NZ") == "19.5"  # no tanks in infantry divisions
    one = position("2NZ+ C3922, 2KOR>2NZ, 1Buffs, 1Ches, 7Med C3922")
    assert refused(one, "1Buffs", "2NZ") == "19.5"  # one of infantry
    check_attachment(one, "7Med", "2NZ")
    check_attachment(one, "1Ches", "2NZ")  # machineguns are no infantry here


@pytest.mark.case("19.5")
def test_limits_change_with_the_time() -> None:
    units = "7Arm+ C3922, 7RTR C3922"
    assert refused(position(units, turn=67), "7RTR", "7Arm") == "19.5"
    check_attachment(position(units, turn=68), "7RTR", "7Arm")


@pytest.mark.case("19.5")
def test_battalions_attach_a_company_unless_they_are_italian() -> None:
    state = position("1RNF, 14BdeAT, 16BdeAT C3922, I/157, 63AT C3920")
    check_attachment(state, "14BdeAT", "1RNF")
    assert refused(position("1RNF C3922, 14BdeAT>1RNF, 16BdeAT C3922"), "16BdeAT", "1RNF") == "19.5"
    assert refused(state, "63AT", "I/157") == "19.5"


@pytest.mark.case("19.5")
def test_a_german_division_attaches_a_brigade_and_a_unit_or_four_units() -> None:
    state = position("15PzDiv+, 155Sch+, 2MG, 8MG, 39PzJg, 605PzJg, 3Aufk C3922")
    check_attachment(state, "155Sch", "15PzDiv")
    both = position("15PzDiv+ C3922, 155Sch+>15PzDiv, 2MG>15PzDiv, 8MG C3922")
    assert refused(both, "8MG", "15PzDiv") == "19.5"
    four = position("15PzDiv+ C3922, 2MG>15PzDiv, 8MG>15PzDiv, 39PzJg>15PzDiv, 605PzJg>15PzDiv, 3Aufk C3922")
    assert refused(four, "3Aufk", "15PzDiv") == "19.5"


@pytest.mark.case("19.5")
def test_an_artillery_headquarters_attaches_artillery_only() -> None:
    state = position("155Art+, 2MG, 523Art C3922")
    check_attachment(state, "523Art", "155Art")
    assert refused(state, "2MG", "155Art") == "19.5"


@pytest.mark.case("19.5")
def test_the_matruh_garrison_holds_six_units_of_which_one_has_guns_and_none_tanks() -> None:
    state = position("Selby C3922, 1Buffs>Selby, 7Med>Selby, 8Med, 7RTR, 1Hamp C3922", turn=5)
    check_attachment(state, "1Hamp", "Selby")
    assert refused(state, "8Med", "Selby") == "19.5"
    assert refused(state, "7RTR", "Selby") == "19.5"


# Attachments of attachments [19.46]


@pytest.mark.case("19.46")
def test_what_is_attached_to_a_brigade_counts_for_its_division_too() -> None:
    state = position("2NZ+ C3922, 1RNF>4NZ, 1Ches>5NZ, 7Med C3922")
    assert extras(state, "2NZ", state.parts)[0] == ("1RNF", "1Ches")
    assert refused(state, "7Med", "6NZ") == "19.5"  # room in the brigade, none in the division


@pytest.mark.case("19.46", "19.14")
def test_a_brigade_with_too_much_attached_does_not_fit_into_its_division() -> None:
    state = position("2NZ+ C3922, 1RNF>2NZ, 1Ches>2NZ, 5InBde C3930, 4NZ+ C3922, 7Med>4NZ")
    assert refused(state, "4NZ", "2NZ") == "19.5"


@pytest.mark.case("19.46", "19.45")
def test_what_belongs_to_a_substitute_does_not_count() -> None:
    state = position("2NZ C3922, 4NZ+>2NZ, 5InBde+ C3922")
    check_attachment(state, "5InBde", "2NZ")
    inside = position("2NZ C3922, 4NZ+>2NZ, 5InBde+>2NZ")
    assert extras(inside, "2NZ", inside.parts) == ((), ())


@pytest.mark.case("19.46")
def test_a_legion_counts_by_its_battalions() -> None:
    state = position("55Sav+, 250Lgn, 81CCNN, 156CCNN C3920")
    one = position("55Sav+ C3920, 250Lgn C3920, 81CCNN>250Lgn")
    two = position("55Sav+ C3920, 250Lgn C3920, 81CCNN>250Lgn, 156CCNN>250Lgn")
    check_attachment(state, "250Lgn", "55Sav")
    check_attachment(one, "250Lgn", "55Sav")
    assert refused(two, "250Lgn", "55Sav") == "19.5"  # one battalion of infantry or tanks


# Substitutes [19.45]


@pytest.mark.case("19.45")
def test_cw_inf_brigade_an_independent_brigade_stands_in_for_one_that_was_lost() -> None:
    state = position("2NZ+ C3922, 22Gds C3922, 1Buffs>22Gds, 2KOR>22Gds")
    assert refused(state, "22Gds", "2NZ") == "19.5"
    check_attachment(with_unit(state, "6NZ", at=ELIMINATED), "22Gds", "2NZ")


@pytest.mark.case("19.45")
def test_a_brigade_of_more_than_three_battalions_stands_in_for_nobody() -> None:
    state = position("4In C3922, 5InBde+>4In, 7In+>4In, 5NZ+, 4NZ+ C3922")
    assert substitutes(state, "4In", ("5NZ",)) == () and substitutes(state, "4In", ("4NZ",)) == ("4NZ",)
    assert refused(state, "5NZ", "4In") == "19.5"


@pytest.mark.case("19.45", "19.66")
def test_a_battalion_stands_in_for_a_missing_battalion() -> None:
    state = position("4NZ C3922, 18NZ>4NZ, 19NZ>4NZ, 2KOR>4NZ, 1RNF C3922")
    assert extras(state, "4NZ", state.parts)[0] == ()
    check_attachment(state, "1RNF", "4NZ")


# Places [19.3]


@pytest.mark.case("19.31", "19.32", "19.33", "19.3")
def test_places_are_filled_one_by_one() -> None:
    division = organization("commonwealth", "infantry_division", 10)
    assert division is not None
    assert unplaced("commonwealth", division.places, ("4NZ", "5NZ", "6NZ", "4NZFld", "2NZCv")) == ()
    assert unplaced("commonwealth", division.places, ("4NZ", "5NZ", "6NZ", "5InBde")) == ("5InBde",)
    italian = organization("italian", "armoured_division", 20)
    assert italian is not None  # three artillery battalions stand for a regiment
    assert unplaced("italian", italian.places, ("V/3Art", "VI/3Art", "1Maletti")) == ()
    assert unplaced("italian", italian.places, ("V/3Art", "VI/3Art", "1Maletti", "2Maletti")) == ("2Maletti",)


@pytest.mark.case("19.21", "19.3")
def test_a_place_is_for_units_of_the_right_kind() -> None:
    state = position("4ArmBde C3922, 6RTR>4ArmBde, 7RTR, 1RNF, 2KOR C3922")
    assert has_place(state, "4ArmBde", "7RTR") and not has_place(state, "4ArmBde", "2KOR")
    foreign = position("157Fant C3922, I/104 C3922")
    assert not has_place(foreign, "157Fant", "I/104")  # a German battalion, an Italian regiment
    full = position("157Fant+ C3922")
    assert has_place(full, "157Fant", "I/157") and not has_place(
        full, "157Fant", "I/158"
    )  # who is in it keeps his place


@pytest.mark.case("19.14", "19.11")
def test_what_is_assigned_to_a_brigade_belongs_to_its_division() -> None:
    state = position("7Arm+ C3922")
    assert belongs_to(state, "1KRRC", "7Spt") and belongs_to(state, "1KRRC", "7Arm")
    assert not belongs_to(state, "1KRRC", "4ArmBde") and not belongs_to(state, "7Arm", "7Spt")


@pytest.mark.case("19.27")
def test_units_of_formations_that_never_came_are_not_reassigned() -> None:
    state = asking(position("157Fant C3922, I/157>157Fant, XVIIILib>157Fant"), Organisation("axis"))
    assert refusal(state, "assign XVIIILib to 157Fant").case == "19.27"


# Battle groups [19.72, 19.73]


@pytest.mark.case("19.72")
def test_a_german_battle_group_holds_four_battalions_one_of_tanks_and_two_of_infantry() -> None:
    state = position("Bach C3922, I/5Pz>Bach, 2MG>Bach, 8MG>Bach, II/5Pz, I/104, 39PzJg, 3Aufk C3922")
    assert refused(state, "II/5Pz", "Bach") == "19.72"
    assert refused(state, "I/104", "Bach") == "19.72"
    check_attachment(state, "39PzJg", "Bach")
    full = position("Bach C3922, I/5Pz>Bach, 2MG>Bach, 8MG>Bach, 39PzJg>Bach, 3Aufk C3922")
    assert refused(full, "3Aufk", "Bach") == "19.72"


@pytest.mark.case("19.72")
def test_and_two_companies_besides() -> None:
    state = position("Bach C3922, 2MG>Bach, 707SchInf>Bach, 708SchInf, 778/Nvl C3922")
    check_attachment(state, "708SchInf", "Bach")
    assert refused(position("Bach C3922, 707SchInf>Bach, 708SchInf>Bach, 778/Nvl C3922"), "778/Nvl", "Bach") == "19.72"


@pytest.mark.case("19.72", "4.45")
def test_and_two_artillery_units_and_three_italians_in_all() -> None:
    guns = position("Bach C3922, 523Art>Bach, 526Art>Bach, 529Art C3922")
    assert refused(guns, "529Art", "Bach") == "19.72"
    allies = position("Bach, Graf C3922, 2MG>Bach, 8MG>Graf, 2AT>Bach, NizCav>Bach, 132Art>Graf, I/157 C3922")
    assert refused(allies, "I/157", "Graf") == "19.72"


@pytest.mark.case("19.73")
def test_an_italian_battle_group_holds_three_battalions_and_a_company() -> None:
    state = position("Piana C3922, I/157>Piana, II/157>Piana, III/157, IX(L), 2AT, 63AT, 62AT C3922")
    assert refused(state, "III/157", "Piana") == "19.73"
    check_attachment(state, "IX(L)", "Piana")
    full = position("Piana C3922, I/157>Piana, IX(L)>Piana, 2AT>Piana, 63AT>Piana, 62AT, NizCav C3922")
    assert refused(full, "NizCav", "Piana") == "19.73"
    assert refused(full, "62AT", "Piana") == "19.73"


@pytest.mark.case("19.71")
def test_a_battle_group_holds_no_headquarters() -> None:
    state = position("Bach, Graf, 104Sch C3922, 2MG>Bach")
    assert refused(state, "Graf", "Bach") == "19.71"
    assert refused(state, "104Sch", "Bach") in ("19.72", "19.0")


@pytest.mark.case("19.72", "19.73")
def test_a_regiment_goes_into_no_battle_group_and_artillery_headquarters_into_a_german_one() -> None:
    units = "Bach C3922, 2MG>Bach"
    assert surplus(position(units), "Bach", ("2MG",), ("104Sch",))
    assert not surplus(position(units), "Bach", ("2MG",), ("1Afr",))


@pytest.mark.case("19.71", "19.73", "19.3")
def test_germans_join_no_italian_battle_group_and_a_battle_group_may_join_a_division() -> None:
    state = position("Piana C3922, I/157>Piana, 2MG, 90Le, Bach C3922, 8MG>Bach")
    assert refused(state, "2MG", "Piana") == "19.3"
    check_rank(state, "Bach", "90Le")


@pytest.mark.case("19.0")
def test_a_ship_is_part_of_no_formation() -> None:
    state = position("SanGiorgio, 157Fant, 63AT C4807")
    for name, parent in (("SanGiorgio", "157Fant"), ("63AT", "SanGiorgio")):
        with pytest.raises(Refusal, match="a ship cannot be part of a formation") as error:
            check_attachment(state, name, parent)
        assert error.value.case == "19.0"


@pytest.mark.case("19.4", "19.41", "19.42")
def test_nobody_is_attached_where_there_is_no_room() -> None:
    full = asking(position("4NZ+ C3922, 1RNF>4NZ, 2KOR C3922"), Organisation("commonwealth"))
    assert refusal(full, "attach 2KOR to 4NZ").case == "19.5"
    room = asking(position("4NZ+ C3922, 2KOR C3922"), Organisation("commonwealth"))
    assert play(room, "attach 2KOR to 4NZ").units["2KOR"].attached == "4NZ"


@pytest.mark.case("19.46", "19.5")
def test_being_over_the_limit_already_does_not_bar_ones_own() -> None:
    state = position("4NZ C3922, 18NZ>4NZ, 1RNF>4NZ, 2KOR>4NZ, 1Ches>4NZ, 19NZ C3922")
    check_attachment(state, "19NZ", "4NZ")
    assert play(asking(state, Organisation("commonwealth")), "attach 19NZ to 4NZ").units["19NZ"].attached == "4NZ"


@pytest.mark.case("19.45", "19.46")
def test_of_what_is_attached_brigades_are_counted_apart_from_battalions() -> None:
    state = position("90Le C3922, 5Pz>90Le, I/104>90Le, I/5Pz>5Pz")
    assert extras(state, "90Le", state.parts) == (("I/5Pz",), ("5Pz",))  # I/104 stands in for a part


@pytest.mark.case("19.4", "19.46", "20.49", "28.22")
def test_neither_replacement_points_nor_guards_are_attached_to_formations() -> None:
    recruits = position("CW-Inf7[3] C3922, 7Spt C3922", replacements={"CW-Inf7": Replacement("1KRRC")})
    guards = position("IT-G1 C3922, 157Fant C3922", guards={"IT-G1": "I/157"})
    assert refused(recruits, "CW-Inf7", "7Spt") == "20.49" and refused(guards, "IT-G1", "157Fant") == "28.22"
