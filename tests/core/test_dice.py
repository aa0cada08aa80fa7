"""Dice: derived from a secret, proved afterwards, never moved by other dice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.core.dice import DiceMismatch, RecordedDice, Roll, SecretDice, commitment, fresh_secret, secret_of_seed


@given(st.integers(), st.integers(0, 10_000), st.text(max_size=10), st.integers(1, 100))
def test_same_secret_number_and_purpose_give_the_same_roll_within_the_die(
    seed: int, n: int, purpose: str, sides: int
) -> None:
    value = SecretDice(secret_of_seed(seed)).roll(n, purpose, sides)
    assert 1 <= value <= sides
    assert SecretDice(secret_of_seed(seed)).roll(n, purpose, sides) == value


def test_every_face_comes_up_about_equally_often() -> None:
    dice = SecretDice(secret_of_seed(1))
    faces = [dice.roll(n, "combat", 6) for n in range(6000)]
    assert all(850 < faces.count(face) < 1150 for face in range(1, 7))


@pytest.mark.parametrize("other", ["purpose", "number", "secret"])
def test_rolls_of_another_purpose_number_or_secret_are_others(other: str) -> None:
    dice = SecretDice(secret_of_seed(1))
    there = SecretDice(secret_of_seed(2)) if other == "secret" else dice
    purpose, shift = ("sinking" if other == "purpose" else "combat"), (1000 if other == "number" else 0)
    here = [dice.roll(n, "combat", 6) for n in range(100)]
    assert [there.roll(n + shift, purpose, 6) for n in range(100)] != here


def test_order_of_asking_does_not_matter() -> None:
    dice = SecretDice(secret_of_seed(5))
    forward = [dice.roll(n, "combat", 6) for n in range(20)]
    assert [dice.roll(n, "combat", 6) for n in reversed(range(20))] == forward[::-1]


def test_commitment_tells_secrets_apart_and_does_not_hold_them() -> None:
    secret = secret_of_seed(1)
    assert commitment(secret) == commitment(secret_of_seed(1))
    assert commitment(secret) != commitment(secret_of_seed(2))
    assert secret.hex() not in commitment(secret)
    assert fresh_secret() != fresh_secret()


def test_recorded_dice_hand_out_what_was_rolled_and_nothing_else() -> None:
    dice = RecordedDice([Roll(3, "combat", 6, 5), Roll(9, "sinking", 6, 1)])
    assert dice.roll(9, "sinking", 6) == 1
    assert dice.roll(3, "combat", 6) == 5
    for n, purpose, sides in [(4, "combat", 6), (3, "sinking", 6), (3, "combat", 10)]:
        with pytest.raises(DiceMismatch, match=f"number {n} for {purpose}"):
            dice.roll(n, purpose, sides)


@pytest.mark.parametrize("value", [99, 7, 0, -1])
def test_recorded_die_shows_no_more_than_it_has_faces(value: int) -> None:
    with pytest.raises(DiceMismatch, match=f"shows {value} on a die of 6"):
        RecordedDice([Roll(3, "combat", 6, value)]).roll(3, "combat", 6)


def test_seed_of_a_machine_follows_from_the_secret_side_and_purpose_alone() -> None:
    dice = SecretDice(secret_of_seed(1))
    assert dice.seed("axis", "staff") == SecretDice(secret_of_seed(1)).seed("axis", "staff")
    others = [
        dice.seed("allied", "staff"),
        dice.seed("axis", "greedy"),
        SecretDice(secret_of_seed(2)).seed("axis", "staff"),
    ]
    assert dice.seed("axis", "staff") not in others
