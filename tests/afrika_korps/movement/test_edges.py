"""Cases at their edges: what is easily taken for granted beside the situation that a case is about."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.arrivals.phase import (
    Arrivals,
    SupplyArrival,
    own_supplies_on_board,
    raisable,
    reinforcements_due,
)
from sandtable.games.afrika_korps.arrivals.substitution import Substitution
from sandtable.games.afrika_korps.combat.aftermath import AdvanceAfterCombat
from sandtable.games.afrika_korps.combat.losses import exchange
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import Odds, limits
from sandtable.games.afrika_korps.title import title
from sandtable.games.afrika_korps.turn import annihilated
from tests.afrika_korps.movement.moves import moving
from tests.afrika_korps.positions import asking, at, draft_of, orders, play_noting, position, refused, with_books


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


@pytest.mark.case("20.1", "21.6")
def test_units_are_raised_from_the_first_turn_of_replacements_on() -> None:
    first = limits().first_replacement_turn
    for turn, some in ((first - 1, False), (first, True)):
        state = position("21/5 dead, 15/8 W3", "7A/1 J60", turn=turn)
        assert bool(raisable(with_books(state, "axis", replacements=20, ports=("W3",)), "axis")) == some


@pytest.mark.case("20.5")
def test_nobody_begins_with_replacements_in_hand() -> None:
    books = title().rules.start(title().setup()).books
    assert [books[side].replacements for side in ("axis", "allied")] == [0, 0]


@pytest.mark.case("12.4", "12.5")
def test_a_supply_is_offered_at_every_port_held_and_may_be_declined() -> None:
    state = asking(position("15/8 W3, 21/5 G25", "7A/1 J60"), SupplyArrival("axis"))
    listed = orders(with_books(state, "axis", ports=("W3", "G25")))
    assert sum(order.startswith("land") for order in listed) == 2 and len(listed) == 3


@pytest.mark.case("21.2", "21.3")
def test_not_every_substitution_is_listed() -> None:
    assert not Substitution.exhaustive


@pytest.mark.case("7.5", "10.2")
def test_attackers_pay_an_exchange_with_their_attack_factors() -> None:
    """Two divisions of 2-3-4 against three factors: by attack both are needed, by defence one would be enough."""
    draft = draft_of(position("brescia, pavia R36", "7/7 R37"))
    assert counters()["7/7"].defence == 3
    exchange(draft, ("brescia", "pavia"), ("7/7",))
    draft.settle()
    assert {at(draft.state, name) for name in ("brescia", "pavia", "7/7")} == {"dead"}
