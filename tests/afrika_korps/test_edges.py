"""Cases at their edges: what is easily taken for granted beside the situation that a case is about."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.aftermath import AdvanceAfterCombat
from sandtable.games.afrika_korps.arrivals import Arrivals, own_supplies_on_board, reinforcements_due
from sandtable.games.afrika_korps.counters import counters
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.tables import Odds
from sandtable.games.afrika_korps.turn import annihilated
from tests.afrika_korps.moves import moving
from tests.afrika_korps.positions import asking, draft_of, orders, play_noting, position, refused, with_books


@pytest.mark.case("7.3", "7.4")
@pytest.mark.parametrize("index", [-8, -1, 0, 8])
def test_there_are_no_other_odds(index: int) -> None:
    with pytest.raises(ValueError, match="no odds"):
        Odds(index)


@pytest.mark.case("8.3", "23.1")
def test_a_fortress_lies_in_no_zone_that_one_could_step_along() -> None:
    state = moving("15/8 H25", "7A/1 H26")
    assert refused(state, "move 15/8 H25-G25") == ""


@pytest.mark.case("12.1", "12.2", "12.3")
def test_captured_supplies_do_not_count_towards_the_limit() -> None:
    assert own_supplies_on_board(position("AxS1, AxS2 W3, AxC1 W4", ""), "axis") == 2
    assert own_supplies_on_board(position("AxC1 W4", ""), "axis") == 0


@pytest.mark.case("16.1", "16.2")
def test_only_who_is_next_to_the_hex_advances_into_it() -> None:
    state = position("15/8 G24, 21/5 R36", "7A/1 J60")
    asked = asking(state, AdvanceAfterCombat("axis", board().hex("G25"), ("15/8", "21/5")))
    assert [order for order in orders(asked) if "21/5" in order] == []
    assert [order for order in orders(asked) if "15/8" in order]


@pytest.mark.case("19.1", "19.3")
def test_reinforcements_of_the_enemy_are_not_ones_own() -> None:
    state = position(turn=38)
    for side in ("axis", "allied"):
        assert {counters()[name].side for name in reinforcements_due(state, side)} == {side}


@pytest.mark.case("22.4", "23.42")
def test_rommel_must_land_if_there_is_a_port_and_otherwise_holds_nobody_up() -> None:
    afloat = asking(position("rommel sea, 15/8 W3", "7A/1 J60"), Arrivals("axis"))
    assert refused(with_books(afloat, "axis", ports=("W3",)), "done") == "23.42"
    assert "done" not in orders(with_books(afloat, "axis", ports=("W3",)))
    assert refused(with_books(afloat, "axis", ports=()), "done") == ""
    ashore = asking(position("rommel, 15/8 W3", "7A/1 J60"), Arrivals("axis"))
    assert "done" in orders(ashore)


@pytest.mark.case("19.2", "23.4")
def test_a_landing_is_told_by_its_case() -> None:
    state = asking(position("15/8 sea, 21/5 W3", "7A/1 J60"), Arrivals("axis"))
    state = with_books(state, "axis", ports=("W3",))
    _, events = play_noting(state, "land 15/8 at W3")
    assert [event.facts["case"] for event in events if event.kind == "landed"] == ["23.4"]


@pytest.mark.case("4.1", "4.2")
def test_a_game_that_is_over_is_not_ended_again() -> None:
    draft = draft_of(position("21/5 W3", ""))
    assert annihilated(draft) and not draft.events
