"""The rules, case by case, at positions written in a line."""

from __future__ import annotations

import pytest

from sandtable.conformance import THOROUGH, check_title, walk
from sandtable.core.frames import Over
from sandtable.template.actions import NOTATION
from sandtable.template.combat import Combat
from sandtable.template.map import board
from sandtable.template.movement import Movement
from sandtable.template.state import LAST_TURN, Outpost
from sandtable.template.title import title
from sandtable.template.turn import Position, Turn
from tests.playing import Orders

ORDERS = Orders(NOTATION)


def position(places: str, *, phase: type[Movement] | type[Combat] = Movement, turn: int = 1) -> Outpost:
    """`red-1 0304, blue-1 0305`: whatever is not named is out of the game."""
    units = dict.fromkeys(("red-1", "red-4", "blue-1", "blue-4"), board().box("dead"))
    units |= {name: board().hex(at) for name, at in (place.split() for place in places.split(", "))}
    return Position(stack=(Turn(1 if phase is Movement else 2), phase("red")), units=units, turn=turn)


def at(state: Outpost, name: str) -> str:
    return board().name(state.units[name])


@pytest.mark.case("2")
def test_a_unit_moves_three_clear_hexes_and_no_further() -> None:
    state = position("red-1 0501, blue-1 1001")
    assert at(ORDERS.play(state, "move red-1 to 0504"), "red-1") == "0504"
    assert ORDERS.refusal(state, "move red-1 to 0505").case == "2"


@pytest.mark.case("2")
def test_a_unit_stops_beside_an_enemy() -> None:
    state = position("red-1 0501, blue-1 0602")
    assert at(ORDERS.play(state, "move red-1 to 0502"), "red-1") == "0502"
    assert "cannot reach 0504" in ORDERS.refusal(state, "move red-1 to 0504").why


@pytest.mark.case("2")
def test_a_unit_moves_once() -> None:
    state = ORDERS.play(position("red-1 0501, blue-1 1001"), "move red-1 to 0502")
    assert "already moved" in ORDERS.refusal(state, "move red-1 to 0503").why


@pytest.mark.case("3")
def test_two_units_attack_together_at_their_joint_odds() -> None:
    state = position("red-1 0504, red-4 0405, blue-1 0505", phase=Combat)
    state = ORDERS.play(state, "attack blue-1 with red-1, red-4", rolls=(1,))
    assert at(state, "blue-1") == "dead"


@pytest.mark.case("3")
def test_a_unit_attacks_adjacent_enemies_only() -> None:
    state = position("red-1 0503, blue-1 0505", phase=Combat)
    assert "not adjacent" in ORDERS.refusal(state, "attack blue-1 with red-1").why


@pytest.mark.case("3.1")
def test_the_owner_chooses_where_a_beaten_unit_retreats() -> None:
    state = position("red-1 0504, blue-1 0505", phase=Combat)
    state = ORDERS.play(state, "attack blue-1 with red-1", rolls=(2,))
    assert ORDERS.refusal(state, "retreat blue-1 to 0504").case == "3.1"
    assert at(ORDERS.play(state, "retreat blue-1 to 0506"), "blue-1") == "0506"


@pytest.mark.case("1", "1.1")
def test_the_side_on_the_well_wins_when_the_last_turn_ends() -> None:
    state = position("red-1 0505, blue-1 1001", turn=LAST_TURN)
    state = ORDERS.play(state, "done", "done", "done", "done")
    assert state.stack[-1] == Over("red", "1.1", "red holds the well")


@pytest.mark.case("1.1")
def test_a_side_without_units_has_lost() -> None:
    state = position("red-4 0504, red-1 0405, blue-1 0505", phase=Combat)
    state = ORDERS.play(state, "attack blue-1 with red-4, red-1", "done", rolls=(1,))
    assert state.stack[-1] == Over("red", "1.1", "blue has no units left")


def test_the_game_passes_the_conformance_kit() -> None:
    check_title(title())
    for seed in (1, 2):
        walk(title(), seed, care=THOROUGH)
