"""[9.4, 9.5] Overruns: who attempts one, what supports it, and the movement that it earns."""

from __future__ import annotations

import pytest

from sandtable.games.tobruk.combat.air import at_hand
from sandtable.games.tobruk.movement.overruns import OverrunMovement
from sandtable.games.tobruk.state import Air, Tobruk
from tests.playing import asked, top
from tests.tobruk.positions import (
    activated,
    attacking,
    facts,
    fighting,
    is_over,
    listed,
    play,
    play_noting,
    refusal,
    where,
)

AIR = {"axis": Air(2, 2), "commonwealth": Air(2, 2)}
KILL = (6, 6)


def panzers(enemies: str, more: str = "") -> Tobruk:
    """Two tank battalions south of which a weak battalion stands at 2821."""
    return attacking(f"I/8/15, II/8/15{more} 2820", f"Duke/1SA* 2821{enemies}", "15pz")


def overran(enemies: str = "", *orders: str) -> Tobruk:
    """They have overrun it, and the rest of the mode is over."""
    return play(panzers(enemies), "attack 2821 with I/8/15, II/8/15 overrun I/8/15", *orders, rolls=KILL)


# The attempt


@pytest.mark.case("9.4")
def test_only_armour_reconnaissance_and_motorised_infantry_overrun() -> None:
    axis = "I/8/15, 33Rc/15, I/115/15, 33Pi/15, 33AT/15, 2/15 2820"
    state = attacking(axis, "Duke/1SA 2821", "15pz")
    for name in ("I/8/15", "33Rc/15", "I/115/15"):
        assert f"attack 2821 with {name} overrun {name}" in listed(state)
    for name in ("33Pi/15", "33AT/15", "2/15"):
        assert refusal(state, f"attack 2821 with {name} overrun {name}").case == "9.4"
    walking = attacking("I/361/Afk 2820", "Duke/1SA 2821", "afrika")
    assert refusal(walking, "attack 2821 with I/361/Afk overrun I/361/Afk").case == "9.4"


@pytest.mark.case("9.4", "10.0")
def test_who_overruns_must_attack() -> None:
    state = panzers("")
    assert refusal(state, "attack 2821 with I/8/15 overrun II/8/15").case == "9.4"
    assert refusal(state, "attack 2821 with I/8/15 overrun I/8/15, I/8/15").case == "10.0"


@pytest.mark.case("9.4")
def test_no_overrun_into_a_city() -> None:
    state = attacking("Det/Sol 4813", "8Hus/4Arm 4812", "xxx")
    assert refusal(state, "attack 4813 with 8Hus/4Arm overrun 8Hus/4Arm").case == "9.4"
    assert "attack 4813 with 8Hus/4Arm" in listed(state)
    assert not any("overrun" in order for order in listed(state))


@pytest.mark.case("9.4", "9.5")
def test_no_overrun_across_an_escarpment_but_an_attack() -> None:
    state = attacking("I/8/15 2806", "Duke/1SA 2805", "15pz")
    assert refusal(state, "attack 2805 with I/8/15 overrun I/8/15").case == "9.5"
    assert "attack 2805 with I/8/15" in listed(state)


@pytest.mark.case("9.4")
def test_no_overrun_across_enemy_fortifications_but_over_ones_own() -> None:
    storm = attacking("I/8/15 2506", "2Kng/16 2405", "15pz")
    assert refusal(storm, "attack 2405 with I/8/15 overrun I/8/15").case == "9.4"
    sally = attacking("28/Pav 2306", "1RTR/32Tk 2305", "tobruk")
    assert "attack 2306 with 1RTR/32Tk overrun 1RTR/32Tk" in listed(sally)
    within = attacking("28/Pav 2305", "1RTR/32Tk 2306", "tobruk")  # who broke in holds works that are not his
    assert "attack 2305 with 1RTR/32Tk overrun 1RTR/32Tk" in listed(within)


# Support


@pytest.mark.case("9.4", "10.1", "2.4")
def test_an_attack_with_an_overrun_has_no_artillery_nor_air_on_its_dice() -> None:
    """The headquarters has a battery and the side has bombers; infantry attacks beside the tanks."""
    state = fighting("15PzHQ, I/8/15, 33Pi/15 2820", "18/4NZ 2821", "15pz", air=AIR)
    state = play(state, "attack 2821 with I/8/15, 33Pi/15 overrun I/8/15")
    assert asked(state) == "axis"
    assert refusal(state, "fly 0 fighters 1 support").case == "9.4"
    assert refusal(state, "fly 3 fighters 0 support").case == "11.0"
    state, events = play_noting(state, "fly 2 fighters 0 support", "fly 0 fighters 0 support", rolls=(3, 3))
    (fought,) = facts(events, "fought")
    assert fought["modifiers"] == {} and fought["total"] == 6
    assert not facts(events, "bombarded") and state.artillery == 0
    usual = play(fighting("15PzHQ, I/8/15 2820", "18/4NZ 2821", "15pz", air=AIR), "attack 2821 with I/8/15")
    assert "fly 0 fighters 1 support" in listed(usual)


@pytest.mark.case("9.4", "11.1")
def test_an_overrun_may_send_fighters_to_a_dogfight() -> None:
    """They shoot the defender's bombers down, which would have cost four on the dice."""
    state = fighting("15PzHQ, I/8/15 2820", "18/4NZ 2821", "15pz", air=AIR)
    state = play(state, "attack 2821 with I/8/15 overrun I/8/15", "fly 2 fighters 0 support")
    state, events = play_noting(state, "fly 0 fighters 2 support", rolls=(3, 3))
    assert len(facts(events, "shot_down")) == 2
    assert facts(events, "fought")[0]["modifiers"] == {}


@pytest.mark.case("9.4", "10.1")
def test_the_defenders_air_units_count_as_always() -> None:
    state = fighting("15PzHQ, I/8/15 2820", "18/4NZ 2821", "15pz", air=AIR)
    state = play(state, "attack 2821 with I/8/15 overrun I/8/15", "fly 0 fighters 0 support")
    _, events = play_noting(state, "fly 1 fighters 1 support", rolls=(5, 5))
    assert facts(events, "fought")[0]["total"] == 10 - 3


# The movement


@pytest.mark.case("9.4")
def test_who_clears_the_hex_moves_on_after_the_last_attack_even_without_an_advance() -> None:
    state = play(panzers(", Irish/5SA 2920"), "attack 2821 with I/8/15 overrun I/8/15", "done", rolls=KILL)
    assert state.overran == ("I/8/15",)
    assert not isinstance(top(state), OverrunMovement)  # the other battalion may still attack
    state = play(state, "done")
    assert isinstance(top(state), OverrunMovement) and where(state, "I/8/15") == "2820"
    state = play(state, "move I/8/15 2820-2717")
    assert is_over(state) and where(state, "I/8/15") == "2717" and state.overran == ()


@pytest.mark.case("9.4", "10.4")
def test_it_moves_on_from_where_it_has_advanced_to() -> None:
    state = overran("", "advance I/8/15 2821-2822", "done")
    assert "move I/8/15 2822-2824" in listed(state)
    assert where(play(state, "move I/8/15 2822-2818"), "I/8/15") == "2818"


@pytest.mark.case("9.4")
def test_only_those_who_attempted_it_bear_the_marker_and_nobody_has_to_move() -> None:
    state = overran("", "done")
    assert state.overran == ("I/8/15",)
    assert refusal(state, "move II/8/15 2820-2819").case == "9.4"
    assert refusal(state, "attack 2821 with I/8/15").case == "9.4"
    state = play(state, "done")
    assert is_over(state) and where(state, "I/8/15") == "2820"


@pytest.mark.case("9.4")
def test_an_overrun_that_does_not_clear_the_hex_earns_nothing() -> None:
    state = attacking("I/8/15 2820", "18/4NZ 2821", "15pz")
    state = play(state, "attack 2821 with I/8/15 overrun I/8/15", rolls=(4, 4))
    assert is_over(state) and state.units["18/4NZ"].reduced and state.overran == ()


@pytest.mark.case("9.4")
def test_a_forced_retreat_is_enough() -> None:
    state = attacking("I/8/15, II/8/15 2820", "Duke/1SA 2821", "15pz")
    state = play(state, "attack 2821 with I/8/15, II/8/15 overrun I/8/15, II/8/15", rolls=(2, 3))
    assert asked(state) == "commonwealth"
    state = play(state, listed(state)[0], "done")
    assert isinstance(top(state), OverrunMovement) and state.overran == ("I/8/15", "II/8/15")
    state = play(state, "move I/8/15, II/8/15 2820-2816")
    assert where(state, "I/8/15") == where(state, "II/8/15") == "2816"


@pytest.mark.case("9.4")
def test_four_hexes_are_counted_whatever_they_cost() -> None:
    """Two rough hexes and two clear ones would take eight points, and there are six."""
    state = attacking("27/Bre* 2619", "4RTR/32Tk!! 2620", "tobruk")
    state = play(state, "attack 2619 with 4RTR/32Tk overrun 4RTR/32Tk", rolls=KILL)
    state = play(state, listed(state)[0], "done")  # the defender goes
    assert where(play(state, "move 4RTR/32Tk 2620-2521-2522-2523-2524"), "4RTR/32Tk") == "2524"
    assert refusal(state, "move 4RTR/32Tk 2620-2521-2522-2523-2524-2624").case == "9.4"
    assert refusal(state, "move 4RTR/32Tk 2620-2625").case == "9.4"
    assert refusal(state, "move 4RTR/32Tk 2620-2520-2620").case == "9.4"


@pytest.mark.case("9.4", "8.0")
def test_an_enemy_zone_ends_the_move_after_an_overrun() -> None:
    state = overran(", Irish/5SA 2817", "done")
    assert refusal(state, "move I/8/15 2820-2819-2818-2918").case == "8.0"
    assert where(play(state, "move I/8/15 2820-2818"), "I/8/15") == "2818"
    near = overran(", Irish/5SA 2818", "done")  # the zone is in the first hex of the way
    assert refusal(near, "move I/8/15 2820-2819-2720").case == "8.0"
    assert where(play(near, "move I/8/15 2820-2819"), "I/8/15") == "2819"
    state = overran(", Irish/5SA 2920", "done")  # it begins in a zone and may leave it
    assert refusal(state, "move I/8/15 2820-2819-2820-2821").case == "8.0"
    assert where(play(state, "move I/8/15 2820-2720-2719"), "I/8/15") == "2719"


@pytest.mark.case("9.4", "7.0", "7.1")
def test_neither_enemies_nor_full_hexes_are_entered() -> None:
    state = play(
        panzers(", 7ArmHQ 2720", ", 33Pi/15, 33AT/15, 2/15, I/115/15"),
        "attack 2821 with I/8/15, II/8/15 overrun I/8/15, II/8/15",
        "advance II/8/15 2821",
        "done",
        "done",
        rolls=KILL,
    )
    assert refusal(state, "move I/8/15 2820-2720").case == "7.0"
    assert refusal(state, "move I/8/15 2820-3821").case == "9.4"
    elsewhere = refusal(state, "move I/8/15 2719-2720")
    assert elsewhere.case == "9.4" and "is not at 2719" in elsewhere.why
    full = attacking("I/8/15 2820, 19/Bre, 20/Bre 2819", "Duke/1SA* 2821", "15pz")
    full = play(full, "attack 2821 with I/8/15 overrun I/8/15", "done", rolls=KILL)
    assert refusal(full, "move I/8/15 2820-2819").case == "7.1"
    assert where(play(full, "move I/8/15 2820-2819-2818"), "I/8/15") == "2818"


@pytest.mark.case("9.4", "3.2")
def test_a_formation_that_fights_first_moves_after_its_overruns() -> None:
    state = activated("15PzHQ, I/8/15 2820", "Duke/1SA* 2821", "15pz")
    state = play(state, "begin combat", "attack 2821 with I/8/15 overrun I/8/15", rolls=KILL)
    state = play(state, "done", "move I/8/15 2820-2816", "move I/8/15 2816-2812", "done")
    assert is_over(state) and where(state, "I/8/15") == "2812"


@pytest.mark.case("9.4")
def test_inside_the_works_of_the_enemy_nothing_bars_an_overrun() -> None:
    state = attacking("I/8/15, II/8/15 2405", "2YL/14 2305", "15pz")
    assert (
        refusal(attacking("I/8/15 2306", "2YL/14 2305", "15pz"), "attack 2305 with I/8/15 overrun I/8/15").case == "9.4"
    )
    assert "attack 2305 with I/8/15 overrun I/8/15" in listed(state)


@pytest.mark.case("9.4", "9.2")
def test_a_column_makes_way_for_whoever_moves_on_into_its_hex() -> None:
    state = play(
        attacking("I/8/15, II/8/15 2820, 19/Bre=, 33Pi/15= 2822", "Duke/1SA* 2821", "15pz"),
        "attack 2821 with I/8/15 overrun I/8/15",
        "done",
        rolls=KILL,
    )
    assert isinstance(top(state), OverrunMovement) and state.units["19/Bre"].road
    state = play(state, "move I/8/15 2820-2822")
    assert where(state, "I/8/15") == "2822" and not state.units["19/Bre"].road


@pytest.mark.case("9.4", "11.0")
def test_only_the_side_that_overruns_keeps_its_bombers_at_home() -> None:
    state = attacking("I/8/15 2820", "Duke/1SA 2821", "15pz", air=AIR)
    overrun = play(state, "attack 2821 with I/8/15 overrun I/8/15")
    assert at_hand(overrun, "axis") == (2, 0) and at_hand(overrun, "commonwealth") == (2, 2)
    plain = play(state, "attack 2821 with I/8/15")
    assert at_hand(plain, "axis") == (2, 2)
