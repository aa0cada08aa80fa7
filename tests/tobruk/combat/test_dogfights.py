"""[11.1] Dogfights."""

from __future__ import annotations

import pytest

from sandtable.games.tobruk.combat.dogfights import AirLoss
from sandtable.games.tobruk.state import Air, Tobruk
from tests.playing import asked, top
from tests.tobruk.positions import facts, fighting, listed, play, play_noting, refusal

DICE = (4, 4)  # of the attack that follows: at 1:1 one loss of the defender


def battle() -> Tobruk:
    air = {"axis": Air(6, 5), "commonwealth": Air(6, 5)}
    state = fighting("15PzHQ!!, I/8/15 2820", "18/4NZ 2821", "15pz", air=air)
    return play(state, "attack 2821 with I/8/15")


def sent(ours: str, theirs: str, *rolls: int) -> Tobruk:
    """Fighters and support of the Axis, who attacks, and of the Commonwealth."""
    return play(battle(), _fly(ours), _fly(theirs), rolls=rolls)


def _fly(flight: str) -> str:
    fighters, support = flight.split("+")
    return f"fly {fighters} fighters {support} support"


def lost(state: Tobruk, side: str) -> tuple[int, int]:
    return state.pool(side).lost_fighters, state.pool(side).lost_support


@pytest.mark.case("11.1")
def test_the_higher_roll_brings_one_air_unit_down() -> None:
    state = sent("1+0", "1+0", 5, 4, *DICE)
    assert lost(state, "commonwealth") == (1, 0) and lost(state, "axis") == (0, 0)
    assert lost(sent("1+0", "1+0", 2, 3, 4, 4), "axis") == (1, 0)


@pytest.mark.case("11.1")
def test_the_dice_of_all_fighters_are_added() -> None:
    """Three fighters with 2, 2 and 1 beat one with 4; the attacker rolls first."""
    flights = ("fly 3 fighters 0 support", "fly 1 fighters 0 support")
    state, events = play_noting(battle(), *flights, rolls=(2, 2, 1, 4, *DICE))
    assert facts(events, "dogfight")[0]["totals"] == {"axis": 5, "commonwealth": 4}
    assert lost(state, "commonwealth") == (1, 0)


@pytest.mark.case("11.1")
@pytest.mark.parametrize(("mine", "his", "losses"), [(6, 5, 1), (5, 3, 1), (6, 3, 2), (5, 2, 2), (6, 2, 3), (4, 1, 3)])
def test_twice_the_roll_brings_two_down_and_three_times_three(mine: int, his: int, losses: int) -> None:
    """As far as there are so many: one fighter and two others."""
    state = sent("1+0", "1+2", mine, his, *(() if losses < 3 else DICE))
    if losses == 3:
        assert lost(state, "commonwealth") == (1, 2)
        return
    decision = top(state)
    assert isinstance(decision, AirLoss) and decision.losses == losses and asked(state) == "commonwealth"


@pytest.mark.case("11.1")
def test_loser_and_victor_choose_in_turn() -> None:
    """Six to two: three of five are lost. The loser gives a fighter, the victor takes a bomber, and again the loser."""
    state = sent("1+0", "1+4", 6, 2)
    assert asked(state) == "commonwealth" and listed(state) == ["down fighter", "down support"]
    assert refusal(state, "down tank").case == "11.1"
    assert refusal(state, "pass").case == "11.1"
    after_fighter = play(state, "down fighter", rolls=DICE)
    assert lost(after_fighter, "commonwealth") == (1, 2)  # only bombers are left to choose from
    state = play(state, "down support")
    assert asked(state) == "axis"
    state = play(state, "down support")
    assert asked(state) == "commonwealth"
    state = play(state, "down fighter", rolls=DICE)
    assert lost(state, "commonwealth") == (1, 2)


@pytest.mark.case("11.1")
def test_on_equal_rolls_all_fighters_abort_and_bombers_stay() -> None:
    state, events = play_noting(battle(), "fly 1 fighters 1 support", "fly 2 fighters 0 support", rolls=(5, 3, 2, 1, 1))
    assert facts(events, "aborted")[0]["fighters"] == {"axis": 1, "commonwealth": 2}
    assert lost(state, "axis") == lost(state, "commonwealth") == (0, 0)
    assert facts(events, "fought")[0]["modifiers"] == {"axis close air support": 2}
    assert state.pool("axis") == Air(5, 4)  # not to be used again this turn


@pytest.mark.case("11.1", "10.1")
def test_fighters_that_fought_give_no_cover_whoever_won() -> None:
    _, events = play_noting(battle(), "fly 3 fighters 1 support", "fly 1 fighters 0 support", rolls=(3, 3, 3, 5, *DICE))
    assert facts(events, "fought")[0]["modifiers"] == {"axis close air support": 2}


@pytest.mark.case("11.1", "10.1")
def test_every_fighter_brings_down_one_unescorted_bomber() -> None:
    """Without a die; and the fighters, having been in a dogfight, give no cover."""
    state, events = play_noting(battle(), "fly 0 fighters 3 support", "fly 2 fighters 0 support", rolls=DICE)
    assert lost(state, "axis") == (0, 2)
    assert facts(events, "intercepted") == [{"side": "axis", "fighters": 2, "case": "11.1"}]
    assert facts(events, "fought")[0]["modifiers"] == {"axis close air support": 2}
    lone = sent("2+0", "0+1", *DICE)
    assert lost(lone, "commonwealth") == (0, 1)


@pytest.mark.case("11.1")
def test_bombers_roll_no_die() -> None:
    """One fighter with four bombers rolls one die."""
    _, events = play_noting(battle(), "fly 1 fighters 4 support", "fly 1 fighters 0 support", rolls=(5, 4, 1, 1))
    assert facts(events, "dogfight")[0]["totals"] == {"axis": 5, "commonwealth": 4}


@pytest.mark.case("11.1", "10.1")
def test_bombers_that_survive_bomb() -> None:
    state = sent("1+0", "1+2", 5, 4)
    state, events = play_noting(state, "down support", rolls=DICE)
    assert facts(events, "fought")[0]["modifiers"] == {"commonwealth close air support": -2}
    assert state.pool("commonwealth") == Air(5, 3, 0, 1)


@pytest.mark.case("11.1", "3.3")
def test_no_enemy_in_the_air_no_dogfight() -> None:
    _, events = play_noting(battle(), "fly 2 fighters 1 support", "fly 0 fighters 0 support", rolls=(1, 2))
    assert not facts(events, "dogfight")
    assert facts(events, "fought")[0]["modifiers"] == {"axis close air support": 2, "axis fighter cover": 2}
