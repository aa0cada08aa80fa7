"""The Organization Phase: attaching, detaching, assigning, and Motorization Points."""

import pytest

from sandtable import games
from sandtable.core.learning import teaches
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.logistics.truck_routes import drive_left
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.organisation.attaching import check_attach, check_detach
from sandtable.games.campaign_for_north_africa.organisation.orders import Attach, Detach
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation, open_organisation
from sandtable.games.campaign_for_north_africa.pieces.parent_formations import may_shift
from sandtable.games.campaign_for_north_africa.pieces.units import carried, cpa, stacking
from sandtable.games.campaign_for_north_africa.state import DUE, ELIMINATED, POINT, Campaign
from tests.campaign_for_north_africa.positions import (
    asking,
    listed,
    play,
    play_noting,
    position,
    refusal,
    spent,
    together,
    where,
    with_unit,
)
from tests.playing import asked, draft_of

HERE = board().hex("C3922")


def organising(*units: str, side: str = "commonwealth", **fields: object) -> Campaign:
    return asking(position(*units, **fields), Organisation("axis" if side == "axis" else "commonwealth"))


# The phase


@pytest.mark.case("5.2", "19.0")
def test_player_a_organises_first_and_both_do() -> None:
    draft = draft_of(position("1RNF C3922, I/157 C3920", first="commonwealth"))
    open_organisation(draft)
    assert asked(draft.state) == "commonwealth"
    assert asked(play(draft.state, "done")) == "axis"


@pytest.mark.case("5.2")
def test_nothing_else_is_done_in_the_phase() -> None:
    assert refusal(organising("1RNF C3922"), "move 1RNF C3922-C3923").case == "5.2"


@pytest.mark.case("19.71", "24.9")
def test_the_list_holds_only_what_is_accepted() -> None:
    state = organising(
        "7Spt+ C3922, 1RNF C3922, 4ArmBde C3922 motors=3",
        motors={"commonwealth": {"C3922": 12}},
        supply={"CW-S1": ("C3922", 40, 60)},
    )
    orders = listed(state)
    assert "attach 1RNF to 7Spt" in orders and "detach 1KRRC with 0" in orders and "motorise 7Spt 12" in orders
    for order in orders:
        play(state, order)


# Attaching [19.41, 19.42]


@pytest.mark.case("19.41", "19.12")
def test_an_assigned_unit_is_attached_for_one_point_each() -> None:
    state = play(organising("7Spt, 1KRRC C3922"), "attach 1KRRC to 7Spt")
    assert together(state, "7Spt") == {"7Spt", "1KRRC"} and state.stacks[HERE] == ("7Spt",)
    assert (spent(state, "1KRRC"), spent(state, "7Spt")) == (1, 1)


@pytest.mark.case("19.42", "19.13")
def test_another_unit_is_attached_for_two_points_each_and_keeps_its_formation() -> None:
    state = play(organising("7Spt, 1RNF C3922"), "attach 1RNF to 7Spt")
    assert (spent(state, "1RNF"), spent(state, "7Spt")) == (2, 2)
    krrc = play(organising("2NZ, 1KRRC C3922"), "attach 1KRRC to 2NZ")
    assert krrc.units["1KRRC"].attached == "2NZ" and krrc.units["1KRRC"].assigned == "7Spt"


@pytest.mark.case("19.42", "19.41")
def test_while_moving_only_assigned_units_are_attached() -> None:
    state = position("7Spt, 1KRRC, 1RNF C3922")
    check_attach(state, "commonwealth", Attach("1KRRC", "7Spt"), "movement")
    with pytest.raises(Refusal) as error:
        check_attach(state, "commonwealth", Attach("1RNF", "7Spt"), "movement")
    assert error.value.case == "19.42"


@pytest.mark.case("19.12", "19.13", "19.41")
def test_both_must_be_in_the_same_place() -> None:
    assert refusal(organising("7Spt C3922, 1KRRC C3921"), "attach 1KRRC to 7Spt").case == "19.12"


@pytest.mark.case("19.13")
def test_nobody_is_attached_twice() -> None:
    state = organising("7Spt, 4ArmBde C3922, 1KRRC>7Spt")
    assert refusal(state, "attach 1KRRC to 4ArmBde").case == "19.13"


@pytest.mark.case("19.4", "19.41")
def test_enemy_and_absent_units_are_not_attached() -> None:
    assert refusal(organising("1KRRC C3922"), "attach 1KRRC to 157Fant").case == "19.4"
    assert refusal(organising("1KRRC C3922"), "attach 1KRRC to 7Spt").case == "19.4"
    assert refusal(organising("7Spt C3922"), "attach I/157 to 7Spt").case == "19.4"
    assert refusal(organising("7Spt C3922"), "attach 1KRRC to 7Spt").case == "19.4"


@pytest.mark.case("19.14", "19.46")
def test_a_parent_may_itself_be_attached_with_all_its_units() -> None:
    state = play(organising("7Arm, 7Spt, 1KRRC C3922"), "attach 1KRRC to 7Spt", "attach 7Spt to 7Arm")
    assert together(state, "7Arm") == {"7Arm", "7Spt", "1KRRC"}
    assert spent(state, "1KRRC") == 2


@pytest.mark.case("19.14", "19.41")
def test_a_battalion_may_join_its_brigade_inside_the_division() -> None:
    state = play(organising("7Arm, 1KRRC C3922, 7Spt>7Arm"), "attach 1KRRC to 7Spt")
    assert "1KRRC" in together(state, "7Arm") and spent(state, "7Arm") == 0


@pytest.mark.case("19.41", "8.17")
def test_nobody_pays_more_than_it_may_spend() -> None:
    state = organising("7Spt C3922, 1KRRC C3922 spent=15")
    assert refusal(state, "attach 1KRRC to 7Spt").case == "8.17"


@pytest.mark.case("8.56", "19.41", "19.42")
def test_nobody_is_attached_in_reaction() -> None:
    state = position("7Spt, 1KRRC C3922")
    with pytest.raises(Refusal) as error:
        check_attach(state, "commonwealth", Attach("1KRRC", "7Spt"), "reaction")
    assert error.value.case == "8.56"
    check_attach(state, "commonwealth", Attach("1KRRC", "7Spt"), "movement")


@pytest.mark.case("19.41")
def test_attaching_does_not_change_the_size_of_a_full_parent() -> None:
    state = organising("157Fant C3922, I/157>157Fant, II/157>157Fant, III/157 C3922", side="axis")
    assert stacking(state, "157Fant") == 2 == stacking(play(state, "attach III/157 to 157Fant"), "157Fant")


# Detaching [19.43, 19.44, 19.47]


@pytest.mark.case("19.43", "4.25")
def test_an_assigned_unit_is_detached_for_one_point_each() -> None:
    state = play(organising("7Spt+ C3922"), "detach 1KRRC with 0")
    assert state.stacks[HERE] == ("7Spt", "1KRRC") and where(state, "1KRRC") == "C3922"
    assert (spent(state, "1KRRC"), spent(state, "7Spt"), spent(state, "4RHA")) == (1, 1, 0)


@pytest.mark.case("19.44", "8.56")
def test_an_unassigned_unit_is_detached_when_organising_or_moving_but_not_in_reaction() -> None:
    state = position("7Spt C3922, 1RNF>7Spt, 1KRRC>7Spt")
    for time in ("organization", "movement"):
        check_detach(state, "commonwealth", Detach(("1RNF",)), "movement" if time == "movement" else "organization")
    check_detach(state, "commonwealth", Detach(("1KRRC",)), "reaction")
    with pytest.raises(Refusal) as error:
        check_detach(state, "commonwealth", Detach(("1RNF",)), "reaction")
    assert error.value.case == "19.44"


@pytest.mark.case("8.56", "19.43")
def test_a_brigade_leaves_its_division_with_all_of_its_units() -> None:
    state = play(organising("7Arm+ C3922"), "detach 7Spt with 0")
    assert together(state, "7Spt") == {"7Spt", "1KRRC", "2RflBde", "3RHA", "4RHA"}


@pytest.mark.case("19.47")
def test_units_leave_so_that_they_end_attached_to_one_another_for_the_price_of_leaving() -> None:
    state = organising("Ariete+ C3922", side="axis")
    state = play(state, "detach 132RC, NizCav with 0")
    assert "NizCav" in together(state, "132RC") and state.stacks[HERE] == ("Ariete", "132RC")
    assert (spent(state, "NizCav"), spent(state, "132RC"), spent(state, "Ariete")) == (1, 1, 2)


@pytest.mark.case("19.47")
def test_they_must_have_been_attached_together() -> None:
    state = organising("7Spt+, 4ArmBde+ C3922")
    assert refusal(state, "detach 4ArmBde with 0").case == "19.43"
    assert refusal(state, "detach 1KRRC, 6RTR with 0").case == "19.47"


# Motorization Points [8.96, 8.97, 32.5]


@pytest.mark.case("8.96", "8.97")
def test_trucks_go_to_the_parent_when_a_unit_is_attached() -> None:
    state = play(organising("7Spt C3922 motors=2, 1KRRC C3922 motors=6"), "attach 1KRRC to 7Spt")
    assert state.units["7Spt"].motors == 8 and state.units["1KRRC"].motors == 0


@pytest.mark.case("8.97")
def test_some_of_the_trucks_leave_with_a_detached_unit() -> None:
    state = organising("7Spt+ C3922 motors=12")
    assert refusal(state, "detach 1KRRC with 13").case == "8.97"
    state = play(state, "detach 1KRRC with 6")
    assert (state.units["1KRRC"].motors, state.units["7Spt"].motors) == (6, 6)
    assert cpa(state, "1KRRC") == 20


@pytest.mark.case("8.97", "32.51", "8.92")
def test_a_counter_takes_motorization_points_of_its_hex_and_gives_them_back() -> None:
    state = organising("1RNF C3922", motors={"commonwealth": {"C3922": 5}})
    assert cpa(state, "1RNF") == 8
    state = play(state, "motorise 1RNF 3")
    assert cpa(state, "1RNF") == 20 and state.motors["commonwealth"][HERE] == 2
    state = play(state, "demotorise 1RNF 3")
    assert cpa(state, "1RNF") == 8 and state.motors["commonwealth"][HERE] == 5


@pytest.mark.case("8.64", "8.97")
@pytest.mark.parametrize(
    ("units", "points"),
    [
        ("1RNF C3511 motors=3, I/157, II/157 C3512", 28),
        ("1RNF C3511 motors=3 engaged=1, I/157 C3512 engaged=1", 26),
        ("1RNF C3511 motors=3, I/157 C3512", 30),
    ],
)
def test_trucks_that_leave_a_unit_in_contact_or_engaged_pay_to_break_off(units: str, points: int) -> None:
    state = play(organising(units), "demotorise 1RNF 3")
    assert drive_left(state, "commonwealth", board().hex("C3511"), 3) == points * POINT


@pytest.mark.case("8.97")
def test_there_must_be_so_many() -> None:
    state = organising("1RNF C3922 motors=1", motors={"commonwealth": {"C3922": 5, "C3921": 9}})
    assert refusal(state, "motorise 1RNF 6").case == "8.97"
    assert refusal(state, "motorise nobody 1").case == "8.97"
    assert refusal(state, "demotorise 1RNF 2").case == "8.97"


@pytest.mark.case("8.97")
def test_a_shaken_unit_gives_up_no_trucks() -> None:
    assert refusal(organising("1RNF C3922 motors=3 cohesion=-5"), "demotorise 1RNF 3").case == "8.97"
    play(organising("1RNF C3922 motors=3 cohesion=-4"), "demotorise 1RNF 3")


@pytest.mark.case("8.96")
def test_trucks_are_given_to_the_counter_and_not_to_a_part_of_it() -> None:
    state = organising("7Spt+ C3922", motors={"commonwealth": {"C3922": 6}})
    assert refusal(state, "motorise 1KRRC 6").case == "8.96"


@pytest.mark.case("32.54", "8.93")
def test_infantry_that_had_vehicles_in_history_is_motorised_first() -> None:
    both = organising("1RNF, 1KRRC C3922", motors={"commonwealth": {"C3922": 9}})
    assert refusal(both, "motorise 1RNF 3").case == "32.54"
    state = play(both, "motorise 1KRRC 6", "motorise 1RNF 3")
    assert carried(state, "1RNF") == ("1RNF",)
    apart = organising("1RNF C3922, 1KRRC C3921", motors={"commonwealth": {"C3922": 9}})
    play(apart, "motorise 1RNF 3")
    play(organising("1RNF, 1Buffs C3922", motors={"commonwealth": {"C3922": 9}}), "motorise 1RNF 3")  # neither had any
    mixed = organising("7Spt, 2KRRC C3922, 1RNF>7Spt, 1KRRC>7Spt", motors={"commonwealth": {"C3922": 20}})
    own = play(mixed, "motorise 7Spt 6")  # for those of 7 Support Group that had any
    assert refusal(mixed, "motorise 7Spt 7").case == "32.54" == refusal(own, "motorise 7Spt 1").case
    play(own, "motorise 2KRRC 6", "motorise 7Spt 3")
    play(organising("7Spt C3922, 1RNF>7Spt, 1KRRC>7Spt", motors={"commonwealth": {"C3922": 9}}), "motorise 7Spt 9")
    for units in ("1KRRC, 2KRRC C3922", "1KRRC, 2KRRC C3922, 1RNF[]>1KRRC"):  # more than it needs, but for no others
        play(organising(units, motors={"commonwealth": {"C3922": 9}}), "motorise 1KRRC 7")


# Assignment [19.2]


@pytest.mark.case("19.21", "19.11", "19.66")
def test_an_independent_unit_is_assigned_where_a_place_is_free() -> None:
    state = organising("4ArmBde+ C3922, 7RTR>4ArmBde")  # two of three tank battalions
    assert refusal(state, "assign 7RTR to 132RC").case == "19.2"  # of the enemy
    state = play(state, "assign 7RTR to 4ArmBde")
    assert state.units["7RTR"].assigned == "4ArmBde"
    assert refusal(state, "assign 7RTR to 4ArmBde").case == "19.2"


@pytest.mark.case("19.13", "19.14", "19.43")
def test_the_rifle_corps_is_attached_to_the_new_zealanders_and_assigned_to_the_armoured_division() -> None:
    """The example of the case: two formations at once, each in its own way."""
    state = organising("7Arm C3922, 7Spt>7Arm, 1KRRC>7Spt, 2NZ C3922")
    assert refusal(state, "attach 1KRRC to 2NZ").case == "19.13"  # never to two at once
    state = play(play(state, "detach 1KRRC with 0"), "attach 1KRRC to 2NZ")
    assert "1KRRC" in together(state, "2NZ") and "1KRRC" not in together(state, "7Arm")
    assert (state.units["1KRRC"].attached, state.units["1KRRC"].assigned) == ("2NZ", "7Spt")


@pytest.mark.case("19.21")
def test_it_must_be_attached_first() -> None:
    assert refusal(organising("7Spt C3922, I/157 C3930"), "assign I/157 to 7Spt").case == "19.2"
    assert refusal(organising("4ArmBde+, 7RTR C3922"), "assign 7RTR to 4ArmBde").case == "19.21"


@pytest.mark.case("19.2", "19.3", "19.32")
def test_it_tank_regiment_takes_three_battalions_and_no_more() -> None:
    state = organising("132RC+ C3922, X(M)>132RC assigned=", side="axis")
    assert refusal(state, "assign X(M) to 132RC").case == "19.3"
    room = organising("132RC C3922, VII(M)>132RC, VIII(M)>132RC, X(M)>132RC assigned=", side="axis")
    assert play(room, "assign X(M) to 132RC").units["X(M)"].assigned == "132RC"


@pytest.mark.case("19.3", "19.11")
def test_assigned_units_take_up_space_wherever_they_are() -> None:
    state = organising("132RC C3922, VII(M)>132RC, VIII(M) C3930, IX(M) C3931, X(M)>132RC assigned=", side="axis")
    assert refusal(state, "assign X(M) to 132RC").case == "19.3"


@pytest.mark.case("19.23", "19.66")
def test_eliminated_units_leave_their_place_to_others() -> None:
    state = organising("1Army+ C3922, 7RTR>1Army")
    assert refusal(state, "assign 7RTR to 1Army").case == "19.3"
    gone = organising("1Army C3922, 8RTR>1Army, 44RTR>1Army, 7RTR>1Army")
    gone = with_unit(gone, "42RTR", at=ELIMINATED)
    assert play(gone, "assign 7RTR to 1Army").units["7RTR"].assigned == "1Army"


@pytest.mark.case("19.22", "19.21")
def test_whose_formation_is_eliminated_is_independent() -> None:
    state = organising("132RC C3922, VII(M)>132RC, VIII(M)>132RC, X(M)>132RC", side="axis")
    assert refusal(with_unit(state, "133RC", at=HERE), "assign X(M) to 132RC").case == "19.28"
    lost = with_unit(state, "133RC", at=ELIMINATED)
    assert play(lost, "assign X(M) to 132RC").units["X(M)"].assigned == "132RC"


@pytest.mark.case("19.28")
def test_a_unit_of_another_formation_is_not_assigned() -> None:
    state = organising("132RC, 133RC C3922, VII(M)>132RC, X(M)>132RC", side="axis")
    assert refusal(state, "assign X(M) to 132RC").case == "19.28"


@pytest.mark.case("19.26")
def test_commonwealth_battalions_are_shuffled_between_brigades() -> None:
    state = organising("2ArmBde C3922, 7ArmBde C3930, 1RTR>2ArmBde")
    assert play(state, "assign 1RTR to 2ArmBde").units["1RTR"].assigned == "2ArmBde"


@pytest.mark.case("19.26", "19.21")
def test_two_tank_regiments_take_the_places_of_the_hussars_and_the_lancers() -> None:
    """Which have been sent to Alexandria, as in the example; there is a brigade for them later."""
    units = "2ArmBde C3922, 2Bays>2ArmBde, 4RTR>2ArmBde, 7RTR>2ArmBde, 9Lancr, 10Hus[CrusaderI:3] E3613"
    state = play(organising(units, turn=60), "assign 4RTR to 2ArmBde")
    assert [state.units[name].assigned for name in ("4RTR", "10Hus", "9Lancr")] == ["2ArmBde", "", "2ArmBde"]
    state = play(state, "assign 7RTR to 2ArmBde")
    assert [state.units[name].assigned for name in ("7RTR", "9Lancr", "2Bays")] == ["2ArmBde", "", "2ArmBde"]


@pytest.mark.case("19.26", "19.3")
def test_nobody_loses_his_place_to_another_who_is_still_with_the_brigade() -> None:
    state = organising("2ArmBde C3922, 2Bays>2ArmBde, 10Hus>2ArmBde, 9Lancr>2ArmBde, 4RTR>2ArmBde", turn=60)
    assert refusal(state, "assign 4RTR to 2ArmBde").case == "19.3"
    guns = organising("2ArmBde C3922, 2Bays>2ArmBde, 10Hus>2ArmBde, 1RNF>2ArmBde, 9Lancr E3613", turn=60)
    assert refusal(guns, "assign 1RNF to 2ArmBde").case == "19.3"  # no place of a tank battalion is his


@pytest.mark.case("19.26")
def test_they_are_not_simply_made_independent() -> None:
    assert refusal(organising("7ArmBde+ C3922"), "assign 1RTR to none").case == "19.26"
    assert refusal(organising("7RTR C3922"), "assign 7RTR to none").case == "19.26"  # it is already


@pytest.mark.case("19.24")
def test_historical_shifts_are_made_in_their_time_or_not_at_all() -> None:
    units = "21PzDiv, 15SchBde C3922, 104Sch>21PzDiv"
    before, then, after = (
        organising(units, side="axis", turn=turn, stage=stage) for turn, stage in ((57, 3), (58, 2), (63, 1))
    )
    assert refusal(before, "assign 104Sch to 21PzDiv").case == "19.28"
    assert refusal(after, "assign 104Sch to 21PzDiv").case == "19.28"
    assert play(then, "assign 104Sch to 21PzDiv").units["104Sch"].assigned == "21PzDiv"
    times = [(58, 1), (58, 2), (58, 3), (62, 3), (63, 1)]
    shifts = [may_shift(position(turn=turn, stage=stage), "104Sch", "21PzDiv") for turn, stage in times]
    assert shifts == [False, True, True, True, False]
    assert not may_shift(then, "104Sch", "15PzDiv") and not may_shift(then, "8MG", "21PzDiv")


@pytest.mark.case("19.25")
def test_the_commonwealth_unassigns_what_a_new_organization_has_no_place_for() -> None:
    state = organising("7Spt+ C3922", turn=19)  # one infantry battalion where there were two
    assert {order for order in listed(state) if order.endswith("to none")} <= {
        "assign 1KRRC to none",
        "assign 2RflBde to none",
    }
    chosen = play(state, "assign 2RflBde to none")
    assert chosen.units["2RflBde"].assigned == ""
    assert play(chosen, "done").units["1KRRC"].assigned == "7Spt"


@pytest.mark.case("19.25")
def test_what_he_does_not_choose_goes_by_itself() -> None:
    state, events = play_noting(organising("7Spt+ C3922", turn=19), "done")
    assert sum(not state.units[name].assigned for name in ("1KRRC", "2RflBde")) == 1
    assert [event.kind for event in events] == ["assigned"]
    assert not play_noting(organising("7Spt+ C3922", turn=18), "done")[1]


# Battle groups [19.7]


@pytest.mark.case("19.71", "19.41")
def test_a_battle_group_is_formed_by_attaching_a_unit_to_it() -> None:
    state = play(organising("I/104, 3Aufk C3922", side="axis"), "attach I/104 to Bach", "attach 3Aufk to Bach")
    assert together(state, "Bach") == {"Bach", "I/104", "3Aufk"} and where(state, "Bach") == "C3922"


@pytest.mark.case("19.41", "19.71")
def test_it_is_formed_by_the_axis_in_this_phase_only_and_by_its_own_nation() -> None:
    state = position("I/104, I/157 C3922")
    with pytest.raises(Refusal):
        check_attach(state, "axis", Attach("I/104", "Bach"), "movement")
    assert refusal(organising("I/157 C3922", side="axis"), "attach I/157 to Bach").case == "19.71"


@pytest.mark.case("19.71", "4.45")
def test_a_battle_group_stays_as_long_as_a_unit_of_its_nation_is_in_it() -> None:
    state = organising("Bach C3922, 2MG>Bach, 8MG>Bach, 2AT>Bach", side="axis")
    one = play(state, "detach 8MG with 0")
    assert together(one, "Bach") == {"Bach", "2MG", "2AT"} and where(one, "Bach") == "C3922"
    assert play(one, "detach 2MG with 0").units["Bach"].at == DUE


@pytest.mark.case("19.43", "19.47")
def test_who_leaves_together_must_be_able_to_form_a_counter_and_pay_for_it() -> None:
    state = organising("7Spt C3922, 1KRRC>7Spt, 2RflBde>7Spt")
    assert refusal(state, "detach 1KRRC, 2RflBde with 0").case == "19.0"  # a battalion holds no other
    with pytest.raises(Refusal) as nobody:
        check_detach(state, "commonwealth", Detach((), 0), "organization")
    assert nobody.value.case == "19.43"
    tired = with_unit(state, "1KRRC", spent=15)
    assert refusal(tired, "detach 1KRRC with 0").case == "8.17"


@pytest.mark.case("19.71", "19.43")
def test_it_is_gone_when_its_last_german_unit_has_left() -> None:
    state = organising("Bach C3922 motors=5, I/104>Bach, 2AT>Bach", side="axis")
    state = play(state, "detach I/104 with 0")
    assert state.units["Bach"].at == DUE
    assert set(state.stacks[HERE]) == {"I/104", "2AT"} and state.units["2AT"].motors == 5


@pytest.mark.case("3.62", "19.43")
def test_a_unit_detached_far_from_an_enemy_battle_group_tells_nothing_of_it_and_can_be_taken_back() -> None:
    state, title = organising("7Spt+ C3922, Bach A2633, I/104>Bach"), games.title("campaign-for-north-africa")
    action = title.rules.notation.parse("detach 1KRRC with 0")
    assert not teaches(title, state, "commonwealth", action, play(state, str(action)))


@pytest.mark.case("19.71")
def test_nothing_is_assigned_to_a_battle_group() -> None:
    state = organising("Bach C3922, II/187>Bach assigned=, I/104>Bach", side="axis")
    assert refusal(state, "assign II/187 to Bach").case == "19.71"


@pytest.mark.case("19.73")
def test_there_are_two_italian_battle_groups_at_most() -> None:
    state = organising("I/157, II/157, III/157 C3922", side="axis")
    state = play(state, "attach I/157 to Ferrara", "attach II/157 to Piana")
    assert refusal(state, "attach III/157 to Moech").case == "19.73"


def test_points_are_halved_in_the_books_only() -> None:
    state = play(organising("7Spt, 1KRRC C3922"), "attach 1KRRC to 7Spt")
    assert state.units["1KRRC"].spent == POINT


@pytest.mark.case("19.12", "19.41", "19.42", "19.43", "19.44", "19.47")
def test_nobody_is_attached_to_its_own_part_or_leaves_beside_it() -> None:
    assert refusal(organising("7Spt C3922, 1KRRC>7Spt"), "attach 7Spt to 1KRRC").case == "19.12"
    state = organising("7Arm C3922, 7Spt>7Arm, 1KRRC>7Spt, 1RNF>7Arm")
    assert refusal(state, "detach 7Spt, 1KRRC with 0").case == "19.47"
    assert refusal(state, "detach 1RNF, 1RNF with 0").case == "19.43"
    assert refusal(state, "detach Nobody with 0").case == "19.4"


@pytest.mark.case("19.41", "19.42", "19.12")
def test_neither_is_a_parent_attached_to_its_part_nor_to_who_can_pay_no_more() -> None:
    inside = organising("7Spt C3922, 1KRRC>7Spt")
    assert refusal(inside, "attach 7Spt to 1KRRC").case == "19.12"
    worn = organising("Bach C3922 released=1 spent=9, I/104 C3922, I/125>Bach", side="axis")
    assert refusal(worn, "attach I/104 to Bach").case == "18.23", "the parent pays as well"
    fresh = organising("Bach C3922 released=1 spent=8, I/104 C3922, I/125>Bach", side="axis")
    assert spent(play(fresh, "attach I/104 to Bach"), "Bach") == 10


@pytest.mark.case("19.43", "19.44", "19.47", "8.97")
def test_what_is_not_detached() -> None:
    state = organising("7Arm+ C3922 motors=4, 1RNF C3922")
    for order, case in (
        ("detach 1RNF with 0", "19.43"),  # attached to nobody
        ("detach I/157 with 0", "19.4"),
        ("detach 1KRRC, 1KRRC with 0", "19.43"),
        ("detach 7Spt, 1KRRC with 0", "19.47"),  # it goes along anyway
        ("detach 1KRRC with 5", "8.97"),
    ):
        assert refusal(state, order).case == case, order
    released = organising("7Spt C3922 released=1 spent=9, 1KRRC>7Spt, 2RflBde>7Spt", "1RNF C3922")
    assert spent(play(released, "detach 1KRRC with 0"), "7Spt") == 10
    beyond = with_unit(released, "7Spt", spent=10)
    assert refusal(beyond, "detach 1KRRC with 0").case == "18.23", "the parent pays as well"
    lost = with_unit(beyond, "7Spt", cohesion=-26)
    assert "1KRRC" not in together(play(lost, "detach 1KRRC with 0"), "7Spt"), "who can do nothing lets others go"
