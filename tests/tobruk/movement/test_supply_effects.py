"""[5.2] What the want of supply does, turn by turn."""

from __future__ import annotations

import pytest

from sandtable.games.tobruk.combat.odds import attack_of, defence_of, odds
from sandtable.games.tobruk.movement.reach import allowance
from sandtable.games.tobruk.movement.supply import status, supply_phase
from sandtable.games.tobruk.pieces.command import artillery_left
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.tables import HALVES
from sandtable.games.tobruk.state import DEAD, TURN_TRACK, Tobruk
from tests.tobruk.movement.test_supply import RING
from tests.tobruk.positions import after, at, facts, noting, position


def points(state: Tobruk, name: str) -> int:
    return allowance(state, name) // HALVES


@pytest.mark.case("5.2", "3.1")
def test_low_supply_then_out_of_supply_then_a_reduction_every_turn() -> None:
    state = position("I/8/15 2820", RING)
    seen = []
    for _ in range(3):
        state = after(supply_phase, state)
        seen.append((status(state, "I/8/15"), state.units["I/8/15"].reduced))
    assert seen == [("low supply", False), ("out of supply", False), ("out of supply", True)]
    state, events = noting(supply_phase, state, 6)  # the die is that of its recovery
    assert state.units["I/8/15"].at == DEAD
    assert [fact["case"] for fact in facts(events, "eliminated")] == ["5.2"]


@pytest.mark.case("5.2")
def test_one_turn_with_a_path_and_the_count_begins_anew() -> None:
    state = after(supply_phase, position("I/8/15!! 2820", ""))
    assert state.units["I/8/15"].unsupplied == 0 and status(state, "I/8/15") == "in supply"


@pytest.mark.case("5.2", "2.3", "4.1")
def test_a_headquarters_without_supply_for_three_turns_is_eliminated_and_may_return() -> None:
    state = after(supply_phase, position("15PzHQ!! 2820", RING))
    assert (state.units["15PzHQ"].at, state.units["15PzHQ"].due) == (TURN_TRACK, 3)


@pytest.mark.case("5.2")
def test_everybody_is_looked_at_before_anybody_is_reduced() -> None:
    """The Italian regiment falls only after it has closed the way of the tanks for the last time."""
    state = position("65/Tri*!! 2919, 66/Tri 2922, 9Brs/Tri 2620", "8Hus/4Arm 2820, 7ArmHQ 0801, 1SAHQ 0808, 70HQ 0812")
    state = after(supply_phase, state)
    assert state.units["65/Tri"].at == DEAD
    assert state.units["8Hus/4Arm"].unsupplied == 1


@pytest.mark.case("5.2")
def test_low_supply_halves_the_attack_and_rounds_up() -> None:
    state = position("I/8/15! 2820, 15PzHQ! 2820", "")
    assert (attack_of(state, "I/8/15"), defence_of(state, "I/8/15")) == (5, 6)
    even = position("I/115/15! 2820", "")
    assert counters()["I/115/15"].full.attack % 2 == 0
    assert attack_of(even, "I/115/15") == counters()["I/115/15"].full.attack // 2
    assert points(state, "I/8/15") == 18
    assert defence_of(state, "15PzHQ") == 1


@pytest.mark.case("5.2")
def test_out_of_supply_halves_attack_and_defence_and_rounds_down() -> None:
    state = position("I/8/15!! 2820, 1Mil*!! 2820", "2YL/14!! 2305")
    assert (attack_of(state, "I/8/15"), defence_of(state, "I/8/15")) == (4, 3)
    assert (attack_of(state, "2YL/14"), defence_of(state, "2YL/14")) == (2, 2)
    assert (attack_of(state, "1Mil"), defence_of(state, "1Mil")) == (0, 1)


@pytest.mark.case("5.2", "10.1")
def test_each_unit_is_halved_by_itself() -> None:
    """Three attackers of 3 on low supply are 2 each: 6, and not half of 9; out of supply they are 1 each."""
    names = ("Duke/1SA", "Irish/5SA", "1RNC/1SA")
    for mark, attack in (("", 9), ("!", 6), ("!!", 3)):
        state = position("39/Bol 2821", ", ".join(name + mark for name in names) + " 2820")
        assert odds(state, names, ("39/Bol",), at("2821")).attack == attack


@pytest.mark.case("5.2", "9.1")
def test_out_of_supply_halves_the_movement_of_whatever_pays_motorised_costs() -> None:
    """Tanks, reconnaissance, lorried infantry, pioneers and guns on wheels, headquarters; nobody who walks."""
    names = {
        "I/8/15": 9,
        "33Rc/15": 9,
        "I/115/15": 9,
        "33Pi/15": 9,
        "33AT/15": 9,
        "15PzHQ": 9,
        "I/361/Afk": 12,
        "19/Bre": 8,
        "AriHQ": 8,
        "1Mil": 12,
    }
    state = position(", ".join(f"{name}!!" for name in names) + " 2820", "")
    assert {name: points(state, name) for name in names} == names
    low = position(", ".join(f"{name}!" for name in names) + " 2820", "")
    assert points(low, "I/8/15") == 18 and points(low, "15PzHQ") == 18


@pytest.mark.case("5.2", "9.6")
def test_half_of_an_odd_movement_is_rounded_up() -> None:
    state = position("", "DC/2NZ!! 2820", mined="DC/2NZ")
    assert points(state, "DC/2NZ") == 5  # 18, a minefield: 9, no petrol: 5


@pytest.mark.case("5.2", "2.4")
def test_the_artillery_of_a_headquarters_falls_silent_without_supply() -> None:
    marked = {mark: artillery_left(position("", f"7ArmHQ{mark}, 1SAHQ 2820", "xxx")) for mark in ("", "!", "!!")}
    assert marked == {"": 5, "!": 5, "!!": 2}


@pytest.mark.case("5.2", "2.4", "10.1")
def test_a_lone_headquarters_without_supply_counts_as_one_point() -> None:
    state = position("I/8/15 2820", "7ArmHQ!! 2821")
    assert defence_of(state, "7ArmHQ") == 0
    assert odds(state, ("I/8/15",), ("7ArmHQ",), at("2821")).defence == 1
