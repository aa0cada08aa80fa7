"""Italian reliability in combat: who may surrender, on which rolls, and what is left to fight or to enter."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.panzerarmee_afrika.combat.surrender import may_surrender
from sandtable.games.panzerarmee_afrika.state import CADRE, DUE, PanzerarmeeAfrika
from tests.panzerarmee_afrika.combats import facts, is_over, opened
from tests.panzerarmee_afrika.positions import listed, play, play_noting, position, refusal, where, with_books

ALLIED = "uk-3-a, uk-7-a 1409, allied-depot-3 1410, allied-depot-1 1614, allied-depot-2 1622"
ATTACK = ("attack 1408 with uk-3-a, uk-7-a", "done", "done")


def weary(axis: str, lost: int, allied: str = ALLIED, **fields: Any) -> PanzerarmeeAfrika:
    fields = {"options": ("reliability",), "phasing": "allied", **fields}
    return with_books(position(f"{axis}, axis-depot-1 1406", allied, **fields), "axis", italian_losses=lost)


# --- who


@pytest.mark.case("15.2")
@pytest.mark.parametrize(
    ("axis", "lost", "may"),
    [
        ("it-61 1408", 19, False),
        ("it-61 1408", 20, True),
        ("it-61, it-62 1408", 20, True),
        ("it-61, de-8 1408", 20, False),
        ("it-61, it-132-a 1408", 20, False),
        ("it-61 1408, de-8 1407", 20, False),
        ("it-61 1408, it-b8-ai 1308", 24, False),
        ("it-61 1408, de-8 1407", 25, True),
        ("it-61, de-8 1408", 25, False),
    ],
)
def test_support_near_and_then_only_support_in_the_hex_keeps_italian_infantry_in_line(
    axis: str, lost: int, may: bool
) -> None:
    assert may_surrender(weary(axis, lost), "it-61") == may


@pytest.mark.case("15.2")
def test_nobody_surrenders_without_the_option() -> None:
    assert not may_surrender(weary("it-61 1408", 30, options=()), "it-61")


@pytest.mark.case("15.2")
def test_only_italian_infantry_surrenders() -> None:
    state = weary("it-132-a, de-8 1408", 30)
    assert not may_surrender(state, "it-132-a")
    assert not may_surrender(state, "de-8")


# --- the roll


@pytest.mark.case("15.3")
def test_each_unit_rolls_and_those_that_stand_are_attacked() -> None:
    state = play(opened(weary("it-61, it-62 1408", 20)), *ATTACK)
    state, events = play_noting(state, "fight 1", rolls=(3, 4, 6, 6))
    assert facts(events, "surrendered") == [{"units": ["it-61"], "case": "15.3"}]
    (fought,) = facts(events, "fought")
    assert (fought["defenders"], fought["differential"]) == (["it-62"], 6 - 2)
    assert state.units["it-61"].at == CADRE


@pytest.mark.case("15.3")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_a_high_roll_keeps_the_unit_in_the_fight(die: int) -> None:
    state = play(opened(weary("it-61 1408", 20)), *ATTACK)
    _, events = play_noting(state, "fight 1", rolls=(die, 6, 6))
    assert not facts(events, "surrendered")
    assert len(facts(events, "fought")) == 1


@pytest.mark.case("15.2")
def test_surrendered_factors_are_counted_as_lost() -> None:
    state = play(opened(weary("it-61 1408", 20)), *ATTACK, "fight 1", rolls=(1,))
    assert state.books["axis"].italian_losses == 22


@pytest.mark.case("15.3", "12.4.6")
def test_transport_units_go_into_captivity_with_the_stack() -> None:
    state = play(
        opened(weary("it-61 1407, axis-lorry-1 1407", 20, ALLIED.replace("1409", "1408"))),
        "attack 1407 with uk-3-a",
        "done",
        "done",
        "fight 1",
        rolls=(2,),
    )
    assert state.units["axis-lorry-1"].at == DUE


# --- when all surrender


@pytest.mark.case("15.3", "12.4.7", "12.4.4")
def test_a_hex_whose_defenders_all_surrendered_is_entered_without_a_fight() -> None:
    state = play(opened(weary("it-61 1408", 20)), *ATTACK)
    state, events = play_noting(state, "fight 1", rolls=(1,))
    assert not facts(events, "fought") + facts(events, "countered")
    assert listed(state) == ["advance uk-3-a to 1408", "advance uk-7-a to 1408", "done"]
    assert is_over(play(state, "advance uk-3-a to 1408", "done"))


@pytest.mark.case("15.3")
def test_attackers_whose_enemies_surrendered_may_attack_others() -> None:
    state = play(opened(weary("it-61 1408, it-62 1308", 20)), *ATTACK, "fight 1", rolls=(1,))
    state = play(state, "advance uk-3-a to 1408", "done")
    assert listed(state)[0] == "attack 1308 with uk-3-a"
    assert "done" in listed(state)
    state = play(state, "attack 1308 with uk-3-a")
    assert refusal(state, "attack 1308 with uk-7-a").case == "12.2"
    state, events = play_noting(state, "fight 2", rolls=(6, 6, 6))
    assert [fact["attackers"] for fact in facts(events, "fought")] == [["uk-3-a"]]


@pytest.mark.case("15.3", "12.2")
def test_nobody_else_attacks_once_the_combats_have_been_declared() -> None:
    """The brigade at 1309 might have been named before; now only those go on whose enemies surrendered."""
    allied = f"{ALLIED}, uk-4-a 1309"
    state = play(opened(weary("it-61 1408, it-62 1308", 20, allied)), *ATTACK, "fight 1", rolls=(1,))
    state = play(state, "advance uk-3-a to 1408", "done")
    assert refusal(state, "attack 1308 with uk-4-a").case == "12.2"
    assert "attack 1308 with uk-3-a" in listed(state) and "attack 1308 with uk-4-a" not in listed(state)


@pytest.mark.case("15.3", "12.2")
def test_a_hex_that_others_are_to_attack_is_free_for_a_new_attack_once_theirs_is_called_off() -> None:
    allied, order = f"{ALLIED}, uk-4-a 1309", "attack 1308 with uk-3-a"
    state = opened(weary("it-61 1408, it-62 1308", 20, allied))
    state = play(state, ATTACK[0], "attack 1308 with uk-4-a", "done", "done", "fight 1", rolls=(1,))
    state = play(state, "advance uk-3-a to 1408", "done")
    assert refusal(state, order).case == "12.2"
    free = play(state, "cancel 2")
    assert order in listed(free) and "fight 3" in listed(play(free, order))


@pytest.mark.case("15.1", "15.3", "12.4")
def test_before_a_combat_to_which_the_defender_has_reacted_nobody_declares_another() -> None:
    axis, allied = "it-61 1408, it-62 1308, it-65 1509, de-5-1-a 1206", f"{ALLIED}, uk-4-a, au-20 1309"
    state = opened(weary(axis, 25, allied, options=("reliability", "reaction")))
    state = play(state, ATTACK[0], "attack 1308 with uk-4-a, au-20", "done", "done", "fight 1", rolls=(1,))
    state = play(state, "done")
    assert "attack 1509 with uk-3-a" in listed(state)
    pressed = play(state, "fight 2", "react de-5-1-a to 1308", rolls=(6,))
    assert listed(pressed) == ["fight 2", "cancel 2"]
    assert refusal(pressed, "attack 1509 with uk-3-a").case == "12.4"


@pytest.mark.case("15.3", "12.2")
def test_attackers_who_fought_do_not_attack_again() -> None:
    state = play(opened(weary("it-61, it-62 1408, it-65 1308", 20)), *ATTACK)
    state = play(state, "fight 1", rolls=(1, 6, 1, 6))  # one surrenders, the other falls
    assert where(state, "uk-3-a") == "1409"
    state = play(state, "advance uk-3-a to 1408", "done")
    assert is_over(state)


@pytest.mark.case("15.1", "15.3")
def test_better_troops_that_react_keep_the_infantry_from_surrendering() -> None:
    state = weary("it-61 1408, de-5-1-a 1406", 25, options=("reliability", "reaction"))
    state = play(opened(state), *ATTACK, "fight 1", "react de-5-1-a to 1408", rolls=(2,))
    _, events = play_noting(state, "fight 1", rolls=(6, 6))
    assert [fact["defenders"] for fact in facts(events, "fought")] == [["de-5-1-a", "it-61"]]
