"""[11] Dividing combat into battles: soaking off, and who is given up because no attack is left for it."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.turn import PlayerTurn
from tests.afrika_korps.combat.declarations import (
    BLUE_LINE,
    OUT_OF_SUPPLY,
    RED_LINE,
    battles,
    declaring,
    field,
    odds,
    opened,
)
from tests.afrika_korps.positions import asking, at, kinds, orders, play, play_noting, refused

# --- the worked examples of chapter 11


@pytest.mark.case("11.3", "11.4", "11.5", "11.31")
def test_blue_may_divide_combat_into_two_battles() -> None:
    state = declaring(RED_LINE, BLUE_LINE, "allied")
    state = play(state, "attack bologna, savena with 7/4, 22gds, 7/7", "attack trenta with 1/2")
    assert refused(state, "done") == ""


@pytest.mark.case("11.3", "11.4", "11.5", "11.31")
def test_blue_may_divide_the_same_combat_into_three_battles() -> None:
    state = declaring(RED_LINE, BLUE_LINE, "allied")
    state = play(state, "attack bologna with 7/7", "attack savena with 22gds", "attack trenta with 1/2, 7/4")
    assert refused(state, "done") == ""
    assert refused(state, "attack trenta with ff") == "8.5"


@pytest.mark.case("11.33")
def test_free_french_behind_the_line_are_not_engaged() -> None:
    state = play(declaring(RED_LINE, BLUE_LINE, "allied"), "attack bologna, savena with 7/4, 22gds, 7/7")
    assert refused(state, "done") == "8.4"
    state = play(state, "attack trenta with 1/2", "done")
    assert all("ff" not in battle.attackers for battle in battles(state))


@pytest.mark.case("11.6", "14.3")
def test_recce_soaks_off_two_brigades_at_1_3_so_that_the_rest_have_5_1() -> None:
    state = declaring("21/3 Q40, ariete, 21/104, 15/115 R41, AxS1 S41", "1/2, 9A/24 P40, 22gds Q41")
    assert odds(state, "attack 1/2, 9A/24 with 21/3") == "1-3"
    assert odds(state, "attack 22gds with ariete, 21/104, 15/115") == "5-1"
    rest_only = play(state, "attack 22gds with ariete, 21/104, 15/115, 21/3")
    assert refused(rest_only, "done") == "8.4"
    state = play(state, "attack 1/2, 9A/24 with 21/3", "attack 22gds with ariete, 21/104, 15/115", "done")
    assert [battle.supplies for battle in battles(state)] == [(), ("AxS1",)]


@pytest.mark.case("11.6", "10.2", "11.4")
def test_a_2_2_7_soaks_off_the_armour_on_an_escarpment_at_1_4() -> None:
    state = declaring("90/55 K40, 21/104, 15/115 K39, AxS1 J38", "2/3, 7A/1 L40")
    assert odds(state, "attack 2/3 with 90/55") == "1-4"
    assert odds(state, "attack 7A/1 with 21/104, 15/115") == "3-1"
    state = play(state, "attack 2/3 with 90/55", "attack 7A/1 with 21/104, 15/115")
    assert refused(state, "done") == ""


NZ_SURROUNDED = "folgere P41, ariete Q40, AxS1 Q39"


@pytest.mark.case("11.6", "7.4")
def test_a_1_1_7_that_would_soak_off_at_1_8_is_removed_before_the_4_1_is_fought() -> None:
    state, events = opened(field(NZ_SURROUNDED, "NZ/2 Q41, 1/2, 1/22 P42"))
    (lost,) = events
    assert (lost.kind, lost.facts["unit"], lost.facts["case"]) == ("eliminated", "folgere", "7.4")
    assert odds(state, "attack NZ/2 with ariete") == "4-1"
    state = play(state, "attack NZ/2 with ariete")
    assert refused(state, "done") == ""


@pytest.mark.case("11.6", "7.4")
def test_support_that_brings_the_soak_off_up_to_1_6_saves_it() -> None:
    state = declaring(f"{NZ_SURROUNDED}, sabratha P41", "NZ/2 Q41, 1/2, 1/22 P42")
    assert odds(state, "attack 1/2, 1/22 with folgere, sabratha") == "1-3"
    state = play(state, "attack 1/2, 1/22 with folgere, sabratha", "attack NZ/2 with ariete")
    assert refused(state, "done") == ""


@pytest.mark.case("7.4", "11.6")
def test_a_removed_unit_soaks_off_nobody_and_closes_no_retreat() -> None:
    state, _ = opened(field(NZ_SURROUNDED, "NZ/2 Q41, 1/2, 1/22 P42"))
    assert at(state, "folgere") == "dead"
    state = play(state, "attack NZ/2 with ariete", "done", "fight 1", rolls=(4,))
    assert {order.split()[-1] for order in orders(state)} & {"P41-P42", "P41-P40"}


# --- the owner chooses who is given up


@pytest.mark.case("7.4", "14.1", "14.3")
def test_two_units_without_supply_at_1_2_together_cannot_both_stay() -> None:
    """Alone each is at 1-3; neither may stand by to keep the odds down."""
    state = declaring(*OUT_OF_SUPPLY)
    assert refused(state, "attack brescia with 1SA/1, 1SA/2") == "14.1"
    state = play(state, "attack brescia with 1SA/1")
    assert refused(state, "done") == "11.33"
    assert refused(state, "attack brescia with 1SA/2") == "14.1"


@pytest.mark.case("7.4", "11.6")
def test_the_owner_chooses_which_of_two_is_given_up_and_the_other_fights() -> None:
    state = declaring(*OUT_OF_SUPPLY)
    assert {"lose 1SA/1", "lose 1SA/2"} <= set(orders(state))
    assert refused(state, "lose pol") == "7.4"
    state, events = play_noting(state, "attack brescia with 1SA/1", "lose 1SA/1")
    assert kinds(events) == ["declared", "eliminated"]
    assert battles(state) == ()
    assert refused(state, "lose 1SA/2") == "7.4"
    state = play(state, "attack brescia with 1SA/2")
    assert refused(state, "done") == ""


@pytest.mark.case("7.4", "11.6", "11.9", "14.1")
def test_the_owner_may_give_up_two_units_without_supply_in_place_of_one_that_has_it() -> None:
    """4 to 6 is 1-2 and needs supply for all; the two brigades alone are at 1-3, and so is the armour, with supply."""
    state = declaring("trenta L40", "1SA/1, 1SA/2 K40, 32, AlS1 M41", "allied")
    assert {order for order in orders(state) if order.startswith("lose")} == {"lose 32", "lose 1SA/1", "lose 1SA/2"}
    brigades = play(state, "lose 32", "attack trenta with 1SA/1, 1SA/2")
    assert refused(brigades, "done") == ""
    armour = play(state, "lose 1SA/1", "lose 1SA/2", "attack trenta with 32")
    assert refused(armour, "done") == ""


@pytest.mark.case("7.4", "8.4")
def test_nobody_is_given_up_while_a_division_has_room_for_all() -> None:
    state = declaring("21/5 Q41, ariete Q40, AxS1 R41", "9A/20 P40, 9A/18 P41")
    assert not [order for order in orders(state) if order.startswith("lose")]
    assert refused(state, "lose ariete") == "7.4"


# --- the last example of the book


LAST_EXAMPLE = ("bologna Q41, savena O40, trenta O42", "7/4, 1/2 R42, 1arm Q40, 22gds P41, AlS1 R47, AlS2 Q35")


@pytest.mark.case("11.9", "9.5")
def test_the_unsupplied_2_2_6_cannot_close_the_retreat_for_an_automatic_victory() -> None:
    state = asking(field(*LAST_EXAMPLE, phasing="allied"), PlayerTurn("allied", 4), Movement("allied"))
    order = "av bologna with 7/4, 1/2, 1arm supply AlS1, AlS2"
    assert refused(state, order) == "9.1"
    assert refused(state, f"{order} blockers 22gds") == "9.5"


@pytest.mark.case("11.9", "14.2", "14.4", "14.1")
def test_it_is_lost_first_and_both_supplies_go_into_an_ordinary_5_1() -> None:
    state, events = opened(field(*LAST_EXAMPLE, phasing="allied"))
    assert [(event.facts["unit"], event.facts["case"]) for event in events] == [("22gds", "11.9")]
    assert refused(state, "attack bologna with 7/4, 1/2, 1arm supply AlS1") == "14.2"
    assert refused(state, "attack bologna with 7/4, 1/2, 1arm supply AlS2") == "14.2"
    assert odds(state, "attack bologna with 7/4, 1/2, 1arm") == "5-1"
    state = play(state, "attack bologna with 7/4, 1/2, 1arm", "done", "fight 1", rolls=(2,))
    assert state.spent == ("AlS1", "AlS2")
    assert any(order.startswith("retreat bologna P41-") for order in orders(state))
