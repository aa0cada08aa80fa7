"""Preparing for play: the first position, and placing the units of the bases."""

from __future__ import annotations

import pytest

from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import UnknownChoice
from sandtable.games.panzerarmee_afrika.deployment import Deployment, base_units
from sandtable.games.panzerarmee_afrika.invariants import broken_invariants
from sandtable.games.panzerarmee_afrika.map import base
from sandtable.games.panzerarmee_afrika.movement.phase import Movement, crowds
from sandtable.games.panzerarmee_afrika.pieces.counters import counters, logistics, setup
from sandtable.games.panzerarmee_afrika.state import DUE, SIDES, PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.supply.network import in_supply
from sandtable.games.panzerarmee_afrika.title import title
from tests.panzerarmee_afrika.positions import listed, play, refusal, where
from tests.playing import asked, top


def opening(*options: str) -> PanzerarmeeAfrika:
    return Game(title(), title().setup(options=options), SecretDice(secret_of_seed(1))).state


@pytest.fixture
def start() -> PanzerarmeeAfrika:
    return opening()


@pytest.mark.case("6", "2.2")
def test_at_start_units_stand_in_their_hexes_and_those_of_a_base_in_one_of_its_hexes(start: PanzerarmeeAfrika) -> None:
    for name, at in setup().items():
        side = "axis" if name in base_units("axis") else "allied"
        if name in base_units(side):
            assert start.units[name].at in base(side)
        else:
            assert where(start, name) == at


@pytest.mark.case("6", "2.2", "13.4")
def test_everything_else_waits_on_the_order_of_battle_and_nobody_is_reinforced(start: PanzerarmeeAfrika) -> None:
    for name in (*counters(), *logistics()):
        if name not in setup():
            assert start.units[name].at == DUE
        assert start.units[name].step == 0
    assert {name: counter.arrives for name, counter in counters().items() if counter.at_start}.keys() <= setup().keys()


@pytest.mark.case("6", "5", "13.3.1", "15.2")
def test_the_books_are_empty_and_each_side_controls_its_own(start: PanzerarmeeAfrika) -> None:
    assert start.books["axis"].italian_losses == 0
    assert all(set(start.books[side].points.values()) == {0} for side in SIDES)
    assert start.control == {"0702": "axis", "1730": "allied", "1925": "allied", "1351": "allied"}
    assert (start.turn, start.malta) == (1, "not-attempted")


@pytest.mark.case("6", "4")
def test_the_first_arrangement_keeps_to_the_stacking_limits(start: PanzerarmeeAfrika) -> None:
    assert not crowds(start, "allied") and not crowds(start, "axis")
    assert broken_invariants(start) == []


@pytest.mark.case("6", "8.2")
def test_everybody_begins_in_supply(start: PanzerarmeeAfrika) -> None:
    for side in SIDES:
        assert [name for name in start.layout.names(side) if not in_supply(start, name, side)] == []


@pytest.mark.case("6", "5.1")
def test_each_side_may_place_the_units_of_its_base_the_allies_first(start: PanzerarmeeAfrika) -> None:
    assert top(start) == Deployment("allied")
    state = play(start, "place au-18 at 1451", "place uk-22 at 1250", "done")
    assert (where(state, "au-18"), where(state, "uk-22")) == ("1451", "1250")
    assert top(state) == Deployment("axis")
    state = play(state, "place axis-lorry-1 at 0703", "place axis-depot-1 at 0601", "place de-8 at 0602")
    assert [where(state, name) for name in ("axis-lorry-1", "axis-depot-1", "de-8")] == ["0703", "0601", "0602"]


@pytest.mark.case("6", "4")
def test_units_may_change_places_through_an_overfull_hex(start: PanzerarmeeAfrika) -> None:
    axis = play(start, "done")
    assert (where(axis, "de-5-1-a"), where(axis, "it-40")) == ("0702", "0602")
    full = play(axis, "place it-40 at 0702")
    assert refusal(full, "done").case == "4" and "done" not in listed(full)
    assert "0702" in top(full).prompt(full)
    assert refusal(play(full, "place de-5-1-a at 0602"), "place it-40 at 0602").case == "6"
    assert "done" in listed(play(full, "place de-5-1-a at 0602"))


@pytest.mark.case("6", "4")
def test_no_more_units_are_placed_in_a_hex_than_may_stay_there(start: PanzerarmeeAfrika) -> None:
    axis = play(play(start, "done"), "place it-40 at 0702", "place it-39 at 0702", "place it-28 at 0702")
    assert refusal(axis, "place it-27 at 0702").case == "4"


@pytest.mark.case("6", "7.1")
def test_when_both_are_done_the_allied_turn_begins(start: PanzerarmeeAfrika) -> None:
    game = Game(title(), title().setup(), SecretDice(secret_of_seed(1)))
    game.play_text("done", "allied")
    game.play_text("done", "axis")
    assert isinstance(top(game.state), Movement) and asked(game.state) == "allied"


@pytest.mark.case("6")
def test_units_with_a_hex_of_their_own_stay_there(start: PanzerarmeeAfrika) -> None:
    assert refusal(start, "place au-20 at 1351").case == "6"
    assert refusal(start, "place uk-7-a at 1351").case == "6"
    assert refusal(start, "place it-19 at 0703").case == "6"
    assert refusal(start, "place nobody at 1351").case == "6"
    assert refusal(start, "move au-20 1906-1806").case == "6"


@pytest.mark.case("6", "5.1", "4", "11.1.3")
def test_a_unit_is_placed_in_its_base_where_there_is_room_and_once(start: PanzerarmeeAfrika) -> None:
    assert refusal(start, "place au-18 at 1440").case == "6"
    assert refusal(start, "place au-18 at 9999").case == "6"
    assert refusal(start, "place au-18 at 1351").case == "6"
    placed = play(start, "place au-18 at 1451")
    assert refusal(placed, "place au-18 at 1352").case == "6"
    assert not any("au-18" in order for order in listed(placed))
    axis = play(start, "done")
    assert refusal(axis, "place axis-depot-1 at 0703").case == "4"
    assert refusal(axis, "place axis-lorry-1 at 0601").case == "4"


@pytest.mark.case("6")
def test_all_that_is_listed_can_be_placed(start: PanzerarmeeAfrika) -> None:
    for state in (start, play(start, "done")):
        orders = listed(state)
        assert orders[-1] == "done" and len(orders) > 6
        assert all(play(state, order) != state for order in orders[:-1])


def test_a_campaign_is_the_only_scenario_and_options_are_known_by_name() -> None:
    assert list(title().scenarios) == ["campaign"]
    assert opening("reaction").options == ("reaction",)
    with pytest.raises(UnknownChoice):
        title().setup("gazala")
    with pytest.raises(UnknownChoice):
        title().setup(options=["rain"])
