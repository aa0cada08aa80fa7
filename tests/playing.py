"""What tests of every game need: dice that fall as told, orders played in notation, refusals caught."""

from __future__ import annotations

from typing import Any

from sandtable.core import frames
from sandtable.core.frames import Decision, Draft, Over, S, State
from sandtable.core.values import Event, Notation, Refusal

THE_END = Over(None, "test", "the end of the test")


class Rolls:
    """Dice that fall as told and complain when they are thrown too often."""

    def __init__(self, *values: int) -> None:
        self.values = list(values)

    def roll(self, n: int, purpose: str, sides: int) -> int:
        if not self.values:
            raise AssertionError(f"nobody expected a roll for {purpose}")
        return self.values.pop(0)


def draft_of(state: S, *rolls: int) -> Draft[S]:
    return Draft(state, Rolls(*rolls))


def top(state: State) -> Decision[Any]:
    frame = state.stack[-1]
    assert isinstance(frame, Decision), frame
    return frame


def asked(state: State) -> str:
    """The one side that is asked."""
    (side,) = top(state).asked(state)
    return side


class Orders:
    """Orders in the notation of one game, given by whoever is asked."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation

    def play(self, state: S, *orders: str, rolls: tuple[int, ...] = ()) -> S:
        """The position after these orders; the dice must fall exactly as often as told."""
        return self.play_noting(state, *orders, rolls=rolls)[0]

    def play_noting(self, state: S, *orders: str, rolls: tuple[int, ...] = ()) -> tuple[S, list[Event]]:
        dice, events = Rolls(*rolls), list[Event]()
        for order in orders:
            state, noted = frames.play(state, asked(state), self.notation.parse(order), dice)
            events += noted
        assert not dice.values, f"not thrown: {dice.values}"
        return state, events

    def refusal(self, state: State, order: str) -> Refusal:
        """The refusal that an order meets; a test fails when it is accepted."""
        try:
            frames.check(state, asked(state), self.notation.parse(order))
        except Refusal as refusal:
            return refusal
        raise AssertionError(f"'{order}' was accepted")

    def listed(self, state: State) -> list[str]:
        """The legal orders of whoever is asked, as text."""
        return [str(action) for action in top(state).actions(state, asked(state))]
