"""Clocks: plain values and what becomes of them. A clock follows from what everybody sees, who is asked and which turn
it is, and moves with nothing else: it cannot tell that somebody has acted in secret.

A side's clock runs while it is asked and a person plays it. Every turn of the game brings its time: by the day, so much
for the turn and what is left of it is lost; by the clock, so much more on the clock. What a turn takes beyond that
comes out of the reserve. Machines have no clock, and a clock that runs for one does not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from sandtable.core.nouns import plural
from sandtable.core.values import Value

DAY = 86_400.0
YEAR = 366 * DAY

Span = Annotated[float, Meta(ge=0, le=YEAR)]
Verdict = Literal["loss", "machine", "extension"]


class Pace(Value, frozen=True, forbid_unknown_fields=True):
    """What was agreed about time before the game, in seconds."""

    kind: Literal["clock", "days"]
    each: Span = 0.0  # for every turn of the game
    reserve: Span = 0.0  # for the whole game
    flag: Verdict = "loss"  # what happens when a flag falls
    extension: Span = 0.0  # what a fallen flag is given, where that was agreed
    times: Annotated[int, Meta(ge=1, le=20)] = 3  # how often before it loses
    leave: Span = 0.0  # of absence, for the whole game

    def fault(self) -> str:
        """Why nobody could play at this pace, if so."""
        if self.each + self.reserve < 1:
            return "a clock needs at least a second to run"
        if self.flag == "extension" and self.extension < 1:
            return "an extension needs at least a second"
        return ""


class Hand(Value, frozen=True):
    """The clock of one side."""

    reserve: float
    turn: float  # left of this turn's own time
    leave: float  # left of the absence that was agreed
    since: float = 0.0  # when it was set going, or nothing
    away: tuple[float, float] = (0.0, 0.0)  # its absence: from, until
    falls: int = 0

    def used(self, at: float) -> float:
        """What it has run since it was set going; absence does not count."""
        if not self.since:
            return 0.0
        start, end = self.away
        absent = max(0.0, min(at, end) - max(self.since, start))
        return max(0.0, at - self.since - absent)

    def left(self, at: float) -> float:
        return self.turn + self.reserve - self.used(at)

    @property
    def due(self) -> float:
        """When its flag falls, if it goes on running; nothing if it does not run."""
        if not self.since:
            return 0.0
        budget, (start, end) = self.turn + self.reserve, self.away
        before = max(0.0, start - self.since)
        if end <= self.since or budget <= before:
            return self.since + budget
        return end + budget - before

    def charged(self, at: float) -> Hand:
        used = self.used(at)
        reserve = max(0.0, self.reserve - max(0.0, used - self.turn))
        return replace(self, turn=max(0.0, self.turn - used), reserve=reserve, since=at if self.since else 0.0)

    def is_away(self, at: float) -> bool:
        return self.away[0] <= at < self.away[1]


class Clock(Value, frozen=True):
    """The clocks of a table."""

    hands: dict[str, Hand]
    turn: int = 0  # the last that brought its time
    begun: bool = False  # they stand until everybody has sat down
    adjourned: bool = False

    @property
    def due(self) -> float:
        """When the first flag falls; nothing while no clock runs."""
        return min((hand.due for hand in self.hands.values() if hand.since), default=0.0)

    def fallen(self, at: float) -> tuple[str, ...]:
        return tuple(side for side, hand in self.hands.items() if hand.since and hand.due <= at)


def set_up(pace: Pace, sides: Iterable[str]) -> Clock:
    return Clock({side: Hand(pace.reserve, 0.0, pace.leave) for side in sides})


def moved_on(clock: Clock, pace: Pace, running: Iterable[str], turn: int, at: float) -> Clock:
    """The clocks when these sides are to play in this turn: the same ones where that was so before. No sides: all
    stand."""
    running = tuple(running)
    if clock.adjourned:
        running = ()
    before = tuple(side for side, hand in clock.hands.items() if hand.since)
    is_new = clock.begun and turn > clock.turn
    if set(before) == set(running) and not is_new:
        return clock
    hands = {side: _set(hand, side in running, at) for side, hand in clock.hands.items()}
    if is_new:
        hands = {side: _another_turn(hand.charged(at), pace) for side, hand in hands.items()}
    return replace(clock, hands=hands, turn=max(turn, clock.turn) if clock.begun else clock.turn)


def _set(hand: Hand, runs: bool, at: float) -> Hand:
    if runs == bool(hand.since):
        return hand
    return replace(hand.charged(at), since=at if runs else 0.0)


def _another_turn(hand: Hand, pace: Pace) -> Hand:
    if pace.kind == "days":
        return replace(hand, turn=pace.each)
    return replace(hand, reserve=hand.reserve + pace.each)


def begun(clock: Clock) -> Clock:
    """Everybody has sat down."""
    return replace(clock, begun=True)


def verdict(clock: Clock, pace: Pace, side: str) -> Verdict:
    """What was agreed to happen now that its flag has fallen."""
    if pace.flag == "extension" and clock.hands[side].falls >= pace.times:
        return "loss"
    return pace.flag


def after_the_fall(clock: Clock, pace: Pace, side: str, at: float) -> Clock:
    hand = clock.hands[side].charged(at)
    more = pace.extension if verdict(clock, pace, side) == "extension" else 0.0
    return replace(clock, hands={**clock.hands, side: replace(hand, turn=more, reserve=0.0, falls=hand.falls + 1)})


def exchanged(clock: Clock, came_from: Mapping[str, str]) -> Clock:
    """Players have changed sides, and each has taken his clock along."""
    return replace(clock, hands={side: clock.hands[came_from[side]] for side in clock.hands})


def gone_away(clock: Clock, side: str, seconds: float, at: float) -> Clock:
    """Absent for so long, out of what was agreed; no time at all: back again. Raises `ValueError`."""
    hand = clock.hands[side]
    if hand.is_away(at):
        hand = replace(hand.charged(at), leave=hand.leave + hand.away[1] - at, away=(0.0, 0.0))
    elif seconds <= 0:
        raise ValueError("you are not away")
    if seconds > hand.leave:
        raise ValueError(f"you have {plural(f'{hand.leave / DAY:.3g}', 'day')} of absence left in this game")
    if seconds > 0:
        hand = replace(hand.charged(at), leave=hand.leave - seconds, away=(at, at + seconds))
    return replace(clock, hands={**clock.hands, side: hand})
