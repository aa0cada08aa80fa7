"""[10.2, 2.3, 2.4] Reductions."""

from __future__ import annotations

import pytest

from sandtable.games.tobruk.combat.losses import Losses
from sandtable.games.tobruk.combat.odds import attack_of
from sandtable.games.tobruk.pieces.casualties import steps_left
from sandtable.games.tobruk.pieces.tables import Result
from sandtable.games.tobruk.state import DEAD, TURN_TRACK, strength
from tests.playing import asked, top
from tests.tobruk.positions import attacking, is_over, listed, play, play_noting, position, refusal, where


@pytest.mark.case("10.2")
@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1/-", Result(1, 0, 0)),
        ("-/R2", Result(0, 0, 2)),
        ("-/1R3", Result(0, 1, 3)),
        ("1/1", Result(1, 1, 0)),
        ("-/2R2", Result(0, 2, 2)),
    ],
)
def test_left_of_the_stroke_the_attacker_right_of_it_the_defender(text: str, result: Result) -> None:
    assert Result.parse(text) == result and str(result) == text


@pytest.mark.case("10.2")
def test_one_to_nothing_reduces_the_attacker_and_leaves_the_defender_alone() -> None:
    state = attacking("I/8/15 2820", "18/4NZ, Duke/1SA 2821", "15pz")
    state = play(state, "attack 2821 with I/8/15", rolls=(2, 3))
    assert is_over(state)
    assert [name for name, unit in state.units.items() if unit.reduced] == ["I/8/15"]


@pytest.mark.case("10.2", "2.3")
def test_one_reduction_turns_a_unit_over_and_two_eliminate_it() -> None:
    state = attacking("33Pi/15, 33AT/15 2820", "Duke/1SA 2821", "15pz")  # 6 to 4
    once = play(state, "attack 2821 with 33Pi/15, 33AT/15", "lose 33Pi/15", rolls=(1, 3))
    assert once.units["33Pi/15"].reduced and str(strength(once, "33Pi/15")) == "2-2-18"
    twice = play(state, "attack 2821 with 33Pi/15, 33AT/15", "lose 33Pi/15", "lose 33Pi/15", rolls=(1, 1))
    assert twice.units["33Pi/15"].at == DEAD and not twice.units["33AT/15"].reduced


@pytest.mark.case("10.2", "2.3", "15.2")
def test_depleted_and_reduced_are_the_same_side_of_the_counter() -> None:
    """A unit that begins the scenario depleted is gone with the first loss, and has the numbers of its back."""
    state = position("", "8Hus/4Arm* 3110")
    assert attack_of(state, "8Hus/4Arm") == 3 and steps_left(state, "8Hus/4Arm") == 1
    fresh = position("", "8Hus/4Arm 3110")
    assert attack_of(fresh, "8Hus/4Arm") == 6 and steps_left(fresh, "8Hus/4Arm") == 2
    state = attacking("33Pi/15 2820", "Duke/1SA* 2821", "15pz")  # 3 to 2
    assert play(state, "attack 2821 with 33Pi/15", rolls=(4, 4)).units["Duke/1SA"].at == DEAD


@pytest.mark.case("10.2")
def test_the_owner_chooses_who_takes_the_loss() -> None:
    """At 1:1 an exchange: the attacker chooses among all who attacked, from whichever hex, then the defender."""
    state = attacking("I/8/15 2820, 33Pi/15, 33AT/15 2922, 2/15 2822", "18/4NZ, 19/4NZ, Duke/1SA 2821", "15pz")
    state = play(state, "attack 2821 with I/8/15, 33Pi/15, 2/15", rolls=(3, 4))
    assert isinstance(top(state), Losses) and asked(state) == "axis"
    assert listed(state) == ["lose I/8/15", "lose 33Pi/15", "lose 2/15"]
    assert refusal(state, "lose 33AT/15").case == "10.2"  # it did not attack
    assert refusal(state, "done").case == "10.2"
    state = play(state, "lose 2/15")
    assert asked(state) == "commonwealth"
    assert refusal(state, "lose I/8/15").case == "10.2"
    state = play(state, "lose 19/4NZ")
    assert {name for name, unit in state.units.items() if unit.reduced} == {"2/15", "19/4NZ"}


@pytest.mark.case("10.2", "2.4")
def test_a_headquarters_in_a_stack_is_lost_last() -> None:
    state = attacking("I/8/15 2820", "18/4NZ, Duke/1SA, 2NZHQ 2821", "15pz")
    state = play(state, "attack 2821 with I/8/15", rolls=(4, 4))
    assert listed(state) == ["lose 18/4NZ", "lose Duke/1SA"]
    assert refusal(state, "lose 2NZHQ").case == "10.2"
    last = attacking("I/8/15, II/8/15 2820", "18/4NZ*, 2NZHQ 2821", "15pz")  # 18 to 3: 4:1 and two
    state, events = play_noting(last, "attack 2821 with I/8/15, II/8/15", rolls=(5, 6))
    assert [event.facts["unit"] for event in events if event.kind == "eliminated"] == ["18/4NZ", "2NZHQ"]


@pytest.mark.case("10.2", "2.4")
def test_the_last_battalion_dies_before_its_headquarters_and_nobody_is_asked() -> None:
    state = attacking("I/8/15 2820", "2NZHQ, 18/4NZ* 2821", "15pz")  # 9 to 3: one loss
    state = play(state, "attack 2821 with I/8/15", rolls=(2, 3))
    assert is_over(state) and state.units["18/4NZ"].at == DEAD and where(state, "2NZHQ") == "2821"


@pytest.mark.case("10.2", "2.3", "2.4", "4.1")
def test_a_headquarters_that_is_hit_waits_on_the_turn_track() -> None:
    state = attacking("I/8/15 2820", "7ArmHQ 2821", "15pz")  # 9 to 3
    state = play(state, "attack 2821 with I/8/15", rolls=(2, 3))
    assert (state.units["7ArmHQ"].at, state.units["7ArmHQ"].due) == (TURN_TRACK, 3)


@pytest.mark.case("10.2")
def test_nobody_is_asked_when_everybody_is_lost() -> None:
    state = attacking("33Pi/15*, 33AT/15* 2820", "Duke/1SA 2821", "15pz")
    state = play(state, "attack 2821 with 33Pi/15, 33AT/15", rolls=(1, 1))
    assert is_over(state) and state.units["33Pi/15"].at == state.units["33AT/15"].at == DEAD


@pytest.mark.case("10.2", "10.1", "13.0")
def test_attackers_who_fall_to_the_result_itself_have_still_cost_the_defender_his_loss() -> None:
    """2 to 4, and 1/1: only anti-tank guns, who fire before the dice, stop an attack."""
    state = play(attacking("33Pi/15* 2820", "Duke/1SA 2821", "15pz"), "attack 2821 with 33Pi/15", rolls=(4, 5))
    assert state.units["33Pi/15"].at == DEAD and state.units["Duke/1SA"].reduced
