"""A finished game looked back on: the chance of winning by turn, how much of it the dice brought and how much the
players, the throws that mattered most, and what the staff would have done in the turns that decided it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Any

from sandtable.bots import player, suggested
from sandtable.bots.advice import plan
from sandtable.core import frames
from sandtable.core.dice import Roll
from sandtable.core.game import Game
from sandtable.core.nouns import proper
from sandtable.core.parley import tell
from sandtable.core.title import PlayerFault, Title
from sandtable.core.values import Refusal, Value
from sandtable.kit.staff.chances import chance, curves
from sandtable.lab.course import Course, course
from sandtable.lab.luck import Asking, Throw, Worth, percentile, throws
from sandtable.parallel import Progress, silent

SHOWN = 8  # throws that are told
TURNING = 3  # turns that are told in full
STORY = 3  # lines of what a throw led to
ANSWERS = 4  # decisions after a throw that the staff gives an answer to
MOST_SETTLED = 400  # throws in a game up to which that is done


class Unfinished(ValueError):
    """A game that is not over: looking back on it would tell what is still hidden."""


class TurnReview(Value, frozen=True):
    """One turn, as it was for the first side."""

    turn: int
    date: str
    entry: int  # with which it begins
    stood: float  # when it began
    change: float
    luck: float  # the part of the change that the dice brought
    units: dict[str, int]  # of each side on the map when it began

    @property
    def play(self) -> float:
        """The part that the players brought."""
        return self.change - self.luck


class ThrowReview(Value, frozen=True):
    """Dice that mattered."""

    entry: int
    turn: int  # in which they fell
    whose: str  # that turn was; the one who acted where a turn is both sides'
    side: str  # that acted
    action: str
    dice: str  # what was rolled for, and what came
    luck: float  # of the first side
    rarely: float  # how likely it was to come so well or better, or so badly or worse
    exact: bool
    story: tuple[str, ...]


class Advice(Value, frozen=True):
    """What the staff would have done at the beginning of a turn that decided much."""

    turn: int
    side: str
    text: str


class Review(Value, frozen=True):
    game: str
    scenario: str
    ending: str
    winner: str | None
    sides: tuple[str, ...]
    in_chances: bool  # whether figures are chances of the first side, 0 to 1, or points of the staff's evaluation
    source: str  # what the chances were fitted to
    error: float  # by how much such chances missed on average, in games they were not fitted to
    turns: tuple[TurnReview, ...]
    throws: int  # that could have changed something
    luck: float  # of the first side, all in all
    percentile: float  # how many games in a hundred with the same throws would have been less lucky for it
    telling: tuple[ThrowReview, ...]
    turning: tuple[Advice, ...]
    course: Course


def review(game: Game[Any], progress: Progress = silent) -> Review:
    """Raises `Unfinished`."""
    title, over = game.title, game.outcome
    if over is None:
        raise Unfinished("the game is not over; its review would tell what is still hidden")
    curve = curves(title).get(game.setup.scenario)
    worth = _worth(game, curve is not None)
    found = list(throws(game, worth, progress))
    turns = list(_turns(game, worth, found))
    return Review(
        title.key,
        game.setup.scenario,
        f"{over.case} {over.reason}".strip(),
        over.winner,
        title.sides,
        curve is not None,
        f"{curve.games} games: {curve.source}" if curve else "",
        curve.error() if curve else 0.0,
        tuple(turns),
        len(found),
        sum(throw.luck for throw in found),
        percentile(found),
        tuple(_telling(game, throw, turns) for throw in _most_telling(found)),
        tuple(_advice(game, turns)),
        course(game),
    )


def _worth(game: Game[Any], in_chances: bool) -> Worth:
    title, first = game.title, game.title.sides[0]

    def points(state: Any) -> float:
        return title.staff.evaluate(state, first)

    def chances(state: Any) -> float:
        return chance(title, game.setup.scenario, state)

    worth = chances if in_chances else points
    if sum(bool(told.rolls) for told in game.record) > MOST_SETTLED:
        return worth  # it would take hours
    return lambda state: worth(settled(title, state))


def settled(title: Title[Any], state: Any) -> Any:
    """The position when the staff has answered what dice leave to be answered, such as where to retreat or where a
    supply lands; as far as that takes no more dice. The staff is a new one each time and remembers nothing."""
    staff = player(title, suggested(title), 1)
    for _ in range(ANSWERS):
        decision = title.rules.asks(state)
        if decision is None:
            return state
        side = decision.asked(state)[0]
        try:
            after, events = frames.play(state, side, staff.choose(title.sight.observe(state, side), side), Asking(()))
        except (Refusal, PlayerFault):
            return state
        if any(event.kind == "roll" for event in events):
            return state
        state = after
    return state


# Turn by turn


def _turns(game: Game[Any], worth: Worth, found: Sequence[Throw]) -> Iterator[TurnReview]:
    starts = list(_starts(game))
    ends = [*starts[1:], len(game.record)]
    stood = [worth(game.states[number]) for number in (*starts, len(game.record))]
    for (start, end), (before, after) in zip(zip(starts, ends, strict=True), pairwise(stood), strict=True):
        view = game.title.sight.view(game.states[start], "")
        luck = sum(throw.luck for throw in found if start <= throw.number < end)
        yield TurnReview(view.turn, view.date, start, before, after - before, luck, _units(game, start))


def _starts(game: Game[Any]) -> Iterator[int]:
    """The positions with which turns begin; turns only ever grow."""
    title, states, entries = game.title, game.states, range(len(game.record))

    def turn(number: int) -> int:
        return title.sight.view(states[number], "").turn

    number = 0
    while number < len(entries):
        yield number
        number = bisect_right(entries, turn(number), number, key=turn)


def _units(game: Game[Any], number: int) -> dict[str, int]:
    title, state = game.title, game.states[number]
    return {
        side: sum(
            piece.side == side and piece.at in title.rules.board().index
            for piece in title.sight.view(state, side).pieces
        )
        for side in title.sides
    }


# The dice


def _most_telling(found: Sequence[Throw]) -> list[Throw]:
    return sorted(sorted(found, key=lambda throw: -abs(throw.luck))[:SHOWN], key=lambda throw: throw.number)


def _telling(game: Game[Any], throw: Throw, turns: Sequence[TurnReview]) -> ThrowReview:
    turn = next(each.turn for each in reversed(turns) if each.entry <= throw.number)
    events = game.entries[throw.number].events
    lines = (tell(game.title, event) for event in events if event.kind != "roll")
    # who ends his turn lets the next one begin, and its first dice fall
    begun = [event.facts for event in takewhile(lambda event: event.kind != "roll", events) if event.kind == "turn"]
    return ThrowReview(
        throw.number,
        int(str(begun[-1]["turn"])) if begun else turn,
        str(begun[-1].get("side", throw.side)) if begun else throw.side,
        throw.side,
        throw.action,
        proper(_dice(throw.rolls), game.title.sides),
        throw.luck,
        rarity(throw),
        throw.exact,
        tuple(line for line in lines if line)[:STORY],
    )


def _dice(rolls: Sequence[Roll]) -> str:
    """`axis supply: 5 rolled; combat 1 at 2-1: 3 and 4 rolled`."""
    shown: dict[str, list[str]] = {}
    for roll in rolls:
        shown.setdefault(roll.purpose, []).append(str(roll.value))
    return "; ".join(f"{purpose}: {' and '.join(values)} rolled" for purpose, values in shown.items())


def rarity(throw: Throw) -> float:
    """How likely dice were to do as much for the side that they helped, or more."""
    better = throw.luck >= 0
    near = 1e-9
    return sum(
        way.chance
        for way in throw.ways
        if (way.worth >= throw.came - near if better else way.worth <= throw.came + near)
    )


# What the staff would have done


def _advice(game: Game[Any], turns: Sequence[TurnReview]) -> Iterator[Advice]:
    """For the turns in which most was won or lost by what was decided, to the side that lost by it."""
    deciding = sorted(turns, key=lambda each: -abs(each.play))[:TURNING]
    for turn in sorted(deciding, key=lambda each: each.turn):
        first, second = game.title.sides
        loser = second if turn.play > 0 else first
        text = _plan(game.title, game.states[_first_asked(game, turn.entry, loser)], loser)
        if text:
            yield Advice(turn.turn, loser, text)


def _first_asked(game: Game[Any], start: int, side: str) -> int:
    """The first position from there on in which a side is on the move."""
    states = game.states
    return next((number for number in range(start, len(game.record)) if _moves(game, states[number], side)), start)


def _moves(game: Game[Any], state: Any, side: str) -> bool:
    decision = game.title.rules.asks(state)
    return decision is not None and state.phasing == side and side in decision.asked(state)


def _plan(title: Title[Any], state: Any, side: str) -> str:
    if title.rules.outcome(state) is not None:
        return ""
    try:
        return str(plan(title, title.sight.observe(state, side), side, 1))
    except Refusal:
        return ""  # it has no plan for such a moment
