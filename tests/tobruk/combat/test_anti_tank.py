"""[13.0] Anti-tank guns fire before anything else is committed."""

from __future__ import annotations

import pytest

from sandtable.games.tobruk.combat.anti_tank import AntiTankFire, PressOn
from sandtable.games.tobruk.combat.artillery import ArtillerySupport
from sandtable.games.tobruk.state import TURN_TRACK, Air
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

TANKS = "I/8/15, II/8/15 2820"
GUNS = "18/4NZ, 65AT 2821"


@pytest.mark.case("13.0")
def test_the_defender_nominates_a_vehicle_for_his_gun() -> None:
    state = play(attacking(TANKS, GUNS, "15pz"), "attack 2821 with I/8/15, II/8/15")
    assert isinstance(top(state), AntiTankFire) and asked(state) == "commonwealth"
    assert listed(state) == ["fire 65AT at I/8/15", "fire 65AT at II/8/15"]
    assert refusal(state, "fire 18/4NZ at I/8/15").case == "13.0"
    assert refusal(state, "fire 65AT at 18/4NZ").case == "13.0"
    assert refusal(state, "pass").case == "13.0"
    state, events = play_noting(state, "fire 65AT at II/8/15", rolls=(3,))
    assert state.units["II/8/15"].reduced and not state.units["I/8/15"].reduced
    assert facts(events, "fired") == [{"gun": "65AT", "unit": "II/8/15", "die": 3, "hit": True, "case": "13.0"}]
    assert isinstance(top(state), PressOn) and asked(state) == "axis"


@pytest.mark.case("13.0")
@pytest.mark.parametrize(
    ("axis", "commonwealth", "active", "most"),
    [
        ("I/8/15 2820", "65AT 2821", "15pz", 3),
        ("33AT/15 2821", "8Hus/4Arm 2820", "xxx", 4),
        ("1Mil 2821", "8Hus/4Arm 2820", "xxx", 1),
    ],
)
def test_the_nation_of_the_gun_says_how_well_it_shoots(axis: str, commonwealth: str, active: str, most: int) -> None:
    state = attacking(axis, commonwealth, active)
    name = (axis if active == "15pz" else commonwealth).split()[0]
    for die in range(1, 7):
        rolls = (die,) if die <= most else (die, 6, 5)
        after_fire, events = play_noting(state, f"attack 2821 with {name}", rolls=rolls)
        assert facts(events, "fired")[0]["hit"] == (die <= most) == after_fire.units[name].reduced


@pytest.mark.case("13.0", "9.4")
def test_guns_fire_at_armour_reconnaissance_and_motorised_infantry_only() -> None:
    axis = "I/8/15, 33Rc/15, I/115/15, 33Pi/15, 2/15, 33AT/15 2820"
    state = attacking(axis, GUNS, "15pz")
    state = play(state, "attack 2821 with I/8/15, 33Rc/15, I/115/15, 33Pi/15, 2/15, 33AT/15")
    assert listed(state) == [f"fire 65AT at {name}" for name in ("I/8/15", "33Rc/15", "I/115/15")]
    assert refusal(state, "fire 65AT at 33Pi/15").case == "13.0"
    _, events = play_noting(attacking(axis, GUNS, "15pz"), "attack 2821 with 33Pi/15, 2/15", rolls=(3, 4))
    assert not facts(events, "fired")  # nobody whom a gun could hit


@pytest.mark.case("13.0")
def test_a_single_vehicle_draws_the_fire_of_every_gun() -> None:
    state = attacking("I/8/15, 33Pi/15 2820", "65AT, 149AT 2821", "15pz")
    state, events = play_noting(state, "attack 2821 with I/8/15, 33Pi/15", rolls=(4, 3))
    assert [(fact["gun"], fact["unit"], fact["hit"]) for fact in facts(events, "fired")] == [
        ("65AT", "I/8/15", False),
        ("149AT", "I/8/15", True),
    ]


@pytest.mark.case("13.0", "12.0")
def test_a_reduced_vehicle_is_eliminated_and_the_next_gun_takes_another() -> None:
    state = attacking("I/8/15*, II/8/15, 33Rc/15 2820", "65AT, 149AT 2821", "15pz")
    state = play(state, "attack 2821 with I/8/15, II/8/15, 33Rc/15", "fire 149AT at I/8/15", rolls=(1, 2))
    assert state.units["I/8/15"].at == TURN_TRACK  # the second die was that of its recovery
    assert listed(state) == ["fire 65AT at II/8/15", "fire 65AT at 33Rc/15"]


@pytest.mark.case("10.1", "13.0")
def test_an_attack_of_which_nothing_is_left_is_over() -> None:
    state, events = play_noting(attacking("33Rc/15* 2820", "65AT 2821", "15pz"), "attack 2821 with 33Rc/15", rolls=(1,))
    assert is_over(state) and state.battle is None
    assert kinds(events) == ["attacked", "roll", "fired", "eliminated"]


@pytest.mark.case("13.0")
def test_the_attack_goes_on_without_what_was_lost() -> None:
    """18 against 8 would be 2:1; with one battalion reduced it is 14 to 8."""
    state = play(attacking(TANKS, GUNS, "15pz"), "attack 2821 with I/8/15, II/8/15", "fire 65AT at I/8/15", rolls=(1,))
    assert listed(state) == ["press", "cancel"]
    assert refusal(state, "done").case == "13.0"
    _, events = play_noting(state, "press", rolls=(4, 5))
    assert facts(events, "fought")[0]["odds"] == "1:1"


@pytest.mark.case("13.0", "10.0")
def test_a_cancelled_attack_was_the_attack_of_its_units() -> None:
    state = attacking("I/8/15, II/8/15, 33Pi/15 2820", GUNS, "15pz")
    state = play(state, "attack 2821 with I/8/15, II/8/15", "fire 65AT at I/8/15", rolls=(1,))
    state, events = play_noting(state, "cancel")
    assert kinds(events) == ["called_off"] and state.battle is None
    assert state.units["I/8/15"].reduced and not state.units["18/4NZ"].reduced
    assert refusal(state, "attack 2821 with II/8/15").case == "10.0"
    assert "attack 2821 with 33Pi/15" in listed(state)


@pytest.mark.case("13.0")
def test_without_a_hit_the_attack_goes_on() -> None:
    state, events = play_noting(
        attacking(TANKS, GUNS, "15pz"), "attack 2821 with I/8/15, II/8/15", "fire 65AT at I/8/15", rolls=(4, 1, 2)
    )
    assert facts(events, "fought")[0]["odds"] == "2:1"
    assert listed(state) == ["lose I/8/15", "lose II/8/15"]  # of the battle, not of the gun


@pytest.mark.case("13.0", "10.1")
def test_guns_fire_before_air_units_and_artillery_are_committed() -> None:
    """A cancelled attack has cost neither."""
    air = {"axis": Air(2, 2), "commonwealth": Air(2, 2)}
    state = fighting("15PzHQ, I/8/15, 33Pi/15 2820", GUNS, "15pz", air=air)
    state = play(state, "attack 2821 with I/8/15, 33Pi/15", rolls=(2,))
    assert isinstance(top(state), PressOn)
    cancelled = play(state, "cancel")
    assert cancelled.air == air and cancelled.artillery == 0
    pressed = play(state, "press", "fly 0 fighters 0 support", "fly 0 fighters 0 support")
    assert isinstance(top(pressed), ArtillerySupport)


@pytest.mark.case("13.0")
def test_a_gun_fires_at_each_of_three_attacks_on_its_hex() -> None:
    state = attacking("I/8/15, II/8/15, 33Rc/15 2820", "65AT, 18/4NZ, 19/4NZ 2821", "15pz")
    fired = []
    for name in ("I/8/15", "II/8/15", "33Rc/15"):
        state, events = play_noting(state, f"attack 2821 with {name}", "cancel", rolls=(1,))
        fired += facts(events, "fired")
    assert [fact["unit"] for fact in fired] == ["I/8/15", "II/8/15", "33Rc/15"]


@pytest.mark.case("13.0")
def test_a_gun_that_attacks_does_not_fire() -> None:
    state = attacking("33AT/15, I/8/15 2820", "8Hus/4Arm 2821", "15pz")
    state, events = play_noting(state, "attack 2821 with 33AT/15", rolls=(3, 3))
    assert not facts(events, "fired") and not state.units["8Hus/4Arm"].reduced


@pytest.mark.case("13.0", "9.4")
def test_guns_meet_an_overrun_too() -> None:
    state = activated("15PzHQ, I/8/15 2820", "65AT 2821", "15pz")
    state = play(state, "begin combat", "attack 2821 with I/8/15 overrun I/8/15", rolls=(3,))
    assert isinstance(top(state), PressOn) and state.units["I/8/15"].reduced
    assert play(state, "cancel").overran == ()
