"""Everything that leaves for somebody, compared with what would leave if what is hidden from him were different."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ParamSpec, TypeAlias

import msgspec
from msgspec.structs import replace

from sandtable.conformance.checks import SCRATCH
from sandtable.conformance.failure import Failure
from sandtable.core import frames
from sandtable.core.game import Entry, Game, marks_of
from sandtable.core.journal import Record
from sandtable.core.values import Action, Event, Refusal
from sandtable.table.sight import Sides, Sight

P = ParamSpec("P")
Told: TypeAlias = list[tuple[str, bytes]]

DISGUISES = 2  # of a position for each who looks: many looks try every kind
BOOK = 40  # entries that are given other secrets: no more than are kept whole
PIECES = 4  # that are asked about
HEXES = 3
QUESTIONS = 5  # of all that can be asked: many looks ask every one


class Curiosity:
    """What somebody asks about at a position: the same of the true one and of its disguises."""

    def __init__(self, game: Game[Any], orders: Sequence[Action], random: Random) -> None:
        self.random = random
        view = game.title.view(game.state, "")
        pieces, board = [piece.id for piece in view.pieces], game.title.board
        self.pieces = random.sample(pieces, min(PIECES, len(pieces)))
        self.hexes = random.sample(board.names, HEXES)
        self.orders = random.sample(orders, min(PIECES, len(orders)))
        words = [*self.pieces, *self.hexes]
        verbs = [*game.title.questions, ""]
        asked = random.sample(verbs, min(QUESTIONS, len(verbs)))
        self.questions = [f"{verb} {random.choice(words)}" for verb in asked] if words else []


def check_leaks(game: Game[Any], others: Callable[[str], Sequence[Any]], curiosity: Curiosity) -> None:
    """For every side and for who only looks on. `others` gives more positions a side cannot tell from this one. What
    is worked out from the position as it is known is equal when that is; one disguise proves that nothing else goes
    into it."""
    for side in (*game.title.sides, ""):
        sides: Sides = (side,) if side else ()
        every = [*game.title.disguises(game.state, side), *others(side)]
        if not every:
            continue
        positions = curiosity.random.sample(every, min(DISGUISES, len(every)))
        sight = Sight(game, sides)
        honest = told_by(sight, game, curiosity.orders)
        for state in positions:
            other = disguised(game, state, sides)
            # What was seen of the past is the same: only the position of now is another.
            _check_same(side, honest, told_by(Sight(other, sides, sight.views), other, curiosity.orders))
        other = disguised(game, curiosity.random.choice(positions), sides)
        _check_same(side, answered(game, sides, curiosity), answered(other, sides, curiosity))


class Witness:
    """Those who do not act. What happens without their hearing of it, and without a change that they see, changes
    nothing that they are told, no number either."""

    def __init__(self, game: Game[Any], acting: str) -> None:
        self.game, self.before = game, game.state
        others = [side for side in (*game.title.sides, "") if side != acting]
        self.told = {side: told_of(game, (side,) if side else ()) for side in others}

    def check(self) -> None:
        title, marks = self.game.title, self.game.record[-1].marks
        for side, told in self.told.items():
            sides: Sides = (side,) if side else ()
            if marks.heard(sides) or title.view(self.before, side) != title.view(self.game.state, side):
                continue
            _check_same(side, told, told_of(self.game, sides))


def _check_same(side: str, honest: Told, found: Told) -> None:
    for (what, one), (_, other) in zip(honest, found, strict=True):
        if one != other:
            whose = side or "a spectator"
            raise Failure("leak", f"{what} of {whose} changes with what is hidden: {_difference(one, other)}")


def _difference(one: bytes, other: bytes) -> str:
    place = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return " and ".join(each[max(0, place - 60) : place + 100].decode(errors="replace") for each in (one, other))


def disguised(game: Game[Any], state: Any, sides: Sides) -> Game[Any]:
    """The same game, had other things happened of which these sides learn nothing."""
    other = game.still()
    other.state = replace(state, count=state.count + 1)
    first = max(0, len(other.record) - BOOK)
    for number in range(first, len(other.record)):
        entry = other.entry(number)
        if entry.side not in sides:
            other.record[number] = _other_entry(game, entry, sides)
    other.opening = tuple(event for event in other.opening if _hears(event, sides))
    return other


def _other_entry(game: Game[Any], entry: Entry, sides: Sides) -> Entry:
    """Without what was done in secret; and an order that is not read was another one."""
    events = tuple(event for event in entry.events if _hears(event, sides))
    marks = replace(marks_of(events), secret=entry.marks.secret)
    unread = entry.marks.secret or game.title.hides
    return Entry(entry.side, Action() if unread else entry.action, events, marks)


def _hears(event: Event, sides: Sides) -> bool:
    return all(event.heard_by(side) for side in sides or ("",))


def told_of(game: Game[Any], sides: Sides) -> Told:
    return told_by(Sight(game, sides), game)


def told_by(sight: Sight, game: Game[Any], orders: Sequence[Action] = ()) -> Told:
    """All that a table would send by itself, by name. Only the name of the position is left out: it is drawn by lot."""
    sides = sight.sides
    return _written({
        "the view": replace(sight.view, count=0),
        "the summary": sight.summary(),
        "the log": sight.log(sight.entries, sight.entries),
        "the moment": sight.moment(sight.entries),
        "the record": sight.record(Record(game, SCRATCH, None, {}).save()),
        "the desk": sight.desk,
        "the right to take back": sight.may_undo,
        "the position": _asked(lambda: sight.known) if sides else None,
        **{f"the reply to '{order}'": _asked(_tried, game, sight, order) for order in orders if sides},
    })  # fmt: skip


def answered(game: Game[Any], sides: Sides, curiosity: Curiosity) -> Told:
    """All that it would answer."""
    sight = Sight(game, sides)
    found: dict[str, Any] = {"the offers": sight.plain_offers, "the layers": _asked(sight.layers)}
    found |= {"the standing": _asked(sight.standing), "the calendar": _asked(sight.calendar)}
    for pieces in (curiosity.pieces, *([piece] for piece in curiosity.pieces)):
        found[f"the offers for {pieces}"] = _asked(sight.offers, pieces)
        found[f"the forecast for {pieces}"] = _asked(sight.forecast, pieces)
        for at in curiosity.hexes:
            found[f"the proposal {pieces} {at}"] = _asked(_proposed, sight, pieces, at)
    for question in curiosity.questions:
        found[f"the answer to '{question}'"] = _asked(sight.explanation, question)
    if sight.side in game.asked:
        found["the answer given without asking"] = str(game.title.forced(sight.known, sight.side))
    return _written(found)


def _written(found: Mapping[str, Any]) -> Told:
    return [(what, msgspec.json.encode(each)) for what, each in found.items()]


def _asked(ask: Callable[P, Any], *words: P.args, **named: P.kwargs) -> Any:
    try:
        return ask(*words, **named)
    except Refusal as refusal:
        return [refusal.case, refusal.why]


def _proposed(sight: Sight, pieces: Sequence[str], at: str) -> list[Any]:
    action, path = sight.proposal(pieces, at)
    return [str(action), path]


def _tried(game: Game[Any], sight: Sight, order: Action) -> str:
    sight.check(sight.side, order)
    frames.check(game.state, sight.side, order)
    return "accepted"
