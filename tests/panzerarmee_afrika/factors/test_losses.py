"""Losses and counter-attacks: how near, who chooses, what goes with the dead."""

from __future__ import annotations

from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.games.panzerarmee_afrika.factors.losses import (
    LISTED,
    Losses,
    greatest_loss,
    loss_sets,
    strike_back,
    take_losses,
)
from sandtable.games.panzerarmee_afrika.state import CADRE, DUE, PanzerarmeeAfrika, strength_of
from tests.panzerarmee_afrika.combats import is_over
from tests.panzerarmee_afrika.positions import asking, listed, play, play_noting, position, refusal, where
from tests.playing import asked, draft_of, top


def hit(state: PanzerarmeeAfrika, units: str, number: int) -> PanzerarmeeAfrika:
    draft = draft_of(asking(state))
    take_losses(draft, units.split(", "), number)
    return draft.state


# --- how much


@pytest.mark.case("12.4.5")
def test_three_factors_cost_one_of_two_brigades_of_two() -> None:
    state = hit(position("", "uk-sg-2, au-20 1509"), "uk-sg-2, au-20", 3)
    assert asked(state) == "allied"
    assert listed(state) == ["lose uk-sg-2", "lose au-20"]
    state, events = play_noting(state, "lose au-20")
    assert [event.facts["case"] for event in events if event.kind == "eliminated"] == ["12.4.5"]
    assert where(state, "uk-sg-2") == "1509"
    assert state.units["au-20"].at == CADRE
    assert is_over(state)


@pytest.mark.case("12.4.5")
def test_a_brigade_of_three_pays_three_factors_and_brigades_of_two_do_not() -> None:
    state = hit(position("", "uk-sg-2, au-20, uk-3-a 1509"), "uk-sg-2, au-20, uk-3-a", 3)
    assert is_over(state)
    assert state.units["uk-3-a"].at == CADRE
    assert [where(state, name) for name in ("uk-sg-2", "au-20")] == ["1509", "1509"]


@pytest.mark.case("12.4.5")
def test_units_too_strong_for_the_number_lose_nothing() -> None:
    state = position("de-104, de-5-1-a 1508")
    assert hit(state, "de-104, de-5-1-a", 2) == asking(state)


@pytest.mark.case("12.4.5")
def test_more_than_everybody_costs_everybody() -> None:
    state = hit(position("it-19, it-20, it-61 1508"), "it-19, it-20, it-61", 6)
    assert is_over(state)
    assert not state.layout.stands["axis"]


@pytest.mark.case("12.4.5")
def test_equal_sums_of_different_units_are_the_owners_choice() -> None:
    state = hit(position("it-19, it-20, it-61 1508"), "it-19, it-20, it-61", 2)
    assert listed(state) == ["lose it-19, it-20", "lose it-61"]
    state = play(state, "lose it-20, it-19")
    assert where(state, "it-61") == "1508"


@pytest.mark.case("12.4.5")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("lose it-19", "other units add up to 2"),
        ("lose it-61, it-19", "more than the 2"),
        ("lose it-20, it-20", "only once"),
        ("lose it-62", "not one of the units"),
        ("done", "take the loss first"),
    ],
)
def test_losses_off_the_mark_are_refused(order: str, why: str) -> None:
    state = hit(position("it-19, it-20, it-61, it-62 1508"), "it-19, it-20, it-61", 2)
    found = refusal(state, order)
    assert found.case == "12.4.5"
    assert why in found.why


@pytest.mark.case("12.4.5")
def test_a_unit_out_of_supply_counts_at_its_face_value() -> None:
    state = hit(position("", "uk-sg-2* 1509"), "uk-sg-2", 2)
    assert state.units["uk-sg-2"].at == CADRE
    assert not state.units["uk-sg-2"].out


@pytest.mark.case("12.4.5", "13.4")
def test_a_reinforced_brigade_counts_its_reinforcements_and_loses_them() -> None:
    state = position("", "uk-3-a++ 1509")
    assert hit(state, "uk-3-a", 4) == asking(state)
    lost = hit(state, "uk-3-a", 5)
    assert (lost.units["uk-3-a"].at, lost.units["uk-3-a"].step) == (CADRE, 0)


FACTORS = {
    1: ("it-19", "it-20", "it-27", "it-28"),
    2: ("it-61", "it-62", "it-b7"),
    3: ("de-5-1-a", "de-5-2-a"),
    4: ("de-104", "de-115"),
}


@pytest.mark.case("12.4.5")
@settings(max_examples=60, deadline=None)
@given(st.sets(st.sampled_from([name for names in FACTORS.values() for name in names]), min_size=1), st.integers(0, 10))
def test_the_ways_to_pay_are_all_the_sets_with_the_greatest_sum(chosen: set[str], number: int) -> None:
    units = sorted(chosen)
    state = position(f"{', '.join(units)} 1508")
    subsets = chain.from_iterable(combinations(units, size) for size in range(len(units) + 1))
    sums = {each: sum(strength_of(state, name) for name in each) for each in subsets}
    due = max(total for total in sums.values() if total <= number)
    assert greatest_loss([strength_of(state, name) for name in units], number) == due
    if due:
        assert set(loss_sets(state, units, due)) == {each for each, total in sums.items() if total == due}


@pytest.mark.case("12.4.5")
def test_a_choice_among_very_many_ways_is_listed_in_part_and_accepted_in_full() -> None:
    small = "it-19, it-20, it-27, it-28, it-39, it-40, it-15, it-16, it-85, it-86, it-gf"
    state = asking(position(f"{small} 1508"), Losses(tuple(small.split(", ")), 6))
    assert len(listed(state)) == LISTED
    top(state).check(state, "axis", top(state).actions(state, "axis")[LISTED - 1])
    state = play(state, "lose it-40, it-15, it-16, it-85, it-86, it-gf")
    assert len(state.at(state.units["it-19"].at, "axis")) == 5


# --- transport units


@pytest.mark.case("12.4.6")
def test_a_transport_unit_lost_on_turn_three_comes_back_on_turn_five() -> None:
    state = hit(position("", "uk-sg-2, allied-lorry-1 1609", turn=3), "uk-sg-2", 2)
    assert (state.units["allied-lorry-1"].at, state.units["allied-lorry-1"].due) == (DUE, 5)


@pytest.mark.case("12.4.6")
def test_a_transport_unit_survives_with_any_unit_beside_it() -> None:
    state = hit(position("", "uk-sg-2, uk-3-a, allied-lorry-1 1609"), "uk-sg-2, uk-3-a", 2)
    assert where(state, "allied-lorry-1") == "1609"


@pytest.mark.case("12.4.6", "12.2")
def test_a_transport_unit_beside_a_unit_that_took_no_part_survives() -> None:
    state = hit(position("it-61, it-62, axis-lorry-1 1507"), "it-61", 2)
    assert where(state, "axis-lorry-1") == "1507"


@pytest.mark.case("12.4.6")
def test_each_hex_of_a_combat_decides_for_its_own_transport_units() -> None:
    allied = "uk-sg-2, allied-lorry-1 1608, uk-3-a, allied-lorry-2 1609"
    state = hit(position("", allied), "uk-sg-2, uk-3-a", 2)
    assert state.units["allied-lorry-1"].at == DUE
    assert where(state, "allied-lorry-2") == "1609"


@pytest.mark.case("12.4.6", "12.4.2")
def test_a_transport_unit_alone_is_worth_one_factor() -> None:
    state = hit(position("", "allied-lorry-1 1609", turn=7), "allied-lorry-1", 2)
    assert (state.units["allied-lorry-1"].at, state.units["allied-lorry-1"].due) == (DUE, 9)


# --- the counter-attack


@pytest.mark.case("12.4.4", "12.4.5")
def test_a_counter_attack_rolls_and_costs_the_attackers() -> None:
    state = position("de-104 1508", "uk-sg-2, au-20 1608", phasing="allied")
    draft = draft_of(asking(state), 2)
    strike_back(draft, ("uk-sg-2", "au-20"), ("de-104",))  # 16 to 4
    assert draft.state.layout.names("allied") == []
    (countered,) = [event.facts for event in draft.events if event.kind == "countered"]
    assert (countered["differential"], countered["loss"]) == (12, 10)
    assert [event.facts["by"] for event in draft.events if event.kind == "roll"] == ["axis"], "who strikes back throws"


@pytest.mark.case("12.4.4")
def test_the_last_roll_of_the_dead_can_still_cost_two() -> None:
    state = position("it-61 1508", "uk-sg-2 1608", phasing="axis")
    draft = draft_of(asking(state), 1)
    strike_back(draft, ("it-61",), ())
    assert draft.state.units["it-61"].at == CADRE


@pytest.mark.case("12.4.4")
def test_where_no_attacker_is_left_there_is_no_counter_attack_and_no_die() -> None:
    draft = draft_of(asking(position("it-61 cadre", "uk-sg-2 1608", phasing="axis")))
    strike_back(draft, ("it-61",), ("uk-sg-2",))
    assert not draft.events
