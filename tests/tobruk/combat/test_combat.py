"""[10.0, 10.1] The combat mode: who attacks whom, one attack after the other, step by step."""

from __future__ import annotations

import pytest

from sandtable.games.tobruk.combat.phase import Combat
from sandtable.games.tobruk.combat.resolution import STEPS
from sandtable.games.tobruk.state import Air, Tobruk
from tests.playing import asked, top
from tests.tobruk.positions import (
    activated,
    attacking,
    facts,
    fighting,
    is_over,
    kinds,
    listed,
    play,
    play_noting,
    refusal,
)


@pytest.mark.case("10.0")
def test_a_unit_attacks_an_adjacent_hex_or_none_at_all() -> None:
    state = fighting("15PzHQ, I/8/15 2820", "18/4NZ 2821, 19/4NZ 2818", "15pz")
    assert listed(state) == ["attack 2821 with I/8/15", "attack 2821 with I/8/15 overrun I/8/15", "done"]
    assert refusal(state, "attack 2818 with I/8/15").case == "10.0"  # two hexes away
    assert refusal(state, "attack 2819 with I/8/15").case == "10.1"  # nobody there
    assert refusal(state, "attack 9999 with I/8/15").case == "10.1"
    assert refusal(state, "move I/8/15 2820-2819").case == "10.0"
    assert is_over(play(state, "done"))


@pytest.mark.case("10.0", "2.4", "6.0")
def test_only_activated_combat_units_attack() -> None:
    state = fighting("15PzHQ, I/8/15, I/5/21 2820", "18/4NZ 2821", "15pz")
    assert refusal(state, "attack 2821 with 15PzHQ").case == "2.4"
    assert refusal(state, "attack 2821 with I/5/21").case == "6.0"
    assert refusal(state, "attack 2821 with 18/4NZ").case == "10.0"
    assert refusal(state, "attack 2821 with I/8/15, I/8/15").case == "10.0"


@pytest.mark.case("10.0")
def test_some_of_a_stack_attack_while_others_do_not_and_each_once() -> None:
    state = attacking("I/8/15, II/8/15, 33Pi/15 2820", "18/4NZ 2821", "15pz")
    state = play(state, "attack 2821 with I/8/15, 33Pi/15", rolls=(3, 3))
    assert isinstance(top(state), Combat) and state.fought == ("I/8/15", "33Pi/15")
    assert refusal(state, "attack 2821 with I/8/15").case == "10.0"
    assert refusal(state, "attack 2821 with II/8/15, I/8/15").case == "10.0"
    state = play(state, "attack 2821 with II/8/15", rolls=(1, 2))
    assert is_over(state)  # nobody is left who could attack


@pytest.mark.case("10.0")
def test_a_hex_may_be_attacked_from_several_and_all_in_it_defend() -> None:
    state = attacking("I/8/15 2820, II/8/15 2922", "18/4NZ, 19/4NZ, 2NZHQ 2821", "15pz")
    assert "attack 2821 with I/8/15, II/8/15" in listed(state)
    _, events = play_noting(state, "attack 2821 with I/8/15, II/8/15", rolls=(2, 2))
    (declared,) = facts(events, "attacked")
    assert declared["defenders"] == ["18/4NZ", "19/4NZ", "2NZHQ"] and declared["odds"] == "1:1"


@pytest.mark.case("10.0")
def test_only_units_next_to_an_enemy_when_the_mode_begins_may_attack() -> None:
    """The reserve at 2306 faces nobody until the battalion beaten at 2606 falls back into the perimeter beside it."""
    state = play(beaten_back_to_the_perimeter(""), "done")
    assert is_over(state)
    state = beaten_back_to_the_perimeter(", 19/4NZ 2805")  # somebody else is left to attack
    state = play(state, "done")
    assert refusal(state, "attack 2405 with 33Rc/15").case == "10.0"


@pytest.mark.case("10.0")
def test_who_stood_next_to_an_enemy_attacks_whomever_he_is_next_to_now() -> None:
    state = play(beaten_back_to_the_perimeter(", 1DLI/23 2205"), "done")
    assert "attack 2405 with 33Rc/15" in listed(state) and "attack 2205 with 33Rc/15" in listed(state)


def beaten_back_to_the_perimeter(others: str) -> Tobruk:
    state = attacking("I/8/15, II/8/15, 33Pi/15 2706, 33Rc/15 2306", f"Duke/1SA 2606{others}", "15pz")
    state = play(state, "attack 2606 with I/8/15, II/8/15", rolls=(2, 3))
    return play(state, "retreat Duke/1SA 2506-2405")


@pytest.mark.case("10.0", "6.0")
def test_an_attacker_must_be_in_range_when_it_attacks() -> None:
    """The headquarters drives away before the combat."""
    state = activated("15PzHQ, I/8/15, 33Rc/15 2820", "18/4NZ 2821", "15pz")
    state = play(state, "begin move", "move 15PzHQ 2820-2810", "done")
    assert refusal(state, "attack 2821 with I/8/15").case == "10.0"
    assert listed(state)[0] == "attack 2821 with 33Rc/15"  # reconnaissance needs no range


@pytest.mark.case("10.0")
def test_nobody_is_asked_where_nobody_can_attack() -> None:
    assert is_over(fighting("15PzHQ, I/8/15 2820", "18/4NZ 2822", "15pz"))


# The procedure


@pytest.mark.case("10.1", "13.0", "11.1")
def test_the_steps_of_an_attack_are_in_order() -> None:
    assert [step.__name__ for step in STEPS] == [
        "fire_guns",
        "ask_to_press_on",
        "send_attacking_air",
        "send_defending_air",
        "fight_in_the_air",
        "give_artillery",
        "throw_dice",
        "attacker_losses",
        "defender_losses",
        "retreat",
        "follow_up",
    ]


@pytest.mark.case("10.1", "13.0", "11.1", "2.4")
def test_guns_air_units_dogfight_artillery_dice() -> None:
    """One attack with everything, each question to the side whose turn it is."""
    air = {"axis": Air(2, 1), "commonwealth": Air(2, 1)}
    state = fighting("15PzHQ, I/8/15, II/8/15 2820", "18/4NZ, 65AT 2821", "15pz", air=air)
    seen = []
    for order, rolls in [
        ("attack 2821 with I/8/15, II/8/15", ()),
        ("fire 65AT at I/8/15", (1,)),
        ("press", ()),
        ("fly 1 fighters 1 support", ()),
        ("fly 1 fighters 1 support", (5, 4)),
        ("down fighter", ()),
        ("artillery 1", (1, 2)),
    ]:
        seen.append((asked(state), order.split()[0]))
        state, events = play_noting(state, order, rolls=rolls)
    assert seen == [
        ("axis", "attack"),
        ("commonwealth", "fire"),
        ("axis", "press"),
        ("axis", "fly"),
        ("commonwealth", "fly"),
        ("commonwealth", "down"),
        ("axis", "artillery"),
    ]
    (fought,) = facts(events, "fought")
    assert fought["odds"] == "1:1"  # 5 and 9 against 8: what the gun took is not there any more
    assert fought["modifiers"] == {"artillery": 1, "axis close air support": 2, "commonwealth close air support": -2}
    assert (fought["dice"], fought["total"], fought["result"]) == ([1, 2], 4, "1/-")


@pytest.mark.case("10.1", "10.2")
def test_the_attacker_loses_first_and_then_the_defender() -> None:
    state = attacking("I/8/15 2820", "18/4NZ 2821", "15pz")
    state, events = play_noting(state, "attack 2821 with I/8/15", rolls=(3, 4))
    assert kinds(events) == ["attacked", "roll", "roll", "fought", "reduced", "reduced"]
    assert [fact["unit"] for fact in facts(events, "reduced")] == ["I/8/15", "18/4NZ"]
    assert state.battle is None


@pytest.mark.case("10.0", "9.4")
def test_the_list_offers_all_attackers_each_hex_and_each_unit_and_their_overruns() -> None:
    state = attacking("I/8/15, 33Pi/15 2820, II/8/15 2822", "Duke/1SA 2821", "15pz")
    assert set(listed(state)) == {
        "attack 2821 with I/8/15, 33Pi/15, II/8/15",
        "attack 2821 with I/8/15, 33Pi/15, II/8/15 overrun I/8/15, II/8/15",
        "attack 2821 with I/8/15, 33Pi/15",
        "attack 2821 with I/8/15, 33Pi/15 overrun I/8/15",
        "attack 2821 with I/8/15",
        "attack 2821 with I/8/15 overrun I/8/15",
        "attack 2821 with 33Pi/15",
        "attack 2821 with II/8/15",
        "attack 2821 with II/8/15 overrun II/8/15",
        "done",
    }
