"""[3.0, 3.1, 3.2, 3.3, 3.4] The sequence of play, as it is seen by playing it."""

from __future__ import annotations

from functools import cache

import pytest

from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Over
from sandtable.core.game import Game
from sandtable.core.values import Refusal
from sandtable.games.tobruk.activation import Order
from sandtable.games.tobruk.arrivals.reinforcements import HeadquartersReturn
from sandtable.games.tobruk.order_forms import Done
from sandtable.games.tobruk.pieces.tables import scenarios
from sandtable.games.tobruk.state import Air, Tobruk
from sandtable.games.tobruk.title import title
from sandtable.games.tobruk.turn import SEQUENCE_OF_PLAY, GameTurn, end_turn
from tests.playing import Rolls, asked, draft_of, top
from tests.tobruk.movement.test_supply import RING
from tests.tobruk.positions import after, asking, facts, kinds, play, play_noting, position


@cache
def lazy_game(scenario: str) -> Game[Tobruk]:
    """A game in which nobody does more than he must."""
    game = Game(title(), title().setup(scenario), SecretDice(secret_of_seed(5)))
    while game.outcome is None:
        try:
            game.play(Done())
        except Refusal:
            game.play(game.actions()[0])
    return game


def turn(state: Tobruk, *rolls: int) -> Tobruk:
    """The first question of a turn."""
    return frames.begin(asking(state, GameTurn()), Rolls(*rolls))[0]


@pytest.mark.case("3.0")
def test_the_phases_follow_each_other_as_in_the_book() -> None:
    assert [phase.__name__ for phase in SEQUENCE_OF_PLAY] == [
        "begin_turn",
        "supply_phase",
        "return_headquarters",
        "fill_cup",
        "draw_chits",
        "end_recovery",
        "allot_air",
        "end_turn",
    ]


@pytest.mark.case("3.0", "3.1", "3.2", "3.3", "3.4", "5.0")
def test_supply_activation_air_allotment_end_of_turn() -> None:
    state = turn(position("15PzHQ, I/8/15 2820", RING, turn=2), 1)
    assert isinstance(top(state), Order) and state.units["I/8/15"].unsupplied == 1
    state, events = play_noting(state, "begin combat", "done", rolls=(2, 3, 1))
    assert state.turn == 3 and asked(state) == "axis"
    assert state.units["I/8/15"].unsupplied == 2
    story = [kind for kind in kinds(events) if kind in ("allotted", "turn", "cut_off", "filled_cup", "drawn")]
    assert story == ["allotted", "allotted", "turn", "cut_off", "cut_off", "filled_cup", "drawn"]
    assert state.pool("axis") == Air(8, 3)


@pytest.mark.case("3.0", "4.1")
def test_headquarters_return_after_supply_and_before_the_first_chit() -> None:
    state = turn(position("15PzHQ track2, I/8/15 2820", RING, turn=2))
    assert isinstance(top(state), HeadquartersReturn) and state.units["I/8/15"].unsupplied == 1 and state.cup == ()
    assert isinstance(top(play(state, "place 15PzHQ at 2820", rolls=(1,))), Order)


@pytest.mark.case("3.4")
def test_the_scenario_is_judged_when_its_last_turn_ends_and_not_before() -> None:
    last = scenarios()["first-sidi-rezegh"].last_turn
    over = after(end_turn, position("15PzHQ 2820", "", turn=last)).stack[-1]
    assert isinstance(over, Over) and over.case == "15.1"
    draft = draft_of(asking(position("15PzHQ 2820", "", turn=last - 1), GameTurn()))
    end_turn(draft)
    assert draft.state.turn == last and isinstance(draft.state.stack[-1], GameTurn)


@pytest.mark.case("3.4", "2.7")
def test_markers_come_off_at_the_end_of_the_turn_but_for_roads_and_supply() -> None:
    state = position(
        "15PzHQ, I/8/15= 2820",
        RING,
        "15pz",
        turn=2,
        formation=(),
        activated=("1Mil",),
        mined="Duke/1SA",
        arrived=("Duke/1SA",),
    )
    state = turn(state, 1)
    state = play(state, "begin combat", "done", rolls=(1, 1, 1))
    assert (state.activated, state.arrived, state.mined, state.drawn) == ((), (), "", ("15pz",))
    assert state.units["I/8/15"].road and state.units["I/8/15"].unsupplied == 2


@pytest.mark.case("3.2")
def test_the_other_side_does_nothing_unless_it_is_asked() -> None:
    state = turn(position("15PzHQ, I/8/15 2820", "7ArmHQ 4020"), 2)
    assert state.active == "15pz" and top(state).asked(state) == ("axis",)


@pytest.mark.case("1.0", "3.0", "15.1", "15.2", "15.3")
@pytest.mark.parametrize(
    ("scenario", "first", "last"),
    [("first-sidi-rezegh", 1, 4), ("second-sidi-rezegh", 6, 10), ("battle-for-tobruk", 1, 10)],
)
def test_a_scenario_lasts_from_its_first_turn_to_its_last(scenario: str, first: int, last: int) -> None:
    game = lazy_game(scenario)
    assert [fact["turn"] for fact in facts(game.events, "turn")] == list(range(first, last + 1))
    assert game.outcome is not None and game.outcome.case == f"15.{list(title().scenarios).index(scenario) + 1}"


@pytest.mark.case("3.2", "2.6")
def test_every_chit_of_the_cup_is_drawn_once_a_turn() -> None:
    game = lazy_game("first-sidi-rezegh")
    cups = [sorted(fact["chits"]) for fact in facts(game.events, "filled_cup")]
    drawn = [str(fact["chit"]) for fact in facts(game.events, "drawn")]
    assert sum(map(len, cups)) == len(drawn)
    for cup in cups:
        assert sorted(drawn[: len(cup)]) == cup
        drawn = drawn[len(cup) :]


@pytest.mark.case("15.1", "2.6")
def test_the_first_chit_of_the_first_scenario_is_that_of_xxx_corps() -> None:
    drawn = facts(lazy_game("first-sidi-rezegh").events, "drawn")
    assert drawn[0]["chit"] == "xxx"
