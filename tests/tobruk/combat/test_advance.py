"""[10.4, 10.5] Advance after combat."""

from __future__ import annotations

import pytest

from sandtable.games.tobruk.combat.advance import Advances
from sandtable.games.tobruk.combat.retreats import RetreatRoute
from sandtable.games.tobruk.map import escarpment
from sandtable.games.tobruk.state import Tobruk
from tests.playing import asked, top
from tests.tobruk.positions import at, attacking, facts, is_over, listed, play, play_noting, refusal, where

KILL = (6, 6)


def won(axis: str, commonwealth: str, attackers: str, active: str = "15pz", target: str = "2821") -> Tobruk:
    """An attack that leaves nobody in the hex: who is not lost has gone the first way back that there is."""
    state = play(attacking(axis, commonwealth, active), f"attack {target} with {attackers}", rolls=KILL)
    return play(state, listed(state)[0]) if isinstance(state.stack[-1], RetreatRoute) else state


@pytest.mark.case("10.4")
def test_any_of_the_attackers_advance_or_none() -> None:
    state = won("I/361/Afk, II/361/Afk, 900/Afk 2820", "7ArmHQ 2821", "I/361/Afk, II/361/Afk", "afrika")
    assert isinstance(top(state), Advances) and asked(state) == "axis"
    assert listed(state) == ["advance I/361/Afk 2821", "advance II/361/Afk 2821", "done"]
    assert refusal(state, "advance 900/Afk 2821").case == "10.4"  # it did not attack
    assert refusal(state, "attack 2821 with 900/Afk").case == "10.4"
    assert is_over(play(state, "done"))
    state, events = play_noting(state, "advance II/361/Afk 2821", "done")
    assert (where(state, "I/361/Afk"), where(state, "II/361/Afk")) == ("2820", "2821")
    assert facts(events, "advanced") == [{"unit": "II/361/Afk", "path": ["2821"], "case": "10.4"}]


@pytest.mark.case("10.4")
def test_an_advance_follows_a_forced_retreat_too() -> None:
    state = attacking("I/8/15, II/8/15 2820", "Duke/1SA 2821", "15pz")
    state = play(state, "attack 2821 with I/8/15, II/8/15", "retreat Duke/1SA 2922-3022", rolls=(2, 3))
    assert isinstance(top(state), Advances)


@pytest.mark.case("10.4")
def test_nobody_advances_while_a_defender_is_left() -> None:
    state = attacking("I/8/15 2820", "18/4NZ, Duke/1SA 2821", "15pz")
    assert is_over(play(state, "attack 2821 with I/8/15", "lose Duke/1SA", rolls=(4, 4)))


@pytest.mark.case("10.4", "9.2")
def test_a_column_on_the_road_makes_room_for_whoever_advances_into_its_hex() -> None:
    state = won("I/8/15, II/8/15, 33Rc/15, 33Pi/15 2820, 19/Bre= 2822", "7ArmHQ 2821", "I/8/15, II/8/15")
    assert state.units["19/Bre"].road
    state = play(state, "advance I/8/15 2821-2822")
    assert where(state, "I/8/15") == "2822" and not state.units["19/Bre"].road


@pytest.mark.case("10.4", "9.2")
def test_three_battalions_are_not_too_many_for_the_road() -> None:
    state = won("I/8/15, II/8/15, 33Rc/15 2820, I/361/Afk= 2822", "7ArmHQ 2821", "I/8/15, II/8/15, 33Rc/15")
    state = play(state, "advance I/8/15 2821-2822", "advance II/8/15 2821-2822")
    assert state.units["I/361/Afk"].road
    assert not play(state, "advance 33Rc/15 2821-2822").units["I/361/Afk"].road


@pytest.mark.case("10.4", "2.4")
def test_headquarters_never_advance() -> None:
    state = won("15PzHQ!!, I/8/15 2820", "7ArmHQ 2821", "I/8/15")
    assert refusal(state, "advance 15PzHQ 2821").case == "10.4"


@pytest.mark.case("10.4", "7.1")
def test_the_hex_holds_no_more_than_any_other() -> None:
    """Of seven battalions six find room; one of them may go one hex on instead."""
    names = "I/8/15, II/8/15, 33Pi/15, 33AT/15, 33Rc/15, 2/15"
    state = won(f"{names} 2820, I/115/15 2922", "7ArmHQ 2821", f"{names}, I/115/15")
    for name in names.split(", "):
        state = play(state, f"advance {name} 2821")
    assert "advance I/115/15 2821" not in listed(state)
    assert refusal(state, "advance I/115/15 2821").case == "10.4"
    assert where(play(state, "advance I/115/15 2821-2822"), "I/115/15") == "2822"


@pytest.mark.case("10.4")
def test_any_motorised_unit_may_advance_a_second_hex() -> None:
    """Tanks, and pioneers, machine-gunners and guns on wheels; nobody who walks."""
    for name in ("I/8/15", "33Rc/15", "I/115/15", "33Pi/15", "33AT/15"):
        assert f"advance {name} 2821-2822" in listed(won(f"{name} 2820", "7ArmHQ 2821", name))
    walking = won("I/361/Afk 2820", "7ArmHQ 2821", "I/361/Afk", "afrika")
    assert refusal(walking, "advance I/361/Afk 2821-2822").case == "10.4"
    infantry = won("Det/Sol 2821", "18/4NZ 2820", "18/4NZ", "xiii")
    assert refusal(infantry, "advance 18/4NZ 2821-2822").case == "10.4"


@pytest.mark.case("10.4")
def test_italian_vehicles_advance_one_hex_only() -> None:
    state = won("7Md/Art, 8Md/Art 2820", "7ArmHQ 2821", "7Md/Art, 8Md/Art", "cam")
    assert listed(state) == ["advance 7Md/Art 2821", "advance 8Md/Art 2821", "done"]
    assert refusal(state, "advance 7Md/Art 2821-2822").case == "10.4"


@pytest.mark.case("10.4")
def test_the_second_hex_is_next_to_the_first_and_free() -> None:
    state = won("I/8/15 2820", "7ArmHQ 2821, 18/4NZ 2822", "I/8/15")
    assert refusal(state, "advance I/8/15 2821-2822").case == "10.4"  # an enemy
    assert refusal(state, "advance I/8/15 2821-2824").case == "10.4"
    assert refusal(state, "advance I/8/15 2720").case == "10.4"  # the hex that was won comes first
    assert refusal(state, "advance I/8/15 2821-2721-2720").case == "10.4"
    assert where(play(state, "advance I/8/15 2821-2820"), "I/8/15") == "2820"  # in and back again


@pytest.mark.case("10.4", "8.0")
def test_zones_are_ignored_in_the_second_hex_too() -> None:
    """2821 and 2822 both lie next to the enemy at 2922."""
    state = won("I/8/15 2820", "7ArmHQ 2821, 18/4NZ 2922", "I/8/15")
    assert where(play(state, "advance I/8/15 2821-2822"), "I/8/15") == "2822"


@pytest.mark.case("10.4", "10.5", "9.5")
def test_nobody_advances_across_an_escarpment() -> None:
    """The attack is lawful, the climb is not; not for the second hex either."""
    assert escarpment(at("2806"), at("2805"))
    assert is_over(won("I/8/15, II/8/15 2806", "7ArmHQ 2805", "I/8/15, II/8/15", target="2805"))
    state = won("I/8/15, II/8/15 2707", "7ArmHQ 2806", "I/8/15, II/8/15", target="2806")
    assert refusal(state, "advance I/8/15 2806-2805").case == "10.5"
    assert where(play(state, "advance I/8/15 2806-2907"), "I/8/15") == "2907"


@pytest.mark.case("10.5")
def test_of_two_attackers_the_one_on_the_same_height_advances() -> None:
    state = won("I/8/15 2805, II/8/15 2707", "7ArmHQ 2806", "I/8/15, II/8/15", target="2806")
    assert refusal(state, "advance I/8/15 2806").case == "10.4"
    assert where(play(state, "advance II/8/15 2806"), "II/8/15") == "2806"


@pytest.mark.case("10.4", "10.0")
def test_who_has_advanced_does_not_attack_again() -> None:
    state = won("I/8/15 2820, II/8/15 2722", "7ArmHQ 2821, 18/4NZ 2822", "I/8/15")
    state = play(state, "advance I/8/15 2821")
    assert refusal(state, "attack 2822 with I/8/15").case == "10.0"
    assert "attack 2822 with II/8/15" in listed(state)


@pytest.mark.case("10.4", "7.1")
def test_the_second_hex_of_an_advance_must_have_room_too() -> None:
    full = "33AT/15, 33Pi/15, 2/15, 33Rc/15, I/33/LW, I/115/15 2822"
    state = attacking(f"I/8/15, II/8/15 2820, {full}", "Duke/1SA* 2821", "15pz")
    state = play(state, "attack 2821 with I/8/15, II/8/15", rolls=(6, 6))
    assert "advance I/8/15 2821-2922" in listed(state) and "advance I/8/15 2821-2822" not in listed(state)
    assert refusal(state, "advance I/8/15 2821-2822").case in ("7.1", "10.4")


@pytest.mark.case("10.4", "10.5")
def test_a_refused_advance_says_what_is_wrong_with_it() -> None:
    state = won("I/8/15, II/8/15 2820", "7ArmHQ 2821", "I/8/15, II/8/15")
    assert "must enter 2821 first" in refusal(state, "advance I/8/15 2822").why
    assert "2 hexes at most" in refusal(state, "advance I/8/15 2821-2822-2823").why
    assert "not an adjacent hex" in refusal(state, "advance I/8/15 2821-2824").why
