"""Capability Points and Cohesion."""

import pytest
from msgspec.structs import replace

from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.capability.action_costs import action
from sandtable.games.campaign_for_north_africa.capability.cohesion import (
    check_spending,
    disorganise,
    give_back,
    is_spent_force,
    left,
    level,
    may_spend_voluntarily,
    reorganise,
    rest,
    spend,
    spend_alone,
    spent,
    voluntary_left,
)
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign
from sandtable.games.campaign_for_north_africa.turn import clear_stage
from tests.campaign_for_north_africa.positions import position, with_unit
from tests.playing import draft_of


def after(state: Campaign, counter: str, points: float) -> Campaign:
    """The position once the counter has spent so many points."""
    draft = draft_of(state)
    spend(draft, (counter,), round(points * POINT))
    return draft.state


def refused(state: Campaign, counter: str, points: int) -> str:
    with pytest.raises(Refusal) as error:
        check_spending(state, counter, points * POINT)
    return error.value.case


# Spending [6.1, 6.2]


@pytest.mark.case("6.13", "6.12")
def test_a_tank_battalion_uses_all_of_its_allowance_without_harm() -> None:
    state = after(position("7RTR[CrusaderI:10] C3922"), "7RTR", 25)
    assert state.units["7RTR"].cohesion == 0 and left(state, "7RTR") == 0


@pytest.mark.case("6.21")
def test_dp_over_cpa_every_point_over_the_allowance_is_one_of_disorganization() -> None:
    assert after(position("2RTR[Matilda:5] C3922"), "2RTR", 18).units["2RTR"].cohesion == -3


@pytest.mark.case("11.27", "15.96")
def test_points_given_back_restore_the_cohesion_that_those_over_the_allowance_cost() -> None:
    """The battalion has eight points and had spent nine: two that are returned make it whole, and no more than that."""
    draft = draft_of(after(position("1RNF C3922"), "1RNF", 9))
    assert draft.state.units["1RNF"].cohesion == -1
    give_back(draft, ("1RNF",), 2 * POINT)
    assert (draft.state.units["1RNF"].cohesion, spent(draft.state, "1RNF")) == (0, 7 * POINT)


@pytest.mark.case("6.22", "6.3")
def test_dp_rnf_the_points_count_at_once() -> None:
    state = position("1RNF C3922 cohesion=-2 spent=5")
    draft = draft_of(state)
    spend(draft, ("1RNF",), action("phasing_barrage_or_assault").cost)
    unit = draft.state.units["1RNF"]
    assert (unit.spent / POINT, unit.cohesion) == (10, -4)


@pytest.mark.case("6.21")
def test_half_a_point_over_the_allowance_does_no_harm_yet() -> None:
    state = after(position("1RNF C3922 spent=8"), "1RNF", 0.5)
    assert state.units["1RNF"].cohesion == 0
    assert after(state, "1RNF", 0.5).units["1RNF"].cohesion == -1


@pytest.mark.case("6.22")
def test_points_are_only_counted_once_however_they_are_spent() -> None:
    state = position("1RNF C3922 spent=7")
    for _ in range(4):
        state = after(state, "1RNF", 1)
    assert state.units["1RNF"].cohesion == -3


@pytest.mark.case("6.14")
def test_what_is_spent_in_the_enemys_part_counts_for_the_whole_stage() -> None:
    state = after(position("1RNF C3922"), "1RNF", 6)  # three hexes of Retreat Before Assault
    assert left(state, "1RNF") == 2 * POINT


@pytest.mark.case("6.15", "6.29")
def test_a_formation_pays_together_and_by_the_allowance_of_its_slowest_unit() -> None:
    state = after(position("7Arm+ C3922"), "7Arm", 12)
    assert {state.units[name].spent for name in ("7Arm", "6RTR", "1KRRC")} == {12 * POINT}
    assert {state.units[name].cohesion for name in ("7Arm", "6RTR", "1KRRC")} == {-2}


@pytest.mark.case("6.29", "6.14")
def test_every_unit_keeps_its_own_account_and_the_counter_has_that_of_the_one_that_did_most() -> None:
    state = position("7Spt C3922, 1KRRC>7Spt spent=4, 4RHA>7Spt")
    assert spent(state, "7Spt") == 4 * POINT
    later = after(state, "7Spt", 2)
    assert later.units["1KRRC"].spent == 6 * POINT and later.units["4RHA"].spent == 2 * POINT


@pytest.mark.case("19.41")
def test_one_unit_alone_may_be_charged() -> None:
    draft = draft_of(position("7Spt C3922, 1KRRC>7Spt"))
    spend_alone(draft, "7Spt", POINT)
    assert (draft.state.units["7Spt"].spent, draft.state.units["1KRRC"].spent) == (POINT, 0)


@pytest.mark.case("6.16")
def test_nothing_is_saved_for_the_next_stage() -> None:
    draft = draft_of(position("1RNF C3922 spent=3 cohesion=-1"))
    clear_stage(draft)
    assert draft.state.units["1RNF"].spent == 0 and draft.state.units["1RNF"].cohesion == -1
    assert left(draft.state, "1RNF") == 8 * POINT


# What may be spent by choice [8.17, 18.23, 18.24, 6.26]


@pytest.mark.case("8.17")
def test_cp_limit_foot_half_again_the_allowance() -> None:
    state = position("1RNF, 2KOR C3922")
    assert voluntary_left(state, "1RNF") == 12 * POINT and voluntary_left(state, "2KOR") == 15 * POINT
    assert may_spend_voluntarily(state, "1RNF", 12 * POINT)
    assert refused(state, "1RNF", 13) == "8.17"
    assert refused(with_unit(state, "1RNF", spent=6), "1RNF", 7) == "8.17"


@pytest.mark.case("8.17", "6.14")
def test_what_men_on_foot_spend_in_the_enemys_part_is_not_counted_against_their_limit() -> None:
    """They retreat before assault in his part for six points and have twelve by choice in their own, not six."""
    his = position("1RNF C3922", phasing="axis", cycle=1)
    retreated = after(his, "1RNF", 6)
    own = replace(retreated, phasing="commonwealth")
    assert voluntary_left(own, "1RNF") == 12 * POINT and left(own, "1RNF") == 2 * POINT
    marched = after(own, "1RNF", 12)
    assert refused(marched, "1RNF", 1) == "8.17" and marched.units["1RNF"].cohesion == -10
    organised = replace(after(position("1RNF C3922", phasing="axis"), "1RNF", 6), phasing="commonwealth", cycle=1)
    assert voluntary_left(organised, "1RNF") == 6 * POINT  # in the phases that both share he chose to
    draft = draft_of(marched)
    clear_stage(draft)
    assert draft.state.units["1RNF"].forced == 0


@pytest.mark.case("8.17", "18.23")
def test_who_was_released_from_the_reserve_is_held_to_all_that_it_has_spent() -> None:
    his = position("6RTR[A9:6] C3922 released=1", phasing="axis", cycle=1)
    assert voluntary_left(replace(after(his, "6RTR", 6), phasing="commonwealth"), "6RTR") == 19 * POINT


@pytest.mark.case("8.17", "8.16")
def test_motorised_units_have_no_such_limit() -> None:
    state = position("6RTR C3922, 1RNF C3922 motors=3")
    assert voluntary_left(state, "6RTR") is None and voluntary_left(state, "1RNF") is None
    check_spending(state, "6RTR", 80 * POINT)


@pytest.mark.case("18.23")
def test_who_was_released_from_reserve_one_does_not_exceed_its_allowance() -> None:
    state = position("6RTR[A9:6] C3922 released=1")
    assert voluntary_left(state, "6RTR") == 25 * POINT
    assert refused(state, "6RTR", 26) == "18.23"


@pytest.mark.case("18.24")
def test_reserve_half_who_was_released_from_reserve_two_has_half_of_it_rounded_down() -> None:
    assert voluntary_left(position("2KOR C3922 released=2"), "2KOR") == 5 * POINT
    state = position("6RTR[A9:6] C3922 released=2")
    assert voluntary_left(state, "6RTR") == 12 * POINT
    assert refused(state, "6RTR", 13) == "18.24"


@pytest.mark.case("6.26", "8.17")
def test_a_spent_force_can_do_nothing() -> None:
    state = position("6RTR C3922 cohesion=-26")
    assert is_spent_force(state, "6RTR") and voluntary_left(state, "6RTR") == 0
    assert refused(state, "6RTR", 1) == "6.26"
    assert not is_spent_force(position("6RTR C3922 cohesion=-25"), "6RTR")


@pytest.mark.case("6.26")
def test_a_single_action_may_lead_beyond_minus_26() -> None:
    state = after(position("1RNF C3922 cohesion=-25 spent=8"), "1RNF", 5)
    assert state.units["1RNF"].cohesion == -30


@pytest.mark.case("17.33")
def test_who_is_in_training_does_nothing_else() -> None:
    assert refused(position("2/1Aus C3922 school=1RNF"), "2/1Aus", 1) == "17.33"


# Reorganization [6.23, 6.24]


@pytest.mark.case("6.23")
def test_rp_gain() -> None:
    draft = draft_of(position("1RNF C3922 cohesion=-3"))
    reorganise(draft, ("1RNF",), 5)
    assert draft.state.units["1RNF"].cohesion == 2


@pytest.mark.case("6.23")
def test_cohesion_never_rises_above_ten() -> None:
    draft = draft_of(position("1RNF C3922 cohesion=9"))
    reorganise(draft, ("1RNF",), 3)
    assert draft.state.units["1RNF"].cohesion == 10


@pytest.mark.case("6.22")
def test_disorganization_points_lower_the_level() -> None:
    draft = draft_of(position("1RNF C3922 cohesion=-1"))
    disorganise(draft, ("1RNF",), 3)
    assert draft.state.units["1RNF"].cohesion == -4


@pytest.mark.case("6.24")
def test_a_stage_of_rest_gives_five_points_but_never_more_than_zero() -> None:
    state = position("1RNF C3922 cohesion=-7, 2KOR C3922 cohesion=-1, 1Buffs C3922 cohesion=3")
    draft = draft_of(state)
    rest(draft)
    assert [draft.state.units[name].cohesion for name in ("1RNF", "2KOR", "1Buffs")] == [-2, 0, 3]


@pytest.mark.case("6.24")
def test_whoever_spent_anything_or_was_in_training_does_not_rest() -> None:
    state = position(
        "1RNF C3922 cohesion=-7 spent=0.5",
        "2/1Aus, 1Buffs C3922 cohesion=-7 school=1Buffs",
    )
    draft = draft_of(state)
    rest(draft)
    assert {draft.state.units[name].cohesion for name in ("1RNF", "2/1Aus", "1Buffs")} == {-7}


# Several units [6.27, 6.28]


@pytest.mark.case("6.27", "17.27")
def test_cohesion_average_of_three_brigades() -> None:
    state = position("4NZ+ C3922 cohesion=-4, 6NZ+ C3922 cohesion=-1, 5InBde+ C3922 cohesion=3")
    assert level(state, ("4NZ", "6NZ", "5InBde")) == -1


@pytest.mark.case("6.27")
def test_the_largest_unit_prevails() -> None:
    state = position("4NZ+ C3922 cohesion=-4, 1RNF C3922 cohesion=3, 14BdeAT C3922 cohesion=9")
    assert level(state, ("4NZ", "1RNF", "14BdeAT")) == -4
    assert level(state, ("1RNF", "14BdeAT")) == 3


@pytest.mark.case("6.28")
def test_in_a_formation_the_level_of_a_brigade_is_found_before_that_of_the_division() -> None:
    state = position("4In+ C3922 cohesion=-3")
    for name, cohesion in (("1RFslr", 0), ("3/1Pjb", 3), ("4/6RajRf", 3)):
        state = with_unit(state, name, cohesion=cohesion)
    assert level(state, ("5InBde",)) == 2
    assert level(state, ("4In",)) == -1  # (2 - 3 - 3) / 3, whatever the artillery thinks


@pytest.mark.case("6.27", "9.28")
def test_a_shell_is_not_the_largest() -> None:
    state = position("157Fant C3922 cohesion=-8, I/157>157Fant cohesion=-8, 158Fant+ C3922 cohesion=1")
    assert level(state, ("157Fant", "158Fant")) == 1
