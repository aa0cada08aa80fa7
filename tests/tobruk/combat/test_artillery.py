"""[2.4, 10.1] Artillery support."""

from __future__ import annotations

import pytest

from sandtable.games.tobruk.activation import stand_down
from sandtable.games.tobruk.combat.artillery import ArtillerySupport
from sandtable.games.tobruk.pieces.command import artillery_left
from tests.playing import asked, top
from tests.tobruk.positions import after, facts, fighting, listed, play, play_noting, position, refusal


@pytest.mark.case("2.4", "10.1")
def test_every_marker_adds_one_to_the_dice_of_the_attacker() -> None:
    state = fighting("39/Bol 2821", "7ArmHQ, 18/4NZ, 8Hus/4Arm 2820", "xxx")
    state = play(state, "attack 2821 with 8Hus/4Arm")
    assert isinstance(top(state), ArtillerySupport) and asked(state) == "commonwealth"
    assert listed(state) == ["artillery 0", "artillery 1", "artillery 2", "artillery 3"]
    assert refusal(state, "artillery 4").case == "2.4"
    assert refusal(state, "done").case == "10.1"
    _, silent = play_noting(state, "artillery 0", rolls=(5, 5))
    assert not facts(silent, "bombarded")
    _, events = play_noting(state, "artillery 2", rolls=(1, 2))
    assert facts(events, "bombarded")[0]["markers"] == 2
    (fought,) = facts(events, "fought")
    assert fought["modifiers"] == {"artillery": 2} and fought["total"] == 5


@pytest.mark.case("10.1", "13.0")
def test_artillery_is_given_before_the_dice() -> None:
    state = fighting("39/Bol 2821", "7ArmHQ, 8Hus/4Arm 2820", "xxx")
    state, events = play_noting(state, "attack 2821 with 8Hus/4Arm")
    assert not facts(events, "roll") and isinstance(top(state), ArtillerySupport)
    _, events = play_noting(state, "artillery 1", rolls=(3, 3))
    assert [event.kind for event in events[:3]] == ["bombarded", "roll", "roll"]


@pytest.mark.case("2.4", "10.1")
def test_the_headquarters_of_a_corps_share_one_stock_of_markers() -> None:
    """Three and two for the whole activation, for any attack of the formation."""
    state = fighting("39/Bol 2821, 40/Bol 4621", "7ArmHQ, 8Hus/4Arm 2820, 1SAHQ, Duke/1SA 4620", "xxx")
    state = play(state, "attack 4621 with Duke/1SA")
    assert listed(state)[-1] == "artillery 5"
    state = play(state, "artillery 4", rolls=(2, 3))
    assert artillery_left(state) == 1
    state = play(state, "attack 2821 with 8Hus/4Arm")
    assert listed(state) == ["artillery 0", "artillery 1"]
    state = play(state, "artillery 1", rolls=(1, 4))
    assert artillery_left(state) == 0


@pytest.mark.case("2.4")
def test_who_has_no_markers_left_is_not_asked() -> None:
    state = fighting("39/Bol 2821", "7ArmHQ, 8Hus/4Arm, 3RTR/4Arm 2820", "xxx", artillery=3)
    _, events = play_noting(state, "attack 2821 with 8Hus/4Arm", rolls=(2, 3))
    assert facts(events, "fought")[0]["modifiers"] == {}


@pytest.mark.case("2.4", "10.1")
def test_the_markers_are_there_again_in_the_next_activation() -> None:
    used = position("", "7ArmHQ 2820", "xxx", artillery=3)
    assert artillery_left(used) == 0
    rested = after(stand_down, used)
    assert rested.artillery == 0


@pytest.mark.case("2.4", "6.1", "10.1")
def test_an_unassigned_unit_is_supported_by_the_headquarters_that_leads_it() -> None:
    state = play(fighting("XXIHQ, 1Mil 2820", "Duke/1SA 2821", "xxi"), "attack 2821 with 1Mil")
    assert listed(state)[-1] == "artillery 3"


@pytest.mark.case("10.1")
def test_the_defender_has_no_artillery() -> None:
    state = fighting("15PzHQ, I/8/15 2820", "7ArmHQ, 18/4NZ 2821", "15pz")
    _, events = play_noting(state, "attack 2821 with I/8/15", "artillery 0", rolls=(2, 3))
    assert facts(events, "fought")[0]["modifiers"] == {}
