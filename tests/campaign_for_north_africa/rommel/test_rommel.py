"""[31.0] Rommel."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.march import Reaction
from sandtable.games.campaign_for_north_africa.pieces.units import base_cpa, cpa
from sandtable.games.campaign_for_north_africa.prisoners.guards import dismiss, form_guard
from sandtable.games.campaign_for_north_africa.prisoners.orders import Dismiss, Guard
from sandtable.games.campaign_for_north_africa.rommel.rommel import (
    RommelReturns,
    begin_stage_with_rommel,
    call_rommel,
    check_parting,
    leads,
)
from sandtable.games.campaign_for_north_africa.state import ROMMEL, WITHDRAWN, Campaign
from sandtable.games.campaign_for_north_africa.verbs import place
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal, with_unit
from tests.playing import THE_END, Rolls


def army() -> Campaign:
    return position("DAK A1816, 5Pz A1816, I/5Pz>5Pz, 3Aufk A1715", turn=28, rommel="A1816")


def called(state: Campaign, *rolls: int) -> Campaign:
    draft = Draft(state, Rolls(*rolls))
    call_rommel(draft)
    return draft.state


@pytest.mark.case("31.0")
def test_he_has_sixty_points_to_move_and_his_place_is_known() -> None:
    state = army()
    assert cpa(state, "DAK") == 60
    draft = Draft(state, Rolls())
    place(draft, "DAK", board().hex("A1715"))
    assert draft.state.rommel == board().hex("A1715")
    assert leads(state, board().hex("A1816")) and not leads(state, board().hex("A1715"))


@pytest.mark.case("31.0", "6.15")
def test_who_has_him_from_the_start_of_a_stage_has_five_points_more() -> None:
    draft = Draft(army(), Rolls())
    begin_stage_with_rommel(draft)
    state = draft.state
    assert set(state.escort) == {"5Pz", "I/5Pz"}
    assert cpa(state, "5Pz") == base_cpa(state, "5Pz") + 5
    assert cpa(state, "3Aufk") == base_cpa(state, "3Aufk")
    place(draft, "DAK", board().hex("A1715"))
    assert cpa(draft.state, "5Pz") == base_cpa(draft.state, "5Pz")
    assert cpa(draft.state, "3Aufk") == base_cpa(draft.state, "3Aufk")  # he came later


@pytest.mark.case("31.0", "8.51")
def test_a_unit_that_he_must_stay_with_is_not_offered_to_react_without_him() -> None:
    supply = {"AX-S1": ("A1816", 40, 60)}
    state = position("DAK A1816, 3Aufk A1816", "1KRRC A1715", turn=28, rommel="A1816", supply=supply)
    state = replace(state, escort=("3Aufk",), phasing="commonwealth")
    asked = Reaction("axis", ("1KRRC",), board().hex("A1715"), tops=("3Aufk",))
    assert any(order.startswith("react 3Aufk") for order in listed(asking(state, asked)))
    used = with_unit(state, "3Aufk", spent=2 * base_cpa(state, "3Aufk") + 2)
    assert listed(asking(used, asked)) == ["stay"]


@pytest.mark.case("31.0")
def test_he_stays_with_a_unit_that_has_used_what_he_adds() -> None:
    state = replace(army(), escort=("5Pz", "I/5Pz"))
    allowances = {name: base_cpa(state, name) for name in state.escort}
    check_parting(state, ("DAK",), allowances)
    used = with_unit(state, "5Pz", spent=allowances["5Pz"] + 2)
    with pytest.raises(Refusal) as caught:
        check_parting(used, ("DAK",), allowances)
    assert caught.value.case == "31.0"
    with pytest.raises(Refusal):
        check_parting(used, ("5Pz", "I/5Pz"), allowances)
    check_parting(used, ("DAK", "5Pz", "I/5Pz"), allowances)  # together they go where they like


@pytest.mark.case("31.0")
def test_a_twelve_takes_him_to_germany_for_the_game_turn() -> None:
    stays = called(army(), 6, 5)
    assert stays.rommel == board().hex("A1816")
    away = called(army(), 6, 6)
    assert away.rommel == WITHDRAWN and away.units["DAK"].at == WITHDRAWN
    assert "DAK" not in away.stacks[board().hex("A1816")]
    again = called(away, 6, 6)
    assert again.rommel == WITHDRAWN and again.stack == (THE_END,)


@pytest.mark.case("31.0")
def test_he_returns_to_any_axis_unit_in_the_next_game_turn() -> None:
    back = called(called(army(), 6, 6), 1, 1)
    assert isinstance(back.stack[-1], RommelReturns)
    assert set(listed(back)) == {"land DAK at tripoli", "land DAK at A1816", "land DAK at A1715"}
    assert play(back, "land DAK at A1715").rommel == board().hex("A1715")
    assert refusal(back, "land DAK at C3922").case == "31.0"
    assert refusal(back, "land 5Pz at A1715").case == "31.0" and refusal(back, "land DAK at nowhere").case == "31.0"


@pytest.mark.case("31.0")
def test_nobody_rolls_before_he_has_come() -> None:
    assert called(position("5Pz A1816")).stack == (THE_END,)


@pytest.mark.case("31.0", "28.22")
def test_a_guard_who_goes_back_to_his_unit_is_no_company_any_more() -> None:
    draft = Draft(position("DAK, I/104 C3818", rommel="C3818"), Rolls())
    guard = form_guard(draft, "axis", Guard("I/104"))
    draft.change(escort=("I/104", guard))
    dismiss(draft, "axis", Dismiss(guard))
    assert draft.state.escort == ("I/104",) and guard not in draft.state.units


@pytest.mark.case("31.0")
@pytest.mark.parametrize(
    ("spent", "leaving", "is_free"),
    [
        (24, ("I/5Pz",), True),  # within the Allowance of 24
        (24.5, ("I/5Pz",), False),
        (24.5, ("Rommel",), False),
        (24.5, ("Rommel", "I/5Pz"), True),  # together
        (24.5, ("I/104",), True),  # who was not with him when the stage began
    ],
)
def test_who_has_used_what_rommel_adds_stays_with_him(spent: float, leaving: tuple[str, ...], is_free: bool) -> None:
    state = position(f"I/5Pz A1816 spent={spent}, I/104 A1816", rommel="A1816", escort=("I/5Pz",))
    names = tuple(ROMMEL if name == "Rommel" else name for name in leaving)
    if is_free:
        check_parting(state, names, {"I/5Pz": 24})
    else:
        with pytest.raises(Refusal, match=r"31\.0"):
            check_parting(state, names, {"I/5Pz": 24})
