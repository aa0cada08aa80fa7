"""[18.0] Reserve Status."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.capability.cohesion import check_spending
from sandtable.games.campaign_for_north_africa.capability.reserves import (
    Designation,
    ReserveRelease,
    open_designation,
    open_release,
)
from sandtable.games.campaign_for_north_africa.combat.segment import disturb_reserves
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.state import POINT
from sandtable.games.campaign_for_north_africa.turn import clear_stage
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal, where
from tests.playing import THE_END, Rolls

STATE = position("157Fant C3920, I/157>157Fant, IX(L) C3919, II/157 tripoli", "11Hus C3922", cycle=1)
ASKED = asking(STATE, Designation("axis"))


@pytest.mark.case("18.11", "18.12", "18.21")
def test_any_counter_of_the_phasing_player_on_the_map_may_be_placed_in_reserve_i() -> None:
    assert sorted(listed(ASKED)) == ["done", "reserve 157Fant", "reserve IX(L)"]
    state = play(ASKED, "reserve 157Fant, IX(L)")
    assert {name: state.units[name].reserve for name in ("157Fant", "I/157", "IX(L)")} == {
        "157Fant": 1,
        "I/157": 1,
        "IX(L)": 1,
    }
    assert listed(state) == ["done"]


@pytest.mark.case("18.11", "18.12", "4.25")
def test_enemies_parts_of_others_and_units_off_the_map_are_not_placed_in_reserve() -> None:
    assert refusal(ASKED, "reserve 11Hus").case == "18.11"
    assert refusal(ASKED, "reserve I/157").case == "4.25"
    assert refusal(ASKED, "reserve II/157").case == "18.11"
    assert refusal(ASKED, "reserve nobody").case == "18.11"
    assert refusal(play(ASKED, "reserve IX(L)"), "reserve IX(L)").case == "18.12"


@pytest.mark.case("18.26")
def test_reserve_costs_nothing() -> None:
    state = play(ASKED, "reserve IX(L)")
    released = play(asking(state, ReserveRelease("axis")), "release IX(L)")
    assert state.units["IX(L)"].spent == 0 and released.units["IX(L)"].spent == 0


@pytest.mark.case("18.15", "18.12", "4.25")
def test_only_the_designation_phase_places_units_in_reserve() -> None:
    held = play(ASKED, "reserve IX(L)")
    assert refusal(asking(held, ReserveRelease("axis")), "reserve 157Fant").case == "18.13"


@pytest.mark.case("18.13", "18.21", "18.23", "18.25")
def test_in_the_first_release_segment_units_are_released_or_turned_over() -> None:
    held = asking(play(ASKED, "reserve IX(L), 157Fant"), ReserveRelease("axis"))
    held = replace(held, units={**held.units, "IX(L)": replace(held.units["IX(L)"], halted=True)})
    state = play(held, "release IX(L)", "done")
    assert state.units["IX(L)"].released == 1 and state.units["IX(L)"].reserve == 0
    assert not state.units["IX(L)"].halted
    assert state.units["157Fant"].reserve == 2 and state.units["I/157"].reserve == 2


@pytest.mark.case("18.14", "18.24")
def test_reserve_ii_waits_until_it_is_released_later() -> None:
    state = position("IX(L) C3919 reserve=2", "11Hus C3922", cycle=3)
    asked = asking(state, ReserveRelease("axis"))
    assert listed(asked) == ["done", "release IX(L)"]
    assert play(asked, "done").units["IX(L)"].reserve == 2
    assert play(asked, "release IX(L)").units["IX(L)"].released == 2
    assert refusal(asked, "release 157Fant").case == "18.11"


@pytest.mark.case("18.23", "18.24")
def test_reserve_half_what_a_released_unit_may_spend_of_its_own_will() -> None:
    """A released unit keeps to its allowance; one from Reserve II to half of it, fractions dropped."""
    first, second = (position(f"I/157 C3919 released={which}", "11Hus C3922") for which in (1, 2))
    check_spending(first, "I/157", 10 * POINT)
    check_spending(second, "I/157", 5 * POINT)
    for state, case, points in ((first, "18.23", 11), (second, "18.24", 6)):
        with pytest.raises(Refusal) as caught:
            check_spending(state, "I/157", points * POINT)
        assert caught.value.case == case


@pytest.mark.case("18.24")
def test_a_unit_of_reserve_ii_is_disorganised_by_its_first_attack_of_the_stage_and_by_no_other() -> None:
    draft = Draft(position("1RNF C3919 released=2, 2KOR C3919 released=1", "I/157 C3920"), Rolls())
    for _ in range(2):
        disturb_reserves(draft, ("1RNF", "2KOR"))
    assert [draft.state.units[name].cohesion for name in ("1RNF", "2KOR")] == [-1, 0]
    clear_stage(draft)
    assert not draft.state.units["1RNF"].stirred


@pytest.mark.case("18.22", "8.53")
def test_units_in_reserve_react_in_the_enemys_part_for_nothing_forbids_it() -> None:
    state = position("I/157 C3509", "2RTR C3511 reserve=2", supply={"CW-S1": ("C3514", 40, 60)}, phasing="axis")
    came = play(asking(state, Movement("axis")), "move I/157 C3509-C3510")
    assert where(play(came, "react 2RTR C3511-C3512"), "2RTR") == "C3512"
    own = asking(replace(state, phasing="commonwealth"), Movement("commonwealth"))
    assert refusal(own, "move 2RTR C3511-C3512").case == "18.22"


@pytest.mark.case("18.11", "18.13", "18.12", "18.15")
def test_phases_with_nothing_to_decide_pass_without_a_question() -> None:
    nobody = position("IX(L) tripoli", "11Hus C3922")
    for opener in (open_designation, open_release):
        draft = Draft(nobody, Rolls())
        opener(draft, "axis")
        assert draft.state.stack == (THE_END,)
    draft = Draft(STATE, Rolls())
    open_release(draft, "axis")
    assert draft.state.stack == (THE_END,)


# To the point


@pytest.mark.case("18.12", "18.15", "18.11")
def test_the_designation_is_asked_where_somebody_can_be_named_and_ends_with_done() -> None:
    for units, is_asked in (("IX(L) C3919", True), ("IX(L) C3919 reserve=1", False), ("11Hus C3922", False)):
        draft = Draft(asking(position(units)), Rolls())
        open_designation(draft, "axis")
        assert isinstance(draft.state.stack[-1], Designation) is is_asked, units
    assert play(ASKED, "done").stack == (THE_END,)
    assert isinstance(play(ASKED, "reserve IX(L)").stack[-1], Designation)  # more may be named
    assert refusal(ASKED, "reserve IX(L), IX(L)").case == "18.12"
    assert refusal(ASKED, "release IX(L)").case == "18.12"


@pytest.mark.case("18.13", "18.14", "18.23", "18.24")
def test_the_release_is_asked_while_anybody_is_held_and_ends_with_the_last() -> None:
    for units, is_asked in (("IX(L) C3919 reserve=1", True), ("IX(L) C3919", False)):
        draft = Draft(asking(position(units)), Rolls())
        open_release(draft, "axis")
        assert isinstance(draft.state.stack[-1], ReserveRelease) is is_asked
    two = asking(
        position("IX(L) C3919 reserve=1, VII(M) C3919 reserve=2, I/157 C3919", cycle=1), ReserveRelease("axis")
    )
    assert refusal(two, "release I/157").case == "18.23"
    assert refusal(two, "release IX(L), IX(L)").case == "18.12"
    one = play(two, "release IX(L)")
    assert isinstance(one.stack[-1], ReserveRelease) and one.units["IX(L)"].released == 1
    none = play(one, "release VII(M)")
    assert none.stack == (THE_END,) and none.units["VII(M)"].released == 2
    kept = play(one, "done")
    assert kept.stack == (THE_END,) and kept.units["VII(M)"].reserve == 2


@pytest.mark.case("8.17", "18.23", "18.24", "6.26", "17.33")
@pytest.mark.parametrize(
    ("units", "points", "case"),
    [
        ("I/35 C3918 spent=10", 5, ""),  # on foot: fifteen
        ("I/35 C3918 spent=10", 5.5, "8.17"),
        ("I/35 C3918 spent=14 forced=8", 5, ""),  # what the enemy made it spend does not count
        ("IX(L) C3918 released=1 spent=20", 5, ""),  # 25 within the Allowance
        ("IX(L) C3918 released=1 spent=20", 5.5, "18.23"),
        ("IX(L) C3918 released=2 spent=7", 5, ""),  # half of it
        ("IX(L) C3918 released=2 spent=7", 5.5, "18.24"),
        ("157Fant C3918 spent=9, I/157>157Fant spent=11", 4, ""),  # the one who has spent most
        ("157Fant C3918 spent=9, I/157>157Fant spent=11", 4.5, "8.17"),
        ("157Fant C3918 spent=11, I/157>157Fant spent=9", 4.5, "8.17"),
        ("157Fant C3918, I/157>157Fant cohesion=-26", 0.5, "6.26"),  # one of them is enough
        ("157Fant C3918, I/157>157Fant school=x", 0.5, "17.33"),
    ],
)
def test_what_may_be_spent_by_choice(units: str, points: float, case: str) -> None:
    state = position(units)
    name = units.split()[0]
    if case:
        with pytest.raises(Refusal) as refused:
            check_spending(state, name, round(points * POINT))
        assert refused.value.case == case
    else:
        check_spending(state, name, round(points * POINT))


@pytest.mark.case("8.17", "18.23", "18.24")
def test_one_unit_released_from_reserve_binds_the_counter_it_is_in() -> None:
    """What the enemy made the others spend counts then as well."""
    units = "157Fant C3918 spent=9 forced=14, I/157>157Fant spent=9 released=1"
    with pytest.raises(Refusal) as refused:
        check_spending(position(units), "157Fant", 3)
    assert refused.value.case == "18.23"
    check_spending(position(units), "157Fant", 2)
