"""Positions of the past: few are kept, all can be had, and what was taken back is gone."""

from __future__ import annotations

import pytest

from sandtable.core import past
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import State
from sandtable.core.game import Game
from sandtable.core.past import BLOCK, WHOLE, Past
from tests.core.toy import Wadi, WadiTitle

LONG = BLOCK * (WHOLE + 2) + 5


class Walk:
    """A game that counts: each entry adds what it says."""

    def __init__(self, *added: int) -> None:
        self.entries: list[int] = []
        self.now = State()
        self.past: Past[State] = Past(self.again)
        self.replayed = 0
        for number in added:
            self.add(number)

    def again(self, state: State, number: int) -> State:
        self.replayed += 1
        return State(count=state.count + self.entries[number])

    def add(self, number: int) -> None:
        self.past.append(self.now)
        self.entries.append(number)
        self.now = State(count=self.now.count + number)

    def back(self, steps: int) -> None:
        for _ in range(steps):
            self.now = self.past.pop()
            self.entries.pop()

    def counts(self) -> list[int]:
        return [state.count for state in self.past]


def test_every_position_of_a_long_walk_can_be_had() -> None:
    walk = Walk(*[1] * LONG)
    assert len(walk.past) == LONG and walk.counts() == list(range(LONG))
    assert walk.past[-1].count == LONG - 1 and walk.past[-LONG].count == 0
    assert [state.count for state in walk.past[3:LONG:70]] == list(range(3, LONG, 70))
    for out in (LONG, -LONG - 1):
        with pytest.raises(IndexError):
            walk.past[out]


def test_the_latest_positions_are_not_played_again() -> None:
    walk = Walk(*[1] * LONG)
    for number in range(LONG - BLOCK * (WHOLE - 1), LONG):
        assert walk.past[number].count == number
    assert walk.replayed == 0
    assert walk.past[1].count == 1 and walk.past[BLOCK - 1].count == BLOCK - 1
    assert walk.replayed == BLOCK - 1  # a block is played again once for all who ask


def test_taken_back_behind_what_was_kept_the_walk_goes_on_otherwise() -> None:
    walk = Walk(*[1] * LONG)
    assert walk.past[1].count == 1
    walk.back(LONG - 3)
    assert walk.now.count == 3 and walk.counts() == [0, 1, 2]
    for _ in range(LONG):
        walk.add(2)
    assert walk.counts() == [0, 1, 2, *range(3, 2 * LONG + 3, 2)]
    walk.back(LONG + 3)
    assert walk.now.count == 0 and len(walk.past) == 0


def test_a_game_shows_every_position_it_went_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "BLOCK", 3)
    monkeypatch.setattr(past, "WHOLE", 1)
    title = WadiTitle()
    game: Game[Wadi] = Game(title, title.setup(), SecretDice(secret_of_seed(1)))
    seen = [game.state]
    while game.outcome is None and len(seen) < 60:
        listed = game.actions()
        game.play(listed[len(seen) % len(listed)])
        seen.append(game.state)
    assert any(entry.rolls for entry in game.entries[:-6])
    assert list(game.states) == seen and game.states[-1] is game.state
