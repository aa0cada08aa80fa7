"""Warnings: what machines find when they play a position on."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.bots.advice import answer, perils, questions
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.games.afrika_korps.arrivals.phase import Arrivals
from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.state import AfrikaKorps
from sandtable.games.afrika_korps.title import title as afrika_korps
from sandtable.games.afrika_korps.turn import PlayerTurn
from sandtable.games.panzerarmee_afrika.title import title as panzerarmee_afrika
from sandtable.kit.staff.ahead import NextTurn, held_up
from sandtable.kit.staff.warnings import explained, neglected
from sandtable.template.title import title
from tests.afrika_korps.positions import asking
from tests.afrika_korps.positions import position as desert
from tests.template.test_rules import position


def moving(axis: str, allied: str) -> AfrikaKorps:
    """In the Axis movement phase, with the rest of the turn and the enemy's to come."""
    return asking(desert(axis, allied), PlayerTurn("axis", 4), Movement("axis"))


# A lone Axis supply two hexes from a British armoured brigade, its army far away; and the same supply among its army.
EXPOSED = moving("21/5 W3, 15/8 W3, AxS1 M14", "7A/2 M17, 9A/20 G25")
COVERED = moving("21/5 W3, 15/8 W3, AxS1 W3", "7A/2 M17, 9A/20 G25")


def test_a_supply_alone_in_reach_of_the_enemy_is_warned_of() -> None:
    found = {peril.piece: peril for peril in perils(afrika_korps(), EXPOSED, "axis")}
    assert found["AxS1"].at == "M14" and found["AxS1"].times > 0


def test_a_supply_among_its_army_is_not() -> None:
    assert "AxS1" not in {peril.piece for peril in perils(afrika_korps(), COVERED, "axis")}


def test_what_the_staff_orders_in_this_phase_is_not_put_off() -> None:
    (found,) = (peril for peril in perils(afrika_korps(), EXPOSED, "axis") if peril.piece == "AxS1" and peril.remedy)
    assert not found.later


def test_what_the_staff_would_move_in_a_later_phase_may_wait() -> None:
    """Before his movement a player is asked who lands: to end that loses nothing."""
    before = asking(EXPOSED, PlayerTurn("axis", 3), Arrivals("axis"))
    found = {peril.piece: peril for peril in perils(afrika_korps(), before, "axis")}
    assert found["AxS1"].remedy.startswith("move AxS1") and found["AxS1"].later


def test_what_the_first_move_prevents_does_not_hold_up_the_set_up() -> None:
    """Between the two the enemy sets up. A brigade before El Agheila can drive off in time; it is not put off when it
    moves already."""
    game = Game(panzerarmee_afrika(), panzerarmee_afrika().setup(), SecretDice(secret_of_seed(1)))
    (found,) = (peril for peril in perils(panzerarmee_afrika(), game.state, "allied") if peril.piece == "uk-3-a")
    assert found.later and found.remedy.startswith("move uk-3-a 1007-")
    game.play_text("done")
    game.play_text("done")
    assert game.asked == ("allied",)
    (found,) = (peril for peril in perils(panzerarmee_afrika(), game.state, "allied") if peril.piece == "uk-3-a")
    assert not found.later


def test_a_warning_is_never_certain_and_names_its_trials() -> None:
    (line,) = (line for line in answer(afrika_korps(), EXPOSED, "axis", "warnings").lines() if "M14:" in line)
    assert "can be lost, in " in line and " trials" in line


def test_a_game_without_a_staff_is_looked_at_by_greedy_players() -> None:
    beaten = position("red-1 0505, blue-1 0504, blue-4 0506")
    assert explained(perils(title(), beaten, "red")).text.startswith("What can happen")


def test_who_is_out_of_reach_is_told_so() -> None:
    assert "nothing" in answer(title(), position("red-1 0101, blue-1 1010"), "red", "warnings").text


def test_the_question_is_listed_beside_the_games_own() -> None:
    assert {"odds", "warnings"} <= set(questions(afrika_korps()))


def test_other_questions_go_to_the_game() -> None:
    assert answer(afrika_korps(), EXPOSED, "axis", "dangers") == afrika_korps().screen.explain(
        EXPOSED, "axis", "dangers"
    )


def test_a_look_ends_when_the_side_moves_again() -> None:
    state = position("red-1 0101, blue-1 1010")
    until = NextTurn(state, "red")
    assert not until(state)
    assert not until(state.__class__(stack=state.stack, units=state.units, phasing="blue"))
    assert until(state.__class__(stack=state.stack, units=state.units, phasing="red", turn=2))


# Everybody has driven east and nobody holds the home base (W3); the same with one unit in it.
EMPTY = moving("21/5, 15/8, AxS1 M4", "9A/20, AlS1 G25")
HELD = moving("21/5, AxS1 M4, 15/8 W3", "9A/20, AlS1 G25")


def test_an_empty_home_base_is_warned_of_although_no_enemy_is_near() -> None:
    (told,) = neglected(afrika_korps(), EMPTY, "axis")
    assert (told.at, told.case) == ("W3", "12.4") and "Nothing will land" in told.name
    assert told in perils(afrika_korps(), EMPTY, "axis", seconds=0)
    assert "Nothing will land in your next turn" in str(explained([told]))


def test_a_home_base_that_is_held_is_not() -> None:
    assert neglected(afrika_korps(), HELD, "axis") == ()


def test_of_its_duties_a_side_is_reminded_while_it_moves_and_while_a_turn_is_to_come() -> None:
    assert neglected(afrika_korps(), EMPTY, "allied") == ()
    assert neglected(afrika_korps(), replace(EMPTY, turn=38), "axis") == ()
    attacking = asking(desert("21/5 M4", "9A/20 G25"), PlayerTurn("axis", 4), Battles("axis"))
    assert neglected(afrika_korps(), attacking, "axis") == ()


# The Axis have four units in one hex: the movement phase cannot end before one has left.
OVERFULL = moving("21/5, 15/8, 21/104, 21/3, AxS1 W3", "9A/20, AlS1 G25")


def test_a_phase_that_cannot_end_as_it_stands_is_said_to_first() -> None:
    told = answer(afrika_korps(), OVERFULL, "axis", "warnings")
    assert told.text.startswith("The phase cannot end as it stands.")
    assert told.parts[0].case == "6.1" and "W3" in told.parts[0].text


def test_a_phase_that_can_end_is_not() -> None:
    assert held_up(afrika_korps(), COVERED, "axis") is None
    assert "cannot end" not in answer(afrika_korps(), COVERED, "axis", "warnings").text


def test_who_is_not_on_the_move_ends_no_phase() -> None:
    assert held_up(afrika_korps(), OVERFULL, "allied") is None
