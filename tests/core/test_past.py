"""Positions of the past: few are kept, all can be had, and what was taken back is gone."""

from __future__ import annotations

import pytest

from sandtable.core import past
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import State
from sandtable.core.game import Entry, Game, Noted
from sandtable.core.past import BLOCK, READ, WHOLE, Past
from tests.core.toy import Wadi, WadiTitle

LONG = BLOCK * (WHOLE + 2) + 5


class Walk:
    """A game that counts: each entry adds what it says."""

    def __init__(self, *added: int) -> None:
        self.entries: list[int] = []
        self.now = State()
        self.past: Past[State] = Past(self.again, lambda state: bytes(str(state.count), "ascii"), self.unpacked)
        self.replayed = 0
        for number in added:
            self.add(number)

    def again(self, state: State, number: int) -> State:
        self.replayed += 1
        return State(count=state.count + self.entries[number])

    def unpacked(self, packed: bytes) -> State:
        return State(count=int(packed))

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


def test_what_a_reader_derives_from_a_position_is_not_kept() -> None:
    walk = Walk(*[1] * LONG)
    for number in range(LONG):
        walk.past[number].__dict__["derived"] = "much"
    kept = [state for block in walk.past._blocks for state in block] + walk.past._opened[1]
    assert sum("derived" in state.__dict__ for state in kept) == 1  # the last one, with which the present is compared
    assert len(walk.past._read) == READ
    walk.add(1)
    assert not any("derived" in state.__dict__ for state in walk.past._blocks[-1])


def test_the_last_positions_are_the_same_for_all_who_read_them() -> None:
    walk = Walk(*[1] * 10)
    before = walk.now
    walk.add(1)
    assert walk.past[-1] is before
    assert walk.past[3] is walk.past[3]


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "BLOCK", 3)
    monkeypatch.setattr(past, "WHOLE", 1)


def played(seed: int, entries: int) -> tuple[Game[Wadi], list[Wadi]]:
    """A game and every position it went through."""
    title = WadiTitle()
    game: Game[Wadi] = Game(title, title.setup("long"), SecretDice(secret_of_seed(seed)))
    seen = [game.state]
    while game.outcome is None and len(seen) <= entries:
        listed = game.actions()
        game.play(listed[len(seen) % len(listed)])
        seen.append(game.state)
    return game, seen


def taken_up_again(game: Game[Wadi], entries: int) -> Game[Wadi]:
    """The game as after so many entries, from its record and every third position."""
    lines = [Noted(entry.side, str(entry.action), entry.rolls, entry.marks) for entry in game.entries[:entries]]
    packed = [game.pack(game.states[number]) for number in range(3, entries + 1, 3)]
    return Game.resumed(game.title, game.setup, game.dice, lines[: 3 * len(packed)], packed, game.exchanged)


@pytest.mark.usefixtures("small_blocks")
def test_a_game_taken_up_again_goes_on_as_if_it_had_been_played() -> None:
    game, seen = played(1, 20)
    again = taken_up_again(game, 16)
    assert again.state == seen[15] and len(again.entries) == 15
    for entry in game.entries[15:]:
        again.play(entry.action, entry.side)
    assert again.state == game.state
    assert list(again.states) == seen
    assert list(again.entries) == list(game.entries) and again.events == game.events


@pytest.mark.usefixtures("small_blocks")
def test_a_game_taken_up_again_is_read_without_being_played_as_far_as_it_can() -> None:
    game, _ = played(1, 20)
    again = taken_up_again(game, 15)
    assert [told.side for told in again.record] == [entry.side for entry in game.entries[:15]]
    assert again.entries[-1] == game.entries[14]
    assert not any(isinstance(told, Entry) for told in again.record[:12])


@pytest.mark.usefixtures("small_blocks")
def test_what_was_played_before_it_was_taken_up_again_can_be_taken_back() -> None:
    game, seen = played(1, 20)
    again = taken_up_again(game, 15)
    last = next(number for number in range(15, 0, -1) if not game.entries[number - 1].final)
    again = taken_up_again(game, last - last % 3)
    for entry in game.entries[last - last % 3 : last]:
        again.play(entry.action, entry.side)
    assert again.undo(game.entries[last - 1].side) == game.entries[last - 1]
    assert again.state == seen[last - 1] and list(again.states) == seen[:last]


@pytest.mark.usefixtures("small_blocks")
def test_a_still_of_a_game_does_not_change_when_the_game_goes_on() -> None:
    game, seen = played(1, 10)
    still = taken_up_again(game, 9).still()
    game_on = game.still()
    while game.outcome is None and len(game.entries) < 15:
        game.play(game.actions()[0])
    assert list(still.states) == seen[:10] and list(game_on.states) == seen
    assert list(game_on.entries) == list(game.entries[:10])


@pytest.mark.usefixtures("small_blocks")
def test_a_game_shows_every_position_it_went_through() -> None:
    game, seen = played(1, 60)
    assert any(entry.rolls for entry in game.entries[:-6])
    assert list(game.states) == seen and game.states[-1] is game.state
