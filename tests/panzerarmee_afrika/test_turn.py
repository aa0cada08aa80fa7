"""The sequence of play, as it is seen by playing it."""

from __future__ import annotations

import pytest

from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Decision
from sandtable.core.game import Game
from sandtable.games.panzerarmee_afrika.arrivals.phase import Reinforcements
from sandtable.games.panzerarmee_afrika.arrivals.withdrawals import Withdrawals
from sandtable.games.panzerarmee_afrika.combat.declarations import Declarations
from sandtable.games.panzerarmee_afrika.movement.phase import Movement
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, Trek
from sandtable.games.panzerarmee_afrika.supply.malta import MaltaInvasion
from sandtable.games.panzerarmee_afrika.title import title
from sandtable.games.panzerarmee_afrika.turn import SEQUENCE_OF_PLAY
from tests.panzerarmee_afrika.phases import turn_of
from tests.panzerarmee_afrika.positions import play, play_noting, position, refusal
from tests.playing import asked, top

AXIS = "it-19 0702, de-104 1107, axis-depot-1 0703"


def lazy_game(seed: int = 5) -> Game[PanzerarmeeAfrika]:
    """A game in which nobody does more than he must."""
    game = Game(title(), title().setup(options=["single-command-roll"]), SecretDice(secret_of_seed(seed)))
    while game.outcome is None:
        decision = top(game.state)
        (side,) = decision.asked(game.state)
        game.play(decision.actions(game.state, side)[-1], side)
    return game


@pytest.mark.case("7.1")
def test_the_phases_follow_each_other_as_in_the_book() -> None:
    names = [phase.__name__ for phase in SEQUENCE_OF_PLAY]
    assert names == [
        "begin_turn",
        "open_supply",
        "open_command",
        "move_units",
        "open_combat",
        "receive_points",
        "open_withdrawals",
        "open_arrivals",
        "end_turn",
    ]


@pytest.mark.case("7.1", "10", "13.2.3")
def test_an_allied_turn_is_supply_command_movement_combat_withdrawals_reinforcements() -> None:
    """Five hexes are rolled for before anybody moves; the fight is declared after the movement, the rest follows."""
    garrison = "au-20, au-26, au-24 1351, uk-22 1440, allied-depot-1 1440"
    state = turn_of("allied", position("it-19 1340, axis-depot-1 0703", garrison, turn=3), 6, 1)
    seen: list[type[Decision[PanzerarmeeAfrika]]] = [type(top(state))]
    assert state.units["it-19"].out and asked(state) == "allied"
    state = play(state, "done")
    seen.append(type(top(state)))
    state = play(state, "done")
    seen.append(type(top(state)))
    assert refusal(state, "move au-20 1351-1350").case == "13.2.3"
    state = play(state, "withdraw au-20", "withdraw au-26")
    seen.append(type(top(state)))
    assert seen == [Movement, Declarations, Withdrawals, Reinforcements]
    state = play(state, "done")
    assert (state.phasing, asked(state), state.turn) == ("axis", "axis", 3)


@pytest.mark.case("7.1", "9")
def test_an_axis_turn_has_no_command_phase_and_on_turn_15_begins_with_malta() -> None:
    state = turn_of("axis", position(AXIS, "au-24 1925", turn=15))
    assert isinstance(top(state), MaltaInvasion)
    state = play(state, "decline")
    assert isinstance(top(state), Movement)
    state = play(state, "done")
    assert isinstance(top(state), Declarations)
    state = play(state, "done")
    assert isinstance(top(state), Reinforcements)


@pytest.mark.case("7", "7.1")
def test_after_the_axis_turn_the_next_turn_begins_with_the_allies() -> None:
    state = turn_of("axis", position(AXIS, "au-24 1925", turn=5))
    state, events = play_noting(state, "done", "done", "done", rolls=(1,))
    assert (state.turn, state.phasing, asked(state)) == (6, "allied", "allied")
    assert [(event.facts["turn"], event.facts["side"]) for event in events if event.kind == "turn"] == [(6, "allied")]


@pytest.mark.case("7.1")
def test_the_other_side_does_nothing_unless_it_is_asked() -> None:
    state = turn_of("axis", position(AXIS, "au-24 1925", turn=5))
    assert top(state).asked(state) == ("axis",)
    assert refusal(state, "move au-24 1925-1825").case == "11.1"


@pytest.mark.case("11", "8.5")
def test_what_was_done_in_the_last_movement_phase_is_forgotten_when_the_next_begins() -> None:
    treks = {"axis-depot-1": Trek(0)}
    state = turn_of("axis", position(AXIS, "au-24 1925", turn=5, treks=treks, sailed=(("it-19", "1730", "1925"),)))
    assert state.treks == {} and state.sailed == ()


@pytest.mark.case("7", "14")
def test_a_game_of_nothing_but_done_lasts_twenty_turns_of_two_halves() -> None:
    game = lazy_game()
    turns = [(event.facts["turn"], event.facts["side"]) for event in game.events if event.kind == "turn"]
    assert turns == [(turn, side) for turn in range(1, 21) for side in ("allied", "axis")]
    assert game.outcome is not None and game.outcome.case == "14.1"
    assert game.state.books["allied"].tobruk_best == 40
